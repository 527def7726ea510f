"""An umpire may overrule and edit anything; the game goes on to its end."""

import shutil
from pathlib import Path as File
from random import Random

import pytest
from eben import RULES, fresh, lay, sally

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Illegal, Stamp, advance, begin, edit
from wardesk.engine.types import (
    COLUMN_SHIFT,
    OWN,
    CreatePiece,
    Factor,
    Outcome,
    Path,
    RemovePiece,
    Roll,
    SetMark,
    SetPiece,
    replace,
)
from wardesk.services.play.session import PlaySession
from wardesk.words import decode, encode

MUSEUM = File(__file__).parents[2] / "museum"
MISHAP = 0.08
"""How often somebody reaches into the game instead of answering."""


def mishap(state, rng):
    """An edit that a person might make at any moment."""
    piece, cell = rng.choice(list(state.pieces)), rng.choice(RULES.setting.fort.cells)
    return rng.choice(
        [
            RemovePiece(piece),
            SetPiece(piece, "at", None),
            SetPiece(piece, "men", 0),
            SetPiece(piece, "at", cell),
            SetMark(f"{cell}/destroyed", True),
        ]
    )


def ruling(ask, rng):
    """The proposed outcome with some fields changed."""
    value = dict(ask.proposed)
    for field in ask.fields:
        if rng.random() < 0.3:
            most = min(field.most, 12)
            value[field.name] = (
                rng.choice(field.choices) if field.choices else rng.randint(field.least, most)
            )
    return Outcome(value)


@pytest.mark.plays
@pytest.mark.parametrize("seed", range(40))
def test_a_game_full_of_edits_and_rulings_ends(seed):
    umpire, rng, dice = seed % 2 == 0, Random(seed), SeededDice(seed)
    event, state = begin(RULES, umpire=umpire)
    for number in range(1, 2000):
        ask = state.ask
        if ask is None:
            break
        stamp = Stamp(id=number, parent=number - 1, chances=event.chances, reason="try")
        if rng.random() < MISHAP:
            event, state = edit(RULES, state, (mishap(state, rng),), stamp, umpire=umpire)
            continue
        RULES.showing.look(state)
        RULES.showing.case(state)
        if ask.who == "chance":
            answer = dice.answer(ask, 0, event.chances)
        elif ask.who == "umpire":
            answer = ruling(ask, rng)
        else:
            answer = (RULES.thinking.policy if seed % 3 == 0 else RULES.sample)(state, rng)
        event, state = advance(RULES, state, answer, stamp, umpire=umpire)
    assert state.result is not None


def test_an_umpire_may_allow_an_illegal_move_but_not_an_unreadable_one():
    game = lay("german_move", {"glider-1": "MN"}, umpire=True)
    with pytest.raises(Illegal, match="no place"):
        game.give(Path(("glider-1",), ("NOWHERE",)), "let it be")
    with pytest.raises(Illegal, match="reason"):
        game.go("glider-1", "VI1")
    game.give(Path(("glider-1",), ("VI1",)), "by rope")
    assert game.pieces["glider-1"].at == "VI1"
    assert [r.cite for r in game.event.warnings] == ["EE 3.2"]


def test_an_umpire_may_save_a_glider():
    game = fresh(umpire=True).go("glider-1", "MN").roll(1, 1)
    assert game.ask.proposed == {"fate": "lost", "men_lost": 0}
    game.rule("a soft landing", fate="lands", men_lost=3)
    assert game.pieces["glider-1"].men == 5


@pytest.mark.parametrize("place", ["NOWHERE", "", "mn"])
def test_an_edit_puts_nothing_nowhere(place):
    game = lay("german_move", {"glider-1": "D1"})
    stamp = Stamp(id=2, parent=1, author="Ann", reason="slip")
    piece = game.pieces["glider-1"]
    for effect in (
        SetPiece("glider-1", "at", place),
        CreatePiece(replace(piece, id="x", at=place)),
    ):
        with pytest.raises(Illegal, match="no place"):
            edit(RULES, game.state, (effect,), stamp, umpire=True)


@pytest.mark.parametrize("place", ["MN", "gliders", None])
def test_an_edit_may_use_sectors_boxes_and_the_lid(place):
    game = lay("german_move", {"glider-1": "D1", "glider-2": "D2"})
    stamp = Stamp(id=2, parent=1, author="Ann", reason="put right")
    effect = SetPiece("glider-1", "at", place)
    assert edit(RULES, game.state, (effect,), stamp, umpire=True)[1].pieces["glider-1"].at == place


# ---- what an umpire changes of an attack before the dice fall ------------------------------------

FOUR = {"glider-1": "G8", "glider-9": "G8", "glider-10": "G8", "glider-11": "G8"}


def before_the_dice(*, umpire=True):
    """29 men in the open against 20 in the trench: 29 / 2 = 15 against 20, at 1:2."""
    unarmed = {unit: {"equipment": 0, "charges": 0, "flamethrowers": 0} for unit in FOUR}
    game = lay("german_attack", FOUR, (sally("a", "MICA", 20),), umpire=umpire,
               changes={"MICA.machine_gun": {"equipment": 0}, **unarmed})  # fmt: skip
    game.at("MICA").pick(*FOUR)
    assert game.ask.kind == "combat"
    assert game.ask.column == "1:2"
    return game


def odds_column(game, **changes):
    """The column of the case when an umpire sets these inputs."""
    ask = replace(game.ask, proposed={**game.ask.proposed, **changes})
    chart = RULES.showing.case(replace(game.state, ask=ask)).chart
    return chart.columns[chart.column]


def test_an_attack_offers_what_it_rests_on_to_the_umpire_and_to_nobody_else():
    asked = before_the_dice().ask
    assert asked.proposed == {"men": 29, "ground": "2", "defenders": 20, COLUMN_SHIFT: 0}
    assert [field.name for field in asked.fields] == list(asked.proposed)
    assert asked.sums
    asked = before_the_dice(umpire=False).ask
    assert (asked.proposed, asked.fields, asked.sums) == ({}, (), False)


@pytest.mark.parametrize(
    ("changes", "column"),
    [
        ({}, "1:2"),
        ({"ground": "1"}, "1:1"),
        ({"ground": "3", "defenders": 30}, "1:3"),
        ({"men": 80}, "2:1"),
        ({"defenders": 5}, "3:1"),
        ({COLUMN_SHIFT: 1}, "1:1"),
        ({COLUMN_SHIFT: -1}, "1:3"),
        ({COLUMN_SHIFT: len(RULES.setting.tables.combat.columns) - 1}, None),
    ],
)
def test_a_changed_input_moves_the_column_of_the_odds_and_of_the_result(changes, column):
    game = before_the_dice()
    columns = RULES.setting.tables.combat.columns
    expected = columns[-1] if column is None else column
    assert odds_column(game, **changes) == expected
    inputs = {**game.ask.proposed, **changes}
    game.give(Roll((3, 4), inputs=inputs), "as seen on the ground")
    assert game.ask.column == expected
    losses = RULES.setting.tables.combat.losses(7, columns.index(expected))
    assert tuple(game.ask.proposed.values()) == losses
    case = RULES.showing.case(game.state)
    assert case.chart.columns[case.chart.column] == expected


@pytest.mark.parametrize(("name", "least"), [("men", 1), ("defenders", 1)])
def test_an_attack_rests_on_one_man_at_least(name, least):
    found = next(field for field in before_the_dice().ask.fields if field.name == name)
    assert (found.least, found.most >= 40) == (least, True)
    game = before_the_dice()
    with pytest.raises(Illegal):
        game.give(Roll((3, 4), inputs={**game.ask.proposed, name: least - 1}), "none left")


@pytest.mark.parametrize("name", ["men", "defenders"])
def test_an_umpire_may_set_as_many_men_as_two_sectors_hold(name):
    found = next(field for field in before_the_dice().ask.fields if field.name == name)

    assert found.most == 2 * 80  # 80 in a sector


def test_the_case_after_the_dice_is_the_one_that_was_judged():
    game = before_the_dice()
    inputs = {**game.ask.proposed, "ground": "1"}
    game.give(Roll((3, 4), inputs=inputs), "rubble")
    assert [line.value for line in RULES.showing.case(game.state).inputs] == ["29", "/ 1", "20"]
    assert game.event.proposed == {"ground": "2"}


def test_a_modifier_of_the_umpires_own_counts_and_stays_on_the_card():
    game = before_the_dice()
    smoke = Factor(f"{OWN}1", "Smoke", 2, "", why="order of 10:40")
    game.give(Roll((3, 4), factors=(smoke,)), "order of 10:40")
    at = RULES.setting.tables.combat.columns.index("1:2")
    assert tuple(game.ask.proposed.values()) == RULES.setting.tables.combat.losses(9, at)
    assert game.ask.factors == (smoke,)


def test_a_judged_attack_is_played_again_from_its_facts():
    game = before_the_dice()
    inputs = {**game.ask.proposed, "men": 60}
    game.give(Roll((3, 4), inputs=inputs), "a second wave").rule(**game.ask.proposed)
    plain = [encode(event) for event in game.events]
    again = [decode(data, RULES.event_type) for data in plain]
    assert again == game.events
    assert [encode(event) for event in again] == plain


def test_a_judged_attack_out_of_the_museum_stands_as_it_was_ruled(tmp_path):
    copy = tmp_path / "old.wdgame"
    shutil.copy(MUSEUM / "judged-v3.wdgame", copy)

    with PlaySession.open(copy) as session:
        rolled, ruled = session.journal.line()[-2:]
        assert rolled.answer.changed(rolled.asked) == {"men": 40, "ground": "1", COLUMN_SHIFT: 1}
        assert rolled.proposed == {"men": 6, "ground": "3", COLUMN_SHIFT: 0}
        assert [(own.name, own.value, own.why) for own in rolled.answer.own()] == [
            ("Smoke", 2, "order of 10:40")
        ]
        assert rolled.reason == "A second wave came over the rim"
        assert rolled.ask.column == "3:1"
        assert ruled.answer == Outcome({"attacker_loss": 2, "defender_loss": 2})
