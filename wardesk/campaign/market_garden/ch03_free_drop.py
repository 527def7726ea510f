"""Chapter 3.3.2: drops and zones that the Allies assign freely, each drop bound in secret."""

from __future__ import annotations

from hashlib import sha256

import msgspec
from msgspec import Struct

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.secrets import NONCE_BYTES, commit, reveal
from wardesk.campaign.ledger.refusals import allow, require
from wardesk.campaign.market_garden.common import event, played
from wardesk.campaign.market_garden.kinds import DropAssigned, drop_of
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import State
from wardesk.games.gts.agreed import free_zones
from wardesk.words import readied, say

_NAME = "assignment:"


def replan_fact(division: str) -> str:
    """The fact that holds the day on which other zones were won (3.6)."""
    return f"replanned.{division}"


class Assignment(Struct, frozen=True, kw_only=True):
    """Where and with which drop a formation comes."""

    formation: str
    number: int
    zone: str


def assign(
    design: Design, state: State, division: str, rows: list[Assignment], nonce: bytes
) -> list[EventDraft]:
    """All drops of a division (3.3.2).

    Each drop is a secret of its own, so that telling one tells nothing of the others.
    """
    played(design, state, division, "3.3.2")
    won = replan_fact(division) in state.facts
    free = won or state.options.get("free_drop")
    allow(free, say("The historical drop is played, and no other zones were won."), "3.3.1")
    check_assignment(design, division, rows)
    landed = drop_of(state, division).landed
    drafts: list[EventDraft] = []
    for number in sorted({row.number for row in rows}):
        first = number == 1 and state.ordinal == design.calendar.first_ordinal
        late = number in landed or number == 1
        require(first or not late, say("Drop {number} is down already.", number=number), "3.3.2")
        begun = state.ordinal > design.calendar.first_ordinal
        allow(
            won or not begun,
            say("Drops are assigned before the game; later it takes other zones that were won."),
            "3.3.2",
        )
        value = msgspec.json.encode([row for row in rows if row.number == number]).decode()
        own = sha256(nonce + bytes([number])).digest()[:NONCE_BYTES]
        name = f"{_NAME}{division}:{number}:{state.seq}"
        drafts += commit(
            name,
            "allied",
            say("drop {number} of {division}", number=number, division=division),
            value,
            own,
        )
    return drafts


def check_assignment(design: Design, division: str, rows: list[Assignment]) -> None:
    """One formation a zone and drop; independents only where another one drops (3.3.2)."""
    for row in rows:
        formation = design.found(design.formations, row.formation, "formation")
        zone = design.found(design.zones, row.zone, "zone")
        inside = division in design.above(formation.id)
        require(
            inside,
            say("{formation} is not of {division}.", formation=formation.name, division=division),
            "3.3.2",
        )
        allow(
            zone.division == division,
            say("{zone} is not a zone of {division}.", zone=zone.name, division=division),
            "3.3.2",
        )
    for number in sorted({row.number for row in rows}):
        _check_zones(design, division, [row for row in rows if row.number == number])
    names = [row.formation for row in rows]
    require(len(set(names)) == len(names), say("A formation drops once."), "3.3.2")


def _check_zones(design: Design, division: str, rows: list[Assignment]) -> None:
    """The zones of one drop; those of independents after those that they may join."""
    zones = tuple(zone.id for zone in design.zones if zone.division == division)
    used: dict[str, str] = {}

    def loose(row: Assignment) -> bool:
        return design.formation[row.formation].kind == "independent"

    for row in sorted(rows, key=loose):
        able = free_zones(zones, used, row.formation, independent=loose(row))
        zone, drop = design.zone[row.zone].name, row.number
        if loose(row):
            why = say("No formation drops on {zone} in drop {number}.", zone=row.zone, number=drop)
            allow(row.zone in able, why, "3.3.2")
            continue
        other = next((each for each, taken in used.items() if taken == row.zone), "")
        why = say(
            "{other} drops on {zone} in drop {number} already.",
            other=design.formation[other].name if other else "",
            zone=zone,
            number=drop,
        )
        require(row.zone in able or not other, why, "3.3.2")
        used.setdefault(row.formation, row.zone)


def assignments(state: State, division: str) -> dict[str, Assignment]:
    """What holds for each formation: the newest that was bound, told or not."""
    found: dict[str, Assignment] = {}
    for key, secret in state.secrets.items():
        if key.startswith(f"{_NAME}{division}:") and secret.kept is not None:
            rows = msgspec.json.decode(secret.kept[1], type=readied(list[Assignment]))
            found |= {row.formation: row for row in rows}
    return found


def tell_assignments(state: State, division: str, number: int) -> list[EventDraft]:
    """Tell those of one drop, when it comes down."""
    drafts: list[EventDraft] = []
    for key, secret in state.secrets.items():
        mine = key.startswith(f"{_NAME}{division}:{number}:")
        if mine and secret.kept is not None and secret.revealed is None:
            drafts.append(reveal(state, key))
    drafts += [
        event(DropAssigned(formation=row.formation, number=number, zone=row.zone))
        for row in assignments(state, division).values()
        if row.number == number
    ]
    return drafts
