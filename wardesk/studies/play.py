"""What a worker does: play a range of games and count them; tables are laid once per process."""

from __future__ import annotations

import time
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wardesk.engine.kernel import begin
from wardesk.engine.rules import Rules
from wardesk.engine.types import Event, GameState
from wardesk.errors import UserError, WarDeskError
from wardesk.players.bots import make_player
from wardesk.players.match import MatchResult, play_match
from wardesk.studies.measures import measures_of, of_role
from wardesk.studies.series import TurnTracks
from wardesk.studies.spec import MakeRules, StudySpec, StudyTask
from wardesk.studies.tally import CountedEnding, Tally, merge
from wardesk.words import say

_KEPT = 16
"""Tables that a worker keeps; a study compares a handful."""

_tables: dict[tuple[MakeRules, str], Rules[Any, Any]] = {}


class PlayedTask(Struct, frozen=True):
    """The answer of a worker: its task, what it counted, and how long that took."""

    task: StudyTask
    tally: Tally
    seconds: float


def play_range(make: MakeRules, task: StudyTask) -> PlayedTask:
    """Play the games of *task* and count them. Errors of `make` pass; a broken game is noted.

    UserError when the rules here are not those of the study.
    """
    rules = _rules(make, task.spec)
    started = time.perf_counter()
    counter = GameCounter(rules, task.spec)
    tally = merge(counter.play(number) for number in range(task.first, task.first + task.count))
    return PlayedTask(task, tally, time.perf_counter() - started)


def _rules(make: MakeRules, spec: StudySpec) -> Rules[Any, Any]:
    key = (make, spec.key)
    if key not in _tables:
        while len(_tables) >= _KEPT:
            _tables.pop(next(iter(_tables)))
        made = make(spec.scenario, spec.options)
        if spec.rules and made.digest != spec.rules:
            raise UserError(
                say(
                    "A worker lays {scenario!s} with other rules or tables.", scenario=spec.scenario
                ),
                "Give every worker the same WarDesk and the same packs, and go on with the study.",
            )
        _tables[key] = made
    return _tables[key]


class GameCounter:
    """Plays games of one spec, one at a time, and counts each."""

    def __init__(self, rules: Rules[Any, Any], spec: StudySpec) -> None:
        self.rules = rules
        self.spec = spec
        self._players = {side: make_player(kind) for side, kind in spec.players.items()}
        self._first, state = begin(rules, umpire=False)
        self.measures = measures_of(rules.showing.look(state), state)
        clocks = of_role(self.measures, "turns")
        self._clock = clocks[0] if clocks else None

    def play(self, number: int) -> Tally:
        """Game *number* as a tally of one; a game that breaks is noted with its seed."""
        seed = self.spec.seed + number
        series = TurnTracks(self._clock.id if self._clock else "")
        series.set_up(self._first.effects)
        fallen: dict[str, dict[str, int]] = {}

        def watch(before: GameState[Any, Any], event: Event[Any, Any]) -> None:
            if event.effects:
                series.see(event.effects)
                for loss in self.rules.showing.losses(before, event):
                    cells = fallen.setdefault(loss.side, {})
                    cells[loss.cell] = cells.get(loss.cell, 0) + loss.count

        try:
            match = play_match(self.rules, self._players, seed, watch=watch)
        except WarDeskError as error:  # one broken game must not lose a night's study
            text = f"{type(error).__name__}: {error}".splitlines()[0]
            return Tally(broken={seed: text})
        counted = self._count(number, seed, match, series)
        return replace(counted, fallen=fallen, fallen_of=1)

    def _count(self, number: int, seed: int, match: MatchResult, series: TurnTracks) -> Tally:
        result = match.result
        winner, level = (result.winner, result.level) if result else ("", "")
        points = of_role(self.measures, "points")
        final = match.state.tracks[points[0].id] if points else 0
        side = self.rules.sides.index(winner) if winner in self.rules.sides else -1
        return Tally(
            games=1,
            endings=(CountedEnding(winner, level, 1, seed),),
            decisions={match.decisions: 1},
            turns={match.state.tracks[self._clock.id]: 1} if self._clock else {},
            tracks=self._tracks(series),
            by_game={number: (side, final)},
        )

    def _tracks(self, series: TurnTracks) -> dict[str, dict[int, dict[int, int]]]:
        turns = series.until(self._clock.most if self._clock else 0)
        return {
            measure.id: {turn: {values.get(measure.id, 0): 1} for turn, values in turns.items()}
            for measure in self.measures
            if measure.role != "turns"
        }
