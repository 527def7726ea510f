"""How the hexes of a campaign see each other: as its tables have it, on the map that they use."""

from __future__ import annotations

from wardesk.campaign.operation.design import Design
from wardesk.documents.maps.store import load_board
from wardesk.engine.rules import SeenFrom
from wardesk.errors import UserError
from wardesk.games.registry import sight_of
from wardesk.services.play.tables import scenario_info


def give_sight(design: Design) -> None:
    """Let the desk's rules see the map of its tables; it is read when one asks first."""
    design.give_sight(lambda: _seen(design))


def _seen(design: Design) -> SeenFrom | None:
    """None for a campaign without such tables, and for one whose hexes the map calls otherwise."""
    if any(design.numbers(game) == "oblique" for game in design.games):
        return None
    for node in design.nodes:
        try:
            info = scenario_info(node.scenario) if node.scenario else None
            look = sight_of(info.game) if info is not None else None
            board = load_board(info.map) if info is not None and look is not None else None
        except UserError:
            continue  # a pack that is not here any more
        if look is not None and board is not None:
            seen, cells = look(board), board.cells
            return lambda cell, reach: seen(cell, reach) if cell in cells else frozenset()
    return None
