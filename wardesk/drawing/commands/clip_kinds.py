"""The palette kinds and drawn features that a copied piece of map takes along to another map."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from wardesk.drawing.commands.change import DocumentDraft
from wardesk.drawing.commands.checks import (
    MOST_POINTS,
    good_id,
    good_point,
    good_scalar,
    good_text,
    new_feature_id,
    one_line,
)
from wardesk.drawing.document import MapDocument
from wardesk.drawing.line_cells import cells_along
from wardesk.errors import UserError
from wardesk.geometry.grids.snap import Point
from wardesk.model.board import Feature
from wardesk.model.palette import BorderKind, LineKind, TerrainKind
from wardesk.words import say

MOST_FEATURES = 5_000
_DEPTHS = {
    "Point": 0,
    "MultiPoint": 1,
    "LineString": 1,
    "MultiLineString": 2,
    "Polygon": 2,
    "MultiPolygon": 3,
}
_LEAST = {"LineString": 2, "Polygon": 4}
Move = Callable[[Point], Point]


class ClipKinds(Struct, frozen=True, forbid_unknown_fields=True):
    """The kinds that a piece of map uses, as its own map knows them."""

    terrain: tuple[TerrainKind, ...] = ()
    borders: tuple[BorderKind, ...] = ()
    lines: tuple[LineKind, ...] = ()


def kinds_used(
    document: MapDocument, terrain: Iterable[str], borders: Iterable[str], lines: Iterable[str]
) -> ClipKinds:
    """The palette's kinds with these ids, each once, in the palette's order."""
    palette = document.palette
    ground, sides, drawn = set(terrain), set(borders), set(lines)
    return ClipKinds(
        tuple(kind for name, kind in palette.terrain.items() if name in ground),
        tuple(kind for name, kind in palette.borders.items() if name in sides),
        tuple(kind for name, kind in palette.lines.items() if name in drawn),
    )


def put_kinds(draft: DocumentDraft, kinds: ClipKinds) -> bool:
    """Draft the palette with the kinds it lacks; kinds it has stay as this map knows them."""
    palette = draft.now("palette")
    tables: dict[str, Any] = {}
    for among, rows in (
        ("terrain", kinds.terrain),
        ("borders", kinds.borders),
        ("lines", kinds.lines),
    ):
        known: Mapping[str, Any] = getattr(palette, among)
        fresh = {kind.id: _good_kind(kind) for kind in rows if kind.id not in known}
        if fresh:
            tables[among] = {**known, **fresh}
    if tables:
        draft.set("palette", replace(palette, **tables))
    return bool(tables)


def features_of(document: MapDocument, cells: Iterable[str], *, whole: bool) -> list[Feature]:
    """What is drawn on these cells: labels of them, lines and zones that stay within them.

    Of a *whole* map everything.
    """
    if whole:
        return list(document.features)
    inside = set(cells)
    return [f for f in document.features if _lies_within(f, inside)]


def moved_feature(feature: Feature, move: Move) -> Feature:
    """The feature with all its points moved. UserError for geometry that is none."""
    return replace(feature, geometry=_moved(feature.geometry, move))


def put_features(
    draft: DocumentDraft,
    features: Iterable[Feature],
    move: Move,
    ids: Mapping[str, str],
    prefix: str = "",
) -> None:
    """Draft copies of features: points moved, cells named anew, ids made free.

    Lines find their cells in `settle_lines`, when the ground is laid. UserError for geometry that
    is none.
    """
    rows: list[Feature] = [*draft.now("features")]
    for number, feature in enumerate(features):
        if number >= MOST_FEATURES:
            raise UserError(
                say(
                    "The piece has more than {most_features!s} drawn features.",
                    most_features=MOST_FEATURES,
                )
            )
        named = feature.properties.get("cells")
        properties = {good_text(k): v for k, v in feature.properties.items() if k != "cells"}
        for value in properties.values():
            if isinstance(value, (str, int, float)):
                good_scalar(value)
        if isinstance(named, (list, tuple)):
            properties["cells"] = [ids[c] for c in named if isinstance(c, str) and c in ids]
        taken = {row.id for row in rows}
        wanted = feature.id and prefix + feature.id
        kept = wanted if wanted and wanted not in taken else ""
        rows.append(
            Feature(
                kind=good_id(feature.kind),
                geometry=_moved(feature.geometry, move),
                name=one_line(feature.name, "A name"),
                cell=ids.get(feature.cell, ""),
                properties=properties,
                id=new_feature_id(rows, kept, feature.kind) if feature.id else "",
            )
        )
    draft.set("features", rows)


def settle_lines(draft: DocumentDraft, after: MapDocument) -> None:
    """Find the cells of the lines that `put_features` added; *after* is the map as it will be."""
    rows: list[Feature] = [*draft.now("features")]
    for place in range(len(draft.document.features), len(rows)):
        row = rows[place]
        if row.kind in after.palette.lines and row.geometry["type"] == "LineString":
            points = tuple((float(x), float(y)) for x, y in row.geometry["coordinates"])
            cells = list(cells_along(after, points))
            rows[place] = replace(row, properties={**row.properties, "cells": cells})
    draft.set("features", rows)


def turned(point: Point, degrees: float) -> Point:
    """The point turned clockwise about the origin; exact for quarters."""
    quarters, rest = divmod(degrees % 360, 90)
    x, y = point
    if rest:
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return cos * x - sin * y, sin * x + cos * y
    for _ in range(int(quarters)):
        x, y = -y, x
    return x, y


def _lies_within(feature: Feature, inside: set[str]) -> bool:
    if feature.cell:
        return feature.cell in inside
    named = feature.properties.get("cells")
    return isinstance(named, (list, tuple)) and bool(named) and inside.issuperset(named)


def _good_kind(kind: Any) -> Any:  # noqa: ANN401 - one of three kinds of rows
    good_id(kind.id)
    one_line(kind.name, "A name")
    for text in (kind.art, kind.cite):
        good_text(text)
    for name, value in getattr(kind, "properties", {}).items():
        good_text(name, "The name of a property")
        good_scalar(value)
    return kind


def _moved(geometry: Mapping[str, Any], move: Move) -> dict[str, Any]:
    kind = geometry.get("type")
    coordinates = geometry.get("coordinates")
    if not isinstance(kind, str) or kind not in _DEPTHS:
        raise UserError("The piece has a drawn feature without a shape.")
    left = [MOST_POINTS]
    found = _moved_points(coordinates, _DEPTHS[kind], move, left)
    least = _LEAST.get(kind.removeprefix("Multi"), 1)
    lines: list[Any] = {0: [], 1: [found], 2: found}.get(_DEPTHS[kind], [])
    if _DEPTHS[kind] == 3:
        lines = [ring for part in found for ring in part]
    if any(len(line) < (1 if kind == "MultiPoint" else least) for line in lines):
        raise UserError("The piece has a drawn feature with too few points.")
    return {"type": kind, "coordinates": found}


def _moved_points(value: Any, depth: int, move: Move, left: list[int]) -> Any:  # noqa: ANN401
    if not isinstance(value, (list, tuple)) or not value:
        raise UserError("The piece has a drawn feature without points.")
    items = cast("list[Any]", value)
    if depth:
        return [_moved_points(item, depth - 1, move, left) for item in items]
    left[0] -= 1
    numbers = all(isinstance(n, (int, float)) and not isinstance(n, bool) for n in items)
    if len(items) != 2 or not numbers or left[0] < 0:
        raise UserError("The piece has a drawn feature with points that are none.")
    return list(good_point(move(good_point((items[0], items[1])))))
