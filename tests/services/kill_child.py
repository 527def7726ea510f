"""Plays bot games with a working log and says every acknowledged event, until it is killed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from toy_game import load_toy

from wardesk.services.play.session import PlaySession

if __name__ == "__main__":
    session = PlaySession.new(
        "toy/dash",
        seed=1,
        players={"allies": "policy", "axis": "random"},
        path=Path(sys.argv[1]),
        loader=load_toy,
    )
    while True:
        while session.step() is not None:
            os.write(1, b"%d\n" % session.journal.head)
        session.go(0)
        os.write(1, b"0\n")
        session.edit((), "tester", "another game")
        os.write(1, b"%d\n" % session.journal.head)
