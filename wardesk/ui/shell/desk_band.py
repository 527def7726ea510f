"""The line on Home that leads to the assistant at a board of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.text import Label
from wardesk.words import tr


@dataclass(frozen=True)
class DeskCard:
    """An assistant: the id of its game, what it is called, what it is good for."""

    game: str
    title: str
    text: str


class DeskBand(QFrame):
    """``asked(game)``: its button was pressed."""

    asked = Signal(str)

    def __init__(self, card: DeskCard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        words = QVBoxLayout()
        words.setSpacing(2)
        title = tr("At a board of your own: {0}").format(card.title)
        words.addWidget(Label(title, self, role="strong"))
        words.addWidget(Label(card.text, self, role="small", tone="text2", wrap=True))
        self.open = Button(tr("Work it out…"), self)
        self.open.setAccessibleDescription(title)
        self.open.clicked.connect(lambda: self.asked.emit(card.game))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S3)
        row.setSpacing(theme.S3)
        row.addWidget(Glyph("scales", self, tone="accent_text", size=20))
        row.addLayout(words, 1)
        row.addWidget(self.open, 0, Qt.AlignmentFlag.AlignVCenter)


class DeskBands(QWidget):
    """A band for each assistant there is; ``asked(game)``."""

    asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: tuple[DeskCard, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.S2)

    def set_cards(self, cards: Sequence[DeskCard]) -> None:
        """Show what helps at a board of one's own; the same again changes nothing."""
        if tuple(cards) == self.cards:
            return
        self.cards = tuple(cards)
        while item := self._column.takeAt(0):
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for card in cards:
            band = DeskBand(card, self)
            band.asked.connect(self.asked)
            self._column.addWidget(band)
