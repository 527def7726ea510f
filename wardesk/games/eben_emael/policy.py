"""The scripted players: what a sensible German and a sensible Belgian would answer."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from wardesk.engine.types import (
    CHANCE,
    UMPIRE,
    Allocate,
    Answer,
    Cells,
    Choose,
    Decision,
    Outcome,
    Path,
    Pieces,
)
from wardesk.games.eben_emael.ch04_combat import (
    Assessment,
    against_group,
    assess,
    candidates,
    team,
)
from wardesk.games.eben_emael.expectation import worth
from wardesk.games.eben_emael.landing import open_sectors, smallest
from wardesk.games.eben_emael.legality import against, sample
from wardesk.games.eben_emael.policy_moves import (
    belgian_move,
    demolition_value,
    driven_out,
    german_move,
    german_values,
    last_turn,
    stake,
)
from wardesk.games.eben_emael.position import destroyed, divisor, manned, soldiers, soldiers_at
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import BELGIAN, ENEMY, GERMAN, Battle, FortCounter, State

Ask = Decision
CHARGE = 6
"""Men that a shaped charge counts for in the eyes of a Belgian gunner; on a work twice that."""
FAIR = 4
"""Column index of 2:1: attacks that nobody has to make are made at these odds or better."""


def choose(setting: Setting, state: State, rng: Random) -> Answer:
    """The answer of the side that is asked; anything unforeseen is answered at random."""
    ask = state.ask
    if ask is None:
        raise ValueError("nothing is asked")
    if ask.who == UMPIRE:
        return Outcome(ask.proposed)
    player = None if ask.who == CHANCE else _PLAYERS.get(ask.kind)
    answer = player(setting, state, ask) if player is not None else None
    if answer is None or against(setting, state, answer):
        return sample(setting, state, rng)
    return answer


# ---- Germans ------------------------------------------------------------------------------------


def _strike(setting: Setting, state: State, ask: Ask) -> Answer:
    """The works whose weapons hurt most; nobody is hit where the works stand empty."""
    best = max(ask.cells, key=lambda cell: (_arms(setting, state, cell), cell))
    return Cells((best,)) if _arms(setting, state, best) else Choose("decline")


def _arms(setting: Setting, state: State, cell: str) -> float:
    """What the manned weapons of *cell* do to Germans: guns every turn, the rest in their arcs."""
    if not manned(setting, state, cell):
        return 0.0
    guns = [c for c in state.pieces.values() if c.at == cell and c.equipment and c.strength]
    arcs = setting.tables.works[cell].arcs if cell in setting.tables.works else {}
    machine_guns = any(c.at == cell and c.kind == "machine_gun" for c in state.pieces.values())
    return 2.5 * sum(c.strength for c in guns) + (sum(arcs.values()) if machine_guns else 0)


def _land(setting: Setting, state: State, ask: Ask) -> Answer:
    """The best sector first, with the glider that carries the most charges."""
    least = smallest(state.pieces, ask.pieces)
    sectors = open_sectors(setting, state, least)
    values = german_values(setting, state, armed=True)
    best = max(sectors, key=lambda s: (values[s], s))
    wants = best in setting.fort.works

    def fitness(piece: str) -> tuple[int, int]:
        unit = state.pieces[piece]
        return (unit.charges if wants else -unit.charges, unit.men)

    return Path((max(ask.pieces, key=fitness),), (best,))


def _cards(setting: Setting, state: State, ask: Ask) -> Answer:
    """Play whatever helps; tunnels only with the best level in hand."""
    for choice in ask.choices:
        if choice.refused or choice.key == "none":
            continue
        if ask.who == BELGIAN or _worth_playing(setting, state, choice.key):
            return Choose(choice.key)
    return Choose("none")


def _worth_playing(setting: Setting, state: State, key: str) -> bool:
    if key == "tunnels":
        return state.tracks["victory_points"] >= setting.tables.level[0].least
    if setting.tables.counters[key].kind == "combat":
        return bool(soldiers(state.pieces, BELGIAN))
    if key == "canal":
        return not any(soldiers_at(state.pieces, GERMAN, w) for w in ("KN", "KS"))
    return True


def _equip(_: Setting, state: State, ask: Ask) -> Answer:
    """The squad with the fewest charges, the most men."""
    return Pieces((min(ask.pieces, key=lambda p: _wealth(state.pieces[p])),))


def _wealth(unit: FortCounter) -> tuple[int, int, str]:
    return unit.charges + unit.flamethrowers, -unit.men, unit.id


def _air(setting: Setting, _: State, ask: Ask) -> Answer:
    keys = [c.key for c in ask.choices if c.key != "none"]
    return Choose(max(keys, key=lambda k: setting.tables.counters[k].strength))


# ---- both ---------------------------------------------------------------------------------------


def _play_or_hold(setting: Setting, _: State, ask: Ask) -> Answer:
    """At once where a gun can fire this turn; else when the Germans can no longer answer."""
    key = ask.choices[0].key
    works = setting.tables.counters[key].works
    armed = any(setting.tables.works[work].guns for work in works)
    return Choose(key if armed else "none")


def _fire_target(setting: Setting, state: State, ask: Ask) -> Answer:
    """Most men behind the least cover, and who carries charges; aircraft also at weapons."""
    side = ENEMY[ask.who]

    def value(cell: str) -> tuple[float, int]:
        units = soldiers_at(state.pieces, side, cell)
        cover = divisor(setting, state.pieces, side, cell)
        if side == BELGIAN:
            threat = _arms(setting, state, cell) / 5
        else:
            on_work = cell in setting.fort.works and not destroyed(state.marks, cell)
            threat = CHARGE * sum(c.charges for c in units) * (2 if on_work else 1)
        men = min(sum(c.men for c in units), 12)
        return (men / cover + threat, setting.fort.points.get(cell, 0))

    return Cells((max(ask.cells, key=value),))


def _guns(_: Setting, __: State, ask: Ask) -> Answer:
    if ask.pieces:
        return Pieces(ask.pieces[:1])
    return Choose(ask.choices[0].key)


def _move(setting: Setting, state: State, ask: Ask) -> Answer:
    player = german_move if ask.who == GERMAN else belgian_move
    return player(setting, state, ask) or Choose("done")


def _man(setting: Setting, state: State, _: Ask) -> Answer:
    """Inside they are sheltered and serve the guns; on the last turn they must fight."""
    return Choose("outside" if last_turn(setting, state) else "man")


def _attack_target(setting: Setting, state: State, ask: Ask) -> Answer:
    """Charges first; then the best odds, if they are fair or there is no choice."""
    charges = [c.key for c in ask.choices if c.key.startswith("charge:")]
    if charges:
        return Choose(_best_charge(setting, state, charges))
    forced = any(c.key == "done" and c.refused for c in ask.choices)
    side, pieces = ask.who, state.pieces
    found = {
        cell: assess(setting, pieces, side, cell, _team(setting, state, side, cell))
        for cell in ask.cells
    }
    paying = [cell for cell in ask.cells if _pays(setting, state, side, found[cell])]
    worthy = paying or (ask.cells if forced else ())
    if len(worthy) < 2:
        return Cells(tuple(worthy)) if worthy else Choose("done")

    def prospect(cell: str) -> tuple[float, int, str]:
        return (*_prospect(setting, state, side, cell, found[cell]), cell)

    return Cells((max(worthy, key=prospect),))


def _pays(setting: Setting, state: State, side: str, found: Assessment) -> bool:
    """Germans want fair odds; Belgians more than staying brings, or that time has run out."""
    if side == GERMAN:
        return found.column >= FAIR
    return worth(setting, found) >= 0 or last_turn(setting, state)


def _best_charge(setting: Setting, state: State, keys: list[str]) -> str:
    """The work that is worth the most; never the last charge where a richer squad stands."""

    def value(key: str) -> tuple[float, int]:
        unit = state.pieces[key.partition(":")[2]]
        return demolition_value(setting, state, unit.at or ""), unit.charges

    return max(keys, key=value)


def _prospect(
    setting: Setting, state: State, side: str, cell: str, found: Assessment
) -> tuple[float, int]:
    points = setting.fort.points.get(cell, 0)
    if side == GERMAN:
        return min(found.column, 6), points
    return stake(setting, state, cell) * driven_out(setting, found), points


def _team(setting: Setting, state: State, side: str, cell: str) -> tuple[str, ...]:
    """Everybody who may join, within 80 points an edge; of Belgians one wave after the other."""
    if side == BELGIAN:
        return _wave(setting, state, cell, candidates(setting, state, side, cell))
    return team(setting, state.pieces, cell, candidates(setting, state, side, cell))


def _attackers(setting: Setting, state: State, ask: Ask) -> Answer:
    frame = state.stack[-1]
    target = frame.target if isinstance(frame, Battle) else ask.about[0]
    if ask.who == BELGIAN:
        return Pieces(_wave(setting, state, target, ask.pieces))
    return Pieces(_team(setting, state, ask.who, target))


def _wave(setting: Setting, state: State, target: str, able: tuple[str, ...]) -> tuple[str, ...]:
    """The group that takes the most for each unit in it: the others attack after it."""
    if len(able) == 1:
        return able
    ranked = sorted(able, key=lambda piece: (-state.pieces[piece].men, piece))

    def takes(count: int) -> float:
        units = tuple(ranked[:count])
        if against_group(setting, state.pieces, target, units):
            return 0.0
        return driven_out(setting, assess(setting, state.pieces, BELGIAN, target, units)) / count

    best = max(range(1, len(ranked) + 1), key=takes)
    return tuple(ranked[:best])


def _flamethrower(setting: Setting, state: State, _: Ask) -> Answer:
    """Worth it from even odds up, where high totals hurt the defender."""
    frame = state.stack[-1]
    if not isinstance(frame, Battle):
        return Choose("no")
    found = assess(setting, state.pieces, frame.side, frame.target, frame.units)
    return Choose("yes" if found.column >= 3 else "no")


def _machine_guns(_: Setting, __: State, ask: Ask) -> Answer:
    return Choose(ask.choices[0].key)


def _retreat(setting: Setting, _: State, ask: Ask) -> Answer:
    """Give up only ground that is worth nothing, to a place away from the enemy."""
    here = ask.about[0]
    if setting.fort.points.get(here, 0):
        return Choose("stand")
    points = setting.fort.points
    return Cells((max(ask.cells, key=lambda c: (points.get(c, 0), setting.fort.divisors[c])),))


def _advance(_: Setting, state: State, ask: Ask) -> Answer:
    """The largest unit goes in."""
    return Pieces((max(ask.pieces, key=lambda p: state.pieces[p].men),))


def _losses(_: Setting, state: State, ask: Ask) -> Answer:
    """Squads without charges suffer first, and none is wiped out while another can bleed."""
    left = ask.most
    amounts: dict[str, int] = {}
    order = sorted(ask.pieces, key=lambda p: (state.pieces[p].charges, -ask.limits[p]))
    for spare in (1, 0):
        for piece in order:
            free = ask.limits[piece] - amounts.get(piece, 0) - spare
            take = max(0, min(left, free))
            if take:
                amounts[piece] = amounts.get(piece, 0) + take
                left -= take
    return Allocate(amounts)


Player = Callable[["Setting", State, Decision], Answer]
_PLAYERS: dict[str, Player] = {
    "strike-target": _strike,
    "land": _land,
    "play-or-hold": _play_or_hold,
    "play-counter": _cards,
    "equip": _equip,
    "air": _air,
    "fire-target": _fire_target,
    "guns": _guns,
    "move": _move,
    "man": _man,
    "attack-target": _attack_target,
    "attackers": _attackers,
    "flamethrower": _flamethrower,
    "machine-guns": _machine_guns,
    "retreat": _retreat,
    "advance": _advance,
    "losses": _losses,
}
