"""A table for tests of Blitzkrieg 1940: lay a position out, then give answers and dice."""

from __future__ import annotations

from typing import Any

from wardesk.engine.kernel import Stamp, advance, begin, edit
from wardesk.engine.legality import check
from wardesk.engine.types import Cells, Choose, Outcome, Path, Pieces, Roll, replace
from wardesk.games.blitzkrieg.ch08_fire import Shot, shot_of
from wardesk.games.blitzkrieg.state import Fire, Operation, Turn
from wardesk.services.play.tables import load_table


def rules(scenario: str = "hannut", **options: Any):
    printed = {"handicap": "no"} if scenario == "stonne" else {}
    return load_table(f"hannut-stonne/{scenario}", {**printed, **options}).rules


HANNUT, STONNE, LESSON = rules(), rules("stonne"), rules("first-contact")


GUARDS_BEFORE_RESERVISTS = {
    "I-gd-guards-1": "0512",
    "I-gd-hq": "0512",
    "I-gd-guards-2": "0212",
    "I-gd-guards-3": "0212",
    "III-205-reservists-1": "0612",
    "III-205-hq": "1201",
}
"""At Stonne: a company of guards beside reservists, everybody else far off."""


class Field:
    """A game in progress."""

    def __init__(self, its_rules, state, event, *, umpire: bool = False) -> None:
        self.rules, self.state, self.event, self.umpire = its_rules, state, event, umpire
        self.setting = its_rules.setting

    @property
    def ask(self):
        return self.state.ask

    @property
    def top(self):
        return self.state.stack[-1]

    def unit(self, name: str):
        return self.state.pieces[name]

    def give(self, answer, reason: str = ""):
        stamp = Stamp(id=self.event.id + 1, parent=self.event.id, reason=reason)
        self.event, self.state = advance(self.rules, self.state, answer, stamp, umpire=self.umpire)
        if self.umpire and self.ask is not None and self.ask.who == "umpire":
            return self
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

    def roll(self, *totals: int):
        """Two dice for each total."""
        for total in totals:
            assert self.ask.who == "chance", self.ask
            self.give(Roll((total - 1, 1) if total <= 7 else (6, total - 6)))
            if self.umpire and self.ask is not None and self.ask.who == "umpire":
                self.give(Outcome(self.ask.proposed))
        return self

    def die(self, face: int):
        return self.give(Roll((face,)))

    def draw(self, chit: str):
        """The chit that is drawn from the cup."""
        return self.die(self.state.cups["cup"].index(chit) + 1)

    def buttons(self) -> list[str]:
        return [choice.key for choice in self.ask.choices if not choice.refused]

    def factors(self) -> dict[str, int]:
        return {factor.id: factor.value for factor in self.ask.factors}

    def against(self, piece: str | tuple[str, ...], *cells: str) -> list[str]:
        """Cites of what speaks against a march."""
        answer = Path((piece,) if isinstance(piece, str) else piece, cells)
        return [r.cite for r in check(self.rules, self.state, answer, umpire=False)[0]]

    def shot(self, shooter: str, target: str, **more: Any) -> Shot:
        frame = Fire(step="aim", shooter=shooter, target=target, **more)
        return shot_of(self.setting, self.state, frame)


def fresh(its_rules=HANNUT, *, proposed: bool = True) -> Field:
    """A game at its first question, or after the set-up as proposed."""
    event, state = begin(its_rules, umpire=False)
    table = Field(its_rules, state, event)
    while proposed and table.ask is not None and table.ask.kind.startswith("deploy"):
        table.press("proposed")
    while proposed and table.ask is not None and table.ask.kind in ("attach", "independent"):
        table.press(table.ask.choices[0].key)
    return table


def lay(
    units: dict[str, Any],
    *frames: Any,
    its_rules=HANNUT,
    marks: dict[str, Any] | None = None,
    cups: dict[str, tuple[str, ...]] | None = None,
    tracks: dict[str, int] | None = None,
    umpire: bool = False,
) -> Field:
    """A position: units by hex, or by hex and what is different about them; then procedures."""
    _, first = begin(its_rules, umpire=umpire)
    pieces = {}
    for name, piece in first.pieces.items():
        found = units.get(name, "reserve")
        changes = {"at": found} if not isinstance(found, dict) else found
        pieces[name] = replace(piece, **{"aboard": "", **changes})
    held = {k: v for k, v in first.marks.items() if k.endswith("/held")}
    state = replace(
        first,
        pieces=pieces,
        marks={**held, **(marks or {})},
        tracks={**first.tracks, "turn": 3, **(tracks or {})},
        cups={
            **first.cups,
            "cup": ("french/replay", "german/replay", "german/replay"),
            "roster": ("french/replay", "german/replay"),
            **(cups or {}),
        },
        stack=frames,
        ask=None,
    )
    stamp = Stamp(id=1, parent=0, author="test", reason="laid out")
    event, state = edit(its_rules, state, (), stamp, umpire=umpire)
    return Field(its_rules, state, event, umpire=umpire)


def acting(side: str, *formations: str) -> tuple[Any, ...]:
    """The procedures of a formation in the middle of its activation."""
    turn = Turn(step="used", chit=f"{side}/{formations[0]}")
    return turn, Operation(step="act", side=side, formations=formations)


def turn(step: str = "draw", chit: str = "") -> tuple[Any, ...]:
    return (Turn(step=step, chit=chit),)
