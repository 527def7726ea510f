"""Adds events to a campaign and says each that was acknowledged, until it is killed.

For every path on its input a process of its own is forked that does so; its number is said first.
All of the program is loaded once, before the forks, and no campaign is open then.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from small_campaign import NOW

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import FactSet
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.ledger.kinds.units import StepsLost, StepsRecovered, UnitMoved
from wardesk.campaign.operation.places import Place
from wardesk.services.campaign.desk import CampaignDesk


def add_without_end(path: Path) -> None:
    """Add events and say each number once it is stored."""
    desk = CampaignDesk.open(path, write=True, now=lambda: NOW, nonce=lambda: bytes(16))
    number = desk.ledger.head
    while True:
        # a batch of three with a unit's cached state: it must be there whole or not at all
        number += 1
        drafts = [
            EventDraft(payload=FactSet(fact="round", value=number)),
            EventDraft(payload=StepsLost(unit="r2", steps=1), caused_by=-1),
            EventDraft(payload=StepsRecovered(unit="r2", steps=1), caused_by=-1),
        ]
        os.write(1, b"%d\n" % desk.add(drafts)[-1].seq)
        points = EventDraft(payload=Points(side="red", points=1, cause="a round"))
        os.write(1, b"%d\n" % desk.add([points])[-1].seq)
        # it comes and goes before somebody's eyes: what these see is written with the move
        there = "42.229" if desk.state.units["b1"].place.at == "41.229" else "41.229"
        moved = EventDraft(payload=UnitMoved(unit="b1", place=Place("hex", there, "S", "ONE")))
        os.write(1, b"%d\n" % desk.add([moved])[-1].seq)
        if number % 7 == 0:
            desk.backup("kill")


if __name__ == "__main__":
    for line in sys.stdin:
        child = os.fork()
        if not child:
            os.write(1, b"pid %d\n" % os.getpid())
            try:
                add_without_end(Path(line.rstrip("\n")))
            finally:
                os._exit(1)
        os.waitpid(child, 0)
        os.write(1, b"killed\n")
