"""Units between games and scenarios: placed, transferred, carried over a link."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from wardesk.campaign.ledger.chain import let_count
from wardesk.campaign.ledger.events import EventDraft, LedgerEvent
from wardesk.campaign.ledger.kind import Broken
from wardesk.campaign.ledger.kinds.scenarios import NodeEntered
from wardesk.campaign.ledger.kinds.units import UnitArrived, UnitMoved, UnitTransferred
from wardesk.campaign.ledger.refusals import allow, overruling, require
from wardesk.campaign.operation.arrivals import games_in_play
from wardesk.campaign.operation.carry import CarryPreview, carry_drafts, preview_carry
from wardesk.campaign.operation.condition_text import words
from wardesk.campaign.operation.conditions import holds
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.facts import facts_of
from wardesk.campaign.operation.implausible_results import doubts
from wardesk.campaign.operation.places import GONE, IN_PLAY, Place
from wardesk.campaign.operation.state import State, UnitState
from wardesk.campaign.ruleset import ruleset_of
from wardesk.errors import UserError
from wardesk.services.campaign.rights import Allowed, overruled, with_leave
from wardesk.words import say

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk

BY_HAND = say("by hand")
"""What stands behind units that somebody puts into a hex: his own word."""
CITE = "links"
"""What stands behind a move between games: the campaign's own graph."""


def transfer(
    desk: CampaignDesk, units: Iterable[str], to_game: str, *, allowed: Allowed | None = None
) -> list[LedgerEvent]:
    """Let units leave their game for another one; they are in transit until they arrive.

    `Refused` while the way between the two games is shut, unless an umpire has *allowed* it;
    `Impossible` for a unit that has no counter in the other game, and could never arrive.
    """
    drafts: list[EventDraft] = []
    with with_leave(desk.state, allowed) as refused:
        for unit in units:
            check_transfer(desk.design, desk.state, unit, to_game)
            from_game = _unit(desk, unit).game
            payload = UnitTransferred(unit=unit, from_game=from_game, to_game=to_game)
            drafts.append(EventDraft(payload=payload))
    what = say("A unit leaves for the other game")
    return desk.add(overruled(desk.state, what, drafts, refused, allowed))


def check_transfer(design: Design, state: State, unit: str, to_game: str) -> None:
    """`Refused` where a unit may not go over to a game now, `Impossible` where it never can."""
    if to_game not in design.games or unit not in state.units:
        return  # the ledger names what there is
    name, game = design.unit[unit].name, design.games[to_game]
    check_played(design, state, to_game)
    seen = design.seen_as.get(unit, ())
    here = [each for each in seen if each.game == to_game]
    require(here or not seen, say("{name} has no counter in {game}.", name=name, game=game), CITE)
    acts_as = here[0].formation if here else design.unit[unit].formation
    on_its_day = any(
        each.mode == "transfer" and each.game == to_game and each.subject in
        (unit, *design.above(acts_as)) and each.at is not None and each.at <= state.ordinal
        for each in design.arrivals
    )  # fmt: skip
    if not on_its_day:
        _check_way(design, state, state.units[unit].game, to_game)


def check_played(design: Design, state: State, game: str) -> None:
    """`Refused` for a game that is not played; one that there is not the ledger refuses."""
    if game not in design.games:
        return
    name = design.games[game]
    allow(game in games_in_play(design, state), say("{name} is not played here.", name=name), CITE)


def _check_way(design: Design, state: State, start: str, end: str) -> None:
    """`Refused` unless a link between the days of both games is open; none asked without days."""
    days = {each.id: each.game for each in design.nodes if each.kind == "calendar"}
    if start == end or not {start, end} <= set(days.values()):
        return
    way = say("from {start} to {end}", start=design.games[start], end=design.games[end])
    links = [x for x in design.links if (days.get(x.start), days.get(x.end)) == (start, end)]
    allow(links, say("No way leads {way}.", way=way), CITE)
    facts = facts_of(design, state)
    shut = [x.condition for x in links if x.condition and holds(x.condition, facts) is not True]
    if links and len(shut) == len(links):
        allow(
            False,
            say("The way {way} is shut. It opens when: {shut}.", way=way, shut=words(shut[0])),
            CITE,
        )


def placements(
    design: Design, state: State, units: Sequence[str], place: Place
) -> list[EventDraft]:
    """The events by which units come into a place: those in play move, the others arrive.

    `Refused` for a game that is not played, and for what a results sheet would want a reason for:
    no hex of the map, the enemy there, more than may stand together. `Broken` for who cannot come.
    """
    check_played(design, state, place.game)
    after = dict.fromkeys(units, place)
    for doubt in doubts(design, state, after, ruleset_of(design).stacking):
        allow(False, doubt.words, BY_HAND)
    drafts: list[EventDraft] = []
    for unit in units:
        now = state.units[unit].place
        arrives = now.kind in ("drop", "transit") or now.kind not in IN_PLAY
        kind = UnitArrived if arrives else UnitMoved
        drafts.append(EventDraft(payload=kind(unit=unit, place=place)))
    let_count(design, state.copy(), drafts)
    return drafts


def place_units(
    desk: CampaignDesk, units: Iterable[str], place: Place, *, allowed: Allowed | None = None
) -> list[LedgerEvent]:
    """Put units somewhere. `Refused` as `placements`, unless an umpire has *allowed* it."""
    found = list(units)
    for unit in found:
        _unit(desk, unit)
    with with_leave(desk.state, allowed) as refused:
        drafts = placements(desk.design, desk.state, found, place)
    what = say("Units are put into a hex")
    return desk.add(overruled(desk.state, what, drafts, refused, allowed))


class MoveStanding(Struct, frozen=True):
    """Who of some units and formations can come into a place, and why the others cannot."""

    units: tuple[str, ...]
    left: tuple[str, ...]


def who_can_stand(desk: CampaignDesk, names: Iterable[str], place: Place) -> MoveStanding:
    """Units by name; of a formation those that can come now, in spite of the others.

    `Broken` where nobody can, or somebody who was named himself cannot.
    """
    units: list[str] = []
    left: list[str] = []
    for name in dict.fromkeys(names):
        if name not in desk.design.formation:
            _unit(desk, name)
            _can_come(desk, name, place)
            units.append(name)
            continue
        for unit in members_of(desk, [name]):
            try:
                _can_come(desk, unit, place)
            except Broken as error:
                left.append(error.message)
            else:
                units.append(unit)
    if left and not units:
        raise Broken(left[0])
    return MoveStanding(tuple(dict.fromkeys(units)), tuple(dict.fromkeys(left)))


def _can_come(desk: CampaignDesk, unit: str, place: Place) -> None:
    with overruling():
        placements(desk.design, desk.state, [unit], place)


def members_of(desk: CampaignDesk, names: Iterable[str], *, alive: bool = True) -> list[str]:
    """Units by name; a formation stands for its units that still have steps, or never had any."""
    found: list[str] = []
    for name in names:
        if name in desk.design.formation:
            found += [
                unit
                for unit in desk.design.members[name]
                if not alive or desk.state.units[unit].place.kind not in GONE
            ]
        else:
            found.append(name)
    return list(dict.fromkeys(found))


def _unit(desk: CampaignDesk, unit: str) -> UnitState:
    if unit not in desk.state.units:
        raise UserError(
            say("There is no unit {unit!r}.", unit=unit), "`status --json` lists the formations."
        )
    return desk.state.units[unit]


def carry_over(
    desk: CampaignDesk, start: str, end: str, back: Mapping[str, str] | None = None
) -> CarryPreview:
    """What the link between two scenarios does to their units; nothing is written.

    *back* gives reasons why units that were lost come back, by unit; see `preview_carry`.
    """
    for link in desk.design.links:
        if (link.start, link.end) == (start, end):
            return preview_carry(desk.design, desk.state, link, back)
    raise UserError(say("No link leads from {start!r} to {end!r}.", start=start, end=end))


def take_link(
    desk: CampaignDesk,
    start: str,
    end: str,
    *,
    back: Mapping[str, str] | None = None,
    allowed: Allowed | None = None,
) -> list[LedgerEvent]:
    """Follow a link: its condition must hold, and its carry-over balance.

    A condition that is not yet known follows the link's own setting: refused, or asked. `Refused`
    for one that is shut, unless an umpire has *allowed* it.
    """
    link = next((x for x in desk.design.links if (x.start, x.end) == (start, end)), None)
    preview = carry_over(desk, start, end, back)
    answer = holds(link.condition if link else None, facts_of(desk.design, desk.state))
    shut = say("The way from {start} to {end} is shut.", start=start, end=end)
    unknown = say(
        "Whether the way from {start} to {end} is open is not yet known.", start=start, end=end
    )
    asked = answer is None and link is not None and link.on_unknown != "default"
    with with_leave(desk.state, allowed) as refused:
        allow(answer is not False, shut, CITE)
        allow(not asked, unknown, CITE)
    drafts = carry_drafts(desk.design, desk.state, preview)
    units = tuple(row.becomes or row.unit for row in preview.rows if row.steps_out)
    drafts.append(EventDraft(payload=NodeEntered(node=end, units=units), source="engine"))
    return desk.add(overruled(desk.state, say("A way is taken"), drafts, refused, allowed))
