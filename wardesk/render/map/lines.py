"""Roads, railways, rivers and other lines as curves, kept by feature so that one edit costs one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import is_
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from wardesk.drawing.commands.features import LABEL, ZONE, line_cells
from wardesk.model.board import Feature
from wardesk.render.map.lattice.frame import Pair
from wardesk.render.map.line_curves import PER_LEG, chain_of, led_off, meetings, smooth_line
from wardesk.render.map.recipes import (
    WATERS,
    base_of,
    dressed,
    line_recipe,
    line_words,
    mark_of,
)
from wardesk.render.map.side_signs import thread
from wardesk.render.map.view import ViewedMap
from wardesk.render.shapes import dashed, path_through, pen
from wardesk.render.theme import MapTheme

WIDTHS: dict[str, tuple[float, float, float, float]] = {
    "path": (6.8, 3.6, 1.8, 0.9),
    "road": (8.6, 5.0, 2.4, 1.2),
    "main": (12.5, 8.2, 3.2, 1.9),
}
"""Casing and fill in drawing units, then the least of both in device pixels; narrow ones first."""
_CROSSES = 46.0
"""From one cross of the edge of a sheet to the next."""
_DASHES = (9.0, 6.0)
"""How paths are broken."""
_ROOM = 48.0
"""How far around it a line changes what is drawn: a number that it crosses gets a rim."""
PIECE = 42
"""Points in the pieces in which a line is painted."""


class LineCurve:
    """One line ready to be stroked, drawing units; its pieces become paths when first seen."""

    def __init__(self, art: str, points: list[Pair]) -> None:
        self.art, self.points = art, points
        table = np.array(points)
        self.boxes = np.array(
            [_bounds(table[at : at + PIECE + 1]) for at in range(0, max(len(points) - 1, 1), PIECE)]
        )
        """Of every piece: left, top, right, bottom."""
        left, top, right, bottom = _bounds(table)
        self.box = QRectF(left, top, right - left, bottom - top)
        self._paths: dict[int, QPainterPath] = {}
        self._threads: dict[int, QPolygonF] = {}

    def thread(self, piece: int) -> QPolygonF:
        """A few points of one piece."""
        if piece not in self._threads:
            run = self.run(piece)
            points = [*run[: -1 : PER_LEG // 2], run[-1]]
            self._threads[piece] = QPolygonF([QPointF(x, y) for x, y in points])
        return self._threads[piece]

    def path(self, piece: int) -> QPainterPath:
        """One piece as a path."""
        if piece not in self._paths:
            self._paths[piece] = path_through(self.run(piece))
        return self._paths[piece]

    def run(self, piece: int) -> list[Pair]:
        """The points of one piece."""
        return self.points[piece * PIECE : (piece + 1) * PIECE + 1]


def _bounds(table: np.ndarray[Any, Any]) -> tuple[float, float, float, float]:
    (left, top), (right, bottom) = table.min(axis=0).tolist(), table.max(axis=0).tolist()
    return left - _ROOM, top - _ROOM, right + _ROOM, bottom + _ROOM


class LineArt:
    """All lines of a document that its palette knows. *unit*: document units per drawing unit."""

    def __init__(self, view: ViewedMap, unit: float, bounds: QRectF | None) -> None:
        self.view, self.unit, self.bounds = view, unit, bounds
        self._curves: dict[int, tuple[Feature, tuple[bool, ...], LineCurve]] = {}
        self._index: tuple[list[tuple[LineCurve, int]], np.ndarray[Any, Any]] | None = None
        self.refresh()

    def refresh(self) -> list[QRectF]:
        """Compare with the document; gives what must be painted anew, drawing units."""
        view, palette = self.view, self.view.palette
        # area maps draw lines of their own kinds elsewhere; on sheets none may be lost
        every = self.bounds is not None
        drawn = [
            feature
            for feature in view.features
            if feature.geometry.get("type") == "LineString"
            and (feature.kind in palette.lines or (every and feature.kind not in (LABEL, ZONE)))
        ]
        meets = meetings(line_cells(one) for one in drawn if one.kind in palette.lines)
        old, self._curves = self._curves, {}
        self._index = None
        dirty: list[QRectF] = []
        for feature in drawn:
            cells = self._chain(feature)
            pinned = tuple(meets[cell] > 1 for cell in cells)
            known = old.get(id(feature))
            if known is not None and known[0] is feature and known[1] == pinned:
                self._curves[id(feature)] = old.pop(id(feature))
                continue
            curve = self._curve(feature, pinned)
            self._curves[id(feature)] = (feature, pinned, curve)
            dirty.append(curve.box)
        return [*dirty, *(curve.box for _, _, curve in old.values())]

    def _chain(self, feature: Feature) -> tuple[str, ...]:
        """The cells of a line that runs from middle to middle; none if it was drawn freely."""
        if self.view.grid is None:
            return ()
        cells, known = line_cells(feature), self.view.cells
        anchors = {cell: known[cell].anchor for cell in cells if cell in known}
        return chain_of(cells, feature.geometry["coordinates"], anchors)

    def _curve(self, feature: Feature, pinned: tuple[bool, ...]) -> LineCurve:
        unit = self.unit
        points = [
            (float(x) / unit, float(y) / unit) for x, y, *_ in feature.geometry["coordinates"]
        ]
        if pinned and self.bounds is not None:
            points, stays, _ = led_off(points, pinned, self.bounds)
            run = smooth_line(points, stays, middles=True)
        else:
            run = smooth_line(points, [False] * len(points), middles=False)
        return LineCurve(line_words(self.view, feature.kind, feature.name), run)

    def _pieces(self, box: QRectF) -> Iterable[tuple[LineCurve, int]]:
        if not self._curves:
            return ()
        if self._index is None:
            curves = [curve for _, _, curve in self._curves.values()]
            self._index = (
                [(curve, piece) for curve in curves for piece in range(len(curve.boxes))],
                np.vstack([np.empty((0, 4)), *(curve.boxes for curve in curves)]),
            )
        pieces, boxes = self._index
        left, top, right, bottom = boxes.T
        near = (left < box.right()) & (right > box.left())
        near &= (top < box.bottom()) & (bottom > box.top())
        return (pieces[at] for at in np.flatnonzero(near).tolist())

    def near(self, box: QRectF) -> Iterator[tuple[str, QPainterPath]]:
        """Art and path of every piece that may reach into *box*."""
        return ((curve.art, curve.path(piece)) for curve, piece in self._pieces(box))

    def curve(self, feature: Feature) -> list[Pair]:
        """The points that a line is drawn through, document units; none if it is not drawn."""
        known = self._curves.get(id(feature))
        if known is None or known[0] is not feature:
            return []
        return [(x * self.unit, y * self.unit) for x, y in known[2].points]

    def runs(self, box: QRectF) -> list[tuple[Pair, ...]]:
        """The points of every piece that comes near a box."""
        return [tuple(curve.run(piece)) for curve, piece in self._pieces(box)]

    def threads(self, box: QRectF) -> Iterator[tuple[str, QPolygonF]]:
        """Art and a few points of every piece in a box, for views from afar."""
        return ((curve.art, curve.thread(piece)) for curve, piece in self._pieces(box))


def water_courses(pieces: Iterable[tuple[str, QPainterPath]]) -> dict[str, list[QPainterPath]]:
    """Those of the lines that are water, by recipe."""
    found: dict[str, list[QPainterPath]] = {}
    for words, path in pieces:
        if (recipe := line_recipe(words)) in WATERS:
            found.setdefault(recipe + mark_of(words), []).append(path)
    return found


def paint_lines(
    painter: QPainter,
    pieces: Iterable[tuple[str, QPainterPath]],
    theme: MapTheme,
    fine: float,
) -> None:
    """Every line but water: what nobody knows, roads, then railways over them."""
    heaps: dict[str, list[QPainterPath]] = {}
    for words, path in pieces:
        recipe, mark = line_recipe(words), mark_of(words)
        heaps.setdefault(recipe + mark, []).append(path)
        if recipe == "bank":  # and the way that lies on it
            heaps.setdefault(("rail" if "rail" in words else "road") + mark, []).append(path)
    if not heaps:
        return
    for inks, paths in _of(heaps, "plain", theme):
        line = pen(inks.colour("line.plain", 0.9), max(4.0, 150 / fine))
        line.setDashPattern([3.5, 1.6])
        line.setCapStyle(Qt.PenCapStyle.FlatCap)
        for path in paths:
            painter.strokePath(path, line)
    for inks, paths in _of(heaps, "bank", theme):
        _paint_banks(painter, paths, inks, fine)
    _paint_roads(painter, heaps, theme, fine)
    _paint_unseen(painter, heaps, theme, fine)
    for inks, paths in _of(heaps, "rail bridge", theme):
        _paint_decks(painter, paths, inks, fine)
    for inks, paths in _of(heaps, "rail", theme):
        _paint_rails(painter, paths, inks, fine)


def _of(
    heaps: Mapping[str, list[QPainterPath]], recipe: str, theme: MapTheme
) -> list[tuple[MapTheme, list[QPainterPath]]]:
    """The lines of a recipe with the inks that they wear."""
    return [(dressed(theme, key), paths) for key, paths in heaps.items() if base_of(key) == recipe]


def _paint_roads(
    painter: QPainter, roads: Mapping[str, list[QPainterPath]], theme: MapTheme, fine: float
) -> None:
    """All casings, then all fills, narrow roads first: junctions open up by themselves."""
    for part, name in ((0, "casing"), (1, "fill")):
        for sort, widths in WIDTHS.items():
            width = max(widths[part], widths[part + 2] * 100 / fine)
            for inks, paths in _of(roads, sort, theme):
                ink = inks.colour(f"hex.{sort}_{name}")
                line = pen(ink, width)
                if sort == "path" and part == 0:  # a track is a broken line on pale ground
                    pale = pen(inks.colour("hex.path_fill"), width)
                    for path in paths:
                        painter.strokePath(path, pale)
                    line = dashed(ink, width * 0.62, _DASHES)
                elif sort == "path":
                    continue
                for path in paths:
                    painter.strokePath(path, line)


def _paint_banks(
    painter: QPainter, banks: list[QPainterPath], theme: MapTheme, fine: float
) -> None:
    """The slopes of a raised way: short strokes to both sides."""
    line = dashed(theme.colour("line.plain", 0.75), max(38.0, 7.0 * 100 / fine), (4.0, 9.0))
    for path in banks:
        painter.strokePath(path, line)


def _paint_unseen(
    painter: QPainter, heaps: Mapping[str, list[QPainterPath]], theme: MapTheme, fine: float
) -> None:
    """Lines that only rules know: a limit of movement, the edge of a printed sheet."""
    for inks, paths in _of(heaps, "sheet", theme):
        _paint_cuts(painter, paths, inks, fine)
    for inks, paths in _of(heaps, "limit", theme):
        limit = pen(inks.colour("border.post", 0.9), max(7.0, 2.2 * 100 / fine))
        limit.setDashPattern([7.0, 2.5, 1.2, 2.5])
        limit.setCapStyle(Qt.PenCapStyle.FlatCap)
        for path in paths:
            painter.strokePath(path, limit)


def _paint_cuts(painter: QPainter, cuts: list[QPainterPath], theme: MapTheme, fine: float) -> None:
    """The edge of a printed sheet: crosses in a row, as where paper is cut."""
    ink, halo = theme.colour("line.plain"), theme.colour("label.halo", 0.85)
    size = max(1.0, 30 / fine)
    for tint, more in ((halo, 4.0), (ink, 0.0)):
        arm, thin = 10.0 + more / 2, 3.2 + more
        along = dashed(tint, thin * size, (2 * arm * size, (_CROSSES - 2 * arm) * size))
        along.setDashOffset((arm - _CROSSES / 2) / thin)
        across = dashed(tint, 2 * arm * size, (thin * size, (_CROSSES - thin) * size))
        across.setDashOffset((thin - _CROSSES) / 4 / arm)
        for path in cuts:
            painter.strokePath(path, along)
            painter.strokePath(path, across)


def _paint_decks(
    painter: QPainter, bridges: list[QPainterPath], theme: MapTheme, fine: float
) -> None:
    """Railway bridges: a broad deck between dark girders, with sleepers across."""
    least, dark = 100 / fine, theme.colour("line.plain")
    flat = Qt.PenCapStyle.FlatCap
    girders = pen(dark, max(24.0, 5.0 * least), cap=flat)
    deck = pen(theme.colour("label.halo"), max(18.0, 3.0 * least), cap=flat)
    ties = dashed(dark, max(13.0, 2.0 * least), (3.0, 5.0))
    for path in bridges:
        for line in (girders, deck, ties) if fine >= 14 else (girders, deck):
            painter.strokePath(path, line)


def _paint_rails(
    painter: QPainter, rails: list[QPainterPath], theme: MapTheme, fine: float
) -> None:
    """A dark line with sleepers across."""
    least = 100 / fine
    core = pen(theme.colour("line.plain"), max(3.0, 1.4 * least))
    ties = dashed(theme.colour("line.plain"), max(11.0, 4.5 * least), (2.2, 9.0))
    halo = pen(theme.colour("label.halo", 0.55), max(7.0, 3.0 * least))
    for path in rails:
        painter.strokePath(path, halo)
    for path in rails:
        painter.strokePath(path, core)
        if fine >= 14:
            painter.strokePath(path, ties)


def paint_threads(
    painter: QPainter, threads: Iterable[tuple[str, QPolygonF]], theme: MapTheme, fine: float
) -> None:
    """Lines seen from afar: one thin stroke each, without casings."""
    for words, points in threads:
        recipe, inks = line_recipe(words), dressed(theme, words)
        if recipe in WATERS:
            ink, width = thread(recipe, inks)
        elif recipe == "limit":
            ink, width = inks.colour("border.post", 0.9), 1.4
        elif recipe == "bank":
            ink, width = inks.colour("line.plain", 0.4), 2.6
        elif recipe == "sheet":
            ink, width = inks.colour("label.halo", 0.9), 2.0
        elif recipe in WIDTHS:
            key = "hex.main_fill" if recipe == "main" else f"hex.{recipe}_casing"
            ink, width = inks.colour(key, 0.9), 1.6 if recipe == "main" else 0.9
        else:
            ink, width = inks.colour("line.plain", 0.8), 0.9
        painter.setPen(pen(ink, width * 100 / fine))
        painter.drawPolyline(points)


def same_rows(rows: list[Feature], others: list[Feature]) -> bool:
    """Whether two lists hold the very same features."""
    return len(rows) == len(others) and all(map(is_, rows, others))
