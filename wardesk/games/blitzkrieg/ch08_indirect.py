"""Chapter 8.6: artillery with an observer, and Stukas; salvo after salvo, alone or together."""

from __future__ import annotations

from itertools import product

from wardesk.engine.draft import Draft
from wardesk.engine.types import Cells, Choice, Choose, Outcome, OutcomeField, Roll
from wardesk.games.blitzkrieg.ch08_fire import armour_of, of_target, result_of, told_result
from wardesk.games.blitzkrieg.forces import SHELLS
from wardesk.games.blitzkrieg.position import Table, at, on_map, unit_name
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import ENEMY, Barrage, Check, Hit, ReactionWindow, Unit, steps
from wardesk.games.blitzkrieg.tables import RESULTS, column
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
from wardesk.words import Spoken, join, say

D = Draft[Setting]
END = Choice("end", say("No more salvoes"), "BK 8.6.1")
NAMES: dict[str, Spoken] = {
    "light": say("light"),
    "medium": say("medium"),
    "heavy": say("heavy"),
    "stuka": say("Stukas"),
}


def observer(setting: Setting, table: Table, side: str, cell: str) -> tuple[str, bool]:
    """8.6.1 The HQ that directs fire on a hex, and if it needs no check: the best there is."""
    found: list[tuple[int, str]] = []
    for hq in table.pieces.values():
        if not hq.hq or hq.side != side or hq.at not in setting.neighbours:
            continue
        if setting.distance(hq.at or "", cell) <= 1:
            return hq.id, True
        if cell in setting.seen(hq.at or "", ""):
            found.append((int(hq.neutralised), hq.id))
    return (min(found)[1], False) if found else ("", False)


def targets(setting: Setting, table: Table, frame: Barrage) -> tuple[str, ...]:
    """8.6.1 Hexes that can be shelled, empty ones too: Stukas go anywhere, HQs direct the rest."""
    if "stuka" in frame.left:
        return tuple(sorted(setting.neighbours))
    found: set[str] = set()
    for unit in table.pieces.values():
        if unit.hq and unit.side == frame.side and on_map(setting, unit):
            here = unit.at or ""
            found |= {here, *setting.neighbours[here], *setting.seen(here, "")}
    return tuple(sorted(found))


def victims(table: Table, cell: str) -> list[Unit]:
    """8.6 Everything in a hex, friend, foe and HQs; a company on board is in its carrier."""
    return [u for side in ENEMY for u in at(table, cell, side) if not u.aboard]


def factor_on(setting: Setting, table: Table, shell: str, target: Unit) -> int:
    """8.6.1 The final factor on one unit: calibre, armour, ground and state, never range."""
    strength: int = getattr(setting.tables.indirect, shell)
    found = of_target(setting, table, target, "")
    return strength - armour_of(setting, target) + sum(value for _, value in found)


@steps(Barrage, "target")
def target(d: D, frame: Barrage, _: None) -> None:
    """8.6.1 The next hex, or no more."""
    cells = targets(d.setting, d, frame) if any(frame.left.values()) else ()
    if not cells:
        return d.done()
    question = AskedQuestion("barrage", say("Which hex is shelled?"), "BK 8.6.1", "aimed")
    left = join(", ", [say("{n} {shell}", n=n, shell=NAMES[s]) for s, n in frame.left.items() if n])
    return ask.pick_cell(d, frame.side, question, cells, left, choices=(END,))


@steps(Barrage, "aimed")
def aimed(d: D, _: Barrage, answer: Cells | Choose) -> None:
    """8.6.1 That one, or the rest is not fired."""
    if isinstance(answer, Choose):
        return d.done()
    return d.goto("plan", cell=answer.cells[0])


def plans(frame: Barrage) -> dict[str, tuple[str, ...]]:
    """8.6.2 What can be fired at one hex together."""
    shells = [s for s in (*SHELLS, "stuka") if frame.left.get(s)]
    found: dict[str, tuple[str, ...]] = {}
    for counts in product(*(range(frame.left[s] + 1) for s in shells)):
        if any(counts):
            key = "+".join(f"{n}{s}" for s, n in zip(shells, counts, strict=True) if n)
            found[key] = tuple(s for s, n in zip(shells, counts, strict=True) for _ in range(n))
    return found


def _plan_label(salvoes: tuple[str, ...]) -> Spoken:
    kinds = dict.fromkeys(salvoes)
    return join(" + ", [say("{n} {shell}", n=salvoes.count(s), shell=NAMES[s]) for s in kinds])


@steps(Barrage, "plan")
def plan(d: D, frame: Barrage, _: None) -> None:
    """8.6.2 All calibres are declared before the dice."""
    question = AskedQuestion("salvoes", say("What is fired at it?"), "BK 8.6.2", "declared")
    choices = tuple(Choice(key, _plan_label(s), "BK 8.6.2") for key, s in plans(frame).items())
    where = d.setting.name(frame.cell)
    ask.choose(d, frame.side, question, choices, where, about=(frame.cell,))


@steps(Barrage, "declared")
def declared(d: D, frame: Barrage, answer: Choose) -> None:
    """8.6.2 They come down one after the other."""
    salvoes = plans(frame)[answer.key]
    left = {s: n - salvoes.count(s) for s, n in frame.left.items()}
    d.goto("salvo", planned=salvoes, left=left, known=bool(_in_sight(d, frame)), struck=False)


def _in_sight(table: Table, frame: Barrage) -> tuple[str, ...]:
    """The enemies that the gunners know of on the hex."""
    return tuple(u.id for u in at(table, frame.cell, ENEMY[frame.side]) if not u.hidden)


@steps(Barrage, "salvo")
def salvo(d: D, frame: Barrage, _: None) -> None:
    """8.6.1, 8.6.2 An observer has to get through; salvoes without a target are lost."""
    if not frame.planned or (frame.known and not _in_sight(d, frame)):
        return d.goto("lifted", planned=())
    if frame.planned[0] == "stuka":
        return d.goto("fire")
    hq, sure = observer(d.setting, d, frame.side, frame.cell)
    if sure:
        return d.goto("fire")
    if not hq:
        return d.goto("lifted", planned=())
    return d.call(Check(step="roll", what="observe", subject=hq), "observed")


@steps(Barrage, "observed")
def observed(d: D, frame: Barrage, _: None) -> None:
    """8.6.1 A salvo whose place did not get through is lost."""
    if frame.passed:
        return d.goto("fire")
    d.say(say("A {shell} salvo was lost", shell=NAMES[frame.planned[0]]), "BK 8.6.1", frame.cell)
    return d.goto("salvo", planned=frame.planned[1:])


@steps(Barrage, "fire")
def fire(d: D, frame: Barrage, _: None) -> None:
    """8.6.1 One roll for everything in the hex."""
    shell = frame.planned[0]
    strength = getattr(d.setting.tables.indirect, shell)
    columns = d.setting.tables.combat.columns
    d.roll(
        "barrage",
        say("What does the barrage do?"),
        "BK 8.6.1",
        "fell",
        about=(frame.cell, *(u.id for u in victims(d, frame.cell) if not u.hidden)),
        chart="combat",
        column=columns[column(strength)],
        context=join(" ", (NAMES[shell], d.setting.name(frame.cell))),
    )


@steps(Barrage, "fell")
def fell(d: D, _: Barrage, answer: Roll) -> None:
    """The dice."""
    d.goto("read", total=sum(answer.dice), struck=True)


@steps(Barrage, "read")
def read(d: D, frame: Barrage, _: None) -> None:
    """8.6.1 The result on each unit, by its own column."""
    shell = frame.planned[0]
    found: dict[str, str] = {}
    units: list[Unit] = []
    for unit in victims(d, frame.cell):
        result = result_of(d.setting, frame.total, factor_on(d.setting, d, shell, unit))
        if result != "-" or not unit.hidden:  # whom nothing hits nobody finds (13.1)
            found[unit.id] = result
            units.append(unit)
    if not found:
        text = say("The {shell} salvo hit nobody", shell=NAMES[shell])
        d.say(text, "BK 8.6.1", frame.cell)
        return d.goto("salvo", planned=frame.planned[1:])
    labels = {u.id: unit_name(d.setting, u) for u in units}
    told = {u: told_result(d.setting, d.pieces[u], result) for u, result in found.items()}
    return d.outcome(
        dict(found),
        "hits",
        kind="barrage",
        prompt=say("Do these results stand?"),
        cite="BK 8.6.1",
        summary=join("; ", [join(": ", (labels[u], what)) for u, what in told.items()]),
        fields=tuple(OutcomeField(u, labels[u], choices=tuple(RESULTS)) for u in found),
        about=(frame.cell,),
        chart="combat",
    )


@steps(Barrage, "hits")
def hits(d: D, frame: Barrage, answer: Outcome) -> None:
    """8.6.1 They take effect one after the other; nobody fires back."""
    results = tuple((unit, str(result)) for unit, result in answer.value.items())
    for unit, result in results:
        if d.pieces[unit].hidden and result != "-":
            d.set(unit, hidden=False)
    for unit, result in results:
        if not d.pieces[unit].hidden:
            what = told_result(d.setting, d.pieces[unit], result)
            told = join(": ", (unit_name(d.setting, d.pieces[unit]), what))
            d.say(told, "BK 8.6.1", frame.cell)
    d.goto("hit", planned=frame.planned[1:], results=results)


@steps(Barrage, "hit")
def hit(d: D, frame: Barrage, _: None) -> None:
    """8.3 The next unit."""
    if not frame.results:
        return d.goto("salvo")
    (unit, result), rest = frame.results[0], frame.results[1:]
    d.goto("hit", results=rest)
    return d.call(Hit(step="begin", unit=unit, result=result, cite="BK 8.6.1"), "hit")


@steps(Barrage, "lifted")
def lifted(d: D, frame: Barrage, _: None) -> None:
    """6.3.3 Whoever has been shelled may fall back once all that was declared has come down."""
    units = _in_sight(d, frame)
    d.goto("target", cell="", struck=False)
    if frame.struck and units:
        window = ReactionWindow(step="ask", side=ENEMY[frame.side], units=units, cause="barrage")
        d.call(window, "target")
