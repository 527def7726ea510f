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
from wardesk.documents.translate_values import Wording
from wardesk.errors import Progress, report
from wardesk.model.look import TableLook
from wardesk.render.export.exporter import Written, settings_of
from wardesk.render.export.map_options import ExportOptions, options_of
from wardesk.render.export.tables import (
    COUNTER_MM,
    EXPORTERS,
    PAPER,
    PARTS,
    WIDE,
    export_table,
    table_to_write,
)
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import PlayTable
from wardesk.ui.dialogs.writing_dialog import WritingDialog
from wardesk.ui.widgets.fields import Choices
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
        self.add_forms()
        self.fields.add(tr("Shows"), self.eyes)
        order = (*PARTS, WIDE, PAPER, COUNTER_MM)
        self.add_settings(settings_of(EXPORTERS.values(), order))
        self.wide = self.fields.steppers["wide"]
        self.finish()

    def options(self) -> ExportOptions:
        """What stands in the fields."""
        return options_of(self.values(), datetime.now(UTC).date())

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
    table: PlayTable,
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
