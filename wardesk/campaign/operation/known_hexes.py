"""Which hexes a game's maps can have, as far as a design tells: a slip of the keys is found."""

from __future__ import annotations

from collections.abc import Iterable

from wardesk.campaign.operation.corridor import hex_xy
from wardesk.campaign.operation.design import Design
from wardesk.errors import UserError
from wardesk.words import say

FAR = 60
"""So many columns or rows off every hex that a design names, no map of the game goes on."""


def known_hexes(design: Design, game: str) -> tuple[str, ...]:
    """The hexes of a game that its design names: of stops, bridges, zones, scenarios and seams."""
    found: list[str | None] = []
    for route in design.routes:
        stops = [stop for stop in route.stops if stop.game == game]
        if route.stops[:1] == tuple(stops[:1]):
            found.append(route.start)
        found += [label for stop in stops for label in (stop.hex, *stop.or_hexes)]
    for places in (design.bridges, design.zones):
        found += [label for each in places if each.game == game for label in each.hexes]
    found += [label for node in design.nodes if node.game == game for label in node.extent]
    found += [seam.from_hex for seam in design.seams if seam.from_game == game]
    found += [seam.to_hex for seam in design.seams if seam.to_game == game]
    return tuple(dict.fromkeys(label for label in found if label and _read(label) is not None))


def hex_trouble(design: Design, game: str, sheet: str, label: str) -> str:
    """Why a game's map cannot have this hex, as a sentence; empty where it can, or nobody knows."""
    sheets = [each.id for each in design.sheets if each.game == game]
    if not sheets:
        return ""
    if sheet and sheet not in sheets:
        return say(
            "There is no sheet {sheet!r} in {game}; there are {sheets}.",
            sheet=sheet,
            game=game,
            sheets=", ".join(sheets),
        )
    at = _read(label)
    if at is None:
        return say("{label!r} is no hex number: write column, dot, row, like 41.64.", label=label)
    known = [_read(each) for each in known_hexes(design, game)]
    if known and not _near(at, (each for each in known if each is not None)):
        return say(
            "{label} lies far off every hex of {game} that is known.", label=label, game=game
        )
    return ""


def _near(at: tuple[int, int], known: Iterable[tuple[int, int]]) -> bool:
    return any(abs(at[0] - x) <= FAR and abs(at[1] - y) <= FAR for x, y in known)


def _read(label: str) -> tuple[int, int] | None:
    try:
        return hex_xy(label)
    except UserError:
        return None
