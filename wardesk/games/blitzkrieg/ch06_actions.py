"""Chapter 6.1: what the units of an activated formation do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.derived_cache import OnTable
from wardesk.engine.draft import Draft
from wardesk.engine.question import Goals
from wardesk.engine.types import Answer, Choice, Choose, Path, Pieces, Reason, replace
from wardesk.games.blitzkrieg.asked import AboutOwnUnit, BlitzkriegQuestion, Sends
from wardesk.games.blitzkrieg.ch06_reactions import reach_of_opportunity, retreat_cells
from wardesk.games.blitzkrieg.ch07_movement import (
    MOST_TOGETHER,
    Ordered,
    allowance,
    assault_fee,
    assault_goals,
    assault_step,
    can_move,
    costs_for,
    end_march,
    full_moves,
    goals_of,
    half_up,
    room,
    ways_of,
)
from wardesk.games.blitzkrieg.ch08_fire import (
    has_target,
    shot_case,
    strong_enough,
    targets_of,
    why_no_shot,
)
from wardesk.games.blitzkrieg.ch09_close_combat import FightCard
from wardesk.games.blitzkrieg.ch13_hidden import reveal
from wardesk.games.blitzkrieg.playing.aims import Aims, Fight, best_fight
from wardesk.games.blitzkrieg.playing.worth import best_shot, shot_worth
from wardesk.games.blitzkrieg.position import (
    Table,
    enemy_cells,
    fighters_at,
    is_infantry,
    kind_of,
    members,
    on_map,
    riders,
    seen_enemies,
    sight_class,
    unit_name,
)
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import (
    ENEMY,
    Assault,
    Check,
    Fire,
    Move,
    Operation,
    ReactionWindow,
    Retreat,
    State,
    Unit,
    steps,
)
from wardesk.games.shared.memory import Remembering
from wardesk.games.shared.told import ground_costs
from wardesk.model.look import CaseLook
from wardesk.words import Spoken, join, say, say_count

D = Draft[Setting]
BACK = Choice("back", say("Back"), "BK 6.1")
IDEAS_EACH = 2
"""Marches of one unit that deserve a look."""
_NAMED = 2
"""Enemies that a warning names; of more it tells the number."""


def _goes(setting: Setting, table: Table, unit: Unit, frame: Operation) -> bool:
    """Whether a unit can be sent anywhere at all."""
    found = ways_of(setting, table, unit, road=frame.road)
    free = any(cell != unit.at and room(setting, table, cell, (unit,)) for cell in found.cost)
    return free or bool(assault_goals(setting, table, unit, found, road=frame.road))


# ---- 6.1 orders ---------------------------------------------------------------------------------


class OfFormation(BlitzkriegQuestion[Operation]):
    """Something that the side whose formation acts decides."""

    cite = "BK 6.1"

    @cached_property
    def free(self) -> list[Unit]:
        """Units that have not acted yet."""
        units = members(self.state, self.frame.formations)
        return [u for u in units if not u.acted and not u.aboard]

    @cached_property
    def aims(self) -> Aims:
        """What its side wants."""
        return Aims(self.setting, self.state, self.frame.side)

    @cached_property
    def fight(self) -> Fight:
        """The close combat that its script has in mind."""
        state, units = self.state, tuple(u.id for u in self.free)
        marks = tuple(state.marks.items())
        return best_fight(self.setting, state.pieces, marks, self.frame.side, units)

    def able_to_fire(self, *, first: bool = False) -> tuple[str, ...]:
        """6.1 Who can fire now: not after more than half of his march; *first*, before a march."""
        return tuple(u.id for u in self.free if self._can_fire(u, first=first))

    def _can_fire(self, unit: Unit, *, first: bool) -> bool:
        setting, table = self.setting, self.state
        if first and (unit.spent or unit.handled or unit.neutralised):
            return False
        if unit.hq or unit.fired or unit.fought or not on_map(setting, unit):
            return False
        if unit.spent > half_up(full_moves(setting, table, unit)) or (unit.handled and unit.spent):
            return False
        return has_target(setting, table, unit, moved=first or unit.spent > 0)

    def able_to_rally(self) -> tuple[str, ...]:
        """6.1, 8.4 Neutralised units whose first try on activation failed, not moved yet (N34)."""
        down = (u for u in self.free if u.neutralised)
        return tuple(u.id for u in down if not (u.rallied or u.fired or u.spent))

    def able_to_mount(self) -> tuple[str, ...]:
        """12.1 Infantry beside an empty carrier of its formation; neither has moved or fired."""
        foot = (u for u in self.free if not u.hq and is_infantry(self.setting, u))
        fresh = (u for u in foot if not (u.spent or u.neutralised or u.handled or u.fired))
        return tuple(u.id for u in fresh if self.carrier_for(u))

    def carrier_for(self, unit: Unit) -> str:
        """12.1 The empty carrier that a company can get on where it stands; empty without one."""
        beside = (u for u in members(self.state, (unit.formation,)) if u.at == unit.at)
        return next((u.id for u in beside if self._is_open(u)), "")

    def _is_open(self, unit: Unit) -> bool:
        """Whether a unit is an empty carrier that has done nothing yet."""
        kind = kind_of(self.setting, unit)
        if kind is None or kind.category != "carrier" or not on_map(self.setting, unit):
            return False
        return not (_has_done(unit) or riders(self.state, unit.id))

    def able_to_dismount(self) -> tuple[str, ...]:
        """12.1 Companies that a carrier can set down where it stands, with room beside it.

        It has neither moved nor fired, nor taken a company on in this activation (6.1).
        """
        setting, table = self.setting, self.state
        aboard = ((u, table.pieces[u.aboard]) for u in members(table, self.frame.formations)
                  if u.aboard)  # fmt: skip
        return tuple(
            u.id for u, carrier in aboard if not _has_done(carrier)
            and room(setting, table, carrier.at or "", (replace(u, aboard=""),))
        )  # fmt: skip


def _has_done(carrier: Unit) -> bool:
    done = carrier.acted or carrier.fired or carrier.handled
    return bool(done or carrier.spent or carrier.neutralised)


@steps.asks(Operation, "act", "ordered")
class WhoDoesWhat(Sends[Operation], OfFormation):
    """6.1 Any unit of the formation, in any order."""

    kind, shape, text, chart = "act", "path", say("Who does what?"), "costs"

    @cached_property
    def able(self) -> tuple[str, ...]:
        """Who can be sent somewhere."""
        setting, state, frame = self.setting, self.state, self.frame
        return tuple(
            u.id
            for u in self.free
            if can_move(setting, state, u) and _goes(setting, state, u, frame)
        )

    def asks(self) -> bool:
        return True

    def most(self) -> int:
        """7.1 Up to three units march together, and HQs with them."""
        units = self.units(self.able)
        men = Counter(u.at for u in units if not u.hq)
        hqs = Counter(u.at for u in units if u.hq)
        stacks = (min(MOST_TOGETHER, men[at]) + hqs[at] for at in {*men, *hqs})
        return max(stacks, default=1)

    def context(self) -> Spoken:
        short = (self.setting.formations[name].short for name in self.frame.formations)
        return say("{names!s}", names=", ".join(short))

    def buttons(self) -> tuple[Choice, ...]:
        road = self.frame.road
        deeds = (
            ("fire", say("Fire"), "BK 6.1", self.able_to_fire()),
            ("fire-first", say("Fire first, then move half"), "BK 6.1",
             self.able_to_fire(first=True)),
            ("rally", say("Rally"), "BK 6.1", self.able_to_rally()),
            ("mount", say("Get on the half-tracks"), "BK 12.1-C", self.able_to_mount()),
            ("dismount", say("Get off the half-tracks"), "BK 12.1-C", self.able_to_dismount()),
            ("country", say("Keep out of column"), "BK 7.2.1", road),
            ("road", say("Use roads in column"), "BK 7.2.1", not road),
            ("end", say("End the activation"), "BK 5.2", True),
        )  # fmt: skip
        return tuple(Choice(key, label, cite) for key, label, cite, able in deeds if able)

    def answered(self, d: D, answer: Path | Choose) -> None:
        """Who could not stay where he was stopped falls back before somebody else acts."""
        current = self.frame.current
        goes_on = isinstance(answer, Path) and set(answer.pieces) <= set(current)
        turns = isinstance(answer, Choose) and answer.key in ("road", "country")
        stuck = next((u for u in current if _one_too_many(d, d.pieces[u])), "")
        if stuck and not (goes_on or turns):
            end_march(d, (stuck,))
            return _make_room(d, stuck)
        return super().answered(d, answer)

    def picked(self, d: D, answer: Path) -> None:
        d.goto("marched", current=_begin(d, self.frame, answer.pieces))
        way, foes = answer.cells, enemy_cells(d.setting, d, self.frame.side)
        march = Move(step="go", units=answer.pieces, path=way, road=self.frame.road,
                     fight=way[-1] in foes)  # fmt: skip
        d.call(march, "marched")

    def pressed(self, d: D, key: str) -> None:
        match key:
            case "fire" | "fire-first":
                d.goto("firer", first=key == "fire-first")
            case "rally" | "mount" | "dismount":
                d.goto(key)
            case "road" | "country":
                d.goto("act", road=key == "road")
            case _:
                d.goto("over")

    # ---- ways -----------------------------------------------------------------------------------

    def ways_of_one(self, unit: Unit) -> Mapping[str, tuple[str, ...]]:
        return goals_of(self.setting, self.state, unit, road=self.frame.road)

    def goals(self, units: Sequence[Unit]) -> Goals:
        """7.1 Of each one's cheapest ways the first that all can go, those of assaults included.

        Else that of the first unit, with what stands against it.
        """
        ordered = Ordered(self.setting, self.state, [u.id for u in units], road=self.frame.road)
        found: dict[str, tuple[tuple[str, ...], tuple[Reason, ...]]] = {}
        for unit in units:
            for cell, way in self.ways_of_one(unit).items():
                if cell not in found or (found[cell][1] and not ordered.against(way)):
                    found[cell] = way, tuple(ordered.against(way))
        return found

    def against(self, answer: Answer) -> Sequence[Reason]:
        """Everything against that way."""
        if not isinstance(answer, Path):
            return ()
        ordered = Ordered(self.setting, self.state, answer.pieces, road=self.frame.road)
        return ordered.against(answer.cells)

    def reach(self, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
        goals = self.ways(pieces)
        if not goals:
            return {}
        first = self.state.pieces[pieces[0]]
        outlook = Outlook(self.setting, self.state, first, road=self.frame.road)
        return {
            cell: reasons or tuple(outlook.notes(way)) for cell, (way, reasons) in goals.items()
        }

    def forecast(self, answer: Answer) -> Sequence[Reason]:
        """What the way is made up of, and the enemy fire that waits at its end."""
        if not isinstance(answer, Path) or not answer.cells:
            return ()
        setting, state, goal = self.setting, self.state, answer.cells[-1]
        unit = state.pieces[answer.pieces[0]]
        outlook = Outlook(setting, state, unit, road=self.frame.road)
        told = say("{n} of {of} points: {ground}", n=outlook.spent(answer.cells),
                   of=outlook.left, ground=outlook.ground(answer.cells))  # fmt: skip
        risks = (note for note in outlook.notes(answer.cells) if note.level == "warning")
        return Reason(told, "BK 7.1", level="note", at=goal), *risks

    def against_target(self, units: Sequence[Unit], cell: str) -> Sequence[Reason]:
        """8.1 Why the first unit does not fire at anybody in a hex."""
        there = fighters_at(self.state, cell, ENEMY[self.frame.side])
        known = [foe for foe in there if not foe.hidden]
        if not units or not known:
            return ()
        unit = units[0]
        if unit.hq or unit.fired or unit.fought:
            return (Reason(say("An HQ does not fire") if unit.hq else say("It has fired"),
                           "BK 6.1", at=unit.at),)  # fmt: skip
        why, at = why_no_shot(self.setting, self.state, unit, known[0], reacts=False)
        return (Reason(say("{why!c}", why=why), "BK 4.3" if at else "BK 8.1", at=at or cell),)

    def case(self, answer: Answer | None) -> CaseLook | None:
        """9.1 Both sides of the fight that a march into an enemy hex would begin."""
        if not isinstance(answer, Path) or not answer.cells or not answer.pieces:
            return None
        return planned_fight(self.setting, self.state, answer, road=self.frame.road)

    # ---- what a program does --------------------------------------------------------------------

    def script(self, rng: Random) -> Answer:
        """Shots that soften, then the fight, then marches; HQs follow last."""
        keys = {choice.key for choice in self.asked.choices}
        if "rally" in keys:
            return Choose("rally")
        fight, able = self.fight, self.able_to_fire() if "fire" in keys else ()
        if "dismount" in keys and self.aims.who_gets_off(self.able_to_dismount()):
            return Choose("dismount")
        if "mount" in keys and self.aims.who_gets_on(self.able_to_mount()):
            return Choose("mount")
        if best_shot(self.setting, self.state, able, first=False, spare=fight.units)[1]:
            return Choose("fire")
        if "road" in keys:  # somebody left the roads, along which these plans are made
            return Choose("road")
        if fight.units:
            return Path(fight.units, fight.way)
        return self.aims.march(self.asked.pieces) or Choose("end")

    def ideas(self, n: int) -> Sequence[Answer]:
        """Every button, fights and marches by turns, the best first."""
        asked = self.asked
        fights = [f for f in self.aims.fights([u.id for u in self.free]) if f.units]
        fights.sort(key=lambda f: (-f.worth, f.units))
        marches = self.aims.marches(asked.pieces, IDEAS_EACH)
        orders = zip_longest((Path(f.units, f.way) for f in fights), marches)
        buttons = [Choose(c.key) for c in asked.choices if not c.refused]
        return [*buttons, *(order for pair in orders for order in pair if order is not None)][:n]


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
        if _one_too_many(d, unit) and not (
            can_move(d.setting, d, unit) and _goes(d.setting, d, unit, frame)
        ):
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


# ---- 6.1 other actions --------------------------------------------------------------------------


class WhoActs(OfFormation):
    """Which unit does it; or back."""

    shape, choices = "pieces", (BACK,)

    def passed(self, d: D) -> None:
        d.goto("act")


@steps.asks(Operation, "firer", "firer_chosen")
class WhichUnitFires(WhoActs):
    """8.1.1 Each unit fires by itself."""

    kind, cite, text = "firer", "BK 8.1.1", say("Which unit fires?")

    @cached_property
    def able(self) -> tuple[str, ...]:
        return self.able_to_fire(first=self.frame.first)

    def passed(self, d: D) -> None:
        d.goto("act", first=False)

    def picked(self, d: D, answer: Pieces) -> None:
        """That one. A hidden gun that only looks for a target stays a secret (13.1)."""
        if d.pieces[answer.pieces[0]].hidden:
            d.secret((self.frame.side,))
        d.goto("target", firer=answer.pieces[0], current=_begin(d, self.frame, answer.pieces))

    def script(self, rng: Random) -> Answer:
        able, first = self.asked.pieces, self.frame.first
        unit = best_shot(self.setting, self.state, able, first=first, spare=self.fight.units)[1]
        return Pieces((unit,)) if unit else Choose("back")


@steps.asks(Operation, "target", "target_chosen")
class AtWhich(AboutOwnUnit[Operation], WhoActs):
    """8.1.1 Stacks may be looked through before a target is named."""

    kind, cite, text = "target", "BK 8.1.1", say("At which unit does it fire?")
    chart, left_to_script = "combat", True

    @property
    def unit(self) -> Unit:
        """Who fires."""
        return self.state.pieces[self.frame.firer]

    @property
    def moved(self) -> bool:
        """Whether it fires at less than full strength, after or before a march (6.1)."""
        return self.unit.spent > 0 or self.frame.first

    @cached_property
    def able(self) -> tuple[str, ...]:
        return targets_of(self.setting, self.state, self.unit, moved=self.moved)

    def passed(self, d: D) -> None:
        if self.unit.hidden:
            d.secret((self.frame.side,))
        d.goto("act", firer="", first=False)

    def picked(self, d: D, answer: Pieces) -> None:
        """8.1 Fire."""
        frame, moved, target = self.frame, self.moved, answer.pieces[0]
        reveal(d, (self.unit,))
        d.set(frame.firer, fired=frame.first, acted=not frame.first)
        aboard = bool(riders(d, frame.firer))
        fire = Fire(step="aim", shooter=frame.firer, target=target, moved=moved, with_rider=aboard)
        d.goto("after_fire", firer=target, first=False)
        d.call(fire, "after_fire")

    def case(self, answer: Answer | None) -> CaseLook | None:
        if not isinstance(answer, Pieces):
            return None
        plan = Fire(step="aim", shooter=self.frame.firer, target=answer.pieces[0],
                    moved=self.moved)  # fmt: skip
        return shot_case(self.setting, self.state, plan)

    def unlisted(self, cell: str) -> tuple[Reason, ...]:
        """8.1 Why it cannot fire at anybody whom it knows of there."""
        if not self.frame.firer:
            return ()
        firer, state = self.unit, self.state
        there = fighters_at(state, cell, ENEMY[firer.side])
        told = dict.fromkeys(
            why_no_shot(self.setting, state, firer, u, reacts=False) for u in there
        )
        return tuple(
            Reason(say("{why!c}", why=why), "BK 4.3" if blocked else "BK 8.1", at=blocked or cell)
            for why, blocked in told
        )

    def script(self, rng: Random) -> Answer:
        setting, state, firer = self.setting, self.state, self.frame.firer
        worth = {
            target: shot_worth(setting, state, firer, target, moved=self.moved)
            for target in self.asked.pieces
        }
        return Pieces((max(worth, key=worth.__getitem__),))


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


@steps.asks(Operation, "rally", "rallying")
class WhoRallies(WhoActs):
    """6.1, 8.4 One more try, as the unit's action."""

    kind, text = "rally", say("Which unit tries to rally?")
    left_to_script = True

    @cached_property
    def able(self) -> tuple[str, ...]:
        return self.able_to_rally()

    def picked(self, d: D, answer: Pieces) -> None:
        """8.4 The dice."""
        unit = answer.pieces[0]
        end_march(d, self.frame.current)
        d.set(unit, acted=True, rallied=True)
        d.goto("rally_known", firer=unit, current=())
        d.call(Check(step="roll", what="rally", subject=unit), "rally_known")

    def script(self, rng: Random) -> Answer:
        return Pieces((self.asked.pieces[0],))


@steps(Operation, "rally_known")
def rally_known(d: D, frame: Operation, _: None) -> None:
    """8.4 It has rallied, or not."""
    if frame.passed:
        d.set(frame.firer, neutralised=False)
    d.goto("act", firer="")


@steps.asks(Operation, "mount", "mounted")
class WhoGetsOn(WhoActs):
    """12.1 Which company gets on; then the carrier may still move half, or fire (6.1)."""

    kind, cite, text = "mount", "BK 12.1-C", say("Which company gets on?")

    @cached_property
    def able(self) -> tuple[str, ...]:
        return self.able_to_mount()

    def picked(self, d: D, answer: Pieces) -> None:
        end_march(d, self.frame.current)
        unit = d.pieces[answer.pieces[0]]
        carrier = self.carrier_for(unit)
        d.set(unit.id, aboard=carrier, acted=True)
        d.set(carrier, handled=True)
        name = unit_name(d.setting, unit)
        d.say(say("{unit} got on the half-tracks", unit=name), "BK 12.1-C", unit.at)
        d.goto("act", current=())

    def script(self, rng: Random) -> Answer:
        unit = self.aims.who_gets_on(self.asked.pieces)
        return Pieces((unit,)) if unit else Choose("back")


@steps.asks(Operation, "dismount", "dismounted")
class WhoGetsOff(WhoActs):
    """12.1 Which company gets off; both may still move half, or fire (6.1)."""

    kind, cite, text = "dismount", "BK 12.1-C", say("Which company gets off?")

    @cached_property
    def able(self) -> tuple[str, ...]:
        return self.able_to_dismount()

    def picked(self, d: D, answer: Pieces) -> None:
        end_march(d, self.frame.current)
        unit = d.pieces[answer.pieces[0]]
        d.set(unit.aboard, handled=True)
        d.set(unit.id, aboard="", handled=True)
        name = unit_name(d.setting, unit)
        d.say(say("{unit} got off the half-tracks", unit=name), "BK 12.1-C", unit.at)
        d.goto("act", current=())

    def script(self, rng: Random) -> Answer:
        unit = self.aims.who_gets_off(self.asked.pieces)
        return Pieces((unit,)) if unit else Choose("back")


# ---- what a march would meet --------------------------------------------------------------------


class Outlook:
    """7.1, 6.3.1 What ways cost a unit, and the enemy fire that waits at their end or on them."""

    def __init__(self, setting: Setting, state: State, unit: Unit, *, road: bool) -> None:
        self._setting, self._state, self._unit, self._road = setting, state, unit, road
        self._group = sight_class(setting, unit)
        self.left = allowance(setting, state, unit) - unit.spent
        """Points that it has left."""
        self._points = Remembering[int, Spoken](
            lambda spent: say("{n} of {of} points", n=min(spent, self.left), of=self.left)
        )
        self._costs = costs_for(setting, state, unit, road=road)
        # Who stands beside the unit is never farther from it than one hex: how far the others
        # fire does not depend on where it is.
        away = {name: piece for name, piece in state.pieces.items() if name != unit.id}
        without = replace(state, pieces=OnTable(away))
        self._foes = [
            (foe, reach_of_opportunity(setting, without, foe))
            for foe in seen_enemies(setting, state, unit.side)
            if not foe.opp and setting.reach[foe.id]
        ]
        self._waiting = Remembering[tuple[str, bool], list[Unit]](self._at)

    def notes(self, way: tuple[str, ...]) -> Iterator[Reason]:
        """Of one way."""
        goal, steps = way[-1], list(pairwise((self._unit.at or "", *way)))
        fight = self._fights(goal)
        yield Reason(self._points[self.spent(way)], "BK 7.1", level="note", at=goal)
        *passed, last = [self._waiting_at(*step) for step in steps]
        if fight:
            yield Reason(say("close combat"), "BK 9.1.1", level="note", at=goal)
        elif last:
            text = say("in the fire of {units}", units=_few(self._setting, last))
            yield Reason(text, "BK 6.3.1", level="warning", at=goal)
        if n := sum(map(bool, passed)):
            text = say_count(
                "fire waits in {n} hex on the way", "fire waits in {n} hexes on the way", n=n
            )
            yield Reason(text, "BK 6.3.1", level="note", at=goal)

    def _fights(self, goal: str) -> bool:
        return bool(fighters_at(self._state, goal, ENEMY[self._unit.side]))

    def _steps(self, way: tuple[str, ...]) -> list[tuple[str, int]]:
        """The hexes entered, and what each costs."""
        ways = pairwise((self._unit.at or "", *way))
        return [(b, self._costs[a].get(b, 0)) for a, b in ways]

    def spent(self, way: tuple[str, ...]) -> int:
        """7.1, 9.1.1 What a way costs, a fight at its end included."""
        fee = assault_fee(self._setting, self._unit) if self._fights(way[-1]) else 0
        return sum(cost for _, cost in self._steps(way)) + fee

    def ground(self, way: tuple[str, ...]) -> Spoken:
        """The same by the ground."""
        told = ground_costs(self._setting.board, self._steps(way))
        if not self._fights(way[-1]):
            return told
        fee = assault_fee(self._setting, self._unit)
        return join(", ", [told, say("close combat {n}", n=fee)])

    def _waiting_at(self, origin: str, cell: str) -> list[Unit]:
        """Known enemies who could fire at the unit as it comes into *cell* from *origin*."""
        return self._waiting[cell, self._road and (origin, cell) in self._setting.roads]

    def _at(self, key: tuple[str, bool]) -> list[Unit]:
        (cell, column), setting = key, self._setting
        apart, watched = setting.apart[cell], setting.watching[cell, self._group]
        near = [
            foe for foe, reach in self._foes
            if apart[foe.at or ""] <= reach and watched[foe.at or ""]
        ]  # fmt: skip
        if not near:
            return []
        there = replace(self._unit, at=cell, column=column)
        table = replace(self._state, pieces={**self._state.pieces, there.id: there})
        return [foe for foe in near if strong_enough(setting, table, foe, there)]


def _few(setting: Setting, units: Sequence[Unit]) -> Spoken:
    names = [unit_name(setting, unit) for unit in units[:_NAMED]]
    more = len(units) - _NAMED
    if more > 0:
        names.append(say("{n} more", n=more))
    return join(", ", names)


def planned_fight(setting: Setting, state: State, answer: Path, *, road: bool) -> CaseLook | None:
    """9.1 Both sides of the fight that a march into an enemy hex would begin."""
    units = [state.pieces[piece] for piece in answer.pieces]
    cell, side = answer.cells[-1], units[0].side
    if not any(not foe.hidden for foe in fighters_at(state, cell, ENEMY[side])):
        return None
    way = (units[0].at or "", *answer.cells)
    origins = (way[-2],) * len(units)
    fight = Assault(step="defend", attackers=answer.pieces, cell=cell, origins=origins, side=side)
    pieces = {**state.pieces}
    for unit in units:
        costs = costs_for(setting, state, unit, road=road)
        spent = sum(costs[a].get(b, 0) for a, b in pairwise(way[:-1]))
        left = allowance(setting, state, unit) - unit.spent - spent
        found = assault_step(setting, state, unit, (way[-2], cell), left, road=road)
        pieces[unit.id] = replace(unit, at=cell, column=bool(found and found[1]))
        for rider in riders(state, unit.id):
            pieces[rider.id] = replace(rider, at=cell)
    supposed = replace(state, pieces=pieces, stack=(*state.stack, fight))
    return FightCard(setting, supposed, fight, side).look()
