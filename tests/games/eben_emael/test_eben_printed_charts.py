"""All 209 printed cells, against a transcription that was not made from the program's tables."""

import printed
import pytest
from eben import RULES

from wardesk.games.eben_emael.tables import TABLES

FIRE = {"machine_gun": "machine_gun_fire", "artillery": "artillery_fire_and_air_attack"}
SHOWN = {**FIRE, "combat": "combat"}


def plain(text: str) -> str:
    """One dash for the several that are printed and shown."""
    return text.replace("–", printed.DASH)


def test_the_transcription_has_209_cells():
    assert sum(len(printed.cells(chart)) for chart in SHOWN.values()) == 209


@pytest.mark.rule("EE N14", "EE N15", "EE N17")
@pytest.mark.parametrize("chart", SHOWN)
def test_the_columns_are_those_of_the_print(chart):
    assert [plain(c) for c in getattr(TABLES, chart).columns] == printed.columns(SHOWN[chart])


@pytest.mark.rule("EE N14")
@pytest.mark.parametrize(("total", "column", "text"), printed.cells("machine_gun_fire"))
def test_machine_gun_fire(total, column, text):
    at = printed.columns("machine_gun_fire").index(column)
    assert TABLES.machine_gun.loss(total, at) == printed.points(text)


@pytest.mark.rule("EE N15", "EE N9")
@pytest.mark.parametrize(
    ("total", "column", "text"), printed.cells("artillery_fire_and_air_attack")
)
def test_artillery_fire_and_air_attack(total, column, text):
    at = printed.columns("artillery_fire_and_air_attack").index(column)
    assert TABLES.artillery.loss(total, at) == printed.points(text)


@pytest.mark.rule("EE N17", "EE 4.2")
@pytest.mark.parametrize(("total", "column", "text"), printed.cells("combat"))
def test_combat(total, column, text):
    at = printed.columns("combat").index(column)
    assert TABLES.combat.losses(total, at) == printed.combat(total, column), text


@pytest.mark.rule("EE N14", "EE N15", "EE N17")
@pytest.mark.parametrize("chart", SHOWN)
def test_the_charts_on_the_screen_show_what_is_printed(chart):
    shown = next(c for c in RULES.showing.charts() if c.id == chart)
    cells = [[plain(text) for text in row] for row in shown.cells]
    assert cells == [printed.row(SHOWN[chart], total) for total in range(2, 13)]
