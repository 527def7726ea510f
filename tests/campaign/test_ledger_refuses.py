"""What an event may not say where it stands: refused with its reason, and nothing is changed."""

from __future__ import annotations

import every_kind as k
import pytest
from garden import Garden, event
from msgspec.structs import replace
from small_campaign import NOW, SEATS, Desk, small_design

from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kind import Broken
from wardesk.campaign.ledger.kinds.rulings import Reversed
from wardesk.campaign.ledger.kinds.secrets import digest_of
from wardesk.campaign.ledger.rulings import Query
from wardesk.campaign.operation.design import design_hash
from wardesk.campaign.operation.forces import Appearance, Pool
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.state import SeenTroops

HEX = Place("hex", "42.228", "S", "ONE")
NONCE = "0" * 32
ASKED = Query(id="q", cite="1", question="Really?", options=(), proposed="", why="")
RULED = k.RulingMade(
    id="u", query="reset", decision="yes", scope="once", author="Umpire", reason="so"
)
BOUND = k.SecretCommitted(secret="s", seat="red", about="a day", digest=digest_of(NONCE, "3"))
HERE = k.UnitArrived(unit="r1", place=HEX)
DRIVE = k.NodeEntered(node="drive", units=("r1",))
OVER = k.NodeLeft(node="drive", winner="red")
OPENED = k.CampaignOpened(name="Again", design="small", design_hash="", seats=SEATS)

REFUSED = [
    ([], OPENED, "begins only once"),
    ([], k.TurnBegun(ordinal=0), "backwards"),
    ([k.TurnBegun(ordinal=8)], k.TurnBegun(ordinal=9), "calendar is over"),
    ([k.StepClosed(step="marker")], k.StepClosed(step="marker"), "done already"),
    ([], k.DutyLeft(duty="d", title="Do it", reason=" "), "needs a reason"),
    ([k.DutyLeft(duty="d", title="Do it", reason="rain")],
     k.DutyLeft(duty="d", title="Do it", reason="rain"), "left already"),
    ([], k.WeatherSet(weather="fog"), "Fog needs its number"),
    ([], k.WeatherSet(weather="clear", fog=4), "nothing else has one"),
    ([], k.Noted(words=" "), "needs words"),
    ([], k.Attached(formation="reds", to="first"), "stands under reds"),
    ([], k.PoolChanged(pool="carts", change=1), "Carts there are is not known"),
    ([k.PoolChanged(pool="trucks", change=-2)], k.PoolChanged(pool="trucks", change=-1), "Only 0"),
    ([k.RouteLeft(route="road")], k.RouteLeft(route="road"), "left the map already"),
    ([k.Released(entry="hot", how="first")], k.Released(entry="hot", how="roll"), "Hot has left"),
    ([k.Released(entry="hot", how="first")], k.ReleaseFailed(entry="hot"), "has left the queue"),
    ([k.Bypassed(entry="hot")], k.Bypassed(entry="hot"), "Hot has left the queue"),
    ([], k.Bypassed(entry="cold"), "Hot stands before Cold"),
    ([DRIVE], k.NodeEntered(node="drive"), "entered before"),
    ([DRIVE], k.NodeEntered(node="main", units=("r2", "r1")), "R1 is in the scenario drive"),
    ([DRIVE], k.NodeJoined(node="drive", units=("r1",)), "R1 is in the scenario drive"),
    ([], k.NodeJoined(node="drive", units=("r1",)), "'drive' is not open"),
    ([DRIVE, OVER], k.NodeJoined(node="drive", units=("r2",)), "'drive' is not open"),
    ([DRIVE, OVER], OVER, "'drive' is not open"),
    ([], k.PacketSent(seat="red", upto=2, sha256=""), "rests on earlier events"),
    ([], k.QueryOpened(query=replace(ASKED, id="reset")), "there already"),
    ([], replace(RULED, query="nope"), "no question 'nope'"),
    ([RULED], RULED, "ruling 'u' is there already"),
    ([], replace(RULED, supersedes="older"), "No ruling 'older'"),
    ([], k.Points(side="red", points=1, cause=""), "need a cause"),
    ([], k.ChanceDrawn(what="d", faces=(10,), results=(3, 4), how="typed"), "its result"),
    ([BOUND], BOUND, "secret 's' is there already"),
    ([BOUND], k.SecretKept(secret="s", nonce=NONCE, value="4"), "not what was committed"),
    ([BOUND], k.SecretRevealed(secret="s", nonce=NONCE, value="4"), "not what was committed"),
    ([BOUND, k.SecretRevealed(secret="s", nonce=NONCE, value="3")],
     k.SecretRevealed(secret="s", nonce=NONCE, value="3"), "told already"),
    ([], k.FogSet(seat="umpire"), "has no side, and sees everything"),
    ([], k.Sighted(seat="red", rows=(SeenTroops(place=HEX),)), "Say what was seen"),
    ([], k.UnitArrived(unit="r1", place=Place("pool")), "cannot arrive in pool"),
    ([k.UnitRemoved(unit="r1")], HERE, "is removed"),
    ([HERE], k.UnitMoved(unit="r1", place=Place("queue", game="ONE")), "cannot move to queue"),
    ([], k.UnitTransferred(unit="r1", from_game="ONE", to_game="TWO"), "not in play: not yet"),
    ([HERE], k.UnitTransferred(unit="r1", from_game="TWO", to_game="ONE"), "is not in TWO"),
    ([HERE], k.UnitTransferred(unit="r1", from_game="ONE", to_game="SIX"), "no game 'SIX'"),
    ([HERE, DRIVE], k.UnitTransferred(unit="r1", from_game="ONE", to_game="TWO"),
     "in the scenario drive"),
    ([HERE, k.UnitTransferred(unit="r1", from_game="ONE", to_game="TWO")],
     k.UnitTransferred(unit="r1", from_game="TWO", to_game="ONE"), "not in play: transit"),
    ([k.UnitEliminated(unit="r1")], k.UnitEliminated(unit="r1"), "R1 is eliminated"),
    ([k.UnitRemoved(unit="r1")], k.UnitRemoved(unit="r1"), "removed already"),
    ([k.UnitRemoved(unit="r1")], k.StepsLost(unit="r1", steps=1), "R1 is removed"),
    ([k.StepsLost(unit="r2", steps=1)], k.StepsRecovered(unit="r2", steps=2), "3 steps at most"),
    ([k.StepsLost(unit="r3", steps=1)],
     k.StepsRecovered(unit="r3", steps=1, place=Place("pool")), "Say where R3 comes back"),
    ([], k.UnitArrived(unit="r2", place=HEX), "cannot be used in ONE on this turn"),
    ([k.TurnBegun(ordinal=3)], k.UnitArrived(unit="r2", place=HEX), "cannot be used in ONE"),
    ([], k.BridgeChanged(bridge="brook", state="stable-ish"), "cannot become"),
    ([], k.SpurChosen(route="road", spur="Third"), "no spur 'Third'"),
]  # fmt: skip


def design():
    """R2 can be used in game one on the second and third turn; nobody knows how many carts."""
    made = small_design()
    seen = tuple(
        replace(each, valid_from=1, valid_to=2) if each.unit == "r2" else each
        for each in made.appearances
    )
    carts = Pool(id="carts", name="Carts", kind="carts", basis="guess")
    return small_design(appearances=seen, pools=(*made.pools, carts))


@pytest.mark.parametrize(
    ("before", "payload", "why"), REFUSED, ids=[f"{type(p).__name__}: {w}" for _, p, w in REFUSED]
)
def test_what_contradicts_the_ledger_is_refused_and_changes_nothing(before, payload, why):
    desk = Desk(design())
    for each in before:
        desk.do(each)
    state = desk.ledger.state_at(desk.ledger.head)

    with pytest.raises(Broken, match=why):
        desk.do(payload)

    assert desk.state == state


ALLOWED = [
    ([], k.TurnBegun(ordinal=8)),
    ([], k.WeatherSet(weather="fog", fog=0)),
    ([], k.WeatherSet(weather="rain")),
    ([], k.PoolChanged(pool="trucks", change=-2)),
    ([], k.PacketSent(seat="red", upto=1, sha256="")),
    ([k.Bypassed(entry="hot")], k.Released(entry="cold", how="roll")),
    ([k.ReleaseFailed(entry="hot")], k.Released(entry="hot", how="roll")),
    ([DRIVE, OVER], k.NodeEntered(node="main", units=("r1",))),
    ([RULED], replace(RULED, id="v", supersedes="u")),
    ([k.ChanceDrawn(what="d", faces=(), results=(), how="typed")],
     k.ProposalJudged(title="t", cite="c", proposed="a", decided="a")),
    ([], k.ProposalJudged(
        title="t", cite="c", proposed="a", decided="b", override="the table says so")),
    ([k.TurnBegun(ordinal=1)], k.UnitArrived(unit="r2", place=HEX)),
    ([k.TurnBegun(ordinal=2)], k.UnitArrived(unit="r2", place=HEX)),
    ([], k.StepsLost(unit="r2", steps=3)),
    ([k.StepsLost(unit="r2", steps=1)], k.StepsRecovered(unit="r2", steps=1)),
    ([k.UnitArrived(unit="r1", place=Place("drop", "B", game="ONE"))], HERE),
    ([HERE], k.UnitMoved(unit="r1", place=Place("box", "start", game="ONE"))),
    ([], Reversed(of=(), reason="nothing")),
]  # fmt: skip


@pytest.mark.parametrize(("before", "payload"), ALLOWED)
def test_what_just_fits_is_counted(before, payload):
    desk = Desk(design())
    for each in before:
        desk.do(each)
    assert desk.do(payload)
    assert desk.state.seq == desk.ledger.head == len(before) + 2


def test_a_correction_takes_back_what_lies_before_it_alone():
    desk = Desk()
    with pytest.raises(Broken, match="Event 2 does not lie before"):
        desk.do(Reversed(of=(2,), reason="itself"))
    desk.do(k.Points(side="red", points=1, cause="x"))
    desk.do(Reversed(of=(2,), reason="typed wrongly"))
    assert desk.state.points("red") == 0


def test_a_campaign_is_opened_with_its_own_design():
    ledger = Ledger(small_design(), "c1")
    other = replace(OPENED, design="another", design_hash=design_hash(small_design()))
    with pytest.raises(Broken, match="with the design 'another', not 'small'"):
        ledger.append([EventDraft(payload=other)], actor="umpire", now=NOW)
    assert ledger.head == 0


MADE_UP = Appearance(unit="r1", game="ONE", counter="R9", formation="first", basis="guess")


def test_one_of_several_counters_that_is_in_time_is_enough():
    made = small_design()
    late = replace(MADE_UP, valid_from=5)
    desk = Desk(small_design(appearances=(late, *made.appearances)))
    desk.do(HERE)
    assert desk.state.units["r1"].place == HEX


def dropped(number=2, *, supply_only=False):
    return k.DropPlanned(division="101", number=number, turns=(9,), supply_only=supply_only)


GARDEN = [
    ([], replace(dropped(), turns=()), "cannot lie in the past"),
    ([], replace(dropped(), turns=(7, 9)), "cannot lie in the past"),
    ([], dropped(3), "next drop is number 2"),
    ([], k.DropLanded(division="101", number=2), "No drop is planned"),
    ([dropped()], k.DropLanded(division="101", number=3), "Drop 2 is planned, not 3"),
    ([k.DropAssigned(formation="101.501", number=2, zone="B")],
     k.DropAssigned(formation="101.502", number=2, zone="B"), "101.501 drops on B in drop 2"),
    ([k.SupplySecured(division="101")], k.Interdicted(division="101", on=True), "always in supply"),
    ([], k.BridgeWork(bridge="son"), "needs no bulldozer"),
    ([k.SpurChosen(route="club", spur="Son")], k.SpurChosen(route="club", spur="Best"),
     "spur Son was chosen for good"),
    ([], k.CorpsAdvanced(corps="xii", box="east-1"), "one box after the other"),
    ([], k.BridgeChanged(bridge="best-rail", state="blown", by="german"), "may never be blown"),
    ([k.BridgeChanged(bridge="son", state="wired", by="german")],
     k.BridgeChanged(bridge="son", state="blown", by="allied"), "Only german, who wired"),
    ([], k.BridgeChanged(bridge="best-rail", state="wired", by="german"), "may never be wired"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "payload", "why"), GARDEN, ids=[w for _, _, w in GARDEN])
def test_what_the_operation_itself_cannot_have_is_refused(before, payload, why):
    garden = Garden()
    garden.go("18 Sep 0900")
    assert garden.state.ordinal == 9
    for each in before:
        garden.add(event(each))
    head = garden.ledger.head

    with pytest.raises(Broken, match=why):
        garden.add(event(payload))

    assert garden.ledger.head == head


def test_what_the_operation_just_may_have_is_counted():
    garden = Garden()
    garden.go("18 Sep 0900")
    for payload in (
        dropped(), k.DropLanded(division="101", number=2),
        k.DropAssigned(formation="101.501", number=3, zone="B"),
        k.DropAssigned(formation="101.502", number=4, zone="B"),
        k.DropAssigned(formation="101.506", number=3, zone="C"),
        k.DropAssigned(formation="101.501", number=3, zone="B"),  # the same once more
        k.DropAssigned(formation="101.ind", number=3, zone="B"),  # beside another one
        k.SupplySecured(division="101"), k.Interdicted(division="101", on=False),
        k.BridgeChanged(bridge="aa", state="unstable"), k.BridgeWork(bridge="aa"),
    ):  # fmt: skip
        garden.add(event(payload))
    assert garden.state.bridges["aa"].bulldozer_at == 9
