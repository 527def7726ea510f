"""Two homes that play one game by mail, for tests."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from wardesk.documents.games.letters import SignedLetter, read_letter
from wardesk.services.play import mail, post
from wardesk.services.play.session import PlaySession

BEST = "market-garden/the-best-laid-plans"
HANNUT = "hannut-stonne/hannut"


def fixed_chance(patch: pytest.MonkeyPatch) -> None:
    """Keys, ids and salts as a test expects them again: else each run were another game."""
    chance = Random(45)
    patch.setattr(post, "new_key", lambda: chance.randbytes(32))
    patch.setattr(mail.secrets, "token_hex", lambda n: chance.randbytes(n).hex())
    patch.setattr(mail.secrets, "randbits", chance.getrandbits)


class Home:
    """A folder of one person's data, and his session of the game."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder, self._patch = folder, patch
        self.session: PlaySession | None = None

    def enter(self) -> Home:
        self._patch.setenv("WARDESK_HOME", str(self.folder))
        return self

    @property
    def game(self) -> PlaySession:
        assert self.session is not None
        return self.session

    @property
    def log(self) -> Path:
        assert self.game.path is not None
        return self.game.path

    def take(self, letter: SignedLetter) -> None:
        self.enter().game.take(read_letter(letter.data))

    def play(self) -> None:
        """Answer by the script until the turn is done."""
        self.enter()
        while True:
            self.game.run()
            assert not self.game.failed
            if self.game.waiting != "person":
                return
            assert self.game.ask is not None
            self.game.answer(self.game.bot_answer(self.game.ask.who, "policy"))

    def send(self) -> SignedLetter:
        return self.enter().game.send()

    def reopen(self) -> PlaySession:
        self.enter()
        path = self.log
        self.game.close()
        self.session = PlaySession.open(path)
        return self.session


def begin(host: Home, guest: Home, scenario: str = BEST, side: str = "", **terms: object) -> None:
    """Invite, accept, and hand the answer back: the host may play."""
    side = side or mail.tables.load_table(scenario, {}).rules.sides[0]
    host.enter()
    host.session = mail.invite(scenario, side, **terms)  # type: ignore[arg-type]
    assert host.game.post is not None
    first = host.game.post.letters[0]
    guest.enter()
    guest.session = mail.take(read_letter(first.data))
    host.take(guest.send())


def turn(home: Home, other: Home) -> SignedLetter:
    """One turn of *home*, taken in by the *other*."""
    home.play()
    letter = home.send()
    other.take(letter)
    return letter


def line(session: PlaySession) -> list[tuple[object, ...]]:
    """What happened, without what each home numbers and signs for itself."""
    return [
        (e.asked, e.answer, e.effects, e.stack, e.ask, e.story, e.dice_by)
        for e in session.journal.line()
    ]
