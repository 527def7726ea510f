"""A row of buttons above the board: what can be done in one go, with the picked counters first."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QWidget

from wardesk.model.deeds import DeedLook
from wardesk.ui import theme
from wardesk.ui.table.freehand.freehand import Freehand
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.panel import ground
from wardesk.words import tr

GAP = 6


class DeedBar(QWidget):
    """One line beside the question: what does not fit is in the menu *Counter*.

    Hidden for games that ask one thing at a time.
    """

    def __init__(self, model: TableModel, deeds: Freehand, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._deeds = model, deeds
        self._shown: object = None
        self.buttons: dict[str, Button] = {}
        """By the key of the deed, or the name of the menu."""
        ground(self, "docbar")
        self.setAccessibleName(tr("What can be done"))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.STRIP_HEIGHT)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(20, 6, theme.S3, 7)
        self._row.setSpacing(GAP)
        self.hide()
        model.lit.connect(self.follow)
        model.focus_moved.connect(self.follow)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.follow()

    # ---- what it shows --------------------------------------------------------------------------

    def follow(self) -> None:
        """Show the deeds of this moment."""
        pieces = self._deeds.picked()
        offered = self._deeds.offered(pieces)
        self.setVisible(bool(offered) and not self._model.in_past)
        tops: dict[str, DeedLook] = {}
        for deed in offered:
            if deed.about in ("counter", "table"):
                tops.setdefault(f"{deed.about}/{deed.menu or deed.key}", deed)
        key = (tuple((n, d.refused, d.label, d.words) for n, d in tops.items()), self.width())
        if key == self._shown:
            return
        self._shown = key
        self._fill(list(tops.values()))

    def _fill(self, tops: list[DeedLook]) -> None:
        at = self.window().focusWidget()
        had = next((name for name, b in self.buttons.items() if b is at), "")
        self._clear()
        more = self._menu_button(tr("Counter"), self._open_counter)
        own = [self._button(deed) for deed in tops if deed.about == "counter"]
        if not own:
            more.refuse(tr("Pick a counter first"))
        room = self.width() - 20 - theme.S3 - GAP - _wide([more])
        table = self._table_part([deed for deed in tops if deed.about == "table"], room)
        room -= _wide(table)
        while own and _wide(own) > room:
            _drop(own.pop())
        for button in (*own, more):
            self._row.addWidget(button)
        self._row.addStretch(1)
        for button in table:
            self._row.addWidget(button)
        for button in (*own, more, *table):
            self.buttons[button.objectName()] = button
            button.show()
        if had in self.buttons:
            self.buttons[had].setFocus()

    def _clear(self) -> None:
        while (item := self._row.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.buttons = {}

    def _table_part(self, tops: list[DeedLook], room: int) -> list[Button]:
        """The buttons of the table, or one menu of them all where there is no room."""
        found = [self._button(deed) for deed in tops]
        if _wide(found) <= room:
            return found
        for button in found:
            _drop(button)
        return [self._menu_button(tr("Table"), self._open_table)]

    def _button(self, deed: DeedLook) -> Button:
        if deed.menu:
            return self._menu_button(deed.menu, partial(self._open, deed.menu))
        button = Button(deed.label, self)
        button.setObjectName(deed.key)
        button.clicked.connect(partial(self._do, deed.key, deed.about))
        if deed.refused:
            button.refuse(f"{deed.refused} ({deed.cite})")
        else:
            button.setToolTip(f"{deed.cite}, {deed.shortcut}" if deed.shortcut else deed.cite)
        return button

    def _menu_button(self, name: str, opens: object) -> Button:
        button = Button(f"{name} ▾", self)
        button.setObjectName(name)
        button.setAccessibleName(tr("{0}, a menu").format(name))
        button.clicked.connect(opens)
        return button

    # ---- what was pressed -----------------------------------------------------------------------

    def _do(self, key: str, about: str, _on: bool = False) -> None:
        """What is picked may have changed since the button was made."""
        pieces = self._deeds.picked()
        for deed in self._deeds.offered(pieces):
            if deed.key == key and deed.about == about and not deed.menu:
                self._deeds.do(deed, pieces)
                return

    def _open(self, name: str, _on: bool = False) -> None:
        pieces, cell = self._deeds.picked(), self._model.focus().cell
        self._popup(self._deeds.menu_of(name, pieces, cell, self), name)

    def _open_counter(self, _on: bool = False) -> None:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self._deeds.fill_menu(menu, self._deeds.picked(), "")
        self._popup(menu, tr("Counter"))

    def _open_table(self, _on: bool = False) -> None:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self._deeds.fill_menu(menu, (), "")
        self._popup(menu, tr("Table"))

    def _popup(self, menu: QMenu, name: str) -> None:
        button = self.buttons[name]
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(button.mapToGlobal(QPoint(0, button.height() + 2)))


def _drop(button: Button) -> None:
    """Out of sight at once: until it is deleted it would be shown with its parent."""
    button.hide()
    button.deleteLater()


def _wide(buttons: list[Button]) -> int:
    return sum(button.sizeHint().width() + GAP for button in buttons)
