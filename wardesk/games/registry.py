"""Which games there are: the bundled ones, and other people's by entry point."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from wardesk.engine.rules import Rules
from wardesk.errors import UserError
from wardesk.model.board import Board
from wardesk.model.moment import LayOut
from wardesk.model.schema import TAKE_FIGURES, GameSchema, board_faults, ground_faults
from wardesk.model.worksheet import Desk
from wardesk.words import join, say

Maker = Callable[[Board, Mapping[str, Any], Mapping[str, Any]], Rules[Any, Any]]
"""``maker(board, setup, options) -> Rules``: a Rules class usually is one itself."""

GROUP = "wardesk.games"


def _eben_emael() -> Maker:
    from wardesk.games.eben_emael import EbenEmaelRules

    return EbenEmaelRules


def _blitzkrieg() -> Maker:
    from wardesk.games.blitzkrieg import BlitzkriegRules

    return BlitzkriegRules


def _europa() -> Maker:
    from wardesk.games.europa import EuropaRules

    return EuropaRules


def _freeform() -> Maker:
    from wardesk.games.freeform import FreeformRules

    return FreeformRules


def _gts() -> Maker:
    from wardesk.games.gts import GtsRules

    return GtsRules


def _remagen() -> Maker:
    from wardesk.games.remagen import RemagenRules

    return RemagenRules


BUNDLED: Mapping[str, Callable[[], Maker]] = {
    "eben-emael": _eben_emael,
    "remagen": _remagen,
    "blitzkrieg": _blitzkrieg,
    "europa": _europa,
    "gts": _gts,
    "freeform": _freeform,
}
"""Bundled games by id. A loader imports its game only when somebody asks for it."""


def _europa_desk() -> Desk:
    from wardesk.games.europa.cases import Fortifications

    return Fortifications()


DESKS: Mapping[str, Callable[[], Desk]] = {"europa": _europa_desk}
"""Games that help at a board of one's own, without any scenario, by id."""


def game_ids() -> tuple[str, ...]:
    """Every game that can be made here, bundled ones first."""
    others = sorted(set(_plugins()) - set(BUNDLED))
    return (*BUNDLED, *others)


def make_rules(
    game_id: str,
    board: Board,
    setup: Mapping[str, Any],
    options: Mapping[str, Any],
    *,
    place: str = "",
) -> Rules[Any, Any]:
    """The rules *game_id* over *board* and *setup*.

    A bundled id cannot be taken over by an entry point. UserError for an unknown id, for a game of
    somebody else's that cannot be loaded, for figures of the map that the game cannot play with, or
    for what the board lacks (*place* is the map's file, for the message).
    """
    maker = _maker(game_id)
    schema = _schema(maker)
    if schema.ground is not None:
        for fault in ground_faults(schema, board.palette.terrain, board.cells):
            text = say(
                "{place}, {kind} {fault}, {text}.",
                place=place or board.title,
                kind=fault.kind,
                fault=fault.id,
                text=fault.text,
            )
            raise UserError(text, "Mend it in the map editor.")
    lacks = board_faults(schema.board, board.kind, board.palette, board.cells, board.features)
    for text in lacks:
        raise UserError(join(": ", (place or board.title, text)), TAKE_FIGURES)
    return maker(board, setup, options)


def desk_of(game_id: str) -> Desk:
    """What helps at a board of one's own. UserError for a game that has nothing of the kind."""
    if game_id not in DESKS:
        raise UserError(
            say("The game {game!r} has no assistant.", game=game_id),
            say("There are: {known!s}.", known=", ".join(DESKS)),
        )
    return DESKS[game_id]()


def schema_of(game_id: str) -> GameSchema:
    """What the files of a game may hold; an empty schema for a game that is not here."""
    try:
        return _schema(_maker(game_id))
    except UserError:
        return GameSchema()


def layout_of(game_id: str) -> LayOut | None:
    """How a game lays out a moment of a campaign, None where it cannot."""
    found: LayOut | None = getattr(_maker(game_id), "lay_out", None)
    return found


def _schema(maker: Maker) -> GameSchema:
    found = getattr(maker, "schema", None)
    return found if isinstance(found, GameSchema) else GameSchema()


def _maker(game_id: str) -> Maker:
    if game_id in BUNDLED:
        return BUNDLED[game_id]()
    plugin = _plugins().get(game_id)
    if plugin is None:
        raise UserError(
            say("There is no game called {game_id!r}.", game_id=game_id), _suggest(game_id)
        )
    return _load(plugin)


def _plugins() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _load(plugin: EntryPoint) -> Maker:
    try:
        return plugin.load()
    except (ImportError, AttributeError) as error:
        text = say(
            "The game {plugin} ({value}) could not be loaded: {error}.",
            plugin=plugin.name,
            value=plugin.value,
            error=error,
        )
        raise UserError(text, "Install it again, or ask its author.") from error


def _suggest(game_id: str) -> str:
    known = game_ids()
    close = difflib.get_close_matches(game_id, known, n=1)
    return (
        say("Did you mean {close!s}?", close=close[0])
        if close
        else say("There are: {known!s}.", known=", ".join(known))
    )
