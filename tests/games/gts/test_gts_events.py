"""Random events (S3), the hero (S6.9), the lost (O3): what each does, and when one is drawn."""

import pytest
from gts_field import field

from wardesk.engine.types import replace
from wardesk.games.gts.ch04_movement import against_way, room, strays
from wardesk.games.gts.ch05_fire import factors_of
from wardesk.games.gts.ch08_checks import quality
from wardesk.games.gts.special.events import EVENTS, can_rout, refuges, step_losses
from wardesk.games.gts.state import Astray, Fire, Happening, Hit, Strike

US, MATE, CHIEF, HIM, GUN = (
    "101.502.a", "101.502.b", "101.502.ldr", "59.dew.i1", "59.art.ii",
)  # fmt: skip
PLACES = {US: "60.150", MATE: "60.149", CHIEF: "60.149", HIM: "60.152", "59.dew.ldr": "60.153"}


def opened(places=None, **more):
    """The first unit of the German division's chit is asked for."""
    at = field(PLACES if places is None else places, events=True, **more)
    return at.draw("german/division/59").roll(0)


def happening(event, side="german", places=None, **more):
    """An event of *side* in the middle of a German impulse."""
    at = opened(places, **more)
    return at.push(Happening(step=event, side=side, event=event))


@pytest.mark.rule("WED S3.0")
def test_a_nine_in_fire_draws_an_event_of_the_roller_and_a_scenario_keeps_it():
    at = opened().pick(HIM).press("fire").pick(US).roll(9).roll(9)
    assert at.ask.kind == "event"
    assert len(at.ask.faces) == len(EVENTS)
    at.roll(sorted(EVENTS).index("intelligence"))
    assert "intelligence" not in at.state.cups["events/german"]
    assert len(at.state.cups["events/allied"]) == len(EVENTS)


@pytest.mark.rule("WED S3.0")
def test_in_the_campaign_an_event_goes_back_and_other_rolls_draw_none():
    at = opened(events_return=True).pick(HIM).press("fire").pick(US).roll(9).roll(9)
    at.roll(sorted(EVENTS).index("intelligence"))
    assert "intelligence" in at.state.cups["events/german"]
    calm = opened().pick(HIM).press("fire").pick(US).roll(9).roll(8)
    assert calm.ask.kind != "event"


@pytest.mark.rule("WED S3.1")
def test_intelligence_brings_six_and_two_points():
    at = happening("intelligence")
    before = at.state.tracks["cp/59"]
    at.press("59")
    assert at.state.tracks["cp/59"] == before + 6
    assert at.state.tracks["dp/59"] == 2


@pytest.mark.rule("WED S3.1")
def test_a_hero_checks_better_and_is_harder_to_hit_until_the_next_event():
    at = happening("heroic").pick(HIM)
    assert {f.id: f.value for f in quality(at.setting, at.state, at.unit(HIM))}["heroic"] == 1
    shot = Fire(step="roll", firer=US, target=HIM)
    assert {f.id: f.value for f in factors_of(at.setting, at.state, shot)}["heroic"] == -1
    at.push(Happening(step="draw", side="german"))
    assert "heroic/german" not in at.state.marks
    assert at.state.cups["events/german"].count("heroic") == 2


@pytest.mark.rule("WED S3.1")
def test_a_rally_takes_four_hits_of_one_formation_away():
    at = opened().change(HIM, suppressed=True, cohesion=2)
    at.push(Happening(step="rally", side="german", event="rally")).press("59.dew")
    at.pick(HIM).press("cohesion")
    assert (at.unit(HIM).suppressed, at.unit(HIM).cohesion) == (True, 1)
    at.pick(HIM).press("suppression")
    assert (at.unit(HIM).suppressed, at.unit(HIM).cohesion) == (False, 1)
    at.pick(HIM)
    assert at.unit(HIM).cohesion == 0


@pytest.mark.rule("WED S3.1")
def test_nobody_leaves_a_town_full_of_dutch_and_everybody_has_room():
    at = happening("dutch")
    town = at.ask.cells[0]
    assert at.setting.terrain[town] in ("town", "city")
    at.at(town).change(US, at=town)
    way = against_way(at.setting, at.state, at.unit(US), 99, "direct", at.setting.beside[town][:1])
    assert [reason.cite for reason in way] == ["WED S3.1"]
    four = [replace(at.unit(US), id=f"x{n}") for n in range(4)]
    assert room(at.setting, at.state, four[0], town)


@pytest.mark.rule("WED S3.1")
def test_a_minefield_holds_who_fails_its_check_and_closes_the_road():
    at = happening("minefield", route=["60.151"])
    assert all(at.setting.distance(c, "60.152") <= 3 or at.setting.distance(c, "60.153") <= 3
               for c in at.ask.cells)  # fmt: skip
    at.at("60.151")
    assert at.state.marks["60.151/mines"]
    assert at.state.tracks["route/closed"] == 1
    at.change(HIM, at="60.151").change(US, at="46.153").pick(HIM).go(HIM, "60.152")
    assert at.ask.kind in ("roll-mines", "check-mines")
    if at.ask.kind == "check-mines":
        at.press("roll")
    at.roll(9)
    assert at.unit(HIM).at == "60.151"


@pytest.mark.rule("WED S3.1")
@pytest.mark.parametrize(("event", "rating"), [("ambush", 6), ("explosion", 3)])
def test_the_enemy_attacks_by_ambush_and_explosion(event, rating):
    at = happening(event, places=PLACES | {GUN: "60.154"})
    assert at.ask.who == "allied"
    target = GUN if event == "explosion" else HIM
    assert target in at.ask.pieces
    at.pick(target)
    frame = at.state.stack[-1]
    assert isinstance(frame, Strike)
    assert frame.rating == rating
    at.roll(9)
    assert (at.state.marks.get("60.154/barrage") == "heavy") is (event == "explosion")


@pytest.mark.rule("WED S3.1")
@pytest.mark.parametrize(("roll", "count"), [(1, 0), (3, 1), (9, 4)])
def test_half_a_die_of_aircraft_under_a_clear_sky(roll, count):
    at = happening("air", side="allied").roll(roll)
    assert (at.ask.kind == "event-unit") is (count > 0)
    if count:
        at.pick(CHIEF)
        assert at.state.stack[-1].count == count
        at.at("60.152")
        for _ in range(count > 1):
            at.press("none")
        at.pick(HIM).roll(6)
        assert at.unit(HIM).at is None
    assert happening("air", weather="overcast").ask.kind == "unit"


@pytest.mark.rule("WED S3.1")
def test_a_formation_gets_two_steps_back():
    at = opened().change(HIM, steps=1)
    at.push(Happening(step="reinforcement", side="german", event="reinforcement"))
    at.press("59.dew").pick(HIM)
    assert at.unit(HIM).steps == 2


@pytest.mark.rule("WED S3.1")
def test_the_enemy_leads_a_lost_unit_and_it_ends_suppressed():
    at = happening("lost", side="allied")
    assert at.ask.who == "german"
    at.pick(US)
    assert isinstance(at.state.stack[-1], Astray)
    assert at.ask.who == "german"
    at.press("stop")
    assert at.unit(US).suppressed


@pytest.mark.rule("WED S3.1")
def test_who_routs_has_a_unit_in_a_fire_zone_and_a_step_lost():
    at = opened()
    assert not can_rout(at.setting, at.state, "101.502")
    at.change(MATE, steps=1)
    assert can_rout(at.setting, at.state, "101.502")
    assert step_losses(at.setting, at.state, "101.502") == 1
    at.change(US, at="46.153").change(MATE, at="46.153")
    assert not can_rout(at.setting, at.state, "101.502")


@pytest.mark.rule("WED S3.1")
def test_allies_who_rout_fall_back_or_dig_in_and_the_59th_dissolves():
    at = opened().change(US, steps=1)
    at.push(Happening(step="rout", side="german", event="rout")).press("101.502")
    while at.ask.kind == "event-hex":
        unit = at.state.pieces[at.ask.about[0]]
        assert set(at.ask.cells) == set(refuges(at.setting, at.state, unit))
        at.at(at.ask.cells[0])
    zone_free = [at.unit(u) for u in (US, MATE)]
    assert all(u.at is not None for u in zone_free)
    lost = opened().change(HIM, steps=1)
    lost.push(Happening(step="rout", side="allied", event="rout")).press("59.dew").roll(1)
    assert lost.unit(HIM).at is None


@pytest.mark.rule("WED S6.9")
def test_pfc_mann_saves_a_hex_of_the_502nd_once():
    at = opened(hero=["101.502"]).change(US, suppressed=True, cohesion=1)
    at.push(Hit(step="begin", unit=US, result="E"))
    assert at.ask.kind == "hero"
    at.press("yes")
    assert (at.unit(US).steps, at.unit(US).suppressed, at.unit(US).cohesion) == (2, False, 0)
    at.push(Hit(step="begin", unit=US, result="1"))
    assert at.unit(US).steps == 1


@pytest.mark.rule("WED O3.0")
def test_germans_far_from_their_leader_may_lose_their_way():
    places = {HIM: "44.153", "59.dew.ldr": "60.149", US: "66.146"}
    at = field(places, lost="yes")
    assert strays(at.setting, at.state, at.unit(HIM), "44.154")
    assert not strays(at.setting, at.state, at.unit(HIM), "45.153")
    assert not strays(field(places).setting, at.state, at.unit(HIM), "44.154")
    at.draw("german/direct") if at.state.tracks["cp/59"] else at.draw("german/division/59").roll(0)
    at.pick(HIM).go(HIM, "44.154")
    assert at.ask.kind == "roll-stray"
    at.roll(9)
    assert at.ask.kind == "astray"
    assert at.ask.who == "allied"
