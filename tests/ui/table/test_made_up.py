"""Battle for Moscow in the window: losses made up where they stand, and attackers in hand."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from scripted import by_script, shown
from test_hand_and_aim import SHIFT, click, point_at, press

from wardesk.engine.types import SetPiece

MOSCOW = "battle-for-moscow/typhoon"


def is_made_up(session):
    """A side may make up a step of one counter alone, where it stands."""
    ask, pieces = session.ask, session.state.pieces
    return (
        ask is not None and ask.kind == "replace" and len(ask.pieces) == 1
        and all(pieces[p].at for p in ask.pieces)
    )  # fmt: skip


@pytest.fixture
def losses(tables):
    table = shown(tables, by_script(MOSCOW, is_made_up))
    (piece,) = table.session.ask.pieces
    return table, piece, table.session.state.pieces[piece]


def test_the_slip_says_that_it_is_made_up_and_a_click_does_it(losses):
    table, piece, unit = losses
    point_at(table, unit.at)
    assert table.model.slip(unit.at).keys[0].words == "Make up"
    click(table, unit.at)
    assert table.session.state.pieces[piece].face == unit.face - 1


def test_enter_makes_up_too(losses):
    table, piece, unit = losses
    point_at(table, unit.at)
    press(table, Qt.Key.Key_Return)
    assert table.session.state.pieces[piece].face == unit.face - 1


def test_of_a_pile_the_one_in_hand_is_made_up_by_the_next_click(tables):
    def several(session):
        ask, pieces = session.ask, session.state.pieces
        return ask is not None and ask.kind == "replace" and sum(
            pieces[p].at is not None for p in ask.pieces) > 1  # fmt: skip

    session = by_script(MOSCOW, several)
    first, second = [p for p in session.ask.pieces if session.state.pieces[p].at][:2]
    cell = session.state.pieces[first].at
    session.edit([SetPiece(second, "at", cell)], author="umpire", reason="a pile")
    table = shown(tables, session)
    click(table, cell)
    (held,) = table.model.hand
    face = session.state.pieces[held].face
    click(table, cell)
    assert session.state.pieces[held].face == face - 1


@pytest.fixture
def attackers(tables):
    """LIII Corps (6) in 0306 and XLII Corps (4) in 0305 are in hand; both may attack 0405."""
    found = by_script(MOSCOW, lambda s: s.ask is not None and s.ask.kind == "attack")
    table = shown(tables, found)
    click(table, "0306")
    click(table, "0305", SHIFT)
    assert {*table.model.hand} == {"LIII", "XLII"}
    return table


def test_the_slip_of_two_attackers_tells_what_both_come_to(attackers):
    point_at(attackers, "0405")  # 16 Army (4) in a forest
    slip = attackers.model.slip("0405")
    told = [row.words for row in slip.rows]
    assert told.count("10 to 4: 1:1") == 1, told
    assert not any("6 to 4" in words for words in told)
    assert sum(one.ways for one in slip.odds) == slip.odds[0].of == 6
    assert slip.keys[0].words == "Assign"


def test_an_attack_that_is_only_announced_is_not_tried_out(attackers):
    press(attackers, Qt.Key.Key_Escape)
    click(attackers, "0305")
    slip = attackers.model.slip("0405")  # 4 to 4 in a forest is no attack: nothing falls
    assert not attackers.model.said.forecast(attackers.model.deeds("0405")[0]).open
    assert not slip.odds
