"""Write the counters of the tactical scenarios from the campaign's order of battle.

    python packaging/ground/corridor_forces.py

Reads ``campaigns/market-garden/forces.json``; writes ``forces.toml`` of each pack with every
division, formation and unit that a scenario of that pack places. What a counter is worth stands in
the order of battle alone; whoever changes it there runs this again.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wardesk.games.gts.order_of_battle import counter_row, division_row, formation_row
from wardesk.model.moment import MomentFormation, MomentUnit

CAMPAIGNS = Path(__file__).resolve().parents[2] / "campaigns"
ORDER = CAMPAIGNS / "market-garden/forces.json"
PACKS = (CAMPAIGNS / "market-garden", CAMPAIGNS / "devils-cauldron")
Row = dict[str, Any]

HEAD = """\
# Counters of the tactical scenarios, written by packaging/ground/corridor_forces.py from the order
# of battle of the campaign, forces.json: change them there. The printed counters are not known;
# nearly every figure is rebuilt (basis: rule-text, history or guess).
"""


def placed(scenarios: Path) -> list[str]:
    """Ids of all units that the scenarios place, in their order."""
    found: dict[str, None] = {}
    for path in sorted(scenarios.glob("*.toml")):
        setup = tomllib.loads(path.read_text(encoding="utf-8")).get("setup", {})
        for row in setup.get("place", ()):
            found |= dict.fromkeys(row["units"])
    return list(found)


def told(unit: Row) -> MomentUnit:
    """A unit of the order of battle, with nothing lost."""
    return MomentUnit(
        id=unit["id"],
        name=unit["name"],
        side="",
        formation=unit["formation"],
        cell="",
        steps=unit["steps_full"],
        full=unit["steps_full"],
        type=unit["type"],
        symbol=unit["symbol"],
        movement=unit["movement"],
        quality=unit.get("quality"),
        ratings=unit["ratings"],
        self_command=bool(unit.get("self_command")),
        basis=unit["basis"],
        transport=unit.get("transport", "none"),
    )


def formation(row: Row) -> MomentFormation:
    """A formation of the order of battle."""
    colour = row.get("colour") or {"fill": "#888888", "ink": "#ffffff"}
    return MomentFormation(
        id=row["id"],
        name=row["name"],
        side=row["side"],
        division=row["division"],
        kind=row["kind"],
        fill=colour["fill"],
        ink=colour["ink"],
    )


def table(name: str, rows: Iterator[tuple[str, Any]]) -> str:
    """One row of TOML."""
    lines = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in rows)
    return "\n".join((f"[[{name}]]", *lines)) + "\n"


def text(pack: Path) -> str:
    """The whole file of a pack."""
    data: Row = json.loads(ORDER.read_text(encoding="utf-8"))
    units = {unit["id"]: unit for unit in data["units"]}
    formations = {row["id"]: row for row in data["formations"]}
    wanted = [units[name] for name in placed(pack / "scenarios")]
    used = list(dict.fromkeys(unit["formation"] for unit in wanted))
    divisions = list(dict.fromkeys(formations[name]["division"] for name in used))
    parts = [HEAD]
    parts += [table("division", division_row(formation(formations[name]))) for name in divisions]
    parts += [table("formation", formation_row(formation(formations[name]))) for name in used]
    parts += [table("counter", counter_row(told(unit))) for unit in wanted]
    return "\n".join(parts)


if __name__ == "__main__":
    for pack in PACKS:
        (pack / "forces.toml").write_text(text(pack), encoding="utf-8")
        sys.stdout.write(f"{pack.name}: {len(placed(pack / 'scenarios'))} counters\n")
