"""The board view: where things are, what clicks and keys say, what a frame costs."""

from __future__ import annotations

import threading
import time

import pytest
from msgspec.structs import replace
from plain_art import PlainArt
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from tiny_game import Skirmish

from wardesk.documents.maps.store import load_board
from wardesk.engine.kernel import begin
from wardesk.geometry.grids.arrows import next_by_arrow
from wardesk.paths import campaigns
from wardesk.ui.canvas import picking
from wardesk.ui.canvas.board_view import BoardView
from wardesk.ui.canvas.camera import Camera, fitting
from wardesk.ui.canvas.marks import Callout, Marks, read_through
from wardesk.ui.canvas.picking import CellIndex
from wardesk.ui.canvas.piles import Piling, Settling, count_box
from wardesk.ui.canvas.printed import PrintedArt
from wardesk.ui.canvas.stack_inspector import LARGE, fan_out
from wardesk.ui.canvas.tiles import TILE, TileKey, keys_within, level_of, paint_tile


@pytest.fixture
def view(light, qtbot):
    rules = Skirmish()
    _, state = begin(rules, umpire=False)
    art = PlainArt(rules.board)
    shown = BoardView(rules.board, art)
    qtbot.addWidget(shown)
    shown.resize(800, 600)
    shown.set_look(rules.showing.look(state))
    with qtbot.waitSignal(shown.settled):
        shown.show()
    qtbot.waitUntil(lambda: not shown.busy)
    yield shown
    shown.stop()


def test_zoom_keeps_the_point_under_the_cursor():
    camera = Camera(QPointF(100, 50), 2.0, QSizeF(400, 300))
    at = QPointF(37, 210)
    before = camera.to_board(at)
    after = camera.zoomed(1.7, at).to_board(at)
    assert (before - after).manhattanLength() < 1e-9


def test_fitting_shows_everything():
    sheet = QRectF(-10, 5, 300, 100)
    assert fitting(sheet, QSizeF(640, 480)).seen().contains(sheet)


def test_tiles_cover_what_is_seen():
    seen = QRectF(-33.3, 12.5, 801, 404)
    level = level_of(1.3)
    box = QRectF()
    for key in keys_within(0, level, seen):
        box = box.united(key.rect())
    assert box.contains(seen)
    assert TileKey(0, level, 0, 0).scale >= 1.3


def test_a_tile_is_painted_without_the_gui_thread(light):
    art = PlainArt(Skirmish().board)
    image = paint_tile(TileKey(0, 0, 0, 0), art.paint_ground, art.paper)
    assert image.width() == TILE
    assert image.pixelColor(60, 20) != art.paper


def test_cells_are_found_by_point_and_by_direction():
    index = CellIndex(Skirmish().board)
    assert index.at(QPointF(64, 64)) == "A1"
    assert index.at(QPointF(-5, 64)) == ""
    assert index.next("B2", 1, 0) == "C2"
    assert index.next("B2", 0, 1) == "B3"
    assert index.next("A1", -1, 0) == "A1"


@pytest.mark.parametrize("place", ["hannut-stonne/maps/hannut", "eben-emael/maps/fort"])
def test_an_arrow_looks_around_its_cell_and_finds_what_a_look_at_all_cells_finds(
    place, monkeypatch
):
    index = CellIndex(load_board(campaigns() / place))
    looked = []

    def counted(here, others, way, origin):
        others = list(others)
        looked.append(len(others))
        return next_by_arrow(here, others, way, origin)

    monkeypatch.setattr(picking, "next_by_arrow", counted)
    spots = [(cell, (at.x(), at.y())) for cell, at in index.anchors.items()]
    for cell, here in spots[::7]:
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            assert index.next(cell, *way) == (next_by_arrow(here, spots, way, spots[0][1]) or cell)
    assert sorted(looked)[len(looked) // 2] < len(spots) / 3


def test_sides_lie_in_piles_of_their_own(view):
    looks = list(view.scene().looks.values())
    piles = Piling(view.scene().index.anchors, 60.0).pile_up(looks)
    assert sorted(len(pile.looks) for pile in piles) == [1, 1, 2, 3]


def test_a_fan_stays_in_the_view(view):
    looks = view.scene().in_cell("A1")
    for middle in (QPointF(30, 30), QPointF(400, 300), QPointF(770, 590), QPointF(400, 20)):
        spot = QRectF(0, 0, 44, 44)
        spot.moveCenter(middle)
        room = QRectF(0, 0, 800, 600)
        fan = fan_out("A1", "Mill", looks, {}, spot, room)
        assert room.contains(fan.box)
        assert not fan.box.intersects(spot), "the pile stays in sight"
        boxes = [box for _, box in fan.cards]
        assert all(box.width() == LARGE for box in boxes)
        assert not any(a.intersects(b) for a in boxes for b in boxes if a is not b)


def test_clicks_and_keys_say_what_was_meant(view, qtbot):
    with qtbot.waitSignal(view.cellClicked) as caught:
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.cell_point("D4"))
    assert caught.args == ["D4"]
    with qtbot.waitSignal(view.pieceClicked) as caught:
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.piece_point("R4"))
    assert caught.args == ["R4"]
    view.set_focus_cell("B3")
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.focus_cell == "C3"
    assert "Copse 3" in view.accessibleDescription()
    with qtbot.waitSignal(view.cellClicked) as caught:
        view.pick()
    assert caught.args == ["C3"]
    with qtbot.waitSignal(view.spacePressed):
        QTest.keyClick(view, Qt.Key.Key_Space)


def test_arrows_walk_a_laid_out_pile(view, qtbot):
    view.set_focus_cell("A1")
    view.fan("A1")
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.fanned.at == 1
    assert view.under_keyboard == view.fanned.cards[1][0].piece
    with qtbot.waitSignal(view.pieceClicked) as caught:
        view.pick()
    assert caught.args == [view.fanned.cards[1][0].piece]
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert view.fanned is None


def test_a_counter_can_be_carried_to_a_cell(view, qtbot):
    start, goal = view.piece_point("R4"), view.cell_point("C3")
    with qtbot.waitSignal(view.pieceDropped) as caught:
        QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
        QTest.mouseMove(view, start + QPoint(30, 0))
        QTest.mouseMove(view, goal)
        QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=goal)
    assert caught.args == [("R4",), "C3"]


def test_the_sheet_is_pushed_and_fitted_again(view):
    before = view.camera
    QTest.mousePress(view, Qt.MouseButton.MiddleButton, pos=QPoint(400, 300))
    QTest.mouseMove(view, QPoint(440, 330))
    QTest.mouseMove(view, QPoint(480, 360))
    QTest.mouseRelease(view, Qt.MouseButton.MiddleButton, pos=QPoint(480, 360))
    assert view.camera.centre != before.centre
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.camera.scale > before.scale
    view.fit()
    assert view.camera.scale == pytest.approx(before.scale)


def test_tab_is_told_and_does_not_leave(view, qtbot):
    view.setFocus()
    with qtbot.waitSignal(view.tabbed):
        QTest.keyClick(view, Qt.Key.Key_Tab)


def test_a_frame_paints_no_ground(view):
    view.set_marks(
        Marks(reach={"B2": "1", "C2": "2"}, targets=("C1",), selected=frozenset({"R4"}),
              path=("B4", "B3", "C3"), callout=Callout("E4", "Too far (2.2)", "danger"))
    )  # fmt: skip
    painted = view.scene().art.painted
    for _ in range(5):
        view.repaint()
    assert view.scene().art.painted == painted
    assert not view.busy


class SlowArt(PlainArt):
    """Ground of one colour that comes when it is let go."""

    def __init__(self, board):
        super().__init__(board)
        self.free = threading.Event()

    def paint_ground(self, painter, rect, scale):
        assert self.free.wait(30)
        painter.fillRect(rect, QColor("#203040"))


def test_the_ground_stays_until_the_new_one_is_whole(view, qtbot):
    at = view.camera.to_view(view.anchor("E4") + QPointF(30, 30)).toPoint()
    colour = view.grab().toImage().pixelColor
    was = colour(at)
    art = SlowArt(view.scene().board)
    assert was not in (art.paper, QColor("#203040"))

    view.set_art(art)
    assert view.grab().toImage().pixelColor(at) == was  # not the bare paper
    view.set_art(art)  # nor after a second change while the first is still being painted
    assert view.grab().toImage().pixelColor(at) == was

    art.free.set()
    qtbot.waitUntil(lambda: not view.busy)
    assert view.grab().toImage().pixelColor(at) == QColor("#203040")
    assert view._tiles.before is None
    assert {key.generation for key in view._tiles._kept} == {view._tiles.generation}


def test_a_frame_costs_less_than_one_tile(light, qtbot):
    """The ratio that keeps ground off the GUI thread worth while; measured in CPU time."""
    rules = Skirmish()
    _, state = begin(rules, umpire=False)
    art = PrintedArt(rules.board)
    shown = BoardView(rules.board, art)
    qtbot.addWidget(shown)
    shown.resize(1200, 800)
    shown.set_look(rules.showing.look(state))
    with qtbot.waitSignal(shown.settled, timeout=30000):
        shown.show()
    qtbot.waitUntil(lambda: not shown.busy, timeout=30000)
    for _ in range(3):
        shown.repaint()
    started = time.thread_time()
    for _ in range(10):
        shown.repaint()
    frame = (time.thread_time() - started) / 10
    key = TileKey(0, level_of(shown.camera.scale), 0, 0)
    started = time.thread_time()
    paint_tile(key, art.paint_ground, art.paper)
    assert frame < time.thread_time() - started
    shown.stop()


def test_a_light_over_most_of_the_map_stays_and_lets_the_map_be_read():
    cells = tuple(f"c{k}" for k in range(100))
    everything = Marks(targets=cells, reach=dict.fromkeys(cells, "") | {"c3": "2"})
    half = Marks(targets=cells[:50], reach=dict.fromkeys(cells[:50], ""))

    shown = read_through(everything, 100)
    assert (shown.targets, shown.reach, shown.wide) == (cells, everything.reach, True)
    assert read_through(half, 100) == half


def test_piles_move_off_names_and_stay_in_their_cells():
    rules = Skirmish()
    _, state = begin(rules, umpire=False)
    index = CellIndex(rules.board)
    edge = 60.0
    piles = Piling(index.anchors, edge).pile_up(rules.showing.look(state).counters)
    names = [pile.box.adjusted(0, edge * 0.7, 0, edge * 0.3) for pile in piles]

    moved = Settling(names, edge, index.holds).settle(piles)

    def hidden(found):
        both = [p.bounds().intersected(name) for p in found for name in names]
        return sum(box.width() * box.height() for box in both if box.isValid())

    assert hidden(piles) > 0
    assert hidden(moved) < hidden(piles) / 2
    assert sorted(p.cell for p in moved) == sorted(p.cell for p in piles)
    assert all(index.at(p.box.center()) == p.cell for p in moved)


def test_piles_that_hide_no_name_stay_where_they_are():
    rules = Skirmish()
    _, state = begin(rules, umpire=False)
    index = CellIndex(rules.board)
    piles = Piling(index.anchors, 60.0).pile_up(rules.showing.look(state).counters)
    far = [QRectF(-9000, -9000, 50, 20)]

    assert Settling(far, 60.0, lambda cell, xs, ys: [True] * len(xs)).settle(piles) == piles


def test_an_arrow_within_one_cell_is_no_arrow(view):
    view.set_marks(Marks(lines=(("B2", "B2"),)))

    assert not view.grab().isNull()  # Qt warns of a line without a length, which fails the test.


def test_a_click_near_the_edge_does_not_push_a_fitted_sheet(view):
    view.fit()
    before = view.camera
    corners = min(view.scene().index.anchors.items(), key=lambda item: item[1].y())

    view.set_focus_cell(corners[0])
    assert view.camera == before

    view.zoom(2.0)
    view.set_focus_cell(corners[0])
    assert view.camera.seen().contains(corners[1])


def test_piles_settled_before_lie_where_they_lay():
    rules = Skirmish()
    index = CellIndex(rules.board)
    looks = rules.showing.look(begin(rules, umpire=False)[1]).counters
    edge = 60.0
    piles = Piling(index.anchors, edge).pile_up(looks)
    names = [pile.box.adjusted(10, 10, 20, 20) for pile in piles]
    asked = []

    def inside(cell, xs, ys):
        asked.append(cell)
        return index.holds(cell, xs, ys)

    settling = Settling(names, edge, inside)
    first = settling.settle(piles)
    assert asked
    asked.clear()
    assert settling.settle(piles) == first
    assert not asked


@pytest.fixture
def below_words(light, qtbot):
    """A board under some words, as at the table."""
    window = QWidget()
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    words = QLabel("asked")
    words.setFixedHeight(60)
    view = BoardView(Skirmish().board, PlainArt(Skirmish().board))
    column.addWidget(words)
    column.addWidget(view, 1)
    window.resize(500, 900)
    qtbot.addWidget(window)
    window.show()
    view.fit()
    yield window, words, view
    view.stop()


def on_screen(window, view):
    return view.mapTo(window, view.cell_point(view.scene().index.first()))


@pytest.mark.parametrize("fitted", [True, False])
def test_the_paper_lies_still_when_the_words_above_take_more_lines(below_words, fitted, qtbot):
    window, words, view = below_words
    if not fitted:
        view.zoom(1.5)
    before = on_screen(window, view)
    for high in (100, 60, 140, 80):
        words.setFixedHeight(high)
        window.layout().activate()
        assert (on_screen(window, view) - before).manhattanLength() <= 1


def test_a_fitted_board_follows_a_window_that_grows(below_words):
    window, _, view = below_words
    before = view.camera.scale
    window.resize(1000, 1000)
    assert view.camera.scale > before
    assert view.camera.seen().contains(view.scene().home())


def test_a_fitted_board_shrinks_when_the_words_would_cover_it(below_words):
    window, words, view = below_words
    for high in range(60, 800, 100):
        words.setFixedHeight(high)
        window.layout().activate()
        assert view.camera.seen().contains(view.scene().home())


def test_a_fitted_sheet_grows_back_when_the_words_above_it_go(view, qtbot):
    view.resize(600, 400)
    view.fit()
    whole = view.camera.scale
    for tall in (340, 400, 370, 400):
        view.resize(600, tall)
        QApplication.processEvents()
        assert view.camera.scale == pytest.approx(view.fitted_scale)
        assert view.camera.seen().contains(view.scene().home())
    assert view.camera.scale == pytest.approx(whole)


def test_a_fitted_sheet_stays_where_it_is_while_it_is_as_large_as_it_can_be(view, qtbot):
    view.resize(300, 700)
    view.fit()
    whole = view.camera.scale
    view.resize(300, 660)
    QApplication.processEvents()
    assert view.camera.scale == pytest.approx(whole)


@pytest.mark.parametrize("edge", [20.0, 32.0, 60.0, 130.0])
def test_the_number_of_a_pile_leaves_the_figures_free(edge):
    pile = QRectF(100, 100, edge, 1.7 * edge)
    number = count_box(pile)
    assert number.right() <= pile.left() + 0.13 * edge, "beside its edge, off the tab"
    assert number.intersects(pile)
    assert number.bottom() <= pile.top() + 0.6 * edge


def test_piles_of_cells_where_nothing_changed_stay_the_same_values():
    rules = Skirmish()
    looks = rules.showing.look(begin(rules, umpire=False)[1]).counters
    piling = Piling(CellIndex(rules.board).anchors, 60.0)
    first = piling.pile_up(looks)
    changed, gone = looks[0].piece, looks[0].at
    other = [replace(each, left="9") if each.piece == changed else each for each in looks]

    again, then = piling.pile_up(list(looks)), piling.pile_up(other)

    assert [id(pile) for pile in again] == [id(pile) for pile in first]
    kept = {id(pile) for pile in first}
    assert {pile.cell for pile in then if id(pile) not in kept} == {gone}
    assert then == Piling(CellIndex(rules.board).anchors, 60.0).pile_up(other)
