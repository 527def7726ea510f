"""The umpire lets pass what the rules refuse: recorded with his reason and the rule."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest
from garden import garden_design
from small_campaign import NOW

from wardesk.campaign.choices import choices
from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import TurnBegun
from wardesk.campaign.ledger.kinds.rulings import ProposalJudged
from wardesk.campaign.ledger.refusals import Impossible, Refused
from wardesk.campaign.market_garden.kinds import CorpsAdvanced
from wardesk.errors import UserError
from wardesk.reports.campaign_story import campaign_story
from wardesk.services.campaign.actions import actions_of
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.forms import do_form, judge_form
from wardesk.services.campaign.moves import take_link
from wardesk.services.campaign.needs import go_on, leave, settle
from wardesk.services.campaign.rights import Allowed, NotYours
from wardesk.services.campaign.rows import query_rows

_numbers = count(1)
BY_UMPIRE = Allowed(by="umpire", reason="the club plays it so")


@pytest.fixture
def desk(tmp_path):
    with CampaignDesk.create(
        tmp_path / "m.wdcamp", garden_design(), name="T", campaign="mg", seed=3, options={},
        now=lambda: NOW, nonce=lambda: next(_numbers).to_bytes(16, "big"),
    ) as made:  # fmt: skip
        yield made


def begin(desk: CampaignDesk, text: str) -> None:
    desk.add([EventDraft(payload=TurnBegun(ordinal=desk.design.calendar.ordinal(text)))])


def overruled(desk: CampaignDesk) -> list[tuple[str, str, str]]:
    return [
        (event.payload.cite, event.payload.proposed, event.payload.override)
        for event in desk.ledger.events
        if isinstance(event.payload, ProposalJudged) and event.payload.override
    ]


def test_what_the_rules_refuse_is_done_with_a_reason_and_the_rule_is_named(desk):
    begin(desk, "18 Sep 0900")
    with pytest.raises(Refused, match="night of 17") as refused:
        desk.act("choose-huber", {"option": "huber.chill"})
    assert "umpire can allow it" in refused.value.advice

    done = desk.act("choose-huber", {"option": "huber.chill"}, allowed=BY_UMPIRE)

    assert desk.state.identities["kg_huber"] == "huber.chill"
    (record,) = overruled(desk)
    assert record[0] == "S5.5"
    assert "night of 17 September" in record[1]
    assert record[2] == "the club plays it so"
    ruling = next(event for event in done.events if event.kind == "proposal.decided")
    chosen = next(event for event in done.events if event.kind == "identity.chosen")
    assert ruling.source == "ruling"
    assert chosen.caused_by == ruling.seq
    assert set(ruling.seen_by) == {"german"}


def test_an_allowed_action_that_needs_no_leave_is_recorded_as_any_other(desk):
    begin(desk, "17 Sep Night")

    desk.act("choose-huber", {"option": "huber.chill"}, allowed=BY_UMPIRE)

    assert overruled(desk) == []


def test_a_roll_that_the_rules_refuse_is_made_with_leave(desk):
    begin(desk, "18 Sep 1300")

    desk.act("weather", {}, roll=9, allowed=BY_UMPIRE)

    assert desk.state.weather.kind == "rain"
    assert overruled(desk)[0][0] == "1.2"


@pytest.mark.parametrize(
    ("allowed", "error", "why"),
    [
        (Allowed(by="allied", reason="please"), NotYours, "cannot allow"),
        (Allowed(by="umpire", reason=" "), UserError, "needs a reason"),
    ],
)
def test_only_an_umpire_overrules_and_only_with_a_reason(desk, allowed, error, why):
    begin(desk, "18 Sep 1300")
    head = desk.ledger.head

    with pytest.raises(error, match=why):
        desk.act("weather", {}, roll=9, allowed=allowed)

    assert desk.ledger.head == head


def test_what_has_no_meaning_is_not_offered_to_the_umpire(desk):
    with pytest.raises(Impossible, match="No drop is planned") as refused:
        desk.act("land", {"division": "101"})
    assert refused.value.advice == ""

    with pytest.raises(Impossible):
        desk.act("land", {"division": "101"}, allowed=BY_UMPIRE)


def test_leave_for_a_seat_and_for_a_rule_is_one_leave(desk):
    begin(desk, "18 Sep 1300")

    desk.act("weather", {}, roll=9, seat="allied", allowed=BY_UMPIRE)

    assert sorted(row[0] for row in overruled(desk)) == ["1.2", "seats"]


def test_a_form_shows_what_could_be_allowed_and_does_it(desk):
    begin(desk, "18 Sep 1300")
    words = {"option": "huber.chill"}
    refused = judge_form(desk, "choose-huber", words)
    assert refused.refused
    assert refused.can_be_allowed
    assert not judge_form(desk, "land", {"division": "101"}).can_be_allowed

    fine = judge_form(desk, "choose-huber", words, allow="the club plays it so")
    do_form(desk, "choose-huber", words, allow="the club plays it so")

    assert not fine.refused
    assert "night of 17 September" in fine.overrules[0]
    assert desk.state.identities["kg_huber"] == "huber.chill"


WORDS = {
    "number": "1", "yes-no": "yes", "list": "", "turn": "1900", "assignments": "101.501:2:A",
    "text": "x",
}  # fmt: skip


@pytest.mark.parametrize("turn", ["17 Sep 1500", "18 Sep 1900", "21 Sep 0700", "22 Sep Night"])
def test_no_overruled_action_breaks(desk, turn):
    begin(desk, turn)
    for action in actions_of(desk.design):
        words = {}
        for param in action.params:
            some = [key for key, _name in choices(desk.design, desk.state, param.of)]
            if param.default is None:
                words[param.name] = some[len(some) // 2] if some else WORDS[param.kind]
        roll = 4 if action.propose is not None else None
        said = ""
        try:
            desk.act(action.id, words, roll=roll, allowed=BY_UMPIRE)
        except UserError as error:
            said = str(error)
        assert "umpire can allow" not in said, action.id


def test_each_question_says_whether_its_ruling_changes_what_the_desk_does(desk):
    rows = {row.id: row.decides for row in query_rows(desk.design, desk.state)}

    assert rows["open-or-cut"]
    assert rows["drop-timing"]
    assert not rows["huber-date"]
    assert not rows["oob-e506"]


def test_the_report_tells_what_was_overruled_and_why(desk):
    begin(desk, "18 Sep 0900")
    desk.act("choose-huber", {"option": "huber.chill"}, allowed=BY_UMPIRE)

    (told,) = campaign_story(desk.design, desk.ledger, None).overrides

    assert (told.what, told.cite) == ("Choose the set of KG Huber", "S5.5")
    assert told.reason == "the club plays it so"
    assert "night of 17 September" in told.proposed


def test_what_was_allowed_goes_with_the_leave_when_that_is_taken_back(desk):
    begin(desk, "18 Sep 0900")
    done = desk.act("choose-huber", {"option": "huber.chill"}, allowed=BY_UMPIRE)
    ruling = next(event for event in done.events if event.kind == "proposal.decided")

    desk.take_back([ruling.seq], reason="a slip", with_dependants=True, approved_by="umpire")

    assert "kg_huber" not in desk.state.identities


def test_all_of_what_two_rules_refused_goes_with_either_leave(desk):
    begin(desk, "18 Sep 0900")
    desk.act("choose-huber", {"option": "huber.chill"}, allowed=BY_UMPIRE)
    for box in ("west-1", "oirschot", "west-3"):
        desk.add([EventDraft(payload=CorpsAdvanced(corps="xii", box=box))])
    done = desk.act("huber-arrives", {}, allowed=BY_UMPIRE)
    rulings = [event for event in done.events if event.kind == "proposal.decided"]
    assert len(rulings) == 2
    assert len(done.events) > 4

    desk.take_back([rulings[0].seq], reason="a slip", with_dependants=True, approved_by="umpire")

    assert {desk.state.units[unit].place.kind for unit in desk.design.members["chi.huber"]} == {
        "not-yet"
    }


def any_words(desk, action, random):
    """Some value for each word of an action; None where there is nothing to choose from."""
    words = {}
    for param in action.params:
        some = [key for key, _name in choices(desk.design, desk.state, param.of)]
        if some:
            words[param.name] = random.choice(some)
        elif param.default is None:
            if param.of:
                return None
            words[param.name] = WORDS[param.kind]
    return words


@pytest.mark.parametrize("seed", range(4))
def test_whatever_says_that_the_umpire_can_allow_it_can_be_allowed(desk, seed):
    random = Random(seed)
    actions = actions_of(desk.design)
    offered = 0
    for _ in range(80):
        if random.random() < 0.15:
            begun = TurnBegun(ordinal=desk.state.ordinal + random.randrange(1, 4))
            desk.add([EventDraft(payload=begun)])
        action = random.choice(actions)
        words = any_words(desk, action, random)
        roll = random.randrange(10) if action.propose is not None else None
        if words is not None:
            offered += allowed_as_said(desk, action.id, words, roll)
    assert offered > 5


def allowed_as_said(desk, action, words, roll):
    """Whether it was refused with an offer of leave; then it must be done with that leave."""
    try:
        desk.act(action, words, roll=roll)
    except Refused as refused:
        if not refused.advice:
            return False
    except UserError:
        return False
    else:
        return False
    assert judge_form(desk, action, words).can_be_allowed
    failed = ""
    try:
        desk.act(action, words, roll=roll, allowed=BY_UMPIRE)
    except UserError as error:
        failed = str(error)
    # nothing may stand in the way but a number of the box that nobody has given yet
    assert not failed or "set-number" in failed
    return True


def test_a_way_that_is_shut_is_taken_with_leave_and_the_condition_is_named(desk):
    desk.enter_node("wed", [])
    with pytest.raises(Refused, match="umpire can allow"):
        take_link(desk, "wed", "tdc")
    assert "tdc" not in desk.state.nodes
    take_link(desk, "wed", "tdc", allowed=BY_UMPIRE)
    assert "tdc" in desk.state.nodes
    (record,) = [e.payload for e in desk.ledger.events if e.kind == "proposal.decided"]
    assert "way from" in record.proposed
    assert record.override == BY_UMPIRE.reason


def test_an_answer_to_a_line_that_the_rules_refuse_is_taken_with_leave(desk):
    begin(desk, "17 Sep 1900")
    while (need := go_on(desk).need).key != "step:marker":
        leave(desk, need, "not in this test")
    with pytest.raises(Refused, match=r"4\.2"):
        settle(desk, need, {"stop": "st-oedenrode"})
    settle(desk, need, {"stop": "st-oedenrode"}, allowed=BY_UMPIRE)
    route = desk.design.routes[0]
    assert route.stops[desk.state.routes[route.id].stop].id == "st-oedenrode"
