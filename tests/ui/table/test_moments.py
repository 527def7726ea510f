"""The timeline and what hangs on it: looking back, branches, notes, comparison, plots, advice."""

from __future__ import annotations

import time

import pytest
from clicks import click_cell, click_offer
from clipping import clipped
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QSlider
from tiny_game import load_tiny

from wardesk.engine.types import Cells, Choose, Path, SetPiece, SetTrack, replace
from wardesk.model.advice import Advice, Loss
from wardesk.services.play.session import PlaySession
from wardesk.services.play.timeline import Tick
from wardesk.ui.dialogs.text_dialog import TextDialog


def played(tables, **settings):
    """A game with a few events, shown."""
    table = tables(**settings)
    session = table.session
    for answer in (
        Choose("move"), Path(("R4",), ("B3",)), Choose("done"),
        Choose("move"), Path(("B3",), ("E2",)), Choose("done"),
    ):  # fmt: skip
        session.answer(answer)
    table.view.setFocus()
    return table


def key(table, which, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(table.view, which, modifiers)


def dialog_of(table):
    return next(d for d in table.findChildren(TextDialog) if d.isVisible())


# ---- the timeline -------------------------------------------------------------------------------


def test_a_press_on_the_timeline_shows_that_event(tables):
    table = played(tables)
    slider = table.past.timeline.slider
    at = QPoint(round(slider.x_of(2)), 20)

    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=at)

    assert table.model.at == 2
    assert "after event 2" in table.question.prompt()
    assert table.view.scene().looks["R4"].at == "B3"


def test_an_event_that_a_side_may_not_know_of_is_a_number_in_its_tooltip(tables):
    table = played(tables)
    events = table.session.journal.events
    one, other = table.model.rules.sides
    last = max(events)
    told = table.past.words(last)
    events[last] = replace(events[last], visible_to=(one,))
    table.model.see_as(one)
    assert table.past.words(last) == told
    table.model.see_as(other)
    assert table.past.words(last) == f"Event {last}: –"


def test_a_drag_through_the_timeline_follows_and_ends_at_now(tables):
    table = played(tables)
    slider = table.past.timeline.slider
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(round(slider.x_of(1)), 20))
    for place in (2, 3, 4):
        QTest.mouseMove(slider, QPoint(round(slider.x_of(place)), 20))
        slider.setValue(place)
        assert table.model.at == place
    slider.setValue(slider.maximum())
    assert not table.model.in_past


def test_keys_step_and_jump(tables, qtbot):
    table = played(tables)
    table.activateWindow()
    qtbot.waitUntil(table.isActiveWindow)
    seen = []
    back, forth = Qt.Key.Key_Left, Qt.Key.Key_Right
    for which in (back, back, forth, Qt.Key.Key_Home):
        ctrl = Qt.KeyboardModifier.ControlModifier
        key(table, which, Qt.KeyboardModifier.NoModifier if which == Qt.Key.Key_Home else ctrl)
        seen.append(table.model.shown_event)
    key(table, Qt.Key.Key_End)

    assert seen == [5, 4, 5, 0]
    assert not table.model.in_past


def test_page_keys_go_from_turn_to_turn(tables):
    table = played(tables)

    key(table, Qt.Key.Key_PageUp)

    assert table.model.shown_event == 0
    key(table, Qt.Key.Key_PageDown)
    assert table.model.line.ticks[table.past.timeline.slider.value()].turn == 2


def test_looking_back_is_read_only(tables):
    table = played(tables)
    key(table, Qt.Key.Key_Home)

    click_cell(table, "B4")
    key(table, Qt.Key.Key_1)

    assert table.model.interaction is None
    assert table.session.journal.head == 6


def test_the_past_plays_by_and_stops_at_now(tables, qtbot):
    table = played(tables)
    table.past.timeline.set_speed(4)

    QTest.mouseClick(table.past.timeline.play, Qt.MouseButton.LeftButton)

    assert table.past.timeline.playing
    qtbot.waitUntil(lambda: not table.past.timeline.playing, timeout=5000)
    assert not table.model.in_past


def test_thousands_of_events_cost_a_drag_no_more(tables):
    table = played(tables)
    slider, line = table.past.timeline.slider, table.model.line

    def cost():
        image = QImage(slider.size(), QImage.Format.Format_ARGB32_Premultiplied)
        slider.render(image)  # the picture of what stands still
        best = float("inf")
        for _ in range(7):
            began = time.perf_counter()
            for place in range(40):
                slider.set_place(place % (slider.maximum() + 1))
                painter = QPainter(image)
                slider.render(painter, QPoint())
                painter.end()
            best = min(best, time.perf_counter() - began)
        return best

    few = cost()
    sides = ("red", "blue", "chance")
    line.ticks = [Tick(n, sides[n % 3], frozenset({"loss"}), n % 50 == 0) for n in range(5000)]
    line.revision += 1
    slider.set_line(line, {"red": "a", "blue": "b"}, {}, str)

    assert cost() < 4 * few


# ---- branches and what-if -----------------------------------------------------------------------


def test_trying_something_else_keeps_the_main_line(tables):
    table = played(tables)
    table.model.look_at(1)

    click_offer(table, "table.try")
    table.model.give(Path(("R4",), ("C4",)))

    main, other = table.session.branches()
    assert main.head == 6
    assert other.fork == 1
    assert other.current
    assert table.session.state.pieces["R4"].at == "C4"


def test_a_branch_is_switched_to_by_keyboard(tables):
    table = played(tables)
    table.model.look_at(1)
    key(table, Qt.Key.Key_W)
    table.model.give(Path(("R4",), ("C4",)))
    table.drawer.show_page("branches")
    rows = table.past.branches.branches
    rows.setFocus()

    rows.set_current("0")
    QTest.keyClick(rows, Qt.Key.Key_Return)

    assert table.session.journal.head == 6
    assert "Main line" in rows.rows[0].title
    assert rows.rows[0].strong


def test_a_branch_gets_a_name_that_is_kept_on_the_disk(tables):
    session = PlaySession.new("tiny/one", seed=3, loader=load_tiny)
    table = tables(session)
    table.past.rename(0)
    dialog = dialog_of(table)
    QTest.keyClicks(dialog.field, "As it was")
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    table.past.bookmark()
    assert table.past.branches.branches.rows[0].title == "As it was"
    session.close()

    with PlaySession.open(session.path, loader=load_tiny) as again:
        assert again.branches()[0].name == "As it was"
        assert again.note_on(0, "bookmark") is not None


def test_an_event_of_another_branch_can_be_looked_at(tables):
    table = played(tables)
    table.session.go(1, "what if")
    table.session.answer(Path(("R4",), ("C4",)))

    table.model.look_at(6)

    assert table.model.line.place(6) is not None
    assert table.past.timeline.slider.value() == 6
    table.model.look_at(None)
    assert table.model.line.place(7) == 2


# ---- bookmarks and notes ------------------------------------------------------------------------


def test_a_bookmark_comes_and_goes_by_key(tables):
    table = played(tables)
    table.model.look_at(2)

    key(table, Qt.Key.Key_K)

    assert table.session.note_on(2, "bookmark") is not None
    assert table.past.timeline.star.isChecked()
    key(table, Qt.Key.Key_K)
    assert table.session.notes() == ()


def test_a_note_is_written_shown_and_found_again(tables):
    table = played(tables)
    table.model.look_at(3)
    key(table, Qt.Key.Key_N)
    dialog = dialog_of(table)
    assert not dialog.take.isEnabled()
    QTest.keyClicks(dialog.field, "Here it turned")
    QTest.mouseClick(dialog.take, Qt.MouseButton.LeftButton)

    assert table.session.note_on(3, "note").text == "Here it turned"
    assert any("Here it turned" in line.words for line in table.log.view.lines.lines)
    assert "Here it turned" in table.past.timeline.slider.words_at(3)
    table.model.look_at(None)
    table.past.branches.notes.picked.emit("3/note")
    assert table.model.at == 3


def test_hostile_words_stay_words(tables):
    table = played(tables)
    hostile = "<img src=x onerror=alert(1)> %s {0}\n" + "x" * 300
    table.session.annotate(2, "note", hostile)
    table.session.annotate(0, "branch-name", "<b>{0}</b>")

    row = table.past.branches.notes.rows[0]
    assert row.title.startswith("<img src=x onerror=alert(1)> %s {0} xxx")
    assert table.past.branches.branches.rows[0].title == "<b>{0}</b>"
    table.past.rename(0)
    assert dialog_of(table).text() == "<b>{0}</b>"
    dialog_of(table).reject()


# ---- two points compared ------------------------------------------------------------------------


def test_two_points_are_compared_in_words_and_on_the_board(tables):
    table = played(tables)
    table.model.look_at(0)
    key(table, Qt.Key.Key_C)
    table.model.look_at(2)

    rows = table.past.branches.differences.rows
    assert "R4: Ford 4 → Ford 3" in [row.title for row in rows]
    assert set(table.view.scene().marks.differ) == {"B4", "B3"}
    key(table, Qt.Key.Key_C)
    assert table.view.scene().marks.differ == ()


# ---- plots --------------------------------------------------------------------------------------


def test_the_plots_have_words(tables):
    table = played(tables)
    table.drawer.show_page("score")

    plots = table.past.plots
    ((_, plot),) = plots._plots.values()
    assert "Blue losses over the game: Blue losses" in plot.accessibleName()
    assert not plots._no_dice.isHidden()


def test_where_men_fell_is_shown_on_the_map(tables, monkeypatch):
    table = played(tables)
    rules = type(table.model.rules)
    monkeypatch.setattr(rules, "losses", lambda self, before, event: (Loss("blue", "C1", 2),))
    table.drawer.show_page("score")
    table.session.edit([SetTrack("turn", 2)], "me", "time flies")

    box = table.past.plots.heat
    box.setCurrentIndex(box.findData("all"))

    assert table.view.scene().marks.heat["C1"] > 0
    box.setCurrentIndex(box.findData("red"))
    assert table.view.scene().marks.heat == {}


# ---- advice -------------------------------------------------------------------------------------


@pytest.fixture
def advised(tables, monkeypatch):
    """A table at the question which squads attack, with two advices."""
    table = tables()
    found = (
        Advice(label="Both", pieces=("R1", "R2"), value=2.0, figure="+2.0", text="likely"),
        Advice(label="One", pieces=("R1",), value=-1.0, figure="−1.0", text="unlikely"),
    )
    monkeypatch.setattr(
        type(table.model.rules), "advice",
        lambda self, state: found if state.ask.kind == "attackers" else (),
    )  # fmt: skip
    s = table.session
    s.edit([SetPiece("R1", "at", "B1"), SetPiece("R2", "at", "B1")], "umpire", "set up a fight")
    s.answer(Choose("attack"))
    s.answer(Cells(("C1",)))
    return table


def test_enter_picks_what_is_advised(advised):
    rows = advised.right.case.advice.list
    assert [row.figure for row in rows.rows] == ["+2.0", "−1.0"]
    rows.setFocus()
    rows.set_current("0")
    QTest.keyClick(rows, Qt.Key.Key_Down)
    assert advised.model.interaction.previewed().pieces == ("R1",)
    assert advised.model.interaction.picked == []

    QTest.keyClick(rows, Qt.Key.Key_Up)
    QTest.keyClick(rows, Qt.Key.Key_Return)

    assert advised.model.interaction.picked == ["R1", "R2"]
    assert advised.session.ask.kind == "attackers"


def test_hovering_a_squad_shows_the_odds_with_it(advised):
    advised.board.hover("B1")

    assert not advised.right.case._odds.isHidden()
    assert advised.model.interaction.picked == []
    advised.board.hover("A4")
    assert advised.model.interaction.previewed() is None


# ---- the whole ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1208, 724), (860, 560), (1848, 1004)])
@pytest.mark.parametrize("page", ["list", "score", "branches"])
def test_nothing_is_clipped(tables, qtbot, size, page):
    table = played(tables, size=size)
    table.session.annotate(0, "branch-name", "A name that is much longer than the dock is wide")
    table.drawer.show_page(page)
    table.model.look_at(2)
    if page == "branches":
        table.past.pin()
        table.model.look_at(4)
    qtbot.wait(200)

    assert clipped(table) == []


def test_every_control_has_a_name(tables):
    table = played(tables)
    for kind in (QAbstractButton, QComboBox, QLineEdit, QSlider):
        for control in table.findChildren(kind):
            assert control.accessibleName(), control
