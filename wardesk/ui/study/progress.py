"""How far a study is, and how long it still takes."""

from __future__ import annotations

import time

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from wardesk.studies.record import StudyRecord
from wardesk.ui.language import whole
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.text import ElidedLine
from wardesk.words import tr


class ProgressPanel(Panel):
    """How far the study is, and how to stop it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Progress"), parent)
        self.bar = QProgressBar(self)
        self.bar.setAccessibleName(tr("Games played"))
        self.bar.setTextVisible(False)
        self.games = ElidedLine("", self, role="strong", least=60)
        self.left = ElidedLine("", self, role="small", tone="text2", grow=False, least=40)
        self.pause = Button(tr("Pause"), self, icon="pause", action="study.pause")
        line = QHBoxLayout()
        line.addWidget(self.games)
        line.addWidget(self.left)
        buttons = QHBoxLayout()
        buttons.addWidget(self.pause)
        buttons.addStretch(1)
        self.add(self.bar, line, buttons)
        self._began, self._first = 0.0, 0

    def begin(self, record: StudyRecord) -> None:
        """A study is run from here on."""
        self._began, self._first = time.monotonic(), record.games
        self.left.set_words("")

    def show_record(self, record: StudyRecord, *, running: bool) -> None:
        """Show how far it is."""
        self.bar.setRange(0, max(1, record.wanted))
        self.bar.setValue(record.games)
        words = tr("{0} of {1} games").format(whole(record.games), whole(record.wanted))
        self.games.set_words(words)
        done, seconds = record.games - self._first, time.monotonic() - self._began
        left = ""
        if running and done > 0 and seconds > 2:
            rest = (record.wanted - record.games) * seconds / done
            minutes, rest = divmod(round(rest), 60)
            left = (
                tr("{0} min {1} s").format(minutes, rest) if minutes else tr("{0} s").format(rest)
            )
        self.left.set_words(left)
        self.pause.setVisible(running)
