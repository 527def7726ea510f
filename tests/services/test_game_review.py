"""A game looked back on: luck of every roll, chances by games played on; in a process or here."""

from __future__ import annotations

import pytest
from dice_race import load_race

from wardesk.players.rolls import Swing
from wardesk.players.search.worlds import ThoughtCancelled
from wardesk.reports.regrets import regret_words, regretted
from wardesk.services.play import review
from wardesk.services.play.review import Lucky, Review, Reviewer, chance_of, luck_in, reviews
from wardesk.services.play.session import PlaySession


@pytest.fixture
def race():
    players = dict.fromkeys(("red", "blue"), "policy")
    with PlaySession.new("race", seed=3, players=players, keep=False, loader=load_race) as found:
        found.run()
        yield found


def test_rolls_are_weighed_and_moments_played_on(race):
    found = list(reviews(race.rules, race.journal, 3, games=3))
    last = found[-1]
    assert [one.done for one in found] == [False] * (len(found) - 1) + [True]
    assert last.rolls == last.weighed == 4
    assert last.games == 3
    assert all(sum(one.wins) == 3 for one in last.chances)  # a race has no draws
    ids = [event.id for event in race.journal.line()]
    assert [one.event for one in last.chances] == sorted({one.event for one in last.chances})
    assert last.chances[0].event == ids[0]
    # Before the last event everything is settled but the word itself.
    winner = race.rules.sides.index(race.state.result.winner)
    assert chance_of(last.chances[-1], winner) == 1.0
    # Points are no score in a race, but the stumbling hangs on the dice.
    assert {one.swing.score for one in last.lucky} <= {0.0}
    assert any(one.swing.losses == (0.0, 0.0) for one in last.lucky) or last.lucky == ()


def test_no_round_begins_after_the_budget(race):
    *_, last = reviews(race.rules, race.journal, 3, games=9, answers=1)
    assert last.games == 1
    assert last.done


def test_luck_adds_up_by_side():
    rolls = (Lucky(3, Swing(0.2, (1.0, -2.0), exact=True)),
             Lucky(5, Swing(-0.5, (0.5, 0.0), exact=False)))  # fmt: skip
    found = luck_in(Review(rolls=2, weighed=2, lucky=rolls), ("red", "blue"))
    assert found.score == pytest.approx({"red": -0.3, "blue": 0.3})
    assert found.losses == pytest.approx({"red": 1.5, "blue": -2.0})
    assert found.sampled == 1


@pytest.mark.slow
def test_a_table_that_no_shelf_has_is_looked_back_on_here(race):
    told = []
    reviewer = Reviewer(race, games=2)
    reviewer.run(told.append)
    assert told[-1] == list(reviews(race.rules, race.journal, 3, games=2))[-1]
    assert not reviewer._copy.exists()
    stopped = Reviewer(race, games=2)
    stopped.cancel()
    assert not stopped._copy.exists()
    with pytest.raises(ThoughtCancelled):
        stopped.run(told.append)


@pytest.mark.slow
def test_another_process_tells_the_same(monkeypatch):
    monkeypatch.setattr(review, "MOMENTS", 2)  # of this process, so only its luck is compared
    players = {"german": "policy", "belgian": "policy"}
    with PlaySession.new("eben-emael/historical", seed=5, players=players, keep=False) as session:
        session.run(14)
        told = []
        Reviewer(session, games=1).run(told.append)
        *_, here = reviews(session.rules, session.journal, 5, games=1)
    assert told[-1].done
    assert told[-1].lucky == here.lucky
    assert len(told[-1].chances) > len(here.chances)  # it was no fallback to this process


@pytest.mark.slow
def test_what_cost_most_is_told_of_people_by_what_they_could_see(monkeypatch):
    for name, few in (("BRIEFLY", 120), ("LONGER", 400), ("MOMENTS", 1)):
        monkeypatch.setattr(review, name, few)
    players = {"german": "random", "belgian": "policy"}
    with PlaySession.new("eben-emael/historical", seed=5, players=players, keep=False) as session:
        session.run(80)
        *before, last = reviews(session.rules, session.journal, 5, games=1, sides=("german",))
        line = {event.id: event for event in session.journal.line()}
        asked = [event for event in line.values() if event.asked and event.asked.who == "german"]
        told = regretted(session, last)
    assert last.decisions == last.judged == len(asked)
    assert [one.judged for one in before] == sorted(one.judged for one in before)
    assert 0 < len(last.regrets) <= 3
    for one in last.regrets:
        assert line[one.event].asked.who == "german"
        assert one.thought.script.answer == line[one.event].answer != one.thought.answer
        assert one.thought.sure
        assert one.cost > 0
    assert [one.event for one in told] == [one.event for one in last.regrets]
    assert all(one.figure.startswith("−") and "Better:" in one.better for one in told)


def test_nobody_is_told_of_decisions_before_all_are_judged():
    assert "once luck" in regret_words(None, "")
    assert "3 of 7" in regret_words(Review(rolls=0, decisions=7, judged=3), "")
    assert "nothing was clearly better" in regret_words(Review(rolls=0, decisions=7, judged=7), "")
