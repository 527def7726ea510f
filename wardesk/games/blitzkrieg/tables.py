"""The charts: combat results, modifiers, reaction, formation factor. Figures are in tables.toml."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from wardesk.games.blitzkrieg.state import LOOKS
from wardesk.games.shared.charts import Charted, PrintedTables
from wardesk.games.shared.tables import Cell, DiceTable, Label
from wardesk.model.look import ChartLook, Origin
from wardesk.words import say

TABLES_FILE = Path(__file__).with_name("tables.toml")
RULEBOOK_FILE = Path(__file__).with_name("rulebook.toml")

LEAST, MOST = -1, 8
"""Final attack factors of the first and the last column; below the first nobody fires (8.2.2)."""
MINES = 10
"""The column of mines."""

RESULTS = LOOKS.results
"""What stands in the cells of the chart (8.3); the first two only with critical hits (13.2)."""


class Combat(DiceTable, frozen=True, kw_only=True):
    """8.2.5 The combat results table by 2d6 and final attack factor."""

    key, title = "combat", say("Combat results")
    deduced: tuple[tuple[int, int], ...] = ()
    """Factor and total of the cells that the worked examples fix; all others are rebuilt."""

    def shipped_origin(self, row: int, across: int) -> Origin:
        """Where a cell is from that nothing was laid over."""
        total = self.totals[row]
        fixed = (total, across) in {(fell, column(factor)) for factor, fell in self.deduced}
        return "deduced" if fixed else "rebuilt"

    def chart(self, column: int = -1, total: int = 0) -> ChartLook:
        """The printed chart, and where each of its cells is from."""
        return replace(super().chart(column, total), origins=self.origins())

    def printed(self, cell: Cell) -> str:
        """The printed cell; a red N says whom it counts for."""
        return LOOKS.printed(str(cell))

    def label(self, cell: Cell) -> Label:
        """Result in words."""
        return RESULTS[str(cell)]


class Fire(Charted, frozen=True, kw_only=True):
    """8.2.3 Modifiers of the attack factor."""

    cite: str
    reconstruction: bool
    stated: tuple[str, ...] = ()
    deduced: tuple[str, ...] = ()
    """Figures by name that are printed in the rules, or follow from their examples."""
    moved: int
    range: int
    same_hex: int
    firer_column: int
    firer_dispersed: int
    exhausted: int
    neutralised: int
    out_of_command: int
    target_column: int
    target_dispersed: int
    works: int
    uphill: int
    loading: int
    cover: dict[str, int]

    def origin(self, name: str) -> Origin:
        """Where a figure is from."""
        if laid := self.laid_by(name) or self.laid_by(f"cover.{name}"):
            return laid
        return "stated" if name in self.stated else "deduced" if name in self.deduced else "rebuilt"


class ReactionModifier(Struct, frozen=True, kw_only=True):
    """6.4 What is added to the dice of a reaction check."""

    cite: str
    reconstruction: bool
    exhausted: int
    out_of_command: int
    neutralised: int
    demoralised: int


class FormationFactor(Struct, frozen=True, kw_only=True):
    """8.4 What is added to a formation factor."""

    cite: str
    reconstruction: bool
    exhausted: int
    hq_neutralised: int
    hq_away: int


class Indirect(Struct, frozen=True, kw_only=True):
    """8.6.1 Attack figures of artillery and Stukas, and what an observer needs."""

    cite: str
    reconstruction: bool
    light: int
    medium: int
    heavy: int
    stuka: int
    observe: int
    observer_neutralised: int


class Figures(Struct, frozen=True, kw_only=True):
    """Stacking, sight, command radius, mines."""

    cite: str
    reconstruction: bool
    stack: int
    sight: int
    mines_gone: int
    deduced_costs: tuple[str, ...] = ()
    """Ground and class of movement costs that follow from the text; all others are rebuilt."""
    radius: dict[str, int]
    leave_mines: dict[str, int]


class Tables(PrintedTables, frozen=True, kw_only=True):
    """Everything in ``tables.toml``."""

    file = TABLES_FILE

    combat: Combat
    fire: Fire
    reaction: ReactionModifier
    factor: FormationFactor
    indirect: Indirect
    figures: Figures

    def judge(self) -> None:
        """ValueError unless the charts are whole."""
        self.combat.check()


def column(factor: int) -> int:
    """The column of a final attack factor: the last one from 8 on (8.2.2)."""
    return min(max(factor, LEAST), MOST) - LEAST


TABLES = Tables.read()
