"""Chapter 2: the turn. Administration, then chit after chit until the cup is empty."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Roll
from wardesk.games.blitzkrieg.ch03_command import command
from wardesk.games.blitzkrieg.ch11_victory import end_of_turn
from wardesk.games.blitzkrieg.ch12_scenarios import arrive, take_away
from wardesk.games.blitzkrieg.chits import (
    chit_name,
    formation_of,
    kind_of,
    owner,
    roster,
    short,
)
from wardesk.games.blitzkrieg.position import holds, members, on_map
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import (
    ASIDE,
    CUP,
    DONE,
    HAND,
    SIDES,
    SKIPPED,
    Flight,
    Turn,
    steps,
)
from wardesk.games.shared import ask, cup
from wardesk.games.shared.ask import AskedQuestion
from wardesk.words import say

D = Draft[Setting]
DRAW = AskedQuestion("chit", say("Which chit is drawn?"), "BK 2.0-B1", "drawn")
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
        and any(on_map(d.setting, unit) for unit in members(d, (formation,)))
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


# ---- 12.1 the held chits of the first turn ------------------------------------------------------


@steps(Turn, "opening")
def opening(d: D, _: Turn, __: None) -> None:
    """12.1 Whoever opens names the formation whose chit he keeps out of the cup."""
    side = d.setting.scenario.opening
    mine = [c for c in d.cups[CUP] if owner(c) == side and kind_of(c) == "formation"]
    question = AskedQuestion(
        "opening", say("Which formation opens the battle?"), "BK 12.1-A", "kept"
    )
    choices = tuple(Choice(c, chit_name(d.setting, c), "BK 12.1-A") for c in mine)
    ask.choose(d, side, question, choices)


@steps(Turn, "kept")
def kept(d: D, _: Turn, answer: Choose) -> None:
    """12.1 It lies beside the cup with a Stuka and an artillery chit."""
    side = d.setting.scenario.opening
    others = [chit for chit in (f"{side}/stuka", f"{side}/artillery") if chit in d.cups[CUP]]
    kept = [answer.key, *others]  # there may be none of a sort (13.3)
    for chit in kept:
        cup.take(d, CUP, chit)
    d.cup(OPENING, sorted(kept))
    d.goto("open")


@steps(Turn, "open")
def open_battle(d: D, _: Turn, __: None) -> None:
    """12.1 The three are played first, in the order their owner likes."""
    left = d.cups[OPENING]
    if not left:
        return d.goto("draw", chit="")
    question = AskedQuestion("opening-order", say("Which chit comes next?"), "BK 12.1-A", "opened")
    choices = tuple(Choice(c, chit_name(d.setting, c), "BK 12.1-A") for c in left)
    return ask.choose(d, d.setting.scenario.opening, question, choices)


@steps(Turn, "opened")
def opened(d: D, _: Turn, answer: Choose) -> None:
    """12.1 That chit."""
    cup.take(d, OPENING, answer.key)
    d.goto("cancel", chit=answer.key, partner="")


# ---- B operations -------------------------------------------------------------------------------


@steps(Turn, "draw")
def draw(d: D, _: Turn, __: None) -> None:
    """2.B1 The next chit. The last one of the turn becomes the first of the next (5.6)."""
    if d.cups.get(OPENING):
        return d.goto("open")
    first, left = d.marks.get(FIRST), d.cups[CUP]
    if d.marks.get(OVER) or (not left and first is None):
        return d.goto("end", chit="", partner="")
    if isinstance(first, str):
        d.mark(FIRST, None)
        d.say(
            say("{chit} came over from the last turn", chit=chit_name(d.setting, first)), "BK 5.6"
        )
        return d.goto("cancel", chit=first, partner="")
    if len(left) == 1:
        d.mark(FIRST, left[0])
        d.cup(CUP, ())
        d.say(
            say("{chit} was the last chit and waits", chit=chit_name(d.setting, left[0])), "BK 5.6"
        )
        return d.goto("end", chit="", partner="")
    cup.draw(d, CUP, DRAW, lambda item: chit_name(d.setting, item))
    return None


@steps(Turn, "drawn")
def drawn(d: D, _: Turn, answer: Roll) -> None:
    """2.B1 Its owner is the active player."""
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
