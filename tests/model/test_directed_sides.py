"""Sides with a high and a low end, from the file to sight and movement."""

from pathlib import Path

import pytest
from lattice_maps import lattice_map
from msgspec.structs import replace

from wardesk.documents.maps.store import document_from_parts, parts_from_document, read_map
from wardesk.drawing.compile import compile_board
from wardesk.drawing.issues.whole_map import issues
from wardesk.errors import DamagedFile
from wardesk.geometry.sight.policy import SightPolicy
from wardesk.model.movement import Movement, MoveRules
from wardesk.model.palette import BorderKind

SPECIMEN = Path(__file__).parents[1] / "museum" / "map-v1.wdmap"
RULE = SightPolicy(id="steep", edges={"scarp": 1}, edges_of_ends="high")
PAIR = ("0501", "0502")


def steep(document):
    """The document with a directed kind of border."""
    scarp = BorderKind("scarp", "Scarp", passable=True, directed=True)
    document.palette = replace(
        document.palette, borders={**document.palette.borders, "scarp": scarp}
    )
    return document


def scarped(kind, high):
    document = steep(lattice_map(kind))
    document.sides[PAIR] = ("crest", "scarp")
    if high:
        document.high[PAIR] = high
    return document


@pytest.mark.parametrize("kind", ["hex", "square"])
@pytest.mark.parametrize("high", PAIR)
def test_the_high_cell_goes_to_the_file_and_the_board(kind, high):
    document = scarped(kind, high)
    again = document_from_parts(parts_from_document(document))
    assert again == document
    board = compile_board(again)
    assert board.high == {PAIR: high}
    (side,) = (b for b in board.borders if {b.left, b.right} == set(PAIR))
    assert (side.left, side.kind) == (high, "crest+scarp")
    other = next(cell for cell in PAIR if cell != high)
    assert board.digest != compile_board(scarped(kind, other)).digest


@pytest.mark.parametrize("kind", ["hex", "square"])
@pytest.mark.parametrize("high", ["0504", "0505"])
def test_sight_and_movement_know_which_end_is_high(kind, high):
    document = steep(lattice_map(kind))
    document.sides["0504", "0505"] = ("scarp",)
    document.high["0504", "0505"] = high
    low, beyond, behind = ("0505", "0503", "0506") if high == "0504" else ("0504", "0506", "0503")
    board = compile_board(document)
    for a, b, clear in ((low, beyond, False), (high, behind, True), (high, low, True)):
        assert board.sight(a, b, RULE).clear == board.sight(b, a, RULE).clear == clear
        assert (b in board.viewshed(a, policy=RULE)) == clear
        assert (a in board.viewshed(b, policy=RULE)) == clear
    move = Movement(board, rules=MoveRules(climbing={"scarp": None}, leaving={"scarp": 2}))
    assert move.reach(high, 3).cost[low] == (2 if kind == "hex" else 3)
    assert move.path(low, high)[1] != (low, high)


def test_without_a_word_both_ends_look_over_and_the_map_warns():
    document = scarped("hex", "")
    assert [i.code for i in issues(document)] == ["side-high"]
    board = compile_board(document)
    assert board.high == {}
    assert board.sight("0501", "0503", RULE).clear


def test_a_map_without_directed_kinds_is_written_and_counted_as_ever():
    document, idle = lattice_map("hex"), lattice_map("hex")
    idle.high[PAIR] = "0501"
    assert compile_board(idle).digest == compile_board(document).digest
    parts = parts_from_document(document)
    assert b"directed" not in parts["palette.json"]
    assert b"high" not in parts["sides.json"]


def test_a_high_cell_that_is_not_of_the_pair_is_refused():
    parts = parts_from_document(scarped("hex", "0501"))
    assert b'"high": "0501"' in parts["sides.json"]
    parts["sides.json"] = parts["sides.json"].replace(b'"high": "0501"', b'"high": "0801"')
    with pytest.raises(DamagedFile, match="0801 is neither 0501 nor 0502"):
        document_from_parts(parts)


def test_on_areas_the_left_of_the_border_is_high():
    document = steep(read_map(SPECIMEN))
    whole = compile_board(document)
    border = next(
        b
        for b in whole.borders
        if b.left and b.right and len(whole.contacts_between(b.left, b.right)[0].borders) == 1
    )
    number = int(border.id)
    document.edges[number] = replace(document.edges[number], kind="scarp")
    assert document_from_parts(parts_from_document(document)) == document
    board = compile_board(document)
    assert board.digest != whole.digest
    down = Movement(board, rules=MoveRules(climbing={"scarp": None}))
    assert down.path(border.left, border.right) == (1, (border.left, border.right))
    assert down.path(border.right, border.left) != (1, (border.right, border.left))
