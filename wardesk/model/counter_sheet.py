"""A scanned sheet of counters as a grid: where each counter is cut, and which back belongs to it.

All lengths are pixels of the picture; rows and columns count from 0 at the upper left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from wardesk.errors import UserError
from wardesk.words import say

MOST_COUNTERS = 2000
MOST_LINES = 200
LEAST_EDGE = 8
"""Pixels that a counter has at least, each way."""

Mirror = Literal["none", "sides", "ends"]
"""How the back of a sheet lies to its front: the same way, turned over sideways, or head over."""


class PixelBox(NamedTuple):
    """A part of a picture, in whole pixels."""

    left: int
    top: int
    width: int
    height: int


class CutPlan(Struct, frozen=True, kw_only=True):
    """How a sheet is cut: rows and columns within margins, with gaps between, edges trimmed."""

    rows: int
    columns: int
    left: int = 0
    """Margins around the outermost counters."""
    top: int = 0
    right: int = 0
    bottom: int = 0
    across: int = 0
    """Gap between two columns."""
    down: int = 0
    """Gap between two rows."""
    trim: int = 0
    """What is cut away at each edge of every counter."""


def judge(plan: CutPlan, width: int, height: int) -> None:
    """UserError, with what to do, when a picture of this size cannot be cut so."""
    if not (1 <= plan.rows <= MOST_LINES and 1 <= plan.columns <= MOST_LINES):
        raise UserError(
            say("A sheet has 1 to {most} rows and columns.", most=MOST_LINES),
            say("Count the counters across and down."),
        )
    if plan.rows * plan.columns > MOST_COUNTERS:
        text = say("{n} counters are too many for a sheet.", n=plan.rows * plan.columns)
        raise UserError(text, say("{most} is the most.", most=MOST_COUNTERS))
    lengths = (plan.left, plan.top, plan.right, plan.bottom, plan.across, plan.down, plan.trim)
    if min(lengths) < 0:
        raise UserError(say("Margins, gaps and trims cannot be less than 0."), "Mend the number.")
    across = width - plan.left - plan.right - (plan.columns - 1) * plan.across
    down = height - plan.top - plan.bottom - (plan.rows - 1) * plan.down
    edge = min(across // plan.columns, down // plan.rows) - 2 * plan.trim
    if edge < LEAST_EDGE:
        raise UserError(
            say("So cut, a counter would have {edge} pixels.", edge=max(edge, 0)),
            say("Use smaller margins, gaps or trims, or fewer rows and columns."),
        )


def cuts(plan: CutPlan, width: int, height: int) -> tuple[tuple[PixelBox, ...], ...]:
    """Where each counter is cut, by row and column. UserError as `judge`.

    Widths differ by a pixel at most, so that the last counter ends where the margin begins.
    """
    judge(plan, width, height)
    across = _spans(width - plan.left - plan.right, plan.columns, plan.across, plan.left)
    down = _spans(height - plan.top - plan.bottom, plan.rows, plan.down, plan.top)
    trim = plan.trim
    return tuple(
        tuple(
            PixelBox(left + trim, top + trim, wide - 2 * trim, tall - 2 * trim)
            for left, wide in across
        )
        for top, tall in down
    )


def _spans(room: int, count: int, gap: int, start: int) -> list[tuple[int, int]]:
    """Beginning and length of each of *count* parts of *room*, with gaps between them."""
    free = room - (count - 1) * gap
    edges = [free * number // count for number in range(count + 1)]
    return [
        (start + edges[number] + number * gap, edges[number + 1] - edges[number])
        for number in range(count)
    ]


def back_of(row: int, column: int, plan: CutPlan, mirror: Mirror) -> tuple[int, int]:
    """Row and column on the back sheet of the counter that lies there on the front."""
    if mirror == "sides":
        return row, plan.columns - 1 - column
    return (plan.rows - 1 - row, column) if mirror == "ends" else (row, column)


def names(plan: CutPlan, pattern: str, given: Sequence[str] = ()) -> list[str]:
    """The name of each counter, row by row: those *given*, the rest by *pattern*.

    ``{n}`` is the number, ``{row}`` and ``{column}`` count from 1; a pattern with none of them
    gets the number behind it. An empty name among those given leaves that counter out.
    """
    if not pattern.strip():
        raise UserError(say("The pattern of names is empty."), say("Write one like Counter {{n}}."))
    if not any(part in pattern for part in ("{n}", "{row}", "{column}")):
        pattern = f"{pattern.strip()} {{n}}"
    found: list[str] = []
    for number in range(plan.rows * plan.columns):
        if number < len(given):
            found.append(given[number].strip())
            continue
        row, column = divmod(number, plan.columns)
        name = pattern.replace("{n}", str(number + 1)).replace("{row}", str(row + 1))
        found.append(name.replace("{column}", str(column + 1)).strip())
    return found
