"""The ground of every plot: elements, scales and ticks, as pure functions that give SVG.

Colours are CSS variables of the page, so that a plot is light or dark with it. All text passes
`text`, which escapes it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from contextvars import ContextVar

from markupsafe import Markup
from msgspec import Struct

from wardesk.documents.wording import PLAIN, Wording

_LETTER = 0.56
"""Mean width of a letter of the page's fonts, in font sizes; on the safe side."""


SPEAKING: ContextVar[Wording] = ContextVar("speaking", default=PLAIN)
"""The language of the report that is being made: plots measure and print their words in it."""


class Scale(Struct, frozen=True):
    """Values from *low* to *high* laid out from *start* to *end* in the picture."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Where *value* lies."""
        width = (self.high - self.low) or 1.0
        return self.start + (value - self.low) / width * (self.end - self.start)


def number(value: float) -> str:
    """A length as SVG wants it, short."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def element(name: str, content: object = "", **attributes: object) -> Markup:
    """One element. ``class_`` is class, other underscores are hyphens; floats are shortened."""
    if name == "title":
        content = SPEAKING.get().text(str(content))
    parts = [
        Markup(' {}="{}"').format(
            key.rstrip("_").replace("_", "-"),
            number(value) if isinstance(value, float) else value,
        )
        for key, value in attributes.items()
        if value is not None
    ]
    return Markup("<{0}{1}>{2}</{0}>").format(name, Markup("").join(parts), content)


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> Markup:
    """Words at a place; *kind* is a class: ``strong``, ``quiet``."""
    words = SPEAKING.get().text(words)
    return element("text", words, x=float(x), y=float(y), class_=kind or None, text_anchor=anchor)


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    """A straight line of a class."""
    return element("line", x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2), class_=kind)


def picture(wide: float, high: float, says: str, parts: Iterable[Markup]) -> Markup:
    """A whole plot. *says* is what somebody hears who cannot see it."""
    body = Markup("").join((element("title", says), *parts))
    return element(
        "svg",
        body,
        viewBox=f"0 0 {number(wide)} {number(high)}",
        role="img",
        class_="plot",
        style=f"max-width: {number(wide)}px; min-width: {number(wide * 0.55)}px",
    )


def width_of(words: str, size: float = 13.0) -> float:
    """About how wide *words* are."""
    return len(SPEAKING.get().text(words)) * size * _LETTER


def ticks(low: float, high: float, most: int = 6) -> tuple[float, ...]:
    """Round values from *low* to at least *high*, *most* of them at most: steps of 1, 2 or 5."""
    if high <= low:
        high = low + 1
    rough = (high - low) / max(1, most - 1)
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(s * size for s in (1, 2, 5, 10) if s * size >= rough * 0.999)
    first = math.floor(low / step + 1e-9)
    last = math.ceil(high / step - 1e-9)
    return tuple(round(n * step, 10) for n in range(first, last + 1))


def whole_ticks(low: int, high: int, most: int = 8) -> tuple[int, ...]:
    """Like `ticks`, whole numbers inside *low* to *high* only."""
    found = ticks(low, high, most)
    return tuple(int(tick) for tick in found if tick == int(tick) and low <= tick <= high)


def points(pairs: Sequence[tuple[float, float]]) -> str:
    """Points of a line or an area."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in pairs)


def level_lines(top: Sequence[float], across: Scale, up: Scale) -> list[Markup]:
    """Lines across at round heights, with their figures at the left end."""
    found: list[Markup] = []
    for tick in top:
        kind = "axis" if tick == 0 else "grid"
        found.append(line(across.start, up(tick), across.end, up(tick), kind))
        found.append(text(across.start - 8, up(tick) + 4, f"{tick:g}", "quiet", "end"))
    return found
