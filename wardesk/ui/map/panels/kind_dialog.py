"""A kind of ground, border or line: its name, its picture, what it costs; saved with the map."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtWidgets import (
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from wardesk.drawing.commands.all_commands import (
    AnyCommand,
    PutBorderKind,
    PutLineKind,
    PutTerrainKind,
    RemoveKind,
    SetLook,
)
from wardesk.errors import UserError
from wardesk.model.map_look import PLAIN_KIND
from wardesk.model.palette import BorderKind, LineKind, Scalar, TerrainKind
from wardesk.render.map.grounds import GROUNDS
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.language import explained
from wardesk.ui.map.look.kind_look import KindLookFields
from wardesk.ui.map.panels.swatches import Among
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import Choices
from wardesk.ui.widgets.panel import hairline
from wardesk.ui.widgets.switch import Switch
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel

ARTS: dict[Among, tuple[str, ...]] = {
    "terrain": tuple(one.id for one in GROUNDS.values() if one.title),
    "borders": (
        "border",
        "stream",
        "river",
        "cliff",
        "crest",
        "wall",
        "ditch",
        "hedge",
        "slope",
        "bridge",
        "ford",
    ),
    "lines": ("road", "track", "railway", "river", "canal", "dyke"),
}
"""Drawing recipes that are offered; any other may be typed."""

_FIGURES = "move_foot = 2\nmove_wheels = no"
"""Figures as they are written; the same in every language."""


class KindDialog(Dialog):
    """Makes a kind, or changes the one called *kind*. Nothing happens before Save."""

    def __init__(
        self, model: MapModel, among: Among, kind: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, least=(520, 0))
        self._model, self._kind = model, kind
        self.setModal(True)
        self.set_title(tr("Change a kind") if kind else tr("New kind"))
        self.among = Choices(self)
        for one, words in (
            ("terrain", tr("Ground")), ("borders", tr("Border of cells")),
            ("lines", tr("Road or river")),
        ):  # fmt: skip
            self.among.addItem(words, one)
        self.among.setCurrentIndex(self.among.findData(among))
        self.among.setEnabled(not kind)
        self.among.currentIndexChanged.connect(self._offer_arts)
        self.name = QLineEdit(self)
        self.art = Choices(self)
        self.art.setEditable(True)
        self.passable = Switch(tr("Can be crossed"), self, on=True)
        self.directed = Switch(tr("Has a high side"), self)
        self.figures = QPlainTextEdit(self)
        self.figures.setFixedHeight(theme.px(76))
        self.figures.setPlaceholderText(_FIGURES)
        self.look = KindLookFields(model, self)
        self._lay_out()
        self._offer_arts()
        self._show(among, kind)
        for told in (
            self.art.currentTextChanged,
            self.look.changed,
            self.among.currentIndexChanged,
        ):
            told.connect(self._preview)
        self.look.refused.connect(lambda error: self.tell_problem(explained(error).message))
        self._preview()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(theme.S4)
        form.setVerticalSpacing(theme.S2)
        for words, field in (
            (tr("Kind of"), self.among), (tr("Name"), self.name),
            (tr("Picture"), self.art), (tr("Can be crossed"), self.passable),
            (tr("Has a high side"), self.directed), (tr("Figures"), self.figures),
        ):  # fmt: skip
            field.setAccessibleName(words)
            form.addRow(Label(words, self, role="small", tone="text2"), field)
        self.look.setAccessibleName(tr("Look"))
        self.remove = Button(tr("Remove"), self)
        self.save = Button(tr("Save"), self, kind="primary")
        self.remove.setVisible(bool(self._kind))
        self.remove.clicked.connect(self._remove)
        self.save.clicked.connect(self._save)
        hint = tr("One figure per line, as the rules need them: what entering costs each kind "
                       "of unit (move_foot = 2, or no), cover, and so on.")  # fmt: skip
        self.body.addLayout(form)
        self.body.addWidget(Label(hint, self, role="small", tone="text2", wrap=True))
        self.body.addWidget(hairline(self))
        self.body.addWidget(self.look)
        self.set_foot(self.save, left=(self.remove,))

    def _chosen(self) -> Among:
        return self.among.currentData()

    def _offer_arts(self) -> None:
        kept = self.art.currentText()
        self.art.clear()
        self.art.addItems(list(ARTS[self._chosen()]))
        if kept:
            self.art.setCurrentText(kept)
        for switch in (self.passable, self.directed):
            switch.setEnabled(self._chosen() == "borders")
        self.figures.setEnabled(self._chosen() != "borders")
        self.look.set_among(self._chosen())

    def _show(self, among: Among, kind: str) -> None:
        found = getattr(self._model.document.palette, among).get(kind)
        if found is None:
            return
        self.look.set_value(self._model.document.look.of(among, kind))
        self.name.setText(found.name)
        self.art.setCurrentText(found.art)
        self.passable.setChecked(getattr(found, "passable", True))
        self.directed.setChecked(getattr(found, "directed", False))
        rows = getattr(found, "properties", {})
        self.figures.setPlainText("\n".join(f"{k} = {_written(v)}" for k, v in rows.items()))

    def _preview(self, _changed: object = None) -> None:
        """The kind as it would be, painted by the map's own painter."""
        among, palette = self._chosen(), self._model.document.palette
        one = self._kind or "new-kind"
        made = {"terrain": TerrainKind, "borders": BorderKind, "lines": LineKind}[among]
        now = getattr(palette, among).get(one) or (
            BorderKind(one, one, passable=True) if among == "borders" else made(one, one)
        )
        rows = {**getattr(palette, among), one: replace(now, art=self.art.currentText().strip())}
        self.look.show_preview(replace(palette, **{among: rows}), among, one)

    def _save(self) -> None:
        try:
            figures = read_figures(self.figures.toPlainText())
        except UserError as error:
            self.tell_problem(explained(error).message)
            return
        name, among = self.name.text().strip(), self._chosen()
        one = self._kind or _free_id(name, getattr(self._model.document.palette, among))
        rows = getattr(self._model.document.palette, among)
        told = {"name": name, "art": self.art.currentText().strip()}
        # what the dialog does not ask for stays as it was
        if among == "terrain":
            ground = rows.get(one) or TerrainKind(one, name)
            command = PutTerrainKind(replace(ground, **told, properties=figures))
        elif among == "borders":
            border = rows.get(one) or BorderKind(one, name, passable=True)
            ways = {"passable": self.passable.isChecked(), "directed": self.directed.isChecked()}
            command = PutBorderKind(replace(border, **told, **ways))
        else:
            line = rows.get(one) or LineKind(one, name)
            command = PutLineKind(replace(line, **told, properties=figures))
        looks = getattr(self._model.document.look, among)
        look, now = self.look.value(), looks.get(one, PLAIN_KIND)
        rows = {kind: row for kind, row in looks.items() if kind != one}
        rows = rows if look == PLAIN_KIND else {**rows, one: look}
        worn = SetLook(replace(self._model.document.look, **{among: rows}))
        self._run(command, *([worn] if look != now else []))

    def _remove(self) -> None:
        self._run(RemoveKind(self._chosen(), self._kind))

    def _run(self, *commands: AnyCommand) -> None:
        reason = next(filter(None, map(self._model.why_not, commands)), "")
        if reason:
            self.tell_problem(reason)
        elif self._model.do_all(*commands):
            self.accept()


def read_figures(text: str) -> dict[str, Scalar]:
    """Lines ``name = value``: whole numbers, decimals, yes/true, words. UserError with the line."""
    found: dict[str, Scalar] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        name, sign, value = (part.strip() for part in line.partition("="))
        if not sign or not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) or not value:
            raise UserError(tr("Line {0}: write it like “move_foot = 2”.").format(number))
        found[name] = _read(value)
    return found


def _read(value: str) -> Scalar:
    if value in ("true", "false"):
        return value == "true"
    for form in (int, float):
        try:
            return form(value)
        except ValueError:
            continue
    return value


def _written(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _free_id(name: str, taken: dict[str, object]) -> str:
    """An id made from a name: small letters, and a number if it is taken."""
    base = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "kind"
    found, k = base, 1
    while found in taken:
        k += 1
        found = f"{base}-{k}"
    return found
