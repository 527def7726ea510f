"""What a program needs to play: script, automaton, score, and attacks ranked by expectation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from wardesk.engine.thinking import Thinking
from wardesk.engine.types import CHANCE, UMPIRE, Answer, Choice, Choose, Decision
from wardesk.games.eben_emael import automaton, hidden_counters, policy, policy_moves
from wardesk.games.eben_emael.ch04_battle import column_of, combat_factors
from wardesk.games.eben_emael.ch04_combat import Assessment, against_group, assess, candidates, team
from wardesk.games.eben_emael.ch05_artillery import chart_of
from wardesk.games.eben_emael.expectation import ROLLS, exchange
from wardesk.games.eben_emael.position import divisor, men_at
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    ENEMY,
    GERMAN,
    AnyFrame,
    Battle,
    Fire,
    FortCounter,
    State,
)
from wardesk.games.shared.odds import half_down
from wardesk.games.shared.printed import OfSetting
from wardesk.model.advice import Advice
from wardesk.words import join, say, say_count

EXCHANGE = say("men: the enemy's less one's own")
TOLL = say("men and guns hit, on average")


def _over_script(*, german: int, n: int, belgian: int, others: int) -> str:
    """What a level gained on the script, in points of 100 and pairs of games."""
    return say(
        "Measured on Eben-Emael against the scripted bot: {german} of 100 points more for the "
        "Germans ({n} pairs of games), {belgian} for the Belgians in full readiness ({others} "
        "pairs).",
        german=german,
        n=n,
        belgian=belgian,
        others=others,
    )


class EbenEmaelThinking(OfSetting[Setting], Thinking[FortCounter, AnyFrame]):
    """How programs play one scenario."""

    automaton_sides = (BELGIAN,)
    measured: Mapping[str, str] = {
        "captain": _over_script(german=9, n=10, belgian=7, others=10),
        "colonel": join(
            " ",
            (
                _over_script(german=8, n=10, belgian=14, others=16),
                say(
                    "Against the Captain: {belgian} more for the Belgians ({n} pairs), no more "
                    "for the Germans ({others} pairs).",
                    belgian=5,
                    n=100,
                    others=20,
                ),
            ),
        ),
    }

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.stake = say("of the {points} victory points", points=sum(setting.fort.points.values()))

    def policy(self, state: State, rng: Random) -> Answer:
        """The scripted player of the side that is asked."""
        return policy.choose(self.setting, state, rng)

    def automaton(self, state: State) -> Answer:
        """The Belgians of the solitaire game (EE N59)."""
        return automaton.answer(self.setting, state)

    def score(self, state: State, side: str) -> float:
        """Victory points on a scale of 0 to 1; a finished game is won or lost."""
        points = state.tracks.get("victory_points", 0)
        german = min(1.0, points / sum(self.setting.fort.points.values()))
        if state.result is not None and "automatic" in state.result.level:
            german = 1.0 if state.result.winner == GERMAN else 0.0
        return german if side == GERMAN else 1.0 - german

    def ahead(self, side: str) -> int:
        """Of what two turns bring the Belgians, two thirds are gone two turns later."""
        return 4 if side == BELGIAN else 2

    def ideas(self, state: State, n: int, rng: Random) -> Sequence[Answer]:
        """Moves by what the script sees in them; what else is asked has short lists."""
        del rng  # nothing is drawn
        ask = state.ask
        if ask is None or ask.kind != "move":
            return ()
        buttons: list[Answer] = [Choose(c.key) for c in ask.choices if not c.refused]
        moves = policy_moves.german_ideas if ask.who == GERMAN else policy_moves.belgian_ideas
        return [*buttons, *moves(self.setting, state, ask)][:n]

    def guess(self, state: State, side: str, rng: Random) -> State:
        """A hand for the other side, where hands are closed."""
        return hidden_counters.guess(self.setting, state, side, rng)

    def advice(self, state: State) -> tuple[Advice, ...]:
        """Ranked answers to a question of attack or fire; empty for any other."""
        return advice(self.setting, state)


def advice(setting: Setting, state: State) -> tuple[Advice, ...]:
    """Ranked answers to a question of attack or fire, the best first; empty for any other."""
    ask, frame = state.ask, state.stack[-1] if state.stack else None
    if ask is None or ask.who in (CHANCE, UMPIRE):
        return ()
    match ask.kind, frame:
        case "attack-target", _:
            found = [_target(setting, state, ask.who, cell) for cell in ask.cells]
            found += [_nothing(one.label, one.cite) for one in ask.choices if _is_pass(one)]
        case "attackers", Battle():
            found = list(_groups(setting, state, ask, frame))
        case "fire-target", Fire():
            found = [_shot(setting, state, frame, cell) for cell in ask.cells]
        case _:
            return ()
    return tuple(sorted(found, key=lambda one: -one.value))


def _is_pass(choice: Choice) -> bool:
    return choice.key == "done" and not choice.refused


def _nothing(label: str, cite: str) -> Advice:
    """Doing nothing, which everything else is compared with."""
    text = say("costs nothing, takes nothing")
    return Advice(
        label=label,
        choice="done",
        value=0.0,
        figure=f"{0:.1f}",
        unit=EXCHANGE,
        text=text,
        cite=cite,
    )


def signed(value: float) -> str:
    """A figure with its sign and one place."""
    return f"{value:+.1f}".replace("-", "−")


def _words(
    setting: Setting, state: State, frame: Battle, found: Assessment, column: int
) -> tuple[float, str]:
    shift = sum(factor.value for factor in combat_factors(setting, state, frame))
    cost, take, better = exchange(setting.tables, found, column, shift)
    ratio = setting.tables.combat.columns[column].replace(":", " : ")
    text = say(
        "{ratio}: costs {cost:.1f}, takes {take:.1f} of {men}; ahead {chance} %",
        ratio=ratio,
        cost=cost,
        take=take,
        men=found.defenders,
        chance=f"{better * 100:.0f}",
    )
    return take - cost, text


def _target(setting: Setting, state: State, side: str, cell: str) -> Advice:
    able = candidates(setting, state, side, cell)
    units = team(setting, state.pieces, cell, able)
    found = assess(setting, state.pieces, side, cell, units)
    frame = Battle(step="", side=side, target=cell, units=units)
    column = column_of(setting, frame, found)
    value, text = _words(setting, state, frame, found, column)
    points = setting.fort.points.get(cell, 0)
    men = say_count("The one able unit, {n} man", "The one able unit, {n} men", n=found.men)
    if len(units) > 1:
        men = say("All {units} able units, {men} men", units=len(units), men=found.men)
    hint = [men]
    if found.divisor > 1:
        hint.append(say("ground / {by}", by=found.divisor))
    told = join(", ", hint)
    if points:
        told = say("{hint}; worth {points} victory points", hint=told, points=points)
    return Advice(
        label=setting.fort.name(cell),
        cells=(cell,),
        pieces=units,
        value=value,
        figure=signed(value),
        unit=EXCHANGE,
        text=text,
        hint=told,
        cite="EE 4.2",
    )


def _groups(setting: Setting, state: State, ask: Decision, frame: Battle) -> Iterator[Advice]:
    """For each odds column the smallest group that reaches it, strongest units first."""
    ranked = sorted(ask.pieces, key=lambda piece: (-state.pieces[piece].men, piece))
    seen: set[int] = set()
    for number in range(1, len(ranked) + 1):
        units = tuple(ranked[:number])
        if against_group(setting, state.pieces, frame.target, units):
            continue
        found = assess(setting, state.pieces, frame.side, frame.target, units)
        column = column_of(setting, frame, found)
        if column in seen:
            continue
        seen.add(column)
        value, text = _words(setting, state, frame, found, column)
        names = join(", ", [state.pieces[piece].name for piece in units])
        men = say_count("{units}: {n} man", "{units}: {n} men", n=found.men, units=names)
        team = say("{units} units, {men} men", units=number, men=found.men)
        yield Advice(
            label=names if number < 3 else team,
            pieces=tuple(piece for piece in ask.pieces if piece in units),
            value=value,
            figure=signed(value),
            unit=EXCHANGE,
            text=text,
            hint=join(" / ", (men, found.divisor)) if found.divisor > 1 else men,
            cite="EE 4.2",
        )


def _shot(setting: Setting, state: State, frame: Fire, cell: str) -> Advice:
    table = chart_of(setting, frame)
    enemy = ENEMY[frame.side]
    by, there = divisor(setting, state.pieces, enemy, cell), men_at(state.pieces, enemy, cell)
    hits = [min(half_down(table.loss(total, frame.column), by), there) for total in ROLLS]
    value, hit = sum(hits) / len(hits), sum(loss > 0 for loss in hits) / len(hits)
    return Advice(
        label=setting.fort.name(cell),
        cells=(cell,),
        value=value,
        figure=f"{value:.1f}",
        unit=TOLL,
        text=say_count(
            "takes {value:.1f} of {n} man; hits {chance} %",
            "takes {value:.1f} of {n} men; hits {chance} %",
            n=there,
            value=value,
            chance=f"{hit * 100:.0f}",
        ),
        hint=say("On average, ground / {by}", by=by),
        cite=table.cite,
    )
