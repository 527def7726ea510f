"""Roads of gridded maps: chains of cells relaxed into curves, each stretch printed once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import shapely
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from wardesk.model.board import Line
from wardesk.model.palette import Palette
from wardesk.render.fields import Grid
from wardesk.render.hex_layout import Layout, Pair
from wardesk.render.line_curves import PER_LEG, chain_of, led_off, meetings, smooth_line
from wardesk.render.shapes import Runs, chaikin, lines, of_kind, path_of, path_through, pen
from wardesk.render.theme import MapTheme

_KINDS = ("road", "path", "track", "rail", "railway")
_ROADS = ("road", "path", "track", "trail", "street", "highway", "main")
_SMALL = ("path", "track", "trail", "minor", "secondary", "lane")
MAIN = re.compile(r"main|highway|motorway|autobahn|trunk", re.IGNORECASE)
WIDTHS: dict[str, tuple[float, float, float, float]] = {
    "path": (6.4, 3.4, 1.6, 0.8),
    "road": (8.6, 5.0, 2.4, 1.2),
    "main": (12.5, 8.2, 3.2, 1.9),
}
"""Casing and fill in drawing units, then the least of both in device pixels; narrow ones first."""
PIECE = 42
"""Points in the pieces in which a road is printed."""
_OFF = "off the sheet"


@dataclass(frozen=True)
class Roads:
    """Colourless lines by class, and all of them as one geometry for those who keep clear."""

    runs: Mapping[str, Runs]
    lines: tuple[tuple[Pair, ...], ...]
    whole: BaseGeometry
    _belts: dict[float, BaseGeometry] = field(default_factory=dict[float, BaseGeometry])

    def clear(self, points: Grid, gap: float) -> Grid:
        """For points (n × 2) whether each lies farther than *gap* from every road and stream."""
        if self.whole.is_empty or not len(points):
            return np.ones(len(points), bool)
        if gap not in self._belts:
            self._belts[gap] = self.whole.buffer(gap, 4)
            shapely.prepare(self._belts[gap])
        return ~shapely.contains_xy(self._belts[gap], points[:, 0], points[:, 1])


def line_words(palette: Palette, kind: str, name: str) -> str:
    """The words that tell how a line is drawn; a road's name may only say that it is a main one.

    A lane called Broadway is none, and the river Main is no road.
    """
    known = palette.lines.get(kind)
    words = f"{known.art if known else ''} {kind}".lower()
    is_road = any(word in words for word in _ROADS)
    return f"{words} main" if is_road and MAIN.search(name) else words


def road_sort(words: str) -> str:
    """The class of a road by the words for it in small letters, "" for other lines."""
    if not any(word in words for word in _ROADS):
        return ""
    if MAIN.search(words):
        return "main"
    return "path" if any(word in words for word in _SMALL) else "road"


def build_roads(layout: Layout, streams: BaseGeometry) -> Roads:
    """Lay all roads once; *streams* count as lines to keep clear of."""
    board = layout.sheet.board
    chains: list[tuple[str, Line]] = []
    for line in board.lines:
        words = line_words(board.palette, line.kind, line.name)
        sort = road_sort(words) or ("path" if "rail" in words else "")
        if sort:
            chains.append((sort, line))
    chains.sort(key=lambda one: -list(WIDTHS).index(one[0]))
    found = _curves(layout, chains)
    known_lines = {line.id for line in board.lines}
    for feature, form in of_kind(board, *_KINDS):
        if feature.id and feature.id in known_lines:
            continue
        sort = "road" if feature.kind == "road" else "path"
        for line in lines(form):
            smooth = chaikin(line, 2)
            if isinstance(smooth, LineString):
                k = layout.scale
                found.append((sort, [(x / k, y / k) for x, y in smooth.coords]))
    runs = {
        sort: Runs(
            path_through(run[at : at + PIECE + 1])  # pieces: a tile strokes only what it shows
            for kind, run in found
            if kind == sort
            for at in range(0, len(run) - 1, PIECE)
        )
        for sort in WIDTHS
    }
    every = [LineString(run) for _, run in found if len(run) > 1]
    whole = shapely.union_all([*every, streams])
    return Roads(runs, tuple(tuple(run) for _, run in found), whole)


_WATER = ("river", "stream", "brook", "canal")


def build_rivers(layout: Layout) -> list[QPainterPath]:
    """The rivers that are drawn as lines, not along sides; drawing units."""
    board = layout.sheet.board
    wet: list[tuple[str, Line]] = []
    for line in board.lines:
        known = board.palette.lines.get(line.kind)
        art = (known.art if known else "") or line.kind
        if any(word in art for word in _WATER):
            wet.append(("", line))
    return [path_through(run) for _, run in _curves(layout, wet)]


def _curves(layout: Layout, lines: list[tuple[str, Line]]) -> list[tuple[str, list[Pair]]]:
    """The curves of lines by their class; a stretch that two of them share is there once."""
    meets = meetings(line.cells for line in layout.sheet.board.lines)
    found: list[tuple[str, list[Pair]]] = []
    done: set[frozenset[str]] = set()
    for sort, line in lines:
        chain, points = _points(layout, line)
        if len(points) < 2:
            continue
        if not chain:
            found.append((sort, smooth_line(points, [False] * len(points), middles=False)))
            continue
        pinned = [meets[cell] > 1 for cell in chain]
        points, stays, (first, last) = led_off(points, pinned, layout.bounds)
        names = [*([f"{_OFF} 0"] if first else []), *chain, *([f"{_OFF} 1"] if last else [])]
        dense = smooth_line(points, stays, middles=True)
        run: list[Pair] = []
        for leg, (a, b) in enumerate(pairwise(names)):
            edge = frozenset((a, b))
            if edge in done and not (a.startswith(_OFF) or b.startswith(_OFF)):
                if len(run) > 1:
                    found.append((sort, run))
                run = []
                continue
            done.add(edge)
            run += dense[leg * PER_LEG + bool(run) : (leg + 1) * PER_LEG + 1]
        if len(run) > 1:
            found.append((sort, run))
    return found


def _points(layout: Layout, line: Line) -> tuple[tuple[str, ...], list[Pair]]:
    """The points of a line, drawing units, and the cells whose middles they are, if they are."""
    board, k = layout.sheet.board, layout.scale
    if not line.points:  # only its cells are known
        cells = tuple(cell for cell in line.cells if cell in layout.centres)
        return cells, layout.points(cells)
    anchors = {cell: board.cells[cell].anchor for cell in line.cells if cell in board.cells}
    return chain_of(line.cells, line.points, anchors), [(x / k, y / k) for x, y in line.points]


def paint_roads(painter: QPainter, made: Roads, theme: MapTheme, fine: float, seen: QRectF) -> None:
    """All casings, then all fills, narrow roads first: junctions open up by themselves."""
    near = {
        sort: list(runs.within(seen, 2 * wide(sort, 0, fine))) for sort, runs in made.runs.items()
    }
    stroke_roads(painter, near, theme, fine)


def wide(sort: str, part: int, fine: float) -> float:
    """Width of a road's casing (part 0) or fill (1) in drawing units at a zoom."""
    return max(WIDTHS[sort][part], WIDTHS[sort][part + 2] * 100 / fine)


def stroke_roads(
    painter: QPainter, roads: Mapping[str, list[QPainterPath]], theme: MapTheme, fine: float
) -> None:
    """Print lines that are in sight, by their class."""
    for part, name in ((0, "casing"), (1, "fill")):
        for sort in WIDTHS:
            line = pen(theme.colour(f"hex.{sort}_{name}"), wide(sort, part, fine))
            for path in roads.get(sort, ()):
                painter.strokePath(path, line)


@dataclass(frozen=True)
class Sides:
    """What lies on the sides of cells: streams as smooth lines, all else as straight strokes."""

    streams: Runs
    works: Mapping[str, Runs]
    whole: BaseGeometry


def build_sides(layout: Layout) -> Sides:
    """Join marked sides to lines."""
    board, k = layout.sheet.board, layout.scale
    sides: dict[str, list[LineString]] = {}
    for (a, b), kinds in board.sides.items():
        if a not in layout.sheet.cells or b not in layout.sheet.cells:
            continue
        shared = _corners(layout, a) & _corners(layout, b)
        for kind in kinds:
            if len(shared) == 2:
                sides.setdefault(kind, []).append(LineString(sorted(shared)))
    wet: list[LineString] = []
    works: dict[str, Runs] = {}
    for kind, found in sides.items():
        border = board.palette.borders.get(kind)
        art = f"{border.art if border else ''} {kind}"
        joined = lines(shapely.line_merge(shapely.union_all(found)))
        if any(word in art for word in ("stream", "river", "brook", "canal", "water")):
            wet += [one for line in joined if isinstance(one := chaikin(line, 3), LineString)]
        else:
            works[kind] = Runs(path_of(line) for line in joined)
    for _, form in of_kind(board, "stream", "river", "canal"):
        for line in lines(form):
            soft = chaikin(LineString([(x / k, y / k) for x, y, *_ in line.coords]), 2)
            wet += [soft] if isinstance(soft, LineString) else []
    return Sides(Runs(path_of(one) for one in wet), works, shapely.union_all(wet))


def _corners(layout: Layout, cell: str) -> set[Pair]:
    return {(round(x, 3), round(y, 3)) for x, y in layout.ring(cell)}


def paint_streams(
    painter: QPainter, made: Sides, theme: MapTheme, fine: float, seen: QRectF
) -> None:
    """Bank, water and a pale thread."""
    stroke_streams(painter, list(made.streams.within(seen, 30)), theme, fine)


def stroke_streams(
    painter: QPainter, streams: list[QPainterPath], theme: MapTheme, fine: float
) -> None:
    """Print streams that are in sight."""
    for wide, least, key, alpha in (
        (14.5, 2.8, "water.bank", 1.0),
        (10.0, 1.6, "water.fill", 1.0),
        (1.3, 0.0, "water.ripple", 0.5 if fine >= 55 else 0.0),
    ):
        line = pen(theme.colour(key, alpha), max(wide, least * 100 / fine))
        for path in streams if alpha else ():
            painter.strokePath(path, line)


def paint_side_works(
    painter: QPainter, made: Sides, theme: MapTheme, fine: float, seen: QRectF
) -> None:
    """Walls, crests and other marks on sides."""
    for kind, runs in made.works.items():
        stroke_works(painter, list(runs.within(seen, 10)), theme, fine, wall=kind == "wall")


def stroke_works(
    painter: QPainter, works: list[QPainterPath], theme: MapTheme, fine: float, *, wall: bool
) -> None:
    """Print walls or other marks that are in sight."""
    edge = pen(theme.colour("border.rim", 0.9), max(8.0, 260 / fine))
    core = pen(theme.colour("border.wall_top" if wall else "relief.form"), 4.0)
    for path in works:
        painter.strokePath(path, edge)
        painter.strokePath(path, core)
