"""What a screen shows when it has nothing yet, or when something could not be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.text import Label

Actions = Sequence[tuple[str, Callable[[], object]]]


class EmptyState(QWidget):
    """Icon, what is missing, what to do about it; the first action is the primary one.

    *below* are further widgets under the words (a list of what works meanwhile).
    """

    def __init__(
        self,
        icon: str,
        title: str,
        words: str,
        parent: QWidget | None = None,
        *,
        actions: Actions = (),
        below: Sequence[QWidget] = (),
        tone: str = "text2",
        primary: bool = True,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        self.setAccessibleDescription(words)
        column = QVBoxLayout()
        column.setSpacing(theme.S2)
        column.addWidget(Glyph(icon, self, tone=tone, size=28))
        column.addSpacing(theme.S1)
        column.addWidget(Label(title, self, role="title", wrap=True))
        column.addWidget(Label(words, self, tone="text2", wrap=True))
        for widget in below:
            column.addWidget(widget)
        self.buttons: list[Button] = []
        if actions:
            row = FlowBox(self)
            for k, (label, run) in enumerate(actions):
                button = Button(label, self, kind="primary" if primary and not k else "normal")
                button.clicked.connect(lambda _checked=False, run=run: run())
                row.add(button)
                self.buttons.append(button)
            column.addSpacing(theme.S2)
            column.addWidget(row)
        block = QWidget(self)
        block.setMaximumWidth(520)
        block.setLayout(column)
        across = QHBoxLayout()
        across.addStretch(1)
        across.addWidget(block, 100)
        across.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(theme.S6, theme.S6, theme.S6, theme.S6)
        outer.addStretch(2)
        outer.addLayout(across)
        outer.addStretch(3)

    def focus_first(self) -> None:
        """Give the keyboard to the primary action."""
        if self.buttons:
            self.buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)
