"""Size and numbers of a sheet of hexes or squares; of an area map, how its areas are numbered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands.all_commands import AnyCommand, NumberAreas, Renumber, ResizeSheet
from wardesk.geometry.grids.numbering import Count, Numbering
from wardesk.model.setting import FormSetting
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.dialogs.settings_form import SettingsForm
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel

_EDGES = ("left", "right", "top", "bottom")


def _size_settings() -> tuple[FormSetting, ...]:
    names = (tr("Columns left"), tr("Columns right"), tr("Rows above"), tr("Rows below"))
    tip = tr("How many to add; below 0 takes some off")
    return (
        *(
            FormSetting(edge, title, 0, least=-500, most=500, tip=tip)
            for edge, title in zip(_EDGES, names, strict=True)
        ),
        FormSetting("again", tr("Number anew"), False, tip=tr("Number anew from the corner")),
    )  # fmt: skip


def _number_settings(now: Numbering) -> tuple[FormSetting, ...]:
    style = "oblique" if now.style == "oblique" else "letters" if now.columns.letters else (
        "rows" if now.row_first else "columns"
    )  # fmt: skip
    return (
        FormSetting("style", tr("Numbers"), style, choices=(
            ("columns", tr("0101: column, row")), ("rows", tr("0101: row, column")),
            ("letters", tr("A1: letter, number")), ("oblique", tr("Oblique: along the hexes")),
        )),
        FormSetting("start", tr("Begins at"), now.columns.start, least=-99),
        FormSetting("step", tr("In steps of"), now.columns.step, least=1, most=20),
        FormSetting("right_to_left", tr("From right to left"), now.columns.backwards),
        FormSetting("bottom_up", tr("From bottom to top"), now.rows.backwards),
        FormSetting("prefix", tr("Before numbers"), now.prefix, longest=8),
    )  # fmt: skip


def _area_settings() -> tuple[FormSetting, ...]:
    return (
        FormSetting("prefix", tr("Before numbers")),
        FormSetting("start", tr("Begins at"), 1, most=9999),
    )


class MapSizeDialog(Dialog):
    """Nothing happens before Apply; all of it is one step of the history."""

    def __init__(self, model: MapModel, parent: QWidget | None = None) -> None:
        super().__init__(parent, least=(420, 0))
        self._model = model
        self.set_title(tr("Sheet"))
        self.setModal(True)
        layout = model.document.layout
        self._numbering = layout.numbering if layout is not None else Numbering()
        settings = (*_size_settings(), *_number_settings(self._numbering))
        self.fields = SettingsForm(self, settings if layout is not None else _area_settings())
        self.fields.changed.connect(self._follow)
        self._lay_out()
        self._follow()

    def _lay_out(self) -> None:
        self.note = Label("", self, role="small", tone="text2", wrap=True)
        self.apply = Button(tr("Apply"), self, kind="primary")
        self.apply.clicked.connect(self._apply)
        self.body.addWidget(self.fields)
        self.body.addWidget(self.note)
        self.set_foot(self.apply)

    def numbering(self) -> Numbering:
        """The scheme that stands in the fields."""
        told, old = self.fields.values(), self._numbering
        style, letters = told["style"], told["style"] == "letters"
        columns = Count(told["start"] if not letters else 1, told["step"],
                        old.columns.digits, letters, told["right_to_left"])  # fmt: skip
        rows = replace(
            old.rows, start=told["start"], step=told["step"], backwards=told["bottom_up"],
            digits=1 if letters else max(old.rows.digits, 2),
        )  # fmt: skip
        return Numbering(
            "oblique" if style == "oblique" else "grid", columns, rows,
            row_first=style == "rows", separator=old.separator, prefix=told["prefix"].strip(),
            stagger=old.stagger,
        )  # fmt: skip

    def commands(self) -> list[AnyCommand]:
        """What Apply does; empty if nothing is changed."""
        told = self.fields.values()
        if self._model.document.layout is None:
            return [NumberAreas(told["prefix"].strip(), told["start"])]
        found: list[AnyCommand] = []
        sizes = {edge: told[edge] for edge in _EDGES}
        if any(sizes.values()):
            found.append(ResizeSheet(**sizes, renumber=told["again"]))
        if self.numbering() != self._numbering:
            found.append(Renumber(self.numbering()))
        return found

    def _follow(self) -> None:
        commands = self.commands()
        reason = self._model.why_not(commands[0]) if commands else ""
        self.tell_problem(reason)
        layout = self._model.document.layout
        if layout is not None:
            grid, told = layout.grid, self.fields.values()
            width = grid.columns + told["left"] + told["right"]
            height = grid.rows + told["top"] + told["bottom"]
            first = self.numbering().label(grid, 0)
            words = tr("The sheet will have {0} × {1} cells; the first is called {2}.")
            self.note.setText(words.format(width, height, first))
        self.judge(reason if commands else tr("Nothing has changed yet."))

    def _apply(self) -> None:
        if self._model.do_all(*self.commands()):
            self.accept()
