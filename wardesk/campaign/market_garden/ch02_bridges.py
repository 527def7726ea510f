"""Chapter 2: weak bridges, control, demolition, Bailey bridges."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.bridges import BridgeChanged, BridgeControl
from wardesk.campaign.ledger.kinds.calendar import FactSet
from wardesk.campaign.ledger.kinds.forces import PoolChanged
from wardesk.campaign.ledger.kinds.routes import RouteStatus
from wardesk.campaign.ledger.kinds.units import UnitArrived, UnitEliminated
from wardesk.campaign.ledger.proposal import (
    Proposal,
    check_roll,
    factors_of,
    judged,
    on_table,
    roll_under,
    succeeds,
)
from wardesk.campaign.ledger.refusals import allow, require
from wardesk.campaign.market_garden.common import CLUB, event
from wardesk.campaign.market_garden.kinds import BridgeWork
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.places import GONE, Place
from wardesk.campaign.operation.state import State
from wardesk.words import say

LOST = "bulldozer-lost."
"""The fact that a bulldozer at a bridge was eliminated; tables set it, too (2.11)."""
BAILEY_POOLS = {"bailey.guards": "gds", "bailey.43": "43"}


def propose_weak(design: Design, state: State, bridge: str) -> Proposal:
    """A weak bridge is tried when the first vehicle or the route comes to it (2.11)."""
    found = design.found(design.bridges, bridge, "bridge")
    require(found.weak, say("{bridge} is not one of the weak bridges.", bridge=found.name), "2.11")
    unknown = state.bridges[bridge].state == "unchecked"
    require(
        unknown,
        say("{bridge} is {state} already.", bridge=found.name, state=state.bridges[bridge].state),
        "2.11",
    )
    winner = state.nodes[found.decided_by].winner if found.decided_by in state.nodes else ""
    decided = bool(found.decided_by and (winner or _not_played(state)))
    allow(not decided, say("The scenario decides about {bridge}.", bridge=found.name), "2.11")
    title = say("Does {bridge} bear vehicles?", bridge=found.name)
    return on_table(f"weak:{bridge}", title, design.table("weak-bridge"), "2.11")


def weak(design: Design, state: State, bridge: str, roll: int) -> list[EventDraft]:
    """On a 9 the bridge is unstable (2.11)."""
    proposal = propose_weak(design, state, bridge)
    check_roll(roll)
    result = design.table("weak-bridge").row(roll).result
    return [
        judged(proposal, roll, result),
        event(BridgeChanged(bridge=bridge, state=result), caused_by=-1),
    ]


def decided_by_scenario(
    design: Design, state: State, winners: Mapping[str, str] | None = None
) -> list[EventDraft]:
    """Bridges that a scenario decides: stable only if the Allies won it (2.11).

    *winners* are those of scenarios that end just now. About one that was not played a ruling
    decides, if there is one (question ride-or-drive).
    """
    drafts: list[EventDraft] = []
    for bridge in design.bridges:
        node = state.nodes.get(bridge.decided_by or "")
        if not bridge.decided_by or state.bridges[bridge.id].state != "unchecked":
            continue
        winner = (winners or {}).get(bridge.decided_by)
        if winner is None and node is not None and node.over:
            winner = node.winner
        if winner is not None:
            result = "stable" if winner == "allied" else "unstable"
        else:
            result = "" if node is not None else _not_played(state)
        if not result:
            continue
        drafts.append(event(BridgeChanged(bridge=bridge.id, state=result, by="allied")))
    return drafts


def _not_played(state: State) -> str:
    """What a ruling makes of a bridge whose scenario was not played; empty: it has to be tried."""
    decision = state.decision("ride-or-drive").rpartition(": ")[2]
    return decision if decision in ("stable", "unstable") else ""


def bulldozer(design: Design, state: State, bridge: str, *, fire_zone: bool) -> list[EventDraft]:
    """A bulldozer is put at an unstable bridge, if no German fire zone reaches it (2.11)."""
    found = design.found(design.bridges, bridge, "bridge")
    unstable = state.bridges[bridge].state == "unstable"
    require(
        unstable,
        say("{bridge} is {state}.", bridge=found.name, state=state.bridges[bridge].state),
        "2.11",
    )
    allow(not fire_zone, say("A German fire zone reaches the bridge."), "2.11")
    there = at_work(state, bridge)
    allow(not there, say("One bulldozer only may work at a bridge."), "2.11")
    drafts = [event(BridgeWork(bridge=bridge))]
    if state.facts.get(f"{LOST}{bridge}"):
        drafts.append(event(FactSet(fact=f"{LOST}{bridge}", value=False), caused_by=-1))
    if state.pools.get("bulldozers") is not None:
        used = PoolChanged(pool="bulldozers", change=-1, cause=found.name)
        drafts.append(event(used, caused_by=-len(drafts)))
    return drafts


def at_work(state: State, bridge: str) -> bool:
    """Whether a bulldozer works at a bridge, and the enemy has not driven over it since (2.11)."""
    placed = state.bridges[bridge].bulldozer_at is not None
    return placed and not state.facts.get(f"{LOST}{bridge}")


def bulldozer_lost(design: Design, state: State, bridge: str) -> list[EventDraft]:
    """An enemy unit has come into its hex: the bulldozer is out of play, for good (2.11)."""
    found = design.found(design.bridges, bridge, "bridge")
    there = at_work(state, bridge) and state.bridges[bridge].state == "unstable"
    require(there, say("No bulldozer is at {bridge}.", bridge=found.name), "2.11")
    return [event(FactSet(fact=f"{LOST}{bridge}", value=True))]


def propose_repair(
    design: Design,
    state: State,
    bridge: str,
    men_at_work: int = 0,
    without: Collection[str] = (),
    reason: str = "",
) -> Proposal:
    """The repair of an unstable bridge on 0 to 2; earlier tries help (2.11).

    *men_at_work* is that marker's modifier to the die, 0 or below.
    """
    found = design.found(design.bridges, bridge, "bridge")
    unstable = state.bridges[bridge].state == "unstable"
    require(
        unstable,
        say("{bridge} is {state}.", bridge=found.name, state=state.bridges[bridge].state),
        "2.11",
    )
    there = at_work(state, bridge)
    allow(there, say("No bulldozer is at {bridge}.", bridge=found.name), "2.11")
    factors = factors_of(((say("Men at Work"), men_at_work),), "2.11", without)
    return roll_under(
        f"repair:{bridge}", say("Repair of {bridge}", bridge=found.name), "2.11", 2,
        ("stable", say("not yet")), factors, reason=reason,
    )  # fmt: skip


def repair(
    design: Design,
    state: State,
    bridge: str,
    roll: int,
    men_at_work: int = 0,
    without: Collection[str] = (),
    reason: str = "",
) -> list[EventDraft]:
    """A repaired bridge is stable for good; its bulldozer is free again (2.11)."""
    proposal = propose_repair(design, state, bridge, men_at_work, without, reason)
    if not succeeds(proposal, roll):
        return [judged(proposal, roll, say("not yet"))]
    drafts = [
        judged(proposal, roll, "stable"),
        event(BridgeChanged(bridge=bridge, state="stable", by="allied"), caused_by=-1),
    ]
    if at_work(state, bridge) and state.pools.get("bulldozers") is not None:
        free = PoolChanged(pool="bulldozers", change=1, cause="repaired")
        drafts.append(event(free, caused_by=-len(drafts)))
    return drafts


def control(design: Design, state: State, bridge: str, side: str) -> list[EventDraft]:
    """Who controls a bridge, as the table shows; empty: contested (2.15.5)."""
    design.found(design.bridges, bridge, "bridge")
    same = state.bridges[bridge].control == side
    require(not same, say("That is known already."), "2.15.5")
    return [event(BridgeControl(bridge=bridge, side=side))]


def wire(design: Design, state: State, bridge: str, side: str) -> list[EventDraft]:
    """A bridge that a side controls is wired by its engineers (2.15.6)."""
    found = design.found(design.bridges, bridge, "bridge")
    require(found.kind != "stream", say("Bridges over streams cannot be wired."), "2.15")
    require(not found.no_wire, say("{bridge} may never be wired.", bridge=found.name), "2.15.6")
    standing = state.bridges[bridge]
    allow(
        standing.control == side,
        say("Your side does not control {bridge}.", bridge=found.name),
        "2.15.6",
    )
    require(
        standing.state == "intact",
        say("{bridge} is {state}.", bridge=found.name, state=standing.state),
        "2.15.6",
    )
    return [event(BridgeChanged(bridge=bridge, state="wired", by=side))]


def propose_demolition(
    design: Design, state: State, bridge: str, side: str, *, fire_zone: bool
) -> Proposal:
    """A wired bridge is blown on 5 or less, 6 with a fire zone on one of its hexes (2.15.6)."""
    found = design.found(design.bridges, bridge, "bridge")
    standing = state.bridges[bridge]
    stands = standing.state in ("wired", "intact") and not found.no_destroy
    require(
        stands,
        say("{bridge} cannot be blown: it is {state}.", bridge=found.name, state=standing.state),
        "2.15.6",
    )
    wired = standing.state == "wired"
    allow(wired, say("{bridge} is not wired.", bridge=found.name), "2.15.6")
    require(
        not wired or standing.by == side,
        say("Only the side that wired a bridge may blow it."),
        "2.15.6",
    )
    return roll_under(
        f"demolition:{bridge}", say("Demolition of {bridge}", bridge=found.name), "2.15.6",
        6 if fire_zone else 5, (say("blown"), say("the wires are lost")),
        context=say("a fire zone reaches it") if fire_zone else say("no fire zone reaches it"),
    )  # fmt: skip


def demolition(
    design: Design, state: State, bridge: str, side: str, roll: int, *, fire_zone: bool
) -> list[EventDraft]:
    """A blown bridge on the route cuts it at once (4.3.3); a failure loses the wires (2.15.6)."""
    proposal = propose_demolition(design, state, bridge, side, fire_zone=fire_zone)
    if not succeeds(proposal, roll):
        drafts = [judged(proposal, roll, say("the wires are lost"))]
        if state.bridges[bridge].state == "wired":
            lost = BridgeChanged(bridge=bridge, state="intact", by="")
            drafts.append(event(lost, caused_by=-1))
        return [*drafts, *_contested(state, bridge, side, len(drafts))]
    blown = BridgeChanged(bridge=bridge, state="blown", by=side)
    drafts = [judged(proposal, roll, "blown"), event(blown, caused_by=-1)]
    if bridge in on_route(design, state):
        cut = RouteStatus(
            route=CLUB, cut=True, cause=say("{bridge} is blown", bridge=design.bridge[bridge].name)
        )
        drafts.append(event(cut, caused_by=-1))
    return [*drafts, *_contested(state, bridge, side, len(drafts))]


def _contested(state: State, bridge: str, side: str, before: int) -> list[EventDraft]:
    """A try to blow a bridge means that an enemy has come to it, so that nobody holds it now."""
    if state.bridges[bridge].control != side:
        return []
    return [event(BridgeControl(bridge=bridge, side=""), caused_by=-before)]


def on_route(design: Design, state: State) -> set[str]:
    """The bridges between the start of the route and its marker."""
    now, route = state.routes[CLUB], design.route(CLUB)
    return {
        bridge
        for stop in route.stops[: now.stop + 1]
        if stop.spur is None or stop.spur == now.spur
        for bridge in stop.over
    }


def place_bailey(
    design: Design, state: State, bridge: str, unit: str, *, fire_zone: bool
) -> list[EventDraft]:
    """A bridging unit is put at a blown bridge (2.15.7).

    Those of 43rd Division only after one of its formations was released.
    """
    found = design.found(design.bridges, bridge, "bridge")
    standing = state.bridges[bridge]
    require(standing.state == "blown", say("{bridge} is not blown.", bridge=found.name), "2.15.7")
    allow(standing.since < state.ordinal, say("From the turn after the demolition on."), "2.15.7")
    allow(not fire_zone, say("A German fire zone reaches the bridge."), "2.15.7")
    pools = [pool for pool in design.pools if unit in pool.units and pool.id in BAILEY_POOLS]
    require(pools, say("{unit} is no bridging unit.", unit=unit), "2.15.7")
    freed = _freed(design, state, pools[0].id)
    allow(freed, say("No formation of 43rd Division has been released yet."), "2.15.7")
    there = state.units[unit].place.kind == "pool"
    require(
        there,
        say(
            "{unit} is in use: {place}.", unit=design.unit[unit].name, place=state.units[unit].place
        ),
        "2.15.7",
    )
    at = found.hexes[-1] if found.hexes else found.name
    return [
        event(BridgeChanged(bridge=bridge, state="bailey-placed", by="allied", unit=unit)),
        event(UnitArrived(unit=unit, place=Place("hex", at, game=found.game)), caused_by=-1),
        event(PoolChanged(pool=pools[0].id, change=-1, cause=found.name), caused_by=-2),
    ]


def _freed(design: Design, state: State, pool: str) -> bool:
    """Whether the bridging units of a pool may come: those of the 43rd after a release of it."""
    if BAILEY_POOLS[pool] != "43":
        return True
    freed = any(
        state.queue[entry.key].status == "released"
        for entry in design.queue
        if entry.division == "43"
    )
    if state.decision("bailey-43") == "when the line of a formation is reached":
        waiting = [e for e in design.queue if state.queue[e.key].status == "waiting"]
        following = min(waiting, key=lambda each: each.position, default=None)
        freed = freed or (following is not None and following.division == "43")
    return freed


def bridging_units(design: Design, state: State) -> tuple[str, ...]:
    """The bridging units that may be brought in now (2.15.7)."""
    return tuple(
        unit
        for pool in design.pools
        if pool.id in BAILEY_POOLS and _freed(design, state, pool.id)
        for unit in pool.units
        if state.units[unit].place.kind == "pool"
    )


def bailey_works(design: Design, state: State, bridge: str) -> list[EventDraft]:
    """The engineers at the table passed their check: the Bailey carries traffic (2.15.7)."""
    found = design.found(design.bridges, bridge, "bridge")
    fits = state.bridges[bridge].state in ("bailey-placed", "bailey-suppressed")
    require(
        fits,
        say("{bridge} is {state}.", bridge=found.name, state=state.bridges[bridge].state),
        "2.15.7",
    )
    return [event(BridgeChanged(bridge=bridge, state="bailey-working", by="allied"))]


def bailey_hit(design: Design, state: State, bridge: str, *, lost: bool) -> list[EventDraft]:
    """A Bailey that is hit does not carry; a lost one is out of play with its unit (2.15.7).

    Where it stood the bridge is destroyed again.
    """
    found = design.found(design.bridges, bridge, "bridge")
    works = state.bridges[bridge].state.startswith("bailey")
    require(works, say("There is no Bailey at {bridge}.", bridge=found.name), "2.15.7")
    after = "blown" if lost else "bailey-suppressed"
    drafts = [event(BridgeChanged(bridge=bridge, state=after, by="german"))]
    unit = state.bridges[bridge].unit
    if lost and unit and state.units[unit].place.kind not in GONE:
        cause = say("the Bailey of {bridge} is lost", bridge=found.name)
        drafts.append(event(UnitEliminated(unit=unit, cause=cause), caused_by=-1))
    if lost and bridge in on_route(design, state):
        cut = RouteStatus(
            route=CLUB, cut=True, cause=say("the Bailey of {bridge} is lost", bridge=found.name)
        )
        drafts.append(event(cut, caused_by=-len(drafts)))
    return drafts
