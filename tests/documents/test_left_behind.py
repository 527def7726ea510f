"""What a form leaves behind is told in words, and nothing else is missing when the map comes back.

The map of these tests has everything; whatever a reader does not give back must have been told.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "drawing"))

from maps import PICTURES, TILE, document_of
from msgspec.structs import replace

from wardesk.cli.main import main
from wardesk.documents.exports.unsupported_features import left_of
from wardesk.documents.imports.areas import PART, import_tracing
from wardesk.documents.imports.geojson import read_own_geojson
from wardesk.documents.imports.tiled import read_tmx
from wardesk.documents.imports.triplea import read_triplea
from wardesk.documents.imports.vassal import read_module
from wardesk.documents.maps.store import write_map
from wardesk.drawing.compare import differences
from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import Kept, Underlay
from wardesk.drawing.layers import LABEL, LAYERS, ZONE, LayerState, styles_with
from wardesk.model.board import Feature
from wardesk.model.map_look import KindLook, SheetLook
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.maps import EXPORTERS, export_map, left_behind
from wardesk.words import missing

LEAVES = {form: partial(left_of, one.keeps) for form, one in EXPORTERS.items() if one.keeps}
INSIDE = {"tmx": "map.tmx", "geojson": "map.geojson", "vmod": "map.vmod"}
"""Forms that have the whole map inside."""
PART_OF = {
    "underlay": "underlay", "part art": "pictures", f"part {PART}": "review", "part ": "parts",
}  # fmt: skip
"""Which part of a map a difference is about."""


def everything(kind="hex"):
    """A map with something of every sort."""
    document = document_of(kind)
    image = next(name for name in PICTURES if name != TILE)
    document.underlays.append(Underlay(id="scan", image=image, size=(3, 2)))
    ground = next(iter(document.palette.terrain))
    look = SheetLook(calm=True, terrain={ground: KindLook(tile=TILE)})
    document.look = look
    document.extra_parts[PART] = b'{"review": [], "words": []}'
    document.extra_parts["theirs.txt"] = b"of another program"
    first, second, *_ = document.cells
    cell = document.cells[first]
    document.cells[first] = replace(cell, name="Heathmark", properties={"level": 12, "vp": 3})
    document.kept[min(first, second), max(first, second)] = Kept(True, "Keptmark")
    if kind != "area":
        pair = next(iter(document.sides))
        document.sides[pair] = ("scarp",)
        document.high[pair] = pair[1]
    x, y = document.cells[second].anchor
    ring = [[x, y], [x + 9, y], [x, y + 9], [x, y]]
    document.features += [
        Feature(ZONE, {"type": "Polygon", "coordinates": [ring]}, "Zonemark", id="z"),
        Feature(LABEL, {"type": "LineString", "coordinates": ring[:2]}, "Curvemark", id="c"),
        Feature(LABEL, {"type": "Point", "coordinates": [x, y]}, "Labelmark", id="l"),
        Feature("piece", {"type": "Polygon", "coordinates": [ring]}, "Piecemark", id="p"),
    ]
    return document


def bare(kind="hex"):
    """A map with as little as a map can have."""
    document = document_of(kind)
    document.palette = replace(document.palette, sight={}, lines={}, terrain={
        name: replace(one, properties={}) for name, one in document.palette.terrain.items()
    })  # fmt: skip
    document.cells = {n: replace(c, name=n, properties={}) for n, c in document.cells.items()}
    document.features, document.overrides = [], []
    document.sides, document.high, document.extra_parts, document.styles = {}, {}, {}, {}
    return document


def parts(things):
    return {one.part for one in things}


SMALL = ExportOptions(wide=300)


def back_from(form, document, folder, options=SMALL):
    file = folder / INSIDE[form]
    export_map(document, form, file, options)
    if form == "tmx":
        return read_tmx(file).document
    return read_own_geojson(file) if form == "geojson" else read_module(file).own


def part_of(difference):
    row = f"{difference.what} {difference.id}"
    return next((part for begins, part in PART_OF.items() if row.startswith(begins)), row)


@pytest.mark.parametrize("form", INSIDE)
@pytest.mark.parametrize("kind", ["hex", "square", "area"])
def test_what_does_not_come_back_is_what_was_told(form, kind, tmp_path):
    if form == "tmx" and kind == "area":
        pytest.skip("areas have no tiles")
    document = everything(kind)
    told = LEAVES[form](document, ())
    gone = differences(document, back_from(form, document, tmp_path))
    assert {part_of(one) for one in gone} == parts(told.lost)
    assert parts(told.lost) == {"underlay", "pictures", "review", "parts"}


@pytest.mark.parametrize("form", INSIDE)
@pytest.mark.parametrize("layer", [one for one in LAYERS if one != "underlay"])
def test_a_hidden_layer_is_told_by_its_name_and_is_not_in_the_file(form, layer, tmp_path):
    document = bare()
    document.features = everything().features
    if layer == "setup":
        document.features = [replace(one, properties={"setup": "red"}) for one in document.features]
    document.sides = everything().sides
    first = next(iter(document.cells))
    document.cells[first] = replace(document.cells[first], name="Heathmark", terrain="wood",
                                    properties={"level": 2})  # fmt: skip
    document.palette = document_of("hex").palette
    document.styles = styles_with(document, layer, LayerState(visible=False))
    told = LEAVES[form](document, (layer,))
    assert parts(told.lost) == {"hidden"}
    assert differences(document, back_from(form, document, tmp_path))
    all_of_it = ExportOptions(wide=300, hidden_too=True)
    assert not differences(document, back_from(form, document, tmp_path, all_of_it))
    assert left_behind(document, form, all_of_it)[:1] != left_behind(
        document, form, ExportOptions()
    )[:1]  # fmt: skip


def test_hidden_layers_with_an_and_in_their_names_are_told_apart():
    document = everything()
    told = LEAVES["geojson"](document, ("lines", "labels")).sentences()[0]
    assert "what is hidden (roads, rails and rivers; names and labels)" in told


def test_a_hidden_layer_without_anything_on_it_is_not_told():
    document = bare()
    assert LEAVES["geojson"](document, ("zones", "lines")).lost == ()


MARKS = {
    "underlay": "art/", "grid": '"columns"', "reasons": "a ferry", "kept": "Keptmark",
    "kinds": "Orchard", "sight": "Test rule", "look": "calm", "origin": "drawn for a test",
    "costs": "blocks_sight", "review": '"review"', "parts": "of another program",
    "pictures": TILE,
}  # fmt: skip
"""By part, words that a file has if it keeps that part of the hexes above."""
KEPT_MARKS = {"heights": "level", "figures": "vp", "names": "Heathmark", "zones": "Zonemark",
              "labels": "Labelmark", "sides": "scarp", "lines": "dyke", "ground": "orchard",
              "others": "Piecemark"}  # fmt: skip


def test_a_geopackage_lacks_what_was_told_and_has_the_rest(tmp_path):
    document = everything()
    export_map(document, "gpkg", tmp_path / "m.gpkg", ExportOptions())
    with closing(sqlite3.connect(tmp_path / "m.gpkg")) as base:
        dump = "\n".join(base.iterdump())
    told = parts(LEAVES["gpkg"](document, ()).lost)
    assert told == set(MARKS)
    assert [part for part, mark in MARKS.items() if mark in dump] == []
    assert [part for part, mark in KEPT_MARKS.items() if mark not in dump] == []


def test_triplea_lacks_what_was_told(tmp_path):
    document = everything()
    export_map(document, "triplea", tmp_path / "m", ExportOptions(wide=300))
    texts = "\n".join(
        one.read_text("utf-8")
        for one in (tmp_path / "m").rglob("*") if one.suffix in (".txt", ".xml", ".yml")
    )  # fmt: skip
    told = parts(LEAVES["triplea"](document, ()).lost)
    marks = {**MARKS, **KEPT_MARKS} | {"figures": '"vp"', "heights": '"level"'}
    there = {part for part, mark in marks.items() if mark in texts}
    assert there == {"names"}
    assert told == (marks.keys() - there - {"kinds"}) | {"called"}


@pytest.mark.parametrize("kind", ["hex", "area"])
def test_from_triplea_the_names_come_back_and_pairs_that_no_outline_shows_as_doubts(kind, tmp_path):
    document = everything(kind)
    export_map(document, "triplea", tmp_path / "m", ExportOptions(wide=2000))
    found = import_tracing(read_triplea(tmp_path / "m"))
    names = {cell.name for cell in document.cells.values()}
    assert {cell.name for cell in found.document.cells.values()} == names
    doubtful = {frozenset((found.names[one.a], found.names[one.b])) for one in found.doubts}
    board = compile_board(document)
    called = {cell: board.cells[cell].name.replace(" ", "-") for cell in board.cells}
    for one in document.overrides:
        assert frozenset(called[cell] for cell in one.pair) in doubtful


@pytest.mark.parametrize("form", LEAVES)
def test_only_what_a_map_has_is_told(form):
    told, of_all = (LEAVES[form](document, ()) for document in (bare(), everything()))
    usual = {"grid", "kinds", "ground", "origin"}  # every map has these
    assert parts(told.lost) | parts(told.unseen) <= usual
    assert len(of_all.lost) > len(told.lost)


def test_nothing_is_said_where_nothing_stays_behind():
    document = bare()
    assert LEAVES["tmx"](document, ()).sentences() == ()


def test_tiled_is_said_not_to_know_what_it_has_no_form_for():
    told = parts(LEAVES["tmx"](everything(), ()).unseen)
    assert told == {"heights", "names", "figures", "high", "labels", "zones", "others", "reasons",
                    "kept", "costs", "sight", "look"}  # fmt: skip


def test_a_picture_with_a_world_file_tells_of_scans_and_of_the_globe():
    document = everything()
    (lost, globe) = left_behind(document, "png", ExportOptions(world=True))
    assert lost == "Stays behind: 1 picture under the map."
    assert "no place on the globe" in globe
    assert left_behind(document, "png", ExportOptions()) == ()
    document.styles = {"backdrop": "scan"}  # the scan is what the picture shows
    assert left_behind(document, "png", ExportOptions(world=True)) == (globe,)


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("form", LEAVES)
def test_all_of_it_is_said_in_other_languages(form, language):
    document = everything()
    own = {kind.name for kinds in (document.palette.terrain, document.palette.borders,
                                   document.palette.lines) for kind in kinds.values()}  # fmt: skip
    for sentence in LEAVES[form](document, LAYERS).sentences():
        assert set(missing(sentence, language)) <= own


def test_the_command_line_tells_it_below_the_file(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    write_map(everything(), tmp_path / "m.wdmap")
    wanted = ["map", "export", str(tmp_path / "m.wdmap"), "--geojson", str(tmp_path / "m.geojson")]
    assert main(wanted) == 0
    said = capsys.readouterr().out
    assert "  Stays behind: 1 picture under the map, 1 picture of its look, what the" in said
    assert main([*wanted, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["written"][0]["notes"][0].startswith("Stays behind")
