"""Something that can be chosen: the same for a field of a form and for whoever asks by words."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from wardesk.words import Text


class FormSetting(Struct, frozen=True):
    """A value with a name: a number, a text, or yes and no, as `usual` is."""

    name: str
    """What the value is found by; often a field of a struct."""
    title: Text | str | None = None
    """What a form calls it, which has no field for a setting without."""
    usual: bool | float | str = ""
    """What holds where nobody says."""
    row: Text | str | None = None
    """Before settings that stand side by side in one row of a form."""
    tip: Text | str | None = None
    hint: str = ""
    """What stands in an empty line of text."""
    longest: int = 0
    """Letters that a text may have; 0 for any number."""
    choices: tuple[tuple[Any, Text | str], ...] = ()
    """What a form lets choose from: values and their words."""
    spread: bool = False
    """Whether the choices stand side by side, all in sight."""
    begins: float | UnsetType = UNSET
    """What stands in a form at first, where `usual` is no number to read."""
    least: int = 0
    most: int = 999
