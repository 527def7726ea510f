"""One kind of the palette: its picture, its name, what it costs, and the key that takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from wardesk.model.palette import Scalar
from wardesk.ui import theme
from wardesk.ui.map.panels.swatches import Among, swatch
from wardesk.ui.widgets import paint
from wardesk.words import shown

if TYPE_CHECKING:
    from wardesk.ui.map.view import MapView

HEIGHT = 38
_PICTURE = 30


class PaletteRow(QAbstractButton):
    """Checked = in ink; *second* = it is the other ink."""

    def __init__(
        self, view: MapView, among: Among, kind: str, costs: str, key: str, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._view, self.kind = view, kind
        self._among: Among = among
        self._costs, self._key = costs, key
        self.second = False
        found = getattr(view.model.document.palette, among)[kind]
        self.name = shown(found.name) or kind
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.name)
        rows = [self.name, *(f"{name}: {value}" for name, value in _figures(found).items())]
        if found.cite:
            rows.append(found.cite)
        self.setToolTip("\n".join(rows))
        self.setAccessibleDescription(", ".join(rows[1:]))

    def sizeHint(self) -> QSize:
        return QSize(160, theme.px(HEIGHT))

    def set_second(self, second: bool) -> None:
        """Whether it is the other ink."""
        if second != self.second:
            self.second = second
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        if self.isChecked():
            paint.rounded(painter, box, fill=theme.colour("accent_soft"))
        elif self.underMouse():
            paint.rounded(painter, box, fill=theme.colour("raised"))
        if self.hasFocus():
            paint.rounded(painter, box, outline=theme.colour("focus"), width=2)
        self._picture(painter, box)
        left, right = box.left() + _PICTURE + 18, box.right() - 6
        if self._key:
            width = paint.key_width(self._key)
            cap = QRectF(right - width, (box.height() - 18) / 2, width, 18)
            paint.key_cap(painter, cap, self._key, theme.colour("text2"))
            right = cap.left() - 8
        if self._costs:
            width = paint.advance(self._costs, "small")
            where = QRectF(right - width, 0, width, box.height())
            if where.left() > left + 40:
                ink = "text2"
                paint.words(painter, where, self._costs, role="small", ink=ink, align=paint.RIGHT)
                right = where.left() - 8
        role = "strong" if self.isChecked() else "body"
        metrics = painter.fontMetrics()
        painter.setFont(theme.font(role))
        metrics = painter.fontMetrics()
        name = metrics.elidedText(self.name, Qt.TextElideMode.ElideRight, round(right - left))
        paint.words(painter, QRectF(left, 0, right - left, box.height()), name, role=role)
        painter.end()

    def _picture(self, painter: QPainter, box: QRectF) -> None:
        model = self._view.model
        image = swatch(
            model.document, self._among, self.kind, self._view.inks,
            _PICTURE, self.devicePixelRatioF(),
        )  # fmt: skip
        at = QPointF(8, (box.height() - _PICTURE) / 2)
        painter.drawImage(at, image)
        if self.second:  # the second ink wears a corner, like a page turned down
            corner = at + QPointF(_PICTURE - 5, _PICTURE - 5)
            painter.setPen(QPen(theme.colour("surface"), 2))
            painter.setBrush(theme.colour("accent"))
            painter.drawEllipse(corner, 5, 5)


def _figures(kind: object) -> Mapping[str, Scalar]:
    return getattr(kind, "properties", {})


def costs_of(figures: Mapping[str, Scalar], classes: list[str]) -> str:
    """``1 / 3 / 2``: what entering costs each movement class; "–" where it is forbidden."""
    if not classes:
        values = list(figures.values())
        return str(values[0]) if len(values) == 1 and type(values[0]) in (int, float) else ""
    texts = [str(figures.get(f"move_{one}", "")) for one in classes]
    if not any(texts):
        return ""
    return " / ".join("–" if text in ("no", "forbidden", "") else text for text in texts)
