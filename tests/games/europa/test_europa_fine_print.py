"""Constructed positions for sentences that are easily played otherwise, and for the frame's own."""

from fractions import Fraction

import pytest
from front import lay, put, rules, work
from test_europa_play import SOVIETS

from wardesk.engine.kernel import Illegal, Stamp, edit
from wardesk.engine.legality import check
from wardesk.engine.types import Cells, Choose, Path, Pieces, SetPiece
from wardesk.games.europa.state import Battle, Retreat, Turn

HEXSIDE = {"faces": ("0406", "0505"), "strength": 2}


# ---- fortified hexsides with strength -----------------------------------------------------------


@pytest.mark.rule("EF 40.D-4", "EF 40.D-5", "EF 40.D-7")
def test_a_fortified_hexside_gains_strength_from_replacement_points_too():
    side = work("fortified_hexside", "0404", faces=("0405",), strength=1)
    table = lay({"ge-id-1": "0403"}, "replace", "axis", works=(side,), tracks={"axis_rp": 3})
    assert table.ask.pieces == (side.id,)
    table.pick(side.id)
    assert table.unit(side.id).strength == 2
    assert table.ask.kind != "replace", "2 is the most of its heading"


@pytest.mark.rule("EF 40.D-9", "EF 40.D-4")
def test_a_fortified_hexside_with_strength_defends_its_hex():
    side = work("fortified_hexside", "0405", **HEXSIDE)
    table = lay(SOVIETS, works=(side,))
    assert table.ask.cells == ("0405",)
    assert table.layout.held["axis"] == {"0405"}
    table.at("0405").pick("sk-1", "sk-2").press("0", "pay")
    assert table.planned().defence == 2
    assert table.planned().defending_halves == 2
    march = lay({"sk-1": "0406"}, "move", works=(side,))
    assert march.against("sk-1", "0405")
    bare = lay({"sk-1": "0406"}, "move", works=(work("fortified_hexside", "0405",
                                                     faces=("0406",)),))  # fmt: skip
    assert bare.against("sk-1", "0405") == []
    both = lay({**SOVIETS, "ge-id-1": "0405"}, works=(side, work("fort", "0405", strength=1)))
    both.at("0405").pick("sk-1", "sk-2").press("0", "pay")
    assert both.planned().defence == 8 + 2 + 1


@pytest.mark.rule("EF 40.B-14", "EF 40.B-15", "EF 40.B-18", "EF 40.D-11")
def test_losses_may_come_out_of_a_hexside_which_no_attack_reduces():
    side = work("fortified_hexside", "0405", **HEXSIDE)
    table = lay({**SOVIETS, "sk-3": "0406", "ge-id-1": "0405"}, works=(side,))
    table.attack("0405", 1, 1)
    assert "counter-attack" in table.ask.context  # the letters of the chart tell nobody
    assert "Mutual" in table.ask.choices[0].hint
    table.press("convert")
    table.give_red(6, settle=False)
    while table.ask.kind == "losses":
        mine = table.ask.who == "axis"
        table.give_loss(side.id if mine else table.ask.pieces[0])
    assert table.unit(side.id).strength == 0
    assert table.unit(side.id).work == "fortified_hexside"
    assert table.state.tracks["axis_owed"] == 2


@pytest.mark.rule("EF 40.D-2", "EF N18")
@pytest.mark.parametrize(("faces", "more"), [(("0406",), 1), (("0304",), 0)])
def test_an_overrun_pays_for_the_hexside_that_it_crosses(faces, more):
    side = work("fortified_hexside", "0405", faces=faces)
    moves = rules().setting.rows["tk-1"].moves
    need = 1 + 1 + 2 + more  # ground, overrun, leaving a zone, the work

    def against(spent):
        units = {"tk-1": {"at": "0406", "spent": spent}, "tk-2": {"at": "0406", "spent": spent},
                 "ge-bau": "0405"}  # fmt: skip
        return lay(units, "move", works=(side,)).against(("tk-1", "tk-2"), "0405")

    def in_reach(spent):
        units = {"tk-1": {"at": "0406", "spent": spent}, "tk-2": {"at": "0406", "spent": spent},
                 "ge-bau": "0405"}  # fmt: skip
        table = lay(units, "move", works=(side,))
        return "0405" in table.rules.showing.reach(table.state, ("tk-1", "tk-2"))

    assert against(moves - need) == []
    assert in_reach(moves - need)
    assert "EF N16" in against(moves - need + 1)
    assert not in_reach(moves - need + 1)


# ---- garrisons, depots --------------------------------------------------------------------------


@pytest.mark.rule("EF 40.D-10", "EF 40.B-17")
@pytest.mark.parametrize(("garrison", "left"), [("ge-pi", "improved_fort"), ("ge-bau", "fort")])
def test_a_construction_unit_is_no_garrison(garrison, left):
    table = lay({garrison: "0303", "sk-1": "0409"}, "start", works=(work("improved_fort", "0303"),))
    assert table.work("0303") == left


@pytest.mark.rule("EF 40.B-17", "EF 40.B-18", "EF 40.D.4-4")
def test_captors_who_are_too_few_let_a_work_crumble_turn_by_turn():
    area = work("fortified_area", "0404", holder="allies", strength=0)
    table = lay({"so-rec": "0404"} if "so-rec" in rules().setting.rows else {"sk-1": "0409"},
                "start", works=(area,))  # fmt: skip
    assert table.work("0404") == "improved_fort"


@pytest.mark.rule("EF 40.D-6")
def test_a_depot_in_enemy_hands_sends_nothing():
    fort = work("fort", "0404")
    setting = rules().setting
    depots = [
        d.cell for d in setting.scenario.depot if setting.scenario.nations[d.nation] == "axis"
    ]
    assert depots
    table = lay({"ge-id-1": "0403"}, "build", "axis", works=(fort,))
    table.mark({f"{cell}/held": "allies" for cell in depots})
    table.state = put(table, Turn(step="replace", side="axis")).state
    assert table.ask.kind != "replace" or fort.id not in table.ask.pieces


# ---- results ------------------------------------------------------------------------------------


def outcome(table, letters):
    """The battle on top comes to *letters*: the first dice that do it."""
    main, column = table.setting.tables.main, table.planned().column
    shift = table.planned().shift
    total = next(t for t in range(2, 13) if str(main.cell(t + shift, column)) == letters)
    one = max(1, total - 6)
    table.dice(one, total - one)
    return table


def battle(units, works=(), **more):
    """Everybody attacks 0405, at the dice."""
    table = lay(units, works=works, **more)
    table.at("0405")
    while table.ask.who != "chance":
        kind = table.ask.kind
        if kind == "attackers":
            table.pick(*table.ask.pieces)
        else:
            table.press({"support": "0", "pay": "pay"}[kind])
    return table


STRONG = {"sk-1": "0406", "sk-2": "0505", "sk-3": "0406", "sk-4": "0505", "sk-5": "0305"}


@pytest.mark.rule("EF N20")
@pytest.mark.parametrize(("garrison", "letters"), [("ge-id-1", "DLX"), ("ge-pi", "DE")])
def test_what_becomes_of_defenders(garrison, letters):
    table = outcome(battle({**STRONG, garrison: "0405"}), letters)
    table.give_red(1)
    while table.ask.kind == "retreat":
        table.give_any()
    unit = table.unit(garrison)
    if letters == "DE":
        assert unit.at is None
        assert table.state.tracks["axis_owed"] == table.setting.rows[garrison].defence
    else:  # the largest unit is a corps: more than a division has
        assert unit.at is None
        assert table.top.largest == table.setting.rows["sk-1"].attack
    assert table.ask.kind == "advance"
    table.press("none")
    assert table.layout.at("allies", "0405") == []


@pytest.mark.rule("EF N20")
def test_after_an_overrun_result_those_who_moved_in_go_on():
    table = outcome(battle({**STRONG, "ge-bau": "0405", "ge-id-1": "0202"}), "OR2")
    table.give_red(1)
    table.pick("sk-1")
    assert (table.ask.kind, table.ask.pieces) == ("press_on", ("sk-1",))
    reach = table.rules.showing.reach(table.state, ("sk-1",))
    assert "0404" in reach
    assert "0403" in reach
    assert "0402" not in reach
    assert table.against("sk-1", "0404", "0403", "0402") == ["EF N20"]
    assert table.against("sk-1", "0403") == ["EF N20"]
    assert table.rules.showing.route(table.state, ("sk-1",), "0404") == ("0404",)
    table.go("sk-1", "0404", "0403")
    assert table.unit("sk-1").at == "0403"
    assert table.ask.kind != "press_on"


@pytest.mark.rule("EF N20")
def test_nobody_goes_on_after_a_mere_retreat_and_nobody_must_move_in():
    table = outcome(battle({**SOVIETS, "sk-3": "0406", "ge-id-1": "0405"}), "DR")
    table.give_red(1)
    while table.ask.kind == "retreat":
        table.give_any()
    assert table.unit("ge-id-1").moved
    assert table.unit("ge-id-1").disrupted
    assert table.ask.kind == "advance"
    table.pick("sk-1")
    assert table.ask.kind != "press_on"
    assert table.unit("sk-1").at == "0405"
    assert table.unit("sk-1").moved


@pytest.mark.rule("EF N20", "EF 40.B-17")
def test_units_that_retreat_take_back_what_the_enemy_had_captured():
    lost = work("fort", "0404", side="allies", strength=0)
    ring = {"sk-1": "0406", "sk-2": "0505", "sk-3": "0406"}
    table = outcome(battle({**ring, "ge-id-1": "0405"}, works=(lost,)), "DR")
    table.give_red(1)
    if table.ask.kind == "retreat":
        assert "0404" in table.ask.cells
        table.at("0404")
        assert table.work("0404") == "", "whoever enters captures what lies there"


@pytest.mark.rule("EF N20")
def test_attackers_retreat_hex_by_hex_and_paratroops_in_the_hex_are_lost():
    landed = {"at": "0405", "landed": True, "moved": True, "spent": 99}
    units = {"sk-1": "0406", "sk-2": "0505", "so-para": landed, "ge-id-1": "0405",
             "ge-id-2": "0405", "ge-id-3": "0405"}  # fmt: skip
    table = outcome(battle(units), "AR")
    table.give_red(1)
    asked = []
    while table.ask.kind == "retreat":
        asked.append(table.ask.about)
        table.give_any()
    assert len(asked) == 2
    assert table.unit("so-para").at is None
    assert table.unit("sk-1").at not in ("0406", "0405", None)
    assert table.unit("sk-2").at not in ("0505", "0405", None)


@pytest.mark.rule("EF N20")
def test_who_cannot_retreat_is_eliminated():
    near = rules().setting.neighbours["0405"]
    ring = dict(zip(("tk-1", "tk-2", "so-mech", "sk-1", "sk-2", "sk-3"), near, strict=True))
    table = battle({**ring, "ge-id-1": "0405", "ge-id-2": "0405", "ge-id-3": "0405"})
    table = outcome(table, "DR" if _has(table, "DR") else "DLX")
    table.give_red(1)
    assert [table.unit(f"ge-id-{n}").at for n in (1, 2, 3)] == [None] * 3


def _has(table, letters):
    main, shift = table.setting.tables.main, table.planned().shift
    return letters in {str(main.cell(t + shift, table.planned().column)) for t in range(2, 13)}


@pytest.mark.rule("EF N20", "EF N17")
def test_a_unit_bound_to_attack_cannot_stay_out_and_others_may():
    locked = {"sk-1": {"at": "0406", "locked": "0405"}, "sk-2": "0505", "ge-id-1": "0405"}
    table = lay(locked)
    assert table.ask.choices == ()
    table.at("0405")
    assert table.ask.choices == (), "whoever must attack cannot call it off"
    answer = Pieces(("sk-2",))
    assert [r.cite for r in check(table.rules, table.state, answer, umpire=False)[0]] == ["EF N20"]
    with pytest.raises(Illegal):
        table.pick("sk-2")
    table.pick("sk-1")
    assert table.ask.kind in ("support", "pay")
    free = lay({"sk-1": "0406", "sk-2": "0505", "ge-id-1": "0405"})
    free.at("0405")
    assert [c.key for c in free.ask.choices] == ["back"]
    free.press("back")
    assert free.ask.kind == "attack"


@pytest.mark.rule("EF N5", "EF N8")
def test_an_attack_that_cannot_be_paid_is_made_at_half_strength():
    table = lay({**SOVIETS, "ge-id-1": "0405"}, tracks={"allies_sp": 1})
    table.at("0405").pick("sk-1", "sk-2")
    while table.ask.kind != "pay":
        table.press("0")
    pay, save = table.ask.choices
    assert pay.refused
    assert not save.refused
    full = table.planned().strength
    table.press("save")
    assert table.planned().strength == full / 2
    assert table.state.tracks["allies_sp"] == 1
    rich = lay({**SOVIETS, "ge-id-1": "0405"})
    rich.at("0405").pick("sk-1", "sk-2").press("0")
    price = rich.planned().supply_points
    rich.press("pay")
    assert rich.state.tracks["allies_sp"] == 20 - price


@pytest.mark.rule("EF N19")
def test_ground_support_is_used_up():
    table = lay({**SOVIETS, "ge-id-1": "0405"})
    table.at("0405").pick("sk-1", "sk-2")
    assert [c.key for c in table.ask.choices] == [str(n) for n in range(7)]
    table.press("4")
    assert table.state.tracks["allies_support"] == 2
    assert table.planned().support == 4


@pytest.mark.rule("EF N25", "EF 40.A-3")
def test_a_counter_attack_is_free_and_is_not_answered_by_another():
    table = outcome(battle({**SOVIETS, "ge-id-1": "0405", "ge-id-2": "0405"}), "CA")
    before = table.state.tracks["axis_sp"]
    table.give_red(1)
    table.at("0505")
    assert table.top.phase == "counter"
    assert table.ask.who == "chance", "nothing is paid and no aircraft come"
    main, shift, column = table.setting.tables.main, table.planned().shift, table.planned().column
    total = next(t for t in range(2, 13) if str(main.cell(t + shift, column)) in ("CA", "DL"))
    one = max(1, total - 6)
    table.dice(one, total - one)
    assert table.top.result == "ME"
    assert table.state.tracks["axis_sp"] == before
    table.give_red(1)
    assert table.ask.kind != "counter"


@pytest.mark.rule("EF N20", "EF 40.B-2")
def test_who_was_deadlocked_moves_in_when_the_second_attack_clears_the_hex():
    locked = {"at": "0406", "locked": "0405"}
    table = lay({"sk-1": locked, "sk-2": {**locked, "at": "0505"}, "ge-pi": "0405"}, "exploitation")
    table.at("0405")
    table.press("0", "pay")
    table = outcome(table, "DE" if _has(table, "DE") else "DLX")
    table.give_red(1)
    assert (table.ask.kind, set(table.ask.pieces)) == ("advance", {"sk-1", "sk-2"})
    table.pick("sk-1")
    assert table.unit("sk-1").at == "0405"


@pytest.mark.rule("EF 40.B-1")
def test_an_attack_below_one_to_two_leaves_the_work_as_it_is():
    units = {"sk-1": {"at": "0406", "lost": 8}, "ge-id-1": "0405", "ge-id-2": "0405",
             "ge-id-3": "0405"}  # fmt: skip
    table = battle(units, works=(work("fort", "0405"),))
    assert table.planned().odds == Fraction(8, 24)
    table = outcome(table, "AE")
    table.give_red(1)
    assert table.work("0405") == "fort"


@pytest.mark.rule("EF 40.B-1")
def test_an_attack_at_just_one_to_two_reduces_the_work():
    units = {"sk-1": {"at": "0406", "lost": 8}, "ge-id-1": "0405", "ge-id-2": "0405"}
    table = battle(units, works=(work("fort", "0405"),))
    assert table.planned().odds == Fraction(8, 16)
    table = outcome(table, "AE")
    table.give_red(1)
    assert table.work("0405") != "fort"


@pytest.mark.rule("EF 40.A-5", "EF N9")
def test_the_sixth_of_two_divisions_is_lost_where_a_third_would_be_disrupted():
    units = {**STRONG, "ge-id-1": "0405", "ge-id-2": "0405"}
    table = outcome(battle(units, works=(work("entrenchment", "0405"),)), "DR")
    table.give_red(1)
    assert table.state.tracks["axis_owed"] == 3  # 1 RE of 6, of 16 points
    while table.ask.kind == "retreat":
        table.give_any()
    assert not table.unit("ge-id-1").disrupted
    assert not table.unit("ge-id-2").disrupted


@pytest.mark.rule("EF N9")
def test_nobody_is_disrupted_by_another_result():
    table = outcome(battle({**SOVIETS, "sk-3": "0406", "ge-id-1": "0405"}), "DL")
    table.give_red(1)
    assert not table.unit("ge-id-1").disrupted


@pytest.mark.rule("EF 40.D.13-3", "EF 40.D.14-4", "EF 40.D.15-3", "EF 40.D.17-2", "EF 40.D.19-2")
@pytest.mark.parametrize(
    ("kind", "cite"),
    [("damaged_fortress", "EF 40.D.13-3"), ("fortress", "EF 40.D.14-4"),
     ("port_fortification", "EF 40.D.14-4"), ("westwall", "EF 40.D.17-2"),
     ("ouvrage", "EF 40.D.19-2")],
)  # fmt: skip
def test_who_ignores_a_retreat_is_asked_by_the_sentence_of_his_work(kind, cite):
    more = {"die": 1} if kind == "westwall" else {}
    more |= {"strength": 1} if kind == "port_fortification" else {}
    units = {**STRONG, "so-siege": "0406", "ge-pi": "0405"}
    table = battle(units, works=(work(kind, "0405", **more),))
    table = outcome(table, "DR" if _has(table, "DR") else "DLX")
    table.give_red(1, settle=False)
    if table.ask.kind == "stand":
        assert table.ask.cite == cite
        table.press("retreat")
        assert table.unit("ge-pi").at != "0405"


# ---- works -------------------------------------------------------------------------------------


@pytest.mark.rule("EF N14")
def test_nobody_builds_on_a_work_of_the_enemy():
    fort = work("fort", "0404", side="allies")
    table = lay({"ge-pi": "0404", "ge-id-1": "0303", "sk-1": "0409"}, "build", "axis",
                works=(fort,))  # fmt: skip
    assert table.ask.pieces == ("ge-id-1",)


@pytest.mark.rule("EF 40.D.7-6", "EF 40.D.18-3")
def test_a_captured_work_shelters_nobody_but_one_that_serves_both():
    zone = work("fortified_zone", "0404", holder="allies")
    ruin = work("destroyed_ouvrage", "0405", holder="allies")
    layout = lay({"sk-1": "0404"}, "move", works=(zone, ruin)).layout
    assert layout.shelter("axis", "0404") is None
    assert layout.shelter("allies", "0404") is None
    assert layout.shelter("allies", "0405") is not None
    assert layout.shelter("axis", "0405") is None


@pytest.mark.rule("EF 40.D.15-4")
def test_only_a_port_fortification_supplies():
    ring = {"sk-1": "1001", "sk-2": "0902", "sk-3": "1004", "sk-4": "1103", "tk-1": "0903",
            "ge-id-1": "1102"}  # fmt: skip
    fort = work("fort", "1102", strength=2)
    assert lay(ring, "start", "axis", works=(fort,)).unit("ge-id-1").cut_off
    lost = work("port_fortification", "1102", holder="allies", strength=2)
    assert lay(ring, "start", "axis", works=(lost,)).unit("ge-id-1").cut_off


@pytest.mark.rule("EF 40.D.6-5", "EF 40.D.8-5", "EF 40.D.15-6")
@pytest.mark.parametrize(("kind", "owed"), [("permanent_fortified_area", 0), ("fort", 1)])
def test_an_eliminated_work_has_no_strength_and_a_permanent_one_never_comes_back(kind, owed):
    lone = work(kind, "0405", strength=1)
    table = outcome(battle(STRONG, works=(lone,)), "OR1")
    table.give_red(1)
    assert table.unit(lone.id).strength == 0
    assert (table.unit(lone.id).at is None) == (kind != "fort")
    assert table.state.tracks["axis_owed"] == owed


@pytest.mark.rule("EF N20")
def test_a_retreat_without_its_units_is_dropped():
    table = lay({"ge-id-1": "0405", "ge-id-2": None})
    frame = Retreat(step="go", side="axis", origin="0404", left=("ge-id-1",))
    assert table.rules.alive(table.state, frame)
    gone = Retreat(step="go", side="axis", origin="0404", left=("ge-id-2",))
    assert not table.rules.alive(table.state, gone)


# ---- paratroops ---------------------------------------------------------------------------------


@pytest.mark.rule("EF N21")
def test_one_unit_of_paratroops_lands_in_one_hex_within_range():
    table = lay({"so-para": "airfield", "ge-id-1": "0405"}, "land")
    assert (table.ask.kind, table.ask.pieces) == ("land", ("so-para",))
    assert table.against("so-para", "0404", "0403") == ["EF N21"]
    far = next(c for c in table.setting.neighbours
               if all(table.setting.distance(s, c) > table.setting.scenario.air_range
                      for s in table.setting.scenario.allies.sources))  # fmt: skip
    assert table.against("so-para", far) == ["EF N21"]
    table.go("so-para", "0405")
    assert table.unit("so-para").landed
    assert table.unit("so-para").spent
    empty = lay({"so-para": "airfield", "ge-id-1": "0405"}, "land", works=(work("fort", "0404"),))
    empty.go("so-para", "0404")
    assert not empty.unit("so-para").landed
    assert empty.work("0404") == ""


# ---- rows of units ------------------------------------------------------------------------------


@pytest.mark.rule("EF N16", "EF N17")
def test_only_the_motorised_react_and_exploit_and_with_half_their_points():
    units = {"ge-id-1": "0303", "ge-pz": "0304", "sk-1": "0409"}
    table = lay(units, "react", "allies")
    assert table.ask.pieces == ("ge-pz",)
    half = table.setting.rows["ge-pz"].moves // 2
    goals = table.rules.showing.reach(table.state, ("ge-pz",))
    assert max(table.setting.distance("0304", c) for c in goals) == half
    table.go("ge-pz", "0303")
    assert table.unit("ge-pz").spent == 1
    cut = {"ge-pz": {"at": "0304", "cut_off": True}, "sk-1": "0409"}
    assert lay(cut, "react", "allies").ask.kind != "react"
    assert lay(cut, "move", "axis").ask.pieces == ("ge-pz",)
    moves = lay(cut, "move", "axis")
    reach = moves.rules.showing.reach(moves.state, ("ge-pz",))
    assert max(moves.setting.distance("0304", c) for c in reach) == half


@pytest.mark.rule("EF N17")
def test_a_player_turn_begins_fresh_and_ends_what_it_ends():
    tired = {"at": "0409", "attacked": True, "spent": 3, "moved": True}
    table = lay({"sk-1": tired, "ge-id-1": {**tired, "at": "0303"}}, "start")
    own, other = table.unit("sk-1"), table.unit("ge-id-1")
    assert (own.attacked, own.spent, own.moved) == (False, 0, False)
    assert (other.attacked, other.spent, other.moved) == (False, 0, True)
    bad = {"at": "0409", "disrupted": True, "locked": "0405"}
    over = lay({"sk-1": bad, "ge-id-1": {**bad, "at": "0303"}, "ge-id-2": "0302"}, "end")
    assert not over.unit("sk-1").disrupted
    assert over.unit("sk-1").locked == ""
    assert over.unit("ge-id-1").disrupted


@pytest.mark.rule("EF N15")
def test_half_strength_out_of_supply():
    table = lay({"sk-1": {"at": "0406", "cut_off": True}, "ge-id-1": "0405"})
    table.at("0405").pick("sk-1").press("0", "pay")
    assert table.planned().strength == table.setting.rows["sk-1"].attack / 2


@pytest.mark.rule("EF N17")
def test_an_attack_without_its_units_or_its_enemy_is_dropped():
    table = battle({**SOVIETS, "ge-id-1": "0405"})
    frame = next(f for f in table.state.stack if isinstance(f, Battle))
    assert table.rules.alive(table.state, frame)
    empty = lay({**SOVIETS, "ge-id-1": "0303"})
    assert not empty.rules.alive(empty.state, frame)
    alone = lay({"ge-id-1": "0405"}, "move", "axis")
    assert not alone.rules.alive(alone.state, frame)
    assert table.rules.alive(table.state, Turn(step="move", side="axis"))


@pytest.mark.rule("EF N17")
def test_a_hex_that_nobody_can_attack_is_refused_with_its_reason():
    table = lay({**SOVIETS, "ge-id-1": "0405", "ge-id-2": "0202"})
    assert [r.cite for r in table.rules.showing.against(table.state, "0202")] == ["EF N17"]
    with pytest.raises(Illegal):
        table.give(Cells(("0202",)))
    table.give(Choose("done"))
    assert table.rules.showing.against(table.state, "0202") == ()
    march = lay({"sk-1": "0406"}, "move")
    assert march.rules.showing.route(march.state, ("sk-1",), "0405") == ("0405",)
    assert march.rules.showing.route(march.state, (), "0405") == ()
    with pytest.raises(Illegal):
        march.give(Path(("sk-1",), ("0101",)))


@pytest.mark.rule("EF N17")
@pytest.mark.parametrize("crowded", [0, 1, 2])
def test_reinforcements_come_in_where_there_is_room_and_no_enemy(crowded):
    """*crowded*: 1 = the first hex is full, 2 = the enemy stands there."""
    belgium = rules("belgium")
    scenario, setting = belgium.setting.scenario, belgium.setting
    row = next(r for r in scenario.arrival if len(r.cells) > 1)
    name, side = row.units[0], setting.side_of(row.units[0])
    mine = [u for u in scenario.units if setting.side_of(u) == side and u not in row.units
            and setting.rows[u].size in ("corps", "division")]  # fmt: skip
    theirs = [u for u in scenario.units if setting.side_of(u) != side]
    there = {0: [], 1: mine[:4], 2: theirs[:1]}[crowded]
    before = row.turn - (side == scenario.first)
    table = lay({name: "reserve", **dict.fromkeys(there, row.cells[0])}, "start", side,
                tracks={"turn": before}, its_rules=belgium)  # fmt: skip
    full = table.layout.stack(side, row.cells[0]) + setting.rows[name].halves > 20
    expected = row.cells[1] if crowded == 2 or full else row.cells[0]
    assert table.unit(name).at == expected


@pytest.mark.rule("EF N17")
def test_one_reaction_after_the_other():
    table = lay({"ge-pz": "0304", "ge-pak": "0303", "sk-1": "0409"}, "react", "allies")
    assert set(table.ask.pieces) == {"ge-pz", "ge-pak"}
    table.go("ge-pz", "0303")
    assert table.ask.kind == "react"
    assert "ge-pak" in table.ask.pieces


@pytest.mark.rule("EF 40.C-3")
def test_an_entrenchment_that_nobody_holds_is_gone_at_the_end_of_a_player_turn():
    trench, held = work("entrenchment", "0404"), work("entrenchment", "0303")
    table = lay({"ge-id-1": "0303", "sk-1": "0409"}, "end", works=(trench, held))
    assert table.work("0404") == ""
    assert table.work("0303") == "entrenchment"


@pytest.mark.rule("EF N17")
@pytest.mark.parametrize("gone", [("sk-1", "sk-2"), ("ge-id-1",)], ids=["attackers", "enemy"])
def test_an_edit_that_leaves_one_side_of_an_attack_ends_it(gone: tuple[str, ...]):
    table = lay({"sk-1": "0406", "sk-2": "0406", "sk-3": "0101", "ge-id-1": "0405",
                 "ge-id-2": "0102"})  # fmt: skip
    table.at("0405")
    assert table.ask.kind == "attackers"
    stamp = Stamp(id=table.event.id + 1, parent=table.event.id, author="umpire", reason="a mistake")
    effects = [SetPiece(piece, "at", None) for piece in gone]
    _, after = edit(table.rules, table.state, effects, stamp, umpire=True)
    assert after.ask.kind == "attack"
    assert "0405" not in after.ask.cells
