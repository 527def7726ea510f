"""What a screen asks beside the questions: the table's look, printed charts, and who fell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Literal

from msgspec.structs import asdict

from wardesk.errors import UserError
from wardesk.games.blitzkrieg.asked import way_left
from wardesk.games.blitzkrieg.ch02_sequence import FIRST, OPENING
from wardesk.games.blitzkrieg.ch03_command import in_command
from wardesk.games.blitzkrieg.chits import chit_name, formation_of, kind_of, owner
from wardesk.games.blitzkrieg.orders import MOMENTS, SETS
from wardesk.games.blitzkrieg.position import holds, hq_of, members, on_map
from wardesk.games.blitzkrieg.position import kind_of as figures_of
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import (
    ARRIVING,
    ASIDE,
    BOXES,
    CUP,
    DONE,
    HAND,
    LOOKS,
    OVERRUN,
    RESERVE,
    SIDES,
    SKIPPED,
    Activation,
    AnyFrame,
    Barrage,
    Fact,
    Operation,
    State,
    Turn,
    Unit,
    steps,
)
from wardesk.games.blitzkrieg.tables import LEAST, MINES, Fire, Tables, column
from wardesk.games.shared.look import Values, lit
from wardesk.games.shared.shown import PrintedShowing
from wardesk.games.shared.steps_lost import losses
from wardesk.model.advice import Loss
from wardesk.model.look import (
    CaseLook,
    CellMark,
    ChartLook,
    ChitLook,
    CounterLook,
    CupLook,
    FormationLook,
    Overlay,
    UnitLook,
)
from wardesk.words import Spoken, join, say, say_count

_OF_FORMATION = ("exhausted", "demoralised", "replay")


ChitState = Literal["now", "held", "drawn", "aside", "left"]
FormationTone = Literal["ok", "warn", "danger", "accent", "neutral"]
UnitTone = Literal["", "warn", "danger", "text3"]


class BlitzkriegShowing(PrintedShowing[Unit, AnyFrame, Setting]):
    """The table of one scenario as data to draw."""

    looks = LOOKS
    steps = steps.table
    endings = frozenset(("act/end", "activate/pass", "activate/wait", "barrage/end"))
    declines = frozenset(("cancel/let",))
    the_rest = "proposed"
    proposes = frozenset(("deploy", "deploy-ride", "deploy-mark"))
    moments_for_orders, order_sets = MOMENTS, SETS

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

    def due(self, state: State) -> Mapping[str, int]:
        """12.2 Reinforcements that wait for their turn."""
        found: dict[str, int] = {}
        for row in self.setting.scenario.arrival:
            named = [u for name in row.formations for u in self.setting.formations[name].unit_ids]
            heads = [f"{name}-hq" for name in row.formations]
            for unit in (*heads, *named, *row.units):
                if unit in state.pieces and state.pieces[unit].at == RESERVE:
                    found[unit] = row.turn
        return found

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
            numbered=self._numbered(unit),
            number=unit.id.rpartition("-")[2],
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
        if state.ask is not None:
            question = self.question(state)
            yield from lit(state.ask, state.pieces, self.setting.neighbours)
            yield from self._commands(state)
            yield from question.arrows() if question else way_left(self.setting, state)

    def _commands(self, state: State) -> list[Overlay]:
        """The command radius of the formations that act."""
        frame = next((f for f in state.stack if isinstance(f, Operation)), None)
        names = frame.formations if frame is not None else ()
        return [found for name in names if (found := self.command(state, name)) is not None]

    # ---- formations and chits -------------------------------------------------------------------

    def formations(self, state: State) -> tuple[FormationLook, ...]:
        """3.1 The formations of which *state* knows a unit on the map or about to come in."""
        names = dict.fromkeys((*self.setting.scenario.formations, *self.setting.scenario.attach))
        found = (self._formation(state, name) for name in names)
        return tuple(one for one in found if one.units)

    def _formation(self, state: State, name: str) -> FormationLook:
        formation, hq = self.setting.formations[name], hq_of(state, name)
        units = [u for u in members(state, (name,)) if on_map(self.setting, u) or u.at in BOXES]
        fighting = [u for u in units if not u.hq and on_map(self.setting, u)]
        led = sum(in_command(self.setting, state, u) for u in fighting)
        summary: Spoken = ""
        if hq is not None and fighting:
            summary = say("in command {n} of {all}", n=led, all=len(fighting))
        words, tone = _condition(state, name)
        return FormationLook(
            id=name,
            title=say("{name!s}", name=formation.short),
            side=formation.side,
            units=tuple(self._line(state, u) for u in sorted(units, key=lambda u: not u.hq)),
            now=name in _acting(state),
            state=words,
            tone=tone,
            summary=summary,
            hq=hq.id if hq is not None and on_map(self.setting, hq) else "",
            cite="BK 3.4",
        )

    def _line(self, state: State, unit: Unit) -> UnitLook:
        words, tone = self._trouble(state, unit)
        boxes = {ARRIVING: say("arriving"), OVERRUN: say("overrun"), RESERVE: say("in reserve")}
        return UnitLook(
            piece=unit.id,
            title=say("HQ") if unit.hq else self._short(unit),
            at=(unit.at or "") if on_map(self.setting, unit) else "",
            place=boxes.get(unit.at or "", say("{cell!s}", cell=unit.at or "")),
            steps=unit.steps,
            full=0 if unit.hq else 2,
            state=words,
            tone=tone,
        )

    def _trouble(self, state: State, unit: Unit) -> tuple[Spoken, UnitTone]:
        """The gravest thing that is the matter with a unit; its counter tells the others."""
        if unit.neutralised:
            return say("neutralised"), "danger"
        if on_map(self.setting, unit) and not in_command(self.setting, state, unit):
            return say("out of command"), "warn"
        if unit.hidden:
            return say("hidden"), ""
        if unit.acted and unit.formation in _acting(state):
            return say("done"), "text3"
        return (say("has reacted"), "text3") if unit.opp else ("", "")

    def _short(self, unit: Unit) -> Spoken:
        """A unit within its formation: kind, and a number where there are several."""
        kind = self.setting.kinds[unit.id]
        if not self._numbered(unit):
            return kind.name
        return say("{kind} {number!s}", kind=kind.name, number=unit.id.rpartition("-")[2])

    def _numbered(self, unit: Unit) -> bool:
        """Whether there are several of its kind in the formation."""
        kind = self.setting.kinds[unit.id].id
        return dict(self.setting.home(unit.id).units).get(kind, 0) != 1

    def cups(self, state: State) -> tuple[CupLook, ...]:
        """2.0 All chits of this turn; none before the first.

        Nothing of it is secret: the rosters are open, as is each draw.
        """
        turn = next((f for f in state.stack if isinstance(f, Turn)), None)
        if not state.tracks["turn"] or turn is None:
            return ()
        acting = tuple(dict.fromkeys(chit for chit in (turn.chit, turn.partner) if "/" in chit))
        first = state.marks.get(FIRST)
        rows = [self._chit(chit, "now") for chit in acting]
        rows += self._rows(state.cups.get(OPENING, ()), "held", say("plays first"))
        if isinstance(first, str):
            rows.append(self._chit(first, "held", say("first next turn")))
        for side in SIDES:
            rows += self._rows(state.cups[HAND[side]], "held")
            rows += self._rows(state.cups[ASIDE[side]], "aside")
        for side in SIDES:
            rows += self._rows(state.cups[SKIPPED[side]], "drawn", say("passed over"))
            rows += self._rows(state.cups[DONE[side]], "drawn")
        rows += self._rows(state.cups[CUP], "left")
        left = len(state.cups[CUP])
        return (CupLook(id=CUP, title=say("Cup"), left=left, chits=tuple(rows), cite="BK 2.0-B1"),)

    def _rows(self, chits: Iterable[str], state: ChitState, note: Spoken = "") -> list[ChitLook]:
        """One row for each kind of chit; those of formations come first."""
        counts = Counter(chits)
        ranked = sorted(counts, key=lambda chit: (owner(chit), kind_of(chit) != "formation", chit))
        return [self._chit(chit, state, note, counts[chit]) for chit in ranked]

    def _chit(self, chit: str, state: ChitState, note: Spoken = "", count: int = 1) -> ChitLook:
        own = kind_of(chit) == "formation"
        return ChitLook(
            title=chit_name(self.setting, chit),
            state=state,
            side=owner(chit),
            count=count,
            note=note,
            formation=formation_of(chit) if own else "",
        )

    # ---- what is rolled --------------------------------------------------------------------------

    def odds(self, table: str, values: Mapping[str, str]) -> CaseLook:
        """The exact distribution of one column of the combat chart."""
        if table != "combat":
            raise UserError(
                say("This game has no table named {table!r}.", table=table), "The table is combat."
            )
        return column_odds(self.setting.tables, values)

    def charts(self) -> tuple[ChartLook, ...]:
        """The printed charts, unlit."""
        return (
            self.setting.tables.combat.chart(),
            _modifiers(self.setting.tables.fire),
            _costs(self.setting),
            _formations(self.setting),
        )

    def command(self, state: State, formation: str) -> Overlay | None:
        """3.4 How far the HQ of a formation commands; None while it is not on the map."""
        hq = hq_of(state, formation)
        if hq is None or not on_map(self.setting, hq):
            return None
        at, far = hq.at or "", self.setting.tables.figures.radius[hq.side]
        cells = tuple(c for c in self.setting.neighbours if self.setting.distance(c, at) <= far)
        short = self.setting.formations[formation].short
        return Overlay("command", cells, (at,), say("{hq!s}: command {n}", hq=short, n=far))

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


def _acting(state: State) -> tuple[str, ...]:
    """5 The formations whose activation goes on."""
    frame = next((f for f in state.stack if isinstance(f, Activation | Operation)), None)
    return frame.formations if frame is not None else ()


def _condition(state: State, name: str) -> tuple[Spoken, FormationTone]:
    """5.3, 5.4, 8.5 What a formation may still do this turn, the gravest first."""
    if holds(state, name, "demoralised"):
        return say("demoralised"), "danger"
    if name in _acting(state):
        return say("acts now"), "accent"
    if holds(state, name, "exhausted"):
        return say("exhausted"), "warn"
    if any(formation_of(chit) == name for cup in ASIDE.values() for chit in state.cups[cup]):
        return say("held"), "accent"
    if holds(state, name, "replay"):
        return say("activated twice"), "neutral"
    if holds(state, name, "normal"):
        return say("activated"), "neutral"
    if any(formation_of(chit) == name for cup in SKIPPED.values() for chit in state.cups[cup]):
        return say("passed over"), "neutral"
    return say("to come"), "ok"


# ---- printed charts -----------------------------------------------------------------------------


def column_odds(tables: Tables, values: Mapping[str, str]) -> CaseLook:
    """The exact distribution of one column: ``factor=5`` or ``factor=mines``."""
    word = values.get("factor", "")
    if word.lower() == "mines":
        return tables.combat.case(say("Mines"), MINES)
    try:
        final = int(word)
    except ValueError as error:
        raise UserError(
            say("The table combat is read by factor, a number or mines."), "Say factor=5."
        ) from error
    if final < LEAST:
        raise UserError(say("Below -1 nobody fires."), "Say a factor from -1 up.")
    return tables.combat.case(say("Fire"), column(final))


def _signed(values: Mapping[str, int]) -> dict[str, str]:
    return {name: f"{value:+d}".replace("-", "−") for name, value in values.items()}


def _modifiers(fire: Fire) -> ChartLook:
    figures = {name: value for name, value in asdict(fire).items() if type(value) is int}
    return LOOKS.table("modifiers", LOOKS.values(_signed(figures | fire.cover), fire))


def _costs(setting: Setting) -> ChartLook:
    figures, classes = setting.tables.figures, ("foot", "wheels", "tracks")
    grounds = [
        {"id": kind.id, "name": kind.name}
        | {c: str(kind.properties.get(f"move_{c}", 1)).replace("no", "–") for c in classes}
        for kind in setting.board.palette.terrain.values()
    ]
    leave = _signed(figures.leave_mines)
    values = LOOKS.values(leave, grounds=grounds, deduced=figures.deduced_costs)
    return LOOKS.table("costs", values)


def _formations(setting: Setting) -> ChartLook:
    rows = [setting.formations[name] for name in setting.scenario.formations]
    lines = [
        {"short": row.short, "factor": row.factor, "reaction": row.reaction,
         "units": len(row.unit_ids), "origin": row.origin}
        for row in rows
    ]  # fmt: skip
    return LOOKS.table("formations", LOOKS.values(formations=lines))
