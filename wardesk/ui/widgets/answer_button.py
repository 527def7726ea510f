"""One answer to the pending question: label, key, and the reason if it is refused."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from wardesk.ui.widgets.button import Button
from wardesk.words import tr


class AnswerButton(Button):
    """A click emits ``answered(answer)``; on a refused one ``asked_why(reason)`` instead.

    ``explained(answer)``, by a right click or the menu key: what is this?

    A refused answer can still have the focus, so that people without a mouse learn the reason too.
    """

    answered = Signal(str)
    asked_why = Signal(str)
    explained = Signal(str)

    def __init__(
        self,
        answer: str,
        label: str,
        parent: QWidget | None = None,
        *,
        key: str = "",
        kind: str = "normal",
        refused: str = "",
        hint: str = "",
        tall: int = 0,
    ) -> None:
        super().__init__(label, parent, tall=tall)
        self._answer, self._refused = answer, refused
        self.clicked.connect(self._clicked)
        self.set_answer(answer, label, key=key, kind=kind, refused=refused, hint=hint)

    def set_answer(
        self, answer: str, label: str, *, key: str = "", kind: str = "normal", refused: str = "",
        hint: str = "",
    ) -> None:  # fmt: skip
        """Stand for another answer."""
        if refused != self._refused:
            self.update()
        self._answer, self._refused = answer, refused
        self.set_kind("normal" if refused else kind)
        self.set_words(label, key=key)
        tip = refused or hint
        said = tr("Not possible. {0}").format(refused) if refused else hint
        if (tip, said) != (self.toolTip(), self.accessibleDescription()):
            self.setToolTip(tip)
            self.setAccessibleDescription(said)

    @property
    def answer(self) -> str:
        """What this button answers with."""
        return self._answer

    @property
    def refused(self) -> str:
        """Why this answer is not possible; empty when it is."""
        return self._refused

    def looks_off(self) -> bool:
        return bool(self._refused) or super().looks_off()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Qt walks from button to button by arrows, out of the table in the end, where Enter would
        # press what nobody sees. Arrows are whoever's who asks the question.
        # Space belongs to the board: Enter is what presses a button of the question.
        if Qt.Key.Key_Left <= event.key() <= Qt.Key.Key_Down or event.key() == Qt.Key.Key_Space:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.explained.emit(self._answer)
        event.accept()

    def _clicked(self) -> None:
        if self._refused:
            self.asked_why.emit(self._refused)
        else:
            self.answered.emit(self._answer)
