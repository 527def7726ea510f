"""Handing a map to other programs and to paper: which forms, how large, where to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from wardesk.drawing.document import MapDocument, snapshot
from wardesk.drawing.shown import hidden_layers
from wardesk.errors import Progress
from wardesk.render.export.exporter import ExportSetting, Written, settings_of
from wardesk.render.export.map_options import ExportOptions, options_of
from wardesk.render.export.maps import (
    CELL_MM,
    DPI,
    EXPORTERS,
    FRAME,
    GRID,
    HIDDEN_TOO,
    KEY,
    NUMBERS,
    PAGES,
    PAPER,
    SHEET_MM,
    THEME,
    WIDE,
    WORLD,
    export_forms,
    left_behind,
)
from wardesk.render.export.page_layout import POSTER
from wardesk.ui.dialogs.writing_dialog import WritingDialog
from wardesk.ui.tasks import Task
from wardesk.words import say, tr

if TYPE_CHECKING:
    from wardesk.services.maps.edit_session import EditSession

_IN_ORDER = (
    *PAGES, CELL_MM, SHEET_MM, WIDE, DPI, THEME, NUMBERS, GRID, KEY, FRAME, WORLD, HIDDEN_TOO
)  # fmt: skip
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
        self.add_forms()
        self.add_settings(self._offered(gridded))
        self.paper = self.fields.lists["paper"]
        self.hidden = self.fields.toggles.get("hidden_too")
        self.paper.currentIndexChanged.connect(lambda _k: self._follow_paper())
        for toggle in (self.fields.toggles["world"], self.hidden):
            if toggle is not None:
                toggle.toggled.connect(self._follow)
        self.finish()

    def _offered(self, gridded: bool) -> Iterator[ExportSetting]:
        kind = "grid" if gridded else "areas"
        for one in settings_of((EXPORTERS[form] for form in self.forms), _IN_ORDER):
            if one is HIDDEN_TOO and not hidden_layers(self._session.document):
                continue
            if one.only in ("", kind):
                called = one is NUMBERS and not gridded
                yield replace(one, title=say("Names")) if called else one

    def follow(self, wanted: Mapping[str, Path]) -> None:
        """See `WritingDialog.follow`."""
        super().follow(wanted)
        self._on_paper = any(PAPER in EXPORTERS[form].takes for form in wanted)
        self._follow_paper()

    def _follow_paper(self) -> None:
        """Pages overlap, a poster has a bleed."""
        poster = self.paper.currentData() == POSTER
        self.fields.show_settings("overlap", shown=self._on_paper and not poster)
        self.fields.show_settings("bleed", shown=self._on_paper and poster)

    def options(self) -> ExportOptions:
        """What stands in the fields."""
        values = self.values()
        if values["paper"] != POSTER:
            del values["bleed"]
        return options_of(values, datetime.now(UTC).date())

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
