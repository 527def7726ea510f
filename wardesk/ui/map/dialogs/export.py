"""Handing a map to other programs: which form, how large, where to."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QWidget,
)

from wardesk.drawing.document import snapshot
from wardesk.drawing.shown import hidden_layers
from wardesk.errors import UserError
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.maps import EXPORTERS, export_map
from wardesk.render.map.frame import MapParts
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.language import explained
from wardesk.ui.map.dialogs.fields import Fields
from wardesk.ui.shell.settings import MAP_THEMES
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import Text
from wardesk.ui.widgets.toggle import Toggle
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.services.maps.edit_session import EditSession


class ExportDialog(Dialog):
    """Writes the map as it is now, saved or not. ``written(path, told)`` when a file is there."""

    written = Signal(str, str)

    def __init__(self, session: EditSession, parent: QWidget | None = None) -> None:
        super().__init__(parent, least=(460, 0))
        self._session = session
        self._own_place = False
        self.set_title(tr("Export the map"))
        self.setModal(True)
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)
        self.form = QComboBox(self)
        titles = {
            "png": tr("PNG picture"), "svg": tr("SVG drawing"),
            "geojson": tr("GeoJSON for QGIS and GDAL"),
        }  # fmt: skip
        for one in EXPORTERS.values():
            self.form.addItem(titles.get(one.id, one.title), one.id)
        self.inks = QComboBox(self)
        inks = {
            "printed": tr("Printed"), "plain": tr("Plain"),
            "contrast": tr("Strong contrast"), "cvd": tr("Safe for colour-blind eyes"),
        }  # fmt: skip
        for one in MAP_THEMES:
            self.inks.addItem(inks.get(one, one), one)
        gridded = session.document.layout is not None
        self.cell = Stepper(tr("Millimetres per cell"), self, value=16, least=1, most=200)
        self.pixels_across = Stepper(tr("Pixels across"), self, value=2400, least=200, most=16000)
        self.dpi = Stepper(tr("Dots per inch"), self, value=150, least=30, most=1200)
        gridded_only = {"grid": Toggle(tr("Grid"), self)} if gridded else {}
        self.parts = {
            "numbers": Toggle(tr("Numbers") if gridded else tr("Names"), self),
            **gridded_only,
            "key": Toggle(tr("Key"), self), "frame": Toggle(tr("Frame"), self),
        }  # fmt: skip
        for toggle in self.parts.values():
            toggle.setChecked(True)
        self.hidden = Toggle(tr("Hidden layers too"), self)
        self.place = QLineEdit(self)
        self.told = Text("", self, role="small", tone="text2", wrap=True)
        self._lay_out(gridded)
        self.form.activated.connect(lambda _k: self._follow())
        self.place.textEdited.connect(self._typed)
        self._follow()

    def _lay_out(self, gridded: bool) -> None:
        fields = Fields(self)
        place = QWidget(self)
        row = QHBoxLayout(place)
        row.setContentsMargins(0, 0, 0, 0)
        folder = Button("", self, icon="folder")
        folder.setAccessibleName(tr("Choose the file"))
        folder.clicked.connect(self._choose)
        row.addWidget(self.place, 1)
        row.addWidget(folder)
        fields.add(tr("Form"), self.form)
        fields.add(tr("Map theme"), self.inks)
        if gridded:
            fields.add(tr("Cell, mm"), self.cell)
            self.pixels_across.hide()
        else:
            fields.add(tr("Pixels across"), self.pixels_across)
            self.cell.hide()
        fields.add(tr("Dots per inch"), self.dpi)
        shown = QWidget(self)
        row = QHBoxLayout(shown)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S1)
        for toggle in self.parts.values():
            row.addWidget(toggle)
        row.addStretch(1)
        fields.add(tr("Shows"), shown)
        if hidden_layers(self._session.document):
            fields.add(tr("Layers"), self.hidden)
            self.hidden.setToolTip(tr("Layers whose eye is shut are left out otherwise."))
        else:
            self.hidden.hide()
        fields.add(tr("File"), place)
        self.write = Button(tr("Export"), self, kind="primary")
        self.write.clicked.connect(self._write)
        self.body.addWidget(fields)
        self.body.addWidget(self.told)
        self.set_foot(self.write, leave=tr("Close"))

    def _follow(self) -> None:
        exporter = EXPORTERS[self.form.currentData()]
        for field in (self.inks, self.cell, self.pixels_across, self.dpi, *self.parts.values()):
            field.setEnabled(exporter.picture)
        if not self._own_place:
            self.place.setText(str(self._session.path.with_suffix(exporter.suffix)))

    def _typed(self, _text: str) -> None:
        self._own_place = True

    def _choose(self) -> None:
        suffix = EXPORTERS[self.form.currentData()].suffix
        path, _ = QFileDialog.getSaveFileName(
            self, tr("Export to"), self.place.text(), f"*{suffix}"
        )
        if path:
            self._own_place = True
            self.place.setText(path if path.endswith(suffix) else path + suffix)

    def options(self) -> ExportOptions:
        """What stands in the fields."""
        gridded = self._session.document.layout is not None
        shown = {name: toggle.isChecked() for name, toggle in self.parts.items()}
        return ExportOptions(
            theme=self.inks.currentData(), dpi=self.dpi.value, wide=self.pixels_across.value,
            cell_mm=float(self.cell.value) if gridded else 0.0, parts=MapParts(**shown),
            hidden_too=self.hidden.isChecked(),
        )  # fmt: skip

    def _write(self) -> None:
        path = Path(self.place.text().strip()).expanduser()
        self.write.refuse(tr("Writing the map…"))
        self._say(tr("Painting the map…"), "text2")
        document = snapshot(self._session.document)
        work = partial(export_map, document, self.form.currentData(), path, self.options())
        self._task.start(partial(_written, work, path))

    def _done(self, result: tuple[Path, str]) -> None:
        path, told = result
        self.write.allow()
        self._say(tr("{0} is there: {1}.").format(path.name, told), "ok")
        self.written.emit(str(path), told)

    def _failed(self, error: object) -> None:
        self.write.allow()
        if not isinstance(error, UserError):
            raise error if isinstance(error, BaseException) else TypeError(str(error))
        self._say(str(explained(error)), "danger")

    def _say(self, words: str, tone: str) -> None:
        self.told.setText(words)
        self.told.set_tone(tone)
        self.grow()

    def done(self, result: int) -> None:
        """Nothing goes on behind a closed dialog."""
        self._task.stop()
        super().done(result)


def _written(work: partial[str], path: Path) -> tuple[Path, str]:
    return path, work()
