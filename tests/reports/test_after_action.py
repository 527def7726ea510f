"""After-action reports: story by turn, losses by place, dice, rulings, pictures, no injection."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from dice_race import TURNS, Runner, load_race

from wardesk.engine.types import (
    Event,
    GameState,
    Outcome,
    RemovePiece,
    SetPiece,
    SetTrack,
    StoryLine,
)
from wardesk.players.playouts import Playouts
from wardesk.players.rolls import Swing
from wardesk.reports.after_action import Painter, after_action_report
from wardesk.reports.story import story_of, where_fallen
from wardesk.services.play.review import Lucky, Review
from wardesk.services.play.session import PlaySession
from wardesk.services.play.statistics import expected
from wardesk.studies.measures import measures_of

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"
WHEN = datetime(2026, 5, 10, 12, tzinfo=UTC)


@pytest.fixture
def session():
    made = []

    def new(**more):
        words = {"seed": 3, "players": dict.fromkeys(("red", "blue"), "policy")} | more
        found = PlaySession.new("race", keep=False, clock=lambda: WHEN, loader=load_race, **words)
        made.append(found)
        return found

    yield new
    for each in made:
        each.close()


def story(session):
    first = session.journal.state(session.journal.root)
    return story_of(session.journal.line(), measures_of(session.rules.showing.look(first), first))


def ruled(session, reason):
    found = session(mode="adjudicate")
    while found.ask.shape != "outcome":
        found.step() or found.roll()
    found.answer(Outcome({"lost": 5}), author=HOSTILE, reason=reason)
    return found


def test_the_story_is_told_turn_by_turn(session):
    found = session()
    found.run()
    told = story(found)

    assert [turn.turn for turn in told.turns] == list(range(1, TURNS + 1))
    for turn in told.turns:
        assert f"Turn {turn.turn} began" in [line.text for line in turn.lines]
    # What is told before a turn begins belongs to the one before it.
    assert told.turns[0].lines[-1].text == "The dust settled"
    assert told.turns[-1].values == found.state.tracks
    assert sum(told.fallen[0].cells.values()) == found.state.tracks["red_losses"]
    assert told.thrown[0].dice == (6, 6)
    assert sum(told.thrown[0].sums.values()) == TURNS


def test_luck_and_chances_are_told_where_they_were_counted():
    players = {"german": "policy", "belgian": "policy"}
    with PlaySession.new("eben-emael/historical", seed=5, players=players, keep=False) as found:
        found.run()
        assert "Score by luck" not in after_action_report(found, None)
        first = found.journal.root
        lucky = (Lucky(found.journal.head, Swing(0.25, (-2.5, 1.0), exact=True)),)
        review = Review(rolls=4, weighed=4, lucky=lucky, chances=(Playouts(first, 2, (1, 1)),))
        html = after_action_report(found, None, review=review)
        german = after_action_report(found, None, "de", review=review)
    assert "Score and chance to win: " in html
    assert "2 games from each of 1 moments" in html
    assert "Luck: what 4 rolls gave" in html
    assert '<td class="n">−2.5</td><td class="n">+25.0 %</td>' in html
    assert '<td class="n">−2,5</td><td class="n">+25,0 %</td>' in german
    assert "Stand und Gewinnchance" in german


def test_the_report_of_a_game(session):
    found = session()
    found.run()
    html = after_action_report(found, None)

    assert "Turn by turn" in html
    assert "Dice: 2d6" in html
    assert "expected 7.00" in html
    assert "Losses" in html or "Red losses by turn" in html
    assert "The track was &lt;i&gt;rebuilt&lt;/i&gt;." in html
    assert "Scripted bot" in html


def test_a_game_that_is_not_over_and_one_just_set_up(session):
    found = session()
    assert "Not over yet" in after_action_report(found, None)
    found.step()
    assert "Not over yet" in after_action_report(found, None)


def test_a_ruling_is_told_with_author_reason_and_proposal(session):
    html = after_action_report(ruled(session, "The lane was wet"), None)

    assert "How many stumble? stumble 5" in html
    assert "The engine proposed: stumble " in html
    assert "The lane was wet" in html


def test_a_hostile_reason_stays_a_text(session):
    html = after_action_report(ruled(session, HOSTILE), None)

    assert "&lt;script&gt;alert(1)" in html
    assert not re.search(r"<(?:script|img|b>race|i>)", html)


def test_pictures_lie_inside_the_file(session):
    found = session()
    found.run()
    found.rules.board = None
    asked = []

    def table(board, look, wide):
        asked.append(wide)
        return b"\x89PNG picture"

    class Bare:
        reconstruction = True
        cells = {}

    found.rules.board = Bare()
    html = after_action_report(found, Painter(table, lambda *_: b"heat"))

    assert len(asked) == TURNS  # the end, and every turn before it
    assert html.count('src="data:image/png;base64,') == TURNS
    assert not re.search(r'(?:src|href)="(?!data:)', html)


def test_two_dice_are_expected_exactly():
    chances = expected((6, 6))

    assert chances[7] == 6 / 36
    assert chances[2] == chances[12] == 1 / 36
    assert sum(chances.values()) == pytest.approx(1)
    assert expected((6,)) == pytest.approx(dict.fromkeys(range(1, 7), 1 / 6))


@pytest.mark.parametrize(
    ("effects", "lost", "cells"),
    [
        ((SetPiece("A", "men", 7),), 3, {"x": 3}),
        ((SetPiece("A", "men", 9), SetPiece("A", "men", 7), SetPiece("B", "men", 8)), 5,
         {"x": 3, "y": 2}),
        ((SetPiece("A", "men", 0), RemovePiece("A")), 10, {"x": 10}),
        ((RemovePiece("B"),), 10, {"y": 10}),
        ((SetPiece("C", "men", 7),), 3, {"z": 3}),  # another side's: the story says where
        ((SetTrack("lost", 2),), 2, {"z": 2}),
    ],
)  # fmt: skip
def test_losses_are_placed_where_figures_fell(effects, lost, cells):
    pieces = {
        name: Runner(id=name, side=side, at=at)
        for name, side, at in (("A", "red", "x"), ("B", "red", "y"), ("C", "blue", "y"))
    }
    event = Event(id=1, parent=0, effects=effects, story=(StoryLine("They fell", "1", "z"),))

    assert where_fallen(event, GameState(pieces=pieces), "red", lost) == cells
