"""The battles of a campaign in the making and the ways between them, drawn with the mouse."""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPainterPath
from PySide6.QtWidgets import QWidget

from wardesk.services.campaign.workshop.draft import DesignDraft, Row
from wardesk.services.campaign.workshop.graph import layers
from wardesk.ui import theme
from wardesk.ui.campaign.views.node_graph import Card, NodeGraph, Way, pill
from wardesk.ui.icons import paint_icon
from wardesk.ui.widgets import paint
from wardesk.words import tr

_WIDTH, _HEIGHT, _DOWN, _EDGE = 156, 56, 44, 16
_GAP = 66
_WIDEST = 230
_ICONS = {"battle": "table", "choice": "scales", "end": "flag", "off-board": "clock",
          "calendar": "clock"}  # fmt: skip
Picked = tuple[str, ...]
"""``(node,)`` or ``(start, end)``; empty for nothing."""


class GraphCanvas(NodeGraph[Picked]):
    """Drag from battle to battle to join them. ``removed(Picked)`` for Delete."""

    removed = Signal(object)
    joins = True

    def __init__(self, parent: QWidget | None = None) -> None:
        self._rows: dict[str, Row] = {}
        self._below: Mapping[str, str] = {}
        self._links: dict[Picked, str] = {}
        """Ways with the words of their condition."""
        self._wrong: Set[Picked] = frozenset()
        self._layers: list[list[str]] = []
        super().__init__(parent)
        self.setAccessibleName(tr("Graph of battles"))

    def show_draft(
        self,
        draft: DesignDraft,
        below: Mapping[str, str],
        words: Mapping[Picked, str],
        wrong: Set[Picked] = frozenset(),
    ) -> None:
        """Show a draft; *below* stands under the names of battles, *words* on the ways."""
        self._rows = {str(row["id"]): row for row in draft.rows("nodes") if row.get("id")}
        ways = [(str(row.get("start")), str(row.get("end"))) for row in draft.rows("links")]
        self._links = {way: words.get(way, "") for way in ways if {*way} <= self._rows.keys()}
        self._below, self._wrong, self._layers = below, wrong, layers(draft)
        if self.on and self.on not in self._links and self.on[0] not in self._rows:
            self.pick(())
        self.arrange()

    @property
    def on(self) -> Picked:
        """What is picked; empty for nothing."""
        return self._on or ()

    def pick(self, key: Picked | None) -> None:
        super().pick(key or ())

    # ---- where things are -----------------------------------------------------------------------

    def least(self) -> QSizeF:
        wide = len(self._layers)
        tall = max(map(len, self._layers), default=1)
        return QSizeF(
            2 * _EDGE + wide * theme.px(_WIDTH) + max(0, wide - 1) * _GAP,
            2 * _EDGE + tall * _HEIGHT + max(0, tall - 1) * _DOWN,
        )

    def _places(self) -> dict[str, QRectF]:
        """Where the battles are drawn."""
        width, room = theme.px(_WIDTH), self.room
        wide = len(self._layers)
        spare = room.width() - 2 * _EDGE - wide * width
        gap = min(spare / max(1, wide - 1), _WIDEST) if wide > 1 else 0.0
        left = (room.width() - wide * width - (wide - 1) * gap) / 2
        found: dict[str, QRectF] = {}
        for k, layer in enumerate(self._layers):
            tall = len(layer) * _HEIGHT + (len(layer) - 1) * _DOWN
            for row, node in enumerate(layer):
                top = (room.height() - tall) / 2 + row * (_HEIGHT + _DOWN)
                found[node] = QRectF(left + k * (width + gap), top, width, _HEIGHT)
        return found

    def arranged(self) -> tuple[list[Card[Picked]], list[Way[Picked]]]:
        places = self._places()
        nodes = [self._node(key, row, places[key]) for key, row in self._rows.items()]
        ways = [self._way(way, words, places[way[0]], places[way[1]])
                for way, words in self._links.items()]  # fmt: skip
        return nodes, ways

    def _node(self, key: str, row: Row, box: QRectF) -> Card[Picked]:
        on, name = self.on == (key,), str(row.get("name") or key)
        icon = _ICONS.get(str(row.get("kind", "battle")), "table")
        below = self._below.get(key, "")
        return Card(
            (key,),
            box,
            partial(_paint_battle, name, below, icon),
            name,
            f"{name}. {below}",
            edge="danger" if (key,) in self._wrong else "accent" if on else "edge",
            ground="accent_soft" if on else "surface",
        )

    def _way(self, way: Picked, words: str, first: QRectF, last: QRectF) -> Way[Picked]:
        on, wrong = self.on == way, way in self._wrong
        ink = "danger" if wrong else "accent" if on else "text3"
        path = _course(first, last)
        metrics = QFontMetricsF(theme.shared_font("small"))
        room = max(46.0, last.left() - first.right() - 24)
        told = metrics.elidedText(words or tr("always"), Qt.TextElideMode.ElideRight, room)
        middle, width = path.pointAtPercent(0.5), paint.advance(told, "small") + 18
        box = QRectF(middle.x() - width / 2, middle.y() - 12, width, 24)
        look = pill(box, told, "small", "accent_text" if on else "text")
        ground, edge = "accent_soft" if on else "surface", ink if on or wrong else "edge"
        return Way(
            path, ink, 2.4 if on else 1.7, Card(way, told=words, edge=edge, ground=ground, **look)
        )

    def paint_behind(self, painter: QPainter) -> None:
        if not self._rows:
            words, whole = tr("No battle yet: add one above."), QRectF(QPointF(0, 0), self.room)
            paint.words(painter, whole, words, ink="text2", align=paint.CENTRE)

    # ---- keyboard -------------------------------------------------------------------------------

    def walked(self, across: int, down: int) -> Picked | None:
        """The next battle or way, or the one before."""
        every: list[Picked] = [*((node,) for node in self._rows), *self._links]
        if not every:
            return None
        at = every.index(self.on) + across + down if self.on in every else 0
        return every[at % len(every)]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.on:
            self.removed.emit(self.on)
        elif self.on or event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        else:
            event.ignore()


def _course(first: QRectF, last: QRectF) -> QPainterPath:
    start = QPointF(first.right(), first.center().y())
    end = QPointF(last.left() - 7, last.center().y())
    reach = max(30.0, (end.x() - start.x()) / 2)
    path = QPainterPath(start)
    path.cubicTo(start + QPointF(reach, 0), end - QPointF(reach, 0), end)
    return path


def _paint_battle(name: str, below: str, icon: str, painter: QPainter, box: QRectF) -> None:
    where = QRectF(box.left() + 10, box.center().y() - 9, 18, 18)
    paint_icon(painter, icon, where, "accent_text")
    room = box.width() - 44
    for role, ink, words, y in (
        ("small-strong", "text", name, box.top() + 9),
        ("tiny", "text2", below, box.top() + 29),
    ):
        metrics = QFontMetricsF(theme.shared_font(role))
        told = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
        paint.words(painter, QRectF(box.left() + 36, y, room, 18), told, role=role, ink=ink)
