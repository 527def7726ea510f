"""The standard controls as they are everywhere: in the font of the window, with a spoken name."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QToolTip,
    QWidget,
)

from wardesk.ui import theme
from wardesk.words import tr

_BESIDE = 2
"""Px that Qt leaves at both ends of what stands in a field."""


def line_edit(
    name: str,
    parent: QWidget | None = None,
    text: str = "",
    *,
    hint: str = "",
    most: int = 0,
    role: str = "body",
    clear: bool = False,
) -> QLineEdit:
    """A field for one line. *hint* stands in it while it is empty, *most* characters fit.

    *clear* puts a button into it that empties it.
    """
    field = QLineEdit(text, parent)
    field.setFont(theme.font(role))
    field.setAccessibleName(name)
    field.setPlaceholderText(hint)
    field.setClearButtonEnabled(clear)
    if most:
        field.setMaxLength(most)
    return field


def search_field(words: str, parent: QWidget | None = None) -> QLineEdit:
    """A field for what is looked for; *words* name it and stand in it, a button empties it."""
    field = _SearchField(words, parent)
    field.setFont(theme.font())
    field.setAccessibleName(words)
    field.setClearButtonEnabled(True)
    return field


class _SearchField(QLineEdit):
    """Says what is looked for where there is room for it, else only that something is."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.setPlaceholderText(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        look = QStyleOptionFrame()
        self.initStyleOption(look)
        part = QStyle.SubElement.SE_LineEditContents
        room = self.style().subElementRect(part, look, self).width() - 2 * _BESIDE
        fits = self.fontMetrics().horizontalAdvance(self._words) <= room
        self.setPlaceholderText(self._words if fits else tr("Find"))


def text_edit(name: str, parent: QWidget | None = None, text: str = "") -> QPlainTextEdit:
    """A field for several lines; Tab leaves it."""
    field = QPlainTextEdit(text, parent)
    field.setFont(theme.font())
    field.setAccessibleName(name)
    field.setTabChangesFocus(True)
    return field


class Choices(QComboBox):
    """A list to choose from that a screen reader can tell from others.

    On Linux Qt calls such a list by what is chosen in it; what it is for goes with that. What is
    chosen ends in an ellipsis when short of room, and the tooltip has the whole of it.
    """

    def shown_words(self) -> str:
        """What is chosen, as it can be read."""
        look = QStyleOptionComboBox()
        super().initStyleOption(look)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, look, part, self)
        cut = Qt.TextElideMode.ElideRight
        return self.fontMetrics().elidedText(self.currentText(), cut, room.width())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        steps = (Qt.Key.Key_Up, Qt.Key.Key_Down)
        if event.modifiers() & held and event.key() not in steps and not self.isEditable():
            event.ignore()  # Qt would look for a row that begins with the letter
        else:
            super().keyPressEvent(event)

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        super().initStyleOption(option)
        option.currentText = self.shown_words()  # type: ignore[attr-defined]

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cut = self.shown_words() != self.currentText()
            tips = [self.currentText()] if cut else []
            if self.toolTip() not in ("", *tips):
                tips.append(self.toolTip())
            QToolTip.showText(event.globalPos(), "\n".join(tips), self)
            return True
        return super().event(event)

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self.setAccessibleDescription(name)


def combo_box(
    name: str, parent: QWidget | None = None, rows: Iterable[tuple[str, object]] = ()
) -> QComboBox:
    """A list to choose from; *rows* are words and what they stand for."""
    box = Choices(parent)
    box.setFont(theme.font())
    box.setAccessibleName(name)
    for words, value in rows:
        box.addItem(words, value)
    return box
