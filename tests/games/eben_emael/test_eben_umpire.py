"""An umpire may overrule and edit anything; the game goes on to its end."""

from random import Random

import pytest
from eben import RULES, fresh, lay

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Illegal, Stamp, advance, begin, edit
from wardesk.engine.types import (
    CreatePiece,
    Outcome,
    Path,
    RemovePiece,
    SetMark,
    SetPiece,
    replace,
)

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
