"""The log as a newspaper: headings, lines that fit, a click that flies, no piles of ways back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from wardesk.documents.translate_values import Wording
from wardesk.services.play.session import PlaySession
from wardesk.ui.preferences import preferences
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.log_view import TEXT_WIDTH

SCENARIOS = ("eben-emael/historical", "eben-emael/full-readiness")
BESIDE = TEXT_WIDTH - 52
"""Px that a rule number leaves beside it."""


def played(named, seed=1, steps=10_000, belgian="policy"):
    session = PlaySession.new(
        named, seed=seed, keep=False, players={"german": "policy", "belgian": belgian}
    )
    session.run(steps)
    for side in session.players:
        session.set_player(side, "human")
    return session


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("named", SCENARIOS)
def test_news_fits_the_column(named, language, light):
    wide, every = set(), set()
    for seed in (1, 2):
        session = played(named, seed, belgian="random")
        session.speak(Wording(language))
        for line in session.log_lines():
            if not line.told and line.kind not in ("setup", "setting"):
                every |= {line.text, line.how}
                wide |= {t for t in [line.text] if paint.advance(t, "strong") > TEXT_WIDTH}
                wide |= {t for t in [line.how] if paint.advance(t, "small") > BESIDE}
    # What is longer is broken, never cut; the longest names of two places may be.
    assert len(wide) < len(every) / 12, wide
    assert all(paint.advance(text, "strong") < 2 * TEXT_WIDTH for text in wide), wide


def lines_of(table):
    return table.log.view.lines.lines


def row_with(table, words):
    return next(k for k, line in enumerate(lines_of(table)) if words in line.words)


def test_news_stands_under_turn_and_phase(tables):
    table = tables(played(SCENARIOS[1], steps=60))
    heads = [line.words for line in lines_of(table) if line.heading]
    assert heads[0] == "The landing"
    assert "Turn 1 · German attack" in heads
    assert not any(line.words.startswith("Turn 1 began") for line in lines_of(table))


@pytest.mark.parametrize("hand", ["mouse", "key"])
def test_a_line_of_the_log_flies_to_its_place(tables, hand):
    table = tables(played(SCENARIOS[1], steps=60))
    view, row = table.log.view, row_with(table, "1 Niedermeier at")
    line, index = lines_of(table)[row], view.lines.index(row, 0)
    view.scrollTo(index)
    view.setFocus()
    view.scrollTo(index)
    if hand == "mouse":
        QTest.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center()
        )
    else:
        view.setCurrentIndex(index)
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert line.at
    assert table.view.focus_cell == line.at
    assert table.model.shown_event == line.number


@pytest.mark.slow
def test_ways_back_do_not_pile_up(tables):
    session = played(SCENARIOS[1], steps=60)
    table = tables(session)
    for _ in range(4):
        session.go(20, "again")
        session.answer(session.bot_answer(session.ask.who, "policy"))
    back = [line for line in lines_of(table) if line.words.startswith("Went back")]
    assert len(back) == 1


def test_a_pass_is_told_without_its_question(tables):
    table = tables(played(SCENARIOS[0], steps=0))
    assert table.session.ask.kind == "land"
    assert row_with(table, "No air attack first")
    assert not any("?" in line.whole for line in lines_of(table))


def test_a_place_in_the_log_is_glided_to(tables):
    """Softly, so that eyes can follow; at once where motion is not wanted."""
    table = tables(PlaySession.new("eben-emael/historical", seed=1, keep=False))
    view = table.view
    for _ in range(6):
        view.closer()
    far = max(view.scene().index.anchors, key=lambda cell: (
        view.scene().index.anchors[cell] - view.camera.centre).manhattanLength())  # fmt: skip
    before = view.camera.centre
    table.model.cell_asked.emit(far)
    assert view.focus_cell == far
    assert view.camera.centre == before
    glide = view._animation._glide
    assert view._animation.running
    glide.pause()
    glide.setCurrentTime(glide.duration() // 2)
    half = view.camera.centre
    assert half != before
    glide.setCurrentTime(glide.duration())
    assert view.camera.centre not in (before, half)
    assert view.camera.seen().contains(view.scene().index.anchors[far])
    preferences().change("reduced_motion", True, keep=False)
    table.model.cell_asked.emit(next(iter(view.scene().index.anchors)))
    assert not view._animation.running
    preferences().change("reduced_motion", False, keep=False)
