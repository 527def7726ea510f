"""The register of rule questions: what is unclear, what was decided, by whom and why."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from wardesk.campaign.operation.forces import Id

Scope = Literal["once", "session", "campaign", "ruleset"]


class Evidence(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a ruling rests on: a quotation, a link, a photograph (named by its hash)."""

    kind: Literal["quote", "link", "photo", "file"]
    text: str
    sha256: str = ""
    source: str = ""


class Query(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An open question about the rules, with the answers there are and the one we propose."""

    id: Id
    cite: str
    question: str
    options: tuple[str, ...]
    proposed: str
    """One of the options, used until an umpire decides."""
    why: str
    affects: tuple[str, ...] = ()
    """Settings or entities of the campaign that hang on it."""
    source: Literal["text", "data"] = "text"
    """Whether the rule text is unclear, or what is known about the forces."""


class Ruling(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One decision of the umpire."""

    id: Id
    query: str
    decision: str
    scope: Scope
    author: str
    reason: str
    evidence: tuple[Evidence, ...] = ()
    supersedes: str | None = None
    affects: tuple[int, ...] = ()
    """Events that it touches."""
    seq: int = 0
    """The event that holds it."""


def precedents(
    query: Query, rulings: tuple[Ruling, ...], queries: tuple[Query, ...]
) -> list[Ruling]:
    """Earlier rulings worth a look: on the same question first, then under the same rule."""
    chapter = {q.id: q.cite for q in queries}
    same = [r for r in rulings if r.query == query.id]
    near = [r for r in rulings if r.query != query.id and chapter.get(r.query, "") == query.cite]
    return [*reversed(same), *reversed(near)]
