"""Where scripted players want to be: at the bridges, over them, and out to meet the enemy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wardesk.games.remagen.ch11_engineers import workable
from wardesk.games.remagen.guns import MOST_KEPT, waiting_gun
from wardesk.games.remagen.position import (
    across,
    ground,
    labour,
    of_table,
    on_board,
    pontoon,
    riders,
    standing,
    strength,
    strengths,
    usable,
)
from wardesk.games.remagen.setting import CrossingSite, Rhine, Setting
from wardesk.games.remagen.state import ENEMY, GERMAN, US, State, Unit
from wardesk.games.remagen.ways import MovementField, field_of
from wardesk.games.shared.march import distances
from wardesk.games.shared.memory import remember

Pulls = Mapping[str, float]
"""What sectors are worth to march to: less is better. Nobody writes to one."""
SITE_ROWS = ("B", "Q")
"""Where the notes on play would build: out of the Germans' reach at first."""
AMPLE = 1.3
"""So much stronger the Americans across the river leave the bridge: before, they hold it."""
BOLD = {US: 0.8, GERMAN: 0.9}
"""The odds against the weakest neighbour below which contact is shunned."""


def pulls_of(setting: Setting, state: State, side: str) -> Pulls:
    """What a sector is worth to march to: less is better."""
    rhine, foes = setting.rhine, ground(state, ENEMY[side])
    if side == US:
        rows = standing(setting, state) or (site_of(setting, state).row,)
        if _stronger(setting, state):
            goals = foes & rhine.east or frozenset({"K13"})
        else:
            goals = frozenset[str]()  # the bridges are held
    else:
        rows = ()
        begun = [rhine.sites[row].east for row in rhine.sites if labour(state, row)]
        held = {c for c in foes if c in rhine.east or c in rhine.site_of}
        goals = frozenset((*held, *begun)) or frozenset({rhine.railway.east})
    key = (pulls_of, side, rows, goals)
    found = setting.kept.get(key)
    return (
        remember(setting.kept, key, _pulls(setting.rhine, side, rows, goals), MOST_KEPT)
        if found is None
        else found
    )


def _pulls(
    rhine: Rhine, side: str, rows: tuple[str, ...], goals: frozenset[str]
) -> dict[str, float]:
    if side == GERMAN:
        near = distances(rhine.land, goals)
        return {c: float(near.get(c, 40)) for c in rhine.cells}
    east = rhine.to_heads(rows)
    spread = distances(rhine.contact(rows), goals) if goals else {
        c: max(1, far - 1) for c, far in east.items()
    }  # fmt: skip
    return {c: (0.3 * spread.get(c, 20) if c in rhine.east else 10 + east.get(c, 40))
            for c in rhine.cells}  # fmt: skip


def _stronger(setting: Setting, state: State) -> bool:
    """Whether the Americans across the river may go out to meet the Germans."""
    theirs = strength(setting, on_board(state, GERMAN))
    return strength(setting, across(setting, state)) >= AMPLE * theirs


def _guard_pulls(setting: Setting, site: CrossingSite) -> Pulls:
    """Beside the far bridgehead of a site, not in it."""
    key = (_guard_pulls, site.row)
    found = setting.kept.get(key)
    if found is None:
        rhine = setting.rhine
        found = {c: abs(rhine.distance(c, site.east) - 1.0) + 5.0 * (c not in rhine.east)
                 for c in rhine.cells}  # fmt: skip
        remember(setting.kept, key, found, MOST_KEPT)
    return found


def american_pulls(setting: Setting, state: State, unit: Unit, pulls: Pulls) -> Pulls:
    """Engineers to the near bank of the site, boats and their guards to the far one."""
    site, rhine, row = site_of(setting, state), setting.rhine, setting.rows[unit.kind]
    if unit.kind == "engineers":
        return rhine.far_from(site.west)
    if row.swims and (riders(state, unit.id) or unit.at in rhine.water):
        return rhine.far_from(site.east)
    if row.swims:
        return rhine.level
    near = unit.at in rhine.east and rhine.distance(unit.at or "", site.east) <= 3
    if near and row.value <= 3 and site.row not in usable(setting, state):
        return _guard_pulls(setting, site)
    return pulls


def fetching(setting: Setting, state: State, side: str) -> Pulls:
    """Who has nothing to tow goes to a gun without a target, or out of the way."""
    guns = tuple([u.at or "" for u in waiting_gun(setting, state, side)])
    rhine, zone = setting.rhine, field_of(setting, state, side).zone
    key = (fetching, guns, zone)
    found = setting.kept.get(key)
    if found is None:
        far = [rhine.far_from(cell) for cell in guns]
        found = {
            c: (float(min([each[c] for each in far])) if far else 1.0 * (c in rhine.on_road))
            + 9.0 * (c in zone)
            for c in rhine.cells
        }
        remember(setting.kept, key, found, MOST_KEPT)
    return found


def worths(
    setting: Setting,
    state: State,
    unit: Unit,
    cells: Iterable[str],
    pulls: Pulls,
    field: MovementField,
) -> list[tuple[float, str]]:
    """How near the goal each of *cells* is, how safe: contact is sought where odds are good."""
    row, side, bridges = setting.rows[unit.kind], unit.side, setting.rhine.site_of
    wet = 0.5 if side == US and not row.foot else 2.0
    zone = field.zone if row.dice else frozenset[str]()
    found: list[tuple[float, str]] = []
    for cell in cells:
        value = pulls.get(cell, 99.0)
        if cell in bridges:
            value += wet
        if cell in zone:
            mine, theirs, near = _contact(setting, state, side, cell)
            odds = (mine if unit.at in near else mine + row.value) / max(1, theirs)
            if odds >= 1.5:
                value -= 1.5
            elif odds < BOLD[side]:
                value += 2.5
        found.append((value, cell))
    return found


@of_table
def _contact(
    setting: Setting, state: State, side: str, cell: str
) -> tuple[int, int, frozenset[str]]:
    """Who is near the enemies around *cell*, the weakest of these, and where near is."""
    field = field_of(setting, state, side)
    foes = [c for c in field.graph[cell] if c in field.enemy]
    ours, others = strengths(setting, state, side), strengths(setting, state, ENEMY[side])
    theirs = min([others[c] for c in foes])
    near = frozenset([o for f in foes for o in field.graph[f]])
    return sum([ours[c] for c in near if c in ours]), theirs, near


@of_table
def site_of(setting: Setting, state: State) -> CrossingSite:
    """Where to build: where it was begun and goes on, else where the notes advise."""
    sites = [s for s in setting.rhine.sites.values() if s.row != setting.rhine.railway.row]
    begun = [s for s in sites if labour(state, s.row)]
    open_to = [s for s in begun if not pontoon(state, s.row)]
    if going := [s for s in open_to if workable(setting, state, s)]:
        return going[0]
    ready = [] if begun else [s for s in sites if workable(setting, state, s)]
    advised = [s for row in SITE_ROWS for s in sites if s.row == row]
    return next(iter((*(s for s in advised if s in ready), *open_to, *begun, *advised, *sites)))
