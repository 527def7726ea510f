"""What has just happened, seen on the board: counters on their way, hits, a ring around it all."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen, QPolygonF, QRegion
from PySide6.QtWidgets import QWidget

from wardesk.engine.types import CHANCE, Cells, Event, Path, Pieces
from wardesk.model.look import CounterLook, TableLook
from wardesk.services.play.session import Change, PlaySession
from wardesk.ui import theme
from wardesk.ui.canvas.board_view import BoardView
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.scene import HAPPENED
from wardesk.ui.key_watch import KeyWatch
from wardesk.ui.preferences import preferences
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets import paint

OWN, BOT, REST, FLASH = 180, 350, 250, 240
"""Milliseconds at the usual pace: a counter's way, a bot's, the rest after it, a hit.

The rest is short: the card that explains stays while the next counter is on its way.
"""
SLOWER = (2.0, 1.5, 1.0, 0.35, 0.0)
"""By place in the paces of the table, from slow to full speed."""


@dataclass(frozen=True)
class ShownEvent:
    """What one event did, as the board shows it."""

    side: str = ""
    """Who acted; empty for nobody in particular."""
    bot: bool = False
    ways: tuple[tuple[CounterLook, tuple[str, ...]], ...] = ()
    """Counters and the cells they went through, the first one left."""
    hits: tuple[str, ...] = ()
    """Cells where somebody fell."""
    changed: tuple[str, ...] = ()
    """Counters that are others than before."""
    fires: tuple[tuple[str, str], ...] = ()
    """From where to where somebody fired or attacked."""
    came: tuple[str, ...] = ()
    """Cells where counters came on."""

    @property
    def any(self) -> bool:
        """Whether there is anything to see."""
        return bool(self.ways or self.hits or self.changed)


def actor(session: PlaySession) -> str:
    """The side that acted last: dice and rulings are its own."""
    for event in reversed(session.journal.line()):
        if event.asked is not None and event.asked.who in session.players:
            return event.asked.who
    return ""


def is_bot(session: PlaySession, side: str) -> bool:
    """Whether a program plays *side*."""
    return session.players.get(side, "human") != "human"


def shown_of(
    session: PlaySession, event: Event, before: TableLook, after: TableLook
) -> ShownEvent:  # fmt: skip
    """What *event* did, which led from one look of the table to the next."""
    cells = session.rules.board.cells
    old = {look.piece: look for look in before.counters}
    ways: list[tuple[CounterLook, tuple[str, ...]]] = []
    changed: list[str] = []
    came: list[str] = []
    for look in after.counters:
        was = old.get(look.piece)
        if look is was or look.at not in cells or look == was:
            continue
        if was is not None and was.at in cells and was.at != look.at:
            ways.append((look, _way(event, look, was.at or "")))
        elif was is None or was.at != look.at:
            came.append(look.at or "")
        if was is None or was.at != look.at or was.left != look.left:
            changed.append(look.piece)
    lost = session.rules.showing.losses(session.journal.state(event.parent), event)
    hits = [loss.cell for loss in lost]
    if event.asked is not None and event.asked.who == CHANCE:
        hits += [line.at or "" for line in event.story]
    side = actor(session)
    hit = tuple(dict.fromkeys(cell for cell in hits if cell in cells))
    return ShownEvent(
        side, is_bot(session, side), tuple(ways), hit, tuple(changed),
        fires=_fires(event, side, old), came=tuple(dict.fromkeys(came)),
    )  # fmt: skip


def _fires(
    event: Event, side: str, looks: Mapping[str, CounterLook]
) -> tuple[tuple[str, str], ...]:
    """From the pieces that a question was about to the enemies that its answer picked."""
    asked, answer = event.asked, event.answer
    if asked is None or asked.who != side:
        return ()
    picked: Iterable[str] = ()
    if isinstance(answer, Pieces):
        picked = [one.at or "" for p in answer.pieces
                  if (one := looks.get(p)) is not None and one.side != side]  # fmt: skip
    elif isinstance(answer, Cells):
        enemies = {one.at for one in looks.values() if one.side != side}
        picked = [cell for cell in answer.cells if cell in enemies]
    own = [one.at or "" for p in asked.about
           if (one := looks.get(p)) is not None and one.side == side]  # fmt: skip
    lines = [(start, goal) for start in own for goal in picked if start and goal]
    return tuple(dict.fromkeys(line for line in lines if line[0] != line[1]))


def _way(event: Event, look: CounterLook, start: str) -> tuple[str, ...]:
    answer = event.answer
    if isinstance(answer, Path) and look.piece in answer.pieces and answer.cells[-1] == look.at:
        return (start, *answer.cells)
    return (start, look.at or "")


class Motion(QObject):
    """Plays what happened over a board that shows the outcome already.

    With reduced motion, and at full speed, nothing moves; a ring marks what changed either way,
    until the next key. ``played(milliseconds)``: it began, and takes so long with its rest.
    ``saw(event, shown)``: what an event did, as whoever looks sees it; ``forgot()``: the game
    stands elsewhere, or somebody else looks.
    """

    played = Signal(int)
    saw = Signal(object, object)
    forgot = Signal()

    def __init__(self, model: TableModel, view: BoardView) -> None:
        super().__init__(view)
        self._model, self._view = model, view
        self._look, self._seen_by = model.look, model.side
        self._event = model.session.journal.head
        self.shown = ShownEvent()
        """What is marked now."""
        self.last = ShownEvent()
        """What a program did last."""
        self._moving = self._flashing = 0
        self._keys = KeyWatch(self._pressed, self)
        self._run = QVariantAnimation(self)
        self._run.setStartValue(0.0)
        self._run.setEndValue(1.0)
        self._run.valueChanged.connect(lambda _at: self._redraw())
        self._run.finished.connect(self._arrived)
        model.happened.connect(self._happened)
        view.lay(HAPPENED, self._paint)

    _drawn = QRegion()
    """What was drawn last, px."""

    @property
    def running(self) -> bool:
        """Whether something is on its way."""
        return self._run.state() == QVariantAnimation.State.Running

    def pace(self) -> float:
        """By how much everything is slower than usual; 0: nothing moves."""
        if preferences().now.reduced_motion or not self._view.isVisible():
            return 0.0
        return SLOWER[self._model.runner.pace]

    # ---- what it follows ------------------------------------------------------------------------

    def _happened(self, change: Change) -> None:
        model, session = self._model, self._model.session
        before, known, eyes = self._look, self._event, self._seen_by
        self._look, self._event, self._seen_by = model.look, session.journal.head, model.side
        if change.kind != "event" or eyes != model.side:
            self.clear()
            if change.kind == "head" or eyes != model.side:
                self.forgot.emit()
            return
        event = session.journal.events[change.event]
        if event.parent != known:
            self.clear()
            self.forgot.emit()
            return
        found = shown_of(session, event, before, model.look)
        self.saw.emit(event, found)
        if found.bot and found.any:
            self.last = found
        if found.any or not found.bot:
            self.play(found)

    def play(self, shown: ShownEvent) -> None:
        """Show something from its beginning."""
        self.finish()
        self.shown = shown
        pace = self.pace()
        usual = BOT if shown.bot else OWN
        self._moving = round(usual * pace) if shown.ways else 0
        self._flashing = round(FLASH * pace) if shown.hits else 0
        whole = self._moving + self._flashing
        if whole:
            self._hide(look.piece for look, _ in shown.ways)
            self._run.setDuration(whole)
            self._run.start()
        if shown.bot and shown.any:
            self.played.emit(whole + round(REST * pace))
        self._keys.set_on(shown.any)
        self._redraw()

    def again(self) -> None:
        """Show the last move of a program once more."""
        if self.last.any:
            self.play(self.last)

    def finish(self) -> None:
        """Everything arrives at once."""
        if self.running:
            self._run.stop()
            self._arrived()

    def clear(self) -> None:
        """Mark nothing any more."""
        self.finish()
        self.shown = ShownEvent()
        self._keys.set_on(False)
        self._redraw()

    def _arrived(self) -> None:
        self._hide(())
        self._redraw()

    def _hide(self, pieces: Iterable[str]) -> None:
        before, self._view.scene().away = self._view.scene().away, frozenset(pieces)
        self._view.redraw_pieces(before ^ self._view.scene().away)

    def _redraw(self) -> None:
        """Draw what is shown, and what was."""
        before, self._drawn = self._drawn, self._part()
        self._view.update(before.united(self._drawn))

    def _part(self) -> QRegion:
        """What is drawn now, px."""
        found = QRegion()
        if not self.shown.any:
            return found
        edge = self._edge()
        for look, cells in self.shown.ways:
            way = self._box(look)
            for cell in cells:
                at = self._point(cell)
                way = way.united(QRectF(at.x() - edge, at.y() - edge, 2 * edge, 2 * edge))
            found = found.united(way.adjusted(-12, -12, 12, 12).toAlignedRect())
        for cell in self.shown.hits:
            at, far = self._point(cell), 1.3 * edge + 4
            box = QRectF(at.x() - far, at.y() - far, 2 * far, 2 * far)
            found = found.united(box.toAlignedRect())
        for box in self._changed_boxes():
            found = found.united(box.adjusted(-5, -5, 5, 5).toAlignedRect())
        return found

    # ---- until the next key ---------------------------------------------------------------------

    def _pressed(self, _watched: QWidget, _event: QKeyEvent) -> bool:
        if not self.running:
            self.clear()
        return False

    def stop(self) -> None:
        """The table is about to close."""
        self._run.stop()
        self._keys.set_on(False)

    # ---- painting -------------------------------------------------------------------------------

    def _paint(self, painter: QPainter, _camera: Camera) -> None:
        if not self.shown.any:
            return
        at = self._run.currentTime() if self.running else self._moving + self._flashing
        ink = self._ink()
        for look, cells in self.shown.ways:
            self._paint_way(painter, look, cells, at, ink)
        if self.running and at > self._moving:
            self._paint_hits(painter, (at - self._moving) / max(1, self._flashing))
        if not self.running:
            for box in self._changed_boxes():
                paint.rounded(painter, box, outline=QColor("#ffffff"), width=4, radius=6)
                paint.rounded(painter, box, outline=ink, width=2, radius=6)

    def _ink(self) -> QColor:
        slots = {side.id: side.slot for side in self._model.look.sides}
        slot = slots.get(self.shown.side, "")
        return theme.colour(f"side_{slot}" if slot else "accent")

    def _paint_way(
        self, painter: QPainter, look: CounterLook, cells: tuple[str, ...], at: int, ink: QColor
    ) -> None:
        points = [self._point(cell) for cell in cells]
        points[-1] = self._box(look).center()
        if self.shown.bot:
            _arrow(painter, points, ink)
        if self.running:
            share = min(1.0, at / self._moving) if self._moving else 1.0
            eased = 1 - (1 - share) ** 3
            middle = _along(points, eased)
            box = self._box(look)
            box.moveCenter(middle)
            self._view.scene().draw_counter(painter, look, box, self._view.devicePixelRatioF())

    def _paint_hits(self, painter: QPainter, share: float) -> None:
        strength = 1 - abs(2 * share - 1)
        for cell in self.shown.hits:
            middle = self._point(cell)
            edge = self._edge() * (0.7 + 0.5 * share)
            flash = theme.colour("danger", 0.55 * strength)
            painter.setPen(QPen(theme.colour("danger", strength), 3))
            painter.setBrush(flash)
            painter.drawEllipse(middle, edge, edge)

    # ---- places ---------------------------------------------------------------------------------

    def _point(self, cell: str) -> QPointF:
        return self._view.camera.to_view(self._view.scene().index.anchors[cell])

    def _edge(self) -> float:
        return self._view.scene().edge * self._view.camera.scale

    def _box(self, look: CounterLook) -> QRectF:
        """Where a counter lies in the view."""
        if (box := self._view.scene().card_box(look.piece)) is not None:
            return self._view.camera.transform().mapRect(box)
        half = self._edge() / 2
        point = self._point(look.at or "")
        return QRectF(point.x() - half, point.y() - half, 2 * half, 2 * half)

    def _changed_boxes(self) -> list[QRectF]:
        looks = self._view.scene().looks
        cells = self._view.scene().index.anchors
        found = [looks[p] for p in self.shown.changed if p in looks and looks[p].at in cells]
        boxes = [self._box(look).adjusted(-3, -3, 3, 3) for look in found]
        there = {look.at for look in found}
        half = self._edge() * 0.6
        for cell in self.shown.hits:
            if cell not in there:
                at = self._point(cell)
                boxes.append(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half))
        return boxes


def _along(points: list[QPointF], share: float) -> QPointF:
    """The point at *share* of the way through *points*."""
    ways = [(a, b, math.dist(a.toTuple(), b.toTuple())) for a, b in pairwise(points)]
    left = share * sum(length for _, _, length in ways)
    for start, end, length in ways:
        if left < length:
            return start + (end - start) * (left / length)
        left -= length
    return points[-1]


def _arrow(painter: QPainter, points: list[QPointF], ink: QColor) -> None:
    """A line through *points* with a head at its end, cased in white."""
    for colour, width in ((QColor("#ffffff"), 7.0), (ink, 4.0)):
        pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(points))
    last, before = points[-1], points[-2]
    angle = math.atan2(last.y() - before.y(), last.x() - before.x())
    head = [
        last,
        *(
            last - QPointF(math.cos(angle + turn), math.sin(angle + turn)) * 14
            for turn in (-0.5, 0.5)
        ),
    ]
    painter.setPen(QPen(QColor("#ffffff"), 1.5))
    painter.setBrush(ink)
    painter.drawPolygon(QPolygonF(head))
