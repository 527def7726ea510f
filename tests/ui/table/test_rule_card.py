"""A rule number is a link: pressed by mouse or key it shows the rule and how it is played."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from wardesk.engine.types import Choose
from wardesk.services.play.session import PlaySession
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.log_model import LINE_ROLE
from wardesk.ui.widgets.log_view import _cite_boxes
from wardesk.ui.widgets.rule_card import RuleCard


@pytest.fixture
def table(tables):
    table = tables(PlaySession.new("eben-emael/historical", seed=11, keep=False))
    table.session.answer(Choose("decline"))
    return table


def card(table):
    QApplication.processEvents()
    return next((c for c in table.findChildren(RuleCard) if c.isVisible()), None)


def words(card):
    return " ".join(label.text() for label in card.findChildren(QLabel))


@pytest.mark.parametrize("how", ["click", "enter"])
def test_the_number_of_the_question_shows_its_rule(table, how):
    link = table.question._cite
    assert link.text() == "EE 2.1-L"
    if how == "click":
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    else:
        link.setFocus()
        QTest.keyClick(link, Qt.Key.Key_Return)
    shown = card(table)
    rule = table.model.rules.rulebook.rule("EE 2.1-L")
    assert rule.summary in words(shown)
    assert rule.ruling in words(shown)
    assert table.session.ask.kind == "land"
    QTest.keyClick(shown, Qt.Key.Key_Escape)
    assert card(table) is None


def test_every_number_at_the_table_has_somebody_who_shows_its_rule(table):
    links = [c for c in table.findChildren(Cite) if c.text() and c.isVisible()]
    assert links
    for link in links:
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)
        shown = card(table)
        assert shown is not None, link.text()
        shown.close()


def test_a_number_in_the_log_shows_its_rule(table):
    log = table.right.log.view
    QApplication.processEvents()
    row = next(
        k for k in range(log.lines.rowCount()) if log.lines.index(k, 0).data(LINE_ROLE).cites
    )
    index = log.lines.index(row, 0)
    log.scrollTo(index)
    box = _cite_boxes(index.data(LINE_ROLE), QRectF(log.visualRect(index)))[0][1]
    QTest.mouseClick(
        log.viewport(), Qt.MouseButton.LeftButton, pos=box.center().toPoint() + QPoint(0, 0)
    )
    assert card(table) is not None
    assert not table.model.in_past
