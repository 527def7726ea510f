"""Handing a map to other programs and to paper: which forms, how large, where to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from wardesk.drawing.document import MapDocument, snapshot
from wardesk.drawing.shown import hidden_layers
from wardesk.errors import Progress
from wardesk.render.export.exporter import Written, settings_of
from wardesk.render.export.map_options import USUAL_SHEET, ExportOptions
from wardesk.render.export.maps import (
    CELL_MM,
    DPI,
    EXPORTERS,
    NUMBERS,
    PAPER,
    SHEET_MM,
    THEME,
    WIDE,
    WORLD,
    export_forms,
    left_behind,
)
from wardesk.render.export.page_layout import PAPERS, POSTER, PageOptions
from wardesk.render.map.frame import MapParts
from wardesk.ui.dialogs.writing_dialog import WritingDialog
from wardesk.ui.shell.settings import MAP_THEMES
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.fields import Choices
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.toggle import Toggle
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.services.maps.edit_session import EditSession

_Key = tuple[str, bool, bool]
"""What the words of what stays behind depend on: form, hidden layers too, with a world file."""


class ExportDialog(WritingDialog):
    """Writes the map as it is now, saved or not."""

    def __init__(self, session: EditSession, parent: QWidget | None = None) -> None:
        gridded = session.document.layout is not None
        forms = {
            form: one
            for form, one in sorted(EXPORTERS.items(), key=lambda form: PAPER not in form[1].takes)
            if gridded or not one.tiles
        }
        place = session.path.with_suffix("")
        super().__init__(tr("Export the map"), tr("Writing the map…"), forms, place, parent)
        self._session = session
        self._map = snapshot(session.document)
        """Nobody draws while the dialog is open."""
        self._left: dict[_Key, tuple[str, ...]] = {}
        self._looking = Task(self)
        self._looking.done.connect(self._known)
        self._looking.failed.connect(self._not_known)
        self.forms["pdf"].setChecked(True)
        self._on_paper = True
        self.paper = Choices(self)
        for one in PAPERS.values():
            self.paper.addItem(one.title, one.id)
        self.paper.addItem(tr("One page as large as the sheet"), POSTER)
        self.overlap = Stepper(tr("Overlap, mm"), self, value=8, least=0, most=40)
        self.bleed = Stepper(tr("Bleed, mm"), self, value=0, least=0, most=50)
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
        self.world = Toggle(tr("Beside the PNG picture"), self)
        self.world.setToolTip(tr("QGIS lays the PNG picture under the GeoJSON and the GeoPackage."))
        self.hidden = Toggle(tr("Hidden layers too"), self)
        for toggle in (self.world, self.hidden):
            toggle.toggled.connect(self._follow)
        self._lay_out(gridded)

    def _lay_out(self, gridded: bool) -> None:
        fields = self.fields
        self.add_forms()
        fields.add(tr("Paper"), self.paper)
        fields.add(tr("Overlap, mm"), self.overlap)
        fields.add(tr("Bleed, mm"), self.bleed)
        self.paper.currentIndexChanged.connect(lambda _k: self._follow_paper())
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
        fields.add(tr("Shows"), self.row(*self.parts.values()))
        fields.add(tr("World file"), self.world)
        if hidden_layers(self._session.document):
            fields.add(tr("Layers"), self.hidden)
            self.hidden.setToolTip(tr("Layers whose eye is shut are left out otherwise."))
        else:
            self.hidden.hide()
        self.finish()

    def follow(self, wanted: Mapping[str, Path]) -> None:
        """See `WritingDialog.follow`."""
        taken = settings_of(EXPORTERS[form] for form in wanted)
        self._on_paper = PAPER in taken
        self.fields.show_row(self.paper, shown=self._on_paper)
        self._follow_paper()
        self.fields.show_row(self.world, shown=WORLD in taken)
        fields = {
            THEME: (self.inks,), CELL_MM: (self.cell,), WIDE: (self.pixels_across,),
            DPI: (self.dpi,), SHEET_MM: (self.sheet,), NUMBERS: self.parts.values(),
        }  # fmt: skip
        for setting, widgets in fields.items():
            for field in widgets:
                field.setEnabled(setting in taken)

    def _follow_paper(self) -> None:
        """Pages overlap, a poster has a bleed."""
        poster = self.paper.currentData() == POSTER
        self.fields.show_row(self.overlap, shown=self._on_paper and not poster)
        self.fields.show_row(self.bleed, shown=self._on_paper and poster)

    def options(self) -> ExportOptions:
        """What stands in the fields."""
        gridded = self._session.document.layout is not None
        visible = {name: toggle.isChecked() for name, toggle in self.parts.items()}
        paper = self.paper.currentData()
        pages = PageOptions(
            paper=paper, overlap=float(self.overlap.value),
            bleed=float(self.bleed.value) if paper == POSTER else 0.0,
        )  # fmt: skip
        return ExportOptions(
            theme=self.inks.currentData(), dpi=self.dpi.value, wide=self.pixels_across.value,
            cell_mm=float(self.cell.value) if gridded else 0.0, parts=MapParts(**visible),
            sheet_mm=0.0 if gridded else float(self.sheet.value), pages=pages,
            hidden_too=self.hidden.isChecked(), world=self.world.isChecked(),
            day=datetime.now(UTC).date(),
        )  # fmt: skip

    def notes(self, form: str) -> tuple[str, ...] | None:
        """See `WritingDialog.notes`. One form after another: each takes a while on a large map."""
        options = self.options()
        key = form, options.hidden_too, options.world
        if key not in self._left and not self._looking.running:
            self._looking.start(partial(_worked_out, self._map, key, options))
        return self._left.get(key)

    def _known(self, found: tuple[_Key, tuple[str, ...]]) -> None:
        key, words = found
        self._left[key] = words
        self.show_notes()

    def _not_known(self, error: BaseException) -> None:
        raise error

    def work(self, wanted: Mapping[str, Path]) -> Callable[[Progress], list[Written]]:
        """See `WritingDialog.work`."""
        return partial(export_forms, self._map, wanted, self.options())

    def done(self, result: int) -> None:
        """Nobody reads any more what stays behind."""
        self._looking.forget()
        super().done(result)


def _worked_out(
    document: MapDocument, key: _Key, options: ExportOptions
) -> tuple[_Key, tuple[str, ...]]:
    """What stays behind in a form, with what it is kept by; called in a worker thread."""
    return key, left_behind(document, key[0], options)
