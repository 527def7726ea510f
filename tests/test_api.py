"""The Python API on a tiny game, and the examples of its own documentation."""

from __future__ import annotations

import contextlib
import doctest
import subprocess
import sys
from pathlib import Path as File

import pytest
from toy_game import load_toy

import wardesk
from wardesk import api
from wardesk.engine.kernel import Illegal
from wardesk.engine.types import (
    Allocate,
    Choose,
    CreatePiece,
    Outcome,
    Path,
    Pieces,
    Roll,
    SetPiece,
)
from wardesk.errors import UserError
from wardesk.services.play import tables

ROOT = File(__file__).parents[1]


@pytest.fixture(autouse=True)
def _toy(monkeypatch):
    monkeypatch.setattr(tables, "load_table", load_toy)


def game(**changes):
    return wardesk.new_game("toy/dash", **{"seed": 7, **changes})


def test_the_examples_of_the_documentation(monkeypatch):
    monkeypatch.undo()

    failed, tried = doctest.testmod(api)

    assert failed == 0
    assert tried > 10


def test_importing_wardesk_costs_nothing():
    code = "import sys, wardesk; sys.exit('wardesk.api' in sys.modules or 'msgspec' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
    assert set(wardesk.__all__) <= set(dir(wardesk))
    with pytest.raises(AttributeError, match="no attribute 'fly'"):
        _ = wardesk.fly


def test_a_script_plays_a_whole_game():
    played = game()
    while played.ask is not None:
        side = played.ask.who
        played.answer(played.bot(side, "random").choose(played))

    assert played.result is not None
    assert [event.id for event in played.events] == list(range(len(played.events)))


def test_seeded_dice_and_bots_answer_by_themselves():
    played = game(players={"axis": "policy"})

    event = played.answer({"key": "advance"})

    assert event.answer == Choose("advance")
    assert played.ask.who == "allies"
    assert len(played.events) == 4


@pytest.mark.parametrize(
    "answer", [{"key": "advance"}, {"type": "choose", "key": "advance"}, Choose("advance")]
)
def test_answers_may_be_plain(answer):
    assert game().check(answer) == []
    assert game().answer(answer).answer == Choose("advance")


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"wings": 2},
        {"key": 7},
        {"type": "fly"},
        {"type": 3, "key": "x"},
        {"dice": "6"},
        {"pieces": "P1"},
    ],
)
def test_what_is_no_answer_is_refused(answer):
    played = game()

    with pytest.raises(UserError, match="no answer"):
        played.answer(answer)
    assert len(played.events) == 1


def test_an_illegal_answer_says_why():
    played = game()

    (reason,) = played.check({"key": "fly"})
    with pytest.raises(Illegal, match="not one of the choices"):
        played.answer({"key": "fly"})
    assert "fly" in reason.text


def test_options_are_legal_and_do_not_change_when_asked_again():
    played = game()

    assert played.options() == played.options() == [Choose("advance"), Choose("halt")]


def test_a_bot_answers_for_its_own_side_only():
    with pytest.raises(UserError, match="is not asked now"):
        game().bot("axis").choose(game())


def test_an_umpire_rules_in_one_call():
    played = game(mode="adjudicate", players={"axis": "policy"})
    played.answer({"key": "advance"})
    assert played.ask.who == "chance"

    event = played.adjudicate(outcome={"hit": 2}, author="Ann", reason="point blank")

    assert event.answer == Outcome({"hit": 2})
    assert event.proposed is not None
    assert played.state.pieces["P"].steps == 0


def test_ruling_on_an_answer_lets_the_dice_fall_first():
    played = game(mode="adjudicate")
    played.adjudicate({"key": "advance"}, author="Ann", reason="")

    event = played.adjudicate({"key": "G1"}, author="Ann", reason="as it fell")

    assert isinstance(event.answer, Outcome)
    assert event.proposed is None


@pytest.mark.parametrize(
    "ruling",
    [
        {"outcome": {"hit": 99}, "author": "Ann", "reason": "x"},
        {"outcome": {"wings": 1}, "author": "Ann", "reason": "x"},
        {"outcome": {"hit": 1.5}, "author": "Ann", "reason": "x"},
        {"outcome": {"hit": None}, "author": "Ann", "reason": "x"},
        {"outcome": 7, "author": "Ann", "reason": "x"},
        {"outcome": {"hit": 2}, "author": "Ann", "reason": ""},
        {"outcome": {"hit": 2}, "author": "Ann", "reason": None},
        {"outcome": {"hit": 2}, "author": "Ann", "reason": "\ud800"},
        {"outcome": {"hit": 2}, "author": 7, "reason": "x"},
        {"answer": {"key": "fly"}, "author": "Ann", "reason": "x"},
        {"answer": {"key": "halt"}, "outcome": {"hit": 2}, "author": "Ann", "reason": "x"},
    ],
)
@pytest.mark.parametrize("already", [False, True], ids=["on the answer", "on the dice"])
def test_a_bad_ruling_changes_nothing_and_throws_no_die(tmp_path, ruling, already):
    path = tmp_path / "a.wdgame"
    played = game(mode="adjudicate", players={"axis": "policy"}, path=path)
    if already:
        played.answer({"key": "advance"})
        assert played.ask.who == "chance"
    else:
        ruling = {"answer": {"key": "advance"}, **ruling}
    before, state = path.read_bytes(), played.state

    with pytest.raises(UserError):
        played.adjudicate(**ruling)

    assert played.state is state
    assert path.read_bytes() == before
    played.close()
    assert api.open_game(path).state == state


WRONG = [None, 7, 1.5, True, "x", b"x", [], {}, [1], {"key": [1]}, object(), float("nan"), 10**5000]


@pytest.mark.parametrize("value", WRONG, ids=lambda v: f"{type(v).__name__}")
@pytest.mark.parametrize(
    "call",
    [
        lambda g, v: g.answer(v),
        lambda g, v: g.answer(Choose(v)),
        lambda g, v: g.answer(Choose("advance", v)),
        lambda g, v: g.answer(Pieces(v)),
        lambda g, v: g.answer(Allocate(v)),
        lambda g, v: g.answer({"key": v}),
        lambda g, v: g.answer({"type": v}),
        lambda g, v: g.check(v),
        lambda g, v: g.check(Choose(v)),
        lambda g, v: g.check(Path(v, v)),
        lambda g, v: g.check(Roll(v)),
        lambda g, v: g.answer({"key": "advance"}, author=v),
        lambda g, v: g.answer({"key": "advance"}, reason=v),
        lambda g, v: g.edit(v, "Ann", "x"),
        lambda g, v: g.edit([v], "Ann", "x"),
        lambda g, v: g.edit([SetPiece(v, "at", "1")], "Ann", "x"),
        lambda g, v: g.edit([SetPiece("P", v, "1")], "Ann", "x"),
        lambda g, v: g.edit([SetPiece("P", "at", v)], "Ann", "x"),
        lambda g, v: g.edit([SetPiece("P", "at", "1")], v, "x"),
        lambda g, v: g.edit([SetPiece("P", "at", "1")], "Ann", v),
        lambda g, v: g.edit([CreatePiece(v)], "Ann", "x"),
        lambda g, v: g.undo(v),
        lambda g, v: g.undo("x", v),
        lambda g, v: g.session.go(v),
        lambda g, v: g.session.go(0, v),
        lambda g, v: g.session.annotate(v, "note", "x"),
        lambda g, v: g.session.annotate(0, v, "x"),
        lambda g, v: g.session.annotate(0, "note", v),
        lambda g, v: g.session.remove_note(v, "note"),
        lambda g, v: g.session.set_player(v, "human"),
        lambda g, v: g.session.set_player("axis", v),
        lambda g, v: g.session.set_orders("axis", v),
        lambda g, v: g.session.set_mode(v),
        lambda g, v: g.session.set_dice(v),
        lambda g, v: g.session.set_stop_filter(v),
        lambda g, v: g.view(v),
        lambda g, v: g.bot(v).choose(g),
        lambda g, v: g.bot("allies", v).choose(g),
        lambda g, v: g.adjudicate(v, outcome=v, author="Ann", reason="x"),
        lambda g, v: wardesk.new_game("toy/dash", seed=v),
        lambda g, v: wardesk.new_game("toy/dash", mode=v),
        lambda g, v: wardesk.new_game("toy/dash", dice=v),
        lambda g, v: wardesk.new_game("toy/dash", players=v),
        lambda g, v: wardesk.new_game("toy/dash", players={"axis": v}),
        lambda g, v: wardesk.new_game("toy/dash", options=v),
        lambda g, v: wardesk.load_scenario(v),
        lambda g, v: wardesk.load_scenario("x" * 100_000),
    ],
)
def test_a_wrong_type_is_a_sentence_and_leaves_no_report(tmp_path, monkeypatch, call, value):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path))
    played = game(path=tmp_path / "a.wdgame")

    with contextlib.suppress(UserError):
        call(played, value)

    assert played.session.failed == ""
    assert not list(tmp_path.rglob("reports/*"))
    after = played.state
    played.close()
    again = api.open_game(tmp_path / "a.wdgame")
    assert again.state == after


def test_no_rulings_in_play():
    with pytest.raises(UserError, match="adjudicate mode"):
        game().adjudicate(outcome={"hit": 1}, author="Ann", reason="x")


def test_edit_undo_and_redo():
    played = game()
    played.edit([SetPiece("P", "steps", 1)], "Ann", "as agreed")
    played.undo()
    assert played.state.pieces["P"].steps == 2
    played.redo()
    assert played.state.pieces["P"].steps == 1


def test_a_saved_game_opens_where_it_was_left(tmp_path):
    played = game()
    played.answer({"key": "advance"})
    played.save(tmp_path / "a.wdgame")

    with wardesk.open_game(tmp_path / "a.wdgame") as again:
        assert again.state == played.state
        assert again.session.path is None


def test_a_game_with_a_path_is_kept_as_it_goes(tmp_path):
    with game(path=tmp_path / "a.wdgame") as played:
        played.answer({"key": "advance"})
    with wardesk.open_game(tmp_path / "a.wdgame", keep=True) as again:
        again.answer({"key": "pass"})
    with wardesk.open_game(str(tmp_path / "a.wdgame")) as once_more:
        assert len(once_more.events) == 3


def test_a_side_sees_its_view():
    assert game().view("axis").pieces
    with pytest.raises(UserError, match="no side"):
        game().view("moon")


def test_a_campaign_opens_by_its_address(tmp_path):
    from small_campaign import NOW, small_design

    from wardesk.services.campaign.desk import CampaignDesk

    path = tmp_path / "small.wdcamp"
    CampaignDesk.create(
        path, small_design(), name="Small", campaign="s", seed=1, options={}, now=lambda: NOW,
        nonce=lambda: bytes(16),
    ).close()  # fmt: skip

    with wardesk.open_campaign(f"sqlite:///{path}") as campaign:
        assert campaign.state.name == "Small"
    with pytest.raises(UserError, match="no address"):
        wardesk.open_campaign("postgresql+psycopg://somewhere")
    with pytest.raises(UserError, match="no campaign at"):
        wardesk.open_campaign(tmp_path / "none.wdcamp")


def test_a_map_answers_for_sight():
    board = wardesk.load_map(ROOT / "campaigns" / "eben-emael" / "maps" / "fort")

    sight = board.sight("G5", "G2")

    assert sight.clear
    assert "G2" in board.viewshed("G5", reach=400)


def test_a_scenario_by_name_or_by_the_path_of_its_file():
    by_name = wardesk.load_scenario("eben-emael/historical")
    path = ROOT / "campaigns" / "eben-emael" / "scenarios" / "historical.toml"

    assert wardesk.load_scenario(str(path)) == by_name
    with pytest.raises(UserError, match="no scenario"):
        wardesk.load_scenario("moon/landing")
