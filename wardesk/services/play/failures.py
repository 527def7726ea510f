"""A rule that broke: what a person reads, and a report of what, where and on which state."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from wardesk import paths
from wardesk.documents.games.gamelog import Header
from wardesk.engine.types import GameState
from wardesk.services.faults import fault_report
from wardesk.words import encode, say

ALTERED = say(
    "The rules would not ask here what this game asks, so nothing changed. "
    "Somebody altered the file, or it comes from other rules."
)


def failure_text(error: BaseException, report: Path | None) -> str:
    """What broke and where the report is, if there is one."""
    told = say("A rule failed and nothing changed: {error}.", error=error)
    return say("{told} A report is in {place!s}.", told=told, place=report) if report else told


def write_report(
    error: BaseException, header: Header, state: GameState[Any, Any], now: datetime
) -> Path | None:
    """Write what we need to find the fault; None when the user folder cannot be written."""
    digest = sha256(encode(state, "sorted")).hexdigest()
    asked = state.ask.prompt if state.ask else "nothing"
    lines = (
        f"Game {header.game}, scenario {header.scenario}, seed {header.seed}",
        f"Options {header.options}, rules {header.rules or '-'}, board {header.board or '-'}",
        f"After event {state.seq}, asked: {asked}",
        f"State {digest}",
        f"Procedures {[f'{type(f).__name__}.{f.step}' for f in state.stack]}",
    )
    try:
        folder = paths.user_data() / "reports"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{now:%Y%m%d-%H%M%S}-{header.game}-{state.seq}-{digest[:8]}.txt"
        path.write_text(fault_report(error, now, *lines), encoding="utf-8")
    except OSError:
        return None  # the failure itself is what the person must hear of, not this one
    return path
