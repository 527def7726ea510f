"""A verdict told with cell ids, places on the board and a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import shapely
from msgspec import Struct

from wardesk.geometry.adjacency.coverage import polygon
from wardesk.geometry.sight.events import CellCrossed, EdgeCrossed, Fork, Plain
from wardesk.geometry.sight.judge import Judge, LineCrossed, SightVerdict, WeighedCrossing
from wardesk.geometry.sight.policy import SightPolicy
from wardesk.model.cells import Point
from wardesk.model.sight_ground import SightBoard
from wardesk.words import join, say

EventKind = Literal["cell", "edge", "fork", "line"]
Stretch = tuple[float, float]
"""Begin and end as shares of the line."""


class SightEvent(Struct, frozen=True, kw_only=True):
    """One thing a sight line meets, with the stretch of the line for a screen to draw.

    *cells*: the cell crossed, or the two beside an edge ("" = off the map). Of a fork *left* and
    *right* hold what lies on either side; *taken* is the better one. *blocks* marks the event that
    made the weights reach the threshold.
    """

    kind: EventKind
    cells: tuple[str, ...]
    weight: int
    start: Point
    end: Point
    name: str = ""
    left: tuple[SightEvent, ...] = ()
    right: tuple[SightEvent, ...] = ()
    taken: Literal["", "left", "right"] = ""
    blocks: bool = False


def told(
    board: SightBoard,
    ids: Sequence[str],
    judge: Judge,
    pair: tuple[int, int],
    verdict: SightVerdict,
) -> tuple[SightEvent, ...]:
    """The events of a verdict in order along the line, with the places where they lie.

    *ids*: the cells that the numbers in *pair* and in the verdict stand for.
    """
    teller = _Teller(board, ids, judge, pair)
    stretches = teller.stretches(verdict.weighed)
    found: list[tuple[float, SightEvent]] = []
    for number, (weighed, stretch) in enumerate(zip(verdict.weighed, stretches, strict=True)):
        event = teller.event(weighed, stretch, blocks=number == verdict.blocked_at)
        found.append((stretch[0], event))
    found.sort(key=lambda one: one[0])
    return tuple(event for _, event in found)


def reason_words(
    policy: SightPolicy,
    verdict: SightVerdict,
    blocking: SightEvent | None,
    distance: int,
    limit: int,
) -> str:
    """Why the line is clear or not, in one sentence."""
    if verdict.clear and limit and distance > limit:
        return say(
            "Too far: {distance} cells, and {limit} is the limit.", distance=distance, limit=limit
        )
    if verdict.clear:
        return {
            "same": say("The same cell."),
            "adjacent": say("Adjacent cells always see each other."),
        }.get(verdict.why, _clear_words(policy, verdict))
    if verdict.why == "higher_end":
        return say(
            "The higher end does not stand at the edge of its level, so it cannot look down."
        )
    if blocking is None:
        return say("Neither side of the line is open all the way.")
    thing = _thing(blocking)
    if blocking.weight >= policy.threshold:
        return say("Blocked by {thing}.", thing=thing)
    return say(
        "Blocked by {thing}, which brings the weight to the limit of {n}.",
        thing=thing,
        n=policy.threshold,
    )


def _clear_words(policy: SightPolicy, verdict: SightVerdict) -> str:
    if verdict.score:
        return say(
            "Clear: weight {score}, and {threshold} would block.",
            score=verdict.score,
            threshold=policy.threshold,
        )
    return say("Clear: nothing in the way.")


def _thing(event: SightEvent) -> str:
    if event.kind == "fork":
        left, right = (
            list(dict.fromkeys(_thing(one) for one in branch if one.weight))
            for branch in (event.left, event.right)
        )
        return say("both sides: {left} on the left, {right} on the right", left=left, right=right)
    cells = [
        say("{cell!s}", cell=cell) if cell else say("what lies off the map") for cell in event.cells
    ]
    if event.kind == "edge":
        return say(
            "{edge} between {cell} and {other}",
            edge=event.name or say("the edge"),
            cell=cells[0],
            other=cells[1],
        )
    if event.kind == "line":
        return event.name
    return say("{cell} ({ground})", cell=cells[0], ground=event.name) if event.name else cells[0]


class _Teller:
    """Turns numbers into ids and shares of the line into places."""

    def __init__(
        self, board: SightBoard, ids: Sequence[str], judge: Judge, pair: tuple[int, int]
    ) -> None:
        self.board, self.ids, self.judge, self.pair = board, ids, judge, pair
        self.a, self.b = ids[pair[0]], ids[pair[1]]
        self.start, self.end = board.cells[self.a].anchor, board.cells[self.b].anchor
        self.line = shapely.LineString([self.start, self.end]) if self.a != self.b else None

    def point(self, share: float) -> Point:
        (ax, ay), (bx, by) = self.start, self.end
        return ax + (bx - ax) * share, ay + (by - ay) * share

    def stretches(self, weighed: Sequence[WeighedCrossing]) -> list[Stretch]:
        """Where along the line each event lies: cells by their outlines, the others between."""
        here = self._inside(self.a, 0.0)[1] if weighed else 0.0
        found: list[Stretch | None] = []
        for one in weighed:
            event = one.event
            if isinstance(event, LineCrossed):
                found.append((event.at, event.at))
            elif isinstance(event, CellCrossed) and event.cell >= 0:
                stretch = self._inside(self.ids[event.cell], here)
                found.append(stretch)
                here = stretch[1]
            else:
                found.append(None)
        return _between(found, self._inside(self.a, 0.0)[1], self._inside(self.b, here)[0])

    def _inside(self, cell: str, after: float) -> Stretch:
        """The first stretch of the line inside a cell that ends beyond *after*."""
        if self.line is None or not cell:
            return after, after
        shared = shapely.intersection(self.line, polygon(self.board.outlines[cell]))
        stretches: list[Stretch] = []
        for part in shapely.get_parts(shared):
            places = [shapely.Point(x, y) for x, y in shapely.get_coordinates(part)]
            shares = [float(self.line.project(place, normalized=True)) for place in places]
            stretches.append((min(shares), max(shares)))
        later = sorted(stretch for stretch in stretches if stretch[1] > after + 1e-12)
        return later[0] if later else (after, after)

    def event(self, weighed: WeighedCrossing, stretch: Stretch, *, blocks: bool) -> SightEvent:
        """One weighed event in ids and places."""
        start, end = self.point(stretch[0]), self.point(stretch[1])
        event = weighed.event
        if isinstance(event, LineCrossed):
            line = self.board.lines[event.line]
            return SightEvent(
                kind="line",
                cells=(),
                weight=weighed.weight,
                start=start,
                end=end,
                name=line.name or self._line_kind(line.kind),
                blocks=blocks,
            )
        if isinstance(event, Fork):
            taken: Literal["left", "right"] = "left" if weighed.left <= weighed.right else "right"
            left, right = self.judge.branch_weights(*self.pair, event)
            return SightEvent(
                kind="fork",
                cells=(),
                weight=weighed.weight,
                start=start,
                end=end,
                left=self._branch(event.left, left, start, end),
                right=self._branch(event.right, right, start, end),
                taken=taken,
                blocks=blocks,
            )
        return self._plain(event, weighed.weight, start, end, blocks=blocks)

    def _branch(
        self, events: tuple[Plain, ...], weights: list[int], start: Point, end: Point
    ) -> tuple[SightEvent, ...]:
        pairs = zip(events, weights, strict=True)
        return tuple(self._plain(event, weight, start, end) for event, weight in pairs)

    def _plain(
        self, event: Plain, weight: int, start: Point, end: Point, *, blocks: bool = False
    ) -> SightEvent:
        if isinstance(event, CellCrossed):
            cells, name = (self._id(event.cell),), self._terrain(event.cell)
        else:
            cells, name = (self._id(event.a), self._id(event.b)), self._edge(event)
        return SightEvent(
            kind="cell" if isinstance(event, CellCrossed) else "edge",
            cells=cells,
            weight=weight,
            start=start,
            end=end,
            name=name,
            blocks=blocks,
        )

    def _id(self, number: int) -> str:
        return self.ids[number] if number >= 0 else ""

    def _terrain(self, number: int) -> str:
        cell = self._id(number)
        kind = self.board.cells[cell].terrain if cell else ""
        found = self.board.palette.terrain.get(kind)
        return found.name if found else kind

    def _edge(self, event: EdgeCrossed) -> str:
        if event.edge >= 0:
            kinds: tuple[str, ...] = (self.board.borders[event.edge].kind,)
        else:
            a, b = sorted((self._id(event.a), self._id(event.b)))
            kinds = self.board.sides.get((a, b), ())
        known = self.board.palette.borders
        names = [known[kind].name if kind in known else kind for kind in kinds]
        return join(", ", names) if len(names) > 1 else "".join(names)

    def _line_kind(self, kind: str) -> str:
        found = self.board.palette.lines.get(kind)
        return found.name if found else kind


def _between(found: list[Stretch | None], first: float, last: float) -> list[Stretch]:
    """Events without a stretch of their own lie between their neighbours along the line."""
    filled: list[Stretch] = []
    here = first
    for number, stretch in enumerate(found):
        if stretch is None:
            later = (s for s in found[number + 1 :] if s is not None and s[0] >= here)
            following = next(later, (last, last))
            stretch = (here, max(here, following[0]))
        else:
            here = max(here, stretch[1])
        filled.append(stretch)
    return filled
