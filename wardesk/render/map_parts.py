"""Which parts of a printed sheet are painted besides the country itself."""

from __future__ import annotations

from msgspec import Struct


class MapParts(Struct, frozen=True, kw_only=True):
    """All of them, unless it is said otherwise."""

    numbers: bool = True
    """The numbers of hexes and squares; on maps of areas what they are called."""
    grid: bool = True
    """The sides of hexes and squares; areas have none, their borders are the map."""
    key: bool = True
    """Title, key, scale and arrow."""
    frame: bool = True
    """The neat line, and the margin around it."""
