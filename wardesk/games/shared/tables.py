"""A table for dice: the rolls it is read by, exact odds, and the chart that a screen shows.

A game's table is a subclass that is decoded from TOML and says what a cell means; result, odds,
chart and case all come from that one value.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from itertools import product
from typing import ClassVar, Literal

from wardesk.engine.cached import cached_property
from wardesk.games.shared.charts import BadCell, Charted
from wardesk.model.look import CaseLook, ChartLook, InputLine, OddsLine, Origin
from wardesk.words import say

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


def dashed(points: int) -> str:
    """A figure as it is printed: a dash for nothing."""
    return str(points) if points else "–"


class DiceTable(Charted, frozen=True, dict=True, kw_only=True):
    """Results by the total of the dice, in *columns*; row 0 is the lowest total.

    The file gives *rows*, or *faces* where there is but one column.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    dice: ClassVar[tuple[int, ...]] = (6, 6)
    cite: str
    reconstruction: bool
    columns: tuple[str, ...] = (say("result"),)
    faces: tuple[Cell, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()

    def printed(self, cell: Cell) -> str:
        """*cell* as it stands on the chart."""
        return dashed(int(cell))

    def label(self, cell: Cell) -> Label:
        """What *cell* means, how good that is, and its rank among the results."""
        raise NotImplementedError

    @cached_property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """What is in the file, row by row."""
        return self.rows or tuple((face,) for face in self.faces)

    @property
    def totals(self) -> range:
        """The totals that the dice can give, one for each row."""
        return range(len(self.dice), sum(self.dice) + 1)

    def row(self, total: int) -> int:
        """The row of *total*; totals beyond the table are read in its first or last row."""
        return min(max(total, self.totals[0]), self.totals[-1]) - self.totals[0]

    def cell(self, total: int, column: int = 0) -> Cell:
        """What is printed for *total*; *column* beyond the table is its last or first."""
        return self.cells[self.row(total)][min(max(column, 0), len(self.columns) - 1)]

    def odds(
        self, column: int = 0, shift: int = 0, label: Callable[[Cell], Label] | None = None
    ) -> tuple[OddsLine, ...]:
        """The exact distribution of one column, *shift* added to every total."""
        read = label or self.label
        return odds_lines(read(self.cell(total + shift, column)) for total in rolls(self.dice))

    def chart(self, column: int = -1, total: int = 0) -> ChartLook:
        """The table as it is printed, *column* lit, and the row of *total* unless it is 0."""
        return ChartLook(
            id=self.key,
            title=self.title,
            cite=self.cite,
            corner=f"{len(self.dice)}d{self.dice[0]}",
            columns=self.columns,
            rows=tuple(map(str, self.totals)),
            cells=tuple(tuple(map(self.printed, row)) for row in self.cells),
            column=column,
            row=self.row(total) if total else -1,
            reconstruction=self.reconstruction,
            origins=self.origins() if self.laid else (),
        )

    def place(self, row: int, column: int) -> str:
        """Where a cell stands in the file's table."""
        return f"rows.{row}.{column}" if self.rows else f"faces.{row}"

    def shipped_origin(self, row: int, across: int) -> Origin:
        """Where a cell is from that nothing was laid over."""
        del row, across
        return "rebuilt" if self.reconstruction else "stated"

    def origins(self) -> tuple[tuple[Origin, ...], ...]:
        """Where each cell is from."""
        return tuple(
            tuple(
                self.laid_by(self.place(r, c)) or self.shipped_origin(r, c) for c in range(len(row))
            )
            for r, row in enumerate(self.cells)
        )

    def case(
        self,
        title: str = "",
        column: int = 0,
        *,
        total: int = 0,
        shift: int = 0,
        place: str = "",
        inputs: tuple[InputLine, ...] = (),
        sum_text: str = "",
        label: Callable[[Cell], Label] | None = None,
    ) -> CaseLook:
        """What a roll on *column* rests on: chart, odds; *total* lights the row of fallen dice.

        *shift* is added to the dice; *label* reads a cell that the game changes before it counts.
        """
        lit = column if total or len(self.columns) > 1 else -1
        return CaseLook(
            title=title or self.title,
            place=place,
            inputs=inputs,
            sum_text=sum_text,
            chart=self.chart(lit, total + shift if total else 0),
            odds=self.odds(column, shift, label),
        )

    def check(self) -> None:
        """ValueError unless every total and column has its cell."""
        width = len(self.columns)
        if len(self.cells) != len(self.totals) or any(len(row) != width for row in self.cells):
            raise ValueError(f"the chart {self.key} does not cover every total and column")
        for r, row in enumerate(self.cells):
            for c, cell in enumerate(row):
                try:
                    self.label(cell)
                except (LookupError, ValueError) as error:
                    where = f"{self.key}.{self.place(r, c)}"
                    told = say("{cell!s} is no result of this chart", cell=cell)
                    raise BadCell(where, told) from error


class StrengthTable(DiceTable, frozen=True, kw_only=True):
    """A table whose columns are strengths: each begins at its *least*."""

    least: tuple[int, ...]
    """Smallest strength of each column."""

    def column(self, strength: int) -> int:
        """Index of the last column whose least strength is reached, else of the first."""
        return max(0, bisect_right(self.least, strength) - 1)

    def check(self) -> None:
        """ValueError too unless the strengths rise, one for each column."""
        super().check()
        if len(self.least) != len(self.columns) or sorted(self.least) != list(self.least):
            raise ValueError(f"the columns of {self.key} have no rising strengths")
