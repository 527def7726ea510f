"""Tiled maps: ours come back whole and with what was changed there; others become maps; bad ones
are told."""

from __future__ import annotations

import base64
import re
import sys
import zlib
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "drawing"))

from maps import canon, document_of

from wardesk.documents.exports.tiled import tmx_text
from wardesk.documents.imports.tiled import read_tmx
from wardesk.documents.maps.store import read_map
from wardesk.drawing.compare import differences
from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import snapshot
from wardesk.errors import DamagedFile, UserError
from wardesk.paths import campaigns

KINDS = ["hex", "pointy", "square"]


def written(document, folder, change=lambda text: text):
    file = folder / "map.tmx"
    file.write_text(change(tmx_text(document, "g.png", "h.png")), "utf-8")
    return file


@pytest.mark.parametrize("kind", [*KINDS, "hannut"])
def test_an_untouched_map_comes_back_without_a_difference(kind, tmp_path):
    hannut = campaigns() / "hannut-stonne" / "maps" / "hannut"
    document = read_map(hannut) if kind == "hannut" else document_of(kind)
    back = read_tmx(written(document, tmp_path))
    plain = snapshot(document)
    plain.underlays, plain.extra_parts = [], {}
    assert canon(back.document) == canon(plain)
    assert "as it was written" in back.notes[0]


def data_of(text, layer):
    return re.search(rf'name="{layer}".*?<data encoding="csv">(.*?)</data>', text, re.DOTALL)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_painted_in_tiled_comes_back_and_nothing_else_is_lost(kind, tmp_path):
    document = document_of(kind)
    kinds = list(document.palette.terrain)

    def paint(text):
        found = data_of(text, "Ground")
        words = found[1].replace("\n", "").split(",")
        words[0] = str(2 if words[0] == "1" else 1)
        return text[: found.start(1)] + ",".join(words) + text[found.end(1) :]

    label = next(iter(document.cells))
    back = read_tmx(written(document, tmp_path, paint)).document
    told = differences(document, back)
    assert len(told) == 1
    grid = document.grid
    first = grid.index(*grid.axial(0, 0))
    changed = next(name for name, number in document.cell_numbers.items() if number == first)
    assert back.cells[changed].terrain in kinds
    assert back.cells[changed].terrain != document.cells[changed].terrain
    assert label in back.cells


@pytest.mark.parametrize("kind", KINDS)
def test_sides_and_lines_taken_away_in_tiled_are_gone_and_a_drawn_one_is_there(kind, tmp_path):
    document = document_of(kind)
    back = read_tmx(written(document, tmp_path, lambda text: re.sub(
        r'(<objectgroup id="3" name="Sides">).*?(</objectgroup>)', r"\1\2", text, flags=re.DOTALL,
    ))).document  # fmt: skip
    assert back.sides == {}
    board = compile_board(document)
    pair = next(iter(document.sides))
    kept = read_tmx(written(back, tmp_path, lambda text: text)).document
    assert kept.sides == {}
    whole = tmx_text(document, "g.png", "h.png")
    sides = re.search(r'<objectgroup id="3".*?</objectgroup>', whole, re.DOTALL)[0]
    # as somebody draws it by hand: without saying between which cells
    by_hand = re.sub(r"<properties>.*?</properties>", "", sides)

    def draw(text):
        return re.sub(r'<objectgroup id="3".*?</objectgroup>', lambda _: by_hand, text,
                      flags=re.DOTALL)  # fmt: skip

    again = read_tmx(written(back, tmp_path, draw)).document
    assert again.sides[pair]
    assert {key: set(kinds) for key, kinds in again.sides.items()} == {
        key: set(kinds) for key, kinds in document.sides.items()
    }
    found = compile_board(again)
    assert all(found.neighbours(c) == board.neighbours(c) for c in board.cells)


FOREIGN = """<?xml version="1.0"?>
<map orientation="{form}" width="3" height="2" tilewidth="14" tileheight="12" hexsidelength="6"
 staggeraxis="y" staggerindex="odd" infinite="0">
 <tileset firstgid="1" name="t" tilecount="3" columns="3">
  <tile id="0" class="grass"/><tile id="1"><image source="art/deep_forest.png"/></tile>
 </tileset>
 <layer name="a" width="3" height="2"><data encoding="{encoding}"{packed}>{data}</data></layer>
 <objectgroup name="roads"><object id="1" name="Via" type="road" x="3" y="4">
  <polyline points="0,0 20,0 20,9"/></object>
  <object id="2" name="Rome" x="7" y="6"><point/></object><object id="3" x="1" y="1"/>
 </objectgroup><imagelayer/></map>"""
GIDS = [1, 2, 3, 0, 1, 2 | 0x80000000]


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_a_layer_that_somebody_hid_in_tiled_loses_nothing(kind, tmp_path):
    """Hiding is a way to see better there: what is our own comes back whole."""
    document = document_of(kind)
    place = written(
        document, tmp_path, lambda text: re.sub("<(layer|objectgroup) ", r'<\1 visible="0" ', text)
    )
    assert not differences(document, read_tmx(place).document)


def raw(gids):
    return b"".join(gid.to_bytes(4, "little") for gid in gids)


@pytest.mark.parametrize("form", ["hexagonal", "orthogonal", "staggered"])
@pytest.mark.parametrize("packed", ["csv", "", "zlib"])
def test_a_map_of_another_origin_becomes_a_map(form, packed, tmp_path):
    data = ",".join(map(str, GIDS))
    encoding, words = "csv", ""
    if packed != "csv":
        encoding = "base64"
        words = f' compression="{packed}"' if packed else ""
        data = base64.b64encode(zlib.compress(raw(GIDS)) if packed else raw(GIDS)).decode()
    file = tmp_path / "Old World.tmx"
    file.write_text(FOREIGN.format(form=form, encoding=encoding, packed=words, data=data))
    found = read_tmx(file)
    document = found.document
    assert document.kind == ("square" if form == "orthogonal" else "hex")
    by_name = {cell.id: cell.terrain for cell in document.cells.values()}
    assert by_name["0101"] == "grass"
    assert by_name["0201"] == by_name["0302"] == "deep-forest"
    assert by_name["0102"] == "empty"
    board = compile_board(document)
    assert {one.name for one in document.features} == {"Via", "Rome"}
    assert "road" in board.palette.lines
    told = " ".join(found.notes)
    assert "1 cell" in told
    assert "1 object" in told
    assert "picture" in told


BOMB = base64.b64encode(zlib.compress(bytes(40_000_000))).decode()
ENTITY = '<?xml version="1.0"?><!DOCTYPE map [<!ENTITY a "b">]><map>&a;</map>'
GOOD = FOREIGN.format(form="hexagonal", encoding="csv", packed="", data="1,1,1,1,1,1")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nonsense", "not proper XML"),
        ("<game/>", "no Tiled map"),
        (ENTITY, "commands"),
        (GOOD.replace("hexagonal", "octagonal"), "octagonal"),
        (GOOD.replace('infinite="0"', 'infinite="1"'), "0 chunks"),
        (GOOD.replace('width="3"', 'width="999999"', 1), "cells"),
        (GOOD.replace('width="3"', 'width="-3"', 1), "no whole number"),
        (GOOD.replace("1,1,1,1,1,1", "1,1"), "2 tiles instead of 6"),
        (GOOD.replace("1,1,1,1,1,1", "1,x"), "garbled"),
        (GOOD.replace("20,0 20,9", "20,nan"), "point"),
        (GOOD.replace("20,0 20,9", "1e300,7"), "point"),
        (FOREIGN.format(form="hexagonal", encoding="base64", packed=' compression="zlib"',
                        data=BOMB), "tiles instead of 6"),
        (FOREIGN.format(form="hexagonal", encoding="base64", packed=' compression="zstd"',
                        data="AAAA"), "zstd"),
        (re.sub("<layer.*?</layer>", "", GOOD), "no layer"),
    ],
)  # fmt: skip
def test_what_is_no_map_is_told(text, words, tmp_path):
    file = tmp_path / "bad.tmx"
    file.write_text(text)
    with pytest.raises(UserError, match=words):
        read_tmx(file)


def test_a_map_inside_that_somebody_broke_is_told(tmp_path):
    document = document_of("hex")
    with pytest.raises(DamagedFile):
        read_tmx(written(document, tmp_path, lambda text: text.replace('"parts"', '"parts', 1)))


def test_no_file_outside_the_folder_of_the_map_is_opened(tmp_path):
    (tmp_path / "secret.tsx").write_text('<tileset name="secret" tilecount="1"/>')
    inner = tmp_path / "maps"
    inner.mkdir()
    text = GOOD.replace(
        "<tileset firstgid", '<tileset firstgid="1" source="../secret.tsx"/><tileset firstgid'
    )
    (inner / "m.tmx").write_text(
        text.replace('<tileset firstgid="1" name="t"', '<tileset firstgid="9" name="t"')
    )
    found = read_tmx(inner / "m.tmx")
    assert "not found" in found.notes[0]
    assert "secret-0" in {cell.terrain for cell in found.document.cells.values()}
