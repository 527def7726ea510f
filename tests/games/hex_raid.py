"""Hex raid: two small forces fight over villages on hexes. A whole game on the common toolkit.

Formations act when their chit is drawn, or later if it is held. Units march by the costs of the
ground and stop beside the enemy, who may fire at whoever moved; assaults are read by odds, losers
fall back two hexes; a unit has two steps; reinforcements come by turn. Rule numbers are its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path as File
from random import Random
from typing import Any, NamedTuple

from wardesk.documents.maps.store import load_board
from wardesk.engine.draft import Draft
from wardesk.engine.rules import Rules, Showing, Steps, Thinking, listed
from wardesk.engine.types import (
    Allocate,
    Answer,
    Cells,
    Choice,
    Choose,
    CreatePiece,
    Effect,
    Event,
    Frame,
    GameState,
    Outcome,
    OutcomeField,
    Path,
    Piece,
    Reason,
    Roll,
    SetCup,
    SetTrack,
)
from wardesk.games.shared import ask, cup
from wardesk.games.shared.ask import AskedQuestion
from wardesk.games.shared.march import affordable, distances, faults, pays
from wardesk.games.shared.odds import column, down, up
from wardesk.games.shared.phases import following, strip
from wardesk.games.shared.reactions import Reaction, answered, next_to_react, offer
from wardesk.games.shared.retreat import retreats
from wardesk.games.shared.stacking import excess
from wardesk.games.shared.steps_lost import capped, lose, settled
from wardesk.games.shared.tables import DiceTable
from wardesk.games.shared.told import tell_march
from wardesk.games.shared.zones import beside, occupied
from wardesk.model.board import Board
from wardesk.model.look import CaseLook, CounterLook, SideLook, TableLook
from wardesk.model.movement import Movement
from wardesk.model.rulebook import Rule, Rulebook

MAP = File(__file__).parents[2] / "campaigns/hannut-stonne/maps/hannut"
SIDES = ("blue", "red")
ENEMY = {"blue": "red", "red": "blue"}
TURNS, STACK, MOVES, RANGE = 4, 2, 4, 2
PHASES = (("arrive", "Arrivals", "HR 1.1"), ("draw", "Chits", "HR 2.1"), ("end", "End", "HR 1.2"))
CUP, HAND = "cup", "hand"


class Arrival(NamedTuple):
    """A piece that comes on *turn* or later, at one of *cells*."""

    turn: int
    piece: str
    cells: tuple[str, ...]


def due(turn, here):
    """1.1 What may come in by *turn* and is not *here* yet."""
    return tuple(one for one in ARRIVALS if one.turn <= turn and one.piece not in here)


ARRIVALS = (Arrival(2, "R4", ("0701", "0801")), Arrival(3, "B4", ("0112", "0212")))
DONE, PASS = Choice("done", "No more", "HR 3.1"), Choice("pass", "Hold fire", "HR 4.1")


class Unit(Piece, frozen=True, kw_only=True):
    """A company: *moves* is its movement class."""

    formation: str
    moves: str
    steps: int = 2
    moved: bool = False


class Turn(Frame, frozen=True, kw_only=True):
    """2 A turn: arrivals, then chit after chit."""

    chit: str = ""


class Operation(Frame, frozen=True, kw_only=True):
    """3 A formation acts, unit by unit."""

    formation: str


class Window(Frame, frozen=True, kw_only=True):
    """4 Whoever stands near may fire at what moved, one after the other; each may pass."""

    target: str
    passed: tuple[str, ...] = ()


class Shot(Frame, frozen=True, kw_only=True):
    """4.2 One shot."""

    shooter: str
    target: str
    total: int = 0


class Assault(Frame, frozen=True, kw_only=True):
    """5 All units of a formation beside *cell* attack it."""

    formation: str
    cell: str
    total: int = 0
    loss: int = 0


class Fire(DiceTable, frozen=True, kw_only=True):
    """4.2 Steps lost by 2d6 and the steps that shoot."""

    key, title = "fire", "Fire"

    def label(self, cell):
        return f"{cell} lost", "good" if cell else "none", -int(cell)


class Clash(DiceTable, frozen=True, kw_only=True):
    """5.1 Steps the defender loses by 2d6 and odds; 0 = he falls back, - = the attacker fails."""

    key, title = "clash", "Assault"

    def printed(self, cell):
        return str(cell)

    def label(self, cell):
        return str(cell), "bad" if cell == "-" else "good", ["2", "1", "0", "-"].index(str(cell))


FIRE = Fire(
    cite="HR 4.2", reconstruction=True, columns=("1", "2"),
    rows=((1, 1), (1, 1), (1, 1), (0, 1), *(((0, 0),) * 7)),
)  # fmt: skip
CLASH = Clash(
    cite="HR 5.1", reconstruction=True, columns=("1:2", "1:1", "2:1", "3:1"),
    rows=(("1", "2", "2", "2"), ("0", "1", "2", "2"), ("0", "1", "1", "2"), ("-", "0", "1", "1"),
          ("-", "0", "0", "1"), ("-", "0", "0", "1"), ("-", "-", "0", "0"), ("-", "-", "0", "0"),
          ("-", "-", "-", "0"), ("-", "-", "-", "0"), ("-", "-", "-", "-")),
)  # fmt: skip

State = GameState[Unit, Turn | Operation | Window | Shot | Assault]
steps = Steps()


class Setting:
    """What stays the same: the board, who stands beside whom, movement by class."""

    def __init__(self) -> None:
        self.board: Board = load_board(MAP)
        self.neighbours = {cell: self.board.neighbours(cell) for cell in self.board.cells}
        self.villages = frozenset(
            cell.id for cell in self.board.cells.values() if cell.terrain == "village"
        )
        self.movement = {c: Movement(self.board, c) for c in ("foot", "tracks")}


D = Draft[Setting]
AFTER = following([step for step, _, _ in PHASES], "arrive")


def alive(state: Any, side: str) -> list[Unit]:
    """Units of *side* on the map."""
    return [u for u in state.pieces.values() if u.side == side and u.at is not None]


def at(state: Any, cell: str, side: str) -> list[Unit]:
    """Units of *side* in *cell*."""
    return [u for u in alive(state, side) if u.at == cell]


def full(state: Any, side: str, cell: str) -> bool:
    return bool(excess(STACK, len(at(state, cell, side)), 1))


def goals(setting: Setting, state: Any, unit: Unit) -> dict[str, tuple[str, ...]]:
    """3.2 Where *unit* may march, and how: it stops beside the enemy and never enters his hex."""
    enemy = occupied(alive(state, ENEMY[unit.side]))
    zone = beside(setting.neighbours, enemy)
    found = affordable(setting.movement[unit.moves], unit.at or "", MOVES, stops=zone, closed=enemy)
    return {goal: way for goal, way in found.items() if not full(state, unit.side, goal)}


# ---- 1 and 2: the turn, arrivals, chits ---------------------------------------------------------


@steps(Turn, "arrive")
def arrive(d: D, _: Turn, __: None) -> None:
    """1.1 What is due comes in where there is room and no enemy; it waits otherwise."""
    for one in due(d.tracks["turn"], d.pieces):
        side = "blue" if one.piece.startswith("B") else "red"
        cells = tuple(cell for cell in one.cells if not blocked(d, side, cell))
        if cells:
            entry = AskedQuestion("entry", "Where does it come in?", "HR 1.1", "arrived")
            return ask.pick_cell(d, side, entry, cells, one.piece)
    for unit in tuple(d.pieces.values()):
        d.set(unit.id, moved=False)
    d.cup(CUP, sorted({u.formation for side in SIDES for u in alive(d, side)}))
    return d.goto(AFTER["arrive"])


def blocked(state: Any, side: str, cell: str) -> tuple[Reason, ...]:
    if at(state, cell, ENEMY[side]) or full(state, side, cell):
        return (Reason("There is no room", "HR 1.1", at=cell),)
    return ()


@steps(Turn, "arrived")
def arrived(d: D, _: Turn, answer: Cells) -> None:
    """1.1 It stands there."""
    piece = next(
        one.piece for one in due(d.tracks["turn"], d.pieces) if answer.cells[0] in one.cells
    )
    d.create(unit_of(piece, answer.cells[0]))
    d.say(f"{piece} came in", "HR 1.1", answer.cells[0])
    d.goto("arrive")


@steps(Turn, "draw")
def draw(d: D, _: Turn, __: None) -> None:
    """2.1 A chit is drawn; when the cup is empty, chits that were held are played."""
    question = AskedQuestion("chit", "Which formation acts?", "HR 2.1", "drawn")
    if cup.draw(d, CUP, question, str):
        return
    if d.cups[HAND]:
        chit = d.cups[HAND][0]
        cup.take(d, HAND, chit)
        d.goto("draw")
        d.call(Operation(step="units", formation=chit), "draw")
        return
    d.goto(AFTER["draw"])


@steps(Turn, "drawn")
def drawn(d: D, _: Turn, answer: Roll) -> None:
    """2.2 The owner plays the chit or holds it."""
    chit = cup.drawn(d, CUP, answer)
    d.goto("asked", chit=chit)


@steps(Turn, "asked")
def asked(d: D, frame: Turn, _: None) -> None:
    """2.2 Now or later."""
    side = "blue" if frame.chit.startswith("blue") else "red"
    choices = (Choice("now", "Act now", "HR 2.2"), Choice("hold", "Hold it", "HR 2.2"))
    question = AskedQuestion("activate", "Does it act now?", "HR 2.2", "activated")
    ask.choose(d, side, question, choices, frame.chit)


@steps(Turn, "activated")
def activated(d: D, frame: Turn, answer: Choose) -> None:
    """2.2 It acts, or its chit waits."""
    if answer.key == "hold":
        cup.put(d, HAND, frame.chit)
        return d.goto("draw")
    return d.call(Operation(step="units", formation=frame.chit), "draw")


@steps(Turn, "end")
def end(d: D, _: Turn, __: None) -> None:
    """1.2 After the last turn whoever holds more villages has won."""
    held = {side: len(occupied(alive(d, side)) & d.setting.villages) for side in SIDES}
    over = d.count("turn") > TURNS or not all(alive(d, side) for side in SIDES)
    if not over:
        return d.goto(AFTER["end"])
    winner = "blue" if held["blue"] > held["red"] else "red"
    return d.end(winner, "", f"{winner} holds more villages", "HR 1.2")


# ---- 3: marches ---------------------------------------------------------------------------------


@steps(Operation, "units")
def units(d: D, frame: Operation, _: None) -> None:
    """3.1 Each unit marches once; whatever the formation touches it may assault."""
    mine = [u for u in d.pieces.values() if u.formation == frame.formation and u.at is not None]
    if not mine:
        return d.done()
    able = tuple(u.id for u in mine if not u.moved and goals(d.setting, d, u))
    ready = beside(d.setting.neighbours, (u.at or "" for u in mine if not u.moved))
    targets = sorted(ready & occupied(alive(d, ENEMY[mine[0].side])))
    attacks = tuple(Choice(f"assault:{c}", f"Assault {c}", "HR 5.1") for c in targets)
    question = AskedQuestion("march", "Which unit marches where?", "HR 3.1", "marched")
    if able:
        return ask.path(d, mine[0].side, question, able, choices=(*attacks, DONE))
    if attacks:
        return ask.choose(d, mine[0].side, question, (*attacks, DONE))
    return d.done()


@steps(Operation, "marched")
def marched(d: D, frame: Operation, answer: Path | Choose) -> None:
    """3.1 It stands there, and is fired at."""
    if isinstance(answer, Path):
        piece, goal = answer.pieces[0], answer.cells[-1]
        tell_march(d, piece, d.pieces[piece].at, goal, "HR 3.1", goal)
        d.set(piece, at=goal, moved=True)
        return d.call(Window(step="ask", target=piece), "units")
    if answer.key == "done":
        return d.done()
    cell = answer.key.partition(":")[2]
    return d.call(Assault(step="begin", formation=frame.formation, cell=cell), "units")


# ---- 4: fire in reaction ------------------------------------------------------------------------


@steps(Window, "ask")
def react(d: D, frame: Window, _: None) -> None:
    """4.1 Enemies within two hexes are asked in turn, the nearest first; each fires once."""
    target = d.pieces[frame.target]
    reaction = reactions_of(d, frame)
    question = AskedQuestion("react", "Do you fire at it?", "HR 4.1", "reacted")
    about = (frame.target,)
    if not offer(d, ENEMY[target.side], question, reaction, PASS, frame.target, about=about):
        d.done()


def reactions_of(d: D, frame: Window) -> list[Reaction]:
    target = d.pieces[frame.target]
    if target.at is None:
        return []
    far = distances(d.setting.neighbours, (target.at,))
    near = [u for u in alive(d, ENEMY[target.side]) if far[u.at or ""] <= RANGE]
    order = [u.id for u in sorted(near, key=lambda u: (far[u.at or ""], u.id))]
    unit = next_to_react(order, frame.passed)
    shot = Shot(step="aim", shooter=unit, target=frame.target)
    return [Reaction(Choice("fire", f"Fire {unit}", "HR 4.1"), shot)] if unit else []


def shooter_of(reaction: Reaction) -> str:
    return reaction.frame.shooter if isinstance(reaction.frame, Shot) else ""


@steps(Window, "reacted")
def reacted(d: D, frame: Window, answer: Choose) -> None:
    """4.1 The next one is asked, whether this one fired or passed."""
    reaction = reactions_of(d, frame)
    d.goto("ask", passed=(*frame.passed, *(shooter_of(one) for one in reaction)))
    answered(d, reaction, answer, "ask")


@steps(Shot, "aim")
def aim(d: D, frame: Shot, _: None) -> None:
    """4.2 Two dice."""
    d.roll("shot", "What does the fire do?", "HR 4.2", "rolled", chart="fire")


@steps(Shot, "rolled")
def rolled(d: D, _: Shot, answer: Roll) -> None:
    """4.2 Keep the dice."""
    d.goto("read", total=sum(answer.dice))


@steps(Shot, "read")
def read(d: D, frame: Shot, _: None) -> None:
    """4.2 Steps lost."""
    lost = int(FIRE.cell(frame.total, d.pieces[frame.shooter].steps - 1))
    d.outcome(
        {"lost": lost}, "hit", kind="shot", prompt="Does the result stand?", cite="HR 4.2",
        summary=f"{lost} lost", fields=(OutcomeField("lost", "Steps", 0, 2),), chart="fire",
    )  # fmt: skip


@steps(Shot, "hit")
def hit(d: D, frame: Shot, answer: Outcome) -> None:
    """4.2 A unit without steps is gone."""
    suffer(d, {frame.target: min(int(answer.value["lost"] or 0), d.pieces[frame.target].steps)})
    d.done()


def suffer(d: D, amounts: Mapping[str, int]) -> None:
    for piece, lost in amounts.items():
        if lost and not lose(d, piece, "steps", lost):
            d.say(f"{piece} fell", "HR 4.1", d.pieces[piece].at)
            d.set(piece, at=None)


# ---- 5: assaults --------------------------------------------------------------------------------


@steps(Assault, "begin")
def begin(d: D, frame: Assault, _: None) -> None:
    """5.1 Whoever assaults does nothing else in this turn."""
    for unit in attackers(d, frame):
        d.set(unit.id, moved=True)
    d.goto("odds")


@steps(Assault, "odds")
def odds(d: D, _: Assault, __: None) -> None:
    """5.1 Steps against steps, rounded for the defender."""
    d.roll("assault", "How does the assault go?", "HR 5.1", "fought", chart="clash")


def attackers(d: D, frame: Assault) -> list[Unit]:
    touching = beside(d.setting.neighbours, (frame.cell,))
    return [u for u in d.pieces.values() if u.formation == frame.formation and u.at in touching]


def defenders(d: D, frame: Assault) -> list[Unit]:
    side = "red" if frame.formation.startswith("blue") else "blue"
    return at(d, frame.cell, side)


def odds_column(d: D, frame: Assault) -> int:
    mine, theirs = (
        sum(u.steps for u in found) for found in (attackers(d, frame), defenders(d, frame))
    )
    return column(mine, theirs, CLASH.columns, above=down, below=up)


@steps(Assault, "fought")
def fought(d: D, frame: Assault, answer: Roll) -> None:
    """5.1 Read the table."""
    found = CLASH.cell(sum(answer.dice), odds_column(d, frame))
    if found == "-":
        d.say("The assault failed", "HR 5.1", frame.cell)
        return d.done()
    return d.goto("share", loss=int(found))


@steps(Assault, "share")
def share(d: D, frame: Assault, _: None) -> None:
    """5.2 The owner shares the loss out."""
    limits = {u.id: u.steps for u in defenders(d, frame)}
    amounts = settled(limits, frame.loss)
    if amounts is None:
        question = AskedQuestion("losses", "Who loses the steps?", "HR 5.2", "shared")
        side = defenders(d, frame)[0].side
        return ask.allocate(d, side, question, limits, frame.loss)
    suffer(d, amounts)
    return d.goto("back")


@steps(Assault, "shared")
def shared(d: D, frame: Assault, answer: Allocate) -> None:
    """5.2 As he says."""
    suffer(d, capped({u.id: u.steps for u in defenders(d, frame)}, answer.amounts))
    d.goto("back")


@steps(Assault, "back")
def back(d: D, frame: Assault, _: None) -> None:
    """5.3 Whoever is left falls back two hexes, or dies where he cannot."""
    left = defenders(d, frame)
    if not left:
        return d.done()
    cells = ways_back(d.setting, d, left)
    if not cells:
        for unit in left:
            suffer(d, {unit.id: unit.steps})
        return d.done()
    question = AskedQuestion("retreat", "Where do the defenders go?", "HR 5.3", "gone")
    return ask.pick_cell(d, left[0].side, question, cells)


def ways_back(setting: Setting, state: Any, left: Sequence[Unit]) -> tuple[str, ...]:
    side, cell = left[0].side, left[0].at or ""
    enemy = occupied(alive(state, ENEMY[side]))
    closed = enemy | beside(setting.neighbours, enemy)

    def fits(goal: str) -> bool:
        return not excess(STACK, len(at(state, goal, side)), len(left))

    return retreats(setting.neighbours, cell, closed, fits, 2)


@steps(Assault, "gone")
def gone(d: D, frame: Assault, answer: Cells) -> None:
    """5.3 They stand there."""
    for unit in defenders(d, frame):
        d.set(unit.id, at=answer.cells[0])
    d.done()


# ---- the rules object ---------------------------------------------------------------------------


def unit_of(piece: str, cell: str) -> Unit:
    """Odd numbers are the first formation of a side, even ones the second."""
    side = "blue" if piece.startswith("B") else "red"
    formation = f"{side} {2 - int(piece[1:]) % 2}"
    return Unit(
        id=piece, side=side, at=cell, formation=formation,
        moves="tracks" if side == "blue" else "foot",
    )  # fmt: skip


class HexRaid(
    Rules[Unit, Turn | Operation | Window | Shot | Assault],
    Showing[Unit, Turn | Operation | Window | Shot | Assault],
    Thinking[Unit, Turn | Operation | Window | Shot | Assault],
):
    """Hex raid on a corner of a bundled map."""

    id = "hex_raid"
    title = "Hex raid"
    sides = SIDES
    piece_type = Unit
    state_type = State
    event_type = Event[Unit, Turn | Operation | Window | Shot | Assault]
    steps = steps.table
    digest = "0" * 64
    rulebook = Rulebook(
        game="hex_raid", title="Hex raid", prefix="HR", source="tests",
        rules=tuple(
            Rule(id=number, title=title, summary=title, status="enforced")
            for number, title in (
                ("1.1", "Arrivals"), ("1.2", "Villages win"), ("2.1", "Chits"), ("2.2", "Holding"),
                ("3.1", "One march"), ("3.2", "Costs and zones"), ("4.1", "Reaction"),
                ("4.2", "Fire"), ("5.1", "Odds"), ("5.2", "Losses"), ("5.3", "Retreat"),
            )
        ),
    )  # fmt: skip

    @cached_property
    def setting(self) -> Setting:
        return Setting()

    @cached_property
    def board(self) -> Board:
        return self.setting.board

    def setup(self) -> tuple[Sequence[Effect], tuple[Turn, ...]]:
        start = {"B1": "0407", "B2": "0508", "B3": "0407", "R1": "0606", "R2": "0706", "R3": "0607"}
        effects: list[Effect] = [CreatePiece(unit_of(name, cell)) for name, cell in start.items()]
        return [*effects, SetTrack("turn", 1), SetCup(CUP, ()), SetCup(HAND, ())], (
            Turn(step="arrive"),
        )

    def check(self, state: State, answer: Answer) -> Sequence[Reason]:
        if not isinstance(answer, Path) or state.ask is None or state.ask.kind != "march":
            return ()
        unit, cells = state.pieces[answer.pieces[0]], answer.cells
        enemy = occupied(alive(state, ENEMY[unit.side]))
        zone = beside(self.setting.neighbours, enemy)
        wrong = faults(self.setting.neighbours, unit.at or "", cells, stops=zone, closed=enemy)
        found = [Reason(fault.kind, "HR 3.2", at=fault.at) for fault in wrong]
        movement = self.setting.movement[unit.moves]
        if not found and not pays(movement, unit.at or "", cells, MOVES, stops=zone):
            found.append(Reason("dear", "HR 3.2", at=cells[-1]))
        if not found and full(state, unit.side, cells[-1]):
            found.append(Reason("full", "HR 3.2", at=cells[-1]))
        return found

    def options(self, state: State, n: int, rng: Random) -> list[Answer]:
        if state.ask is None:
            return []
        found = listed(state.ask, n, rng)
        if state.ask.shape == "path":
            for piece in state.ask.pieces:
                ways = goals(self.setting, state, state.pieces[piece])
                found += [Path((piece,), way) for way in ways.values()]
        return found if len(found) <= n else rng.sample(found, n)

    def policy(self, state: State, rng: Random) -> Answer:
        return self.sample(state, rng)

    def score(self, state: State, side: str) -> float:
        return 0.5 if state.result is None else float(state.result.winner == side)

    def case(self, state: State, answer: Answer | None = None) -> CaseLook | None:
        frame = state.stack[-1] if state.stack else None
        if isinstance(frame, Shot):
            return FIRE.case("Fire", state.pieces[frame.shooter].steps - 1, total=frame.total)
        return None

    def reach(self, state: State, pieces: Sequence[str]) -> dict[str, Sequence[Reason]]:
        return dict.fromkeys(goals(self.setting, state, state.pieces[pieces[0]]), ())

    def look(self, state: State) -> TableLook:
        step = state.stack[0].step if state.stack else ""
        return TableLook(
            sides=(SideLook("blue", "Blue", "#445566", "#223344"),
                   SideLook("red", "Red", "#665544", "#443322", "b")),
            counters=tuple(
                CounterLook(piece=u.id, side=u.side, at=u.at, title=u.id)
                for u in state.pieces.values()
            ),
            phases=strip(PHASES, step, over=state.result is not None),
        )  # fmt: skip
