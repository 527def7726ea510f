"""What all questions of Europa's forts have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar, TypeVar

from wardesk.engine.cached import cached_property
from wardesk.engine.listing import listed
from wardesk.engine.question import Question
from wardesk.engine.types import Answer, Choose, Path, Reason
from wardesk.games.europa.attack import Attack
from wardesk.games.europa.position import PositionLayout, layout_of
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import ENEMY, AnyFrame, State, Unit
from wardesk.words import say

L = TypeVar("L", bound=AnyFrame)
MOST_MARCHES = 3
"""Units whose goals are worked out for one list of answers; working out all would take long."""


class EuropaQuestion(Question[Setting, State, L]):
    """A question to the side whose player-turn, attack or retreat it is."""

    @cached_property
    def layout(self) -> PositionLayout:
        """Who stands where."""
        return layout_of(self.setting, self.state)

    @property
    def side(self) -> str:
        """Whose doing it is."""
        return self.frame.side

    def who(self) -> str:
        return self.side

    def name(self, cell: str) -> str:
        return self.setting.name(cell)

    def weighed(self, answer: Answer | None) -> Attack | None:
        """The attack that is under way, or that *answer* would lead to."""
        return None

    def options(self, n: int, rng: Random) -> list[Answer]:
        """The buttons, and as many others as are wanted."""
        return [a for a in listed(self.asked, n, rng) if not self.check(a)]

    def sample(self, rng: Random) -> Answer:
        """Of so many that nobody stops marching too soon by chance."""
        return rng.choice(self.options(12, rng))

    # ---- for a script ---------------------------------------------------------------------------

    @cached_property
    def attacks(self) -> bool:
        """Whether the side that is asked has the scenario's attack to make."""
        return self.who() == self.setting.scenario.first

    @cached_property
    def front(self) -> Mapping[str, int]:
        """Hexes to the nearest enemy of whoever is asked."""
        return self.setting.spread(frozenset(self.layout.held[ENEMY[self.who()]]))


class WayQuestion(EuropaQuestion[L]):
    """Which units go where."""

    shape = "path"
    held: ClassVar[str] = say("overrun")
    """What going to a hex that the enemy defends comes to."""

    def cost(self, units: Sequence[Unit], way: Sequence[str]) -> tuple[Reason, ...]:
        """What a way costs, in a few words."""
        return ()

    def reach(self, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
        """What each way costs, and what it risks."""
        units = self.units(pieces)
        return {
            cell: (*self.cost(units, way), *self._risk(units[0].side, cell))
            for cell, (way, _) in self.ways(pieces).items()
        }

    def _risk(self, side: str, cell: str) -> tuple[Reason, ...]:
        enemy = ENEMY[side]
        if cell in self.layout.held[enemy]:
            return (Reason(self.held, "EF N18", "note", cell),)
        if cell in self.layout.zones[enemy]:
            return (Reason(say("in an enemy zone"), "EF N16", "warning", cell),)
        return ()

    def options(self, n: int, rng: Random) -> list[Answer]:
        """The buttons, and ways of a few units."""
        pieces, found = list(self.asked.pieces), list[Answer]()
        if len(pieces) > MOST_MARCHES:
            pieces = rng.sample(pieces, MOST_MARCHES)
        for piece in pieces:
            ways = [Path((piece,), way) for way, _ in self.ways((piece,)).values()]
            found += ways if len(ways) <= n else rng.sample(ways, n)
        found = found if len(found) <= n else rng.sample(found, n)
        return [*(Choose(c.key) for c in self.asked.choices if not c.refused), *found]
