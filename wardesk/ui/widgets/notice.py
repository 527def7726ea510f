"""A notice above the workspace: what happened, what to do, and buttons that do it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

STAY = 8000
"""Milliseconds until a notice folds that only informs."""
PER_LETTER = 50
"""Milliseconds more for each letter of it."""
_MOST = 3

_ICONS = {"info": "info", "ok": "check", "warn": "warning", "danger": "error"}
_INKS = {"info": "accent_text", "ok": "ok", "warn": "warn", "danger": "danger"}


@dataclass(frozen=True)
class Notice:
    """*tone* is info, ok, warn or danger; *actions* are labels with what they do.

    *busy*: something is being done, and whoever does it takes the notice away.
    """

    what: str
    advice: str = ""
    tone: str = "info"
    actions: tuple[tuple[str, Callable[[], object]], ...] = ()
    busy: bool = False

    @property
    def passing(self) -> bool:
        """Whether it only informs: nobody has to answer it or to put something right."""
        return self.tone in ("info", "ok") and not self.actions and not self.busy


class NoticeBar(QFrame):
    """One notice; ``closed()`` when it is dismissed, by its button, an action or Esc.

    *key* stands on the tooltip of the button.
    """

    closed = Signal()

    def __init__(self, notice: Notice, parent: QWidget | None = None, *, key: str = "Esc") -> None:
        super().__init__(parent)
        self.setObjectName("band")
        self.setProperty("tone", notice.tone)
        self.setAccessibleName(f"{notice.what} {notice.advice}".strip())
        words = QVBoxLayout()
        words.setSpacing(2)
        what = Label(notice.what, self, role="strong", wrap=True)
        if not notice.advice:
            what.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        words.addWidget(what)
        if notice.advice:
            words.addWidget(Label(notice.advice, self, role="small", tone="text2", wrap=True))
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 12, 8)
        row.setSpacing(12)
        row.addWidget(Glyph(_ICONS[notice.tone], self, tone=_INKS[notice.tone], size=20))
        row.addLayout(words, 1)
        for label, run in notice.actions:
            button = Button(label, self)
            button.clicked.connect(lambda _checked=False, run=run: self._act(run))
            row.addWidget(button)
        close = ToolButton("close", tr("Dismiss"), self, key=key, size=16)
        close.clicked.connect(self.closed)
        row.addWidget(close)

    def _act(self, run: Callable[[], object]) -> None:
        self.closed.emit()
        run()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)


class NoticeArea(QWidget):
    """The newest notices, at most three; the same one is never shown twice.

    One that only informs folds by itself, except under the pointer. ``folded(how many)``: so many
    can be read again with `unfold`.
    """

    folded = Signal(int)

    def __init__(self, parent: QWidget | None = None, stay: int = STAY) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(1)
        self._shown: list[tuple[Notice, NoticeBar]] = []
        self._stay = stay
        self._past: list[Notice] = []
        self.hide()

    @property
    def notices(self) -> Sequence[Notice]:
        """What is on show, oldest first."""
        return [notice for notice, _bar in self._shown]

    @property
    def past(self) -> Sequence[Notice]:
        """What has folded, oldest first; at most as many as can be shown."""
        return self._past

    def show_notice(self, notice: Notice) -> None:
        """Add a notice at the bottom."""
        if self._is_shown(notice):
            return
        bar = self._add(notice)
        if notice.passing:
            timer = QTimer(bar)
            timer.setInterval(self._stay + PER_LETTER * len(notice.what + notice.advice))
            timer.timeout.connect(lambda: self._fold(notice, bar))
            timer.start()

    def unfold(self) -> None:
        """Show what has folded once more, now until it is dismissed."""
        past, self._past = self._past, []
        for notice in past:
            if not self._is_shown(notice):
                self._add(notice)
        self.folded.emit(0)

    def clear(self) -> None:
        """Dismiss everything."""
        for _notice, bar in tuple(self._shown):
            self._drop(bar)

    def _is_shown(self, notice: Notice) -> bool:
        return any((n.what, n.advice) == (notice.what, notice.advice) for n in self.notices)

    def _add(self, notice: Notice) -> NoticeBar:
        bar = NoticeBar(notice, self)
        bar.closed.connect(lambda: self._drop(bar))
        self._shown.append((notice, bar))
        self._column.addWidget(bar)
        while len(self._shown) > _MOST:
            self._drop(self._shown[0][1])
        self.show()
        return bar

    def _fold(self, notice: Notice, bar: NoticeBar) -> None:
        """Put a notice by; one that is being read waits for the next tick."""
        focus = QApplication.focusWidget()
        if bar.underMouse() or (focus is not None and bar.isAncestorOf(focus)):
            return
        self._past = [*self._past, notice][-_MOST:]
        self._drop(bar)
        self.folded.emit(len(self._past))

    def _drop(self, bar: NoticeBar) -> None:
        self._shown = [(n, b) for n, b in self._shown if b is not bar]
        bar.hide()
        bar.deleteLater()
        self.setVisible(bool(self._shown))
