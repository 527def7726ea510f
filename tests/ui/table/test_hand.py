"""A hand of cards by real mouse and keys: folded, picked, played, laid aside, looked at."""

from __future__ import annotations

import pytest
from card_table import card_pack
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest

from wardesk.engine.types import Choose
from wardesk.services.play.session import PlaySession
from wardesk.ui import theme
from wardesk.ui.table.freehand.card_row import whole_lines
from wardesk.ui.widgets.text import Label

LEFT = Qt.MouseButton.LeftButton
NONE, ALT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier
HELD = ("card-Air-strike", "card-Smoke", "card-Reserve")


@pytest.fixture(scope="module")
def scenario(tmp_path_factory):
    return card_pack(tmp_path_factory.mktemp("packs"))


@pytest.fixture
def table(tables, scenario):
    found = tables(PlaySession.new(scenario, seed=4, keep=False))
    found.model.runner.set_pace(0)
    return found


def cups(table):
    return table.session.state.cups


def carry(table, card, goal, modifiers=NONE):
    """Drag a card from the hand to a point of the board."""
    row = table.hand.row
    first = row.place(card)
    last = row.mapFromGlobal(table.view.mapToGlobal(goal))
    QTest.mousePress(row, LEFT, modifiers, first)
    QTest.mouseMove(row, (first + last) / 2)
    QTest.mouseMove(row, last)
    QTest.mouseRelease(row, LEFT, modifiers, last)


def test_the_hand_lies_over_the_lower_edge_and_c_folds_it(table):
    hand = table.hand
    assert hand.isVisible()
    assert hand.geometry().bottom() == table.board.height() - 1
    assert [look.id for look in hand.row.looks] == list(HELD)

    tall = hand.height()
    table.view.setFocus()
    QTest.keyClick(table.view, Qt.Key.Key_C)
    assert hand.row.hasFocus(), "an open hand gets the keyboard first"
    QTest.keyClick(hand.row, Qt.Key.Key_C)
    assert hand.folded
    assert hand.height() < tall / 2
    QTest.keyClick(table.view, Qt.Key.Key_C)
    assert not hand.folded
    assert hand.row.isVisible()


def test_digits_and_enter_belong_to_the_open_hand(table):
    """With the keyboard on the board: a digit picks a card and ends nobody's turn."""
    before, hand = table.session.journal.head, table.hand
    table.view.setFocus()
    table.view.set_focus_cell("0806")
    QTest.keyClick(table.view, Qt.Key.Key_1)
    assert hand.row.chosen == HELD[0]
    assert table.session.journal.head == before
    assert hand.row.hasFocus()
    QTest.keyClick(hand.row, Qt.Key.Key_Return)
    assert table.session.state.pieces[HELD[0]].at == "0806"


def test_a_card_is_carried_to_a_place_face_up_and_with_alt_face_down(table):
    carry(table, HELD[0], table.view.cell_point("0806"))
    table.session.undo()
    assert HELD[0] in cups(table)["hand/blue"]

    carry(table, HELD[0], table.view.cell_point("0806"))
    carry(table, HELD[1], table.view.cell_point("0606"), ALT)
    pieces = table.session.state.pieces
    assert (pieces[HELD[0]].at, pieces[HELD[0]].down_for) == ("0806", "")
    assert (pieces[HELD[1]].at, pieces[HELD[1]].down_for) == ("0606", "grey")
    assert cups(table)["hand/blue"] == (HELD[2],)


def test_keys_alone_pick_play_and_discard(table):
    row = table.hand.row
    table.view.set_focus_cell("0707")
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_2)
    assert row.chosen == HELD[1]
    QTest.keyClick(row, Qt.Key.Key_Return)
    assert table.session.state.pieces[HELD[1]].at == "0707"

    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Right)
    QTest.keyClick(row, Qt.Key.Key_Delete)
    assert len(cups(table)["hand/blue"]) == 1
    assert len(cups(table)["Events/drawn"]) == 2


def test_a_card_of_the_table_is_dropped_on_the_hand(table):
    table.session.answer(Choose("card", ("up:0806", HELD[0])))
    view, hand = table.view, table.hand
    first = view.piece_point(HELD[0])
    last = view.mapFromGlobal(hand.mapToGlobal(QPoint(40, hand.height() // 2)))
    QTest.mousePress(view, LEFT, NONE, first)
    QTest.mouseMove(view, (first + last) / 2)
    QTest.mouseMove(view, last)
    QTest.mouseRelease(view, LEFT, NONE, last)

    assert HELD[0] in cups(table)["hand/blue"]
    assert HELD[0] not in table.session.state.pieces


def test_drawing_by_key_takes_a_card_into_the_hand(table):
    before = len(cups(table)["hand/blue"])
    table.view.setFocus()
    QTest.keyClick(table.view, Qt.Key.Key_Y)
    assert len(cups(table)["hand/blue"]) == before + 1
    assert len(table.hand.row.looks) == before + 1


def test_where_two_people_share_the_window_the_next_hand_comes_after_the_cover(table):
    """The cover keeps the next hand from whoever sits there; `Enter` hands the machine over."""
    table.session.answer(Choose("pass"))
    assert table.cover.isVisible()
    assert not table.hand.isVisible()
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert not table.cover.isVisible()
    assert [look.id for look in table.hand.row.looks] == ["card-Ambush"]


def test_as_one_side_sees_it_the_others_cards_are_backs(table):
    table.model.see_as("grey")
    names = {card.title for hand in table.model.look.hands for card in hand.cards}
    assert names == {"", "Ambush"}
    assert [look.id for look in table.hand.row.looks] == ["card-Ambush"]


def test_an_empty_hand_leaves_the_board_its_room(table):
    tall = table.hand.height()
    for card in HELD:
        table.session.answer(Choose("card", ("discard", card)))
    assert not table.hand.row.isVisible()
    assert table.hand.height() < tall / 2
    assert table.hand.geometry().bottom() == table.board.height() - 1


def test_discards_can_be_looked_at_and_taken(table, qtbot):
    deck = table.model.look.decks[0]
    dialog = table.hand.see(deck.title, deck.discards)
    qtbot.addWidget(dialog)
    QTest.mouseClick(dialog.row, LEFT, pos=dialog.row.place("card-Quiet"))
    QTest.mouseClick(dialog.take, LEFT)
    assert "card-Quiet" in cups(table)["hand/blue"]


def test_a_game_without_cards_has_no_hand(tables):
    found = tables(PlaySession.new("freeform/hannut-table", seed=4, keep=False))
    assert found.hand.isHidden()
    assert "deed.hand" not in found.model.actions


def test_the_words_of_a_card_end_with_a_whole_line(light):
    metrics = QFontMetrics(theme.font("tiny"))
    tall = metrics.lineSpacing()
    text = "When the other side moves beside you: it loses a step and stops there."
    room = QRectF(0, 0, 84, 3 * tall + 1)
    shown = whole_lines(text, metrics, room)
    assert shown.endswith(" …")
    assert text.startswith(shown.removesuffix(" …"))
    drawn = metrics.boundingRect(room.toRect(), int(Qt.TextFlag.TextWordWrap), shown)
    assert drawn.height() <= room.height()
    assert whole_lines("Hold.", metrics, room) == "Hold."


def test_the_key_of_the_lights_stands_above_the_hand_and_comes_down_with_it(table):
    key, hand = table.board.key.geometry(), table.hand.geometry()
    assert key.bottom() < hand.top()
    table.hand.toggle()
    lower = table.board.key.geometry()
    assert key.top() < lower.top() < lower.bottom() < table.hand.geometry().top()


def test_the_table_opens_with_counters_in_the_middle_of_what_the_hand_leaves_free(tables, qtbot):
    found = tables(PlaySession.new("freeform-cards/orders-in-hand", seed=4, keep=False))
    qtbot.waitUntil(lambda: found.hand.geometry().bottom() == found.board.height() - 1)
    view, top = found.view, found.hand.geometry().top()
    piles = [view.mapTo(found.board, view.cell_point(pile.cell)) for pile in view.scene().piles]
    free = [point.y() for point in piles if 0 <= point.x() < view.width() and 0 <= point.y() < top]

    assert len(free) >= 3
    assert abs((min(free) + max(free)) / 2 - top / 2) < 0.1 * top


def test_the_end_lies_over_the_hand_and_says_nothing_twice_or_of_nothing(tables):
    session = PlaySession.new("freeform-cards/orders-in-hand", seed=4, keep=False)
    found = tables(session)
    while session.ask is not None:
        session.answer(session.bot_answer(session.ask.who))
    found.model.refresh()

    assert found.ending.isVisible()
    assert found.hand.isVisible()
    on_top = found.board.childAt(found.hand.geometry().center())
    assert found.ending.isAncestorOf(on_top) or on_top is found.ending
    found.board.resize(found.board.width() - 40, found.board.height())
    corner = found.board._buttons.geometry().center()
    on_top = found.board.childAt(corner)
    assert found.ending.isAncestorOf(on_top) or on_top is found.ending
    told = [text.text() for text in found.ending.findChildren(Label)]
    assert sum("was the last" in each for each in told) == 1
    # no rules, so nobody's score can move, and no counter here has steps to lose
    assert found.ending.course is None
    assert found.ending.losses is None
