"""What a screen asks: the table's look, printed charts, cases, reach, and who fell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wardesk.engine.showing import Showing
from wardesk.engine.types import Answer, Pieces, Reason
from wardesk.errors import UserError
from wardesk.games.gts import legality, look, roster
from wardesk.games.gts.ch05_fire import factors_of, hard, printed
from wardesk.games.gts.ch08_checks import case_of, needed
from wardesk.games.gts.ch09_zones import zone_counts
from wardesk.games.gts.position import unit_name
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import Action, AnyFrame, Check, Fact, Fire, State, Unit, Window
from wardesk.games.gts.tables import WEAPONS, chances, clamped
from wardesk.games.shared.kept_looks import KeptLooks
from wardesk.games.shared.phases import moment
from wardesk.games.shared.printed import OfSetting
from wardesk.games.shared.steps_lost import losses
from wardesk.model.advice import Loss
from wardesk.model.look import (
    CaseLook,
    ChartLook,
    CounterFact,
    CupLook,
    FormationLook,
    InputLine,
    Moment,
    OddsLine,
    Overlay,
    TableLook,
    TrackLook,
)
from wardesk.words import join, say


class GtsShowing(OfSetting[Setting], Showing[Unit, AnyFrame]):
    """The table of one scenario as data to draw."""

    weighed_with = {"target": "fire", "opportunity": "fire", "assault-way": "fire"}

    endings = frozenset(
        ("unit/end", "place/end", "action/done", "march/done", "buy/enough/allied",
         "buy/enough/german")
    )  # fmt: skip
    declines = frozenset(("second-action/no", "hero/no"))
    zoned = True

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self._kept = KeptLooks[Unit]()
        self.in_play = setting.in_play if setting.scenario.window else frozenset[str]()

    def look(self, state: State) -> TableLook:
        """Everything on the table as data to draw."""
        return look.table(self.setting, state, self._kept)

    def tracks(self, state: State) -> tuple[TrackLook, ...]:
        """All tracks."""
        return look.tracks(self.setting, state)

    def moment(self, state: State) -> Moment:
        """The turn and the phase."""
        return moment(state.tracks.get("turn", 0), look.phases(state))

    def facts(self, state: State, piece: str) -> tuple[CounterFact, ...]:
        """Every value of a counter in words."""
        return look.facts(self.setting, state.pieces[piece])

    def formations(self, state: State) -> tuple[FormationLook, ...]:
        """Every formation that plays, with its units."""
        return roster.formations(self.setting, state)

    def cups(self, state: State) -> tuple[CupLook, ...]:
        """The mug: what acts, what is held over, what was drawn, what is still in it."""
        return roster.cups(self.setting, state)

    def command(self, state: State, formation: str) -> Overlay | None:
        """2 How far its leader commands."""
        return roster.command(self.setting, state, formation)

    def zones(self, state: State, side: str) -> Mapping[str, int]:
        """9 The hexes in a fire zone of *side*, with how many units have them in theirs."""
        return zone_counts(self.setting, state, side)

    def charts(self) -> tuple[ChartLook, ...]:
        """Both parts of the fire table, unlit."""
        table = self.setting.tables.fire
        return table.chart(armoured=False), table.chart(armoured=True)

    def case(self, state: State, answer: Answer | None = None) -> CaseLook | None:
        """What the pending roll or planned shot rests on."""
        frame = state.stack[-1] if state.stack else None
        if isinstance(frame, Fire):
            return self._shot(state, frame)
        if isinstance(frame, Check):
            return self._check(state, frame)
        if not isinstance(answer, Pieces):
            return None
        if isinstance(frame, Action) and frame.step == "fire":
            plan = Fire(step="roll", firer=frame.unit, target=answer.pieces[0])
            return self._shot(state, plan)
        if isinstance(frame, Window):
            plan = Fire(
                step="roll",
                firer=answer.pieces[0],
                target=frame.unit,
                kind="opportunity",
                goal=frame.goal,
            )
            return self._shot(state, plan)
        return None

    def _shot(self, state: State, frame: Fire) -> CaseLook:
        firer, target = state.pieces[frame.firer], state.pieces[frame.target]
        rating, weapon = printed(self.setting, state, frame)
        factors = factors_of(self.setting, state, frame)
        asked = state.ask.factors if state.ask is not None and state.ask.factors else factors
        value = clamped(rating + sum(factor.value for factor in asked if factor.on))
        armoured = hard(self.setting, state, target)
        table = self.setting.tables.fire
        rolled = frame.roll if frame.step in ("judge", "apply") else -1
        return CaseLook(
            title=say("Fire"),
            place=say(
                "{a} at {b}", a=unit_name(self.setting, firer), b=unit_name(self.setting, target)
            ),
            inputs=(
                InputLine(say("Printed rating"), str(rating), "WED SR5.1"),
                InputLine(say("Weapon"), WEAPONS[weapon], "WED SR3"),
                *(InputLine(factor.name, f"{factor.value:+d}", factor.cite) for factor in factors),
            ),
            sum_text=say(
                "{parts}: {value} or less hits",
                parts=join(
                    ", ",
                    (
                        say("{rating} printed", rating=rating),
                        *(
                            say("{name} {value}", name=factor.name, value=f"{factor.value:+d}")
                            for factor in asked
                            if factor.on
                        ),
                    ),
                ),
                value=min(value, 8),
            ),
            chart=table.chart(armoured=armoured, weapon=weapon, roll=rolled),
            odds=table.odds(weapon, value, armoured=armoured),
        )

    def _check(self, state: State, frame: Check) -> CaseLook:
        case = case_of(self.setting, state, frame)
        value = needed(self.setting, state, frame)
        good = chances(value)
        return CaseLook(
            title=case.prompt,
            place=unit_name(self.setting, state.pieces[frame.unit]),
            inputs=(
                InputLine(say("Troop quality"), str(case.value), case.cite),
                *(InputLine(f.name, f"{f.value:+d}", f.cite) for f in case.factors),
            ),
            sum_text=say("{value} or less", value=min(max(value, 0), 8)),
            odds=(
                OddsLine(say("Passed"), good, 10, "good"),
                OddsLine(say("Failed"), 10 - good, 10, "bad"),
            ),
        )

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

    def reach(self, state: State, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
        """Where the unit may go, and which hexes lie under fire."""
        return legality.reach(self.setting, state, pieces)

    def route(self, state: State, pieces: Sequence[str], goal: str) -> tuple[str, ...]:
        """The cheapest way to *goal*."""
        return legality.route(self.setting, state, pieces, goal)

    def losses(self, before: State, event: Fact) -> tuple[Loss, ...]:
        """Steps lost by side and hex."""
        return losses(before, event, "steps")
