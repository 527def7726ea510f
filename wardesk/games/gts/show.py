"""What a screen asks beside the pending question: the table's look, charts, odds, who fell."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import partial
from typing import Literal

from wardesk.errors import UserError
from wardesk.games.gts.ch02_chits import kind_of, side_of
from wardesk.games.gts.ch02_command import in_command
from wardesk.games.gts.ch09_zones import zone_counts
from wardesk.games.gts.orders import MOMENTS, SETS
from wardesk.games.gts.position import counter, ferries, on_map, parked, turn_name, unit_name
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    BOXES,
    LOOKS,
    MUG,
    PLAYED,
    RESERVE,
    ROUTED,
    Activation,
    AnyFrame,
    Fact,
    State,
    Turn,
    Unit,
    steps,
)
from wardesk.games.gts.tables import WEAPONS, clamped
from wardesk.games.shared.look import Values
from wardesk.games.shared.shown import PrintedShowing
from wardesk.games.shared.steps_lost import losses
from wardesk.model.advice import Loss
from wardesk.model.look import (
    CaseLook,
    CellMark,
    ChartLook,
    ChitLook,
    CounterFact,
    CounterLook,
    CupLook,
    FormationLook,
    InputLine,
    Overlay,
    UnitLook,
)
from wardesk.words import Spoken, join, say

ChitState = Literal["now", "held", "drawn", "aside", "left"]
UnitTone = Literal["", "warn", "danger", "text3"]


class GtsShowing(PrintedShowing[Unit, AnyFrame, Setting]):
    """The table of one scenario as data to draw."""

    looks = LOOKS
    steps = steps.table

    endings = frozenset(
        ("areas/done", "unit/end", "place/end", "action/done", "march/done", "buy/enough/allied",
         "buy/enough/german")
    )  # fmt: skip
    proposes = frozenset(("place",))
    moments_for_orders, order_sets = MOMENTS, SETS
    unit_endings = frozenset(("action/done", "march/done"))
    declines = frozenset(("second-action/no", "hero/no"))
    payments = frozenset(("second-action/again",))
    zoned = True

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.in_play = setting.in_play if setting.scenario.window else frozenset[str]()

    # ---- the table ------------------------------------------------------------------------------

    def now(self, state: State) -> str:
        """A draw, an activation, or what comes before and after them."""
        turn = next((f for f in state.stack if isinstance(f, Turn)), None)
        if turn is None or any(isinstance(f, Activation) for f in state.stack):
            return "act" if turn else ""
        line = LOOKS.phase_of(turn.step)
        return line if line in ("draw", "clear") else "begin"

    def counters(self, state: State) -> Iterator[CounterLook]:
        """Units on the map and in boxes."""
        boats = frozenset(ferries(state))
        for unit in state.pieces.values():
            if on_map(self.setting, unit) or unit.at in BOXES:
                yield self._counter(state, unit, boats)

    def values(self, state: State) -> Values:
        """What the table as a whole is said to be."""
        turn, most = state.tracks.get("turn", 0), self.setting.tables.dispatch.most
        return LOOKS.values(
            {box: [u.id for u in state.pieces.values() if u.at == box] for box in BOXES},
            self.setting.options,
            turn=turn,
            turn_name=turn_name(self.setting, state) if turn else "",
            turns=self.setting.scenario.last_turn,
            pools=[
                *self._pools(state, {"cp": self.setting.tables.figures.most_points}),
                *self._pools(state, {"dp": most, "trucks": 9, "jeeps": 9}),
            ],
        )

    def _pools(self, state: State, most: dict[str, int]) -> Iterator[dict[str, object]]:
        """Points of these kinds, trucks and jeeps of every division that has any."""
        for division in self.setting.forces.division:
            for kind, limit in most.items():
                points = state.tracks.get(track := f"{kind}/{division.id}")
                if points is not None:
                    top = limit if kind == "cp" else max(limit, points)
                    yield {"id": track, "kind": kind, "name": division.name, "side": division.side,
                           "points": points, "most": top}  # fmt: skip

    def _counter(self, state: State, unit: Unit, boats: Container[str]) -> CounterLook:
        around = {
            "heroic": state.marks.get(f"heroic/{unit.side}") == unit.id,
            "ferry": unit.id in boats,
            "out": on_map(self.setting, unit) and not in_command(self.setting, state, unit),
            "done": unit.acted and any(isinstance(f, Activation) for f in state.stack),
        }
        return self.kept.of(unit.id, unit, partial(self._face, unit, around), around)

    def _face(self, unit: Unit, around: dict[str, bool]) -> CounterLook:
        values = self.told(unit)
        told = join(", ", [_fact(fact) for fact in LOOKS.facts(values)])
        at = unit.at if on_map(self.setting, unit) else None
        return LOOKS.look(values.having({"told": told, **around}), unit.id, unit.side, at)

    def told(self, unit: Unit) -> Values:
        """What is told of a unit."""
        figures = counter(self.setting, unit)
        formation = self.setting.formations[figures.formation]
        return LOOKS.values(
            unit,
            figures,
            place=self.setting.name(unit.at or ""),
            formation_name=formation.name,
            colour=formation.colour,
            weak=unit.steps < figures.steps,
            full=figures.steps,
            guarded=bool(figures.defence),
            unarmed=figures.fire is None,
            idle=figures.assault is None,
            fire_word=say("fire"),
            assault_word=say("assault"),
        )

    def marks(self, state: State) -> Iterator[CellMark]:
        """Signs in hexes."""
        for key, value in state.marks.items():
            cell, _, what = key.partition("/")
            sign = ""
            if what == "barrage":
                sign = f"barrage_{value}"
            elif what in ("rubble", "block", "mines", "dutch"):
                sign = what
            elif cell == "park":
                cell, sign = str(value), "park"
            elif cell in ("dozer", "improved"):
                sign = "dozer" if cell == "dozer" else "bridge_better"
                cell = self.setting.southernmost(self.setting.bridges[what].between)
            elif cell == "bridge" and f"bridge_{value}" in LOOKS.sign:
                cell, sign = self.setting.bridges[what].between[0], f"bridge_{value}"
            if sign and cell in self.setting.beside:
                yield LOOKS.mark(sign, LOOKS.values(place=self.setting.name(cell)), cell, what)

    def overlays(self, state: State) -> Iterable[Overlay]:
        """What the pending question lights, and lines."""
        question = self.question(state)
        return question.overlays(self.setting.beside) if question else ()

    # ---- formations and chits -------------------------------------------------------------------

    def formations(self, state: State) -> tuple[FormationLook, ...]:
        """2 The formations that have a unit on the map, in a park or still to come."""
        units: dict[str, list[Unit]] = {}
        for unit in state.pieces.values():
            if unit.at is not None:
                units.setdefault(counter(self.setting, unit).formation, []).append(unit)
        return tuple(
            self._formation(state, name, units[name])
            for name in self.setting.formations
            if name in units
        )

    def due(self, state: State) -> Mapping[str, int]:
        """1.1 Reinforcements that are not on the map yet."""
        rows = self.setting.scenario.place
        there = state.pieces
        return {
            unit: row.turn
            for row in rows
            for unit in row.units
            if row.turn and unit in there and there[unit].at == RESERVE
        }

    def turn_called(self, turn: int) -> str:
        """1.1 The hour at which it begins."""
        slots = self.setting.scenario.slots
        return slots[turn - 1] if 0 < turn <= len(slots) else ""

    def _formation(self, state: State, name: str, units: list[Unit]) -> FormationLook:
        formation = self.setting.formations[name]
        fighting = [
            u for u in units if on_map(self.setting, u) and not counter(self.setting, u).leads
        ]
        leader = next(
            (u for u in units if counter(self.setting, u).leads and on_map(self.setting, u)), None
        )
        frame = next((f for f in state.stack if isinstance(f, Activation)), None)
        now = frame is not None and kind_of(frame.chit) == ("formation", name)
        led = sum(in_command(self.setting, state, u) for u in fighting)
        summary: Spoken = ""
        if fighting:
            summary = say("in command {n} of {all}", n=led, all=len(fighting))
            summary = join(", ", (summary, *_points(state, formation.division)))
        return FormationLook(
            id=name,
            title=say("{name!s}", name=formation.name),
            side=self.setting.divisions[formation.division].side,
            units=tuple(self._line(state, u) for u in units),
            now=now,
            state=say("acts now") if now else "",
            tone="accent" if now else "neutral",
            summary=summary,
            hq=leader.id if leader is not None else "",
            cite="WED SR2",
        )

    def _line(self, state: State, unit: Unit) -> UnitLook:
        words, tone = self._trouble(state, unit)
        place: Spoken = say("{cell!s}", cell=unit.at or "")
        if parked(unit):
            place = say("in the park")
        elif unit.at == RESERVE:
            place = say("to come")
        elif unit.at == ROUTED:
            place = say("routed")
        figures = counter(self.setting, unit)
        return UnitLook(
            piece=unit.id,
            title=unit_name(self.setting, unit),
            at=(unit.at or "") if on_map(self.setting, unit) else "",
            place=place,
            steps=unit.steps,
            full=figures.steps,
            state=words,
            tone=tone,
        )

    def _trouble(self, state: State, unit: Unit) -> tuple[Spoken, UnitTone]:
        """The gravest thing that is the matter with a unit; its counter tells the others."""
        if unit.suppressed:
            return say("suppressed"), "danger"
        if unit.cohesion:
            return say("cohesion hits"), "warn"
        if on_map(self.setting, unit) and not in_command(self.setting, state, unit):
            return say("out of command"), "warn"
        if unit.acted and any(isinstance(f, Activation) for f in state.stack):
            return say("done"), "text3"
        return "", ""

    def command(self, state: State, formation: str) -> Overlay | None:
        """2 How far the leader of *formation* commands."""
        for unit in state.pieces.values():
            figures = counter(self.setting, unit)
            if figures.leads and figures.formation == formation and on_map(self.setting, unit):
                at, far = unit.at or "", figures.command
                cells = tuple(c for c in self.setting.beside if self.setting.distance(c, at) <= far)
                label = say("Command of {leader}", leader=unit_name(self.setting, unit))
                return Overlay("command", cells, (at,), label)
        return None

    def cups(self, state: State) -> tuple[CupLook, ...]:
        """1.1 All chits of this turn; what is in the mug is no secret, only the order is."""
        if not state.tracks.get("turn"):
            return ()
        frame = next((f for f in state.stack if isinstance(f, Activation)), None)
        now = (frame.chit,) if frame is not None else ()
        held = state.marks.get("turn/first")
        rows = [
            *self._rows(now, "now"),
            *self._rows([held] if isinstance(held, str) else [], "held", say("first next turn")),
            *self._rows([c for c in state.cups.get(PLAYED, ()) if c not in now], "drawn"),
            *self._rows(state.cups.get(MUG, ()), "left"),
        ]
        left = len(state.cups.get(MUG, ()))
        return (CupLook(id=MUG, title=say("Mug"), left=left, chits=tuple(rows), cite="WED SR1.1"),)

    def _short(self, kind: str, of: str) -> Spoken:
        """A chit on its own: its colour tells the side, so its name can come first."""
        if kind == "direct":
            return say("Direct command")
        names = self.setting.divisions if kind == "division" else self.setting.formations
        return say("{name!s}", name=names[of].name)

    def _rows(self, chits: Iterable[str], state: ChitState, note: Spoken = "") -> list[ChitLook]:
        found: list[ChitLook] = []
        for chit in chits:
            kind, of = kind_of(chit)
            found.append(
                ChitLook(
                    title=self._short(kind, of),
                    state=state,
                    side=side_of(chit),
                    note=note,
                    formation=of if kind == "formation" else "",
                )
            )
        return found

    # ---- what is rolled --------------------------------------------------------------------------

    def zones(self, state: State, side: str) -> Mapping[str, int]:
        """9 The hexes in a fire zone of *side*, with how many units have them in theirs."""
        return zone_counts(self.setting, state, side)

    def charts(self) -> tuple[ChartLook, ...]:
        """Both parts of the fire table, unlit."""
        table = self.setting.tables.fire
        return table.chart(armoured=False), table.chart(armoured=True)

    def odds(self, table: str, values: Mapping[str, str]) -> CaseLook:
        """The exact distribution of one shot: ``weapon=white rating=6 target=armoured``."""
        if table != "fire":
            raise UserError(
                say("This game has no table named {table!r}.", table=table), "The table is fire."
            )
        weapon, rating = values.get("weapon", "pink"), values.get("rating", "5")
        target = values.get("target", "unarmoured")
        fits = weapon in WEAPONS and target in ("armoured", "unarmoured")
        unknown = set(values) - {"weapon", "rating", "target"}
        if not fits or unknown or not rating.lstrip("-").isdigit() or len(rating) > 3:
            raise UserError(
                "These values do not fit the fire table.",
                say(
                    "Give weapon= ({weapons!s}), rating= (a number), target= (un)armoured.",
                    weapons=", ".join(WEAPONS),
                ),
            )
        armoured = target == "armoured"
        found = self.setting.tables.fire
        value = clamped(int(rating))
        return CaseLook(
            title=say("Fire"),
            place="",
            inputs=(InputLine(say("Weapon"), WEAPONS[weapon], "WED SR3"),),
            sum_text=say("{value} or less hits", value=min(value, 8)),
            chart=found.chart(armoured=armoured, weapon=weapon),
            odds=found.odds(weapon, value, armoured=armoured),
        )

    def losses(self, before: State, event: Fact) -> tuple[Loss, ...]:
        """Steps lost by side and hex."""
        return losses(before, event, "steps")


def _fact(fact: CounterFact) -> Spoken:
    if not fact.note:
        return fact.text
    return say("{fact} ({note})", fact=fact.text, note=fact.note)


def _points(state: State, division: str) -> Iterator[Spoken]:
    """2 What a formation's division can spend."""
    if f"cp/{division}" in state.tracks:
        yield say("command points {n}", n=state.tracks[f"cp/{division}"])
    if f"dp/{division}" in state.tracks:
        yield say("dispatch points {n}", n=state.tracks[f"dp/{division}"])
