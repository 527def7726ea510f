"""Shift+F1: every key there is, by place."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.actions import Action
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.keycap import KeyCap
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.text import Text


class KeysDialog(QDialog):
    """Lists the commands that have a key, one column per place; ``change_asked()``."""

    change_asked = Signal()

    def __init__(self, commands: Iterable[Action], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        groups: dict[str, list[Action]] = {}
        for command in commands:
            if command.key:
                groups.setdefault(command.group, []).append(command)
        body = QWidget(self)
        columns = QHBoxLayout(body)
        columns.setContentsMargins(0, 0, theme.S3, 0)
        columns.setSpacing(theme.S8)
        for where, members in groups.items():
            columns.addLayout(self._column(where, members, body))
        columns.addStretch(1)
        note = Text(
            self.tr("Single letters act while board or list has the keyboard, never in a field."),
            self, role="small", tone="text2", wrap=True,
        )  # fmt: skip
        close = Button(self.tr("Close"), self, key="Esc")
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        change = Button(self.tr("Change keys…"), self, icon="keyboard")
        change.clicked.connect(self._change)
        foot.addWidget(note, 1)
        foot.addWidget(change)
        foot.addWidget(close)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(theme.S6, theme.S6, theme.S6, theme.S4)
        outer.setSpacing(theme.S4)
        outer.addWidget(Text(self.tr("Keys"), self, role="title"))
        outer.addWidget(Scroller(body, self), 1)
        outer.addLayout(foot)
        self.resize(max(560, body.sizeHint().width() + 2 * theme.S6 + 24), 520)
        close.setFocus()

    def _change(self) -> None:
        self.accept()
        self.change_asked.emit()

    def _column(self, where: str, members: list[Action], parent: QWidget) -> QVBoxLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.S3)
        grid.setVerticalSpacing(6)
        for row, command in enumerate(members):
            grid.addWidget(KeyCap(command.key, parent), row, 0, Qt.AlignmentFlag.AlignRight)
            grid.addWidget(Text(command.title, parent), row, 1)
        column = QVBoxLayout()
        column.setSpacing(theme.S2)
        column.addWidget(Text(where, parent, role="strong"))
        column.addLayout(grid)
        column.addStretch(1)
        return column
