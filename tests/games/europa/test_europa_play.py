"""The chapter in play: works reduced, abandoned, taken; the two printed examples as games."""

import pytest
from front import lay, rules, work

from wardesk.games.europa.state import Turn

SOVIETS = {"sk-1": "0406", "sk-2": "0505"}
"""Four to one against a German division at 0405."""


# ---- the printed examples -----------------------------------------------------------------------


@pytest.mark.rule("EF 40.B-2", "EF 40.B-1", "EF 40.B-3", "EF N20")
def test_golden_a_deadlock_reduces_the_fort_before_the_attack_of_the_exploitation_phase():
    fort = work("improved_fort", "0405")
    table = lay({**SOVIETS, "ge-id-1": "0405"}, works=(fort,))
    table.attack("0405", 1, 6)
    assert table.ask.who == "axis"
    table.press("leave")
    table.give_red(3)
    assert table.work("0405") == "fort"
    assert table.unit("sk-1").locked == "0405"
    table.end_phases("attack", "react", "exploit")
    assert (table.ask.kind, table.ask.cells) == ("exploitation", ("0405",))
    assert not table.ask.choices  # it must be made
    table.attack("0405", 1, 3)
    if table.ask.kind == "convert":
        table.press("convert")
    table.give_red(1)
    assert table.work("0405") == "damaged_fort"


@pytest.mark.rule("EF 40.D.7-6", "EF 40.D.7-5", "EF N11", "EF N12")
@pytest.mark.parametrize(("reading", "stands"), [("captors", True), ("owners", False)])
def test_golden_a_german_zone_taken_by_the_soviets_may_be_retaken(reading, stands):
    zone = work("fortified_zone", "0404")
    units = {"sk-1": "0405", "ge-id-1": "0303", "ge-pz": "0301"}
    table = lay(units, "move", works=(zone,), its_rules=rules(captured=reading))
    table.go("sk-1", "0404")
    assert table.unit(zone.id).holder == "allies"
    while table.state.stack[0].side == "allies":
        table.press("done")
    assert table.work("0404") == ("fortified_zone" if stands else "")
    assert table.layout.shelter("allies", "0404") is None
    if not stands:
        return
    # nobody retakes it: it falls when the Soviets' next turn begins
    while table.state.stack[0].side == "axis":
        table.press("done")
    assert table.work("0404") == ""


@pytest.mark.rule("EF 40.D.7-6")
def test_golden_the_retaken_zone_is_its_owners_again():
    zone = work("fortified_zone", "0404", holder="allies")
    table = lay({"ge-pz": "0403"}, "move", "axis", works=(zone,))
    table.go("ge-pz", "0404")
    assert table.unit(zone.id).holder == ""
    assert table.layout.shelter("axis", "0404").id == zone.id


# ---- abandonment, losses ------------------------------------------------------------------------


@pytest.mark.rule("EF 40.B-17", "EF 40.B-19", "EF 40.D-10", "EF 40.B-4")
def test_an_empty_work_crumbles_in_the_enemys_initial_phase():
    empty = work("improved_fort", "0303")
    held, strong = work("fort", "0403"), work("fortified_area", "0503", strength=1)
    units = {"ge-id-1": "0403", "sk-1": "0409"}
    table = lay(units, "start", "allies", works=(empty, held, strong))
    assert [table.work(c) for c in ("0303", "0403", "0503")] == ["fort", "fort", "fortified_area"]
    own = lay(units, "start", "axis", works=(empty,))
    assert own.work("0303") == "improved_fort"


@pytest.mark.rule("EF 40.B-15", "EF 40.B-16", "EF 40.B-18", "EF 40.D-11", "EF N22")
def test_losses_may_come_out_of_the_strength_of_a_work():
    area = work("improved_fortified_area", "0405", strength=3)
    table = lay({**SOVIETS, "ge-id-1": "0405"}, works=(area,))
    table.attack("0405", 1, 1)
    if table.ask.kind == "convert":
        table.press("convert")
    table.give_red(6, settle=False)
    assert table.ask.kind == "losses"
    while table.ask.kind == "losses":
        mine = table.ask.who == "axis"
        table.give_loss(area.id if mine else table.ask.pieces[0])
    assert table.unit(area.id).strength == 1
    assert table.state.tracks["axis_owed"] == 2
    table = lay({"sk-1": "0409"}, "start", "axis", tracks={"axis_owed": 9, "axis_rp": 0})
    assert table.state.tracks["axis_owed"] == 1
    assert table.state.tracks["axis_rp"] == 2 + 2


@pytest.mark.rule("EF 40.B-5", "EF 40.B-14")
@pytest.mark.parametrize(("reading", "left"), [("reduce", "fortified_area"),
                                               ("keep", "improved_fortified_area")])  # fmt: skip
def test_improved_areas_go_down_by_the_list_or_not_by_the_note(reading, left):
    area = work("improved_fortified_area", "0405")
    table = lay({**SOVIETS, "ge-id-1": "0405"}, works=(area,),
                its_rules=rules(improved_areas=reading))  # fmt: skip
    table.attack("0405", 1, 1)
    if table.ask.kind == "convert":
        table.press("convert")
    table.give_red(1)
    assert table.work("0405") == left


# ---- results ------------------------------------------------------------------------------------


@pytest.mark.rule("EF 40.A-1", "EF 40.A-4")
def test_the_defender_of_a_fort_is_asked_and_the_red_die_still_counts():
    table = lay({**SOVIETS, "ge-id-1": "0405"}, works=(work("fort", "0405"),))
    table.attack("0405", 2, 2)
    assert (table.ask.kind, table.ask.who) == ("convert", "axis")
    table.press("convert")
    assert table.top.result == "ME"
    assert table.ask.kind == "red"
    bare = lay({**SOVIETS, "ge-id-1": "0405"}, works=(work("entrenchment", "0405"),))
    bare.attack("0405", 1, 1)
    assert bare.ask.kind != "convert"


@pytest.mark.rule("EF 40.A-2", "EF 40.A-3", "EF N21")
@pytest.mark.parametrize("city", [False, True])
def test_paratroops_in_the_hex_take_the_right_from_a_fort_and_are_countered_in_a_city(city):
    cell, near = ("0604", "0605") if city else ("0405", "0406")
    landed = {"at": cell, "landed": True, "moved": True, "spent": 99}
    units = {"sk-1": near, "sk-2": near, "so-para": landed, "ge-id-1": cell, "ge-id-2": cell}
    table = lay(units, works=(work("fort", cell),))
    assert table.ask.cells == (cell,)
    assert not table.ask.choices
    table.attack(cell, 1, 2 if not city else 4)
    if not city:
        assert table.ask.kind != "convert"
        return
    assert table.ask.kind == "convert"
    assert table.ask.cite == "EF 40.A-3"
    table.press("convert")
    table.give_red(1)
    assert table.top.phase == "counter"
    assert table.top.target == cell
    assert set(table.top.attackers) == {"ge-id-1", "ge-id-2"}
    assert table.case_defence() == 3  # the paratroops alone


@pytest.mark.rule("EF 40.A-5", "EF N9")
def test_disruption_is_halved_and_lost_behind_any_work():
    for kind, disrupted, lost in (("", True, 0), ("entrenchment", False, 2)):
        works = (work(kind, "0405"),) if kind else ()
        table = lay({**SOVIETS, "ge-id-1": "0405"}, works=works)
        table.attack("0405", 4 if kind else 3, 4)
        table.give_red(1)
        assert table.state.tracks["axis_owed"] == lost, kind
        assert table.unit("ge-id-1").disrupted == disrupted


@pytest.mark.rule("EF 40.D.13-3", "EF 40.D.14-4", "EF 40.D.17-2", "EF 40.D.19-2")
@pytest.mark.parametrize("kind", ["damaged_fortress", "fortress", "westwall", "ouvrage"])
def test_the_defender_may_ignore_a_retreat(kind):
    more = {"die": 2} if kind == "westwall" else {}
    units = {"sk-1": "0406", "sk-2": "0305", "sk-3": "0505", "sk-5": "0406", "ge-pi": "0405"}
    table = lay({**units, "so-siege": "0406"}, works=(work(kind, "0405", **more),))
    table.attack("0405", 3 if kind == "westwall" else 4, 4)
    table.give_red(1)
    assert (table.ask.kind, table.ask.who, table.top.result) == ("stand", "axis", "DR")
    table.press("stand")
    assert table.unit("ge-pi").at == "0405"


@pytest.mark.rule("EF N24", "EF N20")
def test_the_strength_of_a_work_cannot_retreat():
    fort = work("fort", "0405", strength=2)
    table = lay({**SOVIETS, "sk-3": "0505", "ge-pi": "0405"}, works=(fort,))
    table.attack("0405", 3, 4)
    table.give_red(1)
    while table.ask.kind == "retreat":
        table.give_any()
    assert table.unit("ge-pi").at != "0405"
    assert table.unit(fort.id).strength == 0
    assert table.ask.kind == "advance"
    table.pick("sk-1")
    assert table.work("0405") == ""


@pytest.mark.rule("EF N25")
def test_after_a_counter_attack_result_the_defender_attacks_at_once():
    table = lay({**SOVIETS, "ge-id-1": "0405", "ge-id-2": "0405"})
    table.attack("0405", 1, 1)
    table.give_red(1)
    assert (table.ask.kind, table.ask.who) == ("counter", "axis")
    assert table.ask.cells == ("0406", "0505")
    table.at("0505")
    assert table.top.phase == "counter"
    assert set(table.top.attackers) == {"ge-id-1", "ge-id-2"}


# ---- entrenchments ------------------------------------------------------------------------------


@pytest.mark.rule("EF 40.C-1", "EF 40.C-2", "EF 40.C-3")
def test_an_entrenchment_goes_with_the_unit_unless_another_has_stayed():
    trench = work("entrenchment", "0404")
    alone = lay({"ge-id-1": "0404", "sk-1": "0409"}, "move", "axis", works=(trench,))
    assert any(m.kind == "entrenchment" for m in alone.rules.showing.look(alone.state).marks)
    alone.go("ge-id-1", "0403")
    assert alone.work("0404") == ""
    two = lay({"ge-id-1": "0404", "ge-id-2": "0404"}, "move", "axis", works=(trench,))
    two.go("ge-id-1", "0403")
    assert two.work("0404") == "entrenchment"
    came = {"ge-id-1": "0404", "ge-id-2": {"at": "0404", "moved": True}}
    late = lay(came, "move", "axis", works=(trench,))
    late.go("ge-id-1", "0403")
    assert late.work("0404") == ""


# ---- movement -----------------------------------------------------------------------------------


@pytest.mark.rule("EF 40.D-1", "EF N17")
def test_a_fortification_cancels_enemy_zones_in_the_reaction_phase():
    units = {"tk-1": "0505", "ge-pz": "0504"}
    pinned = lay(units, "before_reaction", "allies")
    assert pinned.ask.kind != "react"
    free = lay(units, "before_reaction", "allies", works=(work("fort", "0504"),))
    assert (free.ask.kind, free.ask.who) == ("react", "axis")
    assert free.against("ge-pz", "0503") == []
    trench = lay(units, "before_reaction", "allies", works=(work("entrenchment", "0504"),))
    assert trench.ask.kind != "react"


@pytest.mark.rule("EF 40.D-2", "EF 40.E-5", "EF N18")
@pytest.mark.parametrize(
    ("cell", "kind", "left"), [("0405", "", 2), ("0405", "fort", 3), ("0405", "entrenchment", 2),
                               ("0604", "", 3), ("0604", "fort", 4)],
)  # fmt: skip
def test_overruns_cost_more_against_fortifications_and_in_major_cities(cell, kind, left):
    near = "0406" if cell == "0405" else "0605"
    moves = table_moves("tk-1")
    works = (work(kind, cell),) if kind else ()

    def against(spent):
        units = {"tk-1": {"at": near, "spent": spent}, "tk-2": {"at": near, "spent": spent},
                 "ge-bau": cell}  # fmt: skip
        return lay(units, "move", works=works).against(("tk-1", "tk-2"), cell)

    need = left + 2  # a brigade of 1 RE has a zone, which costs two to leave
    assert against(moves - need) == []
    assert "EF N16" in against(moves - need + 1)


def table_moves(name):
    return rules().setting.rows[name].moves


@pytest.mark.rule("EF N18")
def test_an_overrun_takes_ten_to_one_and_eliminates():
    weak = lay({"tk-1": "0406", "ge-id-1": "0405"}, "move")
    assert weak.against("tk-1", "0405") == ["EF N18"]
    strong = lay({"tk-1": "0406", "ge-bau": "0405"}, "move")
    strong.go("tk-1", "0405")
    assert strong.unit("ge-bau").at is None
    assert strong.unit("tk-1").at == "0405"


@pytest.mark.rule("EF N16")
def test_zones_rivers_and_stacking_limit_marches():
    full = lay({"sk-1": "0409", "sk-2": "0408", "sk-3": "0408"}, "move")
    assert full.against("sk-1", "0408") == ["EF N16"]
    assert full.against(("sk-1", "sk-2"), "0309") == ["EF N16"]
    held = lay({"sk-1": "0406", "ge-id-1": "0405"}, "move")
    ways = held.rules.showing.reach(held.state, ("sk-1",))
    assert "0405" not in ways
    free = lay({"sk-1": "0406"}, "move").rules
    assert held.setting.costs[False]["0205"]["0206"] == 2  # a minor river
    assert free.setting.costs[False]["0406"]["0405"] == 1


# ---- supply, replacements, building -------------------------------------------------------------


@pytest.mark.rule("EF N15", "EF 40.D-9")
def test_units_that_no_line_reaches_are_out_of_supply_and_works_never():
    ring = {"sk-1": "0401", "sk-2": "0501", "sk-3": "0302", "sk-4": "0503", "sk-5": "0403",
            "ge-id-1": "0402"}  # fmt: skip
    zone = work("fortified_zone", "0505", strength=2)
    table = lay(ring, "start", "axis", works=(zone,))
    assert table.unit("ge-id-1").cut_off
    assert not table.unit(zone.id).cut_off
    assert table.layout.stack("axis", "0505") == 0
    assert table.layout.holds("axis", "0505")


@pytest.mark.rule("EF 40.D.15-4", "EF 40.D.15-5")
def test_a_port_fortification_supplies_as_many_res_beside_it_as_the_port_handles():
    port = work("port_fortification", "1102", strength=3)
    ring = {"sk-1": "1001", "sk-2": "0902", "sk-3": "1004", "sk-4": "1103", "tk-1": "0903"}
    mine = {"ge-id-1": "1102", "ge-id-2": "1002", "ge-pi": "1002"}
    with_port = lay({**ring, **mine}, "start", "axis", works=(port,))
    assert [with_port.unit(u).cut_off for u in mine] == [False, True, False]
    without = lay({**ring, **mine}, "start", "axis")
    assert all(without.unit(u).cut_off for u in mine)


@pytest.mark.rule("EF 40.D-4", "EF 40.D-5", "EF 40.D-6", "EF 40.D-7", "EF 40.D-8", "EF N22")
def test_replacement_points_of_a_major_power_make_works_stronger():
    fort = work("fort", "0404", strength=1)
    table = lay({"ge-id-1": {"at": "0403", "lost": 1}}, "replace", "axis", works=(fort,),
                tracks={"axis_rp": 3})  # fmt: skip
    assert set(table.ask.pieces) == {fort.id, "ge-id-1"}
    table.pick(fort.id)
    assert table.unit(fort.id).strength == 2
    assert table.ask.pieces == ("ge-id-1",)  # the most of a fort is 2
    table.pick("ge-id-1")
    assert table.unit("ge-id-1").lost == 0
    ring = {f"sk-{n}": c for n, c in zip(range(1, 6), ("0303", "0403", "0503", "0504", "0405"),
                                         strict=True)}  # fmt: skip
    cut = lay({**ring, "tk-1": "0304"}, "replace", "axis", works=(fort,), tracks={"axis_rp": 3})
    assert cut.ask.kind != "replace"


@pytest.mark.rule("EF 40.0-3", "EF N14", "EF 40.C-6", "EF 40.D.11-4", "EF 40.D.12-4",
                  "EF 40.D.17-5", "EF 40.D.6-6", "EF 40.D.8-6")  # fmt: skip
def test_what_who_builds_and_how_long_it_takes():
    def offered(unit, kind, **more):
        works = (work(kind, "0404", **more),) if kind else ()
        table = lay({unit: "0404", "sk-1": "0409"}, "build", "axis", works=works)
        if table.ask.kind != "build":
            return set()
        table.pick(unit)
        if table.ask.kind == "project":
            return {c.key for c in table.ask.choices}
        return {table.unit(unit).building}

    assert offered("ge-id-1", "") == {"entrenchment"}
    assert offered("ge-pi", "") == {"entrenchment", "fort"}
    assert offered("ge-pi", "entrenchment") == {"improved_entrenchment"}
    assert offered("ge-id-1", "entrenchment") == set()
    assert offered("ge-pi", "damaged_fort") == {"fort"}
    assert offered("ge-pi", "fort") == {"improved_fort"}
    assert offered("ge-bau", "unimproved_westwall", die=2) == {"westwall"}
    assert offered("ge-pi", "unimproved_westwall", die=2) == set()
    assert offered("ge-pi", "permanent_fortified_area", strength=3) == set()
    assert offered("ge-pi", "permanent_fortified_zone", strength=3) == set()
    table = lay({"ge-pi": "0404", "sk-1": "0409"}, "build", "axis", works=(work("fort", "0404"),))
    table.pick("ge-pi")
    assert table.unit("ge-pi").ready == 4
    assert table.state.tracks["axis_sp"] == 19
    built = lay({"ge-pi": {"at": "0404", "building": "improved_fort", "ready": 2}}, "start", "axis",
                works=(work("fort", "0404"),))  # fmt: skip
    assert built.work("0404") == "improved_fort"
    moved = lay({"ge-pi": {"at": "0404", "building": "improved_fort", "ready": 9}}, "move", "axis",
                works=(work("fort", "0404"),))  # fmt: skip
    moved.go("ge-pi", "0403")
    assert moved.unit("ge-pi").building == ""


@pytest.mark.rule("EF 40.D.16-1", "EF 40.D.16-4", "EF 40.D.18-3")
def test_every_westwall_hex_of_the_campaign_begins_unimproved():
    campaign = rules("belgium").setting.scenario.work
    walls = {row.work for row in campaign if "westwall" in row.work}
    assert walls == {"unimproved_westwall"}
    ruin = work("destroyed_ouvrage", "0404")
    table = lay({"sk-1": "0405"}, "move", works=(ruin,))
    table.go("sk-1", "0404")
    assert table.work("0404") == "destroyed_ouvrage"
    assert table.layout.shelter("allies", "0404").id == ruin.id


# ---- attacks ------------------------------------------------------------------------------------


@pytest.mark.rule("EF 40.D.13-2", "EF 40.D.14-2", "EF 40.D.4-2", "EF 40.D.5-2", "EF 40.D.6-3",
                  "EF 40.D.7-4", "EF N19")  # fmt: skip
def test_anti_aircraft_of_works_turns_ground_support_away():
    for kind, more, points in (("fort", {}, 0), ("fortified_area", {}, 1),
                               ("improved_fortified_area", {}, 1), ("fortified_zone", {}, 2),
                               ("permanent_fortified_area", {"strength": 3}, 1),
                               ("fortress", {"anti_air": 2}, 2),
                               ("damaged_fortress", {"anti_air": 1}, 1)):  # fmt: skip
        table = lay({**SOVIETS, "ge-id-1": "0405"}, works=(work(kind, "0405", **more),))
        table.at("0405")
        table.pick(*table.ask.pieces)
        assert table.ask.kind == "support"
        table.press("6")
        assert table.planned().support_strength == 6 - points, kind
        assert table.state.tracks["allies_support"] == 0


@pytest.mark.rule("EF 40.0-1", "EF 40.E-1", "EF 40.E-2", "EF 40.E-3")
def test_cities_change_die_armour_and_price_and_between_germans_and_soviets_more():
    table = lay({"tk-1": "0605", "ge-id-1": "0604"})
    table.at("0604").pick("tk-1").press("0")
    attack = table.planned()
    assert attack.german_soviet
    assert attack.shift - attack.armour_bonus == -3
    assert attack.supply == (1, 2)
    assert not rules("belgium").setting.german_soviet


@pytest.mark.rule("EF 40.0-2")
def test_a_chart_sums_all_effects_up():
    charts = {chart.id: chart for chart in rules().showing.charts()}
    effects = charts["effects"]
    rows = dict(zip(effects.rows, effects.cells, strict=True))
    assert rows["Fortress"] == ("–3", "–4", "2", "0")
    assert rows["Major city"][2] == "1"
    assert len(rows) == 21 + 5 + 3


# ---- victory ------------------------------------------------------------------------------------


@pytest.mark.rule("EF N23")
@pytest.mark.parametrize(("held", "winner"), [(("0604", "1102"), "axis"), (("0302",), "allies")])
def test_places_decide_at_the_end(held, winner):
    table = lay({"sk-1": "0409", "ge-id-1": "0101"}, "end", "axis", tracks={"turn": 4})
    assert table.state.result.winner == "axis"
    table = lay({"sk-1": "0409", "ge-id-1": "0101"}, "move", "axis", tracks={"turn": 4})
    marks = {f"{c}/held": "axis" if c in held else "allies" for c in ("0604", "1102", "0302")}
    table.mark(marks)
    table.state = table.again(Turn(step="end", side="axis"))
    assert table.state.result.winner == winner
