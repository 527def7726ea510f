"""Artillery parks that answer each other, by the option that plays what is known of it."""

from __future__ import annotations

import pytest
from gts_field import GUN, HIM, PARKED, US, Field, field

from wardesk.games.gts.ch04_actions import deeds_of
from wardesk.games.gts.ch05_fire import factors_of, hard, targets_of
from wardesk.games.gts.state import Fire

MATE = "gds.art.55b"
HERE, THERE = "46.153", "56.153"
PARKS = [
    {"id": "59", "division": "59", "value": 2, "at": HERE},
    {"id": "gds", "division": "gds", "value": 0, "at": THERE},
]
CHITS = {"allied": ["division/gds", "direct"], "german": ["division/59", "direct"]}


def parks(**more) -> Field:
    place = [{"units": [PARKED, GUN, MATE], "at": "park"}]
    more = {"batteries": "yes", "park": PARKS, "chits": CHITS, **more}
    return field({US: "60.150", HIM: "44.156"}, place=place, **more)


def shot(at: Field, firer: str, target: str) -> dict[str, int]:
    frame = Fire(step="roll", firer=firer, target=target)
    return {factor.id: factor.value for factor in factors_of(at.setting, at.state, frame)}


@pytest.mark.rule("WED S1.0", "WED N21")
def test_no_park_is_a_target_but_by_the_option_and_after_it_has_fired():
    at = parks()
    assert at.setting.distance(HERE, THERE) == 10
    assert not targets_of(at.setting, at.state, at.unit(GUN))
    at.mark("battery/59", at.state.tracks["turn"])
    assert targets_of(at.setting, at.state, at.unit(GUN)) == (PARKED,)
    assert not targets_of(at.setting, at.state, at.unit(PARKED))  # it has fired, they have not
    at.mark("battery/59", at.state.tracks["turn"] + 1)
    assert not targets_of(at.setting, at.state, at.unit(GUN))
    plain = parks(batteries="no").mark("battery/59", 1)
    assert not targets_of(plain.setting, plain.state, plain.unit(GUN))


@pytest.mark.rule("WED N21")
def test_only_a_gun_in_a_park_that_is_fit_to_fire_answers():
    at = parks().mark("battery/59", 1)
    at.change(GUN, suppressed=True)
    assert not targets_of(at.setting, at.state, at.unit(GUN))
    at.change(GUN, suppressed=False, at=THERE)
    assert PARKED not in targets_of(at.setting, at.state, at.unit(GUN))
    at.change(GUN, at="park").change(PARKED, at=HERE)
    assert PARKED not in targets_of(at.setting, at.state, at.unit(GUN))


@pytest.mark.rule("WED S1.0", "WED N21")
def test_the_range_counts_from_marker_to_marker_with_what_the_firing_one_adds():
    reach = parks().setting.counters[PARKED].range
    for value, found in ((reach - 10, (GUN, MATE)), (reach - 9, ())):
        rows = [PARKS[0] | {"value": value}, PARKS[1]]
        at = parks(park=rows).mark("battery/gds", 1)
        assert targets_of(at.setting, at.state, at.unit(PARKED)) == found
    near = [PARKS[0], PARKS[1] | {"at": "49.153"}]
    at = parks(park=near).mark("battery/59", 1).mark("battery/gds", 1)
    assert not targets_of(at.setting, at.state, at.unit(GUN))  # three hexes: no indirect fire
    assert targets_of(at.setting, at.state, at.unit(PARKED)) == (GUN, MATE)  # five with its two


@pytest.mark.rule("WED SR5.3", "WED N21")
def test_two_less_and_the_marker_s_ground_and_the_steps_of_the_park_count():
    at = parks().mark("battery/59", 1).mark("battery/gds", 1)
    value = at.setting.fire_value.get(THERE, 0)
    defence = at.setting.counters[GUN].defence
    expected = {"battery": -2, "defence": defence, "ground": value}
    assert shot(at, PARKED, GUN) == {key: n for key, n in expected.items() if n}
    at.mark(f"{THERE}/rubble", True)
    assert shot(at, PARKED, GUN).get("ground", 0) == value - 1
    assert hard(at.setting, at.state, at.unit(GUN))
    assert not hard(at.setting, at.state, at.unit(PARKED))
    at.change("gds.art.55a", steps=2).change(MATE, steps=2)
    assert "mass" not in shot(at, PARKED, GUN)
    at.change(MATE, steps=3)
    assert shot(at, PARKED, GUN)["mass"] == 1
    assert "mass" not in shot(at, GUN, PARKED)
    assert "battery" not in shot(at, GUN, HIM)


@pytest.mark.rule("WED N21")
def test_a_park_that_fires_is_answered_and_neither_barrage_nor_mate_suffers():
    at = parks()
    at.change(HIM, at="58.152")  # eyes of the 59th near the Americans
    at.push(Fire(step="begin", firer=PARKED, target=US))
    assert at.state.marks["battery/59"] == at.state.tracks["turn"]
    while at.ask.kind != "chit":
        at.press("roll") if at.ask.shape == "choose" else at.roll(9)
    assert targets_of(at.setting, at.state, at.unit(GUN)) == (PARKED,)
    marks = dict(at.state.marks)
    at.push(Fire(step="begin", firer=GUN, target=PARKED))
    while at.ask.kind == "check-company":
        at.roll(9)
    at.roll(0)
    assert at.unit(PARKED).cohesion or at.unit(PARKED).steps < 2 or at.unit(PARKED).at is None
    assert not [key for key in at.state.marks if key.endswith("/barrage")]
    assert not at.unit(MATE).suppressed
    assert set(at.state.marks) - set(marks) == {"battery/gds"}


@pytest.mark.rule("WED S1.0")
def test_without_the_option_a_park_that_fires_leaves_nothing_of_it():
    at = parks(batteries="no")
    at.push(Fire(step="begin", firer=PARKED, target=US))
    assert not [key for key in at.state.marks if key.startswith("battery/")]


@pytest.mark.rule("WED S1.0", "WED SR4")
def test_guns_in_a_park_rally_there():
    at = parks().change(PARKED, suppressed=True)
    deeds = deeds_of(at.setting, at.state, at.unit(PARKED), "division/59")
    assert [deed.key for deed in deeds if not deed.refused] == ["rally"]
    at.change(PARKED, suppressed=False, cohesion=1)
    deeds = deeds_of(at.setting, at.state, at.unit(PARKED), "division/59")
    assert "rally" in [deed.key for deed in deeds if not deed.refused]
    assert {"assault", "dig", "park"}.isdisjoint(deed.key for deed in deeds)


def test_the_box_says_whether_a_park_can_be_fired_at():
    for choice, words in (("no", "never fired at"), ("yes", "by other parks only")):
        at = parks(batteries=choice)
        (box,) = (box for box in at.rules.showing.look(at.state).boxes if box.id == "park")
        assert words in str(box.text)
