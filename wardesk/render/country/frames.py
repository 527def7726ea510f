"""Painting what people drew over the land: zones, frames of sheets, boxes, the map's own frame."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from wardesk.render.colours import colour, ink_on, mix
from wardesk.render.country.land import MARGIN, Land
from wardesk.render.lettering import polygon, rounded, text_path, text_width
from wardesk.render.shapes import dashed, pen, saved
from wardesk.render.theme import MapTheme
from wardesk.services.campaign.base_map import BoxMark, FrameMark, ZoneMark


def paint_zone(painter: QPainter, zone: ZoneMark, theme: MapTheme, scale: float) -> None:
    """A hatched area in its division's colour; its letter stands on a chip of that colour."""
    fill = zone.fill or theme.code("country.zone_other")
    path = polygon(list(zone.ring))
    box = path.boundingRect()
    painter.fillPath(path, colour(mix(fill, "#ffffff", 0.35), 0.42))
    with saved(painter):
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        step = max(26.0, 4.2 / scale)
        lines = QPainterPath()
        reach = box.height()
        x = box.left() - reach
        while x < box.right():
            lines.moveTo(x, box.bottom())
            lines.lineTo(x + reach, box.top())
            x += step
        painter.strokePath(lines, pen(colour(fill, 0.85), max(5.0, 1.0 / scale)))
    outline = pen(colour(mix(fill, "#000000", 0.25)), max(6.0, 1.4 / scale))
    if zone.landing:
        outline = dashed(colour(mix(fill, "#000000", 0.25)), max(6.0, 1.4 / scale),
                         (max(30.0, 5 / scale), max(16.0, 3 / scale)))  # fmt: skip
    painter.strokePath(path, outline)
    size = max(46.0, 10.5 / scale)
    radius = size * (0.62 if len(zone.name) == 1 else 0.76)
    at = box.center()
    painter.setPen(pen(colour("#ffffff", 0.95), max(5.0, 1.3 / scale)))
    painter.setBrush(colour(fill))
    painter.drawEllipse(at, radius, radius)
    letter = text_path(zone.name, "counter", size * 0.92, (at.x(), at.y()))
    painter.fillPath(letter, QColor(zone.ink or ink_on(fill)))


def frame_ink(mark: FrameMark) -> str:
    """The theme's key for the frames of one game."""
    return ("country.frame_a", "country.frame_b")[mark.game % 2]


def paint_frame(painter: QPainter, mark: FrameMark, theme: MapTheme, scale: float) -> None:
    """The corners and sides of a printed sheet, dashed where its place is a guess."""
    key = frame_ink(mark)
    ink = theme.colour(key, 0.75)
    box = polygon(list(mark.ring)).boundingRect()
    thin = max(4.0, 1.0 / scale)
    side = dashed(ink, thin, (thin * 9, thin * 7)) if mark.guessed else pen(ink, thin)
    with saved(painter):
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(side)
        painter.drawRect(box)
        reach = min(max(60.0, 11 / scale), box.width() / 4)
        painter.setPen(pen(theme.colour(key), thin * 1.9))
        for x, dx in ((box.left(), reach), (box.right(), -reach)):
            for y, dy in ((box.top(), reach), (box.bottom(), -reach)):
                painter.drawLine(QPointF(x, y), QPointF(x + dx, y))
                painter.drawLine(QPointF(x, y), QPointF(x, y + dy))


def paint_box(painter: QPainter, mark: BoxMark, theme: MapTheme, scale: float) -> None:
    """An off-map box: a card on the paper with its name above the room for counters."""
    box = polygon(list(mark.ring)).boundingRect()
    card = rounded(box, 26)
    painter.fillPath(card.translated(9, 11), theme.colour("wood.shadow", 0.25))
    painter.fillPath(card, theme.colour("country.box", 0.94))
    painter.strokePath(card, pen(theme.colour("country.box_edge"), max(5.0, 1.2 / scale)))
    size = min(max(44.0, 10 / scale), box.height() * 0.42)
    fit = text_width(mark.name, "map-number", size)
    size *= min(1.0, (box.width() - 36) / max(fit, 1e-6))
    if size * scale >= 5.5:
        at = box.center().x(), box.top() + size * 0.95
        painter.fillPath(text_path(mark.name, "map-number", size, at), theme.colour("label.ink"))


def paint_surround(painter: QPainter, land: Land, theme: MapTheme, scale: float) -> None:
    """Paper around the land and the frame, its sides marked every ten kilometres."""
    paper = QPainterPath()
    paper.addRect(land.rect)
    inner = QPainterPath()
    inner.addRect(land.inside)
    painter.fillPath(paper.subtracted(inner), theme.colour("paper.sheet"))
    edge = theme.colour("sheet.title")
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(edge, max(7.0, 1.6 / scale)))
    painter.drawRect(land.inside)
    painter.setPen(pen(edge, max(2.5, 0.8 / scale)))
    band = MARGIN * 0.34
    painter.drawRect(land.inside.adjusted(-band, -band, band, band))
    rule = QPainterPath()
    step = 1000.0
    for k in range(int(land.inside.width() // step) + 1):
        for y, way in ((land.inside.top(), -band), (land.inside.bottom(), band)):
            rule.moveTo(k * step, y)
            rule.lineTo(k * step, y + way)
    for k in range(int(land.inside.height() // step) + 1):
        for x, way in ((land.inside.left(), -band), (land.inside.right(), band)):
            rule.moveTo(x, k * step)
            rule.lineTo(x + way, k * step)
    painter.strokePath(rule, pen(edge, max(4.0, 1.0 / scale)))


def cartouche(land: Land) -> QRectF:
    """Where title, scale and note stand."""
    return QRectF(land.inside.left() + 90, land.inside.top() + 90, 1900, 800)


def paint_cartouche(painter: QPainter, land: Land, theme: MapTheme, scale: float) -> None:
    """Title, what the map rests on, a scale of kilometres and north."""
    box, facts = cartouche(land), land.facts
    panel = rounded(box, 18)
    painter.fillPath(panel.translated(12, 14), theme.colour("wood.shadow", 0.25))
    painter.fillPath(panel, theme.colour("sheet.box", 0.96))
    painter.strokePath(panel, pen(theme.colour("sheet.rule"), max(5.0, 1.1 / scale)))
    painter.strokePath(rounded(box.adjusted(16, 16, -16, -16), 12),
                       pen(theme.colour("sheet.rule", 0.6), max(2.0, 0.7 / scale)))  # fmt: skip
    left, room = box.left() + 80, box.width() - 400
    y = box.top() + 150

    def line(words: str, role: str, size: float, ink: str, down: float) -> None:
        nonlocal y
        fitted = size * min(1.0, room / max(text_width(words, role, size), 1e-6))
        painter.fillPath(text_path(words, role, fitted, (left, y), -1), theme.colour(ink))
        y += down

    line(facts.title, "map-place", 180, "sheet.title", 160)
    line(facts.subtitle, "map-place", 92, "sheet.title", 120)
    if scale > 0.1 and facts.note:
        line(facts.note.capitalize(), "map-place-italic", 62, "sheet.note", 110)
    _scale_bar(painter, theme, QPointF(left, box.bottom() - 190), scale)
    _north(painter, theme, QPointF(box.right() - 190, box.center().y() + 30))


def _scale_bar(painter: QPainter, theme: MapTheme, at: QPointF, scale: float) -> None:
    ink, light = theme.colour("sheet.title"), theme.colour("sheet.box")
    painter.setPen(pen(ink, max(4.0, 0.9 / scale)))
    for k in range(4):
        painter.setBrush(ink if k % 2 == 0 else light)
        painter.drawRect(QRectF(at.x() + k * 250, at.y(), 250, 34))
    for k in (0, 2, 4):
        words = f"{k * 2.5:g}" + (" km" if k == 4 else "")
        spot = at.x() + k * 250, at.y() + 92
        painter.fillPath(text_path(words, "map-note", 72, spot), ink)


def _north(painter: QPainter, theme: MapTheme, at: QPointF) -> None:
    ink, light = theme.colour("sheet.title"), theme.colour("sheet.box")
    half = QPainterPath(QPointF(at.x(), at.y() - 190))
    half.lineTo(at.x() + 74, at.y() + 130)
    half.lineTo(at.x(), at.y() + 74)
    half.closeSubpath()
    other = QPainterPath(QPointF(at.x(), at.y() - 190))
    other.lineTo(at.x() - 74, at.y() + 130)
    other.lineTo(at.x(), at.y() + 74)
    other.closeSubpath()
    painter.fillPath(half, ink)
    painter.fillPath(other, light)
    painter.strokePath(half, pen(ink, 6))
    painter.strokePath(other, pen(ink, 6))
    painter.fillPath(text_path("N", "map-place", 110, (at.x(), at.y() - 250)), ink)
