"""Says, while the desk is opened as a seat, whose eyes these are, and leads back."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.services.campaign.page import Page
from wardesk.ui import theme
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.text import Text


class SeatBanner(QFrame):
    """A band over the pages; hidden while the umpire looks. ``back_asked()``."""

    back_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("band")
        self.setProperty("tone", "warn")
        self._who = Text("", self, role="strong")
        words = self.tr("Made from what this seat may know and nothing else. Nothing can be done.")
        self._what = Text(words, self, role="small", tone="text2", wrap=True)
        self.back = Button(self.tr("Back to the umpire"), self, icon="back")
        self.back.clicked.connect(self.back_asked)
        said = QVBoxLayout()
        said.setSpacing(0)
        said.addWidget(self._who)
        said.addWidget(self._what)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.S4, theme.S2, theme.S3, theme.S2)
        row.setSpacing(theme.S3)
        row.addWidget(Glyph("eye", self, tone="warn", size=20))
        row.addLayout(said, 1)
        row.addWidget(self.back)
        self.hide()

    def show_page(self, page: Page) -> None:
        """Show whose page it is; nothing for the umpire's."""
        name = dict(page.seats).get(page.seat, page.seat)
        words = self.tr("Opened as {0}").format(name)
        self._who.setText(words)
        self.setAccessibleName(f"{words}. {self._what.text()}")
        self.setVisible(not page.umpire)
