"""One seat reading the ledger: what an event is to it, and what it was told before."""

from __future__ import annotations

from typing import Protocol

from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat

OFF_THE_MAP = frozenset({"box", "display", "not-yet", "queue", "pool"})
"""Places that lie on no table: the other side learns of them only when it is told by name."""


class Occasion(Protocol):
    """When something was written, and for whom."""

    @property
    def seq(self) -> int:
        """Its number in the ledger, from 1."""
        ...

    @property
    def ordinal(self) -> int:
        """The turn on which it happened."""
        ...

    @property
    def actor(self) -> str:
        """The seat that did it."""
        ...

    @property
    def seen_by(self) -> tuple[str, ...]:
        """The seats that are told by name, ``*`` for all."""
        ...


class Reader:
    """One seat reading the ledger from its beginning; remembers what it was told before."""

    def __init__(self, design: Design, seat: Seat) -> None:
        self.design = design
        self.seat = seat
        self.numbers: dict[int, int] = {}
        """Its own number of each event that it knows something of."""
        self.places: dict[str, str] = {}
        """On what kind of place each unit really is; whoever never came is left out."""
        self.sides = {each.id: each.side for each in design.seats}
        """The side of every seat there is."""
        self.present = any(each.id == seat.id for each in design.seats)
        """The seat was there already, and is not made later."""
        self.fogged = False
        """It knows of the other side what it has sighted, and no more."""
        self._secrets: dict[str, str] = {}
        self._rulings: dict[str, str] = {}

    def copy(self, places: dict[str, str]) -> Reader:
        """The same, to read on from another time, with units in these *places*."""
        made = Reader(self.design, self.seat)
        made.numbers, made.places, made.fogged = dict(self.numbers), places, self.fogged
        made.sides, made.present = dict(self.sides), self.present
        made._secrets, made._rulings = dict(self._secrets), dict(self._rulings)
        return made

    def named(self, event: Occasion) -> bool:
        """It was told this by name, not only with everybody."""
        return self.seat.id in event.seen_by

    def did(self, event: Occasion) -> bool:
        """Somebody of its own side did this."""
        side = self.sides.get(event.actor)
        return bool(side) and side == self.seat.side

    def owns(self, formation: str) -> bool:
        """A formation is on its side."""
        found = self.design.formation.get(formation)
        return found is not None and bool(self.seat.side) and found.side == self.seat.side

    def owns_unit(self, unit: str) -> bool:
        """A unit is on its side."""
        found = self.design.unit.get(unit)
        return found is not None and self.owns(found.formation)

    def hidden(self, unit: str) -> bool:
        """A unit of another side lies off every map, where the seat sees nothing of it."""
        off = self.places.get(unit, "not-yet") in OFF_THE_MAP
        return off and not self.owns_unit(unit)

    def secret(self, key: str) -> str:
        """Its own name for a secret: the ledger's may hold a number of the ledger."""
        return self._secrets.setdefault(key, f"secret {len(self._secrets) + 1}")

    def ruling(self, key: str) -> str:
        """Its own name for a ruling: the ledger's counts those that it was not told of."""
        return self._rulings.setdefault(key, f"ruling-{len(self._rulings) + 1}")

    def knows_ruling(self, key: str | None) -> bool:
        """It was told of this ruling before."""
        return key in self._rulings
