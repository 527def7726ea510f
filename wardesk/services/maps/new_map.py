"""A new, empty map of areas, hexes or squares, with a palette of ours or of a game's map."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import Struct

from wardesk.documents.maps.lattice_rows import usual_cells
from wardesk.documents.maps.shipped import shipped_palettes
from wardesk.documents.maps.store import read_map
from wardesk.documents.packs.pack_writer import slug
from wardesk.documents.packs.store import list_packs, read_scenario
from wardesk.drawing.document import Layout, MapDocument
from wardesk.errors import UserError
from wardesk.geometry.grids.hex_lattice import CELL_STEP, HexGrid
from wardesk.geometry.grids.numbering import Count, Numbering
from wardesk.geometry.grids.square_lattice import SIDE, SquareGrid
from wardesk.model.board import NO_LENGTH
from wardesk.model.palette import Palette
from wardesk.words import say

MOST_CELLS = 250_000
AREA_PAPER = (0, 0, 1600, 1100)
"""Left, top, right and bottom of the blank paper of an area map, map units."""


class PaletteChoice(Struct, frozen=True):
    """A palette that a new map can begin with."""

    id: str
    title: str
    palette: Palette
    kinds: tuple[str, ...]
    rebuilt: bool = False


class NewMap(Struct, frozen=True, kw_only=True):
    """What a person chose for a new map. *palette* is the id of a `PaletteChoice`."""

    title: str
    kind: Literal["area", "square", "hex"] = "hex"
    columns: int = 20
    rows: int = 15
    pointy: bool = False
    shoved: Literal["odd", "even"] = "even"
    numbering: Literal["columns", "letters", "oblique"] = "columns"
    start: int = 1
    prefix: str = ""
    cell_length: str = ""
    """What a cell measures on the ground, such as ``500 m``; for the scale on the sheet."""
    palette: str = ""


def palette_choices() -> list[PaletteChoice]:
    """Our general palettes, then those of the maps in the packs; a pack that is broken is left out.

    A game's palette is that of the map of its first scenario.
    """
    found = [
        PaletteChoice(one.name, one.palette.title, one.palette, one.kinds)
        for one in shipped_palettes()
    ]
    seen: set[str] = set()
    for pack in list_packs():
        for name in pack.scenarios:
            info = read_scenario(pack, name.partition("/")[2])
            if info.map in seen:
                continue
            seen.add(info.map)
            try:
                document = read_map(Path(info.map), check=False)
            except UserError:
                continue
            found.append(_of_map(document))
    return found


def _of_map(document: MapDocument) -> PaletteChoice:
    kinds = ("area",) if document.kind == "area" else ("square", "hex")
    palette = document.palette
    rebuilt = document.provenance.lower().startswith("reconstruction")
    return PaletteChoice(f"map-{document.id}", palette.title, palette, kinds, rebuilt)


def make_map(new: NewMap, choices: list[PaletteChoice]) -> MapDocument:
    """The document. UserError with what is wrong with the choices."""
    title = " ".join(new.title.split())
    if not title:
        raise UserError("The map has no title.", "Give it one; it can be changed later.")
    chosen = next((one for one in choices if one.id == new.palette), None)
    if chosen is None:
        fitting = [one for one in choices if new.kind in one.kinds]
        if new.palette or not fitting:
            raise UserError(say("There is no palette “{palette!s}”.", palette=new.palette))
        chosen = fitting[0]
    if new.kind not in chosen.kinds:
        raise UserError(
            say("The palette “{chosen!s}” is not for this kind of map.", chosen=chosen.title)
        )
    layout = None if new.kind == "area" else _layout(new, chosen.palette)
    document = MapDocument(
        id=slug(title, "map"),
        title=title,
        provenance="drawn with WarDesk",
        kind=new.kind,
        unit=_unit(new),
        palette=chosen.palette,
        layout=layout,
        cells=usual_cells(layout) if layout is not None else {},
    )
    if new.kind == "area":
        document.styles = {"paper": list(AREA_PAPER)}
    return document


def _unit(new: NewMap) -> str:
    length = " ".join(new.cell_length.split())
    if new.kind == "area":
        return length or NO_LENGTH
    per = f"1/{CELL_STEP} hex" if new.kind == "hex" else f"1/{SIDE} square"
    return f"{per} ({length})" if length else per


def check_size(new: NewMap) -> None:
    """UserError if a sheet of this size cannot be made; areas have no size."""
    if new.kind == "area":
        return
    if not (1 <= new.columns <= 2000 and 1 <= new.rows <= 2000):
        raise UserError("A sheet has 1 to 2000 columns and rows.")
    if new.columns * new.rows > MOST_CELLS:
        text = say(
            "{columns!s} × {rows!s} are {columns_2!s} cells.",
            columns=new.columns,
            rows=new.rows,
            columns_2=new.columns * new.rows,
        )
        raise UserError(text, say("A sheet holds {most_cells!s} at most.", most_cells=MOST_CELLS))


def _layout(new: NewMap, palette: Palette) -> Layout:
    check_size(new)
    if new.kind == "hex":
        grid = HexGrid(new.columns, new.rows, new.pointy, new.shoved)
    else:
        grid = SquareGrid(new.columns, new.rows)
    digits = max(2, len(str(max(new.columns, new.rows) + new.start - 1)))
    count = Count(start=new.start, digits=digits)
    if new.numbering == "letters":
        numbering = Numbering(columns=Count(letters=True), rows=Count(start=new.start, digits=1))
    elif new.numbering == "oblique":
        numbering = Numbering("oblique", count, count)
    else:
        numbering = Numbering(columns=count, rows=count)
    if new.prefix:
        numbering = Numbering(
            numbering.style, numbering.columns, numbering.rows, prefix=new.prefix.strip()
        )
    return Layout(grid, numbering, next(iter(palette.terrain), ""))


def free_place(folder: Path, title: str) -> Path:
    """A file name in *folder* that nothing has yet: ``my-map.wdmap``, ``my-map-2.wdmap``."""
    base, k = slug(title, "map"), 1
    place = folder / f"{base}.wdmap"
    while place.exists() or any(folder.glob(f"{place.name}*")):
        k += 1
        place = folder / f"{base}-{k}.wdmap"
    return place
