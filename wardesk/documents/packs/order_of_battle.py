"""A campaign's order of battle as a spreadsheet: one line a unit, a column for each game.

The columns are ``unit``, ``side`` and ``formation``, and as far as they are wanted ``name``,
``formation_name``, ``division``, ``division_name``, ``symbol``, ``echelon``, ``steps``,
``arrives`` (a turn, or ``start``), ``gate`` (a condition), ``at`` (where it arrives) and ``note``.
A column that is called like a game holds the name of the unit's counter there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from wardesk.documents.packs.csv_forces import read_csv_forces
from wardesk.errors import DamagedFile
from wardesk.words import say

FILE = "units.csv"
REQUIRED = ("unit", "side", "formation")
COLUMNS = (
    *REQUIRED, "name", "formation_name", "division", "division_name", "symbol", "echelon", "steps",
    "arrives", "gate", "at", "note",
)  # fmt: skip
START = "start"
_MOST_STEPS = 9
Rows = dict[str, list[dict[str, Any]]]


def read_order_of_battle(
    file: Path, games: Mapping[str, str], sides: Sequence[tuple[str, str]]
) -> Rows:
    """The rows of a design: formations, units, counters and arrivals.

    *games* and *sides* are those of the campaign, by id with their names. Turns and conditions
    stay text. DamagedFile with the line and what is wrong there.
    """
    lines = read_csv_forces(file, REQUIRED, known=(*COLUMNS, *games))
    names = dict(sides)
    found: Rows = {"formations": [], "units": [], "appearances": [], "arrivals": []}
    formations: dict[str, dict[str, Any]] = {
        f"{side}-forces": _formation(f"{side}-forces", name, side, None, "side")
        for side, name in sides
    }
    units: set[str] = set()
    for line in lines:
        where, unit, side = line["where"], line["unit"], line["side"]
        if side not in names:
            known = ", ".join(names)
            _wrong(
                where,
                say("there is no side {side!r}", side=side),
                say("Sides: {known}.", known=known),
            )
        if not unit or unit in units:
            _wrong(where, say("the unit {unit!r} has no name, or stands there twice", unit=unit))
        units.add(unit)
        formation = _formation_of(line, formations)
        found["units"].append(_unit(line, formation))
        here = [game for game in games if line.get(game.lower())]
        for game in here:
            counter = {"unit": unit, "game": game, "counter": line[game.lower()]}
            found["appearances"].append({**counter, "formation": formation, "basis": "guess"})
        if when := line.get("arrives"):
            if not here:
                _wrong(where, say("it arrives, but has no counter in any game"))
            found["arrivals"].append(_arrival(line, here[0], when))
    found["formations"] = list(formations.values())
    return found


def _wrong(where: str, what: str, advice: str = "") -> NoReturn:
    raise DamagedFile(
        say("{where}: {what}.", where=where, what=what), advice or say("Mend the line.")
    )


def _formation(
    key: str, name: str, side: str, parent: str | None, kind: str, division: str | None = None
) -> dict[str, Any]:
    return {
        "id": key, "name": name, "side": side, "parent": parent, "kind": kind,
        "division": division, "basis": "guess",
    }  # fmt: skip


def _formation_of(line: Mapping[str, str], formations: dict[str, dict[str, Any]]) -> str:
    """The formation of a line, made with its division where it is the first of them."""
    side, key = line["side"], line["formation"]
    parent, division = f"{side}-forces", line.get("division", "")
    if division and division not in formations:
        name = line.get("division_name") or division
        formations[division] = _formation(division, name, side, parent, "division")
    if key and key not in formations:
        name = line.get("formation_name") or key
        formations[key] = _formation(
            key, name, side, division or parent, "regiment", division or None
        )
    if not key:
        _wrong(line["where"], say("it stands under no formation"))
    if formations[key]["side"] != side:
        _wrong(line["where"], say("{key} fights for the other side", key=key))
    return key


def _unit(line: Mapping[str, str], formation: str) -> dict[str, Any]:
    steps = line.get("steps") or "1"
    if not steps.isdigit() or int(steps) > _MOST_STEPS:
        _wrong(line["where"], say("{steps!r} is no number of steps, 0 to 9", steps=steps))
    symbol = line.get("symbol") or "infantry"
    return {
        "id": line["unit"], "name": line.get("name") or line["unit"], "formation": formation,
        "type": symbol.partition(".")[0], "echelon": line.get("echelon") or "company",
        "symbol": symbol, "steps_full": int(steps), "steps_basis": "guess", "movement": "leg",
        "basis": "guess", "note": line.get("note") or None,
    }  # fmt: skip


def _arrival(line: Mapping[str, str], game: str, when: str) -> dict[str, Any]:
    start = when == START
    row: dict[str, Any] = {
        "subject": line["unit"], "subject_kind": "unit", "game": game,
        "mode": "setup" if start else "reinforcement", "basis": "guess",
        "entry": line.get("at") or None,
    }  # fmt: skip
    if not start:
        row["at"] = when
    if gate := line.get("gate"):
        row["gate"] = gate
    return row
