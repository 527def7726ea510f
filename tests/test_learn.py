"""What programs learn from scripted games: weights are found again, wrong signs count nothing."""

from __future__ import annotations

import numpy as np
import pytest
from learn.common import Burst, Wanted, explained, fitted, told, write
from msgspec import toml

from wardesk.games.shared.learned import Learned, chance


def drawn(number: int = 4000):
    rng = np.random.default_rng(5)
    figures = np.column_stack([np.ones(number), rng.normal(size=(number, 2))])
    odds = told(figures, np.array([0.5, 2.0, -1.0]))
    return figures, (rng.random(number) < odds).astype(float)


def test_weights_are_found_again():
    figures, truth = drawn()
    assert fitted(figures, truth, 0.01) == pytest.approx([0.5, 2.0, -1.0], abs=0.2)


def test_what_may_only_speak_for_a_side_never_speaks_against_it():
    figures, truth = drawn()
    weights = fitted(figures, truth, 0.01, [0, 1, 1])
    assert weights[2] == 0.0
    assert weights[1] > 1.0
    assert fitted(figures, truth, 0.01, [0, 1, -1]) == pytest.approx(fitted(figures, truth, 0.01))


def test_what_is_told_is_a_share_of_what_there_is_to_tell():
    truth = np.array([0.0, 1.0, 0.0, 1.0])
    assert explained(truth, truth) == 1.0
    assert explained(np.full(4, 0.5), truth) == 0.0


def test_the_program_reckons_as_the_learner_does():
    figures, weights = np.array([1.0, 0.3, -2.0]), np.array([0.5, 2.0, -1.0])
    assert chance(tuple(weights), tuple(figures)) == pytest.approx(told(figures, weights))
    assert chance((1000.0,), (1.0,)) == pytest.approx(1.0)
    assert chance((1000.0,), (-1.0,)) == pytest.approx(0.0)


def test_a_file_says_where_its_weights_come_from(tmp_path):
    class Weights(Learned, frozen=True, kw_only=True, forbid_unknown_fields=True):
        hold: tuple[float, ...]

    file = tmp_path / "weights.toml"
    given = Wanted(games=20, seed=7)
    write(file, given, {"pack/one": "abc"}, (0.5, 0.25), {"hold": np.array([1.0, -2.345])})

    read = toml.decode(file.read_bytes(), type=Weights)
    assert (read.games, read.seed, read.scenarios) == (20, 7, {"pack/one": "abc"})
    assert (read.explained, read.explained_before, read.hold) == (0.5, 0.25, (1.0, -2.35))
    assert list(given.seeds) == list(range(7, 27))


def test_a_burst_is_behind_when_its_answers_are_given():
    class First:
        def randint(self, low: int, high: int) -> int:
            return 3 if high == 9 else 2

    burst = Burst(First(), 9)  # pyright: ignore
    burst.asked = 4
    assert not burst.over
    burst.asked = 5
    assert burst.over
