"""The signs along sides and borders of all maps: water, walls, hedges, slopes, cliffs.

Everything in drawing units. A run is walked so that its low side is on the right as the eye sees
it; ticks point there. Every sign has a rim of paper, so that it reads on any ground.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from zlib import crc32

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from wardesk.render.map.lattice.forms import winding
from wardesk.render.map.recipes import WATERS, base_of, dressed
from wardesk.render.shapes import dashed, path_through, pen
from wardesk.render.theme import MapTheme

Pair = tuple[float, float]
_FLAT = Qt.PenCapStyle.FlatCap
_NEAR = 20.0
"""Pixels per radius from which single ticks and bushes are drawn."""


@dataclass(frozen=True)
class Run:
    """One stretch of a side or border; *art*: the words that tell how it is drawn."""

    points: tuple[Pair, ...]
    art: str = ""

    @cached_property
    def line(self) -> QPainterPath:
        """The points as a path."""
        return path_through(self.points)

    def along(self, pitch: float) -> Iterator[tuple[float, float, float, float]]:
        """Points every *pitch* with the unit direction there, evenly from end to end."""
        legs = [(a, b, math.dist(a, b)) for a, b in pairwise(self.points)]
        total = sum(far for _, _, far in legs)
        count = max(1, round(total / pitch))
        step, due = total / count, total / count / 2
        for (ax, ay), (bx, by), far in legs:
            while far > 0 and due <= far + 1e-9:
                dx, dy = (bx - ax) / far, (by - ay) / far
                yield ax + dx * due, ay + dy * due, dx, dy
                due += step
            due -= far


Draw = Callable[[QPainter, Sequence[Run], MapTheme, float], None]


def paint_sides(
    painter: QPainter, heaps: Mapping[str, Sequence[Run]], theme: MapTheme, fine: float
) -> None:
    """Every run by its recipe, in an order of its own. *fine*: pixels per radius."""
    for recipe, draw in SIGNS.items():
        for key, runs in heaps.items() if recipe not in WATERS else ():
            if base_of(key) == recipe and runs:
                draw(painter, runs, dressed(theme, key), fine)


@dataclass(frozen=True)
class _Water:
    bank: float
    fill: float
    tint: str
    thread: bool = False


_WATERS = {
    "wet ditch": _Water(9.5, 4.0, "water.ripple"),
    "stream": _Water(9.0, 5.4, "water.fill"),
    "canal": _Water(15.0, 8.5, "water.fill"),
    "river": _Water(19.0, 14.0, "water.deep", thread=True),
}


def paint_waters(
    painter: QPainter, courses: Mapping[str, Sequence[QPainterPath]], theme: MapTheme, fine: float
) -> None:
    """Water by its recipe: all rims, then all banks, then all water, so that mouths are open."""
    least = 100 / fine
    paper = theme.colour("label.halo", 0.62)
    known = [
        (name, look, paths, dressed(theme, key))
        for name, look in _WATERS.items()
        for key, paths in courses.items()
        if base_of(key) == name and paths
    ]
    for _, look, paths, _ in known:
        _stroke(painter, paths, pen(paper, max(look.bank + 5.0, 4.2 * least)))
    for _, look, paths, inks in known:
        width = max(look.bank, (2.6 if look.thread else 1.9) * least)
        _stroke(painter, paths, pen(inks.colour("water.bank"), width))
    for name, look, paths, inks in known:
        width = max(look.fill, (1.8 if look.thread else 0.9) * least)
        ink = inks.colour(look.tint)
        if name == "wet ditch":
            _stroke(painter, paths, dashed(ink, width, (9.0, 6.0)))
        else:
            _stroke(painter, paths, pen(ink, width))
        if look.thread and fine >= _NEAR:
            _stroke(painter, paths, pen(inks.colour("water.ripple", 0.8), 2.4))
        if name == "canal" and fine >= _NEAR:
            width = look.bank + 7
            ticks = dashed(inks.colour("water.bank"), width, (2.2, 22.0))
            ticks.setDashOffset(13.0 / width)  # none on a mouth or a bend between two sides
            _stroke(painter, paths, ticks)


def _stroke(painter: QPainter, paths: Iterable[QPainterPath], line: QPen) -> None:
    for path in paths:
        painter.strokePath(path, line)


def _lines(runs: Sequence[Run]) -> list[QPainterPath]:
    return [run.line for run in runs]


def _rim(painter: QPainter, runs: Sequence[Run], theme: MapTheme, width: float) -> None:
    """Paper under a sign."""
    _stroke(painter, _lines(runs), pen(theme.colour("label.halo", 0.86), width, cap=_FLAT))


def _bushes(
    painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float, size: float, rows: int
) -> None:
    if fine < _NEAR:
        line = pen(theme.colour("wood.rim"), max(size * 1.4 * rows, 200 / fine))
        _stroke(painter, _lines(runs), line)
        return
    _rim(painter, runs, theme, size * 2 * rows + 11)  # seen in woods, too
    shadow, body, lights = (winding(QPainterPath()) for _ in range(3))
    for run in runs:
        rng = random.Random(f"{run.points[0]}")
        for row in range(rows):
            off = (row - (rows - 1) / 2) * size * 1.7
            for x, y, dx, dy in run.along(size * 1.5):
                big = size * rng.uniform(0.8, 1.12)
                at = QPointF(x - dy * off + rng.uniform(-1, 1), y + dx * off + rng.uniform(-1, 1))
                shadow.addEllipse(at + QPointF(1.6, 2.4), big, big)
                body.addEllipse(at, big, big)
                lights.addEllipse(at - QPointF(1.2, 1.4), big * 0.42, big * 0.42)
    if strength := theme.number("wood.shadow_alpha"):
        painter.fillPath(shadow, theme.colour("wood.shadow", strength))
    painter.strokePath(body, pen(theme.colour("wood.rim"), 2.6))
    painter.fillPath(body, theme.colour("wood.crown" if rows == 1 else "wood.gap"))
    painter.fillPath(lights, theme.colour("wood.top", 0.85))


def _hedge(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    _bushes(painter, runs, theme, fine, 5.0, 1)


def _bocage(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    _bushes(painter, runs, theme, fine, 5.4, 2)


def _teeth(
    runs: Sequence[Run], pitch: float, reach: tuple[float, float], half: float
) -> QPainterPath:
    """Narrow wedges down the slope."""
    ticks = winding(QPainterPath())
    for run in runs:
        rng = random.Random(f"{run.points[0]}")
        for x, y, dx, dy in run.along(pitch):
            long = rng.uniform(*reach)
            at, aside = QPointF(x, y), QPointF(dx, dy) * half
            tip = at + QPointF(-dy, dx) * long
            ticks.addPolygon([at - aside, at + aside, tip, at - aside])
    return ticks


def _slope(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    """A brown line with thin ticks down."""
    ink = theme.colour("relief.form")
    _rim(painter, runs, theme, 12.0)
    if fine >= _NEAR:
        ticks = QPainterPath()
        for run in runs:
            for x, y, dx, dy in run.along(9.0):
                ticks.moveTo(x, y)
                ticks.lineTo(x - dy * 11, y + dx * 11)
        painter.strokePath(ticks, pen(theme.colour("label.halo", 0.5), 4.4))
        painter.strokePath(ticks, pen(ink, 2.2))
    _stroke(painter, _lines(runs), pen(ink, max(3.6, 140 / fine)))


def _blocks(runs: Sequence[Run], pitch: float, half: float, deep: float) -> QPainterPath:
    """Oblongs down the slope."""
    blocks = winding(QPainterPath())
    for run in runs:
        for x, y, dx, dy in run.along(pitch):
            at, aside, down = QPointF(x, y), QPointF(dx, dy) * half, QPointF(-dy, dx) * deep
            corners = [at - aside, at + aside, at + aside + down, at - aside + down]
            blocks.addPolygon([*corners, corners[0]])
    return blocks


def _scarp(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    """A stone-coloured line with wide blocks down."""
    ink = theme.colour("relief.rock", 0.95)
    _rim(painter, runs, theme, 9.0)
    if fine >= _NEAR:
        blocks = _blocks(runs, 15.0, 4.4, 10.0)
        painter.fillPath(blocks, theme.colour("relief.scree"))
        painter.strokePath(blocks, pen(ink, 1.6))
    _stroke(painter, _lines(runs), pen(ink, max(4.4, 150 / fine)))


def _cliff(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    """A heavy dark line with rock teeth down and a shadow below."""
    ink = theme.colour("border.wall")
    if fine >= _NEAR:
        for run in runs:
            shade = pen(theme.colour("relief.scree", 0.55), 22, cap=_FLAT)
            painter.strokePath(_beside(run, 12.0), shade)
        painter.fillPath(_teeth(runs, 6.2, (11, 23), 3.0), ink)
    _stroke(painter, _lines(runs), pen(ink, max(6.0, 200 / fine)))


def _beside(run: Run, by: float) -> QPainterPath:
    """A run moved to its low side."""
    found: list[Pair] = []
    points = run.points
    for number, (x, y) in enumerate(points):
        (ax, ay), (bx, by_) = points[max(number - 1, 0)], points[min(number + 1, len(points) - 1)]
        far = math.dist((ax, ay), (bx, by_)) or 1.0
        found.append((x - (by_ - ay) / far * by, y + (bx - ax) / far * by))
    return path_through(found)


def _ridge(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    """A row of brown triangles."""
    ink = theme.colour("relief.rock")
    if fine < _NEAR:
        _stroke(painter, _lines(runs), dashed(ink, max(6.0, 180 / fine), (14.0, 8.0)))
        return
    _rim(painter, runs, theme, 17.0)
    form = winding(QPainterPath())
    for run in runs:
        for x, y, dx, dy in run.along(17.0):
            at, aside, up = QPointF(x, y), QPointF(dx, dy) * 7, QPointF(-dy, dx) * 6.5
            form.addPolygon([at - aside - up, at + aside - up, at + up, at - aside - up])
    painter.fillPath(form, ink)


def _dyke(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    """Two green lines with a pale crown between them."""
    least = 100 / fine
    _rim(painter, runs, theme, 17.0)
    _stroke(painter, _lines(runs), pen(theme.colour("wood.rim"), max(12.0, 2.6 * least)))
    _stroke(painter, _lines(runs), pen(theme.colour("hex.orchard"), max(6.6, 1.2 * least)))


def _wall(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    """Masonry: a dark body with a stone top and joints."""
    least = 100 / fine
    body, top = max(10.5, 3.0 * least), max(6.0, 1.5 * least)
    lines = _lines(runs)
    _stroke(painter, lines, pen(theme.colour("border.wall"), body))
    _stroke(painter, lines, pen(theme.colour("border.wall_top"), top, cap=_FLAT))
    if fine >= 34:
        _stroke(painter, lines, dashed(theme.colour("border.joint", 0.75), top, (1.3, 13.0)))


def _counterscarp(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    """A wall with buttresses down the ditch."""
    if fine >= _NEAR:
        buttresses = _blocks(runs, 20.0, 3.8, 12.0)
        painter.fillPath(buttresses, theme.colour("border.wall_top"))
        painter.strokePath(buttresses, pen(theme.colour("border.wall"), 2.2))
    _wall(painter, runs, theme, fine)


def _gate(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    """A broken wall with a way through."""
    body = max(9.0, 260 / fine)
    lines = _lines(runs)
    _stroke(painter, lines, pen(theme.colour("road.path_fill"), body, cap=_FLAT))
    _stroke(painter, lines, dashed(theme.colour("border.wall"), body, (26.0, 15.0)))


def _fence(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    """A thin line with crosses."""
    ink = theme.colour("border.wall")
    _rim(painter, runs, theme, 9.0)
    _stroke(painter, _lines(runs), pen(ink, max(2.2, 110 / fine)))
    if fine >= _NEAR:
        crosses = QPainterPath()
        for run in runs:
            for x, y, _, _ in run.along(17.0):
                for sign in (1, -1):
                    crosses.moveTo(x - 4.5, y - 4.5 * sign)
                    crosses.lineTo(x + 4.5, y + 4.5 * sign)
        painter.strokePath(crosses, pen(ink, 2.0))


def _trench(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    """A line in steps, as traverses run."""
    steps = QPainterPath()
    for run in runs:
        side, first = 1.0, True
        for x, y, dx, dy in run.along(9.0):
            for where in (side, -side):
                at = QPointF(x - dy * 4.6 * where, y + dx * 4.6 * where)
                if first:
                    steps.moveTo(at)
                    first = False
                else:
                    steps.lineTo(at)
            side = -side
    if fine < _NEAR:
        _stroke(painter, _lines(runs), pen(theme.colour("border.post"), 220 / fine))
        return
    painter.strokePath(steps, pen(theme.colour("label.halo", 0.62), 7.0))
    painter.strokePath(steps, pen(theme.colour("border.post"), 3.2))


def _ditch(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    """Bare earth between two edges."""
    least = 100 / fine
    _rim(painter, runs, theme, 14.0)
    _stroke(painter, _lines(runs), pen(theme.colour("ditch.shade"), max(10.0, 2.4 * least)))
    _stroke(painter, _lines(runs), pen(theme.colour("ditch.floor"), max(5.8, 1.2 * least)))


def _edge(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    """The end of the map: dashes and dots on a pale band, which no wall has."""
    width = max(9.0, 260 / fine)
    _stroke(painter, _lines(runs), pen(theme.colour("border.glow"), width))
    chain = (width * 2.6, width * 0.9, width * 0.5, width * 0.9)
    _stroke(painter, _lines(runs), dashed(theme.colour("border.rim"), width * 0.5, chain))


def _across(runs: Sequence[Run]) -> Iterator[tuple[QPointF, QPointF, QPointF]]:
    """Of each run its middle, and the unit directions along and across it there."""
    for run in runs:
        for x, y, dx, dy in run.along(math.inf):
            yield QPointF(x, y), QPointF(dx, dy), QPointF(-dy, dx)


def _bridge(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    """A deck across the side between two girders that open at their ends."""
    deck, girders = winding(QPainterPath()), QPainterPath()
    for at, aside, over in _across(runs):
        corners = [
            at + aside * a * 12 + over * b * 21 for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        deck.addPolygon([*corners, corners[0]])
        for sign in (-1, 1):
            girders.moveTo(at + aside * sign * 20 - over * 27)
            girders.lineTo(at + aside * sign * 13 - over * 19)
            girders.lineTo(at + aside * sign * 13 + over * 19)
            girders.lineTo(at + aside * sign * 20 + over * 27)
    painter.strokePath(girders, pen(theme.colour("label.halo", 0.62), 9.0))
    painter.fillPath(deck, theme.colour("border.wall_top"))
    painter.strokePath(girders, pen(theme.colour("border.wall"), max(4.2, 150 / fine)))


def _ford(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    """Stones in two rows across the side."""
    stones = winding(QPainterPath())
    for at, aside, over in _across(runs):
        for sign in (-1, 1):
            for step in (-2, -1, 0, 1, 2):
                stones.addEllipse(at + aside * sign * 8 + over * step * 9, 3.6, 3.6)
    width = max(4.0, 120 / fine)
    painter.strokePath(stones, pen(theme.colour("label.halo", 0.8), width + 2.4))
    painter.fillPath(stones, theme.colour("border.wall"))


_DASHES = ((14.0, 7.0), (3.5, 6.0), (14.0, 5.0, 3.5, 5.0))
_INKS = ("border.post", "border.wall", "relief.rock")


def _plain(painter: QPainter, runs: Sequence[Run], theme: MapTheme, fine: float) -> None:
    """A kind that no word tells: a broken line, another one for another kind."""
    _rim(painter, runs, theme, 10.0)
    for run in runs:
        number = crc32(base_of(run.art).encode())
        ink = QColor(theme.colour(_INKS[number // 3 % 3]))
        width = max(5.0, 170 / fine)
        painter.strokePath(run.line, dashed(ink, width, _DASHES[number % 3]))


SIGNS: dict[str, Draw] = {
    "edge": _edge,
    "ditch": _ditch,
    "dyke": _dyke,
    "slope": _slope,
    "scarp": _scarp,
    "cliff": _cliff,
    "ridge": _ridge,
    "hedge": _hedge,
    "bocage": _bocage,
    "fence": _fence,
    "trench": _trench,
    "gate": _gate,
    "wall": _wall,
    "counterscarp": _counterscarp,
    "plain": _plain,
    "ford": _ford,
    "bridge": _bridge,
}
"""How every recipe is drawn that is no water; the last lie on top."""

_THREADS: dict[str, tuple[str, float]] = {
    "stream": ("water.bank", 1.2), "river": ("water.deep", 2.4), "canal": ("water.bank", 1.9),
    "wet ditch": ("water.fill", 1.2), "hedge": ("wood.rim", 1.3), "bocage": ("wood.rim", 2.0),
    "slope": ("relief.form", 1.2), "scarp": ("relief.rock", 1.5), "ridge": ("relief.rock", 1.3),
    "cliff": ("border.wall", 2.0), "wall": ("border.wall", 1.6), "gate": ("border.wall", 1.0),
    "counterscarp": ("border.wall", 1.8), "fence": ("border.wall", 0.9),
    "dyke": ("wood.crown", 1.6), "ditch": ("ditch.shade", 1.2), "trench": ("border.post", 1.2),
    "edge": ("border.rim", 1.6), "plain": ("border.post", 0.9),
    "bridge": ("border.wall", 2.2), "ford": ("border.wall", 1.0),
}  # fmt: skip


def thread(recipe: str, theme: MapTheme) -> tuple[QColor, float]:
    """The ink of a sign seen from afar, and its width in pixels."""
    key, width = _THREADS[recipe]
    return theme.colour(key), width
