"""What an umpire can do in every campaign: scenarios, boxes, tables, flags, points, goods, notes.

Units are placed and transferred by services of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import ValidationError, convert
from msgspec.structs import replace

from wardesk.campaign.actions import CampaignAction, Param, Values
from wardesk.campaign.fog_actions import FOG_ACTIONS
from wardesk.campaign.ledger.events import EVERYONE, EventDraft
from wardesk.campaign.ledger.kind import Payload
from wardesk.campaign.ledger.kinds.bridges import BridgeChanged
from wardesk.campaign.ledger.kinds.calendar import FactSet, Noted
from wardesk.campaign.ledger.kinds.fog import FogSet
from wardesk.campaign.ledger.kinds.forces import BoxMoved, PoolChanged
from wardesk.campaign.ledger.kinds.routes import MarkerAdvanced
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.ledger.kinds.seats import SeatSet
from wardesk.campaign.ledger.kinds.units import UnitArrived, UnitMoved
from wardesk.campaign.ledger.proposal import Proposal, check_roll, factors_of, judged, on_table
from wardesk.campaign.ledger.refusals import allow, require
from wardesk.campaign.operation import scenarios
from wardesk.campaign.operation.conditions import holds
from wardesk.campaign.operation.corridor import IMPASSABLE
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.effects import effects, flag_value, weather
from wardesk.campaign.operation.facts import facts_of, flag_fact
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.places import GONE, IN_PLAY, Place
from wardesk.campaign.operation.state import State
from wardesk.errors import UserError
from wardesk.words import join, say

CITE = "campaign"
"""What stands behind them: the campaign's own data, and the umpire."""


def _drafts(payloads: Iterable[Payload]) -> list[EventDraft]:
    rows = list(payloads)
    return [
        EventDraft(payload=payload, source="hand", caused_by=-number if number else None)
        for number, payload in enumerate(rows)
    ]


def _umpires(state: State) -> tuple[str, ...]:
    return tuple(seat.id for seat in state.seats.values() if seat.role == "umpire")


def propose_table(design: Design, state: State, table: str) -> Proposal:
    """A roll on a table of the design, with the modifiers that hold now."""
    found, facts = design.table(table), facts_of(design, state)
    rows = ((m.label, m.value) for m in found.modifiers if holds(m.condition, facts) is True)
    factors = factors_of(rows, found.cite)
    seen = _umpires(state) if found.seen == "umpire" else EVERYONE
    made = on_table(f"table:{table}", found.title, found, found.cite, factors)
    return replace(made, seen_by=seen)


def roll_table(design: Design, state: State, table: str, roll: int) -> list[EventDraft]:
    """The result of a table, and what its line does."""
    proposal = propose_table(design, state, table)
    check_roll(roll, proposal.printed()[0])
    row = design.table(table).row(roll + proposal.modifier)
    cause = join(": ", (proposal.prompt, row.result))
    return [judged(proposal, roll, row.result), *effects(design, row.then, cause)]


def move_box(design: Design, state: State, formation: str, box: str) -> list[EventDraft]:
    """A formation goes into a box: any at first, later a neighbouring one."""
    found = design.found(design.formations, formation, "formation")
    design.found(design.boxes, box, "box")
    now = state.boxes.get(formation)
    near = {edge.end for edge in design.box_edges if now and edge.start == now.box} | {
        edge.start for edge in design.box_edges if now and edge.end == now.box
    }
    allow(
        now is None or not design.box_edges or box in near,
        say("{box} is not next to where {formation} is.", box=design.box[box].name,
            formation=found.name),
        CITE,
    )  # fmt: skip
    units = [unit for unit in design.members[formation] if state.units[unit].place.kind not in GONE]
    require(units, say("Nothing of {formation} is left.", formation=found.name), CITE)
    moves: list[Payload] = [BoxMoved(formation=formation, box=box)]
    for unit in units:
        at = state.units[unit].place
        place = Place("box", box, game=at.game or _game_of(design, unit))
        arrives = at.kind not in IN_PLAY
        moves.append((UnitArrived if arrives else UnitMoved)(unit=unit, place=place))
    return _drafts(moves)


def _game_of(design: Design, unit: str) -> str:
    seen = design.seen_as.get(unit, ())
    return seen[0].game if seen else next(iter(design.games))


def set_seat(state: State, seat: Seat) -> list[EventDraft]:
    """A seat is made, or its name or command is another; a new one plays by fog as its side does.

    What it knows of the time before is what everybody of its side was told.
    """
    before = state.seats.get(seat.id)
    require(before is None or before.side, say("The umpire's seat stays as it is."), CITE)
    drafts: list[Payload] = [SeatSet(seat=seat)]
    sights = [far for key, far in state.fog.items() if state.seats[key].side == seat.side]
    if before is None and sights:
        drafts.append(FogSet(seat=seat.id, hexes=min(sights)))
    found = _drafts(drafts)
    return [found[0], *(replace(each, seen_by=(seat.id,)) for each in found[1:])]


def _seat(design: Design, state: State, v: Values) -> list[EventDraft]:
    before, formations = state.seats.get(v["seat"]), v["formations"]
    side = v["side"] or (before.side if before is not None else "")
    if not side and formations:
        side = design.found(design.formations, formations[0], "formation").side
    role = v["role"] or ("commander" if formations else "commander-in-chief")
    try:
        seat = convert(
            {"id": v["seat"], "name": v["name"] or (before.name if before else v["seat"]),
             "role": role, "side": side, "formations": formations},
            type=Seat,
        )  # fmt: skip
    except ValidationError as error:
        raise UserError(say("This cannot be a seat: {error!s}.", error=error)) from error
    return set_seat(state, seat)


def _flag(design: Design, state: State, v: Values) -> list[EventDraft]:
    del state
    value = flag_value(design, v["flag"], v["value"])
    return _drafts([FactSet(fact=flag_fact(v["flag"]), value=value)])


def _note(design: Design, state: State, v: Values) -> list[EventDraft]:
    """The umpire's own, unless everybody is to be told."""
    del design
    seen = EVERYONE if v["told"] else _umpires(state)
    return [EventDraft(payload=Noted(words=v["words"]), source="hand", seen_by=seen)]


def _on_the_way(design: Design, state: State, v: Values) -> list[EventDraft]:
    """The marker of the route that has the stop; it never goes back, nor over a blown bridge."""
    key = v["stop"]
    route = next((each for each in design.routes if any(s.id == key for s in each.stops)), None)
    require(route is not None, say("No route has the stop {stop!r}.", stop=key), CITE)
    assert route is not None
    now, end = state.routes[route.id].stop, route.index(key)
    for stop in route.stops[now + 1 : end + 1]:
        for bridge in stop.over:
            allow(
                state.bridges[bridge].state not in IMPASSABLE,
                say("Nothing passes over {bridge}.", bridge=design.bridge[bridge].name), CITE,
            )  # fmt: skip
    return _drafts([MarkerAdvanced(route=route.id, stop=key)])


def _simply(
    made: Callable[[Values], Payload],
) -> Callable[[Design, State, Values], list[EventDraft]]:
    """An action that writes one thing, whatever stands in the design and the state."""

    def run(design: Design, state: State, values: Values) -> list[EventDraft]:
        del design, state
        return _drafts([made(values)])

    return run


_ROWS = {
    "bridge": "bridges",
    "stop": "routes",
    "flag": "flags",
    "table": "tables",
    "pool": "pools",
    "box": "boxes",
    "scenario": "nodes",
}


PLAIN = frozenset({"bridge", "advance"})
"""What only the umpire's word rules here; an operation with rules has its own ways to do it."""


def general_actions(design: Design) -> tuple[CampaignAction, ...]:
    """Those for which a campaign has something: no flags, nothing to note as a fact."""
    return tuple(
        action
        for action in (*_ACTIONS, *(FOG_ACTIONS if len(design.sides) > 1 else ()))
        if all(getattr(design, _ROWS[each.of]) for each in action.params if each.of in _ROWS)
    )


_ACTIONS: tuple[CampaignAction, ...] = (
    CampaignAction(
        id="begin-scenario", group="units", title=say("A scenario begins"), cite=scenarios.CITE,
        seat="umpire", params=(Param("node", of="scenario"),),
        run=lambda d, s, v: scenarios.begin(d, s, v["node"]),
    ),
    CampaignAction(
        id="move-box", group="units", title=say("A formation goes into a box"), cite=CITE,
        seat="umpire", params=(Param("formation", of="formation"), Param("box", of="box")),
        run=lambda d, s, v: move_box(d, s, v["formation"], v["box"]),
    ),
    CampaignAction(
        id="roll", group="turn", title=say("Roll on a table"), cite=CITE, seat="umpire",
        params=(Param("table", of="table", label=say("Dice table")),),
        propose=lambda d, s, v: propose_table(d, s, v["table"]),
        run=lambda d, s, v: roll_table(d, s, v["table"], v["roll"]),
    ),
    CampaignAction(
        id="set-weather", group="turn", title=say("The weather is set"), cite=CITE, seat="umpire",
        params=(Param("weather", of="weather"),),
        run=_simply(lambda v: weather(v["weather"])),
    ),
    CampaignAction(
        id="flag", group="turn", title=say("Something is noted as a fact"), cite=CITE,
        seat="umpire", params=(Param("flag", of="flag"), Param("value")),
        run=_flag,
    ),
    CampaignAction(
        id="points", group="turn", title=say("Victory points by hand"), cite=CITE, seat="umpire",
        params=(Param("side", of="side"), Param("points", "number"), Param("cause")),
        run=_simply(lambda v: Points(side=v["side"], points=v["points"], cause=v["cause"])),
    ),
    CampaignAction(
        id="pool", group="turn", title=say("Goods are used or come back"), cite=CITE,
        seat="umpire",
        params=(Param("pool", of="pool"), Param("change", "number"), Param("cause", "text", "")),
        run=_simply(
            lambda v: PoolChanged(pool=v["pool"], change=v["change"], cause=v["cause"])),
    ),
    CampaignAction(
        id="bridge", group="turn", title=say("A bridge is in another state"), cite=CITE,
        seat="umpire", params=(Param("bridge", of="bridge"), Param("state", of="bridge-state")),
        run=_simply(lambda v: BridgeChanged(bridge=v["bridge"], state=v["state"])),
    ),
    CampaignAction(
        id="advance", group="turn", title=say("The marker of a route goes on"), cite=CITE,
        seat="umpire", params=(Param("stop", of="stop"),), run=_on_the_way,
    ),
    CampaignAction(
        id="seat", group="turn", title=say("A seat is made or divided"), cite=CITE, seat="umpire",
        params=(Param("seat", label=say("Short name")),
                Param("name", "text", "", label=say("Name")),
                Param("formations", "list", (), of="formation", label=say("In command of")),
                Param("side", "text", "", of="side", label=say("Side")),
                Param("role", "text", "", of="role", label=say("Role"))),
        run=_seat,
    ),
    CampaignAction(
        id="note", group="turn", title=say("Write something down"), cite=CITE, seat="umpire",
        params=(Param("words"),
                Param("told", "yes-no", False, label=say("Everybody is told"))),
        run=_note,
    ),
)  # fmt: skip
"""An operation's own action of the same name stands over one of these."""
