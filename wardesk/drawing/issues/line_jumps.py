"""Lines that run along a side and so are in neither cell: where they jump, and a way through one.

Rules read the cells of a road one after the other. A road drawn exactly along a hexside is in
neither of the two hexes beside it, and whoever drives on it would have to jump.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import shapely

from wardesk.drawing.document import Layout, MapDocument
from wardesk.drawing.line_cells import Stay, cells_along, stays_along
from wardesk.drawing.neighbourhood import Pair
from wardesk.geometry.grids.snap import Point, snap_point

_ASIDE = 0.25
"""How far a line is led into a cell, in lengths of its sides."""


def jumps(document: MapDocument, cells: Sequence[str], points: Sequence[Point]) -> Iterator[Pair]:
    """Pairs of cells that follow each other on a line of a sheet and do not touch.

    Where the line leaves the map between the two, it does not jump.
    """
    layout, numbers = document.layout, document.cell_numbers
    if layout is None:
        return
    pairs = [
        (a, b) for a, b in pairwise(cells)
        if a in numbers and b in numbers and not _touch(layout, numbers[a], numbers[b])
    ]  # fmt: skip
    if not pairs:
        return
    gaps = {(a.cell, b.cell): (a, b) for a, b in pairwise(stays_along(document, points))}
    for pair in pairs:
        if pair not in gaps or _over_the_map(document, layout, points, *gaps[pair]):
            yield pair


def led_through(
    document: MapDocument, points: Sequence[Point], pair: Pair
) -> tuple[str, tuple[Point, ...]] | None:
    """The line led through a cell beside the side it runs along, and that cell; None if none can.

    *pair* are the cells between which it jumps. Only the part along the side moves.
    """
    layout = document.layout
    stays = stays_along(document, points)
    at = next((k for k, (a, b) in enumerate(pairwise(stays)) if (a.cell, b.cell) == pair), -1)
    if layout is None or at < 0:
        return None
    numbers = document.cell_numbers
    line = shapely.LineString(points)
    leaves, enters = stays[at].end, stays[at + 1].begin
    for aside in (1, -1):
        inserted = _beside(layout, line, leaves, enters, aside)
        ends = [snap_point(_on(line, leaves)), snap_point(_on(line, enters))]
        before = [p for p, along in _measured(points) if along < leaves - 1e-6]
        after = [p for p, along in _measured(points) if along > enters + 1e-6]
        new = [*before, ends[0], *inserted, ends[1], *after]
        led = tuple(p for k, p in enumerate(new) if k == 0 or p != new[k - 1])
        cells = cells_along(document, led)
        fresh = [c for c in cells if c not in {stay.cell for stay in stays}]
        sound = all(_touch(layout, numbers[a], numbers[b]) for a, b in _near(cells, pair))
        if fresh and sound:
            return fresh[0], led
    return None


def _near(cells: Sequence[str], pair: Pair) -> list[Pair]:
    """The steps from the first cell of the pair to the second; a broken one if they are gone."""
    if pair[0] not in cells or pair[1] not in cells:
        return [pair]
    first, last = cells.index(pair[0]), len(cells) - 1 - cells[::-1].index(pair[1])
    steps = list(pairwise(cells[first : last + 1]))
    return steps or [pair]


def _touch(layout: Layout, a: int, b: int) -> bool:
    """Whether two places share a side, or a corner where corners count."""
    (aq, ar), (bq, br) = (layout.grid.coordinates(number) for number in (a, b))
    step = (bq - aq, br - ar)
    return step in layout.grid.side_steps or step in layout.grid.corner_steps


def _over_the_map(
    document: MapDocument, layout: Layout, points: Sequence[Point], a: Stay, b: Stay
) -> bool:
    """Whether the line between two stays has a cell of the map beside it, in its middle."""
    line = shapely.LineString(points)
    grid, probe = layout.grid, 1.0
    at = _on(line, (a.end + b.begin) / 2)
    for dx, dy in ((probe, 0), (-probe, 0), (0, probe), (0, -probe)):
        number = grid.cell_at(at[0] + dx, at[1] + dy)
        if number >= 0 and layout.numbering.label(grid, number) in document.cells:
            return True
    return False


def _beside(
    layout: Layout, line: shapely.LineString, leaves: float, enters: float, aside: int
) -> list[Point]:
    """Points that stand beside the part of a line from *leaves* to *enters*, on one hand of it."""
    (x1, y1), (x2, y2) = layout.grid.outline(0, 0)[:2]
    step = math.hypot(x2 - x1, y2 - y1) * _ASIDE
    a, b = _on(line, leaves), _on(line, enters)
    long = math.hypot(b[0] - a[0], b[1] - a[1])
    if long < 1e-6:
        return []
    tx, ty = (b[0] - a[0]) / long, (b[1] - a[1]) / long
    nx, ny = -ty * aside * step, tx * aside * step
    shares = (step, long - step) if long > 3 * step else (long / 2,)
    return [snap_point((a[0] + tx * s + nx, a[1] + ty * s + ny)) for s in shares]


def _on(line: shapely.LineString, along: float) -> Point:
    point = line.interpolate(along)
    return point.x, point.y


def _measured(points: Sequence[Point]) -> list[tuple[Point, float]]:
    """Every point with its way along the line."""
    found, along = [(points[0], 0.0)], 0.0
    for a, b in pairwise(points):
        along += math.hypot(b[0] - a[0], b[1] - a[1])
        found.append((b, along))
    return found
