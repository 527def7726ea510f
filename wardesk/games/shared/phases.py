"""The phases of a turn: which step follows which, and the strip that a screen shows."""

from __future__ import annotations

from collections.abc import Sequence

from wardesk.model.look import PhaseLook

Phase = tuple[str, str, str]
"""Step, title, cite."""


def following(steps: Sequence[str], last: str) -> dict[str, str]:
    """For each of *steps* the one that comes after it; after the last of them, *last*."""
    return dict(zip(steps, [*steps[1:], last], strict=True))


def strip(phases: Sequence[Phase], now: str, *, over: bool = False) -> tuple[PhaseLook, ...]:
    """*phases* with those before *now* done; all are when the game is *over*, else ahead."""
    order = [step for step, _, _ in phases]
    at = order.index(now) if now in order else len(order) if over else -1
    return tuple(
        PhaseLook(step, title, cite, "done" if i < at else "now" if i == at else "ahead")
        for i, (step, title, cite) in enumerate(phases)
    )
