"""The attack that units of a position would make: from the board to the rule's own reckoning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wardesk.games.europa.attack import Across, Attack, Troop
from wardesk.games.europa.position import PositionLayout, attack_of, defence_of
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import ENEMY, Unit


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
