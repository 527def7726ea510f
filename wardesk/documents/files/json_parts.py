"""JSON as WarDesk writes and reads it: one spelling per value, line by line, nothing doubtful."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from wardesk.errors import DamagedFile
from wardesk.model.schema import in_words
from wardesk.words import readied, say

T = TypeVar("T")

WIDTH = 100
DEEPEST = 40
_WHOLE = 2.0**53
"""Up to here every whole float is exactly one int."""


# ---- writing ------------------------------------------------------------------------------------


def encode(value: object) -> bytes:
    """Canonical UTF-8 JSON: keys sorted, whole numbers as ints, one row a line where rows are long.

    Anything that fits into a line stays on it, so that a changed point is a one-line diff.
    """
    return (_lines(_plain(value), "") + "\n").encode()


def _plain(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, dict):
        return {str(key): _plain(value[key]) for key in sorted(value)}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < _WHOLE:
        return int(value)
    return value


def _lines(value: Any, indent: str) -> str:  # noqa: ANN401 - any JSON value
    flat = "" if _is_long(value) else json.dumps(value, ensure_ascii=False, allow_nan=False)
    if (flat and len(indent) + len(flat) <= WIDTH) or not isinstance(value, (dict, list)):
        return flat
    deeper = indent + " "
    if isinstance(value, dict):
        rows = [
            f"{json.dumps(k, ensure_ascii=False)}: {_lines(v, deeper)}" for k, v in value.items()
        ]
        opening, closing = "{", "}"
    else:
        rows = [_lines(item, deeper) for item in value]
        opening, closing = "[", "]"
    body = ",\n".join(deeper + row for row in rows)
    return f"{opening}\n{body}\n{indent}{closing}"


def _is_long(value: Any) -> bool:  # noqa: ANN401 - any JSON value
    """Whether a value surely needs more than a line: every item of a list takes three letters."""
    if isinstance(value, dict):
        return len(value) * 3 > WIDTH or any(
            isinstance(one, (dict, list)) and len(one) * 3 > WIDTH for one in value.values()
        )
    return isinstance(value, list) and len(value) * 3 > WIDTH


# ---- reading ------------------------------------------------------------------------------------


def decode(data: bytes, part: str) -> Any:  # noqa: ANN401 - any JSON value
    """The plain value of one part; DamagedFile naming *part* and the line for anything doubtful.

    Refused beside bad JSON: a key twice, NaN and infinities, text that is not UTF-8, deep nesting.
    """
    try:
        value = json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_unique_keys,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
    except UnicodeDecodeError as error:
        raise DamagedFile(
            say("{part!s} is not UTF-8 text (byte {start!s}).", part=part, start=error.start + 1),
            MEND,
        ) from error
    except json.JSONDecodeError as error:
        text = say(
            "{part} is not proper JSON: line {lineno}, column {colno}: {msg}.",
            part=part,
            lineno=error.lineno,
            colno=error.colno,
            msg=error.msg,
        )
        raise DamagedFile(text, MEND) from error
    except RecursionError:
        raise DamagedFile(say("{part!s} is nested too deeply.", part=part), MEND) from None
    except ValueError as error:
        raise DamagedFile(say("{part}: {error}.", part=part, error=error), MEND) from error
    _check_values(value, part)
    return value


MEND = say("Mend the part, or get a fresh copy of the map; nothing was changed.")


def typed(value: object, kind: type[T], part: str, advice: str = MEND) -> T:
    """The plain value as a typed row; DamagedFile with part, row and entry if it does not fit."""
    try:
        return msgspec.convert(value, readied(kind))
    except msgspec.ValidationError as error:
        told = in_words(str(error))
        text = (
            say("{part}, {told}.", part=part, told=told)
            if ": " in told
            else say("{part}: {told}.", part=part, told=told)
        )
        raise DamagedFile(text, advice) from error


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(say("the entry {name!s} is given twice", name=f"{twice[:40]!a}"))
    return found


def _no_constant(text: str) -> object:
    raise ValueError(say("{text!s} is not a number WarDesk accepts", text=text))


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(say("the number {text!s} is too large", text=text[:30]))
    return value


def _check_values(root: object, part: str) -> None:
    """Depth, text and whole numbers, without recursion, so that no file can exhaust the stack."""
    level: list[Any] = [root]
    for _ in range(DEEPEST):
        following: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                _check_texts(value, part)
                following.extend(value.values())
            elif isinstance(value, list):
                following.extend(value)
            elif isinstance(value, str):
                _check_texts((value,), part)
            elif isinstance(value, int) and abs(value) >= _WHOLE:
                raise DamagedFile(say("{part!s} has a number that is too large.", part=part), MEND)
        if not following:
            return
        level = following
    raise DamagedFile(say("{part!s} is nested too deeply.", part=part), MEND)


def _check_texts(texts: Iterable[str], part: str) -> None:
    for text in texts:
        if not text.isascii():
            try:
                text.encode()
            except UnicodeEncodeError:
                raise DamagedFile(
                    say("{part!s} has text with half a character.", part=part), MEND
                ) from None
