"""The Belgian script attacks only where the exact expectation beats staying, or at the end."""

from random import Random

import pytest
from eben import ready

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.games.eben_emael.ch04_combat import assess, candidates, team

READY = ready().rules
ROLLS = [a + b for a in range(1, 7) for b in range(1, 7)]


def expectation(state, cell: str) -> float:
    """Germans lost in shares of 85, less Belgians in shares of 329, over all 36 throws."""
    setting = READY.setting
    units = team(setting, state.pieces, cell, candidates(setting, state, "belgian", cell))
    found = assess(setting, state.pieces, "belgian", cell, units)
    losses = [setting.tables.combat.losses(total, found.column) for total in ROLLS]
    take = sum(min(theirs, found.defenders) for _, theirs in losses) / 36
    cost = sum(min(mine, found.men) for mine, _ in losses) / 36
    return take / 85 - cost / 329


def poor_attacks(seed: int) -> tuple[int, list[float]]:
    """Attacks of a game that nobody had to make before the last turn, and those that lose."""
    _, state = begin(READY, umpire=False)
    dice, rng, chances, number = SeededDice(seed), Random(seed), 0, 0
    made, poor = 0, []
    while state.ask is not None:
        ask = state.ask
        if ask.who == "chance":
            answer = dice.answer(ask, 0, chances)
            chances += 1
        else:
            answer = READY.thinking.policy(state, rng)
            free = any(c.key == "done" and not c.refused for c in ask.choices)
            last = state.tracks["turn"] >= 15 or "fort/tunnels" in state.marks
            if ask.kind == "attack-target" and ask.who == "belgian" and free and not last:
                values = [expectation(state, c) for c in getattr(answer, "cells", ())]
                made += len(values)
                poor += [value for value in values if value < 0]
        number += 1
        _, state = advance(READY, state, answer, Stamp(id=number, parent=number - 1), umpire=False)
    return made, poor


@pytest.mark.plays
@pytest.mark.parametrize("seed", range(4))
def test_the_script_makes_no_attack_that_is_worse_than_staying(seed):
    made, poor = poor_attacks(seed)
    assert made
    assert poor == []


@pytest.mark.plays
@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_script_makes_no_such_attack_in_many_games():
    assert {seed: poor for seed in range(4, 300) if (poor := poor_attacks(seed)[1])} == {}
