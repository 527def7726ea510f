"""Where rules happen: every row names a rule and a game that is there, and a sample is played."""

from __future__ import annotations

import pytest
import reach

from wardesk.documents.packs.store import list_packs
from wardesk.model.rulebook import HOW, read_rulebook
from wardesk.services.play.reached import happens
from wardesk.services.play.tables import load_table

BOOKS = {name: read_rulebook(path) for name, path in reach.BOOKS.items()}
LEAST = {"gts": 95, "market-garden": 95}
"""So many per cent of what is played happen in shipped games, at least."""
OTHERS = 75
SAMPLED = ("market-garden/a-drive-in-the-country", "market-garden/out-of-the-sky",
           "eben-emael/first-landing")  # fmt: skip


@pytest.mark.parametrize("name", BOOKS)
def test_every_row_names_a_rule_and_a_game_that_is_there(name):
    book = BOOKS[name]
    scenarios = {one for pack in list_packs() for one in pack.scenarios} | {reach.CAMPAIGN}
    for rule, row in book.reached.items():
        assert rule in book.by_id
        assert row.rule == rule
        assert row.how in HOW
        assert row.scenario in scenarios


@pytest.mark.parametrize("name", BOOKS)
def test_so_much_happens_in_shipped_games(name):
    played, there = BOOKS[name].happening()
    assert 100 * there >= LEAST.get(name, OTHERS) * played, reach.share(BOOKS[name])


@pytest.mark.parametrize("name", SAMPLED)
def test_a_sample_of_the_rows_is_played_again(name):
    rows = [
        row for book in BOOKS.values() for row in book.reached.values()
        if row.scenario == name and row.how != "part" and not row.options
    ]  # fmt: skip
    one = min(rows, key=lambda row: (row.seed, row.players, row.rule))
    game = reach.Played(one.scenario, one.seed, one.players)
    seen: dict[str, tuple[str, str]] = {}
    rules = load_table(name, {}).rules
    reach.watch(rules, game, lambda rule, how, turn: seen.setdefault(rule, (how, str(turn))))
    told = {row.rule for row in rows if (row.seed, row.players) == (one.seed, one.players)}
    missing = told - set(seen)
    assert not missing, "rules or players have changed: run python packaging/reach.py"


def test_it_is_told_of_every_rule_that_is_played_and_of_no_other():
    book = BOOKS["gts"]
    for rule in book.rules:
        told = happens(book, rule)
        assert bool(told) == (rule.status == "enforced")
    one, none = book.rule("SR7"), book.rule("2.14")
    assert "seed" in happens(book, one)
    assert happens(book, none) == "Happens in tests only"
