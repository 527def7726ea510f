"""The rulebook at the table: rule numbers open it, F1, search, things that explain themselves."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from wardesk.model.look import BadgeLook, BoxLook, CellMark
from wardesk.services.play.briefing import briefing
from wardesk.services.play.session import PlaySession
from wardesk.ui import theme
from wardesk.ui.shell.briefing import BriefingDialog, LevelStrip
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.log_model import LINE_ROLE
from wardesk.ui.widgets.log_view import _cite_boxes
from wardesk.ui.widgets.text import Label


@pytest.fixture
def table(tables):
    table = tables(PlaySession.new("eben-emael/historical", seed=11, keep=False))
    QApplication.processEvents()
    return table


def words(table):
    QApplication.processEvents()
    return " ".join(label.text() for label in table.rulebook.findChildren(QLabel))


@pytest.mark.parametrize("how", ["click", "enter"])
def test_the_number_of_the_question_opens_its_rule(table, how):
    link = table.question._cite
    assert link.text() == "EE 2.1-L"
    if how == "click":
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    else:
        link.setFocus()
        QTest.keyClick(link, Qt.Key.Key_Return)
    rule = table.model.rules.rulebook.rule("EE 2.1-L")
    assert table.rulebook.isVisible()
    for said in (rule.summary, rule.ruling, rule.reconstruction):
        assert said in words(table)
    assert table.session.ask.kind == "land"
    QTest.keyClick(table.rulebook.search, Qt.Key.Key_Escape)
    assert not table.rulebook.isVisible()


def test_every_number_at_the_table_opens_its_rule(table):
    table.drawer.show_page("score")
    QApplication.processEvents()
    links = [c for c in table.findChildren(Cite) if c.text() and c.isVisible()]
    assert links
    for link in links:
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)
        assert table.rulebook.page.key == link.text()
        table.rulebook.shut()


def test_a_number_in_the_log_opens_its_rule(table):
    log = table.log.view
    row = next(
        k for k in range(log.lines.rowCount()) if log.lines.index(k, 0).data(LINE_ROLE).cites
    )
    index = log.lines.index(row, 0)
    log.scrollTo(index)
    box = _cite_boxes(index.data(LINE_ROLE), QRectF(log.visualRect(index)))[0][1]
    QTest.mouseClick(
        log.viewport(), Qt.MouseButton.LeftButton, pos=box.center().toPoint() + QPoint(0, 0)
    )
    assert table.rulebook.isVisible()
    assert not table.model.in_past


def test_the_panel_leaves_the_question_and_its_answers_in_sight(table):
    table.show_own_help()
    QApplication.processEvents()
    panel = table.rulebook
    bottom = table.question.mapTo(table, table.question.rect().bottomLeft()).y()
    assert panel.y() > bottom
    assert panel.geometry().right() == table.rect().right() - theme.RAIL
    assert panel.geometry().bottom() < table.foot.y()
    assert panel.width() >= 470


def test_help_opens_at_the_question_and_once_more_shuts(table):
    table.view.setFocus()
    table.show_own_help()
    assert table.rulebook.page.key == table.session.ask.cite
    table.show_own_help()
    assert table.rulebook.page is None
    assert table.view.hasFocus()


def test_a_search_by_keys_finds_the_rule_and_answers_no_question(table):
    table.show_own_help()
    panel, head = table.rulebook, table.session.journal.head
    QTest.keyClicks(panel.search, "retreat")
    assert panel.page.title == "Retreat"
    QTest.keyClick(panel.search, Qt.Key.Key_Return)
    QTest.keyClick(panel.search, Qt.Key.Key_Down)
    assert panel.hits.hasFocus()
    QTest.keyClick(panel.hits, Qt.Key.Key_Down)
    QTest.keyClick(panel.hits, Qt.Key.Key_Return)
    assert panel.page.title != "Retreat"
    QTest.keyClick(panel, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert panel.page.title == "Retreat"
    assert table.session.journal.head == head


def test_the_case_at_hand_follows_what_is_asked_and_where_it_was_used_leads_there(table):
    session = table.session
    table.rulebook.open("EE 2.1-L")
    assert session.ask.context in " ".join(table.rulebook.page.here)
    before = table.rulebook.page
    answer = session.rules.options(session.state, 1, __import__("random").Random(1))[0]
    session.answer(answer)
    assert table.rulebook.page != before
    session.run(2)
    table.rulebook.open("EE 2.1-L")
    event = next(use.event for use in table.rulebook.page.used if use.event is not None)
    table.rulebook.event_asked.emit(event)
    assert table.model.shown_event == event


def test_a_counter_and_its_signs_explain_themselves(table):
    squad = next(look for look in table.model.look.counters if look.badges)
    assert table.rulebook.explain(squad.piece)
    said = words(table)
    assert squad.text in said
    assert table.session.rulebook.topic("squad").summary in said
    assert table.session.rulebook.topic("charges").summary in said


def test_the_words_of_a_special_action_are_found(table):
    table.show_own_help()
    QTest.keyClicks(table.rulebook.search, "tunnels")
    titles = [link.title for link in table.rulebook._pages.links("tunnels")]
    assert titles[0] == "Tunnels"
    assert "EE N37" in words(table) or table.rulebook.page.number == "EE N37"


def test_an_unknown_number_is_told_and_nothing_opens(table):
    told = []
    table.noticed.connect(told.append)
    table.show_rule("EE 99", table)
    assert not table.rulebook.isVisible()
    assert "EE 99" in told[0].what


def test_a_table_without_rules_says_so(tables):
    table = tables(PlaySession.new("freeform/hannut-table", seed=1, keep=False))
    table.rulebook.open("")
    assert "no rules" in words(table)


# ---- what is this? ------------------------------------------------------------------------------


@pytest.fixture
def drawn(tables):
    """A table where somebody is asked whether to play a special action."""
    session = PlaySession.new("eben-emael/historical", seed=11, keep=False)
    for _ in range(900):
        ask = session.ask
        if ask.who in session.players and any(
            session.rulebook.topic(choice.key) for choice in ask.choices
        ):
            break
        if ask.who in session.players:
            session.answer(session.bot_answer(ask.who, "policy"))
        else:
            session.roll()
    table = tables(session)
    QApplication.processEvents()
    return table


@pytest.mark.parametrize("how", ["right click", "ctrl+i", "f1"])
def test_the_button_of_a_special_action_explains_itself(drawn, how):
    ask = drawn.session.ask
    played = next(c for c in ask.choices if drawn.session.rulebook.topic(c.key))
    button = drawn.question.button(played.key)
    button.show()
    if how == "right click":
        QTest.mouseClick(button, Qt.MouseButton.RightButton)
        at = button.rect().center()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, button.mapToGlobal(at))
        QApplication.sendEvent(button, event)
    elif how == "ctrl+i":
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    else:
        button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
        drawn.show_own_help()
    assert drawn.rulebook.page.key == f"topic:{played.key}"
    assert drawn.session.rulebook.topic(played.key).summary in words(drawn)
    assert drawn.session.ask == ask


def test_an_answer_without_a_topic_opens_its_rule(drawn):
    ask = drawn.session.ask
    other = next(c for c in ask.choices if c.cite and not drawn.session.rulebook.topic(c.key))
    assert drawn.rulebook.explain_answer(other.key)
    assert drawn.rulebook.page.key.removeprefix("topic:")
    assert not drawn.rulebook.explain_answer("")


def test_f1_over_a_sign_in_a_cell_explains_the_sign(table, monkeypatch):
    badge = BadgeLook("X", "destroyed", "#333333", topic="destroyed")
    topic = next(t for t in table.session.rulebook.topics if t.kind == "sign")
    badge = msgspec.structs.replace(badge, topic=topic.id)
    scene = table.view.scene()
    cell = next(cell for cell in scene.index.anchors if not scene.in_cell(cell))
    mark = CellMark(cell, "destroyed", "destroyed", badge)
    marks = table.view.scene().cell_marks
    marks.marks = (mark,)
    ((found, place),) = marks.places({}, table.view.scene().edge)
    at = table.view.camera.to_view(place)
    assert table.view.scene().mark_at(at, table.view.camera) == found == mark
    assert table.view.scene().mark_at(at + QPointF(60, 60), table.view.camera) is None
    table.view.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    monkeypatch.setattr(QCursor, "pos", lambda: table.view.mapToGlobal(at.toPoint()))
    table.show_own_help()
    assert table.rulebook.page.key == f"topic:{topic.id}"
    table.show_own_help()
    assert table.rulebook.page is None


def test_a_chit_in_a_box_is_a_link_to_what_it_is(table):
    topic = next(t for t in table.session.rulebook.topics if t.kind in ("chit", "action"))
    box = BoxLook("cup", "Cup", topic.title, topics=(topic.id,))
    table.drawer.show_page("score")
    table.drawer.score._set_box(box)
    QApplication.processEvents()
    links = table.drawer.score.findChildren(Button)
    link = next(one for one in links if one.text() == topic.title)
    QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    assert table.rulebook.page.key == f"topic:{topic.id}"


def test_the_briefing_tells_aim_sides_levels_and_length_and_esc_shuts_it(table):
    sheet = briefing(table.session.table)
    table.model.actions.run("table.briefing")
    (dialog,) = table.findChildren(BriefingDialog)
    told = " ".join(text.text() for text in dialog.findChildren(Label))
    assert all(words in told for words in (sheet.aim, sheet.length, sheet.levels_note))
    assert {"Germans", "Belgians"} <= {chip.words for chip in dialog.findChildren(Chip)}
    (scale,) = dialog.findChildren(LevelStrip)
    assert all(level.name in scale.accessibleDescription() for level in sheet.levels)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
