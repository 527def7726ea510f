"""What a worker does: play a range of games and count them; tables are laid once per process."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from wardesk.engine.kernel import begin
from wardesk.engine.rules import Rules
from wardesk.engine.types import GameState
from wardesk.players.bots import make_player
from wardesk.players.match import MatchResult, play_match
from wardesk.studies.measures import Measure, measures_of, of_role
from wardesk.studies.spec import MakeRules, StudySpec, Task
from wardesk.studies.tally import Ending, Tally, merge

_KEPT = 16
"""Tables that a worker keeps; a study compares a handful."""

_tables: dict[tuple[MakeRules, str], Rules[Any, Any]] = {}

Play = Callable[..., MatchResult]


class Played(Struct, frozen=True):
    """The answer of a worker: its task, what it counted, and how long that took."""

    task: Task
    tally: Tally
    seconds: float


def play_range(make: MakeRules, task: Task) -> Played:
    """Play the games of *task* and count them. Errors of `make` pass; a broken game is noted."""
    rules = _rules(make, task.spec)
    started = time.perf_counter()
    counter = GameCounter(rules, task.spec)
    tally = merge(counter.play(number) for number in range(task.first, task.first + task.count))
    return Played(task, tally, time.perf_counter() - started)


def _rules(make: MakeRules, spec: StudySpec) -> Rules[Any, Any]:
    key = (make, spec.key)
    if key not in _tables:
        while len(_tables) >= _KEPT:
            _tables.pop(next(iter(_tables)))
        _tables[key] = make(spec.scenario, spec.options)
    return _tables[key]


class GameCounter:
    """Plays games of one spec, one at a time, and counts each."""

    def __init__(self, rules: Rules[Any, Any], spec: StudySpec) -> None:
        self.rules = rules
        self.spec = spec
        self._players = {side: make_player(kind) for side, kind in spec.players.items()}
        _, state = begin(rules, umpire=False)
        self.measures = measures_of(rules.look(state), state)
        clocks = of_role(self.measures, "turns")
        self._clock = clocks[0] if clocks else None

    def play(self, number: int) -> Tally:
        """Game *number* as a tally of one; a game that breaks is noted with its seed."""
        seed = self.spec.seed + number
        series = _Series(self._clock, self.measures)
        try:
            match = play_match(self.rules, self._players, seed, watch=series.see)
        except Exception as error:  # noqa: BLE001 - one broken game must not lose a night's study
            text = f"{type(error).__name__}: {error}".splitlines()[0]
            return Tally(broken={seed: text})
        return self._count(number, seed, match, series)

    def _count(self, number: int, seed: int, match: MatchResult, series: _Series) -> Tally:
        result = match.result
        winner, level = (result.winner, result.level) if result else ("", "")
        points = of_role(self.measures, "points")
        final = match.state.tracks[points[0].id] if points else 0
        side = self.rules.sides.index(winner) if winner in self.rules.sides else -1
        return Tally(
            games=1,
            endings=(Ending(winner, level, 1, seed),),
            decisions={match.decisions: 1},
            turns={match.state.tracks[self._clock.id]: 1} if self._clock else {},
            tracks=series.done(match.state),
            by_game={number: (side, final)},
        )


class _Series:
    """Values of the tracks at the end of each turn of one game."""

    def __init__(self, clock: Measure | None, measures: tuple[Measure, ...]) -> None:
        self._clock = clock
        self._followed = [m.id for m in measures if m.role != "turns"]
        self._turn = 0
        self._last: Mapping[str, int] = {}
        self._found: dict[int, tuple[int, ...]] = {}

    def see(self, state: GameState[Any, Any]) -> None:
        """Take note of a state; when the turn has changed, the one before it was the last."""
        if self._clock is None or state.tracks is self._last:
            return
        turn = state.tracks.get(self._clock.id, 0)
        if turn != self._turn and self._last:
            self._keep(self._turn, self._last)
        self._turn, self._last = turn, state.tracks

    def done(self, state: GameState[Any, Any]) -> dict[str, dict[int, dict[int, int]]]:
        """The whole series; turns after the end keep the last values."""
        tracks = state.tracks
        last = tracks.get(self._clock.id, 0) if self._clock else 0
        for turn in range(last, max(last, self._clock.most if self._clock else 0) + 1):
            self._keep(turn, tracks)
        return {
            track: {turn: {values[at]: 1} for turn, values in self._found.items()}
            for at, track in enumerate(self._followed)
        }

    def _keep(self, turn: int, tracks: Mapping[str, int]) -> None:
        self._found[turn] = tuple(tracks.get(track, 0) for track in self._followed)
