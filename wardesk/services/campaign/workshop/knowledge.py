"""What each seat of a campaign may know, in a table: as the packets will tell it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from wardesk.services.campaign.workshop.draft import DesignDraft
from wardesk.words import say, say_count

Grade = Literal["yes", "part", "no"]


class Knows(Struct, frozen=True):
    """One cell: how much, and in words."""

    grade: Grade
    words: str


class SeatRow(Struct, frozen=True, kw_only=True):
    """A seat with what it commands and what it may know."""

    id: str
    name: str
    commands: str
    cells: tuple[Knows, ...]


HEADS = (
    say("Own side"), say("Enemy on tables"), say("Enemy in boxes"), say("Weather and points"),
    say("Secret tables"), say("Umpire’s notes"), say("Acts for"),
)  # fmt: skip
_YES, _NO = Knows("yes", say("yes")), Knows("no", say("no"))


def knowledge(draft: DesignDraft) -> list[SeatRow]:
    """Every seat of a draft in the order of the file."""
    sides = {str(row.get("id")): str(row.get("name", "")) for row in draft.rows("sides")}
    return [_row(draft, seat, sides) for seat in draft.rows("seats")]


def _seen(hexes: int) -> str:
    return say_count("seen within one hex", "seen within {n} hexes", n=hexes)


def _row(draft: DesignDraft, seat: dict[str, object], sides: dict[str, str]) -> SeatRow:
    role, side = str(seat.get("role", "")), str(seat.get("side") or "")
    raw = seat.get("formations")
    own = [str(each) for each in raw] if isinstance(raw, list | tuple) else []  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    umpire = role == "umpire"
    units = sum(
        line.get("side") == side
        and (not own or line.get("formation") in own or line.get("division") in own)
        for line in draft.units
    )
    everything = _YES if umpire else _NO
    mine = Knows("part", say("packet: own formations")) if own and side else _YES
    acts = {
        "umpire": Knows("yes", say("everybody")), "observer": Knows("no", say("nobody")),
        "commander-in-chief": Knows("yes", say("his side")),
    }.get(role)  # fmt: skip
    if acts is None:
        acts = Knows("part", say("his formations")) if own else Knows("no", say("nobody"))
    sight = seat.get("sight")
    fog = isinstance(sight, int) and bool(side)
    enemy = Knows("part", _seen(sight)) if isinstance(sight, int) and fog else _YES
    led = say_count("{side}, {n} unit", "{side}, {n} units", side=sides.get(side, side), n=units)
    return SeatRow(
        id=str(seat.get("id", "")), name=str(seat.get("name", "")),
        commands=say("everybody") if umpire else led if side else say("nobody"),
        cells=(
            _YES if umpire else mine if side else _NO, enemy, everything, _YES, everything,
            everything, acts,
        ),
    )  # fmt: skip
