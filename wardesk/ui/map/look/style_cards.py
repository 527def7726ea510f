"""The sheet styles to start from, each as a piece of country drawn in it."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QToolButton, QWidget

from wardesk.ui import theme
from wardesk.ui.map.look.samples import country
from wardesk.ui.map.look.words import STYLES
from wardesk.ui.map.view import MapView
from wardesk.words import shown

_WIDTH, _PICTURE, _WORDS = 129, 86, 24


class StyleCard(QToolButton):
    """One style: its picture, and its name under it; checked = in use."""

    def __init__(self, view: MapView, style: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._view, self.style_id = view, style
        self.setObjectName("stylecard")
        self.setFont(theme.font("small"))
        self.setText(shown(STYLES[style]))
        self.setAccessibleName(self.text())
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setIconSize(QSize(_WIDTH - 4, _PICTURE - 2))
        self.setFixedSize(_WIDTH, _PICTURE + theme.px(_WORDS))

    def follow(self) -> None:
        """Show the map's kinds as they are now."""
        document, size = self._view.model.document, self.iconSize()
        look, ratio = replace(document.look, style=self.style_id), self.devicePixelRatioF()
        image = country(document, look, self._view.inks, size.width(), ratio)
        self.setIcon(QIcon(QPixmap.fromImage(image)))


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
            card.follow()
