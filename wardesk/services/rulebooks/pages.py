"""A rulebook as pages of entries: what stands on which, in the order of a printed rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, cast, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Struct

from wardesk.games.written.schema import Part, Rulebook
from wardesk.services.rulebooks.draft import BookDraft, Steps, found, inserted, put, put_many
from wardesk.services.rulebooks.form import is_struct, meta_of, plain, row_type, type_at
from wardesk.services.rulebooks.names import BookNames
from wardesk.services.rulebooks.words import EFFECT, PARTS, field_words
from wardesk.words import join, say

PAGES: Mapping[str, tuple[str, ...]] = {
    "start": ("rules", "sides", "values", "classes", "states"),
    "counters": (),
    "turn": ("turn",),
    "movement": ("move",),
    "fighting": ("combat", "chart", "check"),
    "holding": ("zone", "stack", "retreat", "advance", "line"),
    "coming": ("arrive", "replace", "weather"),
    "winning": ("places", "points", "mark", "win"),
    "check": (),
}
"""The pages, each with the entries of a rulebook that stand on it."""
LEVELS = ("program", "proposes", "says")


class Entry(Struct, frozen=True, kw_only=True):
    """Something on a page that has a form of its own."""

    steps: Steps
    title: str
    kind: type[Struct] | None
    """None: the head of a list."""
    depth: int = 0
    there: bool = True
    """Whether the rulebook says anything of it."""
    adds: tuple[tuple[Steps, str], ...] = ()
    """Lists that a row can be added to, each with the words of the button."""

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a list, which can be taken away and moved."""
        return bool(self.steps) and isinstance(self.steps[-1], int)

    @property
    def is_part(self) -> bool:
        """Whether it says who does it: the program, or a person."""
        return self.kind is not None and issubclass(self.kind, Part)


def page_of(steps: Steps) -> str:
    """The page that has the entry at *steps*; the first one for what no page names."""
    key = steps[0] if steps else "rules"
    if key == "counters":
        return "counters"
    return next((page for page, keys in PAGES.items() if key in keys), "start")


def keys_of(page: str) -> tuple[str, ...]:
    """The entries of a page; the first one also has what no page names."""
    keys = PAGES[page]
    if page != "start":
        return keys
    named = {key for others in PAGES.values() for key in others}
    fields = msgspec.structs.fields(Rulebook)
    return (*keys, *(f.name for f in fields if f.name not in named and f.name != "hidden"), "")


def entries(draft: BookDraft, page: str) -> list[Entry]:
    """What stands on a page, in its order, rows below the head of their list."""
    made: list[Entry] = []
    for key in keys_of(page):
        if not key:
            made.append(Entry(steps=(), title=say("The whole game"), kind=Rulebook))
            continue
        kind = type_at(Rulebook, (key,))
        if kind is None:
            continue
        if is_struct(kind):
            made += _below(draft, (key,), kind, PARTS.get(key, (field_words(key), ""))[0], 0)
        elif row_type(kind) is not None:
            made += _rows(draft, (key,), row_type(kind), 0)
    return made


def _rows(draft: BookDraft, steps: Steps, kind: Any, depth: int) -> Iterator[Entry]:  # noqa: ANN401
    """The head of a list and its rows."""
    name = str(steps[-1])
    title, adds = PARTS.get(name, (field_words(name), say("Add a row")))
    rows = found(draft.raw, steps, [])
    yield Entry(
        steps=steps, title=title, kind=None, depth=depth, there=bool(rows),
        adds=() if _is_full(draft, steps) else ((steps, adds),),
    )  # fmt: skip
    for number, row in enumerate(rows if isinstance(rows, list) else ()):  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        yield from _below(draft, (*steps, number), kind, row_title(row, kind, number), depth + 1)


def _below(
    draft: BookDraft,
    steps: Steps,
    kind: Any,  # noqa: ANN401 - a type
    title: str,
    depth: int,
) -> Iterator[Entry]:
    """An entry, and the lists inside it."""
    adds: list[tuple[Steps, str]] = []
    inside: list[Entry] = []
    for info in msgspec.structs.fields(kind):
        type_, at = plain(info.type), (*steps, info.name)
        rows = row_type(type_)
        if rows is not None:
            words = EFFECT if rows.__name__ == "Do" else PARTS.get(info.name, ("", ""))[1]
            if not _is_full(draft, at):
                adds.append((at, words or say("Add a row")))
            if found(draft.raw, at):
                inside += list(_rows(draft, at, rows, depth + 1))[1:]
        elif get_origin(type_) is dict and row_type(get_args(type_)[1]) is not None:
            for name in found(draft.raw, at, {}):
                result = (*at, name)
                effects = row_type(get_args(type_)[1])
                inside.append(Entry(
                    steps=result, title=_result(draft, steps, name), kind=None, depth=depth + 1,
                    adds=((result, EFFECT),),
                ))  # fmt: skip
                inside += list(_rows(draft, result, effects, depth + 1))[1:]
    there = found(draft.raw, steps) is not None
    yield Entry(steps=steps, title=title, kind=kind, depth=depth, there=there, adds=tuple(adds))
    yield from inside


def _is_full(draft: BookDraft, rows: Steps) -> bool:
    """Whether a list has as many rows as it may have."""
    kind: Any = Rulebook
    for step in rows[:-1]:
        kind = type_at(kind, (step,))
    field = next((f for f in msgspec.structs.fields(kind) if f.name == rows[-1]), None) if (
        is_struct(kind)) else None  # fmt: skip
    most = meta_of(field.type).max_length if field is not None else None
    return most is not None and len(found(draft.raw, rows, [])) >= most


def _result(draft: BookDraft, chart: Steps, name: str) -> str:
    words = found(draft.raw, (*chart, "words", name), "")
    return f"{name} – {words}" if words else name


def place_words(draft: BookDraft, steps: Steps) -> str:
    """Where something stands, in words: the entries that lead to it, and its field."""
    parts: list[str] = []
    for number, step in enumerate(steps):
        above, here = steps[:number], steps[: number + 1]
        if isinstance(step, int):
            kind = row_type(type_at(Rulebook, above))
            row = found(draft.raw, here)
            parts.append(row_title(row, kind, step) if kind is not None else str(step + 1))
        elif row_type(type_at(Rulebook, here)) is None or number == len(steps) - 1:
            parts.append(PARTS[step][0] if not number and step in PARTS else field_words(step))
    return join(" · ", parts)


def row_title(row: Any, kind: type[Struct], number: int) -> str:  # noqa: ANN401 - plain values
    """What a row is called in a list."""
    if not isinstance(row, Mapping):
        return str(number + 1)
    said = cast("Mapping[str, Any]", row)
    if kind.__name__ == "Do":
        whom = said.get("whom", "defender")
        return f"{whom}: {said.get('do', '')}"
    for key in ("name", "title", "level", "id"):
        if said.get(key):
            return str(said[key])
    plain_words = [str(said[key]) for key in ("for_what", "side", "winner") if said.get(key)]
    return " ".join(plain_words) or str(number + 1)


# ---- changing -----------------------------------------------------------------------------------


def with_row(draft: BookDraft, rows: Steps, names: BookNames) -> tuple[BookDraft, Steps]:
    """A draft with one row more in a list that makes sense as far as can be guessed; its place."""
    kind = type_at(Rulebook, rows)
    inside = row_type(kind)
    assert inside is not None
    at = len(found(draft.raw, rows, []))
    taken = {str(row.get("id")) for row in found(draft.raw, rows, []) if isinstance(row, Mapping)}
    row = _first_row(inside, str(rows[-1]), taken, names)
    return inserted(draft, rows, at, row), (*rows, at)


def _first_row(
    kind: type[Struct], name: str, taken: set[str], names: BookNames
) -> dict[str, Any]:  # fmt: skip
    row: dict[str, Any] = {}
    for info in msgspec.structs.fields(kind):
        if info.default is not NODEFAULT or info.default_factory is not NODEFAULT:
            continue
        type_, known = plain(info.type), names.of(info.name)
        if info.name == "id":
            stem = name.rstrip("s") or "new"
            row["id"] = next(one for k in range(1, 999) if (one := f"{stem}-{k}") not in taken)
        elif get_origin(type_) is Literal:
            row[info.name] = get_args(type_)[0]
        elif get_origin(type_) is tuple:
            row[info.name] = ["1:1"] if meta_of(info.type).min_length else []
        elif known:
            row[info.name] = next(iter(known))
        elif type_ is int:
            row[info.name] = meta_of(info.type).ge or 1
        elif get_origin(type_) is dict:
            row[info.name] = {}
        elif type_ is str:
            row[info.name] = str(row.get("id", name))
    return row


def all_to(draft: BookDraft, level: str) -> BookDraft:
    """A draft in which every part is done so: by the program, proposed, or only said."""
    parts = [e for page in PAGES for e in entries(draft, page) if e.is_part and e.there]
    said = None if level == LEVELS[0] else level
    return put_many(draft, {(*entry.steps, "by"): said for entry in parts})


def with_column(draft: BookDraft, chart: Steps, column: str) -> BookDraft:
    """A draft with one column more at the right of a chart; its cells repeat those before it."""
    old = list(found(draft.raw, (*chart, "columns"), []))
    rows = found(draft.raw, (*chart, "rows"), {})
    draft = put(draft, (*chart, "columns"), [*old, column])
    return put_many(
        draft, {(*chart, "rows", key): [*cells, cells[-1] if cells else ""]
                for key, cells in rows.items()}
    )  # fmt: skip
