"""A group in hand: what all of it costs, who stays and why, where it can go, and one undo."""

from __future__ import annotations

import pytest
from counted_inputs import at
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wardesk.engine.deeds import against_aim, deeds, marching
from wardesk.engine.forecast import let_pass
from wardesk.engine.types import Choose, Path, Pieces
from wardesk.ui.table.runner import PACES

BEST, HANNUT = "market-garden/the-best-laid-plans", "hannut-stonne/hannut"
GROUP = ("101.502.d", "101.502.e", "101.502.f")


@pytest.fixture
def best(tables):
    table, hands, session = at(tables, BEST, lambda s: s.ask.kind == "unit" and s.journal.head > 18)
    table.model.take_group(GROUP)
    assert {*table.model.group} == {*GROUP}
    return table, hands, session


def rows(table, label):
    found = {}
    for cell in table.session.board.cells:
        told = [row.words for row in table.model.slip(cell).rows if row.label == label]
        if told:
            found[cell] = told
    return found


def test_a_slip_counts_what_all_of_it_pay(best):
    table, _, session = best
    start = session.state.pieces[GROUP[0]].at
    beside = [c for c in session.board.neighbours(start) if not table.view.scene().in_cell(c)]
    costs = rows(table, "Costs")
    assert any(costs.get(cell, [""])[0].startswith("3 × ") for cell in beside)


def test_who_finds_no_room_stays_and_the_slip_says_by_which_rule(best):
    table, _, session = best
    stays = rows(table, "Stays")
    stays.pop(session.state.pieces[GROUP[0]].at, None)  # what they do for themselves has no rule
    assert stays, "where others stand already there is no room for three"
    assert all("(WED" in words for told in stays.values() for words in told)


def test_it_does_what_the_slip_said(best):
    table, hands, session = best
    goal = next(iter(rows(table, "Stays")))
    able = table.model._able(goal)
    assert 0 < len(able) < 3
    hands.click(goal)
    there = session.state.pieces
    assert {p for p in GROUP if there[p].at == goal} == {*able}


def test_the_board_says_how_many_of_it_can_go_where(best):
    table, _, session = best
    reach = table.model.marks.reach
    assert reach
    for cell, words in reach.items():
        able = [p for p in GROUP if deeds(session.rules, table.model.seen(), (p,), cell)]
        assert bool(able), cell
        assert words == "" or words == f"{len(able)}/3", cell


def test_a_way_that_only_choices_lead_to_is_refused_with_the_rule(best):
    table, _, session = best
    state = table.model.seen()
    at_path = marching(session.rules, state, GROUP[:1])
    assert at_path.ask.shape == "path"
    far = max(session.board.cells, key=lambda c: abs(int(c[:2]) - 57))
    assert not deeds(session.rules, state, GROUP[:1], far)
    (reason, *_) = against_aim(session.rules, state, GROUP[:1], far)
    assert reason.cite.startswith("WED")
    assert reason.cite in table.model.why_not(far)


def test_one_undo_takes_the_whole_order_back_and_no_more(best):
    table, hands, session = best
    table.model.take_group(())
    table.model.take_group(GROUP)
    head = session.journal.head
    goal = next(c for c, told in rows(table, "Costs").items() if told[0].startswith("3 × "))
    hands.click(goal)
    line = [e for e in session.journal.line() if e.id > head and e.asked.who == "allied"]
    assert sum(isinstance(e.answer, Path) for e in line) == 3
    assert {e.via for e in line if isinstance(e.answer, Path)} == {f"order:{head}"}
    assert session.undo("look again") == head
    session.redo()
    assert all(session.state.pieces[p].at == goal for p in GROUP)


def test_a_group_goes_on_by_itself_where_the_enemy_lets_it_pass(tables, qtbot):
    table, hands, session = at(tables, HANNUT, lambda s: s.ask.kind == "act"
                               and s.journal.head > 345)  # fmt: skip
    model, side = table.model, session.ask.who
    pair = ("1-cuir-hq", "1-cuir-somua-3")
    model.take_group(pair)
    goal = next(c for c in session.board.cells if {*pair} == {*model._able(c)}
                and model.windows(c))  # fmt: skip
    hands.click(goal)
    chances = 0
    while session.ask.who != side:
        assert session.ask.kind == "react"
        table.model.give(let_pass(session.rules, session.ask))
        QApplication.processEvents()
        chances += 1
    assert chances > 1
    qtbot.waitUntil(lambda: not model._going)
    assert {session.state.pieces[piece].at for piece in pair} == {goal}
    assert hands.count == 1
    marks = {e.via for e in session.journal.line() if isinstance(e.answer, Path) and e.via}
    assert len(marks) == 1


def test_it_stops_where_the_enemy_fires(tables):
    table, hands, session = at(tables, HANNUT, lambda s: s.ask.kind == "act"
                               and s.journal.head > 345)  # fmt: skip
    model = table.model
    pair = ("1-cuir-hq", "1-cuir-somua-3")
    model.take_group(pair)
    goal = next(c for c in session.board.cells if {*pair} == {*model._able(c)}
                and model.windows(c))  # fmt: skip
    model.runner.set_pace(len(PACES) - 1)
    hands.click(goal)
    shot = next(c for c in session.ask.choices if c.key not in ("pass", "quiet")) \
        if len(session.ask.choices) > 2 else None  # fmt: skip
    piece = next(iter(session.ask.pieces), "")
    model.give(Choose(shot.key) if shot else Pieces((piece,)))
    for _ in range(80):
        QTest.qWait(5)
        if session.waiting == "person" and session.ask.who != "german":
            break
        if session.waiting == "person" and session.ask.who == "german":
            passing = let_pass(session.rules, session.ask)
            model.give(passing or session.bot_answer("german"))
    moved = [e for e in session.journal.line() if e.via and isinstance(e.answer, Path)]
    assert len(moved) == 1, "the second one waits in the hand"
