"""Chapter 6.3: opportunity fire, and falling back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wardesk.engine.draft import Draft
from wardesk.engine.types import Cells, Choice, Choose, Decision, Pieces
from wardesk.games.blitzkrieg.ch03_command import lose_command
from wardesk.games.blitzkrieg.ch07_movement import (
    crowded,
    enter,
    move_class,
    room,
)
from wardesk.games.blitzkrieg.ch08_fire import can_fire, weapon_reach
from wardesk.games.blitzkrieg.ch08_results import eliminate, must_test
from wardesk.games.blitzkrieg.ch13_hidden import hides, reveal
from wardesk.games.blitzkrieg.position import (
    Table,
    enemy_cells,
    enemy_hq_cells,
    fighters_at,
    holds,
    names,
    on_map,
    riders,
    sight_class,
    unit_name,
)
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import (
    ENEMY,
    Check,
    Fire,
    Minefield,
    Morale,
    Move,
    ReactionWindow,
    Retreat,
    Unit,
    steps,
)
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
from wardesk.games.shared.march import distances
from wardesk.games.shared.told import came_from
from wardesk.words import Spoken, say

D = Draft[Setting]
PASS = Choice("pass", say("No reaction"), "BK 6.3")
FAR = 99
"""Steps to a hex that cannot be come to."""
QUIET = Choice("quiet", say("No reaction to this march"), "BK 6.3")

# ---- 6.3 reactions ------------------------------------------------------------------------------


def shots_for(setting: Setting, table: Table, unit: Unit, causes: Sequence[str]) -> tuple[str, ...]:
    """6.3.1 At whom a passive unit may try opportunity fire."""
    far = setting.reach_of(unit.id)
    if unit.opp or unit.hq or unit.aboard or not far or not causes:
        return ()
    apart = setting.apart[unit.at or ""]
    near = [cause for cause in causes if apart[table.pieces[cause].at or ""] <= far]
    if not near:  # most units are out of range of most causes
        return ()
    reach = reach_of_opportunity(setting, table, unit)
    return tuple(
        cause
        for cause in near
        if apart[table.pieces[cause].at or ""] <= reach
        and can_fire(setting, table, unit, table.pieces[cause], mode="opportunity")
    )


def reach_of_opportunity(setting: Setting, table: Table, unit: Unit) -> int:
    """6.3.1.1 How far opportunity fire goes: one hex for the demoralised."""
    if holds(table, unit.formation, "demoralised"):
        return 1
    return weapon_reach(setting, table, unit)


def may_withdraw(setting: Setting, table: Table, unit: Unit, frame: ReactionWindow) -> bool:
    """6.3.3 Whether a passive unit has cause to fall back, and somewhere to go."""
    shut = _shut(setting, table, unit.side)
    return _may_withdraw(setting, table, unit, frame, _come_by(setting, table, frame), shut)


def _come_by(setting: Setting, table: Table, frame: ReactionWindow) -> list[tuple[str, str]]:
    """Where whoever gave cause by moving is, and as what it is seen."""
    movers = [table.pieces[u] for u in frame.units] if frame.cause == "move" else []
    return [(u.at or "", sight_class(setting, u)) for u in movers if on_map(setting, u)]


def _may_withdraw(
    setting: Setting,
    table: Table,
    unit: Unit,
    frame: ReactionWindow,
    come_by: Sequence[tuple[str, str]],
    shut: frozenset[str],
) -> bool:
    if unit.withdrew or unit.aboard or not on_map(setting, unit):
        return False
    if frame.cause == "fire":
        if unit.id != frame.shot:
            return False
    elif frame.cause == "barrage":
        if unit.id not in frame.units:
            return False
    else:
        here = unit.at or ""
        for cell, group in come_by:
            if cell in setting.seen(here, group):
                break
        else:
            return False
    return not shut.issuperset(_steps_back(setting, table, unit))


def exposed(setting: Setting, table: Table, frame: ReactionWindow) -> tuple[str, ...]:
    """6.3.1 Who gave cause and can be fired at for it; guns and Stukas are not on the map."""
    if frame.cause == "barrage":
        return ()
    return tuple(u for u in frame.units if on_map(setting, table.pieces[u]))


def reactors(setting: Setting, table: Table, frame: ReactionWindow) -> tuple[str, ...]:
    """6.3 Who may react now."""
    at_whom = exposed(setting, table, frame)
    if frame.cause == "move" and not at_whom:
        return ()
    come_by, places = _come_by(setting, table, frame), setting.neighbours
    shut = _shut(setting, table, frame.side)
    return tuple(
        u.id
        for u in table.pieces.values()
        if u.side == frame.side
        and u.at in places
        and (
            shots_for(setting, table, u, at_whom)
            or _may_withdraw(setting, table, u, frame, come_by, shut)
        )
    )


@steps(ReactionWindow, "ask")
def window(d: D, frame: ReactionWindow, _: None) -> None:
    """6.3 One after the other, until nobody wants to or can."""
    able = reactors(d.setting, d, frame)
    hidden = hides(d.setting, d, frame.side)
    if not able and not hidden:
        return d.done()
    choices = (PASS, QUIET) if frame.cause == "move" else (PASS,)
    d.ask(
        Decision(
            who=frame.side,
            kind="react",
            shape="pieces",
            prompt=say("Who reacts?"),
            cite="BK 6.3",
            then="chosen",
            context=_cause(d, frame),
            pieces=able,
            choices=choices,
            about=frame.units,
            hidden_from=(ENEMY[frame.side],) if hidden else (),
            idle="" if able else PASS.key,
        )
    )
    return None


def _cause(d: D, frame: ReactionWindow) -> Spoken:
    """What is reacted to."""
    who = names(d.setting, d, frame.units[:1])
    place = d.setting.name(d.pieces[frame.units[0]].at or "")
    if frame.cause == "fire" and not exposed(d.setting, d, frame):
        return say("{unit} fired and is lost.", unit=who)
    if frame.cause == "fire":
        return say("{unit} fired from {place}.", unit=who, place=place)
    if frame.cause == "barrage":
        return say("{place} was shelled.", place=place)
    return say("{unit} is in {place}.", unit=who, place=place)


@steps(ReactionWindow, "chosen")
def chosen(d: D, frame: ReactionWindow, answer: Pieces | Choose) -> None:
    """6.3 That unit, or nobody. Who is only thought of stays a secret (13.1)."""
    if isinstance(answer, Pieces):
        if d.pieces[answer.pieces[0]].hidden:
            d.secret((frame.side,))
        return d.goto("how", unit=answer.pieces[0])
    d.done()
    if answer.key == "quiet" and isinstance(d.stack[-1], Move):
        return d.goto(d.stack[-1].step, quiet=True)
    return None


@steps(ReactionWindow, "how")
def how(d: D, frame: ReactionWindow, _: None) -> None:
    """6.3 Fire, or fall back."""
    unit = d.pieces[frame.unit]
    choices = [
        Choice(
            f"fire:{t}", say("Fire at {unit}", unit=unit_name(d.setting, d.pieces[t])), "BK 6.3.1"
        )
        for t in shots_for(d.setting, d, unit, exposed(d.setting, d, frame))
    ]
    if may_withdraw(d.setting, d, unit, frame):
        choices.append(Choice("withdraw", say("Fall back"), "BK 6.3.3"))
    choices.append(Choice("back", say("Back"), "BK 6.3"))
    hidden = hides(d.setting, d, frame.side)
    d.ask(
        Decision(
            who=frame.side,
            kind="reaction",
            shape="choose",
            prompt=say("How does it react?"),
            cite="BK 6.3",
            then="decided",
            context=unit_name(d.setting, unit),
            choices=tuple(choices),
            about=(frame.unit, *frame.units),
            hidden_from=(ENEMY[frame.side],) if hidden else (),
        )
    )


@steps(ReactionWindow, "decided")
def decided(d: D, frame: ReactionWindow, answer: Choose) -> None:
    """6.3.1 One try of opportunity fire, marked whatever comes of it; 6.3.3 or a way back."""
    if answer.key == "back":
        if d.pieces[frame.unit].hidden:
            d.secret((frame.side,))
        return d.goto("ask", unit="")
    unit = d.pieces[frame.unit]
    reveal(d, (unit,))
    if answer.key == "withdraw":
        d.set(frame.unit, withdrew=True)
        if not unit.neutralised:
            return d.goto("withdraw")
        return d.call(Check(step="roll", what="withdraw", subject=frame.unit), "withdraw_known")
    d.set(frame.unit, opp=True)
    d.goto("checked", target=answer.key.partition(":")[2])
    return d.call(Check(step="roll", what="opportunity", subject=frame.unit), "checked")


@steps(ReactionWindow, "checked")
def checked(d: D, frame: ReactionWindow, _: None) -> None:
    """6.3.1 The shot, if the check was passed."""
    passed, unit, target = frame.passed, d.pieces[frame.unit], d.pieces[frame.target]
    d.goto("ask", unit="", target="")
    if passed and can_fire(d.setting, d, unit, target, mode="opportunity"):
        shot = Fire(
            step="aim",
            shooter=unit.id,
            target=target.id,
            mode="opportunity",
            with_rider=bool(riders(d, unit.id)),
        )
        d.call(shot, "ask")


@steps(ReactionWindow, "withdraw_known")
def withdraw_known(d: D, frame: ReactionWindow, _: None) -> None:
    """6.4 A neutralised unit needs the check."""
    if frame.passed:
        return d.goto("withdraw")
    return d.goto("ask", unit="")


@steps(ReactionWindow, "withdraw")
def withdraw(d: D, frame: ReactionWindow, _: None) -> None:
    """6.3.3 Not next to whoever drove it out, if it can be helped (N21)."""
    closed: tuple[str, ...] = ()
    if frame.cause == "move":
        near = {
            cell
            for mover in frame.units
            if d.pieces[mover].at in d.setting.neighbours
            for cell in d.setting.neighbours[d.pieces[mover].at or ""]
        }
        open_to = set(retreat_cells(d.setting, d, d.pieces[frame.unit], ()))
        closed = tuple(sorted(near)) if open_to - near else ()
    d.goto("ask", unit="")
    d.call(Retreat(step="ask", unit=frame.unit, closed=closed), "ask")


# ---- 6.3.3 falling back -------------------------------------------------------------------------


def retreat_cells(
    setting: Setting, table: Table, unit: Unit, closed: Sequence[str]
) -> tuple[str, ...]:
    """6.3.3 Hexes to fall back to: with room, else those on a shortest way to one with room."""
    shut = _shut(setting, table, unit.side) | {*closed, unit.at or ""}
    found = tuple(cell for cell in _steps_back(setting, table, unit) if cell not in shut)
    if roomy := tuple(cell for cell in found if room(setting, table, cell, (unit,))):
        return roomy
    full = crowded(setting, table, (unit,))
    costs = setting.costs[move_class(setting, table, unit), True]
    from_where = {
        cell: tuple(b for b in beside if b not in shut and cell in costs[b])
        for cell, beside in setting.neighbours.items()
        if cell not in shut
    }
    far = distances(from_where, [cell for cell in from_where if cell not in full])
    least = min((far.get(cell, FAR) for cell in found), default=FAR)
    return tuple(cell for cell in found if far.get(cell, FAR) == least)


def _shut(setting: Setting, table: Table, side: str) -> frozenset[str]:
    """Hexes that nobody of *side* falls back to."""
    return enemy_cells(setting, table, side) | enemy_hq_cells(table, side)


def _steps_back(setting: Setting, table: Table, unit: Unit) -> Mapping[str, int]:
    """The hexes beside a unit that its class can enter."""
    return setting.costs[move_class(setting, table, unit), True].get(unit.at or "", {})


@steps(Retreat, "ask")
def retreat(d: D, frame: Retreat, _: None) -> None:
    """6.3.3, 9.1.5 The owner names the hex; without one a unit that must go is lost (8.5)."""
    unit = d.pieces[frame.unit]
    if not on_map(d.setting, unit):
        return d.done()
    cells = retreat_cells(d.setting, d, unit, frame.closed)
    if not cells or frame.went > 6:
        d.done()
        if frame.must or frame.went:
            eliminate(d, frame.unit)
            if must_test(d, unit.formation):
                d.stack.append(Morale(step="test", formation=unit.formation))
        return None
    question = AskedQuestion("retreat", say("Where does it fall back to?"), frame.cite, "gone")
    name = unit_name(d.setting, unit)
    return ask.pick_cell(d, unit.side, question, cells, name, about=(frame.unit,))


@steps(Retreat, "gone")
def gone(d: D, frame: Retreat, answer: Cells) -> None:
    """6.3.3 Mines go off, though they are not worn out by it."""
    cell, origin = answer.cells[0], d.pieces[frame.unit].at or ""
    hidden = fighters_at(d, cell, ENEMY[d.pieces[frame.unit].side])
    if hidden:
        reveal(d, hidden)
        return d.goto("ask")
    enter(d, (frame.unit,), cell)
    name = unit_name(d.setting, d.pieces[frame.unit])
    said = say("{unit} fell back to {place}", unit=name, place=d.setting.name(cell))
    d.say(said, frame.cite, cell, came_from([d.setting.name(origin)]))
    d.goto("there", went=frame.went + 1, closed=(*frame.closed, origin))
    if f"{cell}/mines" in d.marks:
        d.call(Minefield(step="blow", cell=cell, units=(frame.unit,), retreat=True), "there")
    return None


@steps(Retreat, "there")
def there(d: D, frame: Retreat, _: None) -> None:
    """6.3.3 On, while more than three stand there; then command is looked at (3.5)."""
    unit = d.pieces[frame.unit]
    if on_map(d.setting, unit) and not room(d.setting, d, unit.at or "", (unit,)):
        return d.goto("ask")
    d.done()
    if on_map(d.setting, unit):
        lose_command(d, frame.unit)
    return None
