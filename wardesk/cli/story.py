"""A game as text and as JSON: its story with rule numbers, where it stands, how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wardesk.services.play.log import LogLine
    from wardesk.services.play.session import PlaySession

_TOLD = ("story", "ruling", "edit", "rewind")


def print_head(session: PlaySession) -> None:
    """Title, seed, players, and what of it was rebuilt."""
    info, header = session.info, session.header
    players = ", ".join(f"{side} {kind}" for side, kind in session.players.items())
    print(f"{info.title} — {info.game_title}, seed {header.seed}; {players}; {session.mode}")
    for text in info.reconstruction:
        print(f"  Reconstruction: {text}")


def print_story(session: PlaySession, after: int = -1) -> None:
    """The sentences of the game so far, those of events after *after* only."""
    for line in session.log_lines():
        if line.current and line.event > after and _is_told(line):
            print("  " + _sentence(line))


def print_standing(session: PlaySession) -> None:
    """How the game stands, and how it ended or what is asked."""
    state = session.state
    headline = session.look().headline
    if headline:
        print(headline)
    if state.result is not None:
        result = state.result
        winner = result.winner or "nobody"
        level = f" ({result.level})" if result.level else ""
        cite = f" [{result.cite}]" if result.cite else ""
        print(f"Result: {winner}{level}: {result.text}{cite}")
    elif state.ask is not None:
        print(f"Asked now: {state.ask.who}: {state.ask.prompt} [{state.ask.cite}]")
    rolls = sum(bool(e.asked and e.asked.who == "chance") for e in session.journal.line())
    print(f"{len(session.journal.line()) - 1} decisions, {rolls} of them dice.")


def as_plain(session: PlaySession) -> dict[str, Any]:
    """The game for other programs."""
    state = session.state
    return {
        "scenario": session.header.scenario,
        "title": session.info.title,
        "game": session.header.game,
        "seed": session.header.seed,
        "mode": session.mode,
        "players": dict(session.players),
        "reconstruction": session.info.reconstruction,
        "head": session.journal.head,
        "events": len(session.journal.events),
        "headline": session.look().headline,
        "tracks": state.tracks,
        "ask": state.ask,
        "result": state.result,
        "notices": session.notices,
        "failed": session.failed,
    }


def _is_told(line: LogLine) -> bool:
    return line.kind in _TOLD or line.overruled


def _sentence(line: LogLine) -> str:
    cite = f" [{line.cite}]" if line.cite else ""
    reason = f" ({line.author + ': ' if line.author else ''}{line.reason})" if line.reason else ""
    return f"{line.text}{cite}{reason}"
