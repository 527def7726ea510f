"""Intervals and spreads against values that are known from elsewhere."""

from __future__ import annotations

import math
import random

import pytest

from wardesk.studies.statistics import (
    MeasuredDifference,
    paired_means,
    paired_shares,
    quantile,
    spread,
    wilson,
)
from wardesk.studies.words import points_text, signed


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [  # Newcombe (1998), Statistics in Medicine 17, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 1 - 0.1170, 1.0),
    ],
)
def test_wilson_intervals_are_the_published_ones(count, of, low, high):
    found = wilson(count, of)

    assert (found.low, found.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_of_nothing_everything_is_possible():
    found = wilson(0, 0)

    assert (found.share, found.low, found.high) == (0, 0, 1)


def test_a_share_lies_in_its_own_interval():
    for of in (1, 2, 7, 1000):
        for count in range(0, of + 1, max(1, of // 7)):
            found = wilson(count, of)
            assert 0 <= found.low <= found.share <= found.high <= 1


def test_wilson_covers_what_it_says():
    rng, true = random.Random(4), 0.3
    hits = sum(
        (w := wilson(sum(rng.random() < true for _ in range(60)), 60)).low <= true <= w.high
        for _ in range(600)
    )

    assert 0.92 <= hits / 600 <= 0.98


def test_a_spread_by_hand():
    found = spread({2: 1, 4: 3, 6: 1})

    assert found is not None
    assert (found.n, found.mean, found.median, found.least, found.most) == (5, 4.0, 4, 2, 6)
    assert found.deviation == pytest.approx(math.sqrt(2))
    assert found.high - found.mean == pytest.approx(1.96 * math.sqrt(2 / 5), abs=1e-4)
    assert spread({}) is None


def test_quarters_of_a_die():
    die = dict.fromkeys(range(1, 7), 10)

    assert [quantile(die, share) for share in (0, 0.25, 0.5, 0.75, 1)] == [1, 2, 3, 5, 6]
    with pytest.raises(ValueError, match="empty"):
        quantile({}, 0.5)


def test_paired_shares_are_bonett_and_price():
    pairs = [(True, True)] * 20 + [(False, True)] * 12 + [(True, False)] * 2 + [(False, False)] * 2
    found = paired_shares(pairs)
    up, down = 13 / 38, 3 / 38
    reach = 1.959964 * math.sqrt((up + down - (up - down) ** 2) / 38)

    assert found.value == pytest.approx(10 / 36)
    assert found.low == pytest.approx(up - down - reach, abs=1e-6)
    assert not found.may_be_chance
    assert paired_shares([(True, True)] * 30).may_be_chance


def test_differences_of_nothing_are_unknown():
    assert paired_shares([]).may_be_chance
    assert paired_means([]).may_be_chance
    assert paired_means([(1, 9)]).may_be_chance
    assert paired_means([(1, 2), (2, 3), (5, 6)]).low == 1


def test_differences_in_words():
    assert signed(3.14) == "+3.1"
    assert signed(-0.4) == "−0.4"
    assert signed(-0.01) == signed(0.0) == "0.0"
    assert (
        points_text(MeasuredDifference(9, 0.1, -0.05, 0.25), factor=100) == "+10.0 (−5.0 to +25.0)"
    )
    assert points_text(MeasuredDifference(1, 0.1, -0.05, 0.25)) == "not yet known"
