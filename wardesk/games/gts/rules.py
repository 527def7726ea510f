"""The rules object of the Grand Tactical Series: chapters, charts, forces and board together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from wardesk.engine.types import CreatePiece, Effect, SetCup, SetMark, SetTrack
from wardesk.games.gts import (
    campaign,
    ch01_sequence,
    ch02_chits,
    ch03_drops,
    ch04_actions,
    ch04_movement,
    ch05_fire,
    ch06_opportunity,
    ch07_assault,
    ch08_checks,
    ch13_engineers,
    ch15_route,
    one_mug,
)
from wardesk.games.gts.forces import SCHEMA
from wardesk.games.gts.setting import OPTIONS, Setting, read_setting
from wardesk.games.gts.show import GtsShowing
from wardesk.games.gts.special import events, lost
from wardesk.games.gts.state import (
    BOXES,
    MUG,
    PARK,
    PLAYED,
    RESERVE,
    ROUTED,
    SIDES,
    AnyFrame,
    Astray,
    Fact,
    Fate,
    Fire,
    Hit,
    State,
    Turn,
    Unit,
    UnitAction,
    steps,
)
from wardesk.games.gts.tables import RULEBOOK_FILE, Tables
from wardesk.games.gts.think import GtsThinking
from wardesk.games.shared.printed import PrintedRules
from wardesk.games.shared.scenarios import digest_of
from wardesk.model.board import Board
from wardesk.model.moment import TakenOver
from wardesk.model.options import SetupValue
from wardesk.model.piece_record import PieceRecord
from wardesk.words import say

CHAPTERS = (
    ch01_sequence,
    ch02_chits,
    ch03_drops,
    ch04_actions,
    ch04_movement,
    ch05_fire,
    ch06_opportunity,
    ch07_assault,
    ch08_checks,
    ch13_engineers,
    ch15_route,
    events,
    lost,
)
"""Importing a chapter registers its steps and questions."""


class GtsRules(PrintedRules[Unit, AnyFrame, Setting]):
    """One scenario of Where Eagles Dare or The Devil's Cauldron. Holds no state of a game."""

    id = "gts"
    title = say("Grand Tactical Series")
    sides = SIDES
    piece_type = Unit
    state_type = State
    event_type = Fact
    steps = steps.table
    boxes = BOXES
    schema = SCHEMA
    open_pieces = True
    record = PieceRecord(steps="steps", stays=(RESERVE, PARK), exits=((ROUTED, "routed"),))
    lay_out = staticmethod(campaign.lay_out)
    sight_on = staticmethod(campaign.sight_on)
    choices = OPTIONS
    charts = Tables
    shown_by = GtsShowing
    played_by = GtsThinking

    def __init__(self, board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        setting = read_setting(board, setup, options)
        rows = msgspec.to_builtins(setting.scenario)
        if not rows["area"]:
            del rows["area"]  # files know scenarios again that are older than areas
        if rows["mug"] is None:
            del rows["mug"]  # and than a mug for several tables
        for award in rows["victory"]:
            if not award["tally"]:
                del award["tally"]  # and than points for what stands somewhere
        laid_out = (setting.forces, rows)
        digest = digest_of(setting.tables.digest(), laid_out, options, board)
        super().__init__(
            board, setting, turns=setting.scenario.last_turn, rulebook=RULEBOOK_FILE, digest=digest
        )

    def variables(self) -> tuple[SetupValue, ...]:
        """What a division begins with and its side has; the printed game says none of it."""
        setting, scenario = self.setting, self.setting.scenario
        named = {name: division.name for name, division in setting.divisions.items()}
        found = [
            SetupValue(
                id=f"points.{name}",
                title=say("Command points of {division}", division=named[name]),
                value=value,
                most=15,
                cite="WED N1",
                rebuilt=True,
            )
            for name, value in scenario.points.items()
        ]
        found += [
            SetupValue(
                id=f"dispatch.{name}",
                title=say("Dispatch points of {division}", division=named[name]),
                value=value,
                most=6,
                cite="WED N2",
                rebuilt=True,
            )
            for name, value in scenario.dispatch.items()
        ]
        return tuple(found)

    def setup(self) -> tuple[Sequence[Effect], tuple[AnyFrame, ...]]:
        """Counters in their hexes, points, bridges; then the first turn."""
        setting, scenario = self.setting, self.setting.scenario
        effects: list[Effect] = []
        last = {
            cell: bridge.control
            for bridge in scenario.bridge
            if bridge.control
            for cell in setting.bridges[bridge.id].between
        }
        carries = {row.on: name for row in scenario.place for name in row.units if row.on}
        for row in scenario.place:
            for name in row.units:
                figures = setting.counters[name]
                side = setting.division_of(name).side
                at = RESERVE if row.turn else row.at
                unit = Unit(
                    id=name,
                    side=side,
                    at=at,
                    steps=row.steps or figures.steps,
                    column=row.column and not row.turn,
                    dug="entrenched" if row.entrenched else "improved" if row.improved else "",
                    suppressed=row.suppressed,
                    cohesion=row.cohesion,
                    mounted=row.mounted,
                    abandoned=row.abandoned,
                    men=row.men,
                    delay=row.delay,
                    on=row.on,
                    carries=carries.get(name, ""),
                )
                effects.append(CreatePiece(unit))
                if not row.turn and at not in BOXES:
                    last[at] = side
        effects += self._rearguards()
        effects += [SetMark(f"{cell}/last", side) for cell, side in last.items()]
        playing = {setting.division_of(name).id for row in scenario.place for name in row.units}
        effects += [
            SetTrack(f"cp/{name}", scenario.points.get(name, 0)) for name in sorted(playing)
        ]
        if scenario.dispatch:
            effects += [
                SetTrack(f"dp/{name}", scenario.dispatch.get(name, 0)) for name in sorted(playing)
            ]
        for bridge in scenario.bridge:
            now = f"bailey:{bridge.bailey}" if bridge.bailey else ""
            now = now or ("destroyed" if bridge.destroyed else "")
            now = now or (f"wired:{bridge.wired}" if bridge.wired else "")
            now = now or bridge.tried
            if now:
                effects.append(SetMark(f"bridge/{bridge.id}", now))
            if bridge.improved:
                effects.append(SetMark(f"improved/{bridge.id}", True))
        effects += self._markers()
        held = scenario.mug.held if scenario.mug is not None else ""
        first = {ch01_sequence.FIRST: scenario.first, one_mug.HELD: held}
        effects += [SetMark(mark, chit) for mark, chit in first.items() if chit]
        effects += [SetTrack("turn", 0), SetCup(MUG, ()), SetCup(PLAYED, ())]
        if scenario.bought:
            effects.append(SetCup(ch02_chits.BOUGHT, tuple(sorted(scenario.bought))))
        return effects, (Turn(step="begin"),)

    def _rearguards(self) -> Iterator[Effect]:
        """S2.0 The platoons that formations may leave behind."""
        for row in self.setting.scenario.rearguards:
            for number in range(1, row.count + 1):
                name = f"{row.formation}.rear{number}"
                side = self.setting.division_of(name).side
                steps_of = self.setting.counters[name].steps
                at = row.at[number - 1] if number <= len(row.at) else RESERVE
                yield CreatePiece(Unit(id=name, side=side, at=at, steps=steps_of))

    def _markers(self) -> Iterator[Effect]:
        """Pools, parks, events: what the special rules have beside the counters."""
        scenario = self.setting.scenario
        for kind, owners in (("trucks", scenario.trucks), ("jeeps", scenario.jeeps)):
            for division, count in owners.items():
                yield SetTrack(f"{kind}/{division}", count)
        for side, count in scenario.road_blocks.items():
            yield SetTrack(f"blocks/{side}", count)
        if scenario.bulldozers:
            yield SetTrack("dozers", scenario.bulldozers)
        if scenario.events:
            for side in SIDES:
                yield SetCup(events.cup_of(side), tuple(sorted(events.EVENTS)))
        yield from self._facts()

    def _facts(self) -> Iterator[Effect]:
        """Marks that stand from the beginning."""
        scenario = self.setting.scenario
        for park in scenario.park:
            if park.at:
                yield SetMark(f"park/{park.id}", park.at)
        if scenario.stops:
            yield SetMark(ch15_route.MARKER, scenario.stops[0])
        for cell, side in scenario.blocked.items():
            yield SetMark(f"{cell}/block", side)
        for cell in scenario.mined:
            yield SetMark(f"{cell}/mines", True)
        for bridge in scenario.bridge:
            if bridge.bulldozer:
                yield SetMark(f"dozer/{bridge.id}", bridge.bulldozer)
        if scenario.route_cut:
            yield SetMark("route/cut", True)
        if scenario.raid_on:
            yield SetMark("raid", True)
            yield SetTrack("raid", scenario.raid_paid)

    def taken(self, before: State, after: State) -> TakenOver:
        """What a campaign's ledger learns from this table."""
        return campaign.taken(self.setting, before, after)

    def alive(self, state: State, frame: AnyFrame) -> bool:
        """A procedure without its units is dropped."""

        def there(unit: str) -> bool:
            return unit in state.pieces and state.pieces[unit].at is not None

        match frame:
            case Fire(firer=firer, target=target):
                return there(firer) and there(target)
            case Hit(unit=unit) | UnitAction(unit=unit) | Fate(unit=unit) | Astray(unit=unit):
                return unit in state.pieces
            case _:
                return True
