"""What befalls units: arrivals, moves, steps, removals."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from wardesk.campaign.ledger.kind import Count, Payload, because, need, not_commanded
from wardesk.campaign.ledger.reader import OFF_THE_MAP, Occasion, Reader
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.names import (
    cause_words,
    identity_names,
    place_words,
    unit_name,
)
from wardesk.campaign.operation.places import ELIMINATED, GONE, IN_PLAY, REMOVED, Place
from wardesk.campaign.operation.state import State, UnitState
from wardesk.words import Spoken, join, say, say_count


class Sighting(Struct, frozen=True):
    """Where a unit of another side was last known to be."""

    unit: str
    place: Place
    ordinal: int
    lost: int
    """Steps that it is known to have lost in all."""


class OfUnit(Payload, frozen=True, kw_only=True):
    """What befalls one unit; a player may enter what befell his own."""

    log_group = "units"

    unit: str

    def refused(self, design: Design, seat: Seat) -> str:
        unit = design.unit.get(self.unit)
        return not_commanded(design, seat, unit.formation) if unit is not None else ""

    def in_fog(self, reader: Reader, event: Occasion) -> bool:
        """Its own side's units, whoever moved them; of others it learns what it sights."""
        return reader.owns_unit(self.unit) or reader.named(event)

    def lands(self) -> str:
        """On what kind of place the unit is now, empty where it stays; a lost one does."""
        return ""

    def sighted(self, design: Design, before: Sighting, ordinal: int) -> Sighting | None:
        """What another side that learns of it knows of the unit now; None: no more than before."""


OneUnit = TypeVar("OneUnit", bound=OfUnit)


def _seen(self: OneUnit, reader: Reader, event: Occasion) -> OneUnit | None:
    """What befalls a unit is seen on a table, and off the map by its own side alone."""
    return None if reader.hidden(self.unit) and not reader.named(event) else self


class _Placed(OfUnit, frozen=True, kw_only=True):
    """A unit is at a place now."""

    place: Place

    def believed(self, design: Design, state: State) -> None:
        if self.unit in design.unit:
            before = state.units[self.unit]
            steps = before.steps or design.unit[self.unit].steps_full
            state.units[self.unit] = replace(before, place=self.place, steps=steps)

    def lands(self) -> str:
        return self.place.kind

    def sighted(self, design: Design, before: Sighting, ordinal: int) -> Sighting:
        return Sighting(self.unit, self.place, ordinal, before.lost)


OnePlaced = TypeVar("OnePlaced", "UnitArrived", "UnitMoved", "StepsRecovered")


def _seen_there(self: OnePlaced, reader: Reader, event: Occasion) -> OnePlaced | None:
    """On a table anybody sees a unit; off the map its own side, or who is told by name."""
    hidden = self.place is not None and self.place.kind in OFF_THE_MAP
    return None if hidden and not (reader.owns_unit(self.unit) or reader.named(event)) else self


class UnitArrived(_Placed, frozen=True, kw_only=True, tag="unit.arrived"):
    """A unit comes into play."""

    dropped: str = ""
    """The zone on which it came down from the air into its hex; empty if it did not."""

    copied = _seen_there

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before, name = _unit(design, state, self.unit)
        need(
            self.place.kind in IN_PLAY,
            "{name} cannot arrive in {place}.",
            name=name,
            place=self.place,
        )
        need(before.place.kind not in GONE, "{name} is {place}.", name=name, place=before.place)
        in_play = before.place.kind in IN_PLAY - {"transit", "drop"}
        need(not in_play, "{name} is in play already: {place}.", name=name, place=before.place)
        if before.place.kind == "transit":
            there = self.place.game == before.place.game
            need(there, "{name} is on its way to {game}.", name=name, game=before.place.game)
        _may_be_used(design, state, self.unit, self.place.game, event.ordinal)
        zone = self.place.at if self.place.kind == "drop" else self.dropped
        dropped = zone or before.dropped
        state.units[self.unit] = replace(before, place=self.place, dropped=dropped)
        if before.place.kind == "transit":
            _joins_days(design, state, self.unit, self.place.game, event.seq)

    def told(self, design: Design) -> str:
        if self.dropped:
            return say(
                "{unit} landed on {zone}: {place}",
                unit=unit_name(design, self.unit),
                zone=design.zone[self.dropped].name if self.dropped in design.zone
                else self.dropped,
                place=place_words(design, self.place),
            )  # fmt: skip
        return say(
            "{unit} arrived: {place}",
            unit=unit_name(design, self.unit),
            place=place_words(design, self.place),
        )


class UnitMoved(_Placed, frozen=True, kw_only=True, tag="unit.moved"):
    """A unit in play is elsewhere now."""

    copied = _seen_there

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before, name = _unit(design, state, self.unit)
        need(
            before.place.kind in IN_PLAY,
            "{name} is not in play: {place}.",
            name=name,
            place=before.place,
        )
        need(
            self.place.kind in IN_PLAY,
            "{name} cannot move to {place}.",
            name=name,
            place=self.place,
        )
        # the game of a unit changes by a transfer only, so that it is never on two tables
        same = self.place.game == before.place.game
        need(
            same,
            "{name} is in {game}, not in {table}.",
            name=name,
            game=before.place.game or say("no game"),
            table=self.place.game,
        )
        state.units[self.unit] = replace(before, place=self.place)

    def told(self, design: Design) -> str:
        return say(
            "{unit} moved: {place}",
            unit=unit_name(design, self.unit),
            place=place_words(design, self.place),
        )


class UnitTransferred(OfUnit, frozen=True, kw_only=True, tag="unit.transferred"):
    """A unit leaves one game for another; it is in transit until it arrives there."""

    from_game: str
    to_game: str

    copied = _seen

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before, name = _unit(design, state, self.unit)
        need(
            before.place.kind in IN_PLAY - {"transit"},
            "{name} is not in play: {place}.",
            name=name,
            place=before.place,
        )
        here = before.place.game == self.from_game
        need(
            here,
            "{name} is not in {from_game}: {place}.",
            name=name,
            from_game=self.from_game,
            place=before.place,
        )
        need(self.to_game in design.games, "There is no game {to_game!r}.", to_game=self.to_game)
        nodes = [k for k, node in state.nodes.items() if not node.over and self.unit in node.units]
        fights = [key for key in nodes if design.node[key].kind != "calendar"]
        need(
            not fights,
            "{name} is in the scenario {fights}.",
            name=name,
            fights=fights and fights[0],
        )
        for key in nodes:  # days of both games run side by side: it leaves one's for the other's
            node = state.nodes[key].parted((self.unit,), state, event.seq)
            state.nodes[key] = replace(node, units=tuple(u for u in node.units if u != self.unit))
        self.believed(design, state)

    def believed(self, design: Design, state: State) -> None:
        if self.unit in design.unit:
            place = Place("transit", game=self.to_game)
            state.units[self.unit] = replace(state.units[self.unit], place=place)

    def lands(self) -> str:
        return "transit"

    def sighted(self, design: Design, before: Sighting, ordinal: int) -> Sighting:
        return Sighting(self.unit, Place("transit", game=self.to_game), ordinal, before.lost)

    def told(self, design: Design) -> str:
        left, came = (design.games.get(each, each) for each in (self.from_game, self.to_game))
        return say(
            "{unit} left {left} for {came}", unit=unit_name(design, self.unit), left=left, came=came
        )


class StepsLost(OfUnit, frozen=True, kw_only=True, tag="unit.step_lost"):
    """A unit loses steps; with the last one it is eliminated."""

    steps: Count
    cause: Spoken = ""

    copied = _seen

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before, name = _unit(design, state, self.unit)
        need(before.place.kind not in GONE, "{name} is {place}.", name=name, place=before.place)
        enough = self.steps <= before.steps
        need(
            enough,
            "{name} has {steps} steps and cannot lose {steps_2}.",
            name=name,
            steps=before.steps,
            steps_2=self.steps,
        )
        self.believed(design, state)
        state.steps_lost += self.steps

    def believed(self, design: Design, state: State) -> None:
        if self.unit in design.unit:
            before = state.units[self.unit]
            left = max(0, before.steps - self.steps)
            place = before.place if left else ELIMINATED
            state.units[self.unit] = replace(before, steps=left, place=place)

    def sighted(self, design: Design, before: Sighting, ordinal: int) -> Sighting:
        return replace(before, ordinal=ordinal, lost=before.lost + self.steps)

    def told(self, design: Design) -> str:
        return say(
            "{unit} lost {steps}{cause}",
            unit=unit_name(design, self.unit),
            steps=_steps(self.steps),
            cause=because(cause_words(design, self.cause)),
        )


class StepsRecovered(OfUnit, frozen=True, kw_only=True, tag="unit.step_recovered"):
    """A unit gets steps back; *place* where an eliminated one returns."""

    steps: Count
    place: Place | None = None
    cause: Spoken = ""

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before, name = _unit(design, state, self.unit)
        full = design.unit[self.unit].steps_full
        need(before.place.kind != "removed", "{name} is out of the campaign.", name=name)
        after = before.steps + self.steps
        need(after <= full, "{name} has {full} steps at most.", name=name, full=full)
        place = before.place
        if place.kind == "eliminated":
            back = self.place
            need(
                back is not None and back.kind in IN_PLAY,
                "Say where {name} comes back.",
                name=name,
            )
            place = back or place
        state.units[self.unit] = replace(before, steps=after, place=place)
        state.steps_recovered += self.steps

    def believed(self, design: Design, state: State) -> None:
        if self.unit in design.unit:
            before = state.units[self.unit]
            steps = min(design.unit[self.unit].steps_full, before.steps + self.steps)
            place = self.place or before.place
            state.units[self.unit] = replace(before, steps=steps, place=place)

    def copied(self, reader: Reader, event: Occasion) -> StepsRecovered | None:
        """As what befalls a unit; who returns to a table is seen there."""
        seen = _seen if self.place is None else _seen_there
        return seen(self, reader, event)

    def lands(self) -> str:
        return self.place.kind if self.place is not None else ""

    def sighted(self, design: Design, before: Sighting, ordinal: int) -> Sighting:
        return replace(before, ordinal=ordinal, lost=max(0, before.lost - self.steps))

    def told(self, design: Design) -> str:
        name, steps = unit_name(design, self.unit), _steps(self.steps)
        return say(
            "{name} got {steps} back{cause}",
            name=name,
            steps=steps,
            cause=because(cause_words(design, self.cause)),
        )


class UnitEliminated(OfUnit, frozen=True, kw_only=True, tag="unit.eliminated"):
    """A unit is lost with all its steps."""

    cause: Spoken = ""

    copied = _seen

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before, name = _unit(design, state, self.unit)
        need(before.place.kind not in GONE, "{name} is {place}.", name=name, place=before.place)
        state.units[self.unit] = replace(before, steps=0, place=ELIMINATED)
        state.steps_lost += before.steps

    def sighted(self, design: Design, before: Sighting, ordinal: int) -> Sighting:
        return Sighting(self.unit, ELIMINATED, ordinal, design.unit[self.unit].steps_full)

    def told(self, design: Design) -> str:
        return say(
            "{unit} was lost{cause}",
            unit=unit_name(design, self.unit),
            cause=because(cause_words(design, self.cause)),
        )


class UnitRemoved(OfUnit, frozen=True, kw_only=True, tag="unit.removed"):
    """A unit is out of the campaign for good."""

    cause: Spoken = ""

    copied = _seen

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before, name = _unit(design, state, self.unit)
        need(before.place.kind != "removed", "{name} is removed already.", name=name)
        state.units[self.unit] = replace(before, place=REMOVED)

    def sighted(self, design: Design, before: Sighting, ordinal: int) -> Sighting:
        return replace(before, place=REMOVED, ordinal=ordinal)

    def told(self, design: Design) -> str:
        return say(
            "{unit} left the campaign{cause}",
            unit=unit_name(design, self.unit),
            cause=because(cause_words(design, self.cause)),
        )


class UnitFlagged(OfUnit, frozen=True, kw_only=True, tag="unit.flagged"):
    """A lasting mark on a unit: abandoned transport, a hero."""

    flag: str
    on: bool = True

    copied = _seen

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        before, _ = _unit(design, state, self.unit)
        flags = set(before.flags) | {self.flag} if self.on else set(before.flags) - {self.flag}
        state.units[self.unit] = replace(before, flags=tuple(sorted(flags)))

    def told(self, design: Design) -> str:
        name = unit_name(design, self.unit)
        if self.on:
            return join(": ", (name, self.flag))
        return say("{unit}: {flag} no longer", unit=name, flag=self.flag)


# ---- what they share ----------------------------------------------------------------------------


def _unit(design: Design, state: State, unit: str) -> tuple[UnitState, str]:
    """The unit now, and its name alone."""
    need(unit in design.unit, "There is no unit {unit!r}.", unit=unit)
    return state.units[unit], design.unit[unit].name


def _may_be_used(design: Design, state: State, unit: str, game: str, ordinal: int) -> None:
    """A unit needs a counter in the game it is put into, and its set must be the chosen one."""
    name = design.unit[unit].name
    seen = design.seen_as.get(unit, ()) if game else ()
    if seen:
        fits = [each for each in seen if each.game == game]
        need(fits, "{name} has no counter in {game}.", name=name, game=game)
        timely = any(
            (each.valid_from is None or ordinal >= each.valid_from)
            and (each.valid_to is None or ordinal <= each.valid_to)
            for each in fits
        )
        need(timely, "{name} cannot be used in {game} on this turn.", name=name, game=game)
    for group, option in design.choices.get(unit, ()):
        chosen = state.identities.get(group, "")
        sets = identity_names(design, group)
        need(
            chosen,
            "Which of {sets} is played must be chosen before {name} arrives.",
            sets=tuple(sets.values()),
            name=name,
        )
        need(
            chosen == option,
            "{chosen} was chosen, so {name} is not used.",
            chosen=sets.get(chosen, chosen),
            name=name,
        )


def _joins_days(design: Design, state: State, unit: str, game: str, seq: int) -> None:
    """A unit that comes over takes part in the days of its new game, if they are being played."""
    for key, node in state.nodes.items():
        days = design.node[key].kind == "calendar" and design.node[key].game == game
        if days and not node.over and unit not in node.units:
            state.nodes[key] = node.joined((unit,), state, seq)


def _steps(count: int) -> str:
    return say_count("{n} step", "{n} steps", n=count)
