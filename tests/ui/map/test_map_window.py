"""The window of the map editor: new, open, draw, undo, save, and back again after a kill."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit

from wardesk.documents.maps.edit_journal import map_digest as written
from wardesk.documents.maps.store import read_map
from wardesk.drawing.commands.all_commands import DrawZone, PlaceLabel
from wardesk.services.maps.edit_session import EditSession
from wardesk.services.maps.new_map import NewMap, make_map, palette_choices
from wardesk.ui.making.colour_field import ColourField
from wardesk.ui.map.dialogs.new_map import NewMapDialog
from wardesk.ui.map.model import Selection
from wardesk.ui.map.workspace import MapWorkspace
from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.widgets.stepper import Stepper

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def window(qtbot):
    made = MainWindow()
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    return made


@pytest.fixture
def desk(window):
    made = Opener(window)
    yield made
    made.shut()


@pytest.fixture
def map_file(tmp_path):
    """A saved map of 8 × 6 hexes."""
    new = NewMap(title="Test", columns=8, rows=6, palette="land-hex")
    document = make_map(new, palette_choices())
    path = tmp_path / "test.wdmap"
    session = EditSession.new(document, path)
    session.save()
    session.close()
    return path


@pytest.fixture
def place(window, desk, map_file, qtbot):
    """The open workspace."""
    desk.open_game(str(map_file))
    qtbot.waitUntil(lambda: desk.maps.workspace is not None, timeout=10_000)
    return desk.maps.workspace


def drag(place, cells, modifier=Qt.KeyboardModifier.NoModifier):
    """Press on the first cell, move over the others, let go on the last."""
    points = [place.view.cell_point(cell).toPoint() for cell in cells]
    QTest.mousePress(place.view, Qt.MouseButton.LeftButton, modifier, points[0])
    for point in points[1:]:
        QTest.mouseMove(place.view, point)
    QTest.mouseRelease(place.view, Qt.MouseButton.LeftButton, modifier, points[-1])


def terrain(place, cell):
    return place.session.document.cells[cell].terrain


def test_a_stroke_paints_what_it_passes_and_is_one_step_back(place):
    before = written(place.session.document)
    place.use("brush")
    place.model.ink(terrain="wood")

    drag(place, ["0203", "0303", "0403"])

    assert {terrain(place, cell) for cell in ("0203", "0303", "0403")} == {"wood"}
    assert len(place.session.editor.titles) == 1
    place.model.undo()
    assert written(place.session.document) == before


def test_undo_in_the_middle_of_a_stroke_drops_the_stroke(place):
    before = written(place.session.document)
    place.use("brush")
    place.model.ink(terrain="wood")
    start = place.view.cell_point("0203").toPoint()
    QTest.mousePress(place.view, Qt.MouseButton.LeftButton, pos=start)
    assert terrain(place, "0203") == "wood"

    QTest.keyClick(place.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QTest.mouseMove(place.view, place.view.cell_point("0503").toPoint())
    QTest.mouseRelease(place.view, Qt.MouseButton.LeftButton, pos=start)

    assert written(place.session.document) == before


def test_a_middle_drag_moves_the_sheet_while_a_stroke_is_live(place):
    place.use("brush")
    place.view.zoom(3)
    place.model.begin_stroke()
    before = place.view.camera.centre
    middle = place.view.rect().center()

    QTest.mousePress(place.view, Qt.MouseButton.MiddleButton, pos=middle)
    QTest.mouseMove(place.view, middle + middle / 4)
    QTest.mouseRelease(place.view, Qt.MouseButton.MiddleButton, pos=middle + middle / 4)

    assert place.view.camera.centre != before
    assert place.model.in_stroke
    place.model.end_stroke()


def test_the_keyboard_walks_and_paints(place):
    place.use("brush")
    place.model.ink(terrain="town")
    place.view.setFocus()
    place.view.set_focus_cell("0303")

    QTest.keyClick(place.view, Qt.Key.Key_Down)
    QTest.keyClick(place.view, Qt.Key.Key_Return)

    assert terrain(place, "0304") == "town"


def test_number_keys_take_kinds_of_the_palette(place):
    place.view.setFocus()
    QTest.keyClick(place.view, Qt.Key.Key_2)
    assert place.model.inks.terrain == list(place.session.document.palette.terrain)[1]
    assert place.view.tool.id == "brush"


def test_saving_writes_the_file(place, map_file):
    place.use("brush")
    place.model.ink(terrain="wood")
    drag(place, ["0203"])
    assert read_map(map_file).cells["0203"].terrain == "clear"

    QTest.keyClick(place, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)

    assert read_map(map_file).cells["0203"].terrain == "wood"
    assert place.session.editor.is_clean


def test_what_was_drawn_is_back_after_a_kill(place, desk, map_file, window, qtbot, tmp_path):
    place.use("brush")
    place.model.ink(terrain="wood")
    drag(place, ["0203", "0303"])
    drawn = written(place.session.document)
    # What a kill leaves: the map as it was saved, the journal, no lock that anybody holds.
    after = tmp_path / "after"
    after.mkdir()
    for file in (map_file, map_file.with_name(f".{map_file.name}.journal")):
        (after / file.name).write_bytes(file.read_bytes())

    desk.open_game(str(after / map_file.name))
    qtbot.waitUntil(lambda: desk.maps.workspace is not place, timeout=10_000)

    assert written(desk.maps.workspace.session.document) == drawn
    assert window.notices.isVisible()


def test_a_map_open_in_another_window_is_told_and_not_opened(desk, map_file, window, qtbot):
    other = EditSession.open(map_file)
    desk.open_game(str(map_file))
    qtbot.waitUntil(lambda: window.notices.isVisible(), timeout=10_000)
    assert desk.maps.workspace is None
    other.close()


def test_everything_that_a_foreign_map_lost_is_told_in_one_notice(desk, tmp_path, window, qtbot):
    place = tmp_path / "b.tmx"
    place.write_text(
        '<map orientation="isometric" width="2" height="1" tilewidth="9" tileheight="9">'
        '<tileset firstgid="1" name="T" tilecount="2"/>'
        '<layer name="G" width="2" height="1"><data encoding="csv">1,0</data></layer>'
        '<layer name="H" width="2" height="1"><data encoding="csv">2147483649,0</data></layer>'
        '<imagelayer name="I"/></map>',
        "utf-8",
    )
    desk.open_game(str(place))
    qtbot.waitUntil(lambda: desk.maps.workspace is not None, timeout=10_000)
    told = [one.what for one in window.notices.notices]
    for words in ("isometric", "uppermost", "has no tile", "turned", "with a picture"):
        assert sum(words in one for one in told) == 1, (words, told)


def test_a_damaged_map_is_told_and_left_alone(desk, tmp_path, window, qtbot):
    broken = tmp_path / "broken.wdmap"
    broken.write_bytes(b"PK\x03\x04 not really a zip")
    desk.open_game(str(broken))
    qtbot.waitUntil(lambda: window.notices.isVisible(), timeout=10_000)
    assert desk.maps.workspace is None
    assert broken.read_bytes() == b"PK\x03\x04 not really a zip"


def test_the_wizard_begins_a_map_that_can_be_drawn_on_at_once(window, desk, qtbot):
    window.home.new_map.emit()
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, NewMapDialog)
    dialog.title.setText("Meuse")
    dialog.kind.step(1)
    path = Path(dialog.place.text())

    QTest.mouseClick(dialog.create_, Qt.MouseButton.LeftButton)

    place = desk.maps.workspace
    assert isinstance(place, MapWorkspace)
    assert window.mode == "map"
    assert place.session.document.kind == "square"
    place.save()
    assert read_map(path).title == "Meuse"


def test_the_wizard_says_why_a_sheet_is_too_large(window, desk):
    window.home.new_map.emit()
    dialog = QApplication.activeModalWidget()
    dialog.fields.steppers["columns"].set_value(2000)
    dialog.fields.steppers["rows"].set_value(2000)
    assert not dialog.create_.isEnabled()
    assert "250000" in dialog.problem.text()
    dialog.reject()


def test_the_inspector_changes_what_is_picked(place):
    place.model.select(Selection(("0203",)))
    name = next(
        f
        for f in place.panels.inspector.findChildren(QLineEdit)
        if f.accessibleName() == "Name" and f.isVisible()
    )
    name.setText("Pain de Sucre")
    name.editingFinished.emit()
    assert place.session.document.cells["0203"].name == "Pain de Sucre"


def test_the_inspector_gives_words_and_zones_a_look_of_their_own(place):
    document = place.session.document
    place.model.do(PlaceLabel("Meuse", (900.0, 900.0), id="river"))
    place.model.do(DrawZone("Bridgehead", ("0203",), id="head"))

    def field(kind, words):
        found = place.panels.inspector.findChildren(kind)
        return next(f for f in found if f.accessibleName() == words and f.isVisible())

    def of(name):
        return next(one for one in document.features if one.id == name).properties

    place.model.select(Selection(features=("river",)))
    letters = field(QComboBox, "Letters")
    letters.setCurrentIndex(letters.findData("region"))
    letters.activated.emit(letters.currentIndex())
    field(ColourField, "Colour").set_value("#1f4f66")
    field(Stepper, "Turned by (degrees)").step(-1)
    field(Stepper, "Lines").step(1)
    assert of("river") == {"size": "region", "colour": "#1f4f66", "turn": -1, "rows": 1}
    place.model.select(Selection(features=("head",)))
    colour = field(ColourField, "Colour")
    colour.set_value("#a02")  # half a code changes nothing
    assert "colour" not in of("head")
    colour.set_value("#aa0022")
    assert of("head")["colour"] == "#aa0022"
    for _ in range(5):
        place.model.undo()
    assert of("river") == {}
    assert "colour" not in of("head")


def test_an_issue_is_mended_by_its_button(place):
    place.model.do(PlaceLabel("Stonne", (9000.0, 9000.0), cell="0203"))
    place.panels.issues.refresh()
    row = next(row for row in place.panels.issues.rows if row.live.fix is not None)
    row.setFocus()

    QTest.keyClick(row, Qt.Key.Key_F)

    assert not place.panels.issues.found
    assert len(place.session.editor.titles) == 2


def test_the_history_goes_to_any_step(place):
    place.use("brush")
    place.model.ink(terrain="wood")
    before = written(place.session.document)
    for cell in ("0203", "0304", "0405"):
        drag(place, [cell])
    place.panels.history.list.picked.emit("1")
    assert [terrain(place, c) for c in ("0203", "0304", "0405")] == ["wood", "clear", "clear"]
    place.panels.history.list.picked.emit("0")
    assert written(place.session.document) == before
