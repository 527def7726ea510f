"""What every printed game does with its scenario: read its forces, offer its options, name it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from wardesk.errors import UserError
from wardesk.model.board import Board
from wardesk.model.options import GameOption, read_options
from wardesk.words import readied, say

T = TypeVar("T")


def forces_of(setup: Mapping[str, Any], model: type[T]) -> T:
    """The forces of *setup*: at the top level or under ``forces``. UserError when they do not fit.

    Keys that *model* does not know belong to somebody else and are left alone.
    """
    try:
        return msgspec.convert({**setup.get("forces", {}), **setup}, readied(model))
    except msgspec.ValidationError as error:
        text = say("The forces of the scenario cannot be read: {fault}.", fault=str(error))
        raise UserError(text) from error


class _Options(Struct, frozen=True):
    option: tuple[GameOption, ...]


def options_of(folder: Path) -> tuple[GameOption, ...]:
    """What may be chosen before a game, from the ``options.toml`` of *folder*."""
    data = (folder / "options.toml").read_bytes()
    return msgspec.toml.decode(data, type=readied(_Options)).option


def chosen(known: Sequence[GameOption], options: Mapping[str, Any], model: type[T]) -> T:
    """*options* as a *model*, with the default of each that is not there.

    UserError when one is unknown.
    """
    return msgspec.convert(read_options(known, options), readied(model))


def offered(options: Sequence[GameOption], chosen: object) -> tuple[GameOption, ...]:
    """*options* with what a table has *chosen* (a field for each option's id) as the default."""
    return tuple(
        msgspec.structs.replace(option, default=getattr(chosen, option.id)) for option in options
    )


def digest_of(
    tables: bytes, laid_out: object, options: Mapping[str, Any], board: Board, *more: bytes
) -> str:
    """SHA-256 of all that decides how a game of a scenario goes, so that files know it again.

    *tables* names the charts; *laid_out* the forces, and whatever else the game reads.
    """
    parts = (
        tables,
        msgspec.json.encode(laid_out),
        msgspec.json.encode(dict(options), order="sorted"),
        board.digest.encode(),
        *more,
    )
    return hashlib.sha256(b"\0".join(parts)).hexdigest()
