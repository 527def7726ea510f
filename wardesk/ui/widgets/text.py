"""Words on the screen: `Label` for what must be read whole, `ElidedLine` for what may be cut."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QResizeEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.widgets import paint


class Label(QLabel):
    """A label in one of the theme's fonts and inks; plain text, one line unless *wrap*."""

    def __init__(
        self,
        words: str,
        parent: QWidget | None = None,
        *,
        role: str = "body",
        tone: str = "text",
        wrap: bool = False,
    ) -> None:
        super().__init__(said(words), parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(theme.font(role))
        self.setProperty("tone", tone)
        if wrap:
            self.setWordWrap(True)
            self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)

    def setText(self, text: str) -> None:
        super().setText(said(text))

    def set_tone(self, tone: str) -> None:
        """Change the ink to another token."""
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            self.style().polish(self)


class Wrapped(Label):
    """A text that is exactly as high as its words want in the width that it has."""

    def __init__(
        self, words: str, parent: QWidget | None = None, *, role: str = "body", tone: str = "text"
    ) -> None:
        super().__init__(words, parent, role=role, tone=tone, wrap=True)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._fit()

    def heightForWidth(self, width: int) -> int:
        # A layout asks with all that it has, more than a text of a fixed width takes.
        return super().heightForWidth(min(width, self.maximumWidth()))

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._high(super().sizeHint()))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self._high(super().minimumSizeHint()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        wanted = self._high(self.size())
        if self.height() < wanted:
            self.resize(self.width(), wanted)  # until the layout has made room nothing is cut
        self.updateGeometry()

    def _high(self, usual: QSize) -> int:
        wanted = self.heightForWidth(self.width())
        return wanted if wanted > 0 else usual.height()


class ElidedLine(Label):
    """One line that ends in an ellipsis when short of room; a tooltip then has the whole of it.

    *grow* takes the spare room of a row. *least* is the width that is always kept.
    """

    def __init__(
        self,
        words: str,
        parent: QWidget | None = None,
        *,
        role: str = "body",
        tone: str = "text",
        least: int = 40,
        grow: bool = True,
    ) -> None:
        super().__init__("", parent, role=role, tone=tone)
        self._words, self._role, self._least = said(words), role, least
        across = QSizePolicy.Policy.Expanding if grow else QSizePolicy.Policy.Preferred
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self._words)
        self._fit()

    @property
    def words(self) -> str:
        """The whole text."""
        return self._words

    def set_words(self, words: str) -> None:
        """Show another text."""
        words = said(words)
        if words == self._words:
            return
        self._words = words
        self.setAccessibleName(words)
        self.updateGeometry()
        self._fit()

    def set_look(self, *, role: str | None = None, tone: str | None = None) -> None:
        """Change font or ink."""
        if tone is not None:
            self.set_tone(tone)
        if role not in (None, self._role):
            self._role = role or self._role
            self.updateGeometry()
            self._fit()

    def sizeHint(self) -> QSize:
        wide = int(paint.advance(self._words, self._role)) + 2
        tall = max(16, round(theme.line_height(self._role)))
        return QSize(wide, tall)

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return QSize(min(self._least, hint.width()), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Say as much as there is room for."""
        font = theme.shared_font(self._role)
        if self.font() != font:
            self.setFont(theme.font(self._role))
        line = self._words
        if paint.advance(line, self._role) > self.width():
            right = Qt.TextElideMode.ElideRight
            line = QFontMetricsF(font).elidedText(line, right, self.width())
        self.setText(line)
        tip = "" if line == self._words else self._words
        if tip != self.toolTip():
            self.setToolTip(tip)


def two_lines(words: str, role: str, width: float) -> list[str]:
    """Break a sentence over at most two lines; the second ends in an ellipsis if it must."""
    layout = QTextLayout(words, theme.shared_font(role))
    layout.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(max(20.0, width))
    cut = line.textLength()
    layout.endLayout()
    rest = words[cut:].strip()
    if not rest:
        return [words]
    metrics = QFontMetricsF(theme.shared_font(role))
    return [words[:cut].strip(), metrics.elidedText(rest, Qt.TextElideMode.ElideRight, width)]
