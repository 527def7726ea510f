"""A game looked back on: the luck of its rolls, and the chance to win as it went on.

It takes seconds, for large games minutes, so a process of its own does it and tells how far it is.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path as FilePath
from random import Random
from typing import Any

from msgspec import Struct

from wardesk.engine.journal import Journal
from wardesk.engine.kernel import Illegal
from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, Event, Path, Roll, replace
from wardesk.errors import BugError, WarDeskError
from wardesk.players.playouts import Playouts, play_out
from wardesk.players.rolls import Swing, swing_of
from wardesk.players.search.search import think
from wardesk.players.search.thought import Thought
from wardesk.players.search.worlds import ThoughtCancelled
from wardesk.services.play.session import PlaySession
from wardesk.services.play.worker import Worker
from wardesk.words import decode, encode

MOMENTS = 12
"""Moments of a game whose chances are counted, evenly spread over its events; the end is known."""
GAMES = 40
"""Games from each of them."""
ANSWERS = 120_000
"""Answers after which no further round of games begins: large games get fewer. A number and no
time, so that the same game is told the same everywhere."""
MOST_REGRETS = 3
"""Decisions that are told."""
AGAIN = 10
"""Decisions that are judged again."""
BRIEFLY, LEAST_BRIEFLY, LONGER = 800, 100, 4_000
"""Answers in imagined worlds for one decision: at first, and for those that look dearest."""
JUDGING = 100_000
"""Answers for all first looks together: in long games each is shorter."""
_OFTEN = 20
"""Rolls that are weighed between two tellings."""


class Lucky(Struct, frozen=True):
    """What the roll of one event gave."""

    event: int
    swing: Swing


class Regret(Struct, frozen=True):
    """An answer beside which another one looked better."""

    event: int
    thought: Thought
    """Compared with what was answered, which stands where the script's answer stands else."""

    @property
    def cost(self) -> float:
        """What the better answer would have brought, as a share of the whole score."""
        return self.thought.chosen.gain


class Review(Struct, frozen=True, kw_only=True):
    """What is known of a game so far."""

    rolls: int
    """How many rolls the game had."""
    weighed: int = 0
    """How many of them were looked at."""
    lucky: tuple[Lucky, ...] = ()
    """Rolls on which something hung, in their order."""
    chances: tuple[Playouts, ...] = ()
    """The moments, in their order."""
    decisions: int = 0
    """How many answers could have been others."""
    judged: int = 0
    """How many of them were looked at."""
    regrets: tuple[Regret, ...] = ()
    """Those that cost most, in their order; known once all are judged."""
    done: bool = False

    @property
    def games(self) -> int:
        """How many games were played from every moment."""
        return min((one.games for one in self.chances), default=0)


class GameLuck(Struct, frozen=True):
    """What all rolls of a game gave together."""

    score: Mapping[str, float]
    """By side: what they added to its score, which goes from 0 to 1."""
    losses: Mapping[str, float]
    """By side: how many more fell than on average."""
    sampled: int
    """Rolls of so many dice that their mean comes from a sample."""


def luck_in(review: Review, sides: Sequence[str]) -> GameLuck:
    """The sum over all rolls that were weighed."""
    first = sum(one.swing.score for one in review.lucky)
    # A side that is not the first stands for all that are against it: games have two.
    score = {side: -first if k else first for k, side in enumerate(sides)}
    losses = {side: sum(one.swing.losses[k] for one in review.lucky)
              for k, side in enumerate(sides)}  # fmt: skip
    return GameLuck(score, losses, sum(not one.swing.exact for one in review.lucky))


def chance_of(one: Playouts, place: int) -> float:
    """The share of the games from a moment that the side in that *place* won."""
    return one.wins[place] / one.games if one.games else 0.0


def can_review(rules: Rules[Any, Any]) -> bool:
    """Whether script and score of the game know enough to tell luck and chances."""
    return rules.thinking.looks_ahead and len(rules.sides) == 2


def reviews(
    rules: Rules[Any, Any],
    journal: Journal[Any, Any],
    seed: int,
    *,
    games: int = GAMES,
    answers: int = ANSWERS,
    sides: Collection[str] = (),
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Review]:
    """Look back on the line of *journal*; each review knows more than the one before.

    Decisions are judged of *sides*, none of them = of all. The last one is `Review.done`. Raises
    `ThoughtCancelled`.
    """
    line = journal.line()
    rolls = [event for event in line if isinstance(event.answer, Roll) and _by_chance(event)]
    found = Review(rolls=len(rolls))
    if not can_review(rules):
        yield Review(rolls=len(rolls), done=True)
        return
    for k, event in enumerate(rolls, 1):
        if cancelled():
            raise ThoughtCancelled
        swing = swing_of(rules, journal.state(event.parent), event, cancelled)
        more = () if swing is None or not _matters(swing) else (Lucky(event.id, swing),)
        found = Review(rolls=len(rolls), weighed=k, lucky=(*found.lucky, *more))
        if k % _OFTEN == 0:
            yield found
    for chances in _rounds(rules, journal, line, seed, games, answers, cancelled):
        found = Review(rolls=len(rolls), weighed=len(rolls), lucky=found.lucky, chances=chances)
        yield found
    asked = [event for event in line if _decided(event, sides or rules.sides)]
    for judged, regrets in _judged(rules, journal, asked, seed, cancelled):
        found = replace(found, decisions=len(asked), judged=judged, regrets=regrets)
        yield found
    yield replace(found, weighed=len(rolls), done=True)


def _decided(event: Event[Any, Any], sides: Collection[str]) -> bool:
    """Whether *event* is an answer of one of *sides* that nobody overruled."""
    return event.asked is not None and event.asked.who in sides and event.mode == "play"


def _judged(
    rules: Rules[Any, Any],
    journal: Journal[Any, Any],
    asked: Sequence[Event[Any, Any]],
    seed: int,
    cancelled: Callable[[], bool],
) -> Iterator[tuple[int, tuple[Regret, ...]]]:
    """How many of *asked* are judged, and once all are, which cost most.

    All are looked at briefly; those that look dearest again and longer, in worlds of their own: the
    dearest of many short looks is mostly the unluckiest of them.
    """
    found: list[Regret] = []
    budget = min(BRIEFLY, max(LEAST_BRIEFLY, JUDGING // max(1, len(asked))))
    for k, event in enumerate(asked, 1):
        found += _regret(rules, journal, event, Random(f"{seed}/{event.id}"), budget, cancelled)
        yield k, ()
    found.sort(key=lambda one: (-one.cost, one.event))
    again: list[Regret] = []
    for one in found[:AGAIN]:
        event, rng = journal.events[one.event], Random(f"again {seed}/{one.event}")
        again += _regret(rules, journal, event, rng, LONGER, cancelled)
    again = [one for one in again if one.thought.sure]
    dearest: dict[object, Regret] = {}
    for one in sorted(again, key=lambda one: (-one.cost, one.event)):
        dearest.setdefault(_lesson(one.thought), one)
    few = tuple(dearest.values())[:MOST_REGRETS]
    yield len(asked), tuple(sorted(few, key=lambda one: one.event))


def _lesson(thought: Thought) -> object:
    """What could be learnt: the same thing left undone turn after turn is told once."""
    better = thought.answer
    return repr(thought.script.answer), better.cells[-1:] if isinstance(better, Path) else better


def _regret(
    rules: Rules[Any, Any],
    journal: Journal[Any, Any],
    event: Event[Any, Any],
    rng: Random,
    budget: int,
    cancelled: Callable[[], bool],
) -> list[Regret]:
    """What *event* cost, by what its side could see; empty where nothing looks better."""
    assert event.asked is not None
    view = rules.view(journal.state(event.parent), event.asked.who)
    try:
        found = think(rules, view, rng, budget, given=event.answer, cancelled=cancelled)
    except (BugError, Illegal):
        return []  # a table altered by hand may be one that the script knows no answer on
    return [Regret(event.id, found)] if found.changed else []


def _by_chance(event: Event[Any, Any]) -> bool:
    return event.asked is not None and event.asked.who == CHANCE


def _matters(swing: Swing) -> bool:
    return abs(swing.score) > 1e-9 or any(abs(loss) > 1e-9 for loss in swing.losses)


def _rounds(
    rules: Rules[Any, Any],
    journal: Journal[Any, Any],
    line: Sequence[Event[Any, Any]],
    seed: int,
    games: int,
    answers: int,
    cancelled: Callable[[], bool],
) -> Iterator[tuple[Playouts, ...]]:
    """After each round of one game from every moment what is known of all of them."""
    last = len(line) - 1
    places = sorted({round(k * last / MOMENTS) for k in range(MOMENTS)})
    known = [Playouts(line[place].id) for place in places]
    given = 0
    for world in range(games):
        if given >= answers:
            return
        for k, one in enumerate(known):
            try:
                winner, took = play_out(rules, journal.state(one.event), seed, world, cancelled)
            except BugError:
                return  # a table altered by hand may be one that the rules do not go on from
            known[k] = one.and_one(rules, winner)
            given += took
        yield tuple(known)


def persons(session: PlaySession) -> tuple[str, ...]:
    """Sides that people play: theirs are the decisions to learn from."""
    return tuple(side for side, kind in session.players.items() if kind == "human")


# ---- in a process of its own ---------------------------------------------------------------------


class Reviewer:
    """Looks back on one game in a process of its own; another thread may `cancel` it."""

    def __init__(self, session: PlaySession, *, games: int = GAMES) -> None:
        self._games = games
        self._rules, self._journal = session.rules, session.journal
        self._seed, self._sides = session.header.seed, persons(session)
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._copy = FilePath(self._folder.name) / "game.wdgame"
        session.snapshot(self._copy)
        self._worker: Worker | None = None
        self._cancelled = False

    def run(self, tell: Callable[[Review], object]) -> None:
        """Tell of every review until the last. Meant for a thread. Raises `ThoughtCancelled`."""
        try:
            if not self._elsewhere(tell):
                # The table is not on the shelf: only this process has it.
                cancelled = lambda: self._cancelled  # noqa: E731
                for found in reviews(
                    self._rules, self._journal, self._seed, games=self._games, sides=self._sides,
                    cancelled=cancelled,
                ):  # fmt: skip
                    tell(found)
        finally:
            self._folder.cleanup()

    def cancel(self) -> None:
        """Nobody wants to know any more; does not wait."""
        self._cancelled = True
        if self._worker is not None:
            self._worker.end()
        self._folder.cleanup()

    def _elsewhere(self, tell: Callable[[Review], object]) -> bool:
        """Whether another process has told all."""
        worker = self._worker = Worker(
            _serve, str(self._copy), self._rules.digest, self._games, name="review"
        )
        if self._cancelled:
            worker.end()
        done = False
        try:
            while not done:
                found = decode(worker.hear(), Review)
                tell(found)
                done = found.done
        except (EOFError, OSError):
            pass
        worker.close()
        worker.process.join()  # it holds the copy, which goes next
        if self._cancelled:
            raise ThoughtCancelled
        return done


def _serve(pipe: Connection, path: str, digest: str, games: int) -> None:
    """The process: opens a copy of the game and tells what it finds; silent where it cannot."""
    if hasattr(os, "nice"):
        os.nice(10)  # whoever plays on meanwhile comes first
    try:
        with PlaySession.open(FilePath(path), keep=False) as session:
            if session.rules.digest != digest:
                return
            rules, seed = session.rules, session.header.seed
            for found in reviews(rules, session.journal, seed, games=games, sides=persons(session)):
                pipe.send_bytes(encode(found))
    except (OSError, WarDeskError):
        return
