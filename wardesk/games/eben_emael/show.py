"""What a screen asks: the table's look, printed tables, cases, reach, and who fell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from wardesk.engine.showing import Showing
from wardesk.engine.types import Answer, Reason, SetPiece, SetTrack
from wardesk.games.eben_emael import cases, legality, look, outlook
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    GLIDERS,
    SIDE_NAMES,
    SIDES,
    AnyFrame,
    Counter,
    Fact,
    State,
)
from wardesk.games.eben_emael.tables import Gun, Tables, Work
from wardesk.games.shared.kept_looks import KeptLooks
from wardesk.games.shared.printed import OfSetting
from wardesk.games.shared.steps_lost import by_place
from wardesk.model.advice import Loss
from wardesk.model.look import CaseLook, ChartLook, CounterFact, Moment, TableLook, TrackLook
from wardesk.words import join, say

WEIGHED_WITH = {
    "land": "landing",
    "strike-target": "artillery",
    "air": "artillery",
    "guns": "artillery",
    "fire-target": "artillery",
    "machine-guns": "machine_gun",
    "move": "fields_of_fire",
    "man": "fields_of_fire",
    "attack-target": "combat",
    "attackers": "combat",
    "flamethrower": "combat",
    "retreat": "combat",
    "advance": "fields_of_fire",
    "draw": "counters",
    "play-counter": "counters",
    "play-or-hold": "counters",
    "equip": "counters",
}
"""Kind of question -> the chart that helps to answer it, where no roll is pending yet."""


class EbenEmaelShowing(OfSetting[Setting], Showing[Counter, AnyFrame]):
    """The table of one scenario as data to draw."""

    weighed_with = WEIGHED_WITH
    endings = frozenset(("move/done", "attack-target/done", "guns/done"))

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self._kept = KeptLooks[Counter]()

    def look(self, state: State) -> TableLook:
        """Everything on the table as data to draw."""
        return look.table(self.setting, state, self._kept)

    def tracks(self, state: State) -> tuple[TrackLook, ...]:
        """All tracks."""
        return look.tracks(self.setting, state)

    def moment(self, state: State) -> Moment:
        """The turn and the phase; before the first turn, the landing."""
        turn, now = state.tracks["turn"], look.phase_now(state)
        if not turn:
            return Moment(0, say("The landing"))
        return Moment(
            turn, next((title for step, title, _ in self.setting.phases if step == now), "")
        )

    def case(self, state: State, answer: Answer | None = None) -> CaseLook | None:
        """What the pending roll, outcome or planned attack rests on."""
        return cases.case(self.setting, state, answer)

    def odds(self, table: str, values: Mapping[str, str]) -> CaseLook:
        """The exact distribution of one table line."""
        return cases.odds(self.setting.tables, table, values)

    def charts(self) -> tuple[ChartLook, ...]:
        """The printed tables, unlit."""
        return self._charts

    @cached_property
    def _charts(self) -> tuple[ChartLook, ...]:
        return all_charts(self.setting.tables, self.setting.fort.short)

    def reach(self, state: State, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
        """Where the glider may come down, or the units may walk; how far it is, whose fire it is.

        Wherever something is against it nothing else is said.
        """
        return {
            cell: bad or outlook.told(self.setting, state, pieces, cell)
            for cell, bad in legality.reach(self.setting, state, pieces).items()
        }

    def facts(self, state: State, piece: str) -> tuple[CounterFact, ...]:
        """Men, guns and fire of a counter in words."""
        return outlook.facts(self.setting, state.pieces[piece])

    def against(self, state: State, cell: str) -> Sequence[Reason]:
        """Why nobody can attack *cell*, fire at it or retreat to it."""
        return outlook.against(self.setting, state, cell)

    def route(self, state: State, pieces: Sequence[str], goal: str) -> tuple[str, ...]:
        """The shortest way to *goal*; a glider comes straight down."""
        return legality.route(self.setting, state, pieces, goal)

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


def charge_chart(tables: Tables, names: Mapping[str, str]) -> ChartLook:
    """The least die with which a charge destroys a work, the hardest works first (EE N39)."""
    table = tables.charge
    ranked = sorted(table.least.items(), key=lambda item: (-item[1], item[0]))
    return ChartLook(
        id="charge",
        title=say("Shaped charge"),
        cite=table.cite,
        corner=say("work"),
        columns=(say("works on"),),
        rows=(*(names.get(work, work) for work, _ in ranked), say("every other work")),
        cells=(*((f"{least}+",) for _, least in ranked), (f"{table.usual}+",)),
        reconstruction=table.reconstruction,
    )


def fields_of_fire(tables: Tables, names: Mapping[str, str]) -> ChartLook:
    """Where every machine gun bears, the guns of the works and their doors (EE N51)."""
    rows = tables.work

    def line(work: Work) -> tuple[str, ...]:
        bearing = (
            " ".join(cell for cell, found in work.arcs.items() if str(found) == column)
            for column in tables.machine_gun.columns
        )
        cells = (say("{cells!s}", cells=text) if text else "–" for text in bearing)
        guns = join(", ", [_gun(gun) for gun in work.guns]) if work.guns else "–"
        return (*cells, guns, say("yes") if work.exit else "–")

    return ChartLook(
        id="fields_of_fire",
        title=say("Works: fields of fire, guns, doors"),
        cite=tables.works_head.cite,
        corner=say("work"),
        columns=(*(f"[{c}]" for c in tables.machine_gun.columns), say("guns"), say("door")),
        rows=tuple(names.get(work.id, work.id) for work in rows),
        cells=tuple(map(line, rows)),
        reconstruction=tables.works_head.reconstruction,
    )


def _gun(gun: Gun) -> str:
    if gun.kind == "artillery":
        return say("gun {strength}", strength=gun.strength)
    return say("anti-tank {strength}", strength=gun.strength)


def counters_chart(tables: Tables) -> ChartLook:
    """The special action counters and the side that each helps."""
    return ChartLook(
        id="counters",
        title=say("Special action counters"),
        cite="EE 6.0",
        corner=say("counter"),
        columns=(say("for"), say("turns")),
        rows=tuple(counter.name for counter in tables.counter),
        cells=tuple(
            (SIDE_NAMES[counter.side], "14–15" if counter.late else say("any"))
            for counter in tables.counter
        ),
    )


def levels_chart(tables: Tables) -> ChartLook:
    """Victory levels by points held."""
    return ChartLook(
        id="levels",
        title=say("Victory levels"),
        cite="EE N42",
        corner=say("points"),
        columns=(say("German result"),),
        rows=tuple(f"{level.least}+" for level in tables.level),
        cells=tuple((level.name,) for level in tables.level),
    )


def all_charts(tables: Tables, names: Mapping[str, str]) -> tuple[ChartLook, ...]:
    """Every printed table, unlit."""
    return (
        tables.landing.chart(),
        tables.machine_gun.chart(),
        tables.artillery.chart(),
        tables.combat.chart(),
        tables.canal.chart(),
        charge_chart(tables, names),
        tables.demolition.chart(),
        fields_of_fire(tables, names),
        counters_chart(tables),
        levels_chart(tables),
    )
