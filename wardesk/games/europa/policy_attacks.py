"""The scripted player's attacks: which pay, who takes part, with how much support."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from wardesk.engine.types import Answer, Cells, Choose, Decision, Pieces, replace
from wardesk.games.europa.attack import Attack
from wardesk.games.europa.combat import able, around, duty, planned
from wardesk.games.europa.position import Layout, defence_of
from wardesk.games.europa.state import Battle, State, Unit

WORTH: Mapping[str, float] = {
    "AE": -6.0, "AR": -2.0, "CA": -0.6, "ME": -0.1, "DL": 0.5, "DR": 2.0, "DLX": 3.0,
    "DE": 4.0, "OR1": 4.5, "OR2": 5.0, "OR3": 5.0,
}  # fmt: skip
"""What a result is worth to the attacker."""
STOOD = 0.3
"""What a retreat that the defender ignores is worth."""
PAYS = 0.1
"""Expected worth from which an attack is made."""
PLACE_WORTH = 0.5
"""Worth of each point of a place that falls."""
PRICE = 0.1
"""Worth of a supply point while the side has turns to come."""
SUPPORT_PRICE = 0.04
"""Worth of a factor of ground support."""
UNPAID = 1.5
"""What an attack that cannot be paid for is worth less."""


def worth(attack: Attack) -> float:
    """What an attack is worth on average, as the defender would answer it."""
    return (
        sum(
            ways * (STOOD if one.stands else WORTH[one.result])
            for one, ways in attack.chances.items()
        )
        / 36
    )


def battle_of(state: State) -> Battle | None:
    """The attack under way."""
    frame = state.stack[-1] if state.stack else None
    return frame if isinstance(frame, Battle) else None


def plan(layout: Layout, state: State, side: str, target: str, units: list[Unit]) -> Attack:
    """The attack of *units* on a hex, paid for and without support."""
    frame = Battle(step="roll", side=side, target=target, phase="combat",
                   attackers=tuple(u.id for u in units))  # fmt: skip
    return planned(layout.setting, state, frame, layout=layout)


class _Prospect(NamedTuple):
    """An attack that could be made, and what it is worth after its price."""

    value: float
    cell: str
    attackers: tuple[str, ...]


def _prospect(layout: Layout, state: State, target: str, near: list[Unit]) -> _Prospect:
    """The attack on *target* by those of *near* who are worth their supply.

    Whoever brings in most for his size comes first, then one after the other as long as the attack
    gains; those who must attack take part.
    """
    setting = layout.setting
    side = near[0].side
    have = state.tracks[f"{side}_sp"]
    last = state.tracks["turn"] >= setting.scenario.last_turn
    value_of = {p.cell: p.value for p in setting.scenario.place}.get(target, 0)
    whole = plan(layout, state, side, target, near)
    bound = {u.id for u in duty(near, target)}
    brings = {
        unit.id: share.strength / setting.rows[unit.id].halves
        for unit, share in zip(near, whole.shares, strict=True)
    }
    units = sorted(near, key=lambda u: (u.id not in bound, -brings[u.id], u.id))
    best: _Prospect | None = None
    for count in range(max(1, len(bound)), len(units) + 1):
        group = units[:count]
        attack = whole if count == len(units) else plan(layout, state, side, target, group)
        falls = sum(ways for one, ways in attack.chances.items() if one.falls) / 36
        value = worth(attack) + PLACE_WORTH * value_of * falls
        value -= UNPAID if attack.supply_points > have else 0.0
        value -= 0.0 if last else PRICE * attack.supply_points
        if best is None or value > best.value:
            best = _Prospect(value, target, tuple(u.id for u in group))
    assert best is not None
    return best


def choose_attack(layout: Layout, state: State, question: Decision, _: Random) -> Answer | None:
    """The hex where an attack is worth most; none when none pays or can be paid."""
    setting = layout.setting
    side = question.who
    exploiting = question.kind == "exploitation"
    units = able(setting, layout, side, exploiting=exploiting)
    rows = [(cell, around(setting, units, cell)) for cell in question.cells]
    found = [_prospect(layout, state, cell, near) for cell, near in rows if near]
    best = max(found, default=None)
    free = any(c.key == "done" for c in question.choices)
    if best is None or (free and best.value < PAYS):
        return Choose("done") if free else Cells((question.cells[0],))
    return Cells((best.cell,))


def choose_attackers(layout: Layout, state: State, question: Decision, _: Random) -> Answer | None:
    """Those who are worth their supply."""
    frame = battle_of(state)
    if frame is None:
        return None
    near = [state.pieces[p] for p in question.pieces]
    return Pieces(_prospect(layout, state, frame.target, near).attackers)


def choose_support(layout: Layout, state: State, question: Decision, _: Random) -> Answer:
    """As much as is worth it."""
    keys = [int(c.key) for c in question.choices]
    frame = battle_of(state)
    if frame is None:
        return Choose("0")

    def value(factors: int) -> float:
        attack = planned(layout.setting, state, replace(frame, support=factors), layout=layout)
        return worth(attack) - SUPPORT_PRICE * factors

    return Choose(str(max(keys, key=lambda n: (value(n), -n))))


def choose_pay(_: Layout, __: State, question: Decision, ___: Random) -> Answer:
    """Paid where that is possible."""
    open_to = [c.key for c in question.choices if not c.refused]
    return Choose("pay" if "pay" in open_to else "save")


def choose_convert(_: Layout, __: State, ___: Decision, ____: Random) -> Answer:
    """No counter-attack, and no second attack by whoever is deadlocked."""
    return Choose("convert")


def choose_stand(_: Layout, __: State, ___: Decision, ____: Random) -> Answer:
    """Nobody leaves a work that he may stay in."""
    return Choose("stand")


def choose_advance(layout: Layout, state: State, question: Decision, _: Random) -> Answer:
    """The strongest in defence move in, as many as there is room for and no more than three."""
    setting = layout.setting
    units = sorted((state.pieces[p] for p in question.pieces),
                   key=lambda u: (-defence_of(setting, u), u.id))  # fmt: skip
    frame = battle_of(state)
    room = layout.room(question.who, frame.target if frame else "")
    found: list[str] = []
    for unit in units[:3]:
        room -= setting.rows[unit.id].halves
        if room < 0:
            break
        found.append(unit.id)
    return Pieces(tuple(found)) if found else Choose("none")
