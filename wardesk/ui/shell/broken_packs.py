"""Packs that cannot be opened: which, why, and what can be done about it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.services.packs.shelf import BrokenPack, can_forget
from wardesk.ui import theme
from wardesk.ui.language import explained
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.text import Line, Text


class BrokenPacks(QWidget):
    """``forget_asked(folder)`` and ``again_asked()``. Hidden while nothing is broken."""

    forget_asked = Signal(str)
    again_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, theme.S4, 0, 0)
        self._column.setSpacing(theme.S2)
        self._rows: list[QWidget] = []
        self.hide()

    def show_packs(self, packs: Sequence[BrokenPack]) -> None:
        """Show these and no others."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = [self._row(pack) for pack in packs]
        if packs:
            head = Text(self.tr("Packs that cannot be opened"), self, role="title")
            self._rows.insert(0, head)
        for row in self._rows:
            self._column.addWidget(row)
            row.show()
        self.setVisible(bool(packs))

    def _row(self, pack: BrokenPack) -> QWidget:
        card = QFrame(self)
        card.setObjectName("card")
        card.setAccessibleName(self.tr("{0} cannot be opened").format(pack.title))
        error = explained(pack.error)
        card.setAccessibleDescription(str(error))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(Line(pack.title, card, role="strong"))
        words.addWidget(Text(error.message, card, role="small", wrap=True))
        if error.advice:
            words.addWidget(Text(error.advice, card, role="small", tone="text2", wrap=True))
        again = Button(self.tr("Look again"), card)
        again.clicked.connect(self.again_asked)
        row = QHBoxLayout(card)
        row.setContentsMargins(theme.S4, theme.S3, theme.S3, theme.S3)
        row.setSpacing(theme.S3)
        row.addWidget(Glyph("warning", card, tone="warn", size=18))
        row.addLayout(words, 1)
        row.addWidget(again)
        if can_forget(pack.folder):
            forget = Button(self.tr("Forget it"), card)
            forget.setToolTip(self.tr("Take it off this list; the folder stays"))
            forget.clicked.connect(partial(self._forget, pack.folder))
            row.addWidget(forget)
        return card

    def _forget(self, folder: str, _on: bool = False) -> None:
        self.forget_asked.emit(folder)
