"""Points of the text that are easily read past: barrages, exhaustion, criticals, assault guns."""

import pytest
from field import HANNUT, STONNE, acting, lay, rules, turn

from wardesk.games.blitzkrieg.ch08_fire import result_of
from wardesk.games.blitzkrieg.ch08_indirect import targets
from wardesk.games.blitzkrieg.state import Barrage, Hit, Turn
from wardesk.model.options import from_before

SOMUA, GUN, RIFLES, PAK = "1-cuir-somua-1", "I-5-pzr-pz-iv-1", "II-12-schr-rifles-1", "kg-pak-1"
MATES = dict.fromkeys(
    ("II-12-schr-rifles-2", "II-12-schr-rifles-3", "II-12-schr-machine-guns-1"), "2001"
)
STUG = "stug-640-stug-1"


def shelled(units, left, *, side="french", its_rules=HANNUT, **more):
    chit = Turn(step="used", chit=f"{side}/{'stuka' if 'stuka' in left else 'artillery'}")
    barrage = Barrage(step="target", side=side, left=left)
    return lay(units, chit, barrage, its_rules=its_rules, **more)


# ---- 6.3.3 falling back from a barrage ----------------------------------------------------------


@pytest.mark.rule("BK 6.3.3", "BK N39")
def test_whoever_has_been_shelled_may_fall_back():
    units = {"12-cuir-hq": "1202", RIFLES: "1203", GUN: "1203", "II-12-schr-hq": "1204"}
    table = shelled(units, {"medium": 2})
    table.at("1203").press("2medium").roll(7)
    assert table.ask.kind == "barrage"  # the second salvo of the group comes first
    table.roll(7)
    assert (table.ask.kind, table.ask.who) == ("react", "german")
    assert set(table.ask.pieces) == {RIFLES, GUN}
    table.pick(RIFLES)
    assert table.buttons() == ["withdraw", "back"]
    table.press("withdraw").at("1204")
    assert table.unit(RIFLES).at == "1204"
    assert table.ask.pieces == (GUN,)
    table.press("pass")
    assert table.ask.kind == "chit"


@pytest.mark.rule("BK 6.3.3", "BK N39")
def test_a_salvo_that_never_came_drives_nobody_out():
    units = {"12-cuir-hq": "1202", RIFLES: "1204", "II-12-schr-hq": "1204"}
    table = shelled(units, {"medium": 1, "light": 1})
    table.at("1204").press("1medium").roll(9)
    assert table.ask.kind == "barrage"
    assert not table.top.struck
    assert table.top.left == {"medium": 0, "light": 1}


@pytest.mark.rule("BK 6.3.3")
def test_guns_are_an_activation_of_their_own_for_whoever_fell_back_before():
    left = {"at": "1204", "withdrew": True, "returned": True}
    units = {"12-cuir-hq": "1202", "12-cuir-p178-1": {"at": "1202", "withdrew": True}, RIFLES: left}
    table = lay(units, *turn("play", "french/artillery"))
    assert not table.unit(RIFLES).withdrew
    assert not table.unit(RIFLES).returned
    assert table.unit("12-cuir-p178-1").withdrew


# ---- 5.4 exhaustion -----------------------------------------------------------------------------


def exhausted(its_rules=HANNUT, **marks):
    return lay(
        {"1-cuir-hq": "1606", SOMUA: "1606", "kg-pioneers-1": "1608"},
        *turn("play", "french/1-cuir"),
        marks={"1-cuir/exhausted": True, **marks},
        its_rules=its_rules,
    )


@pytest.mark.rule("BK 5.4", "BK N38")
def test_a_formation_that_stays_exhausted_counts_as_activated_and_does_nothing():
    table = exhausted().press("activate").roll(7)
    assert table.ask.kind == "chit"
    assert table.state.marks["1-cuir/normal"]
    assert table.state.marks["1-cuir/exhausted"]
    assert "french/1-cuir" in table.state.cups["french_done"]


@pytest.mark.rule("BK 5.4", "BK N38")
def test_whoever_sheds_exhaustion_acts():
    table = exhausted().press("activate").roll(6)
    assert table.ask.kind == "act"
    assert "1-cuir/exhausted" not in table.state.marks


@pytest.mark.rule("BK N38")
def test_by_option_the_exhausted_act_under_their_handicaps():
    table = exhausted(rules(exhaustion="acts")).press("activate").roll(7)
    assert table.ask.kind == "act"
    assert table.state.marks["1-cuir/exhausted"]


@pytest.mark.rule("BK 5.4", "BK 5.5-A")
def test_of_two_formations_only_the_one_that_is_fit_acts():
    units = {"1-cuir-hq": "1606", SOMUA: "1606", "12-cuir-hq": "1206", "12-cuir-p178-1": "1206"}
    table = lay(
        units,
        *turn("play", "french/1-cuir"),
        marks={"1-cuir/exhausted": True},
        cups={"french_hand": ("french/general",), "french_aside": ("french/12-cuir",)},
    )
    table.press("both").roll(12)
    assert table.ask.kind == "act"
    assert table.top.formations == ("12-cuir",)
    assert "1-cuir" not in table.ask.context


@pytest.mark.rule("BK N38")
def test_games_from_before_the_option_go_on_as_they_were_played():
    assert from_before(HANNUT.option_list(), {})["exhaustion"] == "acts"
    assert HANNUT.setting.options.exhaustion == "idle"


# ---- 6.3.2 return fire --------------------------------------------------------------------------


@pytest.mark.rule("BK 6.3.2")
def test_a_failed_check_is_no_return_fire():
    units = {"1-cuir-hq": "0604", SOMUA: "1807", "1-cuir-somua-2": "1807", GUN: "1808"}
    table = lay(units, *acting("french", "1-cuir"))
    table.press("fire").pick(SOMUA).pick(GUN).roll(7)
    table.press("fire").roll(12)
    assert not table.unit(GUN).returned
    while table.ask.kind != "act":
        table.press("pass")
    table.press("fire").pick("1-cuir-somua-2").pick(GUN).roll(7)
    assert table.ask.kind == "return"
    table.press("fire").roll(8)
    assert table.ask.kind == "fire"
    assert table.unit(GUN).returned


# ---- 13.2 critical hits -------------------------------------------------------------------------


@pytest.mark.rule("BK 13.2", "BK N12")
def test_a_critical_hit_adds_a_step_to_whatever_the_chart_says():
    critical = rules(critical_hits="yes").setting
    assert [result_of(critical, 2, f) for f in (-1, 0, 1, 8)] == ["1N", "1N", "2", "2"]
    assert result_of(critical, 2, -2) == "-"
    assert result_of(critical, 3, 8) == "1"
    assert result_of(HANNUT.setting, 2, 0) == "N"


@pytest.mark.rule("BK 13.2")
@pytest.mark.parametrize(("key", "steps", "down"), [("N", 1, True), ("step", 0, False)])
def test_a_step_and_an_n_come_together(key, steps, down):
    units = {RIFLES: "1806", "II-12-schr-hq": "1806", **MATES}
    hit = Hit(step="begin", unit=RIFLES, result="1N")
    table = lay(units, Turn(step="used", chit="french/replay"), hit)
    assert table.unit(RIFLES).steps == 1
    table.press(key)
    assert table.unit(RIFLES).steps == steps
    assert table.unit(RIFLES).neutralised == down


@pytest.mark.rule("BK 13.2")
def test_a_critical_hit_on_the_last_step_asks_nothing_more():
    units = {RIFLES: {"at": "1806", "steps": 1}, "II-12-schr-hq": "1806", **MATES}
    hit = Hit(step="begin", unit=RIFLES, result="1N")
    table = lay(units, Turn(step="used", chit="french/replay"), hit)
    assert table.unit(RIFLES).at is None
    assert table.ask.kind == "chit"


@pytest.mark.rule("BK 13.2", "BK N27")
def test_a_critical_hit_on_an_hq_neutralises_it():
    hit = Hit(step="begin", unit="II-12-schr-hq", result="1N")
    table = lay({"II-12-schr-hq": "1806"}, Turn(step="used", chit="french/replay"), hit)
    assert table.unit("II-12-schr-hq").neutralised
    assert table.unit("II-12-schr-hq").at == "1806"


# ---- 8.6.1 any hex ------------------------------------------------------------------------------


@pytest.mark.rule("BK 8.6.1")
def test_stukas_may_fly_at_any_hex_and_guns_at_any_that_an_hq_sees():
    units = {"I-5-pzr-hq": "1808", GUN: "1808", SOMUA: "1604"}
    stukas = shelled(units, {"stuka": 2}, side="german")
    assert set(stukas.ask.cells) == set(stukas.setting.neighbours)
    guns = shelled(units, {"medium": 1}, side="german")
    setting = guns.setting
    beside = {"1808", *setting.neighbours["1808"]}
    assert set(guns.ask.cells) == set(setting.seen("1808", "")) | beside
    assert "1008" not in guns.ask.cells
    blind = lay(units, *acting("german", "I-5-pzr"))
    shells = Barrage(step="target", side="french", left={"medium": 1})
    assert targets(blind.setting, blind.state, shells) == ()


@pytest.mark.rule("BK 8.6.1", "BK 13.1")
def test_a_barrage_on_an_empty_hex_finds_a_hidden_gun_only_by_hitting_it():
    hidden = rules(hidden_guns="yes")
    units = {"12-cuir-hq": "1202", PAK: {"at": "1203", "hidden": True}, "kg-hq": "1606"}
    missed = shelled(units, {"medium": 2}, its_rules=hidden)
    missed.at("1203").press("2medium").roll(7)
    assert missed.ask.kind == "barrage"  # nothing seen is gone, so the second one comes too
    assert PAK not in str(missed.event)
    assert missed.unit(PAK).hidden
    empty = shelled({k: v for k, v in units.items() if k != PAK}, {"medium": 2}, its_rules=hidden)
    empty.at("1203").press("2medium").roll(7)
    assert empty.ask.kind == "barrage"
    assert str(empty.event.story) == str(missed.event.story)
    missed.roll(2)
    assert not missed.unit(PAK).hidden
    assert missed.unit(PAK).steps == 1


# ---- 9.2 assault guns ---------------------------------------------------------------------------


@pytest.mark.rule("BK 9.2", "BK 7.2.2", "BK 1.1")
def test_assault_guns_scatter_like_tanks_but_do_not_go_on():
    units = {STUG: "0508", "I-205-reservists-1": {"at": "0608", "steps": 1}, "I-205-hq": "1108"}
    table = lay(units, *acting("german", "stug-640"), its_rules=STONNE)
    kind = table.setting.kinds[STUG]
    assert kind.armoured
    table.go(STUG, "0608")
    while table.ask.who == "chance":
        table.roll(7 if table.ask.about[0] != STUG else 2)
    while table.ask is not None and table.ask.kind in ("react", "give-way"):
        table.press("pass" if table.ask.kind == "react" else "stand")
    assert table.unit(STUG).at == "0608"
    assert table.unit(STUG).acted


# ---- 7.1, 7.2.1 costs and columns ---------------------------------------------------------------


@pytest.mark.rule("BK 7.1")
def test_a_village_costs_men_no_more_than_open_ground():
    costs = HANNUT.setting.costs
    assert costs["foot", False]["0704"]["0703"] == 1
    assert costs["wheels", False]["0704"]["0703"] == 3
    assert costs["tracks", False]["0704"]["0703"] == 4


@pytest.mark.rule("BK 7.2.1", "BK N40")
def test_a_column_that_must_fight_from_the_road_fights_its_first_round_in_column():
    units = {SOMUA: {"at": "1708", "spent": 3}, "1-cuir-hq": "1708", RIFLES: "1709"}
    table = lay(units, *acting("french", "1-cuir"))
    table.go(SOMUA, "1709")
    assert table.unit(SOMUA).column
    assert table.unit(SOMUA).spent == 6
    paid = lay({**units, SOMUA: {"at": "1708", "spent": 2}}, *acting("french", "1-cuir"))
    paid.go(SOMUA, "1709")
    assert not paid.unit(SOMUA).column
    assert paid.unit(SOMUA).spent == 8


# ---- 12.1 half-tracks ---------------------------------------------------------------------------


@pytest.mark.rule("BK 12.1-C")
def test_the_fallen_ride_on_nothing():
    rifles, carrier = "I-12-schr-rifles-1", "I-12-schr-half-tracks-1"
    gone = {"at": None, "steps": 0}
    units = {rifles: gone, carrier: gone, "I-12-schr-rifles-2": "1808", "I-12-schr-hq": "1808"}
    table = lay(units, *acting("german", "I-12-schr"))
    assert "mount" not in table.buttons()
    alive = lay({**units, rifles: "1808", carrier: "1808"}, *acting("german", "I-12-schr"))
    assert "mount" in alive.buttons()
