"""The board: what `drawing.compile()` makes of a map and every game plays on. Frozen.

Board space: x to the right, y **down** (as on a screen), in the map's own unit (`Board.unit`).
Coordinates are multiples of 1/64 (hexes and squares: whole numbers), so every yes/no about
contact and sight is exact.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import shapely
from msgspec import Struct, field

from wardesk.geometry.adjacency.coverage import polygon
from wardesk.geometry.grids.numbering import Grid
from wardesk.geometry.grids.picking import Picker
from wardesk.geometry.sight.policy import SightPolicy
from wardesk.model.cells import JOINING, Border, Cell, Contact, DrawnLine, Feature, Ring
from wardesk.model.lattice import Lattice, Pair
from wardesk.model.map_look import PLAIN_LOOK, SheetLook
from wardesk.model.palette import Palette, Scalar, joins

if TYPE_CHECKING:
    from wardesk.model.sight import Sight, SightLines


NO_LENGTH = "unit"
"""The unit of a map of areas of which nobody has said how long anything is."""


class Backdrop(Struct, frozen=True):
    """A picture that is shown in place of the painted country: a scan, somebody else's board."""

    picture: bytes
    size: tuple[int, int]
    transform: tuple[float, float, float, float, float, float]
    """(a, b, c, d, e, f): pixel (x, y) lies at a·x + b·y + c, d·x + e·y + f in board units."""


class Board(Struct, frozen=True, dict=True, kw_only=True):
    """A frozen map. Cells keep the document's order, which is the order screens and reports use.

    Outlines, borders and contacts of hexes and squares are built when they are first looked at.
    """

    id: str
    title: str
    kind: Literal["area", "square", "hex"]
    unit: str
    provenance: str
    """Where the map comes from; begins with "reconstruction" when we drew it ourselves."""
    cells: Mapping[str, Cell]
    outlines: Mapping[str, tuple[Ring, ...]]
    """Per cell its rings in board space: outer ring first, then holes."""
    borders: Sequence[Border]
    contacts: Sequence[Contact]
    features: tuple[Feature, ...]
    palette: Palette
    digest: str = ""
    """SHA-256 of everything the rules read (cells, contacts, palette); hex, 64 characters.

    Names, drawing data and reported lengths are left out: they may change under a saved game.
    """
    lattice: Lattice | None = None
    """The grid of hexes and squares; None on area boards."""
    sides: Mapping[Pair, tuple[str, ...]] = field(default_factory=dict[Pair, tuple[str, ...]])
    """Border kinds on the sides of hexes and squares (stream, crest, wall), where there are any."""
    high: Mapping[Pair, str] = field(default_factory=dict[Pair, str])
    """The cell on the high side of what lies on a side of hexes or squares; sides with a directed
    kind only, and only where the map says which. Area boards: the left of each `Border`."""
    lines: Sequence[DrawnLine] = ()
    backdrop: Backdrop | None = None
    look: SheetLook = PLAIN_LOOK
    pictures: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    """The pictures that the look shows, by their part of the file."""

    @property
    def reconstruction(self) -> bool:
        """Whether the map must be labelled as rebuilt wherever a person meets it."""
        return self.provenance.lower().startswith("reconstruction")

    @property
    def grid(self) -> Grid | None:
        """The grid of hexes and squares; None on area boards."""
        return self.lattice.grid if self.lattice is not None else None

    @property
    def cell_numbers(self) -> Mapping[str, int]:
        """The number on the grid of every cell; none on area boards."""
        return self.lattice.numbers if self.lattice is not None else {}

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
        if self.lattice is not None and self.cells:
            first = next(iter(self.cells))
            x, y = self.cells[first].anchor
            ring = self.outlines[first][0]
            corners = [(px - x, py - y) for px, py in ring]  # all cells have the same shape
            width, height = max(px for px, _ in corners), max(py for _, py in corners)
            anchors = [cell.anchor for cell in self.cells.values()]
            xs, ys = [x for x, _ in anchors], [y for _, y in anchors]
            return min(xs) - width, min(ys) - height, max(xs) + width, max(ys) + height
        points = [point for rings in self.outlines.values() for ring in rings for point in ring]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)

    def neighbours(self, cell: str) -> tuple[str, ...]:
        """Cells that movement and combat reach from *cell*, sorted by id. KeyError if unknown."""
        if self.lattice is not None:
            return self._lattice_neighbours(cell, self.lattice)
        return self._neighbours[cell]

    def contacts_between(self, a: str, b: str) -> tuple[Contact, ...]:
        """Every contact of the pair, closed and corner ones included; empty if they are apart."""
        return self._contacts.get(frozenset((a, b)), ())

    def shortest_way(self, start: str, goal: str) -> tuple[str, ...]:
        """The fewest cells to enter from *start* to *goal*, whatever they cost; empty if apart."""
        before, queue = {start: ""}, deque((start,))
        while queue and goal not in before:
            cell = queue.popleft()
            for other in self.neighbours(cell):
                if other not in before:
                    before[other] = cell
                    queue.append(other)
        if goal not in before:
            return ()
        found = [goal]
        while before[found[-1]] != start and found[-1] != start:
            found.append(before[found[-1]])
        return tuple(reversed(found))

    def distance(self, a: str, b: str) -> int:
        """Steps from cell to cell; over shared borders on area boards. KeyError if unknown."""
        return self.sight_lines().distance(a, b)

    def within(self, corners: Sequence[str]) -> frozenset[str]:
        """The cells whose middle lies between *corners*, those among them; all without any."""
        if not corners:
            return frozenset(self.cells)
        ring = shapely.Polygon([self.cells[cell].anchor for cell in corners]).buffer(1.0)
        shapely.prepare(ring)
        names = list(self.cells)
        inside = shapely.covers(ring, shapely.points([self.cells[name].anchor for name in names]))
        return frozenset(name for name, found in zip(names, inside, strict=True) if found)

    def cell_at(self, x: float, y: float) -> str | None:
        """The cell under a board point, None off the map; on a border always the same one."""
        if self.lattice is not None:
            return self.lattice.cell_at(x, y)
        ids, picker = self._picker
        number = picker.cell_at(x, y)
        return None if number is None else ids[number]

    def sight(
        self,
        a: str,
        b: str,
        policy: SightPolicy | str | None = None,
        target_class: str | None = None,
        *,
        conditions: tuple[str, ...] = (),
        marks: Mapping[str, Collection[str]] | None = None,
    ) -> Sight:
        """Whether *a* and *b* see each other, why not, and all that the line between them meets.

        *policy* is a rule or the id of one of the palette's; without it the palette's first counts.
        With a *target_class* its range counts too, *b* being the target; without one the answer is
        the same both ways. *conditions* (night, fog) shorten lines; *marks* gives the cells in
        which something lies just now. KeyError for unknown cells, policies, classes, conditions.
        """
        lines = self.sight_lines(policy, marks)
        return lines.sight(a, b, target_class=target_class, conditions=conditions)

    def viewshed(
        self,
        a: str,
        reach: int | None = None,
        policy: SightPolicy | str | None = None,
        target_class: str | None = None,
        *,
        conditions: tuple[str, ...] = (),
        marks: Mapping[str, Collection[str]] | None = None,
    ) -> frozenset[str]:
        """Every cell that *a* sees, itself included; agrees with `sight` on each. As `sight`."""
        lines = self.sight_lines(policy, marks)
        return lines.viewshed(a, reach, target_class=target_class, conditions=conditions)

    def exposure(self, reach: int = 8, policy: SightPolicy | str | None = None) -> dict[str, int]:
        """From how many other cells within *reach* each cell is seen: where to hide, where to look.

        As many as `viewshed` finds, since sight is mutual; ranges by class of target do not count.
        ValueError for a reach below 1.
        """
        if reach < 1:
            raise ValueError("a reach is at least 1 cell")
        return self.sight_lines(policy).exposure(reach)

    def sight_lines(
        self,
        policy: SightPolicy | str | None = None,
        marks: Mapping[str, Collection[str]] | None = None,
    ) -> SightLines:
        """All sight lines of this board under one policy; kept, so that asking again is quick."""
        from wardesk.model.sight import sight_lines  # sight knows the board, not the other way

        return sight_lines(self, policy, marks)

    @cached_property
    def _beside(self) -> dict[str, tuple[str, ...]]:
        return {}

    @cached_property
    def _sight_lines(self) -> list[SightLines]:
        return []

    @property
    def kept_sight_lines(self) -> list[SightLines]:
        """The sight lines asked for last, newest first; `model.sight` looks after them."""
        return self._sight_lines

    @cached_property
    def _picker(self) -> tuple[list[str], Picker]:
        ids = sorted(self.outlines)
        return ids, Picker([polygon(self.outlines[cell]) for cell in ids])

    def _lattice_neighbours(self, cell: str, lattice: Lattice) -> tuple[str, ...]:
        found = self._beside
        if cell not in found:
            kinds = self.palette.borders
            beside = {
                other
                for _, other in lattice.beside(cell)
                if (pair := _pair(cell, other)) not in lattice.closed
                and joins(kinds, self.sides.get(pair, ()))
            }
            beside |= {b if a == cell else a for a, b in lattice.added if cell in (a, b)}
            found[cell] = tuple(sorted(beside))
        return found[cell]

    def terrain_of(self, cell: str) -> Mapping[str, Scalar]:
        """Rule figures of a cell's ground, the cell's own properties laid over its terrain's."""
        found = self.cells[cell]
        kind = self.palette.terrain.get(found.terrain)
        return {**(kind.properties if kind else {}), **found.properties}


def _pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)
