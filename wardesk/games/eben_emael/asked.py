"""What all questions of Eben-Emael have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from wardesk.engine.cached import cached_property
from wardesk.engine.question import Question, Throw
from wardesk.engine.types import Answer, Choose, Decision, Frame, Reason, Roll, replace
from wardesk.games.eben_emael.hidden_counters import closed
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import BELGIAN, ENEMY, GERMAN, Battle, State
from wardesk.games.shared.zones import beside
from wardesk.model.advice import Advice
from wardesk.model.look import Overlay

L = TypeVar("L", bound=Frame)


class EbenQuestion(Question[Setting, State, L]):
    """A question to the side whose phase, fire or attack it is."""

    @cached_property
    def side(self) -> str:
        """Whose doing it is: that of the procedure, else of the phase."""
        german = not self.frame.step.startswith(BELGIAN)
        return getattr(self.frame, "side", GERMAN if german else BELGIAN)

    def who(self) -> str:
        return self.side

    @cached_property
    def ready(self) -> tuple[str, ...]:
        """Pieces that may be picked."""
        return ()

    @cached_property
    def aims(self) -> tuple[str, ...]:
        """Sectors that may be picked."""
        return ()

    def pieces(self) -> tuple[str, ...]:
        return self.ready

    def cells(self) -> tuple[str, ...]:
        return self.aims

    def name(self, cell: str) -> str:
        return self.setting.fort.name(cell)

    def open(self, then: str) -> Decision:
        """By option the other side sees no question whose buttons name counters in hand."""
        asked, counters = super().open(then), self.setting.tables.counters
        if closed(self.setting) and any(choice.key in counters for choice in asked.choices):
            return replace(asked, hidden_from=(ENEMY[asked.who],))
        return asked

    def seen(self) -> Decision:
        """The question as it is put to whoever sees the state as it is."""
        return self.asked

    def unlisted(self, cell: str) -> Sequence[Reason]:
        if cell in self.asked.cells or cell not in self.setting.fort.cells:
            return ()
        return self.barred(cell)

    def barred(self, cell: str) -> Sequence[Reason]:
        """Why it does not list *cell*, a sector of the fort."""
        return ()

    def first_button(self) -> Choose:
        """Whatever can be fired or played, the first one first."""
        return Choose(next(c.key for c in self.asked.choices if not c.refused))

    def last_button(self) -> Choose:
        """Stand fast, stay, keep."""
        return Choose(self.asked.choices[-1].key)

    def prescribed(self) -> Answer:
        """What the rule makes the Belgians of a solitaire game answer (EE N59, EE N60)."""
        return self.first_button()

    def automatic(self) -> Answer:
        """The same where it is legal; no luck and no judgement in it."""
        found = self.prescribed()
        return self.options(24, Random(0))[0] if self.check(found) else found

    def arrows_at(self, target: str, pieces: Iterable[str], label: str = "") -> list[Overlay]:
        """Arrows from the sectors of *pieces* to *target*."""
        cells = {unit.at for unit in self.units(tuple(pieces))}
        starts = (cell for cell in self.setting.fort.cells if cell in cells)
        return [Overlay("arc", line=(start, target), label=label) for start in starts]


class EbenThrow(EbenQuestion[L], Throw[Setting, State, L]):
    """Dice, and the outcome that is made of them."""

    sums = False

    def kept(self, roll: Roll) -> Mapping[str, Any]:
        return {"total": sum(roll.dice)}


class InBattle(EbenQuestion[Battle]):
    """A question of an attack on one sector."""

    chart = "combat"

    def about(self) -> tuple[str, ...]:
        return (self.frame.target,)

    @property
    def fighting(self) -> tuple[str, ...]:
        """Attackers that are still on the map."""
        return tuple(unit.id for unit in self.units(self.frame.units) if unit.at is not None)

    def arrows(self) -> tuple[Overlay, ...]:
        target = self.frame.target
        near = beside(self.setting.fort.neighbours, (target,))
        found = self.arrows_at(target, self.frame.units or self.asked.pieces)
        return tuple(arrow for arrow in found if arrow.line[0] in near)


def ranked(found: Iterable[Advice]) -> tuple[Advice, ...]:
    """The best first."""
    return tuple(sorted(found, key=lambda one: -one.value))
