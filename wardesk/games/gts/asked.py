"""What all questions of the series have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import ClassVar, TypeVar

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.listing import listed
from wardesk.engine.question import Dice, Goals, Question, Throw
from wardesk.engine.types import Answer, Choice, Choose, Factor, Frame, Path, Reason
from wardesk.games.gts.ch09_zones import zone_hexes
from wardesk.games.gts.position import unit_name
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ALLIED,
    ENEMY,
    Activation,
    Assault,
    Check,
    Fate,
    Happening,
    Hit,
    Move,
    State,
    Turn,
    Unit,
    UnitAction,
    Window,
    onward,
)
from wardesk.games.shared.look import lit
from wardesk.model.look import Overlay
from wardesk.words import say

L = TypeVar("L", bound=Frame)
K = TypeVar("K", bound=Frame)
U = TypeVar("U", bound=Activation | Check | Fate | Happening | Hit | Move | UnitAction | Window)
A_FEW = 12
"""So many answers are listed to draw one of them."""


def named(found: Iterable[tuple[str, str]], cite: str) -> tuple[Choice, ...]:
    """A button for each key with a name as it is printed."""
    return tuple(Choice(key, say("{name!s}", name=name), cite) for key, name in found)


class GtsQuestion(Question[Setting, State, L]):
    """A question to the side whose procedure it is, else to the Allies."""

    usual: ClassVar[int | None] = None
    """Which of its buttons a script presses."""

    def who(self) -> str:
        return getattr(self.frame, "side", ALLIED)

    def script(self, rng: Random) -> Answer | None:
        return None if self.usual is None else Choose(self.asked.choices[self.usual].key)

    def name(self, cell: str) -> str:
        return self.setting.name(cell)

    def within(self, kind: type[K]) -> K | None:
        """The innermost procedure of *kind* that it is part of."""
        return next((f for f in reversed(self.state.stack) if isinstance(f, kind)), None)

    def options(self, n: int, rng: Random) -> list[Answer]:
        return listed(self.asked, n, rng)

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


class OfTurn(GtsQuestion[Turn]):
    """A question before the first chit: what comes next in the turn follows it."""

    def passed(self, d: Draft[Setting]) -> None:
        onward(d, self.frame.step)


class AboutUnit(GtsQuestion[L]):
    """It is about a unit, and put to the unit's side."""

    @property
    def unit(self) -> Unit:
        """As it stood when it was asked."""
        raise NotImplementedError

    def who(self) -> str:
        return self.unit.side

    def context(self) -> str:
        return unit_name(self.setting, self.unit)

    def about(self) -> tuple[str, ...]:
        return (self.unit.id,)


class AboutItsUnit(AboutUnit[U]):
    """It is about the unit of the procedure."""

    @property
    def unit(self) -> Unit:
        return self.state.pieces[self.frame.unit]


class Aimed(AboutItsUnit[UnitAction]):
    """What an action is aimed at, or back to what else the unit could do."""

    next_step, choices = "order", (Choice("back", say("Back"), "WED SR4"),)

    def asks(self) -> bool:
        return True


class Led(GtsQuestion[L]):
    """Where a unit goes, hex by hex."""

    shape = "path"

    @cached_property
    def marches(self) -> Mapping[str, tuple[str, ...]]:
        """Every hex that it may go to, and the way there."""
        return {}

    @cached_property
    def zone(self) -> frozenset[str]:
        """Hexes under the fire of its enemy."""
        side = self.state.pieces[self.asked.pieces[0]].side
        return zone_hexes(self.setting, self.state, ENEMY[side])

    def goals(self, units: Sequence[Unit]) -> Goals:
        alone = units[0].id in self.asked.pieces
        return {cell: (way, ()) for cell, way in self.marches.items()} if alone else {}

    def note(self, units: list[Unit], cell: str) -> tuple[Reason, ...]:
        warning = Reason(say("in an enemy fire zone"), "WED SR9", "warning", cell)
        return (warning,) if cell in self.zone else ()

    def options(self, n: int, rng: Random) -> list[Answer]:
        if not self.asked.pieces:
            return super().options(n, rng)
        buttons: list[Answer] = [Choose(key) for key in self.open_keys]
        ways: list[Answer] = [Path(self.asked.pieces, way) for way in self.marches.values()]
        return buttons + (ways if len(ways) <= n else rng.sample(ways, n))


class GtsThrow(GtsQuestion[L], Throw[Setting, State, L]):
    """One die of ten, from nought to nine."""

    sums = False

    def factors(self) -> tuple[Factor, ...]:
        """What counts."""
        return ()

    def dice(self) -> Dice:
        return Dice((10,), self.about(), self.context(), lowest=0, factors=self.factors())


class Drawn(GtsThrow[L]):
    """A chit is drawn from a cup."""

    def cup(self) -> str:
        """Which cup."""
        raise NotImplementedError

    def told(self, chit: str) -> str:
        """What a chit is called."""
        raise NotImplementedError

    def asks(self) -> bool:
        return bool(self.state.cups[self.cup()])

    def dice(self) -> Dice:
        faces = tuple(map(self.told, self.state.cups[self.cup()]))
        return Dice((len(faces),), faces=faces, context=self.context())
