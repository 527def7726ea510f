"""Charts laid over charts: what is there changes, cell by cell, and nothing else does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardesk.games.registry import charts_of, game_ids
from wardesk.model.charts import LaidCharts, cells, find, flat, lay, nested

GAMES = [game for game in game_ids() if charts_of(game)]
BASE = {
    "combat": {
        "cite": "X 1",
        "rows": [["-", "1"], ["N", "r"]],
        "columns": ["1:1", "2:1"],
        "open": True,
    },
    "unit": [{"id": "tank", "moves": 6}, {"id": "truck", "moves": 8}],
    "faces": ["lost", 2],
}


def laid(over, origin="own", base=BASE):
    return lay(LaidCharts(base), over, origin)


def test_a_cell_is_laid_by_rows_and_columns_and_says_by_whom():
    found = laid({"combat": {"rows": {"1": {"0": "1"}}}, "unit.truck.moves": 7})

    assert found.values["combat"]["rows"] == [["-", "1"], ["1", "r"]]
    assert found.values["unit"][1] == {"id": "truck", "moves": 7}
    assert [(c.path, c.value, c.origin) for c in found.cells] == [
        ("combat.rows.1.0", "1", "own"),
        ("unit.truck.moves", 7, "own"),
    ]
    assert not found.faults
    assert BASE["combat"]["rows"][1][0] == "N"  # type: ignore[index]


def test_the_uppermost_layer_counts_and_may_set_a_cell_back():
    scenario = laid({"combat.rows.0.0": "N", "combat.rows.0.1": "N"}, "scenario")
    own = lay(scenario, {"combat.rows.0.0": "-"}, "own")

    assert own.values["combat"]["rows"][0] == ["-", "N"]
    assert {c.path: c.origin for c in own.cells} == {
        "combat.rows.0.0": "own",
        "combat.rows.0.1": "scenario",
    }


def test_charts_of_a_list_go_by_their_id_and_rows_by_their_total():
    base = {"chart": [{"id": "crt", "rows": {"3": ["EX", "DR"], "4": ["NE", "EX"]}}]}
    found = laid({"chart": {"crt": {"rows": {"3": {"1": "EX"}}}}}, base=base)

    assert found.values["chart"][0]["rows"] == {"3": ["EX", "EX"], "4": ["NE", "EX"]}
    assert [cell.path for cell in found.cells] == ["chart.crt.rows.3.1"]


@pytest.mark.parametrize(
    ("over", "path", "words"),
    [
        ({"fire": {"moved": 1}}, "fire", "no such figure"),
        ({"combat.rows.2.0": "N"}, "combat.rows.2.0", "no such row"),
        ({"combat.rows.0.2": "N"}, "combat.rows.0.2", "no such row or column"),
        ({"unit": {"boat": {"moves": 1}}}, "unit.boat", "no such figure"),
        ({"unit.tank.moves": "fast"}, "unit.tank.moves", "whole number"),
        ({"unit.tank.moves": True}, "unit.tank.moves", "no cell"),
        ({"unit.tank.moves": 99999}, "unit.tank.moves", "beyond"),
        ({"unit.tank.id": "lorry"}, "unit.tank.id", "name or a source"),
        ({"combat": {"cite": "X 2"}}, "combat.cite", "name or a source"),
        ({"combat.rows.0": "N"}, "combat.rows.0", "whole table"),
        ({"combat": {"rows": [["-", "1"]]}}, "combat.rows", "another number"),
        ({"combat.rows.0.0": ""}, "combat.rows.0.0", "letters"),
        ({"combat.rows.0.0": "a\nb"}, "combat.rows.0.0", "letters"),
        ({"combat.open": "perhaps"}, "combat.open", "yes or no"),
        ({"combat.rows.0.0": None}, "combat.rows.0.0", "no cell"),
        ({"combat.rows.0.0": 1.5}, "combat.rows.0.0", "no cell"),
    ],
)
def test_what_is_not_there_or_of_another_kind_is_told_and_nothing_else_is_lost(over, path, words):
    found = laid({**over, "unit.truck.moves": 9})

    assert [fault.path for fault in found.faults] == [path]
    assert words in str(found.faults[0].sentence)
    assert [(c.path, c.value) for c in found.cells] == [("unit.truck.moves", 9)]


def test_a_number_may_be_typed_where_a_text_is_printed_and_the_other_way_round():
    found = laid({"combat.rows.0.0": 1, "unit.tank.moves": "-3", "combat.open": "no", "faces.0": 3})

    assert found.values["combat"]["rows"][0][0] == "1"
    assert found.values["unit"][0]["moves"] == -3
    assert found.values["combat"]["open"] is False
    assert found.values["faces"] == [3, 2]
    assert laid({"faces.1": "lost"}).values["faces"] == ["lost", "lost"]


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_only_the_cells_that_are_laid_change(game, data):
    shipped = charts_of(game).shipped()
    places = {place.path: place for place in cells(shipped.values)}
    picked = data.draw(st.lists(st.sampled_from(sorted(places)), max_size=6, unique=True))
    over = {path: another(places[path].value) for path in picked}

    found = lay(shipped, nested(over), "own")

    assert not found.faults
    assert {cell.path: cell.value for cell in found.cells} == over
    now = {place.path: place.value for place in cells(found.values)}
    assert now == {path: place.value for path, place in places.items()} | over
    assert flat(shipped.values, nested(over)) == (over, [])


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_is_found_by_its_own_path(game):
    values = charts_of(game).shipped().values
    for place in cells(values):
        found = find(values, place.path)
        assert (found.path, found.steps, found.value) == (place.path, place.steps, place.value)


def another(value):
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}x"
