"""What is odd about lines, labels and sides: bridges, dead ends, exclusive kinds, orphans."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import shapely

from wardesk.drawing.document import MapDocument
from wardesk.drawing.issues import Issue
from wardesk.drawing.layers import LABEL
from wardesk.geometry.coverage import polygon
from wardesk.geometry.picking import Picker
from wardesk.geometry.snap import Point
from wardesk.geometry.topology import edge_points, outlines
from wardesk.model.board import Feature

WATER = ("river", "canal", "stream")
ROADS = ("road", "rail", "track", "path")
BRIDGE = "bridge"
NEAR = 1.0


def feature_issues(document: MapDocument) -> list[Issue]:
    """Warnings about what is drawn over cells and on sides; ids stay while the problem lasts."""
    return [
        *_bridges(document),
        *_road_ends(document),
        *_label_places(document),
        *_exclusive_sides(document),
    ]


def warning(code: str, items: tuple[str, ...], text: str, at: Point | None = None) -> Issue:
    """A warning with an id made of its code and of the things it names."""
    return Issue(f"{code}:{'+'.join(items)}", code, "warning", ", ".join(items), text, at=at)


def feature_key(document: MapDocument, feature: Feature) -> str:
    """The name by which commands know the feature: its id, or its number."""
    return feature.id or f"#{document.features.index(feature) + 1}"


def is_kind(kind: str, words: tuple[str, ...]) -> bool:
    """Whether a kind is one of *words*, or a sort of it: ``main-road``, ``rail_double``."""
    parts = kind.lower().replace("_", "-").split("-")
    return any(word in parts for word in words)


def _bridges(document: MapDocument) -> Iterator[Issue]:
    """A drawn bridge lies on water: on a drawn river, or on a side or border of such a kind."""
    bridges = [f for f in document.features if is_kind(f.kind, (BRIDGE,))]
    rivers = [_shape(f) for f in document.features if is_kind(f.kind, WATER)]
    rivers += list(_wet_sides(document))
    for bridge in bridges:
        shape = _shape(bridge)
        if not any(shape.dwithin(river, NEAR) for river in rivers):
            key = feature_key(document, bridge)
            text = f"The bridge {bridge.name or key} crosses no river."
            yield warning("bridge-dry", (key,), text, _a_point(shape))
    for pair, kinds in document.sides.items():
        if any(is_kind(k, (BRIDGE,)) for k in kinds) and not any(is_kind(k, WATER) for k in kinds):
            text = f"On the side {pair[0]}–{pair[1]} lies a bridge, but no river."
            yield warning("bridge-dry", pair, text, _between(document, pair))


def _wet_sides(document: MapDocument) -> Iterator[Any]:
    for number, edge in document.edges.items():
        if is_kind(edge.kind, WATER):
            yield shapely.LineString(edge_points(document.network, number))
    if document.layout is None:
        return
    grid = document.layout.grid
    numbers = {n: i for i, n in enumerate(document.layout.numbering.labels(grid))}
    for (a, b), kinds in document.sides.items():
        if a in numbers and b in numbers and any(is_kind(kind, WATER) for kind in kinds):
            here, there = (grid.coordinates(numbers[cell]) for cell in (a, b))
            step = (there[0] - here[0], there[1] - here[1])
            if step in grid.side_steps:
                yield shapely.LineString(grid.side(*here, grid.side_steps.index(step)))


def _road_ends(document: MapDocument) -> Iterator[Issue]:
    """A road that stops on a side between two cells leads into neither; at the map edge it may."""
    roads = [f for f in document.features if _is_road(document, f)]
    ends = [(f, tuple(map(float, f.geometry["coordinates"][i]))) for f in roads for i in (0, -1)]
    shapes = [_shape(road) for road in roads]
    inside = _Insides(document) if ends else None
    for road, (x, y) in ends:
        meets = sum(shape.dwithin(shapely.Point(x, y), NEAR / 64) for shape in shapes) > 1
        if inside is not None and not meets and inside.on_common_side(x, y):
            key = feature_key(document, road)
            text = f"The {road.kind} {road.name or key} ends on a side between two cells."
            yield warning("road-ends-on-side", (key, f"{x:g}", f"{y:g}"), text, (x, y))


def _is_road(document: MapDocument, feature: Feature) -> bool:
    drawn = feature.kind in document.palette.lines and feature.geometry["type"] == "LineString"
    return drawn and is_kind(feature.kind, ROADS)


class _Insides:
    """Tells whether a point lies on the outlines of two cells at once."""

    def __init__(self, document: MapDocument) -> None:
        if document.layout is None:
            shapes = [polygon(rings) for rings in outlines(document.network).values()]
        else:
            grid, labels = document.layout.grid, document.layout.numbering.labels
            shapes = [
                shapely.Polygon(grid.outline(*grid.coordinates(number)))
                for number, label in enumerate(labels(grid))
                if label in document.cells
            ]
        self.tree = shapely.STRtree(shapes)

    def on_common_side(self, x: float, y: float) -> bool:
        """Whether two cells or more have the point on their outline."""
        return len(self.tree.query(shapely.Point(x, y), predicate="intersects")) > 1


def _label_places(document: MapDocument) -> Iterator[Issue]:
    labels = [
        f
        for f in document.features
        if f.kind == LABEL and f.cell in document.cells and f.geometry["type"] == "Point"
    ]
    if not labels:
        return
    for label in labels:
        x, y = map(float, label.geometry["coordinates"])
        if cell_under(document, x, y) != label.cell:
            key = feature_key(document, label)
            text = f"The label {label.name or key} lies outside its cell {label.cell}."
            yield warning("label-outside", (key,), text, (x, y))


def cell_under(document: MapDocument, x: float, y: float) -> str:
    """The cell at a point, "" off the map."""
    if document.layout is not None:
        grid = document.layout.grid
        number = grid.cell_at(x, y)
        label = document.layout.numbering.label(grid, number) if number >= 0 else ""
        return label if label in document.cells else ""
    rings = outlines(document.network)
    names = sorted(rings)
    found = Picker([polygon(rings[name]) for name in names]).cell_at(x, y)
    return "" if found is None else names[found]


def _exclusive_sides(document: MapDocument) -> Iterator[Issue]:
    """Two waters, or an open and a closed kind, on one side: rules could not tell which counts."""
    for pair, kinds in document.sides.items():
        for a, b in combinations(kinds, 2):
            if is_kind(a, WATER) and is_kind(b, WATER):
                text = f"On the side {pair[0]}–{pair[1]} lie both {a} and {b}; only one can."
                yield warning("side-exclusive", (*pair, a, b), text, _between(document, pair))


def _between(document: MapDocument, pair: tuple[str, str]) -> Point | None:
    if not all(cell in document.cells for cell in pair):
        return None
    (ax, ay), (bx, by) = (document.cells[cell].anchor for cell in pair)
    return (ax + bx) / 2, (ay + by) / 2


def _shape(feature: Feature) -> Any:  # noqa: ANN401 - shapely has no type for "any geometry"
    return shapely.geometry.shape(dict(feature.geometry))


def _a_point(shape: Any) -> Point:  # noqa: ANN401
    point = shape.representative_point()
    return float(point.x), float(point.y)
