"""A player that looks ahead: repeatable, and blind for what its side may not see."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from bridge_dash import BridgeDash

from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.engine.types import Decision, replace
from wardesk.players.bots import PolicyPlayer, decision_rng, make_player
from wardesk.players.match import play_match
from wardesk.players.search.levels import LEVELS, SearchPlayer
from wardesk.players.search.luck import WorldLuck, world_key
from wardesk.players.search.search import think
from wardesk.players.search.thought import Leaf, fates, paired
from wardesk.players.search.worlds import ThoughtCancelled, Worlds
from wardesk.services.play.tables import load_table

STAMP = Stamp(id=1, parent=0)


class Dash(BridgeDash):
    """Bridge dash, always looked at to its end."""

    def clock(self, state):
        return 0 if state.result is None else 2


def views(rules, side, seeds):
    """Every view in which *side* was asked, with the state behind it."""
    found = []

    class Spy(BridgeDash):
        def view(self, state, seen_by):
            view = super().view(state, seen_by)
            if seen_by == side and state.ask is not None and state.ask.who == side:
                found.append((state, view))
            return view

    spy = Spy(hidden=rules.hidden, smoke=rules.smoke)
    for seed in seeds:
        play_match(spy, {each: PolicyPlayer() for each in spy.sides}, seed)
    return found


def roll(kind="shot", dice=(6,), **more):
    return Decision(who="chance", kind=kind, shape="roll", prompt="", cite="", then="", dice=dice,
                    **more)  # fmt: skip


def test_dice_of_worlds_are_fair():
    faces = Counter(
        face
        for world in range(3000)
        for face in WorldLuck(world_key(1, world)).roll(roll(dice=(6, 6))).dice
    )

    assert set(faces) == set(range(1, 7))
    assert all(900 < often < 1100 for often in faces.values())


def test_a_roll_falls_alike_whatever_was_rolled_before():
    one, other = WorldLuck(world_key(4, 2)), WorldLuck(world_key(4, 2))
    for _ in range(3):
        other.roll(roll("weather"))

    assert [one.roll(roll()) for _ in range(4)] == [other.roll(roll()) for _ in range(4)]


def test_cups_that_differ_by_one_counter_mostly_draw_the_same():
    names = tuple("abcdefgh")
    same = 0
    for world in range(200):
        key = world_key(9, world)
        less = names[1:]
        drawn = names[WorldLuck(key).roll(roll("draw", (8,), faces=names)).dice[0] - 1]
        again = less[WorldLuck(key).roll(roll("draw", (7,), faces=less)).dice[0] - 1]
        same += drawn == again

    assert same > 150


def test_the_same_question_gets_the_same_thought():
    rules = Dash(hidden=True)
    for _, view in views(rules, "allies", range(3)):
        one, other = (think(rules, view, Random(8), 120) for _ in range(2))
        assert one == other


def test_it_does_not_matter_who_plays_the_worlds():
    rules = Dash(hidden=True)
    _, view = views(rules, "allies", range(1))[0]

    def in_two_places(worlds, jobs):
        found = {}
        for part in (1, 0):  # the second half first, each with worlds of its own
            mine = Worlds(rules, view, worlds.seed, longest=200 // 12)
            for at in range(part, len(jobs), 2):
                found[at] = mine.play(*jobs[at])
        return [found[at] for at in range(len(jobs))]

    assert think(rules, view, Random(8), 200, spread=in_two_places) == think(
        rules, view, Random(8), 200
    )


def test_what_a_side_cannot_see_changes_no_number():
    rules = Dash(hidden=True, smoke=True)
    compared = 0
    for state, view in views(rules, "allies", range(6)):
        blurred = rules.view(rules.blurred(state, "allies"), "allies")
        assert think(rules, blurred, Random(2), 90) == think(rules, view, Random(2), 90)
        compared += rules.blurred(state, "allies") != state

    assert compared > 6


def test_looking_ahead_wins_more_often_than_the_script():
    rules = Dash()
    searching = SearchPlayer(replace(LEVELS["captain"], answers=150))
    won = Counter()
    for seed in range(12):
        for name, player in (("search", searching), ("script", PolicyPlayer())):
            match = play_match(rules, {"allies": player, "axis": PolicyPlayer()}, seed)
            won[name] += match.winner == "allies"

    assert won["search"] >= won["script"] + 3


def test_a_game_says_how_far_a_search_looks(monkeypatch):
    rules = load_table("eben-emael/historical", {}).rules
    _, state = begin(rules, umpire=False)
    while state.ask.who != "german":
        state = advance(rules, state, SeededDice(3).answer(state.ask, 0, 0), STAMP, umpire=False)[1]
    view = rules.view(state, "german")
    script = rules.thinking.policy(view, Random(1))

    def answers(ahead):
        monkeypatch.setattr(rules.thinking, "ahead", lambda side: ahead)
        return sum(Worlds(rules, view, 5).play(script, world).answers for world in range(3))

    assert answers(1) < answers(2) < answers(4)


def test_where_little_hangs_on_it_a_level_answers_as_the_script_and_a_person_is_advised():
    class Trifling(Dash):
        def weighs(self, state, script):
            return False

    _, view = views(Dash(), "allies", range(1))[0]
    player = SearchPlayer(replace(LEVELS["captain"], answers=150))
    unasked = []
    advised = player.think(Trifling(), view, Random(1), cancelled=lambda: unasked.append(1))
    assert advised.answers > 0
    assert unasked

    unasked.clear()
    rules = Trifling()
    rules.guess = lambda *_: unasked.append(2)
    assert player.choose(rules, view, Random(1)) == rules.policy(view, Random(1))
    assert not unasked


def test_the_budget_holds():
    rules = Dash(hidden=True)
    for _, view in views(rules, "allies", range(2)):
        longest = 40
        assert think(rules, view, Random(1), 300).answers <= 300 + 4 * longest


def test_what_was_answered_is_compared_with_what_looks_best():
    rules = Dash()
    changed = 0
    for _, view in views(rules, "allies", range(3)):
        for answer in rules.options(view, 24, Random(0)):
            thought = think(rules, view, Random(5), 300, given=answer)
            assert thought.script.answer == answer
            assert thought.changed == (thought.chosen.gain > 0)
            changed += thought.changed
    assert changed


def test_whoever_cancels_is_heard_at_the_next_answer():
    rules = Dash()
    _, state = begin(rules, umpire=False)
    asked = 0

    def cancelled():
        nonlocal asked
        asked += 1
        return asked > 20

    with pytest.raises(ThoughtCancelled):
        think(rules, rules.view(state, "allies"), Random(1), 5000, cancelled=cancelled)
    assert asked == 21


def test_a_few_equal_worlds_prove_little():
    same = {world: Leaf(0.5, 1) for world in range(4)}
    more = {world: Leaf(0.505, 1) for world in range(4)}

    gain, error, worlds = paired(more, same, usual=0.02)

    assert (round(gain, 6), worlds) == (0.005, 4)
    assert gain < error


def test_what_often_comes_true_is_believed_where_gains_hardly_vary():
    same = {world: Leaf(0.5, 1) for world in range(8)}
    more = {world: Leaf(0.504 + 0.001 * (world % 2), 1) for world in range(8)}

    gain, error, _ = paired(more, same, usual=0.002)

    assert gain > 2 * error


def test_what_hurts_and_what_helps_is_told_with_its_worlds():
    leaves = {
        world: Leaf(0.2 if world < 3 else 0.9 if world > 7 else 0.5, 1, story)
        for world in range(10)
        for story in [
            ("moved", "shot") if world < 3 else ("moved", "gap") if world > 7 else ("moved",)
        ]
    }

    fear, hope = fates(leaves)

    assert fear is not None
    assert hope is not None
    assert (fear.text, fear.worlds, fear.of, round(fear.value, 3)) == ("shot", 3, 10, 0.2)
    assert (hope.text, hope.worlds) == ("gap", 2)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_a_kind_of_player(level):
    rules = Dash()
    _, state = begin(rules, umpire=False)

    player = make_player(level)

    assert player.name == level
    if LEVELS[level].answers <= 1000:
        answer = player.choose(rules, rules.view(state, "allies"), decision_rng(1, "allies", 0))
        assert answer in rules.options(state, 24, Random(0))
