"""The base of all dialogs: a heading, a body, and a foot with one button that Enter presses."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from wardesk.ui import theme
from wardesk.ui.preferences import preferences
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Dialog(QDialog):
    """A window over the work. Escape leaves it, Enter presses the filled button of its foot.

    Ctrl+Enter presses that button in every dialog, whatever has the keyboard.
    What asks adds to `body` and says in `judge` why it cannot go on yet. A dialog opens as large as
    its words need; one that a person has resized opens as they left it.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        icon: str = "",
        tone: str = "accent_text",
        size: tuple[int, int] = (0, 0),
        least: tuple[int, int] = (0, 0),
    ) -> None:
        """The heading has an *icon* in the colour of *tone* before it.

        *size* is how large it opens, *least* how small it may become: px at 100 % text; without
        one it is as large as what it holds.
        """
        super().__init__(parent)
        self._filled: Button | None = None
        self._with_control = False
        self._own_size = QSize()
        self.head = QHBoxLayout()
        """The heading; what is added stands at its right."""
        self.head.setSpacing(theme.S3)
        if icon:
            self.head.addWidget(Glyph(icon, self, tone=tone, size=24))
        self._heading = Label("", self, role="title", wrap=True)
        self._heading.hide()
        self.head.addWidget(self._heading, 1)
        self.body = QVBoxLayout()
        self.body.setSpacing(theme.S3)
        self.problem = Label("", self, role="small", tone="danger", wrap=True)
        """Why what was asked for cannot be done, above the foot; hidden while it can."""
        self.problem.hide()
        self.foot = QHBoxLayout()
        self.foot.setSpacing(theme.S2)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S6, theme.S6, theme.S6, theme.S4)
        column.setSpacing(theme.S3)
        column.addLayout(self.head)
        column.addLayout(self.body, 1)
        column.addWidget(self.problem)
        column.addLayout(self.foot)
        self.setMinimumSize(theme.px(least[0]), theme.px(least[1]))
        wanted = preferences().now.dialogs.get(type(self).__name__)
        if wanted or size != (0, 0):
            wish = QSize(*(wanted or map(theme.px, size)))
            self.resize(wish.boundedTo(self.screen().availableGeometry().size()))

    def set_title(self, title: str, heading: str = "") -> None:
        """The title of the window, and a heading in it: the same words unless it has its own."""
        self.setWindowTitle(title)
        self._heading.setText(heading or title)
        self._heading.show()

    # ---- the foot -------------------------------------------------------------------------------

    def set_foot(
        self,
        go: Button | None,
        *others: QWidget,
        leave: str = "",
        left: Sequence[QWidget] = (),
        with_control: bool = False,
    ) -> Button:
        """Put the foot together: *left*, then a gap, the button that leaves, *others*, and *go*.

        *leave* are the words of the button that leaves (Cancel). Where Enter belongs to the body,
        *go* wants Ctrl+Enter: *with_control*. Gives the button that leaves.
        """
        self._filled, self._with_control = go, with_control
        away = Button(leave or tr("Cancel"), self, key="Esc")
        away.clicked.connect(self.reject)
        for part in left:
            self.foot.addWidget(part)
        self.foot.addStretch(1)
        for part in (away, *others, *([go] if go else [])):
            self.foot.addWidget(part)
        if go is not None:
            go.set_words(go.text(), key="Ctrl+Enter" if with_control else "Enter")
            go.setDefault(not with_control)
        for key in ("Ctrl+Return", "Ctrl+Enter"):
            # A shortcut beats whatever has the keyboard, which may press itself.
            QShortcut(QKeySequence(key), self).activated.connect(self.press_enter)
        return away

    def judge(self, why_not: str) -> None:
        """Switch the filled button off for this reason, on for none."""
        if self._filled is not None:
            self._filled.refuse(why_not) if why_not else self._filled.allow()

    def need_words(self, field: QLineEdit | QPlainTextEdit, why_not: str) -> None:
        """Keep the filled button off, for the reason *why_not*, while *field* is empty."""

        def follow() -> None:
            self.judge("" if words_in(field) else why_not)

        field.textChanged.connect(follow)
        follow()

    def tell_problem(self, words: str) -> None:
        """Say above the foot what is wrong; nothing any more for no words."""
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
        self.grow()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and self._with_control:
            return
        super().keyPressEvent(event)

    def press_enter(self) -> None:
        """What Ctrl+Enter does."""
        if self._filled is not None:
            self._filled.click()

    # ---- its size -------------------------------------------------------------------------------

    def grow(self) -> None:
        """Make room for what is in it now.

        Qt does not do that by itself: not for wrapped words, and not for the width of a dialog that
        has a least size.
        """
        column = self.layout()
        if column is None or not self.isVisible():
            return
        room = self.screen().availableGeometry()
        wide = max(self.width(), min(column.totalMinimumSize().width(), room.width()))
        high = max(self.height(), min(column.totalHeightForWidth(wide), room.height()))
        if (wide, high) != (self.width(), self.height()):
            self.resize(wide, high)
            self._own_size = self.size()
            low = self.frameGeometry().bottom() - room.bottom()
            if low > 0:
                self.move(self.x(), max(room.top(), self.y() - low))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._own_size = self.size()
        self.grow()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.size() != self._own_size and self._own_size.isValid():
            mine = {type(self).__name__: (self.width(), self.height())}
            preferences().change("dialogs", preferences().now.dialogs | mine)


class FormRows(QGridLayout):
    """Labels at the left, their fields at the right, a note below where there is one."""

    def __init__(self, *, tone: str = "text2") -> None:
        super().__init__()
        self._tone = tone
        self.setHorizontalSpacing(theme.S3)
        self.setVerticalSpacing(theme.S2)
        self.setColumnStretch(1, 1)

    def add(
        self, label: str | QWidget, field: QWidget | QLayout, *beside: QWidget, narrow: bool = False
    ) -> None:
        """One more row; *beside* stands at its right end. A *narrow* field keeps its own width."""
        row = self.rowCount()
        name = Label(label, tone=self._tone) if isinstance(label, str) else label
        self.addWidget(name, row, 0, Qt.AlignmentFlag.AlignVCenter)
        where = Qt.AlignmentFlag.AlignLeft if narrow else Qt.AlignmentFlag(0)
        if isinstance(field, QLayout):
            self.addLayout(field, row, 1, where)
        else:
            self.addWidget(field, row, 1, where)
        for column, part in enumerate(beside, 2):
            self.addWidget(part, row, column)

    def add_note(self, note: QWidget) -> None:
        """Words under the last field."""
        self.addWidget(note, self.rowCount(), 1)


def words_in(field: QLineEdit | QPlainTextEdit) -> str:
    """What was typed into a field, without the spaces around it."""
    return (field.text() if isinstance(field, QLineEdit) else field.toPlainText()).strip()
