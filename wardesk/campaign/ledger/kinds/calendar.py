"""The campaign begins, time goes on, lines of the checklist are done, something becomes known."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from wardesk.campaign.ledger.kind import Payload, need, seen_in_fog, told_whole
from wardesk.campaign.ledger.reader import Occasion, Reader
from wardesk.campaign.operation.conditions import Scalar
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.names import fact_name, fact_value
from wardesk.campaign.operation.state import State, Weather
from wardesk.words import Spoken, say


class CampaignOpened(Payload, frozen=True, kw_only=True, tag="campaign.opened"):
    """The campaign begins."""

    name: str
    design: str
    design_hash: str
    seats: tuple[Seat, ...]
    options: dict[str, bool | int | str] = {}

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(event.seq == 1, "A campaign begins only once.")
        right = self.design == design.id
        need(
            right,
            "It was opened with the design {design!r}, not {design_2!r}.",
            design=self.design,
            design_2=design.id,
        )
        state.name = self.name
        state.seats = {seat.id: _in_words(design, seat) for seat in self.seats}
        state.options = {**design.options, **self.options}
        state.ordinal = event.ordinal
        if state.options.get("proposals"):
            for pool in design.pools:
                if pool.count is None:
                    state.pools[pool.id] = pool.proposed

    in_fog = seen_in_fog

    def copied(self, reader: Reader, event: Occasion) -> CampaignOpened:
        return CampaignOpened(
            name=self.name, design=self.design, design_hash="", seats=self.seats,
            options=self.options,
        )  # fmt: skip

    def told(self, design: Design) -> str:
        return say("The campaign {name} began", name=self.name)


def manned(seat: str, person: str) -> str:
    """A seat's name with that of the person who sits there."""
    return say("{seat} ({person!s})", seat=seat, person=person)


def _in_words(design: Design, seat: Seat) -> Seat:
    """A seat that has its own name and a person's, so that its own is shown in any language."""
    offered = (*design.seats, *design.spare_seats)
    own = next((each.name for each in offered if each.id == seat.id), "")
    if not own or not (seat.name.startswith(f"{own} (") and seat.name.endswith(")")):
        return seat
    return replace(seat, name=manned(own, seat.name[len(own) + 2 : -1]))


class TurnBegun(Payload, frozen=True, kw_only=True, tag="turn.begun"):
    """The calendar moves to a turn."""

    ordinal: Annotated[int, Meta(ge=0)]

    copied = told_whole
    in_fog = seen_in_fog

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.ordinal < design.calendar.turns, "The calendar is over.")
        need(self.ordinal > state.ordinal, "Time does not run backwards.")
        self.believed(design, state)

    def believed(self, design: Design, state: State) -> None:
        state.ordinal, state.closed_steps = self.ordinal, {}

    def told(self, design: Design) -> str:
        return say("{turn} began", turn=design.calendar.turn(self.ordinal).label)


class StepClosed(Payload, frozen=True, kw_only=True, tag="step.closed"):
    """A line of the turn's checklist is done; *note* says how, if by hand."""

    step: str
    note: Spoken = ""

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        known = any(step.id == self.step for step in design.checklist)
        need(known, "There is no step {step!r}.", step=self.step)
        need(self.step not in state.closed_steps, "This step is done already.")
        state.closed_steps[self.step] = self.note

    in_fog = seen_in_fog

    def copied(self, reader: Reader, event: Occasion) -> StepClosed:
        """That it is done, never the umpire's note on it."""
        return StepClosed(step=self.step)

    def told(self, design: Design) -> str:
        title = next((s.title for s in design.checklist if s.id == self.step), self.step)
        if self.note:
            return say("Done: {title} ({note})", title=title, note=self.note)
        return say("Done: {title}", title=title)


class DutyLeft(Payload, frozen=True, kw_only=True, tag="duty.left"):
    """Something that was due will not be done; only the umpire is told."""

    duty: str
    title: Spoken
    reason: Spoken

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.reason.strip(), "Leaving it needs a reason.")
        need(self.duty not in state.left, "It was left already.")
        state.left[self.duty] = self.reason

    def copied(self, reader: Reader, event: Occasion) -> None:
        """Nothing: that something was due may be a secret."""

    def told(self, design: Design) -> str:
        return say("Left undone: {title} ({reason})", title=self.title, reason=self.reason)


class FactSet(Payload, frozen=True, kw_only=True, tag="fact.set"):
    """Something is known now that conditions may ask for."""

    fact: str
    value: Scalar

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        state.facts[self.fact] = self.value

    def copied(self, reader: Reader, event: Occasion) -> FactSet | None:
        """What is noted about a formation is its side's: dispatch points, chits, end of a rout.

        It is about those formations that its name or its value lists.
        """
        return self if all(map(reader.owns, self._about(reader))) or reader.named(event) else None

    def in_fog(self, reader: Reader, event: Occasion) -> bool:
        about = self._about(reader)
        own = bool(about) and all(map(reader.owns, about))
        return own or super().in_fog(reader, event)

    def _about(self, reader: Reader) -> list[str]:
        value = self.value.split(",") if isinstance(self.value, str) else ()
        keys = (*self.fact.split(".", 1)[1:], *value)
        return [key for key in keys if key in reader.design.formation]

    def told(self, design: Design) -> str:
        name, value = fact_name(design, self.fact), fact_value(design, self.value)
        return say("{fact!c}: {value}", fact=name, value=value)


class WeatherSet(Payload, frozen=True, kw_only=True, tag="weather.set"):
    """The weather from this turn on."""

    log_group = "drops"

    weather: Literal["clear", "fog", "overcast", "rain"]
    fog: Annotated[int, Meta(ge=0, le=9)] | None = None
    cleared: bool = False
    """Fog that cleared on this turn."""

    copied = told_whole
    in_fog = seen_in_fog

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        right = (self.weather == "fog") == (self.fog is not None)
        need(right, "Fog needs its number, nothing else has one.")
        state.weather = Weather(self.weather, self.fog, event.ordinal, self.cleared)

    def told(self, design: Design) -> str:
        return say("The weather is {weather}", weather=self.weather)


class Noted(Payload, frozen=True, kw_only=True, tag="note.made"):
    """Something is written down; it changes nothing."""

    words: Spoken

    copied = told_whole
    in_fog = seen_in_fog

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.words.strip(), "A note needs words.")

    def told(self, design: Design) -> str:
        return say("{words}", words=self.words)
