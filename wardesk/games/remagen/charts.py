"""The charts as they stand on the table: units, divisors, morale, drop, collapse, quota, victory.

The text gives a few of their figures, others follow from it, and everything else is rebuilt: each
figure says which.
"""

from __future__ import annotations

from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import KIND_NAMES
from wardesk.games.remagen.tables import LEVEL_NAMES, Tables, UnitRow
from wardesk.model.look import ChartLook, Origin
from wardesk.words import say


def all_charts(setting: Setting) -> tuple[ChartLook, ...]:
    """Every chart, unlit."""
    tables = setting.tables
    return (
        units_chart(tables),
        divisors_chart(tables),
        tables.morale.chart(),
        drop_chart(tables),
        collapse_chart(tables),
        quota_chart(setting),
        victory_chart(tables),
        pools_chart(setting),
        constants_chart(setting),
    )


def origin_of(row: UnitRow, name: str) -> Origin:
    """Whether the text states a figure of the unit chart, or it follows from it, or is rebuilt."""
    return "stated" if name in row.stated else "deduced" if name in row.deduced else "rebuilt"


def _dice(row: UnitRow) -> str:
    text = str(row.dice) if row.dice else "–"
    return f"{text} / {row.anti_vehicle}" if row.anti_vehicle else text


def _movement(row: UnitRow) -> str:
    road = f" + {row.road}" if row.road else ""
    return f"{row.movement}{road}{f' ~ {row.river}' if row.river else ''}"


def units_chart(tables: Tables) -> ChartLook:
    """Combat value, movement (+ by road, ~ in the river), dice (/ at vehicles), range, size."""
    return ChartLook(
        id="units",
        title=say("Units"),
        cite="RB N7",
        corner=say("unit"),
        columns=(say("value"), say("moves"), say("dice"), say("range"), say("points"), say("men"),
                 say("carries")),
        rows=tuple(KIND_NAMES[row.kind] for row in tables.unit),
        cells=tuple(
            (
                str(row.value),
                _movement(row),
                _dice(row),
                str(row.range) if row.range else "–",
                str(row.size),
                str(row.figures) if row.figures else "–",
                str(row.load) if row.load else "–",
            )
            for row in tables.unit
        ),
        reconstruction=True,
        origins=tuple(
            tuple(
                origin_of(row, name)
                for name in ("value", "movement", "dice", "range", "size", "figures", "load")
            )
            for row in tables.unit
        ),
    )  # fmt: skip


def divisors_chart(tables: Tables, distance: int = 0) -> ChartLook:
    """By what dice are divided; the line of *distance* is lit unless it is 0."""
    found = tables.divisors
    ends = [*(least - 1 for least in found.least[1:]), max(r.range for r in tables.unit)]
    spans = zip(found.least, ends, strict=True)
    by = found.at(distance) if distance else 0
    return ChartLook(
        id="divisors",
        title=say("Range"),
        cite=found.cite,
        corner=say("sectors"),
        columns=(say("divide by"),),
        rows=tuple(str(a) if a == b else f"{a}–{b}" for a, b in spans),
        cells=tuple((str(by),) for by in found.by),
        column=0 if distance else -1,
        row=found.by.index(by) if distance else -1,
        reconstruction=True,
        origins=_lines_of(found.least, found.stated),
    )


def _lines_of(lines: tuple[int, ...], stated: tuple[int, ...]) -> tuple[tuple[Origin], ...]:
    """Where the figure of each line is from."""
    return tuple(("stated" if line in stated else "rebuilt",) for line in lines)


def drop_chart(tables: Tables) -> ChartLook:
    """Where paratroops come down."""
    drop = tables.drop
    return ChartLook(
        id="drop",
        title=say("Paratroop drop"),
        cite=drop.cite,
        corner="2d6",
        columns=tuple(map(str, range(1, 7))),
        rows=tuple(map(str, range(1, 7))),
        cells=tuple(
            tuple(say("{cell!s}", cell=drop.cell(first, second)) for second in range(1, 7))
            for first in range(1, 7)
        ),
        reconstruction=drop.reconstruction,
    )


def collapse_chart(tables: Tables) -> ChartLook:
    """When the Ludendorff Bridge falls."""
    found = tables.collapse
    return ChartLook(
        id="collapse",
        title=say("The Ludendorff Bridge"),
        cite=found.cite,
        corner=say("turn"),
        columns=(say("falls on"),),
        rows=tuple(map(str, found.turns)),
        cells=tuple(
            (say("surely") if turn in found.stated else f"1–{most}" if most > 1 else "1",)
            for turn, most in zip(found.turns, found.most, strict=True)
        ),
        reconstruction=found.reconstruction,
        origins=_lines_of(found.turns, found.stated),
    )  # fmt: skip


def quota_chart(setting: Setting) -> ChartLook:
    """Combat value that the Americans bring on."""
    turns = range(1, setting.turns + 1)
    return ChartLook(
        id="quota",
        title=say("American quota"),
        cite=setting.tables.quota.cite,
        corner=say("turn"),
        columns=(say("combat value"),),
        rows=tuple(map(str, turns)),
        cells=tuple((str(setting.quota(turn)),) for turn in turns),
        reconstruction=setting.tables.quota.reconstruction,
    )


def victory_chart(tables: Tables) -> ChartLook:
    """Levels of victory."""
    return ChartLook(
        id="victory",
        title=say("Victory"),
        cite="RB N12",
        corner=say("value across"),
        columns=(say("result"),),
        rows=tuple(f"{level.least}+" for level in tables.victory),
        cells=tuple((LEVEL_NAMES[level.level],) for level in tables.victory),
        reconstruction=True,
    )


def pools_chart(setting: Setting) -> ChartLook:
    """How many units of each kind a side has, and which Germans stand there at the start."""
    forces = setting.forces
    found: dict[tuple[str, str], tuple[int, Origin]] = {
        (row.side, row.kind): (row.count, "rebuilt" if row.reconstruction else "stated")
        for row in forces.pool
    }
    found |= {
        ("start", row.kind): (row.count, "rebuilt" if row.reconstruction else "stated")
        for row in forces.start
    }
    columns = ("us", "german", "start")
    kinds = [kind for kind in KIND_NAMES if any((column, kind) in found for column in columns)]
    return ChartLook(
        id="pools",
        title=say("Forces"),
        cite="RB 1.1",
        corner=say("unit"),
        columns=(say("Americans"), say("Germans"), say("at the start")),
        rows=tuple(KIND_NAMES[kind] for kind in kinds),
        cells=tuple(
            tuple(str(found[column, kind][0]) if (column, kind) in found else "–"
                  for column in columns)
            for kind in kinds
        ),
        reconstruction=True,
        origins=tuple(
            tuple(found[column, kind][1] if (column, kind) in found else "" for column in columns)
            for kind in kinds
        ),
    )  # fmt: skip


def constants_chart(setting: Setting) -> ChartLook:
    """Single figures of the rules."""
    found = setting.tables.constants
    rows = (
        ("turns", say("turns of the game"), str(found.turns)),
        ("drop_turn", say("paratroops drop on turn"), str(found.drop_turn)),
        ("last_drop_turn", say("second try of the drop on turn"), str(found.last_drop_turn)),
        ("first_collapse_turn", say("the bridge may fall from turn"),
         str(found.first_collapse_turn)),
        ("labour", say("labour units that complete a pontoon bridge"), str(found.labour)),
        ("most_engineers", say("engineers that work on it in a turn"), str(found.most_engineers)),
        ("night_turns", say("night turns"), ", ".join(map(str, found.night_turns))),
        ("automatic", say("odds of automatic victory"), f"{found.automatic}–1"),
        ("no_foothold_turn", say("Germans win without a bridgehead from turn"),
         str(found.no_foothold_turn)),
        ("handicap", say("handicap: quota more or less by"), str(found.handicap)),
    )  # fmt: skip
    return ChartLook(
        id="constants",
        title=say("Figures of the rules"),
        cite=found.cite,
        corner=say("what"),
        columns=(say("figure"),),
        rows=tuple(words for _, words, _ in rows),
        cells=tuple((text,) for _, _, text in rows),
        reconstruction=True,
        origins=tuple(("stated" if name in found.stated else "rebuilt",) for name, _, _ in rows),
    )
