"""Sentences with named values: said once, kept as they were said, shown in any language.

Facts speak English, so that no file depends on a language. `say` makes a `Text`: an English
sentence that remembers its template and its values. Whoever shows it asks `shown` for the sentence
in the reader's language, which the gettext catalogues in ``resources/translations`` know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from operator import is_
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from wardesk.errors import UserError

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "de": "Deutsch", "fr": "Français"}
"""Every language in its own words; English is what stands in the sources."""
MADE_BY_MACHINE = frozenset({"de", "fr"})
"""Languages whose texts no person has read yet. Whoever has read one takes it out here."""
_COMMA_LANGUAGES = frozenset({"de", "fr"})
"""Those that write 1,5 and not 1.5."""
_SPACED_LANGUAGES = frozenset({"fr"})
"""Those that put a space before a colon and a semicolon."""
DOMAIN = "wardesk"

Said = str | int | float | tuple[Any, ...]
"""What stands in a sentence: a `Text`, another text, a number, or a tuple of these as a list."""

_PLACE = re.compile(r"\{(\w+)(!r|!s|!c)?(?::(\+?(?:\.\d)?[df%]))?\}")
_LETTER = re.compile(r"[^\W\d_¼½¾⅓⅔]")
_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_STOP = re.compile(r"(?<!\s)([:;]) ")
_HEX = re.compile(r"\d{2,}\.\d{2,}")
"""The number of a hex on maps whose hexes are numbered like 46.153: a name, and no decimal."""
_DEEPEST = 12
"""Sentences in sentences; what lies deeper stays as its English."""
_LONGEST = 100_000
"""Letters that the values of one sentence may have; a stranger's file may ask for billions."""


class Text(str):
    """An English sentence that remembers what it was made of. Equal to any such `str`.

    Whatever is built from it by string operations is a plain `str` again, which no catalogue
    knows: put a text into another one with `say` or `join`.
    """

    __slots__ = ("many", "template", "values")

    template: str
    """The sentence with its places, ``"{unit} attacked {place}"``."""
    many: str
    """The template where ``values["n"]`` is not one; empty for a sentence that has no two forms."""
    values: Mapping[str, Said]

    def __new__(cls, template: str, values: Mapping[str, Said], many: str = "") -> Text:
        """The English sentence of a template. Places without a value stand as they are."""
        form = many if many and values.get("n") != 1 else template
        made = super().__new__(cls, _filled(form, values) if values else form)
        made.template, made.values, made.many = template, values, many
        return made

    def having(self, **values: Said) -> Text:
        """The same sentence with other values."""
        return Text(self.template, {**self.values, **values}, self.many)

    def __reduce__(self) -> tuple[Any, ...]:
        """So that copies and other processes keep it whole."""
        return Text, (self.template, self.values, self.many)


if TYPE_CHECKING:
    Spoken = str
else:

    class _AnyText(type):
        """msgspec takes what is an instance of a field's type; every text is one of `Spoken`."""

        def __instancecheck__(cls, value: object) -> bool:
            return isinstance(value, str)

    class Spoken(metaclass=_AnyText):
        """The type of a `msgspec.Struct`'s field that people read: a `Text` or another `str`."""


def say(template: str, /, **values: object) -> Text:
    """A sentence with named values: ``say("{unit} attacked {place}", unit=…, place=…)``.

    Names of pieces and places are looked up when it is shown. ``{name!s}`` stands as it is written
    and ``{name!r}`` in quotes, in every language; ``{what!c}`` begins with a capital letter, and
    ``{share:.1f}`` and the like format a number.
    """
    if not values:
        return _without_values(template)
    key = (template, *values, *map(id, values.values()))
    return _made.get(key) or _make(key, template, values)


@lru_cache(4096)
def _without_values(template: str) -> Text:
    return Text(template, {})


def say_count(one: str, many: str, /, *, n: int, **values: object) -> Text:
    """A sentence whose words depend on a number: ``say_count("{n} man", "{n} men", n=…)``."""
    key = ((one, many), id(n), *values, *map(id, values.values()))
    return _made.get(key) or _make(key, one, {"n": n, **values}, many)


_made: dict[tuple[object, ...], Text] = {}
"""Sentences that were said before, by template and the very values: programs that imagine many
games say the same all over. Each keeps its values, so no id comes twice."""
_MOST_MADE, _SHORT = 8192, 200


def _make(
    key: tuple[object, ...], template: str, values: Mapping[str, object], many: str = ""
) -> Text:
    kept = {name: _value(value) for name, value in values.items()}
    made = Text(template, kept, many)
    # What another value stands in for, as a tuple does for a list, may be gone or changed tomorrow.
    if 0 < len(made) < _SHORT and all(map(is_, values.values(), kept.values())):
        if len(_made) >= _MOST_MADE:
            _made.clear()
        _made[key] = made
    return made


def join(joint: str, parts: Sequence[object]) -> Text:
    """*parts* one after another with *joint* between them, each shown in its own right.

    The joint has no words in it: ``join(", ", names)``, ``join(": ", (title, summary))``.
    """
    values = {f"p{number}": _value(part) for number, part in enumerate(parts)}
    return Text(joint.join(f"{{{name}}}" for name in values), values)


def cited(text: str, cite: str) -> str:
    """A sentence with the number of its rule behind it, if there is one."""
    return say("{text} [{cite!s}]", text=text, cite=cite) if cite else text


def count(number: int, one: str, many: str = "") -> str:
    """*number* with its noun: ``1 man``, ``2 men``. Without *many* the noun takes an s."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


# ---- showing ------------------------------------------------------------------------------------

_in_force = [ENGLISH]


def use_language(code: str) -> str:
    """Put a language in force for what is shown from here on; English where we know none such."""
    _in_force[0] = code if code in LANGUAGES else ENGLISH
    return _in_force[0]


def language_in_force() -> str:
    """The code of the language that `use_language` chose; English if nothing did."""
    return _in_force[0]


def shown(text: str, language: str = "") -> str:
    """*text* as a sentence of a language, that in force if none is given.

    A plain text is looked up whole. What the catalogue does not know stays in English.
    """
    language = language or _in_force[0]
    if language == ENGLISH:
        return str(text)
    return _Showing(language).text(text)


def tr(words: str, context: str = "") -> str:
    """Words of the window, written out, in the language in force. Places stand as they are.

    *context* names where they stand, for words that another language says differently elsewhere.
    """
    if _in_force[0] == ENGLISH:
        return words
    known = _catalogue(_in_force[0])(f"{context}\x04{words}" if context else words)
    return words if known is None else known


def missing(text: str, language: str) -> list[str]:
    """The parts of *text* that have words and that `shown` would leave in English."""
    showing = _Showing(language)
    showing.text(text)
    return showing.lost


class _Showing:
    """One text on its way into a language other than English."""

    def __init__(self, language: str) -> None:
        self.lost: list[str] = []
        self._left = _LONGEST
        self._language = language
        self._catalogue = _catalogue(language)

    def text(self, text: str, depth: int = 0) -> str:
        if isinstance(text, Text) and text.values:
            return str(text) if depth > _DEEPEST else self._sentence(text, depth)
        return self._looked_up(text)

    def _sentence(self, text: Text, depth: int) -> str:
        form = text.template
        if not _LETTER.search(_PLACE.sub("", form)):
            spaced = self._language in _SPACED_LANGUAGES
            joint = _STOP.sub("\u00a0\\1 ", form) if spaced else form
            return self._with_values(form, joint, text.values, depth)
        number = text.values.get("n")
        target = None
        if text.many and isinstance(number, int):
            target = self._catalogue(form, text.many, number)
        return self._with_values(form, target or self._looked_up(form), text.values, depth)

    def _with_values(self, source: str, target: str, values: Mapping[str, Said], depth: int) -> str:
        literal = _as_written(source)

        def put(match: re.Match[str]) -> str:
            name, way, form = match.groups()
            if name not in values:
                return match[0]
            if self._left <= 0:
                return "…"
            if name in literal or way in ("!r", "!s"):
                put = _english(values[name], way or "", "")
            else:
                put = self._value(values[name], form or "", depth)
                put = _capital(put) if way == "!c" else put
            self._left -= len(put) + 1
            return put

        return _PLACE.sub(put, target)

    def _value(self, value: Said, form: str, depth: int) -> str:
        if isinstance(value, str):
            return self.text(value, depth + 1)
        if isinstance(value, tuple):
            if depth > _DEEPEST:
                return _english(value, "", "")
            parts = [self._value(part, form, depth + 1) for part in value]
            return _listed(parts, self._looked_up(_AND) if len(parts) > 1 else "")
        plain = _english(value, "", form)
        return _POINT.sub(",", plain) if self._language in _COMMA_LANGUAGES else plain

    def _looked_up(self, text: str) -> str:
        found = self._catalogue(text)
        if found is not None:
            return found
        if not _LETTER.search(text):
            figure = self._language in _COMMA_LANGUAGES and not _HEX.fullmatch(text)
            return _POINT.sub(",", text) if figure else str(text)
        self.lost.append(str(text))
        return str(text)


_AND = "{some} and {last}"


@cache
def _catalogue(language: str) -> Callable[..., str | None]:
    """The translation of a sentence, or of *one* and *many* for a number; None if unknown."""
    import gettext

    unknown = gettext.NullTranslations()  # gettext itself gives back what it does not know
    unknown.gettext = unknown.ngettext = lambda *_: None  # pyright: ignore
    found = gettext.translation(DOMAIN, str(folder()), [language], fallback=True)
    found.add_fallback(unknown)
    known = isinstance(found, gettext.GNUTranslations)

    def look_up(one: str, many: str = "", number: int = 1) -> str | None:
        if not known or not one:  # the header stands under nothing at all
            return None
        return found.ngettext(one, many, number) if many else found.gettext(one)

    return look_up


def folder() -> Path:
    """Where the catalogues are: ``<language>/LC_MESSAGES/wardesk.mo``."""
    from wardesk.paths import resources

    return resources() / "translations"


# ---- English ------------------------------------------------------------------------------------


def _value(value: object, depth: int = 0) -> Said:
    """*value* as a sentence keeps it: texts and numbers as they are, all else as a text."""
    kind = type(value)
    if kind is Text or kind is str or kind is int or kind is float:
        return value  # pyright: ignore[reportReturnType] - told by its type
    if isinstance(value, UserError):
        return join(" ", (value.message, value.advice)) if value.advice else value.message
    if isinstance(value, Exception) and len(value.args) == 1 and type(value.args[0]) is Text:
        return value.args[0]
    if isinstance(value, (list, tuple)) and depth < _DEEPEST:
        parts = cast("Sequence[object]", value)
        return tuple([_value(part, depth + 1) for part in parts])
    return _plain(value)


def _plain(value: object) -> str:
    try:
        return str(value)
    except Exception:  # noqa: BLE001 - a huge number, or whatever a stranger's object does
        return f"<{type(value).__name__}>"


@lru_cache(4096)
def _parts(template: str) -> tuple[tuple[str, str, str, str], ...]:
    """Literal words and the place after them, as (words, name, way, form); the last has no name."""
    found: list[tuple[str, str, str, str]] = []
    at = 0
    for match in _PLACE.finditer(template):
        found.append((template[at : match.start()], match[1], match[2] or "", match[3] or ""))
        at = match.end()
    return (*found, (template[at:], "", "", ""))


@lru_cache(4096)
def _as_written(template: str) -> frozenset[str]:
    """The names of the places whose values no language changes."""
    return frozenset(name for _, name, way, _ in _parts(template) if way in ("!r", "!s"))


def _filled(template: str, values: Mapping[str, Said]) -> str:
    made: list[str] = []
    length = 0
    for words, name, way, form in _parts(template):
        made.append(words)
        if not name:
            continue
        value = values.get(name)
        if value is None:
            made.append(f"{{{name}{way}{':' if form else ''}{form}}}")
        elif isinstance(value, str) and not way:
            made.append(value)
        else:
            made.append(_english(value, way, form))
        length += len(made[-1])
        if length > _LONGEST:
            break
    return "".join(made)


def _english(value: Said, way: str, form: str) -> str:
    if way == "!c":
        return _capital(_english(value, "", form))
    if way == "!r":
        return repr(str(value) if isinstance(value, str) else value)
    if isinstance(value, tuple):
        return _listed([_english(part, "", form) for part in value], _AND)
    if form and not isinstance(value, str):
        try:
            return format(value, form)
        except (ValueError, OverflowError):
            return _plain(value)
    return _plain(value)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _listed(parts: list[str], last: str) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    some = ", ".join(parts[:-1])
    return last.replace("{last}", parts[-1]).replace("{some}", some, 1)


# ---- files --------------------------------------------------------------------------------------


def as_record(value: object) -> object:
    """How msgspec writes a `Text` into files (its ``enc_hook``); `from_record` reads it again.

    One without values is a plain string, as in files from before.
    """
    if not isinstance(value, Text):
        raise TypeError(f"Encoding objects of type {type(value).__name__} is unsupported")
    return _recorded(value, 0)


def from_record(kind: type, value: object) -> object:
    """How msgspec reads a `Spoken` field (its ``dec_hook``). ValueError if it is no text."""
    if kind is not Spoken:
        raise TypeError(f"Decoding objects of type {kind.__name__} is unsupported")
    return _read(value, 0)


def encode(value: object, order: Literal["deterministic", "sorted"] | None = None) -> bytes:
    """*value* as JSON with its texts as they were said; `decode` reads it again."""
    import msgspec  # not needed to print a line of help

    return msgspec.json.encode(value, enc_hook=as_record, order=order)


def encode_lines(values: Sequence[object]) -> bytes:
    """Each of *values* as `encode` writes it, in fixed order, with a line break after it."""
    import msgspec

    return msgspec.json.Encoder(enc_hook=as_record, order="deterministic").encode_lines(values)


def decode(data: bytes | str, kind: Any) -> Any:  # noqa: ANN401 - a type, and a value of it
    """A value of type *kind* from JSON. msgspec.MsgspecError if it is none."""
    import msgspec

    return msgspec.json.decode(data, type=readied(kind), dec_hook=from_record)


_K = TypeVar("_K")
_READIED: set[Any] = set()
_READYING = RLock()


def readied(kind: _K) -> _K:
    """The type *kind*, which may now be read in any thread.

    msgspec learns a type when it first reads one; a second thread that comes to it meanwhile takes
    the half-learnt type, and the program dies without a word.
    """
    if kind not in _READIED:
        import msgspec

        with _READYING:
            msgspec.json.Decoder(kind, dec_hook=from_record)
            _READIED.add(kind)
    return kind


def as_english(value: object) -> str:
    """How msgspec writes a `Text` for other programs (its ``enc_hook``): the sentence alone."""
    if not isinstance(value, Text):
        raise TypeError(f"Encoding objects of type {type(value).__name__} is unsupported")
    return str(value)


def _recorded(value: Said, depth: int) -> object:
    if isinstance(value, tuple):
        return [_recorded(part, depth + 1) for part in value] if depth < _DEEPEST else str(value)
    if not isinstance(value, Text):
        return value
    if not value.values or depth >= _DEEPEST:
        return str(value)
    record: dict[str, object] = {"say": value.template}
    if value.many:
        record["many"] = value.many
    values = {name: _recorded(part, depth + 1) for name, part in value.values.items()}
    return {**record, "with": values}


def _read(value: object, depth: int) -> str:
    if isinstance(value, str):
        return value
    record = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    match record:
        case {"say": str(template), "with": dict(values)} if depth <= _DEEPEST:
            many = record.get("many", "")
            found = cast("dict[str, object]", values)
            if isinstance(many, str):
                parts = {name: _read_value(part, depth + 1) for name, part in found.items()}
                return Text(template, parts, many)
        case _:
            pass
    raise ValueError("it is no text")


def _read_value(value: object, depth: int) -> Said:
    if isinstance(value, dict):
        return _read(value, depth)
    if isinstance(value, list) and depth <= _DEEPEST:
        return tuple(_read_value(part, depth + 1) for part in value)
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        return value
    raise ValueError("it is no text")
