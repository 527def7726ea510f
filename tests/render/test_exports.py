"""Maps for other programs: right sizes, the same bytes twice, sentences for what cannot be done."""

import json
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

sys.path.append(str(Path(__file__).parent))
from samplers import palettes, sampler

from wardesk import paths
from wardesk.documents.maps.store import read_map
from wardesk.errors import UserError
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.maps import EXPORTERS, export_forms, export_map

FORT, HANNUT = "eben-emael/maps/fort", "hannut-stonne/maps/hannut"


@pytest.fixture(scope="module", params=[FORT, HANNUT])
def document(request):
    return read_map(paths.campaigns() / request.param)


@pytest.fixture(scope="module")
def hexes():
    return read_map(paths.campaigns() / HANNUT)


@pytest.mark.slow
def test_a_picture_has_its_hexes_at_the_asked_size_on_paper(hexes, tmp_path):
    file = tmp_path / "map.png"
    export_map(hexes, "png", file, ExportOptions(dpi=100, cell_mm=10))
    image = QImage(str(file))
    dots = image.dotsPerMeterX() / 1000
    assert dots == pytest.approx(100 / 25.4, abs=0.01)
    grid = hexes.layout.grid
    # 20 columns of hexes lie 19 × 0.866 + 1.155 hexes wide, without frame, margin and key.
    assert image.width() / dots > 10 * (0.866 * (grid.columns - 1) + 1.155)
    double = tmp_path / "double.png"
    export_map(hexes, "png", double, ExportOptions(dpi=100, cell_mm=20))
    assert QImage(str(double)).width() == pytest.approx(2 * image.width(), abs=2)


@pytest.mark.slow
@pytest.mark.parametrize(
    "form",
    [pytest.param(one, marks=pytest.mark.long) if one == "pdf" else one for one in EXPORTERS],
)
@pytest.mark.parametrize("kind", ["areas", "hexes"])
def test_the_same_map_gives_the_same_bytes(kind, form, hexes, tmp_path):
    areas = next(palette for name, palette, _ in palettes() if name == "land-areas")
    document = sampler(areas, "area") if kind == "areas" else hexes
    if EXPORTERS[form].tiles and document.layout is None:
        with pytest.raises(UserError, match="has none"):
            export_map(document, form, tmp_path / "map", ExportOptions())
        return
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        export_map(document, form, tmp_path / name / "map", ExportOptions(wide=300))
    assert contents(tmp_path / "a") == contents(tmp_path / "b") != {}


@pytest.mark.slow
def test_pages_of_a_small_map_are_the_same_bytes(tmp_path):
    small = read_map(Path(__file__).parents[1] / "museum" / "map-v1.wdmap")
    for name in ("a", "b"):
        export_map(small, "pdf", tmp_path / name, ExportOptions())
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def contents(place):
    """The bytes of all files of a folder."""
    files = [one for one in place.rglob("*") if one.is_file()]
    return {str(one.relative_to(place)): one.read_bytes() for one in files}


@pytest.mark.slow
def test_a_drawing_is_sound_xml_with_the_title_of_the_map(document, tmp_path):
    export_map(document, "svg", tmp_path / "map.svg", ExportOptions(wide=600))
    root = ET.parse(tmp_path / "map.svg").getroot()  # our own file
    names = [one.text for one in root.iter("{http://www.w3.org/2000/svg}title")]
    assert names == [document.title]
    assert re.fullmatch(r"0 0 600 \d+", root.attrib["viewBox"])


@pytest.mark.slow
def test_grounds_of_a_drawing_are_shapes_that_it_has_once(document, tmp_path):
    export_map(document, "svg", tmp_path / "map.svg", ExportOptions(wide=1800))
    root = ET.parse(tmp_path / "map.svg").getroot()  # our own file
    layer = "{http://www.inkscape.org/namespaces/inkscape}label"
    heights = {one for group in root.iter(f"{SVG}g") if group.get(layer, "").startswith("Heights")
               for one in group.iter(f"{SVG}image")}  # fmt: skip
    # the shade of an area map's hills has no outline
    assert set(root.iter(f"{SVG}image")) == heights
    assert not heights or document.layout is None
    link = "{http://www.w3.org/1999/xlink}href"
    named = [one.get("id") for one in root.iter() if one.get("id")]
    used = {one.get(link).removeprefix("#") for one in root.iter(f"{SVG}use")}
    filled = set(re.findall(r'="url\(#([^)]*)\)"', (tmp_path / "map.svg").read_text("utf-8")))
    assert used | filled <= {*named}
    assert len(named) == len({*named})
    shapes = [one for one in root.find(f"{SVG}defs") if one.tag == f"{SVG}g"]
    assert len({ET.tostring(one).split(b">", 1)[1] for one in shapes}) > len(shapes) * 0.9
    assert used >= {one.get("id") for one in shapes}


@pytest.mark.slow
def test_the_layers_of_a_drawing_are_named_groups_and_its_words_are_words(document, tmp_path):
    options = ExportOptions(wide=1800, words_as_text=True)
    export_map(document, "svg", tmp_path / "map.svg", options)
    root = ET.parse(tmp_path / "map.svg").getroot()  # our own file
    layer = "{http://www.inkscape.org/namespaces/inkscape}"
    groups = [one for one in root.iter(f"{SVG}g") if one.get(f"{layer}groupmode") == "layer"]
    ids = [one.get("id") for one in groups]
    assert len(set(ids)) == len(ids)
    assert {"paper", "terrain", "frame", "key", "labels"} <= {*ids}
    assert all(one.get(f"{layer}label") and len(one) for one in groups)
    words = {"".join(one.itertext()).strip() for one in root.iter(f"{SVG}text")}
    assert "\ue0f0" not in "".join(words)
    if document.layout is not None:
        assert {"grid", "lines", "numbers"} <= {*ids}
        assert "0101" in words
    outside = [one for one in root.find(f"{SVG}g") if one.get(f"{layer}groupmode") is None]
    assert not outside


SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.skipif(shutil.which("ogrinfo") is None, reason="GDAL is not installed here")
def test_gdal_reads_every_feature_on_a_flat_sheet(document, tmp_path):
    file = tmp_path / "map.geojson"
    export_map(document, "geojson", file, ExportOptions())
    told = subprocess.run(["ogrinfo", "-ro", "-al", "-so", file], capture_output=True, text=True,
                          check=True).stdout  # fmt: skip
    count = len(json.loads(file.read_text("utf-8"))["features"])
    assert f"Feature Count: {count}" in told
    assert "ENGCRS" in told


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (ExportOptions(dpi=10_000), "resolution"),
        (ExportOptions(cell_mm=499, dpi=2400), "pixels"),
        (ExportOptions(cell_mm=-3), "500 mm"),
        (ExportOptions(wide=3), "width"),
        (ExportOptions(theme="nope"), "theme"),
    ],
)
def test_what_cannot_be_painted_is_told_and_nothing_is_written(hexes, options, words, tmp_path):
    with pytest.raises(UserError, match=words):
        export_map(hexes, "png", tmp_path / "map.png", options)
    assert not (tmp_path / "map.png").exists()


@pytest.mark.slow
def test_areas_have_no_size_in_millimetres(tmp_path):
    with pytest.raises(UserError, match="no common size"):
        export_map(read_map(paths.campaigns() / FORT), "png", tmp_path / "f",
                   ExportOptions(cell_mm=12))  # fmt: skip


def test_a_folder_that_cannot_be_written_is_told(hexes, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError):
        export_map(hexes, "geojson", tmp_path / "file" / "map.geojson", ExportOptions())


def test_of_several_forms_nothing_is_written_if_the_map_cannot_have_one_of_them(tmp_path):
    areas = next(palette for name, palette, _ in palettes() if name == "land-areas")
    wanted = {"geojson": tmp_path / "a.geojson", "tmx": tmp_path / "a.tmx"}
    with pytest.raises(UserError, match="a map of areas has none"):
        export_forms(sampler(areas, "area"), wanted, ExportOptions())
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(("form", "name"), [("png", "x.svg"), ("svg", "x.png")])
def test_a_form_is_not_written_under_the_name_of_another(hexes, tmp_path, form, name):
    with pytest.raises(UserError, match="is no name for this form"):
        export_map(hexes, form, tmp_path / name, ExportOptions())
    assert not list(tmp_path.iterdir())


BROKEN_OFF = """
import gc, sys
from pathlib import Path
from wardesk.documents.maps.store import read_map
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.maps import EXPORTERS, export_forms, export_map
from wardesk.render.map.lattice.painter import LatticePainter

def broken(self, *words):
    raise ArithmeticError

LatticePainter.paint = broken
document = read_map(Path(sys.argv[1]))
for form in [one.id for one in EXPORTERS.values() if one.picture]:
    try:
        export_map(document, form, Path(sys.argv[2], form), ExportOptions(wide=300))
    except ArithmeticError as error:
        kept = [error]
        kept.append(kept)  # what is left of it goes when garbage is collected, in any order
        del kept, error
        gc.collect()
        print(form)
"""


@pytest.mark.slow
def test_an_export_that_breaks_off_leaves_no_picture_without_its_painter(tmp_path):
    """Qt ends the program when a picture goes that something still paints on."""
    place = str(paths.campaigns() / HANNUT)
    told = subprocess.run(
        [sys.executable, "-c", BROKEN_OFF, place, tmp_path], capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr[-1500:]
    pictures = {one.id for one in EXPORTERS.values() if one.picture}
    assert set(told.stdout.split()) == pictures
