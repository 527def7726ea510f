"""What holds for every scenario of every game, tried on games played at random to their end."""

from __future__ import annotations

from importlib.util import find_spec
from random import Random
from typing import Any

import pytest
from game_list import BLURS, all_games, bundled, in_ci, single_options
from laws import LAWS, at
from random_games import Game, Position, play, rules_of

from wardesk.engine.legality import check
from wardesk.engine.rules import Rules
from wardesk.engine.types import GameState
from wardesk.players.bots import PolicyPlayer
from wardesk.players.match import play_on
from wardesk.players.search.search import think
from wardesk.words import encode

LONG = 300


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_every_law_holds_in_random_games(scenario: str):
    """One game after the other: all of them at once would fill the memory."""
    told: set[bytes] = set()
    guessed = hidden = False
    for seed in range(in_ci(scenario)):
        game = play(rules_of(scenario), seed)
        if seed == 0:
            same_seed_plays_the_same_game(game)
            a_search_sees_no_more_than_its_side(game)
            a_guessed_world_plays_to_its_end(game)
        for law in (*LAWS, views_do_not_change_with_what_they_hide):
            law(game)
        guessed |= guesses_could_be_what_the_side_sees(game)
        hidden |= game.rules.thinking.looks_ahead and hides_from_the_asked(game)
        told.add(encode([p.answer for p in game.positions]))
    assert guessed == hidden
    assert len(told) > 1 or in_ci(scenario) == 1, "all random games are the same"


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


def views_do_not_change_with_what_they_hide(game: Game) -> None:
    blur = BLURS.get(game.rules.id)
    if blur is None:
        assert not hides(game), f"{game.rules.id} hides something; list it in BLURS"
        return
    for p in game.looked_at:
        for side in game.rules.sides:
            # Options follow from the question, which a blur leaves as it was.
            other = blur(game.rules, p.state, side)
            assert seen(game.rules, p.state, side) == seen(game.rules, other, side), at(game, p)


def hides(game: Game) -> bool:
    return any(
        game.rules.view(p.state, side) != p.state
        for p in game.looked_at[:40]
        for side in game.rules.sides
    )


def asked_of_sides(game: Game, most: int) -> list[tuple[Position, str]]:
    """Up to about *most* questions to a side, spread over the game, with the side."""
    some = game.looked_at[:: max(1, len(game.looked_at) // most)]
    asked = [(p, p.state.ask.who) for p in some if p.state.ask is not None]
    return [(p, side) for p, side in asked if side in game.rules.sides]


def guesses_could_be_what_the_side_sees(game: Game) -> bool:
    """Each looks the same to the side. Whether they differ: they do where anything is hidden."""
    rules, thinking = game.rules, game.rules.thinking
    if not thinking.looks_ahead:
        return False
    differ = False
    for p, side in asked_of_sides(game, 12):
        view = rules.view(p.state, side)
        guesses = [thinking.guess(view, side, Random(seed)) for seed in range(100)]
        for guess in guesses:
            assert rules.view(guess, side) == view, at(game, p)
        differ |= any(guess != guesses[0] for guess in guesses)
    return differ


def a_guessed_world_plays_to_its_end(game: Game) -> None:
    rules = game.rules
    asked = [(p, side) for p, side in asked_of_sides(game, 12)
             if rules.thinking.looks_ahead and rules.view(p.state, side) != p.state]  # fmt: skip
    for p, side in asked[len(asked) // 2 :][:1]:
        guess = rules.thinking.guess(rules.view(p.state, side), side, Random(5))
        scripts = dict.fromkeys(rules.sides, PolicyPlayer())
        assert play_on(rules, guess, scripts, 5).state.ask is None, at(game, p)


def hides_from_the_asked(game: Game) -> bool:
    return any(game.rules.view(p.state, side) != p.state for p, side in asked_of_sides(game, 12))


def a_search_sees_no_more_than_its_side(game: Game) -> None:
    """What is hidden from it changes no number of a thought, and a thought is a legal answer."""
    rules = game.rules
    blur = BLURS.get(rules.id)
    for p, side in asked_of_sides(game, 2)[:2]:
        thought = think(rules, rules.view(p.state, side), Random(3), 24)
        reasons, _ = check(rules, p.state, thought.answer, umpire=False)
        assert not [r for r in reasons if r.level == "illegal"], at(game, p)
        if blur is not None:
            other = rules.view(blur(rules, p.state, side), side)
            assert think(rules, other, Random(3), 24) == thought, at(game, p)


def same_seed_plays_the_same_game(game: Game) -> None:
    again = play(game.rules, game.seed)
    assert [p.event for p in again.positions] == [p.event for p in game.positions]


def test_bundled_games_are_all_tested():
    ids = [name for name, _ in all_games()]

    assert len(ids) == len(set(ids))
    assert bool(bundled()) == (find_spec("wardesk.games.registry") is not None)
