"""Panels and docks: a dock is panels under each other with hairlines between them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from wardesk.ui import theme
from wardesk.ui.widgets.text import ElidedLine, Label


def hairline(parent: QWidget | None = None, *, vertical: bool = False) -> QFrame:
    """A thin line between two things."""
    line = QFrame(parent)
    line.setObjectName("hairline")
    if vertical:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line


def ground(widget: QWidget, name: str) -> None:
    """Give a widget the ground that the style sheet has under *name*."""
    widget.setObjectName(name)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


class Scroller(QScrollArea):
    """Scrolls a body that may be longer than its room. Never sideways."""

    stretch = False
    """Whether it takes the spare room of its dock."""

    def __init__(self, body: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._body = body
        body.setObjectName(body.objectName() or "scrollbody")
        self.setWidget(body)

    def minimumSizeHint(self) -> QSize:
        # As wide as the body must be: a body that cannot scroll sideways would be cut otherwise.
        return QSize(self._body.minimumSizeHint().width() + 12, 48)


class Panel(QWidget):
    """A titled part of a dock: 40 px head with title, count and tools, then what `add` puts below.

    *stretch* makes it the one panel that takes the spare room of its dock.
    """

    def __init__(
        self,
        title: str,
        parent: QWidget | None = None,
        *,
        count: str = "",
        tools: tuple[QWidget, ...] = (),
        stretch: bool = False,
        gap: int = theme.S2,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        self.stretch = stretch
        self._title = ElidedLine(title, self, role="heading", grow=False, least=60)
        self._count = Label(count, self, role="small", tone="text3")
        self._count.setVisible(bool(count))
        head = QHBoxLayout()
        head.setContentsMargins(theme.S4, theme.S1, theme.S3, theme.S1)
        head.setSpacing(theme.S2)
        head.addWidget(self._title)
        head.addWidget(self._count)
        head.addStretch(1)
        for tool in tools:
            head.addWidget(tool)
        bar = QWidget(self)
        bar.setFixedHeight(theme.CONTROL_HEIGHT + 8)
        bar.setLayout(head)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(theme.S4, 0, theme.S4, theme.S3)
        self.body.setSpacing(gap)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addLayout(self.body, 1)
        down = QSizePolicy.Policy.Expanding if stretch else QSizePolicy.Policy.Maximum
        self.setSizePolicy(QSizePolicy.Policy.Preferred, down)

    def add(self, *parts: QWidget | QLayout) -> None:
        """Append widgets or layouts to the body."""
        for part in parts:
            if isinstance(part, QWidget):
                self.body.addWidget(part)
            else:
                self.body.addLayout(part)

    def set_title(self, title: str, count: str = "") -> None:
        """Change head line and count."""
        self._title.set_words(title)
        self.setAccessibleName(title)
        self._count.setText(count)
        self._count.setVisible(bool(count))


class Dock(QFrame):
    """Panels at one side of a workspace. If none of them stretches, the whole dock scrolls."""

    def __init__(
        self, edge: str, *panels: QWidget, width: int = 0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("dock")
        self.setProperty("edge", edge)
        self.setFixedWidth(width or (theme.DOCK_LEFT if edge == "left" else theme.DOCK_RIGHT))
        inner = QVBoxLayout()
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        self._scroller: Scroller | None = None
        stretches = False
        for k, panel in enumerate(panels):
            if k:
                inner.addWidget(hairline(self))
            one = bool(getattr(panel, "stretch", False))
            stretches |= one
            inner.addWidget(panel, 1 if one else 0)
        if stretches:
            self.setLayout(inner)
            return
        inner.addStretch(1)
        body = QWidget(self)
        body.setLayout(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._scroller = Scroller(body, self)
        outer.addWidget(self._scroller)

    def reveal(self, panel: QWidget) -> None:
        """Scroll to a panel, if the dock scrolls; one that was just shown has its place by then."""
        scroller = self._scroller
        if scroller is not None:
            QTimer.singleShot(0, scroller, lambda: scroller.ensureWidgetVisible(panel, 0, 0))
