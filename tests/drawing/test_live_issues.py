"""Tests of live issues: what is found, that ids stay, and that fixes mend what they say."""

import pytest
from lattice_maps import lattice_map
from maps import area_map, canon
from msgspec.structs import replace

from wardesk.drawing.commands import DeleteArea, DrawLine, NameCell, PaintSides, PlaceLabel
from wardesk.drawing.document import Override
from wardesk.drawing.editor import Editor
from wardesk.drawing.live_issues import live_issues
from wardesk.model.board import Feature
from wardesk.model.palette import BorderKind, LineKind


def codes(document):
    return [found.issue.code for found in live_issues(document)]


def mended(document, code):
    """Do the fix of the first issue with this code; it must be gone then, and come back undone."""
    editor = Editor(document)
    found = next(one for one in live_issues(document) if one.issue.code == code)
    assert found.fix_text
    before = canon(document)
    editor.do(found.fix)
    assert found.issue.id not in [one.issue.id for one in live_issues(document)]
    after = canon(document)
    editor.undo()
    assert canon(document) == before
    editor.redo()
    assert canon(document) == after
    return document


def test_a_sound_map_has_none():
    assert codes(area_map()) == ["cell-unreachable"]  # the island in the specimen has a wall


def test_an_anchor_outside_is_brought_in():
    document = area_map()
    document.cells["A"] = replace(document.cells["A"], anchor=(200.0, 200.0))
    mended(document, "anchor-outside")


def test_a_gap_is_given_to_a_neighbour():
    document = area_map()
    DeleteArea("I").apply(document)
    mended(document, "gap")


def test_unknown_terrain_and_missing_names():
    document = area_map()
    document.cells["A"] = replace(document.cells["A"], terrain="lava", name="")
    mended(mended(document, "cell-terrain"), "cell-nameless")


def test_two_cells_of_one_name():
    document = area_map()
    NameCell("A", "Hill").apply(document)
    NameCell("B", "Hill").apply(document)
    assert codes(document)[:2] == ["cell-name-twice"] * 2


def test_orphaned_overrides_are_taken_back():
    document = area_map()
    document.overrides.append(Override(("A", "I"), "remove", "a reason"))
    mended(document, "override-idle")
    document.overrides.append(Override(("A", "ZZ"), "add", "a reason"))
    mended(document, "override-cell")


@pytest.mark.parametrize("make", [area_map, lambda: lattice_map("hex", absent=())])
def test_a_label_goes_back_into_its_cell(make):
    document = make()
    first = next(iter(document.cells))
    PlaceLabel("Here", (-500.0, -500.0), first).apply(document)
    mended(document, "label-outside")


def test_a_cell_that_nobody_reaches():
    document = lattice_map("square", absent=("0102", "0201"))
    document.overrides.clear()
    document.sides.clear()
    assert "cell-unreachable:0101" in [found.issue.id for found in live_issues(document)]


def test_a_bridge_needs_a_river():
    document = lattice_map("hex", absent=())
    document.features.clear()
    document.features.append(
        Feature("bridge", {"type": "Point", "coordinates": [194, 168]}, id="b1")
    )
    assert codes(document) == ["bridge-dry"]
    document.palette.lines["river"] = LineKind("river", "River")
    editor = Editor(document)
    editor.do(DrawLine("river", ((194.0, 0.0), (194.0, 900.0))))
    assert codes(document) == []
    editor.undo()
    mended(document, "bridge-dry")


def test_a_road_that_ends_on_a_side():
    document = lattice_map("square", absent=())
    DrawLine("road", ((128.0, 128.0), (256.0, 128.0)), id="r1").apply(document)
    assert "road-ends-on-side:r1+256+128" in [found.issue.id for found in live_issues(document)]
    DrawLine("road", ((256.0, 128.0), (384.0, 128.0)), id="r2").apply(document)
    assert "road-ends-on-side" not in codes(document)


def test_two_waters_on_one_side():
    document = lattice_map("square", absent=())
    for kind in ("river", "canal"):
        document.palette.borders[kind] = BorderKind(kind, kind, True)
        PaintSides((("0401", "0402"),), kind).apply(document)
    assert codes(document) == ["side-exclusive"]
