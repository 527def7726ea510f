"""Which games there are: the bundled ones, and other people's by entry point."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from wardesk.engine.rules import Rules
from wardesk.errors import UserError
from wardesk.model.board import Board

Maker = Callable[[Board, Mapping[str, Any], Mapping[str, Any]], Rules[Any, Any]]
"""``maker(board, setup, options) -> Rules``: a Rules class usually is one itself."""

GROUP = "wardesk.games"


def _eben_emael(
    board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]
) -> Rules[Any, Any]:
    from wardesk.games.eben_emael import EbenEmaelRules

    return EbenEmaelRules(board, setup, options)


def _freeform(
    board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]
) -> Rules[Any, Any]:
    from wardesk.games.freeform import FreeformRules

    return FreeformRules(board, setup, options)


BUNDLED: Mapping[str, Maker] = {"eben-emael": _eben_emael, "freeform": _freeform}
"""Bundled games by id. A loader imports its game only when somebody asks for it."""


def game_ids() -> tuple[str, ...]:
    """Every game that can be made here, bundled ones first."""
    others = sorted(set(_plugins()) - set(BUNDLED))
    return (*BUNDLED, *others)


def make_rules(
    game_id: str, board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]
) -> Rules[Any, Any]:
    """The rules *game_id* over *board* and *setup*.

    A bundled id cannot be taken over by an entry point. UserError for an unknown id, or for a
    game of somebody else's that cannot be loaded.
    """
    maker = BUNDLED.get(game_id)
    if maker is None:
        plugin = _plugins().get(game_id)
        if plugin is None:
            raise UserError(f"There is no game called {game_id!r}.", _suggest(game_id))
        maker = _load(plugin)
    return maker(board, setup, options)


def _plugins() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _load(plugin: EntryPoint) -> Maker:
    try:
        return plugin.load()
    except (ImportError, AttributeError) as error:
        text = f"The game {plugin.name} ({plugin.value}) could not be loaded: {error}."
        raise UserError(text, "Install it again, or ask its author.") from error


def _suggest(game_id: str) -> str:
    known = game_ids()
    close = difflib.get_close_matches(game_id, known, n=1)
    return f"Did you mean {close[0]}?" if close else f"There are: {', '.join(known)}."
