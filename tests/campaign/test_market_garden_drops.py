"""Drops of Market Garden: which turns, which units, under how many markers, and their supplies."""

from __future__ import annotations

import every_kind as k
import pytest
from garden import Garden, at, bring, event, garden_design
from msgspec.structs import replace

from wardesk.campaign.actions import ThrownRow
from wardesk.campaign.ledger.refusals import Impossible, Refused
from wardesk.campaign.market_garden import (
    ch01_weather,
    ch03_drop_table,
    ch03_drops,
    ch03_free_drop,
)
from wardesk.campaign.market_garden.ch03_drop_table import FateLoad
from wardesk.campaign.market_garden.ch03_free_drop import Assignment
from wardesk.campaign.market_garden.choices import CHOICES
from wardesk.campaign.market_garden.kinds import drop_of
from wardesk.campaign.market_garden.ruleset import RULESET
from wardesk.campaign.operation.places import Place
from wardesk.errors import UserError

NONCE = bytes(range(16))


def looked(garden: Garden, rule, *args, **more):
    return rule(garden.design, garden.state, *args, **more)


def morning(roll: int = 0, turn: str = "18 Sep 0700", **options) -> Garden:
    garden = Garden(**options)
    garden.do(ch03_drops.first_drop)
    garden.go(turn)
    garden.do(ch01_weather.weather, roll)
    return garden


def slots(garden: Garden, turns) -> list[str]:
    return [str(garden.design.calendar.turn(each).label) for each in turns]


def ruled(garden: Garden, query: str, decision: str) -> None:
    garden.add(event(k.RulingMade(
        id=f"u-{query}", query=query, decision=decision, scope="campaign", author="Ann",
        reason="so read",
    )))  # fmt: skip


# ---- when ---------------------------------------------------------------------------------------


@pytest.mark.rule("MG 3.2", "MG 3.6")
@pytest.mark.parametrize(
    ("cleared", "ruling", "turns"),
    [
        ("", "", ["18 Sep 0900", "18 Sep 1100"]),
        ("", "always two or three turns later", ["18 Sep 1100", "18 Sep 1300"]),
        ("", "always one or two turns later", ["18 Sep 0900", "18 Sep 1100"]),
        ("18 Sep 0900", "", ["18 Sep 1300", "18 Sep 1500"]),
        ("18 Sep 1100", "", ["18 Sep 1500", "18 Sep 1700"]),
        ("18 Sep 0900", "always one or two turns later", ["18 Sep 1100", "18 Sep 1300"]),
    ],
)
def test_a_drop_comes_so_many_turns_after_the_sky_has_cleared(cleared, ruling, turns):
    garden = morning(3 if cleared else 0)
    if ruling:
        ruled(garden, "drop-timing", ruling)
    if cleared:
        assert looked(garden, ch03_drops.windows) == ()
        garden.go(cleared)
        garden.do(ch01_weather.fog, 0)
    assert slots(garden, looked(garden, ch03_drops.windows)) == turns
    assert slots(garden, looked(garden, ch03_drops.windows, replanned=True)) == [
        "18 Sep 1500", "18 Sep 1700",
    ]  # fmt: skip
    garden.go("19 Sep 0700")
    assert looked(garden, ch03_drops.windows) == ()  # the sky of yesterday is none of today


@pytest.mark.rule("MG 3.5")
def test_supplies_alone_come_at_1300_or_1500():
    garden = morning(9)
    assert slots(garden, looked(garden, ch03_drops.supply_windows)) == [
        "18 Sep 1300", "18 Sep 1500",
    ]  # fmt: skip
    drafts = looked(garden, ch03_drops.plan, "101", at("18 1500"), NONCE)
    assert drafts[0].payload.supply_only
    assert slots(garden, drafts[0].payload.turns) == ["18 Sep 1300", "18 Sep 1500"]
    with pytest.raises(Refused, match=r"at 1300, 1500 only.*\[3.5\]"):
        garden.do(ch03_drops.plan, "101", at("18 1100"), NONCE)


@pytest.mark.rule("MG 3.2")
@pytest.mark.parametrize(
    ("turn", "chosen", "why"),
    [
        ("18 Sep 0700", "18 0700", r"at 0900, 1100 only.*\[3.2\]"),
        ("18 Sep 0900", "18 0700", "That turn is over"),
        ("18 Sep 1100", "18 1100", "too late for today"),
        ("18 Sep 0700", "18 1300", r"at 0900, 1100 only"),
    ],
)
def test_a_drop_is_planned_before_both_its_turns_and_for_one_of_them(turn, chosen, why):
    garden = morning()
    garden.go(turn)
    with pytest.raises(UserError, match=why):
        garden.do(ch03_drops.plan, "101", at(chosen), NONCE)


@pytest.mark.rule("MG 3.1", "MG 3.2")
def test_a_drop_is_planned_once_and_comes_on_its_turn_or_after_it():
    garden = morning()
    with pytest.raises(Impossible, match="No drop is planned"):
        garden.do(ch03_drops.land, "101")
    garden.do(ch03_drops.plan, "101", at("18 1100"), NONCE)
    with pytest.raises(Refused, match="planned already"):
        garden.do(ch03_drops.plan, "101", at("18 0900"), NONCE)
    with pytest.raises(Refused, match="not one of its turns"):
        garden.do(ch03_drops.land, "101")
    garden.go("18 Sep 0900")
    (told,) = garden.do(ch03_drops.land, "101")  # the counter is turned over: not yet
    assert told.kind == "secret.revealed"
    assert looked(garden, ch03_drops.land, "101") == []
    garden.go("18 Sep 1100")
    garden.do(ch03_drops.land, "101")
    assert drop_of(garden.state, "101").landed == (1, 2)
    assert drop_of(garden.state, "101").landed_at == at("18 1100")
    with pytest.raises(Refused, match="come down today"):
        garden.do(ch03_drops.plan, "101", at("18 1100"), NONCE)
    units = {u for u, now in garden.state.units.items() if now.dropped}
    assert units


@pytest.mark.rule("MG 3.1", "MG 3.2")
@pytest.mark.parametrize(("delays", "day"), [(0, "18"), (1, "19"), (2, "20")])
def test_a_drop_is_due_on_its_day_and_that_many_days_later(delays, day):
    garden = Garden()
    garden.do(ch03_drops.first_drop)
    for _ in range(delays):
        garden.add(event(k.DropPostponed(division="101")))
    due = [
        number for number in range(17, 22)
        if not garden.go(f"{number} Sep 1900") and looked(garden, ch03_drops.is_due, "101", 2)
    ]  # fmt: skip
    assert due == list(range(int(day), 22))
    assert not looked(garden, ch03_drops.is_due, "101", 1)  # it is down
    assert not looked(garden, ch03_drops.is_due, "101", 9)


@pytest.mark.rule("MG 3.1")
def test_drop_one_comes_once_and_only_the_divisions_that_are_played():
    garden = Garden()
    garden.do(ch03_drops.first_drop)
    for division in ch01_weather.DIVISIONS:
        units = garden.design.members[division]
        assert any(garden.state.units[unit].dropped for unit in units)
    with pytest.raises(Impossible, match="down already"):
        garden.do(ch03_drops.first_drop)
    alone = Garden(both_games=False)
    alone.do(ch03_drops.first_drop)
    games = {now.place.game for now in alone.state.units.values() if now.dropped}
    assert games == {"WED"}
    with pytest.raises(Refused, match="which is not played"):
        alone.do(ch03_drops.plan, "82", at("18 1300"), NONCE)
    with pytest.raises(Refused, match="which is not played"):
        alone.do(ch03_drops.supply, "82", enemy_in_zone=False)


# ---- supplies, other zones ----------------------------------------------------------------------


@pytest.mark.rule("MG 3.5", "MG S6.1.1")
def test_supplies_come_with_drop_one_and_a_second_time_with_the_next():
    garden = Garden()
    garden.do(ch03_drops.first_drop)
    garden.do(ch03_drops.supply, "101", enemy_in_zone=True)
    assert drop_of(garden.state, "101").interdicted
    with pytest.raises(Refused, match="once"):
        garden.do(ch03_drops.supply, "101", enemy_in_zone=False)
    garden.do(ch03_drops.supply, "82", enemy_in_zone=False)
    assert not drop_of(garden.state, "82").interdicted
    garden.go("17 Sep 1500")
    with pytest.raises(Refused, match="on this turn"):
        garden.do(ch03_drops.supply, "1ab", enemy_in_zone=False)


@pytest.mark.rule("MG 3.6")
@pytest.mark.parametrize(("roll", "won", "late"), [(0, True, 0), (5, False, 0), (9, False, 1)])
def test_other_zones_are_won_refused_or_cost_a_day(roll, won, late):
    garden = morning()
    garden.do(ch03_drops.zone_change, "101", roll)
    assert (ch03_free_drop.replan_fact("101") in garden.state.facts) is won
    assert drop_of(garden.state, "101").delay_days == late
    if won:
        drafts = looked(garden, ch03_drops.plan, "101", at("18 1500"), NONCE, replanned=True)
        assert slots(garden, drafts[0].payload.turns) == ["18 Sep 1500", "18 Sep 1700"]
        garden.go("19 Sep 0700")
        garden.do(ch01_weather.weather, 0)
    with pytest.raises(Refused, match="No other zones were won today"):
        garden.do(ch03_drops.plan, "101", at(f"{19 if won else 18} 1500"), NONCE,
                  replanned=True)  # fmt: skip


@pytest.mark.rule("MG 3.6")
def test_other_zones_are_asked_for_at_0700():
    garden = morning()
    garden.go("18 Sep 0900")
    with pytest.raises(Refused, match="0700 turn"):
        garden.do(ch03_drops.zone_change, "101", 0)


# ---- fates --------------------------------------------------------------------------------------


@pytest.mark.rule("MG 3.4.1")
@pytest.mark.parametrize(
    ("load", "glider", "rows"),
    [
        (FateLoad(zone="A"), False, []),
        (FateLoad(zone="A"), True, [2]),
        (FateLoad(zone="W"), True, []),
        (FateLoad(zone="N"), True, [1]),
        (FateLoad(zone="N"), False, []),
        (FateLoad(zone="A", germans=3), False, [3]),
        (FateLoad(zone="A", flak=2, flak_88=2), False, [2, 4]),
        (FateLoad(zone="A", germans=1, flak=1, flak_88=1), True, [2, 1, 1, 2]),
    ],
)
def test_what_counts_on_the_drop_table(load, glider, rows):
    design = garden_design()
    marked = tuple(replace(each, starred=each.id == "N") for each in design.zones)
    proposal = ch03_drop_table.propose_drop_roll(replace(design, zones=marked), load, glider=glider)
    assert [each.value for each in proposal.modifiers] == rows
    assert {each.cite for each in proposal.modifiers} <= {"3.4.1"}
    assert sum(each.ways for each in proposal.odds) == 10
    with pytest.raises(UserError, match="no zone called 'x'"):
        ch03_drop_table.propose_drop_roll(design, FateLoad(zone="x"), glider=glider)


def dropped(*units: str, number: int = 1, at_zone: str = "A") -> Garden:
    garden = Garden()
    place = Place("drop", at_zone, game="WED")
    for unit in units:
        garden.add(event(k.UnitArrived(unit=unit, place=place)))
    return garden


@pytest.mark.rule("MG 3.4.1")
def test_each_result_of_the_drop_table_does_what_it_says():
    table = Garden().design.table("drop")
    results = {table.row(roll).result for roll in range(30)}
    assert results
    for roll in range(30):
        garden = dropped("101.502.a")
        unit = garden.state.units["101.502.a"]
        germans = max(0, roll - 9)
        garden.do(
            ch03_drop_table.drop_fate,
            "101.502.a",
            min(roll, 9),
            FateLoad(zone="A", germans=germans),
        )
        after, result = garden.state.units["101.502.a"], table.row(roll).result
        if result == "eliminated":
            assert after.place.kind == "eliminated"
        else:
            assert after.steps == unit.steps - ("step loss" in result)
            marked = {"drop markers: 1"} if "delay" in result else set()
            assert set(after.flags) == {ch03_drop_table.ROLLED} | marked
        assert ch03_drop_table.ROLLED in after.flags


@pytest.mark.rule("MG 3.4.1")
def test_a_fate_is_for_who_has_just_dropped_and_once():
    garden = dropped("101.502.a")
    bring(garden, "101.501")
    with pytest.raises(Impossible, match="There is no unit 'x'"):
        garden.do(ch03_drop_table.drop_fate, "x", 0)
    with pytest.raises(Refused, match="has not just dropped: hex"):
        garden.do(
            ch03_drop_table.drop_fate, garden.design.members["101.501"][0], 0, FateLoad(zone="A")
        )
    garden.do(ch03_drop_table.drop_fate, "101.502.a", 0, FateLoad(zone="A"))
    with pytest.raises(Refused, match="was rolled for"):
        garden.do(ch03_drop_table.drop_fate, "101.502.a", 0, FateLoad(zone="A"))


@pytest.mark.rule("MG 3.4", "MG 3.4.1")
@pytest.mark.parametrize("put", [k.UnitArrived, k.UnitMoved])
def test_units_are_put_into_hexes_first_and_rolled_for_in_the_zone_where_they_came_down(put):
    garden = dropped("101.502.a", "101.502.b", "101.502.c")
    for unit in ("101.502.a", "101.502.c"):
        garden.add(event(put(unit=unit, place=Place("hex", "60.149", game="WED"))))
    garden.add(event(k.UnitEliminated(unit="101.502.c")))
    assert looked(garden, ch03_drop_table.waiting_for_their_fate, "101") == [
        "101.502.a",
        "101.502.b",
    ]
    assert [key for key, _ in CHOICES["dropped"](garden.design, garden.state)] == [
        "101.502.a", "101.502.b"
    ]  # fmt: skip
    proposal = looked(garden, ch03_drop_table.propose_unit_drop, "101.502.a")
    assert str(proposal.prompt).endswith("on A")
    garden.do(ch03_drop_table.drop_fate, "101.502.a", 0)
    assert looked(garden, ch03_drop_table.waiting_for_their_fate, "101") == ["101.502.b"]
    with pytest.raises(Refused, match="has not just dropped"):
        garden.do(ch03_drop_table.drop_fate, "101.502.c", 0)


GLIDER = "101.327.a"


@pytest.mark.rule("MG 3.3", "MG 3.4.1")
@pytest.mark.parametrize(
    ("text", "modifier"),
    [("DZ A / A1", 2), ("DZ X / LZ Z", 0), ("LZ Z / DZ X", 0), ("LZ W", 0), ("DZ/LZ N", 0)],
)
def test_a_glider_takes_the_landing_zone_of_a_plan(text, modifier):
    garden = dropped(GLIDER, at_zone=text)
    assert looked(garden, ch03_drop_table.propose_unit_drop, GLIDER).modifier == modifier


def test_where_no_zone_is_known_the_desk_asks_for_it():
    garden = dropped("101.502.a", at_zone="somewhere")
    with pytest.raises(Impossible, match="the plan says somewhere"):
        garden.do(ch03_drop_table.drop_fate, "101.502.a", 0)
    garden.do(ch03_drop_table.drop_fate, "101.502.a", 0, FateLoad(zone="A"))


@pytest.mark.rule("MG 3.4.1")
def test_many_fates_are_rolled_with_a_die_each_and_words_of_their_own():
    garden = dropped("101.502.a", "101.502.b")
    with pytest.raises(UserError, match="no division called 'x'"):
        looked(garden, ch03_drop_table.fates, "x", FateLoad())
    with pytest.raises(Impossible, match="Nobody waits"):
        looked(garden, ch03_drop_table.fates, "82", FateLoad())
    casts = looked(garden, ch03_drop_table.fates, "", FateLoad(flak=1))
    assert [each.key for each in casts] == ["101.502.a", "101.502.b"]
    assert [len(each.results) for each in casts] == [10, 10]
    assert [each.proposal.modifier for each in casts] == [1, 1]
    rows = (ThrownRow(key="101.502.b", words={"flak": "3", "zone": "B"}, die=4),)
    (one,) = looked(garden, ch03_drop_table.fates, "101", FateLoad(flak=1, germans=2), rows)
    assert (one.proposal.modifier, one.die, one.at) == (5, 4, "A")
    table = garden.design.table("drop")
    assert list(one.results) == [str(table.row(face + 5).result) for face in range(10)]
    for words, why in (({"rain": "1"}, "knows no 'rain'"), ({"flak": "x"}, "must be a number")):
        with pytest.raises(Impossible, match=why):
            looked(
                garden,
                ch03_drop_table.fates,
                "101",
                FateLoad(),
                (ThrownRow(key="101.502.b", words=words),),
            )
    for dice in ((1,), (1, 2, 3)):
        with pytest.raises(Impossible, match=f"2 dice are needed, {len(dice)} are there"):
            looked(garden, ch03_drop_table.drop_fates, "101", FateLoad(), (), dice)
    garden.add(looked(garden, ch03_drop_table.drop_fates, "101", FateLoad(), (), (0, 0)))
    assert looked(garden, ch03_drop_table.waiting_for_their_fate, "101") == []


# ---- free drops ---------------------------------------------------------------------------------


def row(formation="101.501", number=2, zone="A") -> Assignment:
    return Assignment(formation=formation, number=number, zone=zone)


@pytest.mark.rule("MG 3.3.2")
@pytest.mark.parametrize(
    ("rows", "error", "why"),
    [
        ([row("x")], UserError, "no formation called 'x'"),
        ([row(zone="x")], UserError, "no zone called 'x'"),
        ([row("82.504")], Impossible, "is not of 101"),
        ([row(zone="N")], Refused, "is not a zone of 101"),
        ([row(), row("101.502")], Impossible, "drops on .* in drop 2 already"),
        ([row(), row(zone="B")], Impossible, "A formation drops once"),
        ([row("101.ind")], Refused, "No formation drops on A in drop 2"),
        ([row(), row("101.ind", zone="B")], Refused, "No formation drops on B in drop 2"),
        ([row(), row("101.ind", number=3)], Refused, "No formation drops on A in drop 3"),
    ],
)
def test_a_free_drop_gives_each_formation_a_zone_and_a_drop_of_its_own(rows, error, why):
    garden = Garden(free_drop=True)
    with pytest.raises(error, match=why):
        garden.do(ch03_free_drop.assign, "101", rows, NONCE)


@pytest.mark.rule("MG 3.3.2")
@pytest.mark.parametrize(
    ("text", "rows"),
    [("101.501:2:A", [row()]), ("101.501:2:A,101.502:13:B", [row(), row("101.502", 13, "B")]),
     ("101.501", None), ("101.501:2", None), ("101.501:x:A", None), ("101.501:2:", None),
     ("101.501::A", None), ("", None)],
)  # fmt: skip
def test_assignments_are_typed_as_formation_drop_and_zone(text, rows):
    action = next(each for each in RULESET.actions if each.id == "assign-drops")
    read = next(each.read for each in action.params if each.read is not None)
    if rows is None:
        with pytest.raises(UserError, match="is no assignment"):
            read(text)
    else:
        assert read(text) == rows


@pytest.mark.rule("MG 3.3.1", "MG 3.3.2")
def test_drops_are_assigned_where_they_are_free_and_not_after_they_are_down():
    with pytest.raises(Refused, match="historical drop is played"):
        Garden().do(ch03_free_drop.assign, "101", [row()], NONCE)
    garden = Garden(free_drop=True)
    garden.do(ch03_free_drop.assign, "101",
              [row(), row("101.502", number=3), row("101.506", zone="B"), row("101.ind")],
              NONCE)  # fmt: skip
    found = ch03_free_drop.assignments(garden.state, "101")
    assert {key: (each.number, each.zone) for key, each in found.items()} == {
        "101.501": (2, "A"), "101.502": (3, "A"), "101.506": (2, "B"), "101.ind": (2, "A"),
    }  # fmt: skip
    numbers = looked(garden, ch03_drops.drop_numbers, "101")
    assert {numbers[u] for u in garden.design.members["101.502"]} == {3}
    garden.do(ch03_free_drop.assign, "101", [row(number=1)], NONCE)
    garden.go("18 Sep 0700")
    garden.add(event(k.FactSet(fact=ch03_free_drop.replan_fact("101"), value=1)))
    for number in (1, 2):
        if number == 2:
            garden.add(event(k.DropPlanned(division="101", number=2,
                                           turns=(garden.state.ordinal,))))  # fmt: skip
            garden.add(event(k.DropLanded(division="101", number=2)))
        with pytest.raises(Impossible, match=f"Drop {number} is down already"):
            garden.do(ch03_free_drop.assign, "101", [row(number=number)], NONCE)
    garden.do(ch03_free_drop.assign, "101", [row(number=3, zone="B")], NONCE)


@pytest.mark.rule("MG 3.4")
@pytest.mark.parametrize(("delay", "markers"), [(0, 1), (1, 2), (3, 4)])
def test_a_late_drop_lies_under_a_marker_and_one_more_for_each_day(delay, markers):
    garden = Garden()
    garden.do(ch03_drops.first_drop)
    for _ in range(delay):
        garden.add(event(k.DropPostponed(division="101")))
    garden.go(f"{18 + delay} Sep 0700")
    late = looked(garden, ch03_drops.drop_units, "101", 2)[0]
    garden.do(ch01_weather.weather, 0)
    garden.do(ch03_drops.plan, "101", garden.state.ordinal + 1, NONCE)
    garden.go(f"{18 + delay} Sep 0900")
    garden.do(ch03_drops.land, "101")
    for unit, marked in (("101.502.a", set()), (late, {f"drop markers: {markers}"})):
        garden.do(ch03_drop_table.drop_fate, unit, 0)
        assert set(garden.state.units[unit].flags) == {ch03_drop_table.ROLLED} | marked
