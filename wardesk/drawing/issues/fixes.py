"""Which command mends which issue. Every fix is an ordinary command: journalled and undoable."""

from __future__ import annotations

from collections.abc import Callable

from wardesk.drawing.called import cell_name
from wardesk.drawing.commands.all_commands import (
    AnyCommand,
    ClearOverride,
    ClearSides,
    DeleteNode,
    EditLine,
    EraseTerrain,
    FillGap,
    FlipBorders,
    FlipSides,
    LinkCells,
    MergeAreas,
    MoveAnchor,
    MoveFeature,
    NameCell,
    PaintBorders,
    PaintSides,
    PutLineKind,
    RemoveFeature,
    RemoveUnderlay,
)
from wardesk.drawing.document import MapDocument
from wardesk.drawing.issues.features import (
    BRIDGE,
    cell_finder,
    crossing_over,
    in_the_way,
    is_kind,
)
from wardesk.drawing.issues.line_jumps import jumps, led_through
from wardesk.drawing.issues.whole_map import Issue
from wardesk.drawing.layers import elevation_property
from wardesk.drawing.line_cells import cells_along
from wardesk.drawing.neighbourhood import side_neighbours, sorted_pair
from wardesk.errors import UserError
from wardesk.geometry.adjacency.coverage import polygon
from wardesk.geometry.borders.topology import outlines
from wardesk.model.palette import LineKind
from wardesk.words import say

Fix = tuple[AnyCommand, str]


def fix_for(document: MapDocument, issue: Issue) -> Fix | None:
    """The command that mends an issue, and what it does in words. It has been tried out."""
    make = _MAKERS.get(issue.code)
    found = make(document, issue) if make else None
    if found is None:
        return None
    try:
        changes = not found[0].planned(document).is_empty
    except UserError:
        return None  # a fix that would be refused is none
    return found if changes else None


def _items(issue: Issue) -> list[str]:
    return list(issue.items)


def _anchor(_: MapDocument, issue: Issue) -> Fix:
    return MoveAnchor(_items(issue)[0]), say("Move the anchor into the area")


def _terrain(document: MapDocument, issue: Issue) -> Fix:
    command = EraseTerrain((_items(issue)[0],))
    if document.kind == "area":
        return command, say("Give the area the usual terrain")
    return command, say("Give the cell the usual terrain")


def _name(_: MapDocument, issue: Issue) -> Fix:
    cell = _items(issue)[0]
    return NameCell(cell, cell), say("Name the area {cell!s}", cell=cell)


def _override(_: MapDocument, issue: Issue) -> Fix | None:
    items = _items(issue)
    pair = (items[0], items[0]) if issue.code == "override-self" else tuple(items[:2])
    return (ClearOverride(*pair), say("Take the override back")) if len(pair) == 2 else None


def _loose_node(_: MapDocument, issue: Issue) -> Fix:
    return DeleteNode(int(_items(issue)[0])), say("Delete the node")


def _label(document: MapDocument, issue: Issue) -> Fix | None:
    key = _items(issue)[0]
    for number, feature in enumerate(document.features, start=1):
        if key in (feature.id, f"#{number}") and feature.cell in document.cells:
            at = document.cells[feature.cell].anchor
            name = cell_name(document, feature.cell)
            return MoveFeature(key, at), say("Move the label into {cell!s}", cell=name)
    return None


def _bridge(document: MapDocument, issue: Issue) -> Fix | None:
    items = _items(issue)
    if len(items) == 1:
        return RemoveFeature(items[0]), say("Remove the bridge")
    kinds = document.sides.get((items[0], items[1]), ())
    bridge = next((kind for kind in kinds if is_kind(kind, (BRIDGE,))), None)
    return (_off(items, bridge), say("Take the bridge off the side")) if bridge else None


def _off(items: list[str], kind: str) -> PaintSides:
    return PaintSides(((items[0], items[1]),), kind, "remove")


def _exclusive(_: MapDocument, issue: Issue) -> Fix:
    kind = issue.items[3]
    return _off(_items(issue), kind), say("Take {kind!s} off the side", kind=kind)


def _side_kind(_: MapDocument, issue: Issue) -> Fix:
    kind = issue.items[2]
    return _off(_items(issue), kind), say("Take {kind!s} off the side", kind=kind)


def _side(_: MapDocument, issue: Issue) -> Fix:
    return ClearSides(((issue.items[0], issue.items[1]),)), say("Take it off the map")


def _flip_side(_: MapDocument, issue: Issue) -> Fix:
    return FlipSides(((issue.items[0], issue.items[1]),)), say("Turn the high side round")


def _flip_border(_: MapDocument, issue: Issue) -> Fix:
    return FlipBorders((int(issue.items[0]),)), say("Turn the high side round")


def _border_kind(document: MapDocument, issue: Issue) -> Fix | None:
    kind = next(iter(document.palette.borders), None)
    return (
        (PaintBorders((int(issue.items[0]),), kind), say("Make it {kind!s}", kind=kind))
        if kind
        else None
    )


def _underlay(_: MapDocument, issue: Issue) -> Fix:
    return RemoveUnderlay(issue.items[0]), say("Remove the underlay")


def _road(document: MapDocument, issue: Issue) -> Fix:
    key, a, b = issue.items
    bridge = crossing_over(document, in_the_way(document, sorted_pair(a, b)))
    if bridge:
        name = document.palette.borders[bridge].name or bridge
        words = say("Lay a {bridge} there", bridge=name)
        return PaintSides(((a, b),), bridge), words
    found = [f for n, f in enumerate(document.features, start=1) if key in (f.id, f"#{n}")]
    kind = found[0].kind if found else "road"
    return LinkCells(a, b, f"The {kind} crosses here."), say(
        "Let the road cross: make them neighbours"
    )


def _road_end(document: MapDocument, issue: Issue) -> Fix | None:
    """Lead the road on into the middle of a cell that has the end on its outline."""
    key, at = issue.items[0], issue.at
    found = [f for n, f in enumerate(document.features, start=1) if key in (f.id, f"#{n}")]
    if not found or at is None:
        return None
    points = [(float(x), float(y)) for x, y in found[0].geometry["coordinates"]]
    first = points[0] == at
    before = points[1] if first else points[-2]
    ahead = (2 * at[0] - before[0], 2 * at[1] - before[1])
    length = max(((at[0] - before[0]) ** 2 + (at[1] - before[1]) ** 2) ** 0.5, 1e-9)
    near = [at[i] + (ahead[i] - at[i]) / length * 2 for i in (0, 1)]
    cell = cell_finder(document)(near[0], near[1])
    if not cell:
        return None
    middle = document.cells[cell].anchor
    line = (middle, *points) if first else (*points, middle)
    return EditLine(key, line), say("Lead it on into {cell!s}", cell=cell_name(document, cell))


def _line(document: MapDocument, issue: Issue) -> Fix | None:
    number = int(_items(issue)[0])
    geometry = document.features[number - 1].geometry
    if geometry["type"] != "LineString":
        return None
    points = tuple((float(x), float(y)) for x, y in geometry["coordinates"])
    return EditLine(f"#{number}", points), say("Find the cells of the line anew")


def _jump(document: MapDocument, issue: Issue) -> Fix | None:
    """Find the cells anew if the list is old, else lead the line through a cell beside the side."""
    number, a, b = issue.items[:3]
    anew = _line(document, issue)
    if anew is None or not isinstance(anew[0], EditLine):
        return None
    points = anew[0].points
    if (a, b) not in set(jumps(document, cells_along(document, points), points)):
        return anew
    led = led_through(document, points, (a, b))
    return (
        (EditLine(f"#{number}", led[1]), say("Lead it through {cell!s}", cell=led[0]))
        if led
        else None
    )


def _line_kind(_: MapDocument, issue: Issue) -> Fix:
    kind = issue.items[1]
    return PutLineKind(LineKind(kind, kind.capitalize())), say(
        "Add “{kind!s}” to the palette", kind=kind
    )


def _gap(document: MapDocument, issue: Issue) -> Fix | None:
    """Give the gap to the smallest neighbour that it can be given to."""
    if issue.at is None:
        return None
    rings = outlines(document.network)
    best: tuple[float, str, Fix] | None = None
    for name, found in rings.items():
        if name not in document.cells or not document.palette.borders:
            continue
        kind = next(iter(document.palette.borders))
        command = FillGap(issue.at, name, kind)
        try:
            command.planned(document)
        except UserError:
            continue
        size = polygon(found).area
        if best is None or size < best[0]:
            best = (
                size,
                name,
                (command, say("Give the gap to {cell!s}", cell=cell_name(document, name))),
            )
    return best[2] if best else None


def _sliver(document: MapDocument, issue: Issue) -> Fix | None:
    cell = _items(issue)[0]
    beside = sorted(side_neighbours(document).get(cell, ()))
    return (
        (
            MergeAreas(beside[0], cell),
            say("Merge it into {cell!s}", cell=cell_name(document, beside[0])),
        )
        if beside
        else None
    )


def _high(document: MapDocument, issue: Issue) -> Fix | None:
    """Let the cell lie high whose height says so, else the first one."""
    a, b = _items(issue)[:2]
    kinds = document.sides.get(sorted_pair(a, b), ())
    directed = [k for k in kinds if (known := document.palette.borders.get(k)) and known.directed]
    if not directed or a not in document.cells or b not in document.cells:
        return None
    heights = [_height(document, cell) for cell in (a, b)]
    command = PaintSides(
        ((a, b),), directed[0], high="second" if heights[1] > heights[0] else "first"
    )
    return command, say("Let {cell!s} lie high", cell=b if command.high == "second" else a)


def _height(document: MapDocument, cell: str) -> float:
    value = document.cells[cell].properties.get(elevation_property(document), 0)
    return value if isinstance(value, (int, float)) else 0


_MAKERS: dict[str, Callable[[MapDocument, Issue], Fix | None]] = {
    "anchor-outside": _anchor,
    "anchor-place": _anchor,
    "cell-terrain": _terrain,
    "cell-nameless": _name,
    "override-idle": _override,
    "override-cell": _override,
    "override-self": _override,
    "node-loose": _loose_node,
    "label-outside": _label,
    "bridge-dry": _bridge,
    "line-cell": _line,
    "line-jump": _jump,
    "line-kind": _line_kind,
    "line-cells": _line,
    "gap": _gap,
    "side-high": _high,
    "side-high-below": _flip_side,
    "side-kind": _side_kind,
    "game-side": _side_kind,
    "side-cell": _side,
    "side-apart": _side,
    "side-exclusive": _exclusive,
    "border-high": _flip_border,
    "border-kind": _border_kind,
    "game-border": _border_kind,
    "game-terrain": _terrain,
    "cell-name-twice": _name,
    "road-ends-on-side": _road_end,
    "road-blocked": _road,
    "underlay-image": _underlay,
    "cell-sliver": _sliver,
}
