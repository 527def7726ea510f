"""What a screen asks beside the pending question: the table's look, charts, odds, who fell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from wardesk.engine.cached import cached_property
from wardesk.engine.types import SetPiece, SetTrack
from wardesk.errors import UserError
from wardesk.games.eben_emael.attacks import Assessment, combat_case
from wardesk.games.eben_emael.control import fallen
from wardesk.games.eben_emael.demolition import charge_case
from wardesk.games.eben_emael.hidden_counters import UNKNOWN
from wardesk.games.eben_emael.orders import MOMENTS, SETS
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    GERMAN,
    GLIDERS,
    HANDS,
    LOOKS,
    POOL,
    SIDES,
    SOLDIERS,
    AnyFrame,
    Battle,
    Fact,
    Fire,
    FortCounter,
    MarchFire,
    State,
    Turn,
    steps,
)
from wardesk.games.eben_emael.tables import FortWork, Gun, Tables
from wardesk.games.shared.look import Values, lit
from wardesk.games.shared.odds import half_up
from wardesk.games.shared.phases import Phase
from wardesk.games.shared.shown import PrintedShowing
from wardesk.games.shared.steps_lost import by_place
from wardesk.model.advice import Loss
from wardesk.model.look import (
    CaseLook,
    CellMark,
    ChartLook,
    CounterLook,
    Overlay,
    TurnMoment,
)
from wardesk.words import join, say, say_count

NOUNS = LOOKS.value["noun"].words
MARKS = {"sealed": "blocked", "glider": "landed"}
"""Kinds of mark whose sign has another name."""


class EbenEmaelShowing(PrintedShowing[FortCounter, AnyFrame, Setting]):
    """The table of one scenario as data to draw."""

    looks = LOOKS
    steps = steps.table
    proposes = frozenset(("land",))
    moments_for_orders, order_sets = MOMENTS, SETS
    endings = frozenset(("move/done", "attack-target/done", "guns/done"))

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        # To play a counter costs it; what it fires at is one deed with that.
        held = setting.tables.counters
        self.payments = frozenset(f"{kind}/{one}" for kind in ("air", "guns") for one in held)

    # ---- the table ------------------------------------------------------------------------------

    def counters(self, state: State) -> Iterator[CounterLook]:
        """Counters on the roof and in gliders."""
        for c in state.pieces.values():
            if c.at is not None:
                yield self.kept.of(c.id, c, partial(self._counter, c))

    def phases(self) -> Sequence[Phase]:
        """The strip in the order that is played."""
        return self.setting.phases

    def moment(self, state: State) -> TurnMoment:
        """The turn and the phase; before the first turn, the landing."""
        return super().moment(state) if state.tracks["turn"] else TurnMoment(0, say("The landing"))

    def values(self, state: State) -> Values:
        """What the table as a whole is said to be."""
        gliders = [c.id for c in state.pieces.values() if c.at == GLIDERS]
        return LOOKS.values(
            dict(state.tracks),
            self.setting.tables.constants,
            points=state.tracks["victory_points"],
            most_points=sum(self.setting.fort.points.values()),
            levels=tuple(
                (level.least, level.name) for level in reversed(self.setting.tables.level)
            ),
            fallen=fallen(self.setting, state),
            gliders=gliders,
            flying=len(gliders),
            pool=len(state.cups[POOL]),
            hands=[self._hand(state, side, cup) for side, cup in HANDS.items()],
        )

    def _hand(self, state: State, side: str, cup: str) -> dict[str, object]:
        held = state.cups[cup]
        names = [self.setting.tables.counters[c].name for c in held if c != UNKNOWN]
        if UNKNOWN in held:
            names.append(say_count("{n} counter", "{n} counters", n=held.count(UNKNOWN)))
        return {"side": side, "cup": cup, "held": held, "names": join(", ", names)}

    def _counter(self, c: FortCounter) -> CounterLook:
        return LOOKS.look(self.told(c), c.id, c.side, None if c.at == GLIDERS else c.at)

    def told(self, unit: FortCounter) -> Values:
        """What is told of a counter."""
        fort, work = self.setting.fort, origin(self.setting, unit)
        by = fort.divisors.get(unit.at or "", 1)
        armed = self.setting.tables.works.get(unit.at or "")
        return LOOKS.values(
            unit,
            work=work,
            work_name=fort.short.get(work, unit.name),
            bar=fort.short.get(work, "").partition(",")[0].partition(" anti-aircraft")[0],
            place=fort.name(unit.at or ""),
            soldier=unit.kind in SOLDIERS,
            short=unit.men < unit.full_men,
            done=unit.attacked or unit.fired,
            flying=unit.at == GLIDERS,
            away=work != unit.at,
            by=by if by > 1 else 0,
            places=join(", ", tuple(fort.short[cell] for cell in armed.arcs)) if armed else "",
        )

    def marks(self, state: State) -> Iterator[CellMark]:
        """Signs in cells."""
        names = self.setting.fort.names
        for key in state.marks:
            cell, _, kind = key.partition("/")
            sign = MARKS.get(kind, kind)
            if sign in ("destroyed", "blocked", "control", "landed") and cell in names:
                yield LOOKS.mark(sign, LOOKS.values(place=names[cell]), cell, kind)

    def now(self, state: State) -> str:
        """None before the first turn. A procedure counts to the phase that called it."""
        frame = next((f for f in state.stack if isinstance(f, Turn)), None)
        if frame is None or not state.tracks["turn"]:
            return ""
        inner = state.stack[-1]
        if isinstance(inner, Fire) and any(isinstance(f, Battle) for f in state.stack):
            guns = {"german_attack": "belgian", "belgian_attack": "german"}
            side = guns.get(frame.step)
            return f"{side}_machine_guns" if side else frame.step
        moving = any(isinstance(f, MarchFire) for f in state.stack)
        if isinstance(inner, Fire) and inner.side == GERMAN and not moving:
            return "air"
        return LOOKS.phase_of(frame.step)

    def overlays(self, state: State) -> Iterator[Overlay]:
        """What the pending question lights, and lines."""
        yield from lit(state.ask, state.pieces, self.setting.fort.cells, cells_only=True)
        question = self.question(state)
        yield from question.arrows() if question else ()

    # ---- charts and losses ----------------------------------------------------------------------

    def odds(self, table: str, values: Mapping[str, str]) -> CaseLook:
        """The exact distribution of one table line."""
        return odds(self.setting.tables, table, values)

    def charts(self) -> tuple[ChartLook, ...]:
        """The printed tables, unlit."""
        return self._charts

    @cached_property
    def _charts(self) -> tuple[ChartLook, ...]:
        return all_charts(self.setting.tables, self.setting.fort.short)

    def losses(self, before: State, event: Fact) -> tuple[Loss, ...]:
        """Men lost by side and sector. Men that only changed their counter are not lost.

        Men count that an event took from the map and that count as losses (EE N48, EE N49).
        """
        counted = {
            effect.track.removesuffix("_losses"): effect.value - before.tracks.get(effect.track, 0)
            for effect in event.effects
            if isinstance(effect, SetTrack) and effect.track.endswith("_losses")
        }
        sides = {side for side in SIDES if counted.get(side, 0) > 0}
        if not sides:
            return ()
        left: dict[str, int] = {}
        landed: dict[str, str] = {}
        for effect in event.effects:
            if isinstance(effect, SetPiece) and effect.field == "men" and type(effect.value) is int:
                left[effect.piece] = effect.value
            elif isinstance(effect, SetPiece) and effect.field == "at" and effect.value:
                landed[effect.piece] = str(effect.value)
        found: list[Loss] = []
        for piece, men in left.items():
            counter = before.pieces.get(piece)
            if counter is None or counter.side not in sides or men >= counter.men:
                continue
            # Men who fall with their glider fall where it comes down.
            cell = landed.get(piece, "") if counter.at == GLIDERS else counter.at
            found.append(Loss(counter.side, cell or "", counter.men - men))
        return by_place(found)


# ---- printed tables -----------------------------------------------------------------------------


def all_charts(tables: Tables, names: Mapping[str, str]) -> tuple[ChartLook, ...]:
    """Every printed table, unlit."""
    ranked = sorted(tables.charge.least.items(), key=lambda item: (-item[1], item[0]))
    charges = [
        {
            "name": names.get(work, work),
            "needs": least,
            "laid": (("needs", tables.charge.laid_by(f"least.{work}")),),
        }
        for work, least in ranked
    ]
    lines = [_works_line(work, names.get(work.id, work.id)) for work in tables.work]
    values = LOOKS.values(tables, charges=charges, lines=lines)
    return (
        tables.landing.chart(),
        tables.machine_gun.chart(),
        tables.artillery.chart(),
        tables.combat.chart(),
        tables.canal.chart(),
        LOOKS.table("charge", values),
        tables.demolition.chart(),
        *(LOOKS.table(name, values) for name in ("fields_of_fire", "counters", "levels")),
    )


def _works_line(work: FortWork, name: str) -> dict[str, object]:
    """Where the machine guns of a work bear, its guns and its door (EE N51)."""
    to: dict[str, str] = {f"to_{column}": "" for column in (3, 6, 9)}
    for cell, column in work.arcs.items():
        to[f"to_{column}"] = f"{to[f'to_{column}']} {cell}".strip()
    guns = join(", ", [_gun(gun) for gun in work.guns]) if work.guns else ""
    kinds = {"arcs": tuple(to), "machine_guns": tuple(to), "guns": ("guns",), "exit": ("door",)}
    laid = tuple(
        (cell, who) for path, who in work.laid for cell in kinds.get(path.partition(".")[0], ())
    )
    return {**to, "name": name, "guns": guns, "door": work.exit, "laid": laid}


def _gun(gun: Gun) -> str:
    if gun.kind == "artillery":
        return say("gun {strength}", strength=gun.strength)
    return say("anti-tank {strength}", strength=gun.strength)


def origin(setting: Setting, c: FortCounter) -> str:
    """The work that *c* belongs to, by its id: ``MN.garrison``, ``counterattack-1:BL1``."""
    work = c.id.rpartition(":")[2].partition(".")[0]
    return work if c.kind in NOUNS and work in setting.fort.short else ""


# ---- one table line by name and figures, for the command line -----------------------------------

Keys = Mapping[str, str]
DIVISORS = (1, 2, 3)


def odds(tables: Tables, table: str, values: Keys) -> CaseLook:
    """The exact distribution of one line. UserError that names tables and keys."""
    known = _TABLES.get(table)
    if known is None:
        raise UserError(
            say("There is no table {table!r}.", table=table),
            say("There are: {known!s}.", known=", ".join(_TABLES)),
        )
    make, keys = known
    wrong = sorted(set(values) - set(keys))
    if wrong:
        listed = ", ".join(keys) or "none"
        raise UserError(
            say("The table {table!s} has no key {key!r}.", table=table, key=wrong[0]),
            say("Its keys: {keys!s}.", keys=listed),
        )
    return make(tables, values)


def _number(values: Keys, key: str, least: int, default: int | None = None) -> int:
    text = values.get(key)
    if text is None:
        if default is None:
            raise UserError(
                say("The value {key!s} is missing.", key=key), say("Add {key!s}=<number>.", key=key)
            )
        return default
    try:
        number = int(text)
    except ValueError:
        raise UserError(
            say("{key!s} is a whole number, not {text!r}.", key=key, text=text)
        ) from None
    if not least <= number <= 9999:
        told = say(
            "{key!s} lies between {least} and 9999, not {number}.",
            key=key,
            least=least,
            number=number,
        )
        raise UserError(told)
    return number


def _divisor(values: Keys) -> int:
    by = _number(values, "divisor", 1, 1)
    if by not in DIVISORS:
        raise UserError(say("divisor is 1, 2 or 3, not {by}.", by=by))
    return by


def _switch(values: Keys, key: str) -> bool:
    text = values.get(key, "no").lower()
    if text not in ("yes", "no"):
        raise UserError(say("{key!s} is yes or no, not {text!r}.", key=key, text=text))
    return text == "yes"


def _combat(tables: Tables, values: Keys) -> CaseLook:
    men = _number(values, "attackers", 1)
    defenders, by = _number(values, "defenders", 1), _divisor(values)
    strength = half_up(men, by)
    column = tables.combat.column(strength, defenders)
    found = Assessment(men, by, strength, defenders, column)
    shift = _switch(values, "flamethrower") + _switch(values, "bonus")
    return combat_case(tables, found, column, shift)


def _machine_gun(tables: Tables, values: Keys) -> CaseLook:
    table, text = tables.machine_gun, values.get("column", "").strip("[]")
    if text not in table.columns:
        raise UserError(say("column is one of {columns!s}.", columns=", ".join(table.columns)))
    return table.fire(
        say("Machine guns [{column}]", column=text), table.columns.index(text), _divisor(values)
    )


def _artillery(tables: Tables, values: Keys) -> CaseLook:
    strength = _number(values, "strength", 1)
    table = tables.artillery
    return table.fire(
        say("Artillery {strength}", strength=strength), table.column(strength), _divisor(values)
    )


def _demolition(tables: Tables, values: Keys) -> CaseLook:
    needs = tables.charge.needs(values.get("work", ""))
    crew = _switch(values, "garrison")
    return charge_case(tables, needs, crew=crew, place=values.get("work", ""))


_TABLES: Mapping[str, tuple[Callable[[Tables, Keys], CaseLook], tuple[str, ...]]] = {
    "combat": (_combat, ("attackers", "defenders", "divisor", "flamethrower", "bonus")),
    "mg": (_machine_gun, ("column", "divisor")),
    "artillery": (_artillery, ("strength", "divisor")),
    "landing": (lambda tables, _: tables.landing.case(), ()),
    "canal": (lambda tables, _: tables.canal.case(say("Canal bunker")), ()),
    "demolition": (_demolition, ("work", "garrison")),
}
