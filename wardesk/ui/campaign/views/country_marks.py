"""What is drawn live on the operational map: route, cuts, bridges, boxes, stacks; and its words."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QRadialGradient

from wardesk.campaign.operation.atlas import part
from wardesk.render.counters.formations import ROOM, formation_image
from wardesk.render.country.stacks import TokenStack, cards, counter_edge
from wardesk.render.country.ways import ROUTE, wide
from wardesk.render.shapes import pen, saved
from wardesk.services.campaign.operational_map import (
    BridgeFact,
    FightFact,
    MapFacts,
    RouteFact,
    Token,
)
from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.icons import paint_icon
from wardesk.ui.widgets import paint
from wardesk.words import shown, tr

_WHITE, _DARK = QColor("#fffdf6"), QColor("#1c150c")
_FIRE = QColor("#d9480f")
_GREEN, _RED, _AMBER = QColor("#157347"), QColor("#b3231f"), QColor("#c98a12")
_SMALL = 0.075
"""Px per unit below which bridges that are simply there are left out."""


# ---- stacks -------------------------------------------------------------------------------------


def card(camera: Camera, stack: TokenStack) -> QRectF:
    """The lowest card of a stack, px: always as large as counters are at this zoom."""
    edge = counter_edge(camera.scale)
    middle = camera.to_view(stack.box.center())
    return QRectF(middle.x() - edge / 2, middle.y() - edge / 2, edge, edge)


def whole(camera: Camera, stack: TokenStack) -> QRectF:
    """All cards of a stack that can be seen, px."""
    shown = cards(card(camera, stack), len(stack.tokens))
    return shown[0].united(shown[-1])


def paint_lead(painter: QPainter, camera: Camera, stack: TokenStack) -> None:
    """The line from a card to its place, dashed where the place is worked out; and the place."""
    spot, box = camera.to_view(stack.spot), card(camera, stack)
    if box.contains(spot):
        return
    for ink, width in ((_WHITE, 4.0), (_DARK, 1.6)):
        line = pen(ink, width)
        if not stack.sure and ink is _DARK:
            line.setDashPattern([3.0, 2.4])
        painter.setPen(line)
        painter.drawLine(spot, box.center())
    painter.setPen(QPen(_WHITE, 1.6))
    painter.setBrush(_DARK if stack.sure else QColor("#8a7f6a"))
    painter.drawEllipse(spot, 4.2, 4.2)


def paint_stack(
    painter: QPainter, camera: Camera, stack: TokenStack, first: bool, ratio: float
) -> None:
    """The cards of a stack from the lowest to the top, and how many there are."""
    low = card(camera, stack)
    shown = cards(low, len(stack.tokens))
    for k, box in enumerate(shown):
        token = stack.tokens[len(shown) - 1 - k]
        _counter(painter, token, first, box, ratio)
    if len(stack.tokens) > 1:
        top = shown[-1]
        chip = QRectF(top.right() - 7, top.top() - 7, 17, 15)
        words = str(len(stack.tokens))
        paint.rounded(painter, chip, fill=_DARK, outline=_WHITE, radius=7, width=1.4)
        paint.words(painter, chip, words, role="tiny", ink=_WHITE, align=paint.CENTRE)


def _counter(painter: QPainter, token: Token, first: bool, box: QRectF, ratio: float) -> None:
    pixels = round(box.width())
    image = formation_image(token, first, pixels, ratio)
    side = pixels * ROOM
    corner = box.center() - QPointF(side / 2, side / 2)
    at = QPointF(round(corner.x() * ratio) / ratio, round(corner.y() * ratio) / ratio)
    painter.drawImage(at, image)


def paint_cursor(painter: QPainter, box: QRectF) -> None:
    """Where the keyboard is, in two tones."""
    around = box.adjusted(-5, -5, 5, 5)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ink, width in ((QColor("#1b1400"), 5.0), (QColor("#ffd400"), 3.0)):
        painter.setPen(QPen(ink, width))
        painter.drawRoundedRect(around, 9, 9)


# ---- fights -------------------------------------------------------------------------------------

_LEAST_RING = 30.0
"""Px: a fight is never smaller than this."""


def fight_box(camera: Camera, fight: FightFact) -> QRectF:
    """The square around a fight, px."""
    reach = max(_LEAST_RING, fight.reach * camera.scale)
    middle = camera.to_view(QPointF(*fight.point))
    return QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach)


def fight_at(facts: MapFacts, camera: Camera, point: QPointF) -> FightFact | None:
    """The fight at a view px, the smallest first."""
    for fight in sorted(facts.fights, key=lambda each: each.reach):
        box = fight_box(camera, fight)
        away = point - box.center()
        if math.hypot(away.x(), away.y()) <= box.width() / 2:
            return fight
    return None


def paint_fights(painter: QPainter, facts: MapFacts, camera: Camera) -> None:
    """The areas where both sides meet glow."""
    for fight in facts.fights:
        box = fight_box(camera, fight)
        glow = QRadialGradient(box.center(), box.width() / 2)
        for at, opacity in ((0.0, 0.42), (0.72, 0.30), (1.0, 0.0)):
            ink = QColor(_FIRE)
            ink.setAlphaF(opacity)
            glow.setColorAt(at, ink)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(glow)
        painter.drawEllipse(box)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        ring = box.adjusted(4, 4, -4, -4)
        for ink, width in ((_WHITE, 3.6), (_FIRE, 1.8)):
            line = pen(ink, width)
            line.setDashPattern([4.0, 3.0] if ink is _FIRE else [2.0, 1.5])
            painter.setPen(line)
            painter.drawEllipse(ring)


def fight_words(fight: FightFact) -> str:
    """A fight as a line."""
    who = " – ".join(f"{count} {shown(name)}" for name, count in fight.sides)
    return f"{shown(fight.name)}: {who}"


# ---- route, bridges, boxes ----------------------------------------------------------------------


def paint_marks(
    painter: QPainter, facts: MapFacts, camera: Camera, first: str, ratio: float
) -> None:
    """Routes as far as they are used, cut places, bridges, who is in the boxes, the markers."""
    for route in facts.routes:
        _paint_reached(painter, route, camera)
    for bridge in facts.bridges:
        if camera.scale >= _SMALL or bridge.shape not in ("intact", "unknown"):
            _paint_bridge(painter, bridge, camera, first)
    for box in facts.boxes:
        corner = [camera.to_view(QPointF(*point)) for point in box.frame]
        frame = QRectF(corner[0], corner[2]).normalized()
        _paint_in_box(painter, box.tokens, frame, first, ratio)
    for route in facts.routes:
        for point, _words in route.cuts:
            _cross(painter, camera.to_view(QPointF(*point)))


def _paint_reached(painter: QPainter, route: RouteFact, camera: Camera) -> None:
    """The part behind the marker in green; the spur that was not chosen greyed out."""
    if route.reached <= 0 or len(route.line) < 2:
        return
    points = [camera.to_view(QPointF(*p)) for p in part(route.line, 0, route.reached)]
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    width = wide(ROUTE, camera.scale) * camera.scale
    painter.strokePath(path, pen(QColor("#0b3b25"), width))
    painter.strokePath(path, pen(_RED if route.cut else _GREEN, width * 0.66))
    painter.strokePath(path, pen(QColor(255, 255, 255, 110), width * 0.14))


def callouts(facts: MapFacts, camera: Camera) -> list[QRectF]:
    """Where the words of the markers stand, px."""
    return [_callout(route, camera) for route in facts.routes if route.marker is not None]


def _callout(route: RouteFact, camera: Camera) -> QRectF:
    """Left of the marker, or right of it where there is no room."""
    at = camera.to_view(QPointF(*(route.marker or (0, 0))))
    size, room = paint.advance(route_words(route), "small-strong") + 16, camera.size.width()
    left = at.x() - 18 - size
    if left < 8:
        left = min(at.x() + 18, room - size - 8)
    return QRectF(max(8.0, left), at.y() - 13, size, 26)


def paint_markers(painter: QPainter, facts: MapFacts, camera: Camera) -> None:
    """The markers of the routes with their words, above everything that stands on the map."""
    for route in facts.routes:
        if route.marker is not None:
            _paint_marker(painter, route, camera, QPointF(*route.marker))


def _paint_marker(painter: QPainter, route: RouteFact, camera: Camera, marker: QPointF) -> None:
    at = camera.to_view(marker)
    ink = _RED if route.cut else _GREEN
    painter.setPen(QPen(_WHITE, 2.2))
    painter.setBrush(ink)
    painter.drawEllipse(at, 11, 11)
    paint_icon(
        painter, "cut" if route.cut else "flag", QRectF(at.x() - 7, at.y() - 7, 14, 14), _WHITE
    )
    words, box = route_words(route), _callout(route, camera)
    paint.rounded(painter, box.translated(1, 2), fill=QColor(0, 0, 0, 60))
    paint.rounded(painter, box, fill=theme.colour("surface"), outline=ink, width=1.6)
    paint.words(painter, box, words, role="small-strong", align=paint.CENTRE)


def route_words(route: RouteFact) -> str:
    """How a route stands, in a few words."""
    where = tr("at {0}").format(shown(route.at)) if route.at else tr("at its start")
    state = tr("cut", "CountryView") if route.cut else tr("open")
    return f"{route.name} {where}, {state}"


def _cross(painter: QPainter, at: QPointF) -> None:
    """A cut place: a red cross with a white casing."""
    for ink, width in ((_WHITE, 7.0), (_RED, 4.0)):
        painter.setPen(pen(ink, width))
        for dx, dy in ((1, 1), (1, -1)):
            painter.drawLine(QPointF(at.x() - 8 * dx, at.y() - 8 * dy),
                             QPointF(at.x() + 8 * dx, at.y() + 8 * dy))  # fmt: skip


def _paint_bridge(painter: QPainter, bridge: BridgeFact, camera: Camera, first: str) -> None:
    grown = min(1.35, max(0.85, (camera.scale / 0.12) ** 0.25))
    paint_sign(painter, camera.to_view(QPointF(*bridge.point)), grown, bridge, first)


_GROUNDS = {"intact": "#fffdf6", "wired": "#f3c24e", "blown": "#f0b5ae", "bailey": "#bfe3c4",
            "building": "#f3dfae", "unknown": "#fff0b8"}  # fmt: skip


def paint_sign(
    painter: QPainter, at: QPointF, grown: float, bridge: BridgeFact, first: str
) -> None:
    """A bridge's sign: shape and colour say the state, a ring says who holds it."""
    w, h = 8.0 * grown, 5.2 * grown
    with saved(painter):
        painter.translate(at)
        ring = _DARK
        if bridge.side:
            ring = theme.colour("side_b" if bridge.side == first else "side_a")
        plate = QRectF(-w - 2.5, -h - 2.5, 2 * w + 5, 2 * h + 5)
        paint.rounded(painter, plate, fill=QColor(_GROUNDS[bridge.shape]), outline=ring, radius=4,
                      width=2.2 if bridge.side else 1.2)  # fmt: skip
        painter.setPen(pen(_DARK, 1.5))
        _parapets(painter, w, h, bridge)
        _state_sign(painter, w, h, bridge.shape)


def _parapets(painter: QPainter, w: float, h: float, bridge: BridgeFact) -> None:
    gap = w * 0.36 if bridge.shape == "blown" else 0.0
    for y in (-h * 0.5, h * 0.5):
        flare = math.copysign(h * 0.42, y)
        painter.drawPolyline([QPointF(-w, y + flare), QPointF(-w * 0.66, y), QPointF(-gap, y)])
        painter.drawPolyline([QPointF(gap, y), QPointF(w * 0.66, y), QPointF(w, y + flare)])
    if bridge.rail:
        for x in (-0.5, -0.17, 0.17, 0.5):
            if abs(x * w) > gap:
                painter.drawLine(QPointF(x * w, -h * 0.5), QPointF(x * w, h * 0.5))


def _state_sign(painter: QPainter, w: float, h: float, shape: str) -> None:
    """What stands between the parapets."""
    match shape:
        case "bailey":
            for x in (-0.55, -0.18, 0.18):
                painter.drawLine(QPointF(x * w, -h * 0.5), QPointF((x + 0.36) * w, h * 0.5))
        case "wired":
            painter.setPen(pen(_RED, 1.6))
            painter.drawLine(QPointF(-w * 0.3, 0), QPointF(w * 0.3, 0))
            painter.setBrush(_RED)
            painter.drawEllipse(QPointF(0, 0), 1.8, 1.8)
        case "blown":
            painter.setPen(pen(_RED, 2.2))
            for dy in (1, -1):
                painter.drawLine(QPointF(-w * 0.6, -h * 0.75 * dy), QPointF(w * 0.6, h * 0.75 * dy))
        case "unknown" | "building":
            box = QRectF(-w, -h - 1, 2 * w, 2 * h + 2)
            word = "?" if shape == "unknown" else "…"
            paint.words(painter, box, word, role="tiny", ink=_DARK, align=paint.CENTRE)
        case _:
            pass


def _paint_in_box(
    painter: QPainter, tokens: tuple[Token, ...], frame: QRectF, first: str, ratio: float
) -> None:
    """Counters in a row across an off-map box; what finds no room is a number."""
    if not tokens:
        return
    edge = min(46.0, max(20.0, frame.height() * 0.62))
    room = max(1, int((max(frame.width(), edge) + 4) // (edge + 4)))
    shown = tokens if len(tokens) <= room else tokens[: max(1, room - 1)]
    total = len(shown) * (edge + 4) - 4
    left = frame.center().x() - total / 2
    # in a low box the counters stand over its lower edge, so that its name can be read
    top = frame.bottom() - (edge + 3 if frame.height() > 1.5 * edge + 14 else edge * 0.5)
    for k, token in enumerate(shown):
        box = QRectF(left + k * (edge + 4), top, edge, edge)
        _counter(painter, token, token.side == first, box, ratio)
    if len(shown) < len(tokens):
        chip = QRectF(left + total - 6, top - 8, 24, 16)
        paint.rounded(painter, chip, fill=_DARK, outline=_WHITE, radius=8)
        more = f"+{len(tokens) - len(shown)}"
        paint.words(painter, chip, more, role="tiny", ink=_WHITE, align=paint.CENTRE)


# ---- words --------------------------------------------------------------------------------------


def named(token: Token) -> str:
    """Code and name; the name alone where it begins with the code."""
    name = shown(token.name)
    return name if name.startswith(token.code) else f"{token.code} {name}"


def token_words(token: Token) -> str:
    """A formation as a few lines."""
    lines = [named(token)]
    if token.division and token.division != token.name:
        lines.append(shown(token.division))
    if token.steps_full:
        lines.append(tr("{0} of {1} steps in {2} units").format(
            token.steps, token.steps_full, token.units))  # fmt: skip
    low, high = token.about
    if high:
        lines.append(tr("{0} to {1} steps, as far as anybody saw").format(low, high))
    if token.where:
        lines.append(shown(token.where))
    if token.age is not None:
        lines.append(tr("Seen this turn") if token.age == 0 else
                     tr("Last seen a turn ago") if token.age == 1 else
                     tr("Last seen {0} turns ago").format(token.age))  # fmt: skip
    if not token.whole:
        lines.append(tr("Part of it is elsewhere."))
    if not token.sure:
        lines.append(tr("Its place on this map is worked out, not known."))
    return "\n".join(lines)


def stack_words(stack: TokenStack) -> str:
    """A stack in words: the formation, or all of them in short."""
    if len(stack.tokens) == 1:
        return token_words(stack.tokens[0])
    lines = [
        f"{token.code} {shown(token.name)}"
        + (f": {token.steps}/{token.steps_full}" if token.steps_full else "")
        for token in stack.tokens
    ]
    return "\n".join([tr("{0} formations").format(len(lines)), *lines])


def words_at(facts: MapFacts, camera: Camera, point: QPointF) -> str:
    """A marker, cut place, bridge or box at a view px, in words."""
    for route in facts.routes:
        if route.marker is not None and _near(camera, route.marker, point, 14):
            more = tr("{0} attacked and {1} closed markers").format(route.attacked, route.closed)
            return f"{route_words(route)}\n{more}"
        for at, words in route.cuts:
            if _near(camera, at, point, 12):
                return f"{tr('Nothing passes here.')}\n{words}"
    for bridge in facts.bridges:
        if _near(camera, bridge.point, point, 13):
            held = (
                tr("held by {0}").format(bridge.control) if bridge.control else tr("nobody's yet")
            )
            return f"{shown(bridge.name)}\n{shown(bridge.state)}, {held}"
    for box in facts.boxes:
        corner = [camera.to_view(QPointF(*one)) for one in box.frame]
        if QRectF(corner[0], corner[2]).normalized().contains(point):
            inside = "\n".join(f"{t.code} {shown(t.name)}" for t in box.tokens) or tr("empty")
            return f"{shown(box.name)}\n{inside}"
    return ""


def _near(camera: Camera, place: tuple[float, float], point: QPointF, reach: float) -> bool:
    away = camera.to_view(QPointF(*place)) - point
    return math.hypot(away.x(), away.y()) <= reach
