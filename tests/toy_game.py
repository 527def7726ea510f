"""Bridge dash, a tiny game for tests: a platoon runs along five cells past two guns."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import SimpleNamespace

from wardesk.engine.rules import Rules, Showing, Steps, Thinking
from wardesk.engine.types import (
    Choice,
    Choose,
    CreatePiece,
    Decision,
    Event,
    Factor,
    Frame,
    GameState,
    OutcomeField,
    Piece,
    Value,
)
from wardesk.errors import UserError
from wardesk.model.look import CaseLook, CounterLook, OddsLine, SideLook, TableLook
from wardesk.model.rulebook import Rule, Rulebook
from wardesk.services.play.tables import PlayTable, TableInfo

SIGHT = {"G1": ("1", "2", "3"), "G2": ("3", "4")}


class Unit(Piece, frozen=True, kw_only=True):
    steps: int = 2
    fired: bool = False


class Move(Frame, frozen=True, kw_only=True):
    unit: str


class Fire(Frame, frozen=True, kw_only=True):
    shooter: str
    target: str
    roll: int = 0


steps = Steps()


@steps(Move, "order")
def order(d, f, _):
    unit = d.pieces[f.unit]
    if unit.steps <= 0 or unit.at == "5":
        won = unit.steps > 0
        text = "The platoon is over the bridge" if won else "The platoon is destroyed"
        return d.end("allies" if won else "axis", "", text, "5.1")
    choices = (Choice("advance", "Advance"), Choice("halt", "Halt"))
    if d.marks.get("broken"):
        raise RuntimeError("the bridge rule is broken")
    return d.ask(
        Decision(
            who=unit.side,
            kind="go",
            shape="choose",
            prompt="Advance?",
            cite="5.1",
            then="enter",
            choices=choices,
        )
    )


@steps(Move, "enter")
def enter(d, f, a):
    if a.key == "halt":
        return d.end("axis", "", "The platoon halted", "5.1")
    d.set(f.unit, at=str(int(d.pieces[f.unit].at) + 1))
    d.say("The platoon advances", "5.1", at=d.pieces[f.unit].at)
    return d.goto("react")


@steps(Move, "react")
def react(d, f, _):
    unit = d.pieces[f.unit]
    guns = [g for g, seen in SIGHT.items() if unit.at in seen and not d.pieces[g].fired]
    if not guns or unit.steps <= 0:
        return d.goto("order")
    choices = (Choice("pass", "Hold fire"), *(Choice(g, f"Fire {g}") for g in guns))
    return d.ask(
        Decision(
            who="axis",
            kind="fire",
            shape="choose",
            prompt="Fire?",
            cite="6.2",
            then="reacted",
            choices=choices,
        )
    )


@steps(Move, "reacted")
def reacted(d, f, a):
    if a.key == "pass":
        return d.goto("order")
    return d.call(Fire(step="aim", shooter=a.key, target=f.unit), then="react")


@steps(Fire, "aim")
def aim(d, f, _):
    factors = (Factor("cover", "In cover", 1, "7.3"),)
    d.roll("shot", "Roll to hit", "7.1", "rolled", dice=(10,), factors=factors)


@steps(Fire, "rolled")
def rolled(d, f, a):
    on = sum(x.value for x in (a.factors or ()) if x.on) if a.factors is not None else 1
    d.goto("resolve", roll=a.dice[0] + on)


@steps(Fire, "resolve")
def resolve(d, f, _):
    d.outcome(
        {"hit": int(f.roll <= 6)},
        "hit",
        kind="hit",
        prompt="Does the shot hit?",
        cite="7.2",
        summary="One step lost" if f.roll <= 6 else "No effect",
        fields=(OutcomeField("hit", "hits", 0, 2),),
    )


@steps(Fire, "hit")
def hit(d, f, a):
    d.set(f.shooter, fired=True)
    if a.value["hit"]:
        d.set(f.target, steps=max(0, d.pieces[f.target].steps - a.value["hit"]))
        d.say("The platoon is hit", "7.2", at=d.pieces[f.target].at)
    d.done()


class ToyRules(Rules[Unit, Move | Fire], Showing[Unit, Move | Fire], Thinking[Unit, Move | Fire]):
    id = "toy"
    title = "Bridge dash"
    board = SimpleNamespace(cells={})
    """There is no map: a unit stands at a number."""
    sides = ("allies", "axis")
    piece_type = Unit
    state_type = GameState[Unit, Move | Fire]
    event_type = Event[Unit, Move | Fire]
    steps = steps.table
    digest = "0" * 64
    rulebook = Rulebook(
        game="toy",
        title="Bridge dash",
        prefix="BD",
        source="tests",
        rules=(
            Rule(id="5.1", title="Advance", summary="One cell a turn.", status="enforced"),
            Rule(id="9.1", title="Weather", summary="None.", status="hand", why_hand="no weather"),
        ),
    )

    def setup(self):
        units = (
            Unit(id="P", side="allies", at="0"),
            Unit(id="G1", side="axis", at="2"),
            Unit(id="G2", side="axis", at="4"),
        )
        return [CreatePiece(unit) for unit in units], (Move(step="order", unit="P"),)

    def policy(self, state, rng: Random):
        keys = [c.key for c in state.ask.choices]
        return Choose(next(k for k in keys if k not in ("halt", "pass")))

    def score(self, state, side):
        return 0.5

    def look(self, state):
        sides = (
            SideLook("allies", "Allies", "#c0d0a0", "#405030", "a"),
            SideLook("axis", "Axis", "#c0c0c0", "#404040", "b"),
        )
        counters = tuple(
            CounterLook(piece=p.id, side=p.side, at=p.at, title=p.id, left=str(p.steps))
            for p in state.pieces.values()
        )
        return TableLook(sides=sides, counters=counters, headline=f"At {state.pieces['P'].at}")

    def case(self, state, answer=None):
        if state.ask is None or state.ask.who not in ("chance", "umpire"):
            return None
        return CaseLook(title="Shot", odds=(OddsLine("hit", 5, 10), OddsLine("miss", 5, 10)))

    def odds(self, table: str, values: Mapping[str, str]):
        if table != "shot":
            raise UserError(f"There is no table {table!r}.", "The tables are shot.")
        return CaseLook(title="Shot", odds=(OddsLine("hit", 5, 10), OddsLine("miss", 5, 10)))


def load_toy(scenario: str, options: Mapping[str, Value]) -> PlayTable:
    if scenario != "toy/dash":
        raise UserError(f"There is no scenario {scenario!r}.")
    info = TableInfo(scenario="toy/dash", title="The dash", game="toy", game_title="Bridge dash")
    return PlayTable(ToyRules(), info)
