"""The buttons above a study."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.actions import ActionTable
from wardesk.ui.widgets.button import Button
from wardesk.words import tr


class StudyBar(QWidget):
    """One button for each thing that can be done with a study."""

    def __init__(self, actions: ActionTable, parent: QWidget) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        self.new_ = Button(tr("New study"), self, action="study.new")
        self.watch = Button(tr("Watch a game…"), self, icon="eye", action="study.watch")
        self.swap = Button(tr("Swap A and B"), self, icon="swap", action="study.swap")
        self.compare = Button(tr("Compare with…"), self, action="study.compare")
        self.export = Button(tr("Export…"), self, icon="export", action="study.export")
        self.run_ = Button(tr("Run"), self, icon="play", kind="primary", action="study.run")
        self._named = {
            "new": self.new_, "watch": self.watch, "swap": self.swap,
            "compare": self.compare, "export": self.export, "run": self.run_,
        }  # fmt: skip
        for name, button in self._named.items():
            button.clicked.connect(partial(actions.run, f"study.{name}"))
            row.addWidget(button)

    def judge(
        self, reasons: Mapping[str, str], *, opened: bool, begun: bool, comparing: bool
    ) -> None:
        """Show what serves now, and refuse what has one of *reasons* against it, by button."""
        self.new_.setVisible(opened and not comparing)
        self.run_.setVisible(not comparing)
        self.swap.setVisible(comparing)
        for name, reason in reasons.items():
            button = self._named[name]
            button.refuse(reason) if reason else button.allow()
        self.run_.set_words(tr("Go on") if begun else tr("Run"))
        self.watch.set_words(tr("Watch a game that turned") if comparing else tr("Watch a game…"))
