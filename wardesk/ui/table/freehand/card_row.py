"""Cards side by side, to be picked, opened by a menu, played and carried."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from wardesk.model.look import CardLook
from wardesk.render.colours import mix, tinted_ink
from wardesk.render.counters.pictures import counter_picture, paint_picture
from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.carried_row import CarriedRow
from wardesk.words import tr

WIDE, TALL, GAP, RISE = 98, 112, 10, 9
"""Of one card in px, the room between two, and how far a picked one stands out."""
_PLAIN = "#f3ead6"
_CARRIED = 0.7
"""Size of a card under the pointer, of its own."""


def paint_card(painter: QPainter, look: CardLook, box: QRectF, *, number: str = "") -> None:
    """One card in *box*: its picture, or title and text; its back where nobody may know it.

    *number* is the key that picks it.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if not look.id:
        _paint_back(painter, box)
        return
    ground = QColor(mix(look.colour or _PLAIN, "#ffffff", 0.35))
    edge = QColor(mix(look.colour or _PLAIN, "#000000", 0.45))
    paint.rounded(painter, box, fill=ground, outline=edge, radius=7, width=1.4)
    image = counter_picture(look.picture)
    if image is not None:
        paint_picture(painter, image, box.adjusted(4, 4, -4, -4))
    else:
        _paint_words(painter, look, box, QColor(tinted_ink(ground.name())), bool(number))
    if number:
        cap = QRectF(0, 0, 20, 18)
        cap.moveCenter(QPointF(box.center().x(), box.bottom() - 14))
        paint.rounded(painter, cap, fill=ground, radius=4)
        paint.key_cap(painter, cap, number, QColor(tinted_ink(ground.name())))


def _paint_words(
    painter: QPainter, look: CardLook, box: QRectF, ink: QColor, numbered: bool
) -> None:
    inner = box.adjusted(7, 8, -7, -26 if numbered else -8)
    wrap = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
    painter.save()
    painter.setClipRect(inner)
    painter.setPen(ink)
    painter.setFont(theme.font("small-strong"))
    painter.drawText(inner, wrap, look.title)
    height = painter.fontMetrics().boundingRect(inner.toRect(), wrap, look.title).height()
    painter.setFont(theme.font("tiny"))
    room = inner.adjusted(0, height + 6, 0, 0)
    painter.drawText(room, wrap, whole_lines(look.text, painter.fontMetrics(), room))
    painter.restore()


def whole_lines(text: str, metrics: QFontMetrics, room: QRectF) -> str:
    """As many words of *text* as fit into *room* in whole lines; the tip has all of them."""

    def fits(words: str) -> bool:
        wrap = int(Qt.TextFlag.TextWordWrap)
        return metrics.boundingRect(room.toRect(), wrap, words).height() <= room.height()

    if fits(text):
        return text
    words = text.split()
    while words and not fits(f"{' '.join(words)} …"):
        words.pop()
    return f"{' '.join(words)} …"


def _paint_back(painter: QPainter, box: QRectF) -> None:
    """A back tells nothing, not even of which deck."""
    paint.rounded(painter, box, fill=theme.colour("sunken"), outline=theme.colour("edge"), radius=7)
    inner = box.adjusted(8, 8, -8, -8)
    paint.rounded(painter, inner, outline=theme.colour("line"), radius=4, width=1.5)
    paint.words(painter, inner, "?", role="title", ink="text3", align=paint.CENTRE)


class CardRow(CarriedRow):
    """``played(card)``: Enter or a double click; ``discarded(card)``: Delete.

    One that is carried away with Alt held lands face down. Cards lie closer together where they
    would not fit.
    """

    played = Signal(str)
    discarded = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.looks: tuple[CardLook, ...] = ()
        self._chosen = ""

    def sizeHint(self) -> QSize:
        return QSize(max(1, len(self.looks)) * (WIDE + GAP) - GAP, TALL + RISE)

    def minimumSizeHint(self) -> QSize:
        return QSize(WIDE, TALL + RISE)

    def show_cards(self, looks: Sequence[CardLook]) -> None:
        """Show other cards; the picked one stays picked while it is there."""
        self.looks = tuple(looks)
        if self._chosen not in self.ids():
            self._chosen = ""
        self.things_changed()
        self.updateGeometry()

    @property
    def chosen(self) -> str:
        """The card that was picked; empty for none."""
        return self._chosen

    # ---- what lies here -------------------------------------------------------------------------

    def ids(self) -> Sequence[str]:
        return [look.id for look in self.looks]

    def told(self, number: int) -> str:
        look = self.looks[number]
        if not look.id:
            return tr("a card face down")
        return f"{look.title}: {look.text}" if look.text else look.title

    def nothing_told(self) -> str:
        return tr("no cards")

    def _step(self) -> float:
        if len(self.looks) < 2:
            return WIDE + GAP
        return min(WIDE + GAP, (self.width() - WIDE) / (len(self.looks) - 1))

    def box(self, number: int) -> QRectF:
        up = self.looks[number].id and self.looks[number].id == self._chosen
        return QRectF(number * self._step(), 0 if up else RISE, WIDE, TALL - 1)

    def handle(self, number: int) -> QPointF:
        return self.box(number).topLeft() + QPointF(min(12, self._step() / 2), 30)

    def ghost_size(self) -> QSize:
        return QSize(round(WIDE * _CARRIED), round(TALL * _CARRIED))

    def paint_ghost(self, painter: QPainter, number: int) -> None:
        painter.scale(_CARRIED, _CARRIED)
        paint_card(painter, self.looks[number], QRectF(1, 1, WIDE - 2, TALL - 2))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        for number, look in enumerate(self.looks):
            box = self.box(number)
            paint_card(painter, look, box, number=str(number + 1) if number < 9 else "")
            if look.id and look.id == self._chosen:
                accent = theme.colour("accent")
                paint.rounded(painter, box, outline=accent, radius=7, width=2.5)
            if self.hasFocus() and number == self.at:
                ring = theme.colour("focus")
                inner = box.adjusted(3, 3, -3, -3)
                paint.rounded(painter, inner, outline=ring, radius=5, width=2)
        painter.end()

    # ---- hands and keys -------------------------------------------------------------------------

    def choose(self, number: int) -> None:
        """Pick the card in this place; the picked one is put back."""
        if 0 <= number < len(self.looks) and self.looks[number].id:
            card = self.looks[number].id
            self.at, self._chosen = number, "" if card == self._chosen else card
            self.things_changed()
            self.picked.emit(self._chosen)

    def enter(self, number: int) -> None:
        self.played.emit(self.looks[number].id)

    def other_key(self, event: QKeyEvent, number: int) -> bool:
        here = self.looks[number].id if self.looks else ""
        if event.text().isdecimal() and 0 < int(event.text()) <= len(self.looks):
            self.choose(int(event.text()) - 1)
        elif event.key() == Qt.Key.Key_Space and here:
            self.choose(number)
        elif event.key() == Qt.Key.Key_Delete and here:
            self.discarded.emit(here)
        else:
            return False
        return True
