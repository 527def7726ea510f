"""Sight on hexes and squares: the rule case by case, and every engine against the judge."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sight_boards import (
    ELEVATION,
    GRIDS,
    POLICIES,
    at,
    blocked_by,
    oracle,
    random_sight,
    sights,
)

from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.square_lattice import SquareGrid
from wardesk.geometry.sight.events import Fork
from wardesk.geometry.sight.ground import LinePart, SightGround
from wardesk.geometry.sight.lattice_sight import LatticeSight
from wardesk.geometry.sight.policy import Elevation, SightPolicy

PLAIN = POLICIES["plain"]
SECOND = POLICIES["second blocks"]

# ---- engines against the judge ------------------------------------------------------------------


@settings(max_examples=30)
@given(sights(), st.data())
def test_one_to_all_is_the_judges_answer(sight, data):
    grid = sight.grid
    source = data.draw(st.integers(0, grid.count - 1))
    reach = data.draw(st.sampled_from([0, 3, 7]))
    absent = sight.ground.absent
    seen = sight.seen_from(source, reach)
    for end in range(grid.count):
        near = not reach or sight.distance(source, end) <= reach
        there = absent is None or not absent[end] or end == source
        assert seen[end] == (there and near and sight.verdict(source, end).clear), end


@settings(max_examples=15)
@given(sights(), st.integers(0, 10**6))
def test_all_pairs_is_the_judges_answer(sight, seed):
    rng = np.random.default_rng(seed)
    grid, absent = sight.grid, sight.ground.absent
    table = sight.all_pairs(6)
    for a, b in rng.integers(0, grid.count, (300, 2)).tolist():
        if sight.distance(a, b) <= 6 and (absent is None or not absent[[a, b]].any()):
            assert table.sees(a, b) == sight.verdict(a, b).clear
            assert table.sees(a, b) == table.sees(b, a)


@pytest.mark.parametrize(
    "name", ["plain", "second blocks", "heights", "edges", "cliffs", "corners clear"]
)
@pytest.mark.parametrize(
    "grid", [HexGrid(44, 16), HexGrid(16, 44, pointy=True), SquareGrid(44, 16)]
)
def test_far_views_walk_to_the_same_answer(grid, name):
    sight = random_sight(grid, POLICIES[name], 11, 0.12)
    for source in (0, grid.count // 2 + 8, grid.count - 3):
        seen = sight.seen_from(source)
        for end in range(0, grid.count, 3):
            assert seen[end] == sight.verdict(source, end).clear


@settings(max_examples=40)
@given(sights(), st.integers(0, 10**6))
def test_a_sees_b_exactly_when_b_sees_a(sight, seed):
    pairs = np.random.default_rng(seed).integers(0, sight.grid.count, (60, 2)).tolist()
    for a, b in pairs:
        one, other = sight.verdict(a, b), sight.verdict(b, a)
        assert (one.clear, one.score) == (other.clear, other.score)


def asymmetric(pairs, seed):
    """How many of so many random pairs on random boards of every kind and rule differ."""
    rng = np.random.default_rng(seed)
    wrong = done = 0
    while done < pairs:
        grid = GRIDS[sorted(GRIDS)[rng.integers(len(GRIDS))]]
        policy = POLICIES[sorted(POLICIES)[rng.integers(len(POLICIES))]]
        sight = random_sight(grid, policy, int(rng.integers(10**9)), float(rng.random() * 0.5))
        for a, b in rng.integers(0, grid.count, (1000, 2)).tolist():
            wrong += sight.verdict(a, b).clear != sight.verdict(b, a).clear
        done += 1000
    return wrong


def test_ten_thousand_random_pairs_are_symmetric():
    assert asymmetric(10_000, 1) == 0


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_million_random_pairs_are_symmetric():
    assert asymmetric(1_000_000, 2) == 0


@settings(max_examples=12)
@given(sights(["plain"]), st.integers(0, 10**6))
def test_hexes_are_what_shapely_says_of_the_union(sight, seed):
    if sight.grid.kind == "square" or sight.ground.absent is not None:
        return  # squares meet in points, see below
    for a, b in np.random.default_rng(seed).integers(0, sight.grid.count, (25, 2)).tolist():
        assert sight.verdict(a, b).clear == oracle(sight, a, b)


@settings(max_examples=10)
@given(st.integers(0, 10**6))
def test_squares_that_let_corners_pass_are_what_shapely_says(seed):
    sight = random_sight(GRIDS["square"], SightPolicy(id="x", corner="clear"), seed)
    for a, b in np.random.default_rng(seed).integers(0, sight.grid.count, (25, 2)).tolist():
        assert sight.verdict(a, b).clear == oracle(sight, a, b)


@settings(max_examples=30)
@given(sights(), st.data())
def test_more_weight_never_clears_and_ends_never_count(sight, data):
    count = sight.grid.count
    a, b, cell = (data.draw(st.integers(0, count - 1)) for _ in range(3))
    heavier = sight.with_weight(cell, sight.ground.threshold)
    before, after = sight.verdict(a, b).clear, heavier.verdict(a, b).clear
    if cell in (a, b):
        hides = sight.ground.policy.elevation
        assert before == after or (hides is not None and not hides.obstacle_target_blind)
    else:
        assert before or not after
    seen = heavier.seen_from(a)
    absent = sight.ground.absent
    if absent is None or not absent[b]:
        assert seen[b] == after


def test_no_displacement_is_taken_for_another():
    """With too narrow a box (0, +25) and (1, -25 …) would be one number."""
    grid = HexGrid(3, 60)
    sight = blocked_by(grid, [(1, row) for row in range(0, 60, 2)])
    for reach in (25, 26, 8):
        table = sight.all_pairs(reach)
        for a in (at(grid, 0, 0), at(grid, 0, 59), at(grid, 1, 30), at(grid, 2, 1)):
            seen = sight.seen_from(a, reach)
            for b in range(grid.count):
                near = sight.distance(a, b) <= reach
                assert seen[b] == (near and sight.verdict(a, b).clear)
                assert not near or table.sees(a, b) == seen[b]


# ---- runs along hexsides ------------------------------------------------------------------------

RUNS = [((1, 1), 1), ((2, -1), 1), ((1, -2), 1)]


@pytest.mark.parametrize("direction", [step for step, _ in RUNS])
@pytest.mark.parametrize("length", range(1, 12))
def test_along_hexsides_one_open_side_is_enough(direction, length):
    grid = HexGrid(60, 60)
    q, r = grid.coordinates(at(grid, 30, 30))
    half = length // 2
    a = grid.index(q - direction[0] * half, r - direction[1] * half)
    aq, ar = grid.coordinates(a)
    b = grid.index(aq + direction[0] * length, ar + direction[1] * length)
    open_ = LatticeSight(grid, SightGround(PLAIN, np.zeros(grid.count, np.uint8)))
    runs = [event for event in open_.events(a, b) if isinstance(event, Fork)]
    assert len(runs) == length
    assert all(run.is_run for run in runs)
    sides = [(run.strands[1].left[0].cell, run.strands[1].right[0].cell) for run in runs]

    def clear(cells, scope="local"):
        weight = np.zeros(grid.count, np.uint8)
        weight[list(cells)] = 1
        return (
            LatticeSight(grid, SightGround(SightPolicy(id="x", scope=scope), weight))
            .verdict(a, b)
            .clear
        )

    left, right = zip(*sides, strict=True)
    assert clear(left)
    assert clear(right)
    assert not clear((left[0], right[0]))
    assert not clear(left, "any")
    turns = [side[number % 2] for number, side in enumerate(sides)]
    assert clear(turns)  # each time one side is open
    assert clear(turns, "global") == (length == 1)  # but no side is open all the way


def test_a_run_along_the_edge_of_the_map():
    grid = HexGrid(5, 5, shoved="even")
    a, b = at(grid, 0, 0), at(grid, 2, 0)
    inside = at(grid, 1, 0)
    weight = np.zeros(grid.count, np.uint8)
    weight[inside] = 1
    for off_board, clear in (("open", True), ("block", False)):
        policy = SightPolicy(id="x", off_board=off_board)
        assert LatticeSight(grid, SightGround(policy, weight)).verdict(a, b).clear == clear


def test_a_corner_is_grazed_at_a_third_of_the_way():
    grid = HexGrid(12, 12)
    q, r = grid.coordinates(at(grid, 3, 4))
    a, b = grid.index(q, r), grid.index(q + 4, r + 1)
    forks = [e for e in blocked_by(grid, ()).events(a, b) if isinstance(e, Fork)]
    assert forks
    for fork in forks:
        side = fork.left if len(fork.left) == 3 else fork.right
        column, row = grid.offset(*grid.coordinates(side[1].cell))
        assert blocked_by(grid, [(column, row)]).verdict(a, b).clear


# ---- orchards: the second one blocks ------------------------------------------------------------


def orchards(rows, also=()):
    """A straight column of hexes, orchards in some rows, woods in others, from row 0 to 6."""
    grid = HexGrid(5, 8)
    weight = np.zeros(grid.count, np.uint8)
    for row in rows:
        weight[at(grid, 2, row)] = 1
    for row in also:
        weight[at(grid, 2, row)] = 2
    sight = LatticeSight(grid, SightGround(SECOND, weight))
    return sight.verdict(at(grid, 2, 0), at(grid, 2, 6))


@pytest.mark.parametrize(
    ("rows", "woods", "clear"),
    [
        ((), (), True),
        ((3,), (), True),
        ((2, 4), (), False),
        ((3, 6), (), True),  # through one and into a second
        ((0, 3, 6), (), True),
        ((0, 6), (), True),
        ((), (3,), False),
        ((), (0, 6), True),
    ],
)
def test_orchards_in_a_row(rows, woods, clear):
    assert orchards(rows, woods).clear == clear


def test_a_run_between_two_orchards_counts_one():
    grid = HexGrid(7, 7)
    q, r = grid.coordinates(at(grid, 2, 4))
    a, b = grid.index(q, r), grid.index(q + 2, r - 1)
    fork = next(e for e in blocked_by(grid, ()).events(a, b) if isinstance(e, Fork))
    left, right = fork.strands[1].left[0].cell, fork.strands[1].right[0].cell
    for weights, score in (((1, 1), 1), ((1, 2), 1), ((2, 2), 2), ((0, 2), 0)):
        weight = np.zeros(grid.count, np.uint8)
        weight[[left, right]] = weights
        assert LatticeSight(grid, SightGround(SECOND, weight)).verdict(a, b).score == score


# ---- crests: edges ------------------------------------------------------------------------------


def crested(grid, pairs, policy=POLICIES["edges"]):
    edges = {tuple(sorted(pair)): 1 for pair in pairs}
    return LatticeSight(grid, SightGround(policy, np.zeros(grid.count, np.uint8), edges=edges))


def test_a_crest_blocks_unless_it_belongs_to_an_end():
    grid = HexGrid(5, 8)
    column = [at(grid, 2, row) for row in range(8)]
    middle = crested(grid, [(column[3], column[4])])
    assert not middle.verdict(column[1], column[6]).clear
    assert middle.verdict(column[3], column[6]).clear
    assert middle.verdict(column[1], column[4]).clear
    assert middle.verdict(column[4], column[1]).clear
    both = crested(grid, [(column[1], column[2]), (column[5], column[6])])
    assert both.verdict(column[1], column[6]).clear


@pytest.mark.parametrize(("high", "clear"), [(0, True), (1, False)])
def test_over_its_own_cliff_looks_only_the_high_end(high, clear):
    grid = HexGrid(5, 8)
    column = [at(grid, 2, row) for row in range(8)]
    edge = tuple(sorted((column[3], column[4])))
    directed = {edge: (column[3 + high], column[4 - high])}
    policy = SightPolicy(id="x", edges={"cliff": 1}, edges_of_ends="high")
    weight = np.zeros(grid.count, np.uint8)
    sight = LatticeSight(grid, SightGround(policy, weight, edges={edge: 1}, directed=directed))
    for a, b in ((3, 6), (6, 3)):
        assert sight.verdict(column[a], column[b]).clear == clear
        assert sight.seen_from(column[a])[column[b]] == clear
    assert sight.verdict(column[4], column[1]).clear != clear
    assert not sight.verdict(column[1], column[6]).clear
    assert sight.verdict(column[3], column[4]).clear  # whoever stands high looks down


def test_a_crest_that_bends_at_the_line_has_no_leak():
    grid = HexGrid(9, 9)
    q, r = grid.coordinates(at(grid, 3, 4))
    a, b = grid.index(q, r), grid.index(q + 4, r + 1)
    fork = next(e for e in blocked_by(grid, ()).events(a, b) if isinstance(e, Fork))
    long_way, short_way = sorted((fork.left, fork.right), key=len, reverse=True)
    into, out = ((long_way[i].a, long_way[i].b) for i in (0, 2))
    across = (short_way[0].a, short_way[0].b)
    assert crested(grid, [into]).verdict(a, b).clear  # the crest ends on the line
    assert crested(grid, [into, out]).verdict(a, b).clear  # it only touches
    assert crested(grid, [across]).verdict(a, b).clear
    assert not crested(grid, [across, into]).verdict(a, b).clear
    assert not crested(grid, [across, out]).verdict(a, b).clear


def test_a_line_along_a_crest_is_clear_unless_the_rule_says_otherwise():
    grid = HexGrid(12, 12)
    q, r = grid.coordinates(at(grid, 2, 8))
    a, b = grid.index(q, r), grid.index(q + 6, r - 3)
    forks = [e for e in blocked_by(grid, ()).events(a, b) if isinstance(e, Fork)]
    along = forks[1].strands[1].along
    pair = (along.a, along.b)
    assert crested(grid, [pair]).verdict(a, b).clear
    strict = SightPolicy(id="x", edges={"crest": 1}, run_on_edge="block")
    assert not crested(grid, [pair], strict).verdict(a, b).clear
    # a wall that comes from the left, follows the line and leaves to the right is no gap
    left, right = forks[1].strands[0].left[0], forks[1].strands[2].right[0]
    chain = [(left.a, left.b), pair, (right.a, right.b)]
    assert not crested(grid, chain).verdict(a, b).clear


# ---- raised roads: drawn lines ------------------------------------------------------------------

ROADS = SightPolicy(id="roads", lines={"road": 1})


def raised(grid, *roads):
    """Roads from centre to centre through these cells, cut at the middle of the sides."""
    parts = []
    for number, cells in enumerate(roads):
        centres = [grid.centre(*grid.coordinates(cell)) for cell in cells]
        for place, cell in enumerate(cells):
            points = [centres[place]]
            if place:
                points.insert(0, middle(centres[place - 1], centres[place]))
            if place + 1 < len(cells):
                points.append(middle(centres[place], centres[place + 1]))
            parts.append(LinePart(number, cell, 1, tuple(points)))
    return LatticeSight(
        grid, SightGround(ROADS, np.zeros(grid.count, np.uint8), parts=tuple(parts))
    )


def middle(a, b):
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def column(grid, x, rows):
    return [at(grid, x, row) for row in rows]


HEXES = HexGrid(9, 9)
DOWN = column(HEXES, 4, range(9))
ACROSS = [at(HEXES, x, 4 if x % 2 == 0 else 3) for x in range(9)]


def test_a_road_across_blocks_at_a_centre_and_not_in_the_end_hexes():
    sight = raised(HEXES, ACROSS)
    assert not sight.verdict(DOWN[1], DOWN[7]).clear
    assert sight.verdict(DOWN[4], DOWN[7]).clear
    assert sight.verdict(DOWN[1], DOWN[4]).clear


def test_a_line_along_a_road_is_clear():
    sight = raised(HEXES, DOWN)
    assert sight.verdict(DOWN[0], DOWN[8]).clear
    assert sight.verdict(DOWN[2], DOWN[5]).clear


def test_a_road_crossed_in_the_middle_of_a_hexside_blocks():
    """The road leaves one hex and enters the next exactly where the sight line passes."""
    grid = HexGrid(9, 9)
    road = column(grid, 4, range(9))
    q, r = grid.coordinates(road[4])
    a, b = grid.index(q - 1, r), grid.index(q + 1, r + 1)  # meets the side below the middle hex
    sight = raised(grid, road)
    assert not sight.verdict(a, b).clear
    assert not sight.seen_from(a)[b]
    assert not sight.verdict(b, a).clear


def test_a_bend_or_a_dead_end_that_touches_is_no_crossing():
    q, r = HEXES.coordinates(DOWN[4])
    west, north_west = HEXES.index(q - 1, r + 1), HEXES.index(q - 1, r)
    bend = raised(HEXES, [west, DOWN[4], north_west])
    assert bend.verdict(DOWN[1], DOWN[7]).clear
    assert bend.seen_from(DOWN[1])[DOWN[7]]
    dead_end = raised(HEXES, [west, DOWN[4]])
    assert dead_end.verdict(DOWN[1], DOWN[7]).clear
    # two roads that end at the same place from both sides leave no gap
    east = HEXES.index(q + 1, r)
    meeting = raised(HEXES, [west, DOWN[4]], [DOWN[4], east])
    assert not meeting.verdict(DOWN[1], DOWN[7]).clear
    assert not meeting.seen_from(DOWN[1])[DOWN[7]]


def test_a_road_along_part_of_the_line_blocks_if_it_changes_sides():
    q, r = HEXES.coordinates(DOWN[4])
    west, east = HEXES.index(q - 1, r + 1), HEXES.index(q + 1, r + 1)
    crossing = raised(HEXES, [west, DOWN[4], DOWN[5], east])
    staying = raised(HEXES, [west, DOWN[4], DOWN[5], HEXES.index(q - 1, r + 2)])
    assert not crossing.verdict(DOWN[1], DOWN[7]).clear
    assert staying.verdict(DOWN[1], DOWN[7]).clear


@settings(max_examples=12)
@given(st.integers(0, 10**6), st.booleans())
def test_views_past_roads_are_the_judges(seed, woods):
    rng = np.random.default_rng(seed)
    grid = HexGrid(14, 12)
    roads = []
    for _ in range(3):
        cell = int(rng.integers(grid.count))
        road = [cell]
        for _ in range(8):
            q, r = grid.coordinates(road[-1])
            dq, dr = grid.side_steps[rng.integers(6)]
            following = grid.index(q + dq, r + dr)
            if following >= 0 and following not in road:
                road.append(following)
        roads.append(road)
    parts = raised(grid, *roads).ground.parts
    weight = (rng.random(grid.count) < 0.1 * woods).astype(np.uint8)
    sight = LatticeSight(grid, SightGround(ROADS, weight, parts=parts))
    for source in rng.integers(0, grid.count, 2).tolist():
        seen = sight.seen_from(source)
        for end in range(grid.count):
            assert seen[end] == sight.verdict(source, end).clear
            assert seen[end] == sight.verdict(end, source).clear


@pytest.mark.parametrize("scope", ["local", "global", "any"])
def test_views_count_roads_that_share_a_stretch_once(scope):
    grid = HexGrid(9, 7)
    column = [at(grid, 4, row) for row in range(1, 6)]
    parts = raised(grid, column, column[::-1], column[1:4]).ground.parts
    across = [(p.points[0], (p.points[-1][0] + 1.0, p.points[-1][1])) for p in parts[6:7]]
    parts += tuple(LinePart(9, parts[6].cell, 1, points) for points in across)
    policy = SightPolicy(id="twice", threshold=2, lines={"road": 1}, scope=scope)
    ground = SightGround(policy, np.zeros(grid.count, np.uint8), parts=parts)
    sight = LatticeSight(grid, ground)
    for source in range(grid.count):
        seen = sight.seen_from(source)
        wrong = [e for e in range(grid.count) if seen[e] != sight.verdict(source, e).clear]
        assert wrong == []
    assert sight.seen_from(at(grid, 2, 3))[at(grid, 6, 3)]


# ---- squares ------------------------------------------------------------------------------------


def test_square_diagonals_between_two_blockers():
    grid = SquareGrid(5, 5)
    a, b = at(grid, 0, 0), at(grid, 3, 3)
    assert not blocked_by(grid, [(1, 2), (2, 1)]).verdict(a, b).clear
    lenient = SightPolicy(id="x", corner="clear")
    assert blocked_by(grid, [(1, 2), (2, 1)], lenient).verdict(a, b).clear
    assert blocked_by(grid, [(1, 2)]).verdict(a, b).clear
    assert not blocked_by(grid, [(2, 2)], lenient).verdict(a, b).clear
    assert not blocked_by(grid, [(0, 1), (1, 0)]).verdict(a, at(grid, 1, 1)).clear


def test_four_walls_at_a_corner_of_squares():
    grid = SquareGrid(4, 4)
    a, b = at(grid, 0, 0), at(grid, 3, 3)
    west, east, north, south = (
        (at(grid, *one), at(grid, *other))
        for one, other in (
            ((1, 1), (1, 2)),
            ((2, 1), (2, 2)),
            ((1, 1), (2, 1)),
            ((1, 2), (2, 2)),
        )
    )
    for walls, clear in (
        ([west], True),
        ([west, south], True),
        ([west, north], False),
        ([west, east, north, south], False),
        ([north, east], True),
    ):
        assert crested(grid, walls).verdict(a, b).clear == clear, walls


# ---- heights ------------------------------------------------------------------------------------


def slope(levels, obstacles=(), elevation=ELEVATION, source=0, end=-1):
    """A column of hexes with these levels; everything beside it is as low as the lowest."""
    grid = HexGrid(5, len(levels))
    level = np.full(grid.count, min(levels))
    weight = np.zeros(grid.count, np.uint8)
    cells = column(grid, 2, range(len(levels)))
    level[cells] = levels
    weight[[cells[place] for place in obstacles]] = 1
    policy = SightPolicy(id="x", adjacent="clear", elevation=elevation)
    sight = LatticeSight(grid, SightGround(policy, weight, level=level))
    verdict = sight.verdict(cells[source], cells[end])
    assert sight.seen_from(cells[source])[cells[end]] == verdict.clear
    return verdict.clear


@pytest.mark.parametrize(
    ("levels", "obstacles", "clear"),
    [
        ((0, 0, 1, 0, 0), (), False),  # a hill between
        ((1, 0, 0, 0, 1), (2,), True),  # a wood in the valley
        ((0, 0, 0, 0, 0), (2,), False),
        ((1, 0, 0, 0, 0), (), True),
        ((1, 0, 0, 0, 0), (3,), False),  # the blind hex behind a wood
        ((1, 0, 0, 0, 0), (2,), True),  # one hex further back
        ((1, 0, 0, 0, 0), (2, 3), False),
        ((1, 0, 0), (1,), True),  # the wood touches both
        ((1, 0, 0, 0, 0), (3, 4), True),  # a wood is never hidden itself
        ((2, 1, 0, 0, 0), (3,), False),
        ((2, 0, 0, 1, 0), (3,), False),  # a wood on a rise between the two levels
        ((0, 0, 0, 0, 1), (1,), False),  # and looking up
    ],
)
def test_heights(levels, obstacles, clear):
    assert slope(levels, obstacles) == clear
    reversed_obstacles = [len(levels) - 1 - place for place in obstacles]
    assert slope(levels[::-1], reversed_obstacles) == clear


def test_obstacles_may_be_hidden_if_the_rule_says_so():
    hidden = Elevation(obstacle_target_blind=True)
    assert not slope((1, 0, 0, 0, 0), (3, 4), hidden)


def test_only_the_edge_of_a_plateau_looks_down():
    grid = HexGrid(9, 12)
    level = np.ones(grid.count, np.int64)
    for x in range(9):
        level[column(grid, x, range(8, 12))] = 0
    for higher_end, far, near in (("edge_cell", False, True), ("anywhere", True, True)):
        policy = SightPolicy(id="x", elevation=Elevation(higher_end=higher_end))
        sight = LatticeSight(grid, SightGround(policy, np.zeros(grid.count, np.uint8), level=level))
        low = at(grid, 4, 10)
        assert sight.verdict(at(grid, 4, 3), low).clear == far
        assert sight.verdict(at(grid, 4, 7), low).clear == near


def test_the_edge_must_lie_along_the_line_if_the_rule_says_so():
    levels = (1, 1, 0, 0, 0)  # the first hex beyond is as high, though lower ones lie beside
    assert slope(levels)
    assert not slope(levels, (), Elevation(higher_end="along_line"))
    assert slope((1, 0, 0, 0, 0), (), Elevation(higher_end="along_line"))
