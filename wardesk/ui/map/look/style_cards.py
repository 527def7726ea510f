"""The sheet styles to start from, each as a piece of country drawn in it."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QGridLayout, QSizePolicy, QWidget

from wardesk.ui import theme
from wardesk.ui.map.look.samples import country
from wardesk.ui.map.look.words import STYLES
from wardesk.ui.map.view import MapView
from wardesk.ui.widgets import paint
from wardesk.words import shown

_WIDTH, _PICTURE, _WORDS = 129, 86, 24


class StyleCard(QAbstractButton):
    """One style: its picture, and its name under it; checked = in use."""

    def __init__(self, view: MapView, style: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._view, self.style_id = view, style
        self.setText(shown(STYLES[style]))
        self.setAccessibleName(self.text())
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, _PICTURE + _WORDS)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        document = self._view.model.document
        look = replace(document.look, style=self.style_id)
        image = country(document, look, self._view.inks, _WIDTH - 2, self.devicePixelRatioF())
        form = QPainterPath()
        form.addRoundedRect(box, 6, 6)
        painter.save()
        painter.setClipPath(form)
        painter.fillRect(box, theme.colour("surface"))
        painter.drawImage(QPointF(1, 1), image)
        painter.restore()
        ink = "accent" if self.isChecked() else "focus" if self.hasFocus() else "line"
        wide = 2 if self.isChecked() or self.hasFocus() else 1
        paint.rounded(painter, box, outline=theme.colour(ink), width=wide, radius=6)
        words = QRectF(8, _PICTURE, _WIDTH - 16, _WORDS)
        paint.words(
            painter, words, self.text(), role="small-strong" if self.isChecked() else "small"
        )
        painter.end()


class StyleCards(QWidget):
    """``chosen(style)`` when another one is taken."""

    chosen = Signal(str)

    def __init__(self, view: MapView, parent: QWidget) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(theme.S2)
        self._group = QButtonGroup(self)
        self.cards: dict[str, StyleCard] = {}
        for number, style in enumerate(STYLES):
            card = self.cards[style] = StyleCard(view, style, self)
            self._group.addButton(card)
            card.clicked.connect(lambda _on=False, one=style: self.chosen.emit(one))
            grid.addWidget(card, number // 2, number % 2)
        grid.setColumnStretch(2, 1)

    def show_style(self, style: str) -> None:
        """Mark the one in use."""
        self.cards.get(style, self.cards[""]).setChecked(True)
        for card in self.cards.values():
            card.update()
