"""When each thing of Market Garden is due, for whom, until when, and when it is asked no more."""

from __future__ import annotations

import every_kind as k
import pytest
from garden import Garden, at, bring, event

from wardesk.campaign.ledger.refusals import Impossible, Refused
from wardesk.campaign.market_garden import (
    bookkeeping,
    ch01_weather,
    ch02_bridges,
    ch03_drop_table,
    ch03_drops,
    ch03_free_drop,
    ch04_release,
    ch05_off_map,
    s03_events,
    s03_random,
    s05_german,
    s06_allied,
)
from wardesk.campaign.market_garden.duties import duties, movable, wishes
from wardesk.campaign.market_garden.ruleset import RULESET
from wardesk.campaign.operation.duties import Duty
from wardesk.campaign.operation.places import Place

NONCE = bytes(range(16))
WED = Place("hex", "61.141", game="WED")


def asked(garden: Garden, head: str, of=duties) -> list[Duty]:
    return [each for each in of(garden.design, garden.state) if each.id.split(".")[0] == head]


def one(garden: Garden, head: str, of=duties) -> Duty:
    (found,) = asked(garden, head, of)
    return found


def span(duty: Duty) -> tuple[int, int | None]:
    return duty.opens, duty.closes


def named(duty: Duty, word: str) -> list[str]:
    return [value for value, _ in duty.choices[word]]


# ---- before the first turn ----------------------------------------------------------------------


@pytest.mark.rule("MG S5.2")
def test_the_night_of_the_raid_is_asked_for_until_the_last_of_them_is_over():
    garden = Garden()
    duty = one(garden, "raid")
    assert span(duty) == (at("17 Sep 1300"), at("17 Sep 1300"))
    assert (duty.seat, duty.action) == ("german", "hide-raid")
    assert duty.choices["night"] == (
        ("1", "18 Sep Night"), ("2", "19 Sep Night"), ("3", "20 Sep Night"),
    )  # fmt: skip
    garden.go("18 Sep Night")
    assert named(one(garden, "raid"), "night") == ["1", "2", "3"]
    garden.go("19 Sep 0700")
    assert named(one(garden, "raid"), "night") == ["2", "3"]
    garden.go("20 Sep Night")
    assert named(one(garden, "raid"), "night") == ["3"]
    garden.go("21 Sep 0700")
    assert asked(garden, "raid") == []
    hidden = Garden()
    hidden.do(s05_german.hide_raid, 2, NONCE)
    assert asked(hidden, "raid") == []


@pytest.mark.rule("MG O4.0")
def test_airborne_tanks_are_asked_for_where_they_are_played_and_not_chosen():
    assert asked(Garden(), "tanks") == []
    garden = Garden(airborne_tanks=True)
    duty = one(garden, "tanks")
    assert span(duty) == (at("17 Sep 1300"), None)
    options = named(duty, "option")
    with pytest.raises(Impossible, match="There are "):
        garden.do(ch03_drops.choose_tanks, "x")
    with pytest.raises(Refused, match="First choose which airborne tanks"):
        garden.do(ch03_drops.first_drop)
    garden.do(ch03_drops.choose_tanks, options[0])
    assert asked(garden, "tanks") == []
    with pytest.raises(Impossible, match="chosen already"):
        garden.do(ch03_drops.choose_tanks, options[1])


@pytest.mark.rule("MG 3.3.2")
def test_free_drops_are_assigned_on_the_first_turn_by_each_division():
    assert asked(Garden(), "assign") == []
    garden = Garden(free_drop=True)
    assert [d.id for d in asked(garden, "assign")] == ["assign.101", "assign.82", "assign.1ab"]
    assert {span(d) for d in asked(garden, "assign")} == {(at("17 Sep 1300"),) * 2}
    row = ch03_free_drop.Assignment(formation="101.501", number=2, zone="A")
    garden.do(ch03_free_drop.assign, "101", [row], NONCE)
    assert [d.words for d in asked(garden, "assign")] == [{"division": "82"}, {"division": "1ab"}]
    garden.do(ch03_drops.first_drop)
    assert asked(garden, "assign") == []
    later = Garden(free_drop=True)
    later.go("17 Sep 1500")
    assert asked(later, "assign") == []
    alone = Garden(free_drop=True, both_games=False)
    assert [d.id for d in asked(alone, "assign")] == ["assign.101"]


# ---- drops --------------------------------------------------------------------------------------


def morning(roll: int | None, turn: str = "18 Sep 0700") -> Garden:
    garden = Garden()
    garden.do(ch03_drops.first_drop)
    garden.go(turn)
    if roll is not None:
        garden.do(ch01_weather.weather, roll)
    return garden


@pytest.mark.rule("MG 3.2", "MG 3.5")
@pytest.mark.parametrize(
    ("roll", "title", "cite", "turns", "closes"),
    [
        (0, "Plan drop 2: 101st Airborne Division", "3.2", ["0900", "1100"], "18 Sep 0900"),
        (9, "Plan supply: 101st Airborne Division", "3.5", ["1300", "1500"], "18 Sep 1300"),
        (3, None, "", [], ""),
        (None, None, "", [], ""),
    ],
)
def test_a_drop_is_planned_when_the_weather_is_known_and_no_fog_may_clear(
    roll, title, cite, turns, closes
):
    garden = morning(roll)
    plans = asked(garden, "plan")
    if title is None:
        assert plans == []
        return
    assert [d.id for d in plans] == ["plan.101.1", "plan.82.1", "plan.1ab.1"]
    duty = plans[0]
    assert (str(duty.title), duty.cite, duty.seat) == (title, cite, "allied")
    assert named(duty, "turn") == turns
    assert span(duty) == (at("18 Sep 0700"), at(closes))
    assert (duty.words, duty.after) == ({"division": "101"}, "zones")
    assert str(duty.why) == f"it may come at {', '.join(turns)}; the turn is kept in secret"


@pytest.mark.rule("MG 3.2")
def test_a_plan_that_is_late_may_name_any_turn_left_of_the_day():
    garden = morning(0)
    garden.go("18 Sep 0900")
    assert named(asked(garden, "plan")[0], "turn") == ["0900", "1100"]
    garden.go("18 Sep 1100")
    assert named(asked(garden, "plan")[0], "turn") == ["1100", "1300", "1500", "1700", "1900"]
    garden.go("18 Sep 1900")
    assert named(asked(garden, "plan")[0], "turn") == ["1900"]
    garden.go("19 Sep 0700")
    assert asked(garden, "plan") == []  # the weather of today is not known


@pytest.mark.rule("MG 3.1", "MG 3.2")
def test_a_drop_that_is_planned_or_down_is_not_planned_again_today():
    garden = morning(0)
    garden.do(ch03_drops.plan, "101", at("18 1100"), NONCE)
    assert [d.id for d in asked(garden, "plan")] == ["plan.82.1", "plan.1ab.1"]
    garden.go("18 Sep 1100")
    assert "plan.101.1" not in [d.id for d in asked(garden, "plan")]
    garden.do(ch03_drops.land, "101")
    garden.go("18 Sep 1300")
    assert "plan.101.1" not in [d.id for d in asked(garden, "plan")]
    missed = morning(0)
    missed.do(ch03_drops.plan, "101", at("18 0900"), NONCE)
    missed.go("18 Sep 1300")  # its lines were closed by hand
    assert "plan.101.1" in [d.id for d in asked(missed, "plan")]


@pytest.mark.rule("MG 3.6")
def test_other_zones_that_were_won_are_planned_for_1500_or_1700():
    garden = morning(0)
    garden.do(ch03_drops.zone_change, "101", 0)
    duty = asked(garden, "plan")[0]
    assert named(duty, "turn") == ["1500", "1700"]
    assert duty.words == {"division": "101", "replanned": "yes"}
    assert asked(garden, "plan")[1].words == {"division": "82"}


@pytest.mark.rule("MG 3.5")
def test_a_division_with_its_sea_tail_plans_no_supplies():
    garden = morning(9)
    garden.add(event(k.SupplySecured(division="101")))
    assert [d.id for d in asked(garden, "plan")] == ["plan.82.1", "plan.1ab.1"]
    assert [d.words["division"] for d in asked(garden, "supply")] == ["82", "1ab"]


@pytest.mark.rule("MG 3.5", "MG S6.1.1")
def test_supplies_are_asked_about_once_for_each_drop():
    garden = morning(0)
    assert [d.id for d in asked(garden, "supply")] == ["supply.101.3", "supply.82.3",
                                                       "supply.1ab.3"]  # fmt: skip
    assert {span(d) for d in asked(garden, "supply")} == {(3, 3)}
    garden.add(event(k.Interdicted(division="101", on=False)))
    assert [d.words["division"] for d in asked(garden, "supply")] == ["82", "1ab"]
    garden.do(ch03_drops.plan, "101", at("18 0900"), NONCE)
    garden.go("18 Sep 0900")
    garden.do(ch03_drops.land, "101")
    duty = asked(garden, "supply")[0]
    assert (duty.id, span(duty)) == ("supply.101.9", (9, 9))
    assert named(duty, "enemy_in_zone") == ["no", "yes"]
    garden.do(ch03_drops.supply, "101", enemy_in_zone=True)
    assert "supply.101.9" not in [d.id for d in asked(garden, "supply")]


@pytest.mark.rule("MG 3.5")
def test_who_got_nothing_yesterday_is_named_from_the_19th_on():
    garden = morning(0)
    for turn in ("18 Sep 0700", "18 Sep Night"):
        garden.go(turn)
        assert asked(garden, "unsupplied") == []
    garden.add(event(k.Interdicted(division="101", on=False)))
    garden.go("19 Sep 0700")
    found = asked(garden, "unsupplied")
    assert [d.id for d in found] == ["unsupplied.82.1", "unsupplied.1ab.1"]
    assert {span(d) for d in found} == {(at("18 Sep Night"),) * 2}
    garden.add(event(k.SupplySecured(division="82")))
    assert [d.id for d in asked(garden, "unsupplied")] == ["unsupplied.1ab.1"]
    garden.go("20 Sep 0700")
    assert [d.id for d in asked(garden, "unsupplied")] == ["unsupplied.101.2", "unsupplied.1ab.2"]


@pytest.mark.rule("MG 3.4.1")
def test_fates_are_asked_for_while_somebody_waits():
    garden = morning(None)
    duty = asked(garden, "fates")[0]
    assert (duty.id, span(duty), str(duty.why)) == ("fates.101.3", (3, None), "41 units wait")
    units = ch03_drop_table.waiting_for_their_fate(garden.design, garden.state, "101")
    for unit in units[1:]:
        garden.add(event(k.UnitFlagged(unit=unit, flag=ch03_drop_table.ROLLED)))
    assert str(asked(garden, "fates")[0].why) == "one unit waits"
    garden.add(event(k.UnitFlagged(unit=units[0], flag=ch03_drop_table.ROLLED)))
    assert [d.words["division"] for d in asked(garden, "fates")] == ["82", "1ab"]


# ---- the rest of the first days -----------------------------------------------------------------


@pytest.mark.rule("MG 4.3.1", "MG S5.1.1", "MG S5.5")
def test_group_hot_the_reorganisation_and_kg_huber_have_their_turns():
    garden = Garden()
    assert span(one(garden, "hot")) == (at("17 Sep 1300"), at("17 Sep Night"))
    assert str(one(garden, "hot").why) == "8 units wait"
    garden.do(ch04_release.enter_early)
    assert asked(garden, "hot") == []
    assert span(one(garden, "reorganise")) == (at("20 Sep 0700"),) * 2
    assert span(one(garden, "huber")) == (at("17 Sep Night"),) * 2
    assert named(one(garden, "huber"), "option") == ["huber.59th", "huber.chill"]
    garden.go("17 Sep Night")
    with pytest.raises(Impossible, match="not chosen yet"):
        garden.do(s05_german.huber_arrives)
    with pytest.raises(Impossible, match="The sets are"):
        garden.do(s05_german.choose_huber, "x")
    garden.do(s05_german.choose_huber, "huber.59th")
    with pytest.raises(Impossible, match="chosen already"):
        garden.do(s05_german.choose_huber, "huber.chill")
    duty = one(garden, "huber")
    assert (duty.id, span(duty)) == ("huber.arrives", (at("18 Sep 0700"),) * 2)
    assert (duty.by_leave, str(duty.why)) == (False, "")
    garden.go("18 Sep 0700")
    garden.do(s05_german.huber_arrives)
    assert asked(garden, "huber") == []
    with pytest.raises(Impossible, match="there already"):
        garden.do(s05_german.huber_arrives)
    garden.go("20 Sep 0700")
    garden.do(s05_german.reorganise)
    assert asked(garden, "reorganise") == []
    with pytest.raises(Impossible, match="It is done"):
        garden.do(s05_german.reorganise)


@pytest.mark.rule("MG S5.1.1")
@pytest.mark.parametrize(
    ("turn", "why"), [("19 Sep 0700", "20 September"), ("20 Sep 0900", "0700 turn"),
                      ("21 Sep 0700", "20 September")]
)  # fmt: skip
def test_the_reorganisation_is_on_the_20th_at_0700(turn, why):
    garden = Garden()
    garden.go(turn)
    with pytest.raises(Refused, match=why):
        garden.do(s05_german.reorganise)


@pytest.mark.rule("MG S5.5", "MG 5.2")
def test_kg_huber_behind_a_corps_comes_by_leave():
    garden = Garden()
    garden.go("17 Sep Night")
    garden.do(s05_german.choose_huber, "huber.chill")
    for box in ("west-1", "oirschot", "west-3"):
        garden.add(event(k.CorpsAdvanced(corps="xii", box=box)))
    duty = one(garden, "huber")
    assert duty.by_leave
    assert str(duty.why) == "all its entries lie behind a corps"
    garden.go("21 Sep Night")
    with pytest.raises(Refused, match="behind a flank corps"):
        garden.do(s05_german.huber_arrives)


def test_what_lies_beside_wed_is_asked_for_in_wed_alone_too():
    garden = Garden(both_games=False)
    assert asked(garden, "huber")
    assert asked(garden, "offmap")


# ---- boxes --------------------------------------------------------------------------------------


@pytest.mark.rule("MG 5.1", "MG 5.2")
def test_who_comes_by_the_boxes_is_asked_for_with_the_boxes_that_are_open():
    garden = Garden()
    found = {d.words["formation"]: d for d in asked(garden, "offmap")}
    assert set(found) == {"chi.drey", "chi.buch", "chi.sei", "chi.jung", "chi.ind", "wal.180"}
    assert {key: d.opens for key, d in found.items() if d.opens != 32} == {"chi.jung": 40}
    assert named(found["chi.drey"], "box") == ["west-1", "oirschot", "west-3"]
    assert named(found["wal.180"], "box") == ["east-1", "east-2"]
    garden.add(event(k.CorpsAdvanced(corps="viii", box="east-1")))
    found = {d.words["formation"]: d for d in asked(garden, "offmap")}
    assert named(found["wal.180"], "box") == ["east-2"]
    assert (found["wal.180"].by_leave, found["wal.180"].cite) == (False, "5.1")
    garden.add(event(k.CorpsAdvanced(corps="viii", box="east-2")))
    found = {d.words["formation"]: d for d in asked(garden, "offmap")}
    assert named(found["wal.180"], "box") == ["viii-start", "east-1", "east-2"]
    assert (found["wal.180"].by_leave, found["wal.180"].cite) == (True, "5.2")
    garden.go("21 Sep 0700")
    garden.do(ch05_off_map.move, "chi.drey", "oirschot")
    assert "offmap.chi.drey" not in [d.id for d in asked(garden, "offmap")]


@pytest.mark.rule("MG 5.1", "MG 1900-4")
def test_moves_between_boxes_are_wished_for_at_1900_by_who_stands_in_one():
    garden = Garden()
    garden.go("21 Sep 1900")
    garden.do(ch05_off_map.move, "chi.drey", "oirschot")
    assert movable(garden.design, garden.state) == []  # it has come on this turn
    garden.go("22 Sep 1700")
    assert movable(garden.design, garden.state) == ["chi.drey"]
    assert asked(garden, "box", wishes) == []
    garden.go("22 Sep 1900", "offmap")
    duty = one(garden, "box", wishes)
    assert (duty.id, span(duty)) == ("box.chi.drey.46", (46, 46))
    assert duty.choices["box"] == (("west-1", "West of the Dommel"), ("west-3", "West of Veghel"))
    garden.do(ch05_off_map.move, "chi.drey", "oirschot", display=True)
    assert movable(garden.design, garden.state) == []
    garden.go("22 Sep Night")
    duty = one(garden, "display")
    assert (duty.id, span(duty)) == ("display.chi.drey.46", (at("23 Sep 0700"),) * 2)
    assert duty.choices["entry"] == (("chill-b", "Reinforcement B of KG Chill"),)
    for box in ("west-1", "oirschot"):
        garden.add(event(k.CorpsAdvanced(corps="xii", box=box)))
    assert asked(garden, "display") == []  # its entry is shut


@pytest.mark.rule("MG S3.1")
def test_a_routed_formation_is_asked_for_on_its_morning():
    garden = Garden()
    bring(garden, "wal.hof")
    garden.add(event(k.StepsLost(unit=garden.design.members["wal.hof"][0], steps=1)))
    garden.go("18 Sep 0900")
    garden.do(s03_events.rout, "wal.hof", "east-2")
    duty = one(garden, "rout")
    assert (duty.id, span(duty)) == ("rout.wal.hof.16", (at("19 Sep 0700"), None))
    assert named(duty, "box") == ["east-1", "east-2"]
    assert movable(garden.design, garden.state) == []
    garden.go("19 Sep 0700")
    garden.add(event(k.CorpsAdvanced(corps="viii", box="east-1")))
    with pytest.raises(Refused, match="lies behind"):
        garden.do(s03_events.come_back, "wal.hof", "east-1")
    assert named(one(garden, "rout"), "box") == ["east-2"]
    garden.do(s03_events.come_back, "wal.hof", "east-2")
    assert asked(garden, "rout") == []
    late = Garden()
    bring(late, "wal.hof")
    late.add(event(k.StepsLost(unit=late.design.members["wal.hof"][0], steps=1)))
    late.go("26 Sep 0900")
    late.do(s03_events.rout, "wal.hof", "east-2")
    assert asked(late, "rout") == []  # the campaign is over before


@pytest.mark.rule("MG S3.1")
def test_who_routs_on_the_last_day_never_comes_back():
    garden = Garden()
    bring(garden, "wal.hof")
    garden.add(event(k.StepsLost(unit=garden.design.members["wal.hof"][0], steps=1)))
    garden.go("26 Sep 0700")
    with pytest.raises(Impossible, match="has not routed"):
        garden.do(s03_events.come_back, "wal.hof", "east-2")
    garden.do(s03_events.rout, "wal.hof", "east-2")
    with pytest.raises(Refused, match="may be back from 26 Sep Night on"):
        garden.do(s03_events.come_back, "wal.hof", "east-2")


@pytest.mark.rule("MG S3.1")
@pytest.mark.parametrize(
    ("formation", "why"),
    [
        ("gds.irish", "only step back"),
        ("59.dew", "59th routs for good"),
        ("wal.107", "lost nothing"),
    ],
)
def test_who_routs_and_who_does_not(formation, why):
    garden = Garden()
    bring(garden, formation)
    if "nothing" not in why:
        unit = garden.design.members[formation][0]
        garden.add(event(k.StepsLost(unit=unit, steps=1)))
    with pytest.raises((Refused, Impossible), match=why):
        garden.do(s03_events.rout, formation, "east-2")


@pytest.mark.rule("MG S3.1")
def test_a_rout_of_the_59th_is_at_most_its_losses():
    garden = Garden()
    with pytest.raises(Impossible, match="is not of the 59th"):
        s03_events.propose_rout_59(garden.design, garden.state, "wal.hof")
    units = garden.design.members["59.dew"]
    bring(garden, "59.dew")
    steps = 0
    for unit in units:
        if garden.state.units[unit].place.kind == "not-yet":
            garden.add(event(k.UnitArrived(unit=unit, place=WED)))
        lost = garden.state.units[unit].steps
        if lost:
            garden.add(event(k.StepsLost(unit=unit, steps=lost)))
            steps += lost
        if steps:
            proposal = s03_events.propose_rout_59(garden.design, garden.state, "59.dew")
            assert proposal.needed == min(steps, 9)
            assert proposal.context == f"{steps} steps lost"
    assert steps > 9


# ---- events and wishes --------------------------------------------------------------------------


@pytest.mark.rule("MG S3.0", "MG S3.1")
def test_a_drawn_event_waits_until_it_is_dealt_with():
    garden = Garden()
    assert asked(garden, "event") == []
    garden.do(s03_random.drawn_by_hand, "german", "lost")
    duty = one(garden, "event")
    assert (duty.id, duty.words, duty.opens) == ("event.german", {"side": "german"}, 3)
    assert str(duty.title) == "Deal with the event “Lost”"
    assert str(duty.why) == "the enemy moves one stack, which is then suppressed"
    garden.do(s03_random.resolve, "german")
    assert asked(garden, "event") == []
    with pytest.raises(Impossible, match="No event of that side waits"):
        garden.do(s03_random.resolve, "german")


@pytest.mark.rule("MG 1900-6")
def test_activations_are_wished_for_at_1900_by_who_has_points():
    garden = Garden()
    garden.do(bookkeeping.give_dispatch, "101", 2)
    garden.do(bookkeeping.give_dispatch, "gds", 0)
    assert asked(garden, "chits", wishes) == []
    garden.go("17 Sep 1900")
    duty = one(garden, "chits", wishes)
    assert (duty.id, duty.words, span(duty)) == ("chits.101.6", {"division": "101"}, (6, 6))


@pytest.mark.rule("MG 4.2")
def test_a_spur_is_wished_for_until_it_is_chosen_or_passed():
    garden = Garden()
    assert one(garden, "spur", wishes).opens == at("17 Sep 1300")
    garden.add(event(k.RouteLeft(route="club")))
    assert asked(garden, "spur", wishes) == []
    other = Garden()
    other.add(event(k.SpurChosen(route="club", spur="Son")))
    assert asked(other, "spur", wishes) == []


# ---- quality ------------------------------------------------------------------------------------


@pytest.mark.rule("MG S5.1.1", "MG S6.1.1", "MG S6.1.2", "MG S3.1")
def test_what_changes_the_quality_of_a_unit_now():
    garden = Garden()
    bring(garden, "101.502", "59.dew")
    ours, theirs = (garden.design.members[each][0] for each in ("101.502", "59.dew"))
    guard = garden.design.members["gds.irish"][0]

    def changes(unit):
        return RULESET.quality_changes(garden.design, garden.state, unit)

    assert [changes(unit) for unit in (ours, theirs, guard)] == [[], [], []]
    garden.add(event(k.Interdicted(division="101", on=True)))
    garden.add(event(k.RouteStatus(route="club", cut=True)))
    garden.add(event(k.UnitFlagged(unit=ours, flag="heroic (allied)")))
    garden.go("20 Sep 0700")
    garden.do(s05_german.reorganise)
    assert changes(ours) == [(-1, "S6.1.1"), (1, "S3.1")]
    assert changes(theirs) == [(1, "S5.1.1")]
    assert changes(guard) == [(-2, "S6.1.2")]


@pytest.mark.rule("MG S6.10")
def test_the_line_is_for_231_brigade_in_wed():
    garden = Garden()
    with pytest.raises(Impossible, match="231 Brigade alone"):
        garden.do(s06_allied.crosses_limit, "101.502.a")
    unit = garden.design.members["43.231"][0]
    with pytest.raises(Impossible, match="not in WED"):
        garden.do(s06_allied.crosses_limit, unit)
    with pytest.raises(Impossible, match="serves with the 502nd"):
        garden.do(s06_allied.hero, "101.501.a", 1, WED)


@pytest.mark.rule("MG S5.2")
def test_the_raid_costs_four_points_in_all_and_who_may_pay():
    garden = Garden()
    with pytest.raises(Impossible, match="18, 19 or 20 September"):
        garden.do(s05_german.hide_raid, 4, NONCE)
    with pytest.raises(Impossible, match="18, 19 or 20 September"):
        garden.do(s05_german.hide_raid, 0, NONCE)
    garden.do(s05_german.hide_raid, 3, NONCE)
    with pytest.raises(Impossible, match="markers are placed"):
        garden.do(s05_german.hide_raid, 1, NONCE)
    garden.go("18 Sep 1900")
    with pytest.raises(Refused, match="Night turn"):
        garden.do(s05_german.reveal_raid)
    garden.go("20 Sep Night")
    garden.do(s05_german.reveal_raid)
    with pytest.raises(Impossible, match="turned over"):
        garden.do(s05_german.reveal_raid)
    for division, dispatch, why in (
        ("101.501", 0, "is no division"), ("59", 0, "Only Allied divisions"),
        ("82", 0, "can only pay"), ("101", 5, "4 points are left"), ("101", -1, "4 points are"),
    ):  # fmt: skip
        with pytest.raises(Impossible, match=why):
            garden.do(s05_german.raid_on_chit, division, dispatch)
    garden.do(bookkeeping.give_dispatch, "82", 1)
    with pytest.raises(Impossible, match="has 1 left to pay with"):
        garden.do(s05_german.raid_on_chit, "82", 2)
    garden.do(s05_german.raid_on_chit, "82", 1)
    assert garden.state.facts["dispatch.82"] == 0
    with pytest.raises(Impossible, match="3 points are left"):
        garden.do(s05_german.raid_on_chit, "101", 4)
    garden.do(s05_german.raid_on_chit, "101", 2)
    assert garden.state.facts["raid.running"] is True
    garden.do(s05_german.raid_on_chit, "gds", 1)
    assert garden.state.facts["raid.running"] is False
    assert garden.state.routes["club"].closed == 2
    garden.go("21 Sep Night")
    with pytest.raises(Impossible, match="No marker lies on this night"):
        garden.do(s05_german.reveal_raid)


def test_a_raid_that_nobody_hid_is_not_turned_over():
    garden = Garden()
    garden.go("18 Sep Night")
    with pytest.raises(Impossible, match="No marker was placed"):
        garden.do(s05_german.reveal_raid)


@pytest.mark.rule("MG 2.15.7")
def test_a_bailey_is_asked_about_while_it_does_not_carry():
    garden = Garden()
    for state in ("wired", "blown", "bailey-placed"):
        garden.add(event(k.BridgeChanged(bridge="son", state=state, by="german")))
    duty = one(garden, "bailey")
    assert (duty.id, span(duty)) == ("bailey.son.3", (4, None))
    garden.do(ch02_bridges.bailey_works, "son")
    assert asked(garden, "bailey") == []
    garden.go("17 Sep 1500")
    garden.do(ch02_bridges.bailey_hit, "son", lost=False)
    assert one(garden, "bailey").id == "bailey.son.4"
