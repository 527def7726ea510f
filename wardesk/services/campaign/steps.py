"""The lines of a turn's checklist: what the desk does by itself, and what it has to be told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from wardesk.campaign.ledger.events import Event
from wardesk.campaign.operation.arrivals import arrive
from wardesk.campaign.operation.schedule import Step
from wardesk.campaign.ruleset import Desk, Doer, no_die, ruleset_of
from wardesk.errors import UserError

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk


class StepDone(Struct, frozen=True, kw_only=True):
    """A line that was dealt with, with what came of it."""

    step: str
    title: str
    note: str = ""
    events: tuple[Event, ...] = ()


def do_step(desk: CampaignDesk, step: Step, roll: int | None) -> tuple[list[Event], str]:
    """Do one line: its events, and a note on how it was done.

    `Pending` when somebody has to decide first. A line that is played at the table is only closed.
    """
    line = ruleset_of(desk.design).lines.get(step.id)
    doer = line.do if line is not None else _DOERS.get(step.id)
    if doer is None:
        if roll is not None:
            raise UserError(f"{step.title}: no die is needed.")
        return [], "at the table"
    return doer(desk, roll)


def _reinforcements(desk: Desk, roll: int | None) -> tuple[list[Event], str]:
    no_die(roll)
    drafts = arrive(desk.design, desk.state)
    if not drafts:
        return [], "none due"
    return desk.add(drafts), f"{len(drafts)} units"


_DOERS: Mapping[str, Doer] = {"reinforcements": _reinforcements}
"""Lines that are done alike in every campaign."""
