"""What a game by mail knows of its letters: whose turn it is, its dice, what is sent already."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import Struct

from wardesk import paths
from wardesk.documents.files.atomic import sync_folder
from wardesk.documents.games.gamelog import PostedLetter
from wardesk.documents.games.letters import (
    Deed,
    HomeSecret,
    Letter,
    MailTerms,
    SignedLetter,
    Thrown,
    as_answer,
    as_deed,
    commitment,
    dice_key,
    is_bound,
    new_key,
    public_key,
    read_letter,
    signed,
    throw,
)
from wardesk.engine.chain import GENESIS
from wardesk.engine.journal import Journal
from wardesk.engine.kernel import Illegal
from wardesk.engine.types import CHANCE, Choose, Decision, Event, GameState, Roll, replace
from wardesk.errors import DamagedFile, UserError
from wardesk.model.standing import TableOrder
from wardesk.services.play.autopilot import Autopilot
from wardesk.services.play.settings import PlaySettings
from wardesk.words import encode, say

KEY_FILE = "mail.key"
KEEP = say("Keep this game as it is, and ask the other person what was sent.")


class BadTurn(UserError):
    """A letter from the right home that the game or its dice contradict."""

    def __init__(self, why: str, advice: str = KEEP) -> None:
        super().__init__(say("This letter was not taken in. {why}", why=why), advice)


def home_key(*, make: bool = False) -> bytes | None:
    """The private key of this home; with *make* it is made on first use. UserError."""
    path = paths.user_data() / KEY_FILE
    try:
        key = bytes.fromhex(path.read_text("ascii").strip())
        if len(key) == 32:
            return key
    except FileNotFoundError:
        return _made_key(path) if make else None
    except (OSError, ValueError):
        pass
    raise DamagedFile(
        say("The key of your games by mail, {path!s}, cannot be read.", path=path),
        "Put a copy of it back. Without it the games by mail that you began cannot go on.",
    )


def _made_key(path: Path) -> bytes | None:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return home_key()
    except OSError as error:
        raise UserError(
            say("{path!s} cannot be written: {why}.", path=path, why=error.strerror or error)
        ) from error
    key = new_key()
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(key.hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
        sync_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            path.unlink()
        raise UserError(
            say("{path!s} cannot be written: {why}.", path=path, why=error.strerror or error)
        ) from error
    return key


class TurnByMail(Struct, frozen=True, kw_only=True):
    """What one letter tells: the answers from one event on, by one home, with dice of its own."""

    side: str
    """Whose home plays it."""
    start: int
    """The event that it begins after."""
    key: bytes | None
    """What its dice follow from; None before both homes are bound."""
    each: bool
    """Whether dice fall only before its side has chosen anything."""

    def throw(self, journal: Journal[Any, Any], asked: Decision) -> Roll | None:
        """The dice that fall now; None where they fall at the other home."""
        if self.key is None:
            return None
        done = list(since(journal, self.start))
        if self.each and any(self._chosen(event) for event in done):
            return None
        return throw(self.key, sum(_is_throw(event) for event in done), asked)

    def _chosen(self, event: Event[Any, Any]) -> bool:
        asked = event.asked
        return asked is not None and asked.who == self.side and event.answer != Choose(asked.idle)


def since(journal: Journal[Any, Any], start: int) -> Iterator[Event[Any, Any]]:
    """The events of the line after *start*, the last first."""
    at = journal.head
    while at != start and at in journal.events:
        yield journal.events[at]
        at = journal.events[at].parent


def _is_throw(event: Event[Any, Any]) -> bool:
    return event.asked is not None and event.asked.who == CHANCE


def standing(state: GameState[Any, Any]) -> str:
    """A digest of the table, the same in both homes: events are numbered by each for itself."""
    return sha256(encode(replace(state, seq=0), "sorted")).hexdigest()


class Post:
    """The letters of one game, and what follows from them."""

    def __init__(
        self,
        posted: Sequence[PostedLetter],
        sides: Sequence[str],
        journal: Journal[Any, Any],
        key: bytes | None,
        salt: int,
    ) -> None:
        """*key*: that of this home. *salt*: what its log drew (`letters.HomeSecret`).

        DamagedFile when the letters are not those of one game.
        """
        self._key, self._sides, self.journal = key, tuple(sides), journal
        self._salt = salt
        self.letters: list[SignedLetter] = []
        self.me = -1
        """0 for the home that began the game, 1 for its guest, -1 for anybody else."""
        self.came_after: int | None = None
        """The event before what the last letter told, where it came in this sitting."""
        for record in posted:
            self._keep(read_letter(record.data))
        if not self.letters:
            raise DamagedFile("This game by mail broke off while it was begun; begin it again.")
        self._find_me()
        self.start, self.unread = self._place(posted[-1])

    # ---- who and where --------------------------------------------------------------------------

    @property
    def terms(self) -> MailTerms:
        """What is played."""
        terms = self.letters[0].letter.terms
        assert terms is not None  # `_keep` takes no other first letter
        return terms

    @property
    def game(self) -> str:
        """The id of the game, the same in both homes."""
        return self.letters[0].letter.game

    @property
    def number(self) -> int:
        """Of the next letter."""
        return len(self.letters)

    @property
    def is_mine(self) -> bool:
        """Whether the next letter is written here."""
        return self.number % 2 == self.me

    @property
    def may_play(self) -> bool:
        """Whether anything may be answered here now; the first two letters only agree on it."""
        return self.is_mine and self.number >= 2

    @property
    def side(self) -> str:
        """Whom this home plays; empty if it is neither."""
        return self.side_of(self.me) if self.me >= 0 else ""

    def side_of(self, home: int) -> str:
        """Whom home 0 or 1 plays."""
        first = self.terms.side
        return first if home == 0 else next(side for side in self._sides if side != first)

    def segment(self, number: int, opening: str | None, start: int) -> TurnByMail:
        """What letter *number* tells, from event *start* on, once its *opening* is known."""
        key = None
        if number >= 2 and opening is not None:
            contribution = self.letters[number - 1].letter.contribution
            key = dice_key(self.game, number, opening, contribution)
        return TurnByMail(
            side=self.side_of(number % 2), start=start, key=key, each=self.terms.dice == "each"
        )

    @property
    def _open(self) -> TurnByMail:
        """What this home plays now."""
        secret = self._secret
        opening = secret.opening(self.number) if secret is not None else None
        return self.segment(self.number, opening, self.start)

    @property
    def _secret(self) -> HomeSecret | None:
        return HomeSecret(self._key, self._salt, self.game) if self._key is not None else None

    @property
    def own_dice(self) -> bytes | None:
        """What the dice of this home follow from now."""
        return self._open.key

    def roll(self, asked: Decision) -> Roll | None:
        """The dice that fall here now; None where they wait for the other home."""
        return self._open.throw(self.journal, asked) if self.may_play else None

    def parts(self, letter: Letter) -> tuple[bool, bytes | None]:
        """Whether *letter* opened what it was bound to, and what its dice follow from."""
        number, opening = letter.number, letter.opening
        if number < 2 or opening is None:
            return number < 2 and opening is None, None
        bound = self.letters[number - 2].letter.commitment
        return is_bound(bound, self.game, number, opening), self.segment(number, opening, 0).key

    # ---- what cannot be taken back --------------------------------------------------------------

    @property
    def floor(self) -> int:
        """The event that undo stops at: the end of the last letter, or dice since."""
        thrown = (event.id for event in since(self.journal, self.start) if _is_throw(event))
        return next(thrown, self.start)

    def hold_back(self, target: int) -> None:
        """UserError where going to *target* would take back what was sent, or dice."""
        if self.floor not in {event.id for event in self.journal.line(target)}:
            raise UserError(
                "That was sent, or dice have fallen: it cannot be taken back.",
                "In a game by mail you can undo what you did since the last dice or letter.",
            )

    def refuse(self) -> None:
        """UserError: nothing of this kind by mail."""
        raise UserError(
            "That cannot be done in a game by mail.",
            "Both homes play by the rules, and by dice that neither can choose.",
        )

    # ---- writing --------------------------------------------------------------------------------

    def write(self, settings: PlaySettings, *, name: str = "", says: str = "") -> SignedLetter:
        """The next letter: all that was answered since the last one. It is not kept yet."""
        secret, number = self._secret, self.number
        assert secret is not None
        assert self.is_mine
        done = [event for event in since(self.journal, self.start) if event.answer is not None]
        return signed(
            letter_of(
                secret, number,
                before=self.letters[-1].digest,
                deeds=tuple(as_deed(e.answer) for e in reversed(done) if e.answer is not None),
                orders=tuple(order for order in settings.orders if order.side == self.side),
                stands=standing(self.journal.state()),
                name=name, says=says,
            ), secret.key,
        )  # fmt: skip

    def sent(self, letter: SignedLetter) -> None:
        """An own letter is on the disk."""
        self.taken(letter)

    # ---- reading --------------------------------------------------------------------------------

    def judge(self, found: SignedLetter) -> None:
        """UserError unless *found* is the very letter that is due. What it tells is not looked at.

        Every way in which a letter can be out of place has a sentence of its own.
        """
        letter, number = found.letter, found.letter.number
        if self.me < 0:
            raise UserError("This game belongs to another home; you can only look at it.")
        again = say("Nothing was changed here.")
        if number < self.number:
            if found.digest == self.letters[number].digest:
                own = number % 2 == self.me
                raise UserError(
                    say("You wrote this letter yourself: send it to the other person.")
                    if own
                    else say("You have taken in this letter already."),
                    again,
                )
            if letter.key == self.letters[number].letter.key:
                raise UserError(
                    say(
                        "You have another letter {number} of this home already: what was sent "
                        "cannot be taken back.",
                        number=number,
                    ),
                    KEEP,
                )
        if not self._is_from(letter):
            raise UserError(
                say("Somebody else wrote this letter: it is not signed by the home you play."),
                KEEP,
            )
        if number > self.number:
            raise UserError(
                say("Letter {n} of this game has not come yet.", n=self.number),
                "Ask for it again, take it in first, then this one.",
            )
        if self.is_mine:
            raise UserError(
                "It is your turn: this letter comes from a copy of your own home.", KEEP
            )
        if letter.before != self.letters[-1].digest:
            raise UserError(say("This letter answers another letter than the one you sent."), KEEP)
        self._check_parts(letter)

    def _check_parts(self, letter: Letter) -> None:
        if letter.number < 2 and (letter.opening is not None or letter.deeds):
            raise BadTurn(say("This letter plays before both homes have agreed to the game."))
        if not self.parts(letter)[0]:
            raise BadTurn(say("Its part of the dice is not the one its home was bound to."))

    def taken(self, found: SignedLetter) -> None:
        """The letter of the other home is on the disk, and all that it tells is done."""
        self._keep(found)
        self.finished()

    def finished(self) -> None:
        """All that the last letter tells is done."""
        self.start, self.unread = self.journal.head, ()

    # ---- within ---------------------------------------------------------------------------------

    def _is_from(self, letter: Letter) -> bool:
        """Whether *letter* bears the right key; a guest shows his with his first one."""
        home = letter.number % 2
        if home >= self.number:
            return letter.key != self.letters[0].letter.key
        return letter.key == self.letters[home].letter.key

    def _keep(self, found: SignedLetter) -> None:
        letter, number = found.letter, len(self.letters)
        first = self.letters[0].letter if self.letters else letter
        before = self.letters[-1].digest if self.letters else letter.before
        fits = (letter.game, letter.number, letter.before) == (first.game, number, before)
        if not fits or (letter.terms is None) == (number == 0):
            raise DamagedFile("The letters of this game do not follow one another.")
        if number == 0 and (
            len(self._sides) != 2 or letter.terms is None or letter.terms.side not in self._sides
        ):
            raise DamagedFile("The letters of this game do not fit its sides.")
        self.letters.append(found)
        if number == 1:
            self._find_me()

    def _find_me(self) -> None:
        mine = public_key(self._key) if self._key is not None else ""
        keys = [one.letter.key for one in self.letters[:2]]
        guest = mine and mine != keys[0] and len(keys) == 1
        self.me = keys.index(mine) if mine in keys else (1 if guest else -1)

    def _place(self, last: PostedLetter) -> tuple[int, tuple[Deed, ...]]:
        """Where the next segment begins, and what of the *last* letter is still to be done."""
        letter = self.letters[-1].letter
        if last.event not in self.journal.events:
            raise DamagedFile("The letters of this game do not fit its events.")
        if letter.number % 2 == self.me:
            return last.event, ()
        done = [e for e in reversed(list(since(self.journal, last.event))) if e.answer is not None]
        told = letter.deeds[: len(done)]
        if len(told) == len(letter.deeds):
            return (done[len(told) - 1].id if told else last.event), ()
        return last.event, letter.deeds[len(done) :]


def letter_of(
    secret: HomeSecret,
    number: int,
    *,
    stands: str,
    before: str = GENESIS,
    terms: MailTerms | None = None,
    deeds: tuple[Deed, ...] = (),
    orders: tuple[TableOrder, ...] = (),
    name: str = "",
    says: str = "",
) -> Letter:
    """A letter of the home with this *secret*, its parts of the dice filled in."""
    game = secret.game
    return Letter(
        game=game, number=number, key=public_key(secret.key), name=name, terms=terms,
        opening=secret.opening(number) if number >= 2 else None,
        commitment=commitment(game, number + 2, secret.opening(number + 2)),
        contribution=secret.contribution(number + 1),
        deeds=deeds, orders=orders, stands=stands, says=says, before=before,
    )  # fmt: skip


# ---- doing what a letter tells -------------------------------------------------------------------


def play_in(
    segment: TurnByMail,
    journal: Journal[Any, Any],
    settings: PlaySettings,
    letter: Letter,
    done: int = 0,
) -> None:
    """Give the answers of *letter* after the first *done* to *journal*. BadTurn at the first cheat.

    Whatever a person of this side is asked must be answered as his standing orders say.
    """
    pilot = Autopilot(journal, 0)
    for number, deed in enumerate(letter.deeds[done:], done + 1):
        asked = journal.state().ask
        if asked is None:
            raise BadTurn(say("This letter plays on after the end of the game."))
        by, via = _judged(segment, pilot, journal, settings, asked, deed, number)
        try:
            journal.answer(
                as_answer(deed),
                umpire=False,
                author="dice" if asked.who == CHANCE else asked.who,
                dice_by=by,
                via=via,
            )
        except Illegal as error:
            raise BadTurn(
                say(
                    "Answer {n} of it is against the rules: {why}",
                    n=number,
                    why=error.message,
                )
            ) from error
    state = journal.state()
    if standing(state) != letter.stands:
        raise BadTurn(
            say("After this letter the table here is another than the one it tells of."),
            "If nobody cheats, the two homes have different versions of WarDesk: use the same one.",
        )
    if _goes_on(segment, pilot, journal, settings, state.ask):
        raise BadTurn(say("This letter stops in the middle of a turn."))


def _judged(
    segment: TurnByMail,
    pilot: Autopilot,
    journal: Journal[Any, Any],
    settings: PlaySettings,
    asked: Decision,
    deed: Deed,
    number: int,
) -> tuple[str, str]:
    """Where the dice of an answer come from, and which order gave it.

    BadTurn for an answer that its home may not give.
    """
    if isinstance(deed, Thrown) != (asked.who == CHANCE):
        raise BadTurn(say("Answer {n} of it answers another question.", n=number))
    if isinstance(deed, Thrown):
        due = segment.throw(journal, asked)
        if due is None:
            raise BadTurn(say("Answer {n} of it throws dice that the other home makes.", n=number))
        if due.dice != deed.dice:
            raise BadTurn(
                say(
                    "Answer {n} of it says that the dice show {was}; both parts give {due}.",
                    n=number,
                    was=" + ".join(map(str, deed.dice)) or "–",
                    due=" + ".join(map(str, due.dice)),
                )
            )
        return "shared", ""
    if asked.who == segment.side:
        return "none", ""
    planned = pilot.plan(asked, settings)
    if planned is None or planned.answer != deed:
        raise BadTurn(say("Answer {n} of it decides for you what you did not order.", n=number))
    return "none", planned.via


def _goes_on(
    segment: TurnByMail,
    pilot: Autopilot,
    journal: Journal[Any, Any],
    settings: PlaySettings,
    asked: Decision | None,
) -> bool:
    """Whether the home of *segment* still had something to do."""
    if asked is None or segment.key is None:
        return False
    if asked.who == CHANCE:
        return segment.throw(journal, asked) is not None
    return asked.who == segment.side or pilot.automatic(asked, settings)
