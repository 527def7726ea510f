"""What a program needs to play: script and score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from wardesk.engine.thinking import Thinking
from wardesk.engine.types import CHANCE, UMPIRE, Answer, Choose, Decision, replace
from wardesk.games.remagen import policy, policy_moves
from wardesk.games.remagen.ch00_turn import foothold
from wardesk.games.remagen.ch12_combat import Sides, battles_of, contacts, names, ratio, values
from wardesk.games.remagen.expectation import morale, toll
from wardesk.games.remagen.legality import FIRE, fire_goals
from wardesk.games.remagen.position import (
    at,
    in_yard,
    labour,
    on_board,
    pontoon,
    standing,
    strength,
)
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import DOWN, GERMAN, US, AnyFrame, Front, State, Unit
from wardesk.model.advice import Advice
from wardesk.words import say, say_count

TAKEN = say("combat value taken, on average")
EDGE = say("% that the enemy gives way, less % that one does")
MOST_ROWS = 24
"""Longer lists help nobody."""


class RemagenThinking(Thinking[Unit, AnyFrame]):
    """How programs play the scenario."""

    measured: Mapping[str, str] = {
        "colonel": say(
            "Measured against the scripted bot: {us} of 100 points more for the Americans ({n} "
            "pairs of games), {german} for the Germans ({others} pairs).",
            us=36,
            n=14,
            german=29,
            others=18,
        )
    }

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def policy(self, state: State, rng: Random) -> Answer:
        """The scripted player of the side that is asked."""
        return policy.choose(self.setting, state, rng)

    def advice(self, state: State) -> tuple[Advice, ...]:
        """Ranked answers to a question of fire or attack; empty for any other."""
        return advice(self.setting, state)

    def clock(self, state: State) -> int:
        """Half turns: to where the same side is up again, one turn on.

        Who sets up looks on as far as who moves first: nothing tells of a set-up before that.
        """
        return 2 * max(1, state.tracks["turn"]) + any(
            getattr(frame, "side", "") == GERMAN or frame.step.startswith(GERMAN)
            for frame in state.stack[:2]
        )

    def ideas(self, state: State, n: int, rng: Random) -> Sequence[Answer]:
        """Moves that the script would think of; what else is asked has shorter lists."""
        del rng  # nothing is drawn
        return policy_moves.ideas(self.setting, state, n)

    def weighs(self, state: State, script: Answer) -> bool:
        """All but arrivals, and marches that the script would make: most change the order only.

        Where the script would stop, or do something else than march, most was gained.
        """
        ask = state.ask
        if ask is None or ask.kind == "arrive":
            return False
        return ask.kind != "move" or isinstance(script, Choose)

    def score(self, state: State, side: str) -> float:
        """How the game stands for *side* on a scale of 0 to 1; both sides together make 1."""
        us = prospects(self.setting, state)
        if state.result is not None:
            us = {"us": 1.0, "german": 0.0}.get(state.result.winner, 0.5)
        return us if side == US else 1.0 - us


ON_THE_WAY = 0.5
"""What combat value on a bridge counts; on the west bank it counts at most half of that."""
NOT_YET = 0.5
"""What German combat value in the yard counts."""
FAR = 16.0
"""Sectors from a bridge at which units on the west bank count for nothing."""


def prospects(setting: Setting, state: State) -> float:
    """How the Americans stand, 0 to 1.

    Before the end three things beside the foothold: their strength across the river and on the way
    to it against the Germans (losses, columns, the way they still have), and the bridges that stand
    or grow. With each turn the foothold counts more, and after the last one nothing else.
    """
    done = min(1.0, max(0, state.tracks["turn"] - 1) / max(1, setting.turns))
    hold = min(1.0, foothold(setting, state) / setting.tables.victory[0].least)
    mine, theirs = _columns(setting, state), _germans(setting, state)
    balance = mine / max(1.0, mine + theirs)
    open_game = 0.4 * hold + 0.4 * balance + 0.2 * _crossings(setting, state)
    return done * hold + (1.0 - done) * open_game


def _columns(setting: Setting, state: State) -> float:
    """American combat value, by how near it is to the east bank."""
    rhine, total = setting.rhine, 0.0
    rows = standing(setting, state)
    heads = [rhine.sites[row].west for row in rows or rhine.sites]
    for unit in on_board(state, US):
        cell, value = unit.at or "", setting.row(unit).value
        if cell in rhine.east:
            total += value
        elif cell in rhine.water:
            total += ON_THE_WAY * value
        else:
            far = min(rhine.distance(cell, head) for head in heads)
            total += ON_THE_WAY * value * max(0.0, 1.0 - far / FAR) / 2
    return total


def _germans(setting: Setting, state: State) -> float:
    waiting = strength(setting, in_yard(state.pieces, GERMAN))
    return strength(setting, on_board(state, GERMAN)) + NOT_YET * waiting


def _crossings(setting: Setting, state: State) -> float:
    """What the bridges promise: one pontoon bridge is worth more than the railway bridge."""
    full = setting.tables.constants.labour
    lasts = setting.tables.constants.last_drop_turn - state.tracks["turn"]
    rail = 0.0 if state.marks.get(DOWN) else 0.7 * max(0.0, min(1.0, lasts / 8))
    boats = sum(
        labour(state, row) / full * (1.0 if pontoon(state, row) else 0.6)
        for row in setting.rhine.sites
    )
    return min(1.0, rail + 0.8 * boats)


def advice(setting: Setting, state: State) -> tuple[Advice, ...]:
    """Ranked answers to a question of fire or attack, the best first; empty for any other."""
    asked, frame = state.ask, state.stack[-1] if state.stack else None
    if asked is None or asked.who in (CHANCE, UMPIRE):
        return ()
    if asked.kind in FIRE:
        found = list(_salvos(setting, state, asked))
    elif asked.kind == "front" and isinstance(frame, Front):
        found = list(_attacks(setting, state, asked, frame))
    elif asked.kind == "battle" and isinstance(frame, Front):
        found = [_battle(setting, state, frame.side, frame.battles[int(one.key)], one.key)
                 for one in asked.choices]  # fmt: skip
    else:
        return ()
    return tuple(sorted(found, key=lambda one: -one.value)[:MOST_ROWS])


def salvo_teams(
    setting: Setting, state: State, pieces: Sequence[str]
) -> Iterator[tuple[str, str, tuple[Unit, ...]]]:
    """Sector, target and all units of the sector that reach it."""
    sectors: dict[str, list[Unit]] = {}
    for piece in pieces:
        unit = state.pieces[piece]
        sectors.setdefault(unit.at or "", []).append(unit)
    for cell, units in sectors.items():
        reach = {u.id: fire_goals(setting, state, [u]) for u in units}
        for target in sorted({c for goals in reach.values() for c in goals}):
            yield cell, target, tuple(u for u in units if target in reach[u.id])


def _salvos(setting: Setting, state: State, asked: Decision) -> Iterator[Advice]:
    name = setting.rhine.name
    for cell, target, team in salvo_teams(setting, state, asked.pieces):
        found = toll(setting, state, team, target)
        yield Advice(
            label=say("{here} at {target}", here=name(cell), target=name(target)),
            cells=(target,),
            pieces=tuple(u.id for u in team),
            value=found.value,
            figure=f"{found.value:.1f}",
            unit=TAKEN,
            text=say("{hits:.1f} hits, {chance} % for at least one",
                     hits=found.hits, chance=f"{found.chance * 100:.0f}"),
            hint=say_count("{n} die, divided by {by}", "{n} dice, divided by {by}", n=found.dice,
                           by=found.by),
            cite="RB 10.2",
        )  # fmt: skip


def _attacks(setting: Setting, state: State, asked: Decision, frame: Front) -> Iterator[Advice]:
    """Each sector against each that it may still be set against, with all that hangs together."""
    for mine, other in contacts(setting, state, frame.side):
        pieces = [u.id for u in at(state, mine, frame.side) if u.id in asked.pieces]
        if (mine, other) in frame.links or not pieces:
            continue
        links = (*frame.links, (mine, other))
        battle = next(b for b in battles_of(links) if mine in b[0])
        found = _battle(setting, state, frame.side, battle, "")
        name = setting.rhine.name
        label = say("{attackers} at {defenders}", attackers=name(mine), defenders=name(other))
        yield replace(found, label=label, cells=(other,), pieces=(pieces[0],))


def _battle(setting: Setting, state: State, side: str, battle: Sides, key: str) -> Advice:
    mine, theirs = values(setting, state, side, battle)
    found = morale(setting.tables, mine, theirs)
    a, b = ratio(mine, theirs)
    edge = 100 * (found.defender - found.attacker)
    return Advice(
        label=names(setting, battle[1]),
        choice=key,
        value=edge,
        figure=f"{edge:+.0f}".replace("-", "−"),
        unit=EDGE,
        text=say("{a}–{b}: they give way {good} %, we {bad} %", a=a, b=b,
                 good=f"{found.defender * 100:.0f}", bad=f"{found.attacker * 100:.0f}"),
        hint=say("{mine} to {theirs}: {a}–{b}", mine=mine, theirs=theirs, a=a, b=b),
        cite="RB 12.7",
    )  # fmt: skip
