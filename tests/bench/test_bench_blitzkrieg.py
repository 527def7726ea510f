"""A battle of Blitzkrieg 1940 against its budget: a scripted game, and one answer."""

from random import Random
from statistics import median
from time import process_time

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.services.play.tables import load_table


def test_a_scripted_battle_and_one_decision(budget):
    rules = load_table("hannut-stonne/stonne", {}).rules
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

    budget("a scripted battle of Stonne", "5 s", f"{whole:.1f} s", whole <= 5)
    budget("the rules of one answer, median", "0.5 ms", f"{one:.2f} ms", one <= 0.5)
