"""The search: look at many answers briefly, play the best on in common worlds, halve the field.

The budget is counted in answers given, never in time: the same question, seed and budget lead to
the same `Thought` on every machine and with any number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any

from wardesk.engine.rules import Rules
from wardesk.engine.types import Answer, GameState
from wardesk.players.search.thought import (
    Arm,
    Leaf,
    Thought,
    deviation,
    fates,
    gains,
    mean_of,
    paired,
    typical,
)
from wardesk.players.search.worlds import Worlds

Job = tuple[Answer, int]
"""An answer, and the world to play it in."""
Spread = Callable[[Worlds, Sequence[Job]], list[Leaf]]
"""Plays jobs, wherever that is, and gives their leaves in the same order."""

KEPT = 8
"""Answers that are played on, the script's included."""
LOOKS, TRIALS = 0.2, 0.3
"""The shares of the budget that short looks, and courses in the world of trials, may take."""
LEAST = 6
"""Worlds that each answer of the first round should see."""
CAUTION = 0.7
"""Standard errors that a gain over the script must be worth."""
TRIFLE = 0.002
"""A gain of less than this is no reason to leave the script: the score is not so exact."""
COURSES = 12
"""Courses that the budget must always be good for."""
LISTED = 400
"""Answers that are listed at most."""


def in_turn(worlds: Worlds, jobs: Sequence[Job]) -> list[Leaf]:
    """Plays jobs here, one after the other."""
    return [worlds.play(answer, world) for answer, world in jobs]


def think(
    rules: Rules[Any, Any],
    view: GameState[Any, Any],
    rng: Random,
    budget: int,
    *,
    given: Answer | None = None,
    spread: Spread = in_turn,
    cancelled: Callable[[], bool] = lambda: False,
) -> Thought:
    """The best answer to the question of *view* that *budget* answers in imagined worlds find.

    *given*: what everything is compared with instead of the script's answer, as somebody gave it.
    Raises `Cancelled` soon after *cancelled* says so.
    """
    script = rules.thinking.policy(view, rng)
    first = [] if given is None else [script]
    script = script if given is None else given
    if not rules.thinking.looks_ahead or budget <= 0:
        return Thought(answer=script, arms=(Arm(answer=script, value=0.5),))
    most = max(2, min(LISTED, int(budget * LOOKS)))
    ideas = list(rules.thinking.ideas(view, most, rng))
    if not ideas:
        ideas = rules.options(view, most, rng)
        rng.shuffle(ideas)
    others = _without_doubles([*first, *ideas], script)
    if not others:
        return Thought(answer=script, arms=(Arm(answer=script, value=0.5),))
    longest = max(1, budget // COURSES)
    worlds = Worlds(rules, view, rng.getrandbits(48), longest=longest, cancelled=cancelled)
    answers, looked = _shortlist(worlds, script, others, budget)
    field = _Field(worlds, answers, spread)
    field.halve(budget - looked)
    return field.thought(listed=len(others) + 1, looked=looked)


def _without_doubles(ideas: Sequence[Answer], script: Answer) -> list[Answer]:
    found: list[Answer] = []
    seen = {repr(script)}
    for answer in ideas:
        if (key := repr(answer)) not in seen:
            seen.add(key)
            found.append(answer)
    return found


def _shortlist(
    worlds: Worlds, script: Answer, others: list[Answer], budget: int
) -> tuple[list[Answer], int]:
    """The script's answer and those that promise most; what finding them took.

    All get a short look; those that look best are played on in one world, which tells more where a
    score does not move at once. Of equals those come first that were listed first. That world is
    not used again: the best of many in one world is mostly the luckiest.
    """
    if len(others) < KEPT:
        return [script, *others], 0
    looked, spent = _ranked(worlds.look, others, int(budget * LOOKS))
    tried, more = _ranked(worlds.try_out, looked, int(budget * TRIALS))
    return [script, *tried[: KEPT - 1]], spent + more


def _ranked(
    play: Callable[[Answer], Leaf], answers: Sequence[Answer], limit: int
) -> tuple[list[Answer], int]:
    """*answers* by what they come to, the best first, as many as *limit* answers are enough for."""
    spent = 0
    found: list[tuple[float, int, Answer]] = []
    for number, answer in enumerate(answers):
        if spent >= limit:
            break
        leaf = play(answer)
        spent += leaf.answers
        if leaf.value is not None:
            found.append((-leaf.value, number, answer))
    found.sort(key=lambda each: each[:2])
    return [answer for _, _, answer in found], spent


class _Field:
    """Answers that are played on in the same worlds; number 0 is the script's."""

    def __init__(self, worlds: Worlds, answers: list[Answer], spread: Spread) -> None:
        self._worlds, self._answers, self._spread = worlds, answers, spread
        self._leaves: list[dict[int, Leaf]] = [{} for _ in answers]
        self._played = 0
        self._spent = 0

    def halve(self, budget: int) -> None:
        """Play all, drop the worse half, play those that are left, until the budget is spent."""
        self._play([0], 1)
        room = (budget - self._spent) / self._spent
        alive = list(range(len(self._answers)))[: max(2, int(room / LEAST))]
        rounds = (len(alive) - 1).bit_length()
        while len(alive) > 1 and self._spent < budget:
            share = (budget - self._spent) // max(1, rounds)
            rounds -= 1
            if not self._round(alive, share):
                return
            alive = self._better_half(alive)

    def _round(self, alive: list[int], share: int) -> bool:
        """Play *alive* in new worlds for about *share* answers; False if nothing hangs on it.

        How many worlds these are is fixed before they are played, so it does not matter how the
        work is shared out.
        """
        known = [leaf.answers for leaves in self._leaves for leaf in leaves.values()]
        wanted = max(3, int(share * len(known) / (len(alive) * sum(known))))
        for part in (4, 12, wanted):
            if (number := min(part, wanted)) > 0:
                self._play(alive, number)
                wanted -= number
                if self._all_alike(alive):
                    return False
        return True

    def _play(self, alive: Sequence[int], number: int) -> None:
        """Play *alive* in the next *number* worlds; in the very first one who missed it, too."""
        new = range(self._played, self._played + number)
        jobs = [
            (at, world)
            for world in (0, *new)
            for at in alive
            if world not in self._leaves[at] and (world or not self._leaves[at])
        ]
        jobs = list(dict.fromkeys(jobs))
        self._played += number
        found = self._spread(self._worlds, [(self._answers[at], world) for at, world in jobs])
        for (at, world), leaf in zip(jobs, found, strict=True):
            self._leaves[at][world] = leaf
            self._spent += leaf.answers

    def _all_alike(self, alive: Sequence[int]) -> bool:
        """Whether every answer comes out the same in every world, while the worlds differ.

        A few lost worlds look alike whatever is done: worlds that do not differ prove little.
        """
        base = {world: leaf.value for world, leaf in self._leaves[0].items()}
        for at in alive[1:]:
            if {world: leaf.value for world, leaf in self._leaves[at].items()} != base:
                return False
        return len(base) >= 16 or (len(base) >= 4 and len(set(base.values())) > 1)

    def _gain(self, at: int) -> tuple[float, float]:
        """What answer *at* gains over the script's, and the error."""
        mean, error, _ = paired(self._leaves[at], self._leaves[0], self._usual)
        return mean, error

    @property
    def _usual(self) -> float:
        """How much gains vary from world to world, over all answers."""
        found = [deviation(gains(leaves, self._leaves[0])) for leaves in self._leaves[1:]]
        found = [each for each in found if each]
        return max(TRIFLE, sqrt(sum(each * each for each in found) / len(found)) if found else 0.0)

    def _better_half(self, alive: list[int]) -> list[int]:
        """The script and the better half of the others; whoever is clearly worse goes too."""
        gains = {at: self._gain(at) for at in alive[1:]}
        hopeful = [at for at, (mean, error) in gains.items() if mean + 1.5 * error > 0]
        hopeful.sort(key=lambda at: (-gains[at][0], at))
        if len(alive) == 2 and hopeful and gains[hopeful[0]][0] > 3 * gains[hopeful[0]][1]:
            return [0]  # decided
        return [0, *hopeful[: max(1, len(alive) // 2)]]

    def _best(self) -> int:
        """The answer with the best gain less its own doubt; the script's where none has any."""
        worth = {0: 0.0}
        for at, leaves in enumerate(self._leaves):
            if at and len(leaves) > 1:
                mean, error = self._gain(at)
                worth[at] = mean - CAUTION * error - TRIFLE
        return max(worth, key=lambda at: (worth[at], -at))

    def thought(self, *, listed: int, looked: int) -> Thought:
        """What came out; *looked* answers went into short looks."""
        best = self._best()
        base, usual = mean_of(self._leaves[0]), self._usual
        arms: list[Arm] = []
        for at, answer in enumerate(self._answers):
            gain, error, worlds = (
                paired(self._leaves[at], self._leaves[0], usual) if at else (0.0, 0.0, 0)
            )
            if at and worlds < 2:
                continue
            arms.append(
                Arm(
                    answer=answer,
                    value=base + gain,
                    gain=gain,
                    error=error,
                    worlds=worlds or len(self._leaves[0]),
                )
            )
        leaves = self._leaves[best]
        fear, hope = fates(leaves)
        return Thought(
            answer=self._answers[best],
            arms=tuple(arms),
            listed=listed,
            worlds=len(leaves),
            answers=looked + self._spent,
            course=typical(leaves),
            fear=fear,
            hope=hope,
        )
