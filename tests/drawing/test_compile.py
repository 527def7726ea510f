"""Tests of compile."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from wardesk.documents.maps.store import read_map
from wardesk.drawing.compile import compile_board
from wardesk.errors import UserError
from wardesk.model.board import Contact

SPECIMEN = Path(__file__).parents[1] / "museum" / "map-v1.wdmap"


@pytest.fixture
def document():
    return read_map(SPECIMEN)


def test_cells_keep_the_order_of_the_document(document):
    board = compile_board(document)
    assert list(board.cells) == list(board.outlines) == list("BACDI")


def test_a_closed_kind_of_border_joins_nothing(document):
    board = compile_board(document)
    (wall,) = board.contacts_between("A", "C")
    assert (wall.kind, wall.passable, wall.length, wall.passable_length) == ("side", False, 64, 0)
    assert "C" not in board.neighbours("A")


def test_a_person_may_join_what_only_touches_at_a_corner(document):
    board = compile_board(document)
    corner, ladder = board.contacts_between("D", "A")
    assert corner == Contact("A", "D", "corner", passable=False, at=((64.0, 64.0),))
    assert (ladder.kind, ladder.passable) == ("manual", True)
    assert ladder.reason == "a ladder over the corner"
    assert "D" in board.neighbours("A")


def test_a_person_may_close_an_open_border(document):
    board = compile_board(document)
    (dike,) = board.contacts_between("C", "D")
    assert (dike.passable, dike.length, dike.passable_length) == (False, 64, 0)
    assert dike.reason == "the dike is mined"
    document.overrides = []
    assert "D" in compile_board(document).neighbours("C")


def test_outlines_have_the_outer_ring_first_then_holes(document):
    outer, hole = compile_board(document).outlines["D"]
    assert (128.0, 128.0) in outer
    assert set(hole) == {(90.0, 90.0), (90.0, 100.0), (100.0, 100.0), (100.0, 90.0)}


def test_borders_know_their_cells_left_and_right(document):
    borders = {border.id: border for border in compile_board(document).borders}
    assert (borders["3"].left, borders["3"].right) == ("A", "B")
    assert (borders["1"].left, borders["1"].right) == ("A", None)
    assert borders["3"].points == ((64.0, 64.0), (60.5, 40.0), (66.25, 20.015625), (64.0, 0.0))


def test_the_digest_follows_what_rules_read_and_nothing_else(document):
    digest = compile_board(document).digest
    assert len(digest) == 64
    cell = document.cells["A"]
    document.title = "Another title"
    document.features.clear()
    document.cells["A"] = replace(cell, name="Another name", anchor=(33.0, 33.0))
    document.cells = dict(reversed(document.cells.items()))
    assert compile_board(document).digest == digest
    document.cells["A"] = replace(cell, properties={"victory_points": 3})
    changed = compile_board(document).digest
    assert changed != digest
    document.overrides.pop()
    assert compile_board(document).digest not in (digest, changed)


def test_a_map_with_errors_is_not_compiled(document):
    document.cells["A"] = replace(document.cells["A"], terrain="lava")
    with pytest.raises(UserError, match="lava"):
        compile_board(document)
