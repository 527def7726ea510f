"""What other programs make of exported maps; a program that is not here is said to be missing."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtGui import QImage

sys.path.append(str(Path(__file__).parents[1] / "drawing"))

from maps import document_of

from wardesk.documents.imports.tiled import read_tmx
from wardesk.documents.maps.store import read_map
from wardesk.drawing.commands.all_commands import PlaceLabel
from wardesk.drawing.editor import Editor
from wardesk.paths import campaigns, resources
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.maps import export_map
from wardesk.render.export.page_layout import POSTER, PageOptions

pytestmark = pytest.mark.usefixtures("qapp")


def needs(program, package):
    missing = shutil.which(program) is None
    return pytest.mark.skipif(missing, reason=f"{program} (Debian: {package}) is not here")


def run(*words):
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def without_fonts(tmp_path, monkeypatch):
    """A machine that has none of our fonts, nor any other."""
    (tmp_path / "none").mkdir()
    fonts = tmp_path / "fonts.conf"
    fonts.write_text(f"<fontconfig><dir>{tmp_path / 'none'}</dir></fontconfig>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(fonts))


def pixels(file):
    image = QImage(str(file)).convertToFormat(QImage.Format.Format_RGB32)
    raw = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    return raw[:, :, :3].astype(int)


@needs("gs", "ghostscript")
@pytest.mark.parametrize("kind", ["hex", "area"])
def test_ghostscript_shows_a_poster_as_the_picture_in_its_true_size(kind, tmp_path):
    pages = PageOptions(paper=POSTER, margin=0, cut_marks=False)
    options = ExportOptions(pages=pages, dpi=72, cell_mm=20 if kind == "hex" else 0, sheet_mm=300,
                            wide=850, theme="plain")  # fmt: skip
    export_map(document_of(kind), "pdf", tmp_path / "map.pdf", options)
    export_map(document_of(kind), "png", tmp_path / "map.png", options)
    run("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", "-r72",
        "-sDEVICE=png16m", f"-sOutputFile={tmp_path / 'gs.png'}", tmp_path / "map.pdf")  # fmt: skip
    shown, painted = pixels(tmp_path / "gs.png"), pixels(tmp_path / "map.png")
    assert shown.shape[:2] == pytest.approx(painted.shape[:2], abs=2)
    height, width = (min(one) for one in zip(shown.shape[:2], painted.shape[:2], strict=True))
    differs = np.abs(shown[:height, :width] - painted[:height, :width])
    assert differs.mean() < 9


@needs("rsvg-convert", "librsvg2-bin")
@pytest.mark.parametrize("kind", ["hex", "square", "area"])
def test_rsvg_shows_a_drawing_as_the_picture(kind, tmp_path, monkeypatch):
    without_fonts(tmp_path, monkeypatch)
    options = ExportOptions(wide=1000, theme="plain")
    for form in ("svg", "png"):
        export_map(document_of(kind), form, tmp_path / f"map.{form}", options)
    run("rsvg-convert", tmp_path / "map.svg", "-w", "1000", "-o", tmp_path / "rsvg.png")
    shown, painted = pixels(tmp_path / "rsvg.png"), pixels(tmp_path / "map.png")
    height = min(len(shown), len(painted))
    assert len(shown) == pytest.approx(len(painted), abs=2)
    differs = np.abs(shown[:height] - painted[:height])
    assert differs.mean() < 1.2
    assert (differs.max(axis=2) > 90).mean() < 0.001


@needs("rsvg-convert", "librsvg2-bin")
@pytest.mark.timeout(400)
@pytest.mark.parametrize("name", ["eben-emael/maps/fort", "hannut-stonne/maps/hannut"])
def test_rsvg_shows_a_printed_sheet_as_the_picture(name, tmp_path, monkeypatch):
    """Water, works and roads; fields, mottle and rims of names, but for the grain of the paper."""
    without_fonts(tmp_path, monkeypatch)
    sheet = read_map(campaigns() / name)
    for form in ("svg", "png"):
        export_map(sheet, form, tmp_path / f"map.{form}", ExportOptions(wide=1000))
    run("rsvg-convert", tmp_path / "map.svg", "-w", "1000", "-o", tmp_path / "rsvg.png")
    shown, painted = pixels(tmp_path / "rsvg.png"), pixels(tmp_path / "map.png")
    height = min(len(shown), len(painted))
    differs = shown[:height] - painted[:height]
    assert np.abs(differs).mean() < 3.6
    assert (np.abs(differs).max(axis=2) > 90).mean() < 0.001
    blocks = differs[: height // 8 * 8].reshape(height // 8, 8, 125, 8, 3)
    assert (np.abs(blocks).mean(axis=(1, 3, 4)) > 40).mean() < 0.001
    tints = np.abs(blocks.mean(axis=(1, 3)))  # where grain evens out
    assert (tints.max(axis=2) > 10).mean() < 0.004
    assert tints.mean() < 1.5


@needs("rsvg-convert", "librsvg2-bin")
@pytest.mark.parametrize("kind", ["hex", "area"])
def test_rsvg_shows_names_on_curves_as_the_picture_and_they_are_text(kind, tmp_path, monkeypatch):
    fonts = tmp_path / "fonts.conf"
    fonts.write_text(f"<fontconfig><dir>{resources() / 'fonts'}</dir></fontconfig>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(fonts))
    editor = Editor(document_of(kind), lambda _record: None)
    anchors = [cell.anchor for cell in editor.document.cells.values()]
    bow = {"bend": 80, "size": "large", "turn": 15}
    editor.do(PlaceLabel('Wood & "Way" <x>', anchors[len(anchors) // 2], properties=bow))
    files = {form: tmp_path / f"map.{form}" for form in ("svg", "png")}
    for form, file in files.items():
        options = ExportOptions(wide=1000, theme="plain", words_as_text=True)
        export_map(editor.document, form, file, options)
    drawing = ElementTree.parse(files["svg"])
    label = "{http://www.inkscape.org/namespaces/inkscape}label"
    group = next(one for one in drawing.iter() if one.get(label) == 'Wood & "Way" <x>')
    letters = [one.text for one in group.iter() if one.tag.endswith("}text")]
    assert "".join(letters) == 'Wood&"Way"<x>'
    run("rsvg-convert", files["svg"], "-w", "1000", "-o", tmp_path / "rsvg.png")
    shown, painted = pixels(tmp_path / "rsvg.png"), pixels(files["png"])
    height = min(len(shown), len(painted))
    differs = np.abs(shown[:height] - painted[:height])
    assert differs.mean() < 1.2
    assert (differs.max(axis=2) > 90).mean() < 0.001


@needs("pdftotext", "poppler-utils")
def test_numbers_on_pages_are_text(tmp_path):
    document = document_of("hex")
    export_map(document, "pdf", tmp_path / "map.pdf", ExportOptions(cell_mm=20))
    found = run("pdftotext", tmp_path / "map.pdf", "-").split()
    assert set(document.cells) <= {*found}


@needs("pdfinfo", "poppler-utils")
def test_poppler_counts_the_pages_and_knows_their_size(tmp_path):
    told = export_map(document_of("hex"), "pdf", tmp_path / "map.pdf", ExportOptions(cell_mm=40))
    found = run("pdfinfo", tmp_path / "map.pdf")
    assert f"Pages:           {int(told.split()[0]) + 1}" in found
    assert "A4" in found


@needs("tmxrasterizer", "tiled")
@pytest.mark.parametrize("kind", ["hex", "pointy", "square"])
def test_tiled_paints_our_tiles(kind, tmp_path):
    document = document_of(kind)
    export_map(document, "tmx", tmp_path / "map.tmx", ExportOptions())
    run("tmxrasterizer", tmp_path / "map.tmx", tmp_path / "tiled.png")
    image = QImage(str(tmp_path / "tiled.png"))
    assert image.width() >= 64 * document.grid.columns
    assert pixels(tmp_path / "tiled.png").std() > 5


@needs("ogrinfo", "gdal-bin")
@pytest.mark.parametrize("kind", ["hex", "square", "area"])
def test_gdal_reads_every_cell_of_a_geopackage(kind, tmp_path):
    document = document_of(kind)
    export_map(document, "gpkg", tmp_path / "map.gpkg", ExportOptions())
    told = run("ogrinfo", "-ro", "-so", tmp_path / "map.gpkg", "cells")
    assert f"Feature Count: {len(document.cells)}" in told
    assert "Polygon" in told


INFINITE = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.8" orientation="{form}" renderorder="right-down" width="4" height="4"
 tilewidth="32" tileheight="32" infinite="1" hexsidelength="16" staggeraxis="y" staggerindex="odd">
 <tileset firstgid="1" name="land" tilewidth="32" tileheight="32" tilecount="4" columns="4">
  <image source="land.png" width="128" height="32"/></tileset>
 <layer id="1" name="Ground" width="4" height="4"><data encoding="csv">
  <chunk x="-16" y="0" width="16" height="16">{left}</chunk>
  <chunk x="0" y="0" width="16" height="16">{right}</chunk></data></layer></map>"""


@needs("tiled", "tiled")
@pytest.mark.parametrize("form", ["orthogonal", "hexagonal"])
def test_an_infinite_map_is_read_as_tiled_reads_it(form, tmp_path):
    gids = [[1 + (k * 7 + side) % 4 for k in range(256)] for side in (0, 1)]
    left, right = (",".join(map(str, row)) for row in gids)
    QImage(128, 32, QImage.Format.Format_RGB32).save(str(tmp_path / "land.png"))
    file = tmp_path / "wide.tmx"
    file.write_text(INFINITE.format(form=form, left=left, right=right), "utf-8")
    run("tiled", "--export-map", "json", file, tmp_path / "wide.json")
    theirs = json.loads((tmp_path / "wide.json").read_text("utf-8"))["layers"][0]
    document = read_tmx(file).document
    grid, labels = document.grid, {n: label for label, n in document.cell_numbers.items()}
    for chunk in theirs["chunks"]:
        for k, gid in enumerate(chunk["data"]):
            column = chunk["x"] + 16 + k % chunk["width"]
            row = chunk["y"] + k // chunk["width"]
            cell = document.cells[labels[grid.index(*grid.axial(column, row))]]
            assert cell.terrain == f"land-{gid - 1}"


ODD = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.8" orientation="{form}" renderorder="right-down" width="{columns}" height="{rows}"
 tilewidth="{wide}" tileheight="{high}" infinite="0" hexsidelength="{side}" staggeraxis="{axis}"
 staggerindex="even">
 <tileset firstgid="1" name="land" tilewidth="{wide}" tileheight="{high}" tilecount="1" columns="1">
  <image source="land.png" width="{wide}" height="{high}"/></tileset>
 <layer id="1" name="Ground" width="{columns}" height="{rows}"><data encoding="csv">{gids}</data>
 </layer>{things}</map>"""


@needs("tmxrasterizer", "tiled")
@pytest.mark.parametrize("form", ["orthogonal", "hexagonal", "staggered"])
@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("size", [(27, 33, 15), (28, 32, 15), (33, 28, 16)])
def test_a_name_stands_in_the_cell_whose_tile_tiled_paints_there(form, axis, size, tmp_path):
    """The last of sixty rows and columns: what is rounded adds up to whole cells on the way."""
    wide, high, side = size
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    image.save(str(tmp_path / "land.png"))
    file = tmp_path / "odd.tmx"
    gids = ",".join(["0"] * 3599 + ["1"])

    def write(things):
        head = {"wide": wide, "high": high, "side": side, "columns": 60, "rows": 60}
        file.write_text(ODD.format(form=form, axis=axis, gids=gids, things=things, **head), "utf-8")

    write("")
    run("tmxrasterizer", "--no-smoothing", file, tmp_path / "tiled.png")
    seen = pixels(tmp_path / "tiled.png").max(axis=2).nonzero()
    y, x = (float(axis.mean()) for axis in seen)
    write(
        f'<objectgroup><object id="1" name="Here" x="{x}" y="{y}"><point/></object></objectgroup>'
    )
    document = read_tmx(file).document
    number = document.grid.cell_at(*document.features[0].geometry["coordinates"])
    found = next(label for label, n in document.cell_numbers.items() if n == number)
    assert document.cells[found].terrain == "land-0"


@needs("gdalinfo", "gdal-bin")
@pytest.mark.parametrize("kind", ["hex", "area"])
def test_gdal_lays_the_picture_over_the_cells(kind, tmp_path):
    """By the world file: every cell of the GeoPackage lies inside the picture."""
    document = document_of(kind)
    for form in ("png", "gpkg"):
        export_map(document, form, tmp_path / f"map.{form}", ExportOptions(wide=900, world=True))
    told = json.loads(run("gdalinfo", "-json", tmp_path / "map.png"))
    left, top = told["cornerCoordinates"]["upperLeft"]
    right, low = told["cornerCoordinates"]["lowerRight"]
    found = run("ogrinfo", "-ro", "-so", tmp_path / "map.gpkg", "cells")
    words = re.search(r"Extent: \((\S+), (\S+)\) - \((\S+), (\S+)\)", found)
    x0, y0, x1, y1 = (float(word) for word in words.groups())
    assert left < x0 < x1 < right
    assert low < y0 < y1 < top


@needs("ogr2ogr", "gdal-bin")
@pytest.mark.parametrize("kind", ["hex", "square", "area"])
def test_gdal_carries_every_cell_from_geojson_into_its_own_files(kind, tmp_path):
    document = document_of(kind)
    export_map(document, "geojson", tmp_path / "map.geojson", ExportOptions())
    run("ogr2ogr", "-f", "GPKG", "-where", "layer='cell'", tmp_path / "theirs.gpkg",
        tmp_path / "map.geojson")  # fmt: skip
    told = run("ogrinfo", "-ro", "-so", "-al", tmp_path / "theirs.gpkg")
    assert f"Feature Count: {len(document.cells)}" in told


@needs("inkscape", "inkscape")
@pytest.mark.parametrize("kind", ["hex", "area"])
def test_inkscape_shows_a_drawing_as_the_picture(kind, tmp_path, monkeypatch):
    without_fonts(tmp_path, monkeypatch)
    monkeypatch.setenv("HOME", str(tmp_path))
    for form in ("svg", "png"):
        export_map(document_of(kind), form, tmp_path / f"map.{form}",
                   ExportOptions(wide=1000, theme="plain"))  # fmt: skip
    run("inkscape", "--export-type=png", "-w", "1000", "-o", tmp_path / "ink.png",
        tmp_path / "map.svg")  # fmt: skip
    shown, painted = pixels(tmp_path / "ink.png"), pixels(tmp_path / "map.png")
    height = min(len(shown), len(painted))
    assert len(shown) == pytest.approx(len(painted), abs=2)
    differs = np.abs(shown[:height] - painted[:height])
    assert differs.mean() < 5
    assert (differs.max(axis=2) > 90).mean() < 0.03
