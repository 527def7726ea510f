"""Which questions of a game a level of play would think about, and which are the script's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from wardesk.engine.types import Path
from wardesk.players.bots import PolicyPlayer
from wardesk.players.match import play_match


def questions_of(rules, seeds: Iterable[int]) -> tuple[Counter, Counter]:
    """Those weighed and those answered at once when the script plays these games.

    Each by its kind and by whether the script moves somebody along a path.
    """
    weighed, answered = Counter(), Counter()

    class Spy(PolicyPlayer):
        def choose(self, rules, view, rng):
            script = super().choose(rules, view, rng)
            found = weighed if rules.thinking.weighs(view, script) else answered
            found[view.ask.kind, isinstance(script, Path)] += 1
            return script

    for seed in seeds:
        play_match(rules, dict.fromkeys(rules.sides, Spy()), seed)
    return weighed, answered
