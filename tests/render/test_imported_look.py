"""Pictures of the tiles of Tiled maps: cut out, laid flat, judged; kinds without one stay plain."""

from __future__ import annotations

import re
import struct
import sys
import zlib
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPolygonF

sys.path.append(str(Path(__file__).parents[1] / "drawing"))

from maps import canon, document_of

from wardesk.documents.imports import tile_pictures
from wardesk.documents.maps.store import read_map, write_map
from wardesk.drawing.commands.look import good_look
from wardesk.drawing.document import snapshot
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.maps import export_map
from wardesk.render.imported_look import dress
from wardesk.services.maps.edit_session import EditSession
from wardesk.services.maps.foreign_maps import open_foreign, read_foreign

RED, GREEN, BLUE, WHITE = "#c02020", "#20a040", "#2040c0", "#f0f0f0"
COLOURS = (RED, GREEN, BLUE, WHITE)


def sheet(file, size=16, margin=0, spacing=0, colours=COLOURS):
    """A picture of four tiles in two columns, black between them."""
    edge = 2 * margin + 2 * size + spacing
    image = QImage(edge, edge, QImage.Format.Format_ARGB32)
    image.fill(QColor("#000000"))
    painter = QPainter(image)
    for number, colour in enumerate(colours):
        row, column = divmod(number, 2)
        left, top = (margin + n * (size + spacing) for n in (column, row))
        painter.fillRect(left, top, size, size, QColor(colour))
    painter.end()
    file.parent.mkdir(parents=True, exist_ok=True)
    assert image.save(str(file))


def plain(file, colour, size=(16, 16)):
    image = QImage(*size, QImage.Format.Format_ARGB32)
    image.fill(QColor(colour))
    file.parent.mkdir(parents=True, exist_ok=True)
    assert image.save(str(file))


def tmx(folder, tilesets, layers=("1,2,3,4",), form="orthogonal", cell=(16, 16), more=""):
    """A map of two by two cells."""
    rows = "".join(
        row if row.startswith("<") else f'<layer name="l" width="2" height="2">'
        f'<data encoding="csv">{row}</data></layer>'
        for row in layers
    )  # fmt: skip
    file = folder / "theirs.tmx"
    file.write_text(
        f'<map orientation="{form}" width="2" height="2" tilewidth="{cell[0]}" '
        f'tileheight="{cell[1]}" infinite="0" {more}>{tilesets}{rows}</map>'
    )
    return file


def grid_set(source="land.png", more="", head='firstgid="1"'):
    return (
        f'<tileset {head} name="land" tilewidth="16" tileheight="16" tilecount="4" columns="2" '
        f'{more}><image source="{source}"/></tileset>'
    )


def imported(file):
    found = read_foreign(file)
    return found.document, [str(note) for note in (*found.notes, *dress(found))]


def shown(document, kind):
    """The colour in the middle of a kind's picture; None if it has none."""
    part = document.look.of("terrain", kind).tile
    image = QImage.fromData(document.extra_parts[part]) if part else QImage()
    return image.pixelColor(image.rect().center()).name() if part else None


def close(code, other):
    a, b = QColor(code), QColor(other)
    return all(abs(x - y) < 12 for x, y in zip(a.getRgb(), b.getRgb(), strict=True))


@pytest.mark.parametrize(("margin", "spacing"), [(0, 0), (3, 0), (0, 2), (3, 2)])
def test_tiles_in_a_grid_are_cut_out_with_margin_and_spacing(tmp_path, margin, spacing):
    sheet(tmp_path / "land.png", margin=margin, spacing=spacing)
    document, _ = imported(tmx(tmp_path, grid_set(more=f'margin="{margin}" spacing="{spacing}"')))
    assert [shown(document, f"land-{n}") for n in range(4)] == list(COLOURS)
    for kind, look in document.look.terrain.items():
        image = QImage.fromData(document.extra_parts[look.tile])
        corners = [image.pixelColor(x, y).name() for x in (1, 190) for y in (1, 190)]
        assert corners == [shown(document, kind)] * 4
    assert good_look(document.look) == document.look
    write_map(document, tmp_path / "ours.wdmap")
    assert canon(read_map(tmp_path / "ours.wdmap")) == canon(document)


def test_a_tileset_that_counts_neither_tiles_nor_columns_has_them_all(tmp_path):
    sheet(tmp_path / "land.png")
    text = grid_set().replace('tilecount="4" columns="2" ', "")
    document, _ = imported(tmx(tmp_path, text))
    assert [shown(document, f"land-{n}") for n in range(4)] == list(COLOURS)
    assert "empty" not in document.palette.terrain


def test_pictures_of_single_tiles_are_found_from_the_file_that_names_them(tmp_path):
    plain(tmp_path / "art" / "wood.png", GREEN)
    plain(tmp_path / "art" / "sea.jpg", BLUE)
    sets = tmp_path / "sets"
    sets.mkdir()
    (sets / "land.tsx").write_text(
        '<tileset name="land" tilewidth="16" tileheight="16" tilecount="2" columns="0">'
        '<tile id="0" type="wood"><image source="../art/wood.png" width="16" height="16"/></tile>'
        '<tile id="7"><image source="..\\art\\sea.jpg" width="16" height="16"/></tile></tileset>'
    )
    text = '<tileset firstgid="1" source="sets/land.tsx"/>'
    document, notes = imported(tmx(tmp_path, text, ["1,8,8,1"]))
    assert close(shown(document, "wood"), GREEN)  # though the word alone would draw trees
    assert close(shown(document, "sea"), BLUE)
    assert notes == []


def test_part_of_a_picture_may_be_a_tile_and_one_colour_may_be_nothing(tmp_path):
    sheet(tmp_path / "all.png")
    tiles = "".join(
        f'<tile id="{n}" type="{kind}" x="{x}" y="{y}" width="16" height="16">'
        '<image source="all.png" trans="2040c0"/></tile>'
        for n, (kind, x, y) in enumerate((("field", 16, 0), ("hole", 0, 16), ("snow", 16, 16)))
    )
    text = f'<tileset firstgid="1" name="t" tilewidth="16" tileheight="16">{tiles}</tileset>'
    document, notes = imported(tmx(tmp_path, text, ["1,1,2,3"]))
    assert [shown(document, kind) for kind in ("field", "hole", "snow")] == [GREEN, None, WHITE]
    assert notes == []


def test_a_tall_tile_stands_with_its_foot_in_the_cell(tmp_path):
    image = QImage(20, 40, QImage.Format.Format_ARGB32)
    image.fill(QColor(RED))
    painter = QPainter(image)
    painter.fillRect(0, 24, 16, 16, QColor(GREEN))
    painter.end()
    image.save(str(tmp_path / "tall.png"))
    tiles = '<tile id="0" type="tree"><image source="tall.png"/></tile>'
    for more, colour in (("", GREEN), ('<tileoffset x="0" y="16"/>', RED)):
        text = f'<tileset firstgid="1" name="t" tilewidth="20" tileheight="40">{more}{tiles}'
        document, notes = imported(tmx(tmp_path, text + "</tileset>", ["1,1,1,1"]))
        assert shown(document, "tree") == colour
        assert "The picture of 1 kind is larger than its cell" in " ".join(notes)


def test_what_lies_under_a_tile_with_holes_is_seen_and_hidden_layers_are_not(tmp_path):
    plain(tmp_path / "grass.png", GREEN)
    plain(tmp_path / "wall.png", RED)
    image = QImage(16, 16, QImage.Format.Format_ARGB32)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    painter.fillRect(0, 0, 16, 5, QColor(BLUE))
    painter.end()
    image.save(str(tmp_path / "roof.png"))
    tiles = "".join(
        f'<tile id="{n}" type="{name}"><image source="{name}.png"/></tile>'
        for n, name in enumerate(("grass", "roof", "wall"))
    )
    text = f'<tileset firstgid="1" name="t" tilewidth="16" tileheight="16">{tiles}</tileset>'
    hidden = (
        '<group visible="0"><layer name="h" width="2" height="2">'
        '<data encoding="csv">3,3,3,3</data></layer></group>'
    )
    file = tmx(tmp_path, text, ["1,1,1,1", "2,0,0,2", hidden])
    document, notes = imported(file)
    assert {cell.terrain for cell in document.cells.values()} == {"grass", "roof"}
    assert shown(document, "roof") == GREEN  # its middle is a hole
    assert "1 hidden layer of tiles was left out." in notes


@pytest.mark.parametrize("form", ["isometric", "staggered"])
def test_a_diamond_seen_from_aslant_is_laid_flat(tmp_path, form):
    image = QImage(64, 32, QImage.Format.Format_ARGB32)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    painter.setPen(QColor(0, 0, 0, 0))
    far, right, near, left = QPointF(32, 0), QPointF(64, 16), QPointF(32, 32), QPointF(0, 16)
    middle = QPointF(32, 16)
    for colour, corner, other in (
        (RED, left, far), (GREEN, far, right), (BLUE, right, near), (WHITE, near, left),
    ):  # fmt: skip
        painter.setBrush(QColor(colour))
        painter.drawPolygon(QPolygonF([middle, corner, other]))
    painter.end()
    image.save(str(tmp_path / "d.png"))
    text = (
        '<tileset firstgid="1" name="t" tilewidth="64" tileheight="32">'
        '<tile id="0" type="field"><image source="d.png"/></tile></tileset>'
    )
    document, notes = imported(tmx(tmp_path, text, ["1,1,1,1"], form, (64, 32)))
    part = document.look.of("terrain", "field").tile
    flat = QImage.fromData(document.extra_parts[part])
    wide, high = flat.width(), flat.height()
    sides = [(0.1, 0.5), (0.5, 0.1), (0.9, 0.5), (0.5, 0.9)]
    seen = [flat.pixelColor(int(x * wide), int(y * high)).name() for x, y in sides]
    assert seen == [RED, GREEN, BLUE, WHITE]
    assert "Pictures seen from aslant were laid flat." in notes


def header(wide, high):
    """A PNG that says it is so large, with next to nothing in it."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", wide, high, 8, 6, 0, 0, 0)
    packed = zlib.compress(bytes(1000))
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    )


HOSTILE = {
    "outside": ("../secret.png", b"", "not in the folder of the map"),
    "absolute": ("/etc/hostname", b"", "not in the folder of the map"),
    "missing": ("nowhere.png", b"", "not in the folder of the map"),
    "nul": ("a&#1;b.png", b"", ""),
    "long": ("x" * 5000, b"", "not in the folder of the map"),
    "text": ("bad.png", b"hello" * 99, "no picture in PNG"),
    "wide": ("bad.png", header(90_000, 90_000), "pixels large"),
    "bomb": ("bad.png", header(4_000, 4_000), "damaged PNG"),
    "cut": ("bad.png", header(16, 16)[:60], "cut short"),
    "heavy": ("bad.png", bytes(5 << 20), "4 MB is the most"),
    "script": ("bad.svg", b'<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', "left out"),
    "inside": ("", b"", "lies inside the file"),
    "folder": (".", b"", "not in the folder of the map"),
}


@pytest.mark.parametrize("name", [one for one in HOSTILE if one != "nul"])
@pytest.mark.parametrize("single", [False, True])
def test_a_picture_that_cannot_be_used_is_told_and_the_map_comes_without(tmp_path, name, single):
    source, data, words = HOSTILE[name]
    inner = tmp_path / "maps"
    inner.mkdir()
    plain(tmp_path / "secret.png", RED)
    plain(inner / "good.png", GREEN)
    if data:
        (inner / source).write_bytes(data)
    good = (
        '<tileset firstgid="9" name="good" tilewidth="16" tileheight="16">'
        '<tile id="0" type="good"><image source="good.png"/></tile></tileset>'
    )
    bad = grid_set(source)
    if single:
        bad = (
            '<tileset firstgid="1" name="land" tilewidth="16" tileheight="16" tilecount="4">'
            f'<tile id="0"><image source="{source}"/></tile></tileset>'
        )
    document, notes = imported(tmx(inner, bad + good, ["1,2,9,9"]))
    assert len(document.cells) == 4
    assert [kind for kind, look in document.look.terrain.items() if look.tile] == ["good"]
    told = [note for note in notes if words in note]
    assert len(told) == 1, notes


def test_tiles_that_lie_outside_their_picture_or_nowhere_have_none(tmp_path):
    sheet(tmp_path / "land.png")
    for old, new in (('columns="2"', 'columns="9"'), ('tilewidth="16"', 'tilewidth="0"'),
                     ('margin="0"', 'margin="999999999"')):  # fmt: skip
        text = grid_set(more='margin="0"').replace(old, new)
        document, notes = imported(tmx(tmp_path, text))
        assert any("lies outside its picture" in note for note in notes), new
        assert len(document.cells) == 4


def test_very_many_pictures_are_counted_and_the_commonest_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(tile_pictures, "MOST_PICTURES", 2)
    sheet(tmp_path / "land.png")
    document, notes = imported(tmx(tmp_path, grid_set(), ["3,3,1,4"]))
    with_one = [kind for kind, look in document.look.terrain.items() if look.tile]
    assert "land-2" in with_one
    assert len(with_one) == 2
    assert "Only the 2 commonest kinds have the pictures of their tiles." in notes
    monkeypatch.setattr(tile_pictures, "_MOST_PIXELS", 10)
    document, notes = imported(tmx(tmp_path, grid_set(), ["3,3,1,4"]))
    assert not any(look.tile for look in document.look.terrain.values())
    assert "There are too many pictures; some were left out." in notes


def test_refused_pictures_are_named_up_to_three_and_counted_from_there(tmp_path):
    tiles = "".join(f'<tile id="{n}"><image source="{n}.png"/></tile>' for n in range(4))
    text = f'<tileset firstgid="1" name="t" tilewidth="16" tileheight="16">{tiles}</tileset>'
    _, notes = imported(tmx(tmp_path, text))
    assert sum("not in the folder" in note for note in notes) == 3
    assert "1 more picture was left out." in notes


@pytest.mark.parametrize("kind", ["hex", "pointy", "square"])
def test_a_map_of_ours_comes_back_as_it_was_and_without_its_inside_with_its_pictures(
    kind, tmp_path
):
    document = document_of(kind)
    file = tmp_path / "ours.tmx"
    export_map(document, "tmx", file, ExportOptions())
    found = read_foreign(file)
    assert found.own
    assert not found.pictures.kinds
    as_it_was = snapshot(document)
    as_it_was.underlays, as_it_was.extra_parts = [], {}
    assert canon(found.document) == canon(as_it_was)

    text = re.sub(r'<property name="wardesk".*?/>', "", file.read_text("utf-8"), flags=re.DOTALL)
    text = re.sub(r'(<layer id="2")', r'\1 visible="0"', text)  # heights are no ground
    file.write_text(text, "utf-8")
    again, _ = imported(file)
    used = {cell.terrain for cell in document.cells.values()}
    assert {name for name, look in again.look.terrain.items() if look.tile} == used
    strip = QImage(str(tmp_path / "ours-ground.png"))
    wide = strip.width() // len(document.palette.terrain)
    for number, name in enumerate(document.palette.terrain):
        if name in used:
            drawn = strip.copy(number * wide, 0, wide, strip.height())
            middle = drawn.scaled(24, 24).pixelColor(12, 12)
            part = again.look.of("terrain", name).tile
            ours = QImage.fromData(again.extra_parts[part]).scaled(24, 24).pixelColor(12, 12)
            apart = [abs(a - b) for a, b in zip(middle.getRgb(), ours.getRgb(), strict=True)]
            assert max(apart) < 60, name


def test_kinds_are_in_the_order_of_their_numbers(tmp_path):
    text = '<tileset firstgid="1" name="la_nd" tilewidth="16" tileheight="16"/>'
    document, _ = imported(tmx(tmp_path, text, ["11,3,2,1"]))
    assert [kind.name for kind in document.palette.terrain.values()][-1] == "la nd 10"
    assert list(document.palette.terrain) == ["la-nd-0", "la-nd-1", "la-nd-2", "la-nd-10"]


def test_the_window_keeps_them_and_tells_what_is_left_out(tmp_path):
    sheet(tmp_path / "land.png")
    folder = tmp_path / "home"
    session = open_foreign(tmx(tmp_path, grid_set(), ["1,2,3,0"]), folder, dress)
    place = session.path
    session.close()
    assert any("1 cell has no tile" in str(note) for note in session.notices)
    with EditSession.open(place) as again:
        assert shown(again.document, "land-0") == RED
        assert len(again.document.pictures) == 3
        assert replace(again.document.look) == session.document.look
