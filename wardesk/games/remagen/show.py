"""What a screen asks beside the pending question: the table's look, charts, odds, who fell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from wardesk.engine.types import SetPiece
from wardesk.errors import UserError
from wardesk.games.remagen import charts
from wardesk.games.remagen.ch00_turn import foothold
from wardesk.games.remagen.ch01_forces import quota_left
from wardesk.games.remagen.ch08_ludendorff import collapse_case
from wardesk.games.remagen.dice import expected
from wardesk.games.remagen.orders import MOMENTS, SETS
from wardesk.games.remagen.position import in_yard, labour, pontoon
from wardesk.games.remagen.room import room_word
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import (
    DOWN,
    GERMAN,
    LOOKS,
    SIDE_NAMES,
    US,
    YARDS,
    AnyFrame,
    Fact,
    State,
    Turn,
    Unit,
    steps,
)
from wardesk.games.remagen.tables import LEVEL_NAMES, FiguresRow
from wardesk.games.shared.look import Values
from wardesk.games.shared.shown import PrintedShowing
from wardesk.games.shared.stacking import totals
from wardesk.games.shared.steps_lost import by_place
from wardesk.model.advice import Loss
from wardesk.model.look import (
    CaseLook,
    CellMark,
    ChartLook,
    CounterLook,
    OddsLine,
    Overlay,
)
from wardesk.words import say, say_count


class RemagenShowing(PrintedShowing[Unit, AnyFrame, Setting]):
    """The table of one scenario as data to draw."""

    looks = LOOKS
    steps = steps.table
    proposes = frozenset(("set-up", "arrive"))
    moments_for_orders, order_sets = MOMENTS, SETS
    endings = frozenset(
        ("arrive/done", "move/done", "fire/done", "fire-on/enough", "land/done", "advance/done")
    )

    # ---- the table ------------------------------------------------------------------------------

    def now(self, state: State) -> str:
        """None before the first turn. A procedure counts to the phase that it is part of.

        While a phase calls another procedure the turn stands at what follows it, so the phase is
        told by the procedure.
        """
        frame = state.stack[0] if state.stack else None
        if not isinstance(frame, Turn) or not state.tracks["turn"]:
            return ""
        called = next(iter(state.stack[1:]), None)
        inner, side = type(called).__name__, getattr(called, "side", US)
        return {
            "Labour": "labour",
            "Drop": "drop",
            "Transport": f"{side}_move",
            "Exchange": f"{side}_fire",
            "Front": f"{side}_combat",
        }.get(inner, frame.step)

    def overlays(self, state: State) -> Iterable[Overlay]:
        """What the pending question lights."""
        question = self.question(state)
        return question.overlays(self.setting.rhine.cells) if question else ()

    def told(self, unit: Unit) -> Values:
        """What the chart says of a unit (RB N7)."""
        return LOOKS.values(self.setting.row(unit))

    def counters(self, state: State) -> Iterator[CounterLook]:
        """Units in sectors and yards."""
        laden = {u.carrier for u in state.pieces.values() if u.carrier}
        for u in state.pieces.values():
            if u.at:
                yard = u.at in YARDS.values()
                where = say("in the yard") if yard else self.setting.rhine.name(u.at)
                yield _counter(
                    u, self.setting.row(u), where, laden=bool(u.carrier) or u.id in laden
                )

    def values(self, state: State) -> Values:
        """What the table as a whole is said to be."""
        setting, turn = self.setting, state.tracks["turn"]
        points, figures = foothold(setting, state), setting.tables
        us, germans = in_yard(state.pieces, US), in_yard(state.pieces, GERMAN)
        quota = setting.quota(max(1, turn))
        return LOOKS.values(
            turn=turn,
            turns=setting.turns,
            night=bool(turn) and setting.night(turn),
            points=points,
            most_points=max(points, figures.victory[0].least),
            levels=tuple((v.least, LEVEL_NAMES[v.level]) for v in reversed(figures.victory)),
            left=quota_left(setting, state) if turn else 0,
            allowed=quota,
            quota=max(1, quota),
            down=state.marks.get(DOWN),
            limit=figures.collapse.limit(turn),
            all=figures.constants.labour,
            sites=[{"row": s, "points": labour(state, s)} for s in setting.rhine.sites],
            us=[u.id for u in us],
            germans=[u.id for u in germans],
            n=len(us),
            waiting=len(germans),
        )

    def marks(self, state: State) -> Iterator[CellMark]:
        """The bridges, engaged sectors, and how much room is taken."""
        rhine, most = self.setting.rhine, self.setting.tables.constants.labour
        if state.marks.get(DOWN):
            for cell in rhine.railway.water:
                yield LOOKS.mark("collapsed", LOOKS.values(), cell)
        for site in rhine.sites.values():
            points, built = labour(state, site.row), pontoon(state, site.row)
            values = LOOKS.values(points=points, all=most)
            for cell in site.water if points or built else ():
                sign = "pontoon" if built else "construction"
                yield LOOKS.mark(sign, values, cell, "pontoon")
                yield LOOKS.mark(sign, values, cell, "labour", share=(points, most))
        for key in state.marks:
            cell, _, kind = key.partition("/")
            if cell in rhine.names and kind in ("engaged", "overrun"):
                yield LOOKS.mark(kind, LOOKS.values(place=rhine.name(cell)), cell)
        yards = YARDS.values()
        standing = (u for u in state.pieces.values() if u.at not in yards and not u.carrier)
        for cell, points in sorted(totals(standing, lambda u: self.setting.row(u).size).items()):
            values = LOOKS.values(place=rhine.name(cell), room=room_word(self.setting, state, cell))
            share = (points, rhine.figures[cell].capacity)
            yield LOOKS.mark("capacity", values, cell, share=share)

    # ---- charts and losses ----------------------------------------------------------------------

    def odds(self, table: str, values: Mapping[str, str]) -> CaseLook:
        """The exact distribution of one table line."""
        return odds(self.setting, table, values)

    def charts(self) -> tuple[ChartLook, ...]:
        """The charts, unlit."""
        return charts.all_charts(self.setting)

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


@lru_cache(maxsize=4096)
def _counter(u: Unit, row: FiguresRow, where: str, *, laden: bool) -> CounterLook:
    """Kept, because few of two hundred units change from one answer to the next."""
    values = LOOKS.values(
        u,
        row,
        row=row,
        side=SIDE_NAMES[u.side],
        unit=u.name,
        number=u.id.rpartition("-")[2],
        place=where,
        laden=laden,
        hurt=u.figures < row.figures or u.hits > 0,
        disabled=row.vehicle and u.hits >= row.disabled_at,
    )
    return LOOKS.look(values, u.id, u.side, None if u.at in YARDS.values() else u.at)
