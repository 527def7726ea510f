"""What the scenarios of a map's own pack ask of it, for the list of issues while drawing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from wardesk import paths
from wardesk.documents.maps.store import read_map
from wardesk.documents.packs.store import list_packs, read_pack, read_scenario
from wardesk.engine.kernel import begin
from wardesk.errors import UserError
from wardesk.model.needs import GameNeeds, SetUpUnit, needs_of
from wardesk.model.palette import Palette
from wardesk.services.packs.pack_copy import pack_of
from wardesk.services.play.tables import load_table


class PlayedHere(Struct, frozen=True):
    """A scenario that is played on a map. *trouble*: why it cannot be set up there now."""

    title: str
    needs: GameNeeds | None = None
    trouble: str = ""


def played_on(place: Path) -> list[PlayedHere]:
    """The scenarios of the pack in which the map at *place* lies, as the map is on the disk.

    Empty for a map that lies in no pack. UserError if the pack cannot be read.
    """
    folder = pack_of(place)
    if folder is None:
        return []
    pack = read_pack(folder)
    found: list[PlayedHere] = []
    for name in pack.scenarios:
        short = name.partition("/")[2]
        info = read_scenario(pack, short)
        if Path(info.map) != place.resolve():
            continue
        file = folder / "scenarios" / f"{short}.toml"
        try:
            found.append(PlayedHere(info.title, _needs(str(file))))
        except UserError as error:
            found.append(PlayedHere(info.title, trouble=error.message))
    return found


def together(needs: Sequence[GameNeeds]) -> GameNeeds:
    """What several scenarios of one game ask of the same map; the units of all, each once."""
    first = needs[0]
    units = dict.fromkeys(unit for one in needs for unit in one.units)
    return msgspec.structs.replace(first, units=tuple(units))


def _needs(scenario: str) -> GameNeeds:
    table = load_table(scenario, {})
    _, state = begin(table.rules, umpire=False)
    units = [
        SetUpUnit(counter.title or counter.piece, counter.at, counter.side)
        for counter in table.rules.showing.look(state).counters
        if counter.at is not None
    ]
    known = _own_palette(table.info.game)
    if known is None:
        return GameNeeds(game=table.info.game_title, units=tuple(units))
    return needs_of(table.info.game_title, known, units)


def _own_palette(game: str) -> Palette | None:
    """The kinds that a game knows: those of the map it ships with. None: it takes any kind."""
    if game == "freeform":
        return None
    for pack in list_packs(paths.campaigns()):
        if pack.game == game and pack.scenarios:
            info = read_scenario(pack, pack.scenarios[0].partition("/")[2])
            return read_map(Path(info.map), check=False).palette
    return None
