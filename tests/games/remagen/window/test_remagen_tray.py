"""Arrivals and set-up from the tray, and who was lost on the order of battle."""

from __future__ import annotations

from clicks import click_cell
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from scripted import by_script, shown

from wardesk.ui.table.battle_sheet import battle_order


def at_question(tables, scenario, kind):
    return shown(tables, by_script(scenario, lambda session: session.ask.kind == kind))


def drag(table, row, piece, cell):
    """From the tray to the map, with the button held."""
    start = row.place(piece)
    QTest.mousePress(row, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(row, start + QPoint(0, -40))
    goal = row.mapFromGlobal(table.view.mapToGlobal(table.view.cell_point(cell)))
    QTest.mouseRelease(row, Qt.MouseButton.LeftButton, pos=goal)


def test_arrivals_lie_in_boxes_of_their_kind_and_two_come_on_by_two_keys_and_a_click(tables):
    table = at_question(tables, "remagen/7-march-1945", "arrive")
    tray, session = table.counter_tray, table.session
    assert tray.isVisible()
    assert sum(map(len, tray.row.kinds)) == len(session.ask.pieces)
    assert len(tray.row.kinds) < 20
    digit = next(k for k, kind in enumerate(tray.row.kinds, 1) if kind[0].title == "Medium tank")
    QTest.keyClicks(table.view, f"{digit}{digit}")
    picked = table.model.interaction.picked
    assert len(picked) == 2
    assert "2 in hand" in tray.row.told(digit - 1)
    cell = next(iter(table.view.scene().marks.reach))
    table.view.set_focus_cell(cell)
    click_cell(table, cell)
    assert {session.state.pieces[piece].at for piece in picked} == {cell}


def test_a_counter_is_dragged_from_the_tray_to_a_lit_place(tables):
    table = at_question(tables, "remagen/7-march-1945", "set-up")
    row, session = table.counter_tray.row, table.session
    table.counter_tray.pick(row.ids()[0])
    piece, cell = table.model.interaction.picked[0], next(iter(table.view.scene().marks.reach))
    table.view.set_focus_cell(cell)
    drag(table, row, row.ids()[0], cell)
    assert session.state.pieces[piece].at == cell


def test_who_was_lost_stands_there_as_lost(tables):
    def fallen(session):
        first, now = session.look(0), session.look()
        return {one.piece for one in first.counters} - {one.piece for one in now.counters}

    session = by_script("remagen/7-march-1945", fallen)
    gone = fallen(session)
    order = battle_order(shown(tables, session).model)
    lost = [block for block in order.blocks if block.title == "Lost"]
    assert {look.piece for block in lost for card in block.cards for look in card.looks} == gone
