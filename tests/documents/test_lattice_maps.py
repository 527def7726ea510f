"""Files of hex and square maps: round trips, boards made of them, and damaged ones."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lattice_maps import lattice_map

from wardesk.documents.files.container import pack, read_parts
from wardesk.documents.maps.shipped import shipped_policies, shipped_policy
from wardesk.documents.maps.store import (
    document_from_parts,
    load_board,
    parts_from_document,
    read_map,
    write_map,
)
from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import Override
from wardesk.drawing.issues.whole_map import issues
from wardesk.errors import DamagedFile, UserError

MAPS = {
    "hex": lattice_map(),
    "pointy": lattice_map(pointy=True, shoved="odd"),
    "square": lattice_map("square"),
}
PARTS = parts_from_document(MAPS["hex"])


@pytest.mark.parametrize("name", MAPS)
def test_reading_and_writing_gives_the_same(name, tmp_path):
    document = MAPS[name]
    assert issues(document) == []
    for place in ("one.wdmap", "folder"):
        write_map(document, tmp_path / place)
        assert read_map(tmp_path / place) == document
    assert read_parts(tmp_path / "one.wdmap") == read_parts(tmp_path / "folder")
    assert load_board(tmp_path / "folder").digest == compile_board(document).digest


def test_only_what_differs_is_stored():
    cells = json.loads(PARTS["cells.json"])
    assert len(cells["cells"]) == 10
    assert cells["absent"] == ["0303"]
    assert "borders.json" not in PARTS
    assert json.loads(PARTS["grid.json"])["numbering"] == {}


def changed(part, *steps_and_value, drop=False):
    *steps, last, value = steps_and_value
    plain = json.loads(PARTS[part])
    place = plain
    for step in steps:
        place = place[step]
    if drop:
        del place[last]
    else:
        place[last] = value
    return {**PARTS, part: json.dumps(plain).encode()}


GRID, CELLS, SIDES, PALETTE = "grid.json", "cells.json", "sides.json", "palette.json"
DAMAGED = {
    "huge": (changed(GRID, "columns", 10**9), "columns"),
    "millions": (
        {
            **changed(GRID, "columns", 4096),
        },
        "",
    ),
    "too many cells": (
        {
            **PARTS,
            GRID: PARTS[GRID]
            .replace(b'"columns": 8', b'"columns": 4000')
            .replace(b'"rows": 7', b'"rows": 4000'),
        },
        "250000 cells",
    ),
    "no rows": (changed(GRID, "rows", 0), "rows"),
    "half a column": (changed(GRID, "columns", 2.5), "columns"),
    "far away": (changed(GRID, "origin", [1 << 20, 0]), "beyond the largest"),
    "unknown kind": (changed(GRID, "kind", "triangle"), "borders.json"),
    "odd shove": (changed(GRID, "shoved", "left"), "shoved"),
    "unknown entry": (changed(GRID, "twist", 1), "twist"),
    "labels clash": (
        changed(
            GRID,
            "numbering",
            {"columns": {"digits": 1, "start": 9}, "rows": {"digits": 1, "start": 9, "step": 10}},
        ),
        "",
    ),
    "label with a space": (changed(GRID, "numbering", {"prefix": "a b"}), "prefix"),
    "step zero": (changed(GRID, "numbering", {"rows": {"step": 0}}), "step"),
    "unknown cell": (changed(CELLS, "cells", 0, "id", "9999"), "no cell 9999"),
    "cell twice": (changed(CELLS, "cells", 1, "id", "0101"), "given twice"),
    "absent unknown": (changed(CELLS, "absent", ["9999"]), "9999"),
    "absent and present": (changed(CELLS, "absent", ["0101"]), "0101"),
    "anchor of its own": (changed(CELLS, "cells", 0, "anchor", [0, 0]), "anchor"),
    "side twice": (changed(SIDES, "sides", 1, "pair", ["0502", "0501"]), "given twice"),
    "side of nothing": (changed(SIDES, "sides", 0, "kinds", []), "kinds"),
    "borders drawn": (
        {**PARTS, "borders.json": b'{"nodes": [], "edges": [], "faces": []}'},
        "no borders",
    ),
    "weight of text": (changed(PALETTE, "sight", 0, "cells", {"wood": "much"}), "sight, row 1"),
    "weight below zero": (changed(PALETTE, "sight", 0, "cells", {"wood": -1}), "sight, row 1"),
    "threshold zero": (changed(PALETTE, "sight", 0, "threshold", 0), "threshold"),
    "scope unknown": (changed(PALETTE, "sight", 0, "scope", "wide"), "scope"),
    "rule with an escape": (changed(PALETTE, "sight", 0, "title", "a\x1b[2J"), "title"),
    "rule misspelt": (changed(PALETTE, "sight", 0, "tresholds", 2), "tresholds"),
    "rule twice": (changed(PALETTE, "sight", 1, "id", "test"), "given twice"),
    "line kind bare": (changed(PALETTE, "lines", 0, {"id": "road"}), "name"),
}


@pytest.mark.parametrize("case", [case for case, (_, says) in DAMAGED.items() if says])
def test_damaged_parts_are_named(case, tmp_path):
    parts, says = DAMAGED[case]
    path = tmp_path / "x.wdmap"
    path.write_bytes(pack(parts))
    with pytest.raises(DamagedFile) as caught:
        read_map(path)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)


WRONG = {
    "fill unknown": (changed(GRID, "fill", "lava"), "lava"),
    "terrain unknown": (changed(CELLS, "cells", 2, "terrain", "lava"), "lava"),
    "level of text": (changed(CELLS, "cells", 0, "properties", {"level": "high"}), "whole number"),
    "level of a half": (changed(CELLS, "cells", 0, "properties", {"level": 0.5}), "whole number"),
    "side apart": (changed(SIDES, "sides", 0, "pair", ["0101", "0501"]), "share no side"),
    "side unknown": (changed(SIDES, "sides", 0, "pair", ["0101", "9999"]), "9999"),
    "side kind": (changed(SIDES, "sides", 0, "kinds", ["lava"]), "lava"),
    "override unknown": (changed(SIDES, "overrides", 0, "pair", ["0101", "9999"]), "9999"),
    "override silent": (changed(SIDES, "overrides", 0, "reason", ""), "no reason"),
    "line through nothing": (
        changed("features.geojson", "features", 0, "properties", "cells", ["0601", "9999"]),
        "9999",
    ),
    "line without a list": (
        changed("features.geojson", "features", 0, "properties", "cells", 7),
        "not a list",
    ),
    "line of points": (
        changed(
            "features.geojson", "features", 0, "geometry", {"type": "Point", "coordinates": [1, 1]}
        ),
        "single drawn line",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_maps_are_refused_and_can_be_opened_to_mend(case, tmp_path):
    parts, says = WRONG[case]
    path = tmp_path / "x.wdmap"
    path.write_bytes(pack(parts))
    with pytest.raises(UserError, match="map check") as caught:
        read_map(path)
    assert says in str(caught.value)
    assert any(issue.level == "error" for issue in issues(read_map(path, check=False)))


def test_lines_that_jump_and_idle_overrides_are_warnings():
    document = lattice_map()
    document.overrides.append(Override(("0101", "0707"), "remove", "no reason to"))
    document.features[0].properties["cells"][1] = "0404"
    assert {issue.code for issue in issues(document)} == {"override-idle", "line-jump"}
    compile_board(document)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@settings(max_examples=80)
@given(st.data())
def test_any_value_anywhere_gives_a_map_or_a_sentence(data):
    part = data.draw(st.sampled_from(sorted(PARTS)))
    plain = json.loads(PARTS[part])
    place, holder, key = plain, None, None
    for _ in range(data.draw(st.integers(1, 6))):
        if not isinstance(place, dict | list) or not place:
            break
        key = data.draw(st.sampled_from([*place] if isinstance(place, dict) else range(len(place))))
        holder, place = place, place[key]
    if holder is not None:
        holder[key] = data.draw(JSON)
    parts = {**PARTS, part: json.dumps(plain).encode()}
    try:
        document = document_from_parts(parts)
        board = compile_board(document)
    except UserError:
        return
    cells = list(board.cells)
    assert board.sight(cells[0], cells[-1]).clear == (cells[-1] in board.viewshed(cells[0]))


def test_the_shipped_rules():
    rules = shipped_policies()
    assert set(rules) == {"blitzkrieg", "gts", "plain"}
    assert rules["gts"].threshold == 2
    assert shipped_policy("blitzkrieg").ranges["foot"].in_cells["wood"] == 2
    with pytest.raises(UserError, match="There are"):
        shipped_policy("none")
