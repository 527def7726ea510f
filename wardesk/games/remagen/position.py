"""How things stand: who is where, zones, bridges, capacity, strength. Pure questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from wardesk.engine.derived_cache import OnTable, indexed, of_table
from wardesk.engine.types import GameState, Value
from wardesk.games.remagen.setting import CrossingSite, Setting
from wardesk.games.remagen.state import DOWN, US, YARDS, State, Unit
from wardesk.games.remagen.tables import TROOPS
from wardesk.games.shared.zones import Neighbours, beside

Pieces = Mapping[str, Unit]
Marks = Mapping[str, Value]
BUILT = "/pontoon"
"""How the mark of a completed pontoon bridge ends, after its row (RB 11.8)."""
LOCKED = "/engaged"
"""How the mark of a locked sector ends (RB 13.4)."""


class PiecesStanding:
    """Who stands where in one position, counted once for all who ask. Nobody writes to it."""

    def __init__(self, pieces: Pieces) -> None:
        cells: defaultdict[str, list[Unit]] = defaultdict(list)
        self.boards: dict[str, list[Unit]] = {side: [] for side in YARDS}
        self.carried: dict[str, list[Unit]] = {}
        self.tied: dict[str, list[Unit]] = {}
        """Who has a carrier, also where nobody is on the table any more."""
        boards, yards = self.boards, YARDS
        for unit in pieces.values():
            cell = unit.at
            if unit.carrier:
                self.tied.setdefault(unit.carrier, []).append(unit)
                if cell is not None:
                    self.carried.setdefault(unit.carrier, []).append(unit)
            if cell is None:
                continue
            cells[cell].append(unit)
            if cell != yards[unit.side]:
                boards[unit.side].append(unit)
        self.cells: dict[str, list[Unit]] = dict(cells)
        self.sides: dict[str, dict[str, list[Unit]]] = {side: {} for side in yards}
        for side, board in boards.items():
            here = self.sides[side]
            for cell in dict.fromkeys([u.at or "" for u in board]):
                found = cells[cell]
                alone = all(u.side == side for u in found)
                here[cell] = found if alone else [u for u in found if u.side == side]
        self.held: dict[str, frozenset[str]] = {
            side: frozenset(here) for side, here in self.sides.items()
        }


def standing_in(state: State) -> PiecesStanding:
    """Who stands where in *state*."""
    return indexed(state.pieces, PiecesStanding)


def _counted(table: State | Pieces) -> PiecesStanding | None:
    """Who stands where, if that is counted or worth counting; a draft's pieces change too often."""
    if type(table) is OnTable:
        return table.known.get(PiecesStanding)
    return indexed(table.pieces, PiecesStanding) if isinstance(table, GameState) else None


def on_board(table: State | Pieces, side: str) -> Sequence[Unit]:
    """Units of *side* on the board."""
    if (counted := _counted(table)) is not None:
        return counted.boards[side]
    pieces: Pieces = table  # pyright: ignore[reportAssignmentType] - a state is counted
    yard = YARDS[side]
    return [u for u in pieces.values() if u.side == side and u.at is not None and u.at != yard]


def in_yard(pieces: Pieces, side: str) -> Sequence[Unit]:
    """Units of *side* that have not come yet."""
    return indexed(pieces, PiecesStanding).cells.get(YARDS[side], ())


def at(table: State | Pieces, cell: str, side: str | None = None) -> Sequence[Unit]:
    """Units in *cell*, of one *side* or of both."""
    if (counted := _counted(table)) is not None:
        if side is None:
            return counted.cells.get(cell, ())
        if cell in YARDS.values():
            return [u for u in counted.cells.get(cell, ()) if u.side == side]
        return counted.sides[side].get(cell, ())
    pieces: Pieces = table  # pyright: ignore[reportAssignmentType] - a state is counted
    return [u for u in pieces.values() if u.at == cell and side in (None, u.side)]


def ground(table: State | Pieces, side: str) -> frozenset[str]:
    """Sectors that *side* stands in."""
    if (counted := _counted(table)) is not None:
        return counted.held[side]
    return frozenset({u.at or "" for u in on_board(table, side)})


def riders(table: State | Pieces, carrier: str) -> Sequence[Unit]:
    """Who rides on *carrier* or is hitched to it."""
    if (counted := _counted(table)) is not None:
        known = counted.carried if isinstance(table, GameState) else counted.tied
        return known.get(carrier, ())
    pieces: Pieces = table  # pyright: ignore[reportAssignmentType] - a state is counted
    return [u for u in pieces.values() if u.carrier == carrier]


def disabled(setting: Setting, unit: Unit) -> bool:
    """Whether a vehicle has been stopped by hits (RB 2.9)."""
    if not unit.hits:
        return False
    row = setting.row(unit)
    return row.vehicle and unit.hits >= row.disabled_at


def strength(setting: Setting, units: Iterable[Unit]) -> int:
    """Combat values together (RB 12.6)."""
    rows = setting.rows
    return sum([rows[u.kind].value for u in units])


# ---- what follows from a table ------------------------------------------------------------------


class PositionFacts:
    """What follows from pieces, marks and tracks together; worked out when it is asked for."""

    def __init__(self, setting: Setting, state: State) -> None:
        self.marks = dict(state.marks)
        self.counted = standing_in(state)
        self.rows = _standing(setting, state)
        turn = state.tracks.get("turn", 0)
        self.usable = tuple(row for row in self.rows if pontoon(state, row) < turn)
        self.graph: Neighbours = setting.rhine.contact(self.rows)
        self.locks: dict[str, str] = {
            key.removesuffix(LOCKED): str(value)
            for key, value in state.marks.items()
            if key.endswith(LOCKED)
        }
        self._zones: dict[str, frozenset[str]] = {}

    def zone(self, side: str) -> frozenset[str]:
        """The zone of control of *side*; sectors lost to automatic victory have none (RB 12.8)."""
        found = self._zones.get(side)
        if found is None:
            marks = self.marks
            cells = [c for c in self.counted.held[side] if f"{c}/overrun" not in marks]
            found = self._zones[side] = frozenset(beside(self.graph, cells))
        return found


@of_table
def scene(setting: Setting, state: State) -> PositionFacts:
    """What follows from *state*; kept while nobody writes to its pieces, marks or tracks."""
    return PositionFacts(setting, state)


@of_table
def strengths(setting: Setting, state: State, side: str) -> Mapping[str, int]:
    """Combat value of *side* in every sector that it holds (RB 12.6)."""
    rows = setting.rows
    return {
        cell: sum([rows[u.kind].value for u in units])
        for cell, units in standing_in(state).sides[side].items()
    }


# ---- bridges and zones --------------------------------------------------------------------------


def labour(state: State, row: str) -> int:
    """Labour units of the pontoon bridge in *row*."""
    return state.tracks.get(f"labour {row}", 0)


def pontoon(state: State, row: str) -> int:
    """The turn in which the pontoon bridge in *row* was completed; 0 = there is none."""
    found = state.marks.get(f"{row}{BUILT}", 0)
    return found if isinstance(found, int) else 0


def standing(setting: Setting, state: State) -> tuple[str, ...]:
    """Rows in which a bridge stands."""
    return scene(setting, state).rows


def _standing(setting: Setting, state: State) -> tuple[str, ...]:
    rail = () if state.marks.get(DOWN) else (setting.rhine.railway.row,)
    built = [key.removesuffix(BUILT) for key in state.marks if key.endswith(BUILT)]
    if not built:
        return rail
    return tuple(sorted((*rail, *(row for row in built if pontoon(state, row)))))


def usable(setting: Setting, state: State) -> tuple[str, ...]:
    """Rows of bridges open to traffic: a pontoon bridge from the turn after it (RB 11.7)."""
    return scene(setting, state).usable


def touching(setting: Setting, state: State) -> Neighbours:
    """Sectors in contact: land over sides and corners, bridges along themselves."""
    return scene(setting, state).graph


def zone(setting: Setting, state: State, side: str) -> frozenset[str]:
    """The zone of control of *side*; sectors lost to automatic victory have none (RB 12.8)."""
    return scene(setting, state).zone(side)


def engaged(state: State, cell: str | None) -> str:
    """The side whose attack locked *cell*; empty = it is free (RB 13.4)."""
    return str(state.marks.get(f"{cell}/engaged", ""))


def bridge_site(setting: Setting, state: State, cell: str) -> CrossingSite | None:
    """The standing bridge that *cell* is a river sector of."""
    site = setting.rhine.site_of.get(cell)
    if site is None:
        return None
    stands = pontoon(state, site.row)
    if site.row == setting.rhine.railway.row:
        stands = not state.marks.get(DOWN)
    return site if stands else None


# ---- capacity -----------------------------------------------------------------------------------


def capacity(setting: Setting, cell: str) -> int:
    """Points of a sector (RB 1.1, 1.2)."""
    return setting.rhine.capacities[cell]


def taken(setting: Setting, units: Iterable[Unit]) -> int:
    """Points that *units* take; what rides or is hitched takes none (RB 4.4)."""
    rows = setting.rows
    return sum([rows[u.kind].size for u in units if not u.carrier])


@of_table
def filled(setting: Setting, state: State) -> Mapping[str, int]:
    """Points that are taken, in every sector where anybody stands (RB 1.3)."""
    rows = setting.rows
    return {
        cell: sum([rows[u.kind].size for u in units if not u.carrier])
        for cell, units in standing_in(state).cells.items()
    }


def short_of(setting: Setting, state: State, cell: str, coming: Sequence[Unit]) -> int:
    """Points that *cell* lacks for *coming*; 0 = they fit (RB 1.3).

    On a bridge the second vehicle lacks its own points: they stand in single file (RB 2.11).
    """
    here = at(state, cell)
    if here:
        ids = [c.id for c in coming]
        here = [u for u in here if u.id not in ids]
    over = taken(setting, here) + taken(setting, coming) - capacity(setting, cell)
    if cell in setting.rhine.site_of and bridge_site(setting, state, cell):
        files = [u for u in (*here, *coming) if setting.row(u).vehicle and not u.carrier]
        over = max(over, 3 * (len(files) - 1))
    return max(0, over)


def forbidden(setting: Setting, unit: Unit, cell: str) -> bool:
    """Whether the ground of *cell* is closed to *unit* (RB 6.1, N8)."""
    row, rhine = setting.rows[unit.kind], setting.rhine
    if cell in rhine.houses and not row.foot:
        return True
    return rhine.kinds[cell] in row.off_limits


def men(units: Iterable[Unit]) -> tuple[list[Unit], list[Unit]]:
    """Regular infantry and infantry weapons among *units*."""
    trays = [u for u in units if u.figures]
    return [u for u in trays if u.kind in TROOPS], [u for u in trays if u.kind not in TROOPS]


def across(setting: Setting, state: State) -> list[Unit]:
    """American units on the east bank."""
    return [u for u in on_board(state, US) if u.at in setting.rhine.east]
