"""What whole games want of the hands, with the set *stand and fire* and the rest as proposed.

Seed 7, as the goals were set. Most goals are met. At Eben-Emael 58 are left of a goal of 45: 15 of
them end a phase, and no standing order does that.
"""

import answers
import pytest
from answers import counted, played

from wardesk.documents.packs.store import list_packs
from wardesk.engine.types import Choose

FOUND = {  # goal, reached
    "hannut-stonne/hannut": (440, 193),
    "market-garden/the-best-laid-plans": (230, 226),
    "may-1940/belgium": (335, 308),
    "eben-emael/historical": (45, 58),
}
THERE = [name for pack in list_packs() for name in pack.scenarios if name in FOUND]
SHORT_OF_IT = {"eben-emael/historical"}


@pytest.mark.slow
@pytest.mark.parametrize("name", THERE)
def test_a_whole_game_wants_no_more_of_the_hands(name):
    goal, reached = FOUND[name]
    journal = played(name, 7, "stand")
    found = counted(journal)
    assert found.by_hand <= reached
    assert (reached <= goal) == (name not in SHORT_OF_IT)
    if name in SHORT_OF_IT:
        ends = [e for e in journal.line() if ended(journal.rules.showing.endings, e)]
        assert found.by_hand - len(ends) <= goal
        assert not any(event.via for event in ends)


@pytest.mark.slow
@pytest.mark.parametrize("name", THERE)
def test_orders_take_more_than_a_tenth_off_what_the_same_players_are_asked(name):
    ordered, asked = counted(played(name, 7, "stand")), counted(played(name, 7))
    assert not asked.by_order
    assert ordered.by_order
    assert ordered.by_hand / ordered.answers < asked.by_hand / asked.answers * 0.9


def ended(endings, event):
    """Whether the answer of an event ends a phase, a turn or an activation."""
    key = event.answer.key if isinstance(event.answer, Choose) else ""
    return event.asked is not None and f"{event.asked.kind}/{key}" in endings


def test_the_table_is_printed(capsys):
    assert answers.main(["--orders", THERE[0], "7"]) == 0
    head, _line, row = capsys.readouterr().out.splitlines()
    assert head.startswith("| scenario | answers | by order |")
    assert row.split("|")[1].strip() == THERE[0]
