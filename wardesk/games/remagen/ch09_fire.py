"""Chapter 9: the exchange of fire, sector after sector."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Outcome, OutcomeField, Path, Reason, Roll
from wardesk.games.remagen.position import (
    at,
    engaged,
    ground,
    labour,
    of_table,
    on_board,
    scene,
)
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import (
    ENEMY,
    GERMAN,
    US,
    Exchange,
    Hits,
    Salvo,
    State,
    Turn,
    Unit,
    steps,
)
from wardesk.games.shared import ask
from wardesk.games.shared.ask import Question
from wardesk.words import say, say_count

CEASE = Choice("done", say("Cease fire"), "RB 9.3")
HOLD = Choice("hold", say("Hold fire"), "RB 9.3")
DIVIDED_BY = OutcomeField("divisor", say("Divided by"), 1, 20)
ENOUGH = Choice("enough", say("The others hold fire"), "RB 9.2")


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


def fire_goals(
    setting: Setting, state: State, units: Sequence[Unit]
) -> dict[str, tuple[Reason, ...]]:
    """Sectors that *units*, all of one sector, may fire at together."""
    if len({u.at for u in units}) != 1:
        return {}
    return dict.fromkeys(sorted(common_targets(setting, state, units)), ())


# ---- the fire portion ---------------------------------------------------------------------------


@steps(Turn, "us_fire")
@steps(Turn, "german_fire")
def fire(d: Draft[Setting], frame: Turn, _: None) -> None:
    """After movement both sides may exchange fire; not by night (RB 9.1, 14.1)."""
    side = US if frame.step.startswith("us") else GERMAN
    if d.setting.night(d.tracks["turn"]):
        return d.goto(f"{side}_combat")
    return d.call(Exchange(step="select", side=side), f"{side}_combat")


@steps(Exchange, "select")
def select(d: Draft[Setting], frame: Exchange, _: None) -> None:
    """The attacker names units of one sector and their target before any dice (RB 9.1, 9.4)."""
    cells = ground(d.pieces, frame.side) - set(frame.fired)
    units = able(d.setting, d.state, frame.side, cells, own_turn=True)
    if not units:
        return d.done()
    question = Question("fire", say("Which units fire at what?"), "RB 9.1", "selected")
    left = say_count("{n} unit can fire", "{n} units can fire", n=len(units))
    ids = tuple(u.id for u in units)
    return ask.path(d, frame.side, question, ids, left, most=len(ids), choices=(CEASE,))


@steps(Exchange, "selected")
def selected(d: Draft[Setting], frame: Exchange, answer: Path | Choose) -> None:
    """Their sector fires."""
    if isinstance(answer, Choose):
        return d.done()
    cell = d.pieces[answer.pieces[0]].at or ""
    d.goto("more", fired=(*frame.fired, cell), fired_at=())
    return _open(d, frame.side, cell, answer, answering=False)


def _open(d: Draft[Setting], side: str, cell: str, answer: Path, *, answering: bool) -> None:
    """The first salvo of a sector; the others of its units are remembered."""
    units = able(d.setting, d.state, side, (cell,), own_turn=not answering)
    left = tuple(u.id for u in units)
    d.goto("more", sector=cell, left=left, answering=answering)
    _fire(d, side, answer)


def _fire(d: Draft[Setting], side: str, answer: Path) -> None:
    frame = d.stack[-1]
    target = answer.cells[-1]
    left = tuple(p for p in frame.left if p not in answer.pieces)
    shot_at = frame.fired_at if frame.answering else tuple(dict.fromkeys((*frame.fired_at, target)))
    d.goto("more", left=left, fired_at=shot_at)
    salvo = Salvo(step="roll", side=side, sector=frame.sector, firing=answer.pieces, target=target)
    d.call(salvo, "more")


@steps(Exchange, "more")
def more(d: Draft[Setting], frame: Exchange, _: None) -> None:
    """The other units of the sector may fire elsewhere, or hold (RB 9.2)."""
    side = ENEMY[frame.side] if frame.answering else frame.side
    units = tuple(
        p for p in frame.left
        if d.pieces[p].at == frame.sector and targets(d.setting, d.state, d.pieces[p])
    )  # fmt: skip
    if not units:
        return d.goto("answer", left=())
    question = Question("fire-on", say("Who else fires from here?"), "RB 9.2", "going_on")
    about = (frame.sector,)
    return ask.path(d, side, question, units, most=len(units), choices=(ENOUGH,), about=about)


@steps(Exchange, "going_on")
def going_on(d: Draft[Setting], frame: Exchange, answer: Path | Choose) -> None:
    """The next salvo of the same sector."""
    if isinstance(answer, Choose):
        return d.goto("answer", left=())
    return _fire(d, ENEMY[frame.side] if frame.answering else frame.side, answer)


@steps(Exchange, "answer")
def answer_fire(d: Draft[Setting], frame: Exchange, _: None) -> None:
    """Whoever was fired at and is left may answer, sector by sector (RB 9.3, 9.5)."""
    foe = ENEMY[frame.side]
    units = able(d.setting, d.state, foe, frame.fired_at, own_turn=False)
    if not units:
        return d.goto("select", sector="", fired_at=(), answering=False)
    question = Question("return-fire", say("Who fires back at what?"), "RB 9.3", "answered")
    ids = tuple(u.id for u in units)
    return ask.path(d, foe, question, ids, most=len(ids), choices=(HOLD,))


@steps(Exchange, "answered")
def answered(d: Draft[Setting], frame: Exchange, answer: Path | Choose) -> None:
    """Each sector answers once for every sector that fired at it."""
    if isinstance(answer, Choose):
        return d.goto("select", sector="", fired_at=(), answering=False)
    cell = d.pieces[answer.pieces[0]].at or ""
    d.goto("more", fired_at=tuple(c for c in frame.fired_at if c != cell))
    return _open(d, ENEMY[frame.side], cell, answer, answering=True)


# ---- one salvo ----------------------------------------------------------------------------------


@steps(Salvo, "roll")
def roll(d: Draft[Setting], frame: Salvo, _: None) -> None:
    """All dice of the salvo together (RB 10.1, 10.4)."""
    units = [d.pieces[p] for p in frame.firing if d.pieces[p].at == frame.sector]
    count = salvo_dice(d.setting, d.state, units, frame.target)
    if not count:
        return d.done()
    by = divisor(d.setting, frame.sector, frame.target)
    d.roll(
        "salvo", say("How well do they fire?"), "RB 10.1", "rolled", dice=(6,) * count,
        about=(*frame.firing, frame.target), chart="divisors",
        context=say_count("{n} die, divided by {by}", "{n} dice, divided by {by}", n=count, by=by),
        fields=(DIVIDED_BY,), inputs={"divisor": by}, sums=True,
    )  # fmt: skip
    return None


def summed(answer: Roll) -> int:
    """The dice with what an umpire added or took away."""
    return max(0, sum(answer.dice) + answer.modifier)


@steps(Salvo, "rolled")
def rolled(d: Draft[Setting], frame: Salvo, answer: Roll) -> None:
    """Keep the sum, and by what it is divided."""
    by = answer.input("divisor", divisor(d.setting, frame.sector, frame.target))
    d.goto("read", total=summed(answer), by=int(by or 1))


@steps(Salvo, "read")
def read(d: Draft[Setting], frame: Salvo, _: None) -> None:
    """The sum divided by the range; what is left over is lost (RB 10.2, 10.3)."""
    hits = frame.total // frame.by
    text = say_count("{total} / {by}: {n} hit", "{total} / {by}: {n} hits", n=hits,
                     total=frame.total, by=frame.by)  # fmt: skip
    d.outcome(
        {"hits": hits}, "strike", kind="salvo", prompt=say("Do the hits stand?"), cite="RB 10.2",
        summary=text, fields=(OutcomeField("hits", say("Hits"), 0, 60),), about=(frame.target,),
        chart="divisors",
    )  # fmt: skip


@steps(Salvo, "strike")
def strike(d: Draft[Setting], frame: Salvo, answer: Outcome) -> None:
    """The hits are applied at once (RB 9.3)."""
    hits = int(answer.value["hits"] or 0)
    place, setting = d.setting.rhine.name(frame.target), d.setting
    text = say_count("{place} took {n} hit", "{place} took {n} hits", n=hits, place=place)
    d.say(text, "RB 10.2", frame.target)
    against = max(setting.row(d.pieces[p]).value for p in frame.firing)
    site = setting.rhine.site_of.get(frame.target)
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
