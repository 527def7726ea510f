"""A map as a TripleA map folder: outlines, middles, who borders on whom, and a game to start from.

TripleA knows areas of whole pixels without holes; an area inside another stands before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from xml.sax.saxutils import quoteattr

from wardesk.geometry.adjacency.coverage import is_hole, polygon
from wardesk.model.board import Board, Cell

TILE = 256
"""Edge of the squares into which TripleA wants the picture cut, pixels."""
_WATER = frozenset({"water", "sea", "lake", "canal"})
_PLAYERS = ("North", "South")


def area_names(cells: Mapping[str, Cell]) -> dict[str, str]:
    """What every cell is called there: its name where all differ, else its id."""
    names = {cell: _plain(row.name) for cell, row in cells.items()}
    if len(set(names.values())) == len(names) and all(names.values()):
        return names
    return {cell: _plain(cell) or f"area {n}" for n, cell in enumerate(cells, start=1)}


def triplea_parts(
    board: Board, size: tuple[int, int], pixel: Callable[[float, float], tuple[int, int]]
) -> dict[str, bytes]:
    """The text files of the folder by their names. *pixel* tells where a board point lies."""
    names = area_names(board.cells)
    inner_first = sorted(board.cells, key=lambda one: (polygon(board.outlines[one]).area, one))
    outlines = [
        f"{names[cell]}  "
        + " ".join(
            f"< {' '.join(_at(pixel(x, y)) for x, y in ring)} >"
            for n, ring in enumerate(board.outlines[cell])
            if n == 0 or not is_hole(ring)
        )
        for cell in inner_first
    ]
    anchors = {cell: _at(pixel(*board.cells[cell].anchor)) for cell in board.cells}
    told = {
        "map.width": size[0], "map.height": size[1], "map.scrollWrapX": "false",
        "map.scrollWrapY": "false", "units.scale": "0.75", "map.hasRelief": "false",
        "color.North": "6C93BF", "color.South": "C33A2F",
    }  # fmt: skip
    title = _plain(board.title) or board.id
    yml = f"map_name: {_quoted(title)}\nversion: 1\ngames:\n"
    yml += f"  - game_name: {_quoted(title)}\n    xml_path: map/games/game.xml\n"
    texts = {
        "map.yml": yml,
        "map/polygons.txt": "\n".join(outlines) + "\n",
        "map/centers.txt": "".join(f"{names[cell]}  {at}\n" for cell, at in anchors.items()),
        "map/place.txt": "".join(f"{names[cell]}  {at}\n" for cell, at in anchors.items()),
        "map/map.properties": "".join(f"{name}={value}\n" for name, value in told.items()),
        "map/games/game.xml": _game(board, title, names),
    }
    return {name: text.encode() for name, text in texts.items()}


def tile_name(column: int, row: int) -> str:
    """The part of the folder that holds one square of the picture."""
    return f"map/baseTiles/{column}_{row}.png"


def _at(point: tuple[int, int]) -> str:
    return f"({point[0]},{point[1]})"


def _game(board: Board, title: str, names: Mapping[str, str]) -> str:
    """Two players and one kind of unit: enough to open the map and to go on from."""
    pairs = sorted({(min(a, b), max(a, b)) for a in board.cells for b in board.neighbours(a)})
    rows = [f"<info name={_attribute(title)} version='1'/>", "<map>"]
    for cell, row in board.cells.items():
        water = " water='true'" if _is_water(board, row.terrain) else ""
        rows.append(f"  <territory name={_attribute(names[cell])}{water}/>")
    rows += [
        f"  <connection t1={_attribute(names[a])} t2={_attribute(names[b])}/>" for a, b in pairs
    ]
    rows += ["</map>", "<resourceList><resource name='PUs'/></resourceList>", "<playerList>"]
    rows += [f"  <player name='{one}' optional='false'/>" for one in _PLAYERS]
    rows += [f"  <alliance player='{one}' alliance='{one}'/>" for one in _PLAYERS]
    rows += ["</playerList>", "<unitList><unit name='infantry'/></unitList>", "<gamePlay>"]
    steps = (
        ("init", "InitializationDelegate"), ("move", "MoveDelegate"),
        ("battle", "BattleDelegate"), ("endTurn", "EndTurnDelegate"),
        ("endRound", "EndRoundDelegate"),
    )  # fmt: skip
    rows += [
        f"  <delegate name='{name}' javaClass='games.strategy.triplea.delegate.{java}' "
        f"display='{name}'/>"
        for name, java in steps
    ]
    rows.append("  <sequence>")
    rows.append("    <step name='gameInitDelegate' delegate='init' maxRunCount='1'/>")
    for one in _PLAYERS:
        for name, step in (("move", "CombatMove"), ("battle", "Battle"), ("endTurn", "EndTurn")):
            rows.append(f"    <step name='{one.lower()}{step}' delegate='{name}' player='{one}'/>")
    rows += ["    <step name='endRoundStep' delegate='endRound'/>", "  </sequence>", "</gamePlay>"]
    rows.append("<attachmentList>")
    rows.append(_attached("infantry", "unitType", "UnitAttachment", {"movement": "1"}))
    for cell, row in board.cells.items():
        if not _is_water(board, row.terrain) and _is_closed(board, row.terrain):
            told = {"isImpassable": "true"}
            rows.append(_attached(names[cell], "territory", "TerritoryAttachment", told))
    rows += ["</attachmentList>", "<initialize/>", "<propertyList/>"]
    return "<?xml version='1.0'?>\n<game>\n" + "\n".join(rows) + "\n</game>\n"


def _attached(to: str, kind: str, java: str, told: Mapping[str, str]) -> str:
    name = "unitAttachment" if kind == "unitType" else "territoryAttachment"
    options = "".join(f"<option name='{key}' value='{value}'/>" for key, value in told.items())
    return (
        f"  <attachment name='{name}' attachTo={_attribute(to)} type='{kind}' "
        f"javaClass='games.strategy.triplea.attachments.{java}'>{options}</attachment>"
    )


def _is_water(board: Board, terrain: str) -> bool:
    kind = board.palette.terrain.get(terrain)
    return kind is not None and (kind.art in _WATER or kind.id in _WATER)


def _is_closed(board: Board, terrain: str) -> bool:
    kind = board.palette.terrain.get(terrain)
    return kind is not None and kind.properties.get("move") == "no"


def _plain(text: str) -> str:
    """A name without what the format uses for itself."""
    return " ".join(
        re.sub(r"[<>()#\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", " ", text).split()
    )


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _attribute(text: str) -> str:
    return quoteattr(text)
