"""Words of the map editor that belong to no single widget."""

from __future__ import annotations

from wardesk.documents.wording import PLAIN
from wardesk.ui import language
from wardesk.words import tr


def count_cells(number: int) -> str:
    """So many cells, in words."""
    return tr("1 cell") if number == 1 else tr("{0} cells").format(number)


def history_title(title: str) -> str:
    """A title of the history, which is kept in English, in the language of the window."""
    words = language.words_of("map-editor")
    return title if words is PLAIN else words.text(title)
