"""What a study says: who wins and how, points, length, losses by turn, what options change."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from wardesk.engine.types import Value
from wardesk.studies.measures import Measure, SideName
from wardesk.studies.record import StudyRecord
from wardesk.studies.spec import StudySpec
from wardesk.studies.statistics import (
    MeasuredDifference,
    Share,
    Spread,
    paired_means,
    paired_shares,
    spread,
    wilson,
)
from wardesk.studies.tally import Counts, Tally

SCHEMA = 1
"""Of the summary as JSON; a change that other programs would notice raises it."""


class StudySetting(Struct, frozen=True):
    """What a study is about, in words, and the game's own measures."""

    title: str
    game_title: str
    sides: tuple[SideName, ...]
    measures: tuple[Measure, ...]
    reconstruction: tuple[str, ...] = ()


class Wins(Struct, frozen=True):
    """How often a side won; an empty side is nobody."""

    side: str
    share: Share


class EndLevel(Struct, frozen=True):
    """How often a game ended like this, and a seed to look at one."""

    winner: str
    level: str
    share: Share
    seed: int


class Histogram(Struct, frozen=True):
    """How often each value came up, and the spread of them."""

    title: str
    counts: tuple[tuple[int, int], ...]
    spread: Spread | None
    measure: Measure | None = None


class TurnRow(Struct, frozen=True):
    """A measure at the end of one turn, over all games."""

    turn: int
    spread: Spread


class Series(Struct, frozen=True):
    """A measure by turn."""

    measure: Measure
    rows: tuple[TurnRow, ...]


class Running(Struct, frozen=True):
    """How a side's share of wins settles: ``(games, low, share, high)`` in the order of seeds."""

    side: str
    rows: tuple[tuple[int, float, float, float], ...]


class Fallen(Struct, frozen=True):
    """Where the men of a side fell in *of* games; the empty cell is off the board."""

    side: str
    cells: tuple[tuple[str, int], ...]
    of: int


class Part(Struct, frozen=True, kw_only=True):
    """What one set of options led to."""

    label: str
    options: dict[str, Value]
    games: int
    wanted: int
    wins: tuple[Wins, ...]
    levels: tuple[EndLevel, ...]
    points: tuple[Histogram, ...]
    decisions: Histogram
    turns: Histogram | None
    series: tuple[Series, ...]
    broken: tuple[tuple[int, str], ...]
    """Seeds of games that broke, and why."""
    running: tuple[Running, ...] = ()
    fallen: tuple[Fallen, ...] = ()

    @property
    def widest(self) -> float:
        """How wide the widest interval of a share of wins is: 1 before any game."""
        return max((win.share.high - win.share.low for win in self.wins), default=1.0)


class Comparison(Struct, frozen=True, kw_only=True):
    """A set of options against the first one, game by game with the same seeds."""

    label: str
    wins: tuple[tuple[str, MeasuredDifference], ...]
    """Per side: how much more often it wins."""
    points: MeasuredDifference | None
    """How many more points there are at the end."""
    other_winner: Share
    """Games that somebody else won."""


class Summary(Struct, frozen=True, kw_only=True):
    """A study as numbers."""

    schema: int = SCHEMA
    scenario: str
    setting: StudySetting
    players: dict[str, str]
    seed: int
    rules: str
    games: int
    wanted: int
    parts: tuple[Part, ...]
    comparisons: tuple[Comparison, ...]
    lost: tuple[str, ...]

    @property
    def wrong(self) -> bool:
        """Whether games broke or could not be played."""
        return bool(self.lost) or any(part.broken for part in self.parts)


def summarise(record: StudyRecord, setting: StudySetting) -> Summary:
    """All that *record* says; it may be unfinished or empty."""
    specs = record.study.specs
    parts = tuple(
        _part(spec, tally, setting, specs[0])
        for spec, tally in zip(specs, record.tallies, strict=True)
    )
    base, *others = record.tallies
    return Summary(
        scenario=specs[0].scenario,
        setting=setting,
        players=specs[0].players,
        seed=specs[0].seed,
        rules=specs[0].rules,
        games=sum(part.games for part in parts),
        wanted=record.wanted,
        parts=parts,
        comparisons=tuple(
            _compare(spec.label_beside(specs[0]), base, tally, setting)
            for spec, tally in zip(specs[1:], others, strict=True)
        ),
        lost=record.lost,
    )


def _part(spec: StudySpec, tally: Tally, setting: StudySetting, base: StudySpec) -> Part:
    return Part(
        label=spec.label_beside(base),
        options=spec.options,
        games=tally.games,
        wanted=spec.n,
        wins=_wins(tally, setting.sides),
        levels=_levels(tally, setting.sides),
        points=tuple(
            _histogram(measure.title, _at_the_end(tally, measure), measure)
            for measure in setting.measures
            if measure.role == "points"
        ),
        decisions=_histogram("Decisions", tally.decisions),
        turns=_histogram("Turns", tally.turns) if tally.turns else None,
        series=tuple(
            Series(measure, _rows(tally.tracks[measure.id]))
            for measure in setting.measures
            if len(tally.tracks.get(measure.id, ())) > 1
        ),
        broken=tuple(tally.broken.items()),
        running=_running(tally, setting.sides),
        fallen=tuple(
            Fallen(side, tuple(cells.items()), tally.fallen_of)
            for side, cells in tally.fallen.items()
        ),
    )


_STEPS = 60
"""Points of a curve that settles; more would not be seen."""


def _running(tally: Tally, sides: Sequence[SideName]) -> tuple[Running, ...]:
    """The share of wins after more and more games, counted by seed and not by who was first."""
    winners = [winner for _, (winner, _) in sorted(tally.by_game.items())]
    marks = sorted({round(len(winners) * step / _STEPS) for step in range(1, _STEPS + 1)} - {0})
    found: list[Running] = []
    for at, side in enumerate(sides):
        rows: list[tuple[int, float, float, float]] = []
        won = counted = 0
        for mark in marks:
            won += winners[counted:mark].count(at)
            counted = mark
            share = wilson(won, mark)
            rows.append((mark, share.low, share.share, share.high))
        found.append(Running(side.id, tuple(rows)))
    return tuple(found)


def _wins(tally: Tally, sides: Sequence[SideName]) -> tuple[Wins, ...]:
    won = {side.id: 0 for side in sides} | {"": 0}
    for ending in tally.endings:
        won[ending.winner] = won.get(ending.winner, 0) + ending.count
    return tuple(
        Wins(side, wilson(count, tally.games)) for side, count in won.items() if side or count
    )


def _levels(tally: Tally, sides: Sequence[SideName]) -> tuple[EndLevel, ...]:
    """The endings, by winner in the order of the sides, the most frequent first."""
    order = {side.id: number for number, side in enumerate(sides)}
    ranked = sorted(
        tally.endings, key=lambda e: (order.get(e.winner, len(order)), -e.count, e.level)
    )
    return tuple(
        EndLevel(ending.winner, ending.level, wilson(ending.count, tally.games), ending.seed)
        for ending in ranked
    )


def _at_the_end(tally: Tally, measure: Measure) -> Counts:
    series = tally.tracks.get(measure.id, {})
    return series[max(series)] if series else {}


def _histogram(title: str, counts: Counts, measure: Measure | None = None) -> Histogram:
    return Histogram(title, tuple(sorted(counts.items())), spread(counts), measure)


def _rows(series: dict[int, Counts]) -> tuple[TurnRow, ...]:
    found = ((turn, spread(counts)) for turn, counts in sorted(series.items()))
    return tuple(TurnRow(turn, each) for turn, each in found if each is not None)


def _compare(label: str, base: Tally, other: Tally, setting: StudySetting) -> Comparison:
    both = sorted(base.by_game.keys() & other.by_game.keys())
    pairs = [(base.by_game[number], other.by_game[number]) for number in both]
    has_points = any(measure.role == "points" for measure in setting.measures)
    return Comparison(
        label=label,
        wins=tuple(
            (side.id, paired_shares((a[0] == at, b[0] == at) for a, b in pairs))
            for at, side in enumerate(setting.sides)
        ),
        points=paired_means([(a[1], b[1]) for a, b in pairs]) if has_points else None,
        other_winner=wilson(sum(a[0] != b[0] for a, b in pairs), len(pairs)),
    )
