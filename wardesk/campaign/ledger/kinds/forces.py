"""What befalls formations and goods: who stands under whom, which counters, boxes, stores."""

from __future__ import annotations

from wardesk.campaign.ledger.kind import Payload, because, need, not_commanded, told_whole
from wardesk.campaign.ledger.reader import Occasion, Reader
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.names import formation_name, in_words, name_among
from wardesk.campaign.operation.state import BoxStanding, State
from wardesk.words import Spoken, say


class Attached(Payload, frozen=True, kw_only=True, tag="formation.attached"):
    """A formation stands under another one now."""

    log_group = "units"

    formation: str
    to: str

    copied = told_whole

    def in_fog(self, reader: Reader, event: Occasion) -> bool:
        return reader.owns(self.formation) or super().in_fog(reader, event)

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        for key in (self.formation, self.to):
            need(key in design.formation, "There is no formation {key!r}.", key=key)
        below = self.formation in design.above(self.to)
        need(not below, "{to} stands under {formation}.", to=self.to, formation=self.formation)
        state.attached[self.formation] = self.to

    def told(self, design: Design) -> str:
        below, above = (formation_name(design, key) for key in (self.formation, self.to))
        return say("{below} came under {above}", below=below, above=above)


class IdentityChosen(Payload, frozen=True, kw_only=True, tag="identity.chosen"):
    """Which set of counters stands for the same troops."""

    log_group = "units"

    group: str
    option: str

    copied = told_whole

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        groups = {group.id: group for group in design.identity_groups}
        need(self.group in groups, "There is no group {group!r}.", group=self.group)
        need(self.group not in state.identities, "{group} is chosen already.", group=self.group)
        options = [option.id for option in groups[self.group].options]
        need(
            self.option in options,
            "{group} has no option {option!r}.",
            group=self.group,
            option=self.option,
        )
        state.identities[self.group] = self.option

    def told(self, design: Design) -> str:
        options = [each for group in design.identity_groups for each in group.options]
        formation = next((each.formation for each in options if each.id == self.option), None)
        words = formation_name(design, formation) if formation else in_words(self.option)
        return say("Chosen for good: {option}", option=words)


class BoxMoved(Payload, frozen=True, kw_only=True, tag="box.moved"):
    """A formation moves off the map, with all its units in play."""

    log_group = "route"

    formation: str
    box: str
    display: bool = False
    """In the map display: it arrives with the next morning."""

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(
            self.formation in design.formation,
            "There is no formation {formation!r}.",
            formation=self.formation,
        )
        need(self.box in design.box, "There is no box {box!r}.", box=self.box)
        state.boxes[self.formation] = BoxStanding(self.box, self.display, event.ordinal)

    def copied(self, reader: Reader, event: Occasion) -> BoxMoved | None:
        return self if reader.owns(self.formation) or reader.named(event) else None

    def in_fog(self, reader: Reader, event: Occasion) -> bool:
        return reader.owns(self.formation) or super().in_fog(reader, event)

    def refused(self, design: Design, seat: Seat) -> str:
        return not_commanded(design, seat, self.formation)

    def told(self, design: Design) -> str:
        return say(
            "{formation} moved to {box}",
            formation=formation_name(design, self.formation),
            box=design.box[self.box].name,
        )


class PoolChanged(Payload, frozen=True, kw_only=True, tag="pool.changed"):
    """Goods are used or come back."""

    log_group = "drops"

    pool: str
    change: int
    cause: Spoken = ""

    def apply(self, design: Design, state: State, event: Occasion) -> None:
        need(self.pool in state.pools, "There is no pool {pool!r}.", pool=self.pool)
        held = state.pools[self.pool]
        name = next(pool.name for pool in design.pools if pool.id == self.pool)
        need(held is not None, "How many {name} there are is not known.", name=name)
        need(
            (held or 0) + self.change >= 0,
            "Only {held} {name} are left.",
            held=held,
            name=name,
        )
        state.pools[self.pool] = (held or 0) + self.change

    def copied(self, reader: Reader, event: Occasion) -> PoolChanged | None:
        owner = self._owner(reader)
        open_ = not owner or self._own(reader, owner) or reader.named(event)
        return self if open_ else None

    def in_fog(self, reader: Reader, event: Occasion) -> bool:
        return self._own(reader, self._owner(reader)) or super().in_fog(reader, event)

    def _owner(self, reader: Reader) -> str:
        found = next((each.owner for each in reader.design.pools if each.id == self.pool), None)
        return found or ""

    @staticmethod
    def _own(reader: Reader, owner: str) -> bool:
        return bool(owner) and (reader.owns(owner) or owner == reader.seat.side)

    def told(self, design: Design) -> str:
        cause = because(self.cause)
        pool = name_among(design.pools, self.pool)
        return say("{pool}: {change:+d}{cause}", pool=pool, change=self.change, cause=cause)
