"""The page of battles: the calendar, the graph, and all about the battle or way that is picked."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from wardesk.campaign.operation.calendar import Calendar, weekday_and_day
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import in_words
from wardesk.documents.packs.store import list_packs, read_scenario
from wardesk.errors import UserError
from wardesk.services.campaign.conditions import condition_words
from wardesk.services.campaign.rows import CalendarView
from wardesk.services.campaign.workshop import graph
from wardesk.services.campaign.workshop.draft import DesignDraft, Row
from wardesk.services.campaign.workshop.sheets import formations, named
from wardesk.ui import theme
from wardesk.ui.campaign.calendar import CalendarStrip
from wardesk.ui.campaign.workshop.carry_panel import CarryPreviewTable, CarryRules
from wardesk.ui.campaign.workshop.condition_rows import ConditionRows, narrow
from wardesk.ui.campaign.workshop.graph_canvas import GraphCanvas, Picked
from wardesk.ui.campaign.workshop.model import WorkshopModel
from wardesk.ui.campaign.workshop.pages import WorkshopPage
from wardesk.ui.language import said
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.flow import clear
from wardesk.ui.widgets.panel import Dock, Panel, hairline
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import say_count, shown, tr


def _scenarios() -> list[tuple[str, str]]:
    """Worker thread: every scenario of the shipped packs, ``pack/scenario`` with its title."""
    return [
        (name, f"{pack.title}: {read_scenario(pack, name).title}")
        for pack in list_packs() for name in pack.scenarios
    ]  # fmt: skip


def scrolled(body: QWidget, parent: QWidget) -> QScrollArea:
    """Something that is as large as it must be, in the room that there is."""
    area = QScrollArea(parent)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setWidget(body)
    corner = QWidget(area)
    corner.setObjectName("scrollbody")
    area.setCornerWidget(corner)
    return area


def _calendar(design: Design, on: str) -> CalendarView:
    """The days of a campaign in the making; the turn on which the battle *on* begins is lit."""
    calendar, node = design.calendar, design.node.get(on)
    days = range(0, calendar.turns, len(calendar.slots))
    marks = [(one.start, "battle", one.name) for one in design.nodes if one.start is not None]
    comes = Counter(each.at for each in design.arrivals if each.at is not None)
    marks += [(at, "arrival", tr("{0} arrive").format(many)) for at, many in comes.items()]
    return CalendarView(
        days=tuple(weekday_and_day(calendar.turn(day).day) for day in days),
        slots=calendar.slots,
        now=-1 if node is None or node.start is None else node.start,
        first=calendar.first_ordinal,
        marks=tuple(marks),
    )


class NodePanel(QWidget):
    """All about one battle."""

    def __init__(self, model: WorkshopModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self.node = model, ""
        self._tables: list[tuple[str, str]] = []
        self.name = line_edit(tr("Name of the battle"), self)
        self.name.editingFinished.connect(
            lambda: self.name.text().strip() and self._say(name=self.name.text().strip())
        )
        self.begins = narrow(combo_box(tr("Begins"), self))
        self.begins.activated.connect(lambda _at: self._say(start=self.begins.currentData()))
        self.table = narrow(combo_box(tr("Table"), self))
        self.table.activated.connect(lambda _at: self._say(scenario=self.table.currentData()))
        self.decides = line_edit(tr("Decides"), self, hint=tr("what its result means, in words"))
        self.decides.editingFinished.connect(
            lambda: self._say(decides=self.decides.text().strip() or None)
        )
        self.winners: dict[str, QCheckBox] = {}
        self._winners = QVBoxLayout()
        self._winners.setSpacing(theme.S1)
        self.away = Button(tr("Take it out"), self, icon="close")
        self.away.clicked.connect(
            lambda: model.change(lambda draft: graph.without_node(draft, self.node))
        )
        self.panel = Panel(tr("Battle"), self)
        for label, part in (
            (tr("Name"), self.name), (tr("Begins"), self.begins),
            (tr("Is played as"), self.table), (tr("What it decides"), self.decides),
        ):  # fmt: skip
            self.panel.add(Label(label, self, role="small", tone="text2"), part)
        self.panel.add(Label(tr("May be won by"), self, role="small", tone="text2"))
        self.panel.add(self._winners)
        self.panel.add(self.away)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.panel)
        column.addStretch(1)
        self._task = Task(self)
        self._task.done.connect(self._listed)
        self._task.failed.connect(self._not_listed)
        self._task.start(_scenarios)

    def stop(self) -> None:
        """The window goes."""
        self._task.stop()

    def _not_listed(self, error: object) -> None:
        """A pack that is broken is told at Home; the names that are here stay."""
        if not isinstance(error, UserError):
            assert isinstance(error, BaseException)
            raise error

    def _listed(self, found: list[tuple[str, str]]) -> None:
        self._tables = found
        if self.node:
            self.show_node(self.node)

    def _say(self, **facts: object) -> None:
        row = next((row for row in self._model.draft.rows("nodes") if row["id"] == self.node), None)
        if row is not None and any(row.get(key) != value for key, value in facts.items()):
            self._model.change(lambda draft: graph.with_node(draft, self.node, **facts))

    def show_node(self, node: str) -> None:
        """Show a battle of the draft."""
        draft = self._model.draft
        row = next((row for row in draft.rows("nodes") if row["id"] == node), None)
        if row is None:
            return
        self.node = node
        self.panel.set_title(str(row.get("name") or node))
        with QSignalBlocker(self.name), QSignalBlocker(self.decides):
            self.name.setText(str(row.get("name", "")))
            self.decides.setText(str(row.get("decides", "")))
        self.begins.clear()
        self.begins.addItem(tr("whenever it can"), None)
        design = self._model.design
        start = row.get("start")
        if design is not None:
            calendar = design.calendar
            for ordinal in range(calendar.turns):
                label = calendar.turn(ordinal).label
                self.begins.addItem(shown(label), str(label))
        if start is not None and self.begins.findData(start) < 0:
            self.begins.addItem(str(start), start)
        self.begins.setCurrentIndex(max(0, self.begins.findData(start)))
        self.table.clear()
        self.table.addItem(tr("a table of your own, its results typed"), None)
        for key, title in self._tables:
            self.table.addItem(title, key)
        scenario = row.get("scenario")
        if scenario is not None and self.table.findData(scenario) < 0:
            self.table.addItem(str(scenario), scenario)
        self.table.setCurrentIndex(max(0, self.table.findData(scenario)))
        self.table.setToolTip(self.table.currentText())
        self._show_winners(draft, row)

    def _show_winners(self, draft: DesignDraft, row: Row) -> None:
        clear(self._winners)
        self.winners = {}
        outcomes = list(row.get("outcomes", []))
        offered = dict(named(draft, "sides")) | {"draw": tr("nobody: a draw")}
        for key in [*offered, *(each for each in outcomes if each not in offered)]:
            name = offered.get(key) or in_words(key.capitalize())
            box = QCheckBox(said(name), self)
            box.setFont(theme.font())
            box.setChecked(key in outcomes)
            box.clicked.connect(
                lambda on, key=key: self._say(
                    outcomes=[*outcomes, key] if on else [one for one in outcomes if one != key]
                )
            )
            self._winners.addWidget(box)
            self.winners[key] = box


class LinkPanel(QWidget):
    """All about one way."""

    def __init__(self, model: WorkshopModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self.link = model, ("", "")
        self.condition = ConditionRows(self)
        self.condition.edited.connect(lambda text: self._say(condition=text or None))
        self.rules = CarryRules(self)
        self.rules.edited.connect(lambda rules: self._say(carry=list(rules)))
        self.preview = CarryPreviewTable(self)
        self.unknown = narrow(combo_box(tr("While it is not known"), self, (
            (tr("the umpire is asked"), "ask"), (tr("it is shut"), "block"),
            (tr("it is open"), "default"))))  # fmt: skip
        self.unknown.activated.connect(lambda _at: self._say(on_unknown=self.unknown.currentData()))
        self.away = Button(tr("Take it out"), self, icon="close")
        self.away.clicked.connect(
            lambda: model.change(lambda draft: graph.without_link(draft, *self.link))
        )
        self.when = Panel(tr("Goes this way when"), self)
        self.when.add(self.condition)
        line = QHBoxLayout()
        line.setSpacing(theme.S2)
        line.addWidget(Label(tr("Not known:"), self, role="small", tone="text2"))
        line.addWidget(self.unknown, 1)
        self.unknown_row = QWidget(self)
        line.setContentsMargins(0, 0, 0, 0)
        self.unknown_row.setLayout(line)
        self.when.add(self.unknown_row)
        goes = Panel(tr("What goes on"), self)
        goes.add(self.rules)
        sees = Panel(tr("Preview"), self, count=tr("type what is left"))
        sees.add(self.preview)
        self.preview.setMinimumHeight(theme.px(230))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, theme.S2)
        column.setSpacing(0)
        for k, panel in enumerate((self.when, goes, sees)):
            if k:
                column.addWidget(hairline(self))
            column.addWidget(panel)
        foot = QHBoxLayout()
        foot.setContentsMargins(theme.S4, 0, theme.S4, 0)
        foot.addWidget(self.away)
        foot.addStretch(1)
        column.addLayout(foot)
        column.addStretch(1)

    def _say(self, **facts: object) -> None:
        row = self._row()
        if row is not None and any(row.get(key) != value for key, value in facts.items()):
            self._model.change(lambda draft: graph.with_link(draft, *self.link, **facts))

    def _row(self) -> Row | None:
        return next((row for row in self._model.draft.rows("links")
                     if (row["start"], row["end"]) == self.link), None)  # fmt: skip

    def show_link(self, start: str, end: str) -> None:
        """Show a way of the draft."""
        self.link = start, end
        row, draft = self._row(), self._model.draft
        if row is None:
            return
        names = dict(named(draft, "nodes"))
        self.when.set_title(tr("{0} → {1}").format(names.get(start, start), names.get(end, end)))
        condition = row.get("condition") or ""
        self.condition.show_condition(str(condition), self._model.design)
        self.unknown_row.setVisible(bool(condition))
        self.unknown.setCurrentIndex(max(0, self.unknown.findData(row.get("on_unknown", "ask"))))
        who = [("*", tr("everybody"))]
        who += [(f"{key}-forces", name) for key, name in named(draft, "sides")]
        who += list(formations(draft))
        self.rules.show_rules(row.get("carry", []), who)
        self._show_preview(self._model.design)

    def _show_preview(self, design: Design | None) -> None:
        link = None
        if design is not None:
            link = next((one for one in design.links if (one.start, one.end) == self.link), None)
        self.preview.show_link(design, link)


class GraphDesignPage(WorkshopPage):
    """Calendar over the graph, at the right what is picked."""

    def __init__(self, model: WorkshopModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self.strip = CalendarStrip(planned=True)
        self.strip.setObjectName("scrollbody")
        self._turns: Calendar | None = None
        """The last one that could be read."""
        self.canvas = GraphCanvas()
        self.add = Button(tr("Add a battle"), self, icon="plus", action="workshop.add")
        self.add.clicked.connect(self.add_node)
        self.count = ElidedLine("", self, role="small", tone="text2")
        self.node, self.link = NodePanel(model, self), LinkPanel(model, self)
        self.nothing = Panel(tr("Battles and ways"), self)
        for words in (
            tr("Click a battle or a way to change it."),
            tr("Drag from one battle to another to join them."),
            tr("Click a turn of the calendar, and the battle that is picked begins then."),
        ):
            self.nothing.add(Label(words, self, tone="text2", wrap=True))
        self.nothing.body.addStretch(1)
        self.side = QStackedWidget(self)
        for part in (self.nothing, self.node, self.link):
            self.side.addWidget(part)
        self.dock = Dock("right", self.side, width=theme.px(344), parent=self)
        area = scrolled(self.strip, self)
        area.setFixedHeight(theme.px(102))
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = QHBoxLayout()
        head.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S2)
        head.setSpacing(theme.S3)
        head.addWidget(ElidedLine(tr("Graph"), self, role="heading", grow=False))
        head.addWidget(self.count, 1)
        head.addWidget(self.add)
        left = QVBoxLayout()
        left.setContentsMargins(0, theme.S2, 0, 0)
        left.setSpacing(0)
        days = QHBoxLayout()
        days.setContentsMargins(theme.S4, 0, theme.S4, 0)
        days.addWidget(area)
        left.addLayout(days)
        left.addWidget(hairline(self))
        left.addLayout(head)
        left.addWidget(self.canvas, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(left, 1)
        row.addWidget(self.dock)
        self.canvas.picked.connect(self._picked)
        self.canvas.joined.connect(self._join)
        self.canvas.removed.connect(self._remove)
        self.canvas.opened.connect(self._enter)
        self.strip.chosen.connect(self._begin_at)

    def add_node(self) -> None:
        """One battle more, picked, its name ready to be typed."""
        number = len(self.model.draft.rows("nodes")) + 1
        made: list[str] = []

        def add(draft: DesignDraft) -> DesignDraft:
            new, key = graph.add_node(draft, tr("Battle {0}").format(number))
            made.append(key)
            return new

        if self.model.change(add):
            self.canvas.pick((made[0],))
            self.node.name.setFocus()
            self.node.name.selectAll()

    def _join(self, start: Picked, end: Picked) -> None:
        if self.model.change(lambda draft: graph.add_link(draft, *start, *end)):
            self.canvas.pick((*start, *end))

    def _remove(self, what: Picked) -> None:
        if len(what) == 2:
            self.model.change(lambda draft: graph.without_link(draft, *what))
        else:
            self.model.change(lambda draft: graph.without_node(draft, what[0]))

    def _begin_at(self, turn: int) -> None:
        if len(self.canvas.on) == 1 and self._turns is not None:
            node, label = self.canvas.on[0], self._turns.turn(turn).label
            self.model.change(lambda draft: graph.with_node(draft, node, start=label))

    def _enter(self) -> None:
        target: QWidget = self.node.name
        if len(self.canvas.on) == 2:
            facts = self.link.condition.facts
            target = facts[0] if facts else self.link.condition.more
        target.setFocus()

    def _picked(self, what: Picked) -> None:
        if len(what) == 2:
            self.link.show_link(*what)
        elif what:
            self.node.show_node(what[0])
        self.side.setCurrentWidget((self.nothing, self.node, self.link)[len(what)])
        if self.model.design is not None:
            node = what[0] if len(what) == 1 else ""
            self._turns = self.model.design.calendar
            self.strip.show_view(_calendar(self.model.design, node))

    # ---- showing --------------------------------------------------------------------------------

    def show_draft(self) -> None:
        draft = self.model.draft
        below = {str(row.get("id")): self._below(row) for row in draft.rows("nodes")}
        self.canvas.show_draft(draft, below, self._words(draft), self._wrong())
        battles, ways = len(draft.rows("nodes")), len(draft.rows("links"))
        told = say_count("one battle", "{n} battles", n=battles)
        self.count.set_words(f"{said(told)}, {said(say_count('one way', '{n} ways', n=ways))}")
        self._picked(self.canvas.on)

    def _below(self, row: Row) -> str:
        words = tr("a table") if row.get("scenario") else tr("results typed")
        if row.get("kind", "battle") == "end":
            words = tr("the end")
        return ", ".join(part for part in (words, str(row.get("start") or "")) if part)

    def _words(self, draft: DesignDraft) -> dict[Picked, str]:
        found: dict[Picked, str] = {
            (str(row.get("start")), str(row.get("end"))): str(row.get("condition") or "")
            for row in draft.rows("links")
        }
        design = self.model.design
        if design is not None:
            for link in design.links:
                if (link.start, link.end) in found and link.condition is not None:
                    told = said(condition_words(design, link.condition))
                    found[link.start, link.end] = told
        return found

    def show_verdict(self) -> None:
        self.show_draft()

    def _wrong(self) -> set[Picked]:
        """Battles and ways that a finding is about."""
        found: set[Picked] = set()
        for trouble in self.model.troubles:
            values = getattr(trouble.finding.place, "values", {})
            if callable(values):
                continue
            if "node" in values:
                found.add((str(values["node"]),))
            elif "start" in values and "end" in values:
                found.add((str(values["start"]), str(values["end"])))
        return found

    def focus_first(self) -> None:
        self.canvas.setFocus()

    def stop(self) -> None:
        """The window goes."""
        self.node.stop()
