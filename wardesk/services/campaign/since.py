"""What became otherwise in the ledger since a table was set up or a sheet printed."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import place_words
from wardesk.campaign.operation.state import State, UnitState

NEW_TABLE = "Open a new table from the ledger as it stands, or type the results in."
NEW_SHEET = "Print a new sheet and fill it in again; nothing was entered."


def is_of_this_ledger(ledger: Ledger, event: int, hashed: str) -> bool:
    """Whether the ledger has an event of this number, and with this hash where one is given."""
    return event <= ledger.head and hashed in ("", ledger.events[event - 1].hash)


def unit_differences(ledger: Ledger, node: str, event: int) -> list[str]:
    """How the units of a scenario stand otherwise now than after *event*, a sentence each.

    Units that have joined or left it since are no difference: they are not on its table.
    """
    before = ledger.state_at(event)
    then = before.nodes[node].units if node in before.nodes else ()
    now = ledger.state.nodes[node].units if node in ledger.state.nodes else ()
    return _differences(ledger, before, [unit for unit in now if unit in then])


def changed_units(ledger: Ledger, units: Collection[str], event: int) -> list[str]:
    """How some units stand otherwise now than after *event*, a sentence each."""
    if not units or event == ledger.head:
        return []
    return _differences(ledger, ledger.state_at(event), sorted(units))


def _differences(ledger: Ledger, before: State, units: Iterable[str]) -> list[str]:
    design, after = ledger.design, ledger.state
    return [
        f"{design.unit[unit].name} had {_standing(design, before.units[unit])}"
        f" and has {_standing(design, after.units[unit])}"
        for unit in units
        if before.units[unit] != after.units[unit]
    ]


def _standing(design: Design, unit: UnitState) -> str:
    steps = "1 step" if unit.steps == 1 else f"{unit.steps} steps"
    flags = f", {', '.join(unit.flags)}" if unit.flags else ""
    return f"{steps}, {place_words(design, unit.place)}{flags}"
