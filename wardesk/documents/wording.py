"""Texts of games in another language: exact sentences and templates, read from a table per game.

Facts are stored in English, so a saved game depends on no language; whoever shows a text translates
it at the last moment. A table maps English to the other language. ``{}`` in a key stands for any
words, ``{*}`` for words that a person wrote and ``{n}`` for a figure; their translations are put
where ``{0}``, ``{1}`` … stand. What no line of the table fits is translated part by part, where it
is a list, and stays as it is otherwise.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct

from wardesk import words
from wardesk.paths import resources

ENGLISH = "en"
COMMON = "common"
"""The table of what kernel, sessions and reports say; it stands behind that of every game."""

_HOLE = re.compile(r"\{[n*]?\}")
_FIGURE = r"([+−-]?\d+(?:[.,]\d+)?)"
_PLACE = re.compile(r"\{(\d)\}")
_LETTER = re.compile(r"[a-zà-öø-ÿ]")
_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_JOINTS = ("; ", ", ", ": ", " → ", " · ")
_JOINT = 3
_MOST_KEPT = 20_000


class _Template(Struct, frozen=True):
    """One line of a table with holes. *literals* are the words between them."""

    pattern: re.Pattern[str]
    literals: tuple[str, ...]
    kept: tuple[bool, ...]
    """Of each hole whether its words stay as they are."""
    joint: bool
    """Little more than holes: it fits so much that it counts only where every part is known."""
    target: str


class Wording:
    """Everything a table knows. `text` is pure: what was translated once is only kept."""

    def __init__(self, language: str, table: Mapping[str, str], same: Sequence[str] = ()) -> None:
        """*table*: English to the other language; *same*: names that are alike in both."""
        self.language = language
        self._exact = {key: value for key, value in table.items() if not _HOLE.search(key)}
        self._same = frozenset(same)
        self._by_start: dict[str, list[_Template]] = {}
        self._kept: dict[str, tuple[str, tuple[str, ...]]] = {}
        holed = [(key, value) for key, value in table.items() if _HOLE.search(key)]
        # The line with the most words of its own fits best.
        for key, value in sorted(holed, key=lambda pair: -len(_HOLE.sub("", pair[0]))):
            template = _template(key, value)
            self._by_start.setdefault(template.literals[0][:2], []).append(template)

    def text(self, text: str) -> str:
        """*text* in the other language; itself where the table knows nothing of it."""
        if self.language == ENGLISH:
            return text
        if isinstance(text, words.Text) and text.values:
            return words.shown(text, self.language, self._known)
        return self._known(text, [])

    def missing(self, text: str) -> list[str]:
        """The parts of *text* that have words and no translation."""
        if isinstance(text, words.Text) and text.values:
            return words.missing(text, self.language, self._known)
        lost: list[str] = []
        self._known(text, lost)
        return lost

    def _known(self, text: str, lost: list[str]) -> str:
        """By the table of the game; by the catalogue what that does not know."""
        own: list[str] = []
        found = self._translated(str(text), own)
        if not own:
            return found
        known: list[str] = []
        whole = words.shown(text, self.language, lambda text, _: known.append(text) or found)
        lost.extend(own if known else ())
        return whole

    def _translated(self, text: str, lost: list[str] | None) -> str:
        # parts are kept, too: without that a text of many sentences takes ages
        found = self._kept.get(text)
        if found is None:
            missing: list[str] = []
            best = self._best(text, missing)
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            found = self._kept[text] = (best, tuple(missing))
        if lost is not None:
            lost.extend(found[1])
        return found[0]

    def _best(self, text: str, lost: list[str]) -> str:
        if (exact := self._exact.get(text)) is not None:
            return exact
        if found := words.shown(text, self.language, lambda *_: ""):
            return found
        if text in self._same:
            return text
        if not _LETTER.search(text):
            return _POINT.sub(",", text)
        best, least = text, [text]
        for found, without in self._readings(text):
            if len(without) < len(least) or best is text:
                best, least = found, without
            if not without:
                break
        lost.extend(least)
        return best

    def _readings(self, text: str) -> Iterator[tuple[str, list[str]]]:
        """Ways to translate *text*, each with the parts that it leaves as they are."""
        for template in self._fitting(text):
            if (match := template.pattern.fullmatch(text)) is not None:
                lost: list[str] = []
                parts = [
                    part if kept else self._translated(part, lost)
                    for part, kept in zip(match.groups(), template.kept, strict=True)
                ]
                if lost and template.joint:
                    continue
                target = template.target
                yield _PLACE.sub(lambda place, parts=parts: parts[int(place[1])], target), lost
        if text.endswith((".", "…")) and len(text) > 1:
            lost = []
            yield self._translated(text[:-1], lost) + text[-1], lost
        for joint in _JOINTS:
            if joint in text:
                lost = []
                yield joint.join(self._translated(part, lost) for part in text.split(joint)), lost

    def _fitting(self, text: str) -> Iterator[_Template]:
        for start in (text[:2], text[:1], ""):
            for template in self._by_start.get(start, ()):
                if all(literal in text for literal in template.literals):
                    yield template


PLAIN = Wording(ENGLISH, {})
"""Leaves everything in English."""


def _template(key: str, value: str) -> _Template:
    holes = _HOLE.findall(key)
    literals = tuple(_HOLE.split(key))
    pattern = re.escape(literals[0])
    for hole, literal in zip(holes, literals[1:], strict=True):
        pattern += (_FIGURE if hole == "{n}" else "(.+?)") + re.escape(literal)
    letters = sum(letter.isalpha() for literal in literals for letter in literal)
    return _Template(
        re.compile(pattern, re.DOTALL),
        literals,
        tuple(hole == "{*}" for hole in holes),
        joint=letters <= _JOINT and not literals[0] and not literals[-1],
        target=value,
    )


@cache
def wording(game: str, language: str) -> Wording:
    """How texts of *game* are said in *language*; `PLAIN` for English.

    A game without a table says only what is common to all games. An empty *game* is that alone.
    """
    if language == ENGLISH:
        return PLAIN
    found, same = read_words(COMMON, language)
    own, more = read_words(game, language) if game else ({}, ())
    return Wording(language, {**found, **own}, (*same, *more))


def read_words(game: str, language: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """The table of a game as it is written: words, and names that are alike; empty if none."""
    path = _file(game, language)
    if not path.is_file():
        return {}, ()
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    same: list[str] = raw.pop("same", [])
    table: dict[str, str] = {}
    for section in raw.values():
        table |= section
    return table, tuple(same)


def _file(game: str, language: str) -> Path:
    return resources() / "translations" / "games" / f"{game}.{language}.toml"
