"""The game around the chapter: player-turns phase by phase (EF N17)."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import Cells, Choice, Choose, Path, Pieces
from wardesk.games.europa import ch40b_works, ch40d_fortifications, movement, supply, victory
from wardesk.games.europa.ch40c_entrenchments import tend
from wardesk.games.europa.combat import forced, targets
from wardesk.games.europa.movement import Phase
from wardesk.games.europa.position import layout_of, unit_name
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import (
    AIRFIELD,
    ENEMY,
    RESERVE,
    SIDE_NAMES,
    Battle,
    Turn,
    steps,
)
from wardesk.games.europa.works import WORKS
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
from wardesk.words import Spoken, say, say_count

D = Draft[Setting]
DONE = {
    kind: Choice("done", label, "EF N17")
    for kind, label in {
        "replace": say("No more replacements"),
        "build": say("Nobody else builds"),
        "land": say("Nobody else lands"),
        "move": say("End movement"),
        "react": say("Nobody else reacts"),
        "attack": say("No more attacks"),
    }.items()
}
"""What ends a row of questions, by their kind; marches and attacks of all phases share theirs."""


# ---- the initial phase --------------------------------------------------------------------------


@steps(Turn, "start")
def start(d: D, f: Turn, _: None) -> None:
    """N17 Supply, arrivals, and what becomes of works when a player-turn begins."""
    scenario, side = d.setting.scenario, f.side
    if side == scenario.first:
        d.count("turn")
    turn, rows = d.tracks["turn"], scenario.logistics(side)
    d.say(say("Turn {turn}, the {side}", turn=turn, side=SIDE_NAMES[side]), "EF N17")
    ch40b_works.turn_begins(d, side)
    ch40b_works.abandoned(d, side)
    for unit in list(d.pieces.values()):
        if unit.work or unit.at is None:
            continue
        own = unit.side == side
        if unit.attacked or unit.spent or (own and unit.moved):
            d.set(unit.id, attacked=False, spent=0, moved=unit.moved and not own)
    d.count(f"{side}_sp", rows.of(rows.supply, turn))
    d.track(f"{side}_support", rows.of(rows.support, turn))
    special = d.tracks[f"{side}_owed"] // d.setting.tables.frame.lost_for_a_replacement
    if special:
        d.count(f"{side}_owed", -special * d.setting.tables.frame.lost_for_a_replacement)
        said = say_count(
            "{n} special replacement point", "{n} special replacement points", n=special
        )
        d.say(said, "EF 40.B-18")
    d.count(f"{side}_rp", rows.of(rows.replacements, turn) + special)
    arrive(d, side)
    supply.judge(d, side)
    ch40d_fortifications.complete(d, side)
    d.goto("replace")


def arrive(d: D, side: str) -> None:
    """N17 Reinforcements of the turn come in, where there is room and no enemy."""
    for row in d.setting.scenario.arrival:
        if row.turn > d.tracks["turn"]:
            continue
        for name in row.units:
            unit = d.pieces[name]
            if unit.at != RESERVE or unit.side != side:
                continue
            layout = layout_of(d.setting, d)
            size = d.setting.rows[name].halves
            free = [
                c
                for c in row.cells
                if c not in layout.held[ENEMY[side]] and layout.room(side, c) >= size
            ]
            if free:
                d.set(name, at=free[0])
                ch40b_works.enter(d, free[0], side)
                said = say("{unit} arrived", unit=unit_name(d.setting, unit))
                d.say(said, "EF N17", free[0], say("in {place}", place=d.setting.name(free[0])))


def supply_left(d: D, side: str) -> Spoken:
    """What a side still has to pay with."""
    left = d.tracks[f"{side}_sp"]
    return say_count("{n} supply point left", "{n} supply points left", n=left)


# ---- replacements and building ------------------------------------------------------------------


@steps(Turn, "replace")
def replace(d: D, f: Turn, _: None) -> None:
    """40.D-4 Infantry replacement points make works stronger, or fill units up (N22)."""
    left = d.tracks[f"{f.side}_rp"]
    if left <= 0:
        return d.goto("build")
    pieces = (
        *ch40d_fortifications.improvable(d.setting, d, f.side),
        *ch40d_fortifications.refilled(d.setting, d, f.side),
    )
    if not pieces:
        return d.goto("build")
    question = AskedQuestion(
        "replace", say("Who gets a replacement point?"), "EF 40.D-4", "replaced"
    )
    context = say_count("{n} point left", "{n} points left", n=left)
    return ask.pick_pieces(d, f.side, question, pieces, context, choices=(DONE["replace"],))


@steps(Turn, "replaced")
def replaced(d: D, _: Turn, answer: Pieces | Choose) -> None:
    """40.D-5 One point each."""
    if isinstance(answer, Choose):
        return d.goto("build")
    ch40d_fortifications.strengthen(d, answer.pieces[0])
    return d.goto("replace")


@steps(Turn, "build")
def build(d: D, f: Turn, _: None) -> None:
    """N14 Who begins to build."""
    pieces: tuple[str, ...] = ()
    if d.tracks[f"{f.side}_sp"] > 0:
        pieces = tuple(ch40d_fortifications.builders(d.setting, d, f.side))
    if not pieces:
        return d.goto("land")
    question = AskedQuestion("build", say("Who begins to build?"), "EF N14", "builder")
    context = supply_left(d, f.side)
    return ask.pick_pieces(d, f.side, question, pieces, context, choices=(DONE["build"],))


@steps(Turn, "builder")
def builder(d: D, _: Turn, answer: Pieces | Choose) -> None:
    """N14 What it builds; there is no question where it can build but one thing."""
    if isinstance(answer, Choose):
        return d.goto("land")
    name = answer.pieces[0]
    rows = ch40d_fortifications.projects(d.setting, layout_of(d.setting, d), d.pieces[name])
    if len(rows) == 1:
        ch40d_fortifications.begin(d, name, rows[0].work)
        return d.goto("build", builder="")
    d.goto("project", builder=name)
    return None


@steps(Turn, "project")
def project(d: D, f: Turn, _: None) -> None:
    """N14 One of several."""
    rows = ch40d_fortifications.projects(d.setting, layout_of(d.setting, d), d.pieces[f.builder])
    choices = tuple(Choice(row.work, WORKS[row.work].name, row.cite) for row in rows)
    question = AskedQuestion("project", say("What does it build?"), "EF N14", "begun")
    name = unit_name(d.setting, d.pieces[f.builder])
    ask.choose(d, f.side, question, choices, name, about=(f.builder,))


@steps(Turn, "begun")
def begun(d: D, f: Turn, answer: Choose) -> None:
    """N14 That."""
    ch40d_fortifications.begin(d, f.builder, answer.key)
    d.goto("build", builder="")


# ---- landing and movement -----------------------------------------------------------------------


@steps(Turn, "land")
def land(d: D, f: Turn, _: None) -> None:
    """N21 Paratroops land, on the enemy or beside him."""
    layout = layout_of(d.setting, d)
    pieces = tuple(
        u.id
        for u in d.pieces.values()
        if u.at == AIRFIELD and u.side == f.side and movement.landing_goals(d.setting, layout, u)
    )
    if not pieces:
        return d.goto("move")
    question = AskedQuestion("land", say("Who lands where?"), "EF N21", "landed")
    return ask.path(d, f.side, question, pieces, choices=(DONE["land"],))


@steps(Turn, "landed")
def landed(d: D, _: Turn, answer: Path | Choose) -> None:
    """N21 There."""
    if isinstance(answer, Choose):
        return d.goto("move")
    movement.land(d, answer.pieces[0], answer.cells[0])
    return d.goto("land")


def _march(d: D, who: str, phase: Phase, kind: str, prompt: str, then: str) -> bool:
    """Ask for the next march; False where nobody can go anywhere."""
    units = movement.movable(d.setting, layout_of(d.setting, d), who, phase)
    if not units:
        return False
    question = AskedQuestion(kind, prompt, "EF N16", then)
    most = ask.most_together(units)
    end = DONE["react" if kind == "react" else "move"]
    ask.path(d, who, question, tuple(u.id for u in units), most=most, choices=(end,))
    return True


@steps(Turn, "move")
def move(d: D, f: Turn, _: None) -> None:
    """N16 March after march."""
    if not _march(d, f.side, "move", "move", say("Which units march where?"), "marched"):
        d.goto("combat")


@steps(Turn, "marched")
def marched(d: D, _: Turn, answer: Path | Choose) -> None:
    """N16 One march."""
    if isinstance(answer, Choose):
        return d.goto("combat")
    movement.move(d, "move", answer)
    return d.goto("move")


# ---- combat -------------------------------------------------------------------------------------


@steps(Turn, "combat")
def combat(d: D, f: Turn, _: None) -> None:
    """N17 Attack after attack."""
    _attack(d, f, exploiting=False, after="before_reaction")


@steps(Turn, "exploitation")
def exploitation(d: D, f: Turn, _: None) -> None:
    """N17 Attacks of the exploitation phase, those after a deadlock first (40.B-2)."""
    _attack(d, f, exploiting=True, after="end")


def _attack(d: D, f: Turn, *, exploiting: bool, after: str) -> None:
    layout = layout_of(d.setting, d)
    found = targets(d.setting, layout, f.side, exploiting=exploiting)
    if not found:
        return d.goto(after)
    bound = forced(d.setting, layout, f.side, exploiting=exploiting)
    then = "exploited" if exploiting else "attacked"
    kind = "exploitation" if exploiting else "attack"
    question = AskedQuestion(kind, say("Which hex is attacked?"), "EF N17", then)
    context = supply_left(d, f.side)
    choices = () if bound else (DONE["attack"],)
    return ask.pick_cell(d, f.side, question, tuple(found), context, choices=choices)


@steps(Turn, "attacked")
def attacked(d: D, f: Turn, answer: Cells | Choose) -> None:
    """N17 One attack."""
    if isinstance(answer, Choose):
        return d.goto("before_reaction")
    frame = Battle(step="gather", side=f.side, target=answer.cells[0], phase="combat")
    return d.call(frame, then="combat")


@steps(Turn, "exploited")
def exploited(d: D, f: Turn, answer: Cells | Choose) -> None:
    """N17 One attack of the exploitation phase."""
    if isinstance(answer, Choose):
        return d.goto("end")
    frame = Battle(step="gather", side=f.side, target=answer.cells[0], phase="exploitation")
    return d.call(frame, then="exploitation")


# ---- reaction and exploitation ------------------------------------------------------------------


@steps(Turn, "before_reaction")
def before_reaction(d: D, f: Turn, _: None) -> None:
    """N17 The enemy's points of this phase are fresh."""
    _refresh(d, ENEMY[f.side])
    d.goto("react")


def _refresh(d: D, side: str) -> None:
    for unit in list(d.pieces.values()):
        if unit.side == side and unit.spent and unit.spent != movement.LANDED:
            d.set(unit.id, spent=0)


@steps(Turn, "react")
def react(d: D, f: Turn, _: None) -> None:
    """40.D-1 The other side’s motorised units react."""
    enemy = ENEMY[f.side]
    if not _march(d, enemy, "react", "react", say("Which units react?"), "reacted"):
        d.goto("before_exploitation")


@steps(Turn, "reacted")
def reacted(d: D, _: Turn, answer: Path | Choose) -> None:
    """One march."""
    if isinstance(answer, Choose):
        return d.goto("before_exploitation")
    movement.move(d, "react", answer)
    return d.goto("react")


@steps(Turn, "before_exploitation")
def before_exploitation(d: D, f: Turn, _: None) -> None:
    """N17 Motorised units may move and attack once more."""
    _refresh(d, f.side)
    for unit in list(d.pieces.values()):
        if unit.side == f.side and unit.attacked:
            d.set(unit.id, attacked=False)
    d.goto("exploit")


@steps(Turn, "exploit")
def exploit(d: D, f: Turn, _: None) -> None:
    """N17 Half of the movement points."""
    prompt = say("Which units exploit?")
    if not _march(d, f.side, "exploit", "exploit", prompt, "exploiting"):
        d.goto("exploitation")


@steps(Turn, "exploiting")
def exploiting(d: D, _: Turn, answer: Path | Choose) -> None:
    """One march."""
    if isinstance(answer, Choose):
        return d.goto("exploitation")
    movement.move(d, "exploit", answer)
    return d.goto("exploit")


@steps(Turn, "end")
def end(d: D, f: Turn, _: None) -> None:
    """N17 The disrupted recover, deadlocks end; then the other side, the next turn, or the end."""
    for unit in list(d.pieces.values()):
        if unit.side == f.side and (unit.disrupted or unit.locked or unit.landed):
            d.set(unit.id, disrupted=False, locked="", landed=False)
    for work in [u for u in d.pieces.values() if u.work and u.row.kind == "entrenchment"]:
        if work.at is not None and not layout_of(d.setting, d).at(work.side, work.at):
            tend(d, work.at)
    scenario = d.setting.scenario
    last = f.side != scenario.first
    if last and d.tracks["turn"] >= scenario.last_turn:
        return victory.judge(d)
    return d.goto("start", side=ENEMY[f.side])
