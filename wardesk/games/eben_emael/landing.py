"""Before the first turn: the air attack and the gliders (rule 2.1, EE N46, EE N47)."""

from __future__ import annotations

from collections.abc import Iterable

from wardesk.engine.derived_cache import of_table
from wardesk.engine.draft import Draft
from wardesk.engine.types import (
    Cells,
    Choice,
    Choose,
    Outcome,
    OutcomeField,
    Path,
    Reason,
    Roll,
)
from wardesk.games.eben_emael.ch03_movement import against_goal
from wardesk.games.eben_emael.ch05_artillery import victims
from wardesk.games.eben_emael.control import end_if_lost, settle
from wardesk.games.eben_emael.position import Pieces, ground
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    GERMAN,
    GLIDERS,
    Fire,
    FortCounter,
    GliderLanding,
    State,
    UnderFire,
    steps,
)
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
from wardesk.games.shared.told import came_from
from wardesk.words import say, say_count

STRIKE = AskedQuestion(
    "strike-target", say("Which sector do you bomb before the landing?"), "EE N47", "struck"
)
DECLINE = Choice("decline", say("No air attack"), "EE N47")
FATE = OutcomeField("fate", say("The glider"), choices=("lands", "lost"))
MEN_LOST = OutcomeField("men_lost", say("Men lost"), 0, 99)


def waiting(pieces: Pieces) -> tuple[str, ...]:
    """Gliders still in the air."""
    return tuple(c.id for c in pieces.values() if c.at == GLIDERS)


def against_sector(
    setting: Setting, state: State, sector: str, glider: FortCounter
) -> tuple[Reason, ...]:
    """Why *glider* cannot come down in *sector*."""
    name = setting.fort.name(sector)
    if sector not in setting.fort.landing:
        return (
            Reason(say("No glider can come down at {place}", place=name), "EE 2.1-L", at=sector),
        )
    if f"{sector}/glider" in state.marks:
        return (Reason(say("A glider already lies at {place}", place=name), "EE N34", at=sector),)
    if sector in ground(state.pieces, BELGIAN):
        return (Reason(say("Belgians hold {place}", place=name), "EE 3.4", at=sector),)
    return against_goal(setting, state.pieces, (glider,), sector)


@of_table
def open_sectors(setting: Setting, state: State, glider: FortCounter) -> tuple[str, ...]:
    """Where *glider* may come down."""
    sectors = setting.fort.landing
    return tuple(s for s in sectors if not against_sector(setting, state, s, glider))


def smallest(pieces: Pieces, gliders: Iterable[str]) -> FortCounter:
    """The glider that needs the least room: it finds a sector if any does."""
    return min((pieces[glider] for glider in gliders), key=lambda c: (c.men, c.id))


@steps(GliderLanding, "strike")
def strike(d: Draft[Setting], _: GliderLanding, __: None) -> None:
    """The air attack before the landing (EE N47)."""
    if not any(victims(d.setting, d.state, BELGIAN, cell) for cell in d.setting.fort.cells):
        d.say(say("No air attack first"), "EE N47", how=say("no target: the works stand empty"))
        return d.goto("choose")
    told = say("One air attack of 26 points; the works are manned")
    return ask.pick_cell(d, GERMAN, STRIKE, d.setting.fort.cells, told, choices=(DECLINE,))


@steps(GliderLanding, "struck")
def struck(d: Draft[Setting], _: GliderLanding, answer: Cells | Choose) -> None:
    """Bomb the chosen sector, or go on."""
    if isinstance(answer, Choose):
        d.say(say("The Germans sent no aircraft ahead"), "EE N47")
        return d.goto("choose")
    strength = d.setting.tables.constants.strike_before
    column = d.setting.tables.artillery.column(strength)
    fire = Fire(
        step="roll",
        chart="artillery",
        name=say("Air attack {strength}", strength=strength),
        side=GERMAN,
        column=column,
        target=answer.cells[0],
    )
    return d.call(fire, "choose")


@steps(GliderLanding, "choose")
def choose(d: Draft[Setting], frame: GliderLanding, _: None) -> None:
    """The player sends one glider to one sector before its die is rolled (2.1-L)."""
    gliders = waiting(d.pieces)
    landed = d.tracks["landed"]
    if not gliders or landed >= frame.most:
        return d.goto("close")
    if not open_sectors(d.setting, d.state, smallest(d.pieces, gliders)):
        return d.goto("close")
    question = AskedQuestion("land", say("Which glider comes down where?"), "EE 2.1-L", "chosen")
    told = say("{landed} landed, {waiting} in the air", landed=landed, waiting=len(gliders))
    return ask.path(d, GERMAN, question, gliders, told)


@steps(GliderLanding, "chosen")
def chosen(d: Draft[Setting], _: GliderLanding, answer: Path) -> None:
    """Note glider and sector."""
    d.goto("roll", glider=answer.pieces[0], sector=answer.cells[-1])


@steps(GliderLanding, "roll")
def roll(d: Draft[Setting], frame: GliderLanding, _: None) -> None:
    """Two dice for the glider (2.1-L)."""
    if frame.glider not in waiting(d.pieces):
        return d.goto("choose")
    glider = d.pieces[frame.glider]
    return d.roll(
        "landing",
        say("How does {glider} come down?", glider=glider.name),
        "EE 2.1-L",
        "rolled",
        about=(frame.glider, frame.sector),
        chart="landing",
        context=say("Towards {place}", place=d.setting.fort.name(frame.sector)),
    )


@steps(GliderLanding, "rolled")
def rolled(d: Draft[Setting], _: GliderLanding, answer: Roll) -> None:
    """Keep the dice."""
    d.goto("resolve", total=sum(answer.dice))


@steps(GliderLanding, "resolve")
def resolve(d: Draft[Setting], frame: GliderLanding, _: None) -> None:
    """Read the landing table."""
    if frame.glider not in waiting(d.pieces):
        return d.goto("choose")
    table = d.setting.tables.landing
    lost, men = table.lost(frame.total), table.men_lost(frame.total)
    name = d.pieces[frame.glider].name
    summary = say_count(
        "{glider} lands, {n} man lost", "{glider} lands, {n} men lost", n=men, glider=name
    )
    if lost:
        summary = say("{glider} is lost", glider=name)
    return d.outcome(
        {"fate": "lost" if lost else "lands", "men_lost": men},
        "down",
        kind="landing",
        prompt=say("Does this landing stand?"),
        cite="EE 2.1-L",
        summary=summary,
        fields=(FATE, MEN_LOST),
        about=(frame.glider, frame.sector),
        chart="landing",
    )


@steps(GliderLanding, "down")
def down(d: Draft[Setting], frame: GliderLanding, answer: Outcome) -> None:
    """The glider is gone, or its men stand in the sector (2.1-L)."""
    glider = d.pieces[frame.glider]
    if answer.value["fate"] == "lost":
        _remove(d, frame.glider)
        how = say("{men} men, rolled {total}", men=glider.men, total=frame.total)
        d.say(say("{glider} is lost", glider=glider.name), "EE 2.1-L", how=how)
    else:
        _touch_down(d, frame, int(answer.value["men_lost"] or 0))
    settle(d)
    if end_if_lost(d):
        return None
    if d.setting.forces.works_manned and d.pieces[frame.glider].at is not None:
        fire = UnderFire(step="ask", sector=frame.sector, cite="EE N54", own=False)
        return d.call(fire, "place")
    return d.goto("place")


@steps(GliderLanding, "place")
def place(d: Draft[Setting], frame: GliderLanding, _: None) -> None:
    """By option the squad is placed anywhere in the fort once it is down (2.1-L)."""
    unit = d.pieces[frame.glider]
    if d.setting.options.gliders == "sector" or unit.at is None:
        return d.goto("choose")
    taken = ground(d.pieces, BELGIAN)
    open_to_it = tuple(
        cell
        for cell in d.setting.fort.landing
        if cell not in taken and not against_goal(d.setting, d.pieces, (unit,), cell)
    )
    question = AskedQuestion("place", say("Where does the squad begin?"), "EE 2.1-L", "placed")
    return ask.pick_cell(d, GERMAN, question, open_to_it, unit.name, about=(unit.id,))


@steps(GliderLanding, "placed")
def placed(d: Draft[Setting], frame: GliderLanding, answer: Cells) -> None:
    """It stands there before the next glider comes down."""
    goal = answer.cells[0]
    if d.pieces[frame.glider].at != goal:
        origin = d.pieces[frame.glider].at
        d.set(frame.glider, at=goal)
        how = came_from([d.setting.fort.name(origin)]) if origin in d.setting.fort.brief else ""
        name, where = d.pieces[frame.glider].name, d.setting.fort.name(goal)
        d.say(say("{units} moved to {place}", units=name, place=where), "EE 2.1-L", goal, how)
        settle(d)
    d.goto("choose")


def _touch_down(d: Draft[Setting], frame: GliderLanding, men_lost: int) -> None:
    glider = d.pieces[frame.glider]
    men = max(0, glider.men - men_lost)
    d.set(frame.glider, men=men, at=frame.sector if men else None)
    d.mark(f"{frame.sector}/glider", str(glider.name))
    d.count("landed")
    place, lost = d.setting.fort.brief[frame.sector], glider.men - men
    text = say("{glider} at {place}", glider=glider.name, place=place)
    how = say("landed, rolled {total}", total=frame.total)
    if lost:
        how = say_count(
            "landed, −{n} man, rolled {total}", "landed, −{n} men, rolled {total}",
            n=lost, total=frame.total,
        )  # fmt: skip
    d.say(text, "EE 2.1-L", frame.sector, how)
    if lost:
        d.count("german_losses", lost)


def _remove(d: Draft[Setting], glider: str) -> None:
    """Take a glider out of the game; its men never come (EE N48 counts them)."""
    d.count("german_absent", d.pieces[glider].men)
    d.set(glider, at=None)


@steps(GliderLanding, "close")
def close(d: Draft[Setting], _: GliderLanding, __: None) -> None:
    """After the last landing gliders still in the air turn back (EE N46)."""
    for glider in waiting(d.pieces):
        _remove(d, glider)
        text = say("{glider} turned back", glider=d.pieces[glider].name)
        d.say(text, "EE N46", how=say("the landing was over"))
    if not end_if_lost(d):
        d.done()
