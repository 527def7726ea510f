"""The right end of the document bar: play or adjudicate, and which outcomes stop for a ruling."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from wardesk.services.play.settings import Stops
from wardesk.ui import theme
from wardesk.ui.table.interactions import tr
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.segment import Segment


class TableBar(QWidget):
    """``mode_chosen(mode)``, ``stops_chosen(filter)``, ``report_asked()``, ``scenario_asked()``.

    ``back_asked()``: the table of a campaign's scenario shall be brought back to the campaign.
    """

    mode_chosen = Signal(str)
    stops_chosen = Signal(str)
    report_asked = Signal()
    scenario_asked = Signal()
    back_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mode = Segment(
            (("play", tr("Play"), "play"), ("adjudicate", tr("Adjudicate"), "scales")),
            self,
            name=tr("Who decides results"),
            tones={"adjudicate": "umpire"},
        )
        self.mode.chosen.connect(self.mode_chosen)
        self.stops = QComboBox(self)
        self.stops.setFont(theme.font())
        self.stops.setAccessibleName(tr("Stop for a ruling"))
        for key, words in (
            ("all", tr("Stop at every outcome")),
            ("changes", tr("Stop where something changes")),
            ("none", tr("Never stop")),
        ):
            self.stops.addItem(words, key)
        self.stops.currentIndexChanged.connect(self._stops)
        self._keys: Callable[[QKeyEvent], bool] = lambda _event: False
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        self.back = Button(tr("Bring back"), self, icon="campaign", key="Ctrl+B")
        self.back.setToolTip(tr("Fill the results sheet of the campaign with this table"))
        self.back.clicked.connect(self.bring_back)
        self.back.hide()
        row.addWidget(self.back)
        row.addWidget(self.stops)
        row.addWidget(self.mode)
        self.report = ToolButton("export", tr("After-action report…"), self)
        self.report.clicked.connect(self.report_asked)
        row.addWidget(self.report)
        self.scenario = ToolButton("flag", tr("Save as scenario…"), self)
        self.scenario.clicked.connect(self.scenario_asked)
        row.addWidget(self.scenario)

    def share_keys(self, keys: Callable[[QKeyEvent], bool]) -> None:
        """Ask *keys* about what nothing in the bar wants: the bar sits away from its table."""
        self._keys = keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._keys(event):
            super().keyPressEvent(event)

    def bring_back(self) -> None:
        """Ask for it, where the table is part of a campaign."""
        if not self.back.isHidden():
            self.back_asked.emit()

    def show_origin(self, *, campaign: bool, over: bool) -> None:
        """Offer to bring the table back; when the game is over that is the thing to do."""
        self.back.setVisible(campaign)
        self.back.set_kind("primary" if over else "normal")

    def _stops(self) -> None:
        self.stops_chosen.emit(self.stops.currentData())

    def show_mode(self, mode: str, stops: Stops) -> None:
        """Follow the session."""
        self.mode.set_current(mode)
        self.stops.setVisible(mode == "adjudicate")
        at = self.stops.findData(stops) if isinstance(stops, str) else 0
        if at != self.stops.currentIndex():
            self.stops.blockSignals(True)
            self.stops.setCurrentIndex(max(at, 0))
            self.stops.blockSignals(False)
