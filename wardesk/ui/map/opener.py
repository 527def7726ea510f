"""Maps: opened in the window, a tab for each, closed without losing what was drawn, tried in play.

From a map to a game on it lead its own scenario, one made for it, or a table without rules.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog

from wardesk.documents.maps.titles import map_title
from wardesk.documents.packs.store import read_pack, read_scenario
from wardesk.errors import UserError
from wardesk.paths import user_data
from wardesk.render.imported_look import dress
from wardesk.services.maps.edit_session import EditSession
from wardesk.services.maps.foreign_maps import open_foreign
from wardesk.services.maps.new_map import palette_choices
from wardesk.services.maps.trials import (
    changed_since,
    drawn_at,
    freshen,
    parted_from,
    remember_trial,
    trial_of,
)
from wardesk.services.packs.map_scenarios import MadeScenario, patterns_for
from wardesk.services.packs.pack_copy import own_map, pack_of
from wardesk.services.packs.shelf import known_maps
from wardesk.ui import theme
from wardesk.ui.canvas.printed import map_theme
from wardesk.ui.making.table_wizard import TableWizard
from wardesk.ui.map.dialogs.changed_map import ChangedMapDialog
from wardesk.ui.map.dialogs.new_map import BegunMap, NewMapDialog
from wardesk.ui.map.dialogs.scenario import ScenarioDialog
from wardesk.ui.map.workspace import MapWorkspace
from wardesk.ui.opening import Opening
from wardesk.ui.preferences import preferences
from wardesk.ui.widgets.notice import Notice
from wardesk.words import shown, tr

if TYPE_CHECKING:
    from wardesk.ui.shell.main_window import MainWindow

MOST_RECENT = 12


class MapOpener(Opening):
    """Joins Home and the Map place; holds the maps that are open.

    ``played(scenario)``: ask who plays it. ``listed()``: there is a new pack for Home.
    ``table_made(scenario, players)``: a table without rules is to be started.
    """

    played = Signal(str)
    table_made = Signal(str, dict)
    listed = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._copied: Path | None = None
        self._followed = False
        """Whether the map that is being opened was asked for by a copy of it."""
        self._maps: list[MapWorkspace] = []
        """The maps that are open, as their tabs stand."""

    @property
    def workspace(self) -> MapWorkspace | None:
        """The open map that is in view, or was last; None if there is none."""
        found = self.window_.workspace("map")
        return found if isinstance(found, MapWorkspace) else None

    def open(self, path: Path) -> None:
        """Open a map for drawing, or go back to it if it is open.

        Who asks for the copy that a scenario made for a map has gets the map itself.
        """
        try:
            drawn = drawn_at(path)
            own = own_map(drawn or path)
        except UserError as error:
            self.tell(error)
            return
        self._followed = drawn is not None
        self._copied = own if not self._followed and own != path.resolve() else None
        path = own
        open_one = next((one for one in self._maps if one.session.path == path), None)
        if open_one is not None:
            self.bring(open_one)
            self._tell_followed()
            return
        self.open_with(partial(EditSession.open, path))

    def open_foreign(self, path: Path) -> None:
        """Make a new map of another program's, and open it."""
        if self.open_with(partial(open_foreign, path, user_data() / "maps", dress)):
            self._copied, self._followed = None, False

    def new_map(self) -> None:
        """Ask what the new map is to be; it opens when the dialog is done."""
        choices = palette_choices()
        now = preferences().now
        inks = map_theme(now.map_theme, theme.current() if now.map_follows else "light")
        folder = user_data() / "maps"
        dialog = NewMapDialog(choices, folder, inks, self.window_)
        dialog.begun.connect(self._begin)
        dialog.open()

    def _begin(self, begun: BegunMap) -> None:
        try:
            begun.path.parent.mkdir(parents=True, exist_ok=True)
            session = EditSession.new(begun.document, begun.path)
        except UserError as error:
            self.tell(error)
            return
        except OSError as error:
            words = tr("WarDesk could not begin the map: {0}.").format(error.strerror or error)
            self.window_.tell(UserError(words, tr("Choose another place.")))
            return
        self.show_session(session)

    def show_session(self, session: EditSession) -> None:
        """Show a session that somebody else has opened or begun."""
        workspace = MapWorkspace(session, self.window_)
        workspace.save_as_asked.connect(self.save_as)
        workspace.close_asked.connect(self.close_map)
        workspace.new_asked.connect(self.new_map)
        workspace.try_asked.connect(partial(self._hand_on, self.try_map))
        workspace.scenario_asked.connect(partial(self._hand_on, self.scenario_of_map))
        workspace.turned.connect(self.turn)
        workspace.retitled.connect(self._show_tabs)
        workspace.tabs.chosen.connect(lambda place: self.bring(self._maps[place]))
        workspace.tabs.closed.connect(lambda place: self.close_map(self._maps[place]))
        self._maps.append(workspace)
        self.bring(workspace)
        if session.notices:  # in one notice: of several the window would fold the first away
            self.window_.notify(Notice("\n".join(map(shown, session.notices))))
        # collecting garbage would go through every cell of a large map, in the middle of a stroke
        gc.freeze()
        self._remember(session.path)

    def _remember(self, path: Path) -> None:
        """Newest first in the list of recent maps."""
        others = [one for one in preferences().now.recent_maps if one != str(path)]
        preferences().change("recent_maps", (str(path), *others)[:MOST_RECENT])

    def _hand_on(self, deed: Callable[[Path], None]) -> None:
        """Save, then play on the map or make a scenario of it; what keeps it from that is told."""
        here = self.workspace
        if here is None or not here.sound() or not (here.session.is_saved or here.model.save()):
            return
        deed(here.session.path)

    def bring(self, workspace: MapWorkspace) -> None:
        """Show one of the open maps."""
        here = self.workspace
        if here is not workspace:
            self.window_.set_workspace("map", workspace, keep=here in self._maps)
        self.window_.show_mode("map")
        self._show_tabs()

    def turn(self, by: int) -> None:
        """Go to the next tab, or with -1 to the one before."""
        here = self.workspace
        if here in self._maps:
            self.bring(self._maps[(self._maps.index(here) + by) % len(self._maps)])

    def _show_tabs(self) -> None:
        rows = [(one.title, one.subtitle, str(one.session.path), one.session.is_saved)
                for one in self._maps]  # fmt: skip
        here = self.workspace
        if here in self._maps:
            here.tabs.show_maps(rows, self._maps.index(here))

    def close_map(self, workspace: MapWorkspace | None = None) -> None:
        """Close a map, else the one in view; what was not saved is offered again."""
        here = self.workspace
        gone = workspace or here
        if gone is None or gone not in self._maps:
            return
        place = self._maps.index(gone)
        self._maps.remove(gone)
        gc.unfreeze()
        gone.shut()
        if gone is not here:
            self.window_.drop_workspace(gone)
            self._show_tabs()
        elif self._maps:
            self.window_.set_workspace("map", self._maps[min(place, len(self._maps) - 1)])
            self._show_tabs()
        else:
            self.window_.empty("map")

    def save_as(self) -> None:
        """Ask for another place, write the map there and go on there."""
        here = self.workspace
        if here is None:
            return
        kinds = tr("WarDesk maps (*.wdmap)")
        start = str(here.session.path.with_suffix(".wdmap"))
        path, _ = QFileDialog.getSaveFileName(self.window_, tr("Save the map as"), start, kinds)
        if not path:
            return
        place = Path(path if path.endswith(".wdmap") else f"{path}.wdmap")
        try:
            here.session.save_as(place)
        except UserError as error:
            self.tell(error)
            return
        here.model.kept.emit()
        self._remember(place)

    def shut(self) -> None:
        """The window closes: let go of all files and locks."""
        super().shut()
        gc.unfreeze()
        while self._maps:
            self._maps.pop().shut()

    def slow(self) -> Notice:
        return Notice(tr("Opening the map…"), busy=True)

    def came(self, found: EditSession) -> None:
        self.show_session(found)
        self._tell_followed()
        if self._copied is not None:
            words = tr("This is your own copy; what ships with WarDesk stays as it is.")
            pack = pack_of(self._copied)
            more = tr("Home lists its scenarios.") if pack is not None else ""
            self.window_.notify(Notice(words, more))

    def _tell_followed(self) -> None:
        if self._followed:
            words = tr("This is the map that you draw; the copy on the table follows it.")
            self.window_.notify(Notice(words, tr("It does so with every trial.")))

    # ---- to a game on it ------------------------------------------------------------------------

    def play(self, scenario: str) -> None:
        """Play a scenario; ask first if its map was drawn on since it got its copy."""
        try:
            place = changed_since(scenario)
        except UserError as error:
            self.tell(error)
            return
        if place is None:
            self.played.emit(scenario)
            return
        dialog = ChangedMapDialog(place, self.window_)
        dialog.chosen.connect(partial(self.played.emit, scenario))
        dialog.open()

    def try_map(self, path: Path) -> None:
        """Play on a map: a scenario of its own pack that uses it, else a table without rules."""
        place = path.resolve()
        folder = pack_of(place)
        try:
            pack = read_pack(folder) if folder is not None else None
            for name in pack.scenarios if pack is not None else ():
                short = name.partition("/")[2]
                if pack is not None and Path(read_scenario(pack, short).map) == place:
                    self.played.emit(str(Path(pack.folder) / "scenarios" / f"{short}.toml"))
                    return
            if trial_of(place) is not None:
                self.played.emit(freshen(place))
                return
        except UserError as error:
            self.tell(error)
            return
        self._scenario_for(place, trying=True)

    def scenario_of_map(self, path: Path) -> None:
        """Make a scenario of a map: after one that is known, or a table without rules."""
        self._scenario_for(path.resolve(), trying=False)

    def _scenario_for(self, place: Path, *, trying: bool) -> None:
        """Say what the map lacks to be played on, and offer the ways to get it."""
        patterns = patterns_for(place)
        if not patterns and trying and parted_from(place) is None:
            self._table_on(place)
            return
        try:
            dialog = ScenarioDialog(place, patterns, self.window_, trying=trying)
        except UserError as error:
            self.tell(error)
            return
        dialog.table_asked.connect(partial(self._table_on, place))
        dialog.made.connect(partial(self._scenario_made, place, trying))
        dialog.open()

    def _scenario_made(self, place: Path, trying: bool, made: MadeScenario) -> None:
        """The pack has a copy of the map, which follows it at every trial."""
        self._remember_trial(place, made.scenario)
        self.listed.emit()
        if trying:
            self.played.emit(made.scenario)
            return
        words = tr("Home lists the scenario, with its own copy of the map.")
        more = tr("You go on drawing in {0}; trying it brings the copy up to date.")
        self.window_.notify(Notice(words, more.format(place.name)))

    def _table_on(self, place: Path) -> None:
        """Lay out a table without rules on a map."""
        try:
            wizard = TableWizard(self.window_, maps=[(map_title(place), place), *known_maps()])
        except UserError as error:
            self.tell(error)
            return
        wizard.created.connect(self.table_made.emit)
        wizard.created.connect(lambda scenario, _who: self._drawn_on(wizard, place, scenario))
        wizard.open()

    def _drawn_on(self, wizard: TableWizard, place: Path, scenario: str) -> None:
        """The new pack has a copy of the map that is being drawn, which follows it from now on."""
        if wizard.map.place == place:
            self._remember_trial(place, scenario)

    def _remember_trial(self, place: Path, scenario: str) -> None:
        try:
            remember_trial(place, scenario)
        except UserError as error:
            self.window_.tell(error)
