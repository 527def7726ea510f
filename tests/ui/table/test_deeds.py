"""A hand and an aim: what only chooses is no event, and one click does the whole chain."""

from __future__ import annotations

from random import Random

import pytest
from clicks import click_cell, click_offer, click_piece
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from scripted import by_script, shown

from wardesk.engine.types import Choose
from wardesk.services.play.session import PlaySession


@pytest.fixture
def at_hannut(tables):
    """The table at Hannut when somebody of the acting group can fire at enemies."""

    def late(session):
        return session.ask.kind == "act" and session.journal.head >= 346

    return shown(tables, by_script("hannut-stonne/hannut", late))


def aim(table):
    """A unit that may act, an enemy unit that it can fire at, and where that is."""
    state = table.session.state
    for piece in state.ask.pieces:
        table.model.interaction.pick_all([piece])
        for enemy in state.pieces.values():
            there = enemy.side != state.ask.who and enemy.at in table.session.board.cells
            if there and table.model.deeds(enemy.id):
                return piece, enemy.id, enemy.at
    raise AssertionError("nobody can fire")


def kinds(table, since):
    return [e.asked.kind for e in table.session.journal.line() if e.id > since]


def test_a_click_on_an_enemy_fires_and_undo_takes_it_back_whole(at_hannut):
    table, head = at_hannut, at_hannut.session.journal.head
    piece, enemy, cell = aim(table)
    table.board.hover(cell)
    assert "Fire" in table.board.tag.words, "the slip says what a click does"
    assert "%" in table.board.tag.words, "and what comes of it"
    click_piece(table, enemy)  # lays the pile out and clicks the counter, if there are several
    if table.session.journal.head == head:
        click_piece(table, enemy)
    assert kinds(table, head)[:3] == ["act", "firer", "target"]
    answers = [e.answer for e in table.session.journal.line() if e.id > head]
    assert answers[1].pieces == (piece,)
    assert answers[2].pieces == (enemy,)
    QTest.keyClick(table.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert table.session.journal.head == head


def test_what_only_chooses_is_no_event_and_esc_takes_it_back(at_hannut):
    table, head = at_hannut, at_hannut.session.journal.head
    click_offer(table, "fire")
    assert table.session.journal.head == head
    assert table.model.ask.kind == "firer"
    QTest.keyClick(table.view, Qt.Key.Key_Escape)
    assert table.model.ask.kind == "act"
    click_offer(table, "fire")
    click_offer(table, "back")
    assert (table.model.ask.kind, table.session.journal.head) == ("act", head)
    assert not table.model.chosen


def test_the_menu_lists_every_deed_at_a_place(at_hannut, qtbot):
    table = at_hannut
    piece, enemy, cell = aim(table)
    lines = {table.model.line_of(deed).verb for deed in table.model.deeds(enemy)}
    table.freehand._open_menu(enemy, "", table.view.mapToGlobal(table.view.rect().center()))
    menu = QApplication.activePopupWidget()
    assert lines <= {action.text().split("\t")[0] for action in menu.actions()}
    menu.close()
    del piece, cell


def test_a_deed_stops_where_something_comes_in_between(at_hannut):
    table = at_hannut
    _piece, enemy, _cell = aim(table)
    deed = table.model.deeds(enemy)[0]
    asked = (deed.asked[0], deed.asked[2], *deed.asked[2:])
    assert table.session.carry(deed.answers, asked) == 1, "another question than was meant"


def test_a_click_on_another_unit_takes_it_up(tables):
    session = PlaySession.new("market-garden/the-best-laid-plans", seed=7, keep=False)
    rng = Random(3)
    while session.ask.kind != "second-action":
        if session.waiting == "dice":
            session.roll()
        else:
            session.answer(session.rules.thinking.policy(session.state, rng))
    table = tables(session=session)
    table.model.runner.set_pace(0)
    table.enter()
    own = [p for p in session.state.pieces.values() if p.side == session.ask.who]
    other = next(p.id for p in own if table.model.chosen.reaching(table.model.seen(), p.id))
    table.model.take_up(other)
    assert (table.model.ask.kind, table.model.ask.pieces) == ("action", (other,))
    goal = next(c for c in session.board.cells if table.model.deeds(c))
    click_cell(table, goal)
    assert session.state.pieces[other].at == goal


def test_a_unit_does_for_itself_what_its_menu_says(tables):
    session = PlaySession.new("market-garden/the-best-laid-plans", seed=7, keep=False)
    rng = Random(3)
    while session.ask.kind != "unit" or session.journal.head < 18:
        if session.waiting == "dice":
            session.roll()
        else:
            session.answer(session.rules.thinking.policy(session.state, rng))
    table = tables(session=session)
    table.model.runner.set_pace(0)
    table.enter()
    head = session.journal.head
    unit, dig = next(
        (unit, one) for unit in session.ask.pieces
        for one in table.model.own_deeds(unit) if one.pressed == ("dig",)
    )  # fmt: skip
    assert "Dig" in table.model.line_of(dig).verb
    table.model.do(dig, unit)
    assert [e.asked.kind for e in session.journal.line() if e.id > head][:2] == ["unit", "action"]


# ---- what a newcomer met -------------------------------------------------------------------------


def test_who_points_at_an_enemy_far_away_fires_and_does_not_run_into_him(at_hannut):
    table, state, found = at_hannut, at_hannut.session.state, None
    for piece in state.ask.pieces:
        table.model.interaction.pick_all([piece])
        for enemy in state.pieces.values():
            if enemy.side == state.ask.who or enemy.at not in table.session.board.cells:
                continue
            deeds = table.model.deeds(enemy.at)
            if len(deeds) > 1 and any(len(deed.answers) == 1 for deed in deeds):
                found = (piece, enemy.at, deeds)
                break
        if found:
            break
    assert found, "somebody can both fire at an enemy and march into him"
    piece, cell, deeds = found
    table.model.interaction.pick_all([piece])
    assert "fire" in deeds[0].pressed
    table.board.hover(cell)
    first = table.model.line_of(deeds[0])
    assert table.board.tag.slip.title == first.verb, "the slip says it first"


def test_with_something_in_hand_no_card_lies_over_the_slip(at_hannut):
    table = at_hannut
    assert table.view.peeks
    table.model.interaction.pick_all(table.session.ask.pieces[:1])
    table.model.show_interaction()
    assert not table.view.peeks


def test_a_unit_that_is_picked_fires_at_a_click(tables):
    def can_fire(session):
        ask = session.ask
        return ask.kind == "action" and any(c.key == "fire" and not c.refused for c in ask.choices)

    session = by_script("market-garden/the-best-laid-plans", can_fire)
    table = shown(tables, session)
    enemies = [p for p in session.state.pieces.values() if p.side != session.ask.who and p.at]
    aims = [p.at for p in enemies if p.at in session.board.cells and table.model.deeds(p.at)]
    assert aims
    fire = table.model.deeds(aims[0])[0]
    assert fire.pressed == ("fire",)
    head = session.journal.head
    table.model.do(fire, aims[0])
    assert [e.asked.kind for e in session.journal.line() if e.id > head][:2] == ["action", "target"]


def test_a_click_on_another_unit_takes_it_up_after_a_march(tables):
    session = by_script("market-garden/the-best-laid-plans", lambda s: s.ask.kind == "march")
    table = shown(tables, session)
    side, head = session.ask.who, session.journal.head
    own = [p.id for p in session.state.pieces.values() if p.side == side and p.at]
    others = [p for p in own if p not in session.ask.pieces
              and table.model.chosen.reaching(table.model.seen(), p) is not None]  # fmt: skip
    assert others, "the unit that marched does nothing more then"
    at = session.state.pieces[others[0]].at
    click_piece(table, others[0])
    if table.view.fanned is not None:
        click_piece(table, others[0])
    assert others[0] in (*table.model.ask.pieces, *table.model.ask.about)
    assert session.state.pieces[others[0]].at == at
    assert session.journal.head > head


def test_redo_goes_forward_over_a_whole_deed(at_hannut):
    table, head = at_hannut, at_hannut.session.journal.head
    _piece, enemy, _cell = aim(table)
    table.model.do(table.model.deeds(enemy)[0], enemy)
    done = table.session.journal.head
    table.past.undo()
    assert table.session.journal.head == head
    table.past.redo()
    assert table.session.journal.head >= done - 1
    assert table.session.journal.event.asked.kind != "firer"


def test_a_reaction_is_aimed(tables):
    def fires_back(session):
        return session.ask.kind == "reaction" and any(
            ":" in c.key and not c.refused for c in session.ask.choices
        )

    session = by_script("hannut-stonne/hannut", fires_back)
    table = shown(tables, session)
    key = next(c.key for c in session.ask.choices if ":" in c.key and not c.refused)
    target = session.state.pieces[key.rpartition(":")[2]]
    deeds = table.model.deeds(target.at)
    assert key in {deed.answers[-1].key for deed in deeds}


def fires_or_runs(table):
    """Somebody who could fire at an enemy and march into him, and where that is."""
    state = table.session.state
    for piece in state.ask.pieces:
        table.model.interaction.pick_all([piece])
        for enemy in state.pieces.values():
            there = enemy.side != state.ask.who and enemy.at in table.session.board.cells
            deeds = table.model.deeds(enemy.at) if there else ()
            if len(deeds) > 1 and any(len(deed.answers) == 1 for deed in deeds):
                return piece, enemy
    raise AssertionError("nobody can do both")


def test_a_click_on_a_counter_does_the_first_line_of_the_slip(at_hannut):
    table, head = at_hannut, at_hannut.session.journal.head
    _piece, enemy = fires_or_runs(table)
    table.model.show_interaction()
    click_piece(table, enemy.id)
    if table.session.journal.head == head:  # several were there: one of the laid-out pile
        click_piece(table, enemy.id)
    assert kinds(table, head)[:3] == ["act", "firer", "target"]


def test_enter_on_a_counter_does_the_first_line_of_the_slip(at_hannut):
    table, head = at_hannut, at_hannut.session.journal.head
    _piece, enemy = fires_or_runs(table)
    table.model.show_interaction()
    table.view.setFocus()
    table.view.set_focus_cell(enemy.at)
    filled = next(offer for offer in table.model.offers() if offer.primary)
    assert filled.label == table.model.line_of(table.model.deeds(enemy.at)[0]).verb
    QTest.keyClick(table.view, Qt.Key.Key_Return)
    assert kinds(table, head)[:3] == ["act", "firer", "target"]


def test_the_small_map_steps_aside_for_a_pile_that_is_laid_out(at_hannut):
    view, small = at_hannut.view, at_hannut.board.minimap
    pile = next(c for c in at_hannut.session.board.cells if len(view.scene().in_cell(c)) > 1)
    view.open()
    QApplication.processEvents()
    assert small.isVisible()
    view.fan(pile)
    assert not small.isVisible()
    view.close_fan()
    assert small.isVisible()


def test_odds_stand_beside_the_targets_of_a_laid_out_pile(at_hannut):
    table = at_hannut
    _piece, enemy, _cell = aim(table)
    words = [fact.text for fact in table.board._facts(enemy)]
    assert words[0].startswith("Fire")
    assert "%" in words[0]


def test_what_was_chosen_before_says_nothing_of_what_is_chosen_now(at_hannut):
    table = at_hannut
    piece, enemy, _cell = aim(table)
    before = []
    for key in ("fire", *(c.key for c in table.session.ask.choices if c.key != "fire")):
        table.model.interaction.pick_all([piece])
        table.model.give(Choose(key))
        model = table.model
        found = model.chosen.deeds(model.seen(), (piece,), enemy) if model.chosen else ()
        before += [deed.before for deed in found[:1]]
        while table.model.choose_back():
            pass
        if len(before) == 2:
            break
    assert before[0].stack != before[1].stack


def test_x_on_a_place_takes_its_unit_up(tables):
    session = by_script("market-garden/the-best-laid-plans", lambda s: s.ask.kind == "march")
    table = shown(tables, session)
    own = [p.id for p in session.state.pieces.values() if p.side == session.ask.who and p.at]
    places = [session.state.pieces[p].at for p in table.model.within_reach(own)]
    alone = next(at for at in places if places.count(at) == 1)
    table.view.setFocus()
    table.view.set_focus_cell(alone)
    QTest.keyClick(table.view, Qt.Key.Key_X)
    taken = (*table.model.ask.pieces, *table.model.ask.about)
    assert alone in {session.state.pieces[p].at for p in taken}


def test_undo_of_a_march_leaves_the_no_before_it(tables):
    """No second action for one unit is an answer of its own, not part of what the next one does."""

    def declining(session):
        return session.ask.kind == "second-action"

    table = shown(tables, by_script("market-garden/the-best-laid-plans", declining))
    session = table.session
    while session.ask.kind == "second-action":
        session.answer(Choose("no"))
    before = session.journal.head
    kind = session.ask.kind
    for _ in range(9):
        if session.waiting == "dice":
            session.roll()
        else:
            session.answer(session.rules.thinking.policy(session.state, Random(1)))
        if session.journal.event.effects:
            break
    session.undo("back")
    assert session.journal.head == before
    assert session.ask.kind == kind
