"""Programs as players: repeatable games, the same with and without a session."""

from __future__ import annotations

import pytest
from toy_game import ToyRules, load_toy

from wardesk.engine.kernel import begin
from wardesk.engine.types import CHANCE, Choose, replace
from wardesk.players.bots import decision_rng, kinds_for, make_player
from wardesk.players.match import play_match
from wardesk.players.search.levels import LEVELS
from wardesk.services.play.session import PlaySession
from wardesk.services.play.tables import load_table, seated


@pytest.mark.parametrize("kinds", [("policy", "policy"), ("random", "policy"), ("random",) * 2])
@pytest.mark.parametrize("seed", range(12))
def test_a_match_is_the_game_that_a_session_plays(kinds, seed):
    allies, axis = kinds
    rules = ToyRules()

    match = play_match(rules, {"allies": make_player(allies), "axis": make_player(axis)}, seed)
    with PlaySession.new(
        "toy/dash",
        seed=seed,
        players={"allies": allies, "axis": axis},
        keep=False,
        loader=load_toy,
    ) as session:
        session.run()
        assert session.waiting == "over"
        assert session.state.result == match.result
        assert session.state.pieces == match.state.pieces
        assert len(session.journal.events) == match.decisions + 1


def test_a_match_can_be_repeated():
    rules = ToyRules()
    players = {side: make_player("random") for side in rules.sides}

    results = [[play_match(rules, players, seed) for seed in range(20)] for _ in range(2)]

    assert results[0] == results[1]
    assert len({match.state.pieces["P"].at for match in results[0]}) > 1


def test_random_numbers_depend_on_seed_side_and_count_only():
    def first(*key):
        return decision_rng(*key).random()

    assert first(1, "axis", 0) == first(1, "axis", 0)
    assert len({first(1, "axis", 0), first(2, "axis", 0), first(1, "allies", 0)}) == 3
    assert first(1, "axis", 0) != first(1, "axis", 1)


def test_paired_matches_share_their_dice():
    rules = ToyRules()
    rolls = []
    for kind in ("policy", "random"):
        with PlaySession.new(
            "toy/dash",
            seed=5,
            players={"allies": "policy", "axis": kind},
            keep=False,
            loader=load_toy,
        ) as session:
            session.run()
            found = [
                e.answer.dice for e in session.journal.line() if e.asked and e.asked.who == CHANCE
            ]
        rolls.append(found)

    shared = min(map(len, rolls))
    assert rolls[0][:shared] == rolls[1][:shared]
    assert rules.sides == ("allies", "axis")


def test_a_bot_sees_no_more_than_its_side(monkeypatch):
    seen = []
    monkeypatch.setattr(
        ToyRules, "view", lambda self, state, side: replace(state, marks={"s": side})
    )
    monkeypatch.setattr(
        ToyRules,
        "policy",
        lambda self, state, rng: seen.append((state.ask.who, state.marks)) or Choose("halt"),
    )
    players = {"allies": "policy", "axis": "policy"}
    with PlaySession.new(
        "toy/dash", seed=1, players=players, keep=False, loader=load_toy
    ) as session:
        session.run()
    play_match(ToyRules(), {side: make_player("policy") for side in players}, 1)

    assert seen == [("allies", {"s": "allies"})] * 2


def test_only_a_side_with_an_automaton_can_be_one(monkeypatch):
    assert kinds_for(ToyRules(), "axis") == ("policy", "random", *LEVELS)
    monkeypatch.setattr(ToyRules, "automaton_sides", ("axis",))
    assert kinds_for(ToyRules(), "axis") == ("policy", "random", "automaton", *LEVELS)
    assert "automaton" not in kinds_for(ToyRules(), "allies")


def test_rules_without_an_automaton_say_so():
    _, state = begin(ToyRules(), umpire=False)
    with pytest.raises(NotImplementedError, match="plays no side"):
        ToyRules().automaton(state)


def test_a_match_against_the_automaton_is_the_game_of_a_session():
    players = {"german": "random", "belgian": "automaton"}
    table, options = seated(load_table, "eben-emael/full-readiness", None, players)
    named = {"control": "silenced", "sallies": "leave", "march_fire": "moving"}
    brought = {"solitaire": "yes", **named}
    assert options == brought
    match = play_match(table.rules, {s: make_player(k) for s, k in players.items()}, 4)
    with PlaySession.new(
        "eben-emael/full-readiness", seed=4, players=players, keep=False
    ) as session:
        session.run()
        assert session.header.options == brought
        assert session.state.result == match.result
        assert session.state.pieces == match.state.pieces
