"""The counters that may be placed now, in a tray that rises below the board.

Counters that are alike lie in one box. They are picked by click or key and put on a lit place by
click, by key or by dragging; what does the rest as proposed stands in the tray too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wardesk.model.look import CounterLook, SideLook
from wardesk.render.counters.counter import BLEED, TAB, counter_image, fanned, side_of
from wardesk.services.play.proposed import where_proposed
from wardesk.ui import theme
from wardesk.ui.canvas.board_view import BoardView
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.scene import LIGHTS
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.picking import PathInteraction
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.carried_row import CarriedRow
from wardesk.ui.widgets.panel import Scroller, ground
from wardesk.ui.widgets.text import ElidedLine
from wardesk.words import say_count, shown, tr

_EDGE, _TALL, _GAP = 70, 86, 6
"""Px of a counter, of a box in height, and between boxes."""
_WIDE, _NARROW, _STEP = 168, 100, 9
"""Px of a box with several counters and of one with a single one; from card to card in it."""
_HEAD = 8
"""Px above the boxes for the signs of counters."""
_LINES = 2
"""Rows of boxes that are seen at once."""
_CARDS = 4
"""Cards of a box that are drawn."""
_PALE = 0.5
"""How strong a counter is drawn that is only proposed."""


def alike(looks: Sequence[CounterLook]) -> list[tuple[CounterLook, ...]]:
    """Counters that look the same together, in their order."""
    found: dict[CounterLook, list[CounterLook]] = {}
    for look in looks:
        # A number beside the name tells counters of one kind apart, and nothing else.
        plain = msgspec.structs.replace(
            look, piece="", at=None, text="", tab="", rank=0,
            subtitle="" if look.subtitle.isdecimal() else look.subtitle,
        )  # fmt: skip
        found.setdefault(plain, []).append(look)
    return [tuple(kind) for kind in found.values()]


class KindRow(CarriedRow):
    """Boxes of counters that are alike, in as many lines as they need."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Counters to place"), parent)
        self.kinds: list[tuple[CounterLook, ...]] = []
        self.digits = False
        """Whether the first nine have the keys 1 to 9."""
        self._sides: Sequence[SideLook] = ()
        self._picked: Collection[str] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_kinds(
        self, kinds: Sequence[tuple[CounterLook, ...]], sides: Sequence[SideLook],
        picked: Collection[str], *, digits: bool,
    ) -> None:  # fmt: skip
        """Show other counters; boxes with *picked* ones are ringed."""
        self.kinds, self._sides, self._picked = list(kinds), tuple(sides), frozenset(picked)
        self.digits = digits
        self._fit()
        self.things_changed()

    @property
    def _across(self) -> int:
        return theme.px(_WIDE if any(len(kind) > 1 for kind in self.kinds) else _NARROW)

    @property
    def _columns(self) -> int:
        return max(1, (self.width() - _GAP) // (self._across + _GAP))

    def lines(self) -> int:
        """How many lines of boxes there are."""
        return -(-len(self.kinds) // self._columns)

    def _fit(self) -> None:
        self.setFixedHeight(max(1, self.lines()) * (theme.px(_TALL) + _GAP) + _HEAD)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    # ---- for the row ----------------------------------------------------------------------------

    def ids(self) -> Sequence[str]:
        return [kind[0].piece for kind in self.kinds]

    def box(self, number: int) -> QRectF:
        line, column = divmod(number, self._columns)
        wide, tall = self._across, theme.px(_TALL)
        return QRectF(_GAP + column * (wide + _GAP), _HEAD + line * (tall + _GAP), wide, tall)

    def handle(self, number: int) -> QPointF:
        return self._top(number).center()

    def _top(self, number: int) -> QRectF:
        """Where the uppermost card lies."""
        box, edge = self.box(number), theme.px(_EDGE)
        return QRectF(box.left() + 8, box.center().y() - edge / 2, edge, edge)

    def told(self, number: int) -> str:
        kind = self.kinds[number]
        count = shown(say_count("{n} counter", "{n} counters", n=len(kind)))
        held = self._held_of(kind)
        words = f"{kind[0].text or kind[0].title}: {count}"
        return f"{words}, {tr('{0} in hand').format(held)}" if held else words

    def _held_of(self, kind: Sequence[CounterLook]) -> int:
        return sum(look.piece in self._picked for look in kind)

    def nothing_told(self) -> str:
        return tr("empty")

    def ghost_size(self) -> QSize:
        return QSize(theme.px(_EDGE) + 20, theme.px(_EDGE) + 20)

    def paint_ghost(self, painter: QPainter, number: int) -> None:
        size = self.ghost_size()
        self._card(painter, self.kinds[number][0], QPointF(size.width() / 2, size.height() / 2))

    def other_key(self, event: QKeyEvent, number: int) -> bool:
        way = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        to = number + way * self._columns
        if not way or not 0 <= to < len(self.kinds):
            return False
        self._walk(to)
        return True

    # ---- painting -------------------------------------------------------------------------------

    def _card(self, painter: QPainter, look: CounterLook, at: QPointF) -> None:
        edge = theme.px(_EDGE)
        image = counter_image(look, side_of(self._sides, look.side), edge, self.devicePixelRatioF())
        whole = edge * (1 + 2 * BLEED)
        painter.drawImage(QRectF(at.x() - whole / 2, at.y() - whole / 2, whole, whole), image)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, kind in enumerate(self.kinds):
            if self.box(number).intersects(QRectF(event.rect())):
                self._kind(painter, number, kind)
        painter.end()

    def _kind(self, painter: QPainter, number: int, kind: Sequence[CounterLook]) -> None:
        box, top = self.box(number), self._top(number)
        held = self._held_of(kind)
        paint.rounded(
            painter, box, fill=theme.colour("sunken"), outline=theme.colour("edge"), radius=4
        )
        for k in reversed(range(min(len(kind), _CARDS))):
            self._card(painter, kind[k], top.center() + QPointF(k * _STEP, 0))
        if held:
            paint.rounded(painter, top.adjusted(-3, -3, 3, 3), outline=theme.colour("accent"),
                          width=3, radius=6)  # fmt: skip
        if self.hasFocus() and number == self.at:
            ring = box.adjusted(1, 1, -1, -1)
            paint.rounded(painter, ring, outline=theme.colour("focus"), width=2, radius=4)
        left, right = top.right() + _CARDS * _STEP, box.right() - 8
        beside = QRectF(left, box.top() + 6, right - left, box.height() - 12)
        align = Qt.AlignmentFlag.AlignRight
        if len(kind) > 1:
            count = QRectF(beside.left(), beside.top(), beside.width(), beside.height() * 0.4)
            paint.words(painter, count, str(len(kind)), role="title", align=align)
        if held:
            words = tr("{0} in hand").format(held)
            line = QRectF(beside.left(), beside.center().y(), beside.width(), beside.height() / 4)
            if len(kind) > 1:
                paint.words(painter, line, words, role="small-strong", ink="accent_text",
                            align=align)  # fmt: skip
        if self.digits and number < 9:
            key = QRectF(box.right() - 19, box.bottom() - 20, 16, 16)
            paint.words(painter, key, str(number + 1), role="small", ink="text2",
                        align=paint.CENTRE)  # fmt: skip


class CounterTray(QWidget):
    """Lies over the lower edge of the board while a question asks where counters shall go.

    *rest* is what does all that is left as proposed. ``lies_over(pixels)``: it takes so much.
    """

    lies_over = Signal(int)

    def __init__(self, model: TableModel, view: BoardView, rest: QWidget, board: QWidget) -> None:
        super().__init__(board)
        self._model, self._view, self._board = model, view, board
        self.proposed: Mapping[str, str] = {}
        """Where the rest as proposed would put which counters; they stand there palely."""
        ground(self, "tray")
        self.setAccessibleName(tr("Counters to place"))
        self.title = ElidedLine("", self, role="heading", grow=False, least=60)
        self.count = ElidedLine("", self, role="small", tone="text2", least=0)
        self.keys = ElidedLine("", self, role="small", tone="text3", least=0)
        self.row = KindRow(self)
        self._scroll = Scroller(self.row, self)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        head = QHBoxLayout()
        head.setContentsMargins(theme.S3, 0, theme.S2, 0)
        head.setSpacing(theme.S3)
        head.addWidget(self.title)
        head.addWidget(self.count)
        head.addStretch(1)
        head.addWidget(self.keys)
        head.addWidget(rest)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S1, theme.S1, theme.S1, theme.S1)
        column.setSpacing(theme.S1)
        column.addLayout(head)
        column.addWidget(self._scroll)
        self.row.picked.connect(self.pick)
        self.row.carried.connect(self._carry)
        self.row.menu_asked.connect(lambda piece, at: model.menu_asked.emit(piece, "", at))
        board.installEventFilter(self)
        view.lay(LIGHTS + 1, self._paint_proposed)
        model.changed.connect(self._propose)
        model.lit.connect(self._follow)
        model.asked.connect(self._follow)
        self.hide()

    def _propose(self) -> None:
        """Find out where the rest would go, once after each event."""
        self.proposed = {}
        found = self._model.interaction
        if found is not None and self._model.to_place and found.matter.proposes:
            self.proposed = where_proposed(self._model.session)
        self._view.update()

    def _paint_proposed(self, painter: QPainter, camera: Camera) -> None:
        """The proposed counters where they would stand, in piles, palely."""
        scene = self._view.scene()
        looks = {look.piece: look for look in self._model.look.counters}
        piles: dict[str, list[CounterLook]] = {}
        for piece, cell in self.proposed.items():
            if piece in looks and cell in scene.index.anchors:
                piles.setdefault(cell, []).append(looks[piece])
        edge = scene.edge * camera.scale
        whole = edge * (1 + 2 * BLEED)
        painter.setOpacity(_PALE)
        for cell, pile in piles.items():
            at = camera.to_view(scene.index.anchors[cell])
            for k, look in enumerate(cards := fanned(pile)):
                up = (len(cards) / 2 - 0.5 - k) * TAB / 100 * edge
                side = side_of(self._model.look.sides, look.side)
                image = counter_image(look, side, edge, self.devicePixelRatioF())
                box = QRectF(at.x() - whole / 2, at.y() - whole / 2 - up, whole, whole)
                painter.drawImage(box, image)
        painter.setOpacity(1.0)

    def _follow(self) -> None:
        model, found = self._model, self._model.interaction
        pieces = model.to_place if found is not None else ()
        looks = {look.piece: look for look in model.look.counters}
        kinds = alike([looks[piece] for piece in pieces if piece in looks])
        self.setVisible(bool(kinds))
        if not kinds or found is None:
            self.row.show_kinds((), (), (), digits=False)
            self.lies_over.emit(0)
            return
        held = found.hand or (pieces if found.ask.shape == "cells" else ())
        self.row.show_kinds(kinds, model.look.sides, held, digits=model.tray_has_digits)
        names = {side.id: side.name for side in model.look.sides}
        words = tr("{0}: to place").format(names.get(kinds[0][0].side, ""))
        self.title.set_words(words)
        count = shown(say_count("{n} counter", "{n} counters", n=sum(map(len, kinds))))
        self.count.set_words(count)
        keys = tr("Drag to a lit place, or click one")
        if model.tray_has_digits:
            keys = tr("1–9 take from the tray; drag, or click a lit place")
        if self.proposed:
            keys = " · ".join((tr("pale: as proposed"), keys))
        self.keys.set_words(keys)
        self._fit()

    def _fit(self) -> None:
        """Along the lower edge, as high as its boxes need, and two lines of them at most."""
        wide = self._board.width()
        self.row.resize(wide - 3 * theme.S3, self.row.height())
        lines = min(_LINES, max(1, self.row.lines()))
        self._scroll.setFixedHeight(lines * (theme.px(_TALL) + _GAP) + _HEAD)
        tall = self.layout().sizeHint().height()
        self.setGeometry(0, self._board.height() - tall, wide, tall)
        self.raise_()
        self.lies_over.emit(tall)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent) and not self.isHidden():
            self._fit()
        return super().eventFilter(watched, event)

    # ---- hands ----------------------------------------------------------------------------------

    def pick_number(self, number: int) -> bool:
        """A digit: take from the box with this number; whether the digit is the tray's."""
        if self.isHidden() or not self.row.digits or not number:
            return False
        if number <= len(self.row.kinds):
            self.pick(self.row.ids()[number - 1])
        else:
            self._model.say(tr("There is no box {0} in the tray").format(number), "text2")
        return True

    def pick(self, first: str) -> None:
        """Take one of the box that begins with this piece; again: one more, as far as they go."""
        found = self._model.interaction
        kind = next(([one.piece for one in k] for k in self.row.kinds if k[0].piece == first), [])
        if not isinstance(found, PathInteraction) or not kind:
            return
        adds = bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier)
        held = [one for one in found.picked if adds or one in kind]
        fresh = next((one for one in kind if one not in held), "")
        if fresh and len(held) < found.ask.most:
            found.pick_all([*held, fresh])
            if held and not found.somewhere:
                found.pick_all([fresh] if not adds else held)
        else:
            found.pick_all([kind[0]])
        self._model.show_interaction()

    def _carry(self, first: str, where: object, alone: bool) -> None:
        """Counters were let go of on the screen: what is in hand of the box, else one."""
        found = self._model.interaction
        kind = next(([one.piece for one in k] for k in self.row.kinds if k[0].piece == first), [])
        held = tuple(found.hand) if found is not None and not alone else ()
        pieces = held if any(one in kind for one in held) else tuple(kind[:1])
        self._model.carried.emit(pieces, where)
