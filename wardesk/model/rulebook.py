"""A game's rulebook as a list: every rule of the source with its status, summary and rulings.

Beside it stand topics: what a counter, a sign, a chit, a chart or a special action means.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from wardesk.words import join, readied

Status = Literal["enforced", "changed", "assisted", "hand"]
"""*enforced*: the printed sentence is played. *changed*: the program plays something else in its
place, and the ruling says what and why. *assisted*: the program reckons, people decide. *hand*:
people do it all."""


class Rule(Struct, frozen=True, kw_only=True):
    """One numbered rule, or an unnumbered paragraph or footnote under an id of ours."""

    id: str
    title: str
    summary: str
    """One line in our own words."""
    status: Status
    ours: bool = False
    """A reading or placing of our own under an id of ours, not a sentence of the source."""
    ruling: str = ""
    """What we decided where the source is unclear, with the reason."""
    reconstruction: str = ""
    """What had to be rebuilt, empty if nothing."""
    why_hand: str = ""
    """Why code does not enforce it (status ``hand``)."""
    shown: str = ""
    """A command that shows it, where none of its own actions or lines does."""
    played: str = ""
    """The rule of the game at the table that plays it, where its id is another one there."""


REACH = "reach.toml"
"""The file beside a rulebook that says where its rules happen."""
HOW = ("said", "done", "counted", "seen", "asked", "refused", "part")
"""How it was seen that a rule happened, the plainest first."""


class Reached(Struct, frozen=True, kw_only=True):
    """A game of a shipped scenario in which a rule happened; ``packaging/reach.py`` plays it."""

    rule: str
    how: str
    """One of `HOW`: in the log, as an answer, as a modifier, by a sign of the game's own, as a
    question, as a refusal, or in a part of it that has a number of its own."""
    scenario: str
    seed: int
    turn: str
    players: str = ""
    options: dict[str, str] = {}


class Topic(Struct, frozen=True, kw_only=True):
    """What something on the table means. Looks and choices name it by its *id*.

    A chart's has the id of its `ChartLook`.
    """

    id: str
    kind: Literal["counter", "sign", "chit", "chart", "action"]
    title: Annotated[str, Meta(max_length=60)]
    summary: Annotated[str, Meta(max_length=400)]
    """What it is and does, in one or two sentences of our own."""
    cites: tuple[str, ...] = ()
    """The rules behind it, ``"EE N22"``, the first one first."""


Entry = Rule | Topic


class Rulebook(Struct, frozen=True, dict=True, kw_only=True):
    """All rules of one game in the source's order, those of our own last, and its topics."""

    game: str
    title: str
    prefix: str
    source: str
    layer: bool = False
    """Whether it is that of a campaign between the tables."""
    rules: tuple[Rule, ...]
    topics: tuple[Topic, ...] = ()
    reached: dict[str, Reached] = {}
    """By id where a rule happens; what is not here happens in tests only."""

    @cached_property
    def by_id(self) -> Mapping[str, Rule]:
        """Rules by id."""
        return {rule.id: rule for rule in self.rules}

    def counts(self) -> dict[str, int]:
        """How many sentences of the source have each status, and how many rules are our own."""
        found = {
            status: sum(rule.status == status for rule in self.rules if not rule.ours)
            for status in get_args(Status)
        }
        return {**found, "ours": sum(rule.ours for rule in self.rules)}

    def happens(self, rule: Rule) -> bool | None:
        """Whether *rule* happens in a shipped game; None where that is not to be told of it.

        Of a layer between tables every section counts, of a game what it enforces.
        """
        told = rule.status == "enforced" or (self.layer and rule.status != "changed")
        return rule.id in self.reached if self.reached and told else None

    def happening(self) -> tuple[int, int]:
        """How many rules that is told of, and how many of these happen."""
        found = [told for rule in self.rules if (told := self.happens(rule)) is not None]
        return len(found), sum(found)

    def summary(self, cite: str) -> str:
        """The one-line summary for a cite such as ``"EE 3.5"``; empty when unknown."""
        found = self.rule(cite)
        return join(": ", (found.title, found.summary)) if found else ""

    def rule(self, cite: str) -> Rule | None:
        """The rule of a cite such as ``"EE 3.5"``; None when unknown."""
        return self.by_id.get(cite.removeprefix(self.prefix).strip())

    def cite(self, rule: Rule) -> str:
        """How *rule* is cited: ``"EE 3.5"``."""
        return f"{self.prefix} {rule.id}"

    def topic(self, name: str) -> Topic | None:
        """The topic with an id; None when unknown."""
        return next((topic for topic in self.topics if topic.id == name), None)

    def see_also(self, cite: str, most: int = 4) -> tuple[Rule, ...]:
        """Rules that *cite*'s own text names, those that name it, then its chapter's others."""
        rule = self.rule(cite)
        if rule is None:
            return ()
        names = self._named[rule.id]
        naming = [one for one in self.rules if rule.id in self._named[one.id]]
        chapter = [one for one in self.rules if _chapter(one.id) == _chapter(rule.id) != ""]
        found = [*(self.by_id[name] for name in names), *naming, *chapter]
        return tuple(dict.fromkeys(one for one in found if one.id != rule.id))[:most]

    @cached_property
    def _named(self) -> Mapping[str, tuple[str, ...]]:
        """By id the ids of the rules that a rule's text names."""
        mention = re.compile(rf"(?:{re.escape(self.prefix)} )?\b([A-Z]?\d[\w.-]*\w|[A-Z]\d+)\b")
        found: dict[str, tuple[str, ...]] = {}
        for rule in self.rules:
            said = mention.findall(f"{rule.summary} {rule.ruling}")
            known = (name for name in said if name in self.by_id and not name.isdecimal())
            found[rule.id] = tuple(dict.fromkeys(known))
        return found

    def search(self, words: str) -> tuple[Entry, ...]:
        """Rules and topics about *words*, the best first; empty for no words.

        As many of the words as possible must occur; a number counts most, then title, summary,
        and last how a rule is played here.
        """
        parts = [part for part in words.casefold().split() if part not in _SMALL_WORDS]
        ranked: list[tuple[int, int, int, Entry]] = []
        for order, entry in enumerate((*self.rules, *self.topics)):
            worth = [self._worth(entry, part) for part in parts]
            if any(worth):
                together = 20 if " ".join(parts) in entry.title.casefold() else 0
                ranked.append((-sum(map(bool, worth)), -sum(worth) - together, order, entry))
        ranked.sort(key=lambda row: row[:3])
        return tuple(entry for found, *_, entry in ranked if found == ranked[0][0])

    def _worth(self, entry: Entry, part: str) -> int:
        """How well *entry* answers to one word; 0: not at all."""
        number = part == entry.id.casefold() or part == f"{self.prefix} {entry.id}".casefold()
        if number and isinstance(entry, Rule):
            return 40
        title = entry.title.casefold()
        if re.search(rf"\b{re.escape(part)}\b", title):
            return 12
        if part in title:
            return 8
        if part in entry.summary.casefold():
            return 3
        more = f"{entry.ruling} {entry.reconstruction}" if isinstance(entry, Rule) else ""
        return 1 if part in more.casefold() else 0


_SMALL_WORDS = frozenset(
    ("a", "an", "the", "of", "on", "in", "to", "is", "i", "do", "how", "what", "may", "can",
     "der", "die", "das", "den", "ein", "eine", "wie", "ich", "auf", "zu")
)  # fmt: skip
"""Words that every question has and no rule is known by."""


def _chapter(name: str) -> str:
    """The chapter of a printed number, ``4`` of ``4.2``; empty for an id of ours."""
    head, dot, _ = name.partition(".")
    return head if dot and head.isdecimal() else ""


def read_rulebook(path: Path) -> Rulebook:
    """Read a shipped ``rulebook.toml``, and ``topics.toml`` and ``reach.toml`` beside it.

    ValueError when ids repeat: a shipped file is ours.
    """
    beside = [path.with_name(name) for name in ("topics.toml", REACH)]
    return _read(path.read_bytes(), *(one.read_bytes() if one.exists() else b"" for one in beside))


@lru_cache(maxsize=16)
def _read(rules: bytes, beside: bytes, reach: bytes) -> Rulebook:
    """The rulebook of these files; kept, since every table of a game asks for it anew."""
    raw: dict[str, Any] = msgspec.toml.decode(rules)
    topics: Any = msgspec.toml.decode(beside).get("topic", ())
    rows: list[dict[str, Any]] = msgspec.toml.decode(reach).get("reached", [])
    head = raw.pop("rulebook")
    parts = {"rules": raw.get("rule", []), "topics": topics,
             "reached": {row["rule"]: row for row in rows}}  # fmt: skip
    book = msgspec.convert({**head, **parts}, readied(Rulebook))
    if len(book.by_id) != len(book.rules):
        raise ValueError("rulebook.toml lists a rule twice")
    if len({topic.id for topic in book.topics}) != len(book.topics):
        raise ValueError("topics.toml lists a topic twice")
    return book
