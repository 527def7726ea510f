"""A Drive in the Country: one turn, in which every chit is played."""

from __future__ import annotations

import pytest

import wardesk

NAME = "market-garden/a-drive-in-the-country"
CHITS = {"allied/direct", "allied/division/gds", "german/division/chi"}


def drawn(game) -> list[str]:
    """The chits of a game in the order in which they were drawn."""
    lines = [line.text for event in game.session.journal.line() for line in event.story]
    return [str(text) for text in lines if str(text).endswith("was drawn")]


@pytest.mark.rule("WED SR1.3")
def test_no_chit_of_the_drive_is_held_over_and_none_decides_it():
    won: dict[str, set[str]] = {}
    for seed in range(900, 960):
        game = wardesk.new_game(NAME, seed=seed, players={"allied": "policy", "german": "policy"})
        assert set(game.state.cups["played"]) == CHITS
        assert not game.state.marks.get("turn/first")
        won.setdefault(drawn(game)[-1], set()).add(game.result.winner)
    assert len(won) == len(CHITS)  # each of them was the last one
    assert all({"allied", "german"} <= winners for winners in won.values())
