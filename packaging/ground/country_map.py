"""Build the one map of Where Eagles Dare and The Devil's Cauldron, from the border to Arnhem.

    python packaging/ground/country_map.py [--into FOLDER]

Reads ``country/ground.json`` (ground, waters, ways, bridges of every hex), ``country/country.toml``
(what was set by hand) and the drop zones of the campaign; writes
``campaigns/market-garden/maps/country``. Whoever mends the map in the editor should mend these
sources too, or this script undoes it.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "packaging"))

from ground.country_signs import SheetLattice, rulings, signs, zones  # noqa: E402
from ground.gts_palette import RAISED, palette  # noqa: E402
from wardesk.documents.maps.store import write_map  # noqa: E402
from wardesk.drawing.document import Layout, MapDocument, Override  # noqa: E402
from wardesk.geometry.grids.hex_lattice import CELL_STEP, HexGrid  # noqa: E402
from wardesk.geometry.grids.numbering import Count, Numbering  # noqa: E402
from wardesk.model.cells import Cell, Feature  # noqa: E402

PACK = ROOT / "campaigns/market-garden"
HERE = Path(__file__).parent / "country"

Pair = tuple[str, str]
SHUT = frozenset({"river", "canal"})
WAYS = ("main-road", "road", "local-road", "railroad")
BUILT = frozenset({"village", "town", "city", "fortified"})
"""Ground with streets: no way lies on a bank there."""


@dataclass
class Country:
    """What is being drawn: ground of hexes, sides, lines."""

    lattice: SheetLattice
    table: dict[str, Any]
    data: dict[str, Any]
    ground: dict[str, str] = field(default_factory=dict[str, str])
    sides: dict[Pair, str] = field(default_factory=dict[Pair, str])
    lines: list[Feature] = field(default_factory=list[Feature])

    def hexes(self) -> None:
        """The ground of every hex; who has none lies off the sheets."""
        codes: dict[str, str] = self.data["codes"]
        for column, (top, row) in self.data["columns"].items():
            for number, code in enumerate(row, top):
                if code != " ":
                    self.ground[f"{column}.{number}"] = codes[code]

    def waters(self) -> None:
        """Crests, streams, canals, rivers along hexsides; the wider water covers the narrow one."""
        for side in self.data["crest"]:
            self.sides[_pair(*side)] = "crest"
        for kind in ("stream", "canal", "river"):
            for water in self.data["waters"]:
                if water["kind"] == kind:
                    self.sides |= {_pair(*side): kind for side in water["sides"]}
        self.sides = {pair: kind for pair, kind in self.sides.items() if self.holds(pair)}

    def holds(self, hexes: Sequence[str]) -> bool:
        """Whether all of them lie on the sheets."""
        return all(cell in self.ground for cell in hexes)

    def ways(self) -> None:
        """Roads and railways from hex to hex; the same step is not drawn twice."""
        drawn: set[tuple[bool, Pair]] = set()
        for kind in WAYS:
            for line in self.data["lines"]:
                if line["kind"] == kind:
                    for cells in _undrawn(line["cells"], drawn, rails=kind == "railroad"):
                        self._line(kind, line["name"], cells)

    def raised(self) -> None:
        """Ways on a bank: the way stays, the bank is added, but not where there are streets."""
        for line in self.data["lines"]:
            if line["kind"] in RAISED.values():
                for cells in _outside(line["cells"], self.ground):
                    self._line(line["kind"], line["name"], cells)

    def _line(self, kind: str, name: str, cells: list[str]) -> None:
        number = sum(line.kind == kind for line in self.lines) + 1
        points = [list(map(int, self.lattice.centre(cell))) for cell in cells]
        self.lines.append(
            Feature(
                kind,
                {"type": "LineString", "coordinates": points},
                name,
                properties={"cells": cells},
                id=f"{kind}-{number}",
            )
        )

    def bridges(self) -> tuple[list[Feature], list[Override]]:
        """Bridges as points between two hexes; those over rivers and canals join their hexes."""
        found: dict[Pair, tuple[str, str]] = {}
        for row in self.data["bridges"]:
            if row["name"] not in self.table["no_bridge"]:
                rail = row["carries"] == "railway" and row["name"] not in self.table["on_road"]
                carries = "railway" if rail else row["carries"].replace("railway", "road")
                found.setdefault(_pair(*row["between"]), (row["name"], carries))
        features: list[Feature] = []
        joins: list[Override] = []
        for pair, (name, carries) in found.items():
            told: dict[str, Any] = {"between": list(pair), "carries": carries}
            key = self.table["bridges"].get(name, "-".join(pair))
            told |= {"cite": cite} if (cite := self.table["cites"].get(key)) else {}
            x, y = self.lattice.middle(pair)
            point = {"type": "Point", "coordinates": [round(x), round(y)]}
            features.append(Feature("bridge", point, name, properties=told, id=f"bridge-{key}"))
            if self.sides.get(pair) in SHUT:
                joins.append(Override(pair, "add", name or f"{carries} bridge"))
        return features, joins


def build(table: dict[str, Any], data: dict[str, Any], rules: dict[str, Any]) -> MapDocument:
    """The whole map document; *rules* are the hexes of the campaign, with its drop zones."""
    first = table["first"]
    grid = HexGrid(table["columns"], table["rows"])
    numbering = Numbering(
        columns=Count(start=first[0], digits=1), rows=Count(start=first[1], digits=1), separator="."
    )
    lattice = SheetLattice(grid, numbering)
    country = Country(lattice, table, data)
    country.hexes()
    country.waters()
    country.ways()
    country.raised()
    bridges, joins = country.bridges()
    special = {cell: {"strongpoint": True} for cell in table["strongpoints"]}
    for cell in table["observation_posts"]:
        special.setdefault(cell, {})["observation_post"] = True
    names: dict[str, str] = data["names"]
    cells = {
        label: Cell(
            label,
            names.get(label, label),
            country.ground[label],
            lattice.centre(label),
            special.get(label, {}),
        )
        for label in lattice.labels
        if label in country.ground
    }
    return MapDocument(
        id=table["id"],
        title=table["title"],
        provenance=table["provenance"],
        kind="hex",
        unit=f"1/{CELL_STEP} hex (500 m)",
        cells=cells,
        overrides=joins,
        features=[
            *country.lines,
            *rulings(table, lattice),
            *bridges,
            *zones(_drawn(rules["zones"], table["undrawn"]), lattice),
            *signs(table, lattice, bridges),
        ],
        palette=palette(),
        layout=Layout(grid, numbering, "clear"),
        sides={pair: (kind,) for pair, kind in sorted(country.sides.items())},
    )


def _drawn(zones: dict[str, Any], undrawn: Sequence[str]) -> dict[str, Any]:
    return {key: row for key, row in zones.items() if key not in undrawn}


def _pair(a: str, b: str) -> Pair:
    return (min(a, b), max(a, b))


def _undrawn(
    cells: list[str], drawn: set[tuple[bool, Pair]], *, rails: bool
) -> Iterator[list[str]]:
    """The parts of a way whose steps are not drawn yet."""
    now: list[str] = []
    for a, b in pairwise(cells):
        step = (rails, _pair(a, b))
        if step in drawn:
            if now:
                yield now
            now = []
            continue
        drawn.add(step)
        now = now or [a]
        now.append(b)
    if now:
        yield now


def _outside(cells: list[str], ground: dict[str, str]) -> Iterator[list[str]]:
    """The stretches of a way between places with streets."""
    now: list[str] = []
    for cell in [*cells, ""]:
        if cell and ground[cell] not in BUILT:
            now.append(cell)
            continue
        if len(now) > 1:
            yield now
        now = []


def main(arguments: Sequence[str]) -> None:
    """Build the map, ``--into`` another folder if wanted."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("--into", type=Path, default=PACK / "maps")
    given = command.parse_args(arguments)
    table = tomllib.loads((HERE / "country.toml").read_text(encoding="utf-8"))
    data = json.loads((HERE / "ground.json").read_text(encoding="utf-8"))
    rules = json.loads((PACK / "hexes.json").read_text(encoding="utf-8"))
    document = build(table, data, rules)
    write_map(document, given.into / table["id"])
    ground = msgspec.json.encode(sorted({c.terrain for c in document.cells.values()})).decode()
    print(f"{table['id']}: {len(document.cells)} hexes of {ground}, {len(document.sides)} sides")


if __name__ == "__main__":
    main(sys.argv[1:])
