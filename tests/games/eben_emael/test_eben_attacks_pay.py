"""The Belgian script attacks only where the exact expectation beats staying, or at the end."""

from random import Random

import pytest
from eben import RULES, ready

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.games.eben_emael.attacks import assess
from wardesk.games.eben_emael.state import Battle

READY = ready().rules
ROLLS = [a + b for a in range(1, 7) for b in range(1, 7)]


def expectation(rules, state, cell: str, units: tuple[str, ...]) -> float:
    """Germans lost in shares of 85, less Belgians in shares of 329, over all 36 throws."""
    tables = rules.setting.tables
    found = assess(rules.setting, state.pieces, "belgian", cell, units)
    losses = [tables.combat.losses(total, found.column) for total in ROLLS]
    take = sum(min(theirs, found.defenders) for _, theirs in losses) / 36
    cost = sum(min(mine, found.men) for mine, _ in losses) / 36
    return take / 85 - cost / 329


def poor_attacks(rules, seed: int) -> tuple[int, list[float]]:
    """Attacks of a game that nobody had to make before the last turn, and those that lose.

    An attack counts with the units that take part in it when the machine guns open fire.
    """
    _, state = begin(rules, umpire=False)
    dice, rng, chances, number = SeededDice(seed), Random(seed), 0, 0
    made, poor, free = 0, [], False
    while state.ask is not None:
        ask = state.ask
        if ask.who == "chance":
            answer = dice.answer(ask, 0, chances)
            chances += 1
        else:
            answer = rules.thinking.policy(state, rng)
        last = state.tracks["turn"] >= 15 or "fort/tunnels" in state.marks
        if ask.kind == "attack-target" and ask.who == "belgian":
            free = any(c.key == "done" and not c.refused for c in ask.choices)
        before, number = state, number + 1
        _, state = advance(rules, state, answer, Stamp(id=number, parent=number - 1), umpire=False)
        joined = ask.kind in ("attack-target", "attackers") and ask.who == "belgian"
        frame = next((f for f in state.stack if isinstance(f, Battle)), None)
        if joined and frame is not None and frame.units and free and not last:
            made += 1
            value = expectation(rules, before, frame.target, frame.units)
            poor += [value] if value < 0 else []
    return made, poor


@pytest.mark.plays
@pytest.mark.parametrize("seed", range(4))
def test_the_script_makes_no_attack_that_is_worse_than_staying(seed):
    made, poor = poor_attacks(READY, seed)
    assert made
    assert poor == []


@pytest.mark.plays
@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_script_makes_no_such_attack_in_many_games():
    for rules in (READY, RULES):
        found = {seed: poor_attacks(rules, seed)[1] for seed in range(4, 300)}
        assert {seed: poor for seed, poor in found.items() if poor} == {}
