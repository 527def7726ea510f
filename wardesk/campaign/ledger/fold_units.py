"""What events do to units: arrivals, moves, steps, removals, identities, scenarios."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from wardesk.campaign.ledger.events import Event
from wardesk.campaign.ledger.kind import need
from wardesk.campaign.ledger.payloads import (
    Attached,
    IdentityChosen,
    NodeEntered,
    NodeLeft,
    StepsLost,
    StepsRecovered,
    UnitArrived,
    UnitEliminated,
    UnitFlagged,
    UnitMoved,
    UnitRemoved,
    UnitTransferred,
)
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.places import ELIMINATED, GONE, IN_PLAY, REMOVED, Place
from wardesk.campaign.operation.state import NodeState, State, UnitState


def _unit(design: Design, state: State, unit: str) -> UnitState:
    need(unit in design.unit, f"there is no unit {unit!r}")
    return state.units[unit]


def _may_be_used(design: Design, state: State, unit: str, game: str, ordinal: int) -> None:
    """A unit needs a counter in the game it is put into, and its set must be the chosen one."""
    name = design.unit[unit].name
    seen = design.seen_as.get(unit, ()) if game else ()
    if seen:
        fits = [each for each in seen if each.game == game]
        need(fits, f"{name} has no counter in {game}")
        timely = any(
            (each.valid_from is None or ordinal >= each.valid_from)
            and (each.valid_to is None or ordinal <= each.valid_to)
            for each in fits
        )
        need(timely, f"{name} cannot be used in {game} on this turn")
    for group, option in design.choices.get(unit, ()):
        chosen = state.identities.get(group, "")
        need(chosen, f"{group} must be chosen before {name} arrives")
        need(chosen == option, f"{group}: {chosen} was chosen, so {name} is not used")


def _arrived(design: Design, state: State, event: Event, p: UnitArrived) -> None:
    before = _unit(design, state, p.unit)
    name = design.unit[p.unit].name
    need(p.place.kind in IN_PLAY, f"{name} cannot arrive in {p.place}")
    need(before.place.kind not in GONE, f"{name} is {before.place}")
    in_play = before.place.kind in IN_PLAY - {"transit", "drop"}
    need(not in_play, f"{name} is in play already: {before.place}")
    if before.place.kind == "transit":
        need(p.place.game == before.place.game, f"{name} is on its way to {before.place.game}")
    _may_be_used(design, state, p.unit, p.place.game, event.ordinal)
    state.units[p.unit] = replace(before, place=p.place)
    if before.place.kind == "transit":
        _joins_days(design, state, p.unit, p.place.game)


def _moved(design: Design, state: State, event: Event, p: UnitMoved) -> None:
    del event
    before = _unit(design, state, p.unit)
    name = design.unit[p.unit].name
    need(before.place.kind in IN_PLAY, f"{name} is not in play: {before.place}")
    need(p.place.kind in IN_PLAY, f"{name} cannot move to {p.place}")
    # the game of a unit changes by a transfer only, so that it is never on two tables
    same = p.place.game == before.place.game
    need(same, f"{name} is in {before.place.game or 'no game'}, not in {p.place.game}")
    state.units[p.unit] = replace(before, place=p.place)


def _transferred(design: Design, state: State, event: Event, p: UnitTransferred) -> None:
    del event
    before = _unit(design, state, p.unit)
    name = design.unit[p.unit].name
    need(before.place.kind in IN_PLAY - {"transit"}, f"{name} is not in play: {before.place}")
    need(before.place.game == p.from_game, f"{name} is not in {p.from_game}: {before.place}")
    need(p.to_game in design.games, f"there is no game {p.to_game!r}")
    nodes = [key for key, node in state.nodes.items() if not node.over and p.unit in node.units]
    fights = [key for key in nodes if design.node[key].kind != "calendar"]
    need(not fights, f"{name} is in the scenario {fights and fights[0]}")
    for key in nodes:  # days of both games run side by side: it leaves those of one for the other's
        node = state.nodes[key]
        state.nodes[key] = replace(node, units=tuple(u for u in node.units if u != p.unit))
    state.units[p.unit] = replace(before, place=Place("transit", game=p.to_game))


def _joins_days(design: Design, state: State, unit: str, game: str) -> None:
    """A unit that comes over takes part in the days of its new game, if they are being played."""
    for key, node in state.nodes.items():
        days = design.node[key].kind == "calendar" and design.node[key].game == game
        if days and not node.over and unit not in node.units:
            state.nodes[key] = replace(node, units=(*node.units, unit))


def _lost(design: Design, state: State, event: Event, p: StepsLost) -> None:
    del event
    before = _unit(design, state, p.unit)
    name = design.unit[p.unit].name
    need(before.place.kind not in GONE, f"{name} is {before.place}")
    need(p.steps <= before.steps, f"{name} has {before.steps} steps and cannot lose {p.steps}")
    left = before.steps - p.steps
    state.units[p.unit] = replace(before, steps=left, place=before.place if left else ELIMINATED)
    state.steps_lost += p.steps


def _recovered(design: Design, state: State, event: Event, p: StepsRecovered) -> None:
    del event
    before = _unit(design, state, p.unit)
    unit = design.unit[p.unit]
    need(before.place.kind != "removed", f"{unit.name} is out of the campaign")
    after = before.steps + p.steps
    need(after <= unit.steps_full, f"{unit.name} has {unit.steps_full} steps at most")
    place = before.place
    if place.kind == "eliminated":
        back = p.place
        need(back is not None and back.kind in IN_PLAY, f"say where {unit.name} comes back")
        place = back or place
    state.units[p.unit] = replace(before, steps=after, place=place)
    state.steps_recovered += p.steps


def _eliminated(design: Design, state: State, event: Event, p: UnitEliminated) -> None:
    del event
    before = _unit(design, state, p.unit)
    need(before.place.kind not in GONE, f"{design.unit[p.unit].name} is {before.place}")
    state.units[p.unit] = replace(before, steps=0, place=ELIMINATED)
    state.steps_lost += before.steps


def _removed(design: Design, state: State, event: Event, p: UnitRemoved) -> None:
    del event
    before = _unit(design, state, p.unit)
    need(before.place.kind != "removed", f"{design.unit[p.unit].name} is removed already")
    state.units[p.unit] = replace(before, place=REMOVED)


def _flagged(design: Design, state: State, event: Event, p: UnitFlagged) -> None:
    del event
    before = _unit(design, state, p.unit)
    flags = set(before.flags) | {p.flag} if p.on else set(before.flags) - {p.flag}
    state.units[p.unit] = replace(before, flags=tuple(sorted(flags)))


def _attached(design: Design, state: State, event: Event, p: Attached) -> None:
    del event
    for key in (p.formation, p.to):
        need(key in design.formation, f"there is no formation {key!r}")
    need(p.formation not in design.above(p.to), f"{p.to} stands under {p.formation}")
    state.attached[p.formation] = p.to


def _chosen(design: Design, state: State, event: Event, p: IdentityChosen) -> None:
    del event
    groups = {group.id: group for group in design.identity_groups}
    need(p.group in groups, f"there is no group {p.group!r}")
    need(p.group not in state.identities, f"{p.group} is chosen already")
    options = [option.id for option in groups[p.group].options]
    need(p.option in options, f"{p.group} has no option {p.option!r}")
    state.identities[p.group] = p.option


def _entered(design: Design, state: State, event: Event, p: NodeEntered) -> None:
    del event
    need(p.node in design.node, f"there is no scenario {p.node!r}")
    need(p.node not in state.nodes, f"{design.node[p.node].name} was entered before")
    for unit in p.units:
        _unit(design, state, unit)
        busy = [k for k, node in state.nodes.items() if not node.over and unit in node.units]
        need(not busy, f"{design.unit[unit].name} is in the scenario {busy and busy[0]}")
    state.nodes[p.node] = NodeState(p.units)


def _left(design: Design, state: State, event: Event, p: NodeLeft) -> None:
    del event
    node = state.nodes.get(p.node)
    need(node is not None and not node.over, f"the scenario {p.node!r} is not open")
    outcomes = design.node[p.node].outcomes
    need(not outcomes or p.winner in outcomes, f"{p.winner!r} is not one of {outcomes}")
    units = node.units if node else ()
    state.nodes[p.node] = NodeState(units, over=True, winner=p.winner, score=p.score)


UNIT_EFFECTS: dict[type, Callable[[Design, State, Event, Any], None]] = {
    UnitArrived: _arrived,
    UnitMoved: _moved,
    UnitTransferred: _transferred,
    StepsLost: _lost,
    StepsRecovered: _recovered,
    UnitEliminated: _eliminated,
    UnitRemoved: _removed,
    UnitFlagged: _flagged,
    Attached: _attached,
    IdentityChosen: _chosen,
    NodeEntered: _entered,
    NodeLeft: _left,
}
