"""A map as a VASSAL module: the picture, the grid with our numbers or the areas, pieces, dice.

A module is a zip whose ``buildFile.xml`` names Java classes as elements; pieces are written in
sequences that are escaped once per level.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from msgspec import Struct

from wardesk.documents.exports.geojson_inside import MEMBER
from wardesk.documents.exports.vassal_grid import NumberedGrid, numbered_grid
from wardesk.documents.exports.vassal_pieces import (
    BOARD_NAME,
    BOXES_NAME,
    MAP_NAME,
    VERSION,
    WIDGET,
    ModuleDeck,
    ModulePiece,
    Told,
    module_data,
    named,
    saved_game,
    sides_of,
    slot,
    zipped,
)
from wardesk.documents.exports.vassal_words import element, encode, plain
from wardesk.geometry.adjacency.coverage import is_hole, polygon
from wardesk.geometry.grids.numbering import Numbering
from wardesk.model.board import Board

_MODULE = "VASSAL.build.module."
_MAP = _MODULE + "map."
_BOARD = _MAP + "boardPicker."
_GRID = _BOARD + "board."
_ZONE = _GRID + "mapgrid."
_ZONE_WORDS = {"locationFormat": "$name$", "useParentGrid": False, "useHighlight": False,
               "highlightProperty": ""}  # fmt: skip
_PICTURE, _BOXES = "map.png", "boxes.png"
OWN = f"{MEMBER}.json"
"""The part of a module that holds the very map, for WarDesk alone."""
DICE = (("1d6", 1, 6), ("2d6", 2, 6), ("1d10", 1, 10))
"""Name, number and sides of the dice, where nobody says."""


class Boxes(Struct, frozen=True):
    """The picture of what lies beside the map, and its boxes by title: left, top, right, bottom."""

    png: bytes
    size: tuple[int, int]
    places: dict[str, tuple[int, int, int, int]]


class Tabled(Struct, frozen=True, kw_only=True):
    """What of a game is more than its map."""

    pieces: Sequence[ModulePiece] = ()
    charts: Sequence[tuple[str, bytes]] = ()
    """Titles and pictures."""
    dice: Sequence[tuple[str, int, int]] = DICE
    boxes: Boxes | None = None
    decks: Sequence[ModuleDeck] = ()
    """They lie on the sheet of the boxes."""
    title: str = ""
    sides: Sequence[str] = ()
    """Who plays, whether they have pieces or not."""


NOTHING = Tabled()


class VassalSheet(Struct, frozen=True, kw_only=True):
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
    sheet: VassalSheet,
    day: date,
    table: Tabled = NOTHING,
    inside: dict[str, Any] | None = None,
) -> bytes:
    """The bytes of the module, the same for the same map and day.

    *inside*: the whole map, so that it comes back as it was.
    """
    title = plain(table.title or board.title) or board.id
    told, decks, images = _named(table)
    images[_PICTURE] = sheet.png
    if table.boxes is not None:
        images[_BOXES] = table.boxes.png
    for number, (_, picture) in enumerate(table.charts, start=1):
        images[f"chart{number}.png"] = picture
    grid = gridelement(board, numbering, sheet)
    parts = {
        "buildFile.xml": _build_file(board, title, grid, table, told, decks),
        "moduledata": module_data(title, day),
    }
    if inside is not None:
        parts[OWN] = json.dumps(inside, ensure_ascii=True).encode()
    return zipped(parts | {f"images/{name}": data for name, data in images.items()})


def write_saved(table: Tabled, title: str, day: date) -> bytes:
    """The bytes of a saved game of the module that `write_module` makes of the same counters."""
    told, decks, _ = _named(table)
    return saved_game(told, boards_of(table), plain(table.title or title), day, decks)


_Dealt = tuple[ModuleDeck, list[Told]]


def _named(table: Tabled) -> tuple[list[Told], list[_Dealt], dict[str, bytes]]:
    """Counters, decks with their cards, and the pictures of both."""
    every = [*table.pieces, *(card for deck in table.decks for card in deck.cards)]
    told, images = named(every)
    cards = iter(told[len(table.pieces) :])
    decks = [(deck, [next(cards) for _ in deck.cards]) for deck in table.decks]
    return told[: len(table.pieces)], decks, images


def boards_of(table: Tabled) -> dict[str, str]:
    """The board of every map."""
    return {MAP_NAME: BOARD_NAME} | ({BOXES_NAME: BOXES_NAME} if table.boxes else {})


def gridelement(board: Board, numbering: Numbering | None, sheet: VassalSheet) -> str:
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
    return element(_GRID + "ZonedGrid", {}, *_zones(board, sheet))


def _lattice(grid: NumberedGrid) -> str:
    numbers = {
        "color": "0,0,0", "first": "V" if grid.places_first else "H", "fontSize": 9,
        "hDescend": grid.places.backwards if grid.sideways else grid.lines.backwards,
        "hDrawOff": 0, "hLeading": grid.lines.leading, "hOff": grid.lines.offset,
        "hType": "A" if grid.lines.letters else "N",
        "locationFormat": grid.form, "rotateText": 0,
        "sep": grid.separator,
        "vDescend": grid.lines.backwards if grid.sideways else grid.places.backwards,
        "vDrawOff": 0, "vLeading": grid.places.leading, "vOff": grid.places.offset,
        "vType": "A" if grid.places.letters else "N", "visible": False,
    }  # fmt: skip
    place = {"color": "0,0,0", "cornersLegal": False, "dotsVisible": False, "dx": grid.dx,
             "dy": grid.dy, "edgesLegal": False, "snapTo": True, "visible": False,
             "x0": grid.x0, "y0": grid.y0}  # fmt: skip
    if grid.kind == "square":
        inner = element(_ZONE + "SquareGridNumbering", numbers)
        return element(_GRID + "SquareGrid", {**place, "range": "Metric"}, inner)
    inner = element(_ZONE + "HexGridNumbering", {**numbers, "stagger": grid.stagger})
    return element(_GRID + "HexGrid", {**place, "sideways": grid.sideways}, inner)


def _regions(places: Iterable[tuple[str, tuple[int, int]]]) -> str:
    rows = [
        element(_GRID + "Region", {"name": name, "originx": x, "originy": y})
        for name, (x, y) in places
    ]
    return element(_GRID + "RegionGrid", {"fontsize": 9, "snapto": True, "visible": False}, *rows)


def _zones(board: Board, sheet: VassalSheet) -> list[str]:
    """An area each, the smallest first: the first that holds a point counts, and none has holes."""

    def area(name: str) -> float:
        return polygon(board.outlines[name]).area

    found: list[str] = []
    for name in sorted(board.cells, key=lambda one: (area(one), one)):
        outer, *others = board.outlines[name]
        for ring in (outer, *(one for one in others if not is_hole(one))):
            path = ";".join(f"{x},{y}" for x, y in (sheet.pixel(*at) for at in ring))
            told = {**_ZONE_WORDS, "name": name, "path": path}
            place = board.cells[name].anchor
            if ring is not outer:
                (place,) = polygon((ring,)).representative_point().coords
            found.append(element(_ZONE + "Zone", told, _regions([(name, sheet.pixel(*place))])))
    return found


def _build_file(
    board: Board, title: str, grid: str, table: Tabled, told: Sequence[Told],
    decks: Sequence[_Dealt],
) -> bytes:  # fmt: skip
    cards = sum(len(dealt) for _, dealt in decks)
    about = {"name": title, "version": "1.0", "VassalVersion": VERSION,
             "description": plain(board.provenance), "ModuleOther1": "", "ModuleOther2": "",
             "nextPieceSlotId": 2 * len(told) + cards + 1}  # fmt: skip
    sides = list(dict.fromkeys([*filter(None, map(plain, table.sides)), *sides_of(told)]))
    options = {"autoReport": "Use Preferences Setting", "centerOnMove": "Use Preferences Setting",
               "chatterHTMLSupport": "Always", "nonOwnerUnmaskable": "Use Preferences Setting",
               "playerIdFormat": "$PlayerName$",
               "promptString": "Opponents can unmask pieces"}  # fmt: skip
    roster = [element("entry", {}, text=side) for side in sides]
    boxes = table.boxes
    parts = [
        element(_MODULE + "BasicCommandEncoder"),
        element(_MODULE + "Documentation"),
        element(_MODULE + "PlayerRoster", {}, *roster),
        element(_MODULE + "GlobalOptions", options),
        _map(MAP_NAME, BOARD_NAME, _PICTURE, grid, told),
        *(
            [_map(BOXES_NAME, BOXES_NAME, _BOXES, _box_zones(boxes), told, decks)]
            if boxes is not None
            else []
        ),
        *(_dice(*one) for one in table.dice),
        *_trays(sides, told),
        *_charts([name for name, _ in table.charts]),
    ]  # fmt: skip
    text = "<?xml version='1.0' encoding='UTF-8' standalone='no'?>\n"
    return (text + element("VASSAL.build.GameModule", about, *parts)).encode()


def _map(
    name: str, board_name: str, picture: str, grid: str, told: Sequence[Told],
    decks: Sequence[_Dealt] = (),
) -> str:  # fmt: skip
    """The window of the map. The bare parts without settings are what lets pieces be dragged."""
    about = {"mapName": name, "allowMultiple": False, "backgroundcolor": "255,255,255",
             "buttonName": "" if name == MAP_NAME else name, "changeFormat": "$message$",
             "color": "0,0,0",
             "createFormat": "$pieceName$ created in $location$", "edgeHeight": 0,
             "edgeWidth": 0, "hideKey": "", "hotkey": "", "icon": "", "launch": name != MAP_NAME,
             "markMoved": "Never", "markUnmovedHotkey": "", "markUnmovedIcon": "",
             "markUnmovedReport": "", "markUnmovedText": "", "markUnmovedTooltip": "",
             "moveKey": "",
             "moveToFormat": "$pieceName$ moves $previousLocation$ -> $location$",
             "moveWithinFormat": "$pieceName$ moves $previousLocation$ -> $location$",
             "onlyReportChangedLocation": False, "showKey": "", "thickness": 3}  # fmt: skip
    bare = ("ForwardToKeyBuffer", "ForwardToChatter", "MenuDisplayer", "MapCenterer",
             "StackExpander", "PieceMover", "KeyBufferer")  # fmt: skip
    handles = [element(_MAP + one) for one in bare]
    handles.append(element(_MAP + "Scroller", {"useArrows": "Always"}))
    picker = element(
        _MAP + "BoardPicker",
        {"addColumnText": "Add column", "addRowText": "Add row", "boardPrompt": "Select board",
         "slotHeight": 125, "slotScale": 0.2, "slotWidth": 350, "title": "Choose boards"},
        element("setup", {}, text=encode([f"{name}BoardPicker", board_name, 0, 0], "\t")),
        element(_BOARD + "Board", {"name": board_name, "image": picture, "reversible": False},
                 grid),
    )  # fmt: skip
    stacks = element(
        _MAP + "StackMetrics",
        {"bottom": "", "disabled": False, "down": "", "exSepX": 6, "exSepY": 18, "top": "",
         "unexSepX": 2, "unexSepY": 4, "up": ""},
    )  # fmt: skip
    thread = element(
        _MAP + "LOS_Thread",
        {"threadName": "LOS", "label": "LOS", "tooltip": "", "iconName": "/images/thread.gif",
         "hotkey": "", "snapLOS": True, "snapStart": True, "snapEnd": True, "report": "",
         "persistence": "Ctrl-Click & Drag", "persistentIconName": "", "global": "Always",
         "losThickness": 3, "threadColor": "255,0,0", "drawRange": True, "hideCounters": False,
         "hideOpacity": 0, "rangeBg": "255,255,255", "rangeFg": "0,0,0", "scale": 1,
         "round": "Nearest whole number"},
    )  # fmt: skip
    looks = [
        element(_MAP + "Zoomer", {"zoomLevels": "0.25,0.5,0.75,1.0,1.5,2.0", "zoomStart": 2}),
        element(_MAP + "ImageSaver", {"buttonText": "", "icon": "/images/camera.gif",
                                       "hotkey": "", "tooltip": "Save map as PNG"}),
        element(_MAP + "CounterDetailViewer", {"delay": 700}),
    ]  # fmt: skip
    return element(
        _MODULE + "Map",
        about,
        *handles,
        picker,
        stacks,
        thread,
        *looks,
        *_set_up(name, board_name, told),
        *_draw_piles(decks, 2 * len(told) + 1),
    )


def _box_zones(boxes: Boxes) -> str:
    """The boxes beside the map, each a zone by its name."""
    rows: list[str] = []
    for name, (left, top, right, bottom) in boxes.places.items():
        path = f"{left},{top};{right},{top};{right},{bottom};{left},{bottom}"
        rows.append(element(_ZONE + "Zone", {**_ZONE_WORDS, "name": plain(name), "path": path}))
    return element(_GRID + "ZonedGrid", {}, *rows)


def _trays(sides: Sequence[str], told: Sequence[Told]) -> list[str]:
    """A window with a list of every side's counters, alike ones once."""
    if not told:
        return []
    lists: list[str] = []
    for side in (*sides, ""):
        seen: set[tuple[str, ...]] = set()
        slots: list[str] = []
        for number, (piece, images) in enumerate(told, start=1):
            key = (piece.name, *images)
            if plain(piece.side) == side and key not in seen:
                seen.add(key)
                slots.append(slot(piece, images, number))
        if slots:
            about = {"entryName": side or "Markers", "height": 200, "width": 300, "divider": 150,
                     "scale": 1.0}  # fmt: skip
            lists.append(element(WIDGET + "ListWidget", about, *slots))
    tabs = element(WIDGET + "TabWidget", {"entryName": "Sides"}, *lists)
    window = {"name": "Pieces", "text": "Pieces", "hidden": False, "hotkey": "",
              "icon": "/images/counter.gif", "scale": 1.0, "tooltip": "",
              "defaultWidth": 0}  # fmt: skip
    return [element(_MODULE + "PieceWindow", window, tabs)]


def _charts(names: Sequence[str]) -> list[str]:
    """A window with the printed tables."""
    if not names:
        return []
    rows = [
        element(WIDGET + "Chart", {"chartName": plain(name), "description": plain(name),
                                   "fileName": f"chart{number}.png"})
        for number, name in enumerate(names, start=1)
    ]  # fmt: skip
    tabs = element(WIDGET + "TabWidget", {"entryName": "Charts"}, *rows)
    about = {"name": "Charts", "text": "Charts", "icon": "", "hotkey": "", "tooltip": ""}
    return [element(_MODULE + "ChartWindow", about, tabs)]


def _set_up(name: str, board_name: str, told: Sequence[Told]) -> list[str]:
    """Stacks that stand on a map at the start, one a place."""
    places: dict[tuple[int, int], list[str]] = {}
    for number, (piece, images) in enumerate(told, start=1):
        if piece.at is not None and piece.map == name:
            stack = places.setdefault(piece.at, [])
            stack.append(slot(piece, images, len(told) + number))
    return [
        element(
            _MAP + "SetupStack",
            {"name": f"{x},{y}", "owningBoard": board_name, "useGridLocation": False,
             "x": x, "y": y},
            *slots,
        )
        for (x, y), slots in places.items()
    ]  # fmt: skip


def _draw_piles(decks: Sequence[_Dealt], first: int) -> list[str]:
    """The decks, which are always shuffled and lie face down; *first*: number of the next slot."""
    found: list[str] = []
    for deck, cards in decks:
        about = {"name": plain(deck.name), "owningBoard": BOXES_NAME, "x": deck.at[0],
                 "y": deck.at[1], "width": deck.size, "height": deck.size, "faceDown": "Always",
                 "shuffle": "Always", "allowMultiple": False, "allowSelect": False,
                 "reversible": False, "reshufflable": False, "draw": True, "color": "0,0,0",
                 "drawFaceUp": False, "canSave": False, "maxStack": 10}  # fmt: skip
        slots = [slot(*card, number, "CardSlot") for number, card in enumerate(cards, start=first)]
        first += len(cards)
        found.append(element(_MAP + "DrawPile", about, *slots))
    return found


def _dice(name: str, count: int, sides: int) -> str:
    told = {"name": name, "nDice": count, "nSides": sides, "plus": 0, "addToTotal": 0,
            "reportTotal": True, "prompt": False, "text": name, "tooltip": "",
            "reportFormat": "** $name$ = $result$ *** <$PlayerName$>",
            "icon": "/images/die.gif", "hotkey": ""}  # fmt: skip
    return element(_MODULE + "DiceButton", told)
