"""Where one may go: always lit, always in the list, and what is refused says by which rule."""

from __future__ import annotations

import random

import pytest
from clicks import click_cell
from PySide6.QtWidgets import QApplication

from wardesk.engine.types import Reason
from wardesk.services.play.session import PlaySession

SCENARIO = "eben-emael/historical"


@pytest.fixture
def table(tables):
    players = {"german": "human", "belgian": "policy"}
    session = PlaySession.new(SCENARIO, seed=11, keep=False, players=players)
    table = tables(session)
    table.model.runner.set_paused(True)
    return table


def to_the_landing(table):
    assert table.session.ask.kind == "land"


def to_the_move(table):
    """The first movement of the Germans, whatever is asked before it."""
    session = table.session
    for _ in range(200):
        if session.ask.kind == "move" and session.ask.who == "german":
            return
        if session.automatic:
            session.step()
        else:
            session.answer(session.rules.thinking.policy(session.state, random.Random(1)))
    raise AssertionError(session.ask)


@pytest.mark.slow
def test_a_glider_is_refused_by_the_rule_of_the_place(table):
    to_the_landing(table)
    rules, state = table.model.rules, table.session.state
    ditch = next(c for c in table.session.board.cells if c not in rules.setting.fort.landing)
    click_cell(table, ditch)
    said = table.model.focus().told
    assert "No glider can come down" in said
    assert "EE 2.1-L" in said
    assert table.toasts.words() == "", "once is enough"
    assert not any("No glider" in fact for fact in table.facts)
    assert table.session.state.pieces == state.pieces


def test_pointing_at_a_refused_place_says_why(table):
    to_the_landing(table)
    ditch = next(
        c for c in table.session.board.cells if c not in table.model.rules.setting.fort.landing
    )
    table.view.set_hover(ditch)
    QApplication.processEvents()
    assert "No glider can come down" in table.board.tag.words
    assert "No glider can come down" in table.view.describe(ditch)


def test_all_that_can_be_reached_is_lit_and_listed(table):
    to_the_move(table)
    mover = table.session.ask.pieces[0]
    table.board.click_piece(mover)
    if table.model.interaction.picked != [mover]:
        table.board.click_piece(mover)
    open_ = table.model.interaction._open()
    assert len(open_) * 10 >= len(table.session.board.cells) * 9
    assert set(table.view.scene().marks.reach) == set(open_)
    listed = [key for kind, key, _ in table.drawer.list.lines() if kind == "cell"]
    assert listed == open_


def test_every_sector_that_may_be_bombed_is_lit_and_listed(tables):
    players = {"german": "human", "belgian": "policy"}
    ready = "eben-emael/full-readiness"
    table = tables(PlaySession.new(ready, seed=11, keep=False, players=players))
    cells = table.session.ask.cells
    assert table.session.ask.shape == "cells"
    assert tuple(table.view.scene().marks.reach) == cells
    assert table.view.scene().marks.wide, "only edges, or the map could not be read"
    assert "You may pick every place" in table.model.words.context
    assert [k for kind, k, _ in table.drawer.list.lines() if kind == "cell"] == list(cells)


def test_a_place_that_cannot_be_reached_is_refused_by_the_rule_in_the_way(tables):
    players = {"german": "human", "belgian": "policy"}
    session = PlaySession.new("eben-emael/full-readiness", seed=11, keep=False, players=players)
    table = tables(session)
    table.model.runner.set_paused(True)
    to_the_move(table)
    interaction = table.model.interaction
    table.model.give(interaction.piece(session.ask.pieces[0]))
    refused = [c for c in session.board.cells if c not in interaction._open()]
    refused = [c for c in refused if c != interaction._where(interaction.picked[0])]
    assert refused
    told = {cell: interaction.why_not(cell) for cell in refused}
    assert all("EE 3." in words or "No way" in words for words in told.values()), told
    assert any("must stop at" in words for words in told.values())
    click_cell(table, next(c for c in refused if not table.view.scene().in_cell(c)))
    assert table.view.scene().marks.callout is not None


@pytest.mark.slow
def test_a_sector_without_enemies_says_so_when_it_is_attacked(table):
    session = table.session
    for _ in range(400):
        asked = session.ask
        if asked.kind == "attack-target" and asked.who == "german" and asked.cells:
            break
        if session.automatic:
            session.step()
        else:
            session.answer(session.rules.thinking.policy(session.state, random.Random(1)))
    table.model.refresh()
    far = next(c for c in session.board.cells if c not in session.ask.cells)
    assert "EE 4.1" in table.model.why_not(far)


def test_pointing_at_an_enemy_that_cannot_be_fired_at_says_why(tables):
    players = {"german": "human", "french": "human"}
    session = PlaySession.new("hannut-stonne/first-contact", seed=4, keep=False, players=players)
    table = tables(session)

    def refused():
        asked, pieces = session.ask, session.state.pieces
        listed = {pieces[piece].at for piece in asked.pieces}
        foes = {u.at for u in pieces.values() if u.side != asked.who and not u.hq}
        return sorted((foes & set(session.board.cells.keys())) - listed)

    for _ in range(400):
        if session.ask.kind == "target" and refused():
            break
        if session.automatic or session.waiting == "dice":
            session.step()
        else:
            session.answer(session.rules.thinking.policy(session.state, random.Random(1)))
    table.model.refresh()
    cell = refused()[0]
    table.view.set_hover(cell)
    QApplication.processEvents()
    told = table.model.why_not(cell)
    assert "(BK " in told
    assert told in table.board.tag.words
    head = session.journal.head
    click_cell(table, cell)
    assert session.journal.head == head
    assert table.model.interaction.note == told
    assert table.model.why_not(session.state.pieces[session.ask.pieces[0]].at) == ""


def test_pointing_at_a_target_behind_something_draws_the_line_up_to_it(tables, monkeypatch):
    players = {"german": "human", "french": "human"}
    session = PlaySession.new("hannut-stonne/first-contact", seed=4, keep=False, players=players)
    while session.ask.kind != "target":
        if session.automatic or session.waiting == "dice":
            session.step()
        else:
            session.answer(session.rules.thinking.policy(session.state, random.Random(1)))
    table = tables(session)
    firer = session.state.pieces[session.ask.about[0]].at
    listed = {session.state.pieces[piece].at for piece in session.ask.pieces}
    goal, between, *_ = (c for c in session.board.cells if c not in {firer, *listed})
    reason = Reason("No line", "BK 4.3", at=between)
    monkeypatch.setattr(
        type(session.rules.showing), "against", lambda _, __, cell: (reason,) * (cell == goal)
    )
    table.view.set_hover(goal)
    (barred,) = table.view.scene().marks.barred
    assert (barred.start, barred.goal, barred.cell) == (firer, goal, between)
    table.view.set_hover(firer)
    assert table.view.scene().marks.barred == ()
