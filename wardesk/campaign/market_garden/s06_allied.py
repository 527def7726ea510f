"""Special rule 6: Allied supply, prices of activation chits, 231 Brigade, the hero of the 502nd."""

from __future__ import annotations

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.forces import PoolChanged
from wardesk.campaign.ledger.kinds.units import StepsRecovered, UnitEliminated
from wardesk.campaign.ledger.refusals import allow, require
from wardesk.campaign.market_garden.ch05_off_map import GAME
from wardesk.campaign.market_garden.common import CLUB, event, slot
from wardesk.campaign.market_garden.kinds import drop_of
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.state import State
from wardesk.words import say

HERO = "hero.mann"
HERO_FORMATION = "101.502"
NO_NIGHT = ("gds", "43")
FREE = ("independent", "artillery")
OWN_CHIT = frozenset(
    {"regiment", "brigade", "group", "kampfgruppe", "battalion", "garrison", *FREE}
)
"""Kinds of formations that have an activation chit."""
BRIGADE_231 = "43.231"
"""The Guards may pay for it (S6.10)."""
PAIR = {"gds": frozenset({"gds.hot", "gds.cold"})}


def quality_loss(design: Design, state: State, unit: str) -> tuple[int, str]:
    """What lack of supply takes from a unit's troop quality, and the rule (S6.1.1, S6.1.2)."""
    above = design.above(design.unit[unit].formation)
    if "gds" in above and state.routes[CLUB].cut:
        return -2, "S6.1.2"
    if any(drop_of(state, division).interdicted for division in above):
        return -1, "S6.1.1"
    return 0, ""


def price_of_chits(design: Design, state: State, division: str, formations: list[str]) -> int:
    """Dispatch points for formation chits bought together, with the discount of S6.2.

    101st: two formation chits make those of the independents and the artillery free. Guards: so do
    both groups, Hot and Cold. Guards and 43rd buy none for a night turn (S6.4). What is attached to
    the 101st counts among its independents and has no chit (S6.5); the Guards may pay for 231
    Brigade (S6.10).
    """
    night = slot(design, state) == "Night"
    allow(not (night and division in NO_NIGHT), say("They buy no chits for the night."), "S6.4")
    rows = [design.found(design.formations, each, "formation") for each in formations]
    for each in rows:
        guest = division == "gds" and each.id == BRIGADE_231
        allow(
            division in design.above(each.id) or guest,
            say("{name} is not of it.", name=each.name),
            "S6.2",
        )
        whole = each.kind in OWN_CHIT and _on_counters(design, state, each.id)
        cite = "S6.5" if division == "101" else "S6.2"
        allow(whole, say("{name} has no chit of its own.", name=each.name), cite)
    allow(len(set(formations)) == len(formations), say("A formation has one chit."), "S6.2")
    line = [each for each in rows if each.kind not in FREE]
    pair = PAIR.get(division)
    discount = (
        (division == "101" and len(line) >= 2)
        or (pair is not None and pair <= {each.id for each in line})
    )  # fmt: skip
    return len(line) if discount else len(rows)


def _on_counters(design: Design, state: State, formation: str) -> bool:
    """Whether units act under its name on the table where they are, or where they come first.

    The Guards' groups stand inside Hot and Cold in one game and for themselves in the other.
    """
    members = design.members[formation]
    in_wed = any(each.game == GAME for unit in members for each in design.seen_as.get(unit, ()))
    return any(
        counter.game == (state.units[counter.unit].place.game or (GAME if in_wed else counter.game))
        for counter in design.appearances
        if counter.formation == formation
    )


def carried_chit_is_lost(design: Design, state: State, formation: str) -> bool:
    """Whether the last chit of 1900, kept for the night, is wasted (S6.4)."""
    above = design.above(formation)
    return slot(design, state) == "1900" and any(each in above for each in NO_NIGHT)


def crosses_limit(design: Design, state: State, unit: str) -> list[EventDraft]:
    """A unit of 231 Brigade north of its line is eliminated at once (S6.10)."""
    brigade = BRIGADE_231 in design.above(design.unit[unit].formation)
    require(brigade, say("The line is for 231 Brigade alone."), "S6.10")
    require(state.units[unit].place.game == "WED", say("It is not in WED."), "S6.10")
    return [event(UnitEliminated(unit=unit, cause=say("north of the line of 231 Brigade")))]


def hero(design: Design, state: State, unit: str, steps: int, place: Place) -> list[EventDraft]:
    """PFC Mann undoes the loss that a unit of the 502nd has just suffered; once (S6.9)."""
    mine = HERO_FORMATION in design.above(design.unit[unit].formation)
    require(mine, say("He serves with the 502nd."), "S6.9")
    require(state.pools.get(HERO), say("He has been used."), "S6.9")
    back = place if state.units[unit].place.kind == "eliminated" else None
    return [
        event(PoolChanged(pool=HERO, change=-1, cause=design.unit[unit].name)),
        event(
            StepsRecovered(unit=unit, steps=steps, place=back, cause=say("PFC Mann")), caused_by=-1
        ),
    ]
