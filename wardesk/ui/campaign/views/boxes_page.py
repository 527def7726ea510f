"""The page of the boxes beside the map: tracks from south to north, who is where, what may come."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath
from PySide6.QtWidgets import QVBoxLayout, QWidget

from wardesk.render.counters.formations import ROOM, formation_image
from wardesk.services.campaign.boxes import BoxEntry, BoxFacts, BoxNode, BoxWay
from wardesk.ui import theme
from wardesk.ui.campaign.views import country_marks as marks
from wardesk.ui.campaign.views.node_graph import Card, NodeGraph, Way, pill
from wardesk.ui.icons import paint_icon
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.panel import hairline
from wardesk.ui.widgets.picture import PictureView
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import shown, tr

_HEIGHT, _LEAST, _GAP, _TOP, _CARD, _SIDE = 108.0, 80.0, 24.0, 4.0, 44, 20.0


class BoxesView(NodeGraph[str]):
    """Shows `BoxFacts`; a box is picked by its id."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._facts: BoxFacts | None = None
        self._first = ""
        super().__init__(parent)
        self.setAccessibleName(tr("Boxes beside the map"))

    def show_facts(self, facts: BoxFacts, first_side: str) -> None:
        """Show another moment; the picked box stays picked."""
        self._facts, self._first = facts, first_side
        wanted = [box.id for box in facts.boxes if box.tokens]
        self.pick_first(wanted, [box.id for box in facts.boxes])
        self.arrange()
        self.tell()

    @property
    def node(self) -> BoxNode | None:
        """The picked box."""
        boxes = self._facts.boxes if self._facts is not None else ()
        return next((box for box in boxes if box.id == self.on), None)

    # ---- where things are -----------------------------------------------------------------------

    def least(self) -> QSizeF:
        rows = max((box.row + 1 for box in self._facts.boxes), default=1) if self._facts else 1
        return QSizeF(420, round(_TOP + rows * (_LEAST + _GAP)))

    def arranged(self) -> tuple[list[Card[str]], list[Way[str]]]:
        facts = self._facts
        if facts is None:
            return [], []
        places = {box.id: self.box_of(box) for box in facts.boxes}
        ways = [self._way(way, places[way.start], places[way.end])
                for way in facts.ways if way.start in places and way.end in places]  # fmt: skip
        return [self._node(facts, box) for box in facts.boxes], ways

    def _node(self, facts: BoxFacts, box: BoxNode) -> Card[str]:
        names = ", ".join(shown(token.name) for token in box.tokens) or tr("empty")
        inside = [marks.named(token) for token in box.tokens] or [tr("empty")]
        entries = [entry for entry in facts.entries if entry.box == box.id]
        return Card(
            box.id,
            self.box_of(box),
            partial(self._paint_box, box, entries),
            "\n".join([shown(box.name), *inside, *map(shown, box.nexts)]),
            f"{box.name}: {names}. {' '.join(box.nexts)}",
            dashed=box.guessed,
            ring="accent",
        )

    @property
    def tracks(self) -> Sequence[str]:
        """Their names, from left to right."""
        return self._facts.tracks if self._facts is not None else ()

    def across(self, column: int) -> tuple[float, float]:
        """Where the boxes of a track begin, and how wide they are."""
        width = self._column()
        return _SIDE + column * width, width - _SIDE

    def _column(self) -> float:
        tracks = max(1, len(self._facts.tracks) if self._facts else 1)
        return min(430.0, (self.room.width() - 2 * _SIDE) / tracks)

    def box_of(self, box: BoxNode) -> QRectF:
        """Where a box is painted: the start of each track at the bottom."""
        rows = max(one.row + 1 for one in self._facts.boxes) if self._facts else 1
        left, width = self.across(box.column)
        high = min(_HEIGHT, max(_LEAST, (self.room.height() - _TOP) / rows - _GAP))
        top = _TOP + (rows - 1 - box.row) * (high + _GAP)
        return QRectF(left, top, width, high)

    def _way(self, way: BoxWay, start: QRectF, end: QRectF) -> Way[str]:
        up = end.top() < start.top()
        x = start.left() + 46
        path = QPainterPath(QPointF(x, start.top() if up else start.bottom()))
        path.lineTo(QPointF(x, end.bottom() + 9 if up else end.top() - 9))
        words = shown(way.needed) + (tr(", our number") if way.ours else "")
        width = paint.advance(words, "tiny") + 16
        box = QRectF(x + 14, path.pointAtPercent(0.5).y() - 10, width, 20)
        ground = "warn_soft" if way.ours else "raised"
        card = Card[str](None, told="", edge=None, ground=ground, **pill(box, words, ink="text"))
        ink, across = ("accent", 5.0) if way.open else ("edge", 3.0)
        return Way(path, ink, across, card, head=(9.0, 8.0))

    # ---- painting -------------------------------------------------------------------------------

    def _paint_box(
        self, box: BoxNode, entries: list[BoxEntry], painter: QPainter, where: QRectF
    ) -> None:
        head = QRectF(where.left() + 12, where.top() + 6, where.width() - 24, 20)
        paint.words(painter, head, shown(box.name), role="small-strong")
        taken = 0.0
        for k, entry in enumerate(entries):
            corner = QPointF(where.right() - 10, where.top() + 28 + 24 * k)
            wide = self._paint_entry(painter, entry, corner, where.width() - 20)
            if corner.y() + 20 > where.bottom() - 12 - _CARD:
                taken = max(taken, wide)
        self._paint_tokens(painter, box, where.adjusted(0, 0, -taken, 0))

    def _paint_tokens(self, painter: QPainter, box: BoxNode, where: QRectF) -> None:
        top = where.bottom() - _CARD - 12
        if not box.tokens:
            spot = QRectF(where.left() + 12, where.bottom() - 26, where.width() - 24, 18)
            paint.words(painter, spot, tr("empty"), role="small", ink="text3")
            return
        room = max(1, int((where.width() - 24) // (_CARD + 8)))
        step = float(_CARD + 8)
        if len(box.tokens) > room:
            step = (where.width() - 24 - _CARD) / max(1, len(box.tokens) - 1)
        for k, token in enumerate(box.tokens):
            image = formation_image(
                token, token.side == self._first, _CARD, self.devicePixelRatioF()
            )
            shift = _CARD * (ROOM - 1) / 2
            painter.drawImage(
                QPointF(round(where.left() + 12 + k * step - shift), top - shift), image
            )

    def _paint_entry(
        self, painter: QPainter, entry: BoxEntry, corner: QPointF, room: float
    ) -> float:
        """A chip at the right: onto the map here, or shut; gives the width it takes."""
        metrics = QFontMetricsF(theme.font("tiny"))
        words = metrics.elidedText(shown(entry.name), Qt.TextElideMode.ElideRight, room - 32)
        width = metrics.horizontalAdvance(words) + 32
        box = QRectF(corner.x() - width, corner.y(), width, 20)
        tone = "danger" if entry.shut else "ok"
        paint.rounded(painter, box, fill=theme.colour(f"{tone}_soft"), radius=10)
        paint_icon(painter, "lock" if entry.shut else "map",
                   QRectF(box.left() + 7, box.top() + 3, 14, 14), theme.ink_on(tone))  # fmt: skip
        text = QRectF(box.left() + 24, box.top(), width - 28, 20)
        paint.words(painter, text, words, role="tiny", ink=theme.ink_on(tone))
        return width + 14

    def walked(self, across: int, down: int) -> str | None:
        here, facts = self.node, self._facts
        if here is None or facts is None:
            return None
        rows = [box for box in facts.boxes if box.column == here.column + across]
        if across:
            return min(rows, key=lambda box: abs(box.row - here.row)).id if rows else None
        return next((box.id for box in rows if box.row == here.row - down), None)


class BoxesPage(QWidget):
    """The boxes, and below them in words who is in the picked one and where they may go."""

    tabbed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = BoxesView()
        self.name = ElidedLine("", self, role="heading")
        self.inside = Label("", self, role="small", wrap=True)
        self.nexts = Label("", self, role="small", tone="text2", wrap=True)
        below = QVBoxLayout()
        below.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S3)
        below.setSpacing(theme.S1)
        for part in (self.name, self.inside, self.nexts):
            below.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.heads = PictureView(self, self._draw_heads)
        self.heads.setFixedHeight(theme.px(30))
        column.addWidget(self.heads)
        column.addWidget(self.view, 1)
        column.addWidget(hairline(self))
        column.addLayout(below)
        self.view.picked.connect(self._tell)
        self.view.tabbed.connect(self.tabbed)

    def show_facts(self, facts: BoxFacts, first_side: str) -> None:
        """Show another moment."""
        self.view.show_facts(facts, first_side)
        self.heads.update()

    def _draw_heads(self, painter: QPainter, box: QRectF) -> None:
        """The names of the tracks; they stay where the boxes below them are scrolled."""
        for column, name in enumerate(self.view.tracks):
            left, width = self.view.across(column)
            words = tr("Track of {0}").format(shown(name)) if name else tr("Other boxes")
            head = QRectF(left, 6, width, box.height() - 6)
            paint.words(painter, head, words, role="strong", ink="text2")

    def _tell(self) -> None:
        box = self.view.node
        if box is None:
            return
        self.name.set_words(shown(box.name))
        inside = [marks.token_words(token).replace("\n", ", ") for token in box.tokens]
        waiting = tr("In the display, on the map with the next morning: {0}")
        if box.display:
            inside.append(waiting.format(", ".join(box.display)))
        self.inside.setText("\n".join(inside) or tr("Nobody is here."))
        self.nexts.setText("\n".join(map(shown, box.nexts)))
        where = self.view.box_of(box)
        self.view.ensureVisible(where, 40, round(where.height() / 2))
