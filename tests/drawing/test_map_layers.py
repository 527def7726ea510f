"""Tests of layers: eye, lock and opacity are saved and undone; a lock refuses what lies on it."""

import pytest
from maps import PICTURES, area_map, canon, document_of

from wardesk.documents.maps.store import document_from_parts, parts_from_document
from wardesk.drawing.commands.all_commands import (
    AddUnderlay,
    DrawLine,
    DrawZone,
    MoveNode,
    NameCell,
    PaintBorders,
    PaintSides,
    PaintTerrain,
    PlaceLabel,
    RemoveFeature,
    RenameCell,
    Renumber,
    ResizeSheet,
    SetElevation,
    SetFeature,
    SetLayer,
    SetProperty,
    SetUnderlay,
    SplitArea,
)
from wardesk.drawing.editor import Editor
from wardesk.drawing.layers import LAYERS, LayerState, layer_state
from wardesk.errors import UserError
from wardesk.geometry.grids.calibration import IDENTITY
from wardesk.geometry.grids.numbering import Count, Numbering
from wardesk.words import shown

PICTURE = next(iter(PICTURES))
SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0))
ON_SHEETS = [
    (PaintTerrain(("0101",), "wood"), {"terrain"}),
    (SetProperty(("0101",), "worth", 3), {"terrain"}),
    (SetElevation(("0201",), 3), {"elevation"}),
    (NameCell("0101", "Other"), {"labels"}),
    (PaintSides((("0101", "0102"),), "crest"), {"sides"}),
    (DrawLine("road", ((0.0, 0.0), (500.0, 500.0))), {"lines"}),
    (RemoveFeature("#1"), {"lines"}),
    (SetFeature("#1", "Other"), {"lines"}),
    (PlaceLabel("Here", (0.0, 0.0)), {"labels"}),
    (DrawZone("Woods", ("0101",)), {"zones"}),
    (DrawZone("Start", ("0101",), properties={"setup": "german"}), {"setup"}),
    (AddUnderlay(PICTURE, (4, 3), IDENTITY), {"underlay"}),
    (Renumber(Numbering(columns=Count(letters=True))), {"labels"}),
    (ResizeSheet(right=1), {"terrain", "labels"}),
    (SetLayer("terrain", visible=False), set()),
]
ON_AREAS = [
    (MoveNode(1, (-3.0, -3.0)), {"sides"}),
    (PaintBorders((1,), "wall"), {"sides"}),
    (RenameCell("A", "Q"), {"labels"}),
    (SplitArea("A", ((0.0, 32.0), (64.0, 32.0)), "A2", "open"), {"sides", "terrain"}),
]


def refusing(make, command):
    """The layers whose lock keeps the command from being done."""
    found = set()
    for layer in LAYERS:
        document = make()
        SetLayer(layer, locked=True).apply(document)
        before = canon(document)
        try:
            command.apply(document)
        except UserError as error:
            refusal = error
        else:
            continue
        assert "is locked" in refusal.message
        assert "Unlock it" in refusal.advice
        assert canon(document) == before
        found.add(layer)
    return found


@pytest.mark.parametrize(("command", "layers"), ON_SHEETS, ids=lambda v: type(v).__name__)
def test_a_lock_refuses_what_lies_on_its_layer_on_sheets(command, layers):
    assert refusing(lambda: document_of("hex"), command) == layers


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", "Die Ebene „Gelände“ ist gesperrt."), ("fr", "Le calque « terrain » est verrouillé.")],
)
def test_a_refusal_names_the_layer_in_the_language_of_the_window(language, words):
    document = document_of("hex")
    SetLayer("terrain", locked=True).apply(document)
    with pytest.raises(UserError) as refusal:
        PaintTerrain(("0101",), "wood").apply(document)
    assert shown(refusal.value.message, language).replace("\u00a0", " ") == words


@pytest.mark.parametrize(("command", "layers"), ON_AREAS, ids=lambda v: type(v).__name__)
def test_a_lock_refuses_what_lies_on_its_layer_on_areas(command, layers):
    command.apply(area_map())
    assert refusing(area_map, command) == layers


def test_eye_lock_and_opacity_are_saved_and_undone():
    editor = Editor(document_of("hex"))
    editor.document.styles["theme"] = "printed"
    before = canon(editor.document)
    editor.do(SetLayer("lines", visible=False))
    editor.do(SetLayer("lines", locked=True))
    editor.do(SetLayer("lines", opacity=0.5))
    again = document_from_parts(parts_from_document(editor.document))
    assert layer_state(again, "lines") == LayerState(False, True, 0.5)
    assert layer_state(again, "terrain") == LayerState()
    assert again.styles["theme"] == "printed"
    editor.do(SetLayer("lines", True, False, 1.0))
    assert canon(editor.document) == before
    editor.go(0)
    assert canon(editor.document) == before
    with pytest.raises(UserError, match="from 0 to 1"):
        SetLayer("lines", opacity=2).apply(editor.document)


def test_a_locked_layer_of_pictures_can_still_be_hidden():
    document = document_of("hex")
    AddUnderlay(PICTURE, (4, 3), IDENTITY).apply(document)
    SetLayer("underlay", locked=True).apply(document)
    SetUnderlay("underlay-1", visible=False, opacity=0.2).apply(document)
    assert not document.underlays[0].visible


@pytest.mark.parametrize(
    "layers", [5, [], {"lines": 3}, {"lines": {"visible": 0, "locked": "x", "opacity": "1e999"}}]
)
def test_styles_that_make_no_sense_are_as_usual(layers):
    document = document_of("hex")
    document.styles["layers"] = layers
    assert layer_state(document, "lines") == LayerState()
    SetLayer("lines", locked=True).apply(document)
    assert layer_state(document, "lines").locked
