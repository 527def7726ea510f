"""Counts of many games: whole numbers only, so that parts add up the same in any order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

Counts = dict[int, int]
"""How often each value came up."""


class CountedEnding(Struct, frozen=True):
    """One way to end, how often, and the lowest seed that shows it."""

    winner: str
    level: str
    count: int
    seed: int


class Tally(Struct, frozen=True, kw_only=True):
    """What is kept of a number of games: counts and histograms, never a state."""

    games: int = 0
    endings: tuple[CountedEnding, ...] = ()
    decisions: Counts = {}
    turns: Counts = {}
    """In which turn games ended; empty for a game without turns."""
    tracks: dict[str, dict[int, Counts]] = {}
    """Track -> turn -> how often each value stood at the end of that turn.

    A game that has ended keeps its last values, so every turn counts every game. A game without a
    track of turns has turn 0 alone: its end.
    """
    fallen: dict[str, dict[str, int]] = {}
    """Side -> cell -> how many fell there in all games; the empty cell is off the board."""
    fallen_of: int = 0
    """Games that `fallen` tells of; fewer than all after a study that did not count them yet."""
    by_game: dict[int, tuple[int, int]] = {}
    """Game number -> number of the winning side (-1 nobody) and final points (0 without any).

    Two small numbers a game, for comparing the same seed under two sets of options.
    """
    broken: dict[int, str] = {}
    """Seed -> what went wrong: games that are not counted anywhere else."""


def merge(tallies: Iterable[Tally]) -> Tally:
    """All of them as one; the order does not matter."""
    games = 0
    endings: dict[tuple[str, str], tuple[int, int]] = {}
    decisions: Counts = {}
    turns: Counts = {}
    tracks: dict[str, dict[int, Counts]] = {}
    fallen: dict[str, dict[str, int]] = {}
    fallen_of = 0
    by_game: dict[int, tuple[int, int]] = {}
    broken: dict[int, str] = {}
    for tally in tallies:
        games += tally.games
        for each in tally.endings:
            count, seed = endings.get((each.winner, each.level), (0, each.seed))
            endings[each.winner, each.level] = (count + each.count, min(seed, each.seed))
        add_counts(decisions, tally.decisions)
        add_counts(turns, tally.turns)
        for track, series in tally.tracks.items():
            mine = tracks.setdefault(track, {})
            for turn, counts in series.items():
                add_counts(mine.setdefault(turn, {}), counts)
        fallen_of += tally.fallen_of
        for side, cells in tally.fallen.items():
            here = fallen.setdefault(side, {})
            for cell, count in cells.items():
                here[cell] = here.get(cell, 0) + count
        by_game |= tally.by_game
        broken |= tally.broken
    return Tally(
        games=games,
        endings=tuple(CountedEnding(*key, *found) for key, found in sorted(endings.items())),
        decisions=in_order(decisions),
        turns=in_order(turns),
        tracks={
            track: {turn: in_order(series[turn]) for turn in sorted(series)}
            for track, series in sorted(tracks.items())
        },
        fallen={side: dict(sorted(cells.items())) for side, cells in sorted(fallen.items())},
        fallen_of=fallen_of,
        by_game=dict(sorted(by_game.items())),
        broken=dict(sorted(broken.items())),
    )


def add_counts(into: Counts, more: Mapping[int, int]) -> None:
    """Add *more* to *into*."""
    for value, count in more.items():
        into[value] = into.get(value, 0) + count


def in_order(counts: Counts) -> Counts:
    """The same counts by rising value: equal tallies are then equal files."""
    return dict(sorted(counts.items()))
