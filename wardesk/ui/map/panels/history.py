"""What was done to the map, newest at the bottom; a click goes there, undoing or redoing."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from wardesk.ui.map.model import MapModel
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr

SHOWN = 200
"""Entries that are listed; older ones can still be undone."""


class HistoryPanel(Panel):
    """The entries of the history; those that were undone are pale."""

    def __init__(self, model: MapModel, parent: QWidget) -> None:
        super().__init__(tr("History"), parent)
        self._model = model
        self.list = RowList(tr("History"), self, most=190)
        self.list.picked.connect(lambda key: self._model.go(int(key)))
        self._empty = Label(
            tr("This lists what you draw; you can take it back."), self,
            role="small", tone="text2", wrap=True,
        )  # fmt: skip
        self.add(self._empty, self.list)
        self._model.followed.connect(self._follow)
        self._model.kept.connect(self._follow)
        self._follow()

    def _follow(self, *_: object) -> None:
        editor = self._model.session.editor
        count, at = editor.count, editor.position
        first = max(0, count - SHOWN)
        rows = [ListRow("0", tr("As it was opened"), icon="folder", tone="text3", strong=at == 0)]
        for place in range(first, count):
            done = place < at
            rows.append(
                ListRow(
                    str(place + 1), shown(editor.title(place)), strong=place + 1 == at,
                    icon="check" if done else "clock", tone="text2" if done else "text3",
                    hint="" if done else tr("undone"),
                )
            )  # fmt: skip
        self._empty.setVisible(not count)
        self.list.setVisible(count > 0)
        self.set_title(tr("History"), str(count) if count else "")
        self.list.set_rows(rows)
        self.list.set_current(str(at))
        self.list.scrollTo(self.list.currentIndex())
