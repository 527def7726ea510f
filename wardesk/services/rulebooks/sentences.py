"""What a part of a rulebook says, as a sentence that is printed in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from wardesk.games.written.faults import Steps
from wardesk.games.written.schema import Rulebook
from wardesk.services.rulebooks.draft import BookDraft, found
from wardesk.services.rulebooks.form import ABOUT, plain, text_of, type_at
from wardesk.services.rulebooks.names import BookNames, MapKinds
from wardesk.services.rulebooks.pages import LEVELS
from wardesk.services.rulebooks.words import CHOICES, NOTHING, field_words
from wardesk.words import Text, join, say

_SILENT = (
    *(key for key in ABOUT if key != "by"),
    "id",
    "field",
    "bar",
    "format",
    "phases",
    "words",
    "rows",
    "columns",
    "letter",
)


def sentence(draft: BookDraft, steps: Steps, ground: MapKinds | None = None) -> Text | str:
    """Everything that an entry says, in the order of its fields; else what holds without it."""
    kind = type_at(Rulebook, steps)
    values = found(draft.raw, steps)
    if not steps or kind is None or not isinstance(values, Mapping):
        return NOTHING.get(str(steps[0]), "") if steps else ""
    names = BookNames(draft, ground or MapKinds())
    said = cast("Mapping[str, Any]", values)
    parts = list(_parts(said, steps, names))
    title = said.get("title") or said.get("name") or said.get("level") or ""
    told = join("; ", parts) if parts else say("as usual")
    return join(": ", (title, told)) if title else told


def _parts(values: Mapping[str, Any], steps: Steps, names: BookNames) -> Iterator[Text | str]:
    for key, value in values.items():
        if key in _SILENT or value in (None, [], {}, "") or value in LEVELS:
            continue
        kind = type_at(Rulebook, (*steps, key))
        words = field_words(key)
        if isinstance(value, Mapping):
            inside = cast("Mapping[str, Any]", value)
            plain_figures = not any(isinstance(one, Mapping | list) for one in inside.values())
            if plain_figures:
                known = {k: _named(k, names) for k in inside}
                told = ", ".join(f"{known[k]} {inside[k]}" for k in inside)
                yield join(" ", (words, told))
            else:
                rows = list(_parts(inside, (*steps, key), names))
                yield join(" ", (words, join(", ", rows)))
        elif isinstance(value, bool):
            yield words if value else join(" ", (words, say("– no")))
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            continue  # its rows have sentences of their own
        elif isinstance(value, list):
            rows = cast("list[Any]", value)
            known = names.of(key) or {}
            told = "/".join(map(str, rows)) if key in ("times", "attack", "defence") else ", ".join(
                str(known.get(str(one), one)) for one in rows)  # fmt: skip
            yield join(" ", (words, told))
        else:
            known = names.of(key) or {}
            choice = CHOICES.get(str(value), "") if str(value) not in known else ""
            yield join(" ", (words, choice or known.get(str(value)) or text_of(value, plain(kind))))


def _named(key: str, names: BookNames) -> str:
    for kind in ("side", "class", "place", "value", "terrain"):
        if key in names.ids(kind):
            return names.ids(kind)[key]
    return key
