"""The facts that conditions may ask for: types from the design, values from the state."""

from __future__ import annotations

from wardesk.campaign.operation.conditions import FactType, Scalar
from wardesk.campaign.operation.corridor import BRIDGE_MOVES, IMPASSABLE, Route
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import RouteState, State

_FLAG = FactType(kind="bool")
WEATHER = ("clear", "fog", "overcast", "rain")


def flag_fact(flag: str) -> str:
    """The name under which conditions ask for a flag."""
    return f"flag.{flag}"


def fact_types(design: Design) -> dict[str, FactType]:
    """Every fact of a design with its type."""
    calendar = design.calendar
    found: dict[str, FactType] = {
        "turn": FactType(kind="int", low=0, high=calendar.turns - 1),
        "day": FactType(kind="int", low=0, high=calendar.days - 1),
        "slot": FactType(kind="str", words=calendar.slots),
        "weather": FactType(kind="str", words=WEATHER),
    }
    for node in design.nodes:
        found[f"scenario.{node.id}.over"] = _FLAG
        found[f"scenario.{node.id}.winner"] = FactType(kind="str", words=node.outcomes)
    for route in design.routes:
        last = len(route.stops) - 1
        found[f"route.{route.id}.stop"] = FactType(kind="int", low=-1, high=last)
        found[f"route.{route.id}.left"] = _FLAG
        found[f"route.{route.id}.cut"] = _FLAG
        found[f"route.{route.id}.spur"] = FactType(kind="str", words=route.spurs)
        for stop in route.stops:
            found[f"route.{route.id}.reached.{stop.id}"] = _FLAG
    for bridge in design.bridges:
        found[f"bridge.{bridge.id}.state"] = FactType(kind="str", words=tuple(BRIDGE_MOVES))
        found[f"bridge.{bridge.id}.usable"] = _FLAG
    for entry in design.queue:
        status = ("waiting", "released", "bypassed")
        found[f"release.{entry.key}.status"] = FactType(kind="str", words=status)
    for group in design.identity_groups:
        words = tuple(option.id for option in group.options)
        found[f"identity.{group.id}"] = FactType(kind="str", words=words)
    for corps in design.corps:
        last = len(corps.track) - 1
        found[f"corps.{corps.id}.box"] = FactType(kind="int", low=0, high=last)
    for flag in design.flags:
        found[flag_fact(flag.id)] = FactType(
            kind=flag.kind, words=flag.words, low=flag.low, high=flag.high
        )
    for name, value in design.options.items():
        kind = "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "str"
        found[f"option.{name}"] = FactType(kind=kind)
    return found


def facts_of(design: Design, state: State) -> dict[str, Scalar]:
    """What is known now.

    What is missing is not yet known: a scenario that was not played, a weak bridge that nobody has
    tried, a choice that was not made.
    """
    found: dict[str, Scalar] = {
        flag_fact(flag.id): flag.start for flag in design.flags if flag.start is not None
    }
    found |= state.facts
    if state.ordinal >= 0:
        turn = design.calendar.turn(state.ordinal)
        found |= {"turn": turn.ordinal, "day": turn.day_number, "slot": turn.slot}
    if state.weather.kind:
        found["weather"] = state.weather.kind
    _scenario_facts(design, state, found)
    for route in design.routes:
        _route_facts(design, state, route.id, found)
    for key, bridge in state.bridges.items():
        found[f"bridge.{key}.state"] = bridge.state
        if bridge.state != "unchecked":
            found[f"bridge.{key}.usable"] = bridge.state not in IMPASSABLE
    for key, entry in state.queue.items():
        found[f"release.{key}.status"] = entry.status
    for group, option in state.identities.items():
        found[f"identity.{group}"] = option
    for key, corps in state.corps.items():
        found[f"corps.{key}.box"] = corps.box
    found |= {f"option.{name}": value for name, value in state.options.items()}
    return found


def _scenario_facts(design: Design, state: State, found: dict[str, Scalar]) -> None:
    for node in design.nodes:
        entered = state.nodes.get(node.id)
        found[f"scenario.{node.id}.over"] = entered is not None and entered.over
        if entered is not None and entered.over and entered.winner:
            found[f"scenario.{node.id}.winner"] = entered.winner


def _route_facts(design: Design, state: State, key: str, found: dict[str, Scalar]) -> None:
    route, now = design.route(key), state.routes[key]
    found[f"route.{key}.stop"] = now.stop
    found[f"route.{key}.left"] = now.left
    found[f"route.{key}.cut"] = now.cut
    if now.spur:
        found[f"route.{key}.spur"] = now.spur
    for number, stop in enumerate(route.stops):
        wrong_spur = bool(stop.spur and now.spur and stop.spur != now.spur)
        found[f"route.{key}.reached.{stop.id}"] = number <= now.stop and not wrong_spur


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
