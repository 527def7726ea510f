"""Chapter 2: the turn, phase by phase, in the order of the strip beside the map (EE N7)."""

from __future__ import annotations

from typing import Any

from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice
from wardesk.engine.types import Answer, Decision, Roll, replace
from wardesk.games.eben_emael.asked import EbenThrow
from wardesk.games.eben_emael.control import final_score
from wardesk.games.eben_emael.hidden_counters import closed
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    BONUS,
    FIRST_MOVER,
    GERMAN,
    HANDS,
    POOL,
    Turn,
    steps,
)
from wardesk.games.shared import cup
from wardesk.model.look import CaseLook, OddsLine
from wardesk.words import join, say, say_count


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


@steps.asks(Turn, "draw", "drawn")
class DrawCounter(EbenThrow[Turn]):
    """One special action counter is drawn (phase 0, EE N44)."""

    kind, cite, chart = "draw", "EE 2.1-0", "counters"
    text = say("Draw a special action counter")

    def asks(self) -> bool:
        return bool(self.state.cups[POOL])

    def passed(self, d: Draft[Setting]) -> None:
        d.goto("german_cards")

    def put(self, d: Draft[Setting], then: str) -> None:
        """Its chart only helps; the dice are read on none."""
        super().put(d, then)
        if d.question is not None:
            d.question = replace(d.question, chart="")

    @property
    def faces(self) -> tuple[str, ...]:
        """What lies in the pool."""
        counters = self.setting.tables.counters
        return tuple(counters[counter].name for counter in self.state.cups[POOL])

    def dice(self) -> Dice:
        left = say_count("{n} counter left", "{n} counters left", n=len(self.faces))
        return Dice((len(self.faces),), faces=self.faces, context=left)

    def seen(self) -> Decision:
        """What the other side holds lies in the pool for all that this one knows."""
        if not closed(self.setting):
            return self.asked
        return replace(self.asked, dice=(len(self.faces),), faces=self.faces, context="")

    def case(self, answer: Answer | None) -> CaseLook:
        """Every counter has the same chance; as good counts what helps the Germans, who draw."""
        counters, of = self.setting.tables.counters, len(self.asked.faces)
        sides = [counters[counter].side for counter in self.state.cups[POOL]]
        odds = (
            OddsLine(say("helps the Germans"), sides.count(GERMAN), of, "good"),
            OddsLine(say("helps the Belgians"), sides.count(BELGIAN), of, "bad"),
        )
        text = say("In the pool: {counters}", counters=join(", ", self.asked.faces))
        return CaseLook(title=self.asked.prompt, sum_text=text, odds=odds)

    def answered(self, d: Draft[Setting], answer: Roll) -> None:
        """The counter goes to the side it helps and never comes back to the pool (6.0)."""
        counter = d.setting.tables.counters[cup.drawn(d, POOL, answer)]
        cup.put(d, HANDS[counter.side], counter.id)
        german = counter.side == GERMAN
        whose = say("the Germans drew it") if german else say("the Belgians drew it")
        d.say(counter.name, "EE 2.1-0", how=whose)
        if closed(d.setting):
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
