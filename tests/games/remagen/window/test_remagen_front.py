"""Shots, a battle front and ways back at the table: seen before dice, drawn by mouse and keys."""

from __future__ import annotations

from clicks import click_cell, click_offer, click_piece
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wardesk.engine.types import Choose, Outcome, Path, Roll, SetPiece, SetTrack
from wardesk.services.play.session import PlaySession
from wardesk.ui.table.assigning import AssignmentInteraction

SCENARIO = "remagen/7-march-1945"
LEFT = Qt.MouseButton.LeftButton
PLACED = {
    "us-medium_tank-1": "K13", "us-medium_tank-2": "K13", "us-armoured_car-1": "J14",
    "german-infantry-1": "K14", "german-infantry-2": "K14", "german-infantry-3": "J15",
}  # fmt: skip


def laid_out(*, turn=4, mode="play", **placed):
    """A table where only *placed* stand on the board, in the Americans' movement."""
    session = PlaySession.new(SCENARIO, seed=3, keep=False, mode=mode)
    while session.ask.kind == "set-up":
        session.answer(session.bot_answer("german", "policy"))
    state, wanted = session.state, {**PLACED, **placed}
    yards = {"us_yard", "german_yard"}
    gone = [u.id for u in state.pieces.values() if u.at not in yards and u.id not in wanted]
    effects = [SetPiece(piece, "at", None) for piece in gone]
    effects += [SetPiece(piece, "at", cell) for piece, cell in wanted.items()]
    session.edit([*effects, SetTrack("turn", turn)], "test", "laid out")
    session.answer(Choose("done"))
    return session


def to_fire(session):
    session.answer(Choose("done"))
    assert session.ask.kind == "fire"
    return session


def to_front(session):
    to_fire(session).answer(Choose("done"))
    assert session.ask.kind == "front"
    return session


def drag(table, first, last):
    """Carry whatever lies in one cell onto another."""
    view = table.view
    start, end = view.cell_point(first), view.cell_point(last)
    piece = next(p for p, at in PLACED.items() if at == first)
    start = view.piece_point(piece)
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, (start + end) / 2)
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, LEFT, pos=end)
    QApplication.processEvents()


def press(table, key):
    QTest.keyClick(table.window().focusWidget() or table.view, key)
    QApplication.processEvents()


def links(table):
    return table.model.rules.showing.assignments(table.session.state).links


def weighed(table):
    return [(row.title, row.figure) for row in table.right.case.lines.rows]


# ---- the front ----------------------------------------------------------------------------------


def test_a_front_is_drawn_by_dragging_with_odds_and_a_warning_for_a_neighbour(tables):
    table = tables(to_front(laid_out()), size=(1440, 860))
    assert isinstance(table.model.interaction, AssignmentInteraction)
    assert links(table) == (("J14", "J15"),), "only the car touches it: nobody has a choice"
    assert table.view.scene().marks.missing == ("K14",)
    assert table.view.scene().marks.tags == {"K14": "!", "J15": "3–1"}
    assert weighed(table)[0] == ("K14 must be attacked too", "!")
    assert not [o for o in table.model.interaction.offers() if o.primary], "nothing goes on yet"

    drag(table, "K13", "K14")
    assert set(links(table)) == {("J14", "J15"), ("K13", "K14")}
    assert table.view.scene().marks.missing == ()
    assert table.view.scene().marks.tags == {"K14": "5–1", "J15": "3–1"}
    drag(table, "J14", "K14")
    assert table.view.scene().marks.tags == {"K14": "4–1", "J15": "4–1"}, "one battle now"
    drag(table, "J14", "K14")
    assert set(links(table)) == {("J14", "J15"), ("K13", "K14")}, "the same again takes it back"

    click_offer(table, "ready")
    assert table.model.ask.kind == "battle"
    assert {figure for _, figure in weighed(table)} == {"3–1", "5–1"}, "nobody is missing now"


def test_a_front_is_drawn_by_keys_and_a_fixed_attack_stays(windows):
    table = windows(session=to_front(laid_out()))
    table.view.setFocus()
    table.view.set_focus_cell("K13")
    press(table, Qt.Key.Key_Return)
    assert table.model.interaction.picked
    assert [row.id for row in table.model.interaction.rows()] == ["K14"]
    assert "5–1" in table.model.interaction.outlook("K14")
    press(table, Qt.Key.Key_Period)
    assert table.view.focus_cell == "K14"
    QTest.qWait(300)
    press(table, Qt.Key.Key_Return)
    assert ("K13", "K14") in links(table)
    drag(table, "J14", "J15")
    assert ("J14", "J15") in links(table)
    assert "RB" in table.model.interaction.note, "refused with its rule"


# ---- shots --------------------------------------------------------------------------------------


def test_shots_are_listed_and_drawn_with_divisor_and_expected_hits(tables):
    table = tables(to_fire(laid_out()), size=(1440, 860))
    listed = weighed(table)
    assert ("K13 at K14", "6.8 hits") in listed  # 4 dice, 14 on average, divided by 2
    assert listed == sorted(listed, key=lambda line: -float(line[1].split()[0]))

    click_piece(table, "us-armoured_car-1")
    marks = table.view.scene().marks
    assert set(marks.lines) >= {("J14", "K14"), ("J14", "J15")}
    assert marks.tags["J15"].startswith("÷2: ")
    table.board.hover("J15")
    case = table.model.case(table.model.interaction.previewed())
    assert sum(line.ways for line in case.odds) == 6


def test_two_tanks_of_a_sector_fire_together(tables):
    table = tables(to_fire(laid_out()), size=(1440, 860))
    for piece in ("us-medium_tank-1", "us-medium_tank-2"):
        table.model.give(table.model.interaction.piece(piece))
    assert table.model.interaction.picked == ["us-medium_tank-1", "us-medium_tank-2"]
    click_cell(table, "K14")
    assert len(table.session.ask.dice) == 4


# ---- room and ways back -------------------------------------------------------------------------


def test_room_is_told_on_the_way_and_in_the_refusal(tables):
    table = tables(laid_out(**{"us-medium_tank-3": "K9"}), size=(1440, 860))
    table.model.give(table.model.interaction.piece("us-medium_tank-3"))
    assert "3 of 6 points taken then" in table.model.interaction.outlook("K10")
    assert "single file" in table.model.interaction.outlook("K8")
    assert "K13 has 0 of 6 points left, 3 are needed" in table.model.why_not("K13")
    taken = {m.cell: m.share for m in table.model.look.marks if m.kind == "capacity"}
    assert taken["K13"] == (6, 6)


def routed():
    session = to_front(laid_out())
    for answer in (Path(("us-medium_tank-1",), ("K14",)), Choose("ready"), Choose("1"), Roll((2,))):
        session.answer(answer)
    return session


def test_the_ways_of_a_rout_are_arrows_and_a_refused_place_says_why(tables):
    session = routed()
    assert session.ask.kind == "rout", session.ask
    table = tables(session, size=(1440, 860))
    ways = {line[-1]: line for line in table.view.scene().marks.lines}
    assert set(ways) == set(session.ask.cells)
    assert all(len(way) == 4 for way in ways.values()), "three sectors and where they come from"
    click_cell(table, "L15")
    assert "is 1 sector away" in table.model.interaction.note
    goal = session.ask.cells[0]
    table.board.hover(goal)
    assert table.view.scene().marks.path == ways[goal]
    click_cell(table, goal)
    assert session.state.pieces["german-infantry-1"].at == goal


# ---- the umpire ---------------------------------------------------------------------------------


def test_an_umpire_sets_the_divisor_shifts_the_column_and_overrules(tables):
    """An umpired session with real fields and keys: inputs, own modifier, overrule."""
    session = to_fire(laid_out(mode="adjudicate"))
    session.answer(Path(("us-medium_tank-1", "us-medium_tank-2"), ("K14",)))
    table = tables(session, size=(1440, 860))
    card = table.right.card
    card.inputs.editors["divisor"].set_value(3)
    assert card.inputs._notes["divisor"].text() == "was 2"
    card.reason.setFocus()
    QTest.keyClicks(card.reason, "Smoke on the road")
    session.answer(Roll((3, 3, 3, 3), None, {"divisor": 3}), reason="Smoke on the road")
    event = session.journal.event
    assert event.answer.inputs == {"divisor": 3}
    assert session.ask.proposed == {"hits": 4}

    form = table.right.card.form
    form._set("hits", 1)
    QTest.keyClicks(form.reason, "They were behind the wall")
    QTest.mouseClick(form.overrule, LEFT)
    assert session.journal.event.proposed == {"hits": 4}
    assert session.journal.event.reason == "They were behind the wall"
    assert session.ask.kind == "hit-dice"
    assert session.ask.proposed == {"pips": 1}
    assert session.ask.sums

    while session.ask.kind != "front":
        ask = session.ask
        if ask.shape == "roll":
            session.answer(Roll((1,) * len(ask.dice)))
        elif ask.shape == "outcome":
            session.answer(Outcome(ask.proposed))
        else:
            key = next(c.key for c in ask.choices if c.key in ("done", "enough", "hold"))
            session.answer(Choose(key))
    session.answer(Path(("us-medium_tank-1",), ("K14",)))
    session.answer(Choose("ready"))
    session.answer(Choose("1"))
    assert set(session.ask.proposed) == {"attackers", "defenders", "column_shift"}
    table.right.card.inputs.shift.left.click()
    chart = table.model.case_of(session.ask).chart
    assert table.right.card._big.text() == chart.columns[chart.column - 1]
