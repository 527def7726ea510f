"""The strip beside a sheet of hexes or squares: title, source, key, scale and north arrow.

It lies clear of all cells. Lettering is measured in units of its own; `Strip.size` converts.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from wardesk.render.lettering import text_path, text_width
from wardesk.render.map.drawn_shapes import put_shape
from wardesk.render.map.drawn_text import is_drawing, put
from wardesk.render.map.key import (
    GroundSample,
    KeyEntry,
    ground_samples,
    paint_sign_sample,
    paint_stroke,
    paint_zone_sample,
    sheet_entries,
)
from wardesk.render.map.lattice.painter import LatticePainter
from wardesk.render.map.printed_sheet import PrintedSheet
from wardesk.render.shapes import path_through, pen
from wardesk.render.theme import MapTheme
from wardesk.words import say, shown

_TITLE, _SUB, _NOTE, _WORDS = 72.0, 34.0, 22.0, 29.0
_WIDTH = 500.0
"""Width of a column in its own units; `Strip.size` converts to drawing units."""
_COSTS = 0.72
"""Size of what it costs to move, as a share of the words above it."""
_TIGHTEST = 0.7
"""How much smaller than usual costs may be written that are too long."""
_LEADING = 1.14
"""From line to line, as a share of the letters."""
_STROKE, _STROKE_REACH = 0.8, 30.0
"""How large sides and lines are drawn in the key, as a share of the lettering's unit; and the
least half width of a sample that has room for them so large."""


@dataclass
class Strip:
    """What stands in the strip; boxes in drawing units."""

    box: QRectF
    size: float
    """Drawing units per unit of lettering."""
    below: bool
    title: tuple[str, ...]
    sub: str
    notes: tuple[str, ...]
    entries: tuple[KeyEntry, ...]
    bar: float
    """Length of one of the four parts of the scale, drawing units."""
    bar_words: tuple[str, str]
    per_cell: str
    samples: dict[KeyEntry, GroundSample] = field(default_factory=dict[KeyEntry, GroundSample])
    theme: MapTheme | None = None
    """The theme of the samples."""


def _panel(sheet: PrintedSheet, unit: float) -> QRectF:
    """The strip of paper beside or below the frame."""
    rect, frame = sheet.rect, sheet.frame
    right, below = rect.right() - frame.right(), rect.bottom() - frame.bottom()
    gap = frame.left() - rect.left()
    if right >= below:
        corner = QPointF(rect.right() - gap, frame.bottom())
        found = QRectF(QPointF(frame.right() + gap, frame.top()), corner)
    else:
        corner = QPointF(frame.right(), rect.bottom() - gap)
        found = QRectF(QPointF(frame.left(), frame.bottom() + gap), corner)
    return QRectF(found.topLeft() / unit, found.size() / unit)


def build_strip(sheet: PrintedSheet, ground: LatticePainter) -> Strip:
    """Set the strip once."""
    board, box = sheet.board, _panel(sheet, ground.frame.unit)
    below = box.width() > box.height() * 2
    size = (box.width() / 3 if below else box.width()) / _WIDTH
    head, _, rest = board.title.partition(", ")
    title = tuple(textwrap.wrap(head, 17))[:2] or ("",)
    source = re.split(r"(?<=[.;:])\s", board.provenance.strip(), maxsplit=2)
    words = " ".join(source[:2]).rstrip(".;:,")
    notes = textwrap.wrap(words[:1].upper() + words[1:], 46)[:3]
    bar, bar_words, per_cell = _scale(sheet, ground.frame.across, size)
    return Strip(
        box,
        size,
        below,
        title,
        rest,
        tuple(notes),
        sheet_entries(board, ground.state, sheet.language),
        bar,
        bar_words,
        per_cell,
    )


def _scale(sheet: PrintedSheet, across: float, size: float) -> tuple[float, tuple[str, str], str]:
    """Length of a part of the bar, the words at its middle and end, what one cell measures."""
    count = next((n for n in (2, 1) if n * 4 * across <= _WIDTH * 0.80 * size), 0)
    part = across * (count or 0.5)
    cells = 4 * (count or 0.5)
    squares = sheet.board.kind == "square"
    known = cell_length(sheet.board.unit)
    if known is None:
        half, all_of = f"{cells / 2:g}", f"{cells:g}"
        row = (
            say("{cells} squares", cells=all_of) if squares else say("{cells} hexes", cells=all_of)
        )
        return part, (shown(half, sheet.language), shown(row, sheet.language)), ""
    length, unit = known
    whole, unit_of_bar = length * cells, unit
    if unit == "m" and whole >= 1000:
        whole, unit_of_bar = whole / 1000, "km"
    one = f"{length:g} {unit}"
    per = say("{length} per square", length=one) if squares else say("{length} per hex", length=one)
    return part, (f"{whole / 2:g}", f"{whole:g} {unit_of_bar}"), shown(per, sheet.language)


def cell_length(unit: str) -> tuple[float, str] | None:
    """What one cell measures on the ground, from a unit such as ``1/336 hex (500 m)``."""
    found = re.search(r"\((?:about |c\. ?)?([\d.,]+)\s*(km|m|mi|miles|yd|yards|ft)\b", unit)
    if not found:
        return None
    try:
        return float(found[1].replace(",", "")), found[2]
    except ValueError:
        return None


def _take_samples(made: Strip, ground: LatticePainter) -> None:
    """Pictures of the grounds in the theme in force, once."""
    if made.theme is not ground.theme:
        heights = ground.state.heights
        made.samples = ground_samples(made.entries, ground.view, heights, ground.theme)
        made.theme = ground.theme


def paint_strip(painter: QPainter, made: Strip, ground: LatticePainter) -> None:
    """Title, key and scale."""
    theme = ground.theme
    _take_samples(made, ground)
    painter.save()
    painter.translate(made.box.topLeft())
    painter.scale(made.size, made.size)
    column = _WIDTH * (0.75 if made.below else 1.0)
    high = made.box.height() / made.size
    y = _paint_title(painter, made, theme, column)
    if made.below:
        painter.translate(_WIDTH * 0.8, 0)
        _paint_key(painter, made, theme, (0.0, high))
        painter.translate(_WIDTH * 1.22, 0)
    else:
        _paint_key(painter, made, theme, (y + 30, high - 170))
    _paint_scale(painter, made, theme, high)
    painter.restore()


def _paint_title(painter: QPainter, made: Strip, theme: MapTheme, width: float) -> float:
    """The head of the strip; gives where it ends."""
    fits = max(text_width(row, "map-place", _TITLE, 0.02) for row in made.title)
    size, y = _TITLE * min(1.0, (width - 20) / max(fits, 1e-6)), 34.0
    for row in made.title:
        path = text_path(row, "map-place", size, (0, y), align=-1, tracking=0.02)
        painter.fillPath(path, theme.colour("sheet.title"))
        y += size * 1.02
    y -= 8
    for row, letters in ((made.sub, _SUB), *((note, _NOTE) for note in made.notes)):
        if row:
            ink = theme.colour("sheet.title" if letters == _SUB else "sheet.note")
            role = "map-place" if letters == _SUB else "map-place-italic"
            put(painter, row, (0, y), letters, ink, role=role, align=-1, fit=width)
            y += letters * 1.32
    if not made.below:
        painter.setPen(pen(theme.colour("sheet.rule"), 1.6))
        painter.drawLine(QPointF(0, y), QPointF(width, y))
    return y


def _paint_key(painter: QPainter, made: Strip, theme: MapTheme, span: tuple[float, float]) -> None:
    """Samples of the ground, then of sides and lines, in columns that leave the largest letters."""
    rows = made.entries
    if not rows:
        return
    most = 92.0 if made.below else 128.0
    width, height = _WIDTH * (1.18 if made.below else 1.0), max(most, span[1] - span[0])
    plans = (_plan(rows, columns, width, height, most) for columns in range(1, 5))
    plan = max(plans, key=lambda one: (one.letters, one.step))
    ink, note = theme.colour("sheet.title"), theme.colour("sheet.note")
    letters, reach = plan.letters, plan.reach
    settings = [_setting(row, plan) for row in rows]
    costs = letters * _COSTS * min(one.shrunk(plan.room, letters) for one in settings)
    for number, (row, setting) in enumerate(zip(rows, settings, strict=True)):
        column, place = divmod(number, plan.per)
        at = QPointF(column * plan.wide + reach, span[0] + (place + 0.5) * plan.step)
        _paint_row(painter, made, row, theme, at, reach)
        start, y = at.x() + reach * 1.3, at.y() - (setting.tall * _LEADING - 1.0) * letters / 2
        for lines, size, role, tint in (
            (setting.words, letters, "map-place", ink),
            (setting.costs, costs, "map-place-italic", note),
        ):
            y -= (letters - size) * 0.5 * _LEADING
            for line in lines:
                put(painter, line, (start, y), size, tint, role=role, align=-1, fit=plan.room)
                y += size * _LEADING


@dataclass(frozen=True)
class _Plan:
    """How a key is set: rows in a column, its width, a row's height, the sample's half width."""

    per: int
    wide: float
    step: float
    reach: float
    room: float
    letters: float


def _plan(
    rows: tuple[KeyEntry, ...], columns: int, width: float, height: float, most: float
) -> _Plan:
    """A key in so many columns, in the largest letters in which all its words find room."""
    per, wide = -(-len(rows) // columns), width / columns
    step = min(most, height / per)
    reach = min(step * 0.47, wide * 0.17)
    room = wide - reach * 2.7
    each = (max(one.fits(room, step) for one in _settings(row)) for row in rows)
    letters = min(_WORDS, *each)
    return _Plan(per, wide, step, reach, room, letters)


@dataclass(frozen=True)
class _Setting:
    """The words of a row and its costs, each in a line or in two."""

    words: tuple[str, ...]
    costs: tuple[str, ...]

    @property
    def tall(self) -> float:
        """Its lines, as multiples of the letters' line."""
        return len(self.words) + len(self.costs) * _COSTS

    @property
    def _told(self) -> float:
        """The width of its costs in letters of 1."""
        return max((text_width(line, "map-place-italic", _COSTS) for line in self.costs), default=0)

    def shrunk(self, room: float, letters: float) -> float:
        """To what share its costs must be smaller in these letters; they may be somewhat so."""
        return min(1.0, room / max(self._told * letters, 1e-6))

    def fits(self, room: float, step: float) -> float:
        """The largest letters in which it finds room."""
        wide = max(text_width(line, "map-place", 1.0) for line in self.words)
        wide = max(wide, self._told * _TIGHTEST)
        return min(room / max(wide, 1e-6), step / (self.tall * _LEADING))


def _setting(row: KeyEntry, plan: _Plan) -> _Setting:
    """How a row is set in the letters of the plan."""
    fitting = [
        one for one in _settings(row) if one.fits(plan.room, plan.step) > plan.letters * 0.999
    ]
    usual = _Setting((row.words,), ())
    return max(fitting, key=lambda one: one.shrunk(plan.room, plan.letters), default=usual)


def _settings(row: KeyEntry) -> list[_Setting]:
    """In how many lines a row may be set, fewest first; a class stays beside its cost."""
    ways = [(row.words,), _parted(row.words, " ", 2)]
    costs = [_parted(row.costs, ", ", lines) for lines in (1, 2, 3)] if row.costs else [()]
    return [_Setting(one, other) for other in costs for one in ways]


def _parted(words: str, joint: str, lines: int) -> tuple[str, ...]:
    """Words parted at so many joints less one that the longest line is as short as can be."""
    parts = words.split(joint)
    end = joint.rstrip()
    whole = (*(part + end for part in parts[:-1]), parts[-1])
    ways = (
        tuple(" ".join(whole[a:b]) for a, b in pairwise((0, *cuts, len(parts))))
        for cuts in combinations(range(1, len(parts)), min(lines, len(parts)) - 1)
    )
    return min(ways, key=lambda one: max(text_width(row, "map-place", 1.0) for row in one))


def paint_key_row(
    painter: QPainter, made: Strip, row: KeyEntry, ground: LatticePainter, box: QRectF
) -> None:
    """The sample of one row of the key, in the middle of a box."""
    _take_samples(made, ground)
    _paint_row(painter, made, row, ground.theme, box.center(), box.height() * 0.47)


def _paint_row(
    painter: QPainter, made: Strip, row: KeyEntry, theme: MapTheme, at: QPointF, reach: float
) -> None:
    if (sample := made.samples.get(row)) is not None:
        _paint_sample(painter, sample, theme, at, reach)
        if row.over:
            line = KeyEntry("line", row.kind, row.over, "")
            _paint_line(painter, line, theme, at, reach)
    elif row.among == "zone":
        box = QRectF(at.x() - reach * 0.95, at.y() - reach * 0.6, reach * 1.9, reach * 1.2)
        paint_zone_sample(painter, theme, box, 1e3)
    elif row.among == "sign":
        box = QRectF(at.x() - reach * 0.6, at.y() - reach * 0.6, reach * 1.2, reach * 1.2)
        paint_sign_sample(painter, row, theme, box)
    else:
        _paint_line(painter, row, theme, at, reach)


def _paint_line(
    painter: QPainter, row: KeyEntry, theme: MapTheme, at: QPointF, reach: float
) -> None:
    painter.save()
    painter.translate(at)
    share = _STROKE * min(1.0, reach / _STROKE_REACH)
    painter.scale(share, share)
    paint_stroke(painter, row, theme, QPointF(), 1.9 * reach / share, 1e3)
    painter.restore()


def _paint_sample(
    painter: QPainter, sample: GroundSample, theme: MapTheme, at: QPointF, reach: float
) -> None:
    scale = reach / 100
    painter.save()
    painter.translate(at)
    painter.scale(scale, scale)
    if is_drawing(painter):
        put_shape(painter, sample.draw, sample.draw)
    else:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(sample.box, sample.image)
    painter.strokePath(sample.outline, pen(theme.colour("hex.grid", 0.8), 1.4 / scale))
    painter.restore()


def _paint_scale(painter: QPainter, made: Strip, theme: MapTheme, high: float) -> None:
    """The bar at the foot of the strip, the words under it, the arrow at its right."""
    part, y, ink = made.bar / made.size, high - 62, theme.colour("sheet.title")
    painter.setPen(pen(ink, 1.8))
    for number in range(4):
        painter.setBrush(ink if number % 2 == 0 else theme.colour("sheet.box"))
        painter.drawRect(QRectF(number * part, y, part, 11))
    put(painter, "0", (0, y - 16), 22, ink, role="map-note", align=-1)
    for number, word in ((2, made.bar_words[0]), (4, made.bar_words[1])):
        put(painter, word, (number * part, y - 16), 22, ink, role="map-note")
    note = theme.colour("sheet.note")
    put(painter, made.per_cell, (0, y + 36), 24, note, role="map-place-italic", align=-1)
    x, foot = _WIDTH - 34, high - 22
    tip, base, half = foot - 84, foot, 22.0
    for side, tint in ((-1, "sheet.box"), (1, "sheet.title")):
        form = path_through([(x, tip), (x + side * half, base), (x, base - 18)], True)
        painter.fillPath(form, theme.colour(tint))
        painter.strokePath(form, pen(ink, 1.8))
    letter = text_path("N", "map-place", 30, (x, tip - 18))
    painter.fillPath(letter, ink)
