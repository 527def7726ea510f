"""New table without rules: a map, sides, counters, players, and a game lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from wardesk.documents.maps.titles import map_title
from wardesk.documents.packs.pack_writer import free_folder
from wardesk.errors import UserError
from wardesk.services.packs.new_table import (
    MOST_SIDES,
    NewTable,
    TablePlan,
    judge_rows,
    make_planned,
)
from wardesk.services.packs.places import scenarios_folder
from wardesk.services.packs.shelf import known_maps, remember_map
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.language import explained
from wardesk.ui.making.counters_page import CountersPage
from wardesk.ui.making.table_pages import ChooseMapPage, PlayersPage, SidesPage
from wardesk.ui.preferences import preferences
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.segment import Segment
from wardesk.words import tr

STEPS = ("map", "sides", "counters", "players")
PAUSE = 150
"""Milliseconds after the last change before all rows are judged again."""


class TableWizard(Dialog):
    """``created(scenario path, players)``. Everything but the map has a sensible value."""

    created = Signal(str, dict)

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        maps: Sequence[tuple[str, Path]] | None = None,
        folder: Path | None = None,
    ) -> None:
        """*folder* is where the pack will lie. UserError without a place for a person's data."""
        super().__init__(parent, size=(880, 600))
        self.set_title(tr("New table without rules"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._folder = folder or scenarios_folder()
        self.steps = Segment(
            (
                ("map", tr("1  Map")), ("sides", tr("2  Sides")),
                ("counters", tr("3  Counters")), ("players", tr("4  Players")),
            ),
            self, name=tr("Steps", "TableWizard"),
        )  # fmt: skip
        self.map = ChooseMapPage(_maps() if maps is None else maps, self)
        self.sides = SidesPage(self)
        self.counters = CountersPage(self)
        self.players = PlayersPage(self)
        self._pages = QStackedWidget(self)
        for page in (self.map, self.sides, self.counters, self.players):
            self._pages.addWidget(page)
        self.problem.setMinimumHeight(34)  # Two lines, so that nothing jumps.
        self.problem.show()
        self.back = Button(tr("Back"), self)
        self.back.clicked.connect(lambda: self.go(self._at - 1))
        self.next = Button(tr("Next"), self)
        self.next.clicked.connect(lambda: self.go(self._at + 1))
        self.create_ = Button(tr("Create the table"), self, kind="primary")
        self.create_.clicked.connect(self._create)
        self._wrong: list[tuple[int, UserError]] = []
        self._judged = Task(self)
        self._judged.done.connect(self._have_judged)
        self._judged.failed.connect(self._tell)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(PAUSE)
        self._soon.timeout.connect(self._judge)
        self._making = Task(self)
        self._making.done.connect(self._made)
        self._making.failed.connect(self._not_made)
        self.steps.chosen.connect(lambda step: self.go(STEPS.index(step)))
        self.map.changed.connect(self._changed)
        self.sides.changed.connect(self._changed)
        self.counters.changed.connect(self._changed)
        self.counters.csv_read.connect(self._take_sides)
        self._at = 0
        self._lay_out()
        if self.map.list.count():
            self.map.list.setCurrentRow(0)
        self.go(0)

    def _lay_out(self) -> None:
        steps = QHBoxLayout()
        steps.addWidget(self.steps)
        steps.addStretch(1)
        self.body.addLayout(steps)
        self.body.addWidget(self._pages, 1)
        self.set_foot(self.create_, self.back, self.next, with_control=True)

    # ---- steps ----------------------------------------------------------------------------------

    def go(self, at: int) -> None:
        """Show a step."""
        self._at = max(0, min(at, len(STEPS) - 1))
        self.steps.set_current(STEPS[self._at])
        self._pages.setCurrentIndex(self._at)
        step = STEPS[self._at]
        if step == "counters":
            self.counters.show_sides(self.sides.sides(), self.map.board)
            self._judge()
        elif step == "players":
            self.players.show_sides(self.sides.sides())
            self.players.place.setText(tr("The table is kept in {0}").format(self.goal))
        self.back.setVisible(self._at > 0)
        self.next.setVisible(self._at < len(STEPS) - 1)
        first: dict[str, QWidget] = {
            "map": self.map.list, "sides": self.sides.rows[0][0] if self.sides.rows else self.next,
            "counters": self.counters.from_csv, "players": self.create_,
        }  # fmt: skip
        first[step].setFocus(Qt.FocusReason.OtherFocusReason)
        self._follow()

    def _take_sides(self, names: list[str]) -> None:
        """A CSV file names sides: as long as nobody wrote any, they are the table's."""
        if not self.sides.touched:
            self.sides.clear()
        known = {side["name"].lower() for side in self.sides.sides()}
        known |= {side["id"] for side in self.sides.sides()}
        for name in names:
            if name.lower() not in known and len(self.sides.rows) < MOST_SIDES:
                self.sides.add(name)
        self.counters.show_sides(self.sides.sides(), self.map.board)

    # ---- judging --------------------------------------------------------------------------------

    @property
    def goal(self) -> Path:
        """The folder that will be made."""
        return free_folder(self._folder, self.map.title.text() or "table")

    def plan(self) -> TablePlan | None:
        """Everything as it is chosen now; None without a map."""
        if self.map.place is None or self.map.board is None:
            return None
        return TablePlan(
            map=self.map.place,
            title=self.map.title.text(),
            sides=self.sides.sides(),
            counters=tuple(self.counters.rows),
            last_turn=self.players.turns.value,
            cards=tuple(self.counters.cards),
        )

    def _changed(self) -> None:
        self._soon.start()
        self._follow()

    def _judge(self) -> None:
        plan = self.plan()
        if plan is None or self.sides.wrong():
            return
        if self._judged.running:
            self._soon.start()
            return
        self._judged.start(partial(judge_rows, plan))

    def _have_judged(self, wrong: list[tuple[int, UserError]]) -> None:
        self._wrong = [(n, e) for n, e in wrong if n < len(self.counters.rows)]
        self.counters.show_wrong(self._wrong)
        self._follow()

    def _trouble(self) -> str:
        if self.map.problem:
            return self.map.problem
        if self.map.place is None:
            return tr("Choose a map first.")
        if wrong := self.sides.wrong():
            return wrong
        if self._wrong:
            _number, error = self._wrong[0]
            more = len(self._wrong) - 1
            words = str(explained(error))
            return words + (" " + tr("And {0} more.").format(more) if more else "")
        return ""

    def _follow(self) -> None:
        trouble = self._trouble()
        self.problem.setText(trouble)
        if not trouble and self.map.board is None:
            trouble = tr("Reading the map…")
        elif not trouble and self._making.running:
            trouble = tr("Making the table…")
        self.judge(trouble)

    def _tell(self, error: object) -> None:
        if isinstance(error, UserError):
            self.problem.setText(str(explained(error)))
        elif isinstance(error, BaseException):
            raise error

    # ---- making ---------------------------------------------------------------------------------

    def _create(self) -> None:
        plan = self.plan()
        if plan is None or not self.create_.isEnabled() or self._making.running:
            return
        self.players.show_sides(self.sides.sides())
        self._making.start(partial(_make, plan, self.goal))
        self._follow()

    def _made(self, made: NewTable) -> None:
        self.created.emit(made.scenario, self.players.players())
        self.accept()

    def _not_made(self, error: object) -> None:
        self._follow()
        self._tell(error)

    def done(self, result: int) -> None:
        """Close, and end the work behind the scenes."""
        self.map.stop()
        self._judged.stop()
        self._making.stop()
        super().done(result)


def _maps() -> list[tuple[str, Path]]:
    """Maps that were drawn or opened here, those used before, those of all packs."""
    drawn = [Path(one) for one in preferences().now.recent_maps]
    found = {place: map_title(place) for place in drawn if place.exists()}
    for title, place in known_maps():
        found.setdefault(place, title)
    return [(title, place) for place, title in found.items()]


def _make(plan: TablePlan, goal: Path) -> NewTable:
    """Worker thread: write the pack."""
    made = make_planned(plan, goal)
    remember_map(plan.map)
    return made
