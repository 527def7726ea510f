"""The printed combat example of Blitzkrieg 1940 (two Somuas) as a rule system for tests.

Just enough of chapters 6 to 9 to play it: movement hex by hex, opportunity fire, return fire before
the N is applied, road column, dispersal, close combat. Cites are the numbers of the printed rules.
The figures of the counters follow from the example's own sums; the rest of the results table, the
start hexes and the German tank's hex are reconstructions.

One printed sum does not add up: "9 - 2 - 3 = 5". The three figures are kept and the sum is taken as
a slip for 4; the table gives N for a 10 in both columns, so the printed result stands either way.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import two_somuas_fire
from two_somuas_table import (
    FIELDS,
    ROAD,
    VILLAGES,
    Action,
    Activation,
    Assault,
    Company,
    D,
    Fire,
    Frames,
    State,
    Window,
    can_fire,
    distance,
    enemies,
    place,
    steps,
)

from wardesk.engine.rules import Rules, Showing, Thinking
from wardesk.engine.types import Answer, Cells, Choice, Choose, CreatePiece, Decision, Effect, Event
from wardesk.model.look import TableLook
from wardesk.model.rulebook import Rule, Rulebook

# ---- 5 and 6.1 Activation and actions -----------------------------------------------------------


@steps(Activation, "choose")
def choose(d: D, frame: Activation, _: None) -> None:
    """5.2 Units of the formation act in any order."""
    able = [
        u.id
        for u in d.pieces.values()
        if u.side == frame.side and u.at is not None and not (u.acted or u.neutralised)
    ]
    d.ask(
        Decision(
            who=frame.side,
            kind="unit",
            shape="choose",
            prompt="Which unit acts?",
            cite="5.2",
            then="chosen",
            choices=(*(Choice(u, u) for u in able), Choice("end", "End")),
        )
    )


@steps(Activation, "chosen")
def chosen(d: D, frame: Activation, answer: Choose) -> None:
    if answer.key == "end":
        d.end("", "", "The activation is over", "5.2")
    else:
        d.set(answer.key, acted=True)
        d.call(Action(step="order", unit=answer.key), then="choose")


def cost(unit: Company, cell: str) -> int:
    """7.1 Movement points to enter *cell* on tracks."""
    if unit.column and unit.at in ROAD and cell in ROAD:
        return 1
    return 4 if cell in VILLAGES else 2


def assault_cost(unit: Company) -> int:
    """6.1 A quarter of the movement points, rounded up."""
    return -(-unit.moves // 4)


def steps_open(d: D, frame: Action) -> list[str]:
    """7.1 and 9.1.1 The hexes the unit may enter next with what it has left."""
    unit = d.pieces[frame.unit]
    held = {place(u) for u in enemies(d, unit.side)}
    found: list[str] = []
    for cell in sorted(FIELDS):
        # An enemy hex is no road for us: the column is left to fight in it.
        there = cost(unit, cell) if cell not in held else (4 if cell in VILLAGES else 2)
        there += assault_cost(unit) if cell in held else 0
        if distance(place(unit), cell) == 1 and frame.spent + there <= unit.moves:
            found.append(cell)
    return found


@steps(Action, "order")
def order(d: D, frame: Action, _: None) -> None:
    """6.1 Move on, fire with what is left, or stop."""
    unit = d.pieces[frame.unit]
    if unit.at is None or unit.neutralised or frame.fired:
        d.goto("stop")
        return
    half = -(-unit.moves // 2)
    targets = [e.id for e in enemies(d, unit.side) if can_fire(unit, e)]
    buttons = [Choice(f"fire {t}", f"Fire at {t}") for t in targets if frame.spent <= half]
    if not unit.column and frame.spent == 0 and unit.at in ROAD:
        buttons.append(Choice("column", "Form column"))
    d.ask(
        Decision(
            who=unit.side,
            kind="move",
            shape="cells",
            prompt="Where to?",
            cite="7.1",
            then="ordered",
            cells=tuple(steps_open(d, frame)),
            choices=(*buttons, Choice("stop", "Stop")),
            about=(unit.id,),
        )
    )


@steps(Action, "ordered")
def ordered(d: D, frame: Action, answer: Choose | Cells) -> None:
    unit = d.pieces[frame.unit]
    if isinstance(answer, Cells):
        go(d, frame, answer.cells[0])
    elif answer.key == "stop":
        d.goto("stop")
    elif answer.key == "column":
        d.set(unit.id, column=True)
    else:
        target = answer.key.removeprefix("fire ")
        shot = Fire(
            step="aim", shooter=unit.id, target=target, kind="active", moved=frame.spent > 0
        )
        d.goto("order", fired=True)
        d.call(shot, then="after_fire")


def go(d: D, frame: Action, cell: str) -> None:
    """7.1 One hex; off the road the column is gone (7.2.1), among enemies it is combat (9.1.1)."""
    unit = d.pieces[frame.unit]
    defender = next((e.id for e in enemies(d, unit.side) if e.at == cell), "")
    if unit.column and (defender or cell not in ROAD):
        d.set(unit.id, column=False)
        unit = d.pieces[frame.unit]
    origin = place(unit)
    d.goto("order", spent=frame.spent + cost(unit, cell) + (assault_cost(unit) if defender else 0))
    d.set(unit.id, at=cell)
    if defender:
        d.call(
            Assault(step="defend", attacker=unit.id, defender=defender, cell=cell, origin=origin),
            then="stop",
        )
    else:
        d.call(Window(step="offer", target=unit.id), then="order")


@steps(Action, "after_fire")
def after_fire(d: D, frame: Action, _: None) -> None:
    """6.3.1 A shot, too, lets the other side fire."""
    if d.pieces[frame.unit].at is None:
        d.goto("stop")
    else:
        d.call(Window(step="offer", target=frame.unit), then="order")


@steps(Action, "stop")
def stop(d: D, frame: Action, _: None) -> None:
    """7.2.1 The column ends with the movement."""
    if d.pieces[frame.unit].column:
        d.set(frame.unit, column=False)
    d.done()


# ---- 9 Close combat -----------------------------------------------------------------------------


@steps(Assault, "defend")
def defend(d: D, frame: Assault, _: None) -> None:
    """9.1.2 The defender fires first, at range 0."""
    shot = Fire(step="aim", shooter=frame.defender, target=frame.attacker, kind="assault")
    d.call(shot, then="attack")


@steps(Assault, "attack")
def attack(d: D, frame: Assault, _: None) -> None:
    """9.1.2 A neutralised attacker falls back to the hex it came from; else it fires."""
    attacker = d.pieces[frame.attacker]
    if attacker.at is None:
        d.done()
    elif attacker.neutralised:
        d.set(attacker.id, at=frame.origin)
        d.say(f"{attacker.id} fell back to {frame.origin}", "9.1.2", at=frame.origin)
        d.done()
    else:
        shot = Fire(step="aim", shooter=frame.attacker, target=frame.defender, kind="assault")
        d.call(shot, then="after")


@steps(Assault, "after")
def after_assault(d: D, frame: Assault, _: None) -> None:
    """The example ends in the first round; here whoever still stands parts at once."""
    if d.pieces[frame.defender].at is not None and d.pieces[frame.attacker].at is not None:
        d.set(frame.attacker, at=frame.origin)
    d.done()


SECTIONS = "1.2 4.2 5.2 6.1 6.3.1 6.3.2 6.4 7.1 7.2.1 7.2.2 8.2.1 8.2.4 8.2.5 8.3 8.4 9.1.1 9.1.2"


class TwoSomuas(Rules[Company, Frames], Showing[Company, Frames], Thinking[Company, Frames]):
    """Two Somuas of the 1st Cuirassiers against a Pz IV and a rifle company at Wansin."""

    id = "two_somuas"
    title = "Two Somuas"
    sides = ("french", "german")
    piece_type = Company
    state_type = State
    event_type = Event[Company, Frames]
    # The register is one; taking it from there says that chapters 6.3 and 8 are in it.
    steps = two_somuas_fire.steps.table
    digest = "0" * 64
    rulebook = Rulebook(
        game="two_somuas",
        title="Two Somuas",
        prefix="",
        source="tests",
        rules=tuple(Rule(id=s, title=s, summary=s, status="enforced") for s in SECTIONS.split()),
    )

    def setup(self) -> tuple[Sequence[Effect], tuple[Frames, ...]]:
        def company(name: str, side: str, at: str, *figures: int) -> CreatePiece[Company]:
            attack, armour, reach, moves, reaction = figures
            return CreatePiece(
                Company(
                    id=name,
                    side=side,
                    at=at,
                    attack=attack,
                    armour=armour,
                    reach=reach,
                    moves=moves,
                    reaction=reaction,
                )
            )

        return (
            company("Somua 1", "french", "1807", 9, 4, 3, 8, 7),
            company("Somua 2", "french", "1807", 9, 4, 3, 8, 7),
            company("Pz IV", "german", "1909", 7, 3, 3, 8, 8),
            company("Rifles", "german", "1709", 4, 0, 1, 3, 8),
        ), (Activation(step="choose", side="french"),)

    def policy(self, state: State, rng: Random) -> Answer:
        return self.sample(state, rng)

    def score(self, state: State, side: str) -> float:
        return 0.5

    def look(self, state: State) -> TableLook:
        return TableLook(sides=(), counters=())
