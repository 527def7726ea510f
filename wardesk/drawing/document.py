"""The editable truth of a map: what the editor changes, files store and `compile_board` freezes.

Document space is board space: x to the right, y down, in the map's own unit, on the 1/64 grid.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, cast

from msgspec import Struct, field

from wardesk.geometry.borders.topology import Edge, Face, Network
from wardesk.geometry.grids.calibration import IDENTITY, Affine
from wardesk.geometry.grids.numbering import Grid, Numbering
from wardesk.geometry.grids.snap import Point
from wardesk.model.board import Cell, Feature
from wardesk.model.map_look import PLAIN_LOOK, SheetLook, pictures_of
from wardesk.model.palette import Palette


class Override(Struct, frozen=True):
    """A person's word against the derived adjacency of two cells; it survives every re-derivation.

    *reason* is obligatory: whoever meets a closed border or a ferry must be able to read why.
    """

    pair: tuple[str, str]
    change: Literal["add", "remove"]
    reason: str


class Kept(Struct, frozen=True):
    """A person looked at a doubtful pair and left it as the drawing has it.

    *joined* is what was confirmed: neighbours or not. It changes nothing on the board; the review
    list leaves the pair out for as long as the drawing agrees.
    """

    joined: bool
    reason: str


class Layout(Struct, frozen=True):
    """The sheet of a hex or square map: its grid, how cells are called, the usual terrain.

    Cells that differ in nothing from the *fill* are not stored.
    """

    grid: Grid
    numbering: Numbering = Numbering()
    fill: str = ""


@lru_cache(maxsize=8)
def _cell_numbers(layout: Layout) -> Mapping[str, int]:
    """Kept, because a brush asks for it with every stroke and 100,000 labels take a while."""
    return {label: n for n, label in enumerate(layout.numbering.labels(layout.grid))}


class Underlay(Struct, frozen=True, kw_only=True):
    """A picture under the map, for drawing over a scan; games never see it.

    *image* names a part of the file (``art/…``), so that the bytes are stored once; *size* is its
    width and height in pixels, *transform* takes pixels to map units.
    """

    id: str
    image: str
    size: tuple[int, int]
    transform: Affine = IDENTITY
    title: str = ""
    opacity: float = 1.0
    visible: bool = True
    locked: bool = False


class MapDocument(Struct, kw_only=True):
    """One map being drawn. Cells keep their order, which screens and reports use.

    *faces* has the cell ids as keys. *extra_parts* holds parts of the file that this WarDesk does
    not know, byte for byte, so that saving loses nothing (`art/` lives there too).

    Area maps have nodes, edges and faces. Hex and square maps have a *layout* instead, and *sides*:
    the border kinds on the side between two cells (ids sorted), where there are any. *high* names
    the cell of such a pair that lies high where a kind is directed; on area maps the high cell of a
    directed border is the one on the left of its edge, walked from start to end.
    """

    id: str
    title: str
    provenance: str
    """Where the map comes from; begins with "reconstruction" when we drew it ourselves."""
    kind: Literal["area", "square", "hex"] = "area"
    unit: str = "m"
    nodes: dict[int, Point] = field(default_factory=dict[int, Point])
    edges: dict[int, Edge] = field(default_factory=dict[int, Edge])
    faces: dict[str, Face] = field(default_factory=dict[str, Face])
    cells: dict[str, Cell] = field(default_factory=dict[str, Cell])
    overrides: list[Override] = field(default_factory=list[Override])
    kept: dict[tuple[str, str], Kept] = field(default_factory=dict[tuple[str, str], Kept])
    """Doubtful pairs (ids sorted) that a person confirmed as they are."""
    features: list[Feature] = field(default_factory=list[Feature])
    palette: Palette = field(default_factory=lambda: Palette("empty", "Empty palette"))
    styles: dict[str, Any] = field(default_factory=dict[str, Any])
    look: SheetLook = PLAIN_LOOK
    layout: Layout | None = None
    sides: dict[tuple[str, str], tuple[str, ...]] = field(
        default_factory=dict[tuple[str, str], tuple[str, ...]]
    )
    high: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    underlays: list[Underlay] = field(default_factory=list[Underlay])
    """The lowest first."""
    extra_parts: dict[str, bytes] = field(default_factory=dict[str, bytes])

    @property
    def grid(self) -> Grid | None:
        """The grid of hexes and squares; None on area maps."""
        return self.layout.grid if self.layout is not None else None

    @property
    def pictures(self) -> Mapping[str, bytes]:
        """The pictures that its look shows, by part; those that the file lacks are left out."""
        parts = self.extra_parts
        return {name: parts[name] for name in pictures_of(self.look) if parts.get(name)}

    @property
    def cell_numbers(self) -> Mapping[str, int]:
        """The number on the grid of every label, cells that are absent included. Do not change it.

        Empty on area maps.
        """
        return _cell_numbers(self.layout) if self.layout is not None else {}

    @property
    def network(self) -> Network:
        """The borders as geometry sees them; shares this document's tables."""
        return Network(self.nodes, self.edges, self.faces)


def snapshot(document: MapDocument) -> MapDocument:
    """A copy that stays as it is while the document is edited, for another thread or for a trial.

    Rows are frozen, so copies of the tables will do; whatever table there is is copied.
    """
    twin = copy.copy(document)
    for name in document.__struct_fields__:
        value = getattr(document, name)
        if isinstance(value, dict | list):
            setattr(twin, name, copy.copy(value))
    return twin


Box = tuple[float, float, float, float]
"""Left, top, right, bottom, map units."""


def paper_of(document: MapDocument) -> Box | None:
    """The paper that was chosen for an area map; None if there is none, or it makes no sense."""
    told = document.styles.get("paper")
    if not isinstance(told, list | tuple):
        return None
    rows = cast("list[Any]", list(cast("Any", told)))
    if len(rows) != 4 or any(type(one) not in (int, float) for one in rows):
        return None
    left, top, right, bottom = map(float, rows)
    sound = all(map(math.isfinite, rows)) and left < right and top < bottom
    return (left, top, right, bottom) if sound else None
