"""One cell to all on a whole lattice, however far: every line walks outwards in step.

All lines advance together, one lattice line at a time along their longer axis; each meets one cell,
two, or a fork there, found by whole-number division. Lines that are blocked drop out. Exact.
Edges are not looked at here: `lattice_sight` adds them where a policy weighs them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wardesk.geometry.sight.ground import Flags, Whole
from wardesk.geometry.sight.padded_grid import SightRelief


@dataclass(frozen=True)
class Lines:
    """Many lines from one source, each along its longer axis: shifts per step, slope, length."""

    length: Whole
    """Steps to the end along the longer axis."""
    drift: Whole
    """Steps to the end along the other axis, signed."""
    onward: Whole
    """Shift of one step along the longer axis."""
    aside: Whole
    """Shift of one step along the other axis."""

    def take(self, kept: Flags) -> Lines:
        """Only some of the lines."""
        fields = (self.length, self.drift, self.onward, self.aside)
        return Lines(*(values[kept] for values in fields))


def seen_by_walking(relief: SightRelief, source: int, reach: int = 0) -> tuple[Flags, Whole]:
    """Which cells the source sees, and the scores (those of blocked lines are not complete).

    The score counts cells and forks of cells; scope ``local`` only.
    """
    padded, ground = relief.padded, relief.ground
    dq, dr = padded.q - padded.q[source], padded.r - padded.r[source]
    hexes = padded.grid.kind == "hex"
    distance = (
        np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))
        if hexes
        else np.maximum(abs(dq), abs(dr))
    )
    score = np.zeros(padded.grid.count, np.int64)
    wanted = distance > (1 if hexes else 0)
    if reach:
        wanted &= distance <= reach
    cells = np.flatnonzero(wanted)
    lines = (
        _hex_lines(relief, dq[cells], dr[cells])
        if hexes
        else _square_lines(relief, dq[cells], dr[cells])
    )
    start = int(padded.flat[source])
    rank = np.maximum(relief.rank[start], relief.rank[padded.flat[cells]])
    walk = _hex_column if hexes else _square_column
    if relief.level is not None and ground.policy.elevation is not None:
        score[cells] += _hidden(relief, source, cells, lines, walk)
        kept = score[cells] < ground.threshold
        cells, rank, lines = cells[kept], rank[kept], lines.take(kept)
    _walk_outwards(relief, start, score, cells, rank, lines)
    seen = score < ground.threshold
    if reach:
        seen &= distance <= reach
    return seen, score


def _walk_outwards(
    relief: SightRelief, start: int, score: Whole, cells: Whole, rank: Whole, lines: Lines
) -> None:
    """Add to *score* what the lines to *cells* meet, step by step, until all end or are blocked."""
    ground, hexes = relief.ground, relief.padded.grid.kind == "hex"
    corners = not hexes and ground.policy.corner == "min"
    weights = relief.weights.ravel()
    row = rank * relief.padded.size + start
    walk = _hex_column if hexes else _square_column
    step = 0
    while cells.size:
        step += 1
        last = lines.length == step
        if last.any():
            if corners:  # squares may still touch a corner on their way into the end
                score[cells[last]] += _corner_before(weights, row[last], lines.take(last), step)
            kept = ~last
            cells, row, lines = cells[kept], row[kept], lines.take(kept)
        first, second, fork = walk(lines, step)
        x, y = weights[row + first].astype(np.int64), weights[row + second].astype(np.int64)
        weight = np.where(first == second, x, x + y)
        if fork is not None:
            weight = np.where(fork, np.minimum(x, y), weight)
        if corners:
            weight = weight + _corner_before(weights, row, lines, step)
        score[cells] += weight
        kept = score[cells] < ground.threshold
        if not kept.all():
            cells, row, lines = cells[kept], row[kept], lines.take(kept)


def higher_end_fits(relief: SightRelief, source: int) -> Flags:
    """Per cell: whether the higher of it and the source stands where the policy wants it."""
    padded = relief.padded
    elevation = relief.ground.policy.elevation
    if relief.level is None or elevation is None or elevation.higher_end != "edge_cell":
        return np.ones(padded.grid.count, bool)
    ends, start = padded.flat, int(padded.flat[source])
    level = relief.level
    return np.where(
        level[ends] > level[start],
        relief.lower_neighbour[ends],
        np.where(level[ends] < level[start], relief.lower_neighbour[start], True),
    )


def _hex_lines(relief: SightRelief, dq: Whole, dr: Whole) -> Lines:
    """The longest of three cube coordinates is the axis to walk along."""
    stride = relief.padded.stride
    ds = -dq - dr
    length = np.maximum(np.maximum(abs(dq), abs(dr)), abs(ds))
    by_q = abs(dq) == length
    by_r = ~by_q & (abs(dr) == length)
    along = np.where(by_q, dq, np.where(by_r, dr, ds))
    drift = np.where(by_q, dr, np.where(by_r, ds, dq))
    sign = np.where(along > 0, 1, -1)
    onward = np.where(by_q, stride, np.where(by_r, 1 - stride, -1)) * sign
    aside = np.where(by_q, 1, np.where(by_r, -stride, stride - 1))
    return Lines(length, drift, onward, aside)


def _square_lines(relief: SightRelief, dx: Whole, dy: Whole) -> Lines:
    stride = relief.padded.stride
    by_x = abs(dx) >= abs(dy)
    length, drift = np.where(by_x, abs(dx), abs(dy)), np.where(by_x, dy, dx)
    onward = np.where(by_x, np.sign(dx) * stride, np.sign(dy))
    return Lines(length, drift, onward, np.where(by_x, 1, stride))


def _hex_column(lines: Lines, step: Whole | int) -> tuple[Whole, Whole, Flags | None]:
    """Shifts of the first and last cell met at *step*; a fork where none is met inside."""
    length, drift = lines.length, lines.drift
    half = np.maximum(length + abs(drift), 2 * length - abs(drift))
    middle, unit = 3 * drift * step, 3 * length
    # below 2**26 the quotient in doubles never rounds across a whole number, and it is quicker
    low = np.floor((middle - half) / unit).astype(np.int64) + 1
    high = np.ceil((middle + half) / unit).astype(np.int64) - 1
    at = lines.onward * step
    return at + low * lines.aside, at + high * lines.aside, low > high


def _square_column(lines: Lines, step: Whole | int) -> tuple[Whole, Whole, Flags | None]:
    """Shifts of the first and last square met at *step*."""
    length, drift = lines.length, abs(lines.drift)
    low = (drift * (2 * step - 1) + length) // (2 * length)
    high = -(-(drift * (2 * step + 1) + length) // (2 * length)) - 1
    at, aside = lines.onward * step, lines.aside * np.sign(lines.drift)
    return at + low * aside, at + high * aside, None


def _corner_before(weights: np.ndarray, row: Whole, lines: Lines, step: int) -> np.ndarray:
    """Weight of the corner that a line may pass as it enters the squares of *step*."""
    length, drift = lines.length, abs(lines.drift)
    place = drift * (2 * step - 1) + length
    at_corner = (place % (2 * length) == 0) & (drift > 0)
    aside = lines.aside * np.sign(lines.drift)
    upper = place // (2 * length)
    x = weights[row + lines.onward * (step - 1) + upper * aside].astype(np.int64)
    y = weights[row + lines.onward * step + (upper - 1) * aside].astype(np.int64)
    return np.where(at_corner, np.minimum(x, y), 0)


def _hidden(relief: SightRelief, source: int, cells: Whole, lines: Lines, walk) -> Whole:  # noqa: ANN001
    """Extra weight of lower cells that hide the lower end: they touch it and not the higher one.

    They can only be met in the first step from the source or in the last before the end.
    """
    padded, policy = relief.padded, relief.ground.policy
    assert policy.elevation is not None
    start = int(padded.flat[source])
    ends = padded.flat[cells]
    from_source = relief.rank[start] < relief.rank[ends]
    from_end = relief.rank[ends] < relief.rank[start]
    if not policy.elevation.obstacle_target_blind:
        from_source &= relief.plain[start] == 0
        from_end &= relief.plain[ends] == 0
    extra = np.zeros(len(cells), np.int64)
    chosen = np.flatnonzero((from_source | from_end) & (lines.length > 1))
    some = Lines(*(v[chosen] for v in (lines.length, lines.drift, lines.onward, lines.aside)))
    step = np.where(from_source[chosen], 1, some.length - 1)
    first, second, fork = walk(some, step)
    low = np.where(from_source[chosen], start, ends[chosen])
    high = np.where(from_source[chosen], ends[chosen], start)
    x, x_hides = _both_weights(relief, start + first, low, high)
    y, y_hides = _both_weights(relief, start + second, low, high)
    same = first == second
    added = np.where(same, x_hides, x_hides + y_hides)
    if fork is not None:
        least = np.minimum
        added = np.where(fork, least(x + x_hides, y + y_hides) - least(x, y), added)
    extra[chosen] = added
    return extra


def _both_weights(
    relief: SightRelief, place: Whole, low: Whole, high: Whole
) -> tuple[Whole, Whole]:
    """The usual weight of each cell, and the weight it has because it hides the lower end."""
    assert relief.level is not None
    usual = relief.weights[relief.rank[high], place].astype(np.int64)
    hides = (
        (relief.plain[place] > 0)
        & (relief.rank[place] >= relief.rank[low])
        & (relief.rank[place] < relief.rank[high])
        & _side_by_side(relief, place, low)
        & ~_side_by_side(relief, place, high)
    )
    return usual, np.where(hides, relief.plain[place], 0).astype(np.int64)


def _side_by_side(relief: SightRelief, place: Whole, other: Whole) -> Flags:
    """Whether two cells of the box share a side."""
    padded = relief.padded
    shift = other - place
    return np.isin(shift, [padded.shift(*step) for step in padded.grid.side_steps])
