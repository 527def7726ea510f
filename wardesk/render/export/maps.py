"""Maps for other programs: one class a form, found by the window and by the command line.

A further form is one more class and its name in `EXPORTERS`. What needs Qt or geometry is imported
where it is used, so that ``--help`` stays quick.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from wardesk.documents.exports.keeps import EVERYTHING, WITH_THE_MAP_INSIDE, Keeps
from wardesk.errors import Progress, UserError, report
from wardesk.render.export.exporter import (
    Exporter,
    ExportSetting,
    Written,
    known_form,
    write_in_turn,
)
from wardesk.render.export.page_layout import PAPERS, POSTER
from wardesk.words import say

if TYPE_CHECKING:
    from wardesk.drawing.document import MapDocument
    from wardesk.render.export.map_options import ExportOptions

# ---- what can be chosen --------------------------------------------------------------------------

_SHOWS = say("Shows")
DPI = ExportSetting(
    name="dpi", help="Dots per inch of pictures.", usual=150,
    title=say("Dots per inch"), least=30, most=1200, stays=True,
)  # fmt: skip
CELL_MM = ExportSetting(
    name="cell_mm", help="Size of a hex or square on paper, in millimetres.", usual=0.0,
    title=say("Cell, mm"), begins=16, least=1, most=200, only="grid", stays=True,
)  # fmt: skip
SHEET_MM = ExportSetting(
    name="sheet_mm", help="Width on paper of a map of areas, in millimetres.", usual=0.0,
    title=say("Sheet, mm wide"), begins=400, least=50, most=4000, only="areas", stays=True,
)  # fmt: skip
WIDE = ExportSetting(
    name="wide", help="Pixels across the sheet, where no size on paper is given.", usual=2400,
    title=say("Pixels across"), least=200, most=16000, only="areas", stays=True,
)  # fmt: skip
THEME = ExportSetting(
    name="theme", help="Map theme of pictures.", usual="printed", title=say("Map theme"),
    choices=(
        ("printed", say("Printed")), ("plain", say("Plain")),
        ("contrast", say("Strong contrast")), ("cvd", say("Safe for colour-blind eyes")),
    ),
    stays=True,
)  # fmt: skip
PAPER = ExportSetting(
    name="paper", help="a4, a3, letter, tabloid, or poster for one page of any size.", usual="a4",
    as_is=str.lower, title=say("Paper"),
    choices=(
        *((one.id, one.title) for one in PAPERS.values()),
        (POSTER, say("One page as large as the sheet")),
    ),
)  # fmt: skip
TURNED = ExportSetting(
    name="turned", help="How pages lie; auto takes the way that needs fewer.", usual="auto",
    one_of=("auto", "upright", "across"),
)  # fmt: skip
OVERLAP = ExportSetting(
    name="overlap", help="Millimetres that two pages share, to glue them over.", usual=8.0,
    title=say("Overlap, mm"), most=40,
)  # fmt: skip
MARGIN = ExportSetting(name="margin", help="Millimetres that a printer cannot reach.", usual=8.0)
BLEED = ExportSetting(
    name="bleed", help="Millimetres that a poster goes on beyond its cut.", usual=0.0,
    title=say("Bleed, mm"), most=50,
)  # fmt: skip
LEAVE_OUT = ExportSetting(
    name="left_out", flag="leave-out", help="A page that is not printed: C3.", usual="",
    several="PAGE", as_is=lambda pages: frozenset(one.upper() for one in pages),
)  # fmt: skip
CUT_MARKS = ExportSetting(name="cut_marks", help="Marks to cut pages at.", usual=True)
PAGE_MAP = ExportSetting(name="page_map", help="A first page with all others.", usual=True)
WORLD = ExportSetting(
    name="world", help="A world file beside the PNG, for GIS.", usual=False,
    title=say("Beside the PNG picture"), row=say("World file"),
    tip=say("QGIS lays the PNG picture under the GeoJSON and the GeoPackage."),
)  # fmt: skip
WORDS_AS_TEXT = ExportSetting(
    name="words_as_text", help="Words in an SVG stay text; it needs the fonts.", usual=False
)
NUMBERS = ExportSetting(
    name="numbers", help="Numbers of cells on pictures.", usual=True,
    title=say("Numbers"), row=_SHOWS, stays=True,
)  # fmt: skip
GRID = ExportSetting(
    name="grid", help="The grid of hexes or squares on pictures.", usual=True,
    title=say("Grid"), row=_SHOWS, only="grid", stays=True,
)  # fmt: skip
KEY = ExportSetting(
    name="key", help="Title, key and scale on pictures.", usual=True,
    title=say("Key"), row=_SHOWS, stays=True,
)  # fmt: skip
FRAME = ExportSetting(
    name="frame", help="Frame and margin of pictures.", usual=True,
    title=say("Frame"), row=_SHOWS, stays=True,
)  # fmt: skip
HIDDEN_TOO = ExportSetting(
    name="hidden_too", help="Write layers that are hidden as well.", usual=False,
    title=say("Hidden layers too"), row=say("Layers"),
    tip=say("Layers whose eye is shut are left out otherwise."), stays=True,
)  # fmt: skip

PAGES = (PAPER, TURNED, OVERLAP, MARGIN, BLEED, LEAVE_OUT, CUT_MARKS, PAGE_MAP)
_SHEET = (THEME, NUMBERS, GRID, KEY, FRAME, HIDDEN_TOO)
PICTURE = (DPI, CELL_MM, WIDE, *_SHEET)
"""What a form takes that is a picture of the map."""
SETTINGS = (
    DPI, CELL_MM, SHEET_MM, WIDE, THEME, *PAGES, WORLD, WORDS_AS_TEXT, NUMBERS, GRID, KEY, FRAME,
    HIDDEN_TOO,
)  # fmt: skip
"""Those that forms share, in the order of the command line."""

# ---- the forms -----------------------------------------------------------------------------------


class MapExporter(Exporter["MapDocument"]):
    """One form of a map."""

    tiles: ClassVar[bool] = False
    """Whether only maps of hexes and squares have this form."""
    keeps: ClassVar[Keeps | None] = None
    """What comes back from it; None for what is only looked at."""

    @property
    def picture(self) -> bool:
        """Whether the map is painted in it."""
        return THEME in self.takes

    def kept(self, options: ExportOptions) -> Keeps | None:
        """What comes back from it with these options."""
        del options
        return self.keeps


class Png(MapExporter):
    """A picture, which may have a world file beside it."""

    id, suffix = "png", ".png"
    title, help = say("PNG picture"), "Write a picture."
    takes = (*PICTURE, WORLD)
    keeps = Keeps(
        program="QGIS",
        things=EVERYTHING - {"underlay", "hidden"},
        only={"underlay": "backdrop"},
        told=(
            say("The world file counts in map units as the GeoJSON does; it knows no place on "
                "the globe."),
        ),
    )  # fmt: skip

    def kept(self, options: ExportOptions) -> Keeps | None:
        """A picture is only looked at, unless its world file lays it under the map's shapes."""
        return self.keeps if options.world else None

    def write(
        self, source: MapDocument, path: Path, options: ExportOptions, progress: Progress | None
    ) -> str:
        """The printed sheet."""
        from wardesk.render.export.map_pictures import write_map_png

        return write_map_png(source, path, options, progress)


class Svg(MapExporter):
    """A drawing."""

    id, suffix = "svg", ".svg"
    title, help = say("SVG drawing"), "Write a drawing."
    takes = (*PICTURE, WORDS_AS_TEXT)

    def write(
        self, source: MapDocument, path: Path, options: ExportOptions, progress: Progress | None
    ) -> str:
        """The printed sheet in shapes."""
        from wardesk.render.export.map_pictures import write_map_svg

        return write_map_svg(source, path, options, progress)


class Pdf(MapExporter):
    """Pages of paper, or a poster."""

    id, suffix = "pdf", ".pdf"
    title, help = say("PDF pages to print"), "Write pages to print, true to scale."
    takes = (CELL_MM, SHEET_MM, *PAGES, *_SHEET)

    def write(
        self, source: MapDocument, path: Path, options: ExportOptions, progress: Progress | None
    ) -> str:
        """The printed sheet at its true size."""
        from wardesk.render.export.print_pages import write_map_pdf

        return write_map_pdf(source, path, options, progress)


class Vmod(MapExporter):
    """A module with a picture and a grid of names; the whole map lies inside for WarDesk."""

    id, suffix = "vmod", ".vmod"
    title, help = say("VASSAL module"), "Write a VASSAL module."
    takes = PICTURE
    keeps = Keeps(
        program="VASSAL",
        things=WITH_THE_MAP_INSIDE,
        unseen=("names", "figures", "reasons", "kept", "costs", "sight"),
        painted=("ground", "sides", "lines", "heights", "labels", "zones", "others"),
        only={"reasons": "pairs"},
    )

    def write(
        self, source: MapDocument, path: Path, options: ExportOptions, progress: Progress | None
    ) -> str:
        """A module of the map alone."""
        from wardesk.render.export.map_modules import write_map_vmod

        return write_map_vmod(source, path, options, progress)


class Tmx(MapExporter):
    """Tiles, sides, lines and points are shown; the whole map lies inside for WarDesk."""

    id, suffix, tiles = "tmx", ".tmx", True
    title, help = say("Tiled map"), "Write a Tiled map, its tiles beside it."
    takes = (THEME, HIDDEN_TOO)
    keeps = Keeps(
        program="Tiled",
        things=WITH_THE_MAP_INSIDE,
        unseen=("heights", "names", "figures", "high", "labels", "zones", "others", "reasons",
                "kept", "costs", "sight", "look"),
        only={"heights": "tall", "labels": "curved"},
    )  # fmt: skip

    def write(
        self, source: MapDocument, path: Path, options: ExportOptions, progress: Progress | None
    ) -> str:
        """The map, and beside it the pictures of its tiles."""
        from wardesk.render.export.tiled_tiles import write_map_tmx

        return write_map_tmx(source, path, options, progress)


class TripleA(MapExporter):
    """Outlines, names, neighbours, land and water, and a picture of the rest.

    Names and water are told as they are on the whole map, so hidden layers count for the picture.
    """

    id, end = "triplea", "-triplea"
    title, help = say("TripleA map folder"), "Write a TripleA map folder."
    takes = PICTURE
    keeps = Keeps(
        program="TripleA",
        things=frozenset({"hidden", "names", "high", "kinds"}),
        # what is high, and what kinds are called, is told with the sides and kinds themselves
        told=(
            say(
                "Outlines come back in pixels of the picture; pairs that do not follow from them "
                "come back as doubts to review."
            ),
        ),
    )

    def write(
        self, source: MapDocument, path: Path, options: ExportOptions, progress: Progress | None
    ) -> str:
        """A folder of tables and tiles."""
        from wardesk.render.export.map_modules import write_map_triplea

        return write_map_triplea(source, path, options, progress)


class Gpkg(MapExporter):
    """Tables of shapes with the ids of their kinds."""

    id, suffix = "gpkg", ".gpkg"
    title, help = say("GeoPackage"), "Write a GeoPackage."
    takes = (HIDDEN_TOO,)
    keeps = Keeps(
        program="QGIS",
        things=frozenset(
            {"called", "names", "ground", "sides", "high", "lines", "heights", "figures", "labels",
             "zones", "others"}
        ),
        told=(say("WarDesk reads no GeoPackage back; write GeoJSON beside it."),),
    )  # fmt: skip

    def write(
        self, source: MapDocument, path: Path, options: ExportOptions, progress: Progress | None
    ) -> str:
        """Cells, borders and features as layers."""
        from wardesk.render.export.map_modules import write_map_gpkg

        return write_map_gpkg(source, path, options, progress)


class GeoJson(MapExporter):
    """Programs see shapes with words; the whole map lies inside for WarDesk."""

    id, suffix = "geojson", ".geojson"
    title, help = say("GeoJSON for QGIS and GDAL"), "Write GeoJSON for QGIS and GDAL."
    takes = (HIDDEN_TOO,)
    keeps = Keeps(
        program="QGIS",
        things=WITH_THE_MAP_INSIDE,
        unseen=("grid", "costs", "sight", "reasons", "kept", "look"),
        told=(
            say("Once another program changes the features, only outlines and ground come back."),
        ),
    )

    def write(
        self, source: MapDocument, path: Path, options: ExportOptions, progress: Progress | None
    ) -> str:
        """Cells, borders and features for QGIS and GDAL."""
        from wardesk.documents.exports.geojson import write_geojson
        from wardesk.render.export.map_options import left_out

        report(progress, 0, 1)
        count = write_geojson(source, path, left_out(source, options))
        report(progress, 1, 1)
        return say("{number} features", number=count)


EXPORTERS: dict[str, MapExporter] = {
    one.id: one
    for one in (Png(), Svg(), Pdf(), Vmod(), Tmx(), TripleA(), Gpkg(), GeoJson())
}  # fmt: skip
"""All forms of a map in the order of the command line."""

# ---- writing -------------------------------------------------------------------------------------


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
            from wardesk.render.export.tiled_tiles import grid_for_tiles

            grid_for_tiles(document)
    written = write_in_turn(
        wanted, lambda form, path, told: export_map(document, form, path, options, told), progress
    )
    return [replace(one, notes=left_behind(document, one.form, options)) for one in written]


def left_behind(document: MapDocument, form: str, options: ExportOptions) -> tuple[str, ...]:
    """What of this map stays behind in a form, in sentences; none for what is only looked at."""
    from wardesk.documents.exports.unsupported_features import left_of
    from wardesk.render.export.map_options import left_out

    keeps = EXPORTERS[form].kept(options)
    return left_of(keeps, document, left_out(document, options)).sentences() if keeps else ()


def _exporter(form: str, path: Path) -> MapExporter:
    known_form(form, EXPORTERS)
    exporter = EXPORTERS[form]
    if exporter.suffix and path.suffix.lower() not in ("", exporter.suffix):
        text = say(
            "{path!s} is no name for this form: {exporter}.",
            path=path.name,
            exporter=exporter.title,
        )
        raise UserError(text, say("Let it end in {suffix!s}.", suffix=exporter.suffix))
    return exporter
