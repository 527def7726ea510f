"""How a sight line is judged: the events it meets, weighed by the policy, one pair at a time.

This is the rule in its readable form. The fast engines (`all_pairs`, `lattice_view`,
`angular_join`) must give the same answers; the tests hold them to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from wardesk.geometry.sight.events import CellCrossed, EdgeCrossed, Event, Fork, Plain, Strand
from wardesk.geometry.sight.ground import EdgeKey, SightGround

Why = Literal["", "weights", "higher_end", "adjacent", "same"]
Touches = Callable[[int, int], bool]


@dataclass(frozen=True)
class LineCrossed:
    """A drawn line meets the sight line at *at* (share of its length), from one or both sides.

    The weights are those of passing it on the left and on the right: equal where the line runs
    across, one of them 0 where it only touches.
    """

    line: int
    at: float
    left: int
    right: int


@dataclass(frozen=True)
class WeighedCrossing:
    """One event with its weight; of a fork both branches and the side taken."""

    event: Event | LineCrossed
    weight: int
    left: int = 0
    right: int = 0


@dataclass(frozen=True)
class SightVerdict:
    """The judgement of one line. *blocked_at* numbers the event that made the score reach it."""

    clear: bool
    score: int
    why: Why
    weighed: tuple[WeighedCrossing, ...] = ()
    blocked_at: int = -1


class Judge:
    """Weighs events between two cells of one ground. *touches* tells if two cells share a side."""

    def __init__(
        self, ground: SightGround, touches: Touches, lower_neighbour: Callable[[int], bool]
    ) -> None:
        self.ground = ground
        self.touches = touches
        self.lower_neighbour = lower_neighbour
        self._weight: list[int] = ground.weight.tolist()
        self._level: list[int] | None = None if ground.level is None else ground.level.tolist()
        self._borders: list[int] = [] if ground.borders is None else ground.borders.tolist()

    def verdict(
        self, a: int, b: int, events: Sequence[Event], lines: Iterable[LineCrossed] = ()
    ) -> SightVerdict:
        """The judgement of the line from *a* to *b*, which met *events* and *lines*."""
        policy = self.ground.policy
        if a == b:
            return SightVerdict(True, 0, "same")
        pair = _Pair(self, a, b)
        weighed = [self._weigh(event, pair) for event in events]
        weighed += [self._weigh_line(line) for line in lines]
        if policy.adjacent == "clear" and self.touches(a, b):
            return SightVerdict(True, 0, "adjacent", tuple(weighed))
        if not self._higher_end_fits(pair, events):
            return SightVerdict(False, self.ground.threshold, "higher_end", tuple(weighed))
        score, blocked_at = self._total(weighed)
        clear = score < self.ground.threshold
        return SightVerdict(clear, score, "" if clear else "weights", tuple(weighed), blocked_at)

    def branch_weights(self, a: int, b: int, fork: Fork) -> tuple[list[int], list[int]]:
        """The weight of every event on the left and on the right of a fork, for explanations."""
        pair = _Pair(self, a, b)
        left, right = (
            [self._plain(event, pair) for event in side] for side in (fork.left, fork.right)
        )
        return left, right

    # ---- weights -------------------------------------------------------------------------------

    def _weigh(self, event: Event, pair: _Pair) -> WeighedCrossing:
        if isinstance(event, Fork):
            left, right, best = _Contact(self, event, pair).weights()
            scope = self.ground.policy.scope
            weight = {"local": best, "global": min(left, right), "any": max(left, right)}[scope]
            return WeighedCrossing(event, weight, left, right)
        weight = self._plain(event, pair)
        return WeighedCrossing(event, weight, weight, weight)

    def _weigh_line(self, line: LineCrossed) -> WeighedCrossing:
        worse = self.ground.policy.scope == "any"
        weight = max(line.left, line.right) if worse else min(line.left, line.right)
        return WeighedCrossing(line, weight, line.left, line.right)

    def _plain(self, event: Plain, pair: _Pair) -> int:
        return pair.cell(event.cell) if isinstance(event, CellCrossed) else self._edge(event, pair)

    def _edge(self, event: EdgeCrossed, pair: _Pair) -> int:
        a, b = event.a, event.b
        key = event.edge if event.edge >= 0 else (a, b) if a < b else (b, a)
        if (a in pair.ends or b in pair.ends) and not self._below(key, pair):
            return 0
        if isinstance(key, int):
            return self._borders[key] if self._borders else 0
        return self.ground.edges.get(key, 0)

    def _below(self, key: EdgeKey, pair: _Pair) -> bool:
        """Whether an end beside this edge stands on its low side, and so does not look over it."""
        if self.ground.policy.edges_of_ends == "clear":
            return False
        known = self.ground.directed.get(key)
        return known is not None and known[0] not in pair.ends

    def _total(self, weighed: Sequence[WeighedCrossing]) -> tuple[int, int]:
        """The score, and the event at which it reached the threshold."""
        if self.ground.policy.scope == "global":
            left, right = sum(w.left for w in weighed), sum(w.right for w in weighed)
            use_left = left <= right
            weights = [w.left if use_left else w.right for w in weighed]
        else:
            weights = [w.weight for w in weighed]
        score = 0
        blocked_at = -1
        for number, weight in enumerate(weights):
            score += weight
            if score >= self.ground.threshold and blocked_at < 0:
                blocked_at = number
        return score, blocked_at

    # ---- heights -------------------------------------------------------------------------------

    def _higher_end_fits(self, pair: _Pair, events: Sequence[Event]) -> bool:
        elevation = self.ground.policy.elevation
        if elevation is None or self._level is None or not pair.unequal:
            return True
        if elevation.higher_end == "edge_cell":
            return self.lower_neighbour(pair.high)
        if elevation.higher_end == "along_line":
            return self._first_cell_is_lower(pair, events)
        return True

    def _first_cell_is_lower(self, pair: _Pair, events: Sequence[Event]) -> bool:
        assert self._level is not None
        ordered = events if pair.high == pair.ends[0] else events[::-1]
        for event in ordered:
            if isinstance(event, Fork):
                cells = [e.cell for e in (*event.left, *event.right) if isinstance(e, CellCrossed)]
                # the better side counts; where one side is empty the line just goes on
                if any(self._is_lower(cell, pair.high) for cell in cells):
                    return True
                if event.left and event.right and all(map(_has_cell, (event.left, event.right))):
                    return False
            elif isinstance(event, CellCrossed):
                return self._is_lower(event.cell, pair.high)
        return True  # nothing between them: the next cell is the lower end itself

    def _is_lower(self, cell: int, high: int) -> bool:
        assert self._level is not None
        return cell >= 0 and self._level[cell] < self._level[high]


def _has_cell(branch: tuple[Plain, ...]) -> bool:
    return any(isinstance(event, CellCrossed) for event in branch)


class _Contact:
    """The weights of one fork: kept to the left, kept to the right, and the best way past it.

    Between two runs along different edges lies a corner. There the line may change sides, at the
    price of the edges that cannot be avoided on the cheaper way round the corner.
    """

    def __init__(self, judge: Judge, fork: Fork, pair: _Pair) -> None:
        self.judge, self.fork, self.pair = judge, fork, pair
        self.straight, self.best = [0, 0], [0, 0]
        self.here = [fork.before, fork.before]
        self.corner: Strand | None = None
        self.along = 0

    def weights(self) -> tuple[int, int, int]:
        """Left, right, best."""
        for number, strand in enumerate(self.fork.strands):
            if strand.along is None:
                self.corner = strand
            else:
                self._run(strand, strand.along, first=number == 1)
        assert self.corner is not None
        for side, fan in enumerate((self.corner.left, self.corner.right)):
            weight = self._fan(fan)
            if not fan and self.fork.told_after and self.here[side] == self.fork.after:
                weight -= self.pair.cell(self.fork.after)  # it is told, and weighed, once more
            self.straight[side] += weight
            self.best[side] += weight
        return self.straight[0], self.straight[1], min(self.best)

    def _run(self, run: Strand, along: EdgeCrossed, *, first: bool) -> None:
        assert self.corner is not None
        fans = (self.corner.left, self.corner.right)
        edges = [sum(self._edge(e) for e in fan if isinstance(e, EdgeCrossed)) for fan in fans]
        now = self._edge(along)
        best = [0, 0]
        for side, cells in enumerate((run.left, run.right)):
            cell = sum(self.judge._plain(event, self.pair) for event in cells)
            number = cells[0].cell if cells and isinstance(cells[0], CellCrossed) else -2
            same = not fans[side] and number == self.here[side]
            kept = self._fan(fans[side]) + (0 if same else cell)
            best[side] = self.best[side] + kept
            self.straight[side] += kept
            if not first:
                around = min(self.along + edges[side], edges[1 - side] + now)
                best[side] = min(best[side], self.best[1 - side] + around + cell)
            self.here[side] = number
        if self.judge.ground.policy.run_on_edge == "block":
            best = [weight + now for weight in best]
            self.straight = [weight + now for weight in self.straight]
        self.best, self.along = best, now

    def _fan(self, events: tuple[Plain, ...]) -> int:
        corners = self.judge.ground.policy.corner == "min"
        return sum(
            self.judge._plain(event, self.pair)
            for event in events
            if corners or isinstance(event, EdgeCrossed)
        )

    def _edge(self, event: EdgeCrossed) -> int:
        return self.judge._edge(event, self.pair)


class _Pair:
    """The weight of every cell between one pair of ends."""

    def __init__(self, judge: Judge, a: int, b: int) -> None:
        self.judge = judge
        self.ends = (a, b)
        level = judge._level
        self.unequal = level is not None and level[a] != level[b]
        self.high, self.low = (a, b) if level is None or level[a] >= level[b] else (b, a)

    def cell(self, cell: int) -> int:
        """The weight of crossing *cell*; the ends never count."""
        judge = self.judge
        if cell in self.ends:
            return 0
        if cell < 0 or (judge.ground.absent is not None and judge.ground.absent[cell]):
            return judge.ground.off_board
        weight = judge._weight[cell]
        level = judge._level
        if level is None:
            return weight
        if level[cell] > level[self.high]:
            return judge.ground.threshold
        if level[cell] == level[self.high]:
            return weight
        return weight if weight and self._hides_the_lower_end(cell, level) else 0

    def _hides_the_lower_end(self, cell: int, level: list[int]) -> bool:
        judge = self.judge
        elevation = judge.ground.policy.elevation
        if not self.unequal or elevation is None or level[cell] < level[self.low]:
            return False
        if judge._weight[self.low] and not elevation.obstacle_target_blind:
            return False
        return judge.touches(cell, self.low) and not judge.touches(cell, self.high)
