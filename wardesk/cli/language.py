"""The language of the command line: as the environment says, or as a person asks for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from wardesk.errors import UserError
from wardesk.words import ENGLISH, LANGUAGES, language_in_force, say, use_language


def spoken(asked: str) -> str:
    """The code of the language that is meant; English where nothing says otherwise.

    UserError when *asked* names none we know.
    """
    if asked and asked not in LANGUAGES:
        raise UserError(
            say("There are no texts in {asked!r}.", asked=asked),
            say("Say {languages!s}.", languages=" or ".join(LANGUAGES)),
        )
    said = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    found = asked or next((value for value in said if value), "")
    code = found.partition("_")[0].partition(".")[0].lower()
    return code if code in LANGUAGES else ENGLISH


@contextmanager
def environment_speaks() -> Iterator[None]:
    """While it lasts, the language of the environment is in force."""
    before = language_in_force()
    use_language(spoken(""))
    try:
        yield
    finally:
        use_language(before)
