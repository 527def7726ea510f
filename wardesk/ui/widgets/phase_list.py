"""The sequence of play: what is done, what is now, what comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.model.look import PhaseLook
from wardesk.ui import theme
from wardesk.ui.icons import paint_icon
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.text import Line
from wardesk.words import tr

_ICONS = {"done": ("check", "ok"), "now": ("chevron-right", "accent_text"), "ahead": ("", "text3")}


class _Row(QWidget):
    """One phase, 28 px."""

    def __init__(self, look: PhaseLook, summary: str, parent: PhaseList) -> None:
        super().__init__(parent)
        self._state = look.state
        self.setFixedHeight(theme.ROW_HEIGHT)
        words = {"done": tr("done"), "now": tr("now"), "ahead": tr("to come")}
        self.setAccessibleName(f"{look.title}, {words[look.state]}")
        row = QHBoxLayout(self)
        row.setContentsMargins(32, 0, theme.S1, 0)
        row.setSpacing(theme.S2)
        now = look.state == "now"
        tone = "text" if now else "text3" if look.state == "ahead" else "text2"
        row.addWidget(Line(look.title, self, role="strong" if now else "body", tone=tone))
        if look.cite:
            row.addWidget(Cite(look.cite, self, summary=summary))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._state == "now":
            paint.rounded(painter, QRectF(self.rect()), fill=theme.colour("accent_soft"))
        icon, ink = _ICONS[self._state]
        if icon:
            paint_icon(painter, icon, QRectF(8, (self.height() - 16) / 2, 16, 16), ink)
        else:
            paint.rounded(
                painter,
                QRectF(13, (self.height() - 6) / 2, 6, 6),
                outline=theme.colour(ink),
                radius=3,
            )
        painter.end()


class PhaseList(QWidget):
    """Rows of `PhaseLook`."""

    def __init__(
        self,
        phases: Sequence[PhaseLook] = (),
        parent: QWidget | None = None,
        *,
        summary: Callable[[str], str] | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Sequence of play"))
        self._summary = summary or (lambda _number: "")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._shown: tuple[PhaseLook, ...] = ()
        self.set_phases(phases)

    def set_phases(self, phases: Sequence[PhaseLook]) -> None:
        """Show another sequence, or another place in it."""
        if tuple(phases) == self._shown:
            return
        self._shown = tuple(phases)
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for look in phases:
            self._column.addWidget(_Row(look, self._summary(look.cite), self))
