"""The owner's own charts: files in his folder whose cells lie over those of a game.

``charts/GAME.toml`` counts for every scenario of a game, ``charts/PACK.toml`` for those of a pack,
over the other. A new game takes them along in its file, as one option; so they count wherever it is
opened, and a game that was begun before keeps the charts that it was begun with.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from wardesk import paths
from wardesk.documents.files.atomic import not_written, write_atomically
from wardesk.documents.files.untrusted import is_there, read_toml
from wardesk.errors import UserError
from wardesk.games.registry import charted_games as charted_games
from wardesk.games.registry import charts_of
from wardesk.games.shared.charts import PrintedTables
from wardesk.model.charts import Cell, ChartFault, flat
from wardesk.words import say

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_MOST = 64 << 10
"""Letters of the option; the charts of a game have some hundred cells."""
_MEND = say("Mend it on the page of the game's charts, or take the file away.")


def own_file(name: str) -> Path:
    """Where the owner's cells for a game or a pack are; no folder is made to look for them.

    UserError for what is no name of one.
    """
    if not _NAME.fullmatch(name):
        raise UserError(say("{name!s} is no name of a game or a pack.", name=name[:60]))
    return paths.user_place() / "charts" / f"{name}.toml"


def has_charts(game: str) -> bool:
    """Whether a game has charts that its owner may lay his own over."""
    return charts_of(game) is not None


def charts_or_refuse(game: str) -> type[PrintedTables]:
    """The charts of a game. UserError where it has none."""
    found = charts_of(game)
    if found is None:
        raise UserError(say("The game {game!s} has no charts of its own.", game=game))
    return found


def read_cells(file: Path, charts: type[PrintedTables]) -> tuple[dict[str, Cell], list[ChartFault]]:
    """The cells of *file*, and what in it is none. UserError where it cannot be read."""
    return flat(charts.shipped().values, read_toml(file))


def own_cells(game: str, pack: str = "") -> dict[str, Cell]:
    """What the owner has laid over the charts of a game, or of one of its packs.

    UserError that names the file which cannot be read or does not fit.
    """
    charts, found = charts_of(game), dict[str, Cell]()
    if charts is None:
        return found
    for name in dict.fromkeys((game, pack)):
        if not _NAME.fullmatch(name) or not is_there(file := own_file(name)):
            continue
        cells, faults = read_cells(file, charts)
        faults = faults or [*charts.layered({"own": {**found, **cells}}).faults]
        if faults:
            fault = faults[0].sentence
            raise UserError(say("{file!s}: {fault}.", file=file, fault=fault), _MEND)
        found |= cells
    return found


def write_cells(file: Path, cells: Mapping[str, Cell]) -> None:
    """Put *cells* into *file*, which goes where there are none. UserError if it cannot be."""
    try:
        if not cells:
            return file.unlink(missing_ok=True)
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise not_written(file, error) from error
    return write_atomically(file, cells_text(cells).encode())


def cells_text(cells: Mapping[str, Cell]) -> str:
    """Cells as a TOML file, a line for each."""
    lines = [f"{path} = {_toml(cells[path])}" for path in sorted(cells)]
    return "\n".join(
        ("# Cells of the charts by table, row and column, counted from 0.", *lines, "")
    )


def _toml(value: Cell) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else msgspec.json.encode(value).decode()


# ---- as an option of a game ---------------------------------------------------------------------


def as_option(cells: Mapping[str, Cell]) -> str:
    """Cells as one option of a game; empty for none."""
    return msgspec.json.encode(dict(cells), order="sorted").decode() if cells else ""


def from_option(value: object) -> dict[str, Cell]:
    """The cells of that option. UserError for what is none."""
    if value in ("", None):
        return {}
    try:
        if not isinstance(value, str) or len(value) > _MOST:
            raise ValueError
        return msgspec.json.decode(value, type=dict[str, int | str | bool])
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise UserError(
            "The charts of the game cannot be read.", "Leave the option charts out."
        ) from error
