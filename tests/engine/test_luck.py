"""The dice of the seed hang on what was done: no remark, no order of names brings others."""

from __future__ import annotations

from typing import Any

import pytest
from bridge_dash import opened, played
from test_journal import random_game

from wardesk.engine.dice import SeededDice
from wardesk.engine.journal import Journal
from wardesk.engine.luck import ByBranch, ByDeed, deed_of, luck_by
from wardesk.engine.replay import other_dice
from wardesk.engine.types import (
    OWN,
    Allocate,
    Cells,
    Choose,
    Decision,
    Event,
    Factor,
    Outcome,
    Path,
    Pieces,
    Roll,
    SetPiece,
    SetTrack,
    replace,
)


def event(answer: Any, number: int = 1, parent: int = 0, **more: Any) -> Event[Any, Any]:
    return Event(id=number, parent=parent, answer=answer, **more)


def followed(*steps: tuple[int, int, Any]) -> ByDeed:
    """Events by number, parent and answer, the set-up before them; any may begin a branch."""
    luck = ByDeed()
    luck.take(event(None, 0, -1))
    for number, parent, answer in steps:
        luck.take(event(answer, number, parent, branch=number))
    return luck


def test_the_same_deed_with_another_remark_has_the_same_luck():
    journal = played(opened(), "advance")
    journal.answer(Choose("G1"), umpire=False)
    found = [journal.luck]
    for n in range(4):
        journal.undo()
        journal.answer(Choose("G1"), umpire=False, reason=f"try {n}")
        found.append(journal.luck)

    assert len({*found}) == 1
    assert len(journal.events) == 7  # every remark is on the record


def test_another_deed_has_another_luck_and_the_first_keeps_its_own():
    luck = followed((1, 0, Choose("a")), (2, 0, Choose("b")), (3, 0, Choose("a")))

    assert luck.key(1) == luck.key(3) == luck.key(0) != luck.key(2)


def test_whoever_repeats_a_deed_does_not_carry_dice_that_he_has_seen_to_another_one():
    # 0 - 1 a - 2 b; then a once more with a remark, and c: the dice after b must not be c's
    luck = followed((1, 0, Choose("a")), (2, 1, Choose("b")), (3, 0, Choose("a")))
    luck.take(event(Choose("c"), 4, 3, branch=4))
    luck.take(event(Choose("b"), 5, 3, branch=5))

    assert luck.key(5) == luck.key(2)
    assert luck.key(4) not in (luck.key(2), luck.key(1))


def test_a_line_without_a_fork_has_the_luck_of_the_oldest_games():
    journal = played(opened(), "advance", "G1", 3, "advance")

    assert journal.luck == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Pieces(("a", "b")), Pieces(("b", "a"))),
        (Cells(("1", "2")), Cells(("2", "1"))),
        (Path(("a", "b"), ("1", "2")), Path(("b", "a"), ("1", "2"))),
        (Choose("flip", ("a", "b")), Choose("flip", ("b", "a"))),
        (Allocate({"a": 1, "b": 2, "c": 0}), Allocate({"b": 2, "a": 1})),
        (Outcome({"x": 1, "y": None}), Outcome({"y": None, "x": 1})),
    ],
)
def test_the_order_in_which_things_are_named_makes_no_other_deed(one: Any, other: Any):
    assert deed_of(event(one)) == deed_of(event(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Pieces(("a", "b")), Pieces(("a",))),
        (Path(("a",), ("1", "2")), Path(("a",), ("2", "1"))),
        (Choose("a", ("b",)), Choose("b", ("a",))),
        (Allocate({"a": 1, "b": 2}), Allocate({"a": 2, "b": 1})),
        (Roll((5, 6)), Roll((6, 5))),
    ],
)
def test_another_deed_is_another(one: Any, other: Any):
    assert deed_of(event(one)) != deed_of(event(other))


def test_why_an_umpire_changed_a_roll_makes_no_other_deed_and_what_he_changed_does():
    rain = Factor("rain", "rain", -1, "")
    asked = Decision(
        who="chance", kind="x", shape="roll", prompt="", cite="", then="x", factors=(rain,),
        proposed={"column": 2},
    )  # fmt: skip
    own = Factor(f"{OWN}1", "mud", 1, "", why="it is wet")

    def ruled(**more: Any) -> Any:
        return deed_of(event(Roll((3,), **more), asked=asked))

    assert ruled() == ruled(factors=(rain,)) == ruled(inputs={"column": 2})
    mud = ruled(factors=(rain, own))
    assert mud == ruled(factors=(rain, replace(own, why="it is dry", name="dust")))
    assert len({ruled(), mud, ruled(factors=()), ruled(inputs={"column": 3})}) == 4


def test_edits_are_the_same_where_they_changed_the_same():
    one, two = SetPiece("a", "at", "1"), SetTrack("turn", 2)

    assert deed_of(event(None, effects=(one, two))) == deed_of(event(None, effects=(two, one)))
    assert deed_of(event(None, effects=(one,))) != deed_of(event(None, effects=(two,)))


def test_the_oldest_games_go_on_by_their_branches():
    luck = luck_by("branch")
    assert isinstance(luck, ByBranch)
    luck.take(event(None, 0, -1))
    luck.take(event(Choose("a"), 1, 0))
    assert luck.key(1) == 0
    luck.take(event(Roll((3,)), 2, 1, dice_by="typed"))
    assert luck.key(1) == 1
    luck.take(event(Roll((4,)), 3, 1, branch=1, dice_by="seeded"))
    luck.take(event(Choose("b"), 4, 0, branch=2))
    assert luck.key(1) == 1  # falls as it fell
    assert luck.key(0) == 3
    assert luck.key(4) == 2


# ---- held against the seed ----------------------------------------------------------------------

SEEDS = [
    seed
    for seed in range(40)
    if any(isinstance(e.answer, Roll) for e in random_game(seed).events.values())
]


def seeded_game(seed: int) -> Journal[Any, Any]:
    """A random game with branches, all of whose dice are said to be the seed's."""
    journal = random_game(seed)
    for number, found in journal.events.items():
        if isinstance(found.answer, Roll):
            journal.events[number] = replace(found, dice_by="seeded")
    return journal


@pytest.mark.parametrize("seed", SEEDS)
def test_dice_of_the_seed_are_proved_on_every_branch(seed: int):
    assert other_dice(seed, "deed", seeded_game(seed).events.values()) is None


@pytest.mark.parametrize("seed", SEEDS)
def test_a_die_that_is_not_the_seeds_is_named(seed: int):
    journal = seeded_game(seed)
    rolls = [e for e in journal.events.values() if isinstance(e.answer, Roll)]
    forged = rolls[-1]
    die = forged.answer.dice[0] % 6 + 1
    events = {**journal.events, forged.id: replace(forged, answer=Roll((die,)))}

    found = other_dice(seed, "deed", events.values())

    assert found is not None
    assert found.event == forged.id
    assert str(die) in found.text


def test_a_typed_die_is_nobodys_proof_and_nobodys_fault():
    journal = random_game(SEEDS[0])
    assert any(isinstance(e.answer, Roll) for e in journal.events.values())

    assert other_dice(99, "deed", journal.events.values()) is None


@pytest.mark.parametrize("field", ["branch", "chances"])
def test_a_branch_or_a_count_that_was_chosen_for_its_dice_is_named(field: str):
    journal = played(opened(), "advance", "G1")
    ask = journal.state().ask
    assert ask is not None
    dice = SeededDice(5)
    number = next(n for n in range(1, 99) if dice.answer(ask, n, 0).dice == (6,))
    last = journal.event
    events = {**journal.events, last.id: replace(last, **{field: number})}

    found = other_dice(5, "branch", events.values())

    assert found is not None
    assert found.event == last.id
