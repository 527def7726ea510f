"""Chapter 5: German formations in the boxes beside the map, and the Allied corps on the flanks."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.forces import BoxMoved
from wardesk.campaign.ledger.kinds.units import UnitArrived, UnitMoved
from wardesk.campaign.ledger.proposal import Proposal, factors_of, judged, roll_under, succeeds
from wardesk.campaign.ledger.refusals import allow, require
from wardesk.campaign.market_garden.common import (
    CLUB,
    STACKING,
    event,
    in_order,
    number,
    on,
    ours,
    routed,
)
from wardesk.campaign.market_garden.kinds import CorpsAdvanced, CorpsFailed
from wardesk.campaign.operation.arrivals import passed
from wardesk.campaign.operation.corridor import BoxEdge
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.places import IN_PLAY, Place
from wardesk.campaign.operation.positions import Spreading
from wardesk.campaign.operation.state import State
from wardesk.words import say

MOVERS = ("chi", "wal")
"""Eindhoven Regional Command, later KG Chill, and KG Walther."""
GAME = "WED"
"""The boxes lie beside the maps of this game."""
HELP_FROM_EXIT = -4
ON_MAP = frozenset({"hex", "drop", "marker", "transit"})
OFF_MAP = frozenset({"box", "display", "not-yet"})


def move(
    design: Design, state: State, formation: str, box: str, *, display: bool = False
) -> list[EventDraft]:
    """Move a whole formation to a neighbouring box, or onto the map display, at 1900 (5.1).

    One that is not yet in play comes into a box of its side from its day on, on any turn. Only the
    Germans see it: their commander, and whoever commands the formation. What is in the display
    arrives at 0700.
    """
    found = design.found(design.formations, formation, "formation")
    mine = any(each in design.above(formation) for each in MOVERS)
    allow(mine, say("{formation} does not move off the map.", formation=found.name), "5.1")
    design.found(design.boxes, box, "box")
    kinds = {state.units[unit].place.kind for unit in design.members[formation]}
    require(
        not kinds & ON_MAP, say("{formation} has units on the map.", formation=found.name), "5.1"
    )
    require(
        kinds & OFF_MAP, say("Nothing of {formation} is left to move.", formation=found.name), "5.1"
    )
    now = state.boxes.get(formation)
    if now is None:
        _comes_into(design, state, formation, box, display=display)
    else:
        on(design, state, "5.1", "1900")
        in_order(design, state, "offmap")
    allow(
        now is None or now.at < state.ordinal,
        say("{formation} has moved on this turn.", formation=found.name),
        "5.1",
    )
    allow(
        now is None or not now.display,
        say("{formation} waits in the display.", formation=found.name),
        "5.1",
    )
    allow(
        not routed(state, formation),
        say("{formation} has routed and is not back yet.", formation=found.name),
        "S3.1",
    )
    if now is not None and display:
        allow(
            box == now.box,
            say("It goes to the display from its own box, or to another box."),
            "5.1",
        )
    elif now is not None:
        near = box in neighbours(design, now.box)
        allow(
            near,
            say(
                "{box} is not next to {box_2}.",
                box=design.box[box].name,
                box_2=design.box[now.box].name,
            ),
            "5.1",
        )
    kind = "display" if display else "box"
    told = commanders(design, state, formation)
    drafts = [event(BoxMoved(formation=formation, box=box, display=display), seen_by=told)]
    for unit in design.members[formation]:
        place = state.units[unit].place
        if place.kind in ("box", "display"):
            payload = UnitMoved(unit=unit, place=Place(kind, box, game=GAME))
        elif place.kind == "not-yet" and now is None:
            payload = UnitArrived(unit=unit, place=Place(kind, box, game=GAME))
        else:
            continue
        drafts.append(event(payload, seen_by=told, caused_by=-len(drafts)))
    return drafts


def _comes_into(design: Design, state: State, formation: str, box: str, *, display: bool) -> None:
    """`Refused` unless a formation that is not yet in play is due, and due in this box (5.1)."""
    name = design.formation[formation].name
    allow(
        not display, say("{name} comes into a box first, not into the display.", name=name), "5.1"
    )
    days = [
        each.at
        for each in design.arrivals
        if each.mode == "offmap" and each.subject in design.above(formation)
    ]
    allow(days, say("{name} does not come by the boxes.", name=name), "5.1")
    first = min((each for each in days if each is not None), default=0)
    label = design.calendar.turn(first).label
    allow(
        not days or state.ordinal >= first,
        say("{name} is due from {label} on.", name=name, label=label),
        "5.1",
    )
    eligible(design, state, formation, box)


def own_boxes(design: Design, formation: str) -> tuple[str, ...]:
    """The boxes on the side of the map where a formation's division has its entries."""
    above = design.above(formation)
    sides = {
        design.box[entry.box].track for entry in design.entries if entry.owner in above
    }  # fmt: skip
    return tuple(box.id for box in design.boxes if box.track is not None and box.track in sides)


def eligible(design: Design, state: State, formation: str, box: str) -> None:
    """`Refused` for a box that is not on the formation's side, or that a corps has reached."""
    found, name = design.box[box], design.formation[formation].name
    mine = box in own_boxes(design, formation)
    allow(
        mine,
        say("{formation} is not on the side of {name}.", formation=found.name, name=name),
        "5.1",
    )
    allow(
        not passed(design, state, box),
        say("{formation} lies behind a corps.", formation=found.name),
        "5.2",
    )


def commanders(design: Design, state: State, formation: str) -> tuple[str, ...]:
    """The seats of a formation's side that command it: those over all, and its own."""
    side, above = design.formation[formation].side, set(design.above(formation))
    return tuple(
        seat.id
        for seat in state.seats.values()
        if seat.side == side and (not seat.formations or above & set(seat.formations))
    )


def neighbours(design: Design, box: str) -> set[str]:
    """The boxes next to a box; the arrows bind the corps alone."""
    found = {edge.end for edge in design.box_edges if edge.start == box}
    return found | {edge.start for edge in design.box_edges if edge.end == box}


def open_entries(design: Design, state: State, owner: str) -> list[tuple[str, bool]]:
    """A division's entries, and whether each is open: a corps that came so far shuts it (5.2)."""
    return [
        (entry.id, not passed(design, state, entry.shut_by))
        for entry in design.entries
        if entry.owner == owner
    ]


def arrive(design: Design, state: State, formation: str, entry: str) -> list[EventDraft]:
    """At 0700 a formation comes from the display by an open entry of its box (5.1, 5.2)."""
    on(design, state, "5.1", "0700")
    now = state.boxes.get(formation)
    allow(now is not None and now.display, say("It is not in the map display."), "5.1")
    allow(not routed(state, formation), say("It has routed and is not back yet."), "S3.1")
    found = design.found(design.entries, entry, "entry")
    allow(
        not passed(design, state, found.shut_by),
        say("{formation} lies behind a corps.", formation=found.name),
        "5.2",
    )
    allow(
        found.owner in design.above(formation),
        say("{formation} is not its entry.", formation=found.name),
        "5.1",
    )
    here = now is None or found.box == now.box
    allow(
        here,
        say(
            "{formation} belongs to another box: {box}.",
            formation=found.name,
            box=design.box[found.box].name,
        ),
        "5.1",
    )
    units = [
        unit
        for unit in design.members[formation]
        if state.units[unit].place.kind in ("box", "display")
    ]
    require(units, say("Nothing of it is left."), "5.1")
    cells = design.hexes.cells(found.id) or (found.hex or found.id,)
    where = Spreading(design, state, STACKING).spread(units, cells)
    return [
        event(UnitMoved(unit=unit, place=Place("hex", where[unit], game=GAME))) for unit in units
    ]


def propose_corps(
    design: Design, state: State, corps: str, without: Collection[str] = (), reason: str = ""
) -> Proposal:
    """Does a flank corps take the next box? Once a 1900 turn (5.2)."""
    on(design, state, "5.2", "1900")
    found = design.found(design.corps, corps, "corps")
    now = state.corps[corps]
    in_order(design, state, "corps")
    allow(
        now.tried_at != state.ordinal,
        say("{formation} has tried on this turn.", formation=found.name),
        "5.2",
    )
    edge = _arrow(design, found.track, now.box)
    require(
        edge is not None, say("{formation} stands in its last box.", formation=found.name), "5.2"
    )
    assert edge is not None
    germans = sum(
        standing.box == edge.end and not standing.display and _alive(design, state, formation)
        for formation, standing in state.boxes.items()
    )
    rows = [
        (say("failed attempts"), -now.failures),
        (say("German formations in the box"), germans),
        (say("Club Route is off the map"), HELP_FROM_EXIT if state.routes[CLUB].left else 0),
    ]
    arrow = f"arrow.{edge.start}.{edge.end}"
    needed = number(state, arrow, edge.arrow, edge.proposed)
    title = say(
        "{formation} advances to {box}", formation=found.name, box=design.box[edge.end].name
    )
    made = roll_under(
        f"corps:{corps}", title, "5.2", needed, (say("advances"), say("stays")),
        factors_of(rows, "5.2", without), reason=reason,
        unknown=say("the number on the arrow is not known"),
        reconstruction=ours(design, state, arrow, edge.arrow, needed),
    )  # fmt: skip
    # its modifiers tell who is off the map, which is not for the side of the corps
    return replace(made, seen_by=_chiefs_against(state, found.side))


def _chiefs_against(state: State, side: str) -> tuple[str, ...]:
    """The seats of the other sides that command everything of theirs."""
    return tuple(
        seat.id
        for seat in state.seats.values()
        if seat.side and seat.side != side and not seat.formations
    )


def corps(
    design: Design,
    state: State,
    corps: str,
    roll: int,
    without: Collection[str] = (),
    reason: str = "",
) -> list[EventDraft]:
    """A box further, or a failure that helps the next roll (5.2)."""
    proposal = propose_corps(design, state, corps, without, reason)
    found = design.found(design.corps, corps, "corps")
    now = state.corps[corps]
    if not succeeds(proposal, roll):
        return [judged(proposal, roll, "stays"), event(CorpsFailed(corps=corps), caused_by=-1)]
    kept = now.failures if state.decision("corps-reset") == "kept for good" else 0
    payload = CorpsAdvanced(corps=corps, box=found.track[now.box + 1], failures=kept)
    return [judged(proposal, roll, "advances"), event(payload, caused_by=-1)]


def _arrow(design: Design, track: tuple[str, ...], box: int) -> BoxEdge | None:
    if box + 1 >= len(track):
        return None
    pair = (track[box], track[box + 1])
    return next(each for each in design.box_edges if (each.start, each.end) == pair)


def _alive(design: Design, state: State, formation: str) -> bool:
    return any(state.units[unit].place.kind in IN_PLAY for unit in design.members[formation])
