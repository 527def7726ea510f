"""A results sheet that is older than the ledger, merged unit by unit with what happened since.

What only the sheet or only the ledger changed is taken from there. Where both did, somebody says
which counts: ``ledger`` (the sheet's row is left out), ``sheet`` (as it says), or ``both``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.campaign.ledger.kinds.units import OfUnit
from wardesk.campaign.operation.conditions import Scalar
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import bridge_state, fact_name, place_words
from wardesk.campaign.operation.places import GONE, Place
from wardesk.campaign.operation.results import place_after
from wardesk.campaign.operation.sheets import BridgeResult, ResultRow, ResultsSheet
from wardesk.campaign.operation.state import State, UnitState
from wardesk.errors import UserError
from wardesk.services.campaign.results import is_of_this_ledger
from wardesk.words import join, say

Take = Literal["ledger", "sheet", "both"]
How = Literal["same", "ledger", "sheet", "both", "open"]


class MergeRow(Struct, frozen=True, kw_only=True):
    """One unit, bridge or number: what went in, what the sheet says, what happened since."""

    key: str
    """A unit; ``bridge:…`` or ``fact:…`` for the rest of a table's sheet."""
    name: str
    went_in: str
    sheet: str
    since: str
    """What happened in the ledger since; empty for nothing."""
    now: str
    """How it stands in the ledger now."""
    merged: str
    """How it will stand, empty while nobody has chosen."""
    how: How
    offers: tuple[Take, ...] = ()
    """What can be chosen, where both changed it."""
    back: bool = False
    """Taking the sheet would bring a lost unit back, which needs a reason."""


class Merge(Struct, frozen=True, kw_only=True):
    """A sheet beside the ledger as it stands now."""

    rows: tuple[MergeRow, ...]
    sheet: ResultsSheet
    """What is left to enter, resting on the ledger as it stands now; without the open rows."""
    behind: int
    """How many events the sheet does not know."""

    @property
    def open(self) -> tuple[MergeRow, ...]:
        """The rows of which nobody has said which counts."""
        return tuple(row for row in self.rows if row.how == "open")


def merge(
    ledger: Ledger,
    sheet: ResultsSheet,
    takes: Mapping[str, Take] | None = None,
    reasons: Mapping[str, str] | None = None,
) -> Merge:
    """Merge a sheet; *takes* and *reasons* by the key of a row. Nothing is written.

    UserError for a sheet that does not say when it was printed, or is of another ledger.
    """
    if not sheet.opened_at:
        raise UserError(
            "This sheet does not say when it was printed.", "Print a new sheet and fill it in."
        )
    if not is_of_this_ledger(ledger, sheet.opened_at, sheet.opened_hash):
        raise UserError(
            say("This sheet rests on event {event}, which is not in this ledger.",
                event=sheet.opened_at),
            "Print a new sheet and fill it in.",
        )  # fmt: skip
    takes, reasons = takes or {}, reasons or {}
    then, undone = ledger.state_at(sheet.opened_at), ledger.undone
    since = [e for e in ledger.events[sheet.opened_at :] if e.seq not in undone]
    touched: dict[str, list[LedgerEvent]] = {}
    for event in since:
        if isinstance(event.payload, OfUnit):
            touched.setdefault(event.payload.unit, []).append(event)
    rows: list[MergeRow] = []
    kept: list[ResultRow] = []
    for row in sheet.rows:
        if row.unit not in ledger.design.unit:
            continue
        shown, left = _unit(
            ledger, sheet, row, then.units[row.unit], touched.get(row.unit, ()),
            takes.get(row.unit), reasons.get(row.unit, "").strip(),
        )  # fmt: skip
        rows.append(shown)
        kept += [left] if left is not None else []
    bridges = list[BridgeResult]()
    for each in sheet.bridges:
        shown, left = _bridge(ledger, then, each, takes.get(f"bridge:{each.bridge}"))
        rows += [shown] if shown is not None else []
        bridges += [left] if left is not None else []
    told, facts = _facts(ledger, then, sheet, takes)
    rows += told
    merged = replace(
        sheet, rows=tuple(kept), bridges=tuple(bridges), facts=facts,
        opened_at=ledger.head, opened_hash=ledger.head_hash,
    )  # fmt: skip
    return Merge(rows=tuple(rows), sheet=merged, behind=len(since))


def _unit(
    ledger: Ledger,
    sheet: ResultsSheet,
    row: ResultRow,
    then: UnitState,
    since: Sequence[LedgerEvent],
    take: Take | None,
    reason: str,
) -> tuple[MergeRow, ResultRow | None]:
    """The row of a unit, and what is left of it to enter."""
    design, now = ledger.design, ledger.state.units[row.unit]
    says = row.steps_after(then.steps)
    change, there = says - then.steps, place_after(sheet, row, then.place)
    moved = there != then.place
    typed = bool(change or moved or row.lost or set(row.flags) - set(then.flags) or row.flags_off)
    happened = then != now
    stands_there = now.place.kind in GONE if row.lost else not moved or there == now.place
    agrees = says == now.steps and stands_there
    offers: tuple[Take, ...] = ()
    total = now.steps + change
    if happened and typed and not agrees:
        fits = 0 <= total <= design.unit[row.unit].steps_full and now.place.kind not in GONE
        offers = ("ledger", "sheet", *(("both",) if fits else ()))
    back = now.place.kind == "eliminated" and says > 0
    how = _how(then, now, change=change, moved=moved and there != now.place, typed=typed,
               happened=happened, offers=offers)  # fmt: skip
    if offers and take in offers and not (take == "sheet" and back and not reason):
        how = take
    left: ResultRow | None = None
    if how == "sheet":
        left = replace(row, back=True, note=reason, hex=row.hex or then.place.at) if back else row
        left = replace(left, steps=says)
    elif how == "both":
        lost = row.lost and not total
        left = replace(row, steps=total, lost=lost, hex=row.hex if moved else None)
    elif how == "same" and (row.flags or row.flags_off):
        left = replace(row, steps=None, hex=None)
    stands = _standing(design, now.steps, now.place)
    marks = tuple(flag for flag in row.flags if flag not in then.flags)
    added = _standing(design, total, there if moved else now.place)
    ends = {"ledger": stands, "same": join(", ", (stands, *marks)),
            "sheet": join(", ", (_standing(design, says, there), *marks)),
            "both": join(", ", (added, *marks))}  # fmt: skip
    told = [event.payload.told(design) for event in since[-3:]] if happened else []
    shown = MergeRow(
        key=row.unit, name=design.unit[row.unit].name,
        went_in=_standing(design, then.steps, then.place),
        sheet=_says(design, row, says, there, moved=moved), since=join("; ", told),
        now=stands,
        merged=ends.get(how, ""), how=how, offers=offers, back=back and bool(offers),
    )  # fmt: skip
    return shown, left


def _how(
    then: UnitState,
    now: UnitState,
    *,
    change: int,
    moved: bool,
    typed: bool,
    happened: bool,
    offers: Sequence[Take],
) -> How:
    """Which counts where nobody chose: a loss and a replacement add up, two losses may be one."""
    if not offers:
        return ("sheet" if typed and not happened else "ledger" if happened and not typed
                else "same")  # fmt: skip
    elsewhere = now.place != then.place
    steps = now.steps - then.steps
    adds = not (change and steps) or change < 0 < steps
    if "both" in offers and adds and not (moved and elsewhere):
        return "both"
    return "open"


def _says(design: Design, row: ResultRow, steps: int, there: Place, *, moved: bool) -> str:
    words = [say("lost") if row.lost else str(steps)]
    words += [_where(design, there)] if moved else []
    return join(", ", (*words, *row.flags))


def _standing(design: Design, steps: int, place: Place) -> str:
    return join(", ", (str(steps), _where(design, place)))


def _where(design: Design, place: Place) -> str:
    """The number of a hex alone, for a table; any other place in words."""
    return place.at if place.kind == "hex" else place_words(design, replace(place, game=""))


def _facts(
    ledger: Ledger, then: State, sheet: ResultsSheet, takes: Mapping[str, Take]
) -> tuple[list[MergeRow], dict[str, Scalar]]:
    """The rows of numbers that the ledger changed, too, and the numbers that are left to enter."""
    rows, left = list[MergeRow](), dict(sheet.facts)
    for fact, value in sheet.facts.items():
        was, now = then.facts.get(fact), ledger.state.facts.get(fact)
        if was == now or value == now:
            continue
        take = takes.get(f"fact:{fact}")
        how: How = take if take in ("ledger", "sheet") else "open"
        if how != "sheet":
            del left[fact]
        rows.append(
            MergeRow(
                key=f"fact:{fact}", name=fact_name(ledger.design, fact), went_in=str(was),
                sheet=str(value),
                since=say("changed"), now=str(now), how=how, offers=("ledger", "sheet"),
                merged={"ledger": str(now), "sheet": str(value)}.get(how, ""),
            )
        )  # fmt: skip
    return rows, left


def _bridge(
    ledger: Ledger, then: State, row: BridgeResult, take: Take | None
) -> tuple[MergeRow | None, BridgeResult | None]:
    """The row of a bridge where the ledger changed it, and what is left of it to enter."""
    was, now = then.bridges.get(row.bridge), ledger.state.bridges.get(row.bridge)
    if was is None or now is None or was == now or not row.state or row.state == now.state:
        return None, row
    how: How = take if take in ("ledger", "sheet") else "open"
    shown = MergeRow(
        key=f"bridge:{row.bridge}", name=ledger.design.bridge[row.bridge].name,
        went_in=bridge_state(was.state), sheet=bridge_state(row.state), since=say("changed"),
        now=bridge_state(now.state), how=how,
        offers=("ledger", "sheet"),
        merged={"ledger": bridge_state(now.state), "sheet": bridge_state(row.state)}.get(how, ""),
    )  # fmt: skip
    return shown, row if how == "sheet" else None
