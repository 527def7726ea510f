"""What a painter reads of a map: the view that a document and a board both are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from wardesk.geometry.grids.numbering import Grid
from wardesk.model.board import Cell, Feature
from wardesk.model.lattice import Pair
from wardesk.model.map_look import SheetLook
from wardesk.model.palette import Palette


class ViewedMap(Protocol):
    """A map to be looked at. `drawing.MapDocument` is one while it is edited, `model.Board` is one.

    A painter never writes; who edits a document tells the painter what has changed.
    """

    @property
    def id(self) -> str:
        """The map's id."""
        ...

    @property
    def title(self) -> str:
        """What the map is called."""
        ...

    @property
    def kind(self) -> str:
        """``area``, ``square`` or ``hex``."""
        ...

    @property
    def unit(self) -> str:
        """The unit of its space, with what a cell measures on the ground."""
        ...

    @property
    def provenance(self) -> str:
        """Where it comes from."""
        ...

    @property
    def cells(self) -> Mapping[str, Cell]:
        """Every cell by its id, in the map's order."""
        ...

    @property
    def features(self) -> Sequence[Feature]:
        """Everything drawn that is no cell: lines, labels, zones, water, works."""
        ...

    @property
    def palette(self) -> Palette:
        """The kinds it uses."""
        ...

    @property
    def look(self) -> SheetLook:
        """The look that its designer gave it."""
        ...

    @property
    def pictures(self) -> Mapping[str, bytes]:
        """The pictures that the look shows, by name."""
        ...

    @property
    def sides(self) -> Mapping[Pair, tuple[str, ...]]:
        """Border kinds on the sides of hexes and squares."""
        ...

    @property
    def high(self) -> Mapping[Pair, str]:
        """The cell on the high side of what lies on a side."""
        ...

    @property
    def grid(self) -> Grid | None:
        """The grid of hexes and squares; None on area maps."""
        ...

    @property
    def cell_numbers(self) -> Mapping[str, int]:
        """The number on the grid of every cell (absent ones may be among them); empty for areas."""
        ...
