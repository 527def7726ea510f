"""How a finished game came out, and the moments that decided it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from wardesk.engine.types import Event, GameResult
from wardesk.model.look import TrackLook
from wardesk.services.play.log import GameLogLine
from wardesk.services.play.session import PlaySession
from wardesk.services.play.statistics import ThrownDice, losses_by_cell, thrown_for

MOST_MOMENTS = 3
_LEAST = 0.005
"""What the score must have moved by for a moment to have decided anything."""


class Decisive(Struct, frozen=True):
    """An event that moved the score of a side by *change*, from -1 to 1."""

    event: int
    turn: int
    text: str
    how: str
    change: float


class Ending(Struct, frozen=True, kw_only=True):
    """Everything that is said when a game is over, as one side sees it; all in its words."""

    result: GameResult
    side: str
    """Whose score the curve and the moments are."""
    scale: TrackLook | None
    """The track whose steps are the levels of victory."""
    losses: Mapping[str, int]
    """How many fell by side; empty where nobody did."""
    moments: tuple[Decisive, ...]
    """The largest changes of the score, in the order in which they came."""
    scores: tuple[float, ...]
    """The score of the side after each event, 0 to 1."""
    places: tuple[int, ...]
    """Where on the curve each moment is."""
    thrown: dict[str, tuple[ThrownDice, ...]]
    """By side the dice that its own doings asked for."""

    @property
    def moved(self) -> bool:
        """Whether the score ever changed; at a table without rules it cannot."""
        return max(self.scores) - min(self.scores) >= _LEAST


def ending_of(session: PlaySession, side: str = "") -> Ending | None:
    """How the game on the table ended; None while it goes on or where nobody has won.

    *side*: whose eyes; empty for the winner's, else for those of the first side.
    """
    result = session.state.result
    if result is None:
        return None
    rules, line = session.rules, session.journal.line()
    side = side or result.winner or rules.sides[0]
    scores = [
        rules.thinking.score(rules.view(session.journal.state(event.id), side), side)
        for event in line
    ]
    look = session.look(side=side)
    fallen = losses_by_cell(rules, session.journal, line)
    found = _decisive(line, scores, session.log_lines())
    places = {event.id: k for k, event in enumerate(line)}
    return Ending(
        result=result,
        side=side,
        scale=next((track for track in look.tracks if track.steps), None),
        losses={side: sum(cells.values()) for side, cells in fallen.items()},
        moments=found,
        scores=tuple(scores),
        places=tuple(places[one.event] for one in found),
        thrown=thrown_for(line, rules.sides),
    )


def _decisive(
    line: Sequence[Event[Any, Any]], scores: Sequence[float], lines: Sequence[GameLogLine]
) -> tuple[Decisive, ...]:
    """The events with the largest changes that the log has something to say of."""
    told: dict[int, list[GameLogLine]] = {}
    for one in lines:
        if one.current and not one.told and one.kind != "setting":
            told.setdefault(one.event, []).append(one)
    changes = [
        (now - was, event.id)
        for was, now, event in zip(scores, scores[1:], line[1:], strict=False)
        if abs(now - was) >= _LEAST and event.id in told
    ]
    largest = sorted(changes, key=lambda one: (-abs(one[0]), one[1]))[:MOST_MOMENTS]
    found: list[Decisive] = []
    for change, event in sorted(largest, key=lambda one: one[1]):
        first, *more = told[event]
        how = "; ".join(filter(None, (first.how, *(one.text for one in more[:2]))))
        found.append(Decisive(event, first.when.turn, first.text, how, change))
    return tuple(found)
