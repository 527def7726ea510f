"""Adds events to a shared campaign and says each that was acknowledged, until it is killed.

Whenever somebody else was faster it reads what he did and tries again; when the server is gone it
waits until it is back.
"""

from __future__ import annotations

import os
import sys
import time

from small_campaign import NOW

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import FactSet
from wardesk.campaign.ledger.kinds.units import StepsLost, StepsRecovered, UnitMoved
from wardesk.campaign.operation.places import Place
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.server import campaign_place
from wardesk.store.campaigns import Conflict


def add_without_end(address: str) -> None:
    """Add batches that must be there whole, with what is seen of them, or not at all."""
    desk = None
    while True:
        try:
            if desk is None:
                place = campaign_place(address)
                desk = CampaignDesk.open(
                    place, write=True, now=lambda: NOW, nonce=lambda: b"0" * 16
                )
            there = "42.229" if desk.state.units["b1"].place.at == "41.229" else "41.229"
            drafts = [
                EventDraft(payload=FactSet(fact="round", value=desk.ledger.head)),
                EventDraft(payload=StepsLost(unit="r2", steps=1), caused_by=-1),
                EventDraft(payload=StepsRecovered(unit="r2", steps=1), caused_by=-1),
                # it comes and goes before somebody's eyes: what these see is written with it
                EventDraft(payload=UnitMoved(unit="b1", place=Place("hex", there, "S", "ONE"))),
            ]
            last = desk.add(drafts)[-1]
            os.write(1, f"{last.seq} {last.hash}\n".encode())
        except Conflict:
            continue
        except UserError:
            if desk is not None:
                desk.close()
            desk = None
            time.sleep(0.1)


if __name__ == "__main__":
    add_without_end(sys.argv[1])
