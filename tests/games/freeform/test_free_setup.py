"""Set-up and counters: what is taken, and how a mistake is told with its row and column."""

from __future__ import annotations

import pytest
from free_table import rules

from wardesk.errors import UserError


def one(**values):
    return [{"name": "Tank", "side": "blue", **values, "where": "forces.csv, line 2"}]


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"side": "green"}, "column 'side': there is no side 'green'"),
        ({"name": " "}, "column 'name': it is empty"),
        ({"place": "Jauchh"}, "boxes have a place.*Did you mean 0708"),
        ({"steps": "two"}, "column 'steps': 'two' is not a whole number"),
        ({"steps": "0"}, "from 1 to 20"),
        ({"steps": "²"}, "not a whole number"),
        ({"colour": "blue"}, "Write it like #8f9a8c"),
        ({"factors": "1-2-3-4"}, "does not fit on a counter"),
        ({"count": "1000"}, "from 1 to 99"),
        ({"symbl": "hq"}, "Did you mean symbol"),
        ({"id": "0101"}, "taken already"),
        ({"id": "a/b"}, "is no id"),
        ({"name": "x" * 61}, "longer than 60"),
        ({"name": "a\nb"}, "cannot be printed"),
        ({"name": 1.5}, "neither text nor a whole number"),
    ],
)
def test_a_wrong_row_is_named_with_its_column(values, says):
    with pytest.raises(UserError, match=says) as caught:
        rules(counters=one(**values))
    assert "forces.csv, line 2" in str(caught.value)


def test_what_looks_like_a_formula_is_text():
    assert rules(counters=one(name="=1+1")).setting.counters[0].name == "=1+1"


def test_one_row_makes_as_many_counters_as_it_says():
    found = rules(counters=one(count="3")).setting.counters

    assert [c.id for c in found] == ["Tank-1", "Tank-2", "Tank-3"]


def test_two_counters_of_one_name_get_ids_of_their_own():
    found = rules(counters=one() + one() + one(name="0101")).setting.counters

    assert [c.id for c in found] == ["Tank", "Tank-2", "0101-2"]


@pytest.mark.parametrize(
    ("place", "at"), [("jandrain", "1110"), ("1110", "1110"), ("Reserve", "reserve"), ("", None)]
)
def test_a_place_is_a_cell_a_box_or_nothing(place, at):
    assert rules(counters=one(place=place)).setting.counters[0].at == at


def test_sides_come_from_the_counters_when_the_scenario_names_none():
    found = rules(sides=[], counters=one() + one(side="Reds"))

    assert found.sides == ("blue", "Reds")


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        ({"luck": 1}, "unknown entry 'luck'"),
        ({"last_turn": -1}, "last_turn"),
        ({"dice": ["3x6"]}, "dice"),
        ({"sides": [{"id": "chance", "name": "C"}]}, "taken"),
        ({"sides": [{"id": "blue", "name": "B"}] * 2}, "two side entries"),
        ({"boxes": [{"id": "0101", "title": "B"}]}, "like a cell"),
        ({"boxes": [{"id": "aside", "title": "B"}]}, "two box entries"),
        ({"tracks": [{"id": "t", "title": "T", "value": 30}]}, "not between"),
        ({"tracks": [{"id": "turn", "title": "T"}]}, "two track entries"),
    ],
)
def test_a_wrong_setup_is_named(setup, says):
    with pytest.raises(UserError, match=says):
        rules(**setup)


def test_counters_must_be_rows():
    with pytest.raises(UserError, match="list of rows"):
        rules(counters="Tank")
    with pytest.raises(UserError, match="Counter 1 of the forces is no row"):
        rules(counters=["Tank"])
