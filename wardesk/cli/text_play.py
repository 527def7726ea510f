"""A game at the terminal: the question, numbered answers, typed dice, rulings."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from wardesk.engine.types import Answer, Decision, Outcome, Record, Roll
from wardesk.errors import UserError
from wardesk.players.bots import decision_rng
from wardesk.services.answers import read_answer
from wardesk.services.play_log import describe, record_text
from wardesk.services.play_session import PlaySession

HELP = """\
  a number      take that answer
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
                reason = ""
                if ask.shape == "outcome" and not typed.startswith("{") and not typed.isdigit():
                    answer, reason = self._ruling(ask, typed)
                else:
                    answer = self._read(ask, typed)
                self._answer(answer, reason)

    def _answer(self, answer: Answer, reason: str = "") -> None:
        self.session.answer(answer, reason=reason)
        self._round = 0

    def _read(self, ask: Decision, typed: str) -> Answer:
        if typed.startswith("{"):
            try:
                plain: Any = msgspec.json.decode(typed)
            except (msgspec.DecodeError, RecursionError) as error:
                raise UserError(f"This is no JSON: {error}.") from error
            return read_answer(plain)
        words = typed.replace(",", " ").split()
        if not words or not all(word.isdigit() and len(word) < 9 for word in words):
            raise UserError(f"{typed!r} is not understood.", "Type ? for help.")
        numbers = [int(word) for word in words]
        if ask.shape == "roll":
            return Roll(tuple(numbers))
        if len(numbers) != 1 or not 1 <= numbers[0] <= len(self._options):
            raise UserError("There is no answer with that number.")
        return self._options[numbers[0] - 1]

    def _ruling(self, ask: Decision, typed: str) -> tuple[Answer, str]:
        value: Record = dict(ask.proposed)
        words = typed.split()
        while words and "=" in words[0]:
            name, _, text = words.pop(0).partition("=")
            if name not in value:
                raise UserError(f"There is no {name!r}.", f"There are: {', '.join(value)}.")
            value[name] = int(text) if text.lstrip("-").isdigit() else text
        return Outcome(value), " ".join(words)

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
        self._options = session.rules.options(session.state, _LISTED, rng)
        for number, answer in enumerate(self._options, 1):
            self._say(f"  {number} {describe(ask, answer)}")
        for choice in ask.choices:
            for reason in choice.refused:
                self._say(f"  – {choice.label}: {reason.text} [{reason.cite}]")
        if len(self._options) >= _LISTED:
            self._say("  more  other answers")
