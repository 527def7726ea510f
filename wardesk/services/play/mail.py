"""Games by mail: begin one, take a letter in, send one, say how it stands.

Two homes play one game without a server. Each keeps the game as its side knows it and checks what
the other tells by the same rules (`post`); the places of hidden pieces are sealed (`sealed`). Games
that hide what chance dealt are refused: neither home could prove it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from wardesk.documents.files.atomic import write_atomically
from wardesk.documents.files.untrusted import open_regular
from wardesk.documents.games.gamelog import Header, PostedLetter
from wardesk.documents.games.letters import (
    LONGEST_WORDS,
    MOST_LETTER,
    HomeSecret,
    MailTerms,
    SignedLetter,
    ThrowsWhen,
    as_deed,
    fingerprint,
    public_key,
    read_letter,
    signed,
    throw,
)
from wardesk.documents.games.log_lines import MOST_SEALED
from wardesk.engine.kernel import begin
from wardesk.engine.types import CHANCE, Event, Value
from wardesk.errors import DamagedFile, UserError
from wardesk.services.play import tables
from wardesk.services.play.files import game_files
from wardesk.services.play.post import Post, home_key, letter_of, since
from wardesk.services.play.sealed import standing, whole_game
from wardesk.services.play.session import Clock, PlaySession, utc_now
from wardesk.services.play.settings import BY_MAIL
from wardesk.services.play.tables import PlayTable
from wardesk.words import Spoken, readied, say

SUFFIX = ".wdmail"
LONGEST_NAME = 60


class MailStatus(Struct, frozen=True, kw_only=True):
    """How a game by mail stands."""

    game: str
    title: Spoken
    side: str
    """Whom this home plays, by its name."""
    letters: int
    mine: bool
    """Whether the next letter is written here."""
    to_do: str
    """``answer``, ``send``, ``wait`` or ``over``; ``look`` where the game is another home's."""
    words: Spoken
    """The same as a sentence."""
    throws: int
    """Throws of both homes; all of them were checked."""
    own_mark: str
    """Of the own key, to be read out to the other person."""
    other_mark: str
    """Of the other home's key; empty until it has accepted."""
    other_name: str = ""
    says: str = ""
    """The last words of the other person."""
    terms: tuple[Spoken, ...] = ()
    """How the dice fall, and every option that the invitation names."""


# ---- beginning ----------------------------------------------------------------------------------


def invite(
    scenario: str,
    side: str,
    *,
    options: Mapping[str, Value] | None = None,
    dice: ThrowsWhen = "turn",
    name: str = "",
    says: str = "",
    clock: Clock = utc_now,
) -> PlaySession:
    """Begin a game by mail as *side*; its first letter is in ``session.post``. UserError."""
    table, chosen = tables.seated(tables.load_table, scenario, options, None)
    _refuse_secret(table)
    rules = table.rules
    if side not in rules.sides:
        raise UserError(
            say("There is no side {side!s}.", side=side),
            say("The sides are {known!s}.", known=", ".join(rules.sides)),
        )
    key = home_key(make=True)
    assert key is not None  # it was made
    terms = MailTerms(
        scenario=table.info.scenario, title=str(table.info.title)[:200], options=chosen,
        rules=rules.digest, board=rules.board.digest, side=side, dice=dice,
    )  # fmt: skip
    _, state = begin(rules, umpire=False)
    secret = HomeSecret(key, _salt(), secrets.token_hex(16))
    first = letter_of(
        secret,
        0,
        stands=standing(rules, state),
        terms=terms,
        name=plain(name, LONGEST_NAME),
        says=plain(says, LONGEST_WORDS),
    )
    return _begun(signed(first, key), table, side, clock, secret.salt)


def _salt() -> int:
    """What the log of a game by mail has in place of a seed (`letters.HomeSecret`)."""
    return secrets.randbits(62)


def _begun(
    letter: SignedLetter, table: PlayTable, side: str, clock: Clock, salt: int
) -> PlaySession:
    """A new game whose first *letter* is that of an invitation, played as *side* here."""
    terms = letter.letter.terms
    assert terms is not None
    players = {one: "human" if one == side else BY_MAIL for one in table.rules.sides}
    return PlaySession.new(
        terms.scenario, seed=salt, players=players, dice="shared",
        options=terms.options, clock=clock, loader=lambda _name, _options: table, letter=letter,
    )  # fmt: skip


def plain(words: str, most: int) -> str:
    """*words* of a person on one line: a stranger's may hold anything. UserError if too long."""
    found = " ".join("".join(c if c.isprintable() else " " for c in words).split())
    if len(found) > most:
        raise UserError(say("A letter has room for {n} characters there.", n=most))
    return found


def _refuse_secret(table: PlayTable) -> None:
    rules = table.rules
    if rules.has_secrets and not rules.sealed:
        raise UserError(
            "What this game hides is drawn by chance, so neither home could prove it: not by mail.",
            "Choose its options so that nothing is hidden, or another game.",
        )
    if len(rules.sides) != 2:
        raise UserError("Only games of two sides go by mail.")
    if table.info.scenario.endswith(".toml"):
        raise UserError(
            "Only scenarios that come with WarDesk go by mail: the other home must have them too."
        )


# ---- letters ------------------------------------------------------------------------------------


def read_file(path: Path) -> SignedLetter:
    """The letter in a file of somebody else. UserError for whatever is none."""
    try:
        with open_regular(path) as file:
            data = file.read(MOST_LETTER + 1)
    except FileNotFoundError:
        raise UserError(
            say("There is no letter at {path!s}.", path=path), "Check the path."
        ) from None
    except OSError as error:
        raise UserError(
            say("{path!s} could not be read: {error}.", path=path, error=error.strerror or error)
        ) from error
    return read_letter(data)


def take(
    letter: SignedLetter,
    *,
    at_table: Callable[[Path], PlaySession | None] = lambda _path: None,
    clock: Clock = utc_now,
) -> PlaySession:
    """Take *letter* in: its game as it stands then, an invitation as a new one.

    *at_table* gives the session of a game that is open already. UserError, and nothing is lost,
    for a letter that is not due.
    """
    path = find(letter.letter.game)
    if path is None:
        if letter.letter.number:
            raise UserError(
                "This letter belongs to a game that is not here.",
                "Take in the invitation first, that is the letter with the number 0.",
            )
        return _accept(letter, clock)
    open_one = at_table(path)
    session = open_one or PlaySession.open(path, clock=clock)
    try:
        session.take(letter)
    except BaseException:
        if open_one is None:
            session.close()
        raise
    return session


def _accept(letter: SignedLetter, clock: Clock) -> PlaySession:
    """A game that another home invites to."""
    key = home_key(make=True)
    assert key is not None  # it was made
    if letter.letter.key == public_key(key):
        raise UserError("You wrote this invitation yourself: send it to the other person.")
    terms = letter.letter.terms
    if terms is None or letter.letter.opening is not None or letter.letter.deeds:
        raise DamagedFile("This invitation does not say what is played.")
    options: dict[str, Any] = dict(terms.options)
    if terms.scenario.endswith(".toml"):
        raise UserError("This invitation names a file instead of a scenario.")
    table, _ = tables.seated(tables.load_table, terms.scenario, options, None)
    _refuse_secret(table)
    rules = table.rules
    if terms.side not in rules.sides:
        raise DamagedFile("This invitation does not say what is played.")
    if (terms.rules, terms.board) != (rules.digest, rules.board.digest):
        raise UserError(
            "The other home plays this scenario by other rules or on another map.",
            "Both need the same version of WarDesk; then let the game be begun again.",
        )
    _, state = begin(rules, umpire=False)
    if standing(rules, state) != letter.letter.stands:
        raise UserError(
            "The other home sets this scenario up in another way.",
            "Both need the same version of WarDesk; then let the game be begun again.",
        )
    mine = next(side for side in rules.sides if side != terms.side)
    return _begun(letter, table, mine, clock, _salt())


def send(session: PlaySession, file: Path | None = None, *, name: str = "", says: str = "") -> Path:
    """Write the letter of this turn to *file*, by default beside the game; where it lies now.

    The last own letter is written again where another one is not due: a lost file is no matter.
    """
    post = _post(session)
    mine = post.is_mine
    letter = (
        session.send(name=plain(name, LONGEST_NAME), says=plain(says, LONGEST_WORDS))
        if mine
        else last_own(post)
    )
    target = file or default_file(session, letter.letter.number)
    target.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(target, letter.data)
    return target


def ready(session: PlaySession) -> None:
    """UserError where there is no letter to write, neither a new one nor the last one again."""
    post = _post(session)
    if post.is_mine:
        session.finish_turn()
    else:
        last_own(post)


def may_go(table: PlayTable) -> bool:
    """Whether the scenario of *table* can be played by mail with its usual options."""
    try:
        _refuse_secret(table)
    except UserError:
        return False
    return True


def last_own(post: Post) -> SignedLetter:
    """The last letter of this home. UserError when it has written none."""
    own = [one for one in post.letters if post.me >= 0 and one.letter.number % 2 == post.me]
    if not own:
        raise UserError("You have written no letter in this game yet.")
    return own[-1]


def default_file(session: PlaySession, number: int) -> Path:
    """Where letter *number* is put unless somebody says otherwise; no person is named in it."""
    post = _post(session)
    name = f"{session.info.scenario.rpartition('/')[2]}-{post.game[:6]}-{number:03d}{SUFFIX}"
    folder = session.path.parent.parent / "letters" if session.path is not None else Path()
    return folder / name


def _post(session: PlaySession) -> Post:
    if session.post is None:
        raise UserError("This game does not go by mail.")
    return session.post


# ---- looking ------------------------------------------------------------------------------------


def find(game: str) -> Path | None:
    """The log of a game by mail among those that are kept here."""
    return next((path for path, found in _kept() if found == game), None)


def games() -> list[Path]:
    """The logs of all games by mail that are kept here, the latest first."""
    return [path for path, _ in _kept()]


class _LetterLine(Struct):
    letter: PostedLetter


def _kept() -> list[tuple[Path, str]]:
    """Logs of games by mail, and the ids of their games: the first letter follows the set-up."""
    found: list[tuple[Path, str]] = []
    for _, path in game_files():
        try:
            with open_regular(path) as file:
                header = msgspec.json.decode(file.readline(MOST_SEALED), type=readied(Header))
                if header.dice != "shared":
                    continue
                file.readline(MOST_SEALED)
                line = msgspec.json.decode(file.readline(MOST_SEALED), type=readied(_LetterLine))
            found.append((path, read_letter(line.letter.data).letter.game))
        except (OSError, UserError, msgspec.MsgspecError, ValueError, RecursionError):
            continue  # Home tells of games that cannot be read
    return found


def status(session: PlaySession) -> MailStatus:
    """How the game stands, and what is to be done. UserError for a game that is not by mail."""
    post = _post(session)
    names = {one.id: one.name for one in session.look().sides}
    keys = [one.letter.key for one in post.letters[:2]]
    other = 1 - post.me
    to_do = _to_do(session, post)
    theirs = [one.letter for one in post.letters if one.letter.number % 2 == other]
    return MailStatus(
        game=post.game,
        title=session.info.title,
        side=names.get(post.side, post.side),
        letters=len(post.letters),
        mine=post.is_mine,
        to_do=to_do,
        words=_WORDS[to_do],
        throws=sum(e.dice_by == "shared" for e in session.journal.line()),
        own_mark=fingerprint(keys[post.me]) if 0 <= post.me < len(keys) else _own_mark(),
        other_mark=fingerprint(keys[other]) if post.me >= 0 and other < len(keys) else "",
        other_name=next((plain(o.name, LONGEST_NAME) for o in reversed(theirs) if o.name), ""),
        says=plain(theirs[-1].says, LONGEST_WORDS) if theirs else "",
        terms=terms_words(session),
    )


def terms_words(session: PlaySession) -> tuple[Spoken, ...]:
    """What was agreed on: how the dice fall, and every option that the invitation names."""
    terms = _post(session).terms
    each = say("Each throw is made by the other home."), say("Each rolls through his own turn.")
    known = {option.id: option for option in session.rules.option_list()}
    found: list[Spoken] = [each[terms.dice == "turn"]]
    for name, value in terms.options.items():
        option = known.get(name)
        title = name if option is None else option.title
        labels = {} if option is None else {one.key: one.label for one in option.choices}
        found.append(say("{name}: {value}", name=title, value=labels.get(str(value), str(value))))
    return tuple(found)


def _own_mark() -> str:
    key = home_key()
    return fingerprint(public_key(key)) if key is not None else ""


def _to_do(session: PlaySession, post: Post) -> str:
    if post.me < 0:
        return "look"
    told = not any(since(session.journal, post.start)) and not (post.is_mine and post.keeps_sealed)
    if session.ask is None and told:
        return "over"
    if not post.is_mine:
        return "wait"
    return "send" if session.waiting in ("mail", "over") and not session.automatic else "answer"


_WORDS = {
    "look": say("This game belongs to another home; you can only look at it."),
    "over": say("The game is over."),
    "wait": say("You wait for a letter."),
    "send": say("Your turn is done: send it."),
    "answer": say("You are asked something."),
}


# ---- checking -----------------------------------------------------------------------------------


def audit(session: PlaySession) -> tuple[int, list[Spoken]]:
    """How many throws were held against both parts, and everything that is wrong.

    Signatures and order were checked when the game was opened; here it is every answer and throw.
    """
    post = _post(session)
    wrong: list[Spoken] = []
    if post.has_secrets:
        return _audit_sealed(session, post, wrong), wrong
    line = [event for event in session.journal.line() if event.answer is not None]
    at = throws = 0
    for found in post.letters:
        letter = found.letter
        fits, key = post.parts(letter)
        if not fits:
            wrong.append(
                say(
                    "Letter {n} opens another part of the dice than it was bound to.",
                    n=letter.number,
                )
            )
        told = [*letter.deeds]
        played = line[at : at + len(told)]
        at += len(told)
        if [as_deed(event.answer) for event in played if event.answer is not None] != told:
            wrong.append(say("Letter {n} tells something else than was played.", n=letter.number))
        throws += _checked(played, key, wrong)
    if post.is_mine:
        throws += _checked(line[at:], post.own_dice, wrong)
    elif line[at:]:
        wrong.append(say("Event {event}: no letter tells of it.", event=line[at].id))
    return throws, wrong


def _audit_sealed(session: PlaySession, post: Post, wrong: list[Spoken]) -> int:
    """The number of throws of a game with secrets; everything is played again.

    The own letters tell what was done here, those of the other home lead to what stands here. Once
    all is open, the whole game is played with all of it.
    """
    journal, throws = session.journal, 0
    if post.me < 0:
        return 0  # only a home that played can know
    for number, found in enumerate(post.letters):
        letter = found.letter
        if number < 2 or number >= len(post.ends):
            continue
        begun, end = post.ends[number - 1], post.ends[number]
        line = [event for event in journal.line(end) if event.answer is not None]
        behind = {event.id for event in journal.line(begun)}
        played = [event for event in line if event.id not in behind]
        throws += sum(event.dice_by == "shared" for event in played)
        if number % 2 == post.me:
            _, key = post.parts(letter)
            _checked([e for e in played if e.dice_by == "shared"], key, wrong)
            same = post.told_in(number).end(journal.state(end)) == letter.deeds
        else:
            try:
                read = post.read(letter, session.settings)
            except UserError as error:
                wrong.append(error.message)
                continue
            again = [e for e in read.journal.line() if e.answer is not None]
            same = [(e.answer, e.effects, e.ask) for e in again] == [
                (e.answer, e.effects, e.ask) for e in line
            ]
        if not same:
            wrong.append(say("Letter {n} tells something else than was played.", n=number))
    if not wrong and session.ask is None:
        wrong += whole_game(post)
    return throws


def _checked(played: Sequence[Event[Any, Any]], key: bytes | None, wrong: list[Spoken]) -> int:
    """The number of throws in what one letter tells; those that *key* does not give are *wrong*."""
    thrown = [event for event in played if event.asked is not None and event.asked.who == CHANCE]
    for count, event in enumerate(thrown):
        assert event.asked is not None
        if key is None or event.answer != throw(key, count, event.asked):
            wrong.append(
                say("Event {event}: its dice are not those of both homes.", event=event.id)
            )
    return len(thrown)
