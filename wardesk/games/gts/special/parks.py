"""Special rule S1.0: how far artillery in its park fires, and fire from park to park (N21)."""

from __future__ import annotations

from collections.abc import Iterator

from wardesk.engine.draft import Draft
from wardesk.games.gts.position import Table, counter, park_of, parked
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import Unit

D = Draft[Setting]


def parked_range(setting: Setting, table: Table, unit: Unit, cell: str) -> int | None:
    """S1.0 How far a gun in a park fires: from its marker, with what the marker adds."""
    found = park_of(setting, table, setting.division_of(unit.id).id)
    return None if found is None else setting.distance(found[0], cell) + found[1]


def site(setting: Setting, table: Table, unit: Unit) -> str:
    """The hex that a unit stands in, for a gun in a park that of the park's marker."""
    found = park_of(setting, table, setting.division_of(unit.id).id) if parked(unit) else None
    return found[0] if found else unit.at or ""


def beside_it(setting: Setting, table: Table, unit: Unit) -> Iterator[Unit]:
    """The guns of the park that a gun stands in, itself among them."""
    division = setting.division_of(unit.id).id
    for other in table.pieces.values():
        if parked(other) and setting.division_of(other.id).id == division:
            yield other


def heard(d: D, unit: Unit) -> None:
    """N21 A park that fires can be answered until the turn is over."""
    if d.setting.options.batteries == "yes" and parked(unit):
        d.mark(f"battery/{d.setting.division_of(unit.id).id}", d.tracks["turn"])


def answerable(setting: Setting, table: Table, unit: Unit) -> Iterator[str]:
    """N21 Guns of parks that have fired in this turn, within range of a gun in a park."""
    if setting.options.batteries == "no" or not parked(unit):
        return
    figures, least = counter(setting, unit), setting.tables.figures.direct
    for enemy in table.pieces.values():
        if enemy.side == unit.side or not parked(enemy):
            continue
        division = setting.division_of(enemy.id).id
        far = parked_range(setting, table, unit, site(setting, table, enemy))
        fired = table.marks.get(f"battery/{division}") == table.tracks["turn"]
        if fired and far is not None and least < far <= figures.range:
            yield enemy.id
