"""What recorded sessions tripped over: each stays mended."""

from datetime import UTC, datetime

import pytest
from area_stage import area_stage
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest

from wardesk.drawing.commands.all_commands import AddUnderlay, NameCell
from wardesk.model.palette import TerrainKind
from wardesk.render.theme import load_map_theme
from wardesk.services.maps.edit_session import EditSession
from wardesk.services.maps.new_map import NewMap, make_map, palette_choices
from wardesk.ui.library import read_library
from wardesk.ui.map.dialogs.new_map import NewMapDialog
from wardesk.ui.map.panels.palette_row import costs_of
from wardesk.ui.map.workspace import MapWorkspace


@pytest.fixture
def stage(qtbot, light, tmp_path):
    with area_stage(qtbot, tmp_path) as made:
        yield made


def new_session(tmp_path, kind="area"):
    """A map that was just begun by the wizard."""
    document = make_map(NewMap(title="New", kind=kind, columns=6, rows=5), palette_choices())
    return EditSession.new(document, tmp_path / "new.wdmap")


def put_picture(session, tmp_path, where):
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("#c0b080"))
    assert image.save(str(tmp_path / "scan.png"))
    part = session.put_image(tmp_path / "scan.png")
    return AddUnderlay(part.part, part.size, where, "scan")


def test_a_button_that_switches_itself_off_gives_the_keyboard_to_the_sheet(stage):
    stage.key(Qt.Key.Key_B)
    stage.click(50, 50)
    save = stage.workspace.map_bar.save
    stage.workspace.map_bar.setParent(stage.workspace)
    stage.workspace.map_bar.show()
    stage.workspace.activateWindow()
    assert QTest.qWaitForWindowActive(stage.workspace)
    save.setFocus()
    QTest.mouseClick(save, Qt.MouseButton.LeftButton)
    assert not save.isEnabled()
    assert stage.view.hasFocus()


def test_fitting_shows_the_picture_that_lies_beside_the_paper(stage, tmp_path):
    rect = stage.view.sheet.rect
    far = QRectF(rect.right() + 50, rect.top(), 300, 200)
    stage.model.do(put_picture(stage.session, tmp_path, (1, 0, far.left(), 0, 1, far.top())))
    stage.view.fit()
    seen = stage.view.camera.seen().adjusted(-1, -1, 1, 1)
    assert seen.contains(far)
    assert seen.contains(rect)


def test_a_picture_that_is_put_elsewhere_does_not_move_the_eye(stage, tmp_path):
    stage.qtbot.wait(100)  # the layout settles
    stage.view.fit()
    before = stage.view.camera
    rect = stage.view.sheet.rect
    place = (1, 0, rect.right() + 50, 0, 1, rect.top())
    stage.model.do(put_picture(stage.session, tmp_path, place))
    assert stage.view.camera == before


def test_a_map_that_was_only_begun_is_not_called_saved(qtbot, light, tmp_path):
    session = new_session(tmp_path)
    workspace = MapWorkspace(session)
    qtbot.addWidget(workspace)
    assert not session.is_saved
    assert "new" in workspace.subtitle
    assert workspace.map_bar.save.isEnabled()
    workspace.save()
    assert session.is_saved
    assert workspace.subtitle.endswith("– saved")
    assert not workspace.map_bar.save.isEnabled()
    workspace.shut()


def test_new_areas_are_of_the_first_kind_of_ground(qtbot, light, tmp_path):
    session = new_session(tmp_path)
    workspace = MapWorkspace(session)
    qtbot.addWidget(workspace)
    assert workspace.model.inks.terrain == next(iter(session.document.palette.terrain))
    workspace.shut()


@pytest.mark.parametrize(
    ("figures", "shown"), [({"blocks_sight": True}, ""), ({"cost": 2}, "2"), ({"a": 1, "b": 2}, "")]
)
def test_what_is_no_number_is_no_cost(figures, shown):
    assert costs_of(TerrainKind("t", "T", properties=figures).properties, []) == shown


def test_the_wizard_asks_of_areas_only_what_they_need(qtbot, light, tmp_path):
    dialog = NewMapDialog(palette_choices(), tmp_path, load_map_theme())
    qtbot.addWidget(dialog)
    dialog.show()
    names = ("columns", "rows", "numbering", "prefix", "pointy")
    sheet_only = [dialog.fields.field(name) for name in names]
    assert all(field.isVisible() for field in sheet_only)
    areas = dialog.kind.findChildren(type(dialog.kind._group.button(2)))[2]
    QTest.mouseClick(areas, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert not any(field.isVisible() for field in sheet_only)
    assert dialog.fields.field("cell_length").accessibleName() == "A unit is"
    assert dialog.chosen().kind == "area"


def test_home_tells_a_saved_map_that_was_open_at_a_kill_from_an_unsaved_one(stage):
    path = stage.session.path
    journal = path.with_name(f".{path.name}.journal")
    said = []
    for step in ("draw", "save", "draw"):
        if step == "save":
            stage.workspace.save()
        else:
            stage.model.do(NameCell(next(iter(stage.document.cells)), f"Name {len(said)}"))
        assert journal.exists()  # what a kill would leave
        library = read_library(datetime.now(UTC), lambda *_: None, [str(path)])
        said.append(next(c.waits_for for c in library.recent if c.path == str(path)))
    assert said == ["Not saved; what was drawn is kept.", "Saved", said[0]]
