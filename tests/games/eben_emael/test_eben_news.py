"""The log tells the news: what came of it first, how beside it, no question and no id."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from wardesk.services.play.session import PlaySession

SCENARIOS = ("eben-emael/historical", "eben-emael/full-readiness")


def games(named, seeds=(1, 2, 3)):
    for seed in seeds:
        session = PlaySession.new(
            named, seed=seed, keep=False, players={"german": "policy", "belgian": "random"}
        )
        session.run()
        yield session


def news(session):
    return [line for line in session.log_lines() if not line.told]


@pytest.mark.parametrize("named", SCENARIOS)
def test_no_question_and_no_id_is_an_entry(named):
    for session in games(named):
        for line in news(session):
            assert "?" not in f"{line.text}{line.how}"
            assert not re.search(r"glider-\d|[A-Z]+\d\.[a-z]+|->|→", f"{line.text} {line.how}"), (
                line
            )


def test_every_line_knows_its_turn_and_phase():
    session = next(games(SCENARIOS[1]))
    lines = news(session)
    assert lines[1].when.phase == "The landing"
    turns = [line.when.turn for line in lines]
    assert turns == sorted(turns)
    titles = {title for _, title, _ in session.rules.setting.phases}
    assert {line.when.phase for line in lines if line.when.turn} <= titles


def test_dice_and_what_was_needed_stand_beside_what_came_of_them():
    told = {line.text: line.how for session in games(SCENARIOS[1]) for line in news(session)}
    charges = [how for text, how in told.items() if text.endswith("withstood the charge")]
    assert charges
    assert all(re.fullmatch(r"charge rolled \d, needs \d", how) for how in charges)


def test_an_idle_turn_is_told_in_one_line():
    idle = 0
    for session in games(SCENARIOS[0]):
        lines = [line for line in news(session) if "passed" in line.how]
        by_turn = Counter(line.when.turn for line in lines if line.text == "No Belgians on the map")
        idle += len(by_turn)
        assert set(by_turn.values()) == {1}
        for turn in by_turn:
            assert [one.text for one in lines if one.when.turn == turn] in (
                ["No Belgians on the map"],
                ["No German move", "No Belgians on the map"],
            )
    assert idle > 10


def test_no_phase_in_which_something_was_done_is_called_passed():
    for session in games(SCENARIOS[1]):
        fired, attacked = set(), set()
        for line in news(session):
            turn = line.when.turn
            if line.cite == "EE N15" and line.when.phase.startswith("Belgian"):
                fired.add(turn)
            if line.text.startswith("Attack on") and line.when.phase == "German attack":
                attacked.add(turn)
            assert not (line.text == "No Belgian fire" and turn in fired)
            assert not (line.text == "No German attack" and turn in attacked)
