"""A campaign driven by nothing but "the next thing that needs somebody"."""

from __future__ import annotations

from collections import Counter
from itertools import count

import pytest
from garden import garden_design
from small_campaign import NOW

from wardesk.campaign.ledger.doctor import examine
from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import TurnBegun
from wardesk.campaign.market_garden.kinds import CorpsAdvanced
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.forms import judge_form
from wardesk.services.campaign.needs import due_list, go_on, leave, next_need, settle
from wardesk.services.campaign.rights import Allowed


def make(path, **options):
    numbers = count(1)
    return CampaignDesk.create(
        path, garden_design(), name="Test", campaign="mg", seed=11, options=options,
        now=lambda: NOW, nonce=lambda: next(numbers).to_bytes(16, "big"),
    )  # fmt: skip


@pytest.fixture
def desk(tmp_path):
    with make(tmp_path / "a.wdcamp") as made:
        yield made


def drive(desk, until, met=None, corps=None):
    """Settle whatever comes, by the first value that is offered; what cannot be so is left."""
    goal = desk.design.calendar.ordinal(until)
    while desk.state.ordinal < goal or desk.pending():
        need = go_on(desk).need
        if need is None:
            return
        if met is not None:
            met.append((desk.design.calendar.turn(desk.state.ordinal).label, need))
        if desk.state.ordinal > goal:
            return
        words = {word: values[0][0] for word, values in need.choices.items() if values}
        try:
            settle(desk, need, words, roll=corps if need.key == "step:corps" else None)
        except UserError:
            leave(desk, need, "not in this test")


def keys(met, turn):
    return [need.key for label, need in met if label == turn]


@pytest.mark.slow
@pytest.mark.rule("MG 3.2", "MG 3.5", "MG 4.3.1", "MG S5.2", "MG S5.5")
def test_the_first_two_days_ask_for_everything_that_was_forgotten(desk):
    met = []
    drive(desk, "18 Sep Night", met)
    first = keys(met, "17 Sep 1300")
    assert "duty:raid" in first
    assert "duty:hot" in first
    assert {"duty:supply.101.3", "duty:fates.101.3"} <= set(first)
    assert "duty:huber" in keys(met, "17 Sep Night")
    plans = [key for key in keys(met, "18 Sep 0700") if key.startswith("duty:plan.")]
    assert plans == ["duty:plan.101.1", "duty:plan.82.1", "duty:plan.1ab.1"]
    irish = desk.design.members["gds.irish"]
    with_counter = {each.unit for each in desk.design.appearances if each.game == "WED"}
    assert {desk.state.units[u].place.kind for u in irish if u in with_counter} == {"hex"}
    assert desk.state.identities["kg_huber"]


def test_a_line_without_anything_to_do_is_not_asked(desk):
    met = []
    drive(desk, "17 Sep Night", met)
    asked = Counter(need.key for _turn, need in met if need.key.startswith("step:"))
    assert asked["step:activations"] == 5  # the turns of this day, each played at the table
    assert set(asked) == {"step:activations", "step:marker", "step:corps"}


def test_what_is_due_comes_again_until_it_is_done_or_left(desk):
    need = go_on(desk).need
    assert need.key == "duty:raid"
    assert need.when == "now"
    assert need.last
    assert go_on(desk).need == need
    with pytest.raises(UserError, match="say which night"):
        settle(desk, need)
    with pytest.raises(UserError, match="reason"):
        leave(desk, need, " ")
    leave(desk, need, "nobody bombs Eindhoven in our club")
    assert go_on(desk).need.key != "duty:raid"
    event = desk.ledger.events[-1]
    assert event.kind != "duty.left" or event.seen_by == ("umpire",)
    assert desk.state.left["raid"] == "nobody bombs Eindhoven in our club"


def test_what_was_missed_stays_and_can_be_done_late_with_a_reason(desk):
    while desk.state.ordinal < desk.design.calendar.ordinal("18 Sep 0700"):
        waiting = desk.pending()
        desk.next(skip="by hand" if waiting and waiting[0].id == "marker" else "")
    missed = [need for need in due_list(desk) if need.when == "missed"]
    assert "duty:huber" in [need.key for need in missed]
    need = next(each for each in missed if each.key == "duty:huber")
    with pytest.raises(UserError, match=r"S5\.5"):
        settle(desk, need, {"option": "huber.chill"})
    late = Allowed(by="umpire", reason="we forgot it yesterday")
    settle(desk, need, {"option": "huber.chill"}, allowed=late)
    assert desk.state.identities["kg_huber"] == "huber.chill"
    assert all(each.key != "duty:huber" for each in due_list(desk))


def test_the_list_looks_ahead(desk):
    later = {need.key: need for need in due_list(desk)}
    assert later["duty:huber"].when == "today"
    assert later["duty:reorganise"].when == "later"
    assert later["duty:offmap.chi.drey"].when == "later"
    assert "21 Sep 0700" in later["duty:offmap.chi.drey"].why


def test_the_fates_of_a_drop_are_one_deed_and_one_can_be_taken_back(desk):
    while (need := go_on(desk).need).key != "duty:fates.82.3":
        settle(desk, need, {word: values[0][0] for word, values in need.choices.items()})
    before = desk.ledger.head
    assert judge_form(desk, "drop-rolls", {"division": "82"}).effects > 80
    wrong = judge_form(desk, "drop-rolls", {"division": "82", "dice": "1,2,3"})
    assert "3 are there" in wrong.refused
    settle(desk, need)
    events = desk.ledger.events[before:]
    dice = [each for each in events if each.kind == "draw.made"]
    rolled = [each for each in events if each.kind == "proposal.decided"]
    assert len(dice) == 1
    assert len(dice[0].payload.results) == len(rolled) > 40
    flags = [unit for unit, now in desk.state.units.items() if "drop rolled" in now.flags]
    one = rolled[3].seq
    desk.take_back([one], reason="a cocked die", with_dependants=True, approved_by="umpire")
    after = [unit for unit, now in desk.state.units.items() if "drop rolled" in now.flags]
    assert len(after) == len(flags) - 1
    assert next_need(desk).key == "duty:fates.82.3"  # that unit alone waits now
    settle(desk, next_need(desk), {"dice": "7"})
    with pytest.raises(UserError, match="Nobody waits"):
        desk.act("drop-rolls", {"division": "82"})


@pytest.mark.rule("MG 5.1", "MG S5.1.1")
def test_the_boxes_and_the_display_are_asked_for(desk):
    desk.add([EventDraft(payload=TurnBegun(ordinal=desk.design.calendar.ordinal("21 Sep 0700")))])
    now = {need.key: need for need in due_list(desk)}
    assert now["duty:reorganise"].when == "missed"
    need = now["duty:offmap.chi.drey"]
    assert need.when == "now"
    doors = {each.box for each in desk.design.entries if each.owner == "chi"}
    box = next(value for value, _name in need.choices["box"] if value in doors)
    settle(desk, need, {"box": box})
    assert desk.state.boxes["chi.drey"].box == box
    desk.add([EventDraft(payload=TurnBegun(ordinal=desk.design.calendar.ordinal("21 Sep 1900")))])
    leave = Allowed(by="umpire", reason="the lines before it are done at the table")
    words = {"formation": "chi.drey", "box": box, "display": "yes"}
    desk.act("off-map", words, allowed=leave)
    later = {need.key: need for need in due_list(desk)}
    morning = desk.design.calendar.ordinal("22 Sep 0700")
    key = f"duty:display.chi.drey.{desk.state.ordinal}"
    assert later[key].when == "later"
    desk.add([EventDraft(payload=TurnBegun(ordinal=morning))])
    need = next(each for each in due_list(desk) if each.key == key)
    assert need.last
    settle(desk, need, {"entry": need.choices["entry"][0][0]})
    assert all(each.key != key for each in due_list(desk))


def begin(desk, turn):
    desk.add([EventDraft(payload=TurnBegun(ordinal=desk.design.calendar.ordinal(turn)))])


def far_north(desk, corps):
    """The corps goes up to its last box."""
    track = next(each for each in desk.design.corps if each.id == corps).track
    for box in track[1:]:
        desk.add([EventDraft(payload=CorpsAdvanced(corps=corps, box=box))])


LATE = ("chi.drey", "chi.buch", "chi.sei", "chi.jung", "wal.180")


@pytest.mark.rule("MG 5.1")
def test_every_formation_of_the_boxes_is_asked_for_from_its_day_on(desk):
    later = {need.key: need for need in due_list(desk)}
    assert {f"duty:offmap.{key}" for key in LATE} <= set(later)
    begin(desk, "22 Sep 0700")
    now = {need.key: need for need in due_list(desk)}
    for key in LATE:
        need = now[f"duty:offmap.{key}"]
        assert need.when == "now"
        settle(desk, need, {"box": need.choices["box"][0][0]})
        assert key in desk.state.boxes
    assert desk.state.boxes["wal.180"].box.startswith("east")


@pytest.mark.rule("MG 5.2")
def test_who_is_cut_off_by_a_corps_stays_in_the_list_until_somebody_says_so(desk):
    begin(desk, "21 Sep 0700")
    far_north(desk, "viii")
    need = next(each for each in due_list(desk) if each.key == "duty:offmap.wal.180")
    assert "behind a corps" in need.why
    assert need.by_leave
    box = {"box": need.choices["box"][0][0]}
    with pytest.raises(UserError, match=r"5\.2"):
        settle(desk, need, box)
    settle(desk, need, box, allowed=Allowed(by="umpire", reason="they slip through"))
    assert desk.state.boxes["wal.180"].box == box["box"]


@pytest.mark.rule("MG 5.2")
def test_a_reinforcement_behind_a_corps_is_told_and_can_be_left(desk):
    begin(desk, "19 Sep 0700")
    far_north(desk, "viii")
    begin(desk, "19 Sep 1500")
    need = next(each for each in due_list(desk) if each.key == "duty:shut.wal.107")
    assert need.when == "now"
    with pytest.raises(UserError, match="No action does it"):
        settle(desk, need)
    leave(desk, need, "they turn back at Helmond")
    assert all(each.key != need.key for each in due_list(desk))


@pytest.mark.rule("MG 3.5")
def test_supplies_that_nobody_planned_stay_in_the_list_and_can_be_entered_late(desk):
    begin(desk, "18 Sep Night")
    assert all(not need.key.startswith("duty:unsupplied") for need in due_list(desk))
    begin(desk, "19 Sep 0700")
    missed = [need for need in due_list(desk) if need.key.startswith("duty:unsupplied")]
    assert [need.key.rsplit(".", 2)[1] for need in missed] == ["101", "82", "1ab"]
    assert {need.when for need in missed} == {"missed"}
    words = {"enemy_in_zone": "yes"}
    with pytest.raises(UserError, match=r"3\.5"):
        settle(desk, missed[0], words)
    settle(desk, missed[0], words, allowed=Allowed(by="umpire", reason="we forgot it"))
    assert "duty:unsupplied.101.1" not in {need.key for need in due_list(desk)}


@pytest.mark.long
def test_a_whole_campaign_by_nothing_but_the_next_thing(desk):
    met = []
    drive(desk, "26 Sep Night", met, corps=9)  # their corps stay, so that the boxes stay open
    kinds = {need.key.partition(":")[2].partition(".")[0] for _turn, need in met}
    assert {
        "raid", "hot", "huber", "reorganise", "offmap", "plan", "supply", "fates", "weather",
        "marker", "release", "corps", "activations", "zones",
    } <= kinds  # fmt: skip
    brought = [
        key for key in (*LATE, "chi.ind")
        if key in desk.state.boxes
        or any(desk.state.units[u].place.kind != "not-yet" for u in desk.design.members[key])
    ]  # fmt: skip
    left = [key for key in desk.state.left if key.startswith("offmap.")]
    assert len(brought) + len(left) == 6
    assert not [need for need in due_list(desk) if need.when in ("missed", "now")]
    findings, _state = examine(desk.design, desk.ledger.events)
    assert not [each for each in findings if each.level == "error"]
