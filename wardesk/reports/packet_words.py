"""What a packet says, in words: news, forces, enemies seen, secrets; from a seat's view alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from wardesk.campaign.ledger.kind import Payload, tell
from wardesk.campaign.ledger.kinds.calendar import CampaignOpened, StepClosed, TurnBegun
from wardesk.campaign.ledger.kinds.fog import Sighted, strength_words
from wardesk.campaign.ledger.kinds.messages import PacketSent
from wardesk.campaign.ledger.kinds.rulings import ChanceDrawn
from wardesk.campaign.ledger.kinds.secrets import SecretKept
from wardesk.campaign.ledger.kinds.units import UnitArrived, UnitMoved
from wardesk.campaign.ledger.seat_facts import SeatFact
from wardesk.campaign.ledger.seat_view import SeatView, own_formations
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import place_words
from wardesk.campaign.operation.places import GONE, IN_PLAY, Place
from wardesk.campaign.operation.state import SeenTroops
from wardesk.words import join, say

_SILENT = (StepClosed, PacketSent, CampaignOpened, SecretKept, TurnBegun, ChanceDrawn)
"""Kinds that are no news: in the list of facts they stand all the same."""


class News(Struct, frozen=True):
    """A line of what was learnt."""

    words: str
    undone: bool = False
    ruled: bool = False


class NewsOfTurn(Struct, frozen=True):
    """What was learnt on a turn."""

    turn: str
    lines: tuple[News, ...]


class UnitLine(Struct, frozen=True, kw_only=True):
    """One unit of the seat's own."""

    id: str
    name: str
    type: str
    steps: int
    steps_full: int
    where: str
    game: str
    flags: str
    state: str
    """``in play``, ``to come`` or ``lost``."""


class FormationLines(Struct, frozen=True, kw_only=True):
    """One formation with its units at home."""

    id: str
    name: str
    over: str
    fill: str
    ink: str
    code: str
    units: tuple[UnitLine, ...]

    @property
    def steps(self) -> int:
        """Steps left."""
        return sum(unit.steps for unit in self.units)

    @property
    def steps_full(self) -> int:
        """Steps at full strength."""
        return sum(unit.steps_full for unit in self.units)


def turn_label(design: Design, ordinal: int) -> str:
    """A turn in words."""
    return design.calendar.turn(max(0, ordinal)).label


def news_of(design: Design, facts: Iterable[SeatFact], undone: frozenset[int]) -> list[NewsOfTurn]:
    """Facts as lines by turn."""
    found: dict[int, list[News]] = {}
    for group in told_together(design, facts, undone):
        first = group[0]
        words = _together(design, [fact.payload for fact in group])
        found.setdefault(first.ordinal, []).append(News(words, first.number in undone, first.ruled))
    return [
        NewsOfTurn(turn_label(design, ordinal), tuple(lines)) for ordinal, lines in found.items()
    ]


def told_together(
    design: Design, facts: Iterable[SeatFact], undone: frozenset[int]
) -> list[list[SeatFact]]:
    """The facts of each line; units that came to one place together are one, some are none."""
    groups: list[list[SeatFact]] = []
    seen: dict[str, tuple[SeenTroops, ...]] = {}
    last: tuple[object, ...] = ()
    for fact in facts:
        if isinstance(fact.payload, _SILENT) or _seen_before(seen, fact.payload):
            continue
        key = _key(design, fact, undone)
        if key == last:
            groups[-1].append(fact)
        else:
            groups.append([fact])
        last = key
    return groups


def _seen_before(seen: dict[str, tuple[SeenTroops, ...]], payload: Payload) -> bool:
    """Whether a sighting only says that the same is still there; *seen* is kept up to date."""
    if not isinstance(payload, Sighted):
        return False
    rows: dict[str, tuple[SeenTroops, ...]] = {}
    for row in payload.rows:
        rows[row.subject] = (*rows.get(row.subject, ()), row)
    same = all(seen.get(subject) == found for subject, found in rows.items())
    seen.update(rows)
    return same


def _key(design: Design, fact: SeatFact, undone: frozenset[int]) -> tuple[object, ...]:
    payload = fact.payload
    if isinstance(payload, (UnitArrived, UnitMoved)) and payload.unit in design.unit:
        formation = design.unit[payload.unit].formation
        return type(payload), fact.ordinal, formation, payload.place, fact.number in undone
    return (fact.number,)


def _together(design: Design, payloads: Sequence[Any]) -> str:
    if len(payloads) == 1:
        return tell(design, payloads[0])
    first = payloads[0]
    name = design.formation[design.unit[first.unit].formation].name
    values = {
        "number": len(payloads),
        "name": name,
        "place": place_words(design, first.place),
    }
    if isinstance(first, UnitArrived):
        return say("{number} units of {name} arrived: {place}", **values)
    return say("{number} units of {name} moved: {place}", **values)


def own_forces(design: Design, view: SeatView) -> list[FormationLines]:
    """The seat's own order of battle, formation by formation; those without units are left out."""
    at_home: dict[str, list[UnitLine]] = {}
    for unit in design.units:
        now = view.state.units[unit.id]
        at_home.setdefault(unit.formation, []).append(
            UnitLine(
                id=unit.id,
                name=unit.name,
                type=unit.type,
                steps=0 if now.place.kind in GONE else now.steps,
                steps_full=unit.steps_full,
                where=place_words(design, now.place),
                game=now.place.game,
                flags=" ".join(now.flags),
                state=_state(now.place),
            )
        )
    found: list[FormationLines] = []
    for key in own_formations(design, view.seat):
        units = at_home.get(key)
        if not units:
            continue
        above = design.above(key)
        colour = next((c for each in above if (c := design.formation[each].colour)), None)
        found.append(
            FormationLines(
                id=key,
                name=design.formation[key].name,
                over=design.formation[above[1]].name if len(above) > 1 else "",
                fill=colour.fill if colour else "",
                ink=colour.ink if colour else "",
                code=colour.code if colour else "",
                units=tuple(units),
            )
        )
    return found


def _state(place: Place) -> str:
    if place.kind in GONE:
        return "lost"
    return say("in play") if place.kind in IN_PLAY else say("to come")


def enemies_seen(design: Design, view: SeatView) -> list[dict[str, Any]]:
    """Where others were last known to be: a row for each formation and place."""
    rows: dict[tuple[str, str, int], dict[str, Any]] = {}
    for sight in view.seen:
        formation = design.formation[design.unit[sight.unit].formation]
        where = place_words(design, sight.place)
        key = (formation.name, where, sight.ordinal)
        row = rows.setdefault(
            key,
            {
                "formation": formation.name, "where": where, "ordinal": sight.ordinal,
                "turn": turn_label(design, sight.ordinal), "units": 0, "lost": 0, "names": [],
                "age": view.state.ordinal - sight.ordinal, "sighted": False,
            },
        )  # fmt: skip
        row["units"] += 1
        row["lost"] += sight.lost
        row["names"].append(design.unit[sight.unit].name)
    ordered = sorted(rows.items(), key=lambda pair: (-pair[0][2], pair[0]))
    known = [row | {"names": ", ".join(row["names"])} for _, row in ordered]
    return [*sighted(design, view), *known]


def sighted(design: Design, view: SeatView) -> list[dict[str, Any]]:
    """What a seat that plays by fog has sighted, the newest first."""
    found: list[dict[str, Any]] = []
    table = view.state.sightings.get(view.seat.id, {})
    for _subject, last in sorted(table.items(), key=lambda each: (-each[1].ordinal, each[0])):
        for row in last.rows:
            name = design.formation[row.formation].name if row.formation else row.what
            found.append({
                "formation": name, "where": place_words(design, row.place),
                "ordinal": last.ordinal, "turn": turn_label(design, last.ordinal),
                "sighted": True, "units": row.units or "", "lost": 0,
                "age": view.state.ordinal - last.ordinal,
                "names": join(", ", [each for each in (strength_words(row), last.how) if each]),
            })  # fmt: skip
    return found


def own_secrets(design: Design, view: SeatView) -> list[dict[str, str]]:
    """Every commitment the seat knows of: what it is about, and what is kept if it is its own."""
    found: list[dict[str, str]] = []
    for name, secret in view.state.secrets.items():
        value = secret.kept[1] if secret.kept else secret.revealed
        found.append(
            {
                "name": name, "about": secret.about, "digest": secret.digest,
                "whose": say("yours")
                if secret.seat == view.seat.id
                else say("of {seat}", seat=secret.seat),
                "value": _plain(design, secret.about, value) if value is not None else "",
                "told": say("told") if secret.revealed is not None else say("not told yet"),
            }
        )  # fmt: skip
    return found


def _plain(design: Design, about: str, value: str) -> str:
    """The content of a secret as a person reads it."""
    if value.isdigit() and "turn" in about and int(value) < design.calendar.turns:
        return turn_label(design, int(value))
    try:
        rows = msgspec.json.decode(value, type=list[dict[str, str | int]])
    except msgspec.DecodeError:
        return value
    return "; ".join(", ".join(f"{key} {text}" for key, text in row.items()) for row in rows)


def expected(design: Design, view: SeatView, turns: int = 16) -> list[tuple[str, str]]:
    """What the schedule says will come to the seat within some turns."""
    own, now = set(own_formations(design, view.seat)), view.state.ordinal
    found: dict[int, list[str]] = {}
    for row in design.arrivals:
        formation = row.subject if row.subject in design.formation else ""
        if row.subject in design.unit:
            formation = design.unit[row.subject].formation
        if formation in own and row.at is not None and now < row.at <= now + turns:
            names = found.setdefault(row.at, [])
            if (name := design.formation[formation].name) not in names:
                names.append(name)
    return [(turn_label(design, at), ", ".join(found[at])) for at in sorted(found)]
