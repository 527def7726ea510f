"""Size and numbers of a sheet of hexes or squares; of an area map, how its areas are numbered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtWidgets import QLineEdit, QWidget

from wardesk.drawing.commands.all_commands import AnyCommand, NumberAreas, Renumber, ResizeSheet
from wardesk.geometry.grids.numbering import Count, Numbering
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.dialogs.fields import Fields
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import Choices
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.switch import Switch
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel

STYLES = ("columns", "rows", "letters", "oblique")


class MapSizeDialog(Dialog):
    """Nothing happens before Apply; all of it is one step of the history."""

    def __init__(self, model: MapModel, parent: QWidget | None = None) -> None:
        super().__init__(parent, least=(420, 0))
        self._model = model
        self.set_title(tr("Sheet"))
        self.setModal(True)
        self.fields = Fields(self)
        self.edges: dict[str, Stepper] = {}
        layout = model.document.layout
        self._numbering = layout.numbering if layout is not None else Numbering()
        if layout is not None:
            self._size_fields()
            self._number_fields()
        else:
            self._area_fields()
        self._lay_out()
        self._follow()

    def _size_fields(self) -> None:
        for edge, words in (
            ("left", tr("Columns left")), ("right", tr("Columns right")),
            ("top", tr("Rows above")), ("bottom", tr("Rows below")),
        ):  # fmt: skip
            stepper = Stepper(words, self, value=0, least=-500, most=500)
            stepper.setToolTip(tr("How many to add; below 0 takes some off"))
            stepper.changed.connect(lambda _value: self._follow())
            self.edges[edge] = stepper
            self.fields.add(words, stepper)
        self.again = Switch(tr("Number anew from the corner"), self)
        self.again.toggled.connect(lambda _on: self._follow())
        self.fields.add(tr("Number anew"), self.again)

    def _number_fields(self) -> None:
        now = self._numbering
        self.style_ = Choices(self)
        for one, words in zip(
            STYLES,
            (tr("0101: column, row"), tr("0101: row, column"),
             tr("A1: letter, number"), tr("Oblique: along the hexes")),
            strict=True,
        ):  # fmt: skip
            self.style_.addItem(words, one)
        style = "oblique" if now.style == "oblique" else "letters" if now.columns.letters else (
            "rows" if now.row_first else "columns"
        )  # fmt: skip
        self.style_.setCurrentIndex(self.style_.findData(style))
        self.start = Stepper(tr("Begins at"), self, value=now.columns.start, least=-99, most=999)
        self.step = Stepper(tr("In steps of"), self, value=now.columns.step, least=1, most=20)
        self.right_to_left = Switch(tr("From right to left"), self, on=now.columns.backwards)
        self.bottom_up = Switch(tr("From bottom to top"), self, on=now.rows.backwards)
        self.prefix = QLineEdit(now.prefix, self)
        self.prefix.setMaxLength(8)
        for words, field in (
            (tr("Numbers"), self.style_), (tr("Begins at"), self.start),
            (tr("In steps of"), self.step),
            (tr("From right to left"), self.right_to_left),
            (tr("From bottom to top"), self.bottom_up),
            (tr("Before numbers"), self.prefix),
        ):  # fmt: skip
            self.fields.add(words, field)
        self.style_.activated.connect(lambda _k: self._follow())
        self.prefix.textChanged.connect(lambda _text: self._follow())
        for stepper in (self.start, self.step):
            stepper.changed.connect(lambda _value: self._follow())
        for switch in (self.right_to_left, self.bottom_up):
            switch.toggled.connect(lambda _on: self._follow())

    def _area_fields(self) -> None:
        self.prefix = QLineEdit(self)
        self.start = Stepper(tr("Begins at"), self, value=1, least=0, most=9999)
        self.fields.add(tr("Before numbers"), self.prefix)
        self.fields.add(tr("Begins at"), self.start)
        self.prefix.textChanged.connect(lambda _text: self._follow())
        self.start.changed.connect(lambda _value: self._follow())

    def _lay_out(self) -> None:
        self.note = Label("", self, role="small", tone="text2", wrap=True)
        self.apply = Button(tr("Apply"), self, kind="primary")
        self.apply.clicked.connect(self._apply)
        self.body.addWidget(self.fields)
        self.body.addWidget(self.note)
        self.set_foot(self.apply)

    def numbering(self) -> Numbering:
        """The scheme that stands in the fields."""
        style = self.style_.currentData()
        letters, old = style == "letters", self._numbering
        columns = Count(self.start.value if not letters else 1, self.step.value,
                        old.columns.digits, letters, self.right_to_left.isChecked())  # fmt: skip
        rows = replace(
            old.rows, start=self.start.value, step=self.step.value,
            backwards=self.bottom_up.isChecked(), digits=1 if letters else max(old.rows.digits, 2),
        )  # fmt: skip
        return Numbering(
            "oblique" if style == "oblique" else "grid", columns, rows,
            row_first=style == "rows", separator=old.separator, prefix=self.prefix.text().strip(),
            stagger=old.stagger,
        )  # fmt: skip

    def commands(self) -> list[AnyCommand]:
        """What Apply does; empty if nothing is changed."""
        if self._model.document.layout is None:
            return [NumberAreas(self.prefix.text().strip(), self.start.value)]
        found: list[AnyCommand] = []
        sizes = {edge: stepper.value for edge, stepper in self.edges.items()}
        if any(sizes.values()):
            found.append(ResizeSheet(**sizes, renumber=self.again.isChecked()))
        if self.numbering() != self._numbering:
            found.append(Renumber(self.numbering()))
        return found

    def _follow(self) -> None:
        commands = self.commands()
        reason = self._model.why_not(commands[0]) if commands else ""
        self.tell_problem(reason)
        layout = self._model.document.layout
        if layout is not None:
            grid = layout.grid
            width = grid.columns + self.edges["left"].value + self.edges["right"].value
            height = grid.rows + self.edges["top"].value + self.edges["bottom"].value
            first = self.numbering().label(grid, 0)
            words = tr("The sheet will have {0} × {1} cells; the first is called {2}.")
            self.note.setText(words.format(width, height, first))
        self.judge(reason if commands else tr("Nothing has changed yet."))

    def _apply(self) -> None:
        if self._model.do_all(*self.commands()):
            self.accept()
