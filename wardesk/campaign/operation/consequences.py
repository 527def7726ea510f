"""What the result of a scenario changes in the campaign, as its pack writes it in plain words.

A line changes a bridge or who holds it, the road, points, steps of a formation, or where its units
stand; or it does what the line of a table does (`effects`). What is so already changes nothing, and
of points that nobody keeps the umpire is told.
"""

from __future__ import annotations

from collections.abc import Iterable

from wardesk.campaign.ledger.chain import let_count
from wardesk.campaign.ledger.events import EVERYONE, EventDraft
from wardesk.campaign.ledger.kind import Broken, Payload
from wardesk.campaign.ledger.kinds.bridges import BridgeChanged, BridgeControl
from wardesk.campaign.ledger.kinds.calendar import FactSet, Noted
from wardesk.campaign.ledger.kinds.routes import RouteStatus
from wardesk.campaign.ledger.kinds.units import StepsLost, StepsRecovered, UnitMoved
from wardesk.campaign.operation import effects
from wardesk.campaign.operation.corridor import BRIDGE_MOVES, hex_xy, steps_between
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.graph import Node
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.state import State
from wardesk.errors import UserError
from wardesk.words import say

EXAMPLES = (
    "bridge son blown german; held son allied; route club cut; command 101 -2; dispatch 101 1;"
    f" steps 101.502 -3; stand 82.504 138.62 138.61; {effects.EXAMPLES}"
)
_ON_THE_MAP = frozenset({"hex", "marker", "drop"})
_POINTS = ("command", "dispatch")


def check(design: Design, text: str) -> None:
    """UserError with what is wrong with the words of a line."""
    verb, *words = text.split()
    match verb, words:
        case "bridge", [bridge, state, *by] if len(by) <= 1:
            design.found(design.bridges, bridge, "bridge")
            if state not in BRIDGE_MOVES:
                known = ", ".join(BRIDGE_MOVES)
                raise UserError(say("A bridge is one of {known}, never {text!r}.", known=known,
                                    text=state))  # fmt: skip
            for side in by:
                design.found(design.sides, side, "side")
        case "held", [bridge, side]:
            design.found(design.bridges, bridge, "bridge")
            design.found(design.sides, side, "side")
        case "route", [route, "cut" | "open"]:
            design.route(route)
        case "command" | "dispatch" | "steps", [who, count]:
            _members(design, who)
            effects.number(text, count)
        case "stand", [who, _, *_]:
            _members(design, who)
            for label in words[1:]:
                hex_xy(label)
        case _:
            try:
                effects.effect(design, text, "")
            except UserError as wrong:
                told = say("Write for example: {examples}", examples=EXAMPLES)
                raise UserError(wrong.message, told) from None


def _members(design: Design, who: str) -> tuple[str, ...]:
    """The units of a formation, or one unit."""
    if who in design.unit:
        return (who,)
    design.found(design.formations, who, "formation")
    return design.members[who]


def lines_of(node: Node, winner: str, *, itself: bool) -> tuple[str, ...]:
    """What follows when *winner* has won.

    With *itself* nobody of the campaign was on its table, so that also counts what units would
    have brought home.
    """
    found = [row for row in node.results if row.winner == winner]
    return tuple(x for row in found for x in (*row.then, *(row.itself if itself else ())))


def consequences(
    design: Design, state: State, lines: Iterable[str], cause: str
) -> list[EventDraft]:
    """The events of some lines as the campaign stands, each after those before it."""
    now, found = state.copy(), list[EventDraft]()
    for text in lines:
        payloads = _payloads(design, now, text, cause)
        seen = ("umpire",) if _untold(text, payloads) else EVERYONE
        drafts = [EventDraft(payload=each, source="engine", seen_by=seen) for each in payloads]
        then = now.copy()
        try:
            let_count(design, then, drafts)
        except Broken:
            continue  # it cannot be so any more: what it speaks of has gone
        now, found = then, [*found, *drafts]
    return found


def _untold(text: str, payloads: Iterable[Payload]) -> bool:
    """Whether a line is of points that are not kept: that is the umpire's alone to know."""
    return text.startswith(_POINTS) and any(isinstance(each, Noted) for each in payloads)


def _payloads(design: Design, state: State, text: str, cause: str) -> list[Payload]:
    verb, *words = text.split()
    if verb == "bridge":
        by = words[2] if len(words) > 2 else ""
        now = state.bridges[words[0]].state
        return [
            BridgeChanged(bridge=words[0], state=step, by=by)
            for step in steps_between(now, words[1])
        ]
    if verb == "held":
        same = state.bridges[words[0]].control == words[1]
        return [] if same else [BridgeControl(bridge=words[0], side=words[1])]
    if verb == "route":
        cut = words[1] == "cut"
        same = state.routes[words[0]].cut is cut
        return [] if same else [RouteStatus(route=words[0], cut=cut, cause=cause)]
    if verb in _POINTS:
        return _points(design, state, verb, words[0], effects.number(text, words[1]))
    if verb == "steps":
        return _steps(design, state, words[0], effects.number(text, words[1]), cause)
    if verb == "stand":
        return _stand(design, state, words[0], words[1:])
    return [effects.effect(design, text, cause)]


def _points(design: Design, state: State, verb: str, who: str, change: int) -> list[Payload]:
    """Points of a formation change; of those that are not kept the umpire is told it."""
    fact = f"{verb}.{who}"
    before = state.facts.get(fact)
    if before is None:
        name = (design.formation.get(who) or design.unit[who]).name
        told = {
            "command": say(
                "the command points of {formation} ({change}) are not kept; nothing is changed",
                formation=name, change=f"{change:+d}",
            ),
            "dispatch": say(
                "the dispatch points of {formation} ({change}) are not kept; nothing is changed",
                formation=name, change=f"{change:+d}",
            ),
        }  # fmt: skip
        return [Noted(words=told[verb])]
    after = max(0, int(before) + change)
    return [] if int(before) == after else [FactSet(fact=fact, value=after)]


def _steps(design: Design, state: State, who: str, change: int, cause: str) -> list[Payload]:
    """Steps that a formation loses or gets back, one after the other from the strongest on."""
    units = [u for u in _members(design, who) if state.units[u].place.kind in _ON_THE_MAP]
    left = {unit: state.units[unit].steps for unit in units}
    full = {unit: design.unit[unit].steps_full for unit in units}
    for _ in range(abs(change)):
        if change < 0:
            some = [unit for unit in units if left[unit] > 0]
            pick = max(some, key=lambda unit: left[unit], default=None)
        else:
            some = [unit for unit in units if 0 < left[unit] < full[unit]]
            pick = min(some, key=lambda unit: left[unit], default=None)
        if pick is None:
            break
        left[pick] += 1 if change > 0 else -1
    found: list[Payload] = []
    for unit in units:
        more = left[unit] - state.units[unit].steps
        if more < 0:
            found.append(StepsLost(unit=unit, steps=-more, cause=cause))
        elif more > 0:
            found.append(StepsRecovered(unit=unit, steps=more, cause=cause))
    return found


def _stand(design: Design, state: State, who: str, labels: Iterable[str]) -> list[Payload]:
    """Units on the map go to hexes in turn, past those in which the enemy stands."""
    units = [u for u in _members(design, who) if state.units[u].place.kind in _ON_THE_MAP]
    if not units:
        return []
    side = design.side_of(units[0])
    shut = {
        design.cell(now.place.game, now.place.at)
        for unit, now in state.units.items()
        if now.place.kind == "hex" and design.side_of(unit) != side
    }
    free = [label for label in labels if label not in shut]
    found: list[Payload] = []
    for number, unit in enumerate(units if free else ()):
        now = state.units[unit].place
        place = Place("hex", free[number % len(free)], "", now.game or state.units[unit].game)
        if place != now:
            found.append(UnitMoved(unit=unit, place=place))
    return found
