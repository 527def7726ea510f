"""Counters from an order of battle: what a unit's figures are on the table of this series.

The campaign's order of battle is the one place where a unit's figures stand; the forces of the
shipped scenarios and those of a table of the campaign are both read from it here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wardesk.model.moment import MomentFormation, MomentUnit

ANY_LEADER = ("101", "82", "1ab")
"""S6.6 and its like: divisions that are in command from every leader they have."""
SYMBOLS = {
    "infantry.airborne": "airborne",
    "infantry.glider": "glider",
    "infantry.motorised": "motorised",
    "infantry.armour": "mechanised",
    "antitank.sp": "assault_gun",
    "engineer.airborne": "paratroop_engineer",
    "recon": "armoured_car",
    "antiair": "anti_air",
    "antitank": "anti_tank",
    "armour": "armour",
    "engineer": "engineer",
}
_NO_COUNTER = ("supply",)
"""Kinds of units that the table has no counter for yet."""


def has_counter(kind: str) -> bool:
    """Whether units of a kind have a counter."""
    return kind not in _NO_COUNTER


def counter_row(unit: MomentUnit) -> Iterator[tuple[str, Any]]:
    """A unit as a row of ``[[counter]]``, field by field."""
    ratings = unit.ratings
    leads = unit.type == "leader"
    yield from (("id", unit.id), ("name", unit.name), ("formation", unit.formation))
    yield "symbol", "hq" if leads else symbol(unit.symbol)
    yield "steps", unit.full
    if leads:
        yield "command", ratings.get("command_range") or 4
        if ratings.get("telephone"):
            yield "telephone", True
        yield from (("move", 8), ("basis", unit.basis))
        return
    yield "tq", unit.quality or 5
    if ratings["fire"] is not None:
        yield from (("fire", ratings["fire"]), ("weapon", ratings["fire_class"]))
        yield "range", ratings["range"]
    if ratings["assault"] is not None:
        yield from (("assault", ratings["assault"]), ("assault_weapon", ratings["assault_class"]))
    yield from (
        (key, True)
        for key, on in (
            ("double", ratings["assault_double"]),
            ("armoured", ratings["armoured"]),
            ("engineer", unit.type in ("engineer", "bridge")),
            ("self_command", unit.self_command),
        )
        if on
    )
    yield from (("defence", ratings["defence"]), ("move", ratings["move"] or 0))
    if unit.movement in ("wheeled", "tracked"):
        yield "movement", unit.movement
    if unit.transport in ("wheeled", "tracked"):
        yield "transport", unit.transport
    yield "basis", unit.basis


def division_row(row: MomentFormation) -> Iterator[tuple[str, Any]]:
    """A division as a row of ``[[division]]``."""
    yield from (("id", row.id), ("name", row.name), ("side", row.side))
    yield "any_leader", row.id in ANY_LEADER


def formation_row(row: MomentFormation) -> Iterator[tuple[str, Any]]:
    """A formation as a row of ``[[formation]]``."""
    loose = row.kind in (
        "independent",
        "artillery",
        "attached",
        "optional",
        "pool",
    ) or row.id.endswith((".ind", ".art", ".flak"))
    yield from (("id", row.id), ("name", row.name), ("division", row.division))
    yield from (("colour", row.fill), ("ink", row.ink), ("independent", loose))


def symbol(name: str) -> str:
    """The drawing of the symbol set for a symbol of the order of battle."""
    head = name.split(".")[0]
    return SYMBOLS.get(name) or SYMBOLS.get(head) or head
