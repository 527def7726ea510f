"""TMX maps as Tiled and others make them: infinite, isometric, packed, turned, with rings."""

from __future__ import annotations

import base64
import gzip
import struct
import zlib

import pytest

from wardesk.documents.imports.tiled import read_tmx
from wardesk.documents.maps.store import read_map, write_map
from wardesk.errors import DamagedFile, UserError
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.square_lattice import SquareGrid

TILESET = (
    '<tileset firstgid="1" name="land" tilewidth="32" tileheight="32" tilecount="4" columns="4">'
    '<tile id="0" class="clear"><properties><property name="name" value="Clear"/></properties>'
    "</tile></tileset>"
)


def tmx(tmp_path, layers, objects="", size=(4, 2), infinite=False, form="orthogonal", more=""):
    file = tmp_path / "other.tmx"
    file.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<map version="1.10" orientation="{form}" renderorder="right-down" width="{size[0]}" '
        f'height="{size[1]}" tilewidth="32" tileheight="32" infinite="{int(infinite)}" {more}>'
        f"{TILESET}{layers}{objects}</map>",
        "utf-8",
    )
    return file


def layer(data, attributes='encoding="csv"', size=(4, 2)):
    return (
        f'<layer id="1" name="Ground" width="{size[0]}" height="{size[1]}">'
        f"<data {attributes}>{data}</data></layer>"
    )


def grounds(found):
    """The kinds of ground row by row."""
    grid = found.document.grid
    labels = {number: label for label, number in found.document.cell_numbers.items()}
    return [
        [found.document.cells[labels[grid.index(*grid.axial(c, r))]].terrain[-7:]
         for c in range(grid.columns)]
        for r in range(grid.rows)
    ]  # fmt: skip


ROWS = [1, 2, 3, 4, 4, 3, 2, 1]


def test_kinds_with_blanks_and_of_any_script_stay_apart_and_can_be_kept(tmp_path):
    kinds = ("Großes Dorf", "草原", "лес и/или болото", "草 地")
    tiles = "".join(f'<tile id="{n}" class="{kind}"/>' for n, kind in enumerate(kinds))
    file = tmx(tmp_path, layer("1,2,3,4,4,3,2,1"))
    text = file.read_text("utf-8").replace(TILESET, f'<tileset firstgid="1">{tiles}</tileset>')
    file.write_text(text, "utf-8")
    found = read_tmx(file).document
    place = tmp_path / "kept.wdmap"
    write_map(found, place)
    assert {kind.name for kind in found.palette.terrain.values()} == set(kinds)
    assert read_map(place).palette == found.palette


@pytest.mark.parametrize(
    ("pack", "attributes"),
    [
        (lambda raw: raw, 'encoding="base64"'),
        (zlib.compress, 'encoding="base64" compression="zlib"'),
        (gzip.compress, 'encoding="base64" compression="gzip"'),
    ],
)
def test_every_way_of_packing_gives_the_same_map(tmp_path, pack, attributes):
    plain = grounds(read_tmx(tmx(tmp_path, layer(",".join(map(str, ROWS))))))
    data = base64.b64encode(pack(struct.pack("<8I", *ROWS))).decode()
    assert grounds(read_tmx(tmx(tmp_path, layer(data, attributes)))) == plain
    assert plain[0][0] == "clear"


def test_zstandard_says_what_to_choose_in_tiled(tmp_path):
    data = layer("KLUv/QBY", 'encoding="base64" compression="zstd"')
    with pytest.raises(UserError, match="zstd") as told:
        read_tmx(tmx(tmp_path, data))
    assert "CSV" in told.value.advice


def chunk(x, y, gids, size=(2, 2)):
    numbers = ",".join(map(str, gids))
    return f'<chunk x="{x}" y="{y}" width="{size[0]}" height="{size[1]}">{numbers}</chunk>'


def test_an_infinite_map_is_read_as_far_as_its_chunks_go(tmp_path):
    data = layer(chunk(-2, -2, (1, 2, 3, 4)) + chunk(0, 0, (4, 3, 2, 1)))
    way = (
        '<objectgroup id="2" name="Ways"><object id="1" name="road" x="0" y="0">'
        '<polyline points="0,0 32,32"/></object></objectgroup>'
    )
    found = read_tmx(tmx(tmp_path, data, way, infinite=True))
    rows = grounds(found)
    assert (len(rows[0]), len(rows)) == (4, 4)
    assert rows[0][0] == "clear"
    assert rows[3][3] == "clear"
    assert rows[0][2] == "empty"
    assert found.document.features[0].geometry["coordinates"] == [[512, 512], [768, 768]]
    assert any("infinite map: the 4 × 4 cells" in str(note) for note in found.notes)


@pytest.mark.parametrize(
    "bad",
    [
        "",
        chunk(0, 0, (1, 2, 3)),
        '<chunk x="a" y="0" width="2" height="2">1,1,1,1</chunk>',
        '<chunk x="0" y="0" width="99999" height="99999">1</chunk>',
        '<chunk x="0" y="0" width="-2" height="-2">1,1,1,1</chunk>',
        chunk(0, 0, (1, 1, 1, 1)) + chunk(99_999, 99_999, (1, 1, 1, 1)),
    ],
)
def test_chunks_that_make_no_map_are_refused(tmp_path, bad):
    with pytest.raises(DamagedFile):
        read_tmx(tmx(tmp_path, layer(bad), infinite=True))


def test_a_packed_bomb_is_no_map(tmp_path):
    bomb = base64.b64encode(zlib.compress(bytes(40_000_000))).decode()
    with pytest.raises(DamagedFile, match="tiles instead of 8"):
        read_tmx(tmx(tmp_path, layer(bomb, 'encoding="base64" compression="zlib"')))


def test_what_is_lost_of_an_isometric_map_is_told(tmp_path):
    turned = 1 | 0x80000000
    place = '<objectgroup id="2"><object id="1" name="Inn" x="16" y="16"/></objectgroup>'
    data = layer(",".join(map(str, [turned, *ROWS[1:]])))
    file = tmx(tmp_path, data, place, form="isometric")
    file.write_text(file.read_text().replace('tileheight="32" inf', 'tileheight="16" inf'))
    found = read_tmx(file)
    notes = " ".join(map(str, found.notes))
    assert isinstance(found.document.grid, SquareGrid)
    assert "isometric" in notes
    assert "1 tile was turned or mirrored" in notes
    assert found.document.features[0].geometry["coordinates"] == [256, 256]
    assert grounds(found)[0][0] == "clear"


@pytest.mark.parametrize("index", ["odd", "even"])
def test_chunks_of_hexes_begin_in_the_right_row(tmp_path, index):
    more = f'staggeraxis="y" staggerindex="{index}" hexsidelength="16"'
    at = [chunk(0, top, (1, 1, 1, 1)) for top in (0, 1)]
    first, second = (
        read_tmx(tmx(tmp_path, layer(one), infinite=True, form="hexagonal", more=more))
        for one in at
    )
    assert isinstance(first.document.grid, HexGrid)
    assert first.document.grid.shoved != second.document.grid.shoved
    plain = read_tmx(tmx(tmp_path, layer(",".join(map(str, ROWS))), form="hexagonal", more=more))
    assert plain.document.grid.shoved == first.document.grid.shoved


def test_a_ring_is_read_as_a_closed_line(tmp_path):
    ring = (
        '<objectgroup id="2" name="Lakes"><object id="1" name="Mere" x="32" y="0">'
        '<polygon points="0,0 32,0 32,32"/></object></objectgroup>'
    )
    found = read_tmx(tmx(tmp_path, layer(",".join(map(str, ROWS))), ring))
    points = found.document.features[0].geometry["coordinates"]
    assert points[0] == points[-1] == [256, 0]
    assert len(points) == 4
