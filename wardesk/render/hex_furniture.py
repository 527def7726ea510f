"""The strip beside a gridded map: title, source, key, scale and north arrow, clear of all cells."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath
from shapely.geometry import LineString

from wardesk.render.hex_layout import VILLAGE, Layout, cell_length
from wardesk.render.hex_roads import Roads, Sides, paint_roads, paint_streams
from wardesk.render.lettering import put, text_path, text_width
from wardesk.render.shapes import Runs, chaikin, path_of, path_through, pen
from wardesk.render.theme import MapTheme

_TITLE, _SUB, _NOTE, _WORDS = 72.0, 34.0, 22.0, 29.0
_WIDE = 500.0
"""Width of a column in its own units; `Panel.size` converts to drawing units."""
_MOST_ROWS = 16
_SAMPLE_FINE = 110.0
"""Device pixels per hex radius in the samples."""


@dataclass(frozen=True)
class Swatch:
    """A sample of the map itself, cut out of one of its cells."""

    cell: str
    words: str
    level: int = -1
    """Of open ground on one of several levels which; -1 of all else."""


@dataclass(frozen=True)
class Panel:
    """What stands in the strip; boxes in drawing units."""

    box: QRectF
    size: float
    """Drawing units per unit of lettering."""
    below: bool
    title: tuple[str, ...]
    sub: str
    notes: tuple[str, ...]
    swatches: tuple[Swatch, ...]
    strokes: tuple[tuple[str, str], ...]
    """Class of road (or ``stream``) and its words."""
    bar: float
    """Length of one of the four parts of the scale, drawing units."""
    bar_words: tuple[str, str]
    per_cell: str


def build_panel(layout: Layout, ranks: dict[str, int], roads: Roads, sides: Sides) -> Panel:
    """Set the strip once."""
    board, box = layout.sheet.board, layout.panel
    below = box.width() > box.height() * 2
    size = (box.width() / 3 if below else box.width()) / _WIDE
    head, _, rest = board.title.partition(", ")
    title = tuple(textwrap.wrap(head, 17))[:2] or ("",)
    source = re.split(r"(?<=[.;:])\s", board.provenance.strip(), maxsplit=2)
    words = " ".join(source[:2]).rstrip(".;:,")
    notes = textwrap.wrap(words[:1].upper() + words[1:], 46)[:3]
    said = layout.sheet.words.text
    strokes = [
        (sort, said(words))
        for sort, words in (("main", "Main road"), ("road", "Road"), ("path", "Track"))
        if any(True for _ in roads.runs[sort].within(layout.rect, 1e9))
    ]
    if not sides.whole.is_empty:
        strokes.append(("stream", said("Stream")))
    bar, words, per_cell = _scale(layout, size)
    kind = "square" if board.kind == "square" else "hex"
    return Panel(
        box,
        size,
        below,
        title,
        rest,
        tuple(notes),
        _swatches(layout, ranks, roads),
        tuple(strokes),
        bar,
        words,
        said(f"{per_cell} per {kind}") if per_cell else "",
    )


def _scale(layout: Layout, size: float) -> tuple[float, tuple[str, str], str]:
    """Length of a part of the bar, the words at its middle and end, what one cell measures."""
    count = next((n for n in (2, 1) if n * 4 * layout.across <= _WIDE * 0.80 * size), 0)
    part = layout.across * (count or 0.5)
    cells = 4 * (count or 0.5)
    known = cell_length(layout.sheet.board.unit)
    if known is None:
        word = "squares" if layout.sheet.board.kind == "square" else "hexes"
        said = layout.sheet.words.text
        return part, (said(f"{cells / 2:g}"), said(f"{cells:g} {word}")), ""
    length, unit = known
    whole, shown = length * cells, unit
    if unit == "m" and whole >= 1000:
        whole, shown = whole / 1000, "km"
    return part, (f"{whole / 2:g}", f"{whole:g} {shown}"), f"{length:g} {unit}"


def _swatches(layout: Layout, ranks: dict[str, int], roads: Roads) -> tuple[Swatch, ...]:
    """One sample for each level of open ground and each other kind, cut where it is purest."""
    board = layout.sheet.board
    groups: dict[tuple[str, int], list[str]] = {}
    plain = {cell for cell in layout.centres if not layout.sheet.board.cells[cell].terrain}
    for cell in layout.centres:
        kind = board.palette.terrain.get(board.cells[cell].terrain)
        even = kind is None or kind.art in ("open", "clear") or cell in plain
        groups.setdefault((board.cells[cell].terrain, ranks[cell] if even else -1), []).append(cell)
    several = len(set(ranks.values())) > 1
    centres = np.array(list(layout.centres.values()) or np.zeros((0, 2)))
    free = roads.clear(centres, 87)
    crossed = {cell for cell, clear in zip(layout.centres, free, strict=True) if not clear}
    found: list[Swatch] = []
    for (terrain, rank), cells in sorted(groups.items(), key=lambda one: -len(one[1])):
        kind = board.palette.terrain.get(terrain)
        words = layout.sheet.words.text((kind.name if kind else "") or terrain.capitalize())
        on = rank if rank >= 0 and several else -1
        if on >= 0:
            words += ", " + layout.sheet.words.text(f"level {rank}")
        best = max(cells, key=lambda cell: _purity(layout, cell, ranks, crossed))
        found.append(Swatch(best, words, on))
    order = {swatch.words: number for number, swatch in enumerate(found)}
    level = [one for one in found if one.level >= 0]
    rest = [one for one in found if one not in level]
    level.sort(key=lambda one: (one.words.partition(",")[0], one.level))
    rest.sort(key=lambda one: order[one.words])
    return (*level, *rest)[:_MOST_ROWS]


def _purity(layout: Layout, cell: str, ranks: dict[str, int], crossed: set[str]) -> float:
    """How well a cell shows its kind: like neighbours; villages with a road, all else without."""
    lattice = layout.sheet.board.lattice
    beside = [other for _, other in lattice.beside(cell)] if lattice is not None else []
    same = sum(
        (layout.arts[other] == layout.arts[cell]) + (ranks[other] == ranks[cell])
        for other in beside
    )
    return same + (8.0 if (cell in crossed) == (layout.arts[cell] in VILLAGE) else 0.0)


def paint_frame(painter: QPainter, rect: QRectF, frame: QRectF, theme: MapTheme) -> None:
    """Paper around the map and the neat line."""
    margin = QPainterPath()
    margin.addRect(rect)
    margin.addRect(frame)
    painter.fillPath(margin, theme.colour("paper.sheet"))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for by, wide in ((0.0, 4.0), (10.0, 1.6)):
        painter.setPen(pen(theme.colour("paper.edge"), wide))
        painter.drawRect(frame.adjusted(-by, -by, by, by))


def paint_panel(
    painter: QPainter,
    made: Panel,
    layout: Layout,
    theme: MapTheme,
    samples: Sequence[QImage],
    fine: float,
) -> None:
    """Title, key and scale; *samples* are `sample_images`."""
    painter.save()
    painter.translate(made.box.topLeft())
    painter.scale(made.size, made.size)
    column = _WIDE * (0.75 if made.below else 1.0)
    high = made.box.height() / made.size
    y = _paint_title(painter, made, theme, column)
    grade = fine * made.size
    if made.below:
        painter.translate(_WIDE * 0.8, 0)
        _paint_key(painter, made, layout, theme, samples, (0.0, high), grade)
        painter.translate(_WIDE * 1.22, 0)
        _paint_scale(painter, made, theme, high)
    else:
        _paint_key(painter, made, layout, theme, samples, (y + 30, high - 170), grade)
        _paint_scale(painter, made, theme, high)
    painter.restore()


def _paint_title(painter: QPainter, made: Panel, theme: MapTheme, wide: float) -> float:
    """The head of the strip; gives where it ends."""
    fits = max(text_width(row, "map-place", _TITLE, 0.02) for row in made.title)
    size, y = _TITLE * min(1.0, (wide - 20) / max(fits, 1e-6)), 34.0
    for row in made.title:
        path = text_path(row, "map-place", size, (0, y), align=-1, tracking=0.02)
        painter.fillPath(path, theme.colour("sheet.title"))
        y += size * 1.02
    y -= 8
    for row, letters in ((made.sub, _SUB), *((note, _NOTE) for note in made.notes)):
        if row:
            ink = theme.colour("sheet.title" if letters == _SUB else "sheet.note")
            role = "map-place" if letters == _SUB else "map-place-italic"
            put(painter, row, (0, y), letters, ink, role=role, align=-1, fit=wide)
            y += letters * 1.32
    if not made.below:
        painter.setPen(pen(theme.colour("sheet.rule"), 1.6))
        painter.drawLine(QPointF(0, y), QPointF(wide, y))
    return y


def _paint_key(
    painter: QPainter,
    made: Panel,
    layout: Layout,
    theme: MapTheme,
    samples: Sequence[QImage],
    span: tuple[float, float],
    fine: float,
) -> None:
    """Samples of the ground, then of roads, in as many columns as the height asks for."""
    rows: Sequence[Swatch | tuple[str, str]] = (*made.swatches, *made.strokes)
    if not rows:
        return
    step = 128.0 if not made.below else 92.0
    high = max(step, span[1] - span[0])
    columns = 1
    while columns < 4 and len(rows) * step > high * columns:
        columns += 1
    per = -(-len(rows) // columns)
    step, wide = min(step, high / per), _WIDE * (1.18 if made.below else 1.0) / columns
    reach = min(step * 0.47, wide * 0.17)
    room = wide - reach * 2.7
    words = [row.words if isinstance(row, Swatch) else row[1] for row in rows]
    widest = max(text_width(one, "map-place", _WORDS) for one in words)
    letters = _WORDS * min(1.0, room / max(widest, 1e-6))  # one size for the whole key
    for number, row in enumerate(rows):
        at = number // per * wide + reach, span[0] + (number % per + 0.5) * step
        if isinstance(row, Swatch):
            _paint_swatch(painter, samples[number], row, layout, theme, at, reach)
        else:
            _paint_stroke(painter, row[0], theme, at, reach, fine)
        ink, start = theme.colour("sheet.title"), (at[0] + reach * 1.3, at[1])
        put(painter, words[number], start, letters, ink, role="map-place", align=-1)


def _paint_swatch(
    painter: QPainter,
    image: QImage,
    swatch: Swatch,
    layout: Layout,
    theme: MapTheme,
    at: tuple[float, float],
    reach: float,
) -> None:
    (x, y), outline = layout.centres[swatch.cell], layout.outline(swatch.cell)
    scale = reach / 100
    painter.save()
    painter.translate(*at)
    painter.scale(scale, scale)
    painter.translate(-x, -y)
    painter.drawImage(_sample_box(layout, swatch.cell), image)
    painter.strokePath(outline, pen(theme.colour("hex.grid", 0.8), 1.4 / scale))
    painter.restore()


def _sample_box(layout: Layout, cell: str) -> QRectF:
    x, y = layout.centres[cell]
    return QRectF(x - 105, y - 105, 210, 210)


def sample_images(
    made: Panel, layout: Layout, paint: Callable[[QPainter, float, QRectF], None]
) -> tuple[QImage, ...]:
    """The samples of the key, cut out of the map; *paint* draws it in drawing units."""
    found: list[QImage] = []
    for swatch in made.swatches:
        box = _sample_box(layout, swatch.cell)
        edge = round(box.width() * _SAMPLE_FINE / 100)
        image = QImage(edge, edge, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(_SAMPLE_FINE / 100, _SAMPLE_FINE / 100)
        painter.translate(-box.topLeft())
        painter.setClipPath(layout.outline(swatch.cell))
        paint(painter, _SAMPLE_FINE, box)
        painter.end()
        found.append(image)
    return tuple(found)


def _paint_stroke(
    painter: QPainter,
    sort: str,
    theme: MapTheme,
    at: tuple[float, float],
    reach: float,
    fine: float,
) -> None:
    painter.save()
    painter.translate(*at)
    curve = chaikin(
        LineString([(-reach * 0.9, 6), (-reach * 0.4, -6), (reach * 0.4, 6), (reach * 0.9, -6)]), 3
    )
    runs, box = Runs([path_of(curve)]), QRectF(-reach, -20, reach * 2, 40)
    if sort == "stream":
        paint_streams(painter, Sides(runs, {}, LineString()), theme, fine, box)
    else:
        paint_roads(painter, Roads({sort: runs}, (), LineString()), theme, fine, box)
    painter.restore()


def _paint_scale(painter: QPainter, made: Panel, theme: MapTheme, high: float) -> None:
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
    x, foot = _WIDE - 34, high - 22
    tip, base, half = foot - 84, foot, 22.0
    for side, tint in ((-1, "sheet.box"), (1, "sheet.title")):
        form = path_through([(x, tip), (x + side * half, base), (x, base - 18)], True)
        painter.fillPath(form, theme.colour(tint))
        painter.strokePath(form, pen(ink, 1.8))
    letter = text_path("N", "map-place", 30, (x, tip - 18))
    painter.fillPath(letter, ink)
