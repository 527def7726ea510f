"""Boards for the sight tests: grids of every shape, random grounds, and shapely as the oracle."""

from __future__ import annotations

import numpy as np
import shapely
from hypothesis import strategies as st

from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.square_lattice import SquareGrid
from wardesk.geometry.sight.events import CellCrossed, Fork
from wardesk.geometry.sight.ground import SightGround
from wardesk.geometry.sight.lattice_sight import LatticeSight
from wardesk.geometry.sight.policy import Elevation, SightPolicy

GRIDS = {
    "flat odd": HexGrid(14, 12, shoved="odd"),
    "flat even": HexGrid(14, 12, shoved="even"),
    "pointy odd": HexGrid(12, 14, pointy=True, shoved="odd"),
    "pointy even": HexGrid(12, 14, pointy=True, shoved="even"),
    "far away": HexGrid(13, 9, origin=(1_000_000, -1_000_000)),
    "square": SquareGrid(13, 12),
}
ELEVATION = Elevation()
POLICIES = {
    "plain": SightPolicy(id="plain"),
    "second blocks": SightPolicy(id="second", threshold=2),
    "heights": SightPolicy(id="heights", elevation=ELEVATION, adjacent="clear"),
    "heights and orchards": SightPolicy(
        id="both", threshold=2, elevation=Elevation(obstacle_target_blind=True)
    ),
    "along the line": SightPolicy(id="along", elevation=Elevation(higher_end="along_line")),
    "from anywhere": SightPolicy(id="anywhere", elevation=Elevation(higher_end="anywhere")),
    "edges": SightPolicy(id="edges", edges={"crest": 1}),
    "edges and orchards": SightPolicy(
        id="edges2", threshold=2, edges={"crest": 2}, run_on_edge="block"
    ),
    "cliffs": SightPolicy(id="cliffs", threshold=2, edges={"cliff": 2}, edges_of_ends="high"),
    "global": SightPolicy(id="global", threshold=2, scope="global", edges={"crest": 1}),
    "any": SightPolicy(id="any", threshold=2, scope="any", edges={"crest": 1}),
    "corners clear": SightPolicy(id="corners", corner="clear", off_board="block"),
}


def random_sight(grid, policy, seed, share=0.3, absent=False):
    """Random weights, heights and edges as far as the policy looks at them."""
    rng = np.random.default_rng(seed)
    count = grid.count
    weight = (rng.random(count) < share) * rng.integers(1, policy.threshold + 1, count)
    level = rng.integers(0, 3, count) if policy.elevation is not None else None
    edges = {}
    if policy.edges:
        for cell in range(count):
            q, r = grid.coordinates(cell)
            for dq, dr in grid.side_steps:
                other = grid.index(q + dq, r + dr)
                if other > cell and rng.random() < 0.15:
                    edges[cell, other] = int(rng.integers(1, policy.threshold + 1))
    directed = {pair: pair[:: rng.choice([1, -1])] for pair in edges if rng.random() < 0.7}
    missing = rng.random(count) < 0.05 if absent else None
    ground = SightGround(
        policy,
        weight.astype(np.uint8),
        level=level,
        edges=edges,
        absent=missing,
        directed=directed,
    )
    return LatticeSight(grid, ground)


def blocked_by(grid, cells, policy=POLICIES["plain"], **more):
    """Sight with the threshold's weight on some cells, given by column and row from 0."""
    weight = np.zeros(grid.count, np.uint8)
    for column, row in cells:
        weight[at(grid, column, row)] = policy.threshold
    return LatticeSight(grid, SightGround(policy, weight, **more))


def at(grid, column, row):
    """The number of the cell in a column and row, both from 0."""
    return grid.index(*grid.axial(column, row))


def shape(grid, cell):
    return shapely.Polygon(grid.outline(*grid.coordinates(cell)))


def line(grid, a, b):
    return shapely.LineString([grid.centre(*grid.coordinates(cell)) for cell in (a, b)])


def oracle(sight, a, b):
    """What shapely says of blocking cells: the line meets the interior of their union."""
    grid = sight.grid
    blockers = [c for c in np.flatnonzero(sight.ground.weight).tolist() if c not in (a, b)]
    if not blockers or a == b:
        return True
    union = shapely.union_all([shape(grid, cell) for cell in blockers])
    return not shapely.relate_pattern(line(grid, a, b), union, "T********")


def cells_met(events):
    """Cells crossed for sure, and cells on either side of forks."""
    crossed = {event.cell for event in events if isinstance(event, CellCrossed)}
    beside = {
        event.cell
        for fork in events
        if isinstance(fork, Fork)
        for event in (*fork.left, *fork.right)
        if isinstance(event, CellCrossed)
    }
    return crossed, beside


@st.composite
def sights(draw, names=tuple(POLICIES)):
    """Random sight on a random grid under one of the policies."""
    grid = GRIDS[draw(st.sampled_from(sorted(GRIDS)))]
    policy = POLICIES[draw(st.sampled_from(names))]
    share = draw(st.sampled_from([0.05, 0.2, 0.4]))
    return random_sight(grid, policy, draw(st.integers(0, 10**6)), share, draw(st.booleans()))
