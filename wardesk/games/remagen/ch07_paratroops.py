"""Chapter 7: the paratroop drop east of the Rhine."""

from __future__ import annotations

from collections.abc import Sequence

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Outcome, OutcomeField, Path, Reason, Roll
from wardesk.games.remagen.ch01_forces import against_place, visit
from wardesk.games.remagen.position import ground, in_yard, strength, zone
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import GERMAN, US, Drop, State, Turn, Unit, steps
from wardesk.games.shared import ask
from wardesk.games.shared.ask import Question
from wardesk.words import say, say_count

JUMP = Choice("drop", say("Drop them"), "RB 7.1")
NOT_NOW = Choice("no", say("No drop"), "RB 7.1")
ENOUGH = Choice("done", say("The others stay behind"), "RB 7.4")


def in_the_air(state: State) -> list[Unit]:
    """Paratroops that have not dropped."""
    return [u for u in in_yard(state.pieces, US) if u.kind == "paratroops"]


@steps(Turn, "drop")
def offer(d: Draft[Setting], _: Turn, __: None) -> None:
    """In turn 8, and in turn 9 after a drop that found no place, the Americans may drop."""
    figures, turn = d.setting.tables.constants, d.tracks["turn"]
    again = d.marks.get("paratroops/again")
    due = turn == figures.drop_turn or (turn == figures.last_drop_turn and again)
    if not due or not in_the_air(d.state):
        return d.goto("us_arrivals")
    question = Question("drop", say("Do the paratroops drop?"), "RB 7.1", "dropping")
    return ask.choose(d, US, question, (JUMP, NOT_NOW))


@steps(Turn, "dropping")
def dropping(d: Draft[Setting], _: Turn, answer: Choose) -> None:
    """They do, or not in this game."""
    if answer.key == "no":
        return d.goto("us_arrivals")
    return d.call(Drop(step="roll"), "us_arrivals")


@steps(Drop, "roll")
def roll(d: Draft[Setting], _: Drop, __: None) -> None:
    """Two dice give the sector (RB 7.3)."""
    d.roll("drop", say("Where do they come down?"), "RB 7.3", "rolled", chart="drop")


@steps(Drop, "rolled")
def rolled(d: Draft[Setting], _: Drop, answer: Roll) -> None:
    """Keep the dice."""
    d.goto("read", first=answer.dice[0], second=answer.dice[1])


@steps(Drop, "read")
def read(d: Draft[Setting], frame: Drop, _: None) -> None:
    """The first die gives the row, the second the column."""
    table = d.setting.tables.drop
    cell = table.cell(frame.first, frame.second)
    d.outcome(
        {"first": frame.first, "second": frame.second}, "found", kind="drop",
        prompt=say("Does the place stand?"), cite="RB 7.3",
        summary=say("They come down around {place}", place=d.setting.rhine.name(cell)),
        fields=(OutcomeField("first", say("First die"), 1, 6),
                OutcomeField("second", say("Second die"), 1, 6)), about=(cell,), chart="drop",
    )  # fmt: skip


@steps(Drop, "found")
def found(d: Draft[Setting], _: Drop, answer: Outcome) -> None:
    """If Germans hold all nine sectors, it may be tried again in turn 9 (RB 7.5)."""
    first, second = (int(answer.value[die] or 1) for die in ("first", "second"))
    cell = d.setting.tables.drop.cell(first, second)
    if not open_sectors(d.setting, d.state, cell):
        d.mark("paratroops/again", value=True)
        d.say(say("The drop found no place"), "RB 7.5", cell)
        return d.done()
    place = d.setting.rhine.name(cell)
    d.say(say("Paratroops come down around {place}", place=place), "RB 7.4", cell)
    return d.goto("land", centre=cell)


def open_sectors(setting: Setting, state: State, centre: str) -> tuple[str, ...]:
    """Those of the nine sectors that no German stands in (RB 7.4)."""
    held = ground(state, GERMAN)
    return tuple(
        c for c in (centre, *setting.rhine.around[centre]) if c not in held
        and c not in setting.rhine.water
    )  # fmt: skip


def drop_goals(
    setting: Setting, state: State, frame: Drop, units: Sequence[Unit]
) -> dict[str, tuple[Reason, ...]]:
    """The nine sectors with the reasons against each."""
    cells = open_sectors(setting, state, frame.centre)
    return {c: against_place(setting, state, units, c) for c in cells}


@steps(Drop, "land")
def land(d: Draft[Setting], frame: Drop, _: None) -> None:
    """Tray after tray; the sector and the eight around it may be used (RB 7.4)."""
    units = in_the_air(d.state)
    goals = drop_goals(d.setting, d.state, frame, units[:1]) if units else {}
    if not any(not reasons for reasons in goals.values()):
        return d.done()
    question = Question("land", say("Which trays land where?"), "RB 7.4", "landed")
    left = say_count("{n} tray in the air", "{n} trays in the air", n=len(units))
    ids = tuple(u.id for u in units)
    return ask.path(d, US, question, ids, left, most=len(ids), choices=(ENOUGH,))


@steps(Drop, "landed")
def landed(d: Draft[Setting], _: Drop, answer: Path | Choose) -> None:
    """They count against the quota; in a hostile zone they stay and must attack (RB 7.2, 7.7)."""
    if isinstance(answer, Choose):
        return d.done()
    cell = answer.cells[-1]
    held = cell in zone(d.setting, d.state, GERMAN)
    for piece in answer.pieces:
        d.set(piece, at=cell, pinned=held)
    visit(d, cell)
    d.count("quota used", strength(d.setting, [d.pieces[p] for p in answer.pieces]))
    text = say_count("{n} tray landed at {place}", "{n} trays landed at {place}",
                     n=len(answer.pieces), place=d.setting.rhine.name(cell))  # fmt: skip
    d.say(text, "RB 7.4", cell)
    return d.goto("land")
