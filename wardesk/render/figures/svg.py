"""Figures as inline SVG, in the colours of the page that they stand in.

Colours are CSS variables of the page, so that a plot is light or dark with it. All text is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextvars import ContextVar

from markupsafe import Markup

from wardesk.render.figures.figure import (
    Area,
    Figure,
    FigureBox,
    FigureLine,
    FigureWords,
    Ink,
    Mark,
)
from wardesk.words import ENGLISH, shown

SPEAKING: ContextVar[str] = ContextVar("speaking", default=ENGLISH)
"""The language of the report that is being made: figures are measured and written in it."""

_LETTER = 0.56
"""Mean width of a letter of the page's fonts, in font sizes; on the safe side."""
_CAPITAL = 0.35
"""Half the height of a capital, in font sizes: SVG puts letters on a line, figures centre them."""

_VARIABLES = {"quiet": "text2", "faint": "text3", "grid": "line", "axis": "edge",
              "accent": "accent-text"}  # fmt: skip
_ANCHORS = {"left": None, "middle": "middle", "right": "end"}


def _said(text: str) -> str:
    return shown(text, SPEAKING.get())


def measure(words: str, size: float, strong: bool) -> float:
    """About how wide *words* are in px, in the language of the report."""
    del strong  # the estimate is on the safe side for both
    return len(_said(words)) * size * _LETTER


def svg(figure: Figure) -> Markup:
    """A figure as one ``svg`` element with its sentence as title."""
    body = [element("title", _said(figure.says)), *map(_mark, figure.marks)]
    return element(
        "svg",
        Markup("").join(body),
        viewBox=f"0 0 {number(figure.width)} {number(figure.height)}",
        role="img",
        class_="plot",
        style=f"max-width: {number(figure.width)}px; min-width: {number(figure.width * 0.55)}px",
    )


def _mark(mark: Mark) -> Markup:
    match mark:
        case FigureLine():
            return element(
                "polyline",
                points=_points(mark.points),
                fill="none",
                style=f"stroke:{_colour(mark.ink)}",
                stroke_width=float(mark.width),
                stroke_linejoin="round",
                stroke_dasharray=" ".join(map(number, mark.dashes)) or None,
            )
        case Area():
            style = f"fill:{_colour(mark.ink)}"
            opacity = None if mark.opacity == 1 else mark.opacity
            return element("polygon", points=_points(mark.points), style=style, opacity=opacity)
        case FigureBox():
            return _box(mark)
        case FigureWords():
            return element(
                "text",
                _said(mark.text),
                x=float(mark.x),
                y=mark.y + mark.size * _CAPITAL,
                text_anchor=_ANCHORS[mark.align],
                font_size=float(mark.size),
                font_weight=600 if mark.strong else None,
                style=f"fill:{_colour(mark.ink)}",
            )


def _box(box: FigureBox) -> Markup:
    colour = _colour(box.ink)
    style = f"fill:none;stroke:{colour}" if box.hollow else f"fill:{colour}"
    return element(
        "rect",
        element("title", _said(box.tip)) if box.tip else "",
        x=float(box.x),
        y=float(box.y),
        width=float(box.width),
        height=float(box.height),
        rx=box.radius or None,
        opacity=None if box.opacity == 1 else box.opacity,
        stroke_dasharray="4 3" if box.hollow else None,
        style=style,
    )


def element(name: str, content: object = "", **attributes: object) -> Markup:
    """One element. ``class_`` is class, other underscores are hyphens; floats are shortened."""
    parts = [
        Markup(' {}="{}"').format(
            key if key == "viewBox" else key.rstrip("_").replace("_", "-"),
            number(value) if isinstance(value, float) else value,
        )
        for key, value in attributes.items()
        if value is not None
    ]
    return Markup("<{0}{1}>{2}</{0}>").format(name, Markup("").join(parts), content)


def number(value: float) -> str:
    """A length as SVG wants it, short."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _points(pairs: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in pairs)


def _colour(ink: Ink) -> str:
    return ink if ink.startswith("#") else f"var(--{_VARIABLES.get(ink, ink)})"
