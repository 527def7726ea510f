"""The rules object of a game whose rules are data: rulebook, counters, board and chapters."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec

from wardesk.engine.cached import cached_property
from wardesk.engine.rules import Rules
from wardesk.engine.showing import Showing
from wardesk.engine.thinking import Thinking
from wardesk.engine.types import CreatePiece, Effect, SetMark, SetTrack
from wardesk.errors import DamagedFile
from wardesk.games.shared.charts import LAYERS, refuse
from wardesk.games.written import coming, effects, fighting, moving, sequence
from wardesk.games.written.faults import faults
from wardesk.games.written.prose import printed_rules
from wardesk.games.written.reading import CHART, CHARTS, COUNTERS, RULES, book_of, cited
from wardesk.games.written.schema import ScenarioSetup
from wardesk.games.written.setting import Setting, judged
from wardesk.games.written.show import WrittenShowing
from wardesk.games.written.state import (
    TURN,
    AnyFrame,
    Battle,
    Effects,
    Fact,
    Game,
    State,
    Testing,
    Unit,
    steps,
)
from wardesk.games.written.think import WrittenThinking
from wardesk.model.board import Board
from wardesk.model.charts import LaidCharts, lay
from wardesk.model.options import SetupValue, read_options
from wardesk.model.scenario import CHARTS as LAID
from wardesk.model.schema import GameSchema, PackTable
from wardesk.words import readied, say

CHAPTERS = (sequence, moving, fighting, effects, coming)
"""Importing a chapter registers its steps and questions."""
SCHEMA = GameSchema(
    setup=ScenarioSetup,
    tables=(
        PackTable("rules", RULES),
        PackTable("charts", CHARTS),
        PackTable("counter", COUNTERS, ("id", "name", "side", "class")),
    ),
)


class WrittenRules(Rules[Unit, AnyFrame]):  # pyright: ignore[reportInvalidTypeArguments]
    """One scenario of a pack whose rules are data. Holds no state of a game."""

    id = "written"
    title = say("Rules as data")
    piece_type = Unit
    state_type = State
    event_type = Fact
    steps = steps.table
    schema = SCHEMA
    open_pieces = True

    def __init__(self, board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        read_options((), options)
        given = {k: v for k, v in setup.items() if k not in ("forces", LAID)}
        forces = cast("Mapping[str, Any]", setup.get("forces", {}))
        laid = _charts(forces, setup.get(LAID, {}))
        book = cited(book_of({"rules": forces.get("rules", {}), "charts": laid.values}))
        for fault in faults(book):
            if fault.level == "error":
                raise DamagedFile(
                    say("{file!s}: {fault}.", file=fault.file, fault=fault.sentence),
                    "Open the pack in the rules workshop, or mend the file.",
                )
        rows = {row["id"]: row for row in _copies(forces.get("counter", ()))}
        made = Setting(
            board, book, rows, msgspec.convert(given, readied(ScenarioSetup)), laid.cells
        )
        self._setting = judged(made)
        self.board, self.sides = board, made.sides
        self.turns = made.last_turn
        self.rulebook = printed_rules(book)
        parts = (
            msgspec.json.encode(book),
            msgspec.json.encode({k: {**r, "where": ""} for k, r in rows.items()}),
            msgspec.json.encode(made.setup),
            board.digest.encode(),
        )
        self.digest = hashlib.sha256(b"\0".join(parts)).hexdigest()

    @property
    def setting(self) -> Setting:
        """Rulebook, counters, board."""
        return self._setting

    @cached_property
    def showing(self) -> Showing[Unit, AnyFrame]:  # pyright: ignore[reportInvalidTypeArguments]
        """What a screen asks."""
        return WrittenShowing(self._setting)

    @cached_property
    def thinking(self) -> Thinking[Unit, AnyFrame]:  # pyright: ignore[reportInvalidTypeArguments]
        """What a program that plays asks."""
        return WrittenThinking(self._setting)

    def variables(self) -> tuple[SetupValue, ...]:
        """Replacements and the last turn, for whoever balances the game."""
        setting = self._setting
        found = [
            SetupValue(
                id=f"replacements.{side}",
                title=say("Replacements: {side!s}", side=setting.side_names[side]),
                value=setting.setup.replacements.get(side, rule.points),
                cite=rule.cite,
            )
            for side, rule in setting.replaces.items()
        ]
        last = SetupValue(id="last_turn", title=say("Last turn"), value=setting.last_turn, least=1)
        return (*found, last)

    # ---- playing --------------------------------------------------------------------------------

    def setup(self) -> tuple[Sequence[Effect], tuple[AnyFrame, ...]]:
        """Counters where they begin, and who holds what."""
        setting = self._setting
        made: list[Effect] = [
            CreatePiece(
                Unit(id=id_, side=row["side"], at=setting.first_places[id_],
                     face=min(setting.faces[id_], int(row.get("face") or 1)),
                     state=row.get("state", ""))
            )
            for id_, row in setting.rows.items()
        ]  # fmt: skip
        made.append(SetTrack(TURN, 1))
        here = {cell: setting.rows[id_]["side"]
                for id_, cell in setting.first_places.items() if cell}  # fmt: skip
        for place in setting.book.places:
            if place.tracked:
                made += [
                    SetMark(f"held/{cell}", holder)
                    for cell in sorted(setting.places[place.id])
                    if (holder := here.get(cell) or place.start)
                ]
        return made, (Game(step="begin"),)

    def alive(self, state: State, frame: AnyFrame) -> bool:
        """A battle without attackers or an enemy, and a check without its counter, are dropped."""
        pieces = state.pieces
        there = {name for name, unit in pieces.items() if unit.at}
        match frame:
            case Battle(mine=mine, theirs=theirs, result=""):
                return not there.isdisjoint(mine) and not there.isdisjoint(theirs)
            case Effects(mine=mine, theirs=theirs):
                return {*mine, *theirs} <= set(pieces)
            case Testing(piece=piece):
                return piece in there
            case _:
                return True

    def as_setup(self, state: State) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """The scenario that begins with everything where it lies now."""
        setting = self._setting
        rows = [
            {
                **{k: v for k, v in setting.rows[unit.id].items() if k != "where"},
                "place": unit.at or setting.rows[unit.id].get("place", "pool"),
                "turn": "" if unit.at else setting.rows[unit.id].get("turn", ""),
                "face": str(unit.face),
                "state": unit.state,
            }
            for unit in state.pieces.values()
        ]
        setup: dict[str, Any] = msgspec.to_builtins(setting.setup)
        book = cast("dict[str, Any]", msgspec.to_builtins(setting.book))
        charts = {CHART: book.pop(CHART)}
        return {**setup, "start": {}}, {"rules": book, "charts": charts, "counter": rows}


def _copies(rows: Any) -> Iterator[dict[str, str]]:  # noqa: ANN401 - rows of a table
    """The rows, those that say a *count* so many times."""
    for row in rows:
        count = int(row.get("count") or 1)
        if count == 1:
            yield row
        else:
            yield from ({**row, "id": f"{row['id']}-{n}"} for n in range(1, min(count, 200) + 1))


def _charts(forces: Mapping[str, Any], layers: Mapping[str, Any]) -> LaidCharts:
    """The charts of a pack with what scenario and owner lay over them. UserError if it is wrong."""
    laid = LaidCharts(forces.get("charts", {}))
    for origin in LAYERS:
        laid = lay(laid, layers.get(origin, {}), origin)
    refuse(laid)
    return laid
