"""The cards of the home screen, each one control painted whole, and the packs that are broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePath
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from wardesk.services.packs.shelf import BrokenPack, can_forget
from wardesk.ui import theme
from wardesk.ui.icons import paint_icon
from wardesk.ui.language import explained
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.picture import PictureView, covering
from wardesk.ui.widgets.text import ElidedLine, Label, two_lines
from wardesk.words import tr

_SIGN, _BETWEEN = 17, 10
"""Px of a sign with the air behind it, and between what one card says and the next."""


@dataclass(frozen=True)
class ContinueCard:
    """Something that was left open. *waits_for* is a sentence, *when* in words ("yesterday")."""

    title: str
    subtitle: str
    waits_for: str
    when: str
    path: str
    thumbnail: QImage | None = field(default=None, compare=False)
    icon: str = "table"
    can: tuple[Literal["rename", "delete"], ...] = ()
    """What can be done with it here besides going on."""
    shares: tuple[tuple[str, float, str], ...] = ()
    """Of a game that runs: as of its scenario, how the chances stood when it began."""

    @property
    def words(self) -> str:
        """What a search looks at."""
        file = PurePath(self.path).stem
        return " ".join((self.title, self.subtitle, self.waits_for, self.when, file))


@dataclass(frozen=True)
class ScenarioCard:
    """A scenario that can be started. *complexity* runs from 1 to 5."""

    id: str
    title: str
    game: str
    grid: str
    """Kind of map in the plural: "sectors", "squares", "hexes"."""
    players: str
    length: str
    complexity: int
    rebuilt: bool = False
    thumbnail: QImage | None = field(default=None, compare=False)
    campaign: bool = False
    """A campaign over many scenarios, not a scenario."""
    shares: tuple[tuple[str, float, str], ...] = ()
    """Side, which part of the games it won, script against script, and the slot of its colour."""
    seat: str = ""
    """The side that one person should take; empty where it does not matter."""


class _Card(QPushButton):
    """A focusable painted card; Enter opens it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(220, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.ignore()  # The home screen walks through the cards.
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def draw(self, painter: QPainter, box: QRectF) -> None:
        """Paint what stands on the card."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        box, radius = QRectF(self.rect()), theme.CARD_RADIUS
        edge = theme.colour("accent" if self.underMouse() or self.isDown() else "line")
        paint.rounded(painter, box, fill=theme.colour("surface"), outline=edge, radius=radius)
        self.draw(painter, box)
        if self.hasFocus():
            paint.rounded(painter, box, outline=theme.colour("focus"), width=2, radius=radius)
        painter.end()

    def _picture(
        self, painter: QPainter, image: QImage | None, box: QRectF, clip: QPainterPath,
        usual: str = "map",
    ) -> None:  # fmt: skip
        """The thumbnail, scaled to cover *box* and cut by *clip*; a quiet icon without one."""
        if not covering(painter, image, box, clip):
            where = QRectF(0, 0, 28, 28)
            where.moveCenter(box.center())
            paint_icon(painter, usual, where, "text3")


def _percent(side: str, share: float) -> str:
    return tr("{0} {1} %").format(side, round(100 * share))


def _share_bar(painter: QPainter, bar: QRectF, shares: Sequence[tuple[str, float, str]]) -> None:
    """How often each side won, with a mark in the middle."""
    painter.fillRect(bar, theme.colour("sunken"))
    x = bar.left()
    for _, share, slot in shares:
        part = QRectF(x, bar.top(), bar.width() * share, bar.height())
        painter.fillRect(part, theme.colour(f"side_{slot}"))
        x = part.right()
    middle = QRectF(bar.center().x() - 0.5, bar.top() - 2, 1, bar.height() + 4)
    painter.fillRect(middle, theme.colour("text"))


def _elided(words: str, role: str, width: float) -> str:
    metrics = QFontMetricsF(theme.font(role))
    return metrics.elidedText(words, Qt.TextElideMode.ElideRight, width)


class ContinueTile(_Card):
    """Thumbnail, what it is, what it waits for, when it was touched.

    ``rename_asked()`` and ``delete_asked()`` by the menu, by F2 and by Delete.
    """

    rename_asked = Signal()
    delete_asked = Signal()

    def __init__(
        self, card: ContinueCard, parent: QWidget | None = None, *, first: bool = False
    ) -> None:
        super().__init__(parent)
        self.card, self._first = card, first
        told = ""
        if card.shares:
            won = ", ".join(_percent(name, share) for name, share, _ in card.shares)
            told = tr("At its start, script against script: {0}").format(won)
        said = tr("Continue {0}. {1} {2}").format(card.title, card.waits_for, card.when)
        self.setAccessibleName(f"{said}. {told}" if told else said)
        self.setToolTip("\n".join(filter(None, (card.waits_for, told))))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.addAction(tr("Continue"), self.click)
        if "rename" in self.card.can:
            menu.addAction(tr("Rename…") + "\tF2", self.rename_asked.emit)
        if "delete" in self.card.can:
            menu.addAction(tr("Delete") + "\tDel", self.delete_asked.emit)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        asked = {
            Qt.Key.Key_F2: ("rename", self.rename_asked),
            Qt.Key.Key_Delete: ("delete", self.delete_asked),
        }
        deed, signal = asked.get(Qt.Key(event.key()), ("", None))
        signal = signal if deed in self.card.can else None
        if signal is not None and not event.isAutoRepeat():
            signal.emit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(300, 36 + theme.px(100))

    def draw(self, painter: QPainter, box: QRectF) -> None:
        card = self.card
        picture = QRectF(12, 12, min(132.0, box.width() * 0.34), box.height() - 24)
        if card.shares:
            picture.setHeight(picture.height() - theme.px(26))
            below = QRectF(picture.left(), picture.bottom() + 5, picture.width(), theme.px(24))
            self._start(painter, below)
        clip = QPainterPath()
        clip.addRoundedRect(picture, 6, 6)
        usual = "campaign" if card.icon == "campaign" else "map"
        self._picture(painter, card.thumbnail, picture, clip, usual)
        left = picture.right() + 16
        width = box.right() - 16 - left
        paint_icon(painter, card.icon, QRectF(left, 12 + theme.px(11) - 8, 16, 16), "text2")
        title = QRectF(left + 22, 12, width - 22, theme.px(22))
        paint.words(painter, title, _elided(card.title, "heading", title.width()), role="heading")
        y = 12.0 + theme.px(26)
        if card.subtitle:
            shown = _elided(card.subtitle, "small", width)
            paint.words(
                painter, QRectF(left, y, width, theme.px(17)), shown, role="small", ink="text3"
            )
            y += theme.px(18)
        for line in two_lines(card.waits_for, "small", width):
            paint.words(
                painter, QRectF(left, y, width, theme.px(17)), line, role="small", ink="text2"
            )
            y += theme.px(16)
        self._foot(painter, left, width, box)

    def _start(self, painter: QPainter, box: QRectF) -> None:
        """How the chances stood when it began: a bar and its figures."""
        _share_bar(painter, QRectF(box.left(), box.top(), box.width(), 5), self.card.shares)
        figures = " : ".join(str(round(100 * share)) for _, share, _ in self.card.shares)
        words = _elided(tr("at its start {0}").format(figures), "tiny", box.width())
        line = QRectF(box.left(), box.top() + 7, box.width(), box.height() - 7)
        paint.words(painter, line, words, role="tiny", ink="text2")

    def _foot(self, painter: QPainter, left: float, width: float, box: QRectF) -> None:
        words = tr("Continue") if self._first else tr("Open", "ContinueTile")
        role = "small-strong"
        cap = paint.key_width("Enter")
        length = paint.advance(words, role) + 20
        # The date is a fact and is never cut; the key cap only helps.
        if (
            not self.hasFocus()
            or length + cap + 24 + paint.advance(self.card.when, "small") > width
        ):
            cap = 0
        length += cap + 8 if cap else 0
        height = max(26, theme.px(26))
        button = QRectF(left, box.bottom() - 12 - height, length, height)
        solid = self._first
        paint.rounded(
            painter,
            button,
            fill=theme.colour("accent" if solid else "surface"),
            outline=None if solid else theme.colour("edge"),
        )
        ink = theme.colour("on_accent" if solid else "text")
        label = button.adjusted(10, 0, 0, 0)
        paint.words(painter, label, words, role=role, ink=ink)
        if cap:
            key_height = theme.px(18)
            where = QRectF(
                button.right() - cap - 8, button.center().y() - key_height / 2, cap, key_height
            )
            paint.key_cap(painter, where, "Enter", ink)
        room = left + width - button.right() - 8
        when = QRectF(button.right() + 8, button.top(), room, height)
        shown = _elided(self.card.when, "small", when.width())
        paint.words(painter, when, shown, role="small", ink="text3", align=paint.RIGHT)


class ScenarioTile(_Card):
    """Map thumbnail, title, game and grid, players, length, what was rebuilt, complexity.

    ``map_asked()``: by the menu or the key E somebody wants to draw on the map.
    ``clinic_asked()``: by the menu or the key P somebody wants to lay a position out.
    """

    map_asked = Signal()
    clinic_asked = Signal()

    def __init__(self, card: ScenarioCard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.show_card(card)

    def show_card(self, card: ScenarioCard) -> None:
        """Show another state of the same scenario; a menu that is open over it stays."""
        self.card = card
        self.update()
        said = tr("{0}. {1}, {2}. Players {3}, length {4}, complexity {5} of 5").format(
            card.title, card.game, card.grid, card.players, card.length, card.complexity
        )
        tip, rebuilt = tr("Complexity {0} of 5").format(card.complexity), tr("rebuilt parts")
        told = [rebuilt] if card.rebuilt else []
        if card.shares:
            won = ", ".join(_percent(name, share) for name, share, _ in card.shares)
            told.append(tr("script against script won: {0}").format(won))
        told.append(self._seat_words())
        told = [one for one in told if one]
        self.setAccessibleName(", ".join((said, *told)))
        self.setToolTip(", ".join((tip, *told)))

    def _seat_words(self) -> str:
        """Where one person should sit."""
        if self.card.seat:
            return tr("alone: {0}").format(self.card.seat)
        return tr("either side") if self.card.shares else ""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        if self.card.campaign:
            menu.addAction(tr("New campaign…"), self.click)
        else:
            menu.addAction(tr("Play…"), self.click)
            menu.addAction(tr("Draw on its map") + "\tE", self.map_asked.emit)
            menu.addAction(tr("Position clinic…") + "\tP", self.clinic_asked.emit)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_E and not event.modifiers() and not self.card.campaign:
            self.map_asked.emit()
        elif event.key() == Qt.Key.Key_P and not event.modifiers() and not self.card.campaign:
            self.clinic_asked.emit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(240, 136 + theme.px(72 + 40))

    def draw(self, painter: QPainter, box: QRectF) -> None:
        picture = box.adjusted(1, 1, -1, 0)
        picture.setHeight(124)
        clip = QPainterPath()
        # Rounded above, straight below: the lower corners lie outside the picture.
        clip.addRoundedRect(picture.adjusted(0, 0, 0, 20), 9, 9)
        below = QPainterPath()
        below.addRect(picture)
        usual = "campaign" if self.card.campaign else "map"
        self._picture(painter, self.card.thumbnail, picture, clip.intersected(below), usual)
        left, width = 16.0, box.width() - 32
        y = picture.bottom() + 9
        title = _elided(self.card.title, "heading", width)
        paint.words(painter, QRectF(left, y, width, theme.px(20)), title, role="heading")
        words = _elided(f"{self.card.game} · {self.card.grid}", "small", width)
        paint.words(
            painter,
            QRectF(left, y + theme.px(20), width, theme.px(18)),
            words,
            role="small",
            ink="text2",
        )
        self._facts(painter, left, y + theme.px(42), width)
        self._chances(painter, left, y + theme.px(66), width)

    def _chances(self, painter: QPainter, left: float, y: float, width: float) -> None:
        """How often each side won, as a bar, and the seat that is recommended."""
        if not self.card.shares:
            return
        _share_bar(painter, QRectF(left, y, width, 7), self.card.shares)
        high, row = theme.px(17), y + 9
        (first, one, _), (second, two, _) = self.card.shares[0], self.card.shares[-1]
        below = QRectF(left, row, width, high)
        paint.words(painter, below, _percent(first, one), role="small", ink="text2")
        paint.words(painter, below, _percent(second, two), role="small", ink="text2",
                    align=paint.RIGHT)  # fmt: skip
        seat = self._seat_words()
        taken = paint.advance(_percent(first, one), "small") + paint.advance(
            _percent(second, two), "small"
        )
        if taken + paint.advance(seat, "small-strong") + 24 <= width:
            paint.words(painter, below, seat, role="small-strong", align=paint.CENTRE)

    def _facts(self, painter: QPainter, left: float, y: float, width: float) -> None:
        """What has room with its words; a sign alone says nothing, the tooltip says all."""
        card, x, room = self.card, left, left + width - 34
        facts = [("person", card.players), ("clock", card.length)]
        if card.rebuilt:
            facts.append(("pencil", tr("rebuilt parts")))
        for icon, words in facts:
            wide = paint.advance(words, "small")
            if x + _SIGN + wide > room:
                break
            paint_icon(painter, icon, QRectF(x, y + theme.px(9) - 7, 14, 14), "text2")
            at = QRectF(x + _SIGN, y, wide + 2, theme.px(18))
            paint.words(painter, at, words, role="small", ink="text2")
            x += _SIGN + wide + _BETWEEN
        for k in range(5):
            height = 4 + 2 * k
            bar = QRectF(left + width - 28 + 6 * k, y + theme.px(15) - height, 4, height)
            lit = k < card.complexity
            paint.rounded(painter, bar, fill=theme.colour("accent" if lit else "line"), radius=1)


class CardsSkeleton(PictureView):
    """Stands where the cards will be while they are read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tall = 136 + theme.px(72)
        words = Label(tr("Reading packs and games…"), self, role="small", tone="text2")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, self._tall + theme.S3, 0, 0)
        column.addWidget(words)
        theme.switch().changed.connect(self.update)

    def draw(self, painter: QPainter, box: QRectF) -> None:
        count = max(1, int(box.width() + theme.S4) // (260 + theme.S4))
        wide = (box.width() - (count - 1) * theme.S4) / count
        grey, edge = theme.colour("sunken"), theme.colour("line")
        for k in range(count):
            box = QRectF(k * (wide + theme.S4), 0, wide, self._tall)
            radius = theme.CARD_RADIUS
            paint.rounded(painter, box, fill=theme.colour("surface"), outline=edge, radius=radius)
            picture = box.adjusted(1, 1, -1, 0)
            picture.setHeight(124)
            paint.rounded(painter, picture, fill=grey, radius=radius)
            for line, share in enumerate((0.55, 0.8, 0.4)):
                at = box.left() + 16, picture.bottom() + 14 + line * theme.px(20)
                bar = QRectF(*at, (wide - 32) * share, theme.px(10))
                paint.rounded(painter, bar, fill=grey, radius=4)


class BrokenPacks(QWidget):
    """``forget_asked(folder)`` and ``again_asked()``. Hidden while nothing is broken."""

    forget_asked = Signal(str)
    again_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, theme.S4, 0, 0)
        self._column.setSpacing(theme.S2)
        self._rows: list[QWidget] = []
        self.hide()

    def show_packs(self, packs: Sequence[BrokenPack]) -> None:
        """Show these and no others."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = [self._row(pack) for pack in packs]
        if packs:
            head = Label(tr("Packs that WarDesk cannot open"), self, role="title")
            self._rows.insert(0, head)
        for row in self._rows:
            self._column.addWidget(row)
            row.show()
        self.setVisible(bool(packs))

    def _row(self, pack: BrokenPack) -> QWidget:
        card = QFrame(self)
        card.setObjectName("card")
        card.setAccessibleName(tr("WarDesk cannot open {0}").format(pack.title))
        error = explained(pack.error)
        card.setAccessibleDescription(str(error))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(ElidedLine(pack.title, card, role="strong"))
        words.addWidget(Label(error.message, card, role="small", wrap=True))
        if error.advice:
            words.addWidget(Label(error.advice, card, role="small", tone="text2", wrap=True))
        again = Button(tr("Look again"), card)
        again.clicked.connect(self.again_asked)
        row = QHBoxLayout(card)
        row.setContentsMargins(theme.S4, theme.S3, theme.S3, theme.S3)
        row.setSpacing(theme.S3)
        row.addWidget(Glyph("warning", card, tone="warn", size=18))
        row.addLayout(words, 1)
        row.addWidget(again)
        if can_forget(pack.folder):
            forget = Button(tr("Forget it"), card)
            forget.setToolTip(tr("Take it off this list; the folder stays"))
            forget.clicked.connect(partial(self._forget, pack.folder))
            row.addWidget(forget)
        return card

    def _forget(self, folder: str, _on: bool = False) -> None:
        self.forget_asked.emit(folder)
