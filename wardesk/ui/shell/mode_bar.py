"""The mode bar: the five workspaces, always in the same place; below, things of the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QToolButton, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.icons import states_icon
from wardesk.ui.key_book import key_book
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import ToolButton
from wardesk.words import tr

MODES = ("home", "map", "table", "campaign", "study")


class _ModeButton(QToolButton):
    """Icon above word."""

    def __init__(self, mode: str, words: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._mode = mode
        self.setText(words)
        self.setFont(theme.font("tiny"))
        self.setObjectName("mode")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setAutoRaise(True)
        self.setIconSize(QSize(22, 22))
        self.setIcon(states_icon(mode, 22))
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(words)

    def sizeHint(self) -> QSize:
        # Wide enough for the longest translated word, never wider than the bar.
        width = max(60, round(paint.advance(self.text(), "tiny")) + 4)
        return QSize(min(width, theme.MODE_BAR_WIDTH - 4), 34 + theme.px(18))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            self.setToolTip(f"{self.text()}   {key_book().key(f'go.{self._mode}')}".rstrip())
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange:
            self.setIcon(states_icon(self._mode, 22))
        super().changeEvent(event)


class ModeBar(QFrame):
    """``mode_chosen(mode)``; below, one signal for each thing of the window."""

    mode_chosen = Signal(str)
    palette_asked = Signal()
    theme_asked = Signal()
    help_asked = Signal()
    settings_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("modebar")
        self.setAccessibleName(tr("Workspaces"))
        self.setFixedWidth(theme.MODE_BAR_WIDTH)
        names = {
            "home": tr("Home"),
            "map": tr("Map"),
            "table": tr("Table"),
            "campaign": tr("Campaign"),
            "study": tr("Study"),
        }
        column = QVBoxLayout(self)
        column.setContentsMargins(2, theme.S2, 2, theme.S2)
        column.setSpacing(theme.S1)
        self._group = QButtonGroup(self)
        for k, mode in enumerate(MODES):
            button = _ModeButton(mode, names[mode], self)
            self._group.addButton(button, k)
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._group.idClicked.connect(lambda k: self.mode_chosen.emit(MODES[k]))
        column.addStretch(1)
        palette = ToolButton("search", tr("Find a command"), self, action="palette", size=20)
        self._theme = ToolButton("moon", tr("Dark theme"), self, action="theme", size=20)
        manual = ToolButton("help", tr("Help"), self, action="help", size=20)
        gear = ToolButton("settings", tr("Settings"), self, action="settings", size=20)
        for button, signal in (
            (palette, self.palette_asked),
            (self._theme, self.theme_asked),
            (manual, self.help_asked),
            (gear, self.settings_asked),
        ):
            button.clicked.connect(signal)
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.show_theme(theme.current())

    def show_mode(self, mode: str) -> None:
        """Mark the open workspace."""
        self._group.button(MODES.index(mode)).setChecked(True)

    def show_theme(self, name: str) -> None:
        """The theme button offers the other theme."""
        if name == "dark":
            self._theme.set_name(tr("Light theme"), icon="sun")
        else:
            self._theme.set_name(tr("Dark theme"), icon="moon")
