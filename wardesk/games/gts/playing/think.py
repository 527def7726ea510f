"""What a program needs to play: the script, its advice, and how the game stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from wardesk.engine.thinking import Thinking
from wardesk.engine.types import Answer, Cells, Choose, Decision, Path, Pieces
from wardesk.games.gts.ch05_fire import best_shot, factors_of, hard, harm, printed
from wardesk.games.gts.ch07_assault import assault_hexes
from wardesk.games.gts.ch09_zones import zone_hexes
from wardesk.games.gts.ch14_victory import aims, home_of, nearest, quarry, wanted
from wardesk.games.gts.legality import options, reach_of
from wardesk.games.gts.playing.prospects import prospects
from wardesk.games.gts.position import (
    counter,
    enemy_hexes,
    in_hex,
    unit_name,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ALLIED,
    ENEMY,
    MUG,
    Activation,
    AnyFrame,
    Assault,
    Astray,
    Fire,
    Happening,
    State,
    Unit,
    UnitAction,
    Window,
    steps,
)
from wardesk.games.gts.tables import MISS, clamped
from wardesk.games.shared.printed import OfSetting
from wardesk.model.advice import Advice
from wardesk.words import say

PAYS = 0.15
MOST_ROWS = 12
"""So many shots are told at most."""
FIRST = ("gather", "job/repair", "job/mines", "job/unblock", "park", "ferry")
"""What a unit does before anything else, where it can."""
Player = Callable[[Setting, State, Decision], Answer | None]


def _unit(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """A bridge is mended first; then whoever can fire best goes, leaders last."""
    placing = _placing(setting, state, ask)
    if placing is not None:
        return placing

    def worth(name: str) -> tuple[float, str]:
        unit = state.pieces[name]
        if counter(setting, unit).leads:
            return (-1.0, name)
        return (best_shot(setting, state, unit)[0], name)

    return Pieces((max(ask.pieces, key=worth),))


def _action(setting: Setting, state: State, ask: Decision) -> Answer | None:
    frame = state.stack[-1]
    assert isinstance(frame, UnitAction)
    unit = state.pieces[frame.unit]
    keys = {choice.key for choice in ask.choices if not choice.refused}
    for key in FIRST:
        if key in keys:
            return Choose(key)
    if "rally" in keys and (unit.suppressed or unit.cohesion == 2):
        return Choose("rally")
    if "assault" in keys and _weak(setting, state, unit):
        return Choose("assault")
    if "engineer" in keys:
        return Choose("engineer")
    if "fire" in keys and best_shot(setting, state, unit)[0] >= PAYS:
        return Choose("fire")
    if "shell" in keys and not state.marks.get("turn/attacked"):
        return Choose("shell")
    return _transport(setting, state, unit, keys) or _march(setting, state, ask)


def _transport(setting: Setting, state: State, unit: Unit, keys: set[str]) -> Answer | None:
    """Vehicles for a long way far from the enemy, off them before he is near."""
    here = unit.at or ""
    if here not in setting.beside:
        return None  # guns in a park
    foes = enemy_hexes(setting, state, unit.side)
    near = min((setting.distance(here, foe) for foe in foes), default=99)
    for key in ("dismount", "unload"):
        if key in keys and near <= 4:
            return Choose(key)
    goals = home_of(setting, state, unit) or aims(setting)
    far = min((setting.distance(here, goal) for goal in goals), default=0)
    if near > 8 and far > 12:
        return next((Choose(key) for key in ("mount", "truck", "jeep") if key in keys), None)
    return None


def _weak(setting: Setting, state: State, unit: Unit) -> bool:
    """Whether there is a hex beside that an assault should take: everybody down, or few."""
    mine = in_hex(setting, state, unit.at or "", unit.side)
    for cell in assault_hexes(setting, state, unit):
        there = in_hex(setting, state, cell, ENEMY[unit.side])
        down = all(other.suppressed for other in there)
        if down or sum(u.steps for u in mine) >= 2 * sum(u.steps for u in there):
            return True
    return False


def _march(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """Nearer to what has to be taken or held, out of fire where that costs nothing."""
    frame = state.stack[-1]
    assert isinstance(frame, UnitAction)
    unit = state.pieces[frame.unit]
    keys = {choice.key for choice in ask.choices if not choice.refused}
    off = _transport(setting, state, unit, keys & {"dismount", "unload"})
    if off is not None:
        return off
    hunted = tuple(state.pieces[u].at or "" for u in quarry(setting, state, unit.side))
    goals = home_of(setting, state, unit) or hunted or wanted(setting, state, unit)
    here = unit.at or ""
    foes = enemy_hexes(setting, state, unit.side)
    marks = goals or tuple(foes)
    if ask.shape != "path" or not marks:
        return Choose("done")

    zone, near_to = zone_hexes(setting, state, ENEMY[unit.side]), setting.nearest(marks)

    def worth(cell: str) -> float:
        far = near_to(cell)
        risk = 0.6 if cell in zone else 0.0
        cover = setting.fire_value.get(cell, 0) * 0.25
        return -far - risk - cover

    reach = reach_of(setting, state, unit.id)
    best = max(reach, key=lambda cell: (worth(cell), cell), default="")
    if not best or worth(best) <= worth(here):
        near = any(setting.distance(here, foe) <= 3 for foe in foes)
        if "spread" in keys and near:
            return Choose("spread")
        if "dig" in keys and near and not unit.dug:
            return Choose("dig")
        return Choose("done")
    return Path((unit.id,), reach[best])


def _target(setting: Setting, state: State, ask: Decision) -> Answer | None:
    frame = state.stack[-1]
    assert isinstance(frame, UnitAction)
    unit = state.pieces[frame.unit]
    _, target = best_shot(setting, state, unit)
    return Pieces((target,)) if target in ask.pieces else None


def _opportunity(setting: Setting, state: State, ask: Decision) -> Answer | None:
    frame = state.stack[-1]
    assert isinstance(frame, Window)

    def shot(name: str) -> float:
        fire = Fire(step="roll", firer=name, target=frame.unit, kind="opportunity", goal=frame.goal)
        return harm(setting, state, fire)

    return Pieces((max(ask.pieces, key=shot),))


def _assault_hex(setting: Setting, state: State, ask: Decision) -> Answer | None:
    frame = state.stack[-1]
    assert isinstance(frame, UnitAction)
    side = ENEMY[state.pieces[frame.unit].side]

    def strength(cell: str) -> int:
        return sum(u.steps * (1 + (not u.suppressed)) for u in in_hex(setting, state, cell, side))

    return Cells((min(ask.cells, key=strength),))


def _join(_: Setting, __: State, ask: Decision) -> Answer | None:
    return Pieces(ask.pieces[: ask.most])


def _way(setting: Setting, state: State, ask: Decision) -> Answer | None:
    frame = state.stack[-1]
    assert isinstance(frame, Assault)
    there = in_hex(setting, state, frame.cell, ENEMY[frame.side])
    keys = {choice.key for choice in ask.choices if not choice.refused}
    if "charge" in keys and all(unit.suppressed for unit in there):
        return Choose("charge")
    return Choose("fire")


def _fall_back(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """Hold what counts; elsewhere leave when few are left to hold."""
    frame = next(f for f in reversed(state.stack) if isinstance(f, Assault))
    if frame.cell in aims(setting):
        return Choose("hold")
    there = in_hex(setting, state, frame.cell, ENEMY[frame.side])
    coming = sum(state.pieces[u].steps for u in frame.attackers)
    weak = 2 * sum(unit.steps for unit in there) < coming
    return Pieces(ask.pieces[:1]) if weak else Choose("hold")


def _second(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """A point is paid for who has to come home."""
    frame = next(f for f in reversed(state.stack) if isinstance(f, Activation))
    unit = state.pieces[frame.unit]
    must = any(r.unit == unit.id for a in setting.scenario.victory for r in a.stand)
    home = home_of(setting, state, unit)
    keys = {choice.key for choice in ask.choices if not choice.refused}
    return Choose("again" if must and unit.at not in home and "again" in keys else "no")


# ---- before the first chit, and what nobody had planned -----------------------------------------


def _placing(_: Setting, __: State, ask: Decision) -> Answer | None:
    """Bridging units and bulldozers go where they are wanted."""
    wanted = (c.key for c in ask.choices if c.key.startswith(("bailey/", "dozer/")))
    return next((Choose(key) for key in wanted), None)


def _drop_hex(setting: Setting, state: State, ask: Decision) -> Answer | None:
    return Cells((nearest(setting, state, ask.cells, ask.who),))


def _park(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """As far behind as a leader allows."""
    foes = tuple(enemy_hexes(setting, state, ask.who))
    behind = max(
        ask.cells,
        key=lambda cell: (min((setting.distance(cell, f) for f in foes), default=0), cell),
    )
    return Cells((behind,))


def _buy(_: Setting, __: State, ask: Decision) -> Answer | None:
    """Whatever there is a point for."""
    return Choose(ask.choices[min(1, len(ask.choices) - 1)].key)


def _event_unit(_: Setting, state: State, ask: Decision) -> Answer | None:
    """The strongest one."""
    return Pieces((max(ask.pieces, key=lambda name: (state.pieces[name].steps, name)),))


def _event_hex(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """Aircraft at the fullest hex, anything else in the enemy's way."""
    side = ENEMY[ask.who]
    fullest = max(ask.cells, key=lambda cell: (len(in_hex(setting, state, cell, side)), cell))
    if in_hex(setting, state, fullest, side):
        return Cells((fullest,))
    return Cells((nearest(setting, state, ask.cells, ask.who),))


def _event_formation(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """A rout for the enemy, help for oneself: the first of the right side."""
    frame = state.stack[-1]
    rout = isinstance(frame, Happening) and frame.event == "rout"
    wanted = ENEMY[ask.who] if rout else ask.who

    def side(name: str) -> str:
        return setting.divisions[setting.formations[name].division].side

    keys = [choice.key for choice in ask.choices]
    return Choose(next((key for key in keys if side(key) == wanted), keys[0]))


def _astray(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """As far from what the unit wants as it goes."""
    frame = state.stack[-1]
    assert isinstance(frame, Astray)
    goals = aims(setting) or tuple(enemy_hexes(setting, state, state.pieces[frame.unit].side))
    if ask.shape != "path" or not goals:
        return Choose("stop")

    def far(cell: str) -> tuple[int, str]:
        return min(setting.distance(cell, goal) for goal in goals), cell

    reach = reach_of(setting, state, ask.pieces[0])
    away = max(reach, key=far, default="")
    here = state.pieces[ask.pieces[0]].at or ""
    return Path(ask.pieces, reach[away]) if away and far(away) > far(here) else Choose("stop")


def _last(_: Setting, __: State, ask: Decision) -> Answer | None:
    """The last of the buttons, which does something."""
    return Choose(ask.choices[-1].key)


def _first(_: Setting, __: State, ask: Decision) -> Answer | None:
    """The first of the buttons."""
    return Choose(ask.choices[0].key)


PLAYERS: Mapping[str, Player] = {
    "unit": _unit,
    "action": _action,
    "march": _march,
    "target": _target,
    "opportunity": _opportunity,
    "assault-hex": _assault_hex,
    "join": _join,
    "assault-way": _way,
    "fall-back": _fall_back,
    "demolish": lambda _, __, ___: Choose("blow"),
    "second-action": _second,
    "marker": lambda _, __, asked: Cells((asked.cells[-1],)),
    "place": _placing,
    "drop-when": _first,
    "drop-zone": _first,
    "drop-hex": _drop_hex,
    "replan": _first,
    "supply": _first,
    "supply-zone": _first,
    "either": _first,
    "park": _park,
    "buy": _buy,
    "quell": _last,
    "status": _last,
    "event-unit": _event_unit,
    "event-hex": _event_hex,
    "event-formation": _event_formation,
    "event-division": _first,
    "lost-stack": _last,
    "astray": _astray,
}


# ---- advice -------------------------------------------------------------------------------------


def advice(setting: Setting, state: State) -> tuple[Advice, ...]:
    """Every shot that the pending question offers, by the steps that it costs on average."""
    asked, frame = state.ask, state.stack[-1] if state.stack else None
    if asked is None or asked.kind not in ("target", "opportunity"):
        return ()
    if isinstance(frame, UnitAction):
        plans = [Fire(step="roll", firer=frame.unit, target=name) for name in asked.pieces]
    elif isinstance(frame, Window):
        plans = [
            Fire(step="roll", firer=name, target=frame.unit, kind="opportunity", goal=frame.goal)
            for name in asked.pieces
        ]
    else:
        return ()
    found = [
        _weighed(setting, state, plan, name) for plan, name in zip(plans, asked.pieces, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: -one.value)[:MOST_ROWS])


def _weighed(setting: Setting, state: State, plan: Fire, name: str) -> Advice:
    firer, target = state.pieces[plan.firer], state.pieces[plan.target]
    rating, weapon = printed(setting, state, plan)
    value = clamped(rating + sum(factor.value for factor in factors_of(setting, state, plan)))
    armoured = hard(setting, state, target)
    results = [setting.tables.fire.result(weapon, n, value, armoured=armoured) for n in range(10)]
    worth = harm(setting, state, plan)
    return Advice(
        label=say("{a} at {b}", a=unit_name(setting, firer), b=unit_name(setting, target)),
        cells=(target.at or "",),
        pieces=(name,),
        value=worth,
        figure=f"{worth:.1f}",
        unit=say("steps and what is worth them, on average"),
        text=say(
            "{hit} % for any result, {loss} % for a step or more",
            hit=10 * sum(result != MISS for result in results),
            loss=10 * sum(result in ("1", "E") for result in results),
        ),
        hint=say("{value} or less hits", value=min(value, 8)),
        cite="WED SR5.2",
    )


CHITS = 1000
"""More than a mug ever holds."""
STEPS = 0.2
"""What steps count in the score; the chance to win is the rest."""


class GtsThinking(OfSetting[Setting], Thinking[Unit, AnyFrame]):
    """What a program that plays asks."""

    steps = steps.table

    measured: Mapping[str, str] = {
        "captain": say(
            "Measured against the scripted bot: from {low} to {high} of 100 points more, by "
            "scenario and side (8 pairs of games and more).",
            low=0,
            high=24,
        )
    }

    def policy(self, state: State, rng: Random) -> Answer:
        """The scripted player's answer to the pending question."""
        ask = state.ask
        if ask is None:
            raise ValueError("nothing is asked")
        if (question := self.question(state)) is not None:
            return question.play(rng)
        player = PLAYERS.get(ask.kind)
        found = player(self.setting, state, ask) if player else None
        return found or rng.choice(options(self.setting, state, 12, rng))

    def advice(self, state: State) -> tuple[Advice, ...]:
        """Ranked shots, for a question of fire; empty for any other."""
        return super().advice(state) or advice(self.setting, state)

    def clock(self, state: State) -> int:
        """Chits: a turn has hundreds of questions, an activation a few dozen."""
        return CHITS * state.tracks["turn"] - len(state.cups.get(MUG, ()))

    def score(self, state: State, side: str) -> float:
        """0 lost, 1 won: the result, else what the scenario's victories promise, and steps left.

        Where a game is all but decided, the first hardly moves; steps still tell better from worse.
        """
        if state.result is not None:
            return {side: 1.0, "": 0.5}.get(state.result.winner, 0.0)
        won = prospects(self.setting, state)
        steps = dict.fromkeys(ENEMY, 1.0)
        for unit in state.pieces.values():
            steps[unit.side] += unit.steps
        share = steps[side] / sum(steps.values())
        return (1.0 - STEPS) * (won if side == ALLIED else 1.0 - won) + STEPS * share
