"""A game with rules of one's own in the making: what its files say, as one value.

A change makes a new draft and leaves the old one as it was, so undoing is to take the old one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from wardesk.documents.files.atomic import write_atomically
from wardesk.documents.files.untrusted import read_toml
from wardesk.documents.packs.csv_forces import read_csv_forces
from wardesk.documents.packs.pack_writer import csv_text, toml_text
from wardesk.errors import DamagedFile, UserError
from wardesk.games.written.faults import Steps
from wardesk.games.written.reading import CHART, CHARTS, COUNTERS, RULES
from wardesk.services.rulebooks.toml_parts import parts_text
from wardesk.words import say

HEAD = "pack.toml"
COLUMNS = ("id", "name", "side", "class")
"""What every line of the counters says."""
Line = Mapping[str, str]


class BookDraft(Struct, frozen=True):
    """What the files of a pack say. Nobody writes into it: `put` makes another one."""

    raw: Mapping[str, Any]
    """``rules.toml`` with the charts of ``charts.toml`` beside it."""
    counters: tuple[Line, ...] = ()
    head: Mapping[str, Any] = {}
    """``pack.toml``."""
    scenarios: Mapping[str, Mapping[str, Any]] = {}
    """What each file in ``scenarios/`` says, by its name without the ending."""

    @property
    def title(self) -> str:
        """What the game is called."""
        return str(self.head.get("title", ""))


def read_draft(folder: Path) -> BookDraft:
    """What the files of *folder* say. UserError where one is missing or cannot be read."""
    if not (folder / RULES).is_file():
        raise UserError(
            say("{folder} holds no rulebook.", folder=folder),
            say("Choose a folder with a {file}.", file=RULES),
        )
    raw = read_toml(folder / RULES)
    charts = read_toml(folder / CHARTS) if (folder / CHARTS).is_file() else {}
    strange = [key for key in charts if key != CHART]
    if strange:
        raise DamagedFile(
            say("{file}: there is no entry {entry!r}.", file=folder / CHARTS, entry=strange[0]),
            say("It holds lists [[{entry}]] only.", entry=CHART),
        )
    place = folder / COUNTERS
    lines = read_csv_forces(place, COLUMNS) if place.is_file() else []
    return BookDraft(
        raw={**raw, **charts},
        counters=tuple({k: c for k, c in line.items() if k != "where"} for line in lines),
        head=read_toml(folder / HEAD, missing="Choose the folder of a pack."),
        scenarios={f.stem: read_toml(f) for f in sorted((folder / "scenarios").glob("*.toml"))},
    )


def files_of(draft: BookDraft) -> dict[str, bytes]:
    """The draft as files, by their places in the folder."""
    rules = {key: value for key, value in draft.raw.items() if key != CHART}
    charts = {CHART: draft.raw.get(CHART, [])}
    files = {
        RULES: parts_text(rules),
        CHARTS: parts_text(charts),
        COUNTERS: csv_text([*draft.counters] or [dict.fromkeys(COLUMNS, "")]),
        HEAD: toml_text(draft.head),
    }
    files |= {f"scenarios/{name}.toml": toml_text(said) for name, said in draft.scenarios.items()}
    return {name: text.encode() for name, text in files.items()}


def keep_draft(folder: Path, draft: BookDraft, before: BookDraft | None = None) -> None:
    """Write a draft into *folder*, finished or not; of what is as *before* no file is touched."""
    old = files_of(before) if before is not None else {}
    for name, data in files_of(draft).items():
        if old.get(name) != data:
            write_atomically(folder / name, data)


# ---- one value by its path ----------------------------------------------------------------------


def found(values: Any, steps: Steps, otherwise: Any = None) -> Any:  # noqa: ANN401 - plain values
    """What stands at *steps* in plain values; *otherwise* where nothing does."""
    at = values
    for step in steps:
        if isinstance(at, Mapping) and step in at:
            at = cast("Mapping[Any, Any]", at)[step]
        elif isinstance(at, list) and isinstance(step, int) and 0 <= step < len(at):  # pyright: ignore[reportUnknownArgumentType]
            at = cast("list[Any]", at)[step]
        else:
            return otherwise
    return at


def put(draft: BookDraft, steps: Steps, value: Any) -> BookDraft:  # noqa: ANN401 - plain values
    """A draft with *value* at *steps*; None takes away what stands there, and what is empty by it.

    The last step of a list may be its length: the value becomes a new last row.
    """
    return replace(draft, raw=_put(draft.raw, steps, value))


def put_many(draft: BookDraft, values: Mapping[Steps, Any]) -> BookDraft:
    """`put` for several places in one step."""
    for steps, value in values.items():
        draft = put(draft, steps, value)
    return draft


def inserted(draft: BookDraft, rows: Steps, at: int, row: Any) -> BookDraft:  # noqa: ANN401
    """A draft with a row more in the list at *rows*."""
    old = list(found(draft.raw, rows, []))
    return put(draft, rows, [*old[:at], row, *old[at:]])


def moved(draft: BookDraft, row: Steps, by: int) -> BookDraft:
    """A draft with a row of a list moved up or down; the same one at its end."""
    *rows, at = row
    old = list(found(draft.raw, tuple(rows), []))
    goal = int(at) + by
    if not 0 <= goal < len(old):
        return draft
    old.insert(goal, old.pop(int(at)))
    return put(draft, tuple(rows), old)


def _put(values: Any, steps: Steps, value: Any) -> Any:  # noqa: ANN401 - plain values
    if not steps:
        return value
    step, rest = steps[0], steps[1:]
    if isinstance(step, int):
        rows = list(cast("Sequence[Any]", values or []))
        if step == len(rows):
            rows.append(None)
        made = _put(rows[step], rest, value)
        return rows[:step] + ([] if made is None else [made]) + rows[step + 1 :]
    table = dict(cast("Mapping[str, Any]", values or {}))
    made = _put(table.get(step), rest, value)
    if made is None or (rest and made in ({}, []) and value is None):
        table.pop(step, None)
    else:
        table[step] = made
    return table
