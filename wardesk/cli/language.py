"""The language of reports that commands write: as asked for, else as the environment says."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from wardesk.errors import UserError
from wardesk.words import say

LANGUAGES = ("en", "de")

Language = Annotated[
    str,
    typer.Option(help="Language of the report: en or de; as the environment says if not given."),
]


def spoken(asked: str) -> str:
    """The code of the language that is meant; English where nothing says otherwise.

    UserError when *asked* names none we know.
    """
    if asked and asked not in LANGUAGES:
        raise UserError(
            say("There are no texts in {asked!r}.", asked=asked),
            say("Say {languages}.", languages=" or ".join(LANGUAGES)),
        )
    said = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    found = asked or next((value for value in said if value), "")
    code = found.partition("_")[0].partition(".")[0].lower()
    return code if code in LANGUAGES else "en"
