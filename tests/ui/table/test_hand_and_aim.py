"""A hand, an aim, a verb and way-points: every input of the table, with real mouse and keys."""

from __future__ import annotations

from random import Random

import pytest
from clicks import click_cell
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from scripted import by_script, shown

from wardesk.engine.types import Choose, Path

SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
BEST, HANNUT = "market-garden/the-best-laid-plans", "hannut-stonne/hannut"


@pytest.fixture
def best(tables):
    """The 502nd acts; nobody is picked yet."""
    return shown(tables, by_script(BEST, lambda s: s.ask.kind == "unit" and "502 PIR" in acting(s)))


def acting(session):
    """The formations whose turn it is, by title."""
    found = session.rules.showing.formations(session.state)
    return {one.title: one for one in found if one.now}


@pytest.fixture
def hannut(tables):
    return shown(tables, by_script(HANNUT, lambda s: s.ask.kind == "act" and s.journal.head > 345))


def pile_of(table, least=2):
    """A place with several own units that may act, and these, the top one first."""
    pieces, who = table.session.state.pieces, table.model.ask.who
    for cell in table.session.board.cells:
        pile = [one.piece for one in reversed(table.view.scene().in_cell(cell))]
        able = [p for p in pile if pieces[p].side == who and table.model.taking(p)]
        if len(able) >= least:
            return cell, able
    raise AssertionError("no pile")


def click(table, cell, modifier=Qt.KeyboardModifier.NoModifier):
    table.view.show_cell(cell)
    at = table.view.cell_point(cell)
    QTest.mouseClick(table.view.viewport(), Qt.MouseButton.LeftButton, modifier, at)


def press(table, key, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(table.view, key, modifier)


def point_at(table, cell):
    """The pointer comes to a place."""
    table.view.show_cell(cell)
    view, at = table.view.viewport(), QPointF(table.view.cell_point(cell))
    move = QMouseEvent(
        QMouseEvent.Type.MouseMove, at, view.mapToGlobal(at), Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(view, move)


def marches(table):
    """Places that a click would march to."""
    found = []
    for cell in table.session.board.cells:
        deeds = table.model.deeds(cell)
        if deeds and isinstance(deeds[0].answers[-1], Path) and not table.model._enemy_in(cell):
            found.append(cell)
    return found


def test_a_march_is_two_clicks(best):
    cell, able = pile_of(best)
    click(best, cell)
    assert best.model.hand == (able[0],)
    goal = marches(best)[0]
    click(best, goal)
    assert best.session.state.pieces[able[0]].at == goal


def test_a_click_more_takes_the_next_unit_of_the_pile(best):
    cell, able = pile_of(best)
    click(best, cell)
    click(best, cell)
    assert best.model.hand == (able[1],)


def test_a_double_click_takes_all_of_a_pile(best):
    cell, able = pile_of(best)
    best.view.show_cell(cell)
    at = best.view.cell_point(cell)
    QTest.mouseDClick(best.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert {*best.model.group} == {*able}


def test_a_double_click_takes_a_stack_that_marches_together(hannut):
    cell, able = pile_of(hannut)
    hannut.view.show_cell(cell)
    at = hannut.view.cell_point(cell)
    QTest.mouseDClick(hannut.view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert {*hannut.model.hand} == {*able}


def test_shift_adds_to_the_hand_and_takes_out_of_it(best):
    cells = []
    for cell in best.session.board.cells:
        there = [one.piece for one in best.view.scene().in_cell(cell)]
        if sum(bool(best.model.taking(piece)) for piece in there) == 1:
            cells.append(cell)  # of a pile Shift would take one more before it takes one out
    click(best, cells[0])
    click(best, cells[1], SHIFT)
    assert len(best.model.group) == 2
    click(best, cells[1], SHIFT)
    assert len(best.model.hand) == 1


def test_control_a_takes_the_formation_that_acts(best):
    units = {unit.piece for unit in acting(best.session)["502 PIR"].units}
    press(best, Qt.Key.Key_A, CONTROL)
    group = {*best.model.group}
    assert group
    assert group <= units
    assert group == {*best.session.ask.pieces} & units


def test_ways_lead_over_the_places_that_were_clicked_with_shift(hannut):
    table = hannut
    for piece in table.session.ask.pieces:
        table.model.interaction.pick_all([piece])
        for goal in marches(table):
            straight = table.model.deeds(goal)[0].answers[-1].cells
            for via in table.session.board.cells:
                if via in straight or via == table.session.state.pieces[piece].at:
                    continue
                table.model.via = (via,)
                led = table.model.deeds(goal)
                table.model.via = ()
                if led and via in led[0].answers[-1].cells and not table.model._enemy_in(via):
                    table.model.show_interaction()
                    click(table, via, SHIFT)
                    assert table.model.via == (via,)
                    press(table, Qt.Key.Key_Escape)
                    assert table.model.via == (), "Esc takes back the way-point first"
                    assert table.model.hand == (piece,)
                    click(table, via, SHIFT)
                    head = table.session.journal.head
                    click(table, goal)
                    event = table.session.journal.line()[
                        [e.id for e in table.session.journal.line()].index(head) + 1
                    ]
                    assert via in event.answer.cells
                    return
    raise AssertionError("no way over another place")


def both(table):
    """A unit and a place with two verbs."""
    for piece in table.session.ask.pieces:
        table.model.interaction.pick_all([piece])
        for cell in table.session.board.cells:
            deeds = table.model.deeds(cell)
            if len({deed.verb for deed in deeds}) > 1 and table.model._enemy_in(cell):
                table.model.show_interaction()
                return piece, cell
    raise AssertionError("nobody can do both")


def test_a_letter_of_the_slip_is_another_verb_for_the_same_aim(hannut):
    table = hannut
    _, cell = both(table)
    point_at(table, cell)
    slip = table.board.tag.slip
    letters = [one.key for one in slip.keys if len(one.key) == 1]
    assert letters
    first = table.model.deeds(cell)[0]
    press(table, getattr(Qt.Key, f"Key_{letters[0]}"))
    assert table.board.tag.slip.title != slip.title or table.model.deeds(cell)[0].verb != first.verb
    assert table.model.verb == table.model.deeds(cell)[0].verb
    press(table, Qt.Key.Key_Escape)
    assert table.model.deeds(cell)[0].verb == first.verb
    assert table.model.hand


def test_enter_does_what_the_slip_at_the_pointer_says(hannut):
    table = hannut
    piece = table.session.ask.pieces[1]
    table.model.interaction.pick_all([piece])
    table.model.show_interaction()
    table.view.setFocus()
    goals = marches(table)
    table.view.set_focus_cell(goals[0])
    point_at(table, goals[-1])
    assert not [offer for offer in table.model.offers() if offer.primary], "one aim, not two"
    assert goals[-1] in table.board.tag.slip.title
    press(table, Qt.Key.Key_Return)
    event = next(e for e in table.session.journal.line() if isinstance(e.answer, Path)
                 and piece in e.answer.pieces and e.id > 345)  # fmt: skip
    assert event.answer.cells[-1] == goals[-1]


def test_r_gives_the_last_order_again(best):
    cell, able = pile_of(best, 3)
    click(best, cell)
    beside = best.session.rules.board.neighbours(cell)
    goal = next(one for one in marches(best) if one in beside)
    click(best, goal)
    assert best.session.state.pieces[able[0]].at == goal
    click(best, cell)
    other = best.model.hand[0]
    assert other == able[1]
    press(best, Qt.Key.Key_R)
    assert best.session.state.pieces[other].at == goal


def test_shift_r_goes_as_far_and_the_same_way(hannut):
    table = hannut
    moved = set()
    pieces = table.session.state.pieces
    anchors = {cell: one.anchor for cell, one in table.session.board.cells.items()}
    for piece in table.session.ask.pieces:
        table.model.interaction.pick_all([piece])
        goals = [c for c in marches(table) if table.session.rules.board.neighbours(c)]
        near = [c for c in goals if c in table.session.rules.board.neighbours(pieces[piece].at)]
        if near and not moved:
            start, goal = pieces[piece].at, near[0]
            table.model.do_at(goal)
            moved.add(piece)
            break
    assert moved
    while table.session.waiting == "dice" or table.session.ask.kind != "act":
        if table.session.waiting == "dice":
            table.session.roll()
        else:
            policy = table.session.rules.thinking.policy
            table.session.answer(policy(table.session.state, Random(1)))
    for piece in table.session.ask.pieces:
        if piece in moved:
            continue
        here = table.session.state.pieces[piece].at
        want = (anchors[here][0] + anchors[goal][0] - anchors[start][0],
                anchors[here][1] + anchors[goal][1] - anchors[start][1])  # fmt: skip
        table.model.interaction.pick_all([piece])
        aim = next((c for c in marches(table) if abs(anchors[c][0] - want[0]) < 2
                    and abs(anchors[c][1] - want[1]) < 2), None)  # fmt: skip
        if aim:
            table.model.show_interaction()
            press(table, Qt.Key.Key_R, SHIFT)
            line = [e for e in table.session.journal.line() if isinstance(e.answer, Path)]
            assert line[-1].answer.pieces == (piece,)
            assert line[-1].answer.cells[-1] == aim
            return
    raise AssertionError("nobody can go that way")


def test_undo_takes_back_an_order_though_a_group_is_in_hand(best):
    cell, _ = pile_of(best)
    click(best, cell)
    before = best.session.journal.head
    click(best, marches(best)[0])
    press(best, Qt.Key.Key_A, CONTROL)
    assert best.model.group
    press(best, Qt.Key.Key_Z, CONTROL)
    assert best.session.journal.head == before


def test_over_an_enemy_it_is_told_why_he_cannot_be_fired_at(hannut, best):
    for table in (hannut, best):
        if table is best:
            click(table, pile_of(table)[0])
        else:
            fighters = [p for p in table.session.ask.pieces if not table.session.state.pieces[p].hq]
            table.model.interaction.pick_all(fighters[:1])
            table.model.show_interaction()
        pieces = table.session.state.pieces.values()
        enemies = {p.at for p in pieces if p.side != table.session.ask.who and p.at}
        far = [c for c in enemies if c in table.session.board.cells and not table.model.deeds(c)]
        told = {table.model.why_not(cell) for cell in far}
        assert any("range" in words or "line" in words for words in told), told
        assert not any("No way" in words for words in told), told
    click_cell(best, far[0])  # and a click there does nothing but say so


def passed(table):
    """The enemy lets his chances pass, one answer after the other, until the hand is asked."""
    side = table.model.seen().pieces[table.model._group[0]].side
    while table.session.ask.who != side:
        asked = table.session.ask
        table.session.answer(Choose(next(c.key for c in asked.choices if not c.refused)))
    QApplication.processEvents()


def test_a_group_goes_on_by_itself_where_the_enemy_lets_his_chance_pass(hannut):
    table = hannut
    press(table, Qt.Key.Key_A, CONTROL)
    group = table.model.group
    pieces = table.session.state.pieces

    def able(goal):
        return sum(bool(table.model._of((piece,), goal)) for piece in group)

    for goal in marches(table):
        if any(piece.at == goal for piece in pieces.values()) or able(goal) < 6:
            continue
        table.model.do_at(goal)
        left = table.model._group
        if left and table.session.ask.who != "french":
            break
        table.past.undo()
        press(table, Qt.Key.Key_A, CONTROL)
    assert 0 < len(left) < len(group), "the enemy was asked in between"
    head = table.session.journal.head
    assert table.model.group == (), "the enemy has nobody of theirs in hand"
    passed(table)
    ways = [e for e in table.session.journal.line()
            if e.id > head and isinstance(e.answer, Path)]  # fmt: skip
    assert ways, "the next one went without a click"
    assert {*ways[0].answer.pieces} <= {*group}


def test_what_taking_a_unit_costs_is_said_before(tables):
    def direct(session):
        return session.ask.kind == "unit" and "Direct command" in str(session.ask.context)

    table = shown(tables, by_script(BEST, direct))
    unit = table.session.ask.pieces[0]
    cell = table.session.state.pieces[unit].at
    assert table.model.taking(unit) == "", "it is no mere choice: a point is paid"
    point_at(table, cell)
    assert "command points" in table.board.tag.words


@pytest.mark.parametrize("which", ["hannut", "best"])
def test_a_group_that_can_do_nothing_at_a_place_is_told_so(which, request):
    table = request.getfixturevalue(which)
    press(table, Qt.Key.Key_A, CONTROL)
    assert table.model.group
    cells, there = table.session.board.cells, {p.at for p in table.session.state.pieces.values()}
    far = next(c for c in sorted(cells) if c not in there and not table.model.deeds(c))
    table.view.set_focus_cell(far)
    click_cell(table, far)
    note = table.model.interaction.note
    assert (cells[far].name or far) in note, note
    assert table.model.group, "and it stays in hand"


def test_a_click_on_the_tab_of_an_enemy_pile_means_that_counter(best, monkeypatch):
    aims = []
    monkeypatch.setattr(type(best.board), "_done_at", lambda _board, aim: not aims.append(aim))
    monkeypatch.setattr(type(best.view.scene()), "on_tab", lambda _scene, _piece: True)
    pieces = best.session.state.pieces.values()
    enemy = next(p for p in pieces if p.side != best.session.ask.who and p.at)
    best.board.click_piece(enemy.id)
    assert aims == [enemy.id]
