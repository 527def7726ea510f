"""The home screen: cards, search, filter, and a walk through everything by keyboard."""

from dataclasses import replace

import pytest
from clipping import clipped
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLabel, QMenu
from screens import CONTINUE, SCENARIOS

from wardesk.ui.shell.cards import ContinueTile, ScenarioTile
from wardesk.ui.shell.home import Home

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def home(qtbot):
    screen = Home()
    qtbot.addWidget(screen)
    screen.bar.setParent(screen)
    screen.bar.hide()
    screen.set_continue(CONTINUE)
    screen.set_scenarios(SCENARIOS)
    screen.resize(1200, 700)
    screen.show()
    qtbot.waitActive(screen)
    screen.enter()
    return screen


def press(qtbot, key):
    qtbot.keyClick(QApplication.focusWidget(), key)


def focused():
    return QApplication.focusWidget()


def test_the_first_card_has_the_keyboard_and_enter_continues(home, qtbot):
    assert isinstance(focused(), ContinueTile)
    with qtbot.waitSignal(home.continue_game) as path:
        press(qtbot, Qt.Key.Key_Return)
    assert path.args == ["a.wdgame"]


def test_what_a_card_can_do_is_its_own(home, qtbot):
    """F2 names a game, a map, a campaign; only a game goes away by Delete."""
    found = []
    home.rename_asked.connect(lambda path, title: found.append(("rename", path, title)))
    home.delete_asked.connect(lambda path: found.append(("delete", path)))
    card = replace(CONTINUE[0], can=("rename",))
    home.set_continue([card])
    home.enter()
    press(qtbot, Qt.Key.Key_F2)
    press(qtbot, Qt.Key.Key_Delete)
    assert found == [("rename", card.path, card.title)]
    home.set_continue([replace(card, can=("rename", "delete"))])
    home.enter()
    press(qtbot, Qt.Key.Key_Delete)
    assert found[1:] == [("delete", card.path)]


def test_a_card_is_named_and_deleted_from_its_menu_by_mouse(home):
    found = []
    home.rename_asked.connect(lambda path, title: found.append(("rename", path, title)))
    home.delete_asked.connect(lambda path: found.append(("delete", path)))
    card = replace(CONTINUE[0], can=("rename", "delete"))
    home.set_continue([card])
    assert [key for key, _ in home.hints if key in ("F2", "Del")] == ["F2", "Del"]
    tile = home.tiles()[0]
    for place in (1, 2):
        at = tile.rect().center()
        reason = QContextMenuEvent.Reason.Mouse
        QApplication.sendEvent(tile, QContextMenuEvent(reason, at, tile.mapToGlobal(at)))
        menu = [one for one in tile.findChildren(QMenu) if one.isVisible()][-1]
        entry = menu.actionGeometry(menu.actions()[place]).center()
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=entry)
    assert found == [("rename", card.path, card.title), ("delete", card.path)]


def test_the_keyboard_stays_with_the_cards_when_one_is_named_or_goes(home, qtbot):
    cards = [replace(CONTINUE[0], path=f"{k}.wdgame") for k in range(3)]
    home.set_continue(cards)
    home.tiles()[1].setFocus()
    home.set_continue([cards[0], replace(cards[1], title="Sunday"), cards[2]])
    assert focused().card.title == "Sunday"
    home.set_continue([cards[0], cards[2]])
    assert focused().card.path == "2.wdgame"


def test_arrows_walk_over_rows_and_sections(home, qtbot):
    press(qtbot, Qt.Key.Key_Right)
    assert focused().card is CONTINUE[1]
    press(qtbot, Qt.Key.Key_Down)
    assert isinstance(focused(), ScenarioTile)
    assert focused().card in SCENARIOS[:4]
    first = focused()
    press(qtbot, Qt.Key.Key_Down)
    assert focused().card in SCENARIOS[4:]
    press(qtbot, Qt.Key.Key_Up)
    assert focused().y() == first.y()
    press(qtbot, Qt.Key.Key_End)
    assert focused().card is SCENARIOS[-1]
    with qtbot.waitSignal(home.start_scenario) as started:
        press(qtbot, Qt.Key.Key_Return)
    assert started.args == [SCENARIOS[-1].id]
    press(qtbot, Qt.Key.Key_Right)
    assert focused().card is SCENARIOS[-1]
    press(qtbot, Qt.Key.Key_Home)
    assert focused().card is CONTINUE[0]


def test_every_card_can_be_reached_by_arrows_alone(home, qtbot):
    seen = {id(focused())}
    for _ in home.tiles():
        press(qtbot, Qt.Key.Key_Right)
        seen.add(id(focused()))
    assert len(seen) == len(CONTINUE) + len(SCENARIOS)


def test_slash_searches_and_down_returns_to_the_cards(home, qtbot):
    press(qtbot, Qt.Key.Key_Slash)
    assert focused() is home._search
    qtbot.keyClicks(home._search, "hill")
    assert [t.card.title for t in home.tiles() if isinstance(t, ScenarioTile)] == [
        "The hill village"
    ]
    assert home._count.text() == "1 of 6"
    press(qtbot, Qt.Key.Key_Down)
    assert focused().card.title == "The hill village"
    home.focus_search()
    press(qtbot, Qt.Key.Key_Escape)
    assert len(home.tiles()) == 9


def test_the_search_is_seen_with_what_it_finds(home, qtbot):
    home.set_continue(CONTINUE * 4)
    home.enter()
    home.resize(1200, 420)
    qtbot.waitUntil(lambda: home.height() == 420)
    assert home._search.visibleRegion().isEmpty()
    press(qtbot, Qt.Key.Key_Slash)
    assert not home._search.visibleRegion().isEmpty()
    qtbot.keyClicks(home._search, "hill")
    press(qtbot, Qt.Key.Key_Down)
    card = focused()
    assert card.visibleRegion().boundingRect() == card.rect()


def test_a_new_campaign_begins_from_the_bar_of_home(home, qtbot):
    buttons = {one.text(): one for one in home.bar.findChildren(QAbstractButton)}
    with qtbot.waitSignal(home.start_campaign) as which:
        buttons["New campaign…"].click()
    assert which.args == [""]


def test_a_search_without_a_match_says_so_and_offers_a_way_out(home, qtbot):
    home._search.setText("submarine")
    assert home._nothing.isVisible()
    assert clipped(home) == []
    home._nothing.buttons[0].click()
    assert not home._nothing.isVisible()
    assert len(home.tiles()) == 9


def test_the_filter_keeps_one_kind_of_map(home):
    home._filter._group.button(1).click()
    kinds = {t.card.grid for t in home.tiles() if isinstance(t, ScenarioTile)}
    assert kinds == {"sectors"}


def test_an_empty_home_offers_to_open_something(home, qtbot, monkeypatch):
    home.set_continue(())
    home.set_scenarios(())
    assert home._none.isVisible()
    assert not home._continue_head.isVisible()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *a, **k: ("/x/y.wdgame", ""))
    with qtbot.waitSignal(home.open_path) as path:
        home._none.buttons[0].click()
    assert path.args == ["/x/y.wdgame"]
    assert home.folder == "/x"


def test_a_cancelled_dialog_opens_nothing(home, qtbot, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *a, **k: ("", ""))
    with qtbot.assertNotEmitted(home.open_path):
        home.choose_file()


@pytest.mark.parametrize("width", [640, 780, 1200, 1848])
def test_nothing_is_clipped_at_any_width(home, qtbot, width):
    home.resize(width, 700)
    QApplication.processEvents()
    assert clipped(home) == []


def test_cards_say_everything_aloud(home):
    names = [tile.accessibleName() for tile in home.tiles()]
    assert "Waits for you" in names[0]
    assert "complexity 2 of 5, rebuilt parts" in names[3]


def test_a_card_says_with_words_what_it_has_room_for_and_its_tooltip_the_rest(home):
    """A sign without its word is a riddle; cards that show it and cards that do not look alike."""
    tile = next(t for t in home.tiles() if isinstance(t, ScenarioTile) and t.card.rebuilt)
    usual = tile.card
    for length, shown in (("30 min", True), ("as long as both of you like", False)):
        pictures = []
        for rebuilt in (True, False):
            tile.show_card(replace(usual, length=length, rebuilt=rebuilt))
            tile.resize(272, tile.height())
            pictures.append(tile.grab().toImage())
            assert ("rebuilt parts" in tile.toolTip()) is rebuilt
        assert (pictures[0] != pictures[1]) is shown, length


def test_enter_in_the_search_brings_the_first_card_into_sight(home, qtbot):
    home.resize(700, 420)
    home.focus_search()
    QTest.keyClicks(home.focusWidget(), "bridgehead")
    press(qtbot, Qt.Key.Key_Return)
    tile = focused()
    assert tile.card.title == "The bridgehead"
    assert tile.visibleRegion().boundingRect().height() == tile.height()


def test_cards_that_come_again_keep_their_tiles_so_that_an_open_menu_stays(home):
    before = list(home._found)
    again = tuple(replace(card, length="2 h") for card in home._scenarios)
    home.set_scenarios(again)
    assert home._found == before
    assert [tile.card.length for tile in home._found] == ["2 h"] * len(before)


# ---- while packs are read -----------------------------------------------------------------------


@pytest.fixture
def fresh(qtbot):
    screen = Home()
    qtbot.addWidget(screen)
    screen.bar.setParent(screen)
    screen.bar.hide()
    screen.resize(1200, 700)
    screen.show()
    return screen


def words(screen):
    return [one.text() for one in screen.findChildren(QLabel) if one.isVisible()]


def test_while_packs_are_read_home_does_not_say_that_there_are_none(fresh):
    assert "Reading packs and games…" in words(fresh)
    assert "No scenarios yet" not in words(fresh)


def test_when_nothing_was_found_home_says_so(fresh):
    fresh.set_library((), ())
    assert "No scenarios yet" in words(fresh)
    assert "Reading packs and games…" not in words(fresh)


def test_cards_take_the_place_of_the_waiting_and_stay_while_packs_are_read_again(fresh):
    fresh.set_library((), SCENARIOS)
    fresh.show_reading()
    assert "Reading packs and games…" not in words(fresh)
    assert fresh.tiles()


def test_a_search_finds_games_that_were_not_played_of_late(home, qtbot):
    old = replace(CONTINUE[0], title="Stonne by lamplight", path="old.wdgame")
    home.read_games = lambda skip: [*CONTINUE, old][skip:][:3]
    home._search.setText("lamplight")
    qtbot.waitUntil(lambda: [t.card.path for t in home.tiles()] == ["old.wdgame"])
    home._search.clear()
    assert [t.card for t in home.tiles() if isinstance(t, ContinueTile)] == list(CONTINUE)


def test_a_scenario_says_how_often_each_side_won_and_where_one_sits_alone(home):
    shares = (("Germans", 0.08, "a"), ("French", 0.92, "b"))
    home.set_scenarios([replace(SCENARIOS[0], shares=shares, seat="French")])
    (tile,) = (t for t in home.tiles() if isinstance(t, ScenarioTile))
    assert "Germans 8 %, French 92 %" in tile.accessibleName()
    assert "alone: French" in tile.accessibleName()
    plain = tile.grab().toImage()
    tile.show_card(replace(SCENARIOS[0], shares=(("Germans", 0.5, "a"), ("French", 0.5, "b"))))
    assert tile.grab().toImage() != plain
    assert "either side" in tile.accessibleName()
