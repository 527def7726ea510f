"""Plots of a campaign: steps over turns, victory points by day and cause, losses by day.

QtGui only, in inks that are handed in: the same plots stand in the window and in reports.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from wardesk.render.colours import contrast, mix
from wardesk.render.lettering import put, text_width
from wardesk.render.shapes import pen, saved
from wardesk.services.campaign_curves import CurveFacts, StepCurve

SIZE = 12.5
"""Height of letters in px."""
_DASHES: tuple[tuple[float, ...], ...] = ((), (6.0, 2.5), (2.0, 2.2), (7.0, 2.0, 1.5, 2.0))


@dataclass(frozen=True)
class PlotInks:
    """Colours of one theme as ``#rrggbb``."""

    surface: str
    text: str
    quiet: str
    grid: str
    accent: str
    sides: tuple[str, ...]


@dataclass(frozen=True)
class Frame:
    """Where a plot's values lie: *box* in px, values up to *top* and down to *low*."""

    box: QRectF
    count: int
    top: float
    low: float = 0.0

    def x(self, place: float) -> float:
        """Px across of a place, 0 to ``count - 1``."""
        return self.box.left() + self.box.width() * place / max(1, self.count - 1)

    def y(self, value: float) -> float:
        """Px down of a value."""
        share = (value - self.low) / max(1e-9, self.top - self.low)
        return self.box.bottom() - self.box.height() * share


def nice_top(most: float) -> float:
    """A round value at or above *most*."""
    if most <= 4:
        return 4.0
    power = 10 ** math.floor(math.log10(most))
    return next(step * power for step in (1, 1.5, 2, 3, 4, 5, 6, 8, 10) if step * power >= most)


def level_count(span: float, *, tall: bool) -> int:
    """Into how many round steps a span of values is cut."""
    for count in (4, 5, 3, 6) if tall else (2, 3, 4, 5):
        step = span / count
        if step == int(step) and (span < 20 or step % 5 == 0):
            return count
    return 2


def line_ink(fill: str, inks: PlotInks) -> str:
    """A formation's colour, as far towards the text's as it must go to be seen as a line."""
    code = fill or inks.quiet
    for share in (0.0, 0.15, 0.3, 0.45, 0.6, 0.75):
        found = mix(code, inks.text, share)
        if contrast(found, inks.surface) >= 3:
            return found
    return inks.text


def _levels(painter: QPainter, frame: Frame, inks: PlotInks) -> None:
    """Faint lines across with their values."""
    steps = level_count(frame.top - frame.low, tall=frame.box.height() > 110)
    for k in range(steps + 1):
        value = frame.low + (frame.top - frame.low) * k / steps
        y = round(frame.y(value)) + 0.5
        painter.setPen(pen(QColor(inks.grid), 1))
        painter.drawLine(QPointF(frame.box.left(), y), QPointF(frame.box.right(), y))
        words = f"{value:g}".replace("-", "−")
        put(painter, words, (frame.box.left() - 8, y), SIZE, inks.quiet, role="chart", align=1)


def _title(painter: QPainter, words: str, box: QRectF, inks: PlotInks) -> None:
    put(painter, words, (box.left(), box.top() + 12), SIZE * 1.18, inks.text,
        role="chart-strong", align=-1, fit=box.width())  # fmt: skip


def _day_marks(painter: QPainter, facts: CurveFacts, frame: Frame, inks: PlotInks) -> None:
    """A line where each day begins, and its name in the middle of the day."""
    days: dict[int, list[int]] = {}
    for place, turn in enumerate(facts.turns):
        days.setdefault(turn // facts.per_day, []).append(place)
    free = -1e9
    for day, places in days.items():
        x = frame.x(places[0])
        painter.setPen(pen(QColor(inks.grid), 1))
        painter.drawLine(QPointF(x, frame.box.top()), QPointF(x, frame.box.bottom() + 5))
        words = facts.days[day] if day < len(facts.days) else ""
        middle = (frame.x(places[0]) + frame.x(places[-1])) / 2
        wide = text_width(words, "chart", SIZE)
        middle = max(middle, frame.box.left() + wide / 2)
        if middle - wide / 2 > free:
            put(painter, words, (middle, frame.box.bottom() + 15), SIZE, inks.quiet, role="chart")
            free = middle + wide / 2 + 8


def step_frame(facts: CurveFacts, curves: Sequence[StepCurve], box: QRectF) -> Frame:
    """Where the plot of steps lies in *box*."""
    names = max((text_width(_label(c), "chart-strong", SIZE) for c in curves), default=40.0)
    inner = box.adjusted(38, 34, -names - 16, -26)
    most = max((max(curve.values, default=0) for curve in curves), default=0)
    return Frame(inner, len(facts.turns), nice_top(most))


def _label(curve: StepCurve) -> str:
    now = curve.values[-1] if curve.values else 0
    return f"{curve.code} {now}/{curve.full}"


def paint_steps(
    painter: QPainter,
    facts: CurveFacts,
    curves: Sequence[StepCurve],
    box: QRectF,
    inks: PlotInks,
    title: str,
    place: int,
) -> None:
    """Stepped lines, named at their right ends; *place* is the turn that is looked at."""
    frame = step_frame(facts, curves, box)
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _title(painter, title, box, inks)
        _levels(painter, frame, inks)
        _day_marks(painter, facts, frame, inks)
        if 0 <= place < frame.count:
            painter.setPen(pen(QColor(inks.accent), 1.4))
            x = frame.x(place)
            painter.drawLine(QPointF(x, frame.box.top()), QPointF(x, frame.box.bottom()))
        used: dict[str, int] = {}
        ends: list[float] = []
        painted: list[tuple[StepCurve, str]] = []
        for curve in curves:
            if not curve.values:
                continue
            ink = line_ink(curve.fill, inks)
            kind = used.get(curve.fill, 0)
            used[curve.fill] = kind + 1
            line = pen(QColor(ink), 2.2, cap=Qt.PenCapStyle.FlatCap)
            if dash := _DASHES[kind % len(_DASHES)]:
                line.setDashPattern(list(dash))
            painter.strokePath(_stepped(frame, curve.values), line)
            ends.append(frame.y(curve.values[-1]))
            painted.append((curve, ink))
        for (curve, ink), y in zip(painted, _apart(ends, frame.box), strict=True):
            right = frame.box.right()
            painter.setPen(pen(QColor(ink), 1))
            painter.drawLine(QPointF(right + 1, frame.y(curve.values[-1])), QPointF(right + 8, y))
            put(painter, _label(curve), (right + 11, y), SIZE, ink, role="chart-strong", align=-1)


def _stepped(frame: Frame, values: Sequence[int]) -> QPainterPath:
    path = QPainterPath(QPointF(frame.x(0), frame.y(values[0])))
    for place, (before, now) in enumerate(pairwise(values), 1):
        if now != before:
            path.lineTo(frame.x(place), frame.y(before))
            path.lineTo(frame.x(place), frame.y(now))
    path.lineTo(frame.x(len(values) - 1), frame.y(values[-1]))
    return path


def _apart(places: Sequence[float], box: QRectF) -> list[float]:
    """The same heights moved apart until their words do not touch, within the box."""
    found = list(places)
    order = sorted(range(len(found)), key=lambda k: found[k])
    least = SIZE * 1.12
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + least)
    if order and (over := found[order[-1]] - box.bottom()) > 0:
        for k in order:
            found[k] -= over
        for below, above in pairwise(reversed(order)):
            found[above] = min(found[above], found[below] - least)
    return found


# ---- bars by day --------------------------------------------------------------------------------


def day_frame(facts: CurveFacts, box: QRectF, top: float, low: float = 0.0) -> Frame:
    """Where bars by day lie in *box*."""
    return Frame(box.adjusted(38, 34, -8, -26), len(facts.days) + 1, top, low)


def paint_losses(
    painter: QPainter,
    facts: CurveFacts,
    box: QRectF,
    inks: PlotInks,
    title: str,
    names: Sequence[str],
) -> None:
    """Bars beside each other: steps lost by each side on each day."""
    most = max((max(row, default=0) for row in facts.losses), default=0)
    frame = day_frame(facts, box, nice_top(most))
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _title(painter, title, box, inks)
        _levels(painter, frame, inks)
        for k, row in enumerate(facts.losses):
            for day, value in enumerate(row):
                bar = _bar(frame, facts, day, k, len(facts.losses))
                top = frame.y(value)
                painter.fillRect(QRectF(bar[0], top, bar[1], frame.y(0) - top),
                                 QColor(inks.sides[k % len(inks.sides)]))  # fmt: skip
                if value:
                    at = bar[0] + bar[1] / 2, top - 8
                    put(painter, str(value), at, SIZE * 0.92, inks.text, role="chart")
        _day_names(painter, facts, frame, inks)
        _keys(painter, box, names, inks.sides, inks)


def _bar(frame: Frame, facts: CurveFacts, day: int, k: int, sides: int) -> tuple[float, float]:
    """Left edge and width of a side's bar on a day."""
    room = frame.box.width() / max(1, len(facts.days))
    wide = min(34.0, room * 0.76 / max(1, sides))
    start = frame.box.left() + room * (day + 0.5) - wide * sides / 2
    return start + wide * k + 1, wide - 2


def _day_names(painter: QPainter, facts: CurveFacts, frame: Frame, inks: PlotInks) -> None:
    room = frame.box.width() / max(1, len(facts.days))
    for day, words in enumerate(facts.days):
        at = frame.box.left() + room * (day + 0.5), frame.box.bottom() + 15
        put(painter, words, at, SIZE, inks.quiet, role="chart", fit=room - 4)


def _keys(
    painter: QPainter, box: QRectF, names: Sequence[str], codes: Sequence[str], inks: PlotInks
) -> None:
    """What the colours mean, at the right of the title."""
    x = box.right() - 8
    for k in reversed(range(len(names))):
        wide = text_width(names[k], "chart", SIZE)
        x -= wide
        put(painter, names[k], (x, box.top() + 12), SIZE, inks.text, role="chart", align=-1)
        x -= 18
        painter.fillRect(QRectF(x, box.top() + 6, 12, 12), QColor(codes[k % len(codes)]))
        x -= 14


def cause_inks(facts: CurveFacts, inks: PlotInks) -> dict[tuple[str, str], str]:
    """A shade of its side's colour for every cause of victory points."""
    found: dict[tuple[str, str], str] = {}
    causes: dict[str, list[str]] = {}
    for row in facts.points:
        for cause, _points in row.causes:
            rows = causes.setdefault(row.side, [])
            if cause not in rows:
                rows.append(cause)
    order = [side for side, _ in facts.sides] or sorted(causes)
    for side, rows in causes.items():
        k = order.index(side) if side in order else 0
        base = inks.sides[k % len(inks.sides)]
        for number, cause in enumerate(rows):
            share = 0.62 * number / max(1, len(rows) - 1) if len(rows) > 1 else 0.0
            found[side, cause] = mix(base, inks.surface, share)
    return found


def paint_points(
    painter: QPainter, facts: CurveFacts, box: QRectF, inks: PlotInks, title: str
) -> None:
    """Bars by day and side, each made of its causes; the sum stands above."""
    sums = [sum(max(0, p) for _c, p in row.causes) for row in facts.points]
    lows = [sum(min(0, p) for _c, p in row.causes) for row in facts.points]
    low = -nice_top(-min(lows)) if lows and min(lows) < 0 else 0.0
    frame = day_frame(facts, box, nice_top(max(sums, default=0)), low)
    shades = cause_inks(facts, inks)
    order = [side for side, _ in facts.sides]
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _title(painter, title, box, inks)
        _levels(painter, frame, inks)
        for row in facts.points:
            if row.side not in order:
                continue
            left, wide = _bar(frame, facts, row.day, order.index(row.side), len(order))
            up = down = 0.0
            for cause, points in row.causes:
                start = up if points >= 0 else down
                end = start + points
                top, bottom = frame.y(max(start, end)), frame.y(min(start, end))
                painter.fillRect(QRectF(left, top, wide, max(1.0, bottom - top - 1)),
                                 QColor(shades[row.side, cause]))  # fmt: skip
                up, down = (end, down) if points >= 0 else (up, end)
            total = sum(points for _c, points in row.causes)
            words = f"{total:+d}".replace("-", "−")
            put(painter, words, (left + wide / 2, frame.y(up) - 8), SIZE * 0.92, inks.text,
                role="chart-strong")  # fmt: skip
        _day_names(painter, facts, frame, inks)
        _keys(painter, box, [name for _id, name in facts.sides], inks.sides, inks)


def paint_causes(painter: QPainter, facts: CurveFacts, box: QRectF, inks: PlotInks) -> float:
    """What brought the points: one line a cause with its sum; gives the height that was used."""
    shades = cause_inks(facts, inks)
    totals: dict[tuple[str, str], int] = {}
    for row in facts.points:
        for cause, points in row.causes:
            totals[row.side, cause] = totals.get((row.side, cause), 0) + points
    names = dict(facts.sides)
    row_high = SIZE * 1.6
    columns = 2 if box.width() > 520 else 1
    wide = box.width() / columns
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for number, ((side, cause), points) in enumerate(
        sorted(totals.items(), key=lambda one: (one[0][0], -abs(one[1])))
    ):
        x = box.left() + (number % columns) * wide
        y = box.top() + (number // columns) * row_high + row_high / 2
        painter.fillRect(QRectF(x, y - 6, 12, 12), QColor(shades[side, cause]))
        put(
            painter,
            f"{names.get(side, side)}: {cause}",
            (x + 20, y),
            SIZE,
            inks.text,
            role="chart",
            align=-1,
            fit=wide - 80,
        )
        words = f"{points:+d}".replace("-", "−")
        put(painter, words, (x + wide - 16, y), SIZE, inks.text, role="chart-strong", align=1)
    return causes_height(facts, box.width())


def causes_height(facts: CurveFacts, width: float) -> float:
    """Height that `paint_causes` wants."""
    count = len({(row.side, cause) for row in facts.points for cause, _ in row.causes})
    return math.ceil(count / (2 if width > 520 else 1)) * SIZE * 1.6
