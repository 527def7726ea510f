"""Chapter 9: close combat in one hex, round by round, until one side is gone."""

from __future__ import annotations

from collections.abc import Sequence

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Pieces
from wardesk.games.blitzkrieg.ch06_reactions import retreat_cells
from wardesk.games.blitzkrieg.ch07_movement import enter
from wardesk.games.blitzkrieg.ch08_fire import final_of
from wardesk.games.blitzkrieg.ch10_special import works_without_men
from wardesk.games.blitzkrieg.ch13_hidden import reveal
from wardesk.games.blitzkrieg.position import Table, fighters_at, kind_of, names, riders, unit_name
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import (
    ENEMY,
    Assault,
    Fire,
    Hit,
    Minefield,
    ReactionWindow,
    Retreat,
    steps,
)
from wardesk.games.blitzkrieg.tables import LEAST
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
from wardesk.games.shared.told import came_from
from wardesk.words import say

D = Draft[Setting]
SOFT = ("infantry", "gun")
STAND = Choice("stand", say("Everybody stands"), "BK 9.1.2")


def inside(table: Table, frame: Assault) -> tuple[str, ...]:
    """Attackers that are still in the hex and fight for themselves."""
    units = [table.pieces[u] for u in frame.attackers]
    return tuple(u.id for u in units if u.at == frame.cell and not u.aboard)


def defenders(table: Table, frame: Assault) -> tuple[str, ...]:
    """Defenders that are still in the hex."""
    return tuple(u.id for u in fighters_at(table, frame.cell, ENEMY[frame.side]))


# ---- 9.1.1 into the hex -------------------------------------------------------------------------


@steps(Assault, "begin")
def begin(d: D, frame: Assault, _: None) -> None:
    """9.1.1, 13.1 They come in; hidden guns are found, mines go off first (10.1)."""
    reveal(d, fighters_at(d, frame.cell, ENEMY[frame.side]))
    held = defenders(d, frame)
    easy = all((k := kind_of(d.setting, d.pieces[u])) and k.category in SOFT for u in held)
    shaken = tuple(u for u in held if d.pieces[u].neutralised)
    attackers, origins = frame.attackers, frame.origins
    for unit, origin in zip(frame.attackers, frame.origins, strict=True):
        d.set(unit, at=frame.cell, fought=True)
        for rider in riders(d, unit):
            d.set(rider.id, at=frame.cell)
            attackers, origins = (*attackers, rider.id), (*origins, origin)
    works_without_men(d)
    text = say(
        "{units} assaulted {place}",
        units=names(d.setting, d, frame.attackers),
        place=d.setting.name(frame.cell),
    )
    d.say(text, "BK 9.1.1", frame.cell, came_from(map(d.setting.name, frame.origins)))
    # A company on board fights for itself once its carrier has fallen (12.1).
    d.goto("defence", attackers=attackers, origins=origins, shaken=shaken, easy=bool(easy))
    if f"{frame.cell}/mines" in d.marks:
        d.goto("mined")
        d.call(Minefield(step="blow", cell=frame.cell, units=frame.attackers), "mined")


@steps(Assault, "mined")
def mined(d: D, frame: Assault, _: None) -> None:
    """10.1, 9.1.2 Nobody who is neutralised attacks: whom the mines caught goes back unfired at."""
    down = [u for u in inside(d, frame) if d.pieces[u].neutralised]
    if not down:
        return d.goto("defence")
    return _back(d, frame, down[0], "mined")


# ---- 9.1.2 the first round ----------------------------------------------------------------------


@steps(Assault, "defence")
def defence(d: D, frame: Assault, _: None) -> None:
    """9.1.2 First the defenders fire."""
    d.goto("defend", ready=defenders(d, frame), fired=False)


@steps(Assault, "defend")
def defend(d: D, frame: Assault, _: None) -> None:
    """9.1.2 Each at one attacker."""
    _next_shot(d, frame, inside(d, frame), "defend", "repelled")


def _next_shot(
    d: D, frame: Assault, foes: Sequence[str], again: str, after: str, *, held: bool = False
) -> None:
    """The next of *ready* fires at one of *foes*; *after* all have."""
    if not frame.ready:
        return d.goto(after, unit="")
    unit, rest = frame.ready[0], frame.ready[1:]
    open_to = [foe for foe in foes if can_hurt(d.setting, d, frame, unit, foe)]
    if not open_to:
        return d.goto(again, ready=rest, unit="")
    if len(open_to) > 1 and not frame.unit:
        piece = d.pieces[unit]
        question = AskedQuestion(
            "assault-target", say("At whom does it fire?"), "BK 9.1.2", "aimed"
        )
        name = unit_name(d.setting, piece)
        return ask.pick_pieces(d, piece.side, question, tuple(open_to), name, about=(unit,))
    target = frame.unit if frame.unit in open_to else open_to[0]
    shot = shot_in(frame, d, unit, target, held=held)
    d.goto(again, ready=rest, unit="", fired=True)
    return d.call(shot, again)


def shot_in(frame: Assault, table: Table, unit: str, target: str, *, held: bool = False) -> Fire:
    """9.1.2 A unit's shot at an enemy in the same fight."""
    return Fire(
        step="aim",
        shooter=unit,
        target=target,
        mode="assault",
        with_rider=bool(riders(table, unit)),
        first_round=frame.round == 1,
        held_back=held,
    )


def can_hurt(setting: Setting, table: Table, frame: Assault, unit: str, target: str) -> bool:
    """8.2.2 Whether a unit in the fight can hurt that enemy at all."""
    piece, foe = table.pieces[unit], table.pieces[target]
    kind = kind_of(setting, piece)
    if piece.at != frame.cell or foe.at != frame.cell or kind is None or not kind.attack:
        return False
    return final_of(setting, table, shot_in(frame, table, unit, target)) >= LEAST


@steps(Assault, "aimed")
def aimed(d: D, frame: Assault, answer: Pieces) -> None:
    """9.1.2 At that one."""
    d.goto(frame.step, unit=answer.pieces[0])


@steps(Assault, "repelled")
def repelled(d: D, frame: Assault, _: None) -> None:
    """9.1.2 A neutralised attacker goes back to where it came from."""
    down = [u for u in inside(d, frame) if d.pieces[u].neutralised]
    if not down:
        return d.goto("attack", ready=inside(d, frame))
    return _back(d, frame, down[0], "repelled")


def _back(d: D, frame: Assault, unit: str, then: str) -> None:
    origin = frame.origins[frame.attackers.index(unit)]
    d.set(unit, at=origin, acted=True, column=False)
    for rider in riders(d, unit):
        d.set(rider.id, at=origin)
    name, place = unit_name(d.setting, d.pieces[unit]), d.setting.name(origin)
    d.say(say("{unit} fell back to {place}", unit=name, place=place), "BK 9.1.2", origin,
          came_from([d.setting.name(frame.cell)]))  # fmt: skip
    # Where it came from may be full by now; from there it goes anywhere but back into the fight.
    closed = (frame.cell,)
    d.call(Retreat(step="there", unit=unit, closed=closed, cite="BK 9.1.5", must=True), then)
    if f"{origin}/mines" in d.marks:
        d.call(Minefield(step="blow", cell=origin, units=(unit,), retreat=True), "there")


@steps(Assault, "attack")
def attack(d: D, frame: Assault, _: None) -> None:
    """9.1.2 Then the attackers that are left fire."""
    if not inside(d, frame):
        return d.goto("close")
    return _next_shot(d, frame, defenders(d, frame), "attack", "aftermath")


# ---- 9.1.2, 9.1.5 who gives way -----------------------------------------------------------------


@steps(Assault, "aftermath")
def aftermath(d: D, frame: Assault, _: None) -> None:
    """9.1.2, 9.1.5 Neutralised defenders go; those shaken before the fight may pay with a step."""
    held = defenders(d, frame)
    if not held or not inside(d, frame):
        return d.goto("close")
    down = [u for u in held if d.pieces[u].neutralised]
    if not down:
        return d.goto("give_way")
    unit = down[0]
    if unit in frame.shaken:
        piece = d.pieces[unit]
        question = AskedQuestion("shaken", say("Fall back, or lose a step?"), "BK 9.1.5", "shaken")
        choices = (
            Choice("back", say("Fall back"), "BK 9.1.5"),
            Choice("step", say("Lose a step and stay"), "BK 9.1.5"),
        )
        name = unit_name(d.setting, piece)
        return ask.choose(d, piece.side, question, choices, name, about=(unit,))
    return _driven_out(d, frame, unit, "aftermath")


@steps(Assault, "shaken")
def shaken(d: D, frame: Assault, answer: Choose) -> None:
    """9.1.5 As its owner says; who pays stays, and is no longer shaken."""
    unit = next(u for u in defenders(d, frame) if d.pieces[u].neutralised)
    if answer.key == "back":
        return _driven_out(d, frame, unit, "aftermath")
    d.set(unit, neutralised=False)
    paid = Hit(step="lose_traded", unit=unit, result="-", cite="BK 9.1.5")
    return d.call(paid, "aftermath")


def _driven_out(d: D, frame: Assault, unit: str, then: str) -> None:
    """9.1.5 Never to where the enemy came from; lost where there is no other way."""
    closed = tuple(sorted(set(frame.origins)))
    d.call(Retreat(step="ask", unit=unit, closed=closed, cite="BK 9.1.5", must=True), then)


@steps(Assault, "give_way")
def give_way(d: D, frame: Assault, _: None) -> None:
    """6.3.3, 9.1.2 After a round whoever has fought may fall back; the defender says first."""
    held = defenders(d, frame)
    if not held or not inside(d, frame):
        return d.goto("close")
    free = tuple(u for u in held if retreat_cells(d.setting, d, d.pieces[u], frame.origins))
    if not free:
        return d.goto("break_off")
    question = AskedQuestion("give-way", say("Who gives way?"), "BK 9.1.2", "gave_way")
    return ask.pick_pieces(
        d,
        ENEMY[frame.side],
        question,
        free,
        d.setting.name(frame.cell),
        most=len(free),
        choices=(STAND,),
        about=(frame.cell,),
    )


@steps(Assault, "gave_way")
def gave_way(d: D, _: Assault, answer: Pieces | Choose) -> None:
    """9.1.2 Those."""
    if isinstance(answer, Choose):
        return d.goto("break_off")
    return d.goto("going", hurt=answer.pieces)


@steps(Assault, "going")
def going(d: D, frame: Assault, _: None) -> None:
    """9.1.2 One after the other."""
    if not frame.hurt:
        return d.goto("break_off")
    unit = frame.hurt[0]
    d.goto("going", hurt=frame.hurt[1:])
    closed = tuple(sorted(set(frame.origins)))
    return d.call(
        Retreat(step="ask", unit=unit, closed=closed, cite="BK 9.1.5", must=True), "going"
    )


@steps(Assault, "break_off")
def break_off(d: D, frame: Assault, _: None) -> None:
    """6.3.3 The attackers may break the fight off."""
    mine = inside(d, frame)
    if not defenders(d, frame) or not mine:
        return d.goto("close")
    if not frame.fired:
        return d.goto("give_up")
    question = AskedQuestion("break-off", say("Do the attackers go on?"), "BK 9.1.3", "broke_off")
    choices = (
        Choice("on", say("Go on"), "BK 9.1.3"),
        Choice("back", say("Break it off"), "BK 6.3.3"),
    )
    where = d.setting.name(frame.cell)
    return ask.choose(d, frame.side, question, choices, where, about=(frame.cell,))


@steps(Assault, "broke_off")
def broke_off(d: D, _: Assault, answer: Choose) -> None:
    """9.1.3 Another round, or back."""
    d.goto("give_up" if answer.key == "back" else "again")


@steps(Assault, "give_up")
def give_up(d: D, frame: Assault, _: None) -> None:
    """N36 Where nobody can hurt anybody, or by choice, the attackers go back."""
    mine = inside(d, frame)
    if not mine:
        return d.goto("close")
    return _back(d, frame, mine[0], "give_up")


# ---- 9.1.3 further rounds -----------------------------------------------------------------------


@steps(Assault, "again")
def again(d: D, frame: Assault, _: None) -> None:
    """9.1.3 From now on both sides fire together; columns are over (7.2.1)."""
    for unit in inside(d, frame):
        if d.pieces[unit].column:
            d.set(unit, column=False)
    ready = (*defenders(d, frame), *inside(d, frame))
    d.goto("volley", round=frame.round + 1, ready=ready, fired=False, pending=(), shaken=())


@steps(Assault, "volley")
def volley(d: D, frame: Assault, _: None) -> None:
    """9.1.3 Everybody fires before anything takes effect."""
    mine = inside(d, frame)
    first = frame.ready[0] if frame.ready else ""
    foes = defenders(d, frame) if first in mine else mine
    _next_shot(d, frame, foes, "volley", "together", held=True)


@steps(Assault, "together")
def together(d: D, frame: Assault, _: None) -> None:
    """9.1.3 Then all results take effect."""
    if not frame.pending:
        return d.goto("sorted")
    (unit, result, _shooter), rest = frame.pending[0], frame.pending[1:]
    d.goto("together", pending=rest)
    return d.call(Hit(step="begin", unit=unit, result=result, cite="BK 9.1.3"), "together")


@steps(Assault, "sorted")
def sorted_out(d: D, frame: Assault, _: None) -> None:
    """9.1.2 Neutralised attackers go back, then the defenders are looked at."""
    down = [u for u in inside(d, frame) if d.pieces[u].neutralised]
    if not down:
        return d.goto("aftermath")
    return _back(d, frame, down[0], "sorted")


# ---- 9.1.4, 9.2 the end -------------------------------------------------------------------------


@steps(Assault, "close")
def close(d: D, frame: Assault, _: None) -> None:
    """9.1.4 Whoever is left has the hex; tanks and cars may go on past men and guns (9.2)."""
    mine = inside(d, frame)
    if not mine:
        return d.done()
    enter(d, mine, frame.cell)
    place = d.setting.name(frame.cell)
    d.say(
        say("{units} took the hex {place}", units=names(d.setting, d, mine), place=place),
        "BK 9.1.4",
        frame.cell,
    )
    for unit in mine:
        kind = kind_of(d.setting, d.pieces[unit])
        if not (frame.easy and kind is not None and kind.goes_on):
            d.set(unit, acted=True)
    return d.call(
        ReactionWindow(step="ask", side=ENEMY[frame.side], units=mine, cause="move"), "entered"
    )


@steps(Assault, "entered")
def entered(d: D, _: Assault, __: None) -> None:
    """6.3.1 Whoever saw it has reacted."""
    d.done()
