"""From a board and a sight policy to plain numbers: weights and heights per cell, edge and line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
import shapely

from wardesk.errors import UserError
from wardesk.geometry.adjacency.coverage import Area, polygon
from wardesk.geometry.paths.ways import Candidates, split_line
from wardesk.geometry.sight.area_mesh import BorderLine, Mesh
from wardesk.geometry.sight.ground import EdgeKey, LinePart, SightGround
from wardesk.geometry.sight.policy import SightPolicy
from wardesk.model.cells import Border, Cell, DrawnLine, Ring
from wardesk.model.lattice import Lattice, Pair
from wardesk.model.palette import Palette, Scalar
from wardesk.words import say

HIGHEST = 100_000
"""The highest level that a cell can have, up or down."""


class SightBoard(Protocol):
    """What sight reads of a `model.board.Board`, which stands above it and tells each of these."""

    @property
    def cells(self) -> Mapping[str, Cell]: ...
    @property
    def outlines(self) -> Mapping[str, tuple[Ring, ...]]: ...
    @property
    def borders(self) -> Sequence[Border]: ...
    @property
    def sides(self) -> Mapping[Pair, tuple[str, ...]]: ...
    @property
    def high(self) -> Mapping[Pair, str]: ...
    @property
    def lines(self) -> Sequence[DrawnLine]: ...
    @property
    def lattice(self) -> Lattice | None: ...
    @property
    def palette(self) -> Palette: ...
    @property
    def kept_sight_lines(self) -> list[Any]: ...
    def terrain_of(self, cell: str) -> Mapping[str, Scalar]: ...


def good_height(value: Scalar) -> bool:
    """Whether a property can be a level: a whole number that is not absurd."""
    return not isinstance(value, str) and abs(value) <= HIGHEST and value == int(value)


def ground_of(board: SightBoard, policy: SightPolicy, ids: tuple[str, ...]) -> SightGround:
    """The weights of a board's cells, edges and lines under a policy; cells in the order of *ids*.

    Kinds that the policy does not name weigh nothing. UserError for a height that is none.
    """
    most = policy.threshold
    weight = np.array([_cell_weight(board, policy, cell) for cell in ids], np.int64)
    level = None
    if policy.elevation is not None:
        name = policy.elevation.property
        level = np.array([_height(board, cell, name) for cell in ids], np.int64)
    absent = np.array([not cell for cell in ids], bool)
    return SightGround(
        policy=policy,
        weight=np.minimum(weight, most).astype(np.uint8),
        level=level,
        edges=_edge_weights(board, policy),
        borders=_border_weights(board, policy),
        parts=_line_parts(board, policy, ids),
        directed=_directed(board, policy, ids),
        absent=absent if absent.any() else None,
    )


def marked_ground(
    plain: SightGround, ids: tuple[str, ...], marks: Mapping[str, Collection[str]]
) -> SightGround:
    """*plain*, the ground without markers, with the weights of *marks* on it."""
    policy, weight = plain.policy, plain.weight.astype(np.int64)
    for mark, where in marks.items():
        extra = policy.marks.get(mark, 0)
        if extra and where:
            wanted = set(where)
            weight[[number for number, cell in enumerate(ids) if cell and cell in wanted]] += extra
    return replace(plain, weight=np.minimum(weight, policy.threshold).astype(np.uint8))


def area_mesh(board: SightBoard, ids: tuple[str, ...]) -> Mesh:
    """The borders of an area board as a net, its cells in the order of *ids*."""
    numbers = {cell: number for number, cell in enumerate(ids)}
    lines = [
        BorderLine(
            border.points,
            numbers.get(border.left or "", -1),
            numbers.get(border.right or "", -1),
        )
        for border in board.borders
    ]
    return Mesh(lines, [board.cells[cell].anchor for cell in ids])


def _cell_weight(board: SightBoard, policy: SightPolicy, cell: str) -> int:
    if not cell:
        return 0
    weight = policy.cells.get(board.cells[cell].terrain, 0)
    if policy.cell_property:
        weight += _number(board.terrain_of(cell).get(policy.cell_property, 0), policy.threshold)
    return weight


def _number(value: Scalar, if_true: int) -> int:
    """A weight given as a number or as yes/no; "yes" and true block, other text does not."""
    if isinstance(value, bool):
        return if_true if value else 0
    if isinstance(value, str):
        return if_true if value.casefold() in ("yes", "true") else 0
    return max(0, int(value))


def _height(board: SightBoard, cell: str, name: str) -> int:
    value = board.terrain_of(cell).get(name, 0) if cell else 0
    if not good_height(value):
        text = say(
            "The {name} of cell {cell} must be a whole number up to {highest!s}",
            name=name,
            cell=cell,
            highest=f"{HIGHEST:,}",
        )
        raise UserError(
            say("{text}, not {value!s}.", text=text, value=f"{value!r:.40}"),
            "Mend it in the map editor.",
        )
    return int(value)


def _edge_weights(board: SightBoard, policy: SightPolicy) -> dict[tuple[int, int], int]:
    if board.lattice is None or not policy.edges:
        return {}
    numbers = board.lattice.numbers
    found: dict[tuple[int, int], int] = {}
    for (a, b), kinds in board.sides.items():
        weight = min(sum(policy.edges.get(kind, 0) for kind in kinds), policy.threshold)
        if weight:
            first, second = sorted((numbers[a], numbers[b]))
            found[first, second] = weight
    return found


def _border_weights(board: SightBoard, policy: SightPolicy) -> np.ndarray | None:
    if board.lattice is not None or not policy.edges:
        return None
    weights = [min(policy.edges.get(b.kind, 0), policy.threshold) for b in board.borders]
    return np.array(weights, np.uint8)


def _directed(
    board: SightBoard, policy: SightPolicy, ids: tuple[str, ...]
) -> dict[EdgeKey, tuple[int, int]]:
    """The cells on the high and the low side of weighted directed edges, keyed as their weights."""
    kinds = {k.id for k in board.palette.borders.values() if k.directed and policy.edges.get(k.id)}
    if not kinds:
        return {}
    found: dict[EdgeKey, tuple[int, int]] = {}
    if board.lattice is None:
        places = {cell: number for number, cell in enumerate(ids)}
        for number, border in enumerate(board.borders):
            if border.kind in kinds:
                high, low = (places.get(c or "", -1) for c in (border.left, border.right))
                found[number] = (high, low)
        return found
    numbers = board.lattice.numbers
    for (a, b), high in board.high.items():
        if not kinds.isdisjoint(board.sides.get((a, b), ())):
            pair = numbers[high], numbers[b if high == a else a]
            found[min(pair), max(pair)] = pair
    return found


def _line_parts(
    board: SightBoard, policy: SightPolicy, ids: tuple[str, ...]
) -> tuple[LinePart, ...]:
    if not policy.lines:
        return ()
    candidates = _nearby(board, ids)
    found: list[LinePart] = []
    for number, line in enumerate(board.lines):
        weight = min(policy.lines.get(line.kind, 0), policy.threshold)
        if not weight:
            continue
        for cell, points in split_line(line.points, candidates):
            found.append(LinePart(number, cell, weight, tuple(points)))
    return tuple(found)


def _nearby(board: SightBoard, ids: tuple[str, ...]) -> Candidates:
    """Cells whose outline may meet a box."""
    if board.lattice is not None:
        return _nearby_on_lattice(board)
    shapes = [polygon(board.outlines[cell]) for cell in ids]
    tree = shapely.STRtree(shapes)

    def near(left: float, top: float, right: float, bottom: float) -> list[tuple[int, Area]]:
        found: list[int] = sorted(tree.query(shapely.box(left, top, right, bottom)).tolist())
        return [(number, shapes[number]) for number in found]

    return near


def _nearby_on_lattice(board: SightBoard) -> Candidates:
    lattice = board.lattice
    assert lattice is not None
    grid, ids = lattice.grid, lattice.ids

    def near(left: float, top: float, right: float, bottom: float) -> Iterable[tuple[int, Area]]:
        # points closer together than a cell is wide touch every cell of the box or a neighbour
        step = 128.0
        seen: set[int] = set()
        for i in range(int((right - left) / step) + 2):
            for j in range(int((bottom - top) / step) + 2):
                seen.add(grid.cell_at(min(left + i * step, right), min(top + j * step, bottom)))
        around = set(seen)
        for number in seen - {-1}:
            q, r = grid.coordinates(number)
            steps = (*grid.side_steps, *grid.corner_steps)
            around |= {grid.index(q + dq, r + dr) for dq, dr in steps}
        return [
            (number, polygon((grid.outline(*grid.coordinates(number)),)))
            for number in sorted(around)
            if number >= 0 and ids[number]
        ]

    return near
