"""The scripted player: takes and holds places, keeps command, fires when it pays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random

from wardesk.engine.types import Answer, Cells, Choose, Decision, Path, Pieces, replace
from wardesk.games.blitzkrieg.ch06_actions import able_to_fire
from wardesk.games.blitzkrieg.ch07_movement import goals_of
from wardesk.games.blitzkrieg.ch08_fire import shot_of, targets_of
from wardesk.games.blitzkrieg.ch08_indirect import factor_on, victims
from wardesk.games.blitzkrieg.ch11_victory import holder
from wardesk.games.blitzkrieg.legality import against, sample
from wardesk.games.blitzkrieg.position import (
    enemy_cells,
    fighters_at,
    hq_of,
    kind_of,
    members,
    on_map,
    seen_enemies,
)
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import (
    ENEMY,
    Assault,
    Barrage,
    Fire,
    Hit,
    Operation,
    Retreat,
    State,
    Unit,
    Window,
)
from wardesk.games.blitzkrieg.tables import LEAST, MOST, Combat, column
from wardesk.games.shared.tables import rolls

HARM: Mapping[str, float] = {"2": 2.0, "1": 1.0, "N": 0.6, "r": 0.3, "-": 0.0}
"""What a result is worth in steps."""
PAYS = 0.12
"""Expected harm from which a shot is worth the risk of being fired back at."""
Player = Callable[[Setting, State, Decision], Answer | None]


def choose(setting: Setting, state: State, rng: Random) -> Answer:
    """An answer to the pending question."""
    ask = state.ask
    if ask is None:
        raise ValueError("nothing is asked")
    keys = [c.key for c in ask.choices if not c.refused]
    if "proposed" in keys:
        return Choose("proposed")
    player = PLAYERS.get(ask.kind)
    found = player(setting, state, ask) if player else None
    return found if found is not None else sample(setting, state, rng)


# ---- worth --------------------------------------------------------------------------------------


def harm(setting: Setting, factor: int) -> float:
    """Steps a shot costs on average, by its final factor."""
    if factor < LEAST:
        return 0.0
    return _harms(setting.tables.combat)[column(min(factor, MOST))]


@cache
def _harms(table: Combat) -> tuple[float, ...]:
    totals = rolls(table.dice)
    columns = range(len(table.columns))
    return tuple(
        sum(HARM[str(table.cell(total, c))] for total in totals) / len(totals) for c in columns
    )


def shot_worth(setting: Setting, state: State, shooter: str, target: str, *, moved: bool) -> float:
    """What a shot is worth: harm, more for units in places that count."""
    frame = Fire(step="aim", shooter=shooter, target=target, moved=moved)
    found = harm(setting, shot_of(setting, state, frame).final)
    there = state.pieces[target]
    if there.at in setting.place_of:
        found *= 1.3
    return found * (1.4 if there.steps == 1 else 1.0)


def wanted(setting: Setting, state: State, side: str) -> dict[str, float]:
    """Hexes a side wants to stand in: those it must take, and those it may lose."""
    foes = enemy_cells(setting, state, side)
    found: dict[str, float] = {}
    for place in setting.scenario.place:
        for cell in place.cells:
            mine = holder(state, place, cell) == side
            near = min((setting.distance(cell, foe) for foe in foes), default=20)
            if not mine:
                found[cell] = 2.0 + place.value
            elif near <= 5:
                found[cell] = 1.0 + place.value / 2
    return found or dict.fromkeys(foes, 1.0)


def ground_worth(setting: Setting, state: State, unit: Unit, cell: str) -> float:
    """How good it is for a unit to stand in a hex."""
    goals = wanted(setting, state, unit.side)
    pull = max((v / (1.0 + setting.distance(cell, goal)) for goal, v in goals.items()), default=0.0)
    found = 3.0 * pull
    kind = kind_of(setting, unit)
    if kind is not None and kind.sight == "foot" and cell in setting.close:
        found += 0.6
    if kind is not None and kind.armoured and cell in setting.close and cell not in goals:
        found -= 0.4
    hq = hq_of(state, unit.formation)
    if hq is not None and on_map(setting, hq) and not setting.home(unit.id).independent:
        reach = setting.tables.figures.radius[unit.side]
        found -= 1.0 * max(0, setting.distance(cell, hq.at or "") - reach)
    foes = [u for u in seen_enemies(setting, state, unit.side) if u.at]
    threat = sum(setting.distance(cell, u.at or "") <= setting.reach_of(u.id) for u in foes)
    return found - 0.15 * threat - (2.0 * threat if kind is None else 0.0)


# ---- chits --------------------------------------------------------------------------------------


def _activate(_: Setting, __: State, ask: Decision) -> Answer | None:
    keys = [c.key for c in ask.choices]
    for key in ("both", "replay", "general-replay", "activate", "rest", "pass"):
        if key in keys and not (key == "general-replay" and "replay" in keys):
            return Choose(key)
    return None


def _first(_: Setting, __: State, ask: Decision) -> Answer | None:
    return Choose(ask.choices[0].key)


def _most_useful(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """The formation with the strongest units nearest to the enemy."""
    foes = enemy_cells(setting, state, ask.who)

    def worth(key: str) -> float:
        name = key.rpartition("/")[2]
        units = [u for u in members(state, (name,)) if on_map(setting, u) and not u.hq]
        if not units or not foes:
            return -1.0
        near = min(setting.distance(u.at or "", foe) for u in units for foe in foes)
        return sum(u.steps for u in units) - near

    names = [c.key for c in ask.choices if c.key.rpartition("/")[2] in setting.formations]
    return Choose(max(names, key=worth)) if names else None


def _cancel(_: Setting, __: State, ask: Decision) -> Answer | None:
    """Stukas and guns are worth a try; the rest is let be."""
    strong = any(word in ask.context for word in ("Stukas", "artillery"))
    return Choose("cancel" if strong else "let")


# ---- acting -------------------------------------------------------------------------------------


def _act(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """The best of all shots, marches and fights that are open; HQs follow last."""
    frame = state.stack[-1]
    if not isinstance(frame, Operation):
        return None
    units = [u for u in members(state, frame.formations) if not u.acted and not u.aboard]
    if any(c.key == "rally" for c in ask.choices):
        return Choose("rally")
    if _best_shot(setting, state, frame, units)[0] >= PAYS:
        return Choose("fire")
    march = _best_march(setting, state, ask)
    return march if march is not None else Choose("end")


def _best_shot(
    setting: Setting, state: State, frame: Operation, units: list[Unit]
) -> tuple[float, str, str]:
    best = (0.0, "", "")
    for name in able_to_fire(setting, state, units):
        unit = state.pieces[name]
        moved = unit.spent > 0 or frame.first
        for target in targets_of(setting, state, unit, moved=moved):
            found = (shot_worth(setting, state, name, target, moved=moved), name, target)
            best = max(best, found)
    return best


def _best_march(setting: Setting, state: State, ask: Decision) -> Answer | None:
    best: tuple[float, Path] | None = None
    for piece in sorted(ask.pieces, key=lambda p: state.pieces[p].hq):
        unit = state.pieces[piece]
        if unit.spent or (best is not None and unit.hq):
            continue
        here = ground_worth(setting, state, unit, unit.at or "") if on_map(setting, unit) else -9.0
        foes = enemy_cells(setting, state, unit.side)
        for goal, way in goals_of(setting, state, unit, road=True).items():
            value = ground_worth(setting, state, unit, goal) - here - 0.05
            if goal in foes:
                value = _assault_worth(setting, state, unit, goal)
            if value > 0.1 and (best is None or value > best[0]):
                best = (value, Path((piece,), way))
    if best is None or against(setting, state, best[1]):
        return None
    return best[1]


def _assault_worth(setting: Setting, state: State, unit: Unit, cell: str) -> float:
    """Harm given less harm taken, and what the hex is worth."""
    there = fighters_at(state, cell, ENEMY[unit.side])
    table = _beside(state, unit, cell)
    give = max(harm(setting, _fight(setting, table, unit.id, u.id)) for u in there)
    take = sum(harm(setting, _fight(setting, table, u.id, unit.id)) for u in there)
    goal = 0.8 if cell in wanted(setting, state, unit.side) else 0.0
    return give - 1.3 * take + goal - 0.2


def _beside(state: State, unit: Unit, cell: str) -> State:
    moved = replace(unit, at=cell, column=False)
    return replace(state, pieces={**state.pieces, unit.id: moved})


def _fight(setting: Setting, state: State, shooter: str, target: str) -> int:
    frame = Fire(step="aim", shooter=shooter, target=target, mode="assault", first_round=True)
    return shot_of(setting, state, frame).final


def _firer(setting: Setting, state: State, ask: Decision) -> Answer | None:
    frame = state.stack[-1]
    if not isinstance(frame, Operation):
        return None
    units = [state.pieces[p] for p in ask.pieces]
    _, unit, _ = _best_shot(setting, state, frame, units)
    return Pieces((unit,)) if unit else Choose("back")


def _target(setting: Setting, state: State, ask: Decision) -> Answer | None:
    frame = state.stack[-1]
    if not isinstance(frame, Operation):
        return None
    moved = state.pieces[frame.firer].spent > 0 or frame.first
    worth = {t: shot_worth(setting, state, frame.firer, t, moved=moved) for t in ask.pieces}
    return Pieces((max(ask.pieces, key=worth.__getitem__),))


def _rally(_: Setting, __: State, ask: Decision) -> Answer | None:
    return Pieces((ask.pieces[0],))


# ---- reacting -----------------------------------------------------------------------------------


def _react(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """Fire where it pays; the weak fall back from what they cannot hurt."""
    frame = state.stack[-1]
    if not isinstance(frame, Window):
        return None
    best = (PAYS, "")
    for piece in ask.pieces:
        for cause in frame.units:
            if cause in targets_of(setting, state, state.pieces[piece]):
                if state.pieces[piece].opp:
                    continue
                found = shot_worth(setting, state, piece, cause, moved=False)
                best = max(best, (found, piece))
    return Pieces((best[1],)) if best[1] else Choose("pass")


def _reaction(setting: Setting, state: State, ask: Decision) -> Answer | None:
    shots = [c.key for c in ask.choices if c.key.startswith("fire:")]
    frame = state.stack[-1]
    if not shots or not isinstance(frame, Window):
        return Choose("back")
    return Choose(
        max(
            shots,
            key=lambda k: shot_worth(setting, state, frame.unit, k.partition(":")[2], moved=False),
        )
    )


def _n_or_step(setting: Setting, state: State, _: Decision) -> Answer | None:
    """Full units that hold a place or fight for one pay; others keep their heads down."""
    frame = state.stack[-1]
    if not isinstance(frame, Hit):
        return None
    unit = state.pieces[frame.unit]
    fights = any(isinstance(f, Assault) for f in state.stack)
    pays = unit.steps == 2 and fights and unit.at in setting.place_of
    return Choose("step" if pays else "N")


def _retreat(setting: Setting, state: State, ask: Decision) -> Answer | None:
    frame = state.stack[-1]
    if not isinstance(frame, Retreat):
        return None
    unit = state.pieces[frame.unit]
    edge = setting.to_edge.get(unit.side, {})

    def worth(cell: str) -> float:
        near = any(c in setting.neighbours[cell] for c in enemy_cells(setting, state, unit.side))
        return -edge.get(cell, 0) - 3 * near + (cell in setting.close)

    return Cells((max(ask.cells, key=worth),))


# ---- guns ---------------------------------------------------------------------------------------


def _barrage(setting: Setting, state: State, ask: Decision) -> Answer | None:
    """Where the salvoes do most harm, our own men counted against it."""
    frame = state.stack[-1]
    if not isinstance(frame, Barrage):
        return None
    shell = next(s for s, n in frame.left.items() if n)

    def worth(cell: str) -> float:
        found = 0.0
        for unit in victims(state, cell):
            value = harm(setting, factor_on(setting, state, shell, unit))
            found += value if unit.side != ask.who else -1.5 * value
        return found * (1.3 if cell in setting.place_of else 1.0)

    return Cells((max(ask.cells, key=worth),))


def _salvoes(_: Setting, __: State, ask: Decision) -> Answer | None:
    return Choose(ask.choices[-1].key)


def _stand(_: Setting, __: State, ___: Decision) -> Answer | None:
    return Choose("stand")


def _break_off(_: Setting, state: State, __: Decision) -> Answer | None:
    fight = state.stack[-1]
    if not isinstance(fight, Assault):
        return None
    mine = [state.pieces[u] for u in fight.attackers if state.pieces[u].at == fight.cell]
    return Choose("on" if sum(u.steps for u in mine) > 1 or fight.round < 3 else "back")


PLAYERS: Mapping[str, Player] = {
    "activate": _activate,
    "guns": lambda *_: Choose("both"),
    "independent": _first,
    "attach": _first,
    "opening": _most_useful,
    "replay": _most_useful,
    "general": _first,
    "cancel": _cancel,
    "act": _act,
    "firer": _firer,
    "target": _target,
    "rally": _rally,
    "react": _react,
    "reaction": _reaction,
    "return": _first,
    "neutralised": _n_or_step,
    "retreat": _retreat,
    "barrage": _barrage,
    "salvoes": _salvoes,
    "give-way": _stand,
    "break-off": _break_off,
}
"""Who answers which kind of question; the rest is answered at random."""
