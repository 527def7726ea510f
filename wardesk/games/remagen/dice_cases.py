"""What dice that are only counted will come to: men who fall, labour units; exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wardesk.engine.types import Decision
from wardesk.games.remagen.ch10_hits import expected, pips_for
from wardesk.games.remagen.ch11_engineers import HALF, counted
from wardesk.games.remagen.position import at
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import ENEMY, Hits, State
from wardesk.model.look import CaseLook, InputLine, OddsLine
from wardesk.words import say, say_count

_LISTED = 8
"""Results with a line of their own; of more several go together."""


def plus(ask: Decision) -> int:
    """The modifiers of a roll that are switched on."""
    return sum(factor.value for factor in ask.factors if factor.on)


def set_by(ask: Decision, name: str) -> int:
    """An input of the pending roll as it stands; 0 where nobody may set it."""
    return int(ask.proposed.get(name) or 0)


def men_case(setting: Setting, state: State, frame: Hits, ask: Decision) -> CaseLook:
    """How many men the hit dice kill (RB 10.5)."""
    per = set_by(ask, "pips") or pips_for(setting, frame.cell)
    here = at(state, frame.cell, ENEMY[frame.side])
    most = sum(unit.figures for unit in here)
    found: dict[int, int] = {}
    for fallen, ways in expected(len(ask.dice), per, plus(ask)).items():
        found[min(fallen, most)] = found.get(min(fallen, most), 0) + ways
    return CaseLook(
        title=say("Men who fall"),
        place=setting.rhine.name(frame.cell),
        inputs=(
            InputLine(say("Hit dice"), str(len(ask.dice)), "RB 10.5"),
            InputLine(say("Pips for a man"), str(per), "RB 10.7"),
            InputLine(say("Men there"), str(most), "RB 10.6"),
        ),
        sum_text=say("{mean:.1f} men expected of {most}", most=most, mean=_mean(found)),
        odds=_listed(found, lambda n: say_count("{n} man", "{n} men", n=n)),
    )


def labour_case(setting: Setting, state: State, ask: Decision) -> CaseLook:
    """What the engineers may build (RB 11.5, 14.2)."""
    counts = ask.proposed.get("counts") or counted(setting, state.tracks["turn"])
    found = expected(len(ask.dice), 2 if counts == HALF else 1, plus(ask))
    return CaseLook(
        title=say("Labour units"),
        sum_text=say("{mean:.1f} labour units expected", mean=_mean(found)),
        odds=_listed(found, lambda n: say_count("{n} labour unit", "{n} labour units", n=n)),
    )


def _mean(found: Mapping[int, int]) -> float:
    return sum(number * ways for number, ways in found.items()) / sum(found.values())


def _listed(found: Mapping[int, int], label: Callable[[int], str]) -> tuple[OddsLine, ...]:
    """A distribution without a gap as odds, the most first; long ones in spans of equal length."""
    of, low, high = sum(found.values()), min(found), max(found)
    wide = -(-(high - low + 1) // _LISTED)
    lines: list[OddsLine] = []
    for least in range(low, high + 1, wide):
        last = min(high, least + wide - 1)
        ways = sum(found[n] for n in range(least, last + 1))
        words = label(least)
        if last > least:
            words = say("{least} to {last}", least=least, last=last)
        lines.append(OddsLine(words, ways, of, "good" if last else "none"))
    return tuple(reversed(lines))
