"""Conditions in words, and whether one can still change: for whoever looks at the graph."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.campaign.operation.conditions import (
    All,
    AnyOf,
    AtLeast,
    Between,
    Compare,
    Condition,
    Known,
    Not,
    Scalar,
    holds,
)
from wardesk.campaign.operation.corridor import Route
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import RouteState, State

_TIME = ("turn", "day")


def condition_words(design: Design, condition: Condition | None) -> str:
    """A condition as part of a sentence; empty for none."""
    match condition:
        case None:
            return ""
        case Compare():
            return _compared(design, condition)
        case Known(fact):
            return f"it is known: {_fact(design, fact)}"
        case Between(first, last):
            calendar = design.calendar
            return f"from {calendar.turn(first).label} to {calendar.turn(last).label}"
        case Not(of):
            return f"not so: {condition_words(design, of)}"
        case All(of):
            return " and ".join(_inner(design, one) for one in of) or "always"
        case AnyOf(of):
            return " or ".join(_inner(design, one) for one in of) or "never"
        case AtLeast(number, of):
            return f"at least {number} of: " + "; ".join(_inner(design, one) for one in of)


def _inner(design: Design, condition: Condition) -> str:
    words = condition_words(design, condition)
    return f"({words})" if isinstance(condition, (All, AnyOf, AtLeast)) else words


def _compared(design: Design, part: Compare) -> str:
    names = {side.id: side.name for side in design.sides}
    kind, _, rest = part.fact.partition(".")
    key, _, what = rest.rpartition(".")
    yes = part.value is True if part.op == "=" else part.value is False
    is_ = {"=": "is", "!=": "is not", "<": "is below", "<=": "is at most", ">": "is above",
           ">=": "is at least"}[part.op]  # fmt: skip
    match kind, what:
        case "scenario", "winner":
            name = design.node[key].name if key in design.node else key
            verb = "won" if part.op == "=" else "did not win"
            who = names.get(str(part.value), str(part.value))
            return f"{name} ended in a draw" if who == "draw" else f"{who} {verb} {name}"
        case "scenario", "over":
            name = design.node[key].name if key in design.node else key
            return f"{name} is {'' if yes else 'not '}over"
        case "route", "left":
            return f"{_route(design, key)} has {'' if yes else 'not '}left the first map"
        case "route", "cut":
            return f"{_route(design, key)} is {'cut' if yes else 'open'}"
        case "bridge", "usable":
            bridge = design.bridge.get(key)
            return f"{bridge.name if bridge else key} can {'' if yes else 'not '}be used"
        case "option", _:
            name = f"the option “{rest.replace('_', ' ')}”"
            said = "on" if yes else "off"
            return f"{name} is {said if isinstance(part.value, bool) else part.value}"
        case _:
            pass
    if part.fact == "day" and isinstance(part.value, int):
        day = design.calendar.turn(
            min(max(part.value, 0), design.calendar.days - 1) * len(design.calendar.slots)
        ).day
        return f"the day {is_} {day.day} {day:%b}"
    if isinstance(part.value, bool):
        return f"{_fact(design, part.fact)}: {'yes' if yes else 'no'}"
    return f"{_fact(design, part.fact)} {is_} {_said(part.value)}"


def _said(value: Scalar) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _route(design: Design, key: str) -> str:
    return next((route.name for route in design.routes if route.id == key), key)


def _fact(design: Design, fact: str) -> str:
    """A fact's name with the names of what it is about."""
    kind, _, rest = fact.partition(".")
    if kind == "route":
        key, _, what = rest.partition(".")
        return f"{_route(design, key)}, {what.replace('.', ' ')}"
    if kind == "bridge":
        key, _, what = rest.rpartition(".")
        bridge = design.bridge.get(key)
        return f"{bridge.name if bridge else key}, {what}"
    return {"slot": "the turn", "weather": "the weather"}.get(fact, fact.replace(".", " "))


def settled(condition: Condition | None, facts: Mapping[str, Scalar]) -> bool | None:
    """Whether a condition is decided for good; None while it may still become otherwise.

    *facts* are those that cannot change any more (`final_facts`), with the turn and day of now:
    time only goes on.
    """
    match condition:
        case Between(_, last):
            now = facts.get("turn")
            return False if isinstance(now, int) and now > last else None
        case Compare(fact) if fact in _TIME:
            return _in_time(condition, facts)
        case Compare("slot"):
            return None
        case Known(fact):
            return True if fact in facts else None
        case Not(of):
            inner = settled(of, facts)
            return None if inner is None else not inner
        case All(of) | AnyOf(of) | AtLeast(of=of):
            number = len(of) if isinstance(condition, All) else getattr(condition, "number", 1)
            return _at_least([settled(one, facts) for one in of], number)
        case _:
            return holds(condition, facts)


def _in_time(part: Compare, facts: Mapping[str, Scalar]) -> bool | None:
    """A comparison with the turn or the day: what is past stays past."""
    now, value = facts.get(part.fact), part.value
    if not isinstance(now, int) or not isinstance(value, int):
        return None
    if part.op in (">", ">="):
        return True if holds(part, facts) else None
    gone = now > value or (part.op == "<" and now >= value)
    return False if part.op in ("=", "<", "<=") and gone else None


def _at_least(answers: list[bool | None], number: int) -> bool | None:
    if answers.count(True) >= number:
        return True
    return None if answers.count(True) + answers.count(None) >= number else False


def final_facts(design: Design, state: State) -> dict[str, Scalar]:
    """What can no longer change, and what time it is."""
    found: dict[str, Scalar] = {f"option.{key}": value for key, value in state.options.items()}
    if state.ordinal >= 0:
        turn = design.calendar.turn(state.ordinal)
        found |= {"turn": turn.ordinal, "day": turn.day_number}
    for key, entered in state.nodes.items():
        if entered.over:
            found[f"scenario.{key}.over"] = True
            if entered.winner:
                found[f"scenario.{key}.winner"] = entered.winner
    for route in design.routes:
        found |= _final_route(route, state.routes[route.id])
    for key, entry in state.queue.items():
        if entry.status != "waiting":
            found[f"release.{key}.status"] = entry.status
    return found | {f"identity.{group}": option for group, option in state.identities.items()}


def _final_route(route: Route, now: RouteState) -> dict[str, Scalar]:
    """The marker never goes back, and a spur is chosen for good."""
    found: dict[str, Scalar] = {}
    if now.left:
        found[f"route.{route.id}.left"] = True
    if now.spur:
        found[f"route.{route.id}.spur"] = now.spur
    for number, stop in enumerate(route.stops):
        wrong = bool(stop.spur and now.spur and stop.spur != now.spur)
        if wrong or number <= now.stop:
            found[f"route.{route.id}.reached.{stop.id}"] = not wrong
    return found
