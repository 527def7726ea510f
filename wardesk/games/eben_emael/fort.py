"""The board as the rules read it: neighbours, divisors, points and landing grounds."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.errors import UserError
from wardesk.games.eben_emael.tables import Tables
from wardesk.model.board import Board


class Fort:
    """Figures of every sector, precomputed from a board (EE N6, EE N41)."""

    def __init__(self, board: Board, tables: Tables, *, watched: bool = False) -> None:
        missing = sorted(work.id for work in tables.work if work.id not in board.cells)
        if missing:
            text = f"The map {board.title} has no sector {missing[0]}."
            raise UserError(text, "Eben-Emael needs a map with all works of the fort.")
        self.cells: tuple[str, ...] = tuple(board.cells)
        self.names: Mapping[str, str] = {cell.id: cell.name for cell in board.cells.values()}
        self.short: Mapping[str, str] = {c: n.split(" (")[0] for c, n in self.names.items()}
        """Names without what stands in brackets, for counters."""
        self.neighbours: Mapping[str, tuple[str, ...]] = {
            cell: board.neighbours(cell) for cell in board.cells
        }
        ground = {cell: board.terrain_of(cell) for cell in board.cells}
        self.works: frozenset[str] = frozenset(c for c, g in ground.items() if g.get("work"))
        self.trenches: frozenset[str] = frozenset(
            cell.id for cell in board.cells.values() if cell.terrain == "trench"
        )
        """Sectors that are dug in: fortifications, though no works (2.1-VI)."""
        self.divisors: Mapping[str, int] = {c: int(g.get("divisor", 1)) for c, g in ground.items()}
        self.points: Mapping[str, int] = {
            cell: found for cell, g in ground.items() if (found := int(g.get("victory_points", 0)))
        }
        self.doors: frozenset[str] = frozenset(tables.exits)
        """Works that men can leave (EE N51)."""
        self.watched = watched
        """Whether men inside works stop the enemy like men in the open (EE N54)."""
        self.landing: tuple[str, ...] = tuple(
            cell for cell, g in ground.items() if g.get("landing", "open") != "no"
        )
        """Sectors a glider can come down in (2.1-L)."""

    def name(self, cell: str) -> str:
        """The sector's name."""
        return self.names.get(cell, cell)
