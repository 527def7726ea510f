"""The doctor finds what does not hold, and finds nothing in a sound campaign."""

from __future__ import annotations

import msgspec
from small_campaign import NOW, Desk

from wardesk.campaign.ledger.doctor import examine
from wardesk.campaign.ledger.kinds.bridges import BridgeChanged
from wardesk.campaign.ledger.kinds.messages import OrderGiven
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.ledger.kinds.scenarios import NodeEntered, NodeLeft
from wardesk.campaign.ledger.kinds.secrets import commit
from wardesk.campaign.ledger.kinds.units import StepsLost
from wardesk.campaign.operation.design import design_hash
from wardesk.campaign.operation.facts import facts_of


def played() -> Desk:
    desk = Desk()
    desk.arrive("r1", "r2")
    desk.do(StepsLost(unit="r1", steps=1), Points(side="red", points=1, cause="a town"))
    return desk


def found(desk: Desk, level="error", **more):
    return [f for f in examine(desk.design, desk.ledger.events, **more)[0] if f.level == level]


def test_a_sound_campaign_has_only_notes():
    desk = played()
    head = (desk.ledger.head, desk.ledger.head_hash)

    assert found(desk, head=head, stored_design_hash=design_hash(desk.design)) == []
    assert found(desk, "note")


def test_a_cut_off_tail_and_a_changed_design_are_found():
    desk = played()
    head = (desk.ledger.head, desk.ledger.head_hash)
    desk.ledger.events.pop()

    (cut,) = found(desk, head=head)
    assert "ends with" in cut.text
    (changed,) = found(desk, stored_design_hash="f" * 64)
    assert changed.place == "design"


def test_a_changed_event_is_named():
    desk = played()
    desk.ledger.events[3] = msgspec.structs.replace(desk.ledger.events[3], ordinal=2)

    (broken,) = found(desk)

    assert broken.place == "event 4"


def test_a_secret_told_to_another_seat_is_found():
    desk = played()
    desk.ledger.append(
        commit("raid", "red", "raid", "19 Sep Night", bytes(16)), actor="red", now=NOW
    )
    assert found(desk) == []

    desk.do(OrderGiven(seat="red", text="On 19 Sep Night they come."))

    (leak,) = found(desk)
    assert "secret 'raid'" in leak.text


def test_what_is_not_known_yet_is_missing_from_the_facts():
    desk = played()
    facts = facts_of(desk.design, desk.state)
    assert "scenario.drive.winner" not in facts
    assert "bridge.brook.usable" not in facts
    assert facts["bridge.weir.usable"] is True

    desk.do(NodeEntered(node="drive"), NodeLeft(node="drive", winner="red"))
    desk.do(BridgeChanged(bridge="brook", state="unstable"))

    facts = facts_of(desk.design, desk.state)
    assert facts["scenario.drive.winner"] == "red"
    assert facts["bridge.brook.usable"] is False
