"""The board's place: how much of the window it has, and that nothing in a game changes it."""

from __future__ import annotations

import random

import pytest
from mouse_player import click_something
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollBar

from wardesk.services.play.session import PlaySession
from wardesk.ui import language
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.table.toasts import Toasts
from wardesk.ui.table.workspace import TableWorkspace
from wardesk.ui.widgets.notice import Notice

LONG = pytest.mark.long
SCENARIO = "eben-emael/historical"


@pytest.fixture
def windows(light, qtbot):
    """The whole window with a table in it, of any size."""
    made = []

    def make(size, scenario=SCENARIO, seed=4, **settings):
        window = MainWindow(preferences().now)
        qtbot.addWidget(window)
        session = PlaySession.new(scenario, seed=seed, keep=False, **settings)
        table = TableWorkspace(session, window)
        table.model.runner.set_paused(True)
        window.set_workspace("table", table)
        window.resize(*size)
        window.show()
        window.show_mode("table")
        QApplication.processEvents()
        made.append(table)
        return table

    yield make
    for name in ("columns", "drawer"):
        preferences().reset(name)
    for table in made:
        table.shut()


def place(table):
    """Where the board is in the window."""
    return QRect(table.view.mapTo(table.window(), QPoint(0, 0)), table.view.size())


def share(table):
    """The part of the window that the board has."""
    window = table.window().size()
    return table.view.width() * table.view.height() / (window.width() * window.height())


SHARES = [((1440, 900), 0.90, 0.60), ((1280, 800), 0.89, 0.60), ((1920, 1080), 0.92, 0.70)]
"""A window, and the share of the board without a drawer and with one."""


@pytest.mark.slow
@pytest.mark.parametrize(("size", "alone", "beside"), SHARES)
def test_the_board_has_nine_tenths_of_the_window(windows, size, alone, beside):
    table = windows(size)
    assert table.drawers.name == ""
    assert share(table) >= alone
    found = place(table)
    around = (table.head, table.drawers, table.foot)
    for bar in around:
        other = QRect(bar.mapTo(table.window(), QPoint(0, 0)), bar.size())
        assert not found.intersects(other), bar
    for name in table.drawers.pages:
        table.drawers.toggle(name)
        QApplication.processEvents()
        assert table.drawers.name == name
        assert share(table) >= beside, name
    assert [name for name, page in table.drawers.pages.items() if page.isVisible()] == [name]
    table.drawers.shut()
    QApplication.processEvents()
    assert place(table) == found


@pytest.mark.slow
@pytest.mark.parametrize(("size", "beside"), [(size, beside) for size, _, beside in SHARES])
def test_the_card_of_an_umpire_opens_its_drawer_and_leaves_the_board_its_share(
    windows, size, beside
):
    table = windows(size, "market-garden/the-best-laid-plans", mode="adjudicate")
    session = table.session
    while session.ask.shape != "outcome":
        if session.ask.who == "chance":
            session.roll()
        else:
            session.answer(session.bot_answer(session.ask.who, "policy"))
    QApplication.processEvents()
    assert table.drawers.name == "tables"
    assert share(table) >= beside
    assert preferences().now.drawer == "", "nobody has asked for it"


@pytest.mark.parametrize("size", [(1440, 900), (1280, 800)])
def test_a_table_without_rules_asks_in_whole_words_and_leaves_the_board_its_share(windows, size):
    table = windows(size, "freeform/hannut-table")
    found, prompt = place(table), table.question._prompt
    assert share(table) >= 0.8, "with the tray of what lies beside the map"
    assert prompt.width() >= prompt.sizeHint().width()
    table.model.interaction.pick_all(["Sample-tanks-1"])
    table.model.show_interaction()
    QApplication.processEvents()
    assert prompt.width() >= prompt.sizeHint().width()
    assert place(table) == found


def test_the_roll_of_a_long_proposal_is_in_sight(windows):
    table = windows((1280, 800), mode="adjudicate")
    session = table.session
    while session.ask.who != "chance":
        session.answer(session.bot_answer(session.ask.who, "policy"))
    QApplication.processEvents()
    roll = table.right.card.dice.roll
    assert roll.visibleRegion().boundingRect() == roll.rect()


@pytest.mark.slow
@pytest.mark.parametrize("answers", [150, pytest.param(1000, marks=LONG)])
def test_no_answer_of_a_game_moves_the_board(windows, answers):
    table = windows((1280, 800), players={"german": "human", "belgian": "human"})
    session, rng = table.session, random.Random(2)
    before, shapes = place(table), set()
    for _ in range(answers):
        ask = table.model.ask
        if ask is None:
            break
        shapes.add(ask.shape)
        if ask.who == "chance":
            session.roll()
        elif rng.random() < 0.3 and table.model.interaction is not None:
            click_something(table, rng)
        else:
            while table.model.choose_back():
                pass
            session.answer(session.bot_answer(ask.who, "policy"))
        assert place(table) == before, ask
    assert {"choose", "pieces", "path", "roll"} <= shapes
    assert session.ask is None or answers < 200


@pytest.mark.slow
def test_what_a_column_shows_never_makes_the_window_higher(windows):
    table = windows((1280, 800), "eben-emael/full-readiness")
    session, least = table.session, set()
    for _ in range(25):
        if session.ask.who == "chance":
            session.roll()
        else:
            session.answer(session.bot_answer(session.ask.who, "policy"))
        QApplication.processEvents()
        least.add(table.minimumSizeHint().height())
    assert len(least) == 1


def test_parts_of_the_right_column_never_lie_over_each_other(windows, light):
    """Two lines of a roll's words made the dice higher than the chart above had left them."""
    language.use(light, "de")
    try:
        table = windows((1280, 800), "eben-emael/full-readiness", seed=5)
        session, right = table.session, table.right
        table.drawers.toggle("tables")
        while session.journal.head <= 24 or session.ask.who == "chance":
            if session.ask.who == "chance":
                session.roll()
            else:
                session.answer(session.bot_answer(session.ask.who, "policy"))
        for _ in range(20):
            QApplication.processEvents()
        assert right._above.isVisible()
        assert right.dice.isVisible()
        assert right._above.geometry().bottom() <= right.dice.geometry().top()
    finally:
        language.use(light, "en")


def test_what_comes_and_goes_lies_over_the_board(windows):
    table = windows((1280, 800))
    before = place(table)
    table.model.say("That cannot be")
    table.window().notify(Notice("Saved", "in a folder", "warn"))
    table.model.look_at(0)
    QApplication.processEvents()
    assert place(table) == before
    assert table.toasts.isVisible()
    assert not table.window().notices.isVisible()


@pytest.mark.slow
def test_the_sheet_stays_as_somebody_put_it_until_it_is_fitted_again(windows):
    table = windows((1280, 800))
    table.view.closer()
    QTest.qWait(250)
    scale = table.view.camera.scale
    table.drawer.toggle()
    table.window().resize(1400, 860)
    table.drawers.toggle("forces")
    QApplication.processEvents()
    assert table.view.camera.scale == scale
    QTest.keyClick(table.view, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert table.view.camera.scale == pytest.approx(table.view.fitted_scale)
    table.window().resize(1280, 800)
    QApplication.processEvents()
    assert table.view.camera.scale == pytest.approx(table.view.fitted_scale)


# ---- drawers -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_drawer_is_widened_by_its_edge_and_remembered(windows):
    table = windows((1440, 900))
    QTest.keyClick(table.view, Qt.Key.Key_F3)
    QApplication.processEvents()
    before = place(table)
    grip = table.drawers.grip
    grip.dragged.emit(460)
    QApplication.processEvents()
    assert table.drawers.body.width() == 460
    assert place(table).width() == before.width() - 80
    grip.setFocus()
    QTest.keyClick(grip, Qt.Key.Key_Left)
    QApplication.processEvents()
    assert table.drawers.body.width() == 476
    again = windows((1440, 900))
    assert again.drawers.name == "record"
    assert again.drawers.body.width() == 476


@pytest.mark.parametrize(
    ("key", "name"),
    [(Qt.Key.Key_F3, "record"), (Qt.Key.Key_F4, "forces"), (Qt.Key.Key_F5, "tables"),
     (Qt.Key.Key_G, "list")],
)  # fmt: skip
def test_each_drawer_has_a_key_and_a_tab_and_shuts_the_others(windows, key, name):
    table = windows((1440, 900))
    alone = place(table)
    QTest.keyClick(table.view, key)
    QApplication.processEvents()
    assert table.drawers.name == name
    assert table.drawers.pages[name].isVisible()
    other = next(one for one in table.drawers.tabs if one != name)
    QTest.mouseClick(table.drawers.tabs[other], Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert table.drawers.name == other
    assert not table.drawers.pages[name].isVisible()
    QTest.mouseClick(table.drawers.tabs[other], Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert place(table) == alone
    assert preferences().now.drawer == ""


def test_f9_shuts_the_drawer_and_brings_it_back(windows):
    table = windows((1440, 900))
    table.drawers.toggle("forces")
    QApplication.processEvents()
    before = place(table)
    QTest.keyClick(table.view, Qt.Key.Key_F9)
    QApplication.processEvents()
    assert place(table).width() == 1440 - table.drawers.width()
    QTest.keyClick(table.view, Qt.Key.Key_F9)
    QApplication.processEvents()
    assert table.drawers.name == "forces"
    assert place(table) == before


def test_a_drawer_does_not_push_the_paper(windows):
    table = windows((1440, 900), "hannut-stonne/hannut")
    cell = table.view.focus_cell
    before, scale = table.view.cell_point(cell), table.view.camera.scale
    table.drawers.toggle("record")
    QApplication.processEvents()
    assert table.view.camera.scale == scale
    assert table.view.cell_point(cell) == before


def test_what_ends_stands_in_the_foot(windows):
    table = windows((1280, 800), "hannut-stonne/hannut", seed=7)
    session = table.session
    while session.ask.kind != "act":
        if session.waiting == "dice":
            session.roll()
        else:
            session.answer(session.bot_answer(session.ask.who, "policy"))
    QApplication.processEvents()
    ends = [offer.id for offer in table.model.offers() if offer.ends]
    assert ends
    for offer in ends:
        button = table.question.button(offer)
        assert table.foot.isAncestorOf(button)
        assert button.visibleRegion().boundingRect() == button.rect()


# ---- messages ------------------------------------------------------------------------------------


def test_a_message_goes_by_itself_or_with_a_key(windows, qtbot):
    table = windows((1280, 800))
    table.view.setFocus()  # keys come to whoever has the keyboard
    toasts = Toasts(table.model, table.stage, stay=40)
    toasts.say("Not there", "danger")
    assert toasts.words() == "Not there"
    qtbot.waitUntil(lambda: toasts.isHidden(), timeout=2000)
    toasts.say("Not there", "danger")
    QTest.keyClick(table.view, Qt.Key.Key_Shift)
    assert toasts.isVisible()
    QTest.keyClick(table.view, Qt.Key.Key_Right)
    assert toasts.isHidden()
    toasts.show_notice(Notice("The disk is full", "Make room.", "warn"))
    QTest.keyClick(table.view, Qt.Key.Key_Right)
    assert toasts.isVisible()


def test_the_same_refusal_is_told_each_time(tables):
    table = tables()
    table.model.say("Not there")
    table.toasts.say("")
    table.model.show_interaction()
    assert table.toasts.words() == ""
    table.model.say("Not there")
    assert table.toasts.words() == "Not there"


# ---- where the rail was --------------------------------------------------------------------------


@pytest.mark.slow
def test_the_rail_is_gone_and_the_menu_and_keys_lead_away(windows, qtbot):
    table = windows((1280, 800))
    window = table.window()
    assert window.mode_bar.isHidden()
    assert window.status.isHidden()
    QTest.keyClick(window, Qt.Key.Key_F10)
    menu = QApplication.activePopupWidget()
    assert menu is not None
    assert any("Home" in action.text() for action in menu.actions())
    menu.close()
    window.run("go.home")
    assert not window.mode_bar.isHidden()
    assert not window.status.isHidden()
    window.run("go.table")
    assert window.mode_bar.isHidden()


@pytest.mark.parametrize("scenario", ["may-1940/belgium", "hannut-stonne/hannut"])
def test_the_verdict_and_its_overruling_are_in_sight_however_long_the_case_is(windows, scenario):
    table = windows((1280, 800), scenario, mode="adjudicate")
    session = table.session
    while session.ask.shape != "outcome" or not session.ask.fields:
        if session.ask.who == "chance":
            session.roll()
        else:
            session.answer(session.bot_answer(session.ask.who, "policy"))
    QApplication.processEvents()
    form = table.right.card.form
    for part in (form._first, form.reason.viewport(), form.accept, form.overrule):
        assert part.visibleRegion().boundingRect() == part.rect(), part


def test_the_card_of_an_umpire_is_wholly_in_sight_in_a_small_window(windows):
    """Modifiers, faces, odds, verdict and overruling, without scrolling."""
    table = windows((1280, 800), "market-garden/the-best-laid-plans", mode="adjudicate", seed=5)
    session = table.session
    while session.ask.shape != "outcome" or not session.ask.fields:
        if session.ask.who == "chance":
            session.roll()
        else:
            session.answer(session.bot_answer(session.ask.who, "policy"))
    for _ in range(3):
        QApplication.processEvents()
    card = table.right.card
    bars = [bar for bar in card.findChildren(QScrollBar) if bar.isVisible()]
    assert not [bar for bar in bars if bar.maximum() > bar.minimum()]
    for part in (card.form.accept, card.form.overrule):
        assert part.visibleRegion().boundingRect() == part.rect()
