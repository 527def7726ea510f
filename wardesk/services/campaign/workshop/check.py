"""What is wrong with a campaign in the making, where that is, and what would mend it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from msgspec import Struct

from wardesk.campaign.ledger.findings import Finding
from wardesk.campaign.operation.dice import DICE, TEN
from wardesk.campaign.operation.scenarios import ARRIVALS, PLAYED
from wardesk.services.campaign.workshop.draft import DesignDraft, Row, changed, free_id, with_units
from wardesk.words import Text, say

Change = Callable[[DesignDraft], DesignDraft]


class Mend(Struct, frozen=True):
    """One change that takes a trouble away."""

    words: str
    change: Change


class DesignTrouble(Struct, frozen=True, kw_only=True):
    """A finding, the page that it is about, and its mend if there is one."""

    finding: Finding
    page: str = ""
    mend: Mend | None = None


PAGES = {
    "formation": "forces", "unit": "forces", "counter": "forces", "formations": "forces",
    "units": "forces", "counters": "forces", "arrival": "forces", "scenario": "graph",
    "links": "graph", "link": "graph", "scenarios": "graph", "table": "tables",
    "tables": "tables", "flags": "tables", "checklist": "tables", "seat": "seats",
    "seats": "seats", "side": "seats", "bridge": "places", "route": "places", "box": "places",
    "boxes": "places", "pool": "places", "points": "places", "corps": "places",
}  # fmt: skip
"""The page on which the first word of a finding's place is looked after."""


def troubles(draft: DesignDraft, findings: tuple[Finding, ...]) -> list[DesignTrouble]:
    """What the linter found and what an organiser forgets, errors first, each with its mend."""
    found = [DesignTrouble(finding=each, page=_page(each), mend=_mend(each)) for each in findings]
    found += forgotten(draft)
    return sorted(found, key=lambda each: ("error", "warning", "note").index(each.finding.level))


def mend_all(draft: DesignDraft, found: list[DesignTrouble]) -> DesignDraft:
    """All mends in order."""
    for each in found:
        if each.mend is not None:
            draft = each.mend.change(draft)
    return draft


def _page(finding: Finding) -> str:
    first = str(finding.place).partition(" ")[0].strip(",")
    file = str(finding.text).partition(":")[0] + str(finding.place)
    if "units.csv" in file:
        return "forces"
    return PAGES.get(first, "")


# ---- mends of what the linter found -------------------------------------------------------------


def _values(text: str) -> dict[str, Any]:
    return dict(text.values) if isinstance(text, Text) else {}


def _template(text: str) -> str:
    return text.template if isinstance(text, Text) else str(text)


def _mend(finding: Finding) -> Mend | None:
    place, values = _values(finding.place), _values(finding.text)
    match _template(finding.text):
        case "There is no umpire.":
            umpire = {"id": "umpire", "name": "Umpire", "role": "umpire"}
            return Mend(say("Add one"), _appended("seats", umpire))
        case "No line covers the roll {roll}.":
            return Mend(say("Stretch a line"), _on_table(place, _stretched))
        case "{n} lines cover the roll {roll}.":
            return Mend(say("Part the lines"), _on_table(place, _parted))
        case "There is no {what} {key!r}.":
            key = str(values.get("key", ""))
            return Mend(say("Take it out"), lambda d: _without(d, place, key))
        case "This can never be true." if "table" not in place:
            return Mend(say("Let it always hold"), lambda d: _unconditioned(d, place))
        case "A way leads from it back to itself.":
            node = place.get("node")
            return Mend(say("Take its ways out"), lambda d: _filtered(
                d, "links", lambda row: row.get("start") != node))  # fmt: skip
        case "The link to {end!s} is never taken: {first!s} comes first.":
            pair = place.get("node"), values.get("end")
            return Mend(say("Take it out"), lambda d: _filtered(
                d, "links", lambda row: (row.get("start"), row.get("end")) != pair))  # fmt: skip
        case _:
            return None


def _appended(table: str, row: Row) -> Change:
    return lambda draft: changed(draft, lambda raw: raw.setdefault(table, []).append(dict(row)))


def _filtered(draft: DesignDraft, table: str, keep: Callable[[Row], bool]) -> DesignDraft:
    rows = [row for row in draft.rows(table) if keep(row)]
    return changed(draft, lambda raw: raw.__setitem__(table, rows))


def _on_table(place: dict[str, Any], mend: Callable[[list[Row], range], None]) -> Change:
    """A change of the rows of the table that a finding's place names."""

    def change(raw: Row) -> None:
        for table in raw.get("tables", []):
            if table.get("id") == place.get("table"):
                rows = sorted(table.get("rows", []), key=lambda row: row.get("low", -999))
                mend(rows, DICE.get(table.get("die", TEN), DICE[TEN]))
                if rows and table.get("modified"):
                    rows[0].pop("low", None)
                    rows[-1].pop("high", None)
                table["rows"] = rows

    return lambda draft: changed(draft, change)


def _stretched(rows: list[Row], faces: range) -> None:
    """Every line goes on to where the next begins, the outer ones to the ends of the die."""
    for row, after in pairwise(rows):
        row["high"] = after.get("low", faces[0]) - 1
    if rows:
        rows[0]["low"], rows[-1]["high"] = faces[0], faces[-1]


def _parted(rows: list[Row], faces: range) -> None:
    """No line begins before the one above it has ended."""
    for before, row in pairwise(rows):
        least = before.get("high", before.get("low", faces[0])) + 1
        row["low"] = max(row.get("low", least), least)
        if "high" in row:
            row["high"] = max(row["high"], row["low"])


def _without(draft: DesignDraft, place: dict[str, Any], key: str) -> DesignDraft:
    """Every cell of the row that a finding names without a word that leads nowhere."""
    of = next((str(value) for value in place.values()), "")

    def clean(row: Row) -> None:
        for name, value in list(row.items()):
            if value == key and name != "id":
                del row[name]
            elif isinstance(value, list):
                row[name] = [each for each in value if each != key]

    def change(raw: Row) -> None:
        for name in ("seats", "checklist", "nodes", "pools", "bridges", "points"):
            for row in raw.get(name, []):
                if row.get("id") == of:
                    clean(row)
        for name in ("links", "box_edges"):
            raw[name] = [row for row in raw.get(name, [])
                         if key not in (row.get("start"), row.get("end"))]  # fmt: skip

    return changed(draft, change)


def _unconditioned(draft: DesignDraft, place: dict[str, Any]) -> DesignDraft:
    def change(raw: Row) -> None:
        for row in raw.get("links", []):
            if (row.get("start"), row.get("end")) == (place.get("start"), place.get("end")):
                row.pop("condition", None)

    made = changed(draft, change)
    subject = place.get("subject")
    units = tuple(
        {**line, "gate": ""} if line.get("unit") == subject else line for line in draft.units
    )
    return with_units(made, units)


# ---- what is forgotten --------------------------------------------------------------------------


def forgotten(draft: DesignDraft) -> Iterator[DesignTrouble]:
    """What a campaign can do without, but its organiser hardly wants to."""
    yield from _counters(draft)
    yield from _arrivals(draft)
    yield from _commands(draft)
    yield from _unrolled(draft)


def _note(place: str, text: str, page: str, mend: Mend) -> DesignTrouble:
    return DesignTrouble(finding=Finding("warning", place, text), page=page, mend=mend)


def _counters(draft: DesignDraft) -> Iterator[DesignTrouble]:
    for node in draft.rows("nodes"):
        game = str(node.get("game", "")).lower()
        if node.get("kind") not in PLAYED or not draft.units:
            continue
        if not any(line.get(game) for line in draft.units):
            change = _all_counted(game)
            yield _note(
                say("scenario {node!s}", node=node.get("id", "")),
                say("No unit has a counter there, so nobody comes."), "forces",
                Mend(say("Give every unit one"), change),
            )  # fmt: skip


def _all_counted(game: str) -> Change:
    def change(draft: DesignDraft) -> DesignDraft:
        units = tuple({**line, game: line.get(game) or line["unit"]} for line in draft.units)
        return with_units(draft, units)

    return change


def _arrivals(draft: DesignDraft) -> Iterator[DesignTrouble]:
    never = {line["unit"] for line in draft.units if line.get("unit") and not line.get("arrives")}
    started = any(row.get("subject") for row in draft.rows("arrivals"))
    if never and not started:

        def change(draft: DesignDraft) -> DesignDraft:
            units = tuple(
                {**line, "arrives": "start"} if line.get("unit") in never else line
                for line in draft.units
            )
            return with_units(draft, units)

        yield _note(
            say("units"), say("{n} never arrive: {units}.", n=len(never),
                              units=", ".join(sorted(never)[:4])), "forces",
            Mend(say("There from the start"), change),
        )  # fmt: skip
    late = any(line.get("arrives", "start") != "start" for line in draft.units) or started
    if late and all(row.get("id") != ARRIVALS for row in draft.rows("checklist")):
        row = {"id": ARRIVALS, "title": "Place reinforcements", "slots": [], "cite": "campaign"}
        yield _note(
            say("checklist"), say("No line brings the reinforcements."), "tables",
            Mend(say("Add the line"), _appended("checklist", row)),
        )  # fmt: skip


def _commands(draft: DesignDraft) -> Iterator[DesignTrouble]:
    taken = {str(row.get("id")) for row in draft.rows("seats")}
    for side in draft.rows("sides"):
        key, name = str(side.get("id", "")), str(side.get("name", ""))
        if any(row.get("side") == key for row in draft.rows("seats")):
            continue
        row = {"id": free_id(key, taken), "name": name, "role": "commander-in-chief", "side": key}
        yield _note(
            say("side {side!s}", side=key), say("Nobody commands it."), "seats",
            Mend(say("Add a seat"), _appended("seats", row)),
        )  # fmt: skip


def _unrolled(draft: DesignDraft) -> Iterator[DesignTrouble]:
    used = {row.get("table") for row in draft.rows("checklist")}
    taken = {str(row.get("id")) for row in draft.rows("checklist")}
    for table in draft.rows("tables"):
        key = str(table.get("id", ""))
        if key in used:
            continue
        row = {"id": free_id(key, taken), "title": str(table.get("title") or key), "slots": [],
               "cite": "campaign", "table": key}  # fmt: skip
        yield _note(
            say("table {table!s}", table=key), say("No line of the checklist rolls on it."),
            "tables", Mend(say("Roll every turn"), _appended("checklist", row)),
        )  # fmt: skip
