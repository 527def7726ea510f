"""The wizard for a new map: what kind, how large, which palette, where it is kept."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from wardesk.drawing.document import MapDocument
from wardesk.errors import UserError
from wardesk.model.setting import FormSetting
from wardesk.render.map.sheet import MapSheet
from wardesk.render.theme import MapTheme
from wardesk.services.maps.new_map import (
    NewMap,
    PaletteChoice,
    check_size,
    free_place,
    make_map,
)
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.dialogs.settings_form import SettingsForm
from wardesk.ui.language import explained
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import Choices
from wardesk.ui.widgets.picture import PictureView, draw_nothing
from wardesk.ui.widgets.text import Label
from wardesk.words import tr


class BegunMap(Struct, frozen=True):
    """What the wizard made: a document, and the file that it will be kept in."""

    document: MapDocument
    path: Path


def _draw_corner(sheet: MapSheet, painter: QPainter, box: QRectF) -> None:
    """The upper left corner of the sheet as it will be, with its numbers."""
    paper, inner = sheet.rect, box.adjusted(1, 1, -1, -1)
    scale = max(inner.width() / paper.width(), 46 / max(sheet.counter, 1e-9))
    seen = QRectF(paper.topLeft(), inner.size() / scale)
    painter.save()
    painter.setClipRect(inner)
    painter.translate(inner.topLeft())
    painter.scale(scale, scale)
    painter.translate(-paper.topLeft())
    sheet.paint(painter, seen, scale * painter.device().devicePixelRatioF())
    painter.restore()


def _settings() -> tuple[FormSetting, ...]:
    return (
        FormSetting(
            "kind", tr("Kind of map"), "hex", spread=True,
            choices=(("hex", tr("Hexes")), ("square", tr("Squares")), ("area", tr("Areas"))),
        ),
        FormSetting("title", tr("Title"), tr("New map")),
        FormSetting("columns", tr("Columns"), 20, least=1, most=2000),
        FormSetting("rows", tr("Rows"), 15, least=1, most=2000),
        FormSetting(
            "pointy", tr("Hexes"), False, spread=True,
            choices=((False, tr("Flat tops")), (True, tr("Pointed tops"))),
        ),
        FormSetting(
            "shoved", tr("Lies lower"), "even", spread=True, tip=tr("Column that lies lower"),
            choices=(("even", tr("Second")), ("odd", tr("First", "NewMapDialog"))),
        ),
        FormSetting("numbering", tr("Numbers"), "columns", choices=(
            ("columns", tr("0101: column, row")), ("letters", tr("A1: letter, number")),
            ("oblique", tr("Oblique: along the hexes")),
        )),
        FormSetting("prefix", tr("Before numbers"), hint=tr("none", "NewMapDialog")),
        FormSetting("cell_length", tr("A cell is"), hint=tr("such as 500 m")),
    )  # fmt: skip


class NewMapDialog(Dialog):
    """``begun(Begun)`` when a person has pressed Create; nothing is written before."""

    begun = Signal(object)

    def __init__(
        self, choices: list[PaletteChoice], folder: Path, inks: MapTheme,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent, least=(780, 0))
        self._choices, self._folder, self._own_place = choices, folder, ""
        self.set_title(tr("New map"))
        self.setModal(True)
        self.fields = SettingsForm(self, _settings())
        self.kind, self.title = self.fields.segments["kind"], self.fields.lines["title"]
        self.palette_box = Choices(self)
        self.place = QLineEdit(self)
        self.place.setAccessibleName(tr("Kept in"))
        self._inks = inks
        size = theme.px(300), theme.px(250)
        self.preview = PictureView(self, name=tr("Preview"), size=size, fixed=True, framed=True)
        self._lay_out()
        self._connect()
        self._kind_chosen(self.kind.current)

    def _lay_out(self) -> None:
        folder = Button("", self, icon="folder")
        folder.setAccessibleName(tr("Choose the file"))
        folder.clicked.connect(self._choose_place)
        self.fields.add(tr("Palette"), self.palette_box)
        self.fields.add(tr("Kept in"), self.fields.row(self.place, folder))
        self.create_ = Button(tr("Create"), self, kind="primary")
        self.create_.clicked.connect(self._create)
        beside = QHBoxLayout()
        beside.setSpacing(theme.S6)
        beside.addWidget(self.fields, 1, Qt.AlignmentFlag.AlignTop)
        right = QVBoxLayout()
        right.addWidget(self.preview)
        self.note = Label("", self, role="small", tone="text2", wrap=True)
        right.addWidget(self.note)
        right.addStretch(1)
        beside.addLayout(right)
        self.body.addLayout(beside)
        self.set_foot(self.create_)

    def _connect(self) -> None:
        self.kind.chosen.connect(self._kind_chosen)
        self.fields.changed.connect(self._follow)
        self.palette_box.activated.connect(lambda _k: self._follow())
        self.place.textEdited.connect(self._place_typed)
        self.title.selectAll()
        self.title.setFocus()

    def _kind_chosen(self, kind: str) -> None:
        self.palette_box.clear()
        for one in self._choices:
            if kind in one.kinds:
                rebuilt = tr("{0} (rebuilt in parts)") if one.rebuilt else "{0}"
                self.palette_box.addItem(rebuilt.format(one.title), one.id)
        self.fields.show_settings("columns", "rows", "numbering", "prefix", shown=kind != "area")
        self.fields.show_settings("pointy", "shoved", shown=kind == "hex")
        unit = tr("A unit is") if kind == "area" else tr("A cell is")
        self.fields.name_row(self.fields.lines["cell_length"], unit)
        self._follow()

    def chosen(self) -> NewMap:
        """What stands in the fields."""
        palette = self.palette_box.currentData() or ""
        return NewMap(**self.fields.values(), palette=palette)

    def _follow(self) -> None:
        """Show what the choices give, or what is wrong with them."""
        if not self._own_place:
            self.place.setText(str(free_place(self._folder, self.title.text())))
        new, problem = self.chosen(), ""
        try:
            document = make_map(_corner_of(new), self._choices)
            check_size(new)
        except UserError as error:
            document, problem = None, str(explained(error))
        sheet = MapSheet(document, self._inks) if document is not None else None
        self.preview.show_picture(partial(_draw_corner, sheet) if sheet else draw_nothing)
        self.tell_problem(problem)
        self.judge(problem)
        cells = new.columns * new.rows
        self.note.setText(
            tr("An empty sheet of paper: draw the areas, or put a picture below them first.")
            if new.kind == "area"
            else tr("{0} cells. Size, numbers and palette can be changed later.").format(cells)
        )

    def _place_typed(self, text: str) -> None:
        self._own_place = text

    def _choose_place(self) -> None:
        words = tr("WarDesk maps (*.wdmap)")
        path, _ = QFileDialog.getSaveFileName(self, tr("Keep the map in"),
                                              self.place.text(), words)  # fmt: skip
        if path:
            self._own_place = path if path.endswith(".wdmap") else f"{path}.wdmap"
            self.place.setText(self._own_place)

    def _create(self) -> None:
        try:
            document = make_map(self.chosen(), self._choices)
        except UserError as error:
            self.tell_problem(explained(error).message)
            return
        path = Path(self.place.text().strip()).expanduser()
        if path.exists():
            self.tell_problem(tr("{0} is there already.").format(path.name))
            return
        self.accept()
        self.begun.emit(BegunMap(document, path))


def _corner_of(new: NewMap) -> NewMap:
    """The same map, no larger than the preview shows."""
    return replace(new, columns=min(new.columns, 12), rows=min(new.rows, 10))
