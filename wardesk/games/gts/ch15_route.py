"""Chapter 4.3.3 of the exclusive rules: attacks on the corps' road, counted for the ledger."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.games.gts.position import counter, on_map
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import GERMAN
from wardesk.words import say

D = Draft[Setting]
ATTACKED, CLOSED = "attacked", "closed"


def fired_upon(d: D, side: str, cell: str, *, closes: bool = False) -> None:
    """4.3.3 A German shot or light barrage on the road attacks it, a heavy barrage closes it."""
    if side == GERMAN and cell in d.setting.route:
        _lay(d, CLOSED if closes else ATTACKED, cell)


def stands_on(d: D, side: str, cell: str) -> None:
    """4.3.3 A German unit on the road closes it, even if it only passes."""
    if side == GERMAN and cell in d.setting.route:
        _lay(d, CLOSED, cell)


def look_along(d: D) -> None:
    """4.3.3 Whoever stands on the road when a turn begins closes it in that turn as well."""
    for unit in tuple(d.pieces.values()):
        if on_map(d.setting, unit) and not counter(d.setting, unit).leads:
            stands_on(d, unit.side, unit.at or "")


def begin_turn(d: D) -> None:
    """4.3.3 At most one marker of each kind in a turn."""
    for kind in (ATTACKED, CLOSED):
        if d.marks.get(f"turn/{kind}"):
            d.mark(f"turn/{kind}", None)


def _lay(d: D, kind: str, cell: str) -> None:
    if d.marks.get(f"turn/{kind}"):
        return
    d.mark(f"turn/{kind}", True)
    d.count(f"route/{kind}")
    text = say("Club Route is attacked at {cell}", cell=d.setting.name(cell))
    if kind == CLOSED:
        text = say("Club Route is closed at {cell}", cell=d.setting.name(cell))
    d.say(text, "WED 4.3.3", cell)
