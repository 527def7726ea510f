r"""The terminal's guard: whatever a command prints, names out of strangers' files steer nothing.

A pack's title or a player's reason may hold escape sequences, which move the cursor, rewrite
earlier lines or fill the clipboard, and marks that turn the reading direction. Both are printed
as ``\\u001b`` and the like: visible, and still valid inside a JSON string. So is every character
that the terminal's encoding lacks.
"""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast

_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
)
_ESCAPES = "wardesk-escapes"


def harmless(text: str) -> str:
    r"""*text* with every character that steers a terminal written as ``\\uXXXX``.

    Line ends and tabs stay.
    """
    return _STEERING.sub(lambda found: _escaped(found[0]), text)


def _escaped(text: str) -> str:
    """*text* in JSON's own escapes: pairs of surrogates beyond the first 65,536 characters."""
    units = text.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _escape_unencodable(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return _escaped(error.object[error.start : error.end]), error.end


codecs.register_error(_ESCAPES, _escape_unencodable)


class HarmlessStream:
    """A text stream that passes on `harmless` text; for the rest it is the stream behind it."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        """The stream behind it, for a progress bar, which has to steer the terminal."""

    def write(self, text: str) -> int:
        """Write *text*; the number of its characters."""
        self.stream.write(harmless(text))
        return len(text)

    def writelines(self, lines: Any) -> None:  # noqa: ANN401 - as the standard library has it
        """Write all *lines*."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the stream has
        return getattr(self.stream, name)


def steerable(stream: TextIO) -> TextIO:
    """The stream behind *stream*, for the few things that draw on the terminal themselves."""
    return stream.stream if isinstance(stream, HarmlessStream) else stream


@contextmanager
def guarded_terminal() -> Iterator[None]:
    """While it lasts, standard output and standard error are `HarmlessStream`."""
    before = sys.stdout, sys.stderr
    for stream in before:
        if hasattr(stream, "reconfigure"):
            cast("Any", stream).reconfigure(errors=_ESCAPES)
    sys.stdout, sys.stderr = (cast("TextIO", HarmlessStream(steerable(one))) for one in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
