"""Lines that carry movement (roads, rails) cut into pieces by cell, and which pieces connect.

Two roads through one cell that do not meet there are two pieces: who travels on one is not on the
other. Pieces of one cell are joined where their lines touch; pieces of two cells are joined where
they meet on the border.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np
import shapely
from msgspec import Struct

from wardesk.geometry.adjacency.coverage import Area
from wardesk.geometry.adjacency.half_edges import Shapes, shape_array
from wardesk.geometry.grids.snap import STEPS_PER_UNIT, Point, snap_point

_MEET = 1 / STEPS_PER_UNIT
"""Pieces cut at one border may end a rounding apart; one grid step is far less than any drawing."""


class LineRun(Struct, frozen=True):
    """One connected run of lines inside one cell. *lines* are the numbers of the lines in it."""

    cell: int
    lines: tuple[int, ...]


class Ways(Struct, frozen=True):
    """All pieces, and for each the pieces of other cells that it runs on into."""

    pieces: tuple[LineRun, ...]
    onward: tuple[tuple[int, ...], ...]

    def by_cell(self) -> Mapping[int, tuple[int, ...]]:
        """The numbers of the pieces in each cell that has any."""
        found: dict[int, tuple[int, ...]] = {}
        for number, piece in enumerate(self.pieces):
            found[piece.cell] = (*found.get(piece.cell, ()), number)
        return found


def cut(
    cells: Sequence[shapely.Geometry] | Shapes, lines: Sequence[shapely.Geometry] | Shapes
) -> Ways:
    """The lines in pieces by cell. A line that only touches a cell's border has no piece there."""
    shapes, drawn = shape_array(cells), shape_array(lines)
    if len(shapes) == 0 or len(drawn) == 0:
        return Ways((), ())
    line, cell = shapely.STRtree(shapes).query(drawn, predicate="intersects")
    inside = shapely.relate_pattern(drawn[line], shapes[cell], "T********")
    line, cell = line[inside], cell[inside]
    parts, of = shapely.get_parts(
        shapely.line_merge(shapely.intersection(drawn[line], shapes[cell])), return_index=True
    )
    long = shapely.length(parts) > 0
    parts, of = parts[long], of[long]
    line, cell = line[of], cell[of]
    first, second = shapely.STRtree(parts).query(parts, predicate="dwithin", distance=_MEET)
    root = _united(len(parts), first, second, cell)
    numbers = {int(r): n for n, r in enumerate(dict.fromkeys(root.tolist()))}
    piece_of = np.array([numbers[r] for r in root.tolist()], np.int64)
    members: dict[int, set[int]] = {}
    home: dict[int, int] = {}
    for part, piece in enumerate(piece_of.tolist()):
        members.setdefault(piece, set()).add(int(line[part]))
        home[piece] = int(cell[part])
    onward: list[set[int]] = [set() for _ in numbers]
    for a, b in zip(first.tolist(), second.tolist(), strict=True):
        if cell[a] != cell[b]:
            onward[piece_of[a]].add(int(piece_of[b]))
    return Ways(
        tuple(LineRun(home[n], tuple(sorted(members[n]))) for n in range(len(numbers))),
        tuple(tuple(sorted(others)) for others in onward),
    )


def _united(count: int, first: np.ndarray, second: np.ndarray, cell: np.ndarray) -> np.ndarray:
    """Which parts are one piece: parts of one cell that meet, step by step."""
    root = list(range(count))

    def top(part: int) -> int:
        while root[part] != part:
            root[part] = root[root[part]]
            part = root[part]
        return part

    for a, b in zip(first.tolist(), second.tolist(), strict=True):
        if cell[a] == cell[b]:
            root[top(a)] = top(b)
    return np.array([top(part) for part in range(count)], np.int64)


Candidates = Callable[[float, float, float, float], Iterable[tuple[int, Area]]]
"""Cells with their polygons that may meet the box left, top, right, bottom."""


def split_line(points: Sequence[Point], candidates: Candidates) -> list[tuple[int, list[Point]]]:
    """Stretches of a line in order: the cell (-1 outside all cells) and its points, on the grid.

    Cutting rounds to the 1/64 grid. From then on the cut stretches are the line as far as sight
    goes, so that whatever asks about it gets the same answer.
    """
    found: list[tuple[int, list[Point]]] = []
    snapped = [snap_point(point) for point in points]
    for a, b in pairwise(snapped):
        if a == b:
            continue
        cuts = _cuts(a, b, candidates)
        for (begin, cell), (end, _) in pairwise(cuts):
            start, stop = _between(a, b, begin), _between(a, b, end)
            if start == stop:
                continue
            if found and found[-1][0] == cell and found[-1][1][-1] == start:
                found[-1][1].append(stop)
            else:
                found.append((cell, [start, stop]))
    return found


def _cuts(a: Point, b: Point, candidates: Candidates) -> list[tuple[float, int]]:
    """Where a segment changes cells: shares of its length with the cell that begins there."""
    segment = shapely.LineString([a, b])
    start, along = np.array(a), np.subtract(b, a)
    length = float(along @ along)
    box = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
    stretches: list[tuple[float, float, int]] = []
    for cell, shape in candidates(*box):
        inside = shapely.intersection(segment, shape)
        for part in shapely.get_parts(inside):
            shares = (shapely.get_coordinates(part) - start) @ along / length
            if len(shares) > 1:
                stretches.append((float(shares.min()), float(shares.max()), cell))
    cuts: list[tuple[float, int]] = []
    here = 0.0
    for begin, end, cell in sorted(stretches):
        if end <= here:
            continue
        if begin > here + 1e-9:
            cuts.append((here, -1))
            here = begin
        cuts.append((here, cell))
        here = end
    if here < 1 - 1e-9:
        cuts.append((here, -1))
    return [*cuts, (1.0, -1)]


def _between(a: Point, b: Point, share: float) -> Point:
    if share <= 0:
        return a
    if share >= 1:
        return b
    return snap_point((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
