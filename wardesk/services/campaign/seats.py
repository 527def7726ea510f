"""Who sits where, as people make and divide it: what a seat may command, a seat of one's own."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from msgspec import Struct

from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat


class CommandLine(Struct, frozen=True, kw_only=True):
    """A formation that a seat may command."""

    id: str
    name: str
    side: str
    above: tuple[str, ...]
    """Itself and those that stand above it, the highest last."""

    @property
    def depth(self) -> int:
        """How many stand above it."""
        return len(self.above) - 1


class SeatChoices(Struct, frozen=True, kw_only=True):
    """What a new seat is chosen from."""

    sides: tuple[tuple[str, str], ...]
    commands: tuple[CommandLine, ...]
    seats: tuple[Seat, ...] = ()
    """Those that are there."""


def seat_choices(design: Design, seats: tuple[Seat, ...] = ()) -> SeatChoices:
    """The sides of a campaign, and every formation with units, those below one after it."""
    rows = [each for each in design.formations if design.members[each.id]]
    order: list[CommandLine] = []

    def walk(parent: str | None) -> None:
        for each in rows:
            if each.parent == parent or (parent is None and each.parent not in design.formation):
                above = design.above(each.id)
                line = CommandLine(id=each.id, name=each.name, side=each.side, above=above)
                order.append(line)
                walk(each.id)

    walk(None)
    return SeatChoices(
        sides=tuple((each.id, each.name) for each in design.sides),
        commands=tuple(order), seats=seats,
    )  # fmt: skip


def seat_id(name: str, taken: Container[str]) -> str:
    """A short name for a new seat, like nobody's."""
    stem = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "seat"
    found, number = stem, 2
    while found in taken:
        found, number = f"{stem}-{number}", number + 1
    return found


def wanted_seats(design: Design, texts: Iterable[str]) -> tuple[Seat, ...]:
    """Seats beside those of a campaign, as a command line names them: ``82``, ``Tom=gds.hot``.

    UserError for one that is not offered, or a formation that there is not.
    """
    found: list[Seat] = []
    for text in texts:
        name, _, listed = text.partition("=")
        if not listed:
            found.append(design.found(design.spare_seats, name.strip(), "seat"))
            continue
        formations = tuple(part.strip() for part in listed.split(",") if part.strip())
        side = design.found(design.formations, formations[0], "formation").side
        taken = {each.id for each in (*design.seats, *design.spare_seats, *found)}
        found.append(
            Seat(id=seat_id(name, taken), name=name.strip(), role="commander", side=side,
                 formations=formations)
        )  # fmt: skip
    return tuple(found)
