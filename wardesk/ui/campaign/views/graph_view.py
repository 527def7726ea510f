"""The graph of scenarios, painted: days across, a lane for each game, nodes and their links."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from wardesk.services.campaign.graph import GraphFacts, LinkFact, NodeFact
from wardesk.ui import theme
from wardesk.ui.campaign.views.diagram import Diagram
from wardesk.ui.icons import paint_icon
from wardesk.ui.language import said
from wardesk.ui.widgets import paint
from wardesk.words import shown, tr

_WIDTH, _THIN, _HEIGHT, _GAP, _HEAD, _LANE = 156.0, 46.0, 54.0, 13.0, 28.0, 24.0
_ROWS, _WORDS = 22.0, 250
"""Px between two battles below each other, and of the words of a way, which stand there."""
_LOOK = {
    "finished": ("check", "ok", "ok_soft"),
    "running": ("play", "accent", "accent_soft"),
    "open": ("flag", "accent", "surface"),
    "waiting": ("clock", "edge", "sunken"),
    "shut": ("lock", "danger", "surface"),
}
"""Icon, edge and ground by state: never told by colour alone."""


class GraphView(Diagram[NodeFact]):
    """Shows `GraphFacts`; a part is a node. ``opened(NodeFact)`` for Enter or a double click."""

    opened = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: GraphFacts | None = None
        self.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.MinimumExpanding)
        self.setAccessibleName(tr("Graph of scenarios"))

    def show_facts(self, facts: GraphFacts) -> None:
        """Show another moment; the picked node stays picked."""
        self._facts = facts
        self._pick_first([node for node in facts.nodes if node.state in ("running", "open")])
        self.setMinimumSize(self.minimumSizeHint())
        self._tell()
        self.updateGeometry()
        self.update()

    def parts(self) -> Sequence[NodeFact]:
        return self._facts.nodes if self._facts is not None else ()

    def described(self, part: NodeFact) -> str:
        return f"{said(part.name)}, {self.state_words(part.state)}. {said(part.reason)}"

    def state_words(self, state: str) -> str:
        """A state in a word or two."""
        return {
            "finished": tr("finished"), "running": tr("running"), "open": tr("open"),
            "waiting": tr("waiting"), "shut": tr("cannot be reached"),
        }[state]  # fmt: skip

    # ---- where things are -----------------------------------------------------------------------

    def _columns(self) -> list[tuple[float, float]]:
        """Left edge and width of each column: the one before the calendar, then the days."""
        facts = self._facts
        if facts is None:
            return []
        used = _used(facts)
        widths = [_WIDTH if day in used else _THIN for day in range(-1, len(facts.days))]
        if -1 not in used:
            widths[0] = 0.0
        spare = max(0.0, self.width() - sum(widths) - 2 * _GAP)
        grow = spare / max(1, sum(w == _WIDTH for w in widths))
        widths = [w + min(grow, 60.0) if w == _WIDTH else w for w in widths]
        found: list[tuple[float, float]] = []
        x = _GAP
        for width in widths:
            found.append((x, width))
            x += width
        return found

    def _lane_top(self, lane: int) -> float:
        facts = self._facts
        heights = facts.heights[:lane] if facts is not None else ()
        return _HEAD + _GAP + sum(_LANE + rows * (_HEIGHT + _ROWS) + _GAP for rows in heights)

    def lane_box(self, lane: int) -> QRectF:
        """Where the name of a lane is painted."""
        words = shown(self._facts.lanes[lane]) if self._facts is not None else ""
        wide = min(paint.advance(words, "strong") + 2, self.width() - 2 * _GAP)
        return QRectF(_GAP + 6, self._lane_top(lane) + 3, wide, _LANE - 6)

    def today(self) -> int:
        """Px across of the middle of the present day."""
        left, width = self._columns()[(self._facts.today if self._facts else 0) + 1]
        return round(left + width / 2)

    def node_box(self, node: NodeFact) -> QRectF:
        """Where a node is painted."""
        columns = self._columns()
        left, width = columns[node.column + 1]
        last, last_width = columns[node.last + 1]
        right = last + last_width if node.last > node.column else left + width
        top = self._lane_top(node.lane) + _LANE + node.row * (_HEIGHT + _ROWS)
        return QRectF(left + 6, top, right - left - 12, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        facts = self._facts
        if facts is None:
            return QSize(300, 200)
        used = _used(facts)
        width = sum(_WIDTH if day in used else (_THIN if day >= 0 else 0)
                   for day in range(-1, len(facts.days)))  # fmt: skip
        return QSize(round(width + 2 * _GAP), round(self._lane_top(len(facts.heights)) + 8))

    def node_at(self, point: QPointF) -> NodeFact | None:
        """The node at a px."""
        return next((node for node in self.parts() if self.node_box(node).contains(point)), None)

    # ---- painting -------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        facts = self._facts
        if facts is not None:
            self._paint_days(painter, facts)
            for link in facts.links:
                self._paint_link(painter, facts, link)
            for node in facts.nodes:
                self._paint_node(painter, node)
            # two ways into one node under the same condition are told once
            for link in {(link.end, link.words): link for link in facts.links}.values():
                self._paint_words(painter, facts, link)
        painter.end()

    def _paint_days(self, painter: QPainter, facts: GraphFacts) -> None:
        columns = self._columns()
        for day, (left, width) in enumerate(columns, -1):
            if not width:
                continue
            today = day == facts.today
            box = QRectF(left + 2, 4, width - 4, self.height() - 8)
            if today:
                paint.rounded(painter, box, fill=theme.colour("accent_soft", 0.55), radius=8)
            words = shown(facts.days[day]) if day >= 0 else tr("No fixed day")
            if paint.advance(words, "small") > width - 8:
                words = words.split()[-1]
            head = QRectF(left, 6, width, _HEAD - 8)
            paint.words(painter, head, words, role="small-strong" if today else "small",
                        ink="accent_text" if today else "text2", align=paint.CENTRE)  # fmt: skip
            painter.setPen(QPen(theme.colour("line"), 1))
            if day >= 0:
                painter.drawLine(QPointF(left, _HEAD), QPointF(left, self.height() - 6))
        for lane, name in enumerate(facts.lanes):
            top = self._lane_top(lane)
            painter.setPen(QPen(theme.colour("line"), 1))
            painter.drawLine(QPointF(_GAP, top), QPointF(self.width() - _GAP, top))
            paint.words(painter, self.lane_box(lane), shown(name), role="strong", ink="text2")

    def _paint_node(self, painter: QPainter, node: NodeFact) -> None:
        box = self.node_box(node)
        icon, edge, ground = _LOOK[node.state]
        quiet = node.state in ("waiting", "shut")
        paint.rounded(painter, box, fill=theme.colour(ground), outline=theme.colour(edge),
                      radius=8, width=1.6, dashed=node.state == "shut")  # fmt: skip
        if node.id == self._on:
            ring = theme.colour("focus" if self.hasFocus() else "accent")
            paint.rounded(painter, box.adjusted(-4, -4, 4, 4), outline=ring, radius=11, width=2)
        paint_icon(painter, icon, QRectF(box.left() + 9, box.top() + 9, 16, 16),
                   "text3" if quiet else edge)  # fmt: skip
        left, room = box.left() + 32, box.width() - 40
        ink = "text2" if quiet else "text"
        lines = _two_lines(shown(node.name), QFontMetricsF(theme.font("small-strong")), room)
        y = box.top() + (2 if len(lines) == 2 else 9)
        for line in lines:
            paint.words(painter, QRectF(left, y, room, 17), line, role="small-strong", ink=ink)
            y += 16
        words = self.state_words(node.state)
        if node.state == "finished":
            words = said(node.reason).rstrip(".")
        below = QRectF(left, y + 1, room, 16)
        metrics = QFontMetricsF(theme.font("tiny"))
        told = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
        paint.words(
            painter, below, told, role="tiny", ink="danger" if node.state == "shut" else "text2"
        )

    def _course(self, facts: GraphFacts, link: LinkFact) -> tuple[QPainterPath, QPointF] | None:
        """How a link runs, and where its words stand."""
        nodes = {node.id: node for node in facts.nodes}
        if link.start not in nodes or link.end not in nodes:
            return None
        first, last = self.node_box(nodes[link.start]), self.node_box(nodes[link.end])
        path = QPainterPath()
        if last.left() >= first.right() - 10:
            start = QPointF(first.right(), first.center().y())
            end = QPointF(last.left() - 7, last.center().y())
            reach = max(24.0, (end.x() - start.x()) / 2)
            path.moveTo(start)
            path.cubicTo(start + QPointF(reach, 0), end - QPointF(reach, 0), end)
        else:
            down = last.top() > first.top()
            x = self._free_column(facts, first, last)
            start = QPointF(min(x, first.right() - 8), first.bottom() if down else first.top())
            end = QPointF(x, last.top() - 7 if down else last.bottom() + 7)
            path.moveTo(start)
            path.cubicTo(start + QPointF(0, 26 if down else -26),
                         end - QPointF(0, 26 if down else -26), end)  # fmt: skip
            return path, _point_at_height(path, self._beside(facts, nodes[link.end], down=down))
        return path, path.pointAtPercent(0.5)

    def _beside(self, facts: GraphFacts, node: NodeFact, *, down: bool) -> float:
        """How far down no node and no name of a lane stands, on the way into *node*."""
        box = self.node_box(node)
        if down:
            return box.top() - (_ROWS / 2 if node.row else _LANE + _GAP)
        lowest = node.row + 1 == facts.heights[node.lane]
        return box.bottom() + (_GAP if lowest else _ROWS / 2)

    def _free_column(self, facts: GraphFacts, first: QRectF, last: QRectF) -> float:
        """Where a link can run up or down between two nodes over the fewest others."""
        left, right = max(first.left(), last.left()), min(first.right(), last.right())
        if right <= left:
            return last.center().x()
        top, bottom = sorted((first.center().y(), last.center().y()))
        rows = [x + width / 2 for x, width in self._columns() if left <= x + width / 2 <= right]

        def crossed(x: float) -> int:
            way = QRectF(x - 60, top, 120, bottom - top)
            boxes = [self.node_box(node) for node in facts.nodes]
            return sum(box.intersects(way) for box in boxes if box not in (first, last))

        return min(rows, key=crossed, default=(left + right) / 2)

    def _paint_link(self, painter: QPainter, facts: GraphFacts, link: LinkFact) -> None:
        found = self._course(facts, link)
        if found is None:
            return
        path, _middle = found
        ink = "danger" if link.never else "accent" if link.holds else "text3"
        pen = QPen(theme.colour(ink), 2.2 if link.holds and not link.never else 1.6)
        if link.holds is not True:
            pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        end, back = path.pointAtPercent(1), path.pointAtPercent(0.96)
        way = end - back
        size = max((way.x() ** 2 + way.y() ** 2) ** 0.5, 1e-6)
        ux, uy = way.x() / size, way.y() / size
        tip = end + QPointF(ux * 7, uy * 7)
        painter.setBrush(theme.colour(ink))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(QPolygonF([tip, end + QPointF(-uy * 5, ux * 5),
                                       end + QPointF(uy * 5, -ux * 5)]))  # fmt: skip

    def _words_box(self, facts: GraphFacts, link: LinkFact) -> tuple[QRectF, str] | None:
        found = self._course(facts, link)
        if found is None or not link.words:
            return None
        metrics = QFontMetricsF(theme.font("tiny"))
        words = metrics.elidedText(said(link.words), Qt.TextElideMode.ElideRight, _WORDS)
        width = metrics.horizontalAdvance(words) + 14
        at = found[1]
        x = min(max(at.x() - width / 2, 4.0), self.width() - width - 4)
        return QRectF(x, at.y() - 9, width, 18), words

    def _paint_words(self, painter: QPainter, facts: GraphFacts, link: LinkFact) -> None:
        found = self._words_box(facts, link)
        if found is None:
            return
        box, words = found
        ink = "danger" if link.never else "accent" if link.holds else "edge"
        paint.rounded(
            painter, box, fill=theme.colour("surface"), outline=theme.colour(ink), radius=9
        )
        paint.words(painter, box, words, role="tiny", ink="text2", align=paint.CENTRE)

    # ---- mouse and keyboard ---------------------------------------------------------------------

    def words_at(self, point: QPointF) -> str:
        facts = self._facts
        node = self.node_at(point)
        if node is not None:
            lines = [f"{said(node.name)}: {self.state_words(node.state)}", node.reason, node.when,
                     node.decides]  # fmt: skip
            return "\n".join(said(line) for line in lines if line)
        for link in facts.links if facts is not None else ():
            found = self._words_box(facts, link) if facts is not None else None
            if found is not None and found[0].contains(point):
                return self.link_words(link)
        return ""

    def link_words(self, link: LinkFact) -> str:
        """A link in sentences."""
        truth = tr("can no longer be") if link.never else (
            tr("holds") if link.holds else tr("does not hold yet")
            if link.holds is False else tr("not yet known"))  # fmt: skip
        head = f"{said(link.words)}: {truth}" if link.words else tr("Always")
        return "\n".join(said(part) for part in (head, link.carry, link.note) if part)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        node = self.node_at(event.position())
        if node is not None:
            self.opened.emit(node)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ways = {
            Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }  # fmt: skip
        key = Qt.Key(event.key())
        if key in ways:
            self._walk(*ways[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and (on := self.on) is not None:
            self.opened.emit(on)
        else:
            event.ignore()

    def _walk(self, across: int, down: int) -> None:
        """To the nearest node in a direction."""
        here, facts = self.on, self._facts
        if here is None or facts is None:
            return
        at = self.node_box(here).center() if here.last == here.column else \
            self.node_box(here).topLeft()  # fmt: skip
        best: tuple[float, str] | None = None
        for node in facts.nodes:
            box = self.node_box(node)
            way = (box.center() if node.last == node.column else box.topLeft()) - at
            ahead = way.x() * across + way.y() * down
            aside = abs(way.x() * down) + abs(way.y() * across)
            if node.id != here.id and ahead > 4:
                cost = ahead + 2.2 * aside
                if best is None or cost < best[0]:
                    best = cost, node.id
        if best is not None:
            self.pick(best[1])


def _point_at_height(path: QPainterPath, y: float) -> QPointF:
    """The point of a path that runs up or down at that height, as near as one comes to it."""
    return min((path.pointAtPercent(k / 32) for k in range(33)), key=lambda at: abs(at.y() - y))


def _used(facts: GraphFacts) -> set[int]:
    """The columns that need room for a node of their own."""
    return {node.column for node in facts.nodes if node.last == node.column}


def _two_lines(words: str, metrics: QFontMetricsF, room: float) -> list[str]:
    """A name on one or two lines; the second ends in an ellipsis when there is more."""
    if metrics.horizontalAdvance(words) <= room:
        return [words]
    first: list[str] = []
    rest = words.split()
    while rest and metrics.horizontalAdvance(" ".join([*first, rest[0]])) <= room:
        first.append(rest.pop(0))
    if not first:
        return [metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)]
    tail = metrics.elidedText(" ".join(rest), Qt.TextElideMode.ElideRight, room)
    return [" ".join(first), tail] if rest else [" ".join(first)]
