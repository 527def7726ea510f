"""How the scripted players bring guns up, and load whatever swims."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wardesk.games.remagen.loads import loadable, unloadable
from wardesk.games.remagen.position import (
    at,
    bridge_site,
    disabled,
    labour,
    of_table,
    on_board,
    riders,
)
from wardesk.games.remagen.setting import CrossingSite, Setting
from wardesk.games.remagen.state import ENEMY, GERMAN, US, State, Unit
from wardesk.games.remagen.tables import GUNS
from wardesk.games.remagen.ways import MovementField, open_goals
from wardesk.games.shared.memory import remember

KEPT_BACK = {"anti_tank": 2, "howitzer": 4, "heavy_howitzer": 5}
"""Sectors between a gun and the nearest enemy."""
MOST_KEPT = 200
"""So many things worked out for one position of the enemy are kept."""
NEAR = 5
"""Sectors from which a vehicle comes for a gun."""
FERRIED = ("armoured_car", "anti_tank", "infantry", "engineers", "bazooka", "machine_gun")
"""What amphibious vehicles take across, the best first."""


class Battery:
    """What a gun of *side* finds to shoot at, sector by sector."""

    def __init__(self, setting: Setting, state: State, side: str) -> None:
        self.setting = setting
        self.rhine = setting.rhine
        rows = setting.rows
        worth: dict[str, float] = {}
        for unit in on_board(state, ENEMY[side]):
            cell = unit.at or ""
            worth[cell] = worth.get(cell, 0.0) + rows[unit.kind].value
        self.foes = tuple(worth)
        if side == GERMAN:
            for site in setting.rhine.sites.values():
                if labour(state, site.row):
                    worth[site.water[0]] = worth.get(site.water[0], 0.0) + 6.0
        self.worth = worth
        self.focus = tuple(worth) or (setting.rhine.railway.east,)
        key = (Battery, self.foes, tuple(worth.items()))
        kept = setting.kept.get(key)
        self._values: dict[str, dict[str, float]] = (
            remember(setting.kept, key, {}, MOST_KEPT) if kept is None else kept
        )

    def value(self, kind: str, cell: str) -> float:
        """How well a gun of *kind* stands in *cell*: targets in range, and none too near."""
        return self._known(kind, (cell,))[cell]

    def best(self, kind: str, cells: Iterable[str]) -> str:
        """Where of *cells* a gun of *kind* stands best, the last of equals; empty = nowhere."""
        known = self._known(kind, cells)
        return max([(known[cell], cell) for cell in cells], default=(0.0, ""))[1]

    def _known(self, kind: str, cells: Iterable[str]) -> Mapping[str, float]:
        known = self._values.setdefault(kind, {})
        for cell in cells:
            if cell not in known:
                known[cell] = self._value(kind, cell)
        return known

    def _value(self, kind: str, cell: str) -> float:
        reach, by = self.setting.rows[kind].range, self.setting.tables.divisors
        away = self.rhine.far_from(cell)
        total = 0.0
        for other, worth in self.worth.items():
            far = away[other]
            if far <= reach:
                total += (2.0 + worth) / by.at(far)
        near = min([away[foe] for foe in self.foes], default=99)
        short = max(0, KEPT_BACK[kind] - near)
        farther = min([away[other] for other in self.focus])
        return total - 8.0 * short - 0.01 * farther if total else -1.0 - 0.1 * farther - 8.0 * short


@of_table
def battery_of(setting: Setting, state: State, side: str) -> Battery:
    """What a gun of *side* finds to shoot at in *state*."""
    return Battery(setting, state, side)


def gun_of(setting: Setting, state: State, vehicle: Unit) -> Unit | None:
    """The gun that *vehicle* tows."""
    return next((u for u in riders(state, vehicle.id) if setting.rows[u.kind].gun), None)


def tow(
    setting: Setting, state: State, vehicle: Unit, gun: Unit, battery: Battery, field: MovementField
) -> tuple[str, ...]:
    """The way of a vehicle with its gun to where the gun stands best; empty = it stays."""
    goals = open_goals(setting, state, [vehicle], field)
    here = battery.value(gun.kind, vehicle.at or "")
    entry = vehicle.at in setting.rhine.entries(vehicle.side)
    best = battery.best(gun.kind, _quiet(setting, field, goals))
    if best and (entry or battery.value(gun.kind, best) > here + 0.05):
        return goals[best]
    return ()


def push(
    setting: Setting, state: State, gun: Unit, battery: Battery, field: MovementField
) -> tuple[str, ...]:
    """Guns are moved by hand by night, or when they see nothing to fire at."""
    here = battery.value(gun.kind, gun.at or "")
    if here > 0 and not setting.night(state.tracks["turn"]):
        return ()
    if here <= 0 and _fetcher(setting, state, gun):
        return ()
    goals = open_goals(setting, state, [gun], field)
    best = battery.best(gun.kind, _quiet(setting, field, goals))
    return goals[best] if best and battery.value(gun.kind, best) > here + 0.05 else ()


def _quiet(setting: Setting, field: MovementField, cells: Iterable[str]) -> list[str]:
    """Those of *cells* that are out of hostile zones, and not on a bridge."""
    zone, bridges = field.zone, setting.rhine.site_of
    return [c for c in cells if c not in zone and c not in bridges]


def _fetcher(setting: Setting, state: State, gun: Unit) -> bool:
    """Whether some vehicle with nothing to tow may still come for *gun* this turn."""
    return any(
        setting.row(u).tows and not u.moved and not u.pinned and not disabled(setting, u)
        and setting.rhine.distance(u.at or "", gun.at or "") <= NEAR
        and not riders(state, u.id)
        for u in on_board(state, gun.side)
    )  # fmt: skip


@of_table
def waiting_gun(setting: Setting, state: State, side: str) -> Sequence[Unit]:
    """Guns without a target, for which a vehicle is worth its way."""
    battery = battery_of(setting, state, side)
    return [
        u for u in on_board(state, side)
        if u.kind in GUNS and not u.carrier and not u.moved and not u.pinned
        and battery.value(u.kind, u.at or "") <= 0
    ]  # fmt: skip


# ---- loading and unloading ----------------------------------------------------------------------


def to_unload(setting: Setting, state: State, side: str) -> list[str]:
    """Units that had better get off now."""
    found: list[str] = []
    for piece in unloadable(setting, state, side):
        unit = state.pieces[piece]
        vehicle = state.pieces[unit.carrier]
        if setting.row(vehicle).swims:
            if _landed(setting, state, vehicle):
                found.append(piece)
            continue
        if not vehicle.moved and vehicle.at in setting.rhine.entries(side):
            continue  # it has just come on: drive first
        if not setting.row(unit).gun:
            found.append(piece)
            continue
        battery = battery_of(setting, state, side)
        if vehicle.moved and battery.value(unit.kind, vehicle.at or "") > 0:
            found.append(piece)
    return found


def _landed(setting: Setting, state: State, vehicle: Unit) -> bool:
    """Whether it has come over, or swims beside the far bank."""
    rhine, here = setting.rhine, vehicle.at or ""
    if here in rhine.east:
        return True
    afloat = here in rhine.water and bridge_site(setting, state, here) is None
    return afloat and any(other in rhine.east for other in rhine.around[here])


def to_load(setting: Setting, state: State, side: str, site: CrossingSite | None) -> list[str]:
    """Units that had better be loaded now."""
    units = [state.pieces[p] for p in loadable(setting, state, side)]
    guns = {u.id for u in waiting_gun(setting, state, side)}
    found = [u.id for u in units if u.id in guns]
    if side == US and site is not None:
        rhine = setting.rhine
        found += [
            u.id for kind in FERRIED for u in units
            if u.kind == kind and u.at not in rhine.east and u.at not in rhine.water
            and abs(rhine.places[u.at or ""][1] - rhine.places[site.west][1]) <= 2
            and u.at not in site.banks
            and any(v.kind in ("weasel", "buffalo") for v in at(state, u.at or "", US))
        ]  # fmt: skip
    return list(dict.fromkeys(found))


def pairs(setting: Setting, units: Sequence[Unit], kinds: Iterable[str]) -> list[tuple[str, str]]:
    """Guns with a vehicle that tows them, in the order of *kinds*: they come on together."""
    found: list[tuple[str, str]] = []
    for kind in kinds:
        gun = next((u.id for u in units if u.kind == kind), "")
        tower = next((u.id for name in ("half_track", "truck") for u in units
                      if u.kind == name and setting.row(u).tows), "")  # fmt: skip
        if gun and tower:
            found.append((gun, tower))
    return found
