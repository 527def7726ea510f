"""Walls that were drawn by themselves, gated ones among them, and posts at mere corners."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from wardesk.render.map.printed_sheet import PrintedSheet
from wardesk.render.shapes import Runs, dashed, lines, of_kind, path_of, pen, points
from wardesk.render.theme import MapTheme

_WALLS = ("ditch_wall_closed", "wall", "outer_wall", "counterscarp")


@dataclass
class Walls:
    """Colourless lines."""

    walls: Runs = field(default_factory=Runs)
    gated: Runs = field(default_factory=Runs)
    posts: list[QPointF] = field(default_factory=list)


def build_walls(sheet: PrintedSheet) -> Walls:
    """Read them once."""
    gates = [form for _, form in of_kind(sheet.board, "ditch_wall_gated")]
    posts = [form for _, form in of_kind(sheet.board, "corner_post")]
    return Walls(
        walls=Runs(
            path_of(line) for _, form in of_kind(sheet.board, *_WALLS) for line in lines(form)
        ),
        gated=Runs(path_of(line) for form in gates for line in lines(form)),
        posts=[QPointF(*at) for form in posts for at in points(form)],
    )


def _strokes(painter: QPainter, runs: Runs, line: QPen, seen: QRectF, shift: float = 0.0) -> None:
    for path in runs.within(seen, line.widthF() + shift):
        painter.strokePath(path.translated(shift, shift * 1.2) if shift else path, line)


def paint_walls(
    painter: QPainter, made: Walls, theme: MapTheme, unit: float, fine: float, seen: QRectF
) -> None:
    """Masonry: shadow, dark body, stone coping with joints; gated walls are broken."""
    least = 100 * unit / fine
    body, top = max(unit * 10.5, 3.0 * least), max(unit * 6, 1.5 * least)
    shadow = theme.colour("work.shadow", theme.number("work.shadow_alpha"))
    _strokes(painter, made.walls, pen(shadow, body), seen, unit * 5)
    _strokes(painter, made.gated, pen(shadow, body), seen, unit * 5)
    flat = Qt.PenCapStyle.FlatCap
    ink, stone = theme.colour("border.wall"), theme.colour("border.wall_top")
    long, gap, inset = unit * 30, unit * 15, unit * 2.4
    broken = dashed(stone, top, (long - 2 * inset, gap + 2 * inset))
    broken.setDashOffset(-inset / top)
    _strokes(painter, made.walls, pen(ink, body), seen)
    _strokes(painter, made.walls, pen(stone, top, cap=flat), seen)
    _strokes(painter, made.gated, pen(theme.colour("road.path_fill"), body * 0.6, cap=flat), seen)
    _strokes(painter, made.gated, dashed(ink, body, (long, gap)), seen)
    _strokes(painter, made.gated, broken, seen)
    if fine >= 34:
        joint = theme.colour("border.joint", 0.75)
        _strokes(painter, made.walls, dashed(joint, top, (unit * 1.3, unit * 13)), seen)
    _paint_posts(painter, made.posts, theme, max(unit * 7, 2.4 * least))


def _paint_posts(painter: QPainter, posts: list[QPointF], theme: MapTheme, radius: float) -> None:
    """Crossed discs: cells that only touch at this corner."""
    painter.setPen(pen(theme.colour("border.post"), radius * 0.3))
    painter.setBrush(theme.colour("label.halo"))
    k = radius * 0.5
    for post in posts:
        painter.drawEllipse(post, radius, radius)
        painter.drawLine(post - QPointF(k, k), post + QPointF(k, k))
        painter.drawLine(post - QPointF(k, -k), post + QPointF(k, -k))
