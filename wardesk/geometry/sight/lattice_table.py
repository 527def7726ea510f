"""One cell to all within reach, by tables: every trace up to a reach, laid out for numpy.

A trace depends only on its displacement, so the table is made once per lattice and reach; a look
round gathers weights at fixed shifts and adds them up. Exact: no coordinates are involved.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from wardesk.geometry.grids.hex_lattice import NEIGHBOURS, Axial
from wardesk.geometry.grids.square_lattice import SIDE_STEPS
from wardesk.geometry.sight.ground import Flags, SightGround, Whole
from wardesk.geometry.sight.lattice_trace import Met, displacements, hex_trace, square_trace
from wardesk.geometry.sight.padded_grid import PaddedGrid, SightRelief

NO_EDGE = -(1 << 40)
"""Stands for an edge that does not count; no shift comes near it."""


def traces(kind: str, dq: int, dr: int) -> tuple[Met, ...]:
    """The trace of a displacement on either lattice."""
    # Traces are kept, and a number out of an array is found as the plain one: a whole board, one
    # long number, cannot be shifted by it.
    dq, dr = int(dq), int(dr)
    return hex_trace(dq, dr) if kind == "hex" else square_trace(dq, dr)


def half_directions(kind: str) -> tuple[Axial, ...]:
    """One direction of each opposite pair of sides: an edge is a cell and one of these."""
    return NEIGHBOURS[:3] if kind == "hex" else SIDE_STEPS[:2]


class Edges:
    """Weights of edges in box form, one row for each half direction."""

    def __init__(self, padded: PaddedGrid, ground: SightGround) -> None:
        self.half = half_directions(padded.grid.kind)
        box = np.zeros((len(self.half), padded.size), np.uint8)
        for (a, b), weight in ground.edges.items():
            dq, dr = int(padded.q[b] - padded.q[a]), int(padded.r[b] - padded.r[a])
            cell, step = (a, (dq, dr)) if (dq, dr) in self.half else (b, (-dq, -dr))
            box[self.half.index(step), padded.flat[cell]] = weight
        self.flat = box.ravel()


class TraceTable:
    """All traces of one grid up to *reach*, as arrays of shifts. *with_edges* adds the edges."""

    def __init__(self, padded: PaddedGrid, reach: int, with_edges: bool) -> None:
        kind = padded.grid.kind
        self.reach = reach
        steps = displacements(kind, reach)
        self.steps = np.array(steps, np.int64).reshape(-1, 2)
        self.shift: Whole = self.steps[:, 0] * padded.stride + self.steps[:, 1]
        near: set[Axial] = set(padded.grid.side_steps)
        cells: list[tuple[int, int, bool, bool]] = []
        forks: list[list[int]] = []
        edges: list[tuple[int, int]] = []
        half = half_directions(kind)

        def edge(a: Axial, b: Axial, end: Axial) -> int:
            """The place of an edge in `Edges.flat`; `NO_EDGE` for edges of the two ends."""
            if not with_edges or {a, b} & {(0, 0), end}:
                return NO_EDGE
            step = (b[0] - a[0], b[1] - a[1])
            if step not in half:
                a, step = b, (-step[0], -step[1])
            return half.index(step) * padded.size + padded.shift(*a)

        for number, end in enumerate(steps):
            met = traces(kind, *end)
            before: Axial = (0, 0)
            for place, one in enumerate(met):
                if one.fork:
                    after = met[place + 1].left[0] if place + 1 < len(met) else end
                    forks.append(_fork_row(number, one, before, after, end, padded, near, edge))
                    continue
                here = one.left[0]
                if place == 0 or not met[place - 1].fork:
                    edges.append((number, edge(before, here, end)))
                cells.append((number, padded.shift(*here), here in near, _back(here, end) in near))
                before = here
            if not met or not met[-1].fork:
                edges.append((number, edge(before, end, end)))
        self.cells = _columns(cells, 4)
        self.forks = _columns(forks, len(FORK))
        kept = [row for row in edges if row[1] != NO_EDGE]
        self.edges = _columns(kept, 2)


FORK = (
    "number", "run", "left", "left_on", "left_near", "left_far", "right", "right_on", "right_near",
    "right_far", "left_edge_1", "left_edge_2", "right_edge_1", "right_edge_2", "along",
)  # fmt: skip
"""Columns of the fork table: per side the shift, if there is a cell, if it touches the ends."""


def _fork_row(
    number: int,
    met: Met,
    before: Axial,
    after: Axial,
    end: Axial,
    padded: PaddedGrid,
    near: set[Axial],
    edge: Callable[[Axial, Axial, Axial], int],
) -> list[int]:
    row = [number, met.run]
    for branch in (met.left, met.right):
        if branch:
            cell = branch[0]
            row += [padded.shift(*cell), 1, cell in near, _back(cell, end) in near]
        else:
            row += [0, 0, 0, 0]
    for branch in (met.left, met.right):
        if branch:
            row += [edge(before, branch[0], end), edge(branch[0], after, end)]
        else:
            row += [edge(before, after, end), NO_EDGE]
    row.append(edge(met.left[0], met.right[0], end) if met.run else NO_EDGE)
    return row


def _back(cell: Axial, end: Axial) -> Axial:
    return cell[0] - end[0], cell[1] - end[1]


def _columns(rows: list, width: int) -> Whole:
    return np.array(rows, np.int64).reshape(-1, width).T.copy()


@lru_cache(maxsize=8)
def table_for(padded: PaddedGrid, reach: int, with_edges: bool) -> TraceTable:
    """The table of a grid, made once."""
    return TraceTable(padded, reach, with_edges)


def seen_by_table(
    relief: SightRelief, edges: Edges | None, table: TraceTable, source: int
) -> tuple[Flags, np.ndarray]:
    """Which cells within the table's reach the source sees, itself included, and their scores."""
    padded, ground = relief.padded, relief.ground
    start = int(padded.flat[source])
    ends = start + table.shift
    inside = (ends >= 0) & (ends < padded.size)
    inside[inside] = padded.on[ends[inside]]
    ends = np.where(inside, ends, start)
    heights = _Heights(relief, start, ends)
    score = _scores(relief, edges, table, start, heights)
    clear = inside & (score < ground.threshold) & heights.higher_end_fits()
    seen = np.zeros(padded.grid.count, bool)
    seen[padded.index[ends[clear]]] = True
    seen[source] = True
    scores = np.zeros(padded.grid.count, np.int64)
    scores[padded.index[ends[inside]]] = score[inside]
    return seen, scores


class _Heights:
    """The heights of one source and many ends: which row of weights counts, who may be hidden."""

    def __init__(self, relief: SightRelief, start: int, ends: Whole) -> None:
        self.relief = relief
        self.start, self.ends = start, ends
        self.rank: Whole = np.maximum(relief.rank[start], relief.rank[ends])
        self.source_is_low = relief.rank[start] < relief.rank[ends]
        self.end_is_low = relief.rank[ends] < relief.rank[start]
        self.active = relief.level is not None and relief.ground.policy.elevation is not None

    def weights(self, number: Whole, place: Whole, near: Whole, far: Whole) -> np.ndarray:
        """Weights of cells at *place* on the line *number*; near and far: touches source, end."""
        relief = self.relief
        places = np.clip(place, 0, relief.padded.size - 1)
        found = relief.weights[self.rank[number], places].astype(np.int64)
        if not self.active:
            return found
        elevation = relief.ground.policy.elevation
        assert elevation is not None
        could_hide = (near != far) & (found == 0) & (relief.plain[places] > 0)
        chosen = np.flatnonzero(could_hide)
        if not chosen.size:
            return found
        number, places, near = number[chosen], places[chosen], near[chosen] != 0
        low = np.where(near, self.source_is_low[number], self.end_is_low[number])
        low_place = np.where(near, self.start, self.ends[number])
        rank = relief.rank[places]
        hides = low & (rank >= relief.rank[low_place]) & (rank < self.rank[number])
        if not elevation.obstacle_target_blind:
            hides &= relief.plain[low_place] == 0
        found[chosen] += np.where(hides, relief.plain[places], 0)
        return found

    def higher_end_fits(self) -> Flags:
        elevation = self.relief.ground.policy.elevation
        if not self.active or elevation is None or elevation.higher_end != "edge_cell":
            return np.ones(len(self.ends), bool)
        edge = self.relief.lower_neighbour
        return np.where(
            self.source_is_low, edge[self.ends], np.where(self.end_is_low, edge[self.start], True)
        )


def _scores(
    relief: SightRelief, edges: Edges | None, table: TraceTable, start: int, heights: _Heights
) -> np.ndarray:
    """The score of every line of the table."""
    lines = len(table.shift)
    policy = relief.ground.policy
    number, shift, near, far = table.cells
    base = np.bincount(number, heights.weights(number, start + shift, near, far), lines)
    if edges is not None and table.edges.size:
        crossed = edges.flat[np.clip(start + table.edges[1], 0, edges.flat.size - 1)]
        base = base + np.bincount(table.edges[0], crossed, lines)
    if not table.forks.size:
        return base
    fork: dict[str, Whole] = dict(zip(FORK, table.forks, strict=True))
    sides: list[np.ndarray] = []
    for side in ("left", "right"):
        place = start + fork[side]
        weight = heights.weights(fork["number"], place, fork[f"{side}_near"], fork[f"{side}_far"])
        weight = np.where(fork[f"{side}_on"] > 0, weight, 0)
        if policy.corner == "clear":
            weight = np.where(fork["run"] > 0, weight, 0)
        if edges is not None:
            for name in (f"{side}_edge_1", f"{side}_edge_2"):
                weight = weight + _edge_weights(edges, fork[name], start)
            if policy.run_on_edge == "block":
                weight = weight + _edge_weights(edges, fork["along"], start)
        sides.append(weight)
    left, right = sides
    if policy.scope == "global":
        total = [np.bincount(fork["number"], side, lines) for side in sides]
        return base + np.minimum(total[0], total[1])
    best = np.maximum(left, right) if policy.scope == "any" else np.minimum(left, right)
    return base + np.bincount(fork["number"], best, lines)


def _edge_weights(edges: Edges, shift: Whole, start: int) -> np.ndarray:
    there = np.clip(start + shift, 0, edges.flat.size - 1)
    return np.where(shift == NO_EDGE, 0, edges.flat[there])
