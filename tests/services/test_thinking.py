"""Thinking in a process of its own: the same thought as here, cancelled at once, never a crash."""

from __future__ import annotations

import threading
import time

import msgspec
import pytest
from toy_game import load_toy

from wardesk.engine.types import CHANCE
from wardesk.players.search.levels import LEVELS
from wardesk.players.search.worlds import ThoughtCancelled, Worlds
from wardesk.services.play.reasons import reasons_of, told
from wardesk.services.play.session import PlaySession
from wardesk.services.play.thinking import Job, Thinker, _in_halves
from wardesk.services.play.worker import CONTEXT
from wardesk.words import encode

ROOF = "eben-emael/historical"
SMALL = 60
"""Answers that are few enough for a test."""


@pytest.fixture
def game():
    players = {"german": "captain", "belgian": "policy"}
    with PlaySession.new(ROOF, seed=5, players=players, keep=False) as session:
        yield session


def to_german_move(session):
    while session.ask.who != "german" or session.ask.kind != "move":
        session.step()


@pytest.fixture
def few(monkeypatch):
    """Levels whose budget is small enough for a test."""
    for name in ("captain", "colonel"):
        changed = msgspec.structs.replace(LEVELS[name], answers=SMALL)
        monkeypatch.setitem(LEVELS, name, changed)


@pytest.fixture
def endless(monkeypatch):
    """A Colonel who is still thinking when the test says that nobody wants to know."""
    changed = msgspec.structs.replace(LEVELS["colonel"], answers=2_000_000)
    monkeypatch.setitem(LEVELS, "colonel", changed)


def test_where_little_hangs_on_it_the_script_answers_at_once(game, few, monkeypatch):
    to_german_move(game)
    assert game.considers("german", "captain")
    assert not game.considers("german", "policy")

    monkeypatch.setattr(type(game.rules.thinking), "weighs", lambda self, state, script: False)
    assert not game.considers("german", "captain")
    assert game.bot_answer("german", "captain") == game.bot_answer("german", "policy")
    game.step()
    assert game.thought_of(game.journal.event) is None


def asking_the_colonel(session):
    """A thread that asks, and the moment at which it hears that nobody wants to know."""
    ended = []

    def ask():
        try:
            session.think("german", "colonel")
        except ThoughtCancelled:
            ended.append(time.perf_counter())

    thread = threading.Thread(target=ask)
    thread.start()
    return thread, ended


def until_the_colonel_used(game, share):
    """Wait: the progress before is that of the last question."""
    while game.thinker._budget != LEVELS["colonel"].answers or game.thinker.progress < share:
        time.sleep(0.005)


@pytest.mark.slow
def test_a_process_of_its_own_thinks_the_same(game):
    to_german_move(game)
    view = game.rules.view(game.state, "german")
    elsewhere = game.think("german", "captain")
    here = Thinker(game.rules, ROOF, {}, 5, own_process=False)

    count = game._autopilot._count(game.journal.head)["german"]

    found = [here.think(view, "captain", "german", count) for _ in range(2)]

    assert game.thinker.workers
    assert found[0] == found[1] == elsewhere
    assert game.bot_answer("german") == elsewhere.answer


@pytest.mark.slow
def test_whoever_cancels_does_not_wait_and_the_process_is_free_at_once(game, endless):
    to_german_move(game)
    game.think("german", "captain")  # the process stands
    thread, ended = asking_the_colonel(game)
    until_the_colonel_used(game, 0.0005)
    cancelled = time.perf_counter()
    game.thinker.cancel()
    assert time.perf_counter() - cancelled < 0.01
    thread.join(5)

    assert ended
    assert ended[0] - cancelled < 0.05 * 6  # one answer; six times over for a busy machine
    assert game.think("german", "captain").worlds


def test_a_process_that_dies_is_no_loss(game):
    to_german_move(game)
    game.think("german", "captain")
    game._autopilot.thoughts.clear()
    worker = game.thinker.workers[0].process
    worker.kill()
    worker.join()

    assert game.think("german", "captain").answer


def test_two_processes_think_what_one_thinks(game, few):
    to_german_move(game)
    alone = game.think("german", "captain")
    assert len(game.thinker.workers) == 1
    game._autopilot.thoughts.clear()

    LEVELS["captain"] = msgspec.structs.replace(LEVELS["captain"], processes=2)
    together = game.think("german", "captain")

    assert len(game.thinker.workers) == 2
    assert together == alone
    assert together.worlds > 3
    game._autopilot.thoughts.clear()
    second = game.thinker.workers[1].process
    second.kill()
    second.join()
    assert game.think("german", "captain") == alone, "the first plays all of it then"
    game._autopilot.thoughts.clear()
    assert game.think("german", "captain") == alone
    assert game.thinker.workers[1].process.is_alive(), "and another one has begun"


@pytest.mark.slow
def test_both_processes_hear_that_nobody_wants_it(game, endless):
    to_german_move(game)
    thread, ended = asking_the_colonel(game)
    while len(game.thinker.workers) < 2 or game.thinker._given.value < 2_000:
        time.sleep(0.005)
    game.thinker.cancel()
    thread.join(5)

    assert ended
    assert game.think("german", "captain").worlds


def test_courses_that_nobody_wants_leave_no_word_in_the_pipe(game):
    """Else the process would take what the second one found for its next job."""
    to_german_move(game)
    view = game.rules.view(game.state, "german")
    job = Job(number=1, level=LEVELS["colonel"], seed=5, side="german", count=0,
              view=encode(view), shared=True)  # fmt: skip
    here, there = CONTEXT.Pipe()
    worlds = Worlds(game.rules, view, 5, cancelled=lambda: True)
    answer = game.bot_answer("german", "policy")
    there.send_bytes(b"")

    with pytest.raises(ThoughtCancelled):
        _in_halves(here, job)(worlds, [(answer, 0), (answer, 1)])

    assert not here.poll()


def test_a_table_that_no_process_can_lay_is_thought_about_here():
    with PlaySession.new("toy/dash", seed=2, keep=False, loader=load_toy) as session:
        while session.ask.who == CHANCE:
            session.roll()
        assert session.think(session.ask.who, "captain").arms
        assert not session.thinker.workers


def test_a_game_against_a_level_tells_why(game, few):
    reasons = []
    for _ in range(30):
        event = game.step()
        if event.author == "captain" and (found := reasons_of(game, event, "german")):
            reasons.append(found)

    assert len(reasons) > 3
    assert all(found.gain and found.title for found in reasons)
    assert any("victory points" in found.gain for found in reasons)
    assert all(found.rows[found.chosen].label == found.title for found in reasons)
    assert any(len(found.rows) > 1 for found in reasons)


def test_reasons_are_kept_from_whoever_must_not_see_all(few):
    options = {"hands": "closed"}
    players = {"german": "captain", "belgian": "policy"}
    with PlaySession.new(ROOF, seed=5, players=players, options=options, keep=False) as session:
        hidden = 0
        for _ in range(120):
            event = session.step()
            if session.ask is None:  # the game is over: everybody may know
                break
            if event.author != "captain":
                continue
            before = session.journal.state(event.parent)
            if session.rules.view(before, "belgian") != before:
                hidden += 1
                assert reasons_of(session, event, "belgian") is None
                assert reasons_of(session, event, "german") is not None
    assert hidden


def test_a_hint_names_alternatives(game, few):
    to_german_move(game)
    found = told(game, game.think("german", "colonel"), game.ask)

    assert found.title
    assert len(found.rows) > 1
    assert [row.value for row in found.rows] == sorted((r.value for r in found.rows), reverse=True)


def test_closing_does_not_wait_for_a_process_that_begins(endless):
    session = PlaySession.new(ROOF, seed=5, players={"german": "colonel"}, keep=False)
    while session.ask.who != "german":
        session.step()
    thread, ended = asking_the_colonel(session)
    while not session.thinker.workers:
        time.sleep(0.001)
    began = time.perf_counter()
    session.close()
    assert time.perf_counter() - began < 0.1
    thread.join(5)
    assert ended
    assert not session.thinker.workers


def test_a_table_that_never_thinks_wants_no_memory_that_processes_share(monkeypatch):
    """Some machines have none: a bare root without /dev/shm."""

    def none(*_args: object) -> None:
        raise FileNotFoundError(2, "No such file or directory", "/dev/shm")

    monkeypatch.setattr(CONTEXT, "RawValue", none)
    session = PlaySession.new("eben-emael/historical", seed=7, keep=False)
    assert session.thinker.progress == 0
    session.thinker.cancel()
    session.thinker.close()
