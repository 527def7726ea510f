"""Plots are well-formed, escape what they are given, and live with nothing to show."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from wardesk.reports.histograms import dice_bars, histogram
from wardesk.reports.plots import Bar, Curve, Step, curves, differences, share_bars
from wardesk.reports.svg import Scale, number, ticks, whole_ticks

BAD = "<b>&\"'"
PLOTS = [
    share_bars([], BAD),
    share_bars([Bar(BAD, 0, 0, 1, "side-a", True), Bar("x", 1, 0.9, 1, "chart3")], "says"),
    histogram([], "says", BAD),
    histogram([(3, 5)], "says", "unit", median=3),
    histogram([(-4, 5), (400, 1)], "says", "unit", steps=((0, BAD), (5, "b"), (900, "c"))),
    curves([], "says", "turn"),
    curves([Curve(BAD, ((0, 0, 0, 0),), "side-b")], "says", "turn"),
    curves([Curve("a", ((1, 1, 2, 3), (2, 2, 3, 4)), "side-a", True)] * 3, "says", "turn"),
    differences([], "says", "unit"),
    differences([Step(BAD, -3.2, -5, 1, True), Step("b", 2, 1, 3, False)], "says", "unit"),
    dice_bars([], "says"),
    dice_bars([(total, total, 3.5) for total in range(2, 90)], BAD),
]


@pytest.mark.parametrize("plot", PLOTS)
def test_a_plot_is_well_formed_and_says_what_it_shows(plot):
    found = ElementTree.fromstring(plot)

    assert found.get("role") == "img"
    assert found[0].tag == "title"
    assert found[0].text
    assert "nan" not in plot
    assert "<b>" not in plot


@pytest.mark.parametrize(
    ("low", "high", "most", "wanted"),
    [
        (0, 10, 6, (0, 2, 4, 6, 8, 10)),
        (0, 1, 5, (0, 0.5, 1)),
        (0, 0, 5, (0, 0.5, 1)),
        (0, 7, 5, (0, 2, 4, 6, 8)),
        (0, 329, 6, (0, 100, 200, 300, 400)),
    ],
)
def test_ticks_are_round(low, high, most, wanted):
    assert ticks(low, high, most) == wanted


def test_whole_ticks_lie_inside():
    assert whole_ticks(3, 7) == (3, 4, 5, 6, 7)
    assert whole_ticks(0, 0) == (0,)


def test_small_things():
    assert number(2.50) == "2.5"
    assert number(100.0) == "100"
    assert Scale(0, 0, 5, 9)(0) == 5
