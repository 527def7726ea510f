"""The order of battle and the turns as a sheet over the board."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from scripted import by_script, shown

from wardesk.services.play.session import PlaySession
from wardesk.ui.table.battle_sheet import battle_order

BEST = "market-garden/the-best-laid-plans"


def opened(tables, scenario, kind):
    table = shown(tables, by_script(scenario, lambda session: session.ask.kind == kind))
    table.model.actions.run("table.battle")
    QApplication.processEvents()
    return table


def test_formations_due_counters_and_places_stand_on_it(tables):
    table = opened(tables, BEST, "unit")
    order = battle_order(table.model)
    assert order.turns[1].title == "0900"
    assert len(order.turns[1].cards) == 5, "KG Klemm comes in the second turn"
    dewitz = next(block for block in order.blocks if block.title == "KG Dewitz")
    units = {card.looks[0].piece: card.place for card in dewitz.cards}
    pieces = table.session.state.pieces
    placed = [piece for piece in units if pieces[piece].at in table.session.board.cells]
    cells = table.model.board.cells
    assert len(placed) > 5
    assert all(units[one] == (cells[pieces[one].at].name or pieces[one].at) for one in placed)


def test_keys_walk_over_it_and_enter_goes_to_the_counter_on_the_map(tables):
    table = opened(tables, BEST, "unit")
    page, sheet = table.sheet.page, table.sheet
    assert sheet.isVisible()
    assert page.hasFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right):
        QTest.keyClick(page, key)
    piece = page.ids()[page.at]
    assert table.session.state.pieces[piece].at in page.accessibleDescription()
    QTest.keyClick(page, Qt.Key.Key_Return)
    assert not sheet.isVisible()
    assert table.view.focus_cell == table.session.state.pieces[piece].at


def test_a_click_goes_there_too_and_escape_shuts_it(tables):
    table = opened(tables, BEST, "unit")
    page = table.sheet.page
    piece = next(p for p in page.ids() if table.session.state.pieces[p].at in page_cells(table))
    QTest.mouseClick(page, Qt.MouseButton.LeftButton, pos=page.place(piece))
    assert table.view.focus_cell == table.session.state.pieces[piece].at
    table.model.actions.run("table.battle")
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert not table.sheet.isVisible()


def page_cells(table):
    return table.session.board.cells


def test_who_was_lost_stands_there_as_lost(tables):
    def fallen(session):
        first, now = session.look(0), session.look()
        return {one.piece for one in first.counters} - {one.piece for one in now.counters}

    session = by_script("remagen/7-march-1945", fallen)
    gone = fallen(session)
    order = battle_order(shown(tables, session).model)
    lost = [block for block in order.blocks if block.title == "Lost"]
    assert {look.piece for block in lost for card in block.cards for look in card.looks} == gone


@pytest.mark.parametrize(
    "scenario",
    ["hannut-stonne/stonne", "may-1940/belgium", "eben-emael/historical", "freeform/hannut-table"],
)
def test_every_counter_of_the_table_stands_on_the_sheet_of_each_game(tables, scenario):
    table = shown(tables, PlaySession.new(scenario, seed=7, keep=False))
    order = battle_order(table.model)
    known = {look.piece for look in table.model.look.counters}
    told = [one.piece for block in order.blocks for card in block.cards for one in card.looks]
    assert {*told} >= known
    assert len(told) == len({*told})
    due = table.session.rules.showing.due(table.session.state)
    on_turns = {one.piece for turn in order.turns for card in turn.cards for one in card.looks}
    assert on_turns == {piece for piece in due if piece in known}
