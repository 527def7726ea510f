"""How many clicks, keys and drags a deed takes: counted with real events at the table."""

from __future__ import annotations

import pytest
from counted_inputs import SHIFT, at
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from wardesk.engine.types import Cells, Path, Pieces
from wardesk.ui.table.runner import PACES

BEST, HANNUT = "market-garden/the-best-laid-plans", "hannut-stonne/hannut"
BELGIUM, EBEN = "may-1940/belgium", "eben-emael/historical"


def alone(table, wants):
    """Own units that a click takes, where they are, and where the first does what is wanted."""
    return next(everybody(table, wants))


def everybody(table, wants):
    """The same, one after the other."""
    model, session = table.model, table.session
    pieces, side = session.state.pieces, session.ask.who
    held = {}
    for piece in pieces.values():
        held.setdefault(piece.at, []).append(piece)
    for cell, there in held.items():
        if cell not in session.board.cells or any(one.side != side for one in there):
            continue
        pile = [one.piece for one in reversed(table.view.scene().in_cell(cell))]
        able = [one for one in pile if model.taking(one)]
        if not able:
            continue
        for goal in session.board.cells:
            deeds = model.chosen.deeds(model.seen(), able[:1], goal)
            if deeds and wants(deeds[0], goal, held.get(goal, [])):
                yield able, cell, goal


def marches(deed, _goal, there):
    return isinstance(deed.answers[-1], Path) and not there


def fires_at_one(deed, _goal, there):
    return isinstance(deed.answers[-1], Pieces) and len(there) == 1


# ---- Best ----------------------------------------------------------------------------------------


@pytest.fixture
def best(tables):
    return at(tables, BEST, lambda s: s.ask.kind == "unit" and s.journal.head > 108)


def test_best_a_march_takes_two(best):
    table, hands, session = best
    able, cell, goal = alone(table, marches)
    hands.click(cell)
    hands.click(goal)
    assert session.state.pieces[able[0]].at == goal
    assert hands.count == 2
    # and the next unit too, though the last one could go on
    able, cell, goal = alone(table, marches)
    hands.click(cell)
    hands.click(goal)
    assert session.state.pieces[able[0]].at == goal
    assert hands.count == 4


def test_best_three_companies_take_two(best):
    table, hands, session = best
    group = [p for p in ("101.502.d", "101.502.e", "101.502.f") if p in session.ask.pieces]
    cell = session.state.pieces[group[0]].at
    hands.band([cell])
    assert {*group} <= {*table.model.group}
    goal = next(c for c in session.board.cells if c != cell and not table.model._enemy_in(c)
                and all(table.model._of((p,), c) for p in group)
                and not table.view.scene().in_cell(c))  # fmt: skip
    hands.click(goal)
    assert [session.state.pieces[p].at for p in group] == [goal] * 3
    assert hands.count == 2


def test_best_fire_takes_two(tables):
    table, hands, session = at(tables, BEST, lambda s: s.ask.kind == "unit"
                               and s.journal.head >= 497)  # fmt: skip
    _, cell, goal = alone(table, fires_at_one)
    head = session.journal.head
    hands.click(cell)
    hands.click(goal)
    kinds = [e.asked.kind for e in session.journal.line() if e.id > head]
    assert "target" in kinds
    assert hands.count == 2


def test_best_a_march_and_an_assault_take_three(tables):
    table, hands, session = at(tables, BEST, lambda s: s.ask.kind == "unit"
                               and s.journal.head >= 725)  # fmt: skip
    model, side = table.model, session.ask.who

    def beside_an_enemy(deed, goal, _there):
        beside = session.rules.board.neighbours(goal)
        return isinstance(deed.answers[-1], Path) and any(map(model._enemy_in, beside))

    for _, cell, goal in everybody(table, beside_an_enemy):
        before, hands.count = session.journal.head, 0
        foe = next(c for c in session.rules.board.neighbours(goal) if model._enemy_in(c))
        hands.click(cell)
        hands.click(goal)
        found = [d for d in model.deeds(foe) if isinstance(d.answers[-1], Cells)]
        if session.ask.who == side and found:
            break
        session.go(before)
    assert model.deeds(foe)[0] == found[0], "who points at an enemy next door means his hex"
    hands.click(foe)
    assert "assault-hex" in [e.asked.kind for e in session.journal.line()[-8:]]
    assert hands.count == 3


# ---- Hannut --------------------------------------------------------------------------------------


@pytest.fixture
def hannut(tables):
    return at(tables, HANNUT, lambda s: s.ask.kind == "act" and s.journal.head > 345)


def test_hannut_a_march_takes_two(hannut):
    table, hands, session = hannut
    able, cell, goal = alone(table, marches)
    hands.click(cell)
    hands.click(goal)
    assert able[0] in next(e for e in reversed(session.journal.line())
                           if isinstance(e.answer, Path)).answer.pieces  # fmt: skip
    assert hands.count == 2


def test_hannut_a_stack_takes_two(hannut):
    table, hands, session = hannut
    side = session.ask.who
    stacks = {}
    for piece in session.ask.pieces:
        if not session.state.pieces[piece].hq:
            stacks.setdefault(session.state.pieces[piece].at, []).append(piece)
    for cell, stack in stacks.items():
        hands.count = 0
        hands.double(cell)
        held = table.model.hand
        goals = [c for c in session.board.cells if not table.model._enemy_in(c)
                 and table.model.deeds(c)]  # fmt: skip
        if len(stack) > 1 and {*stack} <= {*held} and goals:
            hands.click(goals[0])
            went = next(e.answer for e in reversed(session.journal.line())
                        if isinstance(e.answer, Path) and e.asked.who == side)  # fmt: skip
            assert len(went.pieces) >= 2
            assert hands.count == 2
            return
        table.model.interaction.cancel()
        table.model.choose_back()
    raise AssertionError("no stack")


def test_hannut_fire_takes_two(hannut):
    table, hands, session = hannut
    _, cell, goal = alone(table, fires_at_one)
    head = session.journal.head
    hands.click(cell)
    hands.click(goal)
    assert "target" in [e.asked.kind for e in session.journal.line() if e.id > head]
    assert hands.count == 2


# ---- Belgium, Eben-Emael -----------------------------------------------------------------------


def test_belgium_a_march_of_a_stack_takes_two(tables):
    table, hands, session = at(tables, BELGIUM, lambda s: s.ask.kind == "move"
                               and s.journal.head > 3)  # fmt: skip
    piles = {}
    for piece in session.ask.pieces:
        piles.setdefault(session.state.pieces[piece].at, []).append(piece)
    for cell, pile in piles.items():
        if len(pile) < 2 or cell not in session.board.cells:
            continue
        hands.count = 0
        hands.double(cell)
        held = table.model.hand
        goals = [c for c in session.board.cells if c != cell and table.model.deeds(c)
                 and not table.view.scene().in_cell(c)]  # fmt: skip
        if len(held) > 1 and goals:
            break
        table.model.take_group(())
    hands.click(goals[0])
    moved = [p for p in held if session.state.pieces[p].at == goals[0]]
    assert len(moved) > 1
    assert hands.count == 2


def test_eben_a_landing_takes_one_drag(tables):
    table, hands, session = at(tables, EBEN, lambda s: s.ask.shape == "path"
                               and s.state.pieces[s.ask.pieces[0]].at in s.board.cells)  # fmt: skip
    piece = session.ask.pieces[0]
    start = session.state.pieces[piece].at
    goal = next(c for c in session.board.cells if c != start
                and table.model.chosen.deeds(table.model.seen(), (piece,), c))  # fmt: skip
    hands.carry(piece, goal)
    assert session.state.pieces[piece].at == goal
    assert hands.count == 1


def test_eben_all_charges_take_two(tables, qtbot):
    table, hands, session = at(tables, EBEN, lambda s: s.ask.kind == "attack-target")
    table.model.runner.set_pace(len(PACES) - 1)
    placed = [c.key.partition(":")[2] for c in session.ask.choices if c.key.startswith("charge:")]
    cells = [session.state.pieces[piece].at for piece in placed]
    table.view.fit()
    hands.band(cells)
    assert {*table.model.group} == {*placed}
    hands.click_on(placed[0])
    there = session.state.pieces
    assert all(there[piece].charges for piece in placed[1:]), "dice fall before the next one"
    qtbot.waitUntil(lambda: not any(session.state.pieces[piece].charges for piece in placed))
    assert hands.count == 2


def test_eben_a_phase_is_ended_until_something_happens(tables, qtbot):
    table, hands, session = at(tables, EBEN, lambda s: s.ask.kind == "move"
                               and s.state.tracks["turn"] == 4)  # fmt: skip
    table.model.runner.set_pace(len(PACES) - 1)
    stand = next(one for one in session.rules.showing.order_sets if one.id == "stand")
    session.set_orders("german", stand.orders)
    head = session.journal.head
    hands.key(Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier | SHIFT)
    qtbot.waitUntil(lambda: session.waiting == "person" and not session.automatic)
    since = [e for e in session.journal.line() if e.id > head and e.asked.kind == "move"]
    assert len(since) > 1
    assert {e.via for e in since} == {f"repeat:{head}"}
    assert hands.count == 1
    assert "Ended so" in table.model.words.note


# ---- what a unit does for itself, and a fight of several --------------------------------------


def for_itself(table, verb):
    """Own units that can do this for themselves."""
    model, session = table.model, table.session
    own = (p for p in session.state.pieces.values() if p.side == session.ask.who)
    own = [p.id for p in own if p.at in session.board.cells]
    return [p for p in own if any(deed.verb == verb for deed in model.own_deeds(p))]


def test_hannut_a_rally_takes_two(tables):
    table, hands, session = at(tables, HANNUT, lambda s: s.ask.kind == "act"
                               and any(c.key == "rally" and not c.refused
                                       for c in s.ask.choices))  # fmt: skip
    unit, *_ = for_itself(table, "rally")
    head = session.journal.head
    table.view.show_cell(session.state.pieces[unit].at)
    hands.click_on(unit)
    hands.click_on(unit)
    asked = [e for e in session.journal.line() if e.id > head]
    assert Pieces((unit,)) in [e.answer for e in asked if e.asked.kind == "rally"]
    assert hands.count == 2


def test_belgium_an_attack_of_several_takes_three(tables, qtbot):
    table, hands, session = at(tables, BELGIUM, lambda s: s.ask.kind == "attack")
    stand = next(one for one in session.rules.showing.order_sets if one.id == "stand")
    session.set_orders("axis", stand.orders)  # they answer how much ground support
    head, model = session.journal.head, table.model
    for goal in session.ask.cells:
        hands.count = 0
        hands.click(goal)
        table.view.glide_to(table.view.anchor(goal))
        QTest.qWait(350)  # a question that has just come does not hear Enter yet
        if session.ask.kind == "attackers":
            hands.band({session.state.pieces[p].at for p in session.ask.pieces})
        if len(model.interaction.hand) > 1:
            break
        session.go(head)
    picked = model.interaction.hand
    assert session.ask.who == "axis"
    hands.key(Qt.Key.Key_Return)
    table.model.runner.set_pace(len(PACES) - 1)
    qtbot.waitUntil(lambda: session.ask.kind not in ("attackers", "support"))
    answers = [e.answer for e in session.journal.line() if e.id > head]
    assert {*picked} in [{*a.pieces} for a in answers if isinstance(a, Pieces)]
    assert "support" in {e.asked.kind for e in session.journal.line() if e.id > head}
    assert hands.count == 3
