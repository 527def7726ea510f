"""Who may do what at a campaign: refused with a reason, and only the umpire gives leave."""

from __future__ import annotations

from itertools import count

import pytest
from garden import garden_design
from small_campaign import NOW

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kind import Payload
from wardesk.campaign.ledger.kinds import all_kinds
from wardesk.campaign.ledger.kinds.messages import OrderGiven
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitArrived
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.sheets import ResultRow, ResultsSheet
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.rights import Allowed, NotYours

LEAVE = Allowed(by="umpire", reason="He is ill, the other one plays for him")


@pytest.fixture
def desk(tmp_path):
    numbers = count(1)
    with CampaignDesk.create(
        tmp_path / "a.wdcamp", garden_design(), name="Test", campaign="mg", seed=7, options={},
        now=lambda: NOW, nonce=lambda: next(numbers).to_bytes(16, "big"),
    ) as made:  # fmt: skip
        yield made


def unit_of(desk, side):
    return next(u.id for u in desk.design.units if desk.design.side_of(u.id) == side)


def placed(desk, unit):
    arrived = UnitArrived(unit=unit, place=Place("hex", "42.229", "wed", "WED"))
    desk.add([EventDraft(payload=arrived)])
    return unit


def test_a_player_may_write_these_kinds_and_no_other():
    free = {tag for tag, kind in all_kinds().items() if kind.refused is not Payload.refused}

    units = {tag for tag in all_kinds() if tag.startswith("unit.")}
    assert free == units | {
        "box.moved", "drop.assigned", "query.opened", "secret.committed", "secret.kept",
        "order.given", "correction.reversed",
    }  # fmt: skip


def test_a_player_cannot_enter_the_other_sides_result(desk):
    unit = placed(desk, unit_of(desk, "allied"))
    sheet = ResultsSheet(game="WED", rows=(ResultRow(unit=unit, steps=0),))
    head = desk.ledger.head
    with pytest.raises(NotYours, match=r"is not on the side of German commander"):
        desk.enter_results(sheet, "german")
    assert desk.ledger.head == head
    assert desk.enter_results(sheet, "allied")[0].actor == "allied"


def test_a_commander_enters_what_befell_his_own_formation_alone(desk):
    inside = next(u.id for u in desk.design.units if "101" in desk.design.above(u.formation))
    outside = next(u.id for u in desk.design.units if "gds" in desk.design.above(u.formation))
    for unit in (inside, outside):
        placed(desk, unit)
    desk.add([EventDraft(payload=StepsLost(unit=inside, steps=1))], "101")
    with pytest.raises(NotYours, match="does not stand under 101st"):
        desk.add([EventDraft(payload=StepsLost(unit=outside, steps=1))], "101")


@pytest.mark.parametrize("payload", [Points(side="german", points=3, cause="because")])
def test_a_player_cannot_act_as_the_umpire(desk, payload):
    with pytest.raises(NotYours, match="only the umpire does this"):
        desk.add([EventDraft(payload=payload)], "german")


def test_a_player_does_not_sign_rulings(desk):
    query = next(iter(desk.state.queries.values()))
    with pytest.raises(NotYours, match="does not make rulings"):
        desk.rule(query.id, query.proposed, reason="It suits me", author="german")


def test_a_player_cannot_do_the_other_sides_action(desk):
    with pytest.raises(NotYours, match="this is for Allied commander to do"):
        desk.act("spur", {"spur": "Son"}, seat="german")
    with pytest.raises(NotYours, match="only the umpire does this"):
        desk.act("weather", {}, roll=3, seat="allied")
    assert "draw.made" not in {event.kind for event in desk.ledger.events}
    assert desk.act("spur", {"spur": "Son"}, seat="allied").events


def test_the_umpire_may_do_what_a_seat_may_and_gives_leave_with_a_reason(desk):
    desk.act("spur", {"spur": "Son"}, seat="umpire")
    payload = Points(side="german", points=3, cause="a bet")
    with pytest.raises(NotYours, match="cannot allow this"):
        desk.add(
            [EventDraft(payload=payload)], "german", allowed=Allowed(by="allied", reason="Yes")
        )
    with pytest.raises(UserError, match="needs a reason"):
        desk.add([EventDraft(payload=payload)], "german", allowed=Allowed(by="umpire", reason=" "))
    done, leave = desk.add([EventDraft(payload=payload)], "german", allowed=LEAVE)
    assert done.actor == "german"
    assert leave.payload.override == LEAVE.reason
    assert "only the umpire does this" in leave.payload.proposed
    assert leave.seen_by == ("german",)


def test_a_refused_act_with_leave_leaves_no_leave_behind(desk):
    head = desk.ledger.head
    wrong = Points(side="moon", points=3, cause="a bet")
    with pytest.raises(UserError, match="There is no side"):
        desk.add([EventDraft(payload=wrong)], "german", allowed=LEAVE)
    assert desk.ledger.head == head


def test_a_seat_gives_orders_in_its_own_name_alone(desk):
    own = OrderGiven(seat="german", text="Hold")
    assert desk.add([EventDraft(payload=own, seen_by=("german",))], "german")
    with pytest.raises(NotYours, match="speaks for itself"):
        desk.add([EventDraft(payload=OrderGiven(seat="allied", text="Run"))], "german")
