"""Edges of drops, supply, victory and range."""

from __future__ import annotations

import pytest
from gts_field import FAR, HIM, HIS, SAPPER, TANKS, US, draft, field
from msgspec.structs import replace

from wardesk.games.gts.ch03_drops import due, fog_cleared
from wardesk.games.gts.ch05_fire import factors_of, printed
from wardesk.games.gts.ch13_engineers import dozed, jobs_of, place
from wardesk.games.gts.ch14_victory import earned, holds, judge_end
from wardesk.games.gts.forces import Award, Hold, Stand
from wardesk.games.gts.state import (
    Fate,
    Fire,
    Turn,
)

# ---- drops and supply ---------------------------------------------------------------------------

ZONES = [{"id": "B", "name": "DZ B", "division": "101", "of": ["DZ B"]}]


def dropping(slots, number=2, days=0, **more):
    lift = [{"number": number, "division": "101", "day": days,
             "stick": [{"units": [US], "zone": "B"}]}]  # fmt: skip
    return field({HIM: FAR}, place=[{"units": [US], "at": "reserve"}], lift=lift, zone=ZONES,
                 slots=slots, chits={"allied": ["division/101"], "german": ["division/59"]},
                 **more)  # fmt: skip


DAYS = ["0700", "0900", "0700", "0900"]


@pytest.mark.rule("WED 3.2")
@pytest.mark.parametrize(("came", "late"), [(False, 1), (True, None)])
def test_a_drop_that_did_not_come_yesterday_puts_all_off_a_day(came, late):
    at = dropping(DAYS)
    at.state = replace(at.state, tracks={**at.state.tracks, "turn": 3})
    at.mark("drop/101/2", came or "")
    at.push(Turn(step="day"))
    assert at.state.marks.get("drop/late") == late
    assert (at.ask.kind, at.ask.dice, at.ask.lowest) == ("weather", (10,), 0)


@pytest.mark.rule("WED 3.1")
def test_which_drop_is_due():
    at = dropping(DAYS, days=1)
    assert due(at.setting, at.state) == []
    at.state = replace(at.state, tracks={**at.state.tracks, "turn": 3})
    assert [row.number for row in due(at.setting, at.state)] == [2]
    assert due(at.setting, at.mark("drop/late", 1).state) == []
    at.mark("drop/late", 0).mark("day/landed/101", 1)
    assert due(at.setting, at.state) == []
    assert due(at.setting, at.mark("day/landed/101", 0).mark("drop/101/2", True).state) == []


@pytest.mark.rule("WED 3.2")
@pytest.mark.parametrize(("hour", "turns"), [("0900", "1300 1500"), ("1100", "1500 1700")])
def test_a_drop_comes_two_or_three_turns_after_fog(hour, turns):
    at = dropping(["0700", "0900"], weather="fog", fog=3)
    d = draft(at)
    fog_cleared(d, hour)
    assert d.marks["day/drop"] == turns


@pytest.mark.rule("WED 3.5")
@pytest.mark.parametrize(("hour", "hours", "waits", "asked", "dropped"), [
    ("1300", "", False, True, False), ("1300", "", True, False, False),
    ("1300", "1300 1500", False, False, False), ("1300", "0900 1100", False, True, False),
    ("1500", "", False, False, True), ("1500", "1500 1700", False, False, False),
    ("1100", "", False, False, False), ("1700", "", False, False, False),
])  # fmt: skip
def test_when_supply_comes(hour, hours, waits, asked, dropped):
    at = dropping([hour, "1900"], supply={"101": "B"}, weather="rain")
    at.mark("day/drop", hours).mark("day/supply/101", "")
    if waits:
        at.mark("day/wait/101", True)
    at.push(Turn(step="supply"))
    assert (at.ask.kind == "supply") is asked
    assert (at.state.marks.get("day/supply/101") == 0) is dropped


@pytest.mark.rule("WED 3.5")
def test_supply_comes_with_the_drop_of_the_day_and_not_while_one_is_waited_for():
    at = dropping(["1500", "1900"], number=3, days=5, supply={"101": "B"}, weather="rain")
    at.mark("day/drop", "1500 1700").mark("day/supply/101", "")
    at.push(Turn(step="supply"))  # no drop is due: the hours are those of nobody
    assert at.state.marks.get("day/supply/101") == 0
    landed = dropping(["1100", "1900"], supply={"101": "B"}, weather="rain")
    landed.mark("day/landed/101", 0)
    landed.push(Turn(step="supply"))
    assert landed.state.marks.get("day/supply/101") == 0


@pytest.mark.rule("WED 3.2")
def test_a_drop_that_waits_comes_on_the_next_turn():
    at = dropping(["0900", "1100", "1300"])
    assert (at.ask.kind, at.state.marks["day/drop"]) == ("drop-when", "0900 1100")
    at.press("later")
    assert at.ask.kind == "chit"
    assert at.state.marks["day/later/101"] is True
    assert at.unit(US).at == "reserve"
    now = dropping(["0900", "1100", "1300"]).press("now")
    assert now.ask.kind == "drop-hex"
    assert not now.state.marks.get("day/later/101")


@pytest.mark.rule("WED 3.4.1", "WED N13")
@pytest.mark.parametrize(("roll", "more", "after"), [
    (4, 0, (2, 0)), (4, 1, (2, 1)), (8, -1, (2, 1)), (6, 2, (1, 0)), (9, 1, (1, 1)),
    (3, 9, (0, 0)),
])  # fmt: skip
def test_all_modifiers_of_a_drop_are_added(roll, more, after):
    at = field({US: "60.150", HIM: FAR}).change(US, untested=True)
    at.push(Fate(step="judge", unit=US, roll=roll, more=more))
    assert (at.unit(US).steps, at.unit(US).delay) == after
    assert not at.unit(US).untested


# ---- victory and range --------------------------------------------------------------------------


@pytest.mark.rule("WED SR14")
def test_an_award_that_is_not_at_once_waits_for_the_last_turn():
    def judged(at_once, now, him=FAR):
        award = {"winner": "allied", "title": "Gone", "lost": [HIS], "at_once": at_once}
        at = field({US: "60.150", HIM: him, HIS: FAR}, victory=[award]).change(HIS, at=None)
        d = draft(at)
        return judge_end(d, at_once=now), d.result

    assert judged(at_once=True, now=True)[1].winner == "allied"
    assert judged(at_once=False, now=True) == (False, None)
    assert judged(at_once=False, now=False)[1].winner == "allied"
    assert judged(at_once=True, now=False)[1].winner == "allied"


@pytest.mark.rule("WED SR14")
def test_a_unit_that_has_to_stand_somewhere_and_one_that_is_gone():
    at = field({US: "60.150", HIM: FAR})
    stand = Award(winner="allied", title="", stand=(Stand(unit=US, cells=("60.150",)),))
    assert earned(at.setting, at.state, stand)
    assert not earned(at.setting, at.change(US, at="60.151").state, stand)
    nobody = Award(winner="allied", title="", stand=(Stand(unit="nobody", cells=("60.150",)),))
    assert not earned(at.setting, at.state, nobody)
    lost = Award(winner="allied", title="", lost=(HIM,))
    assert not earned(at.setting, at.state, lost)
    assert earned(at.setting, at.change(HIM, at=None).state, lost)
    alone = Hold(side="allied", cells=("60.151",), alone=True)
    assert holds(at.setting, at.state, alone)
    assert not holds(at.setting, at.change(US, at="60.150").mark("60.151/last", "allied").state,
                     alone)  # fmt: skip
    assert holds(at.setting, at.state, replace(alone, alone=False))


@pytest.mark.rule("WED SR5.4")
@pytest.mark.parametrize(("firer", "target", "far", "value"), [
    (TANKS, US, 1, 0), (TANKS, US, 2, -1), (TANKS, US, 4, -3), (US, HIM, 2, -1),
])  # fmt: skip
def test_range_against_who_has_no_armour(firer, target, far, value):
    at = field({firer: "60.150", target: f"60.{150 - far}"})
    found = {f.id: f.value for f in factors_of(at.setting, at.state,
             Fire(step="roll", firer=firer, target=target))}  # fmt: skip
    assert found.get("range", 0) == value


@pytest.mark.rule("WED SR5.4")
@pytest.mark.parametrize(("far", "value"), [(1, 0), (2, -1), (4, -1), (5, -2)])
def test_range_against_armour(far, value):
    at = field({TANKS: "60.150", US: f"60.{150 - far}"})
    at.setting.counters[US] = replace(at.setting.counters[US], armoured=True)  # type: ignore[index]
    shot = Fire(step="roll", firer=TANKS, target=US)
    found = {f.id: f.value for f in factors_of(at.setting, at.state, shot)}
    assert found.get("range", 0) == value


@pytest.mark.rule("WED SR5.1", "WED SR7")
def test_a_red_assault_rating_counts_in_assaults_only():
    at = field({US: "60.150", HIM: "60.151"})
    row = replace(at.setting.counters[US], double=True, fire=3, assault=6, assault_weapon="white")
    at.setting.counters[US] = row  # type: ignore[index]
    shot = Fire(step="roll", firer=US, target=HIM)
    assert printed(at.setting, at.state, shot) == (3, "pink")
    for kind, attack in (("assault", 1), ("assault", 2), ("charge", 1)):
        close = replace(shot, kind=kind, attack=attack)
        assert printed(at.setting, at.state, close) == (6, "white")
    assert printed(at.setting, at.state, replace(shot, attack=2)) == (3, "pink")
    plain = replace(row, double=False)
    at.setting.counters[US] = plain  # type: ignore[index]
    assert printed(at.setting, at.state, replace(shot, kind="assault")) == (3, "pink")
    assert printed(at.setting, at.state, replace(shot, kind="assault", attack=2)) == (6, "white")


@pytest.mark.rule("WED 2.11", "WED 2.15.3")
def test_a_bulldozer_that_has_mended_is_free_and_road_bridges_are_not_improved():
    at = field({US: "60.150", SAPPER: "51.159"}, bulldozers=1, window=[],
               bridge=[{"id": "tongelreep", "tried": "unstable", "bulldozer": "new"}])  # fmt: skip
    d = draft(at)
    dozed(d, "tongelreep", 3)
    assert (d.tracks["dozers"], d.marks["dozer/tongelreep"]) == (1, "men")
    dozed(d, "tongelreep", 3)
    assert (d.tracks["dozers"], d.marks.get("dozer/tongelreep")) == (2, None)
    assert d.marks["bridge/tongelreep"] == "stable"
    kinds = {job.kind for job in jobs_of(at.setting, at.state, at.unit(SAPPER))}
    assert kinds == {"bridge"}


@pytest.mark.rule("WED 2.11")
def test_a_bulldozer_that_goes_to_work_is_taken_once_and_new_at_the_bridge():
    at = field({US: "60.150"}, bulldozers=2, window=[],
               bridge=[{"id": "tongelreep", "tried": "unstable"}])  # fmt: skip
    d = draft(at)
    for _ in range(2):
        place(d, "dozer//tongelreep")
        assert (d.tracks["dozers"], d.marks.get("dozer/tongelreep")) == (1, "new")
    assert d.marks["dozed/tongelreep"] == d.tracks["turn"]


@pytest.mark.rule("WED 3.2", "WED N12")
@pytest.mark.parametrize(("roll", "hours"), [(0, "0900 1100"), (3, None), (6, None), (8, None)])
def test_the_weather_of_the_morning_says_when_a_drop_may_come(roll, hours):
    at = field({HIM: FAR, US: "60.150"}).push(Turn(step="dawn")).roll(roll)
    assert at.state.marks.get("day/drop") == hours


@pytest.mark.rule("WED 3.4", "WED 2.15.5")
def test_who_lands_is_the_last_in_its_hex():
    at = dropping(["0700", "0900"], number=1).at("61.148")
    assert at.state.marks["61.148/last"] == "allied"
