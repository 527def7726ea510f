"""All edit commands, and how they are written as JSON and read back."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from wardesk.drawing.commands.area_clips import PasteAreas
from wardesk.drawing.commands.areas import DeleteArea, DrawArea, MergeAreas, ReshapeArea, SplitArea
from wardesk.drawing.commands.clips import Paste, StitchBoard
from wardesk.drawing.commands.corners import MoveCorners
from wardesk.drawing.commands.features import (
    DrawLine,
    DrawZone,
    EditLine,
    MoveFeature,
    PlaceLabel,
    RemoveFeature,
    SetFeature,
)
from wardesk.drawing.commands.ids import NumberAreas, RenameCell, Renumber
from wardesk.drawing.commands.look import SetLook
from wardesk.drawing.commands.nodes import (
    DeleteBend,
    DeleteNode,
    InsertBend,
    InsertNode,
    MoveBend,
    MoveNode,
    ReshapeBorder,
    Simplify,
)
from wardesk.drawing.commands.overrides import (
    ClearOverride,
    CutCells,
    KeepPair,
    LinkCells,
    TakeWord,
)
from wardesk.drawing.commands.paint import (
    EraseTerrain,
    FillTerrain,
    NameCell,
    PaintTerrain,
    ReplaceTerrain,
    SetElevation,
    SetProperty,
)
from wardesk.drawing.commands.palette import (
    PutBorderKind,
    PutLineKind,
    PutPalette,
    PutSightRule,
    PutTerrainKind,
    RemoveKind,
    SetTitle,
)
from wardesk.drawing.commands.repairs import FillGap, MoveAnchor
from wardesk.drawing.commands.sheet import ResizeSheet, SetLayer, SetPresence
from wardesk.drawing.commands.sides import (
    ClearSides,
    FlipBorders,
    FlipSides,
    PaintBorders,
    PaintSides,
)
from wardesk.drawing.commands.underlay import (
    AddUnderlay,
    MoveUnderlay,
    RemoveUnderlay,
    SetUnderlay,
    StraightenUnderlay,
)
from wardesk.errors import UserError
from wardesk.words import readied, say

AnyCommand: TypeAlias = (
    PaintTerrain
    | FillTerrain
    | ReplaceTerrain
    | EraseTerrain
    | SetProperty
    | SetElevation
    | NameCell
    | PaintSides
    | ClearSides
    | FlipSides
    | PaintBorders
    | FlipBorders
    | LinkCells
    | CutCells
    | KeepPair
    | TakeWord
    | ClearOverride
    | MoveNode
    | MoveBend
    | MoveCorners
    | InsertBend
    | DeleteBend
    | ReshapeBorder
    | InsertNode
    | DeleteNode
    | Simplify
    | DrawArea
    | ReshapeArea
    | SplitArea
    | MergeAreas
    | DeleteArea
    | MoveAnchor
    | FillGap
    | DrawLine
    | EditLine
    | SetFeature
    | PlaceLabel
    | MoveFeature
    | DrawZone
    | RemoveFeature
    | RenameCell
    | NumberAreas
    | Renumber
    | ResizeSheet
    | SetPresence
    | Paste
    | StitchBoard
    | PasteAreas
    | PutTerrainKind
    | PutBorderKind
    | PutLineKind
    | PutPalette
    | PutSightRule
    | RemoveKind
    | SetTitle
    | AddUnderlay
    | MoveUnderlay
    | StraightenUnderlay
    | SetUnderlay
    | RemoveUnderlay
    | SetLayer
    | SetLook
)
"""Every command. In JSON the entry ``do`` names it: ``{"do": "paint-terrain", …}``."""


def command_json(command: AnyCommand) -> bytes:
    """The command as one line of JSON, without a line end."""
    return msgspec.json.encode(command)


def read_command(line: bytes | str) -> AnyCommand:
    """The command of one line of JSON. UserError with the entry that is wrong."""
    try:
        return msgspec.json.decode(line, type=readied(AnyCommand))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UserError(
            say("This is no edit command: {error!s}.", error=str(error)[:300])
        ) from error
