"""The start of a campaign in the making: its name and its calendar."""

from __future__ import annotations

from datetime import date

from msgspec import Struct

from wardesk.campaign.operation.calendar import Calendar
from wardesk.documents.packs.order_of_battle import START
from wardesk.errors import UserError
from wardesk.services.campaign.workshop.draft import DesignDraft, Row, changed, with_units


class Start(Struct, frozen=True, kw_only=True):
    """What is asked about a campaign before its sheets."""

    name: str
    first_day: date
    days: int
    slots: tuple[str, ...]


def start_of(draft: DesignDraft) -> Start:
    """Name and calendar."""
    calendar = draft.raw.get("calendar", {})
    first = calendar.get("first_day", date(1944, 6, 6))
    return Start(
        name=str(draft.raw.get("name", "")),
        first_day=first if isinstance(first, date) else date.fromisoformat(str(first)),
        days=int(calendar.get("days", 1)),
        slots=tuple(calendar.get("slots", ("Day",))),
    )


def with_start(draft: DesignDraft, start: Start) -> DesignDraft:
    """A draft with another name or calendar, to which its turns move along.

    UserError for a campaign without a name or turns.
    """
    if not start.name.strip():
        raise UserError("The campaign needs a name.", "Give it one with letters or digits.")
    if not start.slots:
        raise UserError("A day needs a turn.", "Name at least one, such as Day.")

    def change(raw: Row) -> None:
        raw["name"] = start.name.strip()
        raw["calendar"] = dict(raw.get("calendar", {})) | {
            "first_day": start.first_day.isoformat(), "days": start.days,
            "slots": list(start.slots),
        }  # fmt: skip
        for row in raw.get("nodes", []):
            for key in ("start", "end"):
                if isinstance(row.get(key), str):
                    row[key] = moved(row[key])
        for row in raw.get("checklist", []):
            row["slots"] = [names.get(slot, slot) for slot in row.get("slots", [])]

    was = start_of(draft)
    before = _calendar(was)
    after = _calendar(start)
    same = len(was.slots) == len(start.slots)
    names = dict(zip(was.slots, start.slots, strict=True)) if same else {}

    def moved(label: str) -> str:
        """A turn's name in the new calendar: the same turn of the campaign, as far as known."""
        try:
            ordinal = before.ordinal(label)
        except UserError:
            return label
        fits = same and ordinal < after.turns
        return after.turn(ordinal).label if fits else label

    made = changed(draft, change)
    return with_units(made, (
        {**line, "arrives": moved(line["arrives"])} if line.get("arrives", START) != START else line
        for line in draft.units
    ))  # fmt: skip


def _calendar(start: Start) -> Calendar:
    return Calendar(first_day=start.first_day, days=start.days, slots=start.slots)
