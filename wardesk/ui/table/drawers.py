"""Drawers at the right of the board, one at a time, behind index tabs; the last one is remembered.

The board has the whole window while none is open. What a question cannot do without opens its
drawer by itself and is not remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from wardesk.ui import theme
from wardesk.ui.key_book import key_book
from wardesk.ui.preferences import preferences
from wardesk.ui.spoken import Role, tell_as
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.panel import hairline
from wardesk.words import tr

_LARGE, _WIDER = 1600, 40
"""Px of window from which a drawer is a little wider, and by how much."""
_LEAST, _MOST, _BOARD = 300, 620, 320
"""Px of a drawer that somebody drags, and what the board keeps."""
_STEP, _GRIP = 16, 6


class IndexTab(QAbstractButton):
    """A tab that sticks out at the edge, its word written upwards."""

    def __init__(self, words: str, action: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._action = action
        self.setCheckable(True)
        self.setText(words)
        self.setAccessibleName(words)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Maximum)

    def sizeHint(self) -> QSize:
        wide = QFontMetricsF(theme.font("small-strong")).horizontalAdvance(self.text())
        return QSize(theme.px(theme.RAIL), round(wide) + theme.px(28))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(theme.RAIL), theme.px(28))

    def nextCheckState(self) -> None:
        """Whether its drawer is open is said by `Drawers`."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            cap = key_book().cap("", self._action)
            self.setToolTip(f"{self.text()}   {cap}" if cap else self.text())
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
        elif Qt.Key.Key_Left <= event.key() <= Qt.Key.Key_Down or event.key() == Qt.Key.Key_Space:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        out = 0.0 if self.isChecked() else 4.0
        box = QRectF(self.rect()).adjusted(out, 2, 6, -2)
        hot = self.underMouse() or self.isChecked()
        fill = theme.colour("surface" if self.isChecked() else "raised" if hot else "sunken")
        paint.rounded(painter, box, fill=fill, outline=theme.colour("edge"), radius=4)
        if self.isChecked():
            painter.fillRect(QRectF(0, 5, 3, self.height() - 10), theme.colour("accent"))
        if self.hasFocus():
            ring = box.adjusted(2, 2, -8, -2)
            paint.rounded(painter, ring, outline=theme.colour("focus"), width=2, radius=3)
        painter.translate(self.width() / 2 + 1, self.height() / 2)
        painter.rotate(-90)
        room = QRectF(-self.height() / 2, -self.width() / 2, self.height(), self.width())
        ink = "text" if hot else "text2"
        paint.words(painter, room, self.text(), role="small-strong", ink=ink, align=paint.CENTRE)
        painter.end()


tell_as(Role.PageTab, IndexTab)


class _Grip(QWidget):
    """The edge of an open drawer, to be dragged, or moved by arrows; ``dragged(width)``."""

    dragged = Signal(int)

    def __init__(self, drawer: QWidget) -> None:
        super().__init__(drawer)
        self._drawer = drawer
        self._from: QPointF | None = None
        self._wide = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(tr("Edge of the drawer"))
        self.setToolTip(tr("Drag to make the drawer wider"))
        self.setFixedWidth(_GRIP)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._from, self._wide = event.globalPosition(), self._drawer.width()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is not None:
            self.dragged.emit(self._wide + round(self._from.x() - event.globalPosition().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._from = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = {Qt.Key.Key_Left: _STEP, Qt.Key.Key_Right: -_STEP}.get(Qt.Key(event.key()), 0)
        if way:
            self.dragged.emit(self._drawer.width() + way)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus() or self.underMouse() or self._from is not None:
            painter = QPainter(self)
            ink = theme.colour("focus" if self.hasFocus() else "accent")
            painter.fillRect(QRectF(1, 0, 2, self.height()), ink)
            painter.end()


tell_as(Role.Splitter, _Grip)


class Drawers(QFrame):
    """The index tabs, and the open drawer at their left.

    ``opened(name)`` after another one came, empty when all are shut; ``keyboard_lost()`` when the
    keyboard was in the one that was shut.
    """

    opened = Signal(str)
    keyboard_lost = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("dock")
        self.setProperty("edge", "right")
        self.setAccessibleName(tr("Drawers"))
        self.name = ""
        """The one that is open; empty for none."""
        self.tabs: dict[str, IndexTab] = {}
        self.pages: dict[str, QWidget] = {}
        self._last = ""
        self.body = QFrame(self)
        self.grip = _Grip(self.body)
        self.grip.dragged.connect(self.drag)
        self._column = QVBoxLayout()
        self._column.setContentsMargins(0, 0, 0, 0)
        inner = QHBoxLayout(self.body)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(self.grip)
        inner.addLayout(self._column, 1)
        self.rail = QFrame(self)
        self.rail.setObjectName("rail")
        self.rail.setFixedWidth(theme.px(theme.RAIL))
        self._tabs = QVBoxLayout(self.rail)
        self._tabs.setContentsMargins(0, theme.S2, 0, theme.S2)
        self._tabs.setSpacing(theme.S1)
        self._tabs.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.body)
        row.addWidget(self.rail)
        self.body.hide()
        parent.installEventFilter(self)
        preferences().changed.connect(self._preferred)

    def add(
        self, name: str, title: str, action: str, *parts: QWidget, stretch: QWidget | None = None
    ) -> QWidget:
        """One more drawer: *parts* under each other, of which one may *stretch*. Gives its page.

        A part that always takes the spare room says so itself (`Panel`).
        """
        page = QWidget(self.body)
        page.setAccessibleName(title)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        stretches = [part is stretch or bool(getattr(part, "stretch", False)) for part in parts]
        for k, part in enumerate(parts):
            if k:
                column.addWidget(hairline(page))
            column.addWidget(part, 1 if stretches[k] else 0)
        if not any(stretches):
            column.addStretch(1)
        self._column.addWidget(page)
        page.hide()
        tab = self.add_tab(title, action)
        tab.clicked.connect(partial(self.toggle, name))
        self.tabs[name], self.pages[name] = tab, page
        return page

    def add_tab(self, words: str, action: str) -> IndexTab:
        """A tab of what is no drawer of these."""
        tab = IndexTab(words, action, self.rail)
        self._tabs.insertWidget(self._tabs.count() - 1, tab)
        return tab

    def width_of(self) -> int:
        """Px of an open drawer: as it was dragged, else as the window has room."""
        window = self.window().width()
        usual = theme.DRAWER + (_WIDER if window >= _LARGE else 0)
        kept = preferences().now.columns.get("right") or usual
        return max(theme.px(_LEAST), min(kept, _MOST, max(window - _BOARD, theme.px(_LEAST))))

    def fit(self) -> None:
        """Give the open drawer its width."""
        self.body.setFixedWidth(self.width_of())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.fit()
        return super().eventFilter(watched, event)

    def drag(self, width: int) -> None:
        """Make drawers so wide, px."""
        kept = {"right": max(theme.px(_LEAST), min(width, _MOST))}
        preferences().change("columns", kept)

    def _preferred(self, name: str) -> None:
        if name == "columns":
            self.fit()
            self._settle()

    def _settle(self) -> None:
        """The board has its new size before anybody asks."""
        for around in (self, self.parentWidget()):
            layout = around.layout() if around is not None else None
            if layout is not None:
                layout.activate()

    # ---- open and shut --------------------------------------------------------------------------

    def remembered(self) -> None:
        """Open the one that was open when somebody used a table last."""
        if preferences().now.drawer in self.pages:
            self.bring(preferences().now.drawer)

    def bring(self, name: str) -> None:
        """Open one because it is needed; it is not remembered."""
        if name == self.name:
            return
        at = self.window().focusWidget()
        had = at is not None and self.body.isAncestorOf(at)
        self.name = name
        self._last = name or self._last
        for one, page in self.pages.items():
            page.setVisible(one == name)
            self.tabs[one].setChecked(one == name)
            self.tabs[one].update()
        self.fit()
        self.body.setVisible(bool(name))
        self._settle()
        self.opened.emit(name)
        if had and not name:
            self.keyboard_lost.emit()

    def toggle(self, name: str = "", _on: bool = False) -> None:
        """Open one or shut it; without a name the one that was open last."""
        name = name or self.name or self._last or next(iter(self.pages))
        self.bring("" if name == self.name else name)
        preferences().change("drawer", self.name)

    def shut(self) -> None:
        """Shut what is open."""
        self.bring("")
        preferences().change("drawer", "")

    def stops(self) -> Sequence[QWidget]:
        """What Tab visits, in order."""
        return (self.body, self.rail)
