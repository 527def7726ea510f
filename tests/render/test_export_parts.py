"""What an export leaves out: hidden layers, and the parts of a sheet that nobody asked for."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

sys.path.append(str(Path(__file__).parents[1] / "drawing"))

from maps import document_of

from wardesk.drawing.commands.all_commands import SetLayer
from wardesk.drawing.compile import compile_board
from wardesk.drawing.issues.whole_map import errors
from wardesk.drawing.layers import LAYERS
from wardesk.drawing.shown import hidden_layers, without_layers
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.maps import export_map
from wardesk.render.map.frame import MapParts

SMALL = ExportOptions(wide=500)


def exported(document, form, folder, options=SMALL):
    folder.mkdir(exist_ok=True)
    file = folder / f"map-{len(list(folder.iterdir()))}"
    export_map(document, form, file, options)
    return file.read_bytes()


def pixels(data):
    image = QImage.fromData(data).convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width()).copy()


def with_hidden(kind, *layers):
    document = document_of(kind)
    for layer in layers:
        SetLayer(layer, visible=False).apply(document)
    return document


@pytest.mark.parametrize("kind", ["hex", "area"])
@pytest.mark.parametrize("form", ["png", "svg", "geojson"])
def test_a_hidden_layer_is_left_out_unless_it_is_asked_for(kind, form, tmp_path):
    whole = exported(document_of(kind), form, tmp_path)
    hidden = with_hidden(kind, "lines", "sides", "labels")
    assert exported(hidden, form, tmp_path) != whole
    every = ExportOptions(wide=500, hidden_too=True)
    if form != "geojson":  # which carries the eyes of the layers as well
        assert exported(hidden, form, tmp_path, every) == whole


def test_geojson_without_hidden_layers_keeps_who_borders_on_whom(tmp_path):
    hidden = with_hidden("hex", "sides", "lines", "labels", "zones")
    rows = json.loads(exported(hidden, "geojson", tmp_path))["features"]
    assert {row["properties"]["layer"] for row in rows} == {"cell"}
    board = compile_board(document_of("hex"))
    for row in rows:
        told = row["properties"]
        assert told["neighbours"].split() == list(board.neighbours(told["cell"]))


@pytest.mark.parametrize("kind", ["hex", "square", "area"])
@pytest.mark.parametrize("layer", LAYERS)
def test_a_map_without_a_layer_is_sound_and_the_map_itself_unchanged(kind, layer):
    document, untouched = document_of(kind), document_of(kind)
    shown = without_layers(document, {layer})
    assert document == untouched
    assert not errors(shown)
    assert hidden_layers(with_hidden(kind, layer)) == {layer}


PARTS = [("hex", part) for part in ("numbers", "grid", "key", "frame")]
PARTS += [("area", part) for part in ("numbers", "key", "frame")]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "part"), PARTS)
def test_parts_of_the_sheet_can_be_left_out(kind, part, tmp_path):
    document = document_of(kind)
    options = ExportOptions(wide=1600)
    less = ExportOptions(wide=1600, parts=MapParts(**{part: False}))
    whole, bare = (exported(document, "png", tmp_path, one) for one in (options, less))
    assert whole != bare


def test_without_key_and_frame_the_sheet_ends_at_its_country(tmp_path):
    document = document_of("hex")
    bare = ExportOptions(wide=800, parts=MapParts(key=False, frame=False))
    whole, country = (
        pixels(exported(document, "png", tmp_path, one)) for one in (ExportOptions(wide=800), bare)
    )
    assert country.shape[0] / country.shape[1] != whole.shape[0] / whole.shape[1]
    corner = country[1, 1]
    assert corner != whole[1, 1]
