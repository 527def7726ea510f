"""The look of the map in the dock: style, colours, numbers, names, signs; the sheet shows each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from wardesk.drawing.commands.all_commands import SetLook
from wardesk.drawing.commands.change import DocumentChange
from wardesk.errors import UserError
from wardesk.model.map_look import NameStyle, NumberLook, OwnSign, SheetLook
from wardesk.render.map.label_style import own_colour
from wardesk.render.map.styled_theme import usual_ink
from wardesk.ui import theme
from wardesk.ui.dialogs.fields import Fields
from wardesk.ui.making.colour_field import ColourField
from wardesk.ui.making.picture_field import picture_kinds
from wardesk.ui.map.look.samples import name_sample, sign_sample
from wardesk.ui.map.look.style_cards import StyleCards
from wardesk.ui.map.look.words import CLASSES, CONTRASTS, INKS, LETTERINGS, PLACES
from wardesk.ui.preferences import preferences
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.switch import Switch
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr

if TYPE_CHECKING:
    from wardesk.ui.map.view import MapView

_SAMPLE = (266, 54)


class LookPanel(Panel):
    """Every field gives one command, which can be undone; half-typed colours are none."""

    def __init__(self, view: MapView, parent: QWidget) -> None:
        super().__init__(tr("Look of the map"), parent)
        self._view, self._model = view, view.model
        self._filling = False
        self._class = "place"
        self.styles = StyleCards(view, self)
        self.styles.chosen.connect(lambda one: self._give(style=one))
        self.calm = Switch(tr("Calm ground"), self)
        self.calm.toggled.connect(lambda on: self._give(calm=on))
        self.inks: dict[str, ColourField] = {}
        self._lay_out()
        self._model.changed.connect(self._changed)
        theme.switch().changed.connect(self._repaint)
        preferences().changed.connect(self._repaint)
        self.refresh()

    # ---- building ------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._head(tr("Sheet style"))
        calm = QHBoxLayout()
        words = Label(tr("Calm ground"), self, role="small", tone="text2")
        words.setToolTip(tr("Open ground without fields and shades."))
        calm.addWidget(words)
        calm.addWidget(self.calm)
        calm.addStretch(1)
        self.add(self.styles, calm)
        self._head(tr("Numbers of cells"))
        self.numbers = self._number_fields()
        self._head(tr("Names"))
        self.names = self._name_fields()
        self._head(tr("Own signs"))
        self._sign_fields()
        self._head(tr("Colours of the sheet"))
        fields = Fields(self)
        for ink, told in INKS.items():
            self.inks[ink] = self._colour(fields, shown(told), self._inked(ink))
        self.add(fields)

    def _head(self, words: str) -> None:
        head = Label(words, self, role="small-strong", tone="text2")
        head.setContentsMargins(0, theme.S3 if self.body.count() else 0, 0, 0)
        self.add(head)

    def _colour(self, fields: Fields, words: str, done: Any) -> ColourField:  # noqa: ANN401
        field = ColourField(words, fields)

        def told() -> None:
            code = field.value()
            if not self._filling and (not code or own_colour({"colour": code})):
                done(code.lower())

        field.changed.connect(told)
        fields.add(words, field)
        return field

    def _inked(self, ink: str) -> Any:  # noqa: ANN401
        def done(code: str) -> None:
            inks = {name: one for name, one in self._look.inks.items() if name != ink}
            self._give(inks={**inks, ink: code} if code else inks)

        return done

    def _number_fields(self) -> Fields:
        fields = Fields(self)
        self.number_size = fields.number(
            tr("Size (%)"), 100, 40, 400, lambda size: self._number(size=size / 100)
        )
        self.number_place = fields.choice(
            tr("Place"), _rows(PLACES), "top", lambda one: self._number(place=one)
        )
        self.number_contrast = fields.choice(
            tr("Contrast"), _rows(CONTRASTS), "usual", lambda one: self._number(contrast=one)
        )
        self.number_ink = self._colour(fields, tr("Colour"), lambda code: self._number(ink=code))
        self.add(fields)
        return fields

    def _name_fields(self) -> Fields:
        fields = Fields(self)
        self.name_class = fields.choice(tr("Names of"), _rows(CLASSES), "place", self._show_class)
        self.sample = QLabel(self)
        self.sample.setAccessibleName(tr("How such a name looks"))
        self.lettering = fields.choice(
            tr("Letters"), _rows(LETTERINGS), "", lambda one: self._style(lettering=one)
        )
        self.name_size = fields.number(
            tr("Size (%)"), 100, 40, 400, lambda size: self._style(scale=size / 100)
        )
        self.spacing = fields.number(
            tr("Letters apart (%)"), 0, 0, 200, lambda wide: self._style(spacing=wide / 100)
        )
        self.capitals = Switch(tr("Capitals"), fields)
        self.capitals.toggled.connect(lambda on: self._style(capitals=on))
        fields.add(tr("Capitals"), self.capitals)
        self.name_ink = self._colour(fields, tr("Colour"), lambda code: self._style(ink=code))
        self.halo = self._colour(fields, tr("Rim"), lambda code: self._style(halo=code))
        self.rim = fields.number(
            tr("Width of the rim (%)"), 100, 0, 400, lambda wide: self._style(rim=wide / 100)
        )
        self.add(fields, self.sample)
        return fields

    def _sign_fields(self) -> None:
        self.signs = QListWidget(self)
        self.signs.setAccessibleName(tr("Own signs"))
        self.signs.setIconSize(QSize(28, 28))
        self.signs.setFixedHeight(theme.px(96))
        hint = tr("A plain SVG or a picture. Words on the map choose it in the tab “Cell”.")
        add, remove = Button(tr("Add a sign…"), self, icon="plus"), Button(tr("Remove"), self)
        add.clicked.connect(self._ask_sign)
        remove.clicked.connect(self.remove_sign)
        row = QHBoxLayout()
        row.addWidget(add)
        row.addWidget(remove)
        row.addStretch(1)
        self.add(self.signs, row, Label(hint, self, role="small", tone="text2", wrap=True))

    # ---- what it shows -------------------------------------------------------------------------

    @property
    def _look(self) -> SheetLook:
        return self._model.document.look

    def _changed(self, change: DocumentChange) -> None:
        if {"look", "palette"} & change.kinds:
            self.refresh()

    def _repaint(self, _name: str = "") -> None:
        self.styles.show_style(self._look.style)
        self._show_sample()

    def refresh(self) -> None:
        """Show what the map has now."""
        look = self._look
        self._filling = True
        try:
            self.styles.show_style(look.style)
            self.calm.setChecked(look.calm)
            for ink, field in self.inks.items():
                field.set_usual(usual_ink(self._view.inks, self._model.document, ink))
                _put(field, look.inks.get(ink, ""))
            self.number_size.set_value(round(look.numbers.size * 100))
            _choose(self.number_place, look.numbers.place)
            _choose(self.number_contrast, look.numbers.contrast)
            _put(self.number_ink, look.numbers.ink)
            self._show_style()
            self._show_signs()
        finally:
            self._filling = False

    def _show_class(self, name: str) -> None:
        self._class = name
        self._filling = True
        try:
            self._show_style()
        finally:
            self._filling = False

    def _show_style(self) -> None:
        style = self._look.names.get(self._class, NameStyle())
        _choose(self.lettering, style.lettering)
        self.name_size.set_value(round(style.scale * 100))
        self.spacing.set_value(round(style.spacing * 100))
        self.capitals.setChecked(style.capitals)
        _put(self.name_ink, style.ink)
        _put(self.halo, style.halo)
        self.rim.set_value(round(style.rim * 100))
        self._show_sample()

    def _show_sample(self) -> None:
        words = {"river": tr("River Ohme"), "region": tr("The heath"), "sea": tr("The sea")}
        text = words.get(self._class, tr("Newtown"))
        image = name_sample(
            self._model.document, self._class, text, self._view.inks, _SAMPLE,
            self.devicePixelRatioF(),
        )  # fmt: skip
        self.sample.setPixmap(QPixmap.fromImage(image))

    def _show_signs(self) -> None:
        self.signs.clear()
        document, ratio = self._model.document, self.devicePixelRatioF()
        for one, sign in self._look.signs.items():
            image = sign_sample(document, one, self._view.inks, 28, ratio)
            item = QListWidgetItem(QIcon(QPixmap.fromImage(image)), sign.title)
            item.setData(_ID, one)
            self.signs.addItem(item)
        self.signs.setVisible(self.signs.count() > 0)

    # ---- what it does --------------------------------------------------------------------------

    def _give(self, **changes: Any) -> None:  # noqa: ANN401 - the fields of a look
        look = replace(self._look, **changes)
        if not self._filling and look != self._look:
            self._model.do(SetLook(look))

    def _number(self, **changes: Any) -> None:  # noqa: ANN401
        numbers: NumberLook = replace(self._look.numbers, **changes)
        self._give(numbers=numbers)

    def _style(self, **changes: Any) -> None:  # noqa: ANN401
        style: NameStyle = replace(self._look.names.get(self._class, NameStyle()), **changes)
        names = {name: one for name, one in self._look.names.items() if name != self._class}
        self._give(names=names if style == NameStyle() else {**names, self._class: style})

    def _ask_sign(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(self, tr("Own sign"), "", picture_kinds())
        if path:
            self.add_sign(Path(path))

    def add_sign(self, file: Path) -> bool:
        """Take a picture in as a sign of the map; whether it was one. The reason has been told."""
        try:
            part = self._model.session.put_picture(file)
        except UserError as error:
            self._model.refused.emit(error)
            return False
        free = (f"own-{n}" for n in range(1, len(self._look.signs) + 2))
        one = next(name for name in free if name not in self._look.signs)
        signs = {**self._look.signs, one: OwnSign(file.stem[:60], part)}
        return self._model.do(SetLook(replace(self._look, signs=signs)))

    def remove_sign(self) -> None:
        """Take the chosen sign out of the map; words that show it stand without."""
        item = self.signs.currentItem()
        if item is not None:
            gone = item.data(_ID)
            self._give(signs={one: row for one, row in self._look.signs.items() if one != gone})


_ID = 0x0100
"""Qt's role for values of one's own."""


def _rows(words: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(one, shown(told)) for one, told in words.items()]


def _choose(box: Any, value: str) -> None:  # noqa: ANN401 - a combo box
    box.setCurrentIndex(box.findData(value))


def _put(field: ColourField, code: str) -> None:
    if field.value() != code:
        field.set_value(code)
