"""Id and name of a new area, and the controls that area tools show above the sheet."""

from __future__ import annotations

import re

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from wardesk.drawing.document import MapDocument
from wardesk.ui import theme
from wardesk.ui.map.model import MapModel
from wardesk.ui.map.tools.areas.border_snapping import BorderSnapping
from wardesk.ui.map.tools.options import OptionRow
from wardesk.ui.widgets.button import ToolButton
from wardesk.words import tr

_NUMBERED = re.compile(r"(.*?)(\d+)")


def next_cell_ids(document: MapDocument, count: int = 1, *, like: str = "") -> tuple[str, ...]:
    """Ids that are free: those after *like* if it ends in a number, else the next plain numbers."""
    taken = set(document.cells) | set(document.faces)
    found = _NUMBERED.fullmatch(like)
    if found is not None:
        prefix, digits, number = found[1], len(found[2]), int(found[2])
    else:
        plain = [name for name in taken if name.isdecimal() and len(name) < 10]
        prefix, number = "", max((int(name) for name in plain), default=0) + 1
        digits = max((len(name) for name in plain), default=1)
    ids: list[str] = []
    while len(ids) < count:
        name = f"{prefix}{number:0{digits}d}"
        if name not in taken:
            ids.append(name)
        number += 1
    return tuple(ids)


class NewCell(QObject):
    """Id and name for the next new area. ``changed()``: one of them is another."""

    changed = Signal()

    def __init__(self, model: MapModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._typed = ""
        self._like = ""
        self.name = ""
        model.changed.connect(self._follow)

    @property
    def id(self) -> str:
        """The id: what was typed, else the next free one."""
        return self._typed or next_cell_ids(self._model.document, like=self._like)[0]

    def ids(self, count: int) -> tuple[str, ...]:
        """Ids for so many areas, the first one as `id`."""
        first = self.id
        if count < 2:
            return (first,)
        return (first, *next_cell_ids(self._model.document, count, like=first)[-count + 1 :])

    def call(self, cell: str) -> None:
        """A person typed an id; empty = propose one."""
        self._typed = cell.strip()
        self.changed.emit()

    def rename(self, name: str) -> None:
        """A person typed a name."""
        self.name = name.strip()
        self.changed.emit()

    def used(self, last: str) -> None:
        """An area was made: the next one is numbered after *last*."""
        self._like, self._typed, self.name = last, "", ""
        self.changed.emit()

    def _follow(self, _change: object) -> None:
        self.changed.emit()


class NewCellFields(QObject):
    """Two fields for a `NewCell`: *id* and *name*."""

    def __init__(self, cell: NewCell, parent: QWidget) -> None:
        super().__init__(parent)
        self._cell = cell
        self.id = _field(tr("Id"), tr("Id of the new area"), 60, parent)
        self.name = _field(tr("Name"), tr("Name of the new area"), 88, parent)
        self.id.textEdited.connect(cell.call)
        self.name.textEdited.connect(cell.rename)
        cell.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        for field, text in ((self.id, self._cell.id), (self.name, self._cell.name)):
            if field.text() != text and not field.hasFocus():
                field.setText(text)
            elif not text and not field.hasFocus():
                field.clear()


def _field(words: str, name: str, width: int, parent: QWidget) -> QLineEdit:
    field = QLineEdit(parent)
    field.setFont(theme.font())
    field.setPlaceholderText(words)
    field.setAccessibleName(name)
    field.setToolTip(name)
    field.setFixedSize(theme.px(width), theme.CONTROL_HEIGHT)
    field.setMaxLength(64)
    field.setAlignment(Qt.AlignmentFlag.AlignLeft)
    return field


class AreaOptions(OptionRow):
    """Id and name of what is drawn, further controls of the tool, snapping and following."""

    def __init__(
        self,
        snapping: BorderSnapping,
        cell: NewCell,
        parent: QWidget | None = None,
        *,
        name: bool = True,
        follows: bool = True,
    ) -> None:
        super().__init__(parent)
        self._snapping = snapping
        self.fields = NewCellFields(cell, self)
        self.add("", self.fields.id)
        if name:
            self.add("", self.fields.name)
        else:
            self.fields.name.hide()
        self.snaps = ToolButton("target", tr("Snap to borders"), self, key=";", checkable=True)
        self.snaps.toggled.connect(snapping.set_snaps)
        self.follows = ToolButton("line", tr("Follow borders"), self, checkable=True)
        self.follows.set_name(tr("Follow borders"), key="T" if follows else "")
        self.follows.toggled.connect(snapping.set_follows)
        self._row.addWidget(self.snaps)
        if follows:
            self._row.addWidget(self.follows)
        else:
            self.follows.hide()
        snapping.switched.connect(self._show)
        self._show()

    def insert(self, control: QWidget) -> None:
        """A control of the tool's own, before the two switches."""
        self._row.insertWidget(self._row.indexOf(self.snaps), control)

    def _show(self) -> None:
        for button, on in (
            (self.snaps, self._snapping.snaps),
            (self.follows, self._snapping.follows),
        ):
            if button.isChecked() != on:
                button.setChecked(on)
