"""Edges of events: aircraft, replacements, routs of those who cannot move, the 59th."""

from __future__ import annotations

import pytest
from gts_field import field
from msgspec.structs import replace

from wardesk.games.gts.state import Happening, Strike, UnitAction

US, MATE, CHIEF, HIM, HIS = "101.502.a", "101.502.b", "101.502.ldr", "59.dew.i1", "59.dew.i2"
CAPTAIN, SAPPER, FAR = "59.dew.ldr", "59.ind.ersp", "44.153"


def happening(at, event, side="allied", **more):
    return at.push(Happening(step=event, side=side, event=event, **more))


@pytest.mark.rule("WED S3.1")
def test_aircraft_are_aimed_within_ten_hexes_all_before_the_first_strikes():
    at = field({CHIEF: "60.150", HIM: "60.160", HIS: "60.161", "59.dew.i3": "60.155"}, window=[])
    happening(at, "air").roll(5)
    assert (at.ask.who, at.ask.pieces) == ("allied", (CHIEF,))
    at.pick(CHIEF)
    assert set(at.ask.cells) == {"60.160", "60.155"}
    at.at("60.160").at("60.155")
    assert (at.ask.kind, at.ask.pieces) == ("event-unit", (HIM,))
    at.pick(HIM)
    assert (at.ask.kind, at.ask.dice, at.ask.lowest) == ("strike", (10,), 0)
    assert "6 or less" in at.ask.context
    at.roll(9)
    assert at.ask.pieces == ("59.dew.i3",)
    at.pick("59.dew.i3").roll(6)
    assert at.unit("59.dew.i3").at is None


@pytest.mark.rule("WED S3.1")
@pytest.mark.parametrize(("setting", "comes"), [
    ({}, True), ({"weather": "overcast"}, False), ({"weather": "fog"}, False),
    ({"slots": ["Night", "0700"]}, False),
])  # fmt: skip
def test_aircraft_need_a_clear_day(setting, comes):
    at = happening(field({CHIEF: "60.150", HIM: "60.155"}, **setting), "air")
    assert (at.ask is not None and at.ask.kind == "strikes") is comes


@pytest.mark.rule("WED S3.1")
@pytest.mark.parametrize("choice", ["leader", "hex"])
def test_nobody_has_to_strike(choice):
    at = happening(field({CHIEF: "60.150", HIM: "60.155"}), "air").roll(2)
    if choice == "hex":
        at.pick(CHIEF)
    at.press("none")
    assert at.ask is None or at.ask.kind == "chit"


@pytest.mark.rule("WED S3.1")
def test_replacements_go_to_one_formation_step_by_step():
    at = field({US: "60.150", MATE: "60.151", "101.506.a": "60.152", HIM: FAR})
    at.change(US, steps=1).change(MATE, steps=1)
    happening(at, "reinforcement")
    assert [c.key for c in at.ask.choices] == ["101.502"]
    at.press("101.502")
    assert set(at.ask.pieces) == {US, MATE}
    at.pick(US)
    assert at.ask.pieces == (MATE,)
    at.pick(MATE)
    assert (at.unit(US).steps, at.unit(MATE).steps) == (2, 2)


@pytest.mark.rule("WED S3.1")
@pytest.mark.parametrize(("lost", "steps", "more"), [(0, 2, False), (1, 1, True), (2, None, True)])
def test_lost_men_of_the_82nd_join_a_formation_with_few_losses(lost, steps, more):
    new = "101.506.b"
    at = field({US: "60.150", MATE: "60.151", CHIEF: "60.152", HIM: FAR},
               place=[{"units": [new], "at": "reserve"}], lost_units=[new])  # fmt: skip
    for unit in (US, MATE)[:lost]:
        at.change(unit, steps=1)
    happening(at, "reinforcement").press("101.502")
    assert at.unit(new).at == ("60.152" if steps else "reserve")
    if steps:
        assert at.unit(new).steps == steps
    assert (at.ask is not None and at.ask.kind == "event-unit") is more


@pytest.mark.rule("WED S3.1")
def test_nobody_joins_without_a_leader_or_from_another_division():
    new = "101.506.b"
    for places, pool in (({US: "60.150"}, new), ({US: "60.150", CHIEF: "60.150"}, "gds.gren.i3")):
        at = field({HIM: FAR, **places}, place=[{"units": [pool], "at": "reserve"}],
                   lost_units=[pool])  # fmt: skip
        happening(at, "reinforcement")
        assert at.ask is None or at.ask.kind != "event-formation"


@pytest.mark.rule("WED S3.1")
@pytest.mark.parametrize(("side", "unit", "foe", "formation", "left"), [
    ("allied", US, HIM, "101.502", "entrenched"), ("german", "wal.107.g1", US, "wal.107", None),
])  # fmt: skip
def test_who_cannot_leave_the_zone_in_a_rout(side, unit, foe, formation, left):
    at = field({unit: "60.150", foe: "60.152"}).change(unit, steps=1)
    row = replace(at.setting.counters[unit], move=0)
    at.setting.counters[unit] = row  # type: ignore[index]
    happening(at, "rout", side).press(formation)
    assert at.unit(unit).at == ("60.150" if left else None)
    assert at.unit(unit).dug == (left or "")


@pytest.mark.rule("WED S3.1")
def test_who_is_out_of_fire_stays_in_a_rout_of_allies_and_leaves_in_one_of_germans():
    at = field({US: "60.150", MATE: "60.140", HIM: "60.152"}).change(US, steps=1)
    happening(at, "rout").press("101.502")
    at.at(at.ask.cells[0])
    assert (at.unit(MATE).at, at.unit(MATE).dug) == ("60.140", "")
    foe = field({US: "60.150", "wal.107.g1": "60.152", "wal.107.g2": FAR, HIM: FAR})
    foe.change("wal.107.g1", steps=1, suppressed=True, cohesion=2)
    happening(foe, "rout", "german").press("wal.107")
    foe.at(foe.ask.cells[0])
    gone = foe.unit("wal.107.g1")
    assert (gone.at, gone.steps, gone.suppressed, gone.cohesion) == ("routed", 1, False, 0)
    assert foe.unit("wal.107.g2").at == "routed"
    assert foe.unit(HIM).at == FAR


@pytest.mark.rule("WED S3.1")
@pytest.mark.parametrize(("roll", "gone"), [(1, True), (2, False)])
def test_the_59th_dissolves_at_its_losses_with_the_independents_of_its_leader(roll, gone):
    at = field({HIM: "60.152", HIS: "44.154", CAPTAIN: "60.154", SAPPER: "60.155", US: "60.150"})
    at.change(HIM, steps=1)
    happening(at, "rout", "german").press("59.dew")
    assert (at.ask.dice, at.ask.lowest) == ((10,), 0)
    at.roll(roll)
    left = [at.unit(u).at is None for u in (HIM, HIS, CAPTAIN, SAPPER)]
    assert left == [gone] * 4


@pytest.mark.rule("WED S3.1")
def test_the_enemy_of_the_roller_names_a_formation_of_either_side():
    at = field({US: "60.150", HIM: "60.152"}).change(US, steps=1).change(HIM, steps=1)
    happening(at, "rout", "allied")
    assert at.ask.who == "german"
    assert {c.key for c in at.ask.choices} == {"101.502", "59.dew"}


@pytest.mark.rule("WED S3.1", "WED SR11")
@pytest.mark.parametrize(("where", "barrage"), [("60.150", "heavy"), ("park", None)])
def test_an_explosion_shells_the_hex_but_not_a_park(where, barrage):
    gun = "59.art.ii"
    at = field({HIM: "60.150", US: FAR}, place=[{"units": [gun], "at": where}])
    happening(at, "explosion", "german")
    assert (at.ask.who, at.ask.pieces) == ("allied", (gun,))
    at.pick(gun).roll(0)
    assert at.state.marks.get("60.150/barrage") == barrage
    assert at.unit(gun).at is None
    asked = at.ask is not None and at.ask.kind in ("roll-hit", "check-hit")
    assert asked is (barrage is not None)


@pytest.mark.rule("WED S3.1")
@pytest.mark.parametrize(("roll", "after"), [(6, None), (3, 1), (7, "60.150")])
def test_a_strike_hits_at_its_rating_or_less(roll, after):
    at = field({US: "60.150", HIM: FAR}).push(Strike(step="roll", target=US, rating=6)).roll(roll)
    if after == 1:
        assert at.unit(US).cohesion == 1
    else:
        assert at.unit(US).at == after


@pytest.mark.rule("WED S3.1")
def test_two_units_that_rout_each_go_back_one_hex():
    at = field({US: "60.150", MATE: "61.150", HIM: "60.152"}).change(US, steps=1)
    happening(at, "rout").press("101.502")
    asked = []
    while at.ask is not None and at.ask.kind == "event-hex":
        asked.append(at.ask.about[0])
        at.at(at.ask.cells[0])
    assert asked == [US, MATE]


@pytest.mark.rule("WED S3.1")
def test_of_three_lost_steps_two_come_back():
    third = "101.502.c"
    at = field({US: "60.150", MATE: "60.151", third: "60.149", HIM: FAR})
    for unit in (US, MATE, third):
        at.change(unit, steps=1)
    happening(at, "reinforcement").press("101.502").pick(US).pick(MATE)
    assert [at.unit(u).steps for u in (US, MATE, third)] == [2, 2, 1]
    assert at.ask is None or at.ask.kind != "event-unit"


@pytest.mark.rule("WED SR8")
@pytest.mark.parametrize(("roll", "hits"), [(9, 1), (8, 0)])
def test_a_nine_fails_whatever_the_quality(roll, hits):
    at = field({US: "60.150", HIM: FAR}, in_command=True).change(US, cohesion=1, dug="entrenched")
    row = replace(at.setting.counters[US], tq=9)
    at.setting.counters[US] = row  # type: ignore[index]
    at.push(UnitAction(step="rally", unit=US, chit="division/101"))
    at.roll(roll)
    assert at.unit(US).cohesion == hits


@pytest.mark.rule("WED S1.0")
def test_a_gun_leaves_its_column_in_the_park():
    gun = "59.art.ii"
    at = field({gun: "60.150", US: FAR}).change(gun, column=True, men=True)
    at.push(UnitAction(step="park", unit=gun, chit="division/59"))
    assert (at.unit(gun).at, at.unit(gun).column, at.unit(gun).men) == ("park", False, False)
    assert at.rules.alive(at.state, UnitAction(step="over", unit=gun, chit=""))
