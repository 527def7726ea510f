"""Chapter 6: the special action counters, held or played (6.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome, OrderedAnswer
from wardesk.engine.types import Answer, Choice, Choose, Outcome, Pieces, Reason, Roll
from wardesk.games.eben_emael.asked import EbenQuestion, EbenThrow
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
from wardesk.games.shared import cup
from wardesk.games.shared.stacking import excess
from wardesk.model.look import CaseLook, OddsLine
from wardesk.words import say, say_count

FIRE = frozenset({"air", "artillery"})
"""Kinds that are played in their own fire phase."""
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


class PlayCounter(EbenQuestion[Turn]):
    """A counter in hand is played, or kept."""

    chart = "counters"

    def following(self) -> str:
        """The step when nothing more is played."""
        raise NotImplementedError

    def again(self) -> str:
        """The step when the counter that was played has taken effect."""
        return self.frame.step

    def passed(self, d: Draft[Setting]) -> None:
        d.goto(self.following())

    def pressed(self, d: Draft[Setting], key: str) -> None:
        """It takes effect."""
        if key == "none":
            return d.goto(self.following())
        counter = d.setting.tables.counters[key]
        cup.take(d, HANDS[counter.side], key)
        return d.call(SpecialAction(step=counter.kind, counter=key), self.again())


@steps.asks(Turn, "at_once", "at_once_chosen")
class PlayAtOnce(PlayCounter):
    """The Belgians play the drawn counter at once or hold it; Germans choose from their hand."""

    kind, text = "play-or-hold", say("Do you play the counter at once?")

    def following(self) -> str:
        return "german_cards"

    def again(self) -> str:
        return self.following()

    def who(self) -> str:
        return BELGIAN

    @property
    def counter(self) -> ActionCounter | None:
        """The drawn one."""
        return self.setting.tables.counters.get(self.frame.counter)

    @cached_property
    def refused(self) -> tuple[Reason, ...]:
        """Why it cannot take effect now."""
        return against(self.setting, self.state, self.counter) if self.counter else ()

    def asks(self) -> bool:
        counter, hand = self.counter, self.state.cups[HANDS[BELGIAN]]
        if counter is None or counter.id not in hand or counter.kind in FIRE:
            return False
        return not self.refused

    def passed(self, d: Draft[Setting]) -> None:
        if self.counter and self.refused:
            reason = self.refused[0]
            d.say(
                self.counter.name, reason.cite, how=say("must wait: {reason}", reason=reason.text)
            )
        d.goto(self.following())

    def rule(self) -> str:
        return self.counter.cite if self.counter else ""

    def context(self) -> str:
        return self.counter.name if self.counter else ""

    def buttons(self) -> tuple[Choice, ...]:
        if (counter := self.counter) is None:
            return ()
        play = say("Play {counter}", counter=counter.name)
        keep = Choice("none", say("Keep it"), "EE 2.1-0")
        return (Choice(counter.id, play, counter.cite), keep)

    def script(self, rng: Random) -> Choose:
        """At once where a gun can fire this turn; else when the Germans can no longer answer."""
        works, key = self.setting.tables.works, self.asked.choices[0].key
        aimed_at = self.setting.tables.counters[key].works
        return Choose(key if any(works[work].guns for work in aimed_at) else "none")


@steps.asks(Turn, "german_cards", "german_card")
@steps.asks(Turn, "belgian_cards", "belgian_card")
class PlayFromHand(PlayCounter):
    """Counters in hand are played one after the other (phase 0), Belgian ones later (EE N64)."""

    kind, cite, text = "play-counter", "EE 6.0", say("Which counter do you play now?")

    def following(self) -> str:
        return "air" if self.side == GERMAN else "belgian_move"

    @cached_property
    def held(self) -> tuple[Choice, ...]:
        """Counters in hand that are played in no fire phase."""
        known = self.setting.tables.counters
        hand = [known[c] for c in self.state.cups[HANDS[self.side]] if known[c].kind not in FIRE]
        return tuple(
            Choice(c.id, _label(c), c.cite, refused=against(self.setting, self.state, c))
            for c in hand
        )

    def asks(self) -> bool:
        return not all(choice.refused for choice in self.held)

    def buttons(self) -> tuple[Choice, ...]:
        keep = say("Keep it") if len(self.held) == 1 else say("Keep them")
        return (*self.held, Choice("none", keep, "EE 6.0"))

    def script(self, rng: Random) -> Choose:
        """Whatever helps; tunnels only with the best level in hand."""
        keys = [c.key for c in self.asked.choices if not c.refused]
        return Choose(next(k for k in keys if self.side == BELGIAN or self._helps_germans(k)))

    def ordered(self) -> Iterator[OrderedAnswer]:
        """Keeping what is in hand, where nothing of it would help."""
        if self.script(Random(0)).key == "none":
            yield OrderedAnswer(Choose("none"), "keep")

    def _helps_germans(self, key: str) -> bool:
        setting, state = self.setting, self.state
        if key == "tunnels":
            return state.tracks["victory_points"] >= setting.tables.level[0].least
        if key == "combat":
            return bool(soldiers(state.pieces, BELGIAN))
        if key == "canal":
            return not any(soldiers_at(state.pieces, GERMAN, w) for w in ("KN", "KS"))
        return True


def _label(counter: ActionCounter) -> str:
    """The name of a counter; of the one that ends the game, that it does."""
    if counter.kind != "tunnels":
        return counter.name
    return say("{counter}: the game ends", counter=counter.name)


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


@steps.asks(SpecialAction, "charge", "equipped")
@steps.asks(SpecialAction, "flamethrower", "equipped")
class EquipSquad(EbenQuestion[SpecialAction]):
    """A squad gets the charge or the flamethrower (EE N22, EE N27)."""

    kind, shape, chart = "equip", "pieces", "counters"
    text = say("Which squad receives it?")

    @property
    def counter(self) -> ActionCounter:
        """The one that was played."""
        return self.setting.tables.counters[self.frame.counter]

    def rule(self) -> str:
        return self.counter.cite

    def context(self) -> str:
        return self.counter.name

    def pieces(self) -> tuple[str, ...]:
        return _squads(self.state.pieces)

    def picked(self, d: Draft[Setting], answer: Pieces) -> None:
        """It is handed over."""
        squad, counter = d.pieces[answer.pieces[0]], self.counter
        if counter.kind == "charge":
            d.set(squad.id, charges=squad.charges + 1)
            text = say("A charge for {unit}", unit=squad.name)
        else:
            d.set(squad.id, flamethrowers=squad.flamethrowers + 1)
            text = say("A flamethrower for {unit}", unit=squad.name)
        d.say(text, counter.cite, squad.at, d.setting.fort.brief.get(squad.at or "", ""))
        d.done()

    def script(self, rng: Random) -> Pieces:
        """The squad with the fewest charges, the most men."""

        def wealth(unit: FortCounter) -> tuple[int, int, str]:
            return unit.charges + unit.flamethrowers, -unit.men, unit.id

        return Pieces((min(self.units(self.asked.pieces), key=wealth).id,))


@steps(SpecialAction, "glider")
def glider(d: Draft[Setting], _: SpecialAction, __: None) -> None:
    """Glider 12 lands like the others, where no glider lies (EE N34)."""
    extra = d.setting.extra_glider
    d.create(extra)
    d.say(say("{glider} is on its way", glider=extra.name), "EE N34")
    d.goto("over")
    d.call(GliderLanding(step="choose", most=d.tracks["landed"] + 1), "over")


# ---- the canal bunker ---------------------------------------------------------------------------


@steps.asks(SpecialAction, "canal", "canal_named")
class CanalWork(EbenThrow[SpecialAction]):
    """A coin says which of the two canal works is meant, if both stand (EE N35)."""

    kind, cite = "canal-work", "EE N35"
    text = say("Which canal work do the shells hit?")

    @property
    def standing(self) -> tuple[str, ...]:
        """Works that can be meant."""
        works = self.setting.tables.counters[self.frame.counter].works
        return tuple(w for w in works if not destroyed(self.state.marks, w))

    def asks(self) -> bool:
        return len(self.standing) > 1

    def passed(self, d: Draft[Setting]) -> None:
        if self.standing:
            d.goto("canal_shelled", work=self.standing[0])
        else:
            d.done()

    def dice(self) -> Dice:
        found = self.standing
        return Dice((len(found),), found, faces=tuple(map(self.name, found)))

    def answered(self, d: Draft[Setting], answer: Roll) -> None:
        d.goto("canal_shelled", work=self.standing[answer.dice[0] - 1])

    def case(self, answer: Answer | None) -> CaseLook:
        faces = self.asked.faces
        odds = tuple(OddsLine(face, 1, len(faces)) for face in faces)
        return CaseLook(title=self.asked.prompt, odds=odds)


@steps(SpecialAction, "canal_shelled")
def canal_shelled(d: Draft[Setting], frame: SpecialAction, _: None) -> None:
    """The work is gone."""
    close_work(d, frame.work, "destroyed", "EE N35", say("shelled from the canal"))
    d.goto("canal_germans")


@steps.throws(SpecialAction, "canal_germans", "canal_rolled", "canal_resolve", "canal_hit")
class CanalDie(EbenThrow[SpecialAction]):
    """Germans in the sector of a canal work that is shelled roll one die."""

    kind, cite, chart = "canal", "EE N35", "canal"
    text, outcome_text = say("Do the shells hit Germans?"), say("Does this result stand?")

    @property
    def germans(self) -> tuple[str, ...]:
        """Who is there."""
        return tuple(u.id for u in soldiers_at(self.state.pieces, GERMAN, self.frame.work))

    def asks(self) -> bool:
        return bool(self.germans)

    def dice(self) -> Dice:
        return Dice((6,), (self.frame.work,))

    def kept(self, roll: Roll) -> Mapping[str, Any]:
        return {"roll": roll.dice[0]}

    def outcome(self) -> DiceOutcome:
        men = self.setting.tables.canal.loss(self.frame.roll)
        text = say_count("The Germans lose {n} man", "The Germans lose {n} men", n=men)
        return DiceOutcome({"men_lost": men}, text, (MEN_LOST,), (self.frame.work,))

    def answered(self, d: Draft[Setting], answer: Outcome) -> None:
        """Soldiers fall, not weapons."""
        men, hit = int(answer.value["men_lost"] or 0), self.germans
        loss = Losses(step="share", side=GERMAN, pieces=hit, points=men, men_only=True)
        d.call(loss, "over")

    def case(self, answer: Answer | None) -> CaseLook:
        total, place = self.frame.roll if self.fallen else 0, self.name(self.frame.work)
        return self.setting.tables.canal.case(say("Canal bunker"), place=place, total=total)
