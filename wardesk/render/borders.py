"""Printed sector lines and walls: thin between open cells, heavy and drawn as masonry where closed."""

from __future__ import annotations

from dataclasses import dataclass, field

import shapely
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath
from shapely.geometry import LineString

from wardesk.render.shapes import (
    dashed,
    lines,
    of_kind,
    path_of,
    path_through,
    pen,
    points,
    stations,
)
from wardesk.render.sheet import Sheet
from wardesk.render.theme import MapTheme

_WALLS = ("ditch_wall_closed", "wall", "outer_wall", "counterscarp")


@dataclass
class Borders:
    """Colourless lines between cells."""

    inner: QPainterPath = field(default_factory=QPainterPath)
    """Between two cells, free to pass."""
    closed: QPainterPath = field(default_factory=QPainterPath)
    """Between two cells, closed."""
    rim: QPainterPath = field(default_factory=QPainterPath)
    """Edge of the playable area."""
    walls: QPainterPath = field(default_factory=QPainterPath)
    battlements: QPainterPath = field(default_factory=QPainterPath)
    gated: QPainterPath = field(default_factory=QPainterPath)
    posts: list[QPointF] = field(default_factory=list)


def build_borders(sheet: Sheet) -> Borders:
    """Sort every border by what it does, once."""
    made = Borders()
    walls = [form for _, form in of_kind(sheet.board, *_WALLS, "ditch_wall_gated")]
    drawn = shapely.union_all(walls).buffer(sheet.unit * 3) if walls else None
    heaps: dict[str, list[LineString]] = {"inner": [], "closed": [], "rim": []}
    for border in sheet.board.borders:
        if len(border.points) < 2:
            continue
        kind = sheet.board.palette.borders.get(border.kind)
        line = LineString(border.points)
        if border.left is None or border.right is None:
            heaps["rim"].append(line)
        elif kind is None or kind.passable:
            heaps["inner"].append(line)
        elif drawn is None or not drawn.contains(line):
            heaps["closed"].append(line)
    for name, heap in heaps.items():  # merged: one stroke per run, no blobs where pieces meet
        if heap:
            setattr(made, name, path_of(shapely.line_merge(shapely.union_all(heap))))
    for feature, form in of_kind(sheet.board, *_WALLS):
        for line in lines(form):
            made.walls.addPath(path_of(line))
            if feature.kind != "outer_wall":
                _battlements(line, sheet.unit, made.battlements)
    for _, form in of_kind(sheet.board, "ditch_wall_gated"):
        made.gated.addPath(path_of(form))
    for _, form in of_kind(sheet.board, "corner_post"):
        made.posts += [QPointF(*at) for at in points(form)]
    return made


def _battlements(line: LineString, unit: float, into: QPainterPath) -> None:
    """Buttresses at even steps across the wall."""
    for (x, y), (dx, dy) in stations(line, unit * 21):
        a, b = unit * 3.2, unit * 6.4
        into.addPath(
            path_through(
                [
                    (x - dx * a - dy * b, y - dy * a + dx * b),
                    (x + dx * a - dy * b, y + dy * a + dx * b),
                    (x + dx * a + dy * b, y + dy * a - dx * b),
                    (x - dx * a + dy * b, y - dy * a - dx * b),
                ],
                True,
            )
        )


def paint_borders(
    painter: QPainter, made: Borders, theme: MapTheme, unit: float, fine: float
) -> None:
    """Light under dark, so that a line reads on meadow and on wood."""
    least = 100 * unit / fine
    thin = max(unit * 2.4, 1.0 * least)
    painter.strokePath(made.rim, pen(theme.colour("border.glow", 0.25), thin * 4))
    painter.strokePath(made.rim, pen(theme.colour("border.rim", 0.9), thin * 1.7))
    painter.strokePath(made.inner, pen(theme.colour("border.glow", 0.42), thin * 2.6))
    painter.strokePath(
        made.inner, pen(theme.colour("border.open", theme.number("border.alpha")), thin)
    )
    painter.strokePath(made.closed, pen(theme.colour("border.glow", 0.5), thin * 4.2))
    painter.strokePath(made.closed, pen(theme.colour("border.closed"), thin * 2.6))


def paint_walls(
    painter: QPainter, made: Borders, theme: MapTheme, unit: float, fine: float
) -> None:
    """Masonry: shadow, dark body, light coping; gated walls are broken."""
    least = 100 * unit / fine
    body, top = max(unit * 8, 2.6 * least), max(unit * 2.8, 0.9 * least)
    shadow = theme.colour("work.shadow", theme.number("work.shadow_alpha"))
    for path in (made.walls, made.gated):
        painter.strokePath(path.translated(unit * 4, unit * 5), pen(shadow, body))
    painter.fillPath(made.battlements, theme.colour("border.wall"))
    flat = Qt.PenCapStyle.FlatCap
    painter.strokePath(made.walls, pen(theme.colour("border.wall"), body))
    painter.strokePath(made.walls, pen(theme.colour("border.wall_top"), top, cap=flat))
    gap = (unit * 17, unit * 9)
    painter.strokePath(made.gated, pen(theme.colour("border.wall_top", 0.8), body * 0.8, cap=flat))
    painter.strokePath(made.gated, dashed(theme.colour("border.wall"), body, gap))
    painter.strokePath(made.gated, dashed(theme.colour("border.wall_top"), top, gap))
    for post in made.posts:
        radius = max(unit * 7, 2.4 * least)
        painter.setPen(pen(theme.colour("border.post"), radius * 0.3))
        painter.setBrush(theme.colour("label.halo"))
        painter.drawEllipse(post, radius, radius)
        k = radius * 0.5
        painter.drawLine(post - QPointF(k, k), post + QPointF(k, k))
        painter.drawLine(post - QPointF(k, -k), post + QPointF(k, -k))
