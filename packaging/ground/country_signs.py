"""What a printed sheet of the country shows beside its ground: signs, zones, lines of rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wardesk.geometry.grids.hex_lattice import CELL_STEP, HexGrid
from wardesk.geometry.grids.numbering import Numbering
from wardesk.model.cells import Feature

Point = tuple[float, float]
HALF_ROW = CELL_STEP / 2
ASIDE = {"pillbox": -0.33, "tower": 0.33}
"""Where in a hex a sign stands, in hexes east of its middle."""


class SheetLattice:
    """Where the hexes of a sheet lie, by their labels."""

    def __init__(self, grid: HexGrid, numbering: Numbering) -> None:
        self.grid = grid
        self.labels = numbering.labels(grid)
        self._number = {label: n for n, label in enumerate(self.labels)}

    def centre(self, label: str) -> Point:
        """Board x, y of the middle of a hex."""
        x, y = self.grid.centre(*self.grid.coordinates(self._number[label]))
        return float(x), float(y)

    def middle(self, hexes: Sequence[str]) -> Point:
        """The middle of some hexes."""
        spots = [self.centre(cell) for cell in hexes]
        return (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))


def rulings(table: dict[str, Any], lattice: SheetLattice) -> list[Feature]:
    """Lines that only the rules know: half a row north of the first hexes that are allowed."""
    found: list[Feature] = []
    for number, row in enumerate(table["limit"], 1):
        points = [list(map(round, lattice.centre(cell))) for cell in row["between"]]
        for spot, cell in zip(points, row["between"], strict=True):
            x, _, y = cell.partition(".")
            spot[1] += round((row["southing"] - 0.5 - 2 * int(y) - (int(x) % 2 == 0)) * HALF_ROW)
        told = {"formation": row["formation"], "southing": row["southing"]}
        found.append(
            Feature(
                "limit",
                {"type": "LineString", "coordinates": points},
                row["name"],
                properties={"cells": list(row["between"]), **told},
                id=f"limit-{number}",
            )
        )
    return found


def signs(
    table: dict[str, Any], lattice: SheetLattice, bridges: Sequence[Feature]
) -> list[Feature]:
    """What a printed sheet shows in a hex beside its ground: a sign, with or without words."""
    found = [
        _sign("bridge", f.name, f.geometry["coordinates"], bare=False) for f in bridges if f.name
    ]
    for sign, cells in (
        ("pillbox", table["strongpoints"]),
        ("tower", table["observation_posts"]),
    ):
        for cell in cells:
            x, y = lattice.centre(cell)
            found.append(_sign(sign, cell, (x + ASIDE[sign] * CELL_STEP, y), bare=True))
    told = table["signs"]
    return [
        *found,
        *(
            _sign(row["sign"], row["name"], lattice.middle(row["hexes"]), bare=False)
            for row in told
        ),
    ]


def zones(rows: dict[str, Any], lattice: SheetLattice) -> list[Feature]:
    """Drop and landing zones with their hexes."""
    return [
        Feature(
            "zone",
            {
                "type": "MultiPoint",
                "coordinates": [list(map(int, lattice.centre(cell))) for cell in row["hexes"]],
            },
            row["name"],
            properties={"cells": row["hexes"]},
            id=f"zone-{key.lower()}",
        )
        for key, row in rows.items()
    ]


def _sign(sign: str, words: str, at: Sequence[float], *, bare: bool) -> Feature:
    point = {"type": "Point", "coordinates": [round(value) for value in at]}
    told = {"sign": sign, "size": "none" if bare else "small", "rows": 2}
    where = "-".join(str(value) for value in point["coordinates"])
    return Feature("label", point, words, properties=told, id=f"label-{sign}-{where}")
