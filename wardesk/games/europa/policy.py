"""The scripted player: holds places, concentrates, attacks where it pays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

from wardesk.engine.thinking import Thinking
from wardesk.engine.types import Answer, Cells, Choose, Decision, Path, Pieces, replace
from wardesk.games.europa import legality, policy_attacks, victory
from wardesk.games.europa.attack import Attack
from wardesk.games.europa.combat import able, around, planned
from wardesk.games.europa.movement import PHASES, goals_of
from wardesk.games.europa.policy_attacks import battle_of, plan
from wardesk.games.europa.position import Layout, attack_of, defence_of
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import AXIS, ENEMY, AnyFrame, Battle, State, Unit
from wardesk.games.europa.tables import TABLES
from wardesk.model.advice import Advice
from wardesk.words import say, say_count

Player = Callable[[Layout, State, Decision, Random], Answer | None]


def choose(setting: Setting, state: State, rng: Random) -> Answer:
    """The answer of the side that is asked; anything unforeseen is answered at random."""
    question = state.ask
    if question is None:
        raise ValueError("nothing is asked")
    player = PLAYERS.get(question.kind)
    answer = player(Layout(setting, state), state, question, rng) if player else None
    if answer is None or legality.against(setting, state, answer):
        return legality.sample(setting, state, rng)
    return answer


# ---- marches ------------------------------------------------------------------------------------


def _goals(setting: Setting, state: State, side: str) -> frozenset[str]:
    """Places that the side wants and does not hold, else those that it holds."""
    rows = setting.scenario.place
    wanted = [p.cell for p in rows if state.marks[f"{p.cell}/held"] != side]
    return frozenset(wanted or [p.cell for p in rows])


def _attacks(setting: Setting, side: str) -> bool:
    return side == setting.scenario.first


def _march(layout: Layout, state: State, question: Decision, rng: Random) -> Answer | None:
    """One unit after the other goes where it is worth most; who gains nothing stays."""
    setting = layout.setting
    side, phase = question.who, PHASES[question.kind]
    units = [state.pieces[p] for p in question.pieces if not state.pieces[p].spent]
    if not units:
        return Choose("done")
    value = _value_of(setting, state, layout, side)
    here = {unit.id: value(unit, unit.at or "") for unit in units}
    units.sort(key=lambda u: (here[u.id], u.id))
    rest = units[WORST:]
    for unit in (*units[:WORST], *rng.sample(rest, min(OTHERS, len(rest)))):
        if unit.building:
            continue
        goals = goals_of(setting, layout, [unit], phase)
        best = max(((value(unit, c), c) for c in goals), default=None)
        if best is not None and best[0] > here[unit.id] + GAIN:
            return Path((unit.id,), goals[best[1]])
    return Choose("done")


WORST = 4
"""Units that stand worst, which are asked first where they would rather be."""
OTHERS = 8
"""Units that are asked after them."""
GAIN = 0.05
"""Nobody marches for less."""
STRONG_ENOUGH = 3.5
"""Attackers to one defender in the open that an attack is gathered for."""
PER_DIE = 0.8
"""As many more for each point that is taken from the main die."""
GATHERING = 3.0
"""Worth of an attack that is wholly gathered."""


def _needed(setting: Setting, layout: Layout, side: str, target: str) -> float:
    """Strength that an attack of *side* on *target* should have."""
    enemy = ENEMY[side]
    defence = sum(defence_of(setting, u) for u in layout.defenders(enemy, target))
    work = layout.shelter(enemy, target)
    tables = setting.tables
    against = tables.grounds[setting.terrain(target)].die + tables.cities[setting.city(target)].die
    if work is not None:
        against += work.row.die - work.die
    needed = defence * (STRONG_ENOUGH - PER_DIE * against)
    return needed * (2 if work is not None and work.row.halving == "hex" else 1)


def _gathering(setting: Setting, layout: Layout, side: str) -> Callable[[Unit, str], float]:
    """How far a unit in a hex brings the best attack from there on; the last steps count most."""
    held = layout.held[ENEMY[side]]
    places = {p.cell: p.value for p in setting.scenario.place}
    needed = {cell: _needed(setting, layout, side, cell) for cell in held}
    there = {
        cell: sum(
            attack_of(setting, u)
            for other in setting.neighbours[cell]
            for u in layout.at(side, other)
        )
        for cell in held
    }

    def gathering(unit: Unit, cell: str) -> float:
        mine, best = attack_of(setting, unit), 0.0
        for target in setting.neighbours[cell]:
            if target not in held:
                continue
            others = there[target] - (mine if unit.at in setting.neighbours[target] else 0)
            need = needed[target]
            gain = min(1.0, (others + mine) / need) ** 2 - min(1.0, others / need) ** 2
            best = max(best, gain * (1.0 + 0.2 * places.get(target, 0)))
        return GATHERING * best

    return gathering


def _value_of(
    setting: Setting, state: State, layout: Layout, side: str
) -> Callable[[Unit, str], float]:
    """What it is worth to a unit of *side* to stand in a hex."""
    enemy = ENEMY[side]
    goals = _goals(setting, state, side)
    far = setting.spread(goals)
    held = layout.held[enemy]
    front = setting.spread(frozenset(held))
    places = {p.cell: p.value for p in setting.scenario.place}
    attacks = _attacks(setting, side)
    gathering = _gathering(setting, layout, side) if attacks else None

    def value(unit: Unit, cell: str) -> float:
        worth = -1.0 * far.get(cell, 40) - 0.15 * front.get(cell, 40)
        if cell in held:
            return worth + 6.0  # an overrun
        standing = sum(defence_of(setting, u) for u in layout.at(side, cell) if u.id != unit.id)
        own = state.marks.get(f"{cell}/held") == side
        if cell in places:
            threat = front.get(cell, 40) <= 4
            if not own:
                worth += 4.0 + places[cell]
            elif threat and standing < 10:
                worth += (3.0 if attacks else 8.0) + places[cell]
        if gathering is not None:
            return worth + gathering(unit, cell) - 0.02 * standing
        work = layout.shelter(side, cell)
        worth = 0.2 * worth - 0.4 * abs(front.get(cell, 40) - 1) + (2.0 if work else 0.0)
        if cell in places and own:
            worth += 6.0 if standing < 12 else 0.0
        return worth - 0.08 * standing

    return value


def _land(layout: Layout, state: State, question: Decision, _: Random) -> Answer:
    """On a free hex beside a place that is wanted, or on it."""
    setting = layout.setting
    unit = state.pieces[question.pieces[0]]
    goals = legality.reach_of(setting, state, (unit.id,))
    free = [c for c in goals if not layout.holds(ENEMY[unit.side], c)]
    wanted = [c for c in free if state.marks.get(f"{c}/held") == ENEMY[unit.side]]
    if wanted:
        cell = max(wanted)
        return Path((unit.id,), (cell,))
    return Choose("done")


def _replace(layout: Layout, state: State, question: Decision, _: Random) -> Answer:
    """Whatever has lost most; works where the enemy is near come first."""
    setting = layout.setting
    front = setting.spread(frozenset(layout.held[ENEMY[question.who]]))

    def urgent(piece: str) -> tuple[float, str]:
        unit = state.pieces[piece]
        near = 6.0 - front.get(unit.at or "", 40)
        return (near if unit.work else 2.0 * unit.lost), piece

    best = max(question.pieces, key=urgent)
    return Pieces((best,)) if urgent(best)[0] > 0 else Choose("done")


def _build(layout: Layout, state: State, question: Decision, _: Random) -> Answer:
    """Defenders entrench where the enemy is near, while supply is plenty."""
    setting = layout.setting
    side = question.who
    if _attacks(setting, side) or state.tracks[f"{side}_sp"] < 6:
        return Choose("done")
    front = setting.spread(frozenset(layout.held[ENEMY[side]]))
    near = [p for p in question.pieces if front.get(state.pieces[p].at or "", 40) <= 2]
    return Pieces((near[0],)) if near else Choose("done")


def _press_on(_: Layout, __: State, ___: Decision, ____: Random) -> Answer:
    return Choose("done")


def _retreat(layout: Layout, _: State, question: Decision, __: Random) -> Answer:
    """Away from the enemy."""
    setting = layout.setting
    front = setting.spread(frozenset(layout.held[ENEMY[question.who]]))
    return Cells((max(question.cells, key=lambda c: (front.get(c, 0), c)),))


PLAYERS: Mapping[str, Player] = {
    "attack": policy_attacks.choose_attack,
    "exploitation": policy_attacks.choose_attack,
    "attackers": policy_attacks.choose_attackers,
    "support": policy_attacks.choose_support,
    "pay": policy_attacks.choose_pay,
    "convert": policy_attacks.choose_convert,
    "stand": policy_attacks.choose_stand,
    "advance": policy_attacks.choose_advance,
    "move": _march,
    "react": _march,
    "exploit": _march,
    "land": _land,
    "replace": _replace,
    "build": _build,
    "press_on": _press_on,
    "retreat": _retreat,
}


# ---- what is weighed ----------------------------------------------------------------------------

MOST_ROWS = 24
"""Longer lists help nobody."""
EDGE = say("% that the defender leaves the hex, less % that the attacker suffers")


def advice(setting: Setting, state: State) -> tuple[Advice, ...]:
    """Ranked answers to a question about an attack, the best first; empty for any other."""
    question, frame = state.ask, battle_of(state)
    if question is None:
        return ()
    if question.kind in ("attack", "exploitation"):
        found = list(_targets(setting, state, question))
    elif frame is None or not frame.attackers:
        return ()
    elif question.kind in ("support", "pay"):
        found = [_prepared(setting, state, frame, one.key, one.label)
                 for one in question.choices if not one.refused]  # fmt: skip
    else:
        return ()
    return tuple(sorted(found, key=lambda one: -one.value)[:MOST_ROWS])


def _targets(setting: Setting, state: State, question: Decision) -> Iterator[Advice]:
    """Each hex that can be attacked, by all who can; and no attack at all, which costs nothing."""
    exploiting = question.kind == "exploitation"
    layout = Layout(setting, state)
    units = able(setting, layout, question.who, exploiting=exploiting)
    have = state.tracks[f"{question.who}_sp"]
    for cell in question.cells:
        near = around(setting, units, cell)
        if near:
            attack = plan(layout, state, question.who, cell, near)
            names = setting.name(cell)
            yield _weighed(attack, names, cell=cell, short=attack.supply_points > have)
    if any(choice.key == "done" for choice in question.choices):
        label = say("No attack")
        yield Advice(label=label, choice="done", value=0.0, figure="0", unit=EDGE, cite="EF N17")


def _prepared(setting: Setting, state: State, frame: Battle, key: str, label: str) -> Advice:
    """The attack with so much support, or paid for or not."""
    if key.isdecimal():
        frame = replace(frame, support=int(key))
    else:
        frame = replace(frame, supplied=key == "pay")
    return _weighed(planned(setting, state, frame), label, choice=key)


def _weighed(
    attack: Attack, label: str, *, cell: str = "", choice: str = "", short: bool = False
) -> Advice:
    """What an attack is worth by its exact chances, as the defender would answer them."""
    falls, harm = edges(attack)
    ways = 100 / 36
    main = TABLES.main
    text = say(
        "{odds!s}, two dice {shift!s}: {falls} % that the hex falls, {harm} % harm",
        odds=main.columns[attack.column],
        shift=f"{attack.shift:+d}".replace("-", "–") if attack.shift else "±0",
        falls=round(falls * ways),
        harm=round(harm * ways),
    )
    cost = say_count("{n} supply point", "{n} supply points", n=attack.supply_points)
    hint = say("{cost}: more than there are", cost=cost) if short else cost
    value = (falls - harm) * ways
    return Advice(
        label=label,
        cells=(cell,) if cell else (),
        choice=choice,
        value=value,
        figure=f"{round(value):+d}".replace("-", "–"),
        unit=EDGE,
        text=text,
        hint=hint,
        cite="EF N1",
    )


def edges(attack: Attack) -> tuple[int, int]:
    """Ways of 36 in which the defender leaves the hex, and in which the attacker suffers."""
    falls = sum(ways for one, ways in attack.chances.items() if one.falls)
    harm = sum(ways for one, ways in attack.chances.items() if one.result in HARM)
    return falls, harm


HARM = frozenset({"AE", "AR", "CA"})
"""Results that are bad for the attacker."""


class EuropaThinking(Thinking[Unit, AnyFrame]):
    """How programs play one scenario."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def policy(self, state: State, rng: Random) -> Answer:
        """The scripted player's answer to the pending question."""
        return choose(self.setting, state, rng)

    def advice(self, state: State) -> tuple[Advice, ...]:
        """Ranked answers to a question about an attack; empty for any other."""
        return advice(self.setting, state)

    def score(self, state: State, side: str) -> float:
        """How the game stands for *side*: points against what is needed."""
        if state.result is not None:
            return float(state.result.winner == side)
        needed = max(1, self.setting.scenario.victory.marginal)
        axis = min(1.0, 0.5 * victory.points(self.setting, state) / needed)
        return axis if side == AXIS else 1.0 - axis
