"""Rules that a table and the campaign's desk both play: each of them one function."""

from __future__ import annotations

from datetime import date

REORGANISED = date(1944, 9, 20)
"""S5.1.1 The day from whose 0700 turn on the Germans fight better on the maps of this game."""
BLOWN, PLACED, WORKING, BROKEN = "blown", "bailey-placed", "bailey-working", "bailey-suppressed"
"""2.15.7 How a bridge stands in the words of a ledger."""
DOWN = frozenset({BLOWN, PLACED, BROKEN})
"""States of a bridge that cut the road over it."""


def reorganised_on(day: date) -> bool:
    """S5.1.1 Whether the Germans fight as from 20 September on; a day begins with its 0700."""
    return day >= REORGANISED


def keeps_cut(state: str, control: str) -> bool:
    """4.3.3 Whether a bridge keeps the road cut: until it is repaired *and* in Allied hands."""
    return state in DOWN or (state == WORKING and control != "allied")
