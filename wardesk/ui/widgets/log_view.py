"""The log: newest at the bottom, follows only if it was there already; click a line to go to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from wardesk.ui import theme
from wardesk.ui.icons import paint_icon
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.log_model import LINE_ROLE, LogLine, LogModel
from wardesk.words import tr

Index = QModelIndex | QPersistentModelIndex


_SIDE, _ICON, _GAP = 6, 16, 8
_TEXT_AT = _SIDE + _ICON + _GAP
"""Px from the left edge of a row to its words."""
TEXT_WIDTH = 240
"""Px that every line of news has; whoever writes one keeps within them."""


def _cite_boxes(line: LogLine, row: QRectF) -> list[tuple[str, QRectF]]:
    """Rule numbers with their places, from the right edge leftwards, at most two."""
    right, result = row.right() - 4, []
    middle = row.bottom() - _LINE_GAP - _line_height("small") / 2
    if not line.how:
        middle = row.center().y()
    for number in reversed(line.cites[:2]):
        width = paint.advance(number, "small") + 8
        result.append((number, QRectF(right - width, middle - 10, width, 20)))
        right -= width + 2
    return result


_LOOKS = QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus
"""What of the state of a row can be seen."""
_LINE_GAP = 4
"""Px above the first and below the last line of a row."""


def _line_height(role: str) -> float:
    return theme.px({"strong": 18, "small": 16}[role])


def _broken(text: str, role: str, width: float) -> list[str]:
    """*text* in as many lines as it needs in *width* px; a word is never cut."""
    if paint.advance(text, role) <= width:
        return [text] if text else []
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and paint.advance(longer, role) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


class _NewsPainter(QStyledItemDelegate):
    """Draws news: kind and outcome, below it how and rule numbers; overrides in plum with scales.

    Words that are too long for a line are broken, not cut.
    """

    cite_clicked = Signal(str)

    def __init__(self, parent: LogView, summary: Callable[[str], str]) -> None:
        super().__init__(parent)
        self._view, self._summary = parent, summary
        self._sizes: dict[int, tuple[LogLine, QSize]] = {}
        """By row, with the line that it is of."""
        self._room = (0, 0)
        """Width and text size that the sizes are for."""
        self._pictures = paint.Pictures(64)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        # Asked for every line after each answer: what is known must be found at once.
        row = index.row()
        known, line = self._sizes.get(row), self._view.lines.at(row)
        if known is not None and known[0] is line:
            return known[1]
        width = self._room[0] or self._view.viewport().width()
        high = theme.px(24) if line.heading else self._height(line, QRectF(0, 0, width, 0))
        self._sizes[row] = (line, QSize(160, high))
        return self._sizes[row][1]

    def fit(self, width: int) -> None:
        """The lines are so wide now, px: all that is known of their heights may be wrong."""
        if self._room != (width, theme.text_size()):
            self._room = (width, theme.text_size())
            self._sizes.clear()

    def _height(self, line: LogLine, row: QRectF) -> int:
        heads, hows = self._lines(line, row)
        high = len(heads) * _line_height("strong") + len(hows) * _line_height("small")
        return max(theme.ROW_HEIGHT, round(high + 2 * _LINE_GAP))

    def _lines(self, line: LogLine, row: QRectF) -> tuple[list[str], list[str]]:
        """Outcome and how, broken; the rule number stands beside the last line."""
        wide = row.width() - _TEXT_AT - 4
        boxes = _cite_boxes(line, row)
        beside = wide - (row.right() - boxes[-1][1].left() if boxes else 0)
        heads = _broken(line.words, "strong", wide if line.how else beside)
        return heads, _broken(line.how, "small", beside)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        # A new line moves all others: they are painted once, and moved as pictures.
        line, box = self._view.lines.at(index.row()), option.rect  # type: ignore[attr-defined]
        now = self._view.lines.current == line.number and not line.heading
        state = option.state & _LOOKS  # type: ignore[attr-defined]
        whole = partial(self._paint, line, QRectF(box), now, state)
        ground = theme.colour("surface")
        self._pictures.draw(painter, box, (line, now, state), whole, ground)

    def _paint(
        self, line: LogLine, row: QRectF, now: bool, state: QStyle.StateFlag, painter: QPainter
    ) -> None:
        painter.save()
        if line.heading:
            painter.fillRect(row, theme.colour("sunken"))
            words = row.adjusted(_SIDE, 0, -4, 0)
            paint.words(painter, words, line.words, role="small-strong", ink="text2")
            painter.restore()
            return
        self._ground(painter, row, state, now, line.override)
        top = row.top() + _LINE_GAP
        icon = QRectF(row.left() + _SIDE, top + 1, _ICON, _ICON)
        paint_icon(painter, *self._sign(line, icon))
        heads, hows = self._lines(line, row)
        strong = "text3" if line.gone else "umpire_text" if line.override else "text"
        if not hows and len(heads) == 1:
            top = row.center().y() - _line_height("strong") / 2
        for role, ink, lines in (("strong", strong, heads), ("small", "text2", hows)):
            for words in lines:
                box = QRectF(row.left() + _TEXT_AT, top, row.width(), _line_height(role))
                paint.words(painter, box, words, role=role, ink=ink)
                if line.gone:
                    y, right = box.center().y(), box.left() + paint.advance(words, role)
                    painter.setPen(QPen(theme.colour("text3"), 1))
                    painter.drawLine(QPointF(box.left(), y), QPointF(right, y))
                top += _line_height(role)
        for cite, box in _cite_boxes(line, row):
            inner = box.adjusted(0, 0, 0, -2)
            paint.words(painter, inner, cite, role="small", ink="accent_text", align=paint.CENTRE)
            painter.setPen(QPen(theme.colour("accent_text"), 1, Qt.PenStyle.DotLine))
            y = box.bottom() - 1
            painter.drawLine(QPointF(box.left() + 4, y), QPointF(box.right() - 4, y))
        painter.restore()

    def _sign(self, line: LogLine, box: QRectF) -> tuple[str, QRectF, str]:
        return ("scales", box, "umpire_text") if line.override else (line.icon, box, line.tone)

    def _ground(
        self, painter: QPainter, row: QRectF, state: QStyle.StateFlag, now: bool, override: bool
    ) -> None:
        box = row.adjusted(0, 0, -1, 0)
        if now or override:
            soft = theme.colour("umpire_soft" if override else "accent_soft")
            if override and not now:
                soft.setAlphaF(0.55)
            paint.rounded(painter, box, fill=soft)
        elif state & QStyle.StateFlag.State_MouseOver:
            paint.rounded(painter, box, fill=theme.colour("raised"))
        if state & QStyle.StateFlag.State_HasFocus:
            paint.rounded(painter, box, outline=theme.colour("focus"), width=2)

    def cite_at(self, index: Index, row: QRectF, point: QPointF) -> str:
        """The rule number under the pointer, or an empty string."""
        line = index.data(LINE_ROLE)
        return next((cite for cite, box in _cite_boxes(line, row) if box.contains(point)), "")

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        if event.type() == QEvent.Type.MouseButtonRelease and isinstance(event, QMouseEvent):
            row = QRectF(option.rect)  # type: ignore[attr-defined]
            cite = self.cite_at(index, row, event.position())
            if cite:
                self.cite_clicked.emit(cite)
                return True
        return super().editorEvent(event, model, option, index)

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        if index.isValid():
            row = QRectF(option.rect)  # type: ignore[attr-defined]
            cite = self.cite_at(index, row, QPointF(event.pos()))
            line = index.data(LINE_ROLE)
            tip = f"{cite}: {self._summary(cite)}".rstrip(": ") if cite else line.whole
            QToolTip.showText(event.globalPos(), tip, view)
            return True
        return super().helpEvent(event, view, option, index)


class LogView(QListView):
    """Shows `LogLine` values.

    ``line_chosen(number)`` when a line is clicked or Enter is pressed on it, and then
    ``place_chosen(cell)`` if it happened in a cell; ``cite_opened(rule)`` when a rule number is
    clicked. *summary* gives the tooltip of a rule number.
    """

    line_chosen = Signal(int)
    place_chosen = Signal(str)
    cite_opened = Signal(str)

    def __init__(
        self, parent: QWidget | None = None, *, summary: Callable[[str], str] | None = None
    ) -> None:
        # Before Qt's own set-up, which scrolls already.
        self._cite_taken, self._follow = False, False
        super().__init__(parent)
        self.setAccessibleName(tr("Log"))
        self.lines = LogModel(self)
        self.setModel(self.lines)
        delegate = _NewsPainter(self, summary or (lambda _number: ""))
        delegate.cite_clicked.connect(self._cite)
        self.setItemDelegate(delegate)
        self._delegate = delegate
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        # Whoever reads the end stays there, whatever makes the list longer or the view lower.
        self._at_end = True
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(self._ranged)
        self.clicked.connect(self._go)
        self.activated.connect(self._go)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._delegate.fit(self.viewport().width())
        super().resizeEvent(event)
        # A list that grows downwards keeps its rows as they were when only its width changes, and
        # it does when the scroll bar comes.
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 3 * theme.ROW_HEIGHT)

    def sizeHint(self) -> QSize:
        return QSize(240, 6 * theme.ROW_HEIGHT)

    def at_bottom(self) -> bool:
        """Whether the newest line is in view."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - theme.ROW_HEIGHT // 2

    def _scrolled(self) -> None:
        self._at_end = self.at_bottom()

    def _ranged(self, _least: int, most: int) -> None:
        if self._at_end:
            self.verticalScrollBar().setValue(most)

    def append(self, lines: Sequence[LogLine]) -> None:
        """Add lines, and show them unless the reader has scrolled away."""
        follow = self.at_bottom()
        self.lines.append(lines)
        if follow:
            self.scrollToBottom()

    def set_lines(self, lines: Sequence[LogLine]) -> None:
        """Replace the log and show its end, or the place where the reader was."""
        follow, place = self.at_bottom(), self.verticalScrollBar().value()
        self.lines.set_lines(lines)
        if follow:
            self.scrollToBottom()
        else:
            self.doItemsLayout()
            self.verticalScrollBar().setValue(place)

    def show_lines(self, lines: Sequence[LogLine]) -> None:
        """Show another state of the log: what it goes on with is added, else it is replaced."""
        old = self.lines.lines
        if tuple(lines[: len(old)]) == old:
            self.append(lines[len(old) :])
        else:
            self.set_lines(lines)

    def go_to(self, number: int) -> None:
        """Make the line of an event the current one, in view."""
        at = self.lines.index(self.lines.row_of(number), 0)
        self._follow = True
        self.setCurrentIndex(at)
        self._follow = False

    def set_current(self, number: int | None) -> None:
        """Mark the line of the event that the table shows, and keep it in view if it was."""
        old = self.currentIndex()
        if old.isValid():
            seen = self.viewport().rect().intersects(self.visualRect(old))
        else:
            seen = self.at_bottom()
        if number != self.lines.current:
            self.lines.set_current(number)
            self.viewport().update()
        row = self.lines.row_of(number) if number is not None else -1
        if row >= 0:
            self._follow = seen
            self.setCurrentIndex(self.lines.index(row, 0))
            self._follow = False

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        # The view scrolls to a new current line by itself; a reader further up must stay there,
        # unless the keyboard is here and moves.
        if self.hasFocus() or self._follow:
            super().scrollTo(index, hint)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() and event.text().isprintable():
            event.ignore()  # The keys of the place beat the search by first letter.
            return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()  # It has gone to a place, and must not answer anything as well.

    def _cite(self, rule: str) -> None:
        self._cite_taken = True
        self.cite_opened.emit(rule)

    def _go(self, index: QModelIndex) -> None:
        taken, self._cite_taken = self._cite_taken, False
        line = index.data(LINE_ROLE)
        if taken or line.heading:
            return
        self.line_chosen.emit(line.number)
        if line.at:
            self.place_chosen.emit(line.at)
