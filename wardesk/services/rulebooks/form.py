"""Forms made from the structs of a rulebook: each field is asked by its type.

A field that a struct gets later has its place in the form by that alone. Fields of a struct inside
are asked beside the others, by dotted keys; lists of structs are entries of their own, and tables
of figures are grids.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, cast, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from wardesk.games.written.schema import Part
from wardesk.model.worksheet import Only, SheetChoice, SheetField, SheetGroup, Worksheet
from wardesk.services.rulebooks.draft import Steps, found
from wardesk.services.rulebooks.names import BookNames
from wardesk.services.rulebooks.words import CHOICES, HINTS, field_words
from wardesk.words import join, say

ABOUT = ("by", "cite", "note", "origin", "origins", "source")
"""What every part says of itself: asked last."""
_MOST = 999
_ONLY: Mapping[tuple[str, str], Only] = {
    ("Zone", "enter_cost"): Only("enter", ("cost",)),
    ("Zone", "leave_cost"): Only("leave", ("cost",)),
    ("Do", "cells"): Only("do", ("retreat", "advance")),
    ("Do", "way"): Only("do", ("retreat",)),
    ("Do", "instead"): Only("do", ("retreat",)),
    ("Do", "steps"): Only("do", ("lose", "points")),
    ("Do", "each"): Only("do", ("lose", "state", "check")),
    ("Do", "picks"): Only("do", ("lose", "eliminate", "match")),
    ("Do", "value"): Only("do", ("match", "points")),
    ("Do", "state"): Only("do", ("state",)),
    ("Do", "check"): Only("do", ("check",)),
    ("Modifier", "by"): Only("adds", ("column", "die")),
    ("Modifier", "times"): Only("adds", ("attack", "defence")),
    ("Combat", "defence"): Only("kind", ("odds", "difference")),
}
"""Fields that mean something only beside the value of another."""


class BookField(Struct, frozen=True):
    """One field of a form and how its text becomes a value."""

    steps: tuple[str, ...]
    """Where it stands in its entry."""
    sheet: SheetField
    type: Any
    usual: Any = NODEFAULT

    @property
    def key(self) -> str:
        """Its key in the form."""
        return self.sheet.key

    @property
    def between(self) -> str:
        """What stands between the words of a list."""
        return "+" if self.sheet.kind == "choices" else ","


class BookForm(Struct, frozen=True):
    """The form of one entry: a worksheet, and what each of its fields is."""

    sheet: Worksheet
    fields: Mapping[str, BookField]
    values: Mapping[str, str]
    """What stands in it."""


def plain(kind: Any) -> Any:  # noqa: ANN401 - a type
    """A type without what is annotated to it."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def meta_of(kind: Any) -> Meta:  # noqa: ANN401 - a type
    """The limits that are annotated to a type; none where there are none."""
    return get_args(kind)[1] if get_origin(kind) is Annotated else Meta()


def is_struct(kind: Any) -> bool:  # noqa: ANN401 - a type
    """Whether a type is a struct."""
    return isinstance(kind, type) and issubclass(kind, Struct)


def row_type(kind: Any) -> type[Struct] | None:  # noqa: ANN401 - a type
    """The struct that a list holds; None for anything else."""
    kind = plain(kind)
    inside = plain(get_args(kind)[0]) if get_origin(kind) is tuple else None
    return inside if is_struct(inside) else None


def type_at(kind: Any, steps: Steps) -> Any:  # noqa: ANN401 - a type
    """The type of what stands at *steps* below a type; None if nothing may."""
    for step in steps:
        kind = plain(kind)
        if is_struct(kind):
            kind = next((f.type for f in msgspec.structs.fields(kind) if f.name == step), None)
        elif get_origin(kind) is dict:
            kind = get_args(kind)[1]
        elif get_origin(kind) is tuple and isinstance(step, int):
            kind = get_args(kind)[0]
        else:
            return None
    return plain(kind)


def form_of(kind: type[Struct], values: Mapping[str, Any], names: BookNames) -> BookForm:
    """The form of an entry of a type, with what its *values* say."""
    fields = tuple(_fields(kind, (), names, values))
    groups: dict[tuple[str, ...], list[BookField]] = {}
    for field in fields:
        head = field.steps[:-1]
        about = issubclass(kind, Part) and len(head) == 0 and field.steps[0] in ABOUT
        groups.setdefault(("about",) if about else head, []).append(field)
    ordered = sorted(groups, key=lambda head: (head == ("about",), bool(head)))
    sheet = Worksheet(
        id=kind.__name__, title="", text="", start={},
        groups=tuple(
            SheetGroup(_heading(head), tuple(one.sheet for one in groups[head]))
            for head in ordered
        ),
    )  # fmt: skip
    told = {f.key: text_of(found(values, f.steps), f.type, f.between) for f in fields}
    return BookForm(sheet, {f.key: f for f in fields}, {k: v for k, v in told.items() if v})


def _heading(head: tuple[str, ...]) -> str:
    if head == ("about",):
        return say("About this part")
    return join(" · ", [field_words(step) for step in head])


def _fields(
    kind: type[Struct], above: tuple[str, ...], names: BookNames, values: Mapping[str, Any]
) -> Iterator[BookField]:
    for info in msgspec.structs.fields(kind):
        steps, type_ = (*above, info.name), plain(info.type)
        if info.name == "by" and issubclass(kind, Part):
            continue  # it has its own place over the form
        if is_struct(type_):
            if len(above) < 3:
                yield from _fields(type_, steps, names, values)
            continue
        if is_table(type_) or row_type(type_) is not None or _holds_rows(type_):
            continue
        if get_origin(type_) is Literal and len(get_args(type_)) == 1:
            continue  # nothing to choose
        usual = info.default
        if usual is NODEFAULT and info.default_factory is not NODEFAULT:
            usual = info.default_factory()
        now = found(values, steps)
        yield BookField(
            steps, _sheet_field(kind, info.name, steps, info.type, names, now, usual), type_, usual
        )


def is_table(kind: Any) -> bool:  # noqa: ANN401 - a type
    """Whether a type is a table of figures: a grid shows it."""
    kind = plain(kind)
    if get_origin(kind) is not dict:
        return False
    return get_origin(plain(get_args(kind)[1])) is dict or get_args(kind) == (str, tuple[str, ...])


def _holds_rows(kind: Any) -> bool:  # noqa: ANN401 - a type
    return get_origin(kind) is dict and row_type(get_args(kind)[1]) is not None


def _sheet_field(
    kind: type[Struct], name: str, steps: tuple[str, ...], type_: Any, names: BookNames,  # noqa: ANN401
    now: Any, usual: Any,  # noqa: ANN401 - plain values
) -> SheetField:  # fmt: skip
    bare, known = plain(type_), names.of(name)
    title, key = field_words(name), ".".join(steps)
    only = _ONLY.get((kind.__name__, name))
    if only is not None and len(steps) > 1:
        only = Only(".".join((*steps[:-1], only.key)), only.values)
    hint = HINTS.get(f"{kind.__name__}.{name}", "") or HINTS.get(name, "")
    said = "" if usual is NODEFAULT else text_of(usual, bare)

    def field(what: Any, choices: Sequence[tuple[str, str]] = (), **more: Any) -> SheetField:  # noqa: ANN401
        return SheetField(
            key=key, title=title, kind=what, usual=said, hint=hint, only=only,
            choices=tuple(SheetChoice(one, words) for one, words in choices), **more,
        )  # fmt: skip

    if get_origin(bare) is Literal:
        rows = [(str(one), CHOICES.get(str(one), str(one))) for one in get_args(bare)]
        return field("choice", [(k, w or say("nothing")) for k, w in rows])
    if bare is bool:
        return field("yes")
    if bare is int:
        meta = meta_of(type_)
        least = meta.ge if isinstance(meta.ge, int) else -_MOST
        most = meta.le if isinstance(meta.le, int) else _MOST
        return field("number", least=least, most=min(most, 9999))
    if bare is str and known is not None:
        strange = [now] if isinstance(now, str) and now and now not in known else []
        choices = [("", say("none")), *known.items(), *((s, f"{s} ?") for s in strange)]
        return field("choice", choices if usual == "" or not now else choices[1:])
    if get_origin(bare) is tuple and plain(get_args(bare)[0]) is str and known is not None:
        there = now if isinstance(now, list) else []
        strange = [str(s) for s in there if s not in known]  # pyright: ignore[reportUnknownVariableType]
        return field("choices", [*known.items(), *((s, f"{s} ?") for s in strange)])
    return field("text", [(k, w) for k, w in (known or {}).items()])


# ---- values as texts ----------------------------------------------------------------------------


def text_of(value: Any, kind: Any, between: str = ",") -> str:  # noqa: ANN401 - plain values, a type
    """A value as a form has it, *between* the words of a list; empty for none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        rows = cast("Mapping[str, Any]", value)
        inside = plain(get_args(kind)[1]) if get_origin(kind) is dict else None
        return ", ".join(f"{key} = {text_of(one, inside, '+')}" for key, one in rows.items())
    if isinstance(value, list | tuple):
        cells = [text_of(one, None) for one in cast("Sequence[Any]", value)]
        if _is_fraction(kind):
            return "/".join(cells)
        return ("+" if between == "+" else ", ").join(cells)
    return str(value)


def _is_fraction(kind: Any) -> bool:  # noqa: ANN401 - a type
    if get_origin(kind) is not tuple:
        return False
    inside = get_args(kind)
    return len(inside) == 2 and Ellipsis not in inside and all(plain(k) is int for k in inside)


def value_of(text: str, kind: Any, between: str = ",") -> Any:  # noqa: ANN401 - plain values
    """The value of a text in a form; None where nothing is said. What fits no type stays text.

    Commas, or what is *between*, part the words of a list.
    """
    text, kind = text.strip(), plain(kind)
    if not text:
        return None
    if kind is bool:
        return text == "yes"
    if _is_fraction(kind):
        parts = [part.strip() for part in text.split("/")]
        return [_whole(one) for one in (parts if len(parts) > 1 else [*parts, "1"])]
    if get_origin(kind) is tuple:
        signs = r"\+" if between == "+" else "[,;]"
        words = [word.strip() for word in re.split(signs, text) if word.strip()]
        return [one for word in words for one in _spread(word, get_args(kind)[0])]
    if get_origin(kind) is dict:
        pairs = [pair.partition("=") for pair in re.split(r"[,;]", text) if pair.strip()]
        inside = get_args(kind)[1]
        return {k.strip(): value_of(v, inside, "+") for k, _sign, v in pairs if v.strip()}
    if kind is str or get_origin(kind) is Literal:
        return text
    return _whole(text)  # a number, or a number or a name


def _spread(word: str, kind: Any) -> list[Any]:  # noqa: ANN401 - a type
    """One word of a list; ``3-5`` in a list of numbers is three of them."""
    if plain(kind) is not int:
        return [word]
    first, line, last = word.partition("-")
    if line and first.strip().isdecimal() and last.strip().isdecimal():
        return [*range(int(first), min(int(last), int(first) + 99) + 1)]
    return [_whole(word)]


def _whole(text: str) -> int | str:
    plain_text = text.replace("−", "-")
    return int(plain_text) if re.fullmatch(r"[+-]?\d{1,6}", plain_text) else text


def changes(form: BookForm, given: Mapping[str, str]) -> dict[tuple[str, ...], Any]:
    """What a person changed: value by its steps in the entry, None for what is as usual again."""
    made: dict[tuple[str, ...], Any] = {}
    for key, field in form.fields.items():
        new, old = given.get(key, ""), form.values.get(key, "")
        usual = field.sheet.usual
        if _read(field, new or usual) != _read(field, old or usual):
            silent = new in ("", usual) and not _must(field)
            made[field.steps] = None if silent else value_of(new, field.type, field.between)
    return made


def _read(field: BookField, text: str) -> object:
    return set(text.split("+")) if field.sheet.kind == "choices" else text


def _must(field: BookField) -> bool:
    return field.usual is NODEFAULT
