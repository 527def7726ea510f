"""The right end of the strip: undo, help, and what else the table has; and who decides results."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from wardesk.errors import UserError
from wardesk.ui import theme
from wardesk.ui.icons import icon
from wardesk.ui.making.save_scenario import SaveScenarioDialog
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.fields import Choices
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.segment import Segment
from wardesk.words import tr


class TableBar(QWidget):
    """``back_asked()``: the table of a campaign's scenario shall be brought back there.

    ``command_asked(id)``: a command of the window. ``ended()``: the game came to its end here.
    """

    back_asked = Signal()
    ended = Signal()
    command_asked = Signal(str)

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._going = False
        self.mode = Segment(
            (("play", tr("Play"), "play"), ("adjudicate", tr("Adjudicate"), "scales")),
            self,
            name=tr("Who decides results"),
            tones={"adjudicate": "umpire"},
        )
        self.mode.chosen.connect(self._set_mode)
        self.stops = Choices(self)
        self.stops.setFont(theme.font())
        self.stops.setAccessibleName(tr("Stop for a ruling"))
        for key, words in (
            ("all", tr("Stop at every outcome")),
            ("changes", tr("Stop where something changes")),
            ("none", tr("Never stop")),
        ):
            self.stops.addItem(words, key)
        self.stops.currentIndexChanged.connect(self._set_stops)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        self.back = Button(tr("Bring back"), self, icon="campaign", action="table.bring_back")
        self.back.setToolTip(tr("Fill the results sheet of the campaign with this table"))
        self.back.clicked.connect(self.bring_back)
        self.back.hide()
        row.addWidget(self.back)
        self.undo = self._tool("undo", tr("Undo"), "table.undo")
        self.redo = self._tool("redo", tr("Redo"), "table.redo")
        self.papers = ToolButton("more", tr("Report, export, save as scenario"), self)
        self.papers.clicked.connect(self.show_papers)
        find = self._tool("search", tr("Find a command"), "palette")
        book = self._tool("book", tr("Rulebook"), "help")
        self._theme = self._tool("moon", tr("Dark theme"), "theme")
        tools = QHBoxLayout()
        tools.setSpacing(2)
        for tool in (self.undo, self.redo, find, book, self._theme, self.papers):
            tools.addWidget(tool)
        row.addLayout(tools)
        theme.switch().changed.connect(self._show_theme)
        self._show_theme(theme.current())
        model.changed.connect(self._follow)

    def _tool(self, icon: str, words: str, action: str) -> ToolButton:
        tool = ToolButton(icon, words, self, action=action)
        actions = self._model.actions

        def press() -> None:
            if action in actions:
                actions.run(action)
            else:
                self.command_asked.emit(action)

        tool.clicked.connect(press)
        return tool

    def _show_theme(self, name: str) -> None:
        """The button offers the other theme."""
        dark = name == "dark"
        words = tr("Light theme") if dark else tr("Dark theme")
        self._theme.set_name(words, icon="sun" if dark else "moon")

    def show_papers(self) -> QMenu:
        """What can be made of the table: report, export, scenario."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(self.papers.accessibleName())
        for one in ("table.report", "table.export", "table.scenario"):
            action = next(a for a in self._model.actions.all() if a.id == one)
            entry = menu.addAction(icon(action.icon, "text2", 16), action.title)
            entry.triggered.connect(lambda _on=False, one=one: self._model.actions.run(one))
        menu.popup(self.papers.mapToGlobal(QPoint(0, self.papers.height() + 2)))
        return menu

    def bring_back(self) -> None:
        """Ask for it, where the table is part of a campaign."""
        if not self.back.isHidden():
            self.back_asked.emit()

    def _follow(self) -> None:
        session = self._model.session
        if self._going and session.ask is None:
            self.ended.emit()
        self._going = session.ask is not None
        self.mode.set_current(session.mode)
        self.mode.setVisible(session.post is None)
        self.stops.setVisible(session.mode == "adjudicate")
        self.undo.setEnabled(session.can_undo())
        self.redo.setEnabled(session.can_redo())
        stops = session.stop_filter
        at = self.stops.findData(stops) if isinstance(stops, str) else 0
        if at != self.stops.currentIndex():
            self.stops.blockSignals(True)
            self.stops.setCurrentIndex(max(at, 0))
            self.stops.blockSignals(False)
        # When the game is over, bringing it back is the thing to do.
        self.back.setVisible(bool(session.header.origin))
        self.back.set_kind("primary" if session.ask is None else "normal")

    def _set_mode(self, mode: Any) -> None:  # noqa: ANN401 - a word, through a signal
        self._model.attempt(partial(self._model.session.set_mode, mode))

    def _set_stops(self) -> None:
        stops: Any = self.stops.currentData()
        self._model.attempt(partial(self._model.session.set_stop_filter, stops))

    # ---- scenario -------------------------------------------------------------------------------

    def save_scenario(self) -> SaveScenarioDialog | None:
        """Ask for a title and a place; None when this game cannot be saved so, which is told."""
        try:
            dialog = SaveScenarioDialog(self._model.session, self.window())
        except UserError as error:
            self._model.tell(error)
            return None
        dialog.saved.connect(self._saved)
        dialog.open()
        return dialog

    def _saved(self, scenario: str) -> None:
        folder = Path(scenario).parent.parent
        words = tr("The scenario is saved in {0}.").format(folder)
        advice = tr("Home lists it. Pass the whole folder on: others drop it on their Home.")
        self._model.noticed.emit(Notice(words, advice))
