"""Faces and borders of an area map as paths, kept in step with a document edit by edit."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import shapely
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath

from wardesk.drawing.document import MapDocument, paper_of
from wardesk.errors import BugError
from wardesk.geometry.adjacency.coverage import Area, polygon
from wardesk.geometry.borders.topology import edge_points, ring_points, walks
from wardesk.geometry.grids.snap import Point
from wardesk.model.board import Board
from wardesk.render.map.recipes import art_of
from wardesk.render.map.side_signs import Run
from wardesk.render.map.view import ViewedMap
from wardesk.render.shapes import path_through

_BLANK = QRectF(0, 0, 1000, 700)
_Key = TypeVar("_Key")
_Made = TypeVar("_Made")


@dataclass(frozen=True)
class FaceArt:
    """One face, document units."""

    cell: str
    art: str
    rings: tuple[tuple[Point, ...], ...]

    @cached_property
    def path(self) -> QPainterPath:
        """Its outline; holes stay open."""
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for ring in self.rings:
            path.addPath(path_through(list(ring), True))
        return path

    @cached_property
    def box(self) -> QRectF:
        """What it spans."""
        return self.path.boundingRect()

    @cached_property
    def mark(self) -> int:
        """A number that tells whether a face has the same form as another."""
        return hash(self.rings)

    @cached_property
    def polygon(self) -> Area:
        """Its form, made ready for many questions."""
        rings = [ring for ring in self.rings if len(ring) > 2]
        found = polygon(rings) if rings else shapely.Polygon()
        shapely.prepare(found)
        return found

    @cached_property
    def area(self) -> float:
        """Its area without its holes."""
        return sum(_signed(ring) for ring in self.rings)


@dataclass(frozen=True)
class BorderArt:
    """One edge with what lies beside it, document units."""

    points: tuple[Point, ...]
    kind: str
    left: str
    right: str

    @cached_property
    def path(self) -> QPainterPath:
        """Its line."""
        return path_through(list(self.points))

    @cached_property
    def box(self) -> QRectF:
        """What it spans."""
        return self.path.boundingRect().adjusted(-1e-6, -1e-6, 1e-6, 1e-6)

    @cached_property
    def _runs(self) -> dict[tuple[float, str, bool], Run]:
        return {}

    def run(self, unit: float, art: str, *, turned: bool) -> Run:
        """It as a sign in drawing units of so many document units; *turned*: walked backwards."""
        key = unit, art, turned
        if key not in self._runs:
            points = tuple((x / unit, y / unit) for x, y in self.points)
            self._runs[key] = Run(points[::-1] if turned else points, art)
        return self._runs[key]


class Faces:
    """All faces and borders of an area map."""

    def __init__(self) -> None:
        self.faces: dict[str, FaceArt] = {}
        self.borders: dict[int, BorderArt] = {}

    def read(self) -> list[QRectF]:
        """Follow the map; gives the boxes of all that looked or looks different."""
        return []

    @property
    def paper(self) -> QRectF:
        """What a map without areas is to span."""
        return _BLANK

    @property
    def span(self) -> QRectF:
        """What the sheet shows."""
        return self.box if self.borders else self.paper

    @property
    def mean_area(self) -> float:
        """Area of the typical face; 0 without any."""
        areas = [abs(face.area) for face in self.faces.values()]
        return math.fsum(areas) / len(areas) if areas else 0.0

    @property
    def box(self) -> QRectF:
        """What all borders span."""
        found = QRectF()
        for border in self.borders.values():
            found = found.united(border.box)
        return found


class BoardFaces(Faces):
    """Those of a board, which stay as they are."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        for name, cell in board.cells.items():
            if rings := board.outlines.get(name):
                self.faces[name] = FaceArt(name, art_of(board, cell.terrain), rings)
        for number, one in enumerate(board.borders):
            if len(one.points) > 1:
                beside = one.left or "", one.right or ""
                self.borders[number] = BorderArt(one.points, one.kind, *beside)


class DrawnFaces(Faces):
    """Those of a document; `read` makes only those anew that a change concerns."""

    def __init__(self, document: MapDocument) -> None:
        super().__init__()
        self.document = document
        self._at_node: dict[int, set[int]] = {}
        self._rows = self._tables()
        self._beside = dict(walks(document.faces))
        for edge in document.edges.values():
            self._join(edge.id)
        self.faces = {name: self._face(name) for name in document.faces}
        self.borders = {edge: self._border(edge) for edge in document.edges}

    def _tables(self) -> dict[str, dict[Any, Any]]:
        document = self.document
        tables = ("nodes", "edges", "faces", "cells")
        return {name: dict(getattr(document, name)) for name in tables}

    def _join(self, edge: int) -> None:
        row = self.document.edges[edge]
        for node in (row.start, row.end):
            self._at_node.setdefault(node, set()).add(edge)

    def _face(self, name: str) -> FaceArt:
        document = self.document
        cell = document.cells.get(name)
        art = art_of(document, cell.terrain) if cell else ""
        network = document.network
        rings = tuple(ring_points(network, ring) for ring in document.faces[name].rings)
        return FaceArt(name, art, rings)

    def _border(self, edge: int) -> BorderArt:
        beside = self._beside
        return BorderArt(
            edge_points(self.document.network, edge),
            self.document.edges[edge].kind,
            beside.get(edge, ""),
            beside.get(-edge, ""),
        )

    def read(self) -> list[QRectF]:
        """Follow the document; gives the boxes of all that looked or looks different.

        Rows are compared by identity: whoever changes a document puts new values in their places.
        """
        document, old = self.document, self._rows
        self._rows = self._tables()
        nodes = _differing(old["nodes"], document.nodes)
        edges = _differing(old["edges"], document.edges)
        faces = _differing(old["faces"], document.faces)
        for node in nodes:
            edges |= self._at_node.get(node, set())
        for edge in edges & document.edges.keys():
            self._join(edge)
        edges |= self._walk_again(faces)
        for edge in edges:
            faces.update(self._beside[signed] for signed in (edge, -edge) if signed in self._beside)
        faces |= _differing(old["cells"], document.cells)
        return [*self._replace_faces(faces), *self._replace_borders(edges)]

    def _walk_again(self, faces: set[str]) -> set[int]:
        """Note anew what lies beside the edges of some faces; gives those edges."""
        touched: set[int] = set()
        if any(name in self.faces for name in faces):
            for signed in [one for one, face in self._beside.items() if face in faces]:
                del self._beside[signed]
                touched.add(abs(signed))
        for name in faces & self.document.faces.keys():
            for ring in self.document.faces[name].rings:
                for signed in ring:
                    self._beside[signed] = name
                    touched.add(abs(signed))
        return touched

    def _replace_faces(self, names: Iterable[str]) -> list[QRectF]:
        dirty: list[QRectF] = []
        for name in names:
            old = self.faces.get(name)
            new = self._face(name) if name in self.document.faces else None
            if old == new:
                continue
            dirty += [one.box for one in (old, new) if one is not None]
            if new is None:
                del self.faces[name]
            else:
                self.faces[name] = new
        self.faces = _in_step(self.faces, self.document.faces)
        return dirty

    def _replace_borders(self, edges: Iterable[int]) -> list[QRectF]:
        dirty: list[QRectF] = []
        for edge in edges:
            old = self.borders.get(edge)
            new = self._border(edge) if edge in self.document.edges else None
            if old == new:
                continue
            dirty += [one.box for one in (old, new) if one is not None]
            if new is None:
                del self.borders[edge]
            else:
                self.borders[edge] = new
        self.borders = _in_step(self.borders, self.document.edges)
        return dirty

    @property
    def paper(self) -> QRectF:
        """The paper that was chosen for the map."""
        told = paper_of(self.document)
        return _BLANK if told is None else QRectF(QPointF(*told[:2]), QPointF(*told[2:]))

    @property
    def span(self) -> QRectF:
        """What the sheet shows: its paper, and what was drawn beyond it."""
        chosen = paper_of(self.document) is not None
        return self.box.united(self.paper) if chosen and self.borders else super().span


def _in_step(made: dict[_Key, _Made], order: Iterable[_Key]) -> dict[_Key, _Made]:
    """The same in the document's order, in which they are painted: what lies over what is seen."""
    wanted = [one for one in order if one in made]
    return made if list(made) == wanted else {one: made[one] for one in wanted}


def faces_of(view: ViewedMap) -> Faces:
    """The faces of a map that is being drawn, or played on."""
    if isinstance(view, MapDocument):
        return DrawnFaces(view)
    if isinstance(view, Board):
        return BoardFaces(view)
    raise BugError(f"{type(view).__name__} has no areas")


def _differing(old: dict[Any, Any], new: dict[Any, Any]) -> set[Any]:
    """The keys of all rows that have come, gone or been replaced."""
    found = {key for key, row in new.items() if old.get(key) is not row}
    return found | (old.keys() - new.keys())


def _signed(ring: tuple[Point, ...]) -> float:
    """Area of a ring, positive for outer ones (they run counter-clockwise to the eye)."""
    turned = zip(ring, (*ring[1:], *ring[:1]), strict=True)
    return -sum(ax * by - bx * ay for (ax, ay), (bx, by) in turned) / 2
