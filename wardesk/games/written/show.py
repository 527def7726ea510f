"""What a screen shows of a game whose rules are data: its counters by their columns, its charts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from wardesk.engine.showing import Showing
from wardesk.games.shared.kept_looks import KeptLooks
from wardesk.games.shared.look import lit
from wardesk.games.shared.phases import strip
from wardesk.games.shared.printed import OfSetting
from wardesk.games.shared.steps_lost import losses
from wardesk.games.written.odds import chart_look
from wardesk.games.written.prose import HELD
from wardesk.games.written.schema import State as StateKind
from wardesk.games.written.sequence import points
from wardesk.games.written.setting import Setting
from wardesk.games.written.state import (
    TURN,
    WEATHER,
    AnyFrame,
    Fact,
    Game,
    OfPhase,
    State,
    Unit,
    steps,
)
from wardesk.model.advice import Loss
from wardesk.model.look import (
    BadgeLook,
    BoxLook,
    CellMark,
    ChartLook,
    CounterFact,
    CounterLook,
    Overlay,
    SideLook,
    TableLook,
    TrackLook,
    TurnMoment,
)
from wardesk.words import Spoken, join, say

PAINTS = (("#8f9a8c", "#3f4a42"), ("#b98a80", "#6e2f27"))
"""Colours of sides that name none."""
_SLOTS = {"left": "left", "middle": "middle", "right": "right", "shield": "shield",
          "exponent": "left_exponent"}  # fmt: skip
"""Slot of a value to that of a counter."""
_COLUMNS = {"stripe": "bar", "field": "field", "corner": "shield_field"}
"""Columns of counters.csv that are colours."""


class WrittenShowing(OfSetting[Setting], Showing[Unit, AnyFrame]):  # pyright: ignore[reportInvalidTypeArguments]
    """The table of one scenario as data to draw."""

    steps = steps.table
    proposes = frozenset(("replace", "deploy", "arrive"))
    endings = frozenset(
        f"{kind}/done" for kind in ("march", "attack", "replace", "arrive", "deploy", "hand")
    )

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.kept = KeptLooks[Unit]()

    def side_looks(self) -> tuple[SideLook, ...]:
        """The sides in their colours."""
        return tuple(
            SideLook(side.id, side.name, side.field or paint[0], side.bar or paint[1], slot)  # pyright: ignore[reportArgumentType]
            for side, paint, slot in zip(self.setting.book.sides, PAINTS, "ab", strict=True)
        )

    # ---- the table ------------------------------------------------------------------------------

    def look(self, state: State) -> TableLook:
        """Everything on the table as data to draw."""
        now = self._phase(state)
        return TableLook(
            sides=self.side_looks(),
            counters=tuple(
                self.kept.of(unit.id, unit, partial(self._counter, unit))
                for unit in state.pieces.values()
                if unit.at is not None or not unit.lost
            ),
            marks=tuple(self._marks(state)),
            tracks=self.tracks(state),
            phases=strip(
                [(p.id, p.title, p.cite) for p in self.setting.book.turn.phases], now,
                over=state.result is not None,
            ),
            boxes=tuple(self._boxes(state)),
            overlays=tuple(self._overlays(state)),
            headline=self._headline(state),
        )  # fmt: skip

    def _phase(self, state: State) -> str:
        if state.result is not None:
            return ""
        frame = next((f for f in state.stack if isinstance(f, OfPhase) and f.phase), None)
        if frame is not None:
            return frame.phase
        return next((f.phase for f in state.stack if isinstance(f, Game)), "")

    def moment(self, state: State) -> TurnMoment:
        """The turn and the phase."""
        phase = self.setting.phases.get(self._phase(state))
        return TurnMoment(state.tracks.get(TURN, 0), phase.title if phase else "")

    def _headline(self, state: State) -> Spoken:
        turn, last = state.tracks.get(TURN, 1), self.setting.last_turn
        name = self.setting.book.turn.names.get(str(turn), "")
        parts: list[Spoken] = [say("Turn {turn} of {last}", turn=turn, last=last)]
        if name:
            parts.append(name)
        weather = state.marks.get(WEATHER)
        if len(self.setting.book.weather.kinds) > 1 and weather:
            parts.append(str(weather))
        return join(", ", parts)

    def tracks(self, state: State) -> tuple[TrackLook, ...]:
        """The turn, and points where there are any."""
        setting = self.setting
        found = [
            TrackLook(id=TURN, title=say("Turn"), value=state.tracks.get(TURN, 0),
                      most=setting.last_turn, cite=setting.book.turn.cite, style="turns")
        ]  # fmt: skip
        if setting.book.points:
            for side in setting.sides:
                value = points(setting, state, side)
                title = say("Points: {side!s}", side=setting.side_names[side])
                found.append(TrackLook(id=f"points/{side}", title=title, value=max(0, value),
                                       most=max(20, value), side=side))  # fmt: skip
        return tuple(found)

    def _boxes(self, state: State) -> Iterator[BoxLook]:
        for side in self.setting.sides:
            own = [u for u in state.pieces.values() if u.side == side and u.at is None]
            waiting = tuple(u.id for u in own if not u.lost)
            lost = [self.setting.names[u.id] for u in own if u.lost]
            if waiting or lost:
                text = say("Lost: {names!s}", names=", ".join(lost)) if lost else ""
                title = say("{side!s}: to come", side=self.setting.side_names[side])
                yield BoxLook(f"pool/{side}", title, text, side=side, pieces=waiting)

    def _marks(self, state: State) -> Iterator[CellMark]:
        """Who holds the places that count, where nobody of his stands."""
        bars = {look.id: look.bar for look in self.side_looks()}
        seen = set[str]()
        for place in self.setting.book.places:
            for cell in sorted(self.setting.places[place.id] - seen) if place.tracked else ():
                seen.add(cell)
                holder = str(state.marks.get(f"held/{cell}") or "")
                if holder:
                    name = self.setting.side_names[holder]
                    badge = BadgeLook(name[:1], say("held by {side!s}", side=name), bars[holder],
                                      "square", HELD)  # fmt: skip
                    text = say("{place!s}: held by {side!s}", place=place.name, side=name)
                    yield CellMark(cell, "held", text, badge)

    def _overlays(self, state: State) -> Iterator[Overlay]:
        yield from lit(state.ask, state.pieces, self.setting.near)
        if question := self.question(state):
            yield from question.arrows()

    # ---- counters -------------------------------------------------------------------------------

    def _counter(self, unit: Unit) -> CounterLook:
        """A counter by its columns: figures in their slots, symbol, echelon, stripe, corner."""
        setting, row = self.setting, self.setting.rows[unit.id]
        kind, full = setting.kind[unit.id], setting.faces[unit.id]
        slots: dict[str, Any] = {
            _SLOTS[v.slot]: str(setting.figure(unit.id, v.id, unit.face))
            for v in setting.book.values
            if v.slot
        }
        if "middle" in slots:  # a counter without boxes has figures at its two ends only
            slots["left"] = "-".join(filter(None, (slots.get("left"), slots.pop("middle"))))
        slots |= {slot: row[column] for column, slot in _COLUMNS.items() if row.get(column)}
        state = setting.states.get(unit.state)
        badges = (
            (BadgeLook(state.letter, state.name, "#b07d2b", "diamond", f"state-{state.id}"),)
            if state
            else ()
        )
        figures = [
            say("{name!s} {n}", name=v.name, n=setting.figure(unit.id, v.id, unit.face))
            for v in setting.book.values
        ]
        said = [setting.names[unit.id], kind.name, *figures, *((state.name,) if state else ())]
        return CounterLook(
            piece=unit.id,
            side=unit.side,
            at=unit.at,
            title=setting.names[unit.id],
            symbol=row.get("symbol") or kind.symbol or "infantry",
            echelon=row.get("echelon", ""),
            steps=full - unit.face + 1 if full > 1 else 0,
            full=full if full > 1 else 0,
            reduced=unit.face > 1,
            spent=unit.moved or unit.fought,
            badges=badges,
            topic=f"class-{kind.id}",
            rank=setting.figure(unit.id, setting.attack, unit.face),
            text=say("{facts}.", facts=join(", ", said)),
            **slots,
        )

    def facts(self, state: State, piece: str) -> tuple[CounterFact, ...]:
        """Every figure of a counter in words, and the columns that the rules do not know."""
        setting, unit, row = self.setting, state.pieces[piece], self.setting.rows[piece]
        found = [CounterFact(setting.kind[piece].name)]
        for value in setting.book.values:
            on = setting.figures[piece, value.id]
            other = ", ".join(str(n) for n in on) if len(set(on)) > 1 else ""
            text = say("{name!s} {n}", name=value.name, n=on[unit.face - 1])
            note = say("faces: {figures!s}", figures=other) if other else value.unit
            found.append(CounterFact(text, note))
        known = {"id", "name", "side", "class", "symbol", "echelon", "place", "turn", "face",
                 "where", "origin", *_COLUMNS}  # fmt: skip
        known |= {v.id.lower() for v in setting.book.values}
        for column, cell in row.items():
            if column not in known and column.partition(".")[0] not in known:
                found.append(CounterFact(f"{column}: {cell}"))
        return tuple(found)

    # ---- charts ---------------------------------------------------------------------------------

    def charts(self) -> tuple[ChartLook, ...]:
        """The printed charts, unlit."""
        return tuple(chart_look(self.setting, chart) for chart in self.setting.book.chart)

    def losses(self, before: State, event: Fact) -> tuple[Loss, ...]:
        """Steps lost by side and cell."""
        return losses(before, event, "face", rises=True)


def _sign(state: StateKind) -> BadgeLook:
    """The sign of a state on a counter."""
    return BadgeLook(state.letter, state.name, "#b07d2b", "diamond", f"state-{state.id}")
