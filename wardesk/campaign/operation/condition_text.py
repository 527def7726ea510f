"""The text form of conditions, for authors: ``scenario.drive.winner = allied and not day < 3``."""

from __future__ import annotations

import re

from wardesk.campaign.operation.conditions import (
    DEEPEST,
    All,
    AnyOf,
    AtLeast,
    Between,
    Compare,
    Condition,
    Known,
    Not,
    Scalar,
)
from wardesk.errors import UserError
from wardesk.words import say

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<op><=|>=|!=|=|<|>) | (?P<mark>[(),]) | (?P<range>\d+\.\.\d+) | (?P<number>-?\d+\b(?!\.\w))
      | "(?P<quoted>[^"]*)" | (?P<word>[A-Za-z0-9][A-Za-z0-9._:-]*)
    )""",
    re.X,
)
_HELP = say("Write for example: scenario.drive.winner = allied and (turn in 8..15 or day >= 3).")
_KEYWORDS = {"and", "or", "not", "known", "at", "least", "of", "in", "true", "false"}


def parse(text: str) -> Condition:
    """The tree behind *text*. UserError with the place when it cannot be read.

    ``or`` binds weaker than ``and``, ``and`` weaker than ``not``; also ``known fact``,
    ``turn in 8..15`` and ``at least 2 of (a = 1, b = 2, c = 3)``.
    """
    reader = _Reader(text)
    found = reader.any_of(0)
    if reader.at < len(reader.tokens):
        reader.fail(say("something is left over"))
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, str, int]] = []
        self.at = 0
        place = 0
        while text[place:].strip():
            found = _TOKEN.match(text, place)
            if not found:
                raise UserError(
                    say("WarDesk cannot read the condition at {place!r}.", place=text[place:][:20]),
                    _HELP,
                )
            kind = found.lastgroup or ""
            self.tokens.append((kind, found[kind], found.start(kind)))
            place = found.end()

    def fail(self, why: str) -> None:
        place = self.tokens[self.at][2] if self.at < len(self.tokens) else len(self.text)
        rest = self.text[place:][:20]
        if self.text[place:].strip():
            text = say(
                "WarDesk cannot read the condition at {place!r}: {why}.", place=rest, why=why
            )
        else:
            text = say("WarDesk cannot read the condition at its end: {why}.", why=why)
        raise UserError(text, _HELP)

    def peek(self) -> str:
        """The next word or mark; empty for quoted text and at the end."""
        if self.at >= len(self.tokens) or self.tokens[self.at][0] == "quoted":
            return ""
        return self.tokens[self.at][1]

    def take(self, *kinds: str) -> tuple[str, str]:
        if self.at >= len(self.tokens) or self.tokens[self.at][0] not in kinds:
            self.fail(say("a {kinds!s} is missing", kinds=" or ".join(kinds)))
        kind, value, _ = self.tokens[self.at]
        self.at += 1
        return kind, value

    def expect(self, *words: str) -> None:
        for word in words:
            if self.peek() != word:
                self.fail(say("{word!r} is missing", word=word))
            self.at += 1

    def any_of(self, deep: int) -> Condition:
        if deep > DEEPEST:
            self.fail(say("it is nested too deeply"))
        found = [self.all_of(deep)]
        while self.peek() == "or":
            self.at += 1
            found.append(self.all_of(deep))
        return found[0] if len(found) == 1 else AnyOf(tuple(found))

    def all_of(self, deep: int) -> Condition:
        found = [self.one(deep)]
        while self.peek() == "and":
            self.at += 1
            found.append(self.one(deep))
        return found[0] if len(found) == 1 else All(tuple(found))

    def one(self, deep: int) -> Condition:
        if deep > DEEPEST:
            self.fail(say("it is nested too deeply"))
        word = self.peek()
        if word == "not":
            self.at += 1
            return Not(self.one(deep + 1))
        if word == "known":
            self.at += 1
            return Known(self.take("word")[1])
        if word == "(":
            self.at += 1
            found = self.any_of(deep + 1)
            self.expect(")")
            return found
        if word == "at":
            return self.at_least(deep)
        return self.comparison()

    def at_least(self, deep: int) -> Condition:
        self.expect("at", "least")
        number = int(self.take("number")[1])
        self.expect("of", "(")
        found = [self.any_of(deep + 1)]
        while self.peek() == ",":
            self.at += 1
            found.append(self.any_of(deep + 1))
        self.expect(")")
        return AtLeast(number, tuple(found))

    def comparison(self) -> Condition:
        fact = self.take("word")[1]
        if fact in _KEYWORDS:
            self.at -= 1
            self.fail("a fact is missing")
        if fact == "turn" and self.peek() == "in":
            self.at += 1
            first, _, last = self.take("range")[1].partition("..")
            return Between(int(first), int(last))
        if self.at >= len(self.tokens) or self.tokens[self.at][0] != "op":
            return Compare(fact, "=", True)  # a flag by its name alone
        op = self.take("op")[1]
        kind, value = self.take("number", "word", "quoted")
        return Compare(fact, op, _value(kind, value))  # pyright: ignore[reportArgumentType]


def _value(kind: str, text: str) -> Scalar:
    if kind == "number":
        return int(text)
    if kind == "word" and text in ("true", "false"):
        return text == "true"
    return text


def words(condition: Condition) -> str:
    """The text of a tree; `parse` gives the same tree back."""
    match condition:
        case Compare(fact, op, value):
            return fact if op == "=" and value is True else f"{fact} {op} {_written(value)}"
        case Known(fact):
            return f"known {fact}"
        case Between(first, last):
            return f"turn in {first}..{last}"
        case Not(of):
            return f"not {_inner(of)}"
        case All(of) if len(of) > 1:
            return " and ".join(_inner(part) for part in of)
        case AnyOf(of) if len(of) > 1:
            return " or ".join(_inner(part) for part in of)
        case All(of):
            return f"at least {len(of)} of ({', '.join(map(words, of))})"
        case AnyOf(of):
            return f"at least 1 of ({', '.join(map(words, of))})"
        case AtLeast(number, of):
            return f"at least {number} of ({', '.join(map(words, of))})"


def _inner(condition: Condition) -> str:
    text = words(condition)
    return f"({text})" if isinstance(condition, (All, AnyOf)) and len(condition.of) > 1 else text


def _written(value: Scalar) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    plain = re.fullmatch(r"[A-Za-z][A-Za-z0-9._:-]*", value) and value not in _KEYWORDS
    return value if plain else f'"{value}"'
