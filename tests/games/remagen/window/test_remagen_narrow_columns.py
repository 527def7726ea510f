"""Columns of the smallest window with a game of many units, dice and long words in them."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from test_remagen_front import SCENARIO, laid_out, to_front

from wardesk.engine.types import CHANCE, Decision, Outcome, OutcomeField, Roll
from wardesk.model.look import SideLook
from wardesk.services.play.briefing import BriefingSheet, SideSheet
from wardesk.services.play.session import PlaySession
from wardesk.ui.shell.briefing import BriefingView
from wardesk.ui.table.umpire.roll_changes import InputsForm
from wardesk.ui.table.umpire.ruling_form import RulingForm
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.text import Label
from wardesk.words import use_language


def settle():
    """A layout asks for another one where parts come and go."""
    for _ in range(3):
        QApplication.processEvents()


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


@pytest.mark.parametrize("form", [RulingForm, InputsForm])
def test_what_an_umpire_may_change_is_named_in_whole_words(light, qtbot, form):
    """As in the column of a window of 1280: a long name goes on in a second line."""
    field = OutcomeField("ground", "Ground of the defender", choices=("Trench or building",))
    made = form(
        Decision(
            who="umpire", kind="attack", shape="outcome", prompt="", cite="", then="",
            fields=(field,), proposed={"ground": field.choices[0]},
        )
    )  # fmt: skip
    qtbot.addWidget(made)
    made.resize(228, 400)
    made.show()
    settle()
    (label,) = [text for text in made.findChildren(Label) if text.text() == field.label]
    assert label.height() >= label.heightForWidth(label.width())
    assert label.width() >= label.fontMetrics().horizontalAdvance("defender")


def test_the_strength_of_a_side_stands_on_the_line_of_its_name(light, qtbot):
    side = SideSheet(SideLook("a", "Germans", "#fff", "#000", slot="a"), "Hold.", "85 men " * 20)
    sheet = BriefingSheet(
        title="Fort", aim="", blurb="", plays="", length="", turns=0, sides=(side,), scored_by="",
        levels=(), levels_note="", levels_cite="", order=(), warnings=(), rebuilt=(), changes={},
        chances=None,
    )  # fmt: skip
    view = BriefingView(sheet)
    qtbot.addWidget(view)
    view.resize(400, 500)
    view.show()
    settle()
    chip = view.findChild(Chip)
    (told,) = [text for text in view.findChildren(Label) if text.text() == side.strength]
    first = told.y() + told.contentsMargins().top() + told.fontMetrics().height() / 2
    assert abs(first - chip.geometry().center().y()) <= 2


def test_the_small_map_lies_in_the_night_too(tables):
    table = tables(laid_out(turn=6))
    night = table.board.minimap.state()
    table.view.scene().night = False
    assert table.board.minimap.state() != night


@pytest.fixture(params=["de", "fr"])
def long_words(request):
    use_language(request.param)
    yield
    use_language("en")


def test_a_ruling_fits_the_column_in_longer_words(tables, long_words):
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
    assert not {"Spalte", "Colonne"} & set(
        table.right.card._sum.text().split()
    )  # the chart has one column, and no choice
