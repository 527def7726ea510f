"""The kinds of event that every campaign knows: a module a subject, a class a kind.

A kind is known because its class stands in a module of this folder, or in `kinds.py` of an
operation's own package; no list names it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from wardesk.campaign.ledger.kind import Payload

HERE = Path(__file__).parent
CAMPAIGN = HERE.parents[1]


@cache
def all_kinds() -> dict[str, type[Payload]]:
    """Every kind of event by its name in the ledger (``unit.moved``)."""
    general = (f"ledger.kinds.{file.stem}" for file in sorted(HERE.glob("[a-z]*.py")))
    own = (f"{file.parent.name}.kinds" for file in sorted(CAMPAIGN.glob("*/kinds.py")))
    modules = (import_module(f"wardesk.campaign.{name}") for name in (*general, *own))
    return {tag_of(kind): kind for module in modules for kind in kinds_in(module)}


def kinds_in(module: ModuleType) -> Iterator[type[Payload]]:
    """The kinds that a module defines; a class that only helps others to be one has no dot."""
    for value in vars(module).values():
        kind = isinstance(value, type) and issubclass(value, Payload) and "." in tag_of(value)
        if kind and value.__module__ == module.__name__:
            yield value


def tag_of(kind: type[Payload]) -> str:
    """The name of a kind in the ledger."""
    return str(kind.__struct_config__.tag)
