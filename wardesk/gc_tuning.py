"""How often Python looks for what nobody needs any more."""

from __future__ import annotations

import gc

YOUNG = 10_000
"""New things that may be there before the youngest are looked through; Python's own is 700."""


def settle() -> None:
    """Collect garbage less often: games and campaigns are made of many small values that stay.

    For the beginning of a program; looking through them took up to a sixth of its time.
    """
    gc.set_threshold(YOUNG, 10, 10)
