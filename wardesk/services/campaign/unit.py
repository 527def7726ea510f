"""One unit of a campaign as everybody at a table needs it: what is left of it, and its counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from wardesk.campaign.operation.names import place_words
from wardesk.campaign.ruleset import ruleset_of
from wardesk.errors import UserError
from wardesk.words import say

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk


class UnitCard(Struct, frozen=True, kw_only=True):
    """A unit now."""

    id: str
    name: str
    formation: str
    steps: int
    steps_full: int
    place: str
    flags: tuple[str, ...] = ()
    quality: int | None = None
    """Troop quality as it counts now, None where the printed one is not known."""
    quality_change: int = 0
    """What supply, the road and the reorganisation add to the printed one."""
    why: tuple[str, ...] = ()
    counters: tuple[tuple[str, str], ...] = ()
    """Its counter in each game; all show the same losses."""


def unit_card(desk: CampaignDesk, unit: str) -> UnitCard:
    """How a unit stands. UserError for an unknown one."""
    design, state = desk.design, desk.state
    if unit not in design.unit:
        raise UserError(
            say("There is no unit {unit!r}.", unit=unit), "`status --json` lists the formations."
        )
    found, now = design.unit[unit], state.units[unit]
    changes = ruleset_of(design).quality_changes(design, state, unit)
    change = sum(each for each, _cite in changes)
    return UnitCard(
        id=unit,
        name=found.name,
        formation=design.formation[found.formation].name,
        steps=now.steps,
        steps_full=found.steps_full,
        place=place_words(design, now.place) if now.place.game == "" else str(now.place),
        flags=now.flags,
        quality=None if found.quality is None else found.quality + change,
        quality_change=change,
        why=tuple(say("{each:+d} by {cite}", each=each, cite=cite) for each, cite in changes),
        counters=tuple((each.game, each.counter) for each in design.seen_as.get(unit, ())),
    )
