"""Pieces of maps kept under numbers, for every map that is drawn: a file for each."""

from __future__ import annotations

from pathlib import Path

import msgspec

from wardesk.documents.files.atomic import write_atomically
from wardesk.drawing.commands.clips import Clip
from wardesk.errors import UserError
from wardesk.paths import user_data
from wardesk.ui.map.clipboard import MOST_BYTES, read_clip
from wardesk.words import tr

NUMBERS = range(1, 10)


def keep(number: int, clip: Clip) -> None:
    """Keep a piece in the place of the one that had the number. UserError if it cannot be kept."""
    place = _place(number)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        words = tr("The stamp cannot be kept: {0}.").format(error.strerror or error)
        raise UserError(words, tr("Make room, or check the folder.")) from error
    write_atomically(place, msgspec.json.encode(clip))


def kept(number: int) -> Clip:
    """The piece with a number. UserError if there is none, or if it is damaged."""
    place = _place(number)
    try:
        raw = place.read_bytes() if place.stat().st_size <= MOST_BYTES else b""
    except OSError as error:
        words = tr("There is no stamp {0}.").format(number)
        raise UserError(words, tr("Pick cells, and keep them as one.")) from error
    try:
        return read_clip(raw)
    except UserError as error:
        words = tr("Stamp {0} is damaged.").format(number)
        raise UserError(words, tr("Pick cells, and keep them as one.")) from error


def _place(number: int) -> Path:
    return user_data() / "stamps" / f"{number}.json"
