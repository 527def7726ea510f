"""How many inputs a deed takes in this game."""

from __future__ import annotations

import pytest
from counted_inputs import at

from wardesk.engine.types import Pieces

REMAGEN = "remagen/7-march-1945"
pytestmark = [
    pytest.mark.usefixtures("light"),
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]


def test_a_march_of_a_group_takes_two(tables):
    table, hands, session = at(tables, REMAGEN, lambda s: "move" in s.ask.kind
                               and s.ask.shape == "path" and s.journal.head > 60)  # fmt: skip
    piles = {}
    for piece in session.ask.pieces:
        piles.setdefault(session.state.pieces[piece].at, []).append(piece)
    cell, group = max(piles.items(), key=lambda row: len(row[1]) * (row[0] in session.board.cells))
    assert len(group) > 1
    hands.double(cell)
    held = table.model.hand
    assert len(held) > 1
    goal = next(c for c in session.board.cells if c != cell and table.model.deeds(c)
                and not table.model._enemy_in(c))  # fmt: skip
    hands.click(goal)
    moved = [p for p in held if session.state.pieces[p].at != cell]
    assert len(moved) > 1
    assert hands.count == 2


def test_to_unload_takes_two(tables):
    table, hands, session = at(tables, REMAGEN, lambda s: s.ask.kind == "move"
                               and any(c.key == "unload" and not c.refused
                                       for c in s.ask.choices))  # fmt: skip
    model, pieces = table.model, session.state.pieces
    own = [
        p.id for p in pieces.values() if p.side == session.ask.who and p.at in session.board.cells
    ]
    unit = next(p for p in own if any(deed.verb == "unload" for deed in model.own_deeds(p)))
    head = session.journal.head
    table.view.show_cell(pieces[unit].at)
    hands.click_on(unit)
    hands.click(model.ask.cells[0])
    done = [e for e in session.journal.line() if e.id > head]
    assert [e.asked.kind for e in done] == ["move", "unload", "unload-at"]
    assert Pieces((unit,)) in [e.answer for e in done]
    assert hands.count == 2
