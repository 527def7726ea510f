"""The tactical map of a game for putting units into its hexes: who can come, and where each is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import in_words, place_words
from wardesk.campaign.operation.places import GONE
from wardesk.campaign.operation.positions import area_now
from wardesk.documents.maps.store import load_board
from wardesk.errors import UserError
from wardesk.model.board import Board
from wardesk.model.look import CounterLook, SideLook, TableLook
from wardesk.services.campaign.table_moment import cell_of
from wardesk.services.campaign.table_setup import BARS, drawing
from wardesk.services.play.tables import scenario_info
from wardesk.words import say

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk

_FACES = ("#d8d2bf", "#c4cbd2")


class Placeable(Struct, frozen=True, kw_only=True):
    """A unit that may stand on the map of a game."""

    id: str
    name: str
    formation: str
    division: str
    """Names, the division empty where it has none."""
    where: str
    """In words."""
    cell: str
    """Its hex on the map, empty where it is in none."""
    ground: tuple[str, ...] = ()
    """The hexes in any of which it may be put: of its zone, entry or area, if it has just come."""


class Standings(Struct, frozen=True, kw_only=True):
    """Who can stand on the map of a game, and the counters of those who do."""

    units: tuple[Placeable, ...]
    look: TableLook


def games_with_maps(design: Design) -> dict[str, str]:
    """The games of which a scenario has a map: each by id, with its name."""
    played = {node.game for node in design.nodes if node.scenario}
    return {key: in_words(name) for key, name in design.games.items() if key in played}


def map_of(design: Design, game: str) -> Board:
    """The tactical map of a game: that of its days, else of its first scenario that has one.

    UserError where there is none, or its pack is not here.
    """
    nodes = [node for node in design.nodes if node.game == game and node.scenario]
    nodes.sort(key=lambda node: node.kind != "calendar")
    if not nodes:
        name = design.games.get(game, game)
        raise UserError(say("{game} has no map here.", game=in_words(name)))
    return load_board(scenario_info(str(nodes[0].scenario)).map)


def standings(desk: CampaignDesk, game: str, board: Board) -> Standings:
    """Every unit that has a counter in a game and is neither lost nor in another one."""
    design, state = desk.design, desk.state
    units: list[Placeable] = []
    counters: list[CounterLook] = []
    for unit in design.units:
        now, seen = state.units[unit.id], design.seen_as.get(unit.id, ())
        elsewhere = now.game not in ("", game) or (seen and all(x.game != game for x in seen))
        if elsewhere or now.place.kind in GONE:
            continue
        cell = cell_of(desk, unit.id, board)
        formation = design.formation[unit.formation]
        over = design.formation.get(formation.division or "")
        row = Placeable(
            id=unit.id, name=unit.name, formation=formation.name, cell=cell,
            division=over.name if over is not None else "",
            where=place_words(design, replace(now.place, game="")),
            ground=tuple(
                each
                for each in area_now(design, state, unit.id)
                or (() if cell else _ground(design, re.findall(r"\w+", now.place.at), game))
                if each in board.cells
            ),
        )  # fmt: skip
        units.append(row)
        if cell:
            symbol, echelon = drawing(unit)
            fill = formation.colour.fill if formation.colour is not None else ""
            text = say("{unit}, {formation}: {steps} of {full} steps", unit=unit.name,
                       formation=formation.name, steps=now.steps, full=unit.steps_full)  # fmt: skip
            counters.append(
                CounterLook(
                    piece=unit.id, side=formation.side, at=cell, title=unit.name, symbol=symbol,
                    echelon=echelon, bar=fill, reduced=now.steps < unit.steps_full, text=text,
                )
            )  # fmt: skip
    sides = tuple(
        SideLook(side.id, side.name, _FACES[k % 2], BARS[k % 2], "b" if k % 2 else "a")
        for k, side in enumerate(design.sides)
    )
    return Standings(units=tuple(units), look=TableLook(sides=sides, counters=tuple(counters)))


def _ground(design: Design, named: Iterable[str], game: str) -> Iterable[str]:
    """The hexes of those among *named* that are zones of a game, with the zones in them."""
    for key in named:
        zone = design.zone.get(key)
        if zone is not None and zone.game == game:
            yield from zone.hexes
            yield from _ground(design, zone.parts, game)
