"""Games for other programs and for paper: one class a form, as `maps` has them for maps."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wardesk.errors import Progress, UserError
from wardesk.render.export import maps
from wardesk.render.export.exporter import (
    Exporter,
    ExportSetting,
    Written,
    known_form,
    write_in_turn,
)
from wardesk.render.export.page_layout import PAPERS
from wardesk.words import say

if TYPE_CHECKING:
    from wardesk.render.export.map_options import ExportOptions
    from wardesk.render.export.table_modules import TableToWrite
    from wardesk.services.play.session import PlaySession

_MAP = say("Map")
WIDE = ExportSetting(
    name="wide", help="Pixels across the sheet of the map.", usual=3600,
    title=say("Pixels across"), least=400, most=16000, stays=True,
)  # fmt: skip
CELL_MM = ExportSetting(
    name="cell_mm", help="Size of a hex or square at --dpi, instead of --wide.", usual=0.0
)
DPI = ExportSetting(name="dpi", help="Dots per inch of the map.", usual=150)
PAPER = ExportSetting(
    name="paper", help="a4, a3, letter or tabloid.", usual="a4", as_is=str.lower,
    title=say("Paper"), choices=tuple((one.id, one.title) for one in PAPERS.values()),
)  # fmt: skip
COUNTER_MM = ExportSetting(
    name="counter_mm", help="Edge of a counter on paper, in millimetres.", usual=15.0,
    title=say("Counter, mm"), least=8, most=60,
)  # fmt: skip
GUTTER = ExportSetting(
    name="gutter", help="Millimetres between two counters on a sheet.", usual=0.0,
    title=say("Between counters, mm"), most=20,
)  # fmt: skip
FOLD = ExportSetting(
    name="fold", help="Backs beside the fronts on one page, to fold and glue.", usual=False,
    title=say("Sheets to fold"),
)  # fmt: skip
COUNTER_BLEED = ExportSetting(
    name="counter_bleed", help="Millimetres that single counters go on beyond their cut.",
    usual=3.175, title=say("Bleed of a counter, mm"), most=10,
)  # fmt: skip
COUNTER_DPI = ExportSetting(
    name="counter_dpi", help="Dots per inch of single counters.", usual=300,
    title=say("Dots per inch of a counter"), least=72, most=1200,
)  # fmt: skip
PARTS = tuple(
    replace(one, help=text, row=_MAP, only="")
    for one, text in (
        (maps.NUMBERS, "Numbers of cells on the map."),
        (maps.GRID, "The grid of hexes or squares on the map."),
        (maps.KEY, "Title, key and scale of the map."),
        (maps.FRAME, "Frame and margin of the map."),
    )
)
_PICTURE = (WIDE, CELL_MM, DPI, *PARTS)
SETTINGS = (
    WIDE, CELL_MM, DPI, PAPER, COUNTER_MM, GUTTER, FOLD, COUNTER_BLEED, COUNTER_DPI, *PARTS
)  # fmt: skip
"""Those that forms share, in the order of the command line."""


class GameVmod(Exporter["TableToWrite"]):
    """A module of the whole game."""

    id, suffix = "vmod", ".vmod"
    title, help = say("VASSAL module"), "Write a VASSAL module."
    takes = _PICTURE

    def write(
        self, source: TableToWrite, path: Path, options: ExportOptions, progress: Progress | None
    ) -> str:
        """The map, the counters, boxes and charts."""
        from wardesk.render.export.table_modules import write_table_vmod

        return write_table_vmod(source, path, options, progress)


class Vsav(Exporter["TableToWrite"]):
    """A moment of the game, for its module."""

    id, suffix = "vsav", ".vsav"
    title, help = say("VASSAL saved game"), "Write a saved game for that module."
    takes = _PICTURE

    def write(
        self, source: TableToWrite, path: Path, options: ExportOptions, progress: Progress | None
    ) -> str:
        """The counters in their places."""
        from wardesk.render.export.table_modules import write_table_vsav

        return write_table_vsav(source, path, options, progress)


class Counters(Exporter["TableToWrite"]):
    """Counters to cut out."""

    id, suffix, end = "counters", ".pdf", "-counters.pdf"
    title = say("Counters to print on both sides")
    help = "Write counters to print on both sides."
    takes = (PAPER, COUNTER_MM, GUTTER, FOLD)

    def write(
        self, source: TableToWrite, path: Path, options: ExportOptions, progress: Progress | None
    ) -> str:
        """Pages of fronts, each followed by its backs."""
        from wardesk.render.export.counter_sheets import write_counters_pdf

        return write_counters_pdf(source, path, options, progress)


class CutLines(Exporter["TableToWrite"]):
    """Where a cutting machine cuts those sheets."""

    id, suffix, end = "cut_lines", ".svg", "-cut-lines.svg"
    title = say("Cutting lines of the counters")
    help = "Write the lines that a cutting machine cuts the sheets of counters along."
    takes = (PAPER, COUNTER_MM, GUTTER, FOLD)

    def write(
        self, source: TableToWrite, path: Path, options: ExportOptions, progress: Progress | None
    ) -> str:
        """A layer of lines a sheet."""
        from wardesk.render.export.counter_sheets import write_cut_lines

        return write_cut_lines(source, path, options, progress)


class CounterPictures(Exporter["TableToWrite"]):
    """Each face by itself, as print shops take counters."""

    id, suffix = "counter_pictures", ""
    title = say("Counters as single pictures")
    help = "Write each counter's faces as pictures with bleed, as print shops take them."
    takes = (COUNTER_MM, COUNTER_BLEED, COUNTER_DPI)

    def write(
        self, source: TableToWrite, path: Path, options: ExportOptions, progress: Progress | None
    ) -> str:
        """A folder of pictures, and a list of how many there are of each."""
        from wardesk.render.export.counter_sheets import write_counter_pictures

        return write_counter_pictures(source, path, options, progress)


class Charts(Exporter["TableToWrite"]):
    """The printed tables."""

    id, suffix, end = "charts", ".pdf", "-charts.pdf"
    title, help = say("Tables to print"), "Write the printed tables to print."
    takes = (PAPER,)

    def write(
        self, source: TableToWrite, path: Path, options: ExportOptions, progress: Progress | None
    ) -> str:
        """As many on a page as go on it."""
        from wardesk.render.export.chart_sheets import write_charts_pdf

        return write_charts_pdf(source, path, options, progress)


EXPORTERS: dict[str, Exporter[TableToWrite]] = {
    one.id: one for one in (GameVmod(), Vsav(), Counters(), CutLines(), CounterPictures(), Charts())
}
"""All forms of a game in the order of the command line."""


def table_to_write(session: PlaySession, at: int | None = None, side: str = "") -> TableToWrite:
    """The game as it stood after event *at* (now), as *side* sees it; all of it if empty.

    UserError for a side or an event that there is not.
    """
    from wardesk.documents.maps.store import read_map
    from wardesk.documents.packs.store import read_pack
    from wardesk.render.export.table_modules import TableToWrite
    from wardesk.services.play.counter_faces import counter_faces, with_secrets
    from wardesk.services.play.tables import scenario_info

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
        known_form(form, EXPORTERS)
    return write_in_turn(
        wanted,
        lambda form, path, told: EXPORTERS[form].write(table, path, options, told),
        progress,
    )
