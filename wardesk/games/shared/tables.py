"""A table for dice: the rolls it is read by, exact odds, and the chart that a screen shows.

A game's table is a subclass that is decoded from TOML and says what its cells mean; result, odds,
chart and case all come from that one value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import product
from typing import ClassVar, Literal

from msgspec import Struct

from wardesk.model.look import ChartLook, OddsLine

Cell = int | str
Tone = Literal["good", "mixed", "bad", "none"]
Label = tuple[str, Tone, int]
"""Label, tone and rank (best first) of one result."""


@cache
def rolls(dice: tuple[int, ...]) -> tuple[int, ...]:
    """The total of every roll of *dice* (faces of each die); each entry is equally likely."""
    return tuple(map(sum, product(*(range(1, faces + 1) for faces in dice))))


def odds_lines(results: Iterable[Label]) -> tuple[OddsLine, ...]:
    """Equal results counted together, the best first. Every entry is one way."""
    tally = Counter(results)
    of = sum(tally.values())
    ranked = sorted(tally.items(), key=lambda item: item[0][2])
    return tuple(OddsLine(label, ways, of, tone) for (label, tone, _), ways in ranked)


def dashed(points: Cell) -> str:
    """A figure as it is printed: a dash for nothing."""
    return str(points) if points else "–"


class DiceTable(Struct, frozen=True, dict=True, kw_only=True):
    """Results by the total of the dice, in *columns*; row 0 is the lowest total."""

    dice: ClassVar[tuple[int, ...]] = (6, 6)
    cite: str
    reconstruction: bool
    columns: tuple[str, ...] = ("result",)

    @property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """What is printed, row by row."""
        raise NotImplementedError

    @property
    def totals(self) -> range:
        """The totals that the dice can give, one for each row."""
        return range(len(self.dice), sum(self.dice) + 1)

    def row(self, total: int) -> int:
        """The row of *total*; totals beyond the table are read in its first or last row."""
        return min(max(total, self.totals[0]), self.totals[-1]) - self.totals[0]

    def odds(self, result: Callable[[int], Label]) -> tuple[OddsLine, ...]:
        """The exact distribution of *result*, which names what a total gives."""
        return odds_lines(map(result, rolls(self.dice)))

    def chart(
        self,
        key: str,
        title: str,
        shown: Callable[[Cell], str] = dashed,
        *,
        column: int = -1,
        total: int = 0,
    ) -> ChartLook:
        """The table as it is printed, *column* lit, and the row of *total* unless it is 0."""
        return ChartLook(
            id=key,
            title=title,
            cite=self.cite,
            corner=f"{len(self.dice)}d{self.dice[0]}",
            columns=self.columns,
            rows=tuple(map(str, self.totals)),
            cells=tuple(tuple(map(shown, row)) for row in self.cells),
            column=column,
            row=self.row(total) if total else -1,
            reconstruction=self.reconstruction,
        )

    def check(self, name: str) -> None:
        """ValueError unless every total and column has its cell."""
        width = len(self.columns)
        if len(self.cells) != len(self.totals) or any(len(row) != width for row in self.cells):
            raise ValueError(f"the chart {name} does not cover every total and column")
