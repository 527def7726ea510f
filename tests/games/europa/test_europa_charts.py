"""The rebuilt charts, typed a second time from the page that they were first worked out on."""

import pytest
from paper import CHART, HEAD

from wardesk.games.europa.tables import TABLES


@pytest.mark.rule("EF N1")
def test_the_main_table_cell_by_cell():
    assert list(TABLES.main.columns) == HEAD
    for total, cells in CHART.items():
        for column, name in enumerate(HEAD):
            assert str(TABLES.main.cell(total, column)) == cells[name], (total, name)
    assert str(TABLES.main.cell(-5, 0)) == "AE"
    assert str(TABLES.main.cell(30, 9)) == "OR3"


@pytest.mark.rule("EF N2")
def test_the_red_table_face_by_face():
    red = TABLES.red
    faces = [(15, 0), (15, 5), (10, 5), (10, 10), (5, 10), (5, 15)]
    assert list(zip(red.attacker, red.defender, strict=True)) == faces
    assert red.more_below_even_odds == 5


@pytest.mark.rule("EF N3", "EF 40.0-2", "EF 40.E-1", "EF 40.E-2", "EF 40.E-3")
def test_ground_and_cities():
    ground = {row.id: (row.die, row.armour, row.supply, row.overrun) for row in TABLES.terrain}
    assert ground == {
        "clear": (0, 0, 0, 0), "woods": (-1, -1, 0, 0), "rough": (-1, -2, 0, 0),
        "swamp": (-2, -3, 0, 0), "mountain": (-2, -4, 0, 0),
    }  # fmt: skip
    city = {row.id: (row.die, row.armour, row.supply, row.overrun) for row in TABLES.city}
    assert city == {
        "none": (0, 0, 0, 0), "dot": (0, 0, 0, 0), "reference": (-1, -1, 0, 0),
        "major": (-2, -3, 2, 1),
    }  # fmt: skip
    between = {r.id: (r.german_soviet_die, r.german_soviet_armour) for r in TABLES.city}
    assert between == {"none": (0, 0), "dot": (0, 0), "reference": (0, 0), "major": (-3, -4)}


@pytest.mark.rule("EF N4", "EF N5", "EF N13")
def test_sizes_shares_and_the_supply_of_an_attack():
    assert {row.id: row.halves for row in TABLES.size} == {
        "corps": 12, "division": 6, "brigade": 2, "battalion": 1,
    }  # fmt: skip
    whole = 30
    points = {part: TABLES.share.of(part, whole) for part in (0, 2, 3, 5, 6, 9, 10, 14, 15, 30)}
    assert points == {0: 0, 2: 0, 3: 1, 5: 1, 6: 2, 9: 2, 10: 3, 14: 3, 15: 4, 30: 4}
    assert TABLES.supply.halves_for_one_point == 6


@pytest.mark.rule("EF N14", "EF N16", "EF N18", "EF N19", "EF N22")
def test_figures_of_the_frame():
    frame = TABLES.frame
    assert (frame.stack_halves, frame.leaves_zone, frame.overrun_odds) == (20, 2, 10)
    assert (frame.river_foot, frame.river_mobile) == ((1, 2), (1, 3))
    assert (frame.overrun, frame.overrun_fortification) == (1, 1)
    assert (frame.lost_for_a_replacement, frame.most_support) == (4, 6)
    rows = {(row.onto, row.work): (set(row.builders), row.turns) for row in TABLES.building}
    engineers, all_of_them = {"combat_engineer", "engineer"}, {
        "combat_engineer", "engineer", "construction",
    }  # fmt: skip
    assert rows == {
        ("", "entrenchment"): ({"infantry", *engineers}, 1),
        ("entrenchment", "improved_entrenchment"): (engineers, 1),
        ("", "fort"): (all_of_them, 2),
        ("damaged_fort", "fort"): (all_of_them, 2),
        ("fort", "improved_fort"): (all_of_them, 2),
        ("improved_fort", "fortified_area"): (all_of_them, 2),
        ("fortified_area", "improved_fortified_area"): (all_of_them, 2),
        ("damaged_unimproved_fortress", "unimproved_fortress"): (all_of_them, 2),
        ("damaged_fortress", "fortress"): (all_of_them, 2),
        ("unimproved_westwall", "westwall"): ({"construction"}, 2),
    }
