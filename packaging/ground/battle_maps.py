"""Build the maps of Hannut and Stonne again from their ground, written down in battle_maps.toml.

    python packaging/ground/battle_maps.py [FOLDER]

FOLDER gets ``hannut`` and ``stonne``; by default the documents that ship are written anew. Both
maps are reconstructions: what is known of each stands in its provenance. Costs and kinds of ground
come from the palette that ships with each map.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "campaigns" / "hannut-stonne" / "maps"
GROUND = {".": "", "v": "village", "o": "orchard", "w": "wood"}
SHEETS: dict[str, dict[str, Any]] = {
    "hannut": {"columns": 20, "rows": 18, "orientation": "flat", "shoved": "odd", "numbering": {}},
    "stonne": {
        "columns": 17,
        "rows": 13,
        "orientation": "pointy",
        "shoved": "even",
        "numbering": {"columns": {"backwards": True}, "row_first": True},
    },
}
"""How each sheet lies and counts: Hannut by columns, Stonne by rows from north to south."""


def cell_id(name: str, row: int, column: int) -> str:
    """The number of the cell in a text row and column, both from 1."""
    first, second = (column, row) if name == "hannut" else (row, column)
    return f"{first:02}{second:02}"


def cells_of(name: str, data: dict[str, Any]) -> list[dict[str, Any]]:
    """Every cell with its ground, level and name."""
    found: dict[str, dict[str, Any]] = {}
    rows = zip(data["ground"], data["levels"], strict=True)
    for row, (ground, levels) in enumerate(rows, 1):
        for column, (sign, level) in enumerate(zip(ground, levels, strict=True), 1):
            key = cell_id(name, row, column)
            cell: dict[str, Any] = {"id": key, "properties": {"level": int(level)}}
            if GROUND[sign]:
                cell["terrain"] = GROUND[sign]
            if key in data["names"]:
                cell["name"] = data["names"][key]
            found[key] = cell
    return list(found.values())


def build(name: str, data: dict[str, Any]) -> Any:  # noqa: ANN401 - a document of the program
    """The document of one map."""
    from wardesk.documents.maps.lattice_rows import read_layout
    from wardesk.documents.maps.store import document_from_plain, written_by

    sheet = {
        **SHEETS[name], "kind": "hex", "fill": "clear", "origin": [0, 0], "steps_per_unit": 64,
        "unit": "1/336 hex (500 m)",
    }  # fmt: skip
    layout = read_layout(sheet)[2]
    labels = layout.numbering.labels(layout.grid)
    grid = layout.grid
    middles = {label: grid.centre(*grid.coordinates(k)) for k, label in enumerate(labels)}
    roads = [
        {
            "type": "Feature",
            "id": road["id"],
            "geometry": {
                "type": "LineString",
                "coordinates": [list(middles[cell]) for cell in road["cells"].split()],
            },
            "properties": {
                "kind": road["kind"], "name": road["name"], "cells": road["cells"].split(),
            },
        }
        for road in data["roads"]
    ]  # fmt: skip
    palette = msgspec.json.decode((SHIPPED / name / "palette.json").read_bytes())
    manifest = {
        "format": "wardesk-map", "version": 1, "written_by": written_by(), "id": name, "needs": [],
        "title": data["title"], "provenance": data["provenance"],
    }  # fmt: skip
    plain = {
        "manifest.json": manifest,
        "grid.json": sheet,
        "cells.json": {"cells": cells_of(name, data)},
        "features.geojson": {"type": "FeatureCollection", "features": roads},
        "palette.json": palette,
        "styles.json": {},
    }
    return document_from_plain(plain, {})


def main(folder: Path = SHIPPED) -> int:
    """Write both maps into *folder*."""
    from wardesk.documents.maps.store import write_map

    folder.mkdir(parents=True, exist_ok=True)
    data = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    for name in SHEETS:
        write_map(build(name, data[name]), folder / name)
        print(f"{name}: {folder / name}")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main(*map(Path, sys.argv[1:2])))
