"""Where the scripted players march: to the bridges, over them, and out to meet the enemy."""

from __future__ import annotations

from random import Random

from wardesk.engine.types import Answer, Choose, Decision, Path
from wardesk.games.remagen import policy_guns
from wardesk.games.remagen.ch02_movement import Field, open_goals
from wardesk.games.remagen.ch11_engineers import workable
from wardesk.games.remagen.policy_guns import Battery
from wardesk.games.remagen.position import (
    across,
    at,
    ground,
    labour,
    on_board,
    pontoon,
    riders,
    standing,
    strength,
    usable,
)
from wardesk.games.remagen.setting import Setting, Site
from wardesk.games.remagen.state import ENEMY, GERMAN, US, State, Unit
from wardesk.games.shared.march import distances

SITE_ROWS = ("B", "Q")
"""Where the notes on play would build: out of the Germans' reach at first."""
AMPLE = 1.3
"""So much stronger the Americans across the river leave the bridge: before, they hold it."""
BOLD = {US: 0.8, GERMAN: 0.9}
"""The odds against the weakest neighbour below which contact is shunned."""


def pulls_of(setting: Setting, state: State, side: str) -> dict[str, float]:
    """What a sector is worth to march to: less is better."""
    rhine = setting.rhine
    rows = standing(setting, state) or (site_of(setting, state).row,)
    graph = rhine.contact(rows)
    foes = ground(state, ENEMY[side])
    if side == US:
        east = distances(graph, [rhine.sites[row].east for row in rows])
        spread = distances(graph, [c for c in foes if c in rhine.east] or ["K13"])
        if not _stronger(setting, state):
            spread = {c: max(1, far - 1) for c, far in east.items()}
        return {c: (0.3 * spread.get(c, 20) if c in rhine.east else 10 + east.get(c, 40))
                for c in rhine.cells}  # fmt: skip
    goals = [c for c in foes if c in rhine.east or c in rhine.site_of]
    goals += [rhine.sites[row].east for row in rhine.sites if labour(state, row)]
    near = distances(rhine.land, goals or [rhine.railway.east])
    return {c: float(near.get(c, 40)) for c in rhine.cells}


def _stronger(setting: Setting, state: State) -> bool:
    """Whether the Americans across the river may go out to meet the Germans."""
    theirs = strength(setting, on_board(state, GERMAN))
    return strength(setting, across(setting, state)) >= AMPLE * theirs


def _ferry_pulls(setting: Setting, site: Site) -> dict[str, float]:
    """Over the river to the site of a bridge."""
    rhine = setting.rhine
    return {c: float(rhine.distance(c, site.east)) for c in rhine.cells}


def _guard_pulls(setting: Setting, site: Site) -> dict[str, float]:
    """Beside the far bridgehead of a site, not in it."""
    rhine = setting.rhine
    return {c: abs(rhine.distance(c, site.east) - 1.0) + 5.0 * (c not in rhine.east)
            for c in rhine.cells}  # fmt: skip


LOOKED_AT = 6
"""Units that are weighed for one answer: working out all of them would take too long."""


def move(setting: Setting, state: State, question: Decision, rng: Random) -> Answer | None:
    """One unit after the other goes where it is worth most; who gains nothing stays."""
    overrun = next((c for c in question.choices if c.key.startswith("overrun:")), None)
    if overrun is not None:
        return Choose(overrun.key)
    side = question.who
    site = site_of(setting, state) if side == US else None
    if (answer := policy_guns.handled(setting, state, question, site)) is not None:
        return answer
    pulls, field = pulls_of(setting, state, side), Field(setting, state, side)
    battery = Battery(setting, state, side)
    for piece in question.pieces:
        unit = state.pieces[piece]
        way = _with_guns(setting, state, unit, battery, field)
        if way:
            return Path((piece,), way)
    order = sorted(question.pieces, key=lambda p: _turn_of(setting, state.pieces[p], pulls))
    ahead = [p for p in order if state.pieces[p].at not in field.zone]
    beside = [p for p in order if state.pieces[p].at in field.zone]
    rest = ahead[2:]
    some = ahead[:2] + rng.sample(rest, min(len(rest), LOOKED_AT - 3))
    for piece in (*some, *rng.sample(beside, min(len(beside), 1))):
        unit = state.pieces[piece]
        way = _best_way(setting, state, unit, pulls, field)
        if way:
            return Path((piece,), way)
    return Choose("done")


def _with_guns(
    setting: Setting, state: State, unit: Unit, battery: Battery, field: Field
) -> tuple[str, ...]:
    """The way of a gun, or of a vehicle that tows one or fetches one."""
    row = setting.row(unit)
    if row.gun:
        return policy_guns.push(setting, state, unit, battery, field)
    gun = policy_guns.gun_of(setting, state, unit) if row.tows else None
    if gun is not None:
        return policy_guns.tow(setting, state, unit, gun, battery, field)
    return ()


def _turn_of(setting: Setting, unit: Unit, pulls: dict[str, float]) -> tuple[float, int, str]:
    """Whoever is ahead moves first, armour before men, so that the way is clear."""
    return pulls.get(unit.at or "", 99.0), -setting.row(unit).value, unit.id


def _best_way(
    setting: Setting, state: State, unit: Unit, pulls: dict[str, float], field: Field
) -> tuple[str, ...]:
    row = setting.row(unit)
    if row.gun or (row.tows and riders(state, unit.id)):
        return ()
    if row.tows:
        pulls = _fetching(setting, state, unit, pulls, field)
    elif unit.side == US:
        pulls = _american_pulls(setting, state, unit, pulls)
    best = next(iter(_ranked(setting, state, unit, pulls, field)), None)
    return best[1] if best and best[0] > 0.01 else ()


def _ranked(
    setting: Setting, state: State, unit: Unit, pulls: dict[str, float], field: Field
) -> list[tuple[float, tuple[str, ...]]]:
    """The ways of *unit* with what it gains by each, the best first."""
    here = _worth(setting, state, unit, unit.at or "", pulls, field)
    found = [
        (_worth(setting, state, unit, cell, pulls, field), cell, way)
        for cell, way in open_goals(setting, state, [unit], field).items()
    ]
    return [(here - worth, way) for worth, _, way in sorted(found)]


EACH = 3
"""Moves of one unit that deserve a look."""


def ideas(setting: Setting, state: State, n: int) -> list[Answer]:
    """Moves that deserve a look: every button, then units from the front, each with its best."""
    ask = state.ask
    if ask is None or ask.kind != "move":
        return []
    pulls, field = pulls_of(setting, state, ask.who), Field(setting, state, ask.who)
    found: list[tuple[float, str, tuple[str, ...]]] = []
    for piece in ask.pieces:
        unit = state.pieces[piece]
        aims = _american_pulls(setting, state, unit, pulls) if unit.side == US else pulls
        ranked = _ranked(setting, state, unit, aims, field)[:EACH]
        found += [(gain, piece, way) for gain, way in ranked]
    found.sort(key=lambda one: (-one[0], one[1:]))
    buttons: list[Answer] = [Choose(c.key) for c in ask.choices if not c.refused]
    return [*buttons, *(Path((piece,), way) for _, piece, way in found)][:n]


def _american_pulls(
    setting: Setting, state: State, unit: Unit, pulls: dict[str, float]
) -> dict[str, float]:
    """Engineers to the near bank of the site, boats and their guards to the far one."""
    site, rhine, row = site_of(setting, state), setting.rhine, setting.row(unit)
    if unit.kind == "engineers":
        return {c: float(rhine.distance(c, site.west)) for c in pulls}
    if row.swims and (riders(state, unit.id) or unit.at in rhine.water):
        return _ferry_pulls(setting, site)
    if row.swims:
        return dict.fromkeys(pulls, 0.0)
    near = unit.at in rhine.east and rhine.distance(unit.at or "", site.east) <= 3
    if near and row.value <= 3 and site.row not in usable(setting, state):
        return _guard_pulls(setting, site)
    return pulls


def _fetching(
    setting: Setting, state: State, unit: Unit, pulls: dict[str, float], field: Field
) -> dict[str, float]:
    """Who has nothing to tow goes to a gun without a target, or out of the way."""
    battery = Battery(setting, state, unit.side)
    guns = policy_guns.waiting_gun(setting, state, unit.side, battery)
    rhine = setting.rhine
    if not guns:
        roads = {cell for cell, _ in rhine.roads}
        return {c: 1.0 * (c in roads) + 9.0 * (c in field.zone) for c in pulls}
    return {c: float(min(rhine.distance(c, g.at or "") for g in guns)) + 9.0 * (c in field.zone)
            for c in pulls}  # fmt: skip


def _worth(
    setting: Setting, state: State, unit: Unit, cell: str, pulls: dict[str, float], field: Field
) -> float:
    """How near the goal, how safe: contact is sought where the odds are good."""
    value = pulls.get(cell, 99.0)
    if cell in setting.rhine.site_of:
        value += 0.5 if unit.side == US and not setting.row(unit).foot else 2.0
    if cell not in field.zone or setting.row(unit).dice == 0:
        return value
    side = unit.side
    foes = [c for c in field.graph[cell] if c in field.enemy]
    theirs = min(strength(setting, at(state, c, ENEMY[side])) for c in foes)
    near = {o for f in foes for o in field.graph[f]}
    mine = sum(
        setting.row(u).value for u in on_board(state, side)
        if u.id != unit.id and u.at in near
    )  # fmt: skip
    odds = (mine + setting.row(unit).value) / max(1, theirs)
    bold = BOLD[side]
    return value - 1.5 if odds >= 1.5 else value + (2.5 if odds < bold else 0.0)


def site_of(setting: Setting, state: State) -> Site:
    """Where to build: where it was begun and goes on, else where the notes advise."""
    sites = [s for s in setting.rhine.sites.values() if s.row != setting.rhine.railway.row]
    begun = [s for s in sites if labour(state, s.row)]
    open_to = [s for s in begun if not pontoon(state, s.row)]
    if going := [s for s in open_to if workable(setting, state, s)]:
        return going[0]
    ready = [] if begun else [s for s in sites if workable(setting, state, s)]
    advised = [s for row in SITE_ROWS for s in sites if s.row == row]
    return next(iter((*(s for s in advised if s in ready), *open_to, *begun, *advised, *sites)))
