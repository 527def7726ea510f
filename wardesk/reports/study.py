"""The report of a balance study: one HTML file with its plots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from wardesk.documents.wording import PLAIN, Wording
from wardesk.render.figures.counts import histogram
from wardesk.render.figures.figure import Ink
from wardesk.render.figures.lines import Curve, curves
from wardesk.render.figures.shares import Bar, DivergingBar, diverging_bars, share_bars
from wardesk.render.figures.svg import SPEAKING, measure, svg
from wardesk.reports.page import page
from wardesk.studies.statistics import Difference
from wardesk.studies.summary import Histogram, Part, Series, Summary
from wardesk.studies.words import ending_text, names_of, percent, seeds_text, share_text

_MOST_PROBLEMS = 20
_NAMES = {"policy": "Scripted bot", "random": "Random bot"}


class Plot(Struct, frozen=True):
    """One card: a title, what it says in a sentence, the plot, a note."""

    title: str
    lead: str
    svg: Markup
    note: str = ""
    rebuilt: bool = False


def study_report(summary: Summary, words: Wording = PLAIN) -> str:
    """The whole report as HTML, in the language of *words*; an unfinished study says so."""
    mark = SPEAKING.set(words)
    try:
        return _report(summary, words)
    finally:
        SPEAKING.reset(mark)


def _report(summary: Summary, words: Wording) -> str:
    problems = [
        *summary.lost,
        *(f"Seed {seed} broke: {text}" for part in summary.parts for seed, text in part.broken),
    ]
    if len(problems) > _MOST_PROBLEMS:
        more = len(problems) - _MOST_PROBLEMS
        problems = [*problems[:_MOST_PROBLEMS], f"… and {more} more."]
    return page(
        "study.html",
        {
            "s": summary,
            "players": {s: _NAMES.get(k, k.capitalize()) for s, k in summary.players.items()},
            "seeds": seeds_text(summary).capitalize(),
            "parts": [_part(summary, part) for part in summary.parts],
            "comparisons": list(_comparisons(summary)),
            "problems": problems,
            "command": _command(summary),
            "percent": percent,
        },
        words,
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
            "label": f"{names.get(one.winner, one.winner)}, {ending_text(one.level)}",
            "mark": _ink(summary, one.winner),
            "count": one.share.count,
            "share": percent(one.share.share),
            "band": f"{percent(one.share.low)} to {percent(one.share.high)}",
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


def _verdict(summary: Summary, part: Part) -> list[str]:
    """Sentences: who wins more often, and whether that could be chance."""
    if not part.games:
        return ["No game has been played to its end."]
    names = names_of(summary)
    first, *others = sorted(part.wins, key=lambda win: -win.share.count)
    name = names.get(first.side, first.side)
    if first.share.count == part.games:
        return [f"All {part.games} games were won by the same side: {name}.", _endings(part)]
    second = others[0]
    apart = first.share.low > second.share.high
    how = "the gap is real" if apart else "the gap may be chance"
    text = f"{name} most often, {share_text(first.share)}; {how} at {part.games} games."
    return [text, _endings(part)]


def _endings(part: Part) -> str:
    if len(part.levels) == 1:
        return "There is only one ending: between these players nothing is open."
    often = sum(level.share.share >= 0.05 for level in part.levels)
    return f"Endings that come up in at least one game of twenty: {often}."


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
        rebuilt = "What counts how much here was rebuilt." if points.reconstruction else ""
        figure = histogram(
            found.counts,
            _spread_text(found),
            f"{found.title} at the end",
            measure,
            steps=points.steps,
            span=(min(0, *(v for v, _ in found.counts)), max(points.most, 1)),
            median=found.spread.median if found.spread else None,
        )
        title = f"{found.title} at the end"
        yield Plot(title, _spread_text(found), svg(figure), rebuilt, points.reconstruction)
    losses = [series for series in part.series if series.measure.role == "side"]
    if losses:
        yield _by_turn(summary, losses, "Losses by turn")
    for series in part.series:
        if series.measure.role == "points":
            yield _by_turn(summary, [series], f"{series.measure.title} by turn")
    yield Plot(
        "How long",
        _spread_text(part.decisions, "decisions"),
        svg(
            histogram(
                part.decisions.counts,
                _spread_text(part.decisions),
                "decisions in a game, dice included",
                measure,
                median=part.decisions.spread.median if part.decisions.spread else None,
            )
        ),
        _turns_text(part),
    )


def _spread_text(found: Histogram, unit: str = "") -> str:
    s = found.spread
    if s is None:
        return "Not yet known."
    words = f" {unit}" if unit else ""
    if s.least == s.most:
        return f"{s.least}{words} in every one of {s.n} games."
    mean = f"mean {s.mean:.1f} ({s.low:.1f} to {s.high:.1f})"
    return f"Half of all games: {s.quarter} to {s.three_quarters}{words}; {mean}."


def _turns_text(part: Part) -> str:
    if part.turns is None or part.turns.spread is None:
        return ""
    ends = ", ".join(f"{turn}: {count}" for turn, count in part.turns.counts)
    return f"Games by the turn that they ended in: {ends}."


def _by_turn(summary: Summary, found: list[Series], title: str) -> Plot:
    lines = [_curve(summary, series, short=len(found) > 1) for series in found]
    last = "; ".join(f"{series.measure.title} {series.rows[-1].spread.median}" for series in found)
    lead = "Median at the end of each turn, with the middle half of all games."
    note = f"At the end: {last} (medians). A game that has ended keeps its last values."
    rebuilt = any(series.measure.reconstruction for series in found)
    figure = curves(lines, f"{lead} {note}", "turn", measure)
    return Plot(title, lead, svg(figure), note, rebuilt)


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
    title = f"Wins: {names[first.id]}"
    yield Plot(title, "", _differences(wins, 100, "percentage points"))
    points = [(c.label, c.points) for c in found if c.points is not None and c.points.pairs > 1]
    if points:
        yield Plot("Points at the end", "", _differences(points, 1, "more points at the end"))


def _differences(rows: list[tuple[str, Difference]], factor: float, unit: str) -> Markup:
    bars = [
        DivergingBar(
            label, d.value * factor, (d.low * factor, d.high * factor), hollow=d.may_be_chance
        )
        for label, d in rows
    ]
    says = "; ".join(f"{bar.label} {bar.value:+.1f}" for bar in bars)
    return svg(diverging_bars(bars, says, unit, measure))
