"""Events of a campaign as sentences, for its log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wardesk.campaign.ledger import payloads as p
from wardesk.campaign.ledger.events import Event
from wardesk.campaign.ledger.kind import Payload, because
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.places import Place
from wardesk.errors import WarDeskError

GROUPS: dict[str, str] = {
    "campaign": "turns", "turn": "turns", "step": "turns", "fact": "turns",
    "node": "units", "unit": "units", "formation": "units", "identity": "units",
    "route": "route", "release": "route", "box": "route", "corps": "route", "bridge": "route",
    "weather": "drops", "drop": "drops", "supply": "drops", "pool": "drops",
    "vp": "points", "query": "rulings", "ruling": "rulings", "correction": "rulings",
    "draw": "dice", "proposal": "dice", "secret": "dice",
    "order": "orders", "packet": "orders",
}  # fmt: skip
"""The group that the log's filter puts an event in, by the first word of its kind."""


def sentence(design: Design, event: Event) -> str:
    """One event as a sentence in the past, without a full stop."""
    try:
        payload: Any = event.payload
    except WarDeskError:
        return event.kind
    return tell(design, payload)


def tell(design: Design, payload: Payload) -> str:
    """What an event says as a sentence; its kind where the design does not know a name in it."""
    try:
        teller = _TELLERS.get(type(payload))
        return teller(design, payload) if teller else payload.told(design)
    except (WarDeskError, KeyError):
        return kind_of(payload)


def kind_of(payload: Payload) -> str:
    """The kind of event that a payload is of."""
    return str(payload.__struct_config__.tag)


def place_words(design: Design, place: Place) -> str:
    """Where that is, with the names of boxes, routes and games."""
    game = design.games.get(place.game, place.game)
    match place.kind:
        case "hex":
            words = f"hex {place.at}" if place.at[:1].isdigit() else place.at
        case "marker":
            names = {route.id: route.name for route in design.routes}
            words = f"with the marker of {names.get(place.at, place.at)}"
        case "box" | "display":
            box = design.box.get(place.at)
            words = box.name if box else place.at
            words += ", in the display" if place.kind == "display" else ""
            game = ""
        case "transit":
            words = "on the way"
        case "not-yet":
            words = "not yet in play"
        case "queue":
            words = "in the queue"
        case "node":
            words = f"off the map of {_node(design, place.at)}"
            words += f": {place.sheet}" if place.sheet else ""
        case kind:
            words = f"{kind} {place.at}".strip()
    return f"{words} ({game})" if game else words


def _unit(design: Design, key: str) -> str:
    unit = design.unit.get(key)
    if unit is None:
        return key
    formation = design.formation.get(unit.formation)
    return f"{unit.name}, {formation.name}" if formation else unit.name


def _formation(design: Design, key: str) -> str:
    return design.formation[key].name if key in design.formation else key


def _bridge(design: Design, key: str) -> str:
    return design.bridge[key].name if key in design.bridge else key


def _side(design: Design, key: str) -> str:
    return next((each.name for each in design.sides if each.id == key), key or "nobody")


def _step(design: Design, key: str) -> str:
    return next((each.title for each in design.checklist if each.id == key), key)


def _node(design: Design, key: str) -> str:
    return design.node[key].name if key in design.node else key


def _steps(count: int) -> str:
    return "1 step" if count == 1 else f"{count} steps"


def _judged(design: Design, e: p.Judged) -> str:
    del design
    if e.override:
        return f"{e.title}: decided “{e.decided}” by the umpire: {e.override}"
    roll = f", rolled {e.roll}" if e.roll is not None else ""
    return f"{e.title}: {e.decided}{roll}"


def _drawn(design: Design, e: p.Drawn) -> str:
    del design
    how = {"typed": "typed", "seeded": "rolled here", "receipt": "from a dice server"}[e.how]
    return f"Die for {e.what}: {', '.join(map(str, e.results))}, {how}"


def _order(design: Design, e: p.OrderGiven) -> str:
    if not e.subject:
        return f"Message: {e.text}"
    to = "" if e.subject == "*" else f" for {_formation(design, e.subject)}"
    return f"Order{to}: {e.text}" if e.text else f"Order{to} withdrawn"


Teller = Callable[[Design, Any], str]
_TELLERS: dict[type, Teller] = {
    p.Opened: lambda _, e: f"The campaign {e.name} began",
    p.TurnBegun: lambda d, e: f"{d.calendar.turn(e.ordinal).label} began",
    p.StepClosed: lambda d, e: f"Done: {_step(d, e.step)}{f' ({e.note})' if e.note else ''}",
    p.FactSet: lambda _, e: f"Known now: {e.fact} is {e.value}",
    p.NodeEntered: lambda d, e: f"{_node(d, e.node)} began with {len(e.units)} units",
    p.NodeLeft: lambda d, e: f"{_node(d, e.node)} is over"
                             f"{f', won by {e.winner}' if e.winner else ''}",
    p.UnitArrived: lambda d, e: f"{_unit(d, e.unit)} arrived {place_words(d, e.place)}",
    p.UnitMoved: lambda d, e: f"{_unit(d, e.unit)} moved: {place_words(d, e.place)}",
    p.UnitTransferred: lambda d, e: f"{_unit(d, e.unit)} left"
                                    f" {d.games.get(e.from_game, e.from_game)}"
                                    f" for {d.games.get(e.to_game, e.to_game)}",
    p.StepsLost: lambda d, e: f"{_unit(d, e.unit)} lost {_steps(e.steps)}{because(e.cause)}",
    p.StepsRecovered: lambda d, e: f"{_unit(d, e.unit)} got {_steps(e.steps)} back"
                                   f"{because(e.cause)}",
    p.UnitEliminated: lambda d, e: f"{_unit(d, e.unit)} was lost{because(e.cause)}",
    p.UnitRemoved: lambda d, e: f"{_unit(d, e.unit)} left the campaign{because(e.cause)}",
    p.UnitFlagged: lambda d, e: f"{_unit(d, e.unit)}: {e.flag}{'' if e.on else ' no longer'}",
    p.Attached: lambda d, e: f"{_formation(d, e.formation)} came under {_formation(d, e.to)}",
    p.IdentityChosen: lambda _, e: f"Chosen for {e.group}: {e.option}",
    p.BoxMoved: lambda d, e: f"{_formation(d, e.formation)} moved to {d.box[e.box].name}",
    p.WeatherSet: lambda _, e: f"The weather is {e.weather}",
    p.DropPlanned: lambda d, e: f"Drop {e.number} of {_formation(d, e.division)} may come today",
    p.DropLanded: lambda d, e: f"Drop {e.number} of {_formation(d, e.division)} landed",
    p.DropPostponed: lambda d, e: f"The drops of {_formation(d, e.division)} come later"
                                  f"{because(e.why)}",
    p.ZonesChanged: lambda d, e: f"Other drop zones for {_formation(d, e.division)}: {e.result}",
    p.DropAssigned: lambda d, e: f"{_formation(d, e.formation)}: drop {e.number}, zone {e.zone}",
    p.BridgeChanged: lambda d, e: f"{_bridge(d, e.bridge)} is {e.state.replace('-', ' ')}",
    p.BridgeWork: lambda d, e: f"A {e.what} works at {_bridge(d, e.bridge)}",
    p.BridgeControl: lambda d, e: f"{_bridge(d, e.bridge)} is held by {_side(d, e.side)}",
    p.Interdicted: lambda d, e: f"The supply of {_formation(d, e.division)}"
                                f" {'fails' if e.on else 'comes again'}",
    p.SupplySecured: lambda d, e: f"{_formation(d, e.division)} is in supply for good",
    p.PoolChanged: lambda _, e: f"{e.pool}: {e.change:+d}{because(e.cause)}",
    p.Points: lambda d, e: f"{_side(d, e.side)} {e.points:+d} points{because(e.cause)}",
    p.QueryOpened: lambda _, e: f"New question: {e.query.question}",
    p.RulingMade: lambda _, e: f"Ruled on {e.query}: {e.decision} ({e.reason})",
    p.Drawn: _drawn,
    p.Judged: _judged,
    p.SecretCommitted: lambda _, e: f"Bound in secret: {e.about}",
    p.SecretKept: lambda _, e: f"Kept for its seat: {e.secret}",
    p.SecretRevealed: lambda _, e: f"Told now: {e.secret}",
    p.OrderGiven: _order,
    p.PacketSent: lambda _, e: f"A packet was sent to {e.seat}",
    p.Reversed: lambda _, e: f"Taken back: event {', '.join(map(str, e.of[:6]))}"
                             f"{' and more' if len(e.of) > 6 else ''}{because(e.reason)}",
}  # fmt: skip
