"""Every kind of event refuses names that nobody has, and tells what it is about in one sentence."""

from __future__ import annotations

import every_kind as k
import pytest
from garden import Garden, event, garden_design

from wardesk.campaign.ledger.kind import Broken, tell
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.sighting import SeenTroops

X = "nobody"
HEX = Place("hex", "60.150", game="WED")
SEEN = SeenTroops(place=HEX, formation=X, units=1, steps=(1, 3))

UNKNOWN = [
    (k.FogSet(seat=X), "seat"),
    (k.Sighted(seat=X, rows=(SEEN,)), "seat"),
    (k.Sighted(seat="german", rows=(SEEN,)), "formation"),
    (k.StepClosed(step=X), "step"),
    (k.Attached(formation=X, to="101"), "formation"),
    (k.Attached(formation="101.501", to=X), "formation"),
    (k.IdentityChosen(group=X, option="a"), "group"),
    (k.IdentityChosen(group="kg_huber", option=X), "option"),
    (k.BoxMoved(formation=X, box="oirschot"), "formation"),
    (k.BoxMoved(formation="chi.drey", box=X), "box"),
    (k.PoolChanged(pool=X, change=1), "pool"),
    (k.OrderGiven(seat=X, text="Hold"), "seat"),
    (k.PacketSent(seat=X, upto=1, sha256="0" * 64), "seat"),
    (k.MarkerAdvanced(route=X, stop="son"), "route"),
    (k.RouteLeft(route=X), "route"),
    (k.RouteStatus(route=X, cut=True), "route"),
    (k.Released(entry=X, how="roll"), "line"),
    (k.ReleaseFailed(entry=X), "line"),
    (k.Bypassed(entry=X), "line"),
    (k.Points(side=X, points=1, cause="a town"), "side"),
    (k.NodeEntered(node=X), "scenario"),
    (k.NodeEntered(node="wed", units=(X,)), "unit"),
    (k.SecretCommitted(secret="s", seat=X, about="when", digest="0" * 64), "seat"),
    (k.SecretKept(secret=X, nonce="0" * 32, value="1"), "secret"),
    (k.SecretRevealed(secret=X, nonce="0" * 32, value="1"), "secret"),
    (k.UnitArrived(unit=X, place=HEX), "unit"),
    (k.UnitMoved(unit=X, place=HEX), "unit"),
    (k.UnitTransferred(unit=X, from_game="WED", to_game="TDC"), "unit"),
    (k.StepsLost(unit=X, steps=1), "unit"),
    (k.StepsRecovered(unit=X, steps=1), "unit"),
    (k.UnitEliminated(unit=X), "unit"),
    (k.UnitRemoved(unit=X), "unit"),
    (k.UnitFlagged(unit=X, flag="dug in"), "unit"),
    (k.BridgeChanged(bridge=X, state="wired"), "bridge"),
    (k.BridgeControl(bridge=X, side="allied"), "bridge"),
    (k.BridgeControl(bridge="son", side=X), "side"),
    (k.BridgeWork(bridge=X), "bridge"),
    (k.DropPlanned(division=X, number=2, turns=(40,)), "division"),
    (k.ZonesChanged(division=X, result="none"), "division"),
    (k.DropAssigned(formation=X, number=2, zone="B"), "formation"),
    (k.DropAssigned(formation="101.501", number=2, zone=X), "zone"),
    (k.Interdicted(division=X, on=True), "division"),
    (k.SupplySecured(division=X), "division"),
    (k.SpurChosen(route="club", spur=X), "spur"),
    (k.SpurChosen(route=X, spur="Son"), "route"),
    (k.RouteAttacked(route=X, attacked=1), "route"),
    (k.MarkersSpent(route=X), "route"),
    (k.CorpsAdvanced(corps=X, box="oirschot"), "corps"),
    (k.CorpsFailed(corps=X), "corps"),
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
    (k.WeatherSet(weather="rain"), "The weather is rain"),
    (k.Noted(words="A quiet night"), "A quiet night"),
    (k.StepClosed(step="marker", note="stays"), "Done: Advance the Club Route marker (stays)"),
    (
        k.DutyLeft(duty="d", title="Plan a drop", reason="no aircraft"),
        "Left undone: Plan a drop (no aircraft)",
    ),
    (k.FactSet(fact="minefield.60.150", value=True), "Mines: 60.150: yes"),
    (
        k.FactSet(fact="number.points.release", value=3),
        "Victory points: A formation of the queue that scores is released: 3",
    ),
    (
        k.FactSet(fact="number.points.release.from", value="the box"),
        "Victory points: A formation of the queue that scores is released (source): the box",
    ),
    (
        k.FactSet(fact="number.arrow.viii-start.east-1", value=4),
        "The number on the arrow from VIII Corps start to East of Eindhoven: 4",
    ),
    (
        k.RulingMade(
            id="r",
            query="corps-reset",
            decision="kept for good",
            scope="campaign",
            author="umpire",
            reason="so printed",
        ),
        "Ruled on “Each failed advance of a flank corps gives −1. Is that forgotten once it "
        "succeeds?”: kept for good (so printed)",
    ),
    (
        k.RulingMade(
            id="r",
            query="own-30",
            decision="yes",
            scope="campaign",
            author="umpire",
            reason="so",
        ),
        "Ruled on a question asked in play: yes (so)",
    ),
    (k.FogSet(seat="german", hexes=2), "German commander plays by fog, its units see 2 hexes"),
    (k.FogSet(seat="german", on=False), "German commander plays without fog"),
    (k.Attached(formation="101.501", to="82"), "501 PIR came under 82nd Airborne Division"),
    (
        k.IdentityChosen(group="kg_huber", option="huber.59th"),
        "Chosen for good: KG Huber (59th set)",
    ),
    (k.BoxMoved(formation="chi.drey", box="oirschot"), "KG Dreyer moved to Oirschot"),
    (k.PoolChanged(pool="hero.mann", change=-1, cause="A/502"), "PFC Joe Mann: -1: A/502"),
    (
        k.OrderGiven(seat="german", text="Hold Best", subject="59.dew"),
        "Order for KG Dewitz: Hold Best",
    ),
    (k.OrderGiven(seat="german", text="", subject="59.dew"), "Order for KG Dewitz withdrawn"),
    (k.OrderGiven(seat="german", text="Hold", subject="*"), "Order: Hold"),
    (k.OrderGiven(seat="german", text="", subject="*"), "Order withdrawn"),
    (k.OrderGiven(seat="umpire", text="Beware"), "Message: Beware"),
    (k.PacketSent(seat="german", upto=1, sha256="0" * 64), "A packet was sent to German commander"),
    (k.MarkerAdvanced(route="club", stop="son"), "The marker of Club Route went to Son"),
    (k.RouteLeft(route="club"), "Club Route has left the first map"),
    (
        k.RouteStatus(route="club", cut=True, cause="status check"),
        "Club Route is cut: status check",
    ),
    (k.RouteStatus(route="club", cut=False), "Club Route is open"),
    (k.Released(entry="guards.group_cold", how="roll"), "Group Cold was released"),
    (k.ReleaseFailed(entry="guards.group_cold"), "Group Cold was not released"),
    (k.Bypassed(entry="seatail.101", why="too far"), "101st Sea Tail was passed over: too far"),
    (k.Points(side="allied", points=2, cause="a town"), "Allies +2 points: a town"),
    (
        k.NodeEntered(node="wed", units=("101.502.a",)),
        "The campaign in Where Eagles Dare began with 1 unit",
    ),
    (
        k.NodeJoined(node="wed", units=("101.502.a",)),
        "1 unit came into The campaign in Where Eagles Dare",
    ),
    (
        k.NodeLeft(node="wed", winner="allied", note="a near thing"),
        "The campaign in Where Eagles Dare is over, won by Allies",
    ),
    (
        k.UnitArrived(unit="101.502.a", place=HEX),
        "A/502, 502 PIR arrived: hex 60.150 (Where Eagles Dare)",
    ),
    (
        k.UnitMoved(unit="101.502.a", place=HEX),
        "A/502, 502 PIR moved: hex 60.150 (Where Eagles Dare)",
    ),
    (
        k.UnitTransferred(unit="gds.irish.t1", from_game="WED", to_game="TDC"),
        "1/2 IG, Irish Group left Where Eagles Dare for The Devil's Cauldron",
    ),
    (k.StepsLost(unit="101.502.a", steps=1, cause="fire"), "A/502, 502 PIR lost 1 step: fire"),
    (k.StepsRecovered(unit="101.502.a", steps=1), "A/502, 502 PIR got 1 step back"),
    (k.UnitEliminated(unit="101.502.a", cause="drop"), "A/502, 502 PIR was lost: drop"),
    (k.UnitRemoved(unit="101.502.a", cause="rout"), "A/502, 502 PIR left the campaign: rout"),
    (k.UnitFlagged(unit="101.502.a", flag="dug in"), "A/502, 502 PIR: dug in"),
    (k.UnitFlagged(unit="101.502.a", flag="dug in", on=False), "A/502, 502 PIR: dug in no longer"),
    (k.BridgeChanged(bridge="son", state="bailey-placed"), "Son bridge is bailey placed"),
    (k.BridgeControl(bridge="son", side="allied"), "Son bridge is held by Allies"),
    (k.BridgeControl(bridge="son", side=""), "Son bridge is held by nobody"),
    (k.BridgeWork(bridge="aa"), "A bulldozer works at Aa bridge"),
    (
        k.DropPlanned(division="101", number=2, turns=(9, 10)),
        "Drop 2 of 101st Airborne Division may come today",
    ),
    (k.DropLanded(division="101", number=2), "Drop 2 of 101st Airborne Division landed"),
    (
        k.DropPostponed(division="101", why="rain"),
        "The drops of 101st Airborne Division come later: rain",
    ),
    (
        k.ZonesChanged(division="101", result="abort"),
        "Other drop zones for 101st Airborne Division: abort",
    ),
    (k.DropAssigned(formation="101.501", number=2, zone="B"), "501 PIR: drop 2, zone B"),
    (k.Interdicted(division="101", on=True), "The supply of 101st Airborne Division fails"),
    (k.Interdicted(division="101", on=False), "The supply of 101st Airborne Division comes again"),
    (k.SupplySecured(division="101"), "101st Airborne Division is in supply for good"),
    (k.SpurChosen(route="club", spur="Son"), "Club Route takes the spur Son"),
    (
        k.RouteAttacked(route="club", attacked=1, closed=0, cause="a tank"),
        "Club Route: 1 attacked and 0 closed markers: a tank",
    ),
    (k.MarkersSpent(route="club"), "The markers on Club Route were used up"),
    (k.CorpsAdvanced(corps="xii", box="west-1"), "XII Corps advanced to West of the Dommel"),
    (k.CorpsFailed(corps="xii"), "XII Corps stayed"),
]


@pytest.mark.parametrize(("payload", "words"), TOLD, ids=[w for _, w in TOLD])
def test_what_happened_is_told_in_one_sentence(payload, words):
    assert tell(garden_design(), payload) == words
