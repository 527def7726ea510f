"""The home screen: what was left open, and every scenario as a card with its map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.actions import Action, ActionTable, always
from wardesk.ui.icons import icon
from wardesk.ui.shell.card_scroller import WALKING, CardScroller
from wardesk.ui.shell.cards import (
    BrokenPacks,
    CardsSkeleton,
    ContinueCard,
    ContinueTile,
    ScenarioCard,
    ScenarioTile,
)
from wardesk.ui.shell.choosing import ask_file, ask_pack, dropped_files
from wardesk.ui.shell.desk_band import DeskBands
from wardesk.ui.shell.start_here import LessonCard, StartHere
from wardesk.ui.shell.workspace import Workspace
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import line_edit
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.states import EmptyState
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

__all__ = ["ContinueCard", "Home", "ScenarioCard"]

_EVERY = "every"
_MOST_FOUND = 12
"""Games that a search shows here; the list of all games has the others."""
_BESIDE_BAR = 110
"""Px of the page that the buttons of the bar leave to its title."""


class Home(Workspace):
    """Cards of two kinds; arrow keys walk through all of them, Enter opens one.

    ``start_scenario(id)``, ``continue_game(path)``, ``open_path(path)``, ``new_table_asked()``,
    ``forget_pack(folder)`` and ``look_again()``. Files and folders can be dropped on it.
    """

    start_scenario = Signal(str)
    continue_game = Signal(str)
    all_games_asked = Signal()
    open_path = Signal(str)
    server_asked = Signal()
    module_asked = Signal()
    mail_asked = Signal()
    """Games by mail: how they stand, a letter that came, a new one."""
    new_map = Signal()
    start_campaign = Signal(str)
    """Begin the campaign of the pack with this id; empty: ask which."""
    edit_map = Signal(str)
    clinic_asked = Signal(str)
    """Draw on the map of the scenario with this id."""
    rename_asked = Signal(str, str)
    """The game at a path shall have another name than the one it has."""
    delete_asked = Signal(str)
    start_lesson = Signal(str)
    """Begin the guided game with this id."""
    lesson_dismissed = Signal()
    new_table_asked = Signal()
    rulebook_asked = Signal()
    desk_asked = Signal(str)
    charts_asked = Signal()
    """The assistant of the game with this id is wanted."""
    forget_pack = Signal(str)
    look_again = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("WarDesk", parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.folder = ""
        """Where a file was opened last; the file dialog starts there, else where games lie."""
        self._packs = ""
        self._scenarios: tuple[ScenarioCard, ...] = ()
        self._left_open: list[ContinueTile] = []
        self._recent: tuple[ContinueCard, ...] = ()
        self._games: list[ContinueCard] = []
        """All games, read once somebody searches."""
        self.read_games: Callable[[int], Sequence[ContinueCard]] = lambda _skip: ()
        """The next games of all after so many; runs in a worker thread."""
        self._reader = Task(self)
        self._reader.done.connect(self._games_came)
        self._found: list[ScenarioTile] = []
        self._grid = _EVERY
        self._open = Button(tr("Open…"), icon="folder", action="home.open")
        self._open.clicked.connect(self.choose_file)
        self._pack = Button(tr("Open pack…"), icon="layers")
        self._pack.clicked.connect(self.choose_pack)
        self._mail = Button(tr("Play by mail…"), icon="export")
        self._mail.clicked.connect(lambda: self.mail_asked.emit())
        self._new = Button(tr("New table…"), icon="plus")
        self._new.setToolTip(tr("A table without rules: any map, any counters"))
        self._new.clicked.connect(self.new_table_asked)
        self.bar = QWidget()
        buttons = QHBoxLayout(self.bar)
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(theme.S2)
        self._new_map = Button(tr("New map…"), icon="map", action="home.new_map")
        self._new_map.clicked.connect(lambda: self.new_map.emit())
        self._new_campaign = Button(tr("New campaign…"), icon="campaign")
        self._new_campaign.clicked.connect(lambda: self.start_campaign.emit(""))
        self._new_rules = Button(tr("New game…"), icon="scales")
        self._new_rules.setToolTip(tr("A game with rules of your own"))
        self._new_rules.clicked.connect(self.rulebook_asked)
        for button in (
            self._new_map,
            self._new_rules,
            self._new,
            self._new_campaign,
            self._mail,
            self._pack,
            self._open,
        ):
            button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            buttons.addWidget(button)
        self._most_needed = (
            self._open,
            self._new_map,
            self._new,
            self._new_campaign,
            self._new_rules,
            self._pack,
            self._mail,
        )
        self.setAcceptDrops(True)
        self.broken = BrokenPacks(self)
        self.broken.forget_asked.connect(self.forget_pack)
        self.broken.again_asked.connect(self.look_again)
        self.start_here = StartHere(self)
        self.start_here.begin_asked.connect(self.start_lesson)
        self.start_here.dismissed.connect(self.lesson_dismissed)
        self._welcome_gap = QWidget(self)
        self._welcome_gap.setFixedHeight(theme.S2)
        self._lessons: tuple[LessonCard, ...] = ()
        self._continue_head = Label(tr("Continue"), self, role="title")
        self.all_games = Button(tr("All games…"), self, kind="link", action="home.games")
        self.all_games.clicked.connect(self.all_games_asked)
        self.all_games.hide()
        self._continue = FlowBox(self, gap=theme.S4, column=340)
        self.desks = DeskBands(self)
        self.desks.asked.connect(self.desk_asked)
        self._count = Label("", self, role="small", tone="text3")
        self._cards = FlowBox(self, gap=theme.S4, column=260)
        self._nothing = EmptyState(
            "search",
            tr("No scenario has these words"),
            tr("The search looks at titles, kinds of map, and all games that were begun."),
            self,
            actions=((tr("Show all"), self.show_all),),
        )
        self._none = EmptyState(
            "folder",
            tr("No scenarios yet"),
            tr("WarDesk found no packs. Open a scenario or a game that you have."),
            self,
            actions=(
                (tr("Open…"), self.choose_file),
                (tr("New table without rules…"), self.new_table_asked.emit),
            ),
        )
        self._reading = CardsSkeleton(self)
        self._filters = QHBoxLayout()
        self._filter: Segment | None = None
        self._search = self._search_field()
        self._lay_out()
        self.action_table = ActionTable("home", tr("Home"), self)
        self._add_actions()
        self.hints = self._keys_for(())
        self.set_continue(())
        self.set_scenarios(())
        self.show_reading()

    def _search_field(self) -> QLineEdit:
        words = tr("Search games and scenarios")
        search = line_edit(words, self, hint=words)
        search.setFixedSize(240, theme.CONTROL_HEIGHT)
        glass = QAction(icon("search"), "", search)
        search.addAction(glass, QLineEdit.ActionPosition.LeadingPosition)
        theme.switch().changed.connect(self._retint)
        search.textChanged.connect(self._searched)
        search.installEventFilter(self)
        self._glass = glass
        return search

    def _retint(self) -> None:
        self._glass.setIcon(icon("search"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where the bar is short of room, what is needed least is left to the palette."""
        super().resizeEvent(event)
        room = self.width() - theme.px(_BESIDE_BAR)
        for button in self._most_needed:
            room -= button.minimumSizeHint().width() + theme.S2
            button.setVisible(room >= 0)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.S3)
        head.addWidget(Label(tr("Scenarios"), self, role="title"))
        head.addWidget(self._count)
        head.addStretch(1)
        head.addLayout(self._filters)
        head.addWidget(self._search)
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(theme.S8, theme.S6, theme.S6, theme.S6)
        column.setSpacing(theme.S3)
        column.addWidget(self.start_here)
        column.addWidget(self._welcome_gap)
        begun = QHBoxLayout()
        begun.addWidget(self._continue_head)
        begun.addStretch(1)
        begun.addWidget(self.all_games)
        column.addLayout(begun)
        column.addWidget(self._continue)
        self._gap = QWidget(self)
        self._gap.setFixedHeight(theme.S2)
        column.addWidget(self._gap)
        column.addWidget(self.desks)
        column.addLayout(head)
        column.addWidget(self._cards)
        column.addWidget(self._nothing)
        column.addWidget(self._none)
        column.addWidget(self._reading)
        column.addWidget(self.broken)
        column.addStretch(1)
        self._scroller = CardScroller(body, self)
        self._scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._scroller)

    # ---- what is shown -------------------------------------------------------------------------

    def set_continue(self, cards: Sequence[ContinueCard]) -> None:
        """Show what was left open, newest first; nothing hides the section."""
        self._recent, self._games = tuple(cards), []
        self._show_games()

    def _searched(self, text: str) -> None:
        if text and not self._games and not self._reader.running:
            self._reader.start(partial(self.read_games, 0))
        self._show_games()
        self._show_scenarios()

    def _games_came(self, more: Sequence[ContinueCard]) -> None:
        """More of all games are read; the rest follows as long as somebody searches."""
        self._games += more
        if more and self._search.text():
            self._reader.start(partial(self.read_games, len(self._games)))
        if self._search.text():
            self._show_games()

    def _show_games(self) -> None:
        """What was left open; while somebody searches, what has the words among all games.

        The card that has the keyboard keeps it; when it is gone, the one in its place gets it.
        """
        held = next((k for k, t in enumerate(self._left_open) if self._has_keyboard(t)), -1)
        path = self._left_open[held].card.path if held >= 0 else ""
        cards = self._games_found()
        self._continue.clear()
        self._left_open = []
        for k, card in enumerate(cards):
            tile = ContinueTile(card, self._continue, first=k == 0)
            tile.clicked.connect(lambda _on=False, path=card.path: self.continue_game.emit(path))
            tile.rename_asked.connect(partial(self.rename_asked.emit, card.path, card.title))
            tile.delete_asked.connect(partial(self.delete_asked.emit, card.path))
            self._continue.add(tile)
            tile.show()
            self._left_open.append(tile)
        if path and cards:
            same = [k for k, card in enumerate(cards) if card.path == path]
            k = same[0] if same else min(held, len(cards) - 1)
            self._left_open[k].setFocus(Qt.FocusReason.OtherFocusReason)
        for part in (self._continue_head, self._continue, self._gap):
            part.setVisible(bool(cards))
        self.set_status(self._keys_for(cards))

    def _games_found(self) -> Sequence[ContinueCard]:
        parts = self._search.text().casefold().split()
        if not parts:
            return self._recent
        known = {card.path: card for card in (*self._games, *self._recent)}
        return [card for card in known.values()
                if all(part in card.words.casefold() for part in parts)][:_MOST_FOUND]  # fmt: skip

    def set_games(self, count: int) -> None:
        """Say how many games there are in all."""
        self.all_games.set_words(tr("All games ({0})…").format(count))
        self.all_games.setVisible(count > 0)

    @staticmethod
    def _keys_for(cards: Sequence[ContinueCard]) -> tuple[tuple[str, str], ...]:
        """The keys of Home; those of the cards where there are some that answer to them."""
        can = {deed for card in cards for deed in card.can}
        return (
            ("Enter", tr("open", "Home")),
            ("↑ ↓ ← →", tr("walk")),
            *((("F2", tr("rename")),) if "rename" in can else ()),
            *((("Del", tr("delete")),) if "delete" in can else ()),
            ("home.search", tr("search")),
            ("palette", tr("any command")),
        )

    def _has_keyboard(self, tile: QWidget) -> bool:
        """Whether keys go to *tile* once the window is in front, as after a dialog."""
        return self.window().focusWidget() is tile

    def set_lessons(self, lessons: Sequence[LessonCard], *, newcomer: bool) -> None:
        """Guided games there are; the first one stands above all else for a *newcomer*."""
        self._lessons = tuple(lessons)
        shown = not self.start_here.isHidden()
        self.start_here.show_lesson(lessons[0] if lessons and newcomer else None)
        self._welcome_gap.setHidden(self.start_here.isHidden())
        if newcomer and lessons and not shown and self.isVisible() and not self._search.hasFocus():
            self.enter()

    def to_play(self) -> list[tuple[str, str]]:
        """Id and title of every scenario that is no campaign."""
        return [(card.id, card.title) for card in self._scenarios if not card.campaign]

    def has_lesson(self, game: str) -> bool:
        """Whether there is a guided game of the rule system *game*."""
        return any(lesson.game == game for lesson in self._lessons)

    def begin_lesson(self, game: str = "") -> None:
        """Begin the first guided game, or the first one of a rule system."""
        found = [one for one in self._lessons if not game or one.game == game]
        if found:
            self.start_lesson.emit(found[0].id)

    def open_desk(self) -> None:
        """Ask for the first assistant."""
        if self.desks.cards:
            self.desk_asked.emit(self.desks.cards[0].game)

    def open_charts(self) -> None:
        """Ask for the charts of the printed games."""
        self.charts_asked.emit()

    def set_library(
        self, recent: Sequence[ContinueCard], scenarios: Sequence[ScenarioCard]
    ) -> None:
        """Show both kinds anew, with the keyboard on the card where it was."""
        here = next((k for k, tile in enumerate(self.tiles()) if tile.hasFocus()), 0)
        searching = self._search.hasFocus() and bool(self._search.text())
        self.set_continue(recent)
        self.set_scenarios(scenarios)
        tiles = self.tiles()
        if self.isVisible() and not searching and not self.start_here.begin.hasFocus():
            if tiles:
                tiles[min(here, len(tiles) - 1)].setFocus(Qt.FocusReason.OtherFocusReason)
            else:
                self.enter()

    def set_scenarios(self, cards: Sequence[ScenarioCard]) -> None:
        """Show what can be started. The same scenarios again keep their tiles."""
        same = [card.id for card in cards] == [card.id for card in self._scenarios]
        kinds_stay = [card.grid for card in cards] == [card.grid for card in self._scenarios]
        self._scenarios = tuple(cards)
        if cards and same and kinds_stay:
            fresh = {card.id: card for card in cards}
            for tile in self._found:
                tile.show_card(fresh[tile.card.id])
            return
        kinds = list(dict.fromkeys(card.grid for card in cards))
        self._grid = _EVERY
        if self._filter is not None:
            self._filter.hide()
            self._filter.deleteLater()
            self._filter = None
        if len(kinds) > 1:
            choices = [(_EVERY, tr("All")), *((k, k[:1].upper() + k[1:]) for k in kinds)]
            self._filter = Segment(choices, self, name=tr("Kind of map"))
            self._filter.chosen.connect(self._choose_grid)
            self._filters.addWidget(self._filter)
        self._search.setVisible(bool(cards))
        self._show_scenarios()

    def show_reading(self) -> None:
        """Packs are being read: until they are there, nobody knows that there are none."""
        empty = not self._scenarios
        self._none.setVisible(False)
        self._reading.setVisible(empty)

    def _choose_grid(self, grid: str) -> None:
        self._grid = grid
        self._show_scenarios()

    def show_all(self) -> None:
        """Drop search and filter."""
        self._grid = _EVERY
        if self._filter is not None:
            self._filter.set_current(_EVERY)
        self._search.clear()
        self._show_scenarios()
        self.enter()

    def _matching(self) -> list[ScenarioCard]:
        parts = self._search.text().casefold().split()
        return [
            card
            for card in self._scenarios
            if self._grid in (_EVERY, card.grid)
            and all(p in f"{card.title} {card.game} {card.grid}".casefold() for p in parts)
        ]

    def _show_scenarios(self) -> None:
        self._cards.clear()
        self._found = []
        found = self._matching()
        for card in found:
            tile = ScenarioTile(card, self._cards)
            start = self.start_campaign if card.campaign else self.start_scenario
            tile.clicked.connect(lambda _on=False, one=card.id, go=start: go.emit(one))
            tile.map_asked.connect(lambda one=card.id: self.edit_map.emit(one))
            tile.clinic_asked.connect(lambda one=card.id: self.clinic_asked.emit(one))
            self._cards.add(tile)
            tile.show()
            self._found.append(tile)
        total = len(self._scenarios)
        count = str(total) if len(found) == total else tr("{0} of {1}").format(len(found), total)
        self._count.setText(count if total else "")
        self._cards.setVisible(bool(found))
        self._nothing.setVisible(bool(total) and not found)
        self._none.setVisible(not total)
        self._reading.hide()

    # ---- keyboard ------------------------------------------------------------------------------

    def tiles(self) -> list[ContinueTile | ScenarioTile]:
        """Every card in reading order."""
        return [*self._left_open, *self._found]

    def enter(self) -> None:
        """Focus the guided game for a newcomer, else the first card, else whatever is there."""
        tiles = self.tiles()
        if not self.start_here.isHidden():
            self.start_here.focus_first()
        elif tiles:
            tiles[0].setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._nothing.isVisible():
            self._nothing.focus_first()
        else:
            self._none.focus_first()

    def walk(self, key: Qt.Key) -> bool:
        """Move from card to card by an arrow key; False when there is none that way."""
        tiles = self.tiles()
        here = next((k for k, tile in enumerate(tiles) if tile.hasFocus()), -1)
        if here < 0 and tiles and self.start_here.begin.hasFocus():
            tiles[0].setFocus(Qt.FocusReason.TabFocusReason)
            return True
        if here < 0 or not tiles:
            return False
        aim = {Qt.Key.Key_Left: here - 1, Qt.Key.Key_Right: here + 1, Qt.Key.Key_Home: 0,
               Qt.Key.Key_End: len(tiles) - 1}.get(key)  # fmt: skip
        if aim is None:
            aim = self._across(tiles, here, down=key == Qt.Key.Key_Down)
        if not 0 <= aim < len(tiles):
            return False
        tiles[aim].setFocus(Qt.FocusReason.TabFocusReason)
        self._scroller.ensureWidgetVisible(tiles[aim], 0, theme.S6)
        return True

    def _across(self, tiles: Sequence[QWidget], here: int, *, down: bool) -> int:
        """The card above or below: nearest row, then nearest centre; -1 if there is no such row."""
        places = [tile.mapTo(self, tile.rect().center()) for tile in tiles]
        start = places[here]
        rows = [
            (abs(p.y() - start.y()), abs(p.x() - start.x()), k)
            for k, p in enumerate(places)
            if (p.y() > start.y() + 8 if down else p.y() < start.y() - 8)
        ]
        return min(rows)[2] if rows else -1

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in WALKING:
            self.walk(key)
        elif not self.action_table.press(event):
            super().keyPressEvent(event)

    def loose_key(self, event: QKeyEvent) -> bool:
        return self.action_table.press(event, chords=True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._search and isinstance(event, QKeyEvent):
            key = event.key()
            if event.type() == QEvent.Type.KeyPress and key in (
                Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down, Qt.Key.Key_Escape,
            ):  # fmt: skip
                if key == Qt.Key.Key_Escape:
                    self._search.clear()
                self._enter_cards()
                return True
        return super().eventFilter(watched, event)

    def _enter_cards(self) -> None:
        if self._found:
            self._found[0].setFocus(Qt.FocusReason.TabFocusReason)
            self._scroller.ensureWidgetVisible(self._found[0], 0, theme.S6)

    def focus_search(self) -> None:
        """Give the keyboard to the search field, and show it with what it finds below."""
        bar, corner = self._scroller.verticalScrollBar(), self._search.rect().topLeft()
        bar.setValue(bar.value() + self._search.mapTo(self, corner).y() - theme.S6)
        self._search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search.selectAll()

    # ---- commands ------------------------------------------------------------------------------

    def _add_actions(self) -> None:
        def off() -> str:
            return "" if self.isVisible() else tr("only on the home screen")

        for name, title, key, run, sign in (
            ("open", tr("Open a file…"), "Ctrl+O", self.choose_file, "folder"),
            ("games", tr("All games…"), "Ctrl+Shift+G", self.all_games_asked.emit, "table"),
            ("new_map", tr("New map…"), "Ctrl+N", self.new_map.emit, "map"),
            ("search", tr("Search games and scenarios"), "/", self.focus_search, "search"),
            ("new_table", tr("New table without rules…"), "Ctrl+Shift+N",
             self.new_table_asked.emit, "plus"),
            ("rulebook", tr("New game with rules…"), "Ctrl+Alt+N", self.rulebook_asked.emit,
             "scales"),
            ("campaign", tr("New campaign…"), "", lambda: self.start_campaign.emit(""),
             "campaign"),
            ("shared", tr("Open a shared campaign…"), "", self.server_asked.emit, "campaign"),
            ("pack", tr("Open a pack…"), "Ctrl+Shift+O", self.choose_pack, "layers"),
            ("mail", tr("Play by mail…"), "", self.mail_asked.emit, "person"),
            ("module", tr("Import a VASSAL module or saved game…"), "", self.module_asked.emit,
             "table"),
        ):  # fmt: skip
            here = name == "search"
            self.action_table.add(
                name, title, key, run, sign, everywhere=not here, why_not=off if here else always
            )

        def no_lesson() -> str:
            why = tr("No pack has a guided game, or WarDesk is still reading them.")
            return "" if self._lessons else why

        self.action_table.add(
            "lesson", tr("Guided game: learn by playing"), "", self.begin_lesson, "flag",
            everywhere=True, why_not=no_lesson,
            also=tr("tutorial help how do I learn start here first game rules"),
        )  # fmt: skip

        def no_desk() -> str:
            return "" if self.desks.cards else tr("WarDesk is still reading the games.")

        self.action_table.add(
            "desk", tr("Work out an attack at your own board…"), "", self.open_desk, "scales",
            everywhere=True, why_not=no_desk,
            also=tr("assistant odds chances calculator fort boxed game real table die"),
        )  # fmt: skip

        self.action_table.add(
            "charts", tr("Type in your printed charts…"), "", self.open_charts, "chart",
            everywhere=True,
            also=tr("own combat results table sheet modifiers cells rebuilt reconstruction"),
        )  # fmt: skip

    def commands(self) -> Sequence[Action]:
        return self.action_table.all()

    def choose_file(self) -> None:
        """Ask for a file and emit ``open_path``."""
        if path := ask_file(self, self.folder):
            self.folder = str(Path(path).parent)
            self.open_path.emit(path)

    def choose_pack(self) -> None:
        """Ask for the folder of a pack and emit ``open_path``."""
        if path := ask_pack(self, self._packs):
            self._packs = str(Path(path).parent)
            self.open_path.emit(path)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for path in dropped_files(event.mimeData()):
            self.open_path.emit(path)
        event.acceptProposedAction()
