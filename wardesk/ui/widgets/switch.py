"""A switch, and the row of one modifier that an umpire may switch off."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.text import ElidedLine, Label, Wrapped
from wardesk.words import tr


class Switch(QCheckBox):
    """On or off, without words of its own; *name* is what it switches."""

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        *,
        on: bool = False,
        tone: str = "accent",
    ) -> None:
        super().__init__(parent)
        self._tone = tone
        self.setChecked(on)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(36, 22)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: object) -> bool:
        return True

    def lock(self, reason: str) -> None:
        """Switch it out of reach and say why; its track is drawn dashed."""
        self.setEnabled(False)
        self.setToolTip(reason)
        self.setAccessibleDescription(reason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        on, free = self.isChecked(), self.isEnabled()
        track = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        fill = theme.colour(self._tone if on and free else "sunken")
        edge = theme.colour(self._tone if on and free else "edge")
        paint.rounded(painter, track, fill=fill, outline=edge, radius=9, dashed=not free)
        knob = QPointF(track.right() - 9 if on else track.left() + 9, track.center().y())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("surface" if on and free else "edge"))
        painter.drawEllipse(knob, 6, 6)
        if self.hasFocus():
            ring = QRectF(self.rect())
            paint.rounded(painter, ring, outline=theme.colour("focus"), width=2, radius=11)
        painter.end()


class _Value(Label):
    """A signed number, struck through when it does not count."""

    def __init__(self, value: str, parent: QWidget) -> None:
        super().__init__(value, parent, role="strong")
        self.setAlignment(paint.RIGHT)
        self.setFixedSize(max(28, round(paint.advance(value, "strong")) + 4), theme.px(18))

    def set_counts(self, *, counts: bool) -> None:
        """Say whether it counts."""
        font = theme.font("strong")
        font.setStrikeOut(not counts)
        self.setFont(font)
        self.set_tone("text" if counts else "text3")


class ModifierRow(QWidget):
    """Switch, label, why, value, rule number. Emits ``switched(id, on)``.

    *locked* is the reason why it cannot apply. A state other than the engine's own gets a plum
    note.
    """

    switched = Signal(str, bool)

    def __init__(
        self,
        modifier: str,
        label: str,
        value: int,
        parent: QWidget | None = None,
        *,
        on: bool = True,
        proposed: bool | None = None,
        why: str = "",
        locked: str = "",
        cite: str = "",
        summary: str = "",
        tone: str = "umpire",
    ) -> None:
        super().__init__(parent)
        self._modifier, self._why = modifier, why
        self._proposed = on if proposed is None else proposed
        self.switch = Switch(label, self, on=on, tone=tone)
        self._label = Wrapped(label, self)
        self._note = ElidedLine(why, self, role="small", tone="text2", least=24)
        # A true minus: as wide as the plus, unlike the hyphen.
        self._value = _Value(f"{value:+d}".replace("-", "−"), self)
        self.cite = Cite(cite, self, summary=summary)
        if locked:
            self.switch.lock(locked)
            self._label.set_tone("text3")
            self._note.set_words(locked)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(self._label)
        words.addWidget(self._note)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        row.addWidget(self.switch)
        row.addLayout(words, 1)
        row.addWidget(self._value)
        row.addWidget(self.cite)
        self.setMinimumHeight(theme.px(40))
        self.switch.toggled.connect(self._toggled)
        self._mark(on)

    def _toggled(self, on: bool) -> None:
        self._mark(on)
        self.switched.emit(self._modifier, on)

    def _mark(self, on: bool) -> None:
        self._value.set_counts(counts=on)
        if on == self._proposed:
            if self.switch.isEnabled():
                self._note.set_words(self._why)
            self._note.set_look(tone="text2")
        else:
            self._note.set_words(tr("switched on by you") if on else tr("switched off by you"))
            self._note.set_look(tone="umpire_text")
        self._note.setVisible(bool(self._note.words))
