"""Chapter 5: one shot at a time, from guns, aircraft and machine guns (5.0, EE N14, EE N15)."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import (
    Cells,
    Choice,
    Choose,
    Frame,
    Outcome,
    OutcomeField,
    Pieces,
    Roll,
    replace,
)
from wardesk.games.eben_emael import hidden_counters
from wardesk.games.eben_emael.position import Pieces as Table
from wardesk.games.eben_emael.position import divisor, manned, soldiers, soldiers_at
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    BELGIAN_HAND,
    ENEMY,
    GERMAN,
    GERMAN_HAND,
    SOLDIERS,
    Fire,
    Losses,
    SpecialAction,
    State,
    Turn,
    steps,
)
from wardesk.games.eben_emael.tables import ActionCounter, FireTable
from wardesk.games.shared import ask, cup
from wardesk.games.shared.ask import AskedQuestion
from wardesk.games.shared.odds import half_down
from wardesk.words import say, say_count

LOSS = OutcomeField("loss", say("Points lost"), 0, 99)
NOT_NOW = Choice("none", say("Not this turn"), "EE N45")
DONE_FIRE = Choice("done", say("No more fire"), "EE 5.0")


def victims(setting: Setting, state: State, side: str, cell: str) -> list[str]:
    """Who suffers fire on *cell*: soldiers of *side*, and the weapons they serve (EE N10)."""
    found = [c.id for c in soldiers_at(state.pieces, side, cell)]
    if side == BELGIAN and manned(setting, state, cell):
        found += [c.id for c in state.pieces.values() if c.at == cell and c.kind not in SOLDIERS]
    return found


def targets(setting: Setting, pieces: Table, frame: Fire) -> tuple[str, ...]:
    """Sectors that artillery or aircraft may aim at: any with enemy soldiers (EE N11)."""
    held = {c.at for c in soldiers(pieces, ENEMY[frame.side])}
    return tuple(cell for cell in setting.fort.cells if cell in held)


def ready_guns(setting: Setting, state: State, kinds: frozenset[str]) -> tuple[str, ...]:
    """Belgian guns of *kinds* with a crew that have not fired this turn (5.0, EE N63)."""
    return tuple(
        c.id
        for c in state.pieces.values()
        if c.kind in kinds
        and not c.fired
        and c.equipment > 0
        and c.at is not None
        and manned(setting, state, c.at)
    )


def chart_of(setting: Setting, frame: Fire) -> FireTable:
    """The chart that *frame* is read on."""
    tables = setting.tables
    return tables.machine_gun if frame.chart == "machine_gun" else tables.artillery


def shot(setting: Setting, name: str, side: str, strength: int) -> Fire:
    """A shot or air attack of *strength* that has yet to be aimed."""
    column = setting.tables.artillery.column(strength)
    return Fire(step="aim", chart="artillery", name=name, side=side, column=column)


# ---- phase I: aircraft --------------------------------------------------------------------------


@steps(Turn, "air")
def air(d: Draft[Setting], _: Turn, __: None) -> None:
    """One air attack a turn, by a counter in hand (phase I, EE N45)."""
    known = d.setting.tables.counters
    held = [known[c] for c in d.cups[GERMAN_HAND] if known[c].kind == "air"]
    if not held or not soldiers(d.pieces, BELGIAN):
        return d.goto("german_move")
    question = AskedQuestion("air", say("Do aircraft attack this turn?"), "EE N45", "air_chosen")
    choices = (*(Choice(c.id, c.name, c.cite) for c in held), NOT_NOW)
    ask.choose(d, GERMAN, question, choices)
    return hidden_counters.veil(d)


@steps(Turn, "air_chosen")
def air_chosen(d: Draft[Setting], _: Turn, answer: Choose) -> None:
    """The counter is spent and the attack flown."""
    if answer.key == "none":
        return d.goto("german_move")
    counter = d.setting.tables.counters[answer.key]
    cup.take(d, GERMAN_HAND, counter.id)
    return d.call(shot(d.setting, counter.name, GERMAN, counter.strength), "german_move")


# ---- Belgian guns -------------------------------------------------------------------------------

MORTARS = frozenset({"anti_tank", "mortar"})
ARTILLERY = frozenset({"artillery"})


def _ask_guns(
    d: Draft[Setting], guns: tuple[str, ...], cards: tuple[Choice, ...], then: str, cite: str
) -> None:
    question = AskedQuestion("guns", say("Which gun fires next?"), cite, then)
    once = say("Every gun once a turn, each shot on its own")
    ask.pick_pieces(d, BELGIAN, question, guns, once, choices=(*cards, DONE_FIRE))
    hidden_counters.veil(d)


def _can_fire(setting: Setting, state: State, step: str) -> bool:
    """Whether Belgians have anything to fire, and at, in the phase *step*."""
    guns = ready_guns(setting, state, _kinds(setting, step))
    cards = _artillery_cards(setting, state) if step == "belgian_artillery" else []
    return bool(guns or cards) and bool(soldiers(state.pieces, GERMAN))


def _kinds(setting: Setting, step: str) -> frozenset[str]:
    """The guns of a phase; by the phases of chapter 2 any gun fires in either."""
    if setting.options.sequence != "strip":
        return MORTARS | ARTILLERY
    return MORTARS if step == "belgian_mortars" else ARTILLERY


def _artillery_cards(setting: Setting, state: State) -> list[ActionCounter]:
    known = setting.tables.counters
    return [known[c] for c in state.cups[BELGIAN_HAND] if known[c].kind == "artillery"]


def _has_fired(d: Draft[Setting], step: str) -> bool:
    kinds = _kinds(d.setting, step)
    return any(c.fired for c in d.pieces.values() if c.kind in kinds)


def _pass(d: Draft[Setting], step: str, cite: str) -> None:
    """Tell why nobody fires; one line for both phases when they follow each other.

    Where no Belgian stands on the map the turn has one line for everything (see the movement).
    """
    other = "belgian_mortars" if step == "belgian_artillery" else "belgian_artillery"
    both = d.setting.options.sequence == "strip" and not _has_fired(d, other)
    both = both and not _can_fire(d.setting, d.state, other)
    told_later = both and step == "belgian_mortars"
    if told_later or _has_fired(d, step) or not soldiers(d.pieces, BELGIAN):
        return
    text = say("No mortar fire") if step == "belgian_mortars" else say("No artillery fire")
    if both:
        text = say("No Belgian fire")
    why = say("nobody serves a gun; passed")
    if not soldiers(d.pieces, GERMAN):
        why = say("no Germans on the map; passed")
    d.say(text, cite, how=why)


def _shoot(d: Draft[Setting], gun: str, then: str) -> None:
    piece = d.pieces[gun]
    d.call(replace(shot(d.setting, piece.name, BELGIAN, piece.strength), shooters=(gun,)), then)


@steps(Turn, "belgian_mortars")
def belgian_mortars(d: Draft[Setting], _: Turn, __: None) -> None:
    """Mortars and anti-tank guns fire (phase II B, EE N63); by the phases any gun may."""
    if not _can_fire(d.setting, d.state, "belgian_mortars"):
        _pass(d, "belgian_mortars", "EE 2.1-II-B")
        return d.goto(d.setting.after["belgian_mortars"])
    guns = ready_guns(d.setting, d.state, _kinds(d.setting, "belgian_mortars"))
    return _ask_guns(d, guns, (), "mortar_chosen", "EE 2.1-II-B")


@steps(Turn, "mortar_chosen")
def mortar_chosen(d: Draft[Setting], _: Turn, answer: Pieces | Choose) -> None:
    """The chosen gun aims."""
    if isinstance(answer, Choose):
        return d.goto(d.setting.after["belgian_mortars"])
    return _shoot(d, answer.pieces[0], "belgian_mortars")


@steps(Turn, "belgian_artillery")
def belgian_artillery(d: Draft[Setting], _: Turn, __: None) -> None:
    """The fort's artillery and the counter of strength 1 fire (phase IV, EE N23).

    By the phases of the chapter mortars that have not fired join in.
    """
    if not _can_fire(d.setting, d.state, "belgian_artillery"):
        _pass(d, "belgian_artillery", "EE 2.1-IV")
        return d.goto(d.setting.after["belgian_artillery"])
    guns = ready_guns(d.setting, d.state, _kinds(d.setting, "belgian_artillery"))
    held = _artillery_cards(d.setting, d.state)
    cards = tuple(Choice(c.id, c.name, c.cite) for c in held)
    if guns:
        return _ask_guns(d, guns, cards, "artillery_chosen", "EE 2.1-IV")
    question = AskedQuestion(
        "guns", say("Does the artillery fire this turn?"), "EE 2.1-IV", "artillery_chosen"
    )
    ask.choose(d, BELGIAN, question, (*cards, DONE_FIRE))
    return hidden_counters.veil(d)


@steps(Turn, "artillery_chosen")
def artillery_chosen(d: Draft[Setting], _: Turn, answer: Pieces | Choose) -> None:
    """The chosen gun aims."""
    if isinstance(answer, Pieces):
        return _shoot(d, answer.pieces[0], "belgian_artillery")
    if answer.key == "done":
        return d.goto(d.setting.after["belgian_artillery"])
    counter = d.setting.tables.counters[answer.key]
    cup.take(d, BELGIAN_HAND, counter.id)
    more = _can_fire(d.setting, d.state, "belgian_artillery")
    then = "belgian_artillery" if more else d.setting.after["belgian_artillery"]
    return d.call(shot(d.setting, counter.name, BELGIAN, counter.strength), then)


@steps(Turn, "belgian_machine_guns")
def belgian_machine_guns(d: Draft[Setting], _: Turn, __: None) -> None:
    """Machine guns wait for the attack that they fire at (EE N62)."""
    d.goto(d.setting.after["belgian_machine_guns"])


# ---- the shot -----------------------------------------------------------------------------------


@steps(Fire, "aim")
def aim(d: Draft[Setting], frame: Fire, _: None) -> None:
    """The shooter names a sector; the range covers the map (EE N11)."""
    found = targets(d.setting, d.pieces, frame)
    if not found:
        return d.done()
    if len(found) == 1:
        return d.goto("roll", target=found[0])
    question = AskedQuestion("fire-target", say("Which sector do you fire at?"), "EE N11", "aimed")
    return ask.pick_cell(d, frame.side, question, found, frame.name, about=frame.shooters)


@steps(Fire, "aimed")
def aimed(d: Draft[Setting], _: Fire, answer: Cells) -> None:
    """Note the target."""
    d.goto("roll", target=answer.cells[0])


@steps(Fire, "roll")
def roll(d: Draft[Setting], frame: Fire, _: None) -> None:
    """Two dice for the shot."""
    chart = chart_of(d.setting, frame)
    d.roll(
        "fire",
        say("What does the fire do?"),
        chart.cite,
        "rolled",
        about=(*frame.shooters, frame.target),
        chart=frame.chart,
        column=chart.columns[frame.column],
        context=say("{gun} at {place}", gun=frame.name, place=d.setting.fort.name(frame.target)),
    )


@steps(Fire, "rolled")
def rolled(d: Draft[Setting], _: Fire, answer: Roll) -> None:
    """Keep the dice."""
    d.goto("resolve", total=sum(answer.dice))


@steps(Fire, "resolve")
def resolve(d: Draft[Setting], frame: Fire, _: None) -> None:
    """Table result divided by the target's ground, a half down (EE N16)."""
    chart = chart_of(d.setting, frame)
    printed = chart.loss(frame.total, frame.column)
    by = divisor(d.setting, d.pieces, ENEMY[frame.side], frame.target)
    loss, place = half_down(printed, by), d.setting.fort.name(frame.target)
    d.outcome(
        {"loss": loss},
        "apply",
        kind="fire",
        prompt=say("Does this fire result stand?"),
        cite=chart.cite,
        summary=say_count(
            "{printed} / {by} = {n} point lost at {place}",
            "{printed} / {by} = {n} points lost at {place}",
            n=loss,
            printed=printed,
            by=by,
            place=place,
        ),
        fields=(LOSS,),
        about=(*frame.shooters, frame.target),
        chart=frame.chart,
        column=chart.columns[frame.column],
    )


@steps(Fire, "apply")
def apply_fire(d: Draft[Setting], frame: Fire, answer: Outcome) -> None:
    """The weapon has fired; the owner of the target shares the loss out (EE N10)."""
    for shooter in frame.shooters:
        if shooter in d.pieces:
            d.set(shooter, fired=True)
    points = int(answer.value["loss"] or 0)
    side = ENEMY[frame.side]
    hit = victims(d.setting, d.state, side, frame.target)
    place = d.setting.fort.brief[frame.target]
    text = say("{place}: no harm", place=place)
    if points and hit:
        text = say_count(
            "{place}: {n} point lost", "{place}: {n} points lost",
            n=points, place=place,
        )  # fmt: skip
    how = say("{gun}, rolled {total}", gun=frame.name, total=frame.total)
    d.say(text, chart_of(d.setting, frame).cite, frame.target, how)
    if not points or not hit:
        return d.goto("over")
    return d.call(Losses(step="share", side=side, pieces=tuple(hit), points=points), "over")


@steps(SpecialAction, "over")
@steps(Fire, "over")
def over(d: Draft[Setting], _: Frame, __: None) -> None:
    """Back to whoever called."""
    d.done()
