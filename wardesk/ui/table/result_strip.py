"""The results of one chart column side by side, one box per row of the chart."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from wardesk.model.look import ChartLook
from wardesk.ui import theme
from wardesk.ui.widgets import paint

_GAP, _HEAD, _BOX = 2, 18, 24


class ResultStrip(QWidget):
    """Painted; wraps to further lines when the boxes would get too narrow for their words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells: list[tuple[str, str]] = []
        self._lit = -1
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_chart(self, chart: ChartLook | None) -> None:
        """Show the lit column of *chart*; nothing when none is lit."""
        self._cells, self._lit = [], -1
        column = chart.column if chart is not None else -1
        if chart is not None and len(chart.columns) == 1:
            column = 0  # a table of one column needs no lighting
        if chart is not None and 0 <= column < len(chart.columns):
            pairs = zip(chart.rows, chart.cells, strict=False)
            self._cells = [(row, cells[column]) for row, cells in pairs]
            self._lit = chart.row
        said = ", ".join(f"{row}: {cell}" for row, cell in self._cells)
        self.setAccessibleName(self.tr("Results by roll: {0}").format(said))
        self.setVisible(bool(self._cells))
        self.updateGeometry()
        self.update()

    def _columns(self, width: int) -> int:
        words = [word for pair in self._cells for word in pair]
        need = max((paint.advance(word, "small-strong") for word in words), default=10) + 8
        fit = max(1, int((width + _GAP) // (max(24.0, need) + _GAP)))
        lines = -(-len(self._cells) // fit) if self._cells else 1
        return max(1, -(-len(self._cells) // lines))

    def heightForWidth(self, width: int) -> int:
        if not self._cells:
            return 0
        lines = -(-len(self._cells) // self._columns(width))
        return lines * (_HEAD + _BOX + _GAP)

    def hasHeightForWidth(self) -> bool:
        return True

    def sizeHint(self) -> QSize:
        return QSize(240, self.heightForWidth(max(self.width(), 240)))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.heightForWidth(max(self.width(), 120)))

    def resizeEvent(self, event: object) -> None:
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        beside = self._columns(self.width())
        each = (self.width() - _GAP * (beside - 1)) / beside
        for k, (row, cell) in enumerate(self._cells):
            line, column = divmod(k, beside)
            x, y = column * (each + _GAP), line * (_HEAD + _BOX + _GAP)
            head = QRectF(x, y, each, _HEAD)
            paint.words(painter, head, row, role="small", ink="text2", align=paint.CENTRE)
            box = QRectF(x, y + _HEAD, each, _BOX)
            lit, dash = k == self._lit, cell in ("–", "-", "—", "")
            fill = "umpire" if lit else "sunken" if dash else "accent_soft"
            paint.rounded(painter, box, fill=theme.colour(fill), radius=4)
            ink = "on_umpire" if lit else "text3" if dash else "accent_text"
            role = "small-strong"
            paint.words(painter, box, cell, role=role, ink=ink, align=paint.CENTRE)
        painter.end()
