"""What bars a way is said with its rule: water, a bridge that does not carry, a dyke, a stream."""

from __future__ import annotations

from functools import cache

import pytest

from wardesk.engine.kernel import begin
from wardesk.engine.types import replace
from wardesk.games.gts.ch04_movement import against_way
from wardesk.services.play.tables import load_table


@cache
def table(name):
    rules = load_table(f"market-garden/{name}", {}).rules
    return rules.setting, begin(rules, umpire=False)[1]


def told(name, unit, at, cell, **marks):
    """The rules against one step of a unit that is put somewhere, in column or out of it."""
    setting, state = table(name)
    column = marks.pop("column", False)
    moved = replace(state.pieces[unit], at=at, column=column)
    marks = {**state.marks, **marks.pop("marks", {})}
    state = replace(state, pieces={unit: moved}, marks=marks)  # nobody else in the way
    found = against_way(setting, state, moved, 99, "direct", (cell,))
    return [reason.cite for reason in found]


def step(name, fits):
    """The first step of a map that is so."""
    setting, _ = table(name)
    return next(
        (a, b)
        for a, others in setting.steps.items()
        for b, found in others.items()
        if fits(setting, a, b, found)
    )


def free(setting, a, b):
    return setting.raised.isdisjoint((a, b))


@pytest.mark.rule("WED 2.12")
def test_water_without_a_bridge():
    way = step("the-first-night", lambda s, a, b, f: f.shut and not f.bridge)
    assert told("the-first-night", "101.506.a", *way) == ["WED 2.12"]


@pytest.mark.rule("WED 2.15", "WED 2.15.1")
def test_a_bridge_is_crossed_in_column_and_not_when_it_is_down():
    way = "67.156", "67.157"
    assert told("the-first-night", "101.506.a", *way) == ["WED 2.15.1"]
    assert told("the-first-night", "101.506.b", *way, column=True) == ["WED 2.15"]


@pytest.mark.rule("WED 2.15.3")
def test_vehicles_and_a_railway_bridge():
    setting, _ = table("hells-highway")
    way = next(b.between for b in setting.bridges.values() if b.carries == "railway")
    assert told("hells-highway", "wal.107.p1", *way, column=True) == ["WED 2.15.3"]
    mended = {f"improved/{setting.bridge_at[frozenset(way)]}": True}
    assert told("hells-highway", "wal.107.p1", *way, column=True, marks=mended) == []


@pytest.mark.rule("WED 2.11")
def test_vehicles_and_a_stream_without_a_road():
    way = step("the-first-night", lambda s, a, b, f: f.stream and not (f.road or f.railroad)
               and s.terrain[b] == "clear" and free(s, a, b))  # fmt: skip
    assert told("the-first-night", "gds.irish.t1", *way) == ["WED 2.11"]


@pytest.mark.rule("WED 2.16")
def test_a_dyke_is_left_along_its_road():
    way = step("a-victory-lost", lambda s, a, b, f: a in s.raised and not (f.road or f.railroad)
               and not (f.shut or f.stream))  # fmt: skip
    assert told("a-victory-lost", "gds.irish.t1", *way, column=True) == ["WED 2.16"]


@pytest.mark.rule("WED 2.4")
def test_vehicles_and_woods_without_a_road():
    way = step("the-first-night", lambda s, a, b, f: s.terrain[b] == "woods" and free(s, a, b)
               and not (f.road or f.railroad or f.stream or f.shut))  # fmt: skip
    assert told("the-first-night", "gds.irish.t1", *way) == ["WED 2.4"]
