"""Chapter 6.3: opportunity fire, and falling back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import TypeVar

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import OrderedAnswer
from wardesk.engine.types import Answer, Cells, Choice, Choose, Decision, Pieces, replace
from wardesk.games.blitzkrieg.asked import AboutOwnUnit, BlitzkriegQuestion, places
from wardesk.games.blitzkrieg.ch03_command import lose_command
from wardesk.games.blitzkrieg.ch06_checks import case_of
from wardesk.games.blitzkrieg.ch07_movement import crowded, enter, move_class, room
from wardesk.games.blitzkrieg.ch08_fire import (
    can_fire,
    effect,
    percent,
    shot_case,
    shot_of,
    weapon_reach,
    why_no_shot,
)
from wardesk.games.blitzkrieg.ch08_results import eliminate, must_test
from wardesk.games.blitzkrieg.ch13_hidden import hides, reveal
from wardesk.games.blitzkrieg.playing.worth import pays, shot_worth
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
from wardesk.games.shared.march import distances
from wardesk.games.shared.memory import Remembering
from wardesk.games.shared.told import came_from
from wardesk.model.look import CandidateLook, CaseLook, InputLine, OddsLine, Overlay
from wardesk.model.standing import Measures
from wardesk.words import Spoken, join, say, say_count

D = Draft[Setting]
V = TypeVar("V")
PASS = Choice("pass", say("No reaction"), "BK 6.3")
FAR = 99
"""Steps to a hex that cannot be come to."""
QUIET = Choice("quiet", say("No reaction to this march"), "BK 6.3")
FIRE = "fire:"
"""The key of a shot begins so; then comes the target."""
HIDING = 0.45
"""What a shot must be worth for a gun to give itself away (13.1)."""
FEAR = 0.6
"""Expected harm from which a weak unit falls back from whoever has driven up."""
_MOST_REFUSED = 4
"""Units listed that nearly could; there may be dozens that never were in question."""

# ---- 6.3 reactions ------------------------------------------------------------------------------


def shots_for(setting: Setting, table: Table, unit: Unit, causes: Sequence[str]) -> tuple[str, ...]:
    """6.3.1 At whom a passive unit may try opportunity fire."""
    far = setting.reach[unit.id]
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
    named, watched = _causes_to_go(setting, table, frame)
    if not on_map(setting, unit) or not (unit.id in named or watched[unit.at or ""]):
        return False
    return _can_go(setting, table, unit, _shut(setting, table, unit.side))


def _causes_to_go(
    setting: Setting, table: Table, frame: ReactionWindow
) -> tuple[tuple[str, ...], Mapping[str, bool]]:
    """6.3.3 Who was fired at or shelled, and from which hexes a unit that moves is seen."""
    if frame.cause == "move":
        movers = [u for name in frame.units if on_map(setting, u := table.pieces[name])]
        seen = {(u.at or "", sight_class(setting, u)) for u in movers}
        return (), _together([setting.watching[one] for one in seen], any)
    return (frame.shot,) if frame.cause == "fire" else frame.units, _together([], any)


def _together(rows: Sequence[Mapping[str, V]], of: Callable[[Iterable[V]], V]) -> Mapping[str, V]:
    """For each hex what *of* makes of its entries; one row, as most often, stands for itself."""
    return rows[0] if len(rows) == 1 else Remembering(lambda cell: of([row[cell] for row in rows]))


def _can_go(setting: Setting, table: Table, unit: Unit, shut: frozenset[str]) -> bool:
    if unit.withdrew or unit.aboard:
        return False
    return not shut.issuperset(_steps_back(setting, table, unit))


def exposed(setting: Setting, table: Table, frame: ReactionWindow) -> tuple[str, ...]:
    """6.3.1 Who gave cause and can be fired at for it; guns and Stukas are not on the map."""
    if frame.cause == "barrage":
        return ()
    return tuple(u for u in frame.units if on_map(setting, table.pieces[u]))


def reactors(setting: Setting, table: Table, frame: ReactionWindow) -> tuple[str, ...]:
    """6.3 Who may react now. Most units are out of range of most causes, and see none."""
    at_whom = exposed(setting, table, frame)
    if frame.cause == "move" and not at_whom:
        return ()
    named, watched = _causes_to_go(setting, table, frame)
    cells = {table.pieces[u].at or "" for u in at_whom}
    near = _together([setting.apart[cell] for cell in cells], min)
    side, reach, places = frame.side, setting.reach, setting.neighbours
    shut = _shut(setting, table, side)
    found = [
        u.id
        for u in table.pieces.values()
        if u.side == side
        and (here := u.at or "") in places
        and (
            (at_whom and near[here] <= reach[u.id] and shots_for(setting, table, u, at_whom))
            or ((watched[here] or u.id in named) and _can_go(setting, table, u, shut))
        )
    ]
    return tuple(found)


class InWindow(BlitzkriegQuestion[ReactionWindow]):
    """6.3 What the passive side does; who asks himself about a hidden gun stays a secret (13.1)."""

    cite, chart = "BK 6.3", "combat"
    left_to_script = True

    @property
    def hides(self) -> bool:
        """Whether hidden guns may be among those who react."""
        return hides(self.setting, self.state, self.frame.side)

    @property
    def causes(self) -> tuple[str, ...]:
        """Who can be fired at."""
        return exposed(self.setting, self.state, self.frame)

    def open(self, then: str) -> Decision:
        found = super().open(then)
        return replace(found, hidden_from=(ENEMY[self.frame.side],)) if self.hides else found

    def planned(self, unit: str, target: str) -> Fire:
        """Opportunity fire."""
        return Fire(step="aim", shooter=unit, target=target, mode="opportunity")

    def passes(self, unit: str) -> Fraction:
        """6.3.1 How likely the check for opportunity fire is passed."""
        check = Check(step="roll", what="opportunity", subject=unit)
        return Fraction(*case_of(self.setting, self.state, check).ways())

    def hits(self, unit: str, target: str) -> Fraction:
        """6.3.1 How likely opportunity fire is tried and does anything."""
        return self.passes(unit) * effect(self.setting, self.state, self.planned(unit, target))

    def figures(self, unit: str, target: str) -> Measures:
        """What a shot is weighed by."""
        pieces = self.state.pieces
        far = self.setting.distance(pieces[unit].at or "", pieces[target].at or "")
        chance = round(100 * self.hits(unit, target))
        return {"chance": chance, "range": far, "step": pieces[unit].steps}

    def shot_at(self, piece: str, causes: Sequence[str]) -> float:
        """The best shot of a unit at whoever gave cause; 0 where none is worth its one try."""
        setting, state, best = self.setting, self.state, 0.0
        unit = state.pieces[piece]
        for cause in shots_for(setting, state, unit, causes):
            worth = shot_worth(setting, state, piece, cause, moved=False)
            least = HIDING if unit.hidden else pays(setting, state, piece, cause)
            if worth >= least:
                best = max(best, worth)
        return best


@steps.asks(ReactionWindow, "ask", "chosen")
class WhoReacts(InWindow):
    """6.3 One after the other, until nobody wants to or can."""

    kind, shape, text = "react", "pieces", say("Who reacts?")

    @cached_property
    def able(self) -> tuple[str, ...]:
        """Who can."""
        return reactors(self.setting, self.state, self.frame)

    def asks(self) -> bool:
        return bool(self.able) or self.hides

    def open(self, then: str) -> Decision:
        found = super().open(then)
        return found if self.able else replace(found, shape="pieces", idle=PASS.key)

    def buttons(self) -> tuple[Choice, ...]:
        return (PASS, QUIET) if self.frame.cause == "move" else (PASS,)

    def about(self) -> tuple[str, ...]:
        return self.frame.units

    def context(self) -> Spoken:
        """What is reacted to."""
        state, first = self.state, self.frame.units[0]
        who, place = names(self.setting, state, (first,)), self.name(state.pieces[first].at or "")
        if self.frame.cause == "fire" and not self.causes:
            return say("{unit} fired and is lost.", unit=who)
        if self.frame.cause == "fire":
            return say("{unit} fired from {place}.", unit=who, place=place)
        if self.frame.cause == "barrage":
            return say("{place} was shelled.", place=place)
        return say("{unit} is in {place}.", unit=who, place=place)

    def picked(self, d: D, answer: Pieces) -> None:
        if d.pieces[answer.pieces[0]].hidden:
            d.secret((self.frame.side,))
        d.goto("how", unit=answer.pieces[0])

    def pressed(self, d: D, key: str) -> None:
        """Nobody, or nobody for the whole march."""
        d.done()
        if key == QUIET.key and isinstance(d.stack[-1], Move):
            d.goto(d.stack[-1].step, quiet=True)

    def script(self, rng: Random) -> Answer:
        """Fire where it pays; the weak fall back from what would finish them."""
        setting, state, frame, causes = self.setting, self.state, self.frame, self.causes
        if frame.cause == "barrage":
            return Choose("pass")
        best = (0.0, "")
        for piece in self.asked.pieces:
            best = max(best, (self.shot_at(piece, causes), piece))
        if best[0]:
            return Pieces((best[1],))
        for piece in self.asked.pieces:
            unit = state.pieces[piece]
            if self._flees(unit, causes) and may_withdraw(setting, state, unit, frame):
                return Pieces((piece,))
        return Choose("pass")

    def _flees(self, unit: Unit, causes: Sequence[str]) -> bool:
        """A reduced or neutralised unit outside of what counts, before one who can hurt it."""
        setting, danger = self.setting, 0.0
        if unit.hidden or unit.at in setting.place_of or (unit.steps > 1 and not unit.neutralised):
            return False
        for cause in causes:
            foe = self.state.pieces[cause]
            if foe.at in setting.neighbours[unit.at or ""] and not foe.hq and unit.side != foe.side:
                danger += shot_worth(setting, self.state, cause, unit.id, moved=False)
        return danger >= FEAR

    def ordered(self) -> Iterator[OrderedAnswer]:
        """A shot at each cause, and falling back."""
        yield from super().ordered()
        for name in self.asked.pieces:
            unit, answer = self.state.pieces[name], Pieces((name,))
            for cause in shots_for(self.setting, self.state, unit, self.causes):
                yield OrderedAnswer(answer, "fire", self.figures(name, cause), name)
            if may_withdraw(self.setting, self.state, unit, self.frame):
                yield OrderedAnswer(answer, "withdraw", {"step": unit.steps}, name)

    def candidates(self) -> tuple[CandidateLook, ...]:
        """The likeliest shot first, then whose weapons reach the cause and why not."""
        able = [self._able(self.state.pieces[piece]) for piece in self.asked.pieces]
        able.sort(key=lambda row: -row[0])
        refused = [
            row
            for unit in self.state.pieces.values()
            if unit.side == self.frame.side and unit.id not in self.asked.pieces and not unit.hq
            for row in self._unable(unit)
        ]
        refused.sort(key=lambda row: row[0])
        return tuple(look for _, look in (*able, *refused[:_MOST_REFUSED]))

    def _able(self, unit: Unit) -> tuple[Fraction, CandidateLook]:
        setting, state = self.setting, self.state
        best, words = Fraction(0), list[Spoken]()
        for target in shots_for(setting, state, unit, self.causes):
            plan, chance = self.planned(unit.id, target), self.hits(unit.id, target)
            if chance >= best:
                best = chance
                far = setting.distance(unit.at or "", state.pieces[target].at or "")
                factor = shot_of(setting, state, plan).final
                hexes = say_count("{n} hex", "{n} hexes", n=far)
                words = [say("fires: {hexes}, factor {n}", hexes=hexes, n=factor)]
        if may_withdraw(setting, state, unit, self.frame):
            words.append(say("may fall back"))
        look = CandidateLook(
            piece=unit.id,
            title=self._title(unit),
            text=join("; ", words),
            figure=percent(best) if best else "",
        )
        return best, look

    def _title(self, unit: Unit) -> Spoken:
        return say("{unit}, {cell!s}", unit=unit_name(self.setting, unit), cell=unit.at or "")

    def _unable(self, unit: Unit) -> list[tuple[int, CandidateLook]]:
        """Why a unit whose weapons would reach the nearest cause does not react, if it would."""
        setting, pieces = self.setting, self.state.pieces
        if not on_map(setting, unit) or not setting.reach[unit.id] or not self.causes:
            return []
        here = unit.at or ""
        far, name = min((setting.distance(here, pieces[c].at or ""), c) for c in self.causes)
        if far > setting.reach[unit.id]:
            return []
        why, blocked = why_no_shot(setting, self.state, unit, pieces[name])
        title = self._title(unit)
        return [(far, CandidateLook(piece=unit.id, title=title, refused=why, blocked_by=blocked))]

    def arrows(self) -> tuple[Overlay, ...]:
        """Lines from whoever may react to the cause, and those that something blocks."""
        goal = next(iter(places(self.setting, self.state, self.frame.units)), "")
        found: list[Overlay] = []
        for one in self.candidates():
            place = self.state.pieces[one.piece].at or ""
            if one.blocked_by:
                words = say("{cell!s} blocks", cell=one.blocked_by)
                found.append(Overlay("barred", (one.blocked_by,), (place, goal), words))
            elif one.figure:
                found.append(Overlay("arc", line=(place, goal)))
        return (*found, *super().arrows())


@steps.asks(ReactionWindow, "how", "decided")
class HowItReacts(AboutOwnUnit[ReactionWindow], InWindow):
    """6.3 Fire, or fall back."""

    kind, text = "reaction", say("How does it react?")

    def about(self) -> tuple[str, ...]:
        return (self.frame.unit, *self.frame.units)

    def buttons(self) -> tuple[Choice, ...]:
        setting, state, found = self.setting, self.state, list[Choice]()
        for target in shots_for(setting, state, self.unit, self.causes):
            label = say("Fire at {unit}", unit=unit_name(setting, state.pieces[target]))
            found.append(Choice(f"{FIRE}{target}", label, "BK 6.3.1"))
        if may_withdraw(setting, state, self.unit, self.frame):
            found.append(Choice("withdraw", say("Fall back"), "BK 6.3.3"))
        return (*found, Choice("back", say("Back"), "BK 6.3"))

    def measures(self, answer: Answer) -> Measures:
        key = answer.key if isinstance(answer, Choose) else ""
        target = key.removeprefix(FIRE)
        if target == key:
            return {"step": self.unit.steps}
        return self.figures(self.frame.unit, target)

    def pressed(self, d: D, key: str) -> None:
        """6.3.1 One try of opportunity fire, marked whatever comes of it; 6.3.3 or a way back."""
        name, unit = self.frame.unit, self.unit
        if key == "back":
            if unit.hidden:
                d.secret((self.frame.side,))
            return d.goto("ask", unit="")
        reveal(d, (unit,))
        if key == "withdraw":
            d.set(name, withdrew=True)
            if not unit.neutralised:
                return d.goto("withdraw")
            return d.call(Check(step="roll", what="withdraw", subject=name), "withdraw_known")
        d.set(name, opp=True)
        d.goto("checked", target=key.removeprefix(FIRE))
        return d.call(Check(step="roll", what="opportunity", subject=name), "checked")

    def script(self, rng: Random) -> Answer:
        keys = [choice.key for choice in self.asked.choices]
        worth = {
            key: shot_worth(self.setting, self.state, self.frame.unit, target, moved=False)
            for key in keys
            if (target := key.removeprefix(FIRE)) != key
        }
        best = max(worth, key=worth.__getitem__, default="")
        if best and self.shot_at(self.frame.unit, [best.removeprefix(FIRE)]):
            return Choose(best)
        return Choose("withdraw" if "withdraw" in keys else "back")

    def case(self, answer: Answer | None) -> CaseLook | None:
        """6.3.1 Opportunity fire before it is tried: if it gets its shot off, and what then."""
        first = next((choice.key for choice in self.asked.choices), "")
        key = answer.key if isinstance(answer, Choose) else first
        if (target := key.removeprefix(FIRE)) == key:
            return None
        check = self.passes(self.frame.unit)
        good, of = check.numerator, check.denominator
        shot = shot_case(self.setting, self.state, self.planned(self.frame.unit, target))
        odds = [
            OddsLine(line.label, line.ways * good, line.of * of, line.tone) for line in shot.odds
        ]
        ways = shot.odds[0].of
        odds.append(OddsLine(say("No shot"), (of - good) * ways, of * ways, "bad"))
        inputs = (InputLine(say("Gets its shot off"), percent(check), "BK 6.3.1"), *shot.inputs)
        return replace(shot, title=say("Opportunity fire"), inputs=inputs, odds=tuple(odds))


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


@steps.asks(Retreat, "ask", "gone")
class WhereItFallsBack(AboutOwnUnit[Retreat]):
    """6.3.3, 9.1.5 The owner names the hex; without one a unit that must go is lost (8.5)."""

    kind, shape, text = "retreat", "cells", say("Where does it fall back to?")
    left_to_script = True

    def rule(self) -> str:
        return self.frame.cite

    @cached_property
    def able(self) -> tuple[str, ...]:
        """Where to; nowhere after so many hexes."""
        if not on_map(self.setting, self.unit) or self.frame.went > 6:
            return ()
        return retreat_cells(self.setting, self.state, self.unit, self.frame.closed)

    def passed(self, d: D) -> None:
        formation = self.unit.formation
        d.done()
        if on_map(d.setting, self.unit) and (self.frame.must or self.frame.went):
            eliminate(d, self.frame.unit)
            if must_test(d, formation):
                d.stack.append(Morale(step="test", formation=formation))

    def picked(self, d: D, answer: Cells) -> None:
        """6.3.3 Mines go off, though they are not worn out by it."""
        frame, cell, origin = self.frame, answer.cells[0], self.unit.at or ""
        hidden = fighters_at(d, cell, ENEMY[self.unit.side])
        if hidden:
            reveal(d, hidden)
            return d.goto("ask")
        enter(d, (frame.unit,), cell)
        said = say("{unit} fell back to {place}", unit=self.context(), place=self.name(cell))
        d.say(said, frame.cite, cell, came_from([self.name(origin)]))
        d.goto("there", went=frame.went + 1, closed=(*frame.closed, origin))
        if f"{cell}/mines" in d.marks:
            d.call(Minefield(step="blow", cell=cell, units=(frame.unit,), retreat=True), "there")
        return None

    def script(self, rng: Random) -> Answer:
        """To its own edge, away from the enemy and under cover."""
        setting, side = self.setting, self.unit.side
        edge, enemy = setting.to_edge.get(side, {}), enemy_cells(setting, self.state, side)

        def worth(cell: str) -> float:
            near = any(beside in enemy for beside in setting.neighbours[cell])
            return -edge.get(cell, 0) - 3 * near + (cell in setting.close)

        return Cells((max(self.asked.cells, key=worth),))


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
