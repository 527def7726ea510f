"""What shots cost whoever is shot at, for players that are programs."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.engine.known import of_table
from wardesk.games.gts.ch05_fire import factors_of, hard, printed, targets_of
from wardesk.games.gts.position import Table
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import Fire, Unit
from wardesk.games.gts.tables import MISS, clamped

HARM: Mapping[str, float] = {"E": 2.0, "1": 1.0, "S": 0.6, "C": 0.35, "S?": 0.3, MISS: 0.0}
"""What a result is worth in steps."""


def harm(setting: Setting, state: Table, frame: Fire) -> float:
    """Steps that a shot costs on average."""
    rating, weapon = printed(setting, state, frame)
    value = clamped(rating + sum(f.value for f in factors_of(setting, state, frame)))
    target = state.pieces[frame.target]
    armoured = hard(setting, state, target)
    table = setting.tables.fire
    key = (harm, weapon, value, armoured)
    found = setting.kept.get(key)
    if found is None:
        found = sum(HARM[table.result(weapon, n, value, armoured=armoured)] for n in range(10)) / 10
        setting.kept[key] = found
    return found * (1.3 if target.steps == 1 else 1.0) * (0.8 if target.suppressed else 1.0)


def quarry(setting: Setting, state: Table, side: str) -> tuple[str, ...]:
    """Units of the enemy of *side* whose loss wins."""
    units = [u for award in setting.scenario.victory for u in award.lost if award.winner == side]
    return tuple(u for u in units if state.pieces[u].at is not None)


@of_table
def best_shot(setting: Setting, state: Table, unit: Unit) -> tuple[float, str]:
    """The shot of a unit that costs most, and what it costs; nothing where there is none."""
    wanted = quarry(setting, state, unit.side)
    shots = [
        (
            harm(setting, state, Fire(step="roll", firer=unit.id, target=target))
            * (3.0 if target in wanted else 1.0),
            target,
        )
        for target in targets_of(setting, state, unit)
    ]
    return max(shots, default=(0.0, ""))
