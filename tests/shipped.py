"""What comes with WarDesk, for tests that hold for every game and name none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from wardesk.documents.packs.store import list_packs, read_scenario
from wardesk.model.scenario import ScenarioInfo


@cache
def _infos() -> tuple[ScenarioInfo, ...]:
    """Every scenario of a game with printed rules."""
    return tuple(
        read_scenario(pack, name.partition("/")[2])
        for pack in list_packs()
        if pack.game != "freeform"
        for name in pack.scenarios
    )


def _wanted(kinds: tuple[str, ...]) -> Iterator[ScenarioInfo]:
    for info in _infos():
        head = json.loads((Path(info.map) / "grid.json").read_text("utf-8"))
        if not kinds or head["kind"] in kinds:
            yield info


def scenarios(*kinds: str) -> list[str]:
    """Every scenario with printed rules, on maps of these kinds or of any."""
    return [info.id for info in _wanted(kinds)]


def one_a_map(*kinds: str) -> list[str]:
    """Of those the first on each map."""
    return list({info.map: info.id for info in reversed(list(_wanted(kinds)))}.values())[::-1]


def maps(*kinds: str) -> list[str]:
    """The maps that they are played on."""
    return list(dict.fromkeys(info.map for info in _wanted(kinds)))
