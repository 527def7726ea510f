"""What a screen asks beside the pending question: the table's look, charts, odds, who fell."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.engine.showing import Showing
from wardesk.engine.types import SetPiece
from wardesk.errors import UserError
from wardesk.games.remagen import charts, look
from wardesk.games.remagen.ch08_ludendorff import collapse_case
from wardesk.games.remagen.dice import expected
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import AnyFrame, Fact, State, Unit, steps
from wardesk.games.shared.phases import moment
from wardesk.games.shared.printed import OfSetting
from wardesk.games.shared.steps_lost import by_place
from wardesk.model.advice import Loss
from wardesk.model.look import (
    CaseLook,
    ChartLook,
    CounterFact,
    Moment,
    OddsLine,
    TableLook,
    TrackLook,
)
from wardesk.words import say, say_count


class RemagenShowing(OfSetting[Setting], Showing[Unit, AnyFrame]):
    """The table of one scenario as data to draw."""

    steps = steps.table
    endings = frozenset(
        ("arrive/done", "move/done", "fire/done", "fire-on/enough", "land/done", "advance/done")
    )

    def look(self, state: State) -> TableLook:
        """Everything on the table as data to draw."""
        return look.table(self.setting, state, self.question(state))

    def tracks(self, state: State) -> tuple[TrackLook, ...]:
        """All tracks."""
        return look.tracks(self.setting, state)

    def moment(self, state: State) -> Moment:
        """The turn and the phase."""
        return moment(state.tracks["turn"], look.phases(state))

    def odds(self, table: str, values: Mapping[str, str]) -> CaseLook:
        """The exact distribution of one table line."""
        return odds(self.setting, table, values)

    def charts(self) -> tuple[ChartLook, ...]:
        """The charts, unlit."""
        return charts.all_charts(self.setting)

    def facts(self, state: State, piece: str) -> tuple[CounterFact, ...]:
        """Every value of a unit in words."""
        return look.facts(self.setting, state.pieces[piece])

    def losses(self, before: State, event: Fact) -> tuple[Loss, ...]:
        """Units lost by side and sector."""
        found: list[Loss] = []
        for effect in event.effects:
            if isinstance(effect, SetPiece) and effect.field == "at" and effect.value is None:
                unit = before.pieces.get(effect.piece)
                if unit is not None and unit.at is not None:
                    found.append(Loss(unit.side, unit.at, 1))
        return by_place(found)


def odds(setting: Setting, table: str, values_of: Mapping[str, str]) -> CaseLook:
    """The exact distribution of one line. UserError that names tables and keys."""
    keys = {"morale": ("attackers", "defenders"), "collapse": ("turn",),
            "salvo": ("dice", "divisor")}  # fmt: skip
    if table not in keys:
        raise UserError(
            say("There is no table {table!r}.", table=table),
            say("There are: {known!s}.", known=", ".join(keys)),
        )
    found = [_number(values_of, key) for key in keys[table]]
    wrong = sorted(set(values_of) - set(keys[table]))
    if wrong:
        raise UserError(
            say("The table {table!s} has no key {key!r}.", table=table, key=wrong[0]),
            say("Its keys: {keys!s}.", keys=", ".join(keys[table])),
        )
    if table == "collapse":
        return collapse_case(setting, setting.tables.collapse.limit(found[0]))
    if table == "salvo":
        ways, of = expected(min(found[0], 40), found[1]), 6 ** min(found[0], 40)
        lines = tuple(
            OddsLine(say_count("{n} hit", "{n} hits", n=n), w, of) for n, w in sorted(ways.items())
        )
        return CaseLook(title=say("Salvo"), odds=lines)
    morale = setting.tables.morale
    return morale.case(column=morale.column(found[0], found[1]))


def _number(values_of: Mapping[str, str], key: str) -> int:
    text = values_of.get(key)
    if text is None:
        raise UserError(
            say("The value {key!s} is missing.", key=key), say("Add {key!s}=<number>.", key=key)
        )
    if not text.isdecimal() or not 1 <= int(text) <= 9999:
        raise UserError(say("{key!s} is a whole number, not {text!r}.", key=key, text=text))
    return int(text)
