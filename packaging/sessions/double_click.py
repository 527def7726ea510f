"""Recorded session: a file of every kind is given to the program, as a double click gives it.

    python packaging/sessions/double_click.py [FOLDER] [--offscreen]

A map must lie in the editor, a game on the table, a campaign on its desk, a pack in the workshop,
also those that earlier versions wrote; a file that does not exist is told in a line without a
window. Numbered pictures and ``log.txt`` come into FOLDER/double_click. The exit code is 0 only
when every check held.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sessions.stage import ROOT, Session, main

MUSEUM = ROOT / "tests" / "museum"
LAID = "playing() and (table().model.covered or not table().view.busy)"
AT_DESK = "campaigning() and not camp().views.map.wants_sheet and not camp().views.busy"
WORKSHOP = "type(window().workspace('campaign')).__name__ == 'WorkshopWorkspace'"
KINDS = (
    ("map-v1.wdmap", "my map.wdmap", "drawing()", "map"),
    ("map-v1-rules.wdmap", "SHOUTED.WDMAP", "drawing()", "map"),
    ("eben-v1.wdgame", "game of version 1.wdgame", LAID, "table"),
    ("eben-v2.wdgame", "game of version 2.wdgame", LAID, "table"),
    ("freeform-v1.wdgame", "our table.wdgame", LAID, "table"),
    ("judged-v3.wdgame", "umpired.wdgame", LAID, "table"),
    ("campaign-v1.wdcamp", "our campaign.wdcamp", AT_DESK, "campaign"),
    ("campaign-v1-own.wdcamp", "of our own.wdcamp", AT_DESK, "campaign"),
    ("", "given away.wdpack", WORKSHOP, "campaign"),
)  # fmt: skip
"""A file of the museum, its name on the disk, what must hold, and the place of the window."""
PACK = ROOT / "campaigns" / "may-1940"


def play(s: Session) -> None:
    """Each file in a program of its own."""
    for specimen, name, holds, mode in KINDS:
        file = s.out / name
        if specimen:
            shutil.copyfile(MUSEUM / specimen, file)
        else:
            wardesk("campaign", "pack", PACK, file)
        s.start(file)
        s.until(holds, f"{name} is open", 60)
        s.check(f"{name} opens at the place “{mode}”", s.ask("window().mode") == mode)
        s.picture(name.partition(".")[0])
        s.kill(hard=False)
    told = wardesk(s.out / "nowhere.wdgame")
    s.check("a file that is not there is told", "no file" in told.lower(), told)


def wardesk(*words: object) -> str:
    """Run the command line; what it wrote as its error."""
    done = subprocess.run(
        [sys.executable, "-m", "wardesk", *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stderr


if __name__ == "__main__":
    sys.exit(main("double_click", play, sys.argv[1:]))
