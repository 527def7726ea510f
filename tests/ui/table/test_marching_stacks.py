"""A stack marches by hand as a program marches it: dragged, or ticked one by one."""

import pytest
from clicks import click_cell, click_line
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from test_free_hands import drag, where

from wardesk.engine.types import CHANCE, Choose, replace
from wardesk.services.play.session import PlaySession

STACK = ("kg-hq", "kg-motorcycles-1", "kg-armoured-cars-1")
HERE, THERE = "1709", "1609"


@pytest.fixture
def table(tables):
    """First contact, when the Germans' headquarters and two companies may march from one hex."""
    people = {"german": "human", "french": "human"}
    session = PlaySession.new("hannut-stonne/first-contact", seed=0, keep=False, players=people)
    while session.ask.kind != "act" or not set(STACK) <= set(session.ask.pieces):
        if session.ask.who == CHANCE:
            session.roll()
        elif session.ask.kind == "act":
            session.answer(Choose("end"))  # other formations: nobody stirs before these do
        else:
            session.answer(session.bot_answer(session.ask.who))
    found = tables(session)
    found.model.runner.set_pace(0)
    return found


def test_a_dragged_pile_goes_whole(table):
    drag(table, table.view.cell_point(HERE), table.view.cell_point(THERE))
    assert where(table, *STACK) == [THERE] * 3


def test_units_of_one_hex_are_ticked_together_and_march_together(table):
    for piece in STACK[1:]:
        click_line(table, "piece", piece)
    assert table.model.interaction.picked == list(STACK[1:])
    click_cell(table, THERE)
    assert where(table, *STACK) == [HERE, THERE, THERE]


@pytest.mark.parametrize("ticked", [STACK[:2], STACK[1:], STACK[::2]])
def test_of_a_pile_that_is_dragged_those_go_that_are_ticked(table, ticked):
    for piece in ticked:
        click_line(table, "piece", piece)
    drag(table, table.view.cell_point(HERE), table.view.cell_point(THERE))
    assert where(table, *STACK) == [THERE if one in ticked else HERE for one in STACK]


def test_a_drag_lights_where_they_may_go_and_tells_the_cost_under_the_pointer(table):
    here, there = table.view.cell_point(HERE), table.view.cell_point(THERE)
    QTest.mousePress(table.view, Qt.MouseButton.LeftButton, pos=here)
    for point in (here + QPoint(20, 0), there):
        QTest.mouseMove(table.view, point)
    assert THERE in table.view.scene().marks.reach
    assert "points" in table.board.tag.words
    QTest.mouseRelease(table.view, Qt.MouseButton.LeftButton, pos=there)
    assert where(table, *STACK) == [THERE] * 3


def test_one_too_many_is_refused_with_a_reason(table):
    asked = table.model.interaction
    asked.ask = replace(asked.ask, most=2)
    for piece in STACK:
        click_line(table, "piece", piece)
    assert asked.picked == list(STACK[:2])
    assert asked.note == "At most 2 go together"


def test_the_button_that_ends_the_activation_is_in_sight_in_a_narrow_window(table):
    """What ends is found by no digit: it must not be among those that wait in the drawer."""
    table.window().resize(1280, 800)
    QApplication.processEvents()
    assert table.question.button("end").isVisible()


@pytest.fixture
def best(tables):
    """The first company that acts at Best, in a window of a small notebook."""
    players = {"allied": "human", "german": "human"}
    scenario = "market-garden/the-best-laid-plans"
    session = PlaySession.new(scenario, seed=5, keep=False, players=players)
    while session.ask.kind != "action":
        if session.ask.who == CHANCE:
            session.roll()
        else:
            session.answer(session.bot_answer(session.ask.who))
    found = tables(session)
    found.window().resize(1280, 800)
    QApplication.processEvents()
    return found


def test_an_answer_that_is_refused_takes_no_room_from_one_that_is_open(best):
    refused = {offer.id: bool(offer.refused) for offer in best.model.offers()}
    shown = {one for one in refused if best.question.button(one).isVisible()}
    assert True in refused.values()
    assert False in refused.values()
    hidden = refused.keys() - shown
    assert not [one for one in hidden if not refused[one]], "what is open is shown first"


def test_of_what_may_be_picked_the_name_is_in_sight(best):
    piece = best.model.interaction.picked[0]
    look = best.model.counter(piece)
    best.drawer.show_page("list")
    words = {key: words for kind, key, words in best.drawer.list.lines() if kind == "piece"}
    assert look.title in words[piece]


def test_a_click_on_a_tab_means_that_counter(tables):
    """The pile need not be laid out where its tab says who is meant."""
    players = {"allied": "human", "german": "human"}
    scenario = "market-garden/the-best-laid-plans"
    session = PlaySession.new(scenario, seed=5, keep=False, players=players)
    while session.ask.kind != "unit" or len(session.ask.pieces) < 3:
        if session.ask.who == CHANCE:
            session.roll()
        else:
            session.answer(session.bot_answer(session.ask.who))
    table = tables(session)
    table.window().resize(1440, 900)
    QApplication.processEvents()
    scene = table.view.scene()
    tabs = [piece for piece in session.ask.pieces if scene.on_tab(piece)]
    assert tabs
    piece = tabs[0]
    table.view.show_cell(scene.looks[piece].at)
    at = table.view.piece_point(piece)
    assert table.view.piece_at(at.toPointF()) == piece
    QTest.mouseClick(table.view, Qt.MouseButton.LeftButton, pos=at)
    assert table.view.fanned is None
    assert piece in table.model.interaction.hand
