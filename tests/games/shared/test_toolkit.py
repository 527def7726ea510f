"""The toolkit's laws: marches, retreats, losses, cups, reactions and phases."""

from types import SimpleNamespace

import networkx
import pytest
from hex_raid import MAP, HexRaid, Setting
from hypothesis import given
from hypothesis import strategies as st

from wardesk.engine.draft import Draft
from wardesk.engine.kernel import begin
from wardesk.engine.types import Choice, Choose, Roll, SetPiece
from wardesk.games.shared import cup
from wardesk.games.shared.ask import AskedQuestion
from wardesk.games.shared.march import (
    Marches,
    affordable,
    cheapest,
    distances,
    faults,
    flood,
    pays,
    way,
)
from wardesk.games.shared.memory import Remembering
from wardesk.games.shared.phases import following, strip
from wardesk.games.shared.reactions import Reaction, answered, next_to_react, offer
from wardesk.games.shared.retreat import retreats
from wardesk.games.shared.steps_lost import by_place, capped, lose, losses, settled
from wardesk.games.shared.zones import beside, occupied
from wardesk.model.advice import Loss

SETTING = Setting()
NEAR = SETTING.neighbours
CELLS = sorted(NEAR)
CELL = st.sampled_from(CELLS)
SOME = st.frozensets(CELL, max_size=40)
GRAPH = networkx.Graph([(a, b) for a, others in NEAR.items() for b in others])


def draft():
    rules = HexRaid()
    return Draft(rules, begin(rules, umpire=False)[1], umpire=False)


def test_the_board_is_the_bundled_one_in_hexes():
    assert MAP.is_dir()
    assert max(map(len, NEAR.values())) == 6


@given(SOME)
def test_a_zone_is_what_touches_somebody(cells):
    assert beside(NEAR, cells) == {b for a in cells for b in NEAR[a]}


def test_pieces_without_a_place_occupy_nothing():
    pieces = draft().pieces
    assert occupied(pieces.values()) == {piece.at for piece in pieces.values()}


@given(CELL, SOME, SOME)
def test_a_flood_enters_no_closed_cell_and_leaves_no_stop(origin, stops, closed):
    before = flood(NEAR, origin, stops=stops, closed=closed)
    assert not (set(before) - {origin}) & closed
    for goal in before:
        cells = way(before, origin, goal) if goal != origin else ()
        assert not [*faults(NEAR, origin, cells, stops=stops, closed=closed)]


@given(CELL, CELL)
def test_ways_of_a_flood_are_shortest(origin, goal):
    before = flood(NEAR, origin)
    steps = networkx.shortest_path_length(GRAPH, origin, goal)
    assert len(way(before, origin, goal)) == (steps or 1)
    assert distances(NEAR, (goal,))[origin] == steps


@given(CELL, SOME, SOME, st.integers(1, 8), st.sampled_from(("foot", "tracks")))
def test_what_can_be_paid_is_paid_on_its_own_way(origin, stops, closed, points, kind):
    movement = SETTING.movement[kind]
    found = affordable(movement, origin, points, stops=stops, closed=closed)
    assert origin not in found
    for goal, cells in [*found.items()][:6]:
        assert cells[-1] == goal
        assert not [*faults(NEAR, origin, cells, stops=stops, closed=closed)]
        assert pays(movement, origin, cells, points, stops=stops)
    more = affordable(movement, origin, points + 1, stops=stops, closed=closed)
    assert set(found) <= set(more)


def test_a_dearer_way_is_refused():
    foot = SETTING.movement["foot"]
    goal, cells = next((g, w) for g, w in affordable(foot, "0606", 4).items() if len(w) == 1)
    other = next(c for c in NEAR["0606"] if c in NEAR[goal])
    assert pays(foot, "0606", cells, 1)
    assert not pays(foot, "0606", (other, goal), 1)


@pytest.mark.parametrize(
    ("cells", "kinds"),
    [
        (("0405",), ["apart"]),
        (("0605",), ["closed"]),
        (("0505", "0504"), ["stop"]),
        (("nowhere", "0405"), ["unknown"]),
        (("0606",), ["apart"]),
    ],
)
def test_every_fault_of_a_way_is_named(cells, kinds):
    found = faults(NEAR, "0606", cells, stops={"0505"}, closed={"0605"})
    assert [fault.kind for fault in found] == kinds


def test_who_comes_out_of_cover_may_enter_his_own_cell():
    assert not [*faults(NEAR, "0606", ("0606",), stepping_out=True)]


@given(CELL, SOME, st.integers(1, 3))
def test_a_retreat_ends_so_many_steps_away_by_open_cells(origin, closed, length):
    found = retreats(NEAR, origin, closed, lambda cell: cell[-1] != "5", length)
    open_to_it = GRAPH.subgraph({origin, *(set(CELLS) - closed)})
    far = networkx.single_source_shortest_path_length(open_to_it, origin)
    assert set(found) == {c for c, n in far.items() if n == length and c[-1] != "5"}


LIMITS = st.dictionaries(st.sampled_from("abcd"), st.integers(1, 9), max_size=4)


@given(LIMITS, st.integers(-1, 40))
def test_losses_settle_themselves_where_nobody_can_choose(limits, points):
    found = settled(limits, points)
    if found is None:
        assert len(limits) > 1
        assert 0 < points < sum(limits.values())
    else:
        assert sum(found.values()) == max(0, min(points, sum(limits.values())))
        assert all(0 < lost <= limits[piece] for piece, lost in found.items())


@given(LIMITS, st.dictionaries(st.sampled_from("abcde"), st.integers(0, 20)))
def test_no_answer_takes_more_than_a_piece_has(limits, amounts):
    found = capped(limits, amounts)
    assert all(0 < lost <= min(limits[piece], amounts[piece]) for piece, lost in found.items())


def test_steps_are_lost_and_what_is_left_is_told():
    d = draft()
    assert lose(d, "B1", "steps", 1) == d.pieces["B1"].steps == 1


def test_a_cup_loses_what_is_drawn_and_a_hand_keeps_what_is_put():
    d = draft()
    d.cup(cup_id := "bag", ("x", "y", "z"))
    assert cup.draw(d, cup_id, AskedQuestion("chit", "Which?", "HR 2.1", "drawn"), str.upper)
    assert (d.question.dice, d.question.faces) == ((3,), ("X", "Y", "Z"))
    assert cup.drawn(d, cup_id, Roll((2,))) == "y"
    cup.put(d, cup_id, "a")
    assert d.cups[cup_id] == ("a", "x", "z")
    with pytest.raises(KeyError):
        cup.take(d, cup_id, "y")


def test_nothing_is_drawn_from_an_empty_cup():
    d = draft()
    d.cup("bag", ())
    assert not cup.draw(d, "bag", AskedQuestion("chit", "Which?", "HR 2.1", "drawn"), str)
    assert d.question is None


def test_a_reaction_starts_its_procedure_and_holding_starts_none():
    question, hold = AskedQuestion("react", "Fire?", "HR 4.1", "reacted"), Choice("pass", "Pass")
    d = draft()
    frame = d.stack[-1]
    reactions = [Reaction(Choice("fire", "Fire"), frame)]
    assert not offer(d, "red", question, [], hold)
    assert offer(d, "red", question, reactions, hold)
    assert [choice.key for choice in d.question.choices] == ["fire", "pass"]
    depth = len(d.stack)
    assert not answered(d, reactions, Choose("pass"), "end")
    assert answered(d, reactions, Choose("fire"), "end")
    assert len(d.stack) == depth + 1


def test_who_has_passed_is_not_asked_again():
    assert [next_to_react("abc", passed) for passed in ("", "a", "ab", "abc")] == [*"abc", ""]


def test_phases_follow_one_another_and_show_what_is_done():
    phases = (("a", "A", "1"), ("b", "B", "2"), ("c", "C", "3"))
    assert following("abc", "a") == {"a": "b", "b": "c", "c": "a"}
    assert [p.state for p in strip(phases, "b")] == ["done", "now", "ahead"]
    assert [p.state for p in strip(phases, "")] == ["ahead"] * 3
    assert [p.state for p in strip(phases, "", over=True)] == ["done"] * 3


ROADS = {
    "a": {"b": 1, "c": 5},
    "b": {"a": 1, "d": 3},
    "c": {"a": 5, "d": 1},
    "d": {"b": 3, "c": 1},
}
"""Step costs that are not the same both ways and forbid what is not in them."""


def test_cheapest_ways_stay_within_the_points():
    found = cheapest(ROADS, "a", 4)

    assert found.cost == {"a": 0, "b": 1, "d": 4}
    assert way(found.before, "a", "d") == ("b", "d")
    assert cheapest(ROADS, "a", 5).cost["c"] == 5


@given(
    st.dictionaries(
        st.sampled_from("abcdef"),
        st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 4), max_size=4),
    ),
    st.integers(0, 9),
    st.sets(st.sampled_from("abcdef")),
    st.sets(st.sampled_from("abcdef")),
)
def test_no_way_within_the_points_is_cheaper(roads, points, stops, closed):
    roads = {cell: roads.get(cell, {}) for cell in "abcdef"}
    best = {"a": 0}
    for _ in roads:  # step by step, as often as a way can be long
        for cell, spent in tuple(best.items()):
            for other, step in roads[cell].items() if cell == "a" or cell not in stops else ():
                if other not in closed and spent + step <= points:
                    best[other] = min(best.get(other, 99), spent + step)
    assert cheapest(roads, "a", points, stops=stops, closed=closed).cost == best


def test_stops_and_closed_cells_end_or_bar_the_cheapest_way():
    assert set(cheapest(ROADS, "a", 9, stops=("b",)).cost) == {"a", "b", "c", "d"}
    assert cheapest(ROADS, "a", 9, stops=("b",)).cost["d"] == 6
    assert set(cheapest(ROADS, "a", 9, closed=("b", "c")).cost) == {"a"}


def test_one_step_that_is_not_forbidden_may_always_be_made():
    found = cheapest(ROADS, "a", 0, least_one=True, closed=("c",))

    assert found.cost == {"a": 0, "b": 1}
    assert way(cheapest(ROADS, "a", 2, least_one=True).before, "a", "c") == ("c",)


def test_ways_that_are_kept_tell_the_cells_to_each_goal_and_what_lies_beside():
    ways = cheapest(ROADS, "a", 9)
    beside = {cell: tuple(others) for cell, others in ROADS.items()}
    found = Marches(ways, {**beside, "d": ("b", "c", "e")})

    assert found.way == {"a": (), "b": ("b",), "d": ("b", "d"), "c": ("c",)}
    assert all(found.way[goal] == way(ways.before, "a", goal) for goal in "bcd")
    assert found.beside == {"a", "b", "c", "d", "e"}


def test_what_is_found_is_looked_for_once():
    asked: list[str] = []
    found = Remembering[str, str](lambda key: (asked.append(key), key.upper())[1])

    assert (found["a"], found["a"], "b" in found) == ("A", "A", False)
    assert asked == ["a"]


def test_losses_of_one_side_in_one_place_are_counted_together():
    rows = [Loss("red", "a", 1), Loss("blue", "a", 2), Loss("red", "a", 3), Loss("red", "", 1)]
    assert by_place(rows) == (Loss("red", "a", 4), Loss("blue", "a", 2), Loss("red", "", 1))
    assert by_place(()) == ()


@pytest.mark.parametrize(
    ("field", "values", "rises"), [("steps", (3, 1), False), ("lost", (1, 3), True)]
)
def test_a_piece_that_loses_twice_in_one_event_is_counted_once(field, values, rises):
    tank = SimpleNamespace(id="tank", side="red", at="a", steps=4, lost=0)
    effects = [SetPiece("tank", field, value) for value in values]
    effects += [SetPiece("tank", "at", None), SetPiece("gone", field, 0)]
    before, event = SimpleNamespace(pieces={"tank": tank}), SimpleNamespace(effects=effects)
    assert losses(before, event, field, rises=rises) == (Loss("red", "a", 3),)


def test_a_piece_that_gets_better_loses_nothing():
    tank = SimpleNamespace(id="tank", side="red", at="a", steps=2)
    event = SimpleNamespace(effects=[SetPiece("tank", "steps", 4)])
    assert losses(SimpleNamespace(pieces={"tank": tank}), event, "steps") == ()
