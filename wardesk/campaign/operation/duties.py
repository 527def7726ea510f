"""What somebody has to see to: by when, by whom, and with which action."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from wardesk.campaign.operation.arrivals import due
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import State
from wardesk.words import say, say_count


class Duty(Struct, frozen=True, kw_only=True):
    """One thing that somebody has to do or to leave, as long as neither has happened.

    It is worked out from the state alone, so nothing has to be ticked off: what is done is gone.
    """

    id: str
    """Names this occasion: ``plan.101.2`` is the drop of one division on one day."""
    title: str
    why: str = ""
    seat: str
    cite: str
    opens: int
    """The first turn on which it can be done."""
    closes: int | None = None
    """The last turn on which the rules allow it; None: no turn ends it."""
    action: str = ""
    """The action that does it, empty where the umpire has to decide something first."""
    words: dict[str, str] = {}
    """What its action is told already."""
    choices: dict[str, tuple[tuple[str, str], ...]] = {}
    """What is to be chosen: for a word of the action its values, with their names."""
    asks: bool = False
    """Whether its action has to be told more than can be picked from *choices*."""
    hint: str = ""
    """What to do where no action does it."""
    by_leave: bool = False
    """Whether the rules refuse it, so that only an umpire's leave does it."""
    after: str = ""
    """The line of the checklist that comes before it on the turn that it opens."""

    def missed(self, state: State) -> bool:
        """Whether its last turn is over."""
        return self.closes is not None and self.closes < state.ordinal


Duties = Callable[[Design, State], Sequence[Duty]]
"""Everything that is, or will be, somebody's to do as things stand; done things are not in it."""


def no_duties(design: Design, state: State) -> Sequence[Duty]:
    """Of an operation that has none of its own."""
    del design, state
    return ()


def held_back(design: Design, state: State) -> list[Duty]:
    """Arrivals whose turn has come, but of whose gate nobody knows whether it is open."""
    found: list[Duty] = []
    for each in due(design, state):
        if each.gate is not None:
            continue
        subject = each.arrival.subject
        formation = design.formation.get(subject)
        name = formation.name if formation is not None else design.unit[subject].name
        count = say_count("one unit waits", "{n} units wait", n=len(each.units))
        found.append(
            Duty(
                id=f"gate.{subject}.{each.arrival.game}",
                title=say("May {name} come?", name=name),
                why=say("{count}; what it hangs on is not yet known", count=count),
                seat="umpire",
                cite="schedule",
                opens=each.arrival.at or design.calendar.first_ordinal,
                hint=say("Rule on it, enter what it hangs on, or leave it with a reason."),
            )
        )
    return found
