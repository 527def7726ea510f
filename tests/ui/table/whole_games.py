"""Games of the shipped scenarios that the scripted players have played, for laws of the table."""

from __future__ import annotations

from functools import cache

from wardesk.services.play.session import PlaySession

MOST = 1200
"""Events of a game that are looked at."""


@cache
def played(name: str) -> PlaySession:
    """The first events of a game of both scripts."""
    session = PlaySession.new(name, seed=7, keep=False)
    for side in session.players:
        session.set_player(side, "policy")
    for _ in range(MOST):
        if not session.step():
            break
    return session
