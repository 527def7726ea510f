"""A map's own look: in the editor, on the table and in print alike, and only where it was given."""

import hashlib
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

sys.path.append(str(Path(__file__).parent))
from samplers import palettes, sampler

from wardesk.drawing.commands.all_commands import (
    NameCell,
    PaintTerrain,
    PlaceLabel,
    SetLook,
    SetProperty,
)
from wardesk.drawing.compile import compile_board
from wardesk.drawing.editor import Editor
from wardesk.drawing.underlays import image_part_name
from wardesk.model.map_look import (
    INKS,
    SHEET_STYLES,
    KindLook,
    NameStyle,
    NumberLook,
    OwnSign,
    SheetLook,
)
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.map.key import signs_used
from wardesk.render.map.label_style import curve_of, curve_text, label_look
from wardesk.render.map.recipes import ground_tint
from wardesk.render.map.sheet import MapSheet
from wardesk.render.map.styled_theme import worn
from wardesk.render.theme import load_map_theme

pytestmark = pytest.mark.usefixtures("qapp")
PURPLE = "#8020c0"


def editor_of(kind="hex"):
    return Editor(sampler(next(one for _, one, of in palettes() if of == kind), kind))


def picture(box, scale, paint):
    size = round(box.width() * scale), round(box.height() * scale)
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-box.topLeft())
    paint(painter)
    painter.end()
    return np.array(image.constBits(), int).reshape(image.height(), image.width(), 4)[:, :, :3]


def drawn(document, box, scale=0.2, theme="printed"):
    """What the editor shows, what the table shows."""
    inks = load_map_theme(theme)
    sheet, of = MapSheet(document, inks), BoardPainter(compile_board(document), inks)

    def played(painter):
        of.paint_ground(painter, scale)
        of.paint_lettering(painter, scale)

    return (
        picture(box, scale, lambda painter: sheet.paint_once(painter, box, scale)),
        picture(box, scale, played),
    )


def cell_box(document, cell):
    """The middle of a cell."""
    x, y = document.cells[cell].anchor
    return QRectF(x - 90, y - 60, 180, 150)


def near(pixels, code, within=40):
    """The share of pixels about so coloured."""
    colour = QColor(code)
    wanted = np.array([colour.blue(), colour.green(), colour.red()])
    return (np.abs(pixels - wanted).sum(axis=2) < within).mean()


def put_picture(document, colour):
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    data = bytes(buffer.data().data())
    part = image_part_name(hashlib.sha256(data).hexdigest(), "png", "look")
    document.extra_parts[part] = data
    return part


@pytest.mark.parametrize("fit", ["repeat", "cell"])
def test_a_picture_fills_the_cells_of_its_kind_on_screen_and_on_the_table(fit):
    editor = editor_of()
    part, cell = put_picture(editor.document, PURPLE), next(iter(editor.document.cells))
    kind = list(editor.document.palette.terrain)[-1]
    editor.do(PaintTerrain((cell,), kind))
    box = cell_box(editor.document, cell)
    assert all(near(one, PURPLE) < 0.01 for one in drawn(editor.document, box))
    editor.do(SetLook(SheetLook(terrain={kind: KindLook(tile=part, fit=fit)})))
    assert all(near(one, PURPLE) > 0.8 for one in drawn(editor.document, box))


@pytest.mark.parametrize("kind", ["hex", "area"])
def test_a_ground_takes_its_own_colour_everywhere(kind):
    editor = editor_of(kind)
    document = editor.document
    cell = next(iter(document.cells))
    terrain = next(one for one in document.palette.terrain if one != document.cells[cell].terrain)
    editor.do(PaintTerrain((cell,), terrain))
    editor.do(SetLook(SheetLook(terrain={terrain: KindLook(colour=PURPLE, texture="sand")})))
    x, y = document.cells[cell].anchor
    edge = MapSheet(document, load_map_theme("printed")).counter
    box = QRectF(x - edge / 2, y - edge / 4, edge, edge / 2)
    shown = drawn(document, box, 60 / edge)
    assert all(near(one, PURPLE, 60) > 0.3 for one in shown)


@pytest.mark.parametrize("style", SHEET_STYLES[1:])
def test_a_sheet_style_changes_inks_and_readers_keep_theirs(style):
    document = editor_of().document
    theme, contrast = load_map_theme("printed"), load_map_theme("contrast")
    assert worn(theme, document) is theme
    document.look = SheetLook(style=style, inks={"water": PURPLE})
    dress = worn(theme, document)
    assert dress.code("hex.grid") == load_map_theme(style).code("hex.grid")
    assert dress.code("water.fill") == PURPLE
    assert worn(dress, document) is dress
    assert worn(contrast, document).values == contrast.values


def test_every_ink_changes_the_theme_and_levels_keep_their_neighbours():
    document, theme = editor_of().document, load_map_theme("printed")
    for ink in INKS:
        document.look = SheetLook(inks={ink: PURPLE})
        changed = {
            key for key, value in worn(theme, document).values.items() if theme.values[key] != value
        }
        assert changed, ink
    document.look = SheetLook(inks={"level2": PURPLE})
    tints = worn(theme, document).colours("hex.levels")
    assert tints[2] == PURPLE
    assert tints[1] == theme.colours("hex.levels")[1]


def test_the_night_lies_over_a_look_too():
    document = editor_of().document
    document.look = SheetLook(terrain={"wood": KindLook(colour="#ffffff")})
    dress = worn(load_map_theme("dark"), document)
    assert ground_tint(dress, "wood\x1fterrain/wood") != "#ffffff"


def test_numbers_stand_where_they_are_put():
    editor = editor_of()
    x, y = editor.document.cells["0101"].anchor
    halves = [QRectF(x - 90, y - 165, 180, 80), QRectF(x - 90, y + 85, 180, 80)]
    strong = NumberLook(contrast="strong", ink=PURPLE)
    for place, at in (("top", 0), ("bottom", 1)):
        numbers = NumberLook(contrast="strong", ink=PURPLE, place=place)
        editor.do(SetLook(SheetLook(calm=True, numbers=numbers)))
        for number, box in enumerate(halves):
            share = [near(one, PURPLE, 90) for one in drawn(editor.document, box, 0.4)]
            assert all(one > 0.01 for one in share) == (number == at), (place, number, share)
    assert strong.size == 1.0


@pytest.mark.parametrize("kind", ["hex", "area"])
def test_words_bend_follow_a_curve_and_wear_their_class(kind):
    editor = editor_of(kind)
    document = editor.document
    x, y = document.cells[next(iter(document.cells))].anchor
    far = 3 * MapSheet(document, load_map_theme("printed")).counter
    along = curve_text([(-far, 0.0), (0.0, far), (far, 0.0)])
    editor.do(PlaceLabel("Ohme water", (x, y), properties={"along": along}))
    names = {"river": NameStyle(ink=PURPLE, lettering="sans-bold", rim=0.0, scale=2.0)}
    editor.do(SetLook(SheetLook(names=names)))
    box = QRectF(x - far, y - far / 4, 2 * far, 1.5 * far)
    for pixels in drawn(document, box, 260 / far):
        colour = QColor(PURPLE)
        wanted = np.array([colour.blue(), colour.green(), colour.red()])
        rows = np.argwhere(np.abs(pixels - wanted).sum(axis=2) < 60)
        assert len(rows) > 60
        low, high = rows[:, 0].min(), rows[:, 0].max()
        assert high - low > pixels.shape[0] * 0.1  # straight words would be as high as letters


def test_curves_that_make_no_sense_are_straight():
    for bad in ("", "1,2", "a,b c,d", "1,2 1,2", 7, None, "1e9,2 3,4", "0,0 " * 500):
        assert curve_of(bad) == ()
    assert label_look({"bend": 400}).bend == 0
    assert curve_of(curve_text([(0.25, -1), (3, 4.5)])) == ((0.2, -1.0), (3.0, 4.5))


def test_own_signs_are_painted_and_stand_in_the_key():
    editor = editor_of()
    document = editor.document
    part = put_picture(document, PURPLE)
    editor.do(SetLook(SheetLook(signs={"own-1": OwnSign("Depot ours", part)})))
    x, y = document.cells["0101"].anchor
    bare = {"sign": "own-1", "size": "none"}
    editor.do(PlaceLabel("Dump", (x, y), properties=bare))
    editor.do(PlaceLabel("Fort", (x, y + 900), properties={"sign": "fort"}))
    box = QRectF(x - 30, y - 30, 60, 60)
    assert all(near(one, PURPLE) > 0.5 for one in drawn(document, box, 0.5))
    assert [row.words for row in signs_used(document, "en")] == ["Depot ours"]


def test_a_lost_picture_leaves_the_map_to_be_seen():
    document = editor_of().document
    part = "art/look-" + "0" * 32 + ".png"
    wood = KindLook(tile=part)
    document.look = SheetLook(terrain={"wood": wood}, signs={"own-1": OwnSign("Gone", part)})
    Editor(document).do(PlaceLabel("x", (0, 0), properties={"sign": "own-1"}))
    for one in drawn(document, QRectF(-200, -200, 2000, 1500), 0.1):
        assert one.std() > 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["place", "city"])
def test_names_of_areas_wear_the_letters_of_their_class(kind):
    editor = editor_of("area")
    cell = next(one for one in editor.document.cells.values() if one.id in editor.document.faces)
    editor.do(NameCell(cell.id, "Wold"))
    if kind == "city":
        editor.do(SetProperty((cell.id,), "victory_points", 9))
    x, y = cell.anchor
    box, red = QRectF(x - 60, y - 60, 120, 120), "#ff0000"
    scale = 2.0
    before = drawn(editor.document, box, scale)
    assert all(near(one, red) == 0 for one in before)
    style = NameStyle(ink=red, capitals=True, lettering="sans-bold", scale=1.4)
    editor.do(SetLook(SheetLook(names={kind: style})))
    screen, _ = drawn(editor.document, box, scale)
    assert near(screen, red) > 0.002
    whole = BoardPainter(compile_board(editor.document), load_map_theme()).rect
    assert near(drawn(editor.document, whole, scale)[1], red) > 0


@pytest.mark.parametrize("own", ["sheet", "kind"])
def test_roofs_have_a_place_in_the_look(own):
    editor = editor_of()
    palette, cell = editor.document.palette, list(editor.document.cells)[20]
    kind = next(one for one in palette.terrain if one in ("village", "town"))
    editor.do(PaintTerrain((cell,), kind))
    box = cell_box(editor.document, cell)
    roofs = (
        {"inks": {"roofs": PURPLE}} if own == "sheet" else {"terrain": {kind: KindLook(ink=PURPLE)}}
    )
    assert all(near(one, PURPLE) == 0 for one in drawn(editor.document, box, 1.0))
    editor.do(SetLook(SheetLook(**roofs)))
    assert all(near(one, PURPLE) > 0.02 for one in drawn(editor.document, box, 1.0))
