"""Sight rules that ship with WarDesk, and how a rule is written down: only what is not usual."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec

from wardesk import paths
from wardesk.documents.files.json_parts import typed
from wardesk.errors import UserError
from wardesk.geometry.sight.policy import SightPolicy
from wardesk.words import say


def shipped_policies() -> dict[str, SightPolicy]:
    """The sight rules in ``resources/sight``, by id."""
    found: dict[str, SightPolicy] = {}
    for file in sorted((paths.resources() / "sight").glob("*.toml")):
        policy = typed(tomllib.loads(file.read_text("utf-8")), SightPolicy, file.name)
        found[policy.id] = policy
    return found


def shipped_policy(name: str) -> SightPolicy:
    """One shipped rule; UserError naming the others if there is none of this name."""
    known = shipped_policies()
    if name not in known:
        raise UserError(
            say("There is no sight rule “{name!s}”.", name=name),
            say("There are: {known!s}.", known=", ".join(known)),
        )
    return known[name]


def plain_policy(policy: SightPolicy) -> dict[str, Any]:
    """A rule as plain values; entries with their usual value are left out."""
    usual: dict[str, Any] = msgspec.to_builtins(SightPolicy(id=""))
    row: dict[str, Any] = msgspec.to_builtins(policy)
    return {name: value for name, value in row.items() if value != usual[name]}
