"""The order of battle and the turns as one sheet over the board.

Formations with their counters and where these are, what comes in which turn, and who is lost. A
click on a counter, or Enter, goes to it on the map.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wardesk.documents.translate_values import worded
from wardesk.model.look import CounterLook, SideLook, UnitLook
from wardesk.render.counters.counter import BLEED, counter_image, side_of
from wardesk.ui import theme
from wardesk.ui.table.counter_tray import alike
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.carried_row import CarriedRow
from wardesk.ui.widgets.panel import Scroller, ground
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import say_count, shown, tr

_EDGE, _BELOW, _STEP = 70, 18, 84
"""Px of a counter, of the line below it, and from one to the next."""
_SMALL = 48
"""Px of a counter that is due, in its turn."""
_NAME, _GAP, _TURN = 132, 10, 58
"""Px of a formation's name, between things, and of a turn without counters."""
_HEAD = 26


Place = Callable[[CounterLook], str]
"""Says where a counter is."""


class SheetCard(NamedTuple):
    """A counter on the sheet, or several that are alike in one place."""

    looks: tuple[CounterLook, ...]
    place: str
    """Where it is, in a few words."""
    tone: str = "text2"
    state: str = ""


class SheetBlock(NamedTuple):
    """A formation, or what else lies together."""

    side: str
    title: str
    summary: str
    cards: tuple[SheetCard, ...]
    now: bool = False


class SheetTurn(NamedTuple):
    """A turn of the track, and who is due in it."""

    number: int
    title: str
    now: bool
    past: bool
    cards: tuple[SheetCard, ...]


@dataclass(frozen=True)
class BattleOrder:
    """What the sheet shows."""

    turns: tuple[SheetTurn, ...] = ()
    blocks: tuple[SheetBlock, ...] = ()

    @property
    def sides(self) -> tuple[str, ...]:
        """Those that have anything, in their order."""
        return tuple(dict.fromkeys(block.side for block in self.blocks))


def battle_order(model: TableModel) -> BattleOrder:
    """The order of battle as whoever looks may know it."""
    look, cells = model.look, model.board.cells
    looks = {one.piece: one for one in look.counters}
    due = model.rules.showing.due(model.seen(model.at))
    boxes = {piece: box.title for box in look.boxes for piece in box.pieces}

    def place(one: CounterLook) -> str:
        if one.piece in due:
            return tr("turn {0}").format(due[one.piece])
        if one.at in cells:
            return cells[one.at].name or one.at
        return boxes.get(one.piece, tr("off the map"))

    blocks = _formations(model, looks, place)
    told = {card.looks[0].piece for block in blocks for card in block.cards}
    lost = _lost(model, looks)
    for side in look.sides:
        rest = [one for one in look.counters if one.side == side.id and one.piece not in told]
        blocks += _others(side.id, rest, place, tr("Others") if told else "")
        if gone := [one for one in lost if one.side == side.id]:
            cards = tuple(SheetCard(same, "", "danger") for same in alike(gone))
            blocks.append(SheetBlock(side.id, tr("Lost"), "", cards))
    order = [side.id for side in look.sides]
    blocks.sort(key=lambda block: order.index(block.side))
    return BattleOrder(_turns(model, looks, due), tuple(blocks))


def _formations(
    model: TableModel, looks: Mapping[str, CounterLook], place: Place
) -> list[SheetBlock]:
    found: list[SheetBlock] = []
    known = model.rules.showing.formations(model.seen(model.at))
    for one in worded(known, model.session.words):
        units = [unit for unit in one.units if unit.piece in looks]
        cards = tuple(_card(looks[unit.piece], place(looks[unit.piece]), unit) for unit in units)
        summary = ", ".join(filter(None, (one.state, one.summary)))
        if cards:
            found.append(SheetBlock(one.side, one.title, summary, cards, one.now))
    return found


def _others(side: str, rest: Sequence[CounterLook], place: Place, title: str) -> list[SheetBlock]:
    """Counters of no formation, by their names."""
    kinds: dict[tuple[str, str], list[CounterLook]] = {}
    for one in sorted(rest, key=lambda one: one.title):
        kinds.setdefault((one.title, place(one)), []).append(one)
    cards = [SheetCard(same, at) for (_, at), ones in kinds.items() for same in alike(ones)]
    return [SheetBlock(side, title, "", tuple(cards))] if cards else []


def _card(look: CounterLook, place: str, unit: UnitLook) -> SheetCard:
    return SheetCard((look,), place, unit.tone or "text2", unit.state)


def _lost(model: TableModel, looks: Mapping[str, CounterLook]) -> list[CounterLook]:
    """Who was there at the start and is nowhere now, as far as whoever looks knows."""
    start = model.session.look(model.session.journal.line()[0].id, model.side)
    there = model.seen(model.at).pieces
    return [one for one in start.counters if one.piece in there and one.piece not in looks]


def _turns(
    model: TableModel, looks: Mapping[str, CounterLook], due: Mapping[str, int]
) -> tuple[SheetTurn, ...]:
    track = next((one for one in model.look.tracks if one.style == "turns"), None)
    if track is None:
        return ()
    named = dict(track.steps)
    found: list[SheetTurn] = []
    for turn in range(1, track.most + 1):
        cards = alike(
            [looks[piece] for piece, when in due.items() if when == turn and piece in looks]
        )
        called = model.rules.showing.turn_called(turn) or named.get(turn, "")
        title = model.session.words.text(called)
        now, past = turn == track.value, turn < track.value
        found.append(
            SheetTurn(turn, title, now, past, tuple(SheetCard(kind, "") for kind in cards))
        )
    return tuple(found)


class SheetPage(CarriedRow):
    """The sheet itself: a page of counters that the arrow keys walk over."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Order of battle"), parent)
        self._order = BattleOrder()
        self._sides: Sequence[SideLook] = ()
        self._cards: list[tuple[SheetCard, QRectF]] = []
        self._heads: list[tuple[QRectF, str]] = []
        self._titles: list[tuple[QRectF, SheetBlock]] = []
        self._boxes: list[tuple[QRectF, SheetTurn]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_order(self, order: BattleOrder, sides: Sequence[SideLook]) -> None:
        """Show another order of battle."""
        self._order, self._sides = order, tuple(sides)
        self._place()
        self.things_changed()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    # ---- where things stand ---------------------------------------------------------------------

    def _place(self) -> None:
        self._cards, self._heads, self._titles, self._boxes = [], [], [], []
        y = self._place_turns()
        sides = self._order.sides
        wide = (self.width() - _GAP * (len(sides) + 1)) / max(1, len(sides))
        low = y
        for number, side in enumerate(sides):
            left, at = _GAP + number * (wide + _GAP), y
            self._heads.append((QRectF(left, at, wide, _HEAD), side))
            at += _HEAD + 2 * _GAP
            for block in self._order.blocks:
                if block.side == side:
                    at = self._place_block(block, QRectF(left, at, wide, 0))
            low = max(low, at)
        self.setFixedHeight(round(low + _GAP))

    def _place_turns(self) -> float:
        x, y, tall = float(_GAP), float(_GAP), _HEAD + 6.0
        if any(turn.cards for turn in self._order.turns):
            tall += theme.px(_SMALL) + 8
        least = 2 * _TURN if any(turn.title for turn in self._order.turns) else _TURN
        for turn in self._order.turns:
            wide = max(least, len(turn.cards) * (theme.px(_SMALL) + 6) + 14)
            wide = min(wide, self.width() - 2 * _GAP)
            if x > _GAP and x + wide > self.width() - _GAP:
                x, y = _GAP, y + tall + _GAP
            box = QRectF(x, y, wide, tall)
            self._boxes.append((box, turn))
            step = min(theme.px(_SMALL) + 6, (wide - 14) / max(1, len(turn.cards)))
            for k, card in enumerate(turn.cards):
                spot = QRectF(x + 8 + k * step, y + _HEAD + 4, theme.px(_SMALL), theme.px(_SMALL))
                self._cards.append((card, spot))
            x += wide + _GAP
        return y + tall + _GAP if self._order.turns else y

    def _place_block(self, block: SheetBlock, room: QRectF) -> float:
        """Its counters beside its name, in as many lines as they need; where it ends."""
        name = theme.px(_NAME) if block.title else 0
        edge, step = theme.px(_EDGE), theme.px(_STEP)
        across = max(1, int((room.width() - name) // step))
        tall = edge + theme.px(_BELOW) + 6
        lines = -(-len(block.cards) // across)
        for k, card in enumerate(block.cards):
            line, column = divmod(k, across)
            spot = QRectF(
                room.left() + name + 6 + column * step, room.top() + line * tall, edge, edge
            )
            self._cards.append((card, spot))
        end = room.top() + lines * tall + _GAP
        self._titles.append(
            (QRectF(room.left(), room.top(), room.width(), end - room.top()), block)
        )
        return end + 2 * _GAP

    # ---- for the row ----------------------------------------------------------------------------

    def ids(self) -> Sequence[str]:
        return [card.looks[0].piece for card, _box in self._cards]

    def box(self, number: int) -> QRectF:
        return self._cards[number][1]

    def told(self, number: int) -> str:
        card = self._cards[number][0]
        words = card.looks[0].text or card.looks[0].title
        if len(card.looks) > 1:
            words = f"{len(card.looks)} × {words}"
        return ": ".join(filter(None, (words, ", ".join(filter(None, (card.place, card.state))))))

    def nothing_told(self) -> str:
        return tr("empty")

    def ghost_size(self) -> QSize:
        return QSize(theme.px(_EDGE) + 20, theme.px(_EDGE) + 20)

    def paint_ghost(self, painter: QPainter, number: int) -> None:
        size = self.ghost_size()
        look = self._cards[number][0].looks[0]
        self._counter(painter, look, QPointF(size.width() / 2, size.height() / 2), theme.px(_EDGE))

    def other_key(self, event: QKeyEvent, number: int) -> bool:
        way = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        here = self.box(number).center() if self._cards else QPointF()
        rows = [
            (abs(box.center().y() - here.y()), abs(box.center().x() - here.x()), k)
            for k, (_card, box) in enumerate(self._cards)
            if way and (box.center().y() - here.y()) * way > 4
        ]
        if not rows:
            return bool(way)
        nearest = min(row[0] for row in rows)
        self._walk(min((row[1], row[2]) for row in rows if row[0] <= nearest + 4)[1])
        return True

    def _walk(self, number: int) -> None:
        super()._walk(number)
        scroller = self.parentWidget().parentWidget() if self.parentWidget() else None
        if isinstance(scroller, Scroller) and self._cards:
            at = self.box(self.at).center().toPoint()
            scroller.ensureVisible(at.x(), at.y(), 60, 60)

    # ---- painting -------------------------------------------------------------------------------

    def _counter(self, painter: QPainter, look: CounterLook, at: QPointF, edge: float) -> None:
        image = counter_image(look, side_of(self._sides, look.side), edge, self.devicePixelRatioF())
        whole = edge * (1 + 2 * BLEED)
        painter.drawImage(QRectF(at.x() - whole / 2, at.y() - whole / 2, whole, whole), image)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for box, turn in self._boxes:
            self._turn(painter, box, turn)
        for box, side in self._heads:
            self._head(painter, box, side)
        for box, block in self._titles:
            self._title(painter, box, block)
        for number, (card, box) in enumerate(self._cards):
            if box.adjusted(-10, -20, 10, 30).intersects(QRectF(event.rect())):
                self._card(painter, card, box, here=self.hasFocus() and number == self.at)
        painter.end()

    def _turn(self, painter: QPainter, box: QRectF, turn: SheetTurn) -> None:
        fill = "accent_soft" if turn.now else "sunken" if turn.past else "raised"
        outline = theme.colour("accent" if turn.now else "edge")
        paint.rounded(painter, box, fill=theme.colour(fill), outline=outline, radius=4)
        line = QRectF(box.left() + 8, box.top() + 2, box.width() - 16, _HEAD)
        ink = "text3" if turn.past else "text"
        title, number = turn.title or str(turn.number), tr("turn {0}").format(turn.number)
        paint.words(painter, line, title, role="strong", ink=ink)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if turn.title:
            paint.words(painter, line, number, role="small", ink="text3",
                        align=right)  # fmt: skip

    def _head(self, painter: QPainter, box: QRectF, side: str) -> None:
        look = side_of(self._sides, side)
        paint.rounded(painter, box, fill=theme.colour(f"side_{look.slot}"), radius=3)
        blocks = [block for block in self._order.blocks if block.side == side]
        inner = box.adjusted(10, 0, -10, 0)
        ink = theme.colour("on_accent")
        paint.words(painter, inner, look.name, role="strong", ink=ink)
        count = sum(len(card.looks) for block in blocks for card in block.cards)
        words = shown(say_count("{n} counter", "{n} counters", n=count))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        paint.words(painter, inner, words, role="small", ink=ink, align=right)

    def _title(self, painter: QPainter, box: QRectF, block: SheetBlock) -> None:
        wide = theme.px(_NAME) - 8.0
        painter.fillRect(QRectF(box.left(), box.bottom(), box.width(), 1), theme.colour("line"))
        ink = "accent_text" if block.now else "text"
        lines = [(block.title, "strong", ink)]
        lines += [(part, "small", "text2") for part in block.summary.split(", ") if part]
        for k, (words, role, tone) in enumerate(lines):
            metrics = QFontMetricsF(theme.font(role))
            told = metrics.elidedText(words, Qt.TextElideMode.ElideRight, wide)
            line = QRectF(box.left(), box.top() + k * theme.px(18), wide, theme.px(18))
            if line.bottom() <= box.bottom():
                paint.words(painter, line, told, role=role, ink=tone)

    def _card(self, painter: QPainter, card: SheetCard, box: QRectF, *, here: bool) -> None:
        if card.tone == "danger" and not card.state:
            painter.setOpacity(0.5)
        for k in reversed(range(min(3, len(card.looks)))):
            self._counter(
                painter, card.looks[k], box.center() + QPointF(3 * k, -3 * k), box.width()
            )
        painter.setOpacity(1.0)
        if len(card.looks) > 1:
            disc = QRectF(box.left() - 8, box.top() - 15, 28, 20)
            paint.rounded(painter, disc, fill=theme.colour("text"), radius=10)
            paint.words(painter, disc, str(len(card.looks)), role="small-strong",
                        ink=theme.colour("surface"), align=paint.CENTRE)  # fmt: skip
        if here:
            ring = box.adjusted(-4, -4, 4, 4)
            paint.rounded(painter, ring, outline=theme.colour("focus"), width=3, radius=7)
        if not card.place:
            return
        line = QRectF(box.left() - 6, box.bottom() + 2, box.width() + 12, theme.px(_BELOW))
        tone = {"": "text2"}.get(card.tone, card.tone)
        metrics = QFontMetricsF(theme.font("small"))
        told = metrics.elidedText(card.place, Qt.TextElideMode.ElideRight, line.width())
        paint.words(painter, line, told, role="small", ink=tone, align=paint.CENTRE)


class BattleSheet(QWidget):
    """Lies over the board until it is shut; ``Esc`` does that."""

    def __init__(self, model: TableModel, over: QWidget) -> None:
        super().__init__(over)
        self._model = model
        ground(self, "surface")
        self.setAccessibleName(tr("Order of battle"))
        self.title = Label(tr("Order of battle and turns"), self, role="title")
        self.about = ElidedLine("", self, role="small", tone="text2", least=40)
        self.close_ = ToolButton(
            "close", tr("Shut the sheet"), self, action="table.battle", size=16
        )
        self.close_.clicked.connect(self.dismiss)
        self.page = SheetPage(self)
        self._scroll = Scroller(self.page, self)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        head = QHBoxLayout()
        head.setContentsMargins(theme.S4, theme.S2, theme.S2, 0)
        head.setSpacing(theme.S3)
        head.addWidget(self.title)
        head.addWidget(self.about, 1)
        head.addWidget(self.close_)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S1)
        column.addLayout(head)
        column.addWidget(self._scroll, 1)
        self.page.picked.connect(self.go_to)
        self.page.carried.connect(lambda piece, _at, _alt: self.go_to(piece))
        self.page.menu_asked.connect(lambda piece, at: model.menu_asked.emit(piece, "", at))
        model.changed.connect(self._follow)
        model.settled.connect(self._follow)
        self.hide()

    def toggle(self) -> None:
        """Lay it over the board, or put it away."""
        if self.isVisible():
            self.dismiss()
            return
        self.setGeometry(self.parentWidget().rect())
        self.show()
        self.raise_()
        self._follow()
        self.page.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def dismiss(self) -> bool:
        """Put it away; whether it was there."""
        was = self.isVisible()
        self.hide()
        return was

    def _follow(self) -> None:
        if self.isHidden():
            return
        if self._model.covered:
            self.hide()
            return
        words = tr("A click on a counter, or Enter, goes to it on the map. Esc shuts the sheet.")
        told = self._model.session.words.text(self._model.look.headline)
        self.about.set_words(" · ".join(filter(None, (told, words))))
        self.page.show_order(battle_order(self._model), self._model.look.sides)

    def go_to(self, piece: str) -> None:
        """To a counter on the map; of one that is not there it is said where it is."""
        look = self._model.counter(piece)
        if look is not None and look.at in self._model.board.cells:
            self.dismiss()
            self._model.cell_asked.emit(look.at)
        else:
            number = list(self.page.ids()).index(piece)
            self._model.say(self.page.told(number), "text2")
