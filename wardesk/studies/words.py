"""A study's summary as plain sentences: for the command line, logs and screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from wardesk.studies.statistics import Difference, Share
from wardesk.studies.summary import Comparison, Part, Summary

NOBODY = "Nobody"
_MOST_BROKEN = 10


def percent(share: float, places: int = 1) -> str:
    """``12.5 %``."""
    return f"{share * 100:.{places}f} %"


def share_text(share: Share) -> str:
    """``46.2 % (43.1–49.3 %)``: a share with its interval."""
    band = f"{share.low * 100:.1f}–{percent(share.high)}"
    return f"{percent(share.share)} ({band})"


def ending_text(level: str) -> str:
    """The level of an ending as a label."""
    return level or "no level named"


def seeds_text(summary: Summary) -> str:
    """The seeds of the games asked for."""
    most = max((part.wanted for part in summary.parts), default=0)
    return f"seeds {summary.seed} to {summary.seed + most - 1}"


def names_of(summary: Summary) -> dict[str, str]:
    """Names of the sides by id; nobody has one too."""
    return {side.id: side.name for side in summary.setting.sides} | {"": NOBODY}


def points_text(difference: Difference, places: int = 1, factor: float = 1.0) -> str:
    """``+3.1 (−0.4 to +6.6)``: a difference with its interval."""
    if difference.pairs < 2:
        return "not yet known"
    value, low, high = (
        signed(each * factor, places)
        for each in (difference.value, difference.low, difference.high)
    )
    return f"{value} ({low} to {high})"


def signed(value: float, places: int = 1) -> str:
    """``+3.1``, ``−0.4``, and ``0.0`` without a sign."""
    text = f"{value:+.{places}f}"
    return text[1:] if not float(text) else text.replace("-", "−")


def summary_lines(summary: Summary) -> Iterator[str]:
    """The study in lines: every estimate with its interval and the number of games."""
    names, setting = names_of(summary), summary.setting
    who = ", ".join(f"{names.get(s, s)} {kind}" for s, kind in summary.players.items())
    played = f"{summary.games} of {summary.wanted} games"
    yield f"{setting.title} — {setting.game_title}: {played}, {seeds_text(summary)}; {who}"
    for part in summary.parts:
        yield from _part(part, names, alone=len(summary.parts) == 1)
    for comparison in summary.comparisons:
        yield from _comparison(comparison, names)
    for text in summary.lost:
        yield f"Lost: {text}"
    yield "Figures in brackets are 95 % intervals."
    for text in setting.reconstruction:
        yield f"Reconstruction: {text}"


def _part(part: Part, names: dict[str, str], *, alone: bool) -> Iterator[str]:
    if not alone or part.options:
        yield f"Options: {part.label}; {part.games} games"
    if not part.games:
        yield "  No game has been played to its end."
    yield from _wins(part, names)
    for found in (*part.points, part.decisions, part.turns):
        if found is not None and (s := found.spread) is not None:
            middle = f"median {s.median}, half of all {s.quarter} to {s.three_quarters}"
            yield f"  {found.title}: mean {s.mean:.1f}, {middle}, {s.least} to {s.most} in all"
    for series in part.series:
        last = series.rows[-1].spread
        if series.measure.role == "side":
            low, high = last.quarter, last.three_quarters
            middle = f"median {last.median} of {series.measure.most}, half of all {low} to {high}"
            yield f"  {series.measure.title}: {middle}"
    for seed, text in part.broken[:_MOST_BROKEN]:
        yield f"  Seed {seed} broke: {text}"
    if len(part.broken) > _MOST_BROKEN:
        yield f"  and {len(part.broken) - _MOST_BROKEN} more broke"


def _wins(part: Part, names: dict[str, str]) -> Iterator[str]:
    for win in part.wins if part.games else ():
        yield f"  {names.get(win.side, win.side)}: {share_text(win.share)}"
        for level in part.levels:
            if level.winner == win.side:
                text = ending_text(level.level)
                yield f"    {text}: {share_text(level.share)}, for example seed {level.seed}"


def _comparison(comparison: Comparison, names: dict[str, str]) -> Iterator[str]:
    other = comparison.other_winner
    yield f"{comparison.label} against the first, {other.of} games with the same seeds:"
    for side, difference in comparison.wins:
        chance = "; may be chance" if difference.may_be_chance else ""
        text = points_text(difference, factor=100)
        yield f"  wins of {names.get(side, side)}: {text} percentage points{chance}"
    if comparison.points is not None:
        chance = "; may be chance" if comparison.points.may_be_chance else ""
        yield f"  points at the end: {points_text(comparison.points)}{chance}"
    yield f"  another winner in {share_text(other)}"
