"""A search over the free figures of a scenario for those that come nearest to its targets.

Every setting plays the same seeds. All are played a little, the better half is played on with
twice as many games, and so on: successive halving. What the printed game says is never free.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from calibrate.packs import put_figure, put_rows, scenario_file
from wardesk.engine.types import Value
from wardesk.errors import UserError
from wardesk.games.registry import charts_of
from wardesk.games.shared.charts import checked_examples
from wardesk.model.briefing import FittedTarget
from wardesk.services.play.tables import load_table
from wardesk.services.studies.study_desk import Workplace, plan_study, play_study, setting_of
from wardesk.studies.record import StudyRecord
from wardesk.studies.spec import Study
from wardesk.studies.statistics import spread, wilson
from wardesk.studies.tally import Tally

NEAR = 0.05
"""What counts as one off a target whose band is narrower than that."""

Setting = Mapping[str, Value]


class Target(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a figure of many games should come to."""

    measure: str
    """``wins.SIDE`` (draws apart), ``draws``, ``reaches.TURN``, ``turns``, ``points``,
    ``fallen.SIDE`` (a game)."""
    least: float
    most: float
    source: str
    """Where it is from; ``own`` where nothing is known and the game sets it itself."""


class Free(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A figure that is not printed, and between which bounds it may lie."""

    figure: str
    least: int
    most: int
    step: int = 1


class Targets(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The targets file of a scenario."""

    scenario: str = ""
    games: int
    """Of the best settings; the first round plays fewer."""
    first: int = 16
    """Games of each setting in the first round."""
    settings: int = 64
    """A search begins with no more; of a larger grid so many are drawn."""
    seed: int = 1
    target: tuple[Target, ...]
    free: tuple[Free, ...] = ()


class Reading(Struct, frozen=True):
    """A figure of many games with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Tried:
    """A setting and what came of it."""

    setting: Setting
    games: int
    readings: tuple[Reading, ...]
    misfit: float
    """The sum of the squares of how far each figure is off its target, in half bands."""


@dataclass(frozen=True)
class Fit:
    """All settings, the best first."""

    targets: Targets
    tried: tuple[Tried, ...]

    @property
    def as_good(self) -> tuple[Tried, ...]:
        """Settings played as long as the best one whose every figure may be the same."""
        best = self.tried[0]
        return tuple(
            one
            for one in self.tried
            if one.games == best.games
            and all(
                a.low <= b.high and b.low <= a.high
                for a, b in zip(one.readings, best.readings, strict=True)
            )
        )


def read_targets(scenario: str, folder: Path | None = None) -> Targets:
    """The targets file of a scenario. UserError when there is none or it frees what is printed."""
    file = (folder or Path(__file__).parent) / f"{scenario}.toml"
    if not file.is_file():
        raise UserError(f"There is no targets file {file}.", "Write one; its neighbours show how.")
    found = msgspec.toml.decode(file.read_bytes(), type=Targets)
    check(scenario, found.free)
    return replace(found, scenario=scenario)


def check(scenario: str, free: Sequence[Free]) -> None:
    """UserError for a free figure that the scenario has not, or that the printed game says."""
    table = load_table(scenario, {})
    known = {value.id: value for value in table.rules.variables()}
    for one in free:
        value = known.get(one.figure)
        if value is None:
            why = _why_no_cell(table.info.game, one.figure)
        elif not value.rebuilt:
            why = "the printed game says it"
        elif not value.least <= one.least <= one.most <= value.most:
            why = f"it lies between {value.least} and {value.most}"
        else:
            why = ""
        if why:
            raise UserError(f"{one.figure} cannot be free: {why}.", "Take it out of the targets.")


def _why_no_cell(game: str, path: str) -> str:
    """Why a cell of a game's charts is not free; empty if it is.

    A chart lists what of it is stated or deduced. One that lists nothing counts as printed.
    """
    charts = charts_of(game)
    if charts is None:
        return "there is no such figure"
    values = charts.shipped().values
    name, _, cell = path.partition(".")
    chart: Mapping[str, Any] = values.get(name, {})
    if not isinstance(chart, Mapping) or not chart.get("reconstruction"):
        return "the printed game says it, or there is no such figure"
    if "stated" not in chart and "deduced" not in chart:
        return "its chart does not list what of it is stated"
    named = {str(each) for key in ("stated", "deduced") for each in chart.get(key, ())}
    fixed = {each for one in checked_examples(charts, values) for each in one.example.cells}
    return "a printed example fixes it" if path in fixed or cell in named else ""


def settings(free: Sequence[Free], now: Setting, most: int, seed: int) -> list[Setting]:
    """What is tried: the grid of the free figures, or as many as fit, drawn from it."""
    ranges = [range(one.least, one.most + 1, one.step) for one in free]
    names = [one.figure for one in free]
    if prod(map(len, ranges)) <= most:
        found = [dict(zip(names, each, strict=True)) for each in itertools.product(*ranges)]
    else:
        rng = Random(seed)
        found = [
            dict(zip(names, (rng.choice(one) for one in ranges), strict=True)) for _ in range(most)
        ]
    rows: dict[tuple[tuple[str, Value], ...], Setting] = {tuple(sorted(now.items())): now}
    rows |= {tuple(sorted(each.items())): each for each in found}
    return list(rows.values())


def fit(targets: Targets, place: Workplace, tell: Callable[[str], None]) -> Fit:
    """The settings of the free figures by how near they come to the targets."""
    rules = load_table(targets.scenario, {}).rules
    known = {value.id: value.value for value in rules.variables()}
    charted = charts_of(load_table(targets.scenario, {}).info.game)
    now: dict[str, Value] = {}
    for one in targets.free:
        value = known.get(one.figure)
        if value is None and charted is not None:
            value = _cell(charted.shipped().values, one.figure)
        now[one.figure] = value if value is not None else one.least
    tried = settings(targets.free, now, targets.settings, targets.seed)
    record = plan_study(
        targets.scenario, now, tried[1:], players={}, n=targets.first, seed=targets.seed
    )
    left, dropped, n = list(range(len(tried))), list[Tried](), min(targets.first, targets.games)
    while True:
        tell(f"{len(left)} settings, {n} games each")
        record = play_study(_resized(record, n), setting_of(record.study), place)
        found = {
            at: judged(targets, tried[at], tally, rules.sides)
            for at, tally in zip(left, record.tallies, strict=True)
        }
        order = sorted(left, key=lambda at: (found[at].misfit, at))
        best = found[order[0]]
        figures = ", ".join(f"{each.value:.3g}" for each in best.readings)
        tell(f"  the best so far: {figures} with {dict(best.setting)}")
        if n >= targets.games:
            return Fit(targets, (*[found[at] for at in order], *reversed(dropped)))
        kept = sorted(order[: max(2, (len(order) + 1) // 2)])
        dropped += [found[at] for at in reversed(order) if at not in kept]
        record = _only(record, [left.index(at) for at in kept])
        left, n = kept, min(2 * n, targets.games)


def _cell(values: Mapping[str, Any], path: str) -> Value:
    from wardesk.model.charts import find

    return find(values, path).value


def _resized(record: StudyRecord, n: int) -> StudyRecord:
    specs = tuple(replace(spec, n=n) for spec in record.study.specs)
    return replace(record, study=Study(specs=specs))


def _only(record: StudyRecord, kept: Sequence[int]) -> StudyRecord:
    specs = tuple(record.study.specs[at] for at in kept)
    tallies = tuple(record.tallies[at] for at in kept)
    return replace(record, study=Study(specs=specs), tallies=tallies)


def judged(targets: Targets, setting: Setting, tally: Tally, sides: Sequence[str]) -> Tried:
    """A setting by what its games came to."""
    if tally.broken:
        seed, why = next(iter(tally.broken.items()))
        raise UserError(f"A game broke with {dict(setting)}, seed {seed}: {why}")
    found = tuple(reading(tally, one.measure, sides) for one in targets.target)
    off = [_off(one, each.value) for one, each in zip(targets.target, found, strict=True)]
    return Tried(setting, tally.games, found, sum(each * each for each in off))


def _off(target: Target, value: float) -> float:
    """How many half bands a figure lies outside of its target."""
    half = max(NEAR, (target.most - target.least) / 2)
    return max(target.least - value, value - target.most, 0.0) / half


def reading(tally: Tally, name: str, sides: Sequence[str]) -> Reading:
    """What many games came to, by the name of a measure. UserError for one that is unknown."""
    kind, _, of = name.partition(".")
    won = {side: sum(e.count for e in tally.endings if e.winner == side) for side in sides}
    if kind == "wins" and of in won:
        share = wilson(won[of], sum(won.values()))
    elif kind == "draws":
        share = wilson(tally.games - sum(won.values()), tally.games)
    elif kind == "reaches" and of.isdecimal():
        late = sum(often for turn, often in tally.turns.items() if turn >= int(of))
        share = wilson(late, tally.games)
    elif kind == "fallen" and of in won:
        lost = sum(tally.fallen.get(of, {}).values()) / max(1, tally.fallen_of)
        return Reading(lost, lost, lost)
    elif kind in ("turns", "points"):
        counts = tally.turns if kind == "turns" else _points(tally)
        wide = spread(counts)
        if wide is None:
            raise UserError(f"These games have no {kind}.")
        return Reading(wide.mean, wide.low, wide.high)
    else:
        raise UserError(f"{name} is no measure of a game between {' and '.join(sides)}.")
    return Reading(share.share, share.low, share.high)


def _points(tally: Tally) -> dict[int, int]:
    found: dict[int, int] = {}
    for _, points in tally.by_game.values():
        found[points] = found.get(points, 0) + 1
    return found


def report(found: Fit) -> Iterator[str]:
    """The best setting against each target, what else is as good, and the other settings."""
    targets, best = found.targets, found.tried[0]
    last = targets.seed + best.games - 1
    yield f"{targets.scenario}: {best.games} games, seeds {targets.seed} to {last}"
    for one, each in zip(targets.target, best.readings, strict=True):
        sign = "in" if _off(one, each.value) == 0 else "OUT OF"
        yield (
            f"  {one.measure}: {each.value:.3g} ({each.low:.3g} to {each.high:.3g}),"
            f" {sign} {one.least:g} to {one.most:g}; {one.source}"
        )
    for name, value in best.setting.items():
        values = sorted(v for one in found.as_good if isinstance(v := one.setting[name], int))
        yield f"  {name} = {value}; as good: {values[0]:d} to {values[-1]:d}"
    for one in found.tried[:12]:
        told = ", ".join(f"{name} {value}" for name, value in one.setting.items())
        said = ", ".join(f"{each.value:.3g}" for each in one.readings)
        yield f"  misfit {one.misfit:.2f} of {one.games} games: {said}; {told}"


def fitted(found: Fit) -> tuple[FittedTarget, ...]:
    """The targets and what the best setting came to, as the pack tells them."""
    best = found.tried[0]
    return tuple(
        FittedTarget(
            measure=one.measure,
            least=one.least,
            most=one.most,
            source=one.source,
            value=round(each.value, 3),
            low=round(each.low, 3),
            high=round(each.high, 3),
        )
        for one, each in zip(found.targets.target, best.readings, strict=True)
    )


def write(found: Fit) -> None:
    """Put figures and fit into the scenario's file; cells of charts go under ``[charts]``."""
    file = scenario_file(found.targets.scenario)
    for name, value in found.tried[0].setting.items():
        put_figure(file, name, value)
    rows = [msgspec.to_builtins(one) for one in fitted(found)]
    put_rows(file, "briefing.fitted", rows)
