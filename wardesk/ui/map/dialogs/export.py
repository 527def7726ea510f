"""Handing a map to other programs and to paper: which forms, how large, where to."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QWidget,
)

from wardesk.drawing.document import snapshot
from wardesk.drawing.shown import hidden_layers
from wardesk.errors import UserError
from wardesk.render.export.map_options import USUAL_SHEET, ExportOptions
from wardesk.render.export.maps import EXPORTERS, Written, export_forms
from wardesk.render.export.page_layout import PAPERS, POSTER, PageOptions
from wardesk.render.map.frame import MapParts
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.language import explained
from wardesk.ui.map.dialogs.fields import Fields
from wardesk.ui.shell.settings import MAP_THEMES
from wardesk.ui.tasks import Task, tell
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import Choices
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import Text
from wardesk.ui.widgets.toggle import Toggle
from wardesk.words import shown, tr

if TYPE_CHECKING:
    from wardesk.services.maps.edit_session import EditSession

_COLUMNS = 2


class ExportDialog(Dialog):
    """Writes the map as it is now, saved or not. ``written(path, told)`` when files are there."""

    written = Signal(str, str)
    _progress = Signal(int, int)

    def __init__(self, session: EditSession, parent: QWidget | None = None) -> None:
        super().__init__(parent, least=(500, 0))
        self._session = session
        self._stop = Event()
        self.set_title(tr("Export the map"))
        self.setModal(True)
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)
        self._progress.connect(self._advance)
        gridded = session.document.layout is not None
        self.forms = {
            one.id: Toggle(shown(one.title), self)
            for one in EXPORTERS.values()
            if gridded or not one.tiles
        }
        self.forms["pdf"].setChecked(True)
        self.paper = Choices(self)
        for one in PAPERS.values():
            self.paper.addItem(one.title, one.id)
        self.paper.addItem(tr("One page as large as the sheet"), POSTER)
        self.overlap = Stepper(tr("Overlap, mm"), self, value=8, least=0, most=40)
        self.inks = Choices(self)
        inks = {
            "printed": tr("Printed"), "plain": tr("Plain"),
            "contrast": tr("Strong contrast"), "cvd": tr("Safe for colour-blind eyes"),
        }  # fmt: skip
        for name in MAP_THEMES:
            self.inks.addItem(inks.get(name, name), name)
        self.cell = Stepper(tr("Millimetres per cell"), self, value=16, least=1, most=200)
        self.sheet = Stepper(
            tr("Sheet, mm wide"), self, value=int(USUAL_SHEET), least=50, most=4000
        )
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
        self.place = QLineEdit(str(session.path.with_suffix("")), self)
        self.told = Text("", self, role="small", tone="text2", wrap=True)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Writing the map…"))
        self.bar.hide()
        self._lay_out(gridded)
        for toggle in self.forms.values():
            toggle.toggled.connect(self._follow)
        self.place.textEdited.connect(self._follow)
        self._follow()

    def _lay_out(self, gridded: bool) -> None:
        self.fields = fields = Fields(self)
        forms = QWidget(self)
        grid = QGridLayout(forms)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(theme.S1)
        for number, toggle in enumerate(self.forms.values()):
            grid.addWidget(toggle, number // _COLUMNS, number % _COLUMNS)
        fields.add(tr("Forms"), forms)
        self.paper_row = self._row(self.paper, Text(tr("Overlap, mm"), self), self.overlap)
        fields.add(tr("Paper"), self.paper_row)
        if gridded:
            fields.add(tr("Cell, mm"), self.cell)
            self.pixels_across.hide()
            self.sheet.hide()
        else:
            fields.add(tr("Sheet, mm wide"), self.sheet)
            fields.add(tr("Pixels across"), self.pixels_across)
            self.cell.hide()
        fields.add(tr("Dots per inch"), self.dpi)
        fields.add(tr("Map theme"), self.inks)
        fields.add(tr("Shows"), self._row(*self.parts.values()))
        if hidden_layers(self._session.document):
            fields.add(tr("Layers"), self.hidden)
            self.hidden.setToolTip(tr("Layers whose eye is shut are left out otherwise."))
        else:
            self.hidden.hide()
        folder = Button("", self, icon="folder")
        folder.setAccessibleName(tr("Choose the folder"))
        folder.clicked.connect(self._choose)
        place = self._row(self.place, folder)
        fields.add(tr("Name"), place)
        self.write = Button(tr("Export"), self, kind="primary")
        self.write.clicked.connect(self._write)
        self.stop = Button(tr("Stop"), self)
        self.stop.clicked.connect(self._stop.set)
        self.stop.hide()
        self.body.addWidget(fields)
        self.body.addWidget(self.bar)
        self.body.addWidget(self.told)
        self.set_foot(self.write, self.stop, leave=tr("Close"))

    def _row(self, *parts: QWidget) -> QWidget:
        """Fields side by side; a line to type in takes the room, else it stays empty."""
        row_of = QWidget(self)
        row = QHBoxLayout(row_of)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S1)
        for part in parts:
            row.addWidget(part, int(isinstance(part, QLineEdit)))
        if not any(isinstance(part, QLineEdit) for part in parts):
            row.addStretch(1)
        return row_of

    def chosen(self) -> dict[str, Path]:
        """The forms that are wanted, and where each of them goes."""
        base = Path(self.place.text().strip()).expanduser()
        return {
            form: base.with_name(base.name + (EXPORTERS[form].suffix or f"-{form}"))
            for form, toggle in self.forms.items()
            if toggle.isChecked() and base.name
        }

    def _follow(self) -> None:
        wanted = self.chosen()
        pictures = any(EXPORTERS[form].picture for form in wanted)
        pixels = any(EXPORTERS[form].picture and form != "pdf" for form in wanted)
        self.fields.show_row(self.paper_row, shown="pdf" in wanted)
        for field in (self.inks, self.cell, *self.parts.values()):
            field.setEnabled(pictures)
        for field in (self.pixels_across, self.dpi):
            field.setEnabled(pixels)
        self.sheet.setEnabled("pdf" in wanted)
        names = ", ".join(path.name for path in wanted.values())
        self._say(tr("Writes {0}.").format(names) if wanted else "", "text2")
        self.judge("" if wanted else tr("Choose a form and a name."))

    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(
            self, tr("Export to"), str(Path(self.place.text()).parent)
        )
        if folder:
            name = Path(self.place.text()).name or self._session.path.stem
            self.place.setText(str(Path(folder) / name))
            self._follow()

    def options(self) -> ExportOptions:
        """What stands in the fields."""
        gridded = self._session.document.layout is not None
        visible = {name: toggle.isChecked() for name, toggle in self.parts.items()}
        pages = PageOptions(paper=self.paper.currentData(), overlap=float(self.overlap.value))
        return ExportOptions(
            theme=self.inks.currentData(), dpi=self.dpi.value, wide=self.pixels_across.value,
            cell_mm=float(self.cell.value) if gridded else 0.0, parts=MapParts(**visible),
            sheet_mm=0.0 if gridded else float(self.sheet.value), pages=pages,
            hidden_too=self.hidden.isChecked(), day=datetime.now(UTC).date(),
        )  # fmt: skip

    def _write(self) -> None:
        self.write.refuse(tr("Writing the map…"))
        self._say(tr("Writing the map…"), "text2")
        self._stop.clear()
        self._busy(running=True)
        document = snapshot(self._session.document)
        work = partial(export_forms, document, self.chosen(), self.options(), self._told)
        self._task.start(work)

    def _told(self, done: int, of: int) -> bool:
        """How far the work is; called by its thread."""
        tell(self._progress, done, of)
        return not self._stop.is_set()

    def _advance(self, done: int, of: int) -> None:
        self.bar.setMaximum(of)
        self.bar.setValue(done)

    def _busy(self, *, running: bool) -> None:
        self.bar.setMaximum(0)
        self.bar.setVisible(running)
        self.stop.setVisible(running)
        if not running:
            self.write.allow()

    def _done(self, found: list[Written]) -> None:
        self._busy(running=False)
        lines = [tr("{0} is there: {1}.").format(one.path.name, shown(one.told)) for one in found]
        self._say("\n".join(lines), "ok")
        for one in found:
            self.written.emit(str(one.path), shown(one.told))

    def _failed(self, error: object) -> None:
        self._busy(running=False)
        if not isinstance(error, UserError):
            raise error if isinstance(error, BaseException) else TypeError(str(error))
        self._say(str(explained(error)), "danger")

    def _say(self, words: str, tone: str) -> None:
        self.told.setText(words)
        self.told.set_tone(tone)
        self.grow()

    def done(self, result: int) -> None:
        """Nothing goes on behind a closed dialog."""
        self._stop.set()
        self._task.stop()
        super().done(result)
