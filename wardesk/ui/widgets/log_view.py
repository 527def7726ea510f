"""The log: newest at the bottom, follows only if it was there already; click a line to go to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPen
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


def _cite_boxes(line: LogLine, row: QRectF) -> list[tuple[str, QRectF]]:
    """Rule numbers with their places, from the right edge leftwards, at most two."""
    right, result = row.right() - 4, []
    for number in reversed(line.cites[:2]):
        width = paint.advance(number, "small") + 10
        result.append((number, QRectF(right - width, row.center().y() - 10, width, 20)))
        right -= width + 2
    return result


class _Painter(QStyledItemDelegate):
    """Draws one line: number, kind, sentence, rule numbers; overrides in plum with scales."""

    cite_clicked = Signal(str)

    def __init__(self, parent: QObject, summary: Callable[[str], str]) -> None:
        super().__init__(parent)
        self._summary = summary

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(160, theme.ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line, model = index.data(LINE_ROLE), index.model()
        row = QRectF(option.rect)  # type: ignore[attr-defined]
        now = isinstance(model, LogModel) and model.current == line.number
        state = option.state  # type: ignore[attr-defined]
        painter.save()
        self._ground(painter, row, state, now, line.override)
        words_ink = "umpire_text" if line.override else "text"
        number = QRectF(row.left() + 4, row.top(), 34, row.height())
        paint.words(painter, number, str(line.number), role="small", ink="text3", align=paint.RIGHT)
        icon = QRectF(row.left() + 48, row.center().y() - 8, 16, 16)
        paint_icon(painter, *self._sign(line, icon))
        boxes = _cite_boxes(line, row)
        right = boxes[-1][1].left() - 6 if boxes else row.right() - 4
        text = QRectF(row.left() + 72, row.top(), right - row.left() - 72, row.height())
        role = "strong" if now else "body"
        painter.setFont(theme.font(role))
        shown = painter.fontMetrics().elidedText(
            line.words, Qt.TextElideMode.ElideRight, int(text.width())
        )
        paint.words(painter, text, shown, role=role, ink=words_ink)
        for cite, box in boxes:
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
            tip = f"{cite}: {self._summary(cite)}".rstrip(": ") if cite else line.words
            QToolTip.showText(event.globalPos(), tip, view)
            return True
        return super().helpEvent(event, view, option, index)


class LogView(QListView):
    """Shows `LogLine` values.

    ``line_chosen(number)`` when a line is clicked or Enter is pressed on it; ``cite_opened(rule)``
    when a rule number is clicked. *summary* gives the tooltip of a rule number.
    """

    line_chosen = Signal(int)
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
        delegate = _Painter(self, summary or (lambda _number: ""))
        delegate.cite_clicked.connect(self._cite)
        self.setItemDelegate(delegate)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
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

    def set_current(self, number: int | None) -> None:
        """Mark the line of the event that the table shows, and keep it in view if it was."""
        old = self.currentIndex()
        if old.isValid():
            seen = self.viewport().rect().intersects(self.visualRect(old))
        else:
            seen = self.at_bottom()
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

    def _cite(self, rule: str) -> None:
        self._cite_taken = True
        self.cite_opened.emit(rule)

    def _go(self, index: QModelIndex) -> None:
        taken, self._cite_taken = self._cite_taken, False
        if not taken:
            self.line_chosen.emit(index.data(LINE_ROLE).number)
