"""Chapter 6.1: what the units of an activated formation do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Path, Pieces, replace
from wardesk.games.blitzkrieg.ch06_reactions import retreat_cells
from wardesk.games.blitzkrieg.ch07_movement import (
    MOST_TOGETHER,
    assault_goals,
    can_move,
    end_march,
    full_moves,
    half_up,
    room,
    ways_of,
)
from wardesk.games.blitzkrieg.ch08_fire import has_target, targets_of
from wardesk.games.blitzkrieg.ch13_hidden import reveal
from wardesk.games.blitzkrieg.position import (
    Table,
    enemy_cells,
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
    Move,
    Operation,
    ReactionWindow,
    Retreat,
    Unit,
    steps,
)
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
from wardesk.words import say

D = Draft[Setting]
ACT = AskedQuestion("act", say("Who does what?"), "BK 6.1", "ordered")

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
    question = AskedQuestion(kind, prompt, cite, then)
    if movers:
        most = _most_marching(d.pieces[unit] for unit in movers)
        return ask.path(d, frame.side, question, movers, context, most=most, choices=tuple(choices))
    return ask.choose(d, frame.side, question, tuple(choices), context)


def _most_marching(units: Iterable[Unit]) -> int:
    """7.1 Up to three units march together, and HQs with them."""
    stacks: dict[str | None, list[Unit]] = {}
    for unit in units:
        stacks.setdefault(unit.at, []).append(unit)
    return max(
        min(MOST_TOGETHER, sum(not unit.hq for unit in stack)) + sum(unit.hq for unit in stack)
        for stack in stacks.values()
    )


def _goes(d: D, unit: Unit, frame: Operation) -> bool:
    """Whether a unit can be sent anywhere at all."""
    found = ways_of(d.setting, d, unit, road=frame.road)
    free = any(cell != unit.at and room(d.setting, d, cell, (unit,)) for cell in found.cost)
    return free or bool(assault_goals(d.setting, d, unit, found, road=frame.road))


def _deeds(d: D, frame: Operation, units: Sequence[Unit]) -> list[Choice]:
    found: list[Choice] = []
    shooters = able_to_fire(d.setting, d, units)
    if shooters:
        found.append(Choice("fire", say("Fire"), "BK 6.1"))
    if able_to_fire(d.setting, d, units, first=True):
        found.append(Choice("fire-first", say("Fire first, then move half"), "BK 6.1"))
    if able_to_rally(units):
        found.append(Choice("rally", say("Rally"), "BK 6.1"))
    if able_to_mount(d.setting, d, units):
        found.append(Choice("mount", say("Get on the half-tracks"), "BK 12.1-C"))
    if able_to_dismount(d.setting, d, frame):
        found.append(Choice("dismount", say("Get off the half-tracks"), "BK 12.1-C"))
    if frame.road:
        found.append(Choice("country", say("Keep out of column"), "BK 7.2.1"))
    else:
        found.append(Choice("road", say("Use roads in column"), "BK 7.2.1"))
    return found


def able_to_fire(
    setting: Setting, table: Table, units: Sequence[Unit], *, first: bool = False
) -> tuple[str, ...]:
    """6.1 Who can fire now: not after more than half of his march; *first*, before a march."""
    found: list[str] = []
    for unit in units:
        if first and not _may_fire_first(unit):
            continue
        if unit.hq or unit.fired or unit.fought or unit.acted or not on_map(setting, unit):
            continue
        if unit.spent > half_up(full_moves(setting, table, unit)) or (unit.handled and unit.spent):
            continue
        if has_target(setting, table, unit, moved=first or unit.spent > 0):
            found.append(unit.id)
    return tuple(found)


def _may_fire_first(unit: Unit) -> bool:
    return not unit.spent and not unit.handled and not unit.neutralised


def able_to_rally(units: Sequence[Unit]) -> tuple[str, ...]:
    """6.1, 8.4 Neutralised units whose first try on activation failed (N34), instead of a move."""
    return tuple(u.id for u in units if u.neutralised and not (u.rallied or u.fired or u.spent))


def able_to_mount(setting: Setting, table: Table, units: Sequence[Unit]) -> tuple[str, ...]:
    """12.1 Infantry beside an empty carrier of its formation; neither has moved or fired."""
    return tuple(
        u.id
        for u in units
        if not u.hq
        and is_infantry(setting, u)
        and not (u.spent or u.neutralised or u.handled or u.fired)
        and _carrier_for(setting, table, u)
    )


def _carrier_for(setting: Setting, table: Table, unit: Unit) -> str:
    """12.1 The empty carrier that a company can get on where it stands; empty without one."""
    return next(
        (
            u.id
            for u in members(table, (unit.formation,))
            if u.at == unit.at
            and on_map(setting, u)
            and _is_carrier(setting, u)
            and not (u.spent or u.neutralised or u.acted or u.fired or u.handled)
            and not riders(table, u.id)
        ),
        "",
    )


def able_to_dismount(setting: Setting, table: Table, frame: Operation) -> tuple[str, ...]:
    """12.1 Companies that a carrier can set down where it stands, with room beside it.

    It has neither moved nor fired, nor taken a company on in this activation (6.1).
    """
    found: list[str] = []
    for unit in members(table, frame.formations):
        if not unit.aboard:
            continue
        carrier = table.pieces[unit.aboard]
        done = carrier.spent or carrier.acted or carrier.fired or carrier.handled
        done = done or carrier.neutralised
        on_foot = replace(unit, aboard="")
        if not done and room(setting, table, carrier.at or "", (on_foot,)):
            found.append(unit.id)
    return tuple(found)


def _is_carrier(setting: Setting, unit: Unit) -> bool:
    kind = kind_of(setting, unit)
    return kind is not None and kind.category == "carrier"


@steps(Operation, "ordered")
def ordered(d: D, frame: Operation, answer: Path | Choose) -> None:
    """6.1 March, or something else; who could not stay where he was stopped falls back first."""
    goes_on = isinstance(answer, Path) and set(answer.pieces) <= set(frame.current)
    turns = isinstance(answer, Choose) and answer.key in ("road", "country")
    stuck = next((u for u in frame.current if _one_too_many(d, d.pieces[u])), "")
    if stuck and not (goes_on or turns):
        end_march(d, (stuck,))
        return _make_room(d, stuck)
    if isinstance(answer, Path):
        d.goto("marched", current=_begin(d, frame, answer.pieces))
        way, foes = answer.cells, enemy_cells(d.setting, d, frame.side)
        march = Move(
            step="go", units=answer.pieces, path=way, road=frame.road, fight=way[-1] in foes
        )
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


def _begin(d: D, frame: Operation, units: tuple[str, ...]) -> tuple[str, ...]:
    """6.1 Who is in the middle of an action when *units* act, they first and companies on board.

    A stack that marched together stays in it while one of its units acts; else whoever was in the
    middle of an action has ended it. A company acts along with its carrier (12.1).
    """
    if set(units) <= set(frame.current):
        return (*units, *(unit for unit in frame.current if unit not in units))
    end_march(d, frame.current)
    aboard = tuple(rider.id for unit in units for rider in riders(d, unit))
    for rider in aboard:
        if not d.pieces[rider].acted:
            d.set(rider, acted=True)
    return (*units, *aboard)


@steps(Operation, "marched")
def marched(d: D, frame: Operation, _: None) -> None:
    """7 Units that are gone or down are no longer in the middle of anything.

    Whoever was stopped in a full hex and cannot march on falls back from there (7.3, N41).
    """
    for name in frame.current:
        unit = d.pieces[name]
        if _one_too_many(d, unit) and not (can_move(d.setting, d, unit) and _goes(d, unit, frame)):
            return _make_room(d, name)
    units = [d.pieces[name] for name in frame.current]
    still = tuple(u.id for u in units if on_map(d.setting, u) and (u.aboard or not u.acted))
    return d.goto("act", current=still)


def _make_room(d: D, unit: str) -> None:
    d.call(Retreat(step="ask", unit=unit, cite="BK N41"), "marched")


def _one_too_many(d: D, unit: Unit) -> bool:
    """7.3 Whether a unit stands where there is no room for it, and can fall back."""
    if unit.hq or unit.aboard or not on_map(d.setting, unit):
        return False
    if room(d.setting, d, unit.at or "", (unit,)):
        return False
    return bool(retreat_cells(d.setting, d, unit, ()))


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
    able = able_to_fire(d.setting, d, units, first=frame.first)
    question = AskedQuestion("firer", say("Which unit fires?"), "BK 8.1.1", "firer_chosen")
    back = Choice("back", say("Back"), "BK 6.1")
    ask.pick_pieces(d, frame.side, question, able, choices=(back,))


@steps(Operation, "firer_chosen")
def firer_chosen(d: D, frame: Operation, answer: Pieces | Choose) -> None:
    """8.1.1 That one, or back. A hidden gun that only looks for a target stays a secret (13.1)."""
    if isinstance(answer, Choose):
        return d.goto("act", first=False)
    if d.pieces[answer.pieces[0]].hidden:
        d.secret((frame.side,))
    current = _begin(d, frame, answer.pieces)
    return d.goto("target", firer=answer.pieces[0], current=current)


@steps(Operation, "target")
def target(d: D, frame: Operation, _: None) -> None:
    """8.1.1 Stacks may be looked through before a target is named."""
    shooter = d.pieces[frame.firer]
    moved = shooter.spent > 0 or frame.first
    found = targets_of(d.setting, d, shooter, moved=moved)
    question = AskedQuestion(
        "target", say("At which unit does it fire?"), "BK 8.1.1", "target_chosen"
    )
    back = Choice("back", say("Back"), "BK 6.1")
    name = unit_name(d.setting, shooter)
    ask.pick_pieces(d, frame.side, question, found, name, choices=(back,), about=(frame.firer,))


@steps(Operation, "target_chosen")
def target_chosen(d: D, frame: Operation, answer: Pieces | Choose) -> None:
    """8.1 Fire at full strength, or less after or before a march (6.1)."""
    shooter = d.pieces[frame.firer]
    if isinstance(answer, Choose):
        if shooter.hidden:
            d.secret((frame.side,))
        return d.goto("act", firer="", first=False)
    reveal(d, (shooter,))
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
    """6.3.1, 6.3.3 After each shot, too, the other side may react; also to one who died of it."""
    d.goto("marched", firer="")
    if frame.current:
        shooter = frame.current[:1]
        window = ReactionWindow(
            step="ask", side=ENEMY[frame.side], units=shooter, cause="fire", shot=frame.firer
        )
        d.call(window, "marched")


@steps(Operation, "rally")
def rally(d: D, frame: Operation, _: None) -> None:
    """6.1, 8.4 One more try, as the unit's action."""
    units = [u for u in members(d, frame.formations) if not u.acted and not u.aboard]
    question = AskedQuestion("rally", say("Which unit tries to rally?"), "BK 6.1", "rallying")
    back = Choice("back", say("Back"), "BK 6.1")
    ask.pick_pieces(d, frame.side, question, able_to_rally(units), choices=(back,))


@steps(Operation, "rallying")
def rallying(d: D, frame: Operation, answer: Pieces | Choose) -> None:
    """8.4 The dice."""
    if isinstance(answer, Choose):
        return d.goto("act")
    unit = answer.pieces[0]
    end_march(d, frame.current)
    d.set(unit, acted=True, rallied=True)
    d.goto("rally_known", firer=unit, current=())
    return d.call(Check(step="roll", what="rally", subject=unit), "rally_known")


@steps(Operation, "rally_known")
def rally_known(d: D, frame: Operation, _: None) -> None:
    """8.4 It has rallied, or not."""
    if frame.passed:
        d.set(frame.firer, neutralised=False)
    d.goto("act", firer="")


@steps(Operation, "mount")
def mount(d: D, frame: Operation, _: None) -> None:
    """12.1 Which company gets on."""
    units = [u for u in members(d, frame.formations) if not u.acted and not u.aboard]
    question = AskedQuestion("mount", say("Which company gets on?"), "BK 12.1-C", "mounted")
    back = Choice("back", say("Back"), "BK 6.1")
    ask.pick_pieces(d, frame.side, question, able_to_mount(d.setting, d, units), choices=(back,))


@steps(Operation, "mounted")
def mounted(d: D, frame: Operation, answer: Pieces | Choose) -> None:
    """6.1 Then the carrier may still move half, or fire."""
    if isinstance(answer, Choose):
        return d.goto("act")
    end_march(d, frame.current)
    unit = d.pieces[answer.pieces[0]]
    carrier = _carrier_for(d.setting, d, unit)
    d.set(unit.id, aboard=carrier, acted=True)
    d.set(carrier, handled=True)
    d.say(
        say("{unit} got on the half-tracks", unit=unit_name(d.setting, unit)), "BK 12.1-C", unit.at
    )
    return d.goto("act", current=())


@steps(Operation, "dismount")
def dismount(d: D, frame: Operation, _: None) -> None:
    """12.1 Which company gets off."""
    question = AskedQuestion("dismount", say("Which company gets off?"), "BK 12.1-C", "dismounted")
    able = able_to_dismount(d.setting, d, frame)
    back = Choice("back", say("Back"), "BK 6.1")
    ask.pick_pieces(d, frame.side, question, able, choices=(back,))


@steps(Operation, "dismounted")
def dismounted(d: D, frame: Operation, answer: Pieces | Choose) -> None:
    """6.1 Both may still move half, or fire."""
    if isinstance(answer, Choose):
        return d.goto("act")
    end_march(d, frame.current)
    unit = d.pieces[answer.pieces[0]]
    d.set(unit.aboard, handled=True)
    d.set(unit.id, aboard="", handled=True)
    d.say(
        say("{unit} got off the half-tracks", unit=unit_name(d.setting, unit)), "BK 12.1-C", unit.at
    )
    return d.goto("act", current=())
