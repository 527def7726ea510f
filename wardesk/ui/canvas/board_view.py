"""The board as a widget: shows a scene through a camera, turns mouse and keys into signals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import cast

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from wardesk.model.board import Board
from wardesk.model.look import CounterFact, CounterLook, TableLook
from wardesk.ui.canvas.art import BoardArt
from wardesk.ui.canvas.camera import CLOSEST_COUNTER, Camera, fitting
from wardesk.ui.canvas.hand_view import HandView
from wardesk.ui.canvas.lettering import LetteringLayer
from wardesk.ui.canvas.marks import Marks
from wardesk.ui.canvas.scene import BoardScene
from wardesk.ui.canvas.tiles import TileStore
from wardesk.ui.canvas.view import ARROWS
from wardesk.ui.canvas.viewer import Fan, fan_out
from wardesk.ui.key_book import key_book
from wardesk.words import tr

_SQUARE = 32
"""Px to which parts that are drawn anew are rounded."""

_PARTS = 24
"""Parts of the view that are drawn one by one; more of them are drawn as one."""

_A_FEW_LINES = 150.0
"""Px by which the words above a board come and go; the paper does not move for these."""


REST = 300
"""Milliseconds for which the pointer rests on a pile until it is shown closely."""


def _middle(size: QSizeF) -> QPointF:
    return QPointF(size.width() / 2, size.height() / 2)


class BoardView(HandView):
    """A board with counters on it. Says what was clicked; never decides what that means."""

    cellClicked = Signal(str)  # noqa: N815 - Qt's way with signal names
    pieceClicked = Signal(str)  # noqa: N815
    spacePressed = Signal()  # noqa: N815
    scaleChanged = Signal(float)  # noqa: N815
    settled = Signal()
    fanChanged = Signal()  # noqa: N815

    def __init__(self, board: Board, art: BoardArt, parent: QWidget | None = None) -> None:
        super().__init__(fitting(art.sheet, QSizeF(100, 100)), parent)
        self._tiles = TileStore(art.paint_ground, art.paper, self)
        self._lettering = LetteringLayer(art.paint_lettering, self)
        self.scene = BoardScene(board, art, self._tiles, self._lettering)
        self._fan: Fan | None = None
        self._focus_cell = self.scene.index.first()
        self.explain: Callable[[str], Sequence[CounterFact]] = lambda _piece: ()
        """The values of a counter in words; the table knows."""
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(REST)
        self._resting.timeout.connect(self._rested)
        self._opening = True
        """Whether the view is still the one that the table opens with."""
        self._asked = False
        """Whether there was a question to open on."""
        self._origin = QPointF()
        """The upper left corner in the window, when the size changed last."""
        self.why_not: Callable[[str], str] = lambda _cell: ""
        """What the rules have against a cell for what is picked; the table knows."""
        self.outlook: Callable[[str], str] = lambda _cell: ""
        """What picking a cell would cost and risk; the table knows."""
        self._tiles.ready.connect(self._picture_came)
        self._lettering.ready.connect(self._picture_came)
        self.setAccessibleName(tr("Board: {0}").format(board.title))
        self._describe()

    # ---- what it shows --------------------------------------------------------------------------

    def set_look(self, look: TableLook) -> None:
        """Show the counters of a look."""
        empty = not self.scene.piles
        self._changed(self.scene.set_look(look))
        if self._opening and empty and self.scene.piles:
            self.open()
        self._fan_again()
        self._describe()

    def set_marks(self, marks: Marks) -> None:
        """Light cells and pieces."""
        before = self.scene.lit_cells()
        self._changed(self.scene.set_marks(marks))
        if (lit := self.scene.lit_cells()) and lit != before:
            self._follow(lit)
        self._fan_again()

    def redraw_pieces(self, pieces: Iterable[str]) -> None:
        """Draw the piles of these pieces anew."""
        self._changed(self.scene.around_pieces(frozenset(pieces)))

    def _changed(self, boxes: Sequence[QRectF] | None) -> None:
        """Draw these parts of the board anew (board units), all of it for None."""
        if boxes is None:
            self.update()
            return
        transform, view = self._camera.transform(), self.rect()
        for box in boxes:
            self.update(_squared(transform.mapRect(box)) & view)

    def set_art(self, art: BoardArt) -> None:
        """Draw in another theme."""
        self.scene.set_art(art)
        self._tiles.repaint(art.paint_ground, art.paper)
        self._lettering.repaint(art.paint_lettering)
        self.update()

    @property
    def busy(self) -> bool:
        """Whether ground or lettering is still coming."""
        return self._tiles.busy or self._lettering.busy

    # ---- the camera -----------------------------------------------------------------------------

    def paper(self) -> QRectF:
        """The whole sheet."""
        return self.scene.art.sheet

    def home(self) -> QRectF:
        """What a fitted view shows."""
        return self.scene.home()

    def limits(self) -> tuple[float, float]:
        """Least and most px per board unit."""
        whole = fitting(self.scene.art.sheet, self._camera.size, turn=self._camera.turn).scale
        closest = CLOSEST_COUNTER / self.scene.art.counter
        return min(whole * 0.6, closest), max(whole, closest)

    @property
    def fitted_scale(self) -> float:
        """Px per board unit when everything is just in view."""
        return fitting(self.scene.home(), self._camera.size, turn=self._camera.turn).scale

    def camera_moved(self, before: Camera) -> None:
        self.scene.set_scale(self._camera.scale, self._camera.size)
        self._fan_again()
        if self._camera.scale != before.scale:
            self.scaleChanged.emit(self._camera.scale)

    def look_at(self, camera: Camera) -> None:
        super().look_at(camera)
        self._opening = False

    def open(self) -> None:
        """Show the pieces and the question, so close that counters can be read.

        Everything, where that is close enough; always on areas.
        """
        scale = self.scene.readable_scale(self._camera.size)
        if scale <= self.fitted_scale:
            self.fit()
        else:
            camera = replace(self._camera, scale=scale)
            lit = self.scene.box_of(self.scene.lit_cells())
            held = [self.scene.index.anchors[pile.cell] for pile in self.scene.piles]
            around = self.scene.box_of({pile.cell for pile in self.scene.piles})
            home = self.scene.home()
            # The first that shows most piles.
            middles = [point for point in (around.center(), *held) if held] or [home.center()]
            views = [_over(replace(camera, centre=middle), home).seen() for middle in middles]
            best = max(views, key=lambda view: sum(map(view.contains, held)))
            camera = _showing(replace(camera, centre=best.center()), lit)
            self.look_at(_over(camera, home))
        self._opening = True

    def _follow(self, lit: frozenset[str]) -> None:
        """Another question: push the paper if all that it is about lies outside of the view."""
        if self._opening and not self._asked:
            self._asked = True
            self.open()
            return
        anchors, seen = self.scene.index.anchors, self._camera.seen()
        if any(seen.contains(anchors[cell]) for cell in lit):
            return
        self._animation.stop()
        middle = self._camera.centre
        nearest = min(lit, key=lambda cell: (anchors[cell] - middle).manhattanLength())
        camera = self._camera
        for box in (self.scene.box_of(lit), self.scene.box_of([nearest])):
            camera = _showing(camera, box)
        self.look_at(camera)

    def fit_selection(self) -> None:
        """Show what the question is about: what is picked, else what may be, else the cell."""
        box = self.scene.lit_box(self._focus_cell)
        if not box.isEmpty():
            self.fit_around(box, self.scene.art.counter)

    def turn(self, quarters: int) -> None:
        """Turn the sheet by quarters clockwise; a fitted view stays fitted."""
        fitted = self._fitted
        self.close_fan()
        self.look_at(self._camera.turned_by(quarters))
        if fitted:
            self.fit()

    def anchor(self, cell: str) -> QPointF | None:
        """The middle of a cell, None if it is unknown."""
        return self.scene.index.anchors.get(cell)

    def show_cell(self, cell: str) -> None:
        """Bring a cell into view with the least movement."""
        if (anchor := self.anchor(cell)) is not None:
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

    def name_of(self, cell: str) -> str:
        """A cell as people call it."""
        found = self.scene.board.cells.get(cell)
        return cell if found is None or not found.name else found.name

    def describe(self, cell: str) -> str:
        """A cell and what lies in it, as a sentence."""
        found = self.scene.board.cells.get(cell)
        if found is None:
            return ""
        name = found.name if found.name in ("", cell) else f"{cell}, {found.name}"
        parts = [name or cell]
        parts += [look.text or look.title for look in self.scene.in_cell(cell)]
        parts += [mark.text for mark in self.scene.cell_marks if mark.cell == cell]
        if cell in self.scene.marks.reach:
            told = self.scene.marks.reach[cell] or self.outlook(cell)
            parts.append(tr("may be picked, {0}").format(told) if told else tr("may be picked"))
        elif refused := self.why_not(cell):
            parts.append(refused)
        return "; ".join(parts)

    @property
    def fanned(self) -> Fan | None:
        """The pile that is laid out, if any."""
        return self._fan

    def fan(self, cell: str, at: int = 0, *, pinned: bool = True) -> None:
        """Show the counters of a cell closely, beside their pile, every value in words.

        Nothing happens for fewer than two, unless the pointer only looks (not *pinned*).
        """
        looks = self.scene.in_cell(cell)
        if len(looks) < (2 if pinned else 1):
            self.close_fan()
            return
        facts = {look.piece: _facts(look, self.explain(look.piece)) for look in looks}
        spot = self._camera.transform().mapRect(self.scene.spot(cell))
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

    def _redraw_fans(self, *fans: Fan | None) -> None:
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
        """Pick the counter with a number, from 1, of the pile that is shown closely, if any is."""
        if self._fan is None or not 1 <= number <= len(self._fan.cards):
            return False
        self.pieceClicked.emit(self._fan.cards[number - 1][0].piece)
        return True

    def _rested(self) -> None:
        """The pointer rests on a pile: show it closely until it leaves."""
        pile = self.scene.pile_at(self._camera.to_board(self.mouse.at))
        if pile is not None and self._fan is None and self.underMouse():
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
            self.set_focus_cell(self.scene.index.next(self._focus_cell, *step))
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
        painter = QPainter(self)
        focus = self._focus_cell if self.hasFocus() else ""
        part = event.region()
        boxes = [QRectF(part.boundingRect())]
        if part.rectCount() <= _PARTS:  # Qt's stubs do not know that a region is its boxes.
            boxes = [QRectF(box) for box in cast("Iterable[QRect]", part)]
        late = self.scene.paint(
            painter, self._camera, self.devicePixelRatioF(), self._fan, focus, self._hover, boxes
        )
        self.paint_carried(painter)
        painter.end()
        for box in late:
            room = box.width() * 0.35
            self.update(box.adjusted(-room, -room, room, room).toAlignedRect())

    def _picture_came(self) -> None:
        self.scene.names_came()
        self.update()
        if not self.busy:
            self.settled.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        fitted, opening, before = self._fitted, self._opening, self._camera.size
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
        if opening and not (line_more and (still_whole or not fitted)):
            self.open()
        elif fitted and not still_whole:
            self.fit()
        else:
            self.look_at(kept if line_more else self._camera)
            self._fitted, self._opening = fitted, opening

    def closeEvent(self, event: QCloseEvent) -> None:
        self.stop()
        super().closeEvent(event)

    def stop(self) -> None:
        """End the work behind the scenes; whoever owns the view calls it before dropping it."""
        self._tiles.stop()
        self._lettering.stop()

    def tooltip(self, point: QPointF) -> str | None:
        if self._fan is not None:
            return None
        look = self.scene.looks.get(self.piece_at(point))
        cell = look.at if look is not None and look.at else self.cell_at(point)
        words = look.text if look is not None and self._fan is not None else self.describe(cell)
        return words.replace("; ", "\n")

    # ---- mouse and keys -------------------------------------------------------------------------

    def piece_at(self, point: QPointF) -> str:
        """The piece under a view px: in the fan, else the top of a pile."""
        if self._fan is not None and self._fan.box.contains(point):
            return self._fan.piece_at(point)
        pile = self.scene.pile_at(self._camera.to_board(point))
        return pile.top.piece if pile is not None else ""

    def cell_at(self, point: QPointF) -> str:
        """The cell under a view px; empty outside of all."""
        return self.scene.index.at(self._camera.to_board(point))

    def set_hover(self, cell: str) -> None:
        """Light the cell under the pointer."""
        if cell != self._hover:
            before = self._hover
            super().set_hover(cell)
            self._changed([self.scene.around_cell(one) for one in (before, cell) if one])

    def pointed(self, event: QMouseEvent) -> None:
        here = event.position()
        if self._peeking and self._fan is not None and not self._fan.holds(here):
            self.close_fan()
        if self._fan is None or not self._fan.box.contains(here):
            self.set_hover(self.cell_at(here))
        if self._fan is None and self.scene.pile_at(self._camera.to_board(here)) is not None:
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
            cell = self.scene.looks[piece].at or cell
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
            looks = self.scene.in_cell(self._focus_cell)
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


def _squared(box: QRectF) -> QRect:
    """The squares of a grid that *box* and its smoothed edges touch: unions of few rectangles."""
    left, top = math.floor(box.left() / _SQUARE - 0.1), math.floor(box.top() / _SQUARE - 0.1)
    right, bottom = math.ceil(box.right() / _SQUARE + 0.1), math.ceil(box.bottom() / _SQUARE + 0.1)
    return QRect(left * _SQUARE, top * _SQUARE, (right - left) * _SQUARE, (bottom - top) * _SQUARE)


_MARGIN = 24.0
"""Px left free around what comes into view."""


def _showing(camera: Camera, box: QRectF) -> Camera:
    """*camera* pushed as little as shows *box*, or its middle where it is larger than the view."""
    if box.isEmpty():
        return camera
    room = _MARGIN / camera.scale
    seen, whole = camera.seen(), box.adjusted(-room, -room, room, room)
    ways = (
        _push(seen.left(), seen.right(), whole.left(), whole.right()),
        _push(seen.top(), seen.bottom(), whole.top(), whole.bottom()),
    )
    return replace(camera, centre=camera.centre + QPointF(*ways))


def _push(first: float, last: float, low: float, high: float) -> float:
    """How far the span *first* to *last* moves to hold *low* to *high*, or their middle."""
    if high - low > last - first:
        return (low + high) / 2 - (first + last) / 2
    return max(high - last, 0.0) + min(low - first, 0.0)


def _over(camera: Camera, home: QRectF) -> Camera:
    """*camera* with no more beside *home* in view than cannot be helped."""
    seen = camera.seen()
    middle, half = (
        home.center(),
        QPointF(
            max(home.width() - seen.width(), 0.0) / 2, max(home.height() - seen.height(), 0.0) / 2
        ),
    )
    x = min(max(camera.centre.x(), middle.x() - half.x()), middle.x() + half.x())
    y = min(max(camera.centre.y(), middle.y() - half.y()), middle.y() + half.y())
    return replace(camera, centre=QPointF(x, y))


def _facts(look: CounterLook, told: Sequence[CounterFact]) -> tuple[CounterFact, ...]:
    """What the game tells of a counter, else its sentence; then what its signs mean."""
    plain = (CounterFact(look.text),) if look.text else ()
    return (*(told or plain), *(CounterFact(badge.name, badge=badge) for badge in look.badges))
