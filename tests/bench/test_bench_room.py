"""What comes from strangers is read in a process of its own: what that costs, side by side."""

from __future__ import annotations

import shutil
from time import perf_counter

from wardesk import paths
from wardesk.model.scenario import Pack
from wardesk.services.packs.shelf import _judged
from wardesk.services.room import ROOM


def test_a_pack_is_opened_in_a_room_of_its_own(budget, tmp_path):
    """Once the process runs: the first pack of a sitting waits for it to begin."""
    took: dict[str, list[float]] = {"there": [], "here": []}
    for number in range(12):
        for name in took:
            folder = tmp_path.resolve() / f"{name}{number}" / "hannut-stonne"
            shutil.copytree(paths.campaigns() / "hannut-stonne", folder)
            start = perf_counter()
            if name == "there":
                ROOM.read(_judged, folder, Pack)
            else:
                _judged(folder)
            took[name].append(perf_counter() - start)
    ROOM.close()
    there, here = (min(times[1:]) for times in took.values())
    budget("a stranger's pack opened in a process of its own: times as long as without",
           "1.3", f"{there / here:.2f}", there <= 1.3 * here)  # fmt: skip
