"""The bar above the views: slide, play and step through all events of a campaign."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from wardesk.services.campaign.views import Course
from wardesk.ui import theme
from wardesk.ui.campaign.desk_keys import Row
from wardesk.ui.table.timeline_bar import TimelineBar
from wardesk.ui.widgets.button import ToolButton

_WORDS, _SPEED = 500, 400
"""Px from which the moment stands in words beside the slider, and the speed has its button."""


class TimeBar(TimelineBar):
    """A `TimelineBar` over a `Course`, with steps by turns. ``asked(place)``: show another place.

    A place is how many events have happened.
    """

    asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Where in the campaign"))
        self.slider.sparse = True
        self.star.hide()
        self.note.hide()
        self.turn_back = ToolButton(
            "chevron-left", self.tr("To the turn before"), self._buttons, key="PgUp", size=16
        )
        self.turn_forth = ToolButton(
            "chevron-right", self.tr("To the next turn"), self._buttons, key="PgDown", size=16
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
        self._words.setText(self.tr("event {0}, {1}").format(self.place, turn))
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


def tr(words: str) -> str:
    """Words of the keys in the window's language."""
    return QCoreApplication.translate("TimeBar", words)


def time_rows(bar: TimeBar, looks: Callable[[], bool]) -> tuple[Row, ...]:
    """Steps, turns, the ends and play; they do nothing while *looks* says no."""

    def move(run: Callable[[], object]) -> None:
        if looks():
            run()

    return (
        ("time.back", tr("One event back"), ",", partial(move, partial(bar.step, -1)),
         "chevron-left"),
        ("time.forth", tr("One event forth"), ".", partial(move, partial(bar.step, 1)),
         "chevron-right"),
        ("time.turn.back", tr("To the turn before"), "PgUp",
         partial(move, partial(bar.step_turn, -1)), "first"),
        ("time.turn.forth", tr("To the next turn"), "PgDown",
         partial(move, partial(bar.step_turn, 1)), "last"),
        ("time.first", tr("To the beginning"), "Home", partial(move, partial(bar.go, 0)),
         "first"),
        ("time.now", tr("Back to now"), "End",
         partial(move, lambda: bar.go(bar.last_place)), "last"),
        ("time.play", tr("Play through the past"), "P", partial(move, bar.toggle_play),
         "play"),
    )  # fmt: skip
