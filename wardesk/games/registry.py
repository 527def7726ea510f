"""Which games there are: each is an entry point, those that come with WarDesk as anyone's."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from wardesk.engine.rules import Rules, SeenFrom
from wardesk.errors import UserError
from wardesk.games.shared.charts import PrintedTables
from wardesk.model.board import Board
from wardesk.model.moment import LayOut
from wardesk.model.schema import TAKE_FIGURES, GameSchema, board_faults, ground_faults
from wardesk.model.worksheet import Desk
from wardesk.words import join, say

Maker = Callable[[Board, Mapping[str, Any], Mapping[str, Any]], Rules[Any, Any]]
"""``maker(board, setup, options) -> Rules``: a Rules class usually is one itself."""

GAMES = "wardesk.games"
"""The group of the entry points that name a `Maker`, by the id of its game."""
DESKS = "wardesk.desks"
"""The group of those that name what makes a `Desk`: help at a board of one's own, by game."""
_OURS = "wardesk."
"""Begins the value of every entry point of WarDesk itself."""


def game_ids() -> tuple[str, ...]:
    """Every game that can be made here, by id: those that come with WarDesk, then others."""
    return tuple(_points(GAMES))


def desk_ids() -> tuple[str, ...]:
    """The games that help at a board of one's own, without any scenario."""
    return tuple(_points(DESKS))


def is_ours(game_id: str) -> bool:
    """Whether a game comes with WarDesk, and so speaks its languages."""
    point = _points(GAMES).get(game_id)
    return point is not None and point.value.startswith(_OURS)


def make_rules(
    game_id: str,
    board: Board,
    setup: Mapping[str, Any],
    options: Mapping[str, Any],
    *,
    place: str = "",
) -> Rules[Any, Any]:
    """The rules *game_id* over *board* and *setup*.

    UserError for an unknown id, for a game that cannot be loaded, for figures of the map that the
    game cannot play with, or for what the board lacks (*place* is the map's file, for the message).
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


def desk_of(game_id: str, charts: PrintedTables | None = None) -> Desk:
    """What helps at a board of one's own, by the shipped *charts* if none are given.

    UserError for a game that has nothing of the kind.
    """
    point = _points(DESKS).get(game_id)
    if point is None:
        raise UserError(
            say("The game {game!r} has no assistant.", game=game_id),
            say("There are: {known!s}.", known=", ".join(desk_ids())),
        )
    return _load(point)() if charts is None else _load(point)(charts)


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


def sight_of(game_id: str) -> Callable[[Board], SeenFrom] | None:
    """How hexes of a map see each other by a game, None where it does not tell."""
    found: Callable[[Board], SeenFrom] | None = getattr(_maker(game_id), "sight_on", None)
    return found


def charts_of(game_id: str) -> type[PrintedTables] | None:
    """The charts of a game; None where it has none in a file, and for a game that is not here."""
    try:
        found = getattr(_maker(game_id), "charts", None)
    except UserError:
        return None
    return found if isinstance(found, type) and issubclass(found, PrintedTables) else None


def charted_games() -> tuple[tuple[str, str], ...]:
    """The games whose charts lie in a file: id and title."""
    return tuple((id_, _maker(id_).title) for id_ in game_ids() if charts_of(id_) is not None)  # type: ignore[attr-defined]


def _schema(maker: Maker) -> GameSchema:
    found = getattr(maker, "schema", None)
    return found if isinstance(found, GameSchema) else GameSchema()


def _maker(game_id: str) -> Maker:
    point = _points(GAMES).get(game_id)
    if point is None:
        raise UserError(
            say("There is no game called {game_id!r}.", game_id=game_id), _suggest(game_id)
        )
    return _load(point)


@cache
def _points(group: str) -> Mapping[str, EntryPoint]:
    """Entry points by name, WarDesk's own first: nobody takes the name of one of these over.

    All packages are looked through, so it is done once; nothing is imported.
    """
    found = sorted(entry_points(group=group), key=lambda point: point.name)
    ours = {point.name: point for point in found if point.value.startswith(_OURS)}
    return ours | {point.name: point for point in found if point.name not in ours}


def _load(point: EntryPoint) -> Any:  # noqa: ANN401 - what its group says
    try:
        return point.load()
    except (ImportError, AttributeError) as error:
        text = say(
            "The game {plugin} ({value}) could not be loaded: {error}.",
            plugin=point.name,
            value=point.value,
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
