"""A plot as a list of marks in px: what both ways of drawing understand, and nothing more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

Point = tuple[float, float]

Ink = str
"""A colour: a token of the theme (`INKS`), or ``#rrggbb``."""

INKS = (
    *("text", "quiet", "faint", "grid", "axis", "surface", "accent"),
    *("side-a", "side-b", "chart1", "chart2", "chart3"),
)
"""The tokens that every way of drawing knows."""

Align = Literal["left", "middle", "right"]

SIZE = 13.0
"""Height of letters, px."""
SMALL = 12.0


class FigureLine(Struct, frozen=True):
    """A line through points."""

    points: tuple[Point, ...]
    ink: Ink
    width: float = 1.0
    dashes: tuple[float, ...] = ()
    """Lengths of dash and gap in px, in turn."""


class Area(Struct, frozen=True):
    """The inside of a polygon."""

    points: tuple[Point, ...]
    ink: Ink
    opacity: float = 1.0


class FigureBox(Struct, frozen=True):
    """A rectangle, filled or as a dashed outline; *tip* is told when somebody points at it."""

    x: float
    y: float
    width: float
    height: float
    ink: Ink
    opacity: float = 1.0
    hollow: bool = False
    radius: float = 0.0
    tip: str = ""


class FigureWords(Struct, frozen=True):
    """Words with the middle of their capitals at *y*; *x* is their left end, middle or right."""

    x: float
    y: float
    text: str
    ink: Ink = "text"
    align: Align = "left"
    strong: bool = False
    size: float = SIZE


Mark = FigureLine | Area | FigureBox | FigureWords


class Figure(Struct, frozen=True):
    """A whole plot of *width* by *height* px. *says* is for people who cannot see it."""

    width: float
    height: float
    says: str
    marks: tuple[Mark, ...] = ()


Measure = Callable[[str, float, bool], float]
"""How wide words are in px: text, size, strong. Each way of drawing brings its own."""


def segment(x1: float, y1: float, x2: float, y2: float, ink: Ink, width: float = 1.0) -> FigureLine:
    """A straight line."""
    return FigureLine(((x1, y1), (x2, y2)), ink, width)
