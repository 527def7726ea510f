"""Every figure of the unit chart, held against what was rebuilt."""

import pytest
from rhine import RULES

from wardesk.games.remagen import tables

PRINTED = """
infantry 1 3 1 1 0 1 1 3
engineers 1 3 1 1 0 1 1 3
paratroops 1 3 0 1 0 1 1 2
machine_gun 2 3 1 2 0 2 2 3
bazooka 2 3 1 1 2 1 2 3
armoured_car 3 8 3 1 0 2 3 0
half_track 3 7 2 1 0 1 3 0
truck 1 8 3 0 0 0 3 0
medium_tank 5 6 2 2 0 3 3 0
heavy_tank 7 5 1 3 0 4 3 0
anti_tank 3 1 0 1 3 4 6 0
howitzer 4 1 0 4 0 10 6 0
heavy_howitzer 5 1 0 5 0 12 6 0
weasel 1 6 0 0 0 0 3 0
buffalo 3 5 0 1 0 1 3 0
"""
"""Kind, value, movement, road bonus, dice, dice against vehicles, range, points, men."""


def test_every_figure_of_the_unit_chart():
    rows = [
        f"{r.kind} {r.value} {r.movement} {r.road} {r.dice} {r.anti_vehicle} {r.range} {r.size} "
        f"{r.figures}"
        for r in RULES.setting.tables.unit
    ]
    assert rows == PRINTED.split("\n")[1:-1]


def test_what_vehicles_carry():
    units = RULES.setting.tables.units
    assert {k: r.load for k, r in units.items() if r.load} == {
        "truck": 2,
        "weasel": 1,
        "buffalo": 3,
    }
    assert {k for k, r in units.items() if r.tows} == {"truck", "half_track"}
    assert {k: r.river for k, r in units.items() if r.river} == {"weasel": 2, "buffalo": 2}
    assert {k for k, r in units.items() if r.vehicle} == {
        "armoured_car", "half_track", "truck", "medium_tank", "heavy_tank", "weasel", "buffalo",
    }  # fmt: skip
    assert [units[k].disabled_at for k in ("truck", "armoured_car", "heavy_tank")] == [1, 2, 4]


def test_the_paratroop_table_enumerated():
    chart = next(c for c in RULES.showing.charts() if c.id == "drop")
    assert chart.rows == chart.columns == ("1", "2", "3", "4", "5", "6")
    assert chart.cells[0] == ("C12", "C13", "C14", "C15", "C16", "C17")
    assert [row[0] for row in chart.cells] == ["C12", "F12", "H12", "L12", "N12", "P12"]


def test_a_morale_chart_with_a_hole_is_not_read(tmp_path):
    text = tables.TABLES_FILE.read_text(encoding="utf-8")
    file = tmp_path / "tables.toml"
    for old, new, why in (
        ('["AX", "AR3", "AR2"', '["AR3", "AR2"', "every total and column"),
        ('kind = "weasel"', 'kind = "truck"', "unit chart lacks a kind"),
    ):
        assert text.count(old) == 1
        file.write_text(text.replace(old, new), encoding="utf-8")
        with pytest.raises(ValueError, match=why):
            tables.Tables.read(file)
