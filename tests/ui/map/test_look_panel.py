"""The look of the map in the window: fields give commands, undo takes them back, all is kept."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

sys.path.append(str(Path(__file__).parents[2] / "documents"))

from pictures import png

from wardesk.documents.maps.store import read_map
from wardesk.drawing.commands.all_commands import PaintSides, PlaceLabel
from wardesk.model.map_look import PLAIN_LOOK, KindLook, NameStyle
from wardesk.render.map.label_style import label_look
from wardesk.ui.map.look.samples import country
from wardesk.ui.map.model import Selection
from wardesk.ui.map.panels.kind_dialog import KindDialog
from wardesk.words import use_language


@pytest.fixture
def panel(hexes):
    hexes.workspace.panels.show_tab("look")
    return hexes.workspace.panels.look


@pytest.fixture
def mill(tmp_path):
    place = tmp_path / "mill.svg"
    place.write_text('<svg xmlns="http://www.w3.org/2000/svg"><path d="M2 2h9v9z"/></svg>')
    return place


def test_a_click_on_a_card_takes_a_style_and_undo_gives_the_old_one_back(hexes, panel, qtbot):
    qtbot.mouseClick(panel.styles.cards["staff"], Qt.MouseButton.LeftButton)
    assert hexes.document.look.style == "staff"
    assert panel.styles.cards["staff"].isChecked()
    hexes.model.undo()
    assert hexes.document.look == PLAIN_LOOK
    assert panel.styles.cards[""].isChecked()


def test_colours_count_when_they_are_whole_and_an_empty_field_takes_them_away(hexes, panel):
    water = panel.inks["water"]
    for typed in ("#", "#12", "#1234AB"):
        water.set_value(typed)
    assert hexes.document.look.inks == {"water": "#1234ab"}
    assert len(hexes.titles) == 1
    water.set_value("")
    assert hexes.document.look == PLAIN_LOOK


def test_numbers_and_names_have_fields_of_their_own(hexes, panel):
    panel.number_place.setCurrentIndex(panel.number_place.findData("bottom"))
    panel.number_place.activated.emit(panel.number_place.currentIndex())
    panel.number_size.field.setText("130")
    panel.number_size.field.editingFinished.emit()
    numbers = hexes.document.look.numbers
    assert (numbers.place, numbers.size) == ("bottom", 1.3)
    panel.name_class.setCurrentIndex(panel.name_class.findData("region"))
    panel.name_class.activated.emit(panel.name_class.currentIndex())
    panel.capitals.setChecked(True)
    panel.name_ink.set_value("#123456")
    assert hexes.document.look.names == {"region": NameStyle(capitals=True, ink="#123456")}
    panel.capitals.setChecked(False)
    panel.name_ink.set_value("")
    assert hexes.document.look.names == {}
    assert hexes.document.look.numbers == numbers


def test_a_sign_of_ones_own_is_kept_with_the_map_and_offered_for_words(hexes, panel, mill):
    assert panel.add_sign(mill)
    assert [panel.signs.item(k).text() for k in range(panel.signs.count())] == ["mill"]
    hexes.model.do(PlaceLabel("Mill", (300.0, 300.0), id="m", properties={"sign": "own-1"}))
    assert label_look({"sign": "own-1"}, hexes.document.look).sign == "own-1"
    hexes.model.save()
    kept = read_map(hexes.workspace.session.path)
    assert kept.look == hexes.document.look
    assert list(kept.pictures.values()) == [mill.read_bytes()]
    panel.signs.setCurrentRow(0)
    panel.remove_sign()
    assert hexes.document.look == PLAIN_LOOK


def test_a_drawing_that_runs_something_is_refused_in_words(hexes, panel, tmp_path, qtbot):
    bad = tmp_path / "bad.svg"
    bad.write_text('<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>')
    with qtbot.waitSignal(hexes.model.refused) as told:
        assert not panel.add_sign(bad)
    assert "script" in told.args[0].message
    assert hexes.document.look == PLAIN_LOOK


def test_a_kind_gets_colour_drawing_and_picture_with_a_preview(hexes, qtbot, tmp_path):
    tile = tmp_path / "tile.png"
    tile.write_bytes(png())
    dialog = KindDialog(hexes.model, "terrain", "wood", hexes.workspace)
    qtbot.addWidget(dialog)
    plain = dialog.look.preview.pixmap().toImage()
    dialog.look.colour.set_value("#3040c0")
    coloured = dialog.look.preview.pixmap().toImage()
    assert coloured != plain
    assert dialog.look.take_picture(tile)
    assert dialog.look.preview.pixmap().toImage() != coloured
    dialog.save.click()
    look = hexes.document.look.terrain["wood"]
    assert look.colour == "#3040c0"
    assert hexes.document.pictures == {look.tile: png()}
    assert len(hexes.titles) == 1
    hexes.model.undo()
    assert hexes.document.look == PLAIN_LOOK


def test_a_new_kind_can_have_a_look_from_the_start_and_borders_have_no_pictures(hexes, qtbot):
    dialog = KindDialog(hexes.model, "borders", "", hexes.workspace)
    qtbot.addWidget(dialog)
    assert dialog.look.picture.isHidden()
    dialog.name.setText("Red dyke")
    dialog.look.colour.set_value("#c02020")
    dialog.save.click()
    assert hexes.document.look.borders == {"red-dyke": KindLook(colour="#c02020")}


def test_words_are_drawn_along_a_curve_and_made_straight_again(hexes):
    hexes.use("label")
    at = hexes.document.cells["0404"].anchor
    hexes.drag((at[0] - 600, at[1]), (at[0], at[1] + 200), (at[0] + 600, at[1]))
    tool = hexes.workspace.tools["label"]
    hexes.type("Ohme", tool.editor)
    hexes.key_in(tool.editor, Qt.Key.Key_Return)
    label = hexes.document.features[-1]
    assert label.name == "Ohme"
    curve = label_look(label.properties).curve
    assert len(curve) > 2
    assert curve[-1][0] - curve[0][0] == pytest.approx(1200, abs=60)


def test_words_follow_the_river_that_is_nearest(hexes):
    sides = (("0402", "0403"), ("0403", "0503"), ("0503", "0504"), ("0504", "0604"))
    hexes.model.do(PaintSides(sides, "crest"))
    x, y = hexes.document.cells["0504"].anchor
    hexes.model.do(PlaceLabel("Ohme", (x, y - 100), id="name", properties={"bend": 20}))
    hexes.use("label")
    hexes.model.select(Selection(features=("name",)))
    hexes.key(Qt.Key.Key_R)
    label = next(one for one in hexes.document.features if one.id == "name")
    look = label_look(label.properties)
    assert len(look.curve) > 2
    assert look.bend == 0
    hexes.model.undo()
    label = next(one for one in hexes.document.features if one.id == "name")
    assert label.properties == {"bend": 20}


def test_the_sample_country_speaks_the_language_of_the_window(hexes):
    document, inks = hexes.document, hexes.workspace.view.inks
    shown = [country(document, document.look, inks, 400, 1.0)]
    use_language("de")
    try:
        shown.append(country(document, document.look, inks, 400, 1.0))
    finally:
        use_language("en")
    shown.append(country(document, document.look, inks, 400, 1.0))
    assert shown[0] == shown[2] != shown[1]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_tabs_of_the_right_column_take_one_line(language, maps):
    use_language(language)
    try:
        tabs = maps("hex").workspace.panels.tabs
        buttons = tabs._group.buttons()
        assert len({button.y() for button in buttons}) == 1
        assert buttons[-1].geometry().right() <= tabs.width()
    finally:
        use_language("en")


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_field_is_wider_than_the_panel(language, maps):
    use_language(language)
    try:
        panels = maps("hex").workspace.panels
        panels.show_tab("look")
        assert not panels.look.signs.isVisible()
        room = panels._shown_by["look"].viewport().width()
        assert panels.look.minimumSizeHint().width() <= room
    finally:
        use_language("en")
