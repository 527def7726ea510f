"""What goes on over a way: its rules from lists, and a preview on losses that somebody types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.graph import Link
from wardesk.services.campaign.workshop.graph import goes_over, try_out
from wardesk.ui import theme
from wardesk.ui.campaign.workshop.condition_rows import narrow
from wardesk.ui.language import said
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.flow import clear
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

Rule = dict[str, Any]


class CarryRules(QWidget):
    """``edited(rules)`` after a step of a person's. The first rule that fits a unit is used."""

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rules: tuple[Rule, ...] = ()
        self._who: Sequence[tuple[str, str]] = ()
        self.rows = QVBoxLayout()
        self.rows.setSpacing(theme.S2)
        self.kinds: list[QComboBox] = []
        self.numbers: list[Stepper | None] = []
        self.more = Button(tr("Another rule"), self, icon="plus", kind="link")
        self.more.clicked.connect(self._add)
        self.none = Label(tr("Everybody goes on with the steps that are left."), self,
                         role="small", tone="text2", wrap=True)  # fmt: skip
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        column.addWidget(self.none)
        column.addLayout(self.rows)
        column.addWidget(self.more)

    def show_rules(self, rules: Sequence[Rule], who: Sequence[tuple[str, str]]) -> None:
        """Show rules; *who* they may be about, values with their names."""
        if tuple(rules) == self._rules and tuple(who) == tuple(self._who):
            return
        self._rules, self._who = tuple(dict(rule) for rule in rules), tuple(who)
        clear(self.rows)
        self.kinds, self.numbers = [], []
        self.none.setVisible(not rules)
        for at, rule in enumerate(self._rules):
            self.rows.addWidget(self._row(at, rule))

    def _row(self, at: int, rule: Rule) -> QWidget:
        box = QWidget(self)
        who = narrow(combo_box(tr("Who"), box, ((said(words), key) for key, words in self._who)))
        if who.findData(rule.get("select", "*")) < 0:
            who.addItem(str(rule["select"]), rule["select"])
        who.setCurrentIndex(who.findData(rule.get("select", "*")))
        who.activated.connect(lambda _at: self._change(at, select=str(who.currentData())))
        kinds = [("keep", tr("stay as they are")), ("restore", tr("steps come back")),
                 ("percent", tr("per cent come back")), ("drop", tr("do not go on"))]  # fmt: skip
        kind = str(rule.get("transform", "keep"))
        if kind == "convert":
            kinds.append(("convert", tr("becomes {0}").format(rule.get("to", ""))))
        what = narrow(combo_box(tr("What"), box, ((words, key) for key, words in kinds)))
        what.setCurrentIndex(what.findData(kind))
        what.activated.connect(lambda _at: self._change(at, transform=str(what.currentData())))
        away = ToolButton("close", tr("Take it out"), box, size=16)
        away.clicked.connect(partial(self._drop, at))
        first = QHBoxLayout()
        first.setSpacing(theme.S1)
        first.addWidget(who, 1)
        first.addWidget(away)
        second = QHBoxLayout()
        second.setSpacing(theme.S2)
        number: Stepper | None = None
        if kind in ("restore", "percent"):
            name, usual, most = ("steps", 1, 9) if kind == "restore" else ("percent", 100, 100)
            value = int(rule.get(name, usual if kind == "percent" else 0))
            number = Stepper(tr("How many"), box, value=value, least=0, most=most, at_once=False)
            number.changed.connect(lambda value, name=name: self._change(at, **{name: value}))
            second.addWidget(number)
        second.addWidget(what, 1)
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S1)
        column.addLayout(first)
        column.addLayout(second)
        if number is not None:
            hint = tr("Why the lost come back, too")
            back = line_edit(hint, box, str(rule.get("back", "")), hint=hint)
            back.setToolTip(tr("Without a reason those that were lost stay lost"))
            back.editingFinished.connect(lambda: self._reason(at, back.text().strip()))
            column.addWidget(back)
        self.kinds.append(what)
        self.numbers.append(number)
        return box

    def _add(self) -> None:
        self.edited.emit([*self._rules, {"select": "*", "transform": "restore", "steps": 1}])

    def _change(self, at: int, **facts: object) -> None:
        rule = {key: value for key, value in {**self._rules[at], **facts}.items()
                if (key, value) != ("back", "")}  # fmt: skip
        if facts.get("transform") == "restore":
            rule = {key: value for key, value in rule.items() if key != "percent"}
            rule["steps"] = rule.get("steps") or 1
        elif facts.get("transform") == "percent":
            rule = {key: value for key, value in rule.items() if key != "steps"}
            rule["percent"] = rule.get("percent", 50)
        elif facts.get("transform") in ("keep", "drop"):
            gone = ("steps", "percent", "back")
            rule = {key: value for key, value in rule.items() if key not in gone}
        rows = list(self._rules)
        rows[at] = rule
        self.edited.emit(rows)

    def _reason(self, at: int, why: str) -> None:
        if why != self._rules[at].get("back", ""):
            self._change(at, back=why)

    def _drop(self, at: int) -> None:
        self.edited.emit([*self._rules[:at], *self._rules[at + 1 :]])


_LEFT, _BACK, _ON = 1, 2, 3


class CarryPreviewTable(QWidget):
    """Units with the steps that are left (typed), that come back, and that go on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._design: Design | None = None
        self._link: Link | None = None
        self.left: dict[str, int] = {}
        self.table = QTableWidget(0, 4, self)
        self.table.setFont(theme.font("small"))
        self.table.setObjectName("framed")
        self.table.setAccessibleName(tr("Preview"))
        self.table.setHorizontalHeaderLabels(
            [tr("Unit"), tr("Left", "carry"), tr("Back", "carry"), tr("Goes on")]
        )
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(theme.ROW_HEIGHT)
        header = self.table.horizontalHeader()
        header.setFixedHeight(theme.ROW_HEIGHT + theme.S1)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(theme.px(40))
        for column, wide in ((_LEFT, 52), (_BACK, 58), (_ON, 88)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            header.resizeSection(column, theme.px(wide))
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.table.setWordWrap(False)
        self.table.setToolTip(tr("Type what is left of a unit after the battle"))
        self.table.itemChanged.connect(self._typed)
        self.line = Label("", self, role="small", tone="text2", wrap=True)
        column_ = QVBoxLayout(self)
        column_.setContentsMargins(0, 0, 0, 0)
        column_.setSpacing(theme.S2)
        column_.addWidget(self.table, 1)
        column_.addWidget(self.line)

    def show_link(self, design: Design | None, link: Link | None) -> None:
        """Show what a way does; without a design what was shown stays."""
        if design is None or link is None:
            self.line.setText(tr("Mend what Check tells, then it is worked out again."))
            return
        if self._link is not None and (link.start, link.end) != (self._link.start, self._link.end):
            self.left = {}
        self._design, self._link = design, link
        self._fill()

    def _fill(self) -> None:
        design, link = self._design, self._link
        if design is None or link is None:
            return
        preview = try_out(design, link, self.left)
        blocked = self.table.blockSignals(True)
        self.table.setRowCount(len(preview.rows))
        fixed = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        rows = sorted(preview.rows, key=lambda row: not goes_over(design, link, row.unit))
        for down, row in enumerate(rows):
            there = goes_over(design, link, row.unit)
            out = (tr("no counter") if not there else tr("out") if not row.steps_out
                   else str(row.steps_out))  # fmt: skip
            told = (row.name, f"{row.steps_in}/{row.steps_full}",
                    f"+{row.restored}" if row.restored else "–", out)  # fmt: skip
            for column, words in enumerate(told):
                item = QTableWidgetItem(words)
                if column != _LEFT:
                    item.setFlags(fixed)
                item.setData(Qt.ItemDataRole.UserRole, row.unit)
                item.setToolTip(row.name)
                if column == _ON and not (there and row.steps_out):
                    item.setForeground(theme.colour("danger" if there else "text3"))
                self.table.setItem(down, column, item)
        self.table.blockSignals(blocked)
        self.line.setText("; ".join(map(said, preview.troubles)) or said(preview.line))
        self.line.set_tone("danger" if preview.troubles else "text2")

    def _typed(self, item: QTableWidgetItem) -> None:
        if item.column() != _LEFT:
            return
        typed = item.text().strip().partition("/")[0]
        if typed.isdigit():
            self.left[str(item.data(Qt.ItemDataRole.UserRole))] = int(typed)
        self._fill()

    def set_left(self, left: Mapping[str, int]) -> None:
        """Type steps for some units."""
        self.left = dict(left)
        self._fill()
