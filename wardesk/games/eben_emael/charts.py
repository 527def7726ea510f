"""The printed tables as pictures of data, lit or unlit."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.games.eben_emael.tables import (
    LOWEST,
    DieTable,
    FireTable,
    LandingTable,
    Tables,
    Work,
)
from wardesk.model.look import ChartLook

TOTALS = tuple(str(total) for total in range(2, 13))
DIE = tuple(str(face) for face in range(1, 7))

WEIGHED_WITH = {
    "land": "landing",
    "strike-target": "artillery",
    "air": "artillery",
    "guns": "artillery",
    "fire-target": "artillery",
    "machine-guns": "machine_gun",
    "move": "fields_of_fire",
    "man": "fields_of_fire",
    "attack-target": "combat",
    "attackers": "combat",
    "flamethrower": "combat",
    "retreat": "combat",
    "advance": "fields_of_fire",
    "draw": "counters",
    "play-counter": "counters",
    "play-or-hold": "counters",
    "equip": "counters",
}
"""Kind of question -> the chart that helps to answer it, where no roll is pending yet."""


def _shown(points: int) -> str:
    return str(points) if points else "–"


def landing_chart(table: LandingTable, total: int = 0) -> ChartLook:
    """The landing table; *total* lights a row."""
    words = {"lost": "lost", "0": "lands", "1": "1 man lost", "2": "2 men lost"}
    return ChartLook(
        id="landing",
        title="Glider landing",
        cite=table.cite,
        corner="2d6",
        columns=("result",),
        rows=TOTALS,
        cells=tuple((words.get(face, face),) for face in table.faces),
        column=0 if total else -1,
        row=total - LOWEST if total else -1,
        reconstruction=table.reconstruction,
    )


def fire_chart(
    key: str, title: str, table: FireTable, column: int = -1, total: int = 0
) -> ChartLook:
    """A fire table; *column* and *total* light a cell."""
    return ChartLook(
        id=key,
        title=title,
        cite=table.cite,
        corner="2d6",
        columns=table.columns,
        rows=TOTALS,
        cells=tuple(tuple(_shown(cell) for cell in row) for row in table.rows),
        column=column,
        row=total - LOWEST if total else -1,
        reconstruction=table.reconstruction,
    )


def gun_chart(tables: Tables, column: int = -1, total: int = 0) -> ChartLook:
    """Machine-gun fire."""
    return fire_chart("machine_gun", "Machine-gun fire", tables.machine_gun, column, total)


def artillery_chart(tables: Tables, column: int = -1, total: int = 0) -> ChartLook:
    """Artillery fire and air attack."""
    title = "Artillery fire and air attack"
    return fire_chart("artillery", title, tables.artillery, column, total)


def combat_chart(tables: Tables, column: int = -1, total: int = 0) -> ChartLook:
    """Combat: attacker's loss, then the defender's."""
    table = tables.combat
    row = min(max(total, LOWEST), 12) - LOWEST if total else -1
    return ChartLook(
        id="combat",
        title="Combat: attacker / defender",
        cite=table.cite,
        corner="2d6",
        columns=table.columns,
        rows=TOTALS,
        cells=tuple(
            tuple("/".join(_shown(int(n)) for n in cell.split("/")) for cell in cells)
            for cells in table.rows
        ),
        column=column,
        row=row,
        reconstruction=table.reconstruction,
    )


def die_chart(key: str, title: str, table: DieTable, face: int = 0) -> ChartLook:
    """A table for one die."""
    return ChartLook(
        id=key,
        title=title,
        cite=table.cite,
        corner="1d6",
        columns=("men lost",),
        rows=DIE,
        cells=tuple((_shown(men),) for men in table.faces),
        column=0 if face else -1,
        row=face - 1,
        reconstruction=table.reconstruction,
    )


def canal_chart(tables: Tables, face: int = 0) -> ChartLook:
    """Shells on the canal bunker."""
    return die_chart("canal", "Canal bunker shelled", tables.canal, face)


def demolition_chart(tables: Tables, face: int = 0) -> ChartLook:
    """A garrison whose work is blown up."""
    return die_chart("demolition", "Garrison of a destroyed work", tables.demolition, face)


def charge_chart(tables: Tables, names: Mapping[str, str]) -> ChartLook:
    """The least die with which a charge destroys a work, the hardest works first (EE N39)."""
    table = tables.charge
    ranked = sorted(table.least.items(), key=lambda item: (-item[1], item[0]))
    return ChartLook(
        id="charge",
        title="Shaped charge",
        cite=table.cite,
        corner="work",
        columns=("works on",),
        rows=(*(names.get(work, work) for work, _ in ranked), "every other work"),
        cells=(*((f"{least}+",) for _, least in ranked), (f"{table.usual}+",)),
        reconstruction=table.reconstruction,
    )


def fields_of_fire(tables: Tables, names: Mapping[str, str]) -> ChartLook:
    """Where every machine gun bears, the guns of the works and their doors (EE N51)."""
    rows = tables.work
    marks = {"artillery": "gun", "anti_tank": "anti-tank"}

    def line(work: Work) -> tuple[str, ...]:
        bearing = tuple(
            " ".join(cell for cell, found in work.arcs.items() if str(found) == column) or "–"
            for column in tables.machine_gun.columns
        )
        guns = ", ".join(f"{marks[gun.kind]} {gun.strength}" for gun in work.guns) or "–"
        return (*bearing, guns, "yes" if work.exit else "–")

    return ChartLook(
        id="fields_of_fire",
        title="Works: fields of fire, guns, doors",
        cite=tables.works_head.cite,
        corner="work",
        columns=(*(f"[{c}]" for c in tables.machine_gun.columns), "guns", "door"),
        rows=tuple(names.get(work.id, work.id) for work in rows),
        cells=tuple(map(line, rows)),
        reconstruction=tables.works_head.reconstruction,
    )


def counters_chart(tables: Tables) -> ChartLook:
    """The special action counters and the side that each helps."""
    names = {"german": "Germans", "belgian": "Belgians"}
    return ChartLook(
        id="counters",
        title="Special action counters",
        cite="EE 6.0",
        corner="counter",
        columns=("for", "turns"),
        rows=tuple(counter.name for counter in tables.counter),
        cells=tuple(
            (names[counter.side], "14–15" if counter.late else "any") for counter in tables.counter
        ),
    )


def levels_chart(tables: Tables) -> ChartLook:
    """Victory levels by points held."""
    return ChartLook(
        id="levels",
        title="Victory levels",
        cite="EE N42",
        corner="points",
        columns=("German result",),
        rows=tuple(f"{level.least}+" for level in tables.level),
        cells=tuple((level.name,) for level in tables.level),
    )


def all_charts(tables: Tables, names: Mapping[str, str]) -> tuple[ChartLook, ...]:
    """Every printed table, unlit."""
    return (
        landing_chart(tables.landing),
        gun_chart(tables),
        artillery_chart(tables),
        combat_chart(tables),
        canal_chart(tables),
        charge_chart(tables, names),
        demolition_chart(tables),
        fields_of_fire(tables, names),
        counters_chart(tables),
        levels_chart(tables),
    )
