"""The charts: fire by weapon and target, modifiers, checks. Figures are in tables.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from wardesk.games.gts.state import LOOKS
from wardesk.games.shared.charts import BadCell, Charted, PrintedTables, rising
from wardesk.games.shared.tables import odds_lines
from wardesk.model.look import ChartLook, OddsLine, Origin
from wardesk.words import say

TABLES_FILE = Path(__file__).with_name("tables.toml")
RULEBOOK_FILE = Path(__file__).with_name("rulebook.toml")

DIGITS = tuple(map(str, range(10)))
"""The faces of the die; 0 is nought."""
_SKIES = frozenset({"clear", "fog", "overcast", "rain"})
_MOST_DROP = 30
"""More than a roll with its modifiers comes to."""
MISS = say("miss")
WEAPONS = LOOKS.value["weapon_name"].words
RESULTS = LOOKS.results


class HitTable(Charted, frozen=True, kw_only=True):
    """5.2 What a roll that hits does, by weapon, of unarmoured and of armoured targets."""

    cite: str
    reconstruction: bool
    unarmoured: dict[str, tuple[str, ...]]
    armoured: dict[str, tuple[str, ...]]

    def rows(self, *, armoured: bool) -> dict[str, tuple[str, ...]]:
        """Weapon -> results of the rolls 0 to 8."""
        return self.armoured if armoured else self.unarmoured

    def result(self, weapon: str, roll: int, rating: int, *, armoured: bool) -> str:
        """What a roll does; `MISS` above the rating, and always at 9 (5.1)."""
        if roll > clamped(rating) or roll == 9:
            return MISS
        return self.rows(armoured=armoured)[weapon][roll]

    def odds(self, weapon: str, rating: int, *, armoured: bool) -> tuple[OddsLine, ...]:
        """The exact distribution of one shot."""
        found = [self.result(weapon, roll, rating, armoured=armoured) for roll in range(10)]
        return odds_lines(RESULTS[result] for result in found)

    def chart(self, *, armoured: bool, weapon: str = "", roll: int = -1) -> ChartLook:
        """The table as it is printed, a row for each roll, the weapon's column lit."""
        rows = self.rows(armoured=armoured)
        names = tuple(rows)
        title = say("Fire at armoured targets") if armoured else say("Fire at unarmoured targets")
        return ChartLook(
            id="fire-armoured" if armoured else "fire",
            title=title,
            cite=self.cite,
            corner=say("d10"),
            columns=tuple(WEAPONS[name] for name in names),
            rows=tuple(DIGITS[:9]),
            cells=tuple(zip(*(map(LOOKS.printed, rows[name]) for name in names), strict=True)),
            column=names.index(weapon) if weapon in names else -1,
            row=roll if 0 <= roll < 9 else -1,
            reconstruction=self.reconstruction,
            origins=self._origins("armoured" if armoured else "unarmoured", names),
        )

    def _origins(self, part: str, weapons: tuple[str, ...]) -> tuple[tuple[Origin, ...], ...]:
        """Where each cell of a part is from; nothing while all are as shipped."""
        if not self.laid:
            return ()
        return tuple(
            tuple(self.laid_by(f"{part}.{name}.{roll}") or "stated" for name in weapons)
            for roll in range(9)
        )

    def check(self) -> None:
        """ValueError unless every weapon has nine results of known kinds in both parts."""
        for part, rows in (("unarmoured", self.unarmoured), ("armoured", self.armoured)):
            if set(rows) != set(WEAPONS):
                raise ValueError("a weapon is missing in the fire table")
            for name, cells in rows.items():
                if len(cells) != 9:
                    raise ValueError(f"the row of {name} is not whole")
                for roll, cell in enumerate(cells):
                    if cell not in RESULTS or cell == MISS:
                        where = f"fire.{part}.{name}.{roll}"
                        raise BadCell(where, say("{cell!s} is no result of this chart", cell=cell))


class Firer(Struct, frozen=True, kw_only=True):
    """5.3 What changes a rating on the side of whoever fires."""

    company: int
    column: int
    cohesion: int
    reduced: int
    entrenched: int
    light: int
    heavy: int
    suppressed: int
    night: int
    fog: int
    rain: int
    drop: int
    glider: int
    battery: int


class Target(Struct, frozen=True, kw_only=True):
    """5.4 What changes a rating on the side of the target."""

    column: int
    raised: int
    bridge: int
    improved: int
    entrenched: int
    mass: tuple[tuple[int, int], ...]
    mass_2: tuple[tuple[int, int], ...]
    charging: int
    running: int
    zone_to_zone: int
    zone_to_zone_2: int
    zone_to_open: int
    covering: int
    drop: int
    glider: int
    culvert: int
    ferry: int
    heroic: int


class QualityRow(Struct, frozen=True, kw_only=True):
    """8 What changes troop quality."""

    out_of_command: int
    second_cohesion: int
    suppressed: int
    reduced: int
    light: int
    heavy: int
    improved: int
    entrenched: int
    heroic: int
    unsupplied: int
    cut: int
    reorganised: int
    men: int


class DropTable(Struct, frozen=True, kw_only=True):
    """3.4.1 What a roll with its modifiers does to a unit that has landed."""

    cite: str
    reconstruction: bool
    rows: tuple[tuple[int, str], ...]
    """The highest total of a line, and C cohesion hit, 1 step, D delay, E eliminated."""
    glider: int
    starred: int
    enemy: int
    flak: int
    heavy_flak: int

    def result(self, total: int) -> str:
        """What a total does."""
        return next(found for most, found in self.rows if total <= most)


class Sky(Struct, frozen=True, kw_only=True):
    """1.2 The weather of a day by the face of the die, and the number on which fog clears."""

    weather: tuple[str, ...]
    fog: tuple[int, ...]


class Dispatch(Struct, frozen=True, kw_only=True):
    """N2 Dispatch points: what a division rolls for them, and what a chit costs."""

    ratings: dict[str, int]
    usual: int
    most: int
    chit: int


class TransportSide(Struct, frozen=True, kw_only=True):
    """4 The other side of a counter: how far transport carries."""

    wheeled: int
    tracked: int


class Figures(Struct, frozen=True, kw_only=True):
    """Single figures: stacking, sight, barrage, streams, demolition."""

    stack: int
    night_sight: int
    sight: int
    post_sight: int
    artillery_zone: int
    direct: int
    heavy_from: int
    leave_barrage: int
    stream_open: int
    stream_column: int
    demolish: int
    demolish_zone: int
    most_points: int
    rounds: int
    culvert: tuple[str, str]
    of_eagles: tuple[str, ...]
    north_sheets: int
    spared: str
    culvert_leg: int
    culvert_wheeled: int
    culvert_tracked: int
    bulldozer: int
    zone_change: tuple[int, int]
    air_range: int
    ambush_range: int
    mine_range: int
    strike: int
    explosion: int


class Tables(PrintedTables, frozen=True, kw_only=True):
    """Everything in ``tables.toml``."""

    file = TABLES_FILE

    fire: HitTable
    firer: Firer
    target: Target
    check: QualityRow
    figures: Figures
    drop: DropTable
    sky: Sky
    dispatch: Dispatch
    transport: TransportSide
    rearguard: dict[str, Any]

    def judge(self) -> None:
        """ValueError unless the charts are whole."""
        self.fire.check()
        if not set(self.sky.weather) <= _SKIES:
            raise ValueError(say("the weather is {known!s}", known=", ".join(sorted(_SKIES))))
        for number, (_, found) in enumerate(self.drop.rows):
            if found != "none" and not set(found) <= set("CD1E"):
                raise BadCell(
                    f"drop.rows.{number}.1", say("{cell!s} is no result of this chart", cell=found)
                )
        if self.rearguard["weapon"] not in WEAPONS:
            raise BadCell(
                "rearguard.weapon", say("the weapons are {known!s}", known=", ".join(WEAPONS))
            )
        rising("drop.rows", [most for most, _ in self.drop.rows])
        if self.drop.rows[-1][0] < _MOST_DROP:
            raise ValueError(say("the drop table ends below {most}", most=_MOST_DROP))


def clamped(rating: int) -> int:
    """A rating between 0 and 9 (5.1)."""
    return min(max(rating, 0), 9)


def chances(value: int) -> int:
    """In how many of ten rolls a check against *value* passes: 0 always, 9 never (8)."""
    return min(max(value, 0), 8) + 1


TABLES = Tables.read()
