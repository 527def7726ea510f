"""The scripted player: holds places, concentrates, attacks where it pays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

from wardesk.engine.thinking import Thinking
from wardesk.engine.types import Answer, Cells, Choose, Decision, Path, Pieces, replace
from wardesk.games.europa import legality, victory
from wardesk.games.europa.attack import Attack
from wardesk.games.europa.combat import able, around, planned
from wardesk.games.europa.movement import PHASES, goals_of
from wardesk.games.europa.position import PositionLayout, defence_of, layout_of
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import AXIS, ENEMY, AnyFrame, Battle, State, Unit
from wardesk.games.europa.tables import TABLES
from wardesk.games.shared.printed import OfSetting
from wardesk.model.advice import Advice
from wardesk.words import say, say_count

Player = Callable[[Setting, State, Decision, Random], Answer | None]

WORTH: Mapping[str, float] = {
    "AE": -6.0, "AR": -2.0, "CA": -0.6, "ME": -0.1, "DL": 0.5, "DR": 2.0, "DLX": 3.0,
    "DE": 4.0, "OR1": 4.5, "OR2": 5.0, "OR3": 5.0,
}  # fmt: skip
"""What a result is worth to the attacker."""
PAYS = 0.35
"""Expected worth from which an attack is made."""
A_POINT = 0.08
"""Worth that a supply point must add to the attack that it is spent on."""


def choose(setting: Setting, state: State, rng: Random) -> Answer:
    """The answer of the side that is asked; anything unforeseen is answered at random."""
    question = state.ask
    if question is None:
        raise ValueError("nothing is asked")
    player = PLAYERS.get(question.kind)
    answer = player(setting, state, question, rng) if player else None
    if answer is None or legality.against(setting, state, answer):
        return legality.sample(setting, state, rng)
    return answer


# ---- attacks ------------------------------------------------------------------------------------


def worth(attack: Attack) -> float:
    """What an attack is worth on average, as the defender would answer it."""
    return (
        sum(
            ways * (WORTH[one.result] if not one.stands else 0.3)
            for one, ways in attack.chances.items()
        )
        / 36
    )


def _frame(state: State) -> Battle | None:
    frame = state.stack[-1] if state.stack else None
    return frame if isinstance(frame, Battle) else None


def _plan(
    layout: PositionLayout, state: State, side: str, target: str, units: list[Unit]
) -> Attack:
    frame = Battle(step="roll", side=side, target=target, phase="combat",
                   attackers=tuple(u.id for u in units))  # fmt: skip
    return planned(layout.setting, state, frame, layout=layout)


def _attack(setting: Setting, state: State, question: Decision, _: Random) -> Answer | None:
    """The hex where an attack is worth most; none when none pays or can be paid."""
    side = question.who
    exploiting = question.kind == "exploitation"
    layout = layout_of(setting, state)
    units = able(setting, layout, side, exploiting=exploiting)
    have = state.tracks[f"{side}_sp"]
    values = {p.cell: p.value for p in setting.scenario.place}
    best: tuple[float, str] | None = None
    for cell in question.cells:
        near = around(setting, units, cell)
        if not near:
            continue
        attack = _plan(layout, state, side, cell, near)
        value = worth(attack) + 0.15 * min(values.get(cell, 0), 6)
        if attack.supply_points > have:
            value -= 1.5
        if best is None or value > best[0]:
            best = (value, cell)
    free = any(c.key == "done" for c in question.choices)
    if best is None or (free and best[0] < PAYS):
        return Choose("done") if free else Cells((question.cells[0],))
    return Cells((best[1],))


def _attackers(_: Setting, __: State, question: Decision, ___: Random) -> Answer:
    return Pieces(question.pieces)


def _support(setting: Setting, state: State, question: Decision, __: Random) -> Answer:
    """No more than changes the odds, and not all of it for one attack."""
    keys = [int(c.key) for c in question.choices]
    frame = _frame(state)
    if frame is None:
        return Choose("0")
    layout = layout_of(setting, state)

    def value(factors: int) -> tuple[float, int]:
        attack = planned(setting, state, replace(frame, support=factors), layout=layout)
        return worth(attack), -factors

    most = max(3, max(keys) // 2)
    return Choose(str(max((k for k in keys if k <= most), key=value)))


def _pay(setting: Setting, state: State, question: Decision, __: Random) -> Answer:
    """For full strength, where that is worth its supply."""
    open_to = [c.key for c in question.choices if not c.refused]
    frame = _frame(state)
    if "pay" not in open_to or frame is None:
        return Choose("save")
    full = planned(setting, state, replace(frame, supplied=True))
    half = planned(setting, state, replace(frame, supplied=False))
    gain = worth(full) - worth(half)
    return Choose("pay" if gain > A_POINT * full.supply_points else "save")


def _convert(_: Setting, __: State, ___: Decision, ____: Random) -> Answer:
    """A counter-attack only where the defender is the stronger one."""
    return Choose("convert")


def _stand(_: Setting, __: State, ___: Decision, ____: Random) -> Answer:
    return Choose("stand")


def _advance(setting: Setting, state: State, question: Decision, _: Random) -> Answer:
    """The strongest in defence move in, as many as there is room for and no more than three."""
    units = sorted((state.pieces[p] for p in question.pieces),
                   key=lambda u: (-defence_of(setting, u), u.id))  # fmt: skip
    frame = _frame(state)
    room = layout_of(setting, state).room(question.who, frame.target if frame else "")
    found: list[str] = []
    for unit in units[:3]:
        room -= setting.rows[unit.id].halves
        if room < 0:
            break
        found.append(unit.id)
    return Pieces(tuple(found)) if found else Choose("none")


# ---- marches ------------------------------------------------------------------------------------


def _distances(setting: Setting, goals: frozenset[str]) -> Mapping[str, int]:
    return setting.spread(goals)


def _goals(setting: Setting, state: State, side: str) -> frozenset[str]:
    """Places that the side wants and does not hold, else those that it holds."""
    rows = setting.scenario.place
    wanted = [p.cell for p in rows if state.marks[f"{p.cell}/held"] != side]
    return frozenset(wanted or [p.cell for p in rows])


def _attacks(setting: Setting, side: str) -> bool:
    return side == setting.scenario.first


def _march(setting: Setting, state: State, question: Decision, rng: Random) -> Answer | None:
    """One unit after the other goes where it is worth most; who gains nothing stays."""
    side, phase = question.who, PHASES[question.kind]
    layout = layout_of(setting, state)
    units = [state.pieces[p] for p in question.pieces if not state.pieces[p].spent]
    if not units:
        return Choose("done")
    value = _value_of(setting, state, layout, side)
    units.sort(key=lambda u: (value(u, u.at or ""), u.id))
    for unit in units[:4]:
        if unit.building:
            continue
        goals = goals_of(setting, layout, [unit], phase)
        here = value(unit, unit.at or "")
        best = max(goals, key=lambda c: (value(unit, c), c), default=None)
        if best is not None and value(unit, best) > here + 0.05:
            return Path((unit.id,), goals[best])
    rest = units[4:]
    for unit in rng.sample(rest, min(3, len(rest))):
        goals = goals_of(setting, layout, [unit], phase)
        here = value(unit, unit.at or "")
        best = max(goals, key=lambda c: (value(unit, c), c), default=None)
        if best is not None and value(unit, best) > here + 0.05:
            return Path((unit.id,), goals[best])
    return Choose("done")


def _value_of(
    setting: Setting, state: State, layout: PositionLayout, side: str
) -> Callable[[Unit, str], float]:
    """What it is worth to a unit of *side* to stand in a hex."""
    enemy = ENEMY[side]
    goals = _goals(setting, state, side)
    far = _distances(setting, goals)
    held, zone = layout.held[enemy], layout.zones[enemy]
    front = _distances(setting, frozenset(held))
    places = {p.cell: p.value for p in setting.scenario.place}
    attacks = _attacks(setting, side)

    def value(unit: Unit, cell: str) -> float:
        mine = [u for u in layout.at(side, cell) if u.id != unit.id]
        standing = sum(defence_of(setting, u) for u in mine)
        worth = -1.0 * far.get(cell, 40) - 0.15 * front.get(cell, 40)
        if cell in held:
            return worth + 6.0  # an overrun
        own = state.marks.get(f"{cell}/held") == side
        if cell in places:
            threat = front.get(cell, 40) <= 4
            if not own:
                worth += 4.0 + places[cell]
            elif threat and standing < 10:
                worth += (3.0 if attacks else 8.0) + places[cell]
        if not attacks:
            work = layout.shelter(side, cell)
            near = front.get(cell, 40)
            worth = 0.2 * worth - 0.4 * abs(near - 1) + (2.0 if work else 0.0)
            if cell in places and own:
                worth += 6.0 if standing < 12 else 0.0
        worth -= 0.08 * standing
        if cell in zone and attacks:
            worth += 0.4
        return worth

    return value


def _land(setting: Setting, state: State, question: Decision, _: Random) -> Answer:
    """On a free hex beside a place that is wanted, or on it."""
    unit = state.pieces[question.pieces[0]]
    goals = legality.reach_of(setting, state, (unit.id,))
    layout = layout_of(setting, state)
    free = [c for c in goals if not layout.holds(ENEMY[unit.side], c)]
    wanted = [c for c in free if state.marks.get(f"{c}/held") == ENEMY[unit.side]]
    if wanted:
        cell = max(wanted)
        return Path((unit.id,), (cell,))
    return Choose("done")


def _replace(setting: Setting, state: State, question: Decision, _: Random) -> Answer:
    """Whatever has lost most; works where the enemy is near come first."""
    layout = layout_of(setting, state)
    front = _distances(setting, frozenset(layout.held[ENEMY[question.who]]))

    def urgent(piece: str) -> tuple[float, str]:
        unit = state.pieces[piece]
        near = 6.0 - front.get(unit.at or "", 40)
        return (near if unit.work else 2.0 * unit.lost), piece

    best = max(question.pieces, key=urgent)
    return Pieces((best,)) if urgent(best)[0] > 0 else Choose("done")


def _build(setting: Setting, state: State, question: Decision, _: Random) -> Answer:
    """Defenders entrench where the enemy is near, while supply is plenty."""
    side = question.who
    if _attacks(setting, side) or state.tracks[f"{side}_sp"] < 6:
        return Choose("done")
    layout = layout_of(setting, state)
    front = _distances(setting, frozenset(layout.held[ENEMY[side]]))
    near = [p for p in question.pieces if front.get(state.pieces[p].at or "", 40) <= 2]
    return Pieces((near[0],)) if near else Choose("done")


def _press_on(_: Setting, __: State, ___: Decision, ____: Random) -> Answer:
    return Choose("done")


def _retreat(setting: Setting, state: State, question: Decision, _: Random) -> Answer:
    """Away from the enemy."""
    layout = layout_of(setting, state)
    front = _distances(setting, frozenset(layout.held[ENEMY[question.who]]))
    return Cells((max(question.cells, key=lambda c: (front.get(c, 0), c)),))


PLAYERS: Mapping[str, Player] = {
    "attack": _attack,
    "exploitation": _attack,
    "attackers": _attackers,
    "support": _support,
    "pay": _pay,
    "convert": _convert,
    "stand": _stand,
    "advance": _advance,
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
    question, frame = state.ask, _frame(state)
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
    layout = layout_of(setting, state)
    units = able(setting, layout, question.who, exploiting=exploiting)
    have = state.tracks[f"{question.who}_sp"]
    for cell in question.cells:
        near = around(setting, units, cell)
        if near:
            attack = _plan(layout, state, question.who, cell, near)
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


class EuropaThinking(OfSetting[Setting], Thinking[Unit, AnyFrame]):
    """How programs play one scenario."""

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
