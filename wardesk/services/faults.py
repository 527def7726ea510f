"""Reports of faults that a person can read and send: the way to the fault, and nothing private.

Of paths only those of the program and of Python stay; of any other file its kind is left. Logins,
addresses of servers, the names of the person and of the machine go.
"""

from __future__ import annotations

import getpass
import platform
import re
import sys
import traceback
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from wardesk import paths

_ADDRESS = re.compile(r"\b([A-Za-z][\w+.-]*)://[^\s'\"<>]+")
_SECRET = re.compile(
    r"(?i)\b(password|passwd|pwd|secret|token|sslkey|host|hostaddr|user|dbname)(['\"]?\s*[=:]\s*)"
    r"('[^']*'|\"[^\"]*\"|[^\s,;&)]+)"
)
_DETAIL = re.compile(r"(DETAIL:).*")
"""How PostgreSQL repeats what stood in a row."""
_NAMED = re.compile(r'(?i)\b(user|role|database|host|server at|host name) ("[^"]*"|\'[^\']*\')')
_NUMBERED = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b")
_ROOT = r"(?:~[\\/]|[A-Za-z]:[\\/]|\\\\|/(?=[^\s/'\"<>:]+/))"
"""How a path begins; one with a single name in it, as ``/x``, is more often a sum or a word."""
_QUOTED = re.compile(rf"""(['"“])({_ROOT}[^'"”\n]*)(['"”])""")
_BARE = re.compile(rf"""(?<![\w<>/.'"“~\\]){_ROOT}[^\s'"”,;:()<>]*(?:/[^/'"”,;:()<>\n]+(?=/))*""")
_FRAME = re.compile(r'(?m)^(\s*(?:\|\s*)*File )"([^"]*)"(, line \d+)')
_SHORT = 3
"""A name of fewer letters is too often a part of something else."""


def fault_report(error: BaseException, when: datetime, *lines: str) -> str:
    """A report of *error* with more *lines* at its head: when, which versions, the way to it.

    What failed stands before the way to it, where a person looks first.
    """
    return sendable(
        "\n".join((
            f"WarDesk {paths.VERSION}, report, {when:%Y-%m-%d %H:%M:%S}",
            f"Python {platform.python_version()}, {platform.platform()}",
            *lines,
            "",
            "".join(traceback.format_exception_only(error)),
            "".join(traceback.format_exception(error)),
        ))
    )  # fmt: skip


def sendable(text: str) -> str:
    """*text* without what tells who the person is, where their files lie, or how they log in."""
    text = _FRAME.sub(lambda found: f'{found[1]}"{_place(found[2])}"{found[3]}', text)
    text = _ADDRESS.sub(r"\1://<address>", text)
    text = _DETAIL.sub(r"\1 <hidden>", text)
    text = _SECRET.sub(r"\1\2<hidden>", text)
    text = _NAMED.sub(r"\1 <hidden>", text)
    text = _NUMBERED.sub("<address>", text)
    for folder in _own_folders():
        text = re.sub(rf"{re.escape(folder)}(?![\w-])[^'\"\n,;:()<>]*", _only_kind, text)
    text = _QUOTED.sub(lambda found: f"{found[1]}{_only_kind(found[2])}{found[3]}", text)
    text = _BARE.sub(_only_kind, text)
    for name, instead in _names():
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", instead, text, flags=re.IGNORECASE)
    return text


def _place(file: str) -> str:
    """A file of the program by its place in there, one of a library by its name, no other."""
    path = Path(file)
    if file.startswith("<"):
        return file
    if (own := Path(paths.__file__).parent.parent) in path.parents:
        inside = path.relative_to(own)
        if inside.parts[0] == "wardesk":
            return inside.as_posix()
    for mark in ("site-packages", "dist-packages", "_internal"):
        if mark in path.parts:
            return Path(*path.parts[path.parts.index(mark) :]).as_posix()
    for base in (sys.prefix, sys.base_prefix):
        if Path(base) in path.parents:
            return f"python/{path.relative_to(base).as_posix()}"
    return _only_kind(file)


def _only_kind(found: str | re.Match[str]) -> str:
    """What is left of a path: the ending of its file."""
    words = found if isinstance(found, str) else found[0]
    ending = re.search(r"\.\w{1,12}(?=\W*$)", words)
    return f"<file{ending[0] if ending else ''}>"


def _own_folders() -> list[str]:
    """The person's folders, as they may stand in a text, the longest first."""
    found: set[str] = set()
    for ask in (paths.user_data, paths.user_cache, Path.home):
        with suppress(OSError, RuntimeError):  # a full disk, a person without a home
            place = str(ask())
            if len(place) > 1:
                found |= {place, place.replace("\\", "/"), place.replace("\\", "\\\\")}
    return sorted(found, key=len, reverse=True)


def _names() -> list[tuple[str, str]]:
    """Names of person and machine, and what stands in their place."""
    found: list[tuple[str, str]] = []
    for ask, instead in ((getpass.getuser, "<user>"), (platform.node, "<machine>")):
        with suppress(OSError, KeyError, ImportError):  # a person without an account
            found.append((ask(), instead))
    with suppress(RuntimeError):
        found.append((Path.home().name, "<user>"))
    return [(name, instead) for name, instead in found if len(name) >= _SHORT]
