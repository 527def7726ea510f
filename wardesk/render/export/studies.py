"""Pictures that explain a map: what a cell sees, and which cells border on which.

Painted over the printed map, always in two tones, so that one of them reads on any ground.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import shapely
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter, QPainterPath

from wardesk.model.board import Board, Contact
from wardesk.model.cells import Point
from wardesk.model.look import Overlay
from wardesk.render.export.pictures import board_picture
from wardesk.render.lettering import put, text_width
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.map.overlays import breadth, paint_areas
from wardesk.render.shapes import dashed, path_of, pen
from wardesk.render.theme import MapTheme, table_theme

INK = {
    "side": "overlay.path",
    "gap": "overlay.arc",
    "manual": "overlay.source",
    "link": "overlay.source",
}
"""Colour of the line between two cells that touch, by the kind of contact; closed ones are red."""


def viewshed_picture(board: Board, source: str, seen: Collection[str]) -> QImage:
    """The map with the *seen* cells as they are, the others in the dark, and the source ringed."""

    def over(painter: QPainter, made: BoardPainter, lod: float) -> None:
        sheet, theme = made.sheet, table_theme()
        hidden = [area for cell, area in sheet.cells.items() if cell not in seen]
        painter.fillPath(path_of(shapely.union_all(hidden)), theme.colour("overlay.dark", 0.58))
        light = path_of(shapely.union_all([sheet.cells[cell] for cell in seen]))
        painter.fillPath(light, theme.colour("overlay.selected", 0.16))
        painter.strokePath(light, pen(theme.colour("overlay.dark"), breadth(sheet, lod, 5.0)))
        painter.strokePath(light, pen(theme.colour("overlay.selected"), breadth(sheet, lod, 3.0)))
        paint_areas(painter, sheet, [Overlay("source", (source,))], lod)

    return board_picture(board, under_lettering=over)


def adjacency_picture(board: Board, numbered: Sequence[tuple[str, str]]) -> QImage:
    """The map with a line between every two cells that touch, by kind, and numbers on some pairs.

    Blue: a side; orange: a drawn gap; green: joined by a person; red and crossed: closed. Touches
    at a mere corner are dots. KeyError if a numbered cell is unknown.
    """
    unit, theme = _unit(board), table_theme()
    lines = {border.id: border.points for border in board.borders}
    places = {(c.a, c.b): _place(board, c, lines) for c in board.contacts}

    def under_names(painter: QPainter, _: BoardPainter, lod: float) -> None:
        width = max(unit * 0.028, 0.9 / lod)
        for contact in sorted(board.contacts, key=lambda c: (not c.passable, c.kind != "side")):
            _contact(painter, board, contact, places[contact.a, contact.b], width, theme)
        for cell in board.cells.values():
            painter.setPen(pen(theme.colour("overlay.white"), width * 0.8))
            painter.setBrush(theme.colour("overlay.dark"))
            painter.drawEllipse(QPointF(*cell.anchor), width * 1.5, width * 1.5)

    def numbers(painter: QPainter, _: BoardPainter, lod: float) -> None:
        size = max(unit * 0.11, 10 / lod)
        for number, (a, b) in enumerate(numbered, start=1):
            at = places.get((min(a, b), max(a, b)))
            at = at or _middle(board.cells[a].anchor, board.cells[b].anchor)
            _badge(painter, str(number), at, size, theme)

    return board_picture(board, under_lettering=under_names, over=numbers)


def _unit(board: Board) -> float:
    """About the width of a cell in board units."""
    left, top, right, bottom = board.extent
    return ((right - left) * (bottom - top) / max(1, len(board.cells))) ** 0.5


def _place(board: Board, contact: Contact, lines: dict[str, tuple[Point, ...]]) -> Point:
    """Where a contact is: the middle of its longest border, its corner, or between the cells."""
    shared = [shapely.LineString(lines[name]) for name in contact.borders if name in lines]
    if shared:
        longest = max(shared, key=lambda line: line.length)
        middle = longest.interpolate(0.5, normalized=True)
        return float(middle.x), float(middle.y)
    if contact.at:
        return contact.at[0]
    return _middle(board.cells[contact.a].anchor, board.cells[contact.b].anchor)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _contact(
    painter: QPainter, board: Board, contact: Contact, at: Point, width: float, theme: MapTheme
) -> None:
    place = QPointF(*at)
    if contact.kind == "corner":
        painter.setPen(pen(theme.colour("overlay.white"), width * 0.5))
        painter.setBrush(theme.colour("overlay.arc_edge"))
        painter.drawEllipse(place, width, width)
        return
    path = QPainterPath(QPointF(*board.cells[contact.a].anchor))
    path.lineTo(place)
    path.lineTo(QPointF(*board.cells[contact.b].anchor))
    painter.strokePath(path, pen(theme.colour("overlay.white", 0.85), width * 2.0))
    if contact.passable:
        ink = theme.colour(INK[contact.kind])
        by_hand = contact.kind in ("manual", "link")
        dashes = dashed(ink, width, (width * 4, width * 2.5))
        painter.strokePath(path, dashes if by_hand else pen(ink, width))
        return
    ink = theme.colour("overlay.target")
    painter.strokePath(path, dashed(ink, width, (width * 2, width * 2)))
    arm = width * 3.2
    for sign in (1, -1):
        ends = (place + QPointF(-arm, -arm * sign), place + QPointF(arm, arm * sign))
        for tone, share in ((theme.colour("overlay.white"), 2.4), (ink, 1.5)):
            painter.setPen(pen(tone, width * share))
            painter.drawLine(*ends)


def _badge(painter: QPainter, text: str, at: Point, size: float, theme: MapTheme) -> None:
    width = max(size * 1.5, text_width(text, "counter", size) + size * 0.8)
    box = QRectF(at[0] - width / 2, at[1] - size * 0.75, width, size * 1.5)
    painter.setPen(pen(theme.colour("overlay.dark"), size * 0.14))
    painter.setBrush(theme.colour("overlay.selected"))
    painter.drawRoundedRect(box, size * 0.75, size * 0.75)
    put(painter, text, at, size, theme.colour("overlay.dark"), role="counter")
