"""Sight on a board: who sees whom by which rule, and why not, in words and places.

Board and policy become numbers here (`model.sight_ground`); the answer becomes cell ids again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct

from wardesk.geometry.sight.all_pairs import PairTable
from wardesk.geometry.sight.area_sight import AreaSight
from wardesk.geometry.sight.ground import SightGround
from wardesk.geometry.sight.lattice_sight import LatticeSight
from wardesk.geometry.sight.policy import PLAIN, SightPolicy
from wardesk.model.sight_ground import SightBoard, area_mesh, ground_of, marked_ground
from wardesk.model.sight_words import SightEvent, reason_words, told


class Sight(Struct, frozen=True, kw_only=True):
    """The answer for one pair. *reason* is a sentence; *cite* tells where the rule stands.

    *blocked_by* is the cell, "cell/cell" for an edge, or the drawn line's name; None if clear or if
    nothing stands in the way but range or height.
    """

    a: str
    b: str
    clear: bool
    score: int
    distance: int
    reason: str
    blocked_by: str | None = None
    cite: str = ""
    policy: str = ""
    events: tuple[SightEvent, ...] = ()


class SightLines:
    """All sight lines of one board under one policy, with what is needed to answer quickly."""

    def __init__(
        self, board: SightBoard, policy: SightPolicy, marks: Mapping[str, Collection[str]]
    ) -> None:
        self.board, self.policy = board, policy
        lattice = board.lattice
        if lattice is not None:
            self.ids: tuple[str, ...] = lattice.ids
            self.numbers: Mapping[str, int] = lattice.numbers
            ground = self._ground(marks)
            self.engine: LatticeSight | AreaSight = LatticeSight(lattice.grid, ground)
        else:
            self.ids = tuple(board.cells)
            self.numbers = {cell: number for number, cell in enumerate(self.ids)}
            ground = self._ground(marks)
            kept: list[SightLines] = board.kept_sight_lines
            # the net of borders is the same for every policy
            nets = [lines.engine.mesh for lines in kept if isinstance(lines.engine, AreaSight)]
            mesh = nets[0] if nets else area_mesh(board, self.ids)
            self.engine = AreaSight(mesh, ground)

    def _ground(self, marks: Mapping[str, Collection[str]]) -> SightGround:
        """The board's own ground; with markers on it, worked out from the one that is kept."""
        if not marks:
            return ground_of(self.board, self.policy, self.ids)
        plain = sight_lines(self.board, self.policy)
        return marked_ground(plain.engine.ground, self.ids, marks)

    def distance(self, a: str, b: str) -> int:
        """Steps from cell to cell. KeyError if unknown."""
        return self.engine.distance(self.numbers[a], self.numbers[b])

    def sight(
        self,
        a: str,
        b: str,
        *,
        target_class: str | None = None,
        conditions: tuple[str, ...] = (),
    ) -> Sight:
        """One pair with everything its line meets. As `Board.sight`."""
        first, second = self.numbers[a], self.numbers[b]
        verdict = self.engine.verdict(first, second)
        distance = self.engine.distance(first, second)
        limit = self.range_to(b, target_class, conditions)
        events = told(self.board, self.ids, self.engine.judge, (first, second), verdict)
        beyond = bool(limit) and distance > limit
        blocking = next((event for event in events if event.blocks), None)
        return Sight(
            a=a,
            b=b,
            clear=verdict.clear and not beyond,
            score=verdict.score,
            distance=distance,
            reason=reason_words(self.policy, verdict, blocking, distance, limit),
            blocked_by=_name(blocking) if blocking else None,
            cite=self.policy.cite,
            policy=self.policy.id,
            events=events,
        )

    def viewshed(
        self,
        a: str,
        reach: int | None = None,
        *,
        target_class: str | None = None,
        conditions: tuple[str, ...] = (),
    ) -> frozenset[str]:
        """Every cell that *a* sees, itself included. As `Board.viewshed`."""
        limits = [reach or 0, self.policy.limit(conditions)]
        if target_class is not None:
            longest = self.policy.ranges[target_class]
            limits.append(max([longest.reach, *longest.in_cells.values()]))
        most = min((limit for limit in limits if limit), default=0)
        seen = self.engine.seen_from(self.numbers[a], most)
        cells = [self.ids[number] for number in seen.nonzero()[0].tolist()]
        if target_class is not None:
            cells = [
                cell
                for cell in cells
                if cell == a
                or self.distance(a, cell) <= self.range_to(cell, target_class, conditions)
            ]
        return frozenset(cells)

    def all_pairs(self, reach: int) -> PairTable:
        """Clear lines of all pairs up to *reach*, by cell numbers. TypeError on area boards."""
        if not isinstance(self.engine, LatticeSight):
            raise TypeError("all pairs at once need a board of hexes or squares")
        return self.engine.all_pairs(reach)

    def exposure(self, reach: int) -> dict[str, int]:
        """For each cell the number of other cells within *reach* (at least 1) that see it.

        All pairs at once on hexes and squares; one view after the other on area boards.
        """
        if isinstance(self.engine, LatticeSight):
            limit = self.policy.limit()
            seen_by = self.all_pairs(min(reach, limit) if limit else reach).seen_by()
            return {cell: int(seen_by[self.numbers[cell]]) for cell in self.board.cells}
        return {cell: len(self.viewshed(cell, reach)) - 1 for cell in self.ids}

    def range_to(
        self, target: str, target_class: str | None, conditions: tuple[str, ...] = ()
    ) -> int:
        """The longest line to a target in this cell, 0 = no limit."""
        limits = [self.policy.limit(conditions)]
        if target_class is not None:
            found = self.policy.ranges[target_class]
            limits.append(found.in_cells.get(self.board.cells[target].terrain, found.reach))
        return min((limit for limit in limits if limit), default=0)


def sight_lines(
    board: SightBoard,
    policy: SightPolicy | str | None = None,
    marks: Mapping[str, Collection[str]] | None = None,
) -> SightLines:
    """The sight lines of a board; kept with it unless *marks* change from call to call."""
    if isinstance(policy, str):
        policy = board.palette.sight[policy]
    rule = policy or next(iter(board.palette.sight.values()), PLAIN)
    if marks and rule.marks:
        return SightLines(board, rule, marks)
    kept: list[SightLines] = board.kept_sight_lines
    for lines in kept:
        if lines.policy is rule or lines.policy == rule:
            return lines
    made = SightLines(board, rule, {})
    kept.insert(0, made)
    del kept[4:]  # a screen compares two or three rules at most
    return made


def _name(event: SightEvent) -> str:
    if event.kind == "line":
        return event.name
    cells = [cell or "off the map" for cell in event.cells]
    return "/".join(cells)
