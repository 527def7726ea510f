"""The rows of a map file's parts, and how they become a `MapDocument` and back.

Rows are closed: an entry nobody knows is refused rather than lost on the next save, because a map
folder is edited by hand and a misspelt name should be told.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct, field

from wardesk.documents.files.json_parts import MEND, typed
from wardesk.documents.maps.features import NO_FEATURES, feature_row, read_features
from wardesk.documents.maps.lattice_rows import (
    is_lattice,
    plain_cells,
    plain_grid,
    read_cells,
    read_layout,
)
from wardesk.documents.maps.optional_parts import (
    plain_kept,
    plain_underlays,
    read_kept,
    read_look,
    read_underlays,
)
from wardesk.drawing.document import MapDocument, Override
from wardesk.errors import DamagedFile, NewerFile
from wardesk.geometry.borders.topology import Edge, Face
from wardesk.geometry.grids.snap import STEPS_PER_UNIT, Point
from wardesk.geometry.sight.policy import SightPolicy
from wardesk.model.board import Cell
from wardesk.model.map_look import PLAIN_LOOK
from wardesk.model.palette import BorderKind, LineKind, Palette, Scalar, TerrainKind
from wardesk.words import say

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\s/\\\x00-\x1f\x7f]+\Z")]
Number = Annotated[int, Meta(ge=1)]
Text = Annotated[str, Meta(max_length=20_000, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*\Z")]
"""Free text without control characters, which could rewrite a terminal."""
Row = TypeVar("Row")
Key = TypeVar("Key", bound=Hashable)

REQUIRED = ("manifest.json", "grid.json", "borders.json", "cells.json", "palette.json")
OPTIONAL = ("sides.json", "features.geojson", "styles.json", "underlays.json", "reviewed.json",
            "look.json")  # fmt: skip
KNOWN = frozenset(REQUIRED + OPTIONAL)


class _Closed(Struct, forbid_unknown_fields=True, kw_only=True):
    """A row in which every entry is known."""


class ManifestPart(_Closed):
    """``manifest.json``: what this file is and where it comes from."""

    format: str
    version: int
    written_by: Text
    id: Id
    title: Text
    provenance: Text
    needs: list[Id] = field(default_factory=list[Id])
    """Abilities a reader must have; this WarDesk has none beyond the format itself."""


class GridPart(_Closed):
    """``grid.json``: the kind of cells and the unit of coordinates."""

    kind: Literal["area"]
    unit: Text
    steps_per_unit: Literal[64]


class EdgeRow(_Closed):
    """One border of ``borders.json``; *from* and *to* are node ids, *points* the bends between."""

    id: Number
    start: Number = field(name="from")
    end: Number = field(name="to")
    kind: Id
    points: Annotated[list[Point], Meta(max_length=100_000)] = field(default_factory=list[Point])


class FaceRow(_Closed):
    """One outline of ``borders.json``: signed border ids, the cell on the left of the walk."""

    cell: Id
    outer: list[int]
    holes: list[list[int]] = field(default_factory=list[list[int]])
    parts: list[list[int]] = field(default_factory=list[list[int]])
    """Outer rings of further pieces."""


class BordersPart(_Closed):
    """``borders.json``: nodes as [id, x, y], borders stored once, outlines made of them."""

    nodes: Annotated[list[tuple[Number, float, float]], Meta(max_length=1_000_000)]
    edges: Annotated[list[EdgeRow], Meta(max_length=1_000_000)]
    faces: Annotated[list[FaceRow], Meta(max_length=250_000)]


class CellRow(_Closed):
    """One cell of ``cells.json``; its outline is in ``borders.json``."""

    id: Id
    name: Text
    terrain: Id
    anchor: Point
    properties: dict[str, Scalar] = field(default_factory=dict[str, Scalar])


class CellsPart(_Closed):
    """``cells.json``: the cells in the order in which people list them."""

    cells: Annotated[list[CellRow], Meta(max_length=250_000)]


class OverrideRow(_Closed):
    """One override of ``sides.json``."""

    pair: tuple[Id, Id]
    change: Literal["add", "remove"]
    reason: Text


class SideRow(_Closed):
    """One side of a hex or square in ``sides.json`` with what lies on it.

    *high*: the cell of the pair on the high side of a directed kind, if the map says which.
    """

    pair: tuple[Id, Id]
    kinds: Annotated[list[Id], Meta(min_length=1, max_length=8)]
    high: Id | None = None


class SidesPart(_Closed):
    """``sides.json``: what lies on sides of hexes and squares, and people's words on adjacency."""

    overrides: list[OverrideRow] = field(default_factory=list[OverrideRow])
    sides: list[SideRow] = field(default_factory=list[SideRow])


class TerrainRow(_Closed):
    """One kind of ground of ``palette.json``."""

    id: Id
    name: Text
    art: Text = "open"
    cite: Text = ""
    properties: dict[str, Scalar] = field(default_factory=dict[str, Scalar])


class BorderKindRow(_Closed):
    """One kind of border of ``palette.json``."""

    id: Id
    name: Text
    passable: bool
    art: Text = "border"
    cite: Text = ""
    directed: bool = False
    properties: dict[str, Scalar] = field(default_factory=dict[str, Scalar])
    crosses: list[Id] = field(default_factory=list[str])


class LineKindRow(_Closed):
    """One kind of drawn line of ``palette.json``."""

    id: Id
    name: Text
    art: Text = "line"
    cite: Text = ""
    properties: dict[str, Scalar] = field(default_factory=dict[str, Scalar])


class PalettePart(_Closed):
    """``palette.json``: the map's own copy of its kinds."""

    id: Id
    title: Text
    terrain: list[TerrainRow]
    borders: list[BorderKindRow]
    lines: list[LineKindRow] = field(default_factory=list[LineKindRow])
    sight: list[SightPolicy] = field(default_factory=list[SightPolicy])


def document_from(plain: Mapping[str, Any], extra: dict[str, bytes]) -> MapDocument:
    """The document of plain parts in the current version. DamagedFile with part and row."""
    lattice = is_lattice(plain.get("grid.json"))
    for name in REQUIRED:
        if name not in plain and not (lattice and name == "borders.json"):
            raise DamagedFile(say("The part {name!s} is missing.", name=name), MEND)
    manifest = typed(plain["manifest.json"], ManifestPart, "manifest.json")
    if manifest.needs:
        needs = ", ".join(manifest.needs[:5])
        text = say("This map needs abilities this WarDesk does not have: {needs}.", needs=needs)
        raise NewerFile(
            text,
            say(
                "It was written by WarDesk {written_by!s}; install that.",
                written_by=manifest.written_by,
            ),
        )
    if lattice:
        return _lattice_document(manifest, plain, extra)
    grid = typed(plain["grid.json"], GridPart, "grid.json")
    borders = typed(plain["borders.json"], BordersPart, "borders.json")
    cells = typed(plain["cells.json"], CellsPart, "cells.json")
    sides = typed(plain.get("sides.json", {"overrides": []}), SidesPart, "sides.json")
    styles = typed(plain.get("styles.json", {}), dict[str, Any], "styles.json")
    return MapDocument(
        id=manifest.id,
        title=manifest.title,
        provenance=manifest.provenance,
        kind=grid.kind,
        unit=grid.unit,
        nodes={
            number: (x, y)
            for number, (_, x, y) in _by_key(
                borders.nodes, lambda row: row[0], "borders.json, nodes"
            ).items()
        },
        edges={
            number: Edge(number, row.start, row.end, tuple(row.points), row.kind)
            for number, row in _by_key(
                borders.edges, lambda row: row.id, "borders.json, edges"
            ).items()
        },
        faces={
            name: Face(tuple(row.outer), tuple(map(tuple, row.holes)), tuple(map(tuple, row.parts)))
            for name, row in _by_key(
                borders.faces, lambda row: row.cell, "borders.json, faces"
            ).items()
        },
        cells={
            name: Cell(row.id, row.name, row.terrain, row.anchor, row.properties)
            for name, row in _by_key(cells.cells, lambda row: row.id, "cells.json").items()
        },
        overrides=[Override(row.pair, row.change, row.reason) for row in sides.overrides],
        kept=read_kept(plain.get("reviewed.json")),
        features=read_features(plain.get("features.geojson", NO_FEATURES), "features.geojson"),
        palette=palette_of(typed(plain["palette.json"], PalettePart, "palette.json")),
        styles=styles,
        underlays=read_underlays(plain.get("underlays.json")),
        look=read_look(plain.get("look.json")),
        extra_parts=extra,
    )


def _lattice_document(
    manifest: ManifestPart, plain: Mapping[str, Any], extra: dict[str, bytes]
) -> MapDocument:
    if "borders.json" in plain:
        raise DamagedFile("borders.json: maps of hexes and squares draw no borders.", MEND)
    kind, unit, layout = read_layout(plain["grid.json"])
    part = typed(plain.get("sides.json", {}), SidesPart, "sides.json")
    sides: dict[tuple[str, str], tuple[str, ...]] = {}
    high: dict[tuple[str, str], str] = {}
    for number, row in enumerate(part.sides, start=1):
        a, b = sorted(row.pair)
        if (a, b) in sides:
            raise DamagedFile(
                say(
                    "sides.json, row {number!s}: {a!s}–{b!s} is given twice.",
                    number=number,
                    a=a,
                    b=b,
                ),
                MEND,
            )
        sides[a, b] = tuple(row.kinds)
        if row.high is not None:
            if row.high not in (a, b):
                text = say(
                    "sides.json, row {number!s}: {high!s} is neither {a!s} nor {b!s}.",
                    number=number,
                    high=row.high,
                    a=a,
                    b=b,
                )
                raise DamagedFile(text, MEND)
            high[a, b] = row.high
    return MapDocument(
        id=manifest.id,
        title=manifest.title,
        provenance=manifest.provenance,
        kind=kind,
        unit=unit,
        layout=layout,
        cells=read_cells(plain["cells.json"], layout),
        sides=sides,
        high=high,
        overrides=[Override(row.pair, row.change, row.reason) for row in part.overrides],
        kept=read_kept(plain.get("reviewed.json")),
        features=read_features(plain.get("features.geojson", NO_FEATURES), "features.geojson"),
        palette=palette_of(typed(plain["palette.json"], PalettePart, "palette.json")),
        styles=typed(plain.get("styles.json", {}), dict[str, Any], "styles.json"),
        underlays=read_underlays(plain.get("underlays.json")),
        look=read_look(plain.get("look.json")),
        extra_parts=extra,
    )


def plain_parts(document: MapDocument, manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The document's own parts as plain values; *manifest* carries format, version and writer."""
    parts: dict[str, Any] = {
        "manifest.json": {
            **manifest,
            "id": document.id,
            "title": document.title,
            "provenance": document.provenance,
            "needs": [],
        },
        **(_plain_areas(document) if document.layout is None else {}),
        "palette.json": _plain_palette(document.palette),
        "features.geojson": {
            "type": "FeatureCollection",
            "features": [feature_row(feature) for feature in document.features],
        },
        "styles.json": document.styles,
    }
    if document.overrides:
        parts["sides.json"] = {"overrides": [msgspec.to_builtins(o) for o in document.overrides]}
    if document.kept:
        parts["reviewed.json"] = plain_kept(document.kept)
    if document.look != PLAIN_LOOK:
        parts["look.json"] = msgspec.to_builtins(document.look)
    if document.underlays:
        parts["underlays.json"] = plain_underlays(document.underlays)
    if document.layout is not None:
        parts["grid.json"] = plain_grid(document, document.layout, STEPS_PER_UNIT)
        parts["cells.json"] = plain_cells(document, document.layout)
        if document.sides:
            rows = [_side_row(pair, kinds, document.high) for pair, kinds in document.sides.items()]
            parts["sides.json"] = {**parts.get("sides.json", {}), "sides": rows}
    return parts


def _plain_areas(document: MapDocument) -> dict[str, Any]:
    """Grid, borders and cells of an area map."""
    return {
        "grid.json": {
            "kind": document.kind,
            "unit": document.unit,
            "steps_per_unit": STEPS_PER_UNIT,
        },
        "borders.json": {
            "nodes": [[number, x, y] for number, (x, y) in document.nodes.items()],
            "edges": [_edge_row(edge) for edge in document.edges.values()],
            "faces": [_face_row(name, face) for name, face in document.faces.items()],
        },
        "cells.json": {"cells": [msgspec.to_builtins(c) for c in document.cells.values()]},
    }


def _plain_palette(palette: Palette) -> dict[str, Any]:
    """``palette.json``; lines and sight rules only where there are any."""
    rows: dict[str, Any] = {
        "id": palette.id,
        "title": palette.title,
        "terrain": [msgspec.to_builtins(kind) for kind in palette.terrain.values()],
        "borders": [_border_kind_row(kind) for kind in palette.borders.values()],
    }
    if palette.lines:
        rows["lines"] = [msgspec.to_builtins(kind) for kind in palette.lines.values()]
    if palette.sight:
        rows["sight"] = [plain_policy(policy) for policy in palette.sight.values()]
    return rows


def _border_kind_row(kind: BorderKind) -> dict[str, Any]:
    row: dict[str, Any] = msgspec.to_builtins(kind)
    usual = ("directed", "properties", "crosses")
    return {name: value for name, value in row.items() if value or name not in usual}


def _side_row(
    pair: tuple[str, str], kinds: tuple[str, ...], high: Mapping[tuple[str, str], str]
) -> dict[str, Any]:
    row: dict[str, Any] = {"pair": list(pair), "kinds": list(kinds)}
    return {**row, "high": high[pair]} if high.get(pair) in pair else row


def _edge_row(edge: Edge) -> dict[str, Any]:
    points = [list(point) for point in edge.points]
    row = {"id": edge.id, "from": edge.start, "to": edge.end, "kind": edge.kind}
    return {**row, "points": points} if points else row


def _face_row(name: str, face: Face) -> dict[str, Any]:
    row: dict[str, Any] = {"cell": name, "outer": list(face.outer)}
    for key, rings in (("holes", face.holes), ("parts", face.parts)):
        if rings:
            row[key] = [list(ring) for ring in rings]
    return row


def palette_of(part: PalettePart) -> Palette:
    """The palette of a part; DamagedFile if an id is given twice."""
    terrain = _by_key(part.terrain, lambda row: row.id, "palette.json, terrain")
    borders = _by_key(part.borders, lambda row: row.id, "palette.json, borders")
    lines = _by_key(part.lines, lambda row: row.id, "palette.json, lines")
    return Palette(
        id=part.id,
        title=part.title,
        terrain={
            name: TerrainKind(row.id, row.name, row.art, row.cite, row.properties)
            for name, row in terrain.items()
        },
        borders={
            name: BorderKind(
                row.id,
                row.name,
                row.passable,
                row.art,
                row.cite,
                row.directed,
                row.properties,
                tuple(row.crosses),
            )
            for name, row in borders.items()
        },
        lines={
            name: LineKind(row.id, row.name, row.art, row.cite, row.properties)
            for name, row in lines.items()
        },
        sight=_by_key(part.sight, lambda row: row.id, "palette.json, sight"),
    )


def _by_key(rows: Iterable[Row], key: Callable[[Row], Key], where: str) -> dict[Key, Row]:
    found: dict[Key, Row] = {}
    for number, row in enumerate(rows, start=1):
        name = key(row)
        if name in found:
            raise DamagedFile(
                say(
                    "{where}, row {number!s}: the id {name!s} is given twice.",
                    where=where,
                    number=number,
                    name=name,
                ),
                MEND,
            )
        found[name] = row
    return found


def plain_policy(policy: SightPolicy) -> dict[str, Any]:
    """A rule as plain values; entries with their usual value are left out."""
    usual: dict[str, Any] = msgspec.to_builtins(SightPolicy(id=""))
    row: dict[str, Any] = msgspec.to_builtins(policy)
    return {name: value for name, value in row.items() if value != usual[name]}
