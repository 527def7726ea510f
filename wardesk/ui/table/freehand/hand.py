"""The hand over the lower edge of the board: a side's cards, its decks, and what is done with them.

`CardsDialog` shows the cards of a deck or of its discards to whoever may look.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QScrollArea, QVBoxLayout, QWidget

from wardesk.model.look import CardLook, HandLook
from wardesk.ui import theme
from wardesk.ui.canvas.board_view import BoardView
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.table.freehand.card_row import TALL, WIDE, CardRow
from wardesk.ui.table.freehand.freehand import Freehand
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.panel import ground
from wardesk.ui.widgets.text import Label
from wardesk.words import say_count, shown, tr

_BESIDE, _ZOOM = 16, 76
"""Px to the left edge of the board, and those at the right that the zoom buttons want."""


class HandPanel(QWidget):
    """Lies over the board's lower edge while the game has cards; *C* folds it, an empty one is.

    Where several people share the window it shows the hand of whoever is up, folded when that
    changes, so that nobody looks into another one's cards by chance.

    ``lies_over(px)``: so much of the board's lower edge is under it.
    """

    lies_over = Signal(int)

    def __init__(self, model: TableModel, deeds: Freehand, view: BoardView, board: QWidget) -> None:
        """*view* is what shows the cells within *board*, over which the hand lies."""
        super().__init__(board)
        self._model, self._deeds, self._view, self._board = model, deeds, view, board
        self._side = ""
        self.folded = False
        self._title = Label("", self, role="strong")
        self._facts = Label("", self, role="small", tone="text2")
        self._decks = Label("", self, role="small", tone="text2")
        self.menu = Button(tr("Cards") + " ▾", self)
        self.menu.clicked.connect(self._open_menu)
        self.fold = Button(tr("Fold"), self, action="table.deed.hand")
        self.fold.clicked.connect(self.toggle)
        self.row = CardRow(tr("Your hand"), self)
        self.row.played.connect(lambda card: self._play(card, "up"))
        self.row.discarded.connect(lambda card: self._do("discard", card))
        self.row.menu_asked.connect(self._card_menu)
        self.row.carried.connect(self._carried_out)
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        for part in (self._title, self._facts):
            head.addWidget(part)
        head.addStretch(1)
        for part in (self._decks, self.menu, self.fold):
            head.addWidget(part)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 7, 10, 7)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.row)
        ground(self, "hand")
        self.setAccessibleName(tr("Cards"))
        model.lit.connect(self.follow)
        model.carried.connect(self._carried_in)
        deeds.fold_asked.connect(self.call_up)
        deeds.deck_opened.connect(self._look_through)
        board.installEventFilter(self)
        self.hide()

    # ---- what it shows --------------------------------------------------------------------------

    def _whose(self) -> str:
        """The side whose hand lies here: the viewer's own, else of who is up."""
        if self._model.side:
            return self._model.side
        ask = self._model.session.ask
        return ask.who if ask is not None and ask.who in self._model.rules.sides else self._side

    def hand(self) -> HandLook | None:
        """The hand that is shown."""
        return next((h for h in self._model.look.hands if h.side == self._side), None)

    def follow(self) -> None:
        """Show the cards of this moment."""
        side = self._whose() or next(iter(self._model.rules.sides), "")
        if side != self._side:
            shared = not self._model.side and len(self._people()) > 1
            self.folded = self.folded or (shared and bool(self._side))
            self._side = side
        found = self.hand()
        self.setVisible(found is not None)
        if found is None:
            self.lies_over.emit(0)
            return
        names = {one.id: one.name for one in self._model.look.sides}
        mine = self._model.side == side
        self._title.setText(tr("Your hand") if mine else tr("Hand of {0}").format(names[side]))
        others = ", ".join(name for one, name in names.items() if one != side)
        facts = shown(say_count("{n} card", "{n} cards", n=len(found.cards)))
        if others:
            facts += " · " + tr("hidden from {0}").format(others)
        self._facts.setText(facts)
        self._decks.setText(
            "; ".join(
                tr("{0}: {1} left, discards {2}").format(d.title, d.left, len(d.discards))
                for d in self._model.look.decks[:2]
            )
        )
        self.row.show_cards(found.cards)
        self.row.setVisible(self._open)
        self.fold.setVisible(bool(found.cards))
        self.fold.set_words(tr("Unfold") if self.folded else tr("Fold"))
        self._settle()

    @property
    def _open(self) -> bool:
        """Whether cards are seen; an empty hand takes no room from the board."""
        return bool(self.row.looks) and not self.folded

    def _people(self) -> list[str]:
        return [s for s, kind in self._model.session.players.items() if kind == "human"]

    def _settle(self) -> None:
        """Into its place: as wide as its cards want, and no wider than the board has room."""
        room = self._board.width() - _BESIDE - _ZOOM
        # What the decks hold stands in the list beside the map too: it goes where room is short.
        parts = (self._title, self._facts, self._decks, self.menu, self.fold)
        head = 24 + sum(part.sizeHint().width() + theme.S2 for part in parts)
        self._decks.setVisible(head <= room)
        wanted = max(self.row.sizeHint().width() + 24 if self._open else 0, head, 420)
        tall = theme.px(30) + 14 + (TALL + 9 + 6 if self._open else 0)
        width = min(wanted, room)
        self.setGeometry(_BESIDE, self._board.height() - tall, width, tall)
        self.lies_over.emit(tall)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent) and not self.isHidden():
            self._settle()
        return super().eventFilter(watched, event)

    def toggle(self) -> None:
        """Fold the hand away, or show it and give it the keyboard."""
        self.folded = not self.folded
        self.follow()
        if self._open and self.isVisible():
            self.row.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def call_up(self) -> None:
        """Give the hand the keyboard, unfolded; where it has that already, fold the hand away."""
        if self._open and self.isVisible() and not self.row.hasFocus():
            self.row.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.toggle()

    def pick(self, number: int) -> bool:
        """Pick the card with a number, from 1; False where no open hand lies here."""
        if not (self._open and self.isVisible()):
            return False
        self.row.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.row.choose(number - 1)
        return True

    # ---- what is done ---------------------------------------------------------------------------

    def _do(self, goal: str, card: str) -> bool:
        """Carry a card to *goal*, as the words of the deed have it."""
        cell = goal.partition(":")[2]
        for deed in self._deeds.offered((), cell):
            if deed.about == "card" and deed.words == (goal,):
                return self._deeds.give_card(deed, card)
        return False

    def _play(self, card: str, way: str) -> None:
        self._do(f"{way}:{self._model.focus().cell}", card)

    def _carried_out(self, card: str, where: QPoint, face_down: bool) -> None:
        """A card was let go of: over the board it is played there."""
        view = self._view
        point = view.mapFromGlobal(where)
        if view.rect().contains(point) and not view.covered(where):
            cell = view.cell_at(point.toPointF())
            if cell:
                self._do(f"{'down' if face_down else 'up'}:{cell}", card)

    def _carried_in(self, pieces: tuple[str, ...], where: QPoint) -> None:
        """Cards of the table that are let go of over the hand go into it."""
        if self.isVisible() and self.rect().contains(self.mapFromGlobal(where)):
            for piece in pieces:
                self._do(f"hand:{self._side}", piece)

    def _card_menu(self, card: str, where: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._deeds.fill_card_menu(menu, card, self._model.focus().cell)
        if not menu.isEmpty():
            menu.popup(where)

    def _open_menu(self) -> None:
        """The deeds of the decks, and the discards to look at."""
        menu = self._deeds.menu_of("", (), "", self, key_in=("deal", "reveal", "shuffle", "look"))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for deck in self._model.look.decks:
            title = tr("See the discards: {0}…").format(deck.title)
            action = menu.addAction(title, lambda deck=deck: self.see(deck.title, deck.discards))
            action.setEnabled(bool(deck.discards))
        menu.popup(self.menu.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    def _look_through(self, name: str) -> None:
        """The cards of a deck, for its owner."""
        seen = self._model.rules.view(self._model.session.state, self._side)
        look = self._model.rules.showing.look(seen)
        for deck in look.decks:
            if deck.id == name:
                self.see(deck.title, deck.cards)

    def see(self, title: str, cards: Sequence[CardLook]) -> CardsDialog:
        """Show cards for everybody who may look; one of them can be taken into the hand."""
        dialog = CardsDialog(title, cards, self.window())
        dialog.taken.connect(lambda card: self._do(f"hand:{self._side}", card))
        dialog.open()
        return dialog


class CardsDialog(Dialog):
    """``taken(card)``: somebody wants the picked one in the own hand."""

    taken = Signal(str)

    def __init__(self, title: str, cards: Sequence[CardLook], parent: QWidget | None) -> None:
        super().__init__(parent, least=(560, 0))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.set_title(title)
        self.row = CardRow(title, self)
        self.row.show_cards(sorted(cards, key=lambda card: card.title))
        self.row.setFixedWidth(max(1, len(cards)) * (WIDE + 10))
        scroll = QScrollArea(self)
        scroll.setWidget(self.row)
        scroll.setFixedHeight(TALL + 34)
        scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        words = tr("Pick a card to take it into your hand. The order here tells nothing.")
        self.body.addWidget(Label(words, self, role="small", tone="text2", wrap=True))
        self.body.addWidget(scroll)
        self.take = Button(tr("Take it"), self, kind="primary")
        self.take.clicked.connect(self._take)
        self.row.picked.connect(self._follow)
        self.row.played.connect(self.taken)
        self.row.played.connect(lambda _card: self.accept())
        self.set_foot(self.take)
        self._follow("")
        self.row.setFocus()

    def _follow(self, card: str) -> None:
        self.judge("" if card else tr("Pick a card first"))

    def _take(self) -> None:
        if self.row.chosen:
            self.taken.emit(self.row.chosen)
            self.accept()
