"""The bars over a campaign: its buttons in the document bar, and whose eyes look at the pages."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.services.campaign.page import Page
from wardesk.ui import theme
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import rebuilt_chip
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.text import Text
from wardesk.words import shown, tr


class CampaignBar(QWidget):
    """Its buttons are off, with the reason, where they cannot do anything."""

    def __init__(self, page: Page, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        if page.proposals:
            row.addWidget(rebuilt_chip(self, note=page.proposals))
        self.seat = combo_box(tr("See as"), self)
        self.seat.setToolTip(tr("Show only what a seat may know"))
        for key, name in page.seats:
            called, mine = shown(name), key == page.seat
            self.seat.addItem(tr("{0} sees all").format(called) if mine else called, key)
        row.addWidget(self.seat)
        self.do_ = Button(tr("Do…"), self, icon="wand", action="campaign.act")
        self.do_.setToolTip(tr("Everything that the rules allow"))
        self.undo_ = Button(tr("Undo"), self, icon="undo", action="campaign.undo")
        self.results = Button(
            tr("Results", "CampaignBar"), self, icon="pencil", action="campaign.results"
        )
        self.results.setToolTip(tr("Enter results"))
        self.next_ = Button(tr("Next thing"), self, icon="play", action="campaign.need")
        for button in (self.do_, self.undo_, self.results, self.next_):
            row.addWidget(button)

    def show_page(self, page: Page) -> None:
        """Judge the buttons anew."""
        self.seat.setCurrentIndex(max(0, self.seat.findData(page.seat)))
        not_here = tr("This is what a seat sees; the umpire does things")
        for button in (self.do_, self.undo_, self.results, self.next_):
            button.allow() if page.umpire else button.refuse(not_here)
        if page.over and page.umpire and all(row.state == "done" for row in page.checks):
            self.next_.refuse(tr("The campaign is over"))
        if page.umpire and page.untouched:
            self.undo_.refuse(tr("Nothing has happened yet"))


class SeatBanner(QFrame):
    """A band over the pages; hidden while the umpire looks. ``back_asked()``."""

    back_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("band")
        self.setProperty("tone", "warn")
        self._who = Text("", self, role="strong")
        words = tr("Made from what this seat may know and nothing else. Nothing can be done.")
        self._what = Text(words, self, role="small", tone="text2", wrap=True)
        self.back = Button(tr("Back to the umpire"), self, icon="back")
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
        words = tr("Opened as {0}").format(shown(name))
        self._who.setText(words)
        self.setAccessibleName(f"{words}. {self._what.text()}")
        self.setVisible(not page.umpire)
