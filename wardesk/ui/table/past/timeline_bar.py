"""The bar under the board: step, play and slide through the game, mark events, back to now."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.table.past.timeline import Timeline
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.text import Text
from wardesk.words import tr

SPEEDS = (1, 2, 5, 10, 25)
"""Events per second."""

_ONE_ROW = 860
"""Px from which slider and buttons stand beside each other."""


class TimelineBar(QFrame):
    """``moved(by)``, ``placed(place)``, ``back_to_now()``, and the wish to write on an event.

    ``bookmarked()`` and ``note_asked()`` are about the event that is shown.
    """

    ACTIONS: Mapping[str, str] = {
        "first": "table.start", "back": "table.earlier", "play": "table.play",
        "forth": "table.later", "last": "table.now", "star": "table.bookmark",
        "note": "table.note",
    }  # fmt: skip
    """The actions whose keys do the same as the buttons, by button."""

    moved = Signal(int)
    placed = Signal(int)
    back_to_now = Signal()
    bookmarked = Signal()
    note_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("surface")
        self.setAccessibleName(tr("Where in the game"))
        self.slider = Timeline(self)
        self.slider.valueChanged.connect(self.placed)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self._past = False
        self._speed = 2
        self._buttons = QWidget(self)
        self._rest = QWidget(self)
        self._make_buttons()
        self._make_rest()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(theme.S2, 2, theme.S3, 2)
        self._grid.setHorizontalSpacing(theme.S2)
        self._grid.setVerticalSpacing(0)
        self._wide: bool | None = None
        self._arrange(False)

    def _tool(
        self, name: str, icon: str, words: str, parent: QWidget, *, size: int = 18
    ) -> ToolButton:
        return ToolButton(icon, words, parent, action=self.ACTIONS.get(name, ""), size=size)

    def _make_buttons(self) -> None:
        box = self._buttons
        self.first = self._tool("first", "first", tr("To the start"), box, size=16)
        self.back = self._tool("back", "chevron-left", tr("One event back"), box)
        self.play = self._tool("play", "play", tr("Play through the past"), box, size=16)
        self.forth = self._tool("forth", "chevron-right", tr("One event forth"), box)
        self.last = self._tool("last", "last", tr("To the present"), box, size=16)
        self.speed = Button("", self._buttons, kind="link")
        self.first.clicked.connect(lambda: self.placed.emit(0))
        self.back.clicked.connect(lambda: self.moved.emit(-1))
        self.forth.clicked.connect(lambda: self.moved.emit(1))
        self.last.clicked.connect(self.back_to_now)
        self.play.clicked.connect(self.toggle_play)
        self.speed.clicked.connect(self._next_speed)
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        for part in (self.first, self.back, self.play, self.forth, self.last, self.speed):
            row.addWidget(part)
        self._show_speed()

    def _make_rest(self) -> None:
        self.star = self._tool("star", "star", tr("Bookmark"), self._rest, size=16)
        self.star.setCheckable(True)
        self.note = self._tool("note", "pencil", tr("Note"), self._rest, size=16)
        self.star.clicked.connect(self.bookmarked)
        self.note.clicked.connect(self.note_asked)
        self._words = Text("", self._rest, role="small", tone="text2")
        self._now = Chip(tr("now"), self._rest, tone="ok", icon="check")
        self._return = Button(tr("Back to now"), self._rest, action=self.ACTIONS["last"])
        self._return.clicked.connect(self.back_to_now)
        row = QHBoxLayout(self._rest)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        row.addWidget(self.star)
        row.addWidget(self.note)
        row.addStretch(1)
        for part in (self._words, self._now, self._return):
            row.addWidget(part)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange(self.width() >= _ONE_ROW)

    def _arrange(self, wide: bool) -> None:
        if wide == self._wide:
            return
        self._wide = wide
        for part in (self._buttons, self.slider, self._rest):
            self._grid.removeWidget(part)
        if wide:
            for column, part in enumerate((self._buttons, self.slider, self._rest)):
                self._grid.addWidget(part, 0, column)
            self._grid.setColumnStretch(1, 1)
        else:
            self._grid.addWidget(self.slider, 0, 0, 1, 3)
            self._grid.addWidget(self._buttons, 1, 0)
            self._grid.addWidget(self._rest, 1, 1, 1, 2)
            self._grid.setColumnStretch(1, 1)
        self.setFixedHeight(48 if wide else 86)

    # ---- what it shows --------------------------------------------------------------------------

    def set_place(self, place: int, event: int, past: bool) -> None:
        """*place* on the line is shown, which is *event*; *past* if it is not now."""
        self._past = past
        self.slider.set_place(place)
        self._words.setText(tr("event {0}").format(event))
        self._now.setVisible(not past)
        self._return.setVisible(past)
        self.first.setEnabled(place > 0)
        self.back.setEnabled(place > 0)
        self.forth.setEnabled(past)
        self.last.setEnabled(past)
        if not past:
            self.stop()

    def set_marks(self, bookmarked: bool, note: str) -> None:
        """What is written on the shown event."""
        self.star.setChecked(bookmarked)
        words = tr("Take the bookmark away") if bookmarked else tr("Bookmark this event")
        self.star.set_name(words)
        self.note.set_name(tr("Change the note") if note else tr("Write a note"))

    # ---- playing --------------------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Whether the past runs by."""
        return self._timer.isActive()

    def toggle_play(self) -> None:
        """Let the past run, from the start if the present is shown; or stop it."""
        if self.playing:
            self.stop()
            return
        if not self._past:
            self.placed.emit(0)
        self._timer.start(1000 // SPEEDS[self._speed])
        self.play.set_name(tr("Stop"), icon="pause")

    def stop(self) -> None:
        """Stop where it is."""
        if self.playing:
            self._timer.stop()
            self.play.set_name(tr("Play through the past"), icon="play")

    def _tick(self) -> None:
        self.moved.emit(1)

    def set_speed(self, speed: int) -> None:
        """One of `SPEEDS`, by its place."""
        self._speed = speed % len(SPEEDS)
        if self.playing:
            self._timer.start(1000 // SPEEDS[self._speed])
        self._show_speed()

    def _next_speed(self) -> None:
        self.set_speed(self._speed + 1)

    def _show_speed(self) -> None:
        self.speed.set_words(tr("{0}/s").format(SPEEDS[self._speed]))
        said = tr("Speed: {0} events a second").format(SPEEDS[self._speed])
        self.speed.setAccessibleName(said)
        self.speed.setToolTip(said)
