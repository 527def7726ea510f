"""Fog as an umpire sets it, and sightings: those that the map gives, and those that are typed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from wardesk.campaign.actions import CampaignAction, Param, Values
from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.fog import FogSet, Sighted
from wardesk.campaign.ledger.refusals import require
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import FARTHEST, Seat
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.sighting import in_sight
from wardesk.campaign.operation.state import SeenTroops, State
from wardesk.errors import UserError
from wardesk.words import say

CITE = "campaign"
_STEPS = re.compile(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?\Z")


def sights_of(seats: Sequence[Seat], chosen: Mapping[str, int | None]) -> dict[str, int]:
    """Who begins a campaign in the fog, and how many hexes his units see.

    As *seats* say where nothing else is *chosen*. UserError for a seat that cannot, or a
    number that is none.
    """
    sides = {seat.id: seat.sight for seat in seats if seat.side}
    for seat, hexes in chosen.items():
        if seat not in sides:
            raise UserError(
                say("{seat!r} is no seat of a side, and cannot play by fog.", seat=seat),
                say("There are: {known}.", known=", ".join(sides)),
            )
        if hexes is not None and not 0 <= hexes <= FARTHEST:
            raise UserError(say("Units see 0 to {most} hexes.", most=FARTHEST))
    return {key: far for key, far in (sides | dict(chosen)).items() if far is not None}


def new_sightings(design: Design, state: State) -> list[EventDraft]:
    """What each seat that plays by fog sees now and did not know yet, or not of this turn."""
    found: list[EventDraft] = []
    for key, hexes in state.fog.items():
        known = state.sightings.get(key, {})
        by_subject: dict[str, list[SeenTroops]] = {}
        for row in in_sight(design, state, state.seats[key], hexes):
            by_subject.setdefault(row.subject, []).append(row)
        rows: list[SeenTroops] = []
        for subject, seen in by_subject.items():
            last = known.get(subject)
            if last is None or last.ordinal != state.ordinal or last.rows != tuple(seen):
                rows += seen
        if rows:
            payload = Sighted(seat=key, rows=tuple(rows))
            found.append(EventDraft(payload=payload, seen_by=(key,), source="engine"))
    return found


def _set_fog(design: Design, state: State, v: Values) -> list[EventDraft]:
    del design
    seat, hexes = _player(state, v["seat"]), v["hexes"]
    require(
        0 <= hexes <= FARTHEST, say("Units see 0 to {most} hexes.", most=FARTHEST), CITE
    )  # fmt: skip
    if not v["on"]:
        require(seat in state.fog, say("This seat does not play by fog."), CITE)
    payload = FogSet(seat=seat, on=v["on"], hexes=hexes)
    return [EventDraft(payload=payload, seen_by=(seat,), source="hand")]


def _sight(design: Design, state: State, v: Values) -> list[EventDraft]:
    seat, formation, what = _player(state, v["seat"]), v["formation"], v["what"].strip()
    if formation:
        found = design.found(design.formations, formation, "formation")
        own = found.side == state.seats[seat].side
        require(not own, say("{name} is on the seat's own side.", name=found.name), CITE)
    require(formation or what, say("Say what was seen: a formation, or words for it."), CITE)
    require(v["where"].strip(), say("Say where it was seen."), CITE)
    place = Place("hex", v["where"].strip(), game=v["game"])
    row = SeenTroops(place=place, formation=formation, what=what, steps=_steps(v["steps"]))
    payload = Sighted(seat=seat, rows=(row,), how=v["how"].strip() or say("told by the umpire"))
    return [EventDraft(payload=payload, seen_by=(seat,), source="hand")]


def _player(state: State, seat: str) -> str:
    known = ", ".join(each.id for each in state.seats.values() if each.side)
    found = state.seats.get(seat)
    right = found is not None and bool(found.side)
    require(right, say("{seat!r} is no seat of a side; there are {known}.", seat=seat,
                       known=known), CITE)  # fmt: skip
    return seat


def _steps(text: str) -> tuple[int, int]:
    if not text.strip():
        return 0, 0
    found = _STEPS.match(text.strip())
    require(found, say("Steps are written like 3 or 2-6."), CITE)
    assert found is not None
    low, high = int(found[1]), int(found[2] or found[1])
    require(low <= high, say("Steps are written like 3 or 2-6."), CITE)
    return low, high


_SEAT = Param("seat", of="player", label=say("Seat"))
FOG_ACTIONS: tuple[CampaignAction, ...] = (
    CampaignAction(
        id="fog-of-war", group="units", title=say("A seat plays by fog"), cite=CITE, seat="umpire",
        params=(_SEAT, Param("hexes", "number", 1, label=say("Sees (hexes)")),
                Param("on", "yes-no", True, label=say("By fog"))),
        run=_set_fog,
    ),
    CampaignAction(
        id="sighting", group="units", title=say("A seat is told of a sighting"), cite=CITE,
        seat="umpire",
        params=(_SEAT, Param("where", label=say("Seen where")),
                Param("formation", "text", "", of="formation", label=say("Formation")),
                Param("what", "text", "", label=say("Or looks like")),
                Param("steps", "text", "", label=say("Steps, like 2-6")),
                Param("how", "text", "", label=say("Known from")),
                Param("game", "text", "", of="game", label=say("Game"))),
        run=_sight,
    ),
)  # fmt: skip
