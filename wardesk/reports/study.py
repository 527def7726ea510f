"""The report of a balance study: one HTML file with its plots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from wardesk.players.search.levels import LEVELS
from wardesk.render.figures.study import (
    endings_figure,
    ink_of,
    length_figure,
    moved_figure,
    points_figure,
    turns_figure,
    wins_moved,
)
from wardesk.render.figures.svg import SPEAKING, measure, svg
from wardesk.reports.page import page
from wardesk.studies.summary import Histogram, Part, Series, Summary
from wardesk.studies.words import (
    broken_text,
    ending_text,
    names_of,
    percent,
    seeds_text,
    share_text,
)
from wardesk.words import ENGLISH, Text, join, say, say_count

_MOST_PROBLEMS = 20
_NAMES = {
    "policy": say("Scripted bot"),
    "random": say("Random bot"),
    **{level.id: level.name for level in LEVELS.values()},
}


class Plot(Struct, frozen=True):
    """One card: a title, what it says in a sentence, the plot, a note."""

    title: str
    lead: str
    svg: Markup
    note: str = ""
    rebuilt: bool = False


def study_report(summary: Summary, language: str = ENGLISH) -> str:
    """The whole report as HTML, in *language*; an unfinished study says so."""
    mark = SPEAKING.set(language)
    try:
        return _report(summary, language)
    finally:
        SPEAKING.reset(mark)


def _report(summary: Summary, language: str) -> str:
    problems = [
        *summary.lost,
        *(broken_text(*one) for part in summary.parts for one in part.broken),
    ]
    if len(problems) > _MOST_PROBLEMS:
        more = len(problems) - _MOST_PROBLEMS
        problems = [*problems[:_MOST_PROBLEMS], say("… and {more} more.", more=more)]
    return page(
        "study.html",
        {
            "s": summary,
            "players": {s: _NAMES.get(k, k.capitalize()) for s, k in summary.players.items()},
            "seeds": say("{seeds!c}", seeds=seeds_text(summary)),
            "parts": [_part(summary, part) for part in summary.parts],
            "comparisons": list(_comparisons(summary)),
            "problems": problems,
            "command": _command(summary),
            "percent": percent,
        },
        language,
    )


def _command(summary: Summary) -> str:
    """What shows a game of the first set of options again."""
    words = ["wardesk play", summary.scenario]
    words += [f"--bot {side}={kind}" for side, kind in summary.players.items()]
    words += [f"--option {key}={value}" for key, value in summary.parts[0].options.items()]
    return " ".join([*words, "--story --seed N"])


def _part(summary: Summary, part: Part) -> dict[str, Any]:
    names = names_of(summary)
    levels = [
        {
            "label": join(", ", (names.get(one.winner, one.winner), ending_text(one.level))),
            "mark": ink_of(summary, one.winner),
            "count": one.share.count,
            "share": percent(one.share.share),
            "band": say(
                "{low} to {high}", low=percent(one.share.low), high=percent(one.share.high)
            ),
            "seed": one.seed,
        }
        for one in part.levels
    ]
    return {
        "label": part.label,
        "games": part.games,
        "verdict": _verdict(summary, part),
        "wins": svg(endings_figure(summary, part, _verdict(summary, part)[0], measure, width=1090)),
        "levels": levels,
        "plots": list(_plots(summary, part)) if part.games else [],
    }


def _verdict(summary: Summary, part: Part) -> list[Text]:
    """Sentences: who wins more often, and whether that could be chance."""
    if not part.games:
        return [say("No game has been played to its end.")]
    names = names_of(summary)
    first, *others = sorted(part.wins, key=lambda win: -win.share.count)
    name, games = names.get(first.side, first.side), part.games
    if first.share.count == games:
        text = say_count(
            "The one game was won by this side: {side}.",
            "All {n} games were won by the same side: {side}.",
            n=games,
            side=name,
        )
        return [text, _endings(part)]
    share = share_text(first.share)
    if first.share.low > others[0].share.high:
        text = say(
            "{side} most often, {share}; the gap is real at {games} games.",
            side=name,
            share=share,
            games=games,
        )
    else:
        text = say(
            "{side} most often, {share}; the gap may be chance at {games} games.",
            side=name,
            share=share,
            games=games,
        )
    return [text, _endings(part)]


def _endings(part: Part) -> Text:
    if len(part.levels) == 1:
        return say("There is only one ending: between these players nothing is open.")
    often = sum(level.share.share >= 0.05 for level in part.levels)
    return say("Endings that come up in at least one game of twenty: {often}.", often=often)


def _plots(summary: Summary, part: Part) -> Iterator[Plot]:
    for found in part.points:
        points = found.measure
        assert points is not None  # points are always a measure's
        rebuilt = say("What counts how much here was rebuilt.") if points.reconstruction else ""
        title = say("{what} at the end", what=found.title)
        figure = points_figure(found, title, _spread_text(found), measure)
        yield Plot(title, _spread_text(found), svg(figure), rebuilt, points.reconstruction)
    losses = [series for series in part.series if series.measure.role == "side"]
    if losses:
        yield _by_turn(summary, losses, say("Losses"))
    for series in part.series:
        if series.measure.role == "points":
            yield _by_turn(summary, [series], series.measure.title)
    yield Plot(
        say("How long"),
        _spread_text(part.decisions, decisions=True),
        svg(length_figure(part, _spread_text(part.decisions), measure)),
        _turns_text(part),
    )


def _spread_text(found: Histogram, *, decisions: bool = False) -> Text:
    s = found.spread
    if s is None:
        return say("Not yet known.")
    if s.least == s.most:
        if decisions:
            return say("{value} decisions in every one of {games} games.", value=s.least, games=s.n)
        return say("{value} in every one of {games} games.", value=s.least, games=s.n)
    values = {
        "quarter": s.quarter,
        "three_quarters": s.three_quarters,
        "mean": s.mean,
        "low": s.low,
        "high": s.high,
    }
    if decisions:
        return say(
            "Half of all games: {quarter} to {three_quarters} decisions; "
            "mean {mean:.1f} ({low:.1f} to {high:.1f}).",
            **values,
        )
    return say(
        "Half of all games: {quarter} to {three_quarters}; "
        "mean {mean:.1f} ({low:.1f} to {high:.1f}).",
        **values,
    )


def _turns_text(part: Part) -> str:
    if part.turns is None or part.turns.spread is None:
        return ""
    ends = ", ".join(f"{turn}: {count}" for turn, count in part.turns.counts)
    return say("Games by the turn that they ended in: {ends}.", ends=ends)


def _by_turn(summary: Summary, found: list[Series], title: str) -> Plot:
    last = join("; ", [join(" ", (s.measure.title, s.rows[-1].spread.median)) for s in found])
    lead = say("Median at the end of each turn, with the middle half of all games.")
    note = say(
        "At the end: {values} (medians). A game that has ended keeps its last values.", values=last
    )
    rebuilt = any(series.measure.reconstruction for series in found)
    figure = turns_figure(summary, found, join(" ", (lead, note)), measure)
    return Plot(say("{title} by turn", title=title), lead, svg(figure), note, rebuilt)


def _comparisons(summary: Summary) -> Iterator[Plot]:
    found, names = summary.comparisons, names_of(summary)
    if not found or not any(c.other_winner.of > 1 for c in found):
        return
    first = summary.setting.sides[0]
    wins = wins_moved(found, first.id)
    title = say("Wins: {side}", side=names[first.id])
    yield Plot(title, "", svg(moved_figure(wins, 100, say("percentage points"), measure)))
    points = [(c.label, c.points) for c in found if c.points is not None and c.points.pairs > 1]
    if points:
        figure = moved_figure(points, 1, say("more points at the end"), measure)
        yield Plot(say("Points at the end"), "", svg(figure))
