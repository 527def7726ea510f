"""Two small games that are data: areas with chits and melee, squares with fire and checks."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from wardesk.documents.packs.csv_forces import read_csv_forces
from wardesk.drawing.compile import compile_board
from wardesk.games.written.rules import WrittenRules
from wardesk.model.board import Board, Border, Cell, Contact
from wardesk.model.palette import BorderKind, Palette, TerrainKind
from wardesk.services.maps.new_map import NewMap, PaletteChoice, make_map

PACKS = Path(__file__).parent / "packs"
NAMES = ("three-valleys", "ridge")


@cache
def small(name: str) -> WrittenRules:
    """The game of a pack."""
    folder = PACKS / name
    read = {part: msgspec.toml.decode((folder / f"{part}.toml").read_bytes())
            for part in ("rules", "charts", "map")}  # fmt: skip
    rows = read_csv_forces(folder / "counters.csv", ("id", "name", "side", "class"))
    forces = {"rules": read["rules"], "charts": read["charts"], "counter": rows}
    return WrittenRules(board_of(name, read["map"]), {"forces": forces}, {})


def board_of(name: str, raw: dict[str, Any]) -> Board:
    """The board that a short list of cells describes."""
    head = raw["map"]
    ground = {cell: kind for kind, cells in raw["terrain"].items() for cell in cells}
    kinds = {k: TerrainKind(k, k) for k in {head.get("fill", "open"), *ground.values()}}
    palette = Palette("p", "p", kinds, {"stream": BorderKind("stream", "Stream", True)})
    if head["kind"] != "area":
        new = NewMap(title=name, kind="square", columns=head["columns"], rows=head["rows"],
                     numbering="letters", palette="p")  # fmt: skip
        document = make_map(new, [PaletteChoice("p", "p", palette, ("square",))])
        for cell, found in list(document.cells.items()):
            kind = ground.get(cell, head["fill"])
            document.cells[cell] = msgspec.structs.replace(found, terrain=kind)
        return compile_board(document)
    streams = {frozenset(side) for side in raw["stream"]["sides"]}
    borders, contacts = [], []
    for a, others in raw["joins"].items():
        for b in others:
            id_, kind = f"{a}/{b}", "stream" if {a, b} in streams else "open"
            borders.append(Border(id_, (), a, b, kind))
            contacts.append(Contact(a, b, "side", passable=True, borders=(id_,)))
    cells = {c: Cell(c, c, kind, (0.0, 0.0)) for c, kind in ground.items()}
    return Board(id=name, title=name, kind="area", unit="m", provenance="own", cells=cells,
                 outlines={}, borders=tuple(borders), contacts=tuple(contacts), features=(),
                 palette=palette, digest="0" * 64)  # fmt: skip
