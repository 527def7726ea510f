"""Battles of the company games against their budgets: a scripted game, one answer, fire zones."""

from random import Random
from statistics import median
from time import process_time

import pytest
from shipped import one_a_map

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.games.gts.ch09_zones import zone_hexes
from wardesk.services.play.tables import load_table


@pytest.mark.parametrize(
    ("scenario", "name", "game", "answer_"),
    [
        ("hannut-stonne/hannut", "Hannut", 5.0, 0.5),
        ("hannut-stonne/stonne", "Stonne", 5.0, 0.5),
        *((name, name.partition("/")[0].title(), 5.0, 0.5) for name in one_a_map("square")),
        ("market-garden/the-best-laid-plans", "Best", 10.0, 1.0),
    ],
)
def test_a_scripted_battle_and_one_decision(budget, scenario, name, game, answer_):
    rules = load_table(scenario, {}).rules
    rng, dice = Random(3), SeededDice(3)
    event, state = begin(rules, umpire=False)
    began, took = process_time(), []
    while state.ask is not None:
        ask = state.ask
        if ask.who == "chance":
            answer = dice.answer(ask, 0, event.chances)
        else:
            answer = rules.thinking.policy(rules.view(state, ask.who), rng)
        stamp = Stamp(id=event.id + 1, parent=event.id, chances=event.chances)
        start = process_time()
        event, state = advance(rules, state, answer, stamp, umpire=False)
        took.append(process_time() - start)
    whole, one = process_time() - began, median(took) * 1000

    budget(f"a scripted battle of {name}", f"{game:g} s", f"{whole:.1f} s", whole <= game)
    line = f"the rules of one answer at {name}, median"
    budget(line, f"{answer_:g} ms", f"{one:.2f} ms", one <= answer_)


def test_the_fire_zones_of_a_side(budget):
    rules = load_table("market-garden/hells-highway", {}).rules
    _, state = begin(rules, umpire=False)
    zone_hexes(rules.setting, state, "german")  # what every unit sees is worked out once
    rules.setting.zones.clear()
    start = process_time()
    zone_hexes(rules.setting, state, "german")
    took = (process_time() - start) * 1000

    budget("the fire zones of one side at Veghel", "20 ms", f"{took:.1f} ms", took <= 20)
