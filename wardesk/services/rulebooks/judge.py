"""What is wrong with a rulebook in the making: each fault with its place in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from wardesk.documents.maps.store import read_map
from wardesk.errors import UserError
from wardesk.games.registry import game_ids
from wardesk.games.written.faults import RulesFault, Steps, faults
from wardesk.games.written.schema import Rulebook
from wardesk.model.schema import in_words
from wardesk.services.play.tables import load_table
from wardesk.services.rulebooks.draft import CHART, CHARTS, RULES, BookDraft, read_draft
from wardesk.services.rulebooks.names import map_of
from wardesk.services.rulebooks.packs import GAME
from wardesk.words import readied, say


def judge(draft: BookDraft) -> tuple[RulesFault, ...]:
    """Everything wrong with a rulebook by itself."""
    try:
        book = book_of(draft)
    except msgspec.ValidationError as error:
        said = str(error)
        steps = steps_of_error(said)
        file = CHARTS if steps[:1] == (CHART,) else RULES
        return (RulesFault(file=file, steps=steps, text=in_words(said)),)
    return tuple(faults(book))


def book_of(draft: BookDraft) -> Rulebook:
    """The rulebook that a draft is. msgspec.ValidationError where a value has the wrong type."""
    return msgspec.convert(dict(draft.raw), readied(Rulebook))


def judge_folder(folder: Path) -> tuple[RulesFault, ...]:
    """Everything wrong with a pack on the disk. UserError where it cannot be read at all."""
    draft = read_draft(folder)
    found = judge(draft)
    if any(fault.level == "error" for fault in found):
        return found
    return (*found, *judge_tables(folder, draft))


def judge_tables(folder: Path, draft: BookDraft) -> tuple[RulesFault, ...]:
    """What keeps the scenarios of a pack from being laid out, with its map and its counters."""
    found = [*_beyond_the_map(folder, draft)]
    if found:
        return tuple(found)  # a table would tell the first of them again
    scenarios: Iterable[str] = draft.scenarios
    for name in scenarios if GAME in game_ids() else ():
        file = folder / "scenarios" / f"{name}.toml"
        try:
            load_table(str(file), {})
        except UserError as error:
            text = error.message.removeprefix(f"{file}: ")
            found.append(RulesFault(file=f"scenarios/{name}.toml", steps=("scenarios", name),
                                    text=text))  # fmt: skip
    if not found and not list(scenarios):
        text = say("there is no scenario to play")
        found.append(RulesFault(file="pack.toml", steps=("scenarios",), text=text))
    return tuple(found)


def _beyond_the_map(folder: Path, draft: BookDraft) -> Iterator[RulesFault]:
    """Cells of places that the map of the first scenario does not have."""
    place = map_of(folder, draft)
    try:
        cells = read_map(place, check=False).cells if place is not None else None
    except UserError:
        cells = None  # told by the table
    for number, row in enumerate(book_of(draft).places if cells is not None else ()):
        missing = [cell for cell in row.cells if cells is not None and cell not in cells]
        if missing:
            text = say("the map has no cell {cells!s}", cells=", ".join(missing[:5]))
            yield RulesFault(file=RULES, steps=("places", number, "cells"), text=text)


def steps_of_error(text: str) -> Steps:
    """The place that msgspec names at the end of what it says: ``at `$.move[0].cost```."""
    match = re.search(r"`\$([^`]*)`$", text)
    if match is None:
        return ()
    steps: list[str | int] = []
    for name, number, many in re.findall(r"\.([A-Za-z_]\w*)|\[(\d+)\]|\[(\.\.\.)\]", match[1]):
        if many:
            break  # a key that is not told
        steps.append(name or int(number))
    return tuple(steps)
