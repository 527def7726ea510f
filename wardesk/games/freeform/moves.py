"""Legal answers for players that are programs, and the player that always passes."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from wardesk.engine.rules import listed
from wardesk.engine.types import Answer, Choose, Decision, Path
from wardesk.games.freeform.ch01_table import END, PASS
from wardesk.games.freeform.doing import BACK
from wardesk.games.freeform.state import State

if TYPE_CHECKING:
    from wardesk.games.freeform.rules import FreeformRules

END_ODDS = 0.05
"""How often ending the game is among the answers on offer: a random game should see some play."""


def options(rules: FreeformRules, state: State, n: int, rng: Random) -> list[Answer]:
    """Legal answers: every button that is open, and up to *n* moves or picks."""
    ask = state.ask
    if ask is None:
        return []
    if ask.shape == "roll":
        return listed(ask, n, rng)
    if ask.kind != "now":
        return [a for a in listed(ask, n, rng) if not rules.check(state, a)]
    ending = rng.random() < END_ODDS
    open_ = [c.key for c in ask.choices if not c.refused and (ending or c.key != END)]
    found: list[Answer] = [Choose(key) for key in open_]
    return found + _moves(rules, state, ask, n, rng)


def _moves(rules: FreeformRules, state: State, ask: Decision, n: int, rng: Random) -> list[Answer]:
    if not ask.pieces:
        return []
    found: dict[tuple[str, str], Answer] = {}
    cells = tuple(rules.board.cells)
    for _ in range(n):
        piece, cell = rng.choice(ask.pieces), rng.choice(cells)
        answer = Path((piece,), (cell,))
        if not rules.check(state, answer):
            found[piece, cell] = answer
    return list(found.values())


def passing(state: State) -> Answer:
    """Pass, or go back; where neither can be, the first button. ValueError when nothing is asked.

    Nobody can know what a game without rules wants, so its scripted player keeps out of the way.
    """
    if state.ask is None:
        raise ValueError("nothing is asked")
    open_ = [c.key for c in state.ask.choices if not c.refused]
    for key in (PASS, BACK, *open_):
        if key in open_:
            return Choose(key)
    raise ValueError(f"no way out of {state.ask.kind}")
