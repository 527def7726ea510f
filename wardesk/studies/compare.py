"""Two studies, or two parts of one, against each other: what differs, and whether by chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from wardesk.studies.measures import Measure
from wardesk.studies.spec import AS_PRINTED, Naming, StudySpec, named_plainly
from wardesk.studies.statistics import (
    MeasuredDifference,
    Spread,
    apart,
    paired_means,
    paired_shares,
    spread,
    wilson,
)
from wardesk.studies.summary import StudySetting
from wardesk.studies.tally import Counts, Tally
from wardesk.words import join, say


class ComparedGames(Struct, frozen=True):
    """What was played, and what was counted of it."""

    spec: StudySpec
    tally: Tally


class Estimate(Struct, frozen=True):
    """A value with its interval."""

    value: float
    low: float
    high: float


class ComparedRow(Struct, frozen=True, kw_only=True):
    """One measure under A and under B. Shares are between 0 and 1."""

    title: str
    unit: Literal["share", "number"]
    a: Estimate
    b: Estimate
    difference: MeasuredDifference


class Pairs(Struct, frozen=True, kw_only=True):
    """What became of the same seeds, by whether *side* won them."""

    side: str
    both: int
    only_a: int
    only_b: int
    neither: int

    @property
    def of(self) -> int:
        """Pairs of games."""
        return self.both + self.only_a + self.only_b + self.neither


class ComparedMatter(Struct, frozen=True):
    """One thing that a study is made of, under A and under B."""

    title: str
    a: str
    b: str

    @property
    def same(self) -> bool:
        """Whether it does not differ."""
        return self.a == self.b


class Versus(Struct, frozen=True, kw_only=True):
    """B against A."""

    rows: tuple[ComparedRow, ...]
    pairs: tuple[Pairs, ...]
    """Per side, in the order of the setting; empty without a seed that both have played."""
    matters: tuple[ComparedMatter, ...]
    moved: dict[str, float]
    """Cell -> how many more fell there a game under B, all sides together."""
    said: str

    @property
    def differs(self) -> tuple[ComparedMatter, ...]:
        """What is not the same."""
        return tuple(matter for matter in self.matters if not matter.same)


def versus(
    setting: StudySetting, a: ComparedGames, b: ComparedGames, naming: Naming = named_plainly
) -> Versus:
    """B against A; games of the same seed are pairs. Both must be of the same scenario."""
    shared = sorted(_seeds(a).keys() & _seeds(b).keys())
    pairs = [(_seeds(a)[seed], _seeds(b)[seed]) for seed in shared]
    rows = tuple(_rows(setting, a.tally, b.tally, pairs))
    return Versus(
        rows=rows,
        pairs=tuple(_pairs(side.id, at, pairs) for at, side in enumerate(setting.sides) if pairs),
        matters=tuple(_matters(setting, a.spec, b.spec, naming)),
        moved=_moved(a.tally, b.tally),
        said=_sentence(rows, len(setting.sides)),
    )


_Game = tuple[int, int]


def _seeds(played: ComparedGames) -> dict[int, _Game]:
    return {played.spec.seed + number: game for number, game in played.tally.by_game.items()}


def _rows(
    setting: StudySetting, a: Tally, b: Tally, pairs: list[tuple[_Game, _Game]]
) -> Iterator[ComparedRow]:
    for at, side in enumerate(setting.sides):
        yield _share(say("Wins: {side}", side=side.name), at, a, b, pairs)
    if any(game[0] < 0 for tally in (a, b) for game in tally.by_game.values()):
        yield _share(say("Wins: nobody"), -1, a, b, pairs)
    for measure in setting.measures:
        if measure.role == "turns":
            continue
        one, other = _at_the_end(a, measure), _at_the_end(b, measure)
        paired = measure.role == "points" and len(pairs) > 1
        difference = paired_means([(x[1], y[1]) for x, y in pairs]) if paired else None
        yield from _numbers(measure.title, one, other, difference)
    yield from _numbers(say("Turns to the end"), a.turns, b.turns)
    yield from _numbers(say("Decisions in a game"), a.decisions, b.decisions)


def _share(
    title: str, winner: int, a: Tally, b: Tally, pairs: list[tuple[_Game, _Game]]
) -> ComparedRow:
    one, other = (
        wilson(sum(game[0] == winner for game in tally.by_game.values()), tally.games)
        for tally in (a, b)
    )
    if pairs:
        difference = paired_shares((x[0] == winner, y[0] == winner) for x, y in pairs)
    else:  # Newcombe: intervals of two shares that have nothing to do with each other
        value = other.share - one.share
        down = ((other.share - other.low) ** 2 + (one.high - one.share) ** 2) ** 0.5
        up = ((other.high - other.share) ** 2 + (one.share - one.low) ** 2) ** 0.5
        difference = MeasuredDifference(min(one.of, other.of), value, value - down, value + up)
    return ComparedRow(
        title=title,
        unit="share",
        a=Estimate(one.share, one.low, one.high),
        b=Estimate(other.share, other.low, other.high),
        difference=difference,
    )


def _numbers(
    title: str, a: Counts, b: Counts, difference: MeasuredDifference | None = None
) -> Iterator[ComparedRow]:
    one, other = spread(a), spread(b)
    if one is None or other is None or (one.deviation == other.deviation == 0.0
                                        and one.mean == other.mean):  # fmt: skip
        return
    found = difference or apart(one, other)
    yield ComparedRow(title=title, unit="number", a=_mean(one), b=_mean(other), difference=found)


def _mean(found: Spread) -> Estimate:
    return Estimate(found.mean, found.low, found.high)


def _at_the_end(tally: Tally, measure: Measure) -> Counts:
    series = tally.tracks.get(measure.id, {})
    return series[max(series)] if series else {}


def _pairs(side: str, at: int, pairs: list[tuple[_Game, _Game]]) -> Pairs:
    won = [(x[0] == at, y[0] == at) for x, y in pairs]
    return Pairs(
        side=side,
        both=won.count((True, True)),
        only_a=won.count((True, False)),
        only_b=won.count((False, True)),
        neither=won.count((False, False)),
    )


def _matters(
    setting: StudySetting, a: StudySpec, b: StudySpec, naming: Naming
) -> Iterator[ComparedMatter]:
    title = setting.title
    yield ComparedMatter(say("Scenario"), title, title if a.scenario == b.scenario else b.scenario)
    for side in setting.sides:
        yield ComparedMatter(side.name, a.players.get(side.id, ""), b.players.get(side.id, ""))
    for option in sorted(a.options.keys() | b.options.keys()):
        named = [
            naming(option, spec.options[option]) if option in spec.options else None
            for spec in (a, b)
        ]
        title = next(each[0] for each in named if each is not None)
        yield ComparedMatter(
            title, *(each[1] if each is not None else AS_PRINTED for each in named)
        )
    # The digest counts options in; without any it is that of the rules alone.
    if a.options == b.options:
        yield ComparedMatter(say("Rules"), a.rules[:8], b.rules[:8])
    yield ComparedMatter(say("First seed"), str(a.seed), str(b.seed))


def _moved(a: Tally, b: Tally) -> dict[str, float]:
    if not (a.fallen_of and b.fallen_of):
        return {}
    found: dict[str, float] = {}
    for tally, sign in ((a, -1.0), (b, 1.0)):
        for cells in tally.fallen.values():
            for cell, count in cells.items():
                if cell:
                    found[cell] = found.get(cell, 0.0) + sign * count / tally.fallen_of
    return found


def _sentence(rows: tuple[ComparedRow, ...], sides: int) -> str:
    """The whole in words: what is real, and that the rest may be chance."""
    real = [row for row in rows if not row.difference.may_be_chance and row.difference.pairs > 1]
    if not real:
        return say("Nothing that differs is more than chance can do.")
    said = [_row_words(row) for row in real[: sides + 2]]
    if len(real) < len(rows):
        said.append(say("All else may be chance."))
    return join(" ", said)


def _row_words(row: ComparedRow) -> str:
    difference, factor = row.difference, 100.0 if row.unit == "share" else 1.0
    value, low, high = (
        abs(each) * factor for each in (difference.value, difference.low, difference.high)
    )
    low, high = sorted((low, high))
    values = {"what": row.title, "value": value, "low": low, "high": high}
    if row.unit == "share" and difference.value > 0:
        return say("{what}, {value:.1f} games of 100 more ({low:.1f} to {high:.1f}).", **values)
    if row.unit == "share":
        return say("{what}, {value:.1f} games of 100 fewer ({low:.1f} to {high:.1f}).", **values)
    if difference.value > 0:
        return say("{what}: {value:.1f} more ({low:.1f} to {high:.1f}).", **values)
    return say("{what}: {value:.1f} less ({low:.1f} to {high:.1f}).", **values)
