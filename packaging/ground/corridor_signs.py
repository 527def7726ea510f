"""What a printed sheet of the corridor shows beside its ground: signs, zones, lines of rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ground.lattice_country import Point, Sheet
from wardesk.geometry.grids.hex_lattice import CELL_STEP
from wardesk.model.cells import Feature

Middle = Callable[[Sequence[str]], Point]
"""The middle of some hexes."""
HALF_ROW = CELL_STEP / 2
ASIDE = {"pillbox": -0.33, "tower": 0.33}
"""Where in a hex a sign stands, in hexes east of its middle."""


def rulings(table: dict[str, Any], sheet: Sheet) -> list[Feature]:
    """Lines that only the rules know: deployment limits, edges of sheets."""
    found: list[Feature] = []
    for kind in ("limit", "sheet-edge"):
        for number, row in enumerate(table[kind], 1):
            spots = [sheet.centre(cell) for cell in row["between"]]
            told = {key: row[key] for key in ("formation", "southing") if key in row}
            points = [list(map(round, spot)) for spot in spots]
            if "southing" in row:  # half a row north of the first hexes that are allowed
                for spot, cell in zip(points, row["between"], strict=True):
                    x, _, y = cell.partition(".")
                    spot[1] += round((row["southing"] - 0.5 - 2 * int(y) - int(x)) * HALF_ROW)
            found.append(
                Feature(
                    kind,
                    {"type": "LineString", "coordinates": points},
                    row["name"],
                    properties={"cells": list(row["between"]), **told},
                    id=f"{kind}-{number}",
                )
            )
    return found


def signs(
    table: dict[str, Any], sheet: Sheet, middle: Middle, bridges: Sequence[Feature]
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
            x, y = sheet.centre(cell)
            found.append(_sign(sign, cell, (x + ASIDE[sign] * CELL_STEP, y), bare=True))
    for row in table["signs"]:
        x, y = middle(row["hexes"])
        found.append(_sign(row["sign"], row["name"], (x, y), bare=False))
    return found


def zones(table: dict[str, Any], sheet: Sheet) -> list[Feature]:
    """Drop zones as the rules list their hexes."""
    return [
        Feature(
            "zone",
            {
                "type": "MultiPoint",
                "coordinates": [list(map(int, sheet.centre(cell))) for cell in cells],
            },
            name,
            properties={"cells": cells},
            id="zone-" + name.lower().replace(" ", "-"),
        )
        for name, cells in table["zones"].items()
    ]


def _sign(sign: str, words: str, at: Sequence[float], *, bare: bool) -> Feature:
    point = {"type": "Point", "coordinates": [round(value) for value in at]}
    told = {"sign": sign, "size": "none" if bare else "small", "rows": 2}
    where = "-".join(str(value) for value in point["coordinates"])
    return Feature("label", point, words, properties=told, id=f"label-{sign}-{where}")
