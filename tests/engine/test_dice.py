"""Dice: fair on every face count, the same again for the same key, typed, recorded."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from bridge_dash import opened, played
from hypothesis import given
from hypothesis import strategies as st

from wardesk.engine.dice import SeededDice
from wardesk.engine.legality import check
from wardesk.engine.types import CHANCE, Choose, Decision, GameState, Outcome, Roll, replace

CHI_SQUARE_999 = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47, 5: 20.52, 6: 22.46, 7: 24.32, 8: 26.12,
                  9: 27.88, 10: 29.59, 11: 31.26}  # fmt: skip
"""The 99.9 % points by degrees of freedom. Seeds are fixed, so a pass stays a pass."""

keys = st.integers(min_value=0, max_value=2**63)
small = st.integers(min_value=0, max_value=10_000)
dice = st.lists(st.integers(min_value=2, max_value=100), max_size=70).map(tuple)


def asked(*faces: int) -> Decision:
    return Decision(
        who=CHANCE, kind="x", shape="roll", prompt="Roll", cite="", then="x", dice=faces
    )


@pytest.mark.parametrize("faces", range(2, 13))
def test_every_face_falls_equally_often(faces: int):
    rolls = 600 * faces
    source = SeededDice(1940)

    counts = Counter(source.answer(asked(faces), 0, n).dice[0] for n in range(rolls))

    assert set(counts) == set(range(1, faces + 1))
    chi = sum((n - 600) ** 2 / 600 for n in counts.values())
    assert chi < CHI_SQUARE_999[faces - 1], counts


def test_low_faces_are_not_favoured_where_the_faces_do_not_divide_the_bytes():
    # Two bytes modulo 40,000 would give the lower half of the faces 61 times in 100.
    source = SeededDice(1940)

    low = sum(source.answer(asked(40_000), 0, n).dice[0] <= 20_000 for n in range(4000))

    assert 1880 < low < 2120


@pytest.mark.parametrize("faces", range(2, 13))
def test_neighbouring_keys_are_independent(faces: int):
    # Pairs of following rolls: every cell of the table is about as full as any other.
    per_cell = 30
    rolls = per_cell * faces * faces
    source = SeededDice(7)
    values = [source.answer(asked(faces), 0, n).dice[0] for n in range(rolls + 1)]

    pairs = Counter(pairwise(values))

    chi = sum(
        (pairs[a, b] - per_cell) ** 2 / per_cell
        for a in range(1, faces + 1)
        for b in range(1, faces + 1)
    )
    freedom = faces * faces - 1
    assert chi < freedom + 4 * (2 * freedom) ** 0.5, chi


@given(seed=keys, branch=small, chances=small, faces=dice)
def test_same_key_rolls_the_same_and_within_the_faces(
    seed: int, branch: int, chances: int, faces: tuple[int, ...]
):
    question = asked(*faces)

    first = SeededDice(seed).answer(question, branch, chances)

    assert first == SeededDice(seed).answer(question, branch, chances)
    assert len(first.dice) == len(faces)
    assert all(1 <= value <= most for value, most in zip(first.dice, faces, strict=True))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((1, 0, 0), (2, 0, 0)),
        ((1, 0, 0), (1, 1, 0)),
        ((1, 0, 0), (1, 0, 1)),
        ((1, 1, 0), (1, 0, 1)),
    ],
)
def test_seed_branch_and_count_each_change_the_dice(
    one: tuple[int, int, int], other: tuple[int, int, int]
):
    question = asked(*([12] * 20))

    rolled = [SeededDice(seed).answer(question, b, c) for seed, b, c in (one, other)]

    assert rolled[0] != rolled[1]


def test_many_dice_never_repeat_the_first_ones():
    # A long roll needs more bytes than one hash gives.
    values = SeededDice(3).answer(asked(*([6] * 200)), 0, 0).dice

    assert values[:32] != values[32:64]
    assert set(values) == set(range(1, 7))


def rolls_of(umpire: bool) -> list[tuple[int, ...]]:
    """The dice of one game with the same choices, with and without an umpire's rulings between."""
    journal, source = opened(umpire=umpire), SeededDice(11)
    found: list[tuple[int, ...]] = []
    for word in ("advance", "G1", "advance", "advance", "G2"):
        journal.answer(Choose(word), umpire=umpire)
        ask = journal.state().ask
        if ask is not None and ask.who == CHANCE:
            roll = source.answer(ask, journal.luck, journal.event.chances)
            found.append(roll.dice)
            journal.answer(roll, umpire=umpire)
            ask = journal.state().ask
            if umpire and ask is not None:
                # He rules that nothing ever hits.
                journal.answer(Outcome({"hits": 0}), umpire=True, reason="Fog")
    return found


def test_answers_of_the_umpire_shift_no_later_dice():
    assert len(rolls_of(umpire=True)) == 2
    assert rolls_of(umpire=True) == rolls_of(umpire=False)


def test_an_undone_roll_falls_again_as_it_fell():
    journal = played(opened(), "advance", "G1")
    before = journal.luck
    played(journal, 3)

    journal.undo()

    assert journal.luck == before


def test_a_die_shows_what_is_printed_on_it():
    one = asked(10, 10)
    nought = replace(one, lowest=0)
    fell = [SeededDice(3).answer(nought, 0, k).dice for k in range(200)]
    assert {die for dice in fell for die in dice} == set(range(10))
    ones = [SeededDice(3).answer(one, 0, k).dice for k in range(200)]
    assert [tuple(die - 1 for die in dice) for dice in ones] == fell
    rules, state = opened().rules, GameState(pieces={}, ask=nought)
    assert check(rules, state, Roll((0, 9)), umpire=False) == ((), True)
    (reason,), _ = check(rules, state, Roll((10, 0)), umpire=False)
    assert reason.text == "A die shows 0 to 9, not 10"
