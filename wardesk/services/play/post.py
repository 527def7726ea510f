"""What a game by mail knows of its letters: whose turn it is, its dice, what is sent already."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Iterator, Sequence
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
    Met,
    Opened,
    Sealed,
    SignedLetter,
    Thrown,
    Told,
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
from wardesk.engine.journal import Journal, Write
from wardesk.engine.kernel import Illegal
from wardesk.engine.types import CHANCE, Choose, Decision, Event, Roll, replace
from wardesk.errors import DamagedFile, UserError
from wardesk.model.standing import TableOrder
from wardesk.services.play import sealed
from wardesk.services.play.autopilot import Autopilot
from wardesk.services.play.sealed import Seals, Telling, declined, do, opening_of, standing
from wardesk.services.play.settings import PlaySettings
from wardesk.words import say

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
        self.ends: list[int] = []
        """The event at the end of each letter, where a game has secrets."""
        self.torn: int | None = None
        """The event before the last letter, where it was not read to its end."""
        for record in posted:
            if self.letters and record.data == self.letters[-1].data:
                self.ends[-1], self.torn = record.event, None
                continue
            self._keep(read_letter(record.data))
            self.ends.append(record.event)
            theirs = self.has_secrets and (len(self.letters) - 1) % 2 != self.me >= 0
            self.torn = record.event if theirs else None
        if not self.letters:
            raise DamagedFile("This game by mail broke off while it was begun; begin it again.")
        self._find_me()
        self.start, self.unread = self._place(posted[-1])

    @property
    def has_secrets(self) -> bool:
        """Whether either home knows what the other may not."""
        return self.journal.rules.has_secrets

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
        orders = tuple(order for order in settings.orders if order.side == self.side)
        if self.has_secrets:
            deeds, orders = self._told_now(settings), ()  # an order may look at what is hidden
        else:
            done = [e for e in since(self.journal, self.start) if e.answer is not None]
            deeds = tuple(as_deed(e.answer) for e in reversed(done) if e.answer is not None)
        return signed(
            letter_of(
                secret, number,
                before=self.letters[-1].digest, deeds=deeds, orders=orders,
                stands=standing(self.journal.rules, self.journal.state()),
                name=name, says=says,
            ), secret.key,
        )  # fmt: skip

    # ---- what is sealed -------------------------------------------------------------------------

    def seals(self, number: int) -> Seals:
        """What was sealed and opened before letter *number*."""
        return Seals.of(self.game, [one.letter for one in self.letters[:number]])

    def _told_now(self, settings: PlaySettings) -> tuple[Deed, ...]:
        """What the next letter tells. UserError if something cannot be told."""
        met: list[Deed] = []
        last = self.number - 1
        if last >= 2:
            read = self.read(self.letters[last].letter, settings)
            if read.cut:
                met = [Met(read.cut), *self._met(read)]
        telling = self.telling(self.number, self.start, self.journal.head, met)
        return telling.end(self.journal.state())

    def _met(self, read: ReadLetter) -> Iterator[Opened]:
        """The openings of what a letter met here."""
        assert self._secret is not None
        rules, seals = self.journal.rules, self.seals(self.number)
        before, theirs = read.journal.state(read.parted), read.theirs_before
        left = sealed.hidden_of(rules, self.journal.state(self.start), self.side) | seals.opened
        for name in sorted(sealed.hidden_of(rules, before, self.side) - left):
            number, _ = seals.sealed[name]
            piece, there = before.pieces[name], theirs.pieces[name]
            yield opening_of(self._secret, number, piece, there, rules.sealed_fields)

    def telling(self, number: int, start: int, end: int, met: Sequence[Deed] = ()) -> Telling:
        """What own letter *number* tells of the events after *start* up to *end*."""
        assert self._secret is not None
        then = self.journal.rehearsal()
        then.go(start)
        found = Telling(then, self.side, self._secret, number, self.seals(number), met)
        line = self.journal.line(end)
        at = next(n for n, event in enumerate(line) if event.id == start)
        for event in line[at + 1 :]:
            found.add(event, self.journal.state(event.parent), self.journal.state(event.id))
        return found

    def read(
        self, letter: Letter, settings: PlaySettings, write: Write | None = None
    ) -> ReadLetter:
        """Play *letter* of the other home on copies. BadTurn for a cheat."""
        number = letter.number
        journal = self.journal.rehearsal(write) if write else self.journal.rehearsal()
        if write is None:
            journal.children.clear()  # what is there already proves nothing
        before = self.ends[number - 1]
        if journal.head != before:
            journal.go(before)
        segment = self.segment(number, letter.opening, before)
        return ReadLetter(self, journal, segment, settings, letter)

    def own_deed(self, number: int, deed: int) -> Event[Any, Any] | None:
        """The event that deed *deed* of own letter *number* tells of; None if there is none."""
        told = self.told_in(number).told
        return self.journal.events.get(told[deed - 1][0]) if deed <= len(told) else None

    def told_in(self, number: int) -> Telling:
        """What own letter *number*, one that was sent, tells of the own events."""
        deeds = self.letters[number].letter.deeds
        met = itertools.takewhile(lambda one: isinstance(one, Met | Opened), deeds)
        prefix = tuple(met) if deeds and isinstance(deeds[0], Met) else ()
        return self.telling(number, self.ends[number - 1], self.ends[number], prefix)

    @property
    def keeps_sealed(self) -> bool:
        """Whether anything that this home sealed is still to be opened."""
        seals = self.seals(self.number)
        return any(n % 2 == self.me for p, (n, _) in seals.sealed.items() if p not in seals.opened)

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
        self.start, self.unread, self.torn = self.journal.head, (), None
        if len(self.ends) < len(self.letters):
            self.ends.append(self.start)
        self.ends[-1] = self.start

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
        if letter.number % 2 == self.me or self.has_secrets:
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
        if not isinstance(deed, Told):
            raise BadTurn(say("Answer {n} of it answers another question.", n=number))
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
    _check_end(segment, pilot, journal, settings, letter)


def _check_end(
    segment: TurnByMail,
    pilot: Autopilot,
    journal: Journal[Any, Any],
    settings: PlaySettings,
    letter: Letter,
) -> None:
    """BadTurn unless *letter* left the table as it is now, and its home could do no more."""
    state = journal.state()
    if standing(journal.rules, state) != letter.stands:
        raise BadTurn(
            say("After this letter the table here is another than the one it tells of."),
            "If nobody cheats, the two homes have different versions of WarDesk: use the same one.",
        )
    if _goes_on(segment, pilot, journal, settings, state.ask):
        raise BadTurn(say("This letter stops in the middle of a turn."))


class ReadLetter:
    """A letter of a game with secrets, played on the own table and on the one of its writer.

    The second is the own one without what the own side has sealed: it is there that the letter
    must keep to the rules and to its dice. Where the two part, the writer met something.
    """

    def __init__(
        self,
        post: Post,
        journal: Journal[Any, Any],
        segment: TurnByMail,
        settings: PlaySettings,
        letter: Letter,
    ) -> None:
        self._post, self.journal, self._letter = post, journal, letter
        self._seals = post.seals(letter.number)
        self._side, self._mine = segment.side, post.side
        self.cut = 0
        """The number of the deed that met something of this side; 0 if none did."""
        self.parted = journal.head
        """The event before it."""
        self.theirs_before = journal.state()
        """The table of its writer then."""
        deeds = list(enumerate(letter.deeds, 1))
        again = self._back(deeds)
        rules, state = journal.rules, journal.state()
        shut = sealed.hidden_of(rules, state, self._mine) - self._seals.opened
        self._theirs = sealed.without(journal, shut, self._mine)
        self._segment = replace(segment, start=self._theirs.head)
        self._pilot = Autopilot(self._theirs, 0)
        self._settings = replace(settings, orders=())
        for number, deed in deeds:
            if isinstance(deed, Sealed | Opened):
                self._seal(number, deed)
                continue
            again = self._redo(again)
            if isinstance(deed, Met):
                raise BadTurn(say("Answer {n} of it answers another question.", n=number))
            asked = self._theirs.state().ask
            if asked is None:
                raise BadTurn(say("This letter plays on after the end of the game."))
            by, _ = _judged(
                self._segment, self._pilot, self._theirs, self._settings, asked, deed, number
            )
            self._do(number, deed, asked.who, by)
        self._redo(again)
        _check_end(self._segment, self._pilot, self._theirs, self._settings, letter)
        if self._theirs.state().ask is None:
            self._all_open()

    def _back(self, deeds: list[tuple[int, Deed]]) -> Deed | None:
        """Go back to before what the letter says has met something; that deed."""
        if not deeds or not isinstance(met := deeds[0][1], Met):
            return None
        deeds.pop(0)
        number = self._letter.number - 1
        event, told = None, self._post.letters[number].letter.deeds
        if number >= 2 and met.deed <= len(told):
            event = self._post.own_deed(number, met.deed)
        if event is None or not deeds or not isinstance(deeds[0][1], Opened):
            raise BadTurn(say("It says that you met something, and does not show what."))
        self._met, self._before = met.deed, standing(self.journal.rules,
                                                     self.journal.state(event.id))  # fmt: skip
        self.journal.go(event.parent)
        return told[met.deed - 1]

    def _redo(self, again: Deed | None) -> None:
        """Do once more what met the pieces that were opened."""
        if again is None:
            return
        asked = self._theirs.state().ask
        by = "shared" if asked is not None and asked.who == CHANCE else "none"
        self._do(0, again, asked.who if asked is not None else "", by)
        self._segment = replace(self._segment, start=self._theirs.head)
        if standing(self.journal.rules, self.journal.state()) == self._before:
            raise BadTurn(say("It says that you met something, and does not show what."))

    def _seal(self, number: int, deed: Sealed | Opened) -> None:
        journal, state = self._theirs, self._theirs.state()
        rules, piece = journal.rules, state.pieces.get(deed.piece)
        home = self._letter.number % 2
        if isinstance(deed, Opened):
            there = getattr(piece, "at", None)
            known = self._seals.sealed.get(deed.piece)
            owned = known is not None and known[0] % 2 == home
            if not owned or there != rules.sealed or deed.place not in rules.board.cells:
                why = say("It opens {piece!s}, which is not sealed.", piece=deed.piece)
            else:
                why = self._seals.against(deed, rules.sealed_fields)
        else:
            asked = state.ask
            fits = asked is not None and asked.who == self._side and deed.piece in asked.pieces
            why = "" if fits else say("It seals {piece!s}, which cannot be.", piece=deed.piece)
        if why:
            raise BadTurn(why)
        self._do(number, deed, self._side, "none")
        if deed.piece not in sealed.hidden_of(rules, self._theirs.state(), self._side):
            raise BadTurn(say("It seals {piece!s}, which cannot be.", piece=deed.piece))
        self._seals = self._seals.after(self._letter.number, deed)

    def _do(self, number: int, deed: Deed, who: str, by: str) -> None:
        """Do it at both tables, as long as they are alike."""
        stamp: dict[str, Any] = {"dice_by": by} if by != "none" else {}
        author = "dice" if who == CHANCE else who
        before = self._theirs.state()
        asked = before.ask
        try:
            do(self._theirs, deed, author, **stamp)
        except Illegal as error:
            raise BadTurn(
                say("Answer {n} of it is against the rules: {why}", n=number, why=error.message)
            ) from error
        if self.cut:
            return
        self._let_pass(asked)
        self.parted, self.theirs_before = self.journal.head, before
        rules = self.journal.rules
        try:
            do(self.journal, deed, author, **stamp)
        except Illegal:
            self.cut = number
            return
        if standing(rules, self.journal.state()) != standing(rules, self._theirs.state()):
            self.cut = number

    def _let_pass(self, asked: Decision | None) -> None:
        """Let questions pass that only the own table puts, to the own side: nobody may know."""
        for _ in range(8):
            here = self.journal.state().ask
            if here is None or asked is None or here.who != self._mine:
                return
            if (here.who, here.kind) == (asked.who, asked.kind):
                return
            answer = declined(self.journal.rules, self.journal.state())
            if answer is None:
                return
            self.journal.answer(answer, umpire=False, author=self._mine)

    def _all_open(self) -> None:
        """BadTurn where the game is over and its writer keeps something sealed."""
        home, opened = self._letter.number % 2, self._seals.opened
        for piece, (number, _) in self._seals.sealed.items():
            if number % 2 == home and piece not in opened:
                raise BadTurn(say("It keeps {piece!s} sealed after the end of the game.",
                                  piece=piece))  # fmt: skip


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
