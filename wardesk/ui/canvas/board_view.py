"""The board as a widget: shows a scene through a camera, turns mouse and keys into signals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import cast

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QCursor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
)
from PySide6.QtWidgets import QWidget

from wardesk.model.board import Board
from wardesk.model.look import CellMark, CounterFact, TableLook
from wardesk.ui.canvas.art import BoardArt
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.marks import Marks
from wardesk.ui.canvas.scene import CLOSE, GROUND, LIGHTS, OVER, SceneFrame
from wardesk.ui.canvas.scene_view import SceneView
from wardesk.ui.canvas.stack_inspector import CounterFan, counter_facts, fan_out
from wardesk.ui.canvas.view import ARROWS
from wardesk.ui.key_book import key_book
from wardesk.words import shown, tr

_PARTS = 24
"""Parts of the view that are drawn one by one; more of them are drawn as one."""

REST = 300
"""Milliseconds for which the pointer rests on a pile until it is shown closely."""


class BoardView(SceneView):
    """A board with counters on it. Says what was clicked; never decides what that means."""

    cellClicked = Signal(str)  # noqa: N815 - Qt's way with signal names
    pieceClicked = Signal(str)  # noqa: N815
    spacePressed = Signal()  # noqa: N815
    fanChanged = Signal()  # noqa: N815

    def __init__(self, board: Board, art: BoardArt, parent: QWidget | None = None) -> None:
        super().__init__(board, art, parent)
        self._fan: CounterFan | None = None
        self._focus_cell = self.scene().index.first()
        self.explain: Callable[[str], Sequence[CounterFact]] = lambda _piece: ()
        """The values of a counter in words; the table knows."""
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(REST)
        self._resting.timeout.connect(self._rested)
        self.peeks = True
        """Whether a pile is shown closely while the pointer rests on it."""
        self.why_not: Callable[[str], str] = lambda _cell: ""
        """What the rules have against a cell for what is picked; the table knows."""
        self.outlook: Callable[[str], str] = lambda _cell: ""
        """What picking a cell would cost and risk; the table knows."""
        scene = self.scene()
        self.lay(GROUND, scene.paint_ground)
        self.lay(LIGHTS, scene.paint_lights)
        self.lay(OVER, scene.paint_over)
        self.lay(CLOSE, scene.paint_close)
        self.setAccessibleName(tr("Board: {0}").format(board.title))
        self._describe()

    # ---- what it shows --------------------------------------------------------------------------

    def set_look(self, look: TableLook) -> None:
        """Show the counters of a look."""
        empty = not self.scene().piles
        self.redraw(self.scene().set_look(look))
        if self._opening and empty and self.scene().piles:
            self.open()
        self._fan_again()
        self._describe()

    def set_marks(self, marks: Marks) -> None:
        """Light cells and pieces."""
        before = self.scene().lit_cells()
        self.redraw(self.scene().set_marks(marks))
        if (lit := self.scene().lit_cells()) and lit != before:
            self.follow(lit)
        self._fan_again()

    def redraw_pieces(self, pieces: Iterable[str]) -> None:
        """Draw the piles of these pieces anew."""
        self.redraw(self.scene().around_pieces(frozenset(pieces)))

    def redraw_cells(self, cells: Iterable[str]) -> None:
        self.redraw([self.scene().around_cell(cell) for cell in cells if cell])

    # ---- the camera -----------------------------------------------------------------------------

    def camera_moved(self, before: Camera) -> None:
        super().camera_moved(before)
        self._fan_again()

    def fit_selection(self) -> None:
        """Show what the question is about: what is picked, else what may be, else the cell."""
        box = self.scene().lit_box(self._focus_cell)
        if not box.isEmpty():
            self.fit_around(box, self.scene().art.counter)

    def turn(self, quarters: int) -> None:
        """Turn the sheet by quarters clockwise; a fitted view stays fitted."""
        fitted = self._fitted
        self.close_fan()
        self.look_at(self._camera.turned_by(quarters))
        if fitted:
            self.fit()

    def piece_point(self, piece: str) -> QPoint:
        """Where a piece can be clicked: in the fan, or what is seen of it in its pile."""
        if self._fan is not None:
            for look, box in self._fan.cards:
                if look.piece == piece:
                    return box.center().toPoint()
        if (box := self.scene().part_of(piece)) is not None:
            return self._camera.to_view(box.center()).toPoint()
        return self.cell_point(self.scene().looks[piece].at or "")

    # ---- the focused cell and the fan -----------------------------------------------------------

    def name_of(self, cell: str) -> str:
        """A cell as people call it."""
        found = self.scene().board.cells.get(cell)
        return cell if found is None or not found.name else found.name

    def describe(self, cell: str) -> str:
        """A cell and what lies in it, as a sentence."""
        found = self.scene().board.cells.get(cell)
        if found is None:
            return ""
        name = found.name if found.name in ("", cell) else f"{cell}, {found.name}"
        parts = [name or cell]
        ground = self.scene().board.palette.terrain.get(found.terrain)
        if ground is not None and ground.name:
            parts.append(shown(ground.name))
        parts += [look.text or look.title for look in self.scene().in_cell(cell)]
        parts += [mark.text for mark in self.scene().cell_marks.marks if mark.cell == cell]
        if cell in self.scene().marks.reach:
            told = self.scene().marks.reach[cell] or self.outlook(cell)
            parts.append(tr("may be picked, {0}").format(told) if told else tr("may be picked"))
        elif refused := self.why_not(cell):
            parts.append(refused)
        return "; ".join(parts)

    @property
    def fanned(self) -> CounterFan | None:
        """The pile that is laid out, if any."""
        return self._fan

    def fan(self, cell: str, at: int = 0, *, pinned: bool = True) -> None:
        """Show the counters of a cell closely, beside their pile, every value in words.

        Nothing happens for fewer than two, unless the pointer only looks (not *pinned*).
        """
        looks = self.scene().in_cell(cell)
        if len(looks) < (2 if pinned else 1):
            self.close_fan()
            return
        facts = {look.piece: counter_facts(look, self.explain(look.piece)) for look in looks}
        spot = self._camera.transform().mapRect(self.scene().spot(cell))
        view = QRectF(QPointF(0, 0), self._camera.size)
        name, before = self.name_of(cell), self._fan
        at = min(at, len(looks) - 1)
        self._fan = fan_out(cell, name, looks, facts, spot, view, at=at, pinned=pinned)
        self._resting.stop()
        if pinned:
            self._speak_fan()
        self._redraw_fans(before, self._fan)
        self.fanChanged.emit()

    def _fan_again(self) -> None:
        if self._fan is not None:
            self.fan(self._fan.cell, self._fan.at, pinned=self._fan.pinned)

    @property
    def _peeking(self) -> bool:
        """Whether a pile is shown because the pointer rests on it, and only as long as it does."""
        return self._fan is not None and not self._fan.pinned

    def _redraw_fans(self, *fans: CounterFan | None) -> None:
        for fan in fans:
            if fan is not None:
                self.update(fan.box.toAlignedRect().adjusted(-4, -4, 4, 4))

    def close_fan(self) -> None:
        """Put a laid-out pile together again."""
        self._resting.stop()
        before, self._fan = self._fan, None
        if before is not None:
            self._redraw_fans(before)
            self._describe()
            self.fanChanged.emit()

    def pick_shown(self, number: int) -> bool:
        """Pick the counter with a number, from 1, of the pile that is laid out, if any is.

        One that is only pointed at takes no key: the digits belong to the question then.
        """
        if self._fan is None or self._peeking or not 1 <= number <= len(self._fan.cards):
            return False
        self.pieceClicked.emit(self._fan.cards[number - 1][0].piece)
        return True

    def _rested(self) -> None:
        """The pointer rests on a pile: show it closely until it leaves."""
        pile = self.scene().pile_at(self._camera.to_board(self.mouse.at))
        if pile is not None and self._fan is None and self.peeks and self.underMouse():
            self.fan(pile.cell, pinned=False)

    def pick(self) -> None:
        """Pick by keyboard: the focused cell, or the counter looked at in a laid-out pile."""
        if self._fan is not None:
            self.pieceClicked.emit(self._fan.cards[self._fan.at][0].piece)
        elif self._focus_cell:
            self.cellClicked.emit(self._focus_cell)

    def walk(self, dx: int, dy: int) -> None:
        """To the next cell in a direction of the view, or the next counter of a laid-out pile."""
        if self._peeking:
            self.close_fan()
        self.set_hover("")  # From now on the keyboard says which place is meant.
        if self._fan is None:
            way = self._camera.along(QPointF(dx, dy))
            step = (round(way.x()), round(way.y()))
            self.set_focus_cell(self.scene().index.next(self._focus_cell, *step))
            return
        at = self._fan.at + dx + dy * self._fan.columns()
        if 0 <= at < len(self._fan.cards):
            self.fan(self._fan.cell, at)

    @property
    def under_keyboard(self) -> str:
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
        part = event.region()
        boxes = [part.boundingRect()]
        if part.rectCount() <= _PARTS:  # Qt's stubs do not know that a region is its boxes.
            boxes = [*cast("Iterable[QRect]", part)]
        back = self._camera.to_board
        corners = [(QPointF(box.topLeft()), QRectF(box).bottomRight()) for box in boxes]
        wanted = [QRectF(back(one), back(other)).normalized() for one, other in corners]
        focus, ratio = self._focus_cell if self.hasFocus() else "", self.devicePixelRatioF()
        transform = self._camera.transform()
        self.scene().begin_frame(
            SceneFrame(transform, ratio, wanted, focus, self._hover, self._fan)
        )
        super().paintEvent(event)
        for box in self.scene().late:
            room = box.width() * 0.35
            self.update(box.adjusted(-room, -room, room, room).toAlignedRect())

    def tooltip(self, point: QPointF) -> str | None:
        if self._fan is not None or not self.peeks:  # the slip of the hand says it
            return None
        look = self.scene().looks.get(self.piece_at(point))
        cell = look.at if look is not None and look.at else self.cell_at(point)
        words = look.text if look is not None and self._fan is not None else self.describe(cell)
        return words.replace("; ", "\n")

    # ---- mouse and keys -------------------------------------------------------------------------

    def piece_at(self, point: QPointF) -> str:
        """The piece under a view px: in the fan, else the card or tab of a pile."""
        if self._fan is not None and self._fan.box.contains(point):
            return self._fan.piece_at(point)
        return self.scene().piece_at(self._camera.to_board(point))

    def mark_under_pointer(self) -> CellMark | None:
        """The marker of a cell that the pointer is on."""
        if self._fan is not None or not self.underMouse():
            return None
        at = QPointF(self.mapFromGlobal(QCursor.pos()))
        return self.scene().mark_at(at, self._camera)

    def cell_at(self, point: QPointF) -> str:
        """The cell under a view px; empty outside of all."""
        return self.scene().index.at(self._camera.to_board(point))

    def set_hover(self, cell: str) -> None:
        """Light the cell under the pointer."""
        if cell != self._hover:
            before = self._hover
            super().set_hover(cell)
            self.redraw_cells((before, cell))

    def pointed(self, event: QMouseEvent) -> None:
        here = event.position()
        if self._peeking and self._fan is not None and not self._fan.holds(here):
            self.close_fan()
        if self._fan is None or not self._fan.box.contains(here):
            self.set_hover(self.cell_at(here))
        if self._fan is None and self.scene().pile_at(self._camera.to_board(here)) is not None:
            self._resting.start()
        else:
            self._resting.stop()

    def leaveEvent(self, event: QEvent) -> None:
        self._resting.stop()
        if self._peeking:
            self.close_fan()
        super().leaveEvent(event)

    def gesture_begun(self, event: QMouseEvent) -> None:
        self._resting.stop()
        if self._peeking and self._fan is not None and not self._fan.box.contains(event.position()):
            self.close_fan()
        super().gesture_begun(event)

    def laid_out(self) -> bool:
        return self._fan is not None

    def carry_begun(self) -> None:
        if self._peeking:
            self.close_fan()

    def click(self, here: QPointF) -> None:
        if self._fan is not None and not self._fan.box.contains(here):
            self.close_fan()
        piece, cell = self.piece_at(here), self.cell_at(here)
        if piece:
            cell = self.scene().looks[piece].at or cell
        if cell and self._fan is None:
            self.set_focus_cell(cell, follow=False)
        if piece:
            self.pieceClicked.emit(piece)
        elif cell and self._fan is None:
            self.cellClicked.emit(cell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        found = key_book().translated(event, "table")
        if found is None or not self._pressed(found):
            event.ignore()

    def _pressed(self, event: QKeyEvent) -> bool:
        """Act on a key; whether it was one of the board's."""
        key = Qt.Key(event.key())
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        control = bool(held & Qt.KeyboardModifier.ControlModifier)
        if key in ARROWS and not control:
            self.walk(*ARROWS[key])
        elif key == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self.mouse.space_down()
        elif key == Qt.Key.Key_Escape and self.let_go():
            self.mouse.let_go()
        elif key == Qt.Key.Key_Escape and self._fan is not None:
            self.close_fan()
        else:
            return self.zoom_key(key)
        return True

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            if self.mouse.space_up():
                self.spacePressed.emit()
        else:
            event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        # The mouse opens its menu on release, because a right drag moves the sheet; the menu key
        # comes through here.
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            looks = self.scene().in_cell(self._focus_cell)
            if self._fan is not None:
                looks = [self._fan.cards[self._fan.at][0]]
            at = self.mapToGlobal(self.cell_point(self._focus_cell))
            if looks:
                self.pieceMenu.emit(looks[-1].piece, at)
            else:
                self.cellMenu.emit(self._focus_cell, at)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.let_go()
        super().focusOutEvent(event)
