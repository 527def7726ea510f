"""What can be done at the table in one go: menus, bar and keys, and what they ask first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from wardesk.documents.worded import worded
from wardesk.engine.types import Choose
from wardesk.model.deeds import DeedLook
from wardesk.services.packs.new_table import preview
from wardesk.ui.actions import Action
from wardesk.ui.making.counter_designer import CounterDesigner
from wardesk.ui.making.small_dialogs import DiceDialog, MarkerDialog
from wardesk.ui.table.interactions import reason_text, tr
from wardesk.ui.table.picking import PathInteraction
from wardesk.ui.table.text_dialog import TextDialog

if TYPE_CHECKING:
    from wardesk.ui.table.workspace import TableWorkspace


class InOneGo(QObject):
    """Offers the deeds of the rules for what is picked, and hands them to the session."""

    def __init__(self, table: TableWorkspace) -> None:
        super().__init__(table)
        self._table = table
        self._follow_up: Callable[[], None] | None = None

    # ---- what there is --------------------------------------------------------------------------

    @property
    def used(self) -> bool:
        """Whether this game can be played in single deeds."""
        ask = self._table.session.ask
        return ask is not None and bool(ask.worded)

    def offered(self, pieces: Sequence[str] = (), cell: str = "") -> tuple[DeedLook, ...]:
        """The deeds for *pieces* and *cell* now; none while nobody here is asked."""
        table = self._table
        if table.interaction is None or not table.interaction.ask.worded:
            return ()
        found = table.rules.deeds(table.interaction.matter.state, pieces, cell)
        return worded(found, table.session.words)

    def picked(self) -> tuple[str, ...]:
        """The counters that a key or a button means: the picked ones, else the one looked at."""
        table = self._table
        found = table.interaction
        if not isinstance(found, PathInteraction):
            return ()
        if found.picked:
            return tuple(found.picked)
        fan, view = table.view.fanned, table.view
        looks = [fan.cards[fan.at][0]] if fan is not None else view.scene.in_cell(view.focus_cell)
        return tuple(look.piece for look in looks[-1:] if look.piece in found.ask.pieces)

    # ---- doing ----------------------------------------------------------------------------------

    def do(self, deed: DeedLook, pieces: Sequence[str] = (), cell: str = "") -> None:
        """Do it; where it asks for something first, ask."""
        table = self._table
        if deed.refused:
            self._say(f"{deed.refused} ({deed.cite})" if deed.cite else deed.refused)
            return
        ask: Callable[[DeedLook, Sequence[str], str], QDialog] | None = {
            "dice": self._ask_dice,
            "text": self._ask_text,
            "counter": self._ask_counter,
            "marker": self._ask_marker,
        }.get(deed.asks)
        if ask is None:
            self._give(deed, ())
            return
        dialog = ask(deed, pieces, cell)
        dialog.setParent(table, Qt.WindowType.Dialog)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _say(self, words: str) -> None:
        if self._table.interaction is not None:
            self._table.interaction.say(words)
            self._table.show_interaction()

    def _give(self, deed: DeedLook, more: Sequence[str]) -> bool:
        answer = Choose(deed.key, (*deed.words, *more))
        session, hands = self._table.session, self._table.hands
        given = hands.guarded(partial(session.answer, answer))
        if given and session.waiting == "dice" and session.automatic:
            hands.roll()  # whoever has just said "roll 2d6" need not say it again
        return given

    def _ask_dice(self, deed: DeedLook, pieces: Sequence[str], cell: str) -> QDialog:
        del pieces, cell

        def judge(text: str) -> str:
            table = self._table
            reasons = table.rules.check(table.session.state, Choose(deed.key, (text or " ",)))
            return "; ".join(table.session.words.text(reason.text) for reason in reasons)

        dialog = DiceDialog(deed.values.get("dice", ""), judge, self._table)
        dialog.given.connect(lambda text: self._give(deed, (text,)))
        return dialog

    def _ask_text(self, deed: DeedLook, pieces: Sequence[str], cell: str) -> QDialog:
        del pieces, cell
        title = deed.label.rstrip("…")
        dialog = TextDialog(title, tr("It lies on the table for all to read"), "", self._table)
        dialog.given.connect(lambda text: self._give(deed, (text,)))
        return dialog

    def _ask_marker(self, deed: DeedLook, pieces: Sequence[str], cell: str) -> QDialog:
        dialog = MarkerDialog(self._table)

        def given(words: tuple[str, ...]) -> None:
            known = {d.words[:1] for d in self._marks(deed.about, pieces, cell)}
            if self._give(deed, words):
                # It was made to be laid somewhere: lay it there.
                for fresh in self._marks(deed.about, pieces, cell):
                    if fresh.words[:1] not in known:
                        self._give(fresh, ())
                        return

        dialog.given.connect(given)
        return dialog

    def _marks(self, about: str, pieces: Sequence[str], cell: str) -> list[DeedLook]:
        key = "mark" if about == "counter" else "ground"
        return [deed for deed in self.offered(pieces, cell) if deed.key == key]

    def _ask_counter(self, deed: DeedLook, pieces: Sequence[str], cell: str) -> QDialog:
        del pieces, cell
        look, cells = self._table.look, self._table.session.board.cells.values()
        places = [box.title for box in look.boxes if box.id in self._table.rules.boxes]
        places += [c.name or c.id for c in cells] + [c.id for c in cells if c.name]
        rows = [{"id": side.id, "name": side.name} for side in look.sides]
        dialog = CounterDesigner(
            look.sides,
            partial(preview, rows),
            self._table,
            values=deed.values,
            places=places,
            changing=bool(deed.words),
        )
        dialog.made.connect(lambda values: self._give(deed, as_words(values)))
        return dialog

    # ---- menus and keys -------------------------------------------------------------------------

    def fill_menu(self, menu: QMenu, pieces: Sequence[str], cell: str) -> None:
        """Add every deed for *pieces* and *cell* to a menu, and those of the table below."""
        about = ""
        inner: dict[str, QMenu] = {}
        for deed in self.offered(pieces, cell):
            if deed.about == "table" and pieces:
                break  # the bar above the board has them; a menu of forty lines helps nobody
            if about and deed.about != about:
                menu.addSeparator()
                inner = {}
            about = deed.about
            into = menu
            if deed.menu:
                if deed.menu not in inner:
                    inner[deed.menu] = menu.addMenu(deed.menu)
                into = inner[deed.menu]
            self._add(into, deed, pieces, cell)

    def _add(self, menu: QMenu, deed: DeedLook, pieces: Sequence[str], cell: str) -> None:
        words = deed.label.replace("&", "&&")
        label = f"{words}\t{deed.shortcut}" if deed.shortcut else words
        action = menu.addAction(label, partial(self.do, deed, pieces, cell))
        action.setEnabled(not deed.refused)
        action.setToolTip(deed.refused or deed.cite)

    def menu_of(self, name: str, pieces: Sequence[str], cell: str, parent: QWidget) -> QMenu:
        """The sub-menu called *name* by itself, for a button of the bar."""
        menu = QMenu(parent)
        menu.setToolTipsVisible(True)
        for deed in self.offered(pieces, cell):
            if deed.menu == name and deed.about != "place":
                self._add(menu, deed, pieces, cell)
        return menu

    def open_place_menu(self, cell: str, where: QPoint) -> None:
        """What can be done in an empty place."""
        menu = QMenu(self._table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill_menu(menu, (), cell)
        if menu.isEmpty():
            menu.deleteLater()
        else:
            menu.popup(where)

    def press_key(self, key: str) -> bool:
        """A key: the deed that has it, for what is picked; whether there was one."""
        if not self.used:
            return False
        pieces, cell = self.picked(), self._table.view.focus_cell
        for deed in self.offered(pieces, cell):
            if deed.shortcut == key:
                self.do(deed, pieces, cell)
                return True
        return False

    def dropped_into(self, box: str, pieces: Sequence[str]) -> bool:
        """Counters were carried to a box beside the map; whether they may go there."""
        for deed in self.offered(pieces):
            if deed.to == box and box:
                self.do(deed, pieces)
                return True
        return False

    def pick_pile(self, cell: str) -> None:
        """Pick every counter of a place that may be touched, to carry them all."""
        found = self._table.interaction
        if isinstance(found, PathInteraction):
            found.pick_all([look.piece for look in self._table.view.scene.in_cell(cell)])
            self._table.view.close_fan()
            self._table.show_interaction()

    def commands(self) -> list[Action]:
        """The keys of deeds, for the palette and the key list."""
        table = self._table
        ask = table.session.ask
        if ask is None or not ask.worded:
            return []
        state = table.session.state
        cell = next(iter(table.rules.board.cells))
        found = worded(table.rules.deeds(state, ask.pieces[:1], cell), table.session.words)
        rows: dict[str, DeedLook] = {}
        for deed in found:
            if deed.shortcut:
                rows.setdefault(deed.shortcut, deed)
        named = [
            Action(
                f"table.deed.{deed.key}.{key}", self._title(deed), key,
                partial(self.press_key, key), tr("Table"), deed.icon or "chevron-right",
            )
            for key, deed in rows.items()
        ]  # fmt: skip
        pile = Action(
            "table.deed.pile", tr("Pick the whole pile"), "Ctrl+A",
            lambda: self.pick_pile(table.view.focus_cell), tr("Table"), "layers",
        )  # fmt: skip
        return [*named, pile]

    @staticmethod
    def _title(deed: DeedLook) -> str:
        return f"{deed.menu}: {deed.label}" if deed.menu else deed.label


def as_words(values: Mapping[str, str]) -> tuple[str, ...]:
    """A row as the words of a deed."""
    return tuple(f"{name}={value}" for name, value in values.items())


def refusal(table: TableWorkspace, answer: Choose) -> str:
    """Why *answer* cannot be given now; empty when it can."""
    return reason_text(table.rules.check(table.session.state, answer), table.session.words)
