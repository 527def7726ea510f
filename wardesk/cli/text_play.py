"""A game at the terminal: the question, numbered answers, typed dice, rulings."""

from __future__ import annotations

import sys

from wardesk.cli.text_answers import read_typed
from wardesk.engine.types import Answer, Choose, Decision, Path
from wardesk.errors import UserError
from wardesk.players.bots import decision_rng
from wardesk.services.play.log import describe, record_text
from wardesk.services.play.session import PlaySession

HELP = """\
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
  q             leave; the game can be gone on with"""
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
        self._say("Type a number to answer, ? for help.")
        while not self.session.failed:
            self.session.run()
            self._tell()
            ask = self.session.ask
            if ask is None or self.session.failed:
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
                self._say(f"! {error}")

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

    def _say(self, text: str) -> None:
        print(text, file=self._out)

    def _tell(self) -> None:
        """What happened since the last question."""
        for line in self.session.log_lines():
            if line.current and line.event > self._told and line.kind not in ("setup", "answer"):
                self._say(f"  {line.text}{f' [{line.cite}]' if line.cite else ''}")
        self._told = max(self._told, self.session.journal.head)

    def _show(self, ask: Decision) -> None:
        headline = self.session.look().headline
        self._say("")
        if headline:
            self._say(headline)
        cite = f" [{ask.cite}]" if ask.cite else ""
        self._say(f"{ask.who}: {ask.prompt}{cite}")
        if ask.context:
            self._say(f"  {ask.context}")
        match ask.shape:
            case "roll":
                self._show_roll(ask)
            case "outcome":
                self._options = []
                proposed = record_text(ask.proposed, ask)
                self._say(f"  Proposed: {ask.summary or proposed} ({proposed})")
            case _:
                self._show_options(ask)

    def _show_roll(self, ask: Decision) -> None:
        for factor in ask.factors:
            off = "" if factor.on else ", off"
            self._say(f"  {factor.name} {factor.value:+d}{off} [{factor.cite}]")
        if ask.faces:
            for number, face in enumerate(ask.faces, 1):
                self._say(f"  {number} {face}")
        dice = " ".join(f"d{faces}" for faces in ask.dice)
        self._say(f"  Type the dice ({dice}), or r to roll.")

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
            self._say(f"  {number} {text}")
        for choice in ask.choices:
            for reason in choice.refused:
                self._say(f"  – {choice.label}: {reason.text} [{reason.cite}]")
        if len(found) + len(buttons) >= _LISTED:
            self._say("  more  other answers")

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
        return f"{short} by way of {', '.join(answer.cells[:-1])}"
    return describe(ask, answer, names)
