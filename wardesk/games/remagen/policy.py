"""The scripted players: what a sensible American and a sensible German would answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from wardesk.engine.types import Answer, Cells, Choose, Decision, Path, Pieces
from wardesk.games.remagen import legality, policy_guns
from wardesk.games.remagen.ch01_forces import arrival_goals, set_up_goals
from wardesk.games.remagen.ch02_movement import Field, open_goals
from wardesk.games.remagen.ch11_engineers import workable
from wardesk.games.remagen.ch12_combat import battles_of, contacts, duties, hopeless, values
from wardesk.games.remagen.expectation import toll
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
from wardesk.games.remagen.state import ENEMY, GERMAN, US, Front, State, Unit
from wardesk.games.shared.march import distances

Player = Callable[[Setting, State, Decision, Random], Answer | None]
COMING = {
    US: ("buffalo", "armoured_car", "engineers", "heavy_tank", "medium_tank", "weasel",
         "half_track", "machine_gun", "infantry", "bazooka"),
    GERMAN: ("heavy_tank", "medium_tank", "machine_gun", "bazooka", "infantry", "armoured_car",
             "half_track"),
}  # fmt: skip
"""Who is brought on first; the others are not wanted."""
MOST = {"engineers": 3, "buffalo": 1, "armoured_car": 1, "weasel": 2}
"""So many of a kind on the board are enough for the Americans."""
TO_THE_SITE = ("engineers", "armoured_car", "weasel", "buffalo")
"""Who comes on where a bridge is to be built."""
AMPLE = 1.3
"""So much stronger the Americans across the river leave the bridge: before, they hold it."""
GUNS_FIRST = 1.4
"""How much dearer a hit is where a gun stands: it is what kills from afar."""
TOWED = {US: ("howitzer",), GERMAN: ("howitzer", "heavy_howitzer", "anti_tank")}
"""Guns that come on behind a vehicle."""
BOLD = {US: 0.8, GERMAN: 0.9}
"""The odds against the weakest neighbour below which contact is shunned."""
SITE_ROWS = ("B", "Q")
"""Where the notes on play would build: out of the Germans' reach at first."""


def choose(setting: Setting, state: State, rng: Random) -> Answer:
    """The answer of the side that is asked; anything unforeseen is answered at random."""
    question = state.ask
    player = _PLAYERS.get(question.kind) if question is not None else None
    if question is None or player is None:
        return legality.sample(setting, state, rng)
    answer = player(setting, state, question, rng)
    if answer is None or legality.against(setting, state, answer):
        return legality.sample(setting, state, rng)
    return answer


# ---- coming on ----------------------------------------------------------------------------------


def _set_up(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    """Guns where they see the bridge, men under cover."""
    unit = state.pieces[question.pieces[0]]
    open_to = [c for c, bad in set_up_goals(setting, state, [unit]).items() if not bad]
    cover = setting.rhine.figures
    best = max(open_to, key=lambda c: (cover[c].cover == setting.row(unit).foot, c))
    return Path((unit.id,), (best,))


def _arrive(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    """The strongest first, by the road to a bridge; guns behind what tows them."""
    side = question.who
    if pair := _gun_pair(setting, state, question):
        return pair
    kinds = {state.pieces[p].kind: p for p in reversed(question.pieces)}
    if side == US:
        here = Counter(u.kind for u in on_board(state, US))
        for kind, most in MOST.items():
            if here[kind] >= most or (kind == "engineers" and state.tracks["turn"] == 1):
                kinds.pop(kind, None)
    for kind in COMING[side]:
        piece = kinds.get(kind)
        if piece is None:
            continue
        goals = arrival_goals(setting, state, [state.pieces[piece]])
        rank = _entry_rank(setting, state, kind)
        near = 4 if kind in TO_THE_SITE and kind != "engineers" else 99
        open_to = [c for c, bad in goals.items() if not bad and rank(c) <= near]
        if open_to:
            return Path((piece,), (min(open_to, key=lambda c: (rank(c), c)),))
    return Choose("done")


def _gun_pair(setting: Setting, state: State, question: Decision) -> Path | None:
    """A gun with its vehicle: two a turn for the Americans, beside their armour."""
    side, turn = question.who, state.tracks["turn"]
    units = [state.pieces[p] for p in question.pieces]
    come = sum(setting.row(u).gun for u in on_board(state, side))
    if side == US and come >= 2 * turn:
        return None
    for pair in policy_guns.pairs(setting, units, TOWED[side]):
        goals = arrival_goals(setting, state, [state.pieces[p] for p in pair])
        rank = _gun_rank(setting, state, side)
        open_to = sorted((c for c, bad in goals.items() if not bad), key=lambda c: (rank(c), c))
        if answer := policy_guns.come_on(question, pair, open_to):
            return answer
    return None


def _gun_rank(setting: Setting, state: State, side: str) -> Callable[[str], int]:
    """American guns leave the ways of the armour and of the engineers free."""
    if side == GERMAN:
        return _entry_rank(setting, state, "howitzer")
    rhine, site = setting.rhine, _site(setting, state)
    busy = (rhine.railway.west, site.west)
    return lambda c: 20 * (min(rhine.distance(c, b) for b in busy) <= 4) + rhine.distance(
        c, rhine.railway.east)  # fmt: skip


def _entry_rank(setting: Setting, state: State, kind: str) -> Callable[[str], int]:
    """How far an entry is from where a unit of *kind* is wanted."""
    rhine, rows = setting.rhine, standing(setting, state)
    if kind in TO_THE_SITE or not rows:
        west = _site(setting, state).west
        return lambda c: rhine.distance(c, west)
    far = distances(rhine.contact(rows), [rhine.sites[row].east for row in rows])
    return lambda c: far.get(c, 99)


# ---- movement -----------------------------------------------------------------------------------


def _pulls(setting: Setting, state: State, side: str) -> dict[str, float]:
    """What a sector is worth to march to: less is better."""
    rhine = setting.rhine
    rows = standing(setting, state) or (_site(setting, state).row,)
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


def _move(setting: Setting, state: State, question: Decision, rng: Random) -> Answer | None:
    """One unit after the other goes where it is worth most; who gains nothing stays."""
    overrun = next((c for c in question.choices if c.key.startswith("overrun:")), None)
    if overrun is not None:
        return Choose(overrun.key)
    side = question.who
    site = _site(setting, state) if side == US else None
    if (answer := policy_guns.handled(setting, state, question, site)) is not None:
        return answer
    pulls, field = _pulls(setting, state, side), Field(setting, state, side)
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
    pulls, field = _pulls(setting, state, ask.who), Field(setting, state, ask.who)
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
    site, rhine, row = _site(setting, state), setting.rhine, setting.row(unit)
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


def _site(setting: Setting, state: State) -> Site:
    """Where to build: where it was begun and goes on, else where the notes advise."""
    sites = [s for s in setting.rhine.sites.values() if s.row != setting.rhine.railway.row]
    begun = [s for s in sites if labour(state, s.row)]
    open_to = [s for s in begun if not pontoon(state, s.row)]
    if going := [s for s in open_to if workable(setting, state, s)]:
        return going[0]
    ready = [] if begun else [s for s in sites if workable(setting, state, s)]
    advised = [s for row in SITE_ROWS for s in sites if s.row == row]
    return next(iter((*(s for s in advised if s in ready), *open_to, *begun, *advised, *sites)))


# ---- fire and combat ----------------------------------------------------------------------------


def _fire(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    """All units of a sector at the target that costs the enemy most."""
    best: tuple[float, Path] | None = None
    sectors: dict[str, list[Unit]] = {}
    for piece in question.pieces:
        unit = state.pieces[piece]
        sectors.setdefault(unit.at or "", []).append(unit)
    for cell, units in sectors.items():
        for target in _targets(setting, state, units):
            team = [
                u for u in units if setting.row(u).range >= setting.rhine.distance(cell, target)
            ]
            found = toll(setting, state, team, target)
            site = setting.rhine.site_of.get(target)
            bridge = question.who == GERMAN and site is not None and labour(state, site.row) > 0
            gain = found.value + (0.5 * found.hits if bridge else 0.0)
            if any(setting.row(u).gun for u in at(state, target, ENEMY[question.who])):
                gain *= GUNS_FIRST
            if best is None or gain > best[0]:
                best = (gain, Path(tuple(u.id for u in team), (target,)))
    return best[1] if best else None


def _targets(setting: Setting, state: State, units: Sequence[Unit]) -> list[str]:
    found: set[str] = set()
    for unit in units:
        found |= set(legality.fire_goals(setting, state, [unit]))
    return sorted(found)


def _front(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    """Every enemy that must be attacked by whoever makes the odds best, then all the rest."""
    frame = state.stack[-1]
    if not isinstance(frame, Front):
        return None
    side = question.who
    done = {other for _, other in frame.links}
    used = {mine for mine, _ in frame.links}
    every = contacts(setting, state, side)
    missing = sorted(duties(setting, state, side) - done)
    free = [link for link in every if link not in frame.links]
    first = [link for link in free if link[1] in missing]
    ready = any(c.key == "ready" and not c.refused for c in question.choices)
    idle = [link for link in free if link[0] not in used and link[1] in done]
    weak = {cell for battle in battles_of(frame.links)
            if hopeless(*values(setting, state, side, battle)) for cell in battle[1]}  # fmt: skip
    links = first or idle or ([] if ready else [link for link in free if link[1] in weak])
    if not links:
        return Choose("ready") if ready else None
    best = max(links, key=lambda link: (link[0] not in used, _gain(setting, state, side,
               (*frame.links, link)), link))  # fmt: skip
    piece = next(u.id for u in at(state, best[0], side) if u.id in question.pieces)
    return Path((piece,), (best[1],))


def _gain(setting: Setting, state: State, side: str, links: tuple[tuple[str, str], ...]) -> float:
    total = 0.0
    for battle in battles_of(links):
        mine, theirs = values(setting, state, side, battle)
        total += min(6.0, mine / max(1, theirs)) * theirs
    return total


def _withdraw(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    """Into cover, not far from the front."""
    pulls = _pulls(setting, state, question.who)
    cover = setting.rhine.figures
    return Cells((min(question.cells, key=lambda c: (not cover[c].cover, pulls[c], c)),))


def _rout(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    """As far from where the loser wants to be as may be."""
    pulls = _pulls(setting, state, ENEMY[question.who])
    return Cells((max(question.cells, key=lambda c: (pulls[c], c)),))


def _advance(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    """Americans go on, Germans hold cover."""
    piece = question.pieces[0]
    goals = [c for c, bad in legality.reach(setting, state, (piece,)).items() if not bad]
    if not goals or question.who == GERMAN:
        return Choose("done")
    pulls = _pulls(setting, state, US)
    best = min(goals, key=lambda c: (pulls[c], c))
    if pulls[best] >= pulls.get(state.pieces[piece].at or "", 99.0):
        return Choose("done")
    return Path((piece,), legality.route(setting, state, (piece,), best))


# ---- small questions ----------------------------------------------------------------------------


def _labour(_: Setting, __: State, question: Decision, ___: Random) -> Answer | None:
    return Pieces(question.pieces[: question.most])


def _drop(_: Setting, __: State, ___: Decision, ____: Random) -> Answer | None:
    return Choose("drop")


def _land(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    """Six to a sector, away from the Germans."""
    for count in (6, 4, 2, 1):
        team = question.pieces[:count]
        goals = [c for c, bad in legality.reach(setting, state, team).items() if not bad]
        if goals and len(team) == count:
            bridge = setting.rhine.railway.east
            return Path(team, (min(goals, key=lambda c: (setting.rhine.distance(c, bridge), c)),))
    return Choose("done")


def _hits(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    """The dearest vehicle, else men, hit by hit: what they leave falls on what they hide."""
    keys = [c.key for c in question.choices]
    units = [state.pieces[k] for k in keys if k in state.pieces]
    if units:
        return Choose(max(units, key=lambda u: (setting.row(u).value, u.id)).id)
    return Choose(keys[0])


def _load(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    site = _site(setting, state) if question.who == US else None
    return policy_guns.which_to_load(setting, state, question, site)


def _unload(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    return policy_guns.which_to_unload(setting, state, question)


def _unload_at(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    pulls = _pulls(setting, state, question.who)
    return policy_guns.where_off(setting, state, question, pulls)


def _carrier(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    """The vehicle that goes farthest; boats for the river."""
    units = [state.pieces[p] for p in question.pieces]
    best = max(units, key=lambda u: (setting.row(u).swims, setting.row(u).movement, u.id))
    return Pieces((best.id,))


_PLAYERS: dict[str, Player] = {
    "set-up": _set_up,
    "arrive": _arrive,
    "move": _move,
    "fire": _fire,
    "fire-on": _fire,
    "return-fire": _fire,
    "front": _front,
    "withdraw": _withdraw,
    "rout": _rout,
    "advance": _advance,
    "labour": _labour,
    "drop": _drop,
    "land": _land,
    "hits": _hits,
    "load": _load,
    "carrier": _carrier,
    "unload": _unload,
    "unload-at": _unload_at,
}
