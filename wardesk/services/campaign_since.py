"""What became otherwise in the ledger since a scenario was laid on a table."""

from __future__ import annotations

from wardesk.campaign.design import Design
from wardesk.campaign.ledger import Ledger
from wardesk.campaign.state import UnitState
from wardesk.services.campaign_words import place_words

NEW_TABLE = "Open a new table from the ledger as it stands, or type the results in."


def unit_differences(ledger: Ledger, node: str, event: int) -> list[str]:
    """How the units of a scenario stand otherwise now than after *event*, a sentence each.

    Units that have joined or left it since are no difference: they are not on its table.
    """
    design, before = ledger.design, ledger.state_at(event)
    then = before.nodes[node].units if node in before.nodes else ()
    now = ledger.state.nodes[node].units if node in ledger.state.nodes else ()
    found: list[str] = []
    for unit in now:
        old, new = before.units[unit], ledger.state.units[unit]
        if unit in then and old != new:
            name = design.unit[unit].name
            found.append(f"{name} had {_standing(design, old)} and has {_standing(design, new)}")
    return found


def _standing(design: Design, unit: UnitState) -> str:
    steps = "1 step" if unit.steps == 1 else f"{unit.steps} steps"
    flags = f", {', '.join(unit.flags)}" if unit.flags else ""
    return f"{steps}, {place_words(design, unit.place)}{flags}"
