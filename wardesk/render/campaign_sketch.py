"""A plain operational map for reports: land, route, bridges, and who stands where."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
)

from wardesk.campaign.atlas import Atlas, Point, Shape, part
from wardesk.render.app import ensure_gui_app
from wardesk.render.fonts import font
from wardesk.render.symbols import ALIASES, FRAME, Symbol, echelon_marks, symbol, symbol_names
from wardesk.services.campaign_map import MapFacts, RouteFact, Standing, Token

_GROUND, _GROUND_LOW, _PAPER = "#efe8d3", "#e7dfc6", "#f6f2e6"
_WOOD, _HEATH = "#c5d3a4", "#ddd0b2"
_WATER, _WATER_EDGE = "#9fc4dc", "#6f9cba"
_ROAD, _RAIL, _BORDER = "#b9a582", "#a59b8b", "#a98f9d"
_TOWN, _INK, _HALO = "#a2523c", "#3c362c", "#f3eddc"
_ROUTE, _REACHED, _CUT = "#fdfaf0", "#2f7d4f", "#a2352a"
_BRIDGES = {
    "intact": "#3c362c", "wired": "#b0631b", "blown": "#a2352a", "bailey": "#2f7d4f",
    "building": "#b0631b", "unknown": "#7a7264",
}  # fmt: skip
_MOST_TOKENS = 3
"""Counters of one place that are drawn; the others are counted beside them."""


def campaign_picture(atlas: Atlas, facts: MapFacts, wide: int, *, small: bool = False) -> bytes:
    """The whole map as PNG, *wide* pixels across: the same bytes for the same facts.

    *small* gives a JPEG instead, for reports that hold many.
    """
    ensure_gui_app()
    across, down = atlas.frame.size
    scale = wide / across
    image = QImage(QSize(wide, round(down * scale)), QImage.Format.Format_RGB32)
    image.fill(QColor(_GROUND))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _Sketch(painter, atlas, scale, QRectF(image.rect())).paint(facts)
    painter.end()
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPEG" if small else "PNG", 84 if small else 75)  # pyright: ignore[reportCallIssue, reportArgumentType]
    return bytes(buffer.data().data())


class _Sketch:
    """Paints one map in pixels of its picture; remembers where words and counters lie."""

    def __init__(self, painter: QPainter, atlas: Atlas, scale: float, sheet: QRectF) -> None:
        self._p, self._atlas, self._scale, self._sheet = painter, atlas, scale, sheet
        self._unit = sheet.width() / 1000  # sizes are given for a picture of 1000 pixels
        self._taken: list[QRectF] = []

    def paint(self, facts: MapFacts) -> None:
        """Everything in its order."""
        self._land()
        self._ways()
        for route in facts.routes:
            self._route(route)
        boxes = [(fact.frame, fact.name, fact.tokens) for fact in facts.boxes]
        for frame, name, tokens in boxes:
            self._box(frame, name, tokens)
        places = self._settle(facts.standings)
        self._towns()
        for bridge in facts.bridges:
            self._bridge(self._at(bridge.point), _BRIDGES.get(bridge.shape, _INK), bridge.shape)
        for route in facts.routes:
            self._marker(route)
        for standing, box in places:
            self._standing(standing, box)
        self._frame()

    # ---- land -----------------------------------------------------------------------------------

    def _at(self, point: Point) -> QPointF:
        return QPointF(point[0] * self._scale, point[1] * self._scale)

    def _path(self, points: Sequence[Point]) -> QPainterPath:
        path = QPainterPath(self._at(points[0]))
        for point in points[1:]:
            path.lineTo(self._at(point))
        return path

    def _pen(self, code: str, wide: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
        pen = QPen(QColor(code), wide * self._unit, style)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        return pen

    def _stroke(self, shape: Sequence[Point], pen: QPen) -> None:
        self._p.setPen(pen)
        self._p.setBrush(Qt.BrushStyle.NoBrush)
        self._p.drawPath(self._path(shape))

    def _land(self) -> None:
        fall = QLinearGradient(self._sheet.topLeft(), self._sheet.bottomRight())
        fall.setColorAt(0, QColor(_GROUND))
        fall.setColorAt(1, QColor(_GROUND_LOW))
        self._p.fillRect(self._sheet, fall)
        for kind, code in (("heath", _HEATH), ("wood", _WOOD)):
            for shape in self._atlas.of_kind(kind):
                self._p.setPen(Qt.PenStyle.NoPen)
                self._p.setBrush(QColor(code))
                ring = [self._at(p) for p in shape.points]
                self._p.drawPolygon(QPolygonF(ring))

    def _ways(self) -> None:
        waters = [*self._atlas.of_kind("stream"), *self._atlas.of_kind("canal", "river")]
        for code, more in ((_WATER_EDGE, 1.6), (_WATER, 0.0)):
            for shape in waters:
                self._stroke(shape.points, self._pen(code, _width(shape) + more))
        for shape in self._atlas.of_kind("border"):
            self._stroke(shape.points, self._pen(_BORDER, 1.6, Qt.PenStyle.DashDotLine))
        for shape in self._atlas.of_kind("railway"):
            self._stroke(shape.points, self._pen(_RAIL, 1.0, Qt.PenStyle.DashLine))
        for shape in self._atlas.of_kind("road"):
            self._stroke(shape.points, self._pen(_ROAD, 2.2 if shape.rank == 1 else 1.4))

    def _towns(self) -> None:
        # the most important first: where there is no room the others stay without a name
        for shape in sorted(self._atlas.of_kind("town"), key=lambda each: each.rank or 9):
            at, big = self._at(shape.middle), shape.rank in (1, 2)
            side = (7 if big else 5) * self._unit
            self._p.setPen(self._pen(_INK, 0.6))
            self._p.setBrush(QColor(_TOWN))
            self._p.drawRect(QRectF(at.x() - side / 2, at.y() - side / 2, side, side))
            if shape.rank in (1, 2, 3):
                size = {1: 21.0, 2: 17.0, 3: 13.5}[shape.rank]
                self._name(at, shape.name, size, side)

    def _name(self, at: QPointF, words: str, size: float, side: float) -> None:
        self._p.setFont(font("map-place", size * self._unit))
        metrics = self._p.fontMetrics()
        wide, tall = metrics.horizontalAdvance(words) + 4, metrics.height()
        gap = side + 2 * self._unit
        corners = (
            (at.x() + gap, at.y() - tall / 2), (at.x() - gap - wide, at.y() - tall / 2),
            (at.x() - wide / 2, at.y() + gap / 2), (at.x() - wide / 2, at.y() - gap / 2 - tall),
        )  # fmt: skip
        for x, y in corners:
            box = QRectF(x, y + tall * 0.15, wide, tall * 0.7)
            if self._sheet.contains(box) and not self._hit(box):
                self._taken.append(box)
                self._words(QPointF(x, y + metrics.ascent()), words)
                return

    def _words(self, base: QPointF, words: str, ink: str = _INK) -> None:
        path = QPainterPath()
        path.addText(base, self._p.font(), words)
        self._p.setBrush(Qt.BrushStyle.NoBrush)
        self._p.setPen(self._pen(_HALO, 3.4))
        self._p.drawPath(path)
        self._p.fillPath(path, QColor(ink))

    def _hit(self, box: QRectF) -> bool:
        return any(box.intersects(other) for other in self._taken)

    def _frame(self) -> None:
        self._p.setPen(self._pen(_INK, 2.0))
        self._p.setBrush(Qt.BrushStyle.NoBrush)
        self._p.drawRect(self._sheet.adjusted(1, 1, -1, -1))

    # ---- route and bridges ----------------------------------------------------------------------

    def _route(self, route: RouteFact) -> None:
        if len(route.line) < 2:
            return
        self._stroke(route.line, self._pen(_INK, 6.4))
        self._stroke(route.line, self._pen(_ROUTE, 4.4))
        if route.reached > 0:
            done = part(route.line, 0, route.reached)
            self._stroke(done, self._pen(_CUT if route.cut else _REACHED, 4.4))

    def _marker(self, route: RouteFact) -> None:
        if route.marker is None:
            return
        at, radius = self._at(route.marker), 9 * self._unit
        self._p.setPen(self._pen("#ffffff", 2.4))
        self._p.setBrush(QColor(_CUT if route.cut else _REACHED))
        self._p.drawEllipse(at, radius, radius)
        flag = QPainterPath(QPointF(at.x() - radius * 0.3, at.y() + radius * 0.55))
        flag.lineTo(at.x() - radius * 0.3, at.y() - radius * 0.55)
        flag.lineTo(at.x() + radius * 0.5, at.y() - radius * 0.2)
        flag.lineTo(at.x() - radius * 0.3, at.y() + radius * 0.1)
        self._p.setPen(self._pen("#ffffff", 1.5))
        self._p.setBrush(Qt.BrushStyle.NoBrush)
        self._p.drawPath(flag)

    def _bridge(self, at: QPointF, code: str, shape: str) -> None:
        half = 5.0 * self._unit
        lines = [((-half, -half / 2), (half, -half / 2)), ((-half, half / 2), (half, half / 2))]
        if shape == "blown":
            lines = [((-half, -half), (half, half)), ((-half, half), (half, -half))]
        for pen in (self._pen(_HALO, 4.4), self._pen(code, 2.0)):
            self._p.setPen(pen)
            for start, end in lines:
                self._p.drawLine(at + QPointF(*start), at + QPointF(*end))

    # ---- counters -------------------------------------------------------------------------------

    def _size(self, count: int) -> QRectF:
        shown = min(count, _MOST_TOKENS)
        wide = shown * 34 + (26 if count > shown else 0)
        return QRectF(0, 0, wide * self._unit, 33 * self._unit)

    def _settle(self, standings: Sequence[Standing]) -> list[tuple[Standing, QRectF]]:
        """A free place near each standing's own; the largest choose first."""
        order = sorted(standings, key=lambda s: (-sum(t.units for t in s.tokens), s.point))
        found: list[tuple[Standing, QRectF]] = []
        for standing in order:
            at, box = self._at(standing.point), self._size(len(standing.tokens))
            # rings of places around it, the nearest first
            steps = [(0.0, 1.0)] + [
                (x * ring, y * ring)
                for ring in (1.0, 1.7, 2.5, 3.4, 4.4, 5.5)
                for x, y in ((0, -1), (1, 0), (-1, 0), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
            ]
            for x, y in steps:
                middle = at + QPointF(x * (box.width() / 2 + 14 * self._unit), y * 30 * self._unit)
                box.moveCenter(middle)
                free = not self._hit(box) and not box.contains(at)
                if self._sheet.contains(box) and free:
                    break
            self._taken.append(box.adjusted(-2, -2, 2, 2))
            found.append((standing, QRectF(box)))
        return found

    def _standing(self, standing: Standing, box: QRectF) -> None:
        at = self._at(standing.point)
        for pen in (self._pen(_HALO, 3.0), self._pen(_INK, 1.0)):
            self._p.setPen(pen)
            self._p.drawLine(at, box.center())
        self._p.setBrush(QColor(_INK))
        self._p.drawEllipse(at, 2.4 * self._unit, 2.4 * self._unit)
        self._tokens(standing.tokens, box)

    def _tokens(self, tokens: Sequence[Token], box: QRectF) -> None:
        x = box.left()
        for token in tokens[:_MOST_TOKENS]:
            self._token(token, QRectF(x, box.top(), 33 * self._unit, 33 * self._unit))
            x += 34 * self._unit
        more = len(tokens) - _MOST_TOKENS
        if more > 0:
            self._p.setFont(font("map-number", 14 * self._unit))
            self._words(QPointF(x + 2 * self._unit, box.center().y() + 5 * self._unit), f"+{more}")

    def _token(self, token: Token, card: QRectF) -> None:
        fill, ink = QColor(token.fill or "#c9c2b2"), QColor(token.ink or "#2b2721")
        self._p.setPen(self._pen(_INK, 1.0))
        self._p.setBrush(fill)
        self._p.drawRoundedRect(card, 3 * self._unit, 3 * self._unit)
        self._p.save()
        self._p.translate(card.center().x(), card.top() + card.height() * 0.42)
        size = card.width() * 0.62 / FRAME.width()
        self._p.scale(size, size)
        drawn = _drawn(token.symbol)
        pen = QPen(ink, 2.6)
        self._p.setPen(pen)
        self._p.setBrush(Qt.BrushStyle.NoBrush)
        if drawn.framed:
            self._p.drawRect(FRAME)
        self._p.drawPath(drawn.lines)
        self._p.fillPath(drawn.solid, ink)
        self._p.restore()
        self._p.setPen(QPen(ink))
        self._p.setFont(font("counter", 6.5 * self._unit))
        top = QRectF(card.left(), card.top(), card.width(), card.height() * 0.2)
        self._p.drawText(top, Qt.AlignmentFlag.AlignCenter, echelon_marks(token.echelon))
        self._p.setFont(font("counter", 10 * self._unit))
        low = QRectF(
            card.left(), card.bottom() - card.height() * 0.36, card.width(), card.height() * 0.36
        )
        self._p.drawText(low, Qt.AlignmentFlag.AlignCenter, token.code)

    def _box(self, frame: Sequence[Point], name: str, tokens: Sequence[Token]) -> None:
        ring = QPolygonF([self._at(point) for point in frame])
        self._p.setPen(self._pen(_INK, 1.2))
        self._p.setBrush(QColor(_PAPER))
        self._p.drawPolygon(ring)
        box = ring.boundingRect()
        self._taken.append(box)
        self._p.setFont(font("map-note", 10 * self._unit))
        self._p.setPen(QColor(_INK))
        inner = box.adjusted(3 * self._unit, 2 * self._unit, -3 * self._unit, -2 * self._unit)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        self._p.drawText(inner, flags, name)
        if tokens:
            below = self._size(len(tokens))
            below.moveTopLeft(box.bottomLeft() + QPointF(0, 2 * self._unit))
            if not self._sheet.contains(below):
                below.moveBottomLeft(box.topLeft() - QPointF(0, 2 * self._unit))
            self._taken.append(below)
            self._tokens(tokens, below)


_SPELT = {"antiair": "anti_air", "antitank": "anti_tank"}


def _drawn(name: str) -> Symbol:
    """The symbol for a name like ``infantry.airborne``: what is special about it comes first."""
    known = {*symbol_names(), *ALIASES}
    for word in (name.replace(".", "_"), *reversed(name.split("."))):
        spelt = _SPELT.get(word, word)
        if spelt in known:
            return symbol(spelt)
    return symbol(name)


def _width(shape: Shape) -> float:
    known = shape.facts.get("width_class")
    classes = int(known) if isinstance(known, int | float) else 1
    return {"river": 2.6, "canal": 1.6}.get(shape.kind, 0.8) * max(1, classes) * 0.62 + 0.8
