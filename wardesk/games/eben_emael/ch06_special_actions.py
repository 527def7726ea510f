"""Chapter 6: the special action counters, held or played (6.0)."""

from __future__ import annotations

from collections.abc import Callable

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Outcome, Pieces, Reason, Roll
from wardesk.games.eben_emael import hidden_counters
from wardesk.games.eben_emael.control import settle
from wardesk.games.eben_emael.garrison import close_work, come_out, sally_men
from wardesk.games.eben_emael.landing import MEN_LOST, open_sectors
from wardesk.games.eben_emael.position import Pieces as Table
from wardesk.games.eben_emael.position import (
    closed,
    destroyed,
    ground,
    men_at,
    silenced,
    soldiers,
    soldiers_at,
)
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    BONUS,
    GERMAN,
    HANDS,
    FortCounter,
    GliderLanding,
    Losses,
    SpecialAction,
    State,
    Turn,
    steps,
)
from wardesk.games.eben_emael.tables import ActionCounter
from wardesk.games.shared import ask, cup
from wardesk.games.shared.ask import AskedQuestion
from wardesk.games.shared.stacking import excess
from wardesk.words import say, say_count

FIRE = frozenset({"air", "artillery"})
"""Kinds that are played in their own fire phase."""
KEEP = Choice("none", say("Keep it"), "EE 2.1-0")
SAPPERS_AT = "OUT"


# ---- may it be played? --------------------------------------------------------------------------


def against(setting: Setting, state: State, counter: ActionCounter) -> tuple[Reason, ...]:
    """Why *counter* cannot take effect now."""
    last = setting.tables.constants.last_turns
    if counter.late and state.tracks["turn"] not in last:
        text = say("Only on turns {turns}", turns=[str(turn) for turn in last])
        return (Reason(text, counter.cite),)
    text = _OBSTACLES.get(counter.kind, _no_obstacle)(setting, state, counter)
    return (Reason(text, counter.cite),) if text else ()


def _no_obstacle(_: Setting, __: State, ___: ActionCounter) -> str:
    return ""


def _no_door(setting: Setting, state: State, counter: ActionCounter) -> str:
    for work in counter.works:
        if sally_men(setting, state, counter.men, work):
            return ""
    return say("No open door or no men left in the barracks")


def _nothing_to_block(_: Setting, state: State, counter: ActionCounter) -> str:
    return (
        "" if not all(closed(state.marks, w) for w in counter.works) else say("All closed already")
    )


def _no_canal_work(_: Setting, state: State, counter: ActionCounter) -> str:
    return (
        ""
        if not all(destroyed(state.marks, w) for w in counter.works)
        else say("Both are destroyed")
    )


def _nobody(_: Setting, state: State, __: ActionCounter) -> str:
    return "" if _squads(state.pieces) else say("No German squad is left")


def _no_german(_: Setting, state: State, __: ActionCounter) -> str:
    return "" if soldiers(state.pieces, GERMAN) else say("No German is left")


def _no_ground(setting: Setting, state: State, _: ActionCounter) -> str:
    free = open_sectors(setting, state, setting.extra_glider)
    return "" if free else say("No sector has room and is free of gliders")


def _sappers_shut_out(setting: Setting, state: State, _: ActionCounter) -> str:
    if SAPPERS_AT in ground(state.pieces, BELGIAN):
        return say("Belgians hold the village side")
    figures = setting.tables.constants
    full = excess(figures.capacity, men_at(state.pieces, GERMAN, SAPPERS_AT), figures.sappers)
    return say("The village side has no room for them") if full else ""


_OBSTACLES: dict[str, Callable[[Setting, State, ActionCounter], str]] = {
    "sally": _no_door,
    "block": _nothing_to_block,
    "canal": _no_canal_work,
    "charge": _nobody,
    "flamethrower": _nobody,
    "glider": _no_ground,
    "sappers": _sappers_shut_out,
    "tunnels": _no_german,
}


def _squads(pieces: Table) -> tuple[str, ...]:
    return tuple(c.id for c in soldiers(pieces, GERMAN) if c.kind == "squad")


# ---- hold or play -------------------------------------------------------------------------------


@steps(Turn, "at_once")
def at_once(d: Draft[Setting], frame: Turn, _: None) -> None:
    """The Belgians play the drawn counter at once or hold it; Germans choose from their hand."""
    counter = d.setting.tables.counters.get(frame.counter)
    refused = against(d.setting, d.state, counter) if counter is not None else ()
    if counter is not None and refused:
        why = say("must wait: {reason}", reason=refused[0].text)
        d.say(counter.name, refused[0].cite, how=why)
    if (
        counter is None
        or counter.side == GERMAN
        or counter.kind in FIRE
        or counter.id not in d.cups[HANDS[BELGIAN]]
        or refused
    ):
        return d.goto("german_cards")
    cite, prompt = counter.cite, say("Do you play the counter at once?")
    choices = (Choice(counter.id, say("Play {counter}", counter=counter.name), cite), KEEP)
    question = AskedQuestion("play-or-hold", prompt, cite, "at_once_chosen")
    ask.choose(d, BELGIAN, question, choices, counter.name)
    return hidden_counters.veil(d)


def _label(counter: ActionCounter) -> str:
    """The name of a counter; of the one that ends the game, that it does."""
    if counter.kind != "tunnels":
        return counter.name
    return say("{counter}: the game ends", counter=counter.name)


CARDS = {
    "at_once": (BELGIAN, "at_once_chosen", "german_cards"),
    "german_cards": (GERMAN, "german_card", "air"),
    "belgian_cards": (BELGIAN, "belgian_card", "belgian_move"),
}
"""Where counters are played: who plays, the step that gets the answer, and what follows."""


@steps(Turn, "german_cards")
@steps(Turn, "belgian_cards")
def cards(d: Draft[Setting], frame: Turn, _: None) -> None:
    """Counters in hand are played one after the other (phase 0), Belgian ones later (EE N64)."""
    side, then, following = CARDS[frame.step]
    known = d.setting.tables.counters
    held = [known[c] for c in d.cups[HANDS[side]] if known[c].kind not in FIRE]
    choices = tuple(
        Choice(c.id, _label(c), c.cite, refused=against(d.setting, d.state, c)) for c in held
    )
    if all(c.refused for c in choices):
        return d.goto(following)
    question = AskedQuestion("play-counter", say("Which counter do you play now?"), "EE 6.0", then)
    keep = Choice("none", say("Keep it") if len(held) == 1 else say("Keep them"), "EE 6.0")
    ask.choose(d, side, question, (*choices, keep))
    return hidden_counters.veil(d)


@steps(Turn, "at_once_chosen")
@steps(Turn, "german_card")
@steps(Turn, "belgian_card")
def card(d: Draft[Setting], frame: Turn, answer: Choose) -> None:
    """Play it, or go on."""
    following = CARDS[frame.step][2]
    if answer.key == "none":
        return d.goto(following)
    counter = d.setting.tables.counters[answer.key]
    cup.take(d, HANDS[counter.side], answer.key)
    again = following if frame.step == "at_once" else frame.step
    return d.call(SpecialAction(step=counter.kind, counter=answer.key), again)


# ---- what each counter does ---------------------------------------------------------------------


def _counter(d: Draft[Setting], frame: SpecialAction) -> ActionCounter:
    return d.setting.tables.counters[frame.counter]


@steps(SpecialAction, "sally")
def sally(d: Draft[Setting], frame: SpecialAction, _: None) -> None:
    """Belgians come up to the doors (EE N29 to EE N36)."""
    counter = _counter(d, frame)
    for work in counter.works:
        come_out(d, counter, work)
    settle(d)
    d.done()


@steps(SpecialAction, "block")
def block(d: Draft[Setting], frame: SpecialAction, _: None) -> None:
    """Doors are blocked for the rest of the game; by option the works fall silent too (EE N24)."""
    counter = _counter(d, frame)
    for work in counter.works:
        if d.setting.options.doors == "silent" and not silenced(d.marks, work):
            close_work(d, work, "sealed", counter.cite, counter.name)
        elif not closed(d.marks, work):
            close_work(d, work, "blocked", counter.cite, counter.name)
    d.done()


@steps(SpecialAction, "sappers")
def sappers(d: Draft[Setting], frame: SpecialAction, _: None) -> None:
    """A company of sappers stands before Bloc 1 and shuts it (EE N28)."""
    men = d.setting.tables.constants.sappers
    d.create(
        FortCounter(
            id="sappers",
            side=GERMAN,
            at=SAPPERS_AT,
            kind="sappers",
            name=say("Sappers"),
            men=men,
            full_men=men,
        )
    )
    text = say("{men} sappers reached the fort", men=men)
    d.say(text, "EE N28", SAPPERS_AT, say("Germans, before the entrance"))
    for work in _counter(d, frame).works:
        if not silenced(d.marks, work):
            close_work(d, work, "sealed", "EE N28", say("by the sappers"))
    settle(d)
    d.done()


@steps(SpecialAction, "combat")
def combat(d: Draft[Setting], frame: SpecialAction, _: None) -> None:
    """German attacks of this turn get +1 (EE N67)."""
    d.mark(BONUS, True)
    counter = _counter(d, frame)
    d.say(say("German attacks get +1"), counter.cite, how=say("this turn, by a counter"))
    d.done()


@steps(SpecialAction, "tunnels")
def tunnels(d: Draft[Setting], _: SpecialAction, __: None) -> None:
    """The game ends with this turn (EE N37)."""
    d.mark("fort/tunnels", True)
    text = say("Germans went down into the tunnels")
    d.say(text, "EE N37", how=say("the game ends with this turn"))
    d.done()


@steps(SpecialAction, "charge")
@steps(SpecialAction, "flamethrower")
def equip(d: Draft[Setting], frame: SpecialAction, _: None) -> None:
    """A squad gets the charge or the flamethrower (EE N22, EE N27)."""
    squads = _squads(d.pieces)
    if not squads:
        return d.done()
    counter = _counter(d, frame)
    question = AskedQuestion("equip", say("Which squad receives it?"), counter.cite, "equipped")
    return ask.pick_pieces(d, GERMAN, question, squads, counter.name)


@steps(SpecialAction, "equipped")
def equipped(d: Draft[Setting], frame: SpecialAction, answer: Pieces) -> None:
    """Hand it over."""
    squad, counter = d.pieces[answer.pieces[0]], _counter(d, frame)
    if counter.kind == "charge":
        d.set(squad.id, charges=squad.charges + 1)
        text = say("A charge for {unit}", unit=squad.name)
    else:
        d.set(squad.id, flamethrowers=squad.flamethrowers + 1)
        text = say("A flamethrower for {unit}", unit=squad.name)
    d.say(text, counter.cite, squad.at, d.setting.fort.brief.get(squad.at or "", ""))
    d.done()


@steps(SpecialAction, "glider")
def glider(d: Draft[Setting], _: SpecialAction, __: None) -> None:
    """Glider 12 lands like the others, where no glider lies (EE N34)."""
    extra = d.setting.extra_glider
    d.create(extra)
    d.say(say("{glider} is on its way", glider=extra.name), "EE N34")
    d.goto("over")
    d.call(GliderLanding(step="choose", most=d.tracks["landed"] + 1), "over")


# ---- the canal bunker ---------------------------------------------------------------------------


@steps(SpecialAction, "canal")
def canal(d: Draft[Setting], frame: SpecialAction, _: None) -> None:
    """A coin says which of the two canal works is meant, if both stand (EE N35)."""
    open_to = tuple(w for w in _counter(d, frame).works if not destroyed(d.marks, w))
    if not open_to:
        return d.done()
    if len(open_to) == 1:
        return d.goto("canal_shelled", work=open_to[0])
    return d.roll(
        "canal-work",
        say("Which canal work do the shells hit?"),
        "EE N35",
        "canal_named",
        dice=(len(open_to),),
        faces=tuple(map(d.setting.fort.name, open_to)),
        about=open_to,
    )


@steps(SpecialAction, "canal_named")
def canal_named(d: Draft[Setting], frame: SpecialAction, answer: Roll) -> None:
    """Keep the work."""
    open_to = tuple(w for w in _counter(d, frame).works if not destroyed(d.marks, w))
    d.goto("canal_shelled", work=open_to[answer.dice[0] - 1])


@steps(SpecialAction, "canal_shelled")
def canal_shelled(d: Draft[Setting], frame: SpecialAction, _: None) -> None:
    """The work is gone."""
    close_work(d, frame.work, "destroyed", "EE N35", say("shelled from the canal"))
    d.goto("canal_germans")


@steps(SpecialAction, "canal_germans")
def canal_germans(d: Draft[Setting], frame: SpecialAction, _: None) -> None:
    """Germans in the sector roll one die."""
    if not soldiers_at(d.pieces, GERMAN, frame.work):
        return d.done()
    return d.roll(
        "canal",
        say("Do the shells hit Germans?"),
        "EE N35",
        "canal_rolled",
        dice=(6,),
        about=(frame.work,),
        chart="canal",
    )


@steps(SpecialAction, "canal_rolled")
def canal_rolled(d: Draft[Setting], _: SpecialAction, answer: Roll) -> None:
    """Keep the die."""
    d.goto("canal_resolve", roll=answer.dice[0])


@steps(SpecialAction, "canal_resolve")
def canal_resolve(d: Draft[Setting], frame: SpecialAction, _: None) -> None:
    """Men lost by the die."""
    men = d.setting.tables.canal.loss(frame.roll)
    d.outcome(
        {"men_lost": men},
        "canal_hit",
        kind="canal",
        prompt=say("Does this result stand?"),
        cite="EE N35",
        summary=say_count("The Germans lose {n} man", "The Germans lose {n} men", n=men),
        fields=(MEN_LOST,),
        about=(frame.work,),
        chart="canal",
    )


@steps(SpecialAction, "canal_hit")
def canal_hit(d: Draft[Setting], frame: SpecialAction, answer: Outcome) -> None:
    """Soldiers fall, not weapons."""
    men = int(answer.value["men_lost"] or 0)
    hit = tuple(u.id for u in soldiers_at(d.pieces, GERMAN, frame.work))
    loss = Losses(step="share", side=GERMAN, pieces=hit, points=men, men_only=True)
    d.call(loss, "over")
