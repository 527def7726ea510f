"""Letters of a game by mail: what one home tells the other. Pure: no files, no rules, no clock.

Letter n carries what its home answered, signed and chained to letter n - 1. The homes take turns:
even letters are of the home that began the game. Letter 0 says what is played, letter 1 accepts.

Dice of letter n are made of two parts. Its own home bound itself to one in letter n - 2 by a
commitment and opens it in letter n; the other home contributed one in letter n - 1, before it
could know the first. So neither can choose them, and each can work them out again afterwards.
Both parts of a home follow from its key, the game and a number that its log drew: what is lost can
be made again, and an invitation that is taken a second time leads to other dice.
"""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from hmac import digest as keyed_digest
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from wardesk.engine.chain import GENESIS
from wardesk.engine.dice import fall
from wardesk.engine.types import Allocate, Answer, Cells, Choose, Decision, Path, Pieces, Roll
from wardesk.errors import DamagedFile, NewerFile, UserError
from wardesk.model.standing import TableOrder
from wardesk.words import readied, say

FORMAT, VERSION = "wardesk-mail", 1
MOST_LETTER = 1 << 20
"""Bytes of a letter; that of a long turn has a few thousand."""
MOST_DEEDS = 4_000
"""Answers in a letter; three times those of the longest game."""
MOST_LETTERS = 100_000
LONGEST_WORDS = 2_000
Hex = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
GameId = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
Named = Annotated[str, Meta(max_length=200)]
ThrowsWhen = Literal["turn", "each"]
"""Whether a home rolls on through its own turn, or each throw is made by the other home."""
_ADVICE = say("Ask for the file again; nothing was changed here.")


class Thrown(Struct, frozen=True, tag="throw", forbid_unknown_fields=True):
    """Dice as they fell."""

    dice: Annotated[tuple[Annotated[int, Meta(ge=0, le=1 << 20)], ...], Meta(max_length=100)]


class Sealed(Struct, frozen=True, tag="seal", forbid_unknown_fields=True):
    """A piece was put where the other home may not know."""

    piece: Named
    commitment: Hex
    """To its place, with a salt."""


class Opened(Struct, frozen=True, tag="open", forbid_unknown_fields=True):
    """Where a sealed piece stands, and has stood since it was sealed."""

    piece: Named
    place: Named
    salt: Hex
    also: Annotated[dict[Named, Named | int | bool], Meta(max_length=20)] = {}
    """What the rules changed of it since, where nobody else could see."""


class Met(Struct, frozen=True, tag="met", forbid_unknown_fields=True):
    """A deed of the letter before met the pieces that are opened next: it is done once more."""

    deed: Annotated[int, Meta(ge=1, le=MOST_DEEDS)]
    """The number of that deed. Whatever follows it in that letter is void."""


Told = Choose | Pieces | Cells | Path | Allocate | Thrown
"""An answer, as a letter tells it."""
Deed = Told | Sealed | Opened | Met


class MailTerms(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is played, and how."""

    scenario: Named
    title: Named = ""
    options: Annotated[dict[Named, Named | int | bool | None], Meta(max_length=200)] = {}
    rules: Named
    """Digest of tables and rule data: both homes play by the same."""
    board: Named
    side: Named
    """Whom the home plays that began the game; the other home plays the other side."""
    dice: ThrowsWhen = "turn"


class Letter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One letter, as it is signed."""

    format: Literal["wardesk-mail"] = FORMAT
    version: Literal[1] = VERSION
    game: GameId
    number: Annotated[int, Meta(ge=0, le=MOST_LETTERS)]
    before: Hex = GENESIS
    """Digest of the letter before it."""
    key: Hex
    """The public key of its home."""
    name: Annotated[str, Meta(max_length=60)] = ""
    """What a person wants to be called, if anything."""
    terms: MailTerms | None = None
    opening: Hex | None = None
    """The own part of the dice in this letter; none before both homes are bound."""
    commitment: Hex
    """To the own part of the dice in letter *number* + 2."""
    contribution: Hex
    """The other part of the dice in letter *number* + 1."""
    deeds: Annotated[tuple[Deed, ...], Meta(max_length=MOST_DEEDS)] = ()
    orders: Annotated[tuple[TableOrder, ...], Meta(max_length=200)] = ()
    """What is answered for its side when it is asked during the next letter."""
    stands: Hex
    """Digest of the table after it."""
    says: Annotated[str, Meta(max_length=LONGEST_WORDS)] = ""
    """A few words of the person."""


class SignedLetter(Struct, frozen=True):
    """A letter that came whole from the home whose key it names."""

    letter: Letter
    digest: str
    data: bytes
    """The file."""


class BadLetter(DamagedFile):
    """A file that is no letter, or not as it was written."""

    def __init__(self, why: str) -> None:
        super().__init__(why, _ADVICE)


# ---- keys ----------------------------------------------------------------------------------------


def new_key() -> bytes:
    """A new private key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.generate().private_bytes_raw()


def public_key(key: bytes) -> str:
    """What others know a private *key* by."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(key).public_key().public_bytes_raw().hex()


def fingerprint(key: str) -> str:
    """A public *key* short enough to be read out: five groups of four."""
    short = sha256(bytes.fromhex(key)).hexdigest()[:20]
    return " ".join(short[at : at + 4] for at in range(0, 20, 4))


# ---- writing and reading -------------------------------------------------------------------------


def signed(letter: Letter, key: bytes) -> SignedLetter:
    """*letter* as a file: a line of what it says, a line with the signature of *key*. UserError."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    body = msgspec.json.encode(letter)
    signature = Ed25519PrivateKey.from_private_bytes(key).sign(_signed_bytes(body)).hex()
    data = body + b"\n" + signature.encode() + b"\n"
    if len(letter.deeds) > MOST_DEEDS or len(data) > MOST_LETTER:
        raise UserError("This turn is too long for one letter.")
    return read_letter(data)


def read_letter(data: bytes) -> SignedLetter:
    """The letter in a file, whose signature fits the key that it names. BadLetter; NewerFile."""
    if len(data) > MOST_LETTER:
        raise BadLetter(say("This file is too large to be a letter of a game."))
    lines = [line for line in data.replace(b"\r\n", b"\n").split(b"\n") if line.strip()]
    if not lines or not lines[0].startswith(b'{"format":"wardesk-mail"'):
        raise BadLetter(say("This file is no letter of a game by mail."))
    if len(lines) != 2:
        raise BadLetter(say("This letter is cut off, or something was added to it."))
    body = lines[0]
    _refuse_newer(body)
    try:
        letter = msgspec.json.decode(body, type=readied(Letter))
        whole = msgspec.json.encode(letter) == body  # there is one way to write it
        signature = bytes.fromhex(lines[1].decode("ascii"))
    except (msgspec.MsgspecError, ValueError, RecursionError, OverflowError) as error:
        raise BadLetter(say("This letter is damaged: it cannot be read.")) from error
    if not whole or not _is_signed(letter.key, signature, body):
        raise BadLetter(
            say(
                "This letter was changed on its way, or somebody else wrote it: the seal is broken."
            )
        )
    return SignedLetter(letter, sha256(body).hexdigest(), body + b"\n" + lines[1] + b"\n")


class _Head(Struct):
    version: int = VERSION


def _refuse_newer(body: bytes) -> None:
    try:
        version = msgspec.json.decode(body, type=readied(_Head)).version
    except (msgspec.MsgspecError, RecursionError):
        return  # the whole of it is read next, and what is wrong is told
    if version > VERSION:
        raise NewerFile(
            say("This letter was written by a later WarDesk."),
            "Install that version or a later one to take it in.",
        )


def _signed_bytes(body: bytes) -> bytes:
    return b"wardesk-mail-1\n" + body


def _is_signed(key: str, signature: bytes, body: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(
            signature, _signed_bytes(body)
        )
    except (InvalidSignature, ValueError):
        return False
    return True


# ---- dice ----------------------------------------------------------------------------------------


class HomeSecret(Struct, frozen=True):
    """What the parts of one home follow from: its private *key*, and a *salt* of its log alone."""

    key: bytes
    salt: int
    game: str

    def opening(self, number: int) -> str:
        """What the home opens in letter *number* of its own."""
        return self._part(number, "opening")

    def contribution(self, number: int) -> str:
        """What the home contributes to the dice of letter *number* of the other one."""
        return self._part(number, "contribution")

    def salt_of(self, number: int, piece: str) -> str:
        """What the place of *piece*, sealed in letter *number*, is salted with."""
        return self._part(number, f"seal/{piece}")

    def _part(self, number: int, what: str) -> str:
        said = f"wardesk-mail/{self.game}/{self.salt}/{number}/{what}"
        return keyed_digest(self.key, said.encode(), "sha256").hex()


def commitment(game: str, number: int, opening: str) -> str:
    """What binds a home to *opening* without telling it."""
    return sha256(f"wardesk-mail/commitment/{game}/{number}/{opening}".encode()).hexdigest()


def is_bound(commitment_: str, game: str, number: int, opening: str) -> bool:
    """Whether *opening* is what its home bound itself to."""
    return compare_digest(commitment_, commitment(game, number, opening))


def dice_key(game: str, number: int, opening: str, contribution: str) -> bytes:
    """What all dice of letter *number* follow from."""
    return f"wardesk-mail/dice/{game}/{number}/{opening}/{contribution}".encode()


def throw(key: bytes, count: int, asked: Decision) -> Roll:
    """The dice of *asked*, the *count*-th throw of a letter (from 0)."""
    return Roll(fall(key + b"/%d" % count, asked.printed()))


# ---- pieces whose place is sealed ----------------------------------------------------------------


def seal(game: str, number: int, opened: Opened) -> Sealed:
    """What binds a home to the place of a piece, in letter *number*, without telling it."""
    said = f"wardesk-mail/seal/{game}/{number}/{opened.salt}/{opened.piece}/{opened.place}"
    return Sealed(opened.piece, sha256(said.encode()).hexdigest())


def fits_seal(sealed: Sealed, game: str, number: int, opened: Opened) -> bool:
    """Whether *opened* is what *sealed*, in letter *number*, bound its home to."""
    due = seal(game, number, opened)
    return sealed.piece == due.piece and compare_digest(sealed.commitment, due.commitment)


# ---- what was done -------------------------------------------------------------------------------


def as_deed(answer: Answer) -> Told:
    """*answer* as a letter tells it. UserError for a ruling: an umpire is not by mail."""
    if isinstance(answer, Roll):
        return Thrown(answer.dice)
    if isinstance(answer, Told):
        return answer
    raise UserError("A ruling cannot go by mail.")


def as_answer(deed: Told) -> Answer:
    """What a letter tells, as an answer."""
    return Roll(deed.dice) if isinstance(deed, Thrown) else deed
