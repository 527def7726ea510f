"""The comparison of two studies: where the dots of A and B stand."""

from __future__ import annotations

from wardesk.render.figures.figure import FigureBox
from wardesk.render.figures.study import versus_figure
from wardesk.studies.compare import ComparedRow, Estimate, Versus
from wardesk.studies.statistics import MeasuredDifference

WIDTH = 800.0


def apart(a: Estimate, b: Estimate, unit="number") -> float:
    """How far the dots of one row are from each other."""
    more = b.value - a.value
    row = ComparedRow(
        title="It", unit=unit, a=a, b=b, difference=MeasuredDifference(300, more, more, more)
    )
    found = Versus(rows=(row,), pairs=(), matters=(), moved={}, said="")
    figure = versus_figure(found, lambda words, size, strong: 6.0 * len(words), WIDTH)
    dots = [mark for mark in figure.marks if isinstance(mark, FigureBox) and mark.tip]
    assert len(dots) == 2
    return abs(dots[0].x - dots[1].x)


def test_what_is_said_with_one_figure_does_not_stand_far_apart():
    for a, b, unit in (
        (Estimate(14.98, 14.96, 15.0), Estimate(15.0, 15.0, 15.0), "number"),
        (Estimate(0.952, 0.951, 0.953), Estimate(0.954, 0.953, 0.955), "share"),
        (Estimate(119.1, 119.0, 119.2), Estimate(119.4, 119.3, 119.5), "number"),
        (Estimate(15.0, 15.0, 15.0), Estimate(15.0, 15.0, 15.0), "number"),
    ):
        assert apart(a, b, unit) < WIDTH / 20


def test_what_differs_in_its_figures_does():
    assert apart(Estimate(9.0, 8.5, 9.5), Estimate(12.0, 11.5, 12.5)) > WIDTH / 4
    assert apart(Estimate(0.40, 0.37, 0.43), Estimate(0.60, 0.57, 0.63), "share") > WIDTH / 4
