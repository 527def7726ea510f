"""The lines of a turn's checklist: what each asks, what the desk does by itself, what it notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import every_kind as k
import pytest
from garden import Garden, at, bring, event, marker_at
from small_campaign import Desk, small_design

from wardesk.campaign.ledger.events import EventDraft, LedgerEvent
from wardesk.campaign.market_garden import bookkeeping, ch05_off_map, s05_german
from wardesk.campaign.market_garden.checklist import LINES
from wardesk.campaign.market_garden.ruleset import RULESET
from wardesk.campaign.operation.design import OperationTable, TableRow
from wardesk.campaign.operation.schedule import Arrival, ChecklistStep
from wardesk.campaign.ruleset import (
    Acted,
    Ask,
    Pending,
    do_step,
    done_by_itself,
    find_ruleset,
    line_of,
    no_die,
    ruleset_of,
)
from wardesk.errors import UserError


class Hand:
    """A desk that does what its lines ask of it, without a file."""

    def __init__(self, garden: Garden) -> None:
        self.garden, self.design = garden, garden.design
        self.rolls: list[tuple[str, int | None]] = []

    @property
    def state(self):
        return self.garden.state

    def _action(self, name: str, words: Mapping[str, str]):
        action = next(each for each in RULESET.actions if each.id == name)
        values = {each.name: each.default for each in action.params}
        values |= {
            key: int(text) if key == "dispatch" else text for key, text in words.items()
        }  # fmt: skip
        return action, values

    def propose(self, name: str, words: Mapping[str, str]):
        action, values = self._action(name, words)
        return action.propose(self.design, self.state, values)

    def act(self, name: str, words: Mapping[str, str], *, roll: int | None = None) -> Acted:
        action, values = self._action(name, words)
        self.rolls.append((name, roll))
        roll = 0 if roll is None else roll
        return Acted(events=tuple(self.garden.add(
            action.run(self.design, self.state, values | {"roll": roll}))), roll=roll)  # fmt: skip

    def add(self, drafts: Sequence[EventDraft]) -> list[LedgerEvent]:
        return self.garden.add(list(drafts))


def line(garden: Garden, key: str) -> ChecklistStep:
    return next(each for each in garden.design.checklist if each.id == key)


def asked(garden: Garden, key: str, **words) -> Ask | None:
    return LINES[key].ask(Hand(garden), line(garden, key), words)


def done(garden: Garden, key: str, roll: int | None = None) -> tuple[list[str], str]:
    events, note = do_step(Hand(garden), line(garden, key), roll)
    return [each.kind for each in events], str(note)


# ---- weather ------------------------------------------------------------------------------------


def test_the_weather_asks_for_its_die_and_says_what_it_brought():
    garden = Garden()
    garden.go("18 Sep 0700")
    ask = asked(garden, "weather")
    assert (ask.step, ask.action, ask.whole, ask.proposal.kind) == ("weather", "weather", True,
                                                                  "weather")  # fmt: skip
    kinds, note = done(garden, "weather", 3)
    assert kinds == ["proposal.decided", "weather.set"]
    assert note == "rolled 3: fog"


def test_fog_is_asked_about_while_it_lies():
    garden = Garden()
    garden.go("18 Sep 0900")
    assert asked(garden, "fog") is None
    assert done(garden, "fog") == ([], "no fog")
    garden.add(event(k.WeatherSet(weather="fog", fog=4)))
    garden.go("18 Sep 1100")
    assert asked(garden, "fog").proposal.needed == 4
    assert asked(garden, "fog").whole
    kinds, note = done(garden, "fog", 9)
    assert (kinds[1], note) == ("weather.set", "rolled 9: overcast")


# ---- drops --------------------------------------------------------------------------------------


def test_drop_one_comes_by_itself_and_others_as_they_are_planned():
    garden = Garden()
    assert asked(garden, "drops") is None
    with pytest.raises(UserError, match="No die is needed"):
        done(garden, "drops", 3)
    kinds, note = done(garden, "drops")
    assert set(kinds) == {"unit.arrived", "weather.set"}
    assert note == "Drop One"
    assert done(garden, "drops") == ([], "none due")
    garden.go("18 Sep 0700")
    garden.add(event(k.WeatherSet(weather="clear")))
    hand = Hand(garden)
    plan = next(each for each in RULESET.actions if each.id == "plan-drop")
    for division, turn in (("101", "18 0900"), ("82", "18 1100")):
        values = {"division": division, "turn": at(turn), "replanned": False, "nonce": bytes(16)}
        garden.add(plan.run(hand.design, hand.state, values))
    garden.go("18 Sep 0900")
    kinds, note = done(garden, "drops")
    assert kinds[:2] == ["secret.revealed", "drop.landed"]
    assert kinds.count("secret.revealed") == 2  # both counters are turned over
    assert kinds.count("drop.landed") == 1
    assert note == f"{len(kinds)} events"
    garden.go("18 Sep 1300")
    assert done(garden, "drops") == ([], "none due")


def test_airborne_tanks_are_chosen_before_drop_one():
    garden = Garden(airborne_tanks=True)
    ask = asked(garden, "drops")
    assert (ask.action, ask.choice, len(ask.choices)) == ("choose-tanks", "option", 2)
    with pytest.raises(Pending, match="Which airborne tanks"):
        done(garden, "drops")
    garden.add(event(k.IdentityChosen(group="airborne_tanks", option=ask.choices[0][0])))
    assert asked(garden, "drops") is None
    assert done(garden, "drops")[1] == "Drop One"
    later = Garden(airborne_tanks=True)
    later.go("17 Sep 1500")
    assert asked(later, "drops") is None


# ---- the 1900 turn ------------------------------------------------------------------------------


def test_the_marker_asks_how_far_it_goes_once_a_turn():
    garden = Garden()
    garden.go("18 Sep 1900")
    ask = asked(garden, "marker")
    assert (ask.action, ask.choice) == ("advance", "stop")
    assert ask.choices == (("border", garden.design.routes[0].stops[0].name),)
    with pytest.raises(Pending, match="It can reach border"):
        done(garden, "marker")
    with pytest.raises(UserError, match="No die"):
        done(garden, "marker", 1)
    Hand(garden).act("advance", {"stop": "border"})
    assert asked(garden, "marker") is None
    assert done(garden, "marker") == ([], "moved")
    garden.go("19 Sep 1900")
    assert asked(garden, "marker") is None
    kinds, note = done(garden, "marker")
    assert kinds == []
    assert note.startswith("stays: Nobody knows yet")


def evening(**options) -> Garden:
    garden = Garden(**options)
    garden.go("18 Sep 1900", "release")
    return garden


def test_releases_come_by_themselves_until_one_is_rolled_for():
    garden = evening()
    assert asked(garden, "release") is None
    hand = Hand(garden)
    events = LINES["release"].unasked(hand)
    assert events[0].kind == "release.released"
    assert LINES["release"].unasked(hand) == []
    ask = asked(garden, "release", dispatch="2")
    assert (ask.action, ask.paid, ask.most_paid, ask.switches) == ("roll-release", "dispatch", 4,
                                                                   True)  # fmt: skip
    assert ask.words == {"dispatch": "2"}
    assert [each.value for each in ask.proposal.modifiers] == [1, -2]
    kinds, note = done(garden, "release", 9)
    assert kinds == ["proposal.decided", "release.failed"]
    assert note == "A roll failed on this turn."
    with pytest.raises(UserError, match="No die"):
        done(garden, "release", 1)
    assert asked(garden, "release") is None


def test_one_die_is_one_roll_for_a_release():
    garden = evening()
    hand = Hand(garden)
    do_step(hand, line(garden, "release"), 6)
    assert hand.rolls[:3] == [("release", None), ("roll-release", 6), ("roll-release", None)]


def test_in_wed_alone_no_points_are_asked_for_43rd_division():
    garden = Garden(both_games=False)
    marker_at(garden, "exit")
    garden.add(event(k.RouteLeft(route="club")))
    for entry in garden.design.queue[:9]:
        garden.add(event(k.Released(entry=entry.key, how="ruling")))
    garden.go("25 Sep 1900", "release")
    LINES["release"].unasked(Hand(garden))
    ask = asked(garden, "release", dispatch="2")
    assert (ask.paid, ask.words) == ("", {})


def test_the_status_says_whether_the_road_is_open():
    garden = Garden()
    garden.add(event(k.RouteStatus(route="club", cut=True)))
    garden.go("18 Sep 1900", "status")
    assert done(garden, "status") == (["route.status"], "open")
    marker_at(garden, "st-oedenrode")
    for state in ("wired", "blown"):
        garden.add(event(k.BridgeChanged(bridge="son", state=state, by="german")))
    garden.go("19 Sep 1900", "status")
    assert done(garden, "status") == (["route.status"], "cut")
    with pytest.raises(UserError, match="No die"):
        done(garden, "status", 1)


def test_each_corps_is_asked_about_once_and_not_in_its_last_box():
    garden = Garden()
    garden.go("18 Sep 1900", "corps")
    ask = asked(garden, "corps")
    assert (ask.words, ask.proposal.kind, ask.switches) == ({"corps": "xii"}, "corps:xii", True)
    hand = Hand(garden)
    hand.act("corps", {"corps": "xii"}, roll=9)
    assert asked(garden, "corps").words == {"corps": "viii"}
    events, note = do_step(hand, line(garden, "corps"), 0)
    assert [each.kind for each in events] == ["proposal.decided", "corps.advanced"]
    names = {each.id: each.name for each in garden.design.boxes}
    assert str(note) == f"XII Corps: {names['xii-start']}, VIII Corps: {names['east-1']}"
    assert asked(garden, "corps") is None
    garden.add(event(k.CorpsAdvanced(corps="viii", box="east-2")))
    garden.go("19 Sep 1900", "corps")
    hand = Hand(garden)
    do_step(hand, line(garden, "corps"), 5)
    assert hand.rolls == [("corps", 5)]
    garden.go("20 Sep 1900", "corps")
    assert asked(garden, "corps").words == {"corps": "xii"}


def test_one_die_is_one_roll_for_a_corps():
    garden = Garden()
    garden.go("18 Sep 1900", "corps")
    hand = Hand(garden)
    do_step(hand, line(garden, "corps"), 5)
    assert hand.rolls == [("corps", 5), ("corps", None)]


def test_the_raid_is_told_as_what_it_is():
    garden = Garden()
    garden.go("18 Sep Night")
    assert done(garden, "raid") == ([], "no marker was placed")
    for night, notes in ((1, ["the raid"]), (2, ["a decoy", "the raid"])):
        garden = Garden()
        garden.do(s05_german.hide_raid, night, bytes(16))
        for day, note in zip((18, 19), notes, strict=False):
            garden.go(f"{day} Sep Night")
            assert done(garden, "raid")[1] == note


# ---- lines that nobody has to do ----------------------------------------------------------------


def idle(garden: Garden, key: str) -> str:
    return str(LINES[key].idle(garden.design, garden.state))


def test_a_line_says_why_nobody_has_to_do_anything_about_it():
    garden = Garden()
    assert idle(garden, "offmap") == "nobody stands in a box"
    assert idle(garden, "dispatch") == "no dispatch points are kept here"
    assert idle(garden, "zones") == ""
    assert idle(garden, "mug") == idle(garden, "barrages") == "at the table"
    garden.do(bookkeeping.give_dispatch, "101", 0)
    assert idle(garden, "dispatch") == ""
    garden.go("21 Sep 0700")
    garden.do(ch05_off_map.move, "chi.drey", "oirschot")
    garden.go("21 Sep 1900")
    assert idle(garden, "offmap") == ""
    for division in ("101", "82", "1ab"):
        for unit in garden.design.members[division]:
            if garden.state.units[unit].place.kind != "removed":
                garden.add(event(k.UnitRemoved(unit=unit)))
    assert idle(garden, "zones") == "no drop is left"
    bring(garden, "wal.hof")
    assert done_by_itself(garden.design, garden.state, line(garden, "zones"))
    assert not done_by_itself(garden.design, garden.state, line(garden, "offmap"))
    assert done_by_itself(garden.design, garden.state, line(garden, "marker"))


# ---- lines of any campaign ----------------------------------------------------------------------


def test_a_campaign_without_rules_rolls_its_tables_and_brings_who_is_due():
    table = OperationTable(id="t", title="T", cite="1", rows=(TableRow(result="x"),))
    steps = (ChecklistStep(id="luck", title="Luck", slots=(), cite="1", table="t"),
             ChecklistStep(id="mend", title="Mend", slots=(), cite="1", action="bridge"),
             ChecklistStep(id="reinforcements", title="They come", slots=(), cite="1"),
             ChecklistStep(id="talk", title="Talk", slots=(), cite="1"))  # fmt: skip
    row = Arrival(subject="first", subject_kind="formation", game="ONE", mode="reinforcement",
                  at=0, basis="guess")  # fmt: skip
    desk = Desk(small_design(checklist=steps, tables=(table,), arrivals=(row,)))
    design = desk.design
    luck, mend, come, talk = steps
    assert line_of(design, luck).action == "roll"
    assert line_of(design, mend).action == "bridge"
    assert line_of(design, talk) is None
    assert [done_by_itself(design, desk.state, each) for each in steps] == [
        False, False, True, False,
    ]  # fmt: skip

    class Plain(Hand):
        def act(self, name, words, *, roll=None):
            self.rolls.append((name, roll))
            assert words == {"table": "t"}
            return Acted(events=(), roll=roll)

        def add(self, drafts):
            return desk.do(*(each.payload for each in drafts))

        def propose(self, name, words):
            return (name, dict(words))

    hand = Plain(desk)
    ask = line_of(design, luck).ask(hand, luck, {"a": "b"})
    assert (ask.action, ask.once, ask.words) == ("roll", True, {"a": "b", "table": "t"})
    assert str(do_step(hand, luck, 4)[1]) == "rolled 4"
    assert hand.rolls == [("roll", 4)]
    for step in (mend, talk):
        assert do_step(hand, step, None) == ([], "at the table")
        with pytest.raises(UserError, match=f"{step.title}: no die is needed"):
            do_step(hand, step, 3)
    events, note = do_step(hand, come, None)
    assert (len(events), str(note)) == (3, "3 units")
    assert str(do_step(hand, come, None)[1]) == "none due"
    with pytest.raises(UserError, match="No die is needed here"):
        do_step(hand, come, 3)


def test_a_ruleset_is_found_by_its_name_or_there_is_none():
    assert find_ruleset("market-garden") is RULESET
    for name in ("made-up", "market_garden.actions", "ledger", "", "../x"):
        assert find_ruleset(name) is None
    assert ruleset_of(small_design()).actions == ()
    assert no_die(None) is None
