"""A game as text and as JSON: its story with rule numbers, where it stands, how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wardesk.cli.output import show
from wardesk.words import cited, join, say, say_count

if TYPE_CHECKING:
    from wardesk.services.play.log import GameLogLine
    from wardesk.services.play.session import PlaySession

_TOLD = ("story", "ruling", "edit", "rewind")


def print_head(session: PlaySession) -> None:
    """Title, seed, players, and what of it was rebuilt."""
    from wardesk.games.shared.printed import laid_over  # as late as the game itself
    from wardesk.services.play.log import players_words

    info, header = session.info, session.header
    show(
        say(
            "{title} — {game}, seed {seed}; {players}; {mode}",
            title=info.title,
            game=info.game_title,
            seed=header.seed,
            players=players_words(
                session.players, {side.id: side.name for side in session.look().sides}
            ),
            mode=session.mode,
        )
    )
    for text in info.reconstruction:
        show(say("Reconstruction: {what}", what=text), 2)
    if n := len(laid_over(session.rules)):
        show(say_count("{n} cell of the charts is not as shipped.",
                       "{n} cells of the charts are not as shipped.", n=n), 2)  # fmt: skip


def print_story(session: PlaySession, after: int = -1) -> None:
    """The sentences of the game so far, those of events after *after* only."""
    for line in session.log_lines():
        if line.current and line.event > after and _is_told(line):
            show(_sentence(line), 2)


def print_standing(session: PlaySession) -> None:
    """How the game stands, and how it ended or what is asked."""
    state = session.state
    names = {side.id: side.name for side in session.look().sides}
    headline = session.look().headline
    if headline:
        show(headline)
    if state.result is not None:
        result = state.result
        ending = cited(result.text, result.cite)
        winner = names.get(result.winner, result.winner) or say("nobody")
        if result.level:
            winner = join("", (winner, " (", result.level, ")"))
        show(say("Result: {winner}: {ending}", winner=winner, ending=ending))
    elif state.ask is not None:
        asked = say("{prompt} [{cite!s}]", prompt=state.ask.prompt, cite=state.ask.cite)
        show(
            say(
                "Asked now: {who}: {question}",
                who=names.get(state.ask.who, state.ask.who),
                question=asked,
            )
        )
    rolls = sum(bool(e.asked and e.asked.who == "chance") for e in session.journal.line())
    show(
        say(
            "{decisions} decisions, {rolls} of them dice.",
            decisions=len(session.journal.line()) - 1,
            rolls=rolls,
        )
    )


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


def _is_told(line: GameLogLine) -> bool:
    return line.kind in _TOLD or line.overruled


def told_words(line: GameLogLine) -> str:
    """What came of it, and how."""
    return join("; ", (line.text, line.how)) if line.how else line.text


def _sentence(line: GameLogLine) -> str:
    text = cited(told_words(line), line.cite)
    if line.reason and line.author:
        return say(
            "{text} ({author}: {reason!s})", text=text, author=line.author, reason=line.reason
        )
    return say("{text} ({reason!s})", text=text, reason=line.reason) if line.reason else text
