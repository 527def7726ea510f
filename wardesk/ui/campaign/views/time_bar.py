"""The bar above the views: slide, play and step through all events of a campaign."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from wardesk.services.campaign.views import Course
from wardesk.ui import theme
from wardesk.ui.actions import ActionTable
from wardesk.ui.table.past.timeline_bar import TimelineBar
from wardesk.words import shown, tr

_WORDS, _SPEED = 620, 400
"""Px from which the moment stands in words beside the slider, and the speed has its button."""


class TimeBar(TimelineBar):
    """A `TimelineBar` over a `Course`, with steps by turns. ``asked(place)``: show another place.

    A place is how many events have happened.
    """

    ACTIONS = {
        "first": "campaign.time.first", "back": "campaign.time.back",
        "play": "campaign.time.play", "forth": "campaign.time.forth",
        "last": "campaign.time.now",
        "turn_back": "campaign.time.turn.back", "turn_forth": "campaign.time.turn.forth",
    }  # fmt: skip

    asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Where in the campaign"))
        self.slider.sparse = True
        self.setFixedHeight(self.slider.sizeHint().height())  # room for the days below it
        self.star.hide()
        self.note.hide()
        self.turn_back = self._tool(
            "turn_back", "chevron-left", tr("To the turn before"), self._buttons
        )
        self.turn_forth = self._tool(
            "turn_forth", "chevron-right", tr("To the next turn"), self._buttons
        )
        self.course = Course()
        self.place = 0
        self._follows = True
        row = self._buttons.layout()
        if isinstance(row, QHBoxLayout):
            row.insertWidget(1, self.turn_back)
            row.insertWidget(row.indexOf(self.last), self.turn_forth)
        self.turn_back.clicked.connect(lambda: self.step_turn(-1))
        self.turn_forth.clicked.connect(lambda: self.step_turn(1))
        self.placed.connect(self.go)
        self.moved.connect(self.step)
        self.back_to_now.connect(lambda: self.go(self.last_place))

    @property
    def last_place(self) -> int:
        """The present."""
        return len(self.course.ticks) - 1

    @property
    def follows(self) -> bool:
        """Whether the present is shown, and shall be when more happens."""
        return self._follows

    def show_course(self, course: Course, letters: dict[str, str], words: list[str]) -> None:
        """Slide over another course; *words* say what each event was."""
        self.course = course
        told = ["", *words]
        self.slider.set_line(course, letters, {}, lambda k: told[k] if k < len(told) else "")
        if self._follows or self.place > self.last_place:
            self.place = self.last_place

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, the words go first, then the speed."""
        super().resizeEvent(event)
        self._words.setVisible(self.width() >= theme.px(_WORDS))
        self.speed.setVisible(self.width() >= theme.px(_SPEED))

    def minimumSizeHint(self) -> QSize:
        """The slider and the buttons; the words may go."""
        return QSize(theme.px(300), super().minimumSizeHint().height())

    def tell(self, turn: str) -> None:
        """Say which moment is shown."""
        self.set_place(self.place, self.place, not self._follows)
        words = self.slider.words_at(self.place)
        self._words.setText(tr("event {0}, {1}").format(self.place, shown(turn)))
        self._words.setToolTip(words)

    def go(self, place: int) -> None:
        """Show the moment after *place* events."""
        place = max(0, min(place, self.last_place))
        follows = place == self.last_place
        if place == self.place and follows == self._follows:
            return
        self.place, self._follows = place, follows
        if follows:
            self.stop()
        self.slider.set_place(place)
        self.asked.emit(place)

    def step(self, by: int) -> None:
        """So many events on or back."""
        self.go(self.place + by)

    def step_turn(self, way: int) -> None:
        """To the last event of the turn before, or of the next one."""
        turns = self.course.turns
        now = turns[self.place] if self.place < len(turns) else -1
        place = self.place
        if way > 0:
            while place < self.last_place and turns[place] <= now:
                place += 1
            now = turns[place]
            while place < self.last_place and turns[place + 1] == now:
                place += 1
        else:
            while place > 0 and turns[place] >= now:
                place -= 1
        self.go(place)

    def add_actions(self, actions: ActionTable, why_not: Callable[[], str]) -> None:
        """Steps, turns, the ends and play; off for the reason that *why_not* gives."""
        for button, name in ((self.first, "first"), (self.back, "back"), (self.play, "play"),
                             (self.forth, "forth"), (self.last, "now")):  # fmt: skip
            button.follow(f"campaign.time.{name}")
        for name, title, key, run, icon in (
            ("back", tr("One event back"), ",", partial(self.step, -1), "chevron-left"),
            ("forth", tr("One event forth"), ".", partial(self.step, 1), "chevron-right"),
            ("turn.back", tr("To the turn before"), "PgUp", partial(self.step_turn, -1),
             "first"),
            ("turn.forth", tr("To the next turn"), "PgDown", partial(self.step_turn, 1),
             "last"),
            ("first", tr("To the beginning"), "Home", partial(self.go, 0), "first"),
            ("now", tr("Back to now"), "End", lambda: self.go(self.last_place), "last"),
            ("play", tr("Play through the past"), "P", self.toggle_play, "play"),
        ):  # fmt: skip
            actions.add(f"time.{name}", title, key, run, icon, why_not=why_not)
