"""The columns beside the board: their usual width, a grip to drag or fold them, and the memory."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from wardesk.ui import theme
from wardesk.ui.icons import paint_icon
from wardesk.ui.preferences import preferences
from wardesk.ui.spoken import Role, tell_as
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.panel import Dock
from wardesk.words import tr

_LARGE = 1600
"""Px of window from which both columns are a little wider."""
_WIDER = 20
_LEAST, _MOST = {"left": 112, "right": 240}, {"left": 340, "right": 560}
_BOARD = 320
"""Px that the board keeps, however wide a column is dragged."""
_STEP = 16
_GRIP, _TAB = 6, (14, 56)


def usual_width(side: str, window: int) -> int:
    """Px of a column that nobody dragged, in a window so wide."""
    width = theme.COLUMN_LEFT if side == "left" else theme.COLUMN_RIGHT
    return width + (_WIDER if window >= _LARGE else 0)


class ColumnGrip(QWidget):
    """The edge between a column and the board. A column that is folded leaves it as a tab.

    ``dragged(width)`` by mouse or arrows, ``folded()`` by a double click, Enter or Space.
    """

    dragged = Signal(int)
    folded = Signal()

    def __init__(self, side: str, column: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._side, self._column, self._around = side, column, parent
        self._from: QPointF | None = None
        self._wide = 0
        self._opened = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        words = tr("Edge of the left column") if side == "left" else tr("Edge of the right column")
        self.setAccessibleName(words)
        self.setToolTip(tr("Drag to make the column wider; double click to fold it away"))

    def place(self) -> None:
        """Stand at the inner edge of the column, or at the window's where that is folded."""
        around, shown = self._around, self._column.isVisibleTo(self._around)
        wide, tall = (_GRIP, around.height()) if shown else _TAB
        top = 0 if shown else (around.height() - tall) // 2
        if self._side == "left":
            left = self._column.width() - wide // 2 if shown else 0
        else:
            edge = around.width() - (self._column.width() if shown else 0)
            left = edge - wide // 2 if shown else edge - wide
        self.setGeometry(left, top, wide, tall)
        self.raise_()
        self.update()

    def _outwards(self, by: float) -> int:
        return round(by if self._side == "left" else -by)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._opened = False
        if event.button() == Qt.MouseButton.LeftButton:
            shown = self._column.isVisibleTo(self._around)
            self._from, self._wide = event.globalPosition(), self._column.width() if shown else 0

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is not None:
            way = event.globalPosition().x() - self._from.x()
            if abs(way) > 2 or self._wide != self._column.width():
                self.dragged.emit(self._wide + self._outwards(way))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        still = self._from is not None and event.globalPosition() == self._from
        self._from = None
        if still and not self._wide:
            self._opened = True  # One click on the tab brings the column back.
            self.folded.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if not self._opened:
            self.folded.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = {Qt.Key.Key_Left: -_STEP, Qt.Key.Key_Right: _STEP}.get(Qt.Key(event.key()), 0)
        if way and self._column.isVisibleTo(self._around):
            self.dragged.emit(self._column.width() + self._outwards(way))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.folded.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        hot = self.hasFocus() or self.underMouse() or self._from is not None
        if not self._column.isVisibleTo(self._around):
            box = QRectF(self.rect())
            edge = theme.colour("focus" if self.hasFocus() else "edge")
            paint.rounded(painter, box, fill=theme.colour("surface"), outline=edge, radius=4)
            icon = "chevron-right" if self._side == "left" else "chevron-left"
            paint_icon(painter, icon, QRectF(0, box.center().y() - 7, 14, 14), "text2")
        elif hot:
            ink = theme.colour("focus" if self.hasFocus() else "accent")
            painter.fillRect(QRectF(self.width() / 2 - 1, 0, 2, self.height()), ink)
        painter.end()


tell_as(Role.Splitter, ColumnGrip)


class Columns(QObject):
    """Both columns of *table*, as wide as the window makes them, or as somebody dragged them.

    ``changed()``: the board has another width.
    """

    changed = Signal()

    def __init__(self, left: Dock, right: Dock, table: QWidget) -> None:
        super().__init__(table)
        self._table = table
        self._docks = {"left": left, "right": right}
        self._hidden = False
        self.grips = {side: ColumnGrip(side, dock, table) for side, dock in self._docks.items()}
        for side, grip in self.grips.items():
            grip.dragged.connect(lambda width, side=side: self.drag(side, width))
            grip.folded.connect(lambda side=side: self.fold(side))
        table.installEventFilter(self)
        preferences().changed.connect(self._preferred)
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.fit()
        return super().eventFilter(watched, event)

    def width(self, side: str) -> int:
        """Px that a column takes; 0 while it is folded away or hidden with the other."""
        kept = preferences().now.columns.get(side)
        if self._hidden or kept == 0:
            return 0
        other = usual_width("right" if side == "left" else "left", self._table.width())
        most = min(_MOST[side], self._table.width() - other - _BOARD)
        width = usual_width(side, self._table.width()) if kept is None else kept
        return max(theme.px(_LEAST[side]), min(width, most))

    def fit(self) -> None:
        """Give each column its width."""
        for side, dock in self._docks.items():
            width = self.width(side)
            dock.setVisible(bool(width))
            if width:
                dock.setFixedWidth(width)
        for grip in self.grips.values():
            grip.setHidden(self._hidden)
            grip.place()
        self.changed.emit()

    def _preferred(self, name: str) -> None:
        if name == "columns":
            self.fit()
            # The layout moves the columns a moment later; the grips stand where they end.
            layout = self._table.layout()
            if layout is not None:
                layout.activate()
            for grip in self.grips.values():
                grip.place()

    def drag(self, side: str, width: int) -> None:
        """Make a column so wide (px); much narrower than it can be folds it away."""
        least = theme.px(_LEAST[side])
        self._keep(side, 0 if width < least // 2 else max(least, min(width, _MOST[side])))

    def fold(self, side: str) -> None:
        """Fold a column away, or bring it back in its usual width."""
        self._keep(side, 0 if self.width(side) else None)

    def _keep(self, side: str, width: int | None) -> None:
        kept = {one: wide for one, wide in preferences().now.columns.items() if one != side}
        if width is not None:
            kept[side] = width
        preferences().change("columns", kept)

    @property
    def hidden(self) -> bool:
        """Whether both are put away for a while."""
        return self._hidden

    def hide(self, hidden: bool) -> None:
        """Put both away, or bring them back as they were."""
        self._hidden = hidden
        self.fit()
