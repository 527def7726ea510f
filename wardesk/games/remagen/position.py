"""How things stand: who is where, zones, bridges, capacity, strength. Pure questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wardesk.engine.known import indexed
from wardesk.engine.types import GameState, Value
from wardesk.games.remagen.setting import Setting, Site
from wardesk.games.remagen.state import DOWN, US, YARDS, State, Unit
from wardesk.games.remagen.tables import TROOPS
from wardesk.games.shared.zones import Neighbours, beside

Pieces = Mapping[str, Unit]
Marks = Mapping[str, Value]
BUILT = "/pontoon"
"""How the mark of a completed pontoon bridge ends, after its row (RB 11.8)."""


class Standing:
    """Who stands where in one position, counted once for all who ask."""

    def __init__(self, pieces: Pieces) -> None:
        self.cells: dict[str, list[Unit]] = {}
        self.boards: dict[str, list[Unit]] = {side: [] for side in YARDS}
        self.carried: dict[str, list[Unit]] = {}
        for unit in pieces.values():
            if unit.at is None:
                continue
            self.cells.setdefault(unit.at, []).append(unit)
            if unit.at != YARDS[unit.side]:
                self.boards[unit.side].append(unit)
            if unit.carrier:
                self.carried.setdefault(unit.carrier, []).append(unit)
        self.held = {side: {u.at or "" for u in units} for side, units in self.boards.items()}


def standing_in(state: State) -> Standing:
    """Who stands where in *state*."""
    return indexed(state.pieces, Standing)


def on_board(table: State | Pieces, side: str) -> list[Unit]:
    """Units of *side* on the board."""
    if isinstance(table, GameState):
        return list(standing_in(table).boards[side])
    yard = YARDS[side]
    return [u for u in table.values() if u.side == side and u.at is not None and u.at != yard]


def in_yard(pieces: Pieces, side: str) -> list[Unit]:
    """Units of *side* that have not come yet."""
    yard = YARDS[side]
    return [u for u in pieces.values() if u.at == yard]


def at(table: State | Pieces, cell: str, side: str | None = None) -> list[Unit]:
    """Units in *cell*, of one *side* or of both."""
    if isinstance(table, GameState):
        here = standing_in(table).cells.get(cell, ())
        return [u for u in here if side in (None, u.side)]
    return [u for u in table.values() if u.at == cell and side in (None, u.side)]


def ground(table: State | Pieces, side: str) -> set[str]:
    """Sectors that *side* stands in."""
    if isinstance(table, GameState):
        return set(standing_in(table).held[side])
    return {u.at or "" for u in on_board(table, side)}


def riders(table: State | Pieces, carrier: str) -> list[Unit]:
    """Who rides on *carrier* or is hitched to it."""
    if isinstance(table, GameState):
        return list(standing_in(table).carried.get(carrier, ()))
    return [u for u in table.values() if u.carrier == carrier]


def disabled(setting: Setting, unit: Unit) -> bool:
    """Whether a vehicle has been stopped by hits (RB 2.9)."""
    if not unit.hits:
        return False
    row = setting.row(unit)
    return row.vehicle and unit.hits >= row.disabled_at


def strength(setting: Setting, units: Iterable[Unit]) -> int:
    """Combat values together (RB 12.6)."""
    return sum(setting.row(u).value for u in units)


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
    rail = () if state.marks.get(DOWN) else (setting.rhine.railway.row,)
    built = (key.removesuffix(BUILT) for key in state.marks if key.endswith(BUILT))
    return tuple(sorted((*rail, *(row for row in built if pontoon(state, row)))))


def usable(setting: Setting, state: State) -> tuple[str, ...]:
    """Rows of bridges open to traffic: a pontoon bridge from the turn after it (RB 11.7)."""
    turn = state.tracks["turn"]
    return tuple(row for row in standing(setting, state) if pontoon(state, row) < turn)


def touching(setting: Setting, state: State) -> Neighbours:
    """Sectors in contact: land over sides and corners, bridges along themselves."""
    return setting.rhine.contact(standing(setting, state))


def zone(setting: Setting, state: State, side: str) -> set[str]:
    """The zone of control of *side*; sectors lost to automatic victory have none (RB 12.8)."""
    cells = {c for c in ground(state, side) if f"{c}/overrun" not in state.marks}
    return beside(touching(setting, state), cells)


def engaged(state: State, cell: str | None) -> str:
    """The side whose attack locked *cell*; empty = it is free (RB 13.4)."""
    return str(state.marks.get(f"{cell}/engaged", ""))


def bridge_site(setting: Setting, state: State, cell: str) -> Site | None:
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
    return setting.rhine.figures[cell].capacity


def taken(setting: Setting, units: Iterable[Unit]) -> int:
    """Points that *units* take; what rides or is hitched takes none (RB 4.4)."""
    return sum(setting.row(u).size for u in units if not u.carrier)


def short_of(setting: Setting, state: State, cell: str, coming: Sequence[Unit]) -> int:
    """Points that *cell* lacks for *coming*; 0 = they fit (RB 1.3).

    On a bridge the second vehicle lacks its own points: they stand in single file (RB 2.11).
    """
    here = [u for u in at(state, cell) if u.id not in {c.id for c in coming}]
    over = taken(setting, here) + taken(setting, coming) - capacity(setting, cell)
    if cell in setting.rhine.site_of and bridge_site(setting, state, cell):
        files = [u for u in (*here, *coming) if setting.row(u).vehicle and not u.carrier]
        over = max(over, 3 * (len(files) - 1))
    return max(0, over)


def forbidden(setting: Setting, unit: Unit, cell: str) -> bool:
    """Whether the ground of *cell* is closed to *unit* (RB 6.1, N8)."""
    row, rhine = setting.row(unit), setting.rhine
    if rhine.figures[cell].foot_only and not row.foot:
        return True
    return rhine.kinds[cell] in row.off_limits


def men(units: Iterable[Unit]) -> tuple[list[Unit], list[Unit]]:
    """Regular infantry and infantry weapons among *units*."""
    trays = [u for u in units if u.figures]
    return [u for u in trays if u.kind in TROOPS], [u for u in trays if u.kind not in TROOPS]


def across(setting: Setting, state: State) -> list[Unit]:
    """American units on the east bank."""
    return [u for u in on_board(state, US) if u.at in setting.rhine.east]
