"""All edit commands, and how they are written as JSON and read back."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from wardesk.drawing.area_clip_commands import PasteAreas
from wardesk.drawing.area_commands import DeleteArea, DrawArea, MergeAreas, ReshapeArea, SplitArea
from wardesk.drawing.clip_commands import Paste, StitchBoard
from wardesk.drawing.corner_commands import MoveCorners
from wardesk.drawing.feature_commands import (
    DrawLine,
    DrawZone,
    EditLine,
    MoveFeature,
    PlaceLabel,
    RemoveFeature,
    SetFeature,
)
from wardesk.drawing.id_commands import NumberAreas, RenameCell, Renumber
from wardesk.drawing.layer_commands import SetLayer
from wardesk.drawing.node_commands import (
    DeleteBend,
    DeleteNode,
    InsertBend,
    InsertNode,
    MoveBend,
    MoveNode,
    ReshapeBorder,
    Simplify,
)
from wardesk.drawing.override_commands import (
    ClearOverride,
    CutCells,
    KeepPair,
    LinkCells,
)
from wardesk.drawing.paint_commands import (
    EraseTerrain,
    FillTerrain,
    NameCell,
    PaintTerrain,
    ReplaceTerrain,
    SetElevation,
    SetProperty,
)
from wardesk.drawing.palette_commands import (
    PutBorderKind,
    PutLineKind,
    PutTerrainKind,
    RemoveKind,
    SetTitle,
)
from wardesk.drawing.repair_commands import FillGap, MoveAnchor
from wardesk.drawing.sheet_commands import ResizeSheet, SetPresence
from wardesk.drawing.side_commands import (
    ClearSides,
    FlipBorders,
    FlipSides,
    PaintBorders,
    PaintSides,
)
from wardesk.drawing.underlay_commands import (
    AddUnderlay,
    MoveUnderlay,
    RemoveUnderlay,
    SetUnderlay,
)
from wardesk.errors import UserError

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
    | RemoveKind
    | SetTitle
    | AddUnderlay
    | MoveUnderlay
    | SetUnderlay
    | RemoveUnderlay
    | SetLayer
)
"""Every command. In JSON the entry ``do`` names it: ``{"do": "paint-terrain", …}``."""


def command_json(command: AnyCommand) -> bytes:
    """The command as one line of JSON, without a line end."""
    return msgspec.json.encode(command)


def read_command(line: bytes | str) -> AnyCommand:
    """The command of one line of JSON. UserError with the entry that is wrong."""
    try:
        return msgspec.json.decode(line, type=AnyCommand)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UserError(f"This is no edit command: {str(error)[:300]}.") from error
