"""What stands in the document bar while a map is open: undo, redo, save."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.map.words import history_title
from wardesk.ui.widgets.button import Button, ToolButton

if TYPE_CHECKING:
    from wardesk.ui.map.edit_desk import EditDesk


class MapBar(QWidget):
    """Buttons for the whole map; `add` puts more of them at the right."""

    def __init__(self, desk: EditDesk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.undo = ToolButton("undo", self.tr("Undo"), self, key="Ctrl+Z")
        self.redo = ToolButton("redo", self.tr("Do again"), self, key="Ctrl+Shift+Z")
        self.save = Button(self.tr("Save"), self, icon="save", key="Ctrl+S")
        self.undo.clicked.connect(desk.undo)
        self.redo.clicked.connect(desk.redo)
        self.save.clicked.connect(lambda: desk.save())
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.S2)
        for button in (self.undo, self.redo, self.save):
            self._row.addWidget(button)
        desk.followed.connect(self._follow)
        desk.kept.connect(self._follow)
        self._follow()

    def add(self, *buttons: QWidget) -> None:
        """More buttons, right of the others."""
        for button in buttons:
            self._row.addWidget(button)

    def _follow(self, *_: object) -> None:
        editor = self._desk.session.editor
        at = editor.position
        self.undo.setEnabled(editor.can_undo)
        self.redo.setEnabled(editor.can_redo)
        undo, redo = self.tr("Undo"), self.tr("Do again")
        if editor.can_undo:
            undo = self.tr("Undo: {0}").format(history_title(editor.title(at - 1)))
        if editor.can_redo:
            redo = self.tr("Do again: {0}").format(history_title(editor.title(at)))
        self.undo.set_name(undo, key="Ctrl+Z")
        self.redo.set_name(redo, key="Ctrl+Shift+Z")
        if self._desk.session.is_saved:
            self.save.refuse(self.tr("Nothing has changed since the map was saved."))
        else:
            self.save.allow(self.tr("Save to {0}").format(self._desk.session.path))
