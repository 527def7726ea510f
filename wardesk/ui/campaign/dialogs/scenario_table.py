"""Which scenario is laid on a table, and with whom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.fights import lay_fight
from wardesk.services.campaign.moves import members_of
from wardesk.services.campaign.table import NodeLine, TableOpened, node_lines, open_table
from wardesk.services.campaign.table_back import BroughtBack, bring_back
from wardesk.ui.campaign.worker import CampaignWorker
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import rebuilt_chip
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.switch import Switch
from wardesk.ui.widgets.text import Label
from wardesk.words import say_count, shown, tr


class Laying(NamedTuple):
    """How a table is laid: without rules, or in a window of the map for some turns."""

    free: bool = False
    window: tuple[str, ...] = ()
    turns: int = 0


class ScenarioTableDialog(Dialog):
    """``laid(node, units, how)`` sets a table up, *how* being a `Laying`.

    ``gone_on(path)`` goes on at one that is there.
    """

    laid = Signal(str, str, object)
    gone_on = Signal(object)

    def __init__(
        self, lines: Sequence[NodeLine], parent: QWidget | None = None, *, chosen: str = ""
    ) -> None:
        super().__init__(parent, size=(640, 420))
        self.set_title(tr("A scenario on the table"))
        self._lines = {line.id: line for line in lines}
        states = {"not begun": tr("not begun"), "being played": tr("being played"),
                  "over": tr("over")}  # fmt: skip
        self.which = combo_box(
            tr("Scenario"), self,
            ((f"{line.name} ({states[line.state]})", line.id) for line in lines),
        )  # fmt: skip
        self.which.setCurrentIndex(max(0, self.which.findData(chosen)))
        self.which.currentIndexChanged.connect(lambda _at: self._show())
        self.decides = Label("", self, role="small", tone="text2", wrap=True)
        self.units = line_edit(
            tr("Units or formations"), self, hint=tr(
                "Units or formations, like 101.502, gds.ind.hhca; empty: all that belong to it"
            ),
        )  # fmt: skip
        self.units.textChanged.connect(lambda _text: self._show())
        self.how = QWidget(self)
        words = tr("With rules; people or bots, as is chosen at the table")
        self.rules = Switch(words, self.how, on=True)
        row = QHBoxLayout(self.how)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.rules)
        row.addWidget(Label(words, self.how), 1)
        self.rules.toggled.connect(lambda _on: self._show())
        self.window_ = line_edit(
            tr("Window of the map"), self, hint=tr(
                "Window: corner hexes like 44.152, 44.164, 68.152, 68.140; empty: as it fits"
            ),
        )  # fmt: skip
        self.turns = combo_box(tr("Turns to play"), self, (
            (tr("To the end of the scenario, on a day of the campaign one turn"), 0),
            *((tr("Turns: {0}").format(count), count) for count in range(1, 9)),
        ))  # fmt: skip
        self.told = Label("", self, wrap=True)
        self.plain = rebuilt_chip(self, note=tr(
            "Its map is made from hex numbers, without terrain; it is not the printed sheet."
        ))  # fmt: skip
        self.lay = Button(tr("Lay it on the table"), self, icon="table", kind="primary")
        self.lay.clicked.connect(self._lay)
        self.go_on = Button(tr("Go on at its table"), self)
        self.go_on.clicked.connect(self._go_on)
        self.head.addWidget(self.plain)
        column = self.body
        column.addWidget(self.which)
        column.addWidget(self.decides)
        column.addWidget(self.units)
        column.addWidget(self.how)
        column.addWidget(self.window_)
        column.addWidget(self.turns)
        column.addWidget(self.told)
        column.addStretch(1)
        self.set_foot(self.lay, self.go_on)
        self._show()
        self.which.setFocus()

    @property
    def line(self) -> NodeLine | None:
        """The scenario that is chosen."""
        return self._lines.get(str(self.which.currentData()))

    def _show(self) -> None:
        line = self.line
        if line is None:
            self.judge(tr("This campaign has no scenarios"))
            self.go_on.hide()
            return
        self.decides.setText(shown(line.decides))
        self.decides.setVisible(bool(line.decides))
        ruled = line.rules and self.rules.isChecked()
        self.plain.setVisible(line.plain or (line.rules and not ruled))
        self.how.setVisible(line.rules)
        self.window_.setVisible(ruled)
        self.turns.setVisible(ruled)
        new = line.state == "not begun" or (ruled and line.goes_on and line.state != "over")
        self.units.setVisible(new)
        named = bool(self.units.text().strip()) and new
        if line.state == "over":
            words = tr("It is over. Take its results back to play it again.")
        elif new and ruled:
            words = tr("It shows those who are named or stand in the window, as the log has them.")
        elif named:
            words = tr("It begins with those who are named, as strong as they are now.")
        elif new:
            words = shown(
                say_count(
                    "It begins with {n} unit, as strong as it is now.",
                    "It begins with {n} units, as strong as they are now.",
                    n=line.units,
                )
            )
        else:
            words = shown(
                say_count(
                    "{n} unit fights in it, as strong as it is now.",
                    "{n} units fight in it, as strong as they are now.",
                    n=line.units,
                )
            )
        self.told.setText(words)
        self.go_on.setVisible(line.table is not None)
        nobody = not line.units and not named
        why = tr("Nobody is there for it; name units") if nobody else ""
        self.judge(tr("It is over") if line.why_not else why)

    def _lay(self) -> None:
        if self.line is not None:
            ruled = self.line.rules and self.rules.isChecked()
            corners = [cell.strip() for cell in self.window_.text().split(",")]
            how = Laying(free=self.line.rules and not ruled)
            if ruled:
                how = Laying(
                    window=tuple(filter(None, corners)), turns=int(self.turns.currentData())
                )
            self.laid.emit(self.line.id, self.units.text().strip(), how)
            self.accept()

    def _go_on(self) -> None:
        if self.line is not None and self.line.table is not None:
            self.gone_on.emit(self.line.table)
            self.accept()


class ScenarioTableController(QObject):
    """``ready(Path)`` when a game waits to be played, ``filled(BroughtBack)`` with its results.

    ``closed()`` when the dialog was left without either.
    """

    ready = Signal(object)
    filled = Signal(object)
    closed = Signal()

    def __init__(self, worker: CampaignWorker, over: QWidget) -> None:
        super().__init__(over)
        self._worker, self._over = worker, over
        self.dialog: ScenarioTableDialog | None = None

    def choose(self, node: str = "") -> None:
        """Ask which scenario, and with whom."""
        self._worker.read(node_lines, partial(self._show, node))

    def _show(self, node: str, lines: tuple[NodeLine, ...]) -> None:
        self.dialog = ScenarioTableDialog(lines, self._over, chosen=node)
        self.dialog.laid.connect(self.lay)
        self.dialog.gone_on.connect(self.ready)
        self.dialog.rejected.connect(self.closed)
        self.dialog.open()

    def lay(self, node: str, units: str = "", how: Laying = Laying()) -> None:  # noqa: B008
        """Set a table up: a scenario that has not begun begins with these units."""
        made: list[TableOpened] = []

        def work(desk: CampaignDesk) -> list[LedgerEvent]:
            names = [word.strip() for word in units.split(",") if word.strip()]
            found = open_table(
                desk, node, members_of(desk, names),
                free=how.free, window=how.window, turns=how.turns,
            )  # fmt: skip
            made.append(found)
            return list(found.events)

        self._worker.do(work, lambda _events: self.ready.emit(made[0].game))

    def lay_fight(self, where: str) -> None:
        """Set a table of a fight up, with everybody who stands around it."""
        made: list[TableOpened] = []

        def work(desk: CampaignDesk) -> list[LedgerEvent]:
            made.append(lay_fight(desk, where))
            return list(made[0].events)

        self._worker.do(work, lambda _events: self.ready.emit(made[0].game))

    def bring(self, node: str, game: Path) -> None:
        """Read a table into the results sheet; nothing is entered by that."""
        self._worker.read(lambda desk: bring_back(desk, node, game), self._brought)

    def _brought(self, found: BroughtBack) -> None:
        self.filled.emit(found)
