"""Event chits of Market Garden: which face draws which, and what dealing with each refuses."""

from __future__ import annotations

import every_kind as k
import pytest
from garden import Garden, bring, event

from wardesk.campaign.choices import choices
from wardesk.campaign.ledger.refusals import Impossible, Refused
from wardesk.campaign.market_garden import ch03_drops, s03_random, s06_allied
from wardesk.campaign.market_garden.ch03_drops import drop_numbers
from wardesk.campaign.operation.places import Place
from wardesk.errors import UserError

HEX = "61.141"
ALLIED = ("air-strike", "rout", "heroic", "intelligence", "lost", "dutch", "explosion", "minefield",
          "reinf", "ambush")  # fmt: skip
GERMAN = ("rout", "heroic", "intelligence", "rally", "lost", "explosion", "minefield", "reinf",
          "ambush", "rout")  # fmt: skip


def looked(garden: Garden, rule, *args, **more):
    return rule(garden.design, garden.state, *args, **more)


def drawn(chit: str, side: str = "allied") -> Garden:
    garden = Garden()
    garden.do(s03_random.drawn_by_hand, side, chit)
    return garden


def unit(garden: Garden, formation: str) -> str:
    return garden.design.members[formation][0]


@pytest.mark.rule("MG S3.0")
@pytest.mark.parametrize(("side", "faces"), [("allied", ALLIED), ("german", GERMAN)])
def test_each_face_of_the_die_draws_its_chit(side, faces):
    for roll, chit in enumerate(faces):
        garden = Garden()
        garden.do(s03_random.draw, side, roll)
        assert s03_random.pending(garden.state, side) == chit
        assert s03_random.pending(garden.state, "german" if side == "allied" else "allied") == ""
    chances = looked(Garden(), s03_random.propose_draw, side).odds
    assert {each.label: each.ways for each in chances} == {
        each: faces.count(each) for each in faces
    }


@pytest.mark.rule("MG S3.0")
def test_only_the_two_sides_draw_and_one_at_a_time():
    garden = Garden()
    with pytest.raises(Impossible, match="Allies and the Germans"):
        looked(garden, s03_random.propose_draw, "x")
    garden.do(s03_random.drawn_by_hand, "allied", "rally")
    with pytest.raises(Refused, match="rally was drawn and waits"):
        garden.do(s03_random.draw, "allied", 0)
    garden.do(s03_random.draw, "german", 0)
    with pytest.raises(Impossible, match="That cup has rout, heroic"):
        Garden().do(s03_random.drawn_by_hand, "german", "x")


@pytest.mark.rule("MG S3.1")
@pytest.mark.parametrize(
    ("chit", "words", "error", "why"),
    [
        ("heroic", {"unit": "x"}, Impossible, "Name the unit that is heroic"),
        ("heroic", {"unit": "59.dew"}, Refused, "unit of that side in play"),
        ("heroic", {"unit": "101.506"}, Refused, "unit of that side in play"),
        ("intelligence", {"division": "x"}, Impossible, "Name the parent formation"),
        ("dutch", {}, Impossible, "Name the town or city hex"),
        ("minefield", {}, Impossible, "Name the hex of the minefield"),
        ("ambush", {"unit": "101.502"}, Impossible, "Name the unit and the steps"),
        ("ambush", {"steps": 1}, Impossible, "Name the unit and the steps"),
        ("ambush", {"unit": "101.502", "steps": 3}, Impossible, "has 2 steps"),
        ("ambush", {"unit": "101.502", "steps": -1}, Impossible, "Name the unit and the steps"),
        ("reinf", {"unit": "x"}, Impossible, "There is no unit 'x'"),
        ("reinf", {"unit": "59.dew"}, Refused, "unit of that side"),
        ("reinf", {"unit": "101.502", "steps": 3}, Refused, "Two steps are the most"),
        ("reinf", {"unit": "101.502", "steps": -1}, Refused, "Two steps are the most"),
        ("reinf", {"unit": "101.502", "steps": 1}, Impossible, "lacks 0 steps"),
        ("reinf", {"unit": "101.502"}, Impossible, "lacks 0 steps"),
    ],
)
def test_dealing_with_a_chit_needs_what_it_is_about(chit, words, error, why):
    garden = drawn(chit)
    bring(garden, "101.502", "59.dew")
    if words.get("unit") in garden.design.formation:
        words = {**words, "unit": unit(garden, words["unit"])}
    with pytest.raises(error, match=why):
        garden.do(s03_random.resolve, "allied", **words)
    assert s03_random.pending(garden.state, "allied") == chit


@pytest.mark.rule("MG S3.1")
@pytest.mark.parametrize("chit", ["rout", "rally", "lost"])
def test_what_is_played_at_the_table_is_only_dealt_with(chit):
    garden = drawn(chit)
    assert [e.kind for e in garden.do(s03_random.resolve, "allied")] == ["fact.set"]
    assert s03_random.pending(garden.state, "allied") == ""


@pytest.mark.rule("MG S3.1")
@pytest.mark.parametrize("chit", ["ambush", "explosion", "air-strike", "reinf"])
def test_an_attack_or_help_that_cost_or_brought_nothing_is_dealt_with(chit):
    assert len(drawn(chit).do(s03_random.resolve, "allied")) == 1


@pytest.mark.rule("MG S3.1")
def test_an_attack_takes_up_to_all_steps():
    garden = drawn("ambush")
    bring(garden, "101.502")
    man = unit(garden, "101.502")
    garden.do(s03_random.resolve, "allied", unit=man, steps=2)
    assert garden.state.units[man].place.kind == "eliminated"


@pytest.mark.rule("MG S3.1")
@pytest.mark.parametrize(
    ("lost", "steps", "hex_", "after"), [(1, 1, "", 2), (2, 2, HEX, 2), (2, 1, HEX, 1),
                                         (2, 0, HEX, 2)]
)  # fmt: skip
def test_lost_steps_come_back_and_an_eliminated_unit_in_a_hex(lost, steps, hex_, after):
    garden = drawn("reinf")
    bring(garden, "101.502")
    man = unit(garden, "101.502")
    garden.add(event(k.StepsLost(unit=man, steps=lost)))
    if hex_:
        with pytest.raises(Impossible, match="Say in which hex"):
            garden.do(s03_random.resolve, "allied", unit=man, steps=steps)
    garden.do(s03_random.resolve, "allied", unit=man, steps=steps, hex_=hex_)
    now = garden.state.units[man]
    assert (now.steps, now.place.kind) == (after, "hex")
    assert now.place == Place("hex", hex_ or "60.150", game="WED")


@pytest.mark.rule("MG S3.1")
def test_lost_men_of_the_82nd_come_from_their_pool_while_it_lasts():
    garden = drawn("reinf")
    men = garden.design.members["101.lost"]
    assert garden.state.pools["lost82"] == 6
    with pytest.raises(Impossible, match="hex its leader stands"):
        garden.do(s03_random.resolve, "allied", unit=men[0], formation="101.502")
    with pytest.raises(UserError, match="no formation called 'x'"):
        garden.do(s03_random.resolve, "allied", unit=men[0], hex_=HEX, formation="x")
    garden.do(s03_random.resolve, "allied", unit=men[0], hex_=HEX, formation="101.502")
    assert garden.state.pools["lost82"] == 4
    assert garden.state.units[men[0]].place == Place("hex", HEX, game="WED")
    garden.do(s03_random.drawn_by_hand, "allied", "reinf")
    with pytest.raises(Impossible, match="is not in its pool: hex"):
        garden.do(s03_random.resolve, "allied", unit=men[0], hex_=HEX, formation="101.502")
    garden.add(event(k.PoolChanged(pool="lost82", change=-3)))
    with pytest.raises(Impossible, match="Only 1 such steps are left"):
        garden.do(s03_random.resolve, "allied", unit=men[1], hex_=HEX, formation="101.502")
    garden.do(s03_random.resolve, "allied", unit=men[2], hex_=HEX, formation="101.502")
    assert garden.state.pools["lost82"] == 0
    bare = Garden(proposals=False)
    bare.do(s03_random.drawn_by_hand, "allied", "reinf")
    bare.do(s03_random.resolve, "allied", unit=men[0], hex_=HEX, formation="101.502")
    assert bare.state.pools["lost82"] is None


@pytest.mark.rule("MG S3.1")
def test_intelligence_is_two_points_more():
    garden = drawn("intelligence")
    garden.do(s03_random.resolve, "allied", division="101")
    assert garden.state.facts["dispatch.101"] == 2
    garden.do(s03_random.drawn_by_hand, "allied", "intelligence")
    garden.do(s03_random.resolve, "allied", division="101")
    assert garden.state.facts["dispatch.101"] == 4


@pytest.mark.rule("MG S3.1", "MG 4.3.3")
@pytest.mark.parametrize(("on_route", "closed"), [(True, 1), (False, 0)])
def test_mines_close_the_road_where_they_lie_on_it(on_route, closed):
    garden = drawn("minefield", "german")
    garden.do(s03_random.resolve, "german", hex_=HEX, on_route=on_route)
    assert garden.state.routes["club"].closed == closed
    assert garden.state.facts[f"minefield.{HEX}"] is True
    garden.do(s03_random.clear_mines, HEX)
    with pytest.raises(Impossible, match="No minefield lies in"):
        garden.do(s03_random.clear_mines, HEX)


@pytest.mark.rule("MG S3.1")
def test_the_dutch_and_a_hero_last_until_the_side_draws_again():
    garden = drawn("dutch")
    garden.do(s03_random.resolve, "allied", hex_=HEX)
    assert garden.state.facts["dutch.allied"] == HEX
    garden.do(s03_random.drawn_by_hand, "german", "rally")
    assert garden.state.facts["dutch.allied"] == HEX
    garden.do(s03_random.drawn_by_hand, "allied", "heroic")
    assert garden.state.facts["dutch.allied"] == ""
    bring(garden, "101.502")
    man = unit(garden, "101.502")
    garden.do(s03_random.resolve, "allied", unit=man)
    assert s03_random.heroic_bonus(garden.state, man) == 1
    assert s03_random.heroic_bonus(garden.state, "101.501.a") == 0
    garden.do(s03_random.resolve, "german")
    garden.do(s03_random.drawn_by_hand, "german", "rally")
    assert s03_random.heroic_bonus(garden.state, man) == 1
    garden.do(s03_random.drawn_by_hand, "allied", "rally")
    assert s03_random.heroic_bonus(garden.state, man) == 0


@pytest.mark.rule("MG S3.1")
@pytest.mark.parametrize("roll", range(10))
def test_typhoons_fly_half_a_die(roll):
    garden = drawn("air-strike")
    (judged,) = looked(garden, s03_random.typhoons, roll)
    assert judged.payload.decided == f"{roll // 2} strike{'' if roll // 2 == 1 else 's'}"
    chances = looked(garden, s03_random.propose_typhoons).odds
    assert [(str(each.label), each.ways) for each in chances] == [
        ("0 strikes", 2), ("1 strike", 2), ("2 strikes", 2), ("3 strikes", 2), ("4 strikes", 2),
    ]  # fmt: skip


@pytest.mark.rule("MG S3.1")
@pytest.mark.parametrize(
    ("turn", "weather", "flies"),
    [("17 Sep 1500", "clear", True), ("17 Sep 1500", "", True), ("17 Sep Night", "clear", False),
     ("17 Sep 1500", "overcast", False), ("17 Sep 1500", "rain", False)],
)  # fmt: skip
def test_typhoons_need_day_and_a_clear_sky(turn, weather, flies):
    garden = drawn("air-strike")
    bring(garden, "59.dew")
    if weather:
        garden.add(event(k.WeatherSet(weather=weather)))
    garden.go(turn)
    struck = {"unit": unit(garden, "59.dew"), "steps": 1}
    if flies:
        assert looked(garden, s03_random.propose_typhoons)
        garden.do(s03_random.resolve, "allied", **struck)
        return
    for rule, args, more in (
        (s03_random.propose_typhoons, (), {}), (s03_random.resolve, ("allied",), struck)
    ):  # fmt: skip
        with pytest.raises(Refused, match="it is no event"):
            looked(garden, rule, *args, **more)


def test_typhoons_fly_for_their_chit_alone():
    with pytest.raises(Refused, match="No Air Strike was drawn"):
        looked(drawn("rally"), s03_random.propose_typhoons)


# ---- prices of chits ----------------------------------------------------------------------------


@pytest.mark.rule("MG S6.2", "MG S6.4")
@pytest.mark.parametrize(
    ("division", "chits", "error", "why"),
    [
        ("101", ["gds.hot"], Refused, "is not of it"),
        ("101", ["x"], UserError, "no formation called 'x'"),
        ("101", ["101"], Refused, "has no chit of its own"),
        ("101", ["101.501", "101.501"], Refused, "has one chit"),
    ],
)
def test_what_no_chit_is_bought_for(division, chits, error, why):
    with pytest.raises(error, match=why):
        looked(Garden(), s06_allied.price_of_chits, division, chits)


@pytest.mark.rule("MG S6.4")
@pytest.mark.parametrize(("division", "chit", "buys"), [("101", "101.501", True),
                                                        ("gds", "gds.hot", False)])  # fmt: skip
def test_guards_and_43rd_buy_none_for_the_night(division, chit, buys):
    garden = Garden()
    garden.go("17 Sep Night")
    if buys:
        assert looked(garden, s06_allied.price_of_chits, division, [chit]) == 1
    else:
        with pytest.raises(Refused, match="no chits for the night"):
            looked(garden, s06_allied.price_of_chits, division, [chit])
    assert not looked(garden, s06_allied.carried_chit_is_lost, chit)


# ---- what forms offer ---------------------------------------------------------------------------


def keys(garden: Garden, of: str) -> list[str]:
    return [key for key, _ in choices(garden.design, garden.state, of)]


def test_forms_offer_what_the_operation_has():
    garden = Garden()
    assert keys(garden, "bailey") == [
        "gds.ind.11",
        "gds.ind.14",
        *(next(pool for pool in garden.design.pools if pool.id == "bailey.43").units),
    ]
    assert choices(garden.design, garden.state, "night") == [
        ("1", "18 Sep Night"), ("2", "19 Sep Night"), ("3", "20 Sep Night"),
    ]  # fmt: skip
    assert keys(garden, "corps") == ["xii", "viii"]
    assert keys(garden, "spur") == ["Son", "Best"]
    assert keys(garden, "airborne") == ["101", "82", "1ab"]
    assert keys(Garden(both_games=False), "airborne") == ["101"]
    assert keys(garden, "huber") == ["huber.59th", "huber.chill"]
    assert len(keys(garden, "tanks")) == 2
    assert keys(garden, "dropped") == []
    garden.do(ch03_drops.first_drop)
    down = keys(garden, "dropped")
    assert down == [u for u, now in garden.state.units.items() if now.dropped]
    allied = keys(garden, "allied-division")
    assert {"101", "gds", "43", "82", "1ab"} <= set(allied)
    assert all(garden.design.formation[each].kind == "division" for each in allied)
    movers = keys(garden, "mover")
    assert all({"chi", "wal"} & set(garden.design.above(each)) for each in movers)
    assert {"chi.drey", "wal.hof"} <= set(movers)
    germans = keys(garden, "formation-german")
    assert "wal.hof" in germans
    assert not {"59.dew", "101.501"} & set(germans)
    assert "101" in keys(garden, "division")
    assert "wal.hof" not in keys(garden, "division")


@pytest.mark.rule("MG 3.1", "MG 3.3")
def test_each_unit_comes_with_the_drop_of_its_own_row_or_its_formations():
    garden = Garden()
    numbers = looked(garden, drop_numbers, "101")
    assert (numbers["101.501.a"], numbers["101.327.a"], numbers["101.327.e"]) == (1, 3, 2)
    assert numbers["101.art.907a"] == 4
    assert not [unit for unit in numbers if unit.startswith("gds.")]
    alone = looked(Garden(both_games=False), drop_numbers, "101")
    assert alone == {unit: drop for unit, drop in numbers.items() if unit.startswith("101.")}
