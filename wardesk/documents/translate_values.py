"""Whole values of games put into another language: which of their fields are words for people.

Keys, ids, modifiers and the words of answers are left alone: they go back into the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from wardesk.engine import types
from wardesk.model import (
    advice,
    board,
    briefing,
    deeds,
    lesson,
    look,
    options,
    rulebook,
    scenario,
    worksheet,
)
from wardesk.words import ENGLISH, shown

T = TypeVar("T")


class Wording(Struct, frozen=True):
    """The language that a game is shown in."""

    language: str = ENGLISH

    def text(self, text: str) -> str:
        """*text* as a sentence of the language; itself where the catalogue knows nothing of it."""
        return shown(text, self.language)


PLAIN = Wording()
"""Leaves everything in English."""

SPOKEN: Mapping[type, tuple[str, ...]] = {
    types.Decision: ("prompt", "context", "choices", "faces", "fields", "summary"),
    types.Choice: ("label", "hint", "refused"),
    types.Reason: ("text",),
    types.OutcomeField: ("label",),
    types.GameResult: ("level", "text"),
    types.StoryLine: ("text", "how"),
    look.SideLook: ("name",),
    look.BadgeLook: ("name",),
    look.CounterLook: ("title", "subtitle", "badges", "text"),
    look.CellMark: ("text", "badge"),
    look.TrackLook: ("title", "steps"),
    look.PhaseLook: ("title",),
    look.BoxLook: ("title", "text"),
    look.ChartLook: ("title", "corner", "columns", "rows", "cells"),
    look.OddsLine: ("label",),
    look.InputLine: ("label", "value", "part", "short"),
    look.WeighedLine: ("label", "text", "figure"),
    look.CaseLook: ("title", "place", "inputs", "sum_text", "chart", "odds", "lines"),
    look.Overlay: ("label",),
    look.CounterFact: ("text", "note", "badge"),
    look.ChitLook: ("title", "note"),
    look.CupLook: ("title", "chits"),
    look.UnitLook: ("title", "place", "state"),
    look.FormationLook: ("title", "units", "state", "summary"),
    look.CandidateLook: ("title", "text", "figure", "refused"),
    look.CardLook: ("title", "text"),
    look.HandLook: ("title", "cards"),
    look.DeckLook: ("title", "discards", "cards"),
    look.TurnMoment: ("phase",),
    look.TableLook: (
        "sides", "counters", "marks", "tracks", "phases", "boxes", "overlays", "headline",
    ),
    advice.Advice: ("label", "figure", "unit", "text", "hint"),
    options.GameOption: ("title", "choices"),
    options.OptionChoice: ("label",),
    options.SetupValue: ("title",),
    worksheet.SheetChoice: ("name",),
    worksheet.SheetField: ("title", "choices", "hint", "columns", "add"),
    worksheet.SheetGroup: ("title", "fields"),
    worksheet.Worksheet: ("title", "text", "groups"),
    deeds.DeedLook: ("label", "menu", "refused"),
    board.Board: ("title", "cells", "features"),
    board.Cell: ("name",),
    rulebook.Rule: ("title", "summary"),
    rulebook.Topic: ("title", "summary"),
    rulebook.Rulebook: ("title", "rules", "topics"),
    briefing.Briefing: ("aim", "plays", "sides", "levels", "warnings", "options"),
    briefing.SideBriefing: ("task", "strength"),
    briefing.OptionBriefing: ("changes",),
    lesson.Lesson: ("steps", "end"),
    lesson.LessonStep: ("title", "beats"),
    lesson.Beat: ("say", "why"),
    scenario.ScenarioInfo: (
        "title", "blurb", "players", "length", "reconstruction", "briefing", "lesson",
    ),
}  # fmt: skip
"""By type the fields that people read."""


def worded(value: T, words: Wording) -> T:
    """*value* with everything that people read in the language of *words*.

    Texts, sequences and mappings of them, and the types in `SPOKEN`; anything else stays as it is.
    """
    if words == PLAIN:
        return value
    return cast("T", _worded(value, words))


def texts(value: object) -> list[str]:
    """Every text in *value* that `worded` would translate."""
    return [text for text in _texts(value) if text]


def _worded(value: object, words: Wording) -> object:
    if isinstance(value, str):
        return words.text(value) if value else value
    if isinstance(value, (tuple, list)):
        return type(value)(_worded(part, words) for part in cast("tuple[object]", value))
    if isinstance(value, board.Feature):
        return _label(value, words)
    if isinstance(value, board.Cell) and not any(map(str.isalpha, value.name)):
        return value  # its number on the map, which is no figure: 4.2 has no comma anywhere
    if isinstance(value, Mapping):
        pairs = cast("Mapping[object, object]", value)
        return {key: _worded(part, words) for key, part in pairs.items()}
    fields = SPOKEN.get(type(value))
    if fields is None:
        return value
    changed: dict[str, object] = {}
    for name in fields:
        old = getattr(value, name)
        if old and (new := _worded(old, words)) != old:
            changed[name] = new
    return replace(cast("Struct", value), **changed) if changed else value


def _label(feature: board.Feature, words: Wording) -> board.Feature:
    """Its name, and the printed name of a cell, whose lines are set anew by whoever draws it."""
    printed = _printed(feature)
    said, name = words.text(printed), words.text(feature.name)
    if name != feature.name:
        feature = replace(feature, name=name)
    if said == printed:
        return feature
    return replace(feature, properties={**feature.properties, "lines": [said]})


def _printed(feature: board.Feature) -> str:
    lines = feature.properties.get("lines", ()) if feature.kind == "label" else ()
    return " ".join(map(str, lines))


def _called(feature: board.Feature) -> str:
    """The name that a label without lines shows; a number is none."""
    letters = feature.kind == "label" and any(map(str.isalpha, feature.name))
    return feature.name if letters else ""


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, board.Feature):
        return [_printed(value) or _called(value)]
    if isinstance(value, (tuple, list)):
        return [text for part in cast("tuple[object]", value) for text in _texts(part)]
    if isinstance(value, Mapping):
        parts = cast("Mapping[object, object]", value).values()
        return [text for part in parts for text in _texts(part)]
    names = SPOKEN.get(type(value), ())
    return [text for name in names for text in _texts(getattr(value, name))]
