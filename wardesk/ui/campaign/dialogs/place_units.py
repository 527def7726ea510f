"""Units put into hexes on the tactical map: chosen in a list, put by a click, a drag or Enter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.campaign.ledger.refusals import Impossible, Refused
from wardesk.campaign.operation.places import Place
from wardesk.errors import UserError
from wardesk.model.board import Board
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.moves import place_units
from wardesk.services.campaign.placing import (
    Placeable,
    Standings,
    games_with_maps,
    map_of,
    standings,
)
from wardesk.services.campaign.rights import UMPIRE, Allowed
from wardesk.ui import theme
from wardesk.ui.campaign.worker import CampaignWorker
from wardesk.ui.canvas.marks import Marks
from wardesk.ui.canvas.printed import chosen_art
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.language import explained
from wardesk.ui.table.board import BoardArea
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box, line_edit, search_field
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_UNIT = Qt.ItemDataRole.UserRole


class UnitTree(QTreeWidget):
    """Formations with their units and where each is; a formation stands for all of its units."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFont(theme.font("small"))
        self.setObjectName("framed")
        self.setAccessibleName(tr("Units to put into a hex"))
        self.setHeaderLabels([tr("Formation or unit"), tr("Where")])
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().resizeSection(1, theme.px(150))
        self.header().setStretchLastSection(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self._items: dict[str, QTreeWidgetItem] = {}
        self._groups: list[tuple[QTreeWidgetItem, list[QTreeWidgetItem]]] = []
        """Formations with the rows of their units."""

    def show_units(self, units: Sequence[Placeable]) -> None:
        """Show these units; where they are the same as before, only where each is."""
        if [unit.id for unit in units] != list(self._items):
            self._fill(units)
        for unit in units:
            self._items[unit.id].setText(1, unit.cell or shown(unit.where))
            self._items[unit.id].setToolTip(1, shown(unit.where))
        for head, rows in self._groups:
            where = {row.text(1) for row in rows}
            head.setText(1, where.pop() if len(where) == 1 else tr("{0} places").format(len(where)))

    def _fill(self, units: Sequence[Placeable]) -> None:
        self.clear()
        self._items, self._groups = {}, []
        over: dict[tuple[str, str], list[QTreeWidgetItem]] = {}
        for unit in units:
            of = unit.division, unit.formation
            if of not in over:
                over[of] = []
                head = QTreeWidgetItem(self, [shown(unit.formation)])
                head.setFont(0, theme.font("small-strong"))
                head.setToolTip(0, shown(unit.division))
                self._groups.append((head, over[of]))
            item = QTreeWidgetItem(self._groups[list(over).index(of)][0], [shown(unit.name)])
            item.setData(0, _UNIT, unit.id)
            self._items[unit.id] = item
            over[of].append(item)
        if self._groups:
            self.setCurrentItem(self._groups[0][0])
            self.clearSelection()

    def chosen(self) -> list[str]:
        """The units that are selected, alone or by their formation."""
        found: list[str] = []
        for head, rows in self._groups:
            every = head.isSelected()
            found += [row.data(0, _UNIT) for row in rows
                      if row.isSelected() or (every and not row.isHidden())]  # fmt: skip
        return found

    def choose(self, unit: str) -> None:
        """Select a unit, and no other."""
        if (item := self._items.get(unit)) is not None:
            self.clearSelection()
            self.setCurrentItem(item)
            self.scrollToItem(item)

    def look_for(self, words: str) -> None:
        """Show those alone in whose name, formation or place the *words* stand."""
        wanted = words.strip().casefold()
        for head, rows in self._groups:
            whole = wanted in f"{head.text(0)} {head.toolTip(0)}".casefold()
            for row in rows:
                told = f"{row.text(0)} {row.text(1)}".casefold()
                row.setHidden(not whole and wanted not in told)
            none = all(row.isHidden() for row in rows)
            head.setHidden(none)
            if wanted:
                head.setExpanded(not none)


class PlaceDialog(Dialog):
    """``put(units, hex, reason)`` with the umpire's reason, mostly empty; ``undo_asked()``.

    ``game_chosen(game)`` for the map of another game.
    """

    put = Signal(list, str, str)
    undo_asked = Signal()
    game_chosen = Signal(str)

    def __init__(self, games: dict[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent, size=(1180, 720), least=(720, 480))
        self.set_title(tr("Units are put into hexes"))
        self.game = combo_box(tr("Game"), self, ((shown(name), key) for key, name in games.items()))
        self.game.activated.connect(lambda _at: self.game_chosen.emit(self.game.currentData()))
        self.head.addWidget(self.game)
        self.search = search_field(tr("Find units or a formation"), self)
        self.tree = UnitTree(self)
        self.search.textChanged.connect(self.tree.look_for)
        self.tree.itemSelectionChanged.connect(self._tell)
        self.words = Label("", self, role="small", tone="text2", wrap=True)
        left = QVBoxLayout()
        left.setSpacing(theme.S2)
        left.addWidget(self.search)
        left.addWidget(self.tree, 1)
        self._row = QHBoxLayout()
        self._row.setSpacing(theme.S3)
        self._row.addLayout(left, 2)
        self.body.addLayout(self._row, 1)
        self.body.addWidget(self.words)
        self.area: BoardArea | None = None
        self._asked: tuple[list[str], str] = ([], "")
        self._ground: dict[str, tuple[str, ...]] = {}
        """Where each unit came down."""
        hint = tr("Allow it all the same, because …")
        self.reason = line_edit(tr("Allow with a reason"), self, hint=hint, clear=True)
        self.reason.hide()
        self.reason.returnPressed.connect(self._put_again)
        self.body.addWidget(self.reason)
        self.undo = Button(tr("Undo"), self, icon="undo", key="Ctrl+Z")
        self.undo.clicked.connect(self.undo_asked)
        self.undo.setAutoDefault(False)
        self.set_foot(None, leave=tr("Close"), left=(self.undo,)).setAutoDefault(False)
        self._tell()

    def show_map(self, game: str, board: Board, found: Standings) -> None:
        """Show the map of a game with who stands on it."""
        self.game.setCurrentIndex(max(0, self.game.findData(game)))
        if self.area is not None:
            self.area.view.stop()
            self._row.removeWidget(self.area)
            self.area.deleteLater()
        self.area = BoardArea(board, chosen_art(board), self)
        self._row.addWidget(self.area, 5)
        view = self.area.view
        view.cellClicked.connect(self._pick)
        view.pieceClicked.connect(self._piece)
        view.pieceDropped.connect(lambda pieces, cell: self._ask(list(pieces), cell))
        view.setAcceptDrops(True)
        view.installEventFilter(self)
        self.show_standings(found)

    def show_standings(self, found: Standings) -> None:
        """Show who stands where now."""
        self._ground = {unit.id: unit.ground for unit in found.units}
        self.tree.show_units(found.units)
        self.tree.look_for(self.search.text())
        if self.area is not None:
            self.area.view.set_look(found.look)
        self._tell()

    def done(self, result: int) -> None:
        if self.area is not None:
            self.area.view.stop()
        super().done(result)

    # ---- what a person does ---------------------------------------------------------------------

    def _tell(self) -> None:
        units = self.tree.chosen()
        if units:
            words = tr("{0} chosen. Click a hex, drag them there, or walk with the arrow keys and"
                       " press Enter.").format(len(units))  # fmt: skip
        else:
            words = tr("Choose units in the list or a counter on the map; a formation stands for"
                       " all of its units.")  # fmt: skip
        self.words.setText(words)
        if self.area is not None:
            ground = {cell: "" for unit in units for cell in self._ground[unit]}
            self.area.view.set_marks(Marks(selected=frozenset(units), reach=ground))

    def _piece(self, piece: str) -> None:
        """A counter on the map: others are put on it, or it is chosen itself."""
        if self.area is None:
            return
        cell = self.area.view.scene().looks[piece].at or ""
        self._pick(cell) if self.tree.chosen() else self.tree.choose(piece)

    def _pick(self, cell: str) -> None:
        if units := self.tree.chosen():
            self._ask(units, cell)

    def _ask(self, units: list[str], cell: str, reason: str = "") -> None:
        self._asked = units, cell
        if self.area is not None:
            self.area.view.look_at(self.area.view.camera)  # what comes does not move the map
        self.put.emit(units, cell, reason)

    def _put_again(self) -> None:
        if self.reason.text().strip():
            self._ask(*self._asked, self.reason.text())

    def placed(self) -> None:
        """It was done: nobody is chosen any more."""
        self.tree.clearSelection()
        self.reason.clear()
        self.reason.hide()
        self.tell_problem("")

    def refuse(self, error: UserError) -> None:
        """Say why not; where the umpire's word is enough, ask for his reason."""
        told = explained(error)
        self.tell_problem(f"{told.message} {told.advice}".strip())
        allowed = isinstance(error, Refused) and not isinstance(error, Impossible)
        self.reason.setVisible(allowed)

    # ---- Qt's events ----------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Units that are dragged from the list fall on the hex under the pointer."""
        if isinstance(event, QDropEvent) and event.source() is self.tree and self.area is not None:
            event.acceptProposedAction()
            cell = self.area.view.cell_at(event.position())
            self.area.view.set_hover(cell)
            if event.type() == QEvent.Type.Drop and cell:
                self._pick(cell)
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        view = self.area.view if self.area is not None else None
        control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if event.key() in _ENTER and view is not None and view.hasFocus():
            view.pick()
        elif event.key() in _ENTER and self.tree.hasFocus() and view is not None:
            view.setFocus(Qt.FocusReason.OtherFocusReason)
        elif event.key() == Qt.Key.Key_Z and control:
            self.undo.click()
        elif event.key() not in _ENTER:
            super().keyPressEvent(event)


class PlaceController(QObject):
    """Opens the dialog and does what it asks. ``closed()`` when it was left."""

    closed = Signal()

    def __init__(self, worker: CampaignWorker, undo: Callable[[], None], over: QWidget) -> None:
        super().__init__(over)
        self._worker, self._undo, self._over = worker, undo, over
        self.dialog: PlaceDialog | None = None
        self._board: Board | None = None
        self._game = ""
        worker.paged.connect(self._paged)

    def open(self) -> None:
        """Show the map that was shown last, else the first that there is; say where none is."""
        self._worker.read(lambda desk: games_with_maps(desk.design), self._show)

    def _show(self, games: dict[str, str]) -> None:
        if not games:
            self._worker.refused.emit(UserError("No scenario of this campaign has a map."))
            return
        self.dialog = dialog = PlaceDialog(games, self._over)
        dialog.put.connect(self._put)
        dialog.undo_asked.connect(self._undo)
        dialog.game_chosen.connect(self._load)
        dialog.finished.connect(self._left)
        dialog.open()
        self._load(self._game if self._game in games else next(iter(games)))

    def _left(self) -> None:
        self.dialog = None
        self.closed.emit()

    def _load(self, game: str) -> None:
        def work(desk: CampaignDesk) -> tuple[Board, Standings]:
            board = map_of(desk.design, game)
            return board, standings(desk, game, board)

        self._worker.read(work, partial(self._loaded, game), self._refused)

    def _loaded(self, game: str, found: tuple[Board, Standings]) -> None:
        if self.dialog is not None:
            self._game, self._board = game, found[0]
            self.dialog.show_map(game, *found)

    def _put(self, units: list[str], cell: str, reason: str) -> None:
        game = self._game
        allowed = Allowed(by=UMPIRE, reason=reason) if reason.strip() else None

        def work(desk: CampaignDesk) -> list[LedgerEvent]:
            return place_units(desk, units, Place("hex", cell, game=game), allowed=allowed)

        self._worker.do(work, self._placed, self._refused)

    def _placed(self, _events: list[LedgerEvent]) -> None:
        if self.dialog is not None:
            self.dialog.placed()

    def _refused(self, error: UserError) -> None:
        if self.dialog is not None:
            self.dialog.refuse(error)

    def _paged(self, _page: object) -> None:
        """Whatever changed: who stands where is read anew."""
        board, game = self._board, self._game
        if self.dialog is not None and board is not None:
            self._worker.read(lambda desk: standings(desk, game, board), self._stand)

    def _stand(self, found: Standings) -> None:
        if self.dialog is not None:
            self.dialog.show_standings(found)
