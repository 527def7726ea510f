"""The looking pages in the window: tabs, slider, map, graph, plots, boxes, seats."""

from __future__ import annotations

import shutil
from datetime import UTC, date, datetime
from itertools import count

import pytest
from clipping import clipped
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import TurnBegun
from wardesk.campaign.ledger.kinds.routes import MarkerAdvanced
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.ledger.kinds.scenarios import NodeEntered
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitArrived, UnitMoved
from wardesk.campaign.operation.condition_text import parse
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.state import first_state
from wardesk.documents.packs.campaign_packs import find_design, read_design
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.graph import graph_facts
from wardesk.services.campaign.workshop.packs import new_design
from wardesk.ui import theme
from wardesk.ui.campaign.dialogs.new_campaign import BegunCampaign
from wardesk.ui.campaign.pages.stack import PAGES, PageStack
from wardesk.ui.campaign.views import country_marks as marks
from wardesk.ui.campaign.views.graph_page import GraphPage
from wardesk.ui.campaign.views.graph_view import GraphView
from wardesk.ui.preferences import preferences
from wardesk.ui.widgets.table import LINE

pytestmark = pytest.mark.usefixtures("light")
WAIT = 30_000
DESIGN = find_design("market-garden")[0]
LOOKING = PAGES[:4]


@pytest.fixture(scope="module")
def made_once(tmp_path_factory):
    """A campaign with troops on the map, losses, a scenario that is being played, two days."""
    numbers = count(1)
    file = tmp_path_factory.mktemp("look") / "look.wdcamp"
    with CampaignDesk.create(
        file, DESIGN, name="Look", campaign="look", seed=7, options={},
        now=lambda: datetime(2026, 5, 10, 12, tzinfo=UTC),
        nonce=lambda: next(numbers).to_bytes(16, "big"),
    ) as made:  # fmt: skip

        def add(*payloads):
            made.add([EventDraft(payload=each) for each in payloads])

        for formation, kind, where, game in (
            ("101.501", "drop", "DZ A / A1", "WED"), ("101.502", "drop", "DZ B", "WED"),
            ("101.506", "drop", "DZ B", "WED"),
            ("wal.fjr6", "hex", "Neerpelt bridgehead astride Club Route", "WED"),
        ):  # fmt: skip
            place = Place(kind, where, game=game)
            add(*(UnitArrived(unit=u, place=place) for u in DESIGN.members[formation]))
        add(MarkerAdvanced(route="club", stop="valkenswaard"))
        add(TurnBegun(ordinal=8), StepsLost(unit=DESIGN.members["101.501"][0], steps=1))
        add(Points(side="allied", points=2, cause="a town"), NodeEntered(node="drive"))
    return file


@pytest.fixture
def path(made_once, tmp_path):
    """A copy of it for one test."""
    return shutil.copy(made_once, tmp_path / "look.wdcamp")


@pytest.fixture(autouse=True)
def _page():
    yield
    preferences().change("campaign_page", "", keep=False)


@pytest.fixture
def here(qtbot, desk, path):
    # a page that draws no map: a test that wants it opens it
    preferences().change("campaign_page", "formations", keep=False)
    desk.campaigns.open(path)
    qtbot.waitUntil(lambda: desk.campaigns.workspace is not None, timeout=WAIT)
    settled(qtbot, desk)
    with qtbot.waitActive(desk.window_):
        desk.window_.activateWindow()
    return desk.campaigns.workspace


def settled(qtbot, desk):
    """Wait until nothing is under way."""

    def calm():
        space = desk.campaigns.workspace
        if desk.campaigns.busy or space is None or space.worker.busy:
            return False
        return not space.views.busy

    qtbot.waitUntil(calm, timeout=WAIT)


def press(qtbot, desk, key, held=Qt.KeyboardModifier.NoModifier):
    qtbot.keyClick(QApplication.focusWidget() or desk.campaigns.workspace, key, held)
    settled(qtbot, desk)


def opened(qtbot, desk, here, page):
    here.open_page(page)
    settled(qtbot, desk)
    return getattr(here.views, page)


def tokens(here):
    return {token.id for token in here.views.map.view.facts.tokens}


# ---- pages --------------------------------------------------------------------------------------


def test_what_came_in_while_another_mode_was_open_is_there_on_coming_back(desk, here, qtbot):
    opened(qtbot, desk, here, "boxes")
    before = here.views.look.count
    desk.window_.show_mode("home")
    lost = StepsLost(unit=DESIGN.members["101.502"][0], steps=1)
    here.worker.do(lambda held: held.add([EventDraft(payload=lost)]), lambda _done: None)
    settled(qtbot, desk)
    desk.window_.show_mode("campaign")
    settled(qtbot, desk)
    assert here.views.look.count == before + 1


def test_the_tabs_have_keys_and_the_last_page_is_remembered(desk, here, qtbot, path):
    assert here.pages.page == "formations"
    press(qtbot, desk, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    assert here.pages.page == "plots"
    press(qtbot, desk, Qt.Key.Key_6, Qt.KeyboardModifier.AltModifier)
    assert here.pages.page == "log"
    assert preferences().now.campaign_page == "log"

    desk.campaigns.close_campaign()
    desk.campaigns.open(path)
    qtbot.waitUntil(lambda: desk.campaigns.workspace is not None, timeout=WAIT)
    settled(qtbot, desk)

    assert desk.campaigns.workspace.pages.page == "log"


def test_whoever_opens_a_campaign_for_the_first_time_sees_the_map():
    preferences().change("campaign_page", "", keep=False)
    assert PageStack.remembered() == "map"
    preferences().change("campaign_page", "gone", keep=False)
    assert PageStack.remembered() == "map"


def test_a_campaign_opens_with_its_map_drawn(desk, qtbot, path):
    desk.campaigns.open(path)
    qtbot.waitUntil(lambda: desk.campaigns.workspace is not None, timeout=WAIT)
    views = desk.campaigns.workspace.views
    qtbot.waitUntil(lambda: views.map.view is not None, timeout=WAIT)
    assert views.look is not None


@pytest.mark.parametrize("asked_for", [True, False])
def test_a_map_that_comes_late_takes_the_keyboard_only_when_it_was_asked_for(
    desk, here, qtbot, asked_for
):
    with qtbot.waitActive(desk.window_):
        desk.window_.activateWindow()
    if asked_for:
        here.open_page("map")
    else:
        here.show_page("map")
        here.enter()
    assert here.views.map.view is None
    settled(qtbot, desk)
    qtbot.waitUntil(lambda: here.views.map.view is not None, timeout=WAIT)
    has = QApplication.focusWidget()
    assert has is (here.views.map.view if asked_for else here.needs.buttons[0])


@pytest.mark.parametrize("page", LOOKING)
def test_no_word_is_cut_in_the_smallest_window(desk, here, qtbot, page):
    opened(qtbot, desk, here, page)

    qtbot.waitUntil(lambda: clipped(here) == [], timeout=WAIT)


def test_tab_hides_the_docks_from_every_looking_page_with_a_board(desk, here, qtbot):
    for page in ("map", "graph", "boxes"):
        opened(qtbot, desk, here, page)
        press(qtbot, desk, Qt.Key.Key_Tab)
        assert here.docks_hidden()
        assert here.left_dock.isHidden()
        press(qtbot, desk, Qt.Key.Key_Tab)
        assert not here.docks_hidden()


# ---- the slider ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_keys_lead_through_the_past_and_back_to_now(desk, here, qtbot):
    opened(qtbot, desk, here, "map")
    bar = here.views.bar
    last = bar.last_place
    assert bar.follows
    assert bar.place == last
    press(qtbot, desk, Qt.Key.Key_Comma)
    assert bar.place == last - 1
    assert not bar.follows
    press(qtbot, desk, Qt.Key.Key_PageUp)
    assert here.views.look.turn == "17 Sep 1300"
    assert "17 Sep" in bar._words.text()
    press(qtbot, desk, Qt.Key.Key_Home)
    assert bar.place == 0
    assert tokens(here) == set()
    press(qtbot, desk, Qt.Key.Key_End)

    assert bar.follows
    assert bar.place == last
    assert "101.501" in tokens(here)


def test_the_past_stays_when_more_happens_and_now_moves_on(desk, here, qtbot):
    opened(qtbot, desk, here, "map")
    bar = here.views.bar
    bar.go(3)
    settled(qtbot, desk)
    here.next_step()
    settled(qtbot, desk)
    assert bar.place == 3
    assert not bar.follows
    bar.go(bar.last_place)
    settled(qtbot, desk)
    before = bar.place
    here.next_step()
    settled(qtbot, desk)

    assert bar.follows
    assert bar.place >= before


def test_playing_runs_to_the_present_and_stops(desk, here, qtbot):
    opened(qtbot, desk, here, "map")
    bar = here.views.bar
    bar.go(bar.last_place - 2)
    settled(qtbot, desk)
    bar.set_speed(4)
    press(qtbot, desk, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: bar.follows and not bar.playing, timeout=WAIT)

    assert bar.place == bar.last_place


# ---- the map ------------------------------------------------------------------------------------


def test_a_stack_fans_out_by_click_and_by_keyboard(desk, here, qtbot):
    view = opened(qtbot, desk, here, "map").view
    stack = max(view.stacks, key=lambda one: len(one.tokens))
    assert len(stack.tokens) >= 2
    at = marks.whole(view.camera, stack).center().toPoint()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
    assert view.fan is not None
    assert [token for token, _box in view.fan.cells()] == list(stack.tokens)
    assert view.rect().contains(view.fan.box.toRect())
    press(qtbot, desk, Qt.Key.Key_Escape)
    assert view.fan is None
    press(qtbot, desk, Qt.Key.Key_BracketRight)
    assert view.on is not None
    assert view.accessibleDescription()
    press(qtbot, desk, Qt.Key.Key_Space)

    assert view.fan is not None
    assert view.fan.stack.key == view.on.key


def test_enter_on_a_stack_goes_to_its_formation_in_the_list(desk, here, qtbot):
    view = opened(qtbot, desk, here, "map").view
    press(qtbot, desk, Qt.Key.Key_BracketRight)
    wanted = view.on.tokens[0].id
    press(qtbot, desk, Qt.Key.Key_Return)
    table = here.formations.table

    assert here.pages.page == "formations"
    assert table.currentIndex().data(LINE).id == wanted


def test_signs_say_what_they_are(desk, here, qtbot):
    view = opened(qtbot, desk, here, "map").view
    route, bridge = view.facts.routes[0], view.facts.bridges[0]
    view.zoom(3.0)  # so near that the marker and the bridge beside it lie apart
    assert "Valkenswaard" in marks.words_at(
        view.facts, view.camera, view.camera.to_view(QPointF(*route.marker))
    )
    told = marks.words_at(view.facts, view.camera, view.camera.to_view(QPointF(*bridge.point)))

    assert bridge.name in told
    assert bridge.state in told


def test_a_campaign_opens_with_all_that_counts_on_the_map_in_view(desk, here, qtbot):
    view = opened(qtbot, desk, here, "map").view
    points = [one.point for one in (*view.facts.standings, *view.facts.bridges)]
    points += [point for route in view.facts.routes for point in route.line]
    there = [view.camera.to_view(QPointF(*point)) for point in points]
    on_sheet = [at for at, point in zip(there, points, strict=True)
                if view.sheet.rect.contains(QPointF(*point))]  # fmt: skip
    assert len(on_sheet) > 30
    assert all(view.rect().contains(at.toPoint()) for at in on_sheet)


def test_the_wheel_and_the_keys_zoom_and_zero_shows_everything(desk, here, qtbot):
    view = opened(qtbot, desk, here, "map").view
    before = view.camera.scale
    press(qtbot, desk, Qt.Key.Key_Plus)
    press(qtbot, desk, Qt.Key.Key_Plus)
    assert view.camera.scale > before
    press(qtbot, desk, Qt.Key.Key_0)

    seen = view.camera.seen()
    assert seen.adjusted(-1, -1, 1, 1).contains(view.sheet.rect)


@pytest.mark.slow
def test_the_map_follows_the_theme(desk, here, qtbot, qapp):
    view = opened(qtbot, desk, here, "map").view
    before = view.sheet.paper
    theme.apply(qapp, "dark")
    qtbot.waitUntil(lambda: view.sheet.paper != before, timeout=WAIT)
    settled(qtbot, desk)

    assert view.sheet.paper.lightness() < before.lightness()


def test_a_seats_map_is_that_of_its_packet(desk, here, qtbot):
    opened(qtbot, desk, here, "map")
    away = UnitMoved(unit=DESIGN.members["wal.fjr6"][0], place=Place("box", "best", game="WED"))
    here.worker.do(lambda one: one.add([EventDraft(payload=away)]))
    settled(qtbot, desk)
    here.worker.see_as("allied")
    qtbot.waitUntil(lambda: not here.worker.page.umpire, timeout=WAIT)
    settled(qtbot, desk)

    # what stands on the tables all can see; what went off the map stays where it was seen last
    assert tokens(here) == {"101.501", "101.502", "101.506", "wal.fjr6"}
    assert not [box for box in here.views.map.view.facts.boxes
                if any(token.id == "wal.fjr6" for token in box.tokens)]  # fmt: skip


# ---- graph, plots, boxes ------------------------------------------------------------------------


def test_a_node_that_is_played_opens_its_results_sheet(desk, here, qtbot):
    page = opened(qtbot, desk, here, "graph")
    page.view.pick("drive")
    assert page.results.isEnabled()
    assert page.chip.words == "running"
    page.view.setFocus()
    press(qtbot, desk, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: here.results.blank is not None, timeout=WAIT)

    assert here.pages.page == "results"
    assert here.results.blank.node == "drive"


def test_an_open_node_asks_for_a_table_and_the_past_does_not(desk, here, qtbot):
    page = opened(qtbot, desk, here, "graph")
    page.view.pick("best-laid")
    with qtbot.waitSignal(here.views.table_asked) as asked:
        qtbot.mouseClick(page.table, Qt.MouseButton.LeftButton)
    assert asked.args == ["best-laid"]
    qtbot.waitUntil(lambda: here.tables.dialog is not None, timeout=WAIT)
    here.tables.dialog.reject()
    settled(qtbot, desk)
    here.views.bar.go(4)
    settled(qtbot, desk)

    assert not page.table.isEnabled()
    assert "past" in page.table.toolTip()


def test_arrows_walk_the_graph_and_hovering_tells_the_reason(desk, here, qtbot):
    view = opened(qtbot, desk, here, "graph").view
    view.pick("best-laid")
    press(qtbot, desk, Qt.Key.Key_Right)
    assert view.node.id == "son-wind"
    press(qtbot, desk, Qt.Key.Key_Down)
    assert view.node.game == DESIGN.games["TDC"]
    at = view.mapFromScene(view.node_box(view.node).center())
    where = view.viewport().mapToGlobal(at)
    QApplication.sendEvent(view.viewport(), QHelpEvent(QEvent.Type.ToolTip, at, where))
    told = QToolTip.text()

    assert view.node.reason in told


def test_curves_can_be_left_out_and_a_divisions_formations_chosen(desk, here, qtbot):
    page = opened(qtbot, desk, here, "plots")
    names = [curve.id for curve in page.view.curves]
    assert "101" in names
    assert "101.501" not in names
    toggle = page.toggles.layout().itemAt(0).widget()
    qtbot.mouseClick(toggle, Qt.MouseButton.LeftButton)
    assert len(page.view.curves) == len(names) - 1
    page.group.setCurrentIndex(page.group.findData("101"))
    page.group.activated.emit(page.group.currentIndex())

    assert "101.501" in [curve.id for curve in page.view.curves]
    assert "101.501" not in names


def test_the_boxes_are_walked_by_arrows_and_told_in_words(desk, here, qtbot):
    page = opened(qtbot, desk, here, "boxes")
    page.view.pick("xii-start")
    assert "XII Corps" in page.inside.text()
    assert "West of the Dommel" in page.nexts.text()
    press(qtbot, desk, Qt.Key.Key_Up)
    assert page.view.node.id == "west-1"
    assert page.inside.text() == "Nobody is here."
    press(qtbot, desk, Qt.Key.Key_Right)

    assert page.view.node.id == "east-1"


def test_what_a_way_of_the_graph_says_are_sentences(qtbot):
    facts = graph_facts(DESIGN, first_state(DESIGN))
    page = GraphPage()
    qtbot.addWidget(page)
    page.show_facts(facts, umpire=True, now=True)
    page.view.pick("wed")
    told = [line.text() for line in page.links if not line.isHidden()]
    assert any(": Always. Its result is known before the first turn" in each for each in told)
    assert all(each.endswith(".") and ".." not in each for each in told)


@pytest.mark.parametrize("name", ["market-garden", "linked"])
def test_words_on_a_way_lie_on_no_name_of_a_lane_and_on_no_battle(qtbot, name, tmp_path):
    if name != "linked":
        design = find_design(name)[0]
    else:
        ours = tmp_path / "ours"
        new_design("Ours", "linked-scenarios", first_day=date(1944, 6, 6), folder=ours)
        design = read_design(ours)[0]
        won = parse("scenario.first.winner = red")
        design = replace(design, links=tuple(replace(one, condition=won) for one in design.links))
    facts = graph_facts(design, first_state(design))
    view = GraphView()
    qtbot.addWidget(view)
    view.resize(view.least().toSize())
    view.show_facts(facts)
    view.resize(view.least().toSize())
    taken = [*map(view.node_box, facts.nodes), *map(view.lane_box, range(len(facts.lanes)))]
    words = [found[0] for link in facts.links if (found := view.words_box(facts, link))]
    assert words
    assert not [box for box in words if any(box.intersects(other) for other in taken)]


def test_a_desk_without_map_and_weather_shows_neither(desk, qtbot, tmp_path):
    preferences().change("campaign_page", "map")
    new_design("Ours", "linked-scenarios", first_day=date(1944, 6, 6))
    desk.campaigns.begin(
        BegunCampaign(design="ours", name="Ours", path=tmp_path / "a.wdcamp", seed=1, seats={},
                      options={},
              fog={})
    )  # fmt: skip
    qtbot.waitUntil(lambda: desk.campaigns.workspace is not None, timeout=WAIT)
    here = desk.campaigns.workspace
    qtbot.waitUntil(lambda: here.pages.page == "graph", timeout=WAIT)
    assert preferences().now.campaign_page == "map"
    assert here.head.weather.words == ""

    here.open_page("map")
    settled(qtbot, desk)
    assert here.pages.page == "map"
