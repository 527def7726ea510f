"""A game, a script and a search are the same in every process: no order of a set decides them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from shipped import one_a_map

PLAY = """
from hashlib import sha256
from random import Random
import sys
from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.engine.types import CHANCE
from wardesk.players.search.search import think
from wardesk.services.play.tables import load_table

for scenario in sys.argv[1:]:
    rules, rng, dice = load_table(scenario, {}).rules, Random(4), SeededDice(4)
    found = sha256()
    _, state = begin(rules, umpire=False)
    for number in range(400):
        asked = state.ask
        if asked is None:
            break
        if asked.who == CHANCE:
            answer = dice.answer(asked, 0, number)
        else:
            view = rules.view(state, asked.who)
            script = rules.thinking.policy(view, Random(number))
            found.update(repr((rules.options(view, 40, rng), script)).encode())
            answer = think(rules, view, Random(7), 60).answer if number % 60 == 0 else script
        found.update(repr(answer).encode())
        _, state = advance(rules, state, answer, Stamp(id=number, parent=0), umpire=False)
    print(scenario, found.hexdigest())
"""
SCENARIOS = ("eben-emael/historical", "hannut-stonne/hannut", "hannut-stonne/stonne",
             "market-garden/the-best-laid-plans", "may-1940/proving-ground",
             *one_a_map("square"))  # fmt: skip


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_another_order_of_sets_changes_nothing():
    told = [
        subprocess.run(
            [sys.executable, "-c", PLAY, *SCENARIOS], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout.splitlines()
        for seed in ("1", "2")
    ]  # fmt: skip
    assert len(told[0]) == len(SCENARIOS)
    assert told[0] == told[1]
