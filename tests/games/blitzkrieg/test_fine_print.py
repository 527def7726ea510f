"""Small print: what is reset, what is left over, who is lit, and how values begin."""

import pytest
from field import HANNUT, STONNE, acting, fresh, lay, rules, turn
from msgspec import Struct
from msgspec.structs import fields

from wardesk.engine.types import Outcome, Roll, replace
from wardesk.games.blitzkrieg import forces, state, tables
from wardesk.games.blitzkrieg.ch03_command import hq_moves
from wardesk.games.blitzkrieg.ch06_actions import WhoDoesWhat
from wardesk.games.blitzkrieg.ch07_movement import can_move, room
from wardesk.games.blitzkrieg.ch12_scenarios import allowed, proposal
from wardesk.games.blitzkrieg.state import (
    Assault,
    Barrage,
    Check,
    Fire,
    Flight,
    Hit,
    Move,
    Retreat,
    Turn,
    Unit,
)

SOMUA, GUN, RIFLES, PAK = "1-cuir-somua-1", "I-5-pzr-pz-iv-1", "II-12-schr-rifles-1", "kg-pak-1"
HQ = {"1-cuir-hq": "1606"}

# ---- 2, 5 turns and activations -----------------------------------------------------------------


@pytest.mark.rule("BK 2.0", "BK 2.0-A")
def test_a_new_turn_begins_with_every_pile_empty():
    piles = ("german_done", "french_done", "german_skipped", "french_skipped", "german_aside")
    table = lay(
        {**HQ, SOMUA: "1606"},
        *turn("arrivals"),
        cups=dict.fromkeys(piles, ("german/I-5-pzr",)),
    )
    assert {pile: table.state.cups[pile] for pile in piles} == dict.fromkeys(piles, ())


@pytest.mark.rule("BK 3.2")
def test_an_overrun_hq_is_back_one_turn_later():
    units = {**HQ, SOMUA: "1606", "I-5-pzr-hq": "1607", GUN: "1609"}
    table = lay(units, *acting("french", "1-cuir"))
    table.go(SOMUA, "1607")
    assert table.unit("I-5-pzr-hq").at == "overrun"
    assert table.state.tracks["I-5-pzr-hq/back"] == 4
    assert table.unit(GUN).out


@pytest.mark.rule("BK 8.4")
def test_each_neutralised_unit_rallies_by_its_own_dice():
    down = {"at": "1606", "neutralised": True}
    units = {**HQ, SOMUA: down, "1-cuir-somua-2": down}
    table = lay(units, *turn("play", "french/1-cuir")).press("activate")
    table.roll(7, 8)
    assert not table.unit(SOMUA).neutralised
    assert table.unit("1-cuir-somua-2").neutralised


# ---- 6 actions ----------------------------------------------------------------------------------


@pytest.mark.rule("BK 6.1")
def test_whoever_was_marching_is_done_when_another_one_fires():
    units = {**HQ, SOMUA: "1804", "1-cuir-somua-2": "1806", GUN: "1808"}
    table = lay(units, *acting("french", "1-cuir"))
    table.go(SOMUA, "1704")
    while table.ask.kind == "react":
        table.press("pass")
    assert not table.unit(SOMUA).acted
    table.press("fire").pick("1-cuir-somua-2")
    assert table.unit(SOMUA).acted


@pytest.mark.rule("BK 12.1-C", "BK 8.4")
@pytest.mark.parametrize(
    ("changes", "able"),
    [({}, True), ({"neutralised": True}, False), ({"spent": 2}, False), ({"acted": True}, False)],
)
def test_men_get_off_what_stands_and_is_in_order(changes, able):
    company, carrier = "I-12-schr-rifles-1", "I-12-schr-half-tracks-1"
    units = {company: {"at": "1808", "aboard": carrier}, carrier: {"at": "1808", **changes}}
    table = lay({**units, "I-12-schr-hq": "1808"}, *acting("german", "I-12-schr"))
    acts = WhoDoesWhat(table.setting, table.state, table.top)
    assert (acts.able_to_dismount() == (company,)) == able


@pytest.mark.rule("BK 7.1")
@pytest.mark.parametrize(("spent", "able"), [(7, True), (8, False)])
def test_points_that_are_spent_are_gone(spent, able):
    table = lay({**HQ, SOMUA: {"at": "1606", "spent": spent}}, *acting("french", "1-cuir"))
    assert can_move(table.setting, table.state, table.unit(SOMUA)) == able


@pytest.mark.rule("BK 7.1")
@pytest.mark.parametrize(("spent", "goes"), [(7, False), (6, True), (0, True)])
def test_a_march_that_cannot_be_paid_any_more_stops(spent, goes):
    units = {**HQ, SOMUA: {"at": "1606", "spent": spent}}
    march = Move(step="go", units=(SOMUA,), path=("1605",), road=False)
    table = lay(units, *acting("french", "1-cuir"), march)
    assert (table.unit(SOMUA).at == "1605") == goes


@pytest.mark.rule("BK 7.3")
def test_an_hq_needs_no_room():
    crowd = HANNUT.setting.formations["2-cuir"].unit_ids[:3]
    table = lay({**HQ, SOMUA: "1606", **dict.fromkeys(crowd, "1605")}, *acting("french", "1-cuir"))
    assert room(table.setting, table.state, "1605", (table.unit("1-cuir-hq"),))
    assert not room(table.setting, table.state, "1605", (table.unit(SOMUA),))
    assert room(table.setting, table.state, "1605", (table.unit(crowd[0]),))


@pytest.mark.rule("BK 3.2")
def test_an_hq_whose_units_are_gone_moves_like_the_fastest_it_had():
    table = lay({"kg-hq": "1203"}, *acting("german", "kg"))
    assert hq_moves(table.setting, table.state, table.unit("kg-hq")) == (12, "wheels")


# ---- 8 results and flight -----------------------------------------------------------------------


@pytest.mark.rule("BK 8.5.1")
def test_the_chit_stays_while_somebody_of_the_formation_does():
    units = {"1-cuir-hq": "1006", SOMUA: "1006", "kg-pioneers-1": "2001"}
    table = lay(
        units,
        Turn(step="used", chit="french/1-cuir"),
        Flight(step="begin", formation="1-cuir"),
        marks={"1-cuir/demoralised": True},
        cups={"roster": ("french/1-cuir", "german/kg")},
    )
    table.roll(12)
    assert table.unit(SOMUA).at != "1006"
    assert "french/1-cuir" in table.state.cups["roster"]


@pytest.mark.rule("BK 8.6", "BK 13.1")
def test_a_barrage_lights_whom_everybody_sees():
    units = {"12-cuir-hq": "1202", RIFLES: "1203", PAK: {"at": "1203", "hidden": True}}
    shells = Barrage(step="target", side="french", left={"medium": 1})
    table = lay(
        {**units, "kg-hq": "2001"},
        Turn(step="used", chit="french/artillery"),
        shells,
        its_rules=rules(hidden_guns="yes"),
    )
    table.at("1203").press("1medium")
    assert table.ask.about == ("1203", RIFLES)


@pytest.mark.rule("BK 6.3.3", "BK 10.1")
def test_mines_go_off_under_a_retreat_and_are_not_worn_out():
    units = {"I-gd-guards-1": "0612", "I-gd-hq": "0412", "I-205-hq": "0812"}
    ring = STONNE.setting.neighbours["0612"]
    closed = tuple(cell for cell in ring if cell != "0613")
    fall = Retreat(step="ask", unit="I-gd-guards-1", closed=closed)
    marks = {"0613/mines": "french"}
    mates = dict.fromkeys(("I-gd-guards-2", "I-gd-guards-3", "I-gd-guard-machine-guns-1"), "0412")
    table = lay({**units, **mates}, *turn(), fall, its_rules=STONNE, marks=marks)
    table.at("0613")
    assert table.ask.kind == "mines"
    table.roll(7)
    assert table.ask.kind == "chit"
    assert table.state.marks["0613/mines"] == "french"


# ---- checks under an umpire ---------------------------------------------------------------------


@pytest.mark.rule("BK 8.4")
def test_an_umpire_may_call_a_check_failed_and_sees_whose_it_is():
    down = {"at": "1606", "neutralised": True}
    table = lay({**HQ, SOMUA: down}, *turn("play", "french/1-cuir"), umpire=True).press("activate")
    assert table.ask.kind == "check-rally"
    table.give(Roll((1, 1)))
    assert table.ask.who == "umpire"
    assert table.ask.about == (SOMUA,)
    assert [(f.name, f.least, f.most) for f in table.ask.fields] == [("passed", 0, 1)]
    table.give(Outcome({"passed": 0}), "his nerves")
    assert table.unit(SOMUA).neutralised


@pytest.mark.rule("BK 8.2.5")
def test_an_umpire_sees_fire_and_mines_on_the_same_chart():
    units = {**HQ, SOMUA: "1806", GUN: "1807"}
    table = lay(units, *acting("french", "1-cuir"), umpire=True)
    table.press("fire").pick(SOMUA).pick(GUN)
    table.give(Roll((5, 5)))
    assert (table.ask.kind, table.ask.chart, table.ask.column) == ("fire", "combat", "6")
    assert table.ask.about == (SOMUA, GUN)
    assert table.ask.proposed == {"result": "N"}


# ---- 12 set-up ----------------------------------------------------------------------------------


@pytest.mark.rule("BK 12.0", "BK 7.3")
def test_an_hq_may_begin_in_a_full_hex():
    first = fresh(proposed=False)
    group = next(g for g in first.setting.groups if g.formations == ("12-cuir",))
    crowd = HANNUT.setting.formations["III-11-rdp"].unit_ids[:3]
    table = lay(dict.fromkeys(crowd, "1202"), *turn())
    unit = replace(table.unit("12-cuir-p178-1"), at="reserve")
    assert "1202" not in allowed(table.setting, table.state, group, unit)
    assert "1202" in allowed(table.setting, table.state, group, table.unit("12-cuir-hq"))
    assert "1202" in allowed(table.setting, table.state, group, None)


@pytest.mark.rule("BK 12.0")
def test_a_proposal_deals_units_out_from_the_first_hex():
    table = fresh(proposed=False)
    group = next(g for g in table.setting.groups if g.formations == ("12-cuir",))
    dealt = proposal(table.setting, table.state, group)
    assert group.cells == ("1402", "1403")
    assert dealt["12-cuir-hq"] == dealt["12-cuir-p178-1"] == "1402"
    assert dealt["12-cuir-p178-2"] == "1403"


# ---- values -------------------------------------------------------------------------------------


def structs(module) -> list[type[Struct]]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Struct)
        and value.__module__ == module.__name__
    ]


@pytest.mark.parametrize("module", [forces, state, tables], ids=lambda m: m.__name__)
def test_values_cannot_be_changed_in_place(module):
    assert structs(module)
    assert all(kind.__struct_config__.frozen for kind in structs(module))


@pytest.mark.rule("BK 1.2")
def test_a_unit_begins_whole_and_in_order():
    unit = Unit(id="x", side="german", formation="y")
    assert (unit.steps, unit.spent, unit.aboard) == (2, 0, "")
    flags = [f.name for f in fields(Unit) if isinstance(f.default, bool)]
    assert len(flags) == 13
    assert not any(getattr(unit, name) for name in flags)


def test_procedures_begin_with_nothing_done():
    fire = Fire(step="aim", shooter="a", target="b")
    assert (fire.total, fire.factor, fire.mode) == (0, 0, "active")
    assert not any((fire.moved, fire.with_rider, fire.first_round, fire.held_back))
    hit = Hit(step="begin", unit="a", result="N")
    assert (hit.passed, hit.lost, hit.shooter, hit.cite) == (False, False, "", "BK 8.3")
    check = Check(step="roll", what="rally", subject="a")
    assert check.total == 0
    fight = Assault(step="begin", attackers=(), cell="", origins=(), side="german")
    assert (fight.round, fight.mined, fight.easy, fight.fired) == (1, 0, False, False)
    assert (Retreat(step="ask", unit="a").went, Retreat(step="ask", unit="a").must) == (0, False)
    shells = Barrage(step="target", side="german", left={})
    assert (shells.total, shells.known, shells.struck) == (0, False, False)
    move = Move(step="go", units=(), path=())
    assert (move.road, move.quiet, move.fight) == (True, False, True)


def test_what_is_not_marked_as_known_is_rebuilt():
    kind = HANNUT.setting.kinds[SOMUA]
    told = [f.name for f in fields(kind) if f.name not in ("reconstruction", "deduced")]
    assert forces.Kind(**{name: getattr(kind, name) for name in told}).reconstruction


@pytest.mark.rule("BK 8.5")
def test_a_check_lives_as_long_as_whom_it_is_about():
    table = lay({**HQ, SOMUA: "1606"}, *acting("french", "1-cuir"))

    def lives(subject: str) -> bool:
        check = Check(step="roll", what="recover", subject=subject)
        return table.rules.alive(table.state, check)

    assert lives(SOMUA)
    assert lives("1-cuir")
    assert lives("german")
    assert not lives("nobody")
