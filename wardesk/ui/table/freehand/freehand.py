"""What people do at the table unasked: menus, bar and keys of deeds, and what they ask first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from wardesk.documents.translate_values import worded
from wardesk.engine.types import Choose, Effect
from wardesk.model.deeds import DeedLook
from wardesk.services.packs.new_table import preview
from wardesk.ui.canvas.board_view import BoardView
from wardesk.ui.dialogs.text_dialog import TextDialog
from wardesk.ui.making.counter_designer import CounterDesigner
from wardesk.ui.making.sheet_cutter import SheetCutter
from wardesk.ui.making.small_dialogs import DiceDialog, MarkerDialog
from wardesk.ui.table.freehand.edit_dialog import EditDialog
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.picking import PathInteraction
from wardesk.words import encode, tr


class Freehand(QObject):
    """Offers the deeds of the rules for what is picked, and hands them to the model.

    Opens the menus over counters and places; in adjudicate mode counters can be edited too.
    """

    deck_opened = Signal(str)
    """The owner of a deck looks through it."""
    fold_asked = Signal()
    """The hand of cards shall be folded, or shown again."""

    def __init__(self, model: TableModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._window = model, parent
        self._view: BoardView | None = None
        model.menu_asked.connect(self._open_menu)

    def watch(self, view: BoardView) -> None:
        """Hear what hands do on the board: rubber bands, and formations that are carried."""
        self._view = view
        view.bandDrawn.connect(self._banded)
        view.formationDropped.connect(self._formation)
        self._model.lit.connect(self._allow)

    def _allow(self) -> None:
        if self._view is not None:
            asked = self._model.interaction
            self._view.by_hand = asked is not None and bool(asked.ask.worded)
            together = asked is not None and asked.ask.shape == "path" and asked.ask.most > 1
            self._view.whole_piles = self._view.by_hand or together

    # ---- what there is --------------------------------------------------------------------------

    @property
    def used(self) -> bool:
        """Whether this game can be played in single deeds."""
        ask = self._model.session.ask
        return ask is not None and bool(ask.worded)

    def offered(self, pieces: Sequence[str] = (), cell: str = "") -> tuple[DeedLook, ...]:
        """The deeds for *pieces* and *cell* now; none while nobody here is asked."""
        model, asked = self._model, self._model.interaction
        if asked is None or not asked.ask.worded:
            return ()
        found = model.rules.showing.deeds(asked.matter.state, pieces, cell)
        return worded(found, model.session.words)

    def picked(self) -> tuple[str, ...]:
        """The counters that a key or a button means: the picked ones, else the one looked at."""
        found = self._model.interaction
        if not isinstance(found, PathInteraction):
            return ()
        if found.picked:
            return tuple(found.picked)
        piece = self._model.focus().piece
        return (piece,) if piece in found.ask.pieces else ()

    def _held(self) -> tuple[str, ...]:
        """The counters that are picked."""
        found = self._model.interaction
        return tuple(found.picked) if isinstance(found, PathInteraction) else ()

    def _pick(self, pieces: Sequence[str]) -> None:
        """Pick these counters, as far as they are there, and no others."""
        found = self._model.interaction
        if isinstance(found, PathInteraction):
            found.pick_all(pieces)
            self._model.show_interaction()

    # ---- doing ----------------------------------------------------------------------------------

    def do(self, deed: DeedLook, pieces: Sequence[str] = (), cell: str = "") -> None:
        """Do it; where it asks for something first, ask."""
        if deed.about == "card":
            return
        if deed.refused:
            self._model.say(f"{deed.refused} ({deed.cite})" if deed.cite else deed.refused)
            return
        if deed.asks == "deck":
            if self._give(deed, ()):
                self.deck_opened.emit(deed.words[0])
            return
        ask: Callable[[DeedLook, Sequence[str], str], QDialog] | None = {
            "dice": self._ask_dice,
            "text": self._ask_text,
            "counter": self._ask_counter,
            "marker": self._ask_marker,
            "sheet": self._ask_sheet,
        }.get(deed.asks)
        if ask is None:
            self._give(deed, ())
            return
        dialog = ask(deed, pieces, cell)
        dialog.setParent(self._window, Qt.WindowType.Dialog)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _give(self, deed: DeedLook, more: Sequence[str]) -> bool:
        answer = Choose(deed.key, (*deed.words, *more))
        session, held = self._model.session, self._held()
        given = self._model.attempt(partial(session.answer, answer))
        if given and deed.about == "counter":
            self._pick(held)  # the next key is for the same counters
        if given and session.waiting == "dice" and session.automatic:
            self._model.roll()  # whoever has just said "roll 2d6" need not say it again
        return given

    def _ask_dice(self, deed: DeedLook, pieces: Sequence[str], cell: str) -> QDialog:
        del pieces, cell

        def judge(text: str) -> str:
            session = self._model.session
            reasons = self._model.rules.check(session.state, Choose(deed.key, (text or " ",)))
            return "; ".join(session.words.text(reason.text) for reason in reasons)

        dialog = DiceDialog(deed.values.get("dice", ""), judge, self._window)
        dialog.given.connect(lambda text: self._give(deed, (text,)))
        return dialog

    def _ask_text(self, deed: DeedLook, pieces: Sequence[str], cell: str) -> QDialog:
        del pieces, cell
        title = deed.label.rstrip("…")
        dialog = TextDialog(title, tr("It lies on the table for all to read"), "", self._window)
        dialog.given.connect(lambda text: self._give(deed, (text,)))
        return dialog

    def _ask_marker(self, deed: DeedLook, pieces: Sequence[str], cell: str) -> QDialog:
        dialog = MarkerDialog(self._window)

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
        look, cells = self._model.look, self._model.session.board.cells.values()
        places = [box.title for box in look.boxes if box.id in self._model.rules.boxes]
        places += [c.name or c.id for c in cells] + [c.id for c in cells if c.name]
        rows = [{"id": side.id, "name": side.name} for side in look.sides]
        dialog = CounterDesigner(
            look.sides,
            partial(preview, rows),
            self._window,
            values=deed.values,
            places=places,
            changing=bool(deed.words),
        )
        dialog.made.connect(lambda values: self._give(deed, as_words(values)))
        return dialog

    def _ask_sheet(self, deed: DeedLook, pieces: Sequence[str], cell: str) -> QDialog:
        del pieces, cell
        sides = [(side.id, side.name) for side in self._model.look.sides]
        dialog = SheetCutter(sides, self._window)
        dialog.made.connect(lambda rows: self._give(deed, [encode(row).decode() for row in rows]))
        return dialog

    # ---- menus and keys -------------------------------------------------------------------------

    def fill_menu(self, menu: QMenu, pieces: Sequence[str], cell: str) -> None:
        """Add every deed for *pieces* and *cell* to a menu, and those of the table below."""
        about = ""
        inner: dict[str, QMenu] = {}
        for deed in self.offered(pieces, cell):
            if deed.about == "table" and pieces:
                break  # the bar above the board has them; a menu of forty lines helps nobody
            if deed.about == "card":
                continue
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

    def give_card(self, deed: DeedLook, card: str) -> bool:
        """Do a deed about a card; whether it was taken."""
        return self._give(deed, (card,))

    def fill_card_menu(self, menu: QMenu, card: str, cell: str) -> None:
        """Add where a card may go, to be played in *cell*."""
        for deed in self.offered((), cell):
            if deed.about == "card":
                menu.addAction(deed.label.replace("&", "&&"), partial(self.give_card, deed, card))

    def menu_of(
        self,
        name: str,
        pieces: Sequence[str],
        cell: str,
        parent: QWidget,
        *,
        key_in: Sequence[str] = (),
    ) -> QMenu:
        """The sub-menu called *name*, or the deeds with these keys, by itself, for a button."""
        menu = QMenu(parent)
        menu.setToolTipsVisible(True)
        for deed in self.offered(pieces, cell):
            wanted = deed.key in key_in if key_in else deed.menu == name
            if wanted and deed.about in ("counter", "table"):
                self._add(menu, deed, pieces, cell)
        return menu

    def _open_menu(self, piece: str, cell: str, where: QPoint) -> None:
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        look = self._model.counter(piece)
        self._fill_deeds(menu, piece, (look.at or "") if look is not None else cell)
        if piece:
            self._fill_piece_menu(menu, piece)
        else:
            self.fill_menu(menu, (), cell)
        self._fill_orders(menu)
        if menu.isEmpty():
            menu.deleteLater()
        else:
            menu.popup(where)

    def _fill_orders(self, menu: QMenu) -> None:
        """What could be answered so for ever."""
        actions = self._model.actions
        if "table.orders" in actions:
            menu.addSeparator()
            offers = (one.id for one in self._model.words.offers)
            if "table.always" in offers:
                menu.addAction(tr("Always answer so…"), partial(actions.run, "table.always"))
            menu.addAction(tr("Standing orders…"), partial(actions.run, "table.orders"))

    def _fill_deeds(self, menu: QMenu, piece: str, cell: str) -> None:
        """What can be done there with what is picked, by itself and with its odds."""
        model = self._model
        found = {deed.answers: deed for aim in (cell, piece) for deed in model.deeds(aim)}
        found = found or {deed.answers: deed for deed in model.own_deeds(piece)}
        for deed in found.values():
            line, aim = model.line_of(deed), piece or cell
            words = f"{line.verb}\t{line.told}" if line.told else line.verb
            menu.addAction(words.replace("&", "&&"), partial(model.do, deed, aim))
        if found:
            menu.addSeparator()

    def _fill_piece_menu(self, menu: QMenu, piece: str) -> None:
        """What can be done with a counter."""
        model, look = self._model, self._model.counter(piece)
        cell = (look.at or "") if look is not None else ""
        if self.used:
            chosen = self.picked()
            self.fill_menu(menu, chosen if piece in chosen else (piece,), cell)
            menu.addSeparator()
        # By a right click the keyboard is not on the counter: the menu says which one is meant.
        menu.addAction(tr("What is this counter?"), partial(model.explain_asked.emit, piece))
        if cell and len(model.counters_in(cell)) > 1:
            menu.addAction(tr("Lay the pile out"), partial(model.pile_asked.emit, cell))
            if self.used:
                menu.addAction(tr("Pick the whole pile"), partial(self.pick_pile, cell))
        if model.session.mode == "adjudicate":
            menu.addAction(tr("Edit…"), partial(self.edit, piece))
        elif not self.used:
            menu.addAction(tr("Edit… (adjudicate mode only)")).setEnabled(False)

    def press_key(self, key: str) -> bool:
        """A key: the deed that has it, for what is picked; whether there was one."""
        if not self.used:
            return False
        pieces, cell = self.picked(), self._model.focus().cell
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

    def _banded(self, pieces: Sequence[str], more: bool) -> None:
        """A rubber band was drawn: what is in it is picked, with Shift beside the rest."""
        if not self.used:
            self._model.take_group(pieces)
            return
        before = [piece for piece in self._held() if piece not in pieces] if more else []
        self._pick([*before, *pieces])

    def _formation(self, goals: Mapping[str, str], leaves: bool) -> None:
        """Counters of several places were carried: each goes as far as the one in hand."""
        if leaves:
            self._model.say(tr("Some of them would leave the map; nothing moved"))
            return
        mine = set(self._model.interaction.ask.pieces) if self._model.interaction else set()
        words = [word for piece, cell in goals.items() if piece in mine for word in (piece, cell)]
        if words:
            answer = Choose("place", tuple(words))
            self._model.attempt(partial(self._model.session.answer, answer))

    def pick_pile(self, cell: str) -> None:
        """Pick every counter of a place that may be touched, to carry them all."""
        found = self._model.interaction
        if isinstance(found, PathInteraction):
            found.pick_all([look.piece for look in self._model.counters_in(cell)])
            self._model.pile_asked.emit("")
            self._model.show_interaction()

    # ---- by hand --------------------------------------------------------------------------------

    def edit(self, piece: str) -> EditDialog | None:
        """Open the dialog that changes a counter; None while the table shows the past."""
        model, session, look = self._model, self._model.session, self._model.counter(piece)
        found = session.state.pieces.get(piece)
        if found is None or model.in_past:
            return None
        places: list[tuple[str | None, str]] = [(None, tr("Out of the game"))]
        places += [(box.id, box.title) for box in model.look.boxes]
        places += [(cell.id, cell.name or cell.id) for cell in session.board.cells.values()]
        sides = [(side.id, side.name) for side in model.look.sides]
        title = look.text or look.title if look is not None else piece
        dialog = EditDialog(found, title, places, sides, self._window)
        dialog.edited.connect(self._edited)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
        return dialog

    def _edited(self, effects: Sequence[Effect], reason: str) -> None:
        self._model.attempt(partial(self._model.session.edit, effects, "umpire", reason))

    # ---- actions --------------------------------------------------------------------------------

    def add_actions(self) -> None:
        """Make the keys of deeds actions of the table; a key that is taken stays what it is."""
        model, actions = self._model, self._model.actions
        ask = model.session.ask
        if ask is None or not ask.worded:
            return
        cell = next(iter(model.rules.board.cells))
        found = model.rules.showing.deeds(model.session.state, ask.pieces[:1], cell)
        for deed in worded(found, model.session.words):
            key = deed.shortcut
            if key and not actions.takes(key):
                run, icon = partial(self.press_key, key), deed.icon or "chevron-right"
                actions.add(f"deed.{deed.key}.{key}", self._title(deed), key, run, icon)
        if model.look.hands:
            actions.add("deed.hand", tr("Fold or unfold the hand"), "C",
                        self.fold_asked.emit, "layers")  # fmt: skip
        actions.add(
            "deed.pile", tr("Pick the whole pile"), "Ctrl+A",
            lambda: self.pick_pile(model.focus().cell), "layers",
        )  # fmt: skip

    @staticmethod
    def _title(deed: DeedLook) -> str:
        return f"{deed.menu}: {deed.label}" if deed.menu else deed.label


def as_words(values: Mapping[str, str]) -> tuple[str, ...]:
    """A row as the words of a deed."""
    return tuple(f"{name}={value}" for name, value in values.items())
