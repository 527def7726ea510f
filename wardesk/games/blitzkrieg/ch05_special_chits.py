"""Chapter 5.3 and 5.5: replay chits and the general chit, held or played."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.types import Answer, Choice, Choose, Pieces
from wardesk.games.blitzkrieg.ch02_sequence import (
    OfChit,
    WhichFormation,
    count_activation,
    rest,
    use_up,
)
from wardesk.games.blitzkrieg.chits import EXTRA, chit_name, held, kind_of, may_replay, owner, short
from wardesk.games.blitzkrieg.position import Table, holds, on_map
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import ENEMY, HAND, Activation, Check, Turn, steps
from wardesk.games.shared import cup
from wardesk.words import Spoken, say, say_count

D = Draft[Setting]
MOST_RALLIED, MOST_RESTED = 6, 2
"""5.5 Markers that a general chit takes away: neutralised, or exhausted."""

# ---- 5.5 cancelling -----------------------------------------------------------------------------


@steps.asks(Turn, "cancel", "cancel_chosen")
class LetItBePlayed(OfChit):
    """5.5 Before a chit takes effect, an enemy with a general chit may try to annul it."""

    kind, cite, text = "cancel", "BK 5.5-E", say("Try to cancel this chit?")
    left_to_script = True
    choices = (
        Choice("let", say("Let it be played"), "BK 5.5-E"),
        Choice("cancel", say("Try to cancel it (1–3 on a die)"), "BK 5.5-E"),
    )

    def who(self) -> str:
        return ENEMY[self.side]

    def context(self) -> Spoken:
        return chit_name(self.setting, self.frame.chit)

    def asks(self) -> bool:
        return bool(held(self.state, self.who(), "general"))

    def passed(self, d: D) -> None:
        d.goto("play")

    def pressed(self, d: D, key: str) -> None:
        """The general chit is used up whatever the die says."""
        if key == "let":
            return self.passed(d)
        spend(d, self.who(), "general")
        return d.call(Check(step="roll", what="cancel", subject=self.who()), "cancel_known")

    def script(self, rng: Random) -> Answer:
        """Stukas and guns are worth a try; the rest is let be."""
        return Choose("cancel" if kind_of(self.frame.chit) in ("stuka", "artillery") else "let")


@steps(Turn, "cancel_known")
def cancel_known(d: D, frame: Turn, _: None) -> None:
    """5.5 Annulled on 1 to 3."""
    if not frame.passed:
        return d.goto("play")
    use_up(d, frame.chit, skipped=True)
    d.say(say("{chit} was cancelled", chit=chit_name(d.setting, frame.chit)), "BK 5.5-E")
    return d.goto("draw")


def spend(d: D, side: str, kind: str) -> None:
    """A held chit is used up."""
    chit = held(d, side, kind)
    cup.take(d, HAND[side], chit)
    if not chit.endswith("+"):
        use_up(d, chit)


# ---- 5.3 replay ---------------------------------------------------------------------------------


def replayable(setting: Setting, table: Table, side: str) -> list[str]:
    """5.3 The formations of a side that a replay chit may be played on."""
    return [
        name
        for name in setting.scenario.formations
        if setting.formations[name].side == side and may_replay(setting, table, name)
    ]


class ByReplay(WhichFormation):
    """5.3 Which formation acts by replay."""

    kind, cite, text = "replay", "BK 5.3", say("Which formation acts by replay?")

    @cached_property
    def names(self) -> Sequence[str]:
        return replayable(self.setting, self.state, self.side)


@steps.asks(Turn, "replay", "replayed")
class PlayOrHold(ByReplay):
    """5.3 One replay chit may be held; a second one must be played, or is lost."""

    @property
    def may_hold(self) -> bool:
        """Whether none is held yet."""
        return not held(self.state, self.side, "replay")

    def asks(self) -> bool:
        return bool(self.names) or self.may_hold

    def buttons(self) -> tuple[Choice, ...]:
        hold = (Choice("hold", say("Hold it"), "BK 5.3-F"),) if self.may_hold else ()
        return (*super().buttons(), *hold)

    def passed(self, d: D) -> None:
        d.say(say("Nobody could use the replay; it is discarded"), "BK 5.3-F")
        d.goto("used")

    def pressed(self, d: D, key: str) -> None:
        """It acts, or the chit is kept in hand."""
        if key == "hold":
            cup.put(d, HAND[self.side], self.frame.chit)
            return d.goto("draw", chit="")
        return start_replay(d, self.side, key, "used")


@steps.asks(Turn, "replay_pick", "replay_picked")
class PlayHeld(ByReplay):
    """5.3 A held replay chit is played when one's own formation was drawn."""

    cite = "BK 5.3-F"

    def buttons(self) -> tuple[Choice, ...]:
        return (*super().buttons(), Choice("hold", say("Keep holding it"), "BK 5.3-F"))

    def pressed(self, d: D, key: str) -> None:
        """Then the formation that was drawn is decided on."""
        d.goto("formation", partner="")
        if key != "hold":
            spend(d, self.side, "replay")
            start_replay(d, self.side, key, "formation")


def start_replay(d: D, side: str, name: str, then: str) -> None:
    """5.3 By replay an exhausted formation is activated, but only sheds its exhaustion."""
    count_activation(d)
    if holds(d, name, "exhausted"):
        rest(d, name, "BK 5.3-E")
        d.mark(f"{name}/replay", True)
        return d.goto(then)
    frame = Activation(step="begin", side=side, formations=(name,), replay=True)
    return d.call(frame, then)


# ---- 5.5 the general chit -----------------------------------------------------------------------


def general_choices(setting: Setting, table: Table, side: str) -> list[Choice]:
    """5.5 What a general chit does at once."""
    found: list[Choice] = []
    if _down(setting, table, side):
        found.append(Choice("general-rally", say("General: remove 6 neutralised"), "BK 5.5-C"))
    if _exhausted(setting, table, side):
        found.append(Choice("general-rest", say("General: remove 2 exhausted"), "BK 5.5-C"))
    found.append(Choice("general-replay", say("General: take a replay chit"), "BK 5.5-D"))
    return found


def _down(setting: Setting, table: Table, side: str) -> tuple[str, ...]:
    units = [u for u in table.pieces.values() if u.side == side and u.neutralised]
    return tuple(u.id for u in units if on_map(setting, u))


def _exhausted(setting: Setting, table: Table, side: str) -> list[str]:
    return [
        name
        for name in setting.scenario.formations
        if setting.formations[name].side == side and holds(table, name, "exhausted")
    ]


@steps.asks(Turn, "general", "general_used")
class WhatTheGeneralDoes(OfChit):
    """5.5 One general chit may be held; a second one must be used at once."""

    kind, cite, text = "general", "BK 5.5-F", say("What does the general do?")

    def asks(self) -> bool:
        return bool(held(self.state, self.side, "general"))

    def buttons(self) -> tuple[Choice, ...]:
        return tuple(general_choices(self.setting, self.state, self.side))

    def passed(self, d: D) -> None:
        cup.put(d, HAND[self.side], self.frame.chit)
        d.goto("draw", chit="")

    def pressed(self, d: D, key: str) -> None:
        """The second chit stands for the one in hand, which it is like."""
        if key == "discard":  # it was a choice in games saved before it had to be played
            return d.goto("used")
        return use_general(d, self.side, key, "second_used")

    def script(self, rng: Random) -> Answer:
        return self.first()


@steps(Turn, "second_used")
def second_used(d: D, frame: Turn, _: None) -> None:
    """5.5 The hand keeps one."""
    cup.put(d, HAND[owner(frame.chit)], frame.chit)
    d.goto("draw", chit="")


def use_general(d: D, side: str, key: str, then: str) -> None:
    """5.5 Spend the held general chit on *key*; step *then* follows."""
    spend(d, side, "general")
    if key == "general-replay":
        if held(d, side, "replay"):
            return d.goto("extra_replay", partner=then)
        cup.put(d, HAND[side], f"{side}/{EXTRA}")
        d.say(say("The general gave a replay chit"), "BK 5.5-D")
        return d.goto(then)
    if key == "general-rest":
        return d.goto("rest_two", partner=then)
    return d.goto("rally_six", partner=then)


@steps.asks(Turn, "extra_replay", "extra_chosen")
class PlayExtra(ByReplay):
    """5.3, 5.5 With one in hand the replay chit of a general must be played."""

    cite = "BK 5.5-D"

    def asks(self) -> bool:
        return bool(self.names)

    def buttons(self) -> tuple[Choice, ...]:
        return tuple(Choice(n, short(self.setting, n), "BK 5.3") for n in self.names)

    def passed(self, d: D) -> None:
        d.say(say("Nobody could use the replay; it is discarded"), "BK 5.3-F")
        d.goto(self.frame.partner)

    def pressed(self, d: D, key: str) -> None:
        start_replay(d, self.side, key, self.frame.partner)


class WhoRests(WhichFormation):
    """5.5 Two formations lose their exhausted marker; of more the owner chooses."""

    kind, cite, text = "rest-two", "BK 5.5-C", say("Which formation rests?")
    after: ClassVar[str] = ""
    """What follows; empty = what follows the general."""

    @cached_property
    def names(self) -> Sequence[str]:
        return _exhausted(self.setting, self.state, self.side)

    def pressed(self, d: D, key: str) -> None:
        rest(d, key, "BK 5.5-C")
        d.goto(self.after or self.frame.partner)


@steps.asks(Turn, "rest_two", "rested")
class WhoRestsFirst(WhoRests):
    """5.5 The first of the two."""

    after = "rest_another"

    def asks(self) -> bool:
        return len(self.names) > MOST_RESTED

    def passed(self, d: D) -> None:
        for name in self.names:
            rest(d, name, "BK 5.5-C")
        d.goto(self.frame.partner)


@steps.asks(Turn, "rest_another", "both_rested")
class WhoRestsToo(WhoRests):
    """5.5 And the second."""


@steps.asks(Turn, "rally_six", "rallied_six")
class WhomTheGeneralRallies(OfChit):
    """5.5 Up to six units lose their neutralised marker; of more the owner chooses."""

    kind, cite, shape = "rally-six", "BK 5.5-C", "pieces"
    text = say("Which units does the general rally?")

    @cached_property
    def able(self) -> tuple[str, ...]:
        """Those that are neutralised."""
        return _down(self.setting, self.state, self.side)

    def asks(self) -> bool:
        return len(self.able) > MOST_RALLIED

    def most(self) -> int:
        return MOST_RALLIED

    def passed(self, d: D) -> None:
        n = len(self.able)
        text = say_count("The general rallied {n} unit", "The general rallied {n} units", n=n)
        self._rally(d, self.able)
        d.say(text, "BK 5.5-C")

    def picked(self, d: D, answer: Pieces) -> None:
        self._rally(d, answer.pieces)

    def _rally(self, d: D, units: Sequence[str]) -> None:
        for unit in units:
            d.set(unit, neutralised=False)
        d.goto(self.frame.partner)
