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
    LOOKS,
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
        return look.facts(self.setting, state.pieces[piece])

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


def all_charts(tables: Tables, names: Mapping[str, str]) -> tuple[ChartLook, ...]:
    """Every printed table, unlit."""
    ranked = sorted(tables.charge.least.items(), key=lambda item: (-item[1], item[0]))
    charges = [{"name": names.get(work, work), "needs": least} for work, least in ranked]
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


def _works_line(work: Work, name: str) -> dict[str, object]:
    """Where the machine guns of a work bear, its guns and its door (EE N51)."""
    to: dict[str, str] = {f"to_{column}": "" for column in (3, 6, 9)}
    for cell, column in work.arcs.items():
        to[f"to_{column}"] = f"{to[f'to_{column}']} {cell}".strip()
    guns = join(", ", [_gun(gun) for gun in work.guns]) if work.guns else ""
    return {**to, "name": name, "guns": guns, "door": work.exit}


def _gun(gun: Gun) -> str:
    if gun.kind == "artillery":
        return say("gun {strength}", strength=gun.strength)
    return say("anti-tank {strength}", strength=gun.strength)
