"""The two bars of the window: what is open (above) and what the keys do here (below)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QSizePolicy, QSpacerItem, QWidget

from wardesk.ui import theme
from wardesk.ui.key_book import key_book
from wardesk.ui.language import said
from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.flow import clear
from wardesk.ui.widgets.keycap import KeyCap
from wardesk.ui.widgets.panel import hairline
from wardesk.ui.widgets.text import ElidedLine
from wardesk.words import say_count, tr

_LOW_TITLE, _LOW_FACTS, _NO_LIMIT = 210, 1600, 16_777_215
"""Px of a title in a low bar, of window from which its subtitle has room, and Qt's own limit."""


class DocumentBar(QFrame):
    """Title and state of what is open; at the right what the workspace puts there.

    ``menu_asked()``: the button that leads away, where the rail is not there for that.
    """

    menu_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("docbar")
        self.menu = ToolButton("layers", tr("Menu"), self, action="menu", size=20)
        self.menu.clicked.connect(self.menu_asked)
        self._title = ElidedLine("", self, role="heading", grow=False, least=80)
        self._subtitle = ElidedLine("", self, role="small", tone="text2", grow=False, least=40)
        self._bars: list[QWidget] = []
        self._words = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._words.addWidget(self._title)
        self._words.addWidget(self._subtitle)
        self._row = QHBoxLayout(self)
        self._row.setSpacing(theme.S3)
        self._row.addWidget(self.menu)
        self._row.addLayout(self._words)
        self._between = QSpacerItem(0, 0, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._row.addSpacerItem(self._between)
        self.set_low(False)

    def set_low(self, low: bool) -> None:
        """Be the low bar of a workspace that fills the window: its own part takes the room."""
        across = QSizePolicy.Policy.Fixed if low else QSizePolicy.Policy.Expanding
        self._between.changeSize(0, 0, across, QSizePolicy.Policy.Minimum)
        self._words.setSpacing(theme.S2 if low else theme.S3)
        self._row.setSpacing(theme.S2 if low else theme.S3)
        self._row.setContentsMargins(theme.S1 if low else theme.S4, 0, theme.S2, 0)
        self._title.setMaximumWidth(theme.px(_LOW_TITLE) if low else _NO_LIMIT)
        self.menu.setVisible(low)
        self.setFixedHeight(theme.STRIP_HEIGHT + 1 if low else theme.BAR_HEIGHT)
        self._row.invalidate()

    def set_titles(self, title: str, subtitle: str) -> None:
        """Say what is open."""
        self._title.set_words(title)
        self._subtitle.set_words(subtitle)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Half a subtitle beside half a title says nothing: it goes, where both do not fit."""
        bars = sum(_wide(one) for one in self._bars if not one.isHidden())
        room = self.width() - theme.S4 - bars - 4 * theme.S3
        fits = _wide(self._title) + _wide(self._subtitle) <= room
        if not self.menu.isHidden():
            fits = self.width() >= _LOW_FACTS
        self._subtitle.setVisible(fits)

    def show_bar(self, bar: QWidget | None) -> None:
        """Show a workspace's own part of the bar, and hide the others'."""
        if bar is not None and bar not in self._bars:
            self._bars.append(bar)
            self._row.addWidget(bar)
        for one in self._bars:
            one.setVisible(one is bar)
        self._fit()

    def drop_bar(self, bar: QWidget | None) -> None:
        """Forget the part of a workspace that has left the window."""
        if bar in self._bars:
            self._bars.remove(bar)


class StatusBar(QFrame):
    """Keys and what they do at the left, facts at the right. Never the only place of an error.

    Hints that have no room are left out whole, the last one first; facts stay as long as they are.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusbar")
        self.setFixedHeight(theme.STATUS_HEIGHT)
        self._hints: tuple[tuple[str, str], ...] = ()
        self._told = False
        self._pieces: list[QWidget] = []
        self._kept_free = 0
        """Width of the widest facts since these hints came: facts change all the time."""
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(theme.S4, 0, theme.S4, 0)
        self._row.setSpacing(theme.S2)
        self._keys = QHBoxLayout()
        self._keys.setSpacing(theme.S2)
        self._facts: list[ElidedLine] = []
        self._dividers: list[QWidget] = []
        self._row.addLayout(self._keys)
        self._row.addStretch(1)
        self.messages = ToolButton("mail", tr("Messages"), self, size=16)
        self.messages.setFixedHeight(theme.STATUS_HEIGHT - 2)
        self.messages.hide()
        self._row.addWidget(self.messages)

    def show_folded(self, count: int) -> None:
        """Offer so many messages that went by themselves to be read again."""
        words = say_count("Read {n} message again", "Read {n} messages again", n=count)
        self.messages.set_name(said(words))
        self.messages.setVisible(count > 0)
        self._make_room()

    def set_status(self, hints: Sequence[tuple[str, str]], facts: Sequence[str]) -> None:
        """Show other hints and facts. Facts change with every move of the hand: words only."""
        if tuple(hints) != self._hints or not self._told:
            self._hints, self._told, self._kept_free = tuple(hints), True, 0
            self._show_hints()
        while len(self._facts) < len(facts):
            self._add_fact()
        for k, line in enumerate(self._facts):
            shown = k < len(facts)
            if shown:
                line.set_words(facts[k])
            line.setVisible(shown)
            self._dividers[k].setVisible(shown and k > 0)
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _show_hints(self) -> None:
        clear(self._keys)
        self._pieces = [_hint(keys, words, self) for keys, words in self._hints]
        for piece in self._pieces:
            self._keys.addWidget(piece)

    def _make_room(self) -> None:
        """Show as many hints as fit whole beside the facts."""
        margins = self._row.contentsMargins()
        beside = [*self._facts, *self._dividers, self.messages]
        shown = [one.sizeHint().width() + theme.S2 for one in beside if not one.isHidden()]
        self._kept_free = max(self._kept_free, sum(shown))
        room = self.width() - margins.left() - margins.right() - self._kept_free
        for piece in self._pieces:
            room -= piece.sizeHint().width() + theme.S2
            piece.setVisible(room >= 0)

    def _add_fact(self) -> None:
        divider = hairline(self, vertical=True)
        divider.setFixedHeight(14)
        line = ElidedLine("", self, role="small", tone="text2", grow=False, least=24)
        line.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._row.addWidget(divider)
        self._row.addWidget(line)
        self._dividers.append(divider)
        self._facts.append(line)


def _wide(part: QWidget) -> int:
    return part.sizeHint().width()


def _hint(keys: str, words: str, parent: QWidget) -> QWidget:
    """The caps of some keys, and what they do."""
    piece = QWidget(parent)
    row = QHBoxLayout(piece)
    row.setContentsMargins(0, 0, theme.S1, 0)
    row.setSpacing(theme.S2)
    if shown := " ".join(filter(None, map(_cap, keys.split(" ")))):
        row.addWidget(KeyCap(shown, piece))
    row.addWidget(ElidedLine(words, piece, role="small", tone="text2", grow=False, least=24))
    return piece


def _cap(hint: str) -> str:
    """What stands on the cap of a hint: the key of an action by its id, or a key as it is now."""
    book = key_book()
    return book.cap(hint, hint if hint in book.known() else "")
