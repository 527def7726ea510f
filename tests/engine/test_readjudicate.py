"""Playing a record again: nothing differs, or the first difference is named."""

from __future__ import annotations

import re
from typing import Any

import pytest
from bridge_dash import BridgeDash, D, Fire, Move, opened, played, react
from test_journal import random_game

from wardesk.engine.replay import RuleDifference, readjudicate
from wardesk.engine.types import Choose, Factor, Outcome, RemovePiece, Roll, SetPiece, replace


@pytest.mark.parametrize("umpire", [False, True], ids=["play", "adjudicate"])
@pytest.mark.parametrize("seed", range(20))
def test_record_of_todays_rules_does_not_differ(seed: int, umpire: bool):
    journal = random_game(seed, umpire=umpire)

    assert readjudicate(journal.rules, journal.line()) is None


def test_empty_record_does_not_differ():
    assert readjudicate(BridgeDash(), []) is None


def test_overruled_outcome_is_no_difference():
    journal = played(opened(umpire=True), "advance", "G1", umpire=True)
    journal.answer(Roll((1,)), umpire=True)
    journal.answer(Outcome({"hits": 0}), umpire=True, reason="Fog")

    assert readjudicate(journal.rules, journal.line()) is None


class Counting(BridgeDash):
    """Bridge dash where every opportunity for fire is counted before it is offered."""

    def __init__(self) -> None:
        super().__init__()
        self.steps = {**self.steps, (Move, "react"): self.count, (Move, "window"): react}

    @staticmethod
    def count(d: D, frame: Move, _: None) -> None:
        d.count("windows")
        d.goto("window")


def test_edit_after_which_the_rules_act_is_no_difference():
    # The shot is dropped and the move runs on, so the edit's event holds effects of steps as well.
    journal = played(opened(Counting()), "advance", "G1")
    journal.edit((RemovePiece("G1"),), umpire=False, author="Ann", reason="Never there")
    assert journal.state().tracks["windows"] == 2
    played(journal, "advance")

    assert readjudicate(journal.rules, journal.line()) is None


def test_a_question_of_the_same_words_is_not_said_to_have_other_words():
    line = played(opened(), "advance").line()
    assert line[-1].ask is not None
    line[-1] = replace(line[-1], ask=replace(line[-1].ask, cite="BD 9.9"))

    found = readjudicate(BridgeDash(), line)

    assert found is not None
    assert found.text == (
        f"the next question is still “{line[-1].ask.prompt}”, with other particulars"
    )


def shot(**changed: Any) -> list[Any]:
    """A record with one shot in event 3, *changed* afterwards."""
    line = played(opened(), "advance", "G1", 3, "advance").line()
    line[3] = replace(line[3], **changed)
    return line


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"effects": (SetPiece("G1", "fired", True),)}, "2 effects|effects differ"),
        ({"answer": Roll((9,))}, "effects differ"),
        ({"answer": Choose("fly")}, "refuse the recorded answer"),
        ({"stack": ()}, "another step"),
        ({"ask": None}, "next question was “the end”, now it is “Advance one hex"),
    ],
    ids=["effect", "die", "unreadable", "stack", "question"],
)
def test_planted_difference_is_named_with_its_event_and_cite(changed: dict[str, Any], said: str):
    line = shot(**changed)

    found = readjudicate(BridgeDash(), line)

    assert isinstance(found, RuleDifference)
    assert (found.event, found.cite) == (3, "BD 7.1")
    assert re.search(said, found.text)


class LuckyRules(BridgeDash):
    """Next year's rules: a gun hits on 2 or less only."""

    def __init__(self) -> None:
        super().__init__()
        self.steps = {**self.steps, (Fire, "rolled"): self.rolled}

    @staticmethod
    def rolled(d: D, frame: Fire, answer: Roll) -> None:
        d.goto("read", roll=answer.dice[0], need=2)


def test_changed_rule_is_found_where_it_first_matters():
    journal = played(opened(), "advance", "G1", 9, "advance", "advance", "G2", 3)

    found = readjudicate(LuckyRules(), journal.line())

    # The first shot misses under both rules; the second does not.
    assert found is not None
    assert found.event == journal.head


def test_switched_off_modifier_is_replayed_as_answered():
    journal = opened(BridgeDash(smoke=True), umpire=True)
    played(journal, "advance", "pass", "advance", "pass", "advance", "G1", umpire=True)
    off = (Factor("smoke", "Smoke", -6, "BD 7.1", on=False),)
    journal.answer(Roll((6,), factors=off), umpire=True)
    journal.answer(Outcome({"hits": 1}), umpire=True)

    assert readjudicate(journal.rules, journal.line()) is None
