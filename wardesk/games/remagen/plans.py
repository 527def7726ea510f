"""What a plan would come to, before anything is rolled: shots, the front, ways back, room left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from wardesk.engine.types import Reason
from wardesk.games.remagen.ch09_fire import dice_of, divisor, targets
from wardesk.games.remagen.ch10_hits import expected
from wardesk.games.remagen.ch12_combat import (
    Links,
    Sides,
    battles_of,
    duties,
    given_links,
    hopeless,
    names,
    ratio,
    values,
)
from wardesk.games.remagen.ch13_morale import contact_units, flight_ways
from wardesk.games.remagen.position import at, forbidden, ground, short_of, taken, zone
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import ENEMY, Battle, Front, Retreat, State, Unit
from wardesk.model.look import Assignments, Overlay, WeighedLine
from wardesk.words import join, say, say_count

FIRE = frozenset({"fire", "return-fire", "fire-on"})
"""Questions about who fires at what."""
_SHOTS = 10
"""Shots that are listed before somebody picks; the best ones."""


# ---- shots --------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def mean_hits(dice: int, by: int) -> float:
    """Hits that *dice* divided by *by* make on average, exactly (RB 10.2)."""
    return sum(hits * ways for hits, ways in expected(dice, by).items()) / 6**dice


def shots(
    setting: Setting, state: State, units: Sequence[Unit]
) -> Iterator[tuple[str, str, int, int]]:
    """Every salvo that is open to *units*, all of a sector together.

    Sector, target, dice, divisor.
    """
    sectors: dict[str, list[Unit]] = {}
    for unit in units:
        sectors.setdefault(unit.at or "", []).append(unit)
    for cell, here in sectors.items():
        aims = {unit.id: targets(setting, state, unit) for unit in here}
        for target in sorted(set[str]().union(*aims.values())):
            team = [unit for unit in here if target in aims[unit.id]]
            dice = sum(dice_of(setting, state, unit, target) for unit in team)
            if dice:
                yield cell, target, dice, divisor(setting, cell, target)


def shot_lines(setting: Setting, state: State, units: Sequence[Unit]) -> tuple[WeighedLine, ...]:
    """The same as lines to weigh, the most hits first."""
    rhine, found = setting.rhine, list[tuple[float, WeighedLine]]()
    for cell, target, dice, by in shots(setting, state, units):
        mean = mean_hits(dice, by)
        facts = [say_count("{n} die ÷ {by}", "{n} dice ÷ {by}", n=dice, by=by)]
        if rhine.figures[target].cover:
            facts.append(say("men under cover"))
        label = say("{mine} at {theirs}", mine=rhine.name(cell), theirs=rhine.name(target))
        figure = say("{mean:.1f} hits", mean=mean)
        found.append((mean, WeighedLine(label, join(", ", facts), figure, cell=target)))
    found.sort(key=lambda one: -one[0])
    return tuple(line for _, line in found)[:_SHOTS]


def _shot_arrows(setting: Setting, state: State, units: Sequence[Unit]) -> Iterator[Overlay]:
    for cell, target, dice, by in shots(setting, state, units):
        label = say("÷{by}: {mean:.1f}", by=by, mean=mean_hits(dice, by))
        yield Overlay("arc", line=(cell, target), label=label)


# ---- the front ----------------------------------------------------------------------------------


def odds_word(mine: int, theirs: int) -> str:
    """Odds as they are spoken of, ``2–1``."""
    a, b = ratio(mine, theirs)
    return f"{a}–{b}"


def battle_line(setting: Setting, state: State, side: str, battle: Sides) -> WeighedLine:
    """One battle of a front: who against whom, at what odds, and whether it is a soak-off."""
    mine, theirs = values(setting, state, side, battle)
    label = say("{attackers} at {defenders}", attackers=names(setting, battle[0]),
                defenders=names(setting, battle[1]))  # fmt: skip
    text, tone = say("{mine} against {theirs}", mine=mine, theirs=theirs), "good"
    if hopeless(mine, theirs):
        text, tone = (
            say("{mine} against {theirs}, lost without a roll", mine=mine, theirs=theirs),
            "bad",
        )
    elif mine < theirs:
        text, tone = say("{mine} against {theirs}, a soak-off", mine=mine, theirs=theirs), "mixed"
    return WeighedLine(label, text, odds_word(mine, theirs), tone, battle[1][0])


def front_lines(setting: Setting, state: State, side: str, links: Links) -> tuple[WeighedLine, ...]:
    """Every battle that *links* make, after whoever must be attacked and is not yet."""
    aimed = {other for _, other in links}
    missing = sorted(duties(setting, state, side) - aimed)
    warned = [
        WeighedLine(say("{place} must be attacked too", place=setting.rhine.name(cell)),
                    say("It touches one of the attackers"), "!", "bad", cell)
        for cell in missing
    ]  # fmt: skip
    return (*warned, *(battle_line(setting, state, side, b) for b in battles_of(links)))


def assignments(setting: Setting, state: State) -> Assignments | None:
    """The front as it is divided so far; None for any other question."""
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, Front) or state.ask is None or state.ask.kind != "front":
        return None
    words = [
        (cell, odds_word(*values(setting, state, frame.side, battle)))
        for battle in battles_of(frame.links)
        for cell in battle[1]
    ]
    aimed = {other for _, other in frame.links}
    return Assignments(
        links=frame.links,
        fixed=given_links(setting, state, frame.side),
        words=tuple(words),
        missing=tuple(sorted(duties(setting, state, frame.side) - aimed)),
    )


def link_note(setting: Setting, state: State, frame: Front, link: tuple[str, str]) -> str:
    """What setting one more sector against another comes to, or taking that back."""
    links = tuple(one for one in frame.links if one != link)
    if link in frame.links:
        return say("take this attack back")
    battle = next(b for b in battles_of((*links, link)) if link[1] in b[1])
    mine, theirs = values(setting, state, frame.side, battle)
    return say("{odds!s}, {mine} against {theirs}", odds=odds_word(mine, theirs), mine=mine,
               theirs=theirs)  # fmt: skip


# ---- ways back ----------------------------------------------------------------------------------


def _flight_arrows(setting: Setting, state: State, frame: Retreat) -> Iterator[Overlay]:
    start, seen = frame.cells[0], set[str]()
    for piece in frame.left:
        ways = flight_ways(setting, state, state.pieces[piece], frame.length)
        for cell, way in ways.items():
            if cell not in seen:
                seen.add(cell)
                yield Overlay("arc", line=(start, *way))


def against_flight(setting: Setting, state: State, frame: Retreat, cell: str) -> tuple[Reason, ...]:
    """Why the losers cannot be driven to *cell* (RB 13.8 to 13.13)."""
    rhine, start = setting.rhine, frame.cells[0]
    name, cite = rhine.name(cell), "RB 13.10" if frame.rout else "RB 13.8"
    far, foe = rhine.distance(start, cell), ENEMY[frame.loser]
    units = [state.pieces[piece] for piece in frame.left]
    if far != frame.length:
        text = say_count("{place} is {n} sector away, the way back is {length}",
                         "{place} is {n} sectors away, the way back is {length}",
                         n=far, place=name, length=frame.length)  # fmt: skip
    elif cell in ground(state, foe):
        text = say("The enemy holds {place}", place=name)
    elif cell in zone(setting, state, foe):
        text = say("{place} lies in a hostile zone of control", place=name)
    elif cell in rhine.water:
        text = say("{place} lies in the river", place=name)
    elif all(forbidden(setting, unit, cell) for unit in units):
        text = say("The ground of {place} is closed to it", place=name)
    elif all(short_of(setting, state, cell, [unit]) for unit in units):
        text = say("There is no room left at {place}", place=name)
    else:
        text = say("No way leads to {place} that goes on farther at each step", place=name)
    return (Reason(text, cite, at=cell),)


# ---- room ---------------------------------------------------------------------------------------


def room_word(setting: Setting, state: State, cell: str) -> str:
    """How much room a sector has and of what kind: open ground, houses, a bridge."""
    used = taken(setting, at(state, cell))
    return _room(setting, cell, used, used)


def room_note(setting: Setting, state: State, units: Sequence[Unit], cell: str) -> str:
    """What *units* leave of the room of a sector when they end there."""
    here = [u for u in at(state, cell) if u not in units]
    used = taken(setting, here)
    return _room(setting, cell, used, used + taken(setting, units))


def _room(setting: Setting, cell: str, before: int, after: int) -> str:
    rhine = setting.rhine
    most, figures = rhine.figures[cell].capacity, rhine.figures[cell]
    kind = say("open ground")
    if figures.foot_only:
        kind = say("houses, on foot only")
    elif cell in rhine.site_of:
        kind = say("bridge, vehicles in single file")
    if after == before:
        return say("{used} of {most} points taken, {kind}", used=after, most=most, kind=kind)
    return say("{used} of {most} points taken then, {kind}", used=after, most=most, kind=kind)


# ---- arrows of the pending question -------------------------------------------------------------


def arrows(setting: Setting, state: State, pieces: Sequence[str]) -> tuple[Overlay, ...]:
    """Shots that *pieces* may fire, or the ways that losers may take."""
    ask, frame = state.ask, state.stack[-1] if state.stack else None
    if ask is None:
        return ()
    units = [state.pieces[piece] for piece in pieces if piece in state.pieces]
    match frame:
        case Retreat() if ask.kind in ("rout", "withdraw"):
            return tuple(_flight_arrows(setting, state, frame))
        case Battle() if ask.kind == "contact":
            here = contact_units(setting, state, frame, frame.contact[0])
            found = _shot_arrows(setting, state, here)
            return tuple(one for one in found if one.line[-1] in ask.cells)
        case _ if ask.kind in FIRE:
            return tuple(_shot_arrows(setting, state, units))
        case _:
            return ()
