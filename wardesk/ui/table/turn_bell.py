"""A sound when the game comes back to a person: the system's own beep, if the settings say so."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from wardesk.services.play.session import Change, PlaySession
from wardesk.ui.preferences import preferences


class TurnBell:
    """Follows a session; rings when a person is asked after somebody else was.

    Dice of one's own attack do not ring, nor does going back and forth in the game.
    """

    def __init__(self, session: PlaySession, ring: Callable[[], None] = QApplication.beep) -> None:
        self._session, self._ring = session, ring
        self._turn = self._asked("")

    def _asked(self, before: str) -> str:
        """Whose turn it is: a side, or ``bot``; dice and rulings belong to the turn before."""
        ask, waiting = self._session.ask, self._session.waiting
        if ask is None or waiting not in ("person", "bot"):
            return before
        return ask.who if waiting == "person" else "bot"

    def follow(self, change: Change) -> None:
        """The session has changed."""
        before, self._turn = self._turn, self._asked(self._turn)
        mine = self._turn not in ("bot", before)
        if change.kind == "event" and mine and preferences().now.turn_sound:
            self._ring()
