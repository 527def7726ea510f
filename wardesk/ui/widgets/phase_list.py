"""The sequence of play: what is done, what is now, what comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.model.look import PhaseLook
from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.text import Wrapped
from wardesk.words import tr

_DOT, _LEFT = 11.0, 10.0


class _PhaseRow(QWidget):
    """One phase: a dot on the line of the turn, and its name, in two lines where it is long."""

    def __init__(self, parent: PhaseList) -> None:
        super().__init__(parent)
        self._state, self._first, self._last = "ahead", False, False
        self.setMinimumHeight(theme.ROW_HEIGHT)
        row = QHBoxLayout(self)
        row.setContentsMargins(28, 2, 2, 2)
        self._title = Wrapped("", self, role="small")
        row.addWidget(self._title)

    def set_look(self, look: PhaseLook, summary: str, *, first: bool, last: bool) -> None:
        """Show another phase, or another state of it."""
        self._state, self._first, self._last = look.state, first, last
        words = {"done": tr("done"), "now": tr("now"), "ahead": tr("to come")}
        self.setAccessibleName(f"{look.title}, {words[look.state]}")
        now = look.state == "now"
        tone = "accent_text" if now else "text3" if look.state == "ahead" else "text"
        role = "small-strong" if now else "small"
        self._title.setFont(theme.font(role))
        self._title.set_tone(tone)
        self._title.setText(look.title)
        rule = f"{look.cite}: {summary}" if summary else look.cite
        self.setToolTip("\n".join(filter(None, (look.title, rule))))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit(self.width())

    def fit(self, width: int) -> None:
        """Be as high as the name wants in a row of *width* px."""
        wanted = self._title.heightForWidth(width - 30)
        self._title.setFixedHeight(wanted)
        self.setMinimumHeight(max(theme.ROW_HEIGHT, wanted + 4))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        middle, x = self.height() / 2, _LEFT + _DOT / 2
        if self._state == "now":
            box = QRectF(self.rect()).adjusted(5, 1, -1, -1)
            paint.rounded(painter, box, fill=theme.colour("accent_soft"))
        line = theme.colour("line")
        top, bottom = middle if self._first else 0.0, middle if self._last else self.height()
        painter.fillRect(QRectF(x - 1, top, 2, bottom - top), line)
        dot = QRectF(_LEFT, middle - _DOT / 2, _DOT, _DOT)
        ahead = self._state == "ahead"
        fill, outline = theme.colour("surface" if ahead else "accent"), theme.colour("text3")
        paint.rounded(
            painter, dot, fill=fill, outline=outline if ahead else None, radius=_DOT / 2, width=1.5
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
        self._rows: list[_PhaseRow] = []
        self.set_phases(phases)

    @property
    def phases(self) -> tuple[PhaseLook, ...]:
        """What is shown."""
        return self._shown

    def set_phases(self, phases: Sequence[PhaseLook]) -> None:
        """Show another sequence, or another place in it."""
        if tuple(phases) == self._shown:
            return
        self._shown = tuple(phases)
        while len(self._rows) > len(phases):
            gone = self._rows.pop()
            self._column.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for k, look in enumerate(phases):
            if k == len(self._rows):
                self._rows.append(_PhaseRow(self))
                self._column.addWidget(self._rows[k])
            row, ends = self._rows[k], {"first": k == 0, "last": k == len(phases) - 1}
            row.set_look(look, self._summary(look.cite), **ends)
            row.fit(self.width())  # Else its second line would come one drawing late.
