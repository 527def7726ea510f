"""Import of Hexwright projects: hex maps that somebody read off a printed board.

A project names its parts: the grid, ground, hexsides, features, names, heights and the palette.
Each is a small JSON file beside it. Format as its documentation of July 2026 tells it: flat-top
hexes, column before row, both counted from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any, cast

from wardesk.documents.files.json_parts import decode
from wardesk.documents.imports.areas import Imported, came_back
from wardesk.documents.imports.tracing import TRY, plain, read_text
from wardesk.drawing.document import Layout, MapDocument
from wardesk.drawing.layers import LABEL, elevation_property
from wardesk.errors import DamagedFile
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.numbering import Count, Numbering, centres
from wardesk.model.board import Cell, Feature
from wardesk.model.palette import BorderKind, LineKind, Palette, TerrainKind
from wardesk.words import say, say_count

_PLAIN = "clear"
_MOST = 250_000
_LINE_WORDS = ("road", "rail", "track", "path", "trail", "highway")
"""What leads from hex to hex where no palette says so."""
_CODE = re.compile(r"\d{4,6}\Z")
_ID = re.compile(r"[^\s/\\\x00-\x1f\x7f]{1,64}\Z")

_Table = Mapping[str, Any]


def is_hexwright(path: Path) -> bool:
    """Whether a JSON file is a Hexwright project of hexes."""
    try:
        value = decode(read_text(path).encode(), path.name)
    except DamagedFile:
        return False
    return isinstance(value, dict) and isinstance(value.get("hexgrid"), str)


def read_hexwright(path: Path) -> Imported:
    """The map that a project's file names with its parts. DamagedFile naming the part."""
    project = _table(path)
    files = _Parts(path, project)
    grid, missing = _grid(files.part("hexgrid", needed=True), path)
    digits = max(2, len(str(max(grid.columns, grid.rows) - 1)))
    count = Count(start=0, digits=digits)
    numbering = Numbering(columns=count, rows=count)
    labels = numbering.labels(grid)
    palette = files.part("palette")
    ground, unknown = _ground(files.part("terrain"), palette, frozenset(labels))
    kinds = _kinds(palette.get("terrain"), {_PLAIN, *ground.values()})
    cells = {
        labels[n]: Cell(labels[n], labels[n], ground.get(labels[n], _PLAIN), anchor)
        for n, anchor in enumerate(centres(grid))
        if n not in missing
    }
    title = plain(str(project.get("name") or path.stem))
    document = MapDocument(
        id=re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "map", title=title or "map",
        provenance="imported from Hexwright", kind="hex",
        palette=Palette("hexwright", "Kinds from Hexwright", kinds),
        layout=Layout(grid, numbering, fill=_PLAIN), cells=cells,
    )  # fmt: skip
    notes = [say("{n} hexes have their ground from Hexwright.", n=len(ground))]
    unknown += _heights(document, files.part("elevation"))
    unknown += _sides(document, files.part("hexsides"), palette)
    unknown += _names(document, files)
    if unknown:
        notes.append(
            say_count(
                "{n} entry names a hex that the grid does not have, and was left out.",
                "{n} entries name hexes that the grid does not have, and were left out.",
                n=unknown,
            )
        )
    if project.get("map"):
        notes.append(say("The scan of the board was left out; lay it under the map yourself."))
    return came_back(document, tuple(notes), own=False)


class _Parts:
    """The files that a project names; only those beside it or in its own folders."""

    def __init__(self, path: Path, project: _Table) -> None:
        self._path, self._project = path, project

    def part(self, name: str, *, needed: bool = False) -> _Table:
        """The table in one part; empty when the project names none. DamagedFile if it is gone."""
        told = self._project.get(name)
        if not isinstance(told, str) or not told:
            if needed:
                text = say("{path!s} names no {part}.", path=self._path.name, part=name)
                raise DamagedFile(text, TRY)
            return {}
        place = self._place(told)
        if place is None:
            if name == "palette":
                return {}  # the program's own may be named, and lies with the program
            text = say(
                "{path!s} names {part!s}, which is not beside it.", path=self._path.name,
                part=plain(told),
            )  # fmt: skip
            raise DamagedFile(text, "Put all files of the project into one folder.")
        return _table(place)

    def _place(self, told: str) -> Path | None:
        """Names are told from the folder of the web page: the project's own, or one above it."""
        parts = PurePosixPath(told).parts
        if ".." in parts or PurePosixPath(told).is_absolute():
            parts = parts[-1:]
        folder = self._path.resolve().parent
        for near in (folder, *folder.parents[:3]):
            place = near.joinpath(*parts)
            if place.is_file():
                return place
        beside = folder / parts[-1]
        return beside if beside.is_file() else None


def _table(path: Path) -> _Table:
    value = decode(read_text(path).encode(), path.name)
    if not isinstance(value, dict):
        raise DamagedFile(say("{path!s} is not a table.", path=path.name), TRY)
    return cast("dict[str, Any]", value)


def _inner(part: _Table, name: str) -> _Table:
    """A table inside a part, or the part itself, as older versions had it."""
    value = part.get(name, part)
    return cast("_Table", value) if isinstance(value, dict) else {}


def _grid(part: _Table, path: Path) -> tuple[HexGrid, frozenset[int]]:
    """The sheet, and the numbers of the hexes that jagged columns lack."""
    by_parity = part.get("row_counts_by_parity")
    odd_rows = even_rows = _whole(part.get("n_rows"))
    down = -_figure(part, "odd_col_y_offset")
    if part.get("grid_version") == 2 and isinstance(by_parity, dict):
        even_rows, odd_rows = _whole(by_parity.get("even")), _whole(by_parity.get("odd"))
    else:
        down = _figure(part, "even_col_y_offset") or _figure(part, "even_col_down_offset")
    columns, rows = _whole(part.get("n_cols")), max(even_rows, odd_rows)
    if not (columns and rows) or columns * rows > _MOST:
        text = say(
            "{path!s} has {columns} × {rows} hexes.", path=path.name, columns=columns, rows=rows
        )
        raise DamagedFile(text, say("From 1 to {most} can be read.", most=_MOST))
    grid = HexGrid(columns, rows, shoved="odd" if down > 0 else "even")
    lacking = frozenset(
        number
        for number in range(grid.count)
        for column, row in [grid.offset(*grid.coordinates(number))]
        if row >= (odd_rows if column % 2 else even_rows)
    )
    return grid, lacking


def _figure(part: _Table, name: str) -> float:
    """A number of the grid, also where older versions put it."""
    for table in (part, part.get("y_model"), part.get("x_model")):
        value = cast("_Table", table).get(name) if isinstance(table, dict) else None
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
    return 0.0


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _ground(part: _Table, palette: _Table, known: frozenset[str]) -> tuple[dict[str, str], int]:
    found: dict[str, str] = {}
    unknown = 0
    other = _inner(palette, "terrainAliases") if "terrainAliases" in palette else {}
    for code, kind in _inner(part, "terrain").items():
        kind = kind.get("terrain") if isinstance(kind, dict) else kind
        if not isinstance(kind, str) or not _CODE.match(code):
            continue
        if code in known:
            found[code] = _key(other.get(kind, kind))
        else:
            unknown += 1
    return found, unknown


def _key(value: object) -> str:
    key = "-".join(str(value).split())[:64]
    return key if _ID.match(key) else _PLAIN


def _rows(value: object) -> Iterator[_Table]:
    """The entries of a palette that have a key."""
    for row in cast("list[object]", value) if isinstance(value, list) else []:
        if isinstance(row, dict) and isinstance(row.get("key"), str):
            yield cast("_Table", row)


def _kinds(rows: object, used: set[str]) -> dict[str, TerrainKind]:
    """The palette's kinds of ground, and those that only the map names."""
    titles = {_key(row["key"]): plain(str(row.get("label") or row["key"])) for row in _rows(rows)}
    titles |= {kind: kind.replace("_", " ").capitalize() for kind in sorted(used - titles.keys())}
    return {kind: TerrainKind(kind, name, name.lower()) for kind, name in titles.items()}


def _heights(document: MapDocument, part: _Table) -> int:
    unknown, name = 0, elevation_property(document)
    for code, level in _inner(part, "elevation").items():
        if not _CODE.match(code) or not _whole(level):
            continue
        cell = document.cells.get(code)
        if cell is None:
            unknown += 1
        else:
            cell = Cell(cell.id, cell.name, cell.terrain, cell.anchor, {name: int(level)})
            document.cells[code] = cell
    return unknown


def _sides(document: MapDocument, part: _Table, palette: _Table) -> int:
    """Rivers and ridges lie on sides; roads and rails lead from middle to middle."""
    other = {"impassible": "impassable", **_inner(palette, "hexsideAliases")}
    told = {row["key"]: row for row in _rows(palette.get("hexsideFeatures"))}
    by_layer = {row.get("exportLayer"): key for key, row in told.items()}
    borders: dict[str, BorderKind] = {}
    lines: dict[str, LineKind] = {}
    unknown = 0
    grid = document.grid
    assert isinstance(grid, HexGrid)
    numbers = document.cell_numbers
    for layer, pairs in part.items():
        if not isinstance(pairs, list) or layer in ("slopes", "escarpments"):
            continue
        raw = str(by_layer.get(layer) or other.get(layer) or layer.removesuffix("s"))
        row, kind = told.get(raw, {}), _key(raw)
        name = plain(str(row.get("label") or raw.replace("_", " ").capitalize()))
        leads = row.get("kind") == "crossing" if row else any(word in kind for word in _LINE_WORDS)
        leads = leads and "bridge" not in kind
        legs: list[tuple[str, str]] = []
        for pair in cast("list[object]", pairs):
            ends = _ends(pair)
            near = ends is not None and all(end in document.cells for end in ends)
            a, b = ends if ends is not None else ("", "")
            if not near or not _beside(grid, numbers[a], numbers[b]):
                unknown += 1
            else:
                legs.append((min(a, b), max(a, b)))
        if leads:
            lines[kind] = LineKind(kind, name, name.lower())
            for number, way in enumerate(_ways(legs), start=1):
                points = [list(document.cells[cell].anchor) for cell in way]
                form = {"type": "LineString", "coordinates": points}
                document.features.append(
                    Feature(kind, form, id=f"{kind}-{number}", properties={"cells": way})
                )
        else:
            crosses = ("river",) if "bridge" in kind else ()
            borders[kind] = BorderKind(
                kind, name, passable="impass" not in kind, art=name.lower(), crosses=crosses
            )
            for leg in dict.fromkeys(legs):
                document.sides[leg] = (*document.sides.get(leg, ()), kind)
    borders = {
        key: kind if set(kind.crosses) <= borders.keys() else BorderKind(
            kind.id, kind.name, passable=kind.passable, art=kind.art)
        for key, kind in borders.items()
    }  # fmt: skip
    old = document.palette
    document.palette = Palette(old.id, old.title, old.terrain, borders, lines)
    return unknown


def _ends(pair: object) -> tuple[str, str] | None:
    if isinstance(pair, dict):
        a, b = pair.get("a"), pair.get("b")
    elif isinstance(pair, list) and len(cast("list[object]", pair)) == 2:
        a, b = cast("list[object]", pair)
    else:
        return None
    return (a, b) if isinstance(a, str) and isinstance(b, str) else None


def _beside(grid: HexGrid, a: int, b: int) -> bool:
    (q, r), (s, t) = grid.coordinates(a), grid.coordinates(b)
    return (s - q, t - r) in grid.side_steps


def _ways(legs: list[tuple[str, str]]) -> Iterator[list[str]]:
    """Legs joined into ways that end where a road forks or stops."""
    at: dict[str, list[str]] = {}
    for a, b in dict.fromkeys(legs):
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    left = {frozenset(leg) for leg in legs}
    ends = [cell for cell, others in at.items() if len(others) != 2]
    for start in [*ends, *at]:
        for first in at[start]:
            way = [start]
            step: str | None = first
            while step is not None:
                if frozenset((way[-1], step)) not in left:
                    break
                left.discard(frozenset((way[-1], step)))
                way.append(step)
                others = at[step] if len(at[step]) == 2 else []
                step = next((c for c in others if frozenset((c, step)) in left), None)
            if len(way) > 1:
                yield way


def _names(document: MapDocument, files: _Parts) -> int:
    """Names of hexes, and of features where the hex has none; a feature becomes properties."""
    unknown, named = 0, dict[str, str]()
    for code, name in _inner(files.part("names"), "names").items():
        if _CODE.match(code) and isinstance(name, str) and name.strip():
            named[code] = plain(name)
    rows = files.part("features").get("features")
    for row in cast("list[object]", rows) if isinstance(rows, list) else []:
        one = cast("_Table", row) if isinstance(row, dict) else {}
        code, kind = one.get("code"), one.get("type")
        if not isinstance(code, str) or not isinstance(kind, str):
            continue
        cell = document.cells.get(code)
        if cell is None:
            unknown += 1
            continue
        told = one.get("attrs") if isinstance(one.get("attrs"), dict) else {}
        values = {
            _key(name): value
            for name, value in cast("_Table", told).items()
            if isinstance(value, (int, float, str, bool))
        }
        document.cells[code] = Cell(
            cell.id, cell.name, cell.terrain, cell.anchor,
            {**cell.properties, "place": _key(kind), **values},
        )  # fmt: skip
        if isinstance(one.get("name"), str) and one["name"].strip():
            named.setdefault(code, plain(one["name"]))
    for code, name in named.items():
        cell = document.cells.get(code)
        if cell is None:
            unknown += 1
            continue
        form = {"type": "Point", "coordinates": list(cell.anchor)}
        document.features.append(Feature(LABEL, form, name, id=f"{LABEL}-{code}"))
    return unknown
