"""The attack that units of a position would make: from the board to the rule's own reckoning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wardesk.games.europa.attack import Across, Attack, Troop
from wardesk.games.europa.position import (
    PositionLayout,
    Table,
    attack_of,
    defence_of,
    layout_of,
)
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import ENEMY, Battle, Unit
from wardesk.games.europa.supply import attack_supplied


def attack_on(
    setting: Setting,
    layout: PositionLayout,
    target: str,
    attackers: Sequence[Unit],
    *,
    origins: Mapping[str, str] | None = None,
    support: int = 0,
    supplied: bool = True,
    airborne: bool = False,
    against: Sequence[Unit] = (),
) -> Attack:
    """*attackers* against all that defends *target*, or only *against* some of it.

    *origins*: the hex that each attacks from where it does not stand there yet.
    """
    side = attackers[0].side
    defender = ENEMY[side]
    defending = [*against] if against else layout.defenders(defender, target)
    shelter = layout.shelter(defender, target) if not against else None
    work = shelter.work if shelter else ""
    where = origins or {}
    troops = tuple(
        Troop(
            kind=setting.rows[u.id].kind,
            strength=attack_of(setting, u),
            halves=setting.rows[u.id].halves,
            across=_across(setting, layout, where.get(u.id, u.at or ""), target, work, defender),
        )
        for u in attackers
    )
    defence = tuple(
        Troop(
            kind=setting.rows[u.id].kind,
            strength=defence_of(setting, u),
            halves=setting.rows[u.id].halves,
        )
        for u in defending
        if not u.work
    )
    guns = sum(setting.rows[u.id].anti_air for u in defending if not u.work)
    if shelter is not None:
        guns += shelter.anti_air
    return Attack(
        attackers=troops,
        defenders=defence,
        work=work,
        work_strength=sum(u.strength for u in defending if u.work),
        printed_die=shelter.die if shelter and "die" in shelter.row.printed else 0,
        terrain=setting.terrain(target),
        city=setting.city(target),
        german_soviet=setting.german_soviet,
        support=support,
        anti_air=guns,
        airborne=airborne,
        supplied=supplied,
        charts=setting.tables,
    )


def _across(
    setting: Setting, layout: PositionLayout, origin: str, target: str, work: str, defender: str
) -> frozenset[Across]:
    """What lies on the hexside from *origin* to *target*; nothing for who is there already."""
    if origin == target:
        return frozenset()
    found: set[Across] = set()
    river = setting.river(origin, target)
    if river:
        found.add("major_river" if river == "major_river" else "minor_river")
    if work == "ouvrage" and setting.border(origin, target):
        found.add("border")
    for side in layout.hexsides.get(target, ()):
        if side.side == defender and not side.holder and origin in side.faces:
            fortified = side.work == "fortified_hexside"
            found.add("fortified_hexside" if fortified else "unimproved_fortified_hexside")
    return frozenset(found)


def able(setting: Setting, layout: PositionLayout, side: str, *, exploiting: bool) -> list[Unit]:
    """Who may attack: not twice in a phase, not disrupted; exploiting only the motorised."""
    return [
        u
        for units in layout.units[side].values()
        for u in units
        if attack_of(setting, u) > 0
        and not u.attacked
        and (bool(u.locked) or not u.disrupted)
        and not (exploiting and not (setting.rows[u.id].fast or u.locked))
    ]


def around(setting: Setting, units: Sequence[Unit], target: str) -> list[Unit]:
    """Those of *units* that can attack a hex: beside it, or landed in it.

    Whoever is locked with another hex cannot.
    """
    near = {target, *setting.neighbours[target]}
    return [u for u in units if u.at in near and u.locked in ("", target)
            and not (u.landed and u.at != target)]  # fmt: skip


def targets(layout: PositionLayout, side: str, units: Sequence[Unit]) -> list[str]:
    """Hexes that *units* of *side* can attack; only those that they must while there are any."""
    held = layout.held[ENEMY[side]]
    must = {u.locked for u in units if u.locked in held}
    must |= {u.at for u in units if u.landed and u.at in held and u.at}
    if must:
        return sorted(must)
    free = [u for u in units if not u.locked and not u.landed]
    near = layout.setting.neighbours
    return sorted({c for u in free for c in near[u.at or ""] if c in held})


def forced(layout: PositionLayout, side: str, units: Sequence[Unit]) -> bool:
    """N20, N21 Deadlocked units must attack again, and paratroops where they have landed."""
    held = layout.held[ENEMY[side]]
    return any(u.locked in held or (u.landed and u.at in held) for u in units)


def duty(attackers: Sequence[Unit], target: str) -> list[Unit]:
    """Those of *attackers* that must take part in the attack on *target*."""
    return [u for u in attackers if u.locked == target or (u.landed and u.at == target)]


def planned(setting: Setting, table: Table, frame: Battle, attackers: Sequence[str] = ()) -> Attack:
    """The attack that a frame stands for, or that *attackers* in their stead would make."""
    layout = layout_of(setting, table)
    units = [table.pieces[p] for p in attackers or frame.attackers if p in table.pieces]
    against: list[Unit] = []
    if frame.paratroops:
        against = [u for u in layout.at(ENEMY[frame.side], frame.target) if u.landed]
    airborne = frame.phase != "counter" and any(u.landed and u.at == frame.target for u in units)
    return attack_on(
        setting,
        layout,
        frame.target,
        units,
        support=frame.support,
        supplied=frame.supplied and attack_supplied(table, tuple(units), paid=True),
        airborne=airborne,
        against=against,
    )
