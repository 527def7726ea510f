"""The rules behind a map: a page of tables, presets, the sight rule, and what overlays say."""

import pytest
from clipping import clipped
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from wardesk.documents.maps.shipped import shipped_palettes
from wardesk.render.map.key import sides_used
from wardesk.services.maps.edit_session import EditSession
from wardesk.services.maps.new_map import NewMap, PaletteChoice, make_map
from wardesk.ui.map.workspace import MapWorkspace
from wardesk.words import use_language

CHOICES = [PaletteChoice(one.name, one.palette.title, one.palette, one.kinds)
           for one in shipped_palettes()]  # fmt: skip


@pytest.fixture(params=["en"])
def place(light, qtbot, tmp_path, request):
    use_language(request.param)
    new = NewMap(title="Test", columns=6, rows=5, palette="land-hex-tactical")
    made = MapWorkspace(EditSession.new(make_map(new, CHOICES), tmp_path / "m.wdmap"))
    qtbot.addWidget(made)
    made.resize(1208, 724)
    made.show()
    made.show_rules(shown=True)
    yield made
    made.shut()
    use_language("en")


def cell(place, among, kind, key):
    """The table and the place of a figure in it."""
    table = place.rules.tables[among]
    keys = ["", *(column.key for column in table._columns)]
    return table, table._kinds.index(kind), keys.index(key)


def type_in(place, among, kind, key, text):
    table, row, column = cell(place, among, kind, key)
    table.item(row, column).setText(text)


def told(place, among, kind, key):
    table, row, column = cell(place, among, kind, key)
    return table.item(row, column).text()


def properties(place, among, kind):
    return getattr(place.session.document.palette, among)[kind].properties


def test_a_figure_that_is_typed_counts_and_is_taken_back(place):
    type_in(place, "terrain", "wood", "move_tracks", "½")
    assert properties(place, "terrain", "wood")["move_tracks"] == "1/2"
    assert told(place, "terrain", "wood", "move_tracks") == "½"
    assert len(place.session.editor.titles) == 1
    place.model.undo()
    assert told(place, "terrain", "wood", "move_tracks") == "4"


def test_a_figure_is_typed_at_the_keyboard(place, qtbot):
    table, row, column = cell(place, "terrain", "marsh", "cover")
    table.setFocus()
    table.setCurrentCell(row, column)
    QTest.keyClick(table, Qt.Key.Key_3)
    (field,) = table.findChildren(QLineEdit)
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: properties(place, "terrain", "marsh")["cover"] == 3)
    assert table.item(row, column).text() == "3"


def test_nonsense_is_told_and_changes_nothing(place):
    heard = []
    place.model.refused.connect(heard.append)
    type_in(place, "terrain", "wood", "move_tracks", "a lot")
    assert heard
    assert told(place, "terrain", "wood", "move_tracks") == "4"
    assert place.session.editor.titles == ()


def test_fill_down_and_paste_are_one_step_each(place):
    table, row, column = cell(place, "terrain", "clear", "cover")
    table.fill_down([(row, column), (row + 1, column), (row + 2, column)])
    assert properties(place, "terrain", "orchard")["cover"] == 0
    table.setCurrentCell(row, 1)
    QApplication.clipboard().setText("2\t3\n4\tno")
    QTest.keyClick(table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert properties(place, "terrain", "clear")["move_wheels"] == 3
    assert properties(place, "terrain", "wood")["move_wheels"] == "no"
    assert len(place.session.editor.titles) == 2


def test_a_letter_in_a_table_is_no_tool(place):
    table, row, _ = cell(place, "terrain", "clear", "cover")
    table.setCurrentCell(row, 0)
    QTest.keyClick(table, Qt.Key.Key_B)
    assert place.shows_rules
    assert place.view.tool.id == "select"


def test_a_preset_fills_the_tables_as_one_step(place):
    place.rules.preset.setCurrentIndex(place.rules.preset.findData("land-hex-ancient"))
    place.rules.preset.activated.emit(place.rules.preset.currentIndex())
    assert told(place, "terrain", "wood", "move_wagons") == "no"
    assert len(place.session.editor.titles) == 1
    place.rules.add_class("Elephants")
    assert told(place, "terrain", "clear", "move_elephants") == "1"


def test_the_sight_rule_is_edited_and_undone(place):
    form = place.rules.sight
    form.heights.setCurrentIndex(0)
    form.heights.activated.emit(0)
    (rule,) = place.session.document.palette.sight.values()
    assert rule.elevation is None
    place.model.undo()
    assert form.heights.currentIndex() == 1


def test_overlays_say_which_rule_they_use(place):
    place.show_rules(shown=False, overlay="reach")
    assert not place.shows_rules
    assert place.overlays.reach.on
    assert "Foot" in place.overlays.reach._rule_words()
    assert "Tactical" in place.overlays.reach._rule_words()


def test_the_printed_key_reads_the_same_figures(place):
    told = {one.kind: one.costs for one in sides_used(
        place.session.document, ("stream", "river", "slope", "bridge"), "en"
    )}  # fmt: skip
    assert told == {
        "stream": "foot +1, wheels +2, tracks +1",
        "river": "no way across",
        "slope": "uphill foot +1, wheels +2, tracks +1",
        "bridge": "",
    }


def test_the_sheet_has_more_than_half_of_a_small_window(place):
    place.show_rules(shown=False)
    view = place.view
    assert view.width() * view.height() > 0.5 * 1280 * 800


def test_the_sides_that_a_road_crosses_stand_by_their_names_and_can_be_typed_so(place):
    assert told(place, "borders", "bridge", "crosses") == "River, Stream"
    type_in(place, "borders", "bridge", "crosses", "Stream")
    assert place.session.document.palette.borders["bridge"].crosses == ("stream",)
    assert told(place, "borders", "bridge", "crosses") == "Stream"


@pytest.mark.parametrize("place", ["en", "de", "fr"], indirect=True)
def test_nothing_on_the_page_is_cut_in_a_small_window(place):
    place.layout().activate()
    assert clipped(place.rules) == []
    boxes = place.rules.findChildren(QComboBox)
    for box in (one for one in boxes if one.isVisible()):
        words = [box.itemText(row) for row in range(box.count())]
        longest = max(box.fontMetrics().horizontalAdvance(one) for one in words)
        assert longest <= box.width() - 30, words


def test_the_figures_of_a_printed_game_are_taken_whole(place):
    preset = place.rules.preset
    preset.setCurrentIndex(preset.findData("blitzkrieg"))
    preset.activated.emit(preset.currentIndex())
    palette = place.session.document.palette
    assert {"foot", "vehicle"} <= set(next(iter(palette.sight.values())).ranges)
    assert properties(place, "terrain", "wood")["uphill_wheels"] == 2
    assert preset.findData("eben-emael") < 0  # its map is one of areas
