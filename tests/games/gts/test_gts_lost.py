"""The lost (S3.1, O3.0), alone and as a stack, and mines that hold whoever leaves."""

from __future__ import annotations

import pytest
from gts_field import field
from msgspec.structs import replace

from wardesk.engine.draft import Draft
from wardesk.engine.types import Path
from wardesk.games.gts.ch13_engineers import ferry_goal
from wardesk.games.gts.special.lost import stray_goals, together
from wardesk.games.gts.state import Assault, Astray, Happening, UnitAction

US, MATE, THIRD, CHIEF = "101.502.a", "101.502.b", "101.502.c", "101.502.ldr"
HIM, HIS, CAPTAIN = "59.dew.i1", "59.dew.i2", "59.dew.ldr"
FAR = "44.153"


def lost(places, side="allied", **more):
    """The enemy is asked which unit of *side* is lost."""
    return field(places, **more).push(Happening(step="lost", side=side, event="lost"))


def astray(at, *names, left=16, **more):
    """Some units are lost already."""
    (first, *rest) = names
    mates = tuple((name, left) for name in rest)
    return at.push(Astray(step="ask", unit=first, left=left, mates=mates, **more))


# ---- S3.1 Lost ----------------------------------------------------------------------------------


@pytest.mark.rule("WED S3.1")
def test_the_enemy_takes_one_unit_or_its_whole_stack():
    places = {US: "60.150", MATE: "60.150", THIRD: "62.150", HIM: FAR}
    at = lost(places)
    assert at.ask.who == "german"
    assert set(at.ask.pieces) == {US, MATE, THIRD}
    at.pick(US)
    assert [c.key for c in at.ask.choices] == ["alone", "stack"]
    at.press("stack").go(US, "60.149", "60.148").press("stop")
    assert [at.unit(u).at for u in (US, MATE, THIRD)] == ["60.148", "60.148", "62.150"]
    assert [at.unit(u).suppressed for u in (US, MATE, THIRD)] == [True, True, False]
    alone = lost(places).pick(MATE).press("alone").go(MATE, "60.149").press("stop")
    assert (alone.unit(US).at, alone.unit(MATE).at) == ("60.150", "60.149")
    assert (alone.unit(US).suppressed, alone.unit(MATE).suppressed) == (False, True)
    single = lost(places).pick(THIRD)
    assert single.ask.kind == "astray"


@pytest.mark.rule("WED S3.1")
def test_a_stack_goes_as_far_as_its_slowest():
    at = astray(field({US: "60.150", MATE: "60.150", HIM: FAR}), US, MATE)
    wide = set(at.rules.showing.reach(at.state, (US,)))
    slow = replace(at.state.stack[-1], mates=((MATE, 4),))
    near = set(stray_goals(at.setting, at.state, slow))
    assert near == {c for c in wide if at.setting.distance(c, "60.150") == 1}
    at.state = replace(at.state, stack=(*at.state.stack[:-1], slow))
    assert at.rules.check(at.state, Path((US,), ("60.149", "60.148")))
    at.go(US, "60.149")
    assert at.unit(MATE).at == "60.149"
    left = together(at.state, at.state.stack[-1])
    assert left == {US: 12, MATE: 0}


@pytest.mark.rule("WED S3.1")
def test_a_stack_that_holds_a_gun_without_wheels_stays_and_is_suppressed():
    at = field({US: "60.150", MATE: "60.150", HIM: FAR})
    row = replace(at.setting.counters[MATE], move=0)
    at.setting.counters[MATE] = row  # type: ignore[index]
    at.push(Happening(step="lost", side="allied", event="lost")).pick(US).press("stack")
    assert at.ask.kind == "astray"  # US may still be put into column
    assert at.ask.shape == "choose"
    at.press("stop")
    assert at.unit(US).at == at.unit(MATE).at == "60.150"
    assert at.unit(US).suppressed
    assert at.unit(MATE).suppressed


@pytest.mark.rule("WED S3.1")
def test_a_stack_finds_room_together_or_does_not_go_there():
    full = {f"101.502.{n}": "60.148" for n in "def"}
    at = astray(field({US: "60.150", MATE: "60.150", HIM: FAR, **full}), US, MATE)
    assert "60.148" not in at.rules.showing.reach(at.state, (US,))
    assert "60.147" in at.rules.showing.reach(at.state, (US,))
    assert at.setting.tables.figures.stack == 4
    found = at.rules.check(at.state, Path((US,), ("60.149", "60.148")))
    assert [reason.at for reason in found] == ["60.148"]
    alone = astray(field({US: "60.150", MATE: "60.150", HIM: FAR, **full}), US)
    assert "60.148" in alone.rules.showing.reach(alone.state, (US,))


@pytest.mark.rule("WED S3.1")
def test_in_a_town_full_of_dutch_there_is_room_for_any_stack():
    full = {f"101.502.{n}": "60.149" for n in "def"}
    at = astray(field({US: "60.150", MATE: "60.150", HIM: FAR, **full}), US, MATE)
    assert "60.149" not in at.rules.showing.reach(at.state, (US,))
    at.mark("60.149/dutch", "german")
    assert "60.149" in at.rules.showing.reach(at.state, (US,))


@pytest.mark.rule("WED S3.1")
def test_the_lost_stop_in_a_fire_zone_and_are_fired_at_where_they_begin_in_one():
    at = astray(field({US: "60.150", MATE: "60.150", HIM: "60.153"}), US, MATE)
    assert at.ask.shape == "path"
    at.go(US, "60.151")
    assert at.ask is None or at.ask.kind != "astray"
    assert (at.unit(US).at, at.unit(MATE).at) == ("60.151", "60.151")
    assert at.unit(US).suppressed
    under = astray(field({US: "60.150", MATE: "60.150", HIM: "60.152"}), US, MATE)
    assert not under.rules.check(under.state, Path((US,), ("60.149", "60.148")))
    under.go(US, "60.149", "60.148")
    assert (under.ask.kind, under.ask.who, under.ask.about) == ("opportunity", "german", (US,))
    under.press("hold")
    assert (under.ask.kind, under.ask.about) == ("opportunity", (MATE,))
    under.press("hold").press("stop")
    assert (under.unit(US).at, under.unit(MATE).at) == ("60.148", "60.148")


@pytest.mark.rule("WED S3.1")
def test_who_is_stopped_by_fire_stays_and_the_others_go_on():
    at = astray(field({US: "60.150", MATE: "60.150", HIM: "60.152"}), US, MATE)
    at.go(US, "60.149", "60.148").pick(HIM).roll(0, 1, 9)
    assert at.unit(US).suppressed
    at.press("hold")
    assert at.unit(US).at == "60.150"
    assert at.ask.pieces == (MATE,)
    assert at.unit(MATE).at == "60.148"
    assert not at.rules.showing.reach(at.state, (US,))
    at.press("stop")
    assert at.unit(MATE).suppressed


@pytest.mark.rule("WED S3.1")
def test_the_enemy_puts_the_lost_into_column_and_out_of_it():
    at = astray(field({US: "60.150", MATE: "60.150", HIM: FAR}).change(US, dug="improved"),
                US, MATE)  # fmt: skip
    assert {c.key for c in at.ask.choices} == {"stop", f"column/{US}", f"column/{MATE}"}
    at.press(f"column/{US}")
    assert (at.unit(US).column, at.unit(US).dug) == (True, "")
    assert together(at.state, at.state.stack[-1]) == {US: 14, MATE: 16}
    assert at.refused(f"column/{MATE}")
    at.press(f"spread/{US}")
    assert not at.unit(US).column
    assert together(at.state, at.state.stack[-1]) == {US: 10, MATE: 16}
    at.press(f"column/{MATE}")
    assert together(at.state, at.state.stack[-1]) == {US: 10, MATE: 14}
    at.press(f"hurry/{MATE}")
    assert (at.unit(MATE).column, at.unit(MATE).cohesion) == (False, 1)
    assert together(at.state, at.state.stack[-1]) == {US: 10, MATE: 14}
    poor = astray(field({US: "60.150", HIM: FAR}).change(US, column=True), US, left=3)
    assert poor.refused(f"spread/{US}")
    assert not poor.refused(f"hurry/{US}")


@pytest.mark.rule("WED S3.1")
def test_riders_are_lost_with_their_vehicle():
    tanks, men = "wal.107.p1", "wal.107.g1"
    at = field({tanks: "60.150", men: "60.150", US: FAR})
    at.change(tanks, carries=men).change(men, on=tanks)
    at.push(Happening(step="lost", side="german", event="lost"))
    assert at.ask.pieces == (tanks,)
    at.pick(tanks).go(tanks, "60.149").press("stop")
    assert [at.unit(u).at for u in (tanks, men)] == ["60.149", "60.149"]
    assert [at.unit(u).suppressed for u in (tanks, men)] == [True, True]


@pytest.mark.rule("WED S3.1")
def test_programs_find_an_answer_for_the_lost():
    from random import Random

    at = astray(field({US: "60.150", MATE: "60.150", HIM: FAR}), US, MATE)
    found = at.rules.options(at.state, 6, Random(1))
    assert any(isinstance(answer, Path) for answer in found)
    answer = at.rules.thinking.policy(at.state, Random(1))
    at.give(answer)
    assert at.unit(MATE).at == at.unit(US).at


# ---- mines --------------------------------------------------------------------------------------


def fight(at, **more):
    frame = Assault(step="win", side="allied", chit="direct", origin="60.150", cell="60.151",
                    attackers=(US, MATE))  # fmt: skip
    return at.push(replace(frame, **more))


def settle(at, face):
    """All choices by dice, and every die the same."""
    while at.ask.kind in ("check-mines", "roll-mines", "check-leave", "roll-leave"):
        at.roll(face) if at.ask.shape == "roll" else at.press("roll")
    return at


@pytest.mark.rule("WED S3.1", "WED SR7")
@pytest.mark.parametrize(("face", "cell"), [(9, "60.150"), (0, "60.151")])
def test_who_wins_an_assault_gets_out_of_mines_by_a_check(face, cell):
    at = field({US: "60.150", MATE: "60.150", HIM: FAR}).mark("60.150/mines", True)
    settle(fight(at), face)
    assert [at.unit(u).at for u in (US, MATE)] == [cell, cell]
    assert at.state.marks.get("60.151/last") == ("allied" if cell == "60.151" else None)


@pytest.mark.rule("WED S3.1", "WED SR7")
def test_without_mines_nobody_checks_after_an_assault():
    at = fight(field({US: "60.150", MATE: "60.150", HIM: FAR}))
    assert [at.unit(u).at for u in (US, MATE)] == ["60.151", "60.151"]


@pytest.mark.rule("WED S3.1", "WED SR7", "WED SR11")
@pytest.mark.parametrize(("mark", "value"), [("mines", True), ("barrage", "heavy")])
@pytest.mark.parametrize(("face", "goes"), [(9, False), (0, True)])
def test_who_falls_back_gets_out_of_mines_and_shells_by_a_check(mark, value, face, goes):
    at = field({US: "60.150", HIM: "60.151", HIS: "60.151"}).mark(f"60.151/{mark}", value)
    fight(at, step="stand", attackers=(US,)).pick(HIM).at("60.152")
    settle(at, face)
    if at.ask.kind == "opportunity":
        at.press("hold")
    assert at.unit(HIM).at == ("60.152" if goes else "60.151")
    assert at.ask.kind == "fall-back"
    assert at.ask.pieces == ((HIS,))  # who did not get out is not asked again


@pytest.mark.rule("WED S3.1")
@pytest.mark.parametrize(("face", "at_end", "dug"), [(9, "60.150", "entrenched"), (0, "", "")])
def test_a_rout_out_of_mines_needs_a_check(face, at_end, dug):
    at = field({US: "60.150", HIM: "60.152"}).change(US, steps=1).mark("60.150/mines", True)
    at.push(Happening(step="rout", side="allied", event="rout")).press("101.502")
    goal = at.ask.cells[0]
    settle(at.at(goal), face)
    assert at.unit(US).at == (at_end or goal)
    assert at.unit(US).dug == dug


@pytest.mark.rule("WED S3.1")
def test_a_german_who_does_not_get_out_of_mines_in_a_rout_is_gone():
    at = field({US: "60.150", HIM: "60.152", "wal.107.g1": "60.152"}).mark("60.152/mines", True)
    at.change("wal.107.g1", steps=1)
    at.push(Happening(step="rout", side="german", event="rout")).press("wal.107")
    settle(at.at(at.ask.cells[0]), 9)
    assert at.unit("wal.107.g1").at is None


@pytest.mark.rule("WED S3.1", "WED 2.18.2")
@pytest.mark.parametrize(("face", "goes"), [(9, False), (0, True)])
def test_a_ferry_takes_nobody_who_is_held_by_mines(face, goes):
    down = [{"id": "best-road", "destroyed": True}]
    at = field({"59.ind.ersp": "51.159", HIM: "51.159", US: FAR}, bridge=down)
    at.mark("ferry/best-road", "59.ind.ersp").mark("51.159/mines", True).change(HIM, column=True)
    assert ferry_goal(at.setting, at.state, at.unit(HIM)) == "51.160"
    settle(at.push(UnitAction(step="ferry", unit=HIM, chit="formation/59.dew")), face)
    assert at.unit(HIM).at == ("51.160" if goes else "51.159")


@pytest.mark.rule("WED S3.1", "WED SR11")
def test_mines_under_a_heavy_barrage_take_two_checks():
    at = field({US: "60.150", CHIEF: "60.150", HIM: FAR})
    at.mark("60.150/mines", True).mark("60.150/barrage", "heavy")
    at.draw("allied/formation/101.502").pick(US).go(US, "60.149")
    kinds = []
    while at.ask.kind in ("check-leave", "check-mines", "roll-leave", "roll-mines"):
        kinds.append(at.ask.kind)
        at.roll(0) if at.ask.shape == "roll" else at.press("roll")
    assert [k for k in kinds if k.startswith("roll")] == ["roll-leave", "roll-mines"]
    assert at.unit(US).at == "60.149"


@pytest.mark.rule("WED S3.1", "WED 4.3.3")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_mines_on_the_road_close_it_whoever_lays_them(side):
    at = field({US: "60.150", HIM: "60.152"}, route=["60.150", "60.151"])
    at.push(Happening(step="minefield", side=side, event="minefield")).at("60.151")
    assert at.state.tracks["route/closed"] == 1


@pytest.mark.rule("WED S3.1", "WED 4.3.3")
def test_a_gun_that_explodes_on_the_road_closes_it():
    at = field({US: "60.150", "gds.art.55a": "60.151", HIM: FAR}, route=["60.151", "60.152"])
    d = Draft(at.rules, at.state, umpire=False)
    assert not d.tracks.get("route/closed")
    at.push(Happening(step="explosion", side="allied", event="explosion")).pick("gds.art.55a")
    at.roll(9)
    assert at.state.marks["60.151/barrage"] == "heavy"
    assert at.state.tracks["route/closed"] == 1
    theirs = field({US: FAR, "59.art.ii": "60.151", HIM: "60.155"}, route=["60.151", "60.152"])
    before = theirs.state.tracks.get("route/closed", 0)
    theirs.push(Happening(step="explosion", side="german", event="explosion")).pick("59.art.ii")
    theirs.roll(9)
    assert theirs.state.tracks.get("route/closed", 0) == before
