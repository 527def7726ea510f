"""Kills a process that draws, again and again at random moments, and looks what was kept.

Arguments: a folder, how many kills, a seed. Says ``ok`` and the count of what it saw, or fails.
"""

from __future__ import annotations

import collections
import os
import random
import signal
import sys
import time
from pathlib import Path

from maps import area_map, document_of, random_command
from pictures import png

from wardesk.documents.maps.edit_journal import map_digest
from wardesk.documents.maps.store import write_map
from wardesk.drawing.commands.all_commands import AddUnderlay
from wardesk.errors import UserError
from wardesk.geometry.grids.calibration import IDENTITY
from wardesk.services.maps.edit_session import EditSession


def draw(path: Path, seed: int, told: int) -> None:
    """Edit without end; say the digest after every acknowledged step."""
    rng = random.Random(seed)
    session = EditSession.open(path)
    os.write(told, f"{map_digest(session.document)}\n".encode())
    while True:
        try:
            roll = rng.random()
            if roll < 0.15 and session.editor.can_undo:
                session.editor.undo()
            elif roll < 0.25:
                session.save()
            elif roll < 0.3:
                data = png(rng.randint(4, 450), 450, rng.randint(0, 255), noise=True)
                found = session.put_image(data)
                session.do(AddUnderlay(found.part, found.size, IDENTITY))
            elif roll < 0.33:
                session.close()
                session = EditSession.open(path)
            else:
                session.do(random_command(rng, session.document))
        except UserError:
            continue
        os.write(told, f"{map_digest(session.document)}\n".encode())


def killed(path: Path, rng: random.Random) -> str:
    """Let a child draw for a moment, kill it; the last digest it acknowledged, "" for none."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            draw(path, rng.getrandbits(32), writing)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        first = stream.readline()
        time.sleep(rng.random() ** 2 * 0.15)
        os.kill(child, signal.SIGKILL)
        lines = [first, *stream.readlines()]
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the child fell over by itself"
    whole = [line for line in lines if line.endswith(b"\n")]
    return whole[-1].decode().strip() if whole else ""


def seen(path: Path, told: str) -> str:
    """How what was kept compares with what was acknowledged; AssertionError if it was lost."""
    with EditSession.open(path) as session:
        assert not any("picture" in notice for notice in session.notices), session.notices
        if map_digest(session.document) == told:
            return "as told"
        # one more step was stored, but the child was killed before it could say so
        for step, back in (("undo", "redo"), ("redo", "undo")):
            if getattr(session.editor, f"can_{step}"):
                getattr(session.editor, step)()
                if map_digest(session.document) == told:
                    getattr(session.editor, back)()
                    return "one more"
                getattr(session.editor, back)()
    raise AssertionError("an acknowledged step is lost")


if __name__ == "__main__":
    folder, kills, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    count: collections.Counter[str] = collections.Counter()
    paths = [folder / "areas.wdmap", folder / "areas", folder / "hexes.wdmap"]
    for path in paths:
        write_map(document_of("hex") if path.stem == "hexes" else area_map(), path)
    for number in range(kills):
        path = paths[number % len(paths)]
        told = killed(path, rng)
        if told:
            count[seen(path, told)] += 1
    sys.stdout.write(f"ok {dict(count)}\n")
