"""What is odd about lines, labels and sides: bridges, dead ends, exclusive kinds, orphans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise
from typing import Any

import shapely

from wardesk.drawing.called import cell_name, cell_words, line_words
from wardesk.drawing.document import MapDocument
from wardesk.drawing.issues.whole_map import Issue
from wardesk.drawing.layers import LABEL, ZONE, elevation_property
from wardesk.drawing.neighbourhood import beside, joined_pairs, sorted_pair
from wardesk.geometry.adjacency.coverage import polygon
from wardesk.geometry.borders.topology import edge_points, outlines, sides
from wardesk.geometry.grids.picking import Picker
from wardesk.geometry.grids.snap import Point
from wardesk.model.board import Feature
from wardesk.model.needs import GameNeeds
from wardesk.model.palette import counting
from wardesk.words import say

WATER = ("river", "canal", "stream")
ROADS = ("road", "rail", "track", "path")
BRIDGE = "bridge"
NEAR = 1.0


def mark_issues(document: MapDocument) -> list[Issue]:
    """Warnings about ends of roads and places of labels; ids stay while the problem lasts."""
    return [*_road_ends(document), *_label_places(document)]


def line_kind_issues(document: MapDocument) -> Iterator[Issue]:
    """Lines on sheets that are of no kind of the palette: drawn plainly, and no rule reads them."""
    if document.layout is None:
        return
    for feature in document.features:
        line = feature.geometry["type"] == "LineString" and feature.kind not in (LABEL, ZONE)
        if line and feature.kind not in document.palette.lines:
            key = feature_key(document, feature)
            text = say(
                "{line!c} is of the kind “{kind!s}”, which the palette does not know; "
                "it is drawn plainly.",
                line=line_words(document, feature),
                kind=feature.kind,
            )
            x, y, *_ = feature.geometry["coordinates"][0]
            yield warning("line-kind", (key, feature.kind), text, (float(x), float(y)))


def side_issues(
    document: MapDocument, pairs: Iterable[tuple[str, str]], needs: GameNeeds | None = None
) -> Iterator[Issue]:
    """Warnings about what lies on these sides; pairs with nothing between are passed over."""
    height = elevation_property(document)
    for pair in pairs:
        kinds = document.sides.get(pair, ())
        if kinds:
            yield from _exclusive_kinds(document, pair, kinds, needs)
            yield from _dry_bridge(document, pair, kinds)
            yield from _high_side_below(document, pair, kinds, height)


def warning(code: str, items: tuple[str, ...], text: str, at: Point | None = None) -> Issue:
    """A warning with an id made of its code and of the things it names."""
    key = f"{code}:{'+'.join(items)}"
    return Issue(key, code, "warning", ", ".join(items), text, at=at, items=items)


def feature_key(document: MapDocument, feature: Feature) -> str:
    """The name by which commands know the feature: its id, or its number."""
    return feature.id or f"#{document.features.index(feature) + 1}"


def is_kind(kind: str, words: tuple[str, ...]) -> bool:
    """Whether a kind is one of *words*, or a sort of it: ``main-road``, ``rail_double``."""
    parts = kind.lower().replace("_", "-").split("-")
    return any(word in parts for word in words)


def bridge_issues(document: MapDocument) -> Iterator[Issue]:
    """A drawn bridge lies on water: on a drawn river, or on a side or border of such a kind."""
    bridges = [f for f in document.features if is_kind(f.kind, (BRIDGE,))]
    if not bridges:
        return
    rivers = [_shape(f) for f in document.features if is_kind(f.kind, WATER)]
    rivers += list(_wet_sides(document))
    tree = shapely.STRtree(rivers)
    for bridge in bridges:
        shape = _shape(bridge)
        if not len(tree.query(shape, predicate="dwithin", distance=NEAR)):
            key = feature_key(document, bridge)
            text = (
                say("The bridge {name!s} crosses no river.", name=bridge.name)
                if bridge.name
                else say("A bridge crosses no river.")
            )
            yield warning("bridge-dry", (key,), text, _a_point(shape))


def blocked_roads(document: MapDocument) -> Iterator[Issue]:
    """A road over a side or border that cannot be crossed: it looks like a way and is none.

    Where somebody has closed the pair and said why, nothing is told.
    """
    roads = [f for f in document.features if _is_road(document, f)]
    if not roads:
        return
    joined, touching = joined_pairs(document), beside(document)
    told = {sorted_pair(*one.pair) for one in document.overrides}
    for road in roads:
        key = feature_key(document, road)
        for pair in dict.fromkeys(sorted_pair(a, b) for a, b in pairwise(_cells_of(road))):
            a, b = pair
            if pair in told or pair in joined or a not in document.cells or b not in touching(a):
                continue
            what = in_the_way(document, pair)
            borders = document.palette.borders
            named = {
                "line": line_words(document, road),
                "what": tuple(borders[one].name or one if one in borders else one for one in what),
                "a": cell_name(document, a),
                "b": cell_name(document, b),
            }
            if crossing_over(document, what):
                text = say(
                    "{line!c} crosses from {a!s} to {b!s} without a bridge ({what}).",
                    **named,
                )
            else:
                text = say(
                    "{line!c} crosses from {a!s} to {b!s}, where nobody can ({what}).",
                    **named,
                )
            yield warning("road-blocked", (key, *pair), text, between(document, pair))


def crossing_over(document: MapDocument, kinds: Iterable[str]) -> str:
    """The first kind of the palette that leads over all of these; "" if none does.

    On area maps none does, for a border is of one kind only.
    """
    borders, wanted = document.palette.borders.values(), set(kinds)
    if document.layout is None:
        return ""
    return next((kind.id for kind in borders if wanted <= set(kind.crosses)), "")


def _cells_of(road: Feature) -> list[str]:
    cells = road.properties.get("cells", ())
    return [cell for cell in cells if isinstance(cell, str)]


def in_the_way(document: MapDocument, pair: tuple[str, str]) -> tuple[str, ...]:
    """The kinds between two cells that stop everybody."""
    kinds = document.palette.borders
    there = list(document.sides.get(pair, ()))
    if document.layout is None:
        rows = sides(document.network).items()
        there = [document.edges[n].kind for n, b in rows if {b.left, b.right} == set(pair)]
    there = counting(kinds, dict.fromkeys(there))
    shut = [kind for kind in there if kind in kinds and not kinds[kind].passable]
    return tuple(shut) or (say("a side"),)


def _dry_bridge(
    document: MapDocument, pair: tuple[str, str], kinds: tuple[str, ...]
) -> Iterator[Issue]:
    if any(is_kind(k, (BRIDGE,)) for k in kinds) and not any(is_kind(k, WATER) for k in kinds):
        text = say("On the side {a!s}–{b!s} lies a bridge, but no river.", a=pair[0], b=pair[1])
        yield warning("bridge-dry", pair, text, between(document, pair))


def _wet_sides(document: MapDocument) -> Iterator[Any]:
    for number, edge in document.edges.items():
        if is_kind(edge.kind, WATER):
            yield shapely.LineString(edge_points(document.network, number))
    if document.layout is None:
        return
    grid = document.layout.grid
    numbers = document.cell_numbers
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
    if not ends:
        return
    tree = shapely.STRtree([_shape(road) for road in roads])
    on_common_side = _common_sides(document)
    for road, (x, y) in ends:
        near = tree.query(shapely.Point(x, y), predicate="dwithin", distance=NEAR / 64)
        if len(near) <= 1 and on_common_side(x, y):
            key = feature_key(document, road)
            line = line_words(document, road)
            text = (
                say("{line!c} ends on a side between two cells.", line=line)
                if document.layout is not None
                else say("{line!c} ends on the border of two areas.", line=line)
            )
            yield warning("road-ends-on-side", (key, f"{x:g}", f"{y:g}"), text, (x, y))


def _is_road(document: MapDocument, feature: Feature) -> bool:
    drawn = feature.kind in document.palette.lines and feature.geometry["type"] == "LineString"
    return drawn and is_kind(feature.kind, ROADS)


def _common_sides(document: MapDocument) -> Callable[[float, float], bool]:
    """Tells whether a point lies on the outlines of two cells at once."""
    layout = document.layout
    if layout is None:
        tree = shapely.STRtree([polygon(rings) for rings in outlines(document.network).values()])

        def of_two_areas(x: float, y: float) -> bool:
            return len(tree.query(shapely.Point(x, y), predicate="intersects")) > 1

        return of_two_areas
    grid = layout.grid

    def of_two_places(x: float, y: float) -> bool:
        number = grid.cell_at(x, y)
        if number < 0:
            return False
        q, r = grid.coordinates(number)
        around = [(q + dq, r + dr) for dq, dr in (*grid.side_steps, *grid.corner_steps)]
        point = shapely.Point(x, y)
        touched = [
            place
            for place in ((q, r), *around)
            if (index := grid.index(*place)) >= 0
            and layout.numbering.label(grid, index) in document.cells
            and shapely.Polygon(grid.outline(*place)).intersects(point)
        ]
        return len(touched) > 1

    return of_two_places


def _label_places(document: MapDocument) -> Iterator[Issue]:
    labels = [
        f
        for f in document.features
        if f.kind == LABEL and f.cell in document.cells and f.geometry["type"] == "Point"
    ]
    if not labels:
        return
    find = cell_finder(document)
    for label in labels:
        x, y = map(float, label.geometry["coordinates"])
        if find(x, y) != label.cell:
            key = feature_key(document, label)
            text = say(
                "The label {name!s} does not lie in {place}.",
                name=label.name or key,
                place=cell_words(document, label.cell),
            )
            yield warning("label-outside", (key,), text, (x, y))


def cell_finder(document: MapDocument) -> Callable[[float, float], str]:
    """Tells the cell at a point, "" off the map; good until the map changes."""
    layout = document.layout
    if layout is not None:

        def on_sheet(x: float, y: float) -> str:
            number = layout.grid.cell_at(x, y)
            label = layout.numbering.label(layout.grid, number) if number >= 0 else ""
            return label if label in document.cells else ""

        return on_sheet
    rings = outlines(document.network)
    names = sorted(rings)
    picker = Picker([polygon(rings[name]) for name in names])

    def on_areas(x: float, y: float) -> str:
        found = picker.cell_at(x, y)
        return "" if found is None else names[found]

    return on_areas


def _exclusive_kinds(
    document: MapDocument,
    pair: tuple[str, str],
    kinds: tuple[str, ...],
    needs: GameNeeds | None,
) -> Iterator[Issue]:
    """Two waters, or two kinds that a game keeps apart: rules could not tell which counts."""
    apart = needs.exclusive if needs is not None else ()
    for a, b in combinations(kinds, 2):
        if (is_kind(a, WATER) and is_kind(b, WATER)) or any({a, b} <= group for group in apart):
            text = say(
                "On the side {a!s}–{b!s} lie both {one!s} and {two!s}; only one can.",
                a=pair[0],
                b=pair[1],
                one=a,
                two=b,
            )
            yield warning("side-exclusive", (*pair, a, b), text, between(document, pair))


def _high_side_below(
    document: MapDocument, pair: tuple[str, str], kinds: tuple[str, ...], height: str
) -> Iterator[Issue]:
    """A cliff whose high cell has the smaller height: one of the two is a slip."""
    borders = document.palette.borders
    steep = [kind for kind in kinds if kind in borders and borders[kind].directed]
    high = document.high.get(pair)
    if not steep or high not in pair or not all(cell in document.cells for cell in pair):
        return
    low = pair[1] if high == pair[0] else pair[0]
    above = document.cells[high].properties.get(height, 0)
    below = document.cells[low].properties.get(height, 0)
    if isinstance(above, str) or isinstance(below, str):
        return
    if above < below:
        text = say(
            "The {kind!s} says that {high!s} lies above {low!s}, but its height is smaller.",
            kind=steep[0],
            high=high,
            low=low,
        )
        yield warning("side-high-below", pair, text, between(document, pair))


def between(document: MapDocument, pair: tuple[str, str]) -> Point | None:
    """The place half-way between two cells, None if one of them does not exist."""
    if not all(cell in document.cells for cell in pair):
        return None
    (ax, ay), (bx, by) = (document.cells[cell].anchor for cell in pair)
    return (ax + bx) / 2, (ay + by) / 2


def _shape(feature: Feature) -> Any:  # noqa: ANN401 - shapely has no type for "any geometry"
    return shapely.geometry.shape(dict(feature.geometry))


def _a_point(shape: Any) -> Point:  # noqa: ANN401
    point = shape.representative_point()
    return float(point.x), float(point.y)
