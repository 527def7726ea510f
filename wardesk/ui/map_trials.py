"""From a map to a game on it: its own scenario, one made for it, or a table without rules."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from wardesk.documents.maps.titles import map_title
from wardesk.documents.packs.store import read_pack, read_scenario
from wardesk.errors import UserError
from wardesk.services.maps.trials import (
    changed_since,
    freshen,
    parted_from,
    remember_trial,
    trial_of,
)
from wardesk.services.packs.map_scenarios import MadeScenario, patterns_for
from wardesk.services.packs.pack_copy import pack_of
from wardesk.services.packs.shelf import known_maps
from wardesk.ui.making.table_wizard import TableWizard
from wardesk.ui.map.dialogs.changed_map import ChangedMapDialog
from wardesk.ui.map.dialogs.scenario import ScenarioDialog
from wardesk.ui.map.opener import MapOpener
from wardesk.ui.widgets.notice import Notice
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.shell.main_window import MainWindow


class MapTrials(QObject):
    """``played(scenario)``: ask who plays it. ``listed()``: there is a new pack for Home.

    ``table_made(scenario, players)``: a table without rules is to be started.
    """

    played = Signal(str)
    table_made = Signal(str, dict)
    listed = Signal()

    def __init__(self, window: MainWindow, maps: MapOpener) -> None:
        super().__init__(window)
        self._window = window
        maps.tried.connect(self.try_map)
        maps.scenario_wanted.connect(self.scenario_of_map)

    def play(self, scenario: str) -> None:
        """Play a scenario; ask first if its map was drawn on since it got its copy."""
        try:
            place = changed_since(scenario)
        except UserError as error:
            self._window.tell(error)
            return
        if place is None:
            self.played.emit(scenario)
            return
        dialog = ChangedMapDialog(place, self._window)
        dialog.chosen.connect(partial(self.played.emit, scenario))
        dialog.open()

    def try_map(self, path: str) -> None:
        """Play on a map: a scenario of its own pack that uses it, else a table without rules."""
        place = Path(path).resolve()
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
            self._window.tell(error)
            return
        self._scenario_for(place, trying=True)

    def scenario_of_map(self, path: str) -> None:
        """Make a scenario of a map: after one that is known, or a table without rules."""
        self._scenario_for(Path(path).resolve(), trying=False)

    def _scenario_for(self, place: Path, *, trying: bool) -> None:
        """Say what the map lacks to be played on, and offer the ways to get it."""
        patterns = patterns_for(place)
        if not patterns and trying and parted_from(place) is None:
            self._table_on(place)
            return
        try:
            dialog = ScenarioDialog(place, patterns, self._window, trying=trying)
        except UserError as error:
            self._window.tell(error)
            return
        dialog.table_asked.connect(partial(self._table_on, place))
        dialog.made.connect(partial(self._scenario_made, place, trying))
        dialog.open()

    def _scenario_made(self, place: Path, trying: bool, made: MadeScenario) -> None:
        """The pack has a copy of the map, which follows it at every trial."""
        self._remember(place, made.scenario)
        self.listed.emit()
        if trying:
            self.played.emit(made.scenario)
            return
        words = tr("Home lists the scenario, with its own copy of the map.")
        more = tr("You go on drawing in {0}; trying it brings the copy up to date.")
        self._window.notify(Notice(words, more.format(place.name)))

    def _table_on(self, place: Path) -> None:
        """Lay out a table without rules on a map."""
        try:
            wizard = TableWizard(self._window, maps=[(map_title(place), place), *known_maps()])
        except UserError as error:
            self._window.tell(error)
            return
        wizard.created.connect(self.table_made.emit)
        wizard.created.connect(lambda scenario, _who: self._drawn_on(wizard, place, scenario))
        wizard.open()

    def _drawn_on(self, wizard: TableWizard, place: Path, scenario: str) -> None:
        """The new pack has a copy of the map that is being drawn, which follows it from now on."""
        if wizard.map.place == place:
            self._remember(place, scenario)

    def _remember(self, place: Path, scenario: str) -> None:
        try:
            remember_trial(place, scenario)
        except UserError as error:
            self._window.tell(error)
