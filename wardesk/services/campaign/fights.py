"""Fights of the campaign: where both sides meet now, and a table of the ground around one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wardesk.campaign.operation.meeting import MeetingArea, meetings
from wardesk.errors import UserError
from wardesk.services.campaign.table import TableOpened, open_table
from wardesk.services.campaign.table_back import find_node
from wardesk.services.campaign.table_moment import around
from wardesk.services.campaign.table_setup import ruled_table
from wardesk.words import say

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk


def fights(desk: CampaignDesk) -> tuple[MeetingArea, ...]:
    """Where both sides meet now, the largest first."""
    return meetings(desk.design, desk.state)


def fight_place(desk: CampaignDesk, found: MeetingArea) -> str:
    """The nearest place that has a name; empty without a map."""
    ruled = ruled_table(find_node(desk.design, found.node)) if found.node else None
    if ruled is None or found.id not in ruled.board.cells:
        return ""
    cells = ruled.board.cells
    x, y = cells[found.id].anchor
    named = (cell for cell in cells.values() if cell.name and cell.name != cell.id)
    near = min(named, key=lambda cell: math.dist(cell.anchor, (x, y)), default=None)
    return near.name if near is not None else ""


def find_fight(desk: CampaignDesk, where: str) -> MeetingArea:
    """A fight by a hex in it. UserError that lists what there is."""
    found = fights(desk)
    cells = {where, *(desk.design.cell(game, where) for game in desk.design.games)}
    for each in found:
        if cells & {each.id, *each.cells}:
            return each
    listed = ", ".join(each.id for each in found) or say("none")
    raise UserError(
        say("Nobody meets in {where!s}.", where=where), say("There are: {found!s}.", found=listed)
    )


def lay_fight(
    desk: CampaignDesk, where: str, *, out: Path | None = None, turns: int = 0,
    beside: Sequence[str] = (),
) -> TableOpened:  # fmt: skip
    """Lay a table of a fight with everybody who stands in its window, of whatever game.

    *beside* are hexes that the table shall show as well. UserError for ground without a map.
    """
    found = find_fight(desk, where)
    if not found.node:
        raise UserError(
            "This campaign is not played by days.", "Lay one of its scenarios on a table."
        )
    ruled = ruled_table(find_node(desk.design, found.node))
    if ruled is None:
        raise UserError("The map of this campaign has no table with rules.")
    corners = around(ruled.board, (*found.cells, *beside))
    return open_table(desk, found.node, out=out, window=corners, turns=turns)
