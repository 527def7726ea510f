"""Legal answers for players that are programs: all of them, or quickly one at random."""

from __future__ import annotations

from random import Random

from wardesk.engine.rules import listed
from wardesk.engine.types import Answer, Choose, Decision, Path, Pieces
from wardesk.games.eben_emael.landing import open_sectors
from wardesk.games.eben_emael.legality import against, reach
from wardesk.games.eben_emael.position import way, ways
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import State


def options(setting: Setting, state: State, n: int, rng: Random) -> list[Answer]:
    """All legal answers up to *n*, else *n* at random."""
    ask = state.ask
    if ask is None:
        return []
    found: list[Answer] = (
        [Choose(c.key) for c in ask.choices if not c.refused] + _paths(setting, state, ask)
        if ask.shape == "path"
        else listed(ask, n, rng)
    )
    legal = [a for a in found if not against(setting, state, a)]
    return legal if len(legal) <= n else rng.sample(legal, n)


def _paths(setting: Setting, state: State, ask: Decision) -> list[Answer]:
    if ask.kind == "land":
        return [
            Path((glider,), (sector,))
            for glider in ask.pieces
            for sector in open_sectors(setting, state, state.pieces[glider])
        ]
    groups: dict[str, list[str]] = {}
    for piece in ask.pieces:
        groups.setdefault(state.pieces[piece].at or "", []).append(piece)
    found: list[Answer] = []
    for origin, units in groups.items():
        teams = [(u,) for u in units] + ([tuple(units)] if len(units) > 1 else [])
        for team in teams:
            goals = reach(setting, state, team)
            before = ways(setting, state, state.pieces[team[0]])
            found += [Path(team, way(before, origin, g)) for g, bad in goals.items() if not bad]
    return found


def sample(setting: Setting, state: State, rng: Random) -> Answer:
    """One legal answer at random, without listing them all. ValueError when nothing is asked."""
    ask = state.ask
    if ask is None:
        raise ValueError("nothing is asked")
    quick = _quick(setting, state, ask, rng)
    if quick is not None and not against(setting, state, quick):
        return quick
    return rng.choice(options(setting, state, 24, rng))


def _quick(setting: Setting, state: State, ask: Decision, rng: Random) -> Answer | None:
    keys = [c.key for c in ask.choices if not c.refused]
    if ask.shape == "path":
        if keys and rng.random() < 0.25:
            return Choose(rng.choice(keys))
        return _quick_path(setting, state, ask, rng)
    count = len(keys) + len(ask.pieces) + len(ask.cells)
    if keys and (ask.shape == "choose" or rng.random() * count < len(keys)):
        return Choose(rng.choice(keys))
    if ask.shape == "pieces":
        size = rng.randint(ask.least, min(ask.most, len(ask.pieces)))
        return Pieces(tuple(rng.sample(ask.pieces, size)))
    return rng.choice(listed(ask, 1, rng)) if ask.shape != "choose" else None


def _quick_path(setting: Setting, state: State, ask: Decision, rng: Random) -> Answer | None:
    piece = rng.choice(ask.pieces)
    if ask.kind == "land":
        return Path((piece,), (rng.choice(setting.fort.landing),))
    unit = state.pieces[piece]
    before = ways(setting, state, unit)
    if not before:
        return None
    goal = rng.choice(tuple(before))
    return Path((piece,), way(before, unit.at or "", goal))
