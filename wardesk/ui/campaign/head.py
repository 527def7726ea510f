"""The head of the campaign desk: which turn it is, its weather, and the calendar beside it."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.services.campaign.page import Page
from wardesk.ui import theme
from wardesk.ui.campaign.strip import CalendarStrip
from wardesk.ui.widgets.text import Line


class DeskHead(QFrame):
    """Turn, place in the calendar and weather; the days at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("surface")
        self.strip = CalendarStrip(self)
        self.turn = Line("", self, role="title", least=160)
        self.place = Line("", self, role="small", tone="text2", least=120)
        self.weather = Line("", self, role="small", tone="text2", least=120)
        told = QVBoxLayout()
        told.setContentsMargins(0, 0, 0, 0)
        told.setSpacing(2)
        for part in (self.turn, self.place, self.weather):
            told.addWidget(part)
        told.addStretch(1)
        holder = QWidget(self)
        holder.setLayout(told)
        holder.setFixedWidth(theme.px(216))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S1)
        row.setSpacing(theme.S4)
        row.addWidget(holder)
        row.addWidget(self.strip, 1)

    def show_page(self, page: Page) -> None:
        """Show where a campaign stands."""
        self.strip.show_view(page.calendar, page.turn)
        self.turn.set_words(page.turn)
        slots = len(page.calendar.slots) * len(page.calendar.days)
        self.place.set_words(self.tr("turn {0} of {1}").format(page.ordinal + 1, slots))
        weather = page.weather or self.tr("not rolled yet")
        self.weather.set_words(self.tr("Weather: {0}").format(weather))
