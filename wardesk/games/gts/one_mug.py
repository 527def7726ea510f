"""One mug for several tables of a campaign's turn: its order, what is held over, parts of a roll.

The campaign has a key for every turn. Which chit comes next is decided by it, so that tables of the
same turn draw the same chits in the same order, each those that concern it; one alone is held over.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from wardesk.games.gts.forces import CampaignMug
from wardesk.games.gts.position import Table
from wardesk.games.gts.setting import Setting

HELD = "mug/held"
"""The mark of the chit that the campaign held over last, whether it concerns this table or not."""


def key_now(setting: Setting, table: Table) -> str:
    """The key of this turn; empty where the table draws for itself."""
    mug, turn = setting.scenario.mug, table.tracks.get("turn", 0)
    return mug.keys[turn - 1] if mug is not None and 0 < turn <= len(mug.keys) else ""


def rank(key: str, chit: str) -> str:
    """Where a chit lies in the order of a turn."""
    return sha256(f"{key}|{chit}".encode()).hexdigest()


def next_of(key: str, chits: Iterable[str]) -> str:
    """The chit that is drawn next out of *chits*."""
    return min(chits, key=lambda chit: rank(key, chit))


def last_of(setting: Setting, table: Table) -> str:
    """The chit that the campaign holds over at the end of this turn, empty without any."""
    mug, key = setting.scenario.mug, key_now(setting, table)
    if mug is None or not key:
        return ""
    direct = setting.options.mug == "printed"
    held = table.marks.get(HELD)
    some = [c for c in mug.chits if c != held and (direct or not c.endswith("/direct"))]
    return max(some, key=lambda chit: rank(key, chit), default="")


def part_of(mug: CampaignMug | None, division: str, number: int) -> int:
    """A table's part of what a division rolls in a turn; the parts of all tables are the whole."""
    if mug is None or division not in mug.parts:
        return number
    part = mug.parts[division]
    whole = abs(number)
    less = whole * part.here // part.all
    mine = whole - whole * (part.all - part.here) // part.all if part.first else less
    return mine if number > 0 else -mine
