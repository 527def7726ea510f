"""Club Route, Bailey bridges, fog, options, what a scenario forbids; the other scenarios."""

import pytest
from gts_field import field

from wardesk.games.gts.ch04_actions import column_deeds
from wardesk.games.gts.ch04_costs import bridge_open, can_move
from wardesk.games.gts.ch04_movement import closed_to
from wardesk.games.gts.ch05_fire import factors_of
from wardesk.games.gts.ch07_assault import against_assault
from wardesk.games.gts.ch13_engineers import job_of
from wardesk.games.gts.ch14_victory import home_of
from wardesk.games.gts.position import bridge_state, stands, visibility, weather
from wardesk.games.gts.state import Fire
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import load_table

US, MATE, CHIEF = "101.502.a", "101.502.b", "101.502.ldr"
HIM, HIS, CAPTAIN = "59.dew.i1", "59.dew.i2", "59.dew.ldr"
MORTAR = "59.dew.igw"
ROAD = ["49.157", "49.158", "50.158", "50.159", "51.159"]


def german_acts(at, unit, chit="german/formation/59.dew"):
    at.draw(chit)
    if at.ask.kind == "command-points":
        at.roll(0)
    return at.pick(unit)


def shot_at(at, unit, target, roll, chit="german/formation/59.dew"):
    """A shot with a failed company bonus."""
    german_acts(at, unit, chit)
    at.press("fire").pick(target)
    while at.ask.kind.endswith("company"):
        at.press("roll") if at.ask.shape == "choose" else at.roll(9)
    return at.roll(roll)


# ---- 4.3.3 --------------------------------------------------------------------------------------


@pytest.mark.rule("WED 4.3.3")
@pytest.mark.parametrize(("roll", "laid"), [(0, 1), (8, 1), (9, 0)])
def test_a_shot_at_the_road_attacks_it_but_for_a_nine(roll, laid):
    at = field({HIM: "49.156", CAPTAIN: "49.156", US: "49.157"}, route=ROAD)

    shot_at(at, HIM, US, roll)

    assert at.state.tracks.get("route/attacked", 0) == laid
    assert at.state.tracks.get("route/closed", 0) == 0


@pytest.mark.rule("WED 4.3.3")
@pytest.mark.parametrize("there", ["light", "heavy"])
def test_shells_on_the_road_attack_it_where_a_barrage_of_the_allies_lies_already(there):
    at = field({MORTAR: "49.154", CAPTAIN: "49.154", HIM: "49.156", US: "49.157"}, route=ROAD)
    shot_at(at.mark("49.157/barrage", there), MORTAR, US, 5)
    assert at.state.tracks.get("route/attacked", 0) == 1
    assert at.state.marks["49.157/barrage"] == there


@pytest.mark.rule("WED 4.3.3")
def test_a_shot_beside_the_road_or_by_the_allies_attacks_nothing():
    at = field({HIM: "49.156", CAPTAIN: "49.156", US: "48.157"}, route=ROAD)
    shot_at(at, HIM, US, 3)
    assert "route/attacked" not in at.state.tracks


@pytest.mark.rule("WED 4.3.3")
def test_a_german_who_enters_the_road_closes_it_once_a_turn():
    at = field({HIM: "50.155", CAPTAIN: "50.155", US: "60.148"}, route=["50.156", "51.155"])
    german_acts(at, HIM).go(HIM, "50.156")

    assert at.state.tracks["route/closed"] == 1
    assert "closed" in at.story()


@pytest.mark.rule("WED 4.3.3")
@pytest.mark.parametrize(("side", "laid"), [("german", 1), ("allied", 0)])
def test_who_stands_on_the_road_when_a_turn_begins_closes_it(side, laid):
    units = {HIM: "50.158", US: "60.148"} if side == "german" else {HIM: "60.148", US: "50.158"}

    at = field(units, route=ROAD)

    assert at.state.tracks.get("route/closed", 0) == laid


@pytest.mark.rule("WED 4.3.3")
def test_a_leader_alone_closes_nothing():
    assert "route/closed" not in field({CAPTAIN: "50.158", US: "60.148"}, route=ROAD).state.tracks


# ---- 2.15.7 -------------------------------------------------------------------------------------

BAILEY = [{"id": "best-road", "destroyed": True, "bailey": "gds.ind.11"}]


@pytest.mark.rule("WED 2.15.7")
@pytest.mark.parametrize(
    ("change", "open_"),
    [({}, True), ({"suppressed": True}, False), ({"cohesion": 1}, False), ({"at": None}, False)],
)
def test_a_bailey_bridge_carries_while_its_unit_is_fit(change, open_):
    at = field({"gds.ind.11": "51.160", US: "51.161", HIM: "60.148"}, bridge=BAILEY)
    at.change("gds.ind.11", **change)

    assert stands(at.state, "best-road") is open_
    column = at.change(US, column=True).unit(US)
    assert bridge_open(at.setting, at.state, column, "best-road") is open_


@pytest.mark.rule("WED 2.15.7")
def test_the_bridge_is_down_again_when_the_bailey_is_lost():
    chits = {"allied": ["division/101"], "german": ["division/chi", "direct"]}
    at = field({"gds.ind.11": "49.157", "chi.flak.424": "49.156"}, bridge=BAILEY, chits=chits)
    shot_at(at, "chi.flak.424", "gds.ind.11", 0, "german/division/chi")

    assert at.unit("gds.ind.11").at is None
    assert bridge_state(at.state, "best-road") == "destroyed"


@pytest.mark.rule("WED 2.15.7")
def test_nobody_wires_a_bailey_bridge():
    at = field({"gds.ind.11": "51.160", "59.ind.ersp": "51.159"}, bridge=BAILEY)

    assert job_of(at.setting, at.state, at.unit("59.ind.ersp")).bridge == ""


# ---- 1.2 ----------------------------------------------------------------------------------------


def foggy(number, slots):
    """The beginning of the second turn, whose fog may clear."""
    at = field({US: "60.148", HIM: "47.155"}, weather="fog", fog=number, slots=slots,
               chits={"allied": ["division/101"], "german": []})  # fmt: skip
    while at.ask.kind != "fog" and at.state.tracks["turn"] < 2:
        at.roll(*(0,) * 1) if at.ask.shape == "roll" else at.press("end")
    return at


@pytest.mark.rule("WED 1.2")
@pytest.mark.parametrize(
    ("slots", "roll", "sky", "sight"),
    [(["0700", "0900"], 5, "clear", 8), (["0700", "0900"], 6, "fog", 2),
     (["0900", "1100"], 6, "overcast", 8), (["0900", "1100"], 0, "clear", 8)],
)  # fmt: skip
def test_fog_clears_at_its_number_or_turns_to_cloud_at_eleven(slots, roll, sky, sight):
    at = foggy(5, slots)
    assert at.ask.kind == "fog"
    assert visibility(at.setting, at.state) == 2

    at.roll(roll)

    assert weather(at.setting, at.state) == sky
    assert visibility(at.setting, at.state) == sight


@pytest.mark.rule("WED 1.2")
def test_fog_without_a_number_and_the_afternoon_roll_for_nothing():
    assert foggy(None, ["0700", "0900"]).ask.kind != "fog"
    assert foggy(5, ["1100", "1300"]).ask.kind != "fog"


# ---- options ------------------------------------------------------------------------------------


def opportunity(at):
    shot = Fire(step="roll", firer=HIM, target=US, kind="opportunity")
    return {factor.id: factor.value for factor in factors_of(at.setting, at.state, shot)}


@pytest.mark.rule("WED O1.0")
def test_a_comrade_beside_the_firer_covers_who_draws_his_fire():
    places = {HIM: "50.154", US: "51.154", MATE: "50.155"}
    assert "covering" not in opportunity(field(places))
    assert opportunity(field(places, covering="yes"))["covering"] == -1
    assert "covering" not in opportunity(field(places | {MATE: "51.155"}, covering="yes"))
    assert "covering" not in opportunity(field({HIM: "50.154", US: "51.154"}, covering="yes"))
    with_mortar = {HIM: "50.154", US: "51.154", "101.502.m1": "50.155"}
    assert "covering" not in opportunity(field(with_mortar, covering="yes"))


@pytest.mark.rule("WED O2.0")
def test_the_other_mug_has_no_direct_command_and_no_limits_on_division_chits():
    places = {US: "52.154", HIM: "50.154", CHIEF: "52.154"}
    printed, other = field(places), field(places, mug="alternate")

    assert any("direct" in chit for chit in printed.state.cups["mug"])
    assert not any("direct" in chit for chit in other.state.cups["mug"])
    for at, shut in ((printed, True), (other, False)):
        closed = closed_to(at.setting, at.state, at.unit(US), "division/101")
        assert ("51.154" in closed) is shut
        at.change(US, at="51.154")
        told = against_assault(at.setting, at.state, at.unit(US), "division/101")
        assert any("division" in str(reason.text) for reason in told) is shut


# ---- what a scenario forbids --------------------------------------------------------------------


def test_who_has_to_stay_neither_moves_nor_assaults():
    row = [{"units": [US], "at": "51.154", "still": True}]
    at = field({HIM: "50.154", CHIEF: "52.154"}, place=row)

    assert not can_move(at.setting, at.unit(US))
    told = against_assault(at.setting, at.state, at.unit(US), "direct")
    assert any("stays where it is" in str(reason.text) for reason in told)


def test_who_has_to_march_in_column_does_not_spread_out():
    row = [{"units": [US], "at": "51.154", "column": True, "keeps_column": True}]
    at = field({HIM: "60.148"}, place=row)

    assert all(c.refused for c in column_deeds(at.setting, at.state, at.unit(US), 16))


# ---- the scripted player ------------------------------------------------------------------------


def test_the_card_weighs_every_target_by_exact_odds():
    at = field({HIM: "50.154", CAPTAIN: "50.154", US: "51.154", MATE: "52.154"})
    german_acts(at, HIM).press("fire")

    found = at.rules.thinking.advice(at.state)

    assert {one.pieces[0] for one in found} == set(at.ask.pieces)
    assert [one.value for one in found] == sorted((o.value for o in found), reverse=True)
    assert found[0].cite == "WED SR5.2"
    at.press("back")
    assert at.rules.thinking.advice(at.state) == ()


# ---- scenarios ----------------------------------------------------------------------------------

OTHERS = ("a-drive-in-the-country", "son-with-the-wind", "hells-highway", "a-victory-lost")


@pytest.mark.parametrize("name", OTHERS)
def test_a_scenario_begins_with_everybody_in_the_window_and_chits_of_who_is_there(name):
    table = load_table(f"market-garden/{name}", {})
    setting = table.rules.setting
    for row in setting.scenario.place:
        assert row.at in setting.beside, row.at
        assert setting.terrain[row.at] != "impassable"
    there = {setting.counters[u].formation for row in setting.scenario.place for u in row.units}
    divisions = {setting.formations[name].division for name in there}
    for chits in setting.scenario.chits.values():
        for chit in chits:
            kind, _, of = chit.partition("/")
            assert kind == "direct" or of in (there | divisions), chit
    for award in setting.scenario.victory:
        assert all(cell in setting.beside for row in award.hold for cell in row.cells)
        assert all(bridge in setting.bridges for bridge in (*award.blown, *award.standing))


def test_the_screen_dims_what_lies_beyond_the_window():
    rules = load_table("market-garden/a-victory-lost", {}).rules
    assert rules.showing.in_play == rules.setting.in_play
    assert len(rules.showing.in_play) < len(rules.board.cells)
    assert field({US: "51.154"}, window=[]).rules.showing.in_play == frozenset()


def test_the_squadron_drives_to_the_bridge_and_wants_to_go_home():
    with PlaySession.new("market-garden/a-drive-in-the-country", seed=3, keep=False) as session:
        for side in session.rules.sides:
            session.set_player(side, "policy")
        session.run()
        state, setting = session.state, session.rules.setting
        assert state.result is not None
        assert not session.failed
        assert state.marks.get("55.202/last") == "allied"
        assert home_of(setting, state, state.pieces["gds.ind.hhcd"])


def test_who_is_brittle_is_gone_with_the_first_step():
    row = [{"units": [US], "at": "49.157", "brittle": True}]
    chits = {"allied": ["division/101"], "german": ["division/chi", "direct"]}
    at = field({"chi.flak.424": "49.156"}, place=row, chits=chits)

    shot_at(at, "chi.flak.424", US, 0, "german/division/chi")

    assert at.unit(US).at is None
