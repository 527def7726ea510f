"""Chapter 3: movement."""

import pytest
from eben import RULES, STAY, garrison, lay, sally
from hypothesis import given
from hypothesis import strategies as st

from wardesk.engine.types import Path, Pieces
from wardesk.games.eben_emael.marching import goals, reachable
from wardesk.games.eben_emael.state import FortCounter


def company(piece, at, men):
    return FortCounter(
        id=piece, side="german", at=at, kind="sappers", name=piece, men=men, full_men=men
    )


@pytest.mark.rule("EE 3.0", "EE 3.1", "EE 3.2")
def test_a_move_goes_from_sector_to_adjacent_sector():
    game = lay("german_move", {"glider-1": "MN"})
    assert game.against(Path(("glider-1",), ("G5", "VI1"))) == []
    assert game.against(Path(("glider-1",), ("VI1",))) == ["EE 3.2"]
    assert game.against(Path(("glider-1",), ("NOWHERE",))) != []
    assert game.go("glider-1", "G5", "VI1").pieces["glider-1"].at == "VI1"


@pytest.mark.rule("EE 3.3", "EE 2.1-II-A")
def test_a_move_may_cross_the_whole_fort():
    game = lay("german_move", {"glider-1": "D1"})
    route = RULES.showing.route(game.state, ("glider-1",), "OUT")
    assert len(route) >= 5
    assert game.against(Path(("glider-1",), route)) == []


@pytest.mark.rule("EE N66")
def test_a_unit_moves_once():
    game = lay("german_move", {"glider-1": "MN", "glider-2": "MS"})
    game.go("glider-1", "G5")
    assert game.ask.pieces == ("glider-2",)


@pytest.mark.rule("EE 3.2")
def test_units_of_one_sector_move_together():
    game = lay("german_move", {"glider-1": "MN", "glider-2": "MN", "glider-3": "MS"})
    assert game.against(Path(("glider-1", "glider-3"), ("G5",))) == ["EE 3.2"]
    game.give(Path(("glider-1", "glider-2"), ("G5",)))
    assert game.pieces["glider-1"].at == game.pieces["glider-2"].at == "G5"
    assert game.ask.pieces == ("glider-3",)


@given(
    st.lists(
        st.tuples(st.sampled_from(["BL1", "MN", "G5", "VI1", "COU"]), st.sampled_from([20, 60, 80]),
                  st.booleans()),
        min_size=1, max_size=6,
    ),
    st.sampled_from(["MN", "G5", "BL1"]),
)  # fmt: skip
def test_goals_are_what_can_be_reached_without_a_reason_against_it(units, germans):
    belgians = tuple(
        sally(f"s{k}", at if at in RULES.setting.fort.cells else "D1", men, inside=inside)
        for k, (at, men, inside) in enumerate(units)
    )
    game = lay("belgian_move", {"glider-1": germans}, belgians)
    for unit in (*belgians, game.pieces["glider-1"]):
        reach = reachable(RULES.setting, game.state, (unit.id,))
        free = [cell for cell, bad in reach.items() if not bad]
        assert goals(RULES.setting, game.state, unit) == free


def test_the_sector_above_a_unit_is_a_goal_only_where_all_come_from_inside():
    company = (sally("in", "BL1", inside=True), sally("out", "BL1"))
    game = lay("belgian_move", {"glider-1": "D1"}, company)

    def goals(*units):
        return reachable(RULES.setting, game.state, units)

    assert "BL1" in goals("in")
    assert "BL1" not in goals("in", "out")
    assert "BL1" not in goals("out")


@pytest.mark.rule("EE 3.4")
def test_an_enemy_sector_cannot_be_entered():
    game = lay("german_move", {"glider-1": "MN"}, (sally("a", "G5"),))
    assert "EE 3.4" in game.against(Path(("glider-1",), ("G5",)))
    assert "G5" not in RULES.showing.reach(game.state, ("glider-1",))


@pytest.mark.rule("EE 3.4", "EE N39")
def test_the_roof_of_a_manned_work_is_open_ground():
    game = lay("german_move", {"glider-1": "G5"}, (sally("a", "MN", inside=True),))
    assert game.against(Path(("glider-1",), ("MN",))) == []


@pytest.mark.rule("EE 3.5", "EE 2.1-II-A")
def test_a_unit_stops_next_to_the_enemy():
    game = lay("german_move", {"glider-1": "D1"}, (sally("a", "G5"),))
    past = ("D2", "G3", "MN")
    assert game.against(Path(("glider-1",), past)) == ["EE 3.5"]
    assert game.against(Path(("glider-1",), past[:2])) == []


@pytest.mark.rule("EE 3.5")
def test_a_unit_that_starts_next_to_the_enemy_moves_off():
    game = lay("german_move", {"glider-1": "MN"}, (sally("a", "G5"),))
    assert game.against(Path(("glider-1",), ("G4", "D1"))) == []
    assert game.against(Path(("glider-1",), ("G3", "D2"))) == ["EE 3.5"]


@pytest.mark.rule("EE 3.5")
def test_men_inside_a_work_stop_nobody():
    game = lay("german_move", {"glider-1": "D1"}, (sally("a", "MN", inside=True),))
    assert game.against(Path(("glider-1",), ("G4", "MN", "G5"))) == []


@pytest.mark.rule("EE 3.6")
def test_eighty_points_fill_a_sector():
    game = lay("german_move", {"glider-1": "MN", "glider-2": "MS"}, (company("s", "G5", 72),))
    assert game.against(Path(("glider-1",), ("G5",))) == []
    game.go("glider-1", "G5")
    assert game.against(Path(("glider-2",), ("G5",))) == ["EE 3.6"]
    assert game.against(Path(("glider-2",), ("G5", "VI1"))) == []


@pytest.mark.rule("EE 3.7", "EE N2")
def test_canal_and_wet_ditch_are_no_way():
    fort = RULES.setting.fort
    assert len(fort.cells) == 31
    assert "W1" not in fort.neighbours["G7"]
    assert fort.neighbours["KS"] == ("G8",)
    assert fort.neighbours["KN"] == ("G4", "G6")


@pytest.mark.rule("EE 2.1-V-A", "EE N66")
def test_belgians_move_once_and_stop_next_to_germans():
    game = lay("belgian_move", {"glider-1": "MN"}, (sally("a", "BL1"), sally("b", "BL2")))
    assert game.against(Path(("a",), ("G9", "G5", "VI1"))) == ["EE 3.5"]
    game.go("a", "G9")
    assert game.ask.pieces == ("b",)


@pytest.mark.rule("EE N38")
def test_belgians_may_man_an_open_work_with_a_door():
    men = (garrison("a", "BL1", inside=False), garrison("b", "BL2", inside=False))
    game = lay("belgian_move", {"glider-1": "KN"}, men)
    game.go("a", "VI2", "BL6")
    assert game.ask.kind == "man"
    game.choose("man")
    assert game.pieces["a"].inside
    game.go("b", "G2", "MA1")
    assert game.ask is None or game.ask.kind != "man"


@pytest.mark.rule("EE N38")
@pytest.mark.parametrize(("rules", "asked"), [(RULES, "move"), (STAY, "man")])
def test_men_of_a_counterattack_man_a_work_by_option_only(rules, asked):
    men = (sally("a", "BL1"), sally("b", "BL2"))
    game = lay("belgian_move", {"glider-1": "KN"}, men, rules=rules).go("a", "VI2", "BL6")
    assert game.ask.kind == asked


@pytest.mark.rule("EE N38", "EE N24")
def test_a_blocked_work_cannot_be_manned():
    game = lay(
        "belgian_move",
        {"glider-1": "KN"},
        (garrison("a", "BL1", inside=False), garrison("b", "BL2", inside=False)),
        marks={"BL6/blocked": True},
    )
    assert game.go("a", "VI2", "BL6").ask.kind == "move"


@pytest.mark.rule("EE N12", "EE 3.4")
def test_nobody_leaves_a_work_with_germans_on_its_roof():
    game = lay("belgian_move", {"glider-1": "MN"}, (sally("a", "MN", inside=True),))
    assert game.ask.kind != "move"


@pytest.mark.rule("EE 2.1-V-A")
def test_men_inside_may_step_out_of_their_door():
    game = lay("belgian_move", {"glider-1": "KN"}, (garrison("a", "BL6"),))
    assert RULES.showing.route(game.state, ("a",), "BL6") == ("BL6",)
    game.go("a", "BL6").choose("outside")
    assert not game.pieces["a"].inside


@pytest.mark.rule("EE 3.5", "EE 2.1-V-A")
def test_both_spellings_of_a_way_out_of_a_door_get_the_same_answer():
    game = lay("belgian_move", {"glider-1": "VI2"}, (sally("a", "BL6", inside=True),))
    assert game.against_path("a", "W1", "BL1") == game.against_path("a", "BL6", "W1", "BL1") == []
    past = ("G7", "G5")  # G7 lies beside the Germans too
    assert game.against_path("a", *past) == game.against_path("a", "BL6", *past) == ["EE 3.5"]


@given(st.data())
def test_a_way_out_of_a_door_may_be_told_with_or_without_the_door(data):
    door = data.draw(st.sampled_from(RULES.setting.tables.exits))
    foes = data.draw(
        st.sets(st.sampled_from([c for c in RULES.setting.fort.cells if c != door]), min_size=1)
    )
    squads = {f"glider-{n}": cell for n, cell in enumerate(sorted(foes)[:11], 1)}
    game = lay("belgian_move", squads, (sally("a", door, inside=True), sally("b", door)))
    at, cells = door, []
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.sampled_from(RULES.setting.fort.neighbours[at]))
        cells.append(at)
    assert game.against_path("a", *cells) == game.against_path("a", door, *cells)


@pytest.mark.rule("EE 3.6")
def test_eighty_points_fill_a_sector_for_a_retreat_and_an_advance():
    full = (sally("a", "G7", 8), sally("b", "BL6", 73), sally("c", "VI2", 72))
    game = lay("german_attack", {"glider-6": "G5"}, full).at("G7").roll(5, 6)  # 1:1, 11: 2/2
    assert "BL6" not in game.ask.cells
    assert "VI2" in game.ask.cells
    game.at("VI2")
    crowd = (sally("a", "G7", 60), sally("b", "G2", 60))
    game = lay("belgian_attack", {"glider-6": "G5", "glider-1": "KS"}, crowd).at("G5")
    game.pick("a", "b").roll(6, 6).choose("stand")  # 6:1, 12: attacker 1, defender 8
    game.share(a=1)
    assert game.ask.kind == "advance"
    assert game.against(Pieces(("a", "b"))) == ["EE 3.6"]
    assert game.against(Pieces(("a",))) == []


def test_reach_and_options_agree():
    from random import Random

    game = lay("german_move", {"glider-1": "D1", "glider-2": "MN"}, (sally("a", "G5"),))
    shown = RULES.showing.reach(game.state, ("glider-1",))
    reach = {at: [r for r in told if r.level != "note"] for at, told in shown.items()}
    for goal, bad in reach.items():
        path = Path(("glider-1",), RULES.showing.route(game.state, ("glider-1",), goal))
        assert bool(bad) == bool(game.against(path))
    options = RULES.options(game.state, 1000, Random(1))
    assert {a.cells[-1] for a in options if isinstance(a, Path) and a.pieces == ("glider-1",)} == {
        goal for goal, bad in reach.items() if not bad
    }


def test_a_few_legal_answers_of_many_are_a_fair_sample():
    from random import Random

    game = lay("german_move", {"glider-1": "D1", "glider-2": "MN"}, (sally("a", "G5"),))
    every = RULES.options(game.state, 1000, Random(1))
    few = [RULES.options(game.state, 3, Random(seed)) for seed in range(60 * len(every))]
    assert {len(some) for some in few} == {3}
    told = [answer for some in few for answer in some]
    assert not any(game.against(answer) for answer in told)
    times = [told.count(answer) for answer in every]
    assert sum(times) == len(told)
    assert min(times) > 180 / 2  # each is one of three about 180 times
    assert max(times) < 180 * 1.5


def test_an_answer_that_the_lists_allow_and_the_rules_do_not_is_never_offered():
    from random import Random

    crowd = (sally("a", "G7", 60), sally("b", "G2", 60))
    game = lay("belgian_attack", {"glider-6": "G5", "glider-1": "KS"}, crowd).at("G5")
    game.pick("a", "b").roll(6, 6).choose("stand").share(a=1)
    assert game.against(Pieces(("a", "b"))) == ["EE 3.6"]
    for n in (2, 100):
        offered = RULES.options(game.state, n, Random(1))
        assert offered
        assert not any(game.against(answer) for answer in offered)
    assert Pieces(("a",)) in offered
