"""What is wrong with a rulebook in the making: each fault with its place in it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from wardesk.errors import UserError
from wardesk.games.registry import game_ids
from wardesk.games.written.faults import RulesFault, Steps, faults
from wardesk.games.written.schema import Rulebook
from wardesk.model.schema import in_words
from wardesk.services.play.tables import load_table
from wardesk.services.rulebooks.draft import CHART, CHARTS, RULES, BookDraft, read_draft
from wardesk.services.rulebooks.packs import GAME
from wardesk.words import readied, say


def judge(draft: BookDraft) -> tuple[RulesFault, ...]:
    """Everything wrong with a rulebook by itself."""
    try:
        book = msgspec.convert(dict(draft.raw), readied(Rulebook))
    except msgspec.ValidationError as error:
        said = str(error)
        steps = steps_of_error(said)
        file = CHARTS if steps[:1] == (CHART,) else RULES
        return (RulesFault(file=file, steps=steps, text=in_words(said)),)
    return tuple(faults(book))


def judge_folder(folder: Path) -> tuple[RulesFault, ...]:
    """Everything wrong with a pack on the disk. UserError where it cannot be read at all."""
    draft = read_draft(folder)
    found = judge(draft)
    if any(fault.level == "error" for fault in found):
        return found
    return (*found, *judge_tables(folder, draft.scenarios))


def judge_tables(folder: Path, scenarios: Iterable[str]) -> tuple[RulesFault, ...]:
    """What keeps the scenarios of a pack from being laid out, with its map and its counters."""
    found: list[RulesFault] = []
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
