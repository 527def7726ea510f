"""A skirmish on twenty squares that asks questions of all seven shapes, for the table's tests."""

from __future__ import annotations

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
    Outcome,
    OutcomeField,
    Path,
    Piece,
    Pieces,
    Reason,
    SetTrack,
)
from wardesk.model.board import Board, Border, Cell, Contact
from wardesk.model.look import (
    BadgeLook,
    BoxLook,
    CaseLook,
    CellMark,
    ChartLook,
    CounterLook,
    InputLine,
    OddsLine,
    Overlay,
    PhaseLook,
    SideLook,
    TableLook,
    TrackLook,
)
from wardesk.model.palette import Palette
from wardesk.model.rulebook import Rule, Rulebook
from wardesk.services.play.tables import PlayTable, TableInfo

WIDE, TALL, SIDE = 5, 4, 128
TURNS = 3
NAMES = ("Mill", "Ford", "Copse", "Farm", "Chapel")


def cell_id(x, y):
    return f"{'ABCDE'[x]}{y + 1}"


def make_board():
    cells, outlines, contacts = {}, {}, []
    for y in range(TALL):
        for x in range(WIDE):
            key = cell_id(x, y)
            anchor = (x * SIDE + 64.0, y * SIDE + 64.0)
            cells[key] = Cell(key, f"{NAMES[x]} {y + 1}", "open", anchor)
            outlines[key] = (
                ((x * SIDE, y * SIDE), ((x + 1) * SIDE, y * SIDE),
                 ((x + 1) * SIDE, (y + 1) * SIDE), (x * SIDE, (y + 1) * SIDE)),
            )  # fmt: skip
            if x:
                contacts.append(Contact(cell_id(x - 1, y), key, "side", True))
            if y:
                contacts.append(Contact(cell_id(x, y - 1), key, "side", True))
    return Board(
        id="skirmish", title="Mill valley", kind="square", unit="m",
        provenance="reconstruction for tests", cells=cells, outlines=outlines,
        borders=(Border("b", ((0, 0), (1, 1)), None, None, "none"),), contacts=tuple(contacts),
        features=(), palette=Palette("p", "P"), digest="d" * 64,
    )  # fmt: skip


class Unit(Piece, frozen=True, kw_only=True):
    men: int = 4
    moved: bool = False


class Turn(Frame, frozen=True, kw_only=True):
    side: str = "red"


class Fight(Frame, frozen=True, kw_only=True):
    target: str = ""
    units: tuple[str, ...] = ()
    total: int = 0
    loss: int = 0


steps = Steps()
FOE = {"red": "blue", "blue": "red"}


def alive(d, side):
    return tuple(p.id for p in d.pieces.values() if p.side == side and p.at and p.at != "reserve")


@steps(Turn, "order")
def order(d, f, _):
    if d.tracks["turn"] > TURNS or not alive(d, "blue") or not alive(d, "red"):
        winner = "red" if len(alive(d, "red")) >= len(alive(d, "blue")) else "blue"
        return d.end(winner, "minor", f"{winner.capitalize()} holds the valley", "5.1")
    foes = {d.pieces[p].at for p in alive(d, FOE[f.side])}
    near = [c for c in foes if any(touching(d, p, c) for p in alive(d, f.side))]
    far = () if near else (Reason("No enemy in a square beside yours", "3.1"),)
    return d.ask(Decision(
        who=f.side, kind="order", shape="choose", prompt="What do your squads do?", cite="2.1",
        then="ordered", context=f"Turn {d.tracks['turn']} of {TURNS}",
        choices=(Choice("move", "Move a squad", "2.2", "Up to two squares"),
                 Choice("attack", "Attack", "3.1", refused=far), Choice("done", "Done")),
    ))  # fmt: skip


def touching(d, piece, cell):
    return cell in d.setting.board.neighbours(d.pieces[piece].at)


@steps(Turn, "ordered")
def ordered(d, f, a):
    if a.key == "done":
        if f.side == "blue":
            d.count("turn")
        for p in d.pieces.values():
            if p.moved:
                d.set(p.id, moved=False)
        d.say(f"{f.side.capitalize()} ended the turn", "2.1")
        return d.goto("order", side=FOE[f.side])
    return d.goto("move" if a.key == "move" else "target")


@steps(Turn, "move")
def move(d, f, _):
    free = tuple(p for p in alive(d, f.side) if not d.pieces[p].moved)
    d.ask(Decision(who=f.side, kind="move", shape="path", prompt="Which squad moves where?",
                   cite="2.2", then="moved", context="Two squares, not through an enemy",
                   pieces=free, choices=(Choice("stay", "Stay"),)))  # fmt: skip


@steps(Turn, "moved")
def moved(d, f, a):
    if isinstance(a, Path):
        for p in a.pieces:
            d.set(p, at=a.cells[-1], moved=True)
            d.say(f"Squad {p} moved to {a.cells[-1]}", "2.2", a.cells[-1])
    d.goto("order")


@steps(Turn, "target")
def target(d, f, _):
    foes = sorted({d.pieces[p].at for p in alive(d, FOE[f.side])})
    near = tuple(c for c in foes if any(touching(d, p, c) for p in alive(d, f.side)))
    d.ask(Decision(who=f.side, kind="target", shape="cells", prompt="Which square is attacked?",
                   cite="3.1", then="targeted", cells=near))  # fmt: skip


@steps(Turn, "targeted")
def targeted(d, f, a):
    d.call(Fight(step="units", target=a.cells[0]), "order")


@steps(Fight, "units")
def units(d, f, _):
    side = d.enclosing(Turn).side
    near = tuple(p for p in alive(d, side) if touching(d, p, f.target))
    d.ask(
        Decision(
            who=side,
            kind="attackers",
            shape="pieces",
            prompt="Which squads attack?",
            cite="3.2",
            then="roll",
            pieces=near,
            most=len(near),
            about=(f.target,),
        )
    )


@steps(Fight, "roll")
def roll(d, f, a):
    if isinstance(a, Pieces):
        return d.goto("dice", units=a.pieces)
    return d.goto("dice")


@steps(Fight, "dice")
def dice(d, f, _):
    d.roll(
        "assault",
        f"Assault on {f.target}",
        "3.3",
        "rolled",
        dice=(6, 6),
        chart="assault",
        about=(f.target, *f.units),
        factors=(
            Factor("slope", "Uphill", -1, "3.4", why="the target lies higher"),
            Factor("smoke", "Smoke", 2, "3.5", on=False, why="no smoke was laid"),
        ),
    )


@steps(Fight, "rolled")
def rolled(d, f, a):
    factors = a.factors if a.factors is not None else d.setting.asked_factors
    total = sum(a.dice) + sum(x.value for x in factors if x.on)
    d.goto("result", total=total, loss=max(0, (total - 4) // 2))


@steps(Fight, "result")
def result(d, f, _):
    d.outcome({"loss": f.loss, "morale": "steady"}, "apply", kind="assault-result",
              prompt="What does the assault do?", cite="3.6",
              summary=f"The defenders lose {f.loss} men and stand", chart="assault",
              about=(f.target,),
              fields=(OutcomeField("loss", "Men lost", 0, 8),
                      OutcomeField("morale", "Morale", choices=("steady", "shaken"))))  # fmt: skip


@steps(Fight, "apply")
def apply_(d, f, a):
    assert isinstance(a, Outcome)
    foes = [p for p in alive(d, FOE[d.enclosing(Turn).side]) if d.pieces[p].at == f.target]
    loss = min(a.value["loss"], sum(d.pieces[p].men for p in foes))
    d.say(f"Assault on {f.target}: {loss} men lost", "3.6", f.target)
    if not loss:
        return d.done()
    return d.goto("share", loss=loss)


@steps(Fight, "share")
def share(d, f, _):
    foe = FOE[d.enclosing(Turn).side]
    foes = tuple(p for p in alive(d, foe) if d.pieces[p].at == f.target)
    d.ask(Decision(who=foe, kind="losses", shape="allocate", prompt="Who takes the losses?",
                   cite="3.7", then="shared", pieces=foes, least=f.loss, most=f.loss,
                   limits={p: d.pieces[p].men for p in foes}, about=(f.target,)))  # fmt: skip


@steps(Fight, "shared")
def shared(d, f, a):
    for p, n in a.amounts.items():
        if n:
            left = d.pieces[p].men - n
            d.set(p, men=left, **({} if left else {"at": None}))
    d.done()


CHART = ChartLook(
    id="assault", title="Assault table", cite="3.6", corner="2d6", columns=("men lost",),
    rows=tuple(str(n) for n in range(1, 15)),
    cells=tuple((str(max(0, (n - 4) // 2)) if n >= 6 else "–",) for n in range(1, 15)),
    reconstruction=True,
)  # fmt: skip


class Skirmish(Rules, Showing, Thinking):
    id = "skirmish"
    title = "Skirmish"
    sides = ("red", "blue")
    piece_type = Unit
    state_type = GameState[Unit, Turn | Fight]
    event_type = Event[Unit, Turn | Fight]
    steps = steps.table
    digest = "0" * 64
    asked_factors = (Factor("slope", "Uphill", -1, "3.4"),)

    def __init__(self):
        self.board = make_board()
        self.rulebook = Rulebook(
            game="skirmish", title="Skirmish", prefix="SK", source="tests",
            rules=(Rule(id="3.1", title="Attack", summary="Squads attack squares beside theirs",
                        status="enforced"),),
        )  # fmt: skip

    def setup(self):
        places = {"R1": "A1", "R2": "A1", "R3": "A1", "R4": "B4"}
        places |= {"B1": "C1", "B2": "C1", "B3": "E3"}
        effects = [
            CreatePiece(Unit(id=p, side="red" if p[0] == "R" else "blue", at=at))
            for p, at in places.items()
        ]
        effects.append(CreatePiece(Unit(id="B4", side="blue", at="reserve")))
        return [*effects, SetTrack("turn", 1)], (Turn(step="order"),)

    def policy(self, state, rng):
        ask = state.ask
        if ask.kind == "order":
            attack = next(c for c in ask.choices if c.key == "attack")
            return Choose("done" if attack.refused or rng.random() < 0.5 else "attack")
        if ask.shape == "path":
            return Choose("stay")
        return self.sample(state, rng)

    def score(self, state, side):
        return 0.5

    def reach(self, state, pieces):
        if not pieces:
            return {}
        here = state.pieces[pieces[0]].at
        foes = {p.at for p in state.pieces.values() if p.side != state.pieces[pieces[0]].side}
        near = set(self.board.neighbours(here))
        two = near | {c for n in near - foes for c in self.board.neighbours(n)}
        found = {}
        for cell in self.board.cells:
            if cell == here:
                continue
            if cell in foes:
                found[cell] = (Reason("An enemy squad is there", "2.3", at=cell),)
            elif cell not in two:
                found[cell] = (Reason("More than two squares away", "2.2", at=cell),)
            else:
                found[cell] = ()
        return found

    def route(self, state, pieces, goal):
        here = state.pieces[pieces[0]].at
        if goal in self.board.neighbours(here):
            return (goal,)
        foes = {p.at for p in state.pieces.values() if p.side != state.pieces[pieces[0]].side}
        for step in self.board.neighbours(here):
            if step not in foes and goal in self.board.neighbours(step):
                return (step, goal)
        return ()

    def check(self, state, answer):
        if isinstance(answer, Path):
            return self.reach(state, answer.pieces).get(answer.cells[-1], ())
        return ()

    def charts(self):
        return (CHART,)

    def case(self, state, answer=None):
        ask = state.ask
        if ask is None:
            return None
        if isinstance(answer, Pieces) and ask.kind == "attackers":
            shift, place, n = -1, ask.about[0], len(answer.pieces)
        elif ask.kind in ("assault", "assault-result"):
            shift = sum(f.value for f in ask.factors if f.on)
            place, n = ask.about[0], len(ask.about) - 1
        else:
            return None
        odds = {}
        for a in range(1, 7):
            for b in range(1, 7):
                loss = max(0, (a + b + shift - 4) // 2)
                odds[loss] = odds.get(loss, 0) + 1
        tones = {0: "none", 1: "mixed"}
        return CaseLook(
            title=f"Assault on {place}", place=f"{n} squads, 2d6 {shift:+d}",
            inputs=(InputLine("Attacking men", str(4 * n), "3.2"),
                    InputLine("Defending men", "8", "3.2")),
            sum_text=f"2d6 {shift:+d}".replace("-", "− ").replace("+", "+ "),
            chart=ChartLook(**{**{k: getattr(CHART, k) for k in CHART.__struct_fields__},
                               "column": 0}),
            odds=tuple(OddsLine(f"{loss} men" if loss else "no loss", ways, 36,
                                tones.get(loss, "good"))
                       for loss, ways in sorted(odds.items())[::-1]),
        )  # fmt: skip

    def look(self, state):
        sides = (SideLook("red", "Red", "#c9a36a", "#7a3b2e", "a"),
                 SideLook("blue", "Blue", "#9db3c8", "#2e4d7a", "b"))  # fmt: skip
        counters = tuple(
            CounterLook(
                piece=p.id, side=p.side, at=p.at if p.at != "reserve" else None, title=p.id,
                left=str(p.men), spent=p.moved,
                badges=(BadgeLook("M", "moved", "#946200"),) if p.moved else (),
                text=f"Squad {p.id}, {p.men} men" + (", moved" if p.moved else ""),
            )
            for p in state.pieces.values() if p.at
        )  # fmt: skip
        turn = state.tracks.get("turn", 1)
        ask = state.ask
        who = ask.who if ask else ""
        overlays = []
        if ask is not None and ask.kind in ("assault", "assault-result"):
            overlays.append(Overlay("target", (ask.about[0],)))
        return TableLook(
            sides=sides, counters=counters,
            marks=(CellMark("D2", "smoke", "Smoke", BadgeLook("S", "smoke", "#555555")),),
            tracks=(TrackLook(id="turn", title="Turn", value=min(turn, TURNS), most=TURNS,
                              style="turns", cite="2.1"),
                    TrackLook(id="loss", title="Blue losses", side="blue", most=16, cite="5.1",
                              value=16 - sum(p.men for p in state.pieces.values()
                                             if p.side == "blue" and p.at),
                              steps=((5, "minor"), (9, "major")), reconstruction=True)),
            phases=(PhaseLook("red", "Red moves and attacks", "2.1",
                              "now" if who == "red" else "done"),
                    PhaseLook("blue", "Blue moves and attacks", "2.1",
                              "now" if who == "blue" else "ahead")),
            boxes=(BoxLook("reserve", "Reserve", "one squad waits", "blue", ("B4",), "4.1"),),
            overlays=tuple(overlays), headline=f"Turn {min(turn, TURNS)} of {TURNS}",
        )  # fmt: skip


SKIRMISH = Skirmish()
"""Rules hold no state of a game, so that all tables of this process share their drawn board."""


def load_tiny(scenario, options):
    """The loader that a session is given instead of the bundled scenarios."""
    info = TableInfo(scenario=scenario, title="Mill valley", game="skirmish", game_title="Skirmish")
    return PlayTable(SKIRMISH, info)
