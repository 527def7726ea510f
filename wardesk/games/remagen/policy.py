"""The scripted players: what a sensible American and a sensible German would answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from wardesk.engine.types import Answer, Cells, Choose, Decision, Path, Pieces
from wardesk.games.remagen import legality, policy_guns, policy_moves
from wardesk.games.remagen.ch01_forces import fits, open_arrivals
from wardesk.games.remagen.ch12_combat import battles_of, contacts, duties, hopeless, values
from wardesk.games.remagen.expectation import toll
from wardesk.games.remagen.policy_moves import pulls_of, site_of
from wardesk.games.remagen.position import (
    at,
    labour,
    on_board,
    standing,
)
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import ENEMY, GERMAN, US, Front, State, Unit

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
GUNS_FIRST = 1.4
"""How much dearer a hit is where a gun stands: it is what kills from afar."""
TOWED = {US: ("howitzer",), GERMAN: ("howitzer", "heavy_howitzer", "anti_tank")}
"""Guns that come on behind a vehicle."""


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
    open_to = [c for c in setting.rhine.setup if fits(setting, state, [unit], c)]
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
        goals = open_arrivals(setting, state, [state.pieces[piece]])
        if not goals:
            continue
        rank = _entry_rank(setting, state, kind)
        near = 4 if kind in TO_THE_SITE and kind != "engineers" else 99
        open_to = [c for c in goals if rank(c) <= near]
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
        goals = open_arrivals(setting, state, [state.pieces[p] for p in pair])
        rank = _gun_rank(setting, state, side)
        open_to = sorted(goals, key=lambda c: (rank(c), c))
        if answer := policy_guns.come_on(question, pair, open_to):
            return answer
    return None


def _gun_rank(setting: Setting, state: State, side: str) -> Callable[[str], int]:
    """American guns leave the ways of the armour and of the engineers free."""
    if side == GERMAN:
        return _entry_rank(setting, state, "howitzer")
    rhine, site = setting.rhine, site_of(setting, state)
    busy = (rhine.railway.west, site.west)
    return lambda c: 20 * (min(rhine.distance(c, b) for b in busy) <= 4) + rhine.distance(
        c, rhine.railway.east)  # fmt: skip


def _entry_rank(setting: Setting, state: State, kind: str) -> Callable[[str], int]:
    """How far an entry is from where a unit of *kind* is wanted."""
    rhine, rows = setting.rhine, standing(setting, state)
    if kind in TO_THE_SITE or not rows:
        west = site_of(setting, state).west
        return lambda c: rhine.distance(c, west)
    far = rhine.to_heads(rows)
    return lambda c: far.get(c, 99)


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
    pulls = pulls_of(setting, state, question.who)
    cover = setting.rhine.figures
    return Cells((min(question.cells, key=lambda c: (not cover[c].cover, pulls[c], c)),))


def _rout(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    """As far from where the loser wants to be as may be."""
    pulls = pulls_of(setting, state, ENEMY[question.who])
    return Cells((max(question.cells, key=lambda c: (pulls[c], c)),))


def _advance(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    """Americans go on, Germans hold cover."""
    piece = question.pieces[0]
    goals = [c for c, bad in legality.reach(setting, state, (piece,)).items() if not bad]
    if not goals or question.who == GERMAN:
        return Choose("done")
    pulls = pulls_of(setting, state, US)
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
    site = site_of(setting, state) if question.who == US else None
    return policy_guns.which_to_load(setting, state, question, site)


def _unload(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    return policy_guns.which_to_unload(setting, state, question)


def _unload_at(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    pulls = pulls_of(setting, state, question.who)
    return policy_guns.where_off(setting, state, question, pulls)


def _carrier(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    """The vehicle that goes farthest; boats for the river."""
    units = [state.pieces[p] for p in question.pieces]
    best = max(units, key=lambda u: (setting.row(u).swims, setting.row(u).movement, u.id))
    return Pieces((best.id,))


_PLAYERS: dict[str, Player] = {
    "set-up": _set_up,
    "arrive": _arrive,
    "move": policy_moves.move,
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
