"""What a line from centre to centre meets on hexes and squares, in closed form and exactly.

On a lattice a trace depends only on the displacement: it is computed once, kept, and moved to its
source. Cells are offsets from the source here. A cell w is crossed by the line of displacement d
iff ``|k| < H`` and ``0 < dot < d·d``, where ``k = 3 (d × w)`` and H is the largest ``|d × v|`` of
the corners v; ``|k| = H`` is a run along a side if two corners reach H, else the touch of a corner.
"""

from __future__ import annotations

from functools import cache
from typing import TypeVar

from msgspec import Struct

from wardesk.geometry.grids.hex_lattice import CORNERS, NEIGHBOURS, Axial, hex_distance
from wardesk.geometry.grids.square_lattice import Step

T = TypeVar("T")


class Met(Struct, frozen=True):
    """One thing a trace meets, in offsets from the source.

    One cell: *left* and *right* are the same single offset. A fork: they are the cells on either
    side, empty where the line just slips by; *run* says if it runs along their border.
    """

    left: tuple[Axial, ...]
    right: tuple[Axial, ...]
    fork: bool = False
    run: bool = False


@cache
def hex_trace(dq: int, dr: int) -> tuple[Met, ...]:
    """Cells and forks between a hex and the one at ``(dq, dr)``, both ends left out."""
    far = hex_distance(dq, dr)
    if far <= 1:
        return ()
    crossed, beside = _near_the_line(dq, dr, far)
    runs = (dq - dr) * (dq + 2 * dr) * (2 * dq + dr) == 0
    found: list[Met] = []
    previous: Axial = (0, 0)
    steps = _with_runs(crossed, beside) if runs else [(cell,) for cell in crossed]
    for step in [*steps, ((dq, dr),)]:
        if len(step) == 2:
            left, right = step
            found.append(Met((left,), (right,), fork=True, run=True))
            continue
        cell = step[0]
        touched = None if runs else _corner_between(previous, cell, beside, (dq, dr))
        if touched is not None:
            third, on_left = touched
            one = (third,)
            found.append(Met(one if on_left else (), () if on_left else one, fork=True))
        if cell != (dq, dr):
            found.append(Met((cell,), (cell,)))
        previous = cell
    return tuple(found)


@cache
def square_trace(dx: int, dy: int) -> tuple[Met, ...]:
    """Cells and forks between a square and the one at ``(dx, dy)``, both ends left out."""
    width, height = abs(dx), abs(dy)
    east, south = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    x = y = i = j = 0
    found: list[Met] = []
    while (x, y) != (dx, dy):
        # compare where the line meets the next upright and the next level border
        upright, level = (1 + 2 * i) * height, (1 + 2 * j) * width
        if upright == level:
            sides = ((x + east, y), (x, y + south))
            if east * south > 0:  # going south-east or north-west the upright side lies left
                left, right = sides
            else:
                right, left = sides
            found.append(Met((left,), (right,), fork=True))
        if upright <= level:
            x, i = x + east, i + 1
        if upright >= level:
            y, j = y + south, j + 1
        if (x, y) != (dx, dy):
            found.append(Met(((x, y),), ((x, y),)))
    return tuple(found)


def _near_the_line(dq: int, dr: int, far: int) -> tuple[list[Axial], dict[Axial, tuple[int, bool]]]:
    """Cells crossed, in order, and cells that the line only touches, with place and side."""
    height = max(abs(dq * y - dr * x) for x, y in CORNERS)
    length = 2 * (dq * dq + dr * dr + dq * dr)
    crossed: list[tuple[int, Axial]] = []
    beside: dict[Axial, tuple[int, bool]] = {}
    for cell in _candidates(dq, dr, far):
        wq, wr = cell
        dot = 2 * (dq * wq + dr * wr) + dq * wr + dr * wq
        if not 0 < dot < length:
            continue
        k = 3 * (dq * wr - dr * wq)
        if abs(k) < height:
            crossed.append((dot, cell))
        elif abs(k) == height:
            beside[cell] = (dot, k < 0)  # y grows downwards: a negative product lies left
    return [cell for _, cell in sorted(crossed)], beside


def _candidates(dq: int, dr: int, far: int) -> list[Axial]:
    """The few hexes nearest to the line in each of its steps."""
    cells: dict[Axial, None] = {}
    for step in range(far + 1):
        q, r = (2 * dq * step + far) // (2 * far), (2 * dr * step + far) // (2 * far)
        for x in (-1, 0, 1):
            for y in (-1, 0, 1):
                cells[q + x, r + y] = None
    return list(cells)


def _with_runs(
    crossed: list[Axial], beside: dict[Axial, tuple[int, bool]]
) -> list[tuple[Axial, ...]]:
    """Crossed cells and pairs beside a run, in order along the line."""
    at: dict[int, dict[bool, Axial]] = {}
    for cell, (dot, on_left) in beside.items():
        at.setdefault(dot, {})[on_left] = cell
    pairs = [(pair[True], pair[False]) for _, pair in sorted(at.items())]
    # along a line of runs, hexsides and crossed hexes take turns: side, hex, side, hex … side
    found: list[tuple[Axial, ...]] = []
    for number, pair in enumerate(pairs):
        found.append(pair)
        if number < len(crossed):
            found.append((crossed[number],))
    return found


def _corner_between(
    a: Axial, b: Axial, beside: dict[Axial, tuple[int, bool]], end: Axial
) -> tuple[Axial, bool] | None:
    """The third hex at the corner through which the line steps from *a* to *b*, if it does."""
    for dq, dr in NEIGHBOURS:
        third = (a[0] + dq, a[1] + dr)
        if third in beside and hex_distance(b[0] - third[0], b[1] - third[1]) == 1:
            # three hexes meet in the middle between their centres; is that on the line?
            x, y = a[0] + b[0] + third[0], a[1] + b[1] + third[1]
            if end[0] * y == end[1] * x:
                return third, beside[third][1]
    return None


def displacements(kind: str, reach: int) -> list[Step]:
    """Every displacement of 1 to *reach* steps on a ``hex`` or ``square`` lattice."""
    span = range(-reach, reach + 1)
    if kind == "square":
        return [(x, y) for x in span for y in span if x or y]
    return [(q, r) for q in span for r in span if 1 <= hex_distance(q, r) <= reach]
