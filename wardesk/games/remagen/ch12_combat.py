"""Chapter 12: the battle front, its division into battles, odds and the morale die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from wardesk.engine.cached import cached_property
from wardesk.engine.derived_cache import of_table
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome, Goals
from wardesk.engine.types import (
    COLUMN_SHIFT,
    Answer,
    Choice,
    Choose,
    Outcome,
    OutcomeField,
    Path,
    Reason,
    Roll,
    replace,
)
from wardesk.games.remagen.asked import RemagenQuestion, RemagenThrow
from wardesk.games.remagen.ch13_morale import apply, both_there
from wardesk.games.remagen.position import at, engaged, ground, strength, touching
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import ENEMY, GERMAN, US, Battle, Front, State, Turn, steps
from wardesk.games.remagen.tables import RESULT_WORDS, Tables
from wardesk.games.shared.ask import most_together
from wardesk.games.shared.odds import up
from wardesk.model.advice import Advice, ranked
from wardesk.model.look import Assignments, CaseLook, InputLine, OddsLine, Overlay, WeighedLine
from wardesk.words import join, say, say_count

Links = tuple[tuple[str, str], ...]
"""Attacking sector and the sector that it attacks."""
Sides = tuple[tuple[str, ...], tuple[str, ...]]
"""Attacking and defending sectors of one battle."""
AGAIN = Choice("again", say("Begin again"), "RB 12.2")
EDGE = say("% that the enemy gives way, less % that one does")


# ---- the front ----------------------------------------------------------------------------------


@of_table
def contacts(setting: Setting, state: State, side: str) -> Links:
    """Every sector of *side* with every hostile sector that it touches."""
    graph, foes = touching(setting, state), ground(state, ENEMY[side])
    return tuple(
        (mine, other) for mine in sorted(ground(state, side))
        for other in graph[mine] if other in foes
    )  # fmt: skip


@of_table
def duties(setting: Setting, state: State, side: str) -> frozenset[str]:
    """Hostile sectors that *side* must attack: all that it touches (RB 12.3).

    Whoever was engaged by the enemy's attack may leave it at that (RB 13.4), unless he has brought
    up reinforcements (RB 13.5).
    """
    found: dict[str, list[str]] = {}
    for mine, other in contacts(setting, state, side):
        found.setdefault(other, []).append(mine)
    return frozenset(
        other for other, mine in found.items()
        if not all(_may_wait(state, side, cell, other) for cell in mine)
    )  # fmt: skip


def _may_wait(state: State, side: str, mine: str, other: str) -> bool:
    locked = engaged(state, mine) == ENEMY[side] == engaged(state, other)
    return locked and not any(u.moved for u in at(state, mine, side))


def forced_links(setting: Setting, state: State, side: str) -> Links:
    """Attacks that nobody has a choice about: only one sector touches what must be attacked."""
    every = contacts(setting, state, side)
    must = duties(setting, state, side)
    touched = Counter(other for _, other in every)
    return tuple((m, o) for m, o in every if o in must and touched[o] == 1)


@of_table
def given_links(setting: Setting, state: State, side: str) -> Links:
    """Attacks that the division begins with: declared in movement, or without a choice."""
    declared = tuple(
        (mine, other)
        for mine, other in contacts(setting, state, side)
        if mine in str(state.marks.get(f"{other}/overrun", "")).split()
    )
    return tuple(dict.fromkeys((*declared, *forced_links(setting, state, side))))


def battles_of(links: Links) -> tuple[Sides, ...]:
    """What hangs together by *links* is one battle: no sector is ever split (RB 12.5)."""
    groups: list[tuple[set[str], set[str]]] = []
    for mine, other in links:
        joined = [g for g in groups if mine in g[0] or other in g[1]]
        attackers, defenders = {mine}, {other}
        for group in joined:
            attackers |= group[0]
            defenders |= group[1]
            groups.remove(group)
        groups.append((attackers, defenders))
    return tuple((tuple(sorted(a)), tuple(sorted(b))) for a, b in groups)


@of_table
def values(setting: Setting, state: State, side: str, battle: Sides) -> tuple[int, int]:
    """Combat values of attackers and defenders (RB 12.6)."""
    mine = [u for cell in battle[0] for u in at(state, cell, side)]
    theirs = [u for cell in battle[1] for u in at(state, cell, ENEMY[side])]
    return strength(setting, mine), strength(setting, theirs)


def ratio(attackers: int, defenders: int) -> tuple[int, int]:
    """Odds rounded for the defender: 29 to 10 is 2–1, 6 to 7 is 1–2 (RB 12.6)."""
    if attackers >= defenders:
        return attackers // max(1, defenders), 1
    return 1, up(defenders, max(1, attackers))


def hopeless(attackers: int, defenders: int) -> bool:
    """Odds worse than 1–6 (RB 12.4)."""
    return ratio(attackers, defenders)[1] > 6


def overwhelming(attackers: int, defenders: int) -> bool:
    """Odds better than 6–1 (RB 12.10)."""
    return ratio(attackers, defenders)[0] > 6


def against_front(setting: Setting, state: State, side: str, links: Links) -> tuple[Reason, ...]:
    """Why the front is not yet divided: somebody unattacked, or a soak-off that is too weak."""
    found: list[Reason] = []
    attacked = {other for _, other in links}
    for cell in sorted(duties(setting, state, side) - attacked):
        text = say("{place} must be attacked too", place=setting.rhine.name(cell))
        found.append(Reason(text, "RB 12.3", at=cell))
    every = contacts(setting, state, side)
    idle = {m for m, _ in every} - {m for m, _ in links}
    for cell in sorted(c for c in idle if _landed(state, side, c)):
        text = say("The paratroops at {place} must attack", place=setting.rhine.name(cell))
        found.append(Reason(text, "RB 7.7", at=cell))
    for cell in sorted(idle):
        if cite := _bound(setting, state, side, cell):
            text = say("The engaged units at {place} must attack", place=setting.rhine.name(cell))
            found.append(Reason(text, cite, at=cell))
    for battle in battles_of(links):
        if not hopeless(*values(setting, state, side, battle)):
            continue
        spare = {m for m, o in every if o in battle[1]} - set(battle[0])
        if spare:
            text = say("{places} would be attacked at worse than 1–6",
                       places=names(setting, battle[1]))  # fmt: skip
            found.append(Reason(text, "RB 12.4", at=battle[1][0]))
    return tuple(found)


def _bound(setting: Setting, state: State, side: str, cell: str) -> str:
    """The rule that makes the engaged units of *cell* attack themselves; empty = they may wait.

    Whoever attacked first must attack again (RB 13.7), and so must the other side where it has
    brought somebody up, into the sector or against the same enemy (RB 13.5).
    """
    lock = engaged(state, cell)
    if lock == side:
        return "RB 13.7"
    every = contacts(setting, state, side)
    foes = {o for m, o in every if m == cell and engaged(state, o) == lock}
    near = {cell, *(m for m, o in every if o in foes)}
    brought = any(u.moved for c in near for u in at(state, c, side))
    return "RB 13.5" if lock and foes and brought else ""


def _landed(state: State, side: str, cell: str) -> bool:
    return any(u.pinned and u.kind == "paratroops" for u in at(state, cell, side))


def names(setting: Setting, cells: Sequence[str]) -> str:
    """Sectors by name, one after the other."""
    return join(", ", [setting.rhine.name(cell) for cell in cells])


# ---- what a battle comes to ---------------------------------------------------------------------


def odds_word(mine: int, theirs: int) -> str:
    """Odds as they are spoken of, ``2–1``."""
    a, b = ratio(mine, theirs)
    return f"{a}–{b}"


def battle_line(setting: Setting, state: State, side: str, battle: Sides) -> WeighedLine:
    """One battle of a front: who against whom, at what odds, and whether it is a soak-off."""
    mine, theirs = values(setting, state, side, battle)
    label = say("{attackers} at {defenders}", attackers=names(setting, battle[0]),
                defenders=names(setting, battle[1]))  # fmt: skip
    text, tone = say("{mine} against {theirs}", mine=mine, theirs=theirs), "good"
    if hopeless(mine, theirs):
        text, tone = (
            say("{mine} against {theirs}, lost without a roll", mine=mine, theirs=theirs),
            "bad",
        )
    elif mine < theirs:
        text, tone = say("{mine} against {theirs}, a soak-off", mine=mine, theirs=theirs), "mixed"
    return WeighedLine(label, text, odds_word(mine, theirs), tone, battle[1][0])


class MoraleOdds(NamedTuple):
    """How a battle ends: chances that the defender or the attacker gives way, or worse."""

    defender: float
    attacker: float


def morale(tables: Tables, attackers: int, defenders: int) -> MoraleOdds:
    """How a battle of these combat values ends by its first die."""
    if hopeless(attackers, defenders):
        return MoraleOdds(0.0, 1.0)
    if overwhelming(attackers, defenders):
        return MoraleOdds(1.0, 0.0)
    column = tables.morale.column(attackers, defenders)
    cells = [str(tables.morale.cell(face, column)) for face in range(1, 7)]
    return MoraleOdds(sum(c[0] == "D" for c in cells) / 6, sum(c[0] == "A" for c in cells) / 6)


def _advised(setting: Setting, state: State, side: str, battle: Sides, key: str) -> Advice:
    mine, theirs = values(setting, state, side, battle)
    found = morale(setting.tables, mine, theirs)
    a, b = ratio(mine, theirs)
    edge = 100 * (found.defender - found.attacker)
    return Advice(
        label=names(setting, battle[1]),
        choice=key,
        value=edge,
        figure=f"{edge:+.0f}".replace("-", "−"),
        unit=EDGE,
        text=say("{a}–{b}: they give way {good} %, we {bad} %", a=a, b=b,
                 good=f"{found.defender * 100:.0f}", bad=f"{found.attacker * 100:.0f}"),
        hint=say("{mine} to {theirs}: {a}–{b}", mine=mine, theirs=theirs, a=a, b=b),
        cite="RB 12.7",
    )  # fmt: skip


def _gain(setting: Setting, state: State, side: str, links: Links) -> float:
    total = 0.0
    for battle in battles_of(links):
        mine, theirs = values(setting, state, side, battle)
        total += min(6.0, mine / max(1, theirs)) * theirs
    return total


# ---- the division -------------------------------------------------------------------------------


@steps(Turn, "us_combat")
@steps(Turn, "german_combat")
def combat(d: Draft[Setting], frame: Turn, _: None) -> None:
    """After the fire whoever touches an enemy fights (RB 12.1)."""
    side = US if frame.step.startswith("us") else GERMAN
    after = "german_turn" if side == US else "end"
    return d.call(Front(step="begin", side=side), after)


@steps(Front, "begin")
def begin(d: Draft[Setting], frame: Front, _: None) -> None:
    """Sectors that were declared beaten are attacked by all who took part (RB 12.8)."""
    d.goto("divide", links=given_links(d.setting, d.state, frame.side))


@steps.asks(Front, "divide", "divided")
class WhoAttacksWhom(RemagenQuestion[Front]):
    """The attacker drags sectors onto those that they attack (RB 12.2)."""

    kind, cite, shape, chart = "front", "RB 12.2", "path", "morale"
    text = say("Which sectors attack which?")

    @cached_property
    def every(self) -> Links:
        """Whoever may be set against whom."""
        return contacts(self.setting, self.state, self.side)

    @cached_property
    def given(self) -> frozenset[tuple[str, str]]:
        """Attacks that nobody has a choice about."""
        return frozenset(given_links(self.setting, self.state, self.side))

    @cached_property
    def free(self) -> list[tuple[str, str]]:
        """Attacks that may still be added."""
        return [link for link in self.every if link not in self.frame.links]

    @cached_property
    def chosen(self) -> set[tuple[str, str]]:
        """Attacks that may be taken back."""
        return set(self.frame.links) - self.given

    @cached_property
    def standing(self) -> Links:
        """Attacks so far with somebody at both ends; an umpire may have taken one away."""
        state, side = self.state, self.side
        return tuple(
            (mine, other) for mine, other in self.frame.links
            if at(state, mine, side) and at(state, other, ENEMY[side])
        )  # fmt: skip

    def asks(self) -> bool:
        return self.standing == self.frame.links and bool(self.free or self.chosen)

    def passed(self, d: Draft[Setting]) -> None:
        if self.standing != self.frame.links:
            d.goto("divide", links=self.standing)
        else:
            _join_battle(d, self.frame)

    def nothing_there(self, place: str) -> str:
        return say("At {place} stands nobody whom they could attack from here", place=place)

    def most(self) -> int:
        """A sector attacks as a whole."""
        return most_together(self.state.pieces[piece] for piece in self.pieces())

    def pieces(self) -> tuple[str, ...]:
        cells = sorted({mine for mine, _ in (*self.free, *self.chosen)})
        return tuple(u.id for c in cells for u in at(self.state, c, self.side))

    def buttons(self) -> tuple[Choice, ...]:
        refused = ()
        if self.free:
            refused = against_front(self.setting, self.state, self.side, self.frame.links)
        ready = Choice("ready", say("Fight the battles"), "RB 12.7", refused=refused)
        return (ready, AGAIN) if self.chosen else (ready,)

    def context(self) -> str:
        return say_count("{n} battle", "{n} battles", n=len(battles_of(self.frame.links)))

    def goals(self, units: Sequence[Any]) -> Goals:
        """Sectors that the sector of *units* may be set against, or no longer (RB 12.2).

        An attack without a choice stays. It may be set where an umpire's edit has left no choice.
        """
        if len({u.at for u in units}) != 1:
            return {}
        fixed = self.given & set(self.frame.links)
        return {
            other: ((other,), ()) for mine, other in self.every
            if mine == units[0].at and (mine, other) not in fixed
        }  # fmt: skip

    def _after(self, link: tuple[str, str]) -> Links:
        """The front with one more attack, or without it: the same again takes it back."""
        others = tuple(one for one in self.frame.links if one != link)
        return others if link in self.frame.links else (*others, link)

    def note(self, units: list[Any], cell: str) -> tuple[Reason, ...]:
        link = (units[0].at or "", cell)
        text = say("take this attack back")
        if link not in self.frame.links:
            battle = next(b for b in battles_of(self._after(link)) if cell in b[1])
            mine, theirs = values(self.setting, self.state, self.side, battle)
            text = say("{odds!s}, {mine} against {theirs}", odds=odds_word(mine, theirs), mine=mine,
                       theirs=theirs)  # fmt: skip
        return (Reason(text, "RB 12.6", "note"),)

    def case(self, answer: Answer | None) -> CaseLook | None:
        """Every battle of the front, after whoever must be attacked and is not yet."""
        links = self.frame.links
        if isinstance(answer, Path) and answer.cells and answer.pieces[0] in self.state.pieces:
            links = self._after((self.state.pieces[answer.pieces[0]].at or "", answer.cells[-1]))
        warned = [
            WeighedLine(say("{place} must be attacked too", place=self.name(cell)),
                        say("It touches one of the attackers"), "!", "bad", cell)
            for cell in self._missing(links)
        ]  # fmt: skip
        return _front_case(self.setting, self.state, self.side, warned, battles_of(links))

    def _missing(self, links: Links) -> list[str]:
        return sorted(duties(self.setting, self.state, self.side) - {other for _, other in links})

    def arrows(self) -> tuple[Overlay, ...]:
        return tuple(Overlay("arc", line=link) for link in self.frame.links)

    def announces(self) -> bool:
        return True

    def assignments(self) -> Assignments:
        words = [
            (cell, odds_word(*values(self.setting, self.state, self.side, battle)))
            for battle in battles_of(self.frame.links)
            for cell in battle[1]
        ]
        return Assignments(
            links=self.frame.links,
            fixed=given_links(self.setting, self.state, self.side),
            words=tuple(words),
            missing=tuple(self._missing(self.frame.links)),
        )

    def script(self, rng: Random) -> Answer | None:
        """Every enemy that must be attacked by whoever makes the odds best, then all the rest."""
        setting, state, side, set_so_far = self.setting, self.state, self.side, self.frame.links
        used, done = {mine for mine, _ in set_so_far}, {other for _, other in set_so_far}
        missing = self._missing(set_so_far)
        first = [link for link in self.free if link[1] in missing]
        ready = any(c.key == "ready" and not c.refused for c in self.asked.choices)
        idle = [link for link in self.free if link[0] not in used and link[1] in done]
        weak = {
            cell for battle in battles_of(set_so_far)
            if hopeless(*values(setting, state, side, battle)) for cell in battle[1]
        }  # fmt: skip
        links = first or idle or ([] if ready else [one for one in self.free if one[1] in weak])
        if not links:
            return Choose("ready") if ready else None
        best = max(links, key=lambda link: (link[0] not in used, _gain(setting, state, side,
                   (*set_so_far, link)), link))  # fmt: skip
        piece = next(u.id for u in at(state, best[0], side) if u.id in self.asked.pieces)
        return Path((piece,), (best[1],))

    def advice(self) -> tuple[Advice, ...]:
        return ranked(self._attacks())

    def _attacks(self) -> Iterator[Advice]:
        """Each sector against each that it may still be set against, with all that hangs on it."""
        for mine, other in self.free:
            here = at(self.state, mine, self.side)
            pieces = [u.id for u in here if u.id in self.asked.pieces]
            if not pieces:
                continue
            battle = next(b for b in battles_of(self._after((mine, other))) if mine in b[0])
            found = _advised(self.setting, self.state, self.side, battle, "")
            label = say("{attackers} at {defenders}", attackers=self.name(mine),
                        defenders=self.name(other))  # fmt: skip
            yield replace(found, label=label, cells=(other,), pieces=(pieces[0],))

    def picked(self, d: Draft[Setting], answer: Path) -> None:
        """One more sector is set against another, or no longer."""
        link = (d.pieces[answer.pieces[0]].at or "", answer.cells[-1])
        d.goto("divide", links=self._after(link))

    def pressed(self, d: Draft[Setting], key: str) -> None:
        if key == AGAIN.key:
            d.goto("begin", links=())
        else:
            _join_battle(d, self.frame)


def _front_case(
    setting: Setting,
    state: State,
    side: str,
    warned: Sequence[WeighedLine],
    battles: Sequence[Sides],
) -> CaseLook | None:
    lines = (*warned, *(battle_line(setting, state, side, one) for one in battles))
    chart = setting.tables.morale.chart()
    return CaseLook(title=say("The battle front"), lines=lines, chart=chart) if lines else None


def _join_battle(d: Draft[Setting], frame: Front) -> None:
    """The front is divided: old locks end, and sectors declared beaten have their zone again."""
    _expire(d, frame.side)
    for key in tuple(d.marks):
        if key.endswith("/overrun"):
            d.mark(key, None)
    d.goto("fight", battles=battles_of(frame.links), links=())


# ---- battle by battle ---------------------------------------------------------------------------


@steps.asks(Front, "fight", "chosen")
class WhichBattle(RemagenQuestion[Front]):
    """In any sequence, each resolved at once (RB 12.7)."""

    kind, cite, chart = "battle", "RB 12.7", "morale"
    text = say("Which battle is fought next?")

    @cached_property
    def left(self) -> tuple[Sides, ...]:
        """Battles that can still be fought."""
        return tuple(b for b in self.frame.battles if both_there(self.state, self.side, *b))

    def asks(self) -> bool:
        return len(self.left) > 1

    def passed(self, d: Draft[Setting]) -> None:
        if self.left:
            return _call(d, self.frame, self.left, self.left[0])
        release(d)
        return d.done()

    def buttons(self) -> tuple[Choice, ...]:
        return tuple(self._button(n, battle) for n, battle in enumerate(self.left))

    def _button(self, number: int, battle: Sides) -> Choice:
        a, b = ratio(*values(self.setting, self.state, self.side, battle))
        label = say("{places} at {a}–{b}", places=names(self.setting, battle[1]), a=a, b=b)
        return Choice(str(number), label, "RB 12.6")

    def about(self) -> tuple[str, ...]:
        return tuple(cell for battle in self.left for cell in battle[1])

    def case(self, answer: Answer | None) -> CaseLook | None:
        return _front_case(self.setting, self.state, self.side, (), self.frame.battles)

    def advice(self) -> tuple[Advice, ...]:
        setting, state, battles = self.setting, self.state, self.frame.battles
        return ranked(
            _advised(setting, state, self.side, battles[int(one.key)], one.key)
            for one in self.asked.choices
        )

    def pressed(self, d: Draft[Setting], key: str) -> None:
        """The chosen battle comes first."""
        _call(d, self.frame, self.left, self.left[int(key)])


def _expire(d: Draft[Setting], side: str) -> None:
    """A lock of the side's own attack ends with its next attack (RB 13.7)."""
    turn = d.tracks["turn"]
    for key, value in tuple(d.marks.items()):
        if not key.endswith("/engaged") or value != side:
            continue
        cell = key.removesuffix("/engaged")
        if d.tracks.get(f"engaged {cell}", turn) < turn:
            d.mark(key, None)


def release(d: Draft[Setting]) -> None:
    """A lock holds only while both sides of it are there (RB 13.4)."""
    graph = touching(d.setting, d.state)
    for key in tuple(d.marks):
        cell, _, kind = key.partition("/")
        if kind != "engaged":
            continue
        here = at(d.pieces, cell)
        foes = {ENEMY[u.side] for u in here}
        others = (o for o in graph[cell] if engaged(d.state, o))
        if not any(u.side in foes for o in others for u in at(d.pieces, o)):
            d.mark(key, None)


def _call(d: Draft[Setting], frame: Front, left: tuple[Sides, ...], battle: Sides) -> None:
    rest = tuple(b for b in left if b != battle)
    for cell in (*battle[0], *battle[1]):
        if f"{cell}/engaged" in d.marks:
            d.mark(f"{cell}/engaged", None)
    d.goto("fight", battles=rest)
    d.call(Battle(step="odds", side=frame.side, attackers=battle[0], defenders=battle[1]), "fight")


def sides_of(frame: Battle) -> Sides:
    """Its sectors."""
    return frame.attackers, frame.defenders


def input_fields(setting: Setting, mine: int, theirs: int) -> tuple[OutcomeField, ...]:
    """What an umpire may set before the die: both combat values, and the column."""
    last = len(setting.tables.morale.columns) - 1
    return (
        OutcomeField("attackers", say("Attacking value"), 1, max(99, mine)),
        OutcomeField("defenders", say("Defending value"), 1, max(99, theirs)),
        OutcomeField(COLUMN_SHIFT, say("Column"), -last, last),
    )


def column_of(setting: Setting, attackers: int, defenders: int, shift: int = 0) -> int:
    """The column of the morale chart, moved to the right by *shift*."""
    table = setting.tables.morale
    return max(0, min(table.column(attackers, defenders) + shift, len(table.columns) - 1))


@steps.throws(Battle, "odds", "rolled", "settle", "applied")
class MoraleDie(RemagenThrow[Battle]):
    """The die of a battle; beyond the chart one side is eliminated without it (RB 12.10)."""

    kind, cite, chart = "morale", "RB 12.7", "morale"
    text = say("Whose morale breaks?")

    @cached_property
    def values(self) -> tuple[int, int]:
        """Combat values of both sides."""
        return values(self.setting, self.state, self.frame.side, sides_of(self.frame))

    @property
    def sectors(self) -> tuple[str, ...]:
        """All sectors of the battle."""
        return (*self.frame.attackers, *self.frame.defenders)

    @cached_property
    def certain(self) -> str:
        """What needs no die: the result, or that nobody is left to fight."""
        if not both_there(self.state, self.frame.side, *sides_of(self.frame)):
            return "over"
        return "AX" if hopeless(*self.values) else "DX" if overwhelming(*self.values) else ""

    def asks(self) -> bool:
        return not self.certain

    def passed(self, d: Draft[Setting]) -> None:
        if self.certain == "over":
            d.done()
        else:
            d.goto("settle", result=self.certain)

    def dice(self) -> Dice:
        (mine, theirs), (a, b) = self.values, ratio(*self.values)
        return Dice(
            about=self.sectors,
            context=say("{mine} to {theirs}: {a}–{b}", mine=mine, theirs=theirs, a=a, b=b),
            column=f"{a}:{b}",
            fields=input_fields(self.setting, mine, theirs),
            inputs={"attackers": mine, "defenders": theirs, COLUMN_SHIFT: 0},
        )

    def kept(self, roll: Roll) -> Mapping[str, Any]:
        """The chart read with what counted."""
        mine = int(roll.input("attackers", self.values[0]) or 0)
        theirs = int(roll.input("defenders", self.values[1]) or 0)
        shift = int(roll.input(COLUMN_SHIFT, 0) or 0)
        face = max(1, min(roll.dice[0] + roll.modifier, 6))
        column = column_of(self.setting, mine, theirs, shift)
        result = str(self.setting.tables.morale.cell(face, column))
        return {"face": face, "judged": (mine, theirs, shift), "result": result}

    def outcome(self) -> DiceOutcome:
        """The result, before anything happens."""
        result = self.frame.result
        fields = (OutcomeField("result", say("Result"), choices=tuple(RESULT_WORDS)),)
        return DiceOutcome({"result": result}, RESULT_WORDS[result][0], fields, self.sectors)

    def answered(self, d: Draft[Setting], answer: Outcome) -> None:
        """What the chart says is done."""
        result, cells = str(answer.value["result"]), self.frame.defenders
        text = say("Battle at {places}: {result}", places=names(d.setting, cells),
                   result=RESULT_WORDS[result][0])  # fmt: skip
        d.say(text, "RB 12.7", cells[0])
        apply(d, self.frame, result)

    def case(self, answer: Answer | None) -> CaseLook:
        """The values, the column and the results of the die, with what an umpire has set."""
        (mine, theirs), place = self.values, names(self.setting, self.frame.defenders)
        if self.fallen:
            mine, theirs, shift = self.frame.judged or (mine, theirs, 0)
            return battle_case(self.setting, mine, theirs, place, self.frame.face, shift)
        mine, theirs = self.set_by("attackers") or mine, self.set_by("defenders") or theirs
        shift = self.set_by(COLUMN_SHIFT)
        return battle_case(self.setting, mine, theirs, place, shift=shift, add=self.plus())


def battle_case(
    setting: Setting,
    attackers: int,
    defenders: int,
    place: str,
    face: int = 0,
    shift: int = 0,
    add: int = 0,
) -> CaseLook:
    """Odds and the results of the morale die; beyond the chart there is none."""
    table = setting.tables.morale
    a, b = ratio(attackers, defenders)
    inputs = (
        InputLine(say("Attacking combat value"), str(attackers), "RB 12.6"),
        InputLine(say("Defending combat value"), str(defenders), "RB 12.6"),
    )
    text = f"{attackers} : {defenders} → {a}–{b}"
    beyond = hopeless(attackers, defenders) or overwhelming(attackers, defenders)
    if beyond and not shift and not face:
        label, tone, _ = RESULT_WORDS["AX" if hopeless(attackers, defenders) else "DX"]
        return CaseLook(title=say("Combat morale"), place=place, inputs=inputs, sum_text=text,
                        chart=table.chart(), odds=(OddsLine(label, 1, 1, tone),))  # fmt: skip
    column = column_of(setting, attackers, defenders, shift)
    return table.case(
        say("Combat morale"),
        column,
        total=face,
        shift=add,
        place=place,
        inputs=inputs,
        sum_text=text,
    )
