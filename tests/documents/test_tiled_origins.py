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
    assert any("infinite map: 4 × 4 cells" in str(note) for note in found.notes)


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


def label_at(found, name):
    """The hex or square that a name stands in."""
    feature = next(one for one in found.document.features if one.name == name)
    number = found.document.grid.cell_at(*feature.geometry["coordinates"])
    return next(label for label, n in found.document.cell_numbers.items() if n == number)


def told(found):
    return " ".join(map(str, found.notes))


@pytest.mark.parametrize("form", ["orthogonal", "hexagonal"])
@pytest.mark.parametrize("turned", range(16))
def test_a_tile_keeps_its_kind_however_it_is_turned(form, turned, tmp_path):
    more = 'staggeraxis="y" staggerindex="odd" hexsidelength="16"'
    data = layer(f"1,1,1,1,1,1,1,{2 | turned << 28}")
    found = read_tmx(tmx(tmp_path, data, form=form, more=more))
    assert grounds(found)[1][3] == "land-1"
    assert ("1 tile was turned" in told(found)) is bool(turned)


def group(inner, more="", tag="objectgroup"):
    return f'<{tag} id="9" name="Things" {more}>{inner}</{tag}>'


def point(name, x, y, more=""):
    return f'<object id="1" name="{name}" x="{x}" y="{y}" {more}><point/></object>'


def test_shapes_of_tiles_are_no_features(tmp_path):
    shape = '<object id="1" x="2" y="2"><polygon points="0,0 20,0 20,20"/></object>'
    file = tmx(tmp_path, layer(",".join(map(str, ROWS))), group(point("Inn", 16, 16)))
    inside = group(shape + point("hit", 5, 5))
    file.write_text(file.read_text().replace("<properties>", inside + "<properties>"), "utf-8")
    assert [one.name for one in read_tmx(file).document.features] == ["Inn"]


def test_what_is_hidden_in_tiled_is_on_nobodys_map_and_told(tmp_path):
    hidden = 'visible="0"'
    things = (
        group(point("Ambush", 16, 16), hidden)
        + group(group(point("Mines", 16, 16)), hidden, "group")
        + group(point("Spy", 16, 16, hidden) + point("Inn", 16, 16))
    )
    found = read_tmx(tmx(tmp_path, layer(",".join(map(str, ROWS))), things))
    assert [one.name for one in found.document.features] == ["Inn"]
    assert "3 hidden objects were left out" in told(found)


def test_layers_and_groups_move_what_is_in_them(tmp_path):
    things = group(
        group(point("Inn", 16, 16), 'offsetx="32" offsety="0"'),
        'offsetx="32" offsety="32"',
        "group",
    )
    found = read_tmx(tmx(tmp_path, layer(",".join(map(str, ROWS))), things))
    assert label_at(found, "Inn") == "0302"
    assert "shifted" not in told(found)
    ground = group(layer(",".join(map(str, ROWS))), 'offsety="-16"', "group")
    assert "1 layer of tiles is shifted" in told(read_tmx(tmx(tmp_path, ground)))


@pytest.mark.parametrize(("form", "goal"), [("orthogonal", [128, 640]), ("isometric", [896, 1408])])
def test_a_line_is_turned_as_tiled_turns_it(form, goal, tmp_path):
    """Clockwise on the screen; aslant, 64 right and 32 down become 32 left and 64 down there."""
    high = 32 if form == "orthogonal" else 16
    way = (
        f'<object id="1" name="Road" x="{high / 2}" y="{high / 2}" rotation="90">'
        '<polyline points="0,0 64,0"/></object>'
    )
    file = tmx(tmp_path, layer(",".join(map(str, ROWS))), group(way), form=form)
    file.write_text(file.read_text().replace('tileheight="32" inf', f'tileheight="{high}" inf'))
    points = read_tmx(file).document.features[0].geometry["coordinates"]
    assert points == [[128, 128], goal]


def test_of_shapes_the_name_stands_in_the_middle_and_is_told(tmp_path):
    things = (
        '<object id="1" name="Zone" x="32" y="0" width="96" height="64"/>'
        '<object id="2" name="Lake" x="0" y="0" width="32" height="32"><ellipse/></object>'
        '<object id="3" name="Unit" gid="1" x="96" y="64" width="32" height="32"/>'
        '<object id="4" x="64" y="32" width="32" height="32"><text>Words</text></object>'
        '<object id="5" name="Aslant" x="64" y="0" width="32" height="32" rotation="90"/>'
    )
    found = read_tmx(tmx(tmp_path, layer(",".join(map(str, ROWS))), group(things)))
    places = {one.name: one.geometry["coordinates"] for one in found.document.features}
    assert places["Zone"] == [640, 256]
    assert label_at(found, "Lake") == "0101"
    assert label_at(found, "Unit") == "0402"
    assert label_at(found, "Words") == "0302"
    assert label_at(found, "Aslant") == "0201"
    assert "Of 4 rectangles, ellipses and tile objects" in told(found)


@pytest.mark.parametrize("form", ["orthogonal", "hexagonal"])
def test_an_infinite_map_ends_where_its_tiles_end(form, tmp_path):
    gids = [0] * 256
    for row in (13, 14, 15):
        gids[16 * row + 13 : 16 * row + 16] = (1, 2, 3)
    more = 'staggeraxis="y" staggerindex="odd" hexsidelength="16"'
    data = layer(chunk(-16, -16, gids, (16, 16)))
    inn = group(point("Inn", -48, -48 if form == "orthogonal" else -2 * 24 + 16))
    found = read_tmx(tmx(tmp_path, data, inn, infinite=True, form=form, more=more))
    assert grounds(found) == [["clear", "land-1", "land-2"]] * 3
    assert "3 × 3 cells reach" in told(found)
    assert "no tile" not in told(found)
    assert label_at(found, "Inn") == "0202"
