"""What a person types at the terminal, read as an answer."""

from __future__ import annotations

from typing import Any

import msgspec

from wardesk.cli.output import number_or_text
from wardesk.engine.types import (
    Allocate,
    Answer,
    Cells,
    Decision,
    Outcome,
    Path,
    Pieces,
    Record,
    Roll,
)
from wardesk.errors import UserError
from wardesk.services.play.answers import read_answer
from wardesk.services.play.session import PlaySession
from wardesk.words import say

_NOT_UNDERSTOOD = say("Type ? for help.")


def read_typed(
    session: PlaySession, ask: Decision, typed: str, options: list[Answer]
) -> tuple[Answer, str]:
    """The answer that *typed* means, and the reason given with it.

    *options* are the numbered answers on the screen. UserError when it means nothing.
    """
    if typed.startswith("{"):
        return _json(typed), ""
    words = typed.replace(",", " ").split()
    numbers = [number for word in words if isinstance(number := number_or_text(word), int)]
    if words and len(numbers) == len(words):
        return _by_number(ask, numbers, options), ""
    match ask.shape:
        case "outcome":
            return _ruling(ask, typed)
        case "path" if ">" in words:
            return _path(session, words), ""
        case "pieces":
            return Pieces(tuple(words)), ""
        case "cells":
            return Cells(tuple(words)), ""
        case "allocate":
            return _shares(words), ""
        case _:
            raise UserError(say("{typed!r} is not understood.", typed=typed), _NOT_UNDERSTOOD)


def _json(typed: str) -> Answer:
    try:
        plain: Any = msgspec.json.decode(typed)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UserError(say("This is no JSON: {error}.", error=error)) from error
    return read_answer(plain)


def _by_number(ask: Decision, numbers: list[int], options: list[Answer]) -> Answer:
    if ask.shape == "roll":
        return Roll(tuple(numbers))
    if len(numbers) != 1 or not 1 <= numbers[0] <= len(options):
        raise UserError("There is no answer with that number.")
    return options[numbers[0] - 1]


def _path(session: PlaySession, words: list[str]) -> Answer:
    """``P1 P2 > A B C``, or only the goal, to which the game knows the way."""
    at = words.index(">")
    pieces, cells = tuple(words[:at]), tuple(word for word in words[at:] if word != ">")
    if len(cells) == 1 and all(piece in session.state.pieces for piece in pieces):
        cells = session.rules.route(session.state, pieces, cells[0]) or cells
    return Path(pieces, cells)


def _shares(words: list[str]) -> Answer:
    found: dict[str, int] = {}
    for word in words:
        piece, _, amount = word.partition("=")
        number = number_or_text(amount)
        if not isinstance(number, int):
            raise UserError(
                say("{word!r} is not understood.", word=word), "Write shares as piece=2."
            )
        found[piece] = number
    return Allocate(found)


def _ruling(ask: Decision, typed: str) -> tuple[Answer, str]:
    """``hits=1 the reason``; nothing lets the proposed outcome stand."""
    value: Record = dict(ask.proposed)
    words = typed.split()
    while words and "=" in words[0]:
        name, _, text = words.pop(0).partition("=")
        if name not in value:
            raise UserError(
                say("There is no {name!r}.", name=name),
                say("There are: {value!s}.", value=", ".join(value)),
            )
        value[name] = number_or_text(text)
    return Outcome(value), " ".join(words)
