"""What whole games want of the hands, with the set *stand and fire* and the rest as proposed.

Seed 7, as the goals were set.
"""

from itertools import pairwise

import answers
import pytest
from answers import counted, played

from wardesk.documents.packs.store import list_packs
from wardesk.engine.types import Choose

FOUND = {  # goal, reached
    "hannut-stonne/hannut": (440, 188),
    "market-garden/the-best-laid-plans": (230, 226),
    "may-1940/belgium": (335, 308),
    "eben-emael/historical": (45, 45),
}
THERE = [name for pack in list_packs() for name in pack.scenarios if name in FOUND]


@pytest.mark.slow
@pytest.mark.parametrize("name", THERE)
def test_a_whole_game_wants_no_more_of_the_hands(name):
    goal, reached = FOUND[name]
    journal = played(name, 7, "stand")
    found = counted(journal)
    assert found.by_hand <= reached
    assert reached <= goal
    ends = [e for e in journal.line() if ended(journal.rules.showing, e)]
    assert not any(event.via for event in ends), "no order ends more than one unit's action"


@pytest.mark.slow
@pytest.mark.parametrize("name", THERE)
def test_orders_take_more_than_a_tenth_off_what_the_same_players_are_asked(name):
    ordered, asked = counted(played(name, 7, "stand")), counted(played(name, 7))
    assert not asked.by_order
    assert ordered.by_order
    assert ordered.by_hand / ordered.answers < asked.by_hand / asked.answers * 0.9


def ended(showing, event):
    """Whether the answer of an event ends a phase, a turn or an activation."""
    key = event.answer.key if isinstance(event.answer, Choose) else ""
    endings = showing.endings - showing.unit_endings
    return event.asked is not None and f"{event.asked.kind}/{key}" in endings


def test_to_lay_all_charges_is_one_thing_and_so_is_to_wait():
    """In one game at Eben-Emael nine charges are laid one after the other, and turns pass."""
    journal = played("eben-emael/historical", 7, "stand")
    asked = [e for e in journal.line()[1:] if e.asked and not e.via.startswith("standing:")
             and e.asked.who in journal.rules.sides]  # fmt: skip
    one_by_one = list(answers.rows(journal, asked))
    laid = [row for row in one_by_one if "charge:" in getattr(row[0].answer, "key", "")]
    assert len(laid) == 10
    grouped = [b for a, b in pairwise(one_by_one) if answers.alike(journal, a, b)]
    assert len(grouped) == 8, "the tenth comes a turn later"
    assert {row[0].asked.kind for row in grouped} == {"attack-target"}


def test_whoever_waits_is_asked_again_once_an_enemy_comes():
    journal = played("eben-emael/historical", 7, "stand")
    done = [e for e in journal.line() if ended(journal.rules.showing, e)
            and e.asked.kind == "move"]  # fmt: skip
    again = [b for a, b in pairwise(done) if answers.ended_again(journal, a, [b])]
    assert again
    for one in again:
        before = next(a for a, b in pairwise(done) if b is one)
        foes = [
            {p.id: p.at for p in journal.state(e.parent).pieces.values() if p.side == "belgian"}
            for e in (before, one)
        ]
        assert all(foes[0].get(piece) == at for piece, at in foes[1].items() if at)
    assert any(not answers.ended_again(journal, a, [b]) for a, b in pairwise(done))


def test_the_table_is_printed(capsys):
    assert answers.main(["--orders", THERE[0], "7"]) == 0
    head, _line, row = capsys.readouterr().out.splitlines()
    assert head.startswith("| scenario | answers | by order |")
    assert row.split("|")[1].strip() == THERE[0]
