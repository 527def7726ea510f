"""A layout that wraps, for buttons and cards whose number and length no screen can foresee."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QWidget

from wardesk.ui import theme


class Flow(QLayout):
    """Items from left to right, then on the next line.

    With *column* (px) items share each line evenly, at least that wide: cards that fill the row.
    """

    def __init__(
        self, parent: QWidget | None = None, *, gap: int = theme.S2, column: int = 0
    ) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap, self._column = gap, column
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def minimumSize(self) -> QSize:
        shown = [item for item in self._items if not item.isEmpty()]
        width = max((item.minimumSize().width() for item in shown), default=0)
        return QSize(
            max(width, self._column), max((item.sizeHint().height() for item in shown), default=0)
        )

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def columns(self, width: int) -> int:
        """How many cards stand side by side at *width* px (only with *column*)."""
        return max(1, (width + self._gap) // (self._column + self._gap)) if self._column else 0

    def _size(self, item: QLayoutItem, width: int) -> QSize:
        if not self._column:
            size = item.sizeHint()
            return QSize(min(size.width(), max(width, item.minimumSize().width())), size.height())
        beside = self.columns(width)
        each = (width - self._gap * (beside - 1)) // beside
        return QSize(each, item.sizeHint().height())

    def _place(self, rect: QRect, *, move: bool) -> int:
        x, y, height = rect.x(), rect.y(), 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = self._size(item, rect.width())
            if x > rect.x() and x + size.width() > rect.x() + rect.width():
                x, y, height = rect.x(), y + height + self._gap, 0
            if move:
                item.setGeometry(QRect(QPoint(x, y), size))
            x, height = x + size.width() + self._gap, max(height, size.height())
        return y + height - rect.y()


class FlowBox(QWidget):
    """A widget around a `Flow`.

    Without its own least size Qt would take the height at the *narrowest* width as the minimum and
    make every scroll area around it too tall.
    """

    def __init__(
        self, parent: QWidget | None = None, *, gap: int = theme.S2, column: int = 0
    ) -> None:
        super().__init__(parent)
        self._flow = Flow(self, gap=gap, column=column)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, *widgets: QWidget) -> None:
        """Append widgets."""
        for widget in widgets:
            self._flow.addWidget(widget)

    def clear(self) -> None:
        """Remove and destroy everything in it."""
        while (item := self._flow.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.updateGeometry()

    def columns(self) -> int:
        """How many cards stand side by side now."""
        return self._flow.columns(self.width())

    def minimumSizeHint(self) -> QSize:
        return self._flow.minimumSize()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._flow.heightForWidth(width)


def clear(layout: QLayout) -> None:
    """Take everything out of a layout and of those in it; widgets are gone at once to the eye."""
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
        elif (inner := item.layout()) is not None:
            clear(inner)
