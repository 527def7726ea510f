"""Chapter 13: what the results of the morale chart do."""

from __future__ import annotations

from collections.abc import Sequence

from wardesk.engine.draft import Draft
from wardesk.engine.types import Cells, Choice, Choose, Outcome, OutcomeField, Path, Reason, Roll
from wardesk.games.remagen.ch01_forces import against_place, enter
from wardesk.games.remagen.ch02_movement import Ways, blocked
from wardesk.games.remagen.ch03_transport import lose
from wardesk.games.remagen.ch09_fire import DIVIDED_BY, can_fire, divisor, salvo_dice, summed
from wardesk.games.remagen.position import (
    at,
    disabled,
    forbidden,
    ground,
    riders,
    touching,
    usable,
    zone,
)
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import (
    ENEMY,
    Advance,
    Battle,
    Hits,
    Retreat,
    State,
    Unit,
    steps,
)
from wardesk.games.shared import ask
from wardesk.games.shared.ask import Question
from wardesk.games.shared.told import came_from
from wardesk.words import join, say, say_count

STAY = Choice("done", say("Nobody else advances"), "RB 13.15")


def both_there(state: State, side: str, attackers: Sequence[str], defenders: Sequence[str]) -> bool:
    """Whether both sides still stand in a battle's sectors."""
    mine = any(at(state, c, side) for c in attackers)
    return mine and any(at(state, c, ENEMY[side]) for c in defenders)


def apply(d: Draft[Setting], frame: Battle, result: str) -> None:
    """Go on with what *result* asks for."""
    match result:
        case "FC" if not frame.second:
            cells = tuple(c for c in (*frame.attackers, *frame.defenders))
            return d.goto("contact", contact=cells, second=True, struck=())
        case "FC":
            return d.done()
        case "EN" if not frame.second:
            return _engage(d, frame)
        case "EN":
            return d.done()
        case _:
            return _break(d, frame, result)


def _engage(d: Draft[Setting], frame: Battle) -> None:
    """Both are locked until the attacker's next attack (RB 13.4 to 13.7)."""
    for cell in (*frame.attackers, *frame.defenders):
        if at(d.pieces, cell):
            d.mark(f"{cell}/engaged", frame.side)
            d.track(f"engaged {cell}", d.tracks["turn"])
    d.done()


def _break(d: Draft[Setting], frame: Battle, result: str) -> None:
    attacker = result[0] == "A"
    loser = frame.side if attacker else ENEMY[frame.side]
    cells = frame.attackers if attacker else frame.defenders
    winners = frame.defenders if attacker else frame.attackers
    cells = tuple(c for c in cells if at(d.pieces, c, loser))
    kind, length = result[1], int(result[2:] or 1)
    follow = {"W": 0, "R": length - 1, "X": 1}[kind]
    units = tuple(u.id for c in winners for u in at(d.pieces, c, ENEMY[loser]) if not u.carrier)
    if follow:
        d.call(
            Advance(step="ask", side=ENEMY[loser], into=cells, units=units, length=follow), "over"
        )
    if kind == "X":
        for cell in cells:
            _wipe_out(d, cell, loser)
        return
    d.call(
        Retreat(step="sector", loser=loser, cells=cells, length=length, rout=kind == "R"),
        "ask" if follow else "over",
    )


@steps(Battle, "over")
def over(d: Draft[Setting], _: Battle, __: None) -> None:
    """The battle is resolved."""
    d.done()


def _wipe_out(d: Draft[Setting], cell: str, side: str) -> None:
    for unit in at(d.pieces, cell, side):
        lose(d, unit.id)
    for unit in at(d.pieces, cell, side):  # riders that were let off
        d.set(unit.id, at=None, carrier="")
    text = say("Everybody at {place} was eliminated", place=d.setting.rhine.name(cell))
    d.say(text, "RB 13.17", cell)


# ---- fire contact -------------------------------------------------------------------------------


def contact_units(setting: Setting, state: State, frame: Battle, cell: str) -> list[Unit]:
    """Units of a sector that fire in the contact (RB 13.1)."""
    here = at(state, cell)
    return [
        u for u in here
        if setting.row(u).dice and not u.carrier
        and can_fire(setting, state, u, own_turn=u.side == frame.side)
    ]  # fmt: skip


def contact_targets(setting: Setting, state: State, frame: Battle, cell: str) -> tuple[str, ...]:
    """Sectors of the battle that a sector fires at."""
    others = frame.defenders if cell in frame.attackers else frame.attackers
    near = touching(setting, state)[cell]
    return tuple(c for c in others if c in near and at(state, c))


@steps(Battle, "contact")
def contact(d: Draft[Setting], frame: Battle, _: None) -> None:
    """Every sector of the battle fires once; all at the same time (RB 13.1)."""
    if not frame.contact:
        return d.goto("strike")
    cell = frame.contact[0]
    units = contact_units(d.setting, d.state, frame, cell)
    cells = contact_targets(d.setting, d.state, frame, cell)
    if not units or not cells:
        return d.goto("contact", contact=frame.contact[1:])
    if len(cells) == 1:
        return d.goto("aimed", target=cells[0])
    question = Question("contact", say("At which sector do they fire?"), "RB 13.1", "aim")
    return ask.pick_cell(d, units[0].side, question, cells, about=(cell,))


@steps(Battle, "aim")
def aim(d: Draft[Setting], _: Battle, answer: Cells) -> None:
    """At this one."""
    d.goto("aimed", target=answer.cells[0])


@steps(Battle, "aimed")
def aimed(d: Draft[Setting], frame: Battle, _: None) -> None:
    """All units of the sector as one salvo."""
    cell = frame.contact[0]
    units = contact_units(d.setting, d.state, frame, cell)
    count = salvo_dice(d.setting, d.state, units, frame.target)
    by = divisor(d.setting, cell, frame.target)
    d.roll(
        "contact", say("How well do they fire?"), "RB 13.1", "noted", dice=(6,) * count,
        about=(cell, frame.target), chart="divisors",
        context=say_count("{n} die, divided by {by}", "{n} dice, divided by {by}", n=count, by=by),
        fields=(DIVIDED_BY,), inputs={"divisor": by}, sums=True,
    )  # fmt: skip


@steps(Battle, "noted")
def noted(d: Draft[Setting], frame: Battle, answer: Roll) -> None:
    """Keep the sum, and by what it is divided."""
    by = answer.input("divisor", divisor(d.setting, frame.contact[0], frame.target))
    d.goto("weigh", total=summed(answer), by=int(by or 1))


@steps(Battle, "weigh")
def weigh(d: Draft[Setting], frame: Battle, _: None) -> None:
    """The hits of one sector, as in any salvo (RB 10.2)."""
    hits = frame.total // frame.by
    text = say_count("{total} / {by}: {n} hit", "{total} / {by}: {n} hits", n=hits,
                     total=frame.total, by=frame.by)  # fmt: skip
    d.outcome(
        {"hits": hits}, "counted", kind="contact", prompt=say("Do the hits stand?"),
        cite="RB 10.2", summary=text, fields=(OutcomeField("hits", say("Hits"), 0, 60),),
        about=(frame.target,), chart="divisors",
    )  # fmt: skip


@steps(Battle, "counted")
def counted(d: Draft[Setting], frame: Battle, answer: Outcome) -> None:
    """They wait until everybody has fired (RB 13.1)."""
    cell, hits = frame.contact[0], int(answer.value["hits"] or 0)
    units = contact_units(d.setting, d.state, frame, cell)
    value = max(d.setting.row(u).value for u in units)
    struck = (*frame.struck, (frame.target, hits, value))
    place = d.setting.rhine.name(frame.target)
    d.say(say_count("{place} took {n} hit", "{place} took {n} hits", n=hits, place=place),
          "RB 13.1", frame.target)  # fmt: skip
    d.goto("contact", contact=frame.contact[1:], struck=struck)


@steps(Battle, "strike")
def strike(d: Draft[Setting], frame: Battle, _: None) -> None:
    """The hits are applied one sector after the other; then the die is rolled again."""
    if not frame.struck:
        return d.goto("again")
    cell, hits, value = frame.struck[0]
    d.goto("strike", struck=frame.struck[1:])
    side = frame.side if cell in frame.defenders else ENEMY[frame.side]
    if hits and at(d.pieces, cell, ENEMY[side]):
        d.call(Hits(step="choose", side=side, cell=cell, hits=hits, against=value), "strike")
    return None


@steps(Battle, "again")
def again(d: Draft[Setting], frame: Battle, _: None) -> None:
    """If one side is gone, the other may move in; else morale decides (RB 13.1, 13.3)."""
    mine = any(at(d.pieces, c, frame.side) for c in frame.attackers)
    theirs = any(at(d.pieces, c, ENEMY[frame.side]) for c in frame.defenders)
    if mine and theirs:
        return d.goto("odds")
    d.goto("over")
    if mine == theirs:
        return None
    winner = frame.side if mine else ENEMY[frame.side]
    into, own = frame.defenders, frame.attackers
    if not mine:
        into, own = own, into
    units = tuple(u.id for c in own for u in at(d.pieces, c, winner) if not u.carrier)
    d.call(Advance(step="ask", side=winner, into=into, units=units, length=1), "over")
    return None


# ---- withdrawal and rout ------------------------------------------------------------------------


def flights(setting: Setting, state: State, unit: Unit, length: int) -> tuple[str, ...]:
    """Sectors exactly *length* steps away that *unit* can be driven to (RB 13.8 to 13.13)."""
    return tuple(flight_ways(setting, state, unit, length))


def flight_ways(
    setting: Setting, state: State, unit: Unit, length: int
) -> dict[str, tuple[str, ...]]:
    """The same with a way to each, in the order of their names.

    Every step leads farther from where it stood, so there is no zig-zag; hostile zones, rivers and
    ground that the unit cannot enter are closed, and to vehicles what wrecks block; there must be
    room at the end.
    """
    origin, rhine = unit.at or "", setting.rhine
    graph = rhine.contact(usable(setting, state))
    foe = ENEMY[unit.side]
    closed = zone(setting, state, foe) | ground(state, foe)
    if setting.row(unit).vehicle:
        closed |= blocked(setting, state)
    party = (unit, *riders(state, unit.id))
    ring: dict[str, tuple[str, ...]] = {origin: ()}
    for step in range(1, length + 1):
        ring = {
            other: (*way, other) for cell, way in ring.items() for other in graph[cell]
            if rhine.distance(origin, other) == step and other not in closed
            and not any(forbidden(setting, u, other) for u in party)
        }  # fmt: skip
    return {c: ring[c] for c in sorted(ring) if not against_place(setting, state, [unit], c)}


def homes(setting: Setting, state: State, frame: Retreat) -> tuple[str, ...]:
    """Where at least one of the units that are left can go."""
    return tuple(sorted({
        cell for piece in frame.left
        for cell in flights(setting, state, state.pieces[piece], frame.length)
    }))  # fmt: skip


@steps(Retreat, "sector")
def sector(d: Draft[Setting], frame: Retreat, _: None) -> None:
    """The next sector is left; disabled vehicles stay behind and are lost (RB 13.14, 13.8)."""
    if not frame.cells:
        return d.done()
    cell = frame.cells[0]
    for unit in at(d.pieces, cell, frame.loser):
        if disabled(d.setting, unit):
            cite = "RB 13.14" if frame.rout else "RB 13.8"
            d.say(say("{unit} was abandoned", unit=unit.name), cite, cell)
            lose(d, unit.id)
    left = tuple(u.id for u in at(d.pieces, cell, frame.loser) if not u.carrier)
    return d.goto("way", left=left)


@steps(Retreat, "way")
def way(d: Draft[Setting], frame: Retreat, _: None) -> None:
    """The loser chooses where he withdraws to, the winner where he routs him (RB 13.8, 13.10)."""
    if not frame.left:
        return d.goto("sector", cells=frame.cells[1:])
    found = homes(d.setting, d.state, frame)
    if not found:
        for piece in frame.left:
            d.say(say("{unit} had no way out", unit=d.pieces[piece].name), "RB 13.9",
                  frame.cells[0])  # fmt: skip
            _vanish(d, piece)
        return d.goto("sector", cells=frame.cells[1:], left=())
    if frame.rout:
        question = Question("rout", say("Where are they routed to?"), "RB 13.10", "fled")
    else:
        question = Question("withdraw", say("Where do they withdraw to?"), "RB 13.8", "fled")
    who = ENEMY[frame.loser] if frame.rout else frame.loser
    place, names = d.setting.rhine.name(frame.cells[0]), [d.pieces[p].name for p in frame.left]
    context = say_count("{units}, {n} sector from {place}", "{units}, {n} sectors from {place}",
                        n=frame.length, units=join(", ", names), place=place)  # fmt: skip
    return ask.pick_cell(d, who, question, found, context, about=(*frame.left, frame.cells[0]))


def _vanish(d: Draft[Setting], piece: str) -> None:
    for unit in riders(d.pieces, piece):
        d.set(unit.id, at=None, carrier="")
    d.set(piece, at=None, carrier="")


@steps(Retreat, "fled")
def fled(d: Draft[Setting], frame: Retreat, answer: Cells) -> None:
    """As many as find room there go there; the others are asked for again."""
    cell, left, went = answer.cells[0], list[str](), list[Unit]()
    for piece in frame.left:
        if cell in flights(d.setting, d.state, d.pieces[piece], frame.length):
            went.append(d.pieces[piece])
            enter(d, piece, cell)
        else:
            left.append(piece)
    rhine = d.setting.rhine
    who = join(", ", [unit.name for unit in went])
    cite = "RB 13.10" if frame.rout else "RB 13.8"
    said = say("{unit} fell back to {place}", unit=who, place=rhine.name(cell))
    d.say(said, cite, cell, came_from([rhine.name(unit.at or "") for unit in went]))
    d.goto("way", left=tuple(left))


# ---- pursuit and occupation ---------------------------------------------------------------------


def pursuers(setting: Setting, state: State, frame: Advance) -> list[Unit]:
    """Winners that may still advance."""
    return [
        u for p in frame.units
        if (u := state.pieces[p]).at is not None and not u.carrier and not disabled(setting, u)
        and advance_goals(setting, state, frame, [u])
    ]  # fmt: skip


def advance_goals(
    setting: Setting, state: State, frame: Advance, units: Sequence[Unit]
) -> dict[str, tuple[str, ...]]:
    """Where *units* may advance to, with the way there (RB 13.15, 13.16)."""
    if len({u.at for u in units}) != 1:
        return {}
    ways = Ways(setting, state, units)
    found: dict[str, tuple[str, ...]] = {}
    for cell in ways.graph[ways.origin]:
        if cell in frame.into and not ways.closed(cell):
            found[cell] = (cell,)
    if frame.length > 1:
        for cell, way_in in tuple(found.items()):
            if ways.stops(cell, ways.origin):
                continue
            for other in ways.graph[cell]:
                if other not in found and other != ways.origin and not ways.closed(other):
                    found[other] = (*way_in, other)
    return {c: w for c, w in found.items() if not against_place(setting, state, units, c)}


@steps(Advance, "ask")
def who_advances(d: Draft[Setting], frame: Advance, _: None) -> None:
    """The winner may follow, first into a sector that was left (RB 13.15)."""
    units = pursuers(d.setting, d.state, frame)
    if not units:
        return d.done()
    question = Question("advance", say("Who advances where?"), "RB 13.15", "advanced")
    ids = tuple(u.id for u in units)
    return ask.path(d, frame.side, question, ids, most=len(ids), choices=(STAY,), about=frame.into)


@steps(Advance, "advanced")
def advanced(d: Draft[Setting], frame: Advance, answer: Path | Choose) -> None:
    """They stand there."""
    if isinstance(answer, Choose):
        return d.done()
    came, rhine = [d.pieces[piece] for piece in answer.pieces], d.setting.rhine
    for piece in answer.pieces:
        enter(d, piece, answer.cells[-1])
    who, place = join(", ", [unit.name for unit in came]), rhine.name(answer.cells[-1])
    text = say("{units} advanced to {place}", units=who, place=place)
    how = came_from([rhine.name(unit.at or "") for unit in came])
    d.say(text, "RB 13.15", answer.cells[-1], how)
    return d.goto("ask", units=tuple(p for p in frame.units if p not in answer.pieces))


def against_advance(
    setting: Setting, state: State, frame: Advance, answer: Path
) -> tuple[Reason, ...]:
    """Why *answer* is no advance."""
    units = [state.pieces[p] for p in answer.pieces]
    if advance_goals(setting, state, frame, units).get(answer.cells[-1]) is not None:
        return ()
    place = setting.rhine.name(answer.cells[-1])
    return (Reason(say("They cannot advance to {place}", place=place), "RB 13.15"),)
