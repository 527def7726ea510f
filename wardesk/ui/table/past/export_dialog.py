"""Handing a game to players with VASSAL and to paper: module, saved game, counters, charts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from PySide6.QtWidgets import QWidget

from wardesk.documents.packs.pack_writer import slug
from wardesk.documents.worded import Wording
from wardesk.errors import Progress, report
from wardesk.model.look import TableLook
from wardesk.render.export.exporter import Written, settings_of
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.page_layout import PAPERS, PageOptions
from wardesk.render.export.tables import (
    COUNTER_MM,
    EXPORTERS,
    PAPER,
    WIDE,
    export_table,
    table_to_write,
)
from wardesk.render.map.frame import MapParts
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import Table
from wardesk.ui.dialogs.writing_dialog import WritingDialog
from wardesk.ui.widgets.fields import Choices
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.toggle import Toggle
from wardesk.words import tr


class TableExportDialog(WritingDialog):
    """Writes the game as it stood after an event, as one side sees it."""

    def __init__(
        self, session: PlaySession, look: TableLook, event: int, side: str,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        """*event* and *side*: what the table shows now; a person's own view is not left here."""
        folder = session.path.parent if session.path is not None else Path.home()
        place = folder / slug(session.words.text(session.table.info.title), tr("game"))
        super().__init__(tr("Export the game"), tr("Writing the game…"), EXPORTERS, place, parent)
        self._session, self._event = session, event
        self.forms["vmod"].setChecked(True)
        self.eyes = Choices(self)
        if not side:
            self.eyes.addItem(tr("Everything"), "")
        for one in look.sides:
            if side in ("", one.id):
                self.eyes.addItem(tr("What {0} may see").format(one.name), one.id)
        self.wide = Stepper(tr("Pixels across"), self, value=3600, least=400, most=16000)
        self.paper = Choices(self)
        for one in PAPERS.values():
            self.paper.addItem(one.title, one.id)
        self.counter = Stepper(tr("Counter, mm"), self, value=15, least=8, most=60)
        self.parts = {
            "numbers": Toggle(tr("Numbers"), self), "grid": Toggle(tr("Grid"), self),
            "key": Toggle(tr("Key"), self), "frame": Toggle(tr("Frame"), self),
        }  # fmt: skip
        for toggle in self.parts.values():
            toggle.setChecked(True)
        self.add_forms()
        self.fields.add(tr("Shows"), self.eyes)
        self.fields.add(tr("Map"), self.row(*self.parts.values()))
        self.fields.add(tr("Pixels across"), self.wide)
        self.fields.add(tr("Paper"), self.paper)
        self.fields.add(tr("Counter, mm"), self.counter)
        self.finish()

    def follow(self, wanted: Mapping[str, Path]) -> None:
        """See `WritingDialog.follow`."""
        taken = settings_of(EXPORTERS[form] for form in wanted)
        for field in (self.wide, *self.parts.values()):
            field.setEnabled(WIDE in taken)
        self.fields.show_row(self.counter, shown=COUNTER_MM in taken)
        self.fields.show_row(self.paper, shown=PAPER in taken)

    def options(self) -> ExportOptions:
        """What stands in the fields."""
        visible = {name: toggle.isChecked() for name, toggle in self.parts.items()}
        return ExportOptions(
            wide=self.wide.value, parts=MapParts(**visible), day=datetime.now(UTC).date(),
            pages=PageOptions(paper=self.paper.currentData()),
            counter_mm=float(self.counter.value),
        )  # fmt: skip

    def work(self, wanted: Mapping[str, Path]) -> Callable[[Progress], list[Written]]:
        """See `WritingDialog.work`. The worker gets a copy of the log: the game may go on."""
        folder = Path(mkdtemp())
        copy = folder / "game.wdgame"
        self._session.snapshot(copy)
        return partial(
            _write, folder, copy, self._session.table, self._session.words, self._event,
            self.eyes.currentData(), wanted, self.options(),
        )  # fmt: skip


def _write(
    folder: Path,
    copy: Path,
    table: Table,
    words: Wording,
    event: int,
    side: str,
    wanted: Mapping[str, Path],
    options: ExportOptions,
    progress: Progress,
) -> list[Written]:
    """Worker thread: the copied game at that event, in every form that is wanted."""
    try:
        report(progress, 0, 1)
        with PlaySession.open(copy, keep=False, loader=lambda _scenario, _options: table) as opened:
            opened.speak(words)
            return export_table(table_to_write(opened, event, side), wanted, options, progress)
    finally:
        rmtree(folder, ignore_errors=True)
