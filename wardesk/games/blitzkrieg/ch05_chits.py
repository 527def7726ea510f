"""Chapter 5: what a chit that was drawn does, and what is decided about it."""

from __future__ import annotations

from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.types import Answer, Cells, Choice, Choose
from wardesk.games.blitzkrieg.ch02_sequence import (
    OfChit,
    count_activation,
    count_pass,
    leave_out,
    rest,
    use_up,
)
from wardesk.games.blitzkrieg.ch05_activation import bring_hq_back, hq_due, reactions_afresh
from wardesk.games.blitzkrieg.ch05_special_chits import (
    general_choices,
    replayable,
    spend,
    use_general,
)
from wardesk.games.blitzkrieg.chits import (
    activations,
    chit_name,
    formation_of,
    held,
    is_there,
    kind_of,
    may_again,
    owner,
    short,
)
from wardesk.games.blitzkrieg.position import Table, holds, members, on_map
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import ASIDE, ENEMY, Activation, Barrage, Flight, Turn, steps
from wardesk.games.shared import cup
from wardesk.words import Spoken, say

D = Draft[Setting]
MANY_DOWN = 4
"""Neutralised units for which a general is well spent."""

# ---- playing a chit -----------------------------------------------------------------------------


@steps(Turn, "play")
def play(d: D, frame: Turn, _: None) -> None:
    """1.4, 5 Each sort of chit its own way."""
    match kind_of(frame.chit):
        case "replay":
            d.goto("replay")
        case "general":
            d.goto("general")
        case "formation":
            d.goto("formation")
        case _:
            count_activation(d)  # guns are activated as formations are (3.3)
            reactions_afresh(d, ENEMY[owner(frame.chit)])
            d.goto("guns")


@steps.answers(Turn, "hq_back")
class WhereHqReturns(OfChit):
    """3.2 It comes back when its chit is drawn, whatever becomes of the chit."""

    kind, cite, shape = "hq-back", "BK 3.2", "cells"
    text = say("Where does the HQ come back?")

    @cached_property
    def able(self) -> tuple[str, ...]:
        return hq_due(self.setting, self.state, formation_of(self.frame.chit))

    def about(self) -> tuple[str, ...]:
        return (f"{formation_of(self.frame.chit)}-hq",)

    def picked(self, d: D, answer: Cells) -> None:
        bring_hq_back(d, formation_of(self.frame.chit), answer.cells[0])
        d.goto("formation")


@steps.asks(Turn, "formation", "decided")
class IsActivated(OfChit):
    """5.1 to 5.6 Activate the formation, or not, or use a chit that is held along with it."""

    kind, cite, text = "activate", "BK 5.1", say("Is this formation activated?")

    @property
    def formation(self) -> str:
        """The one whose chit was drawn."""
        return formation_of(self.frame.chit)

    def put(self, d: D, then: str) -> None:
        where = WhereHqReturns(d.setting, self.state, self.frame)
        if not is_there(d.setting, d, self.formation):
            d.goto("used")
        elif where.asks():
            where.put(d, "hq_back")
        elif holds(d, self.formation, "demoralised"):
            d.call(Flight(step="begin", formation=self.formation), "used")
        else:
            super().put(d, then)

    def context(self) -> Spoken:
        return chit_name(self.setting, self.frame.chit)

    def about(self) -> tuple[str, ...]:
        units = members(self.state, (self.formation,))
        return tuple(u.id for u in units if on_map(self.setting, u))

    def buttons(self) -> tuple[Choice, ...]:
        setting, state, side, name = self.setting, self.state, self.side, self.formation
        found: list[Choice] = []
        may_act = _may_act(setting, state, name)
        if may_act:
            found.append(Choice("activate", say("Activate it"), "BK 5.1"))
        waits = _partner(setting, state, side)
        if found and waits:
            label = say("Activate it with {other}", other=short(setting, waits))
            found.append(Choice("both", label, "BK 5.5-A"))
        if holds(state, name, "exhausted"):
            found.append(Choice("rest", say("Rest: no more exhaustion"), "BK 5.4-B"))
        else:
            found.append(Choice("pass", say("Pass"), "BK 5.6"))
        general, aside = bool(held(state, side, "general")), state.cups[ASIDE[side]]
        if general and not aside and may_act:
            found.append(Choice("wait", say("Pass, act with the next one"), "BK 5.5-A"))
        if held(state, side, "replay") and replayable(setting, state, side):
            found.append(Choice("replay", say("First play the held replay"), "BK 5.3-F"))
        if general and (aside or setting.options.generals == "any"):
            found += general_choices(setting, state, side)
        return tuple(found)

    def pressed(self, d: D, key: str) -> None:
        """What the owner wants."""
        name, side, chit = self.formation, self.side, self.frame.chit
        if key in ("activate", "rest", "pass"):
            leave_out(d, side)  # it waited for this chit and no other (5.5)
        match key:
            case "activate":
                activate(d, side, (name,))
            case "both":
                partner = _partner(d.setting, d, side)
                spend(d, side, "general")
                _take_aside(d, side)
                activate(d, side, (partner, name))
            case "rest":
                rest(d, name, "BK 5.4-B")
                use_up(d, chit, skipped=True)
                d.goto("draw")
            case "pass":
                d.say(say("{formation} passed", formation=short(d.setting, name)), "BK 5.6")
                use_up(d, chit, skipped=True)
                if _may_act(d.setting, d, name):  # a chit nobody can use is no pass (N23)
                    count_pass(d, side)
                d.goto("draw")
            case "wait":
                cup.put(d, ASIDE[side], chit)
                text = say("{formation} waits for another", formation=short(d.setting, name))
                d.say(text, "BK 5.5-A")
                count_pass(d, side)
                d.goto("draw")
            case "replay":
                d.goto("replay_pick", partner="held")
            case _:
                use_general(d, side, key, "formation")

    def script(self, rng: Random) -> Answer | None:
        """Act whenever it can; the exhausted rest, and generals go where they do most."""
        side, keys = self.asked.who, [choice.key for choice in self.asked.choices]
        down = sum(u.neutralised for u in self.state.pieces.values() if u.side == side)
        if "general-rally" in keys and down >= MANY_DOWN:
            return Choose("general-rally")
        if "rest" in keys:
            return Choose("general-rest" if "general-rest" in keys else "rest")
        for key in ("both", "replay", "general-replay", "activate", "pass"):
            if key in keys and not (key == "general-replay" and "replay" in keys):
                return Choose(key)
        return None


def _may_act(setting: Setting, table: Table, name: str) -> bool:
    return not activations(table, name) or may_again(setting, table, name)


def _partner(setting: Setting, table: Table, side: str) -> str:
    """5.5 The formation that waits aside and may still act, if the general chit is there."""
    chits = table.cups[ASIDE[side]]
    if not chits or not held(table, side, "general"):
        return ""
    name = formation_of(chits[0])
    fit = is_there(setting, table, name) and not holds(table, name, "demoralised")
    return name if fit and _may_act(setting, table, name) else ""


def _take_aside(d: D, side: str) -> None:
    for chit in d.cups[ASIDE[side]]:
        use_up(d, chit)
    d.cup(ASIDE[side], ())


def activate(d: D, side: str, formations: tuple[str, ...], *, replay: bool = False) -> None:
    """Begin an activation; the chit is used afterwards."""
    count_activation(d)
    frame = Activation(step="begin", side=side, formations=formations, replay=replay)
    d.call(frame, "used")


@steps(Turn, "used")
def used(d: D, frame: Turn, _: None) -> None:
    """2.0 The chit lies before its owner."""
    use_up(d, frame.chit)
    d.goto("draw", chit="", partner="")


# ---- artillery and Stukas -----------------------------------------------------------------------


@steps.asks(Turn, "guns", "guns_chosen")
class GunsAlone(OfChit):
    """3.3, 5.5 Guns fire; with a general chit a formation that waited may act along with them."""

    kind, cite, text = "guns", "BK 5.5-B", say("Does the waiting formation act too?")

    @cached_property
    def partner(self) -> str:
        """Who could act after them."""
        return _partner(self.setting, self.state, self.side)

    def asks(self) -> bool:
        return bool(self.partner)

    def buttons(self) -> tuple[Choice, ...]:
        both = say("Fire, then {other} acts", other=short(self.setting, self.partner))
        alone = Choice("alone", say("Fire alone"), "BK 3.3")
        return (alone, Choice("both", both, "BK 5.5-B"))

    def passed(self, d: D) -> None:
        d.call(barrage(d, self.frame.chit), "used")

    def pressed(self, d: D, key: str) -> None:
        """Fire first, then the formation."""
        partner = self.partner
        d.goto("used")
        if key == "both":
            spend(d, self.side, "general")
            _take_aside(d, self.side)
            activate(d, self.side, (partner,))
        d.call(barrage(d, self.frame.chit), d.stack[-1].step)

    def script(self, rng: Random) -> Answer:
        return Choose("both")


def barrage(d: D, chit: str) -> Barrage:
    """8.6 The salvoes that one chit has."""
    side = owner(chit)
    if kind_of(chit) == "stuka":
        return Barrage(step="target", side=side, left={"stuka": STUKA_ATTACKS})
    salvoes = d.setting.scenario.salvoes.get(side, {})
    return Barrage(step="target", side=side, left={k: n for k, n in salvoes.items() if n})


STUKA_ATTACKS = 2
"""12.1 Attacks of one Stuka chit."""
