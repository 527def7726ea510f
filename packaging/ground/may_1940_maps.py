"""Draw the maps of May 1940: Belgium and the Ardennes, and the proving ground.

    may_1940_maps.py FOLDER

Places, coasts, borders and rivers are rough longitudes and latitudes of our own; a hex takes the
ground at its middle, a side the river that runs between two middles.
"""

from __future__ import annotations

import math
import sys
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

from shapely import LineString, Point, Polygon

from wardesk.documents.maps.store import document_from_plain, write_map

Spot = tuple[float, float]
HEX, PITCH = 336, 291
KM = 25.0
"""From the middle of a hex to the next."""
WEST, NORTH = 1.45, 52.75
"""Longitude and latitude of the middle of hex 0101."""
EAST_KM, SOUTH_KM = 70.6, 111.2
"""Kilometres of a degree of longitude at 51° north, and of latitude."""


def to_sheet(spot: Spot) -> Spot:
    """Board coordinates of a longitude and latitude."""
    lon, lat = spot
    x = 194 + (lon - WEST) * EAST_KM / KM * HEX
    return x, 336 + (NORTH - lat) * SOUTH_KM / KM * HEX


def middle(column: int, row: int) -> tuple[int, int]:
    """The middle of a hex; odd columns stand half a hex lower."""
    return 194 + PITCH * (column - 1), 168 + HEX * (row - 1) + (168 if column % 2 else 0)


def label(column: int, row: int) -> str:
    """Its number."""
    return f"{column:02d}{row:02d}"


class Sheet:
    """A sheet of hexes that is filled in and written."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.cells = {
            label(c, r): middle(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)
        }
        self.terrain: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.properties: dict[str, dict[str, Any]] = {cell: {} for cell in self.cells}
        self.sides: dict[tuple[str, str], list[str]] = {}

    def nearest(self, spot: Spot) -> str:
        """The hex of a longitude and latitude."""
        at = to_sheet(spot)
        return min(self.cells, key=lambda c: math.dist(self.cells[c], at))

    def beside(self, cell: str) -> list[str]:
        """Hexes that touch it."""
        return [o for o, at in self.cells.items() if 0 < math.dist(self.cells[cell], at) < 345]

    def side(self, a: str, b: str, kind: str) -> None:
        """Put *kind* on the side between two hexes."""
        pair = (a, b) if a < b else (b, a)
        if kind not in self.sides.setdefault(pair, []):
            self.sides[pair].append(kind)

    def river(self, kind: str, course: list[Spot]) -> None:
        """A river lies where its course runs between the middles of two hexes of land."""
        line = LineString([to_sheet(spot) for spot in course])
        for a, at in self.cells.items():
            for b in self.beside(a):
                wet = "sea" in (self.terrain.get(a), self.terrain.get(b))
                if a < b and not wet and line.intersects(LineString([at, self.cells[b]])):
                    self.side(a, b, kind)

    def plain(self, name: str, title: str, provenance: str) -> dict[str, Any]:
        """The parts of the map's files."""
        rows: list[dict[str, Any]] = []
        for cell in self.cells:
            row: dict[str, Any] = {"id": cell}
            if self.names.get(cell):
                row["name"] = self.names[cell]
            if self.properties[cell]:
                row["properties"] = self.properties[cell]
            if self.terrain.get(cell, "clear") != "clear":
                row["terrain"] = self.terrain[cell]
            if len(row) > 1:
                rows.append(row)
        sides = [{"pair": list(pair), "kinds": kinds} for pair, kinds in sorted(self.sides.items())]
        return {
            "manifest.json": {
                "format": "wardesk-map", "version": 1, "written_by": "0.1.0", "id": name,
                "title": title, "provenance": provenance, "needs": [],
            },
            "grid.json": {
                "columns": self.columns, "rows": self.rows, "fill": "clear", "kind": "hex",
                "numbering": {}, "orientation": "flat", "origin": [0, 0], "shoved": "odd",
                "steps_per_unit": 64, "unit": "1/336 hex (25 km)",
            },
            "cells.json": {"cells": rows},
            "sides.json": {"overrides": [], "sides": sides},
            "palette.json": PALETTE,
            "features.geojson": {"type": "FeatureCollection", "features": []},
        }  # fmt: skip


def ground(name: str, title: str, art: str, foot: int | str, mobile: int | str) -> dict[str, Any]:
    """A row of the palette."""
    figures = {"move_foot": foot, "move_mobile": mobile}
    return {"id": name, "name": title, "art": art, "cite": "EF N16", "properties": figures}


PALETTE: dict[str, Any] = {
    "id": "europa",
    "title": "Europa",
    "terrain": [
        ground("clear", "Clear", "open", 1, 1),
        ground("woods", "Woods", "wood", 2, 2),
        ground("rough", "Rough", "rough", 2, 3),
        ground("swamp", "Polder and marsh", "marsh", 2, 3),
        ground("mountain", "Mountain", "hill", 3, 4),
        ground("sea", "Sea", "sea", "no", "no"),
        ground("dot", "Town", "village", 1, 1),
        ground("reference", "City", "town", 1, 1),
        ground("major", "Major city", "city", 1, 1),
    ],
    "borders": [
        {"id": "minor_river", "name": "Minor river", "passable": True, "art": "stream",
         "cite": "EF N3"},
        {"id": "major_river", "name": "Major river", "passable": True, "art": "river",
         "cite": "EF N3"},
        {"id": "canal", "name": "Canal, as a minor river", "passable": True, "art": "canal",
         "cite": "EF N3"},
        {"id": "frontier", "name": "Frontier", "passable": True, "art": "fence",
         "cite": "EF 40.D.19-5"},
        {"id": "printed_hexside", "name": "Fortified hexside", "passable": True, "art": "wall",
         "cite": "EF 40.D.10"},
    ],
    "lines": [],
}  # fmt: skip
CITY_GROUND = {"dot": "dot", "reference": "reference", "major": "major"}

# ---- Belgium and the Ardennes -------------------------------------------------------------------

SEA: list[list[Spot]] = [
    [(0, 54), (0, 50), (1.35, 50.05), (1.55, 50.2), (1.58, 50.5), (1.6, 50.85), (1.85, 50.98),
     (2.37, 51.08), (2.75, 51.19), (3.2, 51.37), (3.42, 51.5), (3.6, 51.75), (4.0, 52.02),
     (4.27, 52.13), (4.5, 52.45), (4.7, 53), (4.7, 54)],
    [(5.1, 52.38), (5.35, 52.38), (5.75, 52.62), (5.7, 53), (5.1, 53)],
]  # fmt: skip
COUNTRIES: dict[str, list[Spot]] = {
    "dutch": [(3.37, 51.37), (3.4, 51.6), (3.6, 51.75), (4.0, 52.0), (4.4, 52.5), (4.4, 53),
              (7.05, 53), (7.05, 52.35), (6.7, 52.05), (6.8, 51.95), (6.1, 51.87), (5.97, 51.8),
              (6.2, 51.45), (6.05, 51.2), (5.9, 51.05), (6.05, 50.75), (5.7, 50.75),
              (5.65, 50.87), (5.77, 51.15), (5.5, 51.28), (5.1, 51.45), (4.8, 51.45),
              (4.4, 51.38), (4.2, 51.35), (3.8, 51.22), (3.37, 51.3)],
    "belgian": [(2.5, 51.1), (3.37, 51.4), (3.8, 51.22), (4.2, 51.35), (4.4, 51.38), (4.8, 51.45),
                (5.1, 51.45), (5.5, 51.28), (5.77, 51.15), (5.65, 50.87), (5.7, 50.75),
                (6.05, 50.75), (6.3, 50.5), (6.3, 50.3), (6.1, 50.13), (5.95, 50.17),
                (5.75, 50.0), (5.75, 49.75), (5.85, 49.55), (5.5, 49.5), (5.2, 49.67),
                (4.85, 49.8), (4.85, 50.15), (4.65, 49.98), (4.15, 49.98), (4.2, 50.25),
                (3.7, 50.33), (3.25, 50.5), (3.1, 50.75), (2.6, 50.8)],
    "luxembourg": [(5.75, 49.55), (5.85, 49.5), (6.37, 49.47), (6.5, 49.8), (6.1, 50.13),
                   (5.95, 50.17), (5.75, 50.0)],
    "german": [(6.37, 49.47), (6.75, 49.17), (7.05, 49.12), (7.45, 49.15), (7.9, 49.05),
               (8.25, 48.96), (9, 48.9), (9, 54), (7.0, 54), (7.05, 52.35), (6.0, 51.85),
               (5.9, 51.0), (6.0, 50.7), (6.1, 50.13), (6.5, 49.8)],
}  # fmt: skip
GROUND: list[tuple[str, list[Spot]]] = [
    ("rough", [(5.2, 50.0), (5.5, 50.4), (6.3, 50.55), (6.3, 50.2), (6.1, 49.95), (5.6, 49.95)]),
    ("woods", [(4.3, 50.1), (4.95, 50.2), (5.4, 50.5), (6.3, 50.65), (6.3, 50.3), (6.2, 49.9),
               (5.7, 49.75), (5.0, 49.75), (4.5, 49.88)]),
    ("rough", [(6.3, 50.62), (6.9, 50.55), (7.1, 50.3), (6.8, 50.05), (6.3, 50.1)]),
    ("woods", [(6.9, 49.95), (7.5, 50.15), (7.7, 49.95), (7.0, 49.65)]),
    ("woods", [(7.5, 49.0), (7.55, 49.45), (8.1, 49.45), (8.1, 49.0)]),
    ("woods", [(4.85, 49.0), (4.85, 49.4), (5.15, 49.4), (5.15, 49.0)]),
    ("woods", [(7.3, 50.95), (7.3, 51.3), (8.7, 51.45), (8.7, 50.85)]),
    ("rough", [(7.2, 50.45), (7.3, 50.9), (8.7, 50.8), (8.7, 50.3)]),
    ("woods", [(5.65, 52.05), (5.65, 52.4), (6.05, 52.4), (6.05, 52.05)]),
    ("swamp", [(5.7, 51.25), (5.7, 51.6), (6.0, 51.6), (6.0, 51.25)]),
    ("swamp", [(4.75, 51.75), (4.75, 52.3), (5.2, 52.3), (5.2, 51.75)]),
    ("swamp", [(3.4, 51.35), (3.6, 51.75), (4.3, 51.85), (4.3, 51.45)]),
]  # fmt: skip
CITIES: dict[str, tuple[str, Spot, int]] = {
    "Amsterdam": ("major", (4.9, 52.4), 5), "Rotterdam": ("major", (4.48, 51.92), 8),
    "Brussels": ("major", (4.35, 50.85), 0), "Antwerp": ("major", (4.4, 51.22), 8),
    "Lille": ("major", (3.06, 50.63), 0), "Köln": ("major", (6.96, 50.94), 0),
    "Essen": ("major", (7.01, 51.45), 0), "Düsseldorf": ("major", (6.78, 51.22), 0),
    "Liège": ("reference", (5.57, 50.62), 0), "Namur": ("reference", (4.87, 50.45), 0),
    "Ghent": ("reference", (3.72, 51.03), 0), "Charleroi": ("reference", (4.42, 50.4), 0),
    "The Hague": ("reference", (4.33, 52.1), 2), "Utrecht": ("reference", (5.12, 52.09), 0),
    "Luxembourg": ("reference", (6.13, 49.61), 0), "Metz": ("reference", (6.18, 49.1), 0),
    "Reims": ("reference", (4.03, 49.25), 0), "Calais": ("reference", (1.87, 50.92), 3),
    "Dunkirk": ("reference", (2.37, 51.0), 4), "Boulogne": ("dot", (1.64, 50.7), 2),
    "Saarbrücken": ("reference", (7.0, 49.24), 0), "Trier": ("reference", (6.66, 49.77), 0),
    "Koblenz": ("reference", (7.58, 50.34), 0), "Amiens": ("reference", (2.3, 49.88), 0),
    "Sedan": ("dot", (4.96, 49.68), 0), "Dinant": ("dot", (4.88, 50.24), 0),
    "Arras": ("dot", (2.78, 50.29), 0), "Cambrai": ("dot", (3.23, 50.17), 0),
    "Saint-Quentin": ("dot", (3.28, 49.85), 0), "Abbeville": ("dot", (1.83, 50.12), 0),
    "Breda": ("dot", (4.78, 51.58), 0), "Eindhoven": ("dot", (5.47, 51.44), 0),
    "Nijmegen": ("dot", (5.86, 51.82), 0), "Arnhem": ("dot", (5.9, 52.0), 0),
    "Aachen": ("dot", (6.1, 50.77), 0), "Bonn": ("dot", (7.08, 50.72), 0),
    "Verdun": ("dot", (5.4, 49.17), 0), "Mézières": ("dot", (4.58, 49.84), 0),
    "Bastogne": ("dot", (5.72, 50.0), 0), "Ostend": ("dot", (2.95, 51.2), 3),
    "Bruges": ("dot", (3.22, 51.2), 0), "Hasselt": ("dot", (5.33, 50.93), 0),
    "Leuven": ("dot", (4.7, 50.88), 0), "Mons": ("dot", (3.95, 50.45), 0),
    "Maubeuge": ("dot", (3.97, 50.25), 0), "Eben-Emael": ("dot", (5.66, 50.82), 0),
    "Thionville": ("dot", (6.17, 49.36), 0), "Bitche": ("dot", (7.43, 49.05), 0),
    "Montmédy": ("dot", (5.36, 49.52), 0), "Laon": ("dot", (3.62, 49.56), 0),
    "Hook of Holland": ("dot", (4.13, 51.98), 3), "Venlo": ("dot", (6.15, 51.37), 0),
    "Longwy": ("dot", (5.77, 49.52), 0), "Prüm": ("dot", (6.42, 50.2), 0),
    "Zweibrücken": ("dot", (7.36, 49.25), 0), "Soissons": ("dot", (3.32, 49.36), 0),
    "Grebbeberg": ("", (5.55, 52.0), 0), "Tilburg": ("dot", (5.08, 51.56), 0),
    "Münster": ("reference", (7.63, 51.96), 0), "Turnhout": ("dot", (4.95, 51.32), 0),
    "Marche": ("", (5.35, 50.22), 0), "Wavre": ("", (4.6, 50.7), 0),
    "Mainz": ("reference", (8.2, 50.0), 0), "Kaiserslautern": ("dot", (7.77, 49.44), 0),
    "Hirson": ("dot", (4.08, 49.92), 0), "Bitburg": ("", (6.5, 49.98), 0),
    "Boulay": ("", (6.5, 49.2), 0), "Kleve": ("dot", (6.15, 51.78), 0),
    "Zwolle": ("dot", (6.1, 52.5), 0),
}  # fmt: skip
RIVERS: list[tuple[str, list[Spot]]] = [
    ("major_river", [(5.38, 48.8), (5.3, 49.2), (5.19, 49.49), (4.97, 49.73), (4.72, 49.80),
                     (4.73, 49.9), (4.85, 50.14), (4.95, 50.26), (4.93, 50.42), (5.24, 50.53),
                     (5.63, 50.68), (5.76, 50.85), (5.8, 51.1), (5.98, 51.2), (6.2, 51.4),
                     (5.99, 51.7), (5.73, 51.76), (5.3, 51.78), (4.6, 51.7), (4.0, 51.8)]),
    ("major_river", [(8.4, 48.8), (8.45, 49.5), (8.27, 50.02), (7.9, 50.0), (7.63, 50.37),
                     (7.15, 50.75), (7.03, 50.95), (6.82, 51.25), (6.6, 51.65), (6.24, 51.85),
                     (5.86, 51.88), (5.43, 51.9), (4.97, 51.83), (4.5, 51.83), (4.0, 51.93)]),
    ("minor_river", [(5.95, 51.87), (6.0, 52.0), (6.2, 52.14), (6.15, 52.25), (6.05, 52.45),
                     (5.8, 52.6)]),
    ("canal", [(5.63, 50.68), (5.6, 50.85), (5.35, 50.98), (4.85, 51.25), (4.45, 51.29)]),
    ("minor_river", [(3.23, 50.12), (3.42, 50.6), (3.63, 50.85), (3.78, 51.04), (4.1, 51.05),
                     (4.35, 51.1), (4.3, 51.27), (3.9, 51.42), (3.5, 51.42)]),
    ("minor_river", [(4.62, 50.6), (4.65, 50.75), (4.72, 50.88), (4.5, 51.03), (4.38, 51.1)]),
    ("minor_river", [(3.9, 50.2), (4.2, 50.3), (4.44, 50.36), (4.86, 50.42)]),
    ("minor_river", [(4.2, 49.97), (3.63, 49.93), (3.4, 49.66), (3.0, 49.58), (2.83, 49.41),
                     (2.5, 49.1)]),
    ("minor_river", [(3.4, 49.83), (2.93, 49.9), (2.3, 49.84), (1.83, 50.06), (1.5, 50.2)]),
    ("minor_river", [(4.95, 49.2), (4.37, 49.5), (3.32, 49.42), (2.83, 49.42)]),
    ("minor_river", [(6.14, 48.8), (6.2, 49.12), (6.2, 49.36), (6.4, 49.47), (6.68, 49.75),
                     (7.07, 49.92), (7.17, 50.15), (7.6, 50.38)]),
    ("minor_river", [(6.13, 50.15), (6.22, 49.88), (6.45, 49.82), (6.55, 49.7)]),
    ("minor_river", [(2.5, 50.62), (2.88, 50.70), (3.27, 50.85), (3.7, 51.06)]),
]  # fmt: skip


def country_of(spot: Point) -> str:
    """The country of a place on the sheet's ground."""
    for name, ring in COUNTRIES.items():
        if Polygon(ring).covers(spot):
            return name
    return "french"


def belgium() -> Sheet:
    """24 by 18 hexes of 25 km from the Channel to the Rhine."""
    sheet = Sheet(24, 18)
    for cell, (x, y) in sheet.cells.items():
        lon = WEST + (x - 194) / HEX * KM / EAST_KM
        lat = NORTH - (y - 336) / HEX * KM / SOUTH_KM
        spot = Point(lon, lat)
        if any(Polygon(ring).covers(spot) for ring in SEA):
            sheet.terrain[cell] = "sea"
            continue
        kind = next((kind for kind, ring in GROUND if Polygon(ring).covers(spot)), "clear")
        sheet.terrain[cell] = kind
        sheet.properties[cell]["country"] = country_of(spot)
    _places(sheet)
    for kind, course in RIVERS:
        sheet.river(kind, course)
    _frontiers(sheet)
    return sheet


def _places(sheet: Sheet) -> None:
    """Cities and names; SystemExit where two lie in one hex."""
    clashes: list[str] = []
    for name, (kind, spot, port) in CITIES.items():
        cell = sheet.nearest(spot)
        if sheet.terrain.get(cell) == "sea":
            sheet.terrain[cell] = "clear"
            sheet.properties[cell]["country"] = country_of(Point(spot))
        if cell in sheet.names:
            clashes.append(f"{name} and {sheet.names[cell]} lie in one hex, {cell}")
            continue
        sheet.names[cell] = name
        if kind:
            sheet.properties[cell]["city"] = kind
        if kind in ("reference", "major"):
            sheet.terrain[cell] = CITY_GROUND[kind]
        if port:
            sheet.properties[cell]["port"] = port
    if clashes:
        raise SystemExit("\n".join(clashes))


def _frontiers(sheet: Sheet) -> None:
    """Sides between countries, where no river tells them already."""
    for a in sheet.cells:
        for b in sheet.beside(a):
            here, there = (sheet.properties[c].get("country") for c in (a, b))
            pair = (a, b)
            if a < b and here and there and here != there and pair not in sheet.sides:
                sheet.side(a, b, "frontier")


# ---- the proving ground -------------------------------------------------------------------------


def proving_ground() -> Sheet:
    """11 by 9 hexes: room for one of each work, a city, a river, a frontier and a port."""
    sheet = Sheet(11, 9)
    for cell in sheet.cells:
        sheet.properties[cell]["country"] = "german" if int(cell[2:]) <= 5 else "soviet"
    sheet.properties["0604"]["city"] = "major"
    sheet.terrain["0604"] = "major"
    sheet.names["0604"] = "Hauptstadt"
    sheet.properties["0302"]["city"] = "reference"
    sheet.terrain["0302"] = "reference"
    sheet.names["0302"] = "Neustadt"
    sheet.properties["1102"] |= {"city": "dot", "port": 4}
    sheet.names["1102"] = "Hafen"
    for cell, kind in {"0803": "woods", "0206": "woods", "0907": "woods", "0403": "rough",
                       "1006": "swamp", "0107": "woods", "0508": "rough"}.items():  # fmt: skip
        sheet.terrain[cell] = kind
    for a, b in pairwise(("0106", "0205", "0306", "0305")):
        if b in sheet.beside(a):
            sheet.side(a, b, "minor_river")
    _frontiers(sheet)
    return sheet


def printed_hexsides(sheet: Sheet, scenario: Path) -> None:
    """The fortified hexsides that *scenario* says are printed on its map."""
    with scenario.open("rb") as file:
        works = tomllib.load(file)["setup"]["work"]
    for row in works:
        if row.get("on_map") and "hexside" in row["work"]:
            for face in row["faces"]:
                sheet.side(row["cell"], face, "printed_hexside")


REBUILT = (
    "reconstruction: drawn for WarDesk by packaging/ground/may_1940_maps.py, because the chapter"
    " has no map. Coasts, frontiers, rivers, woods and places lie by rough longitude and latitude"
    " within half a hex; movement costs and kinds of cities are ours."
)


def main() -> None:
    """Write both maps into the folder that is named."""
    folder = Path(sys.argv[1])
    scenarios = folder.parent / "scenarios"
    for name, title, sheet in (
        ("belgium", "Belgium and the Ardennes, May 1940", belgium()),
        ("proving-ground", "The proving ground", proving_ground()),
    ):
        printed_hexsides(sheet, scenarios / f"{name}.toml")
        parts = sheet.plain(name, title, REBUILT)
        write_map(document_from_plain(parts, {}), folder / name)


if __name__ == "__main__":
    main()
