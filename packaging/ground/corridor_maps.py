"""Build the hex maps of Where Eagles Dare and The Devil's Cauldron from the corridor's geography.

    python packaging/ground/corridor_maps.py [corridor | cauldron] [--into FOLDER]

Reads ``campaigns/market-garden/corridor.geojson`` and a table of what was set by hand
(``corridor.toml``, ``cauldron.toml`` beside this file); writes ``campaigns/market-garden/maps``.
Whoever mends a map in the editor should mend the table too, or this script undoes it.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import shapely

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "packaging"))

from ground.corridor_signs import rulings, signs, zones  # noqa: E402
from ground.gts_palette import RAISED, palette  # noqa: E402
from ground.lattice_country import Pair, Point, Sheet, led_through, sides_around, spread  # noqa: E402
from wardesk.documents.maps.store import write_map  # noqa: E402
from wardesk.drawing.document import Layout, MapDocument, Override  # noqa: E402
from wardesk.geometry.grids.hex_lattice import CELL_STEP, HexGrid  # noqa: E402
from wardesk.geometry.grids.numbering import Count, Numbering  # noqa: E402
from wardesk.model.cells import Cell, Feature  # noqa: E402

PACK = ROOT / "campaigns/market-garden"
HERE = Path(__file__).parent

WATERS = {"river": "river", "canal": "canal", "stream": "stream"}
BUILT = ("city", "town", "village")
RANKED = {1: (3, 7, 4), 2: (0, 2, 2), 3: (0, 0, 1)}
"""Hexes of city, town and village of a place by its rank, unless the table says otherwise."""
NEAR_BRIDGE = 6 * CELL_STEP
"""How far from its place by the geography a named bridge may lie."""
CREST_METRES, CREST_STEP = (45.0, 80.0), 5.0
"""Heights at which the brow of a hill is drawn, where a hex is that much higher than the next."""


@dataclass
class Country:
    """What is being drawn: ground and names of hexes, sides, lines."""

    sheet: Sheet
    table: dict[str, Any]
    rows: list[dict[str, Any]]
    ground: dict[str, str] = field(default_factory=dict[str, str])
    names: dict[str, str] = field(default_factory=dict[str, str])
    sides: dict[Pair, set[str]] = field(default_factory=dict[Pair, set[str]])
    lines: list[Feature] = field(default_factory=list[Feature])

    def of_kind(self, *kinds: str) -> Iterator[dict[str, Any]]:
        """Rows of the geography of these kinds."""
        return (row for row in self.rows if row["properties"]["kind"] in kinds)

    def spots(self, places: Sequence[Point]) -> list[Point]:
        """Board points of longitudes and latitudes."""
        return [self.sheet.board(place) for place in places]

    def polygon(self, places: Sequence[Point]) -> list[str]:
        """The hexes whose middle lies in a polygon of longitudes and latitudes."""
        ring = shapely.Polygon(self.spots(places)).buffer(0)
        shapely.prepare(ring)
        labels = self.sheet.labels
        inside = shapely.contains_xy(ring, [self.sheet.centre(label) for label in labels])
        return [label for label, found in zip(labels, inside, strict=True) if found]

    def middle(self, hexes: Sequence[str]) -> Point:
        """The middle of some hexes."""
        spots = [self.sheet.centre(cell) for cell in hexes]
        return (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))

    def led(self, kind: str, spots: list[Point]) -> list[Point]:
        """A line led through the gates of its kind that lie near it."""
        for gate in self.table["gates"]:
            hexes: list[str] = gate["hexes"]
            middle = self.middle(hexes)
            far = min((math.dist(p, middle) for p in _dense(spots)), default=math.inf)
            if gate["kind"] != kind or far > 1.6 * CELL_STEP:
                continue
            through = (
                list(self.sheet.side(*hexes))
                if kind in ("water", "canal")
                else [self.sheet.centre(cell) for cell in hexes]
            )
            spots = led_through(spots, through, 1.6 * CELL_STEP)
        return spots

    # ---- step by step ---------------------------------------------------------------------------

    def woods_and_heaths(self) -> None:
        """Polygons of woods, dunes and polder."""
        self._wet_ground()
        for kind, ground, names in (
            ("heath", "sand_dunes", self.table["dunes"]),
            ("wood", "woods", ()),
        ):
            for row in self.of_kind(kind):
                if not names or row["properties"]["name"] in names:
                    for cell in self.polygon(row["geometry"]["coordinates"][0]):
                        self.ground[cell] = ground

    def _wet_ground(self) -> None:
        """Polder in polygons, and along rivers; its edge is no straight line."""
        for ring in self.table["polder"]:
            self.ground |= dict.fromkeys(self.polygon(ring), "polder")
        wide: dict[str, float] = self.table["polder_along"]
        for row in self.of_kind("river", "stream"):
            if row["properties"]["name"] not in wide:
                continue
            water = shapely.LineString(self.spots(row["geometry"]["coordinates"]))
            for cell in self.sheet.labels:
                ragged = wide[row["properties"]["name"]] - crc32(cell.encode()) % 3 / 2
                middle = shapely.Point(self.sheet.centre(cell))
                if shapely.dwithin(water, middle, ragged * CELL_STEP):
                    self.ground[cell] = "polder"

    def places(self) -> None:
        """Cities, towns and villages by their size, and orchards beside the small ones."""
        sizes: dict[str, Sequence[int]] = self.table["sizes"]
        fixed = {tuple(row["at"]): row["hexes"][0] for row in self.table["known"]}
        villages: list[str] = []
        for row in sorted(self.of_kind("town"), key=lambda row: row["properties"]["rank"]):
            name, at = row["properties"]["name"], tuple(row["geometry"]["coordinates"])
            start = fixed.get(at) or self.sheet.cell(self.sheet.board(at))
            if start not in self.sheet.number:
                continue
            counts = sizes.get(name, RANKED[row["properties"]["rank"]])

            def free(cell: str) -> bool:
                return self.ground.get(cell) not in BUILT

            cells = iter(spread(self.sheet, start, sum(counts), free))
            for kind, count in zip(BUILT, counts, strict=True):
                for _, cell in zip(range(count), cells, strict=False):
                    self.ground[cell] = kind
                    if kind != "village" or not counts[1]:
                        self.names.setdefault(cell, name)
                    villages += [cell] if kind == "village" else []
        share = self.table["orchard_share"]
        fruit = {cell for ring in self.table["orchards_within"] for cell in self.polygon(ring)}
        for village in villages:
            for cell in self.sheet.beside(village):
                if cell in fruit and cell not in self.ground and crc32(cell.encode()) % share == 0:
                    self.ground[cell] = "orchard"

    def waters(self) -> None:
        """Rivers, canals and streams along hexsides; a wide water covers a narrow one."""
        for kind in ("stream", "canal", "river"):
            for row in self.of_kind(kind):
                spots = self.spots(row["geometry"]["coordinates"])
                aside = self.table["aside"].get(row["properties"]["name"], (0, 0))
                spots = [(x + aside[0] * CELL_STEP, y + aside[1] * CELL_STEP) for x, y in spots]
                spots = self.led("water" if kind == "stream" else "canal", spots)
                for pair in self.sheet.water_sides(spots):
                    self.sides[pair] = {WATERS[kind]}
        for pair in self.table["shut"]:
            self.sides[_pair(*pair)] = {"canal"}
        for pair in self.table["open"]:
            self.sides.pop(_pair(*pair), None)
        for pair in self.table["embankment"]:
            self.sides[_pair(*pair)] = {"embankment"}

    def heights(self) -> None:
        """Crests along the brow of steep hills."""
        hills = [
            (self.sheet.board(tuple(row["geometry"]["coordinates"])), row["properties"])
            for row in self.of_kind("relief_hint")
        ]
        metres = {label: _height(self.sheet.centre(label), hills) for label in self.sheet.labels}
        for pair in sides_around(self.sheet, self.sheet.labels):
            low, high = sorted(metres[cell] for cell in pair)
            on_top = any(low < edge <= high for edge in CREST_METRES)
            if on_top and high - low >= CREST_STEP and pair not in self.sides:
                self.sides[pair] = {"crest"}

    def ways(self) -> None:
        """Roads and railways from hex to hex; the same step is not drawn twice."""
        drawn: set[tuple[str, Pair]] = set()
        kinds = {"road": "road", "railway": "railroad", "club_route": "main-road"}
        for source in ("club_route", "club_route_spur", "road", "railway"):
            kind = kinds.get(source, "main-road")
            group = "rail" if kind == "railroad" else "road"
            for row in self.of_kind(source):
                led = self.led("railway" if group == "rail" else "road", self.spots(_line(row)))
                for stretch in self.sheet.way_cells(led):
                    for cells in _undrawn(stretch, drawn, group):
                        self._line(kind, row["properties"]["name"], cells)

    def raised(self) -> None:
        """Stretches of roads and railways that lie on a bank: the way stays, the bank is added."""
        for row in self.table["raised"]:
            first, last = row["between"]
            way = next(
                (
                    line
                    for line in self.lines
                    if line.name == row["way"]
                    and {first, last} <= set(line.properties["cells"])
                    and line.kind in RAISED
                ),
                None,
            )
            if way is None:
                print(f"{self.table['id']}: {row['way']} does not lead from {first} to {last}")
                continue
            cells: list[str] = way.properties["cells"]
            start, end = sorted((cells.index(first), cells.index(last)))
            self._line(RAISED[way.kind], way.name, cells[start : end + 1])

    def _line(self, kind: str, name: str, cells: list[str]) -> None:
        number = sum(line.kind == kind for line in self.lines) + 1
        points = [list(map(int, self.sheet.centre(cell))) for cell in cells]
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
        """Bridges as points between two hexes; those over rivers and canals join their hexes.

        A road or railway that meets a river without a named bridge keeps one without a name: the
        way in the drawing would mislead whoever follows it.
        """
        crossings = [
            (pair, line)
            for line in self.lines
            for pair in (_pair(*step) for step in pairwise(line.properties["cells"]))
            if self.sides.get(pair, set()) & {"river", "canal", "embankment"}
        ]
        found: dict[Pair, dict[str, str]] = {}
        for row in self.table["bridges"]:
            if "between" in row:
                pair = _pair(*row["between"])
            else:
                spot = self.sheet.board(row["near"])
                rail = row["carries"] == "railway"
                able = [
                    (math.dist(self.middle(p), spot), p)
                    for p, line in crossings
                    if (line.kind == "railroad") == rail and p not in found
                ]
                far, pair = min(able, default=(math.inf, ("", "")))
                if far > NEAR_BRIDGE:
                    print(f"{self.table['id']}: no way over the water near {row['name']}")
                    continue
            found[pair] = {key: row[key] for key in ("id", "name", "carries", "cite") if key in row}
        for pair, line in crossings:
            kind = "railway" if line.kind == "railroad" else "road"
            found.setdefault(pair, {"id": "-".join(pair), "name": "", "carries": kind})
        features: list[Feature] = []
        joins: list[Override] = []
        for pair, row in found.items():
            x, y = self.middle(pair)
            told: dict[str, Any] = {"between": list(pair), "carries": row["carries"]}
            if "cite" in row:
                told["cite"] = row["cite"]
            point = {"type": "Point", "coordinates": [round(x), round(y)]}
            features.append(
                Feature("bridge", point, row["name"], properties=told, id=f"bridge-{row['id']}")
            )
            if self.sides.get(pair, set()) & {"river", "canal", "embankment"}:
                reason = row["name"] or f"{row['carries']} bridge"
                joins.append(Override(pair, "add", reason))
        return features, joins


def build(table: dict[str, Any], rows: list[dict[str, Any]]) -> MapDocument:
    """The whole map document of one table."""
    first = table["first"]
    grid = HexGrid(table["columns"], table["rows"])
    numbering = Numbering(
        style="oblique",
        columns=Count(start=first[0], digits=2),
        rows=Count(start=first[1], digits=2),
        separator=".",
    )

    def middle(hexes: Sequence[str]) -> Point:
        """The middle of hexes that may lie off the sheet."""
        axial = [tuple(map(int, cell.split("."))) for cell in hexes]
        spots = [grid.centre(x - first[0], y - first[1]) for x, y in axial]
        return (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))

    known = [(tuple(row["at"]), middle(row["hexes"])) for row in table["known"]]
    sheet = Sheet(grid, numbering, tuple(table["home"]), known)
    sheet.gates = {cell for row in table["gates"] for cell in row["hexes"]}
    country = Country(sheet, table, rows)
    country.woods_and_heaths()
    country.places()
    country.waters()
    country.heights()
    country.ways()
    country.raised()
    bridges, joins = country.bridges()
    special = {cell: {"strongpoint": True} for cell in table["strongpoints"]}
    for cell in table["observation_posts"]:
        special.setdefault(cell, {})["observation_post"] = True
    cells = {
        label: Cell(
            label,
            country.names.get(label, label),
            country.ground.get(label, "clear"),
            sheet.centre(label),
            special.get(label, {}),
        )
        for label in sheet.labels
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
            *rulings(table, sheet),
            *bridges,
            *zones(table, sheet),
            *signs(table, sheet, country.middle, bridges),
        ],
        palette=palette(),
        layout=Layout(grid, numbering, "clear"),
        sides={pair: tuple(sorted(kinds)) for pair, kinds in sorted(country.sides.items())},
    )


def _pair(a: str, b: str) -> Pair:
    return (min(a, b), max(a, b))


def _dense(spots: Sequence[Point]) -> Iterator[Point]:
    for (ax, ay), (bx, by) in pairwise(spots):
        for part in range(8):
            yield ax + (bx - ax) * part / 8, ay + (by - ay) * part / 8


def _line(row: dict[str, Any]) -> list[Point]:
    return [(lon, lat) for lon, lat, *_ in row["geometry"]["coordinates"]]


def _undrawn(cells: list[str], drawn: set[tuple[str, Pair]], group: str) -> Iterator[list[str]]:
    """The parts of a way whose steps are not drawn yet."""
    now: list[str] = []
    for a, b in pairwise(cells):
        step = (group, _pair(a, b))
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


def _height(spot: Point, hills: Sequence[tuple[Point, dict[str, Any]]]) -> float:
    metres = 0.0
    for (x, y), hill in hills:
        wide = hill["sigma_east_km"] * 2 * CELL_STEP
        tall = hill["sigma_north_km"] * 2 * CELL_STEP
        far = ((spot[0] - x) / wide) ** 2 + ((spot[1] - y) / tall) ** 2
        metres += hill["height_m"] * math.exp(-far / 2)
    return metres


def main(arguments: Sequence[str]) -> None:
    """Build the maps of these names, both without any, ``--into`` another folder."""
    command = argparse.ArgumentParser(description=__doc__)
    command.add_argument("maps", nargs="*", choices=[[], "corridor", "cauldron"])
    command.add_argument("--into", type=Path, default=PACK / "maps")
    given = command.parse_args(arguments)
    rows: list[dict[str, Any]] = json.loads((PACK / "corridor.geojson").read_text())["features"]
    for name in given.maps or ("corridor", "cauldron"):
        table = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))
        document = build(table, rows)
        write_map(document, given.into / name)
        ground = msgspec.json.encode(sorted({c.terrain for c in document.cells.values()})).decode()
        print(f"{name}: {len(document.cells)} hexes of {ground}, {len(document.sides)} sides")


if __name__ == "__main__":
    main(sys.argv[1:])
