"""The board as a widget: shows a scene through a camera and turns hands and keys into signals."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from wardesk.model.board import Board
from wardesk.model.look import TableLook
from wardesk.ui.canvas.art import BoardArt
from wardesk.ui.canvas.camera import CLOSEST_COUNTER, Camera, fitting
from wardesk.ui.canvas.eye import EyeView
from wardesk.ui.canvas.hand import Hand
from wardesk.ui.canvas.ink import InkLayer
from wardesk.ui.canvas.keyboard import pick, press
from wardesk.ui.canvas.marks import Marks
from wardesk.ui.canvas.piles import Fan, fan_out
from wardesk.ui.canvas.scene import BoardScene
from wardesk.ui.canvas.tiles import TileStore
from wardesk.ui.key_book import key_book

_A_FEW_LINES = 150.0
"""Px by which the words above a board come and go; the paper does not move for these."""


def _middle(size: QSizeF) -> QPointF:
    return QPointF(size.width() / 2, size.height() / 2)


class BoardView(EyeView):
    """A board with counters on it. Says what was clicked; never decides what that means."""

    cellClicked = Signal(str)  # noqa: N815 - Qt's way with signal names
    pieceClicked = Signal(str)  # noqa: N815
    cellHovered = Signal(str)  # noqa: N815
    cellFocused = Signal(str)  # noqa: N815
    pieceDropped = Signal(tuple, str)  # noqa: N815
    pieceMenu = Signal(str, QPoint)  # noqa: N815
    cellMenu = Signal(str, QPoint)  # noqa: N815
    pieceLeft = Signal(tuple, QPoint)  # noqa: N815
    tabPressed = Signal()  # noqa: N815
    spacePressed = Signal()  # noqa: N815
    scaleChanged = Signal(float)  # noqa: N815
    settled = Signal()

    def __init__(self, board: Board, art: BoardArt, parent: QWidget | None = None) -> None:
        super().__init__(fitting(art.sheet, QSizeF(100, 100)), parent)
        self._tiles = TileStore(art.paint_ground, art.paper, self)
        self._ink = InkLayer(art.paint_ink, self)
        self.scene = BoardScene(board, art, self._tiles, self._ink)
        self._fan: Fan | None = None
        self._focus_cell = self.scene.index.first()
        self._hover = ""
        self._origin = QPointF()
        """The upper left corner in the window, when the size changed last."""
        self._hand = Hand(self)
        self.why_not: Callable[[str], str] = lambda _cell: ""
        """What the rules have against a cell for what is picked; the table knows."""
        self._tiles.ready.connect(self._picture_came)
        self._ink.ready.connect(self._picture_came)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Board: {0}").format(board.title))
        self._describe()

    # ---- what it shows --------------------------------------------------------------------------

    def set_look(self, look: TableLook) -> None:
        """Show the counters of a look."""
        self.scene.set_look(look)
        if self._fan is not None:
            self.fan(self._fan.cell, self._fan.at)
        self._describe()
        self.update()

    def set_marks(self, marks: Marks) -> None:
        """Light cells and pieces."""
        self.scene.set_marks(marks)
        if self._fan is not None:
            self.fan(self._fan.cell, self._fan.at)
        self.update()

    def set_art(self, art: BoardArt) -> None:
        """Draw in another theme."""
        self.scene.set_art(art)
        self._tiles.repaint(art.paint_ground, art.paper)
        self._ink.repaint(art.paint_ink)
        self.update()

    @property
    def busy(self) -> bool:
        """Whether ground or lettering is still coming."""
        return self._tiles.busy or self._ink.busy

    def sizeHint(self) -> QSize:
        return QSize(640, 480)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 200)

    # ---- where the eye is -----------------------------------------------------------------------

    def limits(self) -> tuple[float, float]:
        """Least and most px per board unit."""
        whole = fitting(self.scene.art.sheet, self._camera.size, turn=self._camera.turn).scale
        closest = CLOSEST_COUNTER / self.scene.art.counter
        return min(whole * 0.6, closest), max(whole, closest)

    @property
    def fitted_scale(self) -> float:
        """Px per board unit when everything is just in view."""
        return fitting(self.scene.home(), self._camera.size, turn=self._camera.turn).scale

    def look_at(self, camera: Camera) -> None:
        """Move the eye, within the limits."""
        before = self._camera.scale
        self._camera = camera.clamped(self.scene.art.sheet, *self.limits())
        self._fitted = False
        self.scene.set_scale(self._camera.scale)
        if self._fan is not None:
            self.fan(self._fan.cell, self._fan.at)
        if self._camera.scale != before:
            self.scaleChanged.emit(self._camera.scale)
        self.moved.emit()
        self.update()

    def fit(self) -> None:
        """Show the whole sheet, and keep showing it when the view changes its size."""
        self._glide.stop()
        self.look_at(fitting(self.scene.home(), self._camera.size, turn=self._camera.turn))
        self._fitted = True

    def fit_selection(self) -> None:
        """Show what the question is about: what is picked, else what may be, else the cell."""
        box = self.scene.lit_box(self._focus_cell)
        if not box.isEmpty():
            room = self.scene.art.counter
            around = box.adjusted(-room, -room, room, room)
            self._glide.stop()
            self.look_at(fitting(around, self._camera.size, 24.0, self._camera.turn))

    def turn(self, quarters: int) -> None:
        """Turn the sheet by quarters clockwise; a fitted view stays fitted."""
        fitted = self._fitted
        self.close_fan()
        self.look_at(self._camera.turned_by(quarters))
        if fitted:
            self.fit()

    def show_cell(self, cell: str) -> None:
        """Bring a cell into view with the least movement."""
        anchor = self.scene.index.anchors.get(cell)
        if anchor is not None:
            self.show_point(anchor)

    def cell_point(self, cell: str) -> QPoint:
        """Where the anchor of a cell is in the view, px: for menus, and for tests to click."""
        return self._camera.to_view(self.scene.index.anchors[cell]).toPoint()

    def piece_point(self, piece: str) -> QPoint:
        """Where a piece can be clicked: in the fan, or on its pile if it lies on top there."""
        if self._fan is not None:
            for look, box in self._fan.cards:
                if look.piece == piece:
                    return box.center().toPoint()
        for pile in self.scene.piles:
            for look, box in pile.cards():
                if look.piece == piece:
                    return self._camera.to_view(box.center()).toPoint()
        return self.cell_point(self.scene.looks[piece].at or "")

    # ---- the focused cell and the fan -----------------------------------------------------------

    @property
    def focus_cell(self) -> str:
        """The cell that the keyboard is on."""
        return self._focus_cell

    def set_focus_cell(self, cell: str) -> None:
        """Put the keyboard on a cell and bring it into view."""
        if cell not in self.scene.index.anchors:
            return
        self._focus_cell = cell
        self.show_cell(cell)
        self._describe()
        self.cellFocused.emit(cell)
        self.update()

    def describe(self, cell: str) -> str:
        """A cell and what lies in it, as a sentence."""
        found = self.scene.board.cells.get(cell)
        if found is None:
            return ""
        name = found.name if found.name in ("", cell) else f"{cell}, {found.name}"
        parts = [name or cell]
        parts += [look.text or look.title for look in self.scene.in_cell(cell)]
        parts += [mark.text for mark in self.scene.cell_marks if mark.cell == cell]
        if word := self.scene.marks.reach.get(cell):
            parts.append(self.tr("can be reached, {0}").format(word))
        elif refused := self.why_not(cell):
            parts.append(refused)
        return "; ".join(parts)

    def _describe(self) -> None:
        # A changed description is what makes screen readers speak.
        self.setAccessibleDescription(self.describe(self._focus_cell))

    @property
    def fanned(self) -> Fan | None:
        """The pile that is laid out, if any."""
        return self._fan

    def fan(self, cell: str, at: int = 0) -> None:
        """Lay out the counters of a cell side by side; nothing happens for fewer than two."""
        looks = self.scene.in_cell(cell)
        if len(looks) < 2:
            self.close_fan()
            return
        middle = self._camera.to_view(self.scene.index.anchors[cell])
        view = QRectF(QPointF(0, 0), self._camera.size)
        edge = self.scene.edge * self._camera.scale
        self._fan = fan_out(cell, looks, middle, edge, view, min(at, len(looks) - 1))
        self._speak_fan()
        self.update()

    def close_fan(self) -> None:
        """Put a laid-out pile together again."""
        self._fan = None
        self._describe()
        self.update()

    def pick(self) -> None:
        """Pick by keyboard: the focused cell, or the counter looked at in a laid-out pile."""
        pick(self)

    @property
    def focused(self) -> str:
        """What the keyboard is on: a counter of the laid-out pile, else a cell."""
        if self._fan is not None:
            return self._fan.cards[self._fan.at][0].piece
        return self._focus_cell

    def _speak_fan(self) -> None:
        if self._fan is not None:
            look = self._fan.cards[self._fan.at][0]
            self.setAccessibleDescription(look.text or look.title)

    # ---- Qt's events ----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        focus = self._focus_cell if self.hasFocus() else ""
        again = self.scene.paint(
            painter, self._camera, self.devicePixelRatioF(), self._fan, focus, self._hover
        )
        self._hand.paint(painter, self.devicePixelRatioF())
        painter.end()
        if again:
            self.update()

    def _picture_came(self) -> None:
        self.scene.names_came()
        self.update()
        if not self.busy:
            self.settled.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        fitted, before = self._fitted, self._camera.size
        origin, self._origin = self._origin, QPointF(self.mapTo(self.window(), QPoint(0, 0)))
        size = QSizeF(event.size())
        # Where the middle was on the screen, seen from the middle of now.
        still = origin - self._origin + _middle(before) - _middle(size)
        self._camera = replace(self._camera, size=size)
        line_more = (
            size.width() == before.width() and abs(size.height() - before.height()) <= _A_FEW_LINES
        )
        kept = self._camera.moved(still)
        as_large = math.isclose(self.fitted_scale, kept.scale, rel_tol=1e-3)
        still_whole = line_more and as_large and kept.seen().contains(self.scene.home())
        if fitted and not still_whole:
            self.fit()
        else:
            self.look_at(kept if line_more else self._camera)
            self._fitted = fitted

    def closeEvent(self, event: QCloseEvent) -> None:
        self.stop()
        super().closeEvent(event)

    def stop(self) -> None:
        """End the work behind the scenes; whoever owns the view calls it before dropping it."""
        self._tiles.stop()
        self._ink.stop()

    def event(self, event: QEvent) -> bool:
        # Tab hides the docks here, so it must be caught before Qt moves the focus with it.
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
            if event.key() == Qt.Key.Key_Tab and plain:
                self.tabPressed.emit()
                return True
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            piece = self._hand.piece_at(QPointF(event.pos()))
            look = self.scene.looks.get(piece)
            cell = look.at if look is not None and look.at else self.cell_at(QPointF(event.pos()))
            words = look.text if look is not None and self._fan is not None else self.describe(cell)
            QToolTip.showText(event.globalPos(), words.replace("; ", "\n"), self)
            return True
        return super().event(event)

    def cell_at(self, point: QPointF) -> str:
        """The cell under a view px; empty outside of all."""
        return self.scene.index.at(self._camera.to_board(point))

    def set_hover(self, cell: str) -> None:
        """Light the cell under the pointer."""
        if cell != self._hover:
            self._hover = cell
            self.cellHovered.emit(cell)
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        found = key_book().translated(event, "table")
        if found is None or not press(self, self._hand, found):
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            if self._hand.space_up():
                self.spacePressed.emit()
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._hand.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hand.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._hand.release(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        # The mouse opens its menu on release, because a right drag moves the sheet; the menu key
        # comes through here.
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            looks = self.scene.in_cell(self._focus_cell)
            if self._fan is not None:
                looks = [self._fan.cards[self._fan.at][0]]
            at = self.mapToGlobal(self.cell_point(self._focus_cell))
            if looks:
                self.pieceMenu.emit(looks[-1].piece, at)
            else:
                self.cellMenu.emit(self._focus_cell, at)

    def leaveEvent(self, event: QEvent) -> None:
        self.set_hover("")
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._hand.let_go()
        super().focusOutEvent(event)
        self.update()
