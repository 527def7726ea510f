"""Which attack is worth what: the ranked list before an attack, from exact chances."""

from __future__ import annotations

import pytest
from eben import RULES, lay, sally

from wardesk.engine.types import Cells, Pieces
from wardesk.games.eben_emael.tables import Tables

FORT = RULES.setting.fort


def attack():
    """Two sectors that one strong and one weak defender hold beside Germans."""
    cells = next(
        (cell, near)
        for cell, near in FORT.neighbours.items()
        if len([n for n in near if n not in FORT.works]) >= 3 and cell not in FORT.works
    )
    here, near = cells
    weak, strong = [n for n in near if n not in FORT.works][:2]
    squads = [p.id for p in RULES.setup()[0][:11] for p in [p.piece] if p.kind == "squad"][:2]
    table = lay(
        "german_attack",
        dict.fromkeys(squads, here),
        (sally("weak", weak, 2), sally("strong", strong, 60)),
    )
    return table, weak, strong


def test_targets_are_ranked_best_first():
    table, weak, strong = attack()

    found = RULES.thinking.advice(table.state)

    assert {one.cells[0] for one in found if one.cells} == set(table.ask.cells)
    cells = ["".join(one.cells) for one in found]
    assert cells.index(weak) < cells.index(strong)
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)


def test_an_advice_is_the_exact_expectation_of_its_column():
    table, weak, _ = attack()

    found = next(one for one in RULES.thinking.advice(table.state) if one.cells == (weak,))

    case = RULES.showing.case(table.state, Cells((weak,)))
    tables: Tables = RULES.setting.tables
    column = case.chart.column
    rolls = [a + b for a in range(1, 7) for b in range(1, 7)]
    men = sum(table.pieces[p].men for p in found.pieces)
    net = [
        min(tables.combat.losses(r, column)[1], 2) - min(tables.combat.losses(r, column)[0], men)
        for r in rolls
    ]
    assert found.value == pytest.approx(sum(net) / 36)


def test_groups_are_legal_and_reach_different_columns():
    table, weak, _ = attack()
    table.at(weak)
    if table.ask.kind != "attackers":
        pytest.skip("one unit alone is not asked")

    found = RULES.thinking.advice(table.state)

    assert found
    assert not any(table.against(Pieces(one.pieces)) for one in found)
    columns = [RULES.showing.case(table.state, Pieces(one.pieces)).chart.column for one in found]
    assert len(set(columns)) == len(columns)


def test_there_is_no_advice_where_nothing_is_compared():
    table = lay("german_move")

    assert RULES.thinking.advice(table.state) == ()


@pytest.mark.rule("EE N67")
def test_advice_counts_the_bonus_of_the_turn():
    squads, men = {"glider-6": "G5"}, (sally("a", "G7", 8),)
    plain = lay("german_attack", squads, men).state
    better = lay("german_attack", squads, men, marks={"fort/bonus": True}).state
    values = [
        next(one.value for one in RULES.thinking.advice(state) if one.cells == ("G7",))
        for state in (plain, better)
    ]
    assert values[0] != values[1]


def test_attacks_are_compared_with_doing_nothing_at_0_in_men():
    table, _, _ = attack()
    found = RULES.thinking.advice(table.state)
    (nothing,) = [one for one in found if one.choice]
    assert (nothing.choice, nothing.value, nothing.label) == ("done", 0.0, "No more attacks")
    assert all("men" in one.unit for one in found)
