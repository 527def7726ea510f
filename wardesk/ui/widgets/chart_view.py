"""A printed table with this case's column, row and cell lit, whole wherever it fits.

One that is too wide for its place lies on its side; where that does not help, it scrolls, and a
button asks to see it large.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from wardesk.model.look import ChartLook
from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.origins import ORIGINS, mark_origin, origin_word
from wardesk.words import tr

_HEAD, _COLUMN, _BESIDE, _WIDER = 8.0, 22.0, 6.0, 4
"""Px beside a row's head, of a column at least, beside a cell; and of more room where there is."""
_BAR = 12
"""Height of the bar that scrolls, px."""


def _row() -> int:
    """Height of a line of the table, px."""
    return theme.px(22)


@lru_cache(maxsize=64)
def _least_widths(
    corner: str, rows: tuple[str, ...], columns: tuple[str, ...],
    cells: tuple[tuple[str, ...], ...], _percent: int,
) -> tuple[float, ...]:  # fmt: skip
    """Asked for dozens of times whenever a layout is worked out."""

    def width(words: str) -> float:
        return paint.advance(words, "small-strong")

    heads = max(map(width, (corner, *rows)), default=0.0)
    widths = [heads + _HEAD]
    for c, title in enumerate(columns):
        widest = max(width(title), *(width(row[c]) for row in cells))
        widths.append(max(_COLUMN, widest + _BESIDE))
    return tuple(widths)


def on_its_side(look: ChartLook) -> ChartLook:
    """The same table with its rows as columns."""
    cells = tuple(zip(*look.cells, strict=True))
    return replace(
        look, columns=look.rows, rows=look.columns, cells=cells, column=look.row, row=look.column
    )


_EMPTY = ChartLook(id="", title="", cite="", corner="", columns=(), rows=(), cells=())


class _Sheet(QWidget):
    """The painted table itself."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.look = _EMPTY
        self.pushed = 0
        """Px by which the chart is scrolled to the left."""

    @staticmethod
    def wants(look: ChartLook) -> int:
        """Width that the words of a chart need, px."""
        said = (look.corner, look.rows, look.columns, look.cells)
        return int(sum(_least_widths(*said, theme.text_size()))) + 1

    def least_widths(self) -> tuple[float, ...]:
        """Width of the row heads and of each column that their words need, px."""
        look = self.look
        return _least_widths(look.corner, look.rows, look.columns, look.cells, theme.text_size())

    def minimumSizeHint(self) -> QSize:
        rows = len(self.look.rows) + 1 + bool(self.look.origins)
        return QSize(int(sum(self.least_widths())) + 1, _row() * rows + 1)

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def edges(self) -> list[float]:
        """Left edge of every column, and the right edge of the last, px."""
        widths = self.least_widths()
        spare = max(0.0, self.width() - sum(widths)) / max(1, len(widths))
        result = [0.0]
        for width in widths:
            result.append(result[-1] + width + spare)
        return result

    def cell_box(self, row: int, column: int) -> QRectF:
        """Where a cell stands; row and column 0 are the heads."""
        edges = self.edges()
        return QRectF(edges[column], row * _row(), edges[column + 1] - edges[column], _row())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._grounds(painter)
        edges, high = self.edges(), _row()
        for c in reversed(range(len(self.look.columns) + 1)):
            for r in range(len(self.look.rows) + 1):
                box = QRectF(edges[c], r * high, edges[c + 1] - edges[c], high)
                if c == 0:  # Whatever is scrolled away, a row is told by its head.
                    box.translate(self.pushed, 0)
                    painter.fillRect(box, theme.colour("sunken"))
                self._cell(painter, box, r, c)
        if self.look.origins:
            self._legend(painter)
        painter.end()

    def _legend(self, painter: QPainter) -> None:
        """What the lines below figures mean."""
        x, top = 4.0, _row() * (len(self.look.rows) + 1)
        there = {origin for row in self.look.origins for origin in row}
        for origin in ORIGINS:
            if origin not in there:
                continue
            words = origin_word(origin)
            wide = paint.advance(words, "small") + 4
            box = QRectF(x, top, wide, _row())
            paint.words(painter, box, words, role="small", ink="text2", align=paint.CENTRE)
            mark_origin(painter, box, origin)
            x += wide + 12

    def _grounds(self, painter: QPainter) -> None:
        look, edges = self.look, self.edges()
        box = QRectF(0, 0, edges[-1], _row() * (len(look.rows) + 1))
        clip = QPainterPath()
        clip.addRoundedRect(box, 6, 6)
        painter.save()
        painter.setClipPath(clip)
        painter.fillRect(box, theme.colour("raised"))
        painter.fillRect(QRectF(0, 0, box.width(), _row()), theme.colour("sunken"))
        painter.fillRect(QRectF(0, 0, edges[1], box.height()), theme.colour("sunken"))
        soft = theme.colour("accent_soft")
        if look.column >= 0:
            left, right = edges[look.column + 1], edges[look.column + 2]
            painter.fillRect(QRectF(left, 0, right - left, box.height()), soft)
        if look.row >= 0:
            painter.fillRect(QRectF(0, (look.row + 1) * _row(), box.width(), _row()), soft)
        painter.restore()

    def _cell(self, painter: QPainter, box: QRectF, r: int, c: int) -> None:
        look = self.look
        head, lit = r == 0 or c == 0, look.column == c - 1 >= 0 or look.row == r - 1 >= 0
        ink = "accent_text" if lit else "text2" if head else "text"
        if r == 0 and c == 0:
            text, ink, lit = look.corner, "text2", False
        elif r == 0:
            text = look.columns[c - 1]
        elif c == 0:
            text = look.rows[r - 1]
        else:
            text = look.cells[r - 1][c - 1]
            if text in ("–", "-", "—") and not lit:
                ink = "text3"
            if (r - 1, c - 1) == (look.row, look.column):
                solid = box.adjusted(1.5, 1, -1.5, -1)
                paint.rounded(painter, solid, fill=theme.colour("accent"), radius=4)
                ink = "on_accent"
        role = "small-strong" if head or lit else "small"
        paint.words(painter, box, text, role=role, ink=ink, align=paint.CENTRE)
        if look.origins and not head:
            middle = box.adjusted(box.width() / 2 - 8, 0, 8 - box.width() / 2, 0)
            mark_origin(painter, middle, look.origins[r - 1][c - 1])


class ChartView(QScrollArea):
    """Shows a `ChartLook`. Arrow keys scroll it when it does not fit.

    ``large_asked()``: somebody wants the whole of it.
    """

    large_asked = Signal()

    def __init__(self, look: ChartLook | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._scrolls = False
        self._sheet = _Sheet(self)
        self.look = _EMPTY
        """The chart as it is printed."""
        self.large = Button(tr("Open large"), self, kind="link")
        self.large.clicked.connect(self.large_asked)
        self.large.hide()
        self.setWidget(self._sheet)
        self.horizontalScrollBar().valueChanged.connect(self._push)
        self.set_chart(look or _EMPTY)

    def set_chart(self, look: ChartLook) -> None:
        """Show a chart, and bring its lit cell into view."""
        if look == self.look != _EMPTY:
            return
        self.look = look
        self._arrange()
        self._sheet.updateGeometry()
        self._sheet.update()
        self.updateGeometry()
        self.setAccessibleName(look.title)
        self.setAccessibleDescription(self.case_in_words())
        self._sheet.setAccessibleName(f"{look.title}. {self.case_in_words()}".strip())
        self._reveal()

    def _push(self, value: int) -> None:
        self._sheet.pushed = value
        self._sheet.update()

    def _reveal(self) -> None:
        """Bring the lit cell into view."""
        look = self._sheet.look
        if look.column >= 0 or look.row >= 0:
            box = self._sheet.cell_box(look.row + 1, look.column + 1).toRect()
            box.setLeft(box.left() - round(self._sheet.edges()[1]))  # The heads lie over it.
            self.ensureVisible(box.center().x(), box.center().y(), box.width(), box.height())

    def case_in_words(self) -> str:
        """The lit column, row and result as a sentence for screen readers."""
        look, said = self.look, []
        if look.column >= 0:
            said.append(tr("Column {0}").format(look.columns[look.column]))
        if look.row >= 0:
            said.append(tr("row {0}").format(look.rows[look.row]))
        if len(said) == 2:
            said.append(tr("result {0}").format(look.cells[look.row][look.column]))
        return ", ".join(said)

    def _arrange(self) -> None:
        """On its side where that is what fits, and whether it scrolls in spite of it."""
        look, room = self.look, self.width()
        if look.cells and _Sheet.wants(look) > room >= _Sheet.wants(on_its_side(look)):
            look = on_its_side(look)
        if look is not self._sheet.look:
            self._sheet.look = look
            self._sheet.updateGeometry()
            self._sheet.update()
        self._scrolls = _Sheet.wants(look) > room
        foot, bar = self.large.sizeHint().height() if self._scrolls else 0, _BAR
        self.setViewportMargins(0, 0, 0, foot)
        self.large.setVisible(self._scrolls)
        self.large.setGeometry(0, self.height() - foot - bar, self.large.sizeHint().width(), foot)

    def sizeHint(self) -> QSize:
        least = self._sheet.minimumSizeHint()
        # Room for the scroll bar and the button, if it is wider than it can be shown here.
        foot = _BAR + self.large.sizeHint().height() if self._scrolls else 0
        wide = _Sheet.wants(self.look) + _WIDER * (len(self.look.columns) + 1)
        return QSize(wide, least.height() + foot)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, min(self.sizeHint().height(), 6 * _row()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
        strong, none = Qt.FocusPolicy.StrongFocus, Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(strong if self._scrolls else none)
        self.updateGeometry()
        self._reveal()
