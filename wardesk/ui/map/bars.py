"""The bars of the map editor: the tools, the options above the sheet, undo and save."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from wardesk.ui import theme
from wardesk.ui.map.map_tabs import MapTabs
from wardesk.ui.map.tools.options import OptionRow
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.panel import Scroller, hairline
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel

WIDTH = 48
_SECOND = 36
"""How much wider it is with a second column, which it gets where one would be too tall."""


class ToolBar(QFrame):
    """One button per tool, hairlines between groups; ``chosen(id)`` when one is pressed."""

    chosen = Signal(str)

    def __init__(self, tools: Mapping[str, Tool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.setProperty("panel", True)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Tools"))
        self.setFixedWidth(WIDTH + 1)
        self.buttons: dict[str, ToolButton] = {}
        self._group = QButtonGroup(self)
        self._rows: list[list[ToolButton]] = []
        """The tools of each group."""
        self._body = QWidget(self)
        last = ""
        for tool in tools.values():
            if tool.group != last:
                self._rows.append([])
            last = tool.group
            button = ToolButton(
                tool.icon,
                tool.title,
                self._body,
                action=f"map.tool.{tool.id}",
                checkable=True,
                size=20,
            )
            self._group.addButton(button)
            self.buttons[tool.id] = button
            button.clicked.connect(lambda _on=False, one=tool.id: self.chosen.emit(one))
            self._rows[-1].append(button)
        self._lines = [hairline(self._body) for _ in self._rows[1:]]
        self._grid = QGridLayout(self._body)
        self._grid.setContentsMargins(0, theme.S2, 0, theme.S2)
        self._grid.setSpacing(2)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._scroller = Scroller(self._body, self)
        self._scroller.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        outer.addWidget(self._scroller)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._settle)
        self._columns = 0
        self._place(1)

    def _place(self, columns: int) -> None:
        """Lay the buttons out in so many columns."""
        if columns == self._columns:
            return
        self._columns = columns
        while self._grid.takeAt(0) is not None:
            pass
        row = 0
        for number, group in enumerate(self._rows):
            if number:
                self._grid.addWidget(self._lines[number - 1], row, 0, 1, columns)
                row += 1
            for place, button in enumerate(group):
                at = row + place // columns
                middle = Qt.AlignmentFlag.AlignHCenter
                self._grid.addWidget(button, at, place % columns, middle)
            row += -(-len(group) // columns)
        for one in range(self._grid.rowCount()):
            self._grid.setRowStretch(one, 0)
        self._grid.setRowStretch(row, 1)
        self.setFixedWidth(WIDTH + (columns - 1) * _SECOND + 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._later.start()  # in the middle of being laid out it cannot become wider

    def _settle(self) -> None:
        """One column if it fits, else two."""
        buttons = sum(
            max(one.sizeHint().height(), one.minimumHeight()) + 2 for one in self.buttons.values()
        )
        height = buttons + len(self._lines) * 3 + 2 * theme.S2
        self._place(1 if height <= self.height() else 2)

    def show_tool(self, tool: str) -> None:
        """Mark the tool in use."""
        self.buttons[tool].setChecked(True)
        self._scroller.ensureWidgetVisible(self.buttons[tool])


class OptionsBar(QFrame):
    """Shows what a tool gives as its options; a tool without any shows its name.

    Switches that do not fit beside them stand in the row of *tabs* if there is one, else below.
    """

    def __init__(
        self, switches: Sequence[QWidget], tabs: MapTabs, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._tabs = tabs
        self.setObjectName("optionsbar")
        self.setProperty("panel", True)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Options of the tool"))
        self._pages = QStackedWidget(self)
        self._shown: dict[str, QWidget] = {}
        self._switches = QWidget(self)
        row = QHBoxLayout(self._switches)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        for switch in switches:
            row.addWidget(switch)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(theme.S4, theme.S1, theme.S4, theme.S1)
        self._grid.setVerticalSpacing(theme.S1)
        self._grid.setColumnStretch(0, 1)
        self._grid.addWidget(self._pages, 0, 0)
        self._at: Literal["beside", "below", "tabs"] = "beside"
        self._place()
        tabs.resettled.connect(self._settle)

    def show_tool(self, tool: Tool) -> None:
        """Show the options of *tool*."""
        if tool.id not in self._shown:
            page = tool.options(self._pages)
            if page is None:
                page = Label(tool.title, self._pages, role="small-strong", tone="text2")
            holder = QWidget(self._pages)
            row = QHBoxLayout(holder)
            row.setContentsMargins(0, 0, 0, 0)
            row.addWidget(page)
            row.addStretch(1)
            self._shown[tool.id] = holder
            self._pages.addWidget(holder)
        self._pages.setCurrentWidget(self._shown[tool.id])
        self._settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._settle()  # an overlay has brought its own options, or taken them away
        return super().event(event)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.height())  # options that want more get their names taken off

    # ---- room ----------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Overlays get another row if both do not fit, for all tools seen so far.

        So the sheet does not jump with every change of tool. A tool whose options are too wide for
        a whole line goes without the names before its controls.
        """
        room = self.width() - 2 * theme.S4
        page = self._pages.currentWidget()
        if page is None or room <= 0:
            return
        rows = page.findChildren(OptionRow)
        for row in rows:
            row.set_named(named=row.width_named() <= room)
        widest = max(one.sizeHint().width() for one in self._shown.values())
        switches = self._switches.sizeHint().width()
        at = "beside"
        if switches > 0 and widest + theme.S2 + switches > room:
            at = "tabs" if self._tabs.has_room_for(self._switches) else "below"
        if at != self._at:
            self._at = at
            self._place()

    def _place(self) -> None:
        self._grid.removeWidget(self._switches)
        if self._at == "tabs":
            self._tabs.take_in(self._switches)
        elif self._at == "below":
            self._grid.addWidget(self._switches, 1, 0, Qt.AlignmentFlag.AlignRight)
        else:
            self._grid.addWidget(self._switches, 0, 1)
        lines = 2 if self._at == "below" else 1
        self.setFixedHeight(lines * (theme.CONTROL_HEIGHT + theme.S1) + theme.S2)


class MapBar(QWidget):
    """Buttons for the whole map; `add` puts more of them at the right."""

    def __init__(self, model: MapModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.undo = ToolButton("undo", tr("Undo"), self, action="map.undo")
        self.redo = ToolButton("redo", tr("Do again"), self, action="map.redo")
        self.save = Button(tr("Save"), self, icon="save", action="map.save")
        self.undo.clicked.connect(model.undo)
        self.redo.clicked.connect(model.redo)
        self.save.clicked.connect(lambda: model.save())
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.S2)
        for button in (self.undo, self.redo, self.save):
            self._row.addWidget(button)
        model.followed.connect(self._follow)
        model.kept.connect(self._follow)
        self._follow()

    def add(self, *buttons: QWidget) -> None:
        """More buttons, right of the others."""
        for button in buttons:
            self._row.addWidget(button)

    def _follow(self, *_: object) -> None:
        editor = self._model.session.editor
        at = editor.position
        self.undo.setEnabled(editor.can_undo)
        self.redo.setEnabled(editor.can_redo)
        undo, redo = tr("Undo"), tr("Do again")
        if editor.can_undo:
            undo = tr("Undo: {0}").format(shown(editor.title(at - 1)))
        if editor.can_redo:
            redo = tr("Do again: {0}").format(shown(editor.title(at)))
        self.undo.set_name(undo)
        self.redo.set_name(redo)
        if self._model.session.is_saved:
            self.save.refuse(tr("Nothing has changed since the map was saved."))
        else:
            self.save.allow(tr("Save to {0}").format(self._model.session.path))
