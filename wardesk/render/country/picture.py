"""A campaign's map as a picture for paper: the printed sheet, and who stands where on it."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from wardesk.campaign.operation.atlas import Point, part
from wardesk.render.counters.formations import ROOM, formation_image
from wardesk.render.country.printed import PrintedGround
from wardesk.render.country.stacks import TokenStack, cards, counter_edge, placed
from wardesk.render.country.ways import ROUTE, wide
from wardesk.render.fonts import font
from wardesk.render.lettering import rounded
from wardesk.render.shapes import painting, pen, saved
from wardesk.services.campaign.operational_map import (
    BoxFact,
    BridgeFact,
    MapFacts,
    RouteFact,
    Token,
)

_WHITE, _DARK = QColor("#fffdf6"), QColor("#1c150c")
_GREEN, _RED = QColor("#157347"), QColor("#b3231f")
_SIGNS = {"wired": "#f3c24e", "blown": "#f0b5ae", "bailey": "#bfe3c4", "building": "#f3dfae",
          "unknown": "#fff0b8"}  # fmt: skip
_IN_BOX = 0.62


class CountryPrinter:
    """Prints on one ground as often as asked. Safe in any thread, one at a time."""

    def __init__(self, ground: PrintedGround) -> None:
        self._ground, self._scale = ground, ground.image.width() / ground.paper.width()

    def picture(self, facts: MapFacts, first: str) -> QImage:
        """The map with what *facts* say; *first* is the side whose cards are of the first kind."""
        image = self._ground.image.copy()
        with painting(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for route in facts.routes:
                self._reached(painter, route)
            for bridge in facts.bridges:
                self._bridge(painter, bridge)
            for box in facts.boxes:
                self._box(painter, box, first)
            for route in facts.routes:
                self._marker(painter, route)
            stacks = placed(facts, self._scale, self._ground.names, self._ground.land)
            for stack in stacks:
                self._lead(painter, stack)
            for stack in stacks:
                self._stack(painter, stack, first)
        return image

    def _at(self, point: Point | QPointF) -> QPointF:
        x, y = (point.x(), point.y()) if isinstance(point, QPointF) else point
        rect = self._ground.paper
        return QPointF((x - rect.left()) * self._scale, (y - rect.top()) * self._scale)

    # ---- route and bridges ----------------------------------------------------------------------

    def _reached(self, painter: QPainter, route: RouteFact) -> None:
        if route.reached <= 0 or len(route.line) < 2:
            return
        points = [self._at(point) for point in part(route.line, 0, route.reached)]
        path = QPainterPath(points[0])
        for point in points[1:]:
            path.lineTo(point)
        width = max(4.0, wide(ROUTE, self._scale) * self._scale)
        painter.strokePath(path, pen(QColor("#0b3b25"), width))
        painter.strokePath(path, pen(_RED if route.cut else _GREEN, width * 0.66))

    def _marker(self, painter: QPainter, route: RouteFact) -> None:
        for point, _words in route.cuts:
            self._cross(painter, self._at(point), 7.0)
        if route.marker is None:
            return
        at = self._at(route.marker)
        painter.setPen(QPen(_WHITE, 2.0))
        painter.setBrush(_RED if route.cut else _GREEN)
        painter.drawEllipse(at, 9, 9)
        flag = QPainterPath(at + QPointF(-3, 5))
        for x, y in ((-3, -5), (5, -2), (-3, 1)):
            flag.lineTo(at + QPointF(x, y))
        painter.strokePath(flag, pen(_WHITE, 1.6))

    def _cross(self, painter: QPainter, at: QPointF, reach: float) -> None:
        for ink, width in ((_WHITE, 6.0), (_RED, 3.4)):
            painter.setPen(pen(ink, width))
            for down in (reach, -reach):
                painter.drawLine(at + QPointF(-reach, -down), at + QPointF(reach, down))

    def _bridge(self, painter: QPainter, bridge: BridgeFact) -> None:
        if bridge.shape == "intact" and not bridge.side:
            return
        with saved(painter):
            painter.translate(self._at(bridge.point))
            plate = rounded(QRectF(-8, -6, 16, 12), 3)
            painter.fillPath(plate, QColor(_SIGNS.get(bridge.shape, "#fffdf6")))
            painter.strokePath(plate, pen(_DARK, 1.2))
            painter.setPen(pen(_DARK, 1.3))
            for y in (-2.6, 2.6):
                painter.drawLine(QPointF(-5, y), QPointF(5, y))
        if bridge.shape == "blown":
            self._cross(painter, self._at(bridge.point), 4.5)
        elif bridge.shape in ("unknown", "building"):
            sign = "?" if bridge.shape == "unknown" else "…"
            where = QRectF(-8, -6, 16, 12).translated(self._at(bridge.point))
            painter.setFont(font("map-number", 10))
            painter.setPen(_DARK)
            painter.drawText(where, Qt.AlignmentFlag.AlignCenter, sign)

    # ---- counters -------------------------------------------------------------------------------

    def _card(self, stack: TokenStack) -> QRectF:
        edge, middle = counter_edge(self._scale), self._at(stack.box.center())
        return QRectF(middle.x() - edge / 2, middle.y() - edge / 2, edge, edge)

    def _lead(self, painter: QPainter, stack: TokenStack) -> None:
        spot, box = self._at(stack.spot), self._card(stack)
        if box.contains(spot):
            return
        for ink, width in ((_WHITE, 3.6), (_DARK, 1.4)):
            line = pen(ink, width)
            if not stack.sure and ink is _DARK:
                line.setDashPattern([3.0, 2.4])
            painter.setPen(line)
            painter.drawLine(spot, box.center())
        painter.setPen(QPen(_WHITE, 1.4))
        painter.setBrush(_DARK)
        painter.drawEllipse(spot, 3.4, 3.4)

    def _stack(self, painter: QPainter, stack: TokenStack, first: str) -> None:
        shown = cards(self._card(stack), len(stack.tokens))
        for k, box in enumerate(shown):
            self._counter(painter, stack.tokens[len(shown) - 1 - k], box, first)
        if len(stack.tokens) > 1:
            top = shown[-1]
            self._chip(painter, QRectF(top.right() - 7, top.top() - 7, 17, 15), len(stack.tokens))

    def _counter(self, painter: QPainter, token: Token, box: QRectF, first: str) -> None:
        pixels = round(box.width())
        side = pixels * ROOM
        corner = box.center() - QPointF(side / 2, side / 2)
        image = formation_image(token, token.side == first, pixels, 1.0)
        painter.drawImage(QPointF(round(corner.x()), round(corner.y())), image)

    def _chip(self, painter: QPainter, box: QRectF, count: int) -> None:
        painter.fillPath(rounded(box, 7), _DARK)
        painter.strokePath(rounded(box, 7), pen(_WHITE, 1.4))
        painter.setFont(font("map-number", 11))
        painter.setPen(_WHITE)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(count))

    def _box(self, painter: QPainter, box: BoxFact, first: str) -> None:
        """Counters below the name of an off-map box; how many more where there is no room."""
        if not box.tokens:
            return
        corners = [self._at(point) for point in box.frame]
        frame = QRectF(corners[0], corners[2]).normalized()
        edge = max(26.0, frame.height() * _IN_BOX)
        room = max(1, int((max(frame.width(), edge) + 3) // (edge + 3)))
        shown = box.tokens[:room]
        left = frame.center().x() - (len(shown) * (edge + 3) - 3) / 2
        for k, token in enumerate(shown):
            # over the lower edge, so that the box's name can be read
            card = QRectF(left + k * (edge + 3), frame.bottom() - edge * 0.45, edge, edge)
            self._counter(painter, token, card, first)
        if len(shown) < len(box.tokens):
            chip = QRectF(left + len(shown) * (edge + 3) - 12, frame.bottom() - 12, 20, 15)
            self._chip(painter, chip, len(box.tokens))


def packed(image: QImage) -> bytes:
    """A picture as JPEG: many stand in one file, or go by mail."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPEG", 84)  # pyright: ignore[reportCallIssue, reportArgumentType]
    return bytes(buffer.data().data())
