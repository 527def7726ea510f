"""Printed sector lines and walls: thin between open cells, masonry where the way is closed."""

from __future__ import annotations

from dataclasses import dataclass, field

import shapely
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from shapely.geometry import LineString

from wardesk.render.shapes import Runs, dashed, lines, of_kind, path_of, pen, points, runs_of
from wardesk.render.sheet import Sheet
from wardesk.render.theme import MapTheme

_WALLS = ("ditch_wall_closed", "wall", "outer_wall", "counterscarp")


@dataclass
class Borders:
    """Colourless lines between cells."""

    inner: Runs = field(default_factory=Runs)
    """Between two cells, free to pass."""
    closed: Runs = field(default_factory=Runs)
    """Between two cells, closed."""
    rim: Runs = field(default_factory=Runs)
    """Edge of the playable area."""
    walls: Runs = field(default_factory=Runs)
    gated: Runs = field(default_factory=Runs)
    posts: list[QPointF] = field(default_factory=list)


def build_borders(sheet: Sheet) -> Borders:
    """Sort every border by what it does, once."""
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
    merged = {  # one stroke per run: no blobs where pieces meet
        name: runs_of(shapely.line_merge(shapely.union_all(heap))) if heap else Runs()
        for name, heap in heaps.items()
    }
    gates = [form for _, form in of_kind(sheet.board, "ditch_wall_gated")]
    posts = [form for _, form in of_kind(sheet.board, "corner_post")]
    return Borders(
        **merged,
        walls=Runs(
            path_of(line) for _, form in of_kind(sheet.board, *_WALLS) for line in lines(form)
        ),
        gated=Runs(path_of(line) for form in gates for line in lines(form)),
        posts=[QPointF(*at) for form in posts for at in points(form)],
    )


def _strokes(painter: QPainter, runs: Runs, line: QPen, seen: QRectF, shift: float = 0.0) -> None:
    for path in runs.within(seen, line.widthF() + shift):
        painter.strokePath(path.translated(shift, shift * 1.2) if shift else path, line)


def paint_borders(
    painter: QPainter, made: Borders, theme: MapTheme, unit: float, fine: float, seen: QRectF
) -> None:
    """Light under dark, so that a line reads on meadow and on wood."""
    thin = max(unit * 2.9, 115 * unit / fine)
    ink = theme.colour("border.open", theme.number("border.alpha"))
    for runs, line in (
        (made.rim, pen(theme.colour("border.glow", 0.25), thin * 4)),
        (made.rim, pen(theme.colour("border.rim", 0.9), thin * 1.7)),
        (made.inner, pen(theme.colour("border.glow", 0.42), thin * 2.6)),
        (made.inner, pen(ink, thin)),
        (made.closed, pen(theme.colour("border.glow", 0.5), thin * 4.2)),
        (made.closed, pen(theme.colour("border.closed"), thin * 2.6)),
    ):
        _strokes(painter, runs, line, seen)


def paint_walls(
    painter: QPainter, made: Borders, theme: MapTheme, unit: float, fine: float, seen: QRectF
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
