"""Answers written as plain data, by scripts and at the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from wardesk.engine.types import Answer, Outcome, Record
from wardesk.errors import UserError, shown
from wardesk.words import as_record, from_record, readied, say

_BY_FIELDS: dict[frozenset[str], str] = {
    frozenset({"key"}): "choose",
    frozenset({"pieces"}): "pieces",
    frozenset({"cells"}): "cells",
    frozenset({"pieces", "cells"}): "path",
    frozenset({"amounts"}): "allocate",
    frozenset({"dice"}): "roll",
    frozenset({"dice", "factors"}): "roll",
    frozenset({"dice", "inputs"}): "roll",
    frozenset({"dice", "factors", "inputs"}): "roll",
    frozenset({"value"}): "outcome",
}


def read_answer(plain: Answer | Mapping[str, Any]) -> Answer:
    """An answer from ``{"pieces": ["P1"], "cells": ["MN"]}``; answers pass through.

    The ``type`` may be left out. UserError when the fields belong to no kind of answer.
    """
    if not isinstance(plain, Mapping):
        return _held(plain)
    kind = plain.get("type") or _BY_FIELDS.get(frozenset(plain))
    if kind is None:
        known = "; ".join(" and ".join(sorted(names)) for names in _BY_FIELDS)
        raise UserError(
            say("{plain!s} is no answer.", plain=shown(plain, 200)),
            say("An answer has one of: {known!s}.", known=known),
        )
    return _held({**plain, "type": kind})


def read_outcome(plain: Mapping[str, Any]) -> Record:
    """The fields of an outcome. UserError when they are none."""
    found = _held({"type": "outcome", "value": plain})
    return found.value if isinstance(found, Outcome) else {}


def _held(answer: object) -> Answer:
    """*answer* with the types that it would be read back with."""
    try:
        plain = msgspec.to_builtins(answer, enc_hook=as_record)
        return msgspec.convert(plain, readied(Answer), dec_hook=from_record)
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as error:
        raise UserError(
            say("{answer!s} is no answer: {error!s}.", answer=shown(answer, 200), error=error)
        ) from error
