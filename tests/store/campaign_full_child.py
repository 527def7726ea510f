"""Adds to a campaign until the system lets no file grow any more, and says how that is told."""

from __future__ import annotations

import resource
import signal
import sys
from pathlib import Path

from small_campaign import NOW

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.messages import OrderGiven
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk

if __name__ == "__main__":
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    path = Path(sys.argv[1])
    desk = CampaignDesk.open(path, write=True, now=lambda: NOW, nonce=lambda: bytes(16))
    most = path.stat().st_size + 200_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    order = EventDraft(payload=OrderGiven(seat="red", text="Hold the bridge. " * 500))
    acknowledged = desk.ledger.head
    try:
        while True:
            acknowledged = desk.add([order])[-1].seq
    except UserError as error:
        text = str(error).replace("\n", " ")
        sys.stdout.write(f"{acknowledged}\n{text}\n{desk.ledger.head}\n")
