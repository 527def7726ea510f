"""What a sight line meets, in order: cells, edges and forks. The vocabulary of every engine.

A line that runs along an edge or through a corner meets nothing for sure: shifted by a hair to the
left it meets one thing, to the right another. Such a place is a `Fork` with both branches; the
policy takes the better one, so that A sees B exactly when B sees A.
"""

from __future__ import annotations

from msgspec import Struct


class CellCrossed(Struct, frozen=True):
    """The line runs through the interior of a cell (its number; -1 = off the board)."""

    cell: int


class EdgeCrossed(Struct, frozen=True):
    """The line crosses an edge in its interior.

    *a* and *b* are the cells beside it, -1 = off the board; *edge* numbers the drawn border on area
    boards, -1 on lattices, where the two cells tell the edge.
    """

    a: int
    b: int
    edge: int = -1


Plain = CellCrossed | EdgeCrossed


class Strand(Struct, frozen=True):
    """One stretch of a fork: a corner, or a run along an edge (*along*), seen from both sides."""

    left: tuple[Plain, ...]
    right: tuple[Plain, ...]
    along: EdgeCrossed | None = None


class Fork(Struct, frozen=True):
    """One whole contact with an edge or a corner: its strands in order.

    Left and right are those of somebody who looks along the line on the screen. Strands of a run
    take turns: corner, run, corner … corner. *before* and *after* are the cells in which the line
    lies on either side of the contact, *told_after* if the one after is told as an event of its
    own; they matter only where a cell beside a run may be one of them, which is never on lattices.
    """

    strands: tuple[Strand, ...]
    before: int = -2
    after: int = -2
    told_after: bool = True

    @property
    def left(self) -> tuple[Plain, ...]:
        """What the line meets when shifted to the left."""
        return tuple(event for strand in self.strands for event in strand.left)

    @property
    def right(self) -> tuple[Plain, ...]:
        """What the line meets when shifted to the right."""
        return tuple(event for strand in self.strands for event in strand.right)

    @property
    def is_run(self) -> bool:
        """Whether the line runs along an edge here, rather than touching a single point."""
        return any(strand.along is not None for strand in self.strands)


Event = CellCrossed | EdgeCrossed | Fork
