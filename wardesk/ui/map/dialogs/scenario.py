"""A map that lies in no pack: what it lacks to be played on, and the ways to get it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from wardesk.documents.maps.titles import map_title
from wardesk.documents.packs.pack_writer import free_folder
from wardesk.errors import UserError
from wardesk.services.maps.trials import parted_from
from wardesk.services.packs.map_scenarios import MadeScenario, Pattern, scenario_on_map
from wardesk.services.packs.places import scenarios_folder
from wardesk.services.play.tables import scenario_info
from wardesk.ui import language, theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.language import explained
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_TABLE = ""
"""The key of the row that stands for a table without rules."""


class ScenarioDialog(Dialog):
    """``made(MadeScenario)``: a pack is on the disk. ``table_asked()``: sides and counters anew.

    UserError without a place for a person's own packs.
    """

    made = Signal(object)
    table_asked = Signal()

    def __init__(
        self, place: Path, patterns: tuple[Pattern, ...], parent: QWidget | None = None, *,
        trying: bool,
    ) -> None:  # fmt: skip
        super().__init__(parent, least=(500, 0))
        self._place = place
        self._folder = scenarios_folder()
        self.set_title(tr("A scenario for this map"))
        self.setModal(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.why = Label(_why(place), self, wrap=True)
        self.list = RowList(tr("How it is to be played"), self, click_picks=False, most=240)
        self.list.set_rows([*map(self._row, patterns), self._table_row()])
        self.list.reached.connect(lambda _key: self._follow())
        self.list.clicked.connect(lambda _index: self._follow())
        self.list.picked.connect(lambda _key: self._go())
        self.title = QLineEdit(tr("{0}, my own").format(map_title(place))[:60], self)
        self.title.setMaxLength(60)
        self.title.setMinimumHeight(theme.CONTROL_HEIGHT)
        self.title.setAccessibleName(tr("Title of the scenario"))
        self.title.textChanged.connect(lambda _text: self._follow())
        self._title_words = Label(tr("Title of the scenario"), self, role="small")
        self.note = Label("", self, role="small", tone="text2", wrap=True)
        words = tr("Make it and play") if trying else tr("Save the scenario")
        self._go_words = words
        self.go = Button(words, self, kind="primary")
        self.go.clicked.connect(self._go)
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)
        self._lay_out()
        self.list.set_current(patterns[0].scenario if patterns else _TABLE)
        self._follow()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        column = self.body
        column.addWidget(self.why)
        column.addWidget(self.list)
        column.addWidget(self._title_words)
        column.addWidget(self.title)
        column.addWidget(self.note)
        column.addStretch(1)
        self.set_foot(self.go)

    def _row(self, one: Pattern) -> ListRow:
        words = language.wording()
        title, detail = words.text(one.title), words.text(one.game)
        if one.counters:
            detail = tr("{0}, {1} counters").format(detail, one.counters)
        return ListRow(one.scenario, tr("As “{0}”").format(title), detail=detail, icon="flag")

    def _table_row(self) -> ListRow:
        return ListRow(
            _TABLE, tr("A new table without rules"),
            detail=tr("Sides and counters of your own, step by step"), icon="table",
        )  # fmt: skip

    @property
    def goal(self) -> Path:
        """The folder that will be made."""
        return free_folder(self._folder, self.title.text() or "scenario")

    def _follow(self) -> None:
        own = self.list.current == _TABLE
        self.title.setVisible(not own)
        self._title_words.setVisible(not own)
        self.tell_problem("")
        self.go.set_words(tr("Go on") if own else self._go_words)
        self.note.setText(
            tr("The next window asks for sides, counters and players.")
            if own
            else tr("The scenario gets its own copy of the map, in {0}. You go on drawing in your "
                    "own file; a trial brings the copy up to date.").format(self.goal)
        )  # fmt: skip
        untitled = not own and not self.title.text().strip()
        self.judge(tr("Write a title first.") if untitled else "")

    def _go(self) -> None:
        if not self.go.isEnabled() or self._task.running:
            return
        if self.list.current == _TABLE:
            self.accept()
            self.table_asked.emit()
            return
        work = partial(
            scenario_on_map, self.list.current, self._place, self.title.text(), self.goal
        )
        self.go.refuse(tr("Making the scenario…"))
        self._task.start(work)

    def _done(self, made: MadeScenario) -> None:
        self.accept()
        self.made.emit(made)

    def _failed(self, error: object) -> None:
        if not isinstance(error, UserError):
            raise error if isinstance(error, BaseException) else TypeError(str(error))
        self._follow()
        lacks = tr("The map lacks something for this: {0}")
        self.tell_problem(lacks.format(explained(error)))

    def done(self, result: int) -> None:
        """Nothing is worked on for a closed dialog."""
        self._task.stop()
        super().done(result)


def _why(place: Path) -> str:
    """Why the map needs a scenario, though it may have had one. UserError as `scenarios_folder`."""
    parted = parted_from(place)
    if parted is None:
        return tr(
            "A map alone cannot be played on: a scenario must say who plays, and which counters "
            "stand where. This map is in none. Make one:"
        )
    title = language.wording().text(scenario_info(parted).title)
    return tr(
        "“{0}” was made for this map, but its copy of the map was itself drawn on. A trial writes "
        "nothing over that, so it can no longer follow what you draw here. Home lists it as it is; "
        "for this map, make another:"
    ).format(title)
