"""Chapter 3: movement of both sides (phases II and V)."""

from __future__ import annotations

from collections.abc import Sequence

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Path, Reason, Value
from wardesk.games.eben_emael.control import settle
from wardesk.games.eben_emael.garrison import HOLD, belgian_lines, german_lines, gun_reactions
from wardesk.games.eben_emael.position import (
    Marks,
    Pieces,
    flooded,
    ground,
    men_at,
    open_door,
    serves,
    soldiers,
    soldiers_at,
    stops,
    strengths,
    ways,
)
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    ENEMY,
    FIRST_MOVER,
    GERMAN,
    FortCounter,
    Manning,
    March,
    MarchFire,
    State,
    Turn,
    UnderFire,
    steps,
)
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
from wardesk.games.shared.march import faults
from wardesk.games.shared.reactions import Reaction, answered, offer
from wardesk.games.shared.stacking import excess
from wardesk.words import join, say, say_count

DONE = Choice("done", say("End movement"), "EE 2.1")
OUTSIDE = Choice("outside", say("Stay outside"), "EE 2.1-VI")
MAN = Choice("man", say("Man the work"), "EE N38", hint=say("May fire, need not attack"))
CITES = {GERMAN: "EE 2.1-II-A", BELGIAN: "EE 2.1-V-A"}


def movable(setting: Setting, state: State, side: str) -> tuple[str, ...]:
    """Units that have not moved this turn and can leave where they are (2.1)."""
    enemy = ground(state.pieces, ENEMY[side])
    return tuple(
        c.id
        for c in soldiers(state.pieces, side)
        if not c.moved and c.at not in enemy and (not c.inside or open_door(setting, state, c.at))
    )


def room(setting: Setting, pieces: Pieces, side: str, cell: str, men: int) -> int:
    """Strength points that *cell* is short of when *men* more come in; 0 = they fit (3.6)."""
    return excess(setting.tables.constants.capacity, men_at(pieces, side, cell), men)


def against_goal(
    setting: Setting, pieces: Pieces, units: tuple[FortCounter, ...], cell: str
) -> tuple[Reason, ...]:
    """Why *units* cannot end their move in *cell*, apart from the way there (3.6)."""
    coming = sum(u.men for u in units if u.at != cell)
    over = room(setting, pieces, units[0].side, cell, coming)
    if not over:
        return ()
    name = setting.fort.name(cell)
    text = say("{place} would hold {over} strength points too many", place=name, over=over)
    return (Reason(text, "EE 3.6", at=cell),)


def against_exit(
    setting: Setting, state: State, units: tuple[FortCounter, ...]
) -> tuple[Reason, ...]:
    """Why *units* cannot all leave their work: 60 men may in a turn (EE N13)."""
    origin = units[0].at
    leaving = sum(u.men for u in units if u.inside)
    limit = setting.tables.constants.exit_free
    if not leaving or leaving + gone_out(state.marks, origin) <= limit:
        return ()
    place = setting.fort.name(origin or "")
    text = say("No more than {men} men leave {place} in a turn", men=limit, place=place)
    return (Reason(text, "EE N13", at=origin),)


def gone_out(marks: Marks, work: str | None) -> int:
    """Men that have left *work* this turn."""
    found = marks.get(f"{work}/out", 0)
    return found if isinstance(found, int) else 0


def against_path(
    setting: Setting,
    state: State,
    moving: tuple[str, ...],
    cells: tuple[str, ...],
) -> tuple[Reason, ...]:
    """Every reason against a move, cell by cell (3.1 to 3.7)."""
    units = tuple(state.pieces[p] for p in moving)
    origin, side, fort = units[0].at, units[0].side, setting.fort
    if origin is None or any(u.at != origin for u in units):
        return (Reason(say("Units that move together start in one sector"), "EE 3.2"),)
    enemy = ground(state.pieces, ENEMY[side])
    halts = stops(setting, state.pieces, side)
    found: list[Reason] = list(against_exit(setting, state, units))
    out = all(u.inside for u in units)
    way = faults(fort.neighbours, origin, cells, stops=halts, closed=enemy, stepping_out=out)
    for kind, cell, last in way:
        if kind == "unknown":
            return (Reason(say("There is no sector {cell!s}", cell=cell), "EE 3.1"),)
        name = fort.name(cell)
        text, cite = {
            "apart": (
                say("{cell} is not adjacent to {other}", cell=name, other=fort.name(last)),
                "EE 3.2",
            ),
            "closed": (say("The enemy holds {place}", place=name), "EE 3.4"),
            "stop": (
                say("A unit must stop at {place}, next to the enemy", place=name),
                "EE 3.5",
            ),
        }[kind]
        found.append(Reason(text, cite, at=cell))
    return (*found, *against_goal(setting, state.pieces, units, cells[-1]))


def named(units: Sequence[str]) -> str:
    """The names of one or two units, else how many they are: a log is narrow."""
    return join(", ", units) if len(units) < 3 else say("{n} units", n=len(units))


def enter(d: Draft[Setting], piece: str, cell: str, **more: Value) -> None:
    """The one way into a sector: the unit stands on its ground. *more* changes with it."""
    unit = d.pieces[piece]
    changes: dict[str, Value] = {}
    if unit.at != cell:
        changes["at"] = cell
    if unit.inside:
        changes["inside"] = False
    changes.update(more)
    if changes:
        d.set(piece, **changes)


def _move(d: Draft[Setting], units: tuple[str, ...], goal: str) -> None:
    names: list[str] = []
    origin = d.pieces[units[0]].at
    leaving = sum(d.pieces[p].men for p in units if d.pieces[p].inside)
    if leaving:
        d.mark(f"{origin}/out", gone_out(d.marks, origin) + leaving)
    for piece in units:
        enter(d, piece, goal, moved=True)
        names.append(d.pieces[piece].name)
    place, start = d.setting.fort.brief[goal], d.setting.fort.brief.get(origin or "", "")
    text = say("{unit} to {place}", unit=names[0], place=place)
    how = say("from {place}", place=start) if start else ""
    if len(names) > 1:
        text = say("{n} units to {place}", n=len(names), place=place)
        who = named(names)
        how = say("{units}, from {place}", units=who, place=start) if start else who
    d.say(text, "EE 3.2", goal, how)


@steps(Turn, "german_move")
@steps(Turn, "belgian_move")
def move(d: Draft[Setting], frame: Turn, _: None) -> None:
    """Germans move, later Belgians, each unit once (phases II A and V A)."""
    side = GERMAN if frame.step == "german_move" else BELGIAN
    units = movable(d.setting, d.state, side)
    if not units:
        _tell_of_no_move(d, side)
        return d.goto(d.setting.after[frame.step])
    question = AskedQuestion("move", say("Which units move where?"), CITES[side], f"{side}_moved")
    still = say_count("{n} unit has not moved", "{n} units have not moved", n=len(units))
    most = ask.most_together(d.pieces[unit] for unit in units)
    return ask.path(d, side, question, units, still, most=most, choices=(DONE,))


def _tell_of_no_move(d: Draft[Setting], side: str) -> None:
    """Why nobody moves, unless some have.

    Where no Belgian stands this is the one line of the turn for air, fire and attacks, too.
    """
    there = soldiers(d.pieces, side)
    if any(c.moved for c in there):
        return
    text, why = say("No German move"), say("no unit can move; passed")
    if side == BELGIAN:
        text = say("No Belgian move")
        if not there:
            text, why = (
                say("No Belgians on the map"),
                say("no air attack, fire, move or attack; passed"),
            )
    d.say(text, CITES[side], how=why)


@steps(Turn, "german_moved")
def german_moved(d: Draft[Setting], _: Turn, answer: Path | Choose) -> None:
    """Carry the move out."""
    if isinstance(answer, Choose):
        return d.goto(d.setting.after["german_move"])
    if d.setting.options.solitaire != "yes":
        _move(d, answer.pieces, answer.cells[-1])
        settle(d)
        return d.goto("german_move")
    return d.call(March(step="go", units=answer.pieces, cells=answer.cells), "german_move")


@steps(March, "go")
def march(d: Draft[Setting], frame: March, _: None) -> None:
    """On to the next sector that a machine gun bears on, which may fire, or to the goal."""
    units = tuple(u for u in frame.units if u in d.pieces and d.pieces[u].at is not None)
    if not units or not frame.cells:
        settle(d)
        return d.done()
    watched = (c for c in frame.cells if belgian_lines(d.setting, d.state, c))
    halt = next(watched, frame.cells[-1])
    ahead = frame.cells[frame.cells.index(halt) + 1 :]
    _move(d, units, halt)
    if belgian_lines(d.setting, d.state, halt):
        if FIRST_MOVER not in d.marks:
            d.mark(FIRST_MOVER, units[0])
        d.goto("go", cells=ahead)
        return d.call(UnderFire(step="ask", sector=halt, cite="EE N59", own=False), "go")
    return d.goto("go", cells=ahead)


@steps(Turn, "belgian_moved")
def belgian_moved(d: Draft[Setting], _: Turn, answer: Path | Choose) -> None:
    """Carry the move out; at an open door the men may go in."""
    if isinstance(answer, Choose):
        d.goto("belgian_attack")
        return
    origin, goal = d.pieces[answer.pieces[0]].at or "", answer.cells[-1]
    _move(d, answer.pieces, goal)
    settle(d)
    d.goto("belgian_move")
    if can_man(d.setting, d.state, answer.pieces, goal):
        d.call(Manning(step="ask", units=answer.pieces), "belgian_move")
    if d.setting.options.march_fire == "moving":
        then = "ask" if isinstance(d.stack[-1], Manning) else "belgian_move"
        d.call(MarchFire(step="ask", sector=goal, origin=origin), then)


@steps(MarchFire, "ask")
def march_fire(d: Draft[Setting], frame: MarchFire, _: None) -> None:
    """German light machine guns next to Belgians who have moved may fire at them (2.1-V-B)."""
    question = AskedQuestion(
        "machine-guns", say("Which machine guns fire?"), "EE 2.1-V-B", "chosen"
    )
    moved = say("Belgians moved to {place}", place=d.setting.fort.name(frame.sector))
    about = (frame.sector,)
    if not offer(d, GERMAN, question, _bearing(d, frame), HOLD, moved, about=about):
        d.done()


@steps(MarchFire, "chosen")
def march_fire_chosen(d: Draft[Setting], frame: MarchFire, answer: Choose) -> None:
    """The chosen squads fire; others may follow."""
    if not answered(d, _bearing(d, frame), answer, "ask"):
        d.goto("ask", held=True)


def _bearing(d: Draft[Setting], frame: MarchFire) -> list[Reaction]:
    """Shots of the squads next to where the Belgians set out or where they are now."""
    if frame.held or not soldiers_at(d.pieces, BELGIAN, frame.sector):
        return []
    beside = d.setting.fort.neighbours
    posts = sorted({*beside[frame.sector], *beside[frame.origin]})
    lines = [
        line for post in posts for line in german_lines(d.setting, d.pieces, post, frame.sector)
    ]
    return gun_reactions(d.setting, lines)


@steps(Manning, "ask")
def man(d: Draft[Setting], frame: Manning, _: None) -> None:
    """Units that have come to an open door may go in (EE N38)."""
    units = [u for p in frame.units if (u := d.pieces.get(p)) is not None and u.at is not None]
    cell = units[0].at if units else None
    if cell is None or not can_man(d.setting, d.state, frame.units, cell):
        return d.done()
    place = d.setting.fort.name(cell)
    question = AskedQuestion("man", say("Do they man the work?"), "EE N38", "answered")
    return ask.choose(d, BELGIAN, question, (MAN, OUTSIDE), place, about=(*frame.units, cell))


@steps(Manning, "answered")
def manned_or_not(d: Draft[Setting], frame: Manning, answer: Choose) -> None:
    """They go in, or stay before the door."""
    if answer.key == "man":
        for piece in frame.units:
            if piece in d.pieces and d.pieces[piece].at is not None:
                d.set(piece, inside=True)
                cell = d.pieces[piece].at
                text = say("{unit} manned the work", unit=d.pieces[piece].name)
                d.say(text, "EE N38", cell, d.setting.fort.brief.get(cell or "", ""))
    d.done()


def can_man(setting: Setting, state: State, units: tuple[str, ...], cell: str) -> bool:
    """Whether *units* on the ground of *cell* may go into its work by an open door (EE N38)."""
    found = [state.pieces[unit] for unit in units if unit in state.pieces]
    return open_door(setting, state, cell) and all(serves(setting, unit) for unit in found)


def goals(setting: Setting, state: State, unit: FortCounter) -> list[str]:
    """Where *unit* may move to by itself: the sectors of `reachable` that nothing speaks against.

    For programs, which ask it of every unit and need no reasons.
    """
    if against_exit(setting, state, (unit,)):
        return []
    capacity, side = setting.tables.constants.capacity, unit.side
    most = capacity - unit.men
    full = {
        cell
        for (of, cell), men in strengths(state.pieces).items()
        if men > most and of == side and (men > capacity or cell != unit.at)
    }
    if not unit.inside and unit.at is not None:
        full.add(unit.at)  # nobody walks to where he stands
    return [cell for cell in flooded(setting, state, unit) if cell not in full]


def reachable(
    setting: Setting, state: State, moving: tuple[str, ...]
) -> dict[str, tuple[Reason, ...]]:
    """Where *moving* may go: sector to the reasons against ending there."""
    units = tuple(state.pieces[p] for p in moving if p in state.pieces)
    if not units or any(u.at != units[0].at for u in units):
        return {}
    found = ways(setting, state, units[0])
    if not all(u.inside for u in units):
        found.pop(units[0].at or "", None)
    door = against_exit(setting, state, units)
    side, most = units[0].side, setting.tables.constants.capacity - sum(u.men for u in units)
    return {
        cell: door
        if men_at(state.pieces, side, cell) <= most
        else (*door, *against_goal(setting, state.pieces, units, cell))
        for cell in found
    }
