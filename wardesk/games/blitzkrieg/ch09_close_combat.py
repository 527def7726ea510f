"""Chapter 9: close combat in one hex, round by round, until one side is gone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar, NamedTuple

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.types import Answer, Choice, Choose, Pieces, replace
from wardesk.games.blitzkrieg.asked import AboutOwnUnit, BlitzkriegQuestion
from wardesk.games.blitzkrieg.ch06_reactions import retreat_cells
from wardesk.games.blitzkrieg.ch07_movement import enter
from wardesk.games.blitzkrieg.ch08_fire import effect, final_of, percent, shot_case, shot_of
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
    State,
    Unit,
    steps,
)
from wardesk.games.blitzkrieg.tables import LEAST
from wardesk.games.shared.told import came_from
from wardesk.model.look import CaseLook, WeighedLine
from wardesk.words import Spoken, say

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
    """9.1.1, 13.1 They come in; hidden guns are found on both sides, mines go off first (10.1)."""
    reveal(d, (d.pieces[unit] for unit in frame.attackers))
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


# ---- who fires at whom --------------------------------------------------------------------------


class OfFight(BlitzkriegQuestion[Assault]):
    """What somebody in the fight decides."""

    chart = "combat"
    rounds_on: ClassVar[int] = 1
    """Whether the next round is weighed, or the one that is fought."""

    @cached_property
    def held(self) -> tuple[str, ...]:
        """Defenders that are still there."""
        return defenders(self.state, self.frame)

    @cached_property
    def inside(self) -> tuple[str, ...]:
        """Attackers that are still there."""
        return inside(self.state, self.frame)

    def about(self) -> tuple[str, ...]:
        return (self.frame.cell,)

    def context(self) -> Spoken:
        return self.name(self.frame.cell)

    def case(self, answer: Answer | None) -> CaseLook:
        """Who can do what to whom."""
        coming = replace(self.frame, round=self.frame.round + self.rounds_on)
        return FightCard(self.setting, self.state, coming, self.asked.who).look()


@steps.answers(Assault, "aimed")
class AtWhichDefender(AboutOwnUnit[Assault], OfFight):
    """9.1.2 The next of those who are ready fires at one enemy in the hex."""

    kind, cite, shape = "assault-target", "BK 9.1.2", "pieces"
    text = say("At whom does it fire?")
    left_to_script, rounds_on = True, 0

    @property
    def unit(self) -> Unit:
        """Who fires."""
        return self.state.pieces[self.frame.ready[0]]

    @cached_property
    def able(self) -> tuple[str, ...]:
        """Enemies that it can hurt."""
        foes = self.inside if self.unit.side != self.frame.side else self.held
        return tuple(
            foe for foe in foes
            if can_hurt(self.setting, self.state, self.frame, self.unit.id, foe)
        )  # fmt: skip

    def asks(self) -> bool:
        return len(self.able) > 1 and not self.frame.unit

    def passed(self, d: D) -> None:
        """Nobody, the one that was named, or the only one."""
        again, rest, named = self.frame.step, self.frame.ready[1:], self.frame.unit
        if not self.able:
            return d.goto(again, ready=rest, unit="")
        target = named if named in self.able else self.able[0]
        shot = shot_in(self.frame, d, self.unit.id, target, held=self.frame.round > 1)
        d.goto(again, ready=rest, unit="", fired=True)
        return d.call(shot, again)

    def picked(self, d: D, answer: Pieces) -> None:
        d.goto(self.frame.step, unit=answer.pieces[0])

    def case(self, answer: Answer | None) -> CaseLook:
        """The shot that *answer* names."""
        if not isinstance(answer, Pieces):
            return super().case(answer)
        shot = shot_in(self.frame, self.state, self.frame.ready[0], answer.pieces[0])
        return shot_case(self.setting, self.state, shot)


def _next_shot(d: D, frame: Assault, after: str) -> None:
    """The next of *ready* fires; *after* all have."""
    if not frame.ready:
        return d.goto(after, unit="")
    return AtWhichDefender(d.setting, d.state, frame).put(d, "aimed")


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


class FightCard(NamedTuple):
    """9.1 What everybody in a fight can do to whom he hurts most, as *side* looks at it."""

    setting: Setting
    state: State
    frame: Assault
    side: str

    def look(self) -> CaseLook:
        """Both sides, in the order in which they fire."""
        frame, state = self.frame, self.state
        if frame.round > 1:
            order = say("Round {n}: all fire together", n=frame.round)
        elif f"{frame.cell}/mines" in state.marks:
            order = say("Mines go off, the defenders fire, then the attackers who are left")
        else:
            order = say("The defenders fire, then the attackers who are left")
        held, came = defenders(state, frame), inside(state, frame)
        lines = [self._line(unit, came, say("Defends")) for unit in held]
        lines += [self._line(unit, held, say("Attacks")) for unit in came]
        place = self.setting.name(frame.cell)
        title = say("Close combat")
        return CaseLook(title=title, place=place, sum_text=order, lines=tuple(lines))

    def _line(self, unit: str, foes: Sequence[str], role: Spoken) -> WeighedLine:
        setting, state, frame, _ = self
        piece = state.pieces[unit]
        label = say("{role}: {unit}", role=role, unit=unit_name(setting, piece))
        plans = [
            shot_in(frame, state, unit, foe)
            for foe in foes
            if can_hurt(setting, state, frame, unit, foe)
        ]
        if not plans:
            return WeighedLine(label, say("can hurt nobody there"), "–", cell=frame.cell)
        chance, plan = max(
            ((effect(setting, state, plan), plan) for plan in plans), key=lambda row: row[0]
        )
        shot, foe = shot_of(setting, state, plan), state.pieces[plan.target]
        more = shot.final - shot.base
        total = f"{shot.attack} − {shot.armour} {'+−'[more < 0]} {abs(more)} = {shot.final}"
        text = say("{total!s} at {foe}", total=total, foe=unit_name(setting, foe))
        tone = "good" if piece.side == self.side else "bad"
        return WeighedLine(label, text, percent(chance), tone, frame.cell)


# ---- 9.1.2 the first round ----------------------------------------------------------------------


@steps(Assault, "defence")
def defence(d: D, frame: Assault, _: None) -> None:
    """9.1.2 First the defenders fire."""
    d.goto("defend", ready=defenders(d, frame), fired=False)


@steps(Assault, "defend")
def defend(d: D, frame: Assault, _: None) -> None:
    """9.1.2 Each at one attacker."""
    _next_shot(d, frame, "repelled")


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
    return _next_shot(d, frame, "aftermath")


# ---- 9.1.2, 9.1.5 who gives way -----------------------------------------------------------------


@steps.asks(Assault, "aftermath", "shaken")
class BackOrStep(AboutOwnUnit[Assault], OfFight):
    """9.1.2, 9.1.5 Neutralised defenders go; those shaken before the fight may pay with a step."""

    kind, cite, text = "shaken", "BK 9.1.5", say("Fall back, or lose a step?")
    choices = (
        Choice("back", say("Fall back"), "BK 9.1.5"),
        Choice("step", say("Lose a step and stay"), "BK 9.1.5"),
    )

    @cached_property
    def down(self) -> str:
        """The next defender who is neutralised; empty without one."""
        return next((u for u in self.held if self.state.pieces[u].neutralised), "")

    @property
    def unit(self) -> Unit:
        return self.state.pieces[self.down]

    def asks(self) -> bool:
        return bool(self.held and self.inside) and self.down in self.frame.shaken

    def passed(self, d: D) -> None:
        if not self.held or not self.inside:
            return d.goto("close")
        if not self.down:
            return d.goto("give_way")
        return _driven_out(d, self.frame, self.down, "aftermath")

    def pressed(self, d: D, key: str) -> None:
        """As its owner says; who pays stays, and is no longer shaken."""
        unit = self.down
        if key == "back":
            return _driven_out(d, self.frame, unit, "aftermath")
        d.set(unit, neutralised=False)
        paid = Hit(step="lose_traded", unit=unit, result="-", cite="BK 9.1.5")
        return d.call(paid, "aftermath")


def _driven_out(d: D, frame: Assault, unit: str, then: str) -> None:
    """9.1.5 Never to where the enemy came from; lost where there is no other way."""
    closed = tuple(sorted(set(frame.origins)))
    d.call(Retreat(step="ask", unit=unit, closed=closed, cite="BK 9.1.5", must=True), then)


@steps.asks(Assault, "give_way", "gave_way")
class WhoGivesWay(OfFight):
    """6.3.3, 9.1.2 After a round whoever has fought may fall back; the defender says first."""

    kind, cite, shape = "give-way", "BK 9.1.2", "pieces"
    text, choices = say("Who gives way?"), (STAND,)
    left_to_script = True

    @cached_property
    def able(self) -> tuple[str, ...]:
        """Defenders that have somewhere to go."""
        if not self.inside:
            return ()
        pieces, origins = self.state.pieces, self.frame.origins
        return tuple(
            u for u in self.held if retreat_cells(self.setting, self.state, pieces[u], origins)
        )

    def who(self) -> str:
        return ENEMY[self.frame.side]

    def most(self) -> int:
        return len(self.able)

    def passed(self, d: D) -> None:
        d.goto("break_off" if self.held and self.inside else "close")

    def picked(self, d: D, answer: Pieces) -> None:
        d.goto("going", hurt=answer.pieces)

    def pressed(self, d: D, key: str) -> None:
        d.goto("break_off")

    def script(self, rng: Random) -> Answer:
        return Choose(STAND.key)


@steps(Assault, "going")
def going(d: D, frame: Assault, _: None) -> None:
    """9.1.2 One after the other."""
    if not frame.hurt:
        return d.goto("break_off")
    d.goto("going", hurt=frame.hurt[1:])
    return _driven_out(d, frame, frame.hurt[0], "going")


@steps.asks(Assault, "break_off", "broke_off")
class GoOn(OfFight):
    """6.3.3, 9.1.3 The attackers fight another round, or break the fight off."""

    kind, cite, text = "break-off", "BK 9.1.3", say("Do the attackers go on?")
    left_to_script = True
    choices = (
        Choice("on", say("Go on"), "BK 9.1.3"),
        Choice("back", say("Break it off"), "BK 6.3.3"),
    )

    def asks(self) -> bool:
        return bool(self.held and self.inside) and self.frame.fired

    def passed(self, d: D) -> None:
        d.goto("give_up" if self.held and self.inside else "close")

    def pressed(self, d: D, key: str) -> None:
        """Another round, or back."""
        d.goto("give_up" if key == "back" else "again")

    def script(self, rng: Random) -> Answer:
        """On, unless it has lasted long and one step is left."""
        pieces, frame = self.state.pieces, self.frame
        steps_left = sum(pieces[u].steps for u in frame.attackers if pieces[u].at == frame.cell)
        return Choose("on" if steps_left > 1 or frame.round < 3 else "back")


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
    _next_shot(d, frame, "together")


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
