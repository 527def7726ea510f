"""Columns, odds and rounding; the cells themselves are held against the print elsewhere."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardesk.games.eben_emael.tables import (
    TABLES,
    TABLES_FILE,
    Tables,
)
from wardesk.games.shared.odds import half_down, half_up

COMBAT = TABLES.combat.columns


@pytest.mark.rule("EE N15")
@pytest.mark.parametrize(
    ("strength", "column"),
    [(1, "1"), (2, "2–6"), (6, "2–6"), (7, "7–12"), (16, "13–17"), (20, "18–21"), (26, "26+")],
)
def test_a_single_guns_strength_gives_its_column(strength, column):
    assert TABLES.artillery.columns[TABLES.artillery.column(strength)] == column


@pytest.mark.rule("EE N22")
def test_the_combat_chart_ends_at_twelve():
    assert TABLES.combat.losses(13, 3) == TABLES.combat.losses(12, 3)


@pytest.mark.rule("EE 4.1")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds"),
    [
        (35, 10, "3:1"),
        (351, 100, "4:1"),
        (20, 20, "1:1"),
        (14, 20, "1:2"),
        (10, 21, "1:3"),
        (1, 40, "1:4"),
        (90, 10, "6:1"),
        (0, 5, "1:4"),
    ],
)
def test_odds(attackers, defenders, odds):
    assert COMBAT[TABLES.combat.column(attackers, defenders)] == odds


@pytest.mark.rule("EE N16")
@pytest.mark.parametrize(("number", "by", "result"), [(9, 3, 3), (7, 2, 3), (8, 3, 3), (1, 2, 0)])
def test_losses_round_a_half_down(number, by, result):
    assert half_down(number, by) == result


@pytest.mark.rule("EE N5")
@pytest.mark.parametrize(("number", "by", "result"), [(27, 2, 14), (27, 1, 27), (28, 3, 9)])
def test_strength_rounds_a_half_up(number, by, result):
    assert half_up(number, by) == result


@given(st.integers(1, 300), st.integers(1, 300))
def test_more_attackers_never_worsen_the_odds(attackers, defenders):
    assert TABLES.combat.column(attackers + 1, defenders) >= TABLES.combat.column(
        attackers, defenders
    )
    assert 0 <= TABLES.combat.column(attackers, defenders) < len(COMBAT)


def test_a_chart_with_a_missing_row_is_refused(tmp_path):
    broken = tmp_path / "tables.toml"
    broken.write_text(TABLES_FILE.read_text("utf-8").replace("    [6, 9, 12],\n", "", 1), "utf-8")
    with pytest.raises(ValueError, match="machine_gun does not cover"):
        Tables.read(broken)


@pytest.mark.rule("EE 6.0")
def test_the_pool_holds_the_counters_that_the_rules_name():
    kinds = Counter(counter.kind for counter in TABLES.counter)
    assert kinds == {
        "air": 3,
        "combat": 1,
        "flamethrower": 1,
        "artillery": 1,
        "block": 3,
        "charge": 1,
        "sappers": 1,
        "sally": 6,
        "glider": 1,
        "canal": 1,
        "tunnels": 1,
    }


@pytest.mark.rule("EE N51", "EE N50")
def test_fields_of_fire_name_sectors_of_the_map():
    from eben import RULES

    for work in TABLES.work:
        assert set(work.arcs) <= set(RULES.setting.fort.cells)
    dots = {"G3", "G4", "MA2", "D2", "C120", "G6", "G5", "D1"}
    assert set(TABLES.works["MN"].arcs) == dots
