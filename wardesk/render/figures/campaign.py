"""The plots of a campaign: steps over turns, victory points by day and cause, losses by day."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from wardesk.render.colours import contrast, mix
from wardesk.render.figures.counts import ColumnStack, columns
from wardesk.render.figures.figure import SIZE, Figure, FigureBox, FigureWords, Mark, Measure
from wardesk.render.figures.lines import DASHES, CourseLine, courses
from wardesk.services.campaign.curves import CurveFacts, StepCurve
from wardesk.words import shown

_ROW = 20.0


def steps_figure(
    facts: CurveFacts,
    curves: Sequence[StepCurve],
    title: str,
    measure: Measure,
    width: float,
    height: float,
    *,
    place: int,
    surface: str,
    text: str,
) -> Figure:
    """Steps left of formations by turn; *place* is the turn that is looked at.

    A formation's own colour is drawn as far towards *text* as it must go to be seen on *surface*.
    """
    lines = step_courses(curves, surface, text)
    says = "; ".join(line.label for line in lines)
    return courses(
        lines, f"{title}: {says}", measure, width=width, height=height, title=title,
        place=place if 0 <= place < len(facts.turns) else -1, spans=_days(facts),
    )  # fmt: skip


def step_courses(curves: Sequence[StepCurve], surface: str, text: str) -> list[CourseLine]:
    """The lines of `steps_figure`; formations of one colour differ by their dashes."""
    used: Counter[str] = Counter()
    found: list[CourseLine] = []
    for curve in curves:
        if curve.values:
            dashes = DASHES[used[curve.fill] % len(DASHES)]
            used[curve.fill] += 1
            label = f"{curve.code} {curve.values[-1]}/{curve.full}"
            ink = seen_on(surface, curve.fill or text, text)
            found.append(CourseLine(label, curve.values, ink, dashes))
    return found


def seen_on(surface: str, ink: str, text: str) -> str:
    """*ink* as ``#rrggbb``, as far towards *text* as it must go to be seen on *surface*."""
    for share in (0.0, 0.15, 0.3, 0.45, 0.6, 0.75):
        found = mix(ink, text, share)
        if contrast(found, surface) >= 3:
            return found
    return text


def _days(facts: CurveFacts) -> list[tuple[int, int, str]]:
    """The days as spans of places among the turns."""
    places: dict[int, list[int]] = {}
    for place, turn in enumerate(facts.turns):
        places.setdefault(turn // facts.per_day, []).append(place)
    names = _day_names(facts)
    return [
        (rows[0], rows[-1], names[day] if day < len(names) else "") for day, rows in places.items()
    ]


def points_figure(
    facts: CurveFacts,
    title: str,
    measure: Measure,
    width: float,
    height: float,
    *,
    sides: Sequence[str],
    surface: str,
) -> Figure:
    """Victory points by day and side, each column made of its causes; the sum stands above.

    *sides*: ``#rrggbb`` of each side in their order.
    """
    shades = cause_inks(facts, sides, surface)
    order = [side for side, _ in facts.sides]
    stacks = [[ColumnStack(()) for _ in order] for _ in facts.days]
    for row in facts.points:
        if row.side in order and row.day < len(stacks):
            total = sum(points for _, points in row.causes)
            parts = tuple((points, shades[row.side, cause]) for cause, points in row.causes)
            label = f"{total:+d}".replace("-", "−")
            stacks[row.day][order.index(row.side)] = ColumnStack(parts, label)
    return columns(
        _day_names(facts), stacks, title, measure, legend=_legend(facts, sides), title=title,
        width=width, height=height,
    )  # fmt: skip


def losses_figure(
    facts: CurveFacts,
    title: str,
    measure: Measure,
    width: float,
    height: float,
    *,
    sides: Sequence[str],
) -> Figure:
    """Steps lost by each side on each day, beside each other."""
    stacks = [
        [
            ColumnStack(((row[day], sides[k % len(sides)]),), str(row[day]) if row[day] else "")
            for k, row in enumerate(facts.losses)
        ]
        for day in range(len(facts.days))
    ]
    return columns(
        _day_names(facts), stacks, title, measure, legend=_legend(facts, sides), title=title,
        width=width, height=height,
    )  # fmt: skip


def causes_figure(
    facts: CurveFacts, measure: Measure, width: float, *, sides: Sequence[str], surface: str
) -> Figure:
    """What brought the points: a line for each cause with its sum."""
    shades = cause_inks(facts, sides, surface)
    totals: Counter[tuple[str, str]] = Counter()
    for row in facts.points:
        for cause, points in row.causes:
            totals[row.side, cause] += points
    names = dict(facts.sides)
    across = 2 if width > 520 else 1
    broad = width / across
    marks: list[Mark] = []
    rows = sorted(totals.items(), key=lambda one: (one[0][0], -abs(one[1])))
    for number, ((side, cause), points) in enumerate(rows):
        x, y = (number % across) * broad, (number // across + 0.5) * _ROW
        label = f"{names.get(side, side)}: {cause}"
        size = SIZE * min(1.0, (broad - 80) / max(1.0, measure(label, SIZE, False)))
        marks.append(FigureBox(x, y - 6, 12, 12, shades[side, cause]))
        marks.append(FigureWords(x + 20, y, label, size=size))
        total = f"{points:+d}".replace("-", "−")
        marks.append(FigureWords(x + broad - 16, y, total, "text", "right", strong=True))
    return Figure(width, math.ceil(len(rows) / across) * _ROW, "", tuple(marks))


def cause_inks(facts: CurveFacts, sides: Sequence[str], surface: str) -> dict[tuple[str, str], str]:
    """A shade of its side's colour for every cause of victory points."""
    causes: dict[str, list[str]] = {}
    for row in facts.points:
        known = causes.setdefault(row.side, [])
        known += [cause for cause, _ in row.causes if cause not in known]
    order = [side for side, _ in facts.sides] or sorted(causes)
    found: dict[tuple[str, str], str] = {}
    for side, known in causes.items():
        base = sides[(order.index(side) if side in order else 0) % len(sides)]
        for number, cause in enumerate(known):
            found[side, cause] = mix(base, surface, 0.62 * number / max(1, len(known) - 1))
    return found


def _day_names(facts: CurveFacts) -> list[str]:
    return [shown(day) for day in facts.days]


def _legend(facts: CurveFacts, sides: Sequence[str]) -> list[tuple[str, str]]:
    return [(shown(name), sides[k % len(sides)]) for k, (_, name) in enumerate(facts.sides)]
