"""Messages over the board's upper edge: refusals, what was saved, trouble. Never a row more."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.key_watch import KeyWatch
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets.notice import Notice, NoticeBar
from wardesk.words import tr

STAY = 4000
"""Milliseconds until a message goes that asks for nothing."""
_WIDEST, _MOST = 620, 3
_MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr,
              Qt.Key.Key_Meta)  # fmt: skip
_TONES = {"danger": "danger", "warn": "warn"}


class Toasts(QWidget):
    """Goes where `place` puts it, and is as high as its messages.

    A message goes after *stay* ms or with the next key; one with buttons, or about trouble, waits
    for its own button.
    """

    def __init__(self, model: TableModel, parent: QWidget | None = None, stay: int = STAY) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Messages"))
        self._model, self._stay = model, stay
        self._shown: list[tuple[Notice, NoticeBar]] = []
        self._said: NoticeBar | None = None
        self._heard: object = None
        self._keys = KeyWatch(self._pressed, self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.S1)
        self.hide()
        model.asked.connect(self._follow)
        model.actions.refused.connect(lambda words: self.say(words, "danger"))

    # ---- what it shows --------------------------------------------------------------------------

    def words(self) -> str:
        """What was said last and still stands; empty when nothing."""
        return next((n.what for n, bar in self._shown if bar is self._said), "")

    def _follow(self) -> None:
        """The question has something to say, or takes it back."""
        found, note = self._model.interaction, self._model.words.note
        heard = (found, found.said if found is not None else 0, note)
        if heard == self._heard:
            return
        self._heard = heard
        beside = self._model.focus().told
        if note and beside.endswith(note):
            self.say("")  # It stands beside its place on the board: once is enough.
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))
            self.setAccessibleDescription(note)
        else:
            self.say(note, self._model.words.note_tone)

    def say(self, words: str, tone: str = "text2") -> None:
        """Say something about what was just tried, in place of what was said before."""
        if self._said is not None:
            self._drop(self._said)
        if words:
            self._said = self.show_notice(Notice(words, tone=_TONES.get(tone, "info")), brief=True)

    def show_notice(self, notice: Notice, *, brief: bool | None = None) -> NoticeBar:
        """Show a message; *brief* ones go by themselves, as do those that ask for nothing."""
        for known, bar in tuple(self._shown):
            if (known.what, known.advice) == (notice.what, notice.advice):
                self._drop(bar)
        while len(self._shown) >= _MOST:
            self._drop(self._shown[0][1])
        bar = NoticeBar(notice, self, key="")
        bar.setProperty("over", True)
        bar.closed.connect(lambda: self._drop(bar))
        self._shown.append((notice, bar))
        self._column.addWidget(bar)
        if brief is None:
            brief = notice.passing
        if brief:
            timer = QTimer(bar)
            timer.setSingleShot(True)
            timer.timeout.connect(lambda: self._drop(bar))
            timer.start(self._stay)
            bar.setProperty("brief", True)
        if len(self._shown) == 1:
            self._keys.set_on(True)
        self.show()
        self.place()
        QAccessible.updateAccessibility(QAccessibleEvent(bar, QAccessible.Event.Alert))
        return bar

    def place(self) -> None:
        """Lie over the upper edge of the board, in the middle."""
        around = self.parentWidget()
        if around is None or self.isHidden():
            return
        width = min(_WIDEST, around.width() - 2 * theme.S4)
        self._column.activate()
        tall = self._column.heightForWidth(width) if self._column.hasHeightForWidth() else -1
        height = tall if tall > 0 else self._column.sizeHint().height()
        self.setGeometry((around.width() - width) // 2, theme.S2, width, height)
        self.raise_()

    def _drop(self, bar: NoticeBar) -> None:
        if all(one is not bar for _, one in self._shown):
            return
        self._shown = [(notice, one) for notice, one in self._shown if one is not bar]
        if bar is self._said:
            self._said = None
        self._column.removeWidget(bar)
        bar.hide()
        bar.deleteLater()
        if self._shown:
            self.place()
        else:
            self.hide()
            self._keys.set_on(False)

    def _pressed(self, _watched: QWidget, event: QKeyEvent) -> bool:
        """A key takes the brief ones away; it does what else it does."""
        if event.key() not in _MODIFIERS:
            for _, bar in tuple(self._shown):
                if bar.property("brief"):
                    self._drop(bar)
        return False
