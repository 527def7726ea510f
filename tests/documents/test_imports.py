"""Tests of the imports: TripleA folders and GeoJSON, whole, broken and hostile."""

import json

import pytest
import shapely
from shapely.geometry import box

from wardesk.documents.imports.areas import PART, doubts_now, import_tracing, source_word
from wardesk.documents.imports.geojson import read_geojson
from wardesk.documents.imports.triplea import is_triplea, read_triplea
from wardesk.documents.maps.map_rows import plain_parts
from wardesk.documents.maps.store import read_map, write_map
from wardesk.drawing.commands.overrides import CutCells, KeepPair, TakeWord
from wardesk.drawing.compile import compile_board
from wardesk.drawing.editor import Editor
from wardesk.drawing.issues.whole_map import errors
from wardesk.errors import Cancelled, DamagedFile, UserError
from wardesk.services.maps.foreign_maps import read_foreign, write_foreign

XML = """<?xml version="1.0"?>
<!DOCTYPE game SYSTEM "game.dtd">
<game><info name="Two Isles"/><map>
<territory name="North Land"/><territory name="South Land"/><territory name="Sea" water="true"/>
<territory name="Isle"/><territory name="Moon"/>
<connection t1="North Land" t2="South Land"/><connection t1="Sea" t2="Isle"/>
<connection t1="Isle" t2="South Land"/><connection t1="Moon" t2="Sea"/>
</map></game>"""
BOMB = """<?xml version="1.0"?><!DOCTYPE game [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>
<game><info name="&b;"/><map/></game>"""
OUTSIDE = """<?xml version="1.0"?><!DOCTYPE game [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<game><info name="&x;"/><map/></game>"""


def line(name, *shapes):
    rings = (
        " ".join(f"({int(x)},{int(y)})" for x, y in shapely.get_coordinates(s)[:-1]) for s in shapes
    )
    return f"{name}  " + " ".join(f"< {ring} >" for ring in rings)


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "isles" / "map"
    (place / "games").mkdir(parents=True)
    rows = [
        line("North Land", box(0, 0, 100, 97)),
        line("South Land", box(0, 100, 100, 200), box(120, 190, 128, 198)),
        line("Sea", box(103, 0, 300, 200)),
        line("Isle", box(180, 60, 220, 100)),
    ]
    (place / "polygons.txt").write_text("\n".join(rows), encoding="utf-8")
    (place / "centers.txt").write_text("North Land  (50,50)\nIsle  (999,999)", encoding="utf-8")
    (place / "map.properties").write_text("map.width=300\nmap.scrollWrapX=false\n# x\n")
    (place / "games" / "isles.xml").write_text(XML, encoding="utf-8")
    return tmp_path / "isles"


def write(folder, name, text):
    (folder / "map" / name).write_text(text, encoding="utf-8")


def test_a_traced_map_becomes_one_to_play_on(folder, tmp_path):
    assert is_triplea(folder)
    found = import_tracing(read_triplea(folder))
    assert errors(found.document) == []
    write_map(found.document, tmp_path / "isles.wdmap")
    document = read_map(tmp_path / "isles.wdmap")
    board = compile_board(document)
    assert board.title == "Two Isles"
    assert board.neighbours("Sea") == ("Isle", "North-Land", "South-Land")
    assert "South-Land" in board.neighbours("North-Land")
    assert board.cells["North-Land"].anchor == (50.0, 50.0)
    assert board.cells["Sea"].terrain == "sea"
    assert len(document.faces["South-Land"].outers) == 2
    assert not document.features


def test_what_the_game_declares_stays_beside_what_was_derived(folder):
    found = import_tracing(read_triplea(folder))
    assert (found.declared, found.agreed) == (3, 2)
    listed = {row.pair: row.code for row in doubts_now(found.document)}
    assert listed["Isle", "South-Land"] == "declared"
    assert listed["North-Land", "Sea"] == "undeclared"
    assert any("Moon" in note for note in found.notes)


@pytest.mark.parametrize("declared", [True, False])
def test_a_short_border_counts_where_the_game_declares_it(folder, declared):
    """B and C run together for 4 px only, crosswise where four areas meet."""
    rows = [
        line("A", box(0, 0, 100, 100)),
        line("B", box(100, 0, 200, 104)),
        line("C", box(0, 100, 100, 200)),
        line("D", box(100, 104, 200, 200)),
    ]
    write(folder, "polygons.txt", "\n".join(rows))
    pairs = ["AB", "AC", "BD", "CD", *(["BC"] if declared else [])]
    links = "".join(f'<connection t1="{a}" t2="{b}"/>' for a, b in pairs)
    areas = "".join(f'<territory name="{one}"/>' for one in "ABCD")
    write(folder, "games/isles.xml", f"<game><info/><map>{areas}{links}</map></game>")
    found = import_tracing(read_triplea(folder))
    assert ("C" in compile_board(found.document).neighbours("B")) is declared
    assert found.declared == found.agreed == found.derived == len(pairs)
    assert [row.pair for row in found.document.overrides] == ([] if declared else [("B", "C")])
    if declared:
        assert not [row for row in doubts_now(found.document) if row.code == "declared"]


def test_a_map_that_joins_up_sideways_keeps_those_neighbours(folder):
    write(folder, "map.properties", "map.width=303")
    found = import_tracing(read_triplea(folder))
    assert "North-Land" in compile_board(found.document).neighbours("Sea")
    write(
        folder,
        "polygons.txt",
        "\n".join(
            [
                line("A", box(0, 0, 30, 90)),
                line("B", box(32, 0, 90, 90)),
                line("C", box(92, 0, 301, 90)),
            ]
        ),
    )
    board = compile_board(import_tracing(read_triplea(folder)).document)
    assert board.neighbours("A") == ("B", "C")
    assert "apart" in board.contacts_between("A", "C")[0].reason


def test_a_given_tolerance_is_heeded(folder):
    found = import_tracing(read_triplea(folder), tolerance=1)
    assert "South-Land" not in compile_board(found.document).neighbours("North-Land")


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("games/isles.xml", BOMB, "entities"),
        ("games/isles.xml", OUTSIDE, "entities"),
        ("games/isles.xml", XML[:200], "not proper XML"),
        ("games/isles.xml", "", "not proper XML"),
        ("games/isles.xml", "<html/>", "not a TripleA game"),
        ("games/isles.xml", XML.replace('"Isle"', '""'), "cannot be the name"),
        ("polygons.txt", "", "no outline"),
        ("polygons.txt", "A < (0,0) (5,0) (5,5)", "cut short"),
        ("polygons.txt", "A (0,0) (5,0) (5,5)", "cut short"),
        ("polygons.txt", "A < (0,0) (5,0) (5,x) >", "is no point"),
        ("polygons.txt", "< (0,0) (5,0) (5,5) >", "cannot be the name"),
        ("polygons.txt", "A < (0,0) (99999999,0) (5,5) >", "farther than"),
        ("polygons.txt", f"A < (0,0) ({'9' * 400},0) (5,5) >", "is no point"),
        ("centers.txt", "A 5,5", "no centre"),
        ("centers.txt", "A (99999999999,5)", "farther than"),
        ("map.properties", "map.width=wide", "is no number"),
    ],
)
def test_broken_folders_get_one_clear_sentence(folder, file, text, says):
    write(folder, file, text)
    with pytest.raises(DamagedFile, match=says) as caught:
        read_triplea(folder)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 400


def test_outlines_that_enclose_nothing_are_refused(folder):
    write(folder, "polygons.txt", "A < (0,0) (5,0) >\nB < (3,3) >\nC < >")
    with pytest.raises(DamagedFile, match="encloses anything"):
        import_tracing(read_triplea(folder))


def test_what_is_no_text_and_what_is_not_there(folder, tmp_path):
    (folder / "map" / "polygons.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DamagedFile, match="not UTF-8"):
        read_triplea(folder)
    with pytest.raises(UserError, match="no polygons"):
        read_triplea(tmp_path)
    write(folder, "polygons.txt", line("A", box(0, 0, 9, 9)))
    with pytest.raises(UserError, match="no game"):
        read_triplea(folder, "chess")


# ---- the source's word ----


def neighbours(document):
    board = compile_board(document)
    return {tuple(sorted((a, b))) for a in board.cells for b in board.neighbours(a)}


def test_the_word_of_the_source_holds_for_all_and_can_be_taken_back(folder):
    document = import_tracing(read_triplea(folder)).document
    before = plain_parts(document, {})
    doubts = doubts_now(document)
    assert {row.code for row in doubts} >= {"declared", "undeclared"}
    editor = Editor(document)
    editor.do(source_word(document, doubts))
    declared = {("North-Land", "South-Land"), ("Isle", "Sea"), ("Isle", "South-Land")}
    assert neighbours(document) == declared
    assert doubts_now(document) == ()
    assert source_word(document, ()) in (None, TakeWord((), (), "the source says so"))
    editor.undo()
    assert plain_parts(document, {}) == before
    assert not editor.can_undo


def test_what_a_person_decided_stays_whatever_the_source_says(folder):
    editor = Editor(import_tracing(read_triplea(folder)).document)
    editor.do(KeepPair("North-Land", "Sea", "looked at"))
    editor.do(CutCells("North-Land", "South-Land", "a cliff"))
    editor.do(source_word(editor.document, doubts_now(editor.document)))
    found = neighbours(editor.document)
    assert ("North-Land", "Sea") in found
    assert ("North-Land", "South-Land") not in found
    assert ("Isle", "South-Land") in found


def test_an_import_by_declared_neighbours_has_them_and_no_doubts(folder, tmp_path):
    found = read_foreign(folder, declared=True)
    assert (found.derived, found.agreed, found.declared, found.doubts) == (3, 3, 3, ())
    place = tmp_path / "kept.wdmap"
    write_foreign(found, place)
    assert ("Isle", "South-Land") in neighbours(read_map(place))
    assert ("North-Land", "Sea") not in neighbours(read_map(place))
    rows = geojson(tmp_path, *(feature(box(x, 0, x + 400, 400)) for x in (0, 400)))
    with pytest.raises(UserError, match="declares no neighbours"):
        read_foreign(rows, declared=True)


# ---- GeoJSON ------------------------------------------------------------------------------------


def feature(shape, **properties):
    return {
        "type": "Feature",
        "geometry": shapely.geometry.mapping(shape),
        "properties": properties,
    }


def geojson(tmp_path, *features, text=None):
    place = tmp_path / "land.geojson"
    value = {"type": "FeatureCollection", "features": list(features)}
    place.write_text(json.dumps(value) if text is None else text, encoding="utf-8")
    return place


def test_geojson_is_turned_over_and_enlarged(tmp_path):
    north, south = box(5.0, 50.5, 6.0, 51.0), box(5.0, 50.0, 6.0, 50.5)
    ship = feature(shapely.Point(1, 2))
    path = geojson(tmp_path, feature(north, name="North"), feature(south, name="South"), ship)
    found = import_tracing(read_geojson(path))
    board = compile_board(found.document)
    assert board.neighbours("North") == ("South",)
    assert board.cells["North"].anchor[1] < board.cells["South"].anchor[1]
    assert board.extent == (0.0, 0.0, 4000.0, 4000.0)
    assert any("multiplied" in note for note in found.notes)
    assert any("left out" in note for note in found.notes)


def world(scale, aside=0.0):
    """Countries of four degrees in three continents 12 degrees apart, a strait, and an islet."""
    found = []
    for name, left in (("A", -170), ("B", -150), ("C", 100)):
        for n in range(4):
            west, south = left + 4 * (n % 2), 20 + 4 * (n // 2)
            found.append((f"{name}{n}", box(west, south, west + 4, south + 4)))
    found.append(("Isle", box(-170, 30.5, -166, 33)))  # over a strait from A2
    found.append(("Islet", box(-64.8, 32.2, -64.78, 32.22)))
    moved = [(name, shapely.transform(one, lambda xy: xy * scale + aside)) for name, one in found]
    return [feature(one, name=name) for name, one in moved]


INLAND = {f"{land}{a}-{land}{b}" for land in "ABC" for a, b in ((0, 1), (0, 2), (1, 3), (2, 3))}


@pytest.mark.parametrize("scale", [1, 0.02, 1000, 111_000])
@pytest.mark.parametrize("aside", [0, 5e6])
def test_neighbours_are_the_same_whatever_a_map_counts_in(scale, aside, tmp_path):
    """Degrees round the world, metres, anything: only the shapes say who borders on whom."""
    found = import_tracing(read_geojson(geojson(tmp_path, *world(scale, aside))))
    board = compile_board(found.document)
    pairs = {"-".join(sorted((a, b))) for a in board.cells for b in board.neighbours(a)}
    assert pairs == INLAND
    assert "Islet" in board.cells


def test_continents_in_degrees_do_not_touch_over_a_sea(tmp_path):
    rows = [feature(box(x, -60, x + 100, 70), name=f"c{x}") for x in (-170, -60, 50)]
    board = compile_board(import_tracing(read_geojson(geojson(tmp_path, *rows))).document)
    assert not any(board.neighbours(cell) for cell in board.cells)


def test_a_strait_wider_than_a_quarter_of_an_area_is_no_drawn_border(tmp_path):
    rows = [feature(box(x, y, x + 30, y + 30), name=f"c{x},{y}")
            for x in range(0, 400, 42) for y in range(100, 500, 42)]  # fmt: skip
    found = import_tracing(read_geojson(geojson(tmp_path, *rows)))
    assert found.derived == 0


def test_an_area_with_no_room_for_a_point_is_left_out_and_told(tmp_path):
    rows = [feature(box(x, 100, x + 200, 300), name=f"c{x}") for x in (0, 200)]
    rows.append(feature(box(500.001, 100.001, 500.02, 100.02), name="Speck"))
    found = import_tracing(read_geojson(geojson(tmp_path, *rows)))
    assert set(compile_board(found.document).cells) == {"c0", "c200"}
    assert any("Speck" in note for note in found.notes)


def test_names_become_ids_of_their_own(tmp_path):
    boxes = [feature(box(400 * i, 0, 400 * i + 400, 400), name="The Fort") for i in range(3)]
    document = import_tracing(read_geojson(geojson(tmp_path, *boxes))).document
    assert list(document.cells) == ["The-Fort", "The-Fort~2", "The-Fort~3"]
    assert document.cells["The-Fort~2"].name == "The Fort"


def bad_ring(ring):
    return {
        "type": "Feature",
        "properties": {},
        "geometry": {"type": "Polygon", "coordinates": ring},
    }


@pytest.mark.parametrize(
    ("features", "says"),
    [
        ([], "no polygon"),
        ([7], "is not a feature"),
        ([bad_ring(5)], "nested"),
        ([bad_ring([])], "nested"),
        ([bad_ring([[[0, 0], [1, 0], [1, 1]]])], "does not close"),
        ([bad_ring([[[0, 0], ["a", 0], [1, 1], [0, 0]]])], "not two numbers"),
        ([bad_ring([[[0, 0], [True, 0], [1, 1], [0, 0]]])], "not two numbers"),
        ([bad_ring([[[0, 0], [1e300, 0], [1, 1], [0, 0]]])], "beyond all measure"),
        ([{**bad_ring([]), "properties": 5}], "not a table"),
    ],
)
def test_broken_geojson_gets_one_clear_sentence(tmp_path, features, says):
    with pytest.raises(DamagedFile, match=says):
        read_geojson(geojson(tmp_path, *features))


@pytest.mark.parametrize("text", ["{", "[]", '{"type": "Topology"}', "[" * 100_000, "NaN", "5"])
def test_what_is_no_geojson(tmp_path, text):
    with pytest.raises(DamagedFile):
        read_geojson(geojson(tmp_path, text=text))


def test_a_broken_review_part_is_told(folder):
    document = import_tracing(read_triplea(folder)).document
    document.extra_parts[PART] = b'{"review": 5}'
    with pytest.raises(DamagedFile, match="import"):
        doubts_now(document)


def test_an_import_tells_how_far_it_is_and_can_be_stopped(tmp_path):
    boxes = [feature(box(n * 40, 0, n * 40 + 38, 40), name=f"b{n}") for n in range(9)]
    tracing = read_geojson(geojson(tmp_path, *boxes))
    told = []
    whole = import_tracing(tracing, progress=lambda *steps: told.append(steps) or True)
    assert whole.document == import_tracing(tracing).document
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert {of for _, of in told} == {told[-1][0]}
    assert len(told) > len(boxes)
    with pytest.raises(Cancelled):
        import_tracing(tracing, progress=lambda done, of: done < of // 2)
