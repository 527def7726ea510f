"""Bridge dash: a platoon runs down a road of six hexes past two guns. A whole game for tests.

It has a reaction inside a move, a modifier, an outcome that an umpire may rule on, and a variant
with a hidden gun. Rule numbers are its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from wardesk.engine.draft import Draft
from wardesk.engine.journal import Journal
from wardesk.engine.kernel import begin
from wardesk.engine.rules import Rules, Showing, Steps, Thinking
from wardesk.engine.types import (
    Answer,
    Choice,
    Choose,
    CreatePiece,
    Decision,
    Effect,
    Event,
    Factor,
    Frame,
    GameResult,
    GameState,
    Outcome,
    OutcomeField,
    Piece,
    Roll,
    SetMark,
    SetTrack,
    replace,
)
from wardesk.model.look import CounterLook, SideLook, TableLook
from wardesk.model.rulebook import Rule, Rulebook

GOAL = 5
SIGHT = {2: (1, 2, 3), 4: (3, 4)}
"""6.1 the hexes that a gun in hex 2 or 4 looks at."""


class Unit(Piece, frozen=True, kw_only=True):
    """A platoon or a gun."""

    steps: int = 2
    fired: bool = False
    hidden: bool = False


class Move(Frame, frozen=True, kw_only=True):
    """The platoon on its way."""

    unit: str


class Fire(Frame, frozen=True, kw_only=True):
    """One shot of a gun."""

    shooter: str
    target: str
    roll: int = 0
    need: int = 0


steps = Steps()
State = GameState[Unit, Move | Fire]
D = Draft["BridgeDash"]


def where(unit: Unit) -> int:
    """The hex of *unit* as a number; -1 off the road."""
    return -1 if unit.at is None else int(unit.at)


# ---- 5 Moving -----------------------------------------------------------------------------------


@steps(Move, "order")
def order(d: D, frame: Move, _: None) -> None:
    """BD 5.1 A platoon moves one hex at a time."""
    unit = d.pieces[frame.unit]
    if unit.steps <= 0:
        d.end("axis", "", "The platoon was destroyed", "BD 8.1")
        return
    if where(unit) >= GOAL:
        d.end("allies", "", "The platoon reached the bridge", "BD 8.1")
        return
    d.ask(
        Decision(
            who=unit.side,
            kind="move",
            shape="choose",
            prompt="Advance one hex?",
            cite="BD 5.1",
            then="enter",
            choices=(Choice("advance", "Advance"), Choice("halt", "Halt")),
            about=(frame.unit,),
        )
    )


@steps(Move, "enter")
def enter(d: D, frame: Move, answer: Choose) -> None:
    """BD 5.1 One hex further, or the end of the dash."""
    if answer.key == "halt":
        d.end("axis", "", "The platoon halted short of the bridge", "BD 8.1")
        return
    d.set(frame.unit, at=str(where(d.pieces[frame.unit]) + 1))
    d.count("hexes")
    d.goto("react")


@steps(Move, "react")
def react(d: D, frame: Move, _: None) -> None:
    """BD 6.2 Each gun that sees the platoon may fire once.

    With a hidden gun about, axis is asked in every hex, or the mere question would give it away.
    """
    unit = d.pieces[frame.unit]
    guns = [p for p in d.pieces.values() if p.side == "axis" and not p.fired and p.at is not None]
    able = [g.id for g in guns if where(unit) in SIGHT[where(g)]]
    secret = any(g.hidden for g in guns)
    if unit.steps <= 0 or not (able or secret):
        d.goto("order")
        return
    d.ask(
        Decision(
            who="axis",
            kind="opportunity",
            shape="choose",
            prompt="Fire at the platoon?",
            cite="BD 6.2",
            then="reacted",
            choices=(Choice("pass", "Pass"), *(Choice(g, f"Fire {g}") for g in able)),
            about=(frame.unit, *able),
            hidden_from=("allies",) if secret else (),
        )
    )


@steps(Move, "reacted")
def reacted(d: D, frame: Move, answer: Choose) -> None:
    """BD 6.2 After a shot the other gun may fire as well."""
    if answer.key == "pass":
        d.goto("order")
    else:
        d.call(Fire(step="unmask", shooter=answer.key, target=frame.unit), then="react")


# ---- 7 Firing -----------------------------------------------------------------------------------


@steps(Fire, "unmask")
def unmask(d: D, frame: Fire, _: None) -> None:
    """BD 6.3 A gun that fires is seen."""
    if d.pieces[frame.shooter].hidden:
        d.set(frame.shooter, hidden=False)
    d.goto("aim")


def factors(d: D, frame: Fire) -> tuple[Factor, ...]:
    """BD 7.1 What makes the shot harder."""
    target = d.pieces[frame.target]
    found: list[Factor] = []
    distance = abs(where(target) - where(d.pieces[frame.shooter]))
    if distance > 1:
        found.append(Factor("range", "Range", 1 - distance, "BD 7.1"))
    if d.marks.get(f"{target.at}/smoke"):
        found.append(Factor("smoke", "Smoke", -6, "BD 7.1"))
    return tuple(found)


@steps(Fire, "aim")
def aim(d: D, frame: Fire, _: None) -> None:
    """BD 7.1 One ten-sided die; 6 or less hits."""
    d.roll(
        "shot",
        "Roll for the shot",
        "BD 7.1",
        "rolled",
        dice=(10,),
        factors=factors(d, frame),
        about=(frame.shooter, frame.target),
        fields=(OutcomeField("need", "Hits on", 1, 10),),
        inputs={"need": 6},
        sums=True,
    )


@steps(Fire, "rolled")
def rolled(d: D, frame: Fire, answer: Roll) -> None:
    """BD 7.1 The modifiers of the roll as it was answered count."""
    d.goto("read", roll=answer.dice[0], need=answer.input("need", 6) + answer.modifier)


@steps(Fire, "read")
def read(d: D, frame: Fire, _: None) -> None:
    """BD 7.2 A hit or nothing."""
    hits = int(frame.roll <= frame.need)
    d.outcome(
        {"hits": hits},
        "hit",
        kind="shot",
        prompt="Does the result stand?",
        cite="BD 7.2",
        summary="The platoon loses a step" if hits else "The shot misses",
        fields=(OutcomeField("hits", "Hits", 0, 2),),
        about=(frame.target,),
    )


@steps(Fire, "hit")
def hit(d: D, frame: Fire, answer: Outcome) -> None:
    """BD 7.2 A hit costs one step."""
    hits = int(answer.value["hits"] or 0)
    d.set(frame.shooter, fired=True)
    if hits:
        d.set(frame.target, steps=max(0, d.pieces[frame.target].steps - hits))
        d.say(f"{frame.shooter} hit {frame.target}", "BD 7.2", at=d.pieces[frame.target].at)
    d.done()


RULEBOOK = Rulebook(
    game="bridge_dash",
    title="Bridge dash",
    prefix="BD",
    source="tests",
    rules=tuple(
        Rule(id=number, title=title, summary=title, status="enforced")
        for number, title in (
            ("5.1", "One hex at a time"),
            ("6.1", "Line of sight"),
            ("6.2", "Opportunity fire"),
            ("6.3", "Hidden guns"),
            ("7.1", "The roll"),
            ("7.2", "A hit costs a step"),
            ("8.1", "Reaching the bridge wins"),
        )
    ),
)


class BridgeDash(Rules[Unit, Move | Fire], Showing[Unit, Move | Fire], Thinking[Unit, Move | Fire]):
    """Bridge dash in its variants: *hidden* guns, *smoke* in hex 3."""

    id = "bridge_dash"
    title = "Bridge dash"
    sides = ("allies", "axis")
    piece_type = Unit
    state_type = State
    event_type = Event[Unit, Move | Fire]
    steps = steps.table
    rulebook = RULEBOOK
    digest = "0" * 64

    def __init__(self, *, hidden: bool = False, smoke: bool = False) -> None:
        self.hidden = hidden
        self.smoke = smoke

    def setup(self) -> tuple[Sequence[Effect], tuple[Move | Fire, ...]]:
        effects: list[Effect] = [
            CreatePiece(Unit(id="P", side="allies", at="0")),
            CreatePiece(Unit(id="G1", side="axis", at="2")),
            CreatePiece(Unit(id="G2", side="axis", at="4", hidden=self.hidden)),
            SetTrack("hexes", 0),
        ]
        if self.smoke:
            effects.append(SetMark("3/smoke", True))
        return effects, (Move(step="order", unit="P"),)

    def alive(self, state: State, frame: Move | Fire) -> bool:
        names = (frame.unit,) if isinstance(frame, Move) else (frame.shooter, frame.target)
        return all(name in state.pieces for name in names)

    def view(self, state: State, side: str) -> State:
        seen = super().view(state, side)
        return replace(
            seen,
            pieces={
                name: replace(unit, at=None) if unit.hidden and unit.side != side else unit
                for name, unit in seen.pieces.items()
            },
        )

    def blurred(self, state: State, side: str) -> State:
        """*state* with only such things changed as *side* cannot see."""
        moved = {
            name: replace(unit, at="2" if unit.at == "4" else "4")
            for name, unit in state.pieces.items()
            if unit.hidden and unit.side != side
        }
        return replace(state, pieces={**state.pieces, **moved})

    def guess(self, state: State, side: str, rng: Random) -> State:
        """A gun that is not seen lies in one of the two hexes of guns."""

        def filled(unit: Unit) -> Unit:
            unseen = unit.hidden and unit.side != side
            return replace(unit, at=rng.choice("24")) if unseen else unit

        return replace(state, pieces={name: filled(unit) for name, unit in state.pieces.items()})

    def policy(self, state: State, rng: Random) -> Answer:
        return self.sample(state, rng)

    def score(self, state: State, side: str) -> float:
        if state.result is not None:
            return float(state.result.winner == side)
        return 0.5

    def look(self, state: State) -> TableLook:
        return TableLook(
            sides=(
                SideLook("allies", "Allies", "#445566", "#223344"),
                SideLook("axis", "Axis", "#665544", "#443322", "b"),
            ),
            counters=tuple(
                CounterLook(piece=u.id, side=u.side, at=u.at, title=u.id)
                for u in state.pieces.values()
            ),
        )


def opened(
    rules: BridgeDash | None = None, *, umpire: bool = False, **more: Any
) -> Journal[Unit, Move | Fire]:
    """A journal at the first question."""
    rules = rules or BridgeDash()
    return Journal(rules, *begin(rules, umpire=umpire), **more)


def played(
    journal: Journal[Unit, Move | Fire], *answers: str | int, umpire: bool = False
) -> Journal[Unit, Move | Fire]:
    """Give *answers* in order: words press buttons, numbers are dice; rulings are accepted."""
    for answer in answers:
        journal.answer(
            Roll((answer,)) if isinstance(answer, int) else Choose(answer), umpire=umpire
        )
        ask = journal.state().ask
        if ask is not None and ask.shape == "outcome":
            journal.answer(Outcome(ask.proposed), umpire=umpire)
    return journal


def asked(journal: Journal[Unit, Move | Fire]) -> Decision:
    """The pending question; there must be one."""
    ask = journal.state().ask
    assert ask is not None
    return ask


def result(journal: Journal[Unit, Move | Fire]) -> GameResult:
    """How the game ended; it must have."""
    found = journal.state().result
    assert found is not None
    return found
