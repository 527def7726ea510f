"""Chapters 9 and 10: the exchange of fire, sector after sector, and what a salvo comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import NamedTuple, TypeVar

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome, Goals
from wardesk.engine.types import Answer, Choice, Outcome, OutcomeField, Path, Reason, Roll
from wardesk.games.remagen.asked import RemagenQuestion, RemagenThrow
from wardesk.games.remagen.ch10_hits import pips_for
from wardesk.games.remagen.charts import chart
from wardesk.games.remagen.dice import expected, mean
from wardesk.games.remagen.position import (
    at,
    engaged,
    ground,
    labour,
    men,
    of_table,
    on_board,
    scene,
)
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import (
    ENEMY,
    GERMAN,
    US,
    Battle,
    Exchange,
    Hits,
    Salvo,
    State,
    Turn,
    Unit,
    steps,
)
from wardesk.model.advice import Advice, ranked
from wardesk.model.look import CaseLook, InputLine, OddsLine, Overlay, WeighedLine
from wardesk.model.standing import Measures
from wardesk.words import join, say, say_count

CEASE = Choice("done", say("Cease fire"), "RB 9.3")
HOLD = Choice("hold", say("Hold fire"), "RB 9.3")
DIVIDED_BY = OutcomeField("divisor", say("Divided by"), 1, 20)
ENOUGH = Choice("enough", say("The others hold fire"), "RB 9.2")
GUNS_FIRST = 1.4
"""How much dearer a hit is where a gun stands: it is what kills from afar."""
TAKEN = say("combat value taken, on average")
_SHOTS = 10
"""Shots that are listed before somebody picks; the best ones."""


# ---- who may fire at what -----------------------------------------------------------------------


def silenced(state: State, cell: str | None) -> bool:
    """Whether *cell* is engaged and this is the turn after the attack that locked it (RB 13.6).

    In the attacker's own next turn the lock still stands, but no longer bars fire.
    """
    lock = engaged(state, cell)
    firing = next((f.side for f in state.stack if isinstance(f, Exchange)), "")
    return bool(lock) and lock != firing


def can_fire(setting: Setting, state: State, unit: Unit, *, own_turn: bool) -> bool:
    """Whether *unit* may fire at all (RB 4.7, 13.6, N9): guns that moved only in defence."""
    row = setting.row(unit)
    if row.dice == 0 or unit.carrier or silenced(state, unit.at):
        return False
    return not (own_turn and row.gun and unit.moved)


def targets(setting: Setting, state: State, unit: Unit) -> frozenset[str]:
    """Sectors that *unit* may fire at: Germans at pontoon bridges too (RB 9.1, 11.9)."""
    firing = next((f.side for f in state.stack if isinstance(f, Exchange)), "")
    reach = setting.rows[unit.kind].range
    return _targets(setting, state, unit.side, unit.at or "", reach, firing)


@of_table
def _targets(
    setting: Setting, state: State, side: str, here: str, reach: int, firing: str
) -> frozenset[str]:
    """What *side* may fire at from *here*; *firing* has the exchange (RB 13.6)."""
    away, locks = setting.rhine.far_from(here), scene(setting, state).locks
    found = [c for c in _marks(setting, state, side) if away[c] <= reach]
    return frozenset([c for c in found if locks.get(c) in (None, "", firing)])


@of_table
def _marks(setting: Setting, state: State, side: str) -> frozenset[str]:
    found = ground(state, ENEMY[side])
    if side == GERMAN:
        for site in setting.rhine.sites.values():
            if labour(state, site.row):
                found |= set(site.water)
    return found


def common_targets(setting: Setting, state: State, units: Iterable[Unit]) -> set[str]:
    """Sectors that every one of *units* may fire at."""
    found = [targets(setting, state, u) for u in units]
    return {cell for cell in found[0] if all(cell in other for other in found)} if found else set()


def able(
    setting: Setting, state: State, side: str, cells: Iterable[str], *, own_turn: bool
) -> list[Unit]:
    """Units of *side* in *cells* that may fire at something."""
    inside = frozenset(cells)
    return [
        u
        for u in on_board(state, side)
        if u.at in inside
        and can_fire(setting, state, u, own_turn=own_turn)
        and targets(setting, state, u)
    ]


def dice_of(setting: Setting, state: State, unit: Unit, target: str) -> int:
    """The dice of *unit* against *target*, which may hold vehicles (RB 10.1)."""
    row, rows = setting.rows[unit.kind], setting.rows
    foes = at(state, target, ENEMY[unit.side]) if row.anti_vehicle else ()
    armour = any(rows[u.kind].vehicle for u in foes)
    return row.anti_vehicle if armour else row.dice


def salvo_dice(setting: Setting, state: State, units: Iterable[Unit], target: str) -> int:
    """All dice of a salvo (RB 10.4)."""
    return sum(dice_of(setting, state, u, target) for u in units)


def divisor(setting: Setting, origin: str, target: str) -> int:
    """By what the dice are divided at this range (RB 10.2)."""
    return setting.tables.divisors.at(setting.rhine.distance(origin, target))


# ---- what a salvo comes to ----------------------------------------------------------------------


_spread = cache(expected)


class OpenSalvo(NamedTuple):
    """A salvo that is open: all units of a sector that reach a target."""

    origin: str
    target: str
    team: tuple[Unit, ...]
    dice: int
    by: int

    @property
    def mean(self) -> float:
        """Hits on average, exactly (RB 10.2)."""
        return mean(_spread(self.dice, self.by))

    @property
    def chance(self) -> float:
        """Of one hit or more."""
        return 1 - _spread(self.dice, self.by).get(0, 0) / 6**self.dice

    def toll(self, setting: Setting, state: State) -> float:
        """Combat value that it takes on average, shooting at men first.

        A man is his part of a tray, a hit one point of a vehicle or gun.
        """
        stake = _stake_at(setting, state, self.target, ENEMY[self.team[0].side])
        per, ways = pips_for(setting, self.target), _spread(self.dice, self.by)
        return sum(_taken(hits, stake, per) * n for hits, n in ways.items()) / 6**self.dice


def shots(setting: Setting, state: State, units: Sequence[Unit]) -> Iterator[OpenSalvo]:
    """Every salvo that is open to *units*, sector by sector."""
    sectors: dict[str, list[Unit]] = {}
    for unit in units:
        sectors.setdefault(unit.at or "", []).append(unit)
    for cell, here in sectors.items():
        aims = {unit.id: targets(setting, state, unit) for unit in here}
        for target in sorted(set[str]().union(*aims.values())):
            team = tuple(unit for unit in here if target in aims[unit.id])
            dice = salvo_dice(setting, state, team, target)
            if dice:
                yield OpenSalvo(cell, target, team, dice, divisor(setting, cell, target))


def shot_lines(setting: Setting, state: State, units: Sequence[Unit]) -> tuple[WeighedLine, ...]:
    """The same as lines to weigh, the most hits first."""
    rhine, found = setting.rhine, list[tuple[float, WeighedLine]]()
    for shot in shots(setting, state, units):
        facts = [say_count("{n} die ÷ {by}", "{n} dice ÷ {by}", n=shot.dice, by=shot.by)]
        if rhine.figures[shot.target].cover:
            facts.append(say("men under cover"))
        label = say("{mine} at {theirs}", mine=rhine.name(shot.origin),
                    theirs=rhine.name(shot.target))  # fmt: skip
        figure = say("{mean:.1f} hits", mean=shot.mean)
        line = WeighedLine(label, join(", ", facts), figure, cell=shot.target)
        found.append((shot.mean, line))
    found.sort(key=lambda one: -one[0])
    return tuple(line for _, line in found)[:_SHOTS]


def shot_arrows(setting: Setting, state: State, units: Sequence[Unit]) -> Iterator[Overlay]:
    """The same as arrows."""
    for shot in shots(setting, state, units):
        label = say("÷{by}: {mean:.1f}", by=shot.by, mean=shot.mean)
        yield Overlay("arc", line=(shot.origin, shot.target), label=label)


class JudgedSalvo(NamedTuple):
    """What an umpire's hand or fallen dice make of a salvo; nothing of it by the rules alone."""

    total: int = 0
    """The sum of the dice that have fallen; 0 before."""
    by: int = 0
    """The divisor; 0 = by the range."""
    plus: int = 0


def salvo_case(
    setting: Setting,
    state: State,
    units: Sequence[Unit],
    origin: str,
    target: str,
    judged: JudgedSalvo | None = None,
) -> CaseLook | None:
    """Dice, divisor and expected hits of a salvo; None when nobody rolls."""
    dice = salvo_dice(setting, state, units, target)
    if not dice:
        return None
    total, by, plus = judged or JudgedSalvo()
    by = by or divisor(setting, origin, target)
    far = setting.rhine.distance(origin, target)
    ways = expected(dice, by, plus)
    of = 6**dice
    odds = tuple(
        OddsLine(say_count("{n} hit", "{n} hits", n=hits), n, of, "good" if hits else "none")
        for hits, n in sorted(ways.items(), reverse=True)
    )
    text = say("{mean:.1f} hits expected", mean=mean(ways))
    if total:
        text = say("{total} / {by} = {hits} hits", total=total, by=by, hits=total // by)
    return CaseLook(
        title=say("Salvo"),
        place=setting.rhine.name(target),
        inputs=(
            InputLine(say("Dice"), str(dice), "RB 10.1"),
            InputLine(say("Sectors away"), str(far), "RB 10.2"),
            InputLine(say("Divided by"), str(by), "RB 10.2"),
        ),
        sum_text=text,
        chart=chart(setting, "divisors", setting.tables.divisors.line(far) if far else -1),
        odds=odds,
    )


Stake = tuple[tuple[float, ...], int]
"""What each man is worth, in the order in which they fall; points of the vehicles and guns."""


@of_table
def _stake_at(setting: Setting, state: State, cell: str, side: str) -> Stake:
    """What of *side* stands in a sector, as a salvo meets it."""
    found = at(state, cell, side)
    troops, weapons = men(found)
    each = tuple(
        setting.row(u).value / max(1, setting.row(u).figures)
        for group in (troops, weapons)
        for u in group
        for _ in range(u.figures)
    )
    hard = sum(setting.row(u).value - u.hits for u in found if not u.figures)
    return each, hard


@cache
def _taken(hits: int, stake: Stake, per: int) -> float:
    """Combat value that *hits* take on average: a die for each hit on men, while there are any.

    Where men hide nothing, all dice are rolled at once; else one by one, and the rest goes on.
    """
    each, hard = stake
    if not hits:
        return 0.0
    if not each:
        return float(min(hits, hard))
    if not hard:
        ways = _spread(hits, per)
        return sum(sum(each[:fallen]) * n for fallen, n in ways.items()) / 6**hits
    total = 0.0
    for face in range(1, 7):
        fallen = min(len(each), face // per)
        total += sum(each[:fallen]) + _taken(hits - 1, (each[fallen:], hard), per)
    return total / 6


# ---- the fire portion ---------------------------------------------------------------------------


@steps(Turn, "us_fire")
@steps(Turn, "german_fire")
def fire(d: Draft[Setting], frame: Turn, _: None) -> None:
    """After movement both sides may exchange fire; not by night (RB 9.1, 14.1)."""
    side = US if frame.step.startswith("us") else GERMAN
    if d.setting.night(d.tracks["turn"]):
        return d.goto(f"{side}_combat")
    return d.call(Exchange(step="select", side=side), f"{side}_combat")


class WhoFires(RemagenQuestion[Exchange]):
    """Units of one sector and their target are named before any dice (RB 9.1, 9.4)."""

    shape, chart = "path", "divisors"
    together = True

    def nothing_there(self, place: str) -> str:
        return say("At {place} stands nobody whom they see and reach", place=place)

    def goals(self, units: Sequence[Unit]) -> Goals:
        """Sectors that *units*, all of one sector, may fire at together."""
        if len({u.at for u in units}) != 1:
            return {}
        cells = sorted(common_targets(self.setting, self.state, units))
        return {cell: ((cell,), ()) for cell in cells}

    def note(self, units: list[Unit], cell: str) -> tuple[Reason, ...]:
        lines = shot_lines(self.setting, self.state, units)
        found = (join(", ", (one.figure, one.text)) for one in lines if one.cell == cell)
        return tuple(Reason(text, "RB 10.2", "note") for text in found)[:1]

    def lines(self, pieces: Sequence[str]) -> tuple[Overlay, ...]:
        return tuple(shot_arrows(self.setting, self.state, self.units(pieces)))

    def case(self, answer: Answer | None) -> CaseLook | None:
        """The planned salvo, or all that are open."""
        setting, state = self.setting, self.state
        units = self.units(answer.pieces if isinstance(answer, Path) else self.asked.pieces)
        if not units:
            return None
        if isinstance(answer, Path) and answer.cells:
            return salvo_case(setting, state, units, units[0].at or "", answer.cells[-1])
        lines = shot_lines(setting, state, units)
        return CaseLook(title=say("Expected hits"), lines=lines) if lines else None

    def script(self, rng: Random) -> Answer | None:
        """All units of a sector at the target that costs the enemy most."""
        setting, state, side = self.setting, self.state, self.asked.who
        best: tuple[float, Path] | None = None
        for shot in shots(setting, state, self.units(self.asked.pieces)):
            site = setting.rhine.site_of.get(shot.target)
            bridge = side == GERMAN and site is not None and labour(state, site.row) > 0
            gain = shot.toll(setting, state) + (0.5 * shot.mean if bridge else 0.0)
            if any(setting.row(u).gun for u in at(state, shot.target, ENEMY[side])):
                gain *= GUNS_FIRST
            if best is None or gain > best[0]:
                best = (gain, Path(tuple(u.id for u in shot.team), (shot.target,)))
        return best[1] if best else None

    def advice(self) -> tuple[Advice, ...]:
        found = shots(self.setting, self.state, self.units(self.asked.pieces))
        return ranked(map(self._advised, found))

    def _advised(self, shot: OpenSalvo) -> Advice:
        value = shot.toll(self.setting, self.state)
        return Advice(
            label=say("{here} at {target}", here=self.name(shot.origin),
                      target=self.name(shot.target)),
            cells=(shot.target,),
            pieces=tuple(u.id for u in shot.team),
            value=value,
            figure=f"{value:.1f}",
            unit=TAKEN,
            text=say("{hits:.1f} hits, {chance} % for at least one",
                     hits=shot.mean, chance=f"{shot.chance * 100:.0f}"),
            hint=say_count("{n} die, divided by {by}", "{n} dice, divided by {by}", n=shot.dice,
                           by=shot.by),
            cite="RB 10.2",
        )  # fmt: skip

    def measures(self, answer: Answer) -> Measures:
        if not isinstance(answer, Path):
            return {}
        found = shots(self.setting, self.state, self.units(answer.pieces))
        shot = next((one for one in found if one.target == answer.cells[-1]), None)
        return {"chance": round(100 * shot.chance), "loss": round(shot.mean)} if shot else {}

    def picked(self, d: Draft[Setting], answer: Path) -> None:
        """They fire; a sector that begins says so first."""
        self.salvo(d, answer)

    def salvo(self, d: Draft[Setting], answer: Path) -> None:
        """The next salvo of the sector that fires now."""
        frame: Exchange = d.stack[-1]
        target = answer.cells[-1]
        left = tuple(p for p in frame.left if p not in answer.pieces)
        shot_at = frame.fired_at
        if not frame.answering:
            shot_at = tuple(dict.fromkeys((*shot_at, target)))
        d.goto("more", left=left, fired_at=shot_at)
        salvo = Salvo(step="roll", side=self.who(), sector=frame.sector, firing=answer.pieces,
                      target=target)  # fmt: skip
        d.call(salvo, "more")

    def begin(self, d: Draft[Setting], cell: str, answer: Path, *, answering: bool) -> None:
        """The first salvo of *cell*; the others of its units are remembered."""
        units = able(d.setting, d.state, self.who(), (cell,), own_turn=not answering)
        left = tuple(u.id for u in units)
        d.goto("more", sector=cell, left=left, answering=answering)
        self.salvo(d, answer)


@steps.asks(Exchange, "select", "selected")
class OpenFire(WhoFires):
    """The attacker opens fire from one sector after the other (RB 9.1)."""

    kind, cite, text = "fire", "RB 9.1", say("Which units fire at what?")
    choices = (CEASE,)

    @cached_property
    def ready(self) -> list[Unit]:
        cells = ground(self.state, self.side) - set(self.frame.fired)
        return able(self.setting, self.state, self.side, cells, own_turn=True)

    def context(self) -> str:
        return say_count("{n} unit can fire", "{n} units can fire", n=len(self.ready))

    def picked(self, d: Draft[Setting], answer: Path) -> None:
        """Their sector fires."""
        cell = d.pieces[answer.pieces[0]].at or ""
        d.goto("more", fired=(*self.frame.fired, cell), fired_at=())
        self.begin(d, cell, answer, answering=False)


@steps.asks(Exchange, "more", "going_on")
class FireOn(WhoFires):
    """The other units of the sector may fire elsewhere, or hold (RB 9.2)."""

    kind, cite, text = "fire-on", "RB 9.2", say("Who else fires from here?")
    choices = (ENOUGH,)

    def who(self) -> str:
        return ENEMY[self.side] if self.frame.answering else self.side

    @cached_property
    def ready(self) -> list[Unit]:
        here = (u for u in self.units(self.frame.left) if u.at == self.frame.sector)
        return [u for u in here if targets(self.setting, self.state, u)]

    def about(self) -> tuple[str, ...]:
        return (self.frame.sector,)

    def passed(self, d: Draft[Setting]) -> None:
        d.goto("answer", left=())


@steps.asks(Exchange, "answer", "answered")
class ReturnFire(WhoFires):
    """Whoever was fired at and is left may answer, sector by sector (RB 9.3, 9.5)."""

    kind, cite, text = "return-fire", "RB 9.3", say("Who fires back at what?")
    choices = (HOLD,)

    def who(self) -> str:
        return ENEMY[self.side]

    @cached_property
    def ready(self) -> list[Unit]:
        return able(self.setting, self.state, self.who(), self.frame.fired_at, own_turn=False)

    def passed(self, d: Draft[Setting]) -> None:
        d.goto("select", sector="", fired_at=(), answering=False)

    def picked(self, d: Draft[Setting], answer: Path) -> None:
        """Each sector answers once for every sector that fired at it."""
        cell = d.pieces[answer.pieces[0]].at or ""
        d.goto("more", fired_at=tuple(c for c in self.frame.fired_at if c != cell))
        self.begin(d, cell, answer, answering=True)


# ---- one salvo ----------------------------------------------------------------------------------

V = TypeVar("V", Salvo, Battle)


class Volley(RemagenThrow[V]):
    """All dice of a salvo together, their sum divided by the range (RB 10.1 to 10.4)."""

    chart, text = "divisors", say("How well do they fire?")
    outcome_cite, outcome_text = "RB 10.2", say("Do the hits stand?")

    @property
    def origin(self) -> str:
        """The sector that fires."""
        raise NotImplementedError

    @cached_property
    def shooters(self) -> list[Unit]:
        """Who fires."""
        raise NotImplementedError

    @property
    def by(self) -> int:
        """The divisor by the range."""
        return divisor(self.setting, self.origin, self.frame.target)

    def dice(self) -> Dice:
        count = salvo_dice(self.setting, self.state, self.shooters, self.frame.target)
        return Dice(
            (6,) * count,
            self.about(),
            say_count("{n} die, divided by {by}", "{n} dice, divided by {by}", n=count, by=self.by),
            fields=(DIVIDED_BY,),
            inputs={"divisor": self.by},
        )

    def kept(self, roll: Roll) -> Mapping[str, int]:
        """The sum with what an umpire added or took away, and by what it is divided."""
        total = max(0, sum(roll.dice) + roll.modifier)
        return {"total": total, "by": int(roll.input("divisor", self.by) or 1)}

    def outcome(self) -> DiceOutcome:
        """What is left over is lost (RB 10.3)."""
        total, by = self.frame.total, self.frame.by
        hits = total // by
        text = say_count("{total} / {by}: {n} hit", "{total} / {by}: {n} hits", n=hits,
                         total=total, by=by)  # fmt: skip
        fields = (OutcomeField("hits", say("Hits"), 0, 60),)
        return DiceOutcome({"hits": hits}, text, fields, (self.frame.target,))

    def struck(self, d: Draft[Setting], answer: Outcome, cite: str) -> tuple[int, int]:
        """Tell what was hit; hits and the greatest combat value that fired."""
        hits, target = int(answer.value["hits"] or 0), self.frame.target
        text = say_count("{place} took {n} hit", "{place} took {n} hits", n=hits,
                         place=d.setting.rhine.name(target))  # fmt: skip
        d.say(text, cite, target)
        return hits, max(d.setting.row(u).value for u in self.shooters)

    def case(self, answer: Answer | None) -> CaseLook | None:
        judged = JudgedSalvo(by=self.set_by("divisor"), plus=self.plus())
        if self.fallen:
            judged = JudgedSalvo(self.frame.total, self.frame.by)
        return salvo_case(self.setting, self.state, self.shooters, self.origin, self.frame.target,
                          judged)  # fmt: skip


@steps.throws(Salvo, "roll", "rolled", "read", "strike")
class Salvoes(Volley[Salvo]):
    """Units of one sector fire at one target."""

    kind, cite = "salvo", "RB 10.1"

    @property
    def origin(self) -> str:
        return self.frame.sector

    @cached_property
    def shooters(self) -> list[Unit]:
        return [u for u in self.units(self.frame.firing) if u.at == self.frame.sector]

    def asks(self) -> bool:
        return salvo_dice(self.setting, self.state, self.shooters, self.frame.target) > 0

    def about(self) -> tuple[str, ...]:
        return (*self.frame.firing, self.frame.target)

    def arrows(self) -> tuple[Overlay, ...]:
        line = (self.frame.sector, self.frame.target)
        return (Overlay("arc", line=line, label=self.asked.prompt),)

    def answered(self, d: Draft[Setting], answer: Outcome) -> None:
        """The hits are applied at once (RB 9.3)."""
        frame = self.frame
        hits, against = self.struck(d, answer, "RB 10.2")
        site = d.setting.rhine.site_of.get(frame.target)
        bridge = site.row if site and frame.side == GERMAN and labour(d.state, site.row) else ""
        d.goto("over")
        if hits:
            d.call(
                Hits(step="choose", side=frame.side, cell=frame.target, hits=hits, against=against,
                     bridge=bridge, labour=hits if bridge else 0), "over",
            )  # fmt: skip


@steps(Salvo, "over")
def over(d: Draft[Setting], _: Salvo, __: None) -> None:
    """The salvo has done what it does."""
    d.done()
