"""Where both sides meet: groups of units that stand near an enemy, by the hexes of the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.of_moment import of_moment
from wardesk.campaign.operation.positions import standing_cell
from wardesk.campaign.operation.state import State
from wardesk.errors import UserError

NEAR = 3
"""So many hexes lie between enemies who meet, at most."""
TOGETHER = 4
"""So many hexes lie between units of one fight, at most."""
Axial = tuple[int, int]


class MeetingArea(Struct, frozen=True, kw_only=True):
    """Units of both sides that stand near each other."""

    id: str
    """The hex in its middle."""
    cells: tuple[str, ...]
    """The hexes where they stand."""
    units: tuple[str, ...]
    sides: tuple[tuple[str, int], ...]
    """How many units each side has there."""
    node: str
    """The days to which most of them belong; empty where nothing is played by days."""


def distance(one: Axial, other: Axial) -> int:
    """Hexes from one to another."""
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


@of_moment
def positions(design: Design, state: State) -> dict[str, tuple[str, Axial]]:
    """The hex of every unit that stands in one, with its place on the lattice."""
    found: dict[str, tuple[str, Axial]] = {}
    for unit in design.units:
        now = state.units[unit.id]
        if now.place.kind not in ("hex", "marker"):
            continue
        cell = standing_cell(design, state, now.place)
        try:
            found[unit.id] = cell, design.axial(now.place.game, cell)
        except UserError:
            continue
    return found


def meetings(design: Design, state: State) -> tuple[MeetingArea, ...]:
    """Every area where both sides meet, the largest first."""
    there = positions(design, state)
    grid: dict[Axial, list[str]] = {}
    for unit, (_cell, at) in there.items():
        grid.setdefault((at[0] // TOGETHER, at[1] // TOGETHER), []).append(unit)
    meet: list[str] = []
    for unit, (_cell, at) in there.items():
        side = design.side_of(unit)
        if any(
            design.side_of(other) != side and distance(at, there[other][1]) <= NEAR
            for other in _around(grid, at)
        ):
            meet.append(unit)
    groups = _groups(meet, there)
    found = [_area(design, state, units, there) for units in groups]
    return tuple(sorted(found, key=lambda each: (-len(each.units), each.id)))


def _around(grid: Mapping[Axial, list[str]], at: Axial) -> Iterable[str]:
    q, r = at[0] // TOGETHER, at[1] // TOGETHER
    for dq in (-1, 0, 1):
        for dr in (-1, 0, 1):
            yield from grid.get((q + dq, r + dr), ())


def _groups(units: list[str], there: Mapping[str, tuple[str, Axial]]) -> list[list[str]]:
    """Units in groups, so that those of two groups stand far from each other."""
    by_cell: dict[Axial, list[str]] = {}
    for unit in units:
        by_cell.setdefault(there[unit][1], []).append(unit)
    left, found = dict(by_cell), list[list[str]]()
    while left:
        first = next(iter(left))
        todo, group = [first], list(left.pop(first))
        while todo:
            at = todo.pop()
            for other in [each for each in left if distance(at, each) <= TOGETHER]:
                group += left.pop(other)
                todo.append(other)
        found.append(group)
    return found


def _area(
    design: Design, state: State, units: list[str], there: Mapping[str, tuple[str, Axial]]
) -> MeetingArea:
    cells = sorted({there[unit] for unit in units}, key=lambda each: each[1])
    middle = (
        sum(at[0] for _, at in cells) // len(cells), sum(at[1] for _, at in cells) // len(cells)
    )  # fmt: skip
    centre = min(cells, key=lambda each: (distance(each[1], middle), each[0]))[0]
    games = [state.units[unit].game for unit in units]
    days = [node for node in design.nodes if node.kind == "calendar" and node.game in games]
    most = max(days, key=lambda node: games.count(node.game), default=None)
    sides = [design.side_of(unit) for unit in units]
    return MeetingArea(
        id=centre, cells=tuple(cell for cell, _ in cells), units=tuple(units),
        sides=tuple((side.id, sides.count(side.id)) for side in design.sides),
        node=most.id if most is not None else "",
    )  # fmt: skip
