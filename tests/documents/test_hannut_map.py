"""The map of Hannut: what the sources say of it, and that it says it is a reconstruction."""

from pathlib import Path

from wardesk import paths
from wardesk.documents.container import read_parts
from wardesk.documents.maps import load_board, read_map, write_map
from wardesk.documents.palettes import shipped_policy
from wardesk.drawing.issues import issues

HANNUT = paths.campaigns() / "hannut-stonne" / "maps" / "hannut"


def test_it_is_sound_labelled_and_in_canonical_form(tmp_path: Path):
    document = read_map(HANNUT)
    assert issues(document) == []
    assert load_board(HANNUT).reconstruction
    write_map(document, tmp_path / "hannut")
    assert read_parts(tmp_path / "hannut") == read_parts(HANNUT)


def test_size_numbers_and_names():
    board = load_board(HANNUT)
    assert len(board.cells) == 20 * 18
    assert board.distance("0502", "0304") == 3
    assert {"1708", "1709"} <= set(board.neighbours("1809"))
    names = {"1416": "Merdorp", "1205": "Orp-le-Grand", "0708": "Jauche", "1709": "Wansin"}
    for cell, name in names.items():
        assert (board.cells[cell].name, board.cells[cell].terrain) == (name, "village")
    kinds = [cell.terrain for cell in board.cells.values()]
    assert {kind: kinds.count(kind) for kind in ("village", "wood", "orchard")} == {
        "village": 18,
        "wood": 14,
        "orchard": 7,
    }


def test_roads_run_from_neighbour_to_neighbour():
    board = load_board(HANNUT)
    assert len(board.lines) == 9
    for line in board.lines:
        assert len(line.cells) == len(line.points) > 2
        for a, b in zip(line.cells, line.cells[1:], strict=False):
            assert b in board.neighbours(a)
        assert [board.cell_at(*point) for point in line.points] == list(line.cells)


def test_the_palette_carries_costs_and_the_shipped_rule():
    palette = load_board(HANNUT).palette
    assert palette.sight["blitzkrieg"] == shipped_policy("blitzkrieg")
    assert next(iter(palette.sight)) == "blitzkrieg"
    assert palette.terrain["village"].properties["cost_tracks"] == 4
    assert palette.lines["road"].properties["cost_tracks"] == 1
