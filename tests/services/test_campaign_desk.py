"""The desk: a campaign in a file, from its first turn on, by one hand at a time."""

from __future__ import annotations

import getpass
import shutil
import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

import msgspec
import pytest
from garden import clear_road, garden_design
from small_campaign import NOW, small_design

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import TurnBegun
from wardesk.campaign.ledger.kinds.forces import BoxMoved
from wardesk.campaign.ledger.kinds.rulings import ChanceDrawn
from wardesk.campaign.ledger.kinds.units import UnitMoved
from wardesk.campaign.market_garden.kinds import drop_of
from wardesk.campaign.operation.places import IN_PLAY, Place
from wardesk.campaign.operation.sheets import ResultRow, ResultsSheet
from wardesk.campaign.ruleset import Pending
from wardesk.errors import DamagedFile, UserError
from wardesk.services.campaign import files as campaign_files
from wardesk.services.campaign.actions import actions_of
from wardesk.services.campaign.asks import answer, step_ask
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.packets import view_for
from wardesk.store.backups import backups
from wardesk.store.migrate import create_tables

_numbers = count(1)


def nonce() -> bytes:
    return next(_numbers).to_bytes(16, "big")


def new_desk(path: Path, *, seed: int | None = 7, **options: bool) -> CampaignDesk:
    return CampaignDesk.create(
        path, garden_design(), name="Test", campaign="mg", seed=seed, options=options,
        now=lambda: NOW, nonce=nonce,
    )  # fmt: skip


def open_desk(path: Path, *, write: bool = True) -> CampaignDesk:
    return CampaignDesk.open(path, write=write, now=lambda: NOW, nonce=nonce)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "market.wdcamp"


@pytest.fixture
def desk(path):
    with new_desk(path) as made:
        yield made


def go(desk: CampaignDesk, text: str) -> None:
    goal = desk.design.calendar.ordinal(text)
    while desk.state.ordinal < goal:
        try:
            desk.next()
        except Pending:
            desk.next(skip="left")


@pytest.mark.rule("MG 1900-11")
def test_the_checklist_leads_through_a_day_and_on(desk):
    titles = [step.id for step in desk.pending()]
    assert titles[0] == "drops"

    done = desk.next()
    assert done.note == "Drop One"
    go(desk, "17 Sep 1900")

    assert [step.id for step in desk.pending()][:4] == ["marker", "status", "offmap", "corps"]
    with pytest.raises(Pending, match="fire zone lies before Dutch border"):
        desk.next()
    clear_road(desk, "border")
    with pytest.raises(Pending, match="can reach border"):
        desk.next()
    desk.act("advance", {"stop": "border"})
    assert desk.next().note == "moved"
    go(desk, "18 Sep 0700")
    assert desk.next().note.startswith("rolled ")


def test_at_1900_on_the_18th_the_queue_is_worked_off(desk):
    go(desk, "18 Sep 1900")
    while desk.pending()[0].id != "release":
        try:
            desk.next()
        except Pending:
            desk.next(skip="left")

    done = desk.next()

    kinds = [event.kind for event in done.events]
    assert kinds[0] == "release.released"
    assert "draw.made" in kinds
    assert kinds.index("draw.made") < kinds.index("proposal.decided")
    assert desk.state.queue["guards.group_hot"].status == "released"


def test_airborne_tanks_are_asked_for_before_drop_one(path):
    with new_desk(path, airborne_tanks=True) as desk:
        with pytest.raises(Pending, match="airborne tanks"):
            desk.next()
        ask = step_ask(desk)
        assert ask is not None
        assert [key for key, _name in ask.choices] == ["tetrarch", "locust"]

        answer(desk, ask, words={ask.choice: "tetrarch"})

        assert desk.state.units["101.tank.tetrarch1"].dropped
        assert desk.state.units["101.tank.locust1"].place.kind == "not-yet"
        assert desk.pending()[0].id != "drops"


def test_a_drop_line_that_was_closed_by_hand_does_not_lose_the_drop(path):
    with new_desk(path, seed=None) as desk:
        desk.add([EventDraft(payload=TurnBegun(ordinal=8))])
        desk.act("weather", {}, roll=0)
        desk.act("plan-drop", {"division": "101", "turn": "0900"})
        desk.add([EventDraft(payload=TurnBegun(ordinal=9))])
        while desk.pending()[0].id != "drops":
            desk.next()
        desk.next(skip="nobody was there")
        desk.add([EventDraft(payload=TurnBegun(ordinal=10))])
        while desk.pending()[0].id != "drops":
            desk.next()

        desk.next()

        assert drop_of(desk.state, "101").landed == (1, 2)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_campaign(tmp_path):
    states = []
    for name in ("a", "b"):
        with new_desk(tmp_path / f"{name}.wdcamp") as desk:
            go(desk, "19 Sep 0900")
            states.append(msgspec.json.encode((desk.state.weather, desk.state.queue)))

    assert states[0] == states[1]


def test_a_die_of_the_seed_never_falls_twice(path):
    with new_desk(path) as desk, new_desk(path.with_name("b.wdcamp")) as other:
        straight = [desk.draw("a try", None).payload.results for _ in range(8)]
        undone = []
        for _ in range(8):
            event = other.draw("a try", None)
            undone.append(event.payload.results)
            other.take_back([event.seq], reason="again", approved_by="umpire")

    assert undone == straight


def test_the_seed_is_hidden_from_the_players(desk):
    assert not any("secret.kept" in e.kind for e in desk.ledger.visible_to("german"))
    assert any(e.kind == "secret.committed" for e in desk.ledger.visible_to("german"))


def test_typed_dice_are_asked_for_and_kept_as_typed(path):
    with new_desk(path, seed=None) as desk:
        desk.add([EventDraft(payload=TurnBegun(ordinal=8))])
        with pytest.raises(UserError, match="type it"):
            desk.act("weather", {})

        done = desk.act("weather", {}, roll=3)

        drawn = next(e.payload for e in desk.ledger.events if e.kind == "draw.made")
        assert isinstance(drawn, ChanceDrawn)
        assert (drawn.how, drawn.results) == ("typed", (3,))
        assert done.events[1].caused_by == done.events[0].seq


def test_a_refused_action_writes_nothing_and_rolls_nothing(desk):
    head = desk.ledger.head

    with pytest.raises(UserError, match="0700"):
        desk.act("weather", {})
    with pytest.raises(UserError, match="takes no 'colour'"):
        desk.act("advance", {"colour": "red"})
    with pytest.raises(UserError, match="Stop” is not filled in"):
        desk.act("advance", {})
    with pytest.raises(UserError, match="no action called"):
        desk.act("fly", {})

    assert desk.ledger.head == head


def test_every_action_says_what_it_is(desk):
    rows = actions_of(desk.design)

    assert len({row.id for row in rows}) == len(rows)
    assert all(row.title and row.cite and row.seat in desk.state.seats for row in rows)


def test_results_of_a_table_are_checked_and_entered(desk):
    desk.next()
    unit = next(u for u, s in desk.state.units.items() if s.place.kind in IN_PLAY and s.steps == 2)
    blank = desk.sheet(game="WED")
    assert all(not line.changed for line in desk.preview(blank).lines)

    desk.enter_results(ResultsSheet(game="WED", rows=(ResultRow(unit=unit, steps=1),)))

    assert desk.state.units[unit].steps == 1


def test_rulings_supersede_each_other_and_stay(desk):
    desk.rule("corps-reset", "kept for good", reason="as printed", author="Ann")
    desk.rule("corps-reset", "forgotten after a success", reason="asked again", author="Ann")

    assert desk.state.decision("corps-reset") == "forgotten after a success"
    assert len(desk.state.rulings) == 2
    for query, decision, reason, why in (
        ("nope", "x", "y", "no question"),
        ("corps-reset", "maybe", "y", "not one of the answers"),
        ("corps-reset", "kept for good", " ", "needs a reason"),
    ):
        with pytest.raises(UserError, match=why):
            desk.rule(query, decision, reason=reason, author="Ann")


def test_an_override_needs_a_reason_and_is_kept(desk):
    go(desk, "18 Sep 0700")
    proposal = desk.propose("weather", {})
    assert proposal is not None
    with pytest.raises(UserError, match="needs a reason"):
        desk.override(proposal, "clear", [], "")

    (event,) = desk.override(proposal, "clear", [], "history")

    assert '"override":"history"' in event.body


# ---- files --------------------------------------------------------------------------------------


def test_a_campaign_is_open_for_writing_once_and_its_holder_is_named(path, desk):
    with pytest.raises(UserError, match=rf"open in another WarDesk \({getpass.getuser()}, process"):
        open_desk(path)

    with open_desk(path, write=False) as reader:
        assert reader.ledger.head == desk.ledger.head
        with pytest.raises(UserError, match="for reading only"):
            reader.next()


def test_a_backup_can_be_put_back_and_the_present_file_is_kept(path):
    with new_desk(path) as desk:
        desk.next()
        kept = desk.backup("asked")
        head = desk.ledger.head
        go(desk, "17 Sep 1500")

    campaign_files.restore(path)

    with open_desk(path) as desk:
        assert desk.ledger.head == head
    assert [each.path for each in backups(path)] == [kept.path]
    assert path.with_name(f"{path.name}.before-restore").is_file()


def test_what_a_crash_left_in_the_log_is_kept_when_a_backup_is_put_back(path, tmp_path):
    crashed = tmp_path / "crashed" / path.name
    crashed.parent.mkdir()
    with new_desk(path) as desk:
        kept = desk.backup("asked")
        desk.next()
        head = desk.ledger.head
        for end in ("", "-wal"):
            shutil.copyfile(f"{path}{end}", f"{crashed}{end}")

    campaign_files.restore(crashed, kept.path)

    with open_desk(crashed) as desk:
        assert desk.ledger.head == kept.seq
    with open_desk(crashed.with_name(f"{path.name}.before-restore")) as desk:
        assert desk.ledger.head == head


def test_a_damaged_backup_is_not_put_back(path):
    with new_desk(path) as desk:
        desk.next()
        kept = desk.backup("asked")
    data = bytearray(kept.path.read_bytes())
    at = data.index(b"unit.arrived")
    data[at] ^= 1
    kept.path.write_bytes(bytes(data))

    with pytest.raises(UserError, match="no sound backup"):
        campaign_files.restore(path)

    with open_desk(path) as desk:
        assert desk.ledger.head > 100


def flip(path: Path, seq: int) -> None:
    """Flip one bit inside the stored text of an event."""
    with closing(sqlite3.connect(path)) as database, database:
        body = database.execute("SELECT body FROM event WHERE seq = ?", (seq,)).fetchone()[0]
    database.close()
    data = bytearray(path.read_bytes())
    at = data.index(body.encode())
    data[at + len(body) // 2] ^= 0x80
    path.write_bytes(bytes(data))


@pytest.mark.parametrize("seq", [2, 50, 130])
def test_a_flipped_bit_is_named_at_its_event(path, seq):
    with new_desk(path) as desk:
        desk.next()
    assert not [f for f in campaign_files.examine_file(path)[0] if f.level == "error"]

    flip(path, seq)

    findings, _ = campaign_files.examine_file(path)
    assert [f.place for f in findings if f.level == "error"] == [f"event {seq}"]
    with pytest.raises(DamagedFile, match=f"event {seq}:"):
        open_desk(path)


@pytest.mark.parametrize("keep", [10, 5000, 60000])
def test_a_cut_off_file_is_told_in_words(path, keep):
    with new_desk(path) as desk:
        desk.next()
    path.write_bytes(path.read_bytes()[:keep])

    findings, _ = campaign_files.examine_file(path)

    assert any(finding.level == "error" for finding in findings)
    with pytest.raises(DamagedFile):
        open_desk(path)


def test_a_spoiled_cache_is_found_and_rebuilt(path):
    with new_desk(path) as desk:
        desk.next()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE unit_state SET steps = 0 WHERE unit = '101.501.a'")
    database.close()
    findings, _ = campaign_files.examine_file(path)
    assert [f.place for f in findings if f.level == "warning"] == ["unit 101.501.a"]

    with open_desk(path):
        pass

    assert not [f for f in campaign_files.examine_file(path)[0] if f.level == "warning"]


def test_an_export_is_text_and_overwrites_only_an_export(desk, tmp_path):
    folder = tmp_path / "out"
    names = desk.export(folder)
    desk.export(folder)

    lines = (folder / "events.jsonl").read_bytes().splitlines()
    assert len(lines) == desk.ledger.head
    assert "units.csv" in names
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter.txt").write_text("dear")
    with pytest.raises(UserError, match="holds other things"):
        desk.export(mine)


def test_unknown_options_are_refused_and_leave_no_file(path):
    with pytest.raises(UserError, match="no option 'moon'"):
        new_desk(path, moon=True)

    assert not path.exists()


def test_a_design_of_another_ruleset_has_what_every_campaign_has(tmp_path):
    with CampaignDesk.create(
        tmp_path / "s.wdcamp", small_design(), name="S", campaign="s", seed=None, options={},
        now=lambda: NOW, nonce=nonce,
    ) as desk:  # fmt: skip
        names = {"begin-scenario", "move-box", "set-weather", "points", "pool", "note", "bridge",
                 "advance", "fog-of-war", "sighting", "seat"}  # fmt: skip
        assert {each.id for each in actions_of(desk.design)} == names  # it has no tables and flags
        desk.next()
        assert desk.next().note == "at the table"
        desk.rule("reset", "no", reason="so", author="Ann")


def test_the_roll_of_a_flank_corps_tells_its_side_nothing_of_who_is_off_the_map(desk):
    go(desk, "17 Sep 1900")
    while desk.pending()[0].id != "corps":
        desk.next(skip="left")
    german = desk.design.members["chi.hg"]
    box = desk.design.corps[0].track[1]
    away = Place("box", box, game="WED")
    moved = BoxMoved(formation="chi.hg", box=box)
    desk.add([EventDraft(payload=moved, seen_by=("german",))])
    desk.add(
        [EventDraft(payload=UnitMoved(unit=u, place=away), seen_by=("german",)) for u in german]
    )

    desk.act("corps", {"corps": desk.design.corps[0].id}, roll=9)
    proposal = desk.propose("corps", {"corps": desk.design.corps[1].id})
    assert proposal is not None
    desk.override(proposal, "stays", [], "It rains")

    told = str(view_for(desk, "allied").facts)
    assert "German formations" not in told
    assert "advances to" not in told
    assert "German formations" in str(view_for(desk, "german").facts)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("\ud800", id="before it is there"),  # no database takes half a sign
        pytest.param("Test", id="before it is begun"),
    ],
)
def test_a_campaign_that_could_not_be_begun_is_held_by_nobody(path, monkeypatch, name):
    engines, clock = [], iter([NOW])  # it stands still once the file is there

    def made(where):
        engines.append(create_tables(where))
        return engines[0]

    monkeypatch.setattr(campaign_files, "create_tables", made)
    with pytest.raises((UnicodeEncodeError, StopIteration)):
        CampaignDesk.create(
            path, small_design(), campaign="c1", name=name, seed=None, options={},
            now=lambda: next(clock), nonce=nonce,
        )  # fmt: skip
    assert engines[0].pool.checkedin() == engines[0].pool.checkedout() == 0
    campaign_files.CampaignLock(path).close()
