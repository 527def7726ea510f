"""A scenario whose map was drawn on since it got its copy: which of the two is to be played on."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from wardesk.documents.maps.titles import map_title
from wardesk.errors import UserError
from wardesk.services.maps.trials import freshen
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.language import explained
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.text import Label
from wardesk.words import tr


class ChangedMapDialog(Dialog):
    """``chosen()``: the scenario can be played now, on the one map or the other."""

    chosen = Signal()

    def __init__(self, place: Path, parent: QWidget | None = None) -> None:
        """*place* is the map that is drawn."""
        super().__init__(parent, least=(460, 0))
        self._place = place
        self.set_title(tr("The map has changed"))
        self.setModal(True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        words = tr(
            "You drew on “{0}” ({1}) since this scenario got its copy of it. Which of the two do "
            "you want to play on?"
        )
        self.body.addWidget(Label(words.format(map_title(place), place.name), self, wrap=True))
        more = tr("The map as it is drawn now takes the place of the copy, also for games that "
                  "have begun.")  # fmt: skip
        self.body.addWidget(Label(more, self, role="small", tone="text2", wrap=True))
        self.body.addStretch(1)
        self.old = Button(tr("As it was copied"), self)
        self.old.clicked.connect(self._take)
        self.new = Button(tr("As it is drawn now"), self, kind="primary")
        self.new.clicked.connect(self._freshen)
        self._task = Task(self)
        self._task.done.connect(lambda _scenario: self._take())
        self._task.failed.connect(self._failed)
        self.set_foot(self.new, self.old)

    def _take(self) -> None:
        self.accept()
        self.chosen.emit()

    def _freshen(self) -> None:
        if not self._task.running:
            self.new.refuse(tr("Copying the map…"))
            self._task.start(partial(freshen, self._place))

    def _failed(self, error: object) -> None:
        if not isinstance(error, UserError):
            raise error if isinstance(error, BaseException) else TypeError(str(error))
        self.new.allow()
        self.tell_problem(tr("The map lacks something for this: {0}").format(explained(error)))

    def done(self, result: int) -> None:
        """Nothing is worked on for a closed dialog."""
        self._task.stop()
        super().done(result)
