"""Counters to be placed lie in a tray: taken by key or click, put by click or by dragging."""

from __future__ import annotations

from clicks import click_cell
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from scripted import by_script, shown

from wardesk.services.play.proposed import where_proposed


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


def test_a_stick_of_paratroops_is_dragged_to_where_it_lands(tables):
    table = at_question(tables, "market-garden/out-of-the-sky", "drop-hex")
    row, ask = table.counter_tray.row, table.session.ask
    assert {one.piece for kind in row.kinds for one in kind} <= {*ask.about}
    head, cell = table.session.journal.head, ask.cells[0]
    table.view.set_focus_cell(cell)
    drag(table, row, row.ids()[0], cell)
    given = [event.answer for event in table.session.journal.line() if event.id > head]
    assert given[0].cells == (cell,)


def test_one_key_lays_out_a_whole_side_at_hannut_where_it_stood_palely_and_undo_takes_it_back(
    tables,
):
    table = at_question(tables, "hannut-stonne/hannut", "deploy")
    session, tray = table.session, table.counter_tray
    pale, side = dict(tray.proposed), session.ask.who
    assert len(pale) > 20
    rest = table.question.button("=")
    assert tray.isAncestorOf(rest), "the rest stands in the tray"
    assert rest.isVisible()
    QTest.keyClick(table.view, Qt.Key.Key_0)
    assert session.ask.who != side
    assert {piece: session.state.pieces[piece].at for piece in pale} == pale
    QTest.keyClick(table.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert session.journal.head == 0


def test_where_nothing_is_to_be_placed_there_is_no_tray(tables):
    table = at_question(tables, "hannut-stonne/hannut", "act")
    assert not table.counter_tray.isVisible()
    assert not where_proposed(table.session)
    assert not table.counter_tray.proposed
