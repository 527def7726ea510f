"""Who borders on whom, drawn over the sheet: open, closed, by hand, at a corner only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from wardesk.model.board import Board, Contact
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.overlays.callout import paint_words
from wardesk.ui.map.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.board_keeper import BoardKeeper
    from wardesk.ui.map.view import MapView

OPEN, CLOSED, ADDED, CORNER, CASING = "#0b4fb3", "#b3131f", "#7a2fa0", "#6a6455", "#ffffff"
MOST_LINES = 4000


class AdjacencyOverlay(QObject):
    """A line from anchor to anchor for every contact in view.

    On sheets of hexes and squares plain neighbours say nothing, so those of the cell under the
    pointer are drawn, and everywhere the closed and the added ones.
    """

    def __init__(self, view: MapView, boards: BoardKeeper) -> None:
        super().__init__(view)
        self._view, self._boards = view, boards
        self.on = False
        boards.made.connect(self._again)
        view.hovered.connect(self._again)

    def switch(self, on: bool) -> None:
        """Show it or not."""
        self.on = on
        self._boards.want("adjacency", on)
        self._view.update()

    def _again(self, *_: object) -> None:
        if self.on:
            self._view.update()

    def paint(self, painter: QPainter, camera: Camera) -> None:
        """Draw the contacts."""
        board = self._boards.board
        if not self.on:
            return
        view = QRectF(QPointF(0, 0), camera.size)
        if board is None or self._boards.problem:
            words = self._boards.problem or tr("Working out who borders on whom…")
            paint_words(painter, view, QPointF(20, 60), words, icon="warning", tone="warn")
            return
        lines = self._area_lines(board) if board.lattice is None else self._sheet_lines(board)
        for ink, style, pairs in lines:
            found = [self._between(camera, a, b) for a, b in pairs]
            drawn = [line for line in found if line is not None][:MOST_LINES]
            for colour, wide in ((CASING, 4.2), (ink, 2.2)):
                painter.setPen(QPen(QColor(colour), wide, style if wide < 4 else _SOLID))
                painter.drawLines(drawn)
        self._reason(painter, view, camera, board)

    def _between(self, camera: Camera, a: str, b: str) -> QLineF | None:
        first = camera.to_view(self._view.sheet.anchor(a))
        last = camera.to_view(self._view.sheet.anchor(b))
        box = QRectF(first, last).normalized().adjusted(-1, -1, 1, 1)
        seen = QRectF(QPointF(0, 0), camera.size)
        return QLineF(first, last) if box.intersects(seen) else None

    @staticmethod
    def _area_lines(board: Board) -> list[_Lines]:
        sorts: dict[str, list[tuple[str, str]]] = {
            "open": [],
            "closed": [],
            "added": [],
            "near": [],
        }
        for contact in board.contacts:
            sorts[_sort(contact)].append((contact.a, contact.b))
        return [
            (CORNER, Qt.PenStyle.DotLine, sorts["near"]),
            (OPEN, _SOLID, sorts["open"]),
            (CLOSED, Qt.PenStyle.DashLine, sorts["closed"]),
            (ADDED, Qt.PenStyle.DashDotLine, sorts["added"]),
        ]

    def _sheet_lines(self, board: Board) -> list[_Lines]:
        lattice = board.lattice
        if lattice is None:
            return []
        here = self._view.hover_cell or self._view.focus_cell
        beside = [(here, other) for other in board.neighbours(here)] if here in board.cells else []
        return [
            (OPEN, _SOLID, beside),
            (CLOSED, Qt.PenStyle.DashLine, sorted(lattice.closed)),
            (ADDED, Qt.PenStyle.DashDotLine, sorted(lattice.added)),
        ]

    def _reason(self, painter: QPainter, view: QRectF, camera: Camera, board: Board) -> None:
        """Of the cell under the pointer: how many neighbours, and what a person said of them."""
        here = self._view.hover_cell
        if here not in board.cells:
            return
        words = tr("{0} neighbours").format(len(board.neighbours(here)))
        mine = [o for o in self._view.desk.document.overrides if here in o.pair]
        if mine:
            other = next(cell for cell in mine[0].pair if cell != here)
            words += f"; {other}: {mine[0].reason}"
        sight = self._view.overlays.sight
        at = camera.to_view(self._view.sheet.anchor(here))
        # the words of the line of sight stand above its end
        below = sight.on and sight.source not in ("", here)
        paint_words(painter, view, at, words, icon="graph", below=below)


_Lines = tuple[str, Qt.PenStyle, list[tuple[str, str]]]
_SOLID = Qt.PenStyle.SolidLine


def _sort(contact: Contact) -> str:
    if contact.kind in ("manual", "link"):
        return "added"
    if contact.kind == "corner":
        return "near"
    return "open" if contact.passable else "closed"
