"""The two bars of the window: what is open (above) and what the keys do here (below)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from wardesk.ui import theme
from wardesk.ui.key_book import key_book
from wardesk.ui.widgets.keycap import KeyCap
from wardesk.ui.widgets.panel import hairline
from wardesk.ui.widgets.text import Line


class DocumentBar(QFrame):
    """Title and state of what is open; at the right what the workspace puts there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("docbar")
        self.setFixedHeight(theme.BAR_HEIGHT)
        self._title = Line("", self, role="heading", grow=False, least=80)
        self._subtitle = Line("", self, role="small", tone="text2", grow=False, least=40)
        self._bars: list[QWidget] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(theme.S4, 0, theme.S4, 0)
        self._row.setSpacing(theme.S3)
        self._row.addWidget(self._title)
        self._row.addWidget(self._subtitle)
        self._row.addStretch(1)

    def set_titles(self, title: str, subtitle: str) -> None:
        """Say what is open."""
        self._title.set_words(title)
        self._subtitle.set_words(subtitle)

    def show_bar(self, bar: QWidget | None) -> None:
        """Show a workspace's own part of the bar, and hide the others'."""
        if bar is not None and bar not in self._bars:
            self._bars.append(bar)
            self._row.addWidget(bar)
        for one in self._bars:
            one.setVisible(one is bar)

    def drop_bar(self, bar: QWidget | None) -> None:
        """Forget the part of a workspace that has left the window."""
        if bar in self._bars:
            self._bars.remove(bar)


class StatusBar(QFrame):
    """Keys and what they do at the left, facts at the right. Never the only place of an error."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusbar")
        self.setFixedHeight(theme.STATUS_HEIGHT)
        self._shown: tuple[object, object] = ((), ())
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(theme.S4, 0, theme.S4, 0)
        self._row.setSpacing(theme.S2)

    def set_status(self, hints: Sequence[tuple[str, str]], facts: Sequence[str]) -> None:
        """Show other hints and facts."""
        if (tuple(hints), tuple(facts)) == self._shown:
            return
        self._shown = (tuple(hints), tuple(facts))
        while (item := self._row.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for key, words in hints:
            if key_book().shown(key):
                self._row.addWidget(KeyCap(key_book().shown(key), self))
            self._row.addWidget(Line(words, self, role="small", tone="text2", grow=False, least=24))
            self._row.addSpacing(theme.S1)
        self._row.addStretch(1)
        for k, fact in enumerate(facts):
            if k:
                divider = hairline(self, vertical=True)
                divider.setFixedHeight(14)
                self._row.addWidget(divider)
            line = Line(fact, self, role="small", tone="text2", grow=False, least=24)
            line.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            self._row.addWidget(line)
