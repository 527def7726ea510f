"""Answers written as plain data, by scripts and at the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from wardesk.engine.types import Answer
from wardesk.errors import UserError

_BY_FIELDS: dict[frozenset[str], str] = {
    frozenset({"key"}): "choose",
    frozenset({"pieces"}): "pieces",
    frozenset({"cells"}): "cells",
    frozenset({"pieces", "cells"}): "path",
    frozenset({"amounts"}): "allocate",
    frozenset({"dice"}): "roll",
    frozenset({"dice", "factors"}): "roll",
    frozenset({"value"}): "outcome",
}


def read_answer(plain: Answer | Mapping[str, Any]) -> Answer:
    """An answer from ``{"pieces": ["P1"], "cells": ["MN"]}``; answers pass through.

    The ``type`` may be left out. UserError when the fields belong to no kind of answer.
    """
    if not isinstance(plain, Mapping):
        return plain
    kind = plain.get("type") or _BY_FIELDS.get(frozenset(plain))
    if kind is None:
        known = "; ".join(" and ".join(sorted(names)) for names in _BY_FIELDS)
        raise UserError(f"{dict(plain)} is no answer.", f"An answer has one of: {known}.")
    try:
        return msgspec.convert({**plain, "type": kind}, Answer)
    except msgspec.ValidationError as error:
        raise UserError(f"{dict(plain)} is no answer: {error}.") from error
