"""The mode bar: the five workspaces, always in the same place; below, things of the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QToolButton, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.icons import paint_icon
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

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = QRectF(self.rect())
        ink = "accent_text" if self.isChecked() else "text2"
        if self.isChecked():
            paint.rounded(painter, box, fill=theme.colour("accent_soft"), radius=8)
            # A bar beside it, for eyes that cannot tell the two grounds apart.
            left = (
                box.right() - 3 if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else 0
            )
            bar = QRectF(left, 10, 3, box.height() - 20)
            paint.rounded(painter, bar, fill=theme.colour("accent"), radius=1.5)
        elif self.underMouse():
            paint.rounded(painter, box, fill=theme.colour("raised"), radius=8)
            ink = "text"
        if self.hasFocus():
            paint.rounded(painter, box, outline=theme.colour("focus"), width=2, radius=8)
        paint_icon(painter, self._mode, QRectF((box.width() - 22) / 2, 6, 22, 22), ink)
        # a long word keeps off the bar beside it
        off = 4 if paint.advance(self.text(), "tiny") > box.width() - 10 else 0
        right = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        words = QRectF(0 if right else off, 30, box.width() - off, theme.px(18))
        paint.words(painter, words, self.text(), role="tiny", ink=ink, align=paint.CENTRE)
        painter.end()


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
