"""Tests of finding places by number and name, and of finding and replacing kinds and words."""

import pytest
from maps import document_of

from wardesk.drawing.commands.all_commands import NameCell
from wardesk.drawing.editor import Editor
from wardesk.drawing.find import find, places, replacing


@pytest.fixture
def hexes():
    return document_of("hex")


@pytest.mark.parametrize("text", ["0402", "4 2", "4.2", "4,2", " 04 02 "])
def test_a_cell_is_found_however_its_number_is_written(hexes, text):
    assert places(hexes, text)[0].cell == "0402"


def test_names_are_found_by_their_beginning_first(hexes):
    editor = Editor(hexes)
    editor.do(NameCell("0304", "Mont Ardre"))
    editor.do(NameCell("0302", "Ardre"))
    assert [place.cell for place in places(hexes, "ardre")] == ["0302", "0304"]
    assert places(hexes, "no such place") == []
    assert places(hexes, "  ") == []


def test_ground_is_replaced_and_only_among_the_cells_that_are_meant(hexes):
    found = find(hexes, "terrain", "orchard")
    assert found.cells == ("0404", "0405")
    found = find(hexes, "terrain", "orchard", {"0404"})
    editor = Editor(hexes)
    for command in replacing(hexes, "terrain", "orchard", "wood", found):
        editor.do(command)
    assert (hexes.cells["0404"].terrain, hexes.cells["0405"].terrain) == ("wood", "orchard")


def test_sides_lines_and_words_are_replaced(hexes):
    editor = Editor(hexes)
    kinds = {kind for kinds in hexes.sides.values() for kind in kinds}
    old = sorted(kinds)[0]
    new = next(kind for kind in hexes.palette.borders if kind != old)
    found = find(hexes, "sides", old)
    assert found.count
    for command in replacing(hexes, "sides", old, new, found):
        editor.do(command)
    assert not find(hexes, "sides", old).count
    assert find(hexes, "sides", new).count >= found.count

    editor.do(NameCell("0304", "Ardre-la-Ville"))
    for command in replacing(hexes, "words", "ARDRE", "Sten", find(hexes, "words", "ARDRE")):
        editor.do(command)
    assert hexes.cells["0304"].name == "Sten-la-Ville"


def test_areas_are_found_too():
    document = document_of("area")
    kind = next(iter(document.edges.values())).kind
    assert find(document, "sides", kind).edges
    assert replacing(document, "sides", kind, kind, find(document, "sides", kind)) == ()
    assert places(document, next(iter(document.cells)))[0].cell in document.cells
