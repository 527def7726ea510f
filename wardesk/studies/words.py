"""A study's summary as plain sentences: for the command line, logs and screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from wardesk.players.search.levels import LEVELS
from wardesk.studies.statistics import MeasuredDifference, Share
from wardesk.studies.summary import Comparison, Part, Summary
from wardesk.words import join, say, say_count

NOBODY = say("Nobody")
_MOST_BROKEN = 10


_PLAYERS = {
    "policy": say("Bot, scripted"),
    "random": say("Bot, random"),
    "automaton": say("By the rules, solitaire"),
}


def player_text(kind: str) -> str:
    """A kind of player, in words."""
    return LEVELS[kind].name if kind in LEVELS else _PLAYERS.get(kind, kind)


def percent(share: float, places: int = 1) -> str:
    """``12.5 %``."""
    return f"{share * 100:.{places}f} %"


def share_text(share: Share) -> str:
    """``46.2 % (43.1–49.3 %)``: a share with its interval."""
    band = f"{share.low * 100:.1f}–{percent(share.high)}"
    return f"{percent(share.share)} ({band})"


def ending_text(level: str) -> str:
    """The level of an ending as a label."""
    return level or say("no level named")


def seeds_text(summary: Summary) -> str:
    """The seeds of the games asked for."""
    most = max((part.wanted for part in summary.parts), default=0)
    return say("seeds {first} to {last}", first=summary.seed, last=summary.seed + most - 1)


def broken_text(seed: int, error: str) -> str:
    """That a game broke, and how."""
    return say("Seed {seed} broke: {error!s}", seed=seed, error=error)


def names_of(summary: Summary) -> dict[str, str]:
    """Names of the sides by id; nobody has one too."""
    return {side.id: side.name for side in summary.setting.sides} | {"": NOBODY}


def points_text(difference: MeasuredDifference, places: int = 1, factor: float = 1.0) -> str:
    """``+3.1 (−0.4 to +6.6)``: a difference with its interval."""
    if difference.pairs < 2:
        return say("not yet known")
    value, low, high = (
        signed(each * factor, places)
        for each in (difference.value, difference.low, difference.high)
    )
    return say("{value} ({low} to {high})", value=value, low=low, high=high)


def signed(value: float, places: int = 1) -> str:
    """``+3.1``, ``−0.4``, and ``0.0`` without a sign."""
    text = f"{value:+.{places}f}"
    return text[1:] if not float(text) else text.replace("-", "−")


def summary_lines(summary: Summary) -> Iterator[str]:
    """The study in lines: every estimate with its interval and the number of games."""
    names, setting = names_of(summary), summary.setting
    yield say(
        "{title} — {game}: {played} of {wanted} games, {seeds}; {players}",
        title=setting.title,
        game=setting.game_title,
        played=summary.games,
        wanted=summary.wanted,
        seeds=seeds_text(summary),
        players=join(", ", [join(" ", (names.get(s, s), k)) for s, k in summary.players.items()]),
    )
    for part in summary.parts:
        yield from _part(part, names, alone=len(summary.parts) == 1)
    for comparison in summary.comparisons:
        yield from _comparison(comparison, names)
    for text in summary.lost:
        yield say("Lost: {what}", what=text)
    yield say("Figures in brackets are 95 % intervals.")
    for text in setting.reconstruction:
        yield say("Reconstruction: {what}", what=text)


def _indented(text: str, by: int = 2) -> str:
    return join("", (" " * by, text))


def _part(part: Part, names: dict[str, str], *, alone: bool) -> Iterator[str]:
    if not alone or part.options:
        yield say_count(
            "Options: {options}; {n} game",
            "Options: {options}; {n} games",
            options=part.label,
            n=part.games,
        )
    if not part.games:
        yield _indented(say("No game has been played to its end."))
    yield from _wins(part, names)
    for found in (*part.points, part.decisions, part.turns):
        if found is not None and (s := found.spread) is not None:
            text = say(
                "{what}: mean {mean:.1f}, median {median}, half of all {quarter} to "
                "{three_quarters}, {least} to {most} in all",
                what=found.title,
                mean=s.mean,
                median=s.median,
                quarter=s.quarter,
                three_quarters=s.three_quarters,
                least=s.least,
                most=s.most,
            )
            yield _indented(text)
    for series in part.series:
        last = series.rows[-1].spread
        if series.measure.role == "side":
            text = say(
                "{what}: median {median} of {most}, half of all {quarter} to {three_quarters}",
                what=series.measure.title,
                median=last.median,
                most=series.measure.most,
                quarter=last.quarter,
                three_quarters=last.three_quarters,
            )
            yield _indented(text)
    for seed, error in part.broken[:_MOST_BROKEN]:
        yield _indented(broken_text(seed, error))
    if (more := len(part.broken) - _MOST_BROKEN) > 0:
        yield _indented(say("and {more} more broke", more=more))


def _wins(part: Part, names: dict[str, str]) -> Iterator[str]:
    for win in part.wins if part.games else ():
        yield _indented(join(": ", (names.get(win.side, win.side), share_text(win.share))))
        for level in part.levels:
            if level.winner == win.side:
                text = say(
                    "{ending}: {share}, for example seed {seed}",
                    ending=ending_text(level.level),
                    share=share_text(level.share),
                    seed=level.seed,
                )
                yield _indented(text, 4)


def _comparison(comparison: Comparison, names: dict[str, str]) -> Iterator[str]:
    other = comparison.other_winner
    yield say(
        "{options} against the first, {games} games with the same seeds:",
        options=comparison.label,
        games=other.of,
    )
    for side, difference in comparison.wins:
        text = say(
            "wins of {side}: {difference} percentage points",
            side=names.get(side, side),
            difference=points_text(difference, factor=100),
        )
        yield _indented(_or_chance(text, difference))
    if (points := comparison.points) is not None:
        text = say("points at the end: {difference}", difference=points_text(points))
        yield _indented(_or_chance(text, points))
    yield _indented(say("another winner in {share}", share=share_text(other)))


def _or_chance(text: str, difference: MeasuredDifference) -> str:
    return say("{text}; may be chance", text=text) if difference.may_be_chance else text
