"""Chapter 5: what a chit that was drawn does, and what is decided about it."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import Cells, Choice, Choose
from wardesk.games.blitzkrieg.ch02_sequence import (
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
from wardesk.games.blitzkrieg.position import holds, members, on_map
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import ASIDE, ENEMY, Activation, Barrage, Flight, Turn, steps
from wardesk.games.shared import ask, cup
from wardesk.games.shared.ask import AskedQuestion
from wardesk.words import say

D = Draft[Setting]

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


@steps(Turn, "formation")
def formation(d: D, frame: Turn, _: None) -> None:
    """5.1, 5.2 Activate the formation, or not, or use a chit that is held along with it."""
    name, side = formation_of(frame.chit), owner(frame.chit)
    if not is_there(d.setting, d, name):
        return d.goto("used")
    if cells := hq_due(d, name):
        question = AskedQuestion(
            "hq-back", say("Where does the HQ come back?"), "BK 3.2", "hq_back"
        )
        return ask.pick_cell(d, side, question, cells, about=(f"{name}-hq",))
    if holds(d, name, "demoralised"):
        return d.call(Flight(step="begin", formation=name), "used")
    question = AskedQuestion("activate", say("Is this formation activated?"), "BK 5.1", "decided")
    context = chit_name(d.setting, frame.chit)
    about = tuple(u.id for u in members(d, (name,)) if on_map(d.setting, u))
    return ask.choose(d, side, question, _choices(d, side, name), context, about=about)


@steps(Turn, "hq_back")
def hq_back(d: D, frame: Turn, answer: Cells) -> None:
    """3.2 It comes back when its chit is drawn, whatever becomes of the chit."""
    bring_hq_back(d, formation_of(frame.chit), answer.cells[0])
    d.goto("formation")


def _choices(d: D, side: str, name: str) -> tuple[Choice, ...]:
    found: list[Choice] = []
    if _may_act(d, name):
        found.append(Choice("activate", say("Activate it"), "BK 5.1"))
    aside = _partner(d, side)
    if found and aside:
        label = say("Activate it with {other}", other=short(d.setting, aside))
        found.append(Choice("both", label, "BK 5.5-A"))
    if holds(d, name, "exhausted"):
        found.append(Choice("rest", say("Rest: no more exhaustion"), "BK 5.4-B"))
    else:
        found.append(Choice("pass", say("Pass"), "BK 5.6"))
    general = bool(held(d, side, "general"))
    if general and not d.cups[ASIDE[side]] and _may_act(d, name):
        found.append(Choice("wait", say("Pass, act with the next one"), "BK 5.5-A"))
    if held(d, side, "replay") and replayable(d, side):
        found.append(Choice("replay", say("First play the held replay"), "BK 5.3-F"))
    if general and (d.cups[ASIDE[side]] or d.setting.options.generals == "any"):
        found += general_choices(d, side)
    return tuple(found)


def _may_act(d: D, name: str) -> bool:
    return not activations(d, name) or may_again(d.setting, d, name)


def _partner(d: D, side: str) -> str:
    """5.5 The formation that waits aside and may still act, if the general chit is there."""
    chits = d.cups[ASIDE[side]]
    if not chits or not held(d, side, "general"):
        return ""
    name = formation_of(chits[0])
    fit = is_there(d.setting, d, name) and not holds(d, name, "demoralised")
    return name if fit and _may_act(d, name) else ""


@steps(Turn, "decided")
def decided(d: D, frame: Turn, answer: Choose) -> None:
    """5.1 to 5.6 What the owner wants."""
    name, side = formation_of(frame.chit), owner(frame.chit)
    if answer.key in ("activate", "rest", "pass"):
        leave_out(d, side)  # it waited for this chit and no other (5.5)
    match answer.key:
        case "activate":
            activate(d, side, (name,))
        case "both":
            partner = _partner(d, side)
            spend(d, side, "general")
            _take_aside(d, side)
            activate(d, side, (partner, name))
        case "rest":
            rest(d, name, "BK 5.4-B")
            use_up(d, frame.chit, skipped=True)
            d.goto("draw")
        case "pass":
            d.say(say("{formation} passed", formation=short(d.setting, name)), "BK 5.6")
            use_up(d, frame.chit, skipped=True)
            if _may_act(d, name):  # a chit nobody can use is no pass (N23)
                count_pass(d, side)
            d.goto("draw")
        case "wait":
            cup.put(d, ASIDE[side], frame.chit)
            d.say(
                say("{formation} waits for another", formation=short(d.setting, name)), "BK 5.5-A"
            )
            count_pass(d, side)
            d.goto("draw")
        case "replay":
            d.goto("replay_pick", partner="held")
        case _:
            use_general(d, side, answer.key, "formation")


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


@steps(Turn, "guns")
def guns(d: D, frame: Turn, _: None) -> None:
    """3.3, 5.5 Guns fire; with a general chit a formation that waited may act along with them."""
    side = owner(frame.chit)
    partner = _partner(d, side)
    if not partner:
        return d.call(barrage(d, frame.chit), "used")
    choices = (
        Choice("alone", say("Fire alone"), "BK 3.3"),
        Choice("both", say("Fire, then {other} acts", other=short(d.setting, partner)), "BK 5.5-B"),
    )
    question = AskedQuestion(
        "guns", say("Does the waiting formation act too?"), "BK 5.5-B", "guns_chosen"
    )
    return ask.choose(d, side, question, choices)


@steps(Turn, "guns_chosen")
def guns_chosen(d: D, frame: Turn, answer: Choose) -> None:
    """5.5 Fire first, then the formation."""
    side = owner(frame.chit)
    partner = _partner(d, side)
    d.goto("used")
    if answer.key == "both":
        spend(d, side, "general")
        _take_aside(d, side)
        activate(d, side, (partner,))
    d.call(barrage(d, frame.chit), d.stack[-1].step)


def barrage(d: D, chit: str) -> Barrage:
    """8.6 The salvoes that one chit has."""
    side = owner(chit)
    if kind_of(chit) == "stuka":
        return Barrage(step="target", side=side, left={"stuka": STUKA_ATTACKS})
    salvoes = d.setting.scenario.salvoes.get(side, {})
    return Barrage(step="target", side=side, left={k: n for k, n in salvoes.items() if n})


STUKA_ATTACKS = 2
"""12.1 Attacks of one Stuka chit."""
