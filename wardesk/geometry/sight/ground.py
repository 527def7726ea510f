"""A board as a sight rule sees it: weights of cells, edges and lines, and heights of cells.

Nothing here knows kinds or names any more; whoever has a board and a policy makes one of these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from wardesk.geometry.grids.snap import Point
from wardesk.geometry.sight.policy import SightPolicy

Weights = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Whole = npt.NDArray[np.int64]
EdgeKey = tuple[int, int] | int
"""An edge of a lattice by its two cells, the lower number first, or a border by its number."""
HighLow = tuple[int, int]
"""The cells on the high and on the low side of an edge; -1 = off the board."""


@dataclass(frozen=True)
class LinePart:
    """A stretch of a drawn line within one cell; the next part of the same line starts at its end.

    *points* lie on the 1/64 grid: they, not the drawing they were cut from, decide.
    """

    line: int
    cell: int
    weight: int
    points: tuple[Point, ...]


@dataclass(frozen=True, eq=False)
class SightGround:
    """The weights of one board under one policy. Arrays are never changed in place.

    *weight* is cut off at the threshold. *level* is None where heights do not matter. *edges* has
    the weighted edges of lattices by their two cells, the lower number first; *borders* those of
    area boards by the number of the border; *directed* has, by the same keys, the cells on the high
    and on the low side of directed edges. *absent* marks cells that the map lacks.
    """

    policy: SightPolicy
    weight: Weights
    level: Whole | None = None
    edges: Mapping[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])
    borders: Weights | None = None
    parts: Sequence[LinePart] = ()
    absent: Flags | None = None
    directed: Mapping[EdgeKey, tuple[int, int]] = field(
        default_factory=dict[EdgeKey, tuple[int, int]]
    )

    @property
    def threshold(self) -> int:
        """At this score a line is blocked."""
        return self.policy.threshold

    @property
    def off_board(self) -> int:
        """The weight of what lies beyond the map."""
        return self.threshold if self.policy.off_board == "block" else 0

    def below(self, source: int) -> Flags:
        """Cells whose line to *source* has an end on the low side of a directed edge beside it.

        Fast engines leave out the edges of both ends; of these lines the judge has to look at the
        clear ones. None at all under most rules.
        """
        low = self._low_ends
        return np.ones(len(low), bool) if low[source] else low

    @cached_property
    def _low_ends(self) -> Flags:
        found = np.zeros(len(self.weight), bool)
        if self.policy.edges_of_ends == "high":
            found[[low for _, low in self.directed.values() if low >= 0]] = True
        return found

    def with_weight(self, cell: int, weight: int) -> SightGround:
        """The same ground with one cell changed."""
        changed = self.weight.copy()
        changed[cell] = min(weight, self.threshold)
        return replace(self, weight=changed)
