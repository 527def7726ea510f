"""Two people at one machine, and something hidden: the table is covered, and never tells."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QWidget

sys.path.insert(0, str(Path(__file__).parents[2] / "games"))

from game_list import blurred_guns

from wardesk.engine.types import CHANCE
from wardesk.services.play.session import PlaySession
from wardesk.ui.preferences import preferences

HUMANS = {"german": "human", "french": "human"}


@pytest.fixture(autouse=True)
def _usual():
    yield
    preferences().change("cover_hidden", value=True, keep=False)


def begun(seed=3, **options):
    """The lesson's battle after its set-up, with the Germans' gun hidden."""
    options = {"hidden_guns": "yes", **options}
    session = PlaySession.new(
        "hannut-stonne/first-contact", seed=seed, keep=False, options=options, players=HUMANS
    )
    while session.ask.kind.startswith("deploy"):
        session.answer(session.bot_answer(session.ask.who))
    return session


def on(session, wanted):
    """Play on until *wanted* of the session."""
    while not wanted(session):
        if session.ask.who == CHANCE:
            session.roll()
        else:
            session.answer(session.bot_answer(session.ask.who))
    return session


def to_french(session):
    return on(session, lambda s: s.ask.who == "french")


def told(table):
    """Everything that a table says to eyes, ears and the pointer, hidden parts of it included."""
    found = []
    for one in (table, *table.findChildren(QWidget)):
        found += [one.accessibleName(), one.accessibleDescription(), one.toolTip()]
        if isinstance(one, QLabel):
            found.append(one.text())
        if isinstance(one, QAbstractItemView) and one.model() is not None:
            model = one.model()
            found += [
                str(model.index(k, 0).data(role))
                for k in range(model.rowCount())
                for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole,
                             Qt.ItemDataRole.ToolTipRole)
            ]  # fmt: skip
    found += [str(table.model.look), str(table.model.marks), str(table.model.words)]
    found += [str(table.model.facts(piece)) for piece in table.session.state.pieces]
    found += [table.view.describe(cell) for cell in table.model.board.cells]
    return found


def press_enter(table):
    QTest.keyClick(table.window().focusWidget() or table, Qt.Key.Key_Return)
    QApplication.processEvents()


def test_the_cover_asks_for_the_other_side_and_enter_shows_it_the_table(tables):
    session = to_french(begun())
    table = tables(session)
    table.enter()
    assert table.model.covered == "french"
    assert table.cover.isVisible()
    assert not table.view.isVisible()
    assert "Hand the machine to the French" in table.cover.accessibleName()
    head = session.journal.head
    for key in (Qt.Key.Key_0, Qt.Key.Key_1, Qt.Key.Key_G, Qt.Key.Key_U, Qt.Key.Key_Tab):
        QTest.keyClick(table, key)
    assert not table.view.isVisible()
    assert session.journal.head == head
    press_enter(table)
    assert table.model.side == "french"
    assert table.view.isVisible()
    assert table.model.interaction is not None
    assert table.model.counter("kg-pak-1") is None or table.model.counter("kg-pak-1").at is None


def test_the_cover_says_its_sentence_whole(tables):
    table = tables(to_french(begun()))
    table.enter()
    QApplication.processEvents()
    (why,) = (one for one in table.cover.findChildren(QLabel) if "settings" in one.text())
    assert why.height() >= why.heightForWidth(why.width()) > 0


@pytest.mark.slow
def test_the_machine_goes_back_when_the_germans_are_asked(tables):
    session = to_french(begun())
    table = tables(session)
    table.model.runner.set_paused(True)
    table.model.uncover()
    on(session, lambda s: s.ask.who == "german")
    assert table.model.covered == "german"
    table.model.uncover()
    assert table.model.side == "german"
    assert table.model.counter("kg-pak-1").at


@pytest.mark.parametrize("covered", [True, False])
def test_no_part_of_the_window_tells_where_the_gun_is(tables, covered):
    """The same words whether it stands here or there, for the French and under the cover."""
    session = to_french(begun())
    table = tables(session)
    table.model.runner.set_paused(True)
    if not covered:
        table.model.uncover()
    first = told(table)
    state = session.journal.state()
    blurred = blurred_guns(state, "french")
    assert blurred != state
    session.journal._states[session.journal.head] = blurred
    table.model.refresh()
    assert session.state == blurred
    assert told(table) == first


def test_under_the_cover_nothing_of_the_question_is_told(tables):
    session = to_french(begun())
    table = tables(session)
    words = " ".join(told(table))
    assert str(session.ask.prompt) not in words
    assert "kg-pak-1" not in words


def test_the_log_keeps_what_the_other_side_did_in_secret(tables):
    session = to_french(begun())
    table = tables(session)
    table.model.uncover()
    lines = [line for line in session.log_lines() if "kg-pak-1" in f"{line.text}{line.how}"]
    assert all(line.visible_to == ("german",) for line in lines)
    assert "kg-pak-1" not in " ".join(told(table))


@pytest.mark.parametrize("case", ["off", "bot", "open", "umpired"])
def test_nothing_is_covered_where_nobody_would_see_too_much(tables, case):
    session = to_french(begun(hidden_guns="no" if case == "open" else "yes"))
    if case == "off":
        preferences().change("cover_hidden", value=False, keep=False)
    elif case == "bot":
        session.set_player("german", "policy")
    elif case == "umpired":
        session.set_mode("adjudicate")
    table = tables(session)
    assert table.model.covered == ""
    assert table.view.isVisible()


def test_the_switch_works_at_an_open_table(tables):
    table = tables(to_french(begun()))
    preferences().change("cover_hidden", value=False, keep=False)
    assert table.model.covered == ""
    assert table.view.isVisible()
    preferences().change("cover_hidden", value=True, keep=False)
    assert table.model.covered == "french"


def test_closed_hands_of_another_game_are_covered_too(tables):
    session = PlaySession.new(
        "eben-emael/full-readiness", seed=2, keep=False, options={"hands": "closed"},
        players={"german": "human", "belgian": "human"},
    )  # fmt: skip
    on(session, lambda s: any(s.state.cups[f"{side}_hand"] for side in s.rules.sides)
       and s.ask.who in s.rules.sides)  # fmt: skip
    assert tables(session).model.covered == session.ask.who
