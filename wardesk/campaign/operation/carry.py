"""Carry-over from one scenario to the next: previewed unit by unit, and it must balance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.units import StepsLost, StepsRecovered, UnitArrived, UnitRemoved
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.graph import CarryRule, Link
from wardesk.campaign.operation.names import node_name
from wardesk.campaign.operation.places import GONE, IN_PLAY, Place
from wardesk.campaign.operation.state import State
from wardesk.errors import UserError
from wardesk.words import join, say


class CarryRow(Struct, frozen=True, kw_only=True):
    """One unit on the way over a link."""

    unit: str
    name: str
    rule: str
    why: str
    steps_full: int
    steps_in: int
    restored: int = 0
    dropped: int = 0
    """Steps that leave the campaign here."""
    steps_out: int
    becomes: str | None = None
    """The unit that takes its place (``convert``)."""
    lost: bool = False
    """It was lost, and comes back only for a reason."""
    back: str = ""
    """Why it comes back."""
    place: str = ""


class CarryPreview(Struct, frozen=True, kw_only=True):
    """What a link does to the units of a scenario; nothing has happened yet."""

    start: str
    end: str
    rows: tuple[CarryRow, ...]
    troubles: tuple[str, ...] = ()

    @property
    def steps_in(self) -> int:
        """Steps before."""
        return sum(row.steps_in for row in self.rows)

    @property
    def restored(self) -> int:
        """Steps that come back."""
        return sum(row.restored for row in self.rows)

    @property
    def dropped(self) -> int:
        """Steps that leave the campaign."""
        return sum(row.dropped for row in self.rows)

    @property
    def steps_out(self) -> int:
        """Steps after."""
        return sum(row.steps_out for row in self.rows)

    @property
    def balanced(self) -> bool:
        """Whether what goes in, with what comes back and what leaves, is what goes out."""
        return not self.troubles and (
            self.steps_in + self.restored - self.dropped == self.steps_out
        )

    @property
    def line(self) -> str:
        """The balance in one line."""
        return say(
            "{steps_in} steps in + {restored} restored − {dropped} dropped = {steps_out} steps out",
            steps_in=self.steps_in,
            restored=self.restored,
            dropped=self.dropped,
            steps_out=self.steps_out,
        )


def preview_carry(
    design: Design, state: State, link: Link, back: Mapping[str, str] | None = None
) -> CarryPreview:
    """What *link* does to the units of the scenario that it leaves, by its rules in order.

    The dead stay dead but for a reason: of their rule, or of the umpire who gives it in *back* for
    single units. UserError for a reason that brings nobody back.
    """
    node = state.nodes.get(link.start)
    units = node.units if node is not None else ()
    rows, troubles = list[CarryRow](), list[str]()
    for unit in units:
        rule = next((r for r in link.carry if _selects(design, r, unit)), CarryRule())
        why = (back or {}).get(unit, rule.back).strip()
        rows.append(_row(design, state, rule, unit, why))
    returning = {row.unit for row in rows if row.back and row.restored}
    for unit in set(back or ()) - returning:
        name = design.unit[unit].name if unit in design.unit else unit
        raise UserError(
            say("{unit} does not come back over this link.", unit=name),
            "A reason brings back who was lost, with the steps that the link gives back.",
        )
    taken = [row.becomes for row in rows if row.becomes]
    for row in rows:
        if row.becomes is None:
            continue
        other = design.unit.get(row.becomes)
        if other is None:
            troubles.append(
                say("{name}: there is no unit {becomes!r}.", name=row.name, becomes=row.becomes)
            )
        elif taken.count(row.becomes) > 1:
            troubles.append(say("{other} would take the place of several units.", other=other.name))
        elif row.steps_out > other.steps_full:
            troubles.append(
                say(
                    "{other} has {steps_full} steps, not {steps_out}.",
                    other=other.name,
                    steps_full=other.steps_full,
                    steps_out=row.steps_out,
                )
            )
        elif state.units[row.becomes].place.kind not in ("not-yet", "pool", "queue"):
            troubles.append(say("{other} is in the campaign already.", other=other.name))
    troubles += _elsewhere(design, state, link, units)
    return CarryPreview(
        start=link.start, end=link.end, rows=tuple(rows), troubles=tuple(sorted(troubles))
    )


def _elsewhere(design: Design, state: State, link: Link, units: Iterable[str]) -> Iterator[str]:
    """Units that fight in another scenario as well, a sentence each."""
    for other in set(units):
        elsewhere = [
            key
            for key, each in state.nodes.items()
            if key != link.start and not each.over and other in each.units
        ]
        if elsewhere:
            yield say(
                "{unit} is also in {elsewhere}.",
                unit=design.unit[other].name,
                elsewhere=elsewhere[0],
            )


def carry_drafts(design: Design, state: State, preview: CarryPreview) -> list[EventDraft]:
    """The events of a preview. UserError unless it balances."""
    if not preview.balanced:
        why = "; ".join(preview.troubles) or preview.line
        raise UserError(
            say("The carry-over does not balance: {why}", why=why), "Mend the link's rules."
        )
    drafts: list[EventDraft] = []
    cause = say(
        "carry-over {start} → {end}",
        start=node_name(design, preview.start), end=node_name(design, preview.end),
    )  # fmt: skip
    for row in preview.rows:
        if row.restored:
            place = state.units[row.unit].place
            back = Place("node", preview.end) if place.kind == "eliminated" else None
            why = join(": ", (cause, row.back)) if back is not None else cause
            payload = StepsRecovered(unit=row.unit, steps=row.restored, place=back, cause=why)
            drafts.append(EventDraft(payload=payload, source="engine"))
        if row.rule in ("drop", "convert") and state.units[row.unit].place.kind != "removed":
            payload = UnitRemoved(unit=row.unit, cause=join(": ", (cause, row.rule)))
            drafts.append(EventDraft(payload=payload, source="engine"))
        if row.becomes is not None:
            place = state.units[row.unit].place
            if place.kind in IN_PLAY:
                arrival = UnitArrived(unit=row.becomes, place=place)
                drafts.append(EventDraft(payload=arrival, source="engine"))
            weaker = design.unit[row.becomes].steps_full - row.steps_out
            if weaker:
                payload = StepsLost(
                    unit=row.becomes, steps=weaker, cause=say("{cause}: convert", cause=cause)
                )
                drafts.append(EventDraft(payload=payload, source="engine"))
    return drafts


def _selects(design: Design, rule: CarryRule, unit: str) -> bool:
    return (
        rule.select in ("*", unit)
        or unit in design.members.get(rule.select, ())
        or rule.select in design.above(design.unit[unit].formation)
    )


def _row(design: Design, state: State, rule: CarryRule, key: str, back: str) -> CarryRow:
    unit, now = design.unit[key], state.units[key]
    missing = unit.steps_full - now.steps
    restored, dropped, lost = 0, 0, now.place.kind == "eliminated"
    if now.place.kind != "removed":
        if lost and not back:
            pass
        elif rule.transform == "restore":
            restored = min(rule.steps, missing)
        elif rule.transform == "percent":
            restored = missing * rule.percent // 100
        elif rule.transform == "drop":
            dropped = now.steps
    converts = rule.transform == "convert" and now.place.kind not in GONE
    return CarryRow(
        unit=key,
        name=unit.name,
        rule=rule.transform,
        why=rule.why,
        steps_full=unit.steps_full,
        steps_in=now.steps,
        restored=restored,
        dropped=dropped,
        steps_out=now.steps + restored - dropped,
        becomes=rule.to if converts else None,
        lost=lost,
        back=back if lost else "",
        place=str(now.place),
    )
