"""What a seat knows: facts copied from a whitelist, and a view built from them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from small_campaign import NOW, Desk

from wardesk.campaign.ledger.kind import Payload, not_commanded
from wardesk.campaign.ledger.kinds.calendar import (
    CampaignOpened,
    FactSet,
    StepClosed,
    TurnBegun,
    WeatherSet,
)
from wardesk.campaign.ledger.kinds.messages import OrderGiven, PacketSent
from wardesk.campaign.ledger.kinds.rulings import ProposalJudged, Reversed, RulingMade
from wardesk.campaign.ledger.kinds.scenarios import NodeEntered
from wardesk.campaign.ledger.kinds.secrets import SecretCommitted, commit, reveal
from wardesk.campaign.ledger.kinds.units import (
    StepsLost,
    StepsRecovered,
    UnitArrived,
    UnitEliminated,
    UnitFlagged,
    UnitMoved,
    UnitRemoved,
    UnitTransferred,
)
from wardesk.campaign.ledger.reader import Reader
from wardesk.campaign.ledger.rulings import Evidence
from wardesk.campaign.ledger.seat_view import find_seat, own_formations, seat_view
from wardesk.campaign.operation.places import Place
from wardesk.engine.chain import GENESIS

NONCE = b"0123456789abcdef"
AWAY = Place("box", "oirschot", "", "ONE")
HERE = Place("hex", "42.228", "S", "ONE")


def view(desk, seat="red"):
    return seat_view(desk.design, desk.ledger.events, seat)


def sent(desk, seat="red"):
    packet = PacketSent(seat=seat, upto=desk.ledger.head, sha256=view(desk, seat).seal)
    desk.do(packet, seen_by=(seat,))


def kinds(found):
    return [type(fact.payload) for fact in found.facts]


def test_a_kind_without_a_decision_tells_a_seat_nothing(monkeypatch):
    desk = Desk()
    desk.do(WeatherSet(weather="rain"))
    assert WeatherSet in kinds(view(desk))
    monkeypatch.delattr(WeatherSet, "copied")
    assert WeatherSet not in kinds(view(desk))


def test_facts_are_numbered_for_the_seat_without_gaps():
    desk = Desk()
    for number in range(4):
        desk.do(
            FactSet(fact=f"f{number}", value=number), seen_by=("blue",) if number % 2 else ("*",)
        )
    assert [fact.number for fact in view(desk).facts] == [1, 2, 3]


def test_the_umpires_note_on_a_step_is_not_told():
    desk = Desk()
    desk.do(TurnBegun(ordinal=1))
    desk.do(StepClosed(step="marker", note="KG Chill goes to Oirschot"))
    assert "Oirschot" not in str(view(desk).facts)
    assert StepClosed in kinds(view(desk))


def test_a_unit_on_a_table_is_seen_by_all_and_one_in_a_box_by_its_own_side():
    desk = Desk()
    desk.do(UnitArrived(unit="b1", place=HERE), UnitArrived(unit="b2", place=AWAY))
    assert [each.unit for each in view(desk, "red").seen] == ["b1"]
    assert view(desk, "red").state.units["b2"].place.kind == "not-yet"
    assert view(desk, "blue").state.units["b2"].place == AWAY


def test_a_seat_that_is_told_by_name_knows_where_the_other_side_is():
    desk = Desk()
    desk.do(UnitArrived(unit="b2", place=AWAY), seen_by=("blue", "red"))
    assert view(desk, "red").state.units["b2"].place == AWAY


def test_what_is_told_is_believed_though_steps_in_between_were_hidden():
    desk = Desk()
    desk.do(UnitArrived(unit="b1", place=AWAY), seen_by=("blue",))
    desk.do(UnitMoved(unit="b1", place=HERE))
    assert view(desk, "red").state.units["b1"].place == HERE


def test_only_its_own_units_are_named_when_a_scenario_begins():
    desk = Desk()
    desk.arrive("r1", "b1")
    desk.do(NodeEntered(node="drive", units=("r1", "b1")))
    fact = next(f for f in view(desk).facts if isinstance(f.payload, NodeEntered))
    assert fact.payload.units == ("r1",)


def test_secrets_have_names_of_the_seats_own_and_their_content_is_its_owners():
    desk = Desk()
    desk.do(FactSet(fact="hidden", value=1), seen_by=())
    drafts = commit("assignment:57", "blue", "a plan", "zone B", NONCE)
    desk.ledger.append(drafts, actor="blue", now=NOW)
    assert "assignment" not in str(view(desk, "red").facts)
    assert view(desk, "red").state.secrets["secret 1"].kept is None
    assert view(desk, "blue").state.secrets["secret 1"].kept[1] == "zone B"
    desk.ledger.append([reveal(desk.state, "assignment:57")], actor="umpire", now=NOW)
    assert view(desk, "red").state.secrets["secret 1"].revealed == "zone B"


def test_a_message_reaches_its_seat_on_its_turn_and_nobody_else():
    desk = Desk()
    desk.do(OrderGiven(seat="umpire", text="Beware", due=3), seen_by=("red",))
    assert view(desk, "red").messages == ()
    desk.do(TurnBegun(ordinal=2))
    assert view(desk, "red").messages == ()
    desk.do(TurnBegun(ordinal=4))
    (message,) = view(desk, "red").messages
    assert (message.text, message.ordinal, message.sender) == ("Beware", 4, "umpire")
    assert view(desk, "blue").messages == ()


def test_a_message_that_is_taken_back_on_its_way_never_arrives():
    desk = Desk()
    (sent,) = desk.do(OrderGiven(seat="umpire", text="Beware", due=3), seen_by=("red",))
    (back,) = desk.ledger.take_back([sent.seq], actor="umpire", reason="No", now=NOW)
    assert "Beware" not in str(view(desk).facts)
    desk.ledger.take_back([back.seq], actor="umpire", reason="Yes, after all", now=NOW)
    desk.do(TurnBegun(ordinal=4))
    assert [message.text for message in view(desk).messages] == ["Beware"]


def test_orders_are_read_by_their_seat_alone_and_the_newest_stands():
    desk = Desk()
    for text in ("Hold", "Attack"):
        desk.do(OrderGiven(seat="red", text=text, subject="first"), by="red")
    assert [order.text for order in view(desk, "red").orders] == ["Attack"]
    assert "Attack" not in str(view(desk, "blue").facts)
    desk.do(OrderGiven(seat="red", text="", subject="first"), by="red")
    assert view(desk, "red").orders == ()


def test_a_correction_is_told_by_the_seats_own_numbers_to_whoever_knew():
    desk = Desk()
    (hidden,) = desk.do(FactSet(fact="x", value=1), seen_by=("blue",))
    (seen,) = desk.do(FactSet(fact="y", value=1))
    sent(desk)
    desk.ledger.take_back([seen.seq], actor="umpire", reason="Wrong", now=NOW)
    desk.ledger.take_back([hidden.seq], actor="umpire", reason="Secret", now=NOW,
                          approved_by="umpire")  # fmt: skip
    red = view(desk, "red")
    assert [f.payload.of for f in red.facts if isinstance(f.payload, Reversed)] == [(2,)]
    assert red.undone == {2}
    assert "Secret" not in str(red.facts)
    assert "y" not in red.state.facts


def test_each_packets_seal_follows_the_one_before():
    desk = Desk()
    first = view(desk)
    assert first.last_seal == GENESIS
    desk.do(PacketSent(seat="red", upto=1, sha256=first.seal), seen_by=("red",))
    second = view(desk)
    assert second.last_seal == first.seal
    assert second.news == ()
    desk.do(WeatherSet(weather="fog", fog=3))
    assert [type(fact.payload) for fact in view(desk).news] == [WeatherSet]
    assert len({first.seal, second.seal, view(desk).seal, view(desk, "blue").seal}) == 4


def test_a_packet_to_another_seat_is_no_fact_of_this_one():
    desk = Desk()
    before = view(desk).facts
    desk.do(PacketSent(seat="blue", upto=1, sha256="a"))
    assert view(desk).facts == before


def test_a_commander_commands_his_formations_and_the_chief_his_side():
    desk = Desk()
    red = find_seat(desk.ledger.events, "red")
    assert own_formations(desk.design, red) == ("reds", "first", "huber-a", "huber-b")
    major = replace(red, formations=("first",))
    assert own_formations(desk.design, major) == ("first",)


def test_a_ruling_is_told_without_what_it_rests_on():
    desk = Desk()
    made = RulingMade(
        id="ruling-7", query="reset", decision="yes", scope="campaign", author="Umpire",
        reason="It reads so", evidence=(Evidence(kind="file", text="x", source="/home/u"),),
        affects=(1,),
    )  # fmt: skip
    desk.do(made)
    told = next(f.payload for f in view(desk).facts if isinstance(f.payload, RulingMade))
    assert (told.id, told.decision, told.reason) == ("ruling-1", "yes", "It reads so")
    assert (told.evidence, told.affects) == ((), ())


# ---- slips --------------------------------------------------------------------------------------


def back(desk, seq, reason="Typed wrongly"):
    (event,) = desk.ledger.take_back(
        [seq], actor="umpire", reason=reason, now=NOW, approved_by="umpire"
    )
    return event.seq


def test_a_slip_that_was_taken_back_before_a_packet_leaves_no_trace():
    plain, slipped = Desk(), Desk()
    (wrong,) = slipped.do(UnitArrived(unit="b1", place=HERE))
    back(slipped, wrong.seq)
    for desk in (plain, slipped):
        desk.do(WeatherSet(weather="rain"))
        sent(desk)

    assert view(plain).facts == view(slipped).facts
    assert view(plain).seal == view(slipped).seal


def test_what_a_packet_told_is_struck_out_in_the_next_one_without_the_reason():
    desk = Desk()
    (wrong,) = desk.do(UnitArrived(unit="b1", place=HERE))
    sent(desk)
    back(desk, wrong.seq, "KG Chill is the one in the box")

    found = view(desk)

    assert found.undone == {2}
    assert found.state.units["b1"].place.kind == "not-yet"
    assert "Chill" not in str(found.facts)


def test_a_slip_that_stands_again_is_told_after_all():
    desk = Desk()
    (wrong,) = desk.do(UnitArrived(unit="b1", place=HERE))
    undo = back(desk, wrong.seq)
    sent(desk)
    assert UnitArrived not in kinds(view(desk))

    back(desk, undo, "It was right")

    assert kinds(view(desk))[-1] is UnitArrived
    assert view(desk).state.units["b1"].place == HERE


def test_the_reason_of_an_overrule_is_the_umpires():
    desk = Desk()
    desk.do(ProposalJudged(title="x", cite="1", decided="a", override="KG Chill is in the box"))

    assert "Chill" not in str(view(desk).facts)
    assert ProposalJudged in kinds(view(desk))


# ---- off the map --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "payload",
    [StepsLost(unit="b1", steps=1, cause="x"), UnitEliminated(unit="b1"),
     UnitRemoved(unit="b1"), UnitFlagged(unit="b1", flag="hero"),
     UnitTransferred(unit="b1", from_game="ONE", to_game="TWO")],
)  # fmt: skip
def test_what_befalls_a_unit_off_the_map_is_for_its_own_side(payload):
    desk = Desk()
    desk.do(UnitArrived(unit="b1", place=HERE))
    desk.do(UnitMoved(unit="b1", place=AWAY))
    desk.do(payload)

    assert type(payload) not in kinds(view(desk, "red"))
    assert type(payload) in kinds(view(desk, "blue"))


def test_a_unit_that_was_lost_off_the_map_comes_back_unseen_until_it_is_on_it():
    desk = Desk()
    desk.do(UnitArrived(unit="b1", place=AWAY), UnitEliminated(unit="b1"))
    desk.do(StepsRecovered(unit="b1", steps=1, place=AWAY))
    assert kinds(view(desk, "red")) == [CampaignOpened]

    desk.do(UnitEliminated(unit="b1"), StepsRecovered(unit="b1", steps=1, place=HERE))

    assert kinds(view(desk, "red")) == [CampaignOpened, StepsRecovered]


def test_a_loss_on_the_map_is_told_though_the_way_there_was_typed_wrongly_first():
    desk = Desk()
    (wrong,) = desk.do(UnitArrived(unit="b1", place=AWAY))
    back(desk, wrong.seq)
    desk.do(UnitArrived(unit="b1", place=HERE), StepsLost(unit="b1", steps=1))

    assert StepsLost in kinds(view(desk, "red"))


@pytest.mark.parametrize(
    ("fact", "value"),
    [("rout.second", 7), ("dispatch.blues", 3), ("chits.blues", "second"),
     ("chit.carried", "second")],
)  # fmt: skip
def test_what_is_noted_about_a_formation_is_for_its_own_side(fact, value):
    desk = Desk()
    desk.do(FactSet(fact=fact, value=value))

    assert FactSet not in kinds(view(desk, "red"))
    assert FactSet in kinds(view(desk, "blue"))


def test_a_fact_about_no_formation_is_everybodys():
    desk = Desk()
    desk.do(FactSet(fact="minefield.41.64", value=True))

    assert FactSet in kinds(view(desk, "red"))


def test_a_packet_to_another_seat_settles_nothing_for_who_saw_it_go():
    plain, slipped = Desk(), Desk()
    (wrong,) = slipped.do(UnitArrived(unit="b1", place=HERE))
    packet = PacketSent(seat="blue", upto=1, sha256=view(slipped, "blue").seal)
    slipped.do(packet, seen_by=("red", "blue"))
    back(slipped, wrong.seq)

    assert view(slipped).facts == view(plain).facts


@pytest.mark.parametrize(("actor", "its"), [("red", True), ("blue", False), ("umpire", False)])
def test_a_seat_in_fog_learns_of_what_its_own_side_did(actor, its):
    desk = Desk()
    reader = Reader(desk.design, find_seat(desk.ledger.events, "red"))
    event = SimpleNamespace(actor=actor, seen_by=("*",))

    assert Payload.in_fog(StepClosed(step="marker", note=""), reader, event) is its


def test_an_observer_speaks_for_nobody_and_a_seat_for_itself():
    design = Desk().design
    red, umpire = (next(each for each in design.seats if each.id == key)
                   for key in ("red", "umpire"))  # fmt: skip
    watcher = replace(red, id="watcher", role="observer")
    bound = SecretCommitted(secret="s", seat="red", about="x", digest="0" * 64)
    assert not_commanded(design, red, "first") == bound.refused(design, red) == ""
    assert "only looks on" in not_commanded(design, watcher, "first")
    assert "only looks on" in replace(bound, seat="watcher").refused(design, watcher)
    assert "for itself" in bound.refused(design, replace(red, id="other"))
    assert "not on the side" in not_commanded(design, umpire, "first")
