"""A report file about a rule that broke: what, where, on which state, by which version."""

from __future__ import annotations

import traceback
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from wardesk import paths
from wardesk.documents.games.gamelog import Header
from wardesk.engine.types import GameState
from wardesk.words import encode


def state_digest(state: GameState[Any, Any]) -> str:
    """SHA-256 of a state; the same on every machine."""
    return sha256(encode(state, "sorted")).hexdigest()


def write_report(
    error: BaseException, header: Header, state: GameState[Any, Any], now: datetime
) -> Path:
    """Write what we need to find the fault. OSError when the user folder cannot be written."""
    folder = paths.user_data() / "reports"
    folder.mkdir(parents=True, exist_ok=True)
    digest = state_digest(state)
    asked = state.ask.prompt if state.ask else "nothing"
    lines = [
        f"WarDesk {paths.VERSION}, {now.isoformat(timespec='seconds')}",
        f"Game {header.game}, scenario {header.scenario}, seed {header.seed}",
        f"Options {header.options}, rules {header.rules or '-'}, board {header.board or '-'}",
        f"After event {state.seq}, asked: {asked}",
        f"State {digest}",
        f"Procedures {[f'{type(f).__name__}.{f.step}' for f in state.stack]}",
        "",
        *traceback.format_exception(error),
    ]
    path = folder / f"{now:%Y%m%d-%H%M%S}-{header.game}-{state.seq}-{digest[:8]}.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path
