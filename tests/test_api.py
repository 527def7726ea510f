"""The Python API on a tiny game, and the examples of its own documentation."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest
from toy_game import load_toy

import wardesk
from wardesk import api
from wardesk.engine.kernel import Illegal
from wardesk.engine.types import Choose, Outcome, SetPiece
from wardesk.errors import UserError
from wardesk.services import tables

ROOT = Path(__file__).parents[1]


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
    with pytest.raises(UserError, match="axis is not asked"):
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

    from wardesk.services.campaign_desk import CampaignDesk

    path = tmp_path / "small.wdcamp"
    CampaignDesk.create(
        path, small_design(), name="Small", campaign="s", seed=1, options={}, now=lambda: NOW,
        nonce=lambda: bytes(16),
    ).close()  # fmt: skip

    with wardesk.open_campaign(f"sqlite:///{path}") as campaign:
        assert campaign.state.name == "Small"
    with pytest.raises(UserError, match="not built yet"):
        wardesk.open_campaign("postgresql+psycopg://somewhere/x")
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
