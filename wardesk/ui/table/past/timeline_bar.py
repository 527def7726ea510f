"""The foot under the board: step, play and slide through the game, mark events, back to now."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from wardesk.ui import theme
from wardesk.ui.table.past.timeline import Timeline
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

SPEEDS = (1, 2, 5, 10, 25)
"""Events per second."""

_BUTTON = 24


class TimelineBar(QWidget):
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
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.S1, 0, theme.S1, 0)
        row.setSpacing(theme.S1)
        row.addWidget(self._buttons)
        row.addWidget(self.slider, 1)
        row.addWidget(self._rest)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.FOOT_HEIGHT - 1)

    def _tool(
        self, name: str, icon: str, words: str, parent: QWidget, *, size: int = 16
    ) -> ToolButton:
        tool = ToolButton(icon, words, parent, action=self.ACTIONS.get(name, ""), size=size)
        tool.setFixedSize(_BUTTON, _BUTTON)
        return tool

    def _make_buttons(self) -> None:
        box = self._buttons
        self.first = self._tool("first", "first", tr("To the start"), box)
        self.back = self._tool("back", "chevron-left", tr("One event back"), box, size=18)
        self.play = self._tool("play", "play", tr("Play through the past"), box)
        self.forth = self._tool("forth", "chevron-right", tr("One event forth"), box, size=18)
        self.last = self._tool("last", "last", tr("To the present"), box)
        self.speed = Button("", self._buttons, kind="link", tall=_BUTTON)
        self.first.clicked.connect(lambda: self.placed.emit(0))
        self.back.clicked.connect(lambda: self.moved.emit(-1))
        self.forth.clicked.connect(lambda: self.moved.emit(1))
        self.last.clicked.connect(self.back_to_now)
        self.play.clicked.connect(self.toggle_play)
        self.speed.clicked.connect(self._next_speed)
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for part in (self.first, self.back, self.play, self.forth, self.last, self.speed):
            row.addWidget(part)
        self._show_speed()

    def _make_rest(self) -> None:
        self.star = self._tool("star", "star", tr("Bookmark"), self._rest)
        self.star.setCheckable(True)
        self.note = self._tool("note", "pencil", tr("Note"), self._rest)
        self.star.clicked.connect(self.bookmarked)
        self.note.clicked.connect(self.note_asked)
        self._words = Label("", self._rest, role="small", tone="text2")
        self._now = Chip(tr("now"), self._rest, tone="ok", icon="check")
        self._return = Button(
            tr("Back to now"), self._rest, action=self.ACTIONS["last"], tall=_BUTTON
        )
        self._return.clicked.connect(self.back_to_now)
        row = QHBoxLayout(self._rest)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S1)
        for part in (self.star, self.note, self._words, self._now, self._return):
            row.addWidget(part)

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
