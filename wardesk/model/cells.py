"""What a board is made of: cells, borders, contacts, features and drawn lines. Frozen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, field

from wardesk.model.palette import Scalar

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
    seen on the screen, None = off the map. Of a directed kind the **left** side is the high one.
    *kind* names several kinds on one side of a hex or square with "+" between them.
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


class DrawnLine(Struct, frozen=True):
    """A drawn line that rules know, with the cells it runs through, from one end to the other."""

    id: str
    kind: str
    name: str
    cells: tuple[str, ...]
    points: tuple[Point, ...]
