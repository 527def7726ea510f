"""Chapter 10: hits on vehicles, guns and men, and on a pontoon bridge."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Outcome, OutcomeField, Roll
from wardesk.games.remagen.ch03_transport import lose
from wardesk.games.remagen.ch11_engineers import damage
from wardesk.games.remagen.position import at, men
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import ENEMY, KIND_NAMES, Hits, State, Unit, steps
from wardesk.games.shared import ask
from wardesk.games.shared.ask import Question
from wardesk.games.shared.odds import down
from wardesk.words import say, say_count


def eligible(setting: Setting, state: State, frame: Hits) -> tuple[list[Unit], list[Unit]]:
    """Men, then vehicles and guns, that the next hit may fall on (RB 9.7, 9.8).

    Whatever has no greater combat value than the fire must be gone first.
    """
    here = at(state, frame.cell, ENEMY[frame.side])
    troops, _ = men(here)
    pool = _smaller(setting, frame, [u for u in here if not u.figures or u in troops or not troops])
    trays = [u for u in pool if u.figures]
    return trays, [u for u in pool if not u.figures]


def _smaller(setting: Setting, frame: Hits, units: list[Unit]) -> list[Unit]:
    """Those of *units* with no greater combat value than the fire, or all if there are none."""
    return [u for u in units if setting.row(u).value <= frame.against] or units


@steps(Hits, "choose")
def choose(d: Draft[Setting], frame: Hits, _: None) -> None:
    """The side that fired chooses what its hits fall on (RB 9.6).

    Where men stand before something bigger, he says how many hits to roll for them at a time: what
    they do not need falls on the others once the men are gone (RB 9.7).
    """
    trays, others = eligible(d.setting, d.state, frame)
    if not frame.hits or not (trays or others):
        return d.goto("bridge")
    hidden = any(not u.figures for u in at(d.pieces, frame.cell, ENEMY[frame.side]))
    if not others and (frame.hits == 1 or not hidden):
        return d.goto("men", dice=frame.hits, hits=0)
    if len(others) == 1 and not trays:
        return _batter(d, frame, others[0].id)
    buttons = [
        Choice(f"men:{n}", say_count("{n} hit on men", "{n} hits on men", n=n), "RB 9.6")
        for n in range(1, frame.hits + 1)
        if trays
    ]
    buttons += [Choice(u.id, say("Hit {unit}", unit=u.name), "RB 9.7") for u in others]
    question = Question("hits", say("Where do the hits fall?"), "RB 9.6", "chosen")
    left = say_count("{n} hit", "{n} hits", n=frame.hits)
    return ask.choose(d, frame.side, question, tuple(buttons), left, about=(frame.cell,))


@steps(Hits, "chosen")
def chosen(d: Draft[Setting], frame: Hits, answer: Choose) -> None:
    """On men so many dice; on a vehicle or gun until it is gone."""
    key, _, number = answer.key.partition(":")
    if key == "men":
        return d.goto("men", dice=int(number), hits=frame.hits - int(number))
    return _batter(d, frame, answer.key)


def _batter(d: Draft[Setting], frame: Hits, piece: str) -> None:
    unit = d.pieces[piece]
    row = d.setting.row(unit)
    suffered = min(frame.hits, row.value - unit.hits)
    after = unit.hits + suffered
    if after >= row.value:
        d.say(say("{unit} was destroyed", unit=unit.name), "RB 9.7", frame.cell)
        d.set(piece, hits=after)
        lose(d, piece)
    else:
        d.set(piece, hits=after)
        crippled = row.vehicle and after >= row.disabled_at
        text = say("{unit} was disabled", unit=unit.name) if crippled else say(
            "{unit} was hit", unit=unit.name)  # fmt: skip
        d.say(text, "RB N10", frame.cell)
    d.goto("choose", hits=frame.hits - suffered)


# ---- men ----------------------------------------------------------------------------------------


@steps(Hits, "men")
def roll(d: Draft[Setting], frame: Hits, _: None) -> None:
    """One die for each hit on men (RB 10.5)."""
    d.roll(
        "hit-dice", say("How many men fall?"), "RB 10.5", "rolled", dice=(6,) * frame.dice,
        about=(frame.cell,), context=cover_words(d.setting, frame.cell),
        fields=(OutcomeField("pips", say("Pips for a man"), 1, 6),),
        inputs={"pips": pips_for(d.setting, frame.cell)}, sums=True,
    )  # fmt: skip


def pips_for(setting: Setting, cell: str) -> int:
    """What a man takes: one pip in the open, two under cover (RB 10.5, 10.7)."""
    return 2 if setting.rhine.figures[cell].cover else 1


def cover_words(setting: Setting, cell: str) -> str:
    """What a man takes here, in words."""
    if setting.rhine.figures[cell].cover:
        return say("Under cover, two pips for a man")
    return say("In the open, one pip for a man")


@steps(Hits, "rolled")
def rolled(d: Draft[Setting], frame: Hits, answer: Roll) -> None:
    """Keep the pips, and how many a man takes."""
    per = answer.input("pips", pips_for(d.setting, frame.cell))
    d.goto("read", pips=max(0, sum(answer.dice) + answer.modifier), per=int(per or 1))


def falling(setting: Setting, state: State, frame: Hits) -> int:
    """Men that *pips* kill: under cover each takes two (RB 10.5, 10.7).

    What the regular infantry leaves falls on infantry weapons, unless something else must go
    before them (RB 9.7).
    """
    here = at(state, frame.cell, ENEMY[frame.side])
    troops, _ = men(here)
    behind = _smaller(setting, frame, [u for u in here if u not in troops])
    return min(down(frame.pips, frame.per), sum(u.figures for u in (*troops, *behind)))


@steps(Hits, "read")
def read(d: Draft[Setting], frame: Hits, _: None) -> None:
    """So many men fall."""
    figures = falling(d.setting, d.state, frame)
    text = say_count("{n} man falls", "{n} men fall", n=figures)
    d.outcome(
        {"men": figures}, "fall", kind="casualties", prompt=say("Do the losses stand?"),
        cite="RB 10.5", summary=text, fields=(OutcomeField("men", say("Men"), 0, 99),),
        about=(frame.cell,),
    )  # fmt: skip


@steps(Hits, "fall")
def fall(d: Draft[Setting], frame: Hits, answer: Outcome) -> None:
    """They are shared out: regular infantry before infantry weapons (RB 9.8)."""
    count = int(answer.value["men"] or 0)
    if count:
        text = say_count("{n} man fell at {place}", "{n} men fell at {place}", n=count,
                         place=d.setting.rhine.name(frame.cell))  # fmt: skip
        d.say(text, "RB 10.5", frame.cell)
    d.goto("share", figures=count)


@steps(Hits, "share")
def share(d: Draft[Setting], frame: Hits, _: None) -> None:
    """The side that fired says which kind of tray suffers, where that matters (RB 9.6)."""
    pool = eligible(d.setting, d.state, frame)[0]
    if not frame.figures or not pool:
        return d.goto("choose")
    kinds = sorted({u.kind for u in pool})
    if len(kinds) == 1 or frame.figures >= sum(u.figures for u in pool):
        return _take(d, frame, pool)
    buttons = tuple(Choice(k, KIND_NAMES[k], "RB 9.6") for k in kinds)
    question = Question("casualties", say("Whose men fall first?"), "RB 9.6", "shared")
    left = say_count("{n} man", "{n} men", n=frame.figures)
    return ask.choose(d, frame.side, question, buttons, left, about=(frame.cell,))


@steps(Hits, "shared")
def shared(d: Draft[Setting], frame: Hits, answer: Choose) -> None:
    """Trays of this kind first."""
    here = at(d.pieces, frame.cell, ENEMY[frame.side])
    _take(d, frame, [u for u in here if u.kind == answer.key])
    for unit in here:
        if lost := unit.figures - d.pieces[unit.id].figures:
            said = say_count("{unit} lost {n} man", "{unit} lost {n} men", n=lost, unit=unit.name)
            d.say(said, "RB 9.6", frame.cell)


def _take(d: Draft[Setting], frame: Hits, trays: list[Unit]) -> None:
    left = frame.figures
    for unit in sorted(trays, key=lambda u: (u.figures, u.id)):
        lost = min(left, unit.figures)
        if not lost:
            break
        left -= lost
        d.set(unit.id, figures=unit.figures - lost)
        if lost == unit.figures:
            lose(d, unit.id)
    d.goto("share", figures=left)


@steps(Hits, "bridge")
def bridge(d: Draft[Setting], frame: Hits, _: None) -> None:
    """Hits on a pontoon bridge cost labour units too: one die each (RB 11.9)."""
    if not frame.labour:
        return d.done()
    d.roll(
        "damage", say("How is the pontoon bridge damaged?"), "RB 11.9", "damaged",
        dice=(6,) * frame.labour, about=(frame.cell,), sums=True,
    )  # fmt: skip
    return None


@steps(Hits, "damaged")
def damaged(d: Draft[Setting], _: Hits, answer: Roll) -> None:
    """Keep the pips."""
    d.goto("sink", pips=max(0, sum(answer.dice) + answer.modifier))


@steps(Hits, "sink")
def sink(d: Draft[Setting], frame: Hits, _: None) -> None:
    """So many labour units are gone."""
    d.outcome(
        {"labour": frame.pips}, "sunk", kind="damage", prompt=say("Does the damage stand?"),
        cite="RB 11.9", about=(frame.cell,),
        summary=say_count("{n} labour unit lost", "{n} labour units lost", n=frame.pips),
        fields=(OutcomeField("labour", say("Labour units"), 0, 400),),
    )  # fmt: skip


@steps(Hits, "sunk")
def sunk(d: Draft[Setting], frame: Hits, answer: Outcome) -> None:
    """At zero a completed bridge is destroyed with all on it (RB 11.11)."""
    damage(d, frame.bridge, int(answer.value["labour"] or 0))
    d.done()


def expected(dice: int, by: int, plus: int = 0) -> Mapping[int, int]:
    """Ways to get each number of hits from *dice* and *plus*, divided by *by*.

    They add up to 6 ** dice.
    """
    sums = {0: 1}
    for _ in range(dice):
        after: dict[int, int] = {}
        for total, ways in sums.items():
            for face in range(1, 7):
                after[total + face] = after.get(total + face, 0) + ways
        sums = after
    found: dict[int, int] = {}
    for total, ways in sums.items():
        hits = max(0, total + plus) // by
        found[hits] = found.get(hits, 0) + ways
    return found
