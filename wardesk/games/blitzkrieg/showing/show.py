"""What a screen asks: the table's look, printed charts, cases, reach, and who fell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from wardesk.engine.types import Answer, Decision, Reason
from wardesk.errors import UserError
from wardesk.games.blitzkrieg import legality
from wardesk.games.blitzkrieg.chits import chit_name, kind_of, owner
from wardesk.games.blitzkrieg.position import holds, hq_of, on_map
from wardesk.games.blitzkrieg.position import kind_of as figures_of
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.showing import cases, roster
from wardesk.games.blitzkrieg.state import (
    ASIDE,
    BOXES,
    CUP,
    DONE,
    HAND,
    LOOKS,
    SIDES,
    SKIPPED,
    Activation,
    AnyFrame,
    Assault,
    Barrage,
    Fact,
    Fire,
    Move,
    Operation,
    State,
    Turn,
    Unit,
    Window,
)
from wardesk.games.shared.look import Values, lit
from wardesk.games.shared.shown import PrintedShowing
from wardesk.games.shared.steps_lost import losses
from wardesk.model.advice import Loss
from wardesk.model.look import (
    CandidateLook,
    CaseLook,
    CellMark,
    ChartLook,
    CounterLook,
    CupLook,
    FormationLook,
    Overlay,
)
from wardesk.words import Spoken, join, say, say_count

_OF_FORMATION = ("exhausted", "demoralised", "replay")


class BlitzkriegShowing(PrintedShowing[Unit, AnyFrame, Setting]):
    """The table of one scenario as data to draw."""

    looks = LOOKS
    weighed_with = cases.WEIGHED_WITH
    endings = frozenset(("act/end", "activate/pass", "activate/wait", "barrage/end"))
    the_rest = "proposed"

    # ---- the table ------------------------------------------------------------------------------

    def now(self, state: State) -> str:
        """Chits, an operation, or what comes before and after them."""
        turn = next((f for f in state.stack if isinstance(f, Turn)), None)
        if turn is None or any(isinstance(f, Activation | Barrage) for f in state.stack):
            return "act" if turn else ""
        line = LOOKS.phase_of(turn.step)
        return line if line in ("start", "end") else "draw"

    def counters(self, state: State) -> Iterator[CounterLook]:
        """Units on the map and in boxes."""
        for unit in state.pieces.values():
            if on_map(self.setting, unit) or unit.at in BOXES:
                yield self._counter(state, unit)

    def values(self, state: State) -> Values:
        """What the table as a whole is said to be."""
        scenario, turn, points = self.setting.scenario, state.tracks["turn"], state.tracks["points"]
        bands = scenario.victory.bands
        least, most = bands[min(max(turn, 1), len(bands)) - 1] if bands else (0, 0)
        piles = (("hand", HAND), ("aside", ASIDE), ("done", DONE), ("skip", SKIPPED))
        return LOOKS.values(
            {box: [u.id for u in state.pieces.values() if u.at == box] for box in BOXES},
            self._held(state.cups[CUP]),
            turn=turn,
            turns=scenario.last_turn,
            bands=bands,
            points=points,
            most_points=max(sum(place.value for place in scenario.place), points, most + 1),
            goes_on=least,
            won=most + 1,
            side=scenario.victory.side,
            left=say_count("{n} chit left", "{n} chits left", n=len(state.cups[CUP])),
            held=[
                {"side": side, "pile": pile, **self._held(state.cups[cups[side]])}
                for side in SIDES
                for pile, cups in piles
                if state.cups[cups[side]] or pile == "hand"
            ],
        )

    def _held(self, chits: tuple[str, ...]) -> dict[str, object]:
        """Chits in words, and what the rulebook says about each kind."""
        topics = tuple(dict.fromkeys(f"{kind_of(chit)}-chit" for chit in chits))
        return {"chits": _chits(self.setting, chits), "topics": topics}

    def _counter(self, state: State, unit: Unit) -> CounterLook:
        marks = _OF_FORMATION if unit.hq else ()
        around = {mark: holds(state, unit.formation, mark) for mark in marks}
        around["done"] = unit.acted and any(
            isinstance(f, Operation) and unit.formation in f.formations for f in state.stack
        )
        return self.kept.of(unit.id, unit, partial(self._face, unit, around), around)

    def _face(self, unit: Unit, around: dict[str, bool]) -> CounterLook:
        at = unit.at if on_map(self.setting, unit) else None
        return LOOKS.look(self.told(unit).having(around), unit.id, unit.side, at)

    def told(self, unit: Unit) -> Values:
        """What is told of a unit."""
        home, figures = self.setting.home(unit.id), figures_of(self.setting, unit)
        place = self.setting.name(unit.at or "")
        if figures is None:
            radius = self.setting.tables.figures.radius[unit.side]
            return LOOKS.values(unit, home, home=home, place=place, radius=radius)
        return LOOKS.values(
            unit,
            figures,
            home,
            home=home,
            figures=figures,
            kind=figures.name,
            attack=figures.attack_at(unit.steps),
            other=figures.attack_at(1 if unit.steps > 1 else 2),
            place=place,
            whole=unit.steps > 1,
        )

    def marks(self, state: State) -> Iterator[CellMark]:
        """Signs in cells."""
        for key, value in state.marks.items():
            cell, _, what = key.partition("/")
            sign = what if what in ("works", "mines") else ""
            if what == "held" and cell in self.setting.place_of:
                sign = f"held_{value}"
            if sign and cell in self.setting.neighbours:
                yield LOOKS.mark(sign, LOOKS.values(place=self.setting.name(cell)), cell, what)

    def overlays(self, state: State) -> Iterator[Overlay]:
        """What the pending question lights, and lines."""
        ask = state.ask
        if ask is not None:
            yield from lit(ask, state.pieces, self.setting.neighbours)
            yield from self._commands(state)
            yield from self._reacting(state)
            yield from self._lines(state, ask)

    def _commands(self, state: State) -> list[Overlay]:
        """The command radius of the formations that act."""
        frame = next((f for f in state.stack if isinstance(f, Operation)), None)
        names = frame.formations if frame is not None else ()
        return [found for name in names if (found := self.command(state, name)) is not None]

    def _reacting(self, state: State) -> list[Overlay]:
        """6.3 Lines from whoever may react to the cause, and those that something blocks."""
        frame = state.stack[-1] if state.stack else None
        if not isinstance(frame, Window):
            return []
        found: list[Overlay] = []
        goal = next(iter(_places(self.setting, state, frame.units)), "")
        for one in cases.candidates(self.setting, state):
            place = state.pieces[one.piece].at or ""
            if one.blocked_by:
                words = say("{cell!s} blocks", cell=one.blocked_by)
                found.append(Overlay("barred", (one.blocked_by,), (place, goal), words))
            elif one.figure:
                found.append(Overlay("arc", line=(place, goal)))
        return found

    def _lines(self, state: State, ask: Decision) -> list[Overlay]:
        """The line of a shot, or the way that is left of a march."""
        frame = state.stack[-1] if state.stack else None
        if isinstance(frame, Fire):
            a, b = state.pieces[frame.shooter].at, state.pieces[frame.target].at
            if a and b and a != b:
                return [Overlay("arc", line=(a, b), label=ask.prompt)]
        march = next((f for f in reversed(state.stack) if isinstance(f, Move)), None)
        if march is not None and march.path:
            starts = _places(self.setting, state, march.units)
            return [Overlay("arc", line=(start, *march.path)) for start in starts[:1]]
        fight = next((f for f in reversed(state.stack) if isinstance(f, Assault)), None)
        if fight is not None:
            return [Overlay("arc", line=(o, fight.cell)) for o in dict.fromkeys(fight.origins)]
        return []

    # ---- beside it, and what is rolled ----------------------------------------------------------

    def case(self, state: State, answer: Answer | None = None) -> CaseLook | None:
        """What the pending roll, outcome or planned shot rests on."""
        return cases.case(self.setting, state, answer)

    def odds(self, table: str, values: Mapping[str, str]) -> CaseLook:
        """The exact distribution of one column of the combat chart."""
        if table != "combat":
            raise UserError(
                say("This game has no table named {table!r}.", table=table), "The table is combat."
            )
        return cases.column_odds(self.setting.tables, values)

    def charts(self) -> tuple[ChartLook, ...]:
        """The printed charts, unlit."""
        return cases.charts(self.setting)

    def reach(self, state: State, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
        """Where the units may march, the enemy's hexes they may assault included."""
        return legality.reach(self.setting, state, pieces)

    def route(self, state: State, pieces: Sequence[str], goal: str) -> tuple[str, ...]:
        """The cheapest way to *goal*."""
        return legality.route(self.setting, state, pieces, goal)

    def formations(self, state: State) -> tuple[FormationLook, ...]:
        """Every formation that is on the map or about to come, with its units."""
        return roster.formations(self.setting, state)

    def cups(self, state: State) -> tuple[CupLook, ...]:
        """The one cup: who acts, what is held, what was drawn, what is still in it."""
        return roster.cups(self.setting, state)

    def command(self, state: State, formation: str) -> Overlay | None:
        """3.4 How far the HQ of a formation commands; None while it is not on the map."""
        hq = hq_of(state, formation)
        if hq is None or not on_map(self.setting, hq):
            return None
        at, far = hq.at or "", self.setting.tables.figures.radius[hq.side]
        cells = tuple(c for c in self.setting.neighbours if self.setting.distance(c, at) <= far)
        short = self.setting.formations[formation].short
        return Overlay("command", cells, (at,), say("{hq!s}: command {n}", hq=short, n=far))

    def candidates(self, state: State) -> tuple[CandidateLook, ...]:
        """6.3 Who may react and with what, and who sees the cause and may not."""
        return cases.candidates(self.setting, state)

    def against(self, state: State, cell: str) -> Sequence[Reason]:
        """8.1 Why the firer cannot fire at the enemies in *cell*, the hex in the way by name."""
        return cases.against_target(self.setting, state, cell)

    def losses(self, before: State, event: Fact) -> tuple[Loss, ...]:
        """Steps lost by side and hex."""
        return losses(before, event, "steps")


def _chits(setting: Setting, chits: tuple[str, ...]) -> Spoken:
    if not chits:
        return say("empty")
    counts = {chit: chits.count(chit) for chit in chits}
    ranked = sorted(counts, key=lambda c: (owner(c), kind_of(c) != "formation", c))
    parts = [
        chit_name(setting, c)
        if counts[c] == 1
        else say("{n} × {chit}", n=counts[c], chit=chit_name(setting, c))
        for c in ranked
    ]
    return join(", ", parts)


def _places(setting: Setting, state: State, pieces: tuple[str, ...]) -> tuple[str, ...]:
    cells = {state.pieces[p].at for p in pieces if p in state.pieces}
    return tuple(cell for cell in setting.neighbours if cell in cells)
