"""Chapter 1: the turn. Chits into the mug, one drawn after the other, barrages off."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import Roll
from wardesk.games.gts import ch15_route
from wardesk.games.gts.ch02_chits import chit_name, side_of
from wardesk.games.gts.ch09_zones import barraged
from wardesk.games.gts.ch14_victory import judge_end
from wardesk.games.gts.position import WEATHER, turn_name, weather
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import MUG, PLAYED, RESERVE, Activation, Turn, steps
from wardesk.games.shared import cup
from wardesk.games.shared.ask import Question
from wardesk.words import say

D = Draft[Setting]
DRAW = Question("chit", say("Which chit is drawn?"), "WED SR1.1", "drawn")
FIRST = "turn/first"
"""The chit held over from the last turn (1.3)."""


@steps(Turn, "begin")
def begin(d: D, _: Turn, __: None) -> None:
    """1.1 Reinforcements, then every chit that is not held over goes into the mug."""
    d.count("turn")
    d.say(say("The {turn} turn began", turn=turn_name(d.setting, d)), "WED SR1.1")
    ch15_route.begin_turn(d)
    turn = d.tracks["turn"]
    for row in d.setting.scenario.place:
        if row.turn == turn:
            for unit in row.units:
                if d.pieces[unit].at == RESERVE:
                    d.set(unit, at=row.at, column=row.column)
                    d.mark(f"{row.at}/last", d.pieces[unit].side)
    held = d.marks.get(FIRST)
    chits = [
        f"{side}/{chit}"
        for side, row in d.setting.scenario.chits.items()
        for chit in row
        if chit != "direct" or d.setting.options.mug == "printed"
    ]
    d.cup(MUG, sorted(chit for chit in chits if chit != held))
    d.cup(PLAYED, ())
    ch15_route.look_along(d)
    d.goto("sky", chit="")


@steps(Turn, "sky")
def sky(d: D, _: Turn, __: None) -> None:
    """1.2 A die for fog that may clear."""
    if not _fog_may_clear(d):
        return d.goto("draw")
    return d.roll(
        "fog",
        say("Does the fog clear?"),
        "WED 1.2",
        "fog",
        dice=(10,),
        plus=-1,
        context=say("{number} or less clears it", number=d.setting.scenario.fog),
    )


def _fog_may_clear(d: D) -> bool:
    """1.2 At 0900 and 1100; whether it does so on the first turn, whoever laid this out knows."""
    there = weather(d.setting, d) == "fog" and d.setting.scenario.fog is not None
    return there and d.tracks["turn"] > 1 and turn_name(d.setting, d) in ("0900", "1100")


@steps(Turn, "fog")
def fog(d: D, _: Turn, answer: Roll) -> None:
    """1.2 Clear for the day; fog that is there at 1100 turns to overcast."""
    roll = answer.dice[0] - 1
    how = say("rolled {roll}", roll=roll)
    if roll <= (d.setting.scenario.fog or 0):
        d.mark(WEATHER, "clear")
        d.say(say("The fog cleared"), "WED 1.2", None, how)
    elif turn_name(d.setting, d) == "1100":
        d.mark(WEATHER, "overcast")
        d.say(say("The fog became a cover of cloud"), "WED 1.2", None, how)
    else:
        d.say(say("The fog stayed"), "WED 1.2", None, how)
    d.goto("draw", chit="")


@steps(Turn, "draw")
def draw(d: D, _: Turn, __: None) -> None:
    """1.3 The chit held over opens the turn; the last one in the mug is held over in its turn."""
    held, left = d.marks.get(FIRST), d.cups[MUG]
    if isinstance(held, str) and not d.cups[PLAYED]:
        d.mark(FIRST, None)
        d.say(say("{chit} was held over", chit=chit_name(d.setting, held)), "WED SR1.3")
        return _play(d, held)
    if len(left) == 1:
        d.mark(FIRST, left[0])
        d.cup(MUG, ())
        name = chit_name(d.setting, left[0])
        d.say(say("{chit} is held over", chit=name), "WED SR1.3")
        return d.goto("clear")
    if not left:
        return d.goto("clear")
    cup.draw(d, MUG, DRAW, lambda item: chit_name(d.setting, item))
    return None


@steps(Turn, "drawn")
def drawn(d: D, _: Turn, answer: Roll) -> None:
    """1.1 The chit is played."""
    chit = cup.drawn(d, MUG, answer)
    d.say(say("{chit} was drawn", chit=chit_name(d.setting, chit)), "WED SR1.1")
    _play(d, chit)


def _play(d: D, chit: str) -> None:
    cup.put(d, PLAYED, chit)
    d.goto("played", chit=chit)
    d.call(Activation(step="begin", chit=chit, side=side_of(chit)), "played")


@steps(Turn, "played")
def played(d: D, _: Turn, __: None) -> None:
    """1.1 The next one, unless the battle is decided."""
    if not judge_end(d, at_once=True):
        d.goto("draw", chit="")


@steps(Turn, "clear")
def clear(d: D, _: Turn, __: None) -> None:
    """1.1 Every barrage is taken off; victory is looked at after the last turn."""
    for cell in sorted(barraged(d)):
        d.mark(f"{cell}/barrage", None)
    if d.tracks["turn"] >= d.setting.scenario.last_turn:
        judge_end(d, at_once=False)
    else:
        d.goto("begin")
