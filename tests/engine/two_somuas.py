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

from wardesk.engine.draft import Draft
from wardesk.engine.rules import Rules, Steps
from wardesk.engine.types import (
    Answer,
    Cells,
    Choice,
    Choose,
    CreatePiece,
    Decision,
    Effect,
    Event,
    Factor,
    Frame,
    GameState,
    Outcome,
    OutcomeField,
    Piece,
    Roll,
)
from wardesk.model.look import TableLook
from wardesk.model.rulebook import Rule, Rulebook

VILLAGES = frozenset({"1707", "1709"})
ROAD = ("1806", "1807", "1707", "1708", "1709")
FIELDS = frozenset({*ROAD, "1808", "1809", "1810", "1608", "1609", "1610", "1710", "1909", "1908"})

RESULTS = {
    # 8.2.5, columns -1 to 8; r = red N, which touches infantry only.
    2: "NN11111111", 3: "rNN1111111", 4: "-rNNN11111", 5: "--rNNNN111", 6: "---rrNNNN1",
    7: "-------rNN", 8: "------rrNN", 9: "-----rrNN1", 10: "----rNNN11", 11: "--rrrNN111",
    12: "rrNNNN1111",
}  # fmt: skip


class Company(Piece, frozen=True, kw_only=True):
    """A company or half-squadron. *armour* 0 = infantry."""

    attack: int
    armour: int
    reach: int
    moves: int
    reaction: int
    steps: int = 2
    neutralised: bool = False
    opportunity_used: bool = False
    returned: bool = False
    column: bool = False
    acted: bool = False


class Activation(Frame, frozen=True, kw_only=True):
    """5 A formation acts, unit by unit."""

    side: str


class Action(Frame, frozen=True, kw_only=True):
    """6.1 One unit moves and fires."""

    unit: str
    spent: int = 0
    fired: bool = False


class Window(Frame, frozen=True, kw_only=True):
    """6.3.1 The other side may fire at what just moved or fired."""

    target: str


class Reaction(Frame, frozen=True, kw_only=True):
    """6.4 A reaction check and, if it is passed, the shot. *kind* is opportunity or return."""

    shooter: str
    target: str
    kind: str
    dice: int = 0


class Fire(Frame, frozen=True, kw_only=True):
    """8.1 One shot. *kind* is active, opportunity, return or assault."""

    shooter: str
    target: str
    kind: str
    moved: bool = False
    dice: int = 0
    column: int = 0
    result: str = ""


class Assault(Frame, frozen=True, kw_only=True):
    """9.1 Close combat in *cell*, entered from *origin*."""

    attacker: str
    defender: str
    cell: str
    origin: str


Frames = Activation | Action | Window | Reaction | Fire | Assault
State = GameState[Company, Frames]
D = Draft["TwoSomuas"]
steps = Steps()


# ---- 4 and 8.2.4 Distance -----------------------------------------------------------------------


def _cube(cell: str) -> tuple[int, int, int]:
    x = int(cell[:2])
    z = int(cell[2:]) - (x - x % 2) // 2
    return x, -x - z, z


def distance(a: str, b: str) -> int:
    """Hexes from *a* to *b*; odd columns lie half a hex lower."""
    return max(abs(p - q) for p, q in zip(_cube(a), _cube(b), strict=True))


def place(unit: Company) -> str:
    """The hex of a unit that is on the map."""
    assert unit.at is not None
    return unit.at


def enemies(d: D, side: str) -> list[Company]:
    return [u for u in d.pieces.values() if u.side != side and u.at is not None]


def can_fire(shooter: Company, target: Company) -> bool:
    """4.2 In reach; an N leaves a reach of one hex."""
    reach = 1 if shooter.neutralised else max(1, shooter.reach)
    return distance(place(shooter), place(target)) <= reach


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


# ---- 6.3 Reactions ------------------------------------------------------------------------------


@steps(Window, "offer")
def offer(d: D, frame: Window, _: None) -> None:
    """6.3.1 One shot after another, until the passive side has had enough."""
    target = d.pieces[frame.target]
    able = []
    if target.at is not None:
        able = [
            e for e in enemies(d, target.side) if not e.opportunity_used and can_fire(e, target)
        ]
    if not able:
        d.done()
        return
    d.ask(
        Decision(
            who=able[0].side,
            kind="opportunity",
            shape="choose",
            prompt="Fire at the moving unit?",
            cite="6.3.1",
            then="offered",
            choices=(*(Choice(e.id, e.id) for e in able), Choice("pass", "Pass")),
            about=(target.id,),
        )
    )


@steps(Window, "offered")
def offered(d: D, frame: Window, answer: Choose) -> None:
    if answer.key == "pass":
        d.done()
    else:
        d.set(answer.key, opportunity_used=True)
        d.call(
            Reaction(step="check", shooter=answer.key, target=frame.target, kind="opportunity"),
            then="offer",
        )


@steps(Reaction, "check")
def check(d: D, frame: Reaction, _: None) -> None:
    """6.4 Two dice, the reaction value or less."""
    d.roll(
        "reaction",
        "Roll the reaction check",
        "6.4",
        "rolled",
        about=(frame.shooter,),
        context=f"{d.pieces[frame.shooter].reaction} or less",
    )


@steps(Reaction, "rolled")
def check_rolled(d: D, frame: Reaction, answer: Roll) -> None:
    d.goto("read", dice=sum(answer.dice))


@steps(Reaction, "read")
def check_read(d: D, frame: Reaction, _: None) -> None:
    passed = frame.dice <= d.pieces[frame.shooter].reaction
    d.outcome(
        {"check": "passed" if passed else "failed"},
        "checked",
        kind="reaction",
        prompt="Does the check stand?",
        cite="6.4",
        summary="It may fire" if passed else "It does not fire",
        fields=(OutcomeField("check", "Check", choices=("passed", "failed")),),
        about=(frame.shooter,),
    )


@steps(Reaction, "checked")
def checked(d: D, frame: Reaction, answer: Outcome) -> None:
    if answer.value["check"] == "failed":
        d.done()
        return
    shot = Fire(step="aim", shooter=frame.shooter, target=frame.target, kind=frame.kind)
    d.call(shot, then="over")


@steps(Reaction, "over")
def reaction_over(d: D, frame: Reaction, _: None) -> None:
    d.done()


# ---- 8 Fire -------------------------------------------------------------------------------------


def dispersed(unit: Company) -> bool:
    """7.2.2 Armour in a village, not in column."""
    return unit.armour > 0 and unit.at in VILLAGES and not unit.column


def fire_factors(d: D, frame: Fire) -> tuple[Factor, ...]:
    """8.2 The sum of these is the column."""
    shooter, target = d.pieces[frame.shooter], d.pieces[frame.target]
    hexes = distance(place(shooter), place(target))
    rows = (
        ("attack", "Attack", shooter.attack, "8.2.1"),
        ("armour", "Armour of the target", -target.armour, "8.2.1"),
        ("range", "Range", 1 - hexes, "8.2.4"),
        ("moved", "Moved and fires", -2 * frame.moved, "6.1"),
        ("neutralised", "Neutralised", -2 * shooter.neutralised, "8.4"),
        ("column", "Target in column", int(target.column), "7.2.1"),
        ("dispersed", "Target dispersed", int(dispersed(target)), "7.2.2"),
        ("in column", "Fires from column", -int(shooter.column), "7.2.1"),
        ("disperse", "Fires dispersed", -int(dispersed(shooter)), "7.2.2"),
    )
    return tuple(Factor(*row) for row in rows if row[2])


@steps(Fire, "aim")
def aim(d: D, frame: Fire, _: None) -> None:
    """8.2.5 Two dice on the results table."""
    factors = fire_factors(d, frame)
    d.roll(
        "fire",
        "Roll for the fire",
        "8.2.5",
        "rolled",
        factors=factors,
        about=(frame.shooter, frame.target),
        chart="results",
        column=str(sum(f.value for f in factors)),
    )


@steps(Fire, "rolled")
def fire_rolled(d: D, frame: Fire, answer: Roll) -> None:
    d.goto("read", dice=sum(answer.dice), column=max(-1, min(8, answer.modifier)))


@steps(Fire, "read")
def fire_read(d: D, frame: Fire, _: None) -> None:
    result = RESULTS[frame.dice][frame.column + 1]
    d.outcome(
        {"result": result},
        "stands",
        kind="fire",
        prompt="Does the result stand?",
        cite="8.3",
        summary=result,
        fields=(OutcomeField("result", "Result", choices=("-", "r", "N", "1")),),
        about=(frame.target,),
        chart="results",
        column=str(frame.column),
    )


@steps(Fire, "stands")
def stands(d: D, frame: Fire, answer: Outcome) -> None:
    """8.3 A step is lost at once; an N waits for the return fire."""
    result = str(answer.value["result"])
    target = d.pieces[frame.target]
    if result == "r" and target.armour:
        result = "-"
    if result == "1":
        lose_step(d, target)
    d.say(f"{frame.shooter} fired at {frame.target}: {answer.value['result']}", "8.3")
    d.goto("return", result=result)


def lose_step(d: D, unit: Company) -> None:
    """1.2 The second lost step eliminates the unit."""
    if unit.steps > 1:
        d.set(unit.id, steps=unit.steps - 1)
    else:
        d.set(unit.id, steps=0, at=None)


@steps(Fire, "return")
def offer_return(d: D, frame: Fire, _: None) -> None:
    """6.3.2 A passive unit may fire back, once in an activation, before the N takes effect."""
    shooter, target = d.pieces[frame.shooter], d.pieces[frame.target]
    if (
        frame.kind != "active"
        or target.at is None
        or target.returned
        or not can_fire(target, shooter)
    ):
        d.goto("apply")
        return
    d.ask(
        Decision(
            who=target.side,
            kind="return-fire",
            shape="choose",
            prompt="Fire back?",
            cite="6.3.2",
            then="returned",
            choices=(Choice("fire", "Fire back"), Choice("pass", "Pass")),
            about=(target.id, shooter.id),
        )
    )


@steps(Fire, "returned")
def returned(d: D, frame: Fire, answer: Choose) -> None:
    if answer.key == "pass":
        d.goto("apply")
        return
    d.set(frame.target, returned=True)
    d.call(
        Reaction(step="check", shooter=frame.target, target=frame.shooter, kind="return"),
        then="apply",
    )


@steps(Fire, "apply")
def apply(d: D, frame: Fire, _: None) -> None:
    """8.3 The owner takes the N, or a step loss instead of it."""
    target = d.pieces[frame.target]
    if frame.result not in ("N", "r") or target.at is None:
        d.done()
        return
    d.ask(
        Decision(
            who=target.side,
            kind="neutralised",
            shape="choose",
            prompt="Neutralised, or lose a step?",
            cite="8.3",
            then="applied",
            choices=(Choice("N", "Neutralised"), Choice("step", "Lose a step")),
            about=(target.id,),
        )
    )


@steps(Fire, "applied")
def applied(d: D, frame: Fire, answer: Choose) -> None:
    if answer.key == "N":
        d.set(frame.target, neutralised=True)
    else:
        lose_step(d, d.pieces[frame.target])
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


class TwoSomuas(Rules[Company, Frames]):
    """Two Somuas of the 1st Cuirassiers against a Pz IV and a rifle company at Wansin."""

    id = "two_somuas"
    title = "Two Somuas"
    sides = ("french", "german")
    piece_type = Company
    state_type = State
    event_type = Event[Company, Frames]
    steps = steps.table
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
