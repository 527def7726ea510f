"""The printed tables as pictures of data, lit or unlit."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.games.eben_emael.tables import LandingTable, Tables, Work
from wardesk.games.shared.tables import Cell, dashed
from wardesk.model.look import ChartLook

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


LANDED = {"lost": "lost", "0": "lands", "1": "1 man lost", "2": "2 men lost"}


def landing_chart(table: LandingTable, total: int = 0) -> ChartLook:
    """The landing table; *total* lights a row."""
    lit = 0 if total else -1
    return table.chart(
        "landing",
        "Glider landing",
        lambda face: LANDED.get(str(face), str(face)),
        column=lit,
        total=total,
    )


def gun_chart(tables: Tables, column: int = -1, total: int = 0) -> ChartLook:
    """Machine-gun fire."""
    table = tables.machine_gun
    return table.chart("machine_gun", "Machine-gun fire", column=column, total=total)


def artillery_chart(tables: Tables, column: int = -1, total: int = 0) -> ChartLook:
    """Artillery fire and air attack."""
    title = "Artillery fire and air attack"
    return tables.artillery.chart("artillery", title, column=column, total=total)


def _pair(cell: Cell) -> str:
    return "/".join(dashed(int(points)) for points in str(cell).split("/"))


def combat_chart(tables: Tables, column: int = -1, total: int = 0) -> ChartLook:
    """Combat: attacker's loss, then the defender's."""
    title = "Combat: attacker / defender"
    return tables.combat.chart("combat", title, _pair, column=column, total=total)


def canal_chart(tables: Tables, face: int = 0) -> ChartLook:
    """Shells on the canal bunker."""
    lit = 0 if face else -1
    return tables.canal.chart("canal", "Canal bunker shelled", column=lit, total=face)


def demolition_chart(tables: Tables, face: int = 0) -> ChartLook:
    """A garrison whose work is blown up."""
    title, lit = "Garrison of a destroyed work", 0 if face else -1
    return tables.demolition.chart("demolition", title, column=lit, total=face)


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
