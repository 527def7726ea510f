"""Units between games and scenarios: placed, transferred, carried over a link."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from wardesk.campaign.carry import CarryPreview, carry_drafts, preview_carry
from wardesk.campaign.conditions import holds
from wardesk.campaign.events import Draft, Event
from wardesk.campaign.facts import facts_of
from wardesk.campaign.payloads import NodeEntered, UnitArrived, UnitMoved, UnitTransferred
from wardesk.campaign.places import GONE, IN_PLAY, Place
from wardesk.campaign.state import UnitState
from wardesk.errors import UserError

if TYPE_CHECKING:
    from wardesk.services.campaign_desk import CampaignDesk


def transfer(desk: CampaignDesk, units: Iterable[str], to_game: str) -> list[Event]:
    """Let units leave their game for another one; they are in transit until they arrive."""
    drafts = [
        Draft(payload=UnitTransferred(unit=unit, from_game=_unit(desk, unit).game, to_game=to_game))
        for unit in units
    ]
    return desk.add(drafts)


def place_units(desk: CampaignDesk, units: Iterable[str], place: Place) -> list[Event]:
    """Put units somewhere: those in play move, the others arrive."""
    drafts: list[Draft] = []
    for unit in units:
        now = _unit(desk, unit).place
        arrives = now.kind in ("drop", "transit") or now.kind not in IN_PLAY
        kind = UnitArrived if arrives else UnitMoved
        drafts.append(Draft(payload=kind(unit=unit, place=place)))
    return desk.add(drafts)


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
        raise UserError(f"There is no unit {unit!r}.", "`status --json` lists the formations.")
    return desk.state.units[unit]


def carry_over(desk: CampaignDesk, start: str, end: str) -> CarryPreview:
    """What the link between two scenarios does to their units; nothing is written."""
    for link in desk.design.links:
        if (link.start, link.end) == (start, end):
            return preview_carry(desk.design, desk.state, link)
    raise UserError(f"No link leads from {start!r} to {end!r}.")


def take_link(desk: CampaignDesk, start: str, end: str) -> list[Event]:
    """Follow a link: its condition must hold, and its carry-over balance.

    A condition that is not yet known follows the link's own setting: refused, or asked.
    """
    link = next((x for x in desk.design.links if (x.start, x.end) == (start, end)), None)
    preview = carry_over(desk, start, end)
    answer = holds(link.condition if link else None, facts_of(desk.design, desk.state))
    if answer is False:
        raise UserError(f"The way from {start} to {end} is shut.", "Its condition is not met.")
    if answer is None and link is not None and link.on_unknown != "default":
        text = f"Whether the way from {start} to {end} is open is not yet known."
        raise UserError(text, "Play what it hangs on, or decide it with a ruling.")
    drafts = carry_drafts(desk.design, desk.state, preview)
    units = tuple(row.becomes or row.unit for row in preview.rows if row.steps_out)
    drafts.append(Draft(payload=NodeEntered(node=end, units=units), source="engine"))
    return desk.add(drafts)
