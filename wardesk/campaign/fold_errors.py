"""The refusal of an event that makes no sense where it stands."""

from __future__ import annotations

from wardesk.errors import UserError


class Broken(UserError):
    """An event that contradicts what the ledger says up to it."""


def need(fine: object, why: str) -> None:
    """`Broken` with *why* unless *fine*."""
    if not fine:
        raise Broken(f"{why[0].upper()}{why[1:]}.")
