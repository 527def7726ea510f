"""Who sits at a machine that several people share, where something is hidden from one of them."""

from __future__ import annotations

from wardesk.services.play.session import PlaySession
from wardesk.ui.preferences import preferences


class Seats:
    """Says whose eyes count, and when the machine is to be handed over."""

    def __init__(self, session: PlaySession) -> None:
        self._session = session
        self.sitting = ""
        """The side that sits at the machine; nobody has yet while it is empty."""
        self._known: tuple[object, bool] = (None, False)

    @property
    def shared(self) -> bool:
        """Whether people of several sides sit at this machine, and must not see the same."""
        session = self._session
        people = tuple(side for side, kind in session.players.items() if kind == "human")
        if not preferences().now.cover_hidden or session.mode != "play" or len(people) < 2:
            return False
        key = (session.journal.head, people)
        if self._known[0] != key:
            state, view = session.state, session.rules.view
            hidden = state.ask is not None and any(view(state, side) != state for side in people)
            self._known = (key, hidden)
            new = not self.sitting and session.journal.head == next(iter(session.journal.events))
            if not hidden or new:
                # All is open, or nobody has looked at anything yet: whoever is asked sits here.
                self.sit()
        return self._known[1]

    def to_hand(self) -> str:
        """The side that is asked and does not sit here; empty where nothing is to be hidden."""
        ask = self._session.ask
        if ask is None or ask.who not in self._session.rules.sides or not self.shared:
            return ""
        if self._session.by_order:  # it answers in a moment; nobody need get up
            return ""
        return ask.who if ask.who != self.sitting else ""

    def sit(self) -> None:
        """Whoever is asked takes the seat."""
        ask = self._session.ask
        if ask is not None and ask.who in self._session.rules.sides:
            self.sitting = ask.who
