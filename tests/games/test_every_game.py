"""What holds for every scenario of every game, tried on games played at random to their end."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest
from game_list import BLURS, all_games, bundled, in_ci, single_options
from laws import LAWS, at
from random_games import Game, play, random_games, rules_of

from wardesk.engine.legality import check
from wardesk.engine.rules import Rules
from wardesk.engine.types import GameState
from wardesk.players.search.search import think
from wardesk.words import encode

LONG = 300


@pytest.mark.parametrize("law", LAWS, ids=[law.__name__ for law in LAWS])
def test_law_holds_in_every_random_game(scenario: str, law: Callable[[Game], None]):
    for game in random_games(scenario, in_ci(scenario)):
        law(game)


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_every_law_holds_in_many_random_games(scenario: str):
    for seed in range(in_ci(scenario), LONG):
        game = play(rules_of(scenario), seed)
        for law in LAWS:
            law(game)


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", [name for name, _ in single_options()])
def test_every_law_holds_with_every_option(name: str):
    rules = dict(single_options())[name]()
    for seed in range(LONG):
        game = play(rules, seed)
        for law in LAWS:
            law(game)


def seen(rules: Rules[Any, Any], state: GameState[Any, Any], side: str) -> bytes:
    """View, question and options of *side* as bytes."""
    view = rules.view(state, side)
    mine = view.ask is not None and view.ask.who == side
    options = rules.options(view, 24, Random(0)) if mine else []
    return encode((view, options))


def test_views_do_not_change_with_what_they_hide(scenario: str):
    for game in random_games(scenario, in_ci(scenario)):
        blur = BLURS.get(game.rules.id)
        if blur is None:
            assert not hides(game), f"{game.rules.id} hides something; list it in BLURS"
            continue
        for p in game.looked_at:
            for side in game.rules.sides:
                # Options follow from the question, which a blur leaves as it was.
                other = blur(game.rules, p.state, side)
                assert seen(game.rules, p.state, side) == seen(game.rules, other, side)


def hides(game: Game) -> bool:
    return any(
        game.rules.view(p.state, side) != p.state
        for p in game.looked_at[:40]
        for side in game.rules.sides
    )


def test_a_guess_could_be_what_the_side_sees(scenario: str):
    """It looks the same, it is not always the same where anything is hidden, it plays on."""
    different = {False}
    for game in random_games(scenario, in_ci(scenario)):
        rules, thinking = game.rules, game.rules.thinking
        if not thinking.looks_ahead:
            return
        for p in game.looked_at[:: max(1, len(game.looked_at) // 12)]:
            side = p.state.ask.who if p.state.ask is not None else ""
            if side not in rules.sides:
                continue
            view = rules.view(p.state, side)
            guesses = [thinking.guess(view, side, Random(seed)) for seed in range(12)]
            for guess in guesses:
                assert rules.view(guess, side) == view, at(game, p)
            different.add(any(guess != guesses[0] for guess in guesses))
    assert (True in different) == hides_from_the_asked(scenario)


def hides_from_the_asked(scenario: str) -> bool:
    return any(
        game.rules.view(p.state, side) != p.state
        for game in random_games(scenario, in_ci(scenario))
        for p in game.looked_at[:: max(1, len(game.looked_at) // 12)]
        if p.state.ask is not None and (side := p.state.ask.who) in game.rules.sides
    )


def test_a_search_sees_no_more_than_its_side(scenario: str):
    """What is hidden from it changes no number of a thought, and a thought is a legal answer."""
    for game in random_games(scenario, 1):
        rules = game.rules
        blur = BLURS.get(rules.id)
        asked = [p for p in game.looked_at if p.state.ask and p.state.ask.who in rules.sides]
        for p in asked[:: max(1, len(asked) // 2)][:2]:
            side = p.state.ask.who
            view = rules.view(p.state, side)
            thought = think(rules, view, Random(3), 24)
            reasons, _ = check(rules, p.state, thought.answer, umpire=False)
            assert not [r for r in reasons if r.level == "illegal"], at(game, p)
            if blur is not None:
                other = rules.view(blur(rules, p.state, side), side)
                assert think(rules, other, Random(3), 24) == thought, at(game, p)


def test_same_seed_plays_the_same_game(scenario: str):
    one, other = (play(rules_of(scenario), 5) for _ in range(2))

    assert [p.event for p in one.positions] == [p.event for p in other.positions]


def test_random_games_differ(scenario: str):
    games = random_games(scenario, max(2, in_ci(scenario)))

    assert len({encode([p.answer for p in game.positions]) for game in games}) > 1


def test_bundled_games_are_all_tested():
    ids = [name for name, _ in all_games()]

    assert len(ids) == len(set(ids))
    assert bool(bundled()) == (find_spec("wardesk.games.registry") is not None)
