"""A printed table with this case's column, row and cell lit; scrolls when narrow, never cut."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from wardesk.model.look import ChartLook
from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.words import tr


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
    widths = [heads + 16]
    for c, title in enumerate(columns):
        widths.append(max(24.0, width(title) + 8, *(width(row[c]) + 8 for row in cells)))
    return tuple(widths)


_EMPTY = ChartLook(id="", title="", cite="", corner="", columns=(), rows=(), cells=())


class _Sheet(QWidget):
    """The painted table itself."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.look = _EMPTY

    def least_widths(self) -> tuple[float, ...]:
        """Width of the row heads and of each column that their words need, px."""
        look = self.look
        return _least_widths(look.corner, look.rows, look.columns, look.cells, theme.text_size())

    def minimumSizeHint(self) -> QSize:
        return QSize(int(sum(self.least_widths())) + 1, _row() * (len(self.look.rows) + 1) + 1)

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
        edges = self.edges()
        for r in range(len(self.look.rows) + 1):
            for c in range(len(self.look.columns) + 1):
                box = QRectF(edges[c], r * _row(), edges[c + 1] - edges[c], _row())
                self._cell(painter, box, r, c)
        painter.end()

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


class ChartView(QScrollArea):
    """Shows a `ChartLook`. Arrow keys scroll it when it does not fit."""

    def __init__(self, look: ChartLook | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._sheet = _Sheet(self)
        self.setWidget(self._sheet)
        self.set_chart(look or _EMPTY)

    def set_chart(self, look: ChartLook) -> None:
        """Show a chart, and bring its lit cell into view."""
        if look == self._sheet.look:
            return
        self._sheet.look = look
        self._sheet.updateGeometry()
        self._sheet.update()
        self.updateGeometry()
        self.setAccessibleName(look.title)
        self.setAccessibleDescription(self.case_in_words())
        self._sheet.setAccessibleName(f"{look.title}. {self.case_in_words()}".strip())
        self._reveal()

    def _reveal(self) -> None:
        """Bring the lit cell into view."""
        look = self._sheet.look
        if look.column >= 0 or look.row >= 0:
            box = self._sheet.cell_box(look.row + 1, look.column + 1).toRect()
            self.ensureVisible(box.center().x(), box.center().y(), box.width(), box.height())

    def case_in_words(self) -> str:
        """The lit column, row and result as a sentence for screen readers."""
        look, said = self._sheet.look, []
        if look.column >= 0:
            said.append(tr("Column {0}").format(look.columns[look.column]))
        if look.row >= 0:
            said.append(tr("row {0}").format(look.rows[look.row]))
        if len(said) == 2:
            said.append(tr("result {0}").format(look.cells[look.row][look.column]))
        return ", ".join(said)

    def sizeHint(self) -> QSize:
        least = self._sheet.minimumSizeHint()
        # Room for the scroll bar, if this chart is wider than it can be shown here.
        bar = 12 if least.width() > max(self.width(), 120) else 0
        return QSize(least.width(), least.height() + bar)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, min(self.sizeHint().height(), 6 * _row()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        scrolls = self._sheet.minimumSizeHint().width() > self.viewport().width()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if scrolls else Qt.FocusPolicy.NoFocus)
        self.updateGeometry()
        self._reveal()
