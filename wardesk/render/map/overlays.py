"""What the table lights on the map: ranges, targets, paths, fire, call-outs.

Always two tones, so that one of them reads on any ground.

Order on screen: ground, `paint_areas`, the map's ink, `paint_lines`, counters, `paint_labels`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import shapely
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from shapely.geometry.base import BaseGeometry

from wardesk.model.look import Overlay
from wardesk.render.lettering import polygon, put, rounded, text_width
from wardesk.render.map.drawn_text import clipped
from wardesk.render.map.printed_sheet import PrintedSheet
from wardesk.render.shapes import path_of, pen, visible
from wardesk.render.theme import MapTheme, table_theme

NIGHT = QColor(22, 32, 78, 88)
"""What lies over the ground in the turns that are played in the dark."""
_LEAST = 0.5
"""Device pixels that a drawing unit of an overlay never falls below."""


def breadth(sheet: PrintedSheet, lod: float, units: float) -> float:
    """A line width in board units that stays visible when zoomed out."""
    return max(sheet.unit * units, units * _LEAST / lod)


def _drawn_as(overlay: Overlay) -> str:
    """What a radius of command and a barred line look like in a picture."""
    return {"command": "reach", "barred": "blocked"}.get(overlay.kind, overlay.kind)


def paint_areas(
    painter: QPainter, sheet: PrintedSheet, overlays: Sequence[Overlay], lod: float
) -> None:
    """Tints, hatches and outlines of cells, under names and counters. *lod*: pixels per unit."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    order = ("reach", "arc", "source", "target", "blocked", "selected")
    for overlay in sorted(overlays, key=lambda one: order.index(_drawn_as(one))):
        known = [sheet.cells[cell] for cell in overlay.cells if cell in sheet.cells]
        if not known:
            continue
        if _drawn_as(overlay) == "reach":
            _reach(painter, sheet, shapely.union_all(known), lod)
            continue
        inset = breadth(sheet, lod, 6.5)
        for area in known:
            _cell(painter, sheet, _drawn_as(overlay), area.buffer(-inset), lod)
    painter.restore()


def _reach(painter: QPainter, sheet: PrintedSheet, area: BaseGeometry, lod: float) -> None:
    """One edge around the whole range, white outside blue, with a glow to the inside."""
    theme, path = table_theme(), path_of(area)
    painter.fillPath(path, theme.colour("overlay.reach_tint", 0.11))
    with clipped(painter, path):
        for units in (62, 52, 43, 35, 27, 20, 13, 7):  # many thin steps: no visible bands
            painter.strokePath(
                path, pen(theme.colour("overlay.reach_tint", 0.052), breadth(sheet, lod, units))
            )
    _two_tone(painter, path, theme, "overlay.reach", "overlay.white", breadth(sheet, lod, 4.4), 1.9)


def _cell(
    painter: QPainter, sheet: PrintedSheet, kind: str, area: BaseGeometry, lod: float
) -> None:
    theme, path = table_theme(), path_of(area)
    width = breadth(sheet, lod, 6.0)
    if kind == "selected":
        painter.fillPath(path, theme.colour("overlay.selected", 0.10))
        _two_tone(painter, path, theme, "overlay.selected", "overlay.dark", width * 1.15, 1.5)
    elif kind == "blocked":
        _hatch(painter, sheet, path, theme, lod)
        _two_tone(painter, path, theme, "overlay.blocked", "overlay.white", width, 1.75)
    elif kind == "arc":
        painter.fillPath(path, theme.colour("overlay.arc", 0.18))
        painter.strokePath(path, pen(theme.colour("overlay.white", 0.9), width * 1.3))
        dashes = pen(theme.colour("overlay.arc_edge"), width * 0.7, cap=Qt.PenCapStyle.FlatCap)
        dashes.setDashPattern([3.2, 1.8])
        painter.strokePath(path, dashes)
    else:
        ink = f"overlay.{kind}"
        painter.fillPath(path, theme.colour(ink, 0.10))
        _two_tone(painter, path, theme, ink, "overlay.white", width, 1.8)


def _two_tone(
    painter: QPainter,
    path: QPainterPath,
    theme: MapTheme,
    core: str,
    casing: str,
    width: float,
    ratio: float,
) -> None:
    painter.strokePath(path, pen(theme.colour(casing), width * ratio))
    painter.strokePath(path, pen(theme.colour(core), width))


def _hatch(
    painter: QPainter, sheet: PrintedSheet, path: QPainterPath, theme: MapTheme, lod: float
) -> None:
    box, pitch = path.boundingRect(), breadth(sheet, lod, 20)
    with clipped(painter, path):
        painter.setPen(pen(theme.colour("overlay.blocked", 0.35), pitch * 0.32))
        start = math.floor((box.left() - box.height()) / pitch) * pitch
        while start < box.right():
            painter.drawLine(QPointF(start, box.bottom()), QPointF(start + box.height(), box.top()))
            start += pitch


def smooth_line(points: Sequence[QPointF]) -> QPainterPath:
    """A line through all *points* without corners (Catmull-Rom)."""
    path = QPainterPath(points[0])
    for number in range(len(points) - 1):
        before = points[max(0, number - 1)]
        a, b = points[number], points[number + 1]
        after = points[min(len(points) - 1, number + 2)]
        path.cubicTo(a + (b - before) / 6, b - (after - a) / 6, b)
    return path


def paint_lines(
    painter: QPainter, sheet: PrintedSheet, overlays: Sequence[Overlay], lod: float
) -> None:
    """Movement paths and lines of fire from anchor to anchor, over the map's ink."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for overlay in overlays:
        cells = [cell for cell in overlay.line if cell in sheet.board.cells]
        if len(cells) < 2:
            continue
        points = [QPointF(*sheet.board.cells[cell].anchor) for cell in cells]
        if _drawn_as(overlay) == "blocked":
            _blocked_line(painter, sheet, points, lod)
        else:
            ink = "overlay.target" if overlay.kind in ("target", "arc") else "overlay.path"
            _arrow(painter, sheet, points, ink, lod)
    painter.restore()


def _trimmed(sheet: PrintedSheet, points: list[QPointF]) -> list[QPointF]:
    """The line without what lies under the counters at both ends."""
    pad = sheet.counter * 0.56
    found = list(points)
    found[0] = _toward(points[0], points[1], pad)
    found[-1] = _toward(points[-1], points[-2], pad)
    return found


def _toward(a: QPointF, b: QPointF, way: float) -> QPointF:
    size = math.hypot(b.x() - a.x(), b.y() - a.y()) or 1.0
    return a + (b - a) * min(0.45, way / size)


def _arrow(
    painter: QPainter, sheet: PrintedSheet, points: list[QPointF], ink: str, lod: float
) -> None:
    theme, width = table_theme(), breadth(sheet, lod, 8.0)
    points = _trimmed(sheet, points)
    path = smooth_line(points)
    turn = math.radians(-path.angleAtPercent(0.995))
    tip = points[-1]
    head = polygon(
        [
            (
                tip.x() + math.cos(turn + by) * width * far,
                tip.y() + math.sin(turn + by) * width * far,
            )
            for by, far in ((0.0, 1.6), (2.5, 2.9), (math.pi, 1.3), (-2.5, 2.9))
        ]
    )
    for tint, ratio in (("overlay.white", 1.7), (ink, 1.0)):
        painter.strokePath(path, pen(theme.colour(tint), width * ratio))
        painter.strokePath(head, pen(theme.colour(tint), width * 0.7 * (ratio - 0.6)))
    painter.fillPath(head, theme.colour(ink))


def _blocked_line(
    painter: QPainter, sheet: PrintedSheet, points: list[QPointF], lod: float
) -> None:
    """Solid to the last place seen, a cross, dashed behind it."""
    theme, width = table_theme(), breadth(sheet, lod, 6.0)
    points = _trimmed(sheet, points)
    seen = (
        smooth_line(points[:-1])
        if len(points) > 2
        else smooth_line([points[0], (points[0] + points[1]) / 2])
    )
    stop = seen.currentPosition()
    rest = QPainterPath(stop)
    rest.lineTo(points[-1])
    _two_tone(painter, seen, theme, "overlay.target", "overlay.white", width, 1.8)
    for tint, ratio in (("overlay.white", 1.5), ("overlay.target", 0.85)):
        dashes = QPen(theme.colour(tint), width * ratio)
        dashes.setCapStyle(Qt.PenCapStyle.FlatCap)
        dashes.setDashPattern([3.3 / ratio, 2.4 / ratio])
        painter.strokePath(rest, dashes)
    arm = width * 2.1
    cross = QPainterPath()
    for side in (-1, 1):
        cross.moveTo(stop - QPointF(arm, arm * side))
        cross.lineTo(stop + QPointF(arm, arm * side))
    _two_tone(painter, cross, theme, "overlay.blocked", "overlay.white", width * 1.25, 1.75)


def paint_selection(painter: QPainter, box: QRectF, lod: float) -> None:
    """The ring round a chosen counter or stack: dark, yellow, dark. *box* in board units."""
    theme, size = table_theme(), max(box.width(), box.height()) / 100
    width = max(size * 8, 3 / lod)
    ring = rounded(box.adjusted(-width, -width, width, width), width * 2)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for ratio, alpha in ((3.6, 0.18), (2.4, 0.26)):
        painter.strokePath(ring, pen(theme.colour("overlay.selected", alpha), width * ratio))
    _two_tone(painter, ring, theme, "overlay.selected", "overlay.dark", width, 1.55)
    painter.restore()


def paint_labels(
    painter: QPainter,
    sheet: PrintedSheet,
    overlays: Sequence[Overlay],
    lod: float,
    taken: Sequence[QRectF] = (),
) -> None:
    """Call-outs beside what they speak of, clear of *taken* (board units) and inside the view."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    occupied = [*taken, *_along(sheet, overlays)]
    for overlay in overlays:
        cells = overlay.line[-1:] or overlay.cells[:1]
        if not overlay.label or not cells or cells[0] not in sheet.board.cells:
            continue
        size = max(sheet.unit * 17, 13.5 / lod)
        box = callout_box(overlay.label, size)
        place = _place(painter, sheet, sheet.slot(cells[0]), box, occupied)
        occupied.append(place)
        paint_callout(painter, overlay.label, place, size, f"overlay.{_drawn_as(overlay)}")
    painter.restore()


def _along(sheet: PrintedSheet, overlays: Sequence[Overlay]) -> list[QRectF]:
    """Small boxes along all lines, so that call-outs stay off arrows."""
    boxes: list[QRectF] = []
    half = sheet.unit * 9
    for overlay in overlays:
        cells = [cell for cell in overlay.line if cell in sheet.board.cells]
        if len(cells) > 1:
            path = smooth_line([QPointF(*sheet.board.cells[cell].anchor) for cell in cells])
            spots = [path.pointAtPercent(number / 24) for number in range(25)]
            boxes += [QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half) for at in spots]
    return boxes


def callout_box(text: str, size: float) -> QRectF:
    """The box that `paint_callout` needs, at (0, 0); a line break parts the lines."""
    rows = text.split("\n")
    width = max(
        text_width(row, "counter" if number == 0 else "counter-condensed", size)
        for number, row in enumerate(rows)
    )
    return QRectF(0, 0, width + size * 1.2, size * (1.32 * len(rows) + 0.6))


def _place(
    painter: QPainter, sheet: PrintedSheet, slot: QRectF, box: QRectF, taken: Sequence[QRectF]
) -> QRectF:
    """The place near *slot* that hides least of *taken* and lies inside the view."""
    view = visible(painter).intersected(sheet.rect)
    gap = sheet.unit * 16
    middle, width, high = slot.center(), box.width(), box.height()
    options: list[tuple[float, QRectF]] = []
    for number, ring in enumerate((1.0, 1.9, 3.0, 4.5)):
        right, left = slot.right() + gap * ring, slot.left() - gap * ring - width
        low, above = slot.bottom() + gap * ring, slot.top() - gap * ring - high
        across, upright = middle.x() - width / 2, middle.y() - high / 2
        spots = (
            (across, low),
            (right, upright),
            (across, above),
            (left, upright),
            (right, low),
            (right, above),
            (left, low),
            (left, above),
        )
        options += [(number * 0.05, QRectF(x, y, width, high)) for x, y in spots]

    def cost(option: tuple[float, QRectF]) -> float:
        far, place = option
        hidden = 1.0 - _area(place.intersected(view)) / _area(place)
        return far + 4 * hidden + sum(_area(place.intersected(one)) for one in taken) / _area(place)

    return min(options, key=cost)[1]


def _area(box: QRectF) -> float:
    return max(0.0, box.width()) * max(0.0, box.height())


def paint_callout(painter: QPainter, text: str, box: QRectF, size: float, ink: str) -> None:
    """A small printed label, first line strong. *ink*: name of a colour of the table theme."""
    theme = table_theme()
    frame = rounded(box, size * 0.34)
    painter.fillPath(
        frame.translated(size * 0.1, size * 0.15), theme.colour("overlay.shadow", 0.32)
    )
    painter.fillPath(frame, theme.colour("overlay.box"))
    edge = "overlay.arc_edge" if ink == "overlay.arc" else ink
    edge = "overlay.dark" if ink == "overlay.selected" else edge
    painter.strokePath(frame, pen(theme.colour(edge), size * 0.13))
    for number, row in enumerate(text.split("\n")):
        y = box.top() + size * (0.3 + 1.32 * (number + 0.5))
        role = "counter" if number == 0 else "counter-condensed"
        tint = theme.colour(edge if number == 0 else "overlay.text")
        put(painter, row, (box.center().x(), y), size, tint, role=role)
