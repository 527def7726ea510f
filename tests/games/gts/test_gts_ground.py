"""Chapter 2 of the exclusive rules and the series' ground: what steps cost, what blocks sight."""

import pytest
from gts_field import board, field, rules
from msgspec.structs import replace

from wardesk.games.gts.ch04_costs import step_cost
from wardesk.games.gts.ch04_movement import goals_of, out_of_column, spread_cost
from wardesk.games.gts.ch05_fire import factors_of
from wardesk.games.gts.ch09_zones import sees
from wardesk.games.gts.position import visibility
from wardesk.games.gts.state import Fire
from wardesk.model.cells import DrawnLine

# Costs by leg, wheels, tracks, out of column and in it; what it adds to fire; weight for sight.
# Written down from the sections themselves, apart from the palette of the map.
CHART = {
    "clear": ((2, 1), (3, 2), (2, 1), 0, 0),
    "polder": ((2, 1), (5, 3), (3, 2), 0, 0),
    "orchard": ((2, 1), (8, 2), (4, 1), -1, 1),
    "woods": ((3, 2), (None, "road"), (None, "road"), -2, 2),
    "village": ((2, 1), (6, 1), (4, 1), -1, 0),
    "town": ((2, 1), (None, 1), (None, 1), -2, 2),
    "city": ((2, 1), (None, 1), (None, 1), -3, 2),
    "fortified": ((2, 1), (None, 3), (None, 2), -4, 2),
    "sand_dunes": ((2, 1), (4, 3), (3, 2), -1, 0),
}
TANK = "101.502.a"


@pytest.mark.rule(
    "WED 2.1", "WED 2.2", "WED 2.3", "WED 2.4", "WED 2.7", "WED 2.8", "WED 2.9", "WED 2.10",
    "WED 2.19", "WED 2.0",
)  # fmt: skip
@pytest.mark.parametrize("ground", CHART)
def test_ground_costs_covers_and_blocks_as_its_section_says(ground):
    figures = board().palette.terrain[ground].properties
    *costs, fire, weight = CHART[ground]
    for group, (open_order, column) in zip(("leg", "wheeled", "tracked"), costs, strict=True):
        assert figures[f"move_{group}"] == ("no" if open_order is None else open_order)
        assert figures[f"column_{group}"] == column
    assert figures["fire"] == fire
    assert board().palette.sight["gts"].cells.get(ground, 0) == weight


def _cost(unit, a, b, **state):
    at = field({unit: a})
    at.change(unit, **state)
    return step_cost(at.setting, at.state, at.unit(unit), a, b)


@pytest.mark.rule("WED 2.5")
def test_a_column_pays_half_a_point_along_a_road_and_only_there():
    assert _cost("101.502.a", "65.153", "65.152", column=True) == 1
    assert _cost("101.502.a", "65.153", "65.152") == 4
    assert _cost("101.502.a", "60.150", "60.151", column=True) == 2


@pytest.mark.rule("WED 2.6")
def test_a_column_on_foot_follows_the_rails_for_half_a_point():
    steps = rules({}).setting.steps
    a, b = next(
        (a, b)
        for a, others in steps.items()
        for b, step in others.items()
        if step.railroad and not step.road and not step.bridge
    )
    costs = rules({}).setting.costs
    found = [
        costs(group, column=True, night=False)[a][b] for group in ("leg", "wheeled", "tracked")
    ]
    assert found == [1, 4, 2]


@pytest.mark.rule("WED 2.11")
def test_a_stream_costs_who_leaves_across_it_and_stops_vehicles():
    setting = rules({}, window=[]).setting
    a, b = next(
        (a, b)
        for a, others in setting.steps.items()
        for b, step in others.items()
        if step.stream and not step.road and not step.railroad and setting.terrain[b] == "clear"
    )
    assert setting.costs("leg", column=False, night=False)[a][b] == 2 * (2 + 2)
    assert setting.costs("leg", column=True, night=False)[a][b] == 2 * (1 + 1)
    for group in ("wheeled", "tracked"):
        for column in (True, False):
            assert b not in setting.costs(group, column=column, night=False)[a]


@pytest.mark.rule("WED 2.12", "WED 2.15.1")
def test_a_canal_is_crossed_by_its_bridge_and_in_column_only():
    unit = "101.502.a"
    assert _cost(unit, "51.159", "51.160", column=True) == 1
    assert _cost(unit, "51.159", "51.160") is None
    assert _cost(unit, "50.160", "50.161", column=True) is None
    at = field({unit: "51.159"}, bridge=[{"id": "best-road", "destroyed": True}])
    at.change(unit, column=True)
    assert step_cost(at.setting, at.state, at.unit(unit), "51.159", "51.160") is None


@pytest.mark.rule("WED 2.15.3")
def test_vehicles_cross_a_railway_bridge_after_it_was_improved():
    at = field({"101.502.a": "49.160"})
    counter = at.setting.counters["101.502.a"]
    at.setting.counters["101.502.a"] = replace(counter, movement="tracked")  # type: ignore[index]
    at.change("101.502.a", column=True)
    cost = lambda: step_cost(at.setting, at.state, at.unit("101.502.a"), "49.160", "49.161")  # noqa: E731
    assert cost() is None
    at.mark("improved/best-rail", True)
    assert cost() == 2


@pytest.mark.rule("WED 2.14")
def test_nobody_passes_impassable_ground():
    setting = rules({}, window=[]).setting
    assert setting.steps["70.156"]["70.157"].shut
    for group in ("leg", "wheeled", "tracked"):
        for column in (True, False):
            assert "70.157" not in setting.costs(group, column=column, night=False)["70.156"]


@pytest.mark.rule("WED 2.13")
def test_a_crest_blocks_sight_unless_it_is_an_edge_of_an_end():
    policy = board().palette.sight["gts"]
    assert policy.edges == {"crest": 2}
    assert policy.edges_of_ends == "clear"


def _dyke():
    cells = ("60.148", "60.149", "60.150", "60.151")
    points = tuple(board().cells[cell].anchor for cell in cells)
    line = DrawnLine("dyke", "raised-road", "Dyke", cells, points)
    return replace(board(), lines=(line,))


@pytest.mark.rule("WED 2.16")
def test_a_raised_road_carries_columns_and_betrays_whoever_is_on_it():
    unit, foe = "101.502.a", "59.dew.i1"
    at = field({unit: "60.149", foe: "60.147"}, its_board=_dyke())
    at.change(unit, column=True)
    me = at.unit(unit)
    assert step_cost(at.setting, at.state, me, "60.149", "60.150") == 1
    assert step_cost(at.setting, at.state, me, "60.149", "59.150") is None
    assert step_cost(at.setting, at.state, replace(me, at="59.150"), "59.150", "60.150") is None
    assert spread_cost(at.setting, at.state, me) == 2
    shot = Fire(step="roll", firer=foe, target=unit)
    found = {factor.id: factor.value for factor in factors_of(at.setting, at.state, shot)}
    assert found["target_column"] == 2
    assert found["raised"] == 2
    at.change(unit, column=False)
    assert step_cost(at.setting, at.state, at.unit(unit), "59.150", "60.150") == 2 * 2 * 2


def test_vehicles_stay_in_column_in_towns_and_woods():
    at = field({"101.502.a": "49.157"})
    counter = at.setting.counters["101.502.a"]
    at.change("101.502.a", column=True)
    assert not out_of_column(at.setting, at.state, at.unit("101.502.a"))
    at.setting.counters["101.502.a"] = replace(counter, movement="wheeled")  # type: ignore[index]
    assert out_of_column(at.setting, at.state, at.unit("101.502.a"))


@pytest.mark.rule("WED 1.1")
def test_at_night_ground_costs_twice_and_sight_is_two_hexes():
    at = field({"101.502.a": "60.150"}, slots=["Night", "0700"])
    at.roll(*[])
    assert visibility(at.setting, at.state) == 2
    me = at.unit("101.502.a")
    assert step_cost(at.setting, at.state, me, "60.150", "60.151") == 8
    assert not sees(at.setting, at.state, "60.150", "60.153")
    assert sees(at.setting, at.state, "60.150", "60.152")


def test_no_way_ends_where_a_fifth_unit_would_stand():
    four = ["101.502.b", "101.502.c", "101.502.d", "101.502.e"]
    at = field({"101.502.a": "60.150", **dict.fromkeys(four, "60.151")})
    goals = goals_of(at.setting, at.state, at.unit("101.502.a"), 8, "formation/101.502")
    assert "60.151" not in goals
    assert "60.152" in goals
