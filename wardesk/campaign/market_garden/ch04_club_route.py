"""Chapter 4: the marker of Club Route, its spurs, attacks on the road, and whether it is cut."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import StepClosed
from wardesk.campaign.ledger.kinds.forces import PoolChanged
from wardesk.campaign.ledger.kinds.routes import MarkerAdvanced, RouteLeft, RouteStatus
from wardesk.campaign.ledger.proposal import FACES, Proposal, judged, roll_under, succeeds
from wardesk.campaign.ledger.refusals import allow, require
from wardesk.campaign.market_garden import ground
from wardesk.campaign.market_garden.ch02_bridges import decided_by_scenario, on_route
from wardesk.campaign.market_garden.common import CLUB, MARKER_LINE, event, in_order, on, points
from wardesk.campaign.market_garden.kinds import BridgeWork, MarkersSpent, RouteAttacked, SpurChosen
from wardesk.campaign.operation.arrivals import both_played
from wardesk.campaign.operation.corridor import IMPASSABLE, Stop
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.sheets import ResultsSheet
from wardesk.campaign.operation.state import State
from wardesk.games.gts.agreed import DOWN, keeps_cut
from wardesk.words import join, say

STAYS = "stays"
"""In place of a stop: the marker stays where it is."""


class Trace(Struct, frozen=True, kw_only=True):
    """How far the marker may go now."""

    stops: tuple[str, ...]
    """Stops that it can reach, in order."""
    ends: str
    """Why it goes no further; empty at the end of the road."""
    to_try: str = ""
    """A weak bridge that must be tried before the trace can go on (2.11)."""
    choose: tuple[str, ...] = ()
    """Spurs of which one must be chosen before the trace can go on."""
    must_leave: bool = False
    """The whole road through WED is clear: the marker has to be taken off it (4.3.1)."""


def trace(design: Design, state: State, enemy_before: str | None = None) -> Trace:
    """Follow the road from stop to stop until something stops it (4.2).

    *enemy_before* is the first stop that an enemy unit or fire zone keeps the trace from, empty for
    none; without it the hexes say.
    """
    if enemy_before is None:
        enemy_before = ground.enemy_before(design, state)
    now, route = state.routes[CLUB], design.route(CLUB)
    found: list[str] = []
    leave = False

    def ended(why: str = "", **more: object) -> Trace:
        return Trace(stops=tuple(found), ends=why, must_leave=leave, **more)  # pyright: ignore[reportArgumentType]

    for stop in route.stops[now.stop + 1 :]:
        if stop.spur and not now.spur:
            return ended(say("One of the spurs must be chosen."), choose=route.spurs)
        if stop.spur and stop.spur != now.spur:
            continue
        if stop.id == enemy_before:
            return ended(say("An enemy unit or fire zone lies before {stop}.", stop=stop.name))
        why, to_try = _blocked(design, state, stop)
        if why:
            return ended(why, to_try=to_try)
        found.append(stop.id)
        if stop.leaves and not now.left:
            leave = True
            if not both_played(design, state):
                return ended()
    return ended()


def _blocked(design: Design, state: State, stop: Stop) -> tuple[str, str]:
    for bridge in stop.over:
        standing, name = state.bridges[bridge].state, design.bridge[bridge].name
        if standing in IMPASSABLE:
            return say("{name} is {standing}.", name=name, standing=standing.replace("-", " ")), ""
        if standing == "unchecked":
            return say("Nobody knows yet whether {name} bears vehicles.", name=name), bridge
    return "", ""


def choose_spur(design: Design, state: State, spur: str) -> list[EventDraft]:
    """One of the two spurs, for good (4.2)."""
    require(not state.routes[CLUB].spur, say("The spur is chosen for good."), "4.2")
    known = spur in design.route(CLUB).spurs
    require(
        known, say("The spurs are {spurs}.", spurs=" and ".join(design.route(CLUB).spurs)), "4.2"
    )
    return [event(SpurChosen(route=CLUB, spur=spur))]


def advance(
    design: Design, state: State, stop: str, enemy_before: str | None = None
) -> list[EventDraft]:
    """Move the marker to *stop*, on the 1900 turn; any stop on the way will do (4.2).

    When the whole road through WED is clear, it must go off that map, which scores (4.3.1).
    """
    on(design, state, "1900-1", "1900")
    if stop == STAYS:
        require(MARKER_LINE not in state.closed_steps, say("Its line of this turn is done."), "4.2")
        return [event(StepClosed(step=MARKER_LINE, note=say("it stays")))]
    allow(state.routes[CLUB].moved_at != state.ordinal, say("It was moved on this turn."), "4.2")
    allow(MARKER_LINE not in state.closed_steps, say("Its line of this turn is done."), "1900-1")
    found = trace(design, state, enemy_before)
    design.route(CLUB).index(stop)
    ends = found.ends or say("The trace does not lead there.")
    allow(stop in found.stops, say("The marker cannot reach it: {ends}", ends=ends), "4.2")
    route = design.route(CLUB)
    exit_at = next(number for number, each in enumerate(route.stops) if each.leaves)
    leaves = route.index(stop) >= exit_at
    allow(leaves or not found.must_leave, say("The road is clear: it must leave the map."), "4.3.1")
    drafts = [event(MarkerAdvanced(route=CLUB, stop=stop))]
    if leaves and not state.routes[CLUB].left:
        drafts.append(event(RouteLeft(route=CLUB), caused_by=-1))
        days_left = design.calendar.days - 1 - design.calendar.turn(state.ordinal).day_number
        drafts += points(design, state, "exit", days_left, say("Club Route has left the map"))
    return drafts


def attack(
    design: Design,
    state: State,
    *,
    attacked: bool = False,
    closed: bool = False,
    raid: bool = False,
    cause: str = "",
) -> list[EventDraft]:
    """Markers for attacks on the road: one of each kind a turn, but an air raid's (4.3.3)."""
    require(attacked or closed, say("Say which marker."), "4.3.3")
    turn, had_attacked, had_closed = state.routes[CLUB].laid
    if turn == state.ordinal and not raid:
        new = (attacked and not had_attacked, closed and not had_closed)
        allow(any(new), say("One marker of each kind a turn is the most."), "4.3.3")
        if any(new):
            attacked, closed = new
    payload = RouteAttacked(
        route=CLUB, attacked=int(attacked), closed=int(closed), extra=raid, cause=cause
    )
    drafts = [event(payload)]
    for rule, laid, words in (
        ("attacked", attacked, say("Club Route attacked")),
        ("closed", closed, say("Club Route closed")),
    ):
        why = join(": ", (words, cause)) if cause else words
        scored = points(design, state, rule, int(laid), why)
        drafts += [event(each.payload, caused_by=-len(drafts)) for each in scored]
    return drafts


MARKERS = frozenset({"attacked", "closed", "raid", "opened", "bulldozer", "bulldozer-back"})
"""What a table may lay, the bulldozers with their bridge."""


def after_table(design: Design, state: State, sheet: ResultsSheet, cause: str) -> list[EventDraft]:
    """What follows from a table: a scenario decides bridges, a blown one cuts the road, markers."""
    decided = decided_by_scenario(design, state, {sheet.node: sheet.winner}) if sheet.node else []
    road = on_route(design, state)
    broken = [row.bridge for row in sheet.bridges if row.state in DOWN and row.bridge in road]
    was_cut = state.routes[CLUB].cut
    beyond = (state.bridges[name] for name in road.difference(row.bridge for row in sheet.bridges))
    kept = broken or any(keeps_cut(each.state, each.control) for each in beyond)
    if was_cut and not kept and sheet.markers.get("opened"):
        decided.append(event(RouteStatus(route=CLUB, cut=False, cause=cause)))
    cut = [
        event(
            RouteStatus(
                route=CLUB,
                cut=True,
                cause=say("{name} is destroyed", name=design.bridge[bridge].name),
            )
        )
        for bridge in broken[:1]
        if not was_cut
    ]
    return [*decided, *cut, *_laid(design, state, sheet.markers, cause)]


def _laid(design: Design, state: State, markers: Mapping[str, int], cause: str) -> list[EventDraft]:
    """The markers of a table; of each kind only one a turn, whatever the table laid (4.3.3).

    Those of the air raid come on top (S5.2).
    ``bulldozer:BRIDGE`` came to a bridge, ``bulldozer-back:BRIDGE`` is free again (2.11).
    """
    drafts: list[EventDraft] = []
    for marker in markers:
        kind, _, bridge = marker.partition(":")
        if kind == "bulldozer":
            drafts.append(event(BridgeWork(bridge=bridge)))
        if kind in ("bulldozer", "bulldozer-back") and state.pools.get("bulldozers") is not None:
            change = -1 if kind == "bulldozer" else 1
            drafts.append(event(PoolChanged(pool="bulldozers", change=change, cause=cause)))
    for _ in range(markers.get("raid", 0)):
        drafts += attack(design, state, closed=True, raid=True, cause=say("the Eindhoven air raid"))
    turn, *had = state.routes[CLUB].laid
    new = [
        bool(markers.get(kind)) and not (turn == state.ordinal and before)
        for kind, before in zip(("attacked", "closed"), had, strict=True)
    ]
    if not any(new):
        return drafts
    return [*drafts, *attack(design, state, attacked=new[0], closed=new[1], cause=cause)]


def propose_check(design: Design, state: State) -> Proposal:
    """The Germans ask whether the road is cut, when the Guards' chit is drawn (4.3.3)."""
    del design
    now = state.routes[CLUB]
    total = now.attacked + 2 * now.closed
    require(total, say("No markers wait in the box."), "4.3.3")
    allow(not now.cut, say("The road is cut already."), "4.3.3")
    return roll_under(
        "club-check", say("Is Club Route cut?"), "4.3.3", min(total, FACES - 1),
        (say("cut"), say("open")),
        context=say(
            "{attacked} attacked, {closed} closed (counting double)",
            attacked=now.attacked,
            closed=now.closed,
        ),
    )  # fmt: skip


def check(design: Design, state: State, roll: int) -> list[EventDraft]:
    """The markers are spent either way (4.3.3)."""
    proposal = propose_check(design, state)
    cut = succeeds(proposal, roll)
    drafts = [judged(proposal, roll, "cut" if cut else "open")]
    if cut:
        status = RouteStatus(route=CLUB, cut=True, cause=say("status check"))
        drafts.append(event(status, caused_by=-1))
    return [*drafts, event(MarkersSpent(route=CLUB), caused_by=-len(drafts))]


def reopen(design: Design, state: State) -> list[EventDraft]:
    """The road opens at 1900, unless a bridge on it is destroyed (4.3.3 over 1900-3).

    One that was repaired must be under Allied control.
    """
    on(design, state, "1900-3", "1900")
    in_order(design, state, "status")
    over = {bridge: state.bridges[bridge] for bridge in sorted(on_route(design, state))}
    cut, stays = state.routes[CLUB].cut, state.decision("open-or-cut") != "opens"
    if cut and not (stays and any(keeps_cut(each.state, each.control) for each in over.values())):
        return [event(RouteStatus(route=CLUB, cut=False, cause="1900"))]
    down = next((bridge for bridge, each in over.items() if each.state in DOWN), "")
    if cut or not stays or not down:
        return []
    cause = say("{name} is destroyed", name=design.bridge[down].name)
    return [event(RouteStatus(route=CLUB, cut=True, cause=cause))]
