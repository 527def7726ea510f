"""Scales, round values along them, and words: at axes, in headings, out of each other's way."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from wardesk.render.figures.figure import (
    SIZE,
    SMALL,
    FigureBox,
    FigureWords,
    Ink,
    Mark,
    Measure,
    segment,
)
from wardesk.words import shown


class AxisScale(Struct, frozen=True):
    """Values from *low* to *high* laid out from *start* to *end* in the picture."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Where *value* lies."""
        return self.start + (value - self.low) / self._span * (self.end - self.start)

    def value_at(self, place: float) -> float:
        """The value that lies at *place*; the nearest end beyond the scale."""
        share = (place - self.start) / ((self.end - self.start) or 1.0)
        return self.low + min(max(share, 0.0), 1.0) * self._span

    @property
    def _span(self) -> float:
        return (self.high - self.low) or 1.0


def ticks(low: float, high: float, most: int = 6) -> tuple[float, ...]:
    """Round values from at most *low* to at least *high*: steps of 1, 2 or 5 times a power of ten.

    About *most* of them: rounding both ends outwards may bring one more.
    """
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


def count_ticks(high: float, most: int = 6) -> tuple[float, ...]:
    """`ticks` from 0 for things that are counted: whole numbers, up to 4 at least."""
    return tuple(tick for tick in ticks(0, max(high, 4), most) if tick == int(tick))


def signed(value: float) -> str:
    """A number with its sign and a true minus, to one decimal place where it is not whole."""
    text = f"{value:+.0f}" if value == int(value) else f"{value:+.1f}"
    return text.replace("-", "−") if value else "0"


def level_lines(
    values: Iterable[float], across: AxisScale, up: AxisScale, sign: str = ""
) -> list[Mark]:
    """Lines across at these heights, with figures and a *sign* behind each at the left end."""
    found: list[Mark] = []
    for value in values:
        y = up(value)
        ink = "axis" if value == 0 else "grid"
        found.append(segment(across.start, y, across.end, y, ink))
        words = f"{value:g}{sign}".replace("-", "−")
        found.append(FigureWords(across.start - 8, y, words, "faint", "right", size=SMALL))
    return found


def moved_apart(
    places: Sequence[float], least: float = 16.0, *, bottom: float = math.inf
) -> list[float]:
    """The same heights, moved downwards until they are *least* apart; none lies below *bottom*."""
    found = list(places)
    order = sorted(range(len(found)), key=lambda at: found[at])
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + least)
    if order and (over := found[order[-1]] - bottom) > 0:
        for at in order:
            found[at] -= over
        for below, above in pairwise(reversed(order)):
            found[above] = min(found[above], found[below] - least)
    return found


def heading(
    title: str, legend: Sequence[tuple[str, Ink]], measure: Measure, width: float
) -> list[Mark]:
    """A title at the left, the colours' meaning at the right."""
    marks: list[Mark] = (
        [FigureWords(0, 12, title, "text", strong=True, size=SIZE + 1.5)] if title else []
    )
    x = width - 8
    for name, ink in reversed(legend):
        x -= measure(name, SIZE, False)
        marks.append(FigureWords(x, 12, name, "text"))
        x -= 18
        marks.append(FigureBox(x, 6, 12, 12, ink))
        x -= 14
    return marks


def fitted(words: str, room: float, measure: Measure, *, strong: bool = False) -> str:
    """*words*, cut with an ellipsis where they are wider than *room* px."""
    if measure(words, SIZE, strong) <= room:
        return words
    kept = shown(words)
    while kept and measure(f"{kept}…", SIZE, strong) > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def broken(words: str, room: float, measure: Measure) -> tuple[str, ...]:
    """*words* on one line, or between two words on two, the second cut where it must be."""
    if measure(words, SIZE, False) <= room:
        return (words,)
    first, *others = shown(words).split(" ")
    while others and measure(f"{first} {others[0]}", SIZE, False) <= room:
        first = f"{first} {others.pop(0)}"
    lines = (first, " ".join(others)) if others else (first,)
    return tuple(fitted(line, room, measure) for line in lines)


def below(x: float, y: float, words: str) -> FigureWords:
    """Words under an axis."""
    return FigureWords(x, y, words, "faint", "middle", size=SMALL)


def tone(strong: bool) -> Ink:
    """The ink of a label."""
    return "text" if strong else "quiet"


def lettering(ink: Ink) -> Ink:
    """The colour for words about a line: chart colours are too pale to read."""
    return {"chart1": "accent", "chart2": "text", "chart3": "text"}.get(ink, ink)
