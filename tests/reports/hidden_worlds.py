"""Pairs of campaigns that differ only in what one seat cannot know, made at random."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random

import every_kind as k
import pytest
from msgspec.structs import replace
from small_campaign import NAMES, NOW, SEATS, small_design

from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.ledger.events import EVERYONE, EventDraft
from wardesk.campaign.ledger.kind import Payload
from wardesk.campaign.ledger.kinds.secrets import digest_of
from wardesk.campaign.ledger.reader import OFF_THE_MAP
from wardesk.campaign.ledger.rulings import Evidence, Query
from wardesk.campaign.ledger.seat_facts import note_place
from wardesk.campaign.operation.design import design_hash
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.state import SeenTroops
from wardesk.errors import UserError
from wardesk.reports.packet import PacketPainter
from wardesk.words import encode

PLAYERS = (
    *SEATS,
    Seat(id="major", name="Major", role="commander", side="red", formations=("first",)),
    Seat(id="guest", name="Guest", role="observer"),
)
DESIGN = replace(small_design(), seats=PLAYERS)
SIDE = {seat.id: seat.side for seat in PLAYERS}
Make = Callable[[Random], Payload]


def _place(r: Random) -> Place:
    kind = r.choice(("hex", "hex", "box", "display", "marker", "drop"))
    at = {"box": "oirschot", "display": "start", "marker": "road", "drop": "B"}.get(kind, "")
    return Place(kind, at or f"4{r.randrange(3)}.228", "S", r.choice(("ONE", "TWO")))


def _query(r: Random) -> Query:
    key = f"q{r.randrange(4)}"
    return Query(id=key, cite="9", question=f"{key}?", options=("yes", "no"), proposed="no", why="")


def _ruling(r: Random) -> k.RulingMade:
    return k.RulingMade(
        id=f"ruling-{r.randrange(9)}", query="reset", decision=r.choice(("yes", "no")),
        scope="campaign", author="umpire", reason="It reads so.",
    )  # fmt: skip


def _committed(r: Random) -> k.SecretCommitted:
    seat = r.choice(("red", "blue"))
    key = f"{seat}:{r.randrange(3)}"
    return k.SecretCommitted(secret=key, seat=seat, about="when", digest=digest_of("", ""))


def _kept(r: Random) -> k.SecretKept:
    key = f"{r.choice(('red', 'blue'))}:{r.randrange(3)}"
    return k.SecretKept(secret=key, nonce=f"{r.randrange(99):032x}", value=str(r.randrange(9)))


def _told(r: Random) -> k.SecretRevealed:
    key = f"{r.choice(('red', 'blue'))}:{r.randrange(3)}"
    return k.SecretRevealed(secret=key, nonce="0" * 32, value="7")


def _weather(r: Random) -> k.WeatherSet:
    kind = r.choice(("clear", "fog", "overcast", "rain"))
    return k.WeatherSet(weather=kind, fog=3 if kind == "fog" else None)


def _sighted(r: Random) -> k.Sighted:
    where = Place("hex", f"4{r.randrange(3)}.228", "S", "ONE")
    row = SeenTroops(place=where, formation=r.choice(("first", "second")), units=1, steps=(1, 3))
    return k.Sighted(seat=r.choice(tuple(SIDE)), rows=(row,), how=r.choice(("", "a patrol")))


def _made(r: Random) -> Seat:
    side, own = r.choice((("red", "first"), ("blue", "second")))
    formations = r.choice(((), (own,)))
    return Seat(id=f"late-{side}-{r.randrange(2)}", name=f"Seat {r.randrange(9)}",
                role="commander", side=side, formations=formations)  # fmt: skip


MAKERS: dict[type, Make] = {
    k.FogSet: lambda r: k.FogSet(
        seat=r.choice(("red", "blue", "major")), on=r.random() < 0.7, hexes=r.randrange(3)),
    k.Sighted: _sighted,
    k.SeatSet: lambda r: k.SeatSet(seat=_made(r)),
    k.TurnBegun: lambda r: k.TurnBegun(ordinal=r.randrange(1, 9)),
    k.StepClosed: lambda r: k.StepClosed(step="marker", note=f"note {r.randrange(9)}"),
    k.DutyLeft: lambda r: k.DutyLeft(
        duty=f"duty.{r.randrange(9**6)}", title=f"duty {r.randrange(99)}", reason="nobody did it"),
    k.Noted: lambda r: k.Noted(words=f"note {r.randrange(99)}"),
    k.FactSet: lambda r: k.FactSet(fact=f"fact.{r.randrange(3)}", value=r.randrange(9)),
    k.NodeEntered: lambda r: k.NodeEntered(
        node=r.choice(("drive", "main")), units=tuple(r.sample(NAMES, 3))),
    k.NodeJoined: lambda r: k.NodeJoined(
        node=r.choice(("drive", "main")), units=tuple(r.sample(NAMES, 2))),
    k.NodeLeft: lambda r: k.NodeLeft(
        node=r.choice(("drive", "main")), winner="red", note=f"note {r.randrange(9)}"),
    k.UnitArrived: lambda r: k.UnitArrived(unit=r.choice(NAMES), place=_place(r)),
    k.UnitMoved: lambda r: k.UnitMoved(unit=r.choice(NAMES), place=_place(r)),
    k.UnitTransferred: lambda r: k.UnitTransferred(
        unit=r.choice(NAMES), from_game="ONE", to_game="TWO"),
    k.StepsLost: lambda r: k.StepsLost(unit=r.choice(NAMES), steps=1, cause="fire"),
    k.StepsRecovered: lambda r: k.StepsRecovered(
        unit=r.choice(NAMES), steps=1, place=Place("hex", "1.1", "S", "ONE")),
    k.UnitEliminated: lambda r: k.UnitEliminated(unit=r.choice(NAMES)),
    k.UnitRemoved: lambda r: k.UnitRemoved(unit=r.choice(NAMES)),
    k.UnitFlagged: lambda r: k.UnitFlagged(unit=r.choice(NAMES), flag="hero"),
    k.Attached: lambda _: k.Attached(formation="first", to="reds"),
    k.IdentityChosen: lambda r: k.IdentityChosen(group="huber", option=r.choice(("a", "b"))),
    k.MarkerAdvanced: lambda r: k.MarkerAdvanced(route="road", stop=r.choice(("town", "gate"))),
    k.SpurChosen: lambda r: k.SpurChosen(route="road", spur=r.choice(("Son", "Best"))),
    k.RouteLeft: lambda _: k.RouteLeft(route="road"),
    k.RouteStatus: lambda r: k.RouteStatus(route="road", cut=r.random() < 0.5),
    k.RouteAttacked: lambda r: k.RouteAttacked(route="road", attacked=r.randrange(3)),
    k.MarkersSpent: lambda _: k.MarkersSpent(route="road"),
    k.Released: lambda r: k.Released(entry=r.choice(("hot", "cold")), how="auto"),
    k.ReleaseFailed: lambda r: k.ReleaseFailed(entry=r.choice(("hot", "cold"))),
    k.Bypassed: lambda r: k.Bypassed(entry=r.choice(("hot", "cold"))),
    k.BoxMoved: lambda r: k.BoxMoved(
        formation=r.choice(("first", "second")), box=r.choice(("start", "oirschot"))),
    k.CorpsAdvanced: lambda _: k.CorpsAdvanced(corps="xii", box="oirschot"),
    k.CorpsFailed: lambda _: k.CorpsFailed(corps="xii"),
    k.WeatherSet: _weather,
    k.DropPlanned: lambda r: k.DropPlanned(division="blues", number=2, turns=(8, r.randrange(8))),
    k.DropLanded: lambda _: k.DropLanded(division="blues", number=2),
    k.DropPostponed: lambda _: k.DropPostponed(division="blues"),
    k.ZonesChanged: lambda _: k.ZonesChanged(division="blues", result="none"),
    k.DropAssigned: lambda r: k.DropAssigned(
        formation="second", number=r.randrange(2, 5), zone="B"),
    k.BridgeChanged: lambda r: k.BridgeChanged(
        bridge=r.choice(("weir", "brook")), state=r.choice(("wired", "blown", "stable")), by="red"),
    k.BridgeWork: lambda _: k.BridgeWork(bridge="brook"),
    k.BridgeControl: lambda r: k.BridgeControl(bridge="weir", side=r.choice(("red", "blue", ""))),
    k.Interdicted: lambda r: k.Interdicted(division="blues", on=r.random() < 0.5),
    k.SupplySecured: lambda _: k.SupplySecured(division="blues"),
    k.PoolChanged: lambda r: k.PoolChanged(pool="trucks", change=r.choice((-1, 1))),
    k.Points: lambda r: k.Points(side="red", points=r.randrange(1, 5), cause="a hill"),
    k.QueryOpened: lambda r: k.QueryOpened(query=_query(r)),
    k.RulingMade: _ruling,
    k.ChanceDrawn: lambda r: k.ChanceDrawn(
        what="x", faces=(10,), results=(r.randrange(10),), how="typed"
    ),
    k.ProposalJudged: lambda r: k.ProposalJudged(
        title="x", cite="1", proposed="a", decided="a", roll=r.randrange(10)),
    k.SecretCommitted: _committed,
    k.SecretKept: _kept,
    k.SecretRevealed: _told,
    k.OrderGiven: lambda r: k.OrderGiven(
        seat=r.choice(tuple(SIDE)), text=f"Hold {r.randrange(9)}",
        subject=r.choice(("", "*", "first", "second")), due=r.choice((None, None, 4, 7))),
    k.PacketSent: lambda r: k.PacketSent(
        seat=r.choice(tuple(SIDE)[1:]), upto=0, sha256=f"{r.randrange(99):064x}"),
}  # fmt: skip
"""A maker for every kind but the opening and reversals, which the worlds make by themselves."""
HIDEABLE = tuple(maker for kind, maker in MAKERS.items() if kind is not k.TurnBegun)
"""Time is everybody's: what a seat learns, it learns on a turn."""


class World:
    """One campaign; what does not hold in it is not written."""

    def __init__(self, name: str, hours: int) -> None:
        self.now = NOW + timedelta(hours=hours)
        self.ledger = Ledger(DESIGN, name)
        opened = k.CampaignOpened(
            name="Test", design=DESIGN.id, design_hash=design_hash(DESIGN), seats=PLAYERS
        )
        self.add(EventDraft(payload=opened), "umpire")
        self.common: dict[int, int] = {}
        """The seq here of the events that both worlds have, by their shared number."""

    def add(self, draft: EventDraft, actor: str) -> bool:
        try:
            self.ledger.append([draft], actor=actor, now=self.now)
        except UserError:
            return False
        return True

    def drop_last(self) -> None:
        """Forget the last event, as if it had never been written."""
        self.ledger = Ledger(DESIGN, self.ledger.campaign, self.ledger.events[:-1])

    def back(self, seqs: list[int], reason: str) -> bool:
        try:
            self.ledger.take_back(
                seqs, actor="umpire", reason=reason, now=self.now, approved_by="umpire"
            )
        except UserError:
            return False
        return True


def pair(r: Random, seat: str, length: int) -> tuple[World, World]:
    """Two worlds that *seat* cannot tell apart."""
    one, two = World("c1", 0), World("c2", r.randrange(1, 99))
    for number in range(length):
        before = [(world, world.ledger.head, dict(world.common)) for world in (one, two)]
        if r.random() < 0.12 and one.common:
            _take_back(r, one, two)
        elif r.random() < 0.45:
            for world in r.choice(((one,), (two,), (one, two))):
                _hidden(r, seat, world)
        else:
            _shared(r, seat, one, two, number)
        if _off_map(one) != _off_map(two):
            # what befalls a unit is told where it is on a table: there the two would differ
            for world, head, common in before:
                world.ledger = Ledger(DESIGN, world.ledger.campaign, world.ledger.events[:head])
                world.common = common
    return one, two


def fog_pair(r: Random, seat: str, length: int) -> tuple[World, World]:
    """Two worlds that *seat* cannot tell apart because it plays by fog.

    What differs is open to all by `seen_by`: moves, losses, releases, dice of the other side.
    """
    one, two = World("c1", 0), World("c2", r.randrange(1, 99))
    for world in (one, two):
        world.add(EventDraft(payload=k.FogSet(seat=seat), seen_by=(seat,)), "umpire")
    for number in range(length):
        if r.random() < 0.5:
            for world in r.choice(((one,), (two,), (one, two))):
                payload, actor = _in_the_fog(r, seat)
                world.add(EventDraft(payload=payload, seen_by=EVERYONE), actor)
        else:
            _shared(r, seat, one, two, number, fogged=True)
    return one, two


def _in_the_fog(r: Random, seat: str) -> tuple[Payload, str]:
    """Something of the other side that lies open on the tables, and who does it."""
    side = SIDE[seat]
    while True:
        payload = r.choice(MAKERS_IN_FOG)(r)
        unit = getattr(payload, "unit", "")
        theirs = DESIGN.side_of(unit) != side if unit else True
        formation = getattr(payload, "formation", getattr(payload, "division", ""))
        if formation and DESIGN.formation[formation].side == side:
            theirs = False
        if isinstance(payload, (k.Released, k.ReleaseFailed, k.Bypassed)) and side == "blue":
            theirs = False
        if theirs:
            return payload, r.choice([each for each in SIDE if SIDE[each] != side])


MAKERS_IN_FOG = tuple(
    MAKERS[kind] for kind in (
        k.UnitArrived, k.UnitMoved, k.UnitTransferred, k.StepsLost, k.StepsRecovered,
        k.UnitEliminated, k.UnitRemoved, k.UnitFlagged, k.Attached, k.IdentityChosen, k.Released,
        k.ReleaseFailed, k.Bypassed, k.BoxMoved, k.DropPlanned, k.DropLanded, k.DropPostponed,
        k.ZonesChanged, k.DropAssigned, k.Interdicted, k.SupplySecured, k.PoolChanged, k.FactSet,
        k.ChanceDrawn, k.ProposalJudged, k.CorpsFailed,
    )
)  # fmt: skip


def _off_map(world: World) -> dict[int, bool]:
    """Of each event that both worlds have and that befalls a unit: whether it was off the map."""
    numbers = {seq: number for number, seq in world.common.items()}
    undone, places = world.ledger.undone, dict[str, str]()
    found: dict[int, bool] = {}
    for event in world.ledger.events:
        unit = getattr(event.payload, "unit", "")
        if unit and event.seq in numbers:
            found[numbers[event.seq]] = places.get(unit, "not-yet") in OFF_THE_MAP
        if event.seq not in undone:
            note_place(places, event)
    return found


def _take_back(r: Random, one: World, two: World) -> None:
    """Take back an event that both have. What hangs on it may be hidden, and differ."""
    number = r.choice(tuple(one.common))
    if one.back([one.common[number]], "A mistake"):
        if two.back([two.common[number]], "Another reason"):
            one.common.pop(number)
        else:
            one.drop_last()


def _hidden(r: Random, seat: str, world: World) -> None:
    """Something that *seat* cannot know: not shown to it, or by its nature not for it."""
    others = [each for each in SIDE if each not in (seat, "umpire")]
    if r.random() < 0.2:
        _slip(r, world)
        return
    payload = r.choice(HIDEABLE)(r)
    seen = tuple(r.sample(others, r.randrange(len(others) + 1)))
    actor = r.choice(tuple(SIDE))
    if r.random() < 0.3:
        payload, seen = _by_nature(r, seat)
    if r.random() < 0.1 and world.ledger.head > 1:
        # hidden events are taken back as well
        mine = [e.seq for e in world.ledger.events if not e.visible_to(seat)]
        if mine and world.back([r.choice(mine)], f"Reason {r.randrange(9)}"):
            if world.ledger.events[-1].visible_to(seat):
                world.drop_last()  # it touched something that the seat knows
            return
    if seen == () and isinstance(payload, k.SecretKept) and r.random() < 0.5:
        seen = (payload.secret.partition(":")[0],)
        if seat in seen:
            return
    world.add(EventDraft(payload=payload, seen_by=seen, caused_by=_cause(r, world)), actor)


def _slip(r: Random, world: World) -> None:
    """Something for all to see, and taken back before any packet goes out."""
    payload = r.choice(HIDEABLE)(r)
    if isinstance(payload, k.PacketSent):
        return
    head = world.ledger.head
    slipped = world.add(EventDraft(payload=payload, seen_by=EVERYONE), "umpire")
    if slipped and not world.back([world.ledger.head], f"Reason {r.randrange(9)}"):
        world.ledger = Ledger(DESIGN, world.ledger.campaign, world.ledger.events[:head])


def _cause(r: Random, world: World) -> int | None:
    return r.choice((None, r.randrange(1, world.ledger.head + 1)))


def _by_nature(r: Random, seat: str) -> tuple[Payload, tuple[str, ...]]:
    """Shown to everybody by mistake, and still nothing for *seat*."""
    theirs = [u for u in ("r1", "r2", "b1", "b2") if DESIGN.side_of(u) != SIDE[seat]]
    away = Place(r.choice(("box", "display")), "oirschot", "", "ONE")
    homes = [f for f in ("first", "second") if DESIGN.formation[f].side != SIDE[seat]]
    others = [each for each in SIDE if each != seat]
    return r.choice(
        (
            k.UnitArrived(unit=r.choice(theirs), place=away),
            k.UnitMoved(unit=r.choice(theirs), place=away),
            k.BoxMoved(formation=r.choice(homes), box="oirschot"),
            k.FactSet(fact=f"rout.{r.choice(homes)}", value=r.randrange(9)),
            k.FactSet(fact="chits.reds", value=r.choice(homes)),
            k.OrderGiven(seat=r.choice(others), text=f"Secret {r.randrange(99)}"),
            k.PacketSent(seat=r.choice([o for o in others if o != "umpire"]), upto=0, sha256="a"),
        )
    ), EVERYONE


def _shared(
    r: Random, seat: str, one: World, two: World, number: int, *, fogged: bool = False
) -> None:
    """The same for both, except in what of it *seat* is not told."""
    payload = r.choice(tuple(MAKERS.values()))(r)
    if fogged and isinstance(payload, k.FogSet) and payload.seat == seat:
        return  # without the fog it would learn what differs
    seen = EVERYONE if r.random() < 0.7 else tuple(sorted({seat, r.choice(tuple(SIDE))}))
    if isinstance(payload, k.SecretKept):
        seen = (seat,)
    actor = r.choice(tuple(SIDE))
    mate = _other_version(r, seat, payload)
    if fogged and isinstance(payload, k.RouteAttacked):
        mate = replace(payload, cause=f"guns at {r.randrange(99)}")
    if fogged and isinstance(payload, k.Points) and payload.side != SIDE[seat]:
        mate = replace(payload, cause=f"B{r.randrange(99)} was lost")
    if fogged and not isinstance(payload, k.SecretKept):
        seen = EVERYONE  # who is told by name is told in spite of the fog
    # what hangs on what both know must be the same: taking back shows it
    cause = r.choice((None, *one.common))
    causes = (one.common.get(cause), two.common.get(cause))
    if not one.add(EventDraft(payload=payload, seen_by=seen, caused_by=causes[0]), actor):
        return
    if not two.add(EventDraft(payload=mate, seen_by=seen, caused_by=causes[1]), actor):
        one.drop_last()
        return
    one.common[number], two.common[number] = one.ledger.head, two.ledger.head


def _other_version(r: Random, seat: str, payload: Payload) -> Payload:
    match payload:
        case k.StepClosed() | k.NodeLeft():
            return replace(payload, note=f"another note {r.randrange(99)}")
        case k.NodeEntered() | k.NodeJoined():
            own = [u for u in payload.units if DESIGN.side_of(u) == SIDE[seat]]
            theirs = [u for u in NAMES if DESIGN.side_of(u) != SIDE[seat]]
            mixed = [*own, *r.sample(theirs, min(len(theirs), r.randrange(4)))]
            return replace(payload, units=tuple(mixed))
        case k.RulingMade():
            proof = Evidence(kind="file", text="a photograph", source="/home/umpire/photo.png")
            return replace(payload, evidence=(proof,), affects=(1, r.randrange(9)))
        case k.PacketSent():
            return replace(payload, upto=0)
        case k.SeatSet() if payload.seat.side != SIDE[seat]:
            return replace(payload, seat=replace(payload.seat, formations=()))
        case k.ProposalJudged():
            return replace(payload, override=f"because {r.randrange(9)}")
        case _:
            return payload


# ---- what a seat is sent -------------------------------------------------------------------------


def spy(_design, state, _wide):
    """Stands for the map: everything that a painter could paint."""
    return encode(state, order="deterministic")


def flat(html, pictures, **more):
    return repr((html, pictures, sorted(more.items()))).encode()


SPY = PacketPainter(map=spy, pdf=flat)


def blind_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that tell nothing: a commitment is as good as its hash, which is not tested here."""
    name = "wardesk.campaign.ledger.kinds.secrets.digest_of"
    monkeypatch.setattr(name, lambda _nonce, _value: "0" * 64)
    monkeypatch.setattr("hidden_worlds.digest_of", lambda _nonce, _value: "0" * 64)


def late(side):
    formation = "first" if side == "red" else "second"
    return Seat(id="late", name="Late", role="commander", side=side, formations=(formation,))
