"""Columns of odds: rounding, gaps and the ends of a chart."""

from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardesk.games.shared.odds import column, down, half_down, half_up, up

CHART = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1")
STRENGTH = st.integers(1, 300)


@given(st.integers(0, 500), st.integers(1, 9))
def test_the_four_roundings_differ_only_as_they_say(number, by):
    exact = Fraction(number, by)
    assert (down(number, by), up(number, by)) == (floor(exact), ceil(exact))
    assert half_up(number, by) == floor(exact + Fraction(1, 2))
    assert half_down(number, by) == ceil(exact - Fraction(1, 2))


@pytest.mark.parametrize(
    ("attackers", "defenders", "odds"),
    [(20, 20, "1:1"), (39, 20, "1:1"), (40, 20, "2:1"), (19, 20, "1:2"), (9, 20, "1:3")],
)
def test_odds_are_rounded_for_the_defender(attackers, defenders, odds):
    assert CHART[column(attackers, defenders, CHART)] == odds


def test_a_game_may_round_otherwise():
    assert CHART[column(39, 20, CHART, above=half_up)] == "2:1"
    assert CHART[column(19, 20, CHART, below=down)] == "1:1"


def test_odds_between_two_columns_are_read_in_the_lower_one():
    assert column(40, 10, ("1:1", "2:1", "5:1")) == 1


@pytest.mark.parametrize(
    ("attackers", "defenders", "at"), [(1, 99, 0), (99, 1, 5), (0, 0, 0), (3, 0, 5)]
)
def test_the_chart_holds_at_its_ends(attackers, defenders, at):
    assert column(attackers, defenders, CHART) == at


@given(STRENGTH, STRENGTH)
def test_one_more_man_never_worsens_the_odds(attackers, defenders):
    now = column(attackers, defenders, CHART)
    assert column(attackers + 1, defenders, CHART) >= now >= column(attackers, defenders + 1, CHART)


def test_odds_that_do_not_rise_are_refused():
    with pytest.raises(ValueError, match="do not rise"):
        column(1, 1, ("1:1", "1:2"))
