"""Comfort on an open table: turned sheets, small map, cell ids, crispness, keys, repair."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from plain_art import PlainArt
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtTest import QTest
from tiny_game import Skirmish

from wardesk.documents import translate_values
from wardesk.documents.translate_values import Wording
from wardesk.ui.canvas.camera import Camera, fitting, turned_rect
from wardesk.ui.canvas.coordinates import shown_cells
from wardesk.ui.key_book import key_book
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.settings import SettingsFile
from wardesk.ui.table import board as table_board
from wardesk.ui.table.board import BoardArea

TURNS = (0, 1, 2, 3)


@pytest.fixture(autouse=True)
def _usual():
    preferences().load(SettingsFile())
    yield
    preferences().load(SettingsFile())
    key_book().choose({})


@pytest.fixture
def area(light, qtbot):
    one = BoardArea(Skirmish().board, PlainArt(Skirmish().board))
    qtbot.addWidget(one)
    one.resize(900, 700)
    one.show()
    one.view.fit()
    yield one
    one.view.stop()


# ---- the camera ------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", TURNS)
def test_there_and_back_is_exact_however_the_sheet_lies(turn):
    camera = Camera(QPointF(37.5, -12.25), 1.5, QSizeF(801, 600), turn)
    for x, y in ((0, 0), (13, 590), (800, 1), (400.5, 300)):
        point = QPointF(x, y)
        back = camera.to_view(camera.to_board(point))
        assert (back - point).manhattanLength() < 1e-9
        mapped = camera.transform().map(camera.to_board(point))
        assert (mapped - point).manhattanLength() < 1e-9
        assert camera.seen().adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(camera.to_board(point))


@pytest.mark.parametrize("turn", TURNS)
def test_pushing_and_zooming_follow_the_hand(turn):
    camera = Camera(QPointF(50, 60), 2.0, QSizeF(640, 480), turn)
    held = camera.to_board(QPointF(100, 100))
    assert (camera.moved(QPointF(30, -8)).to_view(held) - QPointF(130, 92)).manhattanLength() < 1e-9
    near = camera.zoomed(1.7, QPointF(100, 100))
    assert (near.to_view(held) - QPointF(100, 100)).manhattanLength() < 1e-9


@pytest.mark.parametrize("turn", TURNS)
def test_a_turned_sheet_fits(turn):
    sheet = QRectF(0, 0, 400, 100)
    camera = fitting(sheet, QSizeF(300, 600), turn=turn)
    assert camera.seen().contains(sheet)
    lying = turned_rect(sheet, turn)
    assert camera.scale == pytest.approx(min(300 / lying.width(), 600 / lying.height()))


# ---- the view --------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", TURNS)
def test_picking_is_exact_on_a_turned_sheet(area, turn):
    view = area.view
    view.turn(turn)
    for cell in view.scene().index.anchors:
        assert view.cell_at(QPointF(view.cell_point(cell))) == cell


def test_arrows_walk_as_the_sheet_lies(area):
    view = area.view
    start = view.scene().index.first()
    view.setFocus()
    view.set_focus_cell(start)
    view.turn(1)
    before = view.cell_point(start)
    QTest.keyClick(view, Qt.Key.Key_Right)
    after = view.cell_point(view.focus_cell)
    assert after.x() - before.x() > abs(after.y() - before.y())


def test_four_turns_are_none(area):
    before = area.view.camera
    for _ in range(4):
        area.view.turn(1)
    assert area.view.camera.turn == 0
    assert area.view.camera.scale == pytest.approx(before.scale)


def test_the_small_map_comes_when_something_is_out_of_view(area):
    assert not area.minimap.isVisible()
    area.view.zoom(3.0)
    assert area.minimap.isVisible()
    buttons = area._buttons.geometry()
    assert not area.minimap.geometry().intersects(buttons)
    area.minimap.set_wanted(False)
    assert not area.minimap.isVisible()


@pytest.mark.parametrize("turn", [0, 3])
def test_a_click_on_the_small_map_goes_there(area, turn):
    view = area.view
    view.turn(turn)
    view.zoom(4.0)
    corner = QPoint(area.minimap.width() // 4, area.minimap.height() // 4)
    wanted = area.minimap._camera().to_board(QPointF(corner))
    QTest.mouseClick(area.minimap, Qt.MouseButton.LeftButton, pos=corner)
    assert (view.camera.centre - wanted).manhattanLength() < 1.0
    assert not area.minimap.grab().isNull()


def test_the_wheel_glides_and_reduced_motion_jumps(area, qtbot):
    view = area.view
    before = view.camera.scale
    view._animation.zoom(1.25, QPointF(200, 200))
    assert view._animation.running
    qtbot.waitUntil(lambda: not view._animation.running, timeout=3000)
    assert view.camera.scale == pytest.approx(before * 1.25)
    preferences().change("reduced_motion", True, keep=False)
    view._animation.zoom(1.25, QPointF(200, 200))
    assert not view._animation.running
    assert view.camera.scale == pytest.approx(before * 1.25**2)


def test_fitting_the_selection_shows_the_cell(area):
    view = area.view
    cell = next(iter(view.scene().index.anchors))
    view.set_focus_cell(cell)
    view.fit_selection()
    box = view.scene().lit_box(cell)
    assert view.camera.seen().contains(box)
    assert view.camera.scale > view.fitted_scale


def test_ids_are_written_where_there_is_room(area):
    view = area.view
    view.scene().coordinates = True
    found = dict(shown_cells(view.scene().index, view.camera, view.camera.seen()))
    assert set(found) == set(view.scene().index.anchors)
    view.zoom(0.05)
    tiny = Camera(view.camera.centre, 0.01, view.camera.size)
    assert shown_cells(view.scene().index, tiny, tiny.seen()) == []
    assert not view.grab().isNull()


# ---- at the table ----------------------------------------------------------------------------


def test_settings_reach_an_open_table(tables):
    table = tables()
    preferences().change("coordinates", True, keep=False)
    assert table.view.scene().coordinates
    paper = table.view.scene().art.paper
    preferences().change("map_theme", "contrast", keep=False)
    assert table.view.scene().art.paper != paper
    preferences().change("bot_pace", 4, keep=False)
    assert table.model.runner.pace == 4
    preferences().change("minimap", False, keep=False)
    table.view.zoom(3)
    assert not table.board.minimap.isVisible()


def test_a_change_of_theme_keeps_the_language_of_the_map(tables, monkeypatch):
    table = tables()
    name = next(iter(table.model.rules.board.cells.values())).name
    table.session.speak(Wording("de"))
    monkeypatch.setattr(
        translate_values, "shown", lambda text, _language: "Anderswo" if text == name else str(text)
    )
    drawn = []
    monkeypatch.setattr(
        table_board, "chosen_art", lambda board: drawn.append(board) or PlainArt(board)
    )
    preferences().change("map_theme", "contrast", keep=False)
    assert next(iter(drawn[-1].cells.values())).name == "Anderswo"


def test_moved_keys_act_and_old_ones_do_not(tables):
    from wardesk.ui.actions import ActionRegistry

    table = tables()
    registry = ActionRegistry(table)
    registry.add(*table.commands())
    key_book().choose({"table.fit": "Y"})
    view = table.view
    view.zoom(2.0)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_F)
    assert view.camera.scale > view.fitted_scale
    QTest.keyClick(view, Qt.Key.Key_Y)
    assert view.camera.scale == view.fitted_scale


def test_commands_turn_and_toggle(tables):
    table = tables()
    run = {command.id: command.run for command in table.commands()}
    run["table.rotate"]()
    assert table.view.camera.turn == 1
    run["table.rotate_back"]()
    run["table.coordinates"]()
    assert preferences().now.coordinates


CRISP = """
import sys
sys.path.insert(0, {here!r})
from plain_art import PlainArt
from tiny_game import Skirmish
from PySide6.QtCore import QEventLoop, QTimer
from wardesk.engine.kernel import begin
from wardesk.ui.app import make_app
from wardesk.ui.canvas.board_view import BoardView

app = make_app(["wardesk"])
rules = Skirmish()
view = BoardView(rules.board, PlainArt(rules.board))
view.set_look(rules.showing.look(begin(rules, umpire=False)[1]))
view.resize(500, 400)
view.show()
view.fit()
for turn in (0, 1):
    view.turn(turn)
    picture = view.grab()
    loop = QEventLoop()
    QTimer.singleShot(4000, loop.quit)
    view.settled.connect(loop.quit)
    if view.busy:
        loop.exec()
    picture = view.grab()
    ratio = view.devicePixelRatioF()
    assert ratio == {factor}, ratio
    assert picture.width() == round(500 * ratio), picture.width()
    key, image = view._lettering._image
    assert abs(key.scale - view.camera.scale * ratio) < 1e-9
    assert (image.width(), key.turn) == (key.width, view.camera.turn)
    for (look, pixels, at), kept in view.scene()._counters._kept.items():
        image = kept.image
        assert at == ratio and image.devicePixelRatio() == ratio
        assert image.width() >= round(pixels * ratio), (image.width(), pixels)
view.stop()
print("crisp", len(view.scene()._counters._kept) > 0)
"""


@pytest.mark.parametrize("factor", ["1.0", "1.5", "2.0"])
def test_everything_is_drawn_in_device_pixels(tmp_path, factor):
    done = subprocess.run(
        [sys.executable, "-c", CRISP.format(here=str(Path(__file__).parent), factor=factor)],
        env={**os.environ, "QT_SCALE_FACTOR": factor, "WARDESK_HOME": str(tmp_path)},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["crisp", "True"]


def test_nonsense_dice_are_refused_with_the_reason(light, qtbot):
    from wardesk.ui.widgets.dice_fields import DiceAnswer

    entry = DiceAnswer()
    entry.ask((6, 6))
    qtbot.addWidget(entry)
    entry.fields.fields[0].setText("9")
    assert entry.use.toolTip() == "A die shows 1 to 6, not 9."
    assert entry.fields.fields[0].property("wrong")
    entry.fields.fields[0].setText("5")
    assert entry.use.toolTip() == "Type every die first."
    entry.fields.fields[1].setText("x")
    assert "not x" in entry.use.toolTip()
    entry.fields.fields[1].setText("6")
    assert entry.use.isEnabled()


# ---- a window of the map ------------------------------------------------------------------------


def test_what_is_not_played_on_lies_in_the_dim_and_a_fitted_view_shows_the_rest(area):
    view = area.view
    whole = view.home()
    cells = sorted(view.scene().index.anchors)
    anchors = view.scene().index.anchors

    def light(cell):
        picture = view.grab().toImage()
        ratio = picture.devicePixelRatio()
        spot = view.camera.to_view(anchors[cell] + QPointF(0, -view.scene().art.counter * 0.4))
        return picture.pixelColor((spot * ratio).toPoint()).lightness()

    inside, outside = cells[0], cells[-1]
    before = light(inside), light(outside)

    view.scene().in_play = frozenset({inside})

    after = light(inside), light(outside)
    assert after[0] == before[0]
    assert after[1] < before[1]
    assert view.home().width() < whole.width()
    view.scene().in_play = frozenset()
    assert view.home() == whole
    assert light(outside) == before[1]
