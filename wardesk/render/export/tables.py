"""Games for other programs and for paper: one list of forms, as `maps` has them for maps."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from wardesk.documents.maps.store import read_map
from wardesk.documents.packs.store import read_pack
from wardesk.errors import Progress, UserError
from wardesk.render.export.chart_sheets import write_charts_pdf
from wardesk.render.export.counter_sheets import write_counters_pdf
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.maps import Written, write_in_turn
from wardesk.render.export.table_modules import (
    TableToWrite,
    write_table_vmod,
    write_table_vsav,
)
from wardesk.services.play.counter_faces import counter_faces, with_secrets
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import scenario_info
from wardesk.words import say


class WriteTable(Protocol):
    """As `maps.Write`, of a game."""

    def __call__(
        self,
        table: TableToWrite,
        path: Path,
        options: ExportOptions,
        progress: Progress | None = None,
    ) -> str:
        """Write it."""
        ...


TABLE_FORMS: dict[str, WriteTable] = {
    "vmod": write_table_vmod,
    "vsav": write_table_vsav,
    "counters": write_counters_pdf,
    "charts": write_charts_pdf,
}


def table_to_write(session: PlaySession, at: int | None = None, side: str = "") -> TableToWrite:
    """The game as it stood after event *at* (now), as *side* sees it; all of it if empty.

    UserError for a side or an event that there is not.
    """
    if side and side not in session.rules.sides:
        raise UserError(
            say("There is no side {side!r}.", side=side),
            say("The sides are {known!s}.", known=", ".join(session.rules.sides)),
        )
    if at is not None:
        session.journal.go(at)
    state = session.seen_by(side)
    look, counters = counter_faces(session.rules, state)
    counters = with_secrets(counters, state, map(session.seen_by, session.rules.sides))
    info = scenario_info(session.info.scenario)
    return TableToWrite(
        title=info.title,
        game=read_pack(Path(info.file).parent.parent).title,
        document=read_map(Path(info.map)),
        look=look,
        counters=counters,
        charts=session.rules.showing.charts(),
    )


def export_table(
    table: TableToWrite,
    wanted: Mapping[str, Path],
    options: ExportOptions,
    progress: Progress | None = None,
) -> list[Written]:
    """Write several forms one after another. UserError for an unknown one, or as they say."""
    for form in wanted:
        if form not in TABLE_FORMS:
            raise UserError(
                say("There is no form “{form!s}”.", form=form),
                say("There are: {exporters!s}.", exporters=", ".join(TABLE_FORMS)),
            )
    return write_in_turn(
        wanted, lambda form, path, told: TABLE_FORMS[form](table, path, options, told), progress
    )
