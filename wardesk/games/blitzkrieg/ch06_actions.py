"""Chapter 6: what active units do, and how passive ones react."""

from __future__ import annotations

from collections.abc import Sequence

from wardesk.engine.draft import Draft
from wardesk.engine.types import Cells, Choice, Choose, Decision, Path, Pieces
from wardesk.games.blitzkrieg.ch03_command import lose_command
from wardesk.games.blitzkrieg.ch07_movement import (
    assault_goals,
    can_move,
    end_march,
    enter,
    full_moves,
    half_up,
    move_class,
    room,
    ways_of,
)
from wardesk.games.blitzkrieg.ch08_fire import can_fire, sees, targets_of
from wardesk.games.blitzkrieg.ch08_results import eliminate
from wardesk.games.blitzkrieg.position import (
    Table,
    enemy_cells,
    holds,
    is_infantry,
    kind_of,
    members,
    on_map,
    riders,
    unit_name,
)
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import (
    ENEMY,
    Check,
    Fire,
    Minefield,
    Move,
    Operation,
    Retreat,
    Unit,
    Window,
    steps,
)
from wardesk.games.shared import ask
from wardesk.games.shared.ask import Question
from wardesk.words import say

D = Draft[Setting]
ACT = Question("act", say("Which unit does what?"), "BK 6.1", "ordered")
PASS = Choice("pass", say("No reaction"), "BK 6.3")
QUIET = Choice("quiet", say("No reaction to this march"), "BK 6.3")

# ---- 6.1 actions --------------------------------------------------------------------------------


@steps(Operation, "act")
def act(d: D, frame: Operation, _: None) -> None:
    """6.1 Any unit of the formation, in any order."""
    units = [u for u in members(d, frame.formations) if not u.acted and not u.aboard]
    movers = tuple(u.id for u in units if can_move(d.setting, d, u) and _goes(d, u, frame))
    choices = [*_deeds(d, frame, units), Choice("end", say("End the activation"), "BK 5.2")]
    kind, prompt, cite, then = ACT
    names = ", ".join(d.setting.formations[name].short for name in frame.formations)
    context = say("{names!s}", names=names)
    question = Question(kind, prompt, cite, then)
    if movers:
        return ask.path(d, frame.side, question, movers, context, choices=tuple(choices))
    if len(choices) == 1:
        return d.goto("over")
    return ask.choose(d, frame.side, question, tuple(choices), context)


def _goes(d: D, unit: Unit, frame: Operation) -> bool:
    """Whether a unit can be sent anywhere at all."""
    found = ways_of(d.setting, d, unit, road=frame.road)
    free = any(cell != unit.at and room(d.setting, d, cell, (unit,)) for cell in found.cost)
    return free or bool(assault_goals(d.setting, d, unit, found))


def _deeds(d: D, frame: Operation, units: Sequence[Unit]) -> list[Choice]:
    found: list[Choice] = []
    shooters = able_to_fire(d.setting, d, units)
    if shooters:
        found.append(Choice("fire", say("Fire"), "BK 6.1"))
    if any(_may_fire_first(u) for u in map(d.pieces.__getitem__, shooters)):
        found.append(Choice("fire-first", say("Fire first, then move half"), "BK 6.1"))
    if able_to_rally(units):
        found.append(Choice("rally", say("Rally"), "BK 6.1"))
    if able_to_mount(d.setting, d, units):
        found.append(Choice("mount", say("Get on the half-tracks"), "BK 12.1-C"))
    if able_to_dismount(d, frame):
        found.append(Choice("dismount", say("Get off the half-tracks"), "BK 12.1-C"))
    if frame.road:
        found.append(Choice("country", say("Keep out of column"), "BK 7.2.1"))
    else:
        found.append(Choice("road", say("Use roads in column"), "BK 7.2.1"))
    return found


def able_to_fire(setting: Setting, table: Table, units: Sequence[Unit]) -> tuple[str, ...]:
    """6.1 Who can fire now: not after more than half of his march."""
    found: list[str] = []
    for unit in units:
        if unit.hq or unit.fired or unit.acted or not on_map(setting, unit):
            continue
        if unit.spent > half_up(full_moves(setting, table, unit)) or (unit.handled and unit.spent):
            continue
        if targets_of(setting, table, unit, moved=unit.spent > 0):
            found.append(unit.id)
    return tuple(found)


def _may_fire_first(unit: Unit) -> bool:
    return not unit.spent and not unit.handled and not unit.neutralised


def able_to_rally(units: Sequence[Unit]) -> tuple[str, ...]:
    """6.1, 8.4 Neutralised units whose first try on activation failed (N34)."""
    return tuple(u.id for u in units if u.neutralised and not u.rallied and not u.fired)


def able_to_mount(setting: Setting, table: Table, units: Sequence[Unit]) -> tuple[str, ...]:
    """12.1 Infantry beside an empty carrier of its formation, neither of them moved."""
    carriers = {
        u.at
        for u in units
        if _is_carrier(setting, u) and not u.spent and not u.neutralised and not riders(table, u.id)
    }
    return tuple(
        u.id
        for u in units
        if not u.hq
        and u.at in carriers
        and is_infantry(setting, u)
        and not (u.spent or u.neutralised or u.handled or u.fired)
    )


def able_to_dismount(table: Table, frame: Operation) -> tuple[str, ...]:
    """12.1 Companies on board of a carrier that has not moved."""
    return tuple(
        u.id
        for u in members(table, frame.formations)
        if u.aboard
        and not u.handled
        and not table.pieces[u.aboard].spent
        and not table.pieces[u.aboard].acted
        and not table.pieces[u.aboard].neutralised
    )


def _is_carrier(setting: Setting, unit: Unit) -> bool:
    kind = kind_of(setting, unit)
    return kind is not None and kind.category == "carrier"


@steps(Operation, "ordered")
def ordered(d: D, frame: Operation, answer: Path | Choose) -> None:
    """6.1 March, or something else."""
    if isinstance(answer, Path):
        _finish(d, frame, answer.pieces)
        d.goto("marched", current=answer.pieces)
        march = Move(step="go", units=answer.pieces, path=answer.cells, road=frame.road)
        return d.call(march, "marched")
    match answer.key:
        case "fire" | "fire-first":
            d.goto("firer", first=answer.key == "fire-first")
        case "rally" | "mount" | "dismount":
            d.goto(answer.key)
        case "road" | "country":
            d.goto("act", road=answer.key == "road")
        case _:
            d.goto("over")
    return None


def _finish(d: D, frame: Operation, keep: Sequence[str]) -> None:
    """6.1 Whoever was in the middle of an action has ended it when another one begins."""
    end_march(d, [unit for unit in frame.current if unit not in keep])


@steps(Operation, "marched")
def marched(d: D, frame: Operation, _: None) -> None:
    """7 Units that are gone or down are no longer in the middle of anything."""
    still = tuple(
        u for u in frame.current if on_map(d.setting, d.pieces[u]) and not d.pieces[u].acted
    )
    d.goto("act", current=still)


@steps(Operation, "over")
def over(d: D, frame: Operation, _: None) -> None:
    """5.2 The activation is over; columns and what was being done end."""
    end_march(d, frame.current)
    for unit in members(d, frame.formations):
        if unit.column:
            d.set(unit.id, column=False)
    d.done()


@steps(Operation, "firer")
def firer(d: D, frame: Operation, _: None) -> None:
    """8.1.1 Each unit fires by itself."""
    units = [u for u in members(d, frame.formations) if not u.acted and not u.aboard]
    able = able_to_fire(d.setting, d, units)
    if frame.first:
        able = tuple(u for u in able if _may_fire_first(d.pieces[u]))
    question = Question("firer", say("Which unit fires?"), "BK 8.1.1", "firer_chosen")
    back = Choice("back", say("Back"), "BK 6.1")
    ask.pick_pieces(d, frame.side, question, able, choices=(back,))


@steps(Operation, "firer_chosen")
def firer_chosen(d: D, frame: Operation, answer: Pieces | Choose) -> None:
    """8.1.1 That one, or back."""
    if isinstance(answer, Choose):
        return d.goto("act", first=False)
    _finish(d, frame, answer.pieces)
    return d.goto("target", firer=answer.pieces[0], current=answer.pieces)


@steps(Operation, "target")
def target(d: D, frame: Operation, _: None) -> None:
    """8.1.1 Stacks may be looked through before a target is named."""
    shooter = d.pieces[frame.firer]
    moved = shooter.spent > 0 or frame.first
    found = targets_of(d.setting, d, shooter, moved=moved)
    question = Question("target", say("At which unit does it fire?"), "BK 8.1.1", "target_chosen")
    back = Choice("back", say("Back"), "BK 6.1")
    name = unit_name(d.setting, shooter)
    if not found:
        return d.goto("act", firer="", first=False)
    return ask.pick_pieces(
        d, frame.side, question, found, name, choices=(back,), about=(frame.firer,)
    )


@steps(Operation, "target_chosen")
def target_chosen(d: D, frame: Operation, answer: Pieces | Choose) -> None:
    """8.1 Fire at full strength, or less after or before a march (6.1)."""
    if isinstance(answer, Choose):
        return d.goto("act", firer="", first=False)
    shooter = d.pieces[frame.firer]
    d.set(frame.firer, fired=frame.first, acted=not frame.first)
    fire = Fire(
        step="aim",
        shooter=frame.firer,
        target=answer.pieces[0],
        moved=shooter.spent > 0 or frame.first,
        with_rider=bool(riders(d, frame.firer)),
    )
    d.goto("after_fire", firer=answer.pieces[0], first=False)
    return d.call(fire, "after_fire")


@steps(Operation, "after_fire")
def after_fire(d: D, frame: Operation, _: None) -> None:
    """6.3.1 After each shot, too, the other side may react."""
    shooters = tuple(u for u in frame.current if on_map(d.setting, d.pieces[u]))
    d.goto("marched", firer="")
    if shooters:
        window = Window(
            step="ask", side=ENEMY[frame.side], units=shooters, cause="fire", shot=frame.firer
        )
        d.call(window, "marched")


@steps(Operation, "rally")
def rally(d: D, frame: Operation, _: None) -> None:
    """6.1, 8.4 One more try, as the unit's action."""
    units = [u for u in members(d, frame.formations) if not u.acted and not u.aboard]
    question = Question("rally", say("Which unit tries to rally?"), "BK 6.1", "rallying")
    back = Choice("back", say("Back"), "BK 6.1")
    ask.pick_pieces(d, frame.side, question, able_to_rally(units), choices=(back,))


@steps(Operation, "rallying")
def rallying(d: D, frame: Operation, answer: Pieces | Choose) -> None:
    """8.4 The dice."""
    if isinstance(answer, Choose):
        return d.goto("act")
    unit = answer.pieces[0]
    _finish(d, frame, ())
    d.set(unit, acted=True, rallied=True)
    d.goto("rally_known", firer=unit, current=())
    return d.call(Check(step="roll", what="rally", subject=unit), "rally_known")


@steps(Operation, "rally_known")
def rally_known(d: D, frame: Operation, _: None) -> None:
    """8.4 It has rallied, or not."""
    if frame.passed:
        d.set(frame.firer, neutralised=False)
    d.goto("act", firer="", passed=False)


@steps(Operation, "mount")
def mount(d: D, frame: Operation, _: None) -> None:
    """12.1 Which company gets on."""
    units = [u for u in members(d, frame.formations) if not u.acted and not u.aboard]
    question = Question("mount", say("Which company gets on?"), "BK 12.1-C", "mounted")
    back = Choice("back", say("Back"), "BK 6.1")
    ask.pick_pieces(d, frame.side, question, able_to_mount(d.setting, d, units), choices=(back,))


@steps(Operation, "mounted")
def mounted(d: D, frame: Operation, answer: Pieces | Choose) -> None:
    """6.1 Then the carrier may still move half, or fire."""
    if isinstance(answer, Choose):
        return d.goto("act")
    _finish(d, frame, ())
    unit = d.pieces[answer.pieces[0]]
    carrier = next(
        u
        for u in members(d, frame.formations)
        if u.at == unit.at and _is_carrier(d.setting, u) and not riders(d, u.id)
    )
    d.set(unit.id, aboard=carrier.id, acted=True)
    d.set(carrier.id, handled=True)
    d.say(
        say("{unit} got on the half-tracks", unit=unit_name(d.setting, unit)), "BK 12.1-C", unit.at
    )
    return d.goto("act", current=())


@steps(Operation, "dismount")
def dismount(d: D, frame: Operation, _: None) -> None:
    """12.1 Which company gets off."""
    question = Question("dismount", say("Which company gets off?"), "BK 12.1-C", "dismounted")
    able = able_to_dismount(d, frame)
    back = Choice("back", say("Back"), "BK 6.1")
    ask.pick_pieces(d, frame.side, question, able, choices=(back,))


@steps(Operation, "dismounted")
def dismounted(d: D, frame: Operation, answer: Pieces | Choose) -> None:
    """6.1 Both may still move half, or fire; where there is no room it stays on (7.3)."""
    if isinstance(answer, Choose):
        return d.goto("act")
    _finish(d, frame, ())
    unit = d.pieces[answer.pieces[0]]
    d.set(unit.aboard, handled=True)
    d.set(unit.id, aboard="", handled=True)
    d.say(
        say("{unit} got off the half-tracks", unit=unit_name(d.setting, unit)), "BK 12.1-C", unit.at
    )
    return d.goto("act", current=())


# ---- 6.3 reactions ------------------------------------------------------------------------------


def shots_for(setting: Setting, table: Table, unit: Unit, causes: Sequence[str]) -> tuple[str, ...]:
    """6.3.1 At whom a passive unit may try opportunity fire."""
    if unit.opp or unit.hq or unit.aboard or not setting.reach_of(unit.id):
        return ()
    near = holds(table, unit.formation, "demoralised") or unit.neutralised
    return tuple(
        cause
        for cause in causes
        if can_fire(setting, table, unit, table.pieces[cause])
        and (not near or setting.distance(unit.at or "", table.pieces[cause].at or "") <= 1)
    )


def may_withdraw(setting: Setting, table: Table, unit: Unit, frame: Window) -> bool:
    """6.3.3 Whether a passive unit has cause to fall back, and somewhere to go."""
    if unit.withdrew or unit.aboard or not on_map(setting, unit):
        return False
    if frame.cause == "fire":
        cause = unit.id == frame.shot
    else:
        movers = [table.pieces[u] for u in frame.units]
        cause = any(sees(setting, unit, mover) for mover in movers)
    return cause and bool(retreat_cells(setting, table, unit, ()))


def reactors(setting: Setting, table: Table, frame: Window) -> tuple[str, ...]:
    """6.3 Who may react now."""
    causes = tuple(u for u in frame.units if on_map(setting, table.pieces[u]))
    if not causes:
        return ()
    return tuple(
        u.id
        for u in table.pieces.values()
        if u.side == frame.side
        and u.at in setting.neighbours
        and (shots_for(setting, table, u, causes) or may_withdraw(setting, table, u, frame))
    )


def hides(setting: Setting, table: Table, side: str) -> bool:
    """13.1 Whether a side still has hidden guns; then it is asked even where it can do nothing."""
    return setting.options.hidden_guns == "yes" and any(
        u.hidden and u.side == side and u.at is not None for u in table.pieces.values()
    )


@steps(Window, "ask")
def window(d: D, frame: Window, _: None) -> None:
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
            pieces=able,
            choices=choices,
            about=frame.units,
            hidden_from=(ENEMY[frame.side],) if hidden else (),
        )
    )
    return None


@steps(Window, "chosen")
def chosen(d: D, _: Window, answer: Pieces | Choose) -> None:
    """6.3 That unit, or nobody."""
    if isinstance(answer, Pieces):
        return d.goto("how", unit=answer.pieces[0])
    d.done()
    if answer.key == "quiet" and isinstance(d.stack[-1], Move):
        return d.goto(d.stack[-1].step, quiet=True)
    return None


@steps(Window, "how")
def how(d: D, frame: Window, _: None) -> None:
    """6.3 Fire, or fall back."""
    unit = d.pieces[frame.unit]
    causes = tuple(u for u in frame.units if on_map(d.setting, d.pieces[u]))
    choices = [
        Choice(
            f"fire:{t}", say("Fire at {unit}", unit=unit_name(d.setting, d.pieces[t])), "BK 6.3.1"
        )
        for t in shots_for(d.setting, d, unit, causes)
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


@steps(Window, "decided")
def decided(d: D, frame: Window, answer: Choose) -> None:
    """6.3.1 One try of opportunity fire, marked whatever comes of it; 6.3.3 or a way back."""
    if answer.key == "back":
        return d.goto("ask", unit="")
    unit = d.pieces[frame.unit]
    if unit.hidden:
        d.set(unit.id, hidden=False)
        d.say(say("{unit} was found", unit=unit_name(d.setting, unit)), "BK 13.1", unit.at)
    if answer.key == "withdraw":
        d.set(frame.unit, withdrew=True)
        if not unit.neutralised:
            return d.goto("withdraw")
        d.goto("withdraw_known")
        return d.call(Check(step="roll", what="withdraw", subject=frame.unit), "withdraw_known")
    d.set(frame.unit, opp=True)
    d.goto("checked", target=answer.key.partition(":")[2])
    return d.call(Check(step="roll", what="opportunity", subject=frame.unit), "checked")


@steps(Window, "checked")
def checked(d: D, frame: Window, _: None) -> None:
    """6.3.1 The shot, if the check was passed."""
    passed, unit, target = frame.passed, d.pieces[frame.unit], d.pieces[frame.target]
    d.goto("ask", passed=False, unit="", target="")
    if passed and can_fire(d.setting, d, unit, target):
        shot = Fire(
            step="aim",
            shooter=unit.id,
            target=target.id,
            mode="opportunity",
            with_rider=bool(riders(d, unit.id)),
        )
        d.call(shot, "ask")


@steps(Window, "withdraw_known")
def withdraw_known(d: D, frame: Window, _: None) -> None:
    """6.4 A neutralised unit needs the check."""
    if frame.passed:
        return d.goto("withdraw", passed=False)
    return d.goto("ask", passed=False, unit="")


@steps(Window, "withdraw")
def withdraw(d: D, frame: Window, _: None) -> None:
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
    """6.3.3 Hexes to fall back to; with room if there are any, else only to pass through."""
    enemy = enemy_cells(setting, table, unit.side)
    costs = setting.costs[move_class(setting, table, unit), True]
    found = [
        cell for cell in costs.get(unit.at or "", {}) if cell not in enemy and cell not in closed
    ]
    roomy = tuple(cell for cell in found if room(setting, table, cell, (unit,)))
    return roomy or tuple(found)


@steps(Retreat, "ask")
def retreat(d: D, frame: Retreat, _: None) -> None:
    """6.3.3, 9.1.5 The owner names the hex; without one a unit that must go is lost."""
    unit = d.pieces[frame.unit]
    if not on_map(d.setting, unit):
        return d.done()
    cells = retreat_cells(d.setting, d, unit, frame.closed)
    if not cells or frame.went > 6:
        if frame.must or frame.went:
            eliminate(d, frame.unit)
        return d.done()
    question = Question("retreat", say("Where does it fall back to?"), frame.cite, "gone")
    name = unit_name(d.setting, unit)
    return ask.pick_cell(d, unit.side, question, cells, name, about=(frame.unit,))


@steps(Retreat, "gone")
def gone(d: D, frame: Retreat, answer: Cells) -> None:
    """6.3.3 Mines go off, though they are not worn out by it."""
    cell, origin = answer.cells[0], d.pieces[frame.unit].at or ""
    enter(d, (frame.unit,), cell)
    name = unit_name(d.setting, d.pieces[frame.unit])
    d.say(
        say("{unit} fell back to {place}", unit=name, place=d.setting.name(cell)), frame.cite, cell
    )
    d.goto("there", went=frame.went + 1, closed=(*frame.closed, origin))
    if f"{cell}/mines" in d.marks:
        d.call(Minefield(step="blow", cell=cell, units=(frame.unit,), retreat=True), "there")


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
