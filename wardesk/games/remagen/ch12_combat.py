"""Chapter 12: the battle front, its division into battles, odds and the morale die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from wardesk.engine.draft import Draft
from wardesk.engine.known import of_table
from wardesk.engine.types import (
    COLUMN_SHIFT,
    Choice,
    Choose,
    Outcome,
    OutcomeField,
    Path,
    Reason,
    Roll,
)
from wardesk.games.remagen.ch13_morale import apply, both_there
from wardesk.games.remagen.position import at, engaged, ground, strength, touching
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import ENEMY, GERMAN, US, Battle, Front, State, Turn, Unit, steps
from wardesk.games.remagen.tables import RESULT_WORDS
from wardesk.games.shared import ask
from wardesk.games.shared.ask import Question
from wardesk.games.shared.odds import up
from wardesk.words import join, say, say_count

Links = tuple[tuple[str, str], ...]
"""Attacking sector and the sector that it attacks."""
Sides = tuple[tuple[str, ...], tuple[str, ...]]
"""Attacking and defending sectors of one battle."""
AGAIN = Choice("again", say("Begin again"), "RB 12.2")


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


@steps(Front, "divide")
def divide(d: Draft[Setting], frame: Front, _: None) -> None:
    """The attacker drags sectors onto those that they attack (RB 12.2)."""
    side, setting, state = frame.side, d.setting, d.state
    links = tuple(
        (mine, other) for mine, other in frame.links
        if at(state, mine, side) and at(state, other, ENEMY[side])
    )  # fmt: skip
    if links != frame.links:  # an umpire took somebody away
        return d.goto("divide", links=links)
    every = contacts(setting, state, side)
    wrong = against_front(setting, state, side, frame.links)
    open_to = [link for link in every if link not in frame.links]
    chosen_some = set(frame.links) - set(given_links(setting, state, side))
    if not open_to and not chosen_some:
        return _join_battle(d, frame)
    cells = {mine for mine, _ in (*open_to, *chosen_some)}
    units = tuple(u.id for c in sorted(cells) for u in at(d.pieces, c, side))
    refused = wrong if open_to else ()
    ready = Choice("ready", say("Fight the battles"), "RB 12.7", refused=refused)
    buttons = (ready, AGAIN) if chosen_some else (ready,)
    question = Question("front", say("Which sectors attack which?"), "RB 12.2", "divided")
    battles = battles_of(frame.links)
    context = say_count("{n} battle", "{n} battles", n=len(battles))
    most = ask.most_together(d.pieces[unit] for unit in units)  # a sector attacks as a whole
    return ask.path(d, side, question, units, context, most=most, choices=buttons)


@steps(Front, "divided")
def divided(d: Draft[Setting], frame: Front, answer: Path | Choose) -> None:
    """One more sector is set against another; the same again takes that back."""
    if isinstance(answer, Path):
        link = (d.pieces[answer.pieces[0]].at or "", answer.cells[-1])
        others = tuple(one for one in frame.links if one != link)
        back = len(others) < len(frame.links)
        return d.goto("divide", links=others if back else (*others, link))
    if answer.key == "again":
        return d.goto("begin", links=())
    return _join_battle(d, frame)


def _join_battle(d: Draft[Setting], frame: Front) -> None:
    """The front is divided: old locks end, and sectors declared beaten have their zone again."""
    _expire(d, frame.side)
    for key in tuple(d.marks):
        if key.endswith("/overrun"):
            d.mark(key, None)
    d.goto("fight", battles=battles_of(frame.links), links=())


def front_goals(
    setting: Setting, state: State, frame: Front, units: Sequence[Unit]
) -> dict[str, tuple[Reason, ...]]:
    """Sectors that the sector of *units* may be set against, or no longer (RB 12.2).

    An attack without a choice stays. It may be set where an umpire's edit has left no choice.
    """
    if len({u.at for u in units}) != 1:
        return {}
    here = units[0].at
    fixed = set(given_links(setting, state, frame.side)) & set(frame.links)
    return {
        other: () for mine, other in contacts(setting, state, frame.side)
        if mine == here and (mine, other) not in fixed
    }  # fmt: skip


# ---- battle by battle ---------------------------------------------------------------------------


@steps(Front, "fight")
def fight(d: Draft[Setting], frame: Front, _: None) -> None:
    """In any sequence, each resolved at once (RB 12.7)."""
    left = tuple(b for b in frame.battles if both_there(d.state, frame.side, *b))
    if not left:
        release(d)
        return d.done()
    if len(left) == 1:
        return _call(d, frame, left, left[0])
    buttons = tuple(_buttons(d.setting, d.state, frame.side, left))
    question = Question("battle", say("Which battle is fought next?"), "RB 12.7", "chosen")
    about = tuple(cell for battle in left for cell in battle[1])
    return ask.choose(d, frame.side, question, buttons, about=about)


def _expire(d: Draft[Setting], side: str) -> None:
    """A lock of the side's own attack ends with its next attack (RB 13.7)."""
    turn = d.tracks["turn"]
    for key, value in tuple(d.marks.items()):
        if not key.endswith("/engaged") or value != side:
            continue
        cell = key.removesuffix("/engaged")
        if d.tracks.get(f"engaged {cell}", turn) < turn:
            d.mark(key, None)


def names(setting: Setting, cells: Sequence[str]) -> str:
    """Sectors by name, one after the other."""
    return join(", ", [setting.rhine.name(cell) for cell in cells])


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


def _buttons(
    setting: Setting, state: State, side: str, battles: Sequence[Sides]
) -> Iterator[Choice]:
    for number, battle in enumerate(battles):
        mine, theirs = values(setting, state, side, battle)
        places = names(setting, battle[1])
        label = say("{places} at {a}–{b}", places=places, a=ratio(mine, theirs)[0],
                    b=ratio(mine, theirs)[1])  # fmt: skip
        yield Choice(str(number), label, "RB 12.6")


@steps(Front, "chosen")
def chosen(d: Draft[Setting], frame: Front, answer: Choose) -> None:
    """The chosen battle comes first."""
    left = tuple(b for b in frame.battles if both_there(d.state, frame.side, *b))
    _call(d, frame, left, left[int(answer.key)])


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


@steps(Battle, "odds")
def odds(d: Draft[Setting], frame: Battle, _: None) -> None:
    """Beyond the chart one side is eliminated without a die (RB 12.10)."""
    if not both_there(d.state, frame.side, frame.attackers, frame.defenders):
        return d.done()
    mine, theirs = values(d.setting, d.state, frame.side, sides_of(frame))
    if hopeless(mine, theirs):
        return d.goto("settle", result="AX")
    if overwhelming(mine, theirs):
        return d.goto("settle", result="DX")
    a, b = ratio(mine, theirs)
    d.roll(
        "morale", say("Whose morale breaks?"), "RB 12.7", "rolled", dice=(6,), chart="morale",
        column=f"{a}:{b}", about=(*frame.attackers, *frame.defenders),
        context=say("{mine} to {theirs}: {a}–{b}", mine=mine, theirs=theirs, a=a, b=b),
        fields=input_fields(d.setting, mine, theirs), sums=True,
        inputs={"attackers": mine, "defenders": theirs, COLUMN_SHIFT: 0},
    )  # fmt: skip
    return None


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


@steps(Battle, "rolled")
def rolled(d: Draft[Setting], frame: Battle, answer: Roll) -> None:
    """Read the chart with what counted."""
    mine, theirs = values(d.setting, d.state, frame.side, sides_of(frame))
    mine = int(answer.input("attackers", mine) or 0)
    theirs = int(answer.input("defenders", theirs) or 0)
    shift = int(answer.input(COLUMN_SHIFT, 0) or 0)
    face = max(1, min(answer.dice[0] + answer.modifier, 6))
    result = str(d.setting.tables.morale.cell(face, column_of(d.setting, mine, theirs, shift)))
    d.goto("settle", face=face, judged=(mine, theirs, shift), result=result)


@steps(Battle, "settle")
def settle(d: Draft[Setting], frame: Battle, _: None) -> None:
    """The result, before anything happens."""
    d.outcome(
        {"result": frame.result}, "applied", kind="morale", prompt=say("Does the result stand?"),
        cite="RB 12.7", summary=RESULT_WORDS[frame.result][0], chart="morale",
        fields=(OutcomeField("result", say("Result"), choices=tuple(RESULT_WORDS)),),
        about=(*frame.attackers, *frame.defenders),
    )  # fmt: skip


@steps(Battle, "applied")
def applied(d: Draft[Setting], frame: Battle, answer: Outcome) -> None:
    """What the chart says is done."""
    result = str(answer.value["result"])
    places = names(d.setting, frame.defenders)
    d.say(say("Battle at {places}: {result}", places=places, result=RESULT_WORDS[result][0]),
          "RB 12.7", frame.defenders[0])  # fmt: skip
    apply(d, frame, result)
