"""The calendar of a campaign: days of named turns, counted by one dense ordinal."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cached_property
from typing import Annotated

from msgspec import Meta, Struct

from wardesk.errors import UserError
from wardesk.words import Text, join, say

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
"""Not from `strftime`, which speaks the machine's language in a window: turns go by these names."""


def day_and_month(day: date) -> Text:
    """For example ``17 Sep``."""
    return join(" ", _day_and_month(day))


def _day_and_month(day: date) -> tuple[int, Text]:
    return day.day, Text(MONTHS[day.month - 1], {})


def weekday_and_day(day: date) -> Text:
    """For example ``Sun 17``."""
    return join(" ", (Text(WEEKDAYS[day.weekday()], {}), day.day))


class Turn(Struct, frozen=True, dict=True, kw_only=True):
    """One turn, compared by its *ordinal* and never by its name ("1900" < "Night" < "0700")."""

    ordinal: int
    day: date
    day_number: int
    """0 for the first day."""
    slot: str
    slot_number: int
    """0 for the first turn of a day."""

    @cached_property
    def label(self) -> Text:
        """For example ``17 Sep 1900``; every language has its own months and names of turns."""
        return join(" ", (*_day_and_month(self.day), Text(self.slot, {})))


MOST_DAYS, MOST_SLOTS = 2000, 48
"""Far above any real campaign, far below what hurts."""


class Calendar(Struct, frozen=True, dict=True, kw_only=True):
    """*days* days from *first_day*, each with the same *slots*."""

    first_day: date
    days: Annotated[int, Meta(ge=1, le=MOST_DAYS)]
    slots: Annotated[tuple[str, ...], Meta(min_length=1, max_length=MOST_SLOTS)]
    first_ordinal: int = 0
    """The turn on which play begins."""

    @property
    def turns(self) -> int:
        """How many turns there are."""
        return self.days * len(self.slots)

    def turn(self, ordinal: int) -> Turn:
        """The turn with this *ordinal*. UserError outside the calendar."""
        if not 0 <= ordinal < self.turns:
            text = say("There is no turn {ordinal} in this campaign.", ordinal=ordinal)
            raise UserError(text, say("The last turn is {turn}.", turn=self.turns - 1))
        return self._all[ordinal]

    @cached_property
    def _all(self) -> tuple[Turn, ...]:
        # Each line of a long log asks for its turn.
        return tuple(
            Turn(
                ordinal=day_number * len(self.slots) + slot_number,
                day=self.first_day + timedelta(days=day_number),
                day_number=day_number,
                slot=slot,
                slot_number=slot_number,
            )
            for day_number in range(self.days)
            for slot_number, slot in enumerate(self.slots)
        )

    @cached_property
    def _by_name(self) -> dict[str, int]:
        names: dict[str, int] = {}
        for ordinal in range(self.turns):
            turn = self.turn(ordinal)
            slot = turn.slot.lower()
            for day in (turn.day.isoformat(), str(turn.day.day), day_and_month(turn.day)):
                names.setdefault(f"{day.lower()} {slot}", ordinal)
        return names

    def ordinal(self, text: str) -> int:
        """The turn called *text*: ``1944-09-17 1900``, ``17 Sep 1900``, ``17 1900`` or a number.

        UserError when nothing is called so.
        """
        wanted = " ".join(text.replace("/", " ").lower().split())
        if wanted in self._by_name:
            return self._by_name[wanted]
        if wanted.isdigit() and int(wanted) < self.turns:
            return int(wanted)
        example = self.turn(self.first_ordinal).label
        raise UserError(
            say("There is no turn called {text!r}.", text=text),
            say("Write it like {example!r}.", example=example),
        )

    def at(self, day_number: int, slot: str) -> int:
        """The ordinal of *slot* on a day. UserError when there is no such turn."""
        if slot not in self.slots or not 0 <= day_number < self.days:
            raise UserError(
                say("Day {day} has no turn {slot!s}.", day=day_number, slot=slot),
                say("Turns: {slots!s}.", slots=self.slots),
            )
        return day_number * len(self.slots) + self.slots.index(slot)
