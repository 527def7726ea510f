"""40.C Entrenchments: kept up by units that stay, gone with those that leave."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.games.europa import reduction
from wardesk.games.europa.ch40b_works import put, site_of
from wardesk.games.europa.position import ZONE_SIZE, Table, layout_of
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import Unit

D = Draft[Setting]


def keepers(setting: Setting, table: Table, work: Unit) -> list[Unit]:
    """40.C-2 Who can keep an entrenchment up: at least 1 RE that has spent no points."""
    units = layout_of(setting, table).at(work.side, work.at or "")
    return [u for u in units if not u.moved and setting.rows[u.id].halves >= ZONE_SIZE]


def tend(d: D, cell: str) -> None:
    """40.C-3 Nobody keeps the entrenchment of a hex up: it is removed."""
    work = layout_of(d.setting, d).works.get(cell)
    if work is None or not work.row.entrenchment:
        return
    stayed = bool(keepers(d.setting, d, work))
    change = reduction.vacated(site_of(d.setting, d, work), stayed=stayed)
    if change.site is None:
        put(d, work.id, change, "EF 40.C-3")
