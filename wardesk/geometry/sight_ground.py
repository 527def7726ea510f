"""A board as a sight rule sees it: weights of cells, edges and lines, and heights of cells.

Nothing here knows kinds or names any more; whoever has a board and a policy makes one of these.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from wardesk.geometry.sight_policy import SightPolicy
from wardesk.geometry.snap import Point

Weights = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Whole = npt.NDArray[np.int64]


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
class Ground:
    """The weights of one board under one policy. Arrays are never changed in place.

    *weight* is cut off at the threshold. *level* is None where heights do not matter. *edges* has
    the weighted edges of lattices by their two cells, the lower number first; *borders* those of
    area boards by the number of the border. *absent* marks cells that the sheet lacks.
    """

    policy: SightPolicy
    weight: Weights
    level: Whole | None = None
    edges: Mapping[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])
    borders: Weights | None = None
    parts: Sequence[LinePart] = ()
    absent: Flags | None = None

    @property
    def threshold(self) -> int:
        """At this score a line is blocked."""
        return self.policy.threshold

    @property
    def off_board(self) -> int:
        """The weight of what lies beyond the map."""
        return self.threshold if self.policy.off_board == "block" else 0

    def with_weight(self, cell: int, weight: int) -> Ground:
        """The same ground with one cell changed."""
        changed = self.weight.copy()
        changed[cell] = min(weight, self.threshold)
        return replace(self, weight=changed)
