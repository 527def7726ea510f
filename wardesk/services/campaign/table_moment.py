"""A moment of the ledger for a table with rules: who stands where in a window of the map."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Unit
from wardesk.campaign.operation.graph import Node
from wardesk.campaign.operation.positions import area_now, standing_cell
from wardesk.campaign.ruleset import ruleset_of
from wardesk.documents.packs.campaign_packs import find_design
from wardesk.errors import UserError
from wardesk.model.board import Board
from wardesk.model.moment import Moment, MomentBridge, MomentFormation, MomentMug, MomentUnit
from wardesk.services.campaign.shares import on_the_map, part_of, shares
from wardesk.words import say

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk

MARGIN = 10
"""Hexes of ground around the units that were named."""
_MOST_TURNS = 8


def cell_of(desk: CampaignDesk, unit: str, board: Board) -> str:
    """The hex of *board* where a unit stands; empty for who is in none.

    A bridging unit may be at a bridge whose hexes only the board knows: south of it.
    """
    place = desk.state.units[unit].place
    old = not desk.design.hexes.stops or desk.design.numbers(place.game) == "oblique"
    design = _as_shipped(desk.design.id) if old else desk.design
    label = standing_cell(desk.design, desk.state, place)
    label = design.cell(place.game, label) if design is not None else label
    if label in board.cells or place.kind != "hex":
        return label if label in board.cells else ""
    ids = {f"bridge-{row.id}" for row in desk.design.bridges if row.name == place.at}
    ends = (f.properties["between"] for f in board.features if f.id in ids)
    return max(next(ends, ("",)), key=lambda cell: board.cells[cell].anchor[1] if cell else 0)


@cache
def _as_shipped(campaign: str) -> Design | None:
    """The campaign as it ships now: it says how the map numbers what an older one calls shorter."""
    try:
        return find_design(campaign)[0]
    except UserError:
        return None


def window_of(
    desk: CampaignDesk, node: Node, named: Collection[str], wanted: Sequence[str], board: Board
) -> tuple[str, ...]:
    """Corners of the part of *board* that a table shows; none = all of it.

    What is *wanted*, else the scenario's own extent, else the ground around units that are *named*.
    UserError for corners that are not on the board.
    """
    wanted = [desk.design.cell(node.game, cell) for cell in wanted]
    strange = [cell for cell in wanted if cell not in board.cells]
    if strange or 0 < len(wanted) < 3:
        raise UserError(
            say("{title!s} has no window {cells!s}.", title=board.title, cells=", ".join(wanted)),
            "Name three hexes of the map or more, the corners one after the other.",
        )
    if wanted:
        return tuple(wanted)
    extent = tuple(desk.design.cell(node.game, cell) for cell in node.extent)
    if extent and all(cell in board.cells for cell in extent):
        return extent
    spots = [cell for unit in named if (cell := cell_of(desk, unit, board))]
    return around(board, spots) if spots else ()


def around(board: Board, spots: Iterable[str]) -> tuple[str, ...]:
    """Four corners of the map that leave *MARGIN* hexes of ground around some hexes."""
    anchors = [board.cells[cell].anchor for cell in spots if cell in board.cells]
    first = next(iter(board.cells))
    beside = board.cells[board.neighbours(first)[0]].anchor
    at = board.cells[first].anchor
    wide = MARGIN * max(abs(beside[0] - at[0]), abs(beside[1] - at[1]))
    left, right = min(x for x, _ in anchors) - wide, max(x for x, _ in anchors) + wide
    low, high = min(y for _, y in anchors) - wide, max(y for _, y in anchors) + wide
    corners = ((left, low), (left, high), (right, high), (right, low))
    return tuple(
        min(
            board.cells,
            key=lambda name: (
                (board.cells[name].anchor[0] - x) ** 2 + (board.cells[name].anchor[1] - y) ** 2
            ),
        )
        for x, y in corners
    )


def turns_of(desk: CampaignDesk, node: Node, wanted: int) -> tuple[str, ...]:
    """The turns that a table plays, from now on: one of the days, else to the scenario's end."""
    calendar, now = (
        desk.design.calendar,
        max(desk.state.ordinal, desk.design.calendar.first_ordinal),
    )
    count = wanted
    if not count and node.kind != "calendar" and node.end is not None:
        count = node.end - (node.start if node.start is not None else now) + 1
    count = min(max(count, 1), _MOST_TURNS, calendar.turns - now)
    return tuple(calendar.turn(now + number).slot for number in range(count))


def moment_of(
    desk: CampaignDesk,
    units: Sequence[str],
    board: Board,
    window: tuple[str, ...],
    turns: tuple[str, ...],
) -> Moment:
    """How *units* stand on *board* now, with their formations, bridges, route and points."""
    design, state = desk.design, desk.state
    today = design.calendar.turn(max(state.ordinal, design.calendar.first_ordinal)).day
    waiting = waiting_for(desk, units)
    rows = tuple(_unit(desk, design.unit[key], board) for key in (*units, *waiting))
    formations: dict[str, MomentFormation] = {}
    for row in rows:
        for key in (_division(desk, row.formation), row.formation):
            formations.setdefault(key, _formation(desk, key))
    return Moment(
        turns=turns,
        day=today.isoformat(),
        weather=state.weather.kind,
        fog=state.weather.fog,
        window=window,
        units=rows,
        formations=tuple(formations.values()),
        bridges=tuple(
            MomentBridge(
                id=bridge.id,
                state=state.bridges[bridge.id].state,
                by=state.bridges[bridge.id].by,
                control=state.bridges[bridge.id].control,
                unit=state.bridges[bridge.id].unit,
                spared=bridge.no_wire or bridge.no_destroy,
                bulldozer=state.bridges[bridge.id].bulldozer_at is not None
                and state.bridges[bridge.id].state == "unstable",
            )
            for bridge in design.bridges
        ),
        route=_route(desk),
        cut=any(route.cut for route in state.routes.values()),
        facts={**state.facts, **shares(design, state, units)},
        mug=mug_for(desk, units, len(turns)),
        bought=ruleset_of(design).beside(design, state).bought,
        pools={name: count for name, count in state.pools.items() if count is not None},
    )


def turn_key(ledger: Ledger, ordinal: int) -> str:
    """What decides in which order chits come out of the campaign's mug on a turn."""
    return sha256(f"{ledger.campaign}|{ledger.events[0].hash}|{ordinal}".encode()).hexdigest()[:32]


def mug_for(desk: CampaignDesk, units: Sequence[str], turns: int) -> MomentMug:
    """The one mug, as a table with *units* draws from it."""
    design, state = desk.design, desk.state
    there = {u: _division(desk, design.unit[u].formation) for u in on_the_map(design, state)}
    led = [design.unit[u].formation for u in there if design.unit[u].type == "leader"]
    now = max(state.ordinal, design.calendar.first_ordinal)
    here = {there[unit] for unit in units if unit in there}
    return MomentMug(
        keys=tuple(turn_key(desk.ledger, now + number) for number in range(turns)),
        formations=tuple(_formation(desk, key) for key in dict.fromkeys((*there.values(), *led))),
        parts={
            key: part_of([u for u, of in there.items() if of == key], units)
            for key in dict.fromkeys(there.values())
            if key in here
        },
    )


def waiting_for(desk: CampaignDesk, units: Sequence[str]) -> tuple[str, ...]:
    """Who waits off the map and may be brought in by a division of *units*."""
    there = {_division(desk, desk.design.unit[key].formation) for key in units}
    ready = ruleset_of(desk.design).beside(desk.design, desk.state).units
    return tuple(u for u in ready if _division(desk, desk.design.unit[u].formation) in there)


def _unit(desk: CampaignDesk, unit: Unit, board: Board) -> MomentUnit:
    now = desk.state.units[unit.id]
    ruleset, quality = ruleset_of(desk.design), unit.quality
    if quality is not None:
        changes = ruleset.quality_changes(desk.design, desk.state, unit.id)
        lasting = (change for change, cite in changes if cite not in ruleset.table_changes)
        quality = max(0, quality + sum(lasting))
    return MomentUnit(
        id=unit.id,
        name=unit.name,
        side=desk.design.side_of(unit.id),
        formation=unit.formation,
        cell=cell_of(desk, unit.id, board),
        steps=now.steps,
        full=unit.steps_full,
        type=unit.type,
        symbol=unit.symbol,
        movement=unit.movement,
        quality=quality,
        ratings=unit.ratings,
        self_command=unit.self_command,
        basis=unit.basis,
        transport=unit.transport,
        flags=now.flags,
        area=tuple(c for c in area_now(desk.design, desk.state, unit.id) if c in board.cells),
        waits=now.place.kind == "pool",
    )


def _division(desk: CampaignDesk, formation: str) -> str:
    """Under which division a formation fights now."""
    under = desk.state.attached.get(formation, formation)
    return desk.design.formation[under].division or under


def _formation(desk: CampaignDesk, key: str) -> MomentFormation:
    row = desk.design.formation[key]
    colour = row.colour
    return MomentFormation(
        id=key,
        name=row.name,
        side=row.side,
        division=_division(desk, key),
        kind=row.kind,
        fill=colour.fill if colour is not None else "#888888",
        ink=colour.ink if colour is not None else "#ffffff",
    )


def _route(desk: CampaignDesk) -> tuple[str, ...]:
    """The stops that the routes' markers have passed, without those of a spur not taken."""
    found: list[str] = []
    for route in desk.design.routes:
        now = desk.state.routes[route.id]
        if now.stop < 0:
            continue
        found.append(route.start)
        passed = route.stops[: now.stop + 1]
        found += [
            desk.design.cell(s.game, s.hex or s.name)
            for s in passed
            if s.spur in (None, "", now.spur)
        ]
    return tuple(found)
