"""The report of a balance study: one HTML file with its plots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from wardesk.players.search.levels import LEVELS
from wardesk.render.figures.counts import histogram
from wardesk.render.figures.figure import Ink
from wardesk.render.figures.lines import Curve, curves
from wardesk.render.figures.shares import Bar, DivergingBar, diverging_bars, share_bars
from wardesk.render.figures.svg import SPEAKING, measure, svg
from wardesk.reports.page import page
from wardesk.studies.statistics import Difference
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


def _ink(summary: Summary, side: str) -> Ink:
    slots = {each.id: each.slot for each in summary.setting.sides}
    if side not in slots:
        return "chart3"
    return "side-a" if slots[side] == "a" else "side-b"


def _part(summary: Summary, part: Part) -> dict[str, Any]:
    names = names_of(summary)
    levels = [
        {
            "label": join(", ", (names.get(one.winner, one.winner), ending_text(one.level))),
            "mark": _ink(summary, one.winner),
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
        "wins": svg(
            share_bars(list(_bars(summary, part)), _verdict(summary, part)[0], measure, width=1090)
        ),
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


def _bars(summary: Summary, part: Part) -> Iterator[Bar]:
    """Each side with its levels below it."""
    names = names_of(summary)
    for win in part.wins:
        name, ink, share = names.get(win.side, win.side), _ink(summary, win.side), win.share
        yield Bar(name, share.share, share.low, share.high, ink, strong=True)
        for level in part.levels:
            if level.winner == win.side:
                s = level.share
                yield Bar(ending_text(level.level), s.share, s.low, s.high, ink)


def _plots(summary: Summary, part: Part) -> Iterator[Plot]:
    for found in part.points:
        points = found.measure
        assert points is not None  # points are always a measure's
        rebuilt = say("What counts how much here was rebuilt.") if points.reconstruction else ""
        title = say("{what} at the end", what=found.title)
        figure = histogram(
            found.counts,
            _spread_text(found),
            title,
            measure,
            steps=points.steps,
            span=(min(0, *(v for v, _ in found.counts)), max(points.most, 1)),
            median=found.spread.median if found.spread else None,
        )
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
        svg(
            histogram(
                part.decisions.counts,
                _spread_text(part.decisions),
                say("decisions in a game, dice included"),
                measure,
                median=part.decisions.spread.median if part.decisions.spread else None,
            )
        ),
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
    lines = [_curve(summary, series, short=len(found) > 1) for series in found]
    last = join("; ", [join(" ", (s.measure.title, s.rows[-1].spread.median)) for s in found])
    lead = say("Median at the end of each turn, with the middle half of all games.")
    note = say(
        "At the end: {values} (medians). A game that has ended keeps its last values.", values=last
    )
    rebuilt = any(series.measure.reconstruction for series in found)
    figure = curves(lines, join(" ", (lead, note)), say("turn"), measure)
    return Plot(say("{title} by turn", title=title), lead, svg(figure), note, rebuilt)


def _curve(summary: Summary, series: Series, *, short: bool) -> Curve:
    shown = series.measure
    ink = _ink(summary, shown.side) if shown.side else "chart1"
    name = names_of(summary).get(shown.side, "")
    rows = tuple(
        (
            float(row.turn),
            float(row.spread.quarter),
            float(row.spread.median),
            float(row.spread.three_quarters),
        )
        for row in series.rows
    )
    # Where several tracks of one side are shown, its name would not tell them apart.
    label = name if short and name else shown.title
    return Curve(label, rows, ink, dashed=ink == "side-a")


def _comparisons(summary: Summary) -> Iterator[Plot]:
    found, names = summary.comparisons, names_of(summary)
    if not found or not any(c.other_winner.of > 1 for c in found):
        return
    first = summary.setting.sides[0]
    wins = [(c.label, next(d for s, d in c.wins if s == first.id)) for c in found]
    title = say("Wins: {side}", side=names[first.id])
    yield Plot(title, "", _differences(wins, 100, say("percentage points")))
    points = [(c.label, c.points) for c in found if c.points is not None and c.points.pairs > 1]
    if points:
        yield Plot(
            say("Points at the end"), "", _differences(points, 1, say("more points at the end"))
        )


def _differences(rows: list[tuple[str, Difference]], factor: float, unit: str) -> Markup:
    bars = [
        DivergingBar(
            label, d.value * factor, (d.low * factor, d.high * factor), hollow=d.may_be_chance
        )
        for label, d in rows
    ]
    says = join("; ", [say("{label} {value:+.1f}", label=b.label, value=b.value) for b in bars])
    return svg(diverging_bars(bars, says, unit, measure))
