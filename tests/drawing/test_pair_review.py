"""The review list of a map being drawn: what is on it, and what takes a pair off it for good."""

from __future__ import annotations

import pytest
from maps import area_map, document_of

from wardesk.documents.maps.store import read_map, write_map
from wardesk.drawing.commands.area_clips import PasteAreas, copy_areas
from wardesk.drawing.commands.overrides import ClearOverride, CutCells, KeepPair, LinkCells
from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import MapDocument
from wardesk.drawing.editor import Editor
from wardesk.drawing.issues.pair_review import ImportedWord, TracedDoubt, pair_doubts
from wardesk.drawing.neighbourhood import joined_pairs, open_neighbours, side_pairs
from wardesk.errors import UserError
from wardesk.geometry.borders.topology import Edge, Face
from wardesk.model.board import Cell, Feature
from wardesk.model.palette import BorderKind, LineKind, Palette, TerrainKind
from wardesk.paths import campaigns

FORT = campaigns() / "eben-emael" / "maps" / "fort"


def grid_of_four(slip=1.0):
    """Four areas round the middle; the crosswise pair a–d shares a side *slip* units long."""
    palette = Palette(
        "p", "P", {"open": TerrainKind("open", "Open")},
        {"b": BorderKind("b", "Border", passable=True),
         "wall": BorderKind("wall", "Wall", passable=False)},
        {"road": LineKind("road", "Road")},
    )  # fmt: skip
    nodes = {
        1: (0.0, 0.0), 2: (50.0, 0.0), 3: (100.0, 0.0), 4: (0.0, 50.0), 5: (50.0, 50.0),
        6: (50.0, 50.0 + slip), 7: (100.0, 50.0 + slip), 8: (0.0, 100.0), 9: (50.0, 100.0),
        10: (100.0, 100.0),
    }  # fmt: skip
    ends = {
        1: (1, 2), 2: (2, 3), 3: (1, 4), 4: (2, 5), 5: (3, 7), 6: (4, 5), 7: (5, 6), 8: (6, 7),
        9: (4, 8), 10: (6, 9), 11: (7, 10), 12: (8, 9), 13: (9, 10),
    }  # fmt: skip
    faces = {"a": (3, 6, -4, -1), "b": (4, 7, 8, -5, -2), "c": (9, 12, -10, -7, -6),
             "d": (10, 13, -11, -8)}  # fmt: skip
    anchors = {"a": (25.0, 25.0), "b": (75.0, 25.0), "c": (25.0, 75.0), "d": (75.0, 75.0)}
    return MapDocument(
        id="four", title="Four", provenance="test", kind="area", nodes=nodes,
        edges={n: Edge(n, a, b, (), "b") for n, (a, b) in ends.items()},
        faces={name: Face(walk) for name, walk in faces.items()},
        cells={name: Cell(name, name.upper(), "open", at) for name, at in anchors.items()},
        palette=palette,
    )  # fmt: skip


def rows(document, **noted):
    return {row.pair: row for row in pair_doubts(document, **noted)}


def test_a_side_far_shorter_than_the_usual_one_is_doubted_and_its_line_is_told():
    found = rows(grid_of_four())
    row = found["b", "c"]
    assert (row.code, row.kind, row.joined, row.length) == ("short", "side", True, 1.0)
    assert sorted(row.lines[0]) == [(50.0, 50.0), (50.0, 51.0)]
    assert row.doubt == 0.5
    assert set(found) == {("b", "c")}


def test_cells_that_share_a_point_only_are_listed_as_corners():
    found = rows(read_map(FORT))
    assert {row.code for row in found.values()} == {"corner"}
    assert all(len(row.lines[0]) == 1 and not row.joined for row in found.values())


def test_a_short_side_that_nobody_can_pass_is_not_doubted():
    document = grid_of_four()
    document.edges[7] = Edge(7, 5, 6, (), "wall")
    assert ("b", "c") not in rows(document)


def test_what_is_confirmed_leaves_the_list_and_stays_away_after_reload(tmp_path):
    editor = Editor(grid_of_four())
    editor.do(KeepPair("c", "b", "the cellar joins them"))
    assert rows(editor.document) == {}
    write_map(editor.document, tmp_path / "four.wdmap")
    again = read_map(tmp_path / "four.wdmap")
    assert again.kept == editor.document.kept
    assert rows(again) == {}
    editor.undo()
    assert ("b", "c") in rows(editor.document)


def test_a_confirmation_changes_nothing_on_the_board():
    editor = Editor(grid_of_four())
    before = compile_board(editor.document)
    editor.do(KeepPair("b", "c", "looked at"))
    editor.do(KeepPair("a", "d", "looked at"))
    after = compile_board(editor.document)
    assert after.digest == before.digest
    assert after.contacts == before.contacts


def test_a_confirmed_pair_comes_back_if_the_drawing_says_otherwise():
    editor = Editor(grid_of_four())
    editor.do(KeepPair("b", "c", "looked at"))
    document = editor.document
    document.edges[7] = Edge(7, 5, 6, (), "wall")
    row = rows(document)["b", "c"]
    assert (row.code, row.doubt, row.joined) == ("changed", 1.0, False)


@pytest.mark.parametrize("command", [CutCells("b", "c", "a wall"), LinkCells("b", "c", "a gate")])
def test_a_persons_word_takes_a_pair_off_the_list(command):
    editor = Editor(grid_of_four())
    pair = (command.a, command.b)
    editor.do(KeepPair(*pair, "first look"))
    editor.do(command)
    assert pair not in editor.document.kept
    assert pair not in rows(editor.document)
    editor.do(ClearOverride(*pair))
    assert pair in rows(editor.document)


def test_an_importers_word_is_doubted_until_a_person_gives_one():
    editor = Editor(grid_of_four())
    editor.do(LinkCells("a", "d", "1.5 apart"))
    words = [ImportedWord(("a", "d"), "add", "1.5 apart")]
    assert rows(editor.document, words=words)["a", "d"].joined
    editor.do(LinkCells("a", "d", "a gate"))
    assert ("a", "d") not in rows(editor.document, words=words)


def test_a_note_of_the_tracing_stands_if_it_doubts_more():
    note = TracedDoubt(("a", "b"), 0.9, "declared, but they do not meet", against="declared only")
    gone = TracedDoubt(("a", "x"), 0.9, "?")
    found = pair_doubts(grid_of_four(), [note, gone])
    assert [row.pair for row in found] == [("a", "b"), ("b", "c")]
    assert found[0].code == "declared"
    assert found[0].joined


def test_a_road_over_a_closed_side_is_doubted():
    document = grid_of_four()
    document.edges[4] = Edge(4, 2, 5, (), "wall")
    line = {"type": "LineString", "coordinates": [[25.0, 25.0], [75.0, 25.0]]}
    document.features.append(Feature("road", line, "Dike road", id="r1"))
    row = rows(document)["a", "b"]
    assert (row.code, row.joined) == ("road", False)
    assert "Dike road" in row.why


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_a_sheet_doubts_a_road_over_a_closed_side_only(kind):
    document = document_of(kind)
    document.features.clear()
    assert pair_doubts(document) == ()
    a, b = next(
        pair for pair in side_pairs(document)
        if set(pair) <= document.cells.keys() and not document.sides.get(pair)
    )  # fmt: skip
    editor = Editor(document)
    editor.do(CutCells(a, b, "a bluff"))
    ends = [list(document.cells[cell].anchor) for cell in (a, b)]
    road = next(name for name in document.palette.lines if "road" in name)
    document.features.append(
        Feature(road, {"type": "LineString", "coordinates": ends}, "", id="r9")
    )
    assert pair_doubts(document) == ()  # a person cut it
    document.overrides.clear()
    shut = next(k.id for k in document.palette.borders.values() if not k.passable)
    document.sides[a, b] = (shut,)
    (row,) = pair_doubts(document)
    assert (row.pair, row.code) == ((a, b), "road")
    assert len(row.lines) == 1
    assert len(row.lines[0]) == 2


def test_confirmations_follow_new_ids_and_copies():
    document = area_map()
    pairs = list(side_pairs(document))
    a, b = pairs[0]
    editor = Editor(document)
    editor.do(KeepPair(a, b, "looked at"))
    clip = copy_areas(document, tuple(document.cells), (0.0, 0.0))
    editor.do(PasteAreas(clip, (2000.0, 0.0), prefix="2."))
    assert set(document.kept) == {(a, b), (f"2.{a}", f"2.{b}")}


def test_a_confirmation_needs_a_reason_and_two_cells():
    editor = Editor(grid_of_four())
    for a, b, why in (("a", "b", " "), ("a", "a", "x"), ("a", "zz", "x")):
        with pytest.raises(UserError):
            editor.do(KeepPair(a, b, why))


def test_a_part_that_confirms_a_pair_twice_is_refused(tmp_path):
    editor = Editor(grid_of_four())
    editor.do(KeepPair("b", "c", "looked at"))
    folder = tmp_path / "four"
    write_map(editor.document, folder)
    part = folder / "reviewed.json"
    text = part.read_text("utf-8")
    part.write_text('{"kept": [{"pair": ["b","c"], "joined": true, "reason": "x"},'
                    '{"pair": ["c","b"], "joined": true, "reason": "y"}]}', "utf-8")  # fmt: skip
    with pytest.raises(UserError, match="twice"):
        read_map(folder)
    part.write_text(text, "utf-8")
    assert read_map(folder).kept


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_a_sheet_asked_pair_by_pair_says_what_it_says_as_a_whole(kind):
    document = document_of(kind)
    editor = Editor(document)
    for number, (a, b) in enumerate(side_pairs(document)):
        if number % 17 == 0 and {a, b} <= document.cells.keys():
            editor.do(CutCells(a, b, "a bluff"))
    editor.do(LinkCells("0101", "0606", "a ferry"))
    whole, single = open_neighbours(document), joined_pairs(document)
    for a in document.cells:
        for b in document.cells:
            if a < b:
                assert ((a, b) in single) == (b in whole[a])
