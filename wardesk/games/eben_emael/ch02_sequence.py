"""Chapter 2: the turn, phase by phase, in the order of the strip beside the map (EE N7)."""

from __future__ import annotations

from typing import Any

from wardesk.engine.draft import Draft
from wardesk.engine.types import Roll
from wardesk.games.eben_emael import hidden_counters
from wardesk.games.eben_emael.control import final_score
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import BONUS, FIRST_MOVER, GERMAN, HANDS, POOL, Turn, steps
from wardesk.games.shared import cup
from wardesk.games.shared.ask import AskedQuestion
from wardesk.words import say, say_count

DRAW = AskedQuestion("draw", say("Draw a special action counter"), "EE 2.1-0", "drawn")


@steps(Turn, "start")
def start(d: Draft[Setting], _: Turn, __: Any) -> None:  # noqa: ANN401 - no answer
    """A new turn: every unit may move, fight and fire again."""
    turn = d.count("turn")
    for counter in tuple(d.pieces.values()):
        if counter.moved:
            d.set(counter.id, moved=False)
        if counter.attacked:
            d.set(counter.id, attacked=False)
        if counter.fired:
            d.set(counter.id, fired=False)
    for key in tuple(d.marks):
        if key in (BONUS, FIRST_MOVER) or key.endswith("/out"):
            d.mark(key, None)
    d.say(say("Turn {turn} began", turn=turn), "EE N43")
    d.goto("draw", counter="")


@steps(Turn, "draw")
def draw(d: Draft[Setting], _: Turn, __: None) -> None:
    """One special action counter is drawn (phase 0, EE N44)."""
    counters = d.setting.tables.counters
    left = say_count("{n} counter left", "{n} counters left", n=len(d.cups[POOL]))
    if not cup.draw(d, POOL, DRAW, lambda item: counters[item].name, left):
        d.goto("german_cards")


@steps(Turn, "drawn")
def drawn(d: Draft[Setting], _: Turn, answer: Roll) -> None:
    """The counter goes to the side it helps and never comes back to the pool (6.0)."""
    counter = d.setting.tables.counters[cup.drawn(d, POOL, answer)]
    cup.put(d, HANDS[counter.side], counter.id)
    whose = say("the Germans drew it") if counter.side == GERMAN else say("the Belgians drew it")
    d.say(counter.name, "EE 2.1-0", how=whose)
    if hidden_counters.closed(d.setting):
        d.secret((counter.side,))
    d.goto("at_once", counter=counter.id)


@steps(Turn, "end")
def end(d: Draft[Setting], _: Turn, __: Any) -> None:  # noqa: ANN401 - no answer
    """After the last turn, or the turn of the tunnels, points are counted (EE N37, EE N43)."""
    if d.setting.options.solitaire == "yes":
        _out_of_play(d)
    if d.tracks["turn"] >= d.setting.tables.constants.turns or d.marks.get("fort/tunnels"):
        return final_score(d)
    return d.goto("start")


def _out_of_play(d: Draft[Setting]) -> None:
    """In a solitaire game nobody keeps a counter for the next turn (EE N60)."""
    for hand in HANDS.values():
        for counter in d.cups[hand]:
            name = d.setting.tables.counters[counter].name
            d.say(say("{counter} lapsed", counter=name), "EE N60", how=say("nobody keeps counters"))
        if d.cups[hand]:
            d.cup(hand, ())
