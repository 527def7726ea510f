"""Everything that a campaign's rules let one do, by name: for the command line and the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from wardesk.campaign.design import Design
from wardesk.campaign.events import Draft
from wardesk.campaign.market_garden import (
    ch01_weather,
    ch02_bridges,
    ch03_drops,
    ch03_free_drop,
    ch04_club_route,
    ch04_release,
    ch05_off_map,
    common,
    s03_events,
    s05_german,
    s06_allied,
)
from wardesk.campaign.places import Place
from wardesk.campaign.proposal import Proposal
from wardesk.campaign.state import State
from wardesk.errors import UserError

Kind = Literal["text", "number", "yes-no", "list", "turn", "assignments"]
Values = Mapping[str, Any]


class Param(Struct, frozen=True):
    """One thing that an action has to be told."""

    name: str
    kind: Kind = "text"
    default: Any = None
    """None: it must be given."""


class Action(Struct, frozen=True, kw_only=True):
    """One thing that can be done; *propose* is there where dice are rolled."""

    id: str
    title: str
    cite: str
    seat: str
    run: Callable[[Design, State, Values], list[Draft]]
    """Its values hold ``roll`` where it proposes, and ``nonce`` where it is secret."""
    params: tuple[Param, ...] = ()
    propose: Callable[[Design, State, Values], Proposal] | None = None
    secret: bool = False


def _bridge(*more: Param) -> tuple[Param, ...]:
    return (Param("bridge"), *more)


_FIRE_ZONE = Param("fire_zone", "yes-no", False)
_ENEMY = Param("enemy_before", "text", "")
_SIDE = Param("side")

MARKET_GARDEN: tuple[Action, ...] = (
    Action(
        id="weather", title="Weather of the day", cite="1.2", seat="umpire",
        propose=lambda d, s, v: ch01_weather.propose_weather(d, s),
        run=lambda d, s, v: ch01_weather.weather(d, s, v["roll"]),
    ),
    Action(
        id="fog", title="Does the fog clear?", cite="1.2", seat="umpire",
        propose=lambda d, s, v: ch01_weather.propose_fog(d, s),
        run=lambda d, s, v: ch01_weather.fog(d, s, v["roll"]),
    ),
    Action(
        id="weak-bridge", title="Try a weak bridge", cite="2.11", seat="umpire",
        params=_bridge(),
        propose=lambda d, s, v: ch02_bridges.propose_weak(d, s, v["bridge"]),
        run=lambda d, s, v: ch02_bridges.weak(d, s, v["bridge"], v["roll"]),
    ),
    Action(
        id="scenario-bridges", title="Bridges that a scenario decided", cite="2.11", seat="umpire",
        run=lambda d, s, v: ch02_bridges.decided_by_scenario(d, s),
    ),
    Action(
        id="bulldozer", title="Put a bulldozer at a weak bridge", cite="2.11", seat="allied",
        params=_bridge(_FIRE_ZONE),
        run=lambda d, s, v: ch02_bridges.bulldozer(d, s, v["bridge"], fire_zone=v["fire_zone"]),
    ),
    Action(
        id="repair", title="Repair a weak bridge", cite="2.11", seat="allied",
        params=_bridge(Param("men_at_work", "number", 0)),
        propose=lambda d, s, v: ch02_bridges.propose_repair(d, s, v["bridge"], v["men_at_work"]),
        run=lambda d, s, v: ch02_bridges.repair(d, s, v["bridge"], v["roll"], v["men_at_work"]),
    ),
    Action(
        id="control", title="Who controls a bridge", cite="2.15.5", seat="umpire",
        params=_bridge(Param("side", "text", "")),
        run=lambda d, s, v: ch02_bridges.control(d, s, v["bridge"], v["side"]),
    ),
    Action(
        id="wire", title="Wire a bridge", cite="2.15.6", seat="umpire", params=_bridge(_SIDE),
        run=lambda d, s, v: ch02_bridges.wire(d, s, v["bridge"], v["side"]),
    ),
    Action(
        id="demolish", title="Blow a bridge", cite="2.15.6", seat="umpire",
        params=_bridge(_SIDE, _FIRE_ZONE),
        propose=lambda d, s, v: ch02_bridges.propose_demolition(
            d, s, v["bridge"], v["side"], fire_zone=v["fire_zone"]),
        run=lambda d, s, v: ch02_bridges.demolition(
            d, s, v["bridge"], v["side"], v["roll"], fire_zone=v["fire_zone"]),
    ),
    Action(
        id="bailey", title="Bring a Bailey bridge", cite="2.15.7", seat="allied",
        params=_bridge(Param("unit"), _FIRE_ZONE),
        run=lambda d, s, v: ch02_bridges.place_bailey(
            d, s, v["bridge"], v["unit"], fire_zone=v["fire_zone"]),
    ),
    Action(
        id="bailey-works", title="The Bailey stands", cite="2.15.7", seat="allied",
        params=_bridge(),
        run=lambda d, s, v: ch02_bridges.bailey_works(d, s, v["bridge"]),
    ),
    Action(
        id="bailey-hit", title="The Bailey is hit", cite="2.15.7", seat="umpire",
        params=_bridge(Param("lost", "yes-no", False)),
        run=lambda d, s, v: ch02_bridges.bailey_hit(d, s, v["bridge"], lost=v["lost"]),
    ),
    Action(
        id="first-drop", title="Drop One", cite="3.1", seat="allied",
        run=lambda d, s, v: ch03_drops.first_drop(d, s),
    ),
    Action(
        id="plan-drop", title="Choose today's drop turn in secret", cite="3.2", seat="allied",
        params=(Param("division"), Param("turn", "turn"), Param("replanned", "yes-no", False)),
        secret=True,
        run=lambda d, s, v: ch03_drops.plan(
            d, s, v["division"], v["turn"], v["nonce"], replanned=v["replanned"]),
    ),
    Action(
        id="land", title="Turn the drop counter over", cite="3.2", seat="allied",
        params=(Param("division"),),
        run=lambda d, s, v: ch03_drops.land(d, s, v["division"]),
    ),
    Action(
        id="assign-drops", title="Assign all drops in secret", cite="3.3.2", seat="allied",
        params=(Param("division"), Param("rows", "assignments")), secret=True,
        run=lambda d, s, v: ch03_free_drop.assign(d, s, v["division"], v["rows"], v["nonce"]),
    ),
    Action(
        id="supply", title="Supply drop", cite="3.5", seat="umpire",
        params=(Param("division"), Param("enemy_in_zone", "yes-no", False)),
        run=lambda d, s, v: ch03_drops.supply(
            d, s, v["division"], enemy_in_zone=v["enemy_in_zone"]),
    ),
    Action(
        id="zones", title="Ask for other drop zones", cite="3.6", seat="allied",
        params=(Param("division"),),
        propose=lambda d, s, v: ch03_drops.propose_zone_change(d, s, v["division"]),
        run=lambda d, s, v: ch03_drops.zone_change(d, s, v["division"], v["roll"]),
    ),
    Action(
        id="spur", title="Choose a spur of Club Route", cite="4.2", seat="allied",
        params=(Param("spur"),),
        run=lambda d, s, v: ch04_club_route.choose_spur(d, s, v["spur"]),
    ),
    Action(
        id="advance", title="Advance the marker", cite="4.2", seat="allied",
        params=(Param("stop"), _ENEMY),
        run=lambda d, s, v: ch04_club_route.advance(d, s, v["stop"], v["enemy_before"]),
    ),
    Action(
        id="attack-route", title="Attacks on Club Route", cite="4.3.3", seat="german",
        params=(Param("attacked", "yes-no", False), Param("closed", "yes-no", False),
                Param("cause", "text", "")),
        run=lambda d, s, v: ch04_club_route.attack(
            d, s, attacked=v["attacked"], closed=v["closed"], cause=v["cause"]),
    ),
    Action(
        id="check-route", title="Is Club Route cut?", cite="4.3.3", seat="german",
        propose=lambda d, s, v: ch04_club_route.propose_check(d, s),
        run=lambda d, s, v: ch04_club_route.check(d, s, v["roll"]),
    ),
    Action(
        id="reopen", title="Club Route opens", cite="1900-3", seat="umpire",
        run=lambda d, s, v: ch04_club_route.reopen(d, s),
    ),
    Action(
        id="release", title="Next release", cite="4.3.1", seat="allied",
        run=lambda d, s, v: ch04_release.release(d, s),
    ),
    Action(
        id="roll-release", title="Roll for the next release", cite="4.3.1", seat="allied",
        params=(Param("dispatch", "number", 0),),
        propose=lambda d, s, v: ch04_release.propose_release(d, s, v["dispatch"]),
        run=lambda d, s, v: ch04_release.release(d, s, v["roll"], v["dispatch"]),
    ),
    Action(
        id="off-map", title="Move off the map", cite="5.1", seat="german",
        params=(Param("formation"), Param("box"), Param("display", "yes-no", False)),
        run=lambda d, s, v: ch05_off_map.move(
            d, s, v["formation"], v["box"], display=v["display"]),
    ),
    Action(
        id="arrive", title="Come from the display", cite="5.1", seat="german",
        params=(Param("formation"), Param("entry")),
        run=lambda d, s, v: ch05_off_map.arrive(d, s, v["formation"], v["entry"]),
    ),
    Action(
        id="corps", title="A flank corps advances", cite="5.2", seat="allied",
        params=(Param("corps"),),
        propose=lambda d, s, v: ch05_off_map.propose_corps(d, s, v["corps"]),
        run=lambda d, s, v: ch05_off_map.corps(d, s, v["corps"], v["roll"]),
    ),
    Action(
        id="rout-59", title="Rout of the 59th", cite="S3.1", seat="umpire",
        params=(Param("formation"), Param("near", "list", ())),
        propose=lambda d, s, v: s03_events.propose_rout_59(d, s, v["formation"]),
        run=lambda d, s, v: s03_events.rout_59(d, s, v["formation"], v["roll"], v["near"]),
    ),
    Action(
        id="rout", title="Rout of another German formation", cite="S3.1", seat="umpire",
        params=(Param("formation"), Param("box"), Param("stuck", "list", ())),
        run=lambda d, s, v: s03_events.rout(d, s, v["formation"], v["box"], v["stuck"]),
    ),
    Action(
        id="reorganise", title="KG Chill takes over", cite="S5.1.1", seat="umpire",
        run=lambda d, s, v: s05_german.reorganise(d, s),
    ),
    Action(
        id="hide-raid", title="Choose the night of the air raid in secret", cite="S5.2",
        seat="german", params=(Param("night", "number"),), secret=True,
        run=lambda d, s, v: s05_german.hide_raid(d, s, v["night"], v["nonce"]),
    ),
    Action(
        id="reveal-raid", title="Turn this night's raid marker over", cite="S5.2", seat="german",
        run=lambda d, s, v: s05_german.reveal_raid(d, s),
    ),
    Action(
        id="raid-chit", title="A chit while Eindhoven burns", cite="S5.2", seat="umpire",
        params=(Param("division"), Param("dispatch", "number", 0)),
        run=lambda d, s, v: s05_german.raid_on_chit(d, s, v["division"], v["dispatch"]),
    ),
    Action(
        id="choose-huber", title="Choose the set of KG Huber", cite="S5.5", seat="german",
        params=(Param("option"),),
        run=lambda d, s, v: s05_german.choose_huber(d, s, v["option"]),
    ),
    Action(
        id="huber-arrives", title="KG Huber arrives", cite="S5.5", seat="german",
        run=lambda d, s, v: s05_german.huber_arrives(d, s),
    ),
    Action(
        id="limit-231", title="A unit of 231 Brigade crosses its line", cite="S6.10", seat="umpire",
        params=(Param("unit"),),
        run=lambda d, s, v: s06_allied.crosses_limit(d, s, v["unit"]),
    ),
    Action(
        id="hero", title="PFC Mann", cite="S6.9", seat="allied",
        params=(Param("unit"), Param("steps", "number", 1), Param("hex", "text", "")),
        run=lambda d, s, v: s06_allied.hero(
            d, s, v["unit"], v["steps"], Place("hex", v["hex"], game="WED")),
    ),
    Action(
        id="set-number",
        title="Give a published number that is not known here",
        cite="data",
        seat="umpire",
        params=(Param("key"), Param("value", "number"), Param("reason")),
        run=lambda d, s, v: common.set_number(d, v["key"], v["value"], v["reason"]),
    ),
)  # fmt: skip
RULESETS: Mapping[str, tuple[Action, ...]] = {"market-garden": MARKET_GARDEN}
"""The actions of each ruleset; a campaign without one has results, rulings and turns alone."""

RULEBOOKS: Mapping[str, Path] = {
    "market-garden": Path(ch01_weather.__file__).with_name("rulebook.toml")
}
"""Where the rules of each ruleset are listed, with what the desk does about them."""


def actions_of(design: Design) -> tuple[Action, ...]:
    """What the rules of a campaign let one do."""
    return RULESETS.get(design.ruleset, ())


def find_action(design: Design, name: str) -> Action:
    """An action by name. UserError that lists what there is."""
    for action in actions_of(design):
        if action.id == name:
            return action
    known = ", ".join(action.id for action in actions_of(design)) or "none"
    raise UserError(f"There is no action called {name!r}.", f"There are: {known}.")


def read_values(design: Design, state: State, action: Action, words: Mapping[str, str]) -> Values:
    """The words of a command line as values. UserError for what is missing, unknown or wrong."""
    known = {param.name for param in action.params}
    for word in words:
        if word not in known:
            listed = ", ".join(sorted(known)) or "nothing"
            raise UserError(f"{action.id} takes no {word!r}.", f"It takes {listed}.")
    found: dict[str, Any] = {}
    for param in action.params:
        if param.name in words:
            found[param.name] = _value(design, state, param, words[param.name])
        elif param.default is None:
            text = f"{action.id} needs {param.name}."
            raise UserError(text, f"Write {param.name}=…")
        else:
            found[param.name] = param.default
    return found


def _value(design: Design, state: State, param: Param, text: str) -> Any:  # noqa: ANN401
    match param.kind:
        case "number":
            if not text.lstrip("-").isdigit():
                raise UserError(f"{param.name} must be a number, not {text!r}.")
            return int(text)
        case "yes-no":
            if text.lower() not in ("yes", "no", "true", "false"):
                raise UserError(f"{param.name} is yes or no, not {text!r}.")
            return text.lower() in ("yes", "true")
        case "list":
            return tuple(word for word in text.split(",") if word)
        case "turn":
            if text in design.calendar.slots:
                return design.calendar.at(design.calendar.turn(state.ordinal).day_number, text)
            return design.calendar.ordinal(text)
        case "assignments":
            return [_assignment(row) for row in text.split(",")]
        case _:
            return text


def _assignment(text: str) -> ch03_free_drop.Assignment:
    formation, _, rest = text.partition(":")
    number, _, zone = rest.partition(":")
    if not (number.isdigit() and zone):
        raise UserError(
            f"{text!r} is no assignment.", "Write formation:drop:zone, e.g. 101.501:2:A"
        )
    return ch03_free_drop.Assignment(formation=formation, number=int(number), zone=zone)
