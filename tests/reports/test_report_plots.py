"""Plots are well-formed, escape what they are given, and live with nothing to show."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.render.app import ensure_gui_app
from wardesk.render.figures.axes import AxisScale, moved_apart, signed, ticks, whole_ticks
from wardesk.render.figures.counts import ColumnStack, columns, dice_bars, histogram
from wardesk.render.figures.lines import CourseLine, Curve, courses, curves
from wardesk.render.figures.painting import paint_figure
from wardesk.render.figures.shares import Bar, DivergingBar, diverging_bars, share_bars
from wardesk.render.figures.svg import measure as m
from wardesk.render.figures.svg import number, svg

pytestmark = pytest.mark.gui


def painted(figure):
    """A figure as the window draws it, in black."""
    ensure_gui_app()
    image = QImage(round(figure.width), round(figure.height), QImage.Format.Format_RGB32)
    image.fill("#ffffff")
    painter = QPainter(image)
    paint_figure(painter, figure, lambda ink: QColor(ink if ink[0] == "#" else "#000000"))
    painter.end()
    return image


BAD = "<b>&\"'"
SIZE = {"width": 400, "height": 240}
FIGURES = [
    share_bars([], BAD, m),
    share_bars([Bar(BAD, 0, 0, 1, "side-a", True), Bar("x", 1, 0.9, 1, "chart3")], "says", m),
    histogram([], "says", BAD, m),
    histogram([(3, 5)], "says", "unit", m, median=3),
    histogram([(-4, 5), (400, 1)], "says", "unit", m, steps=((0, BAD), (5, "b"), (900, "c"))),
    curves([], "says", "turn", m),
    curves([Curve(BAD, ((0, 0, 0, 0),), "side-b")], "says", "turn", m),
    curves([Curve("a", ((1, 1, 2, 3), (2, 2, 3, 4)), "side-a", True)] * 3, "says", "turn", m),
    courses([], "says", m, **SIZE),
    courses(
        [CourseLine(BAD, (), "accent"), CourseLine("b", (3, 3, 1), "#123456")], "says", m, **SIZE
    ),
    courses([CourseLine(BAD * 30, (1, 9), "side-a")], "says", m, names="below", place=1, **SIZE),
    courses(
        [CourseLine("a", (1, 2, 3), "text")], "says", m, spans=((0, 1, BAD), (2, 2, "b")), **SIZE
    ),
    columns([], [], "says", m, **SIZE),
    columns([BAD], [[ColumnStack(((3, "side-a"), (-2, "#000000")), BAD)]], "says", m, **SIZE),
    diverging_bars([], "says", "unit", m),
    diverging_bars(
        [DivergingBar(BAD, -3.2, (-5, 1), True), DivergingBar("b", 2)], "says", "unit", m
    ),
    diverging_bars([DivergingBar(BAD, 7, tip=BAD)], "says", "", m, both_ways=False),
    dice_bars([], "says", m),
    dice_bars([(total, total, 3.5) for total in range(2, 90)], BAD, m),
    dice_bars([(total, total, 3.5) for total in range(2, 13)], BAD, m, narrow=True),
]
PLOTS = [svg(figure) for figure in FIGURES]


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
    assert AxisScale(0, 0, 5, 9)(0) == 5


def test_a_value_is_found_again_where_it_lies():
    scale = AxisScale(2, 10, 30, 230)
    assert [scale.value_at(scale(value)) for value in (2, 5, 10)] == [2, 5, 10]
    assert (scale.value_at(-99), scale.value_at(999)) == (2, 10)


def test_signed_numbers():
    assert [signed(value) for value in (0, 3, -3, 2.25, -0.5)] == ["0", "+3", "−3", "+2.2", "−0.5"]


@given(st.lists(st.floats(0, 500), max_size=12), st.floats(1, 40))
def test_labels_that_are_moved_apart_keep_their_order_and_distance(places, least):
    moved = moved_apart(places, least)
    order = sorted(range(len(places)), key=lambda at: places[at])
    assert all(moved[b] - moved[a] >= least - 1e-6 for a, b in pairwise(order))
    assert all(after >= before for before, after in zip(places, moved, strict=True))
    kept = moved_apart(places, least, bottom=600)
    assert all(place <= 600 + 1e-6 for place in kept)


@pytest.mark.parametrize("figure", FIGURES)
def test_the_window_draws_every_kind_of_figure(figure):
    """The other way of drawing shows something of everything."""
    image = painted(figure)
    blank = QImage(image.size(), image.format())
    blank.fill("#ffffff")
    assert (image != blank) == bool(figure.marks)
