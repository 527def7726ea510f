"""When what comes: arrivals by turn, drop or box, and the queue of formations on the route."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wardesk.campaign.operation.conditions import Condition
from wardesk.campaign.operation.forces import Basis, Id

ArrivalMode = Literal[
    "setup", "drop", "release", "reinforcement", "offmap", "transfer", "pool", "event"
]


class Arrival(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a formation or one unit comes into play. A unit's row stands over its formation's."""

    subject: str
    subject_kind: Literal["formation", "unit"]
    game: str
    mode: ArrivalMode
    at: int | None = None
    """Ordinal of the turn, None if no turn decides."""
    drop: int | None = None
    zone: str | None = None
    entry: str | None = None
    queue: str | None = None
    gate: Condition | None = None
    basis: Basis
    note: str | None = None

    @property
    def for_scenario(self) -> bool:
        """Whether it sets up a stand-alone scenario; it is no part of the campaign's own days."""
        return self.at is None and (self.entry or "").startswith("scenario ")


class QueueEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of the release queue."""

    position: int
    key: Id
    name: str
    formations: tuple[str, ...]
    mode: Literal["auto_first", "roll", "auto_in_order"]
    number: Annotated[int, Meta(ge=0, le=9)] | None = None
    """To be rolled or less; None: not known to us, the umpire is asked."""
    proposed: Annotated[int, Meta(ge=0, le=9)] | None = None
    game: str
    division: str = ""
    """Whose dispatch points may be paid for it."""
    scores: bool | None = None
    gates: tuple[str, ...] = ()
    """Stops of which the marker must have reached one."""
    if_shut: Literal["wait", "bypass"] = "wait"
    needs_exit: bool = False
    """It cannot be released before the route has left the first game's map."""
    bonus: int = 0
    """A modifier it always has while only the first game is played."""
    basis: Basis
    position_basis: Basis
    note: str | None = None


class PointRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What brings victory points; the campaign's values are not known to us."""

    id: Id
    title: str
    side: str
    points: int | None = None
    proposed: int | None = None
    cite: str
    note: str = ""


class ChecklistStep(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of a turn's checklist."""

    id: Id
    title: str
    slots: tuple[str, ...]
    """Turns that have it; empty means every turn."""
    except_days: tuple[int, ...] = ()
    who: str = "umpire"
    cite: str
    table: str = ""
    """The table that is rolled on, where that is all it takes."""
    action: str = ""
    """The action that does it; empty: it is played at the table."""
