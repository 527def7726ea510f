"""Columns of the smallest window with a game of many units, dice and long words in them."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from test_front import SCENARIO, laid_out, to_front

from wardesk.engine.types import CHANCE, Outcome, Roll
from wardesk.services.play.session import PlaySession
from wardesk.ui.table.umpire.ruling_form import RulingForm
from wardesk.words import use_language


def settle():
    """A layout asks for another one where parts come and go."""
    for _ in range(3):
        QApplication.processEvents()


@pytest.mark.parametrize("size", [(1280, 724), (1440, 824)])
def test_rows_of_what_is_picked_are_never_squeezed(tables, size):
    """As many as there is height for, each of two whole lines; the drawer has all of them."""
    units = {f"us-infantry-{n}": "K13" for n in range(1, 7)}
    table = tables(laid_out(**units), size)
    settle()
    rows = [row for row in table.picked.rows if row.isVisible()]
    assert 2 <= len(rows) <= 8
    assert {row.height() for row in rows} == {rows[0].sizeHint().height()}
    assert rows[-1].geometry().bottom() < table.picked.all.y()
    look = table.picked.rows[0]._look
    assert (look.words, look.tail, look.below) == ("Infantry", "1 · 1", "K13")


def test_the_question_stays_whole_beside_many_answers(tables):
    far = {"us-medium_tank-3": "F15", "german-infantry-4": "E15", "us-medium_tank-4": "P15",
           "german-infantry-5": "Q15", "us-heavy_tank-1": "B4",
           "german-infantry-6": "B5"}  # fmt: skip
    session = to_front(laid_out(**far))
    while session.ask.kind == "front":
        session.answer(session.bot_answer("us", "policy"))
    assert session.ask.kind == "battle"
    bar = tables(session, (1280, 724)).question
    settle()
    assert bar._prompt.width() >= bar._prompt.sizeHint().width()
    assert bar.more.isVisible()


def test_the_small_map_lies_in_the_night_too(tables):
    table = tables(laid_out(turn=6))
    night = table.board.minimap.state()
    table.view.scene.night = False
    assert table.board.minimap.state() != night


@pytest.fixture
def german():
    use_language("de")
    yield
    use_language("en")


def test_a_ruling_fits_the_column_in_german(tables, german):
    session = PlaySession.new(SCENARIO, seed=3, mode="adjudicate", keep=False)
    while not (session.ask.kind == "salvo" and session.ask.who == "umpire"):
        if session.ask.who == CHANCE:
            session.answer(Roll((3,) * len(session.ask.dice)))
        elif session.ask.who == "umpire":
            session.answer(Outcome(session.ask.proposed))
        else:
            session.answer(session.bot_answer(session.ask.who, "policy"))
    table = tables(session, (1440, 824))
    settle()
    form = table.right.card.form
    assert isinstance(form, RulingForm)
    assert form.minimumSizeHint().width() <= 268
    assert "Spalte" not in table.right.card._sum.text()  # the chart has one column, and no choice
