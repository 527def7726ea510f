"""The boxes beside the map as facts: who is in each, and where everybody may go next."""

from __future__ import annotations

from msgspec import Struct

from wardesk.campaign.operation.corridor import BoxEdge, Corps, OffMapBox
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import in_words
from wardesk.campaign.operation.places import IN_PLAY
from wardesk.campaign.operation.state import State
from wardesk.services.campaign.operational_map import (
    ALL,
    Bounds,
    Token,
    corps_token,
    make_token,
    shown,
)
from wardesk.words import join, say


class BoxNode(Struct, frozen=True, kw_only=True):
    """A box: *column* is its track, *row* its place on it from the south."""

    id: str
    name: str
    column: int
    row: int
    tokens: tuple[Token, ...]
    display: tuple[str, ...] = ()
    """Formations that wait in the display and come with the next morning."""
    nexts: tuple[str, ...] = ()
    """Where who is here may go, in sentences."""
    guessed: bool = False
    note: str = ""


class BoxWay(Struct, frozen=True, kw_only=True):
    """A way between two boxes; *needed* is the number of a corps, or empty."""

    start: str
    end: str
    needed: str
    ours: bool
    """Whether the number is our proposal."""
    one_way: bool
    open: bool
    """Whether a corps stands at its start and may take it next."""


class BoxEntry(Struct, frozen=True, kw_only=True):
    """A way from a box onto the map."""

    id: str
    name: str
    box: str
    owner: str
    shut: str
    """Who shuts it; empty while it is open."""


class BoxFacts(Struct, frozen=True, kw_only=True):
    """All boxes as of one moment."""

    turn: str
    tracks: tuple[str, ...]
    boxes: tuple[BoxNode, ...]
    ways: tuple[BoxWay, ...]
    entries: tuple[BoxEntry, ...]


def box_facts(design: Design, state: State, bounds: Bounds = ALL) -> BoxFacts:
    """The boxes of a design when the campaign stands like this."""
    calendar = design.calendar
    tracks = list(dict.fromkeys(box.track or "" for box in design.boxes))
    corps_in = {corps.track[state.corps[corps.id].box]: corps for corps in design.corps}
    names = {corps.id: corps.name for corps in design.corps}
    entries = tuple(_entry(design, state, entry.id) for entry in design.entries)
    boxes: list[BoxNode] = []
    rows: dict[str, int] = {}
    for box in design.boxes:
        track = box.track or ""
        row = box.order if box.order is not None else rows.get(track, 0)
        rows[track] = row + 1
        tokens, display = _inside(design, state, box, bounds)
        corps = corps_in.get(box.id)
        if corps is not None:
            home = next((f for f in design.formations if f.name == corps.name), None)
            tokens.insert(0, corps_token(home, corps.name, corps.side))
        boxes.append(
            BoxNode(
                id=box.id,
                name=box.name,
                column=tracks.index(track),
                row=row,
                tokens=tuple(tokens),
                display=tuple(display),
                nexts=tuple(_nexts(design, state, box, corps, entries)),
                guessed=box.basis == "guess",
                note=in_words(box.note),
            )
        )
    turn = calendar.turn(max(state.ordinal, calendar.first_ordinal))
    return BoxFacts(
        turn=turn.label,
        tracks=tuple(names.get(track, track) for track in tracks),
        boxes=tuple(boxes),
        ways=tuple(_way(design, state, edge, corps_in) for edge in design.box_edges),
        entries=entries,
    )


def _inside(
    design: Design, state: State, box: OffMapBox, bounds: Bounds
) -> tuple[list[Token], list[str]]:
    """Formations with units in a box, and the names of those in the display."""
    found: dict[str, list[str]] = {}
    for unit in design.units:
        place = state.units[unit.id].place
        if place.kind in ("box", "display") and place.at == box.id:
            found.setdefault(unit.formation, []).append(unit.id)
    for formation, standing in state.boxes.items():
        # a formation that goes off the map before its units do
        if standing.box == box.id and formation in design.formation:
            inside = [u for u in design.members.get(formation, ())
                      if state.units[u].place.kind in IN_PLAY]  # fmt: skip
            if not inside:
                found.setdefault(formation, list(design.members.get(formation, ())))
    tokens = [
        make_token(design, state, formation, units)
        for formation, units in found.items()
        if shown(design, formation, bounds)
    ]
    waiting = [
        design.formation[key].name
        for key, standing in state.boxes.items()
        if standing.box == box.id and standing.display and shown(design, key, bounds)
    ]
    return sorted(tokens, key=lambda token: (token.side, -token.steps, token.name)), waiting


def _number(edge: BoxEdge, state: State) -> tuple[str, bool]:
    """What a corps needs on a way, and whether the number is ours."""
    if edge.arrow is not None:
        return say("{arrow} or less", arrow=edge.arrow), False
    if edge.proposed is not None and state.options.get("proposals"):
        return say("{proposed} or less", proposed=edge.proposed), True
    return say("no number"), False


def _way(design: Design, state: State, edge: BoxEdge, corps_in: dict[str, Corps]) -> BoxWay:
    needed, ours = _number(edge, state)
    corps = corps_in.get(edge.start)
    track = corps.track if corps is not None else ()
    at = state.corps[corps.id].box if corps is not None else 0
    del design
    return BoxWay(
        start=edge.start,
        end=edge.end,
        needed=needed,
        ours=ours,
        one_way=edge.one_way,
        open=track[at + 1 : at + 2] == (edge.end,),
    )


def _entry(design: Design, state: State, key: str) -> BoxEntry:
    entry = next(each for each in design.entries if each.id == key)
    owner = design.formation.get(entry.owner)
    shut = ""
    for corps in design.corps:
        at = state.corps[corps.id].box
        # a corps shuts what lies behind it, too
        if entry.shut_by in corps.track[: at + 1]:
            shut = corps.name
    return BoxEntry(
        id=entry.id,
        name=entry.name,
        box=entry.box,
        owner=owner.name if owner else entry.owner,
        shut=shut,
    )


def _nexts(
    design: Design, state: State, box: OffMapBox, corps: Corps | None, entries: tuple[BoxEntry, ...]
) -> list[str]:
    found: list[str] = []
    if corps is not None:
        at = state.corps[corps.id].box
        following = corps.track[at + 1 : at + 2]
        if not following:
            found.append(say("{corps} has reached the end of its track.", corps=corps.name))
        for key in following:
            edge = next((e for e in design.box_edges if (e.start, e.end) == (box.id, key)), None)
            needed = _number(edge, state)[0] if edge is not None else say("no number")
            tries = state.corps[corps.id].failures
            helped = say("; {tries} failed tries help", tries=tries) if tries else ""
            found.append(
                say(
                    "{corps} takes {box} on {needed}{helped}.",
                    corps=corps.name,
                    box=design.box[key].name,
                    needed=needed,
                    helped=helped,
                )
            )
    near = [
        design.box[other].name
        for edge in design.box_edges
        for here, other in ((edge.start, edge.end), (edge.end, edge.start))
        if here == box.id and (here == edge.start or not edge.one_way)
    ]
    if near:
        words: list[str] = [part for name in near for part in (say(" or "), name)]
        found.append(say("Formations may move to {near}.", near=join("", words[1:])))
    for entry in entries:
        if entry.box == box.id:
            more = say(", shut by {shut}", shut=entry.shut) if entry.shut else ""
            found.append(
                say(
                    "Onto the map: {entry}, for {owner}{more}.",
                    entry=entry.name,
                    owner=entry.owner,
                    more=more,
                )
            )
    return found
