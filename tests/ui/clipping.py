"""An audit: which labels and buttons of a window got less room than their words need."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QLabel, QPushButton, QWidget

from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.text import ElidedLine


def clipped(root: QWidget, *, lines: bool = False) -> list[str]:
    """Every clipped part below *root* as a sentence; a test asserts that there is none.

    `ElidedLine` may be cut short by design (it has an ellipsis and a tooltip); *lines* lists those
    too.
    It cannot see painted text, only widgets.
    """
    found: list[str] = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisibleTo(root):
            continue
        if problem := _too_small(widget, lines=lines):
            found.append(problem)
        parent = widget.parentWidget()
        if parent is not None and parent is not root and _leaves(widget, parent):
            found.append(
                f"{_name(widget)} leaves {_name(parent)}: "
                f"{widget.geometry().getRect()} in {parent.rect().getRect()}"
            )
    return found


def _name(widget: QWidget) -> str:
    words = widget.accessibleName() or widget.objectName()
    return f"{type(widget).__name__} '{words}'" if words else type(widget).__name__


def _too_small(widget: QWidget, *, lines: bool) -> str:
    need = widget.sizeHint()
    if isinstance(widget, ElidedLine):
        cut = lines and widget.width() < need.width() - 2
        return f"line '{widget.words}' {widget.width()} < {need.width()}" if cut else ""
    if isinstance(widget, QLabel) and widget.text():
        if widget.wordWrap():
            tall = widget.heightForWidth(widget.width())
            cut = widget.height() < tall - 1
            return f"label '{widget.text()}' {widget.height()} high, needs {tall}" if cut else ""
        cut = widget.width() < need.width() - 1 or widget.height() < need.height() - 3
        return f"label '{widget.text()}' {widget.width()} < {need.width()}" if cut else ""
    if isinstance(widget, Button):
        need = widget.minimumSizeHint()  # Where it may be squeezed, its key goes first.
    if isinstance(widget, (QPushButton, Chip)):
        cut = widget.width() < need.width() or widget.height() < need.height()
        return f"{_name(widget)} {widget.size().toTuple()} < {need.toTuple()}" if cut else ""
    return ""


def _leaves(widget: QWidget, parent: QWidget) -> bool:
    """Whether a part sticks out of its parent, scrolled contents excepted."""
    if widget.isWindow() or parent.objectName() == "qt_scrollarea_viewport":
        return False
    if isinstance(parent, QAbstractScrollArea) or widget.windowType() != Qt.WindowType.Widget:
        return False
    # Qt's own controls keep inner parts (clear buttons, corner widgets) where they like.
    if type(parent).__module__ == "PySide6.QtWidgets" and type(parent).__name__ not in (
        "QFrame", "QWidget", "QStackedWidget",
    ):  # fmt: skip
        return False
    return not parent.rect().contains(widget.geometry())
