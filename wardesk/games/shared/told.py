"""Sentences about marches: who went from where to where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wardesk.engine.draft import Draft
from wardesk.words import Spoken, Text, join, say


def came_from(places: Iterable[Spoken]) -> Text:
    """Where they came from, to stand beside where they went; each place once."""
    return say("from {place}", place=join(", ", list(dict.fromkeys(places))))


def tell_march(
    d: Draft[Any], units: Spoken, origin: Spoken, goal: Spoken, cite: str, at: str
) -> None:
    """Say who marched; what they march on in the same event is no sentence of its own."""
    text, how = say("{units} moved to {place}", units=units, place=goal), came_from([origin])
    if d.story and _is_march_of(d.story[-1].text, text):
        how = d.story.pop().how
    d.say(text, cite, at, how)


def _is_march_of(said: Spoken, text: Text) -> bool:
    return (
        isinstance(said, Text)
        and said.template == text.template
        and said.values["units"] == text.values["units"]
    )
