"""What a seat of a campaign in the making will be sent, tried out on a first turn of chance."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.orders_text import write_text
from wardesk.errors import UserError
from wardesk.reports.packet import paper_of
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.owed import form_for
from wardesk.services.campaign.packets import view_for
from wardesk.words import as_english, say

_THEN = datetime(2000, 1, 1, tzinfo=UTC)
_MOST = 50
"""Lines of one turn, after which something of the checklist comes round again."""


class SampleTurn(Struct, frozen=True, kw_only=True):
    """A packet and the orders form that comes with it, as a seat would read them."""

    seat: str
    name: str
    turn: str
    packet: str
    """HTML for paper, without the map."""
    form: str


def sample_turn(design: Design, seat: str) -> SampleTurn:
    """What *seat* gets after the first turn, played through by a seed; nothing of it is kept.

    UserError for an unknown seat, or an umpire's.
    """
    with (
        TemporaryDirectory() as folder,
        CampaignDesk.create(
            Path(folder) / "sample.wdcamp", design, name=design.name, campaign="sample", seed=1,
            options={}, now=lambda: _THEN, nonce=lambda: bytes(16),
        ) as desk,
    ):  # fmt: skip
        for _line in range(_MOST):
            if not desk.pending():
                break
            try:
                desk.next()
            except UserError:  # somebody would have to decide it
                desk.next(skip=as_english(say("left for the sample")))
        view = view_for(desk, seat)
        return SampleTurn(
            seat=seat,
            name=view.seat.name,
            turn=design.calendar.turn(max(0, desk.state.ordinal)).label,
            packet=paper_of(design, view),
            form=write_text(form_for(desk, seat)),
        )
