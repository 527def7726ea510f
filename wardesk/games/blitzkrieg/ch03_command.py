"""Chapter 3: formations, HQs that are overrun, and units out of command."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.engine.derived_cache import remembered
from wardesk.engine.draft import Draft
from wardesk.games.blitzkrieg.position import (
    Table,
    at,
    fighters_at,
    holds,
    hq_of,
    on_map,
    riders,
    unit_name,
)
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import ENEMY, OVERRUN, Unit
from wardesk.words import say

D = Draft[Setting]


def in_command(setting: Setting, table: Table, unit: Unit) -> bool:
    """3.4, 3.5 Within two (French) or three (German) hexes of the HQ; independents always are."""
    if unit.hq or not on_map(setting, unit):
        return True
    home = setting.home(unit.id)
    if home.independent or holds(table, home.id, "lone"):
        return True
    hq = hq_of(table, unit.formation)
    if hq is None:
        return True
    if not on_map(setting, hq):
        return False
    radius = setting.tables.figures.radius[unit.side]
    return setting.distance(unit.at or "", hq.at or "") <= radius


def command(d: D, only: str = "") -> None:
    """3.5 Lay and take the markers of all units; of formation *only* they are laid, not taken."""
    for unit in tuple(d.pieces.values()):
        if only and unit.formation != only:
            continue
        out = not in_command(d.setting, d, unit)
        if out != unit.out and (out or not only):
            d.set(unit.id, out=out)


def lose_command(d: D, unit: str) -> None:
    """3.5 A unit that falls back out of the radius feels it at once, and a company on board too.

    The marker itself is only taken away again in an administration phase (2.0).
    """
    for piece in (d.pieces[unit], *riders(d, unit)):
        if not piece.out and not in_command(d.setting, d, piece):
            d.set(piece.id, out=True)
            name = unit_name(d.setting, piece)
            d.say(say("{unit} is out of command", unit=name), "BK 3.5", piece.at)


def overrun(d: D, cell: str, side: str) -> None:
    """3.2 HQs alone in a hex with units of *side* are taken off and come back next turn."""
    if fighters_at(d, cell, ENEMY[side]):
        return
    for hq in at(d, cell, ENEMY[side]):
        if hq.hq:
            d.set(hq.id, at=OVERRUN, neutralised=False)
            d.track(f"{hq.id}/back", d.tracks["turn"] + 1)
            d.say(say("{unit} was overrun", unit=unit_name(d.setting, hq)), "BK 3.2", cell)
            command(d, only=hq.formation)


def hq_moves(setting: Setting, table: Table, hq: Unit) -> tuple[int, str]:
    """3.2 An HQ moves like the fastest unit of its formation: points and class."""
    return _hq_moves(setting, table.pieces, hq.formation)


@remembered
def _hq_moves(setting: Setting, pieces: Mapping[str, Unit], formation: str) -> tuple[int, str]:
    kinds = [
        setting.kinds[u.id]
        for u in pieces.values()
        if u.formation == formation and not u.hq and on_map(setting, u) and not u.aboard
    ]
    if not kinds:
        kinds = [setting.kinds[unit] for unit in setting.formations[formation].unit_ids]
    best = max(kinds, key=lambda kind: (kind.moves, kind.id))
    return best.moves, best.move_class
