"""Figures at their margins: one point less or more, and what a table must say no to."""

import pytest
from front import lay, put, rules, work
from test_europa_fine_print import battle, outcome
from test_europa_play import SOVIETS

from wardesk.engine.legality import check
from wardesk.engine.types import Path, replace
from wardesk.errors import UserError
from wardesk.games.europa.cases import read_attack
from wardesk.games.europa.state import Turn

BELGIUM = rules("belgium")
CELL = "0711"
NEAR = BELGIUM.setting.neighbours[CELL]


# ---- who has won --------------------------------------------------------------------------------


@pytest.mark.rule("EF N23")
@pytest.mark.parametrize(
    ("points", "winner", "level"),
    [
        (26, "axis", "decisive victory"),
        (25, "axis", "marginal victory"),
        (20, "axis", "marginal victory"),
        (19, "allies", "marginal victory"),
        (17, "allies", "marginal victory"),
        (16, "allies", "decisive victory"),
    ],
)
def test_a_point_less_or_more_decides(points, winner, level):
    places = BELGIUM.setting.scenario.place
    taken = {place.cell for place in _worth(places, points)}
    table = lay({"di-60": "0409"}, "move", "allies", tracks={"turn": 5}, its_rules=BELGIUM)
    table.mark({f"{p.cell}/held": "axis" if p.cell in taken else "allies" for p in places})
    table.state = put(table, Turn(step="end", side="allies")).state
    result = table.state.result
    assert (result.winner, str(result.level)) == (winner, level)
    assert str(points) in str(result.text)


def _worth(places, points):
    """Places that are worth so much together."""
    sums = {0: ()}
    for place in places:
        sums = {total + place.value: (*some, place) for total, some in sums.items()} | sums
    return sums[points]


# ---- losses -------------------------------------------------------------------------------------


@pytest.mark.rule("EF N2")
@pytest.mark.parametrize(
    ("lost", "losses"),
    [(0, 5), (1, 6)],  # 15 per cent of 32 points; a point less to one: 20 of 31
)
def test_losses_grow_below_even_odds_and_not_at_them(lost, losses):
    units = {"sk-1": {"at": "0406", "lost": lost}, "sk-2": "0505"}
    units |= {f"ge-id-{n}": "0405" for n in (1, 2, 3, 4)}
    table = battle(units)
    assert table.planned().defence == 32
    table = outcome(table, "AR" if lost else "ME")
    table.give_red(1, settle=False)
    assert table.top.losses[0] == losses


@pytest.mark.rule("EF 40.D-9", "EF N20")
@pytest.mark.parametrize(("attacker", "largest"), [("koch", 2), ("id-18", 7)])
def test_a_work_is_larger_than_a_battalion_and_smaller_than_a_division(attacker, largest):
    area = work("fortified_area", CELL, side="allies", strength=2)
    table = lay({attacker: NEAR[0]}, "combat", "axis", works=(area,), its_rules=BELGIUM)
    assert table.setting.rows["koch"].attack > 2
    table.attack(CELL, 6, 6)
    assert table.top.largest == largest


# ---- moving in and falling back -----------------------------------------------------------------


@pytest.mark.rule("EF N16", "EF N20")
def test_not_even_a_battalion_moves_into_a_full_hex():
    names = ("korps-v", "id-61", "pi-51", "koch")
    rows = BELGIUM.setting.rows
    assert [rows[name].halves for name in names] == [12, 6, 2, 1]
    units = dict(zip(names, (NEAR[0], NEAR[0], NEAR[1], NEAR[1]), strict=True))
    table = lay({**units, "be-gen": CELL}, "combat", "axis", its_rules=BELGIUM)
    table.attack(CELL, 6, 6)
    assert table.top.result.startswith("OR")
    table.give_red(6, settle=False)
    while table.ask.kind == "losses":
        table.give_loss("korps-v")
    assert set(table.ask.pieces) == set(names)
    table.pick(*names)
    assert [table.unit(name).at == CELL for name in names] == [True, True, True, False]


@pytest.mark.rule("EF N20")
def test_the_unit_that_is_asked_about_is_the_one_that_falls_back():
    table = battle({**SOVIETS, "sk-3": "0406", "ge-id-1": "0405", "ge-pak": "0405"})
    table = outcome(table, "DR")
    table.give_red(1)
    went = {}
    while table.ask.kind == "retreat":
        (name,) = table.ask.about
        went[name] = table.ask.cells[len(went)]
        table.at(went[name])
    assert len(went) == 2
    assert {name: table.unit(name).at for name in went} == went


# ---- depots -------------------------------------------------------------------------------------


@pytest.mark.rule("EF 40.D-6")
@pytest.mark.parametrize("major", [True, False])
def test_the_depot_of_a_minor_power_makes_no_work_stronger(major):
    scenario = BELGIUM.setting.scenario
    fort = work("fort", "1007", side="allies")
    table = lay({"be-v": "1108"}, "build", "allies", works=(fort,), its_rules=BELGIUM,
                tracks={"allies_rp": 3})  # fmt: skip
    lost = {d.cell for d in scenario.depot if d.nation in ("french", "british")}
    assert {d.nation for d in scenario.depot} > {"belgian", "french"}
    if not major:
        table.mark({f"{cell}/held": "axis" for cell in lost})
    table.state = put(table, Turn(step="replace", side="allies")).state
    offered = table.ask.pieces if table.ask.kind == "replace" else ()
    assert (fort.id in offered) is major


# ---- works --------------------------------------------------------------------------------------


@pytest.mark.rule("EF 40.D.15-2")
def test_the_ground_counts_beside_a_port_fortification():
    port = {"attackers": "infantry 12", "defenders": "infantry 6", "work": "port-fortification",
            "work-strength": "1"}  # fmt: skip
    assert read_attack(port).shift == -3
    assert read_attack({**port, "terrain": "swamp"}).shift == -5
    assert read_attack({**port, "city": "major"}).shift == -5


@pytest.mark.rule("EF 40.D.17-2", "EF 40.D.13-3", "EF 40.D.14-4", "EF 40.D.19-2")
@pytest.mark.parametrize("letters", ["DE", "OR1"])
@pytest.mark.parametrize("kind", ["westwall", "damaged_fortress"])
def test_who_may_ignore_a_retreat_is_eliminated_all_the_same(kind, letters):
    more = {"die": 1} if kind == "westwall" else {}
    more_of_them = {f"sk-{n}": "0406" for n in (1, 2, 3, 4, 5)}
    table = battle({**more_of_them, "ge-bau": "0405"}, works=(work(kind, "0405", **more),))
    table = came_to(table, letters)
    table.give_red(1)
    assert table.unit("ge-bau").at is None
    assert table.ask.kind == "advance"


def came_to(table, letters):
    """The dice have fallen, and an umpire has said what they come to."""
    table.dice(6, 6)
    top = replace(table.top, result=letters, printed=letters, step="red")
    return put(table, *table.state.stack[:-1], top)


@pytest.mark.rule("EF 40.D.17-5")
@pytest.mark.parametrize("side", ["axis", "allies"])
def test_only_the_axis_improves_the_westwall(side):
    wall = work("unimproved_westwall", CELL, side=side, die=1)
    builder = {"at": CELL, "side": side}  # the Allies have no construction unit of their own
    table = lay({"todt-1": builder, "di-60" if side == "allies" else "id-18": "0409"}, "build",
                side, works=(wall,), its_rules=BELGIUM)  # fmt: skip
    offered = table.ask.pieces if table.ask.kind == "build" else ()
    assert ("todt-1" in offered) is (side == "axis")


@pytest.mark.rule("EF 40.E-4", "EF 40.E-3")
def test_only_germans_and_soviets_fight_over_cities_by_their_own_figures():
    setting = BELGIUM.setting
    city = next(c for c in setting.neighbours if setting.city(c) == "major")
    near = next(c for c in setting.neighbours[city] if not setting.river(c, city))
    table = lay({"id-18": near, "be-v": city}, "combat", "axis", its_rules=BELGIUM)
    table.at(city)
    table.pick("id-18").press("0", "pay")
    (line,) = [one for one in table.planned().modifiers if one.modifier == "city"]
    assert (line.value, line.cite) == (-2, "EF 40.E-1")


@pytest.mark.rule("EF 40.D.19-5")
def test_whoever_is_quartered_is_told_so():
    case = read_attack({"attackers": "infantry 8 across border", "defenders": "infantry 6",
                        "work": "ouvrage"})  # fmt: skip
    (share,) = case.shares
    assert (share.strength, [cite for _, cite in share.reasons]) == (2, ["EF 40.D.19-5"])


# ---- overruns -----------------------------------------------------------------------------------


@pytest.mark.rule("EF N18")
@pytest.mark.parametrize(("lost", "cites"), [(4, []), (5, ["EF N18"])])
def test_ten_to_one_is_enough_for_an_overrun_and_nine_is_not(lost, cites):
    table = lay({"tk-1": {"at": "0406", "lost": lost}, "ge-bau": "0405"}, "move")
    assert (rules().setting.rows["tk-1"].attack, rules().setting.rows["ge-bau"].defence) == (14, 1)
    assert table.against("tk-1", "0405") == cites
    in_reach = table.rules.showing.reach(table.state, ("tk-1",))
    assert ("0405" in in_reach) is (not cites)


@pytest.mark.rule("EF N18")
def test_an_overrun_goes_the_cheapest_way():
    table = lay({"tk-1": "0407", "ge-bau": "0405"}, "move")
    way = table.rules.showing.route(table.state, ("tk-1",), "0405")
    assert way == ("0406", "0405")


# ---- what is said -------------------------------------------------------------------------------


def said(table):
    return [str(line.text) for line in table.event.story]


@pytest.mark.rule("EF 40.D.2-3", "EF N15", "EF N16")
def test_sentences_name_works_places_and_how_many_are_cut_off():
    fort = work("fort", "0404", side="axis")
    table = lay({"sk-1": "0405"}, "move", works=(fort,))
    table.go("sk-1", "0404")
    assert "Axis: Fort at 0404 was lost" in said(table)
    setting = table.setting
    assert setting.name("0404") == "0404"
    assert str(setting.name("0604")) == "Hauptstadt (0604)"
    assert setting.name("9999") == "9999"


@pytest.mark.rule("EF N15")
@pytest.mark.parametrize(("more", "lines"), [({"sk-5": "0403"}, 1), ({}, 0)])
def test_it_is_told_how_many_units_are_out_of_supply_and_only_then(more, lines):
    ring = {"sk-1": "0401", "sk-2": "0501", "sk-3": "0302", "sk-4": "0503", **more}
    if not more:
        ring = {"sk-1": "0409"}
    table = lay({**ring, "ge-id-1": "0402", "tk-1": "1009"}, "move", "allies")
    while table.state.stack[0].side == "allies":
        table.press("done")
    found = [line for line in said(table) if line.endswith("1 unit was out of supply")]
    assert len(found) == lines
    assert table.unit("ge-id-1").cut_off is bool(lines)


def test_a_game_that_is_over_has_nowhere_to_go():
    table = lay({"sk-1": "0409", "ge-id-1": "0101"}, "end", "axis", tracks={"turn": 4})
    assert table.state.result is not None
    assert table.rules.showing.reach(table.state, ("sk-1",)) == {}
    attack = lay({"sk-1": "0406", "ge-id-1": "0405"})
    assert attack.rules.showing.reach(attack.state, ("sk-1",)) == {}


# ---- what comes after ---------------------------------------------------------------------------


@pytest.mark.rule("EF 40.D.14-4", "EF 40.B-1", "EF 40.B-10")
def test_whoever_stands_has_his_fortress_reduced_all_the_same():
    units = {"sk-1": "0406", "sk-2": "0305", "sk-3": "0505", "sk-5": "0406", "ge-pi": "0405"}
    table = lay({**units, "so-siege": "0406"}, works=(work("fortress", "0405"),))
    table.attack("0405", 4, 4)
    table.give_red(1)
    table.press("stand")
    assert table.ask.kind != "stand"
    assert (table.work("0405"), table.unit("ge-pi").at) == ("damaged_fortress", "0405")


@pytest.mark.rule("EF N20", "EF 40.C-3")
@pytest.mark.parametrize("goes", [True, False])
def test_whoever_moves_in_gives_his_own_entrenchment_up(goes):
    trench = work("entrenchment", "0406", side="allies")
    table = battle({"sk-1": "0406", "sk-2": "0505", "sk-3": "0505", "ge-bau": "0405"},
                   works=(trench,))  # fmt: skip
    table = outcome(table, "DE")
    table.give_red(1)
    assert table.ask.kind == "advance"
    table.pick("sk-1") if goes else table.press("none")
    assert table.ask.kind != "advance"
    assert table.work("0406") == ("" if goes else "entrenchment")


@pytest.mark.rule("EF N20", "EF 40.D.2-3")
def test_whoever_goes_on_after_an_overrun_captures_where_he_stops():
    units = {f"sk-{n}": "0406" for n in (1, 2, 3, 4, 5)}
    table = battle({**units, "ge-bau": "0405", "ge-id-1": "0101"}, works=(work("fort", "0403"),))
    table = outcome(table, "OR2")
    table.give_red(1)
    table.pick("sk-1")
    table.go("sk-1", "0404", "0403")
    assert (table.work("0403"), table.unit("sk-1").at) == ("", "0403")


@pytest.mark.rule("EF 40.D-5", "EF N22")
def test_a_replacement_point_is_used_up():
    table = lay({"ge-id-1": {"at": "0403", "lost": 2}}, "replace", "axis", tracks={"axis_rp": 3})
    table.pick("ge-id-1")
    assert (table.unit("ge-id-1").lost, table.state.tracks["axis_rp"]) == (1, 2)


@pytest.mark.rule("EF N17")
@pytest.mark.parametrize("early", [0, 1])
def test_reinforcements_do_not_come_before_their_turn(early):
    scenario = BELGIUM.setting.scenario
    row = next(r for r in scenario.arrival if r.turn > 2)
    name, side = row.units[0], BELGIUM.setting.side_of(row.units[0])
    before = row.turn - (side == scenario.first) - early
    other = "di-60" if side == "allies" else "id-18"
    table = lay({name: "reserve", other: "0711"}, "start", side, tracks={"turn": before},
                its_rules=BELGIUM)  # fmt: skip
    assert (table.unit(name).at == "reserve") is bool(early)


@pytest.mark.rule("EF N17")
def test_only_those_beside_the_hex_are_asked_to_attack_it():
    table = lay({**SOVIETS, "sk-3": "0409", "ge-id-1": "0405", "ge-id-2": "0408"})
    table.at("0405")
    assert set(table.ask.pieces) == {"sk-1", "sk-2"}


@pytest.mark.rule("EF 40.D-7")
def test_where_there_is_no_work_there_is_no_strength_of_a_work():
    with pytest.raises(UserError):
        read_attack({"attackers": "infantry 5", "defenders": "infantry 5", "work-strength": "1"})


@pytest.mark.rule("EF N16", "EF 40.D.2-3")
def test_a_march_captures_what_lies_on_its_way():
    table = lay({"tk-1": "0405", "ge-id-1": "0101"}, "move", works=(work("fort", "0404"),))
    table.go("tk-1", "0404", "0403")
    assert (table.work("0404"), table.unit("tk-1").at) == ("", "0403")


@pytest.mark.rule("EF N16")
def test_a_full_hex_is_refused_with_the_number_of_res():
    table = lay({"sk-1": "0409", "sk-2": "0408", "sk-3": "0408"}, "move")
    reasons = check(table.rules, table.state, Path(("sk-1",), ("0408",)), umpire=False)[0]
    assert [str(reason.text) for reason in reasons] == ["No more than 10 REs stand in a hex"]


def test_every_hex_that_a_scenario_names_must_be_land():
    scenario = BELGIUM.setting.scenario
    arrivals = {cell for row in scenario.arrival for cell in row.cells}
    assert arrivals
    assert arrivals <= set(scenario.cells)


# ---- landings -----------------------------------------------------------------------------------


@pytest.mark.rule("EF N21")
def test_two_units_do_not_land_as_one():
    units = {"fj-1": "airfield", "fj-2": "airfield"}
    table = lay(units, "land", "axis", its_rules=BELGIUM)
    cell = next(iter(table.rules.showing.reach(table.state, ("fj-1",))))
    assert table.against("fj-1", cell) == []
    assert "EF N21" in table.against(("fj-1", "fj-2"), cell)
    table.go("fj-1", cell)
    assert table.unit("fj-1").moved


# ---- set-up -------------------------------------------------------------------------------------


def test_works_are_numbered_from_one_as_saved_games_know_them():
    works = {name: piece for name, piece in lay_first().items() if piece.work}
    assert list(works) == [f"work-{n}" for n in range(1, len(works) + 1)]
    first = BELGIUM.setting.scenario.work[0]
    assert (works["work-1"].work, works["work-1"].at) == (first.work, first.cell)


def lay_first():
    """The pieces of Belgium as they are set up."""
    from wardesk.engine.kernel import begin

    return begin(BELGIUM, umpire=False)[1].pieces
