"""A few choices of which exactly one holds; arrow keys move, as in a tab bar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QSizePolicy,
    QStyleOptionButton,
    QWidget,
)

from wardesk.ui import theme
from wardesk.ui.icons import states_icon
from wardesk.ui.key_book import key_book
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.flow import Flow
from wardesk.ui.widgets.panel import ground

_TIGHT, _WRAPPED, _ROOMY = 8, 16, 22
"""Pixels around the words of a choice: where every pixel counts, where a line may be added, and
where there is room enough; then its icon stands too."""


class _Choice(QPushButton):
    """One choice of a `Segment`."""

    def __init__(self, words: str, icon: str, tone: str, parent: QWidget, *, room: int) -> None:
        """*room* is left and right of its words together; px."""
        super().__init__(words, parent)
        self._icon, self._tone, self.room = icon, tone, room
        self.bare = False
        """Whether its sign stands for its words, for want of room; the tooltip says them."""
        self.action = ""
        self.setObjectName("choice")
        self.setProperty("tone", tone)
        self.setFont(theme.font("small-strong"))
        self.setIconSize(QSize(16, 16))
        self._take_icon()
        self.setCheckable(True)
        self.toggled.connect(self.updateGeometry)  # the one that holds may alone have its words
        self.setAutoDefault(False)
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def _signed(self) -> bool:
        return bool(self._icon) and self.room >= _ROOMY

    def width_of(self, *, bare: bool) -> int:
        """Pixels across with its words, or as its sign alone."""
        if bare and self._icon:
            return 16 + self.room
        sign = 20 if self._signed else 0
        return round(paint.advance(self.text(), "small-strong")) + self.room + sign

    def sizeHint(self) -> QSize:
        bare = self.bare and not self.isChecked()
        return QSize(self.width_of(bare=bare), theme.CONTROL_HEIGHT - 4)

    def minimumSizeHint(self) -> QSize:
        # where signs may stand for words, words never widen what is around them
        may_be_bare = bool(self._icon) and not self._signed
        return QSize(self.width_of(bare=may_be_bare), theme.CONTROL_HEIGHT - 4)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and (self.action or self.bare):
            key = key_book().key(self.action) if self.action else ""
            bare = self.text() if self.bare else ""
            self.setToolTip(f"{self.text()} ({key})" if key else bare)
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        segment = self.parent()
        if step and isinstance(segment, Segment):
            segment.step(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.isChecked():
            event.ignore()  # It holds already: Enter is for whoever comes next.
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def initStyleOption(self, option: QStyleOptionButton) -> None:
        super().initStyleOption(option)
        look = cast("Any", option)
        if self.bare and not self.isChecked() and self._icon:
            look.text = ""
        elif self._signed:
            look.text = f" {look.text}"  # a little further from its sign
        else:
            look.icon = QIcon()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.StyleChange:
            self._take_icon()
        super().changeEvent(event)

    def _take_icon(self) -> None:
        if self._icon:
            self.setIcon(states_icon(self._icon, 16, theme.ink_token(self._tone)))


def _one_line(of: QWidget, *, tight: bool) -> QHBoxLayout:
    row = QHBoxLayout(of)
    row.setSpacing(2)
    edge = 0 if tight else 2
    row.setContentsMargins(edge, 2, edge, 2)
    across = QSizePolicy.Policy.Ignored if tight else QSizePolicy.Policy.Fixed
    of.setSizePolicy(across, QSizePolicy.Policy.Fixed)
    return row


def _lines(of: QWidget) -> QLayout:
    policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    policy.setHeightForWidth(True)
    of.setSizePolicy(policy)
    return Flow(of, gap=2)


class Segment(QWidget):
    """*choices* are ``(id, label)`` or ``(id, label, icon)``; emits ``chosen(id)`` on a change.

    *actions* are those that choose the same: the tooltips name their keys. With *wrap* the
    choices may take more than one line, and stand closer where that spares it. With *tight* they
    get by with little room: where their words do not fit into one line, only the one that holds
    keeps them, and the others show their icons.
    """

    chosen = Signal(str)

    def __init__(
        self,
        choices: Sequence[tuple[str, str] | tuple[str, str, str]],
        parent: QWidget | None = None,
        *,
        name: str,
        current: str = "",
        tones: dict[str, str] | None = None,
        actions: dict[str, str] | None = None,
        wrap: bool = False,
        tight: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        row = _lines(self) if wrap else _one_line(self, tight=tight)
        self._tight, self._wrap = tight, wrap
        if not tight:
            ground(self, "segment")
        self._group = QButtonGroup(self)
        self._ids = [choice[0] for choice in choices]
        room = _TIGHT if tight else _WRAPPED if wrap else _ROOMY
        for k, choice in enumerate(choices):
            icon = choice[2] if len(choice) == 3 else ""
            tone = (tones or {}).get(choice[0], "accent")
            button = _Choice(choice[1], icon, tone, self, room=room)
            button.action = (actions or {}).get(choice[0], "")
            self._group.addButton(button, k)
            row.addWidget(button)
        if isinstance(row, QHBoxLayout) and tight:
            row.addStretch(1)
        self.set_current(current or self._ids[0])
        self._group.idClicked.connect(lambda k: self.chosen.emit(self._ids[k]))

    @property
    def ids(self) -> tuple[str, ...]:
        """What can be chosen."""
        return tuple(self._ids)

    @property
    def current(self) -> str:
        """Id of the choice that holds."""
        return self._ids[self._group.checkedId()]

    def set_current(self, choice: str) -> None:
        """Choose without a signal."""
        self._group.button(self._ids.index(choice)).setChecked(True)
        self._one_tab_stop()

    def button(self, choice: str) -> QWidget:
        """What is pressed for a choice."""
        return self._group.button(self._ids.index(choice))

    def set_words(self, choice: str, words: str) -> None:
        """Call a choice otherwise."""
        button = self._group.button(self._ids.index(choice))
        if button.text() != words:
            button.setText(words)
            button.setAccessibleName(words)
            button.updateGeometry()

    def offer(self, choices: Iterable[str]) -> None:
        """Hide all but these choices."""
        offered = set(choices)
        for k, one in enumerate(self._ids):
            self._group.button(k).setHidden(one not in offered)

    def step(self, by: int) -> None:
        """Move the choice by one place, as the arrow keys do."""
        k = (self._group.checkedId() + by) % len(self._ids)
        while self._group.button(k).isHidden():
            k = (k + by) % len(self._ids)
        self._group.button(k).click()
        self._one_tab_stop()
        self._group.button(k).setFocus(Qt.FocusReason.OtherFocusReason)

    def _one_tab_stop(self) -> None:
        # As in a tab bar: Tab reaches the chosen one, arrows the others.
        for button in self._group.buttons():
            button.setFocusPolicy(
                Qt.FocusPolicy.StrongFocus if button.isChecked() else Qt.FocusPolicy.ClickFocus
            )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        choices = [
            one for one in self._group.buttons() if isinstance(one, _Choice) and not one.isHidden()
        ]
        if self._wrap:
            self._close_up(choices)
        if not self._tight:
            return
        wide = sum(one.width_of(bare=False) + 2 for one in choices) - 2
        for one in choices:
            one.bare = wide > self.width()
            one.updateGeometry()

    def _close_up(self, choices: Sequence[_Choice]) -> None:
        spare = self.width() - sum(one.width_of(bare=False) - one.room + 2 for one in choices) + 2
        one_line = _TIGHT * len(choices) <= spare < _WRAPPED * len(choices)
        room = _TIGHT if one_line else _WRAPPED
        for one in choices:
            if one.room != room:
                one.room = room
                one.updateGeometry()
