"""The graph of scenarios, painted: days across, a lane for each game, nodes and their links."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QWidget

from wardesk.services.campaign.graph import GraphFacts, LinkFact, NodeFact
from wardesk.ui import theme
from wardesk.ui.campaign.views.node_graph import Card, NodeGraph, Way, pill
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


class GraphView(NodeGraph[str]):
    """Shows `GraphFacts`; a node is picked by its id."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._facts: GraphFacts | None = None
        super().__init__(parent)
        self.setAccessibleName(tr("Graph of scenarios"))

    def show_facts(self, facts: GraphFacts) -> None:
        """Show another moment; the picked node stays picked."""
        self._facts = facts
        wanted = [node.id for node in facts.nodes if node.state in ("running", "open")]
        self.pick_first(wanted, [node.id for node in facts.nodes])
        self.arrange()
        self.tell()

    @property
    def node(self) -> NodeFact | None:
        """The picked node."""
        nodes = self._facts.nodes if self._facts is not None else ()
        return next((node for node in nodes if node.id == self.on), None)

    def state_words(self, state: str) -> str:
        """A state in a word or two."""
        return {
            "finished": tr("finished"), "running": tr("running"), "open": tr("open"),
            "waiting": tr("waiting"), "shut": tr("cannot be reached"),
        }[state]  # fmt: skip

    def arranged(self) -> tuple[list[Card[str]], list[Way[str]]]:
        facts = self._facts
        if facts is None:
            return [], []
        # two ways into one node under the same condition are told once
        told = {(link.end, link.words): link for link in facts.links}
        ways = [self._way(facts, link, told=told[link.end, link.words] is link)
                for link in facts.links]  # fmt: skip
        return [*map(self._node, facts.nodes)], [way for way in ways if way is not None]

    def _node(self, node: NodeFact) -> Card[str]:
        _icon, edge, ground = _LOOK[node.state]
        state = self.state_words(node.state)
        lines = [f"{said(node.name)}: {state}", node.reason, node.when, node.decides]
        return Card(
            node.id,
            self.node_box(node),
            partial(self._paint_node, node),
            "\n".join(said(line) for line in lines if line),
            f"{said(node.name)}, {state}. {said(node.reason)}",
            edge=edge,
            ground=ground,
            dashed=node.state == "shut",
            ring="accent",
        )

    def _way(self, facts: GraphFacts, link: LinkFact, *, told: bool) -> Way[str] | None:
        found = self._course(facts, link)
        if found is None:
            return None
        ink = "danger" if link.never else "accent" if link.holds else "text3"
        card = None
        if told and (words := self.words_box(facts, link)) is not None:
            edge = "edge" if ink == "text3" else ink
            card = Card[str](None, told=self.link_words(link), edge=edge, **pill(*words))
        width = 2.2 if link.holds and not link.never else 1.6
        return Way(found[0], ink, width, card, dashed=link.holds is not True)

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
        spare = max(0.0, self.room.width() - sum(widths) - 2 * _GAP)
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
        wide = min(paint.advance(words, "strong") + 2, self.room.width() - 2 * _GAP)
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

    def least(self) -> QSizeF:
        facts = self._facts
        if facts is None:
            return QSizeF(300, 200)
        used = _used(facts)
        width = sum(_WIDTH if day in used else (_THIN if day >= 0 else 0)
                   for day in range(-1, len(facts.days)))  # fmt: skip
        return QSizeF(round(width + 2 * _GAP), round(self._lane_top(len(facts.heights)) + 8))

    # ---- painting -------------------------------------------------------------------------------

    def paint_behind(self, painter: QPainter) -> None:
        if self._facts is not None:
            self._paint_days(painter, self._facts)

    def _paint_days(self, painter: QPainter, facts: GraphFacts) -> None:
        columns, room = self._columns(), self.room
        for day, (left, width) in enumerate(columns, -1):
            if not width:
                continue
            today = day == facts.today
            box = QRectF(left + 2, 4, width - 4, room.height() - 8)
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
                painter.drawLine(QPointF(left, _HEAD), QPointF(left, room.height() - 6))
        for lane, name in enumerate(facts.lanes):
            top = self._lane_top(lane)
            painter.setPen(QPen(theme.colour("line"), 1))
            painter.drawLine(QPointF(_GAP, top), QPointF(room.width() - _GAP, top))
            paint.words(painter, self.lane_box(lane), shown(name), role="strong", ink="text2")

    def _paint_node(self, node: NodeFact, painter: QPainter, box: QRectF) -> None:
        icon, edge, _ground = _LOOK[node.state]
        quiet = node.state in ("waiting", "shut")
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

    def words_box(self, facts: GraphFacts, link: LinkFact) -> tuple[QRectF, str] | None:
        """Where the words of a link stand, and as much of them as fits."""
        found = self._course(facts, link)
        if found is None or not link.words:
            return None
        metrics = QFontMetricsF(theme.font("tiny"))
        words = metrics.elidedText(said(link.words), Qt.TextElideMode.ElideRight, _WORDS)
        width = metrics.horizontalAdvance(words) + 14
        at = found[1]
        x = min(max(at.x() - width / 2, 4.0), self.room.width() - width - 4)
        return QRectF(x, at.y() - 9, width, 18), words

    def link_words(self, link: LinkFact) -> str:
        """A link in sentences."""
        truth = tr("can no longer be") if link.never else (
            tr("holds") if link.holds else tr("does not hold yet")
            if link.holds is False else tr("not yet known"))  # fmt: skip
        head = f"{said(link.words)}: {truth}" if link.words else tr("Always")
        return "\n".join(said(part) for part in (head, link.carry, link.note) if part)

    def walked(self, across: int, down: int) -> str | None:
        here, facts = self.node, self._facts
        if here is None or facts is None:
            return None
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
        return best[1] if best is not None else None


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
