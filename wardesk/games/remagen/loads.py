"""Who carries whom: vehicles, guns behind them, men on them, and where these get off."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.engine.draft import Draft
from wardesk.engine.types import replace
from wardesk.games.remagen.position import (
    bridge_site,
    disabled,
    of_table,
    on_board,
    riders,
    scene,
    touching,
)
from wardesk.games.remagen.room import fits
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import GERMAN, State, Unit


def _points(setting: Setting, state: State, unit: Unit) -> int:
    """Movement factors left for loading and unloading; the caution of the day counts too."""
    total = setting.row(unit).movement
    if unit.side == GERMAN and setting.daylight(state.tracks["turn"]):
        total = max(1, total - 1)
    return total - unit.spent


def _able(setting: Setting, state: State, unit: Unit) -> bool:
    if unit.pinned or disabled(setting, unit):
        return False
    return not scene(setting, state).locks.get(unit.at or "")


# ---- loading and hitching -----------------------------------------------------------------------


def takes(setting: Setting, state: State, carrier: Unit, unit: Unit) -> bool:
    """Whether *carrier* has room for *unit*, wherever they stand (RB 3.2, 3.3, 4.1, 5.1, 5.2)."""
    vehicle, load = setting.row(carrier), setting.row(unit)
    aboard = riders(state, carrier.id)
    if load.gun and vehicle.tows:
        return not aboard
    if not (load.foot or unit.kind in vehicle.carries):
        return False
    if any(setting.row(r).gun for r in aboard) and vehicle.tows:
        return False
    return sum(setting.row(r).as_load for r in aboard) + load.as_load <= vehicle.load


@of_table
def _vehicles(setting: Setting, state: State, side: str) -> Mapping[str, tuple[Unit, ...]]:
    """Vehicles of *side* that could take something now, by where they stand."""
    found: dict[str, tuple[Unit, ...]] = {}
    for unit in on_board(state, side):
        row = setting.rows[unit.kind]
        if (
            (row.tows or row.load)
            and (unit.halt or not unit.moved)
            and not unit.carrier
            and _able(setting, state, unit)
        ):
            cell = unit.at or ""
            found[cell] = (*found.get(cell, ()), unit)
    return found


def carriers(setting: Setting, state: State, unit: Unit) -> tuple[str, ...]:
    """Vehicles that may take *unit* now: a gun from beside it too, all others where they stand.

    Who walked up with a factor left gets on an amphibious vehicle for it (RB 3.4).
    """
    if unit.at is None or unit.carrier:
        return ()
    vehicles = _vehicles(setting, state, unit.side)
    row = setting.rows[unit.kind]
    near = touching(setting, state)[unit.at] if row.gun else ()
    close = [v for cell in dict.fromkeys((unit.at, *near)) for v in vehicles.get(cell, ())]
    walked = unit.moved and (row.gun or not unit.halt)
    if not close or walked or not _able(setting, state, unit):
        return ()
    found = {
        vehicle.id
        for vehicle in close
        if vehicle.id != unit.id
        and (setting.rows[vehicle.kind].swims or not unit.moved)
        and takes(setting, state, vehicle, unit)
        and payer_of(setting, state, unit, vehicle) is not None
    }
    return tuple(u.id for u in on_board(state, unit.side) if u.id in found) if found else ()


def payer_of(setting: Setting, state: State, unit: Unit, vehicle: Unit) -> tuple[str, int] | None:
    """Who gives a movement factor for loading or unloading, and how many; None = nobody can.

    Men get on and off trucks freely; on amphibious vehicles they pay themselves (RB 3.4). For guns
    the gun pays if it can, else the vehicle (RB 4.3).
    """
    row, carrier = setting.row(unit), setting.row(vehicle)
    if row.foot and not carrier.swims:
        return unit.id, 0
    if _points(setting, state, unit) >= 1:
        return unit.id, 1
    if row.gun and _points(setting, state, vehicle) >= 1:
        return vehicle.id, 1
    return None


@of_table
def loadable(setting: Setting, state: State, side: str) -> tuple[str, ...]:
    """Units that some vehicle may take."""
    at_hand = _vehicles(setting, state, side)
    if not at_hand:
        return ()
    graph, rows = touching(setting, state), setting.rows
    beside = {other for cell in at_hand if cell in graph for other in graph[cell]}
    return tuple(
        [
            u.id
            for u in on_board(state, side)
            if (u.at in at_hand or (u.at in beside and rows[u.kind].gun))
            and carriers(setting, state, u)
        ]
    )


# ---- unloading ----------------------------------------------------------------------------------


def ways_off(setting: Setting, state: State, unit: Unit) -> tuple[str, ...]:
    """Sectors where *unit* may get off or be dropped (RB 3.4, 4.5)."""
    vehicle = state.pieces.get(unit.carrier)
    if vehicle is None or vehicle.at is None or not _able(setting, state, unit):
        return ()
    if payer_of(setting, state, unit, vehicle) is None:
        return ()
    rhine, here = setting.rhine, vehicle.at
    afloat = here in rhine.water and bridge_site(setting, state, here) is None
    if afloat:
        cells = tuple(c for c in rhine.around[here] if c not in rhine.water)
    elif setting.row(unit).gun:
        cells = touching(setting, state)[here]
    else:
        cells = (here,)
    off = [_off(unit)]
    return tuple([c for c in cells if fits(setting, state, off, c)])


def _off(unit: Unit) -> Unit:
    return replace(unit, carrier="")


@of_table
def unloadable(setting: Setting, state: State, side: str) -> tuple[str, ...]:
    """Units that may get off."""
    riding = [u for u in on_board(state, side) if u.carrier]
    return tuple([u.id for u in riding if ways_off(setting, state, u)])


def lose(d: Draft[Setting], piece: str) -> None:
    """A unit is gone; what rode on it gets off where it was, or drowns (RB N9)."""
    cell = d.pieces[piece].at
    wet = cell in d.setting.rhine.water and bridge_site(d.setting, d.state, cell or "") is None
    d.set(piece, at=None, carrier="")
    for unit in riders(d.pieces, piece):
        if wet:
            d.set(unit.id, at=None, carrier="")
        else:
            d.set(unit.id, carrier="", moved=True)
