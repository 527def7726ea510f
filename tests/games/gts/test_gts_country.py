"""The country held against ground and rules: distances, road, waters, shares, places."""

import json
import math
from collections import Counter, deque
from itertools import pairwise
from pathlib import Path

import pytest

from wardesk.documents.maps.store import load_board
from wardesk.documents.packs.campaign_packs import find_design
from wardesk.geometry.grids.hex_lattice import CELL_STEP

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ROOT / "packaging/ground/country"
FIT = json.loads((SOURCES / "fit.json").read_text(encoding="utf-8"))
SHARES = json.loads((SOURCES / "ground.json").read_text(encoding="utf-8"))["shares"]
WET = {"river", "canal"}
FORCED = {"Veghel – Eerde"}
"""Pairs of towns that printed hexes push apart."""
WINDOWS = {
    "the-best-laid-plans": "Best (Best – Sonsche forest)",
    "son-with-the-wind": "Son with the Wind (Son – Nuenen)",
    "hells-highway": "Hell's Highway (Veghel – Uden)",
}


@pytest.fixture(scope="module")
def board():
    return load_board(ROOT / "campaigns/market-garden/maps/country")


@pytest.fixture(scope="module")
def design():
    return find_design("market-garden")[0]


@pytest.fixture(scope="module")
def town():
    return {row["place"]: row for row in FIT["main_places"]}


def ground_km(a, b):
    """Kilometres between two places on the ground."""
    wide, high = FIT["fit"]["km_per_degree"]
    return math.hypot((a["lon"] - b["lon"]) * wide, (a["lat"] - b["lat"]) * high)


def test_towns_lie_as_far_apart_as_on_the_ground(board, town):
    """30 pairs within 15 per cent, but for one that the printed hexes force."""
    assert len(FIT["distances"]) == 30
    size = FIT["fit"]["hex_km"] / CELL_STEP
    off = set()
    for row in FIT["distances"]:
        a, b = (town[name] for name in row["pair"].split(" – "))
        drawn = math.dist(board.cells[a["hex"]].anchor, board.cells[b["hex"]].anchor) * size
        if not 0.85 <= drawn / ground_km(a, b) <= 1.15:
            off.add(row["pair"])
    assert off == FORCED


def test_the_towns_are_built_up_and_called_by_their_names(board, town):
    built = {"village", "town", "city", "fortified"}
    for name, row in town.items():
        if "ridge" not in name:
            near = [row["hex"], *board.neighbours(row["hex"])]
            assert any(board.cells[cell].terrain in built for cell in near), name
            assert any(board.cells[cell].name == name for cell in near), name


def test_the_road_is_one_chain_from_the_border_to_arnhem(board, design):
    """4.2: through every printed hex, each step a main road, rivers and canals on it bridged."""
    road = design.hexes.route["club"]
    assert (road[0], road[-1]) == ("41.232", "149.30")
    steps = {
        frozenset(step)
        for line in board.lines
        if line.kind == "main-road"
        for step in pairwise(line.cells)
    }
    bridges = {frozenset(f.properties["between"]) for f in board.features if f.kind == "bridge"}
    for a, b in pairwise(road):
        assert board.distance(a, b) == 1
        assert b in board.neighbours(a)
        assert frozenset((a, b)) in steps
        if WET & set(board.sides.get((min(a, b), max(a, b)), ())):
            assert frozenset((a, b)) in bridges, (a, b)
    printed = ("42.229", "42.228", "55.202", "56.201", "63.185", "63.186", "61.141", "76.127",
               "77.127", "86.118", "87.118", "114.89", "141.64")  # fmt: skip
    assert set(printed) <= set(road)


def test_the_bridges_of_the_campaign_are_those_of_the_map(board, design):
    there = {f.id.removeprefix("bridge-"): f for f in board.features if f.kind == "bridge"}
    for bridge in design.bridges:
        assert set(bridge.hexes) == set(there[bridge.id].properties["between"]), bridge.id


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Nijmegen", "Lent"), ("Elst", "Oosterbeek"), ("Grave", "Overasselt"), ("Son", "Eindhoven"),
        ("Elst", "Arnhem bridge"), ("Groesbeek", "Overasselt"), ("Veghel", "Sint-Oedenrode"),
    ],
)  # fmt: skip
def test_between_two_banks_nobody_walks_but_over_a_bridge(board, town, first, second):
    bridges = {frozenset(f.properties["between"]) for f in board.features if f.kind == "bridge"}
    start, goal = town[first]["hex"], town[second]["hex"]

    def reached(*, bridged: bool) -> bool:
        seen, todo = {start}, deque([start])
        while todo:
            at = todo.popleft()
            for other in board.neighbours(at):
                wet = WET & set(board.sides.get((min(at, other), max(at, other)), ()))
                over = frozenset((at, other)) in bridges
                if other not in seen and (bridged or not (wet or over)):
                    seen.add(other)
                    todo.append(other)
        return goal in seen

    assert reached(bridged=True)
    assert not reached(bridged=False)


@pytest.mark.parametrize("name", ["whole country", *WINDOWS.values()])
def test_ground_has_its_share(board, name):
    """Five points either way; but for Best, where the survey's window is the smaller one."""
    if name == "whole country":
        counts = Counter(cell.terrain for cell in board.cells.values())
        for ground, share in SHARES[name].items():
            if ground != "hexes":
                assert abs(100 * counts[ground] / len(board.cells) - share) < 0.1, ground
        return
    short = next(key for key, value in WINDOWS.items() if value == name)
    part = load_part(short)
    counts = Counter(part.board.cells[cell].terrain for cell in part.in_play)
    for ground in ("clear", "polder", "orchard", "woods"):
        there = 100 * counts[ground] / len(part.in_play)
        most = 8 if (short, ground) == ("the-best-laid-plans", "woods") else 5
        assert abs(there - SHARES[name].get(ground, 0)) < most, (ground, there)
    assert counts["clear"] / len(part.in_play) < 0.75  # no billiard table


def load_part(short):
    from wardesk.services.play.tables import load_table

    return load_table(f"market-garden/{short}", {}).rules.setting


def test_every_arrival_zone_way_in_and_stop_is_hexes_of_the_country(board, design):
    """Those that go by a rule are told: the leader's hex, and bridging units without one."""
    hexes = design.hexes
    assert len(hexes.arrivals) == len(design.arrivals) == 146
    nowhere = []
    for told, arrival in zip(hexes.arrivals, design.arrivals, strict=True):
        assert (told.subject, told.game) == (arrival.subject, arrival.game)
        cells = hexes.where(told)
        assert set(cells) <= board.cells.keys()
        if not cells:
            assert told.rule
            nowhere.append(told.subject)
    assert nowhere == ["101.lost", "43.ind.128", "43.ind.15"]
    for key in (*hexes.zones, *hexes.entries, *hexes.stops):
        assert hexes.cells(key)
        assert set(hexes.cells(key)) <= board.cells.keys()
    stops = {stop.id for route in design.routes for stop in route.stops}
    assert stops == hexes.stops.keys()
    assert {zone.id for zone in design.zones} <= hexes.zones.keys()
    for zone in design.zones:
        if zone.hexes:
            assert zone.hexes == hexes.zones[zone.id].hexes
    assert hexes.cells("nowhere") == ()
    assert hexes.cells("DZ A1") == hexes.cells("A1")


def test_a_short_number_is_of_the_game_that_prints_it(design):
    assert design.cell("TDC", "41.64") == "141.64"
    assert design.cell("TDC", "141.64") == "141.64"
    assert design.cell("WED", "41.230") == "41.230"
    assert design.cell("TDC", "north edge") == "north edge"
    assert design.axial("TDC", "14.89") == design.axial("WED", "114.89")
