"""Chapter 3, the Drop Table: what befalls each unit that came down (3.4.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from wardesk.campaign.actions import Cast, ThrownRow
from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitEliminated, UnitFlagged
from wardesk.campaign.ledger.proposal import (
    FACES,
    Proposal,
    check_roll,
    factors_of,
    judged,
    on_table,
)
from wardesk.campaign.ledger.refusals import allow, require
from wardesk.campaign.market_garden.ch01_weather import DIVISIONS
from wardesk.campaign.market_garden.ch03_drops import drop_numbers
from wardesk.campaign.market_garden.common import event
from wardesk.campaign.market_garden.ground import zone_cells, zone_load
from wardesk.campaign.market_garden.kinds import drop_of
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import in_words
from wardesk.campaign.operation.places import IN_PLAY
from wardesk.campaign.operation.state import State, UnitState
from wardesk.words import say


class FateLoad(Struct, frozen=True, kw_only=True):
    """What the roll of a unit depends on besides itself; counts, and the zone where it lies."""

    germans: int = 0
    flak: int = 0
    flak_88: int = 0
    zone: str = ""


NO_LOAD = FateLoad()
"""Nobody in the zone, and no flak."""


def propose_drop_roll(
    design: Design,
    load: FateLoad,
    *,
    glider: bool,
) -> Proposal:
    """The fate of a unit that dropped in the zone of *load*, with every modifier (3.4.1)."""
    found = design.found(design.zones, load.zone, "zone")
    rows = [
        (say("glider in a drop zone"), 2 if glider and found.kind == "drop" else 0),
        (say("glider in a marked zone"), 1 if glider and found.starred else 0),
        (say("German units in the zone"), load.germans),
        (say("flak that reaches the zone"), load.flak),
        (say("88 mm flak that reaches the zone"), 2 * load.flak_88),
    ]
    title, factors = say("Drop on {zone}", zone=found.name), factors_of(rows, "3.4.1")
    return on_table(f"drop:{load.zone}", title, design.table("drop"), "3.4.1", factors)


def drop_fate(
    design: Design,
    state: State,
    unit: str,
    roll: int,
    load: FateLoad = NO_LOAD,
) -> list[EventDraft]:
    """What the Drop Table does to one unit: steps, and markers that it has to work off (3.4.1).

    A unit of a late drop lies under one marker, and one more for each day of delay (3.4).
    """
    proposal = propose_unit_drop(design, state, unit, load)
    return _fate(design, state, unit, proposal, roll)


def _fate(
    design: Design, state: State, unit: str, proposal: Proposal, roll: int
) -> list[EventDraft]:
    check_roll(roll)
    result = design.table("drop").row(roll + proposal.modifier).result
    drafts = [judged(proposal, roll, result)]
    now = state.units[unit]
    if result == "eliminated":
        drafts.append(event(UnitEliminated(unit=unit, cause=_TABLE), caused_by=-1))
    elif "step loss" in result and now.steps:
        drafts.append(event(StepsLost(unit=unit, steps=1, cause=_TABLE), caused_by=-1))
    markers = _markers(design, state, unit) + ("delay" in result)
    if result != "eliminated" and markers:
        flag = UnitFlagged(unit=unit, flag=f"drop markers: {markers}")
        drafts.append(event(flag, caused_by=-len(drafts)))
    drafts.append(event(UnitFlagged(unit=unit, flag=ROLLED), caused_by=-len(drafts)))
    return drafts


ROLLED = "drop rolled"
_TABLE = say("the Drop Table")
"""Why steps and units are lost here."""


def propose_unit_drop(
    design: Design,
    state: State,
    unit: str,
    load: FateLoad = NO_LOAD,
) -> Proposal:
    """The roll for a unit that has just dropped, in the zone of *load* or where it lies (3.4.1)."""
    require(unit in design.unit, say("There is no unit {unit!r}.", unit=unit), "3.4.1")
    now = state.units[unit]
    name = design.unit[unit].name
    allow(
        came_down(now),
        say("{name} has not just dropped: {place}.", name=name, place=now.place),
        "3.4.1",
    )
    allow(
        ROLLED not in now.flags,
        say("Its fate is known: {name} was rolled for.", name=name),
        "3.4.1",
    )
    glider = "glider" in design.unit[unit].symbol
    where = _came_down_on(now)
    zone = load.zone or _zone_of(design, where, glider=glider)
    require(
        zone,
        say("Say on which zone {name} drops; the plan says {at}.", name=name, at=where),
        "3.3",
    )
    proposal = propose_drop_roll(design, replace(load, zone=zone), glider=glider)
    return replace(
        proposal,
        kind=f"drop:{unit}",
        prompt=say("Drop of {unit} on {zone}", unit=name, zone=where),
    )


def waiting_for_their_fate(design: Design, state: State, division: str) -> list[str]:
    """The units of a division that dropped and were not rolled for yet (3.4.1)."""
    return [
        unit
        for unit in design.members[division]
        if came_down(state.units[unit]) and ROLLED not in state.units[unit].flags
    ]


def came_down(unit: UnitState) -> bool:
    """Whether a unit dropped and is in play; it may have been put into a hex since (3.4)."""
    return bool(unit.dropped) and unit.place.kind in IN_PLAY


def _came_down_on(unit: UnitState) -> str:
    return unit.dropped or unit.place.at


def fates(
    design: Design, state: State, division: str, common: FateLoad, rows: Iterable[ThrownRow] = ()
) -> list[Cast]:
    """The rolls of a whole drop: of the units of *rows*, else of all that wait.

    Without a *division* those of every division. What a row says stands over what is *common*.
    """
    if division:
        design.found(design.formations, division, "division")
    places = [division] if division else [each for each in DIVISIONS if each in design.formation]
    waiting = [unit for each in places for unit in waiting_for_their_fate(design, state, each)]
    asked = list(rows) or [ThrownRow(key=unit) for unit in waiting]
    require(asked, say("Nobody waits for the Drop Table."), "3.4.1")
    return [_cast(design, state, common, row) for row in asked]


def _cast(design: Design, state: State, common: FateLoad, row: ThrownRow) -> Cast:
    common = _reckoned(design, state, row.key) if common == NO_LOAD else common
    proposal = propose_unit_drop(design, state, row.key, _load(common, row.words))
    table, unit = design.table("drop"), design.unit[row.key]
    return Cast(
        key=row.key, name=unit.name, of=design.formation[unit.formation].name,
        at=_came_down_on(state.units[row.key]), proposal=proposal,
        results=tuple(
            in_words(table.row(face + proposal.modifier).result) for face in range(FACES)
        ),
        die=row.die, words=row.words,
    )  # fmt: skip


def _reckoned(design: Design, state: State, unit: str) -> FateLoad:
    """What the map says of the zone on which a unit came down; nothing where nobody knows."""
    if unit not in design.unit:
        return NO_LOAD
    glider = "glider" in design.unit[unit].symbol
    zone = _zone_of(design, state.units[unit].dropped, glider=glider)
    if not zone_cells(design, zone):
        return NO_LOAD
    found = zone_load(design, state, zone)
    return FateLoad(germans=found["germans"], flak=found["flak"], flak_88=found["flak_88"])


def _load(common: FateLoad, words: Mapping[str, str]) -> FateLoad:
    given: dict[str, int | str] = {}
    for word, text in words.items():
        require(
            word in FateLoad.__struct_fields__, say("A drop knows no {word!r}.", word=word), "3.4.1"
        )
        number = word == "zone" or text.isdigit()
        require(
            number, say("{word} must be a number, not {text!r}.", word=word, text=text), "3.4.1"
        )
        given[word] = text if word == "zone" else int(text)
    return replace(common, **given)


def drop_fates(
    design: Design,
    state: State,
    division: str,
    common: FateLoad,
    rows: Iterable[ThrownRow],
    dice: tuple[int, ...],
) -> list[EventDraft]:
    """The fates of many units at once, a die each; what befalls one can be taken back alone."""
    casts = fates(design, state, division, common, rows)
    enough = len(dice) == len(casts)
    require(
        enough,
        say("{count} dice are needed, {given} are there.", count=len(casts), given=len(dice)),
        "3.4.1",
    )
    drafts: list[EventDraft] = []
    for cast, roll in zip(casts, dice, strict=True):
        drafts += _fate(design, state, cast.key, cast.proposal, roll)
    return drafts


def _zone_of(design: Design, text: str, *, glider: bool) -> str:
    """The zone that a plan such as ``DZ X / LZ Z`` means; gliders take a landing zone."""
    named = [each for each in re.findall(r"\b[A-Z][0-9]?\b", text) if each in design.zone]
    landing = [each for each in named if design.zone[each].kind == "landing"]
    return next(iter(landing if glider and landing else named), "")


def _markers(design: Design, state: State, unit: str) -> int:
    """None after Drop One; later one, and one for each day that its drop came late (3.4).

    Airborne tanks lie under one (O4.0).
    """
    above = design.above(design.unit[unit].formation)
    division = next((each for each in DIVISIONS if each in above), "")
    number = drop_numbers(design, state, division).get(unit) if division else None
    if number in (None, 1):
        return int(design.unit[unit].optional)
    drop = drop_of(state, division)
    return 1 + dict(drop.delayed).get(number, 0)
