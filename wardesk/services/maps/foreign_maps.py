"""Maps of other programs opened, each as a new map: TripleA, GeoJSON, GeoPackage, SVG, Tiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec import json

from wardesk.documents.imports.areas import (
    Imported,
    by_the_source,
    came_back,
    doubts_now,
    import_tracing,
)
from wardesk.documents.imports.geojson import read_geojson, read_own_geojson, traced_features
from wardesk.documents.imports.gis import GIS, read_gis
from wardesk.documents.imports.hexwright import is_hexwright, read_hexwright
from wardesk.documents.imports.svg import read_svg
from wardesk.documents.imports.tiled import read_tmx
from wardesk.documents.imports.tracing import Tracing
from wardesk.documents.imports.triplea import is_triplea, read_triplea
from wardesk.documents.maps.store import document_from_parts, parts_from_document, write_map
from wardesk.drawing.issues.pair_review import GRAVE
from wardesk.drawing.issues.whole_map import require_sound
from wardesk.errors import Progress, UserError
from wardesk.services.maps.edit_session import EditSession
from wardesk.services.maps.new_map import free_place
from wardesk.store.geopackage import read_geopackage
from wardesk.words import Text, say, say_count

_GEOJSON = (".geojson", ".json")
_TILED = ".tmx"
_DRAWING = ".svg"
_TABLES = ".gpkg"
POLYGONS = "polygons.txt"
"""The file by which a person names a TripleA folder."""


def is_foreign(path: Path) -> bool:
    """Whether a path looks like a map of another program."""
    if path.is_dir():
        return is_triplea(path)
    if path.suffix.lower() == ".json":
        return path.is_file() and is_hexwright(path)
    return (
        path.suffix.lower() in (_TILED, _DRAWING, _TABLES, ".geojson", *GIS)
        or path.name == POLYGONS
    )


def read_foreign(
    source: Path,
    game: str = "",
    *,
    tolerance: float | None = None,
    declared: bool = False,
    progress: Progress | None = None,
    seconds: float | None = None,
) -> Imported:
    """The map in a file or folder of another program. Errors as its readers; UserError for none.

    *game*, of TripleA; *declared*: its own word on neighbours counts (`by_the_source`); the others
    as `import_tracing`.
    """
    found = _read(source, game, tolerance, progress, seconds)
    return by_the_source(found) if declared else found


def _read(
    source: Path,
    game: str,
    tolerance: float | None,
    progress: Progress | None,
    seconds: float | None,
) -> Imported:
    if source.name == POLYGONS:
        source = source.parent
    suffix = source.suffix.lower() if source.is_file() else ""
    if suffix == _TILED:
        tiled = read_tmx(source)
        return came_back(tiled.document, tiled.notes, own=tiled.own, pictures=tiled.pictures)
    if suffix == ".json" and is_hexwright(source):
        return read_hexwright(source)
    if suffix in _GEOJSON:
        own = read_own_geojson(source)
        if own is not None:
            return came_back(own)
        tracing = read_geojson(source)
    elif suffix == _DRAWING:
        tracing = read_svg(source, game)
    elif suffix == _TABLES:
        tracing = _of_tables(source, game)
    elif suffix in GIS:
        tracing = read_gis(source, game)
    elif source.is_dir() and is_triplea(source):
        tracing = read_triplea(source, game)
    else:
        raise _unknown(source)
    return import_tracing(tracing, tolerance=tolerance, progress=progress, seconds=seconds)


def _of_tables(source: Path, layer: str) -> Tracing:
    """The areas in a GeoPackage."""
    found = read_geopackage(source, layer)
    notes: list[str] = []
    if found.others:
        notes.append(
            f"The areas are those of the layer “{found.name}”; other layers: "
            f"{', '.join(found.others[:8])}."
        )
    rows = (
        {"geometry": json.decode(shape), "properties": dict(told)} for shape, told in found.rows
    )
    return traced_features(rows, source, "GeoPackage", notes)


def open_foreign(
    source: Path, folder: Path, dress: Callable[[Imported], Sequence[str]] = lambda _found: ()
) -> EditSession:
    """Make a new map of another program's, in *folder*, and open it; the notes tell what was lost.

    *dress* gives one that WarDesk did not write what its kinds lack to be shown, and says what
    could not be given. Errors as `read_foreign` and `write_map`.
    """
    found = read_foreign(source)
    notes = found.notes if found.own else (*found.notes, *_doubtful(found), *dress(found))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror or "unknown reason"
        raise UserError(
            say("{path!s} cannot be read: {why}.", path=folder, why=why), "Choose another file."
        ) from error
    place = free_place(folder, found.document.title)
    write_foreign(found, place)
    session = EditSession.open(place)
    session.notices.extend(notes)
    return session


def _doubtful(found: Imported) -> Iterator[Text]:
    """What a person should look at before anybody plays on it."""
    rows = doubts_now(found.document) if found.declared is not None else ()
    grave = sum(row.doubt >= GRAVE for row in rows)
    if grave:
        yield say_count(
            "{n} pair of areas may be neighbours or not: see the tool “Review neighbours”.",
            "{n} pairs of areas may be neighbours or not: see the tool “Review neighbours”.",
            n=grave,
        )


def write_foreign(found: Imported, place: Path) -> None:
    """Write a map that was read, if what is written can be opened; else UserError and no file.

    One of WarDesk's own that comes back with errors is written with them, to be mended.
    """
    if not found.own:
        again = document_from_parts(parts_from_document(found.document))
        require_sound(again, found.document.title)
    write_map(found.document, place)


def _unknown(source: Path) -> UserError:
    if source.exists():
        text = say(
            "{source!s} is neither a TripleA map folder (with polygons.txt), a drawing (.svg), a "
            ".geojson or .gpkg file nor a Tiled map (.tmx).",
            source=source,
        )
    else:
        text = say(
            "{source!s} is not there; give a TripleA map folder (with polygons.txt), a drawing "
            "(.svg), a .geojson or .gpkg file or a Tiled map (.tmx).",
            source=source,
        )
    return UserError(text, "Choose one of these.")
