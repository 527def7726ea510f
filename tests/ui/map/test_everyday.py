"""Mirrored pieces, the other side of the sheet, stamps on keys, lines that go cell by cell."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hand import Hand
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lattice_maps import lattice_map
from maps import document_of
from PySide6.QtCore import Qt

from wardesk.drawing.commands.all_commands import PaintTerrain
from wardesk.drawing.commands.clips import Paste, copy_cells, opposite
from wardesk.drawing.editor import Editor
from wardesk.errors import UserError
from wardesk.geometry.grids.mirror import images, opposite_cell
from wardesk.paths import user_data
from wardesk.ui.map import stamps
from wardesk.ui.map.model import Selection

KINDS = ["hex", "pointy", "square"]


def middles(document, clip):
    """Where the cells of a clip lie, from the first one."""
    grid = document.layout.grid
    zero = grid.centre(0, 0)
    return {
        (grid.centre(*cell.step)[0] - zero[0], grid.centre(*cell.step)[1] - zero[1]): cell.terrain
        for cell in clip.cells
    }


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_mirrored_piece_has_its_cells_on_the_other_side(kind, data):
    document = document_of(kind)
    names = st.lists(st.sampled_from(sorted(document.cells)), min_size=1, max_size=8, unique=True)
    clip = copy_cells(document, data.draw(names))
    turned = clip.turned(data.draw(st.integers(0, 5)))
    there = middles(document, turned.mirrored())
    assert there == {(-x, y): kind for (x, y), kind in middles(document, turned).items()}
    assert turned.mirrored().mirrored() == turned


@pytest.mark.parametrize("turned", [False, True])
def test_cells_are_laid_on_the_other_side_of_an_even_sheet(turned):
    editor = Editor(lattice_map("hex", columns=8 if turned else 9, rows=7))
    editor.do(PaintTerrain(("0202", "0302"), "wood"))
    editor.do(opposite(editor.document, ("0202", "0302"), turned=turned))
    grid, numbers = editor.document.layout.grid, editor.document.cell_numbers

    def at(cell):
        return grid.centre(*grid.coordinates(numbers[cell]))

    xs, ys = [at(cell)[0] for cell in numbers], [at(cell)[1] for cell in numbers]
    goals = {
        (min(xs) + max(xs) - at(one)[0],
         min(ys) + max(ys) - at(one)[1] if turned else at(one)[1])
        for one in ("0202", "0302")
    }  # fmt: skip
    wood = {at(one.id) for one in editor.document.cells.values() if one.terrain == "wood"}
    assert goals <= wood
    editor.undo()
    assert not goals <= {
        at(one.id) for one in editor.document.cells.values() if one.terrain == "wood"
    }


def test_cells_are_mirrored_where_the_brush_paints_them_symmetrically():
    """The wizard's own sheet of 30 columns was refused, though the brush has an axis on it."""
    editor = Editor(lattice_map("hex", columns=8, rows=7))
    editor.do(PaintTerrain(("0202", "0302"), "wood"))
    editor.do(opposite(editor.document, ("0202", "0302"), turned=False))
    grid, numbers = editor.document.layout.grid, editor.document.cell_numbers
    wood = {numbers[c.id] for c in editor.document.cells.values() if c.terrain == "wood"}
    wanted = images(grid, [numbers["0202"], numbers["0302"]], "across")
    assert len(wanted) == 4
    assert set(wanted) <= wood


def test_what_has_nothing_opposite_says_so():
    document = lattice_map("hex", columns=8, rows=7)
    edge = [cell for cell, number in document.cell_numbers.items()
            if opposite_cell(document.layout.grid, number, "across") < 0]  # fmt: skip
    with pytest.raises(UserError, match="has one opposite"):
        opposite(document, edge[:2], turned=False)
    with pytest.raises(UserError, match="opposite each other"):
        opposite(lattice_map("hex", columns=9, rows=7), ("0202",), turned=True)


def test_a_hanging_piece_is_mirrored_with_a_key(hexes: Hand):
    hexes.model.do(PaintTerrain(("0203",), "wood"))
    hexes.model.select(Selection(("0204", "0203", "0304")))
    hexes.workspace.selection_commands.duplicate()
    tool = hexes.workspace.tools["paste"]
    before = set(tool.landing("0503"))
    hexes.key(Qt.Key.Key_M)
    after = set(tool.landing("0503"))
    assert "0503" in after & before
    assert len(after) == 3
    assert after != before
    hexes.key(Qt.Key.Key_M)
    assert set(tool.landing("0503")) == before


def test_stamps_are_kept_under_numbers_and_taken_by_key(hexes: Hand, maps):
    hexes.model.do(PaintTerrain(("0202",), "wood"))
    hexes.model.select(Selection(("0202",)))
    hexes.workspace.selection_commands.keep_stamp(3)
    other = maps("hex")
    other.workspace.selection_commands.take_stamp(3)
    tool = other.workspace.tools["paste"]
    assert other.workspace.view.tool is tool
    assert [cell.terrain for cell in tool.clip.cells] == ["wood"]
    assert isinstance(Paste(tool.clip, "0505").plan(other.document).title, str)
    with pytest.raises(UserError, match="no stamp 4"):
        stamps.kept(4)
    (user_data() / "stamps" / "3.json").write_bytes(b"[1, 2")
    with pytest.raises(UserError, match="damaged"):
        stamps.kept(3)


def test_a_line_goes_cell_by_cell_when_it_is_asked_to(hexes: Hand):
    hexes.use("line")
    hexes.model.ink(line="road")
    tool = hexes.workspace.tools["line"]
    tool.set_snap("cells")
    anchors = {tuple(cell.anchor): cell.id for cell in hexes.document.cells.values()}
    for cell in ("0101", "0604", "0607"):
        hexes.click(hexes.document.cells[cell].anchor)
    way = [anchors[point] for point in tool.points]
    assert way[0] == "0101"
    assert way[-1] == "0607"
    numbers, grid = hexes.document.cell_numbers, hexes.document.layout.grid
    for a, b in pairwise(way):
        assert grid.distance(*_step(grid, numbers[a], numbers[b])) == 1
    ends = [numbers[cell] for cell in ("0101", "0604", "0607")]
    assert len(way) == 1 + sum(grid.distance(*_step(grid, a, b)) for a, b in pairwise(ends))


def _step(grid, a, b):
    (q, r), (other_q, other_r) = grid.coordinates(a), grid.coordinates(b)
    return other_q - q, other_r - r
