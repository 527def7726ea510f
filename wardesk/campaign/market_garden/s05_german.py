"""Special rule 5: the Germans reorganise, bomb Eindhoven, and place KG Huber."""

from __future__ import annotations

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import FactSet
from wardesk.campaign.ledger.kinds.forces import IdentityChosen
from wardesk.campaign.ledger.kinds.secrets import commit, reveal
from wardesk.campaign.ledger.kinds.units import UnitArrived
from wardesk.campaign.ledger.refusals import allow, require
from wardesk.campaign.market_garden.ch04_club_route import attack
from wardesk.campaign.market_garden.ch05_off_map import GAME
from wardesk.campaign.market_garden.common import STACKING, day, dispatch_of, event, on, paid, slot
from wardesk.campaign.operation.arrivals import shut_out
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.positions import come_in
from wardesk.campaign.operation.state import State
from wardesk.games.gts.agreed import raid_closes, raid_left, reorganised_on
from wardesk.words import say

REORGANISED = "german.reorganised"
RAID = "raid"
RAID_ON = "raid.running"
RAID_PAID = "raid.dispatch_paid"
RAID_DAYS = (1, 2, 3)
"""The nights of 18, 19 and 20 September."""
HUBER = "kg_huber"


def reorganise(design: Design, state: State) -> list[EventDraft]:
    """At 0700 on 20 September the Eindhoven command becomes KG Chill (S5.1.1).

    German troop quality and white assault ratings in WED are one higher from then on, by the date
    alone; the fact is for the record that the displays were changed.
    """
    on(design, state, "S5.1.1", "0700")
    allow(day(design, state) == 3, say("This happens on 20 September."), "S5.1.1")
    require(REORGANISED not in state.facts, say("It is done."), "S5.1.1")
    return [event(FactSet(fact=REORGANISED, value=True))]


def quality_bonus(design: Design, state: State, unit: str) -> int:
    """What the reorganisation adds to a unit's troop quality; on the maps of WED alone (S5.1.1)."""
    german = design.side_of(unit) == "german"
    has_counter = any(each.game == GAME for each in design.seen_as.get(unit, ()))
    elsewhere = state.units[unit].place.game not in ("", GAME)
    later = reorganised_on(design.calendar.turn(state.ordinal).day)
    return int(german and has_counter and not elsewhere and later)


def hide_raid(design: Design, state: State, night: int, nonce: bytes) -> list[EventDraft]:
    """At the start one of three nights is bound in secret as that of the air raid (S5.2)."""
    start = state.ordinal == design.calendar.first_ordinal
    allow(start, say("The markers are placed before the first turn."), "S5.2")
    require(night in RAID_DAYS, say("It is the night of 18, 19 or 20 September."), "S5.2")
    require(RAID not in state.secrets, say("The markers are placed."), "S5.2")
    return commit(RAID, "german", _ABOUT, str(night), nonce)


_ABOUT = say("the night of the Eindhoven air raid")


def raid_is_hidden(state: State) -> bool:
    """Whether the night is bound; a seat knows its secrets by what they are about alone."""
    return any(secret.about == _ABOUT for secret in state.secrets.values())


def reveal_raid(design: Design, state: State) -> list[EventDraft]:
    """On each of the three nights its marker is turned over (S5.2).

    A decoy tells that this is not the night; the commitment itself is told with the real one.
    """
    on(design, state, "S5.2", "Night")
    today = day(design, state)
    require(today in RAID_DAYS, say("No marker lies on this night."), "S5.2")
    secret = state.secrets.get(RAID)
    require(secret is not None and secret.kept is not None, say("No marker was placed."), "S5.2")
    assert secret is not None
    assert secret.kept is not None
    name = f"raid.night.{today}"
    require(name not in state.facts, say("It is turned over."), "S5.2")
    real = secret.kept[1] == str(today)
    drafts = [event(FactSet(fact=name, value=real))]
    if real:
        drafts += [reveal(state, RAID), event(FactSet(fact=RAID_ON, value=True), caused_by=-2)]
    return drafts


def raid_on_chit(
    design: Design, state: State, division: str, dispatch: int = 0
) -> list[EventDraft]:
    """Each chit of the 101st or the Guards adds a closed marker until 4 points are paid (S5.2).

    Any Allied division may pay when its chit is drawn, from its own dispatch points.
    """
    found = design.found(design.formations, division, "division")
    require(
        found.kind == "division", say("{division} is no division.", division=found.name), "S5.2"
    )
    require(found.side == "allied", say("Only Allied divisions have to do with it."), "S5.2")
    allow(state.facts.get(RAID_ON) is True, say("No air raid has hit Eindhoven."), "S5.2")
    before = int(state.facts.get(RAID_PAID, 0))
    require(
        0 <= dispatch <= raid_left(before),
        say("{RAID_PRICE} points are left.", RAID_PRICE=raid_left(before)),
        "S5.2",
    )
    left = dispatch_of(state, division)
    enough = left is None or dispatch <= left
    require(
        enough,
        say("{division} has {left} left to pay with.", division=found.name, left=left),
        "S5.2",
    )
    suffers = raid_closes(division, before)
    require(
        suffers or dispatch,
        say("{division} can only pay; say how many points.", division=found.name),
        "S5.2",
    )
    drafts: list[EventDraft] = []
    if suffers:
        drafts = attack(design, state, closed=True, raid=True, cause=say("the Eindhoven air raid"))
    if dispatch:
        drafts += paid(state, division, dispatch, before=len(drafts))
        facts = [FactSet(fact=RAID_PAID, value=before + dispatch)]
        if not raid_left(before + dispatch):
            facts.append(FactSet(fact=RAID_ON, value=False))
        for fact in facts:
            drafts.append(event(fact, caused_by=-len(drafts) or None))
    return drafts


def choose_huber(design: Design, state: State, option: str) -> list[EventDraft]:
    """On the night of 17 September one of the two sets of KG Huber is chosen, for good (S5.5)."""
    now = day(design, state) == 0 and slot(design, state) == "Night"
    allow(now, say("This is chosen on the night of 17 September."), "S5.5")
    require(HUBER not in state.identities, say("It is chosen already."), "S5.5")
    group = next(each for each in design.identity_groups if each.id == HUBER)
    known = [each.id for each in group.options]
    require(option in known, say("The sets are {known}.", known=" and ".join(known)), "S5.5")
    return [event(IdentityChosen(group=HUBER, option=option), seen_by=("german",))]


def huber_arrives(design: Design, state: State) -> list[EventDraft]:
    """The chosen set comes on its turn: 0700 on 18, or the night of 21 September (S5.5)."""
    group = next(each for each in design.identity_groups if each.id == HUBER)
    chosen = state.identities.get(HUBER)
    require(chosen, say("KG Huber is not chosen yet."), "S5.5")
    option = next(each for each in group.options if each.id == chosen)
    allow(option.enters == state.ordinal, say("This is not its turn."), "S5.5")
    units = [
        unit
        for unit in design.members[option.formation or ""]
        if state.units[unit].place.kind == "not-yet"
    ]
    require(units, say("It is there already."), "S5.5")
    shut = shut_out(design, state, option.formation or "")
    allow(not shut, say("All its entries lie behind a flank corps."), "5.2")
    entry = Place("hex", "entry", game=GAME)
    where = come_in(design, state, units, GAME, STACKING, entry)
    return [event(UnitArrived(unit=unit, place=where[unit])) for unit in units]
