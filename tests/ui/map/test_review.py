"""The review of neighbours in the editor: a list, the pair on the map, and what is decided."""

from __future__ import annotations

import pytest
import shapely
from area_stage import SHIFT, area_stage
from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from shapely.geometry import box

from wardesk.documents.imports.areas import import_tracing
from wardesk.documents.imports.triplea import read_triplea
from wardesk.documents.maps.store import read_map
from wardesk.drawing.neighbourhood import open_neighbours
from wardesk.paths import campaigns
from wardesk.services.maps.edit_session import EditSession
from wardesk.ui.map.overlays.adjacency import DOUBTED, GRAVE, OPEN
from wardesk.ui.map.workspace import MapWorkspace

FORT = campaigns() / "eben-emael" / "maps" / "fort"


def traced_folder(tmp_path):
    """Eight traced areas; Ness meets Old by a nose 12 px long, Sund hardly meets Moor."""
    shapes = {
        "Aber": box(0, 0, 97, 97),
        "Birk": box(100, 0, 197, 97),
        "Cray": box(200, 0, 300, 97),
        "Ness": shapely.union(box(0, 100, 97, 200), box(97, 145, 120, 157)),
        "Old": box(123, 100, 197, 200),
        "Moor": box(200, 103, 300, 200),
        "Quay": box(303, 0, 340, 190),
        "Sund": box(303, 193, 340, 203),
    }
    place = tmp_path / "land" / "map"
    place.mkdir(parents=True)
    rows = []
    for name, shape in shapes.items():
        ring = " ".join(
            f"({round(x)},{round(y)})" for x, y in shapely.get_coordinates(shape.exterior)[:-1]
        )
        rows.append(f"{name}  < {ring} >")
    (place / "polygons.txt").write_text("\n".join(rows), encoding="utf-8")
    (place / "map.properties").write_text("map.width=340\nmap.scrollWrapX=false\n")
    return place.parent


def wait(ms):
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


class Review:
    """A stage with the review tool in hand, its list made."""

    def __init__(self, stage):
        self.stage, self.workspace = stage, stage.workspace
        self.tool = stage.use("review")
        self.panel = stage.workspace.panels.review
        self.doubts = stage.model.doubtful
        self.settle()

    def settle(self):
        wait(200)  # the pause before the list is made anew
        self.stage.qtbot.waitUntil(lambda: not self.doubts.working, timeout=20_000)

    @property
    def pairs(self):
        return [row.pair for row in self.doubts.found]

    def reason(self, words):
        dialog = self.tool.dialog
        dialog.field.setText(words)
        dialog.take.click()


@pytest.fixture
def traced(qtbot, light, tmp_path):
    document = import_tracing(read_triplea(traced_folder(tmp_path))).document
    with area_stage(qtbot, tmp_path, document) as stage:
        yield Review(stage)


def test_the_list_takes_the_place_of_the_issues_and_gives_it_back(traced):
    assert traced.panel.isVisible()
    assert not traced.workspace.panels.issues.isVisible()
    assert [tuple(row.key.split("\n")) for row in traced.panel.list.rows] == traced.pairs
    assert len(traced.pairs) >= 2
    doubts = [row.doubt for row in traced.doubts.found]
    assert doubts == sorted(doubts, reverse=True)
    traced.stage.use("select")
    assert traced.workspace.panels.issues.isVisible()
    assert not traced.panel.isVisible()


def test_a_row_says_kind_length_gap_and_why(traced):
    traced.tool.pick(("Ness", "Old"))
    words = traced.panel.facts.text()
    row = traced.doubts.of(("Ness", "Old"))
    assert f"{row.length:g} px" in words
    assert "run together" in words
    assert "A side" in words
    assert "neighbours now" in words
    traced.tool.pick(("Moor", "Sund"))
    assert "gap 3 px" in traced.panel.facts.text()
    assert "not neighbours now" in traced.panel.facts.text()


def test_one_press_takes_the_word_of_the_source_and_one_step_takes_it_back(qtbot, light, tmp_path):
    folder = traced_folder(tmp_path)
    declared = (("Aber", "Birk"), ("Birk", "Cray"), ("Cray", "Moor"), ("Moor", "Sund"))
    rows = "".join(f'<connection t1="{a}" t2="{b}"/>' for a, b in declared)
    names = ("Aber", "Birk", "Cray", "Ness", "Old", "Moor", "Quay", "Sund")
    lands = "".join(f'<territory name="{name}"/>' for name in names)
    (folder / "map" / "games").mkdir()
    (folder / "map" / "games" / "land.xml").write_text(
        f'<?xml version="1.0"?><game><info name="Land"/><map>{lands}{rows}</map></game>'
    )
    document = import_tracing(read_triplea(folder)).document
    with area_stage(qtbot, tmp_path, document) as stage:
        review = Review(stage)
        assert review.panel.source.isVisible()
        before = open_neighbours(stage.model.document)
        review.panel.source.click()
        assert review.pairs == []
        assert not review.panel.source.isVisible()
        found = open_neighbours(stage.model.document)
        assert {tuple(sorted((a, b))) for a in found for b in found[a]} == set(declared)
        review.settle()
        assert review.pairs == []
        assert len(stage.titles) == 1
        stage.model.undo()
        assert open_neighbours(stage.model.document) == before


def test_a_source_that_declares_nothing_has_no_word(traced):
    assert not traced.panel.source.isVisible()


def test_nobody_is_told_that_all_is_clear_while_the_list_is_made(qtbot, light, tmp_path):
    document = import_tracing(read_triplea(traced_folder(tmp_path))).document
    with area_stage(qtbot, tmp_path, document) as stage:
        stage.use("review")
        panel = stage.workspace.panels.review
        assert stage.model.doubtful.working
        assert "Looking" in panel._fine.text()
        assert panel._fine.isVisible()


def test_picking_a_row_shows_the_pair_on_the_map(traced):
    view = traced.stage.view
    goal = next(k for k, row in enumerate(traced.pairs) if row == ("Ness", "Old"))
    traced.panel.list.setCurrentIndex(traced.panel.list.model().index(goal, 0))
    assert traced.tool.row.pair == ("Ness", "Old")
    seen = view.camera.seen()
    points = [point for line in traced.tool.row.lines for point in line]
    assert points
    assert all(seen.contains(*point) for point in points)
    wait(50)
    picture = view.grab().toImage()
    (ax, ay), (bx, by) = traced.tool.row.lines[0][:2]
    on = traced.stage.px((ax + bx) / 2, (ay + by) / 2)
    ratio = picture.devicePixelRatio()
    found = QColor(picture.pixel(int(on.x() * ratio), int(on.y() * ratio)))
    wanted = QColor("#c2187a")
    off = [abs(a - b) for a, b in zip(found.getRgb(), wanted.getRgb(), strict=True)]
    assert max(off) < 30


def test_what_is_kept_leaves_the_list_and_stays_away_after_reload(traced, tmp_path):
    first, second = traced.pairs[:2]
    traced.stage.key(Qt.Key.Key_Y)
    assert traced.stage.titles == [f"Keep {first[0]}–{first[1]} as it is"]
    assert traced.tool.row.pair == second  # the next one is in hand
    traced.settle()
    assert first not in traced.pairs
    assert traced.stage.model.save()
    again = read_map(traced.stage.session.path)
    assert first in again.kept
    traced.stage.model.undo()
    traced.settle()
    assert first in traced.pairs


def test_next_and_previous_go_round(traced):
    order = []
    for _ in range(len(traced.pairs) + 1):
        order.append(traced.tool.row.pair)
        traced.stage.key(Qt.Key.Key_Period)
    assert order[:-1] == traced.pairs
    assert order[-1] == traced.pairs[0]
    traced.stage.key(Qt.Key.Key_Comma)
    assert traced.tool.row.pair == traced.pairs[0]


def test_joining_asks_for_the_reason_and_is_one_step(traced):
    pair = next(row.pair for row in traced.doubts.found if not row.joined)
    traced.tool.pick(pair)
    traced.stage.key(Qt.Key.Key_A)
    traced.reason("a causeway")
    given = [o for o in traced.stage.document.overrides if o.pair == pair and o.change == "add"]
    kept = traced.stage.document.kept.get(pair)
    assert (given and given[0].reason == "a causeway") or (kept and kept.reason == "a causeway")
    traced.settle()
    assert pair not in traced.pairs
    assert len(traced.stage.titles) == 1
    assert traced.stage.undo_all() == traced.stage.before


def test_cutting_neighbours_asks_for_the_reason(traced):
    pair = next(row.pair for row in traced.doubts.found if row.joined)
    traced.tool.pick(pair)
    traced.panel.cut.click()
    traced.reason("a sea wall")
    traced.settle()
    assert pair not in traced.pairs
    assert len(traced.stage.titles) == 1
    assert traced.stage.undo_all() == traced.stage.before


def test_what_cannot_be_is_refused_with_the_reason(traced):
    pair = next(row.pair for row in traced.doubts.found if row.joined)
    traced.tool.pick(pair)
    traced.stage.key(Qt.Key.Key_A)
    assert "already" in traced.stage.refusals[-1]
    assert traced.stage.titles == []


def test_the_keys_hold_in_the_list_too(traced):
    first = traced.pairs[0]
    traced.panel.list.setFocus()
    QTest.keyClick(traced.panel.list, Qt.Key.Key_Y)
    assert first in traced.stage.document.kept
    QTest.keyClick(traced.panel.list, Qt.Key.Key_Down)
    assert traced.tool.row.pair == traced.pairs[1]


def test_a_click_on_a_cell_takes_its_doubtful_pairs_in_turn(traced):
    mine = [pair for pair in traced.pairs if "Ness" in pair]
    x, y = traced.stage.document.cells["Ness"].anchor
    traced.stage.click(x, y)
    assert traced.tool.row.pair in mine


def test_hints_name_the_keys_and_follow_the_pair(traced):
    keys = [key for key, _ in traced.tool.hints()]
    assert "Y" in keys
    assert ("C" if traced.tool.row.joined else "A") in keys


def test_shift_f8_takes_the_review_up_and_goes_on(traced):
    traced.stage.use("select")
    traced.stage.key(Qt.Key.Key_F8, SHIFT)
    assert traced.stage.view.tool is traced.tool
    first = traced.tool.row.pair
    traced.stage.key(Qt.Key.Key_F8, SHIFT)
    assert traced.tool.row.pair != first


def test_the_overlay_draws_doubt_wider_and_in_another_ink(traced):
    overlay = traced.stage.workspace.overlays.adjacency
    traced.stage.workspace.overlays.switches["adjacency"].setChecked(True)
    boards = traced.stage.model.compiler
    traced.stage.qtbot.waitUntil(lambda: boards.board is not None, timeout=20_000)
    sorts = overlay.sorts(boards.board)
    drawn = {
        pair: (ink, wide) for (_, ink, wide), pairs in sorts.items() for pair in pairs
    }  # fmt: skip
    for row in traced.doubts.found:
        ink, wide = drawn[row.pair]
        assert ink == (GRAVE if row.doubt >= 0.5 else DOUBTED)
        assert wide > 2.2
    sure = [pair for pair in drawn if traced.doubts.of(pair) is None]
    assert ("Aber", "Birk") in sure
    assert drawn["Aber", "Birk"] == (OPEN, 2.2)
    wait(50)
    assert not traced.stage.view.grab().isNull()


def test_the_fort_lists_its_corners(qtbot, light, tmp_path):
    session = EditSession.new(read_map(FORT), tmp_path / "fort.wdmap")
    workspace = MapWorkspace(session)
    qtbot.addWidget(workspace)
    workspace.resize(1100, 760)
    workspace.show()
    workspace.use("review")
    doubts = workspace.model.doubtful
    qtbot.waitUntil(lambda: bool(doubts.found), timeout=20_000)
    assert {row.code for row in doubts.found} == {"corner"}
    workspace.shut()


def test_a_sheet_of_hexes_says_that_nothing_is_doubtful(hexes, qtbot):
    doubts = hexes.model.doubtful
    assert not doubts.working  # nobody wants them yet, so nobody need wait for them
    hexes.use("review")
    wait(200)
    qtbot.waitUntil(lambda: not doubts.working, timeout=20_000)
    panel = hexes.workspace.panels.review
    assert panel.isVisible()
    if not doubts.found:
        assert "Nobody needs" in panel._fine.text()
    hexes.type("y")
    assert bool(hexes.refusals) is not bool(doubts.found)


def test_broken_borders_are_told_in_the_panel(qtbot, light, tmp_path):
    with area_stage(qtbot, tmp_path) as stage:
        edge = next(iter(stage.document.edges))
        del stage.document.edges[edge]
        stage.use("review")
        doubts = stage.model.doubtful
        qtbot.waitUntil(lambda: bool(doubts.problem), timeout=20_000)
        assert stage.workspace.panels.review._fine.text() == doubts.problem


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_the_menu_of_a_cell_asks_again_about_what_was_confirmed(traced):
    pair = traced.tool.row.pair
    traced.tool.keep()
    menu = traced.workspace.menu
    menu.open(pair[0], traced.stage.view.cell_point(pair[0]))
    words = f"Ask again about {pair[0]} – {pair[1]}"
    action = next(one for one in menu.menu.actions() if one.text() == words)
    action.trigger()
    if menu.menu is not None:
        menu.menu.close()
    assert pair not in traced.stage.document.kept
    traced.settle()
    assert pair in traced.pairs
