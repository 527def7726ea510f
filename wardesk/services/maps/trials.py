"""Trying a map on the table: the scenario made for it has a copy, which follows what is drawn.

Which scenario a map is tried with is remembered in ``trials.json``; it can be deleted and is never
the only copy of anything. A copy that somebody drew on itself is never written over.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
from msgspec import Struct

from wardesk import paths
from wardesk.documents.files.atomic import write_atomically
from wardesk.documents.files.container import read_parts
from wardesk.documents.maps.store import load_board, read_map, write_map
from wardesk.engine.kernel import begin
from wardesk.errors import UserError
from wardesk.games.registry import make_rules
from wardesk.services.play.tables import read_edits, scenario_info
from wardesk.words import readied, say

FILE = "trials.json"
MOST = 64


class _MapTrial(Struct, frozen=True):
    scenario: str
    """The scenario's file."""
    digest: str
    """SHA-256 of the copy as it was written last, in hexadecimal digits."""
    drawn: str = ""
    """The same of the map that was copied then."""


def remember_trial(place: Path, scenario: str) -> None:
    """The map at *place* is tried with *scenario*, whose pack has a copy of it just made."""
    trials = _read()
    trials.pop(_key(place), None)
    copy = Path(scenario_info(scenario).map)
    kept = list(trials.items())[-(MOST - 1) :]
    _write({**dict(kept), _key(place): _MapTrial(scenario, _digest(copy), _digest(place))})


def trial_of(place: Path) -> str | None:
    """The file of the scenario that the map at *place* is tried with.

    None if there is none, if it is gone, or if its copy of the map was changed by itself since.
    """
    found = _scenario_of(place)
    return found[0] if found is not None and found[1] else None


def parted_from(place: Path) -> str | None:
    """The file of the scenario whose copy of the map at *place* was changed by itself since.

    None if it has no scenario, or one that `trial_of` knows.
    """
    found = _scenario_of(place)
    return found[0] if found is not None and not found[1] else None


def _scenario_of(place: Path) -> tuple[str, bool] | None:
    """The scenario made for a map, and whether its copy is as it was written; None if gone."""
    found = _read().get(_key(place))
    if found is None or not Path(found.scenario).is_file():
        return None
    try:
        copy = Path(scenario_info(found.scenario).map)
        return found.scenario, _digest(copy) == found.digest
    except UserError:
        return None


def freshen(place: Path) -> str:
    """Give the scenario of `trial_of` the map as it is saved now; the scenario's file.

    It is set up once before anything is written. UserError says what the map lacks for it, or that
    there is no such scenario; the copy is as before then.
    """
    scenario = trial_of(place)
    if scenario is None:
        raise UserError(
            say("{place!s} has no scenario to try it with.", place=place.name), "Make one."
        )
    info = scenario_info(scenario)
    rules = make_rules(info.game, load_board(place), info.laid_out(), info.options)
    rules.edits = read_edits(rules, info.edits)
    begin(rules, umpire=False)
    write_map(read_map(place), Path(info.map))
    remember_trial(place, scenario)
    return scenario


def drawn_at(copy: Path) -> Path | None:
    """The map whose copy this is, for a scenario that it is tried with.

    None if it is nobody's, if that map is gone, or if the copy was changed by itself since.
    """
    goal = copy.resolve()
    for key, trial in _read().items():
        try:
            here = Path(scenario_info(trial.scenario).map).resolve()
            if here == goal and Path(key).exists() and _digest(goal) == trial.digest:
                return Path(key)
        except UserError:
            continue  # a scenario that is gone
    return None


def changed_since(scenario: str) -> Path | None:
    """The map that a scenario has a copy of, if it was drawn on since the copy was made.

    None if it was not, and for a scenario that `drawn_at` knows no map for.
    """
    place = drawn_at(Path(scenario_info(scenario).map))
    trial = _read().get(_key(place)) if place is not None else None
    if place is None or trial is None or not trial.drawn:
        return None
    try:
        return place if _digest(place) != trial.drawn else None
    except UserError:
        return None  # it cannot be read; the copy can


def _key(place: Path) -> str:
    return str(place.resolve())


def _digest(copy: Path) -> str:
    found = hashlib.sha256()
    for name, data in sorted(read_parts(copy).items()):
        for part in (name.encode(), data):
            found.update(len(part).to_bytes(8))
            found.update(part)
    return found.hexdigest()


def _read() -> dict[str, _MapTrial]:
    """What is remembered; nothing when the file is missing or spoilt: it is only a memory."""
    try:
        data = (paths.user_data() / FILE).read_bytes()
        return msgspec.json.decode(data, type=readied(dict[str, _MapTrial]))
    except (OSError, msgspec.MsgspecError):
        return {}


def _write(trials: dict[str, _MapTrial]) -> None:
    try:
        place = paths.user_data() / FILE
    except OSError as error:
        raise UserError(
            say("The trials of maps cannot be kept: {error}.", error=error.strerror)
        ) from error
    write_atomically(place, msgspec.json.encode(trials))
