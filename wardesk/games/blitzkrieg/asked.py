"""What all questions of Blitzkrieg 1940 have in common."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar, TypeVar

from wardesk.engine.cached import cached_property
from wardesk.engine.listing import listed
from wardesk.engine.question import Dice, Question, Throw
from wardesk.engine.types import Answer, Choose, Frame, Path
from wardesk.games.blitzkrieg.position import unit_name
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import Assault, Move, State, Unit
from wardesk.model.look import Overlay
from wardesk.words import Spoken

L = TypeVar("L", bound=Frame)
LISTED = 12
"""Answers from which one at random is taken."""
OFTEN = 0.6
"""How often that is a way and no button."""


class BlitzkriegQuestion(Question[Setting, State, L]):
    """A question to the side whose procedure it is."""

    left_to_script: ClassVar[bool] = False
    """Whether a program answers it without looking ahead.

    So is most of what orders and shots bring about, and chits to annul. At Hannut they are two of
    three questions, and took four fifths of the time of a Colonel, who found a quarter of his gains
    there.
    """

    def who(self) -> str:
        return getattr(self.frame, "side", "")

    @cached_property
    def able(self) -> tuple[str, ...]:
        """What may be picked: pieces, or by a question of cells hexes."""
        return ()

    def pieces(self) -> tuple[str, ...]:
        return self.able if self.shape in ("pieces", "path") else ()

    def cells(self) -> tuple[str, ...]:
        return self.able if self.shape == "cells" else ()

    def name(self, cell: str) -> str:
        return self.setting.name(cell)

    def weighs(self, script: Answer) -> bool:
        return not self.left_to_script

    def options(self, n: int, rng: Random) -> list[Answer]:
        return listed(self.asked, n, rng)

    def sample(self, rng: Random) -> Answer:
        return rng.choice(self.options(LISTED, rng))

    def first(self) -> Answer:
        """Its first button."""
        return Choose(self.asked.choices[0].key)

    def arrows(self) -> tuple[Overlay, ...]:
        return way_left(self.setting, self.state)


class AboutOwnUnit(BlitzkriegQuestion[L]):
    """Something that the owner of one unit decides about it."""

    @property
    def unit(self) -> Unit:
        """That of the procedure."""
        return self.state.pieces[getattr(self.frame, "unit", "")]

    def who(self) -> str:
        return self.unit.side

    def context(self) -> Spoken:
        return unit_name(self.setting, self.unit)

    def about(self) -> tuple[str, ...]:
        return (self.unit.id,)


class Sends(BlitzkriegQuestion[L]):
    """Pieces are sent to places; what a program is offered are ways of single ones."""

    def ways_of_one(self, unit: Unit) -> Mapping[str, tuple[str, ...]]:
        """Where *unit* can be sent, and how."""
        raise NotImplementedError

    def options(self, n: int, rng: Random) -> list[Answer]:
        asked = self.asked
        if asked.shape != "path":
            return super().options(n, rng)
        pieces, found = list(asked.pieces), list[Answer]()
        for piece in pieces if len(pieces) <= n else rng.sample(pieces, n):
            ways = self.ways_of_one(self.state.pieces[piece]).values()
            orders = [Path((piece,), way) for way in ways]
            found += orders if len(orders) <= n else rng.sample(orders, n)
        found = found if len(found) <= n else rng.sample(found, n)
        return [*(Choose(c.key) for c in asked.choices if not c.refused), *found]

    def sample(self, rng: Random) -> Answer:
        asked = self.asked
        if asked.shape == "path" and (not asked.choices or rng.random() < OFTEN):
            piece = rng.choice(asked.pieces)
            if ways := list(self.ways_of_one(self.state.pieces[piece]).values()):
                return Path((piece,), rng.choice(ways))
        return super().sample(rng)


def way_left(setting: Setting, state: State) -> tuple[Overlay, ...]:
    """The way that is left of a march, else where those come from who fight in a hex."""
    march = next((f for f in reversed(state.stack) if isinstance(f, Move)), None)
    if march is not None and march.path:
        starts = places(setting, state, march.units)
        return tuple(Overlay("arc", line=(start, *march.path)) for start in starts[:1])
    fight = next((f for f in reversed(state.stack) if isinstance(f, Assault)), None)
    origins = dict.fromkeys(fight.origins) if fight is not None else ()
    return tuple(Overlay("arc", line=(origin, fight.cell)) for origin in origins if fight)


def places(setting: Setting, state: State, pieces: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes where some of *pieces* are, in the order of the map."""
    cells = {state.pieces[p].at for p in pieces if p in state.pieces}
    return tuple(cell for cell in setting.neighbours if cell in cells)


class BlitzkriegThrow(Throw[Setting, State, L], BlitzkriegQuestion[L]):
    """Two dice."""

    sums = False

    def dice(self) -> Dice:
        return Dice((6, 6))
