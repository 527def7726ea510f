"""A map as a VASSAL module: the picture, the grid with our numbers or the areas, pieces, dice.

A module is a zip whose ``buildFile.xml`` names Java classes as elements; pieces are written in
sequences that are escaped once per level.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time
from xml.sax.saxutils import escape, quoteattr

import shapely
from msgspec import Struct

from wardesk.documents.exports.vassal_grid import NumberedGrid, numbered_grid
from wardesk.geometry.grids.numbering import Numbering
from wardesk.model.board import Board

_MODULE = "VASSAL.build.module."
_MAP = _MODULE + "map."
_BOARD = _MAP + "boardPicker."
_GRID = _BOARD + "board."
_ZONE = _GRID + "mapgrid."
_WIDGET = "VASSAL.build.widget."
_VERSION = "3.7.10"
_EPOCH = (1980, 1, 1, 0, 0, 0)
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
MAP_NAME, BOARD_NAME = "Map", "Board"
_PICTURE = "map.png"


class ModulePiece(Struct, frozen=True, kw_only=True):
    """A counter: its name, whose it is, its faces as PNG, and where it stands at the start."""

    name: str
    side: str
    faces: tuple[bytes, ...]
    """The front, then what it is turned or reduced to."""
    size: int
    """Pixels along its edge."""
    at: tuple[int, int] | None = None
    """The pixel of its middle; None for one that waits in the tray."""


class Sheet(Struct, frozen=True, kw_only=True):
    """The picture of a map and where board points lie on it."""

    png: bytes
    size: tuple[int, int]
    scale: float
    corner: tuple[float, float]
    """The board point at its upper left."""

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """The pixel of a board point."""
        return round((x - self.corner[0]) * self.scale), round((y - self.corner[1]) * self.scale)


def write_module(
    board: Board,
    numbering: Numbering | None,
    sheet: Sheet,
    day: date,
    pieces: Sequence[ModulePiece] = (),
) -> bytes:
    """The bytes of the module, the same for the same map and day."""
    title = _plain(board.title) or board.id
    images = {_PICTURE: sheet.png}
    told: list[tuple[ModulePiece, list[str]]] = []
    for number, piece in enumerate(pieces, start=1):
        names = [f"p{number}-{face}.png" for face in range(1, len(piece.faces) + 1)]
        images |= dict(zip(names, piece.faces, strict=True))
        told.append((piece, names))
    moment = int(datetime.combine(day, time(), UTC).timestamp() * 1000)
    parts = {
        "buildFile.xml": _build_file(board, title, grid_element(board, numbering, sheet), told),
        "moduledata": _module_data(title, moment),
        **{f"images/{name}": data for name, data in images.items()},
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in parts.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr, entry.create_system = 0o644 << 16, 3
            packed = name.endswith(".png")
            entry.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return buffer.getvalue()


def grid_element(board: Board, numbering: Numbering | None, sheet: Sheet) -> str:
    """The grid of the board in VASSAL's words.

    Hexes and squares as a grid with our numbers; where VASSAL cannot count like that, and on maps
    of areas, every cell is named by itself.
    """
    if board.grid is not None and numbering is not None:
        found = numbered_grid(board.grid, numbering, sheet.size, sheet.scale, sheet.corner)
        if found is not None:
            return _lattice(found)
        anchors = [(name, cell.anchor) for name, cell in board.cells.items()]
        return _regions((name, sheet.pixel(*at)) for name, at in anchors)
    return _element(_GRID + "ZonedGrid", {}, *_zones(board, sheet))


def _lattice(grid: NumberedGrid) -> str:
    numbers = {
        "color": "0,0,0", "first": "V" if grid.places_first else "H", "fontSize": 9,
        "hDescend": grid.places.backwards if grid.sideways else grid.lines.backwards,
        "hDrawOff": 0, "hLeading": grid.lines.leading, "hOff": grid.lines.offset,
        "hType": "A" if grid.lines.letters else "N",
        "locationFormat": grid.prefix + "$gridLocation$", "rotateText": 0,
        "sep": grid.separator,
        "vDescend": grid.lines.backwards if grid.sideways else grid.places.backwards,
        "vDrawOff": 0, "vLeading": grid.places.leading, "vOff": grid.places.offset,
        "vType": "A" if grid.places.letters else "N", "visible": False,
    }  # fmt: skip
    place = {"color": "0,0,0", "cornersLegal": False, "dotsVisible": False, "dx": grid.dx,
             "dy": grid.dy, "edgesLegal": False, "snapTo": True, "visible": False,
             "x0": grid.x0, "y0": grid.y0}  # fmt: skip
    if grid.kind == "square":
        inner = _element(_ZONE + "SquareGridNumbering", numbers)
        return _element(_GRID + "SquareGrid", {**place, "range": "Metric"}, inner)
    inner = _element(_ZONE + "HexGridNumbering", {**numbers, "stagger": False})
    return _element(_GRID + "HexGrid", {**place, "sideways": grid.sideways}, inner)


def _regions(places: Iterable[tuple[str, tuple[int, int]]]) -> str:
    rows = [
        _element(_GRID + "Region", {"name": name, "originx": x, "originy": y})
        for name, (x, y) in places
    ]
    return _element(_GRID + "RegionGrid", {"fontsize": 9, "snapto": True, "visible": False}, *rows)


def _zones(board: Board, sheet: Sheet) -> list[str]:
    """An area each, the smallest first: the first that holds a point counts, and none has holes."""

    def area(name: str) -> float:
        return shapely.Polygon(board.outlines[name][0]).area

    found: list[str] = []
    for name in sorted(board.cells, key=lambda one: (area(one), one)):
        points = [sheet.pixel(x, y) for x, y in board.outlines[name][0]]
        path = ";".join(f"{x},{y}" for x, y in points)
        told = {"name": name, "path": path, "locationFormat": "$name$", "useParentGrid": False,
                "useHighlight": False, "highlightProperty": ""}  # fmt: skip
        anchor = sheet.pixel(*board.cells[name].anchor)
        found.append(_element(_ZONE + "Zone", told, _regions([(name, anchor)])))
    return found


def _build_file(
    board: Board, title: str, grid: str, pieces: Sequence[tuple[ModulePiece, list[str]]]
) -> bytes:
    about = {"name": title, "version": "1.0", "VassalVersion": _VERSION,
             "description": _plain(board.provenance), "ModuleOther1": "", "ModuleOther2": "",
             "nextPieceSlotId": 2 * len(pieces) + 1}  # fmt: skip
    sides = list(dict.fromkeys(piece.side for piece, _ in pieces if piece.side))
    options = {"autoReport": "Use Preferences Setting", "centerOnMove": "Use Preferences Setting",
               "chatterHTMLSupport": "Always", "nonOwnerUnmaskable": "Use Preferences Setting",
               "playerIdFormat": "$PlayerName$",
               "promptString": "Opponents can unmask pieces"}  # fmt: skip
    roster = [_element("entry", {}, text=side) for side in sides]
    parts = [
        _element(_MODULE + "BasicCommandEncoder"),
        _element(_MODULE + "Documentation"),
        _element(_MODULE + "PlayerRoster", {}, *roster),
        _element(_MODULE + "GlobalOptions", options),
        _map(grid, pieces),
        _dice("1d6", 1, 6), _dice("2d6", 2, 6), _dice("1d10", 1, 10),
        *_trays(sides, pieces),
    ]  # fmt: skip
    text = "<?xml version='1.0' encoding='UTF-8' standalone='no'?>\n"
    return (text + _element("VASSAL.build.GameModule", about, *parts)).encode()


def _map(grid: str, pieces: Sequence[tuple[ModulePiece, list[str]]]) -> str:
    """The window of the map. The bare parts without settings are what lets pieces be dragged."""
    about = {"mapName": MAP_NAME, "allowMultiple": False, "backgroundcolor": "255,255,255",
             "buttonName": "", "changeFormat": "$message$", "color": "0,0,0",
             "createFormat": "$pieceName$ created in $location$", "edgeHeight": 0,
             "edgeWidth": 0, "hideKey": "", "hotkey": "", "icon": "", "launch": False,
             "markMoved": "Never", "markUnmovedHotkey": "", "markUnmovedIcon": "",
             "markUnmovedReport": "", "markUnmovedText": "", "markUnmovedTooltip": "",
             "moveKey": "",
             "moveToFormat": "$pieceName$ moves $previousLocation$ -> $location$",
             "moveWithinFormat": "$pieceName$ moves $previousLocation$ -> $location$",
             "onlyReportChangedLocation": False, "showKey": "", "thickness": 3}  # fmt: skip
    plain = ("ForwardToKeyBuffer", "ForwardToChatter", "MenuDisplayer", "MapCenterer",
             "StackExpander", "PieceMover", "KeyBufferer")  # fmt: skip
    handles = [_element(_MAP + name) for name in plain]
    handles.append(_element(_MAP + "Scroller", {"useArrows": "Always"}))
    picker = _element(
        _MAP + "BoardPicker",
        {"addColumnText": "Add column", "addRowText": "Add row", "boardPrompt": "Select board",
         "slotHeight": 125, "slotScale": 0.2, "slotWidth": 350, "title": "Choose boards"},
        _element("setup", {}, text=encode([f"{MAP_NAME}BoardPicker", BOARD_NAME, 0, 0], "\t")),
        _element(_BOARD + "Board", {"name": BOARD_NAME, "image": _PICTURE, "reversible": False},
                 grid),
    )  # fmt: skip
    stacks = _element(
        _MAP + "StackMetrics",
        {"bottom": "", "disabled": False, "down": "", "exSepX": 6, "exSepY": 18, "top": "",
         "unexSepX": 2, "unexSepY": 4, "up": ""},
    )  # fmt: skip
    thread = _element(
        _MAP + "LOS_Thread",
        {"threadName": "LOS", "label": "LOS", "tooltip": "", "iconName": "/images/thread.gif",
         "hotkey": "", "snapLOS": True, "snapStart": True, "snapEnd": True, "report": "",
         "persistence": "Ctrl-Click & Drag", "persistentIconName": "", "global": "Always",
         "losThickness": 3, "threadColor": "255,0,0", "drawRange": True, "hideCounters": False,
         "hideOpacity": 0, "rangeBg": "255,255,255", "rangeFg": "0,0,0", "scale": 1,
         "round": "Nearest whole number"},
    )  # fmt: skip
    looks = [
        _element(_MAP + "Zoomer", {"zoomLevels": "0.25,0.5,0.75,1.0,1.5,2.0", "zoomStart": 2}),
        _element(_MAP + "ImageSaver", {"buttonText": "", "icon": "/images/camera.gif",
                                       "hotkey": "", "tooltip": "Save map as PNG"}),
        _element(_MAP + "CounterDetailViewer", {"delay": 700}),
    ]  # fmt: skip
    return _element(
        _MODULE + "Map", about, *handles, picker, stacks, thread, *looks, *_set_up(pieces)
    )


def _set_up(pieces: Sequence[tuple[ModulePiece, list[str]]]) -> list[str]:
    """Stacks that stand on the map at the start, one a place."""
    places: dict[tuple[int, int], list[str]] = {}
    for number, (piece, images) in enumerate(pieces, start=1):
        if piece.at is not None:
            places.setdefault(piece.at, []).append(_slot(piece, images, len(pieces) + number))
    return [
        _element(
            _MAP + "SetupStack",
            {"name": f"{x},{y}", "owningBoard": BOARD_NAME, "useGridLocation": False,
             "x": x, "y": y},
            *slots,
        )
        for (x, y), slots in places.items()
    ]  # fmt: skip


def _trays(sides: Sequence[str], pieces: Sequence[tuple[ModulePiece, list[str]]]) -> list[str]:
    """A window with a list of every side's counters."""
    if not pieces:
        return []
    lists: list[str] = []
    for side in (*sides, ""):
        slots = [
            _slot(piece, images, number)
            for number, (piece, images) in enumerate(pieces, start=1)
            if piece.side == side
        ]
        if slots:
            told = {"entryName": side or "Markers", "height": 200, "width": 300, "divider": 150,
                    "scale": 1.0}  # fmt: skip
            lists.append(_element(_WIDGET + "ListWidget", told, *slots))
    tabs = _element(_WIDGET + "TabWidget", {"entryName": "Sides"}, *lists)
    window = {"name": "Pieces", "text": "Pieces", "hidden": False, "hotkey": "",
              "icon": "/images/counter.gif", "scale": 1.0, "tooltip": "",
              "defaultWidth": 0}  # fmt: skip
    return [_element(_MODULE + "PieceWindow", window, tabs)]


def _slot(piece: ModulePiece, images: Sequence[str], number: int) -> str:
    """A counter as a slot; its later faces are a layer that Ctrl+F turns over."""
    name = _plain(piece.name)
    traits: list[tuple[str, str]] = [("delete;Delete;68,130;", "")]
    if len(images) > 1:
        traits.append((_layer(images), "1"))
    if piece.side:
        traits.append(("mark;Side", encode([_plain(piece.side)], ",")))
    types = [kind for kind, _ in traits]
    states = [state for _, state in traits]
    first = images[0] if len(images) == 1 else ""
    types.append(encode(["piece", "", "", first, name], ";"))
    states.append(encode(["null", 0, 0, number, 0], ";"))
    command = "+/" + encode(["null", _nested(types), _nested(states)], "/")
    told = {"entryName": name, "gpid": number, "height": piece.size, "width": piece.size}
    return _element(_WIDGET + "PieceSlot", told, text=command)


def _layer(images: Sequence[str]) -> str:
    """The trait of a counter with several faces: Ctrl+F shows the next one, round and round."""
    names = ["", *["+ (reduced)"] * (len(images) - 1)]
    fields = ["emb2", "", 128, "A", "Flip", 128, "F", "", 128, "", "", "", "1", "false", 0, 0,
              encode(images, ","), encode(names, ","), "true", "Step", "", "", "false", "", 1, 1,
              "true", "", "70,130", "", "", 1.0, "", "true"]  # fmt: skip
    return encode(fields, ";")


def _nested(words: Sequence[str]) -> str:
    """Traits from the outermost in, each tab escaped once more per level."""
    found = words[-1]
    for word in reversed(words[:-1]):
        found = encode([word, found], "\t")
    return found


def encode(words: Iterable[object], joint: str) -> str:
    """A sequence as VASSAL writes it: *joint* inside a word is escaped by a backslash."""
    found: list[str] = []
    for word in words:
        text = str(word)
        quoted = bool(text) and (text[0] == "\\" or (text[0] == "'" and text[-1] == "'"))
        escaped = text.replace(joint, "\\" + joint)
        found.append(f"'{escaped}'" if quoted else escaped)
    return joint.join(found)


def _dice(name: str, count: int, sides: int) -> str:
    told = {"name": name, "nDice": count, "nSides": sides, "plus": 0, "addToTotal": 0,
            "reportTotal": True, "prompt": False, "text": name, "tooltip": "",
            "reportFormat": "** $name$ = $result$ *** <$PlayerName$>",
            "icon": "/images/die.gif", "hotkey": ""}  # fmt: skip
    return _element(_MODULE + "DiceButton", told)


def _module_data(title: str, moment: int) -> bytes:
    inner = [
        _element("version", {}, text="1.0"), _element("extra1"), _element("extra2"),
        _element("VassalVersion", {}, text=_VERSION), _element("dateSaved", {}, text=str(moment)),
        _element("description"), _element("name", {}, text=title),
    ]  # fmt: skip
    text = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
    return (text + _element("data", {"version": 1}, *inner)).encode()


def _element(
    tag: str, told: Mapping[str, object] | None = None, *inner: str, text: str = ""
) -> str:
    attributes = "".join(
        f" {name}={quoteattr(_value(value))}" for name, value in (told or {}).items()
    )
    body = "".join(inner) + escape(_allowed(text))
    return f"<{tag}{attributes}>{body}</{tag}>" if body else f"<{tag}{attributes}/>"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return _allowed(str(value))


def _allowed(text: str) -> str:
    """Without the characters that XML has no way to write."""
    return _FORBIDDEN.sub("", text)


def _plain(text: str) -> str:
    """A name on one line."""
    return " ".join(_allowed(text).split())
