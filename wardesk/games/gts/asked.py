"""What all questions of the series have in common."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from random import Random
from typing import TypeVar

from wardesk.engine.listing import listed
from wardesk.engine.question import Dice, Question, Throw
from wardesk.engine.types import Answer, Choose, Factor, Frame, Path
from wardesk.games.gts.position import unit_name
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ALLIED,
    Assault,
    Check,
    Fate,
    Happening,
    Hit,
    Move,
    State,
    Unit,
    UnitAction,
)
from wardesk.games.shared.look import lit
from wardesk.model.look import Overlay

L = TypeVar("L", bound=Frame)
K = TypeVar("K", bound=Frame)
U = TypeVar("U", bound=Check | Fate | Happening | Hit | UnitAction)
A_FEW = 12
"""So many answers are listed to draw one of them."""


class GtsQuestion(Question[Setting, State, L]):
    """A question to the side whose procedure it is, else to the Allies."""

    def who(self) -> str:
        return getattr(self.frame, "side", ALLIED)

    def name(self, cell: str) -> str:
        return self.setting.name(cell)

    def within(self, kind: type[K]) -> K | None:
        """The innermost procedure of *kind* that it is part of."""
        return next((f for f in reversed(self.state.stack) if isinstance(f, kind)), None)

    def options(self, n: int, rng: Random) -> list[Answer]:
        asked = self.asked
        if asked.shape != "path":
            return listed(asked, n, rng)
        buttons: list[Answer] = [Choose(key) for key in self.open_keys]
        found: list[Answer] = [
            Path((piece,), way) for piece in asked.pieces for way, _ in self.ways((piece,)).values()
        ]
        return buttons + (found if len(found) <= n else rng.sample(found, n))

    def sample(self, rng: Random) -> Answer:
        return rng.choice(self.options(A_FEW, rng))

    @property
    def open_keys(self) -> list[str]:
        """The buttons that may be pressed."""
        return [choice.key for choice in self.asked.choices if not choice.refused]

    def overlays(self, places: Iterable[str]) -> tuple[Overlay, ...]:
        order = tuple(places)
        return (*lit(self.asked, self.state.pieces, order), *self.arrows())

    def arrows(self) -> tuple[Overlay, ...]:
        """The way that is left of a march, or an assault, that it is part of."""
        march, fight = self.within(Move), self.within(Assault)
        if march is not None and march.path:
            start = self.state.pieces[march.unit].at
            return (Overlay("arc", line=(start, *march.path)),) if start else ()
        return (Overlay("arc", line=(fight.origin, fight.cell)),) if fight is not None else ()


class OfUnit(GtsQuestion[U]):
    """It is about a unit, and put to the unit's side."""

    @cached_property
    def unit(self) -> Unit:
        """As it stood when it was asked."""
        return self.state.pieces[self.frame.unit]

    def who(self) -> str:
        return self.unit.side

    def context(self) -> str:
        return unit_name(self.setting, self.unit)

    def about(self) -> tuple[str, ...]:
        return (self.unit.id,)


class GtsThrow(GtsQuestion[L], Throw[Setting, State, L]):
    """One die of ten, from nought to nine."""

    sums = False

    def factors(self) -> tuple[Factor, ...]:
        """What counts."""
        return ()

    def dice(self) -> Dice:
        return Dice((10,), self.about(), self.context(), lowest=0, factors=self.factors())
