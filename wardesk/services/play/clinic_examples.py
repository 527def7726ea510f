"""An example: a position of the clinic, what was asked there, and the answers that are expected.

It is checked again whenever rules or charts change: every answer must still be there, with the same
figures, and whatever is refused must be refused for the same reasons.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from wardesk.documents.files.atomic import not_written, write_atomically
from wardesk.documents.files.untrusted import open_regular
from wardesk.engine.deeds import Deed
from wardesk.errors import DamagedFile, UserError
from wardesk.services.play.clinic import ClinicAnswers, ClinicEntry, ClinicWords, page
from wardesk.services.play.session import PlaySession
from wardesk.words import ENGLISH, encode, join, readied, say, shown

SUFFIX = ".wdexample"
SIGN = b'{"format":"wardesk-example"'
"""How such a file begins."""
MOST_BYTES = 8 << 20

PLAIN_WORDS = ClinicWords(lambda deed: _said(deed), str)
"""Words that never change with a language: ids."""


class ExpectedAnswer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One answer as it stood when the example was saved."""

    key: str
    title: str
    rests_on: tuple[str, ...] = ()
    odds: tuple[tuple[str, int, int], ...] = ()
    """Each result with its chance, so many ways in so many."""
    refused: tuple[str, ...] = ()


class Example(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The file: JSON, the position inside it as a stored game."""

    format: Literal["wardesk-example"]
    version: Literal[1]
    title: str
    question: str
    hand: tuple[str, ...] = ()
    aim: str = ""
    answers: tuple[ExpectedAnswer, ...] = ()
    position: bytes = b""


class CheckedExample(Struct, frozen=True, kw_only=True):
    """An example held against the rules of today; *problems* are sentences, none when it holds."""

    title: str
    answers: int
    problems: tuple[str, ...] = ()


def _said(deed: Deed) -> str:
    last = deed.answers[-1]
    return f"{deed.verb} {', '.join(deed.goers)} {encode(last).decode()}"


def _english(text: str) -> str:
    return shown(text, ENGLISH)


def expected(answers: ClinicAnswers) -> tuple[ExpectedAnswer, ...]:
    """What *answers*, said in `PLAIN_WORDS`, come to, as it is kept."""
    return tuple(_kept(entry) for entry in (*answers.may, *answers.may_not))


def _kept(entry: ClinicEntry) -> ExpectedAnswer:
    key = "; ".join(encode(answer).decode() for answer in entry.deed.answers) if entry.deed else ""
    title = _english(entry.title)
    lines = [f"{_english(f.label)}: {_english(f.value)} {f.cite}".strip() for f in entry.facts]
    return ExpectedAnswer(
        key=key or f"{title} {', '.join(entry.pieces)} {entry.cell}",
        title=title,
        rests_on=tuple(lines),
        odds=tuple((_english(o.label), o.ways, o.of) for o in entry.odds),
        refused=tuple(f"{_english(r.text)} {r.cite}".strip() for r in entry.refused),
    )


def asked_there(session: PlaySession, hand: Sequence[str], aim: str) -> ClinicAnswers:
    """What may happen at the head of *session*, in `PLAIN_WORDS`, as whoever is asked sees it."""
    ask = session.ask
    eyes = ask.who if ask is not None and ask.who in session.rules.sides else ""
    return page(session.rules, session.seen_by(eyes), PLAIN_WORDS, hand, aim)


def save_example(
    session: PlaySession, path: Path, title: str, hand: Sequence[str] = (), aim: str = ""
) -> None:
    """Keep the position of a clinic with what is asked there and what the rules say to it.

    UserError when it cannot be written.
    """
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "position.wdgame"
        session.snapshot(game)
        position = game.read_bytes()
    example = Example(
        format="wardesk-example",
        version=1,
        title=title,
        question=_english(session.ask.prompt) if session.ask is not None else "",
        hand=tuple(hand),
        aim=aim,
        answers=expected(asked_there(session, hand, aim)),
        position=position,
    )
    try:
        write_atomically(path, msgspec.json.encode(example))
    except OSError as error:
        raise not_written(path, error) from error


def read_example(path: Path) -> Example:
    """Read an example of anybody. UserError, DamagedFile for what is none."""
    try:
        with open_regular(path) as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise UserError(
            say("{file!s} could not be read: {error}.", file=path, error=error.strerror or error)
        ) from error
    if len(data) > MOST_BYTES:
        raise DamagedFile(say("{file!s} is too large for an example.", file=path.name))
    try:
        return msgspec.json.decode(data, type=readied(Example))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DamagedFile(say("{file!s} is no example: {error}.", file=path.name, error=error)
                          ) from error  # fmt: skip


def laid_example(example: Example) -> PlaySession:
    """The clinic that an example was saved from. UserError where its table cannot be laid."""
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "position.wdgame"
        game.write_bytes(example.position)
        session = PlaySession.open(game, keep=False)
    session.clinic = True
    return session


def check_example(path: Path) -> CheckedExample:
    """Hold an example against the rules and charts of today. UserError where it cannot be read."""
    example = read_example(path)
    with laid_example(example) as session:
        now = {one.key: one for one in expected(asked_there(session, example.hand, example.aim))}
    problems: list[str] = []
    for was in example.answers:
        if (found := now.pop(was.key, None)) is None:
            problems.append(say("{title}: it is not among the answers any more", title=was.title))
        else:
            problems += _changed(was, found)
    problems += [say("{title}: it is new", title=one.title) for one in now.values()]
    return CheckedExample(title=example.title, answers=len(example.answers),
                          problems=tuple(problems))  # fmt: skip


def _changed(was: ExpectedAnswer, now: ExpectedAnswer) -> list[str]:
    """What is another in an answer."""
    found: list[str] = []
    for before, after in (
        (_odds(was), _odds(now)),
        (join("; ", was.refused), join("; ", now.refused)),
        (_but(was.rests_on, now.rests_on), _but(now.rests_on, was.rests_on)),
    ):
        if before != after:
            none = say("nothing")
            text = say("{title}: it was {was}, now it is {now}",
                       title=was.title, was=before or none, now=after or none)  # fmt: skip
            found.append(text)
    return found


def _but(lines: Sequence[str], others: Sequence[str]) -> str:
    return join("; ", [line for line in lines if line not in others])


def _odds(answer: ExpectedAnswer) -> str:
    return join(", ", [f"{label} {ways}/{of}" for label, ways, of in answer.odds])
