"""The ledger: a chain that shows every change, events that must make sense, taking back."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_campaign import NOW, Desk, small_design

from wardesk.campaign.ledger.chain import Ledger, standing, undone_events
from wardesk.campaign.ledger.events import (
    PAYLOAD_VERSION,
    EventDraft,
    LedgerEvent,
    decode_body,
    first_break,
)
from wardesk.campaign.ledger.kind import Broken
from wardesk.campaign.ledger.kinds.bridges import BridgeChanged
from wardesk.campaign.ledger.kinds.calendar import FactSet, TurnBegun
from wardesk.campaign.ledger.kinds.forces import IdentityChosen, PoolChanged
from wardesk.campaign.ledger.kinds.messages import OrderGiven, PacketSent
from wardesk.campaign.ledger.kinds.routes import MarkerAdvanced, Released
from wardesk.campaign.ledger.kinds.rulings import (
    ChanceDrawn,
    Points,
    ProposalJudged,
    Reversed,
    RulingMade,
)
from wardesk.campaign.ledger.kinds.scenarios import NodeEntered, NodeLeft
from wardesk.campaign.ledger.kinds.secrets import commit, digest_of, reveal
from wardesk.campaign.ledger.kinds.units import (
    StepsLost,
    StepsRecovered,
    UnitArrived,
    UnitEliminated,
    UnitMoved,
    UnitRemoved,
    UnitTransferred,
)
from wardesk.campaign.market_garden.kinds import SpurChosen
from wardesk.campaign.operation.places import Place
from wardesk.errors import DamagedFile, NewerFile, UserError

HEX = Place("hex", "42.228", "S", "ONE")


def loss(unit: str, steps: int = 1) -> StepsLost:
    return StepsLost(unit=unit, steps=steps)


def played() -> Desk:
    desk = Desk()
    desk.arrive("r1", "r2", "b1")
    desk.do(loss("r1"), loss("b1"), Points(side="red", points=3, cause="a town"))
    return desk


# ---- the chain ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("body", '{"kind":"vp.awarded","cause":"a town","points":4,"side":"red"}'),
        ("actor", "red"),
        ("seen_by", ("red",)),
        ("recorded_at", "2026-05-10T12:00:01Z"),
        ("caused_by", 2),
        ("ordinal", 1),
        ("campaign", "c2"),
    ],
)
def test_a_changed_field_is_found_at_its_event(field, value):
    events = played().ledger.events
    events[5] = msgspec.structs.replace(events[5], **{field: value})

    broken = first_break(events)

    assert broken is not None
    assert broken[0] == 6
    with pytest.raises(DamagedFile, match="event 6"):
        Ledger.verified(small_design(), "c1", events)


def test_a_missing_and_a_swapped_event_are_found():
    events = played().ledger.events

    assert first_break([*events[:3], *events[4:]]) == (5, "event 4 is missing before it")
    assert first_break([*events[:3], events[4], events[3], *events[5:]]) is not None
    assert first_break(events) is None


def test_a_stored_ledger_adds_up_to_the_same_state():
    desk = played()
    copies = [
        msgspec.json.decode(msgspec.json.encode(event), type=LedgerEvent)
        for event in desk.ledger.events
    ]

    again = Ledger.verified(small_design(), "c1", copies)

    assert again.state == desk.state
    assert again.head_hash == desk.ledger.head_hash


def test_an_event_of_a_later_wardesk_is_told_from_a_damaged_one():
    with pytest.raises(NewerFile):
        decode_body("moon.landed", 1, '{"kind":"moon.landed"}')
    with pytest.raises(NewerFile):
        decode_body("vp.awarded", PAYLOAD_VERSION + 1, "{}")
    with pytest.raises(DamagedFile):
        decode_body("vp.awarded", 1, '{"kind":"vp.awarded","side":7}')
    with pytest.raises(DamagedFile):
        decode_body("vp.awarded", 1, "{{")


def test_all_events_of_a_batch_count_or_none():
    desk = played()
    before, head = msgspec.json.encode(desk.state.units), desk.ledger.head

    with pytest.raises(Broken):
        desk.do(loss("r2"), loss("r1", 9))

    assert desk.ledger.head == head
    assert msgspec.json.encode(desk.state.units) == before


def test_what_could_not_be_stored_does_not_count():
    desk = played()
    before, head = desk.state.units["r1"], desk.ledger.head

    def full_disk(events, state):
        raise UserError("The disk is full.")

    with pytest.raises(UserError, match="full"):
        desk.ledger.append(
            [EventDraft(payload=loss("r1"))], actor="umpire", now=NOW, write=full_disk
        )

    assert desk.ledger.head == head
    assert desk.state.units["r1"] == before


# ---- events must make sense ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "event", "why"),
    [
        ([], loss("nobody"), "no unit"),
        ([], loss("r1", 3), "cannot lose 3"),
        ([UnitEliminated(unit="r1")], loss("r1"), "eliminated"),
        ([], StepsRecovered(unit="r1", steps=1), "at most"),
        ([loss("r3")], StepsRecovered(unit="r3", steps=1), "where R3 comes back"),
        ([UnitRemoved(unit="r3")], StepsRecovered(unit="r3", steps=1, place=HEX), "out of the"),
        ([], UnitMoved(unit="r1", place=HEX), "not in play"),
        (
            [UnitArrived(unit="r1", place=HEX)],
            UnitArrived(unit="r1", place=Place("hex", "1.1", "T", "TWO")),
            "in play already",
        ),
        (
            [UnitArrived(unit="r1", place=HEX)],
            UnitMoved(unit="r1", place=Place("hex", "1.1", "T", "TWO")),
            "in ONE, not in TWO",
        ),
        ([], UnitArrived(unit="b2", place=Place("hex", "1.1", "T", "TWO")), "no counter in TWO"),
        ([], UnitArrived(unit="h1", place=HEX), "must be chosen"),
        (
            [IdentityChosen(group="huber", option="b")],
            UnitArrived(unit="h1", place=HEX),
            "Huber-B was chosen",
        ),
        (
            [IdentityChosen(group="huber", option="b")],
            IdentityChosen(group="huber", option="a"),
            "chosen already",
        ),
        ([NodeEntered(node="drive", units=("r1",))], NodeEntered(node="main", units=("r1",)), "in"),
        ([NodeEntered(node="drive")], NodeLeft(node="drive", winner="green"), "not one of"),
        ([], NodeLeft(node="drive", winner="red"), "not open"),
        ([MarkerAdvanced(route="road", stop="town")] * 1,
         MarkerAdvanced(route="road", stop="town"), "never goes back"),
        (
            [SpurChosen(route="road", spur="Best")],
            MarkerAdvanced(route="road", stop="son"),
            "not chosen",
        ),
        (
            [SpurChosen(route="road", spur="Best")],
            SpurChosen(route="road", spur="Son"),
            "for good",
        ),
        ([], Released(entry="cold", how="roll"), "stands before"),
        ([], BridgeChanged(bridge="weir", state="bailey-placed"), "cannot become"),
        (
            [BridgeChanged(bridge="weir", state="wired", by="red")],
            BridgeChanged(bridge="weir", state="blown", by="blue"),
            "nly red",
        ),
        ([], PoolChanged(pool="trucks", change=-3), "nly 2"),
        ([TurnBegun(ordinal=2)], TurnBegun(ordinal=1), "backwards"),
        ([], TurnBegun(ordinal=9), "calendar is over"),
        ([], ChanceDrawn(what="d", faces=(10, 10), results=(3,), how="typed"), "its result"),
        ([], ProposalJudged(title="t", cite="c", proposed="a", decided="b"), "needs a reason"),
        ([], Points(side="green", points=1, cause="x"), "no side"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_with_the_reason(before, event, why):
    desk = Desk()
    desk.do(*before) if before else None

    with pytest.raises(Broken, match=why):
        desk.do(event)


def test_the_last_step_eliminates_and_a_recovery_brings_back():
    desk = Desk()
    desk.arrive("r3")
    desk.do(loss("r3"))
    assert desk.state.units["r3"].place.kind == "eliminated"

    desk.do(StepsRecovered(unit="r3", steps=1, place=HEX))

    assert desk.state.units["r3"].place == HEX
    assert (desk.state.steps_lost, desk.state.steps_recovered) == (1, 1)


def test_a_loss_in_one_game_is_seen_on_the_counter_of_the_other():
    desk = Desk()
    desk.arrive("r2")
    desk.do(loss("r2"))

    desk.do(UnitTransferred(unit="r2", from_game="ONE", to_game="TWO"))
    assert desk.state.units["r2"].place == Place("transit", game="TWO")
    desk.do(UnitArrived(unit="r2", place=Place("hex", "14.89", "T", "TWO")))

    assert desk.state.units["r2"].steps == 2
    assert desk.design.counters["TWO", "R2"] == "r2"


def test_a_unit_in_transit_arrives_where_it_was_sent_only():
    desk = Desk()
    desk.arrive("r2")
    desk.do(UnitTransferred(unit="r2", from_game="ONE", to_game="TWO"))

    with pytest.raises(Broken, match="on its way to TWO"):
        desk.do(UnitArrived(unit="r2", place=HEX))


def test_a_stranger_cannot_act():
    with pytest.raises(UserError, match="no seat 'eve'"):
        Desk().do(FactSet(fact="a", value=1), by="eve")


# ---- taking back --------------------------------------------------------------------------------


def test_undo_is_free_until_another_seat_acts():
    desk = played()
    (event,) = desk.do(loss("r2"), by="red")
    assert desk.ledger.reversal([event.seq], "red").free

    desk.do(OrderGiven(seat="blue", text="Hold."), by="blue")

    found = desk.ledger.reversal([event.seq], "red")
    assert not found.free
    assert "Blue has acted" in found.why_not_free
    with pytest.raises(UserError, match="umpire"):
        desk.ledger.take_back([event.seq], actor="red", reason="oops", now=NOW)
    with pytest.raises(UserError, match="umpire"):
        desk.ledger.take_back([event.seq], actor="red", reason="oops", now=NOW, approved_by="blue")
    (said,) = desk.ledger.take_back(
        [event.seq], actor="red", reason="oops", now=NOW, approved_by="umpire"
    )
    assert desk.state.units["r2"].steps == 3
    assert said.payload.approved_by == "umpire"
    assert event in desk.ledger.events


def test_undo_is_not_free_once_a_die_was_seen():
    desk = played()
    roll = ChanceDrawn(what="weather", faces=(10,), results=(3,), how="seeded")
    first, *_ = desk.do(loss("r2"), roll, by="red")

    assert "dice were seen" in desk.ledger.reversal([first.seq], "red").why_not_free


def test_undo_needs_a_reason():
    desk = played()
    with pytest.raises(UserError, match="reason"):
        desk.ledger.take_back([7], actor="umpire", reason=" ", now=NOW)


def test_what_an_event_caused_goes_with_it():
    desk = played()
    roll = Released(entry="hot", how="first")
    done = desk.ledger.append(
        [
            EventDraft(payload=roll),
            EventDraft(payload=Points(side="blue", points=2, cause="Hot"), caused_by=-1),
        ],
        actor="umpire",
        now=NOW,
    )

    assert desk.ledger.reversal([done[0].seq], "umpire").of == (done[0].seq, done[1].seq)
    desk.ledger.take_back([done[0].seq], actor="umpire", reason="too early", now=NOW)

    assert desk.state.points("blue") == 0
    assert desk.state.queue["hot"].status == "waiting"


def test_later_events_that_no_longer_hold_are_listed_and_go_together_or_not_at_all():
    desk = Desk()
    desk.arrive("r1")
    desk.do(loss("r1"))
    arrival = 2

    found = desk.ledger.reversal([arrival], "umpire")
    assert found.also == ()
    desk.do(UnitMoved(unit="r1", place=Place("hex", "42.229", "S", "ONE")))
    found = desk.ledger.reversal([arrival], "umpire")
    assert [seq for seq, _ in found.also] == [4]
    with pytest.raises(UserError, match="event 4"):
        desk.ledger.take_back([arrival], actor="umpire", reason="wrong", now=NOW)

    desk.ledger.take_back([arrival], actor="umpire", reason="wrong", now=NOW, with_dependants=True)

    assert desk.state.units["r1"].place.kind == "not-yet"
    assert desk.state.units["r1"].steps == 1


def test_a_reversal_can_be_taken_back_again():
    desk = played()
    (undo,) = desk.ledger.take_back([7], actor="umpire", reason="oops", now=NOW)
    assert desk.state.points("red") == 0

    desk.ledger.take_back([undo.seq], actor="umpire", reason="it was right", now=NOW)

    assert desk.state.points("red") == 3
    assert undone_events(desk.ledger.events) == {undo.seq}


@pytest.mark.golden("reversal")
def test_a_reversal_changes_points_and_makes_packets_stale():
    desk = played()
    (sent,) = desk.do(PacketSent(seat="red", upto=7, sha256="0" * 64))
    assert desk.ledger.reversal([7], "umpire").stale_packets == (sent.seq,)

    desk.ledger.take_back([7], actor="umpire", reason="typed twice", now=NOW)

    assert desk.state.points("red") == 0
    assert desk.ledger.stale_packets() == [sent.seq]


def test_a_packet_of_a_seat_that_never_saw_the_event_is_not_stale():
    desk = played()
    (hidden,) = desk.do(Points(side="red", points=1, cause="a secret"), seen_by=("red",))
    desk.do(PacketSent(seat="blue", upto=hidden.seq, sha256="0" * 64))

    desk.ledger.take_back([hidden.seq], actor="umpire", reason="wrong", now=NOW)

    assert desk.ledger.stale_packets() == []


def test_the_state_of_any_moment_can_be_had():
    desk = played()
    desk.do(TurnBegun(ordinal=1))
    desk.do(loss("r2"))

    assert desk.ledger.state_at(4).units["r1"].steps == 2
    assert desk.ledger.state_on(0).units["r2"].steps == 3
    assert desk.ledger.state_on(1).units["r2"].steps == 2
    assert standing(desk.design, desk.ledger.events) == desk.state


# ---- secrets and visibility ---------------------------------------------------------------------


def test_a_secret_binds_and_is_told_later():
    desk = Desk()
    drafts = commit("raid", "red", "the night of the air raid", "19 Sep", bytes(range(16)))
    desk.ledger.append(drafts, actor="red", now=NOW)
    others = [event.body for event in desk.ledger.visible_to("blue")]
    assert not any("19 Sep" in body for body in others)
    assert any("19 Sep" in event.body for event in desk.ledger.visible_to("red"))

    desk.ledger.append([reveal(desk.state, "raid")], actor="red", now=NOW)

    assert desk.state.secrets["raid"].revealed == "19 Sep"
    assert any("19 Sep" in event.body for event in desk.ledger.visible_to("blue"))


def test_another_value_than_the_committed_one_is_refused():
    from wardesk.campaign.ledger.kinds.secrets import SecretRevealed

    desk = Desk()
    desk.ledger.append(commit("raid", "red", "raid", "18", bytes(16)), actor="red", now=NOW)

    with pytest.raises(Broken, match="not what was committed"):
        desk.do(SecretRevealed(secret="raid", nonce=bytes(16).hex(), value="19"))
    assert digest_of("aa", "18") != digest_of("ab", "18")


def test_a_secret_cannot_be_kept_where_others_see_it():
    desk = Desk()
    drafts = commit("raid", "red", "raid", "18", bytes(16))
    open_drafts = [msgspec.structs.replace(draft, seen_by=("*",)) for draft in drafts]

    with pytest.raises(Broken, match="own seat"):
        desk.ledger.append(open_drafts, actor="red", now=NOW)


def test_an_event_for_the_umpire_alone_is_seen_by_nobody_else():
    desk = Desk()
    (event,) = desk.do(FactSet(fact="x", value=1), seen_by=())

    assert event in desk.ledger.visible_to("umpire")
    assert event not in desk.ledger.visible_to("red")


def test_a_ruling_decides_and_can_be_replaced():
    desk = Desk()
    assert desk.state.decision("reset") == "yes"
    for name, decision, old in (("u1", "no", None), ("u2", "yes", "u1")):
        desk.do(
            RulingMade(
                id=name, query="reset", decision=decision, scope="campaign", author="Ann",
                reason="because", supersedes=old,
            )
        )  # fmt: skip
        assert desk.state.decision("reset") == decision


class Counted(list):
    """A list that counts how many of its members are looked at."""

    looks = 0

    def __iter__(self):
        for each in super().__iter__():
            Counted.looks += 1
            yield each

    def __reversed__(self):
        for each in super().__reversed__():
            Counted.looks += 1
            yield each

    def __getitem__(self, key):
        Counted.looks += len(range(*key.indices(len(self)))) if isinstance(key, slice) else 1
        return super().__getitem__(key)


def test_stale_packets_cost_no_more_than_one_look_at_each_event():
    desk = Desk()
    for number in range(20):
        first = desk.ledger.head
        desk.do(*(FactSet(fact=f"f{number}", value=k) for k in range(30)))
        desk.do(PacketSent(seat="red", upto=desk.ledger.head, sha256="0" * 64), seen_by=("red",))
        desk.do(*(Reversed(of=(first + k,), reason="Typed wrongly") for k in (2, 3)))
    desk.ledger.events = Counted(desk.ledger.events)
    Counted.looks = 0

    stale = desk.ledger.stale_packets()

    assert len(stale) == 20
    assert Counted.looks <= desk.ledger.head


@given(st.lists(st.integers(0, 3), min_size=4, max_size=40), st.randoms(use_true_random=False))
def test_a_packet_is_stale_when_what_it_told_was_taken_back_after_it(moves, chance):
    desk = Desk()
    for move in moves:
        if move == 0:
            seat = chance.choice(("red", "blue"))
            sent = PacketSent(seat=seat, upto=desk.ledger.head, sha256="0" * 64)
            desk.do(sent, seen_by=(seat,))
        elif move == 1 and desk.ledger.head > 1:
            standing_ = [s for s in range(2, desk.ledger.head + 1)
                         if s not in undone_events(desk.ledger.events)
                         and desk.ledger.events[s - 1].kind != "packet.sent"]  # fmt: skip
            if standing_:
                of = (chance.choice(standing_),)
                desk.do(Reversed(of=of, reason="x"),
                        seen_by=desk.ledger.events[of[0] - 1].seen_by)  # fmt: skip
        else:
            told = chance.choice((("red",), ("blue",), ("*",)))
            desk.do(FactSet(fact="f", value=move), seen_by=told)
    events = desk.ledger.events
    undone = undone_events(events)

    due = [
        packet.seq
        for packet in desk.state.packets
        if any(
            back.seq > packet.seq and seq in back.payload.of and seq <= packet.upto
            for seq in undone
            if events[seq - 1].visible_to(packet.seat)
            for back in events
            if back.kind == "correction.reversed"
        )
    ]

    assert desk.ledger.stale_packets() == due
    assert desk.ledger.undone == undone
