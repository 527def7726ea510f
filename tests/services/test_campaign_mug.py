"""One mug for several tables of a turn: one order, one chit held over, points never spent twice."""

from __future__ import annotations

import pytest
from ruled_desk import add, best_desk
from typer.testing import CliRunner

from wardesk.campaign.ledger.kinds.calendar import FactSet
from wardesk.campaign.ledger.kinds.units import UnitMoved
from wardesk.campaign.operation.places import Place
from wardesk.cli.main import app
from wardesk.games.gts import one_mug
from wardesk.services.campaign.mug import chit_words, mug_of
from wardesk.services.campaign.shares import shares
from wardesk.services.campaign.table import open_table
from wardesk.services.campaign.table_back import bring_back
from wardesk.services.play.session import PlaySession

WINDOWS = {
    "best": ("44.152", "44.164", "68.158", "68.146"),
    "veghel": ("70.122", "70.136", "82.136", "82.122"),
    "eindhoven": ("57.168", "57.182", "70.182", "70.168"),
}
PLACED = {
    "101.502.h": "54.157", "101.502.g": "56.155", "101.502.ldr": "56.155", "59.dew.i1": "51.157",
    "59.dew.ldr": "51.157", "101.501.a": "75.129", "101.501.b": "75.130", "101.501.ldr": "75.129",
    "59.dew.i2": "74.126", "101.506.a": "63.172", "101.506.ldr": "63.172", "59.dew.i3": "62.176",
}  # fmt: skip
POINTS = 8


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))
    with best_desk(tmp_path, placed=PLACED) as made:
        add(made, *(FactSet(fact=fact, value=POINTS) for fact in ("command.101", "command.59")))
        yield made


@pytest.fixture
def tables(desk, tmp_path):
    return {
        name: open_table(desk, "wed", seed=number, window=window, out=tmp_path / f"{name}.wdgame")
        for number, (name, window) in enumerate(WINDOWS.items())
    }


def play(game, *, until=lambda _session: False):
    from random import Random

    rng, drawn = Random(3), []
    with PlaySession.open(game) as session:
        while session.ask is not None and not until(session):
            if session.waiting == "dice":
                session.roll()
            else:
                session.answer(session.rules.thinking.policy(session.state, rng))
            new = set(session.state.cups["played"]).difference(*drawn)
            drawn += [new] if new else []  # several at once where nobody was asked between them
        state = session.state
    return drawn, state


def test_three_tables_of_one_turn_draw_in_one_order_and_come_back(desk, tables):
    parts = {}
    for name, made in tables.items():
        with PlaySession.open(made.game, keep=False) as session:
            parts[name] = session.state.tracks["cp/101"]
    assert sum(parts.values()) == POINTS, "all parts together are the whole"

    drawn, held = {}, set()
    for name, made in tables.items():
        drawn[name], state = play(made.game)
        held.add(state.marks.get(one_mug.HELD))
    assert len(held) == 1, "the campaign holds one chit over"
    key = {c: n for n, each in enumerate(max(drawn.values(), key=len)) for c in each}
    for chits in drawn.values():
        both = [sorted(key[c] for c in each if c in key) for each in chits]
        flat = [n for each in both for n in each]
        assert flat == sorted(flat), "what two tables draw they draw in the same order"
    everywhere = {c for chits in drawn.values() for each in chits for c in each}
    assert not held & everywhere, "what is held over was played nowhere"

    for name, made in tables.items():
        desk.enter_results(bring_back(desk, "wed", made.game).sheet)
        assert 0 <= desk.state.facts["command.101"] <= 15, name
    assert desk.state.facts["mug.held"] == held.pop()


def test_a_second_table_of_the_same_hexes_of_time_has_the_same_order_again(desk, tables, tmp_path):
    again = open_table(desk, "wed", seed=99, window=WINDOWS["best"], out=tmp_path / "b.wdgame")
    assert play(again.game)[0] == play(tables["best"].game)[0], "other dice, the same mug"


def test_points_are_divided_without_rest_whatever_there_is(desk):
    groups = [("101.502.h", "101.502.g", "101.502.ldr"),
              ("101.501.a", "101.501.b", "101.501.ldr"), ("101.506.a", "101.506.ldr")]  # fmt: skip
    for points in range(12):
        add(desk, FactSet(fact="command.101", value=points))
        parts = [shares(desk.design, desk.state, units)["command.101"] for units in groups]
        assert sum(parts) <= points
        whole = [u for each in groups for u in each]
        assert shares(desk.design, desk.state, whole)["command.101"] == points


def test_what_a_division_rolls_is_divided_as_well(desk, tables):
    rolled = range(-1, 10)
    for number in rolled:
        told = []
        for made in tables.values():
            with PlaySession.open(made.game, keep=False) as session:
                told.append(one_mug.part_of(session.rules.setting.scenario.mug, "101", number))
        assert abs(sum(told)) <= abs(number)
        assert number in (0, sum(told)) or max(told) > 0


def test_more_than_a_division_keeps_is_lost_and_not_piled_up(desk, tables):
    add(desk, FactSet(fact="command.101", value=14))
    for made in [tables["best"]]:
        with PlaySession.open(made.game) as session:
            from wardesk.engine.types import SetTrack

            session.edit([SetTrack("cp/101", 15)], author="umpire", reason="as it came out")
        desk.enter_results(bring_back(desk, "wed", made.game).sheet)
    assert desk.state.facts["command.101"] == 15


def test_a_person_sees_what_is_left_and_which_table_has_still_to_play_what_came_out(desk, tables):
    games = [made.game for made in tables.values()]
    before = mug_of(desk, games)
    assert 0 < before.left <= len(before.chits)
    assert before.tables == ("best", "veghel", "eindhoven")

    play(tables["best"].game, until=lambda session: len(session.state.cups["mug"]) <= 2)
    after = mug_of(desk, games)
    assert after.left < before.left
    assert after.left == len(after.chits) - sum(chit.out for chit in after.chits)
    (division,) = [c for c in after.chits if c.title == "101st Airborne Division"]
    assert set(division.drawn) | set(division.waits) == {"best", "veghel", "eindhoven"}
    assert [chit.out for chit in after.chits] == sorted((c.out for c in after.chits), reverse=True)
    lines = [str(chit_words(chit)) for chit in after.chits]
    assert any("; still to be played at" in line for line in lines)

    desk.close()
    told = CliRunner().invoke(app, ["campaign", "mug", str(desk.place), *map(str, games)])
    assert told.exit_code == 0, told.output
    assert "still to be played at" in " ".join(told.output.split())


def test_the_next_turn_begins_with_the_one_that_was_held_over(desk, tables, tmp_path):
    for made in tables.values():
        play(made.game)
        desk.enter_results(bring_back(desk, "wed", made.game).sheet)
    held = desk.state.facts["mug.held"]
    later = open_table(desk, "wed", seed=5, window=WINDOWS["best"], out=tmp_path / "l.wdgame")
    with PlaySession.open(later.game, keep=False) as session:
        assert session.state.marks[one_mug.HELD] == held
        mug = session.rules.setting.scenario
        own = {f"{side}/{chit}" for side, row in mug.chits.items() for chit in row}
        assert mug.first == (held if held in own else "")


def test_who_moves_from_one_window_to_another_takes_nothing_of_the_mug_along(desk, tables):
    """A table keeps the parts that it was laid with."""
    place = Place("hex", "75.128", game="WED")
    add(desk, UnitMoved(unit="101.502.h", place=place))
    with PlaySession.open(tables["best"].game, keep=False) as session:
        assert session.rules.setting.scenario.mug.parts["101"].here == 3
