"""Who learns of what: of each kind its own side, the other one, who is named, who is in fog."""

from __future__ import annotations

from types import SimpleNamespace

import every_kind as k
import pytest
from msgspec.structs import replace
from small_campaign import SEATS, Desk, small_design

from wardesk.campaign.ledger.kinds.rulings import CORRECTION, NOT_TOLD, Reversed
from wardesk.campaign.ledger.kinds.units import Sighting
from wardesk.campaign.ledger.reader import Reader
from wardesk.campaign.operation.forces import Pool, Seat
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.state import SeenTroops

BASE = small_design()
DESIGN = small_design(
    pools=(*BASE.pools, Pool(id="guns", name="Guns", kind="x", count=1, owner="first",
                             basis="guess"),
           Pool(id="fuel", name="Fuel", kind="x", count=1, owner="red", basis="guess")),
)  # fmt: skip
HEX = Place("hex", "42.228", "S", "ONE")
BOX = Place("box", "start", game="ONE")
SEEN = SeenTroops(place=HEX, formation="first", units=1, steps=(1, 3))

WHOLE, NOTHING = "whole", None
OWN, ALL, NAMED = (True, False, True), (True, True, True), (False, False, True)
"""Who learns of it: red, whose it is; blue; blue, when told by name."""


def copies(own, other, named):
    return (own, other, named)


LEARNED = [
    # payload, what red, blue and a named blue are told without fog; whether they are in fog
    (k.CampaignOpened(name="n", design="small", design_hash="h", seats=SEATS),
     copies(*[k.CampaignOpened(name="n", design="small", design_hash="", seats=SEATS)] * 3), ALL),
    (k.TurnBegun(ordinal=1), copies(WHOLE, WHOLE, WHOLE), ALL),
    (k.StepClosed(step="marker", note="n"), copies(*[k.StepClosed(step="marker")] * 3), ALL),
    (k.DutyLeft(duty="d", title="t", reason="r"), copies(NOTHING, NOTHING, NOTHING), NAMED),
    (k.FactSet(fact="dispatch.first", value=1), copies(WHOLE, NOTHING, WHOLE), OWN),
    (k.FactSet(fact="chits", value="first,huber-a"), copies(WHOLE, NOTHING, WHOLE), OWN),
    (k.FactSet(fact="both", value="first,second"), copies(NOTHING, NOTHING, WHOLE), NAMED),
    (k.FactSet(fact="flag.mud", value=True), copies(WHOLE, WHOLE, WHOLE), NAMED),
    (k.WeatherSet(weather="rain"), copies(WHOLE, WHOLE, WHOLE), ALL),
    (k.Noted(words="n"), copies(WHOLE, WHOLE, WHOLE), ALL),
    (k.Attached(formation="first", to="huber-a"), copies(WHOLE, WHOLE, WHOLE), OWN),
    (k.IdentityChosen(group="huber", option="a"), copies(WHOLE, WHOLE, WHOLE), NAMED),
    (k.BoxMoved(formation="first", box="start"), copies(WHOLE, NOTHING, WHOLE), OWN),
    (k.PoolChanged(pool="trucks", change=1), copies(WHOLE, WHOLE, WHOLE), NAMED),
    (k.PoolChanged(pool="guns", change=1), copies(WHOLE, NOTHING, WHOLE), OWN),
    (k.PoolChanged(pool="fuel", change=1), copies(WHOLE, NOTHING, WHOLE), OWN),
    (k.FogSet(seat="red"), copies(WHOLE, NOTHING, NOTHING), ALL),
    (k.Sighted(seat="red", rows=(SEEN,)), copies(NOTHING, NOTHING, NOTHING), NAMED),
    (k.Sighted(seat="blue", rows=(SEEN,)), copies(NOTHING, NOTHING, WHOLE), NAMED),
    (k.OrderGiven(seat="red", text="Go"), copies(WHOLE, NOTHING, WHOLE), ALL),
    (k.PacketSent(seat="red", upto=3, sha256="s"),
     copies(k.PacketSent(seat="red", upto=0, sha256="s"), NOTHING, NOTHING), ALL),
    (k.MarkerAdvanced(route="road", stop="town"), copies(WHOLE, WHOLE, WHOLE), ALL),
    (k.RouteLeft(route="road"), copies(WHOLE, WHOLE, WHOLE), ALL),
    (k.RouteStatus(route="road", cut=True, cause="c"), copies(WHOLE, WHOLE, WHOLE), ALL),
    (k.Released(entry="hot", how="roll"), copies(WHOLE, WHOLE, WHOLE), (False, True, True)),
    (k.ReleaseFailed(entry="hot"), copies(WHOLE, WHOLE, WHOLE), (False, True, True)),
    (k.Bypassed(entry="cold"), copies(WHOLE, WHOLE, WHOLE), NAMED),
    (k.Points(side="red", points=1, cause="c"), copies(WHOLE, WHOLE, WHOLE), ALL),
    (k.NodeEntered(node="drive", units=("r1", "b1")),
     copies(k.NodeEntered(node="drive", units=("r1",)),
            *[k.NodeEntered(node="drive", units=("b1",))] * 2), ALL),
    (k.NodeJoined(node="drive", units=("r1",)), copies(WHOLE, NOTHING, NOTHING), ALL),
    (k.NodeLeft(node="drive", winner="red", note="n"),
     copies(*[k.NodeLeft(node="drive", winner="red")] * 3), ALL),
    (k.SecretRevealed(secret="s", nonce="n", value="v"),
     copies(*[k.SecretRevealed(secret="secret 1", nonce="n", value="v")] * 3), ALL),
    (k.SecretKept(secret="s", nonce="0" * 32, value="v"),
     copies(NOTHING, NOTHING, k.SecretKept(secret="secret 1", nonce="0" * 32, value="v")), NAMED),
    (k.SecretCommitted(secret="s", seat="red", about="a", digest="0" * 64),
     copies(*[k.SecretCommitted(secret="secret 1", seat="red", about="a", digest="0" * 64)] * 3),
     ALL),
    (k.UnitArrived(unit="r1", place=HEX), copies(WHOLE, WHOLE, WHOLE), OWN),
    (k.UnitArrived(unit="r1", place=BOX), copies(WHOLE, NOTHING, WHOLE), OWN),
    (k.UnitMoved(unit="r1", place=HEX), copies(WHOLE, WHOLE, WHOLE), OWN),
    (k.UnitMoved(unit="r1", place=BOX), copies(WHOLE, NOTHING, WHOLE), OWN),
    (k.StepsLost(unit="r1", steps=1), copies(WHOLE, NOTHING, WHOLE), OWN),
    (k.StepsRecovered(unit="r1", steps=1), copies(WHOLE, NOTHING, WHOLE), OWN),
    (k.StepsRecovered(unit="r1", steps=1, place=HEX), copies(WHOLE, WHOLE, WHOLE), OWN),
    (k.StepsRecovered(unit="r1", steps=1, place=BOX), copies(WHOLE, NOTHING, WHOLE), OWN),
    (k.UnitEliminated(unit="r1"), copies(WHOLE, NOTHING, WHOLE), OWN),
    (k.UnitRemoved(unit="r1"), copies(WHOLE, NOTHING, WHOLE), OWN),
    (k.UnitFlagged(unit="r1", flag="f"), copies(WHOLE, NOTHING, WHOLE), OWN),
    (k.UnitTransferred(unit="r1", from_game="ONE", to_game="TWO"),
     copies(WHOLE, NOTHING, WHOLE), OWN),
    (k.BridgeChanged(bridge="weir", state="wired", by="red", unit="r1"),
     copies(WHOLE, WHOLE, WHOLE), ALL),
    (k.BridgeControl(bridge="weir", side="red"), copies(WHOLE, WHOLE, WHOLE), ALL),
    (k.ChanceDrawn(what="d", faces=(10,), results=(3,), how="typed"), copies(WHOLE, WHOLE, WHOLE),
     NAMED),
    (k.ProposalJudged(title="t", cite="c", proposed="a", decided="b", override="o"),
     copies(*[k.ProposalJudged(title="t", cite="c", proposed="a", decided="b")] * 3), NAMED),
    (k.DropPlanned(division="first", number=2, turns=(9,)), copies(WHOLE, WHOLE, WHOLE), OWN),
    (k.DropAssigned(formation="first", number=2, zone="B"), copies(WHOLE, WHOLE, WHOLE), OWN),
    (k.BridgeWork(bridge="weir"), copies(WHOLE, WHOLE, WHOLE), ALL),
    (k.RouteAttacked(route="road", attacked=1, cause="c"), copies(WHOLE, WHOLE, WHOLE), ALL),
    (k.CorpsAdvanced(corps="xii", box="oirschot"), copies(WHOLE, WHOLE, WHOLE), ALL),
    (k.CorpsFailed(corps="xii"), copies(WHOLE, WHOLE, WHOLE), NAMED),
]  # fmt: skip


def reader(side: str, *, fogged: bool = False) -> Reader:
    made = Reader(DESIGN, next(each for each in SEATS if each.id == side))
    made.fogged = fogged
    return made


def occasion(*named: str, actor: str = "umpire"):
    return SimpleNamespace(seq=7, ordinal=1, actor=actor, seen_by=("*", *named))


@pytest.mark.parametrize(
    ("payload", "told", "in_fog"), LEARNED, ids=[f"{type(row[0]).__name__}" for row in LEARNED]
)
def test_each_side_is_told_what_it_may_know_and_no_more(payload, told, in_fog):
    for number, (side, named) in enumerate((("red", ()), ("blue", ()), ("blue", ("blue",)))):
        found = payload.copied(reader(side), occasion(*named))
        assert found == (payload if told[number] == WHOLE else told[number]), (side, named)
        assert payload.in_fog(reader(side), occasion(*named)) is in_fog[number], (side, named)


@pytest.mark.parametrize(
    "payload",
    [k.UnitArrived(unit="r1", place=HEX), k.StepsLost(unit="r1", steps=1),
     k.UnitFlagged(unit="r1", flag="f"), k.StepsRecovered(unit="r1", steps=1)],
)  # fmt: skip
def test_what_befalls_a_unit_on_a_table_is_seen_by_everybody(payload):
    seen = reader("blue")
    seen.places["r1"] = "hex"
    assert payload.copied(seen, occasion()) == payload
    seen.places["r1"] = "box"
    assert (payload.copied(seen, occasion()) is None) is not isinstance(payload, k.UnitArrived)


@pytest.mark.parametrize(
    ("payload", "red", "blue"),
    [
        (k.Points(side="red", points=1, cause="c"), "c", NOT_TOLD),
        (k.RouteStatus(route="road", cut=True, cause="c"), "", ""),
        (k.RouteAttacked(route="road", attacked=1, cause="c"), "", ""),
    ],
)
def test_in_fog_the_cause_of_what_the_other_side_did_is_not_told(payload, red, blue):
    for side, cause in (("red", red), ("blue", blue)):
        assert payload.copied(reader(side, fogged=True), occasion()).cause == cause


def test_in_fog_nobody_learns_which_unit_of_the_other_side_bridges():
    payload = k.BridgeChanged(bridge="weir", state="wired", by="red", unit="r1")
    assert payload.copied(reader("red", fogged=True), occasion()) == payload
    assert payload.copied(reader("blue", fogged=True), occasion()) == replace(payload, unit="")


def test_in_fog_a_side_learns_of_what_its_own_seats_did():
    payload = k.FactSet(fact="flag.mud", value=True)
    assert payload.in_fog(reader("red"), occasion(actor="red"))
    assert not payload.in_fog(reader("red"), occasion(actor="blue"))
    assert not payload.in_fog(reader("red"), occasion(actor="umpire"))
    assert not payload.in_fog(reader("red"), occasion(actor="nobody"))


def test_a_correction_names_what_the_seat_knew_by_its_own_numbers():
    knows = reader("red")
    knows.numbers = {3: 1, 5: 2}
    told = Reversed(of=(3, 4, 5), reason="typed wrongly").copied(knows, occasion())
    assert told == Reversed(of=(1, 2), reason=CORRECTION)
    assert Reversed(of=(4,), reason="x").copied(knows, occasion()) is None


def test_rulings_and_secrets_have_names_of_the_seats_own():
    knows = reader("red")
    ruling = k.RulingMade(id="r7", query="reset", decision="no", scope="once", author="U",
                          reason="so", supersedes="r3", affects=(4,))  # fmt: skip
    first = ruling.copied(knows, occasion())
    assert (first.id, first.supersedes, first.affects) == ("ruling-1", None, ())
    later = replace(ruling, id="r9", supersedes="r7").copied(knows, occasion())
    assert (later.id, later.supersedes) == ("ruling-2", "ruling-1")
    assert [knows.secret(key) for key in ("a", "b", "a")] == ["secret 1", "secret 2", "secret 1"]
    copy = knows.copy({"r1": "hex"})
    assert (copy.places, copy.numbers, copy.fogged) == ({"r1": "hex"}, knows.numbers, False)
    assert copy.ruling("r7") == "ruling-1"
    assert copy.secret("c") == "secret 3"
    assert knows.secret("d") == "secret 3"  # a copy goes its own way


# ---- who may write what -------------------------------------------------------------------------


CHIEF, _ = SEATS[1], SEATS[2]
COMMANDER = Seat(id="c", name="C", role="commander", side="red", formations=("huber-a",))
WATCHER = Seat(id="w", name="W", role="observer", side="red")

WRITES = [
    (k.StepsLost(unit="r1", steps=1), "", "does not stand under C", "only looks on"),
    (k.StepsLost(unit="h1", steps=1), "", "", "only looks on"),
    (k.StepsLost(unit="b1", steps=1), "is not on the side", "is not on the side", "is not on the"),
    (k.StepsLost(unit="x", steps=1), "", "", ""),
    (k.BoxMoved(formation="first", box="start"), "", "does not stand under C", "only looks on"),
    (k.BoxMoved(formation="x", box="start"), "", "", ""),
    (k.DropAssigned(formation="second", number=2, zone="B"), "is not on the side of Red",
     "is not on the side of C", "is not on the side of W"),
    (k.OrderGiven(seat="red", text="Go"), "", "for itself alone", "for itself alone"),
    (k.SecretCommitted(secret="s", seat="red", about="a", digest="0" * 64), "", "for itself alone",
     "only looks on"),
    (k.SecretKept(secret="s", nonce="0" * 32, value="v"), "", "", "only looks on"),
    (Reversed(of=(1,), reason="r"), "", "", "only looks on"),
    (k.Points(side="red", points=1, cause="c"), *["only the umpire does this"] * 3),
    (k.TurnBegun(ordinal=1), *["only the umpire does this"] * 3),
    (k.FactSet(fact="a", value=1), *["only the umpire does this"] * 3),
]  # fmt: skip


@pytest.mark.parametrize(("payload", "chief", "commander", "watcher"), WRITES)
def test_who_may_write_what(payload, chief, commander, watcher):
    for seat, why in ((CHIEF, chief), (COMMANDER, commander), (WATCHER, watcher)):
        refused = str(payload.refused(DESIGN, seat))
        assert why in refused
        assert bool(refused) is bool(why)


# ---- what is believed ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("payload", "steps", "place"),
    [
        (k.UnitMoved(unit="r2", place=HEX), 3, HEX),
        (k.StepsLost(unit="r2", steps=2), 1, Place("not-yet")),
        (k.StepsLost(unit="r2", steps=3), 0, Place("eliminated")),
        (k.StepsLost(unit="r2", steps=9), 0, Place("eliminated")),
        (k.StepsRecovered(unit="r2", steps=9), 3, Place("not-yet")),
        (k.StepsRecovered(unit="r2", steps=1, place=HEX), 3, HEX),
        (k.UnitTransferred(unit="r2", from_game="ONE", to_game="TWO"), 3,
         Place("transit", game="TWO")),
    ],
)  # fmt: skip
def test_what_is_told_is_believed_whatever_came_before(payload, steps, place):
    desk = Desk()
    payload.believed(desk.design, desk.state)
    now = desk.state.units["r2"]
    assert (now.steps, now.place) == (steps, place)
    replace(payload, unit="nobody").believed(desk.design, desk.state)
    lost = Desk()
    lost.do(k.UnitEliminated(unit="r2"))
    k.UnitMoved(unit="r2", place=HEX).believed(lost.design, lost.state)
    assert lost.state.units["r2"].steps == 3  # it stands there, so it has come back


def test_what_is_told_of_roads_bridges_and_releases_is_believed():
    desk = Desk()
    for payload in (
        k.MarkerAdvanced(route="road", stop="gate"), k.MarkerAdvanced(route="road", stop="town"),
        k.BridgeChanged(bridge="weir", state="bailey-working", by="red"),
        k.Released(entry="cold", how="roll"), k.Bypassed(entry="hot"), k.TurnBegun(ordinal=0),
        k.BridgeChanged(bridge="x", state="blown"), k.Released(entry="x", how="roll"),
        k.Bypassed(entry="x"), k.MarkerAdvanced(route="x", stop="town"),
    ):  # fmt: skip
        payload.believed(desk.design, desk.state)
    assert desk.state.routes["road"].stop == 0
    assert desk.state.bridges["weir"].state == "bailey-working"
    assert [desk.state.queue[key].status for key in ("hot", "cold")] == ["bypassed", "released"]


# ---- what the other side knows of a unit --------------------------------------------------------


BEFORE = Sighting("r2", HEX, 1, 2)
OTHER = Place("hex", "43.228", "S", "ONE")
NEWS = [
    (k.UnitArrived(unit="r2", place=OTHER), "hex", Sighting("r2", OTHER, 5, 2)),
    (k.UnitMoved(unit="r2", place=BOX), "box", Sighting("r2", BOX, 5, 2)),
    (k.UnitTransferred(unit="r2", from_game="ONE", to_game="TWO"), "transit",
     Sighting("r2", Place("transit", game="TWO"), 5, 2)),
    (k.StepsLost(unit="r2", steps=1), "", Sighting("r2", HEX, 5, 3)),
    (k.StepsRecovered(unit="r2", steps=1), "", Sighting("r2", HEX, 5, 1)),
    (k.StepsRecovered(unit="r2", steps=3), "", Sighting("r2", HEX, 5, 0)),
    (k.StepsRecovered(unit="r2", steps=1, place=OTHER), "hex", Sighting("r2", HEX, 5, 1)),
    (k.UnitEliminated(unit="r2"), "", Sighting("r2", Place("eliminated"), 5, 3)),
    (k.UnitRemoved(unit="r2"), "", Sighting("r2", Place("removed"), 5, 2)),
    (k.UnitFlagged(unit="r2", flag="f"), "", None),
]  # fmt: skip


@pytest.mark.parametrize(("payload", "lands", "sighted"), NEWS)
def test_what_befalls_a_unit_changes_what_others_know_of_it(payload, lands, sighted):
    assert payload.lands() == lands
    assert payload.sighted(DESIGN, BEFORE, 5) == sighted
