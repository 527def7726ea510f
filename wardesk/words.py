"""Words that every room says alike: numbers with their nouns."""

from __future__ import annotations


def count(number: int, one: str, many: str = "") -> str:
    """*number* with its noun: ``1 man``, ``2 men``. Without *many* the noun takes an s."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"
