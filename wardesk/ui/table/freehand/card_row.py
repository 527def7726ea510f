"""Cards side by side, to be picked, opened by a menu, played and carried."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QCursor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
)
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from wardesk.model.look import CardLook
from wardesk.render.colours import mix, tinted_ink
from wardesk.render.counters.pictures import counter_picture, paint_picture
from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.words import tr

WIDE, TALL, GAP, RISE = 98, 112, 10, 9
"""Of one card in px, the room between two, and how far a picked one stands out."""
_PLAIN = "#f3ead6"


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
    painter.drawText(inner.adjusted(0, height + 6, 0, 0), wrap, look.text)
    painter.restore()


def _paint_back(painter: QPainter, box: QRectF) -> None:
    """A back tells nothing, not even of which deck."""
    paint.rounded(painter, box, fill=theme.colour("sunken"), outline=theme.colour("edge"), radius=7)
    inner = box.adjusted(8, 8, -8, -8)
    paint.rounded(painter, inner, outline=theme.colour("line"), radius=4, width=1.5)
    paint.words(painter, inner, "?", role="title", ink="text3", align=paint.CENTRE)


class CardRow(QWidget):
    """``picked(card)``, ``played(card)``: Enter or a double click; ``discarded(card)``: Delete.

    ``menu_asked(card, where)``, and ``carried(card, where, face_down)`` for one let go of
    elsewhere on the screen. Cards lie closer together where they would not fit.
    """

    picked = Signal(str)
    played = Signal(str)
    discarded = Signal(str)
    menu_asked = Signal(str, QPoint)
    carried = Signal(str, QPoint, bool)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.looks: tuple[CardLook, ...] = ()
        self._at = 0
        self._chosen = ""
        self._from: QPoint | None = None
        self._card = ""
        self._dragging = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:
        return QSize(max(1, len(self.looks)) * (WIDE + GAP) - GAP, TALL + RISE)

    def minimumSizeHint(self) -> QSize:
        return QSize(WIDE, TALL + RISE)

    def show_cards(self, looks: Sequence[CardLook]) -> None:
        """Show other cards; the picked one stays picked while it is there."""
        self.looks = tuple(looks)
        self._at = max(0, min(self._at, len(self.looks) - 1))
        if self._chosen not in [look.id for look in self.looks]:
            self._chosen = ""
        self._speak()
        self.updateGeometry()
        self.update()

    @property
    def chosen(self) -> str:
        """The card that was picked; empty for none."""
        return self._chosen

    def _speak(self) -> None:
        look = self.looks[self._at] if self.looks else None
        words = f"{look.title}: {look.text}" if look is not None and look.text else ""
        title = look.title if look is not None and look.id else tr("a card face down")
        self.setAccessibleDescription(words or (title if look is not None else tr("no cards")))

    # ---- where they lie -------------------------------------------------------------------------

    def _step(self) -> float:
        if len(self.looks) < 2:
            return WIDE + GAP
        return min(WIDE + GAP, (self.width() - WIDE) / (len(self.looks) - 1))

    def box(self, number: int) -> QRectF:
        """Where a card lies."""
        up = self.looks[number].id and self.looks[number].id == self._chosen
        return QRectF(number * self._step(), 0 if up else RISE, WIDE, TALL - 1)

    def place(self, card: str) -> QPoint:
        """Where a card can be clicked."""
        number = next(k for k, look in enumerate(self.looks) if look.id == card)
        return (self.box(number).topLeft() + QPointF(min(12, self._step() / 2), 30)).toPoint()

    def _under(self, point: QPointF) -> int:
        for number in reversed(range(len(self.looks))):
            if self.box(number).contains(point):
                return number
        return -1

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        for number, look in enumerate(self.looks):
            box = self.box(number)
            paint_card(painter, look, box, number=str(number + 1) if number < 9 else "")
            if look.id and look.id == self._chosen:
                accent = theme.colour("accent")
                paint.rounded(painter, box, outline=accent, radius=7, width=2.5)
            if self.hasFocus() and number == self._at:
                ring = theme.colour("focus")
                inner = box.adjusted(3, 3, -3, -3)
                paint.rounded(painter, inner, outline=ring, radius=5, width=2)
        painter.end()

    # ---- hands and keys -------------------------------------------------------------------------

    def pick(self, number: int) -> None:
        """Pick the card in this place; the picked one is put back."""
        if 0 <= number < len(self.looks) and self.looks[number].id:
            self._at = number
            card = self.looks[number].id
            self._chosen = "" if card == self._chosen else card
            self._speak()
            self.update()
            self.picked.emit(self._chosen)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number = self._under(QPointF(event.pos()))
            look = self.looks[number] if number >= 0 else None
            words = f"{look.title}\n{look.text}".strip() if look is not None else ""
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        here = self.looks[self._at].id if self.looks else ""
        if step and self.looks:
            self._at = max(0, min(self._at + step, len(self.looks) - 1))
            self._speak()
            self.update()
        elif event.text().isdecimal() and 0 < int(event.text()) <= len(self.looks):
            self.pick(int(event.text()) - 1)
        elif event.key() == Qt.Key.Key_Space and here:
            self.pick(self._at)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and here:
            if not event.isAutoRepeat():
                self.played.emit(here)
        elif event.key() == Qt.Key.Key_Delete and here:
            self.discarded.emit(here)
        elif event.key() == Qt.Key.Key_Menu and here:
            self.menu_asked.emit(here, self.mapToGlobal(self.place(here)))
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._under(event.position())
        self._card = self.looks[number].id if number >= 0 else ""
        self._from, self._dragging = event.position().toPoint(), False
        if number >= 0:
            self._at = number
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is None or not self._card or self._dragging:
            return
        if not event.buttons() & Qt.MouseButton.LeftButton:
            return
        far = (event.position().toPoint() - self._from).manhattanLength()
        if far >= QApplication.startDragDistance():
            self._dragging = True
            self.setCursor(self._carrying())

    def _carrying(self) -> QCursor:
        look = next(one for one in self.looks if one.id == self._card)
        picture = QPixmap(QSize(WIDE, TALL))
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setOpacity(0.85)
        paint_card(painter, look, QRectF(1, 1, WIDE - 2, TALL - 2))
        painter.end()
        return QCursor(picture.scaledToHeight(80, Qt.TransformationMode.SmoothTransformation))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        card, dragged = self._card, self._dragging
        self._from, self._card, self._dragging = None, "", False
        self.unsetCursor()
        where = event.globalPosition().toPoint()
        if not card:
            return
        if dragged:
            down = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
            self.carried.emit(card, where, down)
        elif event.button() == Qt.MouseButton.RightButton:
            self.menu_asked.emit(card, where)
        else:
            self.pick(self._at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        number = self._under(event.position())
        if number >= 0 and self.looks[number].id:
            self.played.emit(self.looks[number].id)
