"""What events do to boxes, weather, drops, bridges, supply and pools."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from wardesk.campaign.ledger.events import Event
from wardesk.campaign.ledger.kind import need
from wardesk.campaign.ledger.payloads import (
    BoxMoved,
    BridgeChanged,
    BridgeControl,
    BridgeWork,
    DropAssigned,
    DropLanded,
    DropPlanned,
    DropPostponed,
    Interdicted,
    PoolChanged,
    SupplySecured,
    WeatherSet,
    ZonesChanged,
)
from wardesk.campaign.operation.corridor import BRIDGE_MOVES
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import (
    BoxStanding,
    DropState,
    State,
    Weather,
)

# ---- boxes --------------------------------------------------------------------------------------


def _box_moved(design: Design, state: State, event: Event, p: BoxMoved) -> None:
    need(p.formation in design.formation, f"there is no formation {p.formation!r}")
    need(p.box in design.box, f"there is no box {p.box!r}")
    state.boxes[p.formation] = BoxStanding(p.box, p.display, event.ordinal)


# ---- weather and drops --------------------------------------------------------------------------


def _weather(design: Design, state: State, event: Event, p: WeatherSet) -> None:
    del design
    need((p.weather == "fog") == (p.fog is not None), "fog needs its number, nothing else has one")
    state.weather = Weather(p.weather, p.fog, event.ordinal, p.cleared)


def _drop(state: State, division: str) -> DropState:
    return state.drops.get(division, DropState())


def _planned(design: Design, state: State, event: Event, p: DropPlanned) -> None:
    before = _drop(state, p.division)
    need(p.division in design.formation, f"there is no division {p.division!r}")
    need(p.turns and all(t >= event.ordinal for t in p.turns), "a drop cannot lie in the past")
    if not p.supply_only:
        need(p.number == before.next_number, f"the next drop is number {before.next_number}")
    state.drops[p.division] = replace(
        before, planned=p.number, turns=p.turns, supply_only=p.supply_only
    )


def _landed(design: Design, state: State, event: Event, p: DropLanded) -> None:
    del design
    before = _drop(state, p.division)
    need(before.planned is not None, "no drop is planned")
    need(before.planned == p.number, f"drop {before.planned} is planned, not {p.number}")
    supply = before.supply_only
    state.drops[p.division] = replace(
        before,
        planned=None,
        turns=(),
        supply_only=False,
        next_number=before.next_number if supply else p.number + 1,
        landed=before.landed if supply else (*before.landed, p.number),
        landed_at=event.ordinal,
        delayed=before.delayed if supply else (*before.delayed, (p.number, before.delay_days)),
    )


def _postponed(design: Design, state: State, event: Event, p: DropPostponed) -> None:
    del design, event
    before = _drop(state, p.division)
    state.drops[p.division] = replace(
        before, delay_days=before.delay_days + p.days, planned=None, turns=(), supply_only=False
    )


def _zones_changed(design: Design, state: State, event: Event, p: ZonesChanged) -> None:
    need(p.division in design.formation, f"there is no division {p.division!r}")
    # the answer stands in the ledger; a delay is an event of its own
    state.drops[p.division] = replace(_drop(state, p.division), zones_asked_at=event.ordinal)


def _assigned(design: Design, state: State, event: Event, p: DropAssigned) -> None:
    del event
    need(p.formation in design.formation, f"there is no formation {p.formation!r}")
    need(p.zone in design.zone, f"there is no zone {p.zone!r}")
    division = design.formation[p.formation].division or p.formation
    before = _drop(state, division)
    taken = [f for f, number, zone in before.zones if (number, zone) == (p.number, p.zone)]
    free = not [f for f in taken if f != p.formation] or (
        design.formation[p.formation].kind == "independent"
    )
    need(free, f"{taken and taken[0]} drops on {p.zone} in drop {p.number} already")
    kept = tuple(row for row in before.zones if row[0] != p.formation)
    zones = (*kept, (p.formation, p.number, p.zone))
    state.drops[division] = replace(before, zones=zones)


# ---- bridges, supply, pools ---------------------------------------------------------------------


def _bridge(design: Design, state: State, event: Event, p: BridgeChanged) -> None:
    need(p.bridge in design.bridge, f"there is no bridge {p.bridge!r}")
    bridge, before = design.bridge[p.bridge], state.bridges[p.bridge]
    fits = p.state in BRIDGE_MOVES[before.state]
    need(fits, f"{bridge.name} is {before.state} and cannot become {p.state}")
    need(not (bridge.no_wire and p.state == "wired"), f"{bridge.name} may never be wired")
    need(not (bridge.no_destroy and p.state == "blown"), f"{bridge.name} may never be blown")
    if before.state == "wired" and p.state == "blown":
        need(p.by == before.by, f"only {before.by}, who wired {bridge.name}, may blow it")
    placed = p.state == "bailey-placed"
    state.bridges[p.bridge] = replace(
        before,
        state=p.state,
        by=p.by,
        since=event.ordinal,
        bailey_at=event.ordinal if placed else before.bailey_at,
        unit=p.unit or before.unit,
    )


def _work(design: Design, state: State, event: Event, p: BridgeWork) -> None:
    need(p.bridge in design.bridge, f"there is no bridge {p.bridge!r}")
    before = state.bridges[p.bridge]
    need(before.state == "unstable", f"{design.bridge[p.bridge].name} needs no bulldozer")
    state.bridges[p.bridge] = replace(before, bulldozer_at=event.ordinal)


def _control(design: Design, state: State, event: Event, p: BridgeControl) -> None:
    del event
    need(p.bridge in design.bridge, f"there is no bridge {p.bridge!r}")
    need(p.side in {"", *(side.id for side in design.sides)}, f"there is no side {p.side!r}")
    state.bridges[p.bridge] = replace(state.bridges[p.bridge], control=p.side)


def _interdicted(design: Design, state: State, event: Event, p: Interdicted) -> None:
    need(p.division in design.formation, f"there is no division {p.division!r}")
    need(not p.on or p.division not in state.supplied, f"{p.division} is always in supply")
    (state.interdicted.add if p.on else state.interdicted.discard)(p.division)
    state.drops[p.division] = replace(_drop(state, p.division), supplied_at=event.ordinal)


def _secured(design: Design, state: State, event: Event, p: SupplySecured) -> None:
    del event
    need(p.division in design.formation, f"there is no division {p.division!r}")
    state.supplied.add(p.division)
    state.interdicted.discard(p.division)


def _pool(design: Design, state: State, event: Event, p: PoolChanged) -> None:
    del event
    need(p.pool in state.pools, f"there is no pool {p.pool!r}")
    held = state.pools[p.pool]
    name = next(pool.name for pool in design.pools if pool.id == p.pool)
    need(held is not None, f"how many {name} there are is not known")
    need((held or 0) + p.change >= 0, f"only {held} {name} are left")
    state.pools[p.pool] = (held or 0) + p.change


PLACE_EFFECTS: dict[type, Callable[[Design, State, Event, Any], None]] = {
    BoxMoved: _box_moved,
    WeatherSet: _weather,
    DropPlanned: _planned,
    DropLanded: _landed,
    DropPostponed: _postponed,
    ZonesChanged: _zones_changed,
    DropAssigned: _assigned,
    BridgeChanged: _bridge,
    BridgeWork: _work,
    BridgeControl: _control,
    Interdicted: _interdicted,
    SupplySecured: _secured,
    PoolChanged: _pool,
}
