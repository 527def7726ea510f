"""What all questions of Remagen have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from wardesk.engine.cached import cached_property
from wardesk.engine.question import Question, Throw
from wardesk.engine.types import Frame, Reason
from wardesk.games.remagen.room import room_note
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import GERMAN, US, State, Unit

L = TypeVar("L", bound=Frame)


class RemagenQuestion(Question[Setting, State, L]):
    """A question to the side whose turn, fire or attack it is."""

    together: ClassVar[bool] = False
    """Whether all of them may be picked together."""

    @cached_property
    def ready(self) -> Sequence[Unit]:
        """Units that may be picked."""
        return ()

    def pieces(self) -> tuple[str, ...]:
        return tuple([u.id for u in self.ready])

    def most(self) -> int:
        return len(self.ready) if self.together else 1

    @property
    def side(self) -> str:
        """Whose doing it is: that of the procedure, else of the part of the turn."""
        return getattr(self.frame, "side", GERMAN if self.frame.step.startswith(GERMAN) else US)

    def who(self) -> str:
        return self.side

    def name(self, cell: str) -> str:
        return self.setting.rhine.name(cell)

    def note(self, units: list[Unit], cell: str) -> tuple[Reason, ...]:
        """The room that is left at the end of a way."""
        return (Reason(room_note(self.setting, self.state, units, cell), "RB 1.3", "note"),)


class RemagenThrow(Throw[Setting, State, L]):
    """Dice, and the outcome that is made of them."""
