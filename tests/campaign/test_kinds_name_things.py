"""Every kind of event refuses names that nobody has, and tells what it is about in one sentence."""

from __future__ import annotations

import pytest
from garden import Garden, event, garden_design

from wardesk.campaign.ledger.kind import Broken, tell
from wardesk.campaign.ledger.kinds.bridges import BridgeChanged, BridgeControl
from wardesk.campaign.ledger.kinds.calendar import DutyLeft, FactSet, Noted, StepClosed, WeatherSet
from wardesk.campaign.ledger.kinds.fog import FogSet, Sighted
from wardesk.campaign.ledger.kinds.forces import Attached, BoxMoved, IdentityChosen, PoolChanged
from wardesk.campaign.ledger.kinds.messages import OrderGiven, PacketSent
from wardesk.campaign.ledger.kinds.routes import (
    Bypassed,
    MarkerAdvanced,
    Released,
    ReleaseFailed,
    RouteLeft,
    RouteStatus,
)
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.ledger.kinds.scenarios import NodeEntered, NodeJoined, NodeLeft
from wardesk.campaign.ledger.kinds.secrets import SecretCommitted, SecretKept, SecretRevealed
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
from wardesk.campaign.market_garden.kinds import (
    BridgeWork,
    CorpsAdvanced,
    CorpsFailed,
    DropAssigned,
    DropLanded,
    DropPlanned,
    DropPostponed,
    Interdicted,
    MarkersSpent,
    RouteAttacked,
    SpurChosen,
    SupplySecured,
    ZonesChanged,
)
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.sighting import Seen

X = "nobody"
HEX = Place("hex", "60.150", game="WED")
SEEN = Seen(place=HEX, formation=X, units=1, steps=(1, 3))

UNKNOWN = [
    (FogSet(seat=X), "seat"),
    (Sighted(seat=X, rows=(SEEN,)), "seat"),
    (Sighted(seat="german", rows=(SEEN,)), "formation"),
    (StepClosed(step=X), "step"),
    (Attached(formation=X, to="101"), "formation"),
    (Attached(formation="101.501", to=X), "formation"),
    (IdentityChosen(group=X, option="a"), "group"),
    (IdentityChosen(group="kg_huber", option=X), "option"),
    (BoxMoved(formation=X, box="oirschot"), "formation"),
    (BoxMoved(formation="chi.drey", box=X), "box"),
    (PoolChanged(pool=X, change=1), "pool"),
    (OrderGiven(seat=X, text="Hold"), "seat"),
    (PacketSent(seat=X, upto=1, sha256="0" * 64), "seat"),
    (MarkerAdvanced(route=X, stop="son"), "route"),
    (RouteLeft(route=X), "route"),
    (RouteStatus(route=X, cut=True), "route"),
    (Released(entry=X, how="roll"), "line"),
    (ReleaseFailed(entry=X), "line"),
    (Bypassed(entry=X), "line"),
    (Points(side=X, points=1, cause="a town"), "side"),
    (NodeEntered(node=X), "scenario"),
    (NodeEntered(node="wed", units=(X,)), "unit"),
    (SecretCommitted(secret="s", seat=X, about="when", digest="0" * 64), "seat"),
    (SecretKept(secret=X, nonce="0" * 32, value="1"), "secret"),
    (SecretRevealed(secret=X, nonce="0" * 32, value="1"), "secret"),
    (UnitArrived(unit=X, place=HEX), "unit"),
    (UnitMoved(unit=X, place=HEX), "unit"),
    (UnitTransferred(unit=X, from_game="WED", to_game="TDC"), "unit"),
    (StepsLost(unit=X, steps=1), "unit"),
    (StepsRecovered(unit=X, steps=1), "unit"),
    (UnitEliminated(unit=X), "unit"),
    (UnitRemoved(unit=X), "unit"),
    (UnitFlagged(unit=X, flag="dug in"), "unit"),
    (BridgeChanged(bridge=X, state="wired"), "bridge"),
    (BridgeControl(bridge=X, side="allied"), "bridge"),
    (BridgeControl(bridge="son", side=X), "side"),
    (BridgeWork(bridge=X), "bridge"),
    (DropPlanned(division=X, number=2, turns=(40,)), "division"),
    (ZonesChanged(division=X, result="none"), "division"),
    (DropAssigned(formation=X, number=2, zone="B"), "formation"),
    (DropAssigned(formation="101.501", number=2, zone=X), "zone"),
    (Interdicted(division=X, on=True), "division"),
    (SupplySecured(division=X), "division"),
    (SpurChosen(route="club", spur=X), "spur"),
    (SpurChosen(route=X, spur="Son"), "route"),
    (RouteAttacked(route=X, attacked=1), "route"),
    (MarkersSpent(route=X), "route"),
    (CorpsAdvanced(corps=X, box="oirschot"), "corps"),
    (CorpsFailed(corps=X), "corps"),
]


@pytest.mark.parametrize(
    ("payload", "thing"), UNKNOWN, ids=[f"{type(p).__name__} {t}" for p, t in UNKNOWN]
)
def test_a_name_that_nobody_has_is_refused_and_named(payload, thing):
    garden = Garden()
    garden.go("18 Sep 0700")
    with pytest.raises(Broken, match=rf"(no|The queue has no) {thing} 'nobody'"):
        garden.add(event(payload))
    assert garden.state.seq == 2  # nothing was counted


TOLD = [
    (WeatherSet(weather="rain"), "The weather is rain"),
    (Noted(words="A quiet night"), "A quiet night"),
    (StepClosed(step="marker", note="stays"), "Done: Advance the Club Route marker (stays)"),
    (
        DutyLeft(duty="d", title="Plan a drop", reason="no aircraft"),
        "Left undone: Plan a drop (no aircraft)",
    ),
    (FactSet(fact="minefield.60.150", value=True), "Mines: 60.150: yes"),
    (FogSet(seat="german", hexes=2), "German commander plays by fog, its units see 2 hexes"),
    (FogSet(seat="german", on=False), "German commander plays without fog"),
    (Attached(formation="101.501", to="82"), "501 PIR came under 82nd Airborne Division"),
    (IdentityChosen(group="kg_huber", option="huber.59th"), "Chosen for good: KG Huber (59th set)"),
    (BoxMoved(formation="chi.drey", box="oirschot"), "KG Dreyer moved to Oirschot"),
    (PoolChanged(pool="hero.mann", change=-1, cause="A/502"), "PFC Joe Mann: -1: A/502"),
    (
        OrderGiven(seat="german", text="Hold Best", subject="59.dew"),
        "Order for KG Dewitz: Hold Best",
    ),
    (OrderGiven(seat="german", text="", subject="59.dew"), "Order for KG Dewitz withdrawn"),
    (OrderGiven(seat="german", text="Hold", subject="*"), "Order: Hold"),
    (OrderGiven(seat="german", text="", subject="*"), "Order withdrawn"),
    (OrderGiven(seat="umpire", text="Beware"), "Message: Beware"),
    (PacketSent(seat="german", upto=1, sha256="0" * 64), "A packet was sent to German commander"),
    (MarkerAdvanced(route="club", stop="son"), "The marker of Club Route went to Son"),
    (RouteLeft(route="club"), "Club Route has left the first map"),
    (RouteStatus(route="club", cut=True, cause="status check"), "Club Route is cut: status check"),
    (RouteStatus(route="club", cut=False), "Club Route is open"),
    (Released(entry="guards.group_cold", how="roll"), "Group Cold was released"),
    (ReleaseFailed(entry="guards.group_cold"), "Group Cold was not released"),
    (Bypassed(entry="seatail.101", why="too far"), "101st Sea Tail was passed over: too far"),
    (Points(side="allied", points=2, cause="a town"), "Allies +2 points: a town"),
    (
        NodeEntered(node="wed", units=("101.502.a",)),
        "The campaign in Where Eagles Dare began with 1 unit",
    ),
    (
        NodeJoined(node="wed", units=("101.502.a",)),
        "1 unit came into The campaign in Where Eagles Dare",
    ),
    (
        NodeLeft(node="wed", winner="allied", note="a near thing"),
        "The campaign in Where Eagles Dare is over, won by Allies",
    ),
    (
        UnitArrived(unit="101.502.a", place=HEX),
        "A/502, 502 PIR arrived: hex 60.150 (Where Eagles Dare)",
    ),
    (
        UnitMoved(unit="101.502.a", place=HEX),
        "A/502, 502 PIR moved: hex 60.150 (Where Eagles Dare)",
    ),
    (
        UnitTransferred(unit="gds.irish.t1", from_game="WED", to_game="TDC"),
        "1/2 IG, Irish Group left Where Eagles Dare for The Devil's Cauldron",
    ),
    (StepsLost(unit="101.502.a", steps=1, cause="fire"), "A/502, 502 PIR lost 1 step: fire"),
    (StepsRecovered(unit="101.502.a", steps=1), "A/502, 502 PIR got 1 step back"),
    (UnitEliminated(unit="101.502.a", cause="drop"), "A/502, 502 PIR was lost: drop"),
    (UnitRemoved(unit="101.502.a", cause="rout"), "A/502, 502 PIR left the campaign: rout"),
    (UnitFlagged(unit="101.502.a", flag="dug in"), "A/502, 502 PIR: dug in"),
    (UnitFlagged(unit="101.502.a", flag="dug in", on=False), "A/502, 502 PIR: dug in no longer"),
    (BridgeChanged(bridge="son", state="bailey-placed"), "Son bridge is bailey placed"),
    (BridgeControl(bridge="son", side="allied"), "Son bridge is held by Allies"),
    (BridgeControl(bridge="son", side=""), "Son bridge is held by nobody"),
    (BridgeWork(bridge="aa"), "A bulldozer works at Aa bridge"),
    (
        DropPlanned(division="101", number=2, turns=(9, 10)),
        "Drop 2 of 101st Airborne Division may come today",
    ),
    (DropLanded(division="101", number=2), "Drop 2 of 101st Airborne Division landed"),
    (
        DropPostponed(division="101", why="rain"),
        "The drops of 101st Airborne Division come later: rain",
    ),
    (
        ZonesChanged(division="101", result="abort"),
        "Other drop zones for 101st Airborne Division: abort",
    ),
    (DropAssigned(formation="101.501", number=2, zone="B"), "501 PIR: drop 2, zone B"),
    (Interdicted(division="101", on=True), "The supply of 101st Airborne Division fails"),
    (Interdicted(division="101", on=False), "The supply of 101st Airborne Division comes again"),
    (SupplySecured(division="101"), "101st Airborne Division is in supply for good"),
    (SpurChosen(route="club", spur="Son"), "Club Route takes the spur Son"),
    (
        RouteAttacked(route="club", attacked=1, closed=0, cause="a tank"),
        "Club Route: 1 attacked and 0 closed markers: a tank",
    ),
    (MarkersSpent(route="club"), "The markers on Club Route were used up"),
    (CorpsAdvanced(corps="xii", box="west-1"), "XII Corps advanced to West of the Dommel"),
    (CorpsFailed(corps="xii"), "XII Corps stayed"),
]


@pytest.mark.parametrize(("payload", "words"), TOLD, ids=[w for _, w in TOLD])
def test_what_happened_is_told_in_one_sentence(payload, words):
    assert tell(garden_design(), payload) == words
