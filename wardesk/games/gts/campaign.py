"""A moment of a campaign laid out on this table, and what the table gives back to its ledger."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Mapping
from itertools import pairwise
from typing import Any

from msgspec import to_builtins

from wardesk.errors import UserError
from wardesk.games.gts import one_mug
from wardesk.games.gts.agreed import BLOWN, BROKEN, PLACED, WORKING, raid_left
from wardesk.games.gts.ch01_sequence import FIRST
from wardesk.games.gts.ch15_route import ATTACKED, CLOSED, holder, standing
from wardesk.games.gts.order_of_battle import (
    counter_row,
    division_row,
    formation_row,
    has_counter,
)
from wardesk.games.gts.position import bridge_state, improved
from wardesk.games.gts.setting import Setting, read_setting
from wardesk.games.gts.state import BOXES, PARK, RESERVE, SIDES, State, Unit
from wardesk.model.board import Board
from wardesk.model.moment import LaidMoment, Moment, MomentBridge, MomentUnit, Scalar, TakenOver
from wardesk.words import say

COLUMN, SUPPRESSED, PARKED = "in column", "suppressed", "in the artillery park"
COHESION = {1: "one cohesion hit", 2: "two cohesion hits"}
DUG = {"improved": "improved position", "entrenched": "entrenched"}
MOUNTED = {"organic": "in its transport", "truck": "in trucks", "jeep": "in jeeps"}
ABANDONED, MEN_AT_WORK = "transport abandoned", "men at work"
DELAYS = {number: f"drop markers: {number}" for number in range(1, 10)}
RIDES = "rides on "
"""What goes before the vehicle's id."""
FLAGS = frozenset(
    {COLUMN, SUPPRESSED, PARKED, ABANDONED, MEN_AT_WORK, *COHESION.values(), *DUG.values(),
     *MOUNTED.values(), *DELAYS.values()}
)  # fmt: skip
"""Marks of a unit that a ledger keeps from one table to the next, in its words."""
POINTS, DISPATCH, HELD, BETTER = "command.", "dispatch.", "mug.held", "improved."
BLOCK, BLOCKS, MINES, PARKS = "roadblock.", "roadblocks.", "minefield.", "park."
REARS, REAR, MEN, GONE = "rearguards.", "rearguard.", "men-at-work.", "bulldozer-lost."
"""Beginnings of the facts that a ledger keeps for this table."""
OPENED = "opened"
"""4.3.3 The marker that says that a cut road is open again."""
RAID, RAID_ON, RAID_PAID = "raid", "raid.running", "raid.dispatch_paid"
"""S5.2 Markers that the air raid laid, and facts about it."""
DOZER, DOZER_BACK, DOZERS = "bulldozer:", "bulldozer-back:", "bulldozers"
"""Markers of a bulldozer at a bridge, and the pool that they come from."""
POOLS = {"trucks": "trucks.", "jeeps": "jeeps."}
"""Tracks of a division's vehicles, and the beginnings of the pools that they are in a ledger."""
LIMIT = "limit"
"""Lines of the map that a formation may not pass."""
_MAIN_ROAD, BRIDGING = "main-road", "bridge"


def lay_out(moment: Moment, board: Board) -> LaidMoment:
    """The moment as a scenario of this series. UserError with everything that does not fit."""
    units = [unit for unit in moment.units if has_counter(unit.type)]
    troubles = [*_strangers(moment.units, board), *_crowded(units)]
    if troubles:
        raise UserError(" ".join(troubles), "Correct the ledger, or name other units.")
    formations = {row.id: row for row in moment.formations}
    used = list(dict.fromkeys(unit.formation for unit in units))
    divisions = list(dict.fromkeys(formations[name].division for name in used))
    forces = {
        "division": [dict(division_row(formations[name])) for name in divisions],
        "formation": [dict(formation_row(formations[name])) for name in used],
        "counter": [dict(counter_row(unit)) for unit in units],
    }
    chits = {side: _chits(moment, units, divisions, side) for side in SIDES}
    ids = {unit.id for unit in units}
    broken = {row.unit for row in moment.bridges if row.state == BROKEN}
    held = str(moment.facts.get(HELD, ""))
    side, _, chit = held.partition("/")
    setup: dict[str, Any] = {
        "slots": list(moment.turns),
        "weather": moment.weather or "clear",
        "window": list(moment.window),
        "place": [_placed(unit, ids, broken) for unit in units],
        "area": _areas(units),
        "chits": chits,
        "first": held if chit in chits.get(side, ()) else "",
        "points": {name: _number(moment.facts, f"{POINTS}{name}") for name in divisions},
        "dispatch": {name: _number(moment.facts, f"{DISPATCH}{name}") for name in divisions},
        **_mug(moment, divisions, str(held)),
        "bridge": list(_bridges(moment, board, ids)),
        "bailey": [unit.id for unit in units if unit.waits or unit.type == BRIDGING],
        "bought": [
            f"{unit.side}/formation/{name}"
            for name in moment.bought
            for unit in units
            if unit.formation == name and f"formation/{name}" in chits.get(unit.side, ())
        ],
        **_vehicles(moment, divisions),
        "limit": list(_limits(board, used)),
        "route": list(route_cells(moment.route, board)),
        "route_cut": moment.cut,
        "raid_on": bool(moment.facts.get(RAID_ON)),
        "raid_paid": _number(moment.facts, RAID_PAID),
        "events": True,
        "events_return": True,
        **_left_behind(moment, board, used, divisions),
    }
    setup["bought"] = list(dict.fromkeys(setup["bought"]))
    setup["buying"] = bool(any(setup["dispatch"].values()) or setup["bought"])
    if moment.day:
        setup["day"] = moment.day
    if moment.fog is not None:
        setup["fog"] = moment.fog
    return LaidMoment(setup=setup, forces=forces)


def _mug(moment: Moment, divisions: Iterable[str], held: str) -> dict[str, Any]:
    """The campaign's mug: the order of each turn, all of its chits, this table's parts of rolls."""
    if moment.mug is None:
        return {}
    chits: list[str] = []
    for side in SIDES:
        mine = [row for row in moment.mug.formations if row.side == side]
        chits += [f"{side}/division/{row.id}" for row in mine if row.division == row.id]
        chits += [f"{side}/formation/{row.id}" for row in mine if row.id in moment.bought]
        chits += [f"{side}/direct"] if mine else []
    parts = {k: to_builtins(part) for k, part in moment.mug.parts.items() if k in divisions}
    return {"mug": {"keys": list(moment.mug.keys), "chits": chits, "held": held, "parts": parts}}


def sight_on(board: Board) -> Callable[[str, int], frozenset[str]]:
    """9 Which hexes of a whole map a hex sees, with nobody on it and no barrage."""
    return read_setting(board, {"slots": ["0700"]}, {}).seen


def _areas(units: Iterable[MomentUnit]) -> list[dict[str, Any]]:
    """Who may be set up where, those of one area together."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for unit in units:
        if unit.area and not unit.waits:
            rows.setdefault(unit.area, []).append(unit.id)
    return [{"units": ids, "cells": list(cells)} for cells, ids in rows.items()]


def _vehicles(moment: Moment, divisions: Iterable[str]) -> dict[str, dict[str, int]]:
    """S5.3, S6.3 The trucks and jeeps of each division that are free."""
    return {
        kind: {
            name: min(moment.pools[f"{head}{name}"], 99)
            for name in divisions
            if f"{head}{name}" in moment.pools
        }
        for kind, head in POOLS.items()
    }


def _limits(board: Board, formations: Container[str]) -> Iterable[dict[str, Any]]:
    """S6.10 The lines of the map that a formation of the table may not pass northward."""
    for feature in board.features:
        told = feature.properties
        if feature.kind == LIMIT and told["formation"] in formations:
            yield {"formation": told["formation"], "line": told["southing"]}


def _left_behind(
    moment: Moment, board: Board, used: Iterable[str], divisions: Iterable[str]
) -> dict[str, Any]:
    """S1.0, S2.0, S3.1, 2.11 What lies on the map beside units, and what is left of it."""
    facts, cells = moment.facts, board.cells

    def there(head: str) -> dict[str, Scalar]:
        return {k.removeprefix(head): v for k, v in facts.items() if v and k.startswith(head)}

    rears: list[dict[str, Any]] = []
    for name in used:
        at = [cell for cell in str(facts.get(f"{REAR}{name}", "")).split() if cell in cells]
        count = min(len(at) + _number(facts, f"{REARS}{name}"), 9)
        rears += [{"formation": name, "count": count, "at": at[:9]}] if count else []
    return {
        "blocked": {c: side for c, side in there(BLOCK).items() if c in cells and side in SIDES},
        "mined": [cell for cell in there(MINES) if cell in cells],
        "road_blocks": {side: n for side in SIDES if (n := _number(facts, f"{BLOCKS}{side}"))},
        "rearguards": rears,
        "park": [
            {"id": name, "division": name, "value": _number(facts, f"{PARKS}{name}.value"),
             "at": at}
            for name in divisions if (at := str(facts.get(f"{PARKS}{name}", ""))) in cells
        ],
        "bulldozers": moment.pools.get(DOZERS, 0),
    }  # fmt: skip


def _strangers(units: Iterable[MomentUnit], board: Board) -> Iterable[str]:
    for unit in units:
        if unit.cell not in board.cells and not unit.waits:
            yield say("{title!s} has no hex {cell!s}, where {unit!s} stands.", title=board.title,
                      cell=unit.cell or "—", unit=unit.name)  # fmt: skip


def _crowded(units: Iterable[MomentUnit]) -> Iterable[str]:
    """Hexes with both sides in them: no table can begin so."""
    there: dict[str, set[str]] = {}
    for unit in units:
        if unit.type != "leader" and not unit.waits:
            there.setdefault(unit.cell, set()).add(unit.side)
    for cell, sides in there.items():
        if len(sides) > 1:
            yield say("Units of both sides stand in {cell!s}.", cell=cell)


def _placed(unit: MomentUnit, placed: Container[str], broken: Container[str]) -> dict[str, Any]:
    at = RESERVE if unit.waits else PARK if PARKED in unit.flags else unit.cell
    row: dict[str, Any] = {"units": [unit.id], "at": at}
    if unit.steps != unit.full:
        row["steps"] = unit.steps
    marks = (("column", COLUMN), ("suppressed", SUPPRESSED), ("abandoned", ABANDONED),
             ("men", MEN_AT_WORK))  # fmt: skip
    row |= {key: True for key, flag in marks if flag in unit.flags}
    for key, found in (("mounted", MOUNTED), ("delay", DELAYS)):
        row |= {key: value for value, flag in found.items() if flag in unit.flags}  # noqa: B035
    vehicle = next((f.removeprefix(RIDES) for f in unit.flags if f.startswith(RIDES)), "")
    row |= {"on": vehicle} if vehicle in placed else {}
    row |= {key: True for key, flag in DUG.items() if flag in unit.flags}
    row |= {"suppressed": True} if unit.id in broken else {}
    hits = [count for count, flag in COHESION.items() if flag in unit.flags]
    return row | ({"cohesion": max(hits)} if hits else {})


def _chits(
    moment: Moment, units: Iterable[MomentUnit], divisions: Iterable[str], side: str
) -> list[str]:
    """A chit of each division and of each formation whose leader is there, and direct command."""
    rows = {row.id: row for row in moment.formations}
    mine = [unit for unit in units if unit.side == side]
    led = dict.fromkeys(unit.formation for unit in mine if unit.type == "leader")
    found = [f"division/{name}" for name in divisions if rows[name].side == side]
    found += [
        f"formation/{name}" for name in led if not dict(formation_row(rows[name]))["independent"]
    ]
    return [*found, "direct"] if found else []


def _number(facts: Mapping[str, Scalar], name: str) -> int:
    value = facts.get(name, 0)
    return min(max(value, 0), 99) if isinstance(value, int) else 0


def _bridges(moment: Moment, board: Board, placed: Container[str]) -> Iterable[dict[str, Any]]:
    there = {f.id.removeprefix("bridge-") for f in board.features if f.kind == "bridge"}
    for bridge in moment.bridges:
        better = bool(moment.facts.get(f"{BETTER}{bridge.id}"))
        row = {
            **_bridge_state(bridge, placed),
            **({"improved": True} if better else {}),
            **({"never": True} if bridge.spared else {}),
            **({"control": bridge.control} if bridge.control else {}),
            **({"bulldozer": at} if (at := _at_work(moment, bridge)) else {}),
        }
        if bridge.id in there and row:
            yield {"id": bridge.id, **row}


def _at_work(moment: Moment, bridge: MomentBridge) -> str:
    """2.11 Whether a bulldozer is there that no table has lost, and how far it is; else empty."""
    if not bridge.bulldozer or moment.facts.get(f"{GONE}{bridge.id}"):
        return ""
    return "men" if moment.facts.get(f"{MEN}{bridge.id}") else "new"


def _bridge_state(bridge: MomentBridge, placed: Container[str]) -> dict[str, Any]:
    """How a bridge stands; a Bailey bridge is its unit, where that is on the table."""
    if bridge.state == "wired":
        return {"wired": bridge.by}
    if bridge.state in (WORKING, BROKEN) and bridge.unit in placed:
        return {"bailey": bridge.unit}
    if bridge.state in (BLOWN, PLACED, WORKING, BROKEN):
        return {"destroyed": True}
    return {"tried": bridge.state} if bridge.state in ("stable", "unstable") else {}


def route_cells(stops: Iterable[str], board: Board) -> tuple[str, ...]:
    """The hexes of the main road from stop to stop; stops that the map does not name are passed."""
    ways: dict[str, list[str]] = {}
    for line in board.lines:
        if line.kind == _MAIN_ROAD:
            for a, b in pairwise(line.cells):
                ways.setdefault(a, []).append(b)
                ways.setdefault(b, []).append(a)
    named = {board.cells[cell].name: cell for cell in ways if cell in board.cells}
    marks = [stop if stop in ways else named.get(stop, "") for stop in stops]
    known = [cell for cell in marks if cell]
    found: dict[str, None] = dict.fromkeys(known[:1])
    for start, goal in pairwise(known):
        found |= dict.fromkeys(_way(ways, start, goal))
    return tuple(found)


def _way(ways: Mapping[str, list[str]], start: str, goal: str) -> list[str]:
    """The shortest way along the road."""
    came: dict[str, str] = {start: ""}
    waiting = deque([start])
    while waiting and goal not in came:
        cell = waiting.popleft()
        for other in ways[cell]:
            if other not in came:
                came[other] = cell
                waiting.append(other)
    path: list[str] = []
    while goal in came and goal:
        path.append(goal)
        goal = came[goal]
    return path[::-1]


# ---- what the table gives back ------------------------------------------------------------------


def taken(setting: Setting, before: State, after: State) -> TakenOver:
    """What has become otherwise between two states of one table."""
    flags = {
        unit.id: now
        for unit in after.pieces.values()
        if unit.at not in (None, RESERVE)
        and unit.id in before.pieces
        and (now := flags_of(unit)) != flags_of(before.pieces[unit.id])
    }
    facts: dict[str, Scalar] = {}
    for track, value in after.tracks.items():
        kind, _, name = track.partition("/")
        head = {"cp": POINTS, "dp": DISPATCH}.get(kind)
        if head is not None and value != before.tracks.get(track):
            facts[f"{head}{name}"] = value
    mark = FIRST if setting.scenario.mug is None else one_mug.HELD
    held = after.marks.get(mark) or ""
    if held != (before.marks.get(mark) or ""):
        facts[HELD] = str(held)
    facts |= _lying(setting, before, after)
    paid = after.tracks.get(RAID, 0)
    if paid != before.tracks.get(RAID, 0):
        facts |= {RAID_PAID: paid, RAID_ON: raid_left(paid) > 0}
    bridges: list[MomentBridge] = []
    for bridge in setting.bridges:
        was, now = standing(setting, before, bridge), standing(setting, after, bridge)
        if improved(after, bridge) and not improved(before, bridge):
            facts[f"{BETTER}{bridge}"] = True
        control, held_before = (holder(setting, each, bridge) for each in (after, before))
        if was != now or (control and control != held_before):
            state, by, unit = now if was != now else ("", "", "")
            by = by or (was[1] if state == BLOWN else "")
            bridges.append(MomentBridge(id=bridge, state=state, by=by, control=control, unit=unit))
    laid = {name: after.tracks.get(f"route/{name}", 0) for name in (ATTACKED, CLOSED, RAID)}
    laid[CLOSED] -= laid[RAID]
    laid[OPENED] = int(bool(before.marks.get("route/cut")) and not after.marks.get("route/cut"))
    return TakenOver(
        flags=flags,
        known_flags=FLAGS | {f"{RIDES}{unit.on}" for unit in before.pieces.values() if unit.on},
        bridges=tuple(bridges),
        facts=facts,
        markers={name: count for name, count in laid.items() if count} | _dozers(before, after),
        pools=_vehicles_used(before, after),
    )


def _vehicles_used(before: State, after: State) -> dict[str, int]:
    """S5.3, S6.3 How many more trucks and jeeps are free, by the pools of a ledger."""
    found: dict[str, int] = {}
    for track, value in after.tracks.items():
        kind, _, division = track.partition("/")
        change = value - before.tracks.get(track, 0)
        if kind in POOLS and change:
            found[f"{POOLS[kind]}{division}"] = change
    return found


def _lying(setting: Setting, before: State, after: State) -> dict[str, Scalar]:
    """Road blocks, mines, parks and rearguards that lie or stand otherwise now."""
    found: dict[str, Scalar] = {}
    for key in dict.fromkeys((*before.marks, *after.marks)):
        if before.marks.get(key) != after.marks.get(key):
            found |= _told(key, after)
    for side in SIDES:
        track = f"blocks/{side}"
        if before.tracks.get(track) != after.tracks.get(track):
            found[f"{BLOCKS}{side}"] = after.tracks[track]
    for row in setting.scenario.rearguards:
        names = [f"{row.formation}.rear{number}" for number in range(1, row.count + 1)]
        was, now = ([table.pieces[name].at for name in names] for table in (before, after))
        if was != now:
            found[f"{REARS}{row.formation}"] = now.count(RESERVE)
            found[f"{REAR}{row.formation}"] = " ".join(c for c in now if c and c not in BOXES)
    return found


def _told(mark: str, after: State) -> dict[str, Scalar]:
    """A mark of the table as the fact of a ledger; nothing for what a ledger does not keep."""
    now = after.marks.get(mark)
    head, _, tail = mark.partition("/")
    if tail == "block":
        return {f"{BLOCK}{head}": str(now or "")}
    if tail == "mines":
        return {f"{MINES}{head}": bool(now)}
    if head == "park":
        return {f"{PARKS}{tail}": str(now or "")}
    if head == "dozer":
        gone = not now and bridge_state(after, tail) == "unstable"
        return {f"{MEN}{tail}": now == "men", f"{GONE}{tail}": gone}
    return {}


def _dozers(before: State, after: State) -> dict[str, int]:
    """2.11 Bulldozers that came to a bridge, and those that are free again."""
    found: dict[str, int] = {}
    worked = {key.partition("/")[2] for key in after.marks if key.startswith("dozed/")}
    worked |= {key.partition("/")[2] for key in before.marks if key.startswith("dozer/")}
    for bridge in sorted(worked):
        if f"dozer/{bridge}" not in before.marks:
            found[f"{DOZER}{bridge}"] = 1
        if bridge_state(after, bridge) == "stable":
            found[f"{DOZER_BACK}{bridge}"] = 1
    return found


def flags_of(unit: Unit) -> tuple[str, ...]:
    """The marks of a unit in the ledger's words."""
    found = [COLUMN] if unit.column else []
    found += [SUPPRESSED] if unit.suppressed else []
    found += [COHESION[unit.cohesion]] if unit.cohesion in COHESION else []
    found += [DUG[unit.dug]] if unit.dug in DUG else []
    found += [PARKED] if unit.at == PARK else []
    found += [MOUNTED[unit.mounted]] if unit.mounted else []
    found += [ABANDONED] if unit.abandoned else []
    found += [MEN_AT_WORK] if unit.men else []
    found += [DELAYS[unit.delay]] if unit.delay in DELAYS else []
    found += [f"{RIDES}{unit.on}"] if unit.on else []
    return tuple(found)
