"""English as people speak it: one man, two men, no word twice, no ids and no small nations."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from wardesk.services.play.session import PlaySession

SCENARIOS = ("eben-emael/historical", "eben-emael/full-readiness")
PLURAL = re.compile(r"\b1 (men|points|guns|counters|Belgians|weapons|units|squads)\b")


@pytest.fixture(params=SCENARIOS)
def session(request):
    return PlaySession.new(
        request.param, seed=5, keep=False, players={"german": "policy", "belgian": "policy"}
    )


def spoken(session):
    ask, look = session.ask, session.look()
    if ask is not None:
        yield from (ask.prompt, ask.context, ask.summary, *(c.label for c in ask.choices))
    yield from (c.text for c in look.counters)
    yield from (m.text for m in look.marks)
    yield from (b.text for b in look.boxes)
    yield from (line.text for line in session.log_lines())


@pytest.mark.plays
def test_a_whole_game_says_numbers_and_names_as_people_do(session):
    wrong = set()
    for _ in range(600):
        if session.ask is None:
            break
        for text in spoken(session):
            if PLURAL.search(text) or re.search(r"\b(german|belgian)\b", text):
                wrong.add(text)
            if re.search(r"\b(glider-\d|[A-Z]+\d\.[a-z]+|counterattack-\d)", text):
                wrong.add(text)
        session.step()
    assert not wrong


def test_no_counter_says_a_word_twice_or_too_much(session):
    for look in session.look().counters:
        bar = f"{look.title} {look.subtitle}".lower().split()
        assert max(Counter(bar).values()) == 1, bar
        assert len(look.title) <= 20, look.title
        said = re.findall(r"machine gun|anti-tank|artillery|garrison|squad", look.text)
        assert len(said) <= 1 or "light machine" in look.text, look.text


def test_the_chart_of_counters_names_the_sides(session):
    chart = next(c for c in session.rules.showing.charts() if c.id == "counters")
    assert {row[0] for row in chart.cells} == {"Germans", "Belgians"}


def test_a_counter_that_cannot_be_used_says_why():
    told = set()
    for seed in range(1, 9):
        session = PlaySession.new(
            SCENARIOS[0], seed=seed, keep=False, players={"german": "policy", "belgian": "policy"}
        )
        session.run()
        lines = [line for line in session.log_lines() if line.kind == "story"]
        told |= {(line.text, line.how) for line in lines}
    assert any("No Belgians" in text and "no air attack" in how for text, how in told)
    assert any(text == "Tunnels" and "Only on turns" in how for text, how in told)
