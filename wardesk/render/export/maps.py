"""Maps for other programs: one list of forms, each of which writes a file from a map.

The window and the command line offer whatever stands in `EXPORTERS`; a further form is one more
entry. The same map gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from wardesk.documents.exports.geojson import write_geojson
from wardesk.documents.exports.left_behind import LEAVES
from wardesk.drawing.document import MapDocument
from wardesk.errors import Cancelled, Progress, UserError, report
from wardesk.render.export.map_modules import write_map_gpkg, write_map_triplea, write_map_vmod
from wardesk.render.export.map_options import ExportOptions, left_out
from wardesk.render.export.map_pictures import write_map_png, write_map_svg
from wardesk.render.export.print_pages import write_map_pdf
from wardesk.render.export.tiled_tiles import grid_for_tiles, write_map_tmx
from wardesk.words import say

_STEPS = 1000


class Write(Protocol):
    """Writes a map in one form and answers with a sentence about it.

    UserError if it cannot be done, Cancelled if whoever is told of the progress wants no more.
    """

    def __call__(
        self,
        document: MapDocument,
        path: Path,
        options: ExportOptions,
        progress: Progress | None = None,
    ) -> str:
        """Write it."""
        ...


class Exporter(Struct, frozen=True):
    """One form: its id, what it is called, the file's ending ("" for a folder), and how.

    *picture*: whether inks, resolution and the parts of the sheet count.
    """

    id: str
    title: str
    suffix: str
    picture: bool
    write: Write
    tiles: bool = False
    """Whether only maps of hexes and squares have this form."""


def write_map_geojson(
    document: MapDocument, path: Path, options: ExportOptions, progress: Progress | None = None
) -> str:
    """Cells, borders and features for QGIS and GDAL."""
    report(progress, 0, 1)
    count = write_geojson(document, path, left_out(document, options))
    report(progress, 1, 1)
    return say("{number} features", number=count)


EXPORTERS: dict[str, Exporter] = {
    one.id: one
    for one in (
        Exporter("pdf", say("PDF pages to print"), ".pdf", True, write_map_pdf),
        Exporter("png", say("PNG picture"), ".png", True, write_map_png),
        Exporter("svg", say("SVG drawing"), ".svg", True, write_map_svg),
        Exporter("vmod", say("VASSAL module"), ".vmod", True, write_map_vmod),
        Exporter("tmx", say("Tiled map"), ".tmx", True, write_map_tmx, tiles=True),
        Exporter("triplea", say("TripleA map folder"), "", True, write_map_triplea),
        Exporter("gpkg", say("GeoPackage"), ".gpkg", False, write_map_gpkg),
        Exporter("geojson", say("GeoJSON for QGIS and GDAL"), ".geojson", False, write_map_geojson),
    )
}


class Written(Struct, frozen=True):
    """One file that an export wrote, and what is said of it."""

    form: str
    path: Path
    told: str
    notes: tuple[str, ...] = ()
    """What of the map stays behind in this form, in sentences."""


def export_map(
    document: MapDocument,
    form: str,
    path: Path,
    options: ExportOptions,
    progress: Progress | None = None,
) -> str:
    """Write *document* in one of the `EXPORTERS`; a sentence about what was written.

    UserError for an unknown form, a map with errors, or a place that cannot be written.
    """
    return _exporter(form, path).write(document, path, options, progress)


def export_forms(
    document: MapDocument,
    wanted: Mapping[str, Path],
    options: ExportOptions,
    progress: Progress | None = None,
) -> list[Written]:
    """Write several forms one after another, by their ids. Errors as `export_map`.

    A form that this kind of map cannot have is refused before anything is written. What was
    written before one that fails later, or before the work is stopped, stays.
    """
    for form, path in wanted.items():
        if _exporter(form, path).tiles:
            grid_for_tiles(document)
    written = write_in_turn(
        wanted, lambda form, path, told: export_map(document, form, path, options, told), progress
    )
    return [replace(one, notes=left_behind(document, one.form, options)) for one in written]


def write_in_turn(
    wanted: Mapping[str, Path],
    write: Callable[[str, Path, Progress], str],
    progress: Progress | None,
) -> list[Written]:
    """Write form after form to its place; *write* answers with a sentence about one.

    Errors as *write*. Cancelled names what is there already when the work is stopped.
    """
    found: list[Written] = []
    for number, (form, path) in enumerate(wanted.items()):

        def told(done: int, of: int, number: int = number) -> bool:
            share = number * _STEPS + _STEPS * done // max(of, 1)
            return progress is None or progress(share, len(wanted) * _STEPS)

        try:
            found.append(Written(form, path, write(form, path, told)))
        except Cancelled as stop:
            if not found:
                raise
            names = ", ".join(one.path.name for one in found)
            raise Cancelled(
                "Stopped before the end.", say("Already written: {names!s}.", names=names)
            ) from stop
    return found


def left_behind(document: MapDocument, form: str, options: ExportOptions) -> tuple[str, ...]:
    """What of this map stays behind in a form, in sentences; none for what is only looked at."""
    leaves = LEAVES.get("world" if form == "png" and options.world else form)
    return leaves(document, left_out(document, options)).sentences() if leaves else ()


def _exporter(form: str, path: Path) -> Exporter:
    exporter = EXPORTERS.get(form)
    if exporter is None:
        raise UserError(
            say("There is no form “{form!s}”.", form=form),
            say("There are: {exporters!s}.", exporters=", ".join(EXPORTERS)),
        )
    if exporter.suffix and path.suffix.lower() not in ("", exporter.suffix):
        text = say(
            "{path!s} is no name for this form: {exporter}.",
            path=path.name,
            exporter=exporter.title,
        )
        raise UserError(text, say("Let it end in {suffix!s}.", suffix=exporter.suffix))
    return exporter
