"""Rules that say they hide nothing from a side hide nothing: such games may go by mail."""

from __future__ import annotations

from random import Random

import pytest
from shipped import one_a_map

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.services.play.tables import load_table

STEPS = 250


def settings(scenario):
    """As it is usually played, and with each other choice of each option by itself."""
    yield {}
    for option in load_table(scenario, {}).rules.option_list():
        for choice in option.keys:
            if choice != option.default:
                yield {option.id: choice}


def positions(rules, seed):
    """Events and states of a game by the script."""
    event, state = begin(rules, umpire=False)
    rng, dice = Random(seed), SeededDice(seed)
    for _ in range(STEPS):
        yield event, state
        if (ask := state.ask) is None:
            return
        if ask.who == "chance":
            answer = dice.answer(ask, 0, event.chances)
        else:
            answer = rules.thinking.policy(rules.view(state, ask.who), rng)
        stamp = Stamp(id=event.id + 1, parent=event.id, chances=event.chances)
        event, state = advance(rules, state, answer, stamp, umpire=False)


@pytest.mark.parametrize("shipped_scenario", one_a_map())
def test_who_hides_nothing_shows_everybody_everything(shipped_scenario):
    for options in settings(shipped_scenario):
        rules = load_table(shipped_scenario, options).rules
        hidden = 0
        for event, state in positions(rules, 1):
            blank = sum(rules.view(state, side) != state for side in rules.sides)
            hidden += blank + bool(event.visible_to)
        assert bool(hidden) == rules.has_secrets, options
