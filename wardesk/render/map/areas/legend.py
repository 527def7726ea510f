"""The key of a printed map: only the signs that this map uses, if a corner is free for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from wardesk.render.lettering import cap_height, put, rounded, text_width
from wardesk.render.map.areas import walls, works
from wardesk.render.map.printed_sheet import PrintedSheet, corner_for, corner_is_clear
from wardesk.render.shapes import Runs, path_through, pen
from wardesk.render.theme import MapTheme
from wardesk.words import say, shown

_ROW, _SIGN, _LETTERS = 45.0, 92.0, 30.0
"""Height of a row, width of the signs and size of the letters, in drawing units."""

_FEATURES = (
    ("ditch_wall_closed", "wall", say("Wall, no way through")),
    ("ditch_wall_gated", "gated", say("Wall with a way through")),
    ("corner_post", "post", say("Corners only, no way across")),
    ("exit", "exit", say("Sally exit")),
    ("cupola", "cupola", say("Cupola")),
    ("dummy_cupola", "dummy", say("Dummy cupola")),
    ("mg_position", "gun", say("Machine guns")),
)


@dataclass(frozen=True)
class AreaLegend:
    """Where the key stands and what it explains: name of the sign, words."""

    box: QRectF
    rows: tuple[tuple[str, str], ...]


def build_legend(sheet: PrintedSheet, taken: Sequence[QRectF]) -> AreaLegend | None:
    """The key, or None if there is nothing to explain or no corner is free."""
    kinds = {feature.kind for feature in sheet.board.features}
    rules = [sheet.board.terrain_of(cell) for cell in sheet.cells]
    rows: list[tuple[str, str]] = []
    if any(rule.get("victory_points") for rule in rules):
        rows.append(("points", say("Victory points")))
    if any(isinstance(d := rule.get("divisor"), int) and d > 1 for rule in rules):
        rows.append(("divisor", say("Divisor of the ground")))
    rows += [(sign, words) for kind, sign, words in _FEATURES if kind in kinds]
    if not rows:
        return None
    unit = sheet.unit
    rows = [(sign, shown(words, sheet.language)) for sign, words in rows]
    width = max(text_width(words, "map-place", unit * _LETTERS) for _, words in rows)
    width += unit * (_SIGN + 62)
    height = unit * (_ROW * len(rows) + 44)
    box, free = corner_for(sheet, width, height, taken, "3120")
    frame, pad = sheet.frame, unit * 34
    if not free:  # above the scale in the lower left is as good as a corner
        for place in taken:
            box = QRectF(frame.left() + pad, place.top() - pad - height, width, height)
            if corner_free(sheet, box, taken):
                return AreaLegend(box, tuple(rows))
        return None
    return AreaLegend(box, tuple(rows))


def corner_free(sheet: PrintedSheet, box: QRectF, taken: Sequence[QRectF]) -> bool:
    """Whether a box is on the sheet, on no cell and on nothing *taken*."""
    return corner_is_clear(sheet, box) and not any(box.intersects(one) for one in taken)


def paint_panel(painter: QPainter, box: QRectF, unit: float, theme: MapTheme) -> None:
    """A paper label with a double rule and a shadow."""
    shade = theme.colour("work.shadow", 0.22)
    painter.fillPath(rounded(box.translated(unit * 5, unit * 6), unit * 6), shade)
    painter.fillPath(rounded(box, unit * 6), theme.colour("sheet.box"))
    for by, width in ((0.0, 3.0), (8.0, 1.3)):
        inner = box.adjusted(unit * by, unit * by, -unit * by, -unit * by)
        rule = pen(theme.colour("sheet.rule"), unit * width)
        painter.strokePath(rounded(inner, unit * max(2.0, 6 - by)), rule)


def paint_legend(painter: QPainter, made: AreaLegend, sheet: PrintedSheet, theme: MapTheme) -> None:
    """The panel with one row per sign, each drawn by the painter of the thing itself."""
    unit = sheet.unit
    paint_panel(painter, made.box, unit, theme)
    for number, (sign, words) in enumerate(made.rows):
        y = made.box.top() + unit * (22 + _ROW * (number + 0.5))
        x = made.box.left() + unit * (22 + _SIGN / 2)
        _SIGNS[sign](painter, QPointF(x, y), unit, theme)
        at = (made.box.left() + unit * (32 + _SIGN), y)
        ink = theme.colour("sheet.title")
        put(painter, words, at, unit * _LETTERS, ink, role="map-place", align=-1)


def _points(painter: QPainter, at: QPointF, unit: float, theme: MapTheme) -> None:
    painter.setPen(pen(theme.colour("label.halo"), unit * 2.6))
    painter.setBrush(theme.colour("label.disc"))
    painter.drawEllipse(at, unit * 13, unit * 13)
    put(painter, "2", (at.x(), at.y()), unit * 19, theme.colour("label.digit"), role="map-number")


def _divisor(painter: QPainter, at: QPointF, unit: float, theme: MapTheme) -> None:
    high = cap_height("map-number", unit * 18) * 1.75
    plate = rounded(QRectF(at.x() - unit * 14, at.y() - high / 2, unit * 28, high), high * 0.22)
    painter.fillPath(plate, theme.colour("label.cover"))
    painter.strokePath(plate, pen(theme.colour("label.cover_edge"), unit * 1.5))
    put(painter, "÷3", (at.x(), at.y()), unit * 18, theme.colour("label.note"), role="map-number")


def _line(at: QPointF, unit: float) -> Runs:
    half = unit * 36
    return Runs([path_through([(at.x() - half, at.y()), (at.x() + half, at.y())])])


def _wall(painter: QPainter, at: QPointF, unit: float, theme: MapTheme) -> None:
    made, seen = walls.Walls(walls=_line(at, unit)), QRectF(at.x() - 1, at.y() - 1, 2, 2)
    walls.paint_walls(painter, made, theme, unit, 100.0, seen)


def _gated(painter: QPainter, at: QPointF, unit: float, theme: MapTheme) -> None:
    made, seen = walls.Walls(gated=_line(at, unit)), QRectF(at.x() - 1, at.y() - 1, 2, 2)
    walls.paint_walls(painter, made, theme, unit, 100.0, seen)


def _post(painter: QPainter, at: QPointF, unit: float, theme: MapTheme) -> None:
    seen = QRectF(at.x() - 1, at.y() - 1, 2, 2)
    walls.paint_walls(painter, walls.Walls(posts=[at]), theme, unit, 1e4, seen)


def _exit(painter: QPainter, at: QPointF, unit: float, theme: MapTheme) -> None:
    arrow: QPainterPath = works.exit_path((at.x() - unit * 5, at.y()), 90.0, unit)
    painter.fillPath(arrow, theme.colour("work.exit"))


def _cupola(painter: QPainter, at: QPointF, unit: float, theme: MapTheme) -> None:
    works.paint_cupola(painter, at, unit * 15, theme, unit * 0.7)


def _dummy(painter: QPainter, at: QPointF, unit: float, theme: MapTheme) -> None:
    works.paint_dummy(painter, at, unit * 14, theme, unit * 0.8)


def _gun(painter: QPainter, at: QPointF, unit: float, theme: MapTheme) -> None:
    painter.setPen(pen(theme.colour("work.light"), unit * 1.6))
    painter.setBrush(theme.colour("work.gun"))
    painter.drawEllipse(at, unit * 4.5, unit * 4.5)


_SIGNS: dict[str, Callable[[QPainter, QPointF, float, MapTheme], None]] = {
    "points": _points,
    "divisor": _divisor,
    "wall": _wall,
    "gated": _gated,
    "post": _post,
    "exit": _exit,
    "cupola": _cupola,
    "dummy": _dummy,
    "gun": _gun,
}
