"""Which questions a level of play thinks about at Remagen."""

from __future__ import annotations

from collections import Counter

from wardesk.engine.types import Path
from wardesk.players.bots import PolicyPlayer
from wardesk.players.match import play_match
from wardesk.services.play.tables import load_table


def test_arrivals_and_marches_are_the_scripts_and_where_it_stops_a_level_thinks():
    rules = load_table("remagen/7-march-1945", {}).rules
    weighed, answered = Counter(), Counter()

    class Spy(PolicyPlayer):
        def choose(self, rules, view, rng):
            script = super().choose(rules, view, rng)
            found = weighed if rules.thinking.weighs(view, script) else answered
            found[view.ask.kind, isinstance(script, Path)] += 1
            return script

    play_match(rules, dict.fromkeys(rules.sides, Spy()), 3)

    assert set(answered) <= {("arrive", True), ("arrive", False), ("move", True)}
    assert ("move", True) not in weighed
    assert weighed["move", False] > 10
    assert sum(often for (kind, _), often in weighed.items() if kind == "fire") > 10
    assert sum(weighed.values()) < sum(answered.values())
