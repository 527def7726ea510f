"""Results from a table: sheets, and what became otherwise in the ledger since they were printed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from msgspec.structs import replace

from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import place_words
from wardesk.campaign.operation.results import (
    ResultsPreview,
    blank_sheet,
    preview_results,
    results_drafts,
)
from wardesk.campaign.operation.scenarios import fighting
from wardesk.campaign.operation.sheets import ResultsSheet
from wardesk.campaign.operation.state import State, UnitState
from wardesk.campaign.ruleset import ruleset_of
from wardesk.documents.files.json_parts import decode, typed
from wardesk.documents.files.untrusted import read_bounded
from wardesk.errors import UserError
from wardesk.services.campaign.shares import is_shared, rebased
from wardesk.words import join, say, say_count

_LONGEST = 16 << 20
"""Bytes of a sheet."""
NEW_TABLE = say("Open a new table from the ledger as it stands, or type the results in.")
MEND = say("Mend these rows; nothing was entered.")
MERGE = say("Merge it unit by unit with what happened since; nothing was entered.")


def new_sheet(ledger: Ledger, game: str, node: str) -> ResultsSheet:
    """A sheet of a game or scenario that knows after which event it was printed."""
    blank = blank_sheet(ledger.design, ledger.state, game, node)
    return replace(blank, opened_at=ledger.head, opened_hash=ledger.head_hash)


def read_sheet(path: Path) -> ResultsSheet:
    """A filled sheet from a file. UserError that says which row is wrong."""
    data = read_bounded(path, _LONGEST, missing="Give a sheet (JSON), or --from a table.")
    try:
        return typed(decode(data, str(path)), ResultsSheet, str(path))
    except UserError as error:
        text = "Mend this in the sheet, or print a new one; nothing was entered."
        raise UserError(error.message, text) from error


def preview(ledger: Ledger, sheet: ResultsSheet) -> ResultsPreview:
    """A sheet beside what the ledger says, and what it said when its table was set up."""
    rules, sheet = ruleset_of(ledger.design), rebased(ledger, sheet)
    found = preview_results(ledger.design, ledger.state, sheet, rules.stacking)
    stale = tuple(changed_since(ledger, sheet))
    troubles = [*found.troubles, *_strange_markers(ledger, sheet), *stale]
    also = list(found.also)
    if not troubles:
        also += [draft.payload.told(ledger.design) for draft in _follows(ledger, sheet)]
    return replace(found, troubles=tuple(troubles), stale=bool(stale), also=tuple(also))


def _strange_markers(ledger: Ledger, sheet: ResultsSheet) -> list[str]:
    known = ruleset_of(ledger.design).markers
    found = [kind.partition(":")[::2] for kind in sheet.markers]
    return [
        *(say("There is no marker {kind!r}.", kind=kind) for kind, _ in found if kind not in known),
        *(
            say("There is no bridge {bridge!r}.", bridge=bridge)
            for _, bridge in found
            if bridge and bridge not in ledger.design.bridge
        ),
    ]


def _follows(ledger: Ledger, sheet: ResultsSheet) -> list[EventDraft]:
    """What the rules of the operation make of a sheet."""
    node = ledger.design.node.get(sheet.opened_for or sheet.node)
    cause = node.name if node is not None else ledger.design.games.get(sheet.game, "")
    return ruleset_of(ledger.design).after_table(ledger.design, ledger.state, sheet, cause)


def drafts(ledger: Ledger, sheet: ResultsSheet) -> list[EventDraft]:
    """A sheet as events. UserError with every wrong row, or for one that is out of date."""
    found = preview(ledger, sheet)
    if found.stale:
        raise UserError(" ".join(found.troubles), MERGE)
    if found.troubles:
        raise UserError(" ".join(found.troubles), MEND)
    sheet = rebased(ledger, sheet)
    return results_drafts(
        ledger.design, ledger.state, sheet, laid=_follows(ledger, sheet),
        stacking=ruleset_of(ledger.design).stacking,
    )  # fmt: skip


def not_on(ledger: Ledger, sheet: ResultsSheet) -> list[str]:
    """Names of units that the sheet had when it was printed, and has no row for any more."""
    if not 0 < sheet.opened_at <= ledger.head:
        return []
    then = ledger.state_at(sheet.opened_at)
    printed = blank_sheet(ledger.design, then, sheet.game, sheet.opened_for or sheet.node)
    rows = {row.unit for row in sheet.rows}
    return [ledger.design.unit[row.unit].name for row in printed.rows if row.unit not in rows]


def changed_since(ledger: Ledger, sheet: ResultsSheet) -> list[str]:
    """What happened since a sheet was printed, or its table set up, that it does not know."""
    if not sheet.opened_at:
        return []
    if not is_of_this_ledger(ledger, sheet.opened_at, sheet.opened_hash):
        return [
            say(
                "This sheet rests on event {opened_at}, which is not in this ledger.",
                opened_at=sheet.opened_at,
            )
        ]
    if sheet.opened_for in ledger.design.node:
        rows = {row.unit for row in sheet.rows}
        found = unit_differences(ledger, sheet.opened_for, sheet.opened_at, rows)
        found += brought_differences(ledger, sheet.opened_at, rows)
        found += bridge_differences(ledger, sheet)
        return [say("Since the table was set up: {each}.", each=each) for each in found]
    lines = preview_results(ledger.design, ledger.state, sheet).lines
    found = changed_units(ledger, {line.unit for line in lines if line.changed}, sheet.opened_at)
    return [say("Since the sheet was printed: {each}.", each=each) for each in found]


def is_of_this_ledger(ledger: Ledger, event: int, hashed: str) -> bool:
    """Whether the ledger has an event of this number, and with this hash where one is given."""
    return event <= ledger.head and hashed in ("", ledger.events[event - 1].hash)


def unit_differences(
    ledger: Ledger, node: str, event: int, only: Collection[str] = ()
) -> list[str]:
    """How the units of a scenario stand otherwise now than after *event*, a sentence each.

    Units that have joined or left it since are no difference: they are not on its table. With
    *only* the others are not looked at.
    """
    before = ledger.state_at(event)
    then = fighting(ledger.design, before, node)
    now = fighting(ledger.design, ledger.state, node, before)
    return _differences(ledger, before, [
        unit for unit in now if unit in then and (not only or unit in only)
    ])  # fmt: skip


def brought_differences(ledger: Ledger, event: int, units: Collection[str]) -> list[str]:
    """How units that waited beside a table after *event* stand otherwise now, a sentence each."""
    then = ledger.state_at(event).units
    waited = {u for u in units if u in then and then[u].place.kind == "pool"}
    return changed_units(ledger, waited, event)


def bridge_differences(ledger: Ledger, sheet: ResultsSheet) -> list[str]:
    """How bridges and points that a table speaks of stand otherwise now than when it was set up."""
    if not (sheet.bridges or sheet.facts) or sheet.opened_at == ledger.head:
        return []
    before, now = ledger.state_at(sheet.opened_at), ledger.state
    found: list[str] = []
    for row in sheet.bridges:
        was, here = before.bridges.get(row.bridge), now.bridges.get(row.bridge)
        if was is not None and here is not None and was.state != here.state:
            name = ledger.design.bridge[row.bridge].name
            found.append(
                say(
                    "{bridge} was {before} and is {now}",
                    bridge=name,
                    before=was.state,
                    now=here.state,
                )
            )
    for fact in sheet.facts:
        if is_shared(ledger.design, fact):
            continue  # tables of one turn add up
        was_told, told = before.facts.get(fact, "–"), now.facts.get(fact, "–")
        if was_told != told:
            found.append(
                say("{fact} was {before} and is {now}", fact=fact, before=was_told, now=told)
            )
    return found


def changed_units(ledger: Ledger, units: Collection[str], event: int) -> list[str]:
    """How some units stand otherwise now than after *event*, a sentence each."""
    if not units or event == ledger.head:
        return []
    return _differences(ledger, ledger.state_at(event), sorted(units))


def _differences(ledger: Ledger, before: State, units: Iterable[str]) -> list[str]:
    design, after = ledger.design, ledger.state
    return [
        say(
            "{unit} had {before} and has {now}",
            unit=design.unit[unit].name,
            before=_standing(design, before.units[unit]),
            now=_standing(design, after.units[unit]),
        )
        for unit in units
        if before.units[unit] != after.units[unit]
    ]


def _standing(design: Design, unit: UnitState) -> str:
    steps = say_count("{n} step", "{n} steps", n=unit.steps)
    return join(", ", (steps, place_words(design, unit.place), *unit.flags))
