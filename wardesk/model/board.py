"""The board: what `drawing.compile()` makes of a map and every game plays on. Frozen.

Board space: x to the right, y **down** (as on a screen), in the map's own unit (`Board.unit`).
Coordinates of area boards are multiples of 1/64, so every yes/no about contact is exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal, Never

from msgspec import Struct, field

from wardesk.errors import UserError
from wardesk.model.palette import Palette, Scalar

Point = tuple[float, float]
Ring = tuple[Point, ...]
"""A closed ring without the repeated first point."""

ContactKind = Literal["side", "corner", "gap", "manual", "link"]
JOINING: frozenset[str] = frozenset({"side", "gap", "manual", "link"})
"""The contact kinds that movement can use; a corner touch is kept but joins nothing by itself."""


class Cell(Struct, frozen=True):
    """One cell: a sector, a square or a hex. *anchor* lies strictly inside and carries counters."""

    id: str
    name: str
    terrain: str
    anchor: Point
    properties: Mapping[str, Scalar] = field(default_factory=dict[str, Scalar])


class Border(Struct, frozen=True):
    """One drawn border, stored once.

    *points* run from one end to the other; *left* and *right* are the cells beside that walk as
    seen on the screen, None = off the map.
    """

    id: str
    points: tuple[Point, ...]
    left: str | None
    right: str | None
    kind: str


class Contact(Struct, frozen=True):
    """How two cells touch.

    *passable* is what the rules ask; *reason* is set where a person overrode it. *borders* are the
    shared ones; *at* holds the shared points of a corner touch. *length* and *passable_length* are
    in board units and only ever reported, never compared.
    """

    a: str
    b: str
    kind: ContactKind
    passable: bool
    length: float = 0.0
    passable_length: float = 0.0
    borders: tuple[str, ...] = ()
    at: tuple[Point, ...] = ()
    reason: str = ""


class Feature(Struct, frozen=True):
    """A drawn thing that is not a cell: water, path, wood, building.

    *geometry* is a GeoJSON geometry in board space; *cell* the one cell it belongs to, if any.
    """

    kind: str
    geometry: Mapping[str, Any]
    name: str = ""
    cell: str = ""
    properties: Mapping[str, Any] = field(default_factory=dict[str, Any])
    id: str = ""


class Board(Struct, frozen=True, dict=True, kw_only=True):
    """A frozen map. Cells keep the document's order, which is the order screens and reports use."""

    id: str
    title: str
    kind: Literal["area", "square", "hex"]
    unit: str
    provenance: str
    """Where the map comes from; begins with "reconstruction" when we drew it ourselves."""
    cells: Mapping[str, Cell]
    outlines: Mapping[str, tuple[Ring, ...]]
    """Per cell its rings in board space: outer ring first, then holes."""
    borders: tuple[Border, ...]
    contacts: tuple[Contact, ...]
    features: tuple[Feature, ...]
    palette: Palette
    digest: str = ""
    """SHA-256 of everything the rules read (cells, contacts, palette); hex, 64 characters.

    Names, drawing data and reported lengths are left out: they may change under a saved game.
    """

    @property
    def reconstruction(self) -> bool:
        """Whether the map must be labelled as rebuilt wherever a person meets it."""
        return self.provenance.lower().startswith("reconstruction")

    @cached_property
    def _neighbours(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {cell: [] for cell in self.cells}
        for contact in self.contacts:
            if contact.passable and contact.kind in JOINING:
                found[contact.a].append(contact.b)
                found[contact.b].append(contact.a)
        return {cell: tuple(sorted(set(others))) for cell, others in found.items()}

    @cached_property
    def _contacts(self) -> dict[frozenset[str], tuple[Contact, ...]]:
        found: dict[frozenset[str], tuple[Contact, ...]] = {}
        for contact in self.contacts:
            key = frozenset((contact.a, contact.b))
            found[key] = (*found.get(key, ()), contact)
        return found

    @cached_property
    def extent(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of all cells in board units."""
        points = [point for rings in self.outlines.values() for point in rings[0]]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)

    def neighbours(self, cell: str) -> tuple[str, ...]:
        """Cells that movement and combat reach from *cell*, sorted by id. KeyError if unknown."""
        return self._neighbours[cell]

    def contacts_between(self, a: str, b: str) -> tuple[Contact, ...]:
        """Every contact of the pair, closed and corner ones included; empty if they are apart."""
        return self._contacts.get(frozenset((a, b)), ())

    def terrain_of(self, cell: str) -> Mapping[str, Scalar]:
        """Rule figures of a cell's ground, the cell's own properties laid over its terrain's."""
        found = self.cells[cell]
        kind = self.palette.terrain.get(found.terrain)
        return {**(kind.properties if kind else {}), **found.properties}

    def sight(self, a: str, b: str) -> Never:
        """Whether *a* and *b* see each other. UserError: not built yet."""
        raise UserError("Sight is not built yet.", f"Look along {a}–{b} on the map itself.")

    def viewshed(self, cell: str, reach: int) -> Never:
        """What can be seen from *cell*. UserError: not built yet."""
        raise UserError("Sight is not built yet.", f"Look {reach} cells around {cell} on the map.")
