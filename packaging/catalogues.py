"""The gettext catalogues: messages found in sources and data, in step with their translations.

What is said is found where it is said: ``say`` and ``say_count``, the sentences of errors, those of
the templates of reports, and the names and titles in the tables of games, packs, maps and palettes.
"""

from __future__ import annotations

import ast
import csv
import gc
import io
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import cast

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
_PLACE = re.compile(r"\{(\w+)[^{}]*\}")
TERM = "term"
"""Comment of an entry that stands in no source: words that are put together, or that people use."""

DATA: Mapping[str, frozenset[str]] = {
    "wardesk/games/*/rulebook.toml": frozenset({"title", "summary"}),
    "wardesk/campaign/*/rulebook.toml": frozenset(
        {"title", "summary", "ruling", "reconstruction", "why_hand"}
    ),
    "wardesk/games/*/topics.toml": frozenset({"title", "summary"}),
    "wardesk/games/*/tables.toml": frozenset({"name"}),
    "wardesk/games/*/options.toml": frozenset({"title", "label"}),
    "wardesk/games/*/examples.toml": frozenset({"text"}),
    "wardesk/games/*/works.toml": frozenset({"name"}),
    "wardesk/games/*/look.toml": frozenset(
        {
            "cells",
            "columns",
            "corner",
            "letters",
            "name",
            "note",
            "printed",
            "say",
            "sentence",
            "text",
            "title",
            "words",
            "within",
        }
    ),
    "campaigns/*/campaign.toml": frozenset(
        {
            "title",
            "result",
            "reconstruction",
            "proposals",
            "question",
            "why",
            "options",
            "proposed",
            "decides",
            "note",
            "label",
        }
    ),
    "campaigns/*/forces.json": frozenset({"entry"}),
    "campaigns/*/forces.toml": frozenset({"name"}),
    "campaigns/*/counters.csv": frozenset({"name"}),
    "campaigns/*/cards.csv": frozenset({"name", "deck", "text"}),
    "campaigns/*/pack.toml": frozenset({"title", "reconstruction"}),
    "campaigns/*/scenarios/*.toml": frozenset(
        {
            "title",
            "blurb",
            "length",
            "reconstruction",
            "name",
            "say",
            "sentence",
            "why",
            "end",
            "aim",
            "plays",
            "task",
            "strength",
            "levels",
            "warnings",
            "changes",
        }
    ),
    "campaigns/*/maps/*/cells.json": frozenset({"name"}),
    "campaigns/*/maps/*/manifest.json": frozenset({"title"}),
    "campaigns/*/maps/*/palette.json": frozenset({"name", "title"}),
    "resources/palettes/*.toml": frozenset({"name", "title"}),
    "resources/templates/campaigns/*/campaign.toml": frozenset(
        {"name", "title", "why", "result", "label", "first", "second", "field", "battle"}
    ),
    "resources/templates/campaigns/*/units.csv": frozenset(
        {"name", "formation_name", "division_name"}
    ),
}
"""Which fields of which tables people read."""

PROPER = frozenset({"country"})
"""Maps with hundreds of hamlets, whose names are those of the ground in every language. Towns that
have a name of their own in one are told by other maps and texts."""

_OPEN: Mapping[str, type] = {"words": str, "sentence": list}
"""Fields that are tables of texts or of lists of them, by keys of their own."""
TEMPLATES = "resources/templates/*.html"

_NUMBERS = 1000
"""How many numbers are tried on the rule by which a language chooses the form of a word."""

Message = tuple[str, ...]
"""A sentence, or the two forms of one that counts; before one that is translated otherwise where
it stands there is the name of that place and `CONTEXT`, as gettext itself writes it."""
CONTEXT = "\x04"


@cache
def messages(root: Path = ROOT) -> frozenset[Message]:
    """Everything that sources and data of WarDesk say, in English."""
    with _nothing_collected():
        trees = [ast.parse(path.read_bytes()) for path in sorted(root.glob("wardesk/**/*.py"))]
        errors = error_names(trees)
        found = {one for tree in trees for one in said(tree, errors)}
    for path in sorted(root.glob(TEMPLATES)):
        found.update(forms for forms, _ in said_in_template(path.read_text("utf-8")))
    for pattern, fields in DATA.items():
        for path in sorted(root.glob(pattern)):
            if path.parent.name in PROPER and path.name == "cells.json":
                found.update((name,) for name in _bridges(path.with_name("features.geojson")))
                continue
            plain = _plain(path)
            found.update((one,) for one in named(plain, fields))
            found.update(counted(plain))
    return frozenset(one for one in found if any(map(str.isalpha, _PLACE.sub("", one[0]))))


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Look for no garbage meanwhile: millions of nodes stay, and finding that took three times."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def _plain(path: Path) -> object:
    """The values of a table, whatever it is written in."""
    text = path.read_text("utf-8")
    match path.suffix:
        case ".json":
            return json.loads(text)
        case ".csv":
            return list(csv.DictReader(io.StringIO(text)))
        case _:
            return tomllib.loads(text)


def said(tree: ast.Module, errors: frozenset[str] = frozenset()) -> Iterator[Message]:
    """The messages of one module. SystemExit for a template that is not written out."""
    window = any(
        isinstance(node, ast.ImportFrom)
        and node.module == "wardesk.words"
        and any(each.name == "tr" for each in node.names)
        for node in tree.body
    )
    for node in _nodes(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in ("say", "say_count"):
            forms = tuple(_constant(each) for each in node.args)
            if None in forms or len(forms) != 1 + (name == "say_count"):
                raise SystemExit(f"{ast.unparse(node)}: the sentence must be written out.")
            yield tuple(form for form in forms if form is not None)
        elif name == "need":  # it says its second argument where its first is false
            form = _constant(node.args[1])
            if form is None:
                raise SystemExit(f"{ast.unparse(node)}: the sentence must be written out.")
            yield (form,)
        elif name == "tr" and window:
            words = [_constant(each) for each in node.args]
            if None in words or not words:
                raise SystemExit(f"{ast.unparse(node)}: the sentence must be written out.")
            yield (CONTEXT.join(word for word in reversed(words) if word),)
        elif name in errors:
            yield from ((form,) for form in map(_constant, node.args[:2]) if form)


def said_in_template(source: str) -> Iterator[tuple[Message, frozenset[str]]]:
    """The messages of a template with the names of the values that they are given.

    SystemExit for a sentence that is not written out.
    """
    for call in Environment().parse(source).find_all(nodes.Call):
        name = call.node.name if isinstance(call.node, nodes.Name) else ""
        if name in ("tr", "tr_count"):
            forms = tuple(each.value for each in call.args if isinstance(each, nodes.Const))
            if len(forms) != len(call.args) or len(forms) != 1 + (name == "tr_count"):
                raise SystemExit(f"{name} in line {call.lineno}: the sentence must be written out.")
            yield tuple(map(str, forms)), frozenset(each.key for each in call.kwargs)


def misfits(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Each call of ``say`` whose values are not those that its sentence names, and which."""
    for node in _nodes(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        if node.func.id not in ("say", "say_count", "need"):
            continue
        said = node.args[1:] if node.func.id == "need" else node.args
        forms = [form for form in map(_constant, said) if form]
        wanted = frozenset().union(*map(places, forms))
        given = frozenset(each.arg for each in node.keywords if each.arg)
        if not any(each.arg is None for each in node.keywords) and given - {"n"} != wanted - {"n"}:
            yield ast.unparse(node), ", ".join(sorted(wanted ^ given))


def error_names(trees: Iterable[ast.Module]) -> frozenset[str]:
    """The errors whose first two arguments people read: `UserError` and all made from it."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }
    found = {"UserError"}
    while more := {name for name, of in bases.items() if of & found} - found:
        found |= more
    return frozenset(found)


def _bridges(path: Path) -> Iterator[str]:
    """The names of a map's bridges, which questions and log speak of."""
    for feature in json.loads(path.read_text("utf-8"))["features"]:
        told = feature["properties"]
        if told.get("kind") == "bridge" and "name" in told:
            yield told["name"]


def named(plain: object, fields: frozenset[str], name: str = "") -> Iterator[str]:
    """The texts that stand under *fields* anywhere in a table, lists of texts included.

    The keys of `_OPEN` fields have texts, whatever they are called.
    """
    if isinstance(plain, str):
        if name in fields:
            yield " ".join(plain.split())
    elif isinstance(plain, dict):
        for key, value in plain.items():
            if key != "given":  # names of places
                yield from named(
                    value, fields, name if isinstance(value, _OPEN.get(name, ())) else key
                )
    elif isinstance(plain, list):
        for value in plain:
            yield from named(value, fields, name)


def counted(plain: object) -> Iterator[Message]:
    """Both forms of what counts anywhere in a table: ``{ say = "{n} man", many = "{n} men" }``."""
    if isinstance(plain, dict):
        if "many" in plain:
            yield plain["say"], plain["many"]
        for value in plain.values():
            yield from counted(value)
    elif isinstance(plain, list):
        for value in plain:
            yield from counted(value)


def _nodes(tree: ast.AST) -> list[ast.AST]:
    """As `ast.walk`, in its order, without contexts and operators, in half the time."""
    found = [tree]
    for node in found:
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                found += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST) and name not in ("ctx", "op"):
                found.append(value)
    return found


def _constant(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


# ---- catalogues ---------------------------------------------------------------------------------


class Ours(Catalog):
    """A catalogue whose file depends on nothing but its entries: no times, no version of a tool."""

    mime_headers = property(
        lambda self: [
            ("Language", str(self.locale)),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", self.plural_forms),
        ]
    )


def catalogue(path: Path) -> Catalog:
    """A catalogue as it is on the disk; an empty one of the language if there is none."""
    language = path.parent.parent.name
    if not path.is_file():
        return Ours(language, fuzzy=False)
    with path.open("rb") as stream:
        return read_po(stream, locale=language)


def in_step(
    old: Catalog, wanted: Iterable[Message], terms: Mapping[str, Message] | None = None
) -> Catalog:
    """*old* with the entries that are *wanted*, its terms and *terms*, sorted, and no others."""
    new = Ours(old.locale, header_comment=f"# WarDesk, language {old.locale}.", fuzzy=False)
    entries: dict[str, tuple[Message, Message, tuple[str, ...]]] = {}
    for one in old:
        if one.id and TERM in one.auto_comments:
            entries[_key(one)] = (_forms(one.id), _forms(one.string), (TERM,))
    nothing = ("",) * old.num_plurals
    for key, forms in (terms or {}).items():
        entries.setdefault(key, (forms, ("",) if len(forms) == 1 else nothing, (TERM,)))
    for forms in sorted(set(wanted), key=len):  # of two with one singular the counted one stands
        first = forms[0]
        context, _, words = first.rpartition(CONTEXT)
        known = old.get(words, context or None)
        strings = _forms(known.string) if known is not None else ("",)
        if len(strings) != (1 if len(forms) == 1 else old.num_plurals):
            strings = strings[:1] if len(forms) == 1 else nothing
        entries[first] = (forms, strings, ())
    for key in sorted(entries):
        forms, strings, comments = entries[key]
        context, _, words = key.rpartition(CONTEXT)
        many = len(forms) > 1
        new.add(
            forms if many else words,
            strings if many else "".join(strings),
            auto_comments=comments,
            context=context or None,
        )
    return new


def terms(found: Catalog) -> dict[str, Message]:
    """The entries made by hand, by their key; what one language has as a term, all have."""
    return {_key(one): _forms(one.id) for one in found if one.id and TERM in one.auto_comments}


def lacking(found: Catalog) -> list[str]:
    """The messages that have no translation, or one with other places than the English."""
    lost: list[str] = []
    choose = c2py(found.plural_expr)
    meant = [choose(number) for number in range(_NUMBERS)]
    # the form for one number alone may spell it out; French takes the same one for none and one
    spelt = [meant.count(form) == 1 for form in range(found.num_plurals)]
    for one in found:
        forms, strings = _forms(one.id), _forms(one.string)
        if one.id and not (all(strings) and _fits(forms, strings, spelt)):
            lost.append(forms[0])
    return lost


def _fits(forms: Message, strings: Message, spelt: Sequence[bool]) -> bool:
    wanted = places(forms[-1])
    if len(strings) == 1:
        return places(strings[0]) == wanted
    return all(
        places(string) == wanted or (may and places(string) == wanted - {"n"})
        for string, may in zip(strings, spelt, strict=True)
    )


def _key(message: Entry) -> str:
    first = _forms(message.id)[0]
    return f"{message.context}{CONTEXT}{first}" if message.context else first


def places(template: str) -> frozenset[str]:
    """The names of the places in a sentence."""
    return frozenset(_PLACE.findall(template.rpartition(CONTEXT)[2]))


def _forms(message: object) -> Message:
    if isinstance(message, (tuple, list)):
        return tuple(map(str, cast("list[object]", message)))
    return (str(message or ""),)


def written(found: Catalog) -> bytes:
    """A catalogue as a ``.po`` file: one line per text, sorted, without places in the sources."""
    data = io.BytesIO()
    write_po(data, found, width=0, no_location=True)
    return data.getvalue()


def compiled(found: Catalog) -> bytes:
    """A catalogue as a ``.mo`` file; untranslated messages are left out."""
    data = io.BytesIO()
    write_mo(data, found)
    return data.getvalue()


def update(folder: Path = FOLDER) -> list[str]:
    """Bring every catalogue in step and compile it; the messages that want a translation."""
    missing: list[str] = []
    wanted = messages()
    found = {path: catalogue(path) for path in sorted(folder.glob("*/LC_MESSAGES/wardesk.po"))}
    entered = {key: forms for each in found.values() for key, forms in terms(each).items()}
    for path, old in found.items():
        new = in_step(old, wanted, entered)
        path.write_bytes(written(new))
        path.with_suffix(".mo").write_bytes(compiled(new))
        missing += lacking(new)
    return missing
