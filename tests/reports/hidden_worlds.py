"""Pairs of campaigns that differ only in what one seat cannot know, made at random."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random

from msgspec.structs import replace
from small_campaign import NAMES, NOW, SEATS, small_design

from wardesk.campaign.ledger import payloads as p
from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.ledger.commitments import digest_of
from wardesk.campaign.ledger.events import EVERYONE, Draft
from wardesk.campaign.ledger.rulings import Evidence, Query
from wardesk.campaign.ledger.seat_facts import OFF_THE_MAP, note_place
from wardesk.campaign.operation.design import design_hash
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.places import Place
from wardesk.errors import UserError

PLAYERS = (
    *SEATS,
    Seat(id="major", name="Major", role="commander", side="red", formations=("first",)),
    Seat(id="guest", name="Guest", role="observer"),
)
DESIGN = replace(small_design(), seats=PLAYERS)
SIDE = {seat.id: seat.side for seat in PLAYERS}
Make = Callable[[Random], p.Payload]


def _place(r: Random) -> Place:
    kind = r.choice(("hex", "hex", "box", "display", "marker", "drop"))
    at = {"box": "oirschot", "display": "start", "marker": "road", "drop": "B"}.get(kind, "")
    return Place(kind, at or f"4{r.randrange(3)}.228", "S", r.choice(("ONE", "TWO")))


def _query(r: Random) -> Query:
    key = f"q{r.randrange(4)}"
    return Query(id=key, cite="9", question=f"{key}?", options=("yes", "no"), proposed="no", why="")


def _ruling(r: Random) -> p.RulingMade:
    return p.RulingMade(
        id=f"ruling-{r.randrange(9)}", query="reset", decision=r.choice(("yes", "no")),
        scope="campaign", author="umpire", reason="It reads so.",
    )  # fmt: skip


def _committed(r: Random) -> p.SecretCommitted:
    seat = r.choice(("red", "blue"))
    key = f"{seat}:{r.randrange(3)}"
    return p.SecretCommitted(secret=key, seat=seat, about="when", digest=digest_of("", ""))


def _kept(r: Random) -> p.SecretKept:
    key = f"{r.choice(('red', 'blue'))}:{r.randrange(3)}"
    return p.SecretKept(secret=key, nonce=f"{r.randrange(99):032x}", value=str(r.randrange(9)))


def _told(r: Random) -> p.SecretRevealed:
    key = f"{r.choice(('red', 'blue'))}:{r.randrange(3)}"
    return p.SecretRevealed(secret=key, nonce="0" * 32, value="7")


def _weather(r: Random) -> p.WeatherSet:
    kind = r.choice(("clear", "fog", "overcast", "rain"))
    return p.WeatherSet(weather=kind, fog=3 if kind == "fog" else None)


MAKERS: dict[type, Make] = {
    p.TurnBegun: lambda r: p.TurnBegun(ordinal=r.randrange(1, 9)),
    p.StepClosed: lambda r: p.StepClosed(step="marker", note=f"note {r.randrange(9)}"),
    p.FactSet: lambda r: p.FactSet(fact=f"fact.{r.randrange(3)}", value=r.randrange(9)),
    p.NodeEntered: lambda r: p.NodeEntered(
        node=r.choice(("drive", "main")), units=tuple(r.sample(NAMES, 3))),
    p.NodeLeft: lambda r: p.NodeLeft(
        node=r.choice(("drive", "main")), winner="red", note=f"note {r.randrange(9)}"),
    p.UnitArrived: lambda r: p.UnitArrived(unit=r.choice(NAMES), place=_place(r)),
    p.UnitMoved: lambda r: p.UnitMoved(unit=r.choice(NAMES), place=_place(r)),
    p.UnitTransferred: lambda r: p.UnitTransferred(
        unit=r.choice(NAMES), from_game="ONE", to_game="TWO"),
    p.StepsLost: lambda r: p.StepsLost(unit=r.choice(NAMES), steps=1, cause="fire"),
    p.StepsRecovered: lambda r: p.StepsRecovered(
        unit=r.choice(NAMES), steps=1, place=Place("hex", "1.1", "S", "ONE")),
    p.UnitEliminated: lambda r: p.UnitEliminated(unit=r.choice(NAMES)),
    p.UnitRemoved: lambda r: p.UnitRemoved(unit=r.choice(NAMES)),
    p.UnitFlagged: lambda r: p.UnitFlagged(unit=r.choice(NAMES), flag="hero"),
    p.Attached: lambda _: p.Attached(formation="first", to="reds"),
    p.IdentityChosen: lambda r: p.IdentityChosen(group="huber", option=r.choice(("a", "b"))),
    p.MarkerAdvanced: lambda r: p.MarkerAdvanced(route="road", stop=r.choice(("town", "gate"))),
    p.SpurChosen: lambda r: p.SpurChosen(route="road", spur=r.choice(("Son", "Best"))),
    p.RouteLeft: lambda _: p.RouteLeft(route="road"),
    p.RouteStatus: lambda r: p.RouteStatus(route="road", cut=r.random() < 0.5),
    p.RouteAttacked: lambda r: p.RouteAttacked(route="road", attacked=r.randrange(3)),
    p.MarkersSpent: lambda _: p.MarkersSpent(route="road"),
    p.Released: lambda r: p.Released(entry=r.choice(("hot", "cold")), how="auto"),
    p.ReleaseFailed: lambda r: p.ReleaseFailed(entry=r.choice(("hot", "cold"))),
    p.Bypassed: lambda r: p.Bypassed(entry=r.choice(("hot", "cold"))),
    p.BoxMoved: lambda r: p.BoxMoved(
        formation=r.choice(("first", "second")), box=r.choice(("start", "oirschot"))),
    p.CorpsAdvanced: lambda _: p.CorpsAdvanced(corps="xii", box="oirschot"),
    p.CorpsFailed: lambda _: p.CorpsFailed(corps="xii"),
    p.WeatherSet: _weather,
    p.DropPlanned: lambda r: p.DropPlanned(division="blues", number=2, turns=(8, r.randrange(8))),
    p.DropLanded: lambda _: p.DropLanded(division="blues", number=2),
    p.DropPostponed: lambda _: p.DropPostponed(division="blues"),
    p.ZonesChanged: lambda _: p.ZonesChanged(division="blues", result="none"),
    p.DropAssigned: lambda r: p.DropAssigned(
        formation="second", number=r.randrange(2, 5), zone="B"),
    p.BridgeChanged: lambda r: p.BridgeChanged(
        bridge=r.choice(("weir", "brook")), state=r.choice(("wired", "blown", "stable")), by="red"),
    p.BridgeWork: lambda _: p.BridgeWork(bridge="brook"),
    p.BridgeControl: lambda r: p.BridgeControl(bridge="weir", side=r.choice(("red", "blue", ""))),
    p.Interdicted: lambda r: p.Interdicted(division="blues", on=r.random() < 0.5),
    p.SupplySecured: lambda _: p.SupplySecured(division="blues"),
    p.PoolChanged: lambda r: p.PoolChanged(pool="trucks", change=r.choice((-1, 1))),
    p.Points: lambda r: p.Points(side="red", points=r.randrange(1, 5), cause="a hill"),
    p.QueryOpened: lambda r: p.QueryOpened(query=_query(r)),
    p.RulingMade: _ruling,
    p.Drawn: lambda r: p.Drawn(what="x", faces=(10,), results=(r.randrange(10),), how="typed"),
    p.Judged: lambda r: p.Judged(
        title="x", cite="1", proposed="a", decided="a", roll=r.randrange(10)),
    p.SecretCommitted: _committed,
    p.SecretKept: _kept,
    p.SecretRevealed: _told,
    p.OrderGiven: lambda r: p.OrderGiven(
        seat=r.choice(tuple(SIDE)), text=f"Hold {r.randrange(9)}",
        subject=r.choice(("", "*", "first", "second")), due=r.choice((None, None, 4, 7))),
    p.PacketSent: lambda r: p.PacketSent(
        seat=r.choice(tuple(SIDE)[1:]), upto=0, sha256=f"{r.randrange(99):064x}"),
}  # fmt: skip
"""A maker for every kind but the opening and reversals, which the worlds make by themselves."""
HIDEABLE = tuple(maker for kind, maker in MAKERS.items() if kind is not p.TurnBegun)
"""Time is everybody's: what a seat learns, it learns on a turn."""


class World:
    """One campaign; what does not hold in it is not written."""

    def __init__(self, name: str, hours: int) -> None:
        self.now = NOW + timedelta(hours=hours)
        self.ledger = Ledger(DESIGN, name)
        opened = p.Opened(
            name="Test", design=DESIGN.id, design_hash=design_hash(DESIGN), seats=PLAYERS
        )
        self.add(Draft(payload=opened), "umpire")
        self.common: dict[int, int] = {}
        """The seq here of the events that both worlds have, by their shared number."""

    def add(self, draft: Draft, actor: str) -> bool:
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
    if seen == () and isinstance(payload, p.SecretKept) and r.random() < 0.5:
        seen = (payload.secret.partition(":")[0],)
        if seat in seen:
            return
    world.add(Draft(payload=payload, seen_by=seen, caused_by=_cause(r, world)), actor)


def _slip(r: Random, world: World) -> None:
    """Something for all to see, and taken back before any packet goes out."""
    payload = r.choice(HIDEABLE)(r)
    if isinstance(payload, p.PacketSent):
        return
    head = world.ledger.head
    slipped = world.add(Draft(payload=payload, seen_by=EVERYONE), "umpire")
    if slipped and not world.back([world.ledger.head], f"Reason {r.randrange(9)}"):
        world.ledger = Ledger(DESIGN, world.ledger.campaign, world.ledger.events[:head])


def _cause(r: Random, world: World) -> int | None:
    return r.choice((None, r.randrange(1, world.ledger.head + 1)))


def _by_nature(r: Random, seat: str) -> tuple[p.Payload, tuple[str, ...]]:
    """Shown to everybody by mistake, and still nothing for *seat*."""
    theirs = [u for u in ("r1", "r2", "b1", "b2") if DESIGN.side_of(u) != SIDE[seat]]
    away = Place(r.choice(("box", "display")), "oirschot", "", "ONE")
    homes = [f for f in ("first", "second") if DESIGN.formation[f].side != SIDE[seat]]
    others = [each for each in SIDE if each != seat]
    return r.choice(
        (
            p.UnitArrived(unit=r.choice(theirs), place=away),
            p.UnitMoved(unit=r.choice(theirs), place=away),
            p.BoxMoved(formation=r.choice(homes), box="oirschot"),
            p.FactSet(fact=f"rout.{r.choice(homes)}", value=r.randrange(9)),
            p.FactSet(fact="chits.reds", value=r.choice(homes)),
            p.OrderGiven(seat=r.choice(others), text=f"Secret {r.randrange(99)}"),
            p.PacketSent(seat=r.choice([o for o in others if o != "umpire"]), upto=0, sha256="a"),
        )
    ), EVERYONE


def _shared(r: Random, seat: str, one: World, two: World, number: int) -> None:
    """The same for both, except in what of it *seat* is not told."""
    payload = r.choice(tuple(MAKERS.values()))(r)
    seen = EVERYONE if r.random() < 0.7 else tuple(sorted({seat, r.choice(tuple(SIDE))}))
    if isinstance(payload, p.SecretKept):
        seen = (seat,)
    actor = r.choice(tuple(SIDE))
    mate = _other_version(r, seat, payload)
    # what hangs on what both know must be the same: taking back shows it
    cause = r.choice((None, *one.common))
    causes = (one.common.get(cause), two.common.get(cause))
    if not one.add(Draft(payload=payload, seen_by=seen, caused_by=causes[0]), actor):
        return
    if not two.add(Draft(payload=mate, seen_by=seen, caused_by=causes[1]), actor):
        one.drop_last()
        return
    one.common[number], two.common[number] = one.ledger.head, two.ledger.head


def _other_version(r: Random, seat: str, payload: p.Payload) -> p.Payload:
    match payload:
        case p.StepClosed() | p.NodeLeft():
            return replace(payload, note=f"another note {r.randrange(99)}")
        case p.NodeEntered():
            own = [u for u in payload.units if DESIGN.side_of(u) == SIDE[seat]]
            theirs = [u for u in NAMES if DESIGN.side_of(u) != SIDE[seat]]
            mixed = [*own, *r.sample(theirs, min(len(theirs), r.randrange(4)))]
            return replace(payload, units=tuple(mixed))
        case p.RulingMade():
            proof = Evidence(kind="file", text="a photograph", source="/home/umpire/photo.png")
            return replace(payload, evidence=(proof,), affects=(1, r.randrange(9)))
        case p.PacketSent():
            return replace(payload, upto=0)
        case p.Judged():
            return replace(payload, override=f"because {r.randrange(9)}")
        case _:
            return payload
