"""The campaign's one mug on this turn: what was drawn at which table, and what is left in it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from wardesk.campaign.ruleset import ruleset_of
from wardesk.errors import UserError
from wardesk.services.campaign.results import is_of_this_ledger
from wardesk.services.campaign.table import tables_folder
from wardesk.services.campaign.table_back import read_origin
from wardesk.services.campaign.table_moment import mug_for
from wardesk.services.play.session import PlaySession
from wardesk.words import join, say

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk


class MugChit(Struct, frozen=True, kw_only=True):
    """A chit of this turn, and where it was drawn or waits."""

    title: str
    side: str
    drawn: tuple[str, ...] = ()
    """Tables at which it has been played, or plays now."""
    waits: tuple[str, ...] = ()
    """Tables at which it is still to be played, once it has come out."""
    held: bool = False
    """Whether it is held over to the next turn."""

    @property
    def out(self) -> bool:
        """Whether it has left the mug."""
        return bool(self.drawn) or self.held


class MugFacts(Struct, frozen=True, kw_only=True):
    """The mug as it stands; the order of what is left in it is told to nobody."""

    turn: str
    tables: tuple[str, ...] = ()
    """The tables of this turn, by their files."""
    chits: tuple[MugChit, ...] = ()
    """Those that have come out first."""

    @property
    def left(self) -> int:
        """How many are still in it."""
        return sum(not chit.out for chit in self.chits)


def mug_of(desk: CampaignDesk, tables: Iterable[Path] = ()) -> MugFacts:
    """The mug of this turn by all tables in the usual folder, and *tables* that lie elsewhere."""
    design, state = desk.design, desk.state
    now = max(state.ordinal, design.calendar.first_ordinal)
    bought = ruleset_of(design).beside(design, state).bought
    found: dict[tuple[str, str], dict[str, str]] = {
        (row.side, row.name): {}
        for row in mug_for(desk, (), 1).formations
        if row.division == row.id or row.id in bought
    }
    names: list[str] = []
    usual = sorted(tables_folder(desk.ledger.campaign).glob("*.wdgame"))
    for file in dict.fromkeys((*usual, *tables)):
        with suppress(UserError):
            told = _at(desk, file, now)
            if told is not None:
                names.append(file.stem)
                for key, how in told.items():
                    found.setdefault(key, {})[file.stem] = how
    chits = [
        MugChit(
            title=title,
            side=side,
            drawn=tuple(t for t, how in at.items() if how in ("now", "drawn")),
            waits=tuple(t for t, how in at.items() if how == "left"),
            held="held" in at.values(),
        )
        for (side, title), at in found.items()
    ]
    chits.sort(key=lambda chit: (not chit.out, chit.side, chit.title))
    return MugFacts(turn=design.calendar.turn(now).label, tables=tuple(names), chits=tuple(chits))


def _at(desk: CampaignDesk, file: Path, now: int) -> dict[tuple[str, str], str] | None:
    """The chits of a table and how they stand; None for one that does not play this turn."""
    with PlaySession.open(file, keep=False) as session:
        origin = read_origin(session.header.origin)
        if origin is None or not origin.units or origin.campaign != desk.ledger.campaign:
            return None
        if not is_of_this_ledger(desk.ledger, origin.event, origin.hash):
            return None
        first = desk.ledger.state_at(origin.event).ordinal
        if first + session.state.tracks.get("turn", 1) - 1 != now:
            return None
        cups = session.rules.showing.cups(session.state)
        return {(chit.side, chit.title): chit.state for cup in cups for chit in cup.chits}


def chit_words(chit: MugChit) -> str:
    """What became of a chit, in a line."""
    where = join("; ", [
        *([say("held over")] if chit.held else []),
        *([say("played at {tables!s}", tables=", ".join(chit.drawn))] if chit.drawn else []),
        *([say("still to be played at {tables!s}", tables=", ".join(chit.waits))]
          if chit.waits and chit.drawn else []),
        *([say("in the mug, for {tables!s}", tables=", ".join(chit.waits))]
          if chit.waits and not chit.out else []),
        *([] if chit.out or chit.waits else [say("in the mug, at no table yet")]),
    ])  # fmt: skip
    return say("{chit}: {where}", chit=chit.title, where=where)
