"""Where one person should sit, and which side should be helped."""

from __future__ import annotations

import pytest

from wardesk.model.briefing import Briefing, Measured


def measured(red: int, blue: int) -> Measured:
    return Measured(games=100, day="2026-11-28", wins={"red": red, "blue": blue})


@pytest.mark.parametrize(
    ("solo", "red", "blue", "seat"),
    [("", 8, 92, "blue"), ("", 92, 8, "red"), ("", 20, 80, ""), ("red", 8, 92, "red"),
     ("", 45, 40, "")],
)  # fmt: skip
def test_the_seat_is_as_the_scenario_says_else_where_there_is_a_chance(solo, red, blue, seat):
    assert Briefing(solo=solo, measured=measured(red, blue)).seat == seat


def test_without_games_it_does_not_matter():
    assert Briefing().seat == ""
    assert measured(30, 60).shares == {"red": 0.3, "blue": 0.6}
