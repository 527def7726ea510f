"""The look of one kind: its colours, another drawing or a picture, with a preview of it all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, get_args

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QWidget

from wardesk.drawing.underlays import is_image_part
from wardesk.errors import UserError
from wardesk.model.map_look import PLAIN_KIND, Among, Fit, KindLook, SheetLook
from wardesk.model.palette import Palette
from wardesk.render.map.label_style import own_colour
from wardesk.ui import theme
from wardesk.ui.dialogs.fields import Fields
from wardesk.ui.making.colour_field import ColourField
from wardesk.ui.making.picture_field import picture_kinds
from wardesk.ui.map.look.words import TEXTURES
from wardesk.ui.map.panels.swatches import Dress, swatch
from wardesk.ui.map.view import inks_now
from wardesk.ui.widgets.button import Button
from wardesk.words import shown, tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel

EDGE = 112
_FITS: tuple[Fit, ...] = get_args(Fit)


class KindLookFields(QWidget):
    """``changed()`` when the look is another; ``refused(error)``: a picture cannot be taken."""

    changed = Signal()
    refused = Signal(object)

    def __init__(self, model: MapModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._tile = model, ""
        self._kept = PLAIN_KIND
        self.preview = QLabel(self)
        self.preview.setFixedSize(EDGE, EDGE)
        self.preview.setAccessibleName(tr("How it looks on the map"))
        self.fields = fields = Fields(self)
        self.colour, self.ink = ColourField(tr("Colour"), fields), ColourField(tr("Ink"), fields)
        fields.add(tr("Colour"), self.colour)
        fields.add(tr("Ink of the drawing"), self.ink)
        rows = [(one, shown(words)) for one, words in TEXTURES.items()]
        self.texture = fields.choice(tr("Drawing"), rows, "", lambda _one: self.changed.emit())
        self.texture.setCurrentIndex(0)
        self.picture = QWidget(fields)
        row = QHBoxLayout(self.picture)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S1)
        self.choose = Button(tr("Picture…"), self.picture, icon="folder")
        self.drop = Button(tr("None"), self.picture)
        row.addWidget(self.choose)
        row.addWidget(self.drop)
        row.addStretch(1)
        fields.add(tr("Own picture"), self.picture)
        ways = [("repeat", tr("Goes on from cell to cell")), ("cell", tr("All of it in each cell"))]
        self.fit = fields.choice(tr("It"), ways, "repeat", lambda _one: self._told())
        self.wide = fields.number(
            tr("Width (% of a cell)"), 100, 10, 2000, lambda _wide: self.changed.emit()
        )
        column = QHBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S4)
        column.addWidget(self.preview, 0, Qt.AlignmentFlag.AlignTop)
        column.addWidget(fields, 1)
        for field in (self.colour, self.ink):
            field.changed.connect(self.changed)
        self.choose.clicked.connect(self._ask)
        self.drop.clicked.connect(lambda: self._set_tile(""))

    def set_among(self, among: Among) -> None:
        """Ask for what kinds of this sort can have."""
        for field in (self.texture, self.picture, self.fit, self.wide):
            self.fields.show_row(field, shown=among == "terrain")
        self._told()

    def set_value(self, look: KindLook) -> None:
        """Show a look."""
        self._kept = look
        self.colour.set_value(look.colour)
        self.ink.set_value(look.ink)
        if self.texture.findData(look.texture) < 0:
            self.texture.addItem(look.texture, look.texture)
        self.texture.setCurrentIndex(self.texture.findData(look.texture))
        self.fit.setCurrentIndex(_FITS.index(look.fit))
        self.wide.set_value(round(look.size * 100))
        self._set_tile(look.tile)

    def value(self) -> KindLook:
        """The look as the fields have it; half-typed colours count as they were."""
        return replace(
            self._kept,
            colour=self._code(self.colour, self._kept.colour),
            ink=self._code(self.ink, self._kept.ink),
            texture=self.texture.currentData() or "",
            tile=self._tile,
            fit=_FITS[max(0, self.fit.currentIndex())],
            size=self.wide.value / 100,
        )

    def show_preview(self, palette: Palette, among: Among, kind: str) -> None:
        """Paint the kind of a palette in this look."""
        look: SheetLook = self._model.document.look
        rows = {**getattr(look, among), kind: self.value()}
        parts = self._model.document.extra_parts
        pictures = {name: data for name, data in parts.items() if is_image_part(name)}
        dress = Dress(self._model.document.kind, palette, replace(look, **{among: rows}), pictures)
        image = swatch(dress, among, kind, inks_now(), EDGE, self.devicePixelRatioF())
        self.preview.setPixmap(QPixmap.fromImage(image))

    def take_picture(self, file: Path) -> bool:
        """Take a picture into the map for this kind; whether it was one."""
        try:
            part = self._model.session.put_picture(file)
        except UserError as error:
            self.refused.emit(error)
            return False
        self._set_tile(part)
        return True

    def _ask(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(self, tr("Own picture"), "", picture_kinds())
        if path:
            self.take_picture(Path(path))

    def _set_tile(self, part: str) -> None:
        self._tile = part
        self._told()

    def _told(self) -> None:
        has = bool(self._tile)
        self.drop.setEnabled(has)
        self.fit.setEnabled(has)
        self.wide.setEnabled(has and self.fit.currentIndex() == 0)
        self.changed.emit()

    @staticmethod
    def _code(field: ColourField, before: str) -> str:
        code = field.value()
        return own_colour({"colour": code}) or (before if code else "")
