"""One painter for all maps: what the editor shows is what the table and the print show."""

from __future__ import annotations

import dataclasses
import re
import sys
from functools import partial
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPainterPathStroker
from PySide6.QtSvg import QSvgRenderer

sys.path.append(str(Path(__file__).parent))
from samplers import ground_cell, palettes, sampler, side_cells

from wardesk.documents.maps.store import read_map
from wardesk.drawing.compile import compile_board
from wardesk.model.board import Cell, Feature
from wardesk.model.palette import TerrainKind
from wardesk.paths import campaigns
from wardesk.render.export.map_options import MM_PER_INCH, ExportOptions, paper_scale
from wardesk.render.export.maps import export_map
from wardesk.render.fonts import load_fonts
from wardesk.render.lettering import text_path
from wardesk.render.map.areas.final_pass import Finish
from wardesk.render.map.areas.kinds_key import area_entries, ground_box, paint_kinds, placed_rows
from wardesk.render.map.areas.sheet import AreaSheet
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.map.ground_brush import GroundBrushes
from wardesk.render.map.grounds import GROUNDS, GroundRecipe
from wardesk.render.map.key import KeyEntry, costs_told, paint_stroke
from wardesk.render.map.lattice import numbers
from wardesk.render.map.lines import paint_lines
from wardesk.render.map.paint_deadline import Patience
from wardesk.render.map.recipes import area_recipe, level_tint, recipe_of, side_recipe
from wardesk.render.map.sheet import MapSheet
from wardesk.render.shapes import pen
from wardesk.render.theme import load_map_theme, theme_ids

pytestmark = pytest.mark.usefixtures("qapp")
CASES = palettes()
NAMES = [f"{name}-{kind}" for name, _, kind in CASES]
HEXES = [one for one in CASES if one[2] == "hex"]


def canvas(box, scale, paint):
    """What *paint* puts on a grey picture of a box, as numbers."""
    image = QImage(
        round(box.width() * scale), round(box.height() * scale), QImage.Format.Format_RGB32
    )
    image.fill(Qt.GlobalColor.gray)
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-box.topLeft())
    painter.setClipRect(box)
    paint(painter)
    painter.end()
    return np.array(image.constBits(), float).reshape(image.height(), image.width(), 4)[:, :, :3]


def edited(document, theme, box, scale, *, ink=True):
    sheet = MapSheet(document, theme)
    sheet.set_layers({} if ink else {"labels": 0.0})
    return canvas(box, scale, lambda painter: sheet.paint_once(painter, box, scale))


def played(document, theme, box, scale, *, ink=True):
    of = BoardPainter(compile_board(document), theme)

    def paint(painter):
        of.paint_ground(painter, scale)
        if ink:
            of.paint_lettering(painter, scale)

    return canvas(box, scale, paint)


def middle_of(document):
    """What the cells span, without the paper around them."""
    xs, ys = zip(*(cell.anchor for cell in document.cells.values()), strict=True)
    return QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys)))


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.6, 1.0, 2.0, pytest.param(3.0, marks=pytest.mark.long)])
@pytest.mark.parametrize(("name", "palette", "kind"), CASES, ids=NAMES)
def test_every_kind_is_painted_alike_by_the_editor_and_by_the_table(name, palette, kind, share):
    document = sampler(palette, kind)
    # without relief, which only a map that stands still is given, and names, which areas place
    # elsewhere while they are drawn
    theme = load_map_theme("plain")
    box = middle_of(document)
    scale = share * 900 / box.width()
    ink = kind != "area"
    a, b = (paint(document, theme, box, scale, ink=ink) for paint in (edited, played))
    differs = np.abs(a - b).max(axis=2)
    if kind == "area":  # what is around the cells falls away from them on a map that stands still
        cells = np.zeros(differs.shape, bool)
        for x, y in (cell.anchor for cell in document.cells.values()):
            across = [round((one - box.left()) * scale) for one in (x - 48, x + 48)]
            down = [round((one - box.top()) * scale) for one in (y - 48, y + 52)]
            cells[max(down[0], 0) : down[1], max(across[0], 0) : across[1]] = True
        differs = differs[cells]
    assert (differs > 12).mean() < 0.001, f"{(differs > 12).mean():.2%} of {name} differ"


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["printed", "dark"])
@pytest.mark.parametrize("case", ["land-areas-area", "fort-area"])
def test_all_that_a_standing_area_map_has_besides_is_its_finish(case, theme):
    """Relief, grass, single trees, keys and the places of names: nothing else sets it apart."""
    name, palette, _ = CASES[NAMES.index(case)]
    document = sampler(palette, "area")
    if name == "fort":
        document = read_map(campaigns() / "eben-emael" / "maps" / "fort")
    board, inks = compile_board(document), load_map_theme(theme)
    box = MapSheet(document, inks).rect
    scale = 900 / box.width()
    bare = AreaSheet(board, inks, Patience())
    shown = canvas(box, scale, lambda painter: bare.paint(painter, box, scale))
    assert np.array_equal(shown, edited(document, inks, box, scale))
    finish = Finish(board)
    texts = {one.cell: one.words for one in bare.names._texts.values() if one.cell}
    assert texts == finish.labels.words  # the same words in the same letters


def lab(pixels):
    """CIE L*a*b* of pixels (blue, green, red in 0 to 255)."""
    part = pixels[..., ::-1] / 255
    part = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    xyz = part @ np.array([[0.4124, 0.2126, 0.0193], [0.3576, 0.7152, 0.1192],
                           [0.1805, 0.0722, 0.9505]]) / np.array([0.9505, 1.0, 1.089])  # fmt: skip
    root = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.stack([116 * root[..., 1] - 16, 500 * (root[..., 0] - root[..., 1]),
                     200 * (root[..., 1] - root[..., 2])], -1)  # fmt: skip


def unlike(one, other):
    """The share of pixels, given as `lab`, that an eye tells from each other."""
    return (np.sqrt(((one - other) ** 2).sum(axis=-1)) > 10).mean()


@pytest.mark.slow
@pytest.mark.parametrize("theme", theme_ids())
@pytest.mark.parametrize(("name", "palette", "kind"), HEXES, ids=[one[0] for one in HEXES])
def test_grounds_and_sides_of_sheets_differ_from_each_other(name, palette, kind, theme):
    document = sampler(palette, kind)
    inks = load_map_theme(theme)
    cells = document.cells
    pictures = {}
    for number, terrain in enumerate(palette.terrain):
        x, y = cells[ground_cell(number)].anchor
        pictures[terrain] = QRectF(x - 120, y - 100, 240, 220)
    sides = {}
    for number, border in enumerate(palette.borders):
        (ax, ay), (bx, by) = (cells[cell].anchor for cell in side_cells(number))
        sides[border] = QRectF((ax + bx) / 2 - 70, (ay + by) / 2 - 30, 140, 60)
    sheet = MapSheet(document, inks)
    sheet.set_layers({"numbers": 0.0, "grid": 0.0})
    for boxes, least in ((pictures, 0.12), (sides, 0.04)):
        drawn = {
            kind: lab(
                canvas(box, 0.3, lambda painter, box=box: sheet.paint_once(painter, box, 0.3))
            )
            for kind, box in boxes.items()
        }
        for (a, one), (b, other) in combinations(drawn.items(), 2):
            assert unlike(one, other) >= least, f"{a} and {b} look alike in {theme}"


def strokes(palette, theme):
    """Every kind of border and of line that is seen, drawn as in a key."""
    entries = [
        KeyEntry("side", kind, f"{row.art} {kind}", kind) for kind, row in palette.borders.items()
    ]
    entries = [one for one in entries if side_recipe(one.art) != "open"]
    entries += [
        KeyEntry("line", kind, f"{row.art} {kind}", kind) for kind, row in palette.lines.items()
    ]
    box = QRectF(-70, -30, 140, 60)
    found = {}
    for one in entries:

        def paint(painter, one=one):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(box, QColor("#dbe5bb"))
            paint_stroke(painter, one, theme, QPointF(), 130, 100)

        found[one.among, one.kind] = lab(canvas(box, 1.0, paint))
    return found


@pytest.mark.parametrize("theme", theme_ids())
@pytest.mark.parametrize(("name", "palette", "kind"), CASES, ids=NAMES)
def test_borders_and_lines_of_every_palette_differ_from_each_other(name, palette, kind, theme):
    drawn = strokes(palette, load_map_theme(theme))
    for (a, one), (b, other) in combinations(drawn.items(), 2):
        assert unlike(one, other) > 0.03, f"{a} and {b} look alike in {theme}"


@pytest.mark.parametrize("fine", [100, 30, 12])
def test_the_edge_of_a_sheet_is_broken_as_no_way_is(fine):
    """The ground is seen between its crosses, also from afar: it was a pale line like a road."""
    inks = load_map_theme()
    box, scale, ground = QRectF(-400, -30, 800, 60), fine / 100, QColor("#dbe5bb")
    course = QPainterPath(QPointF(-400, 0))
    course.lineTo(400, 0)
    bare = {}
    for words in ("sheet", "road", "main road", "rail"):

        def paint(painter, words=words):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(box, ground)
            paint_lines(painter, [(words, course)], inks, fine)

        pixels = lab(canvas(box, scale, paint))
        off = np.sqrt(((pixels - pixels[0, 0]) ** 2).sum(axis=-1))
        bare[words] = (off.max(axis=0) < 10).mean()
    assert bare.pop("sheet") > 0.25
    assert max(bare.values()) < 0.05


@pytest.mark.slow
@pytest.mark.parametrize("theme", theme_ids())
@pytest.mark.parametrize(
    ("name", "palette", "kind"), [one for one in CASES if one[2] == "area"],
    ids=[f"{one[0]}" for one in CASES if one[2] == "area"],
)  # fmt: skip
def test_grounds_of_areas_differ_from_each_other(name, palette, kind, theme):
    document = sampler(palette, kind)
    for key, cell in document.cells.items():
        document.cells[key] = replace(cell, name="\u200b")
    sheet = MapSheet(document, load_map_theme(theme))
    drawn = {}
    for number, terrain in enumerate(palette.terrain):
        box = QRectF(number * 150 + 15, 15, 70, 70)
        drawn[terrain] = lab(
            canvas(box, 3.0, lambda painter, box=box: sheet.paint_once(painter, box, 3.0))
        )
    for (a, one), (b, other) in combinations(drawn.items(), 2):
        assert unlike(one, other) >= 0.08, f"{a} and {b} look alike in {theme}"


@pytest.mark.parametrize("theme", ["printed", "dark"])
def test_the_key_of_areas_draws_each_ground_as_the_map_does(theme):
    """A ground that is drawn over, with trees or tufts, is so in its sample too."""
    palette = next(one[1] for one in CASES if one[0] == "land-areas")
    drawn = sorted(one.id for one in GROUNDS.values() if one.fills_areas)
    kinds = {art: TerrainKind(art, art, art=art) for art in ("open", *drawn)}
    board = compile_board(sampler(replace(palette, terrain=kinds), "area"))
    of = BoardPainter(board, load_map_theme(theme))
    unit, brushes = of.sheet.unit, GroundBrushes(of.theme, Patience(), of.sheet.unit)
    anchors = {cell.terrain: cell.anchor for cell in board.cells.values()}

    def drawn_over(box, paint):
        pixels = canvas(box, 2 / unit, paint).reshape(-1, 3)
        return (np.abs(pixels - np.median(pixels, axis=0)).max(axis=1) > 12).mean()

    for right, down in product((0.0, 59.0, 118.0, 177.0), repeat=2):  # wherever the key has room
        made = of.scene.finish.kinds
        made = dataclasses.replace(made, box=made.box.translated(right * unit, down * unit))
        paint = partial(
            paint_kinds, made=made, sheet=of.sheet, theme=of.theme, brushes=brushes, fine=200.0
        )
        for entry, at in placed_rows(made, unit):
            if entry.kind not in drawn:
                continue
            x, y = anchors[entry.kind]
            on_map = drawn_over(
                QRectF(x - 30, y + 8, 60, 40), lambda p: of.paint_ground(p, 2 / unit)
            )
            sample = ground_box(at, unit).adjusted(3 * unit, 3 * unit, -3 * unit, -3 * unit)
            in_key = drawn_over(sample, paint)
            assert on_map < 0.05 or in_key >= on_map / 4, entry.kind  # a lake has few waves


@pytest.mark.parametrize("kind", ["hex", "square", "area"])
def test_a_ground_with_a_drawing_of_its_own_is_one_record(monkeypatch, kind):
    def dots(painter, form, _variant, _theme):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#ff00ff"))
        box = form.outline.boundingRect()
        painter.drawEllipse(box.center(), box.width() / 12, box.width() / 12)

    hops = GroundRecipe(
        id="hops", words=("hops",), tint=lambda _theme: "#00ff00", draw=dots, fills_areas=True
    )
    known = recipe_of.cache_clear, area_recipe.cache_clear
    for forget in known:
        forget()
    monkeypatch.setitem(GROUNDS, "hops", hops)
    palette = next(one[1] for one in CASES if one[2] == kind)
    kinds = {art: TerrainKind(art, art, art=art) for art in ("open", "hops")}
    board = compile_board(sampler(replace(palette, terrain=kinds), kind))
    of = BoardPainter(board, load_map_theme("plain"))
    x, y = next(cell.anchor for cell in board.cells.values() if cell.terrain == "hops")
    pixels = canvas(QRectF(x - 40, y - 40, 80, 80), 1.0, lambda p: of.paint_ground(p, 1.0))
    dotted = np.abs(pixels - [255, 0, 255]).max(axis=2) < 40
    green = np.abs(pixels - [0, 255, 0]).max(axis=2) < 40
    assert dotted.mean() > 0.01
    assert green.mean() > 0.2
    assert "hops" in {one.kind for one in key_of(sampler(replace(palette, terrain=kinds), kind))}
    for forget in known:
        forget()


def key_of(document):
    of = BoardPainter(compile_board(document), load_map_theme())
    area = document.kind == "area"
    return of.scene.finish.kinds.entries if area else of.scene.drawn.strip.entries


@pytest.mark.parametrize(("name", "palette", "kind"), CASES, ids=NAMES)
def test_every_kind_that_a_map_uses_is_in_its_key(name, palette, kind):
    made = key_of(sampler(palette, kind))
    found = {(one.among, one.kind) for one in made}
    seen = {
        key for key, row in palette.borders.items() if side_recipe(f"{row.art} {key}") != "open"
    }
    assert {key for among, key in found if among == "terrain"} == set(palette.terrain)
    assert {key for among, key in found if among == "side"} == seen
    assert {key for among, key in found if among == "line"} == set(palette.lines)
    assert len({(one.among, one.words) for one in made}) == len(made)


@pytest.mark.parametrize("kind", ["hex", "area"])
def test_the_key_tells_what_moving_costs_and_what_a_zone_is(kind):
    palette = next(one[1] for one in CASES if one[2] == kind and one[0].startswith("land"))
    first, second, *_ = palette.terrain
    effects = {
        first: {"move": 2, "move_foot": 1, "move_wheels": "no", "uphill": 1, "stop": True},
        second: {"move": "no"},
    }
    terrain = {
        key: replace(row, properties=effects.get(key, {})) for key, row in palette.terrain.items()
    }
    document = sampler(replace(palette, terrain=terrain), kind)
    bare = {one.among for one in key_of(document)}
    some = tuple(document.cells)[:1]
    document.features.append(Feature("zone", {}, "Reserve", properties={"cells": some}, id="z"))
    entries = key_of(document)
    grounds = [one for one in entries if one.among == "terrain"]
    open_levels = [one.costs for one in grounds if one.kind == first]
    said = "move 2, foot 1, wheels no entry, uphill +1, ends a move"
    told = f"on every level: {said}" if len(open_levels) > 1 else said
    assert open_levels == [told, *[""] * (len(open_levels) - 1)]  # once, not on each level
    costs = {one.kind: one.costs for one in grounds if one.kind != first}
    assert costs.pop(second) == "no entry"
    assert set(costs.values()) == {""}
    closed = {one.kind for one in entries if one.costs == "no way across"}
    shown = {one.kind for one in entries if one.among == "side"}
    assert closed == {key for key in shown if not palette.borders[key].passable}
    assert {one.among for one in entries} - bare == {"zone"}


def test_the_key_says_once_that_nobody_may_enter():
    shut = {"move_leg": "no", "move_wheels": "no", "uphill": 1}
    assert costs_told(shut, "en") == "no entry"
    assert costs_told({**shut, "move_leg": 2}, "en") == "leg 2, wheels no entry, uphill +1"


def test_the_key_says_uphill_once_and_nothing_of_what_costs_nothing_more():
    climb = {"uphill_light": 0, "uphill_heavy": 1, "uphill_horse": 2, "uphill_wagons": "no"}
    said = "uphill heavy +1, horse +2, wagons no entry"
    assert costs_told(climb, "en", extra=True) == said
    assert costs_told({"move_foot": 1, **climb}, "en") == f"foot 1, {said}"
    assert costs_told({"move_foot": 0, "move_motor": 0}, "en", extra=True) == ""
    assert costs_told({"move_foot": 0}, "en") == "foot 0"


def test_the_key_of_an_area_map_hides_no_cell_and_nothing_drawn():
    board = compile_board(read_map(campaigns() / "eben-emael" / "maps" / "fort"))
    of = BoardPainter(board, load_map_theme())
    assert of.rect.contains(of.scene.finish.kinds.box)
    assert area_entries(of.sheet) == of.scene.finish.kinds.entries
    for cell in board.cells:
        assert not of.slot(cell).intersects(of.scene.finish.kinds.box)


def land(**changes):
    """The shipped palette for hexes on a small sheet of clear ground; changes by cell."""
    palette = next(one[1] for one in CASES if one[0] == "land-hex" and one[2] == "hex")
    document = sampler(palette, "hex")
    document.sides.clear()
    document.features.clear()
    for key, cell in document.cells.items():
        terrain, level = changes.get(f"c{key}", ("clear", 0))
        document.cells[key] = Cell(key, key, terrain, cell.anchor, {"level": level})
    return document


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["river", "stream", "cliff", "hedge", "slope"])
@pytest.mark.parametrize("ground", ["wood", "town", "marsh"])
@pytest.mark.parametrize("fine", [6.0, 10.0, 20.0, 40.0, 90.0])
def test_what_lies_on_a_side_is_seen_over_any_ground(kind, ground, fine):
    a, b = side_cells(1)
    document = land(**{f"c{a}": (ground, 0), f"c{b}": (ground, 0)})
    (ax, ay), (bx, by) = document.cells[a].anchor, document.cells[b].anchor
    box = QRectF((ax + bx) / 2 - 60, (ay + by) / 2 - 26, 120, 52)
    theme = load_map_theme()
    scale = fine / 194
    for paint in (edited, played):
        document.sides.clear()
        bare = paint(document, theme, box, scale)
        document.sides[a, b] = (kind,)
        document.high[a, b] = a
        drawn = paint(document, theme, box, scale)
        assert unlike(lab(bare), lab(drawn)) > 0.05


@pytest.mark.parametrize("level", [3, 4, 5])
def test_heights_are_told_under_woods(level):
    cell = ground_cell(2)
    theme = load_map_theme()
    lower = land(**{f"c{cell}": ("wood", level - 1), "c0101": ("clear", 5)})
    upper = land(**{f"c{cell}": ("wood", level), "c0101": ("clear", 5)})
    x, y = lower.cells[cell].anchor
    box = QRectF(x - 100, y - 80, 200, 240)
    for paint in (edited, played):
        low, high = (lab(paint(one, theme, box, 0.3)) for one in (lower, upper))
        assert unlike(low, high) > 0.004


@pytest.mark.parametrize("theme", theme_ids())
def test_six_levels_have_tints_that_differ(theme):
    inks = load_map_theme(theme)
    tints = [QColor(level_tint(inks, rank, 6)) for rank in range(6)]
    table = np.array([[one.blue(), one.green(), one.red()] for one in tints], float)
    colours = lab(table[None])[0]
    for a, b in combinations(range(6), 2):
        assert np.linalg.norm(colours[a] - colours[b]) > 7, f"levels {a} and {b} in {theme}"


def contrast(one, other):
    def light(colour):
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
                 for part in (colour.redF(), colour.greenF(), colour.blueF())]  # fmt: skip
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def over(ink, alpha, ground):
    parts = [
        a * alpha + b * (1 - alpha) for a, b in zip(ink.getRgbF(), ground.getRgbF(), strict=True)
    ]
    return QColor.fromRgbF(*parts[:3])


@pytest.mark.parametrize("theme", theme_ids())
def test_numbers_can_be_read(theme):
    inks = load_map_theme(theme)
    ink, alpha = inks.colour("hex.number"), inks.number("hex.number_alpha")
    clear = QColor(level_tint(inks, 0, 6))
    for ground in (clear, QColor(level_tint(inks, 1, 6)), inks.colour("label.halo")):
        assert contrast(over(ink, alpha, ground), ground) >= 4.5
    assert contrast(inks.colour("hex.height"), inks.colour("label.halo")) >= 4.5


@pytest.mark.parametrize(
    ("name", "palette", "kind"),
    [one for one in CASES if one[2] != "area"],
    ids=[name for name in NAMES if not name.endswith("-area")],
)
def test_digits_are_large_enough_on_paper(name, palette, kind):
    """At the usual size of a cell the figures of its number are 1.4 mm high, on every palette."""
    document = sampler(palette, kind)
    board = compile_board(document)
    of = BoardPainter(board, load_map_theme("plain"))
    mm = paper_scale(board, of, ExportOptions())
    scale = 300 / MM_PER_INCH * mm
    cell = ground_cell(list(palette.terrain).index(document.layout.fill))
    x, y = document.cells[cell].anchor
    box = QRectF(x - 70, y - 170, 140, 100)
    shown = canvas(box, scale, lambda painter: of.paint_lettering(painter, scale))
    ink = (shown.max(axis=2) < 90).any(axis=1)  # on grey of 128; rims are light
    assert np.ptp(np.flatnonzero(ink)) + 1 >= 1.4 * 300 / MM_PER_INCH


def test_a_village_of_two_hexes_is_named_once_by_editor_and_table():
    document = read_map(campaigns() / "hannut-stonne" / "maps" / "hannut")
    sheet = MapSheet(document, load_map_theme())._drawn
    for fine in (24.0, 40.0, 90.0):
        names = [one.text for one in sheet.names.by_place(fine, numbered=True).values()]
        assert names.count("Jauche") == names.count("Jandrain") == names.count("Orp-le-Grand") == 1


def test_an_export_of_1400_pixels_has_numbers():
    palette = next(one[1] for one in CASES if one[0] == "land-hex" and one[2] == "hex")
    document = sampler(palette, "hex")
    of = BoardPainter(compile_board(document), load_map_theme())
    scale = 1400 / of.rect.width()
    x, y = document.cells["0102"].anchor
    box = QRectF(x - 60, y - 165, 120, 60)
    shown = canvas(box, scale, lambda painter: of.paint_lettering(painter, scale))
    assert (np.abs(shown - shown[0, 0]).max(axis=2) > 60).sum() > 8


def picture_of(file, size):
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    QSvgRenderer(str(file)).render(painter)
    painter.end()
    return image


def rows(image):
    found = image.convertToFormat(QImage.Format.Format_RGB32)
    bits = np.array(found.constBits(), float)
    return bits.reshape(found.height(), found.width(), 4)[:, :, :3]


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", ["land-hex-hex", "land-areas-area", pytest.param("fort-area", marks=pytest.mark.long)]
)
def test_a_drawing_shows_what_the_picture_shows_and_has_words(case, tmp_path):
    name, palette, kind = CASES[NAMES.index(case)]
    document = sampler(palette, kind)
    if name == "fort":
        document = read_map(campaigns() / "eben-emael" / "maps" / "fort")
    # so wide that the numbers of hexes can be read: smaller ones are left out of both
    options = ExportOptions(wide=1400 if kind == "hex" else 900, words_as_text=True)
    export_map(document, "svg", tmp_path / "map.svg", options)
    export_map(document, "png", tmp_path / "map.png", options)
    picture = QImage(str(tmp_path / "map.png"))
    a, b = rows(picture), rows(picture_of(tmp_path / "map.svg", picture.size()))
    off = np.abs(a - b)
    # Qt's own reader takes no list of fonts, and so none of ours: letters are others there
    assert off.mean() < 9
    assert (off.max(axis=2) > 60).mean() < 0.04, "something is missing in the drawing"
    text = (tmp_path / "map.svg").read_text("utf-8")
    words = re.findall(r"<text[^>]*>([^<]*)<", text)
    assert {row.name for row in palette.lines.values()} <= set(words)
    names = set(" ".join(words).split())
    if kind == "hex":
        assert set(document.cells) <= set(words)
    else:  # the rows of a name are written one by one
        of = BoardPainter(compile_board(document), load_map_theme())
        planned = of.scene.finish.labels.plan(options.wide / of.rect.width()).values()
        assert {word for one in planned for row in one.block.rows for word in row.split()} <= names


@pytest.mark.parametrize("case", ["railway", "bridge", "river", "cliff"])
def test_a_number_under_a_line_or_a_sign_has_a_rim_of_paper(case):
    """Without one it cannot be read: the ink of what it stands on runs through its figures."""
    document = land()
    a, b = side_cells(1)
    x, y = document.cells[b].anchor
    box = QRectF(x - 40, y - 160, 80, 40)
    inks = load_map_theme("plain")
    halo = inks.colour("label.halo")
    paper = np.array([halo.blue(), halo.green(), halo.red()], float)

    def rimmed():
        sheet = MapSheet(document, inks)
        shown = canvas(box, 1.0, lambda painter: sheet.paint_once(painter, box, 1.0))
        return int((np.abs(shown - paper).max(axis=2) < 12).sum())

    bare = rimmed()
    if case == "railway":
        ends = [document.cells[one].anchor for one in (a, b)]
        document.features.append(Feature(case, {"type": "LineString", "coordinates": ends}))
    else:
        document.sides[a, b] = (case,)
        document.high[a, b] = a
    assert rimmed() > bare + 60


@pytest.mark.parametrize("text", ["0101", "46153", "6868"])
def test_a_number_put_together_from_its_figures_is_the_written_one(text):
    load_fonts()
    written = text_path(text, "map-note", 100.0, tracking=0.03)
    rim = QPainterPathStroker(pen(QColor("black"), 24.0)).createStroke(written)
    rim.setFillRule(Qt.FillRule.WindingFill)
    box = QRectF(-200, -100, 400, 200)

    def inked(path):
        return canvas(box, 1.0, partial(fill_black, path))

    assert np.abs(inked(numbers._letters(text)) - inked(written)).max() <= 2
    assert np.abs(inked(numbers._rim(text)) - inked(rim)).max() <= 2


def fill_black(path, painter):
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(path, QColor("black"))
