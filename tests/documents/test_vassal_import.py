"""VASSAL modules come back: same board, same counters in their places; hostile ones are refused."""

from __future__ import annotations

import io
import struct
import sys
import zipfile
import zlib
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.append(str(Path(__file__).parents[1] / "drawing"))

from maps import document_of

from wardesk.documents.exports.geojson_inside import Seal, inside
from wardesk.documents.exports.vassal import Tabled, VassalSheet, write_module, write_saved
from wardesk.documents.exports.vassal_pieces import ModulePiece
from wardesk.documents.exports.vassal_words import (
    decode,
    encode,
    hidden_from_eyes,
    made_readable,
    nested,
    unnested,
)
from wardesk.documents.imports.vassal import read_module, read_position
from wardesk.documents.imports.vassal_board import board_map
from wardesk.documents.imports.vassal_file import Archive
from wardesk.documents.maps.store import load_board, write_map
from wardesk.drawing.compare import differences
from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import Layout, MapDocument
from wardesk.engine.types import SetPiece
from wardesk.errors import DamagedFile, UserError
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.numbering import Count, Numbering, centres
from wardesk.geometry.grids.square_lattice import SquareGrid
from wardesk.model.board import Cell
from wardesk.model.palette import Palette, TerrainKind
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.tables import export_table, table_to_write
from wardesk.services.packs.module_pack import import_module, plan_module
from wardesk.services.packs.new_table import TablePlan, make_planned
from wardesk.services.play.session import PlaySession

DAY = date(2026, 1, 2)


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PNG = (
    b"\x89PNG\r\n\x1a\n"
    + _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    + _chunk(b"IDAT", zlib.compress(b"\0abc"))
    + _chunk(b"IEND", b"")
)
SCALE, CORNER = 0.25, (-61.0, -37.0)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


words = st.text(st.characters(codec="utf-8", exclude_characters="\r\x1b"), max_size=20)
safe = words.filter(lambda word: not word.endswith("\\"))


@given(st.lists(safe, min_size=1, max_size=5), st.sampled_from(";,/\t"))
def test_sequences_come_back(found, joint):
    assert decode(encode(found, joint), joint) == found


@given(st.lists(safe.filter(bool), min_size=1, max_size=5))
def test_traits_come_back(found):
    assert unnested(nested(found)) == found


@given(st.binary(max_size=50), st.integers(0, 255))
def test_saved_games_can_be_read(data, key):
    assert made_readable(hidden_from_eyes(data, key)) == data


grids = st.one_of(
    st.builds(
        HexGrid, st.integers(1, 12), st.integers(1, 12), st.booleans(),
        st.sampled_from(["odd", "even"]),
    ),
    st.builds(SquareGrid, st.integers(1, 12), st.integers(1, 12)),
)  # fmt: skip
counts = st.builds(
    Count, start=st.integers(1, 30), step=st.just(1), digits=st.integers(2, 3),
    letters=st.just(False), backwards=st.booleans(),
)  # fmt: skip
numberings = st.builds(
    Numbering, columns=counts, rows=counts, row_first=st.booleans(),
    separator=st.sampled_from(["", ".", "-"]), prefix=st.sampled_from(["", "N "]),
    stagger=st.booleans(),
)  # fmt: skip


def sheet_for(document):
    grid = document.layout.grid
    points = [
        point
        for number in range(grid.count)
        for point in grid.outline(*grid.coordinates(number))
    ]  # fmt: skip
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    size = (round((right - CORNER[0]) * SCALE), round((bottom - CORNER[1]) * SCALE))
    return VassalSheet(png=PNG, size=size, scale=SCALE, corner=CORNER)


def plain_map(grid, numbering):
    kind = "hex" if isinstance(grid, HexGrid) else "square"
    palette = Palette("p", "P", {"clear": TerrainKind("clear", "Clear", "clear")}, {}, {}, {})
    document = MapDocument(
        id="m", title="M", provenance="drawn for a test", kind=kind, palette=palette,
        layout=Layout(grid, numbering, fill="clear"),
    )  # fmt: skip
    for label, at in zip(numbering.labels(grid), centres(grid), strict=True):
        document.cells[label] = Cell(label, label, "clear", at)
    return document


@settings(max_examples=40, deadline=None)
@given(grids, numberings)
def test_a_board_keeps_its_cells_and_who_is_whose_neighbour(tmp_path_factory, grid, numbering):
    document = plain_map(grid, numbering)
    before = compile_board(document)
    sheet = sheet_for(document)
    file = tmp_path_factory.mktemp("module") / "m.vmod"
    file.write_bytes(write_module(before, numbering, sheet, DAY))
    module = read_module(file)
    found = board_map(module.boards[0], sheet.size, "M")
    names = {cell.name: cell.id for cell in found.document.cells.values()}
    assert set(before.cells) <= set(names)
    after = compile_board(found.document)
    for name in before.cells:
        here = {after.cells[one].name for one in after.neighbours(names[name])}
        assert set(before.neighbours(name)) == here & set(before.cells)
        assert found.cell_at(sheet.pixel(*before.cells[name].anchor)) == names[name]


def table_of(document, sheet):
    spots = [sheet.pixel(*cell.anchor) for cell in document.cells.values()]
    return Tabled(
        title="A table",
        pieces=(
            ModulePiece(id="a", name="1st; \"A\"/b", side="Red", faces=(PNG, PNG + b" "), size=40,
                        at=spots[3], face=2),
            ModulePiece(id="b", name="2nd", side="Blue", faces=(PNG,), size=40),
        ),
    )  # fmt: skip


def repaint_any(data, most):
    return PNG, (900, 800)


def repaint(data, most):
    assert data.startswith(PNG)
    return data, (900, 800)


@pytest.mark.parametrize("saved", [False, True])
def test_counters_stand_where_they_stood(saved, tmp_path):
    document = document_of("hex")
    board, sheet = compile_board(document), sheet_for(document)
    table = table_of(document, sheet)
    module, game = tmp_path / "m.vmod", tmp_path / "m.vsav"
    own = inside(document, Seal())
    numbering = document.layout.numbering
    module.write_bytes(write_module(board, numbering, sheet, DAY, table, own))
    game.write_bytes(write_saved(table, "A table", DAY))
    made = import_module(module, tmp_path / "pack", repaint, position=game if saved else None)
    assert (made.counters, made.placed, made.sides) == (2, 1, ("Red", "Blue"))
    rows = (tmp_path / "pack" / "forces.csv").read_text().splitlines()
    assert rows[1].startswith(f'"1st; ""A""/b",red,none,{list(document.cells)[3]},')
    assert rows[1].endswith(",yes")
    assert rows[2].startswith("2nd,blue,none,,")


def test_a_side_without_counters_plays_too(tmp_path):
    """Its table is laid on the module again: nobody may be missing there."""
    place = tmp_path / "m.wdmap"
    write_map(document_of("hex"), place)
    sides = ({"id": "red", "name": "Red"}, {"id": "blue", "name": "Blue"})
    counters = ({"name": "One", "side": "blue"},)
    made = make_planned(TablePlan(map=place, sides=sides, counters=counters), tmp_path / "pack")
    file = tmp_path / "m.vmod"
    with PlaySession.new(made.scenario, seed=1, keep=False) as session:
        export_table(table_to_write(session), {"vmod": file}, ExportOptions(wide=400))
    assert read_module(file).sides == ("Red", "Blue")
    assert plan_module(file, repaint_any).sides == ("Red", "Blue")


@pytest.mark.parametrize("kind", ["hex", "pointy", "square", "area"])
def test_our_own_module_brings_the_very_map_back(kind, tmp_path):
    document = document_of(kind)
    document.underlays, document.extra_parts = [], {}
    board = compile_board(document)
    sheet = VassalSheet(png=PNG, size=(900, 800), scale=0.2, corner=CORNER)
    numbering = document.layout.numbering if document.layout is not None else None
    file = tmp_path / "m.vmod"
    file.write_bytes(write_module(board, numbering, sheet, DAY, inside=inside(document, Seal())))
    own = read_module(file).own
    assert own is not None
    assert differences(document, own) == []
    made = import_module(file, tmp_path / "pack", repaint)
    again = load_board(tmp_path / "pack" / "maps" / "map")
    assert made.cells == len(document.cells)
    assert again.digest == board.digest


ZONES = """<VASSAL.build.GameModule name="Areas"><VASSAL.build.module.Map mapName="M">
<VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.boardPicker.Board name="B"
 image="b.png"><VASSAL.build.module.map.boardPicker.board.ZonedGrid>
<x.Zone name="West" path="0,0;300,0;300,400;0,400"/><x.Zone name="East"
 path="200,0;600,0;600,400;200,400"/><x.Zone name="Nothing" path="1,1"/>
<x.Zone name="Bad" path="a;b"/>
</VASSAL.build.module.map.boardPicker.board.ZonedGrid></VASSAL.build.module.map.boardPicker.Board>
</VASSAL.build.module.map.BoardPicker></VASSAL.build.module.Map><own.Thing/>
</VASSAL.build.GameModule>"""


def archive(**parts):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as found:
        for name, data in parts.items():
            found.writestr(name.replace("__", "/").replace("_xml", ".xml"), data)
    return buffer.getvalue()


def test_zones_become_areas_that_touch_the_first_one_counts(tmp_path):
    file = tmp_path / "m.vmod"
    file.write_bytes(archive(buildFile_xml=ZONES))
    module = read_module(file)
    found = board_map(module.boards[0], (600, 400), "Areas")
    names = {cell.name: cell.id for cell in found.document.cells.values()}
    assert set(names) == {"West", "East"}
    board = compile_board(found.document)
    assert list(board.neighbours(names["West"])) == [names["East"]]
    assert found.cell_at((250, 200)) == names["West"]
    assert any("programs of its own" in str(note) for note in module.notes)


HEXES = """<VASSAL.build.GameModule name="H"><VASSAL.build.module.Map mapName="M">
<VASSAL.build.module.map.BoardPicker><VASSAL.build.module.map.boardPicker.Board name="B"
 width="900" height="700"><x.HexGrid dx="52" dy="60" x0="30" y0="30" sideways="false">
<x.{numbers} hLeading="1" vLeading="1" hOff="1" vOff="1" {words}/>
</x.HexGrid></VASSAL.build.module.map.boardPicker.Board></VASSAL.build.module.map.BoardPicker>
{more}</VASSAL.build.module.Map></VASSAL.build.GameModule>"""


@pytest.mark.parametrize(
    ("numbers", "words", "expected"),
    [
        # 13 rows by VASSAL's own sum: 700 / 52; the second column lies lower and counts one less
        ("HexGridNumbering", 'vDescend="true" stagger="true"', ["0114", "0213", "0112", "0211"]),
        ("HexGridNumbering", 'vDescend="true" stagger="false"', ["0114", "0214", "0112", "0212"]),
        ("HexGridNumbering", 'stagger="true"', ["0101", "0202", "0103", "0204"]),
        ("HexGridNumbering", 'stagger="false" locationFormat="$gridLocation$ West"',
         ["0101 West", "0201 West", "0103 West", "0203 West"]),
        ("HexGridNumbering", 'stagger="false" locationFormat="$row$/$column$"',
         ["01/01", "01/02", "03/01", "03/02"]),
        # two columns further a row begins one lower, from the second row on
        ("ObliqueHexGridNumbering", 'stagger="false" vOff="20"', ["0121", "0221", "0123", "0223"]),
        ("ObliqueHexGridNumbering", 'stagger="true"', ["0101", "0202", "0103", "0204"]),
    ],
)  # fmt: skip
def test_hexes_are_called_as_vassal_calls_them(numbers, words, expected, tmp_path):
    """At the first and third place of the first two columns."""
    file = tmp_path / "m.vmod"
    if "vOff" in words:
        words, text = words.replace('vOff="20"', ""), HEXES.replace('vOff="1"', 'vOff="20"')
    else:
        text = HEXES
    file.write_bytes(archive(buildFile_xml=text.format(numbers=numbers, words=words, more="")))
    found = board_map(read_module(file).boards[0], (900, 700), "Hexes")
    spots = [(30, 30), (82, 60), (30, 150), (82, 180)]
    cells = [found.document.cells[found.cell_at(spot)] for spot in spots]
    assert [cell.name for cell in cells] == expected
    falls = numbers == "ObliqueHexGridNumbering" and "true" in words  # no map of ours counts so
    if "West" not in words and not falls:
        assert [cell.id for cell in cells] == expected


def stack(attributes, name):
    piece = f"+/null/piece;;;;{name}/null;0;0;1;0"
    return (f"<x.SetupStack {attributes}><x.PieceSlot entryName='{name}'>{piece}</x.PieceSlot>"
            "</x.SetupStack>")  # fmt: skip


def test_what_stands_at_the_start_stands_where_vassal_puts_it(tmp_path):
    """By the name of a place first; from the corner of its own board; else from the map's."""
    stacks = {
        "by name": "useGridLocation='true' location='East' x='0' y='0' owningBoard='B'",
        "on its board": "useGridLocation='false' x='190' y='9' owningBoard='B'",
        "on the map": "useGridLocation='false' x='390' y='120' location='West'",
        "of any board": "useGridLocation='false' x='190' y='120' owningBoard='&lt;any&gt;'",
        "on another board": "useGridLocation='false' x='190' y='9' owningBoard='C'",
        "nowhere": "useGridLocation='true' location='Atlantis' x='190' y='9' owningBoard='B'",
    }
    rows = "".join(stack(attributes, name) for name, attributes in stacks.items())
    text = ZONES.replace('mapName="M"', 'mapName="M" edgeWidth="100" edgeHeight="100"')
    text = text.replace("</VASSAL.build.module.Map>", f"{rows}</VASSAL.build.module.Map>")
    file = tmp_path / "m.vmod"
    file.write_bytes(archive(buildFile_xml=text))
    plan = plan_module(file, repaint)
    names = {cell.id: cell.name for cell in plan.document.cells.values()}
    stands = {one.piece.name: names.get(one.place, "") for one in plan.pieces}
    assert stands == {
        "by name": "East", "on its board": "West", "on the map": "West", "of any board": "West",
        "on another board": "", "nowhere": "West",
    }  # fmt: skip
    assert any("1 counter stands on no cell" in str(note) for note in plan.notes)


def card(name, number):
    piece = f"+/null/piece;;;;{name}/null;0;0;1;0"
    return f"<x.CardSlot entryName='{name}' gpid='{number}'>{piece}</x.CardSlot>"


SECRET = HEXES.format(
    numbers="HexGridNumbering", words='stagger="false"',
    more=stack("x='30' y='30' owningBoard='B'", "Tank")
    + stack("x='82' y='60' owningBoard='B'", "Gun").replace(
        "piece;", "obs;77,130;back.png;Mask;B;Unknown;side:\tpiece;").replace(
        "/null;0;0;1;0<", "/Blue\tnull;0;0;1;0<")
    + stack("x='30' y='150' owningBoard='B'", "Mines").replace(
        "piece;", "hide;73,130;Invisible;255,255,255;player:\tpiece;").replace(
        "/null;0;0;1;0<", "/xyz\tnull;0;0;1;0<")
    + "<x.DrawPile name='Plans' x='600' y='500' faceDown='Always'>"
    + card("Air strike", 5) + card("Retreat", 6) + "</x.DrawPile>"
    + "<x.DrawPile name='Used' x='700' y='500' faceDown='Never'/>",
).replace(
    "<VASSAL.build.module.Map ",
    "<x.PlayerRoster><entry>Red</entry><entry>Blue</entry></x.PlayerRoster>"
    "<x.PlayerHand mapName='Red hand' side='Red'/><VASSAL.build.module.Map ",
)  # fmt: skip


def table_of_module(tmp_path, commands=None):
    """The session of a table made of the module, and of a saved game with these commands."""
    module, saved = tmp_path / "m.vmod", tmp_path / "s.vsav"
    module.write_bytes(archive(buildFile_xml=SECRET))
    if commands is not None:
        saved.write_bytes(archive(savedGame="\x1b".join(["begin_save", *commands, "end_save"])))
    made = import_module(
        module, tmp_path / "pack", repaint, position=saved if commands is not None else None
    )
    return made, PlaySession.new(made.scenario, seed=1)


def names_seen(session, side):
    return {piece.name for piece in session.seen_by(side).pieces.values()}


def cards_of(session, side=""):
    """Cards in decks, in discards and in hands, by name, as a side sees them."""
    look = session.rules.showing.look(session.seen_by(side))
    decks = {deck.title: ([c.title for c in deck.cards], [c.title for c in deck.discards])
             for deck in look.decks}  # fmt: skip
    return decks, {hand.side: [c.title for c in hand.cards] for hand in look.hands}


def test_what_a_module_masks_hides_and_deals_stays_hidden(tmp_path):
    made, session = table_of_module(tmp_path)
    assert names_seen(session, "blue") == {"Tank", "Gun"}
    assert "Tank" in names_seen(session, "red")
    assert not {"Gun", "Mines"} & names_seen(session, "red")
    assert names_seen(session, "") == {"Tank", "Gun", "Mines"}  # whoever umpires knows all
    decks, _ = cards_of(session)
    assert sorted(decks["Plans"][0]) == ["Air strike", "Retreat"]
    assert decks["Used"] == ([], [])
    for side in ("red", "blue"):
        assert set(cards_of(session, side)[0]["Plans"][0]) <= {""}
    assert any("2 counters stay masked" in str(note) for note in made.notes)


def test_what_a_saved_game_masks_hides_and_deals_stays_hidden(tmp_path):
    _, session = table_of_module(
        tmp_path,
        [
            "PLAYER\txyz\tAnn\tBlue",
            "+/1/piece;;;;Tank/M;30;30;1;0",
            "+/2/hide;73,130;Invisible;;player:	piece;;;;Mines/xyz	M;82;60;2;0",
            "+/3/piece;;;;Air strike/M;600;500;3;0",
            "+/4/piece;;;;Retreat/Red hand;10;10;4;0",
            "+/5/piece;;;;Spent/M;700;500;5;0",
            "+/6/piece;;;;Chit/Red hand;10;10;6;0",
            "+/7/deck;true;0,0,0;50;80;Always;Always;false;true;false;;;;Plans/M;600;500;true;3",
            "+/8/deck;true;0,0,0;50;80;Never;Never;false;true;false;;;;Used/M;700;500;false;5",
        ],
    )
    assert names_seen(session, "blue") >= {"Tank", "Mines"}
    assert not {"Mines", "Air strike", "Retreat"} & names_seen(session, "red")
    assert "Chit" in names_seen(session, "red")  # what lies in the window of one side
    assert "Chit" not in names_seen(session, "blue")
    decks, hands = cards_of(session)
    assert decks == {"Plans": (["Air strike"], []), "Used": ([], ["Spent"])}
    assert hands["red"] == ["Retreat"]
    assert cards_of(session, "red")[1]["red"] == ["Retreat"]
    assert "Retreat" not in cards_of(session, "blue")[1]["red"]


def told(decks, hands):
    """Decks and hands without an order, which decks have none of."""
    lying = {title: [sorted(names) for names in both] for title, both in decks.items()}
    return lying, {side: sorted(names) for side, names in hands.items()}


def test_decks_hands_and_hidden_counters_go_out_and_come_back(tmp_path):
    files = {"vmod": tmp_path / "m.vmod", "vsav": tmp_path / "m.vsav"}
    with PlaySession.new("freeform-cards/orders-in-hand", seed=1, keep=False) as session:
        for piece, field, other in (
            ("Tanks-1", "hidden_from", "grey"),
            ("Rifles-1", "down_for", "blue"),
        ):
            change = SetPiece(piece, field, other)
            session.journal.edit([change], umpire=False, author="", reason="an ambush")
        before = cards_of(session)
        export_table(table_to_write(session), files, ExportOptions(wide=400))
        seen = {side: names_seen(session, side) for side in ("blue", "grey")}
    for position in (None, files["vsav"]):
        goal = tmp_path / ("pack" if position is None else "saved")
        made = import_module(files["vmod"], goal, repaint_any, position=position)
        with PlaySession.new(made.scenario, seed=1, keep=False) as again:
            decks, hands = cards_of(again)
            assert told(decks, hands) == told(*before)
            assert {side: names_seen(again, side) for side in ("blue", "grey")} == seen


def test_the_map_is_the_board_on_which_the_set_up_stands(tmp_path):
    bare = """<x.Map mapName="Charts"><x.BoardPicker><VASSAL.build.module.map.boardPicker.Board
 name="Charts" width="9000" height="7000"><x.HexGrid dx="520" dy="600"/>
</VASSAL.build.module.map.boardPicker.Board></x.BoardPicker></x.Map>"""
    text = SECRET.replace("<x.PlayerRoster>", bare + "<x.PlayerRoster>")
    file = tmp_path / "m.vmod"
    file.write_bytes(archive(buildFile_xml=text))
    assert plan_module(file, repaint).board == "B"
    assert plan_module(file, repaint, board="Charts").board == "Charts"


BOMB = b"<a>" + b"&x;" * 10 + b"</a>"
HOSTILE = {
    "nothing": b"",
    "no zip": b"PK\x03\x04 but no more",
    "no module": archive(other="x"),
    "no board": archive(buildFile_xml="<VASSAL.build.GameModule name='x'/>"),
    "no xml": archive(buildFile_xml="<a><b></a>"),
    "entities": archive(buildFile_xml='<!DOCTYPE a [<!ENTITY x "xxxxxxxx">]>' + BOMB.decode()),
    "outside": archive(
        buildFile_xml='<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'
    ),
    "bomb": archive(buildFile_xml=b" " * (101 << 20)),
    "cut": archive(buildFile_xml=ZONES)[:-200],
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_modules_are_refused_and_leave_nothing(what, tmp_path):
    file = tmp_path / "m.vmod"
    file.write_bytes(HOSTILE[what])
    with pytest.raises(UserError):
        import_module(file, tmp_path / "pack", repaint)
    assert not (tmp_path / "pack").exists()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_garbled_saved_games_are_refused_or_read(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("garbled")
    file = folder / "m.vmod"
    file.write_bytes(archive(buildFile_xml=ZONES))
    game = folder / "g.vsav"
    text = data.draw(st.text("+/1;\t\x1b\\'piecnullstak0,Mem", max_size=60).map(str.encode))
    if data.draw(st.booleans()):
        text = b"!VCSK" + text
    game.write_bytes(archive(savedGame=text))
    with suppress(DamagedFile):  # in words; anything else would be a fault
        read_position(game, read_module(file))


def test_names_of_parts_never_become_paths(tmp_path):
    file = tmp_path / "m.vmod"
    file.write_bytes(
        archive(buildFile_xml=ZONES, **{"..__..__escaped": b"x", "images__b.png": PNG})
    )
    import_module(file, tmp_path / "deep" / "er" / "pack", repaint)
    assert not list(tmp_path.rglob("escaped"))


def test_a_saved_game_says_that_the_start_was_laid_out_before(tmp_path):
    """VASSAL lays every stack of the start out once more where a game does not say so."""
    piece = ModulePiece(name="A", side="", faces=(PNG,), size=20, at=(3, 4))
    file = tmp_path / "a.vsav"
    file.write_bytes(write_saved(Tabled(pieces=[piece]), "A", DAY))
    assert "SETUP_STACK\t" in Archive(file).commands()
