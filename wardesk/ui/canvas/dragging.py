"""Dragging on a board: the rubber band, and the ghosts of what is carried, piles and formations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from wardesk.model.look import CounterLook
from wardesk.render.counters.counter import TAB, fanned
from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.mark_painter import CASING, DARK_CASING, SELECTED, SOURCE
from wardesk.ui.canvas.picking import polygons
from wardesk.ui.canvas.piles import SHOWN, count_box
from wardesk.ui.canvas.scene import BoardScene
from wardesk.ui.widgets import paint
from wardesk.words import say_count, shown

_LEAST = 40.0
"""Edge of a ghost in px, however far the board is."""


@dataclass(frozen=True)
class DragLoad:
    """What is carried: *piece* is under the pointer, *pieces* are all of them."""

    piece: str
    pieces: tuple[str, ...]
    cells: tuple[str, ...]
    """Where they lie, each once."""

    @property
    def formation(self) -> bool:
        """Whether they lie in more than one place."""
        return len(self.cells) > 1


def taken_up(scene: BoardScene, piece: str, *, whole_pile: bool) -> DragLoad:
    """What a drag of *piece* carries: everything picked with it, else its pile, else itself.

    Who picks in a pile and drags the pile means those that are picked, whoever lies on top.
    """
    chosen, pieces = scene.marks.selected, (piece,)
    if whole_pile:
        pile = next((p for p in scene.piles if any(k.piece == piece for k in p.looks)), None)
        pieces = tuple(look.piece for look in pile.looks) if pile is not None else pieces
    if not chosen.isdisjoint(pieces):
        pieces = tuple(sorted(one for one in chosen if one in scene.looks))
    cells = dict.fromkeys(scene.looks[one].at or "" for one in pieces)
    return DragLoad(piece, pieces, tuple(cells))


def formation_goals(scene: BoardScene, load: DragLoad, goal: str) -> dict[str, str]:
    """Where each piece goes when the one under the pointer goes to *goal* and all keep formation.

    A piece that would leave the board has no entry.
    """
    anchors = scene.index.anchors
    start = anchors[scene.looks[load.piece].at or goal]
    found: dict[str, str] = {}
    for piece in load.pieces:
        at = scene.looks[piece].at
        if at is not None and at in anchors:
            cell = scene.index.at(anchors[at] + anchors[goal] - start)
            if cell:
                found[piece] = cell
    return found


def banded(scene: BoardScene, band: QRectF) -> tuple[str, ...]:
    """The pieces whose piles have their middle in *band* (board units), lowest first."""
    return tuple(
        look.piece
        for pile in scene.piles
        if band.contains(pile.box.center())
        for look in pile.looks
    )


# ---- drawing ------------------------------------------------------------------------------------


def paint_band(
    painter: QPainter, scene: BoardScene, camera: Camera, band: QRectF, held: Sequence[str]
) -> None:
    """A rubber band in view px, what it holds ringed, and above it how many those are."""
    _rings(painter, scene, camera, held)
    tint = QColor(SOURCE)
    tint.setAlphaF(0.12)
    painter.fillRect(band, tint)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(CASING), 3))
    painter.drawRect(band)
    painter.setPen(QPen(QColor(SOURCE), 1.6, Qt.PenStyle.DashLine))
    painter.drawRect(band)
    words = shown(say_count("{n} counter", "{n} counters", n=len(held)))
    _label(painter, QPointF(band.left(), band.top() - 26), words)


def _label(painter: QPainter, at: QPointF, words: str) -> None:
    font = theme.font("small-strong")
    box = QRectF(at.x(), max(2.0, at.y()), QFontMetricsF(font).horizontalAdvance(words) + 16, 22)
    surface, line = theme.colour("surface"), theme.colour("line")
    paint.rounded(painter, box, fill=surface, outline=line, radius=5)
    paint.words(painter, box, words, role="small-strong", align=paint.CENTRE)


def _rings(painter: QPainter, scene: BoardScene, camera: Camera, held: Sequence[str]) -> None:
    wanted = frozenset(held)
    for pile in scene.piles:
        if pile.top.piece in wanted:
            box = camera.transform().mapRect(pile.bounds())
            for width, code in ((4.5, DARK_CASING), (2.5, SELECTED)):
                ring = box.adjusted(-2, -2, 2, 2)
                paint.rounded(painter, ring, outline=QColor(code), width=width, radius=5)


def paint_load(
    painter: QPainter, scene: BoardScene, camera: Camera, load: DragLoad, at: QPointF, goal: str,
    ratio: float,
) -> None:  # fmt: skip
    """The ghost of what is carried under the pointer (view px), and where it would lie."""
    goals = formation_goals(scene, load, goal) if goal and load.formation else {}
    for cell in dict.fromkeys((*goals.values(), *((goal,) if goal else ()))):
        for ring in polygons(scene.board, cell)[:1]:
            outline = camera.transform().map(ring)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for code, width in ((CASING, 5.0), (SOURCE, 2.6)):
                painter.setPen(QPen(QColor(code), width))
                painter.drawPolygon(outline)
    painter.setOpacity(0.85)
    anchors = scene.index.anchors
    start = scene.looks[load.piece].at
    for cell in load.cells:
        away = QPointF()
        if cell in anchors and start in anchors:
            away = camera.to_view(anchors[cell]) - camera.to_view(anchors[start])
        here = [scene.looks[p] for p in load.pieces if (scene.looks[p].at or "") == cell]
        # A pile lies in the order in which its cards lie on the board.
        order = {look.piece: k for k, look in enumerate(scene.in_cell(cell))}
        here.sort(key=lambda look: order.get(look.piece, 0))
        _paint_pile(painter, scene, here, at + away, camera, ratio)
    painter.setOpacity(1.0)


def _paint_pile(
    painter: QPainter, scene: BoardScene, looks: Sequence[CounterLook], middle: QPointF,
    camera: Camera, ratio: float,
) -> None:  # fmt: skip
    edge = max(_LEAST, scene.edge * camera.scale)
    seen = fanned(looks[-SHOWN:])
    box = QRectF(0, 0, edge, edge)
    for number, look in enumerate(seen):
        box.moveCenter(middle - QPointF(0, (len(seen) - 1 - number) * edge * TAB / 100))
        scene.draw_counter(painter, look, box, ratio)
    if len(looks) > 1:
        box.moveCenter(middle - QPointF(0, (len(seen) - 1) * edge * TAB / 100))
        chip = count_box(box)
        text, surface = theme.colour("text"), theme.colour("surface")
        paint.rounded(painter, chip, fill=text, outline=surface, radius=11, width=2)
        paint.words(painter, chip, str(len(looks)), role="small-strong", ink="surface",
                    align=paint.CENTRE)  # fmt: skip
