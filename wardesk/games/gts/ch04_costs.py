"""Chapters 4 and 10: how a unit moves just now, and what a step costs it."""

from __future__ import annotations

from wardesk.games.gts.position import (
    Table,
    barrage,
    bridge_state,
    counter,
    improved,
    is_night,
    on_map,
    stands,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    Unit,
)


def gait(setting: Setting, unit: Unit) -> tuple[str, int]:
    """How a unit moves just now, and how far: by the other side of its counter when mounted (4)."""
    figures = counter(setting, unit)
    if not unit.mounted:
        return figures.movement, figures.move
    kind = (unit.mounted == "organic" and figures.transport) or "wheeled"
    row = setting.tables.transport
    return kind, row.tracked if kind == "tracked" else row.wheeled


def on_wheels(setting: Setting, unit: Unit) -> bool:
    """Whether a unit moves as a vehicle just now."""
    return gait(setting, unit)[0] != "leg"


def allowance(setting: Setting, unit: Unit) -> int:
    """Half movement points of a unit."""
    return 2 * gait(setting, unit)[1]


def can_move(setting: Setting, unit: Unit, *, routed: bool = False) -> bool:
    """Whether a unit can move at all: with a movement rating, no drop marker, on its own feet.

    Who is suppressed cannot, but for a rout.
    """
    able = on_map(setting, unit) and unit.id not in setting.still and not unit.on
    if unit.delay or (unit.suppressed and not routed):
        return False
    return able and bool(counter(setting, unit).move)


def bridge_open(setting: Setting, table: Table, unit: Unit, bridge: str) -> bool:
    """2.11, 2.15 Whether a unit in column gets over a bridge."""
    site, now = setting.bridges[bridge], bridge_state(table, bridge)
    if not stands(table, bridge):
        return False
    if on_wheels(setting, unit):
        if site.carries == "railway":
            return improved(table, bridge)
        return now != "unstable"
    return True


def step_cost(setting: Setting, table: Table, unit: Unit, a: str, b: str) -> int | None:
    """10 Half points from one hex into the next as the unit stands now; None = no way."""
    step = setting.steps[a].get(b)
    if step is None:
        return None
    movement, night = gait(setting, unit)[0], is_night(setting, table)
    carried = step.bridge and unit.column and (step.shut or step.stream)
    if carried and not bridge_open(setting, table, unit, step.bridge):
        return None
    if unit.column and setting.through(a, b):
        cost = _through(setting, b, movement, night=night)
    elif unit.column and table.marks.get(f"{b}/block"):
        cost = setting.off_road(a, b, movement, night=night)
    elif step.bridge and step.shut and step.railroad and movement != "leg" and unit.column:
        cost = {"wheeled": 4, "tracked": 2}[movement]
    else:
        cost = setting.costs(movement, column=unit.column, night=night)[a].get(b)
    if cost is None:
        return None
    return cost + (2 * setting.tables.figures.leave_barrage if barrage(table, a) else 0)


def _through(setting: Setting, cell: str, movement: str, *, night: bool) -> int | None:
    """2.17 Half points through the culvert: those of the hex behind it, and more by class."""
    figures = setting.tables.figures
    ground = setting.board.terrain_of(cell).get(f"column_{movement}", "no")
    more = {
        "leg": figures.culvert_leg,
        "wheeled": figures.culvert_wheeled,
        "tracked": figures.culvert_tracked,
    }[movement]
    if not isinstance(ground, int):
        return None
    return 2 * (ground + more) * (2 if night else 1)
