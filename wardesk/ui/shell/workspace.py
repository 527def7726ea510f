"""What the window asks of a workspace, and the place-holder for one that is not built."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.actions import Action
from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.states import Actions, EmptyState
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import tr


class Workspace(QWidget):
    """One of the five rooms behind the mode bar.

    ``retitled()`` when title or status changed; ``noticed(notice)`` puts a `Notice` above it, and
    ``tried_again()`` takes away what was told before; ``command_asked(id)`` runs a command of the
    window.
    """

    fills_window = False
    """Whether it stands without the rail and the status bar, under a low document bar."""

    retitled = Signal()
    noticed = Signal(object)
    tried_again = Signal()
    command_asked = Signal(str)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.subtitle = ""
        self.file = ""
        """The file that is open, for the title of the window; empty where there is none."""
        self.hints: Sequence[tuple[str, str]] = (
            ("go.home", tr("home")),
            ("palette", tr("any command")),
            ("help", tr("help")),
        )
        """Actions by their id, or keys, and what they do, for the status bar."""
        self.facts: Sequence[str] = ()
        """Facts at the right end of the status bar."""
        self.bar: QWidget | None = None
        """What stands at the right of the document bar while this workspace is open."""
        self.setAccessibleName(title)

    def set_titles(self, title: str, subtitle: str = "") -> None:
        """Change what the document bar says."""
        self.title, self.subtitle = title, subtitle
        self.retitled.emit()

    def set_status(
        self, hints: Sequence[tuple[str, str]] | None = None, facts: Sequence[str] | None = None
    ) -> None:
        """Change what the status bar says."""
        self.hints = self.hints if hints is None else hints
        self.facts = self.facts if facts is None else facts
        self.retitled.emit()

    def commands(self) -> Sequence[Action]:
        """Commands that live as long as the workspace; asked once, when it joins the window."""
        return ()

    def enter(self) -> None:
        """The workspace was opened: give the keyboard to its primary control."""

    def shut(self) -> None:
        """It goes: keep what was not kept, let go of files and of what works."""

    def loose_key(self, event: QKeyEvent) -> bool:
        """A key that nothing around the workspace wanted; whether it was acted on."""
        del event
        return False

    def show_notice(self, notice: Notice) -> bool:
        """Show a notice in a place of its own; False leaves it to the window."""
        del notice
        return False

    def stops(self) -> Sequence[QWidget]:
        """What F6 visits, in this order; nothing leaves it to the window, which takes panels."""
        return ()

    def show_own_help(self) -> bool:
        """Explain what is asked here and now (F1); False where only the help pages can."""
        return False

    def docks_hidden(self) -> bool:
        """Whether the docks are hidden; remembered per workspace."""
        return False

    def hide_docks(self, hidden: bool) -> None:
        """Hide or show the docks."""


class _CommandLine(QFrame):
    """A line for the terminal, with a button that copies it."""

    def __init__(self, line: str, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        text = QVBoxLayout()
        text.setSpacing(2)
        command = ElidedLine(line, self, role="mono")
        text.addWidget(command)
        text.addWidget(Label(words, self, role="small", tone="text2", wrap=True))
        copy = ToolButton("copy", tr("Copy “{0}”").format(line), self)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(line))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.S3, theme.S2, theme.S2, theme.S2)
        row.addLayout(text, 1)
        row.addWidget(copy)


class Placeholder(Workspace):
    """Says truthfully what is not here, and what works meanwhile.

    *lines* are command lines that do work today, each with what it does.
    """

    def __init__(
        self,
        title: str,
        icon: str,
        head: str,
        words: str,
        parent: QWidget | None = None,
        *,
        lines: Sequence[tuple[str, str]] = (),
        actions: Actions = (),
    ) -> None:
        super().__init__(title, parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        below: list[QWidget] = []
        if lines:
            below.append(Label(tr("Works today, in a terminal:"), role="small", tone="text3"))
            below.extend(_CommandLine(line, says) for line, says in lines)
        self.state = EmptyState(
            icon, head, words, self, actions=actions, below=below, primary=not lines
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.state)

    def enter(self) -> None:
        self.state.focus_first()
