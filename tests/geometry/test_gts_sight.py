"""The shipped rule of the Grand Tactical Series on a small board, feature by feature."""

from itertools import pairwise

import pytest

from wardesk.documents.maps.shipped import shipped_policy
from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import Layout, MapDocument
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.numbering import CCRR
from wardesk.model.board import Cell, Feature
from wardesk.model.palette import BorderKind, LineKind, Palette, TerrainKind

RULE = shipped_policy("gts")
GROUNDS = ("clear", "woods", "town", "city", "fortified", "orchard", "polder", "village")
LINES = ("raised-road", "raised-railroad", "bridge", "road", "railroad")
PALETTE = Palette(
    "gts",
    "Test",
    {name: TerrainKind(name, name) for name in GROUNDS},
    {"crest": BorderKind("crest", "Crest", passable=True)},
    {name: LineKind(name, name) for name in LINES},
    {RULE.id: RULE},
)


def board(terrain=(), crests=(), lines=()):
    """Twelve columns of fourteen hexes; straight down a column is a straight line of hexes."""
    grid, terrain = HexGrid(12, 14), dict(terrain)
    cells = {}
    for number, label in enumerate(CCRR.labels(grid)):
        x, y = grid.centre(*grid.coordinates(number))
        cells[label] = Cell(label, label, terrain.get(label, "clear"), (float(x), float(y)))
    features = [
        Feature(
            kind,
            {"type": "LineString", "coordinates": [list(cells[cell].anchor) for cell in run]},
            kind,
            "",
            {"cells": list(run)},
        )
        for kind, run in lines
    ]
    return compile_board(
        MapDocument(
            id="gts",
            title="GTS",
            provenance="drawn for a test",
            kind="hex",
            layout=Layout(grid, CCRR, "clear"),
            cells=cells,
            sides=dict.fromkeys(crests, ("crest",)),
            features=features,
            palette=PALETTE,
        )
    )


def clear(made, a, b, **more):
    """Whether two hexes see each other: both ways, and in the views of both."""
    there = made.sight(a, b, **more).clear
    assert made.sight(b, a, **more).clear == there
    assert (b in made.viewshed(a, **more)) == (a in made.viewshed(b, **more)) == there
    return there


@pytest.mark.parametrize("kind", ["woods", "town", "city", "fortified"])
def test_what_stands_up_blocks_through_but_not_into_or_out_of(kind):
    made = board({"0504": kind})
    assert not clear(made, "0502", "0506")
    assert clear(made, "0502", "0504")
    assert clear(made, "0504", "0508")


@pytest.mark.parametrize("kind", ["polder", "village"])
def test_other_ground_does_not_block(kind):
    assert clear(board({"0504": kind}), "0502", "0506")


def test_one_orchard_lets_through_and_the_second_between_blocks():
    assert clear(board({"0504": "orchard"}), "0502", "0507")
    assert not clear(board({"0504": "orchard", "0505": "orchard"}), "0502", "0507")
    # through one into a second: the target's own orchard does not count
    assert clear(board({"0504": "orchard", "0507": "orchard"}), "0502", "0507")


def test_a_line_along_hexsides_is_blocked_only_from_both_sides():
    made = board()
    ahead = [b for b in made.cells if made.distance("0504", b) == 2]
    forks = {b: [e for e in made.sight("0504", b).events if e.kind == "fork"] for b in ahead}
    spines = {b: found[0] for b, found in forks.items() if found}
    assert len(spines) == 6  # the other six at this distance lie straight behind a neighbour
    for b, fork in spines.items():
        left, right = (
            next(one.cells[0] for one in branch if one.kind == "cell")
            for branch in (fork.left, fork.right)
        )
        assert clear(board({left: "woods"}), "0504", b)
        assert clear(board({right: "town"}), "0504", b)
        assert not clear(board({left: "woods", right: "town"}), "0504", b)


def test_a_crest_blocks_unless_it_is_a_side_of_either_end():
    made = board(crests=[("0505", "0506")])
    assert not clear(made, "0503", "0508")
    assert clear(made, "0505", "0508")
    assert clear(made, "0503", "0506")
    # one at each end: both belong to an end, so neither counts
    assert clear(board(crests=[("0503", "0504"), ("0507", "0508")]), "0503", "0508")


@pytest.mark.parametrize("kind", ["raised-road", "raised-railroad", "bridge"])
def test_raised_lines_block_where_the_drawing_is_crossed(kind):
    across = ["0305", "0404", "0505", "0604", "0705"]
    assert made_neighbours(across)
    made = board(lines=[(kind, across)])
    assert not clear(made, "0502", "0508")
    assert clear(made, "0505", "0508")  # never in the hexes of the ends
    assert clear(made, "0502", "0503")
    along = board(lines=[(kind, ["0503", "0504", "0505", "0506", "0507"])])
    assert clear(along, "0501", "0508")  # along it, it is not crossed
    dead_end = board(lines=[(kind, ["0305", "0404", "0505"])])
    assert clear(dead_end, "0502", "0508")  # it touches the line, and does not cross it


@pytest.mark.parametrize("kind", ["road", "railroad"])
def test_level_roads_and_railways_do_not_block(kind):
    assert clear(board(lines=[(kind, ["0305", "0404", "0505", "0604", "0705"])]), "0502", "0508")


def made_neighbours(run):
    made = board()
    return all(b in made.neighbours(a) for a, b in pairwise(run))


def test_a_barrage_blocks_through_but_not_from_or_into():
    made = board()
    marks = {"barrage": {"0505"}}
    assert not clear(made, "0503", "0507", marks=marks)
    assert clear(made, "0505", "0508", marks=marks)
    assert clear(made, "0503", "0505", marks=marks)
    assert clear(made, "0503", "0507")


@pytest.mark.parametrize(
    ("conditions", "far", "beyond"),
    [
        ((), "0510", "0511"),
        (("night",), "0504", "0505"),
        (("fog",), "0504", "0505"),
        (("rain",), "0504", "0505"),
        (("night", "rain"), "0504", "0505"),
    ],
)
def test_weather_and_night_shorten_every_line(conditions, far, beyond):
    made = board()
    assert clear(made, "0502", far, conditions=conditions)
    assert not clear(made, "0502", beyond, conditions=conditions)


def test_neighbours_always_see_each_other():
    made = board({"0504": "city", "0505": "woods"}, crests=[("0504", "0505")])
    assert clear(made, "0504", "0505", marks={"barrage": {"0504", "0505"}})


def test_every_line_of_the_rule_is_met_here():
    """What this file says of the rule is all that there is."""
    assert set(RULE.cells) == {"woods", "town", "city", "fortified", "orchard"}
    assert (set(RULE.edges), set(RULE.lines), set(RULE.marks)) == (
        {"crest"},
        {"raised-road", "raised-railroad", "bridge"},
        {"barrage"},
    )
    assert set(RULE.conditions) == {"night", "fog", "rain"}
    assert (RULE.threshold, RULE.reach, RULE.adjacent, RULE.scope) == (2, 8, "clear", "local")
    assert board().sight("0502", "0510", target_class="normal").clear
    assert RULE.elevation is None
