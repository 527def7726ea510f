"""An attack on a hex with works: strengths, odds, modifiers, supply and exact chances.

Everything is a pure function of one frozen `Attack`. Strengths are exact fractions, sizes halves of
an RE.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from wardesk.engine.cached import cached_property
from wardesk.errors import UserError
from wardesk.games.europa import reduction
from wardesk.games.europa.tables import RESULT_NAMES, TABLES, Tables
from wardesk.games.europa.works import WORKS, Kind, WorkKind
from wardesk.words import say

Across = Literal[
    "minor_river", "major_river", "border", "fortified_hexside", "unimproved_fortified_hexside"
]
ARMS = frozenset({"armour", "anti_tank"})
"""Defenders who count against the attackers' armour."""
ENGINEERS_DOUBLED = 2
PERMANENT_SIZE = 2
"""A work with strength of its own is 1 RE (EF 40.D-9), in halves."""


class Troop(Struct, frozen=True, kw_only=True):
    """Units of one type, one size and one direction; *strength* and *halves* are of one of them."""

    kind: Kind
    strength: int
    halves: int
    """Halves of an RE."""
    number: int = 1
    across: frozenset[Across] = frozenset()
    """What lies on the hexside that they attack across."""


Modifier = Literal["terrain", "city", "work", "river", "armour", "umpire"]
"""What can change the main die."""
LEFT_OUT: tuple[Modifier, ...] = ("terrain", "city", "work", "river", "armour")
"""What an umpire may leave out."""


class SumLine(Struct, frozen=True):
    """One step of a sum: what, how much, by which rule."""

    label: str
    value: int
    cite: str
    modifier: Modifier | None = None
    """Which one it is, of those of the main die."""


class AttackShare(Struct, frozen=True):
    """What attackers bring in after halving and doubling, and why."""

    troop: Troop
    strength: Fraction
    reasons: tuple[tuple[str, str], ...]
    """Words and cites."""


class AttackOutcome(Struct, frozen=True):
    """What a total of the dice comes to after the defender has used his rights."""

    printed: str
    """Letters of the chart."""
    result: str
    """Letters that count: ``ME`` where CA or DL was converted."""
    stands: bool = False
    """He ignores the retreat."""
    paratroops_countered: bool = False
    """Converted for all but the paratroops, which he must counter-attack."""
    disrupted: int = 0
    """Halves of an RE that are disrupted."""
    casualties: int = 0
    """Halves of an RE that are lost instead of twice as many disrupted."""

    @property
    def falls(self) -> bool:
        """The defender has left the hex."""
        return self.result in FALLS and not self.stands


FALLS = frozenset({"DR", "DLX", "DE", "OR1", "OR2", "OR3"})
RETREATS = frozenset({"DR", "DLX"})
CONVERTED = frozenset({"CA", "DL"})


class Attack(Struct, frozen=True, dict=True, kw_only=True):
    """A hex, what lies in it, who attacks and who defends."""

    attackers: tuple[Troop, ...]
    defenders: tuple[Troop, ...] = ()
    work: str = ""
    """Id of the work in the hex; empty for none."""
    work_strength: int = 0
    """Defence strength of the works' own, or as printed on a permanent one; 1 RE together."""
    printed_die: int = 0
    """What a Westwall hex prints, as a positive number."""
    terrain: str = "clear"
    city: str = "none"
    german_soviet: bool = False
    """Germans and Soviets fight each other."""
    support: int = 0
    """Ground support factors of the attackers."""
    anti_air: int = 0
    """Light anti-aircraft points of units and of printed works beside those of every such work."""
    airborne: bool = False
    """Paratroops land in the hex in the same attack."""
    supplied: bool = True
    converts: bool = True
    """The defender changes CA and DL to ME where he may."""
    holds: bool = True
    """The defender ignores retreats where he may."""
    umpire: int = 0
    """Added to the main die by whoever umpires."""
    without: frozenset[Modifier] = frozenset()
    """Modifiers of the die that he leaves out."""
    ruled_column: str = ""
    """The column that he chooses in place of that of the odds."""
    charts: Tables = TABLES
    """What it is read by."""

    # ---- what stands in the way -----------------------------------------------------------------

    @cached_property
    def row(self) -> WorkKind | None:
        """The work in the hex."""
        return WORKS[self.work] if self.work else None

    @cached_property
    def hexside(self) -> WorkKind | None:
        """The fortified hexside that every attacker crosses, the weaker where they differ."""
        met = [row for row in map(_hexside, self.attackers) if row is not None]
        all_of_them = len(met) == len(self.attackers)
        return max(met, key=lambda row: row.die) if all_of_them else None

    @cached_property
    def works(self) -> tuple[WorkKind, ...]:
        """The works that the whole attack meets."""
        return tuple(row for row in (self.row, self.hexside) if row is not None)

    # ---- strengths ------------------------------------------------------------------------------

    @cached_property
    def shares(self) -> tuple[AttackShare, ...]:
        """What each of the attackers brings in."""
        return tuple(self._share(troop) for troop in self.attackers)

    def _share(self, troop: Troop) -> AttackShare:
        strength, reasons = Fraction(troop.strength * troop.number), list[tuple[str, str]]()
        row, side = self.row, _hexside(troop)
        full = row is not None and row.quartered_across_border and troop.kind == "siege_artillery"
        if full:
            return AttackShare(troop, strength, ((say("printed strength"), "EF 40.D.19-6"),))
        if row is not None and row.engineers_doubled and troop.kind == "combat_engineer":
            strength *= ENGINEERS_DOUBLED
            reasons.append((say("doubled"), "EF 40.D.19-7"))
        if row is not None and row.quartered_across_border and "border" in troop.across:
            strength /= 4
            reasons.append((say("quartered across the border"), "EF 40.D.19-5"))
        elif row is not None and row.halving == "hex" and troop.kind not in row.unhalved:
            strength /= 2
            reasons.append((say("halved by the work"), HALVING[row.id]))
        elif side is not None and side.halving == "hexside" and troop.kind not in side.unhalved:
            strength /= 2
            reasons.append((say("halved across the fortified hexside"), "EF 40.D.10-2"))
        if "major_river" in troop.across:
            strength /= 2
            reasons.append((say("halved across the major river"), "EF N3"))
        if not self.supplied:
            strength /= 2
            reasons.append((say("halved without supply"), "EF N5"))
        return AttackShare(troop, strength, tuple(reasons))

    @cached_property
    def guns(self) -> int:
        """Light anti-aircraft points of the hex; each turns one factor away (EF N19)."""
        return self.anti_air + (self.row.anti_air if self.row else 0)

    @cached_property
    def support_strength(self) -> Fraction:
        """Ground support that anti-aircraft has let through, after the work has halved it."""
        halved = self.row is not None and self.row.halves_support
        return Fraction(max(0, self.support - self.guns), 2 if halved else 1)

    @cached_property
    def strength(self) -> Fraction:
        """All that attacks."""
        return sum((share.strength for share in self.shares), self.support_strength)

    @cached_property
    def defence(self) -> int:
        """All that defends, the work's own strength with it."""
        return self.work_strength + sum(t.strength * t.number for t in self.defenders)

    @cached_property
    def odds(self) -> Fraction:
        """Attackers to one defender."""
        return self.strength / self.defence

    @cached_property
    def column(self) -> int:
        """Index of the main table's column."""
        if self.ruled_column:
            return self.charts.main.columns.index(self.ruled_column)
        return self.charts.main.column(self.odds)

    # ---- the die --------------------------------------------------------------------------------

    @cached_property
    def armour(self) -> tuple[SumLine, ...]:
        """The armour effects step by step; their sum counts if it is above nothing."""
        whole = sum(t.halves * t.number for t in self.attackers)
        tanks = sum(t.halves * t.number for t in self.attackers if t.kind == "armour")
        lines = [SumLine(say("Share of armour"), self.charts.share.of(tanks, whole), "EF N4")]
        if not lines[0].value:
            return ()
        arms = sum(t.halves * t.number for t in self.defenders if t.kind in ARMS)
        against = -self.charts.share.of(arms, self.defending_halves)
        lines.append(SumLine(say("Anti-tank share"), against, "EF N4"))
        ground, city = self.charts.grounds[self.terrain], self.charts.cities[self.city]
        lines.append(SumLine(ground.name, ground.armour, "EF N3"))
        lines.append(SumLine(city.name, self._of_city("armour"), "EF 40.E-1"))
        if self.works:
            worst = min(self.works, key=lambda row: row.armour)
            lines.append(SumLine(worst.name, worst.armour, DIE_CITES[worst.id]))
        return tuple(line for line in lines if line.value)

    @cached_property
    def armour_bonus(self) -> int:
        """The armour effects; never below nothing (EF N10)."""
        return max(0, sum(line.value for line in self.armour))

    def _of_city(self, figure: Literal["die", "armour"]) -> int:
        city = self.charts.cities[self.city]
        special = city.german_soviet_die if figure == "die" else city.german_soviet_armour
        usual = city.die if figure == "die" else city.armour
        return special if self.german_soviet and special else usual

    def die_of(self, row: WorkKind) -> int:
        """What a work adds to the main die, as printed on the map where it is."""
        return -self.printed_die if "die" in row.printed else row.die

    @cached_property
    def modifiers(self) -> tuple[SumLine, ...]:
        """What is added to the main die, one by one."""
        ground, city = self.charts.grounds[self.terrain], self.charts.cities[self.city]
        lines = [SumLine(ground.name, ground.die, "EF N3", "terrain")]
        cite = "EF 40.E-3" if self.german_soviet and city.german_soviet_die else "EF 40.E-1"
        lines.append(SumLine(city.name, self._of_city("die"), cite, "city"))
        if self.works:
            worst = min(self.works, key=self.die_of)
            lines.append(SumLine(worst.name, self.die_of(worst), DIE_CITES[worst.id], "work"))
        if all("minor_river" in troop.across for troop in self.attackers):
            lines.append(SumLine(say("Minor river"), -1, "EF N3", "river"))
        lines.append(SumLine(say("Armour effects"), self.armour_bonus, "EF N4", "armour"))
        lines.append(SumLine(say("The umpire's word"), self.umpire, "", "umpire"))
        return tuple(line for line in lines if line.value)

    @cached_property
    def shift(self) -> int:
        """The sum of all modifiers that the umpire lets count."""
        return sum(line.value for line in self.modifiers if line.modifier not in self.without)

    # ---- supply ---------------------------------------------------------------------------------

    @cached_property
    def supply(self) -> tuple[int, int]:
        """Supply points for the size of the attack, and half points for works and city.

        Works do not add up: the dearest counts. A city comes on top (EF 40.E-2).
        """
        halves = sum(troop.halves * troop.number for troop in self.attackers)
        base = -(-halves // self.charts.supply.halves_for_one_point)
        met = [row for row in map(_hexside, self.attackers) if row]
        works = max((row.supply for row in (*self.works, *met)), default=0)
        return base, works + self.charts.cities[self.city].supply

    @cached_property
    def supply_points(self) -> int:
        """What the attack costs; a half point is rounded up once (EF N8)."""
        base, halves = self.supply
        return base - (-halves // 2)

    # ---- results --------------------------------------------------------------------------------

    @cached_property
    def defending_halves(self) -> int:
        """Size of the defence in halves of an RE, a work with strength of its own counted."""
        own = PERMANENT_SIZE if self.work_strength else 0
        return own + sum(troop.halves * troop.number for troop in self.defenders)

    @cached_property
    def covered(self) -> bool:
        """Disruption is halved here (EF 40.A-5)."""
        return bool(self.works or self._of_city("die") or self._of_city("armour"))

    @cached_property
    def conversion(self) -> Literal["no", "all", "but_paratroops"]:
        """For whom the defender may change CA and DL to ME (EF 40.A-1, 40.A-2, 40.A-3)."""
        if any(not row.entrenchment for row in self.works) and not self.airborne:
            return "all"
        if self.city != "major":
            return "no"
        return "but_paratroops" if self.airborne else "all"

    @cached_property
    def may_stand(self) -> bool:
        """A retreat may be ignored here."""
        return any(row.ignores_retreat != "none" for row in self.works)

    def outcome(self, printed: str) -> AttackOutcome:
        """What the chart's *printed* letters come to."""
        if printed in CONVERTED and self.converts and self.conversion != "no":
            but = self.conversion == "but_paratroops"
            return AttackOutcome(printed, "ME", paratroops_countered=but)
        stands = printed in RETREATS and self.holds and self.may_stand
        third = -(-self.defending_halves // 3) if printed == "DR" else 0
        sixth = -(-self.defending_halves // 6) if printed == "DR" else 0
        if self.covered:
            return AttackOutcome(printed, printed, stands=stands, casualties=sixth)
        return AttackOutcome(printed, printed, stands=stands, disrupted=third)

    @cached_property
    def chances(self) -> Mapping[AttackOutcome, int]:
        """Every outcome with the number of ways, of 36, that lead to it; the best ones first."""
        tally = Counter[AttackOutcome]()
        for letters, ways in self.charts.main.ways(self.shift, self.column).items():
            tally[self.outcome(letters)] += ways
        ranked = sorted(tally, key=lambda one: RESULT_NAMES[one.printed][2])
        return {outcome: tally[outcome] for outcome in ranked}

    # ---- afterwards -----------------------------------------------------------------------------

    @cached_property
    def reduces(self) -> bool:
        """The odds are good enough to reduce a work (EF 40.B-1)."""
        return self.odds >= reduction.LEAST_ODDS

    def site(self) -> reduction.WorkSite | None:
        """The work before the attack."""
        if not self.work:
            return None
        return reduction.WorkSite(work=self.work, owner="defender", strength=self.work_strength)

    def afterwards(self) -> reduction.WorkChange:
        """The work in the hex after the attack, while the defender has it."""
        site = self.site()
        return reduction.WorkChange(None) if site is None else reduction.attacked(site, self.odds)


HALVING = {
    "fortified_zone": "EF 40.D.7-2",
    "permanent_fortified_zone": "EF 40.D.8-3",
    "fortress": "EF 40.D.14-3",
    "port_fortification": "EF 40.D.15-3",
    "ouvrage": "EF 40.D.19-5",
}
"""Where the rule says that a work halves its attackers."""

DIE_CITES = {
    row.id: f"EF {row.rule}-1" for row in WORKS.values()
} | {
    "entrenchment": "EF 40.C-5",
    "improved_entrenchment": "EF 40.C-7",
    "permanent_fortified_area": "EF 40.D.6-4",
    "permanent_fortified_zone": "EF 40.D.8-3",
    "port_fortification": "EF 40.D.15-3",
    "unimproved_westwall": "EF 40.D.16-2",
}  # fmt: skip
"""Where it says what a work does to the die and to armour."""


def _hexside(troop: Troop) -> WorkKind | None:
    """The fortified hexside that *troop* crosses."""
    crossed = [WORKS[name] for name in troop.across if name in WORKS]
    return min(crossed, key=lambda row: row.die, default=None)


def _most_strength(attack: Attack) -> int:
    """Points of their own that the works of the hex may have together, hexsides too."""
    crossed = [row.strength for row in map(_hexside, attack.attackers) if row is not None]
    return (attack.row.strength if attack.row else 0) + max(crossed, default=0)


def checked(attack: Attack) -> Attack:
    """*attack* if it makes sense, else UserError with what to change."""
    row = attack.row
    if not attack.attackers:
        raise UserError(say("Nobody attacks."), say("Give at least one unit as attackers."))
    if row is not None and row.hexside:
        raise UserError(
            say("A fortified hexside is crossed, it does not lie in the hex."),
            say("Write it behind the units: across fortified-hexside."),
        )
    most = None if row is not None and "strength" in row.printed else _most_strength(attack)
    if row is not None and row.unit and not attack.work_strength:
        raise UserError(
            say("This work is a unit with a printed strength: {work}.", work=row.name),
            say("Give its own strength (work-strength)."),
        )
    if most is not None and attack.work_strength > most:
        raise UserError(
            say("The work has a strength of its own of {most} at most.", most=most),
            say("Make its own strength (work-strength) smaller, or leave it out."),
        )
    prints = row is not None and "die" in row.printed
    if prints != bool(attack.printed_die):
        raise UserError(
            say("A Westwall hex prints what it subtracts from the die, other works do not."),
            say("Give the printed value (westwall-die) of a Westwall hex, and only there."),
        )
    if not attack.defence:
        raise UserError(
            say("Nobody defends: without defenders there is no attack."),
            say("Give at least one unit as defenders, or the work a strength of its own."),
        )
    if attack.airborne and not any(t.kind == "paratroop" for t in attack.attackers):
        raise UserError(
            say("There are no paratroops for the landing."),
            say("Add them to the attackers, or leave airborne out."),
        )
    if attack.ruled_column and attack.ruled_column not in attack.charts.main.columns:
        raise UserError(
            say("The main table has no column {column!s}.", column=attack.ruled_column),
            say("Its columns: {columns!s}.", columns=", ".join(attack.charts.main.columns)),
        )
    border = any("border" in t.across for t in attack.attackers)
    if border and not (row is not None and row.quartered_across_border):
        raise UserError(
            say("A border hexside only counts against a Maginot Line ouvrage."),
            say("Leave border out, or name the ouvrage as the work."),
        )
    return attack
