"""A game at the terminal: the question, numbered answers, dice and rulings as they are typed."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from wardesk.cli.output import number_or_text
from wardesk.cli.story import told_words
from wardesk.engine.types import (
    Allocate,
    Answer,
    Cells,
    Choose,
    Decision,
    Outcome,
    Path,
    Pieces,
    Record,
    Roll,
)
from wardesk.errors import UserError
from wardesk.players.bots import decision_rng
from wardesk.services.play.answers import read_answer
from wardesk.services.play.log import describe, record_text, told_to
from wardesk.services.play.session import PlaySession
from wardesk.words import cited, join, say, shown

HELP = say("""\
  a number      take that answer
  P1 P2 > MN    pieces and where they go; pieces or places alone; P1=2 for shares
  {...}         any answer as JSON: {"pieces": ["P1"], "cells": ["MN"]}
  3 5           dice as they fell; r lets the seed roll
  hits=1 why    an umpire's ruling in place of the proposed outcome, with its reason
  (nothing)     let the proposed outcome stand
  b             let the scripted player answer
  more          other answers, where there are too many to list
  u REASON      undo; the reason is for two players after dice
  ?             this help
  q             leave; the game can be gone on with""")
_LISTED = 24


class TextPlay:
    """Plays one session with whoever types. What the game says goes to stdout, or to stderr."""

    def __init__(self, session: PlaySession, *, to_stderr: bool = False) -> None:
        self.session = session
        self._out = sys.stderr if to_stderr else sys.stdout
        self._told = -1
        self._round = 0
        self._options: list[Answer] = []

    def play(self) -> None:
        """Ask until the game is over, somebody leaves or the input ends."""
        self._say(say("Type a number to answer, ? for help."))
        while not self.session.failed:
            self.session.run()
            self._tell()
            ask = self.session.ask
            if ask is None or self.session.failed:
                return
            if self.session.waiting == "mail":
                self._say(say("The other home is up. Send your letter with: wardesk mail send"))
                return
            self._show(ask)
            try:
                print("> ", end="", file=self._out, flush=True)
                typed = sys.stdin.readline()
            except UnicodeDecodeError:
                typed = "?\n"
            if not typed or typed.strip() == "q":
                self._say("")
                return
            try:
                self._obey(ask, typed.strip())
            except UserError as error:
                self._say(join(" ", ("!", say("{error}", error=error))))

    def _obey(self, ask: Decision, typed: str) -> None:
        match typed.partition(" "):
            case ("?", _, _):
                self._say(HELP)
            case ("u", _, reason):
                self.session.undo(reason)
                self._told = min(self._told, self.session.journal.head)
            case ("more", _, _):
                self._round += 1
            case ("b", _, _) if ask.who in self.session.rules.sides:
                self._answer(self.session.bot_answer(ask.who))
            case ("r", _, _) if ask.shape == "roll":
                self.session.roll()
            case _:
                self._answer(*read_typed(self.session, ask, typed, self._options))

    def _answer(self, answer: Answer, reason: str = "") -> None:
        self.session.answer(answer, reason=reason)
        self._round = 0

    # ---- showing --------------------------------------------------------------------------------

    def _say(self, text: str, indent: int = 0) -> None:
        print(f"{' ' * indent}{shown(text)}", file=self._out)

    def _tell(self) -> None:
        """What happened since the last question, as far as everybody at the terminal may know."""
        session = self.session
        people = [s for s, kind in session.players.items() if kind == "human"]
        readers = people if session.mode == "play" else []
        for line in session.log_lines():
            told = all(told_to(line, side) for side in readers) and line.current
            if told and line.event > self._told and line.kind not in ("setup", "answer"):
                self._say(cited(told_words(line), line.cite), 2)
        self._told = max(self._told, self.session.journal.head)

    def _show(self, ask: Decision) -> None:
        headline = self.session.look().headline
        self._say("")
        if headline:
            self._say(headline)
        self._say(join(": ", (ask.who, cited(ask.prompt, ask.cite))))
        if ask.context:
            self._say(ask.context, 2)
        match ask.shape:
            case "roll":
                self._show_roll(ask)
            case "outcome":
                self._options = []
                proposed = record_text(ask.proposed, ask)
                self._say(
                    say(
                        "Proposed: {summary} ({values})",
                        summary=ask.summary or proposed,
                        values=proposed,
                    ),
                    2,
                )
            case _:
                self._show_options(ask)

    def _show_roll(self, ask: Decision) -> None:
        for factor in ask.factors:
            told = say("{modifier} {value:+d}", modifier=factor.name, value=factor.value)
            if not factor.on:
                told = say("{modifier}, off", modifier=told)
            self._say(say("{text} [{cite!s}]", text=told, cite=factor.cite), 2)
        if ask.faces:
            for number, face in enumerate(ask.faces, 1):
                self._say(join(" ", (number, face)), 2)
        dice = join(" ", [say("d{faces}", faces=faces) for faces in ask.dice])
        if not ask.lowest:
            most = max(ask.dice) - 1
            dice = say("{dice}, 0 to {most}", dice=dice, most=most)
        self._say(say("Type the dice ({dice}), or r to roll.", dice=dice), 2)

    def _show_options(self, ask: Decision) -> None:
        session = self.session
        key = f"text/{self._round}"
        rng = decision_rng(session.header.seed, key, session.journal.head)
        names = self._names()
        # Buttons come first and always: a sample of many answers may leave them out.
        buttons: list[Answer] = [Choose(c.key) for c in ask.choices if not c.refused]
        found = [
            (_words(ask, answer, names), answer)
            for answer in session.rules.options(session.state, _LISTED, rng)
            if answer not in buttons
        ]
        found.sort(key=lambda pair: pair[0])
        self._options = [*buttons, *(answer for _, answer in found)]
        texts = [*(describe(ask, button) for button in buttons), *(text for text, _ in found)]
        for number, text in enumerate(texts, 1):
            self._say(join(" ", (number, text)), 2)
        for choice in ask.choices:
            for reason in choice.refused:
                told = say("{text} [{cite!s}]", text=reason.text, cite=reason.cite)
                self._say(join("", ("– ", choice.label, ": ", told)), 2)
        if len(found) + len(buttons) >= _LISTED:
            self._say(say("more  other answers"), 2)

    def _names(self) -> dict[str, str]:
        """Pieces and cells by name, with the id that can be typed."""
        board = getattr(self.session.rules, "board", None)
        names = {c.piece: f"{c.title} ({c.piece})" for c in self.session.look().counters}
        cells = board.cells if board else {}
        return {**names, **{id_: f"{cell.name} ({id_})" for id_, cell in cells.items()}}


def _words(ask: Decision, answer: Answer, names: dict[str, str]) -> str:
    """An answer on one line; of a way only the goal is named in full."""
    if isinstance(answer, Path) and len(answer.cells) > 1:
        short = describe(ask, Path(answer.pieces, answer.cells[-1:]), names)
        return say("{goal} by way of {cells!s}", goal=short, cells=", ".join(answer.cells[:-1]))
    return describe(ask, answer, names)


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
            raise UserError(
                say("WarDesk does not understand {typed!r}.", typed=typed), _NOT_UNDERSTOOD
            )


def _json(typed: str) -> Answer:
    try:
        plain: Any = msgspec.json.decode(typed)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UserError(say("This is not JSON: {error}.", error=error)) from error
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
        cells = session.rules.showing.route(session.state, pieces, cells[0]) or cells
    return Path(pieces, cells)


def _shares(words: list[str]) -> Answer:
    found: dict[str, int] = {}
    for word in words:
        piece, _, amount = word.partition("=")
        number = number_or_text(amount)
        if not isinstance(number, int):
            raise UserError(
                say("WarDesk does not understand {word!r}.", word=word), "Write shares as piece=2."
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
