"""The key of the grounds, borders and lines of an area map, where the sheet has room for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from wardesk.render.lettering import rounded, text_width
from wardesk.render.map.areas.legend import paint_panel
from wardesk.render.map.drawn_text import put
from wardesk.render.map.ground_brush import STAMP, GroundBrushes
from wardesk.render.map.key import (
    KeyEntry,
    grounds_used,
    lines_used,
    paint_sign_sample,
    paint_stroke,
    paint_zone_sample,
    sides_used,
    signs_used,
    zones_used,
)
from wardesk.render.map.printed_sheet import PrintedSheet
from wardesk.render.map.recipes import art_of
from wardesk.render.shapes import box_shape, geometry, pen, saved
from wardesk.render.theme import MapTheme

_ROW, _SIGN, _LETTERS, _PAD = 36.0, 84.0, 25.0, 20.0
"""Height of a row, width of its sample, size of its letters and the rim, in drawing units."""
_NOTED, _COSTS = 54.0, 0.72
"""Height of a row that tells what it costs to move, and the size of that beside its words."""
_STROKE = 0.62
"""How large borders and lines are drawn, as a share of their size on the map."""


@dataclass(frozen=True)
class KindsKey:
    """Where the key stands, its rows, and in how many columns."""

    box: QRectF
    entries: tuple[KeyEntry, ...]
    columns: int
    column: float
    """Width of a column, board units."""


def area_entries(sheet: PrintedSheet) -> tuple[KeyEntry, ...]:
    """What an area map uses: grounds, borders, lines."""
    board, language = sheet.board, sheet.language
    kinds = (border.kind for border in board.borders)
    return (
        *grounds_used(board, language),
        *sides_used(board, kinds, language),
        *lines_used(board, language, every=False),
        *zones_used(board, language),
        *signs_used(board, language),
    )


def place_kinds(
    sheet: PrintedSheet, taken: Sequence[QRectF]
) -> tuple[PrintedSheet, KindsKey | None]:
    """The key, and the sheet with a strip for it beside the map if there is no room on it."""
    entries = area_entries(sheet)
    if not entries:
        return sheet, None
    unit = sheet.unit
    widest = max(
        max(text_width(one.words, "map-place", unit * _LETTERS),
            text_width(one.costs, "map-place-italic", unit * _LETTERS * _COSTS))
        for one in entries
    )  # fmt: skip
    column = widest + unit * (_SIGN + 22)
    barred = _barred(sheet, taken)
    for columns in (1, 2, 3):
        size = _size(entries, columns, column, unit)
        box = next(_free(sheet, size, barred), None)
        if box is not None:
            return sheet, KindsKey(box, entries, columns, column)
    room = sheet.frame.height()
    columns = next((n for n in (1, 2, 3) if _size(entries, n, column, unit)[1] <= room), 3)
    width, height = _size(entries, columns, column, unit)
    gap = sheet.frame.left() - sheet.rect.left()
    box = QRectF(sheet.frame.right() + gap, sheet.frame.top(), width, height)
    rect = sheet.rect.adjusted(0, 0, width + gap, max(0.0, height - room))
    return replace(sheet, rect=rect), KindsKey(box, entries, columns, column)


def _columns(entries: Sequence[KeyEntry], count: int) -> Iterator[list[tuple[KeyEntry, float]]]:
    """The rows of each column, with the middle of each from the top, drawing units."""
    per = -(-len(entries) // count)
    for first in range(0, len(entries), per):
        rows, top = list[tuple[KeyEntry, float]](), 0.0
        for entry in entries[first : first + per]:
            height = _NOTED if entry.costs else _ROW
            rows.append((entry, top + height / 2))
            top += height
        yield rows


def _size(
    entries: Sequence[KeyEntry], columns: int, column: float, unit: float
) -> tuple[float, float]:
    """Width and height of the panel, board units."""
    feet = [
        at + (_NOTED if entry.costs else _ROW) / 2
        for entry, at in (rows[-1] for rows in _columns(entries, columns))
    ]
    return columns * column + 2 * _PAD * unit, (max(feet) + 2 * _PAD) * unit


def _barred(sheet: PrintedSheet, taken: Sequence[QRectF]) -> shapely.Geometry:
    """Where no key may lie: cells, what is drawn beside them, and the sheet's other furniture."""
    drawn = [geometry(one) for one in sheet.board.features if one.kind != "label"]
    pad = sheet.unit * 14
    boxes = [box_shape(one.adjusted(-pad, -pad, pad, pad)) for one in taken]
    found = shapely.union_all([*sheet.cells.values(), *drawn, *boxes])
    shapely.prepare(found)
    return found


def _free(
    sheet: PrintedSheet, size: tuple[float, float], barred: shapely.Geometry
) -> Iterator[QRectF]:
    """Free boxes of a size inside the frame, those nearest to a corner first."""
    pad = sheet.unit * 34
    frame = sheet.frame.adjusted(pad, pad, -pad, -pad)
    width, height = size
    if width > frame.width() or height > frame.height():
        return
    xs = np.linspace(frame.left(), frame.right() - width, 25)
    ys = np.linspace(frame.top(), frame.bottom() - height, 25)
    x, y = (one.ravel() for one in np.meshgrid(xs, ys))
    free = ~shapely.intersects(barred, shapely.box(x, y, x + width, y + height))
    aside = np.minimum(x - xs[0], xs[-1] - x)
    away = aside + np.minimum(y - ys[0], ys[-1] - y)
    for number in np.argsort(away, kind="stable").tolist():
        if free[number]:
            yield QRectF(float(x[number]), float(y[number]), width, height)


def paint_kinds(
    painter: QPainter,
    made: KindsKey,
    sheet: PrintedSheet,
    theme: MapTheme,
    brushes: GroundBrushes,
    fine: float,
) -> None:
    """The panel with its rows; grounds by the brush that paints them. *fine*: pixels per radius."""
    paint_panel(painter, made.box, sheet.unit, theme)
    for entry, at in placed_rows(made, sheet.unit):
        _paint_row(painter, entry, at, sheet, theme, brushes, fine)


def placed_rows(made: KindsKey, unit: float) -> Iterator[tuple[KeyEntry, QPointF]]:
    """Each row with the middle of its left end, board units."""
    for number, rows in enumerate(_columns(made.entries, made.columns)):
        left = made.box.left() + unit * _PAD + number * made.column
        for entry, down in rows:
            yield entry, QPointF(left, made.box.top() + unit * (_PAD + down))


def ground_box(at: QPointF, unit: float) -> QRectF:
    """Where the sample of a ground lies in the row that begins at *at*."""
    box = QRectF(0, 0, unit * (_SIGN - 14), unit * _ROW * 0.78)
    box.moveCenter(at + QPointF(unit * _SIGN / 2, 0))
    return box


def _paint_row(
    painter: QPainter,
    entry: KeyEntry,
    at: QPointF,
    sheet: PrintedSheet,
    theme: MapTheme,
    brushes: GroundBrushes,
    fine: float,
) -> None:
    """A sample and its words; *at*: the middle of the row's left end."""
    unit, left, y = sheet.unit, at.x(), at.y()
    middle = QPointF(left + unit * _SIGN / 2, y)
    if entry.among == "terrain":
        box = ground_box(at, unit)
        brush = brushes.of(painter, art_of(sheet.board, entry.kind), fine)
        with saved(painter):  # a stamp in the middle: elsewhere there may be nothing between two
            shift = middle - QPointF(STAMP, STAMP) * unit
            painter.translate(shift)
            painter.fillPath(rounded(box.translated(-shift), unit * 4), brush)
        painter.strokePath(rounded(box, unit * 4), pen(theme.colour("sheet.rule"), unit * 1.4))
    elif entry.among == "zone":
        with saved(painter):
            painter.translate(middle)
            painter.scale(unit, unit)
            box = QRectF(14 / 2 - _SIGN / 2, -_ROW * 0.35, _SIGN - 14, _ROW * 0.7)
            paint_zone_sample(painter, theme, box, 1e3)
    elif entry.among == "sign":
        box = QRectF(0, 0, unit * (_SIGN - 14), unit * _ROW * 0.86)
        box.moveCenter(middle)
        paint_sign_sample(painter, entry, theme, box)
    else:
        with saved(painter):
            painter.translate(middle)
            painter.scale(unit * _STROKE, unit * _STROKE)
            paint_stroke(painter, entry, theme, QPointF(), (_SIGN - 14) / _STROKE, 1e3)
    start, size, ink = left + unit * (_SIGN + 6), unit * _LETTERS, theme.colour("sheet.title")
    lift = size * 0.5 if entry.costs else 0.0
    put(painter, entry.words, (start, y - lift), size, ink, role="map-place", align=-1)
    note, below = theme.colour("sheet.note"), (start, y + lift)
    put(painter, entry.costs, below, size * _COSTS, note, role="map-place-italic", align=-1)
