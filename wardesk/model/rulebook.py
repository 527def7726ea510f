"""A game's rulebook as a list: every rule of the source with its status, summary and rulings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from wardesk.words import join

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


class Rulebook(Struct, frozen=True, dict=True, kw_only=True):
    """All rules of one game in the source's order, those of our own last."""

    game: str
    title: str
    prefix: str
    source: str
    rules: tuple[Rule, ...]

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

    def summary(self, cite: str) -> str:
        """The one-line summary for a cite such as ``"EE 3.5"``; empty when unknown."""
        found = self.rule(cite)
        return join(": ", (found.title, found.summary)) if found else ""

    def rule(self, cite: str) -> Rule | None:
        """The rule of a cite such as ``"EE 3.5"``; None when unknown."""
        return self.by_id.get(cite.removeprefix(self.prefix).strip())


def read_rulebook(path: Path) -> Rulebook:
    """Read a shipped ``rulebook.toml``. ValueError when ids repeat: a shipped file is ours."""
    raw: dict[str, Any] = msgspec.toml.decode(path.read_bytes())
    head = raw.pop("rulebook")
    book = msgspec.convert({**head, "rules": raw.get("rule", [])}, Rulebook)
    if len(book.by_id) != len(book.rules):
        raise ValueError(f"{path.name} lists a rule twice")
    return book
