"""Which questions a level of play thinks about at Hannut."""

from __future__ import annotations

from wardesk.games.blitzkrieg.playing.think import ANSWERED
from wardesk.players.bots import PolicyPlayer
from wardesk.players.match import play_match
from wardesk.services.play.tables import load_table


def test_orders_are_weighed_and_what_they_bring_about_is_not():
    rules = load_table("hannut-stonne/hannut", {}).rules
    weighed, answered = set(), set()

    class Spy(PolicyPlayer):
        def choose(self, rules, view, rng):
            script = super().choose(rules, view, rng)
            (weighed if rules.thinking.weighs(view, script) else answered).add(view.ask.kind)
            return script

    for seed in range(3):
        play_match(rules, dict.fromkeys(rules.sides, Spy()), seed)

    assert answered == ANSWERED
    assert {"act", "firer", "activate", "deploy", "barrage", "replay"} <= weighed
