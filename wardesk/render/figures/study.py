"""The plots of a study: how it settles, endings, length, losses, what a change moves, A against B.

Report and window show the same figures; each brings its own way to measure words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wardesk.render.figures.axes import AxisScale, fitted
from wardesk.render.figures.counts import histogram
from wardesk.render.figures.figure import (
    SIZE,
    Figure,
    FigureBox,
    FigureLine,
    FigureWords,
    Ink,
    Mark,
    Measure,
)
from wardesk.render.figures.lines import Curve, curves
from wardesk.render.figures.shares import Bar, DivergingBar, diverging_bars, share_bars
from wardesk.studies.compare import ComparedRow, Versus
from wardesk.studies.statistics import MeasuredDifference
from wardesk.studies.summary import Comparison, Histogram, Part, Series, Summary
from wardesk.studies.words import ending_text, names_of, signed
from wardesk.words import Text, join, say


def ink_of(summary: Summary, side: str) -> Ink:
    """The colour of a side; of nobody, too."""
    slots = {each.id: each.slot for each in summary.setting.sides}
    if side not in slots:
        return "chart3"
    return "side-a" if slots[side] == "a" else "side-b"


def settled_figure(
    summary: Summary, part: Part, says: str, measure: Measure, width: float, height: float
) -> Figure:
    """The share of wins of each side after more and more games, and the band it may lie in."""
    names = names_of(summary)
    lines = [
        Curve(
            join(" ", (names[one.side], f"{one.rows[-1][2] * 100:.0f} %")),
            tuple((float(n), low * 100, share * 100, high * 100) for n, low, share, high in rows),
            ink_of(summary, one.side),
            dashed=ink_of(summary, one.side) == "side-b",
        )
        for one in part.running
        # The first games say nothing, and their bands would squeeze all others together.
        if (rows := one.rows[min(3, len(one.rows) - 1) :])
    ]
    ends = [row for line in lines for row in line.rows]
    return curves(
        lines,
        says,
        say("games"),
        measure,
        least=max(0.0, min((row[1] for row in ends), default=0.0) - 3),
        most=min(100.0, max((row[3] for row in ends), default=100.0)),
        over=(0.0, float(max(part.wanted, part.games, 1))),
        mark=say("{games} now", games=part.games) if part.games < part.wanted else "",
        sign=" %",
        width=width,
        height=height,
    )


def endings_figure(
    summary: Summary, part: Part, says: str, measure: Measure, width: float, *, whole: bool = True
) -> Figure:
    """Each side's wins with its endings below it, and their intervals."""
    return share_bars(list(_bars(summary, part)), says, measure, width, whole=whole)


def _bars(summary: Summary, part: Part) -> Iterator[Bar]:
    names = names_of(summary)
    for win in part.wins:
        name, ink, share = names.get(win.side, win.side), ink_of(summary, win.side), win.share
        yield Bar(name, share.share, share.low, share.high, ink, strong=True)
        for level in part.levels:
            if level.winner == win.side:
                s = level.share
                yield Bar(ending_text(level.level), s.share, s.low, s.high, ink)


def length_figure(
    part: Part, says: str, measure: Measure, width: float = 460, height: float = 250
) -> Figure:
    """How many decisions games take."""
    found = part.decisions
    return histogram(
        found.counts,
        says,
        say("decisions in a game, dice included"),
        measure,
        median=found.spread.median if found.spread else None,
        width=width,
        height=height,
    )


def points_figure(
    found: Histogram, title: str, says: str, measure: Measure, width: float = 460,
    height: float = 250,
) -> Figure:  # fmt: skip
    """How many points there are at the end, with the steps that they are counted in."""
    points = found.measure
    least = min(0, *(value for value, _ in found.counts)) if found.counts else 0
    return histogram(
        found.counts,
        says,
        title,
        measure,
        steps=points.steps if points is not None else (),
        span=(least, max(points.most if points is not None else 1, 1)),
        median=found.spread.median if found.spread else None,
        width=width,
        height=height,
    )


def turns_figure(
    summary: Summary, found: Sequence[Series], says: str, measure: Measure, width: float = 460,
    height: float = 260,
) -> Figure:  # fmt: skip
    """Medians of tracks at the end of each turn, with the middle half of all games."""
    lines = [_curve(summary, series, short=len(found) > 1) for series in found]
    return curves(lines, says, say("turn"), measure, width=width, height=height)


def _curve(summary: Summary, series: Series, *, short: bool) -> Curve:
    shown = series.measure
    ink = ink_of(summary, shown.side) if shown.side else "chart1"
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


def wins_moved(
    comparisons: Iterable[Comparison], side: str
) -> list[tuple[str, MeasuredDifference]]:
    """Per change how much more often *side* wins; what moves most comes first."""
    rows = [(c.label, next(d for s, d in c.wins if s == side)) for c in comparisons]
    return sorted(rows, key=lambda row: -abs(row[1].value))


def moved_figure(
    rows: Sequence[tuple[str, MeasuredDifference]],
    factor: float,
    unit: str,
    measure: Measure,
    width: float = 560,
) -> Figure:
    """What each change moves, with its interval; hollow bars may be chance."""
    bars = [
        DivergingBar(
            label, d.value * factor, (d.low * factor, d.high * factor), hollow=d.may_be_chance
        )
        for label, d in rows
    ]
    says = join("; ", [say("{label} {value:+.1f}", label=b.label, value=b.value) for b in bars])
    return diverging_bars(bars, says, unit, measure, width)


# ---- A against B --------------------------------------------------------------------------------

A_INK, B_INK = "chart1", "chart2"
_ROW = 46.0
_VERDICT = 74.0
_STEPS = 5
"""The scale of a row is at least so many of the least differences wide that its figures show."""


def versus_figure(found: Versus, measure: Measure, width: float) -> Figure:
    """One measure a row, each on its own scale: A a round dot, B a square, bars are intervals."""
    left = min(width * 0.3, max((measure(r.title, SIZE, False) for r in found.rows), default=0) + 8)
    values = 64.0
    end = width - _VERDICT - values - 24
    marks: list[Mark] = []
    said: list[str] = []
    for at, row in enumerate(found.rows):
        y = _ROW * (at + 0.5)
        marks += _versus_row(row, y, AxisScale(0, 1, left + 44, end - 44))
        marks.append(FigureWords(0, y, fitted(row.title, left, measure)))
        value = signed(row.difference.value * _factor(row))
        marks.append(FigureWords(end + 12, y, value, strong=True))
        chance = row.difference.may_be_chance
        verdict = say("chance") if chance else say("real")
        ink, tint = ("grid", 0.7) if chance else ("chart1", 0.22)
        box = FigureBox(width - _VERDICT, y - 11, _VERDICT, 22, ink, tint, radius=4)
        marks.append(box)
        marks.append(
            FigureWords(width - _VERDICT / 2, y, verdict, "quiet" if chance else "accent", "middle",
                  strong=not chance)
        )  # fmt: skip
        said.append(say("{what} {value}, {verdict}", what=row.title, value=value, verdict=verdict))
    return Figure(width, _ROW * max(1, len(found.rows)), join("; ", said), tuple(marks))


def _factor(row: ComparedRow) -> float:
    return 100.0 if row.unit == "share" else 1.0


def _versus_row(row: ComparedRow, y: float, room: AxisScale) -> list[Mark]:
    factor = _factor(row)
    least, most = min(row.a.low, row.b.low), max(row.a.high, row.b.high)
    # what is said with the same figure must not stand far apart
    spare = max(0.0, _STEPS * _step(row) - (most - least)) / 2
    pad = (most - least) * 0.08 + spare
    across = AxisScale(least - pad, most + pad, room.start, room.end)
    marks: list[Mark] = [FigureLine(((room.start - 40, y), (room.end + 40, y)), "grid")]
    heights = {"a": y - 6, "b": y + 6}
    for name, found, ink in (("a", row.a, A_INK), ("b", row.b, B_INK)):
        at, low, high = across(found.value), across(found.low), across(found.high)
        level = heights[name]
        marks.append(FigureLine(((low, level), (high, level)), "text", 1.6))
        tips = (((tip, level - 3), (tip, level + 3)) for tip in (low, high))
        marks += [FigureLine(points, "text", 1.6) for points in tips]
        told = join(" ", (name.upper(), _number(found.value * factor, row)))
        marks.append(
            FigureBox(
                at - 5.5, level - 5.5, 11, 11, ink, radius=5.5 if name == "a" else 0.0, tip=told
            )
        )
    for name, found, other in (("a", row.a, row.b), ("b", row.b, row.a)):
        words = _number(found.value * factor, row)
        leftmost = found.value < other.value or (found.value == other.value and name == "a")
        x = across(found.low) - 8 if leftmost else across(found.high) + 8
        align = "right" if leftmost else "left"
        marks.append(FigureWords(x, heights[name], words, "quiet", align))
    return marks


def _whole(value: float, row: ComparedRow) -> bool:
    return row.unit == "share" or abs(value) >= 100


def _step(row: ComparedRow) -> float:
    """The least difference that the figures of a row can show."""
    factor = _factor(row)
    return (1.0 if _whole(row.a.value * factor, row) else 0.1) / factor


def _number(value: float, row: ComparedRow) -> Text:
    text = f"{value:.0f}" if _whole(value, row) else f"{value:.1f}"
    return join("", (text.replace("-", "−"), " %" if row.unit == "share" else ""))


def pairs_figure(found: Versus, side: str, measure: Measure, width: float) -> Figure:
    """What became of the same seeds: both won, only one of them, neither."""
    pairs = next((each for each in found.pairs if each.side == side), None)
    if pairs is None or not pairs.of:
        return Figure(width, 0, "")
    rows = (
        (say("A won, B won"), pairs.both, "chart3"),
        (say("A won, B did not"), pairs.only_a, A_INK),
        (say("B won, A did not"), pairs.only_b, B_INK),
        (say("neither"), pairs.neither, "chart3"),
    )
    left = max(measure(words, SIZE, False) for words, _, _ in rows) + 12
    most = max(count for _, count, _ in rows) / pairs.of
    across = AxisScale(0, most or 1, left, width - 52)
    marks: list[Mark] = []
    for at, (words, count, ink) in enumerate(rows):
        y, share = 14.0 + 28 * at, count / pairs.of
        marks.append(FigureWords(0, y, words))
        marks.append(FigureBox(left, y - 7, max(1.0, across(share) - left), 14, ink, radius=3))
        marks.append(FigureWords(width, y, f"{share * 100:.0f} %", "text", "right", strong=True))
    says = join("; ", [say("{what} {count}", what=words, count=count) for words, count, _ in rows])
    return Figure(width, 14.0 + 28 * len(rows), says, tuple(marks))
