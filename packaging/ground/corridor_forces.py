"""Write the counters of the tactical scenarios from the campaign's order of battle.

    python packaging/ground/corridor_forces.py

Reads ``campaigns/market-garden/forces.json``; writes ``forces.toml`` beside it with every division,
formation and unit that a scenario of the pack places. What a counter is worth stands in the order
of battle alone; whoever changes it there runs this again.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

PACK = Path(__file__).resolve().parents[2] / "campaigns/market-garden"
Row = dict[str, Any]

HEAD = """\
# Counters of the tactical scenarios, written by packaging/ground/corridor_forces.py from the order
# of battle of the campaign, forces.json: change them there. The printed counters are not known;
# nearly every figure is rebuilt (basis: rule-text, history or guess).
"""
ANY_LEADER = ("101", "82", "1ab")
"""S6.6 and its like: in command from every leader of the division."""


def placed(scenarios: Path) -> list[str]:
    """Ids of all units that the scenarios place, in their order."""
    found: dict[str, None] = {}
    for path in sorted(scenarios.glob("*.toml")):
        setup = tomllib.loads(path.read_text(encoding="utf-8")).get("setup", {})
        for row in setup.get("place", ()):
            found |= dict.fromkeys(row["units"])
    return list(found)


def counter(unit: Row) -> Iterator[tuple[str, Any]]:
    """The row of one unit."""
    ratings: Mapping[str, Any] = unit["ratings"]
    yield from (("id", unit["id"]), ("name", unit["name"]), ("formation", unit["formation"]))
    yield "symbol", "hq" if unit["type"] == "leader" else symbol(unit["symbol"])
    yield "steps", unit["steps_full"]
    if unit["type"] == "leader":
        yield "command", ratings.get("command_range") or 4
        if ratings.get("telephone"):
            yield "telephone", True
        yield from (("move", 8), ("basis", unit["basis"]))
        return
    yield "tq", unit["quality"] or 5
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
            ("engineer", unit["type"] == "engineer"),
            ("self_command", bool(unit.get("self_command"))),
        )
        if on
    )
    yield from (("defence", ratings["defence"]), ("move", ratings["move"] or 0))
    if unit["movement"] in ("wheeled", "tracked"):
        yield "movement", unit["movement"]
    yield "basis", unit["basis"]


def symbol(name: str) -> str:
    """The drawing of the symbol set for a symbol of the order of battle."""
    head = name.split(".")[0]
    return SYMBOLS.get(name) or SYMBOLS.get(head) or head


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


def table(name: str, rows: Iterator[tuple[str, Any]]) -> str:
    """One row of TOML."""
    told = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in rows)
    lines = [f"[[{name}]]", *told]
    return "\n".join(lines) + "\n"


def text() -> str:
    """The whole file."""
    data: Row = json.loads((PACK / "forces.json").read_text(encoding="utf-8"))
    units = {unit["id"]: unit for unit in data["units"]}
    formations = {row["id"]: row for row in data["formations"]}
    wanted = [units[name] for name in placed(PACK / "scenarios")]
    used = list(dict.fromkeys(unit["formation"] for unit in wanted))
    divisions = list(dict.fromkeys(formations[name]["division"] for name in used))
    parts = [HEAD]
    for name in divisions:
        row = formations[name]
        parts.append(table("division", iter((
            ("id", name), ("name", row["name"]), ("side", row["side"]),
            ("any_leader", name in ANY_LEADER),
        ))))  # fmt: skip
    for name in used:
        row = formations[name]
        loose = row["kind"] in ("independent", "artillery") or name.endswith((".ind", ".art"))
        parts.append(table("formation", iter((
            ("id", name), ("name", row["name"]), ("division", row["division"]),
            ("colour", row["colour"]["fill"]), ("ink", row["colour"]["ink"]),
            ("independent", loose or name.endswith(".flak")),
        ))))  # fmt: skip
    parts += [table("counter", counter(unit)) for unit in wanted]
    return "\n".join(parts)


if __name__ == "__main__":
    (PACK / "forces.toml").write_text(text(), encoding="utf-8")
    sys.stdout.write(f"{len(placed(PACK / 'scenarios'))} counters\n")
