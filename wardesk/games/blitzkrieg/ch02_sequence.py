"""Chapter 2: the turn. Administration, then chit after chit until the cup is empty."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice
from wardesk.engine.types import Answer, Choice, Choose, Roll
from wardesk.games.blitzkrieg.asked import BlitzkriegQuestion, BlitzkriegThrow
from wardesk.games.blitzkrieg.ch03_command import command
from wardesk.games.blitzkrieg.ch11_victory import end_of_turn
from wardesk.games.blitzkrieg.ch12_scenarios import arrive, take_away
from wardesk.games.blitzkrieg.chits import chit_name, formation_of, kind_of, owner, roster, short
from wardesk.games.blitzkrieg.position import enemy_cells, holds, members, on_map
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import (
    ASIDE,
    CUP,
    DONE,
    HAND,
    SEALED,
    SIDES,
    SKIPPED,
    Flight,
    Turn,
    steps,
)
from wardesk.games.shared import cup
from wardesk.words import say

D = Draft[Setting]
FIRST, OVER, LAST_PASS = "turn/first", "turn/over", "turn/pass"
"""Marks: the chit carried into this turn (5.6), the phase has ended, who passed last."""
OPENING = "opening"


@steps(Turn, "start")
def start(d: D, _: Turn, __: None) -> None:
    """2.A Markers are turned back; whoever is in command again loses his marker."""
    turn = d.count("turn")
    for key in tuple(d.marks):
        if key.endswith(("/normal", "/replay")) or key in (OVER, LAST_PASS):
            d.mark(key, None)
    for unit in tuple(d.pieces.values()):
        if unit.opp:
            d.set(unit.id, opp=False)
    command(d)
    d.say(say("Turn {turn} began", turn=turn), "BK 2.0")
    d.goto("recover", looked=())


@steps(Turn, "recover")
def recover(d: D, frame: Turn, _: None) -> None:
    """8.5.1 Demoralised formations try to recover."""
    waiting = [
        formation
        for formation in d.setting.scenario.formations
        if holds(d, formation, "demoralised")
        and formation not in frame.looked
        and any(u.at == SEALED or on_map(d.setting, u) for u in members(d, (formation,)))
    ]
    if not waiting:
        return d.goto("arrivals")
    d.goto("recover", looked=(*frame.looked, waiting[0]))
    return d.call(Flight(step="begin", formation=waiting[0]), "recover")


@steps(Turn, "arrivals")
def arrivals(d: D, _: Turn, __: None) -> None:
    """12.2 Reinforcements and their chits; then every chit that is not held goes into the cup."""
    arrive(d)
    held = [*d.cups[HAND["german"]], *d.cups[HAND["french"]]]
    first = d.marks.get(FIRST)
    out = [chit for chit in (*held, first) if isinstance(chit, str)]
    for side in SIDES:
        leave_out(d, side)
        d.cup(DONE[side], ())
        d.cup(SKIPPED[side], ())
    d.cup(CUP, roster(d, without=out))
    opens = d.setting.scenario.opening
    d.goto("opening" if opens and d.tracks["turn"] == 1 else "draw", chit="", partner="")


# ---- what is asked in a turn --------------------------------------------------------------------


class OfChit(BlitzkriegQuestion[Turn]):
    """Something that the owner of the drawn chit decides."""

    @property
    def side(self) -> str:
        """Whose chit it is."""
        return owner(self.frame.chit)

    def who(self) -> str:
        return self.side


class WhichFormation(OfChit):
    """One of several formations is named; their ids are the buttons."""

    @cached_property
    def names(self) -> Sequence[str]:
        """Those that may be."""
        return ()

    def buttons(self) -> tuple[Choice, ...]:
        return tuple(Choice(n, short(self.setting, n), self.cite) for n in self.names)

    def script(self, rng: Random) -> Answer | None:
        """The formation with the strongest units nearest to the enemy."""
        setting, state = self.setting, self.state
        foes = enemy_cells(setting, state, self.asked.who)

        def worth(key: str) -> float:
            name = key.rpartition("/")[2]
            units = [u for u in members(state, (name,)) if on_map(setting, u) and not u.hq]
            if not units or not foes:
                return -1.0
            near = min(setting.distance(u.at or "", foe) for u in units for foe in foes)
            tired = 20.0 if holds(state, name, "exhausted") else 0.0
            return sum(u.steps for u in units) - near - tired

        keys = [choice.key for choice in self.asked.choices]
        named = [key for key in keys if key.rpartition("/")[2] in setting.formations]
        return Choose(max(named, key=worth)) if named else None


# ---- 12.1 the held chits of the first turn ------------------------------------------------------


class OfOpening(WhichFormation):
    """12.1 Whoever opens has chits of his own out of the cup."""

    cite = "BK 12.1-A"

    @property
    def side(self) -> str:
        return self.setting.scenario.opening

    def buttons(self) -> tuple[Choice, ...]:
        return tuple(Choice(c, chit_name(self.setting, c), self.cite) for c in self.names)


@steps.asks(Turn, "opening", "kept")
class WhoOpens(OfOpening):
    """12.1 He names the formation whose chit he keeps."""

    kind, text = "opening", say("Which formation opens the battle?")

    @cached_property
    def names(self) -> Sequence[str]:
        chits = self.state.cups[CUP]
        return [c for c in chits if owner(c) == self.side and kind_of(c) == "formation"]

    def pressed(self, d: D, key: str) -> None:
        """It lies beside the cup with a Stuka and an artillery chit."""
        others = (f"{self.side}/stuka", f"{self.side}/artillery")
        kept = [key, *(chit for chit in others if chit in d.cups[CUP])]  # may be none (13.3)
        for chit in kept:
            cup.take(d, CUP, chit)
        d.cup(OPENING, sorted(kept))
        d.goto("open")


@steps.asks(Turn, "open", "opened")
class WhichComesNext(OfOpening):
    """12.1 The three are played first, in the order their owner likes."""

    kind, text = "opening-order", say("Which chit comes next?")

    @cached_property
    def names(self) -> Sequence[str]:
        return self.state.cups[OPENING]

    def asks(self) -> bool:
        return bool(self.names)

    def passed(self, d: D) -> None:
        d.goto("draw", chit="")

    def pressed(self, d: D, key: str) -> None:
        cup.take(d, OPENING, key)
        d.goto("cancel", chit=key, partner="")

    def script(self, rng: Random) -> None:
        """Any."""


# ---- B operations -------------------------------------------------------------------------------


@steps.asks(Turn, "draw", "drawn")
class Draw(BlitzkriegThrow[Turn]):
    """2.B1 The next chit. The last one of the turn becomes the first of the next (5.6)."""

    kind, cite, text = "chit", "BK 2.0-B1", say("Which chit is drawn?")

    @property
    def over(self) -> bool:
        """Whether the operations are."""
        none = not self.state.cups[CUP] and self.state.marks.get(FIRST) is None
        return bool(self.state.marks.get(OVER)) or none

    def asks(self) -> bool:
        held = self.state.cups.get(OPENING) or self.state.marks.get(FIRST) is not None
        return not (held or self.over) and len(self.state.cups[CUP]) > 1

    def dice(self) -> Dice:
        items = self.state.cups[CUP]
        return Dice((len(items),), faces=tuple(chit_name(self.setting, item) for item in items))

    def passed(self, d: D) -> None:
        first, left = d.marks.get(FIRST), d.cups[CUP]
        if d.cups.get(OPENING):
            return d.goto("open")
        if self.over:
            return d.goto("end", chit="", partner="")
        if isinstance(first, str):
            d.mark(FIRST, None)
            name = chit_name(d.setting, first)
            d.say(say("{chit} came over from the last turn", chit=name), "BK 5.6")
            return d.goto("cancel", chit=first, partner="")
        d.mark(FIRST, left[0])
        d.cup(CUP, ())
        name = chit_name(d.setting, left[0])
        d.say(say("{chit} was the last chit and waits", chit=name), "BK 5.6")
        return d.goto("end", chit="", partner="")

    def answered(self, d: D, answer: Roll) -> None:
        """Its owner is the active player."""
        chit = cup.drawn(d, CUP, answer)
        d.say(say("{chit} was drawn", chit=chit_name(d.setting, chit)), "BK 2.0-B1")
        d.goto("cancel", chit=chit, partner="")


def use_up(d: D, chit: str, *, skipped: bool = False) -> None:
    """2.0 Used chits lie before their owner, those without an activation apart."""
    pile = SKIPPED[owner(chit)] if skipped else DONE[owner(chit)]
    cup.put(d, pile, chit)


def leave_out(d: D, side: str) -> None:
    """5.4, 5.5 Who waited in vain has left its activation out, and so rests."""
    for chit in d.cups[ASIDE[side]]:
        rest(d, formation_of(chit), "BK 5.4-B")
        use_up(d, chit, skipped=True)
    if d.cups[ASIDE[side]]:
        d.cup(ASIDE[side], ())


def rest(d: D, name: str, cite: str) -> None:
    """5.4, 5.5 A formation sheds its exhaustion."""
    if holds(d, name, "exhausted"):
        d.mark(f"{name}/exhausted", None)
        d.say(say("{formation} rested", formation=short(d.setting, name)), cite)


def count_pass(d: D, side: str) -> None:
    """5.6 Two passes in a row, one by each side, end the operations phase."""
    last = d.marks.get(LAST_PASS)
    if last is not None and last != side:
        d.mark(OVER, True)
        d.say(say("Both sides passed; the operations phase is over"), "BK 5.6")
    else:
        d.mark(LAST_PASS, side)


def count_activation(d: D) -> None:
    """An activation breaks a row of passes."""
    if LAST_PASS in d.marks:
        d.mark(LAST_PASS, None)


@steps(Turn, "end")
def end(d: D, _: Turn, __: None) -> None:
    """11, 12 Victory is looked at; else the next turn."""
    take_away(d)
    if not end_of_turn(d):
        d.goto("start")
