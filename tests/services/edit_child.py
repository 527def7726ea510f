"""Draws on a map without end and says every acknowledged command, until it is killed."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from maps import random_command

from wardesk.documents.maps.edit_journal import map_digest
from wardesk.errors import UserError
from wardesk.services.maps.edit_session import EditSession


def say(session: EditSession) -> None:
    """Tell the digest of the map as it is now."""
    sys.stdout.write(f"now {map_digest(session.document)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    rng = random.Random(int(sys.argv[2]))
    session = EditSession.open(Path(sys.argv[1]))
    say(session)
    while True:
        try:
            if rng.random() < 0.15 and session.editor.can_undo:
                session.editor.undo()
            elif rng.random() < 0.03:
                session.save()
            else:
                session.do(random_command(rng, session.document))
        except UserError:
            continue
        say(session)
