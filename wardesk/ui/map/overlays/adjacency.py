"""Who borders on whom, drawn over the sheet: open, closed, by hand, at a corner; and how sure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from wardesk.drawing.neighbourhood import sorted_pair
from wardesk.model.board import Board, Contact
from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.callout import paint_words
from wardesk.ui.map.overlays.overlay import BoardOverlay
from wardesk.ui.map.overlays.sight import SightOverlay
from wardesk.ui.map.view import OVER, MapView
from wardesk.ui.widgets import paint
from wardesk.words import tr

_LINE = 36
_CASING = "#ffffff"


@dataclass(frozen=True)
class LegendSample:
    """One line of the legend: words, and the ink, width (px) and style it is drawn in."""

    words: str
    ink: str
    width: float
    style: Qt.PenStyle


def paint_legend(painter: QPainter, view: QRectF, samples: Sequence[LegendSample]) -> QRectF:
    """Draw the legend; gives the card's place, empty where nothing is to be told."""
    if not samples:
        return QRectF()
    row = theme.px(20)
    width = max(paint.advance(one.words, "small") for one in samples) + _LINE + 34
    card = QRectF(view.left() + 12, 0, width, row * len(samples) + 12)
    card.moveBottom(view.bottom() - 12)
    paint.rounded(
        painter, card, fill=theme.colour("surface", 0.95), outline=theme.colour("edge"), radius=7
    )
    for k, one in enumerate(samples):
        top = card.top() + 6 + k * row
        a = QPointF(card.left() + 12, top + row / 2)
        b = a + QPointF(_LINE, 0)
        painter.setPen(QPen(QColor(_CASING), one.width + 2))
        painter.drawLine(a, b)
        painter.setPen(QPen(QColor(one.ink), one.width, one.style))
        painter.drawLine(a, b)
        where = QRectF(b.x() + 10, top, width, row)
        paint.words(painter, where, one.words, role="small", ink="text")
    return card


OPEN, CLOSED, ADDED, CORNER, CASING = "#0b4fb3", "#b3131f", "#7a2fa0", "#6a6455", "#ffffff"
DOUBTED, GRAVE = "#b86e00", "#d9480f"
"""Inks of pairs that a person should look at, and should look at first."""
SURE_WIDE, DOUBTED_WIDE, GRAVE_WIDE = 2.2, 4.0, 6.0
HALF = 0.5
"""The doubt from which on a pair is as likely wrong as right."""
MOST_LINES = 4000

Pair = tuple[str, str]
_SOLID = Qt.PenStyle.SolidLine
_STYLES = {
    "open": _SOLID,
    "closed": Qt.PenStyle.DashLine,
    "added": Qt.PenStyle.DashDotLine,
    "near": Qt.PenStyle.DotLine,
}
_INKS = {"open": OPEN, "closed": CLOSED, "added": ADDED, "near": CORNER}
_ORDER = ("near", "open", "closed", "added")


class AdjacencyOverlay(BoardOverlay):
    """A line from anchor to anchor for every contact in view.

    The style of a line tells the kind of contact, its colour and width how doubtful it is. On
    sheets of hexes and squares plain neighbours say nothing, so those of the cell under the pointer
    are drawn, and everywhere the closed, the added and the doubtful ones.
    """

    name = "adjacency"
    height = OVER + 1

    def __init__(self, view: MapView, sight: SightOverlay) -> None:
        super().__init__(view)
        self._sight, self._doubtful = sight, view.model.doubtful
        self._doubtful.made.connect(self._repaint)
        view.hovered.connect(self._repaint)

    def switch(self, on: bool) -> None:
        super().switch(on)
        self._doubtful.want("adjacency", on)

    def paint(self, painter: QPainter, camera: Camera) -> None:
        """Draw the contacts, the doubtful ones on top, and what the lines mean."""
        board = self._compiler.board
        view = QRectF(QPointF(0, 0), camera.size)
        if board is None or self._compiler.problem:
            words = self._compiler.problem or tr("Working out who borders on whom…")
            paint_words(painter, view, QPointF(20, 60), words, icon="warning", tone="warn")
            return
        used: list[str] = []
        for (sort, ink, width), pairs in self.sorts(board).items():
            found = [self._between(camera, a, b) for a, b in pairs]
            drawn = [line for line in found if line is not None][:MOST_LINES]
            if not drawn:
                continue
            used.append(sort)
            painter.setPen(QPen(QColor(CASING), width + 2))
            painter.drawLines(drawn)
            painter.setPen(QPen(QColor(ink), width, _STYLES[sort]))
            painter.drawLines(drawn)
            if ink in (DOUBTED, GRAVE):
                used.append(ink)
        paint_legend(painter, view, self._legend(used))
        self._reason(view, camera, board)

    def sorts(self, board: Board) -> dict[tuple[str, str, float], list[Pair]]:
        """The pairs to draw by sort of contact, ink and width in px; the doubtful ones last."""
        doubts = {row.pair: row.doubt for row in self._doubtful.found}
        plain: dict[tuple[str, str, float], list[Pair]] = {}
        doubtful: dict[tuple[str, str, float], list[Pair]] = {}
        known: set[Pair] = set()
        for sort, pairs in self._contacts(board):
            for pair in pairs:
                doubt = doubts.get(sorted_pair(*pair), 0.0)
                known.add(sorted_pair(*pair))
                if doubt:
                    doubtful.setdefault((sort, *_shade(doubt)), []).append(pair)
                else:
                    plain.setdefault((sort, _INKS[sort], SURE_WIDE), []).append(pair)
        for row in self._doubtful.found:
            if row.pair not in known and set(row.pair) <= board.cells.keys():
                sort = "open" if row.joined else "near"
                doubtful.setdefault((sort, *_shade(row.doubt)), []).append(row.pair)
        order = dict(sorted(doubtful.items(), key=lambda item: item[0][2]))
        return {**plain, **order}

    def _contacts(self, board: Board) -> Iterable[tuple[str, list[Pair]]]:
        """The pairs of the board to draw, by the sort of contact."""
        lattice = board.lattice
        if lattice is None:
            sorts: dict[str, list[Pair]] = {sort: [] for sort in _ORDER}
            for contact in board.contacts:
                sorts[_sort(contact)].append((contact.a, contact.b))
            return sorts.items()
        here = self._view.hover_cell or self._view.focus_cell
        beside = [(here, other) for other in board.neighbours(here)] if here in board.cells else []
        return (
            ("open", beside),
            ("closed", sorted(lattice.closed)),
            ("added", sorted(lattice.added)),
        )

    def _between(self, camera: Camera, a: str, b: str) -> QLineF | None:
        first = camera.to_view(self._view.sheet.anchor(a))
        last = camera.to_view(self._view.sheet.anchor(b))
        box = QRectF(first, last).normalized().adjusted(-1, -1, 1, 1)
        seen = QRectF(QPointF(0, 0), camera.size)
        return QLineF(first, last) if box.intersects(seen) else None

    @staticmethod
    def _legend(used: list[str]) -> list[LegendSample]:
        """What stands in the legend: only what is drawn."""
        rows = [
            ("open", LegendSample(tr("neighbours"), OPEN, SURE_WIDE, _SOLID)),
            ("closed", LegendSample(tr("closed"), CLOSED, SURE_WIDE, _STYLES["closed"])),
            ("added", LegendSample(tr("joined by hand"), ADDED, SURE_WIDE, _STYLES["added"])),
            (
                "near",
                LegendSample(tr("a corner, or not touching"), CORNER, SURE_WIDE, _STYLES["near"]),
            ),
            (DOUBTED, LegendSample(tr("look at it"), DOUBTED, DOUBTED_WIDE, _SOLID)),
            (GRAVE, LegendSample(tr("doubtful"), GRAVE, GRAVE_WIDE, _SOLID)),
        ]
        return [sample for name, sample in rows if name in used]

    def _reason(self, view: QRectF, camera: Camera, board: Board) -> None:
        """Of the cell under the pointer: how many neighbours, and what a person said of them."""
        here = self._view.hover_cell
        tool = self._view.tool
        if here not in board.cells or (tool is not None and tool.id == "review"):
            return
        words = tr("{0} neighbours").format(len(board.neighbours(here)))
        mine = [o for o in self._view.model.document.overrides if here in o.pair]
        if mine:
            other = next(cell for cell in mine[0].pair if cell != here)
            words += f"; {other}: {mine[0].reason}"
        sight = self._sight
        at = camera.to_view(self._view.sheet.anchor(here))
        # the words of the line of sight stand above its end
        below = sight.on and sight.source not in ("", here)
        self._view.notes.append(
            partial(paint_words, view=view, at=at, words=words, icon="graph", below=below)
        )


def _shade(doubt: float) -> tuple[str, float]:
    """Ink and width in px for a doubt."""
    return (GRAVE, GRAVE_WIDE) if doubt >= HALF else (DOUBTED, DOUBTED_WIDE)


def _sort(contact: Contact) -> str:
    if contact.kind in ("manual", "link"):
        return "added"
    if contact.kind == "corner":
        return "near"
    return "open" if contact.passable else "closed"
