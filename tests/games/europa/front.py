"""A table for tests of the game around rule 40: lay a position out, then give answers and dice."""

from __future__ import annotations

from typing import Any

from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.engine.legality import check
from wardesk.engine.types import Allocate, Cells, Choose, Path, Pieces, Roll, replace
from wardesk.games.europa.assault import planned
from wardesk.games.europa.position import layout_of
from wardesk.games.europa.state import Battle, Turn, Unit
from wardesk.services.play.tables import load_table


def rules(scenario: str = "proving-ground", **options: Any):
    return load_table(f"may-1940/{scenario}", options).rules


GROUND = rules()
TRACKS = {"axis_sp": 20, "allies_sp": 20, "axis_support": 6, "allies_support": 6}


class Front:
    """A game in progress."""

    def __init__(self, its_rules, state, event) -> None:
        self.rules, self.state, self.event = its_rules, state, event
        self.setting = its_rules.setting

    @property
    def ask(self):
        return self.state.ask

    @property
    def layout(self):
        return layout_of(self.setting, self.state)

    def unit(self, name: str):
        return self.state.pieces[name]

    def work(self, cell: str):
        """The work in a hex, as it is called; empty where none is left."""
        found = self.layout.works.get(cell)
        return found.work if found else ""

    def give(self, answer):
        stamp = Stamp(id=self.event.id + 1, parent=self.event.id)
        self.event, self.state = advance(self.rules, self.state, answer, stamp, umpire=False)
        return self

    def press(self, *keys: str):
        for key in keys:
            self.give(Choose(key))
        return self

    def pick(self, *pieces: str):
        return self.give(Pieces(pieces))

    def at(self, cell: str):
        return self.give(Cells((cell,)))

    def go(self, piece: str | tuple[str, ...], *cells: str):
        return self.give(Path((piece,) if isinstance(piece, str) else piece, cells))

    @property
    def top(self):
        return self.state.stack[-1]

    def give_red(self, face: int, *, settle: bool = True):
        """The red die, and the losses it brings unless they are left to the test."""
        self.give(Roll((face,)))
        while settle and self.ask is not None and self.ask.kind == "losses":
            self.give_any()
        return self

    def give_any(self):
        """Whatever the question offers first."""
        if self.ask.shape == "allocate":
            return self.give_loss(self.ask.pieces[0])
        return self.at(self.ask.cells[0])

    def give_loss(self, first: str):
        """All losses on one piece as far as it can take them, then on the others."""
        left, amounts = self.ask.most, {}
        for piece in (first, *(p for p in self.ask.pieces if p != first)):
            amounts[piece] = min(left, self.ask.limits[piece])
            left -= amounts[piece]
        return self.give(Allocate({p: n for p, n in amounts.items() if n}))

    def planned(self):
        """The attack that is being prepared."""
        return planned(self.setting, self.state, self.top)

    def case_defence(self) -> int:
        return self.planned().defence

    def mark(self, marks: dict[str, str]):
        self.state = replace(self.state, marks={**self.state.marks, **marks})

    def again(self, frame: Turn):
        return put(self, frame).state

    def dice(self, one: int, two: int):
        """The main dice."""
        return self.give(Roll((one, two)))

    def attack(self, cell: str, one: int, two: int):
        """An attack by all who can, without support, paid for."""
        self.at(cell)
        while self.ask.who != "chance":
            kind = self.ask.kind
            if kind == "attackers":
                self.pick(*self.ask.pieces)
            else:
                self.press({"support": "0", "pay": "pay"}[kind])
        return self.dice(one, two)

    def against(self, piece: str | tuple[str, ...], *cells: str) -> list[str]:
        """Cites of what speaks against a march."""
        answer = Path((piece,) if isinstance(piece, str) else piece, cells)
        return [r.cite for r in check(self.rules, self.state, answer, umpire=False)[0]]

    def end_phases(self, *kinds: str):
        """Done with every question of these kinds, one after the other."""
        while self.ask is not None and self.ask.kind in kinds:
            self.press("done")
        return self


def lay(
    units: dict[str, Any],
    step: str = "combat",
    side: str = "allies",
    *,
    works: tuple[Unit, ...] = (),
    tracks: dict[str, int] | None = None,
    its_rules=GROUND,
) -> Front:
    """A position: units by hex, or by what is different about them, and works, at a step."""
    event, first = begin(its_rules, umpire=False)
    pieces: dict[str, Unit] = {}
    for name, piece in first.pieces.items():
        if piece.work:
            continue
        found = units.get(name)
        changes = found if isinstance(found, dict) else {"at": found}
        pieces[name] = replace(piece, **{"moved": False, "spent": 0, **changes})
    pieces |= {w.id: w for w in works}
    state = replace(
        first,
        pieces=pieces,
        tracks={**first.tracks, "turn": 2, **TRACKS, **(tracks or {})},
        stack=(Turn(step="land", side=side),),
        ask=None,
    )
    table = Front(its_rules, state, event)
    return put(table, Turn(step=step, side=side))


def put(table: Front, *frames: Turn | Battle) -> Front:
    """The game goes on at the last of *frames*."""
    from wardesk.engine.draft import Draft, freeze

    state = replace(table.state, stack=frames, ask=None)
    for _ in range(50):
        if state.ask is not None or state.result is not None:
            break
        draft = Draft(table.rules, state, umpire=False)
        frame = draft.stack[-1]
        table.rules.steps[type(frame), frame.step](draft, frame, None)
        state = freeze(draft, state.seq)
    table.state = state
    return table


def work(kind: str, cell: str, side: str = "axis", **more: Any) -> Unit:
    """A work in a hex."""
    return Unit(id=f"{kind}-{cell}", side=side, at=cell, work=kind, **more)
