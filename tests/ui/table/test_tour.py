"""The tour of the docs, done literally: what it says is asked, lit, and pressed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from clicks import click_cell, click_offer
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from wardesk.services.play.session import PlaySession

TOUR = Path(__file__).parents[3] / "resources" / "docs" / "user" / "tour.md"


def step(number: int) -> str:
    """One numbered step of the solo player's tour."""
    tour = TOUR.read_text(encoding="utf-8").partition("## The solo player")[2]
    return re.findall(rf"^{number}\. (.*)$", tour, flags=re.MULTILINE)[0]


def press_enter(table):
    QTest.qWait(400)  # a new question is deaf to Enter for a moment
    QTest.keyClick(table.view, Qt.Key.Key_Return)


@pytest.mark.parametrize("bomb", [False, True])
def test_the_second_step_lands_a_glider(tables, qtbot, bomb):
    players = {"german": "human", "belgian": "policy"}
    named = "eben-emael/full-readiness"
    session = PlaySession.new(named, seed=4, keep=False, players=players)
    table = tables(session, size=(1440, 868))
    assert session.ask.prompt in step(2)
    if bomb:
        click_cell(table, session.ask.cells[0])
        qtbot.waitUntil(lambda: session.waiting == "dice", timeout=5_000)
        press_enter(table)
    else:
        label = next(c.label for c in session.ask.choices if c.key == "decline")
        assert f"“{label}”" in step(2)
        click_offer(table, "decline")
    qtbot.waitUntil(lambda: session.ask.kind == "land", timeout=10_000)
    assert session.ask.prompt in step(2)
    assert len(session.ask.pieces) == 11
    click_cell(table, "D1")
    qtbot.waitUntil(lambda: session.waiting == "dice", timeout=5_000)
    press_enter(table)
    qtbot.waitUntil(lambda: len(session.ask.pieces) == 10, timeout=10_000)
    assert session.ask.kind == "land"


def test_the_historical_scenario_begins_with_the_gliders():
    players = {"german": "human", "belgian": "policy"}
    session = PlaySession.new("eben-emael/historical", seed=4, keep=False, players=players)
    assert session.ask.kind == "land"
    assert f"“{session.info.title}”" in step(2)
