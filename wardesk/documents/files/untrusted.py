"""The one door by which files of other people come in: regular files of a bounded size.

A pipe would wait for ever, and a device such as ``/dev/zero`` has no end although its size is 0.
Links are followed, and what they lead to is judged.
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

from wardesk.errors import DamagedFile, UserError
from wardesk.words import say

_OPENING = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)  # opening a pipe would wait for a writer
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_KINDS = {
    stat.S_IFIFO: say("a pipe"),
    stat.S_IFSOCK: say("a socket"),
    stat.S_IFCHR: say("a device"),
    stat.S_IFBLK: say("a device"),
    stat.S_IFDIR: "a folder",
}
_REPLACE = say("Put the file itself in its place.")
_MEND = say("Mend the file; it is plain text.")
MOST_TOML_BYTES = 2 << 20
DEEPEST_KEY = 8
"""Parts of a dotted TOML key."""
_PART = r"""(?:[A-Za-z0-9_-]++|"(?!"")(?:[^"\\\n]++|\\.)*+"|'(?!\'\')[^'\n]*+')"""
_TOKEN = re.compile(
    rf"""(?P<deep>(?:{_PART}[ \t]*+\.[ \t]*+){{{DEEPEST_KEY}}})|{_PART}|[\s=\[\]{{}},.:+]++"""
    r"""|\#[^\n]*+|\"{3}(?:[^"\\]++|\\.|"(?!""))*+\"{3}|'{3}(?:[^']++|'(?!\'\'))*+'{3}""",
    re.DOTALL,
)


def open_regular(file: Path | str) -> BinaryIO:
    """Open *file* for reading. OSError as `open`; DamagedFile for what is no regular file."""
    _judge_kind(Path(file).stat().st_mode, file)  # opening a device may already do something to it
    handle = os.open(file, _OPENING)
    try:
        _judge_kind(os.fstat(handle).st_mode, file)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def is_there(place: Path) -> bool:
    """Whether something lies at *place*: also what may not be looked at, so that it is told of."""
    try:
        return place.exists()
    except PermissionError:
        return True
    except OSError:  # no system has files of such a name
        return False


def touched(place: Path) -> float:
    """When *place* was written to last; 0 for what is not there, or may not be looked at."""
    try:
        return place.stat().st_mtime
    except (OSError, ValueError):
        return 0.0


def _judge_kind(mode: int, file: Path | str) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(21, "Is a directory", str(file))
    if not stat.S_ISREG(mode):
        kind = _KINDS.get(stat.S_IFMT(mode), say("something else"))
        raise DamagedFile(say("{file!s} is {kind}, not a file.", file=file, kind=kind), _REPLACE)


def read_bounded(
    file: Path | str,
    most: int,
    *,
    absent: str = "",
    missing: str = "Check the path.",
    too_large: str = "Use a smaller one.",
) -> bytes:
    """All bytes of a regular file of at most *most* bytes; the file's own word is not taken.

    UserError when it cannot be read (*absent* and *missing* are message and advice when it is not
    there), DamagedFile when it is no regular file or longer (with the advice *too_large*).
    """
    try:
        with open_regular(file) as stream:
            data = stream.read(most + 1)
    except FileNotFoundError:
        raise UserError(absent or say("{file!s} is missing.", file=file), missing) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        why = getattr(error, "strerror", None) or error
        raise UserError(say("{file!s} could not be read: {why}.", file=file, why=why)) from error
    if len(data) > most:
        raise DamagedFile(
            say("{file!s} is too large: {size!s} is the most.", file=file, size=_size(most)),
            too_large,
        )
    return data


def _size(count: int) -> str:
    return f"{count >> 20} MB" if count >= 1 << 20 else f"{count >> 10} kB"


def read_toml(file: Path, most: int = MOST_TOML_BYTES, *, missing: str = "") -> dict[str, Any]:
    """The plain values of a TOML file. Errors as `read_bounded` and `toml_values`."""
    return toml_values(read_bounded(file, most, missing=missing or "Check the path."), str(file))


def toml_values(data: bytes, name: str) -> dict[str, Any]:
    """The plain values of TOML text; *name* serves the messages. DamagedFile if it is none."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise DamagedFile(
            say("{name!s} is not UTF-8 text (byte {start!s}).", name=name, start=error.start + 1),
            _MEND,
        ) from error
    try:
        return _copied(_parsed(text, name))
    except tomllib.TOMLDecodeError as error:
        raise DamagedFile(
            say("{name!s} is not proper TOML: {error!s}.", name=name, error=error), _MEND
        ) from error
    except RecursionError:
        raise DamagedFile(say("{name!s} is nested too deeply.", name=name), _MEND) from None
    except ValueError:  # a number of thousands of digits, a day that no calendar has
        text = say("{name!s} has a number or a date that is too large.", name=name)
        raise DamagedFile(text, _MEND) from None


@lru_cache(maxsize=48)
def _parsed(text: str, name: str) -> dict[str, Any]:
    """The values of *text*, kept: the tables of a pack are asked for whenever a game begins."""
    _judge_keys(text, name)
    return tomllib.loads(text)


def _copied(value: Any) -> Any:  # noqa: ANN401 - whatever a TOML file can hold
    """The same values in tables and lists of the caller's own."""
    if isinstance(value, dict):
        return {key: _copied(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_copied(inner) for inner in value]
    return value


def _judge_keys(text: str, name: str) -> None:
    """Refuse keys of very many parts: `tomllib` takes time by the square of their number.

    What is no TOML at all ends the walk; `tomllib` tells of it.
    """
    at = 0
    while (token := _TOKEN.match(text, at)) is not None:
        if token["deep"]:
            line = text.count("\n", 0, at) + 1
            told = say(
                "{name!s}, line {line!s}: a key has more than {deepest_key!s} parts.",
                name=name,
                line=line,
                deepest_key=DEEPEST_KEY,
            )
            raise DamagedFile(told, "Shorten it.")
        at = token.end()
